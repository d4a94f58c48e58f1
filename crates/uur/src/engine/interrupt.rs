//! The end of a sowing from outside: a deadline, or a person who no longer waits.
//!
//! A sowing of a small rule file can have hundreds of millions of laps. Every sowing asks from time to time
//! whether to go on, so that no command has to wait for its end. A sowing that is cut short counts as one
//! without end; the position after it means nothing. So the caller asks [`Program::cut_short`] after a move
//! and drops what rests on it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Program;

/// The number of laps of one sowing after which it asks again: a power of two, so that the question costs
/// nothing, and few enough that it is asked many times a second.
const LAPS_UNASKED: u64 = 1 << 12;

/// Who may end sowings, and whether a sowing has been ended.
pub(super) struct Interrupt {
    stops: Box<dyn Fn() -> bool + Send + Sync>,
    heard: AtomicBool,
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Interrupt").field("heard", &self.heard).finish_non_exhaustive()
    }
}

impl Program {
    /// Lets sowings of many laps be cut short once `stops` is true. Copies of the program heed it, too.
    pub fn heed(&mut self, stops: impl Fn() -> bool + Send + Sync + 'static) {
        self.interrupt = Some(Arc::new(Interrupt { stops: Box::new(stops), heard: AtomicBool::new(false) }));
    }

    /// Lets sowings be cut short when those of another program are.
    pub fn heed_like(&mut self, other: &Program) {
        self.interrupt.clone_from(&other.interrupt);
    }

    /// Whether a sowing was cut short. From then on every long sowing is, and no result is to be trusted.
    #[inline]
    pub fn cut_short(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|interrupt| interrupt.heard.load(Ordering::Relaxed))
    }

    /// Whether the work is to end: a sowing was cut short, or would be now.
    pub fn stops(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|interrupt| interrupt.heard.load(Ordering::Relaxed) || (interrupt.stops)())
    }

    /// Whether a sowing is cut short after this number of laps.
    #[inline]
    pub(super) fn interrupts(&self, laps: u64) -> bool {
        laps.is_multiple_of(LAPS_UNASKED) && laps > 0 && self.interrupted()
    }

    #[cold]
    fn interrupted(&self) -> bool {
        let Some(interrupt) = &self.interrupt else { return false };
        let stops = self.stops();
        interrupt.heard.fetch_or(stops, Ordering::Relaxed);
        stops
    }
}
