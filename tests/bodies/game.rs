//! Any text that is a game: it is explained, written as one file, and played within small bounds, and all
//! that is promised of every game holds.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use uur::check::{self, Settings};
use uur::game::Game;
use uur::lab::perft;
use uur::source::Source;
use uur::testing::properties::{Bounds, hunt};
use uur::{explain, variants};

/// How often long sowings and searches may ask whether they have to stop.
const PATIENCE: usize = 2_000;

/// Explains and plays a text if it is a game; returns whether it is one.
pub fn any_game(text: &str) -> bool {
    let source = Source::new("example.uur", text);
    let Ok(game) = Game::load(source.clone(), &variants::library, &Settings::new()) else { return false };
    let asked = Arc::new(AtomicUsize::new(0));
    let game = game.heeding(move || asked.fetch_add(1, Ordering::Relaxed) > PATIENCE);
    explain::rules(&game, 80);
    let flat = check::flatten(&check::load(source, &variants::library));
    let flat = Game::load(
        Source::new("example.uur", check::write_flat(&flat, &game.sources)),
        &variants::library,
        &Settings::new(),
    );
    let flat = flat.unwrap_or_else(|faults| panic!("written as one file it is no game: {:#?}", faults.problems));
    assert_eq!(flat.meaning(), game.meaning(), "written as one file it is another game");
    let bounds = Bounds { games: 3, steps: 200, rounds: 3, events: 20_000, seed: 1 };
    let found = hunt(&game, bounds, &mut ());
    assert!(
        found.broken.is_empty() || game.warnings.iter().any(|warning| warning.code.as_str() == "W0705"),
        "{:?}",
        found.broken
    );
    if !game.program.stops() {
        perft(&game.program, &game.program.start(), 2);
    }
    true
}
