//! The prompt at a terminal: what is typed and seen there, and what is left of it afterwards.
//!
//! Each test has a terminal of its own. Where none can be had, the tests say so and are skipped.
#![cfg(unix)]

use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
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
    let folder = folder_of(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

fn folder_of(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pty").join(name)
}

impl Terminal {
    fn types(&mut self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).expect("keys can be pressed");
    }

    /// Waits until a text is shown, and gives back what was shown up to it.
    #[track_caller]
    fn shows(&mut self, text: &str) -> String {
        self.shows_one_of(&[text])
    }

    /// The same for the first of several texts.
    #[track_caller]
    fn shows_one_of(&mut self, texts: &[&str]) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let rest = &self.all[self.seen..];
            if let Some(end) = texts.iter().filter_map(|text| Some(rest.find(text)? + text.len())).min() {
                let from = self.seen;
                self.seen += end;
                return self.all[from..self.seen].to_string();
            }
            match self.shown.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.all += &String::from_utf8_lossy(&bytes),
                Err(_) => panic!("none of {texts:?} is shown, but: {}", self.all[self.seen..].escape_debug()),
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

/// A history that is a device or a pipe is left alone.
#[test]
fn a_history_that_is_not_a_file_is_ignored() {
    type Make = fn(&Path);
    let kinds: [(&str, Make); 3] = [
        ("a-device", |path| std::os::unix::fs::symlink("/dev/zero", path).expect("links can be made")),
        ("a-pipe", |path| {
            assert!(std::process::Command::new("mkfifo").arg(path).status().is_ok_and(|made| made.success()))
        }),
        ("a-folder", |path| std::fs::create_dir(path).expect("folders can be made")),
    ];
    for (kind, make) in kinds {
        let folder = folder(kind);
        std::fs::create_dir(folder.join("uur")).expect("a folder can be made");
        make(&folder.join("uur/history"));
        let Some(mut terminal) = terminal_in(&folder, 80, &["play", "boola"]) else { return };
        terminal.shows("South> ");
        terminal.types("quit\r");
        assert_eq!(terminal.ended().code(), Some(0), "{kind}");
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
fn the_computer_answers_a_line_of_moves_with_an_error() {
    let Some(mut terminal) = terminal("answered", 80, &["play", "oware", "vs", "easy"]) else { return };
    terminal.shows("South> ");
    terminal.types("A B\r");
    terminal.shows("word 2 of 2");
    terminal.shows("South> ");
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
            &["tournament", "kalah", "master", "500s", "--threads", "1"][..],
            "0 of 100 games, 1 s so far",
            "stopped before",
        ),
        (&["solve", "kalah"], "s, nothing is proved", "not solved within the limits"),
        (&["simulate", "kalah", "--games", "1000000000"], " left", "stopped after"),
        (
            &["diff", "kalah", "oware", "--games", "1000000000"],
            "of 1000000000 random games, ",
            "stopped before the comparison",
        ),
        (&["test", "kalah", "--games", "1000000000"], "0 of 1 file, 1s: kalah", "stopped after 0 of 1 file"),
    ] {
        let Some(mut terminal) = terminal("progress", 120, arguments) else { return };
        terminal.shows(shown);
        terminal.types("\x03");
        terminal.shows(told);
        assert_eq!(terminal.ended().code(), Some(4), "{arguments:?}");
    }
}

/// The lines that were shown, without what is drawn over them and without styles.
fn plain(shown: &str) -> Vec<String> {
    let bare = anstream::adapter::strip_str(shown).to_string();
    bare.lines().map(|line| line.rsplit('\r').next().unwrap_or(line).to_string()).collect()
}

#[test]
fn texts_fit_the_terminal_and_long_ones_wait_for_a_key() {
    let Some(mut terminal) = terminal("width", 60, &["play", "layli-goobalay-berbera", "--set", "pits=18"]) else {
        return;
    };
    let mut shown = terminal.shows("South> ") + "\n";
    for line in ["moves", "A", "why", "explain relay", "set pits=99"] {
        terminal.types(&format!("{line}\r"));
        // Past the echo of the line, which is drawn at each of its keys.
        terminal.shows("\n");
        loop {
            let until = terminal.shows_one_of(&["South> ", "North> ", "q ends --"]);
            shown += &format!("{until}\n");
            if !until.ends_with("--") {
                break;
            }
            terminal.types(" ");
        }
    }
    for line in plain(&shown) {
        assert!(line.chars().count() <= 60 || line.contains(" | "), "`{line}` is too wide");
    }
    assert!(shown.contains("more: space page"), "{shown}");
    terminal.types("help all\r");
    terminal.shows("q ends --");
    terminal.types("position\r");
    let left = terminal.shows("to move");
    assert!(!left.contains("Ctrl-D"), "a key that begins a line leaves out the rest: {left}");
}

#[test]
fn a_failed_line_can_be_recalled_but_is_not_saved() {
    let folder = folder("recalled");
    let Some(mut terminal) = terminal_in(&folder, 80, &["play", "boola"]) else { return };
    terminal.shows("South> ");
    terminal.types("position\r");
    terminal.shows("to move");
    terminal.types("bord\r");
    terminal.shows("did you mean");
    terminal.shows("South> ");
    terminal.types("\x1b[A");
    terminal.shows("bord");
    terminal.types("\x15quit\r");
    assert_eq!(terminal.ended().code(), Some(0));
    let kept = std::fs::read_to_string(folder.join("uur/history")).expect("lines are kept");
    assert_eq!(kept.lines().collect::<Vec<_>>(), ["#V2", "position", "quit"]);
}

#[test]
fn only_a_file_is_a_history() {
    let folder = folder("history");
    std::fs::create_dir_all(folder.join("uur")).expect("a folder can be made");
    std::os::unix::fs::symlink("/dev/zero", folder.join("uur/history")).expect("a link can be made");
    let Some(mut terminal) = terminal_in(&folder, 80, &["play", "boola"]) else { return };
    terminal.shows("South> ");
    terminal.types("position\r");
    terminal.shows("to move");
    terminal.types("\x04");
    assert_eq!(terminal.ended().code(), Some(0));
}

#[test]
fn the_pits_that_a_move_changed_are_marked() {
    let Some(mut terminal) = terminal("marked", 80, &["play", "kalah", "--plain"]) else { return };
    terminal.shows("South> ");
    terminal.types("C\r");
    terminal.shows("A   B  *C  *D  *E  *F");
}

#[test]
fn a_changed_rule_file_is_offered_before_the_next_line() {
    let folder = folder("changed");
    let file = folder.join("mine.uur");
    let rules = uur::variants::source("boola").expect("it is shipped").text;
    std::fs::write(&file, &rules).expect("a file can be written");
    let path = file.to_string_lossy();
    let Some(mut terminal) = terminal_in(&folder, 200, &["play", &path]) else { return };
    terminal.shows("South> ");
    std::fs::write(&file, rules.replace("opponent wins", "player wins")).expect("a file can be written");
    terminal.types("K-1\r");
    terminal.shows("mine.uur has changed: `reload` continues under its new rules");
    terminal.shows("North> ");
    terminal.types("reload\r");
    terminal.shows("1 step played under the new rules");
    terminal.shows("North> ");
}

#[test]
fn a_watched_rule_file_is_taken_over_while_the_prompt_waits() {
    let folder = folder("watched");
    let file = folder.join("mine.uur");
    let rules = uur::variants::source("boola").expect("it is shipped").text;
    let write = |text: &str| std::fs::write(&file, text).expect("a file can be written");
    write(&rules);
    let Some(mut terminal) = terminal_in(&folder, 200, &["play", "mine.uur", "--watch"]) else { return };
    terminal.shows("South> ");
    terminal.types("K-1\r");
    terminal.shows("North> ");
    // Nothing is typed.
    write(&rules.replace("opponent wins", "player wins"));
    terminal.shows("mine.uur has changed: read again, 1 step played under the new rules");
    terminal.shows("no move -> player wins");
    terminal.shows("North> ");
    write("faulty");
    terminal.shows("mine.uur has changed; the old rules stay");
    terminal.shows("North> ");
    // A line that is half typed is offered again before it is run.
    terminal.types("boar");
    terminal.shows("boar");
    write(&rules);
    terminal.types("\r");
    terminal.shows("mine.uur has changed: read again, 1 step played under the new rules");
    let shown = terminal.shows("boar");
    assert_eq!(plain(&shown).last().map(String::as_str), Some("North> boar"), "{shown:?}");
    terminal.types("d\r");
    terminal.shows("South");
    // The first key may be one that edits.
    terminal.shows("North> ");
    terminal.types("\x1b[A");
    terminal.shows("board");
    terminal.types("\x15quit\r");
    assert_eq!(terminal.ended().code(), Some(0));
    terminal.has_settings_as_before();
}

#[test]
fn the_offer_to_go_on_stays_in_one_line() {
    let Some(mut terminal) = terminal("offer", 40, &["play", "boola"]) else { return };
    terminal.shows("South> ");
    terminal.types("help all\r");
    let shown = terminal.shows("space, Enter or q --");
    assert!(plain(&shown).iter().all(|line| line.chars().count() <= 40), "{shown}");
    terminal.types("q");
    terminal.shows("South> ");
}

#[test]
fn answers_of_commands_fit_the_terminal() {
    for (arguments, last) in [
        (&["show", "kalah", "--set", "pits=12"][..], "language 1"),
        (&["diff", "kalah", "layli-goobalay"], "parameters"),
        (&["replay", "kalah", "--set", "pits=12"], "to move"),
        (&["test", "kalah", "--coverage", "--games", "1"], "0 failed"),
        (&["replay", "boola", "--moves", "K-1 b"], "North may play"),
    ] {
        let Some(mut terminal) = terminal("answers", 60, arguments) else { return };
        for line in plain(&terminal.shows(last)) {
            assert!(line.chars().count() <= 60, "{arguments:?}: `{line}` is too wide");
        }
    }
}

#[test]
fn a_watched_rule_file_with_errors_is_waited_for() {
    let folder = folder("waited");
    let file = folder.join("mine.uur");
    std::fs::write(&file, "faulty").expect("a file can be written");
    let Some(mut terminal) = terminal_in(&folder, 200, &["play", "mine.uur", "--watch"]) else { return };
    terminal.shows("waiting for mine.uur to be mended");
    let rules = uur::variants::source("boola").expect("it is shipped").text;
    std::fs::write(&file, rules).expect("a file can be written");
    terminal.shows("South> ");
    // The test that the prompt writes changes no rule.
    terminal.types("K-1\r");
    terminal.shows("North> ");
    terminal.types("test \"the opening\"\r");
    let shown = terminal.shows("North> ");
    assert!(!shown.contains("has changed: `reload`"), "{shown}");
}

#[test]
fn the_next_prompt_offers_the_last_game() {
    let folder = folder("offered");
    let Some(mut terminal) = terminal_in(&folder, 100, &["boola"]) else { return };
    terminal.shows("South> ");
    terminal.types("K-1\r");
    terminal.shows("North> ");
    terminal.types("quit\r");
    terminal.ended();
    let Some(mut terminal) = terminal_in(&folder, 100, &[]) else { return };
    terminal.shows("`resume` continues your last game: boola, 1 step.");
    terminal.types("resume\r");
    terminal.shows("North> ");
}

/// The answers are explained, and the questions fit the terminal.
#[test]
fn a_new_game_is_asked_for() {
    let Some(mut terminal) = terminal("new", 60, &["new"]) else { return };
    let mut shown = String::new();
    for answer in ["Mine", "oware", "4 9", "2 5 3", "back", "", "relay", "comp", "somehow", "blocked"] {
        shown += &terminal.shows("back or quit: ");
        terminal.types(&format!("{answer}\r"));
    }
    shown += &terminal.shows("tells its rules to players");
    assert_eq!(terminal.ended().code(), Some(0));
    for line in [
        "  oware: making 2 or 3 in an opponent's pit captures them\r\n",
        "> South   4   4   4   4   4   4   store 0\r\n",
        "`4 9` is not a board",
        "write three numbers, such as `2 6 4`",
        "[2 5 3], back",
        "  one    It ends there, as in Oware\r\n",
        "`somehow` is not one of the answers",
        "write `seeds` or `blocked`",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    // A colour has no width.
    let plain = shown.split("\r\n").filter(|line| !line.contains('\x1b'));
    let widest = plain.map(|line| line.chars().count()).max();
    assert!(widest <= Some(60), "{shown}");
    let rules = std::fs::read_to_string(folder_of("new").join("mine.uur")).expect("it is written");
    for line in ["game \"Mine\"", "pits 5", "-> relay", "holds 2 or 3", "-> opponent wins"] {
        assert!(rules.contains(line), "{line}: {rules}");
    }
}

#[test]
fn who_leaves_the_questions_of_a_new_game_leaves_no_file() {
    for keys in ["quit\r", "\r\x04"] {
        let Some(mut terminal) = terminal("left", 80, &["new", "Mine"]) else { return };
        terminal.shows("back or quit: ");
        terminal.types(keys);
        terminal.shows("no file was written");
        assert_eq!(terminal.ended().code(), Some(0), "{keys:?}");
        assert_eq!(std::fs::read_dir(folder_of("left")).map(Iterator::count).ok(), Some(0), "{keys:?}");
    }
}
