//! A game made ready to play.

use super::{Pit, Position};
use crate::rules::{Clause, EndClause, Endless, Goal, Repetition, Rules, Scripted, Side, Sowing, Then};

/// A game made ready to play. Whoever holds one can play any position of its board.
#[derive(Debug, Clone)]
pub struct Program {
    /// Pits in a row.
    pub(super) row: u8,
    pub(super) sowing: Sowing,
    pub(super) opening: Vec<Scripted>,
    pub(super) drop: Vec<Clause<()>>,
    pub(super) land: Vec<Clause<Then>>,
    pub(super) end: Vec<EndClause>,
    pub(super) endless: Endless,
    pub(super) repetition: Repetition,
    pub(super) goal: Option<Goal>,
    start: Position,
}

/// Makes a game ready to play. Rules always make sense, so this cannot fail.
pub fn compile(rules: &Rules) -> Program {
    let mut start = Position::empty();
    for side in Side::BOTH {
        for (pit, &seeds) in rules.board.start[side].iter().enumerate() {
            start.seeds[side as usize * usize::from(rules.board.pits) + pit] = seeds as u8;
        }
    }
    let mut program = Program {
        row: rules.board.pits,
        sowing: rules.sowing.clone(),
        opening: rules.opening.clone(),
        drop: rules.drop.clone(),
        land: rules.land.clone(),
        end: rules.end.clone(),
        endless: rules.endless.clone(),
        repetition: rules.repetition.clone(),
        goal: rules.goal,
        start,
    };
    program.settle(&mut start, &mut ());
    program.start = start;
    program
}

impl Program {
    /// The position that a game starts from.
    pub fn start(&self) -> Position {
        self.start
    }

    /// Pits in a row.
    pub fn row(&self) -> u8 {
        self.row
    }

    /// All pits along the sowing, a player's own A first.
    pub fn pits_from(&self, side: Side) -> impl Iterator<Item = Pit> + use<> {
        let (row, all) = (self.row, 2 * self.row);
        (0..all).map(move |number| Pit((side as u8 * row + number) % all))
    }

    /// The pits of a player's row from his A on.
    pub fn row_of(&self, side: Side) -> impl Iterator<Item = Pit> + use<> {
        let first = side as u8 * self.row;
        (first..first + self.row).map(Pit)
    }

    /// Whose row a pit is in.
    pub fn side(&self, pit: Pit) -> Side {
        if pit.0 < self.row { Side::South } else { Side::North }
    }

    /// A player's pit by its number from his A, 0 first.
    pub fn pit(&self, side: Side, number: u8) -> Pit {
        Pit(side as u8 * self.row + number)
    }

    /// The pit across the board.
    pub fn opposite(&self, pit: Pit) -> Pit {
        Pit(2 * self.row - 1 - pit.0)
    }

    /// The same position with the board turned and the players swapped.
    pub fn mirrored(&self, position: &Position) -> Position {
        let mut mirror = *position;
        mirror.closed = 0;
        for pit in self.pits_from(Side::South) {
            let to = self.mirrored_pit(pit);
            mirror.seeds[to.index()] = position.seeds[pit.index()];
            mirror.marks[to.index()] =
                position.marks[pit.index()].map(|mark| super::Mark { owner: mark.owner.other(), ..mark });
            mirror.closed |= u64::from(position.is_closed(pit)) << to.0;
        }
        mirror.captured = [position.captured[1], position.captured[0]];
        mirror.to_move = position.to_move.other();
        mirror.outcome =
            position.outcome.map(|outcome| super::Outcome { winner: outcome.winner.map(Side::other), ..outcome });
        mirror
    }

    /// Where a pit comes to lie when the board is turned.
    pub fn mirrored_pit(&self, pit: Pit) -> Pit {
        Pit((pit.0 + self.row) % (2 * self.row))
    }
}
