//! Sowings of many laps, walked on by themselves, several at a time if need be.
//!
//! A sowing without end comes back to where it was, but only after many thousands of laps. So a sowing
//! that has become long is put down as a [`Walk`]: a caller may bound it, ask from time to time whether to
//! go on, or walk several together, so that while one waits for memory the others go on.
//!
//! Where laps can be undone, one way each, and nothing but laps has happened, the first state to come
//! again is the one with which the walk began; so that is kept. Else it is the state of the last lap whose
//! number is a power of two (Brent 1980).

use super::swift::{Landed, Ready};
use super::{Lean, Packed};

/// After so many laps a sowing is a [`Walk`].
pub(super) const WALKED_FROM: u16 = 64;

/// A sowing that is walked to its end asks after this number of laps whether to go on.
const ASKED_AFTER: u64 = 1 << 16;

/// A sowing of many laps that is under way.
#[derive(Debug, Clone)]
pub struct Walk<const N: usize> {
    /// The position before the move.
    was: Packed<N>,
    /// The move.
    lane: usize,
    /// The position when the lane `from` is to be lifted.
    now: Packed<N>,
    from: usize,
    laps: u64,
    reached: u64,
    /// An earlier `now` and `from`: if they come again, the sowing has no end.
    kept: Packed<N>,
    kept_from: usize,
    /// Nothing but laps that can be undone, so that what is kept comes again if anything does.
    undoable: bool,
}

/// How a [`Walk`] ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WalkEnd {
    /// With a landing; perhaps the mover moves once more.
    Landed {
        /// Whether he does.
        bonus: bool,
    },
    /// It came to where it had been.
    Endless,
}

impl<const N: usize> Walk<N> {
    #[cold]
    pub(super) fn begun(
        was: Packed<N>,
        lane: usize,
        now: Packed<N>,
        from: usize,
        reached: u64,
        undoable: bool,
    ) -> Box<Self> {
        let laps = WALKED_FROM.into();
        Box::new(Walk { was, lane, now, from, laps, reached, kept: now, kept_from: from, undoable })
    }
}

impl<const N: usize> Ready<'_, N> {
    /// One lap of a sowing of many; how it ended, if it did.
    #[inline(always)]
    fn walk(&self, walk: &mut Walk<N>) -> Option<WalkEnd> {
        if walk.laps >= self.lean.most_laps {
            return Some(WalkEnd::Endless);
        }
        let unmarked = self.lean.unmarked(&walk.now);
        match self.lap(&mut walk.now, unmarked, walk.lane, walk.from, &mut walk.reached) {
            Landed::End { bonus } => return Some(WalkEnd::Landed { bonus }),
            Landed::Relay(pit) => walk.from = pit,
            Landed::Changed(pit) => {
                walk.from = pit;
                walk.undoable = false;
            }
        }
        if walk.kept_from == walk.from && walk.kept.seeds == walk.now.seeds && walk.kept.marks == walk.now.marks {
            return Some(WalkEnd::Endless);
        }
        walk.laps += 1;
        if !walk.undoable && walk.laps.is_power_of_two() {
            (walk.kept, walk.kept_from) = (walk.now, walk.from);
        }
        None
    }
}

impl<const N: usize> Lean<N> {
    /// Walks a sowing to its end, and plays its move.
    #[cold]
    pub(super) fn walk_out(&self, packed: &mut Packed<N>, mut walk: Box<Walk<N>>) -> u64 {
        let end = loop {
            match self.walk(&mut walk, ASKED_AFTER) {
                Some(end) => break end,
                None if self.program.interrupts(ASKED_AFTER) => break WalkEnd::Endless,
                None => {}
            }
        };
        self.walked(packed, &walk, end)
    }

    /// Makes a position what it is after a move whose sowing has been walked to its end; gives the legal
    /// moves there.
    pub fn walked(&self, packed: &mut Packed<N>, walk: &Walk<N>, end: WalkEnd) -> u64 {
        match end {
            WalkEnd::Endless => {
                *packed = walk.was;
                self.end_endless(packed)
            }
            WalkEnd::Landed { bonus } => {
                *packed = walk.now;
                self.landed(packed, &walk.was, walk.lane, bonus)
            }
        }
    }

    /// Walks on, for so many laps at most; how the sowing ended, if it did.
    pub fn walk(&self, walk: &mut Walk<N>, most: u64) -> Option<WalkEnd> {
        let ready = self.ready()?;
        (0..most).find_map(|_| ready.walk(walk))
    }

    /// Walks several sowings on, each for so many laps at most or until one ends, so that while one
    /// waits the others go on; how each ended, if it did.
    pub fn walk_together(&self, walks: &mut [Box<Walk<N>>], most: u64) -> Vec<Option<WalkEnd>> {
        let mut ends = vec![None; walks.len()];
        let Some(ready) = self.ready() else { return ends };
        for _ in 0..most {
            let mut ended = false;
            for (walk, end) in walks.iter_mut().zip(&mut ends) {
                *end = ready.walk(walk);
                ended |= end.is_some();
            }
            if ended {
                break;
            }
        }
        ends
    }
}
