//! The commands on the pages for newcomers run, and print what the pages show.
//!
//! In a block `console` a line that begins with `$ ` is a command. Its answer follows, in which the lines typed at the
//! prompt stand behind it. Of a block `sh`, and of commands in the text of the README, only success is required.
#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use crate::command::folder;
use crate::manual::blocks_of;

const PAGES: [&str; 3] = ["README.md", "docs/manual/prompt.md", "docs/manual/tests.md"];

/// A folder with the game of the README, and in it one with a game whose tests reach every line.
static WORKPLACE: LazyLock<PathBuf> = LazyLock::new(|| {
    let place = folder("console");
    // Commands of the pages write files, which would stop them the next time.
    fs::remove_dir_all(&place).expect("folders can be removed");
    let readme = fs::read_to_string("README.md").expect("it can be read");
    let game = blocks_of(&readme, "text").find(|text| text.starts_with("language")).expect("it shows a game");
    fs::create_dir_all(place.join("rules")).expect("folders can be made");
    fs::write(place.join("first.uur"), game).expect("files can be written");
    fs::copy("variants/boola.uur", place.join("rules/boola.uur")).expect("files can be copied");
    place
});

/// Returns what a command of the shell prints for some lines of input, and its exit code.
pub fn printed(command: &str, input: &str) -> (String, Option<i32>) {
    let place = &*WORKPLACE;
    let program = Path::new(env!("CARGO_BIN_EXE_uur")).parent().expect("it lies in a folder").display().to_string();
    let mut child = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(place)
        .env("PATH", format!("{program}:{}", std::env::var("PATH").unwrap_or_default()))
        .env("XDG_STATE_HOME", place)
        .env("NO_COLOR", "1")
        .env_remove("CI")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    // A program that has ended reads nothing.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    (String::from_utf8(output.stdout).expect("it is text"), output.status.code())
}

/// The line typed at a prompt, if a line of an answer shows one.
fn typed(line: &str) -> Option<&str> {
    ["South> ", "North> "].iter().find_map(|prompt| line.strip_prefix(prompt))
}

/// A block with the answers that its commands give now.
fn answered(block: &str) -> String {
    let mut anew = String::new();
    for part in format!("\n{block}").split("\n$ ").skip(1) {
        let (command, answer) = part.split_once('\n').unwrap_or((part, ""));
        let input: String = answer.lines().filter_map(typed).map(|line| format!("{line}\n")).collect();
        let (answer, _) = printed(command, &input);
        let _ = writeln!(anew, "$ {command}\n{}", answer.trim_end());
    }
    anew
}

/// `UPDATE_MANUAL=1` writes the answers anew.
#[test]
fn commands_print_what_the_pages_show() {
    let mut sessions = 0;
    for path in PAGES {
        let page = fs::read_to_string(path).expect("it can be read");
        let mut anew = page.clone();
        for block in blocks_of(&page, "console") {
            anew = anew.replace(&block, &answered(&block));
            sessions += 1;
        }
        // Other tests read the pages meanwhile.
        if anew != page && std::env::var_os("UPDATE_MANUAL").is_some() {
            fs::write(path, &anew).expect("the page can be written");
            continue;
        }
        for (number, (line, now)) in page.lines().zip(anew.lines()).enumerate() {
            assert_eq!(line, now, "{path}:{}: UPDATE_MANUAL=1 writes the answers anew", number + 1);
        }
        assert_eq!(page.lines().count(), anew.lines().count(), "{path}");
    }
    assert!(sessions >= 3, "{sessions} sessions were found");
}

/// Commands that build, which were tried by hand.
const BY_HAND: [&str; 2] = ["cargo test", "cargo install"];

#[test]
fn commands_of_the_pages_succeed() {
    let mut commands = vec![];
    for path in PAGES {
        let page = fs::read_to_string(path).expect("it can be read");
        for block in blocks_of(&page, "sh").chain(blocks_of(&page, "yaml")) {
            let lines = block.lines().map(|line| line.trim().strip_prefix("- run: ").unwrap_or(line));
            commands.extend(
                lines.filter(|line| line.starts_with("uur ") || line.starts_with("cargo ")).map(str::to_string),
            );
        }
        if path == "README.md" {
            let spans = page.split('`').skip(1).step_by(2);
            let whole = |span: &&str| span.starts_with("uur ") && !span.contains(['\n', '>']);
            commands.extend(spans.filter(whole).map(str::to_string));
        }
    }
    assert!(commands.len() >= 12, "{commands:?}");
    for command in commands {
        // It ends with Ctrl-C.
        if command.starts_with("uur serve") || BY_HAND.iter().any(|start| command.starts_with(start)) {
            continue;
        }
        let (answer, code) = printed(&command.replace("cargo run --release -- ", "uur "), "");
        assert_eq!(code, Some(0), "{command}\n{answer}");
    }
}
