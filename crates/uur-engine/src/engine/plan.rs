//! The plan of a game in words: how each step of a move is carried out, and why a step is not tabulated.

use super::compiled::Engine;
use super::kernel::ShapeName;
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
        let play = match self.shape() {
            ShapeName::Plain | ShapeName::Single => "one lap, one look-up".to_string(),
            ShapeName::Relay | ShapeName::MarkedRelay => "lap after lap, one look-up each".to_string(),
            ShapeName::Walk => {
                format!("every rule examined: {}", self.why_examined().unwrap_or("nothing is tabulated"))
            }
        };
        let moves = match (self.why_no_masks(), &self.midgame_lifts) {
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
        let land = match (&self.kernel, self.land.is_tabulated()) {
            (Ok(_), _) => "one look-up",
            (Err(_), true) => "questions that decide which line fits",
            (Err(_), false) => "line by line",
        };
        vec![
            ("board", board),
            ("sow", or(LapTable::why_not(self, rules), "a lap is one addition", "seed by seed")),
            ("land", land.to_string()),
            ("moves", moves),
            ("end", end.to_string()),
            ("play", play),
            (
                "repetition",
                if self.acyclic { "no position comes again" } else { "a filter, then chains by hash" }.to_string(),
            ),
        ]
    }
}
