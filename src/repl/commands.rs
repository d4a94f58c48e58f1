//! The commands: one table, from which help, completion and dispatch all read.

mod computer;
mod games;
mod moves;
mod questions;
mod tests;

use super::game_session::{GameSession, SessionOpenError};
use super::interpreter::{Repl, ReplResult, Reply};
use uur::check::Settings;
use uur::diagnostic::{alternatives, did_you_mean};
use uur::variants;

/// A command of the prompt.
#[derive(Debug)]
pub struct ReplCommand {
    /// Its name; an unambiguous beginning is enough.
    pub name: &'static str,
    /// What follows it.
    pub args: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
    /// What else there is to know.
    pub details: &'static str,
    /// Other names of it, each to be written whole.
    pub aliases: &'static [&'static str],
    /// What can be completed after it.
    pub completion: CompletionKind,
    /// Does it, with what follows the name; see [`ReplCommand::run`].
    pub handler: fn(&mut Repl, &str) -> ReplResult,
}

impl ReplCommand {
    /// Runs it with what follows the name, which has to be nothing if it takes nothing.
    pub fn run(&self, repl: &mut Repl, rest: &str) -> ReplResult {
        if self.args.is_empty() && !rest.is_empty() {
            return Err(format!(
                "`{0}` takes nothing after it, and `{rest}` is not done (write `{0}` alone)",
                self.name
            ));
        }
        let names_file = matches!(self.completion, CompletionKind::Files | CompletionKind::Games);
        match if names_file { expand_home(rest) } else { None } {
            Some(path) => (self.handler)(repl, &path),
            None => (self.handler)(repl, rest),
        }
    }
}

/// What the words after a command are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompletionKind {
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
pub(super) fn animated_reply(repl: &Repl, report: String) -> Reply {
    moves::animated_reply(repl, report)
}

/// All commands, in the order of `help`.
pub const COMMANDS: &[ReplCommand] = &[
    ReplCommand {
        name: "play",
        args: "[GAME [vs LEVEL]]",
        help: "put another game on the table; without a name, list the games",
        details: "GAME is a shipped game, also by the beginning of its name, or the path of a rule file.\n`play GAME vs easy` plays it against the computer, see `help vs`. `undo` brings the old game back.",
        aliases: &[],
        completion: CompletionKind::Games,
        handler: games::play,
    },
    ReplCommand {
        name: "list",
        args: "[WORD...]",
        help: "the shipped games, or those with these words in their names, region or rules",
        details: "For example: list ethiopia relay",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: games::list,
    },
    ReplCommand {
        name: "show",
        args: "[GAME]",
        help: "the page of the game: where it is played, parameters, board and sources",
        details: "`rules` has its rules in English.",
        aliases: &[],
        completion: CompletionKind::Games,
        handler: games::show,
    },
    ReplCommand {
        name: "new",
        args: "",
        help: "start the same game again",
        details: "Parameters stay as they are set, and the rules as they were read: `reload new` starts under those of\na file that has changed since. `undo` brings the old game back.",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: games::new,
    },
    ReplCommand {
        name: "moves",
        args: "[MOVE...]",
        help: "list the legal moves and what they come to; with moves, play them",
        details: "A line of moves alone plays them too: `A e E`.",
        aliases: &[],
        completion: CompletionKind::Moves,
        handler: moves::moves,
    },
    ReplCommand {
        name: "undo",
        args: "[N]",
        help: "take back your last step, or your last N",
        details: "Moves, signs, and whatever else changed the game are taken back one by one. Against the computer a\nstep of yours is taken back with all that the computer did after it. 10,000 steps are kept.",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: moves::undo,
    },
    ReplCommand {
        name: "redo",
        args: "[N]",
        help: "take again what was taken back",
        details: "After another step there is nothing to take again; `lines` keeps what was left.",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: moves::redo,
    },
    ReplCommand {
        name: "lines",
        args: "[N]",
        help: "the lines that another step after `undo` has left; with N, go to one",
        details: "The last 20 are kept. `undo` brings the old game back.",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: moves::lines,
    },
    ReplCommand {
        name: "step",
        args: "[MOVE | on | off | PACE]",
        help: "show the last move seed by seed; with a move, play it so",
        details: "`step on` shows the computer's moves so too, `step off` no longer. A PACE is `slow`, `normal`,\n`fast` or a time such as 200ms: how long each picture stays; `+` and `-` change it meanwhile.\nSpace or Enter skips to the end; any other key does too, and begins the next line.",
        aliases: &[],
        completion: CompletionKind::MovesOr(&["on", "off", "slow", "normal", "fast"]),
        handler: moves::step,
    },
    ReplCommand {
        name: "trace",
        args: "",
        help: "every event of the last move, with its line of the rules",
        details: "",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: questions::trace,
    },
    ReplCommand {
        name: "why",
        args: "[[not] PIT]",
        help: "why the last move went as it did, and which lines did not fit",
        details: "With a PIT it is `whynot PIT`.",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: questions::why,
    },
    ReplCommand {
        name: "whynot",
        args: "PIT",
        help: "which line of the rules forbids a move",
        details: "",
        aliases: &[],
        completion: CompletionKind::Moves,
        handler: questions::whynot,
    },
    ReplCommand {
        name: "vs",
        args: "[LEVEL [as SIDE] | nobody]",
        help: "play against the computer: easy, medium, hard, or a time a move such as 5s",
        details: "You play whoever is to move now, or SIDE; with `as both` the computer plays against itself. Ctrl-C or Esc makes the computer play the best move so far;\nother keys are kept for the next line.\nEvery level but a time plays the same on every machine. `undo` takes back your last move and those after it.",
        aliases: &[],
        completion: CompletionKind::These(&["easy", "medium", "hard", "nobody", "5s"]),
        handler: computer::vs,
    },
    ReplCommand {
        name: "verbose",
        args: "[on | off]",
        help: "whether the computer reports what it thought after its moves",
        details: "",
        aliases: &[],
        completion: CompletionKind::These(&["on", "off"]),
        handler: computer::verbose,
    },
    ReplCommand {
        name: "hint",
        args: "[play]",
        help: "a good move, and why; `hint play` plays it",
        details: "",
        aliases: &[],
        completion: CompletionKind::These(&["play"]),
        handler: computer::hint,
    },
    ReplCommand {
        name: "best",
        args: "[TIME]",
        help: "the best move the computer finds, with its score and the line it expects",
        details: "The score is in seeds for the player to move, or in percent of games won where the last move decides.\nWithout a TIME such as 5s it thinks as `vs hard` does;\nany key ends it; a letter then begins the next line.",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: computer::best,
    },
    ReplCommand {
        name: "analyze",
        args: "[TIME]",
        help: "all moves ranked, with scores and lines, deeper and deeper until a key is pressed",
        details: "The order is that of the scores, in seeds or in percent as `best` shows them.\nA letter that ends it begins the next line. Without a terminal it ends after a million positions, or after TIME.",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: computer::analyze,
    },
    ReplCommand {
        name: "test",
        args: "[last] \"TITLE\"",
        help: "turn the game so far, or the last move, into a test of the rule file",
        details: "The test is shown and appended to the file; `uur test` runs it.",
        aliases: &[],
        completion: CompletionKind::These(&["last"]),
        handler: tests::test,
    },
    ReplCommand {
        name: "transcript",
        args: "NAME",
        help: "put the game so far beside the rule file, as a record that `uur test` tells in full",
        details: "",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: tests::transcript,
    },
    ReplCommand {
        name: "rules",
        args: "",
        help: "the rules in English",
        details: "",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: questions::rules,
    },
    ReplCommand {
        name: "explain",
        args: "WORD",
        help: "a page on a word of the language, a code such as E0103, or a game",
        details: "",
        aliases: &[],
        completion: CompletionKind::Pages,
        handler: questions::explain,
    },
    ReplCommand {
        name: "board",
        args: "",
        help: "draw the board",
        details: "",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: moves::board,
    },
    ReplCommand {
        name: "flip",
        args: "",
        help: "turn the board round",
        details: "",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: moves::flip,
    },
    ReplCommand {
        name: "position",
        args: "[show | set TEXT]",
        help: "the position as one line of text, or start from such a line",
        details: "For example: position set south 0 3 3; north 0 3 3; south to move\nEach row is told from the player's own A on. `undo` brings the old game back.",
        aliases: &[],
        completion: CompletionKind::These(&["show", "set"]),
        handler: moves::position,
    },
    ReplCommand {
        name: "record",
        args: "",
        help: "the game so far as text",
        details: "",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: games::record,
    },
    ReplCommand {
        name: "share",
        args: "",
        help: "the game so far as one line, to be pasted at a prompt or a shell",
        details: "The line holds the game, its parameters, the position if it is not the start, and the moves.",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: games::share,
    },
    ReplCommand {
        name: "save",
        args: "FILE",
        help: "write the game so far to a file",
        details: "A file that is there is only replaced if it is such a record.",
        aliases: &[],
        completion: CompletionKind::Files,
        handler: games::save,
    },
    ReplCommand {
        name: "load",
        args: "FILE",
        help: "read a game that was saved, and go on from its last move",
        details: "",
        aliases: &[],
        completion: CompletionKind::Files,
        handler: games::load,
    },
    ReplCommand {
        name: "set",
        args: "[PARAM=VALUE...]",
        help: "set parameters and start the game again; without one, show them",
        details: "`undo` brings the old game back.",
        aliases: &[],
        completion: CompletionKind::Parameters,
        handler: games::set,
    },
    ReplCommand {
        name: "edit",
        args: "[FILE]",
        help: "open the rule file in an editor, then reload it",
        details: "The editor is that of $VISUAL or $EDITOR, or else nano or vi.\nA shipped game is first copied to FILE, which must not be there yet.",
        aliases: &[],
        completion: CompletionKind::Files,
        handler: games::edit,
    },
    ReplCommand {
        name: "reload",
        args: "[new]",
        help: "read the rule file again and go on with the game where it stands",
        details: "The moves so far are played again under the new rules, and the lines that have changed are shown. If a\nmove is no longer legal, or the file has a fault, the old rules stay. `reload new` starts a new game.",
        aliases: &[],
        completion: CompletionKind::These(&["new"]),
        handler: games::reload,
    },
    ReplCommand {
        name: "help",
        args: "[COMMAND]",
        help: "this list, or more on a command",
        details: "",
        aliases: &[],
        completion: CompletionKind::Commands,
        handler: questions::help,
    },
    ReplCommand {
        name: "quit",
        args: "",
        help: "leave; so do `exit` and Ctrl-D",
        details: "",
        aliases: &["exit", "q"],
        completion: CompletionKind::Nothing,
        handler: questions::quit,
    },
];

/// Puts a game on the table that is told in one line.
///
/// # Errors
/// If the line is none, or the game cannot be played.
pub fn play_shared(repl: &mut Repl, line: &str) -> ReplResult {
    let (session, said) = GameSession::open_with_note(line, &Settings::new(), None, repl.style.colour)
        .map_err(SessionOpenError::into_text)?;
    Ok(games::replace_session(repl, session, &said))
}

/// Commands whose answers may be pasted somewhere else, so that their lines stay whole.
pub(super) const UNWRAPPED_COMMANDS: &[&str] = &["position", "record", "share", "test", "transcript"];

/// The command that a word means: its name, another name of it, or an unambiguous beginning of its
/// name. In a game a single letter or digit is a pit and the beginning of no command.
///
/// # Errors
/// If it means none, or several.
pub fn find(word: &str, session: Option<&GameSession>) -> Result<&'static ReplCommand, String> {
    let low = word.to_lowercase();
    let is_called = |command: &&ReplCommand| command.name == low || command.aliases.contains(&low.as_str());
    if let Some(exact) = COMMANDS.iter().find(is_called) {
        return Ok(exact);
    }
    if let Some(error) = pit_error(word, session) {
        return Err(error);
    }
    let matching: Vec<&ReplCommand> = COMMANDS.iter().filter(|command| command.name.starts_with(&low)).collect();
    match matching[..] {
        [only] => Ok(only),
        [] => Err(unknown_command(word)),
        _ => {
            let names: Vec<String> = matching.iter().map(|command| format!("`{}`", command.name)).collect();
            Err(format!("`{word}` could be {}", alternatives(&names)))
        }
    }
}

/// A path that begins with `~/`, in the user's home.
fn expand_home(path: &str) -> Option<String> {
    let rest = path.strip_prefix("~/")?;
    Some(std::env::home_dir()?.join(rest).to_string_lossy().into_owned())
}

/// What is said of a single letter or digit, if it is no pit of the game on the table.
fn pit_error(word: &str, session: Option<&GameSession>) -> Option<String> {
    let session = session.filter(|_| word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_alphanumeric()))?;
    uur::notation::read_pit(&session.game.program, session.position().to_move, word)
        .err()
        .map(|error| error.to_string())
}

fn unknown_command(word: &str) -> String {
    let help = if variants::source(&word.to_lowercase()).is_some() {
        format!("`play {word}` puts that game on the table")
    } else {
        match did_you_mean(
            word,
            COMMANDS.iter().flat_map(|command| [command.name].into_iter().chain(command.aliases.iter().copied())),
        ) {
            Some(name) => format!("did you mean `{name}`?"),
            None => "`help` lists the commands".to_string(),
        }
    };
    format!("`{word}` is neither a move nor a command ({help})")
}
