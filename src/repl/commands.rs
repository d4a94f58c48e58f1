//! The table of commands, used by help, completion and dispatch.

mod computer;
mod games;
mod learning;
mod moves;
mod questions;
mod table;
mod tests;

pub use computer::level_of;
pub(super) use games::reload;
pub(super) use moves::animated_reply;

use super::game_session::GameSession;
use super::interpreter::{Repl, ReplResult};
use crate::catalogue::names;
use crate::files;
use std::path::Path;
use uur::check::Settings;
use uur::diagnostic::{did_you_mean, quoted_alternatives};
use uur::explain;
use uur::match_play::NextStep;
use uur::notation::reader::without_number;
use uur::notation::{pits_apart, read_move, read_pit};
use uur::{text_layout, variants};
use uur_lab::search::Level;

/// A command of the prompt.
#[derive(Debug)]
pub struct ReplCommand {
    /// The name. An unambiguous prefix is enough to call it, unless it is to be written out.
    pub name: &'static str,
    /// The arguments, as help shows them.
    pub args: &'static str,
    /// A short description.
    pub help: &'static str,
    /// More help.
    pub details: &'static str,
    /// Other names, which cannot be abbreviated. One of several words is a whole line.
    pub aliases: &'static [&'static str],
    /// How its arguments are completed.
    pub completion: CompletionKind,
    /// Whether `help` explains it to those who ask for nothing in particular.
    pub everyday: bool,
    /// Whether it leaves or starts the game again: then it is not abbreviated, and not suggested for another word.
    pub written_out: bool,
    /// The function, which takes the text after the name; see [`ReplCommand::run`].
    pub handler: fn(&mut Repl, &str) -> ReplResult,
}

const fn command(
    name: &'static str,
    args: &'static str,
    help: &'static str,
    handler: fn(&mut Repl, &str) -> ReplResult,
) -> ReplCommand {
    let completion = CompletionKind::Nothing;
    let (everyday, written_out) = (false, false);
    ReplCommand { name, args, help, details: "", aliases: &[], completion, everyday, written_out, handler }
}

impl ReplCommand {
    const fn details(self, details: &'static str) -> ReplCommand {
        ReplCommand { details, ..self }
    }

    const fn aliases(self, aliases: &'static [&'static str]) -> ReplCommand {
        ReplCommand { aliases, ..self }
    }

    const fn everyday(self) -> ReplCommand {
        ReplCommand { everyday: true, ..self }
    }

    const fn written_out(self) -> ReplCommand {
        ReplCommand { written_out: true, ..self }
    }

    const fn completion(self, completion: CompletionKind) -> ReplCommand {
        ReplCommand { completion, ..self }
    }

    /// The argument that an alias stands for: `accept` is `draw accept`.
    fn argument_in(&self, alias: &str) -> &'static str {
        let CompletionKind::These([words, ..]) = self.completion else { return "" };
        let alias = alias.to_lowercase();
        let is_named = |word: &&&str| alias.split(|c: char| !c.is_alphabetic()).any(|typed| typed == **word);
        words.iter().find(is_named).copied().unwrap_or("")
    }

    /// Runs the command with the text after its name. A command without arguments rejects any text.
    pub fn run(&self, repl: &mut Repl, rest: &str) -> ReplResult {
        if self.args.is_empty() && !rest.is_empty() {
            return Err(format!("`{0}` takes no arguments, so `{rest}` was not run (write `{0}` alone)", self.name));
        }
        let names_file =
            matches!(self.completion, CompletionKind::Files | CompletionKind::Game | CompletionKind::GameAndOpponent);
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
    /// A game or rule file, and its parameters.
    Game,
    /// The same, and `vs` with a level.
    GameAndOpponent,
    /// Files.
    Files,
    /// Moves.
    Moves,
    /// Moves, or these words.
    MovesOr(&'static [&'static str]),
    /// Own pits that may not be played, or these words.
    ForbiddenMovesOr(&'static [&'static str]),
    /// Words and codes that have a page.
    Pages,
    /// Parameters of the game.
    Parameters,
    /// Commands.
    Commands,
    /// These words, a list for each argument.
    These(&'static [&'static [&'static str]]),
}

/// The arguments of `vs`.
pub(super) const OPPONENTS: &[&[&str]] = &[
    &{
        let [easy, casual, fair, medium, hard, master] = Level::NAMES;
        [easy, casual, fair, medium, hard, master, "nobody", "5s"]
    },
    &["as"],
    &["south", "north", "both"],
];

/// All commands, in the order of `help`.
pub const COMMANDS: &[ReplCommand] = &[
    command("play", "[GAME [vs LEVEL]]", "start another game; without a name, list some games", games::play)
        .everyday()
        .completion(CompletionKind::GameAndOpponent)
        .details("GAME is a shipped game, by any of its names or a unique beginning of one, the path of a rule file, or a record.\nThe whole name of a game starts it without `play`.\n`play GAME vs easy` plays it against the computer, see `help vs`. `undo` brings the old game back."),
    command("list", "[WORD...]", "list the shipped games, or those with these words in their names, regions, sources or rules", games::list)
        .everyday()
        .aliases(&["ls", "games", "list all", "list games"])
        .details("For example: list ethiopia relay"),
    command("show", "[GAME]", "show the page of the game: region, parameters, board and sources", games::show)
        .aliases(&["about", "info"])
        .completion(CompletionKind::Game)
        .details("`rules` shows its rules in English."),
    command("new", "[GAME]", "start the same game again, or another", games::new)
        .aliases(&["start", "restart", "again", "rematch", "new game", "abort"])
        .written_out()
        .completion(CompletionKind::GameAndOpponent)
        .details("Parameters and rules stay as they are, and so do the names of the players, the event and the time on the clock; `reload new` reads a changed rule file first. `undo` brings the old game back."),
    command("moves", "[MOVE...]", "list the legal moves and their results; with moves, play them", moves::moves)
        .everyday()
        .aliases(&["sow", "pit", "legal moves", "show moves"])
        .completion(CompletionKind::Moves)
        .details("A line of moves without `moves` plays them too: `A e E`."),
    command("undo", "[N | all]", "take back your last step, your last N, or all", moves::undo)
        .everyday()
        .aliases(&["takeback", "take back", "back"])
        .details("Moves, signs, and other changes of the game are taken back one by one. Against the computer your step is taken back together with the computer's reply. Up to 10,000 steps are stored."),
    command("redo", "[N | all]", "redo steps that were taken back", moves::redo)
        .details("After another step there is nothing to redo; `lines` lists the abandoned line."),
    command("lines", "[N]", "list the lines abandoned for another step after `undo`; with N, return to one", moves::lines)
        .details("The variations of a loaded game are listed, too; `save` writes all lines of a game. The last 100 are stored. `undo` brings the old game back."),
    command("remark", "[TEXT | none]", "say something of the last move, for the record; without TEXT, list what was said", table::remark)
        .aliases(&["comment", "note"])
        .details("`remark none` takes back what was said of the last move."),
    command("step", "[MOVE | on | off | PACE]", "show the last move seed by seed; with a move, play it that way", moves::step)
        .completion(CompletionKind::MovesOr(&["on", "off", "slow", "normal", "fast"]))
        .details("`step on` also shows the computer's moves seed by seed, `step off` does not. PACE is `slow`, `normal`, `fast` or the time for each picture, such as 200ms; `+` and `-` change it during the move.\nSpace or Enter skips to the end; any other key does too and begins the next line."),
    command("score", "", "show the seeds that each player holds", moves::score)
        .aliases(&["points", "seeds", "show score", "who wins", "who is winning"]),
    command("trace", "", "show every event of the last move, with its rule line", questions::trace),
    command("why", "[[not] PIT]", "show why the last move went as it did, and which rule lines did not apply", questions::why)
        .everyday()
        .aliases(&["what happened"])
        .completion(CompletionKind::ForbiddenMovesOr(&["not"]))
        .details("`why PIT` is the same as `whynot PIT`."),
    command("whynot", "PIT", "show which rule line forbids a move", questions::whynot)
        .completion(CompletionKind::ForbiddenMovesOr(&[])),
    command("vs", "[LEVEL [as SIDE] | nobody]", "play against the computer: easy, casual, fair, medium, hard, master, or a time per move such as 5s", computer::vs)
        .everyday()
        .completion(CompletionKind::These(OPPONENTS))
        .details("You play the side to move, or SIDE; with `as both` the computer plays against itself. Ctrl-C or Esc makes the computer play the best move so far; other keys are stored for the next line.\nFrom easy to hard each level is stronger than the one before, by about three wins in four games where a game has levels of its own; master is the full strength. `vs computer` is `vs easy`. A level may also be a number of moves or turns to search, with a part of random moves: 50000, 3turns, 3turns-20%.\nEvery level except a time plays the same on every machine. `undo` takes back your last move and those after it."),
    command("resign", "[SIDE]", "give the game up", table::resign)
        .aliases(&["surrender", "concede", "give up"])
        .written_out()
        .completion(CompletionKind::These(&[&["south", "north"]]))
        .details("Without SIDE the player to move does, or you against the computer. `undo` goes on."),
    command("draw", "[offer | accept | decline]", "end the game with a draw that both players want, or offer one", table::draw)
        .aliases(&["offer draw", "offer", "accept", "decline"])
        .written_out()
        .completion(CompletionKind::These(&[&["offer", "accept", "decline"]]))
        .details("`offer`, `accept` and `decline` are enough. An offer stands until it is answered or the other player moves. The computer takes a draw unless it expects more. `undo` goes on."),
    command("clock", "[TIME | off]", "give each player a time, such as 10m, 1h or 5m+3s; without one, show what is left", table::clock)
        .aliases(&["time", "timer"])
        .details("The clock runs for the player to move, the computer too. Who moves after its time is over loses."),
    command("verbose", "[on | off]", "switch reports of the computer's analysis after its moves on or off", computer::verbose)
        .completion(CompletionKind::These(&[&["on", "off"]])),
    command("hint", "[play]", "show a good move and the reason; `hint play` plays it", computer::hint)
        .everyday()
        .completion(CompletionKind::These(&[&["play"]])),
    command("best", "[TIME]", "search for the best move; show its score and the expected line", computer::best)
        .aliases(&["eval", "evaluate", "evaluation"])
        .completion(CompletionKind::These(&[&["5s"]]))
        .details("The score is in seeds for the player to move, or in percent of games won if the last move decides.\nWithout a TIME such as 5s the search is that of `vs master`; any key ends it; a letter also begins the next line."),
    command("analyze", "[TIME | game]", "rank all moves with scores and lines, searching deeper until a key is pressed; with `game`, look over the game so far", computer::analyze)
        .aliases(&["analyse", "analysis"])
        .completion(CompletionKind::These(&[&["game", "5s"]]))
        .details("`analyze game` says of each move what it gave away and what was better; `uur analyze` says more of a saved game.\nMoves are ordered by score, in seeds or in percent as in `best`.\nA letter that ends it begins the next line. Without a terminal it ends after a million positions, or after TIME."),
    command("test", "[last] \"TITLE\"", "turn the game so far, or the last move, into a test of the rule file", tests::test)
        .completion(CompletionKind::These(&[&["last"]]))
        .details("The test is shown and appended to the file; `uur test` runs it."),
    command("transcript", "NAME", "save the game so far beside the rule file, as a record that `uur test` replays in full", tests::transcript),
    command("rules", "[lines | GAME]", "show the rules in English, with `lines` also the lines of the file, or those of another game", questions::rules)
        .everyday()
        .aliases(&["show rules", "how to play", "how do i play", "how do you play"])
        .completion(CompletionKind::These(&[&["lines"]])),
    command("quiz", "", "ask a question about the rules of the game", learning::quiz)
        .aliases(&["test me", "quiz me"])
        .details("Each question is decided by a line of the rules; together they ask for all of them. `answer ANSWER` answers it."),
    command("puzzle", "", "set up a position in which one move alone is right", learning::puzzle)
        .aliases(&["puzzles"])
        .details("That one move alone wins, wins soonest, or saves the draw, is proved. In brackets stands the weakest level of the computer that finds it. `answer MOVE` answers it."),
    command("answer", "[ANSWER]", "answer the question of `quiz` or `puzzle`; without ANSWER, tell it", learning::answer),
    command("explain", "[WORD]", "show a page on a word of the language, a code such as E0103, or a game", questions::explain)
        .completion(CompletionKind::Pages),
    command("board", "", "draw the board", moves::board)
        .aliases(&["show board"]),
    command("flip", "", "turn the board around", moves::flip)
        .aliases(&["flip board"]),
    command("position", "[show | set TEXT]", "show the position as one line of text, or start from such a line", moves::position)
        .aliases(&["fen"])
        .completion(CompletionKind::These(&[&["show", "set"]]))
        .details("For example: position set south 0 3 3; north 0 3 3; south to move\nEach row begins at the player's own A. `undo` brings the old game back."),
    command("record", "", "show the game so far as text", games::record)
        .aliases(&["pgn"])
        .details("What it says of the game is set by its lines, such as: south \"Ana\", north \"Bo\", event \"Club evening\", date 2026-11-25"),
    command("share", "", "show the game so far as one line, to paste at a prompt or in a shell", games::share)
        .details("The line contains the game, its parameters, the position if it is not the start, and the moves."),
    command("save", "FILE", "write the game so far to a file", games::save)
        .everyday()
        .aliases(&["export"])
        .completion(CompletionKind::Files)
        .details("A name without an ending gets `.game`. An existing file is replaced only if it is a game record.\nThe endings `.ogn`, `.tgk` and `.kgp` write a new file in the notation of other programs.\n`load FILE`, or `uur play FILE` in a shell, continues it."),
    command("load", "FILE", "load a saved game and continue from its last move", games::load)
        .aliases(&["import"])
        .completion(CompletionKind::Files),
    command("resume", "", "continue the last game, which the prompt keeps by itself", games::resume)
        .aliases(&["continue"])
        .details("It is kept in the file `uur/last.game` of $XDG_STATE_HOME or ~/.local/state, or in the file that $UUR_LAST_GAME names."),
    command("set", "[PARAM=VALUE...]", "set parameters and start the game again; without one, show them", games::set)
        .completion(CompletionKind::Parameters)
        .details("`undo` brings the old game back."),
    command("edit", "[FILE]", "open the rule file in an editor, then reload it", games::edit)
        .completion(CompletionKind::Files)
        .details("The editor is $VISUAL or $EDITOR, or else nano or vi.\nA shipped game is first copied to FILE, which must not exist yet."),
    command("reload", "[new]", "read the rule file again and continue the game where it stands", games::reload)
        .completion(CompletionKind::These(&[&["new"]]))
        .details("The moves so far are played again under the new rules, and the changed lines are shown. If a move is no longer legal, or the file has an error, the old rules stay. `reload new` starts a new game."),
    command("help", "[COMMAND | all]", "show the everyday commands, all of them, or more about one", questions::help)
        .aliases(&["?", "hi", "hello", "help me", "commands"])
        .completion(CompletionKind::Commands),
    command("quit", "", "leave; so do `exit` and Ctrl-D", questions::quit)
        .everyday()
        .aliases(&["exit", "q", "bye"])
        .written_out(),
];

/// Starts the game of a shared line.
///
/// # Errors
/// If the line is not a record, or the game cannot be opened.
pub fn play_shared(repl: &mut Repl, line: &str) -> ReplResult {
    let (session, note) = GameSession::open_with_note(line, &Settings::new(), None, repl.style.colour)
        .map_err(|error| error.to_string())?;
    Ok(games::replace_session(repl, session, &note))
}

/// Starts the game that a line names by its whole name or its path, with an opponent if one follows. Returns
/// `None` if it names none.
pub fn play_named(repl: &mut Repl, line: &str) -> Option<ReplResult> {
    let name = games::with_opponent(line).0;
    let is_game = names::with_name(name).len() == 1 || files::is_path(name) && Path::new(name).is_file();
    is_game.then(|| games::play(repl, line))
}

/// Whether a line begins with the name of the file of a shipped game, which may look like a move: `o-an-quan`.
pub(super) fn names_shipped(line: &str) -> bool {
    variants::source(games::with_opponent(line).0).is_some()
}

/// Commands whose output is meant to be copied, so its lines are not wrapped.
pub(super) const UNWRAPPED_COMMANDS: &[&str] = &["position", "record", "share", "test", "transcript"];

/// Finds the command of a line, and its arguments. A whole line may be an alias: `take back`.
///
/// # Errors
/// As [`find`].
pub fn find_in_line<'l>(line: &'l str, session: &GameSession) -> Result<(&'static ReplCommand, &'l str), String> {
    if let Some(command) = named(line) {
        return Ok((command, command.argument_in(line)));
    }
    let line = without_number(line).trim_start();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    find(first, session).map(|command| (command, rest.trim()))
}

/// Commands that a shell and the prompt have in common.
const COMMON_COMMANDS: [&str; 5] = ["play", "list", "show", "explain", "help"];

/// Removes the name of the program from a line that is written for a shell, if its command means the same here.
pub(super) fn without_program(line: &str) -> &str {
    let rest = line.strip_prefix("uur ").map(str::trim_start).filter(|rest| !rest.contains(['\'', '"']));
    rest.filter(|rest| COMMON_COMMANDS.iter().any(|name| rest.split(' ').next() == Some(name))).unwrap_or(line)
}

/// Whether a word is the name of a command or an alias.
pub fn is_command(word: &str) -> bool {
    named(word).is_some()
}

/// The command with this name or alias. Case makes no difference, nor do the signs of other programs: `:help`,
/// `quit()`, `moves?`.
fn named(text: &str) -> Option<&'static ReplCommand> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let text = &*words.join(" ");
    let bare = text.trim_start_matches([':', '/', '\\']).trim_end_matches(['(', ')', '?', '!', '.', ';']);
    let is = |text: &str, command: &ReplCommand| command.name == text || command.aliases.contains(&text);
    let find = |text: &str| COMMANDS.iter().find(|command| is(text, command));
    find(text).or_else(|| find(bare))
}

/// The commands that a beginning of their names may call.
fn beginning_with(word: &str) -> Vec<&'static ReplCommand> {
    let low = word.to_lowercase();
    COMMANDS.iter().filter(|command| !command.written_out && command.name.starts_with(&low)).collect()
}

/// The command that a word calls wherever it is no move.
pub fn lookup(word: &str) -> Option<&'static ReplCommand> {
    named(word).or_else(|| match beginning_with(word)[..] {
        [only] => Some(only),
        _ => None,
    })
}

/// Finds a command by its name, an alias, or an unambiguous prefix of its name. A single letter or digit is a pit,
/// not a prefix.
///
/// # Errors
/// If no command matches, or several do.
pub fn find(word: &str, session: &GameSession) -> Result<&'static ReplCommand, String> {
    if let Some(exact) = named(word) {
        return Ok(exact);
    }
    if let Some(error) = move_error(word, session) {
        return Err(with_way_on(&error, word, &moves_help(session)));
    }
    match beginning_with(word)[..] {
        [only] => Ok(only),
        [] => Err(unknown_command(word, session)),
        ref several => {
            let names: Vec<&str> = several.iter().map(|command| command.name).collect();
            Err(format!("`{word}` could be {}", quoted_alternatives(&names)))
        }
    }
}

/// Expands a leading `~/` to the user's home.
fn expand_home(path: &str) -> Option<String> {
    let rest = path.strip_prefix("~/")?;
    Some(std::env::home_dir()?.join(rest).to_string_lossy().into_owned())
}

/// The error for a word that looks like a move, but is not one on the current board.
fn move_error(word: &str, session: &GameSession) -> Option<String> {
    let (program, mover) = (&session.game().program, session.position().to_move);
    let mut signs = word.chars();
    let is_pit = signs.next().is_some_and(|sign| sign.is_ascii_alphanumeric());
    let error = match signs.next() {
        None if is_pit => read_pit(program, mover, word).err(),
        Some(sign) if is_pit && !sign.is_alphabetic() && !matches!(sign, '/' | '.' | '=') => {
            read_move(program, mover, word).err()
        }
        _ if word == "pass" => read_move(program, mover, word).err(),
        _ if word == "store" => return Some("no move lifts the store in this game".to_string()),
        _ => None,
    };
    error.map(|error| error.to_string())
}

/// Words of other programs, and what to do here.
const WORDS_ELSEWHERE: &[(&[&str], &str)] = &[
    (&["pause", "stop"], "`save first.game` keeps the game, `vs nobody` stops the computer"),
    (&["uur"], "its commands are typed in a shell; `play` and a name start a game here"),
    (
        &["south", "north"],
        "a name stands in quotes: `south \"Ana\"`; `flip` turns the board, `vs easy as north` lets you play North",
    ),
    (&["event"], "a name stands in quotes: `event \"Club evening\"`, and `event \"\"` takes it back"),
    (&["computer"], "`vs medium` plays against the computer, `analyze` ranks the moves"),
];

fn unknown_command(word: &str, session: &GameSession) -> String {
    let what = format!("`{word}` is neither a move nor a command");
    let low = word.to_lowercase();
    if let Some((_, help)) = WORDS_ELSEWHERE.iter().find(|(words, _)| words.contains(&&*low)) {
        return format!("{what} ({help})");
    }
    if Level::NAMES.contains(&&*low) {
        return format!("{what} (`vs {low}` plays against the computer)");
    }
    if let Some((name, _)) = word.split_once('=')
        && session.game().rules.parameters.iter().any(|parameter| parameter.name == name)
    {
        return format!("{what} (`set {word}` sets the parameter and starts the game again)");
    }
    let suggested = COMMANDS.iter().filter(|command| !command.written_out);
    let names = suggested.flat_map(|command| [command.name].into_iter().chain(command.aliases.iter().copied()));
    // A short word is like many others.
    let like = did_you_mean(word, names).filter(|_| word.chars().count() >= SHORTEST_GUESS);
    let apart = pits_apart(&session.game().program, word);
    if let Some(apart) = apart.filter(|_| like.is_none() || word.contains(|letter: char| letter.is_ascii_uppercase())) {
        return format!("{what} (write blanks between pits: `{apart}`)");
    }
    let known = if word.chars().count() < SHORTEST_GUESS { vec![] } else { names::named(word) };
    match (like, &known[..]) {
        (_, [game]) => format!("{what} (`{game}` starts that game)"),
        (Some(name), _) => format!("{what} (did you mean `{name}`?)"),
        (None, [_, _, ..]) => format!("{what} (`list {word}` shows the games of this name)"),
        (None, []) => match &names::nearest(word)[..] {
            [] if explain::page(word, text_layout::page_width(None)).is_some() => {
                format!("{what} (`explain {word}` explains the word)")
            }
            [] => what,
            games => format!("{what} (did you mean {}?)", quoted_alternatives(games)),
        },
    }
}

/// The least length of a word that is taken for another one of similar spelling.
const SHORTEST_GUESS: usize = 3;

/// Adds what to type to the error of a line, unless it names a command or a game.
pub(super) fn with_way_on(error: &str, line: &str, help: &str) -> String {
    let calls = |text: &str| {
        let first = text.split_whitespace().next().unwrap_or("");
        text != line && (named(text).is_some() || named(first).is_some() || variants::source(text).is_some())
    };
    if error.split('`').skip(1).step_by(2).any(calls) {
        return error.to_string();
    }
    let error = error.trim_end();
    let between = if error.contains('\n') { "\n  " } else { "; " };
    format!("{error}{between}{help}")
}

/// What to type if a move was refused.
pub(super) fn moves_help(session: &GameSession) -> String {
    match session.play.due() {
        NextStep::Nothing(_) | NextStep::Round => "`undo` takes the last move back".to_string(),
        NextStep::Lot(_) => "`?` shows a sign at random".to_string(),
        NextStep::Move(_) => "`moves` lists the legal moves".to_string(),
    }
}
