//! The transposition table of the searches: results of positions that were reached before.
//!
//! The size is fixed (A. Zobrist, A new hashing method with application for game playing, 1970). A bucket has
//! four entries and is one cache line. The entry with the least effort is replaced, and the effort of an
//! earlier generation counts half (D. Breuker, J. Uiterwijk and H. van den Herik, Replacement schemes for
//! transposition tables, ICCA Journal 17 (1994), 183-193).

use std::io::{self, Read, Write};
use std::marker::PhantomData;
use std::ops::Range;

use crate::model::PositionKey;
use uur::checksum::Checksum;

/// Entries of a bucket.
const BUCKET_ENTRIES: usize = 4;
/// The number of generations before their numbers repeat.
const GENERATIONS: u64 = 64;
/// The first bit of an entry's effort, above the stored value. Its generation follows.
const EFFORT_BIT: u32 = 52;
/// The first bit of an entry's generation.
const GENERATION_BIT: u32 = 58;

/// A result that fits into an entry.
pub(crate) trait StoredResult {
    /// Packs it into the lowest 52 bits of a word.
    fn pack(self) -> u64;
    /// Unpacks it. The higher bits have no meaning.
    fn unpack(bits: u64) -> Self;
}

/// The key of a position, and its packed result with effort and generation.
type Entry = [u64; 2];

/// A transposition table.
pub(crate) struct TranspositionTable<T> {
    /// All zeros at first, so that unused parts use no physical memory.
    entries: Vec<Entry>,
    /// The start of the first bucket, aligned so that each bucket is one cache line.
    first: usize,
    buckets: usize,
    generation: u64,
    results: PhantomData<T>,
}

/// Allocates default values. Zeros use no physical memory until they are written. Returns `None` if the
/// allocation fails.
pub(crate) fn zeroed<T: Clone + Default>(length: usize) -> Option<Vec<T>> {
    // `vec!` allocates zeroed memory without writing to it, but only `try_reserve_exact` reports failure.
    Vec::<T>::new().try_reserve_exact(length).ok()?;
    Some(vec![T::default(); length])
}

fn effort(bits: u64) -> u64 {
    bits >> EFFORT_BIT & 0x3F
}

impl<T: StoredResult> TranspositionTable<T> {
    /// A table of about this number of bytes. `None` if the allocation fails.
    pub fn new(bytes: u64) -> Option<Self> {
        let bucket = BUCKET_ENTRIES * size_of::<Entry>();
        let buckets = 1 << (bytes / bucket as u64).max(1 << 8).ilog2();
        let entries: Vec<Entry> = zeroed((buckets + 1) * BUCKET_ENTRIES)?;
        let first = entries.as_ptr().align_offset(bucket);
        // Without a known alignment, any start works.
        let first = if first < BUCKET_ENTRIES { first } else { 0 };
        Some(TranspositionTable { entries, first, buckets, generation: 1, results: PhantomData })
    }

    /// Begins a new generation.
    pub fn new_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Forgets all results but those that are to be kept.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        for entry in self.entries.iter_mut().filter(|entry| entry[0] != 0 && !keep(&T::unpack(entry[1]))) {
            *entry = Entry::default();
        }
    }

    /// Writes all results, but not in which generation they were stored.
    ///
    /// # Errors
    /// If writing fails.
    pub fn save(&self, to: &mut dyn Write, check: &mut Checksum) -> io::Result<()> {
        let used = || self.entries[self.first..].iter().enumerate().filter(|(_, entry)| entry[0] != 0);
        let mut write = |words: &[u64]| {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            check.add(&bytes);
            to.write_all(&bytes)
        };
        write(&[self.buckets as u64, used().count() as u64])?;
        used().try_for_each(|(at, &[key, bits])| write(&[at as u64, key, bits & ((1 << GENERATION_BIT) - 1)]))
    }

    /// Reads results that were saved. Returns whether they are those of a table of this size; otherwise nothing
    /// changes.
    ///
    /// # Errors
    /// If reading fails, or the results have no place in the table.
    pub fn load(&mut self, from: &mut dyn Read, check: &mut Checksum) -> io::Result<bool> {
        let mut word = || {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes)?;
            check.add(&bytes);
            Ok::<u64, io::Error>(u64::from_le_bytes(bytes))
        };
        let (buckets, number) = (word()?, word()?);
        if buckets != self.buckets as u64 {
            return Ok(false);
        }
        for _ in 0..number {
            let (at, key, bits) = (word()?, word()?, word()?);
            let place = usize::try_from(at).ok().filter(|&at| at < self.buckets * BUCKET_ENTRIES);
            let place = place.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?;
            self.entries[self.first + place] = [key, bits];
        }
        Ok(true)
    }

    fn bucket(&self, key: PositionKey) -> Range<usize> {
        let begin = self.first + (key.place as usize & (self.buckets - 1)) * BUCKET_ENTRIES;
        begin..begin + BUCKET_ENTRIES
    }

    /// Returns the result of a position, and whether it was stored in this generation.
    pub fn get(&self, key: PositionKey) -> Option<(T, bool)> {
        let check = key.check | 1;
        let [_, bits] = self.entries[self.bucket(key)].iter().find(|entry| entry[0] == check)?;
        Some((T::unpack(*bits), bits >> GENERATION_BIT == self.generation))
    }

    /// Stores a result, with the effort that it took, at most 63.
    pub fn put(&mut self, key: PositionKey, result: T, effort_now: u64) {
        let (bucket, generation) = (self.bucket(key), self.generation);
        // Zero marks an empty entry.
        let key = key.check | 1;
        let worth = |&[known, bits]: &Entry| {
            let old = bits >> GENERATION_BIT != generation;
            if known == key {
                0
            } else if known == 0 {
                1
            } else {
                2 + 2 * effort(bits) - u64::from(old) * effort(bits)
            }
        };
        let entries = self.entries[bucket].iter_mut();
        let least = entries.min_by_key(|entry| worth(entry)).expect("a bucket has several entries");
        let effort = if least[0] == key { effort_now.max(effort(least[1])) } else { effort_now };
        *least = [key, result.pack() | effort << EFFORT_BIT | generation << GENERATION_BIT];
    }
}
