//! The shapes of pits. They say what a pit is: the kind of its mark, its owner, and whether it is closed.

use super::PictureStyle;
use super::geometry::Outward;
use crate::engine::{Pit, Position};
use crate::game::Game;
use crate::rules::{MarkId, Side};

/// The shape of a pit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PitShape {
    /// A circle: a pit without a mark.
    Round,
    /// A double circle: the first mark that pits get in play.
    Ring,
    /// A square: the first mark that pits have from the start.
    Square,
    /// An octagon: the next mark.
    Octagon,
    /// A square on its corner: the next mark.
    Diamond,
    /// A circle with the first letter of the mark's name: every further mark.
    Badge(MarkId),
}

impl PitShape {
    /// The shape for a kind of mark. A mark that pits have from the start is a part of the board, as houses are.
    pub fn of(game: &Game, kind: MarkId) -> PitShape {
        let at_start = |kind: u8| game.rules.board.marks.iter().any(|(_, _, mark)| mark.0 == kind);
        let before = (0..kind.0).filter(|&other| at_start(other) == at_start(kind.0)).count();
        match (at_start(kind.0), before) {
            (true, 0) => PitShape::Square,
            (true, 1) => PitShape::Octagon,
            (false, 0) => PitShape::Ring,
            (false, 1) => PitShape::Diamond,
            _ => PitShape::Badge(kind),
        }
    }

    /// The path of its outline around the middle of the pit.
    pub fn outline(self) -> &'static str {
        match self {
            PitShape::Round | PitShape::Ring | PitShape::Badge(_) => "M-36 0a36 36 0 1 0 72 0a36 36 0 1 0 -72 0z",
            PitShape::Square => "M-27 -36h54a9 9 0 0 1 9 9v54a9 9 0 0 1 -9 9h-54a9 9 0 0 1 -9 -9v-54a9 9 0 0 1 9 -9z",
            PitShape::Octagon => "M-16 -38h32l22 22v32l-22 22h-32l-22 -22v-32z",
            PitShape::Diamond => "M0 -42L42 0L0 42L-42 0z",
        }
    }

    /// The path of its inner line; empty if it has none.
    pub fn rim(self) -> &'static str {
        match self {
            PitShape::Ring => "M-30 0a30 30 0 1 0 60 0a30 30 0 1 0 -60 0z",
            PitShape::Badge(_) => "M12 -30a14 14 0 1 0 28 0a14 14 0 1 0 -28 0z",
            PitShape::Round | PitShape::Square | PitShape::Octagon | PitShape::Diamond => "",
        }
    }

    /// The path of a line around it.
    pub fn around(self) -> &'static str {
        match self {
            PitShape::Round | PitShape::Ring | PitShape::Badge(_) => "M-39 0a39 39 0 1 0 78 0a39 39 0 1 0 -78 0z",
            PitShape::Square => {
                "M-29 -39h58a10 10 0 0 1 10 10v58a10 10 0 0 1 -10 10h-58a10 10 0 0 1 -10 -10v-58a10 10 0 0 1 10 -10z"
            }
            PitShape::Octagon => "M-17 -41h34l24 24v34l-24 24h-34l-24 -24v-34z",
            PitShape::Diamond => "M0 -46L46 0L0 46L-46 0z",
        }
    }

    /// The radius within which seeds lie.
    pub fn room(self) -> f64 {
        match self {
            PitShape::Round | PitShape::Badge(_) => 34.0,
            PitShape::Ring => 29.0,
            PitShape::Square => 35.0,
            PitShape::Octagon => 33.0,
            PitShape::Diamond => 29.0,
        }
    }

    /// The letter beside a pit whose mark has no shape of its own.
    pub fn badge(self, game: &Game) -> Option<String> {
        match self {
            PitShape::Badge(kind) => {
                game.rules.marks[usize::from(kind.0)].name.chars().next().map(|first| first.to_uppercase().collect())
            }
            PitShape::Round | PitShape::Ring | PitShape::Square | PitShape::Octagon | PitShape::Diamond => None,
        }
    }
}

/// The sign of a closed pit.
pub const CROSS: &str = "M-20 -20L20 20M20 -20L-20 20";

/// What is drawn of a pit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PitState {
    /// Its shape.
    pub shape: PitShape,
    /// The seeds in it.
    pub seeds: u16,
    /// Whether it is out of play.
    pub closed: bool,
    /// Who owns its mark or, without one, the pit itself if it lies in the other player's half.
    pub owner: Option<Side>,
}

/// Returns what is drawn of a pit in a position.
pub fn pit_state(game: &Game, position: &Position, pit: Pit) -> PitState {
    let mark = position.marks[pit.index()];
    let owner = game.program.owner(position, pit);
    let foreign = !game.program.layout().is_shared() && owner != game.program.layout().side(pit);
    PitState {
        shape: mark.map_or(PitShape::Round, |mark| PitShape::of(game, mark.kind)),
        seeds: position.seeds[pit.index()].into(),
        closed: position.is_closed(pit),
        owner: mark.map(|mark| mark.owner).or(foreign.then_some(owner)),
    }
}

/// The path of an owner's flag, which points to the owner's side of the table: beside the number of a pit or, in a
/// compact picture, inside the pit.
pub fn flag(owner: Side, out: Outward, style: PictureStyle) -> String {
    // North lies at the left of an upright board.
    let first = (owner == Side::North) != style.flip;
    let (x, y) = match (style.compact, style.upright, out) {
        (true, false, _) => (0, if first { -25 } else { 25 }),
        (true, true, _) => (if first { -26 } else { 26 }, 0),
        (false, _, Outward::Up) => (33, -56),
        (false, _, Outward::Down) => (33, 55),
        (false, _, Outward::Left) => (-62, 38),
        (false, _, Outward::Right) => (62, 38),
    };
    match (first, style.upright) {
        (false, false) => format!("M{} {}h18l-9 14z", x - 9, y - 7),
        (true, false) => format!("M{} {}h18l-9 -14z", x - 9, y + 7),
        (false, true) => format!("M{} {}v18l14 -9z", x - 7, y - 9),
        (true, true) => format!("M{} {}v18l-14 -9z", x + 7, y - 9),
    }
}
