//! Games that extend others: whole sections and single lines, in any order.

use uur::check::{LibraryError, Settings};
use uur::diagnostic::Code;
use uur::game::Game;
use uur::rules::{Direction, Rules};
use uur::source::Source;
use uur::variants;

fn load(text: &str) -> Game {
    Game::load(Source::new("child.uur", text), &library, &Settings::new())
        .unwrap_or_else(|faults| panic!("{:#?}", faults.problems))
}

/// The shipped games, and a parent whose lines have names.
fn library(name: &str, from: &Source) -> Result<Option<Source>, LibraryError> {
    let parent = "language 1\ngame \"Parent\" { source \"a test\" }\nparam pits = 4 in 2..6\n\
                  board {\n  rows 2\n  pits pits\n  seeds 2 each\n}\nsow counterclockwise { from own pit }\n\
                  land {\n  on: here is occupied -> relay\n  three: opposite holds 3 -> capture opposite\n  \
                  take: opposite is occupied -> capture here and opposite\n}\n\
                  end {\n  no move -> each takes own row\n  win most seeds\n}\n";
    if name == "parent" { Ok(Some(Source::new("parent.uur", parent))) } else { variants::library(name, from) }
}

const HEAD: &str = "language 1\nextends \"parent\"\ngame \"Child\" { source \"a test\" }\n";

/// The lines of `land` as they stand in their files, with the file's name.
fn land(game: &Game) -> Vec<String> {
    game.rules.land.iter().map(|clause| format!("{} {}", game.place(clause.id), game.text(clause.id))).collect()
}

fn meaning(game: &Game) -> Rules {
    Rules { about: Default::default(), ..game.rules.clone() }
}

#[test]
fn a_file_inherits_everything_it_does_not_change() {
    let (parent, child) = (load("language 1\nextends \"parent\"\ngame \"Same\" { source \"a test\" }"), load(HEAD));
    assert_eq!(meaning(&parent), meaning(&child));
    assert_eq!(child.rules.about.name, "Child");
}

#[test]
fn a_section_replaces_the_whole_section() {
    let game = load(&format!("{HEAD}land {{\n  here is own -> capture here\n}}"));
    assert_eq!(land(&game), ["child.uur:5 here is own -> capture here"]);
}

#[test]
fn new_lines_stand_behind_a_named_one_as_they_are_written() {
    let text = "change land {\n  after on: four: opposite holds 4 -> capture here\n  after on: five: opposite holds 5 -> stop\n  \
                after take: six: next holds 6 -> stop\n}";
    let game = load(&format!("{HEAD}{text}"));
    assert_eq!(
        land(&game),
        [
            "parent.uur:11 on: here is occupied -> relay",
            "child.uur:5 four: opposite holds 4 -> capture here",
            "child.uur:6 five: opposite holds 5 -> stop",
            "parent.uur:12 three: opposite holds 3 -> capture opposite",
            "parent.uur:13 take: opposite is occupied -> capture here and opposite",
            "child.uur:7 six: next holds 6 -> stop",
        ]
    );
}

#[test]
fn a_misspelt_parent_is_guessed_by_the_checker_too() {
    let source = Source::new("child.uur", "language 1\nextends \"kallah\"\ngame \"X\" { source \"a test\" }\n");
    let faults = uur_testing::resolve::check_with_examples(source, &library);
    let fix = faults.problems[0].fix.as_ref().expect("a game is called like it");
    assert_eq!(fix.replacement, "\"kalah\"");
}

#[test]
fn a_named_line_is_changed_left_out_or_put_before() {
    let text = "change land {\n  three: opposite holds 2 -> capture opposite\n  remove take\n  \
                before on: four: here holds 4 -> capture here\n}";
    assert_eq!(
        land(&load(&format!("{HEAD}{text}"))),
        [
            "child.uur:7 four: here holds 4 -> capture here",
            "parent.uur:11 on: here is occupied -> relay",
            "child.uur:5 three: opposite holds 2 -> capture opposite",
        ]
    );
}

#[test]
fn a_line_without_a_label_is_changed_by_its_first_word() {
    let game = load(&format!("{HEAD}change board {{ seeds 3 each }}\nchange sow clockwise {{ skip turn origin }}"));
    assert_eq!(game.program.start().total(), 24);
    assert_eq!(game.rules.sowing.direction, Direction::Clockwise);
    assert_eq!(game.rules.sowing.skip.len(), 1);
}

#[test]
fn the_line_that_decides_the_winner_is_changed_alone_and_replaced_with_its_section() {
    let changed = |text: &str| load(&format!("{HEAD}{text}")).rules;
    let [parent, reached] = ["", "change end { win most seeds, at more than half }"].map(changed);
    assert_eq!((reached.end.len(), parent.end.len(), reached.goal), (2, 1, parent.goal));
    assert_eq!(changed("end { no move -> opponent wins }").goal, None);
    let without = Source::new("child.uur", format!("{HEAD}change end {{ remove win }}"));
    let faults = Game::load(without, &library, &Settings::new()).expect_err("no line names the winner");
    assert_eq!(faults.problems.iter().map(|problem| problem.code).collect::<Vec<_>>(), [Code::NoWinner]);
}

#[test]
fn a_parameter_can_be_given_other_values() {
    let game = load(&format!("{HEAD}param pits = 6 in 6..8"));
    assert_eq!(game.rules.board.plan.columns(), 6);
}

#[test]
fn the_order_of_sections_does_not_matter() {
    let changes = ["param pits = 3 in 3..4", "change land { remove three }", "end { no move -> opponent wins }"];
    let one = load(&format!("{HEAD}{}", changes.join("\n")));
    let other = load(&format!(
        "{}\n{}\n{}\nlanguage 1\ngame \"Child\" {{ source \"a test\" }}\nextends \"parent\"",
        changes[2], changes[1], changes[0]
    ));
    assert_eq!(meaning(&one), meaning(&other));
}
