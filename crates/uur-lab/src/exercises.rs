//! Exercises for players: questions about the rules of a game, and puzzles in which one move alone is right.

mod puzzles;
mod quiz;

use serde::Serialize;
use uur::engine::Position;
use uur::game::Game;
use uur::notation::read_position;
use uur::syntax::ast::ExampleLineNode;

pub use puzzles::{PuzzleOptions, PuzzleRun};
pub use quiz::quiz;

/// A question about a position, with its answer.
#[derive(Debug, Clone, Serialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Exercise {
    /// The position, as a position of the engine.
    #[serde(skip)]
    pub at: Position,
    /// The position as text.
    pub position: String,
    /// The question, in a sentence or two.
    pub question: String,
    /// What can be answered.
    pub choices: Vec<String>,
    /// The right one of the choices.
    pub answer: String,
    /// Why it is right, in sentences.
    pub why: String,
    /// The rule lines that decide it, such as `take`.
    pub lines: Vec<String>,
    /// What the signs in its moves mean, in sentences.
    pub signs: Vec<&'static str>,
    /// Whether it is a puzzle, which asks for the right move, and no question about the rules.
    #[serde(skip)]
    pub is_puzzle: bool,
    /// The weakest level of the computer that finds the answer of a puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'static str>,
}

/// The positions of the tests of the file in which a round goes on.
fn test_positions(game: &Game) -> impl Iterator<Item = Position> {
    let texts = game.examples().iter().filter_map(|example| {
        // Positions under other parameters may belong to another board.
        let lines = example.lines.iter().map(|line| &line.value);
        let texts = lines.map(|line| match line {
            ExampleLineNode::With(..) => None,
            ExampleLineNode::Position(text) => Some(Some(&text.value)),
            ExampleLineNode::Play(_) | ExampleLineNode::Expect(_) => Some(None),
        });
        texts.collect::<Option<Vec<_>>>()
    });
    let positions = texts.flatten().flatten().filter_map(|text| read_position(game, text).ok());
    let start = game.program.start();
    // In a match it counts what each player holds of all the seeds.
    let is_whole = move |position: &Position| game.rules.rounds.is_none() || position.total() == start.total();
    positions.filter(move |position| position.outcome.is_none() && is_whole(position))
}

/// Whether a move has a sign.
type IsInMove = fn(&str) -> bool;

/// What the signs in moves mean, each with whether a move has it.
const SIGNS: [(IsInMove, &str); 4] = [
    (|m| m.contains('\''), "C' is the pit behind C."),
    (
        |m| m.contains(['<', '>']),
        "C> is sown towards later letters and C< towards earlier ones, in a back row the other way round.",
    ),
    (|m| lifted(m).contains('-'), "In K-1 one seed stays in the pit."),
    (
        |m| m.contains(':'),
        "Behind “:” stands what the player decides, in its order: “+” is yes and “-” no to what may be done, a letter the pit that is chosen.",
    ),
];

/// A move without its decisions.
fn lifted(m: &str) -> &str {
    m.split(':').next().unwrap_or(m)
}

/// What the signs in moves mean.
fn signs<'a>(moves: impl Iterator<Item = &'a str> + Clone) -> Vec<&'static str> {
    let known = SIGNS.iter().filter(|(has, _)| moves.clone().any(has));
    known.map(|(_, meaning)| *meaning).collect()
}

/// What the signs in the moves of exercises mean, in sentences; empty if they have none.
pub fn signs_of(exercises: &[Exercise]) -> String {
    let is_there = |meaning: &str| exercises.iter().any(|exercise| exercise.signs.contains(&meaning));
    let known: Vec<&str> = SIGNS.iter().map(|(_, meaning)| *meaning).filter(|meaning| is_there(meaning)).collect();
    known.join(" ")
}

impl Exercise {
    /// Whether an answer is right. Capitals do not matter in words, but they do in moves.
    pub fn is_right(&self, answer: &str) -> bool {
        let same_word = self.answer.len() > 2 && self.answer.eq_ignore_ascii_case(answer);
        same_word || self.answer == answer
    }
}
