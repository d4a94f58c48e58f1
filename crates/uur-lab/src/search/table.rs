//! The positions that a search has seen, by a number for each.
//!
//! A transposition table (A. Zobrist, A new hashing method with application for game playing, 1970)
//! of fixed size. Two positions share a place: the one searched deeper stays, the other is always
//! replaced (D. Breuker, J. Uiterwijk and H. van den Herik, Replacement schemes for transposition
//! tables, ICCA Journal 17 (1994), 183-193).

/// A depth that says: to the end of the round.
pub(super) const TO_THE_END: u8 = u8::MAX;

/// The most positions that are kept.
const MOST: u64 = 1 << 22;

/// How a stored value compares with the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Bound {
    /// Nothing is known of it.
    #[default]
    None,
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    Least,
    /// The true one is at most this.
    Most,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Entry {
    key: u64,
    /// The value for the player to move.
    pub value: i32,
    /// How deep it was searched.
    pub depth: u8,
    /// What the value says.
    pub bound: Bound,
    /// The place of the best move among the legal ones.
    pub best: u8,
    /// In which look it was found out.
    look: u8,
}

/// The positions seen.
pub(super) struct Table {
    entries: Vec<Entry>,
    look: u8,
}

impl Table {
    /// A table for about so many positions.
    pub fn new(positions: u64) -> Self {
        let places = positions.clamp(1 << 8, MOST).next_power_of_two() as usize;
        Table { entries: vec![Entry::default(); places], look: 0 }
    }

    /// A deeper look begins.
    pub fn look_again(&mut self) {
        self.look = self.look.wrapping_add(1);
    }

    /// Whether an entry tells enough for a depth. An estimate of an earlier look does not: in a game
    /// that goes round, such estimates could keep each other alive, however deep one looks.
    pub fn suffices(&self, entry: &Entry, depth: u8) -> bool {
        entry.depth >= depth && (entry.depth == TO_THE_END || entry.look == self.look)
    }

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let place = self.place(key);
        self.entries[place..place + 2].iter().copied().find(|entry| entry.key == key)
    }

    /// Keeps what has been found out. Of more moves than a byte counts, the best one is not kept.
    pub fn put(&mut self, key: u64, value: i32, depth: u8, bound: Bound, best: u16) {
        let place = self.place(key);
        let best = u8::try_from(best).unwrap_or(0);
        let entry = Entry { key, value, depth, bound, best, look: self.look };
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
        assert_eq!(size_of::<Entry>(), 16);
    }
}
