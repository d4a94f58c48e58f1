//! Series of games, their pieces, tables over parameters, and two games side by side, as the command
//! line gives them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use insta::assert_snapshot;
use serde_json::{Value, json};

fn output(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_uur"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("NO_COLOR", "1")
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap()
}

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

fn written(name: &str, text: &str) -> String {
    let path = folder().join(name);
    fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("laboratory");
    fs::create_dir_all(&folder).unwrap();
    folder
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
    let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
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

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_played() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_uur"))
        .args(["simulate", "boola", "--games", "1000000000", "--threads", "2", "--format", "json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert!(child.wait().is_ok());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    assert_eq!(status.code(), Some(4));
    let told: Value = serde_json::from_slice(&stdout).unwrap();
    let games = told["games"].as_u64().unwrap();
    let spans: Vec<(u64, u64)> = serde_json::from_value(told["numbers"].clone()).unwrap();
    assert!(games > 0);
    assert_eq!(games, spans.iter().map(|(first, last)| last - first).sum::<u64>());
    assert_eq!(String::from_utf8(stderr).unwrap(), format!("stopped after {games} of 1000000000 games\n"));
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
    assert_eq!(rows[4]["values"], json!({"pits": "3", "seeds": "3"}));
    let alone = ["simulate", "layli-goobalay", "--set", "pits=3", "--set", "seeds=3", "--games", "200"];
    assert_eq!(rows[4]["report"], answer(&[&alone[..], &["--format", "json"]].concat()));
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
