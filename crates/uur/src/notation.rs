//! Parses and prints pits, moves, positions and games.
//!
//! Pits are letters and seeds are digits; printed texts never use one for the other. South's pits are
//! A, B, C … from South's own end in the direction of sowing, North's are a, b, c … from North's.

mod elsewhere;
mod moves;
mod position;
mod quoted;
pub mod reader;
mod record;

pub(crate) use elsewhere::ForeignPosition;
pub(crate) use moves::respelt_move;
pub use moves::{PitName, in_case_of, pit_name, pits_apart, read_move, read_pit, write_choice, write_move};
pub use position::{read_observed_position, read_position, read_stored_position, write_position};
pub use quoted::{shell_quoted, source_argument};
pub use record::{
    Clock, Excerpt, GameEnd, Record, RecordComputer, RecordEntry, RecordFacts, RecordResult, read_step, write_steps,
};

use crate::diagnostic::shortened;

/// A syntax error in a move, position or record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong, in one sentence.
    pub message: String,
    /// The byte offset in the text.
    pub at: usize,
    /// What to write instead.
    pub help: String,
}

/// The most characters of a line that are shown whole.
const LONGEST_LINE: usize = 400;
/// How many are shown of a longer one before and after the place of an error.
const AROUND: usize = 60;

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}", shortened(&self.message))?;
        if self.help.is_empty() { Ok(()) } else { write!(f, " ({})", self.help) }
    }
}

impl std::error::Error for ParseError {}

impl ParseError {
    /// Formats the error with its line of the text, a caret below its place, and the help.
    pub fn drawn(&self, text: &str, name: &str) -> String {
        let place = crate::source::Source::new(name, text);
        let at = place.place(self.at);
        let line = place.line(at.line).chars().map(|c| if c.is_control() { ' ' } else { c });
        let (left_out, length) = match line.clone().nth(LONGEST_LINE) {
            Some(_) => ((at.column - 1).saturating_sub(AROUND), 2 * AROUND),
            None => (0, LONGEST_LINE),
        };
        let line: String = line.skip(left_out).take(length).collect();
        let blanks = " ".repeat(at.column - 1 - left_out);
        let number = at.line.to_string();
        let bar = " ".repeat(number.len());
        let help = if self.help.is_empty() { String::new() } else { format!("\n  = help: {}", self.help) };
        format!("{}\n{bar}--> {name}:{at}\n{number} | {line}\n{bar} | {blanks}^{help}", shortened(&self.message))
    }
}

pub(crate) fn parse_error<T>(message: impl Into<String>, at: usize, help: impl Into<String>) -> Result<T, ParseError> {
    Err(ParseError { message: message.into(), at, help: help.into() })
}

/// Returns the words of a text with their byte offsets.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - start, word))
}
