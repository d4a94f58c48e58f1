//! Properties derived from the rules hold on small boards: in games without repetition, no position repeats.

use std::sync::atomic::AtomicBool;

use uur::check::Settings;
use uur::game::Game;
use uur::source::Source;
use uur::variants;
use uur_lab::coverage::Coverage;
use uur_testing::explore::{ExploreBounds, explore};

/// One word of each list, in every combination.
const WAYS: [&str; 8] = [
    "",
    "  along own row, own store, opponent row\n",
    "  along own row, own store, opponent row, opponent store\n",
    "  along own store, own row, opponent row\n",
    "  along own store, own row, opponent store, opponent row\n",
    "  along own row, opponent row backwards\n",
    "  along own row\n",
    "  along own row, own store\n",
];
const FROM: [&str; 2] = ["  from own pit\n", "  from any pit\n"];
const LIFTS: [&str; 2] = ["", "  lift all but 1\n"];
const LANDS: [&str; 5] = [
    "here is occupied -> relay",
    "here is own store -> bonus move",
    "here is own empty pit -> capture opposite",
    "here is occupied -> relay from next",
    "here is own -> move 1 from here to next",
];

fn game(ways: &str, from: &str, lift: &str, land: &str, pits: u8, seeds: u8) -> Option<Game> {
    let text = format!(
        "language 1\ngame \"Words\" {{ source \"a test\" }}\nboard {{\n  rows 2\n  pits {pits}\n  seeds {seeds} each\n}}\n\
         sow counterclockwise {{\n{from}{ways}{lift}}}\nland {{\n  {land}\n}}\n\
         end {{\n  no move -> each takes own row\n  win most seeds\n}}\n"
    );
    // Some words do not go together.
    Game::load(Source::new("words.uur", text), &variants::library, &Settings::new()).ok()
}

#[test]
fn no_position_repeats_in_games_without_repetition() {
    let never = AtomicBool::new(false);
    let (mut games, mut flowing) = (0, 0);
    for ways in WAYS {
        for from in FROM {
            for lift in LIFTS {
                for land in LANDS {
                    for (pits, seeds) in [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)] {
                        let Some(game) = game(ways, from, lift, land, pits, seeds) else { continue };
                        games += 1;
                        if !game.program.facts().acyclic {
                            continue;
                        }
                        flowing += 1;
                        let bounds =
                            ExploreBounds { positions: 3_000, events: 300_000, stop: &never, on_progress: &|_| {} };
                        let reached = explore(&game, bounds, &mut Coverage::default());
                        let words = format!("{ways}{from}{lift}{land}, {pits} pits, {seeds} seeds");
                        assert_eq!(reached.endless_moves, 0, "a sowing without end: {words}");
                        assert!(!reached.rounds.is_some_and(|rounds| rounds.come_again), "it comes again: {words}");
                    }
                }
            }
        }
    }
    assert!(games > 200 && flowing > 30, "{games} games, {flowing} of them without repetition");
}

/// The store before the row is passed only on the way back, so that a move into the other row banks nothing.
#[test]
fn a_store_before_the_row_lets_positions_come_again() {
    let game = game(WAYS[3], FROM[0], LIFTS[0], LANDS[2], 1, 1).expect("the words go together");
    assert!(!game.program.facts().acyclic);
    assert_eq!(uur_lab::lab::perft(&game.program, &game.program.start(), 12), 0, "repetition ends every line before");
}
