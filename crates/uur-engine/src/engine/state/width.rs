//! How a board is stored: the machine words of its seeds, and the sets of its pits.
//!
//! Every pit and store is a *lane*, one byte of the words (SIMD within a register, SWAR: L. Lamport,
//! Multiple byte processing with full-word instructions, CACM 18 (1975), 471-475). Each player has
//! half of the lanes: the player's pits from A on are the first lanes of the half, the store is its
//! last. A set of lanes has one bit a lane. A game is played at the smallest width that holds its
//! board, so that small boards stay in registers.

use std::fmt::Debug;
use std::hash::Hash;
use std::hint::select_unpredictable;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::engine::state::{Common, Rare, RareParts};

/// How a board is stored.
pub trait Width: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The words of all lanes, eight lanes a word.
    type Words: LaneWords;
    /// A set of lanes.
    type Set: LaneSet;
    /// What only some games store.
    type Rare: RareParts<Self::Set>;
    /// Words of the seeds, even.
    const WORDS: usize;
    /// Lanes of both players.
    const LANES: usize = 8 * Self::WORDS;
    /// Lanes of one player.
    const HALF: usize = 4 * Self::WORDS;
    /// The lane of no pit: where a path leads to that leaves the board.
    const NONE: usize = Self::Set::BITS - 1;
    /// Whether it stores what only some games need.
    const RARE: bool = <Self::Rare as RareParts<Self::Set>>::STORED;
    /// Whether a set of moves fits into a word, with a bit a lane.
    const MASKS: bool = Self::LANES <= 64;
    /// Whether it fits with two bits a lane, for the ways of sowing. Where it does not, only the mover's half is in it.
    const BOTH_HALVES: bool = 2 * Self::LANES <= 64;
}

/// Declares each width with its words, its sets, and what it stores of the rare parts.
macro_rules! widths {
    ($($(#[$meaning:meta])* $name:ident: $words:literal, $set:ty, $rare:ty;)*) => {$(
        $(#[$meaning])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $name;

        impl Width for $name {
            type Words = [u64; $words];
            type Set = $set;
            type Rare = $rare;
            const WORDS: usize = $words;
        }
    )*};
}

widths! {
    /// Up to 7 pits a player.
    Narrow: 2, u32, Common;
    /// Up to 15 pits a player.
    Wide: 4, u64, Common;
    /// Up to 15 pits a player, in games that store more than seeds and one kind of mark.
    Rich: 4, u64, Rare<u64>;
    /// Up to 23 pits a player.
    Broad: 6, u64, Common;
    /// Up to 23 pits a player, in games that store more than seeds and one kind of mark.
    BroadRich: 6, u64, Rare<u64>;
    /// Up to 32 pits a player, in all games.
    Vast: 10, u128, Rare<u128>;
}

/// The words of all lanes. Each word is named and not indexed, so that few words stay in registers.
pub trait LaneWords: Copy + Eq + Hash + Debug + Default + AsMut<[u64]> + Send + Sync {
    /// The word of a number.
    fn word(self, number: usize) -> u64;
    /// The words, each replaced; the function gets its number as well.
    fn map(self, replace: impl FnMut(usize, u64) -> u64) -> Self;
    /// The words, each combined with one of others.
    fn zip(self, others: Self, combine: impl FnMut(u64, u64) -> u64) -> Self;
    /// A value made from all words, each given with its number.
    fn fold<T>(self, first: T, add: impl FnMut(T, usize, u64) -> T) -> T;
}

macro_rules! lane_words {
    ($count:literal: $($number:literal)*) => {
        impl LaneWords for [u64; $count] {
            #[inline(always)]
            fn word(self, number: usize) -> u64 {
                // Of few words one is selected by the bits of its number, so that they stay in registers; a jump would
                // be predicted badly. More are kept in memory.
                if $count > 4 {
                    return self[number];
                }
                let pair = |first: usize| {
                    select_unpredictable(number & 1 == 0, self[first % $count], self[(first + 1) % $count])
                };
                select_unpredictable(number & 2 == 0, pair(0), pair(2))
            }

            #[inline(always)]
            fn map(self, mut replace: impl FnMut(usize, u64) -> u64) -> Self {
                [$(replace($number, self[$number])),*]
            }

            #[inline(always)]
            fn zip(self, others: Self, mut combine: impl FnMut(u64, u64) -> u64) -> Self {
                [$(combine(self[$number], others[$number])),*]
            }

            #[inline(always)]
            fn fold<T>(self, first: T, mut add: impl FnMut(T, usize, u64) -> T) -> T {
                let value = first;
                $(let value = add(value, $number, self[$number]);)*
                value
            }
        }
    };
}

lane_words!(2: 0 1);
lane_words!(4: 0 1 2 3);
lane_words!(6: 0 1 2 3 4 5);
lane_words!(10: 0 1 2 3 4 5 6 7 8 9);

/// A set of lanes, one bit a lane.
pub trait LaneSet:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Send
    + Sync
    + 'static
{
    /// Lanes that a set can hold.
    const BITS: usize;
    /// No lane.
    const EMPTY: Self;
    /// The set of one lane.
    fn one(lane: usize) -> Self;
    /// The lanes from the first to below the second.
    fn span(from: usize, to: usize) -> Self;
    /// The lanes below one.
    fn below(lane: usize) -> Self;
    /// The lanes of a word of eight, given as a byte.
    fn of_byte(byte: u64, word: usize) -> Self;
    /// The lanes of a word of eight, as a byte.
    fn byte(self, word: usize) -> u64;
    /// Whether a lane is in the set.
    fn has(self, lane: usize) -> bool;
    /// Whether no lane is.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// The number of lanes.
    fn len(self) -> u32;
    /// The lowest lane; [`LaneSet::BITS`] if the set is empty.
    fn lowest(self) -> usize;
    /// The highest lane of a set that is not empty.
    fn highest(self) -> usize;
    /// The set without its lowest lane.
    fn rest(self) -> Self;
    /// The set as a number.
    fn bits(self) -> u128;
    /// The set with each lane moved down so far.
    fn down(self, lanes: usize) -> Self;
    /// The set with each lane moved up so far.
    fn up(self, lanes: usize) -> Self;

    /// The lanes of the set, from the lowest.
    #[inline]
    fn lanes(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        std::iter::from_fn(move || {
            let lane = left.lowest();
            let more = !left.is_empty();
            left = left.rest();
            more.then_some(lane)
        })
    }

    /// The lanes of the set that pass a test.
    #[inline]
    fn filter(self, mut is: impl FnMut(usize) -> bool) -> Self {
        self.lanes().filter(|&lane| is(lane)).fold(Self::EMPTY, |found, lane| found | Self::one(lane))
    }

    /// The set if a condition holds, else no lane.
    #[inline]
    fn when(self, holds: bool) -> Self {
        if holds { self } else { Self::EMPTY }
    }
}

macro_rules! lane_set {
    ($number:ty) => {
        impl LaneSet for $number {
            const BITS: usize = <$number>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline]
            fn one(lane: usize) -> Self {
                1 << (lane % Self::BITS as usize)
            }

            fn span(from: usize, to: usize) -> Self {
                (from..to).fold(0, |set, lane| set | Self::one(lane))
            }

            #[inline]
            fn below(lane: usize) -> Self {
                Self::one(lane).wrapping_sub(1)
            }

            #[inline]
            fn of_byte(byte: u64, word: usize) -> Self {
                (byte as Self) << (8 * word)
            }

            #[inline]
            fn byte(self, word: usize) -> u64 {
                (self >> (8 * word)) as u64 & 0xFF
            }

            #[inline]
            fn has(self, lane: usize) -> bool {
                self >> (lane % Self::BITS as usize) & 1 == 1
            }

            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn highest(self) -> usize {
                (Self::BITS as u32 - 1).wrapping_sub(self.leading_zeros()) as usize
            }

            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn bits(self) -> u128 {
                self as u128
            }

            #[inline]
            fn down(self, lanes: usize) -> Self {
                self >> lanes
            }

            #[inline]
            fn up(self, lanes: usize) -> Self {
                self << lanes
            }
        }
    };
}

lane_set!(u32);
lane_set!(u64);
lane_set!(u128);
