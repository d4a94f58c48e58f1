//! The outline of a text: its statements and sections, and the lines in each.
//!
//! It is read from the tokens alone, so it exists for every text. A section that begins before the last one
//! is closed ends it, as in the error messages.

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pairs;

use crate::syntax::{Grammar, MAX_DEPTH, Rule, continues_line, item_word, line_rule};

/// A token of a text. Blanks and line breaks are no tokens.
#[derive(Debug, Clone)]
pub(super) struct RawToken {
    /// Its kind: `comment`, `quoted`, `sign`, `run` or `stray`.
    pub rule: Rule,
    /// Its place.
    pub range: Range<usize>,
    /// Whether it is the first token of its line of text.
    pub first: bool,
}

/// The statements and sections of a text, in its order.
#[derive(Debug, Default)]
pub struct Outline {
    /// The statements and sections.
    pub items: Vec<OutlineItem>,
    /// All tokens.
    pub(super) tokens: Vec<RawToken>,
    /// The beginning of the line in which the text ends, if the text ends within a line.
    pub(super) unfinished: Option<usize>,
}

/// A statement such as `param`, or a section with its lines.
#[derive(Debug, Clone, Default)]
pub struct OutlineItem {
    /// The word that begins it, without `change`. Empty if that is no word of a statement or section.
    pub word: &'static str,
    /// Whether `change` stands before the word.
    pub change: bool,
    /// Its place, up to `}`.
    pub range: Range<usize>,
    /// The place of its first line, up to `{`.
    pub head: Range<usize>,
    /// The quoted title of a game or a test, with its quotes.
    pub title: Option<Range<usize>>,
    /// The place between the braces, if there are any.
    pub body: Option<Range<usize>>,
    /// The places of its lines. A statement has one line: itself.
    pub lines: Vec<Range<usize>>,
    /// Whether its `}` is there, if it needs one.
    pub closed: bool,
}

impl OutlineItem {
    /// The grammar rule of its lines.
    pub(super) fn line_rule(&self) -> Rule {
        if self.body.is_none() { Rule::item_alone } else { line_rule(self.word) }
    }
}

/// Parses a line by a rule. A line that nests conditions deeper than the parser allows does not match: the
/// time that the grammar takes grows with the square of the depth.
pub(super) fn parse_line(rule: Rule, line: &str) -> Option<Pairs<'_, Rule>> {
    if is_too_deep(line) { None } else { Grammar::parse(rule, line).ok() }
}

/// Whether a line nests conditions deeper than the parser allows.
pub(super) fn is_too_deep(line: &str) -> bool {
    let deepest = line.chars().scan(0usize, |open, c| {
        *open = match c {
            '(' => *open + 1,
            ')' => open.saturating_sub(1),
            _ => *open,
        };
        Some(*open)
    });
    let within = line.split(|c: char| !c.is_alphanumeric()).filter(|word| matches!(*word, "after" | "where"));
    deepest.max().unwrap_or(0) > MAX_DEPTH || within.count() > MAX_DEPTH
}

/// Whether a section may stand once for each stage.
pub(super) fn may_be_of_stage(word: &str) -> bool {
    matches!(word, "sow" | "lift" | "drop" | "land" | "finish")
}

/// Divides a text into tokens.
pub(super) fn raw_tokens(text: &str) -> Vec<RawToken> {
    let mut tokens = vec![];
    let Ok(pairs) = Grammar::parse(Rule::tokens, text) else { return tokens };
    let mut first = true;
    for pair in pairs.flat_map(|pair| pair.into_inner()) {
        match pair.as_rule() {
            Rule::line_break => first = true,
            Rule::EOI => {}
            rule => {
                let span = pair.as_span();
                tokens.push(RawToken { rule, range: span.start()..span.end(), first });
                first = false;
            }
        }
    }
    tokens
}

impl Outline {
    /// Reads the outline of a text.
    pub fn of(text: &str) -> Outline {
        let tokens = raw_tokens(text);
        let mut reader = OutlineReader { text, items: vec![], open: None, line: None, broken: false };
        for token in &tokens {
            reader.broken |= token.first;
            if token.rule != Rule::comment {
                reader.token(token);
                reader.broken = false;
            }
        }
        let ends_line = reader.broken || tokens.last().is_some_and(|last| text[last.range.end..].contains('\n'));
        let unfinished = reader.line.as_ref().filter(|line| !ends_line || line.goes_on(text)).map(|line| line.start);
        reader.end_line();
        reader.close(text.len(), false);
        Outline { items: reader.items, tokens, unfinished }
    }

    /// Returns the statement or section at an offset.
    pub fn item_at(&self, offset: usize) -> Option<&OutlineItem> {
        self.items.iter().find(|item| item.range.start <= offset && offset <= item.range.end)
    }

    /// Returns the token at an offset, or the one that ends there.
    pub(super) fn token_at(&self, offset: usize) -> Option<&RawToken> {
        let within = self.tokens.iter().find(|token| token.range.contains(&offset));
        within.or_else(|| self.tokens.iter().find(|token| token.range.end == offset))
    }
}

/// A line that is being read.
struct OpenLine {
    start: usize,
    /// Its last token.
    last: Range<usize>,
}

impl OpenLine {
    /// Whether the next line of text continues it.
    fn goes_on(&self, text: &str) -> bool {
        let last = &text[self.last.clone()];
        continues_line(last) || last == "("
    }
}

struct OutlineReader<'a> {
    text: &'a str,
    items: Vec<OutlineItem>,
    /// The section whose `}` has not come.
    open: Option<OutlineItem>,
    line: Option<OpenLine>,
    /// Whether a line break stands before the next token.
    broken: bool,
}

impl OutlineReader<'_> {
    fn token(&mut self, token: &RawToken) {
        let text = &self.text[token.range.clone()];
        match text {
            "}" => {
                self.end_line();
                self.close(token.range.end, true);
                return;
            }
            "{" => {
                self.open_brace(token);
                return;
            }
            _ => {}
        }
        let joins = |line: &OpenLine| line.goes_on(self.text) || continues_line(text) || text == ")";
        if self.broken && !self.line.as_ref().is_some_and(joins) {
            self.end_line();
        }
        let line = self.line.get_or_insert(OpenLine { start: token.range.start, last: token.range.clone() });
        line.last = token.range.clone();
    }

    /// Begins a section with the line before the brace as its head. Another brace inside a section is ignored.
    fn open_brace(&mut self, brace: &RawToken) {
        let Some(line) = &self.line else { return };
        let head = line.start..line.last.end;
        let item = self.item(head);
        if self.open.is_some() && item.word.is_empty() {
            return;
        }
        let start = item.range.start;
        self.line = None;
        self.close(start, false);
        self.open = Some(OutlineItem { body: Some(brace.range.end..brace.range.end), lines: vec![], ..item });
    }

    /// Returns the statement of one line.
    fn item(&self, head: Range<usize>) -> OutlineItem {
        let text = &self.text[head.clone()];
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        let first = words.next().unwrap_or("");
        let change = first == "change";
        let word = if change { words.next().unwrap_or("") } else { first };
        let quote = text.find('"').and_then(|from| Some((from, from + 1 + text[from + 1..].find('"')?)));
        OutlineItem {
            word: item_word(word).unwrap_or(""),
            change,
            range: head.clone(),
            title: quote.map(|(from, to)| head.start + from..head.start + to + 1),
            head: head.clone(),
            body: None,
            lines: vec![head],
            closed: true,
        }
    }

    fn end_line(&mut self) {
        let Some(line) = self.line.take() else { return };
        let range = line.start..line.last.end;
        match &mut self.open {
            Some(section) => section.lines.push(range),
            None => self.items.push(self.item(range)),
        }
    }

    /// Ends the open section at an offset.
    fn close(&mut self, end: usize, closed: bool) {
        let Some(mut section) = self.open.take() else { return };
        let end = if closed { end } else { self.text[..end].trim_end().len().max(section.head.end) };
        section.range.end = end;
        section.closed = closed;
        if let Some(body) = &mut section.body {
            body.end = (end - usize::from(closed)).max(body.start);
            section.range.end = section.range.end.max(body.end);
        }
        self.items.push(section);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the words of the items, each with its lines.
    fn shape(text: &str) -> Vec<(&'static str, Vec<&str>)> {
        let outline = Outline::of(text);
        outline
            .items
            .iter()
            .map(|item| (item.word, item.lines.iter().map(|line| &text[line.clone()]).collect()))
            .collect()
    }

    #[test]
    fn sections_have_lines_and_statements_are_lines() {
        let text = "language 1\nland {\n  on: here is occupied and\n    next is empty -> relay # again\n  else -> stop }\nextends \"boola\"";
        let land = vec!["on: here is occupied and\n    next is empty -> relay", "else -> stop"];
        assert_eq!(
            shape(text),
            [("language", vec!["language 1"]), ("land", land), ("extends", vec!["extends \"boola\""])]
        );
    }

    #[test]
    fn a_section_ends_where_the_next_begins() {
        let text = "board {\n  rows 2\n\nland {\n  here is own -> stop\n}\n";
        let outline = Outline::of(text);
        assert_eq!(shape(text), [("board", vec!["rows 2"]), ("land", vec!["here is own -> stop"])]);
        assert!(!outline.items[0].closed && outline.items[1].closed);
    }

    #[test]
    fn the_line_in_which_a_text_ends_is_known() {
        assert_eq!(Outline::of("land {\n  here is").unfinished, Some(9));
        assert_eq!(Outline::of("land {\n  here is own and\n").unfinished, Some(9));
        assert_eq!(Outline::of("land {\n  here is own\n").unfinished, None);
    }
}
