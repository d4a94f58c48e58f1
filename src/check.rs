//! Tree to meaning: a game that makes sense, or all that is wrong with it.
//!
//! The passes: gather the sections of a file and of those it extends (`inherit`); settle the
//! parameters (`values`); read every section (`sections`, `tables`); prove that each line can
//! be reached and keeps its promises (`cases`). Each pass tells all problems it finds. [`flatten`]
//! writes a game and those it extends as one file.

mod cases;
mod flat;
mod inherit;
mod limits;
mod sections;
mod stuck;
mod tables;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{ClauseId, MarkId, MarkKind, Parameter, Rules};
use crate::source::{Source, Span};
use crate::syntax::ast::{ContentNode, SectionKind};

pub use flat::{FlatLine, flatten, write_flat};
pub use inherit::{Library, LibraryError, Loaded, load};
pub use limits::affordable_checks;

/// Values of parameters set from outside, by name.
pub type Settings = BTreeMap<String, String>;

/// A game that makes sense.
#[derive(Debug, Clone)]
pub struct Checked {
    /// Its meaning.
    pub rules: Rules,
    /// Where its clauses stand.
    pub clause_spans: ClauseSpans,
    /// What may not have been meant.
    pub warnings: Vec<Diagnostic>,
    /// How much was examined; see [`affordable_checks`].
    pub work: u64,
}

/// Where each clause stands.
#[derive(Debug, Clone, Default)]
pub struct ClauseSpans(Vec<ClauseSpan>);

/// Where a clause stands.
#[derive(Debug, Clone)]
pub struct ClauseSpan {
    /// The place in one of the sources.
    pub span: Span,
    /// The section it belongs to.
    pub section: SectionKind,
}

impl ClauseSpans {
    /// Where a clause stands.
    pub fn of(&self, clause: ClauseId) -> &ClauseSpan {
        &self.0[clause.0 as usize]
    }

    /// All clauses with their origins, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (ClauseId, &ClauseSpan)> {
        self.0.iter().enumerate().map(|(number, origin)| (ClauseId(number as u16), origin))
    }

    /// The text of a clause as it stands in its file, without layout.
    pub fn text(&self, clause: ClauseId, sources: &[Source]) -> String {
        let span = self.of(clause).span;
        crate::syntax::format_line(&sources[span.source.0 as usize].text[span.range()])
    }

    /// `boola.uur:14`: the file and line of a clause.
    pub fn place(&self, clause: ClauseId, sources: &[Source]) -> String {
        place(self.of(clause).span, sources)
    }
}

/// The file, without its folder, and the line in which a span begins.
fn place(span: Span, sources: &[Source]) -> String {
    let source = &sources[span.source.0 as usize];
    let name = source.name.rsplit(std::path::is_separator).next().unwrap_or(&source.name);
    format!("{name}:{}", source.place(span.start as usize).line)
}

/// Makes rules of a file and those it extends.
///
/// # Errors
/// All problems found, warnings included, if one of them is an error.
pub fn check(loaded: &Loaded, settings: &Settings) -> Result<Checked, Vec<Diagnostic>> {
    let (mut checker, rules) = pass(loaded, settings);
    if checker.problems.iter().any(is_dead) {
        checker.retain_dead_under_all_settings(loaded);
    }
    let mut problems = checker.problems;
    problems.sort_by_key(|problem| (!problem.is_error(), problem.labels.first().map(|label| label.span)));
    let broken = problems.iter().any(Diagnostic::is_error);
    match rules {
        Some(rules) if !broken => {
            Ok(Checked { rules, clause_spans: checker.clause_spans, warnings: problems, work: checker.work })
        }
        _ => Err(problems),
    }
}

/// All passes under one set of values of the parameters.
fn pass(loaded: &Loaded, settings: &Settings) -> (Checker, Option<Rules>) {
    let mut checker = Checker { work: limits::work(loaded), ..Checker::default() };
    checker.problems.extend(loaded.problems.iter().cloned());
    let exceeded = limits::exceeded(loaded);
    if !exceeded.is_empty() {
        checker.problems.extend(exceeded);
        return (checker, None);
    }
    let game = inherit::merge(loaded, &mut checker.problems);
    checker.parameters(&game.params, settings);
    let rules = checker.rules(&game);
    if let Some(rules) = &rules
        && !checker.problems.iter().any(Diagnostic::is_error)
    {
        checker.unused(&game, rules);
        cases::prove(rules, &mut checker);
        if let Some(end) = game.sections.get(&SectionKind::End) {
            stuck::warn(rules, end.head, &mut checker);
        }
    }
    if !loaded.is_complete() {
        // What seems to be missing may stand in a line that could not be read.
        checker.problems.retain(|problem| {
            !matches!(
                problem.code,
                Code::Missing
                    | Code::MissingEnd
                    | Code::NoWinner
                    | Code::UnknownName
                    | Code::NothingToChange
                    | Code::Lot
                    | Code::NoLanguage
                    | Code::NoSource
            )
        });
    }
    (checker, rules)
}

/// Whether a problem says that something comes to nothing; with other values of the parameters it
/// may come to something.
fn is_dead(problem: &Diagnostic) -> bool {
    matches!(problem.code, Code::Shadowed | Code::NeverHolds)
}

/// What the passes know and have found.
#[derive(Default)]
struct Checker {
    params: Vec<Parameter>,
    marks: Vec<MarkKind>,
    used_params: BTreeSet<String>,
    made_marks: BTreeSet<MarkId>,
    clause_spans: ClauseSpans,
    problems: Vec<Diagnostic>,
    /// Whether the line in question has chosen a pit.
    chooses: bool,
    /// The lines and numbers of which it was asked whether they can come to anything.
    examined: BTreeSet<Span>,
    /// Pits in a row and seeds on the board, once they are known.
    pits: u16,
    seeds: u16,
    has_lot: bool,
    /// How much has been examined: bytes of text and conditions asked.
    work: u64,
}

impl Checker {
    fn clause(&mut self, section: SectionKind, span: Span) -> ClauseId {
        self.clause_spans.0.push(ClauseSpan { span, section });
        ClauseId((self.clause_spans.0.len() - 1) as u16)
    }

    fn problem(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    /// A line is written for all values of the parameters: one that is dead with some of them only is
    /// no mistake. All combinations are tried or, where there are too many, all values of each
    /// parameter while the others have their defaults.
    fn retain_dead_under_all_settings(&mut self, loaded: &Loaded) {
        let set = self.params.iter().any(|param| param.value != param.default);
        let combinations = if set { vec![] } else { values::combinations(&self.params) };
        if combinations.len() > affordable_checks(self.work) {
            self.problems.retain(|problem| !is_dead(problem));
            let first = self.params.first().map(|param| param.name.clone()).unwrap_or_default();
            self.problem(
                Diagnostic::new(
                    Code::NotProved,
                    "the file is too long to be proved under all values of its parameters",
                )
                .help("whether each line can be reached is left to tests and play")
                .help(format!("a narrower range of values, such as those of `{first}`, makes it shorter work")),
            );
            return;
        }
        let place = |problem: &Diagnostic| problem.labels.first().map(|label| label.span);
        let mut dead: BTreeSet<Option<Span>> =
            self.problems.iter().filter(|problem| is_dead(problem)).map(place).collect();
        for settings in combinations {
            let (other, _) = pass(loaded, &settings);
            let other_dead: BTreeSet<Option<Span>> =
                other.problems.iter().filter(|problem| is_dead(problem)).map(place).collect();
            dead.retain(|span| other_dead.contains(span) || span.is_none_or(|span| !other.examined.contains(&span)));
        }
        self.problems.retain(|problem| !is_dead(problem) || !set && dead.contains(&place(problem)));
    }

    fn unused(&mut self, game: &inherit::Merged, rules: &Rules) {
        for param in game.params.iter().filter(|param| !self.used_params.contains(&param.name.value)) {
            self.problems.push(
                Diagnostic::new(Code::Unused, format!("the parameter `{}` is never used", param.name.value))
                    .label(param.name.span, "no line reads it")
                    .help(format!("write `{}` where a number stands, or leave the parameter out", param.name.value)),
            );
        }
        for (number, mark) in rules.marks.iter().enumerate() {
            let span = game.lines(SectionKind::Marks).find_map(|line| match &line.content {
                ContentNode::Mark { name, .. } if name.value == mark.name => Some(name.span),
                _ => None,
            });
            if let (false, Some(span)) = (self.made_marks.contains(&MarkId(number as u8)), span) {
                self.problems.push(
                    Diagnostic::new(Code::Unused, format!("no line marks a pit as `{}`", mark.name))
                        .label(span, "never made")
                        .help(format!("a line of `land` makes it: `… -> mark here as {}`", mark.name)),
                );
            }
        }
    }
}
