//! Resume logs: completed pieces of work, one a line, so that interrupted work can be resumed.
//!
//! A line has the number of the piece, from 1, a checksum of both, and the piece as JSON:
//! `{"number":1,"check":"0123456789abcdef","kept":{…}}`. Concatenated logs are a valid log, so a number
//! follows the previous one or is 1.

use uur::checksum::Checksum;

/// The prefix of every line.
const PREFIX: &str = "{\"number\":";

/// A parsed resume log.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ResumeLog<'a> {
    /// The pieces, each as JSON.
    pub pieces: Vec<&'a str>,
    /// The length of the complete lines in bytes. The rest is an incomplete line.
    pub complete_bytes: usize,
    /// The number of the last piece.
    pub last: usize,
}

/// An error in a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResumeLogError {
    /// The line, from 1.
    pub line: usize,
    /// The error.
    pub fault: LineFault,
}

/// An error in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineFault {
    /// It is not a line of a resume log.
    Foreign,
    /// Its checksum does not match.
    Damaged,
    /// A line is missing before it, or it is repeated.
    Order,
}

/// Returns the line for a piece.
pub fn resume_line(number: usize, piece: &str) -> String {
    format!("{PREFIX}{number},\"check\":\"{}\",\"kept\":{piece}}}\n", check(number, piece))
}

/// Parses a log.
///
/// ```
/// use uur_lab::lab::{read_resume_log, resume_line};
/// let text = resume_line(1, "{}") + &resume_line(2, "[7]");
/// assert_eq!(read_resume_log(&text).unwrap().pieces, ["{}", "[7]"]);
/// assert_eq!(read_resume_log(&text[..text.len() - 9]).unwrap().pieces, ["{}"]);
/// assert!(read_resume_log(&text.replace('7', "8")).is_err());
/// assert!(read_resume_log("{\"my\":\"only copy\"}").is_err());
/// ```
///
/// # Errors
/// If a line is foreign, damaged or out of order. An incomplete last line is skipped only if it begins with the
/// usual prefix.
pub fn read_resume_log(text: &str) -> Result<ResumeLog<'_>, ResumeLogError> {
    let mut log = ResumeLog::default();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let fails = |fault| ResumeLogError { line: index + 1, fault };
        let Some(complete_bytes) = line.strip_suffix('\n') else {
            let begun = line.starts_with(PREFIX) || !log.pieces.is_empty() && PREFIX.starts_with(line);
            return if begun { Ok(log) } else { Err(fails(LineFault::Foreign)) };
        };
        let (number, piece) = numbered(complete_bytes).map_err(fails)?;
        if number != 1 && number != log.last + 1 {
            return Err(fails(LineFault::Order));
        }
        log.pieces.push(piece);
        log.complete_bytes += line.len();
        log.last = number;
    }
    Ok(log)
}

fn check(number: usize, piece: &str) -> Checksum {
    Checksum::of(format!("{number} {piece}").as_bytes())
}

/// Parses a line into its number and piece.
fn numbered(line: &str) -> Result<(usize, &str), LineFault> {
    let rest = line.strip_prefix(PREFIX).ok_or(LineFault::Foreign)?;
    let found = rest.split_once(",\"check\":\"").and_then(|(number, rest)| {
        let (sum, rest) = rest.split_once("\",\"kept\":")?;
        Some((number.parse::<usize>().ok()?, sum, rest.strip_suffix('}')?))
    });
    let (number, sum, piece) = found.ok_or(LineFault::Damaged)?;
    if check(number, piece).to_string() == sum { Ok((number, piece)) } else { Err(LineFault::Damaged) }
}
