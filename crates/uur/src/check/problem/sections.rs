//! Problems of the sections other than the board and the tables: game, marks, sowing, opening, match and lot.

use super::{Problem, worded};
use crate::diagnostic::{Code, Diagnostic, count};
use crate::rules::Side;
use crate::source::Span;

/// Something without which other rules have no meaning.
#[derive(Clone, Copy)]
pub(in crate::check) enum Missing {
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
            Self::Rules => (
                here("the file has no rules"),
                "`uur show layli-goobalay` shows a rule file to begin from, and `uur explain board` a section",
            ),
            Self::Game => (
                ("the file has no `game` section".to_string(), "not found in this file"),
                "begin it with `game \"NAME\" { source \"…\" }`",
            ),
            Self::Board => {
                (section("board"), "write `board { … }` with the lines `rows 2`, `pits 6` and `seeds 4 each`")
            }
            Self::Sow => (section("sow"), "write `sow counterclockwise { from own pit }`"),
            Self::Rows => (line("board", "rows"), "write `rows 2`"),
            Self::Pits => (line("board", "pits"), "write `pits 6`"),
            Self::Seeds => (line("board", "seeds"), "write `seeds 4 each`"),
            Self::SeedsOf(Side::South) => (line("board", "seeds south"), "write `seeds south 4 each`"),
            Self::SeedsOf(Side::North) => (line("board", "seeds north"), "write `seeds north 4 each`"),
            Self::From => (here("no line defines where a move may start"), "write `from own pit`"),
            Self::Direction => (
                here("the sowing has no direction"),
                "write `sow counterclockwise {`, `sow clockwise {` or `sow clockwise or counterclockwise {`",
            ),
            Self::Refill => (line("match", "refill"), "write `refill 4 each` or `refill board`"),
            Self::Starter => {
                (line("match", "starter"), "write `starter in turn`, `winner`, `loser`, `last to move` or `lot`")
            }
            Self::MatchEnd => (here("no line ends the match"), "write `own store holds 3 or fewer -> opponent wins`"),
        };
        worded(Code::Missing, message, span, label).help(help)
    }
}

/// A problem of a section.
pub(in crate::check) enum SectionProblem<'a> {
    NoSource,
    CounterName { name: &'a str, is_mark: bool },
    TooManyCounters { most: usize },
    SameInAllStages,
    EnterAsksItself,
    NoDirectionToKeep,
    WonWithoutNumber,
    RowsDiffer,
    NoRowOfOne,
    LotHasNoPits,
    OwnersOffPath,
    NeitherCedes,
    RemainderFillsPit { remainder: u16, pit: u16 },
    LoserCannotArrange { anew: bool },
    NoPitKeepsSeeds,
    OwnersBySeeds,
    NoLot,
    TooManySigns { most: usize },
    BeatsItself { sign: &'a str },
    DecidedTwice { winner: &'a str, loser: &'a str, first: Span },
    Undecided { one: &'a str, other: &'a str },
}

impl Problem for SectionProblem<'_> {
    fn diagnostic(self, span: Span) -> Diagnostic {
        match self {
            Self::NoSource => {
                worded(Code::NoSource, "the game names no source", span, "without a `source` line")
                    .help("cite where the rules come from: `source \"AUTHOR, TITLE (YEAR), PAGE\"`")
            }
            Self::CounterName { name, is_mark } => {
                let what = if is_mark { "a mark" } else { "another counter" };
                let message = format!("the name `{name}` is given twice");
                worded(Code::Duplicate, message, span, format!("it is the name of {what}"))
                    .help("give the counter a name of its own")
            }
            Self::TooManyCounters { most } => {
                worded(Code::OutOfRange, format!("the game has more than {most} counters"), span, "one too many")
                    .help("a mark can stand for a fact about a pit")
            }
            Self::SameInAllStages => {
                let message = "the direction and the path are the same in all stages";
                worded(Code::Misplaced, message, span, "not valid in one stage alone")
                    .help("write it in the `sow` section of all stages, without `in`")
            }
            Self::EnterAsksItself => worded(
                Code::Misplaced,
                "`move … from own store` cannot ask about its own moves",
                span,
                "it decides which moves enter seeds",
            )
            .help("write it as a condition of `prefer`"),
            Self::NoDirectionToKeep => {
                worded(Code::Misplaced, "there is no choice of direction to keep", span, "the mover never chooses")
                    .help("begin with `sow clockwise or counterclockwise {`")
            }
            Self::WonWithoutNumber => {
                worded(Code::Misplaced, "a round is won with a number of seeds", span, "from how many seeds on?")
                    .help("write `win most seeds, at more than half`, or `at 25 or more`")
            }
            Self::RowsDiffer => worded(
                Code::OutOfRange,
                "the rows do not hold the same number of seeds",
                span,
                "cannot be arranged alike",
            )
            .help("leave out `for both`"),
            Self::NoRowOfOne => {
                worded(Code::Misplaced, "own pits lie in both rows of this board", span, "no row belongs to one player")
                    .help("write `each arranges own pit` or `south arranges board`")
            }
            Self::LotHasNoPits => {
                worded(Code::Misplaced, "chance has no pits of its own", span, "whose seeds?")
                    .help("write `lot arranges board`")
            }
            Self::OwnersOffPath => worded(
                Code::Misplaced,
                "pits do not change owners on this path",
                span,
                "the opponent's pits do not follow the own ones",
            )
            .help("write `refill`, or leave out `along`"),
            Self::NeitherCedes => worded(
                Code::OutOfRange,
                "both players have the same number of seeds left over",
                span,
                "which of them cedes?",
            )
            .help("give them to the player who holds fewer: `-> loser`; or let a lot decide: `-> lot`"),
            Self::RemainderFillsPit { remainder, pit } => {
                let label = format!("{} fill a pit, so fewer are left over", count(pit.into(), "seed"));
                worded(Code::OutOfRange, format!("a remainder cannot be {remainder}"), span, label)
            }
            Self::LoserCannotArrange { anew } => {
                let (label, help) = match anew {
                    true => (EACH_LIKE_FIRST, "an arrangement before each round is a line of `opening`"),
                    false => (
                        "the other player may have fewer seeds",
                        "fill the pits alike before: `refill all by loser for both`, or leave out `for both`",
                    ),
                };
                worded(Code::Misplaced, "the loser cannot lay out these seeds", span, label).help(help)
            }
            Self::NoPitKeepsSeeds => worded(Code::Misplaced, "no pit keeps its seeds", span, EACH_LIKE_FIRST)
                .help("`refill 4 each` leaves other pits as they are"),
            Self::OwnersBySeeds => worded(
                Code::Misplaced,
                "the seeds that players hold say which pits they own",
                span,
                "has no effect beside `opponent owns`",
            )
            .help("leave it out, or leave `, else opponent owns` out of `refill`"),
            Self::NoLot => worded(Code::Lot, "the match has no line `lot`", span, "needs a hand game")
                .help("write a line such as `lot \"NAME\": finger wins against three, three wins against hand, hand wins against finger`"),
            Self::TooManySigns { most } => {
                worded(Code::TooMuch, format!("a hand game has at most {most} signs"), span, "one sign too many")
                    .help("leave out signs; three to five are usual")
            }
            Self::BeatsItself { sign } => {
                let label = "equal signs decide nothing, and the players show again";
                worded(Code::Lot, format!("`{sign}` cannot beat itself"), span, label).help("leave it out")
            }
            Self::DecidedTwice { winner, loser, first } => {
                let message = format!("`{winner}` and `{loser}` are already decided");
                worded(Code::Lot, message, span, "two signs have one winner")
                    .label(first, "decided here")
                    .help("keep one of them")
            }
            Self::Undecided { one, other } => {
                let message = format!("nothing decides between `{one}` and `{other}`");
                worded(Code::Lot, message, span, "does not decide every pair")
                    .help(format!("write `{one} wins against {other}`, or the other way round"))
            }
        }
    }
}

/// Why nothing is left of a round.
const EACH_LIKE_FIRST: &str = "each round begins like the first";
