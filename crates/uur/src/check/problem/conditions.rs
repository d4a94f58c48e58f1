//! Problems of conditions, and of the names of marks, counters and conditions.

use super::{Problem, worded};
use crate::check::tables::RuleContext;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Whose;
use crate::source::Span;
use crate::syntax::instead::{BOOK_TERMS, ENGLISH_WORDS, may_be_marked, meant_by};

/// A problem of a condition or of a name in a line.
pub(in crate::check) enum ConditionProblem<'a> {
    ScriptedOnBoard,
    NoMoves,
    SetAsOutermost,
    SetAsPit,
    OpenWhere,
    OpenOr,
    NoPredicate,
    ComparedWithItself { around: Option<RuleContext> },
    ShareOfNothing,
    HalfOfOdd { seeds: u16 },
    BackwardNumbers,
    MoreThanAll { seeds: u16 },
    OwnerOfFirstOnly(Whose),
    // `last` is searched behind another pit, or `first` before it. The place is that of `last` or `first`.
    CountedAway { which: Span, before: bool },
    TermBelow { name: &'a str },
    UnknownTerm { name: &'a str, known: Vec<String> },
    UnknownStage { name: &'a str, known: Vec<String> },
    TooManyTerms { most: usize },
    UnknownMark { name: &'a str, known: Vec<String> },
    UnknownCounter { name: &'a str, known: Vec<String> },
    UnknownPlace { name: &'a str, known: Vec<String> },
    UnknownKind { name: &'a str, marks: Vec<String> },
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
            Self::ScriptedOnBoard => {
                worded(Code::Misplaced, "a scripted move can only depend on parameters", span, "depends on the board")
                    .help("write `PARAMETER is VALUE`")
            }
            Self::NoMoves => worded(Code::UnknownName, "this is written `no move`", span, "not valid here").fix(
                span,
                "move",
                "write `no move`",
            ),
            Self::SetAsOutermost => of_set("is not first or last"),
            Self::SetAsPit => of_set("can only be `empty` or `occupied`"),
            Self::OpenWhere => worded(
                Code::Misplaced,
                "it is unclear where the condition after `where` ends",
                span,
                "here, or at the end of the line?",
            )
            .help("put the condition in brackets: `where (here is empty and opposite is occupied)`"),
            Self::OpenOr => worded(
                Code::Misplaced,
                "it is unclear what `or` joins",
                span,
                "this condition, to the kind of pit or to all before it?",
            )
            .help("put brackets around what belongs together: `A and (here is empty or B)`"),
            Self::NoPredicate => {
                worded(Code::Misplaced, "a condition on these pits is missing", span, "are or hold what?")
                    .help("continue with `is` or `holds`: `every own pit holds 1`, `any own pit is empty`")
            }
            Self::ComparedWithItself { around } => {
                let label = "`here` is each pit of the set, too";
                let problem = worded(Code::ProbablyNotMeant, "a pit is compared with itself", span, label);
                match around.is_some_and(RuleContext::has_fallen) {
                    true => problem.fix(span, "landing", "the pit of the last seed is `landing`"),
                    false => problem.help("the pit from which the move lifts seeds is `turn origin`"),
                }
            }
            Self::ShareOfNothing => {
                worded(Code::Misplaced, "a share of the seeds has no meaning here", span, "of what?")
                    .help("`half` and `all` are shares of the game's seeds: `own store holds more than half`")
            }
            Self::HalfOfOdd { seeds } => {
                never(format!("{seeds} is an odd number of seeds")).help("write `half or fewer` or `more than half`")
            }
            Self::BackwardNumbers => never("the first number is larger".to_string()),
            Self::MoreThanAll { seeds } => never(format!("there are only {seeds} seeds")),
            Self::OwnerOfFirstOnly(whose) => {
                let owner = match whose {
                    Whose::Own => "own",
                    Whose::Opponent => "opponent",
                };
                let label = format!("`{owner}` belongs to the words before `or` only");
                worded(Code::ProbablyNotMeant, "this pit may be either player's", span, label)
                    .help(format!("name the player again: `or {owner} pit …`"))
            }
            Self::CountedAway { which, before } => {
                let [is, other] = if before { ["before", "last"] } else { ["after", "first"] };
                worded(
                    Code::Misplaced,
                    format!("the pit next to another is the `{other}` one `{is}` it"),
                    span,
                    format!("`{other} … {is}` counts from here"),
                )
                .fix(which, other, format!("write `{other}`"))
            }
            Self::TermBelow { name } => worded(
                Code::UnknownName,
                format!("there is no condition `{name}`"),
                span,
                "a term can use only the terms above it",
            )
            .help("move its line further down"),
            Self::UnknownTerm { name, known } => {
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
            Self::UnknownStage { name, known } => {
                worded(Code::UnknownName, format!("there is no stage `{name}`"), span, "not a name in `stages`")
                    .suggest(span, name, names(&known).chain(["bonus"]))
                    .or_help(|| [format!("declare it in a section of its own: `stages {{ {name}: CONDITION }}`")])
            }
            Self::TooManyTerms { most } => {
                worded(Code::TooDeep, format!("the lines use terms more than {most} times"), span, "one too many")
                    .help("terms that use each other again and again become very long conditions")
            }
            Self::UnknownMark { name, known } => {
                worded(Code::UnknownName, format!("there is no mark `{name}`"), span, "not a mark of this game")
                    .suggest(span, name, names(&known))
                    .or_help(|| match &known[..] {
                        [] => [format!("declare it in `board`: `mark {name}`")],
                        known => [format!("the marks of this game: {}; declare others in `board`", known.join(", "))],
                    })
            }
            Self::UnknownCounter { name, known } => {
                worded(Code::UnknownName, format!("there is no counter `{name}`"), span, "not a counter of this game")
                    .suggest(span, name, names(&known))
                    .or_help(|| [format!("declare it in `board`: `counter {name}`")])
            }
            Self::UnknownPlace { name, known } => {
                let message = format!("`{name}` is neither a place nor a mark");
                let problem = worded(Code::UnknownName, message, span, "not known here");
                match meant_by(name).iter().find(|meant| SETS.contains(meant)) {
                    Some(meant) => problem.fix(span, *meant, format!("use the word `{meant}`")),
                    None => problem
                        .suggest(span, name, names(&known).chain(SETS))
                        .or_help(|| ["the places are `row`, `store`, and marks and counters of this game".to_string()]),
                }
            }
            Self::UnknownKind { name, marks } => {
                let message = format!("`{name}` is neither a kind of pit nor a mark");
                let problem = worded(Code::UnknownName, message, span, "not known here");
                if let Some((_, help)) = ENGLISH_WORDS.iter().find(|(word, _)| *word == name) {
                    return problem.help(*help);
                }
                let is_pit = |meant: &str| meant == "pit" && !may_be_marked(name);
                match meant_by(name).iter().find(|meant| KINDS.contains(meant) || is_pit(meant)) {
                    Some(meant) => problem.fix(span, *meant, format!("use the word `{meant}`")),
                    None if may_be_marked(name) => problem.help(format!(
                        "any pit is `pit`, such as `own pit`; a pit with a mark has it from `board`: `mark {name}`"
                    )),
                    None => problem.suggest(span, name, names(&marks).chain(KINDS)).or_help(|| {
                        [
                            "the kinds are `own`, `opponent`, `pit A`, `empty`, `occupied`, `closed`, `sown`, `reached`, `store`, `lap origin`, `turn origin`".to_string(),
                            format!("declare a mark in `board`: `mark {name}`"),
                        ]
                    }),
                }
            }
            Self::CounterAsPlace { name } => {
                worded(Code::Misplaced, format!("`{name}` is a counter"), span, "it holds no seeds")
                    .help(format!("a counter is changed by `set`, `add` and `remove`: `add 1 to own {name}`"))
            }
        }
    }
}

fn names(known: &[String]) -> impl Iterator<Item = &str> {
    known.iter().map(String::as_str)
}
