//! `uur sweep --solve`: the value of the game with best play, for many combinations of parameter values.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cli::CommandResult;
use crate::cli::game_args;
use crate::cli::output::{CommandError, Exit};
use crate::cli::plot::{self, MapCell, Titles};
use crate::cli::progress::{progress_bar, stop_on_ctrl_c, stop_requested};
use crate::cli::solve::with_large_stack;
use crate::files;
use uur::check::Settings;
use uur::game::Game;
use uur::provenance::JsonAnswer;
use uur::rules::Side;
use uur_lab::lab::Axis;
use uur_lab::solve::{Aim, ProvedBounds, SolveLimits, Solver};
use uur_lab::threads::run_workers;

use super::{SweepArgs, SweepReport, SweepResult, SweepRow, map_cell, print_rows, stopped_error, sweep};
use crate::cli::resume::ResumeFile;

/// The proved value of a game, for South.
#[derive(Debug, Clone, Serialize, JsonSchema, Deserialize)]
pub(super) struct SolvedValue {
    pub meaning: String,
    /// Whether the values are seeds. Otherwise they are wins, draws and losses.
    margin: bool,
    #[serde(flatten)]
    pub bounds: ProvedBounds,
    pub nodes: u64,
}

impl SolvedValue {
    pub fn text(&self) -> String {
        match self.bounds.exact() {
            None => "?".to_string(),
            Some(0) => "draw".to_string(),
            Some(value) if self.margin => format!("{value:+}"),
            Some(value) => if value > 0 { Side::South } else { Side::North }.title().to_string(),
        }
    }
}

/// The value of one combination.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SolvedGame {
    value: SolvedValue,
}

impl JsonAnswer for SweepReport<'_, SolvedGame> {
    const FORMAT: &'static str = "sweep-solve";
}

pub fn run(arguments: &SweepArgs) -> CommandResult {
    stop_on_ctrl_c();
    let settings = Axis::combinations(&arguments.params);
    let settings: Vec<Settings> = settings.iter().map(|values| arguments.settings_of(values)).collect();
    let combinations = settings.len();
    let mut resume_file = arguments.resume.as_deref().map(open_resume_file).transpose()?;
    let bar = progress_bar(combinations as u64, "combinations");
    let known = resume_file.as_ref().map_or(vec![], |resume_file| resume_file.pieces.clone());
    let source = files::source(&arguments.game).map_err(|problem| game_args::source_error(&problem))?;
    let value_of = |number: usize| {
        let game = Game::load_if_sound(source.clone(), &files::library, &settings[number]);
        let Some(game) = game else { return Ok(None) };
        let meaning = game.meaning();
        let known = known.iter().find(|value| value.meaning == meaning && value.margin == arguments.margin);
        let aim = if arguments.margin { Aim::Margin } else { Aim::Result };
        known.map_or_else(|| solve(&game, aim, arguments), |value| Ok(Ok(value.clone()))).map(Some)
    };
    let mut values = at_once(arguments, combinations, value_of, |value| {
        if let Some(solved) = value {
            bar.inc(1);
            if let (Ok(value), Some(resume_file)) = (solved, &mut resume_file) {
                resume_file.append_proved(value)?;
            }
        }
        Ok(())
    })?
    .into_iter();
    // What the rules refuse has no value. The rest has one each, up to the first that was not begun.
    let rows = sweep(arguments, &bar, 1, |_| {
        let value = values.by_ref().map_while(|value| value).flatten().next();
        Ok(value.map(|solved| solved.map(|value| SolvedGame { value })))
    })?;
    if let ([SweepRow { refused: Some(reason), .. }, ..], true) =
        (&rows[..], rows.iter().all(|row| row.result.is_none()))
    {
        let help = if arguments.margin { "leave out `--margin` to solve who wins" } else { "choose less `--memory`" };
        return Err(CommandError::usage(reason, help));
    }
    print_rows(arguments, &rows);
    if rows.len() < combinations {
        return Err(stopped_error(arguments, rows.len()));
    }
    Ok(if is_open(&rows) { Exit::Limit } else { Exit::Fine })
}

/// Whether a value is not exact.
fn is_open(rows: &[SweepRow<SolvedGame>]) -> bool {
    rows.iter().filter_map(|row| row.result.as_ref()).any(|game| game.value.bounds.exact().is_none())
}

impl SweepResult for SolvedGame {
    const CSV: &'static str = "sweep-solve";
    const CSV_TITLES: &'static str = "meaning,at_least,at_most,nodes";
    const MAP_TITLE: &'static str = "With best play";

    fn csv(&self) -> String {
        let SolvedValue { meaning, bounds, nodes, .. } = &self.value;
        format!("{meaning},{},{},{nodes}", bounds.least, bounds.most)
    }

    fn titles(arguments: &SweepArgs) -> Vec<&'static str> {
        vec![if arguments.margin { "South has more" } else { "who wins" }, "positions"]
    }

    fn cells(&self) -> Vec<String> {
        vec![self.value.text(), self.value.nodes.to_string()]
    }

    fn note(rows: &[SweepRow<Self>]) -> String {
        if is_open(rows) { "\n`?`: not solved within the limits\n".to_string() } else { String::new() }
    }

    fn map_cell(&self, rows: &[SweepRow<Self>]) -> Option<MapCell> {
        let exact = rows.iter().filter_map(|row| row.result.as_ref()?.value.bounds.exact());
        let most = exact.map(i32::abs).max().unwrap_or(0).max(1);
        let text = self.value.text();
        let warmth = self.value.bounds.exact().map(|exact| 0.5 + 0.5 * f64::from(exact) / f64::from(most));
        Some(MapCell { more: text.clone(), text, warmth })
    }

    fn drawing(arguments: &SweepArgs, rows: &[SweepRow<Self>]) -> String {
        let axes = &arguments.params;
        let what = if arguments.margin { "by how many seeds South wins" } else { "who wins" };
        let titles = Titles {
            title: format!("{}: {what} with best play", arguments.game),
            note: format!("at most {} s for each combination; ?: not solved", arguments.time),
            key: ["North wins", "a draw", "South wins"],
        };
        plot::map(&titles, axes, |values| map_cell(axes, rows, values))
    }
}

/// Does work with the numbers below `all`, several at once. `receive` gets each result when it is there. Returns the
/// results in order; `None` where the work was not begun, since the command was stopped.
///
/// # Errors
/// The first error of the work or of `receive`.
pub(super) fn at_once<T: Send>(
    arguments: &SweepArgs,
    all: usize,
    work: impl Fn(usize) -> Result<T, CommandError> + Sync,
    mut receive: impl FnMut(&T) -> Result<(), CommandError>,
) -> Result<Vec<Option<T>>, CommandError> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let (next, work) = (&next, &work);
        move || {
            let number = next.fetch_add(1, Ordering::Relaxed);
            (number < all && !stop_requested()).then(|| (number, work(number)))
        }
    };
    let mut results: Vec<Option<T>> = (0..all).map(|_| None).collect();
    run_workers(arguments.series.threads.granted().min(all), worker, |(number, result)| {
        let result = result?;
        receive(&result)?;
        results[number] = Some(result);
        Ok(())
    })?;
    Ok(results)
}

/// Solves a game from its start within the limits of positions and time.
///
/// # Errors
/// If there is no memory for solving. The inner error is the reason why the game has no value of this kind.
pub(super) fn solve(game: &Game, aim: Aim, arguments: &SweepArgs) -> Result<Result<SolvedValue, String>, CommandError> {
    let (began, time, most) = (Instant::now(), arguments.time, arguments.positions);
    let game = game.clone().heeding(move || stop_requested() || began.elapsed().as_secs_f64() >= time);
    with_large_stack(|| {
        let stops = |nodes: u64| most.is_some_and(|most| nodes >= most) || game.program.stops();
        let limits = SolveLimits { bytes: (arguments.memory * 1_073_741_824.0) as u64, threads: 1, stop: &stops };
        let start = game.program.start();
        let mut solver = Solver::new(&game, &start, aim, None, limits).map_err(|reason| reason.to_string())?;
        let found = solver.solve(&start, &mut |_| {});
        let bounds = found.for_south(start.to_move);
        Ok(SolvedValue { meaning: game.meaning(), margin: aim == Aim::Margin, bounds, nodes: solver.nodes() })
    })
}

fn open_resume_file(name: &str) -> Result<ResumeFile<SolvedValue>, CommandError> {
    ResumeFile::open(name, |line| serde_json::from_str(line), "values", "uur sweep --solve --resume")
}

impl ResumeFile<SolvedValue> {
    /// Stores a value that is exact and new. An unsolved combination is tried again next time, perhaps with a
    /// longer time limit.
    fn append_proved(&mut self, value: &SolvedValue) -> Result<(), CommandError> {
        let known = |known: &SolvedValue| known.meaning == value.meaning && known.margin == value.margin;
        if value.bounds.exact().is_none() || self.pieces.iter().any(known) { Ok(()) } else { self.append(value) }
    }
}
