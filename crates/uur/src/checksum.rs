//! A checksum of a text or a file: the 64-bit FNV-1a hash.
//!
//! Every step is a bijection, so a change of a single byte always changes the checksum; another change goes
//! unnoticed with probability 2^-64. It detects damage, not forgery.

use std::fmt;

/// The checksum of the bytes added so far. It prints as 16 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checksum(pub u64);

impl Default for Checksum {
    fn default() -> Self {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    /// Returns the checksum of some bytes.
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
