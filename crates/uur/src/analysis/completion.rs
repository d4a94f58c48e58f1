//! Completion: what may stand at a place.
//!
//! The grammar decides: the line up to the place is parsed, and what the parser tried there is offered. Where
//! it tried a name, the names that the file knows are offered, by the words that are allowed beside them.

use std::ops::Range;

use super::bindings::NameKind;
use super::hover::about_word;
use super::outline::{Outline, OutlineItem, is_too_deep, may_be_of_stage};
use super::snippets::SNIPPETS;
use super::{Analysis, floor};
use crate::rules::{Value, Values};
use crate::source::SourceId;
use crate::syntax::words::word;
use crate::syntax::{self, Expected, expected_at, is_table, line_rule};
use crate::variants;

/// Lines longer than this, in bytes, are not completed.
const MAX_LINE: usize = 2000;

/// Something that may stand at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The text.
    pub label: String,
    /// What it is.
    pub kind: CompletedName,
    /// The part of the text that it replaces: the beginning of the word.
    pub range: Range<usize>,
    /// What is inserted instead of the label, with `$1` and `${1:…}` where the author goes on.
    pub snippet: Option<&'static str>,
    /// What it means, in a few words.
    pub detail: String,
    /// Its page, as Markdown.
    pub about: Option<String>,
}

/// The kind of a completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompletedName {
    /// A reserved word.
    Word,
    /// A section with its first lines.
    Section,
    /// A name of the file or the game that it extends.
    Name(NameKind),
    /// A value of a parameter.
    Value,
    /// A shipped game.
    Game,
}

/// The place of a completion.
struct Place<'a> {
    /// The section around it, or the empty item outside of sections.
    section: &'a OutlineItem,
    /// The line up to the word, without blanks at its end.
    line: &'a str,
    /// The word, as far as it is written.
    range: Range<usize>,
}

impl Analysis {
    /// Returns what may stand at an offset, names before words.
    pub fn completions(&self, offset: usize) -> Vec<Completion> {
        let offset = floor(self.text(), offset);
        let before = &self.text()[..offset];
        let row = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
        match row.matches('"').count() {
            quotes if quotes % 2 == 1 => return self.in_quotes(row, offset),
            _ if row.rsplit('"').next().is_some_and(|rest| rest.contains('#')) => return vec![],
            _ => {}
        }
        let start = offset - before.chars().rev().take_while(|c| is_letter(*c)).map(char::len_utf8).sum::<usize>();
        let prefix = &self.text()[..start];
        let outline = Outline::of(prefix);
        let outside = OutlineItem::default();
        let section = outline.items.last().filter(|item| item.body.is_some() && !item.closed).unwrap_or(&outside);
        let line = outline.unfinished.map_or("", |from| prefix[from..].trim_end());
        let section =
            if outline.unfinished.is_some_and(|from| from < section.range.start) { &outside } else { section };
        if line.len() > MAX_LINE || is_too_deep(line) {
            return vec![];
        }
        let place = Place { section, line, range: start..offset };
        let mut found = self.names_allowed(&place);
        if found.is_empty() {
            let mut expected = (*expected_at(line_rule(section.word), line)).clone();
            // Words of the board that stand for parameters of that name are offered as names.
            let is_number = expected.is_number();
            expected.words.retain(|word| !(is_number && matches!(word.as_str(), "pits" | "rows" | "seeds")));
            expected.words.sort_unstable();
            expected.words.dedup();
            found.extend(self.names_by_words(&place, &expected));
            found.extend(self.sections(&place));
            let words = expected.words.iter().filter(|word| !self.is_elsewhere(word, &place));
            found.extend(words.filter_map(|text| word(text)).map(|word| Completion {
                label: word.text.to_string(),
                kind: CompletedName::Word,
                range: place.range.clone(),
                snippet: None,
                detail: first_sentence(word.meaning).to_string(),
                about: Some(about_word(word)),
            }));
        }
        found
    }

    /// The shipped games after `extends "`; nothing in other texts.
    fn in_quotes(&self, row: &str, offset: usize) -> Vec<Completion> {
        let written = row.rsplit('"').next().unwrap_or("");
        if row.trim_start().split(|c: char| !is_letter(c)).next() != Some("extends") {
            return vec![];
        }
        let range = offset - written.len()..offset;
        let game = |name: &str| completion(name, CompletedName::Game, &range, "a shipped game");
        variants::names().map(game).collect()
    }

    /// The names that the words before the place demand.
    fn names_allowed(&self, place: &Place) -> Vec<Completion> {
        let mut words = place.line.split_whitespace().rev();
        let (last, before) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let table = is_table(place.section.word);
        match (last, before) {
            ("by", _) if place.section.word == "test" => self.known(place, &[NameKind::Label]),
            ("set", "") if place.section.word == "test" => self.known(place, &[NameKind::Parameter]),
            ("to", name) if place.section.word == "test" => self.values(place, name),
            ("in", section) if place.section.body.is_none() && may_be_of_stage(section) => {
                self.known(place, &[NameKind::Stage])
            }
            ("is", name) => self.values(place, name),
            ("remove" | "before" | "after", "") if table => self.lines_of_extended(place),
            ("remove", "") if place.section.word == "board" => self.known(place, &[NameKind::Mark, NameKind::Counter]),
            ("as", _) if table || place.section.word == "test" => self.known(place, &[NameKind::Mark]),
            _ => vec![],
        }
    }

    /// The names that may stand where these words may.
    fn names_by_words(&self, place: &Place, expected: &Expected) -> Vec<Completion> {
        if !expected.name {
            return vec![];
        }
        let last = place.line.split_whitespace().next_back().unwrap_or("");
        let mut kinds = vec![];
        if expected.offers("bonus") {
            kinds.push(NameKind::Stage);
        }
        if expected.offers("empty") || matches!(last, "own" | "opponent") {
            kinds.push(NameKind::Mark);
        }
        if matches!(last, "own" | "opponent") {
            kinds.push(NameKind::Counter);
        }
        if expected.offers("here") && expected.offers("no") {
            kinds.extend([NameKind::Parameter, NameKind::Term]);
        } else if expected.is_number() {
            kinds.push(NameKind::Parameter);
        }
        let mut found = self.known(place, &kinds);
        if expected.is_number() && !expected.offers("here") {
            found.retain(|name| !self.is_word(&name.label));
        }
        if place.line.is_empty() && place.section.change && is_table(place.section.word) {
            found.extend(self.lines_of_extended(place));
        }
        found
    }

    /// The names of these kinds that the files define, each once.
    fn known(&self, place: &Place, kinds: &[NameKind]) -> Vec<Completion> {
        let mut found: Vec<Completion> = vec![];
        let names = self.files.iter().flat_map(|file| file.bindings.definitions());
        for name in names.filter(|name| kinds.contains(&name.kind) && !touches_word(&name.range, place)) {
            if !found.iter().any(|known| known.label == name.text) {
                found.push(completion(&name.text, CompletedName::Name(name.kind), &place.range, name.kind.as_str()));
            }
        }
        found
    }

    /// The lines of the extended game in the section around the place.
    fn lines_of_extended(&self, place: &Place) -> Vec<Completion> {
        let mut found: Vec<Completion> = vec![];
        let names = self.files[1..].iter().flat_map(|file| file.bindings.definitions());
        for name in names.filter(|name| name.kind == NameKind::Label && name.section == place.section.word) {
            if !found.iter().any(|known| known.label == name.text) {
                found.push(completion(&name.text, CompletedName::Name(name.kind), &place.range, "a line to change"));
            }
        }
        found
    }

    /// Whether a name is that of a parameter whose values are words.
    fn is_word(&self, name: &str) -> bool {
        let parameters = self.rules.iter().flat_map(|rules| &rules.parameters);
        { parameters }.any(|parameter| parameter.name == name && matches!(parameter.default, Value::Word(_)))
    }

    /// The values of a parameter that are words.
    fn values(&self, place: &Place, name: &str) -> Vec<Completion> {
        let parsed = self.sources.iter().filter_map(|source| syntax::parse(source, SourceId(0)).0);
        let mut params = parsed.flat_map(|file| file.params);
        let Some(param) = params.find(|param| param.name.value == name) else { return vec![] };
        let words = param.values.iter().filter_map(|values| match &values.value {
            Values::One(value) => Some(value.to_string()),
            Values::Span(..) => None,
        });
        words
            .map(|value| completion(&value, CompletedName::Value, &place.range, &format!("a value of {name}")))
            .collect()
    }

    /// Whether a word that the grammar allows is not offered: it belongs to `change`, or begins a section
    /// that the file has or that is offered with its lines.
    fn is_elsewhere(&self, word: &str, place: &Place) -> bool {
        let inside = place.section.body.is_some();
        let of_change = inside && !place.section.change && matches!(word, "remove" | "before" | "after");
        let single =
            matches!(word, "language" | "extends") && self.outline().items.iter().any(|item| item.word == word);
        let section = SNIPPETS.iter().any(|(section, _)| *section == word) || single;
        place.line.is_empty() && (of_change || !inside && section)
    }

    /// The sections that the file does not have, with their first lines.
    fn sections(&self, place: &Place) -> Vec<Completion> {
        if place.section.body.is_some() || !place.line.is_empty() {
            return vec![];
        }
        let items = &self.outline().items;
        let written = |word: &str| items.iter().any(|item| item.word == word && item.range.start != place.range.start);
        let several = |word: &str| matches!(word, "param" | "test");
        let wanted = SNIPPETS.iter().filter(|(word, _)| several(word) || !written(word));
        wanted
            .map(|(section, snippet)| Completion {
                snippet: Some(snippet),
                detail: "a section".into(),
                about: word(section).map(about_word),
                ..completion(section, CompletedName::Section, &place.range, "")
            })
            .collect()
    }
}

fn completion(label: &str, kind: CompletedName, range: &Range<usize>, detail: &str) -> Completion {
    Completion {
        label: label.to_string(),
        kind,
        range: range.clone(),
        snippet: None,
        detail: detail.to_string(),
        about: None,
    }
}

/// Whether a name is the word that is being written.
fn touches_word(name: &Range<usize>, place: &Place) -> bool {
    name.start == place.range.start && name.end >= place.range.end
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns a text up to its first full stop.
fn first_sentence(text: &str) -> &str {
    text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    /// Returns what may stand at `|`.
    fn offered(text: &str) -> Vec<String> {
        let offset = text.find('|').expect("the place is marked");
        let analysis = Analysis::new(Source::new("it.uur", text.replace('|', "")), &variants::library);
        analysis.completions(offset).into_iter().map(|completion| completion.label).collect()
    }

    fn offers(text: &str, wanted: &[&str], unwanted: &[&str]) {
        let found = offered(text);
        let has = |word: &&&str| found.iter().any(|known| known == **word);
        assert_eq!(wanted.iter().filter(|word| !has(word)).collect::<Vec<_>>(), Vec::<&&str>::new(), "{found:?}");
        assert_eq!(unwanted.iter().filter(has).collect::<Vec<_>>(), Vec::<&&str>::new(), "{found:?}");
    }

    const NAMES: &str = "param n = 4 in 2..6\nparam slam = allowed in allowed, forbidden\nboard {\n  mark uur\n  \
                         counter debt\n}\nterms {\n  full: here holds 3\n}\n";

    #[test]
    fn words_are_offered_where_the_grammar_allows_them() {
        offers("land {\n  here is own -> capt|\n}\n", &["capture", "relay", "stop"], &["here", "is"]);
        offers("land {\n  here |\n}\n", &["is", "holds"], &["capture", "own"]);
        offers("board {\n  |\n}\n", &["rows", "pits", "seeds"], &["region", "remove", "land"]);
        offers("land {\n  here is own and\n    oppo|", &["opposite", "opponent"], &["capture"]);
        offers("land {\n  here is own -> stop\n}\n\nse|", &["sow", "board", "test"], &["land", "here"]);
        offers("extends \"boola\"\nchange land {\n  |\n}\n", &["remove", "before", "on", "take"], &["rows", "region"]);
    }

    #[test]
    fn names_are_offered_where_they_may_stand() {
        let table = |line: &str| format!("{NAMES}land {{\n  take: here is own -> stop\n  {line}\n}}\n");
        offers(&table("here is |"), &["uur", "own"], &["n", "full", "take"]);
        offers(&table("here holds |"), &["n", "even"], &["uur", "full"]);
        offers(&table("|"), &["full", "slam", "here"], &["uur", "take"]);
        offers(&table("slam is |"), &["allowed", "forbidden"], &["own", "uur"]);
        offers(&table("here is own -> mark here as |"), &["uur"], &["debt", "own"]);
        offers(&table("here is own -> add 1 to own |"), &["debt"], &[]);
        let test = |line: &str| format!("{}test \"it\" {{\n  {line}\n}}\n", table("else -> relay"));
        offers(&test("expect capture 1, by |"), &["take"], &["uur", "captured"]);
        offers(&test("set |"), &["n", "slam"], &["uur"]);
        offers(&test("set slam to |"), &["allowed"], &["n"]);
    }

    #[test]
    fn games_are_offered_after_extends_and_nothing_in_texts_and_comments() {
        offers("extends \"boo|", &["boola", "kalah"], &["land"]);
        assert_eq!(offered("game \"Boo|\" {\n}"), Vec::<String>::new());
        assert_eq!(offered("land { # here |\n}"), Vec::<String>::new());
    }
}
