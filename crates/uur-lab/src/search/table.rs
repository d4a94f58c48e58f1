//! The transposition table of alpha-beta.
//!
//! The size is fixed (A. Zobrist, A new hashing method with application for game playing, 1970). A bucket has
//! two entries: the first is replaced by depth, the second always (D. Breuker, J. Uiterwijk and H. van den
//! Herik, Replacement schemes for transposition tables, ICCA Journal 17 (1994), 183-193).

/// The depth of a value that is searched to the end of the round.
pub(super) const TO_THE_END: u8 = u8::MAX;

/// The maximum number of entries.
const MAX_ENTRIES: u64 = 1 << 22;

/// How a stored value bounds the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Bound {
    /// There is no value, only a best move.
    #[default]
    None,
    /// The value is exact.
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// A stored position.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SearchEntry {
    key: u64,
    /// The value for the player to move.
    pub value: i32,
    /// The search depth.
    pub depth: u8,
    /// How the value bounds the true one.
    pub bound: Bound,
    /// The index of the best move among the legal ones.
    pub best: u8,
    /// The iteration in which it was stored.
    generation: u8,
}

/// A transposition table.
pub(super) struct TranspositionTable {
    entries: Vec<SearchEntry>,
    generation: u8,
}

impl TranspositionTable {
    /// A table for about this number of positions.
    pub fn new(positions: u64) -> Self {
        let entries = positions.clamp(1 << 8, MAX_ENTRIES).next_power_of_two() as usize;
        TranspositionTable { entries: vec![SearchEntry::default(); entries], generation: 0 }
    }

    /// Begins the next iteration.
    pub fn new_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Whether an entry suffices for a depth. Estimates of an earlier iteration do not: where positions can
    /// repeat, old estimates could sustain each other at any depth.
    pub fn suffices(&self, entry: &SearchEntry, depth: u8) -> bool {
        entry.depth >= depth && (entry.depth == TO_THE_END || entry.generation == self.generation)
    }

    /// Looks up a position.
    pub fn get(&self, key: u64) -> Option<SearchEntry> {
        let place = self.place(key);
        self.entries[place..place + 2].iter().copied().find(|entry| entry.key == key)
    }

    /// Stores a result. A best move beyond the first 256 is not stored.
    pub fn put(&mut self, key: u64, value: i32, depth: u8, bound: Bound, best: u16) {
        let place = self.place(key);
        let best = u8::try_from(best).unwrap_or(0);
        let entry = SearchEntry { key, value, depth, bound, best, generation: self.generation };
        let deep = self.entries[place];
        if deep.key == key || entry.depth >= deep.depth {
            if deep.key != key {
                self.entries[place + 1] = deep;
            }
            self.entries[place] = entry;
        } else {
            self.entries[place + 1] = entry;
        }
    }

    fn place(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.entries.len() - 1) & !1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_positions_fit_where_the_processor_fetches_once() {
        assert_eq!(size_of::<SearchEntry>(), 16);
    }
}
