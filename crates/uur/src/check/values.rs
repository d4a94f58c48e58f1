//! Parameters and arithmetic: declarations, settings, and the values of expressions.

use super::{Checker, Settings};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Parameter, Value, Values};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{NameNode, NumberNode, ParamNode, SumNode};
use crate::syntax::words::number_meant_by;

/// The maximum number of parameter combinations that are tried for dead code.
const MAX_COMBINATIONS: usize = 256;

/// The values of a parameter, separated by commas.
fn choices(allowed: &[Values]) -> String {
    allowed.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Whether a parameter may have a value.
fn allows(allowed: &[Values], value: &Value) -> bool {
    allowed.iter().any(|allowed| match (allowed, value) {
        (Values::One(one), value) => one == value,
        (Values::Span(low, high), Value::Number(number)) => low <= number && number <= high,
        (Values::Span(..), Value::Word(_)) => false,
    })
}

/// Settings that cover every value of every parameter: all combinations or, if there are too many, each
/// value with the defaults of the other parameters.
pub(super) fn combinations(params: &[Parameter]) -> Vec<Settings> {
    let choices: Vec<(&str, Vec<String>)> = params
        .iter()
        .map(|param| {
            let values = param.values.iter().flat_map(|values| match values {
                Values::One(one) => vec![one.to_string()],
                Values::Span(low, high) => (*low..=*high).take(MAX_COMBINATIONS).map(|n| n.to_string()).collect(),
            });
            (param.name.as_str(), values.take(MAX_COMBINATIONS).collect())
        })
        .collect();
    let one = |name: &str, value: &String| (name.to_string(), value.clone());
    let count = choices.iter().try_fold(1usize, |count, (_, values)| count.checked_mul(values.len()));
    if count.is_some_and(|count| count <= MAX_COMBINATIONS) {
        let start = vec![Settings::new()];
        return choices.iter().fold(start, |combinations, (name, values)| {
            let with = |settings: &Settings, value| settings.clone().into_iter().chain([one(name, value)]).collect();
            combinations.iter().flat_map(|settings| values.iter().map(move |value| with(settings, value))).collect()
        });
    }
    let each = |(name, values): &(&str, Vec<String>)| -> Vec<Settings> {
        values.iter().map(|value| Settings::from([one(name, value)])).collect()
    };
    choices.iter().flat_map(each).take(MAX_COMBINATIONS).collect()
}

impl Checker {
    /// Sets every parameter to its default or to the value given from outside.
    pub(super) fn parameters(&mut self, params: &[ParamNode], settings: &Settings) {
        for param in params {
            let mut allowed = vec![];
            for part in &param.values {
                // A range that runs backwards is reported, and read as if it ran forwards.
                allowed.push(match part.value {
                    Values::Span(low, high) => Values::Span(low.min(high), low.max(high)),
                    Values::One(ref one) => Values::One(one.clone()),
                });
                if let Values::Span(low, high) = part.value
                    && low > high
                {
                    Diagnostic::new(Code::ParameterValue, format!("the range {low}..{high} is empty"))
                        .label(part.span, "the first number is larger")
                        .fix(part.span, format!("{high}..{low}"), "write the smaller number first")
                        .report(self);
                }
            }
            let name = &param.name.value;
            let mut default = param.default.value.clone();
            if !allows(&allowed, &default) {
                Diagnostic::new(Code::ParameterValue, format!("the default of `{name}` is not among its values"))
                    .label(param.default.span, "not among the values after `in`")
                    .help(format!("allowed values of `{name}`: {}", choices(&allowed)))
                    .report(self);
                default = match &allowed[0] {
                    Values::One(first) => first.clone(),
                    Values::Span(low, _) => Value::Number(*low),
                };
            }
            let value = match settings.get(name).map(|text| (text, parse(text))) {
                Some((_, set)) if allows(&allowed, &set) => set,
                Some((text, _)) => {
                    Diagnostic::new(Code::ParameterValue, format!("`{text}` is not a valid value of `{name}`"))
                        .label(param.span, "declared here")
                        .help(format!("allowed values of `{name}`: {}", choices(&allowed)))
                        .report(self);
                    default.clone()
                }
                None => default.clone(),
            };
            self.params.push(Parameter {
                name: name.clone(),
                value,
                default,
                values: allowed,
                about: param.about.clone(),
            });
        }
        for name in settings.keys().filter(|name| !params.iter().any(|param| param.name.value == **name)) {
            let known: Vec<&str> = params.iter().map(|param| param.name.value.as_str()).collect();
            let problem = Diagnostic::new(Code::NoSuchParameter, format!("the game has no parameter `{name}`"));
            let problem = match (crate::diagnostic::did_you_mean(name, known.iter().copied()), &known[..]) {
                (Some(best), _) => problem.help(format!("did you mean `{best}`?")),
                (None, []) => problem.help("it has no parameters at all"),
                (None, known) => problem.help(format!("its parameters: {}", known.join(", "))),
            };
            problem.report(self);
        }
    }

    /// Looks up a parameter used as a number. An unknown one is reported.
    fn param(&mut self, name: &str, span: Span) -> Option<Parameter> {
        self.used_params.insert(name.to_string());
        let found = self.params.iter().find(|param| param.name == name).cloned();
        if found.is_none() {
            let known: Vec<String> = self.params.iter().map(|param| param.name.clone()).collect();
            let problem = Diagnostic::new(Code::UnknownName, format!("there is no parameter `{name}`"))
                .label(span, "neither a number nor a parameter");
            let problem = match number_meant_by(name) {
                Some(number) => problem.fix(span, number.to_string(), "write the number in digits"),
                None => match problem.suggest(span, name, known.iter().map(String::as_str)) {
                    problem if problem.fix.is_some() => problem,
                    problem => problem.help(format!("declare it: `param {name} = 4 in 1..8`")),
                },
            };
            problem.report(self);
        }
        found
    }

    /// Evaluates an arithmetic expression. Returns `None` after reporting a problem.
    pub(super) fn number(&mut self, number: &NumberNode) -> Option<u16> {
        let sum = self.sum(number)?;
        let fits = u16::try_from(sum).ok();
        if fits.is_none() {
            Diagnostic::new(Code::OutOfRange, format!("the result is {sum}"))
                .label(number.span, "numbers go from 0 to 65535")
                .report(self);
        }
        fits
    }

    fn sum(&mut self, number: &NumberNode) -> Option<i64> {
        match &number.sum {
            SumNode::Literal(literal) => Some((*literal).into()),
            SumNode::Param(name) => match self.param(name, number.span)?.value {
                Value::Number(value) => Some(value.into()),
                Value::Word(word) => {
                    Diagnostic::new(Code::OutOfRange, format!("the parameter `{name}` is not a number"))
                        .label(number.span, format!("its value is the word `{word}`"))
                        .help(format!("words are compared in conditions: `{name} is {word}`"))
                        .report(self);
                    None
                }
            },
            SumNode::Plus(a, b) => Some(self.sum(a)?.saturating_add(self.sum(b)?)),
            SumNode::Minus(a, b) => Some(self.sum(a)?.saturating_sub(self.sum(b)?)),
            SumNode::Times(a, b) => Some(self.sum(a)?.saturating_mul(self.sum(b)?)),
            SumNode::Divided(a, b) => {
                let (a, by) = (self.sum(a)?, self.sum(b)?);
                if by == 0 {
                    Diagnostic::new(Code::OutOfRange, "a number is divided by 0")
                        .label(b.span, "is 0 here")
                        .report(self);
                    return None;
                }
                Some(a.div_euclid(by))
            }
        }
    }

    /// Evaluates an expression that must lie in `low..=high`. If it does not, `what` names the quantity
    /// in the report.
    pub(super) fn number_in(&mut self, number: &NumberNode, low: u16, high: u16, what: &str) -> Option<u16> {
        let value = self.number(number)?;
        if (low..=high).contains(&value) {
            return Some(value);
        }
        let range = if low == high { format!("only {low}") } else { format!("from {low} to {high}") };
        Diagnostic::new(Code::OutOfRange, format!("{what} cannot be {value}"))
            .label(number.span, format!("{range} on this board"))
            .report(self);
        None
    }

    /// Whether a parameter has a value. Returns `None` after reporting an unknown parameter or an
    /// impossible value.
    pub(super) fn setting(&mut self, name: &NameNode, wanted: &Spanned<Value>) -> Option<bool> {
        self.used_params.insert(name.value.clone());
        let Some(param) = self.params.iter().find(|param| param.name == name.value).cloned() else {
            self.no_setting(name, wanted);
            return None;
        };
        let asked = &wanted.value;
        if !allows(&param.values, asked) {
            let words: Vec<String> = param.values.iter().map(ToString::to_string).collect();
            Diagnostic::new(Code::ParameterValue, format!("`{}` can never be `{asked}`", param.name))
                .label(wanted.span, "not among its values")
                .help(format!("allowed values of `{}`: {}", param.name, choices(&param.values)))
                .suggest(wanted.span, &asked.to_string(), words.iter().map(String::as_str))
                .report(self);
            return None;
        }
        Some(param.value == *asked)
    }
}

impl Checker {
    fn no_setting(&mut self, name: &NameNode, wanted: &Spanned<Value>) {
        const PITS: [&str; 5] = ["here", "opposite", "next", "beyond", "previous"];
        let known = self.params.iter().map(|param| param.name.as_str()).chain(PITS);
        let problem = Diagnostic::new(Code::UnknownName, format!("`{}` is neither a pit nor a parameter", name.value))
            .label(name.span, "not known here")
            .suggest(name.span, &name.value, known);
        let problem = if problem.fix.is_some() {
            problem
        } else {
            problem
                .help("the pits are `here`, `opposite`, `next`, `beyond` and `previous`")
                .help(format!("to declare a parameter: `param {} = {} in …`", name.value, wanted.value))
        };
        problem.report(self);
    }
}

fn parse(text: &str) -> Value {
    text.parse().map_or_else(|_| Value::Word(text.to_string()), Value::Number)
}
