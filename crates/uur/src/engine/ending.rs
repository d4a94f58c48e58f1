//! The turn passes on, and the game may end: who takes what is left, and who wins.

use super::event::{Event, Observer};
use super::sow::{Moment, Played, Seen, Turn};
use super::{Move, Pit, Position, Program};
use crate::rules::{
    ClauseId, Condition, EndClause, Ending, EndlessOutcome, Goal, PitView, Place, Scene, Side, Step, Taking, Verdict,
    Way, Who,
};

/// How a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Why.
    pub reason: Reason,
    /// The clause that ended it; `None` is a default of the language.
    pub clause: Option<ClauseId>,
    /// Who won; nobody if it is a draw.
    pub winner: Option<Side>,
}

/// Why a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The player whose turn began had no move.
    NoMove,
    /// The last move would have gone on for ever.
    Endless,
    /// The position came too often.
    Repetition,
    /// Another condition of the game's end held.
    Condition,
}

impl Reason {
    /// A word or two for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::NoMove => "no move",
            Reason::Endless => "endless",
            Reason::Repetition => "repetition",
            Reason::Condition => "condition",
        }
    }
}

/// The moment at which a player's turn begins.
struct Beginning<'a> {
    program: &'a Program,
    position: &'a Position,
}

impl Scene for Beginning<'_> {
    fn pit(&self, _path: &[Step]) -> PitView {
        unreachable!("the checker lets no line of `end` ask of a single pit")
    }

    fn seeds(&self, place: &Place) -> u16 {
        self.program.seeds_in(self.position, self.position.to_move, place)
    }

    fn in_all(&self, condition: &Condition) -> bool {
        match condition {
            Condition::NoMove => self.program.no_move(self.position),
            // What remains is asked of the board alone, as before a move.
            other => {
                let m = Move::lifting(self.program.pit(self.position.to_move, 0));
                let moment = Moment::before(self.position, m, Way::Onward);
                Seen::of(self.program, self.position, &moment).in_all(other)
            }
        }
    }
}

impl Program {
    /// Ends the move: the turn passes on or stays, and the end of the game is looked at.
    pub(super) fn hand_over(
        &self,
        position: &mut Position,
        played: Played,
        turn: &Turn,
        chosen: Option<Way>,
        observer: &mut impl Observer,
    ) {
        let mover = position.to_move;
        let mut again = false;
        match played {
            Played::Done => *position = turn.position,
            Played::Bonus => {
                *position = turn.position;
                again = true;
            }
            Played::Asks(_) => unreachable!("a legal move decides all that is asked"),
            Played::Endless(stopped) => match &self.endless.outcome {
                EndlessOutcome::Over(_) => {
                    position.ply = position.ply.saturating_add(1);
                    self.end_endless(position, observer);
                    return;
                }
                EndlessOutcome::Stop => *position = stopped,
                // An endless move that is illegal is not played.
                EndlessOutcome::Pass | EndlessOutcome::Illegal => {
                    observer.event(Event::Pass { side: mover, clause: self.endless.clause })
                }
            },
        }
        position.ply = position.ply.saturating_add(1);
        position.last = self.remembers.then_some((turn.moment.turn_origin, turn.moment.here));
        if chosen.is_some() {
            position.ways[mover] = chosen;
        }
        if again && self.no_move(position) {
            observer.event(Event::Pass { side: mover, clause: None });
            again = false;
        }
        if !again {
            position.to_move = self.next_player(mover);
        }
        self.settle(position, observer);
    }

    /// The board is turned instead of a move.
    pub(super) fn swap(&self, position: &mut Position, observer: &mut impl Observer) {
        let by = self.swaps.iter().find(|swap| swap.ply == position.ply.saturating_add(1));
        *position = self.mirrored(position);
        position.ply = position.ply.saturating_add(1);
        if let Some(swap) = by {
            observer.event(Event::Swapped { clause: swap.clause });
        }
        self.settle(position, observer);
    }

    /// Begins a turn: what then happens, and whether the player whose turn it is meets the end of the
    /// round.
    pub fn settle(&self, position: &mut Position, observer: &mut impl Observer) {
        if !self.begin.is_empty() {
            let mut turn = Turn::before(self, position, Move::lifting(self.pit(position.to_move, 0)));
            turn.effect(&self.begin, observer);
            *position = turn.position;
        }
        self.look_at_end(position, observer);
    }

    /// Whether this is so of a board for a player, as if his turn began.
    pub fn is_so(&self, position: &Position, side: Side, condition: &Condition) -> bool {
        let position = Position { to_move: side, ..*position };
        condition.holds(&Beginning { program: self, position: &position })
    }

    /// Looks whether the player whose turn begins meets the end of the round, and ends it; or passes
    /// his turn on, if the opponent has a move.
    pub fn look_at_end(&self, position: &mut Position, observer: &mut impl Observer) {
        let mut passed = false;
        while let Some(clause) = self.met(position, passed) {
            if clause.ending.verdict == Verdict::Pass {
                observer.event(Event::Pass { side: position.to_move, clause: Some(clause.id) });
                position.to_move = position.to_move.other();
                passed = true;
                continue;
            }
            let asks_for_moves = clause.condition.has(&|condition| *condition == Condition::NoMove);
            let no_move = asks_for_moves && self.no_move(position);
            let reason = if no_move { Reason::NoMove } else { Reason::Condition };
            self.finish(position, &clause.ending, reason, Some(clause.id), observer);
            return;
        }
    }

    /// The first line of the end that fits. A turn that has been passed on is not passed back.
    fn met(&self, position: &Position, passed: bool) -> Option<&EndClause> {
        let beginning = Beginning { program: self, position };
        let may_pass = || {
            let other = Position { to_move: position.to_move.other(), ..*position };
            !passed && !self.alone && !self.no_move(&other)
        };
        self.end
            .iter()
            .find(|clause| clause.condition.holds(&beginning) && (clause.ending.verdict != Verdict::Pass || may_pass()))
    }

    /// Ends the round because the position has come too often.
    pub fn end_by_repetition(&self, position: &mut Position, observer: &mut impl Observer) {
        self.finish(position, &self.repetition.ending, Reason::Repetition, self.repetition.clause, observer);
    }

    /// Ends the round because the last move would have gone on for ever.
    pub(super) fn end_endless(&self, position: &mut Position, observer: &mut impl Observer) {
        if let EndlessOutcome::Over(ending) = &self.endless.outcome {
            self.finish(position, ending, Reason::Endless, self.endless.clause, observer);
        }
    }

    fn finish(
        &self,
        position: &mut Position,
        ending: &Ending,
        reason: Reason,
        clause: Option<ClauseId>,
        observer: &mut impl Observer,
    ) {
        let player = position.to_move;
        for &(who, taking) in &ending.takings {
            let takers = match who {
                Who::Each => &Side::BOTH[..],
                Who::Player => &[player],
                Who::Opponent => &[player.other()],
            };
            let half = (taking == Taking::Half).then(|| position.on_board() / 2);
            for &taker in takers {
                let mut room = half.unwrap_or(u16::MAX);
                for pit in self.pits_from(taker) {
                    let seeds = u16::from(position.seeds[pit.index()]).min(room) as u8;
                    if seeds > 0 && self.is_his(position, taking, taker, pit) {
                        room -= u16::from(seeds);
                        position.seeds[pit.index()] -= seeds;
                        position.captured[taker] += u16::from(seeds);
                        observer.event(Event::Take { pit, seeds, to: taker, clause });
                    }
                }
            }
        }
        let winner = match ending.verdict {
            Verdict::Player => Some(player),
            Verdict::Opponent => Some(player.other()),
            Verdict::Draw | Verdict::Pass => None,
            Verdict::Goal => match position.captured[Side::South].cmp(&position.captured[Side::North]) {
                std::cmp::Ordering::Greater => Some(Side::South),
                std::cmp::Ordering::Less => Some(Side::North),
                std::cmp::Ordering::Equal => None,
            },
        };
        let outcome = Outcome { reason, clause, winner };
        position.outcome = Some(outcome);
        observer.event(Event::Over { outcome });
    }

    /// Whether a player takes the seeds of a pit.
    fn is_his(&self, position: &Position, taking: Taking, taker: Side, pit: Pit) -> bool {
        match taking {
            Taking::Rest | Taking::Half => true,
            Taking::Row(whose) => self.owner(position, pit) == Self::side_of(taker, whose),
            Taking::Marked(whose, kind) => position.marks[pit.index()]
                .is_some_and(|mark| mark.kind == kind && mark.owner == Self::side_of(taker, whose)),
        }
    }

    /// What the goal counts: seeds in the stores for `most seeds`; without a goal 1 for the winner
    /// of a finished round.
    pub fn score(&self, position: &Position) -> [u16; 2] {
        match self.goal {
            Some(Goal::MostSeeds) => position.captured,
            None => {
                let won = |side| u16::from(position.outcome.is_some_and(|outcome| outcome.winner == Some(side)));
                [won(Side::South), won(Side::North)]
            }
        }
    }
}
