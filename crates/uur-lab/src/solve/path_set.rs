//! Path-dependent values: results valid only while an earlier position is on the current line.
//!
//! Such a value stays valid while the positions that it depends on are on the line, each as the same visit.
//! All positions above them are then the same too. The value is therefore stored with the lowest of these
//! visits, and reused in other branches below it.

use super::model::PositionKey;

/// The maximum length of a line with path-dependent values.
pub(super) const MAX_PATH: usize = 256;

/// A bit set of the positions of the line that a value depends on.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PathSet([u64; MAX_PATH / 64]);

impl PathSet {
    /// The empty set.
    pub const EMPTY: PathSet = PathSet([0; MAX_PATH / 64]);

    /// The set of one position.
    pub fn on(place: usize) -> PathSet {
        let mut depends_on = PathSet::EMPTY;
        depends_on.0[place / 64] = 1 << (place % 64);
        depends_on
    }

    /// The union of two sets.
    pub fn and(mut self, other: PathSet) -> PathSet {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }

    /// The members above a position.
    pub fn above(mut self, place: usize) -> PathSet {
        for (number, word) in self.0.iter_mut().enumerate() {
            let first = 64 * number;
            if place <= first {
                *word = 0;
            } else if place < first + 64 {
                *word &= (1 << (place - first)) - 1;
            }
        }
        self
    }

    /// Returns the lowest member, nearest to the end of the line.
    pub fn lowest(self) -> Option<usize> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(64 * word + 63 - self.0[word].leading_zeros() as usize)
    }
}

/// A path-dependent value of a position.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PathDependentEntry {
    pub key: PositionKey,
    /// The visit of the lowest position that it depends on.
    pub visit: u64,
    pub depends_on: PathSet,
    pub value: i32,
    /// The search depth.
    pub depth: u16,
    /// Whether it is a lower bound, not an upper bound.
    pub least: bool,
    /// Whether it is proved while it is valid.
    pub proved: bool,
}

/// A hash table of path-dependent values.
pub(super) struct PathDependentTable {
    entries: Vec<PathDependentEntry>,
}

impl PathDependentTable {
    /// A table of about this number of bytes, or an empty one for zero. `None` if the allocation fails.
    pub fn new(bytes: u64) -> Option<Self> {
        let places = bytes / size_of::<PathDependentEntry>() as u64;
        let places = if places == 0 { 0 } else { 1 << places.ilog2() };
        // Only `try_reserve_exact` reports that the allocation fails.
        Vec::<PathDependentEntry>::new().try_reserve_exact(places).ok()?;
        Some(PathDependentTable { entries: vec![PathDependentEntry::default(); places] })
    }

    fn place(&self, key: PositionKey) -> usize {
        key.place as usize & (self.entries.len() - 1)
    }

    /// Looks up a position.
    pub fn get(&self, key: PositionKey) -> Option<&PathDependentEntry> {
        if self.entries.is_empty() {
            return None;
        }
        Some(&self.entries[self.place(key)]).filter(|entry| entry.key == key && entry.visit > 0)
    }

    /// Stores a value. It always replaces the previous one.
    pub fn put(&mut self, holding: PathDependentEntry) {
        if !self.entries.is_empty() {
            let place = self.place(holding.key);
            self.entries[place] = holding;
        }
    }
}
