//! Mutation testing: deliberate errors in the rules, to measure the tests of a file.
//!
//! A mutation deletes a line, changes a number by one, or replaces a word by another of the same kind. A
//! mutation that the checker rejects, or that an example or transcript contradicts, is caught. One that
//! survives shows behaviour that the tests do not cover.

use super::examples;
use super::suite::RecordFile;
use uur::check::{Library, Settings};
use uur::game::Game;
use uur::source::{Source, SourceId, Span};
use uur::syntax::ast::{ContentNode, SectionKind};
use uur::syntax::{self};
use uur_lab::coverage::Coverage;

/// Words that replace each other.
const SWAPS: &[(&str, &str)] = &[
    ("clockwise", "counterclockwise"),
    ("own", "opponent"),
    ("empty", "occupied"),
    ("here", "opposite"),
    ("next", "previous"),
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
    ("winner", "loser"),
    ("draw", "illegal"),
    ("any", "every"),
    ("no", "any"),
    ("every", "any"),
    ("same", "opposite"),
    ("sown", "reached"),
    ("mirror", "opposite"),
    ("board", "half"),
];

/// The first words of optional parts of a line. A part extends to the arrow, to a comma, or to the end of the
/// line. The word `may` is optional by itself.
const PARTS: &[&str] = &["where", "for", "backwards"];

const EITHER_WAY: &str = "clockwise or counterclockwise";

/// The ends of paths through stores, which replace each other.
const STORES: [&str; 2] = ["own store, opponent row", "own store, opponent row, opponent store"];

/// A deliberate error in a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutation {
    /// The span that is replaced.
    pub span: Span,
    /// The replacement.
    pub replacement: String,
    /// A description.
    pub what: String,
}

/// The result of a mutation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// The checker rejects the file.
    Refused,
    /// This test contradicts it.
    Caught(String),
    /// It has the same meaning as the original, whatever the parameters are, as far as they are tried.
    Same,
    /// It reverses the direction of sowing. Pits are lettered in this direction, so the notation of play is the
    /// same, and only a transcript, which states the direction, can detect it.
    Turned,
    /// No test detects it.
    Survived,
}

/// Returns all mutations of a file's rules. Metadata, parameters and examples are not mutated.
pub fn mutations(source: &Source) -> Vec<Mutation> {
    let (Some(file), _) = syntax::parse(source, SourceId(0)) else { return vec![] };
    let mut all = vec![];
    for section in file.sections.iter().filter(|section| section.kind != SectionKind::Game) {
        words(source, section.head, &mut all);
        for line in &section.lines {
            if !matches!(line.content, ContentNode::MostSeeds { .. }) {
                let span = line.label.as_ref().map_or(line.span, |label| label.span.to(line.span));
                all.push(Mutation { span, replacement: String::new(), what: "line left out".into() });
            }
            if !matches!(line.content, ContentNode::Without(_)) {
                let start = line.label.as_ref().map_or(line.span.start, |label| label.span.end.max(line.span.start));
                let part = Span { start, ..line.span };
                words(source, part, &mut all);
                parts(source, part, &mut all);
            }
        }
    }
    all
}

/// Adds mutations that delete a guard or a decision, or negate it.
fn parts(source: &Source, line: Span, all: &mut Vec<Mutation>) {
    let text = &source.text[line.range()];
    let code: &str = text.split('#').next().unwrap_or(text);
    let mut change = |from: usize, to: usize, replacement: &str, what: String| {
        let at = line.start as usize;
        all.push(Mutation { span: Span::new(line.source, at + from, at + to), replacement: replacement.into(), what });
    };
    let word = |at: usize, word: &str| {
        let whole = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '"');
        code[at..].starts_with(word)
            && whole(code[..at].chars().next_back())
            && whole(code[at + word.len()..].chars().next())
    };
    for (at, _) in code.char_indices() {
        if PARTS.iter().any(|part| word(at, part)) {
            let rest = &code[at..];
            let end = at + rest.find("->").or_else(|| rest.find(',')).unwrap_or(rest.trim_end().len());
            change(at, end, "", format!("`{}` left out", code[at..end].trim_end()));
        }
        if word(at, "may") && code[..at].contains("->") {
            change(at, at + "may ".len(), "", "`may` left out".into());
        }
        if word(at, "after move") {
            change(at, at, "not ", "`after move` becomes `not after move`".into());
        }
        if word(at, EITHER_WAY) {
            change(at, at + EITHER_WAY.len(), "counterclockwise", format!("`{EITHER_WAY}` becomes `counterclockwise`"));
        }
        for (one, other) in [STORES, [STORES[1], STORES[0]]].map(|[one, other]| (one, other)) {
            if word(at, one) {
                change(at, at + one.len(), other, format!("`{one}` becomes `{other}`"));
            }
        }
    }
}

/// Adds mutations of the words and numbers in a part of a file.
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

/// Returns the first example or transcript that fails under the original rules.
pub fn failing(source: &Source, library: Library, records: &[RecordFile]) -> Option<String> {
    let game = Game::load_if_sound(source.clone(), library, &Settings::new())?;
    let mut coverage = Coverage::default();
    let example = game.examples().iter().find(|example| examples::run(&game, example, &mut coverage).is_err());
    let fails = |record: &&RecordFile| record.transcript(source, library, &mut Coverage::default(), || false).is_err();
    example
        .map(|example| format!("example \"{}\"", example.title.value))
        .or_else(|| records.iter().find(fails).map(|record| format!("record {}", record.name)))
}

/// Applies one mutation and runs the examples and transcripts of the file on it. Transcripts are compared with
/// those of the original rules. Once `stops` returns true, the result is meaningless.
pub fn fate(
    source: &Source,
    library: Library,
    records: &[RecordFile],
    mutation: &Mutation,
    stops: fn() -> bool,
) -> Fate {
    let mut text = source.text.clone();
    text.replace_range(mutation.span.range(), &mutation.replacement);
    let mutant = Source { text, ..source.clone() };
    let Ok(original) = Game::load(source.clone(), library, &Settings::new()) else { return Fate::Refused };
    let Some(game) = Game::load_if_sound(mutant.clone(), library, &Settings::new()) else { return Fate::Refused };
    let game = game.heeding(stops);
    let same_by_default = game.meaning() == original.meaning();
    if same_by_default && means_the_same(&game, &original) {
        return Fate::Same;
    }
    let mut coverage = Coverage::default();
    for example in game.examples() {
        if examples::run(&game, example, &mut coverage).is_err() {
            return Fate::Caught(format!("example \"{}\"", example.title.value));
        }
    }
    let play = |source: &Source, record: &RecordFile| {
        let transcript = record.transcript(source, library, &mut Coverage::default(), stops).ok();
        // The first line is the hash of the rules, which always differs.
        transcript.map(|text| text.split_once('\n').map_or(String::new(), |(_, play)| play.to_string()))
    };
    for record in records {
        if play(&mutant, record) != play(source, record) {
            return Fate::Caught(format!("transcript {}", record.name));
        }
    }
    let mut turned_back = game.rules;
    turned_back.sowing.direction = original.rules.sowing.direction;
    let turns = !same_by_default && turned_back.canonical() == original.rules.canonical();
    if turns { Fate::Turned } else { Fate::Survived }
}

/// Whether two games have the same meaning under all settings that are tried, or are refused under the same ones.
fn means_the_same(one: &Game, other: &Game) -> bool {
    let meaning = |game: &Game, settings| game.with_settings(settings).ok().map(|game| game.meaning());
    other.settings_to_try().iter().all(|settings| meaning(one, settings) == meaning(other, settings))
}
