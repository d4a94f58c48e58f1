//! Parameters and arithmetic: declarations, settings, and the values of expressions.

use super::problem::{UnplacedProblem, ValueProblem};
use super::{Checker, Settings};
use crate::rules::{Parameter, Value, Values};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{NameNode, NumberNode, ParamNode, SumNode};

/// The maximum number of parameter combinations that are tried for dead code.
const MAX_COMBINATIONS: usize = 256;

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
pub(crate) fn combinations(params: &[Parameter]) -> Vec<Settings> {
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
                    self.report(part.span, ValueProblem::BackwardRange { low, high });
                }
            }
            let name = &param.name.value;
            let mut default = param.default.value.clone();
            if !allows(&allowed, &default) {
                self.report(param.default.span, ValueProblem::DefaultNotAllowed { name, allowed: &allowed });
                default = match &allowed[0] {
                    Values::One(first) => first.clone(),
                    Values::Span(low, _) => Value::Number(*low),
                };
            }
            let value = match settings.get(name).map(|text| (text, parse(text))) {
                Some((_, set)) if allows(&allowed, &set) => set,
                Some((text, _)) => {
                    self.report(param.span, ValueProblem::SettingNotAllowed { name, text, allowed: &allowed });
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
            let known = params.iter().map(|param| param.name.value.clone()).collect();
            self.problems.push(UnplacedProblem::NoSuchParameter { name, known }.into());
        }
    }

    /// Looks up a parameter used as a number. An unknown one is reported.
    fn param(&mut self, name: &str, span: Span) -> Option<Parameter> {
        self.used_params.insert(name.to_string());
        let found = self.params.iter().find(|param| param.name == name).cloned();
        if found.is_none() {
            let known = self.params.iter().map(|param| param.name.clone()).collect();
            let is_term = self.terms.iter().any(|(term, _)| term.value == name);
            self.report(
                span,
                if is_term { ValueProblem::TermForNumber } else { ValueProblem::UnknownParameter { name, known } },
            );
        }
        found
    }

    /// Evaluates an arithmetic expression. Returns `None` after reporting a problem.
    pub(super) fn number(&mut self, number: &NumberNode) -> Option<u16> {
        let sum = self.sum(number)?;
        let fits = u16::try_from(sum).ok();
        if fits.is_none() {
            self.report(number.span, ValueProblem::NumberTooLarge { sum });
        }
        fits
    }

    fn sum(&mut self, number: &NumberNode) -> Option<i64> {
        match &number.sum {
            SumNode::Literal(literal) => Some((*literal).into()),
            SumNode::Param(name) => match self.param(name, number.span)?.value {
                Value::Number(value) => Some(value.into()),
                Value::Word(word) => {
                    self.report(number.span, ValueProblem::WordForNumber { name, word: &word });
                    None
                }
            },
            SumNode::Plus(a, b) => Some(self.sum(a)?.saturating_add(self.sum(b)?)),
            SumNode::Minus(a, b) => Some(self.sum(a)?.saturating_sub(self.sum(b)?)),
            SumNode::Times(a, b) => Some(self.sum(a)?.saturating_mul(self.sum(b)?)),
            SumNode::Divided(a, b) => {
                let (a, by) = (self.sum(a)?, self.sum(b)?);
                if by == 0 {
                    self.report(b.span, ValueProblem::DividedByZero);
                    return None;
                }
                Some(a.div_euclid(by))
            }
        }
    }

    /// Evaluates an expression that must lie in `low..=high`. If it does not, it is reported
    /// as `what`.
    pub(super) fn number_in(&mut self, number: &NumberNode, low: u16, high: u16, what: &'static str) -> Option<u16> {
        let value = self.number(number)?;
        if (low..=high).contains(&value) {
            return Some(value);
        }
        self.report(number.span, ValueProblem::OutsideRange { what, value, low, high });
        None
    }

    /// Whether a parameter has a value. Returns `None` after reporting an unknown parameter or an
    /// impossible value.
    pub(super) fn setting(&mut self, name: &NameNode, wanted: &Spanned<Value>) -> Option<bool> {
        self.used_params.insert(name.value.clone());
        let Some(param) = self.params.iter().find(|param| param.name == name.value).cloned() else {
            let known = self.params.iter().map(|param| param.name.clone()).collect();
            self.report(name.span, ValueProblem::UnknownSetting { name: &name.value, value: &wanted.value, known });
            return None;
        };
        let asked = &wanted.value;
        if !allows(&param.values, asked) {
            self.report(wanted.span, ValueProblem::NeverHasValue { name: &param.name, asked, allowed: &param.values });
            return None;
        }
        Some(param.value == *asked)
    }
}

fn parse(text: &str) -> Value {
    text.parse().map_or_else(|_| Value::Word(text.to_string()), Value::Number)
}
