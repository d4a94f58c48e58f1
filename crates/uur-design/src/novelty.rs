//! Novelty: how unlike all known games a game is, by what its rules say and by what happens when it is played.

use std::sync::{LazyLock, OnceLock};

use uur::game::Game;
use uur::likeness::RuleTraits;
use uur::rules::Rules;
use uur::variants;

use crate::shelf::{COLUMNS, MapAxis};
use crate::trial::{AFTER_RANDOM, Gauge, Measured, StopSign, Trial, TrialEffort};

/// Games that are less unlike than this are the same game for those who play it.
pub const LEAST_NOVELTY: f64 = 0.05;

/// A shipped game, with which others are compared.
pub struct ShippedGame {
    /// Its name.
    pub name: &'static str,
    /// Its rules.
    pub rules: Rules,
    traits: RuleTraits,
    /// The measures of its random games, once they were played.
    play: OnceLock<Vec<Measured>>,
}

/// All shipped games.
pub static SHIPPED: LazyLock<Vec<ShippedGame>> = LazyLock::new(|| {
    let known = |name| {
        let rules = Game::shipped(name)?.rules;
        Some(ShippedGame { name, traits: RuleTraits::of(&rules), rules, play: OnceLock::new() })
    };
    variants::names().filter_map(known).collect()
});

impl ShippedGame {
    /// The one with the rules that are most alike, and how alike these are, from 0 to 1. `None` if no games are shipped.
    pub fn nearest(traits: &RuleTraits) -> Option<(&'static ShippedGame, f64)> {
        let all = SHIPPED.iter().map(|known| (known, traits.likeness(&known.traits)));
        all.reduce(|one, next| if next.1 > one.1 { next } else { one })
    }

    /// The measures of its random games. `None` if they were stopped.
    fn play(&self, stop: &StopSign) -> Option<&[Measured]> {
        if self.play.get().is_none() {
            let effort = TrialEffort { random: 100, ..TrialEffort::default() };
            let trial = Trial { wishes: &[], seed: 1, effort, is_compared: false, stop: stop.clone() };
            let game = Game::shipped(self.name).expect("it is shipped");
            let found = trial.play(&game, |stage, _| stage < AFTER_RANDOM)?;
            // Another thread may have played the same games.
            let _ = self.play.set(found.measures);
        }
        self.play.get().map(Vec::as_slice)
    }
}

/// How unlike the nearest shipped game a game is, from 0 to 1, by the measures of its random games. `None` if that was
/// stopped.
pub fn novelty(game: &Game, measures: &[Measured], stop: &StopSign) -> Option<f64> {
    let Some((known, alike)) = ShippedGame::nearest(&RuleTraits::of(&game.rules)) else { return Some(1.0) };
    Some(1.0 - alike * alike_in_play(measures, known.play(stop)?))
}

/// How alike two games are in play, from 0 to 1: by how many columns of a map lie between the intervals of each measure
/// that both have.
pub fn alike_in_play(one: &[Measured], other: &[Measured]) -> f64 {
    let columns = |measures: &[Measured], gauge: &'static Gauge| {
        let measured = measures.iter().find(|measured| measured.name == gauge.name)?;
        Some([measured.low, measured.high.unwrap_or(f64::INFINITY)].map(|value| MapAxis(gauge).column(value)))
    };
    let differs = |gauge| {
        let [[low, high], [other_low, other_high]] = [columns(one, gauge)?, columns(other, gauge)?];
        Some(low.saturating_sub(other_high).max(other_low.saturating_sub(high)))
    };
    let all: Vec<usize> = Gauge::ALL.iter().filter(|gauge| gauge.name != "novelty").filter_map(differs).collect();
    1.0 - all.iter().sum::<usize>() as f64 / ((COLUMNS - 1) * all.len().max(1)) as f64
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use uur::check::Settings;
    use uur::source::Source;

    use super::*;

    #[test]
    fn a_game_is_as_new_as_it_is_unlike() {
        let stop: StopSign = Arc::new(|| false);
        let effort = TrialEffort { random: 100, ..TrialEffort::default() };
        let of = |text: &str| {
            let source = Source::new("candidate.uur", text);
            let game = Game::load_if_sound(source, &variants::library, &Settings::new()).expect("it is sound");
            let trial = Trial { wishes: &[], seed: 1, effort, is_compared: true, stop: stop.clone() };
            let found = trial.play(&game, |stage, _| stage < AFTER_RANDOM).expect("nothing stops it");
            found.value(Gauge::named("novelty").expect("it is a measure")).expect("it was compared")
        };
        let kalah = variants::source("kalah").expect("it is shipped").text;
        assert!(of(&kalah) < 1e-9);
        let more = kalah.replacen("seeds = 4", "seeds = 5", 1);
        let other = of(&more);
        assert!(more != kalah && 0.0 < other && other < 0.2, "{other}");
        let bare = include_str!("../../../examples/bare.uur");
        assert!(of(bare) > other, "{}", of(bare));
    }
}
