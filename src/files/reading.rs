//! Reading: regular files and standard input, each up to a size limit.
//!
//! A device, a pipe, a socket or a folder is refused before it is read. Input above the limit is refused,
//! never cut. A link to a regular file is followed.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::string::FromUtf8Error;

pub use uur::source::MAX_TEXT;

/// The largest file of records, which may hold many games, in bytes.
pub const MAX_RECORDS: u64 = 1 << 26;

/// The largest file of results, such as the reports of a series, in bytes.
pub const MAX_RESULTS: u64 = 1 << 28;

/// Reads a text of at most [`MAX_TEXT`] bytes.
///
/// # Errors
/// If it cannot be read, is not a regular file, is too large, or is not UTF-8.
pub fn read(path: &Path) -> io::Result<String> {
    read_limited(open_regular(path)?, MAX_TEXT)
}

/// Reads a text of at most [`MAX_RECORDS`] bytes.
///
/// # Errors
/// If it cannot be read, is not a regular file, is too large, or is not UTF-8.
pub fn read_records_of(path: &Path) -> io::Result<String> {
    read_limited(open_regular(path)?, MAX_RECORDS)
}

/// Reads a text of at most [`MAX_RESULTS`] bytes.
///
/// # Errors
/// If it cannot be read, is not a regular file, is too large, or is not UTF-8.
pub fn read_results(path: &Path) -> io::Result<String> {
    read_limited(open_regular(path)?, MAX_RESULTS)
}

/// Reads standard input to its end, at most `limit` bytes.
///
/// # Errors
/// If it cannot be read, is larger, or is not UTF-8.
pub fn read_stdin(limit: u64) -> io::Result<String> {
    read_limited(io::stdin().lock(), limit)
}

/// Opens a regular file for reading.
///
/// # Errors
/// If it cannot be opened, or is a device, a pipe, a socket or a folder.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    // Opening a pipe without a writer would block.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NONBLOCK.bits() as i32);
    // Windows refuses to open a folder without a clear reason.
    if path.is_dir() {
        return Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    let file = options.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is a device, a pipe or a socket, not a file"));
    }
    Ok(file)
}

/// Reads a whole text of at most `limit` bytes.
///
/// # Errors
/// If it cannot be read, is larger, or is not UTF-8.
pub fn read_limited(from: impl Read, limit: u64) -> io::Result<String> {
    let mut bytes = vec![];
    from.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("it is larger than {} MiB", limit >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| io::Error::new(ErrorKind::InvalidData, encoding_error(&error)))
}

/// Describes why the bytes are not UTF-8.
fn encoding_error(error: &FromUtf8Error) -> String {
    let (bytes, at) = (error.as_bytes(), error.utf8_error().valid_up_to());
    if let [first, second, ..] = *bytes
        && matches!([first, second], [0xff, 0xfe] | [0xfe, 0xff])
    {
        return format!("it begins with the bytes {first:02X} {second:02X}, so it is UTF-16; save it as UTF-8");
    }
    let line = 1 + bytes[..at].iter().filter(|byte| **byte == b'\n').count();
    format!("the byte {:02X} in line {line} is not UTF-8; save it as UTF-8", bytes[at])
}
