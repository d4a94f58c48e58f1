//! What is printed for people fits the terminal: no line is wider, and lines break only between words.
//!
//! Each text is compared with the same text for a terminal so wide that nothing is broken there.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use uur::game::Game;
use uur::render::{Style, board};
use uur::text_layout::TextTable;
use uur_cli::cli::{AnswerWidth, run_into};
use uur_cli::repl::commands::COMMANDS;
use uur_cli::repl::interpreter::Repl;

use crate::command::Kept;

/// The widths of a small window, of a usual terminal, and of a large one.
const WIDTHS: [usize; 3] = [60, 80, 140];
/// Nothing is wider.
const WIDEST: usize = 100_000;

/// The columns of a line. No sign in these texts is wider than one.
fn display_width(line: &str) -> usize {
    line.chars().count()
}

/// A game with a long parameter, a test that fails after a few laps, and a line that is never used.
const FAILING: &str = "language 1
game \"Failing\" { source \"none: an example\" }
param seeds = 2 in 1..4 \"the number of seeds that lie in each of the pits of both players when a round begins\"
board {
  rows 2
  pits 6
  seeds seeds each
}
sow counterclockwise { from own pit }
land {
  take: here is own empty pit and opposite is occupied -> capture opposite
  on:   here is occupied and here holds 2 or more and opposite is occupied -> relay
}
end {
  no move -> each takes own row
  win most seeds }
test \"the last lap of this move captures the seeds opposite\" {
  play A
  expect capture 40
}
";

/// A file with several problems, whose lines are short.
const FAULTY: &str = "language 1
game \"Faulty\" { source \"none\" }
board {
  rows 2
  pits 6
  seeds 4 each
}
sow counter-clockwise { from own pit }
land {
  take: here is own -> captrue opposite
}
end {
  no move -> each takes own row
  win most seeds }
";

/// A folder with these games, named from the folder in which the tests run.
fn folder(name: &str) -> PathBuf {
    let full = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&full);
    fs::create_dir_all(full.join("failing")).unwrap();
    for (file, text) in [("failing.uur", FAILING), ("faulty.uur", FAULTY), ("failing/new.snap.new", "1. South A\n")] {
        fs::write(full.join(file), text).unwrap();
    }
    let here = std::env::current_dir().unwrap();
    full.strip_prefix(&here).map_or(full.clone(), Path::to_path_buf)
}

/// What a command prints, its answer and its messages.
fn printed(folder: &Path, arguments: &[&str], width: usize) -> String {
    let full = |argument: &&str| match argument.ends_with(".uur") {
        true => folder.join(argument).into_os_string(),
        false => OsString::from(argument),
    };
    let arguments = std::iter::once("uur".into()).chain(arguments.iter().map(full));
    let (out, beside) = (Kept::default(), Kept::default());
    run_into(arguments, AnswerWidth::Columns(width), out.clone(), beside.clone());
    let text = String::from_utf8([out.0.take(), beside.0.take()].concat()).unwrap();
    // A speed is printed of what takes a millisecond or more.
    anstream::adapter::strip_str(&text).to_string().replace(" million/s", "")
}

/// Whether a line has to stay whole: a line of a rule file in an excerpt, its carets or its place, or one word.
fn stays_whole(line: &str) -> bool {
    let bare = line.trim_start().trim_start_matches("error:").trim_start();
    let after_number = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_source = after_number.len() < bare.len()
        && [" | ", " + ", " - ", " ~ "].iter().any(|sign| after_number.starts_with(sign));
    let is_caret = !bare.contains(char::is_alphanumeric);
    is_source || is_caret || bare.starts_with("--> ") || bare.split_whitespace().count() < 2
}

/// A word without its numbers, which may be times, and without the sign that follows a title.
fn without_numbers(word: &str) -> String {
    let mut text = String::new();
    for c in word.trim_end_matches(':').chars() {
        match c.is_ascii_digit() {
            true if text.ends_with('0') => {}
            true => text.push('0'),
            false => text.push(c),
        }
    }
    text
}

/// The faults of a text for a terminal of this width. Lines that are `copied` may be wider.
fn faults(text: &str, wide: &str, width: usize, copied: &dyn Fn(&str) -> bool) -> Vec<String> {
    let known: HashSet<String> = wide.split_whitespace().map(without_numbers).collect();
    let mut faults = vec![];
    for line in text.lines() {
        if display_width(line) > width && !stays_whole(line) && !copied(line) {
            faults.push(format!("too wide: {line}"));
        }
        // What stands for a frame has no letters.
        let words = line.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric));
        let broken = words.filter(|word| !known.contains(&without_numbers(word)));
        faults.extend(broken.map(|word| format!("`{word}` is a part of a word: {line}")));
    }
    faults
}

/// Commands with their arguments: at least one for each, and the errors of those that do not print for people.
const RUNS: &[&[&str]] = &[
    &["play", "no-such-game"],
    &["play", "faulty.uur"],
    &["play", "kalah", "--set", "pits=99"],
    &["list"],
    &["list", "--facts"],
    &["list", "no", "such", "game", "anywhere", "in", "the", "world", "of", "mancala"],
    &["list", "--where", "rows 4 and relay or not captures and nothing else"],
    &["similar", "boola", "-n", "3"],
    &["show", "failing.uur"],
    &["show", "boola", "--plan"],
    &["new", "x", "--rows", "3"],
    &["new", "x", "--like", "no-such-game"],
    &["check", "faulty.uur"],
    &["check", "nowhere.uur"],
    &["fmt", "nowhere.uur"],
    &["explain"],
    &["explain", "relay"],
    &["explain", "E0103"],
    &["explain", "bao-la-kiswahili", "--lines"],
    &["explain", "relai"],
    &["replay", "failing.uur", "--moves", "A", "--trace"],
    &["replay", "lahemay-waladat", "--moves", "A A A A", "--trace"],
    &["analyze", "lahemay-waladat", "--moves", "A A A A"],
    &["analyze", "oware", "--moves", "F f E e A a", "--level", "500", "--proofs", "0"],
    &["convert", "no-such-file.ogn"],
    &["convert", "failing.uur", "--to", "ogn"],
    &["quiz", "bao-la-kiswahili", "-n", "6"],
    &["puzzles", "kalah", "-n", "2", "--proofs", "2000"],
    &["board", "oware", "--moves", "A A"],
    &["sheet", "no-such-game"],
    &["page", "no-such-game"],
    &["serve", "no-such-folder"],
    &["perft", "boola", "2", "--divide", "--ends"],
    &["simulate", "failing.uur", "--games", "50", "--details", "--threads", "1"],
    &["schema"],
    &["schema", "no-such-format"],
    &["solve", "kalah", "--set", "pits=1", "--set", "seeds=2", "--moves", "--memory", "0.001"],
    &["merge", "no-such-report.json"],
    &["sweep", "kalah", "--param", "pits=1..3", "--param", "seeds=1..3", "--games", "5", "--threads", "1"],
    &["sweep", "failing.uur", "--param", "seeds=3..9", "--games", "5", "--threads", "1"],
    &["sweep", "kalah", "--param", "pits=1..2", "--param", "seeds=1..2", "--solve", "--memory", "0.001"],
    &["tournament", "kalah", "random", "greedy", "20", "30", "--games", "2", "--threads", "1", "--set", "pits=2"],
    &["train", "no-such-game"],
    &["study", "failing.uur", "--games", "20", "--level", "greedy", "--level", "20", "--level-games", "2"],
    &["study", "tchuka-ruma", "--games", "20", "--level", "20", "--level-games", "2"],
    &["design", "wari", "--borrow", "none", "--games", "900", "--random", "40", "--level-games", "16"],
    &["design", "oware", "--want", "lenght 20..60"],
    &["diff", "boola", "oware", "--games", "5", "--positions", "10"],
    &["diff", "failing.uur", "failing.uur", "--second", "seeds=3", "--games", "5", "--positions", "10"],
    &["test", "failing.uur", "--games", "1", "--coverage"],
    &["test", "faulty.uur", "--games", "1"],
    &["review", "failing.uur"],
    &["mutate", "sat-gol", "--all", "nowhere"],
    &["verify", "failing.uur", "--games", "5", "--positions", "50"],
    &["engine", "no-such-argument"],
    &["lsp", "no-such-argument"],
    &["mcp", "no-such-argument"],
    &["completions", "no-such-shell"],
    &["man", "no", "such", "arguments"],
    &["no-such-command"],
];

/// The names of all commands, as the help lists them.
fn commands() -> BTreeSet<String> {
    let help = printed(Path::new(""), &["--help"], WIDEST);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let named = listed.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    let names = named.filter_map(|line| line.split_whitespace().next().map(str::to_string));
    names.filter(|name| name != "help").collect()
}

#[test]
fn every_command_is_among_the_runs() {
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    for name in &commands {
        assert!(RUNS.iter().any(|arguments| arguments[0] == name), "add a run of `{name}`");
    }
}

#[test]
fn what_commands_print_fits() {
    let folder = folder("widths");
    let helps: Vec<[String; 2]> = commands().into_iter().map(|name| [name, "--help".to_string()]).collect();
    let helps: Vec<Vec<&str>> = helps.iter().map(|words| words.iter().map(String::as_str).collect()).collect();
    let all = RUNS.iter().map(|arguments| arguments.to_vec()).chain(helps).chain([vec!["--help"]]);
    let mut found = vec![];
    for arguments in all {
        let wide = printed(&folder, &arguments, WIDEST);
        for width in WIDTHS {
            let text = printed(&folder, &arguments, width);
            // A rule file is shown as it is, and moves and positions may be copied.
            let copied = |line: &str| match arguments[0] {
                "show" => !line.starts_with('#'),
                "board" => true,
                "replay" => line.starts_with("position: ") || line.contains(": A"),
                _ => false,
            };
            let faults = faults(&text, &wide, width, &copied);
            found.extend(faults.into_iter().map(|fault| format!("{width} uur {}: {fault}", arguments.join(" "))));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Lines of the prompt: at least one for each command.
const LINES: &[&str] = &[
    "best",
    "play nowhere",
    "play faulty.uur",
    "play failing.uur",
    "list",
    "list no such game anywhere in the world of all mancala games",
    "show",
    "set",
    "set seeds=99",
    "set seeds=3",
    "moves",
    "vs easy as both for ever and ever and ever again",
    "vs",
    "vs easy",
    "vs nobody",
    "verbose on",
    "A",
    "trace",
    "why",
    "whynot B",
    "why c",
    "step",
    "score",
    "a",
    "hint",
    "best",
    "analyze",
    "undo",
    "lines",
    "redo",
    "B",
    "undo 99",
    "redo 99",
    "lines",
    "board",
    "flip",
    "position",
    "position set south 1 2 3",
    "record",
    "share",
    "save",
    "save TARGET/saved",
    "load nowhere",
    "load TARGET/saved",
    "resume",
    "test \"a test whose title is long enough to need a line of its own\"",
    "test last",
    "transcript opening",
    "rules",
    "rules lines",
    "explain relay",
    "explain E0103",
    "explain relai",
    "edit",
    "BREAK",
    "reload",
    "MEND",
    "reload",
    "new",
    "help",
    "help all",
    "help vs",
    "help nonsense",
    "remark a strong move, or so it seems to those who look on from the other side of the table",
    "remark",
    "clock",
    "clock 5m+3s",
    "answer",
    "resign",
    "draw",
    "undo",
    "draw",
    "analyze game",
    "play bao-la-kiswahili",
    "quiz",
    "answer",
    "play kalah",
    "puzzle",
    "answer",
    "play lahemay-waladat",
    "B",
    "why",
    "play bao-la-kiswahili",
    "show bao-la-kiswahili",
    "quit",
];

/// The texts of a session at a terminal of this width, with their lines.
fn session(folder: &Path, width: usize) -> Vec<(&'static str, String)> {
    let mut repl = Repl::new(Style { width: Some(width), ..Style::default() }, 1);
    let rules = folder.join("failing.uur");
    let mut texts = vec![("", repl.greeting()), ("", repl.welcome())];
    for typed in LINES {
        match *typed {
            // The move that was played is not legal under these rules.
            "BREAK" => {
                fs::write(&rules, FAILING.replace("from own pit", "from own pit where here holds 20..30")).unwrap()
            }
            "MEND" => fs::write(&rules, FAILING).unwrap(),
            _ => {}
        }
        let target = folder.display().to_string();
        let line = typed.replace("TARGET", &target).replace(" failing.uur", &format!(" {target}/failing.uur"));
        let reply = repl.line(&line.replace(" faulty.uur", &format!(" {target}/faulty.uur")));
        let error = reply.error.map_or(String::new(), |error| format!("error: {}\n", error.trim_end()));
        texts.push((typed, reply.text + &error));
        while let Some(reply) = repl.play_computer() {
            texts.push((typed, reply.text));
        }
    }
    texts
}

#[test]
fn what_the_prompt_prints_fits() {
    for command in COMMANDS {
        let name = command.name;
        let is_run = |line: &&str| line.split(' ').next() == Some(name);
        assert!(LINES.iter().any(is_run), "add a line with `{name}`");
    }
    let wide = session(&folder("widths-of-lines"), WIDEST);
    let mut found = vec![];
    for width in WIDTHS {
        let texts = session(&folder("widths-of-lines"), width);
        assert_eq!(texts.len(), wide.len());
        for ((line, text), (_, wide)) in texts.iter().zip(&wide) {
            let copied = |_: &str| {
                ["position", "record", "share", "test", "transcript"].contains(&line.split(' ').next().unwrap())
            };
            let faults = faults(text, wide, width, &copied);
            found.extend(faults.into_iter().map(|fault| format!("{width} {line}: {fault}")));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn boards_of_all_games_fit() {
    for name in uur::variants::names() {
        let game = Game::shipped(name).expect("it is shipped");
        for unicode in [false, true] {
            let drawn = board(&game, &game.program.start(), Style { width: Some(60), unicode, ..Style::default() });
            let widest = drawn.lines().map(display_width).max();
            assert!(widest <= Some(60), "{name} is {widest:?} wide\n{drawn}");
        }
    }
}

#[test]
fn a_board_in_two_pieces_is_one_board() {
    let text = FAILING.replace("pits 6", "pits 24");
    let game = Game::parse(&text).unwrap();
    let style = |unicode| Style { width: Some(60), unicode, ..Style::default() };
    let drawn = board(&game, &game.program.start(), style(true));
    assert_eq!(["╭", "╮", "╰", "╯", "→", "←"].map(|sign| drawn.matches(sign).count()), [1; 6], "{drawn}");
    assert_eq!(drawn.matches('┊').count(), 4, "{drawn}");
    let plain = board(&game, &game.program.start(), style(false));
    assert_eq!(plain.matches(':').count(), 4, "{plain}");
}

/// Tables of any size fit, or have their cells in lines of their own.
#[test]
fn tables_fit() {
    let words = ["a", "seeds", "(61.8 to 71.6)", "12", "either way round the board", "counterclockwise"];
    for columns in 1..7 {
        let cell = |number: usize| words[number % words.len()].to_string();
        let rows: Vec<Vec<String>> =
            (0..9).map(|row| (0..columns).map(|column| cell(row + column)).collect()).collect();
        let titles: Vec<String> = (0..columns).map(cell).collect();
        for right in [0..0, 1..columns] {
            let table = TextTable { titles: titles.clone(), rows: rows.clone(), right, indent: 2 };
            let wide = table.text(Some(WIDEST));
            for width in 20..120 {
                let text = table.text(Some(width));
                let faults = faults(&text, &wide, width, &|_| false);
                assert!(faults.is_empty(), "{width}: {faults:?}\n{text}");
            }
        }
    }
}
