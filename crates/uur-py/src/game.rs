//! Games: rules from a text, a file, or the games that are shipped.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use pyo3::exceptions::{PyFileNotFoundError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;
use uur::diagnostic::did_you_mean;
use uur::source::MAX_TEXT;
use uur::{FileAccess, Game, LibraryError, Settings, Source, shipped_games};

use crate::data::{Pickled, made};
use crate::play::{PyPlay, PyPosition};
use crate::problem::{ReportedProblem, UurError, guarded, rules_error, text_error, whole};

/// The rules of a game. It never changes, and may be used by several threads at once.
#[pyclass(module = "uur", name = "Game", frozen)]
pub struct PyGame {
    /// The game.
    pub game: Arc<Game>,
}

#[derive(Serialize)]
struct ParameterData {
    name: String,
    value: uur::Value,
    default: uur::Value,
    about: Option<String>,
}

/// Reads values of parameters: numbers and words.
pub fn settings_of(settings: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
    let Some(settings) = settings else { return Ok(Settings::new()) };
    let text = |value: Bound<'_, PyAny>| value.str().and_then(|text| text.extract::<String>());
    settings.iter().map(|(name, value)| Ok((name.extract()?, text(value)?))).collect()
}

/// The names of the games that are shipped, in alphabetical order.
#[pyfunction]
pub fn shipped() -> Vec<&'static str> {
    shipped_games().collect()
}

fn checked(py: Python<'_>, source: Source, settings: &Settings) -> PyResult<PyGame> {
    let game = guarded(|| py.detach(|| Game::load(source, &library, settings)))?;
    game.map(|game| PyGame { game: Arc::new(game) }).map_err(|found| rules_error(py, &found))
}

/// Finds a source that another extends: a file in the folder of the game, or a shipped game.
fn library(name: &str, from: &Source) -> Result<Option<Source>, LibraryError> {
    let FileAccess::Folder(root) = &from.access else { return uur::variants::library(name, from) };
    let file = if name.ends_with(".uur") { name.to_string() } else { format!("{name}.uur") };
    let path = Path::new(&from.name).parent().unwrap_or(Path::new("")).join(&file);
    if Path::new(&file).is_absolute() || !is_below(&path, root) {
        return Err(LibraryError::Outside);
    }
    match read(&path) {
        Ok(text) => Ok(Some(Source { name: path.to_string_lossy().into_owned(), text, access: from.access.clone() })),
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => uur::variants::library(name, from),
        Err(reason) => Err(LibraryError::Unreadable(reason.to_string())),
    }
}

/// The source of an extended game among the files of a game, or that of a shipped game.
pub fn file_among(files: &[Source], name: &str, from: &Source) -> Result<Option<Source>, LibraryError> {
    let stem = |name: &str| Path::new(name).file_stem().map(ToOwned::to_owned);
    match files.iter().skip(1).find(|file| stem(&file.name) == stem(name)) {
        Some(file) => Ok(Some(file.clone())),
        None => uur::variants::library(name, from),
    }
}

/// Whether a path, with its links followed as far as it exists, is below a folder.
fn is_below(path: &Path, root: &Path) -> bool {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    };
    let climbs = path.components().any(|part| part == Component::ParentDir);
    match fs::canonicalize(folder) {
        Ok(folder) => folder.starts_with(root) && fs::canonicalize(path).map_or(true, |path| path.starts_with(root)),
        Err(_) => !climbs,
    }
}

/// Reads a regular file of limited size.
fn read(path: &Path) -> io::Result<String> {
    let about = fs::metadata(path)?;
    if !about.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    if about.len() > MAX_TEXT {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it is larger than {} MiB", MAX_TEXT >> 20)));
    }
    fs::read_to_string(path)
}

#[pymethods]
impl PyGame {
    /// Opens a shipped game by its name, or a rule file by its path, with values of parameters.
    ///
    /// A file may extend files in its folder and below, and shipped games.
    ///
    /// Raises `RulesError` if the rules or the values have errors, `UurError` if there is no such game, and `OSError` if
    /// the file cannot be read.
    #[staticmethod]
    #[pyo3(signature = (source, settings=None))]
    fn load(py: Python<'_>, source: PathBuf, settings: Option<&Bound<'_, PyDict>>) -> PyResult<PyGame> {
        let name = source.to_string_lossy().into_owned();
        let settings = settings_of(settings)?;
        if let Some(source) = uur::variants::source(&name) {
            return checked(py, source, &settings);
        }
        let is_path = name.ends_with(".uur") || source.components().count() > 1 || source.is_file();
        if !is_path {
            let meant = did_you_mean(&name, shipped_games());
            let help = meant.map_or("`uur.shipped()` lists them; a path ends with .uur".to_string(), |meant| {
                format!("did you mean `{meant}`?")
            });
            return Err(UurError::new_err(format!("there is no shipped game `{name}` ({help})")));
        }
        let unreadable = |reason: io::Error| {
            let message = format!("`{name}` cannot be read: {reason}");
            match reason.kind() {
                io::ErrorKind::NotFound => PyFileNotFoundError::new_err(message),
                _ => PyOSError::new_err(message),
            }
        };
        let text = read(&source).map_err(unreadable)?;
        let folder = source.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let access = FileAccess::Folder(fs::canonicalize(folder).map_err(unreadable)?.into());
        checked(py, Source { name, text, access }, &settings)
    }

    /// Checks rules given as text, which may extend shipped games. `name` is the name of the file in messages.
    ///
    /// Raises `RulesError` if the rules or the values have errors.
    #[staticmethod]
    #[pyo3(signature = (text, *, name="rules.uur", settings=None))]
    fn parse(py: Python<'_>, text: String, name: &str, settings: Option<&Bound<'_, PyDict>>) -> PyResult<PyGame> {
        if text.len() as u64 > MAX_TEXT {
            return Err(UurError::new_err(format!("the rules are larger than {} MiB", MAX_TEXT >> 20)));
        }
        checked(py, Source::new(name, text), &settings_of(settings)?)
    }

    /// Makes a game again from its files, for `pickle`.
    #[staticmethod]
    fn _restore(py: Python<'_>, files: Vec<(String, String)>, settings: Settings) -> PyResult<PyGame> {
        let sources: Vec<Source> = files.into_iter().map(|(name, text)| Source::new(name, text)).collect();
        let Some(first) = sources.first() else { return Err(UurError::new_err("there are no files")) };
        let find = |name: &str, from: &Source| file_among(&sources, name, from);
        let game = guarded(|| Game::load(first.clone(), &find, &settings))?;
        game.map(|game| PyGame { game: Arc::new(game) }).map_err(|found| rules_error(py, &found))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Pickled<'py, (Vec<(String, String)>, Settings)> {
        let game = &slf.get().game;
        let files = game.sources.iter().map(|source| (source.name.clone(), source.text.clone())).collect();
        Ok((slf.get_type().getattr("_restore")?, (files, game.settings())))
    }

    fn __eq__(&self, other: &PyGame) -> bool {
        Arc::ptr_eq(&self.game, &other.game)
            || self.game.name == other.game.name
                && self.game.settings() == other.game.settings()
                && self.game.meaning() == other.game.meaning()
    }

    fn __hash__(&self) -> u64 {
        u64::from_str_radix(&self.game.meaning(), 16).unwrap_or_default()
    }

    fn __repr__(&self) -> String {
        let settings: Vec<String> =
            self.game.settings().iter().map(|(name, value)| format!("{name}={value}")).collect();
        let settings = if settings.is_empty() { String::new() } else { format!(" {}", settings.join(" ")) };
        format!("<uur.Game {}{settings}>", self.game.name)
    }

    /// Its name: that of the file without `.uur`.
    #[getter]
    fn name(&self) -> &str {
        &self.game.name
    }

    /// The hash of the meaning of the rules: equal for rules that differ only in names and layout. 16 hexadecimal digits.
    #[getter]
    fn meaning(&self) -> String {
        self.game.meaning()
    }

    /// The values of parameters other than their defaults, as texts.
    #[getter]
    fn settings(&self) -> Settings {
        self.game.settings()
    }

    /// The text of the rule file.
    #[getter]
    fn text(&self) -> &str {
        &self.game.sources[0].text
    }

    /// The number of players: 1 or 2.
    #[getter]
    fn players(&self) -> usize {
        if self.game.program.is_single_player() { 1 } else { 2 }
    }

    /// The number of pits on the board, stores not included.
    #[getter]
    fn pits(&self) -> usize {
        self.game.program.layout().pits().len()
    }

    /// The parameters with their values.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let data = |parameter: &uur::Parameter| ParameterData {
            name: parameter.name.clone(),
            value: parameter.value.clone(),
            default: parameter.default.clone(),
            about: parameter.about.clone(),
        };
        self.game.rules.parameters.iter().map(|parameter| made(py, "Parameter", &data(parameter))).collect()
    }

    /// The warnings about the rules.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let sources = &self.game.sources;
        self.game.warnings.iter().map(|problem| made(py, "Problem", &ReportedProblem::of(problem, sources))).collect()
    }

    /// Returns the game with these values of parameters; others keep theirs.
    ///
    /// Raises `RulesError` if the values are not allowed.
    fn with_settings(&self, py: Python<'_>, settings: &Bound<'_, PyDict>) -> PyResult<PyGame> {
        let mut all = self.game.settings();
        all.extend(settings_of(Some(settings))?);
        let game = guarded(|| py.detach(|| self.game.with_settings(&all)))?;
        game.map(|game| PyGame { game: Arc::new(game) }).map_err(|found| rules_error(py, &found))
    }

    /// The position at the start.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition { game: self.game.clone(), position: self.game.program.start() }
    }

    /// Reads a position, such as `south 4 4 4; north 4 4 4; north to move`.
    ///
    /// Raises `NotationError` if the text is no position on this board.
    fn position(&self, py: Python<'_>, text: &str) -> PyResult<PyPosition> {
        let position = self.game.parse_position(text).map_err(|problem| text_error(py, problem))?;
        Ok(PyPosition { game: self.game.clone(), position })
    }

    /// Begins to play, from the start or from a position of the first round.
    #[pyo3(signature = (position=None))]
    fn play(&self, position: Option<&PyPosition>) -> PyResult<PyPlay> {
        let from = position.map(|position| position.of(self)).transpose()?;
        Ok(PyPlay::new(self.game.clone(), from))
    }

    /// Returns the rules in English, in lines of at most `width` columns.
    #[pyo3(signature = (width=100))]
    fn explain(&self, #[pyo3(from_py_with = whole)] width: usize) -> String {
        self.game.explain(width.max(20))
    }

    fn _repr_svg_(&self) -> String {
        crate::play::svg(&self.game, &self.game.program.start(), None)
    }
}

impl PyGame {
    /// The position from which work begins: the given one, or the start.
    pub fn from(&self, position: Option<&PyPosition>) -> PyResult<uur::Position> {
        position.map_or(Ok(self.game.program.start()), |position| position.of(self))
    }
}
