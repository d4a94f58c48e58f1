//! Problems of parameters, their values, and numbers.

use super::proofs::TRY_INSTEAD;
use super::{Problem, worded};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::rules::{Value, Values};
use crate::source::Span;
use crate::syntax::instead::number_meant_by;

/// A problem of a parameter or a number.
pub(in crate::check) enum ValueProblem<'a> {
    BackwardRange { low: u16, high: u16 },
    DefaultNotAllowed { name: &'a str, allowed: &'a [Values] },
    SettingNotAllowed { name: &'a str, text: &'a str, allowed: &'a [Values] },
    NeverHasValue { name: &'a str, asked: &'a Value, allowed: &'a [Values] },
    TermForNumber,
    UnknownParameter { name: &'a str, known: Vec<String> },
    UnknownSetting { name: &'a str, value: &'a Value, known: Vec<String> },
    WordForNumber { name: &'a str, word: &'a str },
    NumberTooLarge { sum: i64 },
    DividedByZero,
    OutsideRange { what: &'static str, value: u16, low: u16, high: u16 },
}

impl Problem for ValueProblem<'_> {
    fn diagnostic(self, span: Span) -> Diagnostic {
        const PITS: [&str; 4] = ["here", "opposite", "next", "previous"];
        let allowed_values =
            |name: &str, allowed| format!("allowed values of `{name}`: {}", listed(allowed).join(", "));
        match self {
            Self::BackwardRange { low, high } => {
                let message = format!("the range {low}..{high} is empty");
                worded(Code::ParameterValue, message, span, "the first number is larger").fix(
                    span,
                    format!("{high}..{low}"),
                    "write the smaller number first",
                )
            }
            Self::DefaultNotAllowed { name, allowed } => {
                let message = format!("the default of `{name}` is not among its values");
                worded(Code::ParameterValue, message, span, "not among the values after `in`")
                    .help(allowed_values(name, allowed))
            }
            Self::SettingNotAllowed { name, text, allowed } => {
                let message = format!("`{text}` is not a valid value of `{name}`");
                worded(Code::ParameterValue, message, span, "declared here").help(allowed_values(name, allowed))
            }
            Self::NeverHasValue { name, asked, allowed } => {
                let message = format!("`{name}` can never be `{asked}`");
                worded(Code::ParameterValue, message, span, "not among its values")
                    .help(allowed_values(name, allowed))
                    .suggest(span, &asked.to_string(), listed(allowed).iter().map(String::as_str))
            }
            Self::TermForNumber => {
                worded(Code::UnknownName, "a term is not a number", span, "a name from `terms`")
                    .help("after a number `or` goes on with numbers: write `(here holds 2 or fewer) or …` for either of two conditions")
            }
            Self::UnknownParameter { name, known } => {
                let message = format!("there is no parameter `{name}`");
                let problem = worded(Code::UnknownName, message, span, "neither a number nor a parameter");
                match number_meant_by(name) {
                    Some(number) => problem.fix(span, number.to_string(), "write the number in digits"),
                    None => problem
                        .suggest(span, name, known.iter().map(String::as_str))
                        .or_help(|| [format!("declare it: `param {name} = 4 in 1..8`")]),
                }
            }
            Self::UnknownSetting { name, value, known } => {
                let message = format!("`{name}` is neither a pit nor a parameter");
                worded(Code::UnknownName, message, span, "not known here")
                    .suggest(span, name, known.iter().map(String::as_str).chain(PITS).chain(["lap", "move", "turn"]))
                    .or_help(|| {
                        [
                            "the pits are `here`, `opposite`, `next`, `next of next` and `previous`".to_string(),
                            format!("to declare a parameter: `param {name} = {value} in …`"),
                        ]
                    })
            }
            Self::WordForNumber { name, word } => {
                let message = format!("the parameter `{name}` is not a number");
                worded(Code::OutOfRange, message, span, format!("its value is the word `{word}`"))
                    .help(format!("words are compared in conditions: `{name} is {word}`"))
            }
            Self::NumberTooLarge { sum } => {
                worded(Code::OutOfRange, format!("the result is {sum}"), span, "numbers go from 0 to 65535")
            }
            Self::DividedByZero => worded(Code::OutOfRange, "a number is divided by 0", span, "is 0 here"),
            Self::OutsideRange { what, value, low, high } => {
                let range = if low == high { format!("only {low}") } else { format!("from {low} to {high}") };
                let message = format!("{what} cannot be {value}");
                worded(Code::OutOfRange, message, span, format!("{range} on this board"))
            }
        }
    }
}

/// A problem that has no place in a file.
pub(in crate::check) enum UnplacedProblem<'a> {
    NoSuchParameter { name: &'a str, known: Vec<String> },
    // The file is too long to be checked for all values of its parameters, of which this is the first.
    TooLongToProve { first: &'a str },
}

impl From<UnplacedProblem<'_>> for Diagnostic {
    fn from(problem: UnplacedProblem) -> Diagnostic {
        match problem {
            UnplacedProblem::NoSuchParameter { name, known } => {
                Diagnostic::new(Code::NoSuchParameter, format!("the game has no parameter `{name}`")).help(
                    match (did_you_mean(name, known.iter().map(String::as_str)), &known[..]) {
                        (Some(best), _) => format!("did you mean `{best}`?"),
                        (None, []) => "it has no parameters at all".to_string(),
                        (None, known) => format!("its parameters: {}", known.join(", ")),
                    },
                )
            }
            UnplacedProblem::TooLongToProve { first } => {
                Diagnostic::new(Code::NotProved, "the file is too long to be proved for all values of its parameters")
                    .help(TRY_INSTEAD)
                    .help(format!("narrower ranges of values, such as those of `{first}`, shorten the proof"))
            }
        }
    }
}

fn listed(allowed: &[Values]) -> Vec<String> {
    allowed.iter().map(ToString::to_string).collect()
}
