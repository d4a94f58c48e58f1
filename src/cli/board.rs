//! `uur board`: a position as a picture.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::files::{self, OutputKind};
use uur::game_play::PlayedTurn;
use uur::picture::{self, PictureStyle, Theme};
use uur::provenance::RulesUsed;

use super::CommandResult;
use super::made::{self, rules_of};
use super::output::{CommandError, Exit, print};
use super::replay::course::CourseArgs;

/// Draw the board of a game as a picture in SVG, with the last move
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur board boola -o boola.svg\n  \
    uur board layli-goobalay-berbera --moves \"A e E c D h K\" -o board.svg\n  \
    uur board oware --from 'south 4 4 0 5 5 5; north 5 4 4 4 4 4' --theme print -o board.svg\n  \
    uur board hus --compact --theme light | rsvg-convert -w 300 -o hus.png\n\n\
    A picture follows the reader's light or dark colours, prints in black and white, and shows numbers instead \
    of seeds where it is small. Programs that convert SVG need `--theme` and `--compact` for that.")]
pub struct BoardArgs {
    #[command(flatten)]
    course: CourseArgs,
    /// Write the picture to this file instead of printing it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    look: LookArgs,
}

/// How a board looks.
#[derive(Debug, clap::Args)]
struct LookArgs {
    /// Turn the board, so that North sits below
    #[arg(long)]
    flip: bool,
    /// Turn the board upright, with South at the right, for narrow pages
    #[arg(long)]
    upright: bool,
    /// Show numbers instead of seeds, letters and arrows, for small pictures
    #[arg(long)]
    compact: bool,
    /// The colours
    #[arg(long, value_enum, default_value_t = ThemeArg::Auto)]
    theme: ThemeArg,
}

/// The colours of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ThemeArg {
    /// As the reader's system, black and white in print
    Auto,
    /// Light
    Light,
    /// Dark
    Dark,
    /// Black and white
    Print,
}

impl LookArgs {
    fn style(&self) -> PictureStyle {
        let theme = match self.theme {
            ThemeArg::Auto => Theme::Auto,
            ThemeArg::Light => Theme::Light,
            ThemeArg::Dark => Theme::Dark,
            ThemeArg::Print => Theme::Print,
        };
        PictureStyle { flip: self.flip, upright: self.upright, compact: self.compact, theme, ..PictureStyle::default() }
    }
}

pub fn run(arguments: &BoardArgs) -> CommandResult {
    let course = arguments.course.read()?;
    let line = course.play()?;
    let svg = picture::board(
        &course.game,
        line.position(),
        line.turns().last().and_then(PlayedTurn::drawn),
        arguments.look.style(),
    );
    write(arguments.output.as_deref(), OutputKind::Picture, &rules_of([&*course.game]), &svg)
}

/// Writes a picture or a page about some games to a file, or prints it, with what made it.
///
/// # Errors
/// If the file may not be replaced or cannot be written.
pub fn write(output: Option<&Path>, kind: OutputKind, rules: &[RulesUsed], text: &str) -> CommandResult {
    let text = if kind == OutputKind::Page { made::in_page(text, rules) } else { made::in_svg(text, rules) };
    match output {
        Some(path) => {
            files::write_output(path, kind, &text).map_err(|reason| CommandError::write_failed(path, &reason))?;
        }
        None => print(&text),
    }
    Ok(Exit::Fine)
}
