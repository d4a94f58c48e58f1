//! Events of moves and matches, reported while a move is played.
//!
//! The events of a move, folded over the position before it with [`Position::apply`], give the position after
//! it.

use crate::engine::state::State;
use crate::engine::state::outcome::{Outcome, Reason};
use crate::engine::state::position::{Mark, Memory, Pit, Position};
use crate::engine::state::turn::TurnState;
use crate::engine::state::width::Width;
use crate::engine::walk::Walk;
use crate::engine::walk::landing::{Examined, Moment};
use crate::rules::{ClauseId, CounterId, Rules, Side, Way};

/// An event, and the clause that caused it; `None` is a default of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The direction of the move.
    Way {
        /// The direction.
        way: Way,
        /// The clause.
        clause: ClauseId,
    },
    /// Seeds are lifted, and a lap begins.
    Lift {
        /// The pit.
        pit: Pit,
        /// The number of seeds.
        seeds: u8,
        /// The number of the lap in the move, from 1.
        lap: u32,
        /// The clause that allows it.
        clause: ClauseId,
    },
    /// Seeds go into the hand, to be sown on.
    Gather {
        /// The pit.
        pit: Pit,
        /// The number of seeds.
        seeds: u8,
        /// The clause.
        clause: ClauseId,
    },
    /// A lap of the seeds in hand begins.
    Resow {
        /// The pit after which they are sown.
        after: Pit,
        /// The number of seeds.
        seeds: u8,
        /// The number of the lap in the move, from 1.
        lap: u32,
        /// The clause.
        clause: ClauseId,
    },
    /// Seeds stay in the pit that was lifted.
    Leave {
        /// The pit.
        pit: Pit,
        /// The number of seeds.
        seeds: u8,
        /// The clause.
        clause: ClauseId,
    },
    /// A pit gets no seed.
    Skip {
        /// The pit.
        pit: Pit,
        /// The clause.
        clause: ClauseId,
    },
    /// One or several seeds fall into a pit.
    Drop {
        /// The pit.
        pit: Pit,
        /// The number of seeds that it holds now.
        seeds: u8,
        /// The number of seeds that fell.
        fell: u8,
        /// The clause of the sowing.
        clause: ClauseId,
    },
    /// Seeds leave the board.
    Capture {
        /// The pit.
        pit: Pit,
        /// The number of seeds.
        seeds: u8,
        /// The player who gets them; `None` if they leave the game.
        to: Option<Side>,
        /// The clause.
        clause: ClauseId,
    },
    /// Seeds move from one pit to another.
    Transfer {
        /// The origin.
        from: Pit,
        /// The destination.
        to: Pit,
        /// The number of seeds.
        seeds: u8,
        /// The clause.
        clause: ClauseId,
    },
    /// A pit gets a mark, or loses it.
    Marked {
        /// The pit.
        pit: Pit,
        /// The mark that it has now.
        mark: Option<Mark>,
        /// The clause.
        clause: ClauseId,
    },
    /// A player's counter changes.
    Counted {
        /// The player.
        side: Side,
        /// The counter.
        counter: CounterId,
        /// Its value now.
        value: u8,
        /// The clause.
        clause: ClauseId,
    },
    /// A clause is applied again at another pit.
    Repeat {
        /// The pit.
        pit: Pit,
        /// The clause.
        clause: ClauseId,
    },
    /// The state after the last seed of the last lap is restored.
    Undone {
        /// How many seeds come back from the stores and from out of the game.
        seeds: u8,
        /// The clause.
        clause: ClauseId,
    },
    /// The direction is reversed for the rest of the move.
    Reversed {
        /// The clause.
        clause: ClauseId,
    },
    /// The mover has chosen a pit.
    Chosen {
        /// The pit.
        pit: Pit,
        /// The clause.
        clause: ClauseId,
    },
    /// The mover has decided whether a clause applies.
    Decided {
        /// Whether it applies.
        fits: bool,
        /// The clause.
        clause: ClauseId,
    },
    /// The player has turned the board instead of moving.
    Swapped {
        /// The clause.
        clause: ClauseId,
    },
    /// The move ends.
    Stop {
        /// The pit where its last seed fell.
        pit: Pit,
        /// The clause; `None` if no line of `land` applies.
        clause: Option<ClauseId>,
    },
    /// The mover gets a bonus move.
    Bonus {
        /// The clause.
        clause: ClauseId,
    },
    /// The move is endless, or reaches the declared bound of laps.
    Endless {
        /// The number of laps after which this was certain.
        laps: u32,
        /// The clause of the consequence.
        clause: Option<ClauseId>,
    },
    /// The turn passes: a bonus move is impossible, or an endless move is a pass.
    Pass {
        /// The player who passes.
        side: Side,
        /// The clause.
        clause: Option<ClauseId>,
    },
    /// A player takes the remaining seeds of a pit at the end.
    Take {
        /// The pit.
        pit: Pit,
        /// The number of seeds.
        seeds: u8,
        /// The player.
        to: Side,
        /// The clause.
        clause: Option<ClauseId>,
    },
    /// The contents of a place are restored, because a move was undone in part or as a whole.
    Restored {
        /// The pit or store; `None` for the seeds that have left the game.
        pit: Option<Pit>,
        /// The number of seeds.
        seeds: u8,
        /// The mark.
        mark: Option<Mark>,
        /// Whether the pit is out of play.
        closed: bool,
    },
    /// The move has ended, and the next turn begins.
    MoveEnded {
        /// The player of the next turn.
        to_move: Side,
        /// As [`Position::ply`].
        ply: u16,
        /// As [`Position::last`].
        last: Option<(Pit, Pit)>,
        /// As [`Position::ways`].
        ways: [Option<Way>; 2],
        /// As [`Position::memory`].
        memory: Memory,
        /// As [`Position::territory`].
        territory: i8,
    },
    /// The round is over.
    Over {
        /// The outcome.
        outcome: Outcome,
    },
    /// A lot is decided.
    Lot {
        /// The winner.
        winner: Side,
        /// The clause of the hand game.
        clause: ClauseId,
    },
    /// Seeds are laid out before the first move.
    Arranged {
        /// The player; `None` for a random setup.
        by: Option<Side>,
        /// The clause that allows it.
        clause: ClauseId,
    },
    /// A player cedes the remaining seeds to the other.
    Cede {
        /// The player who cedes them.
        from: Side,
        /// The number of seeds.
        seeds: u16,
        /// The clause.
        clause: ClauseId,
    },
    /// A player fills pits for a new round.
    Fill {
        /// The player.
        side: Side,
        /// The number of pits.
        pits: u8,
        /// The clause.
        clause: ClauseId,
    },
    /// A player's pits that cannot be filled are closed, or stay empty.
    Unfilled {
        /// The player.
        side: Side,
        /// The number of pits.
        pits: u8,
        /// The clause of the consequence.
        clause: ClauseId,
    },
    /// The winner of a round owns pits of the other row in the next.
    Gained {
        /// The player.
        side: Side,
        /// The number of pits.
        pits: u8,
        /// The clause.
        clause: ClauseId,
    },
    /// Pits keep their seeds for the next round.
    Kept {
        /// The number of seeds in them.
        seeds: u16,
        /// The clause.
        clause: ClauseId,
    },
    /// A player gets points for a round.
    Points {
        /// The player.
        side: Side,
        /// The number of points.
        points: u16,
        /// The clause.
        clause: ClauseId,
    },
    /// A round begins.
    Begin {
        /// The player who moves first.
        side: Side,
        /// The clause.
        clause: ClauseId,
    },
    /// The match is over.
    MatchOver {
        /// The winner; `None` if it is a draw.
        winner: Option<Side>,
        /// The clause.
        clause: ClauseId,
    },
}

/// The events of a move without the captures, transfers, marks and counts that [`Event::Undone`] took back. What lines of
/// `drop` did as the last seed fell stays.
pub fn standing<'a>(rules: &'a Rules, events: &'a [Event]) -> impl Iterator<Item = &'a Event> {
    let undone = |at: usize| {
        let rest = events[at + 1..].iter();
        rest.take_while(|event| !matches!(event, Event::Drop { .. })).any(|event| matches!(event, Event::Undone { .. }))
    };
    let is_effect = |event: &Event| {
        matches!(event, Event::Capture { .. } | Event::Transfer { .. } | Event::Marked { .. } | Event::Counted { .. })
    };
    let as_it_fell = |event: &Event| rules.drop.iter().any(|line| event.clause() == Some(line.id));
    let stands = move |(at, event): &(usize, &Event)| !(is_effect(event) && !as_it_fell(event) && undone(*at));
    events.iter().enumerate().filter(stands).map(|(_, event)| event)
}

impl Event {
    /// Whether only [`Position::apply`] needs it, because it follows from the events before it.
    pub fn is_bookkeeping(&self) -> bool {
        matches!(self, Event::Restored { .. } | Event::MoveEnded { .. })
    }

    /// A short word for what happened, as reports have it.
    pub fn kind(&self) -> &'static str {
        match self {
            Event::Way { .. } => "way",
            Event::Lift { .. } => "lift",
            Event::Gather { .. } => "gather",
            Event::Resow { .. } => "resow",
            Event::Leave { .. } => "leave",
            Event::Skip { .. } => "skip",
            Event::Drop { .. } => "drop",
            Event::Capture { .. } => "capture",
            Event::Transfer { .. } => "transfer",
            Event::Marked { mark: Some(_), .. } => "mark",
            Event::Marked { mark: None, .. } => "unmark",
            Event::Counted { .. } => "count",
            Event::Repeat { .. } => "repeat",
            Event::Undone { .. } => "undo",
            Event::Reversed { .. } => "reverse",
            Event::Chosen { .. } => "choose",
            Event::Decided { fits: true, .. } => "do",
            Event::Decided { fits: false, .. } => "decline",
            Event::Swapped { .. } => "swap",
            Event::Restored { .. } => "restore",
            Event::MoveEnded { .. } => "end",
            Event::Stop { .. } => "stop",
            Event::Bonus { .. } => "bonus",
            Event::Endless { .. } => "endless",
            Event::Pass { .. } => "pass",
            Event::Take { .. } => "take",
            Event::Over { .. } => "over",
            Event::Lot { .. } => "lot",
            Event::Arranged { .. } => "arrange",
            Event::Cede { .. } => "cede",
            Event::Fill { .. } => "fill",
            Event::Unfilled { .. } => "unfilled",
            Event::Gained { .. } => "gain",
            Event::Kept { .. } => "keep",
            Event::Points { .. } => "points",
            Event::Begin { .. } => "begin",
            Event::MatchOver { .. } => "match over",
        }
    }

    /// Returns the clause that caused it.
    pub fn clause(&self) -> Option<ClauseId> {
        match *self {
            Event::Way { clause, .. }
            | Event::Lift { clause, .. }
            | Event::Gather { clause, .. }
            | Event::Resow { clause, .. }
            | Event::Leave { clause, .. }
            | Event::Lot { clause, .. }
            | Event::Arranged { clause, .. }
            | Event::Cede { clause, .. }
            | Event::Fill { clause, .. }
            | Event::Unfilled { clause, .. }
            | Event::Gained { clause, .. }
            | Event::Kept { clause, .. }
            | Event::Begin { clause, .. }
            | Event::Points { clause, .. }
            | Event::MatchOver { clause, .. }
            | Event::Skip { clause, .. }
            | Event::Drop { clause, .. }
            | Event::Capture { clause, .. }
            | Event::Transfer { clause, .. }
            | Event::Marked { clause, .. }
            | Event::Counted { clause, .. }
            | Event::Repeat { clause, .. }
            | Event::Undone { clause, .. }
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

    /// The clause that takes effect with the event. One that the mover has declined takes none.
    pub fn acting_clause(&self) -> Option<ClauseId> {
        match self {
            Event::Decided { fits: false, .. } => None,
            event => event.clause(),
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
            Event::Lift { pit, seeds, .. } | Event::Gather { pit, seeds, .. } => {
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
            Event::Counted { side, counter, value, .. } => {
                self.memory.counters[usize::from(counter.0)][side] = value;
            }
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
            Event::MoveEnded { to_move, ply, last, ways, memory, territory } => {
                (self.to_move, self.ply, self.last) = (to_move, ply, last);
                (self.ways, self.memory, self.territory) = (ways, memory, territory);
            }
            Event::Over { outcome } => self.outcome = Some(outcome),
            Event::Way { .. }
            | Event::Leave { .. }
            | Event::Skip { .. }
            | Event::Repeat { .. }
            | Event::Resow { .. }
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
            | Event::Gained { .. }
            | Event::Kept { .. }
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
pub(crate) trait Trace {
    const TRACES: bool;
    fn event(&mut self, event: Event);
    fn wants_landings(&self) -> bool;
    fn landed<W: Width>(&mut self, walk: &Walk<W>, state: &State<W>, turn: &TurnState<W>);
}

impl Trace for () {
    const TRACES: bool = false;

    fn event(&mut self, _event: Event) {}

    fn wants_landings(&self) -> bool {
        false
    }

    fn landed<W: Width>(&mut self, _engine: &Walk<W>, _state: &State<W>, _turn: &TurnState<W>) {}
}

/// An observer that is not known at compile time.
pub(crate) trait AnyObserver {
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

    fn landed<W: Width>(&mut self, walk: &Walk<W>, state: &State<W>, turn: &TurnState<W>) {
        self.land(&Examined { walk, state: *state, turn: *turn, before_move: false });
    }
}
