//! What happens in a move, reported while it happens.
//!
//! The events of a move, folded over the position before it with [`Position::apply`], give the position after
//! it.

use super::compiled::Engine;
use super::landing::{Examined, Moment};
use super::state::State;
use super::turn::TurnState;
use super::width::Width;
use super::{Mark, Outcome, Pit, Position, Reason};
use crate::rules::{ClauseId, Side, Way};

/// One thing that happened, and the clause that made it. `None` stands for a default of the
/// language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The move goes this way.
    Way {
        /// Which.
        way: Way,
        /// Why.
        clause: ClauseId,
    },
    /// Seeds are taken in hand: the beginning of a lap.
    Lift {
        /// Out of which pit.
        pit: Pit,
        /// How many.
        seeds: u8,
        /// Which lap of the move, from 1.
        lap: u32,
        /// What allowed it.
        clause: ClauseId,
    },
    /// Seeds stay in the pit that was lifted.
    Leave {
        /// Which pit.
        pit: Pit,
        /// How many.
        seeds: u8,
        /// Why.
        clause: ClauseId,
    },
    /// A pit is passed over.
    Skip {
        /// Which.
        pit: Pit,
        /// Why.
        clause: ClauseId,
    },
    /// A seed falls, or several at once.
    Drop {
        /// Into which pit.
        pit: Pit,
        /// How many it holds now.
        seeds: u8,
        /// How many have fallen at once.
        fell: u8,
        /// The clause of the sowing.
        clause: ClauseId,
    },
    /// Seeds leave the board.
    Capture {
        /// Out of which pit.
        pit: Pit,
        /// How many.
        seeds: u8,
        /// Whose they are; nobody's if they leave the game.
        to: Option<Side>,
        /// Why.
        clause: ClauseId,
    },
    /// Seeds go from one pit to another.
    Transfer {
        /// Out of which pit.
        from: Pit,
        /// Into which.
        to: Pit,
        /// How many.
        seeds: u8,
        /// Why.
        clause: ClauseId,
    },
    /// A pit gets a mark, or loses it.
    Marked {
        /// Which pit.
        pit: Pit,
        /// Its mark now.
        mark: Option<Mark>,
        /// Why.
        clause: ClauseId,
    },
    /// A line is tried again at another pit, and fits.
    Repeat {
        /// Where.
        pit: Pit,
        /// Which.
        clause: ClauseId,
    },
    /// A move that had ended is taken back to where its last seed fell.
    Undone {
        /// Why.
        clause: ClauseId,
    },
    /// The rest of the move goes the other way.
    Reversed {
        /// Why.
        clause: ClauseId,
    },
    /// The mover has chosen a pit.
    Chosen {
        /// Which.
        pit: Pit,
        /// Why.
        clause: ClauseId,
    },
    /// The mover has decided whether a line fits that he may decline.
    Decided {
        /// Whether it does.
        fits: bool,
        /// Which line.
        clause: ClauseId,
    },
    /// The board is turned instead of a move.
    Swapped {
        /// Why.
        clause: ClauseId,
    },
    /// The move ends.
    Stop {
        /// Where its last seed fell.
        pit: Pit,
        /// Why; `None` if no line of `land` fits.
        clause: Option<ClauseId>,
    },
    /// The mover moves once more.
    Bonus {
        /// Why.
        clause: ClauseId,
    },
    /// The laps would go round for ever, or beyond the declared bound.
    Endless {
        /// After how many laps this was certain.
        laps: u32,
        /// The clause that says what it means.
        clause: Option<ClauseId>,
    },
    /// A bonus move that cannot be made, or an endless move that counts as a pass.
    Pass {
        /// Who passes.
        side: Side,
        /// Why.
        clause: Option<ClauseId>,
    },
    /// At the end somebody takes what is left in a pit.
    Take {
        /// Which pit.
        pit: Pit,
        /// How many seeds.
        seeds: u8,
        /// Who.
        to: Side,
        /// Why.
        clause: Option<ClauseId>,
    },
    /// A place holds again what it held before the move was taken back, in part or as a whole.
    Restored {
        /// Which pit or store; `None` stands for the seeds that have left the game.
        pit: Option<Pit>,
        /// How many seeds.
        seeds: u8,
        /// The mark.
        mark: Option<Mark>,
        /// Whether it is out of play.
        closed: bool,
    },
    /// The move has ended, and the next turn begins.
    MoveEnded {
        /// Whose.
        to_move: Side,
        /// As [`Position::last`].
        last: Option<(Pit, Pit)>,
        /// As [`Position::ways`].
        ways: [Option<Way>; 2],
        /// As [`Position::territory`].
        territory: i8,
    },
    /// The round is over.
    Over {
        /// How.
        outcome: Outcome,
    },
    /// A lot is decided.
    Lot {
        /// Who won it.
        winner: Side,
        /// The hand-play.
        clause: ClauseId,
    },
    /// Seeds are laid out before the first move.
    Arranged {
        /// By whom; by chance without a player.
        by: Option<Side>,
        /// What allows it.
        clause: ClauseId,
    },
    /// Seeds left over go from one player to the other.
    Cede {
        /// Who gives them.
        from: Side,
        /// How many.
        seeds: u16,
        /// Why.
        clause: ClauseId,
    },
    /// A player fills his pits for a new round.
    Fill {
        /// Who.
        side: Side,
        /// How many pits.
        pits: u8,
        /// Why.
        clause: ClauseId,
    },
    /// A player's pits that cannot be filled are closed, or stay empty.
    Unfilled {
        /// Whose.
        side: Side,
        /// How many pits.
        pits: u8,
        /// What becomes of them.
        clause: ClauseId,
    },
    /// A round brings a player points.
    Points {
        /// Whom.
        side: Side,
        /// How many.
        points: u16,
        /// Why.
        clause: ClauseId,
    },
    /// A round begins.
    Begin {
        /// Who has the first move.
        side: Side,
        /// Why.
        clause: ClauseId,
    },
    /// The match is over.
    MatchOver {
        /// Who won it; nobody if it is a draw.
        winner: Option<Side>,
        /// Why.
        clause: ClauseId,
    },
}

impl Event {
    /// Whether it serves [`Position::apply`] alone: what it says follows from the events before it.
    pub fn is_bookkeeping(&self) -> bool {
        matches!(self, Event::Restored { .. } | Event::MoveEnded { .. })
    }

    /// The clause that made it.
    pub fn clause(&self) -> Option<ClauseId> {
        match *self {
            Event::Way { clause, .. }
            | Event::Lift { clause, .. }
            | Event::Leave { clause, .. }
            | Event::Lot { clause, .. }
            | Event::Arranged { clause, .. }
            | Event::Cede { clause, .. }
            | Event::Fill { clause, .. }
            | Event::Unfilled { clause, .. }
            | Event::Begin { clause, .. }
            | Event::Points { clause, .. }
            | Event::MatchOver { clause, .. }
            | Event::Skip { clause, .. }
            | Event::Drop { clause, .. }
            | Event::Capture { clause, .. }
            | Event::Transfer { clause, .. }
            | Event::Marked { clause, .. }
            | Event::Repeat { clause, .. }
            | Event::Undone { clause }
            | Event::Reversed { clause }
            | Event::Chosen { clause, .. }
            | Event::Decided { clause, .. }
            | Event::Swapped { clause }
            | Event::Bonus { clause } => Some(clause),
            Event::Stop { clause, .. }
            | Event::Endless { clause, .. }
            | Event::Pass { clause, .. }
            | Event::Take { clause, .. } => clause,
            Event::Over { outcome } => outcome.clause,
            Event::Restored { .. } | Event::MoveEnded { .. } => None,
        }
    }
}

impl Event {
    /// Splits the events of a step of a match into those of its move alone and those that the move does not decide
    /// by itself: repetition, and what follows a round.
    pub fn split_move(events: &[Event]) -> (&[Event], &[Event]) {
        let ended = events.iter().position(|event| matches!(event, Event::MoveEnded { .. })).unwrap_or(0);
        let over = events.iter().enumerate().find_map(|(at, event)| match event {
            Event::Over { outcome } => Some((at, outcome.reason)),
            _ => None,
        });
        let after = |at: &usize| matches!(events[*at], Event::Take { .. } | Event::Over { .. });
        let alone = match over {
            None => events.len(),
            Some((_, Reason::Repetition)) => (ended..events.len()).find(after).unwrap_or(events.len()),
            Some((at, _)) => at + 1,
        };
        events.split_at(alone)
    }
}

impl Position {
    /// The position after the events of a move.
    pub fn after(mut self, events: &[Event]) -> Position {
        events.iter().for_each(|event| self.apply(event));
        self
    }

    /// Changes the position as an event of a move says. Events of a match, which lie between rounds, change
    /// nothing.
    pub fn apply(&mut self, event: &Event) {
        match *event {
            Event::Lift { pit, seeds, .. } => {
                self.take(pit, seeds);
            }
            Event::Drop { pit, fell, .. } => self.put(pit, fell),
            Event::Capture { pit, seeds, to, .. } => {
                self.take(pit, seeds);
                match to {
                    Some(side) => self.put(Pit::store(side), seeds),
                    None => self.out += u16::from(seeds),
                }
            }
            Event::Transfer { from, to, seeds, .. } => {
                self.take(from, seeds);
                self.put(to, seeds);
            }
            Event::Take { pit, seeds, to, .. } => {
                self.take(pit, seeds);
                self.put(Pit::store(to), seeds);
            }
            Event::Marked { pit, mark, .. } => self.marks[pit.index()] = mark,
            Event::Restored { pit: Some(pit), seeds, mark, closed } => {
                self.take(pit, u8::MAX);
                self.put(pit, seeds);
                if pit.store_of().is_none() {
                    self.marks[pit.index()] = mark;
                    self.closed = self.closed & !(1 << pit.0) | u64::from(closed) << pit.0;
                }
            }
            Event::Restored { pit: None, seeds, .. } => self.out = seeds.into(),
            Event::Pass { side, .. } => self.to_move = side.other(),
            Event::MoveEnded { to_move, last, ways, territory } => {
                self.ply = self.ply.saturating_add(1);
                (self.to_move, self.last, self.ways, self.territory) = (to_move, last, ways, territory);
            }
            Event::Over { outcome } => self.outcome = Some(outcome),
            Event::Way { .. }
            | Event::Leave { .. }
            | Event::Skip { .. }
            | Event::Repeat { .. }
            | Event::Undone { .. }
            | Event::Reversed { .. }
            | Event::Chosen { .. }
            | Event::Decided { .. }
            | Event::Swapped { .. }
            | Event::Stop { .. }
            | Event::Bonus { .. }
            | Event::Endless { .. }
            | Event::Lot { .. }
            | Event::Arranged { .. }
            | Event::Cede { .. }
            | Event::Fill { .. }
            | Event::Unfilled { .. }
            | Event::Points { .. }
            | Event::Begin { .. }
            | Event::MatchOver { .. } => {}
        }
    }
}

/// Observes the events of a move, in order. `()` observes nothing and costs nothing.
pub trait Observer {
    /// Whether anything is observed.
    const TRACES: bool = true;

    /// Something has happened.
    fn event(&mut self, event: Event);

    /// Whether [`Observer::landed`] is to be called.
    fn wants_landings(&self) -> bool {
        false
    }

    /// The last seed of a lap has fallen, and the lines of `land` are about to be examined.
    fn landed(&mut self, _moment: &dyn Moment) {}
}

impl Observer for () {
    const TRACES: bool = false;

    fn event(&mut self, _event: Event) {}
}

impl<F: FnMut(Event)> Observer for F {
    fn event(&mut self, event: Event) {
        self(event);
    }
}

impl Observer for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}

/// What the engine reports to: nothing, or an observer that it does not know at compile time, so that a move is
/// compiled twice and not once for every observer.
pub(super) trait Trace {
    const TRACES: bool;
    fn event(&mut self, event: Event);
    fn wants_landings(&self) -> bool;
    fn landed<W: Width>(&mut self, engine: &Engine<W>, state: &State<W>, turn: &TurnState<W>);
}

impl Trace for () {
    const TRACES: bool = false;

    fn event(&mut self, _event: Event) {}

    fn wants_landings(&self) -> bool {
        false
    }

    fn landed<W: Width>(&mut self, _engine: &Engine<W>, _state: &State<W>, _turn: &TurnState<W>) {}
}

/// An observer that is not known at compile time.
pub(super) trait AnyObserver {
    fn observe(&mut self, event: Event);
    fn wants(&self) -> bool;
    fn land(&mut self, moment: &dyn Moment);
}

impl<O: Observer> AnyObserver for O {
    fn observe(&mut self, event: Event) {
        self.event(event);
    }

    fn wants(&self) -> bool {
        self.wants_landings()
    }

    fn land(&mut self, moment: &dyn Moment) {
        self.landed(moment);
    }
}

impl Trace for &mut dyn AnyObserver {
    const TRACES: bool = true;

    fn event(&mut self, event: Event) {
        self.observe(event);
    }

    fn wants_landings(&self) -> bool {
        self.wants()
    }

    fn landed<W: Width>(&mut self, engine: &Engine<W>, state: &State<W>, turn: &TurnState<W>) {
        self.land(&Examined { engine, state: *state, turn: *turn, before_move: false });
    }
}
