//! The file of finished combinations, from which a sweep resumes.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::output::CommandError;
use crate::files::{self, MAX_RESULTS, WriteError};
use uur_lab::lab::{LineFault, ResumeLogError, read_resume_log, resume_line};

/// The finished combinations, and the open file.
pub(super) struct ResumeFile<T> {
    pub name: String,
    pub pieces: Vec<T>,
    path: PathBuf,
    file: File,
    /// The number of bytes of complete lines.
    whole: u64,
    /// The number of the last complete line.
    last: usize,
}

/// The help for a damaged file.
const REPAIR: &str = "delete this line and those after it; their combinations are done again";

impl<T: Clone + Serialize> ResumeFile<T> {
    /// Opens a file of finished combinations, or creates it, and locks it. An incomplete last line is cut
    /// off. `holds` describes the content, `command` the command that writes it.
    ///
    /// # Errors
    /// If the file cannot be read or written, is in use, is damaged, or contains something else.
    pub fn open(
        name: &str,
        read: impl Fn(&str) -> serde_json::Result<T>,
        holds: &str,
        command: &str,
    ) -> Result<Self, CommandError> {
        let path = Path::new(name);
        let help = format!("name a new file, or one written by `{command}`");
        let fails = |what: &str, reason: &dyn std::fmt::Display, help: &str| {
            CommandError::usage(&format!("`{name}` {what}: {reason}"), help)
        };
        let mut file = files::open_append(path).map_err(|reason| match reason {
            WriteError::Failed(reason) => fails("cannot be read", &reason, &help),
            refused => fails("cannot be used", &refused, refused.help()),
        })?;
        let text =
            files::read_limited(&mut file, MAX_RESULTS).map_err(|reason| fails("cannot be read", &reason, &help))?;
        let resume_file = read_resume_log(&text).map_err(|ResumeLogError { line, fault }| match fault {
            LineFault::Foreign => {
                fails(&format!("does not contain {holds}"), &format!("line {line} is something else"), &help)
            }
            LineFault::Damaged => CommandError::usage(&format!("`{name}` is damaged in line {line}"), REPAIR),
            LineFault::Order => {
                CommandError::usage(&format!("`{name}` lacks lines before line {line}, or repeats that line"), REPAIR)
            }
        })?;
        let pieces: Result<Vec<T>, _> = resume_file.pieces.iter().map(|piece| read(piece)).collect();
        let pieces = pieces.map_err(|reason| fails(&format!("does not contain {holds}"), &reason, &help))?;
        let (whole, last) = (resume_file.complete_bytes as u64, resume_file.last);
        if whole < text.len() as u64 {
            file.set_len(whole).map_err(|reason| CommandError::write_failed(path, &reason.into()))?;
        }
        Ok(ResumeFile { name: name.to_string(), pieces, path: path.to_path_buf(), file, whole, last })
    }

    /// Appends a finished combination. If that fails the file is truncated, so that it contains only complete
    /// lines.
    pub fn append(&mut self, piece: &T) -> Result<(), CommandError> {
        let text = serde_json::to_string(piece).expect("a piece has names for keys and numbers that JSON knows");
        let line = resume_line(self.last + 1, &text);
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|reason| self.undo_write(reason))?;
        self.pieces.push(piece.clone());
        self.whole += line.len() as u64;
        self.last += 1;
        Ok(())
    }

    fn undo_write(&self, reason: io::Error) -> CommandError {
        // If that fails too, the next run cuts off the incomplete line.
        let _ = self.file.set_len(self.whole);
        CommandError::write_failed(&self.path, &reason.into())
    }
}
