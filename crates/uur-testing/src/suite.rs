//! The test suite of one rule file.

use super::examples::{self, ExampleFailure};
use super::properties::{PlayBounds, PlayExtent, PropertyReport, check_invariants, search_clauses};
use super::transcript::{RecordError, transcript};
use uur::check::{Library, Settings};
use uur::diagnostic::Diagnostics;
use uur::engine::Position;
use uur::game::Game;
use uur::rules::ClauseId;
use uur::source::{Source, Span};
use uur::syntax::ast::SectionKind;
use uur_lab::coverage::Coverage;

/// A game record that belongs to a rule file.
#[derive(Debug, Clone)]
pub struct RecordFile {
    /// Its name.
    pub name: String,
    /// Its text, or why the file cannot be read.
    pub text: Result<String, String>,
}

impl RecordFile {
    /// Returns its transcript under the rules of a file.
    ///
    /// # Errors
    /// If it cannot be read, is not a record, or contains a move that cannot be played.
    pub(super) fn transcript(
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

/// The bounds of a test run.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The bounds of the invariant check.
    pub invariants: PlayBounds,
    /// Random games in search of clauses that no test exercises.
    pub games: u64,
    /// The maximum number of events in these games. Their other bounds are those of the invariant check.
    pub events: u64,
    /// Once this returns true, no further move is played.
    pub stops: fn() -> bool,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            invariants: PlayBounds { games: 100, steps: 1_000, rounds: 12, events: 30_000_000, seed: 1 },
            games: 10_000,
            events: 30_000_000,
            stops: || false,
        }
    }
}

/// The results of a test run.
#[derive(Debug)]
pub struct SuiteReport {
    /// The game.
    pub game: Game,
    /// Its examples: titles, places and results.
    pub examples: Vec<(String, Span, Result<(), Box<ExampleFailure>>)>,
    /// Its records: names and transcripts.
    pub transcripts: Vec<(String, Result<String, RecordError>)>,
    /// Whether the run was stopped, so that tests may be missing.
    pub stopped: bool,
    /// The bounds of the run.
    pub effort: Effort,
    /// The result of the invariant check.
    pub found: PropertyReport,
    /// How much was played in search of unexercised clauses. `None` if there were none before.
    pub searched: Option<PlayExtent>,
    /// Whether the start is asymmetric and the file gives no reason.
    pub asymmetric_start: bool,
    /// How often examples and transcripts exercised each clause.
    pub coverage: Coverage,
    /// Clauses that neither tests nor games exercised, and why they cannot fire, if known.
    pub dead: Vec<(ClauseId, Option<String>)>,
}

impl SuiteReport {
    /// Returns the clauses that no example and no transcript exercises.
    pub fn uncovered(&self) -> Vec<ClauseId> {
        self.coverage.unexercised(self.game.clause_spans())
    }

    /// Returns the percentage of clauses that examples and transcripts exercise, rounded down.
    pub fn covered_percent(&self) -> usize {
        let all = self.game.clause_spans().iter().count();
        (all - self.uncovered().len()) * 100 / all.max(1)
    }
}

/// Runs all tests of a rule file whose titles or names contain `only`.
///
/// # Errors
/// If the file is not a game.
pub fn run(
    source: &Source,
    library: Library,
    records: &[RecordFile],
    only: &str,
    effort: Effort,
) -> Result<SuiteReport, Diagnostics> {
    let game = Game::load(source.clone(), library, &Settings::new())?.heeding(effort.stops);
    let mut coverage = Coverage::default();
    let mut held = vec![];
    for example in game.examples().iter().filter(|example| example.title.value.contains(only)) {
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
        .map(|record| (record.name.clone(), record.transcript(source, library, &mut coverage, effort.stops)))
        .collect();
    let mut played = Coverage::default();
    // Games begin after `begin` has taken effect in the first turn.
    game.program.begin_turn(&mut game.program.fresh(), &mut played);
    let found = check_invariants(&game, effort.invariants, &mut played);
    let mut fired = coverage.clone();
    fired.add(&played);
    let mut open = fired.unexercised(game.clause_spans());
    open.retain(|clause| why_dead(&game, *clause).is_none());
    let searched = (!open.is_empty()).then(|| {
        let more = PlayBounds { games: effort.games, events: effort.events, ..effort.invariants };
        search_clauses(&game, more, &open, &mut fired)
    });
    let dead =
        fired.unexercised(game.clause_spans()).into_iter().map(|clause| (clause, why_dead(&game, clause))).collect();
    let asymmetric_start =
        game.rules.about.asymmetric.is_none() && !game.program.is_single_player() && !symmetric(&game);
    let stopped = game.program.stops();
    Ok(SuiteReport {
        examples: held,
        transcripts,
        stopped,
        effort,
        found,
        searched,
        asymmetric_start,
        coverage,
        dead,
        game,
    })
}

/// Whether the start, before `begin` of the first turn, is its own mirror image, apart from the player to move.
fn symmetric(game: &Game) -> bool {
    let start = game.program.fresh();
    let turned: Position = game.program.layout().mirrored_position(&start);
    turned.same_board(&start) && turned.captured == start.captured
}

/// Returns why a clause cannot fire, if known.
pub fn why_dead(game: &Game, clause: ClauseId) -> Option<String> {
    let rules = &game.rules;
    let acting = [&rules.begin, &rules.lift, &rules.drop].into_iter().flatten().map(|line| line.id);
    let lines = acting.chain(rules.land.iter().map(|line| line.id)).chain(rules.finish.iter().map(|line| line.id));
    let active = lines.chain(rules.end.iter().map(|line| line.id));
    let scripted = rules.opening.iter().map(|line| line.clause);
    let scripted = scripted.chain(rules.swaps.iter().map(|line| line.clause));
    let scripted = scripted.chain(rules.arrangements.iter().map(|line| line.clause));
    let others = [&rules.endless.clause, &rules.repetition.clause].into_iter().flatten().copied();
    let mut live = active.chain(scripted).chain(others);
    let section = game.clause_spans().of(clause).section;
    let tabled = section.is_table() || section == SectionKind::Opening;
    (tabled && !live.any(|known| known == clause)).then(|| "excluded by the values of the parameters".to_string())
}
