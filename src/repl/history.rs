//! Lines that were typed before, in a file in the user's folder for such state.
//!
//! Only lines that could be done are written there. It is no reason to stop, or to say anything, if
//! they cannot be read or written.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use crate::files::{self, OutputKind};

/// Lines that are kept.
pub const MAX_LINES: usize = 1_000;
/// How a file of such lines begins.
const HEADER: &str = "#V2\n";

/// The lines typed before, the last one last.
pub fn read() -> Vec<String> {
    let Some(path) = file() else { return vec![] };
    let Ok(text) = files::read(&path) else { return vec![] };
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty() && *line != HEADER.trim_end()).collect();
    let kept = &lines[lines.len().saturating_sub(MAX_LINES)..];
    if lines.len() > 2 * MAX_LINES {
        let shorter = format!("{HEADER}{}\n", kept.join("\n"));
        let _ = files::write(&path, OutputKind::Edited(&text), &shorter);
    }
    kept.iter().map(|line| line.replace("\\n", " ").replace("\\\\", "\\")).collect()
}

/// Writes a line behind the others.
pub fn write(line: &str) {
    let Some(path) = file() else { return };
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // A link could lead anywhere, and a pipe that nobody reads would block.
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        options.mode(0o600).custom_flags(flags.bits() as i32);
    }
    let Ok(mut file) = options.open(path) else { return };
    let Ok(there) = file.metadata() else { return };
    if there.is_file() && there.len() < files::MAX_TEXT / 2 {
        let head = if there.len() == 0 { HEADER } else { "" };
        // A line that is not remembered is no reason to stop.
        let _ = file.write_all(format!("{head}{}\n", line.replace('\\', "\\\\").replace('\n', "\\n")).as_bytes());
    }
}

fn file() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = match variable("XDG_STATE_HOME").filter(|folder| folder.is_absolute()) {
        Some(folder) => folder,
        None => std::env::home_dir()?.join(".local").join("state"),
    };
    let folder = folder.join("uur");
    fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}
