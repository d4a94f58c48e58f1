//! The reports of `uur test`: the same in every format, with places where each format expects them.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use serde_json::Value;

use crate::command;

/// A game one of whose lines no test reaches.
const SMALL: &str = "language 1
game \"Small\" { source \"none: an example\" }
board { rows 2
  pits 2
  seeds 1 each }
sow counterclockwise { from own pit }
land { here is own and opposite is occupied -> capture opposite }
end {
  no move -> each takes own row
  win most seeds }
test \"a seed goes on\" {
  play A
  expect capture 1
}
";

/// A folder of a test's own with files in it.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = command::folder(name);
    let _ = fs::remove_dir_all(&folder);
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// `uur test` of a file, with a few games: its exit code, and what it prints.
fn test(file: &str, more: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command::output(&[&["test", file, "--games", "2"], more].concat());
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn too_little_coverage_is_a_failed_test_in_every_format() {
    let folder = folder("coverage", &[("small.uur", SMALL)]);
    let file = folder.join("small.uur").to_string_lossy().into_owned();
    let least = |percent, format| test(&file, &["--min-coverage", percent, "--format", format]);

    let (code, text, _) = least("100", "text");
    assert_eq!(code, 1);
    assert!(text.starts_with("FAIL") && text.contains("7 passed, 1 failed"), "{text}");
    assert!(text.contains(&format!("{file}:9: never: no move -> each takes own row")), "{text}");

    let (code, text, _) = least("100", "github");
    assert_eq!(code, 1);
    let annotation = format!("::error file={file},line=9,title=coverage");
    assert_eq!(text.matches("::error").count(), 1);
    assert!(text.contains(&annotation) && text.contains("no test reaches `no move -> each takes own row`"), "{text}");

    let (code, text, _) = least("100", "json");
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &answer["failed"]), (1, &1.into()));
    assert_eq!(answer["files"][0]["tests"].as_array().unwrap().last().unwrap()["kind"], "coverage");

    let (code, text, _) = least("100", "junit");
    assert_eq!(code, 1);
    assert!(text.contains("failures=\"1\"") && text.contains("<failure message=\"expected at least 100 %"), "{text}");

    for format in ["text", "github", "json", "junit"] {
        assert_eq!(least("50", format).0, 0, "{format}");
    }
}

/// A line of `begin` that has its effect before the first move, counted by examples and by records.
#[test]
fn begin_of_the_first_turn_is_covered() {
    let rules = SMALL
        .split("test ")
        .next()
        .unwrap()
        .replace("land {", "begin { first: move is 1 -> move 1 from every own pit A to own store }\nland {");
    let example = rules.clone() + "test \"one\" {\n  play B\n}\n";
    let files = [("example.uur", &*example), ("record.uur", &rules), ("record/one.game", "game record\nmoves B\n")];
    let folder = folder("begins", &files);
    for file in ["example.uur", "record.uur"] {
        let (code, text, _) = test(&folder.join(file).to_string_lossy(), &["--coverage"]);
        assert_eq!(code, 0, "{text}");
        let line = text.lines().find(|line| line.contains("first: move is 1")).unwrap();
        assert_eq!(line.split_whitespace().next(), Some("1"), "{text}");
    }
}

/// Lines that end a round as its position is read, that forbid a move, and one that the player declines.
#[test]
fn what_takes_effect_is_covered_and_nothing_else() {
    let over = SMALL.replace(
        "expect capture 1\n",
        "expect capture 1\n  position \"south 0 0; north 1 0; captured 2 1\"\n  expect by no, draw\n",
    );
    let relays = SMALL.split("test ").next().unwrap().replace("here is own and opposite", "here");
    let relays = relays
        .replace("pits 2", "pits 3")
        .replace("capture opposite", "relay")
        .replace("  win most", "  loop: endless -> illegal\n  win most");
    let declines = SMALL
        .replace("land {", "land { ask: here is own -> may capture here\n  other:")
        .replace("play A\n  expect capture 1", "play A:-\n  expect capture 1");
    let files = [("over.uur", &*over), ("relays.uur", &*relays), ("declines.uur", &*declines)];
    let folder = folder("effects", &files);
    let covered = |file: &str, line: &str| {
        let (code, text, said) = test(&folder.join(file).to_string_lossy(), &["--coverage"]);
        let found = text.lines().find(|shown| shown.contains(line) && !shown.contains("exercised"));
        (code, found.map(|shown| shown.split_whitespace().next().unwrap().to_string()), text.clone() + &said)
    };
    let (code, times, text) = covered("over.uur", "no move -> each takes own row");
    assert!(code == 0 && times.is_some_and(|times| times != "never"), "{text}");
    let (_, _, text) = covered("relays.uur", "loop: endless");
    assert!(!text.contains("`loop: endless -> illegal` is exercised neither"), "{text}");
    let (code, times, text) = covered("declines.uur", "ask: here is own");
    assert!(code == 0 && times.as_deref() == Some("never"), "{text}");

    let relays = folder.join("relays.uur").to_string_lossy().into_owned();
    let Output { stdout, .. } = command::output(&["verify", &relays]);
    let text = String::from_utf8(stdout).unwrap();
    assert!(!text.contains("loop"), "{text}");
}

/// A line that holds for one player's moves only, with a decision.
#[test]
fn players_with_moves_of_different_kinds_are_verified() {
    let rules = SMALL.split("test ").next().unwrap();
    let rules = rules.replace("here is own and opposite is occupied -> capture", "player is north -> may capture");
    let folder = folder("kinds", &[("kinds.uur", &rules)]);
    let file = folder.join("kinds.uur").to_string_lossy().into_owned();
    let Output { status, stderr, .. } = command::output(&["verify", &file]);
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
}

#[test]
fn a_filter_that_matches_nothing_fails() {
    let folder = folder("filter", &[("small.uur", SMALL), ("small/opening.game", "game small\nmoves A\n")]);
    let file = folder.join("small.uur").to_string_lossy().into_owned();
    let (code, text, said) = test(&file, &["-k", "openign"]);
    assert_eq!((code, &*text), (2, ""));
    assert!(said.contains("no example and no record has `openign` in its name"), "{said}");
    assert!(said.contains("did you mean `opening`?"), "{said}");
    let (code, _, said) = test(&file, &["-k", "zzzzzzzz"]);
    assert!(code == 2 && said.contains("2 names to choose from, such as `a seed goes on`"), "{said}");
    for name in ["opening", "seed"] {
        assert_eq!(test(&file, &["-k", name]).0, 0, "{name}");
    }
}

#[test]
fn a_changed_transcript_is_shown_at_its_own_file() {
    let folder = folder("transcript", &[("small.uur", SMALL), ("small/opening.game", "game small\nmoves A\n")]);
    let file = folder.join("small.uur").to_string_lossy().into_owned();
    assert_eq!(test(&file, &[]).0, 0);
    let snap = folder.join("small/opening.snap");
    let told = fs::read_to_string(folder.join("small/opening.snap.new")).unwrap();
    let line = 1 + told.lines().position(|line| line.starts_with("1 South A")).unwrap();
    fs::write(&snap, told.replace("1 South A", "1 South B")).unwrap();
    let (code, text, _) = test(&file, &["--format", "github"]);
    assert_eq!(code, 1);
    assert!(text.contains(&format!("::error file={},line={line},", snap.display())), "{text}");

    let game = folder.join("small/opening.game");
    let faulty = [
        ("game small\nmoves A A\n", 2),
        ("game small\nmoves A\n\n  z\n", 4),
        ("game small\nfrom south 1\n", 2),
        ("game small\nresult south\nmoves A\n", 2),
    ];
    for (record, line) in faulty {
        fs::write(&game, record).unwrap();
        let (code, text, _) = test(&file, &["--format", "github"]);
        assert_eq!(code, 1);
        assert!(text.contains(&format!("::error file={},line={line},", game.display())), "{record}: {text}");
    }
}

#[test]
fn a_failure_shows_the_move_and_where_a_position_differs() {
    let expected = "expect position \"south 0 2; north 1 1; south to move\"";
    let folder = folder("differs", &[("small.uur", &SMALL.replace("expect capture 1", expected))]);
    let file = folder.join("small.uur").to_string_lossy().into_owned();
    let (_, text, _) = test(&file, &[]);
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.contains("expected south")).unwrap();
    assert_eq!(
        lines[at..at + 4],
        [
            "    expected south 0 2; north 1 1; south to move",
            "                              ^    ^^^^^",
            "    got      south 0 2; north 0 1; captured 1 0; north to move",
            "                              ^    ^^^^^^^^ ^ ^  ^^^^^",
        ]
    );
    let from = "--from \"south 1 1; north 1 1; south to move\" --moves \"A\" --trace";
    assert!(text.contains(&format!("see it: uur replay {file} {from}")), "{text}");
}

#[test]
fn problems_that_are_expected_pass_the_check_as_they_pass_the_test() {
    let wrong = SMALL.replace("-> capture opposite }", "-> captrue opposite #~ E0103\n}");
    let other = wrong.replace("E0103", "E0101");
    let folder = folder("expected", &[("as/wrong.uur", &wrong), ("other/wrong.uur", &other)]);
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let check = |name| {
        let Output { status, stdout, stderr } = command::output(&["check", "--deny-warnings", &path(name)]);
        (status.code().unwrap(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
    };
    let (code, text) = check("as");
    assert_eq!((code, &*text), (0, "checked 1 file: 0 errors, 0 warnings, 1 problem as expected\n"));
    assert_eq!(test(&path("as"), &[]).0, 0);
    let (code, text) = check("other");
    assert_eq!(code, 3);
    assert!(text.contains("error[E0103]") && text.contains("wrong.uur:7: E0101 is expected, but not found"), "{text}");
    assert_eq!(test(&path("other"), &[]).0, 1);
}

/// A line that only takes effect under another value of a parameter is not the same when it is changed.
#[test]
fn mutate_looks_at_all_values_of_parameters() {
    let text = SMALL.replacen("\nboard", "\nparam again = off in off, on\nboard", 1);
    let text = text.replacen("land {", "land {\n  again: again is on and here is own -> bonus move\n ", 1);
    let folder = folder("settings", &[("small.uur", &text)]);
    let file = folder.join("small.uur").to_string_lossy().into_owned();
    let text = String::from_utf8(command::output(&["mutate", &file, "--all"]).stdout).unwrap();
    assert!(text.contains("`own` becomes `opponent`: survives\n    again: again is on"), "{text}");
}

#[test]
fn mutate_skips_a_direction_that_no_test_can_see() {
    let folder = folder("turned", &[("small.uur", SMALL)]);
    let file = folder.join("small.uur").to_string_lossy().into_owned();
    let mutate = |file: &str| String::from_utf8(command::output(&["mutate", file, "--all"]).stdout).unwrap();
    let text = mutate(&file);
    let turned = "`counterclockwise` becomes `clockwise`: the same except for the direction of sowing, which only a transcript notices";
    assert!(text.contains(turned), "{text}");
    fs::create_dir_all(folder.join("small")).unwrap();
    fs::write(folder.join("small/opening.game"), "game small\nmoves A\n").unwrap();
    let text = mutate(&file);
    assert!(text.contains("`counterclockwise` becomes `clockwise`: caught by transcript opening"), "{text}");
}

/// `uur test` as it runs, and the lines that it prints.
fn running(arguments: &[&str]) -> (Child, BufReader<ChildStdout>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_uur"))
        .arg("test")
        .args(arguments)
        .env("NO_COLOR", "1")
        .env_remove("CI")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap());
    (child, lines)
}

fn next_line(lines: &mut impl BufRead) -> String {
    let mut line = String::new();
    assert!(lines.read_line(&mut line).unwrap() > 0, "there is another line");
    line
}

#[cfg(unix)]
#[test]
fn each_file_is_shown_as_it_ends_and_ctrl_c_keeps_what_is_done() {
    let wrong = SMALL.replace("-> capture opposite }", "-> captrue opposite #~ E0103\n}");
    let long = fs::read_to_string("variants/kalah.uur").unwrap();
    let folder = folder("one_by_one", &[("a.uur", &wrong), ("b.uur", &long)]);
    let (mut child, mut lines) = running(&[&folder.to_string_lossy(), "--games", "1000000000"]);
    let line = next_line(&mut lines);
    assert!(line.starts_with("ok") && line.contains("a.uur  1 problem"), "{line}");
    assert!(child.try_wait().unwrap().is_none(), "the other file is not done");

    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "1 passed, 0 failed\n");
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    assert_eq!((status.code(), &*String::from_utf8(stderr).unwrap()), (Some(4), "stopped after 1 of 2 files\n"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_document_is_marked_incomplete() {
    let long = fs::read_to_string("variants/kalah.uur").unwrap();
    let folder = folder("incomplete", &[("a.uur", &long)]);
    let file = folder.join("a.uur").to_string_lossy().into_owned();
    for (format, stopped, whole) in [
        ("json", "\"complete\":false", "\"complete\":true"),
        ("junit", "<error message=\"stopped after 0 of 1 file\"/>", "errors=\"0\""),
    ] {
        let copy = folder.join(format!("copy.{format}"));
        let copied = copy.to_string_lossy();
        let games = ["--games", "1000000000", "--format", format, "--junit", &copied];
        let (child, mut lines) = running(&[&[&*file], &games[..]].concat());
        std::thread::sleep(std::time::Duration::from_millis(500));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let mut text = String::new();
        lines.read_to_string(&mut text).unwrap();
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(4));
        assert!(text.contains(stopped), "{text}");
        assert!(fs::read_to_string(&copy).unwrap().contains("errors=\"1\""), "the copy says so, too");
        assert!(test(&file, &["--format", format]).1.contains(whole));
    }
}

#[test]
fn watching_reports_each_run_and_its_cause() {
    let folder = folder("watched", &[("small.uur", SMALL)]);
    let file = folder.join("small.uur");
    let (mut child, mut lines) = running(&[&file.to_string_lossy(), "--games", "1", "--watch"]);
    while next_line(&mut lines) != "7 passed, 0 failed\n" {}
    // Files are looked at by their time and length.
    std::thread::sleep(std::time::Duration::from_millis(200));
    fs::write(&file, SMALL.replace("capture 1", "capture 22")).unwrap();
    assert_eq!(next_line(&mut lines), "\n", "a pipe is not cleared");
    let rule = next_line(&mut lines);
    assert!(rule.starts_with("--- ") && rule.ends_with(&format!(" UTC, changed: {} ---\n", file.display())), "{rule}");
    assert!(next_line(&mut lines).starts_with("FAIL"));
    child.kill().unwrap();
    let said = child.wait_with_output().unwrap().stderr;
    assert!(String::from_utf8(said).unwrap().starts_with("waiting for changes; Ctrl-C ends\n"));
}

#[test]
fn an_unwritten_transcript_is_no_success() {
    // The longest name that a record may have is too long for what is to be reviewed.
    let record = format!("small/{}.game", "x".repeat(250));
    let folder = folder("unwritten", &[("small.uur", SMALL), (&record, "game small\nmoves A\n")]);
    let file = folder.join("small.uur").to_string_lossy().into_owned();
    let (code, _, said) = test(&file, &[]);
    assert_eq!(code, 5);
    assert!(said.contains("` cannot be written: File name too long"), "{said}");
}
