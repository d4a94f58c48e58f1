//! Delimiter balancing: brackets and quotes without a partner.
//!
//! Once all delimiters are balanced, the grammar can attribute every other error to a single line.
//! Sections are never nested, so a section that begins inside another shows where a `}` is missing. The
//! text is then parsed as if the `}` were there.

use std::ops::Range;

use pest::Parser;

use super::mapped_text::MappedText;
use super::parser::{Grammar, Rule};
use super::problem::{Bracket, LayoutProblem};
use super::sections::begins_section;
use crate::diagnostic::{Diagnostic, Problem};
use crate::source::{SourceId, Span};

/// How deep parentheses may be nested, and how many conditions a line may have within others.
pub(crate) const MAX_DEPTH: usize = 32;
/// The number of problems after which the layout of a file is beyond guessing.
const MAX_PROBLEMS: usize = 20;
/// Whether a statement continues across a line break next to this token.
pub(crate) fn continues_line(token: &str) -> bool {
    matches!(token, "->" | "," | "and" | "or")
}

/// Finds brackets and quotes without a partner, and repairs the text. The spans of the problems are
/// offsets in `mapped` before the repair. Returns no text if the layout cannot be guessed.
pub(super) fn balance_delimiters(mut mapped: MappedText, id: SourceId) -> (Option<MappedText>, Vec<Diagnostic>) {
    let text = &*mapped.text;
    let mut pairs = Balancer {
        text,
        id,
        tokens: tokens(text),
        problems: vec![],
        repairs: vec![],
        braces: vec![],
        parens: vec![],
        conditions: 0,
        missing_brace: None,
        unopened_section: None,
        skip_until: 0,
    };
    for number in 0..pairs.tokens.len() {
        pairs.token(number);
        if pairs.problems.len() > MAX_PROBLEMS {
            return (None, pairs.problems);
        }
    }
    pairs.close();
    let Balancer { mut repairs, problems, .. } = pairs;
    if !repairs.is_empty() {
        repairs.sort_by_key(|(range, _)| range.start);
        repairs.dedup_by_key(|(range, _)| range.start);
        mapped.replace(&repairs);
    }
    (Some(mapped), problems)
}

/// A word, number, sign, text or stray character. Comments are skipped.
struct Token<'a> {
    text: &'a str,
    range: Range<usize>,
    stray: bool,
    /// Whether it is the first token of its physical line.
    first: bool,
    /// The number of the first token of its logical line, which may span several physical lines.
    line: usize,
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token> = vec![];
    let Ok(mut pairs) = Grammar::parse(Rule::tokens, text) else { return tokens };
    let mut broken = true;
    for pair in pairs.next().expect("a rule yields a pair").into_inner() {
        let (rule, span) = (pair.as_rule(), pair.as_span());
        match rule {
            Rule::line_break => broken = true,
            Rule::comment | Rule::EOI => {}
            _ => {
                let text = span.as_str();
                let goes_on = |before: &Token| {
                    !broken || continues_line(before.text) || before.text == "(" || continues_line(text)
                };
                let line = match tokens.last() {
                    Some(before) if goes_on(before) || matches!(text, ")" | "{") => before.line,
                    _ => tokens.len(),
                };
                let range = span.start()..span.end();
                tokens.push(Token { text, range, stray: rule == Rule::stray, first: broken, line });
                broken = false;
            }
        }
    }
    tokens
}

struct Balancer<'a> {
    text: &'a str,
    id: SourceId,
    tokens: Vec<Token<'a>>,
    problems: Vec<Diagnostic>,
    repairs: Vec<(Range<usize>, &'static str)>,
    /// The token numbers of the open `{` and `(`.
    braces: Vec<usize>,
    parens: Vec<usize>,
    /// The number of `after` and `where` in the line: each begins a condition within another.
    conditions: usize,
    /// The index of the problem of a missing `}`. A later `}` that closes nothing is reported with it.
    missing_brace: Option<usize>,
    /// The number of the first token of a section without `{`.
    unopened_section: Option<usize>,
    /// Tokens before this offset are ignored: they belong to an unclosed text or a line already
    /// reported.
    skip_until: usize,
}

impl<'a> Balancer<'a> {
    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.id, range.start, range.end)
    }

    fn report(&mut self, range: Range<usize>, problem: LayoutProblem) {
        self.problems.push(problem.diagnostic(self.span(range)));
    }

    /// The place of a token.
    fn place(&self, number: usize) -> Span {
        self.span(self.tokens[number].range.clone())
    }

    fn blank_out(&mut self, range: Range<usize>) {
        self.repairs.push((range, " "));
    }

    /// Leaves out the line of a token. The rest of it could only cause the same error again.
    fn leave_out_line(&mut self, number: usize) {
        let line = self.tokens[number].line;
        let same = |token: &&Token| token.line == line && !matches!(token.text, "{" | "}");
        self.skip_until = self.tokens[number..].iter().take_while(same).last().map_or(0, |last| last.range.end);
        let first = (line..number).rev().find(|&at| self.tokens[at].text == "{").map_or(line, |at| at + 1);
        let from = self.tokens[first].range.start;
        self.repairs.retain(|(range, _)| range.start < from);
        self.parens.clear();
        self.blank_out(from..self.skip_until);
    }

    fn token(&mut self, number: usize) {
        let Token { text, ref range, stray, first, line } = self.tokens[number];
        let range = range.clone();
        if range.start < self.skip_until {
            return;
        }
        if line == number {
            self.conditions = 0;
            self.begin_line(number);
        }
        match text {
            "{" => self.open_brace(number),
            "}" if !self.parens.is_empty() && self.tokens.get(number + 1).is_some_and(|next| next.line == line) => {
                let opened = self.parens.pop().expect("the guard found an open parenthesis");
                let (bracket, opened) = (Bracket::Parenthesis, self.place(opened));
                self.report(range.clone(), LayoutProblem::ClosedByOther { bracket, opened });
                self.repairs.push((range, ")"));
            }
            "}" => {
                self.unclosed_parens(Some(number));
                if self.braces.pop().is_none() {
                    self.stray_brace(number);
                }
            }
            "(" if self.opens_section(number) => {
                self.report(range.clone(), LayoutProblem::OpenedByOther);
                self.repairs.push((range, "{"));
                self.open_brace(number);
            }
            "(" => {
                self.parens.push(number);
                if self.parens.len() > MAX_DEPTH {
                    self.report(range, LayoutProblem::TooManyBrackets { most: MAX_DEPTH });
                    self.leave_out_line(number);
                }
            }
            "after" | "where" => {
                self.conditions += 1;
                if self.conditions > MAX_DEPTH {
                    self.report(range, LayoutProblem::TooManyConditions { most: MAX_DEPTH });
                    self.leave_out_line(number);
                }
            }
            ")" if first && self.parens.is_empty() && !self.braces.is_empty() => {
                let opened = self.braces.pop().expect("the guard found an open brace");
                let (bracket, opened) = (Bracket::Brace, self.place(opened));
                self.report(range.clone(), LayoutProblem::ClosedByOther { bracket, opened });
                self.repairs.push((range, "}"));
            }
            ")" if self.parens.pop().is_none() => {
                let line = self.tokens.iter().filter(|token| token.line == line);
                let joints: Vec<&str> =
                    line.map(|token| token.text).filter(|text| matches!(*text, "and" | "or")).collect();
                let decides = joints.contains(&"and") && joints.contains(&"or");
                self.report(range.clone(), LayoutProblem::ClosesNothing { bracket: Bracket::Parenthesis, decides });
                self.blank_out(range);
            }
            "->" => self.unclosed_parens(Some(number)),
            "\"" if stray => self.unclosed_text(number),
            _ => {}
        }
    }

    /// Begins a new line: closes parentheses before it, and checks whether a section begins here.
    fn begin_line(&mut self, number: usize) {
        if self.tokens[number].text != "}" {
            self.unclosed_parens(Some(number));
        }
        if self.braces.is_empty() {
            let word = self.tokens[number].text;
            if begins_section(word) || self.is_statement(number) {
                self.unopened_section = begins_section(word).then_some(number);
            }
        } else if self.is_statement(number) {
            self.unclosed_section(number);
        }
    }

    /// Whether a bracket stands for the `{` of a section: at the end of a line that begins like one.
    fn opens_section(&self, number: usize) -> bool {
        let ends_line = self.tokens.get(number + 1).is_none_or(|next| next.first);
        let head = self.tokens[self.tokens[number].line].text;
        self.braces.is_empty() && ends_line && begins_section(head)
    }

    /// Whether a statement without braces begins here.
    fn is_statement(&self, number: usize) -> bool {
        let following = self.tokens.get(number + 1).map_or("", |token| token.text);
        match self.tokens[number].text {
            "language" => following.starts_with(|c: char| c.is_ascii_digit()),
            "extends" => following.starts_with('"'),
            "param" => self.tokens.get(number + 2).is_some_and(|token| token.text == "="),
            _ => false,
        }
    }

    fn open_brace(&mut self, number: usize) {
        self.unclosed_parens(Some(number));
        self.unopened_section = None;
        if let Some(&before) = self.braces.last()
            && before + 1 == number
            && self.tokens[before].line == self.tokens[number].line
        {
            let range = self.tokens[number].range.clone();
            let surplus = self.span(self.tokens[before].range.end..range.end);
            self.report(range.clone(), LayoutProblem::OpenedTwice { surplus });
            self.blank_out(range);
            return;
        }
        if !self.braces.is_empty() {
            let first = self.tokens[number].line;
            let ends_line = self.tokens.get(number + 1).is_none_or(|next| next.line != first);
            let outer = self.tokens[*self.braces.last().expect("the stack of braces is not empty")].line;
            if outer != first && (ends_line || begins_section(self.tokens[first].text)) {
                self.unclosed_section(first);
            }
        }
        self.braces.push(number);
    }

    /// Reports a `}` that is missing before the line of this token, or at the end of the file.
    fn unclosed_section(&mut self, next: usize) {
        let Some(&opened) = self.braces.first() else { return };
        self.braces.clear();
        let word = self.tokens[self.tokens[opened].line].text;
        let before = if next == 0 { 0 } else { self.tokens[next - 1].range.end };
        let following = self.tokens.get(next).map(|token| token.range.clone());
        let (opened, at_end) = (self.place(opened), following.is_none());
        let problem = LayoutProblem::SectionNotClosed { word, opened, before: self.span(before..before), at_end };
        self.missing_brace = Some(self.problems.len());
        self.report(following.unwrap_or(before..before), problem);
        self.repairs.push((before..before, "\n}\n"));
    }

    /// Reports the parentheses still open before this token.
    fn unclosed_parens(&mut self, noticed: Option<usize>) {
        for opened in std::mem::take(&mut self.parens).into_iter().rev() {
            let place = self.tokens[opened].range.clone();
            let number = noticed.unwrap_or(self.tokens.len());
            let before = self.tokens[number - 1].range.end;
            let arrow = self.tokens.get(number).filter(|token| token.text == "->").map(|_| self.place(number));
            self.report(place.clone(), LayoutProblem::NotClosed { before: self.span(before..before), arrow });
            self.blank_out(place);
        }
    }

    fn stray_brace(&mut self, number: usize) {
        let range = self.tokens[number].range.clone();
        let here = self.span(range.clone());
        if let Some(head) = self.unopened_section.take() {
            let last = (head..self.tokens.len())
                .take_while(|&at| self.tokens[at].line == head)
                .last()
                .expect("the line has its first token");
            let end = self.tokens[last].range.end;
            let word = self.tokens[head].text;
            self.report(end..end, LayoutProblem::SectionNotOpened { word, closed: here });
            self.repairs.push((end..end, " {"));
            return;
        }
        match self.missing_brace.take() {
            Some(problem) => {
                let problem = &mut self.problems[problem];
                *problem = problem.clone().closed_late(here);
            }
            None => {
                self.report(range.clone(), LayoutProblem::ClosesNothing { bracket: Bracket::Brace, decides: false })
            }
        }
        self.blank_out(range);
    }

    fn unclosed_text(&mut self, number: usize) {
        let Token { range: Range { start, .. }, line: head, .. } = self.tokens[number];
        let rest = &self.text[start..];
        let line = rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())].trim_end();
        // The `{` that opens a section is not part of its title.
        let opens = begins_section(self.tokens[head].text);
        let line = line.strip_suffix('{').filter(|_| opens).map_or(line, str::trim_end);
        let end = start + line.len();
        self.report(start..start + 1, LayoutProblem::TextNotClosed { end: self.span(end..end) });
        self.repairs.push((end..end, "\""));
        self.skip_until = end;
    }

    /// Reports what is still open at the end of the file.
    fn close(&mut self) {
        if !self.tokens.is_empty() {
            self.unclosed_parens(None);
            self.unclosed_section(self.tokens.len());
        }
    }
}
