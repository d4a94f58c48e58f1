//! What is found out about a game before it is played, by asking the walk.

pub(crate) mod effects;
mod laps;

use crate::engine::lines::effect::LineEffects;
use crate::engine::lines::lap_table::LapTable;
use crate::engine::lines::predicate::Predicate;
use crate::engine::lines::table::{MidgameLifts, constant_midgame};
use crate::engine::state::width::Width;
use crate::engine::walk::{Learning, Walk};
use crate::rules::Rules;

/// Tabulates the steps that can be.
pub(crate) fn tabulate<W: Width>(walk: &mut Walk<W>, rules: &Rules) {
    // Where players own pits in each other's halves, seeds in both halves do not show that both have seeds.
    let sides_are_halves = !(walk.board.layout.has_foreign_pits() || walk.board.shifts && rules.has_territory());
    let lines = &walk.lines;
    walk.tables.finish_waits =
        sides_are_halves && lines.finish.lines.iter().all(|line| constant_midgame(&line.when) == Some(false));
    let lifts = MidgameLifts::of(&lines.movable, &walk.board).filter(|_| sides_are_halves);
    let is_ruled_out = |when: &Predicate<W>| {
        constant_midgame(when) == Some(false)
            || lines.enter.is_none() && lifts.is_some_and(|lifts| lifts.rule_out(when, &walk.board))
    };
    let ends = lines.end.iter().map(|line| &line.when);
    walk.tables.midgame_end = ends.filter(|when| !sides_are_halves || !is_ruled_out(when)).cloned().collect();
    walk.tables.midgame_lifts = lifts;
    walk.tables.sides_are_halves = sides_are_halves;
    walk.tables.static_ways = walk.tabulated_ways(rules);
    walk.tables.laps = LapTable::of(walk, rules);
    walk.lines.look_ahead(&walk.board, walk.tables.laps.as_ref(), rules);
    let looks_up = walk.lines.land.is_tabulated();
    walk.tables.learn = looks_up.then_some(LineEffects::of as Learning<W>);
}
