//! Finding games: shipped ones by name, others by path, `-` from standard input. How files are read and
//! written at all is told at `reading` and `writing`.

mod reading;
mod writing;

use std::io;
use std::path::{Component, Path, PathBuf};

pub use reading::{RESULTS, TEXT, read, read_results, regular, standard_input};
pub use writing::{Kind, Unwritten, folder, write, write_output, write_with};

use crate::check::Settings;
use crate::diagnostic::{Code, did_you_mean};
use crate::game::{Faults, Game};
use crate::source::Source;
use crate::variants;

/// Why a game cannot be opened.
#[derive(Debug)]
pub enum OpenError {
    /// Neither a shipped game nor a file.
    NotFound {
        /// What was asked for.
        game: String,
        /// What to do instead.
        help: String,
    },
    /// The file cannot be read.
    Unreadable {
        /// Which.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// The file is no game.
    Faulty(Box<Faults>),
}

impl OpenError {
    /// What is the matter, in one sentence, and what to do instead; a faulty file tells its problems
    /// itself.
    pub fn words(&self) -> (String, Option<&str>) {
        match self {
            OpenError::NotFound { game, help } => (format!("there is no game `{game}`"), Some(help)),
            OpenError::Unreadable { path, error } => (format!("`{path}` cannot be read: {error}"), None),
            OpenError::Faulty(faults) => (format!("`{}` cannot be played", faults.sources[0].name), None),
        }
    }
}

/// Opens a game by name or path, with parameters set.
///
/// # Errors
/// If there is no such game, or its rule file is faulty.
pub fn open(game: &str, settings: &Settings) -> Result<Game, OpenError> {
    Game::load(source(game)?, &library, settings).map_err(|faults| OpenError::Faulty(Box::new(faults)))
}

/// Whether a game cannot be played only because of how its parameters were set from outside.
pub fn settings_are_at_fault(faults: &Faults, settings: &Settings) -> bool {
    let of_settings = faults
        .problems
        .iter()
        .filter(|problem| problem.is_error())
        .all(|problem| matches!(problem.code, Code::ParameterValue | Code::NoSuchParameter));
    let sound_without = || Game::load(faults.sources[0].clone(), &library, &Settings::new()).is_ok();
    of_settings && !settings.is_empty() && sound_without()
}

/// The rule file of a game: `-` is standard input; what looks like a path or is a file is read;
/// anything else is a shipped game, also by an unambiguous beginning of its name.
///
/// # Errors
/// If there is no such game, or the file cannot be read.
pub fn source(game: &str) -> Result<Source, OpenError> {
    let unreadable = |error| OpenError::Unreadable { path: game.to_string(), error };
    if game == "-" {
        return Ok(Source::new("standard input", standard_input(TEXT).map_err(unreadable)?));
    }
    if let Some(source) = variants::source(game) {
        return Ok(source);
    }
    if game.contains('/') || game.ends_with(".uur") || Path::new(game).is_file() {
        return Ok(Source::new(game, read(Path::new(game)).map_err(unreadable)?));
    }
    let wanted = game.to_lowercase();
    let mut alike = variants::names().filter(|name| name.starts_with(&wanted));
    match (alike.next(), alike.next()) {
        (Some(only), None) => Ok(variants::source(only).expect("it was just listed")),
        (Some(_), Some(_)) => {
            let all: Vec<&str> = variants::names().filter(|name| name.starts_with(&wanted)).collect();
            Err(OpenError::NotFound { game: game.to_string(), help: format!("it could be {}", all.join(", ")) })
        }
        (None, _) => {
            let help = match did_you_mean(game, variants::names()) {
                Some(name) => format!("did you mean `{name}`? `uur list` shows all games; a path ends with .uur"),
                None => "`uur list` shows the shipped games; a path to a rule file ends with .uur".to_string(),
            };
            Err(OpenError::NotFound { game: game.to_string(), help })
        }
    }
}

/// The game that a file extends: a file as seen from its folder, else a shipped game.
pub fn library(name: &str, from: &Source) -> Option<Source> {
    let folder = Path::new(&from.name).parent().unwrap_or(Path::new(""));
    let file = if name.ends_with(".uur") { name.to_string() } else { format!("{name}.uur") };
    let path = plain(&folder.join(file));
    match read(&path) {
        Ok(text) => Some(Source::new(path.to_string_lossy(), text)),
        Err(_) => variants::library(name, from),
    }
}

/// A path without detours, so that the same file has the same name.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(plain.components().next_back(), Some(Component::Normal(_))) => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}
