//! `uur sheet`: the rules of a game on one or two printed pages.

use std::path::PathBuf;

use crate::files::OutputKind;
use uur_pages::sheet;

use super::CommandResult;
use super::board::write;
use super::game_args::GameArgs;
use super::made::rules_of;

/// Write the rule sheet of a game: one or two pages to print, with pictures
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur sheet oware -o oware.html\n  \
    uur sheet boola --set pits=6 -o boola-6.html\n  uur sheet mine.uur > mine.html\n\n\
    Open the file in a browser and print it, on A4 or Letter. The sheet has the rules in English, the board at the \
    start, and moves of the tests in the rule file as pictures.")]
pub struct SheetArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Write the sheet to this file instead of printing it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub fn run(arguments: &SheetArgs) -> CommandResult {
    let game = arguments.game.open()?;
    write(arguments.output.as_deref(), OutputKind::Page, &rules_of([&game]), &sheet(&game))
}
