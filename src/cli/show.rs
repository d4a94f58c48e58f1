//! `uur show`: the description of a game, its board, and its rule file.
//!
//! The description is written as comments, so that the whole answer is a valid rule file.

use schemars::JsonSchema;
use serde::Serialize;

use crate::catalogue;
use crate::files;
use uur::check::{self, FlatLine};
use uur::game::Game;
use uur::notation::write_position;
use uur::provenance::JsonAnswer;
use uur::rules::{About, Parameter};
use uur::text_layout::{TextTable, wrap_beside};

use super::game_args::GameArgs;
use super::made::{print_json, rules_of};
use super::output::{Exit, answer_width, print, print_wrapped};
use super::{CommandResult, OutputFormat};

/// Print what a game is, its parameters, its board, and its rule file
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: uur show layli-goobalay-wikipedia --flat\n\n\
    The answer is a rule file again: uur show boola > mine.uur")]
pub struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Print inherited rules in place, each line with the file and line that it comes from
    #[arg(long)]
    flat: bool,
    /// Print how the engine carries out each step of a move, and why a step is not tabulated
    #[arg(long, conflicts_with = "flat")]
    plan: bool,
    /// Print the canonical text of the rules, which the hash of their meaning is computed from
    #[arg(long, conflicts_with_all = ["flat", "plan"])]
    canonical: bool,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

pub fn run(arguments: &ShowArgs) -> CommandResult {
    let game = arguments.game.open()?;
    if arguments.plan {
        print_plan(&game, arguments.format);
        return Ok(Exit::Fine);
    }
    if arguments.canonical {
        match arguments.format {
            OutputFormat::Json => {
                let (meaning, canonical) = (game.meaning(), game.rules.canonical());
                print_json(rules_of([&game]), &CanonicalReport { game: &game.name, meaning, canonical });
            }
            OutputFormat::Text => print(&game.rules.canonical()),
        }
        return Ok(Exit::Fine);
    }
    let flat = arguments.flat.then(|| check::flatten(&check::load(game.sources[0].clone(), &files::library)));
    match arguments.format {
        OutputFormat::Json => print_json(rules_of([&game]), &report(&game, flat.as_deref())),
        OutputFormat::Text => {
            let rules = match &flat {
                Some(lines) => check::write_flat(lines, &game.sources),
                None => game.sources[0].text.clone(),
            };
            let columns = answer_width();
            let about = catalogue::about(&game, columns.map(|columns| columns.saturating_sub(COMMENT.len())));
            let about: String =
                about.iter().map(|line| format!("{COMMENT}{line}").trim_end().to_string() + "\n").collect();
            print(&wrap_comments(&format!("{about}\n{rules}"), columns));
        }
    }
    Ok(Exit::Fine)
}

/// Prints how the engine carries out each step of a move.
fn print_plan(game: &Game, format: OutputFormat) {
    let plan = game.program.plan();
    match format {
        OutputFormat::Json => {
            let steps: Vec<PlanStep> = plan.iter().map(|(step, how)| PlanStep { step, how }).collect();
            print_json(rules_of([game]), &PlanReport { game: &game.name, plan: steps });
        }
        OutputFormat::Text => {
            let rows = plan.iter().map(|(step, how)| vec![step.to_string(), how.to_string()]).collect();
            print_wrapped(&TextTable { rows, ..TextTable::default() }.text(answer_width()));
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(super) struct PlanReport<'a> {
    game: &'a str,
    plan: Vec<PlanStep<'a>>,
}

impl JsonAnswer for PlanReport<'_> {
    const FORMAT: &'static str = "show-plan";
}

#[derive(Serialize, JsonSchema)]
struct PlanStep<'a> {
    step: &'a str,
    how: &'a str,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct CanonicalReport<'a> {
    game: &'a str,
    meaning: String,
    canonical: String,
}

impl JsonAnswer for CanonicalReport<'_> {
    const FORMAT: &'static str = "show-canonical";
}

/// The beginning of a comment line.
const COMMENT: &str = "# ";

/// Wraps the comments of a rule file to the width of the terminal. Rules are not wrapped, because a line
/// break in them has a meaning.
fn wrap_comments(text: &str, columns: Option<usize>) -> String {
    let lines = text.split_inclusive('\n').map(|line| match line.strip_prefix(COMMENT) {
        Some(words) => wrap_beside(COMMENT, words, columns),
        None => line.to_string(),
    });
    lines.collect()
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ShowReport<'a> {
    game: &'a str,
    about: &'a About,
    parameters: &'a [Parameter],
    board: BoardReport<'a>,
    files: Vec<SourceFile<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flat: Option<Vec<FlatLineReport<'a>>>,
}

impl JsonAnswer for ShowReport<'_> {
    const FORMAT: &'static str = "show";
}

#[derive(Serialize, JsonSchema)]
struct BoardReport<'a> {
    rows: u8,
    pits: u8,
    seeds: u16,
    start: StartRows<'a>,
    position: String,
}

#[derive(Serialize, JsonSchema)]
struct StartRows<'a> {
    south: &'a [u16],
    north: &'a [u16],
}

#[derive(Serialize, JsonSchema)]
struct SourceFile<'a> {
    name: &'a str,
    text: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct FlatLineReport<'a> {
    text: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
}

fn report<'a>(game: &'a Game, flat: Option<&'a [FlatLine]>) -> ShowReport<'a> {
    let [south, north] = &game.rules.board.start;
    let start = game.program.start();
    let line = |line: &'a FlatLine| {
        let source = line.origin.map(|span| (&game.sources[span.source.0 as usize], span));
        FlatLineReport {
            text: &line.text,
            file: source.map(|(source, _)| source.name.as_str()),
            line: source.map(|(source, span)| source.place(span.start as usize).line),
        }
    };
    ShowReport {
        game: &game.name,
        about: &game.rules.about,
        parameters: &game.rules.parameters,
        board: BoardReport {
            rows: game.rules.board.plan.height(),
            pits: game.rules.board.plan.columns(),
            seeds: start.total(),
            start: StartRows { south, north },
            position: write_position(game, &start),
        },
        files: game.sources.iter().map(|source| SourceFile { name: &source.name, text: &source.text }).collect(),
        flat: flat.map(|lines| lines.iter().filter(|line| !line.text.is_empty()).map(line).collect()),
    }
}
