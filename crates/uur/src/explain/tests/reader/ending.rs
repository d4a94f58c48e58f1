//! What follows a move in a rule text: the next turn, or the end.

use super::moves::{TooLongToFollow, answered};
use super::play::{EndOfMove, MoveInMind};
use super::view::BoardInMind;
use super::{TextReader, TurnInMind};
use crate::engine::{Memory, Move, Outcome, Pit, Position, Reason};
use crate::explain::say::{Say, Stuck, Told};
use crate::rules::*;

/// What became of a move.
pub struct PlayedMove {
    pub position: Position,
    /// The pits into which seeds fell, in their order.
    pub fallen: Vec<Pit>,
}

impl TextReader<'_> {
    /// Plays a move and begins the next turn.
    ///
    /// # Errors
    /// If a sowing is too long to be followed.
    pub fn play(&self, was: &Position, m: Move) -> Result<PlayedMove, TooLongToFollow> {
        answered(|| {
            if m == Move::SWAP {
                // The players keep their points.
                let mut position = Position { points: was.points, ..self.layout.mirrored_position(was) };
                position.ply += 1;
                let moves_on = self.heard.swaps.contains(&(position.ply, true));
                if moves_on {
                    position.to_move = was.to_move;
                }
                position.memory.bonus_turn = moves_on && self.game.program.facts().asked.bonus_turn;
                self.begin_turn(&mut position, None);
                return PlayedMove { position, fallen: vec![] };
            }
            let way = m.way.unwrap_or_else(|| self.ways(was, m.pit)[0]);
            let mut play = MoveInMind::new(self, *was, TurnInMind { m, ..TurnInMind::before(was, m.pit, way) });
            let end = play.run();
            let fallen = std::mem::take(&mut play.fallen);
            PlayedMove { position: self.after(was, &play, end), fallen }
        })
    }

    /// The position after a move, when the next turn has begun.
    fn after(&self, was: &Position, play: &MoveInMind, end: EndOfMove) -> Position {
        let mover = was.to_move;
        let mut position = play.position;
        let mut again = false;
        match end {
            EndOfMove::Done => {}
            EndOfMove::Bonus => again = true,
            EndOfMove::Over(verdict) => {
                position.ply += 1;
                self.end(&mut position, &Ending { takings: vec![], verdict });
                return position;
            }
            EndOfMove::Endless(stopped) => {
                let (_, outcome) = self.heard.endless.as_ref().expect("it is told what an endless move is");
                position = if *outcome == EndlessOutcome::Stop { *stopped } else { *was };
                if let EndlessOutcome::Over(ending) = outcome {
                    position.ply += 1;
                    self.end(&mut position, ending);
                    return position;
                }
            }
            EndOfMove::Asks(options) => panic!("a legal move leaves a decision open: {options:?}"),
        }
        // Turns are counted up to a swap, from one number of the opening to the next.
        let number = position.ply + 1;
        let swaps: Vec<u16> = self.heard.swaps.iter().map(|(ply, _)| *ply).collect();
        let is_named = swaps.contains(&number) || self.heard.scripts.iter().any(|script| script.ply == number);
        let waits = again && !is_named && swaps.iter().any(|ply| *ply > number);
        position.ply += u16::from(!waits);
        self.remember(&mut position, &play.turn, again);
        if again && !self.has_move(&position) {
            position.ply = number;
            if let Some(ending) = self.idle_bonus(&position) {
                self.end(&mut position, &ending);
                return position;
            }
            if self.heard.bonus_passes {
                again = false;
                self.remember(&mut position, &play.turn, again);
            }
        }
        if !again && !self.layout.is_alone() {
            position.to_move = mover.other();
        }
        self.begin_turn(&mut position, (!again).then_some(mover));
        position
    }

    /// What later turns may ask of a move.
    fn remember(&self, position: &mut Position, turn: &TurnInMind, again: bool) {
        let program = &self.game.program;
        let asked = program.facts().asked;
        position.last = program.facts().uses_last_move.then_some((turn.turn_origin, turn.here));
        if let (Some(way), true) = (turn.m.way, self.heard.kept.is_some()) {
            position.ways[position.to_move] = Some(way);
        }
        let Memory { bonus_turn, lifted, .. } = &mut position.memory;
        *lifted = if asked.lifted { turn.lifted } else { 0 };
        *bonus_turn = asked.bonus_turn && again;
    }

    /// Begins a turn, after one of a player if that has ended.
    pub fn begin_turn(&self, position: &mut Position, mut ended: Option<Side>) {
        let mut play = MoveInMind::new(self, *position, self.in_question(position));
        let fits =
            |line: &&super::heard::ToldLine| BoardInMind::fallen(self, position, &play.turn).holds(&line.condition);
        if let Some(line) = self.heard.begin.iter().find(fits) {
            play.act(&line.actions).expect("nothing is decided when a turn begins");
            *position = play.position;
        }
        let mut passed = false;
        while let Some(ending) = self.ending(position, ended, passed) {
            if ending.verdict != Verdict::Pass {
                return self.end(position, &ending);
            }
            ended = Some(position.to_move);
            position.to_move = position.to_move.other();
            passed = true;
        }
    }

    /// Whether a position has come so often that the round ends.
    pub fn is_repeated(&self, history: &[Position]) -> bool {
        let Some((last, told)) = history.last().zip(self.heard.repetition.as_ref()) else { return false };
        let (times, remembers, _) = told;
        let past = |position: &Position| (position.last, position.ways, position.memory);
        let again = |earlier: &&Position| {
            last.same_board(earlier) && last.to_move == earlier.to_move && (!remembers || past(last) == past(earlier))
        };
        last.outcome.is_none() && history.iter().filter(again).count() >= usize::from(*times)
    }

    /// Ends the round because a position has come too often.
    pub fn repeat(&self, position: &mut Position) {
        let (.., ending) = self.heard.repetition.as_ref().expect("it is told what a repetition is");
        self.end(position, ending);
    }

    /// The end in the text for a player whose turn begins, or that the turn passes.
    fn ending(&self, position: &Position, ended: Option<Side>, passed: bool) -> Option<Ending> {
        let fitting = |told: &Told| self.fitting(position, told, ended, false);
        let may_pass = |ending: &Ending| ending.verdict != Verdict::Pass || !passed;
        let all: Vec<Ending> = self.heard.endings.iter().filter_map(fitting).filter(may_pass).collect();
        if all.len() > 1 {
            let result = |ending: &Ending| {
                let mut over = *position;
                self.end(&mut over, ending);
                let seeds = if self.heard.rounds.is_empty() { [0; 2] } else { over.captured };
                (ending.verdict == Verdict::Pass, over.outcome.map(|outcome| outcome.winner), seeds)
            };
            let first = all.first().map(result);
            let alike = all.iter().all(|ending| Some(result(ending)) == first);
            if !alike {
                self.order_counted.set(true);
                assert!(self.heard.first_ending, "several ends fit, and their order is not told to count: {all:?}");
            }
        }
        all.into_iter().next()
    }

    /// The end for a player who has earned a bonus move and cannot make it.
    fn idle_bonus(&self, position: &Position) -> Option<Ending> {
        let of_bonus = |told: &&Told| match &told.say {
            Say::EndIf(condition, _) => condition.has(&|part| *part == Condition::Fact(MoveFact::BonusTurn)),
            Say::Enough(_) | Say::EitherStore(_) => true,
            _ => false,
        };
        let told = self.heard.endings.iter().filter(of_bonus);
        let mut endings = told.filter_map(|told| self.fitting(position, told, None, true));
        endings.find(|ending| ending.verdict != Verdict::Pass)
    }

    /// What a sentence about the end says of a position.
    fn fitting(&self, position: &Position, told: &Told, ended: Option<Side>, idle_bonus: bool) -> Option<Ending> {
        let player = position.to_move;
        let other = Position { to_move: player.other(), ..*position };
        let may_pass = || !self.layout.is_alone() && self.has_move(&other);
        let wins = |side: Side| {
            let verdict = if side == player { Verdict::Player } else { Verdict::Opponent };
            Ending { takings: vec![], verdict }
        };
        let pass = Ending { takings: vec![], verdict: Verdict::Pass };
        let goal = Ending { takings: vec![], verdict: Verdict::Goal };
        let (fits, ending) = match &told.say {
            Say::Enough(seeds) => {
                let [south, north] = Side::BOTH.map(|side| position.captured[side] >= *seeds);
                assert!(!(south && north), "both players have enough seeds to win");
                (south || north, wins(if south { Side::South } else { Side::North }))
            }
            Say::EnoughOwn { seeds, begins, wins: winning } => {
                let who = if *begins { Some(player) } else { ended };
                let who = who.filter(|who| position.captured[*who] >= *seeds);
                let winner = who.map_or(player, |who| if *winning { who } else { who.other() });
                (who.is_some(), wins(winner))
            }
            Say::EitherSideEmpty(ending) => {
                (Side::BOTH.iter().any(|side| self.is_empty(position, *side)), ending.clone())
            }
            Say::EitherStore(amount) => (position.captured.iter().any(|seeds| amount.contains(*seeds)), goal),
            Say::CannotMove { stuck, ending } => (self.is_stuck(position, *stuck), ending.clone()),
            Say::NeitherCanMove(ending) => (!self.has_move(position) && !self.has_move(&other), ending.clone()),
            Say::PassIfStuck(stuck) => (self.is_stuck(position, *stuck) && may_pass(), pass),
            Say::PassIf(condition) => (self.holds_now(position, condition) && may_pass(), pass),
            Say::LeftOnBoard(amount, ending) => (amount.contains(position.on_board()), ending.clone()),
            Say::BoardEmpty(ending) => (position.on_board() == 0, ending.clone()),
            Say::EndIf(condition, ending) => {
                let turn = self.in_question(position);
                let view = BoardInMind { idle_bonus, ..BoardInMind::still(self, position, &turn) };
                (view.holds(condition), ending.clone())
            }
            other => panic!("no end: {other:?}"),
        };
        fits.then_some(ending)
    }

    fn is_stuck(&self, position: &Position, stuck: Stuck) -> bool {
        match stuck {
            Stuck::PitsEmpty | Stuck::SideEmpty => self.is_empty(position, position.to_move),
            Stuck::NoMove => !self.has_move(position),
        }
    }

    /// Whether all pits of a player are empty.
    fn is_empty(&self, position: &Position, side: Side) -> bool {
        self.layout.pits().all(|pit| self.owner(position, pit) != side || position.held(pit) == 0)
    }

    /// Ends the round: who takes what, and who wins.
    pub fn end(&self, position: &mut Position, ending: &Ending) {
        let player = position.to_move;
        for &(who, taking) in &ending.takings {
            let takers = match who {
                Who::Each => vec![Side::South, Side::North],
                Who::Player => vec![player],
                Who::Opponent => vec![player.other()],
            };
            let mut room = if taking == Taking::Half { position.on_board() / 2 } else { u16::MAX };
            let half = room;
            for taker in takers {
                if taking == Taking::Half {
                    room = half;
                }
                for pit in self.layout.pits_from(taker) {
                    let takes = match taking {
                        Taking::Rest | Taking::Half => true,
                        Taking::Row(whose) => self.owner(position, pit) == whose.seen_by(taker),
                        Taking::Marked(whose, kind) => position.marks[pit.index()]
                            .is_some_and(|mark| mark.kind == kind && mark.owner == whose.seen_by(taker)),
                    };
                    if takes {
                        let seeds = position.take(pit, room.min(255) as u8);
                        room -= u16::from(seeds);
                        position.captured[taker] += u16::from(seeds);
                    }
                }
            }
        }
        let winner = match ending.verdict {
            Verdict::Player => Some(player),
            Verdict::Opponent => Some(player.other()),
            Verdict::Draw | Verdict::Pass => None,
            Verdict::Goal => {
                assert!(self.heard.more_seeds_win || self.layout.is_alone(), "it is not told who wins");
                let [south, north] = position.captured;
                let more = if south > north { Side::South } else { Side::North };
                (south != north).then_some(more)
            }
        };
        position.outcome = Some(Outcome { reason: Reason::Condition, clause: None, winner });
    }
}
