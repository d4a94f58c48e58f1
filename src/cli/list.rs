//! `uur list`: the shipped games.

use serde::Serialize;

use crate::game::Game;
use crate::variants;

use super::output::{Exit, say, say_json};
use super::{Format, Outcome};

/// Lists the shipped games, one a line, the name first
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: uur list --format json")]
pub struct Arguments {
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
    let rows: Vec<Row> = variants::names()
        .filter_map(|name| {
            let about = Game::shipped(name)?.rules.about;
            Some(Row { name, title: about.name, region: about.region })
        })
        .collect();
    match arguments.format {
        Format::Json => say_json(&rows),
        Format::Text => {
            let width = |of: fn(&Row) -> &str| rows.iter().map(|row| of(row).chars().count()).max().unwrap_or(0);
            let (name, title) = (width(|row| row.name), width(|row| &row.title));
            let line = |row: &Row| format!("{:name$}  {:title$}  {}", row.name, row.title, row.region.join("; "));
            let lines: String = rows.iter().map(|row| format!("{}\n", line(row).trim_end())).collect();
            say(&lines);
        }
    }
    Ok(Exit::Fine)
}
