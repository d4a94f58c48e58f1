//! What a failing example says.

use insta::assert_snapshot;
use uur::check::Settings;
use uur::explain::why_not;
use uur::game::Game;
use uur::notation::{read_move, read_position};
use uur::rules::Side;
use uur::source::Source;
use uur::text_layout::wrap;
use uur::variants;
use uur_testing::properties::PlayBounds;
use uur_testing::suite::{self, Effort};

/// In this game the mover chooses the way, and may stop in D.
const GAME: &str = "language 1
game \"Example\" { source \"none: an example\" }
board {
  rows 2
  pits 6
  seeds 4 each
}
sow clockwise or counterclockwise {
  from own pit where here holds 2 or more
}
land {
  stay: here is own pit D and here holds 5 -> may stop
  on:   here is occupied -> relay
}
end {
  no move -> each takes own row
  win most seeds
}
";

/// Runs an example with each of these bodies, and returns what each expects and gets instead. Details end before
/// the moves and the board.
fn failures(bodies: &[&str]) -> String {
    failures_of(GAME, bodies)
}

/// The same with other rules.
fn failures_of(rules: &str, bodies: &[&str]) -> String {
    let examples = bodies.iter().enumerate().map(|(number, body)| format!("test \"{number}\" {{\n{body}\n}}\n"));
    let text = rules.to_string() + &examples.collect::<String>();
    let invariants = PlayBounds { games: 0, steps: 0, rounds: 0, events: 0, seed: 1 };
    let effort = Effort { invariants, games: 0, events: 0, ..Effort::default() };
    let report = suite::run(&Source::new("example.uur", text), &variants::library, &[], "", effort)
        .unwrap_or_else(|faults| panic!("{:#?}", faults.problems));
    let said = report.examples.iter().zip(bodies).map(|((_, _, held), body)| {
        let Err(failure) = held else { return format!("{body}\n    passes\n") };
        let details = failure.details.lines().take_while(|line| !line.starts_with([' ', 'S']));
        let details: String = details.map(|line| format!("    {line}\n")).collect();
        format!("{body}\n    expected {}\n    got      {}\n{details}", failure.expected, failure.got)
    });
    said.collect()
}

#[test]
fn a_move_that_lacks_a_way_or_a_decision_is_incomplete() {
    let all = [
        "  expect illegal A by from",
        "  expect illegal A",
        "  position \"south 4 2 1 4 0 0; north 4 4 4 4 4 4\"\n  expect illegal B> by from",
    ];
    assert_snapshot!(failures(&all));
}

#[test]
fn a_pit_that_no_decision_can_save_is_illegal_without_one() {
    let position = "  position \"south 1 2 1 4 0 0; north 4 4 4 4 4 4\"";
    let all = ["  expect illegal A by from", "  expect illegal A> by from", "  expect illegal C>:+ by from"];
    let bodies = all.map(|body| format!("{position}\n{body}"));
    assert_snapshot!(failures(&bodies.each_ref().map(String::as_str)));
}

#[test]
fn a_decision_too_many_or_of_another_kind_is_named() {
    let position = "  position \"south 4 2 1 4 0 0; north 4 4 4 4 4 4\"";
    let all = ["B>:++", "A>:+", "B>:a"];
    let bodies = all.map(|m| format!("{position}\n  expect illegal {m}\n  expect illegal {m} by stay"));
    assert_snapshot!(failures(&bodies.each_ref().map(String::as_str)));
}

#[test]
fn a_position_after_the_end_of_the_game_is_a_result() {
    let over = "  position \"south 0 0 0 0 0 2; north 0 0 0 0 0 0; captured 23 23\"\n  play F>";
    let on = "  position \"south 0 0 0 0 0 2; north 4 0 0 0 0 0; captured 23 19\"\n  play F>";
    let all = [
        format!("{over}\n  expect position \"south 0 0 0 0 0 0; north 0 0 0 0 0 0; capture 25 23; north to move\""),
        format!("{on}\n  expect position \"south 0 0 0 0 0 0; north 5 1 0 0 0 0; capture 23 19\""),
        format!("{over}\n  expect position \"south 0 0 0 0 0 0; north 1 1 0 0 0 0; capture 23 23; north to move\""),
    ];
    assert_snapshot!(failures(&all.each_ref().map(String::as_str)));
}

#[test]
fn what_a_position_names_has_to_be_so() {
    let rules = GAME.replace("each\n}", "each\n  counter spent\n}") + "finish { here is own -> add 1 to own spent }\n";
    let play = "  position \"south 1 2 0 0 0 0; north 4 4 4 4 4 4; move 3\"\n  play B>";
    let board = "south 1 0 1 1 0 0; north 4 4 4 4 4 4; north to move";
    let all = ["", "; move 4", "; move 9", "; spent 1 0", "; spent 0 0", "; spent 7 0"];
    let bodies = all.map(|named| format!("{play}\n  expect position \"{board}{named}\""));
    assert_snapshot!(failures_of(&rules, &bodies.each_ref().map(String::as_str)));
}

/// Facts against a line in the tense of their pits, and without `it is not true that`.
#[test]
fn a_move_is_refused_in_plain_english() {
    let from = "here is pit B..C and opposite is occupied and (last move holds 0 or here is pit C)";
    let rules = GAME.replace("here holds 2 or more", from);
    let game = Game::load(Source::new("example.uur", rules), &variants::library, &Settings::new())
        .unwrap_or_else(|faults| panic!("{:#?}", faults.problems));
    let why = |position: &str, m: &str| {
        let position = read_position(&game, position).expect("it is a position");
        let m = read_move(&game.program, Side::South, m).expect("it is a move");
        wrap(&why_not(&game, &position, m), None)
            .lines()
            .next()
            .unwrap_or("")
            .split("  ")
            .next()
            .unwrap_or("")
            .to_string()
    };
    let start = "south 1 2 1 4 0 0; north 4 4 4 4 0 4";
    assert_eq!(why(start, "A>"), "A may not be lifted: A is not one of the pits B and C");
    assert_eq!(why(start, "B>"), "B may not be lifted: e is empty");
    assert_eq!(
        why("south 1 2 1 4 0 0; north 4 4 4 4 4 4; lifted 3", "B>"),
        "B may not be lifted: a move came before this one and B is not pit C"
    );
}
