//! The first words of twenty strangers, in a shell and at the prompt: what they are answered, and that every refusal
//! has a way on.
//!
//! A file of `tests/first_sessions` has the lines of one of them. A line that begins with `$ uur` is typed in a shell,
//! the lines after it are typed at the prompt that it opens. The answers are beside it, long ones only by their
//! beginning.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use insta::{Settings as Snapshot, assert_snapshot};
use uur_cli::repl::commands::{self, COMMANDS};
use uur_cli::repl::interpreter::{NextAction, Repl};
use uur_cli::repl::{commands::ReplCommand, game_session::GameSession};

use crate::{command, rule_files};

/// How many lines of an answer are shown.
const SHOWN: usize = 3;
/// The commands of the program that leave or lose something.
const LOSING: [&str; 4] = ["new", "quit", "resign", "reload new"];

/// A prompt in a folder of its own, and what has been typed there.
struct Prompt<'f> {
    repl: Repl,
    folder: &'f Path,
    typed: Vec<String>,
}

impl<'f> Prompt<'f> {
    fn new(folder: &'f Path) -> Prompt<'f> {
        Prompt { repl: Repl::new(uur::render::Style::default(), 1), folder, typed: vec![] }
    }

    /// Types a line: what is answered, why it is refused, and whether it leaves. The names of files mean those of the
    /// folder.
    fn line(&mut self, line: &str) -> (String, Option<String>, bool) {
        self.typed.push(line.to_string());
        let folder = format!("{}/", self.folder.display());
        let is_name = |word: &str| word.ends_with(".uur") || word.ends_with(".game");
        let to_file = line.starts_with("save ") || line.starts_with("load ");
        let words = line.split(' ').enumerate().map(|(number, word)| match is_name(word) || to_file && number == 1 {
            true => format!("{folder}{word}"),
            false => word.to_string(),
        });
        let reply = self.repl.line(&words.collect::<Vec<_>>().join(" "));
        let mut text = reply.text;
        while let Some(reply) = self.repl.play_computer() {
            text += &reply.text;
        }
        let plain = |text: String| text.replace(&folder, "");
        (plain(text), reply.error.map(plain), matches!(reply.after, NextAction::Quit))
    }

    /// A prompt at which the same has been typed.
    fn again(&self) -> Prompt<'f> {
        let mut again = Prompt::new(self.folder);
        for line in &self.typed {
            again.line(line);
        }
        again
    }
}

/// What comes of a line in a shell: its answer, its complaint and its exit code.
fn shell(line: &str, folder: &Path) -> (String, String, i32) {
    let (line, file) = line.split_once(" > ").map_or((line, None), |(line, file)| (line, Some(file)));
    let quoted = line.split('"').enumerate();
    let words = quoted.flat_map(|(number, part)| match number % 2 {
        0 => part.split_whitespace().collect::<Vec<_>>(),
        _ => vec![part],
    });
    let output = Command::new(env!("CARGO_BIN_EXE_uur"))
        .args(words.skip(1))
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env_remove("CI")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let mut answer = text(output.stdout);
    if let Some(file) = file {
        fs::write(folder.join(file), std::mem::take(&mut answer)).unwrap();
    }
    (answer, text(output.stderr), output.status.code().expect("it was not killed"))
}

/// The texts between backticks, without those that have a place for the user's own words: `save FILE`.
fn quoted(text: &str) -> Vec<&str> {
    let is_placeholder =
        |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'=');
    let texts = text.split('`').skip(1).step_by(2);
    texts.filter(|text| !text.split_whitespace().any(is_placeholder)).collect()
}

/// What a refusal suggests: what it quotes, except the words of the refused line.
fn suggestions<'r>(refusal: &'r str, line: &str) -> Vec<&'r str> {
    let quoted = quoted(refusal);
    let padded = |text: &str| format!(" {} ", text.replace('=', " "));
    // A message of the checker quotes parts of words too.
    let is_of_line = |text: &str| match refusal.contains("error[") {
        true => line.contains(text),
        false => padded(line).contains(&padded(text)),
    };
    let fresh: Vec<&str> = quoted.iter().copied().filter(|text| !is_of_line(text)).collect();
    if !fresh.is_empty() {
        return fresh;
    }
    // A command of the line may be suggested, such as `flip` for `flip it`.
    quoted.into_iter().filter(|text| *text != line.trim() && commands::is_command(text)).collect()
}

/// Whether a command leaves, or loses the game.
fn loses(text: &str) -> bool {
    let called = |command: &ReplCommand| command.name == text || command.aliases.contains(&text);
    LOSING.contains(&text) || COMMANDS.iter().any(|command| command.written_out && called(command))
}

/// The faults of a refusal at the prompt, which has to suggest something. All of it has to be accepted, one after the
/// other, and must lose nothing.
fn faults(prompt: &Prompt, refusal: &str) -> Vec<String> {
    let line = prompt.typed.last().expect("a line was refused");
    let suggestions = suggestions(refusal, line);
    if suggestions.is_empty() {
        return vec![format!("`{line}` is refused without a way on: {refusal}")];
    }
    let mut again = prompt.again();
    let fault = |text: &str| {
        if loses(text) {
            return Some(format!("`{line}` suggests `{text}`, which loses: {refusal}"));
        }
        if text.starts_with("uur ") {
            let (_, complaint, code) = shell(text, prompt.folder);
            return (code != 0).then(|| format!("`{line}` suggests `{text}`: {refusal}: {complaint}"));
        }
        let (_, error, _) = again.line(text);
        // A word of similar spelling need not be of use now.
        let is_like = refusal.contains("did you mean") && commands::find(text, &prompt.repl.session).is_ok();
        error.filter(|_| !is_like).map(|error| format!("`{line}` suggests `{text}`: {refusal}: {error}"))
    };
    suggestions.into_iter().filter_map(fault).collect()
}

/// The faults of a refusal in a shell, which has to suggest something that is accepted there: a line, or a word instead
/// of one that was typed, or the page of help.
fn shell_faults(line: &str, refusal: &str, folder: &Path) -> Vec<String> {
    let accepted = |line: &str| shell(line, folder).2 == 0;
    if refusal.contains("'--help'") {
        let words: Vec<&str> = line.split(' ').collect();
        let help = words[..2].join(" ") + " --help";
        let works = accepted(&help) || accepted("uur --help");
        return if works { vec![] } else { vec![format!("{line} has no help: {refusal}")] };
    }
    let suggestions = suggestions(refusal, line.trim_start_matches("uur"));
    if suggestions.is_empty() {
        return vec![format!("{line} is refused without a way on: {refusal}")];
    }
    let fault = |text: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let replaced = |at: usize| [&words[..at], &[text], &words[at + 1..]].concat().join(" ");
        let is_line = text == "uur" || text.starts_with("uur ");
        let works = if is_line {
            accepted(text) || accepted(&format!("{text} --help"))
        } else {
            (1..words.len()).any(|at| accepted(&replaced(at)))
        };
        (!works).then(|| format!("{line} suggests `{text}`: {refusal}"))
    };
    suggestions.into_iter().filter_map(fault).collect()
}

/// The beginning of an answer.
fn shown(answer: &str) -> String {
    let lines = answer.lines().take(SHOWN).map(|line| format!("{}\n", line.trim_end()));
    lines.collect::<String>() + if answer.lines().count() > SHOWN { "  ...\n" } else { "" }
}

/// Runs a session. Returns its transcript, and the faults of its refusals.
fn transcript(lines: &str, folder: &Path) -> (String, Vec<String>) {
    let (mut text, mut all) = (String::new(), vec![]);
    let mut prompt = Prompt::new(folder);
    for line in lines.lines() {
        let Some(in_shell) = line.strip_prefix("$ ").filter(|line| line.starts_with("uur")) else {
            text += &format!("{}{line}\n", prompt.repl.prompt());
            let (answer, error, leaves) = prompt.line(line);
            text += &shown(&answer);
            if let Some(error) = error {
                text += &format!("error: {}\n", error.trim_end());
                all.extend(faults(&prompt, &error));
            }
            text += if leaves { "(left)\n" } else { "" };
            continue;
        };
        let (answer, complaint, code) = shell(in_shell, folder);
        text += &format!("{line}\n{}{complaint}", shown(&answer));
        if code != 0 {
            text += &format!("(exit code {code})\n");
            all.extend(shell_faults(in_shell, &complaint, folder));
            continue;
        }
        prompt = Prompt::new(folder);
        let words: Vec<&str> = in_shell.split_whitespace().skip(1).filter(|word| !word.starts_with('-')).collect();
        let game = words.join(" ");
        let game = game.strip_prefix("play").unwrap_or(&game).trim();
        // The words of other commands than `play` open no prompt.
        if !game.is_empty() && prompt.line(&format!("play {game}")).1.is_some() {
            prompt = Prompt::new(folder);
        }
    }
    (text, all)
}

/// The first sessions.
fn sessions() -> Vec<PathBuf> {
    let folder = rule_files::folder("tests/first_sessions");
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut sessions: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "txt")).collect();
    sessions.sort();
    sessions
}

#[test]
fn every_first_session_goes_on() {
    assert_eq!(sessions().len(), 20);
    let mut beside = Snapshot::clone_current();
    beside.set_snapshot_path(rule_files::folder("tests/first_sessions"));
    beside.set_prepend_module_to_snapshot(false);
    beside.set_omit_expression(true);
    let mut all = vec![];
    for path in sessions() {
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let folder = command::folder("first_sessions").join(&name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let lines = fs::read_to_string(&path).unwrap();
        assert_eq!(lines.lines().count(), 10, "{name}");
        let (text, faults) = transcript(&lines, &folder);
        all.extend(faults);
        beside.bind(|| assert_snapshot!(&*name, text));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn the_greeting_suggests_what_is_accepted() {
    let folder = command::folder("first_sessions/greeting");
    let greeting = Prompt::new(&folder).repl.greeting();
    let suggested = quoted(&greeting);
    assert_eq!(suggested, ["C", "vs easy", "kalah", "list", "help", "quit"]);
    for text in suggested {
        let (_, error, leaves) = Prompt::new(&folder).line(text);
        assert_eq!((error, leaves), (None, text == "quit"), "{text}");
    }
}

#[test]
fn common_words_are_answered_or_have_a_way_on() {
    let folder = command::folder("first_sessions/common");
    let words = fs::read_to_string(rule_files::folder("tests/first_sessions/words").join("common.txt")).unwrap();
    let mut all = vec![];
    for word in words.split_whitespace() {
        let mut prompt = Prompt::new(&folder);
        let (_, error, leaves) = prompt.line(word);
        assert!(!leaves || matches!(word, "exit" | "bye"), "`{word}` leaves");
        all.extend(error.into_iter().flat_map(|error| faults(&prompt, &error)));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// The words that one slip makes of a word.
fn slips(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let cut = |at: usize, skip: usize, between: &[char]| -> String {
        letters[..at].iter().chain(between).chain(&letters[at + skip..]).collect()
    };
    let all = ('a'..='z').step_by(3);
    let mut words: Vec<String> = vec![];
    for at in 0..=letters.len() {
        words.extend(all.clone().map(|letter| cut(at, 0, &[letter])));
        if at < letters.len() {
            words.push(cut(at, 1, &[]));
            words.extend(all.clone().map(|letter| cut(at, 1, &[letter])));
        }
        if at + 1 < letters.len() {
            words.push(cut(at, 2, &[letters[at + 1], letters[at]]));
        }
    }
    words
}

#[test]
fn no_slip_of_a_command_leaves_or_loses() {
    let session: GameSession = Prompt::new(Path::new("")).repl.session;
    let names =
        || COMMANDS.iter().flat_map(|command| [command.name].into_iter().chain(command.aliases.iter().copied()));
    for slip in names().filter(|name| name.is_ascii() && name.len() > 1).flat_map(slips) {
        if names().any(|name| name == slip) || slip.is_empty() {
            continue;
        }
        match commands::find(&slip, &session) {
            Ok(command) => {
                let is_beginning = command.name.starts_with(&slip) && !command.written_out;
                assert!(is_beginning, "`{slip}` calls `{}`", command.name);
            }
            Err(refusal) => assert!(!quoted(&refusal).into_iter().any(loses), "`{slip}`: {refusal}"),
        }
    }
}
