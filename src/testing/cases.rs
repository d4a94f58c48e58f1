//! The tests of a file as a flat list, for whoever shows or counts them.

use serde::Serialize;

use super::expected::Compared;
use super::properties::{Extent, Property};
use super::snapshot::{self, Kept};
use super::suite::{Effort, Report};
use crate::game::Game;
use crate::match_play::Step;
use crate::notation::write_steps;
use crate::source::Source;

/// One test of a file.
#[derive(Debug, Clone, Serialize)]
pub struct Case {
    /// What sort of test it is.
    pub kind: Kind,
    /// What it shows.
    pub name: String,
    /// Where it stands in the rule file; of a failure, the line that does not hold.
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

fn line(game: &Game, span: crate::source::Span) -> usize {
    game.sources[span.source.0 as usize].place(span.start as usize).line
}

/// The tests of a file that was run. `kept` gives the transcript that was kept of a record; a
/// missing one is a failure only where nothing new may be kept.
pub fn of_report(report: &Report, kept: impl Fn(&str) -> Option<String>, may_keep: bool) -> Vec<Case> {
    let game = &report.game;
    let mut cases = vec![];
    for (title, span, held) in &report.examples {
        let failure = held.as_ref().err();
        cases.push(Case {
            kind: Kind::Example,
            name: title.clone(),
            line: line(game, failure.map_or(*span, |failure| failure.span)),
            failure: failure.map(|failure| Failed {
                expected: failure.expected.clone(),
                got: failure.got.clone(),
                details: failure.details.clone(),
            }),
        });
    }
    for (name, told) in &report.transcripts {
        let failure = match told {
            Err(error) => Some(Failed {
                expected: "a game that can be played".into(),
                got: error.to_string(),
                details: String::new(),
            }),
            Ok(told) => of_transcript(kept(name).as_deref(), told, may_keep),
        };
        cases.push(Case { kind: Kind::Transcript, name: name.clone(), line: 1, failure });
    }
    for property in Property::ALL {
        let broken = report.found.broken.iter().find(|(broken, _)| *broken == property);
        let failure = broken.map(|(_, steps)| Failed {
            expected: property.as_str().into(),
            got: format!("not after {}", crate::diagnostic::count(steps.len(), "step")),
            details: again(game, steps),
        });
        cases.push(Case { kind: Kind::Property, name: property.as_str().into(), line: 1, failure });
    }
    let failure = report.lopsided.then(|| Failed {
        expected: "a start that is its own mirror image".into(),
        got: "the players do not begin alike".into(),
        details: "if that is meant, the section `game` says why: `asymmetric \"…\"`\n".into(),
    });
    cases.push(Case { kind: Kind::Property, name: "the players begin alike".into(), line: 1, failure });
    cases
}

fn of_transcript(kept: Option<&str>, told: &str, may_keep: bool) -> Option<Failed> {
    match snapshot::compare(kept, told) {
        Kept::Same | Kept::Stale => None,
        Kept::Missing if may_keep => None,
        Kept::Missing => Some(Failed {
            expected: "a kept transcript".into(),
            got: "none".into(),
            details: "run `uur test` and `uur review` where files may be written\n".into(),
        }),
        Kept::Changed => Some(Failed {
            expected: "the transcript that was kept".into(),
            got: "another one".into(),
            details: snapshot::difference(kept.unwrap_or(""), told),
        }),
    }
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
            line: Some(line(game, game.origins.of(*clause).span)),
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
                "endless moves: {} in {} moves; the shortest game with one: {moves}",
                found.endless.0, found.moves
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
        failure: failure.map(|(expected, got)| Failed {
            expected: expected.into(),
            got: got.into(),
            details: format!("  {}\n", source.line(place.0)),
        }),
    };
    let met = compared.met.iter().map(|place| case(place, None));
    let missing = compared.missing.iter().map(|place| case(place, Some(("this problem here", "no such problem"))));
    let unexpected =
        compared.unexpected.iter().map(|place| case(place, Some(("no such problem", "this problem here"))));
    met.chain(missing).chain(unexpected).collect()
}
