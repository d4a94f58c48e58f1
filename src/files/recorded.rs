//! The rule file that a record names, and how a record names it.

use std::path::{self, Path, PathBuf};

use super::{OpenError, is_path, plain, reach, read, source};
use crate::notation::reader::{self, Bare};
use crate::notation::{Record, Unreadable};
use crate::source::Source;

/// The rules of a record.
#[derive(Debug, Clone)]
pub struct Found {
    /// The rule file.
    pub source: Source,
    /// Its path, if it is no shipped game.
    pub path: Option<String>,
}

/// A game as a record tells it.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// What was read.
    pub text: String,
    /// The file in which it stands, if it stands in one.
    pub path: Option<PathBuf>,
    /// What it tells.
    pub record: Record,
}

impl Recorded {
    /// Reads the record in a file.
    ///
    /// # Errors
    /// If the text is no record.
    pub fn of_file(path: &Path, text: String) -> Result<Recorded, Unreadable> {
        Ok(Recorded { record: Record::read(&text)?, path: Some(path.to_path_buf()), text })
    }

    /// The rules that it names.
    ///
    /// # Errors
    /// As [`of_record`] and [`of_text`].
    pub fn rules(&self) -> Result<Found, OpenError> {
        match &self.path {
            Some(path) => of_record(&self.record.game, path),
            None => of_text(&self.record.game),
        }
    }

    /// What the text is called in messages.
    pub fn name(&self) -> String {
        self.path.as_ref().map_or("the shared game".to_string(), |path| path.to_string_lossy().into_owned())
    }
}

/// What is given where a game is asked for, if it is more than the name or path of one: the file of a record,
/// or a shared line such as `boola pits=6; K-1 k`.
///
/// # Errors
/// If the file, or the line, is no record.
pub fn recorded(asked: &str) -> Result<Option<Recorded>, (Unreadable, String)> {
    let path = Path::new(asked);
    if path.is_file() {
        let is_record = matches!(path.extension().and_then(|ending| ending.to_str()), Some("game" | "snap"));
        return match (is_record, read(path)) {
            (true, Ok(text)) => match Recorded::of_file(path, text.clone()) {
                Ok(recorded) => Ok(Some(recorded)),
                Err(problem) => Err((problem, text)),
            },
            (false, _) | (true, Err(_)) => Ok(None),
        };
    }
    let is_line = asked.contains([';', '\n']) || asked.contains('=') || reader::is_printed(asked);
    if !is_line || asked == "-" {
        return Ok(None);
    }
    match reader::read(asked, Bare::Game) {
        Ok(record) if record.game.is_empty() => {
            let help = "begin with its name: boola pits=6; K-1".to_string();
            Err((Unreadable { message: "no game is named here".to_string(), at: 0, help }, asked.to_string()))
        }
        Ok(record) => Ok(Some(Recorded { record, path: None, text: asked.to_string() })),
        Err(problem) => Err((problem, asked.to_string())),
    }
}

/// The rules of a record that stands in a file: the file that it names, seen from its folder; else `X.uur`
/// beside the folder `X`, where transcripts lie; else a file of that name in its folder; else a shipped game.
///
/// # Errors
/// If there is no such file or game, or it cannot be read.
pub fn of_record(name: &str, record: &Path) -> Result<Found, OpenError> {
    refuse_standard_input(name)?;
    let folder = super::folder(record);
    // Records travel: one that was made by other means may have the other slash.
    let named = if name.contains('\\') && !folder.join(name).is_file() { name.replace('\\', "/") } else { name.into() };
    let has_path = named.contains(path::is_separator) || named.ends_with(".uur");
    let exact = plain(&folder.join(&named));
    let beside = beside_folder(folder);
    let inside = plain(&folder.join(format!("{named}.uur")));
    let candidates =
        [Some(exact.clone()).filter(|_| has_path), beside, Some(inside).filter(|_| !has_path), Some(exact)];
    match candidates.into_iter().flatten().find(|candidate| candidate.is_file()) {
        Some(path) => {
            let name = path.to_string_lossy().into_owned();
            let text = read(&path).map_err(|error| OpenError::Unreadable { path: name.clone(), error })?;
            let reach = reach(&path).map_err(|error| OpenError::Unreadable { path: name.clone(), error })?;
            Ok(Found { source: Source { name: name.clone(), text, access: reach }, path: Some(name) })
        }
        None if has_path => Err(OpenError::NotFound {
            game: name.to_string(),
            help: format!(
                "`{}` names it, seen from its folder; `uur replay RULES --record {}` takes other rules",
                record.display(),
                record.display()
            ),
        }),
        None => of_text(name),
    }
}

/// The rules of a record that stands in no file.
///
/// # Errors
/// As [`source`]; standard input is no rule file of a record.
pub fn of_text(name: &str) -> Result<Found, OpenError> {
    refuse_standard_input(name)?;
    Ok(Found { source: source(name)?, path: is_path(name).then(|| name.to_string()) })
}

/// What was read from standard input once is not there again.
fn refuse_standard_input(name: &str) -> Result<(), OpenError> {
    match name {
        "-" => Err(OpenError::NotFound {
            game: "-".to_string(),
            help: "the rules came from standard input; `uur replay RULES --record FILE` names them".to_string(),
        }),
        _ => Ok(()),
    }
}

/// `X.uur` beside a folder `X`.
fn beside_folder(folder: &Path) -> Option<PathBuf> {
    let name = match folder.file_name() {
        Some(name) => name.to_os_string(),
        None => folder.canonicalize().ok()?.file_name()?.to_os_string(),
    };
    let mut file = name;
    file.push(".uur");
    Some(plain(&folder.join("..").join(file)))
}

/// How a record in a folder names a rule file: its path from there, with `/` on every platform. From another
/// drive it is the whole path.
pub fn name_from(folder: &Path, rules: &str) -> String {
    let whole = |path: &Path| path::absolute(path).map(|path| plain(&path));
    let relative = match (whole(Path::new(rules)), whole(folder)) {
        (Ok(rules), Ok(folder)) => Some(pathdiff::diff_paths(&rules, &folder).unwrap_or(rules)),
        _ => None,
    };
    let name = relative.map_or(rules.to_string(), |path| path.to_string_lossy().into_owned());
    let name = if cfg!(windows) { name.replace('\\', "/") } else { name };
    // Without an ending it would be the name of a shipped game.
    if name.contains('/') || name.ends_with(".uur") { name } else { format!("./{name}") }
}
