//! Bindings: the names that a file defines, and the places where it uses them.
//!
//! Each line is parsed by itself. The names of a line that does not parse are guessed from its tokens: a
//! known name is a use of it.

use std::ops::Range;

use pest::iterators::Pair;

use super::outline::{Outline, OutlineItem, may_be_of_stage, parse_line};
use crate::syntax::words::word;
use crate::syntax::{Rule, is_table};

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// A parameter, defined by `param`.
    Parameter,
    /// A mark, defined in `board`.
    Mark,
    /// A counter, defined in `board`.
    Counter,
    /// A condition, defined in `terms`.
    Term,
    /// A stage, defined in `stages`.
    Stage,
    /// A line of a table, defined by its label.
    Label,
}

impl NameKind {
    /// The word for it in messages.
    pub fn as_str(self) -> &'static str {
        match self {
            NameKind::Parameter => "parameter",
            NameKind::Mark => "mark",
            NameKind::Counter => "counter",
            NameKind::Term => "term",
            NameKind::Stage => "stage",
            NameKind::Label => "line",
        }
    }
}

/// A name at one place of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoundName {
    /// What it stands for.
    pub kind: NameKind,
    /// The name.
    pub text: String,
    /// Its place.
    pub range: Range<usize>,
    /// Whether the name is defined here.
    pub defines: bool,
    /// The word of its section; of its statement, outside of sections.
    pub section: &'static str,
}

/// The names of a file, in its order.
#[derive(Debug, Default)]
pub(super) struct Bindings {
    names: Vec<BoundName>,
    /// The places of values of parameters and of signs of hand games, which may be words of the language as well.
    said: Vec<Range<usize>>,
}

impl Bindings {
    /// Collects the names of a text. The names of the games that it extends are known in it.
    pub fn of<'a>(text: &str, outline: &Outline, inherited: impl Iterator<Item = &'a Bindings>) -> Bindings {
        let mut collector = Collector {
            text,
            names: vec![],
            said: vec![],
            in_positions: vec![],
            item: &OutlineItem::default(),
            offset: 0,
        };
        let mut unread = vec![];
        for item in &outline.items {
            collector.item = item;
            collector.stage_of_section(outline);
            for line in &item.lines {
                collector.offset = line.start;
                match parse_line(item.line_rule(), &text[line.clone()]) {
                    Some(pairs) => pairs.for_each(|pair| collector.pair(&pair, None)),
                    None => {
                        collector.guess_definition(outline, line);
                        unread.push((item, line));
                    }
                }
            }
        }
        let mut known: Vec<BoundName> = inherited.flat_map(Bindings::definitions).cloned().collect();
        known.extend(collector.names.iter().filter(|name| name.defines).cloned());
        for (item, line) in unread {
            collector.item = item;
            collector.guess_uses(outline, line, &known);
        }
        let Collector { mut names, said, in_positions, .. } = collector;
        let of_board = |known: &BoundName| matches!(known.kind, NameKind::Mark | NameKind::Counter);
        let is_known = |name: &BoundName| known.iter().any(|known| of_board(known) && known.text == name.text);
        names.extend(in_positions.into_iter().filter(is_known));
        names.iter_mut().filter(|name| name.kind == NameKind::Mark).for_each(|name| {
            // A mark and a counter look the same behind `own` and in positions.
            let is = |kind| known.iter().any(|known| known.kind == kind && known.text == name.text);
            if !is(NameKind::Mark) && is(NameKind::Counter) {
                name.kind = NameKind::Counter;
            }
        });
        names.sort_by_key(|name| name.range.start);
        Bindings { names, said }
    }

    /// All places.
    pub fn all(&self) -> &[BoundName] {
        &self.names
    }

    /// The places where names are defined.
    pub fn definitions(&self) -> impl Iterator<Item = &BoundName> {
        self.names.iter().filter(|name| name.defines)
    }

    /// Whether a word is a value of a parameter or a sign of a hand game.
    pub fn says(&self, range: &Range<usize>) -> bool {
        self.said.contains(range)
    }
}

struct Collector<'a> {
    text: &'a str,
    names: Vec<BoundName>,
    said: Vec<Range<usize>>,
    /// The first words of the parts of positions, which may be marks and counters.
    in_positions: Vec<BoundName>,
    /// The section of the line.
    item: &'a OutlineItem,
    /// The start of the line.
    offset: usize,
}

impl Collector<'_> {
    /// Collects the names in a part of a line. `around` is the rule of the part that it belongs to.
    fn pair(&mut self, pair: &Pair<Rule>, around: Option<Rule>) {
        let rule = pair.as_rule();
        match (rule, around) {
            (Rule::parameter, around) => self.add(NameKind::Parameter, pair, around == Some(Rule::param)),
            (Rule::name, Some(Rule::mark_kind)) => self.add(NameKind::Mark, pair, true),
            (Rule::name, Some(Rule::counter)) => self.add(NameKind::Counter, pair, true),
            (Rule::name, Some(Rule::term)) => self.add(NameKind::Term, pair, true),
            (Rule::name, Some(Rule::stage)) => self.add(NameKind::Stage, pair, true),
            (Rule::name, Some(Rule::fact)) => self.add(NameKind::Stage, pair, false),
            (Rule::name, Some(Rule::counted_by)) => self.add(NameKind::Counter, pair, false),
            (Rule::name, Some(Rule::named)) => self.add(NameKind::Term, pair, false),
            (Rule::name, _) => self.add(NameKind::Mark, pair, false),
            (Rule::word, Some(Rule::without)) => {
                let kind = self.kind_of_lines().filter(|kind| *kind != NameKind::Mark || word(pair.as_str()).is_none());
                if let Some(kind) = kind {
                    self.add(kind, pair, false);
                }
            }
            (Rule::word, Some(Rule::by)) => self.add(NameKind::Label, pair, false),
            (Rule::word, Some(Rule::value | Rule::beats)) => self.said.push(self.place(pair)),
            (Rule::text, Some(Rule::given | Rule::stands)) => self.position(pair),
            (Rule::line_name, _) => {
                self.add(NameKind::Label, pair, matches!(around, Some(Rule::rule_line | Rule::round_setup)))
            }
            _ => {
                // A label belongs to the part around it: `before on: new: …` defines `new` and uses `on`.
                let of_label = if rule == Rule::label { around } else { Some(rule) };
                pair.clone().into_inner().for_each(|part| self.pair(&part, of_label));
            }
        }
    }

    /// Collects the first words of the parts of a position: `"south 1 0; north 0 3; uur south A"`.
    fn position(&mut self, pair: &Pair<Rule>) {
        let mut start = self.offset + pair.as_span().start();
        for part in pair.as_str().split_inclusive([';', '"']) {
            let first = part.trim_start();
            let length = first.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(first.len());
            let at = start + part.len() - first.len();
            let (kind, text) = (NameKind::Mark, first[..length].to_string());
            let range = at..at + length;
            self.in_positions.push(BoundName { kind, text, range, defines: false, section: self.item.word });
            start += part.len();
        }
    }

    /// Finds the stage in the head of a section: `land in namua {`.
    fn stage_of_section(&mut self, outline: &Outline) {
        let head = self.item.head.clone();
        if !may_be_of_stage(self.item.word) {
            return;
        }
        let stage = self.words(outline, &head).skip_while(|(text, _)| *text != "in").nth(1);
        if let Some((_, range)) = stage {
            self.push(NameKind::Stage, range, false);
        }
    }

    /// What `without NAME` removes in this section.
    fn kind_of_lines(&self) -> Option<NameKind> {
        match self.item.word {
            "board" => Some(NameKind::Mark),
            "terms" => Some(NameKind::Term),
            "stages" => Some(NameKind::Stage),
            word if is_table(word) => Some(NameKind::Label),
            _ => None,
        }
    }

    fn add(&mut self, kind: NameKind, pair: &Pair<Rule>, defines: bool) {
        self.push(kind, self.place(pair), defines);
    }

    fn place(&self, pair: &Pair<Rule>) -> Range<usize> {
        let span = pair.as_span();
        self.offset + span.start()..self.offset + span.end()
    }

    fn push(&mut self, kind: NameKind, range: Range<usize>, defines: bool) {
        let text = self.text[range.clone()].to_string();
        self.names.push(BoundName { kind, text, range, defines, section: self.item.word });
    }

    /// The tokens of a line that are words, each with the token before it.
    fn words<'b>(
        &'b self,
        outline: &'b Outline,
        line: &'b Range<usize>,
    ) -> impl Iterator<Item = (&'b str, Range<usize>)> {
        let from = outline.tokens.partition_point(|token| token.range.start < line.start);
        let of_line = outline.tokens[from..].iter().take_while(|token| token.range.end <= line.end);
        of_line
            .filter(|token| token.rule == Rule::run)
            .map(|token| (&self.text[token.range.clone()], token.range.clone()))
    }

    /// Finds what a line that does not parse defines: its label, its mark or its parameter.
    fn guess_definition(&mut self, outline: &Outline, line: &Range<usize>) {
        let mut words = self.words(outline, line);
        let first = words.next();
        let declares = first.as_ref().map_or("", |(word, _)| word);
        let named = if matches!(declares, "param" | "mark" | "counter") { words.next() } else { first.clone() };
        drop(words);
        let Some((text, range)) = named else { return };
        let labelled = self.text[range.end..line.end].trim_start().starts_with(':');
        let kind = match self.item.word {
            "param" => NameKind::Parameter,
            "board" if declares == "mark" => NameKind::Mark,
            "board" if declares == "counter" => NameKind::Counter,
            "terms" if labelled => NameKind::Term,
            "stages" if labelled => NameKind::Stage,
            section if is_table(section) && labelled => NameKind::Label,
            _ => return,
        };
        if kind == NameKind::Label || word(text).is_none() {
            self.push(kind, range, true);
        }
    }

    /// Finds the known names in a line that does not parse.
    fn guess_uses(&mut self, outline: &Outline, line: &Range<usize>, known: &[BoundName]) {
        let found: Vec<(NameKind, Range<usize>)> = self
            .words(outline, line)
            .filter(|(text, range)| word(text).is_none() && !self.names.iter().any(|name| name.range == *range))
            .filter_map(|(text, range)| {
                let bound = known.iter().filter(|name| name.text == text);
                // A line is named only in tests and in `change`.
                let mut bound = bound.filter(|name| name.kind != NameKind::Label || self.item.word == "test");
                bound.next().map(|name| (name.kind, range))
            })
            .collect();
        found.into_iter().for_each(|(kind, range)| self.push(kind, range, false));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names of a text, each with `!` where it is defined.
    fn names(text: &str) -> Vec<String> {
        let bindings = Bindings::of(text, &Outline::of(text), std::iter::empty());
        let shown =
            |name: &BoundName| format!("{} {}{}", name.kind.as_str(), name.text, if name.defines { "!" } else { "" });
        bindings.all().iter().map(shown).collect()
    }

    #[test]
    fn names_are_found_where_they_are_defined_and_used() {
        let text = "param pits = 6 in 2..8\nboard {\n  mark uur\n  counter debt\n}\nterms {\n  full: here is uur\n}\n\
                    land {\n  take: full and here holds pits - 1 -> add 1 to own debt, mark here as uur\n}\n\
                    test \"it\" {\n  set pits to 4\n  expect by take\n}\n";
        let wanted = "parameter pits!, mark uur!, counter debt!, term full!, mark uur, line take!, term full, \
                      parameter pits, counter debt, mark uur, parameter pits, line take";
        assert_eq!(names(text).join(", "), wanted);
    }

    #[test]
    fn the_marks_and_counters_of_positions_are_names() {
        let text = "board {\n  mark uur\n  counter debt\n}\ntest \"it\" {\n  position \"south 1; uur south a;debt 1 0; odd 1\"\n  \
                    play A\n  expect capture 0, position \"uur south a, b; south 0\"\n}\n";
        assert_eq!(names(text), ["mark uur!", "counter debt!", "mark uur", "counter debt", "mark uur"]);
    }

    #[test]
    fn a_line_before_another_uses_its_name() {
        assert_eq!(
            names("change land {\n  before on: new: here is own -> stop\n  remove take\n}\n"),
            ["line on", "line new!", "line take"]
        );
    }

    #[test]
    fn names_of_a_broken_line_are_guessed() {
        let text = "board {\n  mark uur at at\n}\nland {\n  take: here uur -> stop stop\n";
        assert_eq!(names(text), ["mark uur!", "line take!", "mark uur"]);
    }
}
