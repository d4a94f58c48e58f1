//! Checkpoints: the tables of a solver, from which another one continues.
//!
//! Stored results hold for positions and not for lines, so that they stay true in another run. A checkpoint belongs to
//! the rules, the position, the method and the memory of its solver, and is refused by others. File handling is the
//! caller's task.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Arc;

use super::Solver;
use super::proof_numbers::ProofNumbers;
use super::table::ProofEntry;
use crate::transposition::TranspositionTable;
use uur::checksum::Checksum;
use uur::notation::write_position;

/// The first line of a file, without the number of the format.
const MAGIC: &str = "uur proofs ";
/// The number of the format.
const FORMAT: u32 = 2;
/// The longest line of a head.
const MAX_LINE: usize = 4096;

/// Why a solver cannot continue from a checkpoint.
#[derive(Debug)]
pub enum CheckpointError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is not a checkpoint, or is damaged. The solver must not be used.
    Damaged,
    /// It has another format, that of another version of uur.
    OtherFormat(u32),
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
            CheckpointError::OtherFormat(number) => {
                write!(f, "it has format {number}, and this version of uur reads format {FORMAT}")
            }
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

/// A view of what a solver has found, also while it searches in another thread.
pub struct SolverCheckpoint {
    /// The lines of the head after the first: the rules, the position and the method.
    question: [String; 3],
    wins: Option<Arc<TranspositionTable<ProofNumbers>>>,
    proofs: Arc<TranspositionTable<ProofEntry>>,
}

impl SolverCheckpoint {
    /// Writes what was found.
    ///
    /// # Errors
    /// If writing fails.
    pub fn save(&self, to: &mut impl Write) -> io::Result<()> {
        let mut check = Checksum::default();
        let head = format!("{MAGIC}{FORMAT}\n{}\n", self.question.join("\n"));
        check.add(head.as_bytes());
        to.write_all(head.as_bytes())?;
        if let Some(wins) = &self.wins {
            wins.save(to, &mut check)?;
        }
        self.proofs.save(to, &mut check)?;
        to.write_all(&check.0.to_le_bytes())
    }
}

impl Solver<'_> {
    /// Returns a view of what was found, and of what is yet to be found.
    pub fn checkpoint(&self) -> SolverCheckpoint {
        let method = match (self.proof_numbers.is_some(), self.patience) {
            (false, _) => "alpha-beta",
            (true, u64::MAX) => "proof numbers",
            (true, _) => "proof numbers first",
        };
        let question = [self.game.meaning(), write_position(self.game, &self.from), method.to_string()];
        SolverCheckpoint { question, wins: self.wins.clone(), proofs: self.proofs.clone() }
    }

    /// Continues from a checkpoint. This is called before the solver is used.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or belongs to another solver.
    pub fn resume(&mut self, from: &mut impl Read) -> Result<(), CheckpointError> {
        let mut check = Checksum::default();
        let first = check.read_line(from, MAX_LINE)?;
        match first.strip_prefix(MAGIC).and_then(|number| number.parse().ok()) {
            Some(FORMAT) => {}
            Some(other) => return Err(CheckpointError::OtherFormat(other)),
            None => return Err(CheckpointError::Damaged),
        }
        let SolverCheckpoint { question: [rules, position, method], wins, proofs } = self.checkpoint();
        let reasons = [
            (rules, CheckpointError::OtherRules as fn(String) -> CheckpointError),
            (position, CheckpointError::OtherPosition),
            (method, CheckpointError::OtherMethod),
        ];
        for (own, other) in reasons {
            let theirs = check.read_line(from, MAX_LINE)?;
            if theirs != own {
                return Err(other(theirs));
            }
        }
        let same = wins.map_or(Ok(true), |wins| wins.load(from, &mut check))?;
        if !same || !proofs.load(from, &mut check)? {
            return Err(CheckpointError::OtherMemory);
        }
        check.read_sum(from)?;
        if from.read(&mut [0])? > 0 { Err(CheckpointError::Damaged) } else { Ok(()) }
    }
}
