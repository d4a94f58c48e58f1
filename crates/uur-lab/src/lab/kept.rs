//! Pieces of work that are done, one a line of a text, so that the work can go on from there.
//!
//! A line has the piece's number in the text, from 1, a check sum of both, and the piece as JSON:
//! `{"number":1,"check":"0123456789abcdef","kept":{…}}`. Texts of several runs, one after the other, are
//! again such a text, so that a number follows the one before or is 1.

use uur::checksum::Checksum;

/// How every line begins.
const BEGINS: &str = "{\"number\":";

/// The pieces of a text.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Kept<'a> {
    /// Each as JSON.
    pub pieces: Vec<&'a str>,
    /// The bytes of whole lines; what follows is a line that was not written to its end.
    pub whole: usize,
    /// The number of the last piece.
    pub last: usize,
}

/// What is wrong with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotKept {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It is no line of such a text.
    Foreign,
    /// It is not as it was written.
    Damaged,
    /// Lines are missing before it, or it is there twice.
    Order,
}

/// The line for a piece.
pub fn kept_line(number: usize, piece: &str) -> String {
    format!("{BEGINS}{number},\"check\":\"{}\",\"kept\":{piece}}}\n", check(number, piece))
}

/// The pieces of a text.
///
/// ```
/// use uur_lab::lab::{kept_line, read_kept};
/// let text = kept_line(1, "{}") + &kept_line(2, "[7]");
/// assert_eq!(read_kept(&text).unwrap().pieces, ["{}", "[7]"]);
/// assert_eq!(read_kept(&text[..text.len() - 9]).unwrap().pieces, ["{}"]);
/// assert!(read_kept(&text.replace('7', "8")).is_err());
/// assert!(read_kept("{\"my\":\"only copy\"}").is_err());
/// ```
///
/// # Errors
/// If a line is none, is damaged, or does not follow the one before. A last line without its end is
/// passed over only if it begins as they all do.
pub fn read_kept(text: &str) -> Result<Kept<'_>, NotKept> {
    let mut kept = Kept::default();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let fails = |fault| NotKept { line: index + 1, fault };
        let Some(whole) = line.strip_suffix('\n') else {
            let begun = line.starts_with(BEGINS) || !kept.pieces.is_empty() && BEGINS.starts_with(line);
            return if begun { Ok(kept) } else { Err(fails(Fault::Foreign)) };
        };
        let (number, piece) = numbered(whole).map_err(fails)?;
        if number != 1 && number != kept.last + 1 {
            return Err(fails(Fault::Order));
        }
        kept.pieces.push(piece);
        kept.whole += line.len();
        kept.last = number;
    }
    Ok(kept)
}

fn check(number: usize, piece: &str) -> Checksum {
    Checksum::of(format!("{number} {piece}").as_bytes())
}

/// The number of a line and the piece in it.
fn numbered(line: &str) -> Result<(usize, &str), Fault> {
    let rest = line.strip_prefix(BEGINS).ok_or(Fault::Foreign)?;
    let found = rest.split_once(",\"check\":\"").and_then(|(number, rest)| {
        let (sum, rest) = rest.split_once("\",\"kept\":")?;
        Some((number.parse::<usize>().ok()?, sum, rest.strip_suffix('}')?))
    });
    let (number, sum, piece) = found.ok_or(Fault::Damaged)?;
    if check(number, piece).to_string() == sum { Ok((number, piece)) } else { Err(Fault::Damaged) }
}
