//! Wishes: measures of play with the range that they shall have.

use std::fmt;

use uur::diagnostic::{did_you_mean, quoted_alternatives};

use crate::trial::Gauge;

/// A measure and the range that it shall have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wish {
    /// The measure.
    pub gauge: &'static Gauge,
    /// The lowest and the highest value; an infinite one is no bound.
    pub range: [f64; 2],
}

/// What is wrong with a wish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WishProblem {
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl WishProblem {
    /// The problem of a word that names no measure.
    pub fn no_measure(word: &str) -> WishProblem {
        let names: Vec<&str> = Gauge::ALL.iter().map(|gauge| gauge.name).collect();
        let help = match did_you_mean(word, names.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("the measures are {}", quoted_alternatives(&names)),
        };
        WishProblem { message: format!("`{word}` is no measure"), help }
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
    /// Whether a text begins with the name of a measure. Otherwise it is no wish for one.
    pub fn is_meant(text: &str) -> bool {
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
    pub fn parse(text: &str) -> Result<Wish, WishProblem> {
        let problem = |message: String, help: String| Err(WishProblem { message, help });
        let Some((gauge, rest)) = gauge_of(text) else {
            let word = text.split(|c: char| "<>=".contains(c) || c.is_ascii_digit()).next().unwrap_or_default().trim();
            return Err(WishProblem::no_measure(word));
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
pub fn contradiction(wishes: &[Wish]) -> Option<(Wish, Wish)> {
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
        let wishes = ["length 20..60", "draws < 5 %", "length > 70"].map(|text| Wish::parse(text).expect("it is one"));
        let (one, two) = contradiction(&wishes).expect("they do");
        assert_eq!([one, two].map(|wish| wish.to_string()), ["length 20 to 60", "length at least 70"]);
        assert!(contradiction(&wishes[..2]).is_none());
    }
}
