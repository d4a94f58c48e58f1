//! What was written, as a tree with places. It may be nonsense; `check` tells.
//!
//! A file is a list of sections, a section a list of lines. That the shape is so even is what lets
//! one file change single lines of another.

use crate::source::{Span, Spanned};

/// A name or a word, with its place.
pub type Name = Spanned<String>;

/// A whole file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// `language 1`, as often as it was written.
    pub versions: Vec<Spanned<u64>>,
    /// `extends "…"`.
    pub extends: Vec<Name>,
    /// `param …`.
    pub params: Vec<Param>,
    /// All other sections, in the order written.
    pub sections: Vec<Section>,
    /// `test "…" { … }`.
    pub examples: Vec<Example>,
    /// Whether every line could be read, perhaps after a mend. If not, what seems to be missing may
    /// stand in a line that could not.
    pub whole: bool,
    /// The whole text.
    pub span: Span,
}

/// `param pits = 12 in 2..24 "pits in a row"`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// Its default.
    pub default: Spanned<Value>,
    /// What it may be.
    pub values: Vec<Spanned<Values>>,
    /// What it is, in the author's words.
    pub about: Option<String>,
    /// The whole line.
    pub span: Span,
}

/// A value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(u64),
    /// A word.
    Word(String),
}

/// One or more values that a parameter may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// One value.
    One(Value),
    /// All numbers from the first to the second.
    Span(u64, u64),
}

/// Which section of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SectionKind {
    /// `game`
    Game,
    /// `board`
    Board,
    /// `marks`
    Marks,
    /// `sow`
    Sow,
    /// `opening`
    Opening,
    /// `begin`
    Begin,
    /// `lift`
    Lift,
    /// `drop`
    Drop,
    /// `land`
    Land,
    /// `finish`
    Finish,
    /// `end`
    End,
    /// `win`
    Win,
    /// `match`
    Match,
    /// `lot`
    Lot,
}

impl SectionKind {
    /// All sections, in the order in which a file is best read.
    pub const ALL: [SectionKind; 14] = [
        SectionKind::Game,
        SectionKind::Board,
        SectionKind::Marks,
        SectionKind::Sow,
        SectionKind::Opening,
        SectionKind::Begin,
        SectionKind::Lift,
        SectionKind::Drop,
        SectionKind::Land,
        SectionKind::Finish,
        SectionKind::End,
        SectionKind::Win,
        SectionKind::Match,
        SectionKind::Lot,
    ];

    /// The word that begins it.
    pub fn word(self) -> &'static str {
        match self {
            SectionKind::Game => "game",
            SectionKind::Board => "board",
            SectionKind::Marks => "marks",
            SectionKind::Sow => "sow",
            SectionKind::Opening => "opening",
            SectionKind::Begin => "begin",
            SectionKind::Lift => "lift",
            SectionKind::Drop => "drop",
            SectionKind::Land => "land",
            SectionKind::Finish => "finish",
            SectionKind::End => "end",
            SectionKind::Win => "win",
            SectionKind::Match => "match",
            SectionKind::Lot => "lot",
        }
    }
}

/// A section with its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Which one.
    pub kind: SectionKind,
    /// Where `change` stands, if the section changes that of the game that is extended.
    pub change: Option<Span>,
    /// The quoted title of `game` and `lot`.
    pub title: Option<Name>,
    /// The direction of `sow`.
    pub direction: Option<Spanned<Direction>>,
    /// Its lines.
    pub lines: Vec<Line>,
    /// The first line, up to `{`.
    pub head: Span,
}

/// Which way seeds are sown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// `counterclockwise`
    Counterclockwise,
    /// `clockwise`
    Clockwise,
    /// `either way`
    Either,
}

/// One line of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The name before the colon.
    pub label: Option<Name>,
    /// What it says.
    pub content: Content,
    /// The whole line.
    pub span: Span,
}

impl Line {
    /// What `change` and `without` call the line: its label or, where lines have none, its first
    /// word.
    pub fn name(&self) -> Option<&str> {
        let word = match &self.content {
            Content::Names(_) => "names",
            Content::Region(_) => "region",
            Content::Source(_) => "source",
            Content::Reading(_) => "reading",
            Content::Asymmetric(_) => "asymmetric",
            Content::Rows(_) => "rows",
            Content::Pits(_) => "pits",
            Content::Seeds { .. } => "seeds",
            Content::Stored(_) => "stores",
            Content::Owns(_) => "each",
            Content::Mark { name, .. } => &name.value,
            Content::From { .. } => "from",
            Content::Lift { .. } => "lift",
            Content::Skip { .. } => "skip",
            Content::Prefer(_) => "prefer",
            Content::Way { direction, .. } => match direction.value {
                Direction::Clockwise => "clockwise",
                Direction::Counterclockwise => "counterclockwise",
                Direction::Either => "either",
            },
            Content::Kept(_) => "keep",
            Content::Through { .. } => "through",
            Content::Within => "within",
            Content::Several { .. } => "drop",
            Content::Scripted { .. } | Content::Swap { .. } => "move",
            Content::Arranges { .. } => "arranges",
            Content::MostSeeds => "most",
            Content::Refill(_) => "refill",
            Content::Territory(_) => "territory",
            Content::Points { .. } => "points",
            Content::Remainder { .. } | Content::NextPit => "remainder",
            Content::Unfilled(_) => "unfilled",
            Content::Starter(_) => "starter",
            Content::Over { .. } => "over",
            Content::Beats { .. } => "beats",
            Content::Rule { .. } => return self.label.as_ref().map(|label| label.value.as_str()),
            Content::Before { .. } | Content::After { .. } | Content::Without(_) => return None,
        };
        Some(word)
    }
}

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// `names "…", "…"`
    Names(Vec<String>),
    /// `region "…"`
    Region(String),
    /// `source "…"`
    Source(String),
    /// `reading "…"`
    Reading(String),
    /// `asymmetric "…"`
    Asymmetric(String),
    /// `rows 2`
    Rows(Number),
    /// `pits 6`
    Pits(Number),
    /// `seeds …`
    Seeds {
        /// Whose row; both if nobody is named.
        side: Option<Seat>,
        /// What is in it.
        seeds: Seeds,
    },
    /// `stores 9 each`
    Stored(Number),
    /// `each owns own pit A..C or opponent pit D..F`
    Owns(Vec<Kind>),
    /// `uur never emptied`
    Mark {
        /// What the mark is called.
        name: Name,
        /// The pits that bear it at the start.
        at: Vec<Kind>,
        /// Whether pits with it are protected.
        never_emptied: bool,
    },
    /// `from own pit where …`
    From {
        /// The kinds of pit.
        kinds: Vec<Kind>,
        /// The guard.
        condition: Option<Condition>,
    },
    /// `prefer …`
    Prefer(Condition),
    /// `clockwise where …`
    Way {
        /// Which way.
        direction: Spanned<Direction>,
        /// The guard.
        condition: Condition,
    },
    /// `keep direction`
    Kept(Kept),
    /// `through own store`
    Through {
        /// Of the mover only, or of both.
        stores: Stores,
        /// `before row`, not behind it.
        before: bool,
    },
    /// `within own row`
    Within,
    /// `drop 2 where …`
    Several {
        /// How many seeds.
        seeds: Number,
        /// The guard.
        condition: Option<Condition>,
    },
    /// `lift all but 1 where …`
    Lift {
        /// How many seeds.
        seeds: Lifting,
        /// The guard.
        condition: Option<Condition>,
    },
    /// `skip turn origin where …`
    Skip {
        /// The kinds of pit.
        kinds: Vec<Kind>,
        /// The guard.
        condition: Option<Condition>,
    },
    /// `move 1 may lift K leaving 1`
    Scripted {
        /// The number of the move, from 1.
        ply: Number,
        /// `must`, not `may`.
        must: bool,
        /// Where it starts.
        pits: Vec<Spanned<PitName>>,
        /// How many seeds stay.
        leaving: Option<Number>,
        /// The guard, on parameters only.
        condition: Option<Condition>,
    },
    /// `move 2 may swap`
    Swap {
        /// The number of the move, from 1.
        ply: Number,
        /// The guard, on parameters only.
        condition: Option<Condition>,
    },
    /// `each arranges own row where …`
    Arranges {
        /// Who does.
        by: Arranger,
        /// Which seeds.
        what: Arranged,
        /// What must be so then.
        condition: Option<Condition>,
    },
    /// A condition, or `else`, and what then happens.
    Rule {
        /// `None` for `else`.
        condition: Option<Condition>,
        /// Where `may` stands: the mover decides whether the line fits.
        may: Option<Span>,
        /// What happens.
        actions: Vec<Spanned<Action>>,
    },
    /// `before NAME: LINE`
    Before {
        /// The line that it stands in front of.
        name: Name,
        /// The new line.
        line: Box<Line>,
    },
    /// `after NAME: LINE`
    After {
        /// The line that it stands behind.
        name: Name,
        /// The new line.
        line: Box<Line>,
    },
    /// `without NAME`
    Without(Name),
    /// `most seeds`
    MostSeeds,
    /// `refill 4 each`
    Refill(Refill),
    /// `territory 4 each`
    Territory(Number),
    /// `remainder in next pit`
    NextPit,
    /// `points 2 when …`
    Points {
        /// How many; the surplus over the other player without a number.
        number: Option<Number>,
        /// When.
        condition: Condition,
    },
    /// `remainder 1 against 3 -> cede`
    Remainder {
        /// What one has left.
        one: Number,
        /// What the other has left.
        other: Number,
        /// `lot`, not `cede`.
        by_lot: bool,
    },
    /// `unfilled closed`
    Unfilled(Unfilled),
    /// `starter alternates`
    Starter(Starter),
    /// `over when … -> …`
    Over {
        /// When.
        condition: Condition,
        /// What then.
        actions: Vec<Spanned<Action>>,
    },
    /// `finger beats three`
    Beats {
        /// The sign that wins.
        winner: Name,
        /// The sign that loses.
        loser: Name,
    },
}

/// How many seeds are lifted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lifting {
    /// `all`
    All,
    /// `all but 1`
    AllBut(Number),
    /// `1 or more`, perhaps `leaving 1 or more`: as the mover chooses
    Chosen(Amount, Option<Amount>),
}

/// Who lays out seeds before the first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arranger {
    /// `south`, `north`
    Seat(Seat),
    /// `each`
    Each,
    /// `lot`
    Lot,
}

/// Which seeds are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arranged {
    /// `own row`, perhaps `for both`
    Row(bool),
    /// `own pit`
    Pit,
    /// `board`
    Board,
}

/// Whose first choice of a way binds whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// `keep direction`: each player keeps his own.
    Each,
    /// `keep same direction`: both keep the one first chosen.
    Same,
    /// `keep opposite direction`: the one who chooses second has the other one.
    Opposite,
}

/// Stores on the way of the seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stores {
    /// `own store`
    Own,
    /// `both stores`
    Both,
}

/// A player by his seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seat {
    /// `south`
    South,
    /// `north`
    North,
}

/// The start of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seeds {
    /// `4 each`
    Each(Number),
    /// `0 3 3`, perhaps `repeated`
    Pattern {
        /// The numbers.
        numbers: Vec<Spanned<u64>>,
        /// Whether they are repeated until the row is full.
        repeated: bool,
    },
}

/// How the board is filled for a new round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refill {
    /// `anew`
    Anew,
    /// `4 each`
    Each(Number),
    /// `4 each from last pit`
    FromLast(Number),
    /// `arranged by loser where …`
    Arranged(Option<Condition>),
}

/// What becomes of pits that cannot be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfilled {
    /// `closed for both`
    ClosedForBoth,
    /// `closed`
    Closed,
    /// `empty`
    Empty,
}

/// Who begins a later round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Starter {
    /// `lot`
    Lot,
    /// `alternates`
    Alternates,
    /// `winner`
    Winner,
    /// `loser`
    Loser,
    /// `last to move`
    LastToMove,
}

/// A pit by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PitName {
    /// `K`
    Letter(char),
    /// `pit 11`
    Number(Number),
}

/// A number or a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// How it is made.
    pub sum: Sum,
    /// Where it stands.
    pub span: Span,
}

/// How a number is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sum {
    /// Digits.
    Literal(u64),
    /// A parameter.
    Param(String),
    /// `a + b`
    Plus(Box<Number>, Box<Number>),
    /// `a - b`
    Minus(Box<Number>, Box<Number>),
    /// `a * b`
    Times(Box<Number>, Box<Number>),
    /// `a / b`
    Divided(Box<Number>, Box<Number>),
}

/// A condition with its place.
pub type Condition = Spanned<Test>;

/// What must be true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// `a and b`
    All(Vec<Condition>),
    /// `a or b`
    Any(Vec<Condition>),
    /// `not a`
    Not(Box<Condition>),
    /// `no move`
    NoMove,
    /// `last seed`
    LastSeed,
    /// `first lap ends in …`
    FirstLapEnds(Vec<Kind>),
    /// `any own tuz`, `every own pit holds 1`
    Some(Quantifier, Kind, Option<Quality>),
    /// `move 3 or more`
    MoveNumber(Amount),
    /// `first lap`
    FirstLap,
    /// `lap of 1`
    LapOf(Amount),
    /// `after move …`
    AfterMove(Box<Condition>),
    /// `captured 1 or more`
    Captured(Amount),
    /// `endless`, perhaps `after N laps`
    Endless(Option<Number>),
    /// `repeated N times`
    Repeated(Number),
    /// `parameter is value`
    Setting(Name, Spanned<Value>),
    /// `place is kind or kind`
    Is(Spanned<Place>, Vec<Kind>),
    /// `place holds amount`
    Holds(Spanned<Place>, Amount),
}

/// Of how many pits something is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifier {
    /// `any`
    Any,
    /// `no`
    No,
    /// `every`
    Every,
}

/// What is said of pits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Quality {
    /// `is …`
    Is(Vec<Kind>),
    /// `holds …`
    Holds(Amount),
}

/// A kind of pit: some words that must all be true of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// `not` before the words.
    pub negated: bool,
    /// `first` or `last` before the other words.
    pub outermost: Option<Spanned<Outermost>>,
    /// The words.
    pub words: Vec<Spanned<Adjective>>,
    /// Where it stands.
    pub span: Span,
}

/// Which one of the pits of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outermost {
    /// `first`
    First,
    /// `last`
    Last,
}

/// One word of a kind of pit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Adjective {
    /// `own` or `opponent`
    Whose(Whose),
    /// `empty`
    Empty,
    /// `occupied`
    Occupied,
    /// `closed`
    Closed,
    /// `lap origin`
    LapOrigin,
    /// `turn origin`
    TurnOrigin,
    /// `last origin`
    LastOrigin,
    /// `last landing`
    LastLanding,
    /// `sown`
    Sown,
    /// `reached`
    Reached,
    /// `store`
    Store,
    /// `pit D`, `pit 1..3`
    Pit(PitName, Option<PitName>),
    /// A mark's name.
    Mark(String),
}

/// `own` or `opponent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// `own`
    Own,
    /// `opponent`
    Opponent,
}

/// A number of seeds, or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Amount {
    /// `even`
    Even,
    /// `odd`
    Odd,
    /// Numbers and ranges.
    Counts(Vec<Count>),
    /// `as many as …`, `more than …`, `fewer than …`
    Compared(std::cmp::Ordering, Spanned<Place>),
}

/// A number or a range of seeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Count {
    /// `3`
    Exactly(Number),
    /// `2..4`
    Between(Number, Number),
    /// `4 or more`
    OrMore(Number),
    /// `4 or fewer`
    OrFewer(Number),
}

/// A place with seeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A pit, by steps from `here`; the last step written is the first to take.
    Pit(Vec<Step>),
    /// `own row`
    Row(Whose),
    /// `own store`
    Store(Whose),
    /// `own points`
    Points(Whose),
    /// `own uur`
    Marked(Whose, Name),
    /// `board`
    Board,
    /// `own store + own uur`
    Sum(Vec<Spanned<Place>>),
}

/// From one pit to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// `opposite`
    Opposite,
    /// `next`
    Next,
    /// `beyond`
    Beyond,
    /// `previous`
    Previous,
    /// `mirror`
    Mirror,
    /// `chosen`
    Chosen,
    /// `lap origin`
    LapOrigin,
    /// `turn origin`
    TurnOrigin,
    /// `last origin`
    LastOrigin,
    /// `last landing`
    LastLanding,
}

/// Places that an action speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// One place.
    Place(Spanned<Place>),
    /// `every opponent pit where …`
    Every(Kind, Option<Condition>),
}

/// What happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// `capture … for …`
    Capture(Option<Number>, Vec<Target>, Beneficiary),
    /// `remove …`
    Remove(Option<Number>, Vec<Target>),
    /// `move N from … to …`; all seeds without a number
    Move(Option<Number>, Box<Target>, Box<Target>),
    /// `mark … as …`
    Mark(Vec<Target>, Name),
    /// `unmark …`
    Unmark(Vec<Target>),
    /// `choose … where …`
    Choose(Kind, Option<Condition>),
    /// `undo captures`
    Undo,
    /// `reverse`
    Reverse,
    /// `stop`
    Stop,
    /// `relay`, perhaps `from …`
    Relay(Option<Spanned<Place>>),
    /// `bonus move`
    Bonus,
    /// `repeat from …`
    Repeat {
        /// `2 times`
        times: Option<Number>,
        /// Where; from the landing on along each of them.
        from: Vec<Spanned<Place>>,
    },
    /// `each takes …`
    Takes(Who, Vec<Spanned<Taking>>),
    /// `opponent wins`
    Wins(Who),
    /// `draw`
    Draw,
    /// `illegal`
    Illegal,
    /// `pass`
    Pass,
}

/// Who gets captured seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beneficiary {
    /// The mover.
    Mover,
    /// `for owner`
    Owner,
    /// `for opponent`
    Opponent,
}

/// A subject of `takes` and `wins`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// `each`
    Each,
    /// `player`
    Player,
    /// `opponent`
    Opponent,
}

/// What is taken at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taking {
    /// `rest`
    Rest,
    /// `half`
    Half,
    /// `own row`
    Row(Whose),
    /// `own uur`
    Marked(Whose, Name),
}

/// `test "…" { … }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// What it shows.
    pub title: Name,
    /// Its lines.
    pub lines: Vec<Spanned<ExampleLine>>,
    /// All of it.
    pub span: Span,
}

/// A line of an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExampleLine {
    /// `position "…"`
    Position(Name),
    /// `with pits 6`
    With(Name, Spanned<Value>),
    /// `play A e K-1`
    Play(Vec<Name>),
    /// `expect …`
    Expect(Vec<Spanned<Expectation>>),
}

/// What must be so after the last move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// `captured 6`, `opponent captured 3`
    Gained(Whose, u64),
    /// `removed 5`
    Gone(u64),
    /// `marked A l as uur`
    Marked(Vec<Name>, Name),
    /// `illegal B by from`
    Illegal(Name, Option<Name>),
    /// `bonus move`
    Bonus,
    /// `endless`
    Endless,
    /// `position "…"`
    Position(Name),
    /// `south wins match`
    MatchWon(Seat),
    /// `south wins 30 to 18`, `draw`
    Result(Option<Seat>, Option<(u64, u64)>),
    /// `north to move`
    ToMove(Seat),
    /// `by take`
    By(Name),
}
