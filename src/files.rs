//! Finds games: shipped ones by name, others by path, `-` from standard input. `reading` and `writing` define
//! how files are read and written.

mod reading;
mod recorded;
mod writing;

use std::path::{Component, Path, PathBuf, is_separator};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, io};

pub use reading::{
    MAX_RECORDS, MAX_RESULTS, MAX_TEXT, open_regular, read, read_limited, read_records_of, read_results, read_stdin,
};
pub use recorded::{
    RECORD_ENDINGS, RecordGames, RecordRules, RecordedGame, begins_record, record_path, recorded_game, relative_name,
    rules_of_record, rules_of_text, saved_path,
};
pub use writing::{
    OutputKind, WriteError, check_output, check_writable, lock_for_building, open_append, parent_folder, write,
    write_output, write_with,
};

use crate::catalogue::names;
use uur::check::{LibraryError, Settings};
use uur::diagnostic::{Code, Diagnostics, quoted_alternatives};
use uur::game::Game;
use uur::source::{FileAccess, STANDARD_INPUT, Source};
use uur::variants;
use uur_lab::search::{TrainedEvaluation, uses_endgames};
use uur_lab::solve::EndgameDatabase;

/// The most entries of folders that are searched for rule files.
const MOST_ENTRIES: usize = 20_000;
/// Folders of other programs, which hold no rule files of an author.
const FOREIGN: [&str; 2] = ["node_modules", "target"];

/// Why a game cannot be opened.
#[derive(Debug)]
pub enum OpenError {
    /// Neither a shipped game nor a file.
    NotFound {
        /// The name that was given.
        game: String,
        /// What to do instead.
        help: String,
    },
    /// The file cannot be read.
    ParseError {
        /// The path.
        path: String,
        /// The reason.
        error: io::Error,
    },
    /// The rule file has errors.
    Faulty(Box<Diagnostics>),
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match (self, self.words()) {
            (OpenError::Faulty(diagnostics), _) => write!(f, "{diagnostics}"),
            (_, (message, Some(help))) => write!(f, "{message} ({help})"),
            (_, (message, None)) => write!(f, "{message}"),
        }
    }
}

impl std::error::Error for OpenError {}

impl OpenError {
    /// Returns the error in one sentence and, where possible, help. The problems of a faulty file are not
    /// included.
    pub fn words(&self) -> (String, Option<String>) {
        match self {
            OpenError::NotFound { game, help } => (format!("there is no game `{game}`"), Some(help.clone())),
            OpenError::ParseError { path, error } => {
                let help = match path.strip_suffix(".uur").filter(|name| variants::source(name).is_some()) {
                    Some(name) => Some(format!("did you mean the shipped game `{name}`?")),
                    None if error.kind() == io::ErrorKind::NotFound => {
                        Some("`uur list` shows the shipped games, `uur new mine` writes a rule file".to_string())
                    }
                    None => None,
                };
                (format!("`{path}` cannot be read: {error}"), help)
            }
            OpenError::Faulty(faults) => (format!("`{}` cannot be played", faults.sources[0].name), None),
        }
    }
}

/// Reads a trained evaluation of a game.
///
/// # Errors
/// If the file cannot be read, is no evaluation, is damaged, or belongs to other rules.
pub fn evaluation(game: &Game, path: &str) -> Result<TrainedEvaluation, String> {
    let unusable = |reason: &dyn std::fmt::Display| format!("`{path}` cannot be used: {reason}");
    let text = read(Path::new(path)).map_err(|reason| unusable(&reason))?;
    TrainedEvaluation::parse(game, &text)
        .map_err(|reason| format!("{}; `uur train` writes one for these rules", unusable(&reason)))
}

/// Opens an endgame database of a game, for the computer player.
///
/// # Errors
/// If the file cannot be read, is no database, is damaged, or belongs to other rules, or if endgames have no value in
/// the game.
pub fn endgames(game: &Game, path: &str) -> Result<EndgameDatabase, String> {
    let unusable = |reason: &dyn std::fmt::Display| format!("`{path}` cannot be used: {reason}");
    if !uses_endgames(game) {
        return Err(unusable(&"each round begins with the seeds that the players hold, which endgames do not cover"));
    }
    let file = open_regular(Path::new(path)).map_err(|reason| unusable(&reason))?;
    EndgameDatabase::open(game, file, EndgameDatabase::USUAL_MEMORY).map_err(|reason| unusable(&reason))
}

/// Opens a game by name or path, with parameters set.
///
/// # Errors
/// If the game does not exist, or its rule file has errors.
pub fn open(game: &str, settings: &Settings) -> Result<Game, OpenError> {
    self::game(source(game)?, settings)
}

/// Opens the game of a rule file, with parameters set.
///
/// # Errors
/// If the file has errors.
pub fn game(source: Source, settings: &Settings) -> Result<Game, OpenError> {
    Game::load(source, &library, settings).map_err(|faults| OpenError::Faulty(Box::new(faults)))
}

/// Whether the parameter values set from outside are the only errors of a game.
pub fn settings_cause_errors(faults: &Diagnostics, settings: &Settings) -> bool {
    let of_settings = faults
        .problems
        .iter()
        .filter(|problem| problem.is_error())
        .all(|problem| matches!(problem.code, Code::ParameterValue | Code::NoSuchParameter));
    let sound_without = || Game::load_if_sound(faults.sources[0].clone(), &library, &Settings::new()).is_some();
    of_settings && !settings.is_empty() && sound_without()
}

/// Returns the rule file of a game. `-` is standard input. A path or an existing file is read. Anything else
/// is a shipped game, by one of its names or the beginning of one: see [`names::named`].
///
/// # Errors
/// If the game does not exist, or the file cannot be read.
pub fn source(game: &str) -> Result<Source, OpenError> {
    let unreadable = |error| OpenError::ParseError { path: game.to_string(), error };
    if game == "-" {
        return source_of_stdin(read_stdin(MAX_TEXT).map_err(unreadable)?).map_err(unreadable);
    }
    if let Some(source) = variants::source(game) {
        return Ok(source);
    }
    if is_path(game) {
        let path = Path::new(game);
        let text = read(path).map_err(unreadable)?;
        return Ok(Source { name: game.to_string(), text, access: access_of_file(path).map_err(unreadable)? });
    }
    let help = match names::named(game)[..] {
        [only] => return Ok(variants::source(only).expect("it was just listed")),
        [] => match &names::nearest(game)[..] {
            [] => "`uur list` shows the shipped games; a path to a rule file ends with .uur".to_string(),
            games => format!("did you mean {}? `uur list` shows all games", quoted_alternatives(games)),
        },
        ref several => format!("it could be {}", quoted_alternatives(several)),
    };
    Err(OpenError::NotFound { game: game.to_string(), help })
}

/// Returns the rule file that was read from standard input.
///
/// # Errors
/// If the current folder cannot be resolved.
pub fn source_of_stdin(text: String) -> io::Result<Source> {
    let access = access_of_folder(Path::new("."))?;
    Ok(Source { name: STANDARD_INPUT.to_string(), text, access })
}

/// Whether Windows has a device of this name, so that no file there can have it, whatever its ending.
pub fn is_device_name(stem: &str) -> bool {
    let name = stem.to_ascii_uppercase();
    let is_digit = |number: &str| matches!(number.as_bytes(), [b'1'..=b'9']);
    let is_port = |kind| name.strip_prefix(kind).is_some_and(is_digit);
    matches!(&*name, "CON" | "PRN" | "AUX" | "NUL") || is_port("COM") || is_port("LPT")
}

/// Whether the name of a game is the path of a file, not a shipped game.
pub fn is_path(game: &str) -> bool {
    let looks_so = game.contains(is_separator) || game.ends_with(".uur") || Path::new(game).is_file();
    variants::source(game).is_none() && looks_so
}

/// Returns the game that a file extends: a file relative to its folder, or else a shipped game.
///
/// # Errors
/// If the file exists but is not read: it lies outside the allowed folder, possibly through a link, or cannot
/// be read.
pub fn library(name: &str, from: &Source) -> Result<Option<Source>, LibraryError> {
    if from.access == FileAccess::Shipped {
        return variants::library(name, from);
    }
    let file = if name.ends_with(".uur") { name.to_string() } else { format!("{name}.uur") };
    let path = normalized(&Path::new(&from.name).parent().unwrap_or(Path::new("")).join(file));
    match within(&path, &from.access).and_then(|inside| if inside { read(&path).map(Some) } else { Ok(None) }) {
        Ok(Some(text)) => {
            Ok(Some(Source { name: path.to_string_lossy().into_owned(), text, access: from.access.clone() }))
        }
        Ok(None) => Err(LibraryError::Outside),
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => variants::library(name, from),
        Err(reason) => Err(LibraryError::Unreadable(reason.to_string())),
    }
}

/// Whether a path leads to an accessible place, with all links followed.
///
/// # Errors
/// If the path is accessible by name but cannot be resolved, for example because the file does not exist.
pub fn within(path: &Path, access: &FileAccess) -> io::Result<bool> {
    let root = match access {
        FileAccess::Shipped => return Ok(false),
        FileAccess::Anywhere => return Ok(true),
        FileAccess::Folder(root) => root,
    };
    // The folder is checked first, so that the answer does not reveal whether a file exists elsewhere.
    match fs::canonicalize(parent_folder(path)) {
        Ok(folder) if !folder.starts_with(root) => Ok(false),
        Ok(_) => Ok(fs::canonicalize(path)?.starts_with(root)),
        Err(_) if !normalized(&fs::canonicalize(".")?.join(path)).starts_with(root) => Ok(false),
        Err(reason) => Err(reason),
    }
}

/// Finds the rule files in folders and below. Hidden folders and links to folders are not entered, and what lies beyond
/// the first 20,000 entries is not found.
pub fn rule_files(folders: &[&Path]) -> Vec<PathBuf> {
    let mut found = vec![];
    let mut folders: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
    let mut left = MOST_ENTRIES;
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for entry in entries.flatten() {
            let Some(fewer) = left.checked_sub(1) else { return found };
            left = fewer;
            let (name, path) = (entry.file_name(), entry.path());
            let is_foreign = name.to_string_lossy().starts_with('.') || FOREIGN.iter().any(|foreign| name == *foreign);
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if !is_foreign {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "uur") {
                found.push(path);
            }
        }
    }
    found
}

/// Allows rule files to extend files outside the folder of the file that was named, for the whole run.
pub fn allow_outside(allowed: bool) {
    OUTSIDE.store(allowed, Ordering::Relaxed);
}

/// Set once by the command line.
static OUTSIDE: AtomicBool = AtomicBool::new(false);

/// The files that a named file may extend.
///
/// # Errors
/// If its folder cannot be resolved.
pub fn access_of_file(path: &Path) -> io::Result<FileAccess> {
    access_of_folder(parent_folder(path))
}

/// The files that a file in a named folder may extend.
///
/// # Errors
/// If the folder cannot be resolved.
pub fn access_of_folder(folder: &Path) -> io::Result<FileAccess> {
    if OUTSIDE.load(Ordering::Relaxed) {
        return Ok(FileAccess::Anywhere);
    }
    Ok(FileAccess::Folder(fs::canonicalize(folder)?.into()))
}

/// Removes `.` and `..` from a path where possible, so that each file has one name.
fn normalized(path: &Path) -> PathBuf {
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
