//! Conditions: what a clause asks of the board before it acts.
//!
//! A condition is asked of a [`Scene`]. The move machine's scenes are turns of a game; the checker's
//! are all cases that the pits in question can be in. Both ask through [`Condition::holds`], so what
//! the checker proves is what the game plays.

use serde::Serialize;

use super::Side;

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

    /// The player that is meant, as another player says it.
    #[inline]
    pub fn seen_by(self, player: Side) -> Side {
        match self {
            Whose::Own => player,
            Whose::Opponent => player.other(),
        }
    }
}

/// From one pit to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum PathStep {
    /// Across the board.
    Opposite,
    /// To the pit of the back row behind a pit of the front row.
    Behind,
    /// The pit beside, the way the move is sown; closed pits are left out.
    Next,
    /// The pit beside, against the way the move is sown; closed pits are left out.
    Previous,
    /// To the pit of the other row with the same number.
    Mirror,
    /// To the pit chosen in this move, from wherever.
    Chosen,
    /// To where the lap was lifted, from wherever.
    LapOrigin,
    /// To where the move began, from wherever.
    TurnOrigin,
    /// To where the move before began, from wherever.
    LastOrigin,
    /// To where the last seed of the move before fell, from wherever.
    LastLanding,
}

/// A pit by steps from `here`, in the order in which they are taken.
pub type Path = Vec<PathStep>;

/// A place with seeds.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub enum Place {
    /// A pit by steps from `here`.
    Pit(Path),
    /// All pits of a player.
    Row(Whose),
    /// What a player has captured.
    Store(Whose),
    /// The points that a player has in a match.
    Points(Whose),
    /// All pits with that mark of a player.
    Marked(Whose, MarkId),
    /// All pits.
    Board,
    /// All of these together.
    Sum(Vec<Place>),
}

impl Place {
    /// Whether the way to one of its pits is such.
    pub fn has_path(&self, such: &impl Fn(&Path) -> bool) -> bool {
        match self {
            Place::Pit(path) => such(path),
            Place::Sum(parts) => parts.iter().any(|part| part.has_path(such)),
            Place::Row(_) | Place::Store(_) | Place::Points(_) | Place::Marked(..) | Place::Board => false,
        }
    }
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
    /// Of some pit on the board, taken as `here`, this is true.
    Exists(Box<Condition>),
    /// This is the number of the move in its round, from 1, both players' moves counted.
    MoveNumber(Amount),
    /// The lap is the first of its move.
    FirstLap,
    /// The lap was sown with so many seeds.
    LapOf(Amount),
    /// This is true when the whole move has been made.
    AfterMove(Box<Condition>),
    /// The mover has captured so many seeds in this move so far.
    Captured(Amount),
    /// Of a pit this is true when it is taken as `here`, and of none before it, or behind it, counted
    /// from the mover's A on.
    Outermost(Path, Outermost, Box<Condition>),
    /// One place holds more seeds than another, fewer, or as many.
    Compare(Place, Comparison, Place),
    /// A pit is of a kind; a row or the board is, if all of it is.
    Is(Place, PitKind),
    /// So many seeds lie there.
    Holds(Place, Amount),
}

/// Which one of the pits of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Outermost {
    /// None is before it.
    First,
    /// None is behind it.
    Last,
}

/// How two numbers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Comparison {
    /// The first is smaller.
    Fewer,
    /// They are equal.
    AsMany,
    /// The first is greater.
    More,
}

/// What a pit can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum PitKind {
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
    /// Where the move before began.
    LastOrigin,
    /// Where the last seed of the move before fell.
    LastLanding,
    /// A seed of this lap has fallen into it.
    Sown,
    /// A seed of this move has fallen into it.
    Reached,
    /// A store on the way of the seeds, of that player if one is named.
    Store(Option<Whose>),
    /// One of these pits of a row, from its owner's A, which is 0; both ends included.
    Numbered(u8, u8),
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

impl Comparison {
    /// Whether two numbers compare so.
    pub fn holds(self, one: u16, other: u16) -> bool {
        match self {
            Comparison::Fewer => one < other,
            Comparison::AsMany => one == other,
            Comparison::More => one > other,
        }
    }
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
    /// Whose row it is in; of a store, whose it is.
    pub row: Whose,
    /// Whether it is a store.
    pub store: bool,
    /// Which pit of its row, from its owner's A, which is 0.
    pub number: u8,
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
    /// Whether the move before began here.
    pub last_origin: bool,
    /// Whether the last seed of the move before fell here.
    pub last_landing: bool,
    /// Whether a seed of this lap has fallen into it.
    pub sown: bool,
    /// Whether a seed of this move has fallen into it.
    pub reached: bool,
}

impl PitView {
    /// A pit of a row with so many seeds, of which nothing else is to be told.
    pub fn of(row: Whose, seeds: u16) -> Self {
        PitView {
            row,
            store: false,
            number: 0,
            mark: None,
            seeds,
            before: seeds,
            closed: false,
            lap_origin: false,
            turn_origin: false,
            last_origin: false,
            last_landing: false,
            sown: false,
            reached: false,
        }
    }

    /// Who owns the pit: the owner of its mark or, without one, of its row.
    pub fn owner(&self) -> Whose {
        self.mark.map_or(self.row, |(_, owner)| owner)
    }

    /// Whether it is of a kind.
    pub fn is(&self, kind: PitKind) -> bool {
        match kind {
            PitKind::InRow(whose) => !self.store && self.row == whose,
            PitKind::Store(whose) => self.store && whose.is_none_or(|whose| whose == self.row),
            PitKind::Numbered(first, last) => !self.store && first <= self.number && self.number <= last,
            PitKind::LastOrigin => self.last_origin,
            PitKind::LastLanding => self.last_landing,
            PitKind::Sown => self.sown,
            PitKind::Reached => self.reached,
            PitKind::Empty => self.before == 0,
            PitKind::Occupied => self.before > 0,
            PitKind::Closed => self.closed,
            PitKind::LapOrigin => self.lap_origin,
            PitKind::TurnOrigin => self.turn_origin,
            PitKind::Marked(mark, whose) => {
                self.mark.is_some_and(|(kind, owner)| kind == mark && whose.is_none_or(|whose| whose == owner))
            }
        }
    }
}

/// What conditions can be asked of.
pub trait Scene {
    /// The pit that a path leads to.
    fn pit(&self, path: &[PathStep]) -> PitView;
    /// Whether the pit that a path leads to is of a kind.
    fn is(&self, path: &[PathStep], kind: PitKind) -> bool {
        self.pit(path).is(kind)
    }
    /// The seeds in the pit that a path leads to.
    fn held(&self, path: &[PathStep]) -> u16 {
        self.pit(path).seeds
    }
    /// The seeds in a pit, a row, a store, or on the board.
    fn seeds(&self, place: &Place) -> u16;
    /// Whether something is true that no single place decides: of the moment, of the move, or of all
    /// pits.
    fn in_all(&self, condition: &Condition) -> bool;
}

impl Condition {
    /// Whether it is true in a scene.
    pub fn holds(&self, scene: &impl Scene) -> bool {
        match self {
            Condition::Always => true,
            Condition::All(all) => all.iter().all(|condition| condition.holds(scene)),
            Condition::Any(any) => any.iter().any(|condition| condition.holds(scene)),
            Condition::Not(condition) => !condition.holds(scene),
            Condition::Is(Place::Pit(path), kind) => scene.is(path, *kind),
            Condition::Is(place, PitKind::Occupied) => scene.seeds(place) > 0,
            Condition::Is(place, _) => scene.seeds(place) == 0,
            Condition::Holds(Place::Pit(path), amount) => amount.contains(scene.held(path)),
            Condition::Holds(place, amount) => amount.contains(scene.seeds(place)),
            Condition::NoMove
            | Condition::LastSeed
            | Condition::FirstLapEnds(_)
            | Condition::Exists(_)
            | Condition::MoveNumber(_)
            | Condition::FirstLap
            | Condition::LapOf(_)
            | Condition::AfterMove(_)
            | Condition::Captured(_)
            | Condition::Outermost(..)
            | Condition::Compare(..) => scene.in_all(self),
        }
    }

    /// Whether this or a condition in it, also one asked elsewhere or later, is such.
    pub fn has(&self, such: &impl Fn(&Condition) -> bool) -> bool {
        such(self)
            || match self {
                Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| part.has(such)),
                Condition::Not(part)
                | Condition::Exists(part)
                | Condition::AfterMove(part)
                | Condition::Outermost(_, _, part)
                | Condition::FirstLapEnds(part) => part.has(such),
                _ => false,
            }
    }

    /// This condition and every one in it that is asked of the same scene.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Condition)) {
        visit(self);
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| part.walk(visit)),
            Condition::Not(part) => part.walk(visit),
            _ => {}
        }
    }
}
