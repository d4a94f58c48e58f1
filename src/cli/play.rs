//! `uur play`: the table.

use clap::ValueEnum;

use crate::repl;
use crate::repl::session::Opponent;
use crate::rules::Side;
use crate::search::Level;

use super::Outcome;
use super::asked::Set;
use super::output::Failure;

/// Plays a game at a prompt
#[derive(Debug, Default, clap::Args)]
#[command(after_help = "Example: uur play boola --set pits=6")]
pub struct Arguments {
    /// A shipped game (see `uur list`), a path to a rule file, or `-` for standard input
    game: Option<String>,
    /// `vs` and a level, to play against the computer: easy, medium, hard, or a time a move such as 5s
    #[arg(num_args = 2, value_names = ["vs", "LEVEL"])]
    versus: Vec<String>,
    /// Where you sit against the computer
    #[arg(long = "as", value_enum, value_name = "SIDE", requires = "versus", default_value_t = Seat::South)]
    seat: Seat,
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

/// A side of the board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Seat {
    #[default]
    South,
    North,
}

/// The computer, if the words after the game ask for it.
fn opponent(versus: &[String], seat: Seat) -> Result<Option<Opponent>, Failure> {
    let [word, level] = versus else { return Ok(None) };
    if word != "vs" {
        return Err(Failure::usage(&format!("`{word}` is not known here"), "write `uur play GAME vs medium`"));
    }
    let level: Level = level.parse().map_err(|_| {
        Failure::usage(&format!("`{level}` is no level"), "write easy, medium, hard, or a time such as 5s or 500ms")
    })?;
    let side = match seat {
        Seat::South => Side::North,
        Seat::North => Side::South,
    };
    Ok(Some(Opponent { side, level }))
}

pub fn run(arguments: Arguments) -> Outcome {
    let Arguments { game, versus, seat, settings, from, plain, seed } = arguments;
    if game.is_none() && !settings.is_empty() {
        return Err(Failure::usage("`--set` needs a game", "write `uur play GAME --set NAME=VALUE`"));
    }
    let opponent = opponent(&versus, seat)?;
    Ok(repl::run(repl::Options { game, settings: settings.settings(), from, plain, seed, opponent }))
}
