//! The tests of a file as a flat list, for output formats.

use serde::{Serialize, Serializer};

use super::annotations::AnnotationCheck;
use super::examples;
use super::properties::{PlayExtent, Property};
use super::snapshot::{self, SnapshotStatus};
use super::suite::{Effort, SuiteReport};
use uur::diagnostic::count;
use uur::game::Game;
use uur::match_play::Step;
use uur::notation::{source_argument, write_steps};
use uur::rules::ClauseId;
use uur::source::Source;
use uur::text_layout::wrap;

/// One test of a file.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct TestCase {
    /// The kind of test.
    pub kind: CaseKind,
    /// Its name.
    pub name: String,
    /// The file, if it is not the rule file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in the file. For a failure, the line that fails.
    pub line: usize,
    /// The failure, if it failed.
    pub failure: Option<CaseFailure>,
}

/// A kind of test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CaseKind {
    /// An example in the rule file.
    Example,
    /// A game record with a stored transcript.
    Transcript,
    /// An invariant of every game.
    Property,
    /// A problem that a file of wrong rules annotates.
    Problem,
    /// The percentage of lines that the tests exercise.
    Coverage,
    /// The file itself.
    File,
}

impl CaseKind {
    /// Returns its word.
    pub fn as_str(self) -> &'static str {
        match self {
            CaseKind::Example => "example",
            CaseKind::Transcript => "transcript",
            CaseKind::Property => "property",
            CaseKind::Problem => "problem",
            CaseKind::Coverage => "coverage",
            CaseKind::File => "file",
        }
    }
}

/// The failure of a test.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CaseFailure {
    /// The expected value.
    pub expected: String,
    /// The actual value.
    pub got: String,
    /// Details for debugging: a trace, the board, a difference, or a command that reproduces the failure. The text has
    /// to be wrapped by [`wrap`].
    #[serde(serialize_with = "wrapped")]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub details: String,
    /// The lines at fault, if they are not the line of the test.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<SourceLine>,
}

impl CaseFailure {
    /// A failure without details.
    pub fn new(expected: impl Into<String>, got: impl Into<String>) -> CaseFailure {
        CaseFailure { expected: expected.into(), got: got.into(), details: String::new(), places: vec![] }
    }

    /// Adds details to the failure.
    pub fn with_details(self, details: impl Into<String>) -> CaseFailure {
        CaseFailure { details: details.into(), ..self }
    }
}

/// Serializes a text as it is printed without a terminal.
fn wrapped<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&wrap(text, None))
}

/// A line of a file.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SourceLine {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
}

impl SourceLine {
    /// Returns the line of a clause.
    pub fn of(game: &Game, clause: ClauseId) -> SourceLine {
        let span = game.clause_spans().of(clause).span;
        let source = &game.sources[span.source.0 as usize];
        let line = source.place(span.start as usize).line;
        SourceLine { file: source.name.clone(), line, text: game.text(clause) }
    }
}

/// A message that is not a failure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Note {
    /// The line it refers to, if any.
    pub line: Option<usize>,
    /// Whether it is a warning.
    pub warning: bool,
    /// The message.
    pub text: String,
}

fn line(game: &Game, span: uur::source::Span) -> usize {
    game.sources[span.source.0 as usize].place(span.start as usize).line
}

/// Lists the tests of a file that was run. `kept` returns the stored transcript of a record. A missing one is a
/// failure only if no new one may be written. A file whose tests exercise less than `least` percent of its
/// lines fails.
pub fn of_report(
    report: &SuiteReport,
    kept: impl Fn(&str) -> Option<String>,
    may_keep: bool,
    least: Option<usize>,
) -> Vec<TestCase> {
    let game = &report.game;
    let case = |kind, name: &str, failure: Option<CaseFailure>| TestCase {
        kind,
        name: name.into(),
        file: None,
        line: 1,
        failure,
    };
    let mut cases = vec![];
    for (title, span, held) in &report.examples {
        let failure = held.as_ref().err();
        let line = line(game, failure.map_or(*span, |failure| failure.span));
        let failed = |failure: &examples::ExampleFailure| {
            CaseFailure::new(&failure.expected, &failure.got).with_details(&failure.details)
        };
        cases.push(TestCase { line, ..case(CaseKind::Example, title, failure.map(|failure| failed(failure))) });
    }
    for (name, told) in &report.transcripts {
        cases.push(match told {
            Err(error) => {
                let failed = CaseFailure::new("a game that can be played", error.to_string());
                TestCase { line: error.line(), ..case(CaseKind::Transcript, name, Some(failed)) }
            }
            Ok(told) => of_transcript(case(CaseKind::Transcript, name, None), kept(name).as_deref(), told, may_keep),
        });
    }
    for property in Property::ALL {
        let violations = report.found.violations.iter().find(|(violations, _)| *violations == property);
        let failed = |steps: &[Step]| {
            let got = format!("violated after {}", count(steps.len(), "step"));
            CaseFailure::new(property.as_str(), got).with_details(replay_command(game, steps))
        };
        cases.push(case(CaseKind::Property, property.as_str(), violations.map(|(_, steps)| failed(steps))));
    }
    let failure = report.asymmetric_start.then(|| {
        CaseFailure::new("a symmetric start", "an asymmetric start")
            .with_details("if this is intended, give the reason in the section `game`: `asymmetric \"…\"`\n")
    });
    cases.push(case(CaseKind::Property, "the start is symmetric", failure));
    if let Some(least) = least {
        let failure = (report.covered_percent() < least).then(|| of_coverage(report, least));
        cases.push(case(CaseKind::Coverage, &format!("the tests reach {least} % of the lines"), failure));
    }
    cases
}

/// Returns a failure that lists the lines that no test exercises.
fn of_coverage(report: &SuiteReport, least: usize) -> CaseFailure {
    let game = &report.game;
    let places: Vec<SourceLine> = report.uncovered().into_iter().map(|clause| SourceLine::of(game, clause)).collect();
    let lines: String =
        places.iter().map(|SourceLine { file, line, text }| format!("{file}:{line}: never: {text}\n")).collect();
    let got = format!("{} %; {} of the rules never exercised", report.covered_percent(), count(places.len(), "line"));
    CaseFailure { places, ..CaseFailure::new(format!("at least {least} %"), got).with_details(lines) }
}

/// Compares a transcript with the stored one. The line of a changed transcript is the first that differs.
fn of_transcript(case: TestCase, kept: Option<&str>, told: &str, may_keep: bool) -> TestCase {
    let failure = match snapshot::compare(kept, told) {
        SnapshotStatus::Same | SnapshotStatus::Stale => None,
        SnapshotStatus::Missing if may_keep => None,
        SnapshotStatus::Missing => Some(
            CaseFailure::new("a stored transcript", "none")
                .with_details("run `uur test` and `uur review` where files may be written\n"),
        ),
        SnapshotStatus::Changed => {
            let kept = kept.unwrap_or("");
            let failed = CaseFailure::new("the stored transcript", "a different one");
            let line = snapshot::first_difference(kept, told);
            let failure = Some(failed.with_details(snapshot::difference(kept, told)));
            return TestCase { line, failure, ..case };
        }
    };
    TestCase { failure, ..case }
}

/// Returns the command that replays a game.
pub fn replay_command(game: &Game, steps: &[Step]) -> String {
    let moves = write_steps(&game.program, steps);
    format!("uur replay {} --moves \"{moves}\" --trace\n", source_argument(&game.sources[0]))
}

/// Returns further messages about a test run.
pub fn notes(report: &SuiteReport) -> Vec<Note> {
    let game = &report.game;
    let mut notes = vec![];
    for (clause, why) in &report.dead {
        let why = why.as_ref().map_or(String::new(), |why| format!(": {why}"));
        notes.push(Note {
            line: Some(line(game, game.clause_spans().of(*clause).span)),
            warning: true,
            text: format!("`{}` is exercised neither by a test nor in random games{why}", game.text(*clause)),
        });
    }
    for (name, told) in &report.transcripts {
        if let Err(error) = told {
            notes.push(Note { line: None, warning: true, text: format!("{name}: {error}") });
        }
    }
    let found = &report.found;
    let invariants = report.effort.invariants;
    let mut ended = |what: &str, extent: PlayExtent, games: u64, events: u64| {
        if extent.cut_short {
            let text = format!(
                "{what} ended at its bound of {events} events, after {} of {games} games from seed {}",
                extent.games, invariants.seed
            );
            notes.push(Note { line: None, warning: false, text });
        }
    };
    ended("the check of invariants", found.extent, 2 * invariants.games, invariants.events);
    let Effort { games, events, .. } = report.effort;
    ended("the search for unexercised lines", report.searched.unwrap_or_default(), games, events);
    if found.endless.0 > 0 {
        let moves = write_steps(&game.program, &found.endless.1);
        notes.push(Note {
            line: None,
            warning: false,
            text: format!(
                "{}: {} in {} moves; the shortest game with one: {moves}",
                report.game.rules.endless.moves(),
                found.endless.0,
                found.moves
            ),
        });
    }
    if found.unfinished.0 > 0 {
        let steps = &found.unfinished.1;
        let beginning = write_steps(&game.program, &steps[..steps.len().min(BEGINNING)]);
        notes.push(Note {
            line: None,
            warning: true,
            text: format!(
                "{} of {} games have a round of more than {} moves; one of them begins {beginning} …",
                found.unfinished.0, found.extent.games, report.effort.invariants.steps
            ),
        });
    }
    notes
}

/// The moves printed of an unfinished game.
const BEGINNING: usize = 12;

/// Lists the tests of a file of wrong rules.
pub fn of_wrong_rules(source: &Source, compared: &AnnotationCheck) -> Vec<TestCase> {
    let case = |place: &(usize, String), failure: Option<(&str, &str)>| TestCase {
        kind: CaseKind::Problem,
        name: format!("{} on line {}", place.1, place.0),
        line: place.0,
        file: None,
        failure: failure.map(|(expected, got)| {
            CaseFailure::new(expected, got).with_details(format!("  {}\n", source.line(place.0)))
        }),
    };
    let met = compared.met.iter().map(|place| case(place, None));
    let missing = compared.missing.iter().map(|place| case(place, Some(("this problem here", "no such problem"))));
    let unexpected =
        compared.unexpected.iter().map(|place| case(place, Some(("no such problem", "this problem here"))));
    met.chain(missing).chain(unexpected).collect()
}
