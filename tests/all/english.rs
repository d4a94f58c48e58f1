//! The rules of every shipped game in English, with its board.

use uur::check::Settings;
use uur::game::Game;
use uur::render::{Style, board};
use uur::source::Source;
use uur::text_layout::PAGE_WIDTH;
use uur::{explain, variants};

#[test]
fn rules_in_english() {
    for name in variants::names() {
        let game = Game::shipped(name).expect("it is shipped");
        let start = board(&game, &game.program.start(), Style { unicode: true, ..Style::default() });
        insta::assert_snapshot!(name, format!("{}\n{start}", explain::rules(&game, PAGE_WIDTH)));
    }
}

#[test]
fn every_construct_in_english() {
    let source = Source::new("everything.uur", include_str!("../english/everything.uur"));
    let game = Game::load(source, &variants::library, &Settings::new()).expect("it is a game");
    insta::assert_snapshot!("everything", explain::rules(&game, PAGE_WIDTH));
}

#[test]
fn everything_about_several_rows_in_english() {
    let source = Source::new("four_rows.uur", include_str!("../english/four_rows.uur"));
    let game = Game::load(source, &variants::library, &Settings::new()).expect("it is a game");
    let start = board(&game, &game.program.start(), Style { unicode: true, ..Style::default() });
    insta::assert_snapshot!("four_rows", format!("{}\n{start}", explain::rules(&game, PAGE_WIDTH)));
}
