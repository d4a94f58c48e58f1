//! A position: everything that the rest of a round depends on, except repetition.

use super::layout::Layout;
use super::{MOST_PITS, Outcome};
use crate::rules::{MarkId, Side, Way};

/// A pit by its number along the sowing: South's A, B, … are 0, 1, …; North's follow. A store on the
/// way of the seeds is a pit too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pit(pub u8);

impl Pit {
    /// As an index of a row of all pits.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// A player's store.
    pub fn store(side: Side) -> Pit {
        Pit(MOST_PITS as u8 + side as u8)
    }

    /// Whose store it is, if it is one.
    pub fn store_of(self) -> Option<Side> {
        match usize::from(self.0) {
            MOST_PITS => Some(Side::South),
            pit if pit == MOST_PITS + 1 => Some(Side::North),
            _ => None,
        }
    }
}

/// The mark of a pit and who owns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Which of the game's marks.
    pub kind: MarkId,
    /// Whose it is.
    pub owner: Side,
}

/// Seeds, marks, closed pits, and who is to move.
///
/// Invariant: pits, stores and what is out of play hold the same number of seeds in every position
/// of a game; pits beyond those of the board hold none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Seeds in each pit.
    pub seeds: [u8; MOST_PITS],
    /// The mark of each pit.
    pub marks: [Option<Mark>; MOST_PITS],
    /// A bit for each pit that is out of play.
    pub closed: u64,
    /// Seeds in each player's store.
    pub captured: [u16; 2],
    /// Seeds that have left the game.
    pub out: u16,
    /// How many pits of North's row South owns, next to his own; less than 0 for pits of South's row
    /// that North owns.
    pub territory: i8,
    /// The points that each player has in the match.
    pub points: [u16; 2],
    /// Where the move before began and where its last seed fell, in a game that asks for it.
    pub last: Option<(Pit, Pit)>,
    /// The way that each player has chosen, where the first choice binds.
    pub ways: [Option<Way>; 2],
    /// Whose turn it is; once the round is over, whose turn it would have been.
    pub to_move: Side,
    /// Moves made in this round.
    pub ply: u16,
    /// How the round ended, if it has.
    pub outcome: Option<Outcome>,
}

impl Position {
    /// A board without seeds, South to move.
    pub fn empty() -> Self {
        Position {
            seeds: [0; MOST_PITS],
            marks: [None; MOST_PITS],
            closed: 0,
            captured: [0; 2],
            out: 0,
            territory: 0,
            points: [0; 2],
            last: None,
            ways: [None; 2],
            to_move: Side::South,
            ply: 0,
            outcome: None,
        }
    }

    /// Seeds in a pit or a store.
    pub fn held(&self, pit: Pit) -> u8 {
        match pit.store_of() {
            None => self.seeds[pit.index()],
            Some(side) => self.captured[side] as u8,
        }
    }

    /// Puts seeds into a pit or a store.
    pub fn put(&mut self, pit: Pit, seeds: u8) {
        match pit.store_of() {
            None => self.seeds[pit.index()] += seeds,
            Some(side) => self.captured[side] += u16::from(seeds),
        }
    }

    /// Takes seeds out of a pit or a store, no more than there are; gives how many.
    pub fn take(&mut self, pit: Pit, most: u8) -> u8 {
        let seeds = self.held(pit).min(most);
        match pit.store_of() {
            None => self.seeds[pit.index()] -= seeds,
            Some(side) => self.captured[side] -= u16::from(seeds),
        }
        seeds
    }

    /// Whether a pit is out of play.
    pub fn is_closed(&self, pit: Pit) -> bool {
        self.closed >> pit.0 & 1 == 1
    }

    /// Seeds on the board.
    pub fn on_board(&self) -> u16 {
        self.seeds.iter().map(|&seeds| u16::from(seeds)).sum()
    }

    /// Seeds in all: on the board, in the stores, and out of play.
    pub fn total(&self) -> u16 {
        self.on_board() + self.captured[0] + self.captured[1] + self.out
    }

    /// Whether two positions are the same for the rule of repetition: board, marks and the player
    /// to move.
    pub fn repeats(&self, earlier: &Position) -> bool {
        self.to_move == earlier.to_move
            && self.same_board(earlier)
            && self.ways == earlier.ways
            && self.last == earlier.last
    }

    /// Whether all pits are the same.
    pub fn same_board(&self, other: &Position) -> bool {
        self.seeds == other.seeds && self.marks == other.marks && self.closed == other.closed
    }
}

impl Layout {
    /// The same position with the board turned and the players swapped.
    pub fn mirrored_position(&self, position: &Position) -> Position {
        let mut mirror = *position;
        mirror.closed = 0;
        for pit in self.pits() {
            let to = self.mirrored(pit);
            mirror.seeds[to.index()] = position.seeds[pit.index()];
            mirror.marks[to.index()] =
                position.marks[pit.index()].map(|mark| Mark { owner: mark.owner.other(), ..mark });
            mirror.closed |= u64::from(position.is_closed(pit)) << to.0;
        }
        mirror.last = position.last.map(|(origin, end)| (self.mirrored(origin), self.mirrored(end)));
        mirror.territory = -position.territory;
        mirror.points = [position.points[1], position.points[0]];
        mirror.ways = [position.ways[1], position.ways[0]];
        mirror.captured = [position.captured[1], position.captured[0]];
        mirror.to_move = position.to_move.other();
        mirror.outcome = position.outcome.map(|outcome| Outcome { winner: outcome.winner.map(Side::other), ..outcome });
        mirror
    }
}
