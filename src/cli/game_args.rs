//! Arguments that most commands share: a game, its parameters, a position.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::files::{self, OpenError};

use uur::check::Settings;
use uur::diagnostic::{Diagnostics, Format, draw};
use uur::engine::Position;
use uur::game::{Game, name_of};
use uur::game_play::{GamePlay, RejectReason};
use uur::notation::reader::{self, Bare};
use uur::notation::{ParseError, Record, write_position};

use super::output::{CommandError, Exit, error, error_at};
use super::progress::{available_threads, default_threads};

/// A game and its parameters.
#[derive(Debug, clap::Args)]
pub struct GameArgs {
    /// A shipped game (see `uur list`), a path to a rule file, or `-` for standard input
    pub game: String,
    #[command(flatten)]
    pub settings: SettingArgs,
}

/// Parameter values other than the defaults.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct SettingArgs {
    /// Set a parameter that `uur show GAME` lists, such as pits=6; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
}

impl SettingArgs {
    /// Returns the values by parameter name. The last value given for a parameter counts.
    pub fn settings(&self) -> Settings {
        self.set.iter().cloned().collect()
    }

    /// Whether no parameter is given.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }
}

/// The number of threads that play games.
#[derive(Debug, clap::Args)]
pub struct ThreadArgs {
    /// How many games to play at once; default: the number of processors
    #[arg(long, value_name = "T", value_parser = number::<u16>(1..=1024))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// Returns the number of threads to use.
    pub fn granted(&self) -> usize {
        available_threads(self.threads.map_or_else(default_threads, usize::from))
    }
}

/// Parses `NAME=VALUE`.
pub fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_string(), value.to_string())),
        _ => Err("write a parameter and its value, such as pits=6".to_string()),
    }
}

/// Returns a parser for whole numbers within bounds.
pub fn number<T: TryFrom<u64>>(bounds: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text: &str| {
        let number = text.parse().ok().filter(|number| bounds.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| match (*bounds.start(), *bounds.end()) {
            (least, u64::MAX) => format!("write a whole number of at least {least}"),
            (least, most) => format!("write a whole number from {least} to {most}"),
        })
    }
}

impl GameArgs {
    /// Opens the game.
    ///
    /// # Errors
    /// If the game does not exist, its rules have errors, or a parameter value is not allowed.
    pub fn open(&self) -> Result<Game, CommandError> {
        open(&self.game, &self.settings.settings())
    }
}

/// Opens a game by name or path, with parameters set.
///
/// # Errors
/// If the game does not exist, its rules have errors, or a parameter value is not allowed.
pub fn open(game: &str, settings: &Settings) -> Result<Game, CommandError> {
    files::open(game, settings).map_err(|problem| open_error(problem, settings))
}

/// The error for a game that cannot be opened with these parameters.
pub fn open_error(problem: OpenError, settings: &Settings) -> CommandError {
    let exit = match &problem {
        OpenError::Faulty(faults) => exit_for(faults, settings),
        _ => Exit::Usage,
    };
    CommandError { exit, ..source_error(&problem) }
}

/// The error for a game that does not exist or cannot be read.
pub fn source_error(problem: &OpenError) -> CommandError {
    let text = match problem {
        OpenError::Faulty(faults) => draw(&faults.problems, &faults.sources, Format::Text),
        other => {
            let (message, help) = other.words();
            error(&message, None, help)
        }
    };
    CommandError { exit: Exit::Usage, text }
}

/// Whether the rule file is at fault or the parameter values that were given.
pub fn exit_for(faults: &Diagnostics, settings: &Settings) -> Exit {
    if files::settings_cause_errors(faults, settings) { Exit::Usage } else { Exit::Faulty }
}

/// Parses a position of the game. Without a text, returns the start.
///
/// # Errors
/// If the text is not a position on the game's board.
pub fn position(game: &Game, text: Option<&str>) -> Result<Position, CommandError> {
    let Some(text) = text else { return Ok(game.program.start()) };
    let unreadable = |problem| CommandError { exit: Exit::Usage, text: error_at(&problem, text, "--from") };
    let record = reader::read(text, Bare::Position).map_err(unreadable)?;
    if record.from.is_none() && record.moves.is_empty() {
        let help = "write for example `south 4 4; north 4 4`, with a number for each pit".to_string();
        return Err(unreadable(ParseError { message: "no position is given".to_string(), at: 0, help }));
    }
    same_game(game, &record)?;
    let mut line = GamePlay::new(Arc::new(game.clone()), record.begins(game).map_err(unreadable)?);
    line.play_record(&record.moves).map_err(|stopped| match stopped.why {
        RejectReason::ParseError(problem) => unreadable(problem),
        RejectReason::Refused { reason, .. } => {
            let message = format!("move {}, `{}`, cannot be played: {reason}", stopped.number, stopped.text);
            unreadable(ParseError { message, at: stopped.at, help: stopped.help.unwrap_or_default() })
        }
    })?;
    Ok(*line.position())
}

/// Writes a position that was read from a text. One in which the round is over is left as it was given, since its
/// seeds are taken already.
pub fn position_text(game: &Game, text: Option<&str>, position: &Position) -> String {
    let given = text.filter(|_| position.outcome.is_some()).and_then(|text| reader::read(text, Bare::Position).ok());
    let given = given.filter(|record| record.moves.is_empty()).and_then(|record| record.from);
    given.map_or_else(|| write_position(game, position), |from| from.text)
}

/// Checks that a record belongs to this game with its current parameters.
///
/// # Errors
/// If the record names another game or other parameter values.
pub fn same_game(game: &Game, record: &Record) -> Result<(), CommandError> {
    if !record.game.is_empty() && name_of(&record.game) != game.name {
        let message = format!("the text names the game `{}`, not `{}`", record.game, game.name);
        return Err(CommandError::usage(
            &message,
            format!("name that game, or leave out its line `game {}`", record.game),
        ));
    }
    let set = |name: &str| game.rules.parameters.iter().find(|known| known.name == name);
    match record.settings.iter().find(|(name, value)| set(name).is_none_or(|set| set.value.to_string() != **value)) {
        Some((name, value)) => {
            let message = format!("the text sets `{name}={value}`");
            Err(CommandError::usage(&message, format!("write `--set {name}={value}`, or leave it out of the text")))
        }
        None => Ok(()),
    }
}
