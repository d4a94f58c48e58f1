//! Diagnostics: the problems of a rule file as data, and their rendering.
//!
//! Every problem has a [`Code`] with a page of its own, a location, and help that shows what to write
//! instead. If a safe change corrects it, it has a [`Fix`]. The caller that shows a [`Diagnostic`] chooses a
//! [`Format`]. What is found is data, a `Problem`, until `syntax::problem` or `check::problem` words it.

mod code;
mod draw;

pub use code::{Code, Severity};
pub use draw::{FixReport, Format, LabelReport, PlaceReport, ProblemList, ProblemReport, draw, github_annotation};

use std::borrow::Cow;
use std::fmt;

use crate::source::{Source, Span};

/// A problem of a rule file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of problem. `uur explain` has a page on it.
    pub code: Code,
    /// One sentence in lower case, with the author's words in backticks.
    pub message: String,
    /// The location of the problem first, then related locations. Empty if there is none, as for a
    /// parameter set on the command line.
    pub labels: Vec<Label>,
    /// What to write instead, and why.
    pub help: Vec<String>,
    /// A change to the text that corrects the problem, if one is safe.
    pub fix: Option<Fix>,
    /// Lines that may be meant. `help` names them.
    pub(crate) proposals: Vec<Proposal>,
    /// The problem if its fix proves wrong.
    pub(crate) otherwise: Option<Box<Diagnostic>>,
}

/// A location and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Label {
    /// The location.
    pub span: Span,
    /// A few words.
    pub text: String,
}

/// A safe change to the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The text to replace.
    pub span: Span,
    /// The replacement.
    pub replacement: String,
    /// What the change does, in a few words.
    pub title: String,
}

/// A line that may be meant instead of one that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Proposal {
    /// The change that writes it.
    pub line: Fix,
    /// Whether it only shows how such a line is written.
    pub is_example: bool,
}

impl Proposal {
    /// Names the lines in a sentence.
    fn sentence(proposals: &[Proposal]) -> Option<String> {
        let lines: Vec<&str> = proposals.iter().map(|proposal| proposal.line.replacement.as_str()).collect();
        match proposals {
            [] => None,
            [Proposal { is_example: true, .. }, ..] => {
                Some(format!("a line of this kind: {}", quoted_alternatives(&lines)))
            }
            _ => Some(format!("perhaps {} is meant", quoted_alternatives(&lines))),
        }
    }
}

impl Diagnostic {
    /// A problem without a location.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            message: message.into(),
            labels: vec![],
            help: vec![],
            fix: None,
            proposals: vec![],
            otherwise: None,
        }
    }

    /// Adds a label. The first one is the location of the problem.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a sentence of help.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds a fix.
    pub fn fix(mut self, span: Span, replacement: impl Into<String>, title: impl Into<String>) -> Self {
        self.fix = Some(Fix { span, replacement: replacement.into(), title: title.into() });
        self
    }

    /// Adds a fix with the word that was probably meant.
    pub fn meant(self, span: Span, word: &str) -> Self {
        let title = format!("did you mean `{word}`?");
        // In a line that is read in another order, the word has no place of its own.
        if span.range().is_empty() { self.help(title) } else { self.fix(span, word, title) }
    }

    /// Adds a fix with the known word that is most similar to `word`, if any is similar enough.
    pub fn suggest<'a>(self, span: Span, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match did_you_mean(word, known) {
            Some(best) => self.meant(span, best),
            None => self,
        }
    }

    /// Names lines that may be meant.
    pub(crate) fn propose(mut self, proposals: Vec<Proposal>) -> Self {
        self.help.extend(Proposal::sentence(&proposals));
        self.proposals = proposals;
        self
    }

    /// Names only those of the lines that may be meant for which this is true.
    pub(crate) fn retain_proposals(&mut self, keep: impl FnMut(&Proposal) -> bool) {
        let before = Proposal::sentence(&self.proposals);
        self.proposals.retain(keep);
        let after = Proposal::sentence(&self.proposals);
        let named = before.and_then(|before| self.help.iter().position(|help| *help == before));
        if let Some(at) = named {
            self.help.splice(at..=at, after);
        }
    }

    /// Says in words what the fix would do, and offers it no more.
    pub(crate) fn withdraw_fix(&mut self) {
        self.help.extend(self.fix.take().map(|fix| fix.title));
    }

    /// Whether the problem is an error, so that the file is not a game.
    pub fn is_error(&self) -> bool {
        self.code.severity() == Severity::Error
    }
}

/// A problem that has been found at a place, as data.
pub(crate) trait Problem {
    /// The problem in words. `span` is its place.
    fn diagnostic(self, span: Span) -> Diagnostic;
}

/// A message, and what is wrong at its place.
pub(crate) fn worded(code: Code, message: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
    Diagnostic::new(code, message).label(span, label)
}

/// The problems of a rule file, with its text.
///
/// As an error it prints every problem with the lines of the file that it concerns.
///
/// ```
/// let error = uur::Game::parse("language 1\ngame \"Empty\" {}\n").expect_err("it has no board");
/// assert!(error.problems[0].is_error());
/// assert!(error.to_string().starts_with("error["));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostics {
    /// The problems. Warnings are included.
    pub problems: Vec<Diagnostic>,
    /// The files of the game, indexed by the [`SourceId`](crate::source::SourceId)s of the spans.
    pub sources: Vec<Source>,
}

impl Diagnostics {
    /// Renders the problems. The text ends with a line break unless it is empty.
    pub fn draw(&self, format: Format) -> String {
        draw(&self.problems, &self.sources, format)
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.draw(Format::Plain).trim_end())
    }
}

impl std::error::Error for Diagnostics {}

/// The longest word that is compared with others, in characters. A longer one is no misspelt name, and
/// the comparison takes time and memory quadratic in the length.
const MAX_COMPARED_LENGTH: usize = 64;

/// The known word most similar to `word`, ignoring case: the first of [`most_like`].
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    most_like(word, known).first().copied()
}

/// The known words most similar to `word`, ignoring case: all of the least distance. Similar means an edit distance
/// of at most a third of the length, between 1 and 3, or that one is a prefix of the other.
pub fn most_like<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let length = word.chars().count();
    // A letter is like every short word.
    if !(2..=MAX_COMPARED_LENGTH).contains(&length) {
        return vec![];
    }
    let word = word.to_lowercase();
    let max_distance = (length / 3).clamp(1, 3);
    let distance = |candidate: &str| {
        let candidate_low = candidate.to_lowercase();
        let is_prefix = word.len() >= 3
            && (candidate_low.starts_with(&word) || word.starts_with(&candidate_low) && candidate_low.len() >= 3);
        // The difference in length is a lower bound of the distance, and cheaper.
        let length_difference = candidate_low.chars().count().abs_diff(length);
        let distance = if length_difference > max_distance {
            length_difference
        } else {
            strsim::damerau_levenshtein(&word, &candidate_low)
        };
        if is_prefix { distance.min(max_distance) } else { distance }
    };
    let known = known.into_iter().map(|candidate| (distance(candidate), candidate));
    let near: Vec<(usize, &str)> = known.filter(|&(distance, _)| distance <= max_distance).collect();
    let least = near.iter().map(|&(distance, _)| distance).min();
    near.into_iter().filter(|&(distance, _)| Some(distance) == least).map(|(_, candidate)| candidate).collect()
}

/// A number with its noun: `1 seed`, `2 seeds`.
pub fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// The most characters of an author's word in a message.
const LONGEST_WORD: usize = 240;
/// How many of them are left of a longer one.
const SHORTENED: usize = 60;

/// A message in which no quoted word is much longer than a line: of a longer one only the beginning is left.
///
/// ```
/// let message = uur::diagnostic::shortened(&format!("unknown word `{}`", "x".repeat(1000))).into_owned();
/// assert_eq!(message, format!("unknown word `{}…`", "x".repeat(60)));
/// ```
pub fn shortened(message: &str) -> Cow<'_, str> {
    if message.len() <= LONGEST_WORD {
        return Cow::Borrowed(message);
    }
    let word = |(number, part): (usize, &str)| match part.chars().count() > LONGEST_WORD && number % 2 == 1 {
        true => format!("{}…", part.chars().take(SHORTENED).collect::<String>()),
        false => part.to_string(),
    };
    let line = |line: &str| line.split('`').enumerate().map(word).collect::<Vec<_>>().join("`");
    Cow::Owned(message.split('\n').map(line).collect::<Vec<_>>().join("\n"))
}

/// Joins alternatives: `a, b or c`.
pub fn alternatives<S: AsRef<str>>(items: &[S]) -> String {
    join(items, "or")
}

/// Joins alternatives as words of the author's, each in backticks.
pub fn quoted_alternatives<S: AsRef<str>>(items: &[S]) -> String {
    alternatives(&items.iter().map(|item| format!("`{}`", item.as_ref())).collect::<Vec<_>>())
}

/// Joins items, the last one by a word: `a, b and c`.
pub fn join<S: AsRef<str>>(items: &[S], word: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.as_ref().to_string(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", first.join(", "), last.as_ref())
        }
    }
}
