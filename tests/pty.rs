//! The prompt at a terminal: what is typed and seen there, and what is left of it afterwards.
//!
//! Each test has a terminal of its own. Where none can be had, the tests say so and are skipped.
#![cfg(unix)]

use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{LocalModes, Termios, tcgetattr};

/// How long anything may take on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with the program in it.
struct Terminal {
    pty: Arc<Pty>,
    child: Child,
    shown: Receiver<Vec<u8>>,
    /// All that was shown so far.
    all: String,
    /// Up to where it was looked at.
    seen: usize,
    /// The settings before the program began.
    before: Termios,
}

/// A program that runs for these arguments; `None` if there is no terminal.
fn terminal(name: &str, columns: u16, arguments: &[&str]) -> Option<Terminal> {
    terminal_in(&folder(name), columns, arguments)
}

fn terminal_in(folder: &Path, columns: u16, arguments: &[&str]) -> Option<Terminal> {
    let Ok((pty, slave)) = open() else {
        println!("skipped: no terminal can be had here");
        return None;
    };
    pty.resize(Size::new(24, columns)).expect("a terminal has a size");
    let before = tcgetattr(&pty).expect("a terminal has settings");
    let child = Command::new(env!("CARGO_BIN_EXE_uur"))
        .args(arguments)
        .current_dir(folder)
        .env("XDG_STATE_HOME", folder)
        .env("TERM", "xterm")
        .env("LC_ALL", "C.UTF-8")
        .env_remove("NO_COLOR")
        .spawn(slave)
        .expect("the program runs");
    let pty = Arc::new(pty);
    let (send, shown) = channel();
    let reader = pty.clone();
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        loop {
            match (&*reader).read(&mut bytes) {
                Ok(0) => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => break,
                Ok(number) => {
                    if send.send(bytes[..number].to_vec()).is_err() {
                        break;
                    }
                }
            }
        }
    });
    Some(Terminal { pty, child, shown, all: String::new(), seen: 0, before })
}

/// A fresh folder for the files of one test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pty").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

impl Terminal {
    fn types(&mut self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).expect("keys can be pressed");
    }

    /// Waits until a text is shown, and gives back what was shown up to it.
    #[track_caller]
    fn shows(&mut self, text: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.all[self.seen..].find(text) {
                let from = self.seen;
                self.seen += at + text.len();
                return self.all[from..self.seen].to_string();
            }
            match self.shown.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.all += &String::from_utf8_lossy(&bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("`{text}` is not shown, but: {}", &self.all[self.seen..].escape_debug())
                }
            }
        }
    }

    /// How the program ended.
    #[track_caller]
    fn ended(&mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status;
            }
            assert!(Instant::now() < until, "it does not end");
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[track_caller]
    fn has_settings_as_before(&self) {
        let now = tcgetattr(&*self.pty).expect("a terminal has settings");
        assert_eq!(now.local_modes, self.before.local_modes);
        assert_eq!(now.input_modes, self.before.input_modes);
        assert_eq!(now.output_modes, self.before.output_modes);
        assert_eq!(format!("{:?}", now.special_codes), format!("{:?}", self.before.special_codes));
    }

    fn kill(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, signal).expect("it is there to be killed");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_signal_at_the_prompt_leaves_the_terminal_as_it_was() {
    use std::os::unix::process::ExitStatusExt;
    for signal in [Signal::TERM, Signal::HUP, Signal::QUIT] {
        let Some(mut terminal) = terminal("signal", 80, &["play", "boola"]) else { return };
        terminal.shows("South> ");
        let now = tcgetattr(&*terminal.pty).expect("a terminal has settings");
        assert!(!now.local_modes.contains(LocalModes::ECHO), "the prompt edits lines itself");
        terminal.kill(signal);
        assert_eq!(terminal.ended().signal(), Some(signal.as_raw()));
        terminal.has_settings_as_before();
    }
}

#[test]
fn a_signal_in_the_middle_of_pictures_leaves_the_terminal_as_it_was() {
    use std::os::unix::process::ExitStatusExt;
    for signal in [Signal::TERM, Signal::INT] {
        let Some(mut terminal) = terminal("pictures", 80, &["play", "boola"]) else { return };
        terminal.shows("South> ");
        terminal.types("step slow\rstep K\r");
        terminal.shows("in hand");
        terminal.kill(signal);
        assert_eq!(terminal.ended().signal(), Some(signal.as_raw()));
        terminal.shows("\x1b[?7h");
        terminal.has_settings_as_before();
    }
}

#[test]
fn leaving_leaves_the_terminal_as_it_was() {
    for keys in ["quit\r", "\x04"] {
        let Some(mut terminal) = terminal("leaving", 80, &["play", "boola"]) else { return };
        terminal.shows("South> ");
        terminal.types(keys);
        assert_eq!(terminal.ended().code(), Some(0));
        terminal.has_settings_as_before();
    }
}

#[test]
fn ctrl_c_stops_the_computer_and_what_was_typed_ahead_is_done() {
    let arguments = ["play", "layli-goobalay-berbera", "vs", "500s"];
    let Some(mut terminal) = terminal("ahead", 80, &arguments) else { return };
    terminal.shows("South> ");
    terminal.types("A\r");
    terminal.shows("thinks");
    terminal.types("\x03position\rbo");
    terminal.shows("South> position");
    terminal.shows("south to move");
    terminal.shows("South> ");
    terminal.types("ard\r");
    terminal.shows("store");
    terminal.types("\x04");
    assert_eq!(terminal.ended().code(), Some(0));
}

#[test]
fn keys_pressed_while_pictures_are_shown_are_not_lost() {
    let Some(mut terminal) = terminal("skipped", 80, &["play", "boola"]) else { return };
    terminal.shows("South> ");
    terminal.types("step K\r");
    terminal.shows("in hand");
    terminal.types("position\r");
    terminal.shows("north to move");
}

#[test]
fn long_work_shows_how_far_it_is_before_anything_is_done() {
    for (arguments, shown, told) in [
        (
            &["tournament", "kalah", "hard", "500s", "--threads", "1"][..],
            "0 of 100 games, 1 s so far",
            "stopped before",
        ),
        (&["solve", "kalah"], "s, nothing is proved", "not solved within the limits"),
        (&["simulate", "kalah", "--games", "1000000000"], " left", "stopped after"),
        (&["diff", "kalah", "oware", "--games", "1000000000"], "of 1000000000 random games, ", "stopped before all"),
        (&["test", "kalah", "--games", "1000000000"], "0 of 1 file, 1s: kalah", "stopped after 0 of 1 file"),
    ] {
        let Some(mut terminal) = terminal("progress", 120, arguments) else { return };
        terminal.shows(shown);
        terminal.types("\x03");
        terminal.shows(told);
        assert_eq!(terminal.ended().code(), Some(4), "{arguments:?}");
    }
}
