//! The tests of a file as a flat list, for whoever shows or counts them.

use serde::Serialize;

use super::examples;
use super::expected::Compared;
use super::properties::{Extent, Property};
use super::snapshot::{self, Kept};
use super::suite::{Effort, Report};
use uur::diagnostic::count;
use uur::game::Game;
use uur::match_play::Step;
use uur::notation::write_steps;
use uur::source::Source;

/// One test of a file.
#[derive(Debug, Clone, Serialize)]
pub struct Case {
    /// What sort of test it is.
    pub kind: Kind,
    /// What it shows.
    pub name: String,
    /// The file where it stands, if that is not the rule file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Where it stands in its file; of a failure, the line that does not hold.
    pub line: usize,
    /// How it failed, if it did.
    pub failure: Option<Failed>,
}

/// The sorts of tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An example in the rule file.
    Example,
    /// A game record with a kept transcript.
    Transcript,
    /// Something that has to hold in every game.
    Property,
    /// A problem that a file of wrong rules expects.
    Problem,
    /// The share of lines that the tests reach.
    Coverage,
    /// The file itself.
    File,
}

impl Kind {
    /// A word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Example => "example",
            Kind::Transcript => "transcript",
            Kind::Property => "property",
            Kind::Problem => "problem",
            Kind::Coverage => "coverage",
            Kind::File => "file",
        }
    }
}

/// How a test failed.
#[derive(Debug, Clone, Serialize)]
pub struct Failed {
    /// What should be so.
    pub expected: String,
    /// What is so.
    pub got: String,
    /// What helps to see why: the trace, the board, a difference, a command that leads there.
    pub details: String,
    /// The lines at fault, where these are others than the one where the test stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
}

impl Failed {
    /// A failure without details.
    pub fn new(expected: impl Into<String>, got: impl Into<String>) -> Failed {
        Failed { expected: expected.into(), got: got.into(), details: String::new(), places: vec![] }
    }

    /// The same failure, with what helps to see why.
    pub fn with_details(self, details: impl Into<String>) -> Failed {
        Failed { details: details.into(), ..self }
    }
}

/// A line of a file.
#[derive(Debug, Clone, Serialize)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What stands there.
    pub text: String,
}

/// Something worth knowing that is no failure.
#[derive(Debug, Clone, Serialize)]
pub struct Note {
    /// The line it speaks of, if there is one.
    pub line: Option<usize>,
    /// Whether it may not have been meant.
    pub warning: bool,
    /// What it says.
    pub text: String,
}

fn line(game: &Game, span: uur::source::Span) -> usize {
    game.sources[span.source.0 as usize].place(span.start as usize).line
}

/// The tests of a file that was run. `kept` returns the transcript that was kept of a record; a
/// missing one is a failure only where nothing new may be kept. A file whose tests reach less than
/// `least` percent of its lines fails.
pub fn of_report(
    report: &Report,
    kept: impl Fn(&str) -> Option<String>,
    may_keep: bool,
    least: Option<usize>,
) -> Vec<Case> {
    let game = &report.game;
    let case =
        |kind, name: &str, failure: Option<Failed>| Case { kind, name: name.into(), file: None, line: 1, failure };
    let mut cases = vec![];
    for (title, span, held) in &report.examples {
        let failure = held.as_ref().err();
        let line = line(game, failure.map_or(*span, |failure| failure.span));
        let failed =
            |failure: &examples::Failure| Failed::new(&failure.expected, &failure.got).with_details(&failure.details);
        cases.push(Case { line, ..case(Kind::Example, title, failure.map(|failure| failed(failure))) });
    }
    for (name, told) in &report.transcripts {
        cases.push(match told {
            Err(error) => {
                let failed = Failed::new("a game that can be played", error.to_string());
                Case { line: error.line(), ..case(Kind::Transcript, name, Some(failed)) }
            }
            Ok(told) => of_transcript(case(Kind::Transcript, name, None), kept(name).as_deref(), told, may_keep),
        });
    }
    for property in Property::ALL {
        let broken = report.found.broken.iter().find(|(broken, _)| *broken == property);
        let failed = |steps: &[Step]| {
            let got = format!("not after {}", count(steps.len(), "step"));
            Failed::new(property.as_str(), got).with_details(again(game, steps))
        };
        cases.push(case(Kind::Property, property.as_str(), broken.map(|(_, steps)| failed(steps))));
    }
    let failure = report.lopsided.then(|| {
        Failed::new("a start that is its own mirror image", "the players do not begin alike")
            .with_details("if that is meant, the section `game` says why: `asymmetric \"…\"`\n")
    });
    cases.push(case(Kind::Property, "the players begin alike", failure));
    if let Some(least) = least {
        let failure = (report.covered_percent() < least).then(|| of_coverage(report, least));
        cases.push(case(Kind::Coverage, &format!("the tests reach {least} % of the lines"), failure));
    }
    cases
}

/// Lines that no test reaches.
fn of_coverage(report: &Report, least: usize) -> Failed {
    let game = &report.game;
    let place = |clause| {
        let span = game.clause_spans.of(clause).span;
        let source = &game.sources[span.source.0 as usize];
        let line = source.place(span.start as usize).line;
        Place { file: source.name.clone(), line, text: game.text(clause) }
    };
    let places: Vec<Place> = report.uncovered().into_iter().map(place).collect();
    let lines: String =
        places.iter().map(|Place { file, line, text }| format!("{file}:{line}: never: {text}\n")).collect();
    let got = format!("{} %; {} of the rules never reached", report.covered_percent(), count(places.len(), "line"));
    Failed { places, ..Failed::new(format!("at least {least} %"), got).with_details(lines) }
}

/// How a transcript stands to the one that was kept; of one that changed, the first line that did.
fn of_transcript(case: Case, kept: Option<&str>, told: &str, may_keep: bool) -> Case {
    let failure = match snapshot::compare(kept, told) {
        Kept::Same | Kept::Stale => None,
        Kept::Missing if may_keep => None,
        Kept::Missing => Some(
            Failed::new("a kept transcript", "none")
                .with_details("run `uur test` and `uur review` where files may be written\n"),
        ),
        Kept::Changed => {
            let kept = kept.unwrap_or("");
            let failed = Failed::new("the transcript that was kept", "another one");
            let line = snapshot::first_difference(kept, told);
            let failure = Some(failed.with_details(snapshot::difference(kept, told)));
            return Case { line, failure, ..case };
        }
    };
    Case { failure, ..case }
}

/// How to see a game again.
pub fn again(game: &Game, steps: &[Step]) -> String {
    let moves = write_steps(&game.program, steps);
    format!("uur replay {} --moves \"{moves}\" --trace\n", game.sources[0].name)
}

/// What the tests of a file show beside what passes or fails.
pub fn notes(report: &Report) -> Vec<Note> {
    let game = &report.game;
    let mut notes = vec![];
    for (clause, why) in &report.dead {
        let why = why.as_ref().map_or(String::new(), |why| format!(": {why}"));
        notes.push(Note {
            line: Some(line(game, game.clause_spans.of(*clause).span)),
            warning: true,
            text: format!("`{}` is reached neither by a test nor in random games{why}", game.text(*clause)),
        });
    }
    for (name, told) in &report.transcripts {
        if let Err(error) = told {
            notes.push(Note { line: None, warning: true, text: format!("{name}: {error}") });
        }
    }
    let found = &report.found;
    let hunt = report.effort.hunt;
    let mut ended = |what: &str, extent: Extent, games: u64, events: u64| {
        if extent.cut_short {
            let text = format!(
                "{what} ended at its bound of {events} events, after {} of {games} games from seed {}",
                extent.games, hunt.seed
            );
            notes.push(Note { line: None, warning: false, text });
        }
    };
    ended("the hunt for broken promises", found.extent, 2 * hunt.games, hunt.events);
    let Effort { games, events, .. } = report.effort;
    ended("the search for lines that nothing reaches", report.searched.unwrap_or_default(), games, events);
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
                found.unfinished.0, found.extent.games, report.effort.hunt.steps
            ),
        });
    }
    notes
}

/// So many moves of a game that is too long to be told.
const BEGINNING: usize = 12;

/// The tests of a file of wrong rules.
pub fn of_wrong_rules(source: &Source, compared: &Compared) -> Vec<Case> {
    let case = |place: &(usize, String), failure: Option<(&str, &str)>| Case {
        kind: Kind::Problem,
        name: format!("{} on line {}", place.1, place.0),
        line: place.0,
        file: None,
        failure: failure
            .map(|(expected, got)| Failed::new(expected, got).with_details(format!("  {}\n", source.line(place.0)))),
    };
    let met = compared.met.iter().map(|place| case(place, None));
    let missing = compared.missing.iter().map(|place| case(place, Some(("this problem here", "no such problem"))));
    let unexpected =
        compared.unexpected.iter().map(|place| case(place, Some(("no such problem", "this problem here"))));
    met.chain(missing).chain(unexpected).collect()
}
