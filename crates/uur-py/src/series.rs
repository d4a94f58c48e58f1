//! Series of games, and comparisons.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use arrow_array::ArrayRef;
use arrow_array::builder::{BooleanBuilder, Int64Builder, StringBuilder};
use pyo3::prelude::*;
use serde::Serialize;
use uur::diagnostic::count;
use uur::engine::Reason;
use uur::notation::write_steps;
use uur::provenance::{MadeAnswer, Provenance, RulesUsed};
use uur::{Game, Position};
use uur_lab::lab::{
    Axis, Batch, DiffReport, DiffRequest, Experiment, GameRange, JoinError, LineComparison, Player, Rate, Scores,
    SeriesOptions, SeriesReport, StoredReport, Tally, diff, elo, play_series,
};

use crate::data::{Pickled, to_python};
use crate::game::PyGame;
use crate::play::PyPosition;
use crate::problem::{UurError, whole};
use crate::table::PyTable;
use crate::work::{USUAL_STACK, WorkControl, run};

/// The report of a series of games. It never changes.
#[pyclass(module = "uur", name = "Report", frozen)]
pub struct PyReport {
    stored: StoredReport,
}

fn player(text: &str) -> PyResult<Player> {
    let player: Player = text.parse().map_err(UurError::new_err::<String>)?;
    if player.is_timeless() {
        Ok(player)
    } else {
        let message = "games with a time limit are not reproducible; write a number of nodes to search, such as 50000";
        Err(UurError::new_err(message))
    }
}

/// The games to play.
struct SeriesPlan {
    players: [Player; 2],
    games: u64,
    span: GameRange,
    pairs: bool,
    opening: u64,
    seed: u64,
    from: Option<Position>,
    whole_matches: bool,
    most_moves: u16,
    threads: usize,
}

impl SeriesPlan {
    fn of<'a>(&self, game: &'a Game) -> Experiment<'a> {
        Experiment {
            game,
            players: self.players,
            pairs: self.pairs,
            opening: self.opening,
            seed: self.seed,
            from: self.from,
            whole_matches: self.whole_matches,
            most_moves: self.most_moves.into(),
        }
    }

    /// Plays the games. Ended batches are passed on.
    fn play(&self, game: &Game, control: &WorkControl, details: bool, each_game: bool, mut deliver: impl FnMut(Batch)) {
        let options = SeriesOptions { span: self.span, threads: self.threads, details, each_game, stop: &control.stop };
        let _ = play_series::<()>(&self.of(game), &options, |batch| {
            control.done.fetch_add(batch.span.games(), Ordering::Relaxed);
            deliver(batch);
            Ok(())
        });
    }
}

/// The number of threads for a request, where 0 is one for each processor.
pub fn granted(threads: usize) -> usize {
    if threads > 0 { threads.min(1024) } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

/// Joins reports of parts of a series.
///
/// # Errors
/// If they belong to different series, or have games in common.
fn joined(one: StoredReport, other: StoredReport) -> PyResult<StoredReport> {
    one.join(other).map_err(|refused| match refused {
        JoinError::Other(what, there, here) => {
            UurError::new_err(format!("the reports are of different series: `{what}` is {there} and {here}"))
        }
        JoinError::Twice => UurError::new_err("the reports have games in common"),
    })
}

#[pymethods]
impl PyReport {
    /// Reads a report that `json` or `uur simulate --format json` wrote.
    ///
    /// Raises `UurError` if the text is no report, or was changed.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<PyReport> {
        let stored = serde_json::from_str(text).and_then(StoredReport::read);
        stored
            .map(|stored| PyReport { stored })
            .map_err(|reason| UurError::new_err(format!("no valid report: {reason}")))
    }

    /// The report as one line of JSON, byte for byte as `uur simulate --format json` prints it, but without a command.
    fn json(&self) -> String {
        self.stored.json()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Pickled<'py, (String,)> {
        Ok((slf.get_type().getattr("from_json")?, (slf.get().json(),)))
    }

    fn __eq__(&self, other: &PyReport) -> bool {
        self.stored.report == other.stored.report
    }

    fn __add__(&self, other: &PyReport) -> PyResult<PyReport> {
        joined(self.stored.clone(), other.stored.clone()).map(|stored| PyReport { stored })
    }

    /// The report as a dictionary with the fields of its JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &MadeAnswer { made: &self.stored.made, answer: &self.stored.report })
    }

    /// The number of games.
    #[getter]
    fn games(&self) -> u64 {
        self.stored.report.tally.games
    }

    /// The number of moves in all games.
    #[getter]
    fn moves(&self) -> u64 {
        self.stored.report.tally.moves
    }

    /// Games won by South, won by North, drawn, and unfinished.
    #[getter]
    fn results(&self) -> (u64, u64, u64, u64) {
        let Tally { south, north, draws, unfinished, .. } = self.stored.report.tally;
        (south, north, draws, unfinished)
    }

    /// The players of South and North; if they swap seats, those of the first game.
    #[getter]
    fn players(&self) -> (&str, &str) {
        (&self.stored.report.asked.players.south, &self.stored.report.asked.players.north)
    }

    /// The wins of each player, if they swap seats.
    #[getter]
    fn by_player(&self) -> Option<(u64, u64)> {
        self.stored.report.tally.by_player.map(Into::into)
    }

    /// The games of the series that are not in the report: ranges of their numbers, from 0, the end not included.
    #[getter]
    fn missing(&self) -> Vec<(u64, u64)> {
        self.stored.report.missing().into_iter().map(|GameRange(begin, end)| (begin, end)).collect()
    }

    /// Numbers of games by their number of moves.
    #[getter]
    fn lengths(&self) -> Vec<u64> {
        self.stored.report.tally.lengths.clone()
    }

    /// The share of a result with its 95 % interval: share, low, high.
    fn rate(&self, result: &str) -> PyResult<(f64, f64, f64)> {
        let rates = &self.stored.report.rates;
        let rate = match result {
            "south" => rates.south,
            "north" => rates.north,
            "draws" => rates.draws,
            "endless" => rates.endless,
            "unfinished" => rates.unfinished,
            "south of decided" => Rate::of(
                self.stored.report.tally.south,
                self.stored.report.tally.south + self.stored.report.tally.north,
            ),
            other => {
                let known = "south, north, draws, endless, unfinished, or `south of decided`";
                return Err(UurError::new_err(format!("`{other}` is not a result; write {known}")));
            }
        };
        Ok((rate.share, rate.low, rate.high))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("uur._notebook")?.call_method1("report_html", (slf,))
    }

    fn __repr__(&self) -> String {
        let (south, north, draws, unfinished) = self.results();
        let unfinished = if unfinished > 0 { format!(", {unfinished} unfinished") } else { String::new() };
        let games = count(self.games() as usize, "game");
        format!(
            "<uur.Report {} of {}: South won {south}, North {north}, {draws} drawn{unfinished}>",
            games, self.stored.report.asked.game
        )
    }
}

/// Returns Elo ratings with half of their 95 % intervals, for the points of each player against each other one.
#[pyfunction]
#[pyo3(name = "_elo")]
pub fn ratings(scores: Scores) -> PyResult<Vec<(f64, f64)>> {
    if scores.iter().any(|row| row.len() != scores.len()) {
        return Err(UurError::new_err("the scores are not a square"));
    }
    Ok(elo(&scores).into_iter().map(|elo| (elo.points, elo.error)).collect())
}

/// Reads a parameter with its values, such as `pits=4..12`.
#[pyfunction]
#[pyo3(name = "_axis")]
pub fn axis(text: &str) -> PyResult<(String, Vec<String>)> {
    let axis = Axis::read(text).map_err(UurError::new_err::<String>)?;
    Ok((axis.name, axis.values))
}

/// The columns of a table of games.
#[derive(Default)]
struct GameColumns {
    number: Int64Builder,
    winner: StringBuilder,
    finished: BooleanBuilder,
    moves: Int64Builder,
    south: Int64Builder,
    north: Int64Builder,
    ended: StringBuilder,
    record: StringBuilder,
}

impl GameColumns {
    fn add(&mut self, game: &Game, batch: &Batch) {
        for (number, (played, steps)) in (batch.span.0..).zip(&batch.games) {
            self.number.append_value(number as i64);
            self.winner.append_option(played.winner.map(|side| side.as_str()));
            self.finished.append_value(played.finished);
            self.moves.append_value(played.moves as i64);
            self.south.append_value(played.captured[0].into());
            self.north.append_value(played.captured[1].into());
            self.ended.append_option(played.reason.map(Reason::as_str));
            self.record.append_value(write_steps(&game.program, steps));
        }
    }

    fn finish(mut self) -> PyResult<PyTable> {
        let columns: [(&str, ArrayRef); 8] = [
            ("number", Arc::new(self.number.finish())),
            ("winner", Arc::new(self.winner.finish())),
            ("finished", Arc::new(self.finished.finish())),
            ("moves", Arc::new(self.moves.finish())),
            ("south", Arc::new(self.south.finish())),
            ("north", Arc::new(self.north.finish())),
            ("ended", Arc::new(self.ended.finish())),
            ("record", Arc::new(self.record.finish())),
        ];
        PyTable::of(columns.into_iter().map(|(name, column)| (name.to_string(), column)).collect())
    }
}

#[pymethods]
impl PyGame {
    /// Plays a series of games and counts their results.
    ///
    /// Game number i depends only on the seed and on i, so the report is the same for any number of threads, and
    /// reports of parts add up to that of the series. `south` and `north` are `random`, `greedy`, `easy`, `casual`,
    /// `fair`, `medium`, `hard`, `master`, or a number of positions to search for each move. With `pairs` each two games have the
    /// same random numbers and swapped seats; `opening` random moves begin each game; with `matches` a game is a whole
    /// match. `part` is the first game to play, from 0, and the one behind the last. `details` counts captures, laps
    /// and rule lines, which is slower. 0 threads are one for each processor. `progress` is called about twenty times a
    /// second with the number of games played and of all.
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (games=10_000, *, south="random", north="random", pairs=false, opening=0, seed=1, part=None,
        position=None, matches=false, most_moves=10_000, details=false, threads=0, progress=None))]
    fn simulate(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] games: u64,
        south: &str,
        north: &str,
        pairs: bool,
        #[pyo3(from_py_with = whole)] opening: u64,
        #[pyo3(from_py_with = whole)] seed: u64,
        #[pyo3(from_py_with = whole)] part: Option<(u64, u64)>,
        position: Option<&PyPosition>,
        matches: bool,
        #[pyo3(from_py_with = whole)] most_moves: u16,
        details: bool,
        #[pyo3(from_py_with = whole)] threads: usize,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<PyReport> {
        let plan = SeriesPlan {
            players: [player(south)?, player(north)?],
            games,
            span: part_of(games, part)?,
            pairs,
            opening,
            seed,
            from: position.map(|position| position.of(self)).transpose()?,
            whole_matches: matches,
            most_moves: moves_of(most_moves)?,
            threads: granted(threads),
        };
        let report = run(py, USUAL_STACK, progress.as_ref(), plan.span.games(), |control| {
            let game = control.heeded(&self.game);
            let (mut tally, mut numbers) = (Tally::default(), vec![]);
            plan.play(&game, control, details, false, |batch| {
                tally.add(&batch.tally);
                GameRange::join(&mut numbers, batch.span).expect("no game is played twice");
            });
            SeriesReport::new(&plan.of(&game), numbers, plan.games, tally)
        })?;
        let made = Provenance::of::<SeriesReport>(None, vec![RulesUsed::of(&self.game)]);
        Ok(PyReport { stored: StoredReport { made, report } })
    }

    /// Plays a series of games and returns each as a row.
    ///
    /// The columns are `number`, `winner` (`south`, `north` or null), `finished`, `moves`, `south` and `north` (seeds
    /// captured), `ended` (a reason), and `record` (the moves). The arguments are those of `simulate`.
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (games=100, *, south="random", north="random", pairs=false, opening=0, seed=1, part=None,
        position=None, matches=false, most_moves=10_000, threads=0, progress=None))]
    fn games(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] games: u64,
        south: &str,
        north: &str,
        pairs: bool,
        #[pyo3(from_py_with = whole)] opening: u64,
        #[pyo3(from_py_with = whole)] seed: u64,
        #[pyo3(from_py_with = whole)] part: Option<(u64, u64)>,
        position: Option<&PyPosition>,
        matches: bool,
        #[pyo3(from_py_with = whole)] most_moves: u16,
        #[pyo3(from_py_with = whole)] threads: usize,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<PyTable> {
        let plan = SeriesPlan {
            players: [player(south)?, player(north)?],
            games,
            span: part_of(games, part)?,
            pairs,
            opening,
            seed,
            from: position.map(|position| position.of(self)).transpose()?,
            whole_matches: matches,
            most_moves: moves_of(most_moves)?,
            threads: granted(threads),
        };
        let columns = run(py, USUAL_STACK, progress.as_ref(), plan.span.games(), |control| {
            let game = control.heeded(&self.game);
            let mut columns = GameColumns::default();
            plan.play(&game, control, false, true, |batch| columns.add(&game, &batch));
            columns
        })?;
        columns.finish()
    }

    /// Compares the game with another: rules, the shortest diverging line among `positions` positions, and random games.
    ///
    /// Returns a dictionary: `meaning`, `same_meaning`, `rules` (pairs of 0 or 1 for the only game with a line, and the
    /// line), `line`, `what` and `positions` (the difference), `compared`, `depth` and `all` (how far all lines were
    /// compared), `random_games` and the shares `other_winner`, `other_end`, `other_moves` with 95 % intervals.
    #[pyo3(signature = (other, *, positions=50_000, games=1_000, seed=1, progress=None))]
    fn diff<'py>(
        &self,
        py: Python<'py>,
        other: &PyGame,
        #[pyo3(from_py_with = whole)] positions: usize,
        #[pyo3(from_py_with = whole)] games: u64,
        #[pyo3(from_py_with = whole)] seed: u64,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let report = run(py, USUAL_STACK, progress.as_ref(), positions as u64 + games, |control| {
            let both = [control.heeded(&self.game), control.heeded(&other.game)];
            let tell = |done| control.done.store(done, Ordering::Relaxed);
            let later = |games| tell(positions as u64 + games);
            diff([&both[0], &both[1]], DiffRequest { positions, games, seed }, &control.stop, &tell, &later)
        })?;
        to_python(py, &DiffData::of(report))
    }
}

/// The numbers of the games to play.
fn part_of(games: u64, part: Option<(u64, u64)>) -> PyResult<GameRange> {
    let (begin, end) = part.unwrap_or((0, games));
    if begin <= end && end <= games {
        Ok(GameRange(begin, end))
    } else {
        Err(UurError::new_err(format!("games {begin} to {end} are no part of {games}")))
    }
}

fn moves_of(most_moves: u16) -> PyResult<u16> {
    if (1..=60_000).contains(&most_moves) {
        Ok(most_moves)
    } else {
        Err(UurError::new_err("a game is abandoned after 1 to 60000 moves"))
    }
}

/// How two games differ, in one object.
#[derive(Serialize)]
struct DiffData {
    games: [String; 2],
    meaning: [String; 2],
    same_meaning: bool,
    /// The lines that only one of the games has, and which: 0 or 1.
    rules: Vec<(usize, String)>,
    line: Option<String>,
    what: Option<String>,
    positions: [Option<String>; 2],
    compared: usize,
    depth: usize,
    all: bool,
    random_games: u64,
    other_winner: Rate,
    other_end: Rate,
    other_moves: Rate,
}

impl DiffData {
    fn of(report: DiffReport) -> DiffData {
        let DiffReport { games, meaning, same_meaning, lines, play, random, .. } = report;
        let play = play.unwrap_or(LineComparison { all: true, ..LineComparison::default() });
        let none = || Rate::of(0, 0);
        let rates = random.map(|random| (random.games, random.other_winner, random.other_end, random.other_moves));
        let (random_games, other_winner, other_end, other_moves) = rates.unwrap_or_else(|| (0, none(), none(), none()));
        DiffData {
            games,
            meaning,
            same_meaning,
            rules: lines.into_iter().map(|line| (line.only_in, line.text)).collect(),
            line: play.line,
            what: play.what,
            positions: play.positions,
            compared: play.compared,
            depth: play.depth,
            all: play.all,
            random_games,
            other_winner,
            other_end,
            other_moves,
        }
    }
}
