//! The laboratory at the command line: series of games, their parts, sweeps over parameters, and two games
//! side by side.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::command::{self, output};
use crate::manual::blocks_of;

fn run(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = output(arguments);
    let mut text = format!("$ uur {}\n{}", arguments.join(" "), String::from_utf8(stdout).unwrap());
    if !stderr.is_empty() {
        text += &format!("--- standard error\n{}", String::from_utf8(stderr).unwrap());
    }
    text + &format!("--- exit code {}\n", status.code().unwrap())
}

fn runs(all: &[&[&str]]) -> String {
    all.iter().map(|arguments| run(arguments)).collect::<Vec<_>>().join("\n")
}

/// What is said on standard output of a run that ends well.
fn said(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = output(arguments);
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

fn answer(arguments: &[&str]) -> Value {
    serde_json::from_str(&said(arguments)).unwrap()
}

/// An answer without what made it.
fn without_origin(mut answer: Value) -> Value {
    let fields = answer.as_object_mut().expect("an answer is an object");
    for name in ["format", "version", "uur", "command", "rules"] {
        assert!(fields.remove(name).is_some(), "{name}");
    }
    answer
}

fn written(name: &str, text: &str) -> String {
    let path = folder().join(name);
    fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

fn folder() -> PathBuf {
    command::folder("laboratory")
}

/// The first 2,000 of the 1,000,000 games that several independent engines play alike, counted by a
/// small program written for Kalah alone.
#[test]
fn the_random_games_are_those_that_other_engines_play() {
    let kalah = "tests/peers/open-spiel-kalah.uur";
    let told = answer(&["simulate", kalah, "--games", "2000", "--format", "json"]);
    let totals = ["games", "moves", "south", "north", "draws", "endless", "margin"].map(|key| told[key].as_u64());
    assert_eq!(totals, KALAH.map(Some));
}

/// Games, moves, wins of South and of North, draws, endless games, and how far the stores are apart.
const KALAH: [u64; 7] = [2000, 88151, 988, 908, 104, 0, 20026];

/// A match ends as its last round does, and one that goes on has not ended.
#[test]
fn a_match_is_endless_if_its_last_round_is() {
    let told =
        answer(&["simulate", "abalalae", "--matches", "--games", "4", "--most-moves", "300", "--format", "json"]);
    assert_eq!(told["endless"], told["ends"]["endless"]);
    assert_eq!((told["unfinished"].as_u64(), told["endless"].as_u64()), (Some(4), Some(0)));
}

#[test]
fn a_series_for_people() {
    assert_snapshot!(runs(&[
        &["simulate", "boola", "--games", "500", "--set", "pits=6"],
        &["simulate", "layli-goobalay", "--games", "100", "--south", "greedy", "--details", "--seed", "7"],
        &["simulate", "lahemay-waladat", "--games", "5", "--matches", "--most-moves", "300"],
        &["simulate", "boola", "--games", "3", "--format", "jsonl", "--set", "pits=3"],
        &["simulate", "boola", "--games", "0"],
        &["simulate", "boola", "--south", "gredy"],
        &["simulate", "boola", "--shard", "4/3"],
    ]));
}

#[test]
fn neither_threads_nor_shards_change_the_answer() {
    let asked = |more: &[&str]| {
        let base = ["simulate", "layli-goobalay", "--games", "700", "--format", "json", "--details"];
        said(&[&base, more].concat())
    };
    let whole = asked(&["--threads", "1"]);
    assert_eq!(asked(&["--threads", "3"]), whole);
    let shards = ["2/3", "3/3", "1/3"].map(|shard| asked(&["--shard", shard]));
    let files = [0, 1, 2].map(|number| written(&format!("{number}.json"), &shards[number]));
    assert_eq!(said(&["merge", &files[0], &files[1], &files[2]]), whole);
    let one_file = written("shards.jsonl", &shards.concat());
    assert_eq!(said(&["merge", &one_file]), whole);
    assert_eq!(said(&["merge", &written("whole.json", &whole)]), whole);
}

#[test]
fn each_game_can_be_replayed() {
    let lines = said(&["simulate", "layli-goobalay", "--games", "300", "--format", "jsonl", "--threads", "2"]);
    let games: Vec<Value> = lines.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 300);
    for (number, game) in games.iter().enumerate().step_by(60) {
        assert_eq!(game["game"], number);
        let replayed =
            answer(&["replay", "layli-goobalay", "--moves", game["record"].as_str().unwrap(), "--format", "json"]);
        assert_eq!(replayed["moves"].as_array().unwrap().len() as u64, game["moves"].as_u64().unwrap());
        assert_eq!(replayed["captured"]["south"], game["captured"][0]);
    }
}

#[test]
fn pieces_that_do_not_belong_together_are_refused() {
    let piece = |name: &str, more: &[&str]| {
        let base = ["simulate", "boola", "--games", "10", "--format", "json"];
        written(name, &said(&[&base, more].concat()))
    };
    let boola = piece("boola.json", &[]);
    let others = [
        piece("other-rules.json", &["--set", "pits=6"]),
        piece("other-seed.json", &["--seed", "2"]),
        piece("other-players.json", &["--north", "greedy"]),
        piece("details.json", &["--details"]),
        boola.clone(),
        written("no-report.json", "{}"),
        written("no-json.json", "games"),
        "missing.json".to_string(),
    ];
    let told: String = others
        .iter()
        .map(|other| {
            let Output { status, stderr, stdout } = output(&["merge", &boola, other]);
            assert_eq!((status.code(), stdout.len()), (Some(2), 0));
            String::from_utf8(stderr).unwrap().replace(&*folder().to_string_lossy(), "FOLDER") + "\n"
        })
        .collect();
    assert_snapshot!(told);
}

/// A default that is written out changes the numbers of clauses, but not the meaning of the rules.
#[test]
fn reports_with_other_numbers_of_clauses_are_refused() {
    let text = fs::read_to_string("variants/kalah.uur").unwrap();
    let rules = text.replace("end {", "end {\n  endless -> draw");
    assert_ne!(text, rules);
    let files = [written("short.uur", &text), written("long.uur", &rules)];
    let [short, long] = files.map(|file| said(&["simulate", &file, "--games", "9", "--format", "json", "--details"]));
    let meaning = |report: &str| serde_json::from_str::<Value>(report).unwrap()["meaning"].clone();
    assert_eq!(meaning(&short), meaning(&long));
    let Output { status, stderr, .. } =
        output(&["merge", &written("short.json", &short), &written("long.json", &long)]);
    assert_eq!(status.code(), Some(2));
    let error = String::from_utf8(stderr).unwrap();
    assert!(error.contains("`lines` is endless, in the reports before it is "), "{error}");
}

/// Runs the command, presses Ctrl-C once it has been at it for a while, and gives back what comes of it.
#[cfg(unix)]
fn interrupted(arguments: &[&str], after: std::time::Duration) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uur"));
    let command = command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    std::thread::sleep(after);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[cfg(unix)]
#[test]
fn no_statistics_without_games() {
    let after = std::time::Duration::from_millis(2000);
    for format in ["text", "json"] {
        let asked = ["tournament", "kalah", "master", "100s", "--threads", "1", "--format", format];
        let (code, said, beside) = interrupted(&asked, after);
        assert_eq!((code, &*said), (Some(4), ""));
        assert_eq!(beside, "stopped before the first game ended; there are no results\n");
    }
}

#[test]
fn wrong_numbers_are_refused_with_a_reason() {
    for (arguments, help) in [
        (&["perft", "boola", "x"][..], "for '<DEPTH>': write a whole number from 1 to 60"),
        (&["perft", "boola", "99999999999999999999"], "for '<DEPTH>': write a whole number from 1 to 60"),
        (&["simulate", "boola", "--games", "0"], "for '--games <N>': write a whole number of at least 1"),
        (&["simulate", "boola", "--threads", "2.5"], "write a whole number from 1 to 1024"),
        (&["sweep", "boola", "--param", "pits=3", "--seed", "one"], "write a whole number of at least 0"),
        (&["diff", "boola", "boola", "--positions", "-"], "write a whole number from 0 to 4294967295"),
        (&["tournament", "boola", "easy", "hard", "--games", "0"], "write a whole number from 1 to 4294967295"),
        (&["verify", "boola", "--most-moves", "no"], "write a whole number from 1 to 4294967295"),
        (&["solve", "boola", "--database", "x", "--seeds", "many"], "write a whole number from 0 to 65535"),
        (&["test", "boola", "--min-coverage", "101"], "write a whole number from 0 to 100"),
        (&["play", "boola", "--seed", "x"], "write a whole number of at least 0"),
    ] {
        let Output { status, stderr, .. } = output(arguments);
        let said = String::from_utf8(stderr).unwrap();
        assert!(status.code() == Some(2) && said.contains(help), "{said}");
    }
}

#[test]
fn an_incomplete_series_is_reported() {
    let shards: Vec<String> = (1..=4)
        .map(|number| {
            let shard = format!("{number}/4");
            let asked = ["simulate", "boola", "--games", "10", "--format", "json", "--shard", &shard];
            written(&format!("gap-{number}.json"), &said(&asked))
        })
        .collect();
    let told = |files: &[&String], code: i32| {
        let files: Vec<&str> = files.iter().map(|file| file.as_str()).collect();
        let Output { status, stderr, .. } = output(&[&["merge"], &files[..]].concat());
        let told = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(code), "{told}");
        told
    };
    let [first, second, third, fourth] = &shards[..] else { panic!("there are four") };
    assert_eq!(told(&[fourth, first, third, second], 0), "");
    assert!(told(&[first, third, fourth], 4).contains("3 of 10 games are missing: 2 to 4"));
    assert!(told(&[second], 4).contains("7 of 10 games are missing: 0 to 1, 5 to 9"));
    assert!(told(&[first, second, second], 2).contains("also in a report before it"));
    let empty = written("gap-empty.json", "");
    assert!(told(&[first, &empty, third, fourth], 2).contains("is empty"));
    let text = fs::read_to_string(first).unwrap();
    let cut = written("gap-cut.json", &text[..text.len() / 2]);
    assert!(told(&[&cut, second], 2).contains("contains no valid report"));
    let changed = text.replacen("\"choices\":", "\"choices\":1", 1);
    assert_ne!(changed, text);
    assert!(told(&[&written("gap-changed.json", &changed), second], 2).contains("its checksum does not match"));
}

#[test]
fn a_damaged_or_foreign_file_to_resume_from_is_unchanged() {
    let asked = ["sweep", "kalah", "--param", "pits=2..3", "--games", "5", "--threads", "1"];
    let file = folder().join("kept.jsonl");
    let _ = fs::remove_file(&file);
    let resumed = [&asked[..], &["--resume", file.to_str().unwrap()]].concat();
    let whole = said(&resumed);
    let text = fs::read_to_string(&file).unwrap();
    for (wrong, what) in [
        ("{\"my\":\"only copy\"}".to_string(), "line 1 is something else"),
        ("{".to_string(), "line 1 is something else"),
        (text.replace("\"seed\":1", "\"seed\":2"), "is damaged in line 1"),
        (text.lines().nth(1).unwrap().to_string() + "\n", "lacks lines before line 1"),
        (text.clone() + "my own words", "line 3 is something else"),
    ] {
        fs::write(&file, &wrong).unwrap();
        let Output { status, stderr, .. } = output(&resumed);
        let told = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{told}");
        assert!(told.contains(what), "{told}");
        assert_eq!(fs::read_to_string(&file).unwrap(), wrong);
    }
    // A line that was not written to its end is cut off and done again.
    let cut = &text[..text.len() - 20];
    fs::write(&file, cut).unwrap();
    assert_eq!(said(&resumed), whole);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    let other = fs::File::open(&file).unwrap();
    other.lock().unwrap();
    let Output { status, stderr, .. } = output(&resumed);
    assert_eq!(status.code(), Some(2));
    assert!(String::from_utf8(stderr).unwrap().contains("another run of uur is using it"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_played() {
    let asked = ["simulate", "boola", "--games", "1000000000", "--threads", "2", "--format", "json"];
    let (code, said, beside) = interrupted(&asked, std::time::Duration::from_millis(1500));
    assert_eq!(code, Some(4));
    let told: Value = serde_json::from_str(&said).unwrap();
    let games = told["games"].as_u64().unwrap();
    let spans: Vec<(u64, u64)> = serde_json::from_value(told["numbers"].clone()).unwrap();
    assert!(games > 0);
    assert_eq!(games, spans.iter().map(|(first, last)| last - first).sum::<u64>());
    assert_eq!(beside, format!("stopped after {games} of 1000000000 games\n"));
}

#[test]
fn a_sweep() {
    let asked = ["sweep", "layli-goobalay", "--param", "pits=2..4", "--param", "seeds=1,3,9", "--games", "200"];
    assert_snapshot!(runs(&[
        &asked,
        &[&asked[..], &["--format", "csv"]].concat(),
        &["sweep", "boola", "--param", "pits=7"],
        &["sweep", "boola", "--param", "pits=7..3"],
    ]));
    let rows = answer(&[&asked[..], &["--format", "json"]].concat());
    let rows = &rows["rows"];
    assert_eq!(rows[4]["values"], json!({"pits": "3", "seeds": "3"}));
    let alone = ["simulate", "layli-goobalay", "--set", "pits=3", "--set", "seeds=3", "--games", "200"];
    assert_eq!(rows[4]["report"], without_origin(answer(&[&alone[..], &["--format", "json"]].concat())));
}

/// In this game all lines from a position may repeat or end, and then sampling meets no new position.
#[test]
fn a_search_of_lines_that_repeat_ends() {
    let rules = command::folder("repeating").join("repeating.uur");
    fs::write(
        &rules,
        "language 1\ngame \"Repeating\" { source \"none\" }\nboard {\n  rows 2\n  pits 6\n  seeds 4 each\n}\n\
         sow counterclockwise {\n  from own pit\n  along own row, own store, opponent row\n}\n\
         land {\n  on:    here is occupied -> relay backwards\n\
         again: here is own and no opponent pit is reached -> bonus move\n\
         take:  here is own and (captured holds 0 or here holds 0) and opposite is occupied\n\
         -> capture here and opposite, repeat from next\n}\n\
         end {\n  endless after lap 200 -> draw\n  no move -> opponent wins\n}\n",
    )
    .unwrap();
    let rules = rules.to_string_lossy();
    let told = said(&["tournament", &rules, "100", "200", "--games", "8", "--opening", "2", "--seed", "4"]);
    assert!(told.contains("South won"), "{told}");
}

#[test]
fn a_tournament_from_balanced_openings() {
    let asked = ["tournament", "kalah", "20", "3turns-20%", "--games", "4", "--balanced", "500"];
    let one_thread = [&asked[..], &["--threads", "1"]].concat();
    assert_eq!(said(&asked), said(&one_thread));
    assert_eq!(answer(&[&asked[..], &["--format", "json"]].concat())["balanced"], 500);
    assert_snapshot!(runs(&[
        &asked,
        &["tournament", "kalah", "20", "30", "--opening", "0", "--balanced", "500"],
        &["tournament", "kalah", "20", "30", "--balanced", "0"],
        &["tournament", "kalah", "20", "3turns-100%"],
    ]));
}

#[test]
fn sweeps_solve_the_same_in_any_number_of_threads() {
    let asked = ["sweep", "kalah", "--param", "pits=1..4", "--param", "seeds=1..5", "--solve", "--positions", "2000"];
    let table = |threads: &str| output(&[&asked[..], &["--threads", threads, "--format", "csv"]].concat()).stdout;
    let one = table("1");
    let rows = String::from_utf8_lossy(&one).lines().filter(|line| !line.starts_with('#')).count();
    assert_eq!(rows, 21);
    assert_eq!(table("3"), one);
}

#[test]
fn a_sweep_of_solved_games() {
    let asked = ["sweep", "kalah", "--param", "pits=2..3", "--param", "seeds=2,3", "--solve", "--margin"];
    assert_snapshot!(runs(&[
        &asked,
        &[&asked[..], &["--format", "csv"]].concat(),
        &["sweep", "kalah", "--param", "seeds=3", "--solve", "--time", "0.000001"],
        &["sweep", "kalah", "--param", "seeds=3..4", "--solve", "--positions", "5000"],
        &["sweep", "boola", "--param", "pits=3", "--solve", "--margin"],
        &["sweep", "boola", "--param", "pits=3", "--solve", "--games", "5"],
    ]));
    let kept = folder().join("solved.jsonl");
    let _ = fs::remove_file(&kept);
    let resumed = [&asked[..], &["--format", "json", "--resume", kept.to_str().unwrap()]].concat();
    let whole = answer(&[&asked[..], &["--format", "json"]].concat());
    assert_eq!(without_origin(answer(&resumed)), without_origin(whole));
    assert_eq!(fs::read_to_string(&kept).unwrap().lines().count(), 4);
    assert_eq!(answer(&resumed)["rows"][3]["value"]["margin"], true);
    // A line that was not written to its end is written anew.
    let text = fs::read_to_string(&kept).unwrap();
    fs::write(&kept, &text[..text.len() - 10]).unwrap();
    assert_eq!(answer(&resumed)["rows"][3]["value"]["margin"], true);
    assert_eq!(fs::read_to_string(&kept).unwrap(), text);
    assert_eq!(fs::read_to_string(&kept).unwrap().lines().count(), 4);
}

#[test]
fn two_games_side_by_side() {
    assert_snapshot!(runs(&[
        &["diff", "layli-goobalay", "layli-goobalay-wikipedia"],
        &[
            "diff",
            "layli-goobalay",
            "layli-goobalay-berbera",
            "--set",
            "pits=6",
            "--games",
            "200",
            "--positions",
            "3000"
        ],
        &["diff", "boola", "boola", "--first", "pits=3", "--second", "pits=6"],
        &["diff", "layli-goobalay", "layli-goobalay", "--set", "pits=2", "--second", "seeds=3", "--games", "100"],
    ]));
}

#[test]
fn threads_do_not_change_searched_games() {
    let asked = |more: &[&str]| {
        let base = ["simulate", "layli-goobalay", "--set", "pits=4", "--games", "12", "--format", "json"];
        said(&[&base[..], &["--south", "medium", "--north", "easy", "--pairs", "--opening", "3"], more].concat())
    };
    let whole = asked(&["--threads", "1"]);
    assert_eq!(asked(&["--threads", "3"]), whole);
    let shards = ["2/2", "1/2"].map(|shard| asked(&["--shard", shard]));
    let joined = written("thinkers.jsonl", &shards.concat());
    assert_eq!(said(&["merge", &joined]), whole);
    let told: Value = serde_json::from_str(&whole).unwrap();
    let wins = [&told["by_player"][0], &told["by_player"][1]].map(|wins| wins.as_u64().unwrap());
    let by_seat = told["south"].as_u64().unwrap() + told["north"].as_u64().unwrap();
    assert_eq!(wins[0] + wins[1], by_seat);
    assert!(wins[0] > wins[1], "medium is stronger than easy: {wins:?}");
}

#[test]
fn seats_are_changed_within_a_pair() {
    let asked = |players: [&str; 2], more: &[&str]| {
        let base = ["simulate", "boola", "--games", "40", "--format", "jsonl", "--south", players[0]];
        let lines = said(&[&base[..], &["--north", players[1]], more].concat());
        lines.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let pairs = asked(["greedy", "random"], &["--pairs"]);
    let (first, second) = (asked(["greedy", "random"], &[]), asked(["random", "greedy"], &[]));
    for number in 0..20 {
        assert_eq!(pairs[2 * number]["record"], first[number]["record"]);
        assert_eq!(pairs[2 * number + 1]["record"], second[number]["record"]);
        assert_eq!(pairs[2 * number]["south"], "greedy");
        assert_eq!(pairs[2 * number + 1]["south"], "random");
    }
    assert_snapshot!(runs(&[
        &["simulate", "boola", "--south", "greedy", "--pairs", "--games", "20", "--set", "pits=6"],
        &["simulate", "boola", "--south", "3turns", "--north", "200", "--games", "3", "--set", "pits=3"],
        &["simulate", "boola", "--south", "20ms"],
        &["simulate", "boola", "--south", "hrad"],
        &["simulate", "boola", "--south", "bob"],
    ]));
}

#[test]
fn a_tournament() {
    let asked = ["tournament", "layli-goobalay", "random", "greedy", "easy", "500", "--games", "19", "--set", "pits=4"];
    assert_snapshot!(runs(&[
        &asked,
        &["tournament", "boola", "random"],
        &["tournament", "boola", "random", "greedy", "random"],
        &["tournament", "boola", "random", "grandmaster"],
    ]));
    let told = |threads| answer(&[&asked[..], &["--format", "json", "--threads", threads]].concat());
    let one = told("1");
    assert_eq!(told("3"), one);
    assert_eq!(one["games"], 6 * 20);
    let names: Vec<&str> = one["players"].as_array().unwrap().iter().map(|at| at["player"].as_str().unwrap()).collect();
    assert_eq!((names[0], names[3]), ("500", "random"));
}

#[test]
fn an_evaluation_is_trained_and_used() {
    let path = folder().join("trained.eval").to_string_lossy().into_owned();
    let _ = fs::remove_file(&path);
    let asked = ["train", "kalah", "--games", "20", "--positions", "20", "-o", &path, "--format", "json"];
    let trained = |threads| answer(&[&asked[..], &["--threads", threads]].concat());
    let one = trained("1");
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!((&one["games"], trained("3")), (&json!(20), one.clone()));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);

    let named = format!("100:{path}");
    let met = answer(&["tournament", "kalah", &named, "100:rules", "100", "--games", "2", "--format", "json"]);
    assert_eq!(met["players"].as_array().unwrap().len(), 3);
    let other = format!("100:{}", written("other.eval", &text.replace("uur evaluation", "something")));
    let foreign = written("foreign.eval", "my only copy");
    for (asked, reason) in [
        (&["tournament", "oware", &named, "100"][..], "trained for other rules"),
        (&["tournament", "kalah", &other, "100"], "not an evaluation"),
        (&["tournament", "kalah", "random:rules", "100"], "`random` does not search"),
        (&["play", "oware", "--eval", &path], "trained for other rules"),
        (&["train", "kalah", "--games", "2", "-o", &foreign], "not an evaluation"),
    ] {
        let Output { status, stderr, .. } = output(asked);
        let said = String::from_utf8(stderr).unwrap();
        assert!(status.code() == Some(2) && said.contains(reason), "{asked:?}: {said}");
    }
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "my only copy");
    let best = |more: &[&str]| {
        let mut engine = Command::new(env!("CARGO_BIN_EXE_uur"))
            .args([&["play", "kalah", "--plain"], more].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        engine.stdin.take().unwrap().write_all(b"analyze\n").unwrap();
        String::from_utf8(engine.wait_with_output().unwrap().stdout).unwrap()
    };
    assert_ne!(best(&["--eval", &path]), best(&[]));
}

#[test]
fn a_time_bounds_the_thought_of_a_tournament() {
    let asked = ["tournament", "boola", "random", "5ms", "--games", "2", "--set", "pits=3", "--format", "json"];
    assert_eq!(answer(&asked)["games"], 2);
}

#[test]
fn a_game_is_verified() {
    assert_snapshot!(runs(&[
        &["verify", "layli-goobalay", "--set", "pits=2", "--set", "seeds=2", "--games", "20"],
        &["verify", "boola", "--positions", "300", "--games", "10"],
        &["verify", "boola", "--positions", "100", "--games", "10", "--most-moves", "8"],
        &["verify", "boola", "--positions", "0"],
    ]));
    let told = answer(&["verify", "boola", "--set", "pits=3", "--games", "10", "--format", "json"]);
    assert_eq!((&told["holds"], &told["all_positions"]), (&json!(true), &json!(true)));
    assert!(told["positions"].as_u64().unwrap() > 100);
}

/// What a rule file cannot break is not here: the language has no word by which a move could lose seeds or
/// tell the players apart.
#[test]
fn an_unsound_game_is_reported() {
    let round = ["verify", "tests/unsound/round.uur", "--positions", "500", "--games", "5", "--most-moves", "20"];
    let for_ever = ["verify", "tests/unsound/for-ever.uur", "--games", "5", "--most-moves", "20"];
    assert_snapshot!(runs(&[&["verify", "tests/unsound/stuck.uur", "--games", "5"], &round, &for_ever]));
}

/// Whether a text is XML as far as our drawings go: tags that close each other in order, attributes in
/// quotation marks, and no sign that would have to be written otherwise.
fn assert_xml(text: &str) {
    let mut open: Vec<&str> = vec![];
    let mut rest = text;
    while let Some(begin) = rest.find('<') {
        let (between, tag) = rest.split_at(begin);
        assert!(!between.contains('>'), "{between}");
        let known = ["&amp;", "&lt;", "&gt;", "&quot;"];
        let ampersands = between.match_indices('&');
        assert!(ampersands.into_iter().all(|(at, _)| known.iter().any(|known| between[at..].starts_with(known))));
        let (tag, after) = tag[1..].split_once('>').unwrap();
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.trim_matches('/').split(' ').next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        rest = after;
    }
    assert!(open.is_empty(), "{open:?}");
    assert_eq!(rest.trim(), "");
}

#[test]
fn drawings_are_xml() {
    let file = folder().join("drawing.svg").to_string_lossy().into_owned();
    let sweep = ["sweep", "layli-goobalay", "--games", "50", "--param", "pits=2..3"];
    let drawn = |arguments: &[&str]| {
        said(&[arguments, &["--svg", &file]].concat());
        let text = fs::read_to_string(&file).unwrap();
        assert_xml(&text);
        text
    };
    let series = drawn(&["simulate", "boola", "--games", "100", "--south", "greedy", "--pairs"]);
    assert!(series.contains("greedy wins") && series.contains("games by their number of moves"));
    assert!(series.contains("boola: 100 games by greedy and random, changing seats"), "a drawing names the players");
    let map = drawn(&[&sweep[..], &["--param", "seeds=1,2"]].concat());
    assert!(map.contains("random players, 50 games for each combination, seed 1"), "{map}");
    assert!(map.contains("100: South wins all") && map.contains(", 50 games</title>"), "{map}");
    let solved = ["sweep", "kalah", "--param", "pits=2..3", "--solve", "--margin"];
    assert!(drawn(&solved).contains("<title>pits = 3: "), "one parameter is a row");
    let map = drawn(&[&solved[..], &["--param", "seeds=1,2"]].concat());
    assert!(map.contains("<title>pits = 2, seeds = 1: +2</title>") && map.contains("South wins"), "{map}");
    assert!(drawn(&sweep).contains("pits = 3"));
    let nowhere = output(&["simulate", "boola", "--games", "1", "--svg", "no-such-folder/drawing.svg"]);
    assert_eq!(nowhere.status.code(), Some(5));
    assert!(String::from_utf8(nowhere.stderr).unwrap().contains("`no-such-folder/drawing.svg` cannot be written"));
}

#[test]
fn a_sweep_goes_on_where_it_was_broken_off() {
    let asked = |params: &[&str], more: &[&str]| {
        let base = ["sweep", "layli-goobalay", "--games", "50", "--format", "csv", "--param", "seeds=1,9"];
        output(&[&base[..], params, more].concat())
    };
    let file = folder().join("rows.jsonl");
    let _ = fs::remove_file(&file);
    let kept = file.to_string_lossy().into_owned();
    let whole = asked(&["--param", "pits=2..4"], &[]);
    assert!(asked(&["--param", "pits=2..3"], &["--resume", &kept]).status.success());
    let rows = fs::read_to_string(&file).unwrap();
    // The last line was being written when the power went.
    fs::write(&file, rows.clone() + &rows[..100]).unwrap();
    let resumed = asked(&["--param", "pits=2..4"], &["--resume", &kept]);
    let table = |answer: Vec<u8>| {
        let text = String::from_utf8(answer).unwrap();
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(table(resumed.stdout), table(whole.stdout));
    let more = fs::read_to_string(&file).unwrap();
    assert!(more.starts_with(&rows) && more.len() > rows.len());
    let again = asked(&["--param", "pits=2..4"], &["--resume", &kept]);
    assert!(again.status.success());
    assert_eq!(fs::read_to_string(&file).unwrap(), more, "nothing was played again");
    let other = asked(&["--param", "pits=2..4"], &["--resume", &kept, "--seed", "2"]);
    assert_eq!(other.status.code(), Some(2));
    let told = String::from_utf8(other.stderr).unwrap();
    assert!(told.contains("is from another sweep: `seed` is 1 there and 2 here"), "{told}");
    let none = asked(&["--param", "pits=2..4"], &["--resume", &written("none.jsonl", "games")]);
    assert_eq!(none.status.code(), Some(2));
}

/// A study of a small game, with as many games as a test can afford.
const STUDY: [&str; 8] = ["study", "layli-goobalay", "--set", "pits=3", "--games", "300", "--level-games", "20"];

#[test]
fn a_study_judges_a_game() {
    assert_snapshot!(run(&STUDY));
}

#[test]
fn a_study_is_the_same_for_any_number_of_threads() {
    let [one, two] =
        ["1", "2"].map(|threads| answer(&[&STUDY[..], &["--threads", threads, "--format", "json"]].concat()));
    assert_eq!(one, two);
    assert_eq!(one["command"], format!("uur {} --format json", STUDY.join(" ")));
    let told = one;
    let random = &told["mirrors"][0];
    assert_eq!((random["player"].as_str(), random["report"]["games"].as_u64()), (Some("random"), Some(300)));
    // What the study counts anew agrees with the series that `uur simulate` plays.
    let series = answer(&[
        "simulate",
        "layli-goobalay",
        "--set",
        "pits=3",
        "--games",
        "300",
        "--most-moves",
        "1000",
        "--details",
        "--format",
        "json",
    ]);
    assert_eq!(random["report"], without_origin(series));
    let lead = &told["mirrors"][2]["drama"];
    assert_eq!(lead["lead"], "store");
    let changes = &lead["changes"];
    let [low, value, high] = ["low", "value", "high"].map(|end| changes[end].as_f64().unwrap());
    assert!(0.0 < low && low < value && value < high);
}

#[test]
fn a_study_notes_what_is_doubtful() {
    // Each player has one move, which captures nothing.
    let lopsided = written(
        "lopsided.uur",
        "language 1\n\ngame \"Lopsided\" {\n}\n\nboard {\n  rows 2\n  pits 2\n  seeds 1 each\n}\n\n\
        sow counterclockwise {\n  from own occupied pit A\n}\n\n\
        land {\n  all: here is opponent -> capture every opponent pit\n}\n\n\
        end {\n  no move -> each takes own row\n  win most seeds\n}\n",
    );
    let told = answer(&["study", &lopsided, "--games", "200", "--level-games", "20", "--format", "json"]);
    let verdict = |subject: &str| {
        let findings = told["findings"].as_array().unwrap();
        findings
            .iter()
            .find(|finding| finding["subject"] == subject)
            .map(|finding| finding["judgement"].clone())
            .unwrap()
    };
    assert_eq!([verdict("length"), verdict("choice")], ["doubtful"; 2].map(Value::from));
    // Four games are too few for a median or a mean.
    let told = answer(&["study", &lopsided, "--games", "4", "--level-games", "4", "--format", "json"]);
    let undecided = ["length", "choice"].map(|subject| {
        let findings = told["findings"].as_array().unwrap();
        findings.iter().any(|found| found["subject"] == subject && found["judgement"] == "undecided")
    });
    assert_eq!(undecided, [true; 2]);
}

/// The sentence of each measure says that its number is on the side of a bound where its whole interval lies, in games
/// of all kinds, also where few were played.
#[test]
fn no_sentence_of_a_study_contradicts_its_numbers() {
    let ember = written("ember.uur", EMBER);
    for game in [&*ember, "kalah", "oware", "boola", "congklak", "lahemay-waladat", "tchuka-ruma", "hus"] {
        for [games, level_games] in [["12", "4"], ["200", "24"]] {
            let asked =
                ["study", game, "--games", games, "--level-games", level_games, "--level", "greedy", "--seed", "3"];
            let told = answer(&[&asked[..], &["--format", "json"]].concat());
            for finding in told["findings"].as_array().unwrap() {
                let mut worst = "good";
                for measure in finding["measures"].as_array().unwrap() {
                    let sentence = measure["sentence"].as_str().unwrap();
                    let low = measure["low"].as_f64().unwrap();
                    let high = measure["high"].as_f64().unwrap_or(f64::INFINITY);
                    let bounds =
                        [&measure["outer"][0], &measure["inner"][0], &measure["inner"][1], &measure["outer"][1]];
                    let inside =
                        bounds.iter().filter_map(|bound| bound.as_f64()).any(|bound| low < bound && bound < high);
                    assert_eq!(inside, measure["standing"] == "undecided", "{game}: {measure}");
                    let scale = if sentence.contains('%') { 100.0 } else { 1.0 };
                    let after = |words: &str| {
                        let (_, rest) = sentence.split_once(words)?;
                        let number = rest.split_whitespace().next()?;
                        number.parse::<f64>().ok().map(|number| number / scale)
                    };
                    assert!(after("less than").or(after("fewer than")).is_none_or(|bound| high < bound), "{measure}");
                    assert!(after("ore than").is_none_or(|bound| inside || low > bound), "{measure}");
                    assert!(after("at least").is_none_or(|bound| low >= bound), "{measure}");
                    assert!(after("t most").is_none_or(|bound| high <= bound), "{measure}");
                    let rank =
                        |word: &str| ["good", "open", "undecided", "doubtful"].iter().position(|one| *one == word);
                    let standing = match measure["standing"].as_str().unwrap() {
                        "good" => "good",
                        "low" | "high" => "open",
                        "undecided" => "undecided",
                        _ => "doubtful",
                    };
                    worst = if rank(standing) > rank(worst) { standing } else { worst };
                }
                if finding["measures"].as_array().is_some_and(|measures| !measures.is_empty()) {
                    assert_eq!(finding["judgement"], worst, "{game}: {finding}");
                }
            }
        }
    }
}

/// A game whose leads are few and late.
const EMBER: &str = "language 1\n\ngame \"Ember\" {\n  source \"none: invented\"\n}\n\nboard {\n  rows 2\n  pits 5\n  \
    seeds 3 each\n}\n\nsow clockwise {\n  from own pit\n}\n\nopening {\n  move 2 may swap\n}\n\nland {\n  \
    burn: here is opponent and here holds 4 -> remove here, bonus move\n  \
    spark: here is own empty pit and opposite holds 1..5 -> capture here and opposite\n}\n\n\
    end {\n  opponent store holds 11 or more -> opponent wins\n  no move -> each takes own row\n  win most seeds\n}\n";

#[test]
fn leads_that_last_only_at_the_end_are_no_early_leads() {
    let ember = written("late.uur", EMBER);
    for seed in ["1", "2", "3", "4", "5"] {
        let told =
            answer(&["study", &ember, "--games", "100", "--level-games", "60", "--seed", seed, "--format", "json"]);
        let drama = told["findings"].as_array().unwrap().iter().find(|found| found["subject"] == "drama").unwrap();
        let low = told["mirrors"][2]["drama"]["settled"]["low"].as_f64().unwrap();
        assert!(low > 0.2 && ["good", "open", "undecided"].contains(&drama["judgement"].as_str().unwrap()), "{drama}");
    }
}

/// Whatever the seed, a study with few games is uncertain rather than wrong: no two judge a subject as good and as
/// doubtful. `UUR_LONG_STUDIES=1` plays as many games as `uur study` does by default.
#[test]
fn studies_with_other_seeds_never_give_opposite_verdicts() {
    let games = [
        "kalah",
        "oware",
        "awari",
        "boola",
        "layli-goobalay",
        "congklak",
        "mangala",
        "lahemay-waladat",
        "hus",
        "tchuka-ruma",
    ];
    let few = ["--games", "60", "--level-games", "30", "--level", "greedy"];
    let usual: &[&str] = if std::env::var_os("UUR_LONG_STUDIES").is_some() { &[] } else { &few };
    for game in games {
        let mut verdicts = std::collections::BTreeMap::<String, Vec<String>>::new();
        for seed in ["1", "2", "3", "4", "5"] {
            let told = answer(&[&["study", game, "--seed", seed, "--format", "json"], usual].concat());
            for finding in told["findings"].as_array().unwrap() {
                let [subject, judgement] =
                    ["subject", "judgement"].map(|key| finding[key].as_str().unwrap().to_string());
                verdicts.entry(subject).or_default().push(judgement);
            }
        }
        assert!(verdicts.len() >= 5, "{game}: {verdicts:?}");
        for (subject, judgements) in verdicts {
            let given = |one: &str| judgements.iter().any(|judgement| judgement == one);
            assert!(!(given("good") && given("doubtful")), "{game}: {subject}: {judgements:?}");
        }
    }
}

/// In a game for one player nobody wins against anybody.
#[test]
fn a_game_for_one_player_has_reports_of_its_own() {
    assert_snapshot!(runs(&[
        &["study", "tchuka-ruma", "--games", "100", "--level-games", "20"],
        &["simulate", "tchuka-ruma", "--games", "50", "--south", "medium"],
        &["tournament", "tchuka-ruma", "random", "easy"],
        &["play", "tchuka-ruma", "vs", "easy"],
    ]));
}

/// The samples in the pages are what the program prints; `[...]` leaves out a part.
#[test]
fn samples_of_the_pages_are_what_is_printed() {
    // Sentences are broken at the width of the page.
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut samples = 0;
    for page in ["docs/laboratory.md", "docs/formats.md"] {
        let text = fs::read_to_string(page).unwrap();
        for block in blocks_of(&text, "text").chain(blocks_of(&text, "console")) {
            let Some((asked, shown)) = block.strip_prefix("$ uur ").and_then(|sample| sample.split_once('\n')) else {
                continue;
            };
            samples += 1;
            let printed = flat(&said(&asked.split(' ').collect::<Vec<_>>()));
            for part in shown.split("[...]").map(flat) {
                assert!(printed.contains(&part), "{page}: {asked}\n\n{part}\n\nis not in\n\n{printed}");
            }
        }
    }
    assert!(samples >= 6, "{samples}");
}

#[test]
fn a_study_says_what_is_wrong_with_its_arguments() {
    assert_snapshot!(runs(&[
        &["study", "boola", "--level", "easy", "--level", "easy"],
        &["study", "boola", "--level", "medium", "--level", "easy"],
        &["study", "boola", "--level", "random"],
        &["study", "boola", "--level", "2s"],
        &["study", "boola", "-o", "study.txt"],
    ]));
}

#[test]
fn a_sweep_names_each_parameter_and_value_once() {
    for arguments in [
        &["sweep", "boola", "--param", "pits=3", "--param", "pits=6"][..],
        &["sweep", "boola", "--param", "pits=3", "--set", "pits=6"],
        &["sweep", "boola", "--param", "pits=3,3"],
    ] {
        let Output { status, stdout, stderr } = output(arguments);
        let error = String::from_utf8(stderr).unwrap();
        assert!(status.code() == Some(2) && stdout.is_empty() && error.contains("twice"), "{error}");
    }
    let unfinished = said(&["sweep", "boola", "--param", "pits=3", "--games", "20", "--most-moves", "1"]);
    assert!(unfinished.contains("what a row lacks to 100 %"), "{unfinished}");
}

/// A tournament tells an engine the path of a rule file.
#[test]
fn an_engine_plays_a_game_of_ones_own() {
    let text = uur::variants::source("boola").unwrap().text.replacen("Boola", "Mine", 1);
    let file = written("mine.uur", &text);
    let engine = format!("{} engine", env!("CARGO_BIN_EXE_uur"));
    let table = said(&["tournament", &file, "random", "--engine", &engine, "--games", "2", "--movetime", "10"]);
    assert!(table.starts_with("mine: 2 games"), "{table}");
}

#[test]
fn a_study_can_be_a_page() {
    let file = folder().join("study.html").to_string_lossy().into_owned();
    let _ = fs::remove_file(&file);
    said(&[&STUDY[..], &["--format", "html", "-o", &file]].concat());
    let page = fs::read_to_string(&file).unwrap();
    assert!(page.contains("<h1>A study of Layli Goobalay pits=3</h1>"));
    let foot = format!("Made by uur {}: `uur {} --format html -o ", env!("CARGO_PKG_VERSION"), STUDY.join(" "));
    assert!(page.contains(&foot), "{page}");
    assert!(
        ["http:", "https:", "src="]
            .iter()
            .all(|outside| !page.replace("http://www.w3.org/2000/svg", "").contains(outside))
    );
    // It may be written again, but not over another file.
    said(&[&STUDY[..], &["--format", "html", "-o", &file]].concat());
    fs::write(&file, "mine").unwrap();
    assert_eq!(output(&[&STUDY[..], &["--format", "html", "-o", &file]].concat()).status.code(), Some(2));
}
