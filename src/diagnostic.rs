//! A problem of a rule file as data, and the one place where problems are drawn.
//!
//! Every problem has a [`Code`] with a page of its own, the exact place, and help that says what to
//! write instead; where a mend is safe, it is a [`Fix`]. Who finds a problem builds a
//! [`Diagnostic`]; who shows it chooses a [`Format`].

mod code;
mod draw;

pub use code::{Code, Severity};
pub use draw::{Format, draw};

use crate::source::Span;

/// One problem of a rule file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind of problem; `uur explain` has a page on it.
    pub code: Code,
    /// One sentence in lower case, with the author's words in backticks.
    pub message: String,
    /// Where, the place itself first, then what else bears on it. Empty where there is no place,
    /// as for a parameter set from the command line.
    pub labels: Vec<Label>,
    /// What to write instead, and why.
    pub help: Vec<String>,
    /// A change to the text that mends it.
    pub fix: Option<Fix>,
}

/// A place and what is the matter there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What, in a few words.
    pub text: String,
}

/// A safe change to the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What to replace.
    pub span: Span,
    /// What to write there.
    pub replacement: String,
    /// What the change does.
    pub title: String,
}

impl Diagnostic {
    /// A problem without a place yet.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Diagnostic { code, message: message.into(), labels: vec![], help: vec![], fix: None }
    }

    /// Adds a place; the first one added is where the problem is.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a sentence of help.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds a change that mends it.
    pub fn fix(mut self, span: Span, replacement: impl Into<String>, title: impl Into<String>) -> Self {
        self.fix = Some(Fix { span, replacement: replacement.into(), title: title.into() });
        self
    }

    /// Offers the candidate most like a word that is not known, if one is like it.
    pub fn suggest<'a>(self, span: Span, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match did_you_mean(word, known) {
            Some(best) => self.fix(span, best, format!("did you mean `{best}`?")),
            None => self,
        }
    }

    /// Whether the problem keeps the file from being a game.
    pub fn is_error(&self) -> bool {
        self.code.severity() == Severity::Error
    }
}

/// The longest word that others are compared with, in characters: who wrote more did not mistype a name, and
/// the comparison takes time and memory by the square of the length.
const MAX_COMPARED_LENGTH: usize = 64;

/// The candidate most like a word, if one is near enough to be meant.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if length > MAX_COMPARED_LENGTH {
        return None;
    }
    let word = word.to_lowercase();
    let max_distance = (length / 3).clamp(1, 3);
    known
        .into_iter()
        .map(|candidate| {
            let candidate_low = candidate.to_lowercase();
            let is_prefix = word.len() >= 3
                && (candidate_low.starts_with(&word) || word.starts_with(&candidate_low) && candidate_low.len() >= 3);
            // As many letters as one has more are between the two at least.
            let length_difference = candidate_low.chars().count().abs_diff(length);
            let distance = if length_difference > max_distance {
                length_difference
            } else {
                strsim::damerau_levenshtein(&word, &candidate_low)
            };
            (if is_prefix { distance.min(max_distance) } else { distance }, candidate)
        })
        .filter(|&(distance, _)| distance <= max_distance)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// `1 seed`, `2 seeds`: a number with the right noun.
pub fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// `a, b or c`: alternatives as one says them.
pub fn alternatives<S: AsRef<str>>(items: &[S]) -> String {
    match items {
        [] => String::new(),
        [only] => only.as_ref().to_string(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} or {}", first.join(", "), last.as_ref())
        }
    }
}
