//! `uur sweep`: plays series of games, or solves the game, for many combinations of parameter values.

mod played;
mod shipped;
mod solved;

use anstyle::{Ansi256Color, Color, Style};
use indicatif::ProgressBar;
use schemars::JsonSchema;
use serde::Serialize;

use crate::files::{self, OpenError};
use uur::check::Settings;
use uur::game::Game;
use uur::provenance::{JsonAnswer, RulesUsed};
use uur::text_layout::TextTable;
use uur_lab::lab::Axis;

use super::game_args::{self, number};
use super::made::{self, print_json};
use super::output::{CommandError, answer_width, print, print_wrapped, report_error};
use super::plot::{self, MapCell};
use super::progress::stop_requested;
use super::schema::AnswerFormat;
use super::simulate::SeriesArgs;
use super::solve::positive;
use super::{CommandResult, TableFormat};

/// Play many games, or solve the game, for each combination of parameter values, and tabulate the results
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur sweep layli-goobalay --param pits=3..8 --param seeds=2..5 --format csv\n  \
    uur sweep layli-goobalay --param pits=3..8 --param seeds=2..5 --resume sizes.jsonl --svg sizes.svg\n  \
    uur sweep kalah --param pits=1..4 --param seeds=1..4 --solve --margin --time 5\n  \
    uur sweep --shipped --solve --positions 100000 --format csv\n\n\
    A combination that the rules refuse has a row with the reason. Ctrl-C prints the finished\n\
    combinations and exits with 4; with `--resume` the same command continues from there.")]
pub struct SweepArgs {
    /// A shipped game (see `uur list`), a path to a rule file, or `-` for standard input
    #[arg(required_unless_present = "shipped", default_value = "", hide_default_value = true)]
    game: String,
    /// A parameter and its values; of several parameters, all combinations are played
    #[arg(long = "param", value_name = "NAME=VALUES", required_unless_present = "shipped", value_parser = Axis::read)]
    params: Vec<Axis>,
    /// Solve all shipped games, by how many seeds where seeds count, for all values of their parameters `pits` and
    /// `seeds`, and list what is solved. A board is left out if one with no more pits and seeds was not solved
    #[arg(long, requires = "solve", conflicts_with_all = ["game", "params", "set", "margin", "resume", "svg"])]
    shipped: bool,
    #[command(flatten)]
    settings: game_args::SettingArgs,
    #[command(flatten)]
    series: SeriesArgs,
    /// Solve the game for each combination instead of playing games; unsolved combinations show `?`
    #[arg(long, conflicts_with_all = ["games", "south", "north", "pairs", "opening", "seed", "matches", "most_moves"])]
    solve: bool,
    /// Solve by how many seeds, not only who wins
    #[arg(long, requires = "solve")]
    margin: bool,
    /// Time limit for each combination, in seconds
    #[arg(long, value_name = "S", requires = "solve", default_value_t = 10.0, value_parser = positive)]
    time: f64,
    /// Limit the positions of each combination too, so that every run finds the same; the time then limits only moves
    /// that take very long
    #[arg(long, value_name = "N", requires = "solve", value_parser = number::<u64>(1..=u64::MAX))]
    positions: Option<u64>,
    /// Memory for searched positions, for each of the combinations that are solved at once
    #[arg(long, value_name = "GIB", requires = "solve", default_value_t = 1.0, value_parser = positive)]
    memory: f64,
    /// Store finished combinations in this file, and skip those that it already contains
    #[arg(long, value_name = "FILE")]
    resume: Option<String>,
    /// Also draw South's share, or the winner with best play, over one or two parameters to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    format: TableFormat,
}

impl SweepArgs {
    /// Returns the settings of a combination.
    fn settings_of(&self, values: &[String]) -> Settings {
        let mut settings = self.settings.settings();
        settings.extend(Axis::settings(&self.params, values));
        settings
    }
}

/// The formats of its answers in JSON.
pub(super) const FORMATS: [AnswerFormat; 3] = [
    AnswerFormat::of::<SweepReport<played::PlayedGames>>(),
    AnswerFormat::of::<SweepReport<solved::SolvedGame>>(),
    AnswerFormat::of::<shipped::ShippedReport>(),
];

/// The table of a sweep.
#[derive(Debug, Serialize, JsonSchema)]
struct SweepReport<'a, T> {
    rows: &'a [SweepRow<T>],
}

/// The result of a combination, and how it is printed.
trait SweepResult: Serialize + Sized {
    /// The name of the table in CSV.
    const CSV: &'static str;
    /// The titles of its columns in CSV.
    const CSV_TITLES: &'static str;
    /// What the heat map shows.
    const MAP_TITLE: &'static str;

    /// Its columns in CSV.
    fn csv(&self) -> String;
    /// The titles of its columns in the text table.
    fn titles(arguments: &SweepArgs) -> Vec<&'static str>;
    /// Its columns in the text table.
    fn cells(&self) -> Vec<String>;
    /// Explains the columns of the text table.
    fn note(rows: &[SweepRow<Self>]) -> String;
    /// Its cell in a heat map of all results.
    fn map_cell(&self, rows: &[SweepRow<Self>]) -> Option<MapCell>;
    /// Plots the results over one parameter or two.
    fn drawing(arguments: &SweepArgs, rows: &[SweepRow<Self>]) -> String;
}

/// A combination and its result, or why it has none.
#[derive(Debug, Serialize, JsonSchema)]
struct SweepRow<T> {
    #[serde(skip)]
    rules: Option<RulesUsed>,
    values: Settings,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    #[serde(flatten)]
    result: Option<T>,
}

pub fn run(arguments: &SweepArgs) -> CommandResult {
    if arguments.shipped {
        return shipped::run(arguments);
    }
    let axes = &arguments.params;
    let set = arguments.settings.settings();
    let is_known =
        |at: usize| set.contains_key(&axes[at].name) || axes[..at].iter().any(|axis| axis.name == axes[at].name);
    if let Some(at) = (0..axes.len()).find(|&at| is_known(at)) {
        let message = format!("the parameter `{}` is named twice", axes[at].name);
        return Err(CommandError::usage(&message, "write all of its values in one `--param`, and no `--set` of it"));
    }
    if arguments.svg.is_some() && axes.len() > 2 {
        let message = format!("{} parameters cannot be drawn", axes.len());
        return Err(CommandError::usage(&message, "draw one or two of them: fix the others by `--set`"));
    }
    plot::check(arguments.svg.as_deref())?;
    if arguments.solve { solved::run(arguments) } else { played::run(arguments) }
}

/// Finds the result of each combination until it is stopped. `find` returns the result or why the game has none,
/// or nothing once it is stopped. A combination that the rules refuse moves the bar by `steps`.
fn sweep<T>(
    arguments: &SweepArgs,
    bar: &ProgressBar,
    steps: u64,
    mut find: impl FnMut(Game) -> Result<Option<Result<T, String>>, CommandError>,
) -> Result<Vec<SweepRow<T>>, CommandError> {
    let axes = &arguments.params;
    let source = files::source(&arguments.game).map_err(|problem| game_args::source_error(&problem))?;
    let (mut rows, mut first_refused) = (vec![], None);
    for values in Axis::combinations(axes) {
        if stop_requested() {
            break;
        }
        let settings = arguments.settings_of(&values);
        let values = Axis::settings(axes, &values);
        let found = match Game::load(source.clone(), &files::library, &settings) {
            Ok(game) => {
                let rules = RulesUsed::of(&game);
                match find(game)? {
                    Some(found) => found.map(|result| (rules, result)).map_err(Some),
                    None => break,
                }
            }
            Err(faults) => {
                let first = faults.problems.iter().find(|problem| problem.is_error());
                let message = first.map(|problem| problem.message.clone());
                first_refused.get_or_insert((OpenError::Faulty(Box::new(faults)), settings));
                bar.inc(steps);
                Err(message)
            }
        };
        rows.push(match found {
            Ok((rules, result)) => SweepRow { rules: Some(rules), values, refused: None, result: Some(result) },
            Err(refused) => SweepRow { rules: None, values, refused, result: None },
        });
    }
    bar.finish_and_clear();
    match first_refused {
        Some((problem, settings)) if rows.iter().all(|row| row.result.is_none()) && !stop_requested() => {
            Err(game_args::open_error(problem, &settings))
        }
        _ => Ok(rows),
    }
}

/// Prints the results, and plots them if that is requested.
fn print_rows<T: SweepResult>(arguments: &SweepArgs, rows: &[SweepRow<T>])
where
    for<'a> SweepReport<'a, T>: JsonAnswer,
{
    let rules: Vec<RulesUsed> = rows.iter().filter_map(|row| row.rules.clone()).collect();
    match arguments.format {
        TableFormat::Json => {
            print_json(rules.clone(), &SweepReport { rows });
        }
        TableFormat::Csv => print(&csv(&arguments.params, rows)),
        TableFormat::Text => print_wrapped(&(table(arguments, rows) + &heat_map(&arguments.params, rows))),
    }
    if let Some(file) = &arguments.svg {
        plot::write(file, &rules, &T::drawing(arguments, rows)).unwrap_or_else(|failure| report_error(&failure));
    }
}

/// The error for a sweep that was stopped.
fn stopped_error(arguments: &SweepArgs, done: usize) -> CommandError {
    let again = if arguments.resume.is_some() { "; the same command continues from there" } else { "" };
    let all = Axis::combinations(&arguments.params).len();
    CommandError::limit(&format!("stopped with {done} of {all} combinations{again}"))
}

/// Returns the row with these values.
fn row_of<'a, T>(axes: &[Axis], rows: &'a [SweepRow<T>], values: &[&String]) -> Option<&'a SweepRow<T>> {
    rows.iter().find(|row| axes.iter().zip(values).all(|(axis, value)| row.values[&axis.name] == **value))
}

/// Returns the cell of these values in a heat map.
fn map_cell<T: SweepResult>(axes: &[Axis], rows: &[SweepRow<T>], values: &[&String]) -> Option<MapCell> {
    row_of(axes, rows, values)?.result.as_ref()?.map_cell(rows)
}

/// The table as CSV.
fn csv<T: SweepResult>(axes: &[Axis], rows: &[SweepRow<T>]) -> String {
    let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
    // Each row has the hash of its rules.
    let mut text = format!("{}{},{},refused\n", made::csv_comments(T::CSV, &[]), names.join(","), T::CSV_TITLES);
    let columns = T::CSV_TITLES.split(',').count();
    for row in rows {
        let values: Vec<&str> = axes.iter().map(|axis| row.values[&axis.name].as_str()).collect();
        text += &values.join(",");
        text += &match &row.result {
            Some(result) => format!(",{},\n", result.csv()),
            None => {
                format!("{}{}\n", ",".repeat(columns + 1), made::csv_cell(row.refused.as_deref().unwrap_or("")))
            }
        };
    }
    text
}

/// The table as text.
fn table<T: SweepResult>(arguments: &SweepArgs, rows: &[SweepRow<T>]) -> String {
    let axes = &arguments.params;
    let titles = axes.iter().map(|axis| axis.name.clone()).chain(T::titles(arguments).into_iter().map(str::to_string));
    let lines = rows.iter().map(|row| {
        let refused = || vec![format!("refused: {}", row.refused.as_deref().unwrap_or("the rules are faulty"))];
        let values = axes.iter().map(|axis| row.values[&axis.name].clone());
        values.chain(row.result.as_ref().map_or_else(refused, T::cells)).collect()
    });
    let table = TextTable { titles: titles.collect(), rows: lines.collect(), right: 0..usize::MAX, indent: 0 };
    table.text(answer_width()) + &T::note(rows)
}

/// A heat map over two parameters; empty for any other number.
fn heat_map<T: SweepResult>(axes: &[Axis], rows: &[SweepRow<T>]) -> String {
    let [down, across] = axes else { return String::new() };
    let first = down.values.iter().chain([&down.name]).map(|value| value.chars().count()).max().unwrap_or(0);
    let mut text = format!("\n{}, {} to the right\n{:first$}", T::MAP_TITLE, across.name, down.name);
    text += &across.values.iter().map(|value| format!(" {value:>6} ")).collect::<String>();
    text.push('\n');
    for value in &down.values {
        text += &format!("{value:>first$}");
        for other in &across.values {
            text += &match map_cell(axes, rows, &[value, other]) {
                None => format!(" {:>6} ", "-"),
                Some(MapCell { text, warmth, .. }) => {
                    let style = warmth.map(heat_colour).unwrap_or_default();
                    format!("{style} {text:>6} {style:#}")
                }
            };
        }
        text.push('\n');
    }
    text
}

/// A colour from blue (North) to red (South).
fn heat_colour(warmth: f64) -> Style {
    const COLOURS: [u8; 7] = [33, 75, 153, 255, 224, 210, 203];
    let step = (warmth * COLOURS.len() as f64) as usize;
    let colour = COLOURS[step.min(COLOURS.len() - 1)];
    Style::new().fg_color(Some(Ansi256Color(16).into())).bg_color(Some(Color::Ansi256(Ansi256Color(colour))))
}
