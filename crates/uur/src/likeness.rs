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

/// What is compared of the rules of a game.
#[derive(Debug, Clone)]
pub struct RuleTraits {
    /// The values of all facts.
    facts: Vec<u16>,
    /// The canonical lines, without the version of the format.
    lines: BTreeSet<String>,
}

impl RuleTraits {
    /// Those of a game.
    pub fn of(rules: &Rules) -> RuleTraits {
        RuleTraits {
            facts: Fact::ALL.iter().map(|fact| fact.value(rules)).collect(),
            lines: rules.canonical().lines().skip(1).map(str::to_string).collect(),
        }
    }

    /// How alike two games are, from 0 to 1, which is equality.
    pub fn likeness(&self, other: &RuleTraits) -> f64 {
        let pairs = || self.facts.iter().zip(&other.facts).filter(|(one, other)| **one > 0 || **other > 0);
        let ratios = pairs().map(|(&one, &other)| f64::from(one.min(other)) / f64::from(one.max(other)));
        let (same, all) = self.same_lines(other);
        let score = (ratios.sum::<f64>() / pairs().count() as f64 + same as f64 / all as f64) / 2.0;
        (score * 1000.0).round() / 1000.0
    }

    /// The number of lines that both games have, and of those that one of them has.
    fn same_lines(&self, other: &RuleTraits) -> (usize, usize) {
        let same = self.lines.intersection(&other.lines).count();
        (same, self.lines.len() + other.lines.len() - same)
    }
}

/// Compares a game with the shipped games, given by their names, apart from itself. The most alike come first.
pub fn nearest<'a>(game: &Game, shipped: impl IntoIterator<Item = (&'static str, &'a Rules)>) -> Vec<Likeness> {
    let own = RuleTraits::of(&game.rules);
    let shipped: Vec<_> = shipped.into_iter().map(|(name, rules)| (RuleTraits::of(rules), name, rules)).collect();
    let rarity =
        |&(number, value): &(usize, u16)| shipped.iter().filter(|(other, ..)| other.facts[number] == value).count();
    let compare = |(other, name, rules): &(RuleTraits, &'static str, &Rules)| {
        if *name == game.name && other.lines == own.lines {
            return None;
        }
        let mut order: Vec<(usize, u16)> = other.facts.iter().copied().enumerate().collect();
        order.sort_by_key(&rarity);
        let words = |which: &dyn Fn(u16, u16) -> bool| -> Vec<String> {
            let chosen = order.iter().filter(|&&(number, value)| which(own.facts[number], value));
            chosen.map(|&(number, value)| Fact::ALL[number].with_value(value)).collect()
        };
        let (same_lines, all_lines) = own.same_lines(other);
        Some(Likeness {
            name,
            title: rules.about.name.clone(),
            score: own.likeness(other),
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
