//! All tests of one rule file.

use super::coverage::Coverage;
use super::examples::{self, Failure};
use super::properties::{Bounds, Extent, Found, hunt, watch_random};
use super::transcript::{RecordError, transcript};
use uur::check::{Library, Settings};
use uur::engine::Position;
use uur::game::{Faults, Game};
use uur::rules::ClauseId;
use uur::source::{Source, Span};

/// A game record beside a rule file.
#[derive(Debug, Clone)]
pub struct RecordFile {
    /// What it is called.
    pub name: String,
    /// Its text, or why it cannot be read.
    pub text: Result<String, String>,
}

impl RecordFile {
    /// What it tells under the rules of a file.
    ///
    /// # Errors
    /// If it cannot be read, is no record, or one of its moves cannot be played.
    pub(super) fn told(
        &self,
        rules: &Source,
        library: Library,
        coverage: &mut Coverage,
        stops: fn() -> bool,
    ) -> Result<String, RecordError> {
        let text = self.text.as_ref().map_err(|reason| RecordError::NotRead(reason.clone()))?;
        transcript(rules, library, text, coverage, stops)
    }
}

/// How far the tests of a file go.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The hunt for broken promises.
    pub hunt: Bounds,
    /// Random games in which a clause that no test fires may still fire.
    pub games: u64,
    /// Events after which they are given up; in all else they are bound as those of the hunt are.
    pub events: u64,
    /// Once this is true, nothing further is played.
    pub stops: fn() -> bool,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            hunt: Bounds { games: 100, steps: 1_000, rounds: 12, events: 30_000_000, seed: 1 },
            games: 10_000,
            events: 60_000_000,
            stops: || false,
        }
    }
}

/// How the tests of a file went.
#[derive(Debug)]
pub struct Report {
    /// The game.
    pub game: Game,
    /// Its examples: what they show, where they stand, and how they went.
    pub examples: Vec<(String, Span, Result<(), Box<Failure>>)>,
    /// Its records: their names, and what they tell.
    pub transcripts: Vec<(String, Result<String, RecordError>)>,
    /// Whether the work was stopped, so that tests may be missing.
    pub stopped: bool,
    /// How far the tests went.
    pub effort: Effort,
    /// What the hunt found.
    pub found: Found,
    /// How much was played for clauses that neither tests nor the hunt fired; `None` if they fired all.
    pub searched: Option<Extent>,
    /// Whether the start is not its own mirror image, and the file does not say why.
    pub lopsided: bool,
    /// How often examples and transcripts fired each clause.
    pub coverage: Coverage,
    /// Clauses that neither tests nor games fired, and why they cannot, if that is known.
    pub dead: Vec<(ClauseId, Option<String>)>,
}

impl Report {
    /// Clauses that no example and no transcript fires.
    pub fn uncovered(&self) -> Vec<ClauseId> {
        self.coverage.silent(&self.game.clause_spans)
    }

    /// The share of clauses that examples and transcripts fire, in percent, rounded down.
    pub fn covered_percent(&self) -> usize {
        let all = self.game.clause_spans.iter().count();
        (all - self.uncovered().len()) * 100 / all.max(1)
    }
}

/// Runs all tests of a rule file whose titles or names contain a text.
///
/// # Errors
/// If the file is no game.
pub fn run(
    source: &Source,
    library: Library,
    records: &[RecordFile],
    only: &str,
    effort: Effort,
) -> Result<Report, Faults> {
    let game = Game::load(source.clone(), library, &Settings::new())?.heeding(effort.stops);
    let mut coverage = Coverage::default();
    let mut held = vec![];
    for example in game.examples.iter().filter(|example| example.title.value.contains(only)) {
        let result = examples::run(&game, example, &mut coverage);
        if game.program.stops() {
            break;
        }
        held.push((example.title.value.clone(), example.title.span, result));
    }
    let transcripts = records
        .iter()
        .filter(|record| record.name.contains(only))
        .take_while(|_| !game.program.stops())
        .map(|record| (record.name.clone(), record.told(source, library, &mut coverage, effort.stops)))
        .collect();
    let mut played = Coverage::default();
    let found = hunt(&game, effort.hunt, &mut played);
    let mut fired = coverage.clone();
    fired.add(&played);
    let open = fired.silent(&game.clause_spans).into_iter().any(|clause| why_dead(&game, clause).is_none());
    let searched = open.then(|| {
        let more = Bounds { games: effort.games, events: effort.events, ..effort.hunt };
        watch_random(&game, more, &mut fired)
    });
    let dead = fired.silent(&game.clause_spans).into_iter().map(|clause| (clause, why_dead(&game, clause))).collect();
    let lopsided = game.rules.about.asymmetric.is_none() && !game.program.is_single_player() && !symmetric(&game);
    let stopped = game.program.stops();
    Ok(Report { examples: held, transcripts, stopped, effort, found, searched, lopsided, coverage, dead, game })
}

/// Whether turning the board gives the start again, with the other player to move.
fn symmetric(game: &Game) -> bool {
    let start = game.program.start();
    let turned: Position = game.program.mirrored(&start);
    turned.same_board(&start) && turned.captured == start.captured
}

/// Why a clause cannot fire, where that can be told.
pub(super) fn why_dead(game: &Game, clause: ClauseId) -> Option<String> {
    let rules = &game.rules;
    let active = rules
        .drop
        .iter()
        .map(|line| line.id)
        .chain(rules.land.iter().map(|line| line.id))
        .chain(rules.end.iter().map(|line| line.id));
    let scripted = rules.opening.iter().map(|line| line.clause);
    let others = [&rules.endless.clause, &rules.repetition.clause].into_iter().flatten().copied();
    let mut live = active.chain(scripted).chain(others);
    let tabled = matches!(
        game.clause_spans.of(clause).section,
        uur::syntax::ast::SectionKind::Drop
            | uur::syntax::ast::SectionKind::Land
            | uur::syntax::ast::SectionKind::End
            | uur::syntax::ast::SectionKind::Opening
    );
    (tabled && !live.any(|known| known == clause)).then(|| "the parameters' values leave it out".to_string())
}
