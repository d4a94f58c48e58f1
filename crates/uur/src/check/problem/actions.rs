//! Problems of the actions of lines, and of the lines that end a game.

use super::{Problem, worded};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A problem of an action, or of a line of `end`.
pub(in crate::check) enum ActionProblem {
    /// An action stands after the one that decides how the move continues.
    AfterDecision { decision: Span },
    /// An action of `end` stands after the winner.
    AfterWinner { winner: Span },
    /// Another action stands between lifting seeds and sowing them.
    BeforeSowing { lift: Span },
    /// Seeds are lifted and not sown.
    NotSown,
    /// Seeds are sown that have not been lifted.
    NothingInHand,
    /// A line is repeated from `here`.
    RepeatedHere,
    /// The pit to sow on from is one that the line has emptied.
    RelayInVain,
    /// The game has no `end`.
    NoEnd,
    /// No line of `end` ends the game for a player without a move. A line may pass that turn.
    NoMoveNotCovered { only_passes: bool },
    /// A turn is passed by a player who may have a move.
    PassedWithMove,
    /// `endless` or `repeated` stands in a second line.
    Again { word: &'static str, first: Span },
    /// Each player takes the rest.
    BothTakeRest,
    /// One player takes half of the rest.
    OneTakesHalf,
    /// An end names no winner in a game without a goal.
    NoWinner,
}

impl Problem for ActionProblem {
    fn diagnostic(self, span: Span) -> Diagnostic {
        match self {
            ActionProblem::AfterDecision { decision } => {
                worded(Code::AfterDecision, "the move has already been decided", span, "comes too late")
                    .label(decision, "decides how the move continues")
                    .help("put the decision last")
            }
            ActionProblem::AfterWinner { winner } => {
                worded(Code::AfterDecision, "the winner has already been named", span, "comes too late")
                    .label(winner, "names the winner")
                    .help("put the winner last")
            }
            ActionProblem::BeforeSowing { lift } => {
                worded(Code::AfterDecision, "the seeds in hand are not sown", span, "comes too early")
                    .label(lift, "lifts the seeds")
                    .help("write `sow after here` directly after `lift`")
            }
            ActionProblem::NotSown => {
                worded(Code::Missing, "the seeds in hand are not sown", span, "lifts the seeds")
                    .help("go on with `sow after here` or `sow after lap origin`")
            }
            ActionProblem::NothingInHand => {
                worded(Code::Missing, "there are no seeds in hand", span, "nothing has been lifted")
                    .help("lift them before it: `lift opposite, sow after here`")
            }
            ActionProblem::RepeatedHere => {
                worded(Code::OutOfRange, "a line cannot be repeated from `here`", span, "leads nowhere")
                    .help("write `next`, `previous` or `next of next`")
            }
            ActionProblem::RelayInVain => {
                worded(Code::ProbablyNotMeant, "no seeds are left to be sown on", span, "this line empties the pit before")
                    .help("the move ends here: leave `relay` out, sow on from another pit as in `relay from next`, or sow the seeds themselves on: `lift here, sow after here`")
            }
            ActionProblem::NoEnd => worded(Code::MissingEnd, "the game has no `end`", span, "not found in this game")
                .help("write `end { no move -> opponent wins }`, or in it the lines `no move -> each takes own row` and `win most seeds`"),
            ActionProblem::NoMoveNotCovered { only_passes } => {
                let message = match only_passes {
                    true => "no line ends the game when neither player has a move",
                    false => "no line of `end` covers a player without a move",
                };
                worded(Code::MissingEnd, message, span, "no line begins with `no move` and ends the game")
                    .help("write `no move -> opponent wins`, or `no move -> each takes own row` and below it `win most seeds`")
            }
            ActionProblem::PassedWithMove => worded(
                Code::PassWithMove,
                "a turn is passed although its player may have a move",
                span,
                "this can be true while the player has a move",
            )
            .help("add `no move and` to the condition"),
            ActionProblem::Again { word, first } => {
                worded(Code::Duplicate, format!("`{word}` appears a second time"), span, "repeated here")
                    .label(first, "first here")
            }
            ActionProblem::BothTakeRest => worded(
                Code::OutOfRange,
                "both players cannot take the same seeds",
                span,
                "only one player can take the rest",
            )
            .help("write `each takes own row`, or `player takes board`"),
            ActionProblem::OneTakesHalf => worded(
                Code::OutOfRange,
                "one player alone cannot halve the rest",
                span,
                "the other player gets the other half",
            )
            .help("write `each takes half`"),
            ActionProblem::NoWinner => worded(Code::NoWinner, "this end of the game names no winner", span, "who wins?")
                .help("add `, opponent wins`, `, player wins` or `, draw` here, or the line `win most seeds` to `end`"),
        }
    }
}
