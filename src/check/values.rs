//! Parameters and numbers: what the file declares, what is set from outside, and what sums come to.

use super::{Checker, Settings};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Parameter, Value, Values};
use crate::syntax::ast;

fn value(value: &ast::Value) -> Value {
    match value {
        ast::Value::Number(number) => Value::Number(*number as u16),
        ast::Value::Word(word) => Value::Word(word.clone()),
    }
}

fn values(values: &ast::Values) -> Values {
    match values {
        ast::Values::One(one) => Values::One(value(one)),
        ast::Values::Span(low, high) => Values::Span(*low as u16, *high as u16),
    }
}

/// The choices of a parameter as one says them.
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

impl Checker {
    /// Settles every parameter: its default, or what is set from outside.
    pub(super) fn parameters(&mut self, params: &[ast::Param], settings: &Settings) {
        for param in params {
            let allowed: Vec<Values> = param.values.iter().map(|part| values(&part.value)).collect();
            for part in &param.values {
                if let ast::Values::Span(low, high) = part.value
                    && low > high
                {
                    self.problem(
                        Diagnostic::new(Code::ParameterValue, format!("no number lies in {low}..{high}"))
                            .label(part.span, "the first number is the greater one")
                            .fix(part.span, format!("{high}..{low}"), "from the smaller to the greater"),
                    );
                }
            }
            let name = &param.name.value;
            let default = value(&param.default.value);
            if !allows(&allowed, &default) {
                self.problem(
                    Diagnostic::new(Code::ParameterValue, format!("the default of `{name}` is not among its values"))
                        .label(param.default.span, "not among the values after `in`")
                        .help(format!("`{name}` may be: {}", choices(&allowed))),
                );
            }
            let value = match settings.get(name).map(|text| (text, parse(text))) {
                Some((_, set)) if allows(&allowed, &set) => set,
                Some((text, _)) => {
                    self.problem(
                        Diagnostic::new(Code::ParameterValue, format!("`{name}` cannot be `{text}`"))
                            .label(param.span, "declared here")
                            .help(format!("`{name}` may be: {}", choices(&allowed))),
                    );
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
            self.problem(match (crate::diagnostic::did_you_mean(name, known.iter().copied()), &known[..]) {
                (Some(best), _) => problem.help(format!("did you mean `{best}`?")),
                (None, []) => problem.help("it has no parameters at all"),
                (None, known) => problem.help(format!("its parameters: {}", known.join(", "))),
            });
        }
    }

    /// The value of a parameter, or a problem told.
    pub(super) fn param(&mut self, name: &str, span: crate::source::Span) -> Option<Parameter> {
        self.used_params.insert(name.to_string());
        let found = self.params.iter().find(|param| param.name == name).cloned();
        if found.is_none() {
            let known: Vec<String> = self.params.iter().map(|param| param.name.clone()).collect();
            let problem = Diagnostic::new(Code::UnknownName, format!("there is no parameter `{name}`"))
                .label(span, "not a parameter")
                .suggest(span, name, known.iter().map(String::as_str));
            self.problem(if known.is_empty() {
                problem.help(format!("declare it: `param {name} = 4 in 1..8`"))
            } else {
                problem
            });
        }
        found
    }

    /// What a sum comes to.
    pub(super) fn number(&mut self, number: &ast::Number) -> Option<u16> {
        let sum = self.sum(number)?;
        let fits = u16::try_from(sum).ok();
        if fits.is_none() {
            self.problem(
                Diagnostic::new(Code::OutOfRange, format!("this comes to {sum}"))
                    .label(number.span, "not from 0 to 65535"),
            );
        }
        fits
    }

    fn sum(&mut self, number: &ast::Number) -> Option<i64> {
        match &number.sum {
            ast::Sum::Literal(literal) => Some(*literal as i64),
            ast::Sum::Param(name) => match self.param(name, number.span)?.value {
                Value::Number(value) => Some(value.into()),
                Value::Word(word) => {
                    self.problem(
                        Diagnostic::new(Code::OutOfRange, format!("the parameter `{name}` is no number"))
                            .label(number.span, format!("its value is the word `{word}`"))
                            .help(format!("words are asked for in conditions: `{name} is {word}`")),
                    );
                    None
                }
            },
            ast::Sum::Plus(a, b) => Some(self.sum(a)? + self.sum(b)?),
            ast::Sum::Minus(a, b) => Some(self.sum(a)? - self.sum(b)?),
            ast::Sum::Times(a, b) => Some(self.sum(a)?.saturating_mul(self.sum(b)?)),
        }
    }

    /// A number that must lie in a range; what it counts is told if it does not.
    pub(super) fn number_in(&mut self, number: &ast::Number, low: u16, high: u16, what: &str) -> Option<u16> {
        let value = self.number(number)?;
        if (low..=high).contains(&value) {
            return Some(value);
        }
        let range = if low == high { format!("only {low}") } else { format!("from {low} to {high}") };
        self.problem(
            Diagnostic::new(Code::OutOfRange, format!("{what} cannot be {value}"))
                .label(number.span, format!("{range} on this board")),
        );
        None
    }

    /// Whether a parameter has a value, as a condition asks.
    pub(super) fn setting(&mut self, name: &ast::Name, wanted: &crate::source::Spanned<ast::Value>) -> Option<bool> {
        let param = self.param(&name.value, name.span)?;
        let asked = value(&wanted.value);
        if !allows(&param.values, &asked) {
            let words: Vec<String> = param.values.iter().map(ToString::to_string).collect();
            self.problem(
                Diagnostic::new(Code::ParameterValue, format!("`{}` can never be `{asked}`", param.name))
                    .label(wanted.span, "not among its values")
                    .help(format!("`{}` may be: {}", param.name, choices(&param.values)))
                    .suggest(wanted.span, &asked.to_string(), words.iter().map(String::as_str)),
            );
            return None;
        }
        Some(param.value == asked)
    }
}

fn parse(text: &str) -> Value {
    text.parse().map_or_else(|_| Value::Word(text.to_string()), Value::Number)
}
