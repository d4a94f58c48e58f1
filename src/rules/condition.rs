//! Conditions: what a clause asks of the board before it acts.
//!
//! A condition is asked of a [`Scene`]. The move machine's scenes are turns of a game; the checker's
//! are all cases that the pits in question can be in. Both ask through [`Condition::holds`], so what
//! the checker proves is what the game plays.

use serde::Serialize;

/// The number of a mark among those that the game names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct MarkId(pub u8);

/// Seen from the mover or, at the end, from the player whose turn begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Whose {
    /// His.
    Own,
    /// The other's.
    Opponent,
}

impl Whose {
    /// The other of the two.
    pub fn other(self) -> Whose {
        match self {
            Whose::Own => Whose::Opponent,
            Whose::Opponent => Whose::Own,
        }
    }
}

/// From one pit to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Step {
    /// Across the board.
    Opposite,
    /// Where one more seed would fall.
    Next,
    /// Against the direction of sowing.
    Previous,
}

/// A pit by steps from `here`, in the order in which they are taken.
pub type Path = Vec<Step>;

/// A place with seeds.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub enum Place {
    /// A pit by steps from `here`.
    Pit(Path),
    /// All pits of a player.
    Row(Whose),
    /// What a player has captured.
    Store(Whose),
    /// All pits.
    Board,
}

/// What must be true.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub enum Condition {
    /// Nothing.
    Always,
    /// All of these.
    All(Vec<Condition>),
    /// One of these.
    Any(Vec<Condition>),
    /// The opposite of this.
    Not(Box<Condition>),
    /// The player whose turn begins cannot move.
    NoMove,
    /// The seed just sown was the last in hand.
    LastSeed,
    /// The first lap from `here` would end in a pit of which this is true. "Empty" is then said of
    /// the pit before the last seed of that lap.
    FirstLapEnds(Box<Condition>),
    /// A pit is of a kind; a row or the board is, if all of it is.
    Is(Place, Kind),
    /// So many seeds lie there.
    Holds(Place, Amount),
}

/// What a pit can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Kind {
    /// In this player's row.
    InRow(Whose),
    /// Without seeds before the last seed fell.
    Empty,
    /// With seeds before the last seed fell.
    Occupied,
    /// Out of play for this round.
    Closed,
    /// Where this lap was lifted.
    LapOrigin,
    /// Where the move began.
    TurnOrigin,
    /// With that mark, of that owner if one is named.
    Marked(MarkId, Option<Whose>),
}

/// A number of seeds, or several.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub enum Amount {
    /// Two, four, six …
    Even,
    /// One, three, five …
    Odd,
    /// One of these ranges, both ends included.
    In(Vec<(u16, u16)>),
}

impl Amount {
    /// Whether a number is one of these.
    pub fn contains(&self, seeds: u16) -> bool {
        match self {
            Amount::Even => seeds > 0 && seeds.is_multiple_of(2),
            Amount::Odd => !seeds.is_multiple_of(2),
            Amount::In(ranges) => ranges.iter().any(|&(low, high)| low <= seeds && seeds <= high),
        }
    }
}

/// What a scene tells of one pit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PitView {
    /// Whose row it is in.
    pub row: Whose,
    /// Its mark and the mark's owner.
    pub mark: Option<(MarkId, Whose)>,
    /// Seeds in it now.
    pub seeds: u16,
    /// Seeds in it before the last seed fell.
    pub before: u16,
    /// Whether it is out of play.
    pub closed: bool,
    /// Whether this lap was lifted here.
    pub lap_origin: bool,
    /// Whether the move began here.
    pub turn_origin: bool,
}

impl PitView {
    /// Who owns the pit: the owner of its mark or, without one, of its row.
    pub fn owner(&self) -> Whose {
        self.mark.map_or(self.row, |(_, owner)| owner)
    }

    /// Whether it is of a kind.
    pub fn is(&self, kind: Kind) -> bool {
        match kind {
            Kind::InRow(whose) => self.row == whose,
            Kind::Empty => self.before == 0,
            Kind::Occupied => self.before > 0,
            Kind::Closed => self.closed,
            Kind::LapOrigin => self.lap_origin,
            Kind::TurnOrigin => self.turn_origin,
            Kind::Marked(mark, whose) => {
                self.mark.is_some_and(|(kind, owner)| kind == mark && whose.is_none_or(|whose| whose == owner))
            }
        }
    }
}

/// What conditions can be asked of.
pub trait Scene {
    /// The pit that a path leads to.
    fn pit(&self, path: &[Step]) -> PitView;
    /// The seeds in a row, a store, or on the board.
    fn seeds(&self, place: &Place) -> u16;
    /// Whether the player whose turn begins has no move.
    fn no_move(&self) -> bool;
    /// Whether the seed just sown was the last in hand.
    fn last_seed(&self) -> bool;
    /// Whether this is true of the pit in which the first lap from `here` would end.
    fn first_lap_ends(&self, condition: &Condition) -> bool;
}

impl Condition {
    /// Whether it is true in a scene.
    pub fn holds(&self, scene: &impl Scene) -> bool {
        match self {
            Condition::Always => true,
            Condition::All(all) => all.iter().all(|condition| condition.holds(scene)),
            Condition::Any(any) => any.iter().any(|condition| condition.holds(scene)),
            Condition::Not(condition) => !condition.holds(scene),
            Condition::NoMove => scene.no_move(),
            Condition::LastSeed => scene.last_seed(),
            Condition::FirstLapEnds(condition) => scene.first_lap_ends(condition),
            Condition::Is(Place::Pit(path), kind) => scene.pit(path).is(*kind),
            Condition::Is(place, Kind::Occupied) => scene.seeds(place) > 0,
            Condition::Is(place, _) => scene.seeds(place) == 0,
            Condition::Holds(Place::Pit(path), amount) => amount.contains(scene.pit(path).seeds),
            Condition::Holds(place, amount) => amount.contains(scene.seeds(place)),
        }
    }

    /// This condition and every one in it.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Condition)) {
        visit(self);
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| part.walk(visit)),
            Condition::Not(part) => part.walk(visit),
            _ => {}
        }
    }
}
