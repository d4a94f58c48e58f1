//! Problems of conditions, and of the names of marks, counters and conditions.

use super::{Problem, worded};
use crate::check::tables::RuleContext;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Whose;
use crate::source::Span;
use crate::syntax::instead::{BOOK_TERMS, meant_by};

/// A problem of a condition or of a name in a line.
pub(in crate::check) enum ConditionProblem<'a> {
    /// A scripted move depends on the board.
    ScriptedOnBoard,
    /// `no moves`, for `no move`.
    NoMoves,
    /// A row, a store or the board is asked whether it is the `first` or `last` pit.
    SetAsOutermost,
    /// A row, a store or the board is asked something that only a pit can be.
    SetAsPit,
    /// A condition goes on after a `where` without brackets.
    OpenWhere,
    /// `or` joins the name of a condition to kinds of pit.
    OpenOr,
    /// A set of pits is named without a condition on it.
    NoPredicate,
    /// `here` is compared with itself.
    ComparedWithItself { around: Option<RuleContext> },
    /// A share of the seeds stands where no seeds are counted.
    ShareOfNothing,
    /// Half of an odd number.
    HalfOfOdd { seeds: u16 },
    /// A range of numbers runs backwards.
    BackwardNumbers,
    /// A number is larger than that of all seeds.
    MoreThanAll { seeds: u16 },
    /// The owner of the first pit is not repeated for the second.
    OwnerOfFirstOnly(Whose),
    /// `last` is searched behind another pit, or `first` before it. The place is that of `last` or `first`.
    CountedAway { which: Span, before: bool },
    /// A term uses one below it.
    TermBelow { name: &'a str },
    /// A name stands for no condition.
    UnknownTerm { name: &'a str, known: Vec<String> },
    /// A name stands for no stage.
    UnknownStage { name: &'a str, known: Vec<String> },
    /// Terms that use each other make the lines too long.
    TooManyTerms { most: usize },
    /// An action names an unknown mark.
    UnknownMark { name: &'a str, known: Vec<String> },
    /// An action names an unknown counter.
    UnknownCounter { name: &'a str, known: Vec<String> },
    /// The name of a place is unknown.
    UnknownPlace { name: &'a str, known: Vec<String> },
    /// The name of a kind of pit is unknown.
    UnknownKind { name: &'a str, marks: Vec<String> },
    /// A counter stands for a place.
    CounterAsPlace { name: &'a str },
}

impl Problem for ConditionProblem<'_> {
    fn diagnostic(self, span: Span) -> Diagnostic {
        const KINDS: [&str; 8] = ["own", "opponent", "empty", "occupied", "closed", "sown", "reached", "store"];
        const SETS: [&str; 3] = ["row", "store", "points"];
        let of_set = |why| {
            let message = format!("a row, a store or the board {why}");
            worded(Code::Misplaced, message, span, "valid for single pits only")
        };
        let never = |label: String| worded(Code::NeverHolds, "this can never hold", span, label);
        match self {
            ConditionProblem::ScriptedOnBoard => {
                worded(Code::Misplaced, "a scripted move can only depend on parameters", span, "depends on the board")
                    .help("write `PARAMETER is VALUE`")
            }
            ConditionProblem::NoMoves => worded(Code::UnknownName, "this is written `no move`", span, "not valid here")
                .fix(span, "move", "write `no move`"),
            ConditionProblem::SetAsOutermost => of_set("is not first or last"),
            ConditionProblem::SetAsPit => of_set("can only be `empty` or `occupied`"),
            ConditionProblem::OpenWhere => worded(
                Code::Misplaced,
                "it is unclear where the condition after `where` ends",
                span,
                "here, or at the end of the line?",
            )
            .help("put the condition in brackets: `where (here is empty and opposite is occupied)`"),
            ConditionProblem::OpenOr => worded(
                Code::Misplaced,
                "it is unclear what `or` joins",
                span,
                "this condition, to the kind of pit or to all before it?",
            )
            .help("put brackets around what belongs together: `A and (here is empty or B)`"),
            ConditionProblem::NoPredicate => {
                worded(Code::Misplaced, "a condition on these pits is missing", span, "are or hold what?")
                    .help("continue with `is` or `holds`: `every own pit holds 1`, `any own pit is empty`")
            }
            ConditionProblem::ComparedWithItself { around } => {
                let label = "`here` is each pit of the set, too";
                let problem = worded(Code::ProbablyNotMeant, "a pit is compared with itself", span, label);
                match around.is_some_and(RuleContext::has_fallen) {
                    true => problem.fix(span, "landing", "the pit of the last seed is `landing`"),
                    false => problem.help("the pit from which the move lifts seeds is `turn origin`"),
                }
            }
            ConditionProblem::ShareOfNothing => {
                worded(Code::Misplaced, "a share of the seeds has no meaning here", span, "of what?")
                    .help("`half` and `all` are shares of the game's seeds: `own store holds more than half`")
            }
            ConditionProblem::HalfOfOdd { seeds } => {
                never(format!("{seeds} is an odd number of seeds")).help("write `half or fewer` or `more than half`")
            }
            ConditionProblem::BackwardNumbers => never("the first number is larger".to_string()),
            ConditionProblem::MoreThanAll { seeds } => never(format!("there are only {seeds} seeds")),
            ConditionProblem::OwnerOfFirstOnly(whose) => {
                let owner = match whose {
                    Whose::Own => "own",
                    Whose::Opponent => "opponent",
                };
                let label = format!("`{owner}` belongs to the words before `or` only");
                worded(Code::ProbablyNotMeant, "this pit may be either player's", span, label)
                    .help(format!("name the player again: `or {owner} pit …`"))
            }
            ConditionProblem::CountedAway { which, before } => {
                let [is, other] = if before { ["before", "last"] } else { ["after", "first"] };
                worded(
                    Code::Misplaced,
                    format!("the pit next to another is the `{other}` one `{is}` it"),
                    span,
                    format!("`{other} … {is}` counts from here"),
                )
                .fix(which, other, format!("write `{other}`"))
            }
            ConditionProblem::TermBelow { name } => worded(
                Code::UnknownName,
                format!("there is no condition `{name}`"),
                span,
                "a term can use only the terms above it",
            )
            .help("move its line further down"),
            ConditionProblem::UnknownTerm { name, known } => {
                let message = format!("there is no condition `{name}`");
                let problem = worded(Code::UnknownName, message, span, "not a name in `terms`");
                if let Some((_, help)) = BOOK_TERMS.iter().find(|(term, _)| *term == name) {
                    return problem.help(*help);
                }
                match meant_by(name) {
                    [meant, ..] => problem.meant(span, meant),
                    [] => problem.suggest(span, name, names(&known).chain(["else"])).or_help(|| {
                        [
                            "a condition asks about a place: `here is empty`, `opposite holds 2 or more`".to_string(),
                            format!("a name for a condition is declared in `terms {{ {name}: CONDITION }}`"),
                        ]
                    }),
                }
            }
            ConditionProblem::UnknownStage { name, known } => {
                worded(Code::UnknownName, format!("there is no stage `{name}`"), span, "not a name in `stages`")
                    .suggest(span, name, names(&known).chain(["bonus"]))
                    .or_help(|| [format!("declare it in a section of its own: `stages {{ {name}: CONDITION }}`")])
            }
            ConditionProblem::TooManyTerms { most } => {
                worded(Code::TooDeep, format!("the lines use terms more than {most} times"), span, "one too many")
                    .help("terms that use each other again and again become very long conditions")
            }
            ConditionProblem::UnknownMark { name, known } => {
                worded(Code::UnknownName, format!("there is no mark `{name}`"), span, "not a mark of this game")
                    .suggest(span, name, names(&known))
                    .or_help(|| match &known[..] {
                        [] => [format!("declare it in `board`: `mark {name}`")],
                        known => [format!("the marks of this game: {}; declare others in `board`", known.join(", "))],
                    })
            }
            ConditionProblem::UnknownCounter { name, known } => {
                worded(Code::UnknownName, format!("there is no counter `{name}`"), span, "not a counter of this game")
                    .suggest(span, name, names(&known))
                    .or_help(|| [format!("declare it in `board`: `counter {name}`")])
            }
            ConditionProblem::UnknownPlace { name, known } => {
                let message = format!("`{name}` is neither a place nor a mark");
                let problem = worded(Code::UnknownName, message, span, "not known here");
                match meant_by(name).iter().find(|meant| SETS.contains(meant)) {
                    Some(meant) => problem.fix(span, *meant, format!("use the word `{meant}`")),
                    None => problem
                        .suggest(span, name, names(&known).chain(SETS))
                        .or_help(|| ["the places are `row`, `store`, and marks and counters of this game".to_string()]),
                }
            }
            ConditionProblem::UnknownKind { name, marks } => {
                let message = format!("`{name}` is neither a kind of pit nor a mark");
                let problem = worded(Code::UnknownName, message, span, "not known here");
                match meant_by(name).iter().find(|meant| KINDS.contains(meant) || **meant == "pit") {
                    Some(meant) => problem.fix(span, *meant, format!("use the word `{meant}`")),
                    None => problem.suggest(span, name, names(&marks).chain(KINDS)).or_help(|| {
                        [
                            "the kinds are `own`, `opponent`, `pit A`, `empty`, `occupied`, `closed`, `sown`, `reached`, `store`, `lap origin`, `turn origin`".to_string(),
                            format!("declare a mark in `board`: `mark {name}`"),
                        ]
                    }),
                }
            }
            ConditionProblem::CounterAsPlace { name } => {
                worded(Code::Misplaced, format!("`{name}` is a counter"), span, "it holds no seeds")
                    .help(format!("a counter is changed by `set`, `add` and `subtract`: `add 1 to own {name}`"))
            }
        }
    }
}

fn names(known: &[String]) -> impl Iterator<Item = &str> {
    known.iter().map(String::as_str)
}
