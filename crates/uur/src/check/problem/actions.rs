//! Problems of the actions of lines, and of the lines that end a game.

use super::{Problem, worded};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A problem of an action, or of a line of `end`.
pub(in crate::check) enum ActionProblem {
    AfterDecision { decision: Span },
    AfterWinner { winner: Span },
    BeforeSowing { lift: Span },
    NotSown,
    NothingInHand,
    RepeatedHere,
    RelayInVain,
    NoEnd,
    NoMoveNotCovered { only_passes: bool },
    PassedWithMove,
    Again { word: &'static str, first: Span },
    BothTakeRest,
    OneTakesHalf,
    NoWinner,
}

impl Problem for ActionProblem {
    fn diagnostic(self, span: Span) -> Diagnostic {
        match self {
            Self::AfterDecision { decision } => {
                worded(Code::AfterDecision, "the move has already been decided", span, "comes too late")
                    .label(decision, "decides how the move continues")
                    .help("put the decision last")
            }
            Self::AfterWinner { winner } => {
                worded(Code::AfterDecision, "the winner has already been named", span, "comes too late")
                    .label(winner, "names the winner")
                    .help("put the winner last")
            }
            Self::BeforeSowing { lift } => {
                worded(Code::AfterDecision, "the seeds in hand are not sown", span, "comes too early")
                    .label(lift, "lifts the seeds")
                    .help("write `sow after here` directly after `lift`")
            }
            Self::NotSown => {
                worded(Code::Missing, "the seeds in hand are not sown", span, "lifts the seeds")
                    .help("go on with `sow after here` or `sow after lap origin`")
            }
            Self::NothingInHand => {
                worded(Code::Missing, "there are no seeds in hand", span, "nothing has been lifted")
                    .help("lift them before it: `lift opposite, sow after here`")
            }
            Self::RepeatedHere => {
                worded(Code::OutOfRange, "a line cannot be repeated from `here`", span, "leads nowhere")
                    .help("write `next`, `previous` or `next of next`")
            }
            Self::RelayInVain => {
                worded(Code::ProbablyNotMeant, "no seeds are left to be sown on", span, "this line empties the pit before")
                    .help("the move ends here: leave `relay` out, sow on from another pit as in `relay from next`, or sow the seeds themselves on: `lift here, sow after here`")
            }
            Self::NoEnd => worded(Code::MissingEnd, "the game has no `end`", span, "not found in this game")
                .help("write `end { no move -> opponent wins }`, or in it the lines `no move -> each takes own row` and `win most seeds`"),
            Self::NoMoveNotCovered { only_passes } => {
                let message = match only_passes {
                    true => "no line ends the game when neither player has a move",
                    false => "no line of `end` covers a player without a move",
                };
                worded(Code::MissingEnd, message, span, "no line begins with `no move` and ends the game")
                    .help("write `no move -> opponent wins`, or `no move -> each takes own row` and below it `win most seeds`")
            }
            Self::PassedWithMove => worded(
                Code::PassWithMove,
                "a turn is passed although its player may have a move",
                span,
                "this can be true while the player has a move",
            )
            .help("add `no move and` to the condition"),
            Self::Again { word, first } => {
                worded(Code::Duplicate, format!("`{word}` appears a second time"), span, "repeated here")
                    .label(first, "first here")
            }
            Self::BothTakeRest => worded(
                Code::OutOfRange,
                "both players cannot take the same seeds",
                span,
                "only one player can take the rest",
            )
            .help("write `each takes own row`, or `player takes board`"),
            Self::OneTakesHalf => worded(
                Code::OutOfRange,
                "one player alone cannot halve the rest",
                span,
                "the other player gets the other half",
            )
            .help("write `each takes half`"),
            Self::NoWinner => worded(Code::NoWinner, "this end of the game names no winner", span, "who wins?")
                .help("add `, opponent wins`, `, player wins` or `, draw` here, or the line `win most seeds` to `end`"),
        }
    }
}
