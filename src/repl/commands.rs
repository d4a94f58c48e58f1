//! The table of commands, used by help, completion and dispatch.

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
    /// The name. An unambiguous prefix is enough to call it.
    pub name: &'static str,
    /// The arguments, as help shows them.
    pub args: &'static str,
    /// A short description.
    pub help: &'static str,
    /// More help.
    pub details: &'static str,
    /// Other names, which cannot be abbreviated.
    pub aliases: &'static [&'static str],
    /// How its arguments are completed.
    pub completion: CompletionKind,
    /// The function, which takes the text after the name; see [`ReplCommand::run`].
    pub handler: fn(&mut Repl, &str) -> ReplResult,
}

impl ReplCommand {
    /// Runs the command with the text after its name. A command without arguments rejects any text.
    pub fn run(&self, repl: &mut Repl, rest: &str) -> ReplResult {
        if self.args.is_empty() && !rest.is_empty() {
            return Err(format!("`{0}` takes no arguments, so `{rest}` was not run (write `{0}` alone)", self.name));
        }
        let names_file = matches!(self.completion, CompletionKind::Files | CompletionKind::Games);
        match if names_file { expand_home(rest) } else { None } {
            Some(path) => (self.handler)(repl, &path),
            None => (self.handler)(repl, rest),
        }
    }
}

/// How the words after a command are completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompletionKind {
    /// Not at all.
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

/// The reply that animates the last move, then prints the report and the board.
pub(super) fn animated_reply(repl: &Repl, report: String) -> Reply {
    moves::animated_reply(repl, report)
}

/// All commands, in the order of `help`.
pub const COMMANDS: &[ReplCommand] = &[
    ReplCommand {
        name: "play",
        args: "[GAME [vs LEVEL]]",
        help: "start another game; without a name, list the games",
        details: "GAME is a shipped game, a unique beginning of its name, or the path of a rule file.\n`play GAME vs easy` plays it against the computer, see `help vs`. `undo` brings the old game back.",
        aliases: &[],
        completion: CompletionKind::Games,
        handler: games::play,
    },
    ReplCommand {
        name: "list",
        args: "[WORD...]",
        help: "list the shipped games, or those with these words in their names, region or rules",
        details: "For example: list ethiopia relay",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: games::list,
    },
    ReplCommand {
        name: "show",
        args: "[GAME]",
        help: "show the page of the game: region, parameters, board and sources",
        details: "`rules` shows its rules in English.",
        aliases: &[],
        completion: CompletionKind::Games,
        handler: games::show,
    },
    ReplCommand {
        name: "new",
        args: "",
        help: "start the same game again",
        details: "Parameters and rules stay as they are; `reload new` reads a changed rule file first. `undo` brings the old game back.",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: games::new,
    },
    ReplCommand {
        name: "moves",
        args: "[MOVE...]",
        help: "list the legal moves and their results; with moves, play them",
        details: "A line of moves without `moves` plays them too: `A e E`.",
        aliases: &[],
        completion: CompletionKind::Moves,
        handler: moves::moves,
    },
    ReplCommand {
        name: "undo",
        args: "[N]",
        help: "take back your last step, or your last N",
        details: "Moves, signs, and other changes of the game are taken back one by one. Against the computer your\nstep is taken back together with the computer's reply. Up to 10,000 steps are stored.",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: moves::undo,
    },
    ReplCommand {
        name: "redo",
        args: "[N]",
        help: "redo steps that were taken back",
        details: "After another step there is nothing to redo; `lines` lists the abandoned line.",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: moves::redo,
    },
    ReplCommand {
        name: "lines",
        args: "[N]",
        help: "list the lines abandoned for another step after `undo`; with N, return to one",
        details: "The last 20 are stored. `undo` brings the old game back.",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: moves::lines,
    },
    ReplCommand {
        name: "step",
        args: "[MOVE | on | off | PACE]",
        help: "show the last move seed by seed; with a move, play it that way",
        details: "`step on` also shows the computer's moves seed by seed, `step off` does not. PACE is `slow`, `normal`,\n`fast` or the time for each picture, such as 200ms; `+` and `-` change it during the move.\nSpace or Enter skips to the end; any other key does too and begins the next line.",
        aliases: &[],
        completion: CompletionKind::MovesOr(&["on", "off", "slow", "normal", "fast"]),
        handler: moves::step,
    },
    ReplCommand {
        name: "trace",
        args: "",
        help: "show every event of the last move, with its rule line",
        details: "",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: questions::trace,
    },
    ReplCommand {
        name: "why",
        args: "[[not] PIT]",
        help: "show why the last move went as it did, and which rule lines did not apply",
        details: "`why PIT` is the same as `whynot PIT`.",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: questions::why,
    },
    ReplCommand {
        name: "whynot",
        args: "PIT",
        help: "show which rule line forbids a move",
        details: "",
        aliases: &[],
        completion: CompletionKind::Moves,
        handler: questions::whynot,
    },
    ReplCommand {
        name: "vs",
        args: "[LEVEL [as SIDE] | nobody]",
        help: "play against the computer: easy, medium, hard, or a time per move such as 5s",
        details: "You play the side to move, or SIDE; with `as both` the computer plays against itself. Ctrl-C or Esc makes the computer play the best move so far;\nother keys are stored for the next line.\nEvery level except a time plays the same on every machine. `undo` takes back your last move and those after it.",
        aliases: &[],
        completion: CompletionKind::These(&["easy", "medium", "hard", "nobody", "5s"]),
        handler: computer::vs,
    },
    ReplCommand {
        name: "verbose",
        args: "[on | off]",
        help: "switch reports of the computer's analysis after its moves on or off",
        details: "",
        aliases: &[],
        completion: CompletionKind::These(&["on", "off"]),
        handler: computer::verbose,
    },
    ReplCommand {
        name: "hint",
        args: "[play]",
        help: "show a good move and the reason; `hint play` plays it",
        details: "",
        aliases: &[],
        completion: CompletionKind::These(&["play"]),
        handler: computer::hint,
    },
    ReplCommand {
        name: "best",
        args: "[TIME]",
        help: "search for the best move; show its score and the expected line",
        details: "The score is in seeds for the player to move, or in percent of games won if the last move decides.\nWithout a TIME such as 5s the search is that of `vs hard`;\nany key ends it; a letter also begins the next line.",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: computer::best,
    },
    ReplCommand {
        name: "analyze",
        args: "[TIME]",
        help: "rank all moves with scores and lines, searching deeper until a key is pressed",
        details: "Moves are ordered by score, in seeds or in percent as in `best`.\nA letter that ends it begins the next line. Without a terminal it ends after a million positions, or after TIME.",
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
        help: "save the game so far beside the rule file, as a record that `uur test` replays in full",
        details: "",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: tests::transcript,
    },
    ReplCommand {
        name: "rules",
        args: "",
        help: "show the rules in English",
        details: "",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: questions::rules,
    },
    ReplCommand {
        name: "explain",
        args: "WORD",
        help: "show a page on a word of the language, a code such as E0103, or a game",
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
        help: "turn the board around",
        details: "",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: moves::flip,
    },
    ReplCommand {
        name: "position",
        args: "[show | set TEXT]",
        help: "show the position as one line of text, or start from such a line",
        details: "For example: position set south 0 3 3; north 0 3 3; south to move\nEach row begins at the player's own A. `undo` brings the old game back.",
        aliases: &[],
        completion: CompletionKind::These(&["show", "set"]),
        handler: moves::position,
    },
    ReplCommand {
        name: "record",
        args: "",
        help: "show the game so far as text",
        details: "",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: games::record,
    },
    ReplCommand {
        name: "share",
        args: "",
        help: "show the game so far as one line, to paste at a prompt or in a shell",
        details: "The line contains the game, its parameters, the position if it is not the start, and the moves.",
        aliases: &[],
        completion: CompletionKind::Nothing,
        handler: games::share,
    },
    ReplCommand {
        name: "save",
        args: "FILE",
        help: "write the game so far to a file",
        details: "An existing file is replaced only if it is a game record.",
        aliases: &[],
        completion: CompletionKind::Files,
        handler: games::save,
    },
    ReplCommand {
        name: "load",
        args: "FILE",
        help: "load a saved game and continue from its last move",
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
        details: "The editor is $VISUAL or $EDITOR, or else nano or vi.\nA shipped game is first copied to FILE, which must not exist yet.",
        aliases: &[],
        completion: CompletionKind::Files,
        handler: games::edit,
    },
    ReplCommand {
        name: "reload",
        args: "[new]",
        help: "read the rule file again and continue the game where it stands",
        details: "The moves so far are played again under the new rules, and the changed lines are shown. If a move\nis no longer legal, or the file has an error, the old rules stay. `reload new` starts a new game.",
        aliases: &[],
        completion: CompletionKind::These(&["new"]),
        handler: games::reload,
    },
    ReplCommand {
        name: "help",
        args: "[COMMAND]",
        help: "show this list, or more about a command",
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

/// Starts the game of a shared line.
///
/// # Errors
/// If the line is not a record, or the game cannot be opened.
pub fn play_shared(repl: &mut Repl, line: &str) -> ReplResult {
    let (session, note) = GameSession::open_with_note(line, &Settings::new(), None, repl.style.colour)
        .map_err(SessionOpenError::into_text)?;
    Ok(games::replace_session(repl, session, &note))
}

/// Commands whose output is meant to be copied, so its lines are not wrapped.
pub(super) const UNWRAPPED_COMMANDS: &[&str] = &["position", "record", "share", "test", "transcript"];

/// Finds a command by its name, an alias, or an unambiguous prefix of its name. During a game a single letter
/// or digit is a pit, not a prefix.
///
/// # Errors
/// If no command matches, or several do.
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

/// Expands a leading `~/` to the user's home.
fn expand_home(path: &str) -> Option<String> {
    let rest = path.strip_prefix("~/")?;
    Some(std::env::home_dir()?.join(rest).to_string_lossy().into_owned())
}

/// The error for a single letter or digit that is not a pit of the current game.
fn pit_error(word: &str, session: Option<&GameSession>) -> Option<String> {
    let session = session.filter(|_| word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_alphanumeric()))?;
    uur::notation::read_pit(&session.game.program, session.position().to_move, word)
        .err()
        .map(|error| error.to_string())
}

fn unknown_command(word: &str) -> String {
    let help = if variants::source(&word.to_lowercase()).is_some() {
        format!("`play {word}` starts that game")
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
