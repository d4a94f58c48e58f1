//! What a command says: its answer on standard output, all else on standard error.
//!
//! Everything is written with colour, and the streams take it out again where they are no terminal
//! or `NO_COLOR` is set.

use std::io::Write;
use std::process::ExitCode;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet};
use serde::Serialize;

use crate::notation::Unreadable;

/// How a command ended; of several, the greatest counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is well.
    Fine = 0,
    /// A move, or a file's layout, is not as it should be.
    Failed = 1,
    /// There is no such thing as was asked for.
    Usage = 2,
    /// A rule file is faulty.
    Faulty = 3,
    /// A limit was reached, or Ctrl-C pressed.
    Limit = 4,
    /// We are at fault.
    Bug = 70,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command could not be done: what to tell on standard error, and how it ends.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// The message as it is shown; may be empty.
    pub text: String,
}

impl Failure {
    /// Something that was asked for and is not there.
    pub fn usage(message: &str, help: impl Into<String>) -> Failure {
        Failure { exit: Exit::Usage, text: error(message, None, Some(help.into())) }
    }
}

/// Says a part of the answer.
///
/// # Errors
/// If whoever read it has gone away: that ends the command, and all is well.
pub fn say(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|_| Failure { exit: Exit::Fine, text: String::new() })
}

/// Says the answer as one line of JSON.
///
/// # Errors
/// As [`say`].
pub fn say_json(answer: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(answer).expect("answers have names for keys and numbers that JSON knows");
    say(&format!("{text}\n"))
}

/// Whether the answer is shown in colour.
pub fn in_colour() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
}

/// Tells something beside the answer. If nobody listens, nothing is to be done.
pub fn tell(text: &str) {
    let _ = anstream::stderr().write_all(text.as_bytes());
}

/// A message, the fact behind it, and what to do instead.
pub fn error(message: &str, note: Option<String>, help: Option<String>) -> String {
    drawn(message, None, note, help)
}

/// A message about a place in a text that was given, with the text and a caret.
pub fn error_at(problem: &Unreadable, text: &str, from: &str) -> String {
    let rest = &text[problem.at..];
    let length = rest.find(|c: char| c.is_whitespace() || matches!(c, ';' | ',')).unwrap_or(rest.len());
    let place = problem.at..problem.at + length;
    let snippet = Snippet::source(text).path(from).annotation(AnnotationKind::Primary.span(place));
    let help = Some(problem.help.clone()).filter(|help| !help.is_empty());
    drawn(&problem.message, Some(snippet.into()), None, help)
}

fn drawn(message: &str, place: Option<Element>, note: Option<String>, help: Option<String>) -> String {
    let note = note.iter().map(|note| Level::NOTE.message(note).into());
    let help = help.iter().map(|help| Level::HELP.message(help).into());
    let elements: Vec<Element> = place.into_iter().chain(note).chain(help).collect();
    let group = Group::with_title(Level::ERROR.primary_title(message)).elements(elements);
    format!("{}\n", Renderer::styled().decor_style(DecorStyle::Ascii).render(&[group]))
}
