//! What lines do with the seeds in stores.

use crate::check::Settings;
use crate::engine::StoreUse;
use crate::game::Game;
use crate::source::Source;
use crate::variants;

/// What the lines of a game with stores on the path do with seeds in stores: `counts`, `takes`, `reenters`.
fn uses(sowing: &str, tables: &str) -> String {
    let text = format!(
        "language 1\n\ngame \"Example\" {{\n  source \"none: an example\"\n}}\n\nboard {{\n  rows 2\n  pits 3\n  \
         seeds 2 each\n  mark ring\n}}\n\nsow counterclockwise {{\n  {sowing}\n  along own row, own \
         store, opponent row\n}}\n\n{tables}\n\nend {{\n  no move -> each takes own row\n  win most seeds\n}}\n"
    );
    let game = Game::load(Source::new("example", text.clone()), &variants::library, &Settings::new());
    let game = game.unwrap_or_else(|faults| panic!("{text}\n{:#?}", faults.problems));
    let StoreUse { counted, taken, reentered } = game.program.facts().stores;
    let words = [(counted, "counts"), (taken, "takes"), (reentered, "reenters")];
    let words: Vec<&str> = words.iter().filter(|(clause, _)| clause.is_some()).map(|(_, word)| *word).collect();
    words.join(" ")
}

fn landing(line: &str) -> String {
    uses("from own pit", &format!("land {{\n  {line}\n}}"))
}

#[test]
fn a_word_for_a_pit_may_mean_a_store() {
    for (line, uses) in [
        ("here holds 4 -> remove here", "counts takes"),
        ("here holds 4 -> stop", "counts"),
        ("next of next is own store -> capture next of next", ""),
        ("next of next is own store -> remove next of next", "takes"),
        ("previous is own store -> move all from previous to here", "takes reenters"),
        ("next is occupied -> stop", "counts"),
        ("here is own store -> remove here", "takes"),
        ("here is own store -> stop\n  lap is 1 -> remove here, repeat from next", "takes"),
        ("any own pit where here holds more than landing -> stop", "counts"),
        ("here holds more than own store -> stop", "counts"),
        ("here is own -> relay backwards", ""),
    ] {
        assert_eq!(landing(line), uses, "{line}");
    }
    assert_eq!(uses("from own pit where next is occupied", ""), "counts");
    assert_eq!(uses("from own pit where after move here is occupied", ""), "counts");
    assert_eq!(uses("from own pit where lap ends in occupied pit", ""), "counts");
    assert_eq!(uses("from own pit\n  drop 2 where here holds 1", ""), "counts");
    assert_eq!(uses("from own pit", "finish {\n  here holds 3 -> remove here\n}"), "counts takes");
}

#[test]
fn what_is_proved_to_be_a_pit_is_none() {
    for lines in [
        "here is own store -> bonus move\n  here holds 3 -> capture here and opposite",
        "here is store -> stop\n  opposite is occupied -> remove opposite",
        "here is own empty pit and opposite is occupied -> capture here and opposite",
        "opposite is opponent pit and opposite holds 2 -> capture opposite",
        "opposite is ring -> capture opposite",
        "next is not store and next is occupied -> capture next",
        "not (here is own store) and here holds 2 -> remove here",
        "here is own pit A..B -> capture next",
        "here is own -> capture here and opposite",
        // A store has no opposite pit.
        "opposite is occupied -> capture here and opposite",
        "here is own store -> capture opposite",
        "here is own pit and (next is not store or here holds 2) -> capture here",
        "here is own store -> capture here",
    ] {
        assert_eq!(landing(lines), "", "{lines}");
    }
    // The last own pit lies before the store, and a line that the mover may decline lets the next one apply.
    assert_eq!(landing("here is own -> capture next"), "");
    assert_eq!(landing("here is own -> remove next"), "takes");
    assert_eq!(uses("from own pit where opposite is occupied", ""), "");
    assert_eq!(uses("from own pit", "drop {\n  here holds 3 -> capture here for owner\n}"), "");
}

/// Shipped games whose stores lie on the path are played in them by the first line of `land`.
#[test]
fn shipped_games_catch_the_landing_in_a_store() {
    let (mut passing, mut majority) = (0, vec![]);
    for name in crate::shipped_games() {
        let game = Game::shipped(name).expect("it is shipped");
        if game.rules.sowing.passes_stores() {
            passing += 1;
            let StoreUse { counted, taken, reentered } = game.program.facts().stores;
            assert_eq!((taken, reentered), (None, None), "{name}");
            majority.extend(counted.map(|clause| (name, game.text(clause))));
        }
    }
    let ends = |(_, text): &(&str, String)| text.contains("opponent store holds");
    assert!(passing >= 16 && majority.len() <= 4 && majority.iter().all(ends), "{passing}: {majority:?}");
}
