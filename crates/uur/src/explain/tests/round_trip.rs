//! What is planned to be told is about the lines that can apply.

use std::collections::BTreeSet;

use super::super::live::live;
use super::super::plan::plan;
use super::super::say::PlannedText;
use super::reader::each_told;
use super::{lines, shipped};
use crate::game::Game;
use crate::rules::{ClauseId, Rules, Value, Values};

/// The clauses of all sentences.
fn cited(plan: &PlannedText) -> BTreeSet<ClauseId> {
    let mut all = BTreeSet::new();
    each_told(plan, &mut |_, clauses| all.extend(clauses));
    all
}

/// The game under each value of each parameter whose values are words.
pub fn under_each_word(game: &Game) -> Vec<Game> {
    let mut games = vec![];
    for parameter in &game.rules.parameters {
        for value in &parameter.values {
            if let Values::One(Value::Word(word)) = value
                && *value != Values::One(parameter.value.clone())
            {
                let mut settings = game.settings();
                settings.insert(parameter.name.clone(), word.clone());
                games.extend(game.with_settings(&settings));
            }
        }
    }
    games
}

/// Whether a clause only says, perhaps, what would be so without it.
fn is_default(rules: &Rules, clause: ClauseId) -> bool {
    rules.sowing.along_by == Some(clause)
}

#[test]
fn the_lines_that_can_apply_are_planned_once_under_every_word() {
    let mut games = 0;
    for (name, game) in shipped() {
        for game in under_each_word(&game).iter().chain([&game]) {
            let rules = live(game);
            let (cited, lines) = (cited(&plan(game, &rules, None)), lines(&rules));
            let text = |clause: &ClauseId| game.text(*clause).to_string();
            let missing: Vec<String> = lines.difference(&cited).map(text).collect();
            let dead: Vec<String> = cited.iter().filter(|clause| game.dead().contains(clause)).map(text).collect();
            let others: Vec<String> =
                cited.difference(&lines).filter(|clause| !is_default(&rules, **clause)).map(text).collect();
            assert!(missing.is_empty() && dead.is_empty(), "{name}: not told {missing:?}; dead {dead:?}");
            assert!(others.is_empty(), "{name}: told without need: {others:?}");
            games += 1;
        }
    }
    assert!(games > 280, "{games} games");
}
