//! Checkpoints: the tables of a stopped solver, from which another one continues.
//!
//! Stored results hold for positions and not for lines, so that they stay true in another run. A checkpoint belongs to
//! the rules, the position, the method and the memory of its solver, and is refused by others. File handling is the
//! caller's task.

use std::fmt;
use std::io::{self, Read, Write};

use super::Solver;
use uur::checksum::Checksum;
use uur::notation::write_position;

/// The first line of a file.
const MAGIC: &str = "uur proofs 1";
/// The longest line of a head.
const MAX_LINE: usize = 4096;

/// Why a solver cannot continue from a checkpoint.
#[derive(Debug)]
pub enum CheckpointError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is not a checkpoint, or is damaged. The solver must not be used.
    Damaged,
    /// It was made for other rules, with this hash.
    OtherRules(String),
    /// It was made for another position, this one.
    OtherPosition(String),
    /// It was made by this other method.
    OtherMethod(String),
    /// It was made with another amount of memory.
    OtherMemory,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            CheckpointError::Io(error) => write!(f, "{error}"),
            CheckpointError::Damaged => write!(f, "it is not a checkpoint, or it is damaged"),
            CheckpointError::OtherRules(hash) => write!(f, "it was made for other rules, with hash {hash}"),
            CheckpointError::OtherPosition(position) => write!(f, "it was made for the position {position}"),
            CheckpointError::OtherMethod(method) => write!(f, "it was made by another method, {method}"),
            CheckpointError::OtherMemory => write!(f, "it was made with another amount of memory"),
        }
    }
}

impl std::error::Error for CheckpointError {}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => CheckpointError::Damaged,
            _ => CheckpointError::Io(error),
        }
    }
}

impl Solver<'_> {
    /// The lines of the head after the first: the rules, the position and the method.
    fn question(&self) -> [String; 3] {
        let method = if self.proof_numbers.is_some() { "proof numbers" } else { "alpha-beta" };
        [self.game.meaning(), write_position(self.game, &self.from), method.to_string()]
    }

    /// Writes a checkpoint.
    ///
    /// # Errors
    /// If writing fails.
    pub fn save(&self, to: &mut impl Write) -> io::Result<()> {
        let mut check = Checksum::default();
        let head = format!("{MAGIC}\n{}\n", self.question().join("\n"));
        check.add(head.as_bytes());
        to.write_all(head.as_bytes())?;
        if let Some(search) = &self.proof_numbers {
            search.save(to, &mut check)?;
        }
        self.search.save(to, &mut check)?;
        to.write_all(&check.0.to_le_bytes())
    }

    /// Continues from a checkpoint. This is called before the solver is used.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or belongs to another solver.
    pub fn resume(&mut self, from: &mut impl Read) -> Result<(), CheckpointError> {
        let mut check = Checksum::default();
        if line(from, &mut check)? != MAGIC {
            return Err(CheckpointError::Damaged);
        }
        let [rules, position, method] = self.question();
        let reasons = [
            (rules, CheckpointError::OtherRules as fn(String) -> CheckpointError),
            (position, CheckpointError::OtherPosition),
            (method, CheckpointError::OtherMethod),
        ];
        for (own, other) in reasons {
            let theirs = line(from, &mut check)?;
            if theirs != own {
                return Err(other(theirs));
            }
        }
        let mut same = match &mut self.proof_numbers {
            Some(search) => search.load(from, &mut check)?,
            None => true,
        };
        same = same && self.search.load(from, &mut check)?;
        if !same {
            return Err(CheckpointError::OtherMemory);
        }
        let mut sum = [0; 8];
        from.read_exact(&mut sum)?;
        if u64::from_le_bytes(sum) != check.0 || from.read(&mut [0])? > 0 {
            return Err(CheckpointError::Damaged);
        }
        Ok(())
    }
}

/// Reads a line of the head.
fn line(from: &mut impl Read, check: &mut Checksum) -> Result<String, CheckpointError> {
    let mut text = vec![];
    loop {
        let mut byte = [0];
        from.read_exact(&mut byte)?;
        check.add(&byte);
        match byte[0] {
            b'\n' => break,
            _ if text.len() > MAX_LINE => return Err(CheckpointError::Damaged),
            byte => text.push(byte),
        }
    }
    String::from_utf8(text).map_err(|_| CheckpointError::Damaged)
}
