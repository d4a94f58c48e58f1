//! Exercises for players: questions about the rules of a game, and puzzles in which one move alone is right.

mod puzzles;
mod quiz;

use serde::Serialize;
use uur::engine::Position;

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
    /// The weakest level of the computer that finds the answer of a puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'static str>,
}

impl Exercise {
    /// Whether an answer is right. Capitals do not matter in words, but they do in moves.
    pub fn is_right(&self, answer: &str) -> bool {
        let same_word = self.answer.len() > 2 && self.answer.eq_ignore_ascii_case(answer);
        same_word || self.answer == answer
    }
}
