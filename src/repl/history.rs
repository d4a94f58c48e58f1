//! The history of typed lines, in a file in the user's state folder.
//!
//! Only lines that succeeded are stored. Failures to read or write are ignored, because the history is a
//! convenience.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use crate::files::{self, OutputKind};

/// The most lines that are read.
pub const MAX_LINES: usize = 1_000;
/// The first line of a history file.
const HEADER: &str = "#V2\n";

/// Reads the history, oldest line first.
pub fn read() -> Vec<String> {
    let Some(path) = file() else { return vec![] };
    let Ok(text) = files::read(&path) else { return vec![] };
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty() && *line != HEADER.trim_end()).collect();
    let recent = &lines[lines.len().saturating_sub(MAX_LINES)..];
    if lines.len() > 2 * MAX_LINES {
        let shorter = format!("{HEADER}{}\n", recent.join("\n"));
        let _ = files::write(&path, OutputKind::Edited(&text), &shorter);
    }
    recent.iter().map(|line| line.replace("\\n", " ").replace("\\\\", "\\")).collect()
}

/// Appends a line.
pub fn write(line: &str) {
    let Some(path) = file() else { return };
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // A link could lead anywhere, and opening a pipe without a reader would block.
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        options.mode(0o600).custom_flags(flags.bits() as i32);
    }
    let Ok(mut file) = options.open(path) else { return };
    let Ok(there) = file.metadata() else { return };
    if there.is_file() && there.len() < files::MAX_TEXT / 2 {
        let head = if there.len() == 0 { HEADER } else { "" };
        // The history is best effort.
        let _ = file.write_all(format!("{head}{}\n", line.replace('\\', "\\\\").replace('\n', "\\n")).as_bytes());
    }
}

fn file() -> Option<PathBuf> {
    Some(state_folder()?.join("history"))
}

/// The folder for what outlives a prompt.
pub(super) fn state_folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = match variable("XDG_STATE_HOME").filter(|folder| folder.is_absolute()) {
        Some(folder) => folder,
        None => std::env::home_dir()?.join(".local").join("state"),
    };
    let folder = folder.join("uur");
    fs::create_dir_all(&folder).ok()?;
    Some(folder)
}
