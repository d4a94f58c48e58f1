//! The transposition table of the proof search.
//!
//! The size is fixed. A bucket has four entries. The entry with the least effort is replaced, and the effort of
//! an earlier generation counts half (D. Breuker, J. Uiterwijk and H. van den Herik, Replacement schemes for
//! transposition tables, ICCA Journal 17 (1994), 183-193). Proved bounds are independent of the path to the
//! position. An estimate is valid only in the generation that made it.
//!
//! It shares no code with the table of alpha-beta, whose entries hold one value and are replaced by depth.

use std::ops::Range;

use super::model::PositionKey;

/// More than any number of seeds: a result that no margin outweighs.
pub(super) const INFINITY: i32 = 1_000;

/// Entries of a bucket.
const BUCKET_ENTRIES: usize = 4;
/// The number of generations before their numbers repeat.
const GENERATIONS: u64 = 64;

/// Stored bounds and estimate of a position. Values are margins gained from here on by the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ProofEntry {
    /// The proved lower bound.
    pub least: i32,
    /// The proved upper bound.
    pub most: i32,
    /// The index of the best move among the legal ones, if known.
    pub best: Option<u8>,
    /// An unproved bound.
    pub estimate: Estimate,
}

/// An unproved bound of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Estimate {
    /// The value.
    pub value: i32,
    /// Whether it is a lower bound, not an upper bound.
    pub least: bool,
    /// The search depth.
    pub depth: u16,
    /// The generation in which it was stored.
    pub generation: u64,
}

impl ProofEntry {
    /// No information.
    pub const EMPTY: ProofEntry = ProofEntry {
        least: -INFINITY,
        most: INFINITY,
        best: None,
        estimate: Estimate { value: 0, least: false, depth: 0, generation: 0 },
    };

    // From the lowest bit: least and most in eleven bits each, the best move in seven, the effort in six,
    // the estimate's value in eleven, its kind in one, its depth in ten, its generation in six.
    fn pack(self, effort: u64) -> u64 {
        let number = |value: i32| (value + INFINITY) as u64;
        number(self.least)
            | number(self.most) << 11
            | self.best.map_or(0, |best| u64::from(best.min(125)) + 1) << 22
            | effort << 29
            | number(self.estimate.value) << 35
            | u64::from(self.estimate.least) << 46
            | u64::from(self.estimate.depth.min(1023)) << 47
            | (self.estimate.generation % GENERATIONS) << 57
    }

    fn unpack(bits: u64) -> ProofEntry {
        let value = |shift: u32| (bits >> shift & 0x7FF) as i32 - INFINITY;
        let best = (bits >> 22 & 0x7F) as u8;
        ProofEntry {
            least: value(0),
            most: value(11),
            best: best.checked_sub(1),
            estimate: Estimate {
                value: value(35),
                least: bits >> 46 & 1 == 1,
                depth: (bits >> 47 & 0x3FF) as u16,
                generation: bits >> 57,
            },
        }
    }
}

fn effort(bits: u64) -> u64 {
    bits >> 29 & 0x3F
}

/// Words of an entry: the key and the packed information.
const ENTRY: usize = 2;
/// Words of a bucket.
const PLACE: usize = BUCKET_ENTRIES * ENTRY;

/// Allocates default values, which use no physical memory until they are written. Returns `None` if the
/// allocation fails.
pub(super) fn zeroed<T: Clone + Default>(length: usize) -> Option<Vec<T>> {
    // `vec!` allocates zeroed memory without writing to it, but only `try_reserve_exact` reports failure.
    Vec::<T>::new().try_reserve_exact(length).ok()?;
    Some(vec![T::default(); length])
}

/// A transposition table.
pub(super) struct ProofTable {
    /// All zeros at first, so that unused parts use no physical memory.
    words: Vec<u64>,
    /// The start of the first bucket, aligned so that each bucket is one cache line.
    first: usize,
    places: usize,
    generation: u64,
}

impl ProofTable {
    /// A table of about this number of bytes. `None` if the allocation fails.
    pub fn new(bytes: u64) -> Option<Self> {
        let place = PLACE * size_of::<u64>();
        let places = 1 << (bytes / place as u64).max(1 << 8).ilog2();
        let words: Vec<u64> = zeroed((places + 1) * PLACE)?;
        let first = words.as_ptr().align_offset(place);
        // Without a known alignment, any start works.
        let first = if first < PLACE { first } else { 0 };
        Some(ProofTable { words, first, places, generation: 1 })
    }

    /// Begins a new generation, which invalidates earlier estimates.
    pub fn new_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Whether an estimate is of this generation.
    pub fn is_fresh(&self, estimate: Estimate) -> bool {
        estimate.generation == self.generation
    }

    fn place(&self, key: PositionKey) -> Range<usize> {
        let begin = self.first + (key.place as usize & (self.places - 1)) * PLACE;
        begin..begin + PLACE
    }

    /// Looks up a position.
    pub fn get(&self, key: PositionKey) -> Option<ProofEntry> {
        let check = key.check | 1;
        let found = self.words[self.place(key)].chunks_exact(ENTRY).find(|entry| entry[0] == check)?;
        Some(ProofEntry::unpack(found[1]))
    }

    /// Stores bounds and an estimate, with the number of nodes searched for them.
    pub fn put(&mut self, key: PositionKey, mut known: ProofEntry, positions: u64) {
        let (place, generation) = (self.place(key), self.generation);
        // Zero marks an empty entry.
        let key = key.check | 1;
        known.estimate.generation = generation;
        let effort_now = u64::from((positions + 1).ilog2()).min(63);
        let worth = |entry: &[u64]| {
            let old = entry[1] >> 57 != generation;
            if entry[0] == key {
                0
            } else if entry[0] == 0 {
                1
            } else {
                2 + 2 * effort(entry[1]) - u64::from(old) * effort(entry[1])
            }
        };
        let shared = self.words[place].chunks_exact_mut(ENTRY);
        let least = shared.min_by_key(|entry| worth(entry)).expect("places are shared by several");
        let effort = if least[0] == key { effort_now.max(effort(least[1])) } else { effort_now };
        least.copy_from_slice(&[key, known.pack(effort)]);
    }
}
