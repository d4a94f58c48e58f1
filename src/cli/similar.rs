//! `uur similar`: the shipped games with the most similar rules.

use schemars::JsonSchema;
use serde::Serialize;
use uur::likeness::{Likeness, nearest};
use uur::provenance::JsonAnswer;

use crate::catalogue::all_games;
use uur::text_layout::TextTable;

use super::game_args::{GameArgs, number};
use super::made::rules_of;
use super::output::{Exit, answer_width};
use super::{CommandResult, OutputFormat};

/// List the shipped games whose rules are most similar to those of a game
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur similar boola\n  uur similar mine.uur -n 3\n\n\
    The score compares the facts of `uur list --facts` and the lines of `uur show GAME --canonical`.\n\
    `same` and `differs` are facts of the listed game, the rarest first.")]
pub struct SimilarArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The most games to list
    #[arg(short, long = "number", value_name = "N", default_value_t = 10, value_parser = number::<usize>(1..=u64::from(u16::MAX)))]
    number: usize,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct SimilarReport<'a> {
    game: &'a str,
    similar: Vec<Likeness>,
}

impl JsonAnswer for SimilarReport<'_> {
    const FORMAT: &'static str = "similar";
}

/// The most facts that the text lists for each game.
const MOST_FACTS: usize = 5;

pub fn run(arguments: &SimilarArgs) -> CommandResult {
    let game = arguments.game.open()?;
    let mut similar = nearest(&game, all_games().map(|other| (other.name, &other.rules)));
    similar.truncate(arguments.number);
    let report = SimilarReport { game: &game.name, similar };
    arguments.format.print(rules_of([&game]), &report, |report| {
        let rows = report.similar.iter().flat_map(rows).collect();
        TextTable { rows, right: 0..1, ..TextTable::default() }.text(answer_width())
    });
    Ok(Exit::Fine)
}

fn rows(found: &Likeness) -> [Vec<String>; 2] {
    let Likeness { name, title, score, same, differs, same_lines: _, other_lines } = found;
    let list = |facts: &[String]| facts[..facts.len().min(MOST_FACTS)].join(", ");
    let differs = match (&differs[..], other_lines) {
        ([], 0) => "only in names and layout".to_string(),
        ([], _) => "in lines of the rules (`uur diff` shows them)".to_string(),
        (facts, _) => list(facts),
    };
    let facts = format!("same: {}; differs: {differs}", list(same));
    [vec![format!("{:.0} %", score * 100.0), name.to_string(), title.clone()], vec![String::new(), facts]]
}
