//! `uur train`: learns an evaluation from self-play.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use schemars::JsonSchema;
use serde::Serialize;

use uur::diagnostic::count;
use uur::provenance::JsonAnswer;
use uur_lab::lab::SearchControl;
use uur_lab::train::{Training, TrainingResult};

use super::game_args::{GameArgs, ThreadArgs, number};
use super::made::rules_of;
use super::output::{CommandError, Exit, error};
use super::progress::{clock, progress_bar, stop_on_ctrl_c, stoppable};
use super::{CommandResult, OutputFormat};
use crate::files::{self, OutputKind};

/// Learn an evaluation for the computer player from games against itself
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur train kalah --games 4000 -o kalah.eval\n  \
    uur tournament kalah 20000 20000:kalah.eval --games 400\n  uur play kalah vs hard --eval kalah.eval\n\n\
    The file depends on the game, the number of games, the positions and the seed, not on the number of\n\
    threads. Ctrl-C writes the evaluation learnt from the games played so far and exits with 4. An\n\
    evaluation of other rules is not replaced.")]
pub struct TrainArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = number::<u64>(1..=1_000_000))]
    games: u64,
    /// The file to write the evaluation to
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Draw random beginnings again until a search of as many positions finds neither player clearly ahead
    #[arg(long)]
    balanced: bool,
    /// How many positions to search for each move
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = number::<u64>(1..=1_000_000_000))]
    positions: u64,
    /// The seed of the openings
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

/// The result of a training.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TrainReport {
    game: String,
    meaning: String,
    file: String,
    games: u64,
    positions: u64,
    loss: f64,
}

impl JsonAnswer for TrainReport {
    const FORMAT: &'static str = "train";
}

pub fn run(arguments: &TrainArgs) -> CommandResult {
    let game = stoppable(arguments.game.open()?);
    let path: &Path = &arguments.output;
    let stop = stop_on_ctrl_c();
    let training = Training {
        game: &game,
        games: arguments.games,
        nodes: arguments.positions,
        balanced: arguments.balanced,
        seed: arguments.seed,
        threads: arguments.threads.granted(),
        control: SearchControl { stop, clock },
    };
    let meaning = game.meaning();
    let kind = OutputKind::Evaluation(&meaning);
    files::check_writable(path, kind).map_err(|reason| CommandError::write_failed(path, &reason))?;
    let bar = progress_bar(arguments.games, "games");
    let result = training.run(&mut |games| bar.set_position(games));
    bar.finish_and_clear();
    let Some(TrainingResult { evaluation, games, positions, loss }) = result else {
        let why = if stop.load(Ordering::Relaxed) { "stopped before the first game ended" } else { NOTHING };
        return Err(CommandError { exit: Exit::Limit, text: error(why, None, None) });
    };
    files::write(path, kind, &evaluation.to_string()).map_err(|reason| CommandError::write_failed(path, &reason))?;
    let report = TrainReport {
        game: game.name.clone(),
        meaning: meaning.clone(),
        file: path.display().to_string(),
        games,
        positions,
        loss: (1e4 * loss).round() / 1e4,
    };
    arguments.format.print(rules_of([&game]), &report, text);
    if games < arguments.games {
        let all = count(arguments.games as usize, "game");
        return Err(CommandError::limit(&format!("stopped after {games} of {all}; the file is that of these games")));
    }
    Ok(Exit::Fine)
}

const NOTHING: &str = "all games end in the random moves of their openings, so there is nothing to learn from";

fn text(report: &TrainReport) -> String {
    let TrainReport { game, file, games, positions, loss, .. } = report;
    let games = count(*games as usize, "game");
    let positions = count(*positions as usize, "position");
    format!("{game}: {games}, {positions}, logarithmic loss {loss:.3} (0.693 for guesses); written to {file}\n")
}
