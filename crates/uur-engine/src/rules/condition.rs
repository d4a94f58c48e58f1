//! Conditions, and their evaluation in a [`Scene`].
//!
//! The scenes of the checker are all states that the pits of a clause can have. Those of a match are the
//! seeds and points after a round.

use super::{Side, Way};

/// The index of a mark in [`Rules::marks`](super::Rules::marks).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MarkId(pub u8);

/// The index of a counter in [`Rules::counters`](super::Rules::counters).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CounterId(pub u8);

/// A player, relative to the mover or, at the end, to the player whose turn begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Whose {
    /// This player.
    Own,
    /// The other player.
    Opponent,
}

impl Whose {
    /// Returns the other value.
    pub fn other(self) -> Whose {
        match self {
            Whose::Own => Whose::Opponent,
            Whose::Opponent => Whose::Own,
        }
    }

    /// Returns the player that is meant, seen from a player.
    #[inline]
    pub fn seen_by(self, player: Side) -> Side {
        match self {
            Whose::Own => player,
            Whose::Opponent => player.other(),
        }
    }
}

/// A step from one pit to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PathStep {
    /// Across the board: to the nearest pit of the other player in this column.
    Opposite,
    /// To the next pit of the same player in this column, away from the middle, if there is one.
    Behind,
    /// To the neighbouring pit in the direction of sowing, skipping closed pits.
    Next,
    /// To the neighbouring pit against the direction of sowing, skipping closed pits.
    Previous,
    /// To the pit of the other row with the same number.
    Mirror,
    /// To one pit of a player, by the strokes of its name and its letter, 0 for A, from any pit.
    Fixed(Whose, u8, u8),
    /// To the pit chosen in this move, from any pit.
    Chosen,
    /// To the pit where the lap was lifted, from any pit.
    LapOrigin,
    /// To the pit where the move began, from any pit.
    TurnOrigin,
    /// To the pit where the previous move began, from any pit.
    LastOrigin,
    /// To the pit where the last seed of the previous move fell, from any pit.
    LastLanding,
    /// To the pit where the seed has just fallen, from any pit of a set.
    Landing,
}

impl PathStep {
    /// Whether it leads to the same pit from anywhere, so that earlier steps do not matter.
    pub fn is_fixed(self) -> bool {
        use PathStep::{Chosen, Fixed, Landing, LapOrigin, LastLanding, LastOrigin, TurnOrigin};
        matches!(self, Fixed(..) | Chosen | Landing | LapOrigin | TurnOrigin | LastOrigin | LastLanding)
    }
}

/// A pit, by steps from `here`, in order.
pub type Path = Vec<PathStep>;

/// A place with seeds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Place {
    /// A pit, by a path from `here`.
    Pit(Path),
    /// All pits of a player.
    Row(Whose),
    /// The pits in one row of a player, 0 for the front row.
    NthRow(Whose, u8),
    /// A player's store.
    Store(Whose),
    /// A player's points in a match.
    Points(Whose),
    /// A player's counter. It holds a number instead of seeds.
    Counter(Whose, CounterId),
    /// All pits with this mark of a player.
    Marked(Whose, MarkId),
    /// All pits.
    Board,
    /// The mover's hand: the seeds of this lap that have not fallen yet.
    Hand,
    /// All of these together.
    Sum(Vec<Place>),
}

impl Place {
    /// Whether a path in it satisfies the predicate.
    pub fn has_path(&self, predicate: &impl Fn(&Path) -> bool) -> bool {
        match self {
            Place::Pit(path) => predicate(path),
            Place::Sum(parts) => parts.iter().any(|part| part.has_path(predicate)),
            Place::Row(_)
            | Place::NthRow(..)
            | Place::Store(_)
            | Place::Points(_)
            | Place::Counter(..)
            | Place::Marked(..)
            | Place::Board
            | Place::Hand => false,
        }
    }
}

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Always true.
    Always,
    /// All of these.
    All(Vec<Condition>),
    /// One of these.
    Any(Vec<Condition>),
    /// The negation of a condition.
    Not(Box<Condition>),
    /// The player whose turn begins cannot move.
    NoMove,
    /// The seed just sown was the last in hand.
    LastSeed,
    /// The lap from `here`, before a move its first lap, would end in a pit that satisfies the condition.
    /// "Empty" then means empty before the last seed of that lap.
    LapEnds(Box<Condition>),
    /// The lap is sown this way.
    WayIs(Way),
    /// The move began with seeds that were entered from the store.
    Entered,
    /// A lap out of some pit that satisfies the condition, in a way open to the owner of the pit, would end in
    /// the pit that the path leads to.
    InReach(Path, Box<Condition>),
    /// Some pit on the board, taken as `here`, satisfies the condition.
    Exists(Box<Condition>),
    /// The number of the move in its round, from 1, counting both players' moves.
    MoveNumber(Amount),
    /// The previous move lifted this number of seeds at first; 0 before the first move.
    LastMoveOf(Amount),
    /// The lap is the first of its move.
    FirstLap,
    /// The number of the lap in its move, from 1.
    LapNumber(Amount),
    /// The lap was sown with this number of seeds.
    LapOf(Amount),
    /// The condition is true after the whole move.
    AfterMove(Box<Condition>),
    /// The mover has captured this number of seeds in this move so far.
    Captured(Amount),
    /// The mover has captured this number of times in this move so far.
    Captures(Amount),
    /// The player to move made the previous move as well, and it gave this one.
    BonusTurn,
    /// The player is this one.
    PlayerIs(Side),
    /// The player began the round.
    PlayerBegan,
    /// The last capture of the round so far was this player's.
    CapturedLast(Whose),
    /// This number of pits, each taken as `here`, satisfies the condition.
    Count(Box<Condition>, Amount),
    /// A pit, taken as `here`, satisfies the condition, and no pit before it, or after it, does, counted
    /// from the mover's A on or from another pit.
    Outermost(Path, Outermost, Box<Condition>),
    /// One place holds more seeds than another, fewer, or as many.
    Compare(Place, Comparison, Place),
    /// A pit is of a kind; a row or the board is, if all its pits are.
    Is(Place, PitKind),
    /// A place holds this number of seeds.
    Holds(Place, Amount),
}

/// Which of the pits that satisfy a condition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Outermost {
    /// The first one.
    First,
    /// The last one.
    Last,
    /// The first one behind a pit in the direction of sowing. The pit itself comes last.
    After(Path),
}

/// How two numbers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// The first is smaller.
    Fewer,
    /// They are equal.
    AsMany,
    /// The first is greater.
    More,
}

/// A property of a pit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PitKind {
    /// One of this player's pits.
    InRow(Whose),
    /// In this row of either player, 0 for the front row.
    NthRow(u8),
    /// Empty before the last seed fell.
    Empty,
    /// Not empty before the last seed fell.
    Occupied,
    /// Out of play for this round.
    Closed,
    /// Where this lap was lifted.
    LapOrigin,
    /// Where the move began.
    TurnOrigin,
    /// Where the previous move began.
    LastOrigin,
    /// Where the last seed of the previous move fell.
    LastLanding,
    /// Where the seed has just fallen.
    Landing,
    /// A seed of this lap has fallen into it.
    Sown,
    /// A seed of this move has fallen into it.
    Reached,
    /// A store on the path of sowing, of this player if one is named.
    Store(Option<Whose>),
    /// In one of these columns, from its owner's A, which is 0; both ends included.
    Numbered(u8, u8),
    /// With this mark, of this owner if one is named.
    Marked(MarkId, Option<Whose>),
}

/// A set of numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Amount {
    /// Two, four, six …
    Even,
    /// One, three, five …
    Odd,
    /// One of these ranges, both ends included.
    In(Vec<(u16, u16)>),
}

impl Comparison {
    /// Whether the comparison holds for two numbers.
    pub fn holds(self, one: u16, other: u16) -> bool {
        match self {
            Comparison::Fewer => one < other,
            Comparison::AsMany => one == other,
            Comparison::More => one > other,
        }
    }
}

impl Amount {
    /// Whether the set contains a number.
    pub fn contains(&self, seeds: u16) -> bool {
        match self {
            Amount::Even => seeds > 0 && seeds.is_multiple_of(2),
            Amount::Odd => !seeds.is_multiple_of(2),
            Amount::In(ranges) => ranges.iter().any(|&(low, high)| low <= seeds && seeds <= high),
        }
    }
}

/// The state of one pit in a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PitView {
    /// The owner of its row, or of the store.
    pub row: Whose,
    /// Whether it is a store.
    pub store: bool,
    /// Whether there is no such pit: it holds nothing and is of no kind.
    pub absent: bool,
    /// Its row of its owner's half, 0 for the front row.
    pub nth_row: u8,
    /// Its column, 0 for that of its owner's A.
    pub number: u8,
    /// Its mark and the owner of the mark.
    pub mark: Option<(MarkId, Whose)>,
    /// The seeds in it now.
    pub seeds: u16,
    /// The seeds in it before the last seed fell.
    pub before: u16,
    /// Whether it is out of play.
    pub closed: bool,
    /// Whether this lap was lifted here.
    pub lap_origin: bool,
    /// Whether the move began here.
    pub turn_origin: bool,
    /// Whether the previous move began here.
    pub last_origin: bool,
    /// Whether the last seed of the previous move fell here.
    pub last_landing: bool,
    /// Whether the seed has just fallen here.
    pub landing: bool,
    /// Whether a seed of this lap has fallen into it.
    pub sown: bool,
    /// Whether a seed of this move has fallen into it.
    pub reached: bool,
}

impl PitView {
    /// Returns a pit of a row with this number of seeds and no other properties.
    pub fn of(row: Whose, seeds: u16) -> Self {
        PitView {
            row,
            store: false,
            absent: false,
            nth_row: 0,
            number: 0,
            mark: None,
            seeds,
            before: seeds,
            closed: false,
            lap_origin: false,
            turn_origin: false,
            last_origin: false,
            last_landing: false,
            landing: false,
            sown: false,
            reached: false,
        }
    }

    /// Returns what stands for a pit that is not there.
    pub fn none() -> Self {
        PitView { absent: true, ..PitView::of(Whose::Own, 0) }
    }

    /// Returns the owner of the pit: the owner of its mark or, without one, of its row.
    pub fn owner(&self) -> Whose {
        self.mark.map_or(self.row, |(_, owner)| owner)
    }

    /// Whether the pit is of a kind.
    pub fn is(&self, kind: PitKind) -> bool {
        match kind {
            _ if self.absent => false,
            PitKind::NthRow(row) => !self.store && row == self.nth_row,
            PitKind::InRow(whose) => !self.store && self.row == whose,
            PitKind::Store(whose) => self.store && whose.is_none_or(|whose| whose == self.row),
            PitKind::Numbered(first, last) => !self.store && first <= self.number && self.number <= last,
            PitKind::LastOrigin => self.last_origin,
            PitKind::LastLanding => self.last_landing,
            PitKind::Landing => self.landing,
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

/// A state in which conditions can be evaluated.
pub trait Scene {
    /// Returns the pit that a path leads to.
    fn pit(&self, path: &[PathStep]) -> PitView;
    /// Whether the pit that a path leads to is of a kind.
    fn is(&self, path: &[PathStep], kind: PitKind) -> bool {
        self.pit(path).is(kind)
    }
    /// Returns the seeds in the pit that a path leads to.
    fn held(&self, path: &[PathStep]) -> u16 {
        self.pit(path).seeds
    }
    /// Returns the seeds in a place, or its points.
    fn seeds(&self, place: &Place) -> u16;
    /// Evaluates a condition that depends on more than one place: on the move, or on all pits.
    fn holds_globally(&self, condition: &Condition) -> bool;
}

impl Condition {
    /// Evaluates the condition in a scene.
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
            | Condition::BonusTurn
            | Condition::PlayerIs(_)
            | Condition::PlayerBegan
            | Condition::CapturedLast(_)
            | Condition::LastMoveOf(_)
            | Condition::LapNumber(_)
            | Condition::Captures(_)
            | Condition::Count(..)
            | Condition::LastSeed
            | Condition::LapEnds(_)
            | Condition::WayIs(_)
            | Condition::Entered
            | Condition::InReach(..)
            | Condition::Exists(_)
            | Condition::MoveNumber(_)
            | Condition::FirstLap
            | Condition::LapOf(_)
            | Condition::AfterMove(_)
            | Condition::Captured(_)
            | Condition::Outermost(..)
            | Condition::Compare(..) => scene.holds_globally(self),
        }
    }

    /// Whether this condition or any part of it satisfies the predicate.
    pub fn has(&self, predicate: &impl Fn(&Condition) -> bool) -> bool {
        predicate(self)
            || match self {
                Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| part.has(predicate)),
                Condition::Not(part)
                | Condition::Count(part, _)
                | Condition::Exists(part)
                | Condition::InReach(_, part)
                | Condition::AfterMove(part)
                | Condition::Outermost(_, _, part)
                | Condition::LapEnds(part) => part.has(predicate),
                _ => false,
            }
    }

    /// Whether this condition or any part of it depends on a pit that is found by one of these steps, or that is
    /// of one of these kinds.
    pub fn depends_on(&self, step: &impl Fn(&PathStep) -> bool, kind: &impl Fn(&PitKind) -> bool) -> bool {
        let leads = |path: &Path| path.iter().any(step);
        self.has(&|part| match part {
            Condition::Is(place, of) => kind(of) || place.has_path(&leads),
            Condition::Holds(place, _) => place.has_path(&leads),
            Condition::Compare(one, _, other) => one.has_path(&leads) || other.has_path(&leads),
            Condition::Outermost(path, Outermost::After(from), _) => leads(path) || leads(from),
            Condition::Outermost(path, ..) | Condition::InReach(path, _) => leads(path),
            _ => false,
        })
    }

    /// Whether it is true only of a player without a move.
    pub fn requires_no_move(&self) -> bool {
        match self {
            Condition::NoMove => true,
            Condition::All(parts) => parts.iter().any(Condition::requires_no_move),
            Condition::Any(parts) => parts.iter().all(Condition::requires_no_move),
            _ => false,
        }
    }

    /// Visits this condition and all its parts that are evaluated in the same scene and for the same `here`.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Condition)) {
        visit(self);
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| part.walk(visit)),
            Condition::Not(part) => part.walk(visit),
            _ => {}
        }
    }
}
