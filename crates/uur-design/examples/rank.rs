//! Whether what a trial says of games ranks traditional games above the same games with one random change.
//!
//! Run as `cargo run --release -p uur-design --example rank -- CHANGES PLAYERS GAME…`. Of each pair it prints what each is
//! worth and, where it misses a bound, which. Changes of a match, and those that make a game for one player, are no pairs:
//! what is measured is a round of two.

use std::collections::BTreeSet;
use std::sync::Arc;

use uur::chance::Rng;
use uur::game::Game;
use uur::variants;
use uur_design::{Draft, Gauge, Open, Trial, TrialEffort, designed_sections, vary};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [changes, players, games @ ..] = &arguments[..] else {
        panic!("name the changes of each game, the players, and games")
    };
    let changes: usize = changes.parse().expect("it is a number");
    let effort = TrialEffort { players: players.parse().expect("it is a number"), ..TrialEffort::default() };
    let trial = Trial { wishes: &[], seed: 1, effort, is_compared: false, stop: Arc::new(|| false) };
    let open = Open::Sections(designed_sections().collect());
    // The points and the pairs, of games that meet all bounds and of the others.
    let mut sums = [(0.0, 0); 2];
    for name in games {
        let source = variants::source(name).unwrap_or_else(|| panic!("{name} is not shipped"));
        let draft = Draft::of(source, &variants::library).expect("it can be read");
        let (draft, game) = draft.sound().expect("it is sound");
        let original = trial.play(&game, |_, _| true).expect("nothing stops it");
        println!("{name} {:.3} {}", original.score(), original.missed.as_deref().unwrap_or_default());
        let mut known: BTreeSet<String> = [game.meaning()].into();
        let mut chance = Rng::for_game(1, 0);
        let mut made = 0;
        for _ in 0..100 * changes {
            if made == changes {
                break;
            }
            let Some((changed, what)) = vary(&draft, &draft, &open, &mut chance) else { continue };
            // Turned round it is the same game.
            if what.ends_with("clockwise`") {
                continue;
            }
            let of_two = |game: &Game| !game.program.is_single_player() && known.insert(game.meaning());
            let Some(game): Option<Game> = changed.game().filter(of_two) else { continue };
            made += 1;
            let found = trial.play(&game, |_, _| true).expect("nothing stops it");
            let (better, worse) = (original.score(), found.score());
            let (points, pairs) = &mut sums[usize::from(original.missed.is_some())];
            *points += if better == worse { 0.5 } else { f64::from(u8::from(better > worse)) };
            *pairs += 1;
            let differs = |gauge: &&Gauge| {
                let [one, two] = [&original, &found].map(|found| found.value(gauge).unwrap_or(0.0));
                (one - two).abs() > 0.05 * one.abs().max(two.abs())
            };
            let differing: Vec<String> = Gauge::ALL
                .iter()
                .filter(differs)
                .map(|gauge| {
                    format!("{} {}", gauge.name, found.value(gauge).map_or("-".into(), |value| gauge.written(value)))
                })
                .collect();
            println!(
                "  {} {worse:.3} {what}: {} {}",
                if better > worse { "below" } else { "ABOVE" },
                found.missed.as_deref().unwrap_or_default(),
                differing.join(", ")
            );
        }
    }
    for ((points, pairs), what) in sums.into_iter().zip(["meet all bounds", "miss a bound"]) {
        let share = 100.0 * points / f64::from(pairs.max(1));
        println!("{points} of {pairs} pairs of games that {what}: {share:.1} %");
    }
}
