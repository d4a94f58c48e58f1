//! Rules made wrong on purpose, to see whether the tests of a file notice.
//!
//! A mutation leaves out a line, changes a number by one, or puts another word of the same kind
//! for a word. A mutation that the checker refuses, or that an example or transcript contradicts,
//! is caught; one that survives shows what the tests do not pin down.

use super::coverage::Coverage;
use super::examples;
use super::suite::RecordFile;
use super::transcript::transcript;
use crate::check::{Library, Settings};
use crate::game::Game;
use crate::source::{Source, SourceId, Span};
use crate::syntax::ast::{Content, SectionKind};
use crate::syntax::{self};

/// Words that can stand for each other. Pits are lettered along the sowing, so of all tests only a
/// transcript tells one direction from the other.
const SWAPS: &[(&str, &str)] = &[
    ("clockwise", "counterclockwise"),
    ("own", "opponent"),
    ("empty", "occupied"),
    ("here", "opposite"),
    ("next", "previous"),
    ("beyond", "next"),
    ("stop", "relay"),
    ("relay", "stop"),
    ("and", "or"),
    ("more", "fewer"),
    ("even", "odd"),
    ("player", "opponent"),
    ("owner", "opponent"),
    ("capture", "remove"),
    ("may", "must"),
    ("closed", "empty"),
    ("cede", "lot"),
    ("winner", "loser"),
    ("draw", "illegal"),
];

/// A rule made wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutation {
    /// What is changed, in the file itself.
    pub span: Span,
    /// What stands there instead.
    pub replacement: String,
    /// What was done.
    pub what: String,
}

/// What became of a mutation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// The checker refuses the file.
    Refused,
    /// A test contradicts it: which.
    Caught(String),
    /// It means the same as the file.
    Same,
    /// No test notices.
    Survived,
}

/// All mutations of a file's rules; metadata, parameters and examples stay.
pub fn mutations(source: &Source) -> Vec<Mutation> {
    let (Some(file), _) = syntax::parse(source, SourceId(0)) else { return vec![] };
    let mut all = vec![];
    for section in file.sections.iter().filter(|section| section.kind != SectionKind::Game) {
        words(source, section.head, &mut all);
        for line in &section.lines {
            if section.kind != SectionKind::Win {
                let span = line.label.as_ref().map_or(line.span, |label| label.span.to(line.span));
                all.push(Mutation { span, replacement: String::new(), what: "line left out".into() });
            }
            if !matches!(line.content, Content::Without(_)) {
                let start = line.label.as_ref().map_or(line.span.start, |label| label.span.end.max(line.span.start));
                words(source, Span { start, ..line.span }, &mut all);
            }
        }
    }
    all
}

/// Mutations of the words and numbers in a part of a file.
fn words(source: &Source, part: Span, all: &mut Vec<Mutation>) {
    let text = &source.text[part.range()];
    let mut at = 0;
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '"') {
        let start = part.start as usize + at;
        at += word.len() + 1;
        let span = Span::new(part.source, start, start + word.len());
        let mut change = |replacement: String| {
            all.push(Mutation { span, what: format!("`{word}` becomes `{replacement}`"), replacement });
        };
        if let Ok(number) = word.parse::<u32>() {
            change((number + 1).to_string());
            if number > 0 {
                change((number - 1).to_string());
            }
        }
        for (one, other) in SWAPS {
            if word == *one {
                change(other.to_string());
            } else if word == *other && !SWAPS.contains(&(other, one)) {
                change(one.to_string());
            }
        }
    }
}

/// The first example or transcript that the rules fail as they stand.
pub fn failing(source: &Source, library: Library, records: &[RecordFile]) -> Option<String> {
    let game = Game::load(source.clone(), library, &Settings::new()).ok()?;
    let mut coverage = Coverage::default();
    let example = game.examples.iter().find(|example| examples::run(&game, library, example, &mut coverage).is_err());
    let told = |record: &&RecordFile| transcript(source, library, &record.text, &mut Coverage::default()).is_err();
    example
        .map(|example| format!("example \"{}\"", example.title.value))
        .or_else(|| records.iter().find(told).map(|record| format!("record {}", record.name)))
}

/// Makes one mutation and runs the examples and transcripts of the file on it. Transcripts are
/// compared with what the rules as they stand tell.
pub fn fate(source: &Source, library: Library, records: &[RecordFile], mutation: &Mutation) -> Fate {
    let mut text = source.text.clone();
    text.replace_range(mutation.span.range(), &mutation.replacement);
    let mutant = Source::new(source.name.clone(), text);
    let Ok(original) = Game::load(source.clone(), library, &Settings::new()) else { return Fate::Refused };
    let Ok(game) = Game::load(mutant.clone(), library, &Settings::new()) else { return Fate::Refused };
    if game.meaning() == original.meaning() {
        return Fate::Same;
    }
    let mut coverage = Coverage::default();
    for example in &game.examples {
        if examples::run(&game, library, example, &mut coverage).is_err() {
            return Fate::Caught(format!("example \"{}\"", example.title.value));
        }
    }
    let told = |source: &Source, record: &RecordFile| {
        let told = transcript(source, library, &record.text, &mut Coverage::default()).ok();
        // The first line names the rules.
        told.map(|told| told.split_once('\n').map_or(String::new(), |(_, told)| told.to_string()))
    };
    for record in records {
        if told(&mutant, record) != told(source, record) {
            return Fate::Caught(format!("transcript {}", record.name));
        }
    }
    Fate::Survived
}
