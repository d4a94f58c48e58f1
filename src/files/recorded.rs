//! Resolves the rule file that a record names, and writes such names.

use std::collections::BTreeMap;
use std::path::{self, Path, PathBuf};
use std::sync::Arc;

use super::{OpenError, access_of_file, is_path, library, normalized, read, read_records_of, source};
use uur::check::Settings;
use uur::foreign::{format_of, read_records};
use uur::game::Game;
use uur::notation::reader::{self, Bare};
use uur::notation::{ParseError, Record};
use uur::source::Source;
use uur::variants;

/// The endings of the names of files with records. Texts of anything end in the last one.
pub const RECORD_ENDINGS: [&str; 6] = ["game", "ogn", "pgn", "tgk", "kgp", "txt"];

/// The rules of a record.
#[derive(Debug, Clone)]
pub struct RecordRules {
    /// The rule file.
    pub source: Source,
    /// Its path, unless it is a shipped game.
    pub path: Option<String>,
}

/// A recorded game.
#[derive(Debug, Clone)]
pub struct RecordedGame {
    /// The text of the record.
    pub text: String,
    /// The file of the record, if there is one.
    pub path: Option<PathBuf>,
    /// The parsed record.
    pub record: Record,
}

impl RecordedGame {
    /// Parses the record in a file, which may be one of another program.
    ///
    /// # Errors
    /// If the text is not a record, or holds several.
    pub fn of_file(path: &Path, text: String) -> Result<RecordedGame, ParseError> {
        let mut records = read_records(&text, None, None)?;
        if records.len() > 1 {
            let message = format!("the file holds {} games", records.len());
            let help = "`uur replay` plays them all, and `uur convert -n 2` writes the second one".to_string();
            return Err(ParseError { message, at: 0, help });
        }
        let record = records.pop().expect("a text holds a game or is an error")?;
        Ok(RecordedGame { record, path: Some(path.to_path_buf()), text })
    }

    /// Finds the rules of the record: those that it names if they have its hash, or else the shipped game that has
    /// it, or else those that it names.
    ///
    /// # Errors
    /// As [`rules_of_record`] and [`rules_of_text`], if no shipped game has the hash.
    pub fn rules(&self) -> Result<RecordRules, OpenError> {
        let named = match &self.path {
            Some(path) => rules_of_record(&self.record.game, path),
            None => rules_of_text(&self.record.game),
        };
        let Some(hash) = &self.record.rules else { return named };
        let has_hash = |source: &Source| {
            Game::load_if_sound(source.clone(), &library, &self.record.settings)
                .is_some_and(|game| game.meaning() == *hash)
        };
        if named.as_ref().is_ok_and(|rules| has_hash(&rules.source)) {
            return named;
        }
        let shipped = variants::names().filter_map(variants::source).find(has_hash);
        shipped.map_or(named, |source| Ok(RecordRules { source, path: None }))
    }

    /// The name of the text in messages.
    pub fn name(&self) -> String {
        self.path.as_ref().map_or("the shared game".to_string(), |path| path.to_string_lossy().into_owned())
    }
}

/// The games of records, each opened once.
#[derive(Default)]
pub struct RecordGames {
    opened: BTreeMap<RecordKey, Arc<Game>>,
}

/// The folder, the name, the hash and the settings of a record.
type RecordKey = (Option<PathBuf>, String, Option<String>, Settings);

impl RecordGames {
    /// The game of a record, with its settings.
    ///
    /// # Errors
    /// As [`RecordedGame::rules`], or if the rules cannot be played.
    pub fn game(&mut self, recorded: &RecordedGame) -> Result<Arc<Game>, OpenError> {
        let record = &recorded.record;
        let folder = recorded.path.as_deref().map(|path| super::parent_folder(path).to_path_buf());
        let key = (folder, record.game.clone(), record.rules.clone(), record.settings.clone());
        if let Some(game) = self.opened.get(&key) {
            return Ok(game.clone());
        }
        let game = Arc::new(super::game(recorded.rules()?.source, &record.settings)?);
        self.opened.insert(key, game.clone());
        Ok(game)
    }
}

/// Returns the recorded game, if an argument is more than the name or path of a game: the file of a record,
/// or a shared line such as `boola pits=6; K-1 k`.
///
/// # Errors
/// If the file, or the line, is not a valid record.
pub fn recorded_game(argument: &str) -> Result<Option<RecordedGame>, (ParseError, String)> {
    if let Some(path) = record_path(argument).filter(|path| path.extension().is_none_or(|ending| ending != "uur")) {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let is_record = ending == "snap" || RECORD_ENDINGS.contains(&ending) && ending != "txt";
        return match read_records_of(&path) {
            Ok(text) if is_record || holds_record(&text) => match RecordedGame::of_file(&path, text.clone()) {
                Ok(recorded) => Ok(Some(recorded)),
                Err(problem) => Err((problem, text)),
            },
            _ => Ok(None),
        };
    }
    let is_line = argument.contains([';', '\n']) || argument.contains('=') || reader::is_printed(argument);
    if !is_line || argument == "-" {
        return Ok(None);
    }
    match reader::read(argument, Bare::Game) {
        Ok(record) if record.game.is_empty() => {
            let help = "begin with its name: boola pits=6; K-1".to_string();
            Err((ParseError { message: "no game is named".to_string(), at: 0, help }, argument.to_string()))
        }
        Ok(record) => Ok(Some(RecordedGame { record, path: None, text: argument.to_string() })),
        Err(problem) => Err((problem, argument.to_string())),
    }
}

/// Whether a text begins as records do, and not as a rule file does, in which the name of the game is quoted.
pub fn begins_record(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    format_of(text).is_some() || first.is_some_and(|line| line.starts_with("game ") && !line.contains(['"', '{']))
}

/// Whether a text is a record, of uur or of another program, and not a rule file.
fn holds_record(text: &str) -> bool {
    Record::is_one(text) || format_of(text).is_some()
}

/// Returns the file that a name means for `play` and `load`: the file itself, or the one that `save` writes under
/// this name, unless a shipped game has it.
pub fn record_path(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.is_file() {
        return Some(path.to_path_buf());
    }
    Some(saved_path(name)).filter(|path| variants::source(name).is_none() && path.is_file())
}

/// Returns the file to which `save` writes: a name without an ending gets `.game`.
pub fn saved_path(name: &str) -> PathBuf {
    let path = Path::new(name);
    if path.extension().is_some() || path.exists() && !path.is_dir() {
        path.to_path_buf()
    } else {
        path.with_extension("game")
    }
}

/// Resolves the rules of a record in a file. Candidates are: the named file, relative to the folder of the
/// record; `X.uur` beside the folder `X`, where transcripts lie; a file of that name in the folder; a shipped
/// game.
///
/// # Errors
/// If the file or game does not exist, or cannot be read.
pub fn rules_of_record(name: &str, record: &Path) -> Result<RecordRules, OpenError> {
    reject_stdin(name)?;
    let folder = super::parent_folder(record);
    // A record from another platform may use the other slash.
    let named = if name.contains('\\') && !folder.join(name).is_file() { name.replace('\\', "/") } else { name.into() };
    let has_path = named.contains(path::is_separator) || named.ends_with(".uur");
    let exact = normalized(&folder.join(&named));
    let beside = file_beside_folder(folder);
    let inside = normalized(&folder.join(format!("{named}.uur")));
    let candidates =
        [Some(exact.clone()).filter(|_| has_path), beside, Some(inside).filter(|_| !has_path), Some(exact)];
    match candidates.into_iter().flatten().find(|candidate| candidate.is_file()) {
        Some(path) => {
            let name = path.to_string_lossy().into_owned();
            let text = read(&path).map_err(|error| OpenError::ParseError { path: name.clone(), error })?;
            let access = access_of_file(&path).map_err(|error| OpenError::ParseError { path: name.clone(), error })?;
            Ok(RecordRules { source: Source { name: name.clone(), text, access }, path: Some(name) })
        }
        None if has_path => Err(OpenError::NotFound {
            game: name.to_string(),
            help: format!(
                "`{}` names it, relative to its folder; `uur replay RULES --record {}` uses other rules",
                record.display(),
                record.display()
            ),
        }),
        None => rules_of_text(name),
    }
}

/// Resolves the rules of a record that is not in a file.
///
/// # Errors
/// As [`source`]. Standard input cannot be the rule file of a record.
pub fn rules_of_text(name: &str) -> Result<RecordRules, OpenError> {
    reject_stdin(name)?;
    Ok(RecordRules { source: source(name)?, path: is_path(name).then(|| name.to_string()) })
}

/// Standard input can be read only once.
fn reject_stdin(name: &str) -> Result<(), OpenError> {
    match name {
        "-" => Err(OpenError::NotFound {
            game: "-".to_string(),
            help: "the rules were read from standard input; name them with `uur replay RULES --record FILE`"
                .to_string(),
        }),
        _ => Ok(()),
    }
}

/// Returns `X.uur` beside a folder `X`.
fn file_beside_folder(folder: &Path) -> Option<PathBuf> {
    let name = match folder.file_name() {
        Some(name) => name.to_os_string(),
        None => folder.canonicalize().ok()?.file_name()?.to_os_string(),
    };
    let mut file = name;
    file.push(".uur");
    Some(normalized(&folder.join("..").join(file)))
}

/// Returns the name of a rule file for a record in a folder: its relative path, with `/` on every platform.
/// From another drive it is the absolute path.
pub fn relative_name(folder: &Path, rules: &str) -> String {
    let whole = |path: &Path| path::absolute(path).map(|path| normalized(&path));
    let relative = match (whole(Path::new(rules)), whole(folder)) {
        (Ok(rules), Ok(folder)) => Some(pathdiff::diff_paths(&rules, &folder).unwrap_or(rules)),
        _ => None,
    };
    let name = relative.map_or(rules.to_string(), |path| path.to_string_lossy().into_owned());
    let name = if cfg!(windows) { name.replace('\\', "/") } else { name };
    // Without an extension it would name a shipped game.
    if name.contains('/') || name.ends_with(".uur") { name } else { format!("./{name}") }
}
