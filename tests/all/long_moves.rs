//! A move of very many laps is refused after a million events wherever they would be stored.

use std::fs;
use std::time::Duration;

use cpu_time::ThreadTime;
use uur::explain;
use uur::game::check_all_settings;
use uur::render::Style;
use uur::source::Source;
use uur::variants;
use uur_cli::repl::interpreter::Repl;
use uur_lab::coverage::Coverage;
use uur_testing::transcript::transcript;

use crate::command::{folder, output};

/// A relay game on 2x12, without captures.
const RULES: &str = "language 1\n\ngame \"Long sowing\" {\n  source \"a test\"\n}\n\n\
    board {\n  rows 2\n  pits 12\n  seeds 5 each\n}\n\nsow counterclockwise {\n  from own pit\n}\n\n\
    land {\n  here is occupied -> relay\n}\n\nend {\n  no move -> each takes own row\n  win most seeds\n}\n";

/// A game by chance, whose last move has more than 30,000,000 laps.
const MOVES: &str = "B i L e F a H j C k J a D k J l A f H g F a F k B f I h G g B g G e L e E";

/// The position before that move.
const BEFORE: &str = "south 0 7 6 1 4 14 1 3 9 4 0 4; north 1 17 24 0 1 5 1 0 4 5 2 7; south to move";

const REFUSED: &str = "E: has not ended after 1,000,000 events, and is not played";
const BOUND: &str = "`endless after lap 5000 -> draw`";

/// The folder with the rules of the game and the test of its long move, and the path of the rules.
fn rules(name: &str, more: &str) -> String {
    let file = folder(name).join("long.uur");
    fs::write(&file, RULES.to_string() + more).unwrap();
    file.to_str().unwrap().to_string()
}

fn in_time<T>(work: impl FnOnce() -> T) -> T {
    let began = ThreadTime::now();
    let found = work();
    let took = began.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?} of processor time");
    found
}

fn refused(arguments: &[&str]) -> String {
    let came = output(arguments);
    let told = String::from_utf8(came.stdout).unwrap() + &String::from_utf8(came.stderr).unwrap();
    assert_eq!(came.status.code(), Some(1), "{arguments:?}: {told}");
    assert!(told.contains(REFUSED) && told.contains(BOUND), "{arguments:?}: {told}");
    told
}

#[test]
fn a_replay_refuses_a_move_of_too_many_events() {
    let file = rules("long-replay", "");
    let told = refused(&["replay", &file, "--moves", MOVES, "--trace"]);
    assert!(told.contains("move 37"), "{told}");
    refused(&["replay", &file, "--from", BEFORE, "--moves", "E"]);
    let game = folder("long-replay").join("first.game");
    fs::write(&game, format!("game {file}\nmoves {MOVES}\n")).unwrap();
    refused(&["replay", "--record", game.to_str().unwrap()]);
}

#[test]
fn the_prompt_refuses_it_and_goes_on() {
    let file = rules("long-prompt", "");
    let mut repl = Repl::new(Style::default(), 1);
    assert_eq!(repl.line(&format!("play {file}")).error, None);
    assert_eq!(repl.line(&format!("position set {BEFORE}")).error, None);
    for line in ["E", "step E"] {
        let error = in_time(|| repl.line(line)).error.unwrap_or_default();
        assert!(error.contains(REFUSED) && error.contains(BOUND), "{error}");
    }
    assert!(in_time(|| repl.line("moves")).text.contains(REFUSED));
    assert!(repl.line("why").error.is_some(), "no move has been played");
    let reply = in_time(|| repl.line("B"));
    assert_eq!(reply.error, None, "another move is played");
    assert!(repl.line("why").error.is_none());
}

#[test]
fn examples_and_transcripts_fail_with_it() {
    let example = format!("\ntest \"a long move\" {{\n  position \"{BEFORE}\"\n  play E\n  expect endless\n}}\n");
    let file = rules("long-test", &example);
    fs::create_dir_all(folder("long-test/long")).unwrap();
    fs::write(folder("long-test/long").join("first.game"), format!("game long\nmoves {MOVES}\n")).unwrap();
    let told = refused(&["test", &file, "--games", "1"]);
    for what in [format!("got      {REFUSED}"), format!("got      move 37, `E`, cannot be played: {REFUSED}")] {
        assert!(told.contains(&what), "{what}: {told}");
    }
}

/// From the third move on, a game of sowings that neither end nor come round in a lifetime. An endless one may not be
/// made, so that every question about moves has to follow them.
const UNKNOWN: &str = "language 1\ngame \"Unknown\" { source \"a test\" }\nboard {\n  rows 2\n  pits 6\n  seeds 4 each\n}\n\
    sow counterclockwise {\n  from own pit\n  skip empty pit where seed is last\n}\n\
    land {\n  here is occupied and move is 3..9999 -> relay\n}\nend {\n  no move -> opponent wins\n  endless -> illegal\n}\n";

/// What a command prints about such a game, within bounded work.
fn said(arguments: &[&str], code: i32) -> String {
    let came = output(arguments);
    let said = String::from_utf8(came.stdout).unwrap() + &String::from_utf8(came.stderr).unwrap();
    assert_eq!(came.status.code(), Some(code), "{arguments:?}: {said}");
    said
}

#[test]
fn moves_that_cannot_be_found_out_are_not_guessed() {
    let file = folder("long-unknown").join("unknown.uur");
    fs::write(&file, UNKNOWN).unwrap();
    let file = file.to_str().unwrap();
    for command in ["check", "show", "explain"] {
        said(&[command, file], 0);
    }
    let refused = said(&["replay", file, "--moves", "A a"], 1);
    assert!(refused.contains("it is not known which moves may be made") && refused.contains(BOUND), "{refused}");
    for arguments in [&["perft", file, "3"][..], &["simulate", file, "--games", "3"], &["study", file, "--games", "3"]]
    {
        let stopped = said(arguments, 4);
        assert!(stopped.contains("a sowing is too long") && stopped.contains(BOUND), "{arguments:?}: {stopped}");
    }
}

#[test]
fn every_game_is_checked_and_explained_in_bounded_work() {
    // Where endless moves are illegal, every move is followed to its end to find out whether it may be made.
    let unbounded = |text: &str| !text.contains("endless") && text.contains("relay");
    let sources = variants::names().filter_map(variants::source).filter(|source| unbounded(&source.text));
    for source in sources.step_by(4) {
        let text = source.text.replacen("\nend {", "\nend {\n  endless -> illegal", 1);
        in_time(|| {
            let (_, game) = check_all_settings(Source::new(source.name, text), &variants::library);
            game.map(|game| explain::rules(&game, 80))
        });
    }
}

#[test]
fn transcripts_can_be_stopped() {
    // To be told whether the move is legal, it is played to its end without any events.
    let text = RULES.replace("each takes own row", "each takes own row\n  endless -> illegal");
    let told = |stops| {
        let record = format!("game long\nfrom {BEFORE}\nmoves E\n");
        let source = Source::new("long.uur", text.clone());
        transcript(&source, &variants::library, &record, &mut Coverage::default(), stops)
    };
    let cut = in_time(|| told(|| true));
    assert!(cut.is_err(), "{cut:?}");
}
