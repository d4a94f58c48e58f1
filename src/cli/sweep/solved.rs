//! `uur sweep --solve`: the value of the game with best play, for many combinations of parameter values.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::cli::CommandResult;
use crate::cli::output::{CommandError, Exit};
use crate::cli::plot::{self, MapCell, Titles};
use crate::cli::progress::{progress_bar, stop_on_ctrl_c, stop_requested};
use crate::cli::solve::with_large_stack;
use uur::game::Game;
use uur::rules::Side;
use uur_lab::lab::Axis;
use uur_lab::solve::{Aim, ProvedBounds, SolveLimits, Solver};

use super::resume::ResumeFile;
use super::{SweepArgs, SweepResult, SweepRow, map_cell, print_rows, stopped_error, sweep};

/// The proved value of a game, for South.
#[derive(Debug, Clone, Serialize, Deserialize)]
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
#[derive(Debug, Serialize)]
struct SolvedGame {
    value: SolvedValue,
}

pub fn run(arguments: &SweepArgs) -> CommandResult {
    stop_on_ctrl_c();
    let combinations = Axis::combinations(&arguments.params).len();
    let mut resume_file = arguments.resume.as_deref().map(open_resume_file).transpose()?;
    let bar = progress_bar(combinations as u64, "combinations");
    let rows = sweep(arguments, &bar, 1, |game| {
        let known = resume_file.as_ref().and_then(|resume_file| resume_file.find(&game, arguments.margin));
        let solved = match known {
            Some(value) => Ok(value),
            None => solve(&game, if arguments.margin { Aim::Margin } else { Aim::Result }, arguments)?,
        };
        if let (Ok(value), Some(resume_file)) = (&solved, &mut resume_file) {
            resume_file.append_proved(value)?;
        }
        bar.inc(1);
        Ok(Some(solved.map(|value| SolvedGame { value })))
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

    fn note(rows: &[SweepRow<Self>]) -> &'static str {
        if is_open(rows) { "\n`?`: not solved within the limits\n" } else { "" }
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
    fn find(&self, game: &Game, margin: bool) -> Option<SolvedValue> {
        let meaning = game.meaning();
        self.pieces.iter().find(|value| value.meaning == meaning && value.margin == margin).cloned()
    }

    /// Stores a value that is exact and new. An unsolved combination is tried again next time, perhaps with a
    /// longer time limit.
    fn append_proved(&mut self, value: &SolvedValue) -> Result<(), CommandError> {
        let known = |known: &SolvedValue| known.meaning == value.meaning && known.margin == value.margin;
        if value.bounds.exact().is_none() || self.pieces.iter().any(known) { Ok(()) } else { self.append(value) }
    }
}
