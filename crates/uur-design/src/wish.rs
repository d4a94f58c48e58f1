//! Wishes: measures of play with the range that they shall have, and facts of the rules.

use std::fmt;

use uur::diagnostic::{did_you_mean, quoted_alternatives};
use uur::notation::ParseError;
use uur::query::Query;
use uur::rules::Rules;

use crate::trial::Gauge;

/// A measure and the range that it shall have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wish {
    /// The measure.
    pub gauge: &'static Gauge,
    /// The lowest and the highest value; an infinite one is no bound.
    pub range: [f64; 2],
}

/// All that is wanted.
#[derive(Debug, Clone, Default)]
pub struct Wishes {
    /// The wishes for measures.
    pub measures: Vec<Wish>,
    /// The facts that the rules shall have.
    facts: Vec<Query>,
}

/// A problem with a request for designs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DesignProblem {
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
    /// The wish for facts in which it is, and at which byte.
    pub place: Option<(String, usize)>,
}

impl Wishes {
    /// Parses wishes. One that names no measure is one for facts.
    ///
    /// # Errors
    /// If one is neither, or two exclude each other.
    pub fn parse(texts: &[String]) -> Result<Wishes, DesignProblem> {
        let mut wishes = Wishes::default();
        for text in texts {
            let joins = || text.split_whitespace().any(|word| ["and", "or", "not"].contains(&word));
            let measure = || {
                let with_facts = |problem: DesignProblem| {
                    let stop = if problem.help.ends_with('?') { "" } else { ";" };
                    let help = format!("{}{stop} `uur list --facts` lists the facts", problem.help);
                    DesignProblem { help, ..problem }
                };
                Wish::parse(text).map_err(with_facts)
            };
            match Query::parse(text) {
                _ if Wish::is_meant(text) => wishes.measures.push(measure()?),
                Ok(query) => wishes.facts.push(query),
                Err(ParseError { message, at, help }) if joins() => {
                    return Err(DesignProblem { message, help, place: Some((text.clone(), at)) });
                }
                Err(_) => wishes.measures.push(measure()?),
            }
        }
        match contradiction(&wishes.measures) {
            None => Ok(wishes),
            Some((one, two)) => {
                Err(DesignProblem::new(format!("nothing has both {one} and {two}"), "leave out one of the two wishes"))
            }
        }
    }

    /// Whether rules have the facts.
    pub fn hold(&self, rules: &Rules) -> bool {
        self.facts.iter().all(|facts| facts.holds(rules))
    }
}

impl DesignProblem {
    /// A problem, and what to do.
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> DesignProblem {
        DesignProblem { message: message.into(), help: help.into(), place: None }
    }

    /// The problem of a word that names no measure.
    pub fn no_measure(word: &str) -> DesignProblem {
        let names: Vec<&str> = Gauge::ALL.iter().map(|gauge| gauge.name).collect();
        let help = match did_you_mean(word, names.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("the measures are {}", quoted_alternatives(&names)),
        };
        DesignProblem::new(format!("`{word}` is no measure"), help)
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [low, high] = self.range.map(|bound| self.gauge.written(bound));
        match self.range.map(f64::is_finite) {
            [true, true] => write!(f, "{} {low} to {high}", self.gauge.name),
            [false, true] => write!(f, "{} at most {high}", self.gauge.name),
            _ => write!(f, "{} at least {low}", self.gauge.name),
        }
    }
}

impl Wish {
    /// Whether a text begins with the name of a measure.
    fn is_meant(text: &str) -> bool {
        gauge_of(text).is_some()
    }

    /// Parses a wish.
    ///
    /// ```
    /// use uur_design::Wish;
    /// assert_eq!(Wish::parse("length 20..60").unwrap().range, [20.0, 60.0]);
    /// assert_eq!(Wish::parse("draws < 5 %").unwrap().range, [f64::NEG_INFINITY, 0.05]);
    /// assert_eq!(Wish::parse("first player 45..55 %").unwrap().to_string(), "first player 45 % to 55 %");
    /// assert!(Wish::parse("draws 5").unwrap_err().help.contains('%'));
    /// ```
    ///
    /// # Errors
    /// If it names no measure, or no range of it.
    pub fn parse(text: &str) -> Result<Wish, DesignProblem> {
        let problem = |message: String, help: String| Err(DesignProblem::new(message, help));
        let Some((gauge, rest)) = gauge_of(text) else {
            let word = text.split(|c: char| "<>=".contains(c) || c.is_ascii_digit()).next().unwrap_or_default().trim();
            return Err(DesignProblem::no_measure(word));
        };
        let example = gauge.example();
        let (number, is_share) = match rest.trim().strip_suffix('%') {
            Some(number) => (number.trim(), true),
            None => (rest.trim(), false),
        };
        let Some([low, high]) = range(number) else {
            return problem(
                format!("`{}` is no range of the measure `{}`", rest.trim(), gauge.name),
                format!("write for example `{example}`, or a number after `<` or `>`"),
            );
        };
        if is_share != gauge.is_share {
            let message = match is_share {
                true => format!("the measure `{}` is a number, not a share", gauge.name),
                false => format!("the measure `{}` is a share of games or moves, in percent", gauge.name),
            };
            return problem(message, format!("write for example `{example}`"));
        }
        let scale = if is_share { 0.01 } else { 1.0 };
        let range = [low * scale, high * scale].map(|bound| (bound * 1e6).round() / 1e6);
        if range[0] > range[1] {
            return problem(
                format!("no number is in the range `{number}`"),
                "write the smaller number first".to_string(),
            );
        }
        if range[1] < 0.0 || (gauge.is_share && range[0] > 1.0) {
            return problem(
                format!("the measure `{}` is never in the range `{}`", gauge.name, rest.trim()),
                format!("write for example `{example}`"),
            );
        }
        Ok(Wish { gauge, range })
    }

    /// How far a value is off, in widths of the range.
    pub fn distance(&self, value: f64) -> f64 {
        let [low, high] = self.range;
        let off = (low - value).max(value - high).max(0.0);
        let width =
            if low.is_finite() && high.is_finite() { (high - low).max(1e-9) } else { high.abs().min(low.abs()) };
        off / width.max(if self.gauge.is_share { 0.05 } else { 1.0 })
    }
}

/// The wishes for one measure that no value meets.
fn contradiction(wishes: &[Wish]) -> Option<(Wish, Wish)> {
    let pairs =
        wishes.iter().enumerate().flat_map(|(number, one)| wishes[..number].iter().map(move |two| (*two, *one)));
    pairs.into_iter().find(|(one, two)| {
        one.gauge.name == two.gauge.name && one.range[0].max(two.range[0]) > one.range[1].min(two.range[1])
    })
}

/// The measure that a text begins with, and the rest.
fn gauge_of(text: &str) -> Option<(&'static Gauge, String)> {
    let text = text.trim().replace(['_', '-'], " ");
    let rest = |name: &str| {
        let rest = text.strip_prefix(name)?;
        rest.chars().next().is_none_or(|c| !c.is_alphabetic()).then(|| rest.to_string())
    };
    Gauge::ALL
        .iter()
        .find_map(|gauge| Some((gauge, rest(gauge.name).or_else(|| rest(&gauge.study.replace('_', " ")))?)))
}

/// `20..60`, `< 5`, `at most 5`, `> 5`, `at least 5`, `5`.
fn range(text: &str) -> Option<[f64; 2]> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    if let Some((low, high)) = text.split_once("..").or_else(|| text.split_once(" to ")) {
        return Some([number(low)?, number(high)?]);
    }
    for (word, is_upper) in
        [("<=", true), ("<", true), ("at most", true), (">=", false), (">", false), ("at least", false)]
    {
        if let Some(bound) = text.strip_prefix(word) {
            let bound = number(bound)?;
            return Some(if is_upper { [f64::NEG_INFINITY, bound] } else { [bound, f64::INFINITY] });
        }
    }
    number(text).map(|number| [number, number])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_wish_is_said() {
        for (text, message) in [
            ("lenght 20..60", "`lenght` is no measure"),
            ("length long", "`long` is no range of the measure `length`"),
            ("length 20 %", "the measure `length` is a number, not a share"),
            ("draws 0.3", "the measure `draws` is a share of games or moves, in percent"),
            ("length 60..20", "no number is in the range `60..20`"),
            ("skill > 120 %", "the measure `skill` is never in the range `> 120 %`"),
        ] {
            assert_eq!(Wish::parse(text).expect_err(text).message, message);
        }
    }

    #[test]
    fn wishes_that_exclude_each_other_are_found() {
        let wishes = ["length 20..60", "draws < 5 %", "relay and pits 6", "length > 70"].map(str::to_string);
        let problem = Wishes::parse(&wishes).expect_err("they do");
        assert_eq!(problem.message, "nothing has both length 20 to 60 and length at least 70");
        assert_eq!(Wishes::parse(&wishes[..3]).expect("they do not").facts.len(), 1);
        assert!(Wishes::parse(&["relay and pitz 6".to_string()]).is_err_and(|problem| problem.place.is_some()));
    }
}
