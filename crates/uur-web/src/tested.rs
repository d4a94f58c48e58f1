//! The answers about the tests of a rule file.

use serde::Serialize;
use uur::game::Game;
use uur::match_play::Step;
use uur::source::escaped;
use uur::text_layout::wrap;
use uur_lab::coverage::Coverage;
use uur_testing::authoring;
use uur_testing::examples;

use crate::failure::Failure;
use crate::opened::OpenedLine;
use crate::problem::{RulePlace, TextPlace};

/// The results of the tests.
#[derive(Debug, Serialize)]
pub struct TestAnswer {
    /// How many passed.
    pub passed: usize,
    /// How many failed.
    pub failed: usize,
    /// The tests, in the order of the file.
    pub tests: Vec<TestData>,
    /// The rule lines, and how often each had an effect in all tests.
    pub coverage: Vec<CoveredRule>,
}

/// The result of a test.
#[derive(Debug, Serialize)]
pub struct TestData {
    /// Its title.
    pub title: String,
    /// The place of its title.
    pub place: TextPlace,
    /// Why it failed, if it did.
    pub failure: Option<FailureData>,
}

/// Why a test failed.
#[derive(Debug, Serialize)]
pub struct FailureData {
    /// The expectation, move or text that fails.
    pub place: TextPlace,
    /// What the test expects.
    pub expected: String,
    /// What happens.
    pub got: String,
    /// The trace of the last move and the board, as plain text of several lines.
    pub details: String,
}

/// How often a rule line had an effect.
#[derive(Debug, Serialize)]
pub struct CoveredRule {
    /// The line.
    #[serde(flatten)]
    pub rule: RulePlace,
    /// How often.
    pub times: u64,
}

/// Runs the tests of a game's file.
pub fn test(game: &Game) -> TestAnswer {
    let mut coverage = Coverage::default();
    let shown = |text: &str| escaped(text).into_owned();
    let tests: Vec<TestData> = game
        .examples()
        .iter()
        .map(|example| {
            let failure = examples::run(game, example, &mut coverage).err();
            TestData {
                title: shown(&example.title.value),
                place: TextPlace::of(example.title.span, &game.sources),
                failure: failure.map(|failure| FailureData {
                    place: TextPlace::of(failure.span, &game.sources),
                    expected: shown(&failure.expected),
                    got: shown(&failure.got),
                    details: shown(&wrap(&failure.details, None)),
                }),
            }
        })
        .collect();
    let failed = tests.iter().filter(|test| test.failure.is_some()).count();
    let rules = game
        .clause_spans()
        .iter()
        .map(|(clause, _)| CoveredRule { rule: RulePlace::of(game, clause), times: coverage.of(clause) });
    TestAnswer { passed: tests.len() - failed, failed, coverage: rules.collect(), tests }
}

/// Makes a test of a line of play, or of its last move.
///
/// # Errors
/// If only the last move is wanted, and the last step is no move.
pub fn make_test(opened: &OpenedLine, title: &str, last: bool) -> Result<String, Failure> {
    let line = opened.now();
    let game = line.game();
    let text = match (last, line.turns().last()) {
        (false, _) => authoring::example(game, title, &game.settings(), line.from().as_ref(), &line.steps()),
        (true, Some(turn)) if matches!(turn.step, Step::Move(_)) => {
            authoring::example(game, title, &game.settings(), Some(&turn.before), &[turn.step])
        }
        (true, _) => None,
    };
    text.ok_or_else(|| Failure::new("step", "the last step is no move"))
}
