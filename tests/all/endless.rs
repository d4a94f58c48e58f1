//! Endless sowings, under each outcome that a file can declare. On 2x6, Layli Goobalay has three of them
//! among the 2,859 sequences of five moves.

use uur::check::Settings;
use uur::engine::{Event, Move, Position, Reason};
use uur::game::Game;
use uur::notation::write_position;
use uur::source::Source;
use uur::variants;
use uur_lab::lab::perft;
use uur_testing::cases;
use uur_testing::properties::check_invariants;
use uur_testing::suite::{self, Effort};

/// Layli Goobalay with another line in its end.
fn layli(line: &str) -> Game {
    let text = format!(
        "language 1\nextends \"layli-goobalay\"\ngame \"Layli\" {{ source \"a test\" }}\n\
         end {{\n  no move -> each takes own uur and own row\n  {line}\n  win most seeds\n}}"
    );
    Game::load(Source::new("layli.uur", text), &variants::library, &Settings::new())
        .unwrap_or_else(|faults| panic!("{:#?}", faults.problems))
}

/// The positions before the endless moves among the first `depth` moves, with those moves.
fn endless_moves(game: &Game, depth: u32) -> Vec<(Position, Move)> {
    fn search(game: &Game, position: &Position, depth: u32, found: &mut Vec<(Position, Move)>) {
        for m in game.program.legal_moves(position) {
            let mut after = *position;
            let mut endless = false;
            game.program
                .play_unchecked(&mut after, m, &mut |event: Event| endless |= matches!(event, Event::Endless { .. }));
            if endless {
                found.push((*position, m));
            } else if depth > 1 {
                search(game, &after, depth - 1, found);
            }
        }
    }
    let mut found = vec![];
    search(game, &game.program.start(), depth, &mut found);
    found
}

#[test]
fn an_endless_move_is_a_draw_by_default() {
    let game = Game::shipped("layli-goobalay").expect("it is shipped");
    let found = endless_moves(&game, 5);
    assert_eq!(found.len(), 3);
    for (before, m) in found {
        let mut after = before;
        game.program.play_unchecked(&mut after, m, &mut ());
        let outcome = after.outcome.expect("the game is over");
        assert_eq!((outcome.reason, outcome.winner), (Reason::Endless, None));
        assert!(after.same_board(&before), "the board is as before the move");
    }
}

#[test]
fn an_endless_move_can_be_illegal() {
    let game = layli("endless -> illegal");
    assert_eq!(perft(&game.program, &game.program.start(), 5), 2_856);
}

#[test]
fn an_endless_move_can_be_a_pass() {
    let game = layli("endless -> pass");
    let (before, m) = endless_moves(&game, 5)[0];
    let mut after = before;
    game.program.play_unchecked(&mut after, m, &mut ());
    assert_eq!(after.outcome, None);
    assert!(after.same_board(&before) && after.to_move != before.to_move);
    assert_eq!(perft(&game.program, &game.program.start(), 6), 13_024, "their 16 replies are counted too");
}

#[test]
fn an_endless_move_can_stop_at_its_first_repetition() {
    let game = layli("endless -> stop");
    let (before, m) = endless_moves(&game, 5)[0];
    let mut after = before;
    game.program.play_unchecked(&mut after, m, &mut ());
    assert_eq!(after.outcome, None);
    assert_eq!(after.total(), before.total());
    assert_ne!(write_position(&game, &after), write_position(&game, &before));
}

#[test]
fn a_bound_of_laps_is_a_rule_of_the_file() {
    let game = layli("endless after lap 2 -> stop");
    let mut position = game.program.start();
    let mut laps = 0;
    let first = game.program.legal_moves(&position)[0];
    game.program.play_unchecked(&mut position, first, &mut |event: Event| {
        laps += usize::from(matches!(event, Event::Lift { .. }));
    });
    assert_eq!(laps, 2);
}

/// A game without captures, whose endless moves come again only after some 100,000 laps.
const LONG_LAPS: &str = "language 1\ngame \"Laps\" {\n  source \"a test\"\n}\nboard {\n  rows 2\n  pits 6\n  seeds 4 each\n}\n\
                         sow counterclockwise {\n  from own pit\n}\nland {\n  here is occupied -> relay\n}\n\
                         end {\n  no move -> each takes own row\n  win most seeds\n}\n";

#[test]
fn the_tests_of_a_game_of_long_laps_end_at_a_bound_of_events() {
    let source = Source::new("laps.uur", LONG_LAPS);
    let effort = Effort::default();
    let run = || suite::run(&source, &variants::library, &[], "", effort).expect("it is a game");
    let report = run();
    let extents = [Some(report.found.extent), report.searched].map(|extent| extent.expect("a line is never reached"));
    for (extent, bound) in extents.iter().zip([effort.invariants.events, effort.events]) {
        assert!(extent.cut_short && extent.events >= bound / 2, "{extent:?}");
    }
    assert!(report.found.endless.0 > 0 && report.found.violations.is_empty(), "{:?}", report.found);
    let notes: Vec<String> = cases::notes(&report).into_iter().map(|note| note.text).collect();
    for what in ["the check of invariants", "the search for unexercised lines"] {
        assert!(notes.iter().any(|note| note.starts_with(what) && note.contains("ended at its bound")), "{notes:#?}");
    }
    let again = run();
    assert_eq!([Some(again.found.extent), again.searched], extents.map(Some), "events are counted, not timed");
}

#[test]
fn the_bound_of_events_is_far_beyond_the_documented_games() {
    let bounds = Effort::default().invariants;
    for name in ["boola", "lahemay-waladat", "layli-goobalay", "layli-goobalay-berbera"] {
        let found = check_invariants(&Game::shipped(name).expect("it is shipped"), bounds, &mut ());
        assert_eq!(found.extent.games, 2 * bounds.games, "{name}");
        assert!(found.extent.events < bounds.events / 3, "{name}: {:?}", found.extent);
    }
}

#[test]
fn a_position_that_occurs_three_times_is_a_draw() {
    let text = "language 1\ngame \"Chase\" { source \"a test\" }\nboard {\n  rows 2\n  pits 2\n  seeds south 1 0\n  seeds north 0 0\n}\n\
                sow counterclockwise { from occupied pit }\nend { no move -> opponent wins }\n";
    let game = Game::load(Source::new("chase.uur", text), &variants::library, &Settings::new())
        .unwrap_or_else(|faults| panic!("{:#?}", faults.problems));
    let mut position = game.program.start();
    let mut history = uur::engine::History::starting(&position);
    let mut moves = 0;
    while position.outcome.is_none() {
        let m = game.program.legal_moves(&position)[0];
        game.program.play(&mut position, &mut history, m, &mut ()).expect("it is legal");
        moves += 1;
    }
    let outcome = position.outcome.expect("the game is over");
    assert_eq!((outcome.reason, outcome.winner), (Reason::Repetition, None));
    assert_eq!(moves, 8, "one seed goes round four pits in four moves");
}
