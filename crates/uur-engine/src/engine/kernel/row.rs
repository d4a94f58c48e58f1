//! What the kernel asks of a player's lanes.

use super::super::state::{BELOW_STORE, byte_mask, bytes_within, nonzero_bytes, sum_of_bytes};
use super::super::width::RowWords;

/// The seeds in a lane of two rows.
#[inline(always)]
pub(super) fn held<R: RowWords>(own: R, other: R, lane: usize) -> u8 {
    (R::word_of(own, other, lane) >> (lane % 8 * 8)) as u8
}

/// Puts seeds into a lane of two rows.
#[inline(always)]
pub(super) fn put<R: RowWords>(own: &mut R, other: &mut R, lane: usize, seeds: u8) {
    let gained = u64::from(seeds) << (lane % 8 * 8);
    let give =
        |row: R, first: usize| row.map(|number, word| word + if first + number == lane / 8 { gained } else { 0 });
    (*own, *other) = (give(*own, 0), give(*other, R::WORDS));
}

/// The row without the seeds in the store.
#[inline(always)]
pub(super) fn pits<R: RowWords>(row: R) -> R {
    row.map(|number, word| if number == R::WORDS - 1 { word & BELOW_STORE } else { word })
}

/// The pits of a row with seeds, a bit each.
#[inline(always)]
pub(super) fn occupied<R: RowWords>(row: R) -> u64 {
    pits(row).fold(0, |lanes, number, word| lanes | nonzero_bytes(word) << (8 * number))
}

/// Whether the pits of a row hold seeds.
#[inline(always)]
pub(super) fn has_seeds<R: RowWords>(row: R) -> bool {
    pits(row).fold(0, |any, _, word| any | word) != 0
}

/// The seeds in the store of a row.
#[inline(always)]
pub(super) fn stored<R: RowWords>(row: R) -> u64 {
    row.fold(0, |_, _, word| word) >> 56
}

/// The sum of all bytes, which is at most 255.
#[inline(always)]
pub(super) fn sum<R: RowWords>(row: R) -> u8 {
    sum_of_bytes(row.fold(0_u64, |sum, _, word| sum.wrapping_add(word)))
}

/// The lanes of a row that hold no fewer and no more seeds than these numbers, each at most 126, a bit each.
#[inline(always)]
pub(super) fn holding<R: RowWords>(row: R, seeds: [u8; 2]) -> u64 {
    row.fold(0, |lanes, number, word| lanes | bytes_within(word, seeds) << (8 * number))
}

/// A row whose bytes are full where a bit is set.
#[inline(always)]
pub(super) fn mask<R: RowWords>(lanes: u64) -> R {
    R::default().map(|number, _| byte_mask(lanes >> (8 * number)))
}
