//! The rules of every shipped game in English, and its board, as people read them.

use uur::game::Game;
use uur::render::{Style, board};
use uur::{explain, variants};

#[test]
fn rules_in_english() {
    for name in variants::names() {
        let game = Game::shipped(name).expect("it is shipped");
        let start = board(&game, &game.program.start(), Style { unicode: true, ..Style::default() });
        insta::assert_snapshot!(name, format!("{}\n{start}", explain::rules(&game)));
    }
}
