//! What rests on the line in thought: values that hold only because a position came before.
//!
//! Such a value holds as long as the positions that it rests on are still on the line, each as the same
//! visit: then all above them is the same too. So it is kept under the lowest of these visits, and found
//! again in other branches below it.

use super::model::PositionKey;
use super::table::zeroed;

/// Places of the line that a value can rest on.
pub(super) const PLACES: usize = 256;

/// The places of the line that a value rests on.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Rests([u64; PLACES / 64]);

impl Rests {
    /// On nothing.
    pub const NOTHING: Rests = Rests([0; PLACES / 64]);

    /// On one place.
    pub fn on(place: usize) -> Rests {
        let mut rests = Rests::NOTHING;
        rests.0[place / 64] = 1 << (place % 64);
        rests
    }

    /// On these and those.
    pub fn and(mut self, other: Rests) -> Rests {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }

    /// On those above a place.
    pub fn above(mut self, place: usize) -> Rests {
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

    /// The lowest place, nearest to the end of the line.
    pub fn lowest(self) -> Option<usize> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(64 * word + 63 - self.0[word].leading_zeros() as usize)
    }
}

/// A value that holds for a while.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Holding {
    pub key: PositionKey,
    /// The visit of the lowest position that it rests on.
    pub visit: u64,
    pub rests: Rests,
    pub value: i32,
    /// How deep it was looked.
    pub depth: u16,
    /// Whether it is at least so much, and not at most.
    pub least: bool,
    /// Whether it is proved, as long as it holds.
    pub proved: bool,
}

/// Values that hold for a while.
pub(super) struct Holdings {
    entries: Vec<Holding>,
}

impl Holdings {
    /// Room for about so many bytes, none for none; `None` if the machine does not grant them.
    pub fn new(bytes: u64) -> Option<Self> {
        let places = bytes / size_of::<Holding>() as u64;
        let places = if places == 0 { 0 } else { 1 << places.ilog2() };
        Some(Holdings { entries: zeroed(places)? })
    }

    fn place(&self, key: PositionKey) -> usize {
        key.place as usize & (self.entries.len() - 1)
    }

    /// What was kept of a position last.
    pub fn get(&self, key: PositionKey) -> Option<&Holding> {
        if self.entries.is_empty() {
            return None;
        }
        Some(&self.entries[self.place(key)]).filter(|entry| entry.key == key && entry.visit > 0)
    }

    /// Keeps a value.
    pub fn put(&mut self, holding: Holding) {
        if !self.entries.is_empty() {
            let place = self.place(holding.key);
            self.entries[place] = holding;
        }
    }
}
