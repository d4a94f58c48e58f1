//! A game in progress: its rules, its history and undo in one value.

mod lines;
mod rejection;

use std::fmt;
use std::sync::Arc;

use crate::engine::{Event, Move, Outcome, Pit, Position};
use crate::explain;
use crate::game::Game;
use crate::match_play::{Match, MatchOutcome, NextStep, Step, StepError};
use crate::notation::{
    ParseError, PitName, RecordEntry, pit_name, read_move, read_position, write_move, write_position, write_steps,
};
use crate::picture::DrawnMove;
use crate::render::{self, Style};
use crate::rules::Side;

pub use rejection::{RejectReason, RejectedStep};

/// The most rounds that may end before their first move, one after the other, before a player is asked.
#[doc(hidden)]
pub const EMPTY_ROUNDS: usize = 10;

/// A game being played: one round or, where the rules say so, a match of rounds.
///
/// It owns the rules and the history, so it can be stored and sent to another thread. It prints as the board.
///
/// ```
/// let mut play = uur::Game::shipped("layli-goobalay").expect("it is shipped").play();
/// let m = play.legal_moves()[0];
/// let turn = play.play(m)?;
/// assert!(!turn.events.is_empty());
/// assert_eq!(turn.outcome(), None);
/// assert!(play.undo().is_some());
/// assert_eq!(*play.position(), play.game().program.start());
/// # Ok::<(), uur::StepError>(())
/// ```
#[derive(Debug, Clone)]
pub struct GamePlay {
    game: Arc<Game>,
    from: Option<Position>,
    current: Match,
    turns: Vec<PlayedTurn>,
    begun: Vec<Event>,
    /// What is said of the game, each remark with all steps up to the one that it is about.
    remarks: Vec<(Vec<Step>, String)>,
}

/// A step that was taken: a move, mostly.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayedTurn {
    /// The step.
    pub step: Step,
    /// The player who moved, won the lot or laid out seeds.
    pub player: Side,
    /// The position before the step, in the round to which it belongs.
    pub before: Position,
    /// What happened, in order. If the step is the first of a round, the beginning of the round comes first.
    pub events: Arc<[Event]>,
    /// The number of events with which the round began.
    begun: usize,
}

impl PlayedTurn {
    /// How the round ended, if the step ended it.
    pub fn outcome(&self) -> Option<Outcome> {
        self.events.iter().find_map(|event| match event {
            Event::Over { outcome } => Some(*outcome),
            _ => None,
        })
    }

    /// The events of the step, without the beginning of a round.
    pub fn own_events(&self) -> &[Event] {
        &self.events[self.begun..]
    }

    /// The events of a move alone, and those that it does not decide by itself: repetition, and what follows a round.
    pub fn split(&self) -> (&[Event], &[Event]) {
        Event::split_move(self.own_events())
    }

    /// The step as the last move of a picture, if it is a move.
    #[doc(hidden)]
    pub fn drawn(&self) -> Option<DrawnMove<'_>> {
        let Step::Move(played) = self.step else { return None };
        Some(DrawnMove { before: &self.before, played, events: self.split().0 })
    }
}

impl GamePlay {
    /// Begins to play a game from a position of its first round, or from its start.
    pub fn new(game: Arc<Game>, from: Option<Position>) -> Self {
        let current = match from {
            Some(position) => Match::from(&game.program, position),
            None => Match::new(&game.program),
        };
        GamePlay { game, from, current, turns: vec![], begun: vec![], remarks: vec![] }
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The position from which it was begun, if not the start.
    pub fn from(&self) -> Option<Position> {
        self.from
    }

    /// The position now; after a round its last one, until the next round begins.
    pub fn position(&self) -> &Position {
        &self.current.position
    }

    /// The round now, from 1.
    pub fn round(&self) -> u32 {
        self.current.round
    }

    /// What has to happen next: a move, a lot, a new round, or nothing because the game is over.
    pub fn due(&self) -> NextStep {
        self.current.due
    }

    /// How the game ended; `None` while it goes on.
    pub fn result(&self) -> Option<MatchOutcome> {
        match self.current.due {
            NextStep::Nothing(over) => Some(over),
            NextStep::Move(_) | NextStep::Lot(_) | NextStep::Round => None,
        }
    }

    /// The match behind it, with what a lot may decide and what may be laid out before the first move.
    #[doc(hidden)]
    pub fn as_match(&self) -> &Match {
        &self.current
    }

    /// The moves of the player to move, from the player's own A on. Empty when the game is over, and when a lot
    /// or a new round is due.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.current.due {
            NextStep::Move(_) => self.game.program.legal_moves(self.position()).into_vec(),
            NextStep::Lot(_) | NextStep::Round | NextStep::Nothing(_) => vec![],
        }
    }

    /// Parses a move of the player to move, such as `A`, `K-1` or `B>`.
    ///
    /// [`Move`] has no `FromStr`, because a letter names a pit only on a given board and for a given player.
    ///
    /// ```
    /// let mut play = uur::Game::shipped("layli-goobalay").expect("it is shipped").play();
    /// play.play(play.parse_move("A")?)?;
    /// assert_eq!(play.line(), "A");
    /// assert_eq!(play.parse_move("A").unwrap_err().to_string(), "`A` is a pit of South, but North is to move (North's pit is written `a`)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a move on this board. Whether the move is legal is checked by [`GamePlay::play`].
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        read_move(&self.game.program, self.position().to_move, text)
    }

    /// A move as text, in the notation that [`GamePlay::parse_move`] parses.
    pub fn move_text(&self, m: Move) -> String {
        write_move(&self.game.program, m)
    }

    /// The name of a pit: its letter, or whose store it is.
    pub fn pit_name(&self, pit: Pit) -> PitName {
        pit_name(&self.game.program, pit)
    }

    /// Plays a move. If it ends a round of a match, [`GamePlay::next_round`] begins the next one, or the next move does.
    ///
    /// # Errors
    /// As [`GamePlay::step`].
    pub fn play(&mut self, m: Move) -> Result<&PlayedTurn, StepError> {
        self.step(Step::Move(m))
    }

    /// Takes a step that need not be a move: it may also decide a lot, or lay out seeds before the first move. A move
    /// begins the round that is due.
    ///
    /// # Errors
    /// The reason why the step cannot be taken. Nothing has changed then, but a round that was due may have begun.
    pub fn step(&mut self, step: Step) -> Result<&PlayedTurn, StepError> {
        if !matches!(step, Step::Lot(_)) {
            self.begin_rounds();
        }
        let before = self.current.position;
        let happened = self.current.step_recorded(&self.game.program, step)?;
        let player = match step {
            Step::Move(_) => before.to_move,
            Step::Lot(winner) => winner,
            Step::Arrange(laid) => laid.by.unwrap_or(Side::South),
        };
        let mut events = std::mem::take(&mut self.begun);
        let begun = events.len();
        events.extend(happened);
        self.turns.push(PlayedTurn { step, player, before, events: events.into(), begun });
        Ok(&self.turns[self.turns.len() - 1])
    }

    /// Begins the round that is due, if one is. It may be over before its first move.
    pub fn next_round(&mut self) {
        self.current.next_round(&self.game.program, &mut self.begun);
    }

    /// Begins rounds until one is not over before its first move; at most ten.
    #[doc(hidden)]
    pub fn begin_rounds(&mut self) {
        for _ in 0..EMPTY_ROUNDS {
            self.next_round();
        }
    }

    /// What happened since the last step: the beginning of a round, if one has begun.
    pub fn beginning(&self) -> &[Event] {
        &self.begun
    }

    /// Plays the entries of a record, and returns its variations, each with the moves before it.
    ///
    /// # Errors
    /// The first entry that cannot be played. The entries before it have been played.
    #[doc(hidden)]
    pub fn play_record(&mut self, entries: &[RecordEntry]) -> Result<Vec<GamePlay>, RejectedStep> {
        let mut variations = vec![];
        for entry in entries {
            match entry {
                RecordEntry::Remark(remark) => self.remark(&remark.text),
                RecordEntry::Variation(_, moves) => {
                    let mut other = self.clone();
                    other.undo();
                    let inside = other.play_record(moves)?;
                    variations.push(other);
                    variations.extend(inside);
                }
                RecordEntry::Step(..) | RecordEntry::Reached(_) => {
                    let number = if matches!(entry, RecordEntry::Step(..)) { self.turns.len() + 1 } else { 0 };
                    self.play_entry(entry).map_err(|(why, help)| RejectedStep {
                        number,
                        text: entry.excerpt().text.clone(),
                        at: entry.excerpt().at,
                        why,
                        help,
                    })?;
                }
            }
        }
        Ok(variations)
    }

    fn play_entry(&mut self, entry: &RecordEntry) -> Result<(), (RejectReason, Option<String>)> {
        // The letters of a move depend on the player who begins the round.
        if matches!(entry, RecordEntry::Step(excerpt, _) if !excerpt.text.starts_with('@')) {
            self.begin_rounds();
        }
        let read = entry.read(&self.game, &self.current);
        let Some(step) = read.map_err(|problem| (RejectReason::ParseError(problem), None))? else { return Ok(()) };
        match self.step(step) {
            Ok(_) => Ok(()),
            Err(error) => Err(rejection::why(self, step, error)),
        }
    }

    /// Takes the last step back and returns it; `None` at the start. The steps before it are played again, so
    /// that a game uses no memory for undo.
    pub fn undo(&mut self) -> Option<Step> {
        let undone = self.turns.last()?.step;
        self.take_back_to(self.turns.len() - 1);
        Some(undone)
    }

    /// Takes back all steps but the first of them, which are played again.
    pub fn take_back_to(&mut self, kept: usize) {
        let steps = self.steps();
        let remarks = std::mem::take(&mut self.remarks);
        *self = GamePlay { remarks, ..GamePlay::new(self.game.clone(), self.from) };
        for &step in &steps[..kept] {
            self.step(step).expect("the step was taken before");
        }
    }

    /// The steps so far, each with its events.
    pub fn turns(&self) -> &[PlayedTurn] {
        &self.turns
    }

    /// The steps so far.
    pub fn steps(&self) -> Vec<Step> {
        self.turns.iter().map(|turn| turn.step).collect()
    }

    /// The steps so far as text.
    pub fn line(&self) -> String {
        write_steps(&self.game.program, &self.steps())
    }
}

impl fmt::Display for GamePlay {
    /// The board as text of several lines.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&render::board(&self.game, self.position(), Style::default()))
    }
}

impl Game {
    /// Begins to play the game from its start.
    ///
    /// ```
    /// let play = uur::Game::shipped("oware").expect("it is shipped").play();
    /// assert_eq!(play.legal_moves().len(), 6);
    /// ```
    pub fn play(&self) -> GamePlay {
        GamePlay::new(Arc::new(self.clone()), None)
    }

    /// Begins to play the game from a position, which belongs to the first round.
    pub fn play_from(&self, position: Position) -> GamePlay {
        GamePlay::new(Arc::new(self.clone()), Some(position))
    }

    /// Parses a position, such as `south 4 4 4; north 4 4 4`.
    ///
    /// # Errors
    /// If the text is not a position on this board.
    pub fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        read_position(self, text)
    }

    /// A position as text, in the notation that [`Game::parse_position`] parses.
    pub fn position_text(&self, position: &Position) -> String {
        write_position(self, position)
    }

    /// A position drawn as the board, in several lines.
    pub fn board(&self, position: &Position) -> String {
        render::board(self, position, Style::default())
    }

    /// The rules in English, in lines of at most `width` columns. [`explain::rule_text`] has them as a document.
    pub fn explain(&self, width: usize) -> String {
        explain::rules(self, width)
    }

    /// The events of a move in English, a text for each event that stands alone or row of seeds sown.
    ///
    /// ```
    /// let game = uur::Game::shipped("layli-goobalay").expect("it is shipped");
    /// let mut play = game.play();
    /// let turn = play.play(play.legal_moves()[0])?;
    /// assert_eq!(game.describe(&turn.events)[0], "lap 1: lift 4 seeds from A");
    /// # Ok::<(), uur::StepError>(())
    /// ```
    pub fn describe(&self, events: &[Event]) -> Vec<String> {
        explain::group_drops(events).into_iter().map(|group| explain::describe_event(self, group)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Rng;
    use crate::variants;

    /// Plays moves at random, with lots won by chance, and returns the events and positions.
    fn random(play: &mut GamePlay, chance: &mut Rng, most: usize) -> Vec<Position> {
        let mut positions = vec![*play.position()];
        while positions.len() <= most {
            let moves = play.legal_moves();
            let step = match play.due() {
                NextStep::Move(_) => Step::Move(moves[chance.below(moves.len())]),
                NextStep::Lot(_) => Step::Lot(crate::rules::Side::BOTH[chance.below(2)]),
                NextStep::Round => {
                    play.next_round();
                    continue;
                }
                NextStep::Nothing(_) => break,
            };
            if play.step(step).is_err_and(|error| error == StepError::TooLong) {
                break;
            }
            positions.push(*play.position());
        }
        positions
    }

    #[test]
    fn every_shipped_game_is_played_and_undone() {
        for name in variants::names() {
            let mut play = Game::shipped(name).expect("it is shipped").play();
            let positions = random(&mut play, &mut Rng::for_game(1, 0), 8);
            assert!(positions.len() > 1, "{name} has no move");
            for (number, position) in positions.iter().enumerate().rev() {
                assert_eq!(play.position(), position, "{name} after {number} steps");
                assert_eq!(play.undo().is_some(), number > 0, "{name}");
            }
        }
    }

    #[test]
    fn a_refused_move_changes_nothing() {
        let mut play = Game::shipped("oware").expect("it is shipped").play();
        for text in ["A", "a"] {
            play.play(play.parse_move(text).expect("a move")).expect("it is legal");
        }
        let (before, moves) = (*play.position(), play.legal_moves());
        let error = play.play(play.parse_move("A").expect("a move")).expect_err("the pit is empty");
        assert_eq!(error.to_string(), "pit 1 is empty");
        assert_eq!((*play.position(), play.legal_moves()), (before, moves));
        assert_eq!(play.line(), "A a");
    }

    #[test]
    fn a_match_goes_on_after_a_round() {
        let mut play = Game::shipped("hufesay").expect("it is shipped").play();
        random(&mut play, &mut Rng::for_game(2, 0), 200);
        assert!(play.round() > 1, "it ended in its first round: {}", play.line());
    }
}
