//! `uur analyze`: a game that was played, looked over move by move.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;

use crate::files::{self, OutputKind};
use crate::repl::game_session::ending_text;
use uur::game_play::GamePlay;
use uur::notation::{RecordFacts, RecordResult};
use uur::provenance::JsonAnswer;
use uur::rules::Side;
use uur::text_layout::{TextTable, wrap};
use uur_lab::review::{ReviewOptions, ReviewRun, ReviewedGame};
use uur_lab::search::Level;
use uur_pages::review_page;

use super::game_args::number;
use super::made::{print_json, rules_of};
use super::output::{CommandError, Exit, answer_width, print};
use super::progress::{progress_bar, stop_on_ctrl_c};
use super::replay::course::CourseArgs;
use super::solve::with_large_stack;
use super::{CommandResult, board};

/// Look over a game that was played: what each move gave away, and what was better
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur analyze mine.game\n  uur analyze oware --moves \"F d E c\" --level hard\n  \
    uur analyze mine.game --format html -o mine.html\n\n\
    A position is worth what a search of it finds, corrected by the positions after it. What is called proved was \
    proved by the search, the solver or the database; all else is an estimate. Ctrl-C ends it with what was found.")]
pub struct AnalyzeArgs {
    #[command(flatten)]
    course: CourseArgs,
    /// How strong the judge is: a level, or a number of moves to search in each position
    #[arg(long, value_name = "LEVEL", default_value = "200000", value_parser = judge)]
    level: Level,
    /// How many moves the solver may search to prove a position near the end; 0 proves nothing
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = number::<u64>(0..=1_000_000_000_000))]
    proofs: u64,
    /// An endgame database of the game to use
    #[arg(long, value_name = "PATH")]
    database: Option<String>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = AnalyzeFormat::Text)]
    format: AnalyzeFormat,
    /// Write the answer to this file instead of printing it; needs `--format html`
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a review is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AnalyzeFormat {
    /// A table and sentences
    Text,
    /// All numbers
    Json,
    /// A page with a curve and boards
    Html,
}

/// Parses the level of the judge.
fn judge(text: &str) -> Result<Level, String> {
    let level: Level = text.parse()?;
    match level.time() {
        None => Ok(level),
        Some(_) => {
            Err("a time would judge differently on each machine; write a level or a number of moves".to_string())
        }
    }
}

/// The review of a game.
#[derive(Serialize, JsonSchema)]
pub(super) struct AnalyzeReport {
    game: String,
    /// The level of the judge.
    level: String,
    #[serde(flatten)]
    review: ReviewedGame,
}

impl JsonAnswer for AnalyzeReport {
    const FORMAT: &'static str = "analyze";
}

pub fn run(arguments: &AnalyzeArgs) -> CommandResult {
    if arguments.output.is_some() && arguments.format != AnalyzeFormat::Html {
        return Err(CommandError::usage("`-o` writes a page only", "add `--format html`"));
    }
    if let Some(path) = &arguments.output {
        files::check_output(path, OutputKind::Page).map_err(|reason| CommandError::write_failed(path, &reason))?;
    }
    let course = arguments.course.read()?;
    let line = course.play()?;
    let game = line.game().clone();
    if line.turns().is_empty() {
        return Err(CommandError::usage("there are no moves to look over", "name a record, or give `--moves`"));
    }
    if game.program.is_single_player() {
        return Err(CommandError::usage(
            "a game for one player has no opponent to lose to, so its moves are not judged",
            "`uur solve` proves what the player can reach",
        ));
    }
    let endgames = arguments.database.as_deref().map(|path| files::endgames(&game, path)).transpose();
    let endgames =
        endgames.map_err(|reason| CommandError::usage(&reason, "`uur solve --database` builds one for this game"))?;
    let stop = stop_on_ctrl_c();
    let stops = || stop.load(Ordering::Relaxed);
    let (_, nodes, _) = arguments.level.plan(&game, &game.program.start());
    let options = ReviewOptions { nodes, endgames: endgames.as_ref(), stop: &stops };
    let mut run = ReviewRun::new(&line);
    let bar = progress_bar(line.turns().len() as u64, "moves");
    while run.advance(options) {
        bar.set_position(run.progress().0 as u64);
    }
    bar.finish_and_clear();
    let review = match arguments.proofs {
        0 => run.review(),
        proofs => with_large_stack(|| run.proved(proofs, endgames.as_ref(), &stops))?,
    };
    let review = run.told(&review);
    let facts = &course.recorded.record.facts;
    match arguments.format {
        AnalyzeFormat::Text => print(&text(&line, &review, facts)),
        AnalyzeFormat::Json => {
            let report = AnalyzeReport { game: game.name.clone(), level: arguments.level.to_string(), review };
            print_json(rules_of([&*game]), &report);
        }
        AnalyzeFormat::Html => {
            let method = format!("Judged by a search of {nodes} moves in each position. {METHOD}");
            let page = review_page(&line, &review, &heading(&line, facts), &method);
            return board::write(arguments.output.as_deref(), OutputKind::Page, &rules_of([&*game]), &page);
        }
    }
    Ok(if stops() { Exit::Limit } else { Exit::Fine })
}

/// What the numbers mean.
const METHOD: &str = "Chances are estimates, except where “proved” is said. A slip gives away 5 % of the chance or more, \
                      a mistake 10 %, a blunder 20 %.";

/// Who played, on which occasion, and when.
fn heading(line: &GamePlay, facts: &RecordFacts) -> String {
    let name = |side: Side| facts.players[side].clone().unwrap_or_else(|| side.title().to_string());
    let players = facts
        .players
        .iter()
        .any(Option::is_some)
        .then(|| format!("{} against {}", name(Side::South), name(Side::North)));
    let result = facts.result.or_else(|| line.result().map(|over| RecordResult::by_rules(over.winner)));
    let result = result.map(ending_text);
    let parts = [Some(line.game().rules.about.name.clone()), players, facts.event.clone(), facts.date.clone(), result];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The review as text: the curve, the players, the comments, and the chances after all moves.
fn text(line: &GamePlay, review: &ReviewedGame, facts: &RecordFacts) -> String {
    let width = answer_width();
    let players = review.players_text();
    let comments: String = review
        .commented()
        .map(|played| {
            let turns = if review.turning_points.contains(&played.number) { " (a turning point)" } else { "" };
            format!("{:>4}. {}  {}{turns}\n", played.number, played.played, played.comment)
        })
        .collect();
    let rows = review.moves.iter().map(|played| {
        let about = if played.proved { "" } else { "~" };
        vec![
            format!("{}.", played.number),
            played.played.clone(),
            format!("{about}{:.0} %", 100.0 * played.after),
            if played.judgement == "good" { String::new() } else { played.judgement.to_string() },
        ]
    });
    let titles = ["", "move", "South", ""].map(str::to_string).to_vec();
    let table = TextTable { titles, rows: rows.collect(), right: 0..1, indent: 0 }.text(width);
    let comments = if comments.is_empty() { comments } else { format!("{comments}\n") };
    let head = format!(
        "{}\n\n{}\n\n{players}\n{comments}{METHOD} `~` marks an estimate.\n\n",
        heading(line, facts),
        review.curve()
    );
    wrap(&head, width) + &table
}
