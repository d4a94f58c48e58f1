//! Moves, and sets of them as masks.

use smallvec::SmallVec;

use crate::engine::state::choices::Choices;
use crate::engine::state::position::Pit;
use crate::engine::state::width::{LaneSet, Width};
use crate::rules::{Side, Way};

/// A move: which pit to lift, and everything that the mover decides about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The pit.
    pub pit: Pit,
    /// How many seeds stay there, where the rules allow to leave some; `None` is the usual lift.
    pub leaving: Option<u8>,
    /// The way of sowing, where the mover chooses.
    pub way: Option<Way>,
    /// What the mover decides within the move.
    pub choices: Choices,
}

impl Move {
    /// The board is turned instead.
    pub const SWAP: Move = Move::lifting(Pit(u8::MAX));

    /// The usual lift of a pit.
    pub const fn lifting(pit: Pit) -> Move {
        Move { pit, leaving: None, way: None, choices: Choices::NONE }
    }
}

/// The moves of a player. They use the heap only where a game lets the mover decide much.
pub type Moves = SmallVec<[Move; 24]>;

/// A set of moves as a bit for each lane; where there are two ways of sowing, two bits a lane, of which the
/// higher is the way against the letters. On boards of more than 15 pits a player these begin with the mover's half.
pub type MoveMask = u64;

/// The pits by the way in which they are sown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ways<W: Width> {
    /// Those with a fixed way, by the way.
    pub fixed: [W::Set; 2],
    /// Those whose way the mover chooses.
    pub free: W::Set,
}

impl<W: Width> Ways<W> {
    /// Those that may be sown one way.
    #[inline(always)]
    pub fn sown(&self, way: Way) -> W::Set {
        self.fixed[way as usize] | self.free
    }

    /// The mask of some lanes, each sown in all ways in which it may be.
    #[inline(always)]
    pub fn mask_of(&self, mover: Side, lanes: W::Set) -> MoveMask {
        let bits = |way| spread_bits((lanes & self.sown(way)).down(first_in_mask::<W>(mover)).bits() as u64);
        bits(Way::Onward) | bits(Way::Back) << 1
    }

    /// Whether the mover chooses the way of a lane.
    #[inline(always)]
    pub fn is_free(&self, lane: usize) -> bool {
        self.free.has(lane)
    }
}

/// The lane of the first bits of a mask of two bits a lane.
#[inline(always)]
pub(crate) fn first_in_mask<W: Width>(mover: Side) -> usize {
    if W::BOTH_HALVES { 0 } else { W::HALF * mover as usize }
}

/// How many moves a mask has that lift pits of the mover's half and are sown one way.
#[inline(always)]
pub(crate) fn count_in_half<W: Width>(mover: Side, mask: MoveMask) -> usize {
    count(mask >> (W::HALF * mover as usize), W::WORDS / 2)
}

/// The move of a number in such a mask, from 0.
#[inline(always)]
pub(crate) fn nth_in_half<W: Width>(mover: Side, mask: MoveMask, number: usize) -> u8 {
    let half = W::HALF * mover as usize;
    (nth(mask >> half, W::WORDS / 2, number) + half) as u8
}

/// How many bits are set in the lowest bytes.
#[inline(always)]
fn count(bits: u64, bytes: usize) -> usize {
    (0..bytes).map(|byte| (MEMBERS[(bits >> (8 * byte) & 0xFF) as usize] >> 60) as usize).sum()
}

/// The place of the bit of a number, counted from 0, in the lowest bytes.
#[inline(always)]
pub(crate) fn nth(bits: u64, bytes: usize, mut number: usize) -> usize {
    let mut place = 0;
    let mut members = MEMBERS[(bits & 0xFF) as usize];
    for byte in 1..bytes {
        let in_byte = (members >> 60) as usize;
        if number < in_byte {
            break;
        }
        number -= in_byte;
        place = 8 * byte;
        members = MEMBERS[(bits >> (8 * byte) & 0xFF) as usize];
    }
    place + (members >> (4 * number % 64) & 7) as usize
}

/// For each byte the places of its bits, four bits each from the lowest, and how many they are in the highest four.
const MEMBERS: [u64; 256] = {
    let mut members = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut number, mut place) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                members[byte] |= (place as u64) << (4 * number);
                number += 1;
            }
            place += 1;
        }
        members[byte] |= number << 60;
        byte += 1;
    }
    members
};

/// Every second bit.
pub(crate) const EVEN: u64 = 0x5555_5555_5555_5555;

/// A word with each of the lower 32 bits moved to twice its place.
pub(crate) fn spread_bits(bits: u64) -> u64 {
    let mut spread = bits & 0xFFFF_FFFF;
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF;
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF;
    spread = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    spread = (spread | spread << 2) & 0x3333_3333_3333_3333;
    (spread | spread << 1) & EVEN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_counted_from_the_lowest() {
        let bits: u64 = 0b1001_1000_0010_0110;
        let places: Vec<usize> = (0..6).map(|number| nth(bits, 4, number)).collect();
        assert_eq!(places, [1, 2, 5, 11, 12, 15]);
        assert_eq!(count(bits, 4), 6);
    }

    #[test]
    fn bits_are_spread_over_two_ways() {
        assert_eq!(spread_bits(0b1011), 0b100_0101);
        assert_eq!(spread_bits(0x8000_0001), 1 << 62 | 1);
    }
}
