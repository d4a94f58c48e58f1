//! The canonical text of rules: another text for every other fact, and the same text whatever the names.

use std::collections::HashMap;

use insta::assert_snapshot;
use uur::check::Settings;
use uur::game::Game;
use uur::rules::Rules;
use uur::source::Source;
use uur::variants;
use uur_testing::mutate::mutations;

use crate::rule_files::{self, folder};
use crate::series;

/// Returns the rules of a file, if it has no errors.
fn rules_of(source: Source) -> Option<Rules> {
    Game::load_if_sound(source, &variants::library, &Settings::new()).map(|game| game.rules)
}

/// Returns the debug output of rules without names and clause numbers.
fn facts(rules: &Rules) -> String {
    let mut rules = Rules { about: Default::default(), parameters: vec![], ..rules.clone() };
    rules.marks.iter_mut().for_each(|mark| mark.name.clear());
    if let Some(lot) = &mut rules.lot {
        lot.name.clear();
        lot.signs.iter_mut().for_each(String::clear);
    }
    (rules.endless.clause, rules.repetition.clause, rules.sowing.along_by) = (None, None, None);
    let text = format!("{rules:?}");
    let mut parts = text.split("ClauseId(");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| text + part.split_once(')').expect("it is a number").1)
}

#[test]
fn kalah() {
    let game = rules_of(variants::source("kalah").unwrap()).unwrap();
    assert_snapshot!(game.canonical());
}

#[test]
fn everything() {
    let text = std::fs::read_to_string(folder("tests/english/everything.uur")).unwrap();
    let game = rules_of(Source::new("everything.uur", text)).unwrap();
    assert_snapshot!(game.canonical());
}

/// The rules of a small game in the words of two authors.
const WAYS: [&str; 2] = [
    "language 1
game \"One\" { source \"none: an example\" }
param seeds = 2 in 1..3 \"seeds in a pit\"
param few = 1 in 1..2 \"seeds that are few\"
board { rows 2
  pits 3
  seeds seeds each
  mark house at pit B }
sow counterclockwise { from own pit where here is not house
  along own row, own store, opponent row }
land { here is own pit and here holds few -> stop }
end {
  no move -> each takes own row
  win most seeds }
",
    "language 1
# The same, by another author.
game \"Other\" { source \"none: another example\"
  reading \"a house is called a home\" }
param half_row = 1 in 1..2 \"seeds that stay\"
param seeds = 2 in 2..4

board { rows  2
  pits 2 * half_row + 1
  seeds seeds each
  mark home at pit B }
sow counterclockwise { along own row, own store, opponent row
  from own pit where here is not home }
land { few: here is own pit and here holds 1 -> stop }
end { repeated 3 times -> draw
  endless -> draw
  over_now: no move -> each takes own row
  win most seeds }
",
];

#[test]
fn names_layout_and_parameters_do_not_change_the_text() {
    let [one, other] = WAYS.map(|text| Game::parse(text).unwrap_or_else(|problems| panic!("{problems}")));
    assert_eq!(one.rules.canonical(), other.rules.canonical());
    assert_eq!(one.meaning(), other.meaning());
    assert_ne!(one.rules, other.rules);
    let seeds = Settings::from([("seeds".to_string(), "3".to_string())]);
    assert_ne!(one.with_settings(&seeds).unwrap().meaning(), one.meaning());
}

/// Checks games, and each shipped game with one change: texts are equal exactly where the facts are. Of the
/// changes of a game, every `step`-th is made.
fn texts_differ_as_facts_do(step: usize) {
    let (mut texts, mut all_facts) = (HashMap::new(), HashMap::new());
    let mut add = |rules: &Rules, what: &str| {
        let (facts, text) = (facts(rules), rules.canonical());
        let known = texts.entry(facts.clone()).or_insert(text.clone());
        assert_eq!(*known, text, "{what}: the same facts have another text");
        let known = all_facts.entry(text.clone()).or_insert(facts.clone());
        assert_eq!(*known, facts, "{what}: other facts have the same text\n{text}");
    };
    for path in rule_files::of(&folder("tests/peers")) {
        let what = path.to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).unwrap();
        add(&rules_of(Source::new(&*what, text)).expect("it is sound"), &what);
    }
    for (number, name) in variants::names().enumerate() {
        let source = variants::source(name).expect("it is shipped");
        add(&rules_of(source.clone()).expect("it is sound"), name);
        for mutation in mutations(&source).iter().skip(number % step).step_by(step) {
            let mut text = source.text.clone();
            text.replace_range(mutation.span.range(), &mutation.replacement);
            if let Some(rules) = rules_of(Source::new(&*source.name, text)) {
                add(&rules, &format!("{name}: {}", mutation.what));
            }
        }
    }
    assert!(texts.len() > 150 + 2_000 / step, "only {} games", texts.len());
}

#[test]
fn rules_that_differ_have_different_texts() {
    texts_differ_as_facts_do(series::step(20, 3));
}

#[test]
#[ignore = "minutes: cargo test --release -- --ignored all_rules_that_differ"]
fn all_rules_that_differ_have_different_texts() {
    texts_differ_as_facts_do(1);
}
