//! Problems that the proofs find in a game whose lines all have a meaning: what is never used, never reached or
//! never ends.

use super::{Problem, worded};
use crate::diagnostic::{Code, Diagnostic, count};
use crate::source::Span;

/// A problem that a proof has found.
pub(in crate::check) enum ProofProblem<'a> {
    UnusedParameter { name: &'a str, word: Option<String> },
    UnusedTerm { name: &'a str },
    UnusedStage { name: &'a str },
    UnchangedCounter { name: &'a str },
    UnsetMark { name: &'a str },
    UnusedGoal,
    Stuck { south: Vec<u8>, north: Vec<u8> },
    // A sowing at the start goes on for so long that it is not known which moves may be made. The place after the
    // word `endless`, if it stands in a line.
    TooLong { after_endless: Option<Span> },
    UnprovedTable,
    UnprovedSet,
    UnprovedRepetition,
    NeverHolds(&'static str),
    EmptySet(&'static str),
    // It asks nothing of the move.
    NoPreference,
    // Earlier lines apply wherever a line does. The first of them are shown.
    Shadowed { shown: Vec<Span>, more: usize, by_always: bool },
    Emptied { pit: &'a str, mark: &'a str, chosen: bool },
    EmptiedByScript { mark: &'a str, ply: u16 },
}

impl Problem for ProofProblem<'_> {
    fn diagnostic(self, span: Span) -> Diagnostic {
        match self {
            Self::UnusedParameter { name, word } => {
                let message = format!("the parameter `{name}` is never used");
                let using = match word {
                    Some(word) => format!("ask for it where a condition stands: `{name} is {word}`"),
                    None => format!("write `{name}` where a number stands"),
                };
                worded(Code::Unused, message, span, "not used in any line")
                    .help(format!("{using}, or leave the parameter out"))
            }
            Self::UnusedTerm { name } => {
                let message = format!("the term `{name}` is never used");
                worded(Code::Unused, message, span, "not used in any line")
                    .help("write its name where a condition stands, or leave the term out")
            }
            Self::UnusedStage { name } => {
                let message = format!("the stage `{name}` is never used");
                worded(Code::Unused, message, span, "has no lines of its own")
                    .help(format!("write them in sections such as `land in {name}`, or leave the stage out"))
            }
            Self::UnchangedCounter { name } => {
                worded(Code::Unused, format!("no line changes the counter `{name}`"), span, "always 0")
                    .help(format!("a line of a table changes it: `… -> add 1 to own {name}`"))
            }
            Self::UnsetMark { name } => {
                worded(Code::Unused, format!("no line marks a pit as `{name}`"), span, "never set")
                    .help(format!("a line of `land` sets it: `… -> mark here as {name}`"))
            }
            Self::UnusedGoal => {
                let message = "each line that ends a round says who wins, so that seeds are never counted";
                worded(Code::Unused, message, span, "decides nothing")
                    .help("leave it out, or write what players take instead of who wins: `no move -> each takes own row`")
            }
            Self::Stuck { south, north } => {
                let row = |seeds: &[u8]| seeds.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
                worded(
                    Code::Stuck,
                    "no line ends the round when neither player has a move",
                    span,
                    format!("no line ends a round at `south {}; north {}`", row(&south), row(&north)),
                )
                .help("add a last line that ends it, such as `no move -> each takes own row` or `no move -> draw`")
            }
            Self::TooLong { after_endless } => {
                let message = "a sowing at the start is too long to find out which moves may be made";
                let label = "this does not bound it";
                let problem = worded(Code::TooLong, message, span, label);
                match after_endless {
                    Some(after) => problem
                        .help("declare a bound: `endless after lap 5000`")
                        .fix(after, " after lap 5000", "declare a bound of laps"),
                    None => problem.help("add a line that bounds it, such as `endless after lap 5000 -> draw`"),
                }
            }
            Self::UnprovedTable => too_many_cases("these lines test", span, "from here on").help(TRY_INSTEAD),
            Self::UnprovedSet => too_many_cases("the condition on these pits tests", span, MAY_EMPTY),
            Self::UnprovedRepetition => too_many_cases("this line tests", span, MAY_EMPTY),
            Self::NeverHolds(why) => worded(Code::NeverHolds, "this can never hold", span, why),
            Self::EmptySet(why) => {
                worded(Code::NeverHolds, "no pit can meet this condition", span, why)
            }
            Self::NoPreference => {
                let label = "this is so for every move of a position, or for none";
                worded(Code::ProbablyNotMeant, "this preference leaves out no move", span, label).help(
                    "ask about the move: `here` is its pit, `lap ends in …` where its first lap ends, `after move …` \
                     what is so after it",
                )
            }
            Self::Shadowed { shown, more, by_always } => {
                let problem =
                    worded(Code::Shadowed, "this line can never be reached", span, "an earlier line always fits");
                let mut problem = shown.into_iter().fold(problem, |problem, line| {
                    problem.label(line, "this line fits first")
                });
                if more > 0 {
                    let do_so = if more == 1 { "does" } else { "do" };
                    problem = problem.help(format!("so {do_so} {} before it", count(more, "more line")));
                }
                problem.help(match by_always {
                    true => "a line that always fits goes last: put this line before it, or leave this line out",
                    false => "the first line that fits decides: put the more specific line before the more general one",
                })
            }
            Self::Emptied { pit, mark, chosen } => {
                let how = match chosen {
                    true => format!("leave it out of the choice with `where here is not {mark}`"),
                    false => format!("exclude it with `{pit} is not {mark}`, or by a line before this one"),
                };
                emptied(mark, span, format!("`{pit}` can be `{mark}` here"))
                    .help(format!("`{mark}` is declared `never empty`: {how}"))
            }
            Self::EmptiedByScript { mark, ply } => emptied(
                mark,
                span,
                format!("the pit can be `{mark}` by move {ply}"),
            )
            .help("`from` does not restrict a scripted move, and only the first move comes before all marks that lines set"),
        }
    }
}

/// What shows the meaning of lines that are not proved.
pub(super) const TRY_INSTEAD: &str = "tests and play have to show whether each line can be reached";

const MAY_EMPTY: &str = "it may empty protected pits";

fn too_many_cases(what: &str, span: Span, label: &str) -> Diagnostic {
    worded(Code::NotProved, format!("{what} too many combinations to be proved"), span, label)
}

fn emptied(mark: &str, span: Span, label: String) -> Diagnostic {
    worded(Code::EmptiesProtected, format!("this could empty a pit marked `{mark}`"), span, label)
}
