//! Problems that the proofs find in a game whose lines all have a meaning: what is never used, never reached or
//! never ends.

use super::{Problem, worded};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A problem that a proof has found.
pub(in crate::check) enum ProofProblem<'a> {
    /// No line names a parameter.
    UnusedParameter { name: &'a str },
    /// No line names a condition of `terms`.
    UnusedTerm { name: &'a str },
    /// No line changes a counter.
    UnchangedCounter { name: &'a str },
    /// No line sets a mark.
    UnsetMark { name: &'a str },
    /// Neither player has a move on a board where no line of `end` applies.
    Stuck { south: Vec<u8>, north: Vec<u8> },
}

impl Problem for ProofProblem<'_> {
    fn diagnostic(self, span: Span) -> Diagnostic {
        match self {
            ProofProblem::UnusedParameter { name } => {
                let message = format!("the parameter `{name}` is never used");
                worded(Code::Unused, message, span, "not used in any line")
                    .help(format!("write `{name}` where a number stands, or leave the parameter out"))
            }
            ProofProblem::UnusedTerm { name } => {
                let message = format!("the term `{name}` is never used");
                worded(Code::Unused, message, span, "not used in any line")
                    .help("write its name where a condition stands, or leave the term out")
            }
            ProofProblem::UnchangedCounter { name } => {
                worded(Code::Unused, format!("no line changes the counter `{name}`"), span, "always 0")
                    .help(format!("a line of a table changes it: `… -> add 1 to own {name}`"))
            }
            ProofProblem::UnsetMark { name } => {
                worded(Code::Unused, format!("no line marks a pit as `{name}`"), span, "never set")
                    .help(format!("a line of `land` sets it: `… -> mark here as {name}`"))
            }
            ProofProblem::Stuck { south, north } => {
                let row = |seeds: &[u8]| seeds.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
                worded(
                    Code::Stuck,
                    "no line ends the round when neither player has a move",
                    span,
                    format!("no line ends a round at `south {}; north {}`", row(&south), row(&north)),
                )
                .help("add a last line that ends it, such as `no move -> each takes own row` or `no move -> draw`")
            }
        }
    }
}

/// What shows the meaning of lines that are not proved.
pub(super) const TRY_INSTEAD: &str = "tests and play have to show whether each line can be reached";
