//! The vocabulary of mancala: a game that means something, with no opinion on spelling.
//!
//! Only `check` makes [`Rules`], so whoever holds one never asks again whether it makes sense.
//! Parameters have their values, marks and lines their numbers. What a clause says of places is
//! relative to a pit and to the mover, so that one text serves both players.

mod clause;
mod condition;

pub use clause::*;
pub use condition::*;

use serde::Serialize;

/// One of the two players, by his seat at the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Sits below; begins unless the game says otherwise.
    South,
    /// Sits above.
    North,
}

impl Side {
    /// Both, South first.
    pub const BOTH: [Side; 2] = [Side::South, Side::North];

    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::South => Side::North,
            Side::North => Side::South,
        }
    }

    /// `south` or `north`.
    pub fn as_str(self) -> &'static str {
        match self {
            Side::South => "south",
            Side::North => "north",
        }
    }

    /// `South` or `North`.
    pub fn title(self) -> &'static str {
        match self {
            Side::South => "South",
            Side::North => "North",
        }
    }
}

impl<T> std::ops::Index<Side> for [T; 2] {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        &self[side as usize]
    }
}

impl<T> std::ops::IndexMut<Side> for [T; 2] {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self[side as usize]
    }
}
