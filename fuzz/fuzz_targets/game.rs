//! Any text that is a game, played within small bounds.
#![no_main]

#[path = "../../tests/all/bodies/game.rs"]
mod game;

libfuzzer_sys::fuzz_target!(|input: &str| {
    game::any_game(input);
});
