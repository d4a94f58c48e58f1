//! Pits, moves, positions and games as text, read and written.
//!
//! Pits are letters, seeds are digits, and the two never mix in what is printed: South's pits are
//! A, B, C … along his way of sowing from his own end, North's a, b, c … along his.

mod moves;
mod position;
mod quoted;
pub mod reader;
mod record;

pub use moves::{PitName, in_case_of, pit_name, read_move, read_pit, write_move};
pub use position::{read_position, write_position};
pub use record::{Excerpt, Record, RecordEntry, read_step, write_steps};

/// Why a text is no move, position or record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where: the byte in the text.
    pub at: usize,
    /// What to write instead.
    pub help: String,
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}", self.message)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, " ({})", self.help) }
    }
}

impl ParseError {
    /// The problem with the line of the text in which it is, a caret below its place, and what helps.
    pub fn drawn(&self, text: &str, name: &str) -> String {
        let place = crate::source::Source::new(name, text);
        let at = place.place(self.at);
        let line: String = place.line(at.line).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let blanks = " ".repeat(at.column - 1);
        let help = if self.help.is_empty() { String::new() } else { format!("\n  = help: {}", self.help) };
        format!("{}\n --> {name}:{at}\n  | {line}\n  | {blanks}^{help}", self.message)
    }
}

fn unreadable<T>(message: impl Into<String>, at: usize, help: impl Into<String>) -> Result<T, ParseError> {
    Err(ParseError { message: message.into(), at, help: help.into() })
}

/// The words of a text with the bytes at which they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - start, word))
}
