//! Advice: the smallest changes of a game, each tried by play, and the best of them.

use std::collections::HashSet;

use serde::Serialize;

use uur_lab::threads::in_order;

use crate::draft::Draft;
use crate::trial::{Gauge, LAST, Trial, TrialFindings};
use crate::vary::small_changes;

/// A small change, and what it does.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Advice {
    /// The change, in words.
    pub change: String,
    /// What was found of the game with it.
    pub found: TrialFindings,
}

/// What a game is like, and its best small changes, the best first. A change counts only if the game is better with it by
/// more than `LEAST`. `None` if that was stopped, or the game is not sound.
pub fn advise(draft: &Draft, trial: &Trial, threads: usize, most: usize) -> Option<(TrialFindings, Vec<Advice>)> {
    let game = draft.game()?;
    let now = trial.play(&game, |_, _| true)?;
    let mut known: HashSet<String> = [game.meaning()].into();
    let changes: Vec<_> = small_changes(draft)
        .into_iter()
        .filter_map(|(changed, change)| {
            changed.game().filter(|game| known.insert(game.meaning())).map(|game| (game, change))
        })
        .collect();
    let work = |number: u64| {
        let (game, change) = &changes[number as usize];
        // What random and short games show to be worse is not played on.
        let found = trial.play(game, |stage, found| stage < LAST || found.score() > now.score() - LEAST)?;
        Some(Advice { change: change.clone(), found })
    };
    let tried = in_order(threads, 0..changes.len() as u64, work, || {});
    if (trial.stop)() {
        return None;
    }
    let helps = |advice: &Advice| {
        advice.found.missed.is_none() && advice.found.is_whole && advice.found.score() > now.score() + LEAST
    };
    let mut found: Vec<Advice> = tried.into_iter().flatten().filter(helps).collect();
    found.sort_by(|one, two| two.found.score().total_cmp(&one.found.score()));
    found.truncate(most);
    Some((now, found))
}

/// By how much a change has to make a game better to be named.
const LEAST: f64 = 0.02;

impl Advice {
    /// The measures that the change moves out of the intervals that they had: `draws 31 % to 8 %`.
    pub fn moved(&self, before: &TrialFindings) -> Vec<String> {
        let moved = Gauge::ALL.iter().filter_map(|gauge| {
            let was = before.measures.iter().find(|measured| measured.name == gauge.name)?;
            let value = self.found.value(gauge)?;
            let is_inside = value >= was.low && was.high.is_none_or(|high| value <= high);
            let [was, value] = [was.value, value].map(|value| gauge.written(value));
            (!is_inside && was != value).then(|| format!("{} {was} to {value}", gauge.name))
        });
        moved.collect()
    }
}
