//! Blocks of values: compressed, each with a checksum, and read when they are needed.
//!
//! A database may be larger than the memory. So its values stay where they are stored, in blocks of [`BLOCK`]
//! boards. A block is decompressed when a value in it is wanted, and kept until another block takes its place in the
//! cache. Threads share the cache. Compression is that of DEFLATE (P. Deutsch, RFC 1951, 1996).

use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::{fmt, mem};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use uur::checksum::Checksum;

/// Boards of a block. Larger blocks are smaller in the file by a hundredth, and take longer to read.
pub(super) const BLOCK: u64 = 1 << 14;
/// How much effort compression makes, from 0 to 10.
const EFFORT: u8 = 9;

/// Where blocks are stored: a file, or bytes in memory.
pub trait Storage: Read + Seek + Send {}

impl<T: Read + Seek + Send> Storage for T {}

/// A stored block.
struct StoredBlock {
    storage: Arc<Mutex<dyn Storage>>,
    offset: u64,
    /// The number of bytes, compressed and decompressed.
    size: BlockSize,
    check: Checksum,
}

/// The numbers of bytes of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BlockSize {
    pub stored: u32,
    pub decoded: u32,
}

/// A block in the cache.
#[derive(Default)]
struct CachedBlock {
    number: Option<usize>,
    values: Vec<u8>,
}

/// Blocks, and a cache of some of them.
pub(super) struct BlockStore {
    blocks: Vec<StoredBlock>,
    /// A block has its place at its number, modulo the number of places.
    cache: Vec<RwLock<CachedBlock>>,
    /// The most places of the cache.
    most_cached: usize,
    /// Why a block could not be read.
    fault: OnceLock<String>,
}

impl fmt::Debug for BlockStore {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} blocks", self.blocks.len())
    }
}

impl BlockStore {
    /// No blocks, and a cache of up to `bytes`, or of one block, where each takes up to `block` bytes.
    pub fn new(bytes: u64, block: u64) -> Self {
        let most_cached = (bytes / block).max(1) as usize;
        BlockStore { blocks: vec![], cache: vec![], most_cached, fault: OnceLock::new() }
    }

    /// Returns the number of blocks.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Adds the next block, which is stored at `offset`.
    pub fn push(&mut self, storage: &Arc<Mutex<dyn Storage>>, offset: u64, size: BlockSize, check: Checksum) {
        self.blocks.push(StoredBlock { storage: storage.clone(), offset, size, check });
        if self.cache.len() < self.most_cached {
            self.cache.push(RwLock::default());
        }
    }

    /// Compresses the next blocks, and keeps them in memory.
    pub fn push_values<'a>(&mut self, blocks: impl Iterator<Item = &'a [u8]>) {
        let (mut all, mut sizes) = (vec![], vec![]);
        for values in blocks {
            let stored = compress_to_vec(values, EFFORT);
            sizes
                .push((BlockSize { stored: stored.len() as u32, decoded: values.len() as u32 }, Checksum::of(&stored)));
            all.extend(stored);
        }
        let storage: Arc<Mutex<dyn Storage>> = Arc::new(Mutex::new(io::Cursor::new(all)));
        let mut offset = 0;
        for (size, check) in sizes {
            self.push(&storage, offset, size, check);
            offset += u64::from(size.stored);
        }
    }

    /// Returns the size and the checksum of each block.
    pub fn sizes(&self) -> impl Iterator<Item = (BlockSize, Checksum)> {
        self.blocks.iter().map(|block| (block.size, block.check))
    }

    /// Returns a byte of a block, or `None` if the block cannot be read.
    #[inline]
    pub fn byte(&self, block: usize, at: usize) -> Option<u8> {
        let place = &self.cache[block % self.cache.len()];
        let cached = place.read().unwrap_or_else(PoisonError::into_inner);
        if cached.number == Some(block) {
            return Some(cached.values[at]);
        }
        drop(cached);
        self.byte_of_storage(block, at)
    }

    #[cold]
    fn byte_of_storage(&self, block: usize, at: usize) -> Option<u8> {
        let values = self.decoded(block).map_err(|reason| self.fault.set(reason.to_string())).ok()?;
        let byte = values[at];
        let place = &self.cache[block % self.cache.len()];
        let before = mem::replace(
            &mut *place.write().unwrap_or_else(PoisonError::into_inner),
            CachedBlock { number: Some(block), values },
        );
        drop(before);
        Some(byte)
    }

    /// Returns why a block could not be read, if that has happened.
    pub fn fault(&self) -> Option<&str> {
        self.fault.get().map(String::as_str)
    }

    /// Reads a block as it is stored.
    ///
    /// # Errors
    /// If it cannot be read, or has another checksum.
    pub fn stored(&self, block: usize) -> io::Result<Vec<u8>> {
        let StoredBlock { storage, offset, size, check } = &self.blocks[block];
        let mut bytes = vec![0; size.stored as usize];
        let mut storage = storage.lock().unwrap_or_else(PoisonError::into_inner);
        storage.seek(SeekFrom::Start(*offset))?;
        storage.read_exact(&mut bytes)?;
        drop(storage);
        if Checksum::of(&bytes) == *check { Ok(bytes) } else { Err(damaged()) }
    }

    /// Reads a block and decompresses it.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged.
    pub fn decoded(&self, block: usize) -> io::Result<Vec<u8>> {
        let size = self.blocks[block].size.decoded as usize;
        let values = decompress_to_vec_with_limit(&self.stored(block)?, size).ok();
        values.filter(|values| values.len() == size).ok_or_else(damaged)
    }
}

fn damaged() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "a block of values is damaged")
}
