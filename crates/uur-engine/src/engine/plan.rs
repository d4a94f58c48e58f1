//! The plan of a game in words: how each step of a move is carried out, and why a step is not tabulated.

use super::compiled::Engine;
use super::fast_path::Strategy;
use super::lap_table::LapTable;
use super::width::Width;
use crate::rules::Rules;

impl<W: Width> Engine<W> {
    /// How each step of a move is carried out.
    pub fn plan(&self) -> &[(&'static str, String)] {
        &self.plan
    }

    /// Describes the plan.
    pub(super) fn describe(&self, rules: &Rules) -> Vec<(&'static str, String)> {
        let or = |why: Option<&str>, tabulated: &str, otherwise: &str| match why {
            None => tabulated.to_string(),
            Some(why) => format!("{otherwise}: {why}"),
        };
        let board = format!(
            "{} words of eight lanes{}",
            W::WORDS,
            if W::RARE { ", with kinds of marks, closed pits and earlier moves" } else { "" }
        );
        let strategy = match self.strategy {
            Strategy::SingleLap | Strategy::Plain => "one lap, one look-up".to_string(),
            Strategy::Relay => "lap after lap, one look-up each".to_string(),
            Strategy::Interpreted => {
                format!("every rule examined: {}", self.why_not_tabulated().unwrap_or("nothing is tabulated"))
            }
        };
        let moves = match (self.why_no_masks(), &self.by_mark) {
            (Some(why), _) => format!("a list: {why}"),
            (None, Some(_)) => "a mask of occupied pits, while both players have seeds".to_string(),
            (None, None) if self.from.when.first_laps().is_some() => {
                "a mask, the ends of first laps looked up".to_string()
            }
            (None, None) => "a mask, the conditions of `from` examined".to_string(),
        };
        let end = match (&self.quiet, &self.midgame_end[..]) {
            (Some(_), []) => "no line can fit while both players have seeds",
            (Some(_), _) => "thresholds of the stores looked up while both players have seeds",
            (None, []) => "examined when a player has no seeds or no move",
            (None, _) => "examined after every move",
        };
        let land_otherwise = if self.land.is_tabulated() { "look-ups and questions" } else { "line by line" };
        vec![
            ("board", board),
            ("sow", or(LapTable::why_not(self, rules), "a lap is one addition", "seed by seed")),
            ("land", or(self.land.why_not_full(), "one look-up", land_otherwise)),
            ("moves", moves),
            ("end", end.to_string()),
            ("play", strategy),
            (
                "repetition",
                if self.acyclic { "no position comes again" } else { "a filter, then chains by hash" }.to_string(),
            ),
        ]
    }
}
