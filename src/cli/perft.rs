//! `uur perft`: counts sequences of moves.

use std::collections::BTreeMap;
use std::time::Instant;

use schemars::JsonSchema;
use serde::Serialize;

use uur::notation::write_move;
use uur::provenance::JsonAnswer;
use uur_lab::lab::{self, Sequences};

use super::game_args::{GameArgs, number, position};
use super::made::{print_json, rules_of};
use super::output::{CommandError, Exit, is_open, print, print_wrapped};
use super::progress::{stop_on_ctrl_c, stoppable};
use super::{CommandResult, OutputFormat};

/// Count the sequences of exactly N moves within one round, for each N up to DEPTH
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: uur perft layli-goobalay 6 --divide")]
pub struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many moves; all depths from 1 on are counted
    #[arg(value_parser = number::<u32>(1..=60))]
    depth: u32,
    /// Count the sequences of the greatest depth by first move
    #[arg(long)]
    divide: bool,
    /// Also play the last move of each sequence, and count the sequences that end the round with it
    #[arg(long)]
    ends: bool,
    /// Count a turn that passes as a move of its own, as most other programs do
    #[arg(long, conflicts_with_all = ["divide", "ends"])]
    passes: bool,
    /// The position to begin from, a number for each pit: such as 'south 1 0 2; north 0 3 1'
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct PerftReport<'a> {
    game: &'a str,
    perft: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

impl JsonAnswer for PerftReport<'_> {
    const FORMAT: &'static str = "perft";
}

pub fn run(arguments: &PerftArgs) -> CommandResult {
    stop_on_ctrl_c();
    let game = stoppable(arguments.game.open()?);
    let position = position(&game, arguments.from.as_deref())?;
    let text = arguments.format == OutputFormat::Text;
    let (mut perft, mut ends) = (vec![], vec![]);
    for depth in (1..=arguments.depth).take_while(|_| is_open()) {
        let began = Instant::now();
        let (found, ended) = if arguments.ends {
            let Sequences { all, ended } = lab::perft_made(&game.program, &position, depth);
            (all, Some(ended))
        } else if arguments.passes {
            (lab::perft_with_passes(&game.program, &position, depth), None)
        } else {
            (lab::perft(&game.program, &position, depth), None)
        };
        if game.program.stops() {
            break;
        }
        let seconds = began.elapsed().as_secs_f64();
        if text {
            let ended = ended.map_or(String::new(), |ended| format!("  {ended:>12} end the round"));
            let line = format!("{depth:>2}  {found:>15}{ended}  {seconds:>9.3} s  {}", speed(found, seconds));
            print_wrapped(&format!("{}\n", line.trim_end()));
        }
        perft.push(found);
        ends.extend(ended);
    }
    let divide = arguments.divide.then(|| lab::divide(&game.program, &position, arguments.depth));
    let divide = divide.filter(|_| !game.program.stops());
    let depth = perft.len();
    if !text {
        let divide = divide.map(|moves| moves.into_iter().map(|(m, found)| (write_move(&game.program, m), found)));
        let ends = arguments.ends.then_some(ends);
        let report = PerftReport { game: &game.name, perft, ends, divide: divide.map(Iterator::collect) };
        print_json(rules_of([&game]), &report);
    } else if let Some(moves) = divide {
        print("\n");
        for (m, found) in moves {
            print(&format!("{:<4}{found:>15}\n", write_move(&game.program, m)));
        }
    }
    if game.program.stops() {
        return Err(CommandError::limit(&format!("stopped after depth {depth} of {}", arguments.depth)));
    }
    Ok(Exit::Fine)
}

/// Formats sequences per second; empty if the time is too short to measure.
fn speed(found: u64, seconds: f64) -> String {
    if seconds < 0.001 { String::new() } else { format!("{:>7.2} million/s", found as f64 / seconds / 1e6) }
}
