//! The memory of a transposition table.

use std::sync::atomic::AtomicU64;

use allocated::AllocatedBuckets;

/// The words of an entry.
pub(crate) type TableEntry = [AtomicU64; 2];

/// Entries that are looked up together: a cache line, if the memory is aligned to one.
pub(crate) type Bucket = [TableEntry; 4];

/// A table of this size or more has pages of its own, where the system has them. A smaller one is on the heap: a search of
/// few moves is over before its pages are there.
#[cfg(unix)]
const MAPPED_BYTES: usize = 2 << 20;

/// The buckets of a table, all zeros at first.
pub(crate) enum Buckets {
    Allocated(AllocatedBuckets),
    #[cfg(unix)]
    Mapped(mapped::MappedBuckets),
}

impl Buckets {
    /// This number of buckets. `None` if the system does not grant the memory.
    pub fn new(number: usize) -> Option<Self> {
        #[cfg(unix)]
        if number >= MAPPED_BYTES / size_of::<Bucket>() {
            return mapped::MappedBuckets::new(number).map(Buckets::Mapped);
        }
        AllocatedBuckets::new(number).map(Buckets::Allocated)
    }

    #[inline]
    pub fn all(&self) -> &[Bucket] {
        match self {
            Buckets::Allocated(buckets) => buckets.all(),
            #[cfg(unix)]
            Buckets::Mapped(buckets) => buckets.all(),
        }
    }
}

#[cfg(unix)]
mod mapped {
    use memmap2::MmapMut;
    use self_cell::{MutBorrow, self_cell};
    use zerocopy::FromBytes;

    use super::Bucket;

    type Slice<'a> = &'a [Bucket];

    self_cell! {
        struct Mapping {
            owner: MutBorrow<MmapMut>,

            #[covariant]
            dependent: Slice,
        }
    }

    fn in_buckets(pages: &mut [u8]) -> Result<&[Bucket], ()> {
        <[Bucket]>::mut_from_bytes(pages).map(|buckets| &*buckets).map_err(drop)
    }

    /// Buckets in pages of their own. They are all zeros at first, so that unused parts use no physical memory.
    pub(crate) struct MappedBuckets(Mapping);

    impl MappedBuckets {
        /// This number of buckets. `None` if the system does not grant the memory.
        pub fn new(number: usize) -> Option<Self> {
            let pages = MmapMut::map_anon(number.checked_mul(size_of::<Bucket>())?).ok()?;
            // Positions are looked up all over the table. With huge pages few of them wait for the address of their
            // page, and threads do not stop each other whenever one is first to write to a page. A system that has
            // none is as good without.
            #[cfg(target_os = "linux")]
            let _ = pages.advise(memmap2::Advice::HugePage);
            Mapping::try_new(MutBorrow::new(pages), |pages| in_buckets(pages.borrow_mut())).ok().map(MappedBuckets)
        }

        #[inline]
        pub fn all(&self) -> &[Bucket] {
            self.0.borrow_dependent()
        }
    }
}

mod allocated {
    use zerocopy::FromZeros;

    use super::Bucket;

    /// Buckets on the heap, all zeros at first.
    pub(crate) struct AllocatedBuckets(Vec<Bucket>);

    impl AllocatedBuckets {
        /// This number of buckets. `None` if the allocation fails.
        pub fn new(number: usize) -> Option<Self> {
            Bucket::new_vec_zeroed(number).ok().map(AllocatedBuckets)
        }

        #[inline]
        pub fn all(&self) -> &[Bucket] {
            &self.0
        }
    }
}
