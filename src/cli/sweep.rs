//! `uur sweep`: plays series of games, or solves the game, for many combinations of parameter values.

mod resume;
mod solved;

use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::{Ansi256Color, Color, Style};
use clap::ValueEnum;
use indicatif::ProgressBar;
use serde::Serialize;

use crate::files::{self, OpenError};
use uur::check::Settings;
use uur::diagnostic::count;
use uur::game::Game;
use uur_lab::lab::{
    Axis, Experiment, GameRange, JoinError, Rate, SeriesKey, SeriesOptions, SeriesReport, Tally, play_series,
};

use super::game_args;
use super::output::{CommandError, Exit, print, print_json, print_wrapped, report_error};
use super::plot::{MapCell, Titles};
use super::progress::{progress_bar, stop_on_ctrl_c, stop_requested};
use super::simulate::{SeriesArgs, no_games_error};
use super::solve::positive;
use super::{CommandResult, plot, statistics};
use resume::ResumeFile;

/// Play many games, or solve the game, for each combination of parameter values, and tabulate the results
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur sweep layli-goobalay --param pits=3..8 --param seeds=2..5 --format csv\n  \
    uur sweep layli-goobalay --param pits=3..8 --param seeds=2..5 --resume sizes.jsonl --svg sizes.svg\n  \
    uur sweep kalah --param pits=1..4 --param seeds=1..4 --solve --margin --time 5\n\n\
    A combination that the rules refuse has a row with the reason. Ctrl-C prints the finished\n\
    combinations and exits with 4; with `--resume` the same command continues from there.")]
pub struct SweepArgs {
    /// A shipped game (see `uur list`), a path to a rule file, or `-` for standard input
    game: String,
    /// A parameter and its values; of several parameters, all combinations are played
    #[arg(long = "param", value_name = "NAME=VALUES", required = true, value_parser = Axis::read)]
    params: Vec<Axis>,
    #[command(flatten)]
    settings: game_args::SettingArgs,
    #[command(flatten)]
    series: SeriesArgs,
    /// Solve the game for each combination instead of playing games; unsolved combinations show `?`
    #[arg(long, conflicts_with_all = ["games", "south", "north", "pairs", "opening", "seed", "threads", "matches", "most_moves"])]
    solve: bool,
    /// Solve by how many seeds, not only who wins
    #[arg(long, requires = "solve")]
    margin: bool,
    /// Time limit for each combination, in seconds
    #[arg(long, value_name = "S", requires = "solve", default_value_t = 10.0, value_parser = positive)]
    time: f64,
    /// Memory for searched positions
    #[arg(long, value_name = "GIB", requires = "solve", default_value_t = 1.0, value_parser = positive)]
    memory: f64,
    /// Store finished combinations in this file, and skip those that it already contains
    #[arg(long, value_name = "FILE")]
    resume: Option<String>,
    /// Also draw South's share, or the winner with best play, over one or two parameters to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = SweepFormat::Text)]
    format: SweepFormat,
}

/// How a table is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SweepFormat {
    Text,
    Csv,
    Json,
}

/// The result of one combination.
#[derive(Debug, Serialize)]
struct SweepRow {
    values: Settings,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<Box<SeriesReport>>,
}

pub fn run(arguments: &SweepArgs) -> CommandResult {
    let axes = &arguments.params;
    if arguments.svg.is_some() && axes.len() > 2 {
        let message = format!("{} parameters cannot be drawn", axes.len());
        return Err(CommandError::usage(&message, "draw one or two of them: fix the others by `--set`"));
    }
    if arguments.solve {
        return solved::run(arguments);
    }
    let source = files::source(&arguments.game).map_err(|problem| game_args::source_error(&problem))?;
    let combinations = Axis::combinations(axes);
    let stop = stop_on_ctrl_c();
    let series = &arguments.series;
    let bar = progress_bar(series.games.saturating_mul(combinations.len() as u64), "games");
    let mut resume_file = arguments.resume.as_deref().map(open_resume_file).transpose()?;
    let mut rows = vec![];
    let mut refused = None;
    for values in &combinations {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let mut settings = arguments.settings.settings();
        let values = Axis::settings(axes, values);
        settings.extend(values.clone());
        let game = match Game::load(source.clone(), &files::library, &settings) {
            Ok(game) => game.heeding(stop_requested),
            Err(faults) => {
                let first = faults.problems.iter().find(|problem| problem.is_error());
                let message = first.map(|problem| problem.message.clone());
                rows.push(SweepRow { values, refused: message, report: None });
                refused.get_or_insert((OpenError::Faulty(Box::new(faults)), settings));
                bar.inc(series.games);
                continue;
            }
        };
        let experiment = series.of(&game);
        let known =
            resume_file.as_ref().map(|resume_file| resume_file.find(&experiment, series.games)).transpose()?.flatten();
        let report = match known {
            Some(report) => {
                bar.inc(series.games);
                report
            }
            None => {
                let report = play(&experiment, series, stop, &bar)?;
                if report.tally.games == 0 {
                    break;
                }
                if let Some(resume_file) = resume_file.as_mut().filter(|_| report.tally.games == series.games) {
                    resume_file.append(&report)?;
                }
                report
            }
        };
        rows.push(SweepRow { values, refused: None, report: Some(Box::new(report)) });
    }
    bar.finish_and_clear();
    let stopped = stop.load(Ordering::Relaxed);
    if rows.is_empty() && stopped {
        return Err(no_games_error());
    }
    if let (Some((problem, settings)), true) = (refused, rows.iter().all(|row| row.report.is_none()) && !stopped) {
        return Err(game_args::open_error(problem, &settings));
    }
    match arguments.format {
        SweepFormat::Json => print_json(&rows),
        SweepFormat::Csv => print(&csv(axes, &rows)),
        SweepFormat::Text => print_wrapped(&format!("{}{}", table(axes, &rows), heat_map(axes, &rows))),
    }
    if let Some(file) = &arguments.svg {
        plot::write(file, &drawing(arguments, &rows)).unwrap_or_else(|failure| report_error(&failure));
    }
    if stopped {
        let done = |row: &&SweepRow| row.report.as_ref().is_none_or(|report| report.tally.games == series.games);
        let done = rows.iter().filter(done).count();
        let again = if resume_file.is_some() { "; the same command continues from there" } else { "" };
        let text = format!("stopped with {done} of {} combinations{again}\n", combinations.len());
        return Err(CommandError { exit: Exit::Limit, text });
    }
    Ok(Exit::Fine)
}

/// Returns South's share of the games with a winner for these values, and the number of all games; `None`
/// without a winner.
fn won(axes: &[Axis], rows: &[SweepRow], values: &[&String]) -> Option<(Rate, u64)> {
    let fits = |row: &&SweepRow| axes.iter().zip(values).all(|(axis, value)| row.values[&axis.name] == **value);
    let tally = &rows.iter().find(fits)?.report.as_ref()?.tally;
    let won = tally.south + tally.north;
    (won > 0).then(|| (Rate::of(tally.south, won), tally.games))
}

/// Plots South's share of the games with a winner, over one parameter or two.
fn drawing(arguments: &SweepArgs, rows: &[SweepRow]) -> String {
    let (axes, series) = (&arguments.params, &arguments.series);
    let won = |values: &[&String]| won(axes, rows, values);
    let (south, north) = (series.south, series.north);
    let players = if south == north { format!("{south} players") } else { format!("{south} South, {north} North") };
    let titles = Titles {
        title: format!("{}: South's wins in 100 decided games", arguments.game),
        note: format!("{players}, {} for each combination, seed {}", count(series.games as usize, "game"), series.seed),
        key: ["0: North wins all", "50: both win equally often", "100: South wins all"],
    };
    if let [axis] = &axes[..] {
        return plot::shares(&titles, axis, |values| won(values).map(|(rate, _)| rate));
    }
    plot::map(&titles, axes, |values| {
        let (rate, games) = won(values)?;
        let more = format!("{}, {}", statistics::percent(&rate).trim(), count(games as usize, "game"));
        Some(MapCell { text: format!("{:.1}", 100.0 * rate.share), warmth: Some(rate.share), more })
    })
}

/// Plays the games of one combination until it is stopped.
fn play(
    experiment: &Experiment,
    series: &SeriesArgs,
    stop: &AtomicBool,
    bar: &ProgressBar,
) -> Result<SeriesReport, CommandError> {
    let span = GameRange(0, series.games);
    let work = SeriesOptions { span, threads: series.threads(), details: false, each_game: false, stop };
    let (mut tally, mut numbers) = (Tally::default(), vec![]);
    play_series(experiment, &work, |batch| {
        bar.inc(batch.span.games());
        tally.add(&batch.tally);
        GameRange::join(&mut numbers, batch.span).expect("no game is played twice");
        Ok::<(), CommandError>(())
    })?;
    Ok(SeriesReport::new(experiment, numbers, series.games, tally))
}

fn open_resume_file(name: &str) -> Result<ResumeFile<SeriesReport>, CommandError> {
    let read = |line: &str| serde_json::from_str(line).and_then(SeriesReport::read);
    ResumeFile::open(name, read, "combinations", "uur sweep --resume")
}

impl ResumeFile<SeriesReport> {
    /// Returns the stored report of a series with this number of games.
    fn find(&self, experiment: &Experiment, games: u64) -> Result<Option<SeriesReport>, CommandError> {
        let key = SeriesKey::of(experiment);
        let alike = |known: &SeriesKey| known.meaning == key.meaning && known.settings == key.settings;
        let Some(report) = self.pieces.iter().find(|report| alike(&report.asked)) else {
            return Ok(None);
        };
        let other = match report.asked.same(&key) {
            Err(JoinError::Other(what, there, here)) => Some((what, there, here)),
            Ok(()) | Err(JoinError::Twice) => {
                let there = report.tally.games;
                (there != games).then(|| ("games", there.to_string(), games.to_string()))
            }
        };
        match other {
            None => Ok(Some(report.clone())),
            Some((what, there, here)) => Err(CommandError::usage(
                &format!("`{}` is from another sweep: `{what}` is {there} there and {here} here", self.name),
                "use the same options, or name a new file",
            )),
        }
    }
}

/// The table as CSV.
fn csv(axes: &[Axis], rows: &[SweepRow]) -> String {
    let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
    let mut text = format!(
        "{},meaning,games,moves,south,north,draws,endless,unfinished,south_share,south_low,south_high,\
        mean_moves,median_moves,longest,mean_choices,refused\n",
        names.join(",")
    );
    for row in rows {
        let values: Vec<&str> = axes.iter().map(|axis| row.values[&axis.name].as_str()).collect();
        text += &values.join(",");
        text += &match &row.report {
            Some(report) => {
                let (tally, south, length) = (&report.tally, &report.rates.south, &report.length);
                format!(
                    ",{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},\n",
                    report.asked.meaning,
                    tally.games,
                    tally.moves,
                    tally.south,
                    tally.north,
                    tally.draws,
                    tally.endless,
                    tally.unfinished,
                    south.share,
                    south.low,
                    south.high,
                    length.mean,
                    length.median,
                    length.longest,
                    report.branching.mean
                )
            }
            None => format!("{}\"{}\"\n", ",".repeat(16), row.refused.as_deref().unwrap_or("").replace('"', "\"\"")),
        };
    }
    text
}

/// The table as text.
fn table(axes: &[Axis], rows: &[SweepRow]) -> String {
    let mut lines: Vec<Vec<String>> = vec![axes.iter().map(|axis| axis.name.clone()).collect()];
    let titles = ["South wins %", "North wins %", "draws %", "endless %", "moves", "choices"];
    lines[0].extend(titles.map(str::to_string));
    for row in rows {
        let mut line: Vec<String> = axes.iter().map(|axis| row.values[&axis.name].clone()).collect();
        match &row.report {
            Some(report) => {
                let rates = &report.rates;
                let shares = [rates.south, rates.north, rates.draws, rates.endless];
                line.extend(shares.map(|rate| format!("{:.2}", 100.0 * rate.share)));
                let [low, high] = [rates.south.low, rates.south.high].map(|share| 100.0 * share);
                line[axes.len()] += &format!(" ({low:.2} to {high:.2})");
                line.extend([report.length.mean, report.branching.mean].map(|mean| format!("{mean:.2}")));
            }
            None => line.push(format!("refused: {}", row.refused.as_deref().unwrap_or("the rules are faulty"))),
        }
        lines.push(line);
    }
    aligned(&lines) + COLUMNS
}

/// Explains the columns of the text table.
const COLUMNS: &str = "in brackets: the 95 % interval; moves: in a game, on average; choices: legal moves to choose from, \
    on average\n";

/// Formats rows of cells with aligned columns.
fn aligned(lines: &[Vec<String>]) -> String {
    // The message of a refused combination extends over the columns after it.
    let of_column = |line: &Vec<String>, column: usize| {
        line.get(column).filter(|cell| !cell.starts_with("refused")).map_or(0, |cell| cell.chars().count())
    };
    let widths: Vec<usize> =
        (0..lines[0].len()).map(|column| lines.iter().map(|line| of_column(line, column)).max().unwrap_or(0)).collect();
    lines
        .iter()
        .map(|line| {
            let cells: Vec<String> = line.iter().zip(&widths).map(|(cell, &wide)| format!("{cell:>wide$}")).collect();
            cells.join("  ") + "\n"
        })
        .collect()
}

/// A heat map over two parameters: South's share of the games with a winner.
fn heat_map(axes: &[Axis], rows: &[SweepRow]) -> String {
    let cell = |values: [&String; 2]| {
        let share = 100.0 * won(axes, rows, &values)?.0.share;
        Some((format!("{share:.1}"), heat_colour(share)))
    };
    map(axes, "South's wins in 100 decided games", cell)
}

/// A heat map over two parameters; empty for any other number.
fn map(axes: &[Axis], title: &str, cell: impl Fn([&String; 2]) -> Option<(String, Style)>) -> String {
    let [down, across] = axes else { return String::new() };
    let first = down.values.iter().chain([&down.name]).map(|value| value.chars().count()).max().unwrap_or(0);
    let mut text = format!("\n{title}, {} to the right\n{:first$}", across.name, down.name);
    text += &across.values.iter().map(|value| format!(" {value:>6} ")).collect::<String>();
    text.push('\n');
    for value in &down.values {
        text += &format!("{value:>first$}");
        for other in &across.values {
            text += &match cell([value, other]) {
                None => format!(" {:>6} ", "-"),
                Some((shown, style)) => format!("{style} {shown:>6} {style:#}"),
            };
        }
        text.push('\n');
    }
    text
}

/// A colour from blue (North) to red (South).
fn heat_colour(share: f64) -> Style {
    const COLOURS: [u8; 7] = [33, 75, 153, 255, 224, 210, 203];
    let step = (share / 100.0 * COLOURS.len() as f64) as usize;
    let colour = COLOURS[step.min(COLOURS.len() - 1)];
    Style::new().fg_color(Some(Ansi256Color(16).into())).bg_color(Some(Color::Ansi256(Ansi256Color(colour))))
}
