//! The commands: one table, from which help, completion and dispatch all read.

mod computer;
mod games;
mod moves;
mod questions;
mod tests;

use super::session::{Answer, Reply, Session};
use super::table::{Table, Unopened};
use crate::check::Settings;
use crate::diagnostic::{alternatives, did_you_mean};
use crate::variants;

/// A command of the prompt.
#[derive(Debug)]
pub struct Command {
    /// Its name; an unambiguous beginning is enough.
    pub name: &'static str,
    /// What follows it.
    pub args: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
    /// What else there is to know.
    pub more: &'static str,
    /// Other names of it, each to be written whole.
    pub also: &'static [&'static str],
    /// What can be completed after it.
    pub completes: Completes,
    /// Does it, with what follows the name; see [`Command::run`].
    pub does: fn(&mut Session, &str) -> Answer,
}

impl Command {
    /// Runs it with what follows the name, which has to be nothing if it takes nothing.
    pub fn run(&self, session: &mut Session, rest: &str) -> Answer {
        if self.args.is_empty() && !rest.is_empty() {
            return Err(format!(
                "`{0}` takes nothing after it, and `{rest}` is not done (write `{0}` alone)",
                self.name
            ));
        }
        let names_file = matches!(self.completes, Completes::Files | Completes::Games);
        match if names_file { at_home(rest) } else { None } {
            Some(path) => (self.does)(session, &path),
            None => (self.does)(session, rest),
        }
    }
}

/// What the words after a command are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completes {
    /// Nothing that could be known.
    Nothing,
    /// Games and rule files.
    Games,
    /// Files.
    Files,
    /// Moves.
    Moves,
    /// Moves, or these words.
    MovesOr(&'static [&'static str]),
    /// Words and codes that have a page.
    Pages,
    /// Parameters of the game.
    Parameters,
    /// Commands.
    Commands,
    /// These words.
    These(&'static [&'static str]),
}

/// The last move in pictures, then what is reported of it and the board.
pub(super) fn in_pictures(session: &Session, told: String) -> Reply {
    moves::shown(session, told)
}

/// All commands, in the order of `help`.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "play",
        args: "[GAME [vs LEVEL]]",
        help: "put another game on the table; without a name, list the games",
        more: "GAME is a shipped game, also by the beginning of its name, or the path of a rule file.\n`play GAME vs easy` plays it against the computer, see `help vs`. `undo` brings the old game back.",
        also: &[],
        completes: Completes::Games,
        does: games::play,
    },
    Command {
        name: "list",
        args: "[WORD...]",
        help: "the shipped games, or those with these words in their names, region or rules",
        more: "For example: list ethiopia relay",
        also: &[],
        completes: Completes::Nothing,
        does: games::list,
    },
    Command {
        name: "show",
        args: "[GAME]",
        help: "the page of the game: where it is played, parameters, board and sources",
        more: "`rules` has its rules in English.",
        also: &[],
        completes: Completes::Games,
        does: games::show,
    },
    Command {
        name: "new",
        args: "",
        help: "start the same game again",
        more: "Parameters stay as they are set, and the rules as they were read: `reload new` starts under those of\na file that has changed since. `undo` brings the old game back.",
        also: &[],
        completes: Completes::Nothing,
        does: games::new,
    },
    Command {
        name: "moves",
        args: "[MOVE...]",
        help: "list the legal moves and what they come to; with moves, play them",
        more: "A line of moves alone plays them too: `A e E`.",
        also: &[],
        completes: Completes::Moves,
        does: moves::moves,
    },
    Command {
        name: "undo",
        args: "[N]",
        help: "take back your last step, or your last N",
        more: "Moves, signs, and whatever else changed the game are taken back one by one. Against the computer a\nstep of yours is taken back with all that the computer did after it. 10,000 steps are kept.",
        also: &[],
        completes: Completes::Nothing,
        does: moves::undo,
    },
    Command {
        name: "redo",
        args: "[N]",
        help: "take again what was taken back",
        more: "After another step there is nothing to take again; `lines` keeps what was left.",
        also: &[],
        completes: Completes::Nothing,
        does: moves::redo,
    },
    Command {
        name: "lines",
        args: "[N]",
        help: "the lines that another step after `undo` has left; with N, go to one",
        more: "The last 20 are kept. `undo` brings the old game back.",
        also: &[],
        completes: Completes::Nothing,
        does: moves::lines,
    },
    Command {
        name: "step",
        args: "[MOVE | on | off | PACE]",
        help: "show the last move seed by seed; with a move, play it so",
        more: "`step on` shows the computer's moves so too, `step off` no longer. A PACE is `slow`, `normal`,\n`fast` or a time such as 200ms: how long each picture stays; `+` and `-` change it meanwhile.\nSpace or Enter skips to the end; any other key does too, and begins the next line.",
        also: &[],
        completes: Completes::MovesOr(&["on", "off", "slow", "normal", "fast"]),
        does: moves::step,
    },
    Command {
        name: "trace",
        args: "",
        help: "every event of the last move, with its line of the rules",
        more: "",
        also: &[],
        completes: Completes::Nothing,
        does: questions::trace,
    },
    Command {
        name: "why",
        args: "[[not] PIT]",
        help: "why the last move went as it did, and which lines did not fit",
        more: "With a PIT it is `whynot PIT`.",
        also: &[],
        completes: Completes::Nothing,
        does: questions::why,
    },
    Command {
        name: "whynot",
        args: "PIT",
        help: "which line of the rules forbids a move",
        more: "",
        also: &[],
        completes: Completes::Moves,
        does: questions::whynot,
    },
    Command {
        name: "vs",
        args: "[LEVEL [as SIDE] | nobody]",
        help: "play against the computer: easy, medium, hard, or a time a move such as 5s",
        more: "You play whoever is to move now, or SIDE; with `as both` the computer plays against itself. Ctrl-C or Esc makes the computer play the best move so far;\nother keys are kept for the next line.\nEvery level but a time plays the same on every machine. `undo` takes back your last move and those after it.",
        also: &[],
        completes: Completes::These(&["easy", "medium", "hard", "nobody", "5s"]),
        does: computer::vs,
    },
    Command {
        name: "verbose",
        args: "[on | off]",
        help: "whether the computer reports what it thought after its moves",
        more: "",
        also: &[],
        completes: Completes::These(&["on", "off"]),
        does: computer::verbose,
    },
    Command {
        name: "hint",
        args: "[play]",
        help: "a good move, and why; `hint play` plays it",
        more: "",
        also: &[],
        completes: Completes::These(&["play"]),
        does: computer::hint,
    },
    Command {
        name: "best",
        args: "[TIME]",
        help: "the best move the computer finds, with its score and the line it expects",
        more: "The score is in seeds for the player to move, or in percent of games won where the last move decides.\nWithout a TIME such as 5s it thinks as `vs hard` does;\nany key ends it; a letter then begins the next line.",
        also: &[],
        completes: Completes::Nothing,
        does: computer::best,
    },
    Command {
        name: "analyze",
        args: "[TIME]",
        help: "all moves ranked, with scores and lines, deeper and deeper until a key is pressed",
        more: "The order is that of the scores, in seeds or in percent as `best` shows them.\nA letter that ends it begins the next line. Without a terminal it ends after a million positions, or after TIME.",
        also: &[],
        completes: Completes::Nothing,
        does: computer::analyze,
    },
    Command {
        name: "test",
        args: "[last] \"TITLE\"",
        help: "turn the game so far, or the last move, into a test of the rule file",
        more: "The test is shown and appended to the file; `uur test` runs it.",
        also: &[],
        completes: Completes::These(&["last"]),
        does: tests::test,
    },
    Command {
        name: "transcript",
        args: "NAME",
        help: "put the game so far beside the rule file, as a record that `uur test` tells in full",
        more: "",
        also: &[],
        completes: Completes::Nothing,
        does: tests::transcript,
    },
    Command {
        name: "rules",
        args: "",
        help: "the rules in English",
        more: "",
        also: &[],
        completes: Completes::Nothing,
        does: questions::rules,
    },
    Command {
        name: "explain",
        args: "WORD",
        help: "a page on a word of the language, a code such as E0103, or a game",
        more: "",
        also: &[],
        completes: Completes::Pages,
        does: questions::explain,
    },
    Command {
        name: "board",
        args: "",
        help: "draw the board",
        more: "",
        also: &[],
        completes: Completes::Nothing,
        does: moves::board,
    },
    Command {
        name: "flip",
        args: "",
        help: "turn the board round",
        more: "",
        also: &[],
        completes: Completes::Nothing,
        does: moves::flip,
    },
    Command {
        name: "position",
        args: "[show | set TEXT]",
        help: "the position as one line of text, or start from such a line",
        more: "For example: position set south 0 3 3; north 0 3 3; south to move\nEach row is told from the player's own A on. `undo` brings the old game back.",
        also: &[],
        completes: Completes::These(&["show", "set"]),
        does: moves::position,
    },
    Command {
        name: "record",
        args: "",
        help: "the game so far as text",
        more: "",
        also: &[],
        completes: Completes::Nothing,
        does: games::record,
    },
    Command {
        name: "share",
        args: "",
        help: "the game so far as one line, to be pasted at a prompt or a shell",
        more: "The line holds the game, its parameters, the position if it is not the start, and the moves.",
        also: &[],
        completes: Completes::Nothing,
        does: games::share,
    },
    Command {
        name: "save",
        args: "FILE",
        help: "write the game so far to a file",
        more: "A file that is there is only replaced if it is such a record.",
        also: &[],
        completes: Completes::Files,
        does: games::save,
    },
    Command {
        name: "load",
        args: "FILE",
        help: "read a game that was saved, and go on from its last move",
        more: "",
        also: &[],
        completes: Completes::Files,
        does: games::load,
    },
    Command {
        name: "set",
        args: "[PARAM=VALUE...]",
        help: "set parameters and start the game again; without one, show them",
        more: "`undo` brings the old game back.",
        also: &[],
        completes: Completes::Parameters,
        does: games::set,
    },
    Command {
        name: "edit",
        args: "[FILE]",
        help: "open the rule file in an editor, then reload it",
        more: "The editor is that of $VISUAL or $EDITOR, or else nano or vi.\nA shipped game is first copied to FILE, which must not be there yet.",
        also: &[],
        completes: Completes::Files,
        does: games::edit,
    },
    Command {
        name: "reload",
        args: "[new]",
        help: "read the rule file again and go on with the game where it stands",
        more: "The moves so far are played again under the new rules, and the lines that have changed are shown. If a\nmove is no longer legal, or the file has a fault, the old rules stay. `reload new` starts a new game.",
        also: &[],
        completes: Completes::These(&["new"]),
        does: games::reload,
    },
    Command {
        name: "help",
        args: "[COMMAND]",
        help: "this list, or more on a command",
        more: "",
        also: &[],
        completes: Completes::Commands,
        does: questions::help,
    },
    Command {
        name: "quit",
        args: "",
        help: "leave; so do `exit` and Ctrl-D",
        more: "",
        also: &["exit", "q"],
        completes: Completes::Nothing,
        does: questions::quit,
    },
];

/// Puts a game on the table that is told in one line.
///
/// # Errors
/// If the line is none, or the game cannot be played.
pub fn play_shared(session: &mut Session, line: &str) -> Answer {
    let (table, said) =
        Table::open_saying(line, &Settings::new(), None, session.style.colour).map_err(Unopened::into_text)?;
    Ok(games::put_down(session, table, &said))
}

/// Commands whose answers may be pasted somewhere else, so that their lines stay whole.
pub(super) const DATA: &[&str] = &["position", "record", "share", "test", "transcript"];

/// The command that a word means: its name, another name of it, or an unambiguous beginning of its
/// name. In a game a single letter or digit is a pit and the beginning of no command.
///
/// # Errors
/// If it means none, or several.
pub fn find(word: &str, table: Option<&Table>) -> Result<&'static Command, String> {
    let low = word.to_lowercase();
    let is_called = |command: &&Command| command.name == low || command.also.contains(&low.as_str());
    if let Some(exact) = COMMANDS.iter().find(is_called) {
        return Ok(exact);
    }
    if let Some(error) = no_such_pit(word, table) {
        return Err(error);
    }
    let alike: Vec<&Command> = COMMANDS.iter().filter(|command| command.name.starts_with(&low)).collect();
    match alike[..] {
        [only] => Ok(only),
        [] => Err(unknown(word)),
        _ => {
            let names: Vec<String> = alike.iter().map(|command| format!("`{}`", command.name)).collect();
            Err(format!("`{word}` could be {}", alternatives(&names)))
        }
    }
}

/// A path that begins with `~/`, in the user's home.
fn at_home(path: &str) -> Option<String> {
    let rest = path.strip_prefix("~/")?;
    Some(std::env::home_dir()?.join(rest).to_string_lossy().into_owned())
}

/// What is said of a single letter or digit, if it is no pit of the game on the table.
fn no_such_pit(word: &str, table: Option<&Table>) -> Option<String> {
    let table = table.filter(|_| word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_alphanumeric()))?;
    crate::notation::read_pit(&table.game.program, table.position().to_move, word).err().map(|error| error.to_string())
}

fn unknown(word: &str) -> String {
    let help = if variants::source(&word.to_lowercase()).is_some() {
        format!("`play {word}` puts that game on the table")
    } else {
        match did_you_mean(
            word,
            COMMANDS.iter().flat_map(|command| [command.name].into_iter().chain(command.also.iter().copied())),
        ) {
            Some(name) => format!("did you mean `{name}`?"),
            None => "`help` lists the commands".to_string(),
        }
    };
    format!("`{word}` is neither a move nor a command ({help})")
}
