//! When a move is stopped: it has come round, it has reached a bound, or the work is to end.
//!
//! Sowing is deterministic, so a move goes on for ever exactly when the state of the turn (seeds, marks, the
//! pit to be lifted) recurs. Brent's algorithm finds that with one state stored for comparison (R. P. Brent,
//! An improved Monte Carlo factorization algorithm, BIT 20 (1980), 176-184).
//!
//! A small rule file can have sowings that neither end nor come round in a lifetime. Every sowing asks from time to
//! time whether to go on, and none has more laps than [`MOST_LAPS`], so that no command has to wait for its end. A
//! move that overruns its budget counts as one without end; the position after it means nothing.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use crate::engine::state::State;
use crate::engine::state::turn::TurnState;
use crate::engine::state::width::Width;
use crate::engine::walk::Walk;

/// The most events of a move that are recorded. A sowing of a small rule file can have hundreds of millions.
pub const MOST_EVENTS: u64 = 1_000_000;

/// The most laps of a sowing, unless the rules declare a bound. A sowing that has more is abandoned: whether it has
/// an end stays unknown.
pub const MOST_LAPS: u32 = 1 << 26;

/// The most laps of a move that is followed only to find out whether it may be made.
const MOST_LAPS_IN_QUESTION: u32 = 1 << 22;

/// The same once such a move was abandoned, so that no further one is waited for.
const MOST_LAPS_ONCE_ABANDONED: u32 = 1 << 14;

/// From this lap on the engine examines whether a move has come round: before, a copy of the board costs more
/// than the laps.
pub(crate) const CYCLE_CHECK_AFTER: u32 = 16;

/// The number of laps of one sowing after which an interrupt is asked for: a power of two, so that asking
/// costs nothing, and few enough that it is asked many times a second.
const LAPS_BETWEEN_CHECKS: u32 = 1 << 12;

/// How much one move may take, and whether it took more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The most laps.
    pub laps: u32,
    /// The most events, if they are observed; examined after each lap.
    pub events: u64,
    overrun: Option<Overrun>,
    /// Whether no caller asks for an overrun, so that the program reports it, see
    /// [`Program::cut_short`](super::Program::cut_short).
    is_reported: bool,
}

/// Why a move was abandoned although the rules would go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overrun {
    /// It had more laps than its budget allows.
    Laps,
    /// It had more events than its budget allows.
    Events,
    /// The work is to end.
    Interrupted,
}

/// Why a move goes no further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// It repeats itself after this number of laps.
    ComesRound(u32),
    /// It has reached the bound of laps that the rules declare.
    Bound,
    /// It has overrun its budget.
    Overrun,
}

impl Budget {
    /// As much as a move may take: [`MOST_LAPS`].
    pub const FULL: Budget = Budget { laps: MOST_LAPS, events: u64::MAX, overrun: None, is_reported: true };

    /// A budget of laps.
    pub const fn laps(laps: u32) -> Budget {
        Budget { laps, is_reported: false, ..Budget::FULL }
    }

    /// A budget of events.
    pub const fn events(events: u64) -> Budget {
        Budget { events, is_reported: false, ..Budget::FULL }
    }

    /// Why the move was abandoned, if it was.
    pub fn overrun(&self) -> Option<Overrun> {
        self.overrun
    }

    /// Counts an event.
    #[inline(always)]
    pub(crate) fn spend_event(&mut self) {
        self.events = self.events.saturating_sub(1);
    }

    pub(crate) fn exceed(&mut self, why: Overrun) {
        self.overrun = Some(why);
    }
}

/// Watches the laps of one move.
#[derive(Debug, Clone)]
pub(crate) struct LapWatch<W: Width> {
    /// An earlier state of the turn: if it recurs, the move has no end.
    reference: Option<(State<W>, TurnState<W>)>,
}

impl<W: Width> LapWatch<W> {
    pub fn new() -> Self {
        LapWatch { reference: None }
    }

    /// Whether a move is stopped before its next lap.
    #[inline]
    pub fn check(
        &mut self,
        walk: &Walk<W>,
        state: &State<W>,
        turn: &TurnState<W>,
        budget: &mut Budget,
    ) -> Option<Stopped> {
        let laps = turn.laps;
        if laps < CYCLE_CHECK_AFTER && walk.lines.bound.is_none() && laps < budget.laps && budget.events > 0 {
            return None;
        }
        if let Some((earlier, before)) = &self.reference
            && same_turn(walk, state, turn, earlier, before)
        {
            return Some(Stopped::ComesRound(laps - before.laps));
        }
        if walk.lines.bound.is_some_and(|bound| laps >= u32::from(bound)) {
            return Some(Stopped::Bound);
        }
        let overrun = if laps >= budget.laps {
            Some(Overrun::Laps)
        } else if budget.events == 0 {
            Some(Overrun::Events)
        } else if laps.is_multiple_of(LAPS_BETWEEN_CHECKS) && walk.interrupted() {
            Some(Overrun::Interrupted)
        } else {
            None
        };
        if let Some(overrun) = overrun {
            if budget.is_reported && overrun == Overrun::Laps {
                walk.interrupt.abandon();
            }
            budget.exceed(overrun);
            return Some(Stopped::Overrun);
        }
        if laps >= CYCLE_CHECK_AFTER && laps.is_power_of_two() {
            self.reference = Some((*state, *turn));
        }
        None
    }
}

/// Whether a move goes on from here as it went on before.
pub(crate) fn same_turn<W: Width>(
    walk: &Walk<W>,
    state: &State<W>,
    turn: &TurnState<W>,
    earlier: &State<W>,
    before: &TurnState<W>,
) -> bool {
    turn.here == before.here
        && turn.way == before.way
        && turn.gathered == before.gathered
        && turn.captured.min(walk.lines.captured_limit) == before.captured.min(walk.lines.captured_limit)
        && turn.reached == before.reached
        && (walk.lines.counted_laps == 0 || same_lap(walk.lines.counted_laps, turn.laps, before.laps))
        && state.same_board(earlier)
}

/// Whether no rule tells two laps of a move apart, if none tells laps after a number apart.
fn same_lap(counted: u16, one: u32, other: u32) -> bool {
    let distinguished = u32::from(counted) + 1;
    match counted {
        u16::MAX => one % 2 == other % 2,
        _ => one.min(distinguished) == other.min(distinguished),
    }
}

/// What ends sowings before their end: a deadline, a person who no longer waits, or their length.
#[derive(Clone, Default)]
pub(crate) struct Interrupt(Arc<Stops>);

#[derive(Default)]
struct Stops {
    stops: Option<Box<dyn Fn() -> bool + Send + Sync>>,
    on_abandoned: Option<Box<dyn Fn() + Send + Sync>>,
    heard: AtomicBool,
    /// The number of sowings abandoned because of their length.
    abandoned: AtomicU32,
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Stops { heard, abandoned, .. } = &*self.0;
        f.debug_struct("Interrupt").field("heard", heard).field("abandoned", abandoned).finish_non_exhaustive()
    }
}

impl Interrupt {
    /// `on_abandoned` is called when a sowing is abandoned because of its length.
    pub fn new(
        stops: impl Fn() -> bool + Send + Sync + 'static,
        on_abandoned: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let on_abandoned = Some(Box::new(on_abandoned) as _);
        Interrupt(Arc::new(Stops { stops: Some(Box::new(stops)), on_abandoned, ..Stops::default() }))
    }

    /// Whether a sowing has been cut short.
    #[inline]
    pub fn heard(&self) -> bool {
        self.0.heard.load(Ordering::Relaxed) || self.abandoned() > 0
    }

    /// The number of sowings abandoned because of their length.
    #[inline]
    pub fn abandoned(&self) -> u32 {
        self.0.abandoned.load(Ordering::Relaxed)
    }

    /// Counts a sowing that is abandoned because of its length.
    pub fn abandon(&self) {
        self.0.abandoned.fetch_add(1, Ordering::Relaxed);
        if let Some(on_abandoned) = &self.0.on_abandoned {
            on_abandoned();
        }
    }

    /// The budget of a move that is followed only to find out whether it may be made.
    pub fn budget_in_question(&self) -> Budget {
        let laps = if self.abandoned() > 0 { MOST_LAPS_ONCE_ABANDONED } else { MOST_LAPS_IN_QUESTION };
        Budget { laps, ..Budget::FULL }
    }

    /// Whether the work is to end.
    pub fn stops(&self) -> bool {
        self.heard() || self.is_asked_to_stop()
    }

    fn is_asked_to_stop(&self) -> bool {
        self.0.heard.load(Ordering::Relaxed) || self.0.stops.as_ref().is_some_and(|stops| stops())
    }

    /// Whether the work is to end from outside, asked by a sowing, which is then cut short.
    #[cold]
    pub fn cuts_short(&self) -> bool {
        let stops = self.is_asked_to_stop();
        self.0.heard.fetch_or(stops, Ordering::Relaxed);
        stops
    }
}
