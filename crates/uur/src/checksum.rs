//! A checksum of a text or a file: the 64-bit FNV-1a hash.
//!
//! Every step is a bijection, so a change of a single byte always changes the checksum; another change goes
//! unnoticed with probability 2^-64. It detects damage, not forgery.

use std::fmt;
use std::io::{self, ErrorKind, Read};

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

    /// Reads a line of up to `most` bytes, adds it, and returns it without its end.
    ///
    /// # Errors
    /// If it cannot be read. The error is of the kind [`ErrorKind::InvalidData`] if the line is longer or is not UTF-8,
    /// and [`ErrorKind::UnexpectedEof`] if it has no end.
    pub fn read_line(&mut self, from: &mut impl Read, most: usize) -> io::Result<String> {
        let mut text = vec![];
        loop {
            let mut byte = [0];
            from.read_exact(&mut byte)?;
            self.add(&byte);
            match byte[0] {
                b'\n' => break,
                _ if text.len() >= most => return Err(ErrorKind::InvalidData.into()),
                byte => text.push(byte),
            }
        }
        String::from_utf8(text).map_err(|_| ErrorKind::InvalidData.into())
    }

    /// Reads a checksum, eight bytes from the lowest on, and compares it with this one.
    ///
    /// # Errors
    /// If it cannot be read. The error is of the kind [`ErrorKind::InvalidData`] if it is another one, and
    /// [`ErrorKind::UnexpectedEof`] if the file ends too early.
    pub fn read_sum(self, from: &mut impl Read) -> io::Result<()> {
        let mut sum = [0; 8];
        from.read_exact(&mut sum)?;
        if u64::from_le_bytes(sum) == self.0 { Ok(()) } else { Err(ErrorKind::InvalidData.into()) }
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
