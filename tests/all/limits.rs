//! Behaviour at limits: of numbers, and of what the operating system grants.

use std::process::Command;

use uur::check::Settings;
use uur::game::Game;
use uur::match_play::{MOST_POINTS, Match, NextStep, Step};
use uur::notation::{read_position, write_position};
use uur::rules::Side;
use uur::source::Source;
use uur::variants;

use crate::command::{folder, output};

fn loaded(text: &str) -> Game {
    Game::load(Source::new("limits.uur", text), &variants::library, &Settings::new())
        .unwrap_or_else(|faults| panic!("{:#?}", faults.problems))
}

/// A match of short rounds, in each of which the player who gets a seed gets this many points.
fn with_points(points: u16, over: u16) -> String {
    format!(
        "language 1\ngame \"Points\" {{ source \"a test\" }}\nboard {{\n  rows 2\n  pits 1\n  seeds 1 each\n}}\n\
         sow counterclockwise {{ from own pit }}\nland {{ here is opponent -> capture here }}\n\
         end {{\n  no move -> each takes own row\n  win most seeds\n}}\n\
         match {{\n  refill board\n  starter in turn\n  own store holds 1 or more -> add {points} to own points\n  \
         own points holds {over} or more -> player wins\n}}\n"
    )
}

/// Plays the first legal move again and again. Returns the match at its end.
fn played_out(game: &Game) -> Match {
    let mut played = Match::new(&game.program);
    for _ in 0..2_000 {
        match played.due {
            NextStep::Round => played.next_round(&game.program, &mut ()),
            NextStep::Move(_) => {
                let m = game.program.legal_moves(&played.position)[0];
                played.step(&game.program, Step::Move(m), &mut ()).unwrap();
            }
            NextStep::Lot(_) => panic!("this match has no lots"),
            NextStep::Nothing(_) => return played,
        }
    }
    panic!("the match goes on with {:?} points", played.position.points)
}

#[test]
fn points_stop_at_the_most_and_end_the_match() {
    // 66 rounds of 1,000 points would be 66,000.
    for over in [1, 2_000, MOST_POINTS] {
        let game = loaded(&with_points(1_000, over));
        let played = played_out(&game);
        let [south, north] = played.position.points;
        let most = south.max(north);
        assert!(most >= over, "{south} and {north} points");
        assert_eq!(most == MOST_POINTS, over == MOST_POINTS);
        let NextStep::Nothing(end) = played.due else { panic!("{:?}", played.due) };
        assert!(end.clause.is_some());
        if south != north {
            assert_eq!(end.winner, Some(if south > north { Side::South } else { Side::North }));
        }
    }
}

#[test]
fn a_match_that_waits_for_what_cannot_be_reached_ends() {
    let text = with_points(1_000, 1).replace("own points holds 1 or more", "own store holds 1");
    let played = played_out(&loaded(&text));
    assert!(played.position.points.contains(&MOST_POINTS), "{:?}", played.position.points);
}

#[test]
fn numbers_of_a_position_are_read_back_up_to_the_most() {
    let game = loaded(&with_points(1_000, MOST_POINTS));
    for points in [[0, 0], [1, 65_534], [MOST_POINTS, 1_000], [MOST_POINTS; 2]] {
        let position = uur::engine::Position { points, ..game.program.start() };
        let text = write_position(&game, &position);
        assert_eq!(read_position(&game, &text), Ok(position), "{text}");
    }
    let one_more = write_position(&game, &uur::engine::Position { points: [MOST_POINTS; 2], ..game.program.start() })
        .replace("65535", "65536");
    assert!(read_position(&game, &one_more).is_err(), "{one_more}");
}

#[test]
fn moves_are_counted_up_to_the_most() {
    let game = Game::shipped("gabata").expect("it is shipped");
    assert!(game.program.facts().counts_moves);
    for ply in [0, 1, 255, 256, 65_533, 65_534, 65_535] {
        let position = uur::engine::Position { ply, ..game.program.start() };
        let text = write_position(&game, &position);
        let read = read_position(&game, &text).unwrap();
        assert_eq!(write_position(&game, &read), text);
        // The last number stands for all later moves, too.
        assert_eq!(read.ply, ply.min(65_534), "{text}");
        assert_eq!(game.program.legal_moves(&read), game.program.legal_moves(&position), "{text}");
    }
    let beyond = write_position(&game, &game.program.start()).replace("move 1", "move 65536");
    assert!(read_position(&game, &beyond).is_err(), "{beyond}");
}

#[test]
fn the_last_shard_of_the_most_games_is_one_game() {
    let most = u64::MAX.to_string();
    let shard = format!("{most}/{most}");
    let came =
        output(&["simulate", "kalah", "--games", &most, "--shard", &shard, "--threads", "2", "--format", "json"]);
    let told = String::from_utf8_lossy(&came.stdout);
    assert_eq!(came.status.code(), Some(0), "{}", String::from_utf8_lossy(&came.stderr));
    assert!(told.contains("\"games\":1,") || told.contains("\"games\": 1,"), "{told}");
}

/// Output of a command to which the machine grants no thread of the default size.
fn without_threads(arguments: &[&str]) -> (Option<i32>, String, String) {
    let came = Command::new(env!("CARGO_BIN_EXE_uur"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("NO_COLOR", "1")
        // No machine has room for such a stack.
        .env("RUST_MIN_STACK", (usize::MAX >> 2).to_string())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (came.status.code(), text(came.stdout), text(came.stderr))
}

#[test]
fn work_is_done_without_further_threads() {
    let file = folder("limits").join("boola.uge");
    let _ = std::fs::remove_file(&file);
    let all: [&[&str]; 4] = [
        &["simulate", "kalah", "--games", "20", "--threads", "4", "--format", "json"],
        &["tournament", "kalah", "random", "greedy", "--games", "4", "--threads", "4", "--format", "json"],
        &["test", "variants/kalah.uur"],
        &["solve", "boola", "--database", file.to_str().unwrap(), "--seeds", "3", "--threads", "4", "--histogram"],
    ];
    for arguments in all {
        let (code, told, said) = without_threads(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {told}{said}");
        let _ = std::fs::remove_file(&file);
        let usual = output(arguments);
        let usual = String::from_utf8(usual.stdout).unwrap();
        if arguments[0] == "simulate" || arguments[0] == "solve" {
            assert_eq!(told, usual, "{arguments:?}");
        }
        assert!(said.contains("grants 0 of 4 threads") || arguments[0] == "test", "{arguments:?}: {said}");
    }
}
