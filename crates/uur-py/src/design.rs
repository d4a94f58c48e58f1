//! The designer's assistant.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use uur::{Game, Source, variants};
use uur_design::{
    Assay, Breeding, DesignFault, DesignParent, DesignPlan, DesignProblem, DesignReport, DesignRequest, Drafted,
    FoundLog, Pool, StopSign, TrialEffort, Tried,
};

use crate::data::made;
use crate::game::{PyGame, file_among};
use crate::problem::{UurError, rules_error, whole};
use crate::series::granted;
use crate::work::{USUAL_STACK, WorkControl, run};

/// Breeds new games from others, round by round, and keeps the best of each kind.
#[pyclass(module = "uur", name = "Designer", frozen)]
pub struct PyDesigner(Mutex<Work>);

struct Work {
    breeding: Breeding,
    /// The candidates that others try.
    drafted: Vec<Drafted>,
    /// How many fell in the second trial, if there was one.
    fallen: Option<usize>,
}

fn refused(problem: DesignProblem) -> PyErr {
    UurError::new_err(format!("{}; {}", problem.message, problem.help))
}

fn stop_sign(control: &WorkControl) -> StopSign {
    let stop = control.stop.clone();
    Arc::new(move || stop.load(Ordering::Relaxed))
}

fn stopped() -> PyErr {
    UurError::new_err("the work was stopped")
}

/// The games to begin with of a file.
fn parents(py: Python<'_>, game: &Game, request: &DesignRequest, pool: &Pool) -> PyResult<Vec<DesignParent>> {
    let find = |name: &str, from: &Source| file_among(&game.sources, name, from);
    let source = game.sources[0].clone();
    DesignParent::of(source, &find, &game.settings(), request, pool).map_err(|fault| match fault {
        DesignFault::Rules(found) => rules_error(py, &found),
        DesignFault::Sketch(problem) => refused(problem),
    })
}

impl PyDesigner {
    fn work(&self) -> MutexGuard<'_, Work> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works while others may use the interpreter.
    fn works<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Work, StopSign) -> T + Send) -> PyResult<T> {
        run(py, USUAL_STACK, None, 0, |control| work(&mut self.work(), stop_sign(control)))
    }
}

#[pymethods]
impl PyDesigner {
    /// Begins with games. `want` are wishes: measures with ranges, such as `length 20..60` or `draws < 5 %`, or facts,
    /// such as `relay and pits 6..8`. `keep` names sections that stay, and `borrow` the games whose lines may be taken,
    /// by default all shipped ones. `map` are the two measures over which the best are kept. `random` and `level_games` are
    /// the games of each candidate, and `players`, from 2 to 8, those who search, each twice as much as the one before.
    ///
    /// Raises `UurError` if a wish or a name is wrong.
    #[new]
    #[pyo3(signature = (games, *, want=vec![], keep=vec![], only_params=false, borrow=None, map=vec!["length".into(), "choices".into()], random=400, level_games=128, players=2, seed=1))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        games: Vec<PyRef<'_, PyGame>>,
        want: Vec<String>,
        keep: Vec<String>,
        only_params: bool,
        borrow: Option<Vec<PyRef<'_, PyGame>>>,
        map: Vec<String>,
        #[pyo3(from_py_with = whole)] random: u64,
        #[pyo3(from_py_with = whole)] level_games: u64,
        #[pyo3(from_py_with = whole)] players: u8,
        #[pyo3(from_py_with = whole)] seed: u64,
    ) -> PyResult<PyDesigner> {
        let effort = TrialEffort { random, searching: level_games, players };
        let request = DesignRequest { wants: want, keep, only_params, map, seed, effort };
        let borrow = borrow.map(|games| games.iter().map(|game| game.game.sources[0].clone()).collect());
        let pool = Pool::asked(borrow, only_params, &variants::library);
        let given = games.iter().map(|game| parents(py, &game.game, &request, &pool)).collect::<PyResult<Vec<_>>>()?;
        let plan = DesignPlan::new(&request, given.concat(), pool).map_err(refused)?;
        let breeding = Breeding::new(plan, FoundLog::new());
        Ok(PyDesigner(Mutex::new(Work { breeding, drafted: vec![], fallen: None })))
    }

    /// Makes and tries the candidates of a round, the given games first. 0 threads are one for each processor. Returns the
    /// number of new sound games.
    #[pyo3(signature = (*, threads=0))]
    fn round(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] threads: usize) -> PyResult<usize> {
        let mut new = 0;
        let is_done = self.works(py, |work, stop| work.breeding.round(granted(threads), &stop, |_| new += 1))?;
        if is_done { Ok(new) } else { Err(stopped()) }
    }

    /// Whether the candidates have played this many games, or no more of them are found.
    fn is_over(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] most_games: u64) -> bool {
        py.detach(|| self.work().breeding.is_over(most_games))
    }

    /// Takes rules of somebody else into the next round, where they pass the same trials; `by` says whose they are.
    ///
    /// Raises `UurError`, which says why, if they are no sound and new game that keeps what has to stay.
    #[pyo3(signature = (rules, by="another program"))]
    fn propose(&self, py: Python<'_>, rules: &str, by: &str) -> PyResult<()> {
        self.works(py, |work, _| work.breeding.offer(rules, by))?.map_err(refused)
    }

    /// Tries what is on the shelf with another seed, and takes away what misses a bound. Returns the number of these.
    #[pyo3(signature = (*, threads=0))]
    fn confirm(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] threads: usize) -> PyResult<usize> {
        let fallen = self.works(py, |work, stop| {
            work.fallen = work.breeding.confirm(granted(threads), &stop);
            work.fallen
        })?;
        fallen.ok_or_else(stopped)
    }

    /// What is on the shelf, the best first.
    fn shelf<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let report = self.works(py, |work, _| DesignReport::of(&work.breeding, work.fallen).with_tests())?;
        made(py, "Shelf", &report)
    }

    /// The number of games that were played.
    #[getter]
    fn games(&self, py: Python<'_>) -> u64 {
        py.detach(|| self.work().breeding.games())
    }

    /// The number of sound games that were tried.
    #[getter]
    fn candidates(&self, py: Python<'_>) -> usize {
        py.detach(|| self.work().breeding.candidates.len())
    }

    /// How candidates are tried, and the rules of those of the next round. `_take` takes what was found.
    fn _due(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] threads: usize) -> PyResult<(String, Vec<String>)> {
        self.works(py, |work, stop| {
            work.drafted = work.breeding.due(granted(threads), &stop)?;
            let rules = work.drafted.iter().map(|drafted| drafted.rules().to_string()).collect();
            Some((written(&work.breeding.assay()), rules))
        })?
        .ok_or_else(stopped)
    }

    /// Ends a round with what was found of each of its candidates. Returns the number of new sound games.
    fn _take(&self, py: Python<'_>, found: Vec<Option<String>>) -> PyResult<usize> {
        let found: Vec<Option<Tried>> = found.iter().map(|found| read(found.as_deref())).collect::<PyResult<_>>()?;
        self.works(py, |work, _| {
            let mut new = 0;
            let drafted = std::mem::take(&mut work.drafted);
            work.breeding.take(drafted.into_iter().zip(found), |_| new += 1);
            new
        })
    }

    /// How what is on the shelf is tried once more, and its rules. `_take_second` takes what was found.
    fn _second(&self, py: Python<'_>) -> (String, Vec<String>) {
        py.detach(|| {
            let breeding = &self.work().breeding;
            let rules = breeding.kept().map(|(.., draft)| draft.text().to_string()).collect();
            (written(&breeding.second_assay()), rules)
        })
    }

    /// Takes away what missed a bound. Returns the number of these.
    fn _take_second(&self, py: Python<'_>, found: Vec<Option<String>>) -> PyResult<usize> {
        let found: Vec<Option<Tried>> = found.iter().map(|found| read(found.as_deref())).collect::<PyResult<_>>()?;
        Ok(py.detach(|| {
            let work = &mut *self.work();
            let fallen = work.breeding.take_second(found);
            work.fallen = Some(fallen);
            fallen
        }))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<uur.Designer: {} candidates in {} games>", self.candidates(py), self.games(py))
    }
}

fn written(assay: &Assay) -> String {
    serde_json::to_string(assay).expect("it has only texts as keys")
}

fn read(found: Option<&str>) -> PyResult<Option<Tried>> {
    let read = |text| serde_json::from_str(text).map_err(|reason| UurError::new_err(format!("no finding: {reason}")));
    found.map(read).transpose()
}

/// Tries a candidate with one thread; `None` if it is no sound game.
#[pyfunction]
#[pyo3(name = "_assayed")]
pub fn assayed(py: Python<'_>, assay: &str, rules: &str) -> PyResult<Option<String>> {
    let assay: Assay =
        serde_json::from_str(assay).map_err(|reason| UurError::new_err(format!("no assay: {reason}")))?;
    let tried = run(py, USUAL_STACK, None, 0, |control| assay.run(rules, &stop_sign(control), &FoundLog::new()))?;
    Ok(tried.map(|tried| serde_json::to_string(&tried).expect("it has only texts as keys")))
}
