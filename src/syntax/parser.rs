//! The grammar's pairs become the tree of [`ast`].
//!
//! Each function takes a pair of the rule it is named after; the grammar guarantees what is in it. A
//! line that fits no rule is a problem of its own. Where it can be guessed what was meant, the line
//! is read as if that had been written, so one run reports all faults and none twice.

use std::sync::{Mutex, PoisonError};

use pest::Parser;
use pest::error::Error;
use pest::iterators::Pair;

use super::ast::*;
use super::draft::Draft;
use super::fault::{self, Mend, Within};
use super::{brackets, fault::Fault};
use crate::diagnostic::{Code, Diagnostic, count};
use crate::source::{Source, SourceId, Span, Spanned, is_bidirectional, is_control};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/uur.pest"]
pub(super) struct Grammar;

type Node<'a> = Pair<'a, Rule>;

/// Why a text fits no rule, with all that was tried where it stops to fit; nothing if it fits.
///
/// What was tried is written down for one text at a time, because it makes reading twice as slow.
pub(super) fn misfit(rule: Rule, text: &str) -> Option<Error<Rule>> {
    static WRITING: Mutex<()> = Mutex::new(());
    let _one_at_a_time = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    pest::set_error_detail(true);
    let read = Grammar::parse(rule, text);
    pest::set_error_detail(false);
    read.err()
}

/// How many faults of one line are mended before it is given up.
const MENDS: usize = 8;
/// How many lines that fit no rule are told one by one.
const FAULTS: usize = 200;
/// How many parts a sum may have.
const PARTS: usize = 64;

/// Reads a file. The tree holds every line that could be read, mended where need be; the problems
/// tell of all faults.
pub fn parse(source: &Source, id: SourceId) -> (Option<File>, Vec<Diagnostic>) {
    let (written, mut problems) = without_controls(&source.text, id);
    let (draft, found) = brackets::paired(written.clone(), id);
    problems.extend(found.into_iter().map(|problem| placed(problem, &written, id)));
    let Some(draft) = draft else { return (None, problems) };
    let mut builder = Builder { id, draft: &draft, problems: &mut problems, whole: true, faults: 0, untold: None };
    let file = match Grammar::parse(Rule::file, &draft.text) {
        Ok(mut pairs) => pairs.next().map(|file| builder.file(file)),
        Err(_) => {
            let problem = fault::whole_file(&draft.text, id);
            builder.tell(&draft, problem);
            None
        }
    };
    let (faults, untold) = (builder.faults, builder.untold);
    if let Some(first) = untold {
        let more = count(faults - FAULTS, "more line");
        let problem = Diagnostic::new(Code::Unexpected, format!("{more} cannot be read"));
        problems.push(problem.label(first, "from here on").help("so many faults mostly have one cause near the first"));
    }
    (file, problems)
}

/// The text without control characters, and a problem for each run of them.
fn without_controls(text: &str, id: SourceId) -> (Draft, Vec<Diagnostic>) {
    let (mut problems, mut parts) = (vec![], vec![]);
    let mut rest = 0;
    while let Some((at, first)) = text[rest..].char_indices().find(|(_, c)| is_control(*c)) {
        let start = rest + at;
        let run = &text[start..];
        rest = start + run.find(|c| !is_control(c)).unwrap_or(run.len());
        let what = if is_bidirectional(first) { "changes the direction of text" } else { "is a control character" };
        let span = Span::new(id, start, rest);
        problems.push(
            Diagnostic::new(Code::ControlCharacter, format!("the character U+{:04X} {what}", u32::from(first)))
                .label(span, "is not shown, and not allowed in a rule file")
                .fix(span, "", "remove it"),
        );
        parts.push((start..rest, ""));
    }
    let mut draft = Draft::new(text);
    if !parts.is_empty() {
        draft.replace(&parts);
    }
    (draft, problems)
}

/// A problem whose places are offsets in a draft, at its places in the author's text.
fn placed(mut problem: Diagnostic, draft: &Draft, id: SourceId) -> Diagnostic {
    let fix = problem.fix.iter_mut().map(|fix| &mut fix.span);
    for span in problem.labels.iter_mut().map(|label| &mut label.span).chain(fix) {
        *span = Span::new(id, draft.place(span.start as usize), draft.place(span.end as usize));
    }
    problem
}

/// Whether a file can be laid out anew: every line of it fits a rule.
pub(super) fn reads(text: &str) -> bool {
    let paired = brackets::paired(Draft::new(text), SourceId(0)).1.is_empty();
    let broken = |rule| matches!(rule, Rule::bad_item | Rule::bad_line);
    paired && Grammar::parse(Rule::file, text).is_ok_and(|pairs| !pairs.flatten().any(|pair| broken(pair.as_rule())))
}

struct Builder<'a> {
    id: SourceId,
    draft: &'a Draft,
    problems: &'a mut Vec<Diagnostic>,
    /// Whether every line could be read.
    whole: bool,
    /// How many lines fitted no rule, and the first of them that is not told.
    faults: usize,
    untold: Option<Span>,
}

/// The children of a pair that are no words of the language.
fn parts<'a>(pair: Node<'a>) -> impl Iterator<Item = Node<'a>> {
    pair.into_inner().filter(|part| !is_word(part))
}

fn is_word(pair: &Node) -> bool {
    word_of(pair).is_some()
}

/// The word of the language that a pair is.
fn word_of<'a>(pair: &Node<'a>) -> Option<&'a str> {
    format!("{:?}", pair.as_rule()).starts_with("w_").then_some(pair.as_str())
}

/// Whether one of a pair's own words is this one.
fn has_word(pair: &Node, word: &str) -> bool {
    pair.clone().into_inner().any(|part| word_of(&part) == Some(word))
}

/// Where a pair stands, without the blanks and comments that the grammar passed over at its end.
fn extent(pair: &Node) -> std::ops::Range<usize> {
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

fn only<'a>(pair: Node<'a>) -> Node<'a> {
    parts(pair).next().expect("the grammar puts something here")
}

impl Builder<'_> {
    fn span(&self, pair: &Node) -> Span {
        let range = extent(pair);
        Span::new(self.id, self.draft.place(range.start), self.draft.place(range.end))
    }

    /// Tells a problem whose places are offsets in a draft.
    fn tell(&mut self, draft: &Draft, problem: Diagnostic) {
        self.problems.push(placed(problem, draft, self.id));
    }

    /// Tells what is wrong with a line, and reads it as it was probably meant.
    fn mend(&mut self, mut draft: Draft, within: Within, read: &mut dyn FnMut(&mut Builder, Node)) {
        self.faults += 1;
        if self.faults > FAULTS {
            let first = draft.text.chars().next().map_or(0, char::len_utf8);
            self.untold.get_or_insert(Span::new(self.id, draft.place(0), draft.place(first)));
            self.whole = false;
            return;
        }
        for _ in 0..MENDS {
            let blank = draft.text.len() - draft.text.trim_start().len();
            draft = draft.part(blank..draft.text.len());
            if draft.text.is_empty() || draft.text.starts_with('#') {
                return;
            }
            if let Ok(pairs) = Grammar::parse(within.rule, &draft.text) {
                let mut builder = Builder { draft: &draft, problems: self.problems, ..*self };
                pairs.filter(|pair| pair.as_rule() != Rule::EOI).for_each(|pair| read(&mut builder, pair));
                let Builder { whole, faults, untold, .. } = builder;
                (self.whole, self.faults, self.untold) = (whole, faults, untold);
                return;
            }
            let Fault { problem, mend } = fault::line(&draft.text, self.id, within);
            self.tell(&draft, problem);
            match mend {
                None => break,
                Some(Mend::Replace(range, with)) => draft.replace(&[(range, &with)]),
                Some(Mend::Split(gap)) => {
                    let (first, second) = (draft.part(0..gap.start), draft.part(gap.end..draft.text.len()));
                    self.mend(first, within, read);
                    self.mend(second, within, read);
                    return;
                }
            }
        }
        self.whole = false;
    }

    fn bad(&mut self, pair: &Node, within: Within, read: &mut dyn FnMut(&mut Builder, Node)) {
        self.mend(self.draft.part(extent(pair)), within, read);
    }

    fn name(&self, pair: Node) -> Name {
        Spanned { value: pair.as_str().to_string(), span: self.span(&pair) }
    }

    /// Quoted text without its quotes.
    fn text(&self, pair: Node) -> Name {
        let span = self.span(&pair);
        Spanned { value: pair.into_inner().map(|inner| inner.as_str()).collect(), span }
    }

    fn file(&mut self, pair: Node) -> File {
        let span = Span::new(self.id, 0, self.draft.place(self.draft.text.len()));
        let mut file = File {
            versions: vec![],
            extends: vec![],
            params: vec![],
            sections: vec![],
            examples: vec![],
            whole: true,
            span,
        };
        for item in pair.into_inner() {
            match item.as_rule() {
                Rule::bad_item => self.bad(&item, Within::FILE, &mut |builder, item| builder.item(item, &mut file)),
                _ => self.item(item, &mut file),
            }
        }
        file.whole = self.whole;
        file
    }

    fn item(&mut self, item: Node, file: &mut File) {
        match item.as_rule() {
            Rule::version => {
                let span = self.span(&item);
                let value = self.integer(only(item)).value;
                file.versions.push(Spanned { value, span });
            }
            Rule::extends => file.extends.push(self.text(only(item))),
            Rule::param => file.params.push(self.param(item)),
            Rule::example => {
                let example = self.example(item);
                file.examples.push(example);
            }
            Rule::EOI => {}
            _ => {
                let section = self.section(item);
                file.sections.push(section);
            }
        }
    }

    fn param(&mut self, pair: Node) -> Param {
        let span = self.span(&pair);
        let mut parts = parts(pair);
        let mut next = || parts.next().expect("the grammar demands name, default and values");
        let (name, default, values) = (next(), next(), next());
        Param {
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

    fn value(&mut self, pair: Node) -> Spanned<Value> {
        let span = self.span(&pair);
        let inner = only(pair);
        let value = match inner.as_rule() {
            Rule::integer => Value::Number(self.integer(inner).value),
            _ => Value::Word(inner.as_str().to_string()),
        };
        Spanned { value, span }
    }

    fn values(&mut self, pair: Node) -> Values {
        match pair.as_rule() {
            Rule::span => {
                let mut ends = pair.into_inner().map(|end| self.integer(end).value);
                Values::Span(ends.next().unwrap_or(0), ends.next().unwrap_or(0))
            }
            _ => Values::One(self.value(pair).value),
        }
    }

    fn integer(&mut self, pair: Node) -> Spanned<u64> {
        let span = self.span(&pair);
        let value = pair.as_str().parse().ok().filter(|&value| value <= 65_535);
        if value.is_none() {
            self.whole = false;
            self.problems.push(
                Diagnostic::new(Code::NumberTooGreat, format!("`{}` is too great a number", pair.as_str()))
                    .label(span, "at most 65535"),
            );
        }
        Spanned { value: value.unwrap_or(0), span }
    }

    fn section(&mut self, pair: Node) -> Section {
        let (kind, rule) = match pair.as_rule() {
            Rule::game => (SectionKind::Game, Rule::game_alone),
            Rule::board => (SectionKind::Board, Rule::board_alone),
            Rule::marks => (SectionKind::Marks, Rule::mark_alone),
            Rule::sow => (SectionKind::Sow, Rule::sow_alone),
            Rule::opening => (SectionKind::Opening, Rule::opening_alone),
            Rule::begin => (SectionKind::Begin, Rule::table_alone),
            Rule::lift_table => (SectionKind::Lift, Rule::table_alone),
            Rule::finish => (SectionKind::Finish, Rule::table_alone),
            Rule::drop => (SectionKind::Drop, Rule::table_alone),
            Rule::land => (SectionKind::Land, Rule::table_alone),
            Rule::end => (SectionKind::End, Rule::table_alone),
            Rule::win => (SectionKind::Win, Rule::item_alone),
            Rule::rounds => (SectionKind::Match, Rule::round_alone),
            Rule::lot => (SectionKind::Lot, Rule::lot_alone),
            other => unreachable!("the grammar has no section {other:?}"),
        };
        let whole = self.span(&pair);
        let mut section = Section { kind, change: None, title: None, direction: None, lines: vec![], head: whole };
        if kind == SectionKind::Win {
            section.lines.push(Line { label: None, content: Content::MostSeeds, span: whole });
            return section;
        }
        section.head.end = section.head.start;
        let mut parts = pair.into_inner().peekable();
        // The line before, if it could be read.
        let mut before: Option<Node> = None;
        while let Some(part) = parts.next() {
            match part.as_rule() {
                Rule::w_change => section.change = Some(self.span(&part)),
                Rule::text => section.title = Some(self.text(part.clone())),
                Rule::direction => {
                    section.direction = Some(self.direction(part.clone()));
                }
                Rule::brace_open | Rule::brace_close => continue,
                Rule::bad_line => {
                    let within = Within { rule, section: kind.word(), change: section.change.is_some() };
                    let mut draft = None;
                    if let Some(before) = before.take() {
                        draft = self.goes_on(&before, &part, within);
                        if draft.is_some() {
                            section.lines.pop();
                        }
                    }
                    if draft.is_none()
                        && let Some(next) = parts.peek().filter(|next| next.as_rule() != Rule::brace_close)
                    {
                        draft = self.goes_on(&part, next, within);
                        if draft.is_some() {
                            parts.next();
                        }
                    }
                    let draft = draft.unwrap_or_else(|| self.draft.part(extent(&part)));
                    self.mend(draft, within, &mut |builder, line| section.lines.extend(builder.whole_line(line)));
                    continue;
                }
                _ if is_word(&part) => {}
                _ => {
                    let line = self.whole_line(part.clone());
                    before = line.is_some().then_some(part);
                    section.lines.extend(line);
                    continue;
                }
            }
            section.head.end = self.span(&part).end;
        }
        section
    }

    /// Two lines that would be one if they were not broken where no line can be: tells it, and gives
    /// them as one.
    fn goes_on(&mut self, first: &Node, second: &Node, within: Within) -> Option<Draft> {
        let (first, second) = (extent(first), extent(second));
        let mut draft = self.draft.part(first.start..second.end);
        let gap = first.end - first.start..second.start - first.start;
        if draft.text[gap.clone()].contains('#') {
            return None;
        }
        let word = draft.text[gap.end..].find(char::is_whitespace).unwrap_or(draft.text.len() - gap.end);
        let span = |range: std::ops::Range<usize>| Span::new(self.id, range.start, range.end);
        let problem = Diagnostic::new(Code::Unexpected, "a line cannot be broken here")
            .label(span(gap.end..gap.end + word), "belongs to the line before")
            .help("a line may be broken before and after `->`, `,`, `and` and `or`, and after `(`")
            .fix(span(gap.clone()), " ", "write it on one line");
        let original = self.draft.part(first.start..second.end);
        draft.replace(&[(gap, " ")]);
        Grammar::parse(within.rule, &draft.text).ok()?;
        self.tell(&original, problem);
        Some(draft)
    }

    /// A line, unless a number in it could not be read.
    fn whole_line(&mut self, pair: Node) -> Option<Line> {
        let told = self.problems.len();
        let line = self.line(pair);
        (self.problems.len() == told).then_some(line)
    }

    fn line(&mut self, pair: Node) -> Line {
        let span = self.span(&pair);
        let mut label = None;
        let content = match pair.as_rule() {
            Rule::names => Content::Names(parts(pair).map(|text| self.text(text).value).collect()),
            Rule::region => Content::Region(self.text(only(pair)).value),
            Rule::source => Content::Source(self.text(only(pair)).value),
            Rule::reading => Content::Reading(self.text(only(pair)).value),
            Rule::asymmetric => Content::Asymmetric(self.text(only(pair)).value),
            Rule::rows => Content::Rows(self.number(only(pair))),
            Rule::pits => Content::Pits(self.number(only(pair))),
            Rule::seeds => {
                let side = match (has_word(&pair, "south"), has_word(&pair, "north")) {
                    (true, _) => Some(Seat::South),
                    (_, true) => Some(Seat::North),
                    _ => None,
                };
                Content::Seeds { side, seeds: self.seeds(pair) }
            }
            Rule::stores => Content::Stored(self.number(only(pair))),
            Rule::owned => Content::Owns(self.kinds(only(pair))),
            Rule::mark_kind => {
                let mut parts = parts(pair);
                let name = self.name(parts.next().expect("a mark has a name"));
                let (mut at, mut never_emptied) = (vec![], false);
                for part in parts {
                    match part.as_rule() {
                        Rule::marked_at => at = self.kinds(only(part)),
                        _ => never_emptied = true,
                    }
                }
                Content::Mark { name, at, never_emptied }
            }
            Rule::from => {
                let mut parts = parts(pair);
                let kinds = self.kinds(parts.next().expect("`from` names a kind"));
                Content::From { kinds, condition: parts.next().map(|guard| self.condition(only(guard))) }
            }
            Rule::prefer => Content::Prefer(self.condition(only(pair))),
            Rule::way => {
                let mut parts = parts(pair);
                let mut next = || parts.next().expect("a way has a direction and a guard");
                let (direction, guard) = (next(), next());
                Content::Way { direction: self.direction(direction), condition: self.condition(only(guard)) }
            }
            Rule::kept => Content::Kept(match (has_word(&pair, "same"), has_word(&pair, "opposite")) {
                (true, _) => Kept::Same,
                (_, true) => Kept::Opposite,
                _ => Kept::Each,
            }),
            Rule::through => Content::Through {
                stores: if has_word(&pair, "both") { Stores::Both } else { Stores::Own },
                before: has_word(&pair, "before"),
            },
            Rule::within => Content::Within,
            Rule::several => {
                let mut parts = parts(pair);
                let seeds = self.number(parts.next().expect("`drop` has a number"));
                Content::Several { seeds, condition: parts.next().map(|guard| self.condition(only(guard))) }
            }
            Rule::swapped => {
                let mut parts = parts(pair);
                let ply = self.number(parts.next().expect("`move` has a number"));
                Content::Swap { ply, condition: parts.next().map(|guard| self.condition(only(guard))) }
            }
            Rule::lift => {
                let (mut seeds, mut staying, mut condition) = (Lifting::All, None, None);
                for part in parts(pair) {
                    match part.as_rule() {
                        Rule::number => seeds = Lifting::AllBut(self.number(part)),
                        Rule::amount => seeds = Lifting::Chosen(self.amount(part), None),
                        Rule::staying => staying = Some(self.amount(only(part))),
                        _ => condition = Some(self.condition(only(part))),
                    }
                }
                if let Lifting::Chosen(_, stay) = &mut seeds {
                    *stay = staying;
                }
                Content::Lift { seeds, condition }
            }
            Rule::skip => {
                let mut parts = parts(pair);
                let kinds = self.kinds(parts.next().expect("`skip` names a kind"));
                Content::Skip { kinds, condition: parts.next().map(|guard| self.condition(only(guard))) }
            }
            Rule::scripted => self.scripted(pair),
            Rule::arrangement => {
                let by = match pair.clone().into_inner().next().as_ref().and_then(word_of) {
                    Some("south") => Arranger::Seat(Seat::South),
                    Some("north") => Arranger::Seat(Seat::North),
                    Some("each") => Arranger::Each,
                    _ => Arranger::Lot,
                };
                let what = match (has_word(&pair, "row"), has_word(&pair, "pit")) {
                    (true, _) => Arranged::Row(has_word(&pair, "both")),
                    (_, true) => Arranged::Pit,
                    _ => Arranged::Board,
                };
                Content::Arranges { by, what, condition: parts(pair).next().map(|guard| self.condition(only(guard))) }
            }
            Rule::rule_line => {
                let (found, content) = self.rule(pair);
                label = found;
                content
            }
            Rule::before | Rule::after => {
                let before = pair.as_rule() == Rule::before;
                let mut parts = parts(pair);
                let name = self.name(only(parts.next().expect("the grammar demands the name of a line")));
                let line = Box::new(self.line(parts.next().expect("the grammar demands a line")));
                if before { Content::Before { name, line } } else { Content::After { name, line } }
            }
            Rule::without => Content::Without(self.name(only(pair))),
            Rule::refill if has_word(&pair, "anew") => Content::Refill(Refill::Anew),
            Rule::refill if has_word(&pair, "arranged") => {
                let guard = parts(pair).next().map(|guard| self.condition(only(guard)));
                Content::Refill(Refill::Arranged(guard))
            }
            Rule::refill if has_word(&pair, "last") => Content::Refill(Refill::FromLast(self.number(only(pair)))),
            Rule::refill => Content::Refill(Refill::Each(self.number(only(pair)))),
            Rule::territory => Content::Territory(self.number(only(pair))),
            Rule::points => {
                let (mut number, mut condition) = (None, None);
                for part in parts(pair) {
                    match part.as_rule() {
                        Rule::number => number = Some(self.number(part)),
                        _ => condition = Some(self.condition(part)),
                    }
                }
                Content::Points { number, condition: condition.expect("`points` has a condition") }
            }
            Rule::remainder if has_word(&pair, "next") => Content::NextPit,
            Rule::remainder => {
                let by_lot = has_word(&pair, "lot");
                let mut numbers =
                    parts(pair).filter(|part| part.as_rule() == Rule::number).map(|number| self.number(number));
                let mut next = || numbers.next().expect("`remainder` has two numbers");
                Content::Remainder { one: next(), other: next(), by_lot }
            }
            Rule::unfilled if has_word(&pair, "both") => Content::Unfilled(Unfilled::ClosedForBoth),
            Rule::unfilled if has_word(&pair, "closed") => Content::Unfilled(Unfilled::Closed),
            Rule::unfilled => Content::Unfilled(Unfilled::Empty),
            Rule::starter => Content::Starter(match pair.into_inner().last().as_ref().and_then(word_of) {
                Some("lot") => Starter::Lot,
                Some("alternates") => Starter::Alternates,
                Some("winner") => Starter::Winner,
                Some("loser") => Starter::Loser,
                _ => Starter::LastToMove,
            }),
            Rule::over => {
                let mut parts = parts(pair).filter(|part| part.as_rule() != Rule::arrow);
                let mut next = || parts.next().expect("`over` has a condition and actions");
                let (condition, actions) = (next(), next());
                Content::Over { condition: self.condition(condition), actions: self.actions(actions) }
            }
            Rule::beats => {
                let mut parts = parts(pair);
                let mut next = || parts.next().expect("`beats` has two signs");
                let (winner, loser) = (next(), next());
                Content::Beats { winner: self.name(winner), loser: self.name(loser) }
            }
            other => unreachable!("the grammar has no line {other:?}"),
        };
        Line { label, content, span }
    }

    fn direction(&mut self, pair: Node) -> Spanned<Direction> {
        let value = match (has_word(&pair, "clockwise"), has_word(&pair, "counterclockwise")) {
            (true, _) => Direction::Clockwise,
            (_, true) => Direction::Counterclockwise,
            _ => Direction::Either,
        };
        Spanned { value, span: self.span(&pair) }
    }

    fn seeds(&mut self, pair: Node) -> Seeds {
        let part = only(pair);
        match part.as_rule() {
            Rule::number => Seeds::Each(self.number(part)),
            _ => {
                let repeated = has_word(&part, "repeated");
                Seeds::Pattern { numbers: parts(part).map(|number| self.integer(number)).collect(), repeated }
            }
        }
    }

    fn scripted(&mut self, pair: Node) -> Content {
        let must = has_word(&pair, "must");
        let mut parts = parts(pair);
        let ply = self.number(parts.next().expect("`move` has a number"));
        let pits = parts.next().expect("`lift` names pits").into_inner().filter(|pit| pit.as_rule() == Rule::pit);
        let pits = pits
            .map(|pit| {
                let span = self.span(&pit);
                Spanned { value: self.pit_name(only(pit)), span }
            })
            .collect();
        let (mut leaving, mut condition) = (None, None);
        for part in parts {
            match part.as_rule() {
                Rule::leaving => leaving = Some(self.number(only(part))),
                _ => condition = Some(self.condition(only(part))),
            }
        }
        Content::Scripted { ply, must, pits, leaving, condition }
    }

    fn pit_name(&mut self, part: Node) -> PitName {
        match part.as_rule() {
            Rule::number => PitName::Number(self.number(part)),
            _ => PitName::Letter(part.as_str().chars().next().expect("a letter is one character")),
        }
    }

    fn rule(&mut self, pair: Node) -> (Option<Name>, Content) {
        let (mut label, mut condition, mut may, mut actions) = (None, None, None, vec![]);
        for part in parts(pair) {
            match part.as_rule() {
                Rule::label => label = Some(self.name(only(part))),
                Rule::condition => condition = Some(self.condition(part)),
                Rule::actions => {
                    let word = part.clone().into_inner().find(|part| part.as_rule() == Rule::w_may);
                    may = word.map(|word| self.span(&word));
                    actions = self.actions(part);
                }
                _ => {}
            }
        }
        (label, Content::Rule { condition, may, actions })
    }

    fn condition(&mut self, pair: Node) -> Condition {
        let span = self.span(&pair);
        let value = match pair.as_rule() {
            Rule::condition => return self.joined(pair, Test::Any),
            Rule::all_of => return self.joined(pair, Test::All),
            Rule::negation => Test::Not(Box::new(self.condition(only(pair)))),
            Rule::no_move => Test::NoMove,
            Rule::some => {
                let quantifier = match (has_word(&pair, "any"), has_word(&pair, "no")) {
                    (true, _) => Quantifier::Any,
                    (_, true) => Quantifier::No,
                    _ => Quantifier::Every,
                };
                let mut parts = parts(pair);
                let kind = self.kind(parts.next().expect("a quantifier has a kind"));
                let quality = parts.next().map(|part| match part.as_rule() {
                    Rule::kinds => Quality::Is(self.kinds(part)),
                    _ => Quality::Holds(self.amount(part)),
                });
                Test::Some(quantifier, kind, quality)
            }
            Rule::move_number => Test::MoveNumber(self.amount(only(pair))),
            Rule::first_lap => Test::FirstLap,
            Rule::lap_of => Test::LapOf(self.amount(only(pair))),
            Rule::after_move => Test::AfterMove(Box::new(self.condition(only(pair)))),
            Rule::gained_so_far => Test::Captured(self.amount(only(pair))),
            Rule::last_seed => Test::LastSeed,
            Rule::first_lap_ends => Test::FirstLapEnds(self.kinds(only(pair))),
            Rule::endless => Test::Endless(parts(pair).next().map(|number| self.number(number))),
            Rule::repeated => Test::Repeated(self.number(only(pair))),
            Rule::setting => {
                let mut parts = parts(pair);
                let mut next = || parts.next().expect("a setting has a name and a value");
                let (name, value) = (next(), next());
                Test::Setting(self.name(name), self.value(value))
            }
            Rule::is => {
                let mut parts = parts(pair);
                let mut next = || parts.next().expect("`is` has a place and kinds");
                let (place, kinds) = (next(), next());
                Test::Is(self.place(place), self.kinds(kinds))
            }
            Rule::holds => {
                let mut parts = parts(pair);
                let mut next = || parts.next().expect("`holds` has a place and an amount");
                let (place, amount) = (next(), next());
                Test::Holds(self.place(place), self.amount(amount))
            }
            other => unreachable!("the grammar has no condition {other:?}"),
        };
        Spanned { value, span }
    }

    /// Conditions joined by a word; one alone stands for itself.
    fn joined(&mut self, pair: Node, join: fn(Vec<Condition>) -> Test) -> Condition {
        let span = self.span(&pair);
        let mut all: Vec<Condition> = parts(pair).map(|part| self.condition(part)).collect();
        match all.len() {
            1 => all.remove(0),
            _ => Spanned { value: join(all), span },
        }
    }

    fn kinds(&mut self, pair: Node) -> Vec<Kind> {
        parts(pair).map(|kind| self.kind(kind)).collect()
    }

    fn kind(&mut self, pair: Node) -> Kind {
        let span = self.span(&pair);
        let mut kind = Kind { negated: false, outermost: None, words: vec![], span };
        for part in pair.into_inner() {
            let value = match part.as_rule() {
                Rule::w_not => {
                    kind.negated = true;
                    continue;
                }
                Rule::w_pit => continue,
                Rule::outermost => {
                    let which = if has_word(&part, "first") { Outermost::First } else { Outermost::Last };
                    kind.outermost = Some(Spanned { value: which, span: self.span(&part) });
                    continue;
                }
                Rule::w_store => Adjective::Store,
                Rule::w_sown => Adjective::Sown,
                Rule::w_reached => Adjective::Reached,
                Rule::pit_range => {
                    let mut ends = part.clone().into_inner().map(|end| self.pit_name(end));
                    let first = ends.next().expect("a range has a beginning");
                    Adjective::Pit(first, ends.next())
                }
                Rule::w_own => Adjective::Whose(Whose::Own),
                Rule::w_opponent => Adjective::Whose(Whose::Opponent),
                Rule::w_empty => Adjective::Empty,
                Rule::w_occupied => Adjective::Occupied,
                Rule::w_closed => Adjective::Closed,
                Rule::origin if has_word(&part, "landing") => Adjective::LastLanding,
                Rule::origin if has_word(&part, "last") => Adjective::LastOrigin,
                Rule::origin if has_word(&part, "lap") => Adjective::LapOrigin,
                Rule::origin => Adjective::TurnOrigin,
                _ => Adjective::Mark(part.as_str().to_string()),
            };
            kind.words.push(Spanned { value, span: self.span(&part) });
        }
        kind
    }

    fn amount(&mut self, pair: Node) -> Amount {
        if has_word(&pair, "even") {
            return Amount::Even;
        }
        if has_word(&pair, "odd") {
            return Amount::Odd;
        }
        if let Some(compared) = parts(pair.clone()).find(|part| part.as_rule() == Rule::compared) {
            let ordering = match (has_word(&compared, "more"), has_word(&compared, "fewer")) {
                (true, _) => std::cmp::Ordering::Greater,
                (_, true) => std::cmp::Ordering::Less,
                _ => std::cmp::Ordering::Equal,
            };
            return Amount::Compared(ordering, self.place(only(compared)));
        }
        Amount::Counts(
            parts(pair)
                .map(|count| {
                    let (more, fewer) = (has_word(&count, "more"), has_word(&count, "fewer"));
                    let mut numbers: Vec<Number> = parts(count).map(|number| self.number(number)).collect();
                    match (numbers.len(), more, fewer) {
                        (2, _, _) => {
                            let upper = numbers.remove(1);
                            Count::Between(numbers.remove(0), upper)
                        }
                        (_, true, _) => Count::OrMore(numbers.remove(0)),
                        (_, _, true) => Count::OrFewer(numbers.remove(0)),
                        _ => Count::Exactly(numbers.remove(0)),
                    }
                })
                .collect(),
        )
    }

    fn place(&mut self, pair: Node) -> Spanned<Place> {
        let span = self.span(&pair);
        let whole = pair.into_inner().filter(|part| part.as_rule() == Rule::part);
        let mut all: Vec<Spanned<Place>> = whole.map(|part| self.part(part)).collect();
        if all.len() == 1 { all.remove(0) } else { Spanned { value: Place::Sum(all), span } }
    }

    fn part(&mut self, pair: Node) -> Spanned<Place> {
        let span = self.span(&pair);
        if let Some(name) = pair.clone().into_inner().find(|part| part.as_rule() == Rule::name) {
            let whose = if has_word(&pair, "own") { Whose::Own } else { Whose::Opponent };
            return Spanned { value: Place::Marked(whose, self.name(name)), span };
        }
        let words: Vec<&str> = pair
            .into_inner()
            .filter_map(|part| match part.as_rule() {
                Rule::origin if has_word(&part, "landing") => Some("last landing"),
                Rule::origin if has_word(&part, "last") => Some("last origin"),
                Rule::origin if has_word(&part, "lap") => Some("lap origin"),
                Rule::origin => Some("turn origin"),
                _ => word_of(&part),
            })
            .collect();
        let whose = || if words[0] == "own" { Whose::Own } else { Whose::Opponent };
        let value = match words.last().copied() {
            Some("row") => Place::Row(whose()),
            Some("store") => Place::Store(whose()),
            Some("points") => Place::Points(whose()),
            Some("board") => Place::Board,
            _ => Place::Pit(
                words
                    .iter()
                    .filter_map(|word| match *word {
                        "opposite" => Some(Step::Opposite),
                        "next" => Some(Step::Next),
                        "beyond" => Some(Step::Beyond),
                        "previous" => Some(Step::Previous),
                        "mirror" => Some(Step::Mirror),
                        "chosen" => Some(Step::Chosen),
                        "lap origin" => Some(Step::LapOrigin),
                        "turn origin" => Some(Step::TurnOrigin),
                        "last origin" => Some(Step::LastOrigin),
                        "last landing" => Some(Step::LastLanding),
                        _ => None,
                    })
                    .collect(),
            ),
        };
        Spanned { value, span }
    }

    fn targets(&mut self, pair: Node) -> Vec<Target> {
        pair.into_inner().filter(|part| !is_word(part)).map(|target| self.target(target)).collect()
    }

    fn target(&mut self, pair: Node) -> Target {
        if pair.as_rule() != Rule::each_of {
            return Target::Place(self.place(pair));
        }
        let mut parts = parts(pair);
        let kind = self.kind(parts.next().expect("`every` names a kind"));
        Target::Every(kind, parts.next().map(|guard| self.condition(only(guard))))
    }

    fn number(&mut self, pair: Node) -> Number {
        let span = self.span(&pair);
        let mut sum: Option<Number> = None;
        let mut sign = Rule::plus;
        let mut parts = 0;
        for part in pair.into_inner() {
            parts += 1;
            if parts == 2 * PARTS {
                self.whole = false;
                let message = format!("a sum has more than {PARTS} parts");
                let place = self.span(&part);
                self.problems.push(Diagnostic::new(Code::TooDeep, message).label(place, "one too many"));
                break;
            }
            let next = match part.as_rule() {
                Rule::plus | Rule::minus | Rule::times | Rule::divided => {
                    sign = part.as_rule();
                    continue;
                }
                Rule::product | Rule::number => self.number(part),
                Rule::integer => {
                    let literal = self.integer(part);
                    Number { sum: Sum::Literal(literal.value), span: literal.span }
                }
                _ => Number { sum: Sum::Param(part.as_str().to_string()), span: self.span(&part) },
            };
            sum = Some(match sum {
                None => next,
                Some(before) => {
                    let (before, next) = (Box::new(before), Box::new(next));
                    let sum = match sign {
                        Rule::minus => Sum::Minus(before, next),
                        Rule::times => Sum::Times(before, next),
                        Rule::divided => Sum::Divided(before, next),
                        _ => Sum::Plus(before, next),
                    };
                    Number { sum, span }
                }
            });
        }
        sum.expect("a number has a part")
    }

    fn actions(&mut self, pair: Node) -> Vec<Spanned<Action>> {
        parts(pair).map(|action| Spanned { span: self.span(&action), value: self.action(action) }).collect()
    }

    fn action(&mut self, pair: Node) -> Action {
        match pair.as_rule() {
            Rule::capture => {
                let beneficiary = match (has_word(&pair, "owner"), has_word(&pair, "opponent")) {
                    (true, _) => Beneficiary::Owner,
                    (_, true) => Beneficiary::Opponent,
                    _ => Beneficiary::Mover,
                };
                let (seeds, targets) = self.so_many(pair);
                Action::Capture(seeds, targets, beneficiary)
            }
            Rule::remove => {
                let (seeds, targets) = self.so_many(pair);
                Action::Remove(seeds, targets)
            }
            Rule::move_seeds => {
                let (mut number, mut places) = (None, vec![]);
                for part in parts(pair) {
                    match part.as_rule() {
                        Rule::number => number = Some(self.number(part)),
                        _ => places.push(self.target(part)),
                    }
                }
                let mut last = || Box::new(places.pop().expect("`move` has two places"));
                let (to, from) = (last(), last());
                Action::Move(number, from, to)
            }
            Rule::choose => {
                let mut parts = parts(pair);
                let kind = self.kind(parts.next().expect("`choose` names a kind"));
                Action::Choose(kind, parts.next().map(|guard| self.condition(only(guard))))
            }
            Rule::undo => Action::Undo,
            Rule::reverse => Action::Reverse,
            Rule::mark => {
                let mut parts = parts(pair);
                let mut next = || parts.next().expect("`mark` has places and a name");
                let (places, name) = (next(), next());
                Action::Mark(self.targets(places), self.name(name))
            }
            Rule::unmark => Action::Unmark(self.targets(only(pair))),
            Rule::stop => Action::Stop,
            Rule::relay => Action::Relay(parts(pair).next().map(|place| self.place(place))),
            Rule::bonus => Action::Bonus,
            Rule::repeat => {
                let (mut times, mut places) = (None, vec![]);
                for part in parts(pair) {
                    match part.as_rule() {
                        Rule::number => times = Some(self.number(part)),
                        Rule::place => places.push(self.place(part)),
                        _ => {}
                    }
                }
                Action::Repeat { times, from: places }
            }
            Rule::takes => {
                let who = who(&pair);
                let takings = only(pair).into_inner().filter(|taking| taking.as_rule() == Rule::taking);
                Action::Takes(who, takings.map(|taking| self.taking(taking)).collect())
            }
            Rule::wins => Action::Wins(who(&pair)),
            Rule::draw => Action::Draw,
            Rule::illegal => Action::Illegal,
            Rule::pass => Action::Pass,
            other => unreachable!("the grammar has no action {other:?}"),
        }
    }

    /// How many seeds of which places.
    fn so_many(&mut self, pair: Node) -> (Option<Number>, Vec<Target>) {
        let (mut seeds, mut targets) = (None, vec![]);
        for part in parts(pair) {
            match part.as_rule() {
                Rule::so_many => seeds = Some(self.number(only(part))),
                _ => targets = self.targets(part),
            }
        }
        (seeds, targets)
    }

    fn example(&mut self, pair: Node) -> Example {
        let span = self.span(&pair);
        let (mut title, mut lines) = (None, vec![]);
        for part in parts(pair) {
            match part.as_rule() {
                Rule::text => title = Some(self.text(part)),
                Rule::bad_line => {
                    let within = Within { rule: Rule::example_alone, section: "test", change: false };
                    self.bad(&part, within, &mut |builder, line| lines.extend(builder.example_line(line)));
                }
                _ => lines.extend(self.example_line(part)),
            }
        }
        Example { title: title.expect("the grammar demands a title"), lines, span }
    }

    fn example_line(&mut self, pair: Node) -> Option<Spanned<ExampleLine>> {
        let span = self.span(&pair);
        let value = match pair.as_rule() {
            Rule::given => ExampleLine::Position(self.text(only(pair))),
            Rule::with => {
                let mut parts = parts(pair);
                let mut next = || parts.next().expect("`with` has a name and a value");
                let (name, value) = (next(), next());
                ExampleLine::With(self.name(name), self.value(value))
            }
            Rule::played => ExampleLine::Play(parts(pair).map(|turn| self.name(turn)).collect()),
            Rule::expected => ExampleLine::Expect(
                parts(pair)
                    .map(|expected| Spanned { span: self.span(&expected), value: self.expectation(expected) })
                    .collect(),
            ),
            _ => return None,
        };
        Some(Spanned { value, span })
    }

    fn expectation(&mut self, pair: Node) -> Expectation {
        let seat = match (has_word(&pair, "south"), has_word(&pair, "north")) {
            (true, _) => Some(Seat::South),
            (_, true) => Some(Seat::North),
            _ => None,
        };
        match pair.as_rule() {
            Rule::gained => {
                let whose = if has_word(&pair, "opponent") { Whose::Opponent } else { Whose::Own };
                Expectation::Gained(whose, self.integer(only(pair)).value)
            }
            Rule::gone => Expectation::Gone(self.integer(only(pair)).value),
            Rule::marked => {
                let mut names: Vec<Name> = parts(pair).map(|part| self.name(part)).collect();
                let mark = names.pop().expect("a mark is named last");
                Expectation::Marked(names, mark)
            }
            Rule::refused => {
                let mut parts = parts(pair);
                let turn = self.name(parts.next().expect("`illegal` names a move"));
                Expectation::Illegal(turn, parts.next().map(|by| self.name(only(by))))
            }
            Rule::again => Expectation::Bonus,
            Rule::without_end => Expectation::Endless,
            Rule::stands => Expectation::Position(self.text(only(pair))),
            Rule::match_won => Expectation::MatchWon(seat.expect("a match is won by somebody")),
            Rule::result => {
                let score: Vec<u64> = parts(pair).map(|number| self.integer(number).value).collect();
                Expectation::Result(seat, (score.len() == 2).then(|| (score[0], score[1])))
            }
            Rule::to_move => Expectation::ToMove(seat.expect("`to move` names a player")),
            Rule::fired => Expectation::By(self.name(only(only(pair)))),
            other => unreachable!("the grammar has no expectation {other:?}"),
        }
    }

    fn taking(&mut self, pair: Node) -> Spanned<Taking> {
        let span = self.span(&pair);
        let whose = if has_word(&pair, "own") { Whose::Own } else { Whose::Opponent };
        let value = match (has_word(&pair, "rest"), has_word(&pair, "row")) {
            _ if has_word(&pair, "half") => Taking::Half,
            (true, _) => Taking::Rest,
            (_, true) => Taking::Row(whose),
            _ => Taking::Marked(whose, self.name(only(pair))),
        };
        Spanned { value, span }
    }
}

fn who(pair: &Node) -> Who {
    match (has_word(pair, "each"), has_word(pair, "player")) {
        (true, _) => Who::Each,
        (_, true) => Who::Player,
        _ => Who::Opponent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules of the grammar that make pairs, but for the words, each with its comment.
    fn commented_rules() -> Vec<(&'static str, Option<&'static str>)> {
        let lines: Vec<&str> = include_str!("../../grammar/uur.pest").lines().collect();
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
            let rule = Rule::all_rules().iter().find(|rule| format!("{rule:?}") == name).expect("pest knows its rules");
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
