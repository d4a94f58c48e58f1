//! The file of what a sweep has done, so that it can go on from there.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::output::CommandError;
use crate::files::{self, MAX_RESULTS, WriteError};
use uur_lab::lab::{Fault, NotKept, kept_line, read_kept};

/// The pieces that are done.
pub(super) struct ResumeFile<T> {
    pub name: String,
    pub pieces: Vec<T>,
    path: PathBuf,
    file: File,
    /// How many bytes of whole lines the file has.
    whole: u64,
    /// The number of the last of them.
    last: usize,
}

/// What helps against damage.
const REPAIR: &str = "delete this line and those after it, and what they kept is done again";

impl<T: Clone + Serialize> ResumeFile<T> {
    /// Reads what is done, if anything is, and keeps others from writing to the file. A last line that was
    /// not written to its end is cut off.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use, is damaged, or holds something else. What it holds,
    /// and the command that writes such a file, are given in words.
    pub fn open(
        name: &str,
        read: impl Fn(&str) -> serde_json::Result<T>,
        holds: &str,
        command: &str,
    ) -> Result<Self, CommandError> {
        let path = Path::new(name);
        let help = format!("name a new file, or one that `{command}` has written");
        let fails = |what: &str, reason: &dyn std::fmt::Display, help: &str| {
            CommandError::usage(&format!("`{name}` {what}: {reason}"), help)
        };
        let mut file = files::open_append(path).map_err(|reason| match reason {
            WriteError::Failed(reason) => fails("cannot be read", &reason, &help),
            refused => fails("cannot be used", &refused, refused.help()),
        })?;
        let text =
            files::read_limited(&mut file, MAX_RESULTS).map_err(|reason| fails("cannot be read", &reason, &help))?;
        let resume_file = read_kept(&text).map_err(|NotKept { line, fault }| match fault {
            Fault::Foreign => fails(&format!("holds no {holds}"), &format!("line {line} is none"), &help),
            Fault::Damaged => CommandError::usage(&format!("`{name}` is damaged in line {line}"), REPAIR),
            Fault::Order => {
                CommandError::usage(&format!("`{name}` lacks lines before line {line}, or has it twice"), REPAIR)
            }
        })?;
        let pieces: Result<Vec<T>, _> = resume_file.pieces.iter().map(|piece| read(piece)).collect();
        let pieces = pieces.map_err(|reason| fails(&format!("holds no {holds}"), &reason, &help))?;
        let (whole, last) = (resume_file.whole as u64, resume_file.last);
        if whole < text.len() as u64 {
            file.set_len(whole).map_err(|reason| CommandError::write_failed(path, &reason.into()))?;
        }
        Ok(ResumeFile { name: name.to_string(), pieces, path: path.to_path_buf(), file, whole, last })
    }

    /// Keeps one more. What cannot be written is taken back, so that only whole lines are in the file.
    pub fn append(&mut self, piece: &T) -> Result<(), CommandError> {
        let text = serde_json::to_string(piece).expect("a piece has names for keys and numbers that JSON knows");
        let line = kept_line(self.last + 1, &text);
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|reason| self.undo_write(reason))?;
        self.pieces.push(piece.clone());
        self.whole += line.len() as u64;
        self.last += 1;
        Ok(())
    }

    fn undo_write(&self, reason: io::Error) -> CommandError {
        // If that fails too, the next run finds a line that was not written to its end.
        let _ = self.file.set_len(self.whole);
        CommandError::write_failed(&self.path, &reason.into())
    }
}
