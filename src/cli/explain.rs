//! `uur explain`: a page on a word of the language, on a message, or on a game.

use crate::files;
use uur::{explain, text_layout, variants};

use super::CommandResult;
use super::game_args::{SettingArgs, open};
use super::output::{CommandError, Exit, print_wrapped, terminal_width};

/// Print a page on a word of the language or the code of a message, or the rules of a game in English
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur explain relay\n  uur explain E0103\n  uur explain boola")]
pub struct ExplainArgs {
    /// A word, a code, or a game; without one, list all words and codes
    word: Option<String>,
    #[command(flatten)]
    settings: SettingArgs,
}

pub fn run(arguments: &ExplainArgs) -> CommandResult {
    let text = match &arguments.word {
        None => explain::contents(),
        Some(word) => page(word, &arguments.settings)?,
    };
    print_wrapped(&text);
    Ok(Exit::Fine)
}

fn page(name: &str, settings: &SettingArgs) -> Result<String, CommandError> {
    if let Some(page) = explain::page(name, text_layout::page_width(terminal_width())) {
        return Ok(page);
    }
    let path = name == "-" || name.contains(std::path::is_separator) || name.ends_with(".uur");
    if path || files::source(name).is_ok() {
        return Ok(explain::rules(&open(name, &settings.settings())?, text_layout::page_width(terminal_width())));
    }
    let help = match explain::suggestion(name, variants::names()) {
        Some(like) => format!("did you mean `{like}`?"),
        None => "`uur explain` lists all words and codes, `uur list` all games".to_string(),
    };
    Err(CommandError::usage(&format!("there is no page on `{name}`"), help))
}
