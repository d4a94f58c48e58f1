//! What a sweep has done, one piece a line of a file, so that it can go on from there.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use serde::Serialize;

use crate::cli::output::Failure;
use crate::files;

/// The pieces that are done.
pub(super) struct Kept<T> {
    pub name: String,
    pub pieces: Vec<T>,
    file: File,
}

impl<T: Clone + Serialize> Kept<T> {
    /// Reads what is done, if anything is. A last line that was not written to its end is cut off.
    ///
    /// # Errors
    /// The file cannot be read or written, or holds something else. What it holds, and the command that
    /// writes such a file, is told in words.
    pub fn open(
        name: &str,
        read: impl Fn(&str) -> serde_json::Result<T>,
        holds: &str,
        command: &str,
    ) -> Result<Self, Failure> {
        let help = format!("name a new file, or one that `{command}` has written");
        let fails =
            |what: &str, reason: &dyn std::fmt::Display| Failure::usage(&format!("`{name}` {what}: {reason}"), &help);
        let none = format!("holds no {holds}");
        let text = match files::read_results(Path::new(name)) {
            Err(reason) if reason.kind() == ErrorKind::NotFound => String::new(),
            text => text.map_err(|reason| fails("cannot be read", &reason))?,
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let pieces: Result<Vec<T>, _> = text[..whole].lines().map(read).collect();
        let pieces = pieces.map_err(|reason| fails(&none, &reason))?;
        if !text[whole..].is_empty() && !text[whole..].starts_with('{') {
            return Err(fails(&none, &"its last line is none"));
        }
        let file = OpenOptions::new().create(true).append(true).open(name);
        let file = file.and_then(|file| file.set_len(whole as u64).map(|()| file));
        let file = file.map_err(|reason| fails("cannot be written", &reason))?;
        Ok(Kept { name: name.to_string(), pieces, file })
    }

    /// Keeps one more.
    pub fn keep(&mut self, piece: &T) -> Result<(), Failure> {
        let text = serde_json::to_string(piece).expect("a piece has names for keys and numbers that JSON knows");
        self.pieces.push(piece.clone());
        self.file.write_all(format!("{text}\n").as_bytes()).map_err(|reason| {
            Failure::usage(&format!("`{}` cannot be written: {reason}", self.name), "make room for it")
        })
    }
}
