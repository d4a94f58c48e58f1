//! Captures that go on: the same line again at another pit.

use uur::check::Settings;
use uur::engine::Position;
use uur::game::Game;
use uur::notation::{read_move, read_position, write_position};
use uur::source::Source;
use uur::variants;

/// A board of two rows of six with one landing line, on which South plays A; what is on the board
/// and in the stores after that.
fn played(line: &str, position: &str) -> (Position, String) {
    let text = format!(
        "language 1\ngame \"Chain\" {{ source \"a test\" }}\nboard {{\n  rows 2\n  pits 6\n  seeds 4 each\n}}\n\
         sow counterclockwise {{ from own pit }}\nland {{\n  {line}\n}}\nend {{ no move -> opponent wins }}\n"
    );
    let game = Game::load(Source::new("chain.uur", text), &variants::library, &Settings::new())
        .unwrap_or_else(|faults| panic!("{:#?}", faults.problems));
    let mut position = read_position(&game, &format!("{position}; south to move")).expect("it is a position");
    let m = read_move(&game.program, position.to_move, "A").expect("it is a move");
    game.program.play_unchecked(&mut position, m, &mut ());
    let text = write_position(&game, &position);
    (position, text)
}

/// Oware captures twos and threes backwards from the last seed.
#[test]
fn a_chain_goes_back_over_pits_of_two_and_three() {
    let line = "here is opponent and here holds 2 or 3 -> capture here, repeat from previous";
    let (after, text) = played(line, "south 8 0 0 0 0 0; north 1 2 1 5 0 0");
    assert_eq!(after.captured, [7, 0]);
    assert_eq!(text, "south 0 1 1 1 1 1; north 0 0 0 5 0 0; captured 7 0; north to move");
}

#[test]
fn a_chain_does_not_jump_over_a_pit_that_does_not_fit() {
    let line = "here is opponent and here holds 2 or 3 -> capture here, repeat from previous";
    let (after, _) = played(line, "south 8 0 0 0 0 0; north 1 4 1 5 0 0");
    assert_eq!(after.captured, [2, 0]);
}

/// Vai lung thlan takes the last seed from an empty pit, and the seeds that fell singly before it.
#[test]
fn empty_means_before_this_lap_at_every_pit_of_a_chain() {
    let line = "here is empty -> capture here, repeat from previous";
    let (after, text) = played(line, "south 4 1 0 0 0 0; north 1 0 0 0 0 0");
    assert_eq!(after.captured, [3, 0]);
    assert_eq!(text, "south 0 2 0 0 0 0; north 1 0 0 0 0 0; captured 3 0; north to move");
}

#[test]
fn a_chain_ends_where_it_changes_nothing() {
    let line = "here is empty -> capture here, repeat from previous";
    let (after, _) = played(line, "south 1 0 0 0 0 0; north 1 0 0 0 0 0");
    assert_eq!(after.captured, [1, 0]);
}

/// Across the gap: an empty pit is jumped, and the one beyond it captured, as long as they alternate.
#[test]
fn gaps_are_jumped_while_they_alternate() {
    let line = "next is empty and next of next is occupied -> capture next of next, repeat from next of next";
    let (after, text) = played(line, "south 1 0 0 3 0 4; north 1 0 0 0 0 0");
    assert_eq!(after.captured, [7, 0]);
    assert_eq!(text, "south 0 1 0 0 0 0; north 1 0 0 0 0 0; captured 7 0; north to move");
}

/// Marks made on the way can make the landing a pit that sowing passes over, so that a chain never
/// comes back to it.
#[test]
fn a_chain_ends_once_round_the_board_even_if_it_passes_over_its_landing() {
    let text = "language 1\ngame \"Chain\" { source \"a test\" }\nboard {\n  rows 2\n  pits 3\n  seeds 0 2 3\n  mark uur\n}\n\
                sow counterclockwise {\n  from own pit\n  skip uur\n}\nland {\n  here is not uur -> \
                mark opposite as uur, unmark opposite of next, repeat from previous\n}\nend { no move -> draw }\n";
    let game = Game::load(Source::new("chain.uur", text), &variants::library, &Settings::new())
        .unwrap_or_else(|faults| panic!("{:#?}", faults.problems));
    let mut position = game.program.start();
    for _ in 0..12 {
        let Some(&m) = game.program.legal_moves(&position).first() else { break };
        game.program.play_unchecked(&mut position, m, &mut ());
    }
    assert_eq!(position.total(), 10);
}
