//! `uur list`: the shipped games.

use serde::Serialize;

use crate::catalogue::{self, Listed};

use super::output::{Exit, Failure, say_json, say_laid_out};
use super::{Format, Outcome};

/// Lists the shipped games, one a line, the name first
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: uur list ethiopia relay")]
pub struct Arguments {
    /// Only games with all of these words in their names, region or rules
    words: Vec<String>,
    /// How the answer is shown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: String,
    region: Vec<String>,
}

pub fn run(arguments: &Arguments) -> Outcome {
    let words: Vec<&str> = arguments.words.iter().map(String::as_str).collect();
    let games = catalogue::games(&words);
    if games.is_empty() {
        return Err(Failure::usage(
            &format!("no shipped game has the words `{}`", words.join(" ")),
            "`uur list` shows all games",
        ));
    }
    let row = |Listed { name, about }| Row { name, title: about.name, region: about.region };
    let rows: Vec<Row> = games.into_iter().map(row).collect();
    match arguments.format {
        Format::Json => say_json(&rows),
        Format::Text => {
            let width = |of: fn(&Row) -> &str| rows.iter().map(|row| of(row).chars().count()).max().unwrap_or(0);
            let (name, title) = (width(|row| row.name), width(|row| &row.title));
            let line = |row: &Row| format!("{:name$}  {:title$}  {}", row.name, row.title, row.region.join("; "));
            let lines: String = rows.iter().map(|row| format!("{}\n", line(row).trim_end())).collect();
            say_laid_out(&lines);
        }
    }
    Ok(Exit::Fine)
}
