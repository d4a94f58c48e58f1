//! The checker: from syntax trees to the meaning of a game, or to all its problems.
//!
//! The passes are: merge the sections of a file and of those it extends (`inherit`), set the parameters
//! (`values`), translate every section (`sections`, `tables`), and prove that each line is reachable and
//! empties no protected pit (`reachability`). Each pass reports all problems that it finds. `flatten` writes
//! a game and those it extends as one file.

mod fixes;
mod flatten;
mod inherit;
mod limits;
mod plan;
mod problem;
mod reachability;
mod sections;
mod stages;
mod tables;
mod trial;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use problem::{ProofProblem, UnplacedProblem};

use crate::diagnostic::{Code, Diagnostic, Label};
use crate::rules::{
    ClauseId, Condition, CounterId, CounterKind, Direction, MarkId, MarkKind, Parameter, Plan, Rules, Stage, Value,
};
use crate::source::{Source, SourceId, Span};
use crate::syntax;
use crate::syntax::ast::{ConditionNode, ContentNode, LineNode, NameNode, SectionKind};

pub use flatten::{FlatLine, flatten, write_flat};
pub(crate) use inherit::load_unexplained;
pub use inherit::{Library, LibraryError, Loaded, load};
pub use limits::affordable_checks;
pub(crate) use values::combinations;

/// Values of parameters set from outside the file, by parameter name.
pub type Settings = BTreeMap<String, String>;

/// A valid game.
#[derive(Debug, Clone)]
pub struct Checked {
    /// Its meaning.
    pub rules: Rules,
    /// The locations of its clauses.
    pub clause_spans: ClauseSpans,
    /// The lines that never apply under these values of the parameters.
    pub dead: BTreeSet<ClauseId>,
    /// The problems that are no errors.
    pub warnings: Vec<Diagnostic>,
    /// The work of checking it once; see [`affordable_checks`].
    pub work: u64,
}

/// The location of each clause of a game, indexed by [`ClauseId`].
#[derive(Debug, Clone, Default)]
pub struct ClauseSpans(Vec<ClauseSpan>);

/// The location of a clause.
#[derive(Debug, Clone)]
pub struct ClauseSpan {
    /// Its span in one of the sources.
    pub span: Span,
    /// The section it belongs to.
    pub section: SectionKind,
}

impl ClauseSpans {
    /// The location of a clause.
    pub fn of(&self, clause: ClauseId) -> &ClauseSpan {
        &self.0[clause.0 as usize]
    }

    /// All clauses with their locations, ordered by number.
    pub fn iter(&self) -> impl Iterator<Item = (ClauseId, &ClauseSpan)> {
        self.0.iter().enumerate().map(|(number, origin)| (ClauseId(number as u16), origin))
    }

    /// The text of a clause in its file, formatted as one line.
    pub fn text(&self, clause: ClauseId, sources: &[Source]) -> String {
        let span = self.of(clause).span;
        crate::syntax::format_line(&sources[span.source.0 as usize].text[span.range()])
    }

    /// The file name and line of a clause, such as `boola.uur:14`.
    pub fn place(&self, clause: ClauseId, sources: &[Source]) -> String {
        place(self.of(clause).span, sources)
    }
}

/// The file name without its folder, and the line where a span begins.
fn place(span: Span, sources: &[Source]) -> String {
    let source = &sources[span.source.0 as usize];
    let name = source.name.rsplit(std::path::is_separator).next().unwrap_or(&source.name);
    format!("{name}:{}", source.place(span.start as usize).line)
}

/// Checks a file together with those it extends.
///
/// # Errors
///
/// Returns all problems, warnings included, if one of them is an error.
pub fn check(loaded: &Loaded, settings: &Settings) -> Result<Checked, Vec<Diagnostic>> {
    explained(loaded, settings, pass(loaded, settings))
}

/// The same if nothing is an error. What is meant by a faulty file, which takes long to find, is not sought.
pub(crate) fn check_if_sound(loaded: &Loaded, settings: &Settings) -> Option<Checked> {
    if !loaded.is_complete() {
        return None;
    }
    let found = pass(loaded, settings);
    // What is dead under these values of the parameters may be live under others.
    let is_faulty = found.0.problems.iter().any(|problem| problem.is_error() && !is_dead(problem));
    (!is_faulty).then(|| explained(loaded, settings, found).ok())?
}

fn explained(
    loaded: &Loaded,
    settings: &Settings,
    (mut checker, rules): (Checker, Option<Rules>),
) -> Result<Checked, Vec<Diagnostic>> {
    if checker.problems.iter().any(is_dead) {
        checker.retain_dead_under_all_settings(loaded);
    }
    let mut problems = checker.problems;
    drop_consequences(&mut problems, &loaded.sources);
    suggest_words(&mut problems, &loaded.sources);
    suggest_declarations(&mut problems, loaded);
    fixes::retain_helpful(&mut problems, loaded, settings);
    drop_mended(&mut problems);
    problems.sort_by_key(|problem| (!problem.is_error(), problem.labels.first().map(|label| label.span)));
    join_uses(&mut problems, &loaded.sources);
    let broken = problems.iter().any(Diagnostic::is_error);
    match rules {
        Some(rules) if !broken => {
            let Checker { clause_spans, dead, work, .. } = checker;
            Ok(Checked { rules, clause_spans, dead, warnings: problems, work })
        }
        _ => Err(problems),
    }
}

/// Drops the errors that another error of the same line explains: of a line that does not match the grammar, all
/// that its repair would cause, and of a line with an unknown name, what that name leaves without meaning. An error
/// with a fix of its own stays.
fn drop_consequences(problems: &mut Vec<Diagnostic>, sources: &[Source]) {
    let rank = |problem: &Diagnostic| match problem.code {
        Code::Unexpected => 0,
        Code::UnknownName => 1,
        _ => 2,
    };
    if problems.iter().all(|problem| rank(problem) == 2) {
        return;
    }
    let ends = |source: &Source| source.text.match_indices('\n').map(|(end, _)| end).collect();
    let ends_of_lines: Vec<Vec<usize>> = sources.iter().map(ends).collect();
    let line = |problem: &Diagnostic| {
        let span = problem.labels.first()?.span;
        let ends = &ends_of_lines[usize::from(span.source.0)];
        Some((span.source, ends.partition_point(|&end| end < span.start as usize)))
    };
    let mut least: BTreeMap<_, u8> = BTreeMap::new();
    for problem in problems.iter().filter(|problem| rank(problem) < 2) {
        let Some(line) = line(problem) else { continue };
        let known = least.entry(line).or_insert(2);
        *known = rank(problem).min(*known);
    }
    problems.retain(|problem| {
        let explained = || line(problem).and_then(|line| least.get(&line)).is_some_and(|least| *least < rank(problem));
        !problem.is_error() || problem.fix.is_some() || !explained()
    });
}

/// Drops the errors about names in words that the fix of another error replaces.
fn drop_mended(problems: &mut Vec<Diagnostic>) {
    let fixed: Vec<(Option<Span>, Span)> = problems
        .iter()
        .filter_map(|problem| Some((problem.labels.first().map(|label| label.span), problem.fix.as_ref()?.span)))
        .collect();
    problems.retain(|problem| {
        let place = problem.labels.first().map(|label| label.span);
        let covers = |fix: &Span| {
            place.is_some_and(|place| fix.source == place.source && fix.start <= place.start && place.end <= fix.end)
        };
        problem.code != Code::UnknownName || !fixed.iter().any(|(of, fix)| *of != place && covers(fix))
    });
}

/// Joins the errors about one name that no fix mends to the first of them, with the places where the name is used. A
/// reserved word that a file gives to something of its own is such a name wherever it is used.
fn join_uses(problems: &mut Vec<Diagnostic>, sources: &[Source]) {
    let place = |problem: &Diagnostic| problem.labels.first().map(|label| label.span);
    let text = |problem: &Diagnostic| {
        let span = place(problem)?;
        sources.get(usize::from(span.source.0))?.text.get(span.range())
    };
    let is_declared = |problem: &Diagnostic| {
        problem.labels.first().is_some_and(|label| label.text == syntax::RESERVED) && problem.fix.is_none()
    };
    let declared: BTreeMap<&str, usize> = problems
        .iter()
        .enumerate()
        .filter(|(_, problem)| is_declared(problem))
        .filter_map(|(number, problem)| Some((text(problem)?, number)))
        .collect();
    let mut heads: BTreeMap<&str, usize> = declared.clone();
    let mut joined: Vec<(usize, usize, Span)> = vec![];
    for (number, problem) in problems.iter().enumerate() {
        let (Some(said), Some(span)) = (text(problem), place(problem)) else { continue };
        // What is proposed for a line with a reserved word as a name takes the word for what it means.
        let of_declared = declared.keys().find(|name| said.split_whitespace().any(|word| word == **name));
        let of_declared = of_declared.filter(|_| problem.code == Code::Unexpected && !is_declared(problem));
        if of_declared.is_none() && problem.fix.is_some() {
            continue;
        }
        let name = of_declared.copied().unwrap_or(said);
        let start = span.range().start + said.find(name).unwrap_or(0);
        let span = Span::new(span.source, start, start + name.len());
        let uses = problem.code == Code::UnknownName || of_declared.is_some();
        match heads.get(name) {
            Some(head) if uses && *head != number => joined.push((number, *head, span)),
            None if uses => drop(heads.insert(name, number)),
            _ => {}
        }
    }
    for (_, head, span) in &joined {
        problems[*head].labels.push(Label { span: *span, text: "used here".to_string() });
    }
    for (number, ..) in joined.into_iter().rev() {
        problems.remove(number);
    }
}

/// The number of unknown names for which a word of the language is looked for. Each takes time in proportion to its
/// section.
const MAX_SUGGESTED_WORDS: usize = 20;

/// Gives unknown names a fix where a word of the language was probably meant.
fn suggest_words(problems: &mut [Diagnostic], sources: &[Source]) {
    let unfixed = |problem: &&mut Diagnostic| problem.code == Code::UnknownName && problem.fix.is_none();
    for problem in problems.iter_mut().filter(unfixed).take(MAX_SUGGESTED_WORDS) {
        let Some(span) = problem.labels.first().map(|label| label.span) else { continue };
        let source = &sources[usize::from(span.source.0)];
        if let Some(word) = syntax::word_instead(&source.text, span.range()) {
            *problem = problem.clone().meant(span, word);
        }
    }
}

/// Says of unknown names which extended game declares them in a board that another one replaces.
fn suggest_declarations(problems: &mut [Diagnostic], loaded: &Loaded) {
    for problem in problems.iter_mut().filter(|problem| problem.code == Code::UnknownName) {
        let Some(span) = problem.labels.first().map(|label| label.span) else { continue };
        let written = &loaded.sources[usize::from(span.source.0)].text[span.range()];
        let extended = loaded.files.iter().zip(&loaded.sources).skip(1);
        let boards = extended.flat_map(|(file, source)| file.sections.iter().map(move |section| (section, source)));
        let lines = boards.flat_map(|(section, source)| section.lines.iter().map(move |line| (line, source)));
        let declares = |line: &LineNode| match &line.content {
            ContentNode::Mark { name, .. } | ContentNode::Counter { name, .. } => name.value == written,
            _ => false,
        };
        if let Some((line, source)) = lines.into_iter().find(|(line, _)| declares(line)) {
            let (word, from) = (&line.word, &source.name);
            problem.help = vec![format!(
                "the `board` of {from} declares it and is replaced: write `{word} {written}` in the new `board`, or begin it with `change`"
            )];
        }
    }
}

/// Runs all passes with one set of parameter values.
fn pass(loaded: &Loaded, settings: &Settings) -> (Checker, Option<Rules>) {
    let mut checker = Checker { work: limits::work(loaded), ..Checker::default() };
    checker.problems.extend(loaded.problems.iter().cloned());
    let exceeded = limits::exceeded(loaded);
    if !exceeded.is_empty() {
        checker.problems.extend(exceeded);
        return (checker, None);
    }
    let game = inherit::merge(loaded, &mut checker.problems);
    let game = checker.with_stages(game);
    checker.parameters(&game.params, settings);
    let rules = checker.rules(&game);
    if let Some(rules) = &rules
        && !checker.problems.iter().any(Diagnostic::is_error)
    {
        checker.unused(&game, rules);
        reachability::prove(rules, &mut checker);
        if let Some(end) = game.sections.get(&SectionKind::End) {
            trial::examine(rules, end.head, &loaded.sources, &mut checker);
        }
    }
    if checker.problems.iter().any(|problem| problem.code == Code::UnknownName) {
        // A line that covers a player without a move may have a name in it that is unknown.
        checker.problems.retain(|problem| !matches!(problem.code, Code::MissingEnd | Code::PassWithMove));
    }
    if !loaded.is_complete() {
        // Something that appears to be missing may stand in a line that could not be read.
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

/// Whether this reports dead code, which may be live under other parameter values.
fn is_dead(problem: &Diagnostic) -> bool {
    matches!(problem.code, Code::Shadowed | Code::NeverHolds)
}

/// The state of the passes.
#[derive(Default)]
struct Checker {
    params: Vec<Parameter>,
    marks: Vec<MarkKind>,
    used_params: BTreeSet<String>,
    made_marks: BTreeSet<MarkId>,
    /// The mark of the pits whose seeds count when the winner is found.
    counted_mark: Option<MarkId>,
    clause_spans: ClauseSpans,
    problems: Vec<Diagnostic>,
    /// The first line that sows captured seeds on.
    resows: Option<Span>,
    /// Whether the current line has chosen a pit.
    chooses: bool,
    /// Where the set of pits stands that is being translated.
    around: Option<tables::RuleContext>,
    /// The lines and numbers that were checked for dead code.
    examined: BTreeSet<Span>,
    /// The lines of tables that never apply.
    dead: BTreeSet<ClauseId>,
    /// Rows of each player, letters of a player and seeds on the board, or 0 while unknown; and where the pits lie.
    depth: u8,
    /// Whether the number of rows could not be read.
    rows_unknown: bool,
    pits: u16,
    plan: Option<Plan>,
    /// Whether the board is given by `plan`.
    is_drawn: bool,
    /// Whether seeds go round through the mover's pits and then through the opponent's.
    sown_around: bool,
    seeds: u16,
    has_lot: bool,
    /// The direction in which the letters run.
    direction: Direction,
    /// The names for conditions; while one of them is checked, only those above it are known.
    terms: Vec<(NameNode, ConditionNode)>,
    /// The counters, and which of them some line changes.
    counters: Vec<CounterKind>,
    changed_counters: BTreeSet<CounterId>,
    /// What each of them stands for where it is used.
    term_meanings: Vec<Vec<Condition>>,
    known_terms: usize,
    used_terms: BTreeSet<usize>,
    expanded_terms: usize,
    /// The stages, and which of them some line asks for.
    stages: Vec<Stage>,
    used_stages: BTreeSet<usize>,
    /// The stages that sections name.
    staged: Vec<NameNode>,
    /// The work so far: bytes of text and evaluated conditions.
    work: u64,
}

impl Checker {
    fn clause(&mut self, section: SectionKind, span: Span) -> ClauseId {
        self.clause_spans.0.push(ClauseSpan { span, section });
        ClauseId((self.clause_spans.0.len() - 1) as u16)
    }

    /// Retains reports of dead code only if the code is dead under all parameter values, since a line is
    /// written for all of them. Tries all combinations or, if there are too many, all values of each
    /// parameter with the defaults of the others.
    fn retain_dead_under_all_settings(&mut self, loaded: &Loaded) {
        let set = self.params.iter().any(|param| param.value != param.default);
        let combinations = if set { vec![] } else { values::combinations(&self.params) };
        if combinations.len() > affordable_checks(self.work) {
            self.problems.retain(|problem| !is_dead(problem));
            let first = self.params.first().map(|param| param.name.clone()).unwrap_or_default();
            self.problems.push(UnplacedProblem::TooLongToProve { first: &first }.into());
            return;
        }
        let place = |problem: &Diagnostic| problem.labels.first().map(|label| label.span);
        let mut dead: BTreeSet<Option<Span>> =
            self.problems.iter().filter(|problem| is_dead(problem)).map(place).collect();
        for settings in combinations {
            // Most often a line is dead under the defaults alone, as the second or third combination shows.
            if dead.is_empty() {
                break;
            }
            let (other, _) = pass(loaded, &settings);
            let other_dead: BTreeSet<Option<Span>> =
                other.problems.iter().filter(|problem| is_dead(problem)).map(place).collect();
            dead.retain(|span| other_dead.contains(span) || span.is_none_or(|span| !other.examined.contains(&span)));
        }
        self.problems.retain(|problem| !is_dead(problem) || !set && dead.contains(&place(problem)));
    }

    /// The number of seeds that a place can hold, or all numbers while the board is unknown.
    fn most_seeds(&self) -> u16 {
        if self.seeds == 0 { u16::MAX } else { self.seeds }
    }

    fn unused(&mut self, game: &inherit::Merged, rules: &Rules) {
        let used = std::mem::take(&mut self.used_params);
        // What an extended game has may be used by lines that this one replaces.
        let own = |name: &NameNode| name.span.source == SourceId(0);
        for param in game.params.iter().filter(|param| own(&param.name) && !used.contains(&param.name.value)) {
            let word = match &param.default.value {
                Value::Word(word) => Some(word.clone()),
                Value::Number(_) => None,
            };
            self.report(param.name.span, ProofProblem::UnusedParameter { name: &param.name.value, word });
        }
        for at in (0..self.terms.len()).filter(|at| !self.used_terms.contains(at)).collect::<Vec<_>>() {
            let name = self.terms[at].0.clone();
            if own(&name) {
                self.report(name.span, ProofProblem::UnusedTerm { name: &name.value });
            }
        }
        for (at, (name, _)) in stages::stage_lines(game).enumerate() {
            // It may keep turns from a later one.
            if own(name) && self.used_stages.iter().all(|&used| used < at) {
                self.report(name.span, ProofProblem::UnusedStage { name: &name.value });
            }
        }
        let win = sections::win_line(game).filter(|(_, at, span)| at.is_none() && span.source == SourceId(0));
        if let (None, Some((.., span))) = (rules.goal, win) {
            self.report(span, ProofProblem::UnusedGoal);
        }
        for line in game.lines(SectionKind::Board) {
            let ContentNode::Counter { name, .. } = &line.content else { continue };
            let at = rules.counters.iter().position(|counter| counter.name == name.value);
            if at.is_some_and(|at| !self.changed_counters.contains(&CounterId(at as u8))) {
                self.report(name.span, ProofProblem::UnchangedCounter { name: &name.value });
            }
        }
        for (number, mark) in rules.marks.iter().enumerate() {
            let span = game.lines(SectionKind::Board).find_map(|line| match &line.content {
                ContentNode::Mark { name, .. } if name.value == mark.name => Some(name.span),
                _ => None,
            });
            if let (false, Some(span)) = (self.made_marks.contains(&MarkId(number as u8)), span) {
                self.report(span, ProofProblem::UnsetMark { name: &mark.name });
            }
        }
    }
}
