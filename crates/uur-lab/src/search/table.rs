//! The results that alpha-beta stores.

use super::SearchLimits;
use crate::transposition::{StoredResult, TranspositionTable};

/// The depth of a value that is searched to the end of the round.
pub(super) const TO_THE_END: u8 = u8::MAX;

/// The maximum number of entries of the table.
const MAX_ENTRIES: u64 = 1 << 22;

/// How a stored value bounds the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// There is no value, only a best move.
    None,
    /// The value is exact.
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// A stored position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SearchEntry {
    /// The value for the player to move.
    pub value: i32,
    /// The search depth.
    pub depth: u8,
    /// How the value bounds the true one.
    pub bound: Bound,
    /// The index of the best move among the legal ones.
    pub best: u8,
}

impl SearchEntry {
    /// Whether the value suffices for a depth. Estimates of an earlier iteration do not: where positions can
    /// repeat, old estimates could sustain each other at any depth.
    pub fn suffices(&self, depth: u8, of_this_iteration: bool) -> bool {
        self.depth >= depth && (self.depth == TO_THE_END || of_this_iteration)
    }
}

impl StoredResult for SearchEntry {
    // From the lowest bit: the value in 32 bits, the depth and the best move in eight each, the bound in two.
    fn pack(self) -> u64 {
        u64::from(self.value as u32)
            | u64::from(self.depth) << 32
            | u64::from(self.best) << 40
            | (self.bound as u64) << 48
    }

    fn unpack(bits: u64) -> SearchEntry {
        let bound = [Bound::None, Bound::Exact, Bound::Lower, Bound::Upper][(bits >> 48 & 3) as usize];
        SearchEntry { value: bits as i32, depth: (bits >> 32) as u8, bound, best: (bits >> 40) as u8 }
    }
}

/// A table for about the number of positions of a search, or a smaller one if the memory does not suffice. New memory
/// costs more time than a search of few turns, whose positions are scattered over all of the table.
pub(super) fn table_for(limits: &SearchLimits) -> TranspositionTable<SearchEntry> {
    let of_depth = 1 << (3 + 3 * u32::from(limits.depth)).min(MAX_ENTRIES.ilog2());
    let bytes = limits.nodes.clamp(1, of_depth).next_power_of_two() * 16;
    (0..).find_map(|halvings| TranspositionTable::new(bytes >> halvings)).expect("the smallest table fits")
}
