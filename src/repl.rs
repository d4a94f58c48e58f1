//! The prompt at which games are played (a read-eval-print loop).
//!
//! The [`interpreter`] gives lines their meaning: it takes lines and returns texts. This module provides the
//! lines: from a terminal, with editing, completion, hints and a history, or from a pipe, echoed so that the
//! output reads as a transcript.

mod analysis;
mod animation;
mod clock;
pub mod commands;
pub mod completion;
pub mod game_session;
mod history;
pub mod interpreter;
mod kept;
mod lots;
mod terminal;
mod tty;
mod undo;
mod watch;

use std::io::{self, BufRead, ErrorKind, IsTerminal};

use crate::cli::output::{self, Exit};
use crate::files;
use uur::check::Settings;
use uur::render::Style;
use uur_lab::search::PlayerEndgames;

use game_session::{GameSession, SessionOpenError};
use interpreter::{NextAction, Repl, Reply};

/// The options with which the prompt starts.
#[derive(Debug, Clone, Default)]
pub struct ReplOptions {
    /// The game to start, by name or path; without one, the first game and a greeting.
    pub game: Option<String>,
    /// Its parameter values.
    pub settings: Settings,
    /// The position to begin from.
    pub from: Option<String>,
    /// No colour, ASCII only, nothing redrawn.
    pub plain: bool,
    /// Whether a changed rule file is taken over.
    pub watch: bool,
    /// The computer's level and seats, if it plays.
    pub opponent: Option<interpreter::Opponent>,
    /// The path of an endgame database for the computer.
    pub database: Option<String>,
    /// The path of a trained evaluation for the computer.
    pub evaluation: Option<String>,
    /// The seed of `?` in a lot; without it the clock is used.
    pub seed: Option<u64>,
}

/// Runs the prompt until the user leaves it. Fails if a line of a pipe fails, if the game does not exist or
/// its file has errors, or if standard input cannot be read.
pub fn run(options: ReplOptions) -> Exit {
    let style = style(&options);
    let seed = options.seed.unwrap_or_else(clock);
    let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut repl = match &options.game {
        None => Repl::new(style, seed),
        Some(game) => match open(game, &options, style, at_terminal) {
            Ok((session, note)) => {
                output::print(&note);
                Repl::with_session(session, style, seed)
            }
            Err(error) => {
                let exit = if matches!(error, SessionOpenError::Faulty(_)) { Exit::Faulty } else { Exit::Usage };
                print_error(&error.to_string(), style);
                return exit;
            }
        },
    };
    repl.interactive = at_terminal;
    repl.opponent = options.opponent;
    repl.redraws = at_terminal && (style.unicode || style.colour);
    repl.keeps = kept::file(at_terminal);
    repl.today = kept::today();
    if options.opponent.is_none() {
        repl.seat_recorded(&repl.session.clone());
    }
    if let Err(reason) = options.opponent.map_or(Ok(()), |opponent| repl.admits(opponent)) {
        print_error(&reason, style);
        return Exit::Usage;
    }
    if options.watch {
        if let Err(reason) = can_change(&repl.session) {
            print_error(&reason, style);
            return Exit::Usage;
        }
        repl.follows_file = true;
        repl.changed_file();
    }
    let game = repl.session.game();
    if let Some(path) = &options.database {
        match files::endgames(game, path) {
            Ok(endgames) => repl.endgames = PlayerEndgames::given(game, endgames),
            Err(reason) => {
                print_error(&reason, style);
                return Exit::Usage;
            }
        }
    }
    if let Some(path) = &options.evaluation {
        match files::evaluation(game, path) {
            Ok(evaluation) => repl.evaluation = Some((game.meaning(), evaluation)),
            Err(reason) => {
                print_error(&reason, style);
                return Exit::Usage;
            }
        }
    }
    let _held = if at_terminal { terminal::prepare() } else { None };
    output::print(&if options.game.is_some() { repl.welcome() } else { repl.greeting() });
    play_computer(&mut repl);
    let held = if at_terminal { terminal::run(repl) } else { script(&mut repl) };
    held.unwrap_or_else(|reason| {
        // The write error has been reported.
        if !output::is_open() {
            return Exit::Fine;
        }
        let what = match reason.kind() {
            ErrorKind::InvalidData => "it is not text in UTF-8".to_string(),
            _ => reason.to_string(),
        };
        print_error(&format!("standard input cannot be read: {what}"), style);
        Exit::Usage
    })
}

/// Opens the game. At a terminal, `--watch` waits until a file with errors is mended.
fn open(
    game: &str,
    options: &ReplOptions,
    style: Style,
    at_terminal: bool,
) -> Result<(GameSession, String), SessionOpenError> {
    loop {
        let opened = GameSession::open_with_note(game, &options.settings, options.from.as_deref(), style.colour);
        match opened {
            Err(error @ SessionOpenError::Faulty(_)) if options.watch && at_terminal => {
                print_error(&error.to_string(), style);
                watch::wait_for_change(game, &options.settings);
            }
            opened => return opened,
        }
    }
}

/// Checks that the rules of a session are a file that can change.
fn can_change(session: &GameSession) -> Result<(), String> {
    if session.opened_as == "-" {
        return Err("`--watch` needs a file, and the rules came from standard input".to_string());
    }
    if !session.is_file() {
        let name = &session.game().name;
        return Err(format!(
            "`--watch` needs a rule file, and `{name}` is shipped (`uur show {name} > my-{name}.uur` copies it)"
        ));
    }
    Ok(())
}

/// Runs the lines of a pipe until one of them fails, even if the answers are not read.
fn script(repl: &mut Repl) -> io::Result<Exit> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        take_over_change(repl)?;
        output::print(&format!("{}{line}\n", repl.prompt()));
        let Reply { text, error, after } = repl.line(&line);
        output::print(&text);
        if let Some(error) = error {
            print_error(&error, repl.style);
            return Ok(Exit::Failed);
        }
        if let NextAction::Quit = after {
            break;
        }
        play_computer(repl);
    }
    Ok(Exit::Fine)
}

/// Takes over a changed rule file if that is wanted, and lets the computer play if it is then its turn. Returns
/// whether something was printed.
fn take_over_change(repl: &mut Repl) -> io::Result<bool> {
    let text = if repl.follows_file { repl.take_over_change() } else { None };
    let Some(text) = text else { return Ok(false) };
    print(&text)?;
    play_computer(repl);
    Ok(true)
}

/// Lets the computer play while it is its turn.
fn play_computer(repl: &mut Repl) {
    while let Some(Reply { text, after, .. }) = repl.play_computer() {
        if let NextAction::Animate(game, frames) = &after {
            // The next write reports a terminal that cannot be written to.
            let _ = terminal::show(repl, game, frames);
        }
        output::print(&text);
    }
    repl.keep();
}

/// Prints text for people at a terminal.
///
/// # Errors
/// If the terminal cannot be written to any more, which ends the loop.
fn print(text: &str) -> io::Result<()> {
    output::print(text);
    if output::is_open() { Ok(()) } else { Err(ErrorKind::BrokenPipe.into()) }
}

/// Prints text that moves the cursor or clears a part of the terminal.
///
/// # Errors
/// As [`print()`].
fn print_control(text: &str) -> io::Result<()> {
    output::print_control(text);
    if output::is_open() { Ok(()) } else { Err(ErrorKind::BrokenPipe.into()) }
}

fn print_error(text: &str, style: Style) {
    let red = anstyle::AnsiColor::Red.on_default().bold();
    let error = if style.colour { format!("{red}error{red:#}") } else { "error".to_string() };
    output::eprint(&format!("{error}: {}\n", text.trim_end()));
}

/// Colour and frames if the terminal supports them and they are not switched off.
fn style(options: &ReplOptions) -> Style {
    let refused = options.plain || set("NO_COLOR") || std::env::var("TERM").is_ok_and(|term| term == "dumb");
    let colour = !refused && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    Style {
        unicode: !refused && io::stdout().is_terminal() && speaks_unicode(),
        colour,
        flip: false,
        width: output::answer_width(),
    }
}

fn set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}

/// Whether the terminal uses UTF-8. Outside Unix it always does.
fn speaks_unicode() -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(|name| set(name)).and_then(|name| std::env::var(name).ok());
    !cfg!(unix)
        || cfg!(target_os = "macos")
        || locale.is_some_and(|name| name.to_lowercase().replace('-', "").contains("utf8"))
}

fn clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |elapsed| elapsed.as_nanos() as u64)
}
