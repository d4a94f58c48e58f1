//! Faults of the machine lose nothing: signals, no right to write, no threads, names that are no text.

#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::command::output;

fn empty(name: &str) -> PathBuf {
    let folder = crate::command::folder("faults").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uur"));
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// The signals of a process that its status names so, as bits.
fn signals(process: &str, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let bits = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    u64::from_str_radix(bits.trim(), 16).unwrap()
}

/// Starts a command, and waits until it handles the signal by which a system ends a program.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut child = command(folder, arguments).spawn().unwrap();
    let process = child.id().to_string();
    while signals(&process, "SigCgt:") >> 14 & 1 == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        thread::sleep(Duration::from_millis(1));
    }
    child
}

/// A game that no test can solve.
const LONG: &[&str] = &["solve", "toguz-kumalak", "--memory", "0.001", "--threads", "1"];

#[test]
fn a_solver_that_the_system_ends_keeps_its_checkpoint() {
    let folder = empty("solver");
    let is_ignored = signals("self", "SigIgn:") & 1 == 1;
    let hangup = (!is_ignored).then_some(Signal::HUP);
    for signal in [Some(Signal::TERM), Some(Signal::INT), hangup].into_iter().flatten() {
        let child = start(&folder, &[LONG, &["--checkpoint", "t.cp"]].concat());
        // Only then is there something to keep.
        while !folder.join(".t.cp.lock").exists() {
            thread::sleep(Duration::from_millis(1));
        }
        send(&child, signal);
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(4), "{signal:?}: {}", said(&ended));
        assert!(said(&ended).contains("what was found is in `t.cp`"), "{signal:?}: {}", said(&ended));
        assert!(fs::read(folder.join("t.cp")).unwrap().starts_with(b"uur proofs "), "{signal:?}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left behind");
        fs::remove_file(folder.join("t.cp")).unwrap();
    }
}

#[test]
fn a_training_that_the_system_ends_writes_what_it_learnt() {
    let folder = empty("training");
    let arguments = ["train", "kalah", "--games", "1000000", "--positions", "20", "--threads", "1", "-o", "kalah.eval"];
    let learnt = [100, 1_000, 10_000, 60_000].into_iter().any(|patience| {
        let child = start(&folder, &arguments);
        thread::sleep(Duration::from_millis(patience));
        send(&child, Signal::TERM);
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(4), "{}", said(&ended));
        // Before the first game has ended, there is nothing to write.
        fs::read(folder.join("kalah.eval")).is_ok_and(|text| text.starts_with(b"uur evaluation "))
    });
    assert!(learnt);
}

#[test]
fn the_same_signal_again_ends_the_program() {
    let folder = empty("again");
    let child = start(&folder, LONG);
    send(&child, Signal::TERM);
    send(&child, Signal::TERM);
    // The second one may be too late.
    let status = child.wait_with_output().unwrap().status;
    assert!(status.signal() == Some(15) || status.code() == Some(4), "{status}");
}

#[test]
fn a_program_that_is_to_outlive_its_terminal_does() {
    let folder = empty("nohup");
    let script = "trap '' HUP; exec \"$0\" simulate kalah --games 200 --south medium --threads 1 --format json";
    let mut child = Command::new("sh");
    let child = child.args(["-c", script, env!("CARGO_BIN_EXE_uur")]).current_dir(folder).stdout(Stdio::piped());
    let child = child.spawn().unwrap();
    let process = child.id().to_string();
    while signals(&process, "SigCgt:") >> 14 & 1 == 0 {
        thread::sleep(Duration::from_millis(1));
    }
    send(&child, Signal::HUP);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
}

/// What cannot be written is refused before work that would not end.
#[test]
fn whether_a_result_can_be_written_is_found_out_before_the_work() {
    let folder = empty("before");
    for arguments in [
        &["train", "kalah", "--games", "1000000", "-o", "/proc/x"][..],
        &["simulate", "kalah", "--games", "1000000000", "--svg", "/proc/x"],
        &["sweep", "kalah", "--param", "seeds=3..4", "--games", "1000000000", "--svg", "/proc/x"],
        &["study", "kalah", "--games", "1000000", "--format", "html", "-o", "/proc/x"],
        &["test", "kalah", "--games", "1000000000", "--junit", "/proc/x"],
        &[LONG, &["--checkpoint", "/proc/x"]].concat(),
    ] {
        let ended = command(&folder, arguments).output().unwrap();
        assert_eq!(ended.status.code(), Some(5), "{arguments:?}: {}", said(&ended));
        assert!(said(&ended).contains("`/proc/x` cannot be written: "), "{arguments:?}: {}", said(&ended));
    }
}

#[test]
fn an_evaluation_of_other_rules_stays() {
    let folder = empty("evaluation");
    let path = folder.join("x.eval");
    let train = |game: &str| {
        let arguments = ["train", game, "--games", "2", "--positions", "20", "--threads", "1", "-o", "x.eval"];
        command(&folder, &arguments).output().unwrap()
    };
    assert_eq!(train("kalah").status.code(), Some(0));
    let first = fs::read_to_string(&path).unwrap();
    assert_eq!(train("kalah").status.code(), Some(0), "it is replaced by one for the same rules");
    for text in [first.clone(), first.replacen("evaluation 1", "evaluation 2", 1)] {
        fs::write(&path, &text).unwrap();
        let refused = train("oware");
        assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
        assert!(said(&refused).contains("choose another name, or move the file away"), "{}", said(&refused));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn a_file_that_grows_too_large_is_an_error() {
    let folder = empty("large");
    let script = "ulimit -f 0; exec \"$0\" simulate kalah --games 9 --svg x.svg";
    let mut child = Command::new("sh");
    let child = child.args(["-c", script, env!("CARGO_BIN_EXE_uur")]).current_dir(&folder).env("NO_COLOR", "1");
    let ended = child.output().unwrap();
    assert_eq!(ended.status.code(), Some(5), "{}", said(&ended));
    assert!(said(&ended).contains("`x.svg` cannot be written: File too large"), "{}", said(&ended));
    assert!(!ended.stdout.is_empty(), "the answer is printed all the same");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is left behind");
}

/// A machine that grants no thread says so. The limit does not hold for root, who becomes another user where that is
/// possible.
#[test]
fn a_server_without_threads_says_so() {
    let folder = empty("threads");
    let is_root = rustix::process::getuid().is_root();
    // Nobody else has this number.
    let user = (60_000 + std::process::id() % 5_000).to_string();
    for (server, code) in [("lsp", 2), ("engine", 4)] {
        let mut child = Command::new("prlimit");
        child.arg("--nproc=1");
        if is_root {
            child.args(["setpriv", "--reuid", &user, "--regid", &user, "--clear-groups"]);
        }
        let child = child.args([env!("CARGO_BIN_EXE_uur"), server]).current_dir(&folder);
        let Ok(ended) = child.env("NO_COLOR", "1").stdin(Stdio::null()).output() else { return };
        if matches!(ended.status.code(), Some(126 | 127)) {
            // The other user may not run the program.
            return;
        }
        assert_eq!(ended.status.code(), Some(code), "{server}: {}", said(&ended));
        assert!(said(&ended).contains("the machine grants no thread"), "{server}: {}", said(&ended));
    }
}

#[test]
fn a_name_that_is_no_text_is_refused_by_name() {
    let folder = empty("names");
    let name = OsStr::from_bytes(b"m\xe9.uur");
    fs::write(folder.join(name), "language 1\n").unwrap();
    for arguments in [&["check"][..], &["fmt"], &["play"], &["solve"], &["simulate", "kalah", "--svg"], &["list"]] {
        let ended = command(&folder, arguments).arg(name).output().unwrap();
        assert_eq!(ended.status.code(), Some(2), "{arguments:?}");
        assert_eq!(
            said(&ended),
            "error: `m\u{fffd}.uur` is not UTF-8\n |\n = help: give the file another name\n",
            "{arguments:?}"
        );
    }
    let mut server = command(&folder, &["serve", "--no-open"]).spawn().unwrap();
    let lines = BufReader::new(server.stderr.take().unwrap()).lines().map(Result::unwrap);
    let told: Vec<String> = lines.take_while(|line| !line.starts_with("Ctrl-C")).collect();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(told.iter().any(|line| line.contains("1 file cannot be shown, such as `m\u{fffd}.uur`")), "{told:?}");
}

#[test]
fn a_game_is_not_called_like_a_device() {
    let refused = output(&["new", "Con"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("`con.uur`"), "{}", said(&refused));
}

/// A language server holds so many messages, and lets an editor wait that sends more without reading answers.
#[test]
fn a_language_server_does_not_collect_requests() {
    const ALL: usize = 20_000;
    let mut server = command(&empty("lsp"), &["lsp"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = server.stdin.take().unwrap();
    let sent = Arc::new(AtomicUsize::new(0));
    let counted = sent.clone();
    let writer = thread::spawn(move || {
        for number in 0..ALL {
            let body = format!("{{\"jsonrpc\":\"2.0\",\"id\":{number},\"method\":\"nothing\"}}");
            write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
            counted.store(number + 1, Ordering::Relaxed);
        }
    });
    let mut before = 0;
    loop {
        thread::sleep(Duration::from_millis(500));
        let now = sent.load(Ordering::Relaxed);
        if now == before && now > 0 {
            break;
        }
        before = now;
    }
    assert!(before < ALL, "it takes all of them");
    let mut answers = String::new();
    server.stdout.take().unwrap().read_to_string(&mut answers).unwrap();
    writer.join().unwrap();
    server.wait().unwrap();
    assert_eq!(answers.matches("Content-Length").count(), ALL);
}
