//! Outputs that cannot be written: the exit code is still the verdict, and a message names the lost output.

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use uur_cli::cli::{AnswerWidth, Exit, run_into};

use crate::command::Kept;

/// A sink that takes so many bytes and then fails.
struct Failing {
    left: usize,
    kind: ErrorKind,
}

impl Write for Failing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.left);
        self.left -= taken;
        if taken == 0 && !bytes.is_empty() { Err(self.kind.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A game of few positions; `pits` may be 2 or 3.
const SMALL: &str = "language 1
game \"Small\" { source \"none: an example\" }
param pits = 2 in 2..3
board { rows 2
  pits pits
  seeds 1 each }
sow counterclockwise { from own pit }
land { here is own -> capture opposite }
end {
  no move -> each takes own row
  win most seeds }
test \"a seed goes on\" {
  play A
  expect capture EXPECTED
}
";

/// A folder with a sound game, one whose test fails, one with a fault, and what else commands read.
fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("outputs");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("sound")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("sound.uur", &SMALL.replace("EXPECTED", "1"));
    write("failing.uur", &SMALL.replace("EXPECTED", "2"));
    write("faulty.uur", &SMALL.replace("capture opposite", "captrue opposite"));
    write("loose.uur", &SMALL.replace("EXPECTED", "1").replace("\n  pits", "\n      pits"));
    write("game.game", "game kalah\nmoves A\n");
    write("sound/new.snap.new", "something else\n");
    let report = ["simulate", "kalah", "--games", "3", "--threads", "1", "--format", "json"];
    write("report.json", &String::from_utf8(answer(&folder, &report).1).unwrap());
    folder
}

/// Arguments in which names of files in the folder are made whole.
fn whole<'a>(folder: &'a Path, arguments: &'a [&str]) -> impl Iterator<Item = OsString> + 'a {
    let is_file = |argument: &str| [".uur", "report.json", ".game"].iter().any(|end| argument.ends_with(end));
    let full =
        move |argument: &&str| if is_file(argument) { folder.join(argument).into_os_string() } else { argument.into() };
    std::iter::once("uur".into()).chain(arguments.iter().map(full))
}

fn answer(folder: &Path, arguments: &[&str]) -> (Exit, Vec<u8>) {
    let kept = Kept::default();
    let exit = run_into(whole(folder, arguments), AnswerWidth::Terminal, kept.clone(), io::sink());
    (exit, kept.0.take())
}

/// Every command, in every form that prints by other means, with its verdict. (`list` takes long, and is
/// among those on a full disk.)
const COMMANDS: &[(&[&str], Exit)] = &[
    (&["--help"], Exit::Fine),
    (&["--version"], Exit::Fine),
    (&["show", "sound.uur"], Exit::Fine),
    (&["show", "sound.uur", "--format", "json"], Exit::Fine),
    (&["check", "sound.uur"], Exit::Fine),
    (&["check", "faulty.uur"], Exit::Faulty),
    (&["check", "faulty.uur", "--format", "json"], Exit::Faulty),
    (&["check", "nowhere.uur", "faulty.uur"], Exit::Faulty),
    (&["fmt", "--check", "loose.uur"], Exit::Failed),
    (&["fmt", "--check", "loose.uur", "--format", "json"], Exit::Failed),
    (&["explain"], Exit::Fine),
    (&["explain", "relay"], Exit::Fine),
    (&["explain", "relai"], Exit::Usage),
    (&["replay", "sound.uur", "--moves", "A"], Exit::Fine),
    (&["replay", "sound.uur", "--moves", "A", "--format", "json"], Exit::Fine),
    (&["replay", "sound.uur", "--moves", "A a", "--format", "json"], Exit::Failed),
    (&["replay", "--record", "game.game"], Exit::Fine),
    (&["perft", "sound.uur", "3"], Exit::Fine),
    (&["perft", "sound.uur", "3", "--divide", "--format", "json"], Exit::Fine),
    (&["simulate", "sound.uur", "--games", "9", "--threads", "1"], Exit::Fine),
    (&["simulate", "sound.uur", "--games", "9", "--threads", "1", "--format", "json"], Exit::Fine),
    (&["simulate", "sound.uur", "--games", "9", "--threads", "1", "--format", "jsonl"], Exit::Fine),
    (&["simulate", "sound.uur", "--games", "9", "--threads", "1", "--format", "csv"], Exit::Fine),
    (&["solve", "sound.uur", "--memory", "0.001"], Exit::Fine),
    (&["solve", "sound.uur", "--memory", "0.001", "--format", "json"], Exit::Fine),
    (&["merge", "report.json"], Exit::Fine),
    (&["merge", "report.json", "--format", "text"], Exit::Fine),
    (&["merge", "report.json", "report.json"], Exit::Usage),
    (&["sweep", "sound.uur", "--param", "pits=2..3", "--games", "5", "--threads", "1"], Exit::Fine),
    (&["sweep", "sound.uur", "--param", "pits=2..3", "--games", "5", "--threads", "1", "--format", "csv"], Exit::Fine),
    (&["sweep", "sound.uur", "--param", "pits=2..3", "--solve", "--memory", "0.001"], Exit::Fine),
    (&["tournament", "sound.uur", "random", "greedy", "--games", "4", "--threads", "1"], Exit::Fine),
    (&["tournament", "sound.uur", "random", "greedy", "--games", "4", "--format", "json"], Exit::Fine),
    (&["tournament", "sound.uur", "random", "greedy", "--games", "4", "--format", "csv"], Exit::Fine),
    (&["diff", "sound.uur", "sound.uur", "--second", "pits=3", "--games", "5"], Exit::Fine),
    (&["diff", "sound.uur", "sound.uur", "--format", "json"], Exit::Fine),
    (&["test", "sound.uur", "--games", "1"], Exit::Fine),
    (&["test", "failing.uur", "--games", "1"], Exit::Failed),
    (&["test", "failing.uur", "--games", "1", "--format", "json"], Exit::Failed),
    (&["test", "failing.uur", "--games", "1", "--format", "github"], Exit::Failed),
    (&["test", "failing.uur", "--games", "1", "--format", "junit"], Exit::Failed),
    (&["test", "faulty.uur", "sound.uur", "--games", "1"], Exit::Faulty),
    (&["review", "sound.uur"], Exit::Usage),
    (&["review", "sound.uur", "--format", "json"], Exit::Failed),
    (&["schema"], Exit::Fine),
    (&["schema", "simulate"], Exit::Fine),
    (&["schema", "simulat"], Exit::Usage),
    (&["mutate", "sound.uur"], Exit::Failed),
    (&["mutate", "sound.uur", "--all", "--format", "json"], Exit::Failed),
    (&["verify", "sound.uur", "--games", "5"], Exit::Fine),
    (&["verify", "sound.uur", "--games", "5", "--format", "json"], Exit::Fine),
    (&["completions", "bash"], Exit::Fine),
    (&["nonsense"], Exit::Usage),
];

/// What a command comes to that can write the first bytes of its answer only: the exit code, and whether it
/// reports that.
fn cut(folder: &Path, arguments: &[&str], left: usize, kind: ErrorKind) -> (Exit, bool) {
    let beside = Kept::default();
    let exit = run_into(whole(folder, arguments), AnswerWidth::Terminal, Failing { left, kind }, beside.clone());
    let told = String::from_utf8(beside.0.take()).unwrap();
    (exit, told.matches("standard output cannot be written").count() == 1)
}

#[test]
fn a_verdict_survives_an_answer_that_is_not_written() {
    let folder = folder();
    for (arguments, verdict) in COMMANDS {
        let (exit, answer) = answer(&folder, arguments);
        assert_eq!(exit, *verdict, "{arguments:?}");
        let length = answer.len();
        // An answer may be some bytes shorter the next time: it says how long things took.
        let cuts = [0, 1, length / 2, length * 3 / 4];
        for left in cuts.into_iter().filter(|&left| left < length) {
            let lost = if *verdict == Exit::Fine { Exit::Unwritten } else { *verdict };
            assert_eq!(
                cut(&folder, arguments, left, ErrorKind::StorageFull),
                (lost, true),
                "{arguments:?} cut at {left}"
            );
            assert_eq!(
                cut(&folder, arguments, left, ErrorKind::BrokenPipe),
                (*verdict, false),
                "{arguments:?} left at {left}"
            );
        }
        assert_eq!(
            cut(&folder, arguments, length + 100, ErrorKind::StorageFull),
            (*verdict, false),
            "{arguments:?} fits"
        );
    }
}

#[test]
fn the_advice_fits_the_fault() {
    for (kind, advice) in [
        (ErrorKind::StorageFull, "free space, or write elsewhere"),
        (ErrorKind::Other, "send the output elsewhere, such as to a file"),
    ] {
        let beside = Kept::default();
        run_into(
            ["uur", "--version"].map(OsString::from),
            AnswerWidth::Terminal,
            Failing { left: 0, kind },
            beside.clone(),
        );
        let told = String::from_utf8(beside.0.take()).unwrap();
        assert!(told.contains(advice), "{kind}: {told}");
    }
}

/// The program itself, its standard output on a full disk.
#[cfg(target_os = "linux")]
mod on_a_full_disk {
    use std::fs::OpenOptions;
    use std::process::{Command, Stdio};

    use super::*;

    /// The exit code, and what is said of it.
    fn run(arguments: &[&str], input: &str) -> (i32, String) {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_uur"))
            .args(arguments)
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program that has ended reads no more.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    }

    #[test]
    fn what_is_lost_is_reported() {
        for arguments in [&["list"][..], &["explain", "relay"], &["--help"], &["perft", "boola", "2"]] {
            let (code, said) = run(arguments, "");
            assert_eq!(code, 5, "{arguments:?}");
            assert_eq!(said.matches("standard output cannot be written: No space left").count(), 1, "{said}");
        }
    }

    #[test]
    fn a_verdict_survives_a_full_disk() {
        assert_eq!(run(&["check", "-"], "language 1\ngame").0, 3);
        assert_eq!(run(&["replay", "kalah", "--moves", "C C", "--format", "json"], "").0, 1);
    }

    #[test]
    fn a_script_is_played_to_its_end() {
        assert_eq!(run(&["play", "kalah"], "A\nboard\n").0, 5);
        assert_eq!(run(&["play", "kalah"], "A\nno such move\n").0, 1);
    }

    #[test]
    fn a_lost_message_changes_no_verdict() {
        for (arguments, input, verdict) in [
            (&["play", "kalah"][..], "no such move\n", 1),
            (&["explain", "relai"], "", 2),
            (&["check", "-"], "game", 3),
        ] {
            let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
            let mut command = Command::new(env!("CARGO_BIN_EXE_uur"));
            let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(full);
            let mut child = command.spawn().unwrap();
            let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
            assert_eq!(child.wait().unwrap().code(), Some(verdict), "{arguments:?}");
        }
    }

    #[test]
    fn a_drawing_into_a_closed_pipe_is_no_error() {
        let mut command = Command::new(env!("CARGO_BIN_EXE_uur"));
        let command = command.args(["simulate", "kalah", "--games", "9", "--format", "jsonl", "--svg", "/dev/stdout"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), &*String::from_utf8(output.stderr).unwrap()), (Some(0), ""));
    }

    #[test]
    fn so_are_files() {
        for arguments in [
            &["test", "kalah", "--games", "1", "-k", "game", "--junit", "/dev/full"][..],
            &["simulate", "kalah", "--games", "9", "--svg", "/dev/full"],
            &["sweep", "kalah", "--param", "pits=2..3", "--games", "9", "--svg", "/dev/full"],
        ] {
            let mut child = Command::new(env!("CARGO_BIN_EXE_uur"));
            let output = child.args(arguments).env("NO_COLOR", "1").output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(5), "{arguments:?} {said}");
            assert!(said.contains("`/dev/full` cannot be written: No space left"), "{said}");
            assert!(!output.stdout.is_empty(), "the answer is printed all the same");
        }
    }
}

#[test]
fn standard_input_that_cannot_be_read_is_reported() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_uur"))
        .args(["play", "kalah"])
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"A\n\xff\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), &*said),
        (Some(2), "error: standard input cannot be read: it is not text in UTF-8\n")
    );
}
