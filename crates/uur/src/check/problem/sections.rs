//! Problems of the sections other than the board and the tables: game, marks, sowing, opening, match and lot.

use super::{Problem, worded};
use crate::diagnostic::{Code, Diagnostic, count};
use crate::rules::Side;
use crate::source::Span;

/// Something without which other rules have no meaning.
#[derive(Clone, Copy)]
pub(in crate::check) enum Missing {
    /// The file has no sections.
    Rules,
    Game,
    Board,
    Sow,
    Rows,
    Pits,
    Seeds,
    SeedsOf(Side),
    From,
    Direction,
    Refill,
    Starter,
    MatchEnd,
}

impl Problem for Missing {
    fn diagnostic(self, span: Span) -> Diagnostic {
        let section = |word| (format!("the file has no `{word}` section"), "not found in this game");
        let line = |whole, word: &str| (format!("the {whole} has no `{word}`"), "missing here");
        let here = |message: &str| (message.to_string(), "missing here");
        let ((message, label), help) = match self {
            Missing::Rules => (
                here("the file has no rules"),
                "`uur show layli-goobalay` shows a rule file to begin from, and `uur explain board` a section",
            ),
            Missing::Game => (
                ("the file has no `game` section".to_string(), "not found in this file"),
                "begin it with `game \"NAME\" { source \"…\" }`",
            ),
            Missing::Board => {
                (section("board"), "write `board { … }` with the lines `rows 2`, `pits 6` and `seeds 4 each`")
            }
            Missing::Sow => (section("sow"), "write `sow counterclockwise { from own pit }`"),
            Missing::Rows => (line("board", "rows"), "write `rows 2`"),
            Missing::Pits => (line("board", "pits"), "write `pits 6`"),
            Missing::Seeds => (line("board", "seeds"), "write `seeds 4 each`"),
            Missing::SeedsOf(Side::South) => (line("board", "seeds south"), "write `seeds south 4 each`"),
            Missing::SeedsOf(Side::North) => (line("board", "seeds north"), "write `seeds north 4 each`"),
            Missing::From => (here("no line defines where a move may start"), "write `from own pit`"),
            Missing::Direction => (
                here("the sowing has no direction"),
                "write `sow counterclockwise {`, `sow clockwise {` or `sow clockwise or counterclockwise {`",
            ),
            Missing::Refill => (line("match", "refill"), "write `refill 4 each` or `refill board`"),
            Missing::Starter => {
                (line("match", "starter"), "write `starter in turn`, `winner`, `loser`, `last to move` or `lot`")
            }
            Missing::MatchEnd => {
                (here("no line ends the match"), "write `own store holds 3 or fewer -> opponent wins`")
            }
        };
        worded(Code::Missing, message, span, label).help(help)
    }
}

/// A problem of a section.
pub(in crate::check) enum SectionProblem<'a> {
    /// The `game` section cites nothing.
    NoSource,
    /// A counter has the name of a mark or of another counter.
    CounterName { name: &'a str, is_mark: bool },
    /// There are more counters than the engine has room for.
    TooManyCounters { most: usize },
    /// A direction or a line says for one stage what holds for all.
    SameInAllStages,
    /// `move … from own store` asks about the moves that it makes.
    EnterAsksItself,
    /// `keep` stands where the direction is given.
    NoDirectionToKeep,
    /// `at` in `win` is followed by no number of seeds.
    WonWithoutNumber,
    /// Rows of different numbers of seeds are arranged alike.
    RowsDiffer,
    /// A row is arranged where own pits lie in both.
    NoRowOfOne,
    /// The lot arranges pits of a player.
    LotHasNoPits,
    /// Pits change owners on a path that does not lead from one player to the other.
    OwnersOffPath,
    /// Equal remainders are ceded.
    NeitherCedes,
    /// A remainder would fill a pit.
    RemainderFillsPit { remainder: u16, pit: u16 },
    /// The loser arranges seeds where each round is set up anew, or more than the other player may have.
    LoserCannotArrange { anew: bool },
    /// Pits keep their seeds where each round is set up anew.
    NoPitKeepsSeeds,
    /// Something is decided by lot without a line `lot`.
    NoLot,
    /// A hand game has too many signs.
    TooManySigns { most: usize },
    /// A sign beats itself.
    BeatsItself { sign: &'a str },
    /// A pair of signs is decided twice.
    DecidedTwice { winner: &'a str, loser: &'a str, first: Span },
    /// A pair of signs is not decided.
    Undecided { one: &'a str, other: &'a str },
}

impl Problem for SectionProblem<'_> {
    fn diagnostic(self, span: Span) -> Diagnostic {
        match self {
            SectionProblem::NoSource => {
                worded(Code::NoSource, "the game names no source", span, "without a `source` line")
                    .help("cite where the rules come from: `source \"AUTHOR, TITLE (YEAR), PAGE\"`")
            }
            SectionProblem::CounterName { name, is_mark } => {
                let what = if is_mark { "a mark" } else { "another counter" };
                let message = format!("the name `{name}` is given twice");
                worded(Code::Duplicate, message, span, format!("it is the name of {what}"))
                    .help("give the counter a name of its own")
            }
            SectionProblem::TooManyCounters { most } => {
                worded(Code::OutOfRange, format!("the game has more than {most} counters"), span, "one too many")
                    .help("a mark can stand for a fact about a pit")
            }
            SectionProblem::SameInAllStages => {
                let message = "the direction and the path are the same in all stages";
                worded(Code::Misplaced, message, span, "not valid in one stage alone")
                    .help("write it in the `sow` section of all stages, without `in`")
            }
            SectionProblem::EnterAsksItself => worded(
                Code::Misplaced,
                "`move … from own store` cannot ask about its own moves",
                span,
                "it decides which moves enter seeds",
            )
            .help("write it as a condition of `prefer`"),
            SectionProblem::NoDirectionToKeep => {
                worded(Code::Misplaced, "there is no choice of direction to keep", span, "the mover never chooses")
                    .help("begin with `sow clockwise or counterclockwise {`")
            }
            SectionProblem::WonWithoutNumber => {
                worded(Code::Misplaced, "a round is won with a number of seeds", span, "from how many seeds on?")
                    .help("write `win most seeds, at more than half`, or `at 25 or more`")
            }
            SectionProblem::RowsDiffer => worded(
                Code::OutOfRange,
                "the rows do not hold the same number of seeds",
                span,
                "cannot be arranged alike",
            )
            .help("leave out `for both`"),
            SectionProblem::NoRowOfOne => {
                worded(Code::Misplaced, "own pits lie in both rows of this board", span, "no row belongs to one player")
                    .help("write `each arranges own pit` or `south arranges board`")
            }
            SectionProblem::LotHasNoPits => {
                worded(Code::Misplaced, "chance has no pits of its own", span, "whose seeds?")
                    .help("write `lot arranges board`")
            }
            SectionProblem::OwnersOffPath => worded(
                Code::Misplaced,
                "pits do not change owners on this path",
                span,
                "the opponent's pits do not follow the own ones",
            )
            .help("write `refill`, or leave out `along`"),
            SectionProblem::NeitherCedes => worded(
                Code::OutOfRange,
                "both players have the same number of seeds left over",
                span,
                "which of them cedes?",
            )
            .help("give them to the player who holds fewer: `-> loser`; or let a lot decide: `-> lot`"),
            SectionProblem::RemainderFillsPit { remainder, pit } => {
                let label = format!("{} fill a pit, so fewer are left over", count(pit.into(), "seed"));
                worded(Code::OutOfRange, format!("a remainder cannot be {remainder}"), span, label)
            }
            SectionProblem::LoserCannotArrange { anew } => {
                let (label, help) = match anew {
                    true => (EACH_LIKE_FIRST, "an arrangement before each round is a line of `opening`"),
                    false => (
                        "the other player may have fewer seeds",
                        "fill the pits alike before: `refill all by loser for both`, or leave out `for both`",
                    ),
                };
                worded(Code::Misplaced, "the loser cannot lay out these seeds", span, label).help(help)
            }
            SectionProblem::NoPitKeepsSeeds => worded(Code::Misplaced, "no pit keeps its seeds", span, EACH_LIKE_FIRST)
                .help("`refill 4 each` leaves other pits as they are"),
            SectionProblem::NoLot => worded(Code::Lot, "the match has no line `lot`", span, "needs a hand game")
                .help("write a line such as `lot \"NAME\": finger wins against three, three wins against hand, hand wins against finger`"),
            SectionProblem::TooManySigns { most } => {
                worded(Code::TooMuch, format!("a hand game has at most {most} signs"), span, "one sign too many")
                    .help("leave out signs; three to five are usual")
            }
            SectionProblem::BeatsItself { sign } => {
                let label = "equal signs decide nothing, and the players show again";
                worded(Code::Lot, format!("`{sign}` cannot beat itself"), span, label).help("leave it out")
            }
            SectionProblem::DecidedTwice { winner, loser, first } => {
                let message = format!("`{winner}` and `{loser}` are already decided");
                worded(Code::Lot, message, span, "two signs have one winner")
                    .label(first, "decided here")
                    .help("keep one of them")
            }
            SectionProblem::Undecided { one, other } => {
                let message = format!("nothing decides between `{one}` and `{other}`");
                worded(Code::Lot, message, span, "does not decide every pair")
                    .help(format!("write `{one} beats {other}`, or the other way round"))
            }
        }
    }
}

/// Why nothing is left of a round.
const EACH_LIKE_FIRST: &str = "each round begins like the first";
