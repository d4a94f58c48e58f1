//! `uur play`: the table.

use crate::repl;

use super::Outcome;
use super::asked::Set;
use super::output::Failure;

/// Plays a game at a prompt
#[derive(Debug, Default, clap::Args)]
#[command(after_help = "Example: uur play boola --set pits=6")]
pub struct Arguments {
    /// A shipped game (see `uur list`), a path to a rule file, or `-` for standard input
    game: Option<String>,
    #[command(flatten)]
    settings: Set,
    /// The position to begin from, as one line of text
    #[arg(long, value_name = "POSITION", requires = "game")]
    from: Option<String>,
    /// No colour, no frames, nothing redrawn
    #[arg(long)]
    plain: bool,
    /// What chance shows follows from this number
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

pub fn run(arguments: Arguments) -> Outcome {
    let Arguments { game, settings, from, plain, seed } = arguments;
    if game.is_none() && !settings.is_empty() {
        return Err(Failure::usage("`--set` needs a game", "write `uur play GAME --set NAME=VALUE`"));
    }
    Ok(repl::run(repl::Options { game, settings: settings.settings(), from, plain, seed }))
}
