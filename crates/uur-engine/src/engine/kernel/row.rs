//! The lanes of one player in a few words.

use std::fmt::Debug;
use std::hint::select_unpredictable;

/// A player's pits from A on, a byte each, and the store in the last byte.
pub trait Row: Copy + Eq + Default + Debug + AsRef<[u64]> + AsMut<[u64]> + Send + Sync + 'static {
    /// Words of a row.
    const WORDS: usize;
    /// Lanes of a row, of which the last is the store.
    const LANES: usize = 8 * Self::WORDS;
    /// The lane of the store.
    const STORE: usize = Self::LANES - 1;

    /// The words, each combined with one of another row.
    fn zip(self, other: Self, combine: impl FnMut(u64, u64) -> u64) -> Self;

    /// A number made of all words.
    fn fold<T>(self, first: T, add: impl FnMut(T, usize, u64) -> T) -> T;

    /// The word of a lane of one of two rows: the first has the lanes from 0 on, the second those after them.
    fn word(own: Self, other: Self, lane: usize) -> u64;
}

/// A low bit in every lane of a word.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;
/// The high bit of every lane of a word.
pub(super) const HIGHS: u64 = 0x8080_8080_8080_8080;
/// All lanes of a word but the last.
const BELOW_STORE: u64 = u64::MAX >> 8;

macro_rules! rows {
    ($($count:literal: $($number:literal)*;)*) => {$(
        impl Row for [u64; $count] {
            const WORDS: usize = $count;

            #[inline(always)]
            fn zip(self, other: Self, mut combine: impl FnMut(u64, u64) -> u64) -> Self {
                [$(combine(self[$number], other[$number])),*]
            }

            #[inline(always)]
            fn fold<T>(self, first: T, mut add: impl FnMut(T, usize, u64) -> T) -> T {
                let value = first;
                $(let value = add(value, $number, self[$number]);)*
                value
            }

            #[inline(always)]
            fn word(own: Self, other: Self, lane: usize) -> u64 {
                // Of few words one is selected by the bits of the lane, so that they stay in registers; a jump would be
                // predicted badly. More are kept in memory.
                if $count > 2 {
                    let (row, lane) = if lane < Self::LANES { (&own, lane) } else { (&other, lane - Self::LANES) };
                    return row[(lane / 8).min($count - 1)];
                }
                let of = |row: Self| select_unpredictable(lane & 8 == 0, row[0], row[$count - 1]);
                select_unpredictable(lane < Self::LANES, of(own), of(other))
            }
        }
    )*};
}

rows! {
    1: 0;
    2: 0 1;
    3: 0 1 2;
}

/// The seeds in a lane of two rows.
#[inline(always)]
pub(super) fn held<R: Row>(own: R, other: R, lane: usize) -> u8 {
    (R::word(own, other, lane) >> (lane % 8 * 8)) as u8
}

/// Puts seeds into a lane of two rows.
#[inline(always)]
pub(super) fn put<R: Row>(own: &mut R, other: &mut R, lane: usize, seeds: u8) {
    let gained = u64::from(seeds) << (lane % 8 * 8);
    let give = |row: &mut R, first: usize| {
        let mut at = first;
        *row = row.zip(R::default(), |word, _| {
            let here = at == lane / 8;
            at += 1;
            word + if here { gained } else { 0 }
        });
    };
    give(own, 0);
    give(other, R::WORDS);
}

/// The lanes of a row with seeds, the store left out, a bit each.
#[inline(always)]
pub(super) fn occupied<R: Row>(row: R) -> u64 {
    row.fold(0, |lanes, number, word| {
        let word = if number == R::WORDS - 1 { word & BELOW_STORE } else { word };
        lanes | compress((((word & !HIGHS) + !HIGHS) | word) & HIGHS) << (8 * number)
    })
}

/// Whether a row holds seeds, the store left out.
#[inline(always)]
pub(super) fn has_seeds<R: Row>(row: R) -> bool {
    row.fold(0, |any, number, word| any | if number == R::WORDS - 1 { word & BELOW_STORE } else { word }) != 0
}

/// The row without the seeds in the store.
#[inline(always)]
pub(super) fn pits<R: Row>(row: R) -> R {
    let mut number = 0;
    row.zip(R::default(), |word, _| {
        number += 1;
        if number == R::WORDS { word & BELOW_STORE } else { word }
    })
}

/// The seeds in the store of a row.
#[inline(always)]
pub(super) fn stored<R: Row>(row: R) -> u64 {
    row.fold(0, |_, _, word| word) >> 56
}

/// The sum of all bytes, which is at most 255.
#[inline(always)]
pub(super) fn sum<R: Row>(row: R) -> u8 {
    (row.fold(0_u64, |sum, _, word| sum.wrapping_add(word)).wrapping_mul(ONES) >> 56) as u8
}

/// The high bits of the bytes of a word, which has no others, as a byte.
#[inline(always)]
fn compress(highs: u64) -> u64 {
    (highs >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// A word whose bytes are full where a bit is set.
#[inline(always)]
pub(super) fn byte_mask(bits: u64) -> u64 {
    let each = (bits & 0xFF).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    let highs = (((each & !HIGHS) + !HIGHS) | each) & HIGHS;
    (highs >> 7).wrapping_mul(0xFF)
}

/// The lanes of a row that hold no fewer and no more seeds than these numbers, each at most 126, a bit each.
#[inline(always)]
pub(super) fn holding<R: Row>(row: R, [least, most]: [u8; 2]) -> u64 {
    let at_least = |word: u64, seeds: u8| ((word & !HIGHS) | HIGHS) - u64::from(seeds) * ONES;
    row.fold(0, |lanes, number, word| {
        let highs = at_least(word, least) & !at_least(word, most + 1) & !word & HIGHS;
        lanes | compress(highs) << (8 * number)
    })
}

/// A row whose bytes are full where a bit is set.
#[inline(always)]
pub(super) fn mask<R: Row>(lanes: u64) -> R {
    let mut number = 0;
    R::default().zip(R::default(), |_, _| {
        number += 1;
        byte_mask(lanes >> (8 * (number - 1)))
    })
}
