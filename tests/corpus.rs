//! Files that once failed, the shipped games, and games made of them by one change: each is read, drawn,
//! laid out and, if it is a game, explained and played.

#[path = "bodies/game.rs"]
mod game;
#[path = "bodies/text.rs"]
mod text;

use std::fs;
use std::path::Path;

use uur::testing::mutate::mutations;
use uur::variants;

/// Of the changes of a shipped game, one in so many is tried.
const ONE_IN: usize = 40;

fn corpus() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/text");
    let entries = fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("it can be read").path());
    entries.map(|path| (path.display().to_string(), fs::read_to_string(path).expect("it is text"))).collect()
}

#[test]
fn files_that_failed_once_are_told_and_played() {
    let files = corpus();
    assert!(!files.is_empty());
    for (name, text) in files {
        println!("{name}");
        text::any_text(&text);
        game::any_game(&text);
    }
}

#[test]
fn games_with_one_change_are_games_or_told() {
    let mut games = 0;
    for (number, name) in variants::names().enumerate() {
        let source = variants::source(name).expect("it is shipped");
        for mutation in mutations(&source).iter().skip(number % ONE_IN).step_by(ONE_IN) {
            println!("{name}: {}", mutation.what);
            let mut text = source.text.clone();
            text.replace_range(mutation.span.range(), &mutation.replacement);
            text::any_text(&text);
            games += usize::from(game::any_game(&text));
        }
    }
    assert!(games > 50, "{games}");
}
