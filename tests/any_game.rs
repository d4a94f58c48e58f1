//! Whatever the checker accepts can be played by everything: nothing panics, and all is done in time.

mod accepted;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use accepted::is_played;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use uur::source::Source;
use uur::testing::mutate::mutations;
use uur::variants;

/// Plays a text and sees that it is done in time; gives whether it is a game.
fn in_time(text: &str) -> bool {
    let began = Instant::now();
    let played = is_played(text);
    let took = began.elapsed();
    assert!(took < Duration::from_secs(60), "{took:?} for\n{text}");
    played
}

/// Files that were found once stay here.
#[test]
fn files_that_were_hard_to_play_are_played() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/game");
    let mut played = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_some_and(|extension| extension == "uur") {
            played += usize::from(in_time(&fs::read_to_string(path).expect("the file can be read")));
        }
    }
    assert!(played >= 3, "only {played} of the files are games");
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
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_accepted_game_is_played(text in mutant()) {
        in_time(&text);
    }
}
