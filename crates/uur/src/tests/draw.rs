//! Moves that are drawn by lot.

use std::collections::BTreeMap;

use crate::chance::Rng;
use crate::check::Settings;
use crate::engine::Move;
use crate::game::Game;
use crate::notation::{read_position, write_move};
use crate::source::Source;
use crate::variants;

/// Moves of more than one lap are illegal.
const ONE_LAP: &str = "
language 1
game \"One lap\" { source \"none: a test\" }
board {
  rows 2
  pits 5
  seeds 2 each
}
sow counterclockwise {
  from own pit
  along own row
}
land {
  here holds 3     -> may stop
  here is occupied -> relay
}
end {
  endless after lap 1 -> illegal
  no move              -> opponent wins
}
";

/// Draws often from a position: how often each legal move was drawn, and the mean of the estimates.
fn drawn(game: &Game, position: &str) -> (BTreeMap<String, u32>, f64) {
    let position = read_position(game, position).expect("it is a position");
    let named = |m: Move| write_move(&game.program, m);
    let mut times: BTreeMap<String, u32> =
        game.program.legal_moves(&position).into_iter().map(|m| (named(m), 0)).collect();
    let mut chance = Rng::for_game(1, 0);
    let mut sum = 0;
    for _ in 0..1000 {
        let drawn = game.program.draw_move(&position, &mut chance).expect("there are moves");
        *times.get_mut(&named(drawn.m)).expect("it is legal") += 1;
        sum += drawn.legal_moves;
    }
    (times, f64::from(sum) / 1000.0)
}

#[test]
fn every_legal_move_is_drawn_and_their_number_estimated() {
    let game = Game::shipped("omweso").expect("it is shipped");
    let (times, mean) = drawn(
        &game,
        "south 2 1 0 0 0 0 0 0 / 0 1 1 0 0 0 0 0; north 0 7 0 7 8 4 4 10 / 2 0 6 1 7 0 1 2; north to move",
    );
    assert!(times.len() > 5, "{times:?}");
    assert!(times.values().all(|times| *times > 0), "{times:?}");
    assert!((mean - times.len() as f64).abs() < 0.3, "{mean}, {times:?}");
}

#[test]
fn what_leads_to_no_legal_move_is_struck() {
    let source = Source::new("one-lap.uur", ONE_LAP);
    let game = Game::load(source, &variants::library, &Settings::new()).expect("it is a game");
    // From D and E a second lap follows, and from C unless it stops in D.
    let (times, mean) = drawn(&game, "south 1 0 1 2 1; north 1 1 1 1 1; south to move");
    assert!(times.keys().eq(["A", "C:+"]), "{times:?}");
    assert!(times.values().all(|times| (450..550).contains(times)), "{times:?}");
    assert!(mean > 2.0, "{mean}");
}
