//! `uur play`: opens the prompt.

use clap::ValueEnum;

use crate::repl;
use crate::repl::commands::level_of;
use crate::repl::interpreter::{Opponent, Seats};
use uur::rules::Side;
use uur_lab::search::Level;

use super::CommandResult;
use super::game_args::{SettingArgs, number};
use super::output::CommandError;

/// Play a game at a prompt
#[derive(Debug, Default, clap::Args)]
#[command(after_help = "Examples:\n  uur play boola --set pits=6 vs medium\n  uur oware\n\n\
    The name of a game is a command by itself, here and at the prompt. There `resume` continues the last game that \
    was not finished, and `save` writes a record: the moves, the names of the players, the computer's side and level, \
    the date and the result.")]
pub struct PlayArgs {
    /// A shipped game (see `uur list`), a path to a rule file, `-` for standard input, or a whole game: the file of
    /// a record, or a line such as 'boola pits=6; E-1 e'
    game: Option<String>,
    /// The word `vs`, to play against the computer
    #[arg(value_name = "vs", value_parser = versus)]
    versus: Option<String>,
    /// The computer's level: easy, casual, fair, medium, hard, master, or a time per move such as 5s
    #[arg(value_name = "LEVEL", value_parser = level_of)]
    level: Option<Level>,
    /// Your side against the computer; with `both` the computer plays against itself
    #[arg(long = "as", value_enum, value_name = "SIDE", requires = "versus", default_value_t = UserSide::South)]
    seat: UserSide,
    #[command(flatten)]
    settings: SettingArgs,
    /// The position to begin from, a number for each pit: such as 'south 1 0 2; north 0 3 1'
    #[arg(long, value_name = "POSITION", requires = "game")]
    from: Option<String>,
    /// An endgame database made by `uur solve`, for the computer
    #[arg(long, value_name = "PATH", requires = "game")]
    database: Option<String>,
    /// An evaluation made by `uur train`, for the computer
    #[arg(long, value_name = "FILE", requires = "game")]
    eval: Option<String>,
    /// No colour, no frames, nothing redrawn
    #[arg(long)]
    plain: bool,
    /// After each change of the rule file, go on under the new rules if the moves so far stay legal
    #[arg(long, requires = "game")]
    watch: bool,
    /// A number that decides all random choices: the same number repeats them
    #[arg(long, value_name = "NUMBER", value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
}

/// Parses the word before the level.
fn versus(word: &str) -> Result<String, String> {
    match word {
        "vs" => Ok(word.to_string()),
        _ => Err("write one game, and to play against the computer `vs easy` after it".to_string()),
    }
}

/// The side of the user.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum UserSide {
    #[default]
    South,
    North,
    /// The computer plays against itself
    Both,
}

impl UserSide {
    /// The side or sides that the computer plays.
    fn computer_seats(self) -> Seats {
        match self {
            UserSide::South => Seats::One(Side::North),
            UserSide::North => Seats::One(Side::South),
            UserSide::Both => Seats::Both,
        }
    }
}

pub fn run(arguments: PlayArgs) -> CommandResult {
    let PlayArgs { game, versus, level, seat, settings, from, database, eval, plain, watch, seed } = arguments;
    if game.is_none() && !settings.is_empty() {
        return Err(CommandError::usage("`--set` needs a game", "write `uur play GAME --set NAME=VALUE`"));
    }
    if versus.is_some() && level.is_none() {
        return Err(CommandError::usage("`vs` needs a level", "write for example `vs easy`"));
    }
    let opponent = level.map(|level| Opponent { seats: seat.computer_seats(), level });
    let settings = settings.settings();
    Ok(repl::run(repl::ReplOptions { game, settings, from, plain, watch, seed, opponent, database, evaluation: eval }))
}
