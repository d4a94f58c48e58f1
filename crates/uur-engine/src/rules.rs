//! The checked rules of a game, independent of the syntax of rule files.
//!
//! Only `check` constructs [`Rules`], so their users need not validate them again. Parameters are
//! replaced by their values, marks and lines by their numbers. Places in a clause are relative to a pit
//! and to the mover, so that one clause serves both players.

mod canonical;
mod clause;
mod condition;
mod facts;
mod plan;

use std::cmp::Ordering;

pub use clause::*;
pub use condition::*;
pub use facts::Fact;
pub use plan::*;

/// One of the two players, by their side of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Sits below and begins, unless the rules define another starter.
    South,
    /// Sits above.
    North,
}

impl Side {
    /// Both players, South first.
    pub const BOTH: [Side; 2] = [Side::South, Side::North];

    /// The opponent.
    #[inline]
    pub fn other(self) -> Side {
        match self {
            Side::South => Side::North,
            Side::North => Side::South,
        }
    }

    /// The player who is ahead by a comparison of South with North; `None` if they are level.
    #[inline]
    pub fn ahead(south_with_north: Ordering) -> Option<Side> {
        match south_with_north {
            Ordering::Greater => Some(Side::South),
            Ordering::Less => Some(Side::North),
            Ordering::Equal => None,
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

    #[inline]
    fn index(&self, side: Side) -> &T {
        &self[side as usize]
    }
}

impl<T> std::ops::IndexMut<Side> for [T; 2] {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self[side as usize]
    }
}
