//! The parser: builds the tree of [`ast`] from the pairs of the grammar.
//!
//! Each method takes a pair of the rule it is named after, and relies on the grammar for its parts. A
//! line that matches no rule is reported and, where possible, repaired, so that one run reports all
//! errors and none twice.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use pest::Parser;
use pest::error::Error;
pub(crate) use uur_grammar::{Grammar, Rule};

use super::ast::*;
use super::brackets;
use super::former::with_moved_lines;
use super::mapped_text::MappedText;
use super::problem::LayoutProblem;
use super::recovery::{self, Explanations, LineContext, Repair, SyntaxError};
use super::rewording::names_given;
use crate::diagnostic::{Diagnostic, Problem};
use crate::rules::{
    Arranged, Comparison, CounterChange, Direction, Exchange, Filler, Leftover, MoveAction, MoveFact, MoveFigure,
    Outermost, Path, PathStep, PitKind, Receiver, Side, Starter, Unfilled, Value, Values, WayBinding, Who, Whose,
};
use crate::source::{Source, SourceId, Span, Spanned, is_control};

type Pair<'a> = pest::iterators::Pair<'a, Rule>;

/// Parses a text for its error, with all tokens that were tried at the furthest offset. Returns `None`
/// if the text matches.
///
/// Recording attempts halves parse speed, so it is enabled only while an error is explained, for one
/// text at a time.
pub(super) fn parse_error(rule: Rule, text: &str) -> Option<Error<Rule>> {
    static RECORDING: Mutex<()> = Mutex::new(());
    let _one_at_a_time = RECORDING.lock().unwrap_or_else(PoisonError::into_inner);
    pest::set_error_detail(true);
    let read = Grammar::parse(rule, text);
    pest::set_error_detail(false);
    read.err()
}

/// The number of repairs of one line before it is abandoned.
const MAX_REPAIRS: usize = 8;
/// The number of unreadable lines that are reported one by one.
const MAX_REPORTED_LINES: usize = 200;
/// The number of terms that an arithmetic expression may have.
const MAX_TERMS: usize = 64;

/// Parses a file. The tree holds every line that could be read, repaired where needed. Returns no tree
/// if the layout of the file cannot be guessed. The problems cover all errors.
pub fn parse(source: &Source, id: SourceId) -> (Option<FileNode>, Vec<Diagnostic>) {
    parse_again(source, id, &Explanations::default())
}

/// The same in a fraction of the time for a faulty text, whose problems have no help. Use it to try many texts.
pub fn parse_unexplained(source: &Source, id: SourceId) -> (Option<FileNode>, Vec<Diagnostic>) {
    parse_again(source, id, &Explanations::none())
}

/// The same for a text whose lines may have been explained before.
pub(crate) fn parse_again(
    source: &Source,
    id: SourceId,
    explanations: &Explanations,
) -> (Option<FileNode>, Vec<Diagnostic>) {
    let (written, mut problems) = strip_controls(&source.text, id);
    let (mapped, found) = brackets::balance_delimiters(written.clone(), id);
    problems.extend(found.into_iter().map(|problem| at_source(problem, &written, id)));
    let Some(mapped) = mapped else { return (None, problems) };
    let (mapped, complete) = with_moved_lines(mapped, id, &mut problems);
    let mut builder = Builder {
        id,
        names: &OnceCell::new(),
        mapped: &mapped,
        problems: &mut problems,
        explanations,
        complete,
        bad_lines: 0,
        unreported: None,
    };
    let file = match Grammar::parse(Rule::file, &mapped.text) {
        Ok(mut pairs) => pairs.next().map(|file| builder.file(file)),
        Err(_) => {
            let problem = recovery::explain_file(&mapped.text, id);
            builder.report(&mapped, problem);
            None
        }
    };
    let (bad_lines, unreported) = (builder.bad_lines, builder.unreported);
    if let Some(first) = unreported {
        problems.push(LayoutProblem::MoreLines { lines: bad_lines - MAX_REPORTED_LINES }.diagnostic(first));
    }
    (file, problems)
}

/// Removes control characters, and reports each run of them.
fn strip_controls(text: &str, id: SourceId) -> (MappedText, Vec<Diagnostic>) {
    let (mut problems, mut parts) = (vec![], vec![]);
    let mut rest = 0;
    while let Some((at, first)) = text[rest..].char_indices().find(|(_, c)| is_control(*c)) {
        let start = rest + at;
        let run = &text[start..];
        rest = start + run.find(|c| !is_control(c)).unwrap_or(run.len());
        problems.push(LayoutProblem::Control(first).diagnostic(Span::new(id, start, rest)));
        parts.push((start..rest, ""));
    }
    let mut mapped = MappedText::new(text);
    if !parts.is_empty() {
        mapped.replace(&parts);
    }
    (mapped, problems)
}

/// Translates the spans of a problem from offsets in a mapped text to the author's text.
pub(super) fn at_source(mut problem: Diagnostic, mapped: &MappedText, id: SourceId) -> Diagnostic {
    let fixes = problem.fix.iter_mut().chain(problem.proposals.iter_mut().map(|proposal| &mut proposal.line));
    let spans = problem.labels.iter_mut().map(|label| &mut label.span).chain(fixes.map(|fix| &mut fix.span));
    for span in spans {
        *span = Span::new(id, mapped.place(span.start as usize), mapped.place(span.end as usize));
    }
    problem.otherwise = problem.otherwise.map(|other| Box::new(at_source(*other, mapped, id)));
    problem
}

/// The ranges of all moves in the tests of a file, or `None` if a line of it matches no rule, so that it cannot be
/// formatted.
pub(super) fn moves_if_well_formed(text: &str) -> Option<Vec<Range<usize>>> {
    if !brackets::balance_delimiters(MappedText::new(text), SourceId(0)).1.is_empty() {
        return None;
    }
    let mut moves = vec![];
    for pair in Grammar::parse(Rule::file, text).ok()?.flatten() {
        match pair.as_rule() {
            Rule::bad_item | Rule::bad_line => return None,
            Rule::turn => moves.push(pair.as_span().start()..pair.as_span().end()),
            _ => {}
        }
    }
    Some(moves)
}

struct Builder<'a> {
    id: SourceId,
    /// The names that the file gives to something, once they are needed.
    names: &'a OnceCell<BTreeSet<String>>,
    mapped: &'a MappedText,
    problems: &'a mut Vec<Diagnostic>,
    explanations: &'a Explanations,
    /// Whether every line could be read.
    complete: bool,
    /// The number of lines that matched no rule, and the first of them that was not reported.
    bad_lines: usize,
    unreported: Option<Span>,
}

/// The children of a pair without the reserved words.
fn children<'a>(pair: Pair<'a>) -> impl Iterator<Item = Pair<'a>> {
    pair.into_inner().filter(|part| !is_word(part))
}

fn is_word(pair: &Pair) -> bool {
    word_of(pair).is_some()
}

/// The text of a pair if it is a reserved word.
fn word_of<'a>(pair: &Pair<'a>) -> Option<&'a str> {
    format!("{:?}", pair.as_rule()).starts_with("w_").then_some(pair.as_str())
}

/// Whether one of the direct children of a pair is this reserved word.
fn has_word(pair: &Pair, word: &str) -> bool {
    pair.clone().into_inner().any(|part| word_of(&part) == Some(word))
}

/// The meaning of the first of some reserved words that is a direct child of a pair.
fn meaning<T: Copy>(pair: &Pair, meanings: &[(&str, T)]) -> Option<T> {
    meanings.iter().find(|(word, _)| has_word(pair, word)).map(|(_, meaning)| *meaning)
}

fn seat(pair: &Pair) -> Option<Side> {
    meaning(pair, &Side::BOTH.map(|side| (side.as_str(), side)))
}

fn whose(pair: &Pair) -> Whose {
    if has_word(pair, "own") { Whose::Own } else { Whose::Opponent }
}

fn who(pair: &Pair) -> Who {
    meaning(pair, &[("each", Who::Each), ("player", Who::Player)]).unwrap_or(Who::Opponent)
}

fn share_of(pair: &Pair) -> ShareNode {
    let (more, fewer) = (has_word(pair, "more"), has_word(pair, "fewer"));
    match (has_word(pair, "than"), more, fewer) {
        _ if has_word(pair, "all") => ShareNode::All,
        (true, true, _) => ShareNode::MoreThanHalf,
        (true, false, _) => ShareNode::FewerThanHalf,
        (false, true, _) => ShareNode::HalfOrMore,
        (false, _, true) => ShareNode::HalfOrFewer,
        (false, false, false) => ShareNode::Half,
    }
}

fn direction(pair: &Pair) -> DirectionNode {
    match ["clockwise", "counterclockwise"].map(|way| has_word(pair, way)) {
        [true, false] => Some(Direction::Clockwise),
        [false, true] => Some(Direction::Counterclockwise),
        _ => None,
    }
}

/// A pit named by an earlier event, such as `lap origin`, as a kind of pit and as a step.
fn origin(pair: &Pair) -> (PitKind, PathStep) {
    if has_word(pair, "landing") && !has_word(pair, "last") {
        return (PitKind::Landing, PathStep::Landing);
    }
    let origins = [
        ("landing", (PitKind::LastLanding, PathStep::LastLanding)),
        ("last", (PitKind::LastOrigin, PathStep::LastOrigin)),
        ("lap", (PitKind::LapOrigin, PathStep::LapOrigin)),
        ("turn", (PitKind::TurnOrigin, PathStep::TurnOrigin)),
    ];
    meaning(pair, &origins).expect("the grammar has no other origin")
}

/// The range of a pair, without trailing blanks and comments that the grammar skipped.
pub(super) fn extent(pair: &Pair) -> Range<usize> {
    let span = pair.as_span();
    let text = span.as_str().trim_end();
    let end = if text.contains('#') {
        let tokens = Grammar::parse(Rule::tokens, text).ok().into_iter().flatten().next();
        let tokens = tokens.into_iter().flat_map(Pair::into_inner);
        let meant = tokens.filter(|token| !matches!(token.as_rule(), Rule::comment | Rule::line_break | Rule::EOI));
        meant.last().map_or(0, |last| last.as_span().end())
    } else {
        text.len()
    };
    span.start()..span.start() + end
}

/// The steps that a word of a path stands for, or none for `here` and `of`.
fn steps(word: &Pair) -> Path {
    match word.as_rule() {
        Rule::origin => vec![origin(word).1],
        Rule::w_opposite => vec![PathStep::Opposite],
        Rule::w_behind => vec![PathStep::Behind],
        Rule::w_next => vec![PathStep::Next],
        Rule::w_previous => vec![PathStep::Previous],
        Rule::w_mirror => vec![PathStep::Mirror],
        Rule::w_chosen => vec![PathStep::Chosen],
        _ => vec![],
    }
}

fn only_child<'a>(pair: Pair<'a>) -> Pair<'a> {
    children(pair).next().expect("the grammar demands a part")
}

/// The first direct child of a pair that matches this rule.
fn child<'a>(pair: &Pair<'a>, rule: Rule) -> Option<Pair<'a>> {
    pair.clone().into_inner().find(|part| part.as_rule() == rule)
}

/// The children of a pair that has this number of them.
fn parts<'a, const N: usize>(pair: Pair<'a>) -> [Pair<'a>; N] {
    children(pair).collect::<Vec<_>>().try_into().expect("the grammar demands this number of parts")
}

/// The first child of a pair, and the guard that may follow it.
fn guarded<'a>(pair: Pair<'a>) -> (Pair<'a>, Option<Pair<'a>>) {
    let mut parts = children(pair);
    (parts.next().expect("the grammar demands a part before the guard"), parts.next())
}

impl Builder<'_> {
    fn span(&self, pair: &Pair) -> Span {
        let range = extent(pair);
        Span::new(self.id, self.mapped.place(range.start), self.mapped.place(range.end))
    }

    /// Reports a problem whose spans are offsets in a mapped text.
    fn report(&mut self, mapped: &MappedText, problem: Diagnostic) {
        self.problems.push(at_source(problem, mapped, self.id));
    }

    /// Reports the errors of a line, repairs it and parses the result with `read`.
    fn recover(&mut self, mut mapped: MappedText, context: LineContext, read: &mut dyn FnMut(&mut Builder, Pair)) {
        self.bad_lines += 1;
        if self.explanations.unwanted {
            self.complete = false;
            return;
        }
        if self.bad_lines > MAX_REPORTED_LINES {
            let first = mapped.text.chars().next().map_or(0, char::len_utf8);
            self.unreported.get_or_insert(Span::new(self.id, mapped.place(0), mapped.place(first)));
            self.complete = false;
            return;
        }
        let known = self.problems.len();
        let given = self.names.get_or_init(|| names_given(&self.mapped.text));
        // The first guess, if it is no more than that.
        let mut guessed = None;
        for _ in 0..MAX_REPAIRS {
            let blank = mapped.text.len() - mapped.text.trim_start().len();
            mapped = mapped.part(blank..mapped.text.len());
            if mapped.text.is_empty() || mapped.text.starts_with('#') {
                return;
            }
            if let Ok(pairs) = Grammar::parse(context.rule(), &mapped.text) {
                let mut builder = Builder { mapped: &mapped, problems: self.problems, ..*self };
                pairs.filter(|pair| pair.as_rule() != Rule::EOI).for_each(|pair| read(&mut builder, pair));
                let Builder { complete, bad_lines, unreported, .. } = builder;
                (self.complete, self.bad_lines, self.unreported) = (complete, bad_lines, unreported);
                return;
            }
            let given = given.iter().filter(|name| mapped.text.contains(*name)).cloned().collect();
            let SyntaxError { problem, repair, is_sure, .. } =
                self.explanations.of(&mapped.text, self.id, context, given);
            if self.problems.len() == known && !is_sure {
                guessed = Some(mapped.clone());
            }
            self.report(&mapped, problem);
            match repair {
                None => break,
                Some(Repair::Replace(range, with)) => mapped.replace(&[(range, &with)]),
                Some(Repair::Split(gap)) => {
                    let (first, second) = (mapped.part(0..gap.start), mapped.part(gap.end..mapped.text.len()));
                    self.recover(first, context, read);
                    self.recover(second, context, read);
                    return;
                }
            }
        }
        self.complete = false;
        // The line stays one that cannot be read, so what was guessed on the way helps no more.
        self.problems.truncate(known + 1);
        if let Some(line) = guessed {
            self.problems.truncate(known);
            self.report(&line, recovery::unexpected(&line.text, self.id, context));
        } else if let Some(first) = self.problems.get_mut(known) {
            first.withdraw_fix();
        }
    }

    fn recover_pair(&mut self, pair: &Pair, context: LineContext, read: &mut dyn FnMut(&mut Builder, Pair)) {
        self.recover(self.mapped.part(extent(pair)), context, read);
    }

    fn name(&self, pair: Pair) -> NameNode {
        Spanned { value: pair.as_str().to_string(), span: self.span(&pair) }
    }

    /// A quoted text without its quotes.
    fn text(&self, pair: Pair) -> NameNode {
        let span = self.span(&pair);
        Spanned { value: pair.into_inner().map(|inner| inner.as_str()).collect(), span }
    }

    fn file(&mut self, pair: Pair) -> FileNode {
        let span = Span::new(self.id, 0, self.mapped.place(self.mapped.text.len()));
        let mut file = FileNode {
            versions: vec![],
            extends: vec![],
            params: vec![],
            sections: vec![],
            examples: vec![],
            complete: true,
            span,
        };
        let (known, mut bad_items) = (self.problems.len(), 0);
        for item in pair.into_inner() {
            if item.as_rule() == Rule::bad_item {
                bad_items += 1;
                self.recover_pair(&item, LineContext::FILE, &mut |builder, item| builder.item(item, &mut file));
            } else {
                self.item(item, &mut file);
            }
        }
        let nothing = file.versions.is_empty() && file.extends.is_empty() && file.params.is_empty();
        if nothing && file.sections.is_empty() && file.examples.is_empty() && bad_items > 1 {
            self.is_no_rule_file(known);
        }
        file.complete = self.complete;
        file
    }

    /// Replaces the errors of a text without any section, such as the rules in a book, by one.
    fn is_no_rule_file(&mut self, known: usize) {
        if self.problems[known..].iter().any(|problem| problem.fix.is_some()) {
            return;
        }
        self.problems.truncate(known);
        self.unreported = None;
        let text = &self.mapped.text;
        let start = text.len() - text.trim_start().len();
        let end = text[start..].find('\n').map_or(text.len(), |end| start + end);
        let span = Span::new(self.id, self.mapped.place(start), self.mapped.place(end));
        self.problems.push(LayoutProblem::NotARuleFile.diagnostic(span));
    }

    fn item(&mut self, item: Pair, file: &mut FileNode) {
        match item.as_rule() {
            Rule::version => {
                let span = self.span(&item);
                let value = self.integer(only_child(item)).value.into();
                file.versions.push(Spanned { value, span });
            }
            Rule::extends => file.extends.push(self.text(only_child(item))),
            Rule::param => file.params.push(self.param(item)),
            Rule::example => file.examples.push(self.example(item)),
            Rule::EOI => {}
            _ => file.sections.push(self.section(item)),
        }
    }

    fn param(&mut self, pair: Pair) -> ParamNode {
        let span = self.span(&pair);
        let mut parts = children(pair);
        let mut next = || parts.next().expect("the grammar demands name, default and values");
        let (name, default, values) = (next(), next(), next());
        ParamNode {
            name: self.name(name),
            default: self.value(default),
            values: values
                .into_inner()
                .map(|part| Spanned { span: self.span(&part), value: self.values(part) })
                .collect(),
            about: parts.next().map(|about| self.text(about).value),
            span,
        }
    }

    fn value(&mut self, pair: Pair) -> Spanned<Value> {
        let span = self.span(&pair);
        let inner = only_child(pair);
        let value = match inner.as_rule() {
            Rule::integer => Value::Number(self.integer(inner).value),
            _ => Value::Word(inner.as_str().to_string()),
        };
        Spanned { value, span }
    }

    fn values(&mut self, pair: Pair) -> Values {
        match pair.as_rule() {
            Rule::span => {
                let mut ends = pair.into_inner().map(|end| self.integer(end).value);
                Values::Span(ends.next().unwrap_or(0), ends.next().unwrap_or(0))
            }
            _ => Values::One(self.value(pair).value),
        }
    }

    fn integer(&mut self, pair: Pair) -> Spanned<u16> {
        let span = self.span(&pair);
        let value = pair.as_str().parse().ok();
        if value.is_none() {
            self.complete = false;
            self.problems.push(LayoutProblem::LargeNumber { text: pair.as_str() }.diagnostic(span));
        }
        Spanned { value: value.unwrap_or(0), span }
    }

    fn section(&mut self, pair: Pair) -> SectionNode {
        let words = pair.clone().into_inner();
        let kind =
            words.filter_map(|part| SectionKind::ALL.into_iter().find(|kind| word_of(&part) == Some(kind.word())));
        let kind = { kind }.next().expect("a section begins with its word");
        let span = self.span(&pair);
        let mut section =
            SectionNode { kind, change: None, titles: vec![], stage: None, direction: None, lines: vec![], head: span };
        section.head.end = section.head.start;
        let mut parts = pair.into_inner().peekable();
        // The previous line, if it could be read.
        let mut before: Option<Pair> = None;
        while let Some(part) = parts.next() {
            match part.as_rule() {
                Rule::w_change => section.change = Some(self.span(&part)),
                Rule::text => section.titles.push(self.text(part.clone())),
                Rule::direction => {
                    section.direction = Some(Spanned { value: direction(&part), span: self.span(&part) });
                }
                Rule::in_stage => section.stage = Some(self.name(only_child(part.clone()))),
                Rule::brace_open | Rule::brace_close => continue,
                Rule::bad_line => {
                    let context = LineContext { section: kind.word(), change: section.change.is_some() };
                    let mut joined = None;
                    if let Some(before) = before.take() {
                        joined = self.join_broken_line(&before, &part, context);
                        if joined.is_some() {
                            section.lines.pop();
                        }
                    }
                    if joined.is_none()
                        && let Some(next) = parts.peek().filter(|next| next.as_rule() != Rule::brace_close)
                    {
                        joined = self.join_broken_line(&part, next, context);
                        if joined.is_some() {
                            parts.next();
                        }
                    }
                    let mapped = joined.unwrap_or_else(|| self.mapped.part(extent(&part)));
                    self.recover(mapped, context, &mut |builder, line| {
                        section.lines.extend(builder.line_if_readable(line))
                    });
                    continue;
                }
                _ if is_word(&part) => {}
                _ => {
                    let line = self.line_if_readable(part.clone());
                    before = line.is_some().then_some(part);
                    section.lines.extend(line);
                    continue;
                }
            }
            section.head.end = self.span(&part).end;
        }
        section
    }

    /// Joins two lines that would match as one, broken where a line cannot be broken. Reports the line
    /// break.
    fn join_broken_line(&mut self, first: &Pair, second: &Pair, context: LineContext) -> Option<MappedText> {
        let (first, second) = (extent(first), extent(second));
        let mut mapped = self.mapped.part(first.start..second.end);
        let gap = first.end - first.start..second.start - first.start;
        if mapped.text[gap.clone()].contains('#') {
            return None;
        }
        let word = mapped.text[gap.end..].find(char::is_whitespace).unwrap_or(mapped.text.len() - gap.end);
        let span = |range: Range<usize>| Span::new(self.id, range.start, range.end);
        let problem = LayoutProblem::BrokenLine { gap: span(gap.clone()) }.diagnostic(span(gap.end..gap.end + word));
        let original = self.mapped.part(first.start..second.end);
        mapped.replace(&[(gap, " ")]);
        Grammar::parse(context.rule(), &mapped.text).ok()?;
        self.report(&original, problem);
        Some(mapped)
    }

    /// Parses a line. Returns `None` if a problem was reported in it, such as a number out of range.
    fn line_if_readable(&mut self, pair: Pair) -> Option<LineNode> {
        let reported = self.problems.len();
        let line = self.line(pair);
        (self.problems.len() == reported).then_some(line)
    }

    fn line(&mut self, pair: Pair) -> LineNode {
        let span = self.span(&pair);
        let word = pair.as_str().split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("").to_string();
        let mut label = None;
        let single_rows = self.single_rows(&pair);
        let content = match pair.as_rule() {
            Rule::region => ContentNode::Region(self.text(only_child(pair)).value),
            Rule::source => ContentNode::Source(self.text(only_child(pair)).value),
            Rule::reading => ContentNode::Reading(self.text(only_child(pair)).value),
            Rule::asymmetric => ContentNode::Asymmetric(self.text(only_child(pair)).value),
            Rule::rows => {
                let shared = child(&pair, Rule::w_for).zip(child(&pair, Rule::w_both));
                let shared = shared.map(|(first, last)| self.span(&first).to(self.span(&last)));
                ContentNode::Rows { number: self.number(only_child(pair)), shared }
            }
            Rule::pits => ContentNode::Pits(self.number(only_child(pair))),
            Rule::plan => ContentNode::Plan(self.text(only_child(pair))),
            Rule::seeds => ContentNode::Seeds {
                side: seat(&pair),
                row: child(&pair, Rule::row_named)
                    .map(|line| Spanned { span: self.span(&line), value: self.row_named(line) }),
                seeds: self.seeds(pair),
            },
            Rule::stores => ContentNode::Stored(self.number(only_child(pair))),
            Rule::owned => ContentNode::Owns(self.kinds(only_child(pair))),
            Rule::mark_kind => ContentNode::Mark {
                at: child(&pair, Rule::marked_at).map_or(vec![], |at| self.kinds(only_child(at))),
                never_emptied: child(&pair, Rule::emptied).is_some(),
                plural: child(&pair, Rule::plural).map(|plural| self.name(only_child(plural))),
                name: self.name(only_child(pair)),
            },
            Rule::from => {
                let (kinds, guard) = guarded(pair);
                ContentNode::From { kinds: self.kinds(kinds), condition: self.guard(guard) }
            }
            Rule::enter => {
                let mut parts = children(pair);
                ContentNode::Enter {
                    seeds: self.number(parts.next().expect("what is entered has a number")),
                    kinds: self.kinds(parts.next().expect("it is entered into pits")),
                    condition: self.guard(parts.next()),
                }
            }
            Rule::each_lap => ContentNode::EachLap {
                direction: direction(&pair).expect("the grammar names a direction"),
                condition: self.guard(children(pair).next()),
            },
            Rule::counter => {
                let kept = has_word(&pair, "kept");
                ContentNode::Counter { name: self.name(only_child(pair)), kept }
            }
            Rule::term => {
                let [name, condition] = parts(pair);
                label = Some(self.name(name));
                ContentNode::Term(self.condition(condition))
            }
            Rule::stage => {
                let mut parts = children(pair);
                label = parts.next().map(|name| self.name(name));
                let condition = parts.next().filter(|condition| condition.as_rule() != Rule::otherwise);
                ContentNode::Stage(condition.map(|condition| self.condition(condition)))
            }
            Rule::prefer => ContentNode::Prefer(self.condition(only_child(pair))),
            Rule::way => {
                let [way, guard] = parts(pair);
                ContentNode::Way { direction: direction(&way), condition: self.condition(only_child(guard)) }
            }
            Rule::kept => {
                let others = [("both", WayBinding::Same), ("opposite", WayBinding::Opposite)];
                ContentNode::Keep(meaning(&pair, &others).unwrap_or(WayBinding::Each))
            }
            Rule::along => ContentNode::Along(children(pair).map(|run| self.run(run)).collect()),
            Rule::several => {
                let (seeds, guard) = guarded(pair);
                ContentNode::Several { seeds: self.number(seeds), condition: self.guard(guard) }
            }
            Rule::swapped => {
                let moves_on = has_word(&pair, "bonus");
                let (ply, guard) = guarded(pair);
                ContentNode::Swap { ply: self.number(ply), moves_on, condition: self.guard(guard) }
            }
            Rule::lift => {
                let seeds = match (child(&pair, Rule::number), child(&pair, Rule::amount)) {
                    (Some(number), _) => LiftingNode::AllBut(self.number(number)),
                    (_, Some(amount)) => LiftingNode::Chosen {
                        seeds: self.amount(amount),
                        not_all: child(&pair, Rule::not_all).is_some(),
                    },
                    _ => LiftingNode::All,
                };
                ContentNode::Lift { seeds, condition: self.guard(child(&pair, Rule::where_)) }
            }
            Rule::skip => {
                let (kinds, guard) = guarded(pair);
                ContentNode::Skip { kinds: self.kinds(kinds), condition: self.guard(guard) }
            }
            Rule::scripted => self.scripted(pair),
            Rule::arrangement => {
                let by = match seat(&pair) {
                    Some(side) => ArrangerNode::Seat(side),
                    None if has_word(&pair, "each") => ArrangerNode::Each,
                    None => ArrangerNode::Lot,
                };
                let places = [("row", Arranged::Row), ("rows", Arranged::Row), ("pit", Arranged::Pit)];
                let what = meaning(&pair, &places).unwrap_or(Arranged::Board);
                let both = has_word(&pair, "both");
                ContentNode::Arranges { by, what, both, condition: self.guard(children(pair).next()) }
            }
            Rule::rule_line => {
                let (found, content) = self.rule(pair);
                label = found;
                content
            }
            Rule::win => ContentNode::MostSeeds {
                counted: child(&pair, Rule::name).map(|mark| self.name(mark)),
                at: child(&pair, Rule::amount).map(|amount| self.amount(amount)),
            },
            Rule::before | Rule::after => {
                let before = pair.as_rule() == Rule::before;
                let [name, line] = parts(pair);
                let (name, line) = (self.name(only_child(name)), Box::new(self.line(line)));
                if before { ContentNode::Before { name, line } } else { ContentNode::After { name, line } }
            }
            Rule::without => ContentNode::Without(self.name(only_child(pair))),
            Rule::refill => {
                let fillers = [("both", Filler::LoserForBoth), ("loser", Filler::Loser)];
                let filler = meaning(&pair, &fillers).unwrap_or(Filler::Each);
                let number = child(&pair, Rule::number).map(|number| self.number(number));
                let refill = match number {
                    Some(seeds) => {
                        let (territory, back) = (child(&pair, Rule::else_theirs).is_some(), has_word(&pair, "last"));
                        RefillNode::Pits { seeds, territory, back }
                    }
                    None if has_word(&pair, "all") => RefillNode::Evenly,
                    None => RefillNode::Anew,
                };
                let unfilled = match child(&pair, Rule::else_closed) {
                    Some(closed) if has_word(&closed, "both") => Unfilled::ClosedForBoth,
                    Some(_) => Unfilled::Closed,
                    None => Unfilled::Empty,
                };
                ContentNode::Refill(refill, filler, unfilled)
            }
            Rule::round_setup => {
                let both = has_word(&pair, "both");
                let condition = self.guard(child(&pair, Rule::where_));
                let when = child(&pair, Rule::condition).map(|when| self.condition(when));
                label = child(&pair, Rule::label).map(|label| self.name(only_child(label)));
                ContentNode::LoserArranges { both, condition, when }
            }
            Rule::keep_seeds => ContentNode::KeepSeeds(self.kinds(only_child(pair))),
            Rule::gain => ContentNode::Gain(self.number(only_child(pair))),
            Rule::remainder if has_word(&pair, "pits") => ContentNode::Leftover(Leftover::Singly),
            Rule::remainder if has_word(&pair, "next") => ContentNode::Leftover(Leftover::NextPit),
            Rule::remainder => {
                let exchanges = [("loser", Exchange::ToLoser), ("lot", Exchange::Lot)];
                let exchange = meaning(&pair, &exchanges).unwrap_or(Exchange::Cede);
                let mut numbers =
                    children(pair).filter(|part| part.as_rule() == Rule::number).map(|number| self.number(number));
                let mut next = || numbers.next().expect("`remainder` has two numbers");
                ContentNode::Remainder { one: next(), other: next(), exchange }
            }
            Rule::starter => {
                let starters = [
                    ("lot", Starter::Lot),
                    ("turn", Starter::Alternates),
                    ("winner", Starter::Winner),
                    ("loser", Starter::Loser),
                ];
                ContentNode::Starter(meaning(&pair, &starters).unwrap_or(Starter::LastToMove))
            }
            Rule::lot => {
                let mut parts = children(pair);
                let name = self.text(parts.next().expect("a lot has a name")).value;
                let pairs = parts.map(|beats| (self.span(&beats), children(beats)));
                let beats = pairs.map(|(span, signs)| {
                    let signs: Vec<String> = signs.map(|sign| sign.as_str().to_string()).collect();
                    Spanned { value: signs.try_into().expect("a sign beats another"), span }
                });
                ContentNode::Lot { name, beats: beats.collect() }
            }
            other => unreachable!("the grammar has no line {other:?}"),
        };
        LineNode { label, word, content, single_rows, span }
    }

    /// The words `own row` and `opponent row` in a line.
    fn single_rows(&self, line: &Pair) -> Vec<(Whose, Span)> {
        if !line.as_str().contains("row") {
            return vec![];
        }
        let words: Vec<Pair> = line.clone().into_inner().flatten().collect();
        let rows = words.windows(2).filter(|two| two[1].as_rule() == Rule::w_row);
        let whose = |word: &Pair| match word.as_rule() {
            Rule::w_own => Some(Whose::Own),
            Rule::w_opponent => Some(Whose::Opponent),
            _ => None,
        };
        rows.filter_map(|two| Some((whose(&two[0])?, self.span(&two[0]).to(self.span(&two[1]))))).collect()
    }

    fn seeds(&mut self, pair: Pair) -> SeedsNode {
        let part = children(pair).find(|part| part.as_rule() != Rule::row_named).expect("`seeds` has numbers");
        match part.as_rule() {
            Rule::number => SeedsNode::Each(self.number(part)),
            _ => {
                let repeated = has_word(&part, "repeated");
                SeedsNode::Pattern { numbers: children(part).map(|number| self.factor(number)).collect(), repeated }
            }
        }
    }

    fn scripted(&mut self, pair: Pair) -> ContentNode {
        let pits = child(&pair, Rule::pit_list).expect("`lift` names pits").into_inner();
        let pits = pits.filter(|pit| pit.as_rule() == Rule::pit).map(|pit| {
            let span = self.span(&pit);
            Spanned { value: self.pit_range(pit), span }
        });
        ContentNode::Scripted {
            pits: pits.collect(),
            must: has_word(&pair, "must"),
            ply: self.number(child(&pair, Rule::number).expect("`move` has a number")),
            leaving: child(&pair, Rule::leaving).map(|leaving| self.number(only_child(leaving))),
            condition: self.guard(child(&pair, Rule::where_)),
        }
    }

    fn pit_range(&mut self, pair: Pair) -> PitRangeNode {
        let mut ends = children(pair).map(|end| self.pit_name(end));
        PitRangeNode { first: ends.next().expect("a range has a beginning"), last: ends.next() }
    }

    fn pit_name(&mut self, part: Pair) -> PitNode {
        match part.as_rule() {
            Rule::number => PitNode::Number(self.number(part)),
            _ => {
                let letter = part.as_str().chars().next().expect("a letter is one character");
                let strokes = part.as_str().matches('\'').count();
                PitNode::Letter(letter, strokes.try_into().unwrap_or(u8::MAX))
            }
        }
    }

    fn run(&mut self, pair: Pair) -> Spanned<RunNode> {
        let part = match (child(&pair, Rule::row_named), has_word(&pair, "store")) {
            (Some(row), _) => RunPartNode::Row(self.row_named(row)),
            (None, true) => RunPartNode::Store,
            (None, false) => RunPartNode::Side,
        };
        let value = RunNode { whose: whose(&pair), part, backwards: has_word(&pair, "backwards") };
        Spanned { value, span: self.span(&pair) }
    }

    fn row_named(&mut self, pair: Pair) -> RowNode {
        let named = meaning(&pair, &[("front", RowNode::Front), ("back", RowNode::Back)]);
        named.unwrap_or_else(|| RowNode::Number(self.integer(only_child(pair)).value))
    }

    fn rule(&mut self, pair: Pair) -> (Option<NameNode>, ContentNode) {
        let label = child(&pair, Rule::label).map(|label| self.name(only_child(label)));
        let condition = children(pair.clone()).find(|part| matches!(part.as_rule(), Rule::condition | Rule::unlimited));
        let condition = condition.map(|condition| self.condition(condition));
        let actions = child(&pair, Rule::actions);
        let may = actions.as_ref().and_then(|actions| self.may(actions));
        let actions = actions.map_or(vec![], |actions| self.actions(actions));
        (label, ContentNode::Rule { condition, may, actions })
    }

    /// The word `may` before actions.
    fn may(&self, actions: &Pair) -> Option<Span> {
        child(actions, Rule::w_may).map(|word| self.span(&word))
    }

    fn condition(&mut self, pair: Pair) -> ConditionNode {
        let span = self.span(&pair);
        let value = match pair.as_rule() {
            Rule::condition => return self.joined_conditions(pair, PredicateNode::Any),
            Rule::all_of => return self.joined_conditions(pair, PredicateNode::All),
            Rule::group => PredicateNode::Group(Box::new(self.condition(only_child(pair)))),
            Rule::negation => PredicateNode::Not(Box::new(self.condition(only_child(pair)))),
            Rule::no_move => PredicateNode::Fact(MoveFact::NoMove),
            Rule::some => {
                let others = [("any", QuantifierNode::Any), ("no", QuantifierNode::No)];
                let quantifier = meaning(&pair, &others).unwrap_or(QuantifierNode::Every);
                let mut parts = children(pair).peekable();
                let mut kinds = vec![];
                while let Some(kind) = parts.next_if(|part| part.as_rule() == Rule::kind) {
                    kinds.push(self.kind(kind));
                }
                if kinds.is_empty() {
                    kinds = self.kinds(parts.next().expect("a quantifier has a kind"));
                }
                let (mut quality, mut where_) = (None, None);
                for part in parts {
                    match part.as_rule() {
                        Rule::kinds => quality = Some(QualityNode::Is(self.kinds(part))),
                        Rule::where_one => where_ = Some(self.where_one(part)),
                        _ => quality = Some(QualityNode::Holds(self.amount(part))),
                    }
                }
                PredicateNode::Quantified(quantifier, kinds, quality, where_)
            }
            Rule::fact => {
                let fact = self.fact(&pair);
                self.denied(&pair, fact)
            }
            Rule::number_is if has_word(&pair, "lap") => self.figure(MoveFigure::LapNumber, pair),
            Rule::number_is => self.figure(MoveFigure::MoveNumber, pair),
            Rule::heap_holds if has_word(&pair, "captured") => self.figure(MoveFigure::Captured, pair),
            Rule::heap_holds if has_word(&pair, "lap") => self.figure(MoveFigure::LapOf, pair),
            Rule::heap_holds => self.figure(MoveFigure::LastMoveOf, pair),
            Rule::after_move => PredicateNode::AfterMove(Box::new(self.condition(only_child(pair)))),
            Rule::counted => {
                let mut parts = children(pair);
                let amount = self.amount(parts.next().expect("a count has an amount"));
                let kinds = self.pits_or_kinds(parts.next().expect("a count has kinds"));
                PredicateNode::Counted(amount, kinds, parts.next().map(|part| self.where_one(part)))
            }
            Rule::outnumber => {
                let others = [("more", Comparison::More), ("fewer", Comparison::Fewer)];
                let comparison = meaning(&pair, &others).unwrap_or(Comparison::AsMany);
                PredicateNode::Outnumber(comparison, parts(pair).map(|kinds| self.pits_or_kinds(kinds)))
            }
            Rule::lap_ends => {
                let mut parts = children(pair);
                let kinds = self.kinds(parts.next().expect("a lap ends in pits of a kind"));
                PredicateNode::LapEnds(kinds, parts.next().map(|part| self.where_one(part)))
            }
            Rule::lap_from => {
                let place = self.place(child(&pair, Rule::place).expect("such a lap ends in a place"));
                let where_one = child(&pair, Rule::where_one).map(|part| self.where_one(part));
                PredicateNode::InReach(place, self.kinds(only_child(pair)), where_one)
            }
            Rule::named => PredicateNode::Term(self.name(only_child(pair))),
            Rule::endless => PredicateNode::Endless(children(pair).next().map(|number| self.number(number))),
            Rule::repeated => PredicateNode::Repeated(self.number(only_child(pair))),
            Rule::unlimited => PredicateNode::NeverRepeated,
            Rule::setting => {
                let [name, value] = parts(pair);
                PredicateNode::Setting(self.name(name), self.value(value))
            }
            Rule::is => {
                let [place, kinds] = parts(pair);
                PredicateNode::Is(self.place(place), self.kinds(kinds))
            }
            Rule::holds => {
                let [place, amount] = parts(pair);
                PredicateNode::Holds(self.place(place), self.amount(amount))
            }
            other => unreachable!("the grammar has no condition {other:?}"),
        };
        Spanned { value, span }
    }

    /// A fact about the move, without `not`.
    fn fact(&self, pair: &Pair) -> PredicateNode {
        if let Some(way) = direction(pair) {
            return PredicateNode::WayIs(way);
        }
        if let Some(name) = child(pair, Rule::name) {
            return PredicateNode::InStage(self.name(name));
        }
        let facts = [
            ("seed", MoveFact::LastSeed),
            ("bonus", MoveFact::BonusTurn),
            ("south", MoveFact::PlayerIs(Side::South)),
            ("north", MoveFact::PlayerIs(Side::North)),
        ];
        PredicateNode::Fact(meaning(pair, &facts).unwrap_or(MoveFact::PlayerBegan))
    }

    /// A number of the move, perhaps with `not`.
    fn figure(&mut self, figure: MoveFigure, pair: Pair) -> PredicateNode {
        let amount = child(&pair, Rule::amount).expect("a number of the move has an amount");
        let value = PredicateNode::Figure(figure, self.amount(amount));
        self.denied(&pair, value)
    }

    /// A condition, or its negation where `not` stands within it.
    fn denied(&self, pair: &Pair, value: PredicateNode) -> PredicateNode {
        let span = self.span(pair);
        if has_word(pair, "not") { PredicateNode::Not(Box::new(Spanned { value, span })) } else { value }
    }

    /// Several pits of a kind, or kinds of pit.
    fn pits_or_kinds(&mut self, pair: Pair) -> Vec<KindNode> {
        match pair.as_rule() {
            Rule::pits_of => vec![self.kind(pair)],
            _ => self.kinds(pair),
        }
    }

    /// The condition of a guard, if there is one.
    fn guard(&mut self, guard: Option<Pair>) -> Option<ConditionNode> {
        guard.map(|guard| self.condition(only_child(guard)))
    }

    /// A condition on pits within a condition.
    fn where_one(&mut self, pair: Pair) -> Box<ConditionNode> {
        Box::new(self.condition(only_child(pair)))
    }

    /// Conditions joined by `and` or `or`; a single one is returned unchanged.
    fn joined_conditions(&mut self, pair: Pair, join: fn(Vec<ConditionNode>) -> PredicateNode) -> ConditionNode {
        let span = self.span(&pair);
        let mut all: Vec<ConditionNode> = children(pair).map(|part| self.condition(part)).collect();
        match all.len() {
            1 => all.remove(0),
            _ => Spanned { value: join(all), span },
        }
    }

    fn kinds(&mut self, pair: Pair) -> Vec<KindNode> {
        children(pair).map(|kind| self.kind(kind)).collect()
    }

    fn kind(&mut self, pair: Pair) -> KindNode {
        let span = self.span(&pair);
        let mut kind = KindNode { negated: false, outermost: None, counted_from: None, words: vec![], span };
        for part in pair.into_inner() {
            let value = match part.as_rule() {
                Rule::w_not => {
                    kind.negated = true;
                    continue;
                }
                Rule::w_pit | Rule::w_pits => continue,
                Rule::outermost => {
                    let which = if has_word(&part, "first") { Outermost::First } else { Outermost::Last };
                    kind.outermost = Some(Spanned { value: which, span: self.span(&part) });
                    continue;
                }
                Rule::counted_from => {
                    let before = has_word(&part, "before");
                    kind.counted_from = Some(CountedFrom { before, pit: self.place(only_child(part)) });
                    continue;
                }
                Rule::w_own => AdjectiveNode::Whose(Whose::Own),
                Rule::w_opponent => AdjectiveNode::Whose(Whose::Opponent),
                Rule::row_named => AdjectiveNode::Row(self.row_named(part.clone())),
                Rule::w_empty => AdjectiveNode::Plain(PitKind::Empty),
                Rule::w_occupied => AdjectiveNode::Plain(PitKind::Occupied),
                Rule::w_closed => AdjectiveNode::Plain(PitKind::Closed),
                Rule::w_sown => AdjectiveNode::Plain(PitKind::Sown),
                Rule::w_reached => AdjectiveNode::Plain(PitKind::Reached),
                Rule::origin => AdjectiveNode::Plain(origin(&part).0),
                Rule::w_store => AdjectiveNode::Store,
                Rule::pit_range => AdjectiveNode::Pit(self.pit_range(part.clone())),
                _ => AdjectiveNode::Mark(part.as_str().to_string()),
            };
            kind.words.push(Spanned { value, span: self.span(&part) });
        }
        kind
    }

    fn amount(&mut self, pair: Pair) -> AmountNode {
        if has_word(&pair, "even") {
            return AmountNode::Even;
        }
        if has_word(&pair, "odd") {
            return AmountNode::Odd;
        }
        if let Some(compared) = children(pair.clone()).find(|part| part.as_rule() == Rule::compared) {
            let others = [("more", Comparison::More), ("fewer", Comparison::Fewer)];
            let comparison = meaning(&compared, &others).unwrap_or(Comparison::AsMany);
            let place = self.place(child(&compared, Rule::place).expect("a place is compared"));
            let plus = children(compared).last().filter(|part| part.as_rule() != Rule::place);
            return AmountNode::Compared(comparison, place, plus.map(|plus| self.factor(plus)));
        }
        AmountNode::Counts(
            children(pair)
                .map(|count| {
                    let (more, fewer) = (has_word(&count, "more"), has_word(&count, "fewer"));
                    if let Some(share) = child(&count, Rule::share) {
                        return CountNode::Share(Spanned { value: share_of(&share), span: self.span(&share) });
                    }
                    let mut numbers: Vec<NumberNode> = children(count).map(|number| self.number(number)).collect();
                    match (numbers.len(), more, fewer) {
                        (2, _, _) => {
                            let upper = numbers.remove(1);
                            CountNode::Between(numbers.remove(0), upper)
                        }
                        (_, true, _) => CountNode::OrMore(numbers.remove(0)),
                        (_, _, true) => CountNode::OrFewer(numbers.remove(0)),
                        _ => CountNode::Exactly(numbers.remove(0)),
                    }
                })
                .collect(),
        )
    }

    fn place(&mut self, pair: Pair) -> Spanned<PlaceNode> {
        let span = self.span(&pair);
        let parts = pair.into_inner().filter(|part| part.as_rule() == Rule::part);
        let mut all: Vec<Spanned<PlaceNode>> = parts.map(|part| self.part(part)).collect();
        if all.len() == 1 { all.remove(0) } else { Spanned { value: PlaceNode::Sum(all), span } }
    }

    fn part(&mut self, pair: Pair) -> Spanned<PlaceNode> {
        let (span, whose) = (self.span(&pair), whose(&pair));
        let words = pair.into_inner();
        let value = match words.clone().last().map(|word| (word.as_rule(), word)) {
            Some((Rule::name, name)) => PlaceNode::Marked(whose, self.name(name)),
            Some((Rule::letter | Rule::number, end)) => {
                let row = words.clone().find(|word| word.as_rule() == Rule::row_named);
                PlaceNode::OnePit(whose, row.map(|row| self.row_named(row)), self.pit_name(end))
            }
            Some((Rule::w_row | Rule::w_rows, _)) => PlaceNode::Row(whose),
            Some((Rule::w_front, _)) => PlaceNode::NthRow(whose, RowNode::Front),
            Some((Rule::w_back, _)) => PlaceNode::NthRow(whose, RowNode::Back),
            Some((Rule::w_store, _)) => PlaceNode::Store(whose),
            Some((Rule::w_points, _)) => PlaceNode::Points(whose),
            Some((Rule::w_board, _)) => PlaceNode::Board,
            Some((Rule::w_hand, _)) => PlaceNode::Hand,
            // The last step written is taken first.
            _ => PlaceNode::Pit(words.rev().flat_map(|word| steps(&word)).collect()),
        };
        Spanned { value, span }
    }

    fn targets(&mut self, pair: Pair) -> Vec<TargetNode> {
        pair.into_inner().filter(|part| !is_word(part)).map(|target| self.target(target)).collect()
    }

    fn target(&mut self, pair: Pair) -> TargetNode {
        if pair.as_rule() != Rule::each_of {
            return TargetNode::Place(self.place(pair));
        }
        let (kinds, guard) = guarded(pair);
        TargetNode::Every(self.kinds(kinds), self.guard(guard))
    }

    fn number(&mut self, pair: Pair) -> NumberNode {
        let span = self.span(&pair);
        let mut sum: Option<NumberNode> = None;
        let mut sign = Rule::plus;
        let mut parts = 0;
        for part in pair.into_inner() {
            parts += 1;
            if parts == 2 * MAX_TERMS {
                self.complete = false;
                let problem = LayoutProblem::TooManyTerms { most: MAX_TERMS };
                self.problems.push(problem.diagnostic(self.span(&part)));
                break;
            }
            let next = match part.as_rule() {
                Rule::plus | Rule::minus | Rule::times | Rule::divided => {
                    sign = part.as_rule();
                    continue;
                }
                _ => self.factor(part),
            };
            sum = Some(match sum {
                None => next,
                Some(before) => {
                    let (before, next) = (Box::new(before), Box::new(next));
                    let sum = match sign {
                        Rule::minus => SumNode::Minus(before, next),
                        Rule::times => SumNode::Times(before, next),
                        Rule::divided => SumNode::Divided(before, next),
                        _ => SumNode::Plus(before, next),
                    };
                    NumberNode { sum, span }
                }
            });
        }
        sum.expect("a number has a part")
    }

    fn factor(&mut self, pair: Pair) -> NumberNode {
        match pair.as_rule() {
            Rule::product | Rule::number => self.number(pair),
            Rule::integer => {
                let Spanned { value, span } = self.integer(pair);
                NumberNode { sum: SumNode::Literal(value), span }
            }
            _ => NumberNode { sum: SumNode::Param(pair.as_str().to_string()), span: self.span(&pair) },
        }
    }

    fn actions(&mut self, pair: Pair) -> Vec<Spanned<ActionNode>> {
        children(pair).map(|action| Spanned { span: self.span(&action), value: self.action(action) }).collect()
    }

    fn action(&mut self, pair: Pair) -> ActionNode {
        match pair.as_rule() {
            Rule::capture | Rule::remove => {
                let receiver = match pair.as_rule() {
                    Rule::remove => Receiver::Nobody,
                    _ => meaning(&pair, &[("owner", Receiver::Owner), ("opponent", Receiver::Opponent)])
                        .unwrap_or(Receiver::Mover),
                };
                let seeds = self.portion(&pair);
                let places = child(&pair, Rule::places).expect("`capture` names places");
                ActionNode::Capture(seeds, self.targets(places), receiver)
            }
            Rule::move_seeds => {
                let number = child(&pair, Rule::number).map(|number| self.number(number));
                let targets = children(pair).filter(|part| part.as_rule() != Rule::number);
                let targets: Vec<_> = targets.map(|target| Box::new(self.target(target))).collect();
                let [from, to] = targets.try_into().expect("`move` has two places");
                ActionNode::Move(number, from, to)
            }
            Rule::choose => {
                let number = child(&pair, Rule::number).map(|number| self.number(number));
                let guard = child(&pair, Rule::where_);
                let is_kind = |part: &Pair| matches!(part.as_rule(), Rule::pits_of | Rule::kinds);
                let kinds = children(pair).find(is_kind).expect("`choose` names pits");
                let kinds = self.pits_or_kinds(kinds);
                ActionNode::Choose(number, kinds, self.guard(guard))
            }
            Rule::gather => {
                let seeds = self.portion(&pair);
                let places = child(&pair, Rule::places).expect("`lift` names places");
                ActionNode::Gather(seeds, self.targets(places))
            }
            Rule::sow_on => ActionNode::SowOn {
                direction: direction(&pair),
                from: has_word(&pair, "from"),
                place: self.place(only_child(pair)),
            },
            Rule::count_up => {
                let changes =
                    [("set", CounterChange::Set), ("add", CounterChange::Add), ("remove", CounterChange::Subtract)];
                let change = meaning(&pair, &changes).expect("the grammar names a change");
                let counter = child(&pair, Rule::counted_by).expect("a counter is named");
                let of = whose(&counter);
                let name = self.name(counter.into_inner().last().expect("a counter has a name"));
                let by = match child(&pair, Rule::number) {
                    Some(number) => SummandNode::Number(self.number(number)),
                    None => SummandNode::Of(self.place(child(&pair, Rule::place).expect("a place is counted"))),
                };
                ActionNode::Count { change, by, whose: of, name }
            }
            Rule::undo => ActionNode::OfMove(MoveAction::Undo),
            Rule::mark => {
                let owner = if has_word(&pair, "for") { Whose::Opponent } else { Whose::Own };
                let [places, name] = parts(pair);
                ActionNode::Mark(self.targets(places), self.name(name), owner)
            }
            Rule::unmark => ActionNode::Unmark(self.targets(only_child(pair))),
            Rule::stop => ActionNode::Stop,
            Rule::relay => ActionNode::Relay {
                backwards: has_word(&pair, "backwards"),
                from: children(pair).next().map(|place| self.place(place)),
            },
            Rule::bonus => ActionNode::Bonus,
            Rule::repeat => ActionNode::Repeat {
                times: child(&pair, Rule::number).map(|times| self.number(times)),
                from: children(pair)
                    .filter(|part| part.as_rule() == Rule::place)
                    .map(|place| self.place(place))
                    .collect(),
            },
            Rule::takes => {
                let who = who(&pair);
                let takings = only_child(pair).into_inner().filter(|taking| taking.as_rule() == Rule::taking);
                ActionNode::Takes(who, takings.map(|taking| self.taking(taking)).collect())
            }
            Rule::wins => ActionNode::Wins(who(&pair)),
            Rule::draw => ActionNode::Draw,
            Rule::illegal => ActionNode::Illegal,
            Rule::pass => ActionNode::Pass,
            other => unreachable!("the grammar has no action {other:?}"),
        }
    }

    /// How many seeds of each place an action takes.
    fn portion(&mut self, action: &Pair) -> PortionNode {
        match child(action, Rule::seeds_from) {
            None => PortionNode::All,
            Some(seeds) if has_word(&seeds, "half") => PortionNode::Half,
            Some(seeds) if has_word(&seeds, "all") => PortionNode::AllBut(self.number(only_child(seeds))),
            Some(seeds) => PortionNode::AtMost(self.number(only_child(seeds))),
        }
    }

    fn example(&mut self, pair: Pair) -> ExampleNode {
        let span = self.span(&pair);
        let (mut title, mut lines) = (None, vec![]);
        for part in children(pair) {
            match part.as_rule() {
                Rule::text => title = Some(self.text(part)),
                Rule::bad_line => {
                    let context = LineContext { section: "test", change: false };
                    self.recover_pair(&part, context, &mut |builder, line| lines.extend(builder.example_line(line)));
                }
                _ => lines.extend(self.example_line(part)),
            }
        }
        ExampleNode { title: title.expect("the grammar demands a title"), lines, span }
    }

    fn example_line(&mut self, pair: Pair) -> Option<Spanned<ExampleLineNode>> {
        let span = self.span(&pair);
        let value = match pair.as_rule() {
            Rule::given => ExampleLineNode::Position(self.text(only_child(pair))),
            Rule::with => {
                let [name, value] = parts(pair);
                ExampleLineNode::With(self.name(name), self.value(value))
            }
            Rule::played => ExampleLineNode::Play(children(pair).map(|turn| self.name(turn)).collect()),
            Rule::expected => ExampleLineNode::Expect(
                children(pair)
                    .map(|expected| Spanned { span: self.span(&expected), value: self.expectation(expected) })
                    .collect(),
            ),
            _ => return None,
        };
        Some(Spanned { value, span })
    }

    fn expectation(&mut self, pair: Pair) -> ExpectationNode {
        let seat = seat(&pair);
        match pair.as_rule() {
            Rule::gained => {
                let whose = if has_word(&pair, "opponent") { Whose::Opponent } else { Whose::Own };
                ExpectationNode::Gained(whose, self.integer(only_child(pair)).value)
            }
            Rule::gone => ExpectationNode::Gone(self.integer(only_child(pair)).value),
            Rule::marked => {
                let mut names: Vec<NameNode> = children(pair).map(|part| self.name(part)).collect();
                let mark = names.pop().expect("a mark is named last");
                ExpectationNode::Marked(names, mark)
            }
            Rule::refused => {
                let mut parts = children(pair);
                let turn = self.name(parts.next().expect("`illegal` names a move"));
                ExpectationNode::Illegal(turn, parts.next().map(|by| self.name(only_child(by))))
            }
            Rule::again => ExpectationNode::Bonus,
            Rule::without_end => ExpectationNode::Endless,
            Rule::stands => ExpectationNode::Position(self.text(only_child(pair))),
            Rule::match_won => ExpectationNode::MatchWon(seat.expect("`wins match` follows a player")),
            Rule::result => {
                let score: Vec<u16> = children(pair).map(|number| self.integer(number).value).collect();
                ExpectationNode::Result(seat, (score.len() == 2).then(|| (score[0], score[1])))
            }
            Rule::to_move => ExpectationNode::ToMove(seat.expect("`to move` names a player")),
            Rule::fired => ExpectationNode::By(self.name(only_child(only_child(pair)))),
            other => unreachable!("the grammar has no expectation {other:?}"),
        }
    }

    fn taking(&mut self, pair: Pair) -> Spanned<TakingNode> {
        let span = self.span(&pair);
        let whose = whose(&pair);
        let words = [
            ("half", TakingNode::Half),
            ("board", TakingNode::Rest),
            ("row", TakingNode::Row(whose)),
            ("rows", TakingNode::Row(whose)),
        ];
        let value = match words.into_iter().find(|(word, _)| has_word(&pair, word)) {
            Some((_, taking)) => taking,
            None => TakingNode::Marked(whose, self.name(only_child(pair))),
        };
        Spanned { value, span }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules of the grammar that produce pairs, except the reserved words, each with its comment.
    fn commented_rules() -> Vec<(&'static str, Option<&'static str>)> {
        let lines: Vec<&str> = include_str!("../../../../grammar/uur.pest").lines().collect();
        let rule = |line: &'static str| {
            let (name, body) = line.split_once('=')?;
            let makes_pairs = !body.trim_start().starts_with('_');
            let is_name = line.starts_with(|c: char| c.is_ascii_lowercase());
            Some(name.trim()).filter(|name| is_name && makes_pairs && !name.starts_with("w_"))
        };
        let commented = |number: usize| number.checked_sub(1).and_then(|before| lines[before].strip_prefix("/// "));
        (0..lines.len()).filter_map(|number| Some((rule(lines[number])?, commented(number)))).collect()
    }

    #[test]
    fn every_rule_of_the_grammar_has_a_comment_with_an_example_that_fits_it() {
        for (name, comment) in commented_rules() {
            let comment = comment.unwrap_or_else(|| panic!("the rule `{name}` has no comment"));
            let example = comment.trim_end_matches('`').rsplit('`').next().expect("a split yields a part");
            assert!(comment.ends_with('`') && example != comment, "the comment of `{name}` has no example");
            let text = example.replace(" ⏎ ", "\n").replace('⏎', "\n");
            let rule = Rule::all_rules().iter().find(|rule| format!("{rule:?}") == name).expect("pest lists all rules");
            let pair = Grammar::parse(*rule, &text)
                .unwrap_or_else(|error| panic!("the example of `{name}` does not fit it: {error}"))
                .next()
                .expect("a rule yields a pair");
            assert_eq!(pair.as_str().trim_end(), text.trim_end(), "the example of `{name}` fits it only in part");
            let broken = |rule| matches!(rule, Rule::bad_item | Rule::bad_line) && rule != pair.as_rule();
            assert!(!pair.clone().into_inner().flatten().any(|part| broken(part.as_rule())), "of `{name}`");
        }
    }

    #[test]
    fn a_line_stands_where_its_last_token_ends() {
        let source = Source::new("example", "board {\n  pits 6   # in each row\n  rows 2 # two\n}\n");
        let (file, problems) = parse(&source, SourceId(0));
        assert_eq!(problems, []);
        let lines = file.expect("it can be read").sections.remove(0).lines;
        let texts: Vec<&str> = lines.iter().map(|line| &source.text[line.span.range()]).collect();
        assert_eq!(texts, ["pits 6", "rows 2"]);
    }
}
