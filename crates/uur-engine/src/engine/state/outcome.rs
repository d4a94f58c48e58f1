//! How a round ended.

use crate::rules::{ClauseId, Side};

/// How a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Why.
    pub reason: Reason,
    /// The clause that ended it; `None` is a default of the language.
    pub clause: Option<ClauseId>,
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
}

/// Why a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The player whose turn began had no move.
    NoMove,
    /// The last move would have gone on for ever.
    Endless,
    /// The position came too often.
    Repetition,
    /// Another condition of the game's end held.
    Condition,
}

impl Reason {
    /// A word or two for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::NoMove => "no move",
            Reason::Endless => "endless",
            Reason::Repetition => "repetition",
            Reason::Condition => "condition",
        }
    }
}
