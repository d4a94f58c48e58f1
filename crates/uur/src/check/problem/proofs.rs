//! Problems that the proofs find in a game whose lines all have a meaning: what is never used, never reached or
//! never ends.

use super::{Problem, worded};
use crate::diagnostic::{Code, Diagnostic, count};
use crate::source::Span;

/// A problem that a proof has found.
pub(in crate::check) enum ProofProblem<'a> {
    /// No line names a parameter.
    UnusedParameter { name: &'a str },
    /// No line names a condition of `terms`.
    UnusedTerm { name: &'a str },
    /// No line applies in a stage alone, or asks about it.
    UnusedStage { name: &'a str },
    /// No line changes a counter.
    UnchangedCounter { name: &'a str },
    /// No line sets a mark.
    UnsetMark { name: &'a str },
    /// Each line that ends a round names the winner.
    UnusedGoal,
    /// Neither player has a move on a board where no line of `end` applies.
    Stuck { south: Vec<u8>, north: Vec<u8> },
    /// A sowing at the start goes on for so long that it is not known which moves may be made. The place after the
    /// word `endless`, if it stands in a line.
    TooLong { after_endless: Option<Span> },
    /// A proof of something has too many cases.
    TooManyCases(Unproved),
    /// A line applies in no case.
    NeverHolds(NeverReason),
    /// No pit is in a set that an action names.
    EmptySet(NeverReason),
    /// Earlier lines apply wherever a line does. The first of them are shown.
    Shadowed { shown: Vec<Span>, more: usize, by_always: bool },
    /// A line may take seeds from a protected pit.
    Emptied { pit: &'a str, mark: &'a str, chosen: bool },
    /// A scripted move may lift a protected pit.
    EmptiedByScript { mark: &'a str, ply: u16 },
}

/// What has too many cases to be proved.
#[derive(Clone, Copy)]
pub(in crate::check) enum Unproved {
    /// The lines of a table from here on.
    Table,
    /// The pits of a set.
    Set,
    /// A line that is repeated at other pits.
    Repetition,
}

/// Why a condition is true in no case.
#[derive(Clone, Copy)]
pub(in crate::check) enum NeverReason {
    Parameters,
    NothingClosed,
    NoEmptyStart,
    NoEmptyLift,
    NoStoreOnPath,
    SeedHasFallen,
    TwoRows,
    TwoNthRows,
    EmptyAndOccupied,
    TwoMarks,
    TwoOwners,
    EmptyBeforeFall,
    OccupiedBeforeFall,
    EmptyWithSeeds,
    NoNumberFits,
    /// The proof finds no case, for no single reason.
    NoCase,
}

impl NeverReason {
    fn words(self) -> &'static str {
        match self {
            NeverReason::Parameters => "false with these values of the parameters",
            NeverReason::NothingClosed => "no pit is ever closed: `refill` has no `else closed`",
            NeverReason::NoEmptyStart => "no move starts from an empty pit",
            NeverReason::NoEmptyLift => "no lap is lifted from an empty pit",
            NeverReason::NoStoreOnPath => {
                "no store lies on the path of the seeds: `sow` has no line such as `along own row, own store, opponent row`"
            }
            NeverReason::SeedHasFallen => "`here` holds at least the seed that has just fallen",
            NeverReason::TwoRows => "no pit lies in both rows",
            NeverReason::TwoNthRows => "no pit lies in two rows",
            NeverReason::EmptyAndOccupied => "nothing is both empty and occupied",
            NeverReason::TwoMarks => "a pit bears one mark at most",
            NeverReason::TwoOwners => "a mark has one owner",
            NeverReason::EmptyBeforeFall => "`empty` means before the seed fell; now the pit holds 1",
            NeverReason::OccupiedBeforeFall => "`occupied` means before the seed fell; now the pit holds 2 or more",
            NeverReason::EmptyWithSeeds => "an empty place holds no seeds",
            NeverReason::NoNumberFits => "no number of seeds fits both",
            NeverReason::NoCase => "false in every position of this board",
        }
    }
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
            ProofProblem::UnusedStage { name } => {
                let message = format!("the stage `{name}` is never used");
                worded(Code::Unused, message, span, "has no lines of its own")
                    .help(format!("write them in sections such as `land in {name}`, or leave the stage out"))
            }
            ProofProblem::UnchangedCounter { name } => {
                worded(Code::Unused, format!("no line changes the counter `{name}`"), span, "always 0")
                    .help(format!("a line of a table changes it: `… -> add 1 to own {name}`"))
            }
            ProofProblem::UnsetMark { name } => {
                worded(Code::Unused, format!("no line marks a pit as `{name}`"), span, "never set")
                    .help(format!("a line of `land` sets it: `… -> mark here as {name}`"))
            }
            ProofProblem::UnusedGoal => {
                let message = "each line that ends a round says who wins, so that seeds are never counted";
                worded(Code::Unused, message, span, "decides nothing")
                    .help("leave it out, or write what players take instead of who wins: `no move -> each takes own row`")
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
            ProofProblem::TooLong { after_endless } => {
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
            ProofProblem::TooManyCases(what) => {
                let problem = |what, label| {
                    worded(Code::NotProved, format!("{what} too many combinations to be proved"), span, label)
                };
                const EMPTIES: &str = "it may empty protected pits";
                match what {
                    Unproved::Table => problem("these lines test", "from here on").help(TRY_INSTEAD),
                    Unproved::Set => problem("the condition on these pits tests", EMPTIES),
                    Unproved::Repetition => problem("this line tests", EMPTIES),
                }
            }
            ProofProblem::NeverHolds(why) => worded(Code::NeverHolds, "this can never hold", span, why.words()),
            ProofProblem::EmptySet(why) => {
                worded(Code::NeverHolds, "no pit can meet this condition", span, why.words())
            }
            ProofProblem::Shadowed { shown, more, by_always } => {
                let problem =
                    worded(Code::Shadowed, "this line can never be reached", span, "an earlier line always fits");
                let mut problem = shown.into_iter().fold(problem, |problem, line| {
                    problem.label(line, "this line fits first")
                });
                if more > 0 {
                    problem = problem.help(format!("so does {} before it", count(more, "more line")));
                }
                problem.help(match by_always {
                    true => "a line that always fits goes last: put this line before it, or leave this line out",
                    false => "the first line that fits decides: put the more specific line before the more general one",
                })
            }
            ProofProblem::Emptied { pit, mark, chosen } => {
                let how = match chosen {
                    true => format!("leave it out of the choice with `where here is not {mark}`"),
                    false => format!("exclude it with `{pit} is not {mark}`, or by a line before this one"),
                };
                emptied(mark, span, format!("`{pit}` can be `{mark}` here"))
                    .help(format!("`{mark}` is declared `never empty`: {how}"))
            }
            ProofProblem::EmptiedByScript { mark, ply } => emptied(
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

fn emptied(mark: &str, span: Span, label: String) -> Diagnostic {
    worded(Code::EmptiesProtected, format!("this could empty a pit marked `{mark}`"), span, label)
}
