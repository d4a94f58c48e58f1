//! What a rule text tells, before any words: a plan of sections whose sentences are values of [`Say`].
//!
//! A sentence has the parts of rules as slots: conditions, amounts, pits, marks, players. English turns it into
//! words; names that authors chose, and all else that depends on the game alone, it takes from the rules.

use super::document::SectionId;
use super::patterns::Literal;
use crate::rules::*;

/// The rules of a game as a list of what is to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlannedText {
    /// The facts of the game in one line.
    pub facts: Say,
    /// The sections in their order, each with its blocks.
    pub sections: Vec<(SectionId, Vec<PlannedBlock>)>,
}

/// A paragraph, a list or a drawing, before any words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlannedBlock {
    Paragraph(Vec<Told>),
    Steps(Vec<PlannedItem>),
    Cases(Vec<PlannedItem>),
    Drawing(String),
    /// The heading of what follows.
    Heading(Say),
}

/// An item of a list, before any words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PlannedItem {
    pub label: Option<Say>,
    pub sentences: Vec<Told>,
    pub cases: Vec<PlannedItem>,
}

/// A sentence, and the clauses that it tells; none for a default of the language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Told {
    pub say: Say,
    pub clauses: Vec<ClauseId>,
    /// The word that it defines. The sentence is left out if no other uses the word.
    pub defines: Option<Defined>,
}

/// A word that a rule text defines if it uses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Defined {
    Lap,
    /// The author's name of a condition, by its index.
    Term(usize),
}

/// A sentence, or the label of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Say {
    /// Words that are not translated: an author's, or those of a rule text that is quoted.
    Words(String),
    /// The facts of the game in one line.
    Facts {
        stores: bool,
        seeds: u16,
    },

    // Aim
    /// A player who cannot fill a pit loses the match.
    AimFill,
    /// The first player with this score wins the match.
    AimPoints(Amount),
    AimMatch,
    AimAlone,
    /// The player with more seeds wins; the number that is enough, if it ends the game.
    AimSeeds(Option<u16>),
    AimLastMove,
    /// How a player wins is told under "End"; whether it is one more way.
    AimEnd {
        more: bool,
    },
    AimAtOnce,

    // Set-up
    /// Which player is spoken to.
    Seated(Side),
    PitsOfNobody,
    /// The own rows are the nearer ones; their number.
    NearRows(u8),
    FrontRow,
    /// The letters of so many pits of the own row, and whether they run from left to right.
    Letters {
        pits: u8,
        from_left: bool,
    },
    /// A store lies at an end of a row of so many pits.
    StoreLies {
        pits: u8,
        before: bool,
    },
    /// Pits behind others have strokes.
    Strokes,
    /// A drawing follows.
    DrawnSo,
    /// The pits that South and North own.
    Owned([Vec<String>; 2]),
    AllMarked(MarkId),
    /// Pits marked at the start; of both players alike, if no player is given.
    Marked {
        mark: MarkId,
        side: Option<Side>,
        pits: Vec<String>,
    },
    /// The seeds at the start, and those in each store; `None` if there are no stores to speak of.
    Fill {
        filling: Filling,
        stored: Option<u16>,
    },
    /// The number of each player with which a game begins, or each round of a match.
    CounterBegins {
        counter: CounterId,
        each_round: bool,
    },
    /// South begins the game or, in a match, the first round.
    SouthBegins,
    LotBegins,
    /// Seeds may be laid out; whether by each player.
    LaidOut {
        setup: Box<Arrangement>,
        each: bool,
    },

    // Turn
    /// A table with several lines follows; the first that fits applies.
    FirstLine(Occasion),
    /// A line of a table: alone, with its occasion, or one of several; whether it is the first.
    Line {
        alone: Option<Occasion>,
        first: bool,
        line: Box<Clause<Option<Continuation>>>,
    },
    /// When a turn is in each of the stages.
    Stages(Vec<Condition>),
    /// The heading of what holds in a stage, by its number, or in all.
    InStage(Option<usize>),
    /// The pits that may be lifted, what else is true of them, the seeds that they need, and the marks that are explained
    /// further below.
    Choose {
        from: Choosable,
        kinds: Vec<(PitKind, bool)>,
        seeds: Option<Amount>,
        below: Vec<MarkId>,
        /// Whether the way of sowing is chosen with the pit.
        either_way: bool,
    },
    MayOnly(Restriction),
    /// Preferences follow, one after the other; whether they count only if no move satisfies the one before.
    Preferences {
        otherwise: bool,
    },
    /// A preference, but for positions in which one of the conditions is true; whether it counts only if no move
    /// satisfies the first one, and whether it is among several.
    Prefer {
        otherwise: bool,
        listed: bool,
        unless: Vec<Condition>,
        restriction: Restriction,
    },
    /// Seeds enter from the store, instead of a lap that is lifted or because no pit may be lifted.
    Enter {
        instead: bool,
        seeds: u8,
        pits: Condition,
        /// Whether the way of sowing is chosen with the pit.
        either_way: bool,
    },
    EnterFirst,
    Lift {
        first: bool,
        line: Box<crate::rules::Lift>,
    },
    LiftElse,
    /// The way of sowing; whether all seeds are lifted, and whether seeds of a store can be sown first.
    Sow {
        lift: bool,
        way: Option<Way>,
        route: Route,
        enters: bool,
        /// Whether a long lap comes round to the pit that was lifted, which is not left out.
        comes_round: bool,
    },
    /// All pits in the order in which a player sows, and the way that is; the pits of South if each player sows so.
    Course {
        side: Option<Side>,
        way: Way,
        pits: Vec<String>,
    },
    /// Another way under a condition; whether it is the first such line.
    SowOther {
        first: bool,
        way: Option<Way>,
        condition: Condition,
    },
    SowAnyLap {
        way: Way,
        condition: Condition,
    },
    Keep(WayBinding),
    Several {
        first: bool,
        seeds: u8,
        condition: Condition,
    },
    Skip(Condition),
    LapMeans,
    /// A line for every seed: the pit, what else must be true, whether the last seed is meant.
    Falling {
        first: bool,
        last: Option<bool>,
        class: Vec<Literal>,
        rest: Vec<Literal>,
        actions: Vec<Action>,
    },
    AlsoLastSeed,
    EndsWithLastSeed,
    /// The cases of the last seed follow, told of the next pit or of the pit in which it falls.
    Landings {
        next: bool,
        ordered: bool,
    },
    /// Cases of the last seed follow that come before those of all stages.
    LandingsFirst,
    /// Cases of the last seed follow, one of which always fits, before those of other stages.
    LandingsAlone,
    /// What happens wherever the last seed falls.
    Wherever(Box<LandingCase>),
    /// The label of a case: the place, and what else must be true.
    Lands(Box<LandingCase>),
    /// The label of several cases: the place.
    LandsIn(Box<LandingCase>),
    /// The label of a case of a place: what else must be true.
    If(Box<LandingCase>),
    Anywhere,
    ElseAnywhere,
    Always,
    Otherwise,
    LookFurther,
    MoveEnds,
    /// What happens in a case.
    Happens(Box<LandingCase>),
    /// What happens in a case, the last one, and how others differ from it, each by what else must be true.
    Varies(Vec<LandingCase>),
    EmptyMeans,
    /// The seed that makes a number is one of it.
    MakesMeans,
    /// Where captured seeds go; whether only the mover captures.
    CapturedGo {
        mover: bool,
    },
    /// Seeds that are lifted from the opponent count as captured.
    LiftedCount,
    BonusPasses,

    // Words
    TermMeans {
        term: usize,
        condition: Condition,
    },

    // Marks
    /// To whom a mark belongs: to its maker, or to another for whom it is made.
    MarkOwner {
        mark: MarkId,
        maker: bool,
    },
    NeverEmptied(MarkId),
    /// Nobody lifts a pit with the mark, or begins a move with it.
    NeverLifted(MarkId),

    // First moves
    /// A scripted move of a player, or of either in a match; whether other rules would forbid it, and whether the
    /// player may make it instead of the required move before it.
    Scripted {
        side: Option<Side>,
        script: Box<crate::rules::Scripted>,
        pits: Vec<String>,
        despite: bool,
        instead: bool,
    },
    /// The board may be turned on this move, and whether the player moves as well.
    Swap(u16, bool),

    // End
    /// This number of seeds wins, whoever made the move.
    Enough(u16),
    /// This number of seeds in a player's own store decides, at the beginning of a turn or at the end of one.
    EnoughOwn {
        seeds: u16,
        begins: bool,
        wins: bool,
    },
    EitherSideEmpty(Ending),
    EitherStore(Amount),
    /// What happens to a player who cannot move.
    CannotMove {
        stuck: Stuck,
        ending: Ending,
    },
    NeitherCanMove(Ending),
    PassIfStuck(Stuck),
    PassIf(Condition),
    LeftOnBoard(Amount, Ending),
    BoardEmpty(Ending),
    EndIf(Condition, Ending),
    MoreSeedsWin,
    /// A move without end; whether seeds are taken as told before.
    Endless {
        bound: Option<u16>,
        outcome: EndlessOutcome,
        again: bool,
    },
    /// A repeated position; whether sentences ask of earlier moves, whether there are stores, whether seeds are taken as
    /// told before.
    Repetition {
        times: u16,
        ending: Ending,
        remembers: bool,
        stores: bool,
        again: bool,
    },
    FreeRepetition,
    /// Of the ways to end that are told, several with different results can come together.
    FirstEnding,

    // Match
    /// The seeds that a player holds; whether there are stores.
    HeldSeeds {
        stores: bool,
    },
    AfterRound,
    /// What a round brings; whether it is the first such line. Of several the first that fits counts.
    Points {
        first: bool,
        condition: Condition,
        number: Option<u16>,
    },
    /// A player with these seeds has won or lost the match.
    MatchSeeds {
        amount: Amount,
        won: bool,
    },
    MatchPoints(Amount),
    /// A result of the match under a condition; whether no line with another result comes before it.
    MatchEnd {
        first: bool,
        condition: Condition,
        verdict: Verdict,
    },
    /// Seeds that are left over; how many fill a pit, and whether the count has been told.
    Remainder {
        remainder: Remainder,
        handful: Option<u16>,
        counted: bool,
    },
    Refill(Refill, Filler),
    KeepsSeeds(Condition),
    /// The number of each player stays from round to round.
    CounterKept(CounterId),
    LeftoverGoes(Leftover),
    CannotFill(Unfilled),
    WinnerGains(u8),
    LoserLaysOut(Box<RoundSetup>),
    NextBegins(Starter),

    // Lot
    Signs,

    // Variants
    /// A parameter with numbers: its description, its value and the possible ones.
    NumberParameter {
        about: Option<String>,
        value: Value,
        values: Vec<Values>,
    },
    WordParameter {
        about: Option<String>,
        value: Value,
    },
    ManyChanges,
    /// Steps and sentences that are left out, as they are cited.
    LeftOut(Vec<String>),
    NoChange,
}

/// How the pits are filled at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Filling {
    /// With the same number each.
    Each(u16),
    /// With the same number in each pit of a row, from the front row back.
    Rows(Vec<u16>),
    /// As the board lists it, both sides alike.
    Alike,
    /// As the board lists it for each player.
    Apart,
}

/// When a table applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Occasion {
    TurnBegins,
    BeforeLap,
    MoveEnds,
}

/// The pits from which a player chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choosable {
    Own,
    Opponent,
    OwnOrStore,
    Any,
    /// The player's own pits with these numbers.
    Numbered(u8, u8),
}

/// What restricts the choice of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Restriction {
    /// An opponent without seeds has to get some.
    Feed,
    /// The first lap ends in one of these pits.
    FirstLap(Condition),
    /// The opponent has seeds after the move.
    LeaveSeeds,
    After(Condition),
    Seeds(Amount),
    If(Condition),
}

/// Where seeds are sown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Route {
    /// Into the pits that follow, or along a path that is drawn.
    On,
    Around,
    OwnSide,
    /// Along these runs; whether the opponent's store is left out.
    Runs(Vec<Run>, bool),
}

/// What it is for a player to have no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stuck {
    /// All the player's pits are empty, wherever they lie.
    PitsEmpty,
    SideEmpty,
    NoMove,
}

/// A case of the last seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LandingCase {
    /// What is said of the pit in which the seed fell, as a place.
    pub class: Vec<Literal>,
    /// Whether an earlier case takes some of these pits.
    pub other: bool,
    /// What else must be true.
    pub rest: Vec<Literal>,
    /// Whether all cases look at the next pit.
    pub next: bool,
    /// Whether it is about pits of both players alike.
    pub either_row: bool,
    /// Whether the last seed lies alone in its pit.
    pub lone_seed: bool,
    /// Whether the mover decides if it applies.
    pub may: bool,
    pub actions: Vec<Action>,
    pub then: Continuation,
    /// What has to be true at the next pit of a repetition.
    pub repeated: Condition,
}

/// How a case of the last seed differs from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CaseDifference<'c> {
    /// Something is done before all else.
    First(&'c [Action]),
    /// The seeds are sown another way, or from another place.
    Resown,
}

impl LandingCase {
    /// How it differs from another case, if the two can be told together.
    pub fn differs(&self, from: &LandingCase) -> Option<CaseDifference<'_>> {
        let is_resown = |one: &Continuation, other: &Continuation| match (one, other) {
            (Continuation::Resow { seeds, lift, .. }, Continuation::Resow { seeds: same, lift: all, .. }) => {
                seeds == same && lift == all
            }
            _ => false,
        };
        let first = self.actions.len().checked_sub(from.actions.len());
        match first {
            _ if self.may || from.may => None,
            _ if matches!(from.then, Continuation::Repeat { .. }) && self.repeated != from.repeated => None,
            Some(0) if self.actions == from.actions && is_resown(&self.then, &from.then) => {
                Some(CaseDifference::Resown)
            }
            Some(first) if first > 0 && self.then == from.then && self.actions[first..] == from.actions => {
                Some(CaseDifference::First(&self.actions[..first]))
            }
            _ => None,
        }
    }

    /// Whether a number of seeds is made where the seed falls.
    pub fn makes(&self) -> bool {
        self.class.iter().any(|(part, _)| matches!(part, Condition::Holds(..)))
    }
}

impl Told {
    /// A sentence about some clauses.
    pub fn of(say: Say, clauses: impl IntoIterator<Item = ClauseId>) -> Told {
        let mut clauses: Vec<ClauseId> = clauses.into_iter().collect();
        clauses.sort();
        clauses.dedup();
        Told { say, clauses, defines: None }
    }

    /// A sentence about no line of the rules.
    pub fn plain(say: Say) -> Told {
        Told::of(say, [])
    }

    /// A sentence that is told only if another uses a word.
    pub fn defining(word: Defined, say: Say) -> Told {
        Told { defines: Some(word), ..Told::plain(say) }
    }
}

impl PlannedItem {
    /// An item of one sentence.
    pub fn of(told: Told) -> PlannedItem {
        PlannedItem { sentences: vec![told], ..PlannedItem::default() }
    }

    /// An item of several sentences.
    pub fn all(sentences: Vec<Told>) -> PlannedItem {
        PlannedItem { sentences, ..PlannedItem::default() }
    }
}
