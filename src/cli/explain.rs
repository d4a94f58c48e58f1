//! `uur explain`: a page on a word of the language, on a message, or on a game.

use clap::ValueEnum;

use crate::files;
use uur::explain::DocumentLayout;
use uur::rules::Side;
use uur::{explain, text_layout, variants};

use super::CommandResult;
use super::game_args::{SettingArgs, open};
use super::made::{print_json, rules_of};
use super::output::{CommandError, Exit, answer_width, print, print_wrapped};

/// Print a page on a word, a term or the code of a message, or the rules of a game for its players
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  uur explain relay\n  uur explain grand slam\n  uur explain E0103\n  uur explain boola\n  \
    uur explain oware --lines --for north\n  uur explain kalah --set pits=4 --format html"
)]
pub struct ExplainArgs {
    /// A word or a term, a code, or a game; without one, list all words, terms and codes
    word: Vec<String>,
    #[command(flatten)]
    settings: SettingArgs,
    /// How to print the rules of a game; HTML is an element, not a whole page
    #[arg(long, value_enum, default_value_t = RuleFormat::Text)]
    format: RuleFormat,
    /// Cite the lines of the rule file in the rules of a game
    #[arg(long)]
    lines: bool,
    /// Speak to one player, with the letters of the pits as that player reads them
    #[arg(long = "for", value_name = "PLAYER", value_enum)]
    seat: Option<Seat>,
}

/// The player to whom the rules speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Seat {
    South,
    North,
}

/// How the rules of a game are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RuleFormat {
    Text,
    Markdown,
    Html,
    Json,
}

pub fn run(arguments: &ExplainArgs) -> CommandResult {
    if arguments.word.is_empty() {
        print_wrapped(&explain::contents());
        return Ok(Exit::Fine);
    }
    let name = &arguments.word.join(" ");
    let width = text_layout::page_width(answer_width());
    if let Some(page) = explain::page(name, width).or_else(|| explain::former_word_page(name)) {
        if arguments.lines || arguments.format != RuleFormat::Text || arguments.seat.is_some() {
            let message = format!("`{name}` is a page, not a game");
            let help = "`--format`, `--lines` and `--for` are for the rules of games";
            return Err(CommandError::usage(&message, help));
        }
        print_wrapped(&page);
        return Ok(Exit::Fine);
    }
    let path = name == "-" || name.contains(std::path::is_separator) || name.ends_with(".uur");
    if path || files::source(name).is_ok() {
        let game = open(name, &arguments.settings.settings())?;
        let seat = arguments.seat.map(|seat| match seat {
            Seat::South => Side::South,
            Seat::North => Side::North,
        });
        let rules = explain::rule_text(&game, seat);
        let layout = DocumentLayout { width, lines: arguments.lines };
        match arguments.format {
            RuleFormat::Text => print_wrapped(&rules.text(layout)),
            RuleFormat::Markdown => print(&rules.markdown(layout)),
            RuleFormat::Html => print(&rules.html(layout)),
            RuleFormat::Json => print_json(rules_of([&game]), &rules),
        }
        return Ok(Exit::Fine);
    }
    let help = match explain::suggestion(name, variants::names()) {
        Some(like) => format!("did you mean `{like}`?"),
        None => "`uur explain` lists all words, terms and codes, `uur list` all games".to_string(),
    };
    Err(CommandError::usage(&format!("there is no page on `{name}`"), help))
}
