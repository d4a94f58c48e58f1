//! `uur sweep --solve`: the value of the game with best play, for many combinations of parameter values.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::cli::output::{CommandError, Exit, print, print_json, print_wrapped, report_error};
use crate::cli::plot::{self, MapCell, Titles};
use crate::cli::progress::{progress_bar, stop_on_ctrl_c};
use crate::cli::solve::with_large_stack;
use crate::cli::{CommandResult, game_args};
use crate::files::{self, OpenError};
use uur::check::Settings;
use uur::game::Game;
use uur::rules::Side;
use uur_lab::lab::Axis;
use uur_lab::solve::{Aim, ProvedBounds, SolveLimits, Solver};

use super::resume::ResumeFile;
use super::{SweepArgs, SweepFormat, aligned, heat_colour, map};

/// The proved value of a game, for South.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct SolvedValue {
    meaning: String,
    /// Whether the values are seeds. Otherwise they are wins, draws and losses.
    margin: bool,
    at_least: i32,
    at_most: i32,
    nodes: u64,
}

impl SolvedValue {
    fn exact(&self) -> Option<i32> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    fn text(&self) -> String {
        match self.exact() {
            None => "?".to_string(),
            Some(0) => "draw".to_string(),
            Some(value) if self.margin => format!("{value:+}"),
            Some(value) => if value > 0 { Side::South } else { Side::North }.title().to_string(),
        }
    }
}

/// The result of one combination.
#[derive(Debug, Serialize)]
struct SolvedRow {
    values: Settings,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<SolvedValue>,
}

pub fn run(arguments: &SweepArgs) -> CommandResult {
    let axes = &arguments.params;
    let source = files::source(&arguments.game).map_err(|problem| game_args::source_error(&problem))?;
    let combinations = Axis::combinations(axes);
    let stop = stop_on_ctrl_c();
    let bar = progress_bar(combinations.len() as u64, "combinations");
    let mut resume_file = arguments.resume.as_deref().map(open_resume_file).transpose()?;
    let (mut rows, mut refused) = (vec![], None);
    for values in &combinations {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let mut settings = arguments.settings.settings();
        let values = Axis::settings(axes, values);
        settings.extend(values.clone());
        let row = match Game::load(source.clone(), &files::library, &settings) {
            Ok(game) => {
                let known = resume_file.as_ref().and_then(|resume_file| resume_file.find(&game, arguments.margin));
                let solved = match known {
                    Some(value) => Ok(value),
                    None => solve(game, arguments, stop)?,
                };
                if let (Ok(value), Some(resume_file)) = (&solved, &mut resume_file) {
                    resume_file.append_proved(value)?;
                }
                SolvedRow { values, refused: solved.as_ref().err().cloned(), value: solved.ok() }
            }
            Err(faults) => {
                let first = faults.problems.iter().find(|problem| problem.is_error());
                let message = first.map(|problem| problem.message.clone());
                refused.get_or_insert((OpenError::Faulty(Box::new(faults)), settings));
                SolvedRow { values, refused: message, value: None }
            }
        };
        rows.push(row);
        bar.inc(1);
    }
    bar.finish_and_clear();
    if let (Some((problem, settings)), true) = (refused, rows.iter().all(|row| row.value.is_none())) {
        return Err(game_args::open_error(problem, &settings));
    }
    if let ([SolvedRow { refused: Some(reason), .. }, ..], true) =
        (&rows[..], rows.iter().all(|row| row.value.is_none()))
    {
        let help = if arguments.margin { "leave out `--margin` to solve who wins" } else { "choose less `--memory`" };
        return Err(CommandError::usage(reason, help));
    }
    match arguments.format {
        SweepFormat::Json => print_json(&rows),
        SweepFormat::Csv => print(&csv(axes, &rows)),
        SweepFormat::Text => {
            print_wrapped(&format!("{}{}", table(axes, &rows, arguments.margin), heat_map(axes, &rows)))
        }
    }
    if let Some(file) = &arguments.svg {
        plot::write(file, &drawing(arguments, &rows)).unwrap_or_else(|failure| report_error(&failure));
    }
    let open = rows.iter().filter_map(|row| row.value.as_ref()).filter(|value| value.exact().is_none()).count();
    let again = if resume_file.is_some() { "; the same command continues from there" } else { "" };
    if rows.len() < combinations.len() {
        let text = format!("stopped with {} of {} combinations{again}\n", rows.len(), combinations.len());
        return Err(CommandError { exit: Exit::Limit, text });
    }
    Ok(if open > 0 { Exit::Limit } else { Exit::Fine })
}

/// Solves a game from its start within the time limit.
///
/// # Errors
/// If there is no memory for solving. The inner error is the reason why the game has no value of this kind.
fn solve(
    game: Game,
    arguments: &SweepArgs,
    stop: &'static AtomicBool,
) -> Result<Result<SolvedValue, String>, CommandError> {
    let (began, time) = (Instant::now(), arguments.time);
    let game = game.heeding(move || stop.load(Ordering::Relaxed) || began.elapsed().as_secs_f64() >= time);
    with_large_stack(|| {
        let stops = |_: u64| game.program.stops();
        let limits = SolveLimits { bytes: (arguments.memory * 1_073_741_824.0) as u64, stop: &stops };
        let aim = if arguments.margin { Aim::Margin } else { Aim::Result };
        let start = game.program.start();
        let mut solver = Solver::new(&game, &start, aim, None, limits).map_err(|reason| reason.to_string())?;
        let found = solver.solve(&start, &mut |_| {});
        let ProvedBounds { least, most } = if start.to_move == Side::South { found } else { found.turned() };
        let (meaning, nodes) = (game.meaning(), solver.nodes());
        Ok(SolvedValue { meaning, margin: arguments.margin, at_least: least, at_most: most, nodes })
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
        if value.exact().is_none() || self.pieces.iter().any(known) { Ok(()) } else { self.append(value) }
    }
}

/// The table as CSV.
fn csv(axes: &[Axis], rows: &[SolvedRow]) -> String {
    let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
    let mut text = format!("{},meaning,at_least,at_most,nodes,refused\n", names.join(","));
    for row in rows {
        let values: Vec<&str> = axes.iter().map(|axis| row.values[&axis.name].as_str()).collect();
        text += &values.join(",");
        text += &match &row.value {
            Some(value) => format!(",{},{},{},{},\n", value.meaning, value.at_least, value.at_most, value.nodes),
            None => format!(",,,,,\"{}\"\n", row.refused.as_deref().unwrap_or("").replace('"', "\"\"")),
        };
    }
    text
}

/// The table as text.
fn table(axes: &[Axis], rows: &[SolvedRow], margin: bool) -> String {
    let mut lines: Vec<Vec<String>> = vec![axes.iter().map(|axis| axis.name.clone()).collect()];
    let title = if margin { "South has more" } else { "who wins" };
    lines[0].extend([title, "positions"].map(str::to_string));
    for row in rows {
        let mut line: Vec<String> = axes.iter().map(|axis| row.values[&axis.name].clone()).collect();
        match &row.value {
            Some(value) => line.extend([value.text(), value.nodes.to_string()]),
            None => line.push(format!("refused: {}", row.refused.as_deref().unwrap_or("the rules are faulty"))),
        }
        lines.push(line);
    }
    let open = rows.iter().filter_map(|row| row.value.as_ref()).any(|value| value.exact().is_none());
    aligned(&lines) + if open { "\n`?`: not solved within the limits\n" } else { "" }
}

/// A heat map over two parameters: the value for South.
fn heat_map(axes: &[Axis], rows: &[SolvedRow]) -> String {
    let cell = |values: [&String; 2]| {
        let (text, warm) = value_of(axes, rows, &values)?;
        Some((text, warm.map(|warm| heat_colour(100.0 * warm)).unwrap_or_default()))
    };
    map(axes, "With best play", cell)
}

/// Returns the value of a combination as text and, if it is known, how good it is for South, from 0 to 1.
fn value_of(axes: &[Axis], rows: &[SolvedRow], values: &[&String]) -> Option<(String, Option<f64>)> {
    let exact = rows.iter().filter_map(|row| row.value.as_ref()?.exact());
    let most = exact.map(i32::abs).max().unwrap_or(0).max(1);
    let fits = |row: &&SolvedRow| axes.iter().zip(values).all(|(axis, value)| row.values[&axis.name] == **value);
    let value = rows.iter().find(fits)?.value.as_ref()?;
    Some((value.text(), value.exact().map(|exact| 0.5 + 0.5 * f64::from(exact) / f64::from(most))))
}

/// Plots the value with best play over one parameter or two.
fn drawing(arguments: &SweepArgs, rows: &[SolvedRow]) -> String {
    let axes = &arguments.params;
    let what = if arguments.margin { "by how many seeds South wins" } else { "who wins" };
    let titles = Titles {
        title: format!("{}: {what} with best play", arguments.game),
        note: format!("at most {} s for each combination; ?: not solved", arguments.time),
        key: ["North wins", "a draw", "South wins"],
    };
    plot::map(&titles, axes, |values| {
        let (text, warmth) = value_of(axes, rows, values)?;
        Some(MapCell { more: text.clone(), text, warmth })
    })
}
