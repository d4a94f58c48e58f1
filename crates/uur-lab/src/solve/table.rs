//! The results that the proof search stores.
//!
//! Proved bounds are independent of the path to the position. An estimate is valid only in the generation of
//! the table that made it.

use crate::transposition::StoredResult;

/// More than any number of seeds: a result that no margin outweighs.
pub(super) const INFINITY: i32 = 1_000;

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
}

impl ProofEntry {
    /// No information.
    pub const EMPTY: ProofEntry = ProofEntry {
        least: -INFINITY,
        most: INFINITY,
        best: None,
        estimate: Estimate { value: 0, least: false, depth: 0 },
    };

    /// Returns a proved bound that answers whether the value is at least `need`.
    pub fn answer(&self, need: i32) -> Option<i32> {
        if self.least >= need { Some(self.least) } else { Some(self.most).filter(|&most| most < need) }
    }
}

impl StoredResult for ProofEntry {
    // From the lowest bit: least and most in eleven bits each, the best move in seven, the estimate's value in
    // eleven, its kind in one, its depth in ten.
    fn pack(self) -> u64 {
        let number = |value: i32| (value + INFINITY) as u64;
        number(self.least)
            | number(self.most) << 11
            | self.best.map_or(0, |best| u64::from(best.min(125)) + 1) << 22
            | number(self.estimate.value) << 29
            | u64::from(self.estimate.least) << 40
            | u64::from(self.estimate.depth.min(1023)) << 41
    }

    fn unpack(bits: u64) -> ProofEntry {
        let value = |shift: u32| (bits >> shift & 0x7FF) as i32 - INFINITY;
        let best = (bits >> 22 & 0x7F) as u8;
        let estimate = Estimate { value: value(29), least: bits >> 40 & 1 == 1, depth: (bits >> 41 & 0x3FF) as u16 };
        ProofEntry { least: value(0), most: value(11), best: best.checked_sub(1), estimate }
    }
}
