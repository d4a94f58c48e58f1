//! A number for the content of a text or a file: the 64-bit FNV-1a hash.
//!
//! No step of it loses anything, so that a change of one byte, however small, always changes the number;
//! of other changes one in 2^64 does not. It finds damage, and is no guard against forgery.

use std::fmt;

/// The number of the bytes added so far. It is shown as 16 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checksum(pub u64);

impl Default for Checksum {
    fn default() -> Self {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    /// The number of some bytes.
    ///
    /// ```
    /// // Published with the hash.
    /// assert_eq!(uur::checksum::Checksum::of(b"foobar").to_string(), "85944171f73967e8");
    /// ```
    pub fn of(bytes: &[u8]) -> Checksum {
        let mut sum = Checksum::default();
        sum.add(bytes);
        sum
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
