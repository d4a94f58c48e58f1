//! Any text as moves, a position or a record of Boola.
#![no_main]

#[path = "../../tests/all/bodies/notation.rs"]
mod notation;

use std::sync::LazyLock;

use uur::game::Game;

static GAME: LazyLock<Game> = LazyLock::new(|| Game::shipped("boola").expect("it is shipped"));

libfuzzer_sys::fuzz_target!(|input: &str| {
    notation::any_text(&GAME, input);
    notation::any_paste(&GAME, input);
});
