//! The turn passes on, and the game may end: who takes what is left, and who wins.

use super::event::{Event, Observer};
use super::sow::Played;
use super::{Position, Program};
use crate::rules::{
    ClauseId, Condition, Ending, EndlessOutcome, Goal, PitView, Place, Scene, Side, Step, Taking, Verdict, Who,
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

    fn no_move(&self) -> bool {
        self.program.no_move(self.position)
    }

    fn last_seed(&self) -> bool {
        false
    }

    fn first_lap_ends(&self, _condition: &Condition) -> bool {
        false
    }
}

impl Program {
    /// Ends the move: the turn passes on or stays, and the end of the game is looked at.
    pub(super) fn hand_over(&self, position: &mut Position, played: Played, observer: &mut impl Observer) {
        let mover = position.to_move;
        match played {
            Played::Done(after) => *position = after,
            Played::Bonus(after) => {
                *position = after;
                position.ply += 1;
                if self.no_move(position) {
                    observer.event(Event::Pass { side: mover, clause: None });
                    position.to_move = mover.other();
                }
                self.settle(position, observer);
                return;
            }
            Played::Endless(stopped) => match &self.endless.outcome {
                EndlessOutcome::Over(ending) => {
                    position.ply += 1;
                    self.finish(position, ending, Reason::Endless, self.endless.clause, observer);
                    return;
                }
                EndlessOutcome::Stop => *position = stopped,
                // An endless move that is illegal is not played.
                EndlessOutcome::Pass | EndlessOutcome::Illegal => {
                    observer.event(Event::Pass { side: mover, clause: self.endless.clause })
                }
            },
        }
        position.ply += 1;
        position.to_move = mover.other();
        self.settle(position, observer);
    }

    /// Looks whether the player whose turn begins meets the end of the round, and ends it.
    pub fn settle(&self, position: &mut Position, observer: &mut impl Observer) {
        let beginning = Beginning { program: self, position };
        if let Some(clause) = self.end.iter().find(|clause| clause.condition.holds(&beginning)) {
            let mut asks_for_moves = false;
            clause.condition.walk(&mut |condition| asks_for_moves |= *condition == Condition::NoMove);
            let reason = if asks_for_moves && beginning.no_move() { Reason::NoMove } else { Reason::Condition };
            self.finish(position, &clause.ending, reason, Some(clause.id), observer);
        }
    }

    /// Ends the round because the position has come too often.
    pub fn end_by_repetition(&self, position: &mut Position, observer: &mut impl Observer) {
        self.finish(position, &self.repetition.ending, Reason::Repetition, self.repetition.clause, observer);
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
            for &taker in takers {
                for pit in self.pits_from(taker) {
                    let mark = position.marks[pit.index()];
                    let his = match taking {
                        Taking::Rest => true,
                        Taking::Row(whose) => self.side(pit) == Self::side_of(taker, whose),
                        Taking::Marked(whose, kind) => {
                            mark.is_some_and(|mark| mark.kind == kind && mark.owner == Self::side_of(taker, whose))
                        }
                    };
                    let seeds = position.seeds[pit.index()];
                    if his && seeds > 0 {
                        position.seeds[pit.index()] = 0;
                        position.captured[taker] += u16::from(seeds);
                        observer.event(Event::Take { pit, seeds, to: taker, clause });
                    }
                }
            }
        }
        let winner = match ending.verdict {
            Verdict::Player => Some(player),
            Verdict::Opponent => Some(player.other()),
            Verdict::Draw => None,
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
