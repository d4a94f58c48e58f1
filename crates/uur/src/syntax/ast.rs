//! The abstract syntax tree: what the author wrote, with source locations. It may be nonsense;
//! `check` decides.
//!
//! A file is a list of sections, and a section is a list of lines. This uniform shape lets one file
//! change single lines of another. The types of the tree end in `Node`. Words that mean the same in every
//! game, such as `own` and `winner`, have the types of [`rules`](crate::rules).

use crate::rules::{
    Arranged, Comparison, CounterChange, Direction, Exchange, Filler, Leftover, MoveAction, MoveFact, MoveFigure,
    Outermost, Path, PitKind, Receiver, Side, Starter, Unfilled, Value, Values, WayBinding, Who, Whose,
};
use crate::source::{Span, Spanned};

/// A name, a word or a quoted text, with its location.
pub type NameNode = Spanned<String>;

/// A whole file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileNode {
    /// `language 1`. Written more than once, it is an error that the checker reports.
    pub versions: Vec<Spanned<u64>>,
    /// `extends "…"`.
    pub extends: Vec<NameNode>,
    /// `param …`.
    pub params: Vec<ParamNode>,
    /// All other sections, in the order written.
    pub sections: Vec<SectionNode>,
    /// `test "…" { … }`.
    pub examples: Vec<ExampleNode>,
    /// Whether every line could be read, perhaps after a repair. If not, something that appears to be
    /// missing may stand in an unreadable line.
    pub complete: bool,
    /// The whole text.
    pub span: Span,
}

/// `param pits = 12 in 2..24 "pits in a row"`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParamNode {
    /// Its name.
    pub name: NameNode,
    /// Its default value.
    pub default: Spanned<Value>,
    /// The values that it may take.
    pub values: Vec<Spanned<Values>>,
    /// What it means, in the author's words.
    pub about: Option<String>,
    /// The whole line.
    pub span: Span,
}

/// The kind of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SectionKind {
    /// `game`
    Game,
    /// `board`
    Board,
    /// `terms`
    Terms,
    /// `stages`
    Stages,
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
    /// `match`
    Match,
}

impl SectionKind {
    /// All sections, in the order in which a file is best read.
    pub const ALL: [SectionKind; 13] = [
        SectionKind::Game,
        SectionKind::Board,
        SectionKind::Terms,
        SectionKind::Stages,
        SectionKind::Sow,
        SectionKind::Opening,
        SectionKind::Begin,
        SectionKind::Lift,
        SectionKind::Drop,
        SectionKind::Land,
        SectionKind::Finish,
        SectionKind::End,
        SectionKind::Match,
    ];

    /// Whether its lines say when something happens in a move or a round ends.
    pub fn is_table(self) -> bool {
        use SectionKind::{Begin, Drop, End, Finish, Land, Lift};
        matches!(self, Begin | Lift | Drop | Land | Finish | End)
    }

    /// The word that begins the section.
    pub fn word(self) -> &'static str {
        match self {
            SectionKind::Game => "game",
            SectionKind::Board => "board",
            SectionKind::Terms => "terms",
            SectionKind::Stages => "stages",
            SectionKind::Sow => "sow",
            SectionKind::Opening => "opening",
            SectionKind::Begin => "begin",
            SectionKind::Lift => "lift",
            SectionKind::Drop => "drop",
            SectionKind::Land => "land",
            SectionKind::Finish => "finish",
            SectionKind::End => "end",
            SectionKind::Match => "match",
        }
    }
}

/// A section with its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionNode {
    /// The kind.
    pub kind: SectionKind,
    /// The word `change`, if the section changes the same section of the extended game.
    pub change: Option<Span>,
    /// The quoted names of `game`, its title first.
    pub titles: Vec<NameNode>,
    /// The stage in which its lines apply, if not in all.
    pub stage: Option<NameNode>,
    /// The direction of `sow`.
    pub direction: Option<Spanned<DirectionNode>>,
    /// Its lines.
    pub lines: Vec<LineNode>,
    /// The first line, up to `{`.
    pub head: Span,
}

/// The direction of sowing; `None` for `clockwise or counterclockwise`.
pub type DirectionNode = Option<Direction>;

/// One line of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineNode {
    /// The name before the colon.
    pub label: Option<NameNode>,
    /// Its first word.
    pub word: String,
    /// What the line says, without its label.
    pub content: ContentNode,
    /// The words `own row` and `opponent row`, which have no meaning where a player has several rows.
    pub single_rows: Vec<(Whose, Span)>,
    /// The whole line.
    pub span: Span,
}

impl LineNode {
    /// Whether its label is a name for other lines, of a term or a stage.
    pub fn declares(&self) -> bool {
        matches!(self.content, ContentNode::Term(_) | ContentNode::Stage(_))
    }

    /// The name of the line in `change`: its label or, where lines have none, its keyword.
    pub fn name(&self) -> Option<&str> {
        match &self.content {
            ContentNode::Rule { .. } | ContentNode::Term(_) | ContentNode::Stage(_) => {
                self.label.as_ref().map(|label| label.value.as_str())
            }
            ContentNode::Before { .. } | ContentNode::After { .. } | ContentNode::Without(_) => None,
            ContentNode::Mark { name, .. } | ContentNode::Counter { name, .. } => Some(&name.value),
            ContentNode::Stored(_) => Some("store"),
            ContentNode::Arranges { .. } => Some("arranges"),
            ContentNode::Refill(..) => Some("refill"),
            ContentNode::LoserArranges { .. } => Some(self.label.as_ref().map_or("loser", |label| &label.value)),
            _ => Some(&self.word),
        }
    }
}

/// The content of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContentNode {
    /// `region "…"`
    Region(String),
    /// `source "…"`
    Source(String),
    /// `reading "…"`
    Reading(String),
    /// `asymmetric "…"`
    Asymmetric(String),
    /// `rows 2`, `rows 1 for both`
    Rows {
        /// How many.
        number: NumberNode,
        /// `for both`
        shared: Option<Span>,
    },
    /// `pits 6`
    Pits(NumberNode),
    /// `plan "c b a"`
    Plan(NameNode),
    /// `seeds …`
    Seeds {
        /// Whose row, or `None` for both.
        side: Option<Side>,
        /// The row of a player, or `None` for all.
        row: Option<Spanned<RowNode>>,
        /// The seeds in it.
        seeds: SeedsNode,
    },
    /// `seeds store 9 each`
    Stored(NumberNode),
    /// `each owns own pit A..C or opponent pit D..F`
    Owns(Vec<KindNode>),
    /// `mark uur never empty`
    Mark {
        /// The name of the mark.
        name: NameNode,
        /// The pits that bear it at the start, or none.
        at: Vec<KindNode>,
        /// Whether seeds in marked pits are protected.
        never_emptied: bool,
        /// The noun for several marked pits.
        plural: Option<NameNode>,
    },
    /// `counter debt`, perhaps `kept`
    Counter {
        /// Its name.
        name: NameNode,
        /// Whether it keeps its value in later rounds.
        kept: bool,
    },
    /// `facing: here is occupied and …`
    Term(ConditionNode),
    /// `namua: own store is occupied`; `None` for `else`.
    Stage(Option<ConditionNode>),
    /// `from own pit where …`
    From {
        /// The kinds of pit.
        kinds: Vec<KindNode>,
        /// The guard.
        condition: Option<ConditionNode>,
    },
    /// `move 1 from own store to … where …`
    Enter {
        /// The number of seeds.
        seeds: NumberNode,
        /// The kinds of pit.
        kinds: Vec<KindNode>,
        /// The guard.
        condition: Option<ConditionNode>,
    },
    /// `each lap may sow clockwise where …`
    EachLap {
        /// The direction.
        direction: Direction,
        /// The guard.
        condition: Option<ConditionNode>,
    },
    /// `prefer …`
    Prefer(ConditionNode),
    /// `clockwise where …`
    Way {
        /// The direction.
        direction: DirectionNode,
        /// The guard.
        condition: ConditionNode,
    },
    /// `keep way`
    Keep(WayBinding),
    /// `along own row, opponent row backwards`
    Along(Vec<Spanned<RunNode>>),
    /// `drop 2 where …`
    Several {
        /// The number of seeds that fall at once.
        seeds: NumberNode,
        /// The guard.
        condition: Option<ConditionNode>,
    },
    /// `lift all but 1 where …`
    Lift {
        /// The number of seeds.
        seeds: LiftingNode,
        /// The guard.
        condition: Option<ConditionNode>,
    },
    /// `skip turn origin where …`
    Skip {
        /// The kinds of pit.
        kinds: Vec<KindNode>,
        /// The guard.
        condition: Option<ConditionNode>,
    },
    /// `move 1 may lift all but 1 from K`
    Scripted {
        /// The number of the move, from 1.
        ply: NumberNode,
        /// Whether it says `must`, not `may`.
        must: bool,
        /// The pits where the move starts.
        pits: Vec<Spanned<PitRangeNode>>,
        /// The number of seeds that stay in the pit.
        leaving: Option<NumberNode>,
        /// The guard, on parameters only.
        condition: Option<ConditionNode>,
    },
    /// `move 2 may swap`
    Swap {
        /// The number of the move, from 1.
        ply: NumberNode,
        /// Whether the player moves as well.
        moves_on: bool,
        /// The guard, on parameters only.
        condition: Option<ConditionNode>,
    },
    /// `each arranges own row where …`
    Arranges {
        /// The player who lays out the seeds.
        by: ArrangerNode,
        /// The seeds that are laid out.
        what: Arranged,
        /// Whether it says `for both`.
        both: bool,
        /// The condition on the resulting board.
        condition: Option<ConditionNode>,
    },
    /// A condition or `else`, and the actions.
    Rule {
        /// `None` for `else`.
        condition: Option<ConditionNode>,
        /// The word `may`, if the mover decides whether the line applies.
        may: Option<Span>,
        /// The actions.
        actions: Vec<Spanned<ActionNode>>,
    },
    /// `before NAME: LINE`
    Before {
        /// The existing line that the new one goes before.
        name: NameNode,
        /// The new line.
        line: Box<LineNode>,
    },
    /// `after NAME: LINE`
    After {
        /// The existing line that the new one goes after.
        name: NameNode,
        /// The new line.
        line: Box<LineNode>,
    },
    /// `remove NAME`
    Without(NameNode),
    /// `win most seeds`
    MostSeeds {
        /// `+ own uur`: the mark of the pits whose seeds count for the owners of the marks.
        counted: Option<NameNode>,
        /// `at 25 or more`
        at: Option<AmountNode>,
    },
    /// `refill 4 each`
    Refill(RefillNode, Filler, Unfilled),
    /// `… -> loser arranges own row for both where …`
    LoserArranges {
        /// Whether it says `for both`.
        both: bool,
        /// The condition after `where`.
        condition: Option<ConditionNode>,
        /// The condition before the arrow.
        when: Option<ConditionNode>,
    },
    /// `keep pit D`
    KeepSeeds(Vec<KindNode>),
    /// `winner owns 1 more pit`
    Gain(NumberNode),
    /// `remainder in next pit`
    Leftover(Leftover),
    /// `remainder 1 to 3`
    Remainder {
        /// What one player has left over.
        one: NumberNode,
        /// What the other player has left over.
        other: NumberNode,
        /// `to`, `-> loser` or `-> lot`
        exchange: Exchange,
    },
    /// `starter in turn`
    Starter(Starter),
    /// `lot "shekut": finger wins against three, …`
    Lot {
        /// The name of the hand game.
        name: String,
        /// The signs that win, each with one that it beats.
        beats: Vec<Spanned<[String; 2]>>,
    },
}

/// The number of seeds that are lifted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LiftingNode {
    /// `all`
    All,
    /// `all but 1`
    AllBut(NumberNode),
    /// `1 or more`, perhaps `but not all`: the mover chooses.
    Chosen {
        /// The numbers of which the mover chooses one.
        seeds: AmountNode,
        /// Whether at least one seed must stay.
        not_all: bool,
    },
}

/// Who lays out seeds before the first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrangerNode {
    /// `south`, `north`
    Seat(Side),
    /// `each`
    Each,
    /// `lot`
    Lot,
}

/// The seeds of a row at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeedsNode {
    /// `4 each`
    Each(NumberNode),
    /// `0 3 3`, perhaps `repeated`
    Pattern {
        /// The numbers.
        numbers: Vec<NumberNode>,
        /// Whether they are repeated until the row is full.
        repeated: bool,
    },
}

/// How the board is filled for a new round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefillNode {
    /// `anew`
    Anew,
    /// `4 each from last pit`; with `else opponent owns`
    Pits {
        /// The seeds in each pit.
        seeds: NumberNode,
        /// Whether pits of the other row are filled, too.
        territory: bool,
        /// Whether the last pit comes first.
        back: bool,
    },
    /// `all`
    Evenly,
}

/// A part of the path of sowing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunNode {
    /// Whose pits or store.
    pub whose: Whose,
    /// The pits, or the store.
    pub part: RunPartNode,
    /// The word `backwards`.
    pub backwards: bool,
}

/// The pits of a part of the path, or a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunPartNode {
    /// `row`, `rows`
    Side,
    /// `front`, `back`, `row 2`
    Row(RowNode),
    /// `store`
    Store,
}

/// A row of each player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowNode {
    /// `front`
    Front,
    /// `back`
    Back,
    /// `row 2`, from 1
    Number(u16),
}

/// A pit, or all pits of a row from one to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PitRangeNode {
    /// The pit, or the first one.
    pub first: PitNode,
    /// The last pit of a range.
    pub last: Option<PitNode>,
}

/// A pit by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PitNode {
    /// `K`, and the number of strokes behind it
    Letter(char, u8),
    /// `pit 11`
    Number(NumberNode),
}

/// A number or an arithmetic expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberNode {
    /// Its form.
    pub sum: SumNode,
    /// The location.
    pub span: Span,
}

/// The form of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SumNode {
    /// Digits.
    Literal(u16),
    /// A parameter.
    Param(String),
    /// `a + b`
    Plus(Box<NumberNode>, Box<NumberNode>),
    /// `a - b`
    Minus(Box<NumberNode>, Box<NumberNode>),
    /// `a * b`
    Times(Box<NumberNode>, Box<NumberNode>),
    /// `a / b`
    Divided(Box<NumberNode>, Box<NumberNode>),
}

/// A condition with its location.
pub type ConditionNode = Spanned<PredicateNode>;

/// What a condition tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PredicateNode {
    /// `a and b`
    All(Vec<ConditionNode>),
    /// `a or b`
    Any(Vec<ConditionNode>),
    /// `(a)`
    Group(Box<ConditionNode>),
    /// `not a`
    Not(Box<ConditionNode>),
    /// `lap is 1`, `player is south`
    Fact(MoveFact),
    /// `turn is namua`
    InStage(NameNode),
    /// `lap holds 1`, `move is 3 or more`
    Figure(MoveFigure, AmountNode),
    /// `lap ends in … where …`
    LapEnds(Vec<KindNode>, Option<Box<ConditionNode>>),
    /// `any own tuz`, `every own pit holds 1`, `no own pit where …`
    Quantified(QuantifierNode, Vec<KindNode>, Option<QualityNode>, Option<Box<ConditionNode>>),
    /// `lap is clockwise`
    WayIs(Direction),
    /// `lap from own pit ends in opposite where …`
    InReach(Spanned<PlaceNode>, Vec<KindNode>, Option<Box<ConditionNode>>),
    /// `facing`, a name in `terms`
    Term(NameNode),
    /// `after move …`
    AfterMove(Box<ConditionNode>),
    /// `2 or more pits are …`
    Counted(AmountNode, Vec<KindNode>, Option<Box<ConditionNode>>),
    /// `more own uur than opponent uur`
    Outnumber(Comparison, [Vec<KindNode>; 2]),
    /// `endless`, perhaps `after N laps`
    Endless(Option<NumberNode>),
    /// `repeated N times`
    Repeated(NumberNode),
    /// `repeated never`
    NeverRepeated,
    /// `parameter is value`
    Setting(NameNode, Spanned<Value>),
    /// `place is kind or kind`
    Is(Spanned<PlaceNode>, Vec<KindNode>),
    /// `place holds amount`
    Holds(Spanned<PlaceNode>, AmountNode),
}

/// How many pits of a kind must meet a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuantifierNode {
    /// `any`
    Any,
    /// `no`
    No,
    /// `every`
    Every,
}

/// What pits of a quantified kind must be or hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QualityNode {
    /// `is …`
    Is(Vec<KindNode>),
    /// `holds …`
    Holds(AmountNode),
}

/// The pit from which others are searched. `after last landing`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedFrom {
    /// Whether they are searched against the direction of sowing.
    pub before: bool,
    /// The pit.
    pub pit: Spanned<PlaceNode>,
}

/// A kind of pit: words that must all be true of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindNode {
    /// `not` before the words.
    pub negated: bool,
    /// `first` or `last` before the other words.
    pub outermost: Option<Spanned<Outermost>>,
    /// From where the first or last pit is searched.
    pub counted_from: Option<CountedFrom>,
    /// The words.
    pub words: Vec<Spanned<AdjectiveNode>>,
    /// The location.
    pub span: Span,
}

/// One word of a kind of pit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AdjectiveNode {
    /// `own` or `opponent`
    Whose(Whose),
    /// `front`, `back`, `row 2`
    Row(RowNode),
    /// A word without an owner, such as `empty`.
    Plain(PitKind),
    /// `store`
    Store,
    /// `pit D`, `pit 1..3`
    Pit(PitRangeNode),
    /// A mark's name.
    Mark(String),
}

/// An amount of seeds: one number, several, or a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AmountNode {
    /// `even`
    Even,
    /// `odd`
    Odd,
    /// Numbers and ranges.
    Counts(Vec<CountNode>),
    /// `as many as …`, `more than …`, `fewer than …`
    Compared(Comparison, Spanned<PlaceNode>, Option<NumberNode>),
}

/// A number or a range of seeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CountNode {
    /// `3`
    Exactly(NumberNode),
    /// `2..4`
    Between(NumberNode, NumberNode),
    /// `4 or more`
    OrMore(NumberNode),
    /// `4 or fewer`
    OrFewer(NumberNode),
    /// `more than half`
    Share(Spanned<ShareNode>),
}

/// A share of all seeds of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShareNode {
    /// `half`
    Half,
    /// `more than half`
    MoreThanHalf,
    /// `fewer than half`
    FewerThanHalf,
    /// `half or more`
    HalfOrMore,
    /// `half or fewer`
    HalfOrFewer,
    /// `all`
    All,
}

/// A place that holds seeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaceNode {
    /// A pit.
    Pit(Path),
    /// `own row`, `own rows`
    Row(Whose),
    /// `own front`, `own back`
    NthRow(Whose, RowNode),
    /// `own front pit A`
    OnePit(Whose, Option<RowNode>, PitNode),
    /// `own store`
    Store(Whose),
    /// `own points`
    Points(Whose),
    /// `own uur`
    Marked(Whose, NameNode),
    /// `board`
    Board,
    /// `hand`
    Hand,
    /// `own store + own uur`
    Sum(Vec<Spanned<PlaceNode>>),
}

/// The places that an action applies to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TargetNode {
    /// One place.
    Place(Spanned<PlaceNode>),
    /// `every opponent pit where …`
    Every(Vec<KindNode>, Option<ConditionNode>),
}

/// An action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActionNode {
    /// `capture … for …`, `remove …`
    Capture(PortionNode, Vec<TargetNode>, Receiver),
    /// `move N from … to …`; all seeds without a number
    Move(Option<NumberNode>, Box<TargetNode>, Box<TargetNode>),
    /// `lift …`
    Gather(PortionNode, Vec<TargetNode>),
    /// `sow clockwise from …`
    SowOn {
        /// The direction of the lap; `None` for that of the move.
        direction: Option<Direction>,
        /// Whether it says `from`, not `after`: the first seed falls into the place itself.
        from: bool,
        /// The place.
        place: Spanned<PlaceNode>,
    },
    /// `mark … as …`, perhaps `for opponent`
    Mark(Vec<TargetNode>, NameNode, Whose),
    /// `unmark …`
    Unmark(Vec<TargetNode>),
    /// `choose … where …`, `choose 3 … where …`
    Choose(Option<NumberNode>, Vec<KindNode>, Option<ConditionNode>),
    /// `add 1 to own debt`
    Count {
        /// `set`, `add` or `remove`
        change: CounterChange,
        /// By how much.
        by: SummandNode,
        /// Whose counter.
        whose: Whose,
        /// Which counter.
        name: NameNode,
    },
    /// `undo`
    OfMove(MoveAction),
    /// `stop`
    Stop,
    /// `relay`, perhaps `from …`
    Relay {
        /// Whether the lap is sown the other way.
        backwards: bool,
        /// The pit that is sown on, if not that of the last seed.
        from: Option<Spanned<PlaceNode>>,
    },
    /// `bonus move`
    Bonus,
    /// `repeat from …`
    Repeat {
        /// `2 times`
        times: Option<NumberNode>,
        /// The neighbours to repeat from: the line is tried at each pit in that direction.
        from: Vec<Spanned<PlaceNode>>,
    },
    /// `each takes …`
    Takes(Who, Vec<Spanned<TakingNode>>),
    /// `opponent wins`
    Wins(Who),
    /// `draw`
    Draw,
    /// `illegal`
    Illegal,
    /// `pass`
    Pass,
}

impl ActionNode {
    /// Whether it counts points of a match.
    pub fn counts_points(&self) -> bool {
        matches!(self, ActionNode::Count { name, .. } if name.value == "points")
    }
}

/// How many seeds of each place are taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PortionNode {
    /// All of them.
    All,
    /// `2 from`
    AtMost(NumberNode),
    /// `all but 2 from`
    AllBut(NumberNode),
    /// `half of`
    Half,
}

/// A number in an action on a counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SummandNode {
    /// `2`
    Number(NumberNode),
    /// `own store`
    Of(Spanned<PlaceNode>),
}

/// Seeds that a player takes at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TakingNode {
    /// `board`
    Rest,
    /// `half`
    Half,
    /// `own row`, `own rows`
    Row(Whose),
    /// `own uur`
    Marked(Whose, NameNode),
}

/// `test "…" { … }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExampleNode {
    /// What the example shows.
    pub title: NameNode,
    /// The lines.
    pub lines: Vec<Spanned<ExampleLineNode>>,
    /// The whole example.
    pub span: Span,
}

/// A line of an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExampleLineNode {
    /// `position "…"`
    Position(NameNode),
    /// `set pits to 6`
    With(NameNode, Spanned<Value>),
    /// `play A e K-1`
    Play(Vec<NameNode>),
    /// `expect …`
    Expect(Vec<Spanned<ExpectationNode>>),
}

/// What must hold after the last move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectationNode {
    /// `capture 6`, `capture 3 for opponent`
    Gained(Whose, u16),
    /// `remove 5`
    Gone(u16),
    /// `mark A l as uur`
    Marked(Vec<NameNode>, NameNode),
    /// `illegal B by from`
    Illegal(NameNode, Option<NameNode>),
    /// `bonus move`
    Bonus,
    /// `endless`
    Endless,
    /// `position "…"`
    Position(NameNode),
    /// `south wins match`
    MatchWon(Side),
    /// `south wins 30 to 18`, `draw`
    Result(Option<Side>, Option<(u16, u16)>),
    /// `north to move`
    ToMove(Side),
    /// `by take`
    By(NameNode),
}
