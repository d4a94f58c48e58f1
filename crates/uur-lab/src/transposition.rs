//! The transposition table of the searches: results of positions that were reached before.
//!
//! The size is fixed (A. Zobrist, A new hashing method with application for game playing, 1970). A bucket has
//! four entries and is one cache line. The entry with the least effort is replaced, and the effort of an
//! earlier generation counts half (D. Breuker, J. Uiterwijk and H. van den Herik, Replacement schemes for
//! transposition tables, ICCA Journal 17 (1994), 183-193).

use std::io::{self, Read, Write};
use std::marker::PhantomData;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use smallvec::SmallVec;

use crate::buckets::{Bucket, Buckets, TableEntry};
use crate::model::PositionKey;
use uur::checksum::Checksum;

/// The number of generations before their numbers repeat.
const GENERATIONS: u64 = 64;
/// The first bit of an entry's effort, above the stored value. Its generation follows.
const EFFORT_BIT: u32 = 52;
/// The first bit of an entry's generation.
const GENERATION_BIT: u32 = 58;
/// Marks the end of saved results.
const END: u64 = u64::MAX;

/// A result that fits into an entry.
pub(crate) trait StoredResult {
    /// Packs it into the lowest 52 bits of a word.
    fn pack(self) -> u64;
    /// Unpacks it. The higher bits have no meaning.
    fn unpack(bits: u64) -> Self;
}

/// A transposition table, which threads share.
pub(crate) struct TranspositionTable<T> {
    buckets: Buckets,
    generation: AtomicU64,
    results: PhantomData<fn() -> T>,
}

fn effort(bits: u64) -> u64 {
    bits >> EFFORT_BIT & 0x3F
}

/// Reads an entry: the key, which is zero if the entry is empty, and the packed result. The key is stored combined with
/// the result by exclusive or, so what two threads wrote at the same time does not yield a key, and is not found (R.
/// Hyatt and T. Mann, A lockless transposition-table implementation for parallel search, ICGA Journal 25 (2002), 36-39).
fn read(entry: &TableEntry) -> (u64, u64) {
    let [combined, bits] = [0, 1].map(|word| entry[word].load(Relaxed));
    (combined ^ bits, bits)
}

fn write(entry: &TableEntry, key: u64, bits: u64) {
    entry[0].store(key ^ bits, Relaxed);
    entry[1].store(bits, Relaxed);
}

impl<T: StoredResult> TranspositionTable<T> {
    /// A table of about this number of bytes. `None` if the allocation fails.
    pub fn new(bytes: u64) -> Option<Self> {
        let buckets = usize::try_from((bytes / size_of::<Bucket>() as u64).max(1 << 8)).ok()?;
        let buckets = Buckets::new(buckets)?;
        Some(TranspositionTable { buckets, generation: AtomicU64::new(1), results: PhantomData })
    }

    /// Begins a new generation.
    pub fn new_generation(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// Forgets all results but those that are to be kept.
    pub fn retain(&self, keep: impl Fn(&T) -> bool) {
        for entry in self.entries() {
            let (key, bits) = read(entry);
            if key != 0 && !keep(&T::unpack(bits)) {
                write(entry, 0, 0);
            }
        }
    }

    /// Writes all results, but not in which generation they were stored. Other threads may store results meanwhile.
    ///
    /// # Errors
    /// If writing fails.
    pub fn save(&self, to: &mut dyn Write, check: &mut Checksum) -> io::Result<()> {
        let mut put = |words: &[u64]| {
            let bytes: SmallVec<[u8; 24]> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            check.add(&bytes);
            to.write_all(&bytes)
        };
        put(&[self.buckets.all().len() as u64])?;
        for (at, entry) in self.entries().iter().enumerate() {
            let (key, bits) = read(entry);
            if key != 0 {
                put(&[at as u64, key, bits & ((1 << GENERATION_BIT) - 1)])?;
            }
        }
        put(&[END])
    }

    /// Reads results that were saved. Returns whether they are those of a table of this size; otherwise nothing
    /// changes.
    ///
    /// # Errors
    /// If reading fails, or the results have no place in the table.
    pub fn load(&self, from: &mut dyn Read, check: &mut Checksum) -> io::Result<bool> {
        let mut word = || {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes)?;
            check.add(&bytes);
            Ok::<u64, io::Error>(u64::from_le_bytes(bytes))
        };
        if word()? != self.buckets.all().len() as u64 {
            return Ok(false);
        }
        loop {
            let at = word()?;
            if at == END {
                return Ok(true);
            }
            let entry = usize::try_from(at).ok().and_then(|at| self.entries().get(at));
            let entry = entry.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?;
            write(entry, word()?, word()?);
        }
    }

    /// The entries of all buckets.
    fn entries(&self) -> &[TableEntry] {
        self.buckets.all().as_flattened()
    }

    fn bucket(&self, key: PositionKey) -> &Bucket {
        let buckets = self.buckets.all();
        // The upper half of a product maps a hash evenly to any number of buckets.
        &buckets[((u128::from(key.place) * buckets.len() as u128) >> 64) as usize]
    }

    /// Returns the result of a position, and whether it was stored in this generation.
    pub fn get(&self, key: PositionKey) -> Option<(T, bool)> {
        let check = key.check | 1;
        let (_, bits) = self.bucket(key).iter().map(read).find(|(known, _)| *known == check)?;
        Some((T::unpack(bits), bits >> GENERATION_BIT == self.generation.load(Relaxed)))
    }

    /// Stores a result, with the effort that it took, at most 63.
    pub fn put(&self, position: PositionKey, result: T, effort_now: u64) {
        let generation = self.generation.load(Relaxed);
        // Zero marks an empty entry.
        let key = position.check | 1;
        let worth = |known: u64, bits: u64| {
            let old = bits >> GENERATION_BIT != generation;
            if known == key {
                0
            } else if known == 0 {
                1
            } else {
                2 + 2 * effort(bits) - u64::from(old) * effort(bits)
            }
        };
        let entries = self.bucket(position).iter().map(|entry| (entry, read(entry)));
        let least = entries.min_by_key(|(_, (known, bits))| worth(*known, *bits));
        let (entry, (known, bits)) = least.expect("a bucket has several entries");
        let effort = if known == key { effort_now.max(effort(bits)) } else { effort_now };
        write(entry, key, result.pack() | effort << EFFORT_BIT | generation << GENERATION_BIT);
    }
}
