//! The plan of a game in words: how each step of a move is carried out, and why a step is not tabulated.

use crate::engine::compiled::Engine;
use crate::engine::kernel::{Lifts, Quiet, ShapeName};
use crate::engine::lines::lap_table::LapTable;
use crate::engine::state::width::Width;
use crate::rules::Rules;

/// Describes the plan.
pub(crate) fn describe<W: Width>(engine: &Engine<W>, rules: &Rules) -> Vec<(&'static str, String)> {
    let or = |why: Option<&str>, tabulated: &str, otherwise: &str| match why {
        None => tabulated.to_string(),
        Some(why) => format!("{otherwise}: {why}"),
    };
    let board = format!(
        "{} words of eight lanes{}",
        W::WORDS,
        if W::RARE { ", with kinds of marks, closed pits and earlier moves" } else { "" }
    );
    let play = match engine.shape() {
        ShapeName::Plain | ShapeName::Single => "one lap, one look-up".to_string(),
        ShapeName::Relay | ShapeName::MarkedRelay => "lap after lap, one look-up each".to_string(),
        ShapeName::EveryRule => {
            format!("every rule examined: {}", engine.why_examined().unwrap_or("nothing is tabulated"))
        }
    };
    let moves = match (engine.lines.why_no_masks(), &engine.tables.midgame_lifts) {
        (Some(why), _) => format!("a list: {why}"),
        (None, Some(_)) => "a mask of occupied pits, while both players have seeds".to_string(),
        (None, None) if engine.lines.movable.first_laps().is_some() => {
            "a mask, the ends of first laps looked up".to_string()
        }
        (None, None) => "a mask, the conditions of `from` examined".to_string(),
    };
    let end = match (Quiet::of(engine).lifts != Lifts::Examined, &engine.tables.midgame_end[..]) {
        (true, []) => "no line can fit while both players have seeds",
        (true, _) => "thresholds of the stores looked up while both players have seeds",
        (false, []) => "examined when a player has no seeds or no move",
        (false, _) => "examined after every move",
    };
    let land = match (engine.why_examined(), engine.lines.land.is_tabulated()) {
        (None, _) => "one look-up",
        (Some(_), true) => "questions that decide which line fits",
        (Some(_), false) => "line by line",
    };
    vec![
        ("board", board),
        ("sow", or(LapTable::why_not(engine, rules), "a lap is one addition", "seed by seed")),
        ("land", land.to_string()),
        ("moves", moves),
        ("end", end.to_string()),
        ("play", play),
        (
            "repetition",
            if engine.lines.acyclic { "no position comes again" } else { "a filter, then chains by hash" }.to_string(),
        ),
    ]
}
