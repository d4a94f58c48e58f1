//! The command line, run as people and programs run it: arguments, output and exit code.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use insta::assert_snapshot;
use serde_json::Value;

/// Runs the program in a folder, with a text on standard input.
fn output(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_uur"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// A run as one text: the command, what it said, what it said beside, and how it ended.
fn transcript(folder: &Path, arguments: &[&str], input: &str) -> String {
    let Output { status, stdout, stderr } = output(folder, arguments, input);
    let shown: Vec<String> =
        arguments
            .iter()
            .map(|argument| {
                if argument.contains(' ') || argument.is_empty() {
                    format!("{argument:?}")
                } else {
                    argument.to_string()
                }
            })
            .collect();
    let mut text = format!("$ uur {}\n{}", shown.join(" "), String::from_utf8(stdout).unwrap());
    if !stderr.is_empty() {
        text += &format!("--- standard error\n{}", String::from_utf8(stderr).unwrap());
    }
    text + &format!("--- exit code {}\n", status.code().unwrap())
}

fn run(arguments: &[&str]) -> String {
    transcript(Path::new(env!("CARGO_TARGET_TMPDIR")), arguments, "")
}

/// Several runs, one below the other.
fn runs(all: &[&[&str]]) -> String {
    all.iter().map(|arguments| run(arguments)).collect::<Vec<_>>().join("\n")
}

/// The answer of a run, read as JSON.
fn json(arguments: &[&str]) -> Value {
    let Output { stdout, stderr, .. } = output(Path::new(env!("CARGO_TARGET_TMPDIR")), arguments, "");
    serde_json::from_slice(&stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&stderr)))
}

fn code(arguments: &[&str]) -> i32 {
    output(Path::new(env!("CARGO_TARGET_TMPDIR")), arguments, "").status.code().unwrap()
}

/// An empty folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A sound game in other than the canonical layout.
const SMALL: &str = "language 1
game \"Small\" {
source \"none: an example\" # a comment
}
board { rows 2
  pits 3
  seeds 2 each }

sow counterclockwise { from own pit }
land {
  here is own and
    opposite is occupied -> capture opposite
}
end {
  no move -> each takes own row
  win most seeds }
";

/// A game with one misspelt word.
const MISSPELT: &str = "language 1

game \"Misspelt\" {
  source \"none: an example\"
}

board {
  rows  2
  pits  3
  seeds 2 each
}

sow counterclockwise {
  from own pit
}

land {
  here is own -> captrue opposite
}

end {
  no move -> each takes own row
  win most seeds
}
";

/// A sound game with a warning.
const UNUSED: &str = "language 1

game \"Unused\" {
  source \"none: an example\"
}

param stones = 2 in 1..4

board {
  rows  2
  pits  3
  seeds 2 each
}

sow counterclockwise {
  from own pit
}

land {
  here is own -> capture opposite
}

end {
  no move -> each takes own row
  win most seeds
}
";

#[test]
fn help() {
    assert_snapshot!(runs(&[&["--help"], &["replay", "--help"], &["check", "-h"]]));
}

#[test]
fn list() {
    assert_snapshot!(run(&["list"]));
    let rows = json(&["list", "--format", "json"]);
    let boola = rows["games"]
        .as_array()
        .and_then(|rows| rows.iter().find(|row| row["name"] == "boola"))
        .expect("it is shipped");
    assert_eq!(boola["title"], "Boola");
    assert_eq!(boola["region"][0], "Kenya: Ariaal, Rendille, Samburu");
}

/// The names of the games that a search finds.
fn found(arguments: &[&str]) -> Vec<String> {
    let rows = json(&[&["list", "--format", "json"], arguments].concat());
    rows["games"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap().to_string()).collect()
}

#[test]
fn games_are_found_by_words_and_facts() {
    let eritrean = found(&["ERITREA"]);
    assert!(eritrean.contains(&"selus".to_string()) && !eritrean.contains(&"oware".to_string()));
    let large = found(&["--where", "rows 4"]);
    assert!(large.contains(&"omweso".to_string()) && !large.contains(&"boola".to_string()));
    let both = found(&["eritrea", "--where", "rows 3 and relay"]);
    assert!(!both.is_empty() && both.iter().all(|name| eritrean.contains(name) && !large.contains(name)));
    // A game satisfies an expression or its negation.
    let (relay, others) = (found(&["--where", "relay"]), found(&["--where", "not multiple laps"]));
    assert_eq!(relay.len() + others.len(), uur::variants::names().count());
    assert!(relay.contains(&"boola".to_string()) && others.contains(&"oware".to_string()));
}

#[test]
fn searches_that_find_nothing() {
    assert_snapshot!(runs(&[
        &["list", "ethopia"],
        &["list", "ethiopia", "kazakhstan"],
        &["list", "oware", "--where", "rows 4"],
        &["list", "--where", "rows 2 and reley"],
        &["list", "--where", "rows 2 captures"],
        &["list", "--facts"],
        &["list", "--facts", "boola"],
    ]));
}

#[test]
fn facts_of_shipped_games_agree_with_their_start() {
    let seeds = uur::rules::Fact::named("seeds").unwrap();
    for name in uur::variants::names() {
        let game = uur::Game::shipped(name).unwrap();
        assert_eq!(seeds.value(&game.rules), game.program.start().total(), "{name}");
    }
}

#[test]
fn similar_games() {
    let report = json(&["similar", "oware", "--format", "json", "-n", "1000"]);
    let similar = report["similar"].as_array().unwrap();
    let names: Vec<&str> = similar.iter().map(|found| found["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), uur::variants::names().count() - 1, "all games but oware itself");
    let place = |name: &str| names.iter().position(|found| *found == name).unwrap();
    assert!(place("awari") < place("omweso"));
    let scores: Vec<f64> = similar.iter().map(|found| found["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|one, other| one >= other) && scores[0] <= 1.0 && *scores.last().unwrap() >= 0.0);

    // The same rules in a file of another name are equal to those of the game.
    let folder = folder("similar");
    fs::write(folder.join("mine.uur"), &uur::variants::source("boola").unwrap().text).unwrap();
    let text = transcript(&folder, &["similar", "mine.uur", "-n", "2"], "");
    assert!(text.starts_with("$ uur similar mine.uur -n 2\n100 %  boola "), "{text}");
    assert!(text.contains("differs: only in names and layout\n"), "{text}");
    assert_eq!(text.matches("same: ").count(), 2);
    assert_eq!(code(&["similar", "bola"]), 2);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_uur"))
        .arg("explain")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*String::from_utf8(output.stderr).unwrap()), (Some(0), ""));
}

#[test]
fn show() {
    assert_snapshot!(run(&["show", "layli-goobalay-wikipedia", "--set", "pits=3"]));
}

#[test]
fn show_flat() {
    assert_snapshot!(run(&["show", "layli-goobalay-wikipedia", "--flat"]));
}

#[test]
fn show_plan() {
    assert_snapshot!(runs(&[
        &["show", "kalah", "--plan"],
        &["show", "goat", "--plan"],
        &["show", "giuthi", "--plan"],
        &["show", "anywoli", "--plan", "--format", "json"],
    ]));
}

#[test]
fn show_canonical() {
    assert_snapshot!(run(&["show", "kalah", "--canonical"]));
    let shown = json(&["show", "kalah", "--canonical", "--format", "json"]);
    let text = shown["canonical"].as_str().unwrap();
    assert_eq!(shown["meaning"], uur::checksum::Checksum::of(text.as_bytes()).to_string());
}

#[test]
fn what_is_shown_is_a_rule_file_again() {
    let folder = folder("shown");
    for flat in [&["show", "layli-goobalay-wikipedia"][..], &["show", "layli-goobalay-wikipedia", "--flat"]] {
        let shown = output(&folder, flat, "").stdout;
        fs::write(folder.join("mine.uur"), shown).unwrap();
        let played = |game: &str| {
            let answer = output(&folder, &["perft", game, "4", "--format", "json"], "").stdout;
            serde_json::from_slice::<Value>(&answer).unwrap()["perft"].clone()
        };
        assert_eq!(played("mine.uur"), played("layli-goobalay"));
    }
}

#[test]
fn show_json() {
    let shown = json(&["show", "layli-goobalay-wikipedia", "--set", "pits=8", "--flat", "--format", "json"]);
    assert_eq!(shown["about"]["name"], "Layli Goobalay (Wikipedia)");
    assert_eq!(shown["parameters"][0]["value"], 8);
    assert_eq!(shown["parameters"][0]["default"], 6);
    assert_eq!(shown["board"]["seeds"], 64);
    assert_eq!(shown["board"]["start"]["north"].as_array().unwrap().len(), 8);
    assert_eq!(shown["files"][1]["name"], "layli-goobalay.uur");
    let lines = shown["flat"].as_array().unwrap();
    let relay = lines.iter().find(|line| line["text"].as_str().unwrap().starts_with("on:")).unwrap();
    assert_eq!(relay["text"], "on: here is occupied -> relay");
    assert_eq!(relay["file"], "layli-goobalay.uur");
}

#[test]
fn check() {
    let folder = folder("check");
    fs::write(folder.join("misspelt.uur"), MISSPELT).unwrap();
    fs::write(folder.join("small.uur"), SMALL).unwrap();
    fs::write(folder.join("unused.uur"), UNUSED).unwrap();
    let all: Vec<String> = [
        &["check", "."][..],
        &["check", "small.uur", "boola"],
        &["check", "unused.uur", "--format", "plain"],
        &["check", "unused.uur", "--deny-warnings", "--format", "json"],
        &["check", "misspelt.uur", "missing.uur", "--format", "github"],
        &["check", "unused.uur", "--set", "stones=9"],
        &["check", "missing"],
    ]
    .iter()
    .map(|arguments| transcript(&folder, arguments, ""))
    .collect();
    assert_snapshot!(all.join("\n"));
    assert_snapshot!("check_standard_input", transcript(&folder, &["check", "-"], MISSPELT));
}

#[test]
fn fixes_are_shown_and_then_written() {
    let folder = folder("fixes");
    let path = folder.join("slips.uur");
    let text = uur::variants::source("kalah").expect("it is shipped").text;
    let slipped = text.replacen("rows 2", "rows rows 2", 1).replacen("own pit", "own pitt", 1);
    fs::write(&path, &slipped).expect("the file can be written");
    let shown = transcript(&folder, &["check", "--fix", "slips.uur"], "");
    assert!(shown.contains("-  rows rows 2\n+  rows 2\n") && shown.contains("exit code 1"), "{shown}");
    assert_eq!(fs::read_to_string(&path).expect("it is still there"), slipped);
    let written = transcript(&folder, &["check", "--fix", "--yes", "slips.uur"], "");
    assert!(written.contains("exit code 0"), "{written}");
    assert_eq!(fs::read_to_string(&path).expect("it is still there"), text);
    let printed = output(&folder, &["check", "--fix", "-"], &slipped);
    assert_eq!(String::from_utf8_lossy(&printed.stdout), text);
    // What no fix mends is told where the text is not.
    let unclear = slipped.replacen("rows rows 2", "rows", 1);
    let printed = output(&folder, &["check", "--fix", "-"], &unclear);
    assert!(String::from_utf8_lossy(&printed.stdout).starts_with("language 1\n"));
    assert!(!String::from_utf8_lossy(&printed.stdout).contains("error["));
    assert!(String::from_utf8_lossy(&printed.stderr).contains("error[E0103]"));
}

#[test]
fn names_in_tests_are_fixed_too() {
    let folder = folder("fixed-names");
    let path = folder.join("named.uur");
    let text = uur::variants::source("kalah").expect("it is shipped").text
        + "\ntest \"a line by its name\" {\n  play A\n  expect by taek\n}\n";
    fs::write(&path, &text).expect("the file can be written");
    let written = transcript(&folder, &["check", "--fix", "--yes", "named.uur"], "");
    let fixed = fs::read_to_string(&path).expect("it is still there");
    assert!(fixed.contains("expect by take\n"), "{written}\n{fixed}");
}

#[test]
fn every_section_that_is_missing_is_told() {
    let folder = folder("missing-sections");
    fs::write(folder.join("bare.uur"), "language 1\ngame \"B\" {\n  source \"x\"\n}\n")
        .expect("the file can be written");
    let told = transcript(&folder, &["check", "bare.uur"], "");
    for missing in ["no `board` section", "no `sow` section", "no `end`"] {
        assert!(told.contains(missing), "{missing}: {told}");
    }
}

#[test]
fn manual_pages_are_written_and_written_again() {
    let folder = folder("man");
    for _ in 0..2 {
        let written = transcript(&folder, &["man", "pages"], "");
        assert!(written.contains("exit code 0"), "{written}");
    }
    for page in ["uur.1", "uur-play.1", "uur-check.1"] {
        let text = fs::read_to_string(folder.join("pages").join(page)).expect("it was written");
        assert!(text.contains(".TH uur") && text.contains(".SH OPTIONS"), "{page}: {text}");
        assert!(text.contains(".SH \"SEE ALSO\"") && !text.contains("EXTRA"), "{page}: {text}");
    }
    let program = fs::read_to_string(folder.join("pages/uur.1")).unwrap();
    for (section, name) in [("EXIT STATUS", "70"), ("ENVIRONMENT", "NO_COLOR"), ("FILES", "~/.local/state/uur/history")]
    {
        let (_, rest) =
            program.split_once(&format!(".SH \"{section}\"\n")).unwrap_or_else(|| panic!("{section}: {program}"));
        let (rest, _) = rest.split_once("\n.SH").unwrap();
        assert!(rest.contains(&format!("\\fB{name}\\fR\n")), "{section}: {rest}");
    }
    assert!(program.ends_with("uur\\-man(1)\n"), "{program}");
    fs::write(folder.join("uur.1"), "my notes").unwrap();
    let refused = transcript(&folder, &["man", "."], "");
    assert!(refused.contains("is not a manual page of uur") && refused.contains("exit code 2"), "{refused}");
}

#[test]
fn fmt() {
    let folder = folder("fmt");
    fs::write(folder.join("small.uur"), SMALL).unwrap();
    fs::write(folder.join("misspelt.uur"), MISSPELT).unwrap();
    let mut text = String::new();
    for arguments in [
        &["fmt", "--check", "small.uur", "misspelt.uur"][..],
        &["fmt", "small.uur"],
        &["fmt", "--check", "small.uur"],
        &["fmt", "missing.uur"],
    ] {
        text += &transcript(&folder, arguments, "");
        text.push('\n');
    }
    text += &transcript(&folder, &["fmt", "-"], SMALL);
    assert_snapshot!(text);
    assert_eq!(fs::read_to_string(folder.join("misspelt.uur")).unwrap(), MISSPELT);
    let laid_out = fs::read_to_string(folder.join("small.uur")).unwrap();
    assert_eq!(laid_out.as_bytes(), output(&folder, &["fmt", "-"], SMALL).stdout);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing is left behind");
}

#[test]
fn explain() {
    assert_snapshot!(runs(&[
        &["explain", "relay"],
        &["explain", "e0401"],
        &["explain", "boola"],
        &["explain", "reley"],
        &["explain", "zzzzzz"],
    ]));
    let all = run(&["explain"]);
    assert!(
        all.contains("\n  relay             The move continues in another lap") && all.contains("\n  E0103  "),
        "{all}"
    );
}

/// The line of play of G. Marin's text, with what each of its moves captures.
#[test]
fn replay_shows_what_each_move_captures() {
    let answer = json(&["replay", "layli-goobalay-berbera", "--moves", "A e E c D h K", "--trace", "--format", "json"]);
    let captured: Vec<u64> = answer["trace"]
        .as_array()
        .unwrap()
        .iter()
        .map(|turn| {
            let events = turn["events"].as_array().unwrap();
            events
                .iter()
                .filter(|event| event["event"] == "capture")
                .map(|event| event["seeds"].as_u64().unwrap())
                .sum()
        })
        .collect();
    assert_eq!(captured, [6, 0, 0, 9, 9, 11, 13]);
    assert_eq!(answer["captured"]["south"], 28);
    assert_eq!(answer["to_move"], "north");
}

#[test]
fn replay() {
    let berbera = "layli-goobalay-berbera";
    let before_an_uur = "south 0 1 1 0 1 5 0 1 0 1 0 1; north 5 11 2 3 2 0 2 3 0 1 2 6; captured 28 20; south to move";
    assert_snapshot!(runs(&[
        &["replay", berbera, "--moves", "A e E c D h K"],
        &["replay", berbera, "--moves", "1,5 5,3", "--trace"],
        &["replay", berbera, "--from", before_an_uur, "--moves", "H", "--trace"],
        &["replay", berbera, "--from", before_an_uur, "--moves", "H", "--format", "json"],
        &["replay", "boola", "--set", "pits=6", "--moves", "E-1", "--format", "json"],
        &["replay", "boola"],
    ]));
}

#[test]
fn a_letter_of_the_other_player_is_an_error_in_moves() {
    // C ends in South's store, so South moves again.
    assert_snapshot!(runs(&[
        &["replay", "kalah", "--moves", "C A b"],
        &["replay", "kalah", "--moves", "C a B"],
        &["replay", "kalah", "--moves", "3 1 2"],
        &["replay", "kalah", "--moves", "C a B", "--format", "json"],
    ]));
}

#[test]
fn replay_of_a_match() {
    let last_move = "south 0 0 0 0 1 0; north 0 0 0 0 0 0; captured 21 26";
    let game = "lahemay-waladat";
    assert_snapshot!(runs(&[
        &["replay", game, "--from", last_move, "--moves", "E", "--trace"],
        &["replay", game, "--from", last_move, "--moves", "E", "--format", "json"],
        &["replay", game, "--from", last_move, "--moves", "E @north @north b", "--trace"],
        &["replay", game, "--from", last_move, "--moves", "E @north @north b", "--format", "json"],
        &["replay", game, "--from", last_move, "--moves", "E b"],
        &["replay", game, "--from", last_move, "--moves", "E @north @north @north"],
        &["replay", game, "--from", "south 0 0 0 0 1 0; north 0 0 0 0 0 0; captured 44 3", "--moves", "E a"],
    ]));
}

#[test]
fn replay_of_a_record() {
    let folder = folder("record");
    fs::write(folder.join("opening.game"), "game boola\nset pits=6 # a small board\nmoves E-1\nmoves b\n").unwrap();
    fs::write(folder.join("broken.game"), "game boola\nmove E-1\n").unwrap();
    let all: Vec<String> = [
        &["replay", "--record", "opening.game"][..],
        &["replay", "--record", "broken.game"],
        &["replay", "--record", "missing.game"],
        &["replay", "--record", "opening.game", "--moves", "A"],
    ]
    .iter()
    .map(|arguments| transcript(&folder, arguments, ""))
    .collect();
    assert_snapshot!(all.join("\n"));
}

#[test]
fn replay_says_how_a_game_ended_and_which_results_are_wrong() {
    let folder = folder("ended");
    fs::write(folder.join("time.game"), "game oware\nresult north time\nmoves F f\n").unwrap();
    fs::write(folder.join("wrong.game"), "game oware\nresult south\nmoves F f\n").unwrap();
    fs::write(folder.join("draw.game"), "game oware\nresult draw resignation\nmoves F f\n").unwrap();
    fs::write(folder.join("resigned.ogn"), "[Result \"1-0\"]\n\n1. F f 1-0\n").unwrap();
    let ended = "South's time is over, North wins\nposition: ";
    let text = "game oware\nresult north time\nmoves F f\n";
    for (name, input) in [("time.game", ""), ("-", text)] {
        let told = transcript(&folder, &["replay", name], input);
        assert!(told.contains(ended) && !told.contains("South to move"), "{told}");
    }
    let in_json = |name| transcript(&folder, &["replay", name, "--format", "json"], "");
    assert!(in_json("time.game").contains("\"result\":\"north time\""));
    assert!(!in_json("wrong.game").contains("\"result\""));
    assert!(transcript(&folder, &["replay", "-"], &text.repeat(2)).contains("holds 2 games"));
    assert!(transcript(&folder, &["replay", "-"], SMALL).contains("South to move"));
    let told = transcript(&folder, &["replay", "."], "");
    assert!(told.contains("4 games: South wins 1, North wins 1, 0 drawn, 0 open, 2 wrong\n"), "{told}");
    assert!(told.contains("wrong.game: the record states that South wins, but the game goes on"), "{told}");
    assert!(told.contains("draw.game:2: `draw resignation` is not a result"), "{told}");
}

#[test]
fn a_long_word_is_shortened_in_messages() {
    let folder = folder("long-word");
    fs::write(folder.join("long.game"), "\0".repeat(10_000)).unwrap();
    fs::write(folder.join("long.uur"), format!("language 1\ngame \"x\" {{\n  board {}\n}}\n", "x".repeat(10_000)))
        .unwrap();
    for arguments in [&["convert", "long.game"][..], &["replay", "."], &["check", "long.uur"]] {
        let told = transcript(&folder, arguments, "");
        assert!(told.len() < 3_000, "{arguments:?}: {} bytes", told.len());
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_is_not_there_is_not_found() {
    let folder = folder("no-engine");
    for (engine, why) in [("/nosuch/eng", "it cannot be started: not found"), ("true", "it has ended")] {
        let told = transcript(&folder, &["tournament", "oware", "easy", "--engine", engine, "--games", "4"], "");
        assert!(told.contains(&format!("`{engine}` cannot play: {why}")), "{told}");
    }
    let none = transcript(&folder, &["puzzles", "toguz-kumalak", "-n", "1", "--games", "1"], "");
    assert!(none.contains("no puzzle was found in 1 game\n"), "{none}");
}

#[test]
fn replay_reads_moves_from_standard_input() {
    let folder = folder("piped");
    let piped = output(&folder, &["replay", "boola", "--moves", "-", "--format", "json"], "K-1\n");
    let answer: Value = serde_json::from_slice(&piped.stdout).unwrap();
    assert_eq!(answer["moves"], serde_json::json!(["K-1"]));
}

#[test]
fn moves_that_cannot_be_played() {
    let over = "south 0 0 0 0 0 0; north 4 0 0 0 0 0";
    assert_snapshot!(runs(&[
        &["replay", "boola", "--moves", "K b"],
        &["replay", "boola", "--moves", "A"],
        &["replay", "boola", "--moves", "B", "--format", "json"],
        &["replay", "boola", "--moves", "A-1"],
        &["replay", "layli-goobalay", "--from", over, "--moves", "A", "--format", "json"],
        &["replay", "layli-goobalay", "--moves", "A @south"],
        &["replay", "layli-goobalay-berbera", "--set", "first_move=own_a", "--moves", "B"],
    ]));
}

#[test]
fn texts_that_cannot_be_read() {
    assert_snapshot!(runs(&[
        &["replay", "boola", "--moves", "K, Z"],
        &["replay", "boola", "--moves", "K-x"],
        &["replay", "boola", "--moves", "K 13", "--format", "json"],
        &["replay", "layli-goobalay", "--from", "south 4 4 4 4 4 4; north 4 4 4 x 4 4"],
        &["perft", "layli-goobalay", "3", "--from", "south 4 4 4 4 4 4; norht 4 4 4 4 4 4"],
        &["replay", "layli-goobalay", "--from", "south 4 4 4 4 4 4"],
    ]));
}

#[test]
fn games_and_settings_that_are_not_there() {
    assert_snapshot!(runs(&[
        &["replay", "bola", "--moves", "A"],
        &["show", "la"],
        &["show", "missing/game.uur"],
        &["show", "boola", "--set", "pits=7"],
        &["show", "boola", "--set", "stones=4"],
        &["show", "boola", "--set", "pits"],
        &["play", "bola"],
        &["play", "--set", "pits=6"],
        &["play", "boola", "vs", "foo"],
        &["play", "boola", "vs", "0s"],
        &["play", "boola", "vs"],
        &["play", "boola", "against", "easy"],
        &["sho"],
    ]));
}

#[test]
fn a_faulty_file_is_a_fault_of_the_file() {
    let folder = folder("faulty");
    fs::write(folder.join("misspelt.uur"), MISSPELT).unwrap();
    let own_fault = UNUSED.replace("= 2 in", "= 9 in");
    fs::write(folder.join("default.uur"), own_fault).unwrap();
    assert_snapshot!(transcript(&folder, &["replay", "misspelt.uur", "--moves", "A"], ""));
    let code = |arguments: &[&str]| output(&folder, arguments, "").status.code();
    assert_eq!(code(&["show", "default.uur"]), Some(3));
    assert_eq!(code(&["show", "default.uur", "--set", "stones=8"]), Some(3));
    assert_eq!(code(&["perft", "misspelt.uur", "2"]), Some(3));
}

#[test]
fn a_new_game_is_called_as_its_file_is() {
    for (name, title) in [("my-game.uur", "my-game"), ("my-game", "my-game"), ("My Game", "My Game")] {
        let folder = folder("new");
        assert!(output(&folder, &["new", name, "--pits", "4"], "").status.success(), "{name}");
        let text = fs::read_to_string(folder.join("my-game.uur")).expect("the file has the name of the game");
        assert!(text.contains(&format!("game \"{title}\"")), "{name}: {text}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{name}");
    }
}

/// The commands in the text, written `uur …` or `mkdir …`.
fn advised(text: &str) -> Vec<String> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter(|command| command.starts_with("uur ") || command.starts_with("mkdir ")).map(str::to_string).collect()
}

/// Runs a command in a shell that finds uur.
#[cfg(unix)]
fn in_shell(folder: &Path, command: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_uur")).parent().expect("it lies in a folder").to_path_buf();
    let path = std::env::join_paths([program, "/usr/bin".into(), "/bin".into()]).expect("they have no colon");
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("PATH", path).env("NO_COLOR", "1").env_remove("CI");
    shell.stdin(Stdio::null()).output().expect("there is a shell")
}

#[cfg(unix)]
#[test]
fn what_new_advises_can_be_done() {
    for (tried, commands) in [
        ("new x --rows 3", 1),
        ("new ''", 1),
        ("new -", 1),
        ("new 'a\"b'", 1),
        ("new no/such/mine", 2),
        ("new 'no such/mine'", 2),
        ("new con", 1),
        ("new oware", 2),
        ("new there", 1),
        ("new there.uur --like oware", 1),
        ("new x --like owaree", 1),
        ("new x --rows 4 --capture completed", 0),
        ("new x --pits 16 --seeds 20", 0),
    ] {
        let folder = folder("advised");
        assert!(in_shell(&folder, "uur new there").status.success());
        let refused = in_shell(&folder, &format!("uur {tried}"));
        assert_eq!(refused.status.code(), Some(2), "{tried}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{tried}");
        let text = String::from_utf8(refused.stderr).unwrap();
        let advice = advised(&text);
        assert_eq!(advice.len(), commands, "{tried}: {text}");
        for command in advice {
            // Both ways on from `oware` write the same file.
            fs::read_dir(&folder).unwrap().flatten().filter(|entry| entry.file_name() != "there.uur").for_each(
                |entry| {
                    let _ = fs::remove_file(entry.path());
                },
            );
            let done = in_shell(&folder, &command.replace("NAME", "another"));
            assert!(done.status.success(), "{command}: {}", String::from_utf8_lossy(&done.stderr));
        }
        let checked = in_shell(&folder, "uur check .");
        assert_eq!(String::from_utf8_lossy(&checked.stdout), "", "{tried}");
        assert!(checked.status.success() && in_shell(&folder, "uur fmt --check .").status.success(), "{tried}");
    }
    for rest in ["--rows 2", "--rows 4", "--rows 4 --capture opposite", "--capture completed", "--pits 16 --seeds 7"] {
        let folder = folder("advised");
        assert!(in_shell(&folder, &format!("uur new x {rest}")).status.success(), "{rest}");
        assert!(in_shell(&folder, "uur check x.uur").status.success(), "{rest}");
    }
}

#[cfg(unix)]
#[test]
fn a_new_game_says_what_to_do_next() {
    for arguments in ["", "'my game'", "x.uur --rows 4 --laps store", "x --like oware", "--like boola", "'a b/c'"] {
        let folder = folder("next");
        fs::create_dir(folder.join("a b")).unwrap();
        let written = in_shell(&folder, &format!("uur new {arguments}"));
        let text = String::from_utf8(written.stdout).unwrap();
        let next: Vec<_> = text.lines().skip(1).filter_map(|line| line.trim().split_once("  ")).collect();
        assert_eq!(next.len(), 3, "{text}");
        for (command, begins) in next.iter().zip(["uur play ", "uur test ", "uur explain "]) {
            let done = in_shell(&folder, command.0);
            assert!(command.0.starts_with(begins) && done.status.success(), "{arguments}: {}", command.0);
            assert!(!done.stdout.is_empty(), "{arguments}: {}", command.0);
        }
    }
}

#[test]
fn perft() {
    insta::with_settings!({filters => vec![(r" +\d+\.\d{3} s.*", "  [time]")]}, {
        assert_snapshot!(runs(&[
            &["perft", "layli-goobalay", "4", "--divide"],
            &["perft", "boola", "4", "--divide", "--format", "json"],
            &["perft", "boola", "3", "--set", "pits=6", "--format", "json"],
            &["perft", "layli-goobalay", "2", "--from", "south 0 0 0 0 0 1; north 0 0 0 0 0 0", "--format", "json"],
            &["perft", "boola", "0"],
            &["perft", "boola", "61"],
        ]));
    });
}

#[test]
fn play_is_a_game_at_a_prompt() {
    let folder = folder("play");
    let played = transcript(&folder, &["play", "boola", "--set", "pits=6"], "position\nquit\n");
    assert!(played.contains("south 0 3 3 0 3 3; north 0 3 3 0 3 3"), "{played}");
    assert!(played.ends_with("--- exit code 0\n"), "{played}");
    let begun = transcript(&folder, &["play", "boola", "vs", "easy", "--as", "north", "--set", "pits=6"], "quit\n");
    assert!(begun.contains("South") && begun.contains("North> quit"), "{begun}");
}

#[test]
fn completions_name_every_command_in_the_words_of_the_shell() {
    let here = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (shell, begins) in [("bash", "_uur_assignments() {"), ("zsh", "#compdef uur"), ("fish", "# Print")] {
        let Output { status, stdout, stderr } = output(here, &["completions", shell], "");
        let script = String::from_utf8(stdout).unwrap();
        assert!(status.success() && stderr.is_empty(), "{shell}");
        assert!(script.starts_with(begins), "{shell}: {script}");
        for command in ["play", "check", "test", "completions"] {
            assert!(script.contains(command), "{shell} completes {command}");
        }
        for name in ["boola", "awale", "relay", "E0103", "hard", "--assignments"] {
            assert!(script.contains(name), "{shell} completes {name}");
        }
    }
    let script = run(&["completions", "powershell"]);
    assert!(script.contains("Register-ArgumentCompleter") && !script.contains("UUR_"), "{script}");
    assert_eq!(code(&["completions", "tcsh"]), 2);
    assert_eq!(code(&["completions"]), 2);
}

#[test]
fn settings_are_completed_for_the_game_on_the_command_line() {
    let found = |word: &str, line: &str| {
        let words = line.split(' ').collect::<Vec<_>>();
        let here = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let output = output(here, &[&["completions", "--assignments", word, "--"][..], &words].concat(), "");
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(found("s", "uur play kalah --set"), "seeds=\n");
    for game in ["kalah", "Mancala"] {
        let line = format!("uur play {game} --set");
        assert_eq!(found("pits=1", &line), "pits=1\npits=10\npits=11\npits=12\n");
    }
    assert_eq!(found("--", "uur play kalah --set"), "");
    assert_eq!(found("pits=", "uur diff kalah omweso --second"), "");
    assert_eq!(found("pits=1", "uur diff oware kalah --second"), "pits=1\npits=10\npits=11\npits=12\n");
    assert_eq!(found("pits=", "uur play --set"), "");
}

/// The shells themselves, where they are installed.
#[cfg(unix)]
#[test]
fn bash_completes_games_and_settings() {
    if !Command::new("bash").arg("--version").output().is_ok_and(|output| output.status.success()) {
        println!("skipped: bash is not installed");
        return;
    }
    let folder = Path::new(env!("CARGO_BIN_EXE_uur")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    // The words as bash splits them, the last of which is completed.
    for (line, words, found) in [
        ("uur pla", "uur pla", "play"),
        ("uur play kal", "uur play kal", "kalah kale kalaha"),
        ("uur play kalah --set pit", "uur play kalah --set pit", "pits="),
        ("uur play kalah --set pits=1", "uur play kalah --set pits = 1", "1 10 11 12"),
        ("uur play kalah vs ea", "uur play kalah vs ea", "easy"),
        ("uur play kalah vs ", "uur play kalah vs ''", "easy casual fair medium hard master"),
        ("uur sweep kalah --param pit", "uur sweep kalah --param pit", "pits="),
        ("uur explain rela", "uur explain rela", "relay"),
    ] {
        let script = format!(
            "source <(uur completions bash); COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}; COMP_WORDS=({words}); \
             COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); \
             _uur uur \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; echo \"${{COMPREPLY[*]}}\""
        );
        let output = Command::new("bash").args(["-c", &script]).env("PATH", &path).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{found}\n"), "{line}");
    }
}

#[test]
fn exit_codes() {
    assert_eq!(code(&["--version"]), 0);
    assert_eq!(code(&["replay"]), 2);
    assert_eq!(code(&["replay", "-", "--moves", "-"]), 2);
    assert_eq!(code(&["fmt"]), 2);
    assert_eq!(code(&["check", "boola", "--format", "xml"]), 2);
}

#[test]
fn a_refused_move_is_explained_by_the_line_that_the_prompt_cites() {
    let told = run(&["replay", "boola", "--moves", "K-2"]);
    assert!(told.contains("cannot be played: only 1 seed may be left in K"), "{told}");
    assert!(told.contains("move 1 may lift all but 1 from pit pits - 1"), "{told}");
}

#[test]
fn a_game_may_stand_in_place_of_a_command() {
    for arguments in [
        &["boola"] as &[&str],
        &["Layli Goobalay"],
        &["mancala", "vs", "easy"],
        &["play", "Awalé"],
        &["show", "awale"],
        &["explain", "ô ăn quan"],
        &["list", "awale"],
        &["--plain"],
        &["--plain", "boola"],
        &["layli", "goobalay", "vs", "computer"],
        &["play", "o", "an", "quan"],
        &["vs", "easy"],
    ] {
        assert_eq!(code(arguments), 0, "{arguments:?}");
    }
    assert!(run(&["list", "awale"]).contains("oware"));
    assert!(run(&["bola"]).contains("did you mean `uur boola`?"));
    assert!(run(&["play", "boola.uur"]).contains("did you mean the shipped game `boola`?"));
    assert!(run(&["play", "kalaa"]).contains("did you mean `kalah`?"));
}
