//! The plan of a board: where each pit lies on the table, whose it is, and its name.
//!
//! All geometry follows from it. Only this file computes with the number of pits in a row.

use std::collections::BTreeSet;

use super::{Direction, PathStep, Side};

/// Where the pits of a board lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Each player's pits from A on along the player's own side. On a board of one row, North's pits are never used.
    spots: [Vec<Spot>; 2],
    shape: Shape,
}

/// How a plan is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// As rows of pits: all rows of the board, and the pits in each. A single row is South's alone.
    Rows(u8, u8),
    /// As one row, and the pits in it, which belong to neither player. They are treated as South's.
    Shared(u8),
    /// As a drawing.
    Drawn,
}

/// Where a pit lies, and its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// Its letter, 0 for A.
    pub letter: u8,
    /// The strokes behind the letter.
    pub strokes: u8,
    /// The row of its player, 0 for the front row.
    pub row: u8,
    /// The column on the table from the left, 0 first.
    pub x: u8,
    /// The line on the table from the top, 0 first.
    pub y: u8,
}

/// From how many pits a path leads to a pit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// From some pit.
    pub some: bool,
    /// From every pit.
    pub all: bool,
}

impl Plan {
    /// Returns the plan of a board of rows of equal length. South's A lies at the left: whether a board is drawn
    /// so depends on the direction of sowing, which changes nothing else.
    pub fn in_rows(rows: u8, pits: u8) -> Plan {
        let depth = (rows / 2).max(1);
        let spot = |side: Side, number: u8| {
            let (row, along) = (number / pits, number % pits);
            let letter = if row.is_multiple_of(2) { along } else { pits - 1 - along };
            match side {
                Side::South => Spot { letter, strokes: row, row, x: letter, y: depth + row },
                Side::North => Spot { letter, strokes: row, row, x: pits - 1 - letter, y: depth - 1 - row },
            }
        };
        let spots = Side::BOTH.map(|side| (0..depth * pits).map(|number| spot(side, number)).collect());
        Plan { spots, shape: Shape::Rows(rows, pits) }
    }

    /// Returns the plan of a board of one row whose pits belong to neither player.
    pub fn shared(pits: u8) -> Plan {
        Plan { shape: Shape::Shared(pits), ..Plan::in_rows(1, pits) }
    }

    /// Returns the plan of a drawing: the owner, the letter and the strokes of each pit, with its column and its
    /// line. Both players have the same names.
    pub fn drawn(pits: &[(Side, u8, u8, u8, u8)]) -> Plan {
        let spots = Side::BOTH.map(|side| {
            let own = |&&(owner, ..): &&(Side, u8, u8, u8, u8)| owner == side;
            let mut lines: Vec<u8> = pits.iter().filter(own).map(|&(.., y)| y).collect();
            lines.sort_unstable();
            lines.dedup();
            if side == Side::North {
                lines.reverse();
            }
            let row = |y| lines.iter().position(|line| *line == y).expect("the line was just listed") as u8;
            let spot = |&(_, letter, strokes, x, y): &_| Spot { letter, strokes, row: row(y), x, y };
            let mut spots: Vec<Spot> = pits.iter().filter(own).map(spot).collect();
            spots.sort_unstable_by_key(Spot::along);
            spots
        });
        Plan { spots, shape: Shape::Drawn }
    }

    /// Returns how the plan is given.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether the board is South's alone.
    pub fn is_alone(&self) -> bool {
        matches!(self.shape, Shape::Rows(1, _))
    }

    /// Whether the pits belong to neither player.
    pub fn is_shared(&self) -> bool {
        matches!(self.shape, Shape::Shared(_))
    }

    /// Returns the players.
    pub fn players(&self) -> &'static [Side] {
        if self.is_alone() { &[Side::South] } else { &Side::BOTH }
    }

    /// Returns the players in whose halves pits lie.
    pub fn halves(&self) -> &'static [Side] {
        if self.is_alone() || self.is_shared() { &[Side::South] } else { &Side::BOTH }
    }

    /// Returns the number of pits of each player.
    pub fn span(&self) -> u8 {
        self.spots[0].len() as u8
    }

    /// Returns the number of letters, from A on.
    pub fn letters(&self) -> u8 {
        self.spots[0].iter().map(|spot| spot.letter + 1).max().unwrap_or(0)
    }

    /// Returns the number of rows of each player.
    pub fn depth(&self) -> u8 {
        self.spots.iter().flatten().map(|spot| spot.row + 1).max().unwrap_or(1)
    }

    /// Returns the number of columns on the table.
    pub fn columns(&self) -> u8 {
        self.spots.iter().flatten().map(|spot| spot.x + 1).max().unwrap_or(0)
    }

    /// Returns the number of lines on the table.
    pub fn height(&self) -> u8 {
        match self.shape {
            Shape::Rows(rows, _) => rows,
            Shape::Shared(_) => 1,
            Shape::Drawn => self.spots.iter().flatten().map(|spot| spot.y + 1).max().unwrap_or(0),
        }
    }

    /// Returns where a player's pit lies, by its number from A along the player's own side, 0 first.
    pub fn spot(&self, side: Side, number: u8) -> Spot {
        self.spots[side][usize::from(number)]
    }

    /// Returns the number of a player's pit by its name.
    pub fn named(&self, side: Side, letter: u8, strokes: u8) -> Option<u8> {
        let number = self.spots[side].iter().position(|spot| (spot.letter, spot.strokes) == (letter, strokes));
        number.map(|number| number as u8)
    }

    /// Returns a player's pits with equal strokes, in the order of their letters.
    pub fn lines(&self, side: Side) -> Vec<Vec<u8>> {
        let most = self.spots[side].iter().map(|spot| spot.strokes).max().unwrap_or(0);
        (0..=most).map(|strokes| self.sorted(side, |spot| spot.strokes == strokes)).collect()
    }

    /// Returns a player's pits in a row, in the order of their letters.
    pub fn row(&self, side: Side, row: u8) -> Vec<u8> {
        self.sorted(side, |spot| spot.row == row)
    }

    /// Returns some of a player's pits in the order of their names.
    fn sorted(&self, side: Side, such: impl Fn(Spot) -> bool) -> Vec<u8> {
        let mut numbers: Vec<u8> = (0..self.spots[side].len() as u8).collect();
        numbers.retain(|&number| such(self.spot(side, number)));
        numbers.sort_unstable_by_key(|&number| (self.spot(side, number).strokes, self.spot(side, number).letter));
        numbers
    }

    /// Returns the nearest pit of the other player in the same column. Of two that are equally near, it is the
    /// one on the other player's side of the table.
    pub fn opposite(&self, side: Side, number: u8) -> Option<u8> {
        if self.is_shared() {
            return None;
        }
        let from = self.spot(side, number);
        let in_column = self.in_column(side.other(), from.x);
        in_column
            .min_by_key(|(_, to)| (to.y.abs_diff(from.y), side.outward(to.y) > side.outward(from.y)))
            .map(|(at, _)| at)
    }

    /// Returns the next pit of the same player in the same column, away from the other player's side of the table.
    pub fn behind(&self, side: Side, number: u8) -> Option<u8> {
        let from = self.spot(side, number);
        let outward = |(_, to): &(u8, Spot)| side.outward(to.y) > side.outward(from.y);
        self.in_column(side, from.x).filter(outward).min_by_key(|(_, to)| to.y.abs_diff(from.y)).map(|(at, _)| at)
    }

    /// Returns from how many pits a path leads to a pit. Steps that depend on the play lead to any pit.
    pub fn reach(&self, path: &[PathStep]) -> Reach {
        let everywhere = || -> BTreeSet<(Side, u8)> {
            self.halves().iter().flat_map(|&side| (0..self.span()).map(move |number| (side, number))).collect()
        };
        let mut reach = Reach { some: true, all: true };
        let mut reached = everywhere();
        for step in path {
            let lead = |&(side, number): &(Side, u8)| match step {
                PathStep::Opposite => self.opposite(side, number).map(|to| (side.other(), to)),
                PathStep::Behind => self.behind(side, number).map(|to| (side, to)),
                _ if self.is_shared() => None,
                _ => Some((side.other(), number)),
            };
            let leads: Vec<_> = match step {
                PathStep::Opposite | PathStep::Behind | PathStep::Mirror => reached.iter().map(lead).collect(),
                _ => everywhere().into_iter().map(Some).collect(),
            };
            reach.all &= leads.iter().all(Option::is_some);
            reached = leads.into_iter().flatten().collect();
        }
        reach.some = !reached.is_empty();
        reach
    }

    /// Whether the pit opposite the opposite pit is always the pit itself.
    pub fn opposites_are_pairs(&self) -> bool {
        Side::BOTH.into_iter().all(|side| {
            (0..self.span()).all(|pit| {
                self.opposite(side, pit).is_some_and(|other| self.opposite(side.other(), other) == Some(pit))
            })
        })
    }

    /// Returns the direction in which a drawing runs: that of the players' own sides or, if these are lines, of both
    /// together.
    pub fn direction(&self) -> Direction {
        let turn = |ring: Vec<&Spot>| -> i32 {
            let next = ring.iter().cycle().skip(1);
            // Lines are counted downwards.
            ring.iter().zip(next).map(|(a, b)| i32::from(b.x) * i32::from(a.y) - i32::from(a.x) * i32::from(b.y)).sum()
        };
        let own = turn(self.spots[0].iter().collect());
        let around = if own == 0 { turn(self.spots.iter().flatten().collect()) } else { own };
        if around < 0 { Direction::Clockwise } else { Direction::Counterclockwise }
    }

    fn in_column(&self, side: Side, x: u8) -> impl Iterator<Item = (u8, Spot)> {
        (0..).zip(self.spots[side].iter().copied()).filter(move |(_, spot)| spot.x == x)
    }
}

impl Spot {
    /// The order along a player's own side: by letters, and with every further stroke the other way.
    fn along(&self) -> (u8, u8) {
        (self.strokes, if self.strokes.is_multiple_of(2) { self.letter } else { u8::MAX - self.letter })
    }
}

impl Side {
    /// How far towards this player's edge of the table a line lies.
    fn outward(self, y: u8) -> i16 {
        match self {
            Side::South => i16::from(y),
            Side::North => -i16::from(y),
        }
    }
}
