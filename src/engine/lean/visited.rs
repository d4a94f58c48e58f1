//! The positions of a round that may still come again, for packed positions.

use super::{Lean, Packed};
use crate::engine::History;
use crate::rules::Side;

/// The positions of a round, of which those since the last loss of seeds may come again.
#[derive(Debug, Clone, Default)]
pub struct Visited<const N: usize> {
    positions: Vec<Packed<N>>,
    recent: Recent,
}

/// Which positions may come again.
#[derive(Debug, Clone, Copy, Default)]
pub struct Recent {
    /// The number of the first of them.
    begin: usize,
    /// A bit for some of the digits of each: most moves are found to repeat nothing by this alone.
    filter: [u64; 2],
    /// Seeds that were off the board in the last one.
    off: u8,
}

impl<const N: usize> Visited<N> {
    /// The positions of a history.
    pub fn of(machine: &Lean<N>, history: &History) -> Self {
        let mut visited = Visited::default();
        for position in history.positions() {
            let packed = Packed::of(&machine.program, position);
            visited.record(machine, &packed);
        }
        visited
    }

    /// Forgets all and begins with a position, in the room that is there.
    pub fn restart(&mut self, packed: &Packed<N>) {
        self.positions.clear();
        self.recent = Recent { begin: 0, filter: [0; 2], off: off(packed) };
        self.add(packed, digits(packed));
    }

    /// Adds a position and tells how often it has come, this time included.
    #[inline]
    pub fn record(&mut self, machine: &Lean<N>, packed: &Packed<N>) -> usize {
        let off = off(packed);
        // Where seeds that have left the board do not come back, no position before comes again.
        if off != self.recent.off && !machine.program.returns {
            self.recent = Recent { begin: self.positions.len(), filter: [0; 2], off };
        }
        let digits = digits(packed);
        let known = self.recent.filter[digits >> 6 & 1] >> (digits & 63) & 1 == 1;
        let times = if known { 1 + self.earlier(packed) } else { 1 };
        self.add(packed, digits);
        times
    }

    fn earlier(&self, packed: &Packed<N>) -> usize {
        let repeats = |earlier: &&Packed<N>| earlier.to_move == packed.to_move && earlier.same_board(packed);
        self.positions[self.recent.begin..].iter().filter(repeats).count()
    }

    /// Which positions may come again now, for [`Visited::take_back`].
    pub fn recent(&self) -> Recent {
        self.recent
    }

    /// Takes back the last position; which ones could come again was so before it was added.
    pub fn take_back(&mut self, recent: Recent) {
        self.positions.pop();
        self.recent = recent;
    }

    #[inline]
    fn add(&mut self, packed: &Packed<N>, digits: usize) {
        self.positions.push(*packed);
        self.recent.filter[digits >> 6 & 1] |= 1 << (digits & 63);
    }
}

/// Seeds off the board.
#[inline]
fn off<const N: usize>(packed: &Packed<N>) -> u8 {
    packed.captured(Side::South) + packed.captured(Side::North) + packed.out
}

/// Seven binary digits of a number of the pits and the player to move.
#[inline]
fn digits<const N: usize>(packed: &Packed<N>) -> usize {
    let mixed = packed
        .pits()
        .iter()
        .fold(packed.to_move as u64, |mixed, word| (mixed.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    (mixed >> 57) as usize
}
