//! Proofs, searches and counts of moves.

use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;
use uur::engine::History;
use uur::notation::{write_move, write_position, write_steps};
use uur::{Game, Position, Rng, Side, Step};
use uur_lab::lab::{divide, perft};
use uur_lab::search::{Level, MultiPv, PlayerEndgames, SearchLimits, SearchRequest, outlook, search};
use uur_lab::solve::{Aim, EndgameDatabase, ProvedBounds, SolveError, SolveLimits, Solver};

use crate::data::made;
use crate::endgames::PyEndgames;
use crate::game::PyGame;
use crate::play::{PyPlay, PyPosition};
use crate::problem::{UurError, whole};
use crate::series::granted;
use crate::work::{USUAL_STACK, WorkControl, run};

/// The stack of a thread that proves, which recurses once per move.
const DEEP_STACK: usize = 4 << 30;
/// A gibibyte.
const GIBIBYTE: f64 = 1_073_741_824.0;
/// The longest time of a search or a proof in seconds.
const LONGEST: f64 = 31_536_000.0;

#[derive(Serialize)]
struct MoveValueData {
    m: String,
    at_least: i32,
    at_most: i32,
}

#[derive(Serialize)]
struct SolutionData {
    position: String,
    margin: bool,
    at_least: i32,
    at_most: i32,
    moves: Vec<MoveValueData>,
    line: String,
    nodes: u64,
    seconds: f64,
    dead_end: bool,
}

#[derive(Serialize)]
struct ScoredLineData {
    m: String,
    line: String,
    score: String,
    south: f64,
    text: String,
}

#[derive(Serialize)]
struct BestData {
    m: String,
    depth: u8,
    nodes: u64,
    complete: bool,
    lines: Vec<ScoredLineData>,
}

/// A time that was given in seconds.
fn time(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    match seconds {
        None => Ok(None),
        Some(seconds) if seconds > 0.0 && seconds <= LONGEST => Ok(Some(Duration::from_secs_f64(seconds))),
        Some(_) => Err(UurError::new_err("a time is a number of seconds greater than 0, of at most a year")),
    }
}

/// A position, or that of a game being played with what came before it.
#[derive(FromPyObject)]
enum Place<'py> {
    Position(PyRef<'py, PyPosition>),
    Play(PyRef<'py, PyPlay>),
}

impl Place<'_> {
    fn of(place: Option<&Place>, game: &PyGame) -> PyResult<(Position, History)> {
        let position = match place {
            None => game.game.program.start(),
            Some(Place::Position(position)) => position.of(game)?,
            Some(Place::Play(play)) => {
                let now = PyPosition { game: play.now().game().clone(), position: *play.now().position() };
                let position = now.of(game)?;
                return Ok((position, play.now().as_match().history().clone()));
            }
        };
        Ok((position, History::starting(&position)))
    }
}

#[pymethods]
impl PyGame {
    /// Counts the sequences of exactly `depth` moves within the round, from 0 to 60; a bonus move counts as a move.
    #[pyo3(signature = (depth, position=None))]
    fn perft(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] depth: u32,
        position: Option<&PyPosition>,
    ) -> PyResult<u64> {
        let from = self.from(position)?;
        depth_of(depth)?;
        run(py, USUAL_STACK, None, 0, |control| perft(&control.heeded(&self.game).program, &from, depth))
    }

    /// Counts the sequences of exactly `depth` moves by their first move.
    #[pyo3(signature = (depth, position=None))]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] depth: u32,
        position: Option<&PyPosition>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let from = self.from(position)?;
        depth_of(depth)?;
        let moves = run(py, USUAL_STACK, None, 0, |control| divide(&control.heeded(&self.game).program, &from, depth))?;
        let counts = PyDict::new(py);
        moves.into_iter().try_for_each(|(m, found)| counts.set_item(write_move(&self.game.program, m), found))?;
        Ok(counts)
    }

    /// Proves who wins the round with best play, or by how many seeds with `margin`.
    ///
    /// `memory` is in gibibytes. After `seconds` the bounds proved so far are returned. `moves` asks for the value of
    /// each move. `endgames` are values to use. 0 threads are one for each processor. The value does not depend on
    /// their number, but the line and the number of positions do. `progress` is called with the number of positions
    /// searched and 0.
    ///
    /// Raises `UurError` if the game has no margin, or there is not enough memory.
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (position=None, *, margin=false, moves=false, memory=1.0, seconds=None, endgames=None, threads=1, progress=None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        position: Option<&PyPosition>,
        margin: bool,
        moves: bool,
        memory: f64,
        seconds: Option<f64>,
        endgames: Option<&PyEndgames>,
        #[pyo3(from_py_with = whole)] threads: usize,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let from = self.from(position)?;
        let most = time(seconds)?;
        if !(memory > 0.0 && memory <= 1_048_576.0) {
            return Err(UurError::new_err("memory is a number of gibibytes greater than 0"));
        }
        let endgames = endgames.map(|endgames| endgames.of(self)).transpose()?;
        let aim = if margin { Aim::Margin } else { Aim::Result };
        let (bytes, threads) = ((memory * GIBIBYTE) as u64, granted(threads));
        let solved = run(py, DEEP_STACK, progress.as_ref(), 0, |control| {
            prove(&control.heeded(&self.game), &from, (aim, endgames), moves, (bytes, threads), most, control)
        })?;
        made(py, "Solution", &solved.map_err(|reason| UurError::new_err(reason.to_string()))?)
    }

    /// Searches for the best move in a position or a game being played, whose repetitions are then known.
    ///
    /// The level is `easy`, `casual`, `fair`, `medium`, `hard`, `master`, or a time such as `5s`. `all` scores every move.
    /// `seed` is that of the levels that play some moves at random.
    ///
    /// Raises `UurError` if there is no legal move or no such level.
    #[pyo3(signature = (place=None, *, level="master", seed=1, all=false, progress=None))]
    fn best_move<'py>(
        &self,
        py: Python<'py>,
        place: Option<Place<'_>>,
        level: &str,
        #[pyo3(from_py_with = whole)] seed: u64,
        all: bool,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (from, history) = Place::of(place.as_ref(), self)?;
        let level: Level = level.parse().map_err(UurError::new_err::<String>)?;
        if self.game.program.legal_moves(&from).is_empty() {
            return Err(UurError::new_err("there is no legal move"));
        }
        let best = run(py, DEEP_STACK, progress.as_ref(), 0, |control| {
            let game = control.heeded(&self.game);
            best(&game, &from, &history, level, seed, all, control)
        })?;
        let best = best.ok_or_else(|| UurError::new_err("the search found no move in its time"))?;
        made(py, "Best", &best)
    }
}

fn depth_of(depth: u32) -> PyResult<()> {
    if depth <= 60 { Ok(()) } else { Err(UurError::new_err("a depth is a number of moves from 0 to 60")) }
}

fn prove(
    game: &Game,
    from: &Position,
    (aim, endgames): (Aim, Option<&EndgameDatabase>),
    moves: bool,
    (bytes, threads): (u64, usize),
    most: Option<Duration>,
    control: &WorkControl,
) -> Result<SolutionData, SolveError> {
    let began = Instant::now();
    let late = move || most.is_some_and(|most| began.elapsed() >= most);
    // The clock also ends long sowings.
    let stop_sign = control.stop.clone();
    let game = &game.clone().heeding(move || stop_sign.load(std::sync::atomic::Ordering::Relaxed) || late());
    let stop = |nodes: u64| {
        control.done.store(nodes, std::sync::atomic::Ordering::Relaxed);
        game.program.stops()
    };
    let mut solver = Solver::new(game, from, aim, endgames, SolveLimits { bytes, threads, stop: &stop })?;
    let found = solver.answer(from, moves, &mut |_| {})?;
    let seconds = began.elapsed().as_secs_f64();
    let line = found.line.map_or(vec![], |(line, _)| line);
    let steps: Vec<Step> = line.into_iter().map(Step::Move).collect();
    let value = |(m, bounds): (uur::Move, ProvedBounds)| {
        let ProvedBounds { least, most } = bounds.for_south(from.to_move);
        MoveValueData { m: write_move(&game.program, m), at_least: least, at_most: most }
    };
    let ProvedBounds { least, most } = found.bounds.for_south(from.to_move);
    Ok(SolutionData {
        position: write_position(game, from),
        margin: aim == Aim::Margin,
        at_least: least,
        at_most: most,
        moves: found.moves.into_iter().map(value).collect(),
        line: write_steps(&game.program, &steps),
        nodes: found.nodes,
        seconds,
        dead_end: found.dead_end,
    })
}

fn best(
    game: &Game,
    from: &Position,
    history: &History,
    level: Level,
    seed: u64,
    all: bool,
    control: &WorkControl,
) -> Option<BestData> {
    let began = Instant::now();
    let stop = || control.stops() || level.time().is_some_and(|time| began.elapsed() >= time);
    let (depth, nodes, multi_pv) = level.plan(game, from);
    let multi_pv = if all { MultiPv::All } else { multi_pv };
    let mut endgames = PlayerEndgames::default();
    endgames.prepare(level, game, from.on_board(), &stop);
    let request = SearchRequest { endgames: endgames.of_level(level, game), ..SearchRequest::new(game, from, history) };
    let report = search(request, SearchLimits { depth, nodes, stop: &stop }, multi_pv, &mut |info| {
        control.done.store(info.nodes, std::sync::atomic::Ordering::Relaxed);
    });
    let mover = from.to_move;
    let sign = if mover == Side::South { 1.0 } else { -1.0 };
    let lines = report.lines.iter().filter(|line| !line.moves.is_empty()).map(|line| {
        let steps: Vec<Step> = line.moves.iter().map(|&m| Step::Move(m)).collect();
        ScoredLineData {
            m: write_steps(&game.program, &steps[..1]),
            line: write_steps(&game.program, &steps),
            score: line.score.to_string(),
            south: 0.5 + 0.5 * sign * line.score.expectation(),
            text: outlook(mover, line, &report),
        }
    });
    let lines = lines.collect();
    let (depth, nodes, complete) = (report.depth, report.nodes, report.complete);
    let chosen = level.pick(game, report, &mut Rng::for_game(seed, 0))?;
    Some(BestData { m: write_move(&game.program, chosen.m), depth, nodes, complete, lines })
}
