//! `uur list`: the shipped games.

use serde::Serialize;

use crate::catalogue::{self, CatalogueEntry};

use super::output::{CommandError, Exit};
use super::{CommandResult, OutputFormat};

/// List the shipped games, one per line, the name first
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: uur list ethiopia relay")]
pub struct ListArgs {
    /// Only games with all of these words in their names, region or rules
    words: Vec<String>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

#[derive(Serialize)]
struct ListRow {
    name: &'static str,
    title: String,
    region: Vec<String>,
}

pub fn run(arguments: &ListArgs) -> CommandResult {
    let words: Vec<&str> = arguments.words.iter().map(String::as_str).collect();
    let games = catalogue::find_games(&words);
    if games.is_empty() {
        return Err(CommandError::usage(
            &format!("no shipped game matches `{}`", words.join(" ")),
            "`uur list` shows all games",
        ));
    }
    let row = |CatalogueEntry { name, about }| ListRow { name, title: about.name, region: about.region };
    let rows: Vec<ListRow> = games.into_iter().map(row).collect();
    arguments.format.print(&rows, |rows| {
        let width = |of: fn(&ListRow) -> &str| rows.iter().map(|row| of(row).chars().count()).max().unwrap_or(0);
        let (name, title) = (width(|row| row.name), width(|row| &row.title));
        let line = |row: &ListRow| format!("{:name$}  {:title$}  {}", row.name, row.title, row.region.join("; "));
        rows.iter().map(|row| format!("{}\n", line(row).trim_end())).collect()
    });
    Ok(Exit::Fine)
}
