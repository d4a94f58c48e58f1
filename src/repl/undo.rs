//! The undo list: changes for `undo` and `redo`.
//!
//! A step is stored as the point before it; to undo it, the game is replayed up to that point. Only a new
//! start, such as another game, stores a whole session. The list is bounded, and the oldest changes are
//! dropped first.

use std::collections::VecDeque;

use super::game_session::{GameSession, UndoPoint};
use uur::game_play::GamePlay;
use uur::match_play::Step;
use uur::notation::reader::MOST_VARIATIONS;
use uur::notation::{write_move, write_steps};
use uur::rules::Side;

/// The most changes that are stored.
const MAX_CHANGES: usize = 10_000;
/// The most sessions that are stored.
const MAX_SESSIONS: usize = 50;
/// The most abandoned lines that are stored.
const MAX_LINES: usize = MOST_VARIATIONS;
/// The most steps that are listed one by one.
const MAX_NAMED: usize = 8;

/// Changes to undo, and undone changes.
#[derive(Debug, Default)]
pub struct UndoList {
    /// The changes, the latest last.
    back: VecDeque<Change>,
    /// The undone changes, the next to redo last.
    ahead: Vec<Undone>,
    /// Lines that were undone and then abandoned for another step, the latest last.
    left: VecDeque<AbandonedLine>,
    /// Whether changes were dropped.
    forgot: bool,
}

/// A change of the session.
#[derive(Debug)]
enum Change {
    /// A step or a sign, and the point before it.
    Step(UndoPoint),
    /// A new start: the session before it, and the line that caused it.
    Session(Box<GameSession>, String),
}

/// A change that was undone.
#[derive(Debug)]
enum Undone {
    /// A step, or `None` for a sign, and South's sign after it.
    Step(Option<Step>, Option<usize>),
    /// A new start: the session after it, and the line that caused it.
    Session(Box<GameSession>, String),
}

/// A line that was abandoned for another step.
#[derive(Debug)]
pub struct AbandonedLine {
    /// The game with all of its steps.
    pub session: GameSession,
    /// The number of steps before the lines diverge.
    pub at: usize,
}

impl AbandonedLine {
    /// The steps of the line after that point.
    pub fn steps(&self) -> String {
        let steps = &self.session.play.steps()[self.at..];
        write_steps(&self.session.game().program, steps).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The changes that were undone or redone, in the order of play.
#[derive(Debug)]
pub struct UndoResult {
    /// The names of the changes.
    pub names: Vec<String>,
    /// The number of decisions that a person made.
    pub decided: usize,
}

impl UndoResult {
    /// The names as one text.
    pub fn text(&self) -> String {
        match &self.names[..] {
            [first, .., last] if self.names.len() > MAX_NAMED => {
                format!("{} steps, from {first} to {last}", self.names.len())
            }
            names => names.join(", "),
        }
    }
}

impl UndoList {
    /// Stores the step or sign that has just led from a point to the session. Returns a note.
    pub fn step(&mut self, before: UndoPoint, session: &GameSession) -> String {
        let taken = (session.play.steps().get(before.steps).copied(), session.sign);
        let is_next = matches!(self.ahead.last(), Some(Undone::Step(step, sign)) if (*step, *sign) == taken);
        let note = if is_next {
            self.ahead.pop();
            String::new()
        } else {
            self.leave(session, before.steps)
        };
        note + &self.store(Change::Step(before))
    }

    /// Stores that the session was replaced. Returns a note.
    pub fn replace(&mut self, before: GameSession, session: &GameSession, line: &str) -> String {
        let mut note = self.leave(&before, before.point().steps);
        if session.is_line_of(&before) && !session.holds(&before) {
            note += &self.abandon(before.clone(), session);
        }
        note + &self.store(Change::Session(Box::new(before), line.to_string()))
    }

    fn store(&mut self, change: Change) -> String {
        let is_table = |change: &Change| matches!(change, Change::Session(..));
        let counts = is_table(&change);
        self.back.push_back(change);
        let forgot = self.forgot;
        let mut tables = if counts { self.back.iter().filter(|change| is_table(change)).count() } else { 0 };
        while self.back.len() > MAX_CHANGES || tables > MAX_SESSIONS {
            tables -= usize::from(self.back.pop_front().is_some_and(|change| counts && is_table(&change)));
            self.forgot = true;
        }
        match self.forgot && !forgot {
            true => format!(
                "the oldest steps were dropped: `undo` goes back at most {MAX_CHANGES} steps and {MAX_SESSIONS} changes of the game\n"
            ),
            false => String::new(),
        }
    }

    /// Stores the undone line among the abandoned ones, because play continues differently after this number of steps.
    fn leave(&mut self, session: &GameSession, kept: usize) -> String {
        let mut ahead = std::mem::take(&mut self.ahead).into_iter().rev().peekable();
        let replaced = match ahead.next_if(|undone| matches!(undone, Undone::Session(..))) {
            // Who has seen a question needs no way back to it.
            Some(Undone::Session(after, _)) if after.exercise.is_some() => return String::new(),
            Some(Undone::Session(after, _)) => Some(*after),
            Some(Undone::Step(..)) | None => None,
        };
        let base = replaced.as_ref().unwrap_or(session);
        let kept = replaced.as_ref().map_or(kept, |after| after.play.turns().len());
        let undone = ahead.map_while(|undone| match undone {
            Undone::Step(step, _) => Some(step),
            Undone::Session(..) => None,
        });
        let steps: Vec<Step> = base.play.steps()[..kept].iter().copied().chain(undone.flatten()).collect();
        let line = if steps.len() > kept { base.with_steps(&steps) } else { base.clone() };
        if session.holds(&line) { String::new() } else { self.abandon(line, session) }
    }

    /// Stores a line that play in a session leaves. Of two lines, one of which goes on in the other, the longer one is
    /// stored. Returns a note.
    fn abandon(&mut self, line: GameSession, session: &GameSession) -> String {
        let mut shared = 0;
        if line.is_line_of(session) {
            let both = line.play.steps().into_iter().zip(session.play.steps());
            shared = both.take_while(|(left, played)| left == played).count();
        }
        let line = AbandonedLine { session: line, at: shared };
        let steps = line.steps();
        let is_known = |known: &AbandonedLine| known.session.holds(&line.session) || line.session.holds(&known.session);
        let number = match self.left.iter().position(is_known) {
            Some(known) => {
                if !self.left[known].session.holds(&line.session) {
                    self.left[known] = line;
                }
                known + 1
            }
            None => {
                self.left.push_back(line);
                if self.left.len() > MAX_LINES {
                    self.left.pop_front();
                }
                self.left.len()
            }
        };
        let what =
            if steps.is_empty() { "the game that was taken back".to_string() } else { format!("`{}`", short(&steps)) };
        format!("{what} was abandoned; `lines {number}` returns to it\n")
    }

    /// The abandoned lines, the oldest first.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &AbandonedLine> {
        self.left.iter()
    }

    /// Takes over the variations of the record from which a game was loaded.
    pub fn adopt(&mut self, session: &mut GameSession) {
        for play in std::mem::take(&mut session.variations) {
            let same = |at: &usize| session.play.turns()[*at].step == play.turns()[*at].step;
            let shared = session.play.turns().len().min(play.turns().len());
            let at = (0..shared).find(|at| !same(at)).unwrap_or(shared);
            self.left.push_back(AbandonedLine { session: GameSession { play, ended: None, ..session.clone() }, at });
        }
        let dropped = self.left.len().saturating_sub(MAX_LINES);
        self.left.drain(..dropped);
    }

    /// The abandoned lines of the same game.
    pub fn lines_of(&self, session: &GameSession) -> Vec<&GamePlay> {
        self.left.iter().filter(|line| line.session.is_line_of(session)).map(|line| &line.session.play).collect()
    }

    /// Whether changes were dropped, so that no more can be undone.
    pub fn forgot(&self) -> bool {
        self.forgot
    }

    /// Returns how many decisions of persons to undo so that at most `steps` steps of the current game are
    /// left, and how many are left then; `None` if the game has no such point.
    pub fn back_to(&self, steps: usize, computer: Option<Side>) -> Option<(usize, usize)> {
        let mut decisions = 0;
        for change in self.back.iter().rev() {
            let Change::Step(point) = change else { return None };
            if !is_computers(point.decides, computer) {
                decisions += 1;
                if point.steps <= steps {
                    return Some((decisions, point.steps));
                }
            }
        }
        None
    }

    /// Undoes changes until this number of decisions of persons is undone, or all of them.
    pub fn undo(&mut self, session: &mut GameSession, wanted: usize, computer: Option<Side>) -> UndoResult {
        // Only a person asks for a new start.
        let is_persons =
            |change: &Change| !matches!(change, Change::Step(point) if is_computers(point.decides, computer));
        let mut moved = UndoResult { names: vec![], decided: 0 };
        let mut at = session.point();
        while moved.decided < wanted
            && let Some(earlier) = self.back.iter().rposition(is_persons)
        {
            for change in self.back.split_off(earlier).into_iter().rev() {
                match change {
                    Change::Step(point) => {
                        let step = (at.steps > point.steps).then(|| session.play.steps()[point.steps]);
                        moved.names.push(name(session, point, step, at.sign));
                        self.ahead.push(Undone::Step(step, at.sign));
                        at = point;
                    }
                    Change::Session(before, line) => {
                        session.go_back_to(at);
                        at = before.point();
                        moved.names.push(format!("`{line}`"));
                        let after = session.exchange(*before);
                        self.ahead.push(Undone::Session(Box::new(after), line));
                    }
                }
            }
            moved.decided += 1;
        }
        session.go_back_to(at);
        moved.names.reverse();
        moved
    }

    /// Redoes undone changes, up to this number of decisions of persons and the replies of the computer.
    pub fn redo(&mut self, session: &mut GameSession, wanted: usize, computer: Option<Side>) -> UndoResult {
        let mut moved = UndoResult { names: vec![], decided: 0 };
        loop {
            let point = session.point();
            let computers =
                matches!(self.ahead.last(), Some(Undone::Step(..))) && is_computers(point.decides, computer);
            if moved.decided == wanted && !computers {
                break;
            }
            match self.ahead.pop() {
                Some(Undone::Step(step, sign)) => {
                    moved.names.push(name(session, point, step, sign));
                    session.redo_step(step, sign);
                    self.back.push_back(Change::Step(point));
                }
                Some(Undone::Session(after, line)) => {
                    moved.names.push(format!("`{line}`"));
                    let before = session.exchange(*after);
                    self.back.push_back(Change::Session(Box::new(before), line));
                }
                None => break,
            }
            moved.decided += usize::from(!computers);
        }
        moved
    }
}

/// Whether the computer decides.
fn is_computers(decides: Option<Side>, computer: Option<Side>) -> bool {
    decides.is_some() && decides == computer
}

/// The name of a step from a point. Of a sign only South's sign after it is known.
fn name(session: &GameSession, before: UndoPoint, step: Option<Step>, sign: Option<usize>) -> String {
    match step {
        Some(Step::Move(m)) => {
            let who = before.decides.map_or("", Side::title);
            format!("{who} {}", write_move(&session.game().program, m))
        }
        Some(Step::Lot(winner)) => format!("{} wins the lot", winner.title()),
        Some(Step::Arrange(_)) => "the seeds laid out".to_string(),
        None if sign.is_some() => "South's sign".to_string(),
        None => "equal signs".to_string(),
    }
}

/// The beginning of a long line.
fn short(steps: &str) -> String {
    let words: Vec<&str> = steps.split(' ').collect();
    let more = if words.len() > MAX_NAMED { " ..." } else { "" };
    format!("{}{more}", words[..words.len().min(MAX_NAMED)].join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_changes_are_stored_than_the_bound() {
        let mut list = UndoList::default();
        let point = |steps| UndoPoint { steps, sign: None, decides: None };
        let notes: Vec<String> = (0..2 * MAX_CHANGES).map(|steps| list.store(Change::Step(point(steps)))).collect();
        assert_eq!(list.back.len(), MAX_CHANGES);
        assert_eq!(notes.iter().filter(|note| !note.is_empty()).count(), 1);
        assert!(!notes[MAX_CHANGES].is_empty() && list.forgot());
    }
}
