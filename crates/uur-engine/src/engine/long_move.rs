//! Sowings of many laps, continued by themselves, several at a time if need be.
//!
//! A sowing without end comes back to where it was, but only after many thousands of laps. So a sowing that has
//! become long is set aside as a [`LongMove`]: a caller may bound it, ask from time to time whether to go on, or
//! advance several interleaved, so that while one waits for memory the others go on.
//!
//! Where laps can be undone, in one way each, and nothing but laps has happened since a state, that state is the
//! first to recur; so it is stored. What is captured seldom comes back to be captured again: after each change the
//! state is stored anew. A sowing of many changes, or of other laps, stores the state of the last lap whose number
//! is a power of two (Brent 1980).

use super::budget::MOST_LAPS;
use super::compiled::Engine;
use super::fast_path::{Landed, MoveContext, Tables};
use super::landing_table::NextLap;
use super::moves::MoveMask;
use super::state::State;
use super::width::Width;

/// After this number of laps a sowing is a [`LongMove`].
pub(super) const LONG_MOVE_AFTER: u16 = 64;

/// After this number of changes a sowing may come round with changes.
const MOST_CHANGES: u32 = 1 << 10;

/// A sowing that is followed to its end asks after this number of laps whether to go on.
const LAPS_BETWEEN_CHECKS: u64 = 1 << 16;

/// A sowing of many laps that is under way.
#[derive(Debug, Clone)]
pub struct LongMove<W: Width> {
    /// The state before the move.
    was: State<W>,
    /// The move.
    code: u8,
    of_move: MoveContext,
    /// The state before the next lap.
    now: State<W>,
    next: NextLap,
    laps: u64,
    reached: W::Set,
    /// An earlier `now` and `next`: if they recur, the sowing has no end.
    reference: (State<W>, NextLap),
    /// How often something but a lap has happened.
    changes: u32,
    /// Since the reference there were only laps that can be undone, so that it recurs if anything does.
    reversible: bool,
}

/// How a [`LongMove`] ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LongMoveEnd {
    /// With a landing; with a bonus the mover moves once more.
    Landed {
        /// Whether the mover does.
        bonus: bool,
    },
    /// It came to where it had been, or to the bound of the rules.
    Endless,
}

impl<W: Width> LongMove<W> {
    #[cold]
    pub(super) fn begin(
        was: State<W>,
        code: u8,
        of_move: MoveContext,
        now: State<W>,
        next: NextLap,
        reached: W::Set,
        reversible: bool,
    ) -> Box<Self> {
        let (laps, reference, changes) = (LONG_MOVE_AFTER.into(), (now, next), 0);
        Box::new(LongMove { was, code, of_move, now, next, laps, reached, reference, changes, reversible })
    }

    /// Laps so far.
    pub fn laps(&self) -> u64 {
        self.laps
    }

    /// Whether it has more laps than a sowing may have, see [`MOST_LAPS`].
    pub fn is_too_long(&self) -> bool {
        self.laps >= u64::from(MOST_LAPS)
    }
}

impl<W: Width> Tables<'_, W> {
    /// One lap of a sowing of many; how it ended, if it did.
    #[inline(always)]
    fn advance(&self, long: &mut LongMove<W>) -> Option<LongMoveEnd> {
        if self.engine.bound.is_some_and(|bound| long.laps >= u64::from(bound)) {
            return Some(LongMoveEnd::Endless);
        }
        let unmarked = self.engine.unmarked(&long.now);
        match self.lap(&mut long.now, unmarked, long.of_move, long.next, &mut long.reached) {
            Landed::End { bonus } => return Some(LongMoveEnd::Landed { bonus }),
            Landed::Relay(lane) => long.next = NextLap { lane, sown_on: 0, ..long.next },
            Landed::Changed(next) => {
                long.next = next;
                long.changes += 1;
                if long.changes < MOST_CHANGES {
                    long.laps += 1;
                    long.reference = (long.now, next);
                    return None;
                }
                long.reversible = false;
            }
        }
        let LongMove { now, reference: (earlier, before), .. } = long;
        if before.sown_on > 0 {
            // Nothing comes back to a lap of captured seeds but another capture.
            long.reference = (long.now, long.next);
        } else if before.lane == long.next.lane
            && earlier.seeds == now.seeds
            && *before == long.next
            && earlier.marks == now.marks
            && earlier.rare == now.rare
        {
            return Some(LongMoveEnd::Endless);
        }
        long.laps += 1;
        if !long.reversible && long.laps.is_power_of_two() {
            long.reference = (long.now, long.next);
        }
        None
    }
}

impl<W: Width> Engine<W> {
    /// See [`Engine::finish_long_move`].
    pub(super) fn follow_long_move(&self, mut long: Box<LongMove<W>>) -> (State<W>, MoveMask) {
        let end = loop {
            match self.advance(&mut long, LAPS_BETWEEN_CHECKS) {
                Some(end) => break end,
                None if self.interrupted() || self.abandons(&long) => break LongMoveEnd::Endless,
                None => {}
            }
        };
        self.complete(&long, end)
    }

    /// Whether a sowing is abandoned because it is too long, see [`Program::cut_short`](super::Program::cut_short).
    fn abandons(&self, long: &LongMove<W>) -> bool {
        let is_too_long = long.is_too_long();
        if is_too_long {
            self.interrupt.abandon();
        }
        is_too_long
    }

    /// See [`Engine::complete`].
    pub(super) fn complete_long_move(&self, long: &LongMove<W>, end: LongMoveEnd) -> (State<W>, MoveMask) {
        match end {
            LongMoveEnd::Endless => {
                let mut state = long.was;
                let moves = self.after_endless(&mut state);
                (state, moves)
            }
            LongMoveEnd::Landed { bonus } => self.land_quietly::<false>(long.now, &long.was, long.code, bonus),
        }
    }

    /// Goes on with a sowing for at most this number of laps; how it ended, if it did.
    pub fn advance(&self, long: &mut LongMove<W>, most: u64) -> Option<LongMoveEnd> {
        let tables = self.tables()?;
        (0..most).find_map(|_| tables.advance(long))
    }

    /// Goes on with several sowings interleaved, each for at most this number of laps or until one ends, so that
    /// while one waits the others go on; how each ended, if it did.
    pub fn advance_interleaved(&self, moves: &mut [Box<LongMove<W>>], most: u64) -> Vec<Option<LongMoveEnd>> {
        let mut ends = vec![None; moves.len()];
        let Some(tables) = self.tables() else { return ends };
        for _ in 0..most {
            let mut ended = false;
            for (long, end) in moves.iter_mut().zip(&mut ends) {
                *end = tables.advance(long);
                ended |= end.is_some();
            }
            if ended {
                break;
            }
        }
        ends
    }
}
