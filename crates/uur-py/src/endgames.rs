//! Databases of endgames.

use std::fs::{self, File};
use std::io::{BufWriter, Cursor, Write};
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use uur::Game;
use uur_lab::solve::EndgameDatabase;

use crate::game::PyGame;
use crate::problem::{UurError, whole};
use crate::series::granted;
use crate::work::{USUAL_STACK, run};

/// The values of all boards of a game with few seeds, in memory. It never changes.
#[pyclass(module = "uur", name = "Endgames", frozen)]
pub struct PyEndgames {
    game: Arc<Game>,
    /// The values.
    pub database: EndgameDatabase,
}

impl PyEndgames {
    /// The values, if they are those of this game.
    pub fn of(&self, game: &PyGame) -> PyResult<&EndgameDatabase> {
        let same = Arc::ptr_eq(&self.game, &game.game) || self.game.meaning() == game.game.meaning();
        if same { Ok(&self.database) } else { Err(UurError::new_err("the endgames belong to another game")) }
    }
}

#[pymethods]
impl PyEndgames {
    /// Reads a file that `save` or `uur solve --database` wrote.
    ///
    /// Raises `UurError` if it is damaged or belongs to other rules, and `OSError` if it cannot be read.
    #[staticmethod]
    fn load(game: &PyGame, path: PathBuf) -> PyResult<PyEndgames> {
        // A file that stays open could be overwritten by `save`.
        let bytes = fs::read(path).map_err(PyOSError::new_err)?;
        let database = EndgameDatabase::open(&game.game, Cursor::new(bytes), EndgameDatabase::USUAL_MEMORY);
        let database = database.map_err(|reason| UurError::new_err(reason.to_string()))?;
        Ok(PyEndgames { game: game.game.clone(), database })
    }

    /// Writes the values to a file, which `uur solve --database` reads too.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let write = || {
            let mut file = BufWriter::new(File::create(path)?);
            self.database.save(&mut file)?;
            file.flush()
        };
        py.detach(write).map_err(PyOSError::new_err)
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame { game: self.game.clone() }
    }

    /// The greatest number of seeds on the boards.
    #[getter]
    fn seeds(&self) -> u16 {
        self.database.seeds()
    }

    /// The numbers of boards with `seeds` seeds by their value for the player to move: the seeds that are gained from
    /// there on, or 1, 0 and -1 for a win, a draw and a loss.
    fn histogram(&self, seeds: u16) -> PyResult<Vec<(i32, u64)>> {
        if usize::from(seeds) < self.database.levels() {
            self.database.histogram(seeds).map_err(PyOSError::new_err)
        } else {
            Err(UurError::new_err(format!("there are boards of up to {} seeds", self.database.seeds())))
        }
    }

    fn __repr__(&self) -> String {
        format!("<uur.Endgames of {}: up to {} seeds>", self.game.name, self.database.seeds())
    }
}

#[pymethods]
impl PyGame {
    /// Computes the values of all boards with up to `seeds` seeds, for games in which only the seeds on the board decide
    /// the rest. 0 threads are one for each processor. `progress` is called with the number of boards done and of all.
    ///
    /// Raises `UurError` if the game has no such values, or there are too many boards.
    #[pyo3(signature = (seeds, *, threads=0, progress=None))]
    fn endgames(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] seeds: u16,
        #[pyo3(from_py_with = whole)] threads: usize,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<PyEndgames> {
        let refused = |reason: &dyn std::fmt::Display| UurError::new_err(reason.to_string());
        let mut database =
            EndgameDatabase::new(&self.game, EndgameDatabase::USUAL_MEMORY).map_err(|reason| refused(&reason))?;
        let all = database.boards_up_to(seeds);
        let threads = granted(threads);
        let database = run(py, USUAL_STACK, progress.as_ref(), all, |control| {
            let game = control.heeded(&self.game);
            database.build(&game, seeds, threads, &control.done, &control.stop).map(|()| database)
        })?;
        let database = database.map_err(|reason| refused(&reason))?;
        Ok(PyEndgames { game: self.game.clone(), database })
    }
}
