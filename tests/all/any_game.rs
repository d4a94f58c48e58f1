//! Files that once failed, and shipped games with a few changes: each is read, checked and formatted, and
//! every game that the checker accepts is played. Nothing panics, and everything ends in time.

use std::fs;
use std::path::Path;
use std::time::Duration;

use cpu_time::ThreadTime;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use uur::source::Source;
use uur::variants;
use uur_testing::mutate::mutations;

use crate::bodies::{game, text};
use crate::series;

/// Reads a text, plays it if it is a game, and sees that it is done in time; returns whether it is a game.
fn in_time(text: &str) -> bool {
    let began = ThreadTime::now();
    text::any_text(text);
    let played = game::any_game(text);
    let took = began.elapsed();
    assert!(took < Duration::from_secs(60), "{took:?} of processor time for\n{text}");
    played
}

/// Files that were found once stay here.
#[test]
fn files_that_failed_once_are_checked_and_played() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let in_folder = |kind: &str| {
        let entries = fs::read_dir(corpus.join(kind)).expect("the folder is there");
        let texts = entries.map(|entry| fs::read_to_string(entry.expect("it can be read").path()).expect("it is text"));
        texts.map(|text| in_time(&text)).collect::<Vec<bool>>()
    };
    assert!(!in_folder("text").is_empty());
    let games = in_folder("game").into_iter().filter(|&is_game| is_game).count();
    assert!(games >= 3, "only {games} of the files are games");
}

/// A shipped game whose rules are changed in one to three places, each by a line left out, a number, or a
/// word of the same kind: most such texts are games.
fn mutant() -> impl Strategy<Value = String> {
    let names: Vec<&'static str> = variants::names().collect();
    let changes = prop::collection::vec(any::<prop::sample::Index>(), 1..4);
    (prop::sample::select(names), changes).prop_map(|(name, changes)| {
        let mut source = variants::source(name).expect("it is shipped");
        for change in changes {
            let all = mutations(&source);
            if all.is_empty() {
                break;
            }
            let mutation = change.get(&all);
            let mut text = source.text.clone();
            text.replace_range(mutation.span.range(), &mutation.replacement);
            source = Source::new(source.name, text);
        }
        source.text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: series::cases(200, 4), failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_accepted_game_is_played(text in mutant()) {
        in_time(&text);
    }
}
