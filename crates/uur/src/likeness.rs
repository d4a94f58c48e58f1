//! How alike the rules of two games are.
//!
//! The score is the mean of two weighted Jaccard indices: of the facts, where two numbers count as their ratio,
//! and of the lines of the canonical text. The facts find games of one kind, and the lines the nearest of these.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use serde::Serialize;

use crate::game::Game;
use crate::rules::{Fact, Rules};

/// A shipped game compared with another game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Likeness {
    /// The name of the shipped game.
    pub name: &'static str,
    /// Its title.
    pub title: String,
    /// From 0 to 1, which is equality.
    pub score: f64,
    /// The facts that are true of both games, the rarest among the shipped games first.
    pub same: Vec<String>,
    /// The facts of the shipped game that differ, the rarest first.
    pub differs: Vec<String>,
    /// The number of canonical lines that both games have.
    pub same_lines: usize,
    /// The number of canonical lines that only one of them has.
    pub other_lines: usize,
}

/// Compares a game with the shipped games, given by their names, apart from itself. The most alike come first.
pub fn nearest<'a>(game: &Game, shipped: impl IntoIterator<Item = (&'static str, &'a Rules)>) -> Vec<Likeness> {
    let (facts, lines) = (facts(&game.rules), lines(&game.rules));
    let shipped: Vec<_> = shipped.into_iter().map(|(name, rules)| (self::facts(rules), name, rules)).collect();
    let rarity = |&(number, value): &(usize, u16)| shipped.iter().filter(|(facts, ..)| facts[number] == value).count();
    let compare = |(of_other, name, rules): &(Vec<u16>, &'static str, &Rules)| {
        let other_lines = self::lines(rules);
        if *name == game.name && other_lines == lines {
            return None;
        }
        let pairs = || facts.iter().zip(of_other).filter(|(one, other)| **one > 0 || **other > 0);
        let ratios = pairs().map(|(&one, &other)| f64::from(one.min(other)) / f64::from(one.max(other)));
        let same_lines = lines.intersection(&other_lines).count();
        let all_lines = lines.union(&other_lines).count();
        let score = (ratios.sum::<f64>() / pairs().count() as f64 + same_lines as f64 / all_lines as f64) / 2.0;
        let mut order: Vec<(usize, u16)> = of_other.iter().copied().enumerate().collect();
        order.sort_by_key(&rarity);
        let words = |which: &dyn Fn(u16, u16) -> bool| -> Vec<String> {
            let chosen = order.iter().filter(|&&(number, value)| which(facts[number], value));
            chosen.map(|&(number, value)| Fact::ALL[number].with_value(value)).collect()
        };
        Some(Likeness {
            name,
            title: rules.about.name.clone(),
            score: (score * 1000.0).round() / 1000.0,
            same: words(&|one, other| one == other && one > 0),
            differs: words(&|one, other| one != other),
            same_lines,
            other_lines: all_lines - same_lines,
        })
    };
    let mut found: Vec<Likeness> = shipped.iter().filter_map(compare).collect();
    found.sort_by_key(|likeness| Reverse((likeness.score * 1000.0) as u32));
    found
}

/// The values of all facts.
fn facts(rules: &Rules) -> Vec<u16> {
    Fact::ALL.iter().map(|fact| fact.value(rules)).collect()
}

/// The canonical lines, without the version of the format.
fn lines(rules: &Rules) -> BTreeSet<String> {
    rules.canonical().lines().skip(1).map(str::to_string).collect()
}
