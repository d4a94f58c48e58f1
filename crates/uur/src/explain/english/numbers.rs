//! Numbers, amounts and articles in English.

use crate::diagnostic::join;
use crate::rules::{Amount, Value, Values};

/// The number of words of a text.
pub(in super::super) fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// A number in words up to twelve, else in digits.
pub(in super::super) fn number(number: u16) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(usize::from(number)).map_or_else(|| number.to_string(), ToString::to_string)
}

/// `one seed`, `two seeds`.
pub(in super::super) fn seeds(seeds: u16) -> String {
    count(seeds, "seed")
}

/// `pits` with their number.
pub(in super::super) fn count(many: u16, noun: &str) -> String {
    if many == 1 { format!("one {noun}") } else { format!("{} {noun}s", number(many)) }
}

/// An amount of seeds: `three seeds or more`.
pub(in super::super) fn amount_words(amount: &Amount) -> String {
    amount_of(amount, "seed")
}

/// An amount of anything.
pub(in super::super) fn amount_of(amount: &Amount, noun: &str) -> String {
    match amount {
        Amount::Even => format!("an even number of {noun}s"),
        Amount::Odd => format!("an odd number of {noun}s"),
        Amount::In(ranges) => match ranges[..] {
            [(low, u16::MAX)] => format!("{} or more", count(low, noun)),
            [(0, high)] if high > 0 => format!("{} or fewer", count(high, noun)),
            [(1, 1)] => format!("one {noun}"),
            [(0, 0)] => format!("no {noun}s"),
            _ => format!("{} {noun}s", numbers(amount)),
        },
    }
}

/// What a seed makes in a pit: `three`, `an even number`.
pub(in super::super) fn making(amount: &Amount) -> String {
    match amount {
        Amount::Even => "an even number".into(),
        Amount::Odd => "an odd number".into(),
        Amount::In(ranges) => match ranges[..] {
            [(low, u16::MAX)] => format!("{} or more", number(low)),
            [(0, high)] if high > 0 => format!("{} or fewer", number(high)),
            [(0, 0)] => "no".into(),
            _ => numbers(amount),
        },
    }
}

/// The numbers of an amount, without a noun.
pub(in super::super) fn numbers(amount: &Amount) -> String {
    let Amount::In(ranges) = amount else { return if *amount == Amount::Even { "even" } else { "odd" }.into() };
    let word = |value: u16| if value == 0 { "0".to_string() } else { number(value) };
    let parts: Vec<String> = ranges
        .iter()
        .flat_map(|&(low, high)| match (low, high) {
            (low, u16::MAX) => vec![format!("{} or more", word(low))],
            (0, high) if high > 0 => vec![format!("{} or fewer", word(high))],
            (low, high) if low == high => vec![word(low)],
            (low, high) if high == low + 1 => vec![word(low), word(high)],
            (low, high) => vec![format!("{} to {}", word(low), word(high))],
        })
        .collect();
    join(&parts, "or")
}

pub(in super::super) fn with_article(noun: &str) -> String {
    let word = noun.trim_start_matches('“');
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) && !word.starts_with("one") { "an" } else { "a" };
    format!("{article} {noun}")
}

pub(in super::super) fn ordinal(number: u16) -> String {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    match (usize::from(number).checked_sub(1).and_then(|at| WORDS.get(at)), number % 100, number % 10) {
        (Some(word), ..) => word.to_string(),
        (None, 11..=13, _) => format!("{number}th"),
        (None, _, 1) => format!("{number}st"),
        (None, _, 2) => format!("{number}nd"),
        (None, _, 3) => format!("{number}rd"),
        (None, ..) => format!("{number}th"),
    }
}

/// A value of a parameter: `leave first`.
pub(in super::super) fn value_words(value: &Value) -> String {
    value.to_string().replace('_', " ")
}

/// Values of a parameter: `2 to 12`.
pub(in super::super) fn values_words(values: &Values) -> String {
    match values {
        Values::One(value) => value_words(value),
        Values::Span(low, high) => format!("{low} to {high}"),
    }
}

/// `is` for one seed, else `are`.
pub(in super::super) fn are(amount: &Amount) -> &'static str {
    if matches!(amount, Amount::In(ranges) if ranges.iter().all(|&(_, high)| high == 1)) { "is" } else { "are" }
}
