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
    /// Returns the words for it. Those for a pit at a fixed place depend on the board.
    pub fn words(self) -> &'static str {
        match self {
            PathStep::Opposite => "opposite",
            PathStep::Behind => "behind",
            PathStep::Next => "next",
            PathStep::Previous => "previous",
            PathStep::Mirror => "mirror",
            PathStep::Fixed(..) => "that pit",
            PathStep::Chosen => "chosen",
            PathStep::LapOrigin => "lap origin",
            PathStep::TurnOrigin => "turn origin",
            PathStep::LastOrigin => "last origin",
            PathStep::LastLanding => "last landing",
            PathStep::Landing => "landing",
        }
    }

    /// Whether it leads to the same pit from anywhere, so that earlier steps do not matter.
    pub fn is_fixed(self) -> bool {
        use PathStep::*;
        match self {
            Opposite | Behind | Next | Previous | Mirror => false,
            Fixed(..) | Chosen | LapOrigin | TurnOrigin | LastOrigin | LastLanding | Landing => true,
        }
    }

    fn traits(self) -> Traits {
        match self {
            PathStep::Opposite | PathStep::Behind | PathStep::Mirror => Traits::OF_PIT,
            PathStep::Next | PathStep::Previous => Traits::OF_PIT.and(Period::Lap, Reads::ALONG),
            PathStep::Fixed(..) => Traits::of(Period::Turn, Reads::LETTERS),
            // If there was none, the pit in question stands for it.
            PathStep::Chosen => Traits::OF_PIT.and(Period::Seed, Reads::CHOSEN),
            PathStep::LastOrigin | PathStep::LastLanding => Traits::OF_PIT.and(Period::Turn, Reads::LAST_MOVE),
            PathStep::LapOrigin => Traits::of(Period::Lap, Reads::LAP_ORIGIN),
            PathStep::TurnOrigin => Traits::of(Period::Move, Reads::TURN_ORIGIN),
            PathStep::Landing => Traits::of(Period::Seed, Reads::REACHED),
        }
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
    /// So many, as a part of a sum.
    Number(u16),
    /// All of these together.
    Sum(Vec<Place>),
}

impl Place {
    /// What the number of seeds in it depends on.
    pub fn traits(&self) -> Traits {
        match self {
            Place::Pit(path) => Traits::of_path(path).and(Period::Seed, Reads::SEEDS),
            Place::Row(_) => Traits::of(Period::Seed, Reads::SEEDS | Reads::OWNERS),
            Place::NthRow(..) | Place::Board => Traits::of(Period::Seed, Reads::SEEDS),
            Place::Store(_) => Traits::of(Period::Seed, Reads::STORES),
            Place::Points(_) => Traits::of(Period::Turn, Reads::POINTS),
            Place::Counter(..) => Traits::of(Period::Seed, Reads::COUNTERS),
            Place::Marked(..) => Traits::of(Period::Seed, Reads::SEEDS | Reads::MARKS),
            Place::Hand => Traits::of(Period::Seed, Reads::HAND),
            Place::Number(_) => Traits::NONE,
            Place::Sum(parts) => parts.iter().fold(Traits::NONE, |traits, part| traits.with(part.traits())),
        }
    }
}

/// What the value of a condition, or of a part of one, depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traits {
    /// The shortest stretch of play in which it can change for one pit, whoever is to move.
    pub changes: Period,
    /// What it asks about.
    pub reads: Reads,
    /// Whether it depends on the pit in question, `here`.
    pub of_pit: bool,
}

impl Traits {
    pub(super) const NONE: Traits = Traits::of(Period::Never, Reads::NOTHING);
    const OF_PIT: Traits = Traits { of_pit: true, ..Traits::NONE };

    pub(super) const fn of(changes: Period, reads: Reads) -> Traits {
        Traits { changes, reads, of_pit: false }
    }

    /// What the pit at the end of a path depends on.
    pub fn of_path(path: &[PathStep]) -> Traits {
        path.iter().fold(Traits::OF_PIT, |before, step| match step.is_fixed() {
            true => step.traits(),
            false => before.with(step.traits()),
        })
    }

    /// What depends on both.
    pub(super) fn with(self, other: Traits) -> Traits {
        Traits {
            changes: self.changes.max(other.changes),
            reads: self.reads | other.reads,
            of_pit: self.of_pit || other.of_pit,
        }
    }

    fn and(self, changes: Period, reads: Reads) -> Traits {
        self.with(Traits::of(changes, reads))
    }
}

/// A stretch of play, the longest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Period {
    /// The whole game.
    Never,
    /// A turn, which begins before the player chooses a move.
    Turn,
    /// A move.
    Move,
    /// A lap of a move.
    Lap,
    /// The fall of a seed, and what it causes.
    Seed,
}

/// A set of things that conditions ask about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reads(u32);

/// Declares the sets of one thing each.
macro_rules! reads {
    ($($name:ident $doc:literal)+) => {
        reads! { @(0) $($name $doc)+ }
    };
    (@($bit:expr) $name:ident $doc:literal $($rest:tt)*) => {
        #[doc = $doc]
        pub const $name: Reads = Reads(1 << ($bit));
        reads! { @($bit + 1) $($rest)* }
    };
    (@($bit:expr)) => {};
}

impl Reads {
    /// None of them.
    pub const NOTHING: Reads = Reads(0);
    /// Those that stay while a round is played.
    pub const OF_BOARD: Reads = Reads(Reads::OWNERS.0 | Reads::CLOSED.0 | Reads::LETTERS.0);
    /// Those that stay while a turn lasts.
    pub const OF_TURN: Reads = Reads(Reads::MOVE_NUMBER.0 | Reads::SIDE.0 | Reads::STARTER.0 | Reads::BONUS.0);
    /// Those that exist only while a move is played.
    pub const OF_MOVE: Reads = Reads(Reads::HAND.0 | Reads::WAY.0 | Reads::LAPS.0 | Reads::CAPTURED.0);
    reads! {
        SEEDS "The numbers of seeds in pits."
        OCCUPIED "Which pits are empty."
        STORES "The numbers of seeds in stores."
        HAND "The seeds in hand, now or at the beginning of the lap."
        MARKS "The marks of pits."
        OWNERS "To whom pits belong."
        CLOSED "Which pits are closed."
        LETTERS "The letters of pits, and which come first."
        POINTS "The points of a match."
        COUNTERS "The counters of the players."
        SIDE "Which player it is."
        WAY "The direction of the lap."
        ALONG "What is next to a pit, in the direction of the lap."
        LAPS "The number of the lap."
        LAP_ORIGIN "Where the lap began."
        TURN_ORIGIN "Where the move began."
        REACHED "Where seeds of the move have fallen."
        CHOSEN "What the mover has chosen."
        CAPTURED "What was captured in the move."
        STAGE "In which stage the turn began."
        MOVES "Which moves there are, and what comes of them."
        MOVE_NUMBER "The number of the move."
        BONUS "Whether the turn is a bonus."
        STARTER "Who began the round."
        LIFTED "The seeds that the previous move lifted."
        LAST_MOVE "Where the previous move began and ended."
    }

    /// Whether it has one of these.
    pub fn has(self, any: Reads) -> bool {
        self.0 & any.0 != 0
    }

    /// Whether it has none but these.
    pub fn within(self, all: Reads) -> bool {
        self.0 & !all.0 == 0
    }
}

impl std::ops::BitOr for Reads {
    type Output = Reads;

    fn bitor(self, other: Reads) -> Reads {
        Reads(self.0 | other.0)
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
    /// A fact about the move.
    Fact(MoveFact),
    /// A number of the move is in the set.
    Figure(MoveFigure, Amount),
    /// The lap from `here`, before a move its first lap, would end in a pit that satisfies the condition.
    /// "Empty" then means empty before the last seed of that lap.
    LapEnds(Box<Condition>),
    /// A lap out of some pit that satisfies the condition, in a way open to the owner of the pit, would end in
    /// the pit that the path leads to.
    InReach(Path, Box<Condition>),
    /// Some pit on the board, taken as `here`, satisfies the condition.
    Exists(Box<Condition>),
    /// The condition is true after the whole move.
    AfterMove(Box<Condition>),
    /// This number of pits, each taken as `here`, satisfies the condition.
    Count(Box<Condition>, Amount),
    /// More pits satisfy the first condition than the second.
    Outnumber(Box<[Condition; 2]>),
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

/// A fact about the move in progress or about what came before it, whichever pit is in question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveFact {
    /// The player whose turn begins cannot move.
    NoMove,
    /// The seed just sown was the last in hand.
    LastSeed,
    /// The lap is sown this way.
    WayIs(Way),
    /// The turn began in this stage of the round, from 0.
    Stage(u8),
    /// The lap is the first of its move.
    FirstLap,
    /// The player to move made the previous move as well, and it gave this one.
    BonusTurn,
    /// The player is this one.
    PlayerIs(Side),
    /// The player began the round.
    PlayerBegan,
}

impl MoveFact {
    /// Its row: the words that test it, without a name that varies, and what it depends on.
    fn row(self) -> (&'static str, Traits) {
        match self {
            MoveFact::NoMove => ("no move", Traits::of(Period::Seed, Reads::MOVES)),
            MoveFact::LastSeed => ("seed is last", Traits::of(Period::Seed, Reads::HAND)),
            MoveFact::WayIs(_) => ("lap is clockwise", Traits::of(Period::Lap, Reads::WAY)),
            MoveFact::Stage(_) => ("turn is", Traits::of(Period::Turn, Reads::STAGE)),
            MoveFact::FirstLap => ("lap is 1", Traits::of(Period::Lap, Reads::LAPS)),
            MoveFact::BonusTurn => ("turn is bonus", Traits::of(Period::Turn, Reads::BONUS)),
            MoveFact::PlayerIs(_) => ("player is", Traits::of(Period::Turn, Reads::SIDE)),
            MoveFact::PlayerBegan => ("player is starter", Traits::of(Period::Turn, Reads::STARTER)),
        }
    }

    /// Returns the words that test it, without a name that varies.
    pub fn words(self) -> &'static str {
        self.row().0
    }

    /// Returns what it depends on.
    pub fn traits(self) -> Traits {
        self.row().1
    }
}

/// A number of the move in progress or of what came before it, whichever pit is in question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveFigure {
    /// The number of the move in its round, from 1, counting both players' moves.
    MoveNumber,
    /// The seeds that the previous move lifted at first; 0 before the first move.
    LastMoveOf,
    /// The number of the lap in its move, from 1.
    LapNumber,
    /// The seeds with which the lap was sown.
    LapOf,
    /// The seeds that the mover has captured in this move so far.
    Captured,
}

impl MoveFigure {
    /// Its row: the words before the number, its name in the canonical text, whether it is a number of seeds, and what it
    /// depends on.
    fn row(self) -> (&'static str, &'static str, bool, Traits) {
        match self {
            MoveFigure::MoveNumber => ("move is", "move", false, Traits::of(Period::Turn, Reads::MOVE_NUMBER)),
            MoveFigure::LastMoveOf => {
                ("last move holds", "last move of", true, Traits::of(Period::Turn, Reads::LIFTED))
            }
            MoveFigure::LapNumber => ("lap is", "lap", false, Traits::of(Period::Lap, Reads::LAPS)),
            MoveFigure::LapOf => ("lap holds", "lap of", true, Traits::of(Period::Lap, Reads::HAND)),
            MoveFigure::Captured => ("captured holds", "captured", true, Traits::of(Period::Seed, Reads::CAPTURED)),
        }
    }

    /// Returns the words before the number.
    pub fn words(self) -> &'static str {
        self.row().0
    }

    /// Returns its name in the canonical text.
    pub(super) fn name(self) -> &'static str {
        self.row().1
    }

    /// Whether it is a number of seeds.
    pub fn is_of_seeds(self) -> bool {
        self.row().2
    }

    /// Returns what it depends on.
    pub fn traits(self) -> Traits {
        self.row().3
    }
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
    /// The last one in front of a pit in the direction of sowing. The pit itself comes last.
    Before(Path),
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

impl PitKind {
    /// What it depends on, besides the pit.
    fn traits(self) -> Traits {
        match self {
            PitKind::NthRow(_) => Traits::NONE,
            PitKind::Numbered(..) => Traits::of(Period::Never, Reads::LETTERS),
            PitKind::Store(_) => Traits::of(Period::Turn, Reads::NOTHING),
            PitKind::InRow(_) => Traits::of(Period::Turn, Reads::OWNERS),
            PitKind::Closed => Traits::of(Period::Turn, Reads::CLOSED),
            PitKind::Empty | PitKind::Occupied => Traits::of(Period::Seed, Reads::OCCUPIED),
            PitKind::LapOrigin => Traits::of(Period::Lap, Reads::LAP_ORIGIN),
            PitKind::TurnOrigin => Traits::of(Period::Move, Reads::TURN_ORIGIN),
            PitKind::LastOrigin | PitKind::LastLanding => Traits::of(Period::Turn, Reads::LAST_MOVE),
            PitKind::Landing | PitKind::Sown | PitKind::Reached => Traits::of(Period::Seed, Reads::REACHED),
            PitKind::Marked(..) => Traits::of(Period::Seed, Reads::MARKS),
        }
    }
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
            of_more => scene.holds_globally(of_more),
        }
    }

    /// Returns the conditions of which it consists.
    pub fn parts(&self) -> &[Condition] {
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts,
            Condition::Outnumber(parts) => &parts[..],
            Condition::Not(part)
            | Condition::Count(part, _)
            | Condition::Exists(part)
            | Condition::InReach(_, part)
            | Condition::AfterMove(part)
            | Condition::Outermost(_, _, part)
            | Condition::LapEnds(part) => std::slice::from_ref(part),
            Condition::Always
            | Condition::Fact(_)
            | Condition::Figure(..)
            | Condition::Compare(..)
            | Condition::Is(..)
            | Condition::Holds(..) => &[],
        }
    }

    /// Returns what its value depends on.
    pub fn traits(&self) -> Traits {
        let parts = self.parts().iter().fold(Traits::NONE, |traits, part| traits.with(part.traits()));
        let of_here = matches!(self, Condition::All(_) | Condition::Any(_) | Condition::Not(_));
        self.own_traits().with(Traits { of_pit: of_here && parts.of_pit, ..parts })
    }

    /// Returns what its value depends on besides that of its parts.
    pub fn own_traits(&self) -> Traits {
        let of_path = Traits::of_path;
        match self {
            Condition::Always | Condition::All(_) | Condition::Any(_) | Condition::Not(_) => Traits::NONE,
            Condition::Exists(_) | Condition::Count(..) | Condition::Outnumber(_) => Traits::NONE,
            Condition::Fact(fact) => fact.traits(),
            Condition::Figure(figure, _) => figure.traits(),
            Condition::LapEnds(_) => Traits::OF_PIT.and(Period::Seed, Reads::SEEDS),
            Condition::AfterMove(_) => Traits::OF_PIT.and(Period::Seed, Reads::MOVES),
            Condition::InReach(path, _) => of_path(path).and(Period::Seed, Reads::SEEDS | Reads::WAY),
            Condition::Outermost(path, Outermost::First | Outermost::Last, _) => {
                of_path(path).and(Period::Never, Reads::LETTERS)
            }
            Condition::Outermost(path, Outermost::After(from) | Outermost::Before(from), _) => {
                of_path(path).with(of_path(from)).and(Period::Lap, Reads::ALONG)
            }
            Condition::Compare(one, _, other) => one.traits().with(other.traits()),
            Condition::Is(Place::Pit(path), kind) => of_path(path).with(kind.traits()),
            Condition::Is(place, _) | Condition::Holds(place, _) => place.traits(),
        }
    }

    /// Whether this condition or any part of it satisfies the predicate.
    pub fn has(&self, predicate: &impl Fn(&Condition) -> bool) -> bool {
        predicate(self) || self.parts().iter().any(|part| part.has(predicate))
    }

    /// Whether its value depends on one of these.
    pub fn reads(&self, any: Reads) -> bool {
        self.traits().reads.has(any)
    }

    /// Whether it has one value for all moves of a position.
    pub fn is_of_position(&self) -> bool {
        let of_moves = Reads::OF_MOVE
            | Reads::ALONG
            | Reads::LAP_ORIGIN
            | Reads::TURN_ORIGIN
            | Reads::REACHED
            | Reads::CHOSEN
            | Reads::MOVES;
        let traits = self.traits();
        !traits.of_pit && !traits.reads.has(of_moves)
    }

    /// Whether it is true only where a condition without parts is that satisfies the predicate.
    pub fn implies(&self, predicate: &impl Fn(&Condition) -> bool) -> bool {
        match self {
            Condition::All(parts) => parts.iter().any(|part| part.implies(predicate)),
            Condition::Any(parts) => parts.iter().all(|part| part.implies(predicate)),
            other => predicate(other),
        }
    }

    /// Whether it is true only of a player without a move.
    pub fn requires_no_move(&self) -> bool {
        self.implies(&|part| *part == Condition::Fact(MoveFact::NoMove))
    }

    /// Visits this condition and all its parts that are evaluated in the same scene and for the same `here`.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Condition)) {
        visit(self);
        if matches!(self, Condition::All(_) | Condition::Any(_) | Condition::Not(_)) {
            self.parts().iter().for_each(|part| part.walk(visit));
        }
    }
}
