//! Stages: parts of a round with rules of their own.

use uur::check::{LibraryError, Settings};
use uur::diagnostic::Diagnostic;
use uur::game::Game;
use uur::source::Source;
use uur_testing::resolve::check_with_examples;

/// A game with these sections beside `game`, `board` and `end`.
fn text(sections: &str) -> String {
    format!(
        "language 1\n\ngame \"Stages\" {{\n  source \"none: an example\"\n}}\n\nboard {{\n  rows 2\n  pits 4\n  seeds 2 \
         each\n}}\n\n{sections}\n\nend {{\n  no move -> draw\n}}\n"
    )
}

fn problems(text: &str) -> Vec<Diagnostic> {
    check_with_examples(Source::new("stages.uur", text), &alone).problems
}

fn alone(_: &str, _: &Source) -> Result<Option<Source>, LibraryError> {
    Ok(None)
}

/// South's store is empty when the turn begins. The first lap fills it, and the second lap is still one of `poor`.
#[test]
fn a_turn_stays_in_the_stage_in_which_it_began() {
    let sections = r#"stages {
  poor: own store is empty
  rich: else
}

sow counterclockwise {
  from own pit
}

land in poor {
  take: opposite holds 3 -> capture opposite, relay
  stay: here is empty    -> capture here
}

land in rich {
  take: opposite holds 3 -> capture opposite, stop
}

test "the second lap" {
  position "south 2 0 0 0; north 0 3 0 0"
  play A
  expect capture 4, by take, by stay
  position "south 2 0 0 0; north 0 3 0 0; captured 1 0"
  play A
  expect capture 3, by take
}"#;
    assert_eq!(problems(&text(sections)), []);
}

#[test]
fn stages_that_the_board_cannot_end_are_conditions_of_their_lines() {
    let meaning = |sections: &str| {
        let game = Game::load(Source::new("stages.uur", text(sections)), &alone, &Settings::new());
        game.unwrap_or_else(|faults| panic!("{:#?}", faults.problems)).rules.canonical()
    };
    let staged = "stages {\n  early: move is 1..4\n  later: else\n}\n\nsow clockwise {\n  from own pit\n}\n\n\
                  land in early {\n  here is own -> capture here\n}\n\nland in later {\n  here is own and next is empty -> \
                  capture opposite\n}\n\nland {\n  here is occupied -> relay\n}";
    let plain = "sow clockwise {\n  from own pit\n}\n\nland {\n  move is 1..4 and here is own -> capture here\n  not move is \
                 1..4 and here is own and next is empty -> capture opposite\n  here is occupied -> relay\n}";
    assert_eq!(meaning(staged), meaning(plain));
}

#[test]
fn a_game_changes_the_lines_of_one_stage() {
    let parent = text(
        "stages {\n  early: move is 1..2\n  later: else\n}\n\nsow clockwise {\n  from own pit\n}\n\nland in early {\n  on:   here \
         is occupied -> relay\n  take: opposite holds 2 -> capture opposite\n}\n\nland in later {\n  on: here is occupied -> \
         relay\n}",
    );
    let library = |name: &str, _: &Source| Ok((name == "parent").then(|| Source::new("parent.uur", &*parent)));
    let lines = |sections: &str| {
        let child = format!(
            "language 1\n\nextends \"parent\"\n\ngame \"Child\" {{\n  source \"none: an example\"\n}}\n\n{sections}\n"
        );
        let game = Game::load(Source::new("child.uur", child), &library, &Settings::new());
        let game = game.unwrap_or_else(|faults| panic!("{:#?}", faults.problems));
        game.rules.land.iter().map(|clause| game.text(clause.id)).collect::<Vec<_>>()
    };
    let [on, take] = ["on: here is occupied -> relay", "take: opposite holds 2 -> capture opposite"];
    assert_eq!(lines(""), [on, take, on]);
    assert_eq!(lines("land in early {\n  here is own -> stop\n}"), ["here is own -> stop", on]);
    assert_eq!(lines("change land in early {\n  remove on\n}"), [take, on]);
    assert_eq!(
        lines("change land in later {\n  after on: own: here is own -> stop\n}"),
        [on, take, on, "own: here is own -> stop"]
    );
}
