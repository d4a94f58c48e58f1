//! What has been found out about positions, by a number for each.
//!
//! A table of fixed size in the computer's memory. Four positions share a place; if there is no room, the
//! one that cost least to find out goes, and what an earlier look found out goes first (D. Breuker,
//! J. Uiterwijk and H. van den Herik, Replacement schemes for transposition tables, ICCA Journal 17
//! (1994), 183-193). What is proved holds whatever came before the position; an estimate holds for the
//! look in which it was made.

use std::ops::Range;

use super::model::PositionKey;

/// More than any number of seeds: stands for a result that no seeds outweigh.
pub(super) const BEYOND: i32 = 1_000;

/// Positions that share a place.
const SHARED: usize = 4;
/// Looks after which their numbers begin again.
const LOOKS: u64 = 64;

/// What is known of a position. Values are what the player to move wins more than the other from here on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    /// It is proved that he wins at least this.
    pub least: i32,
    /// It is proved that he wins no more than this.
    pub most: i32,
    /// The place of the best move among the legal ones, if one is known.
    pub best: Option<u8>,
    /// What he seems to win.
    pub estimate: Estimate,
}

/// What a player seems to win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Estimate {
    /// How much.
    pub value: i32,
    /// Whether it is at least so much, and not at most.
    pub least: bool,
    /// How deep it was looked.
    pub depth: u16,
    /// In which look.
    pub look: u64,
}

impl Known {
    /// Nothing is known.
    pub const NOTHING: Known = Known {
        least: -BEYOND,
        most: BEYOND,
        best: None,
        estimate: Estimate { value: 0, least: false, depth: 0, look: 0 },
    };

    // From the lowest bit: least and most in eleven bits each, the best move in seven, the effort in six,
    // the estimate's value in eleven, its kind in one, its depth in ten, its look in six.
    fn pack(self, effort: u64) -> u64 {
        let number = |value: i32| (value + BEYOND) as u64;
        number(self.least)
            | number(self.most) << 11
            | self.best.map_or(0, |best| u64::from(best.min(125)) + 1) << 22
            | effort << 29
            | number(self.estimate.value) << 35
            | u64::from(self.estimate.least) << 46
            | u64::from(self.estimate.depth.min(1023)) << 47
            | (self.estimate.look % LOOKS) << 57
    }

    fn unpack(bits: u64) -> Known {
        let value = |shift: u32| (bits >> shift & 0x7FF) as i32 - BEYOND;
        let best = (bits >> 22 & 0x7F) as u8;
        Known {
            least: value(0),
            most: value(11),
            best: best.checked_sub(1),
            estimate: Estimate {
                value: value(35),
                least: bits >> 46 & 1 == 1,
                depth: (bits >> 47 & 0x3FF) as u16,
                look: bits >> 57,
            },
        }
    }
}

fn effort(bits: u64) -> u64 {
    bits >> 29 & 0x3F
}

/// A position's number, and what is known of it.
const ENTRY: usize = 2;
/// Words of a place.
const PLACE: usize = SHARED * ENTRY;

/// As many default values, which take no memory until they are used; `None` if the machine does not grant
/// the room for them.
pub(super) fn zeroed<T: Clone + Default>(length: usize) -> Option<Vec<T>> {
    // Only a vector made at once stays untouched, and only reserving says that there is no room.
    Vec::<T>::new().try_reserve_exact(length).ok()?;
    Some(vec![T::default(); length])
}

/// What has been found out about positions.
pub(super) struct Table {
    /// Nothing but zeros at first, so that what is never used takes no memory.
    words: Vec<u64>,
    /// Where the first place begins: where the machine fetches from memory, so that each is fetched at once.
    first: usize,
    places: usize,
    look: u64,
}

impl Table {
    /// A table of about so many bytes; `None` if the machine does not grant them.
    pub fn new(bytes: u64) -> Option<Self> {
        let place = PLACE * size_of::<u64>();
        let places = 1 << (bytes / place as u64).max(1 << 8).ilog2();
        let words: Vec<u64> = zeroed((places + 1) * PLACE)?;
        let first = words.as_ptr().align_offset(place);
        // Where that cannot be told, any beginning will do.
        let first = if first < PLACE { first } else { 0 };
        Some(Table { words, first, places, look: 1 })
    }

    /// A further look begins, for which earlier estimates do not hold.
    pub fn look_again(&mut self) {
        self.look = (self.look + 1) % LOOKS;
    }

    /// Whether an estimate was made in this look.
    pub fn is_fresh(&self, estimate: Estimate) -> bool {
        estimate.look == self.look
    }

    fn place(&self, key: PositionKey) -> Range<usize> {
        let begin = self.first + (key.place as usize & (self.places - 1)) * PLACE;
        begin..begin + PLACE
    }

    /// What is known of a position.
    pub fn get(&self, key: PositionKey) -> Option<Known> {
        let check = key.check | 1;
        let found = self.words[self.place(key)].chunks_exact(ENTRY).find(|entry| entry[0] == check)?;
        Some(Known::unpack(found[1]))
    }

    /// Keeps what is proved, or a new estimate, with the positions looked at for it.
    pub fn put(&mut self, key: PositionKey, mut known: Known, positions: u64) {
        let (place, look) = (self.place(key), self.look);
        // No position has the number of a place in which there is none.
        let key = key.check | 1;
        known.estimate.look = look;
        let effort_now = u64::from((positions + 1).ilog2()).min(63);
        let worth = |entry: &[u64]| {
            let old = entry[1] >> 57 != look;
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
