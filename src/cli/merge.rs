//! `uur merge`: reports of pieces joined into the report of all their games.

use std::path::Path;

use crate::files::{self, MAX_RESULTS};
use uur::diagnostic::count;
use uur_lab::lab::{Refused, Report, Span};

use super::output::{CommandError, Exit, error, print_json, print_wrapped};
use super::{CommandResult, OutputFormat, statistics};

/// Joins what `uur simulate --format json` has told of pieces of a series
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: uur merge 1.json 2.json 3.json > all.json\n\n\
    The pieces must have been played by the same rules, players and seed, and no game twice. A file\n\
    may hold several reports, one a line; `-` reads standard input. A report that has changed since it\n\
    was written is refused. Games of the series that are in no piece are listed, with exit code 4.")]
pub struct MergeArgs {
    /// Reports as JSON
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// How the answer is shown
    #[arg(long, value_enum, default_value_t = OutputFormat::Json)]
    format: OutputFormat,
}

pub fn run(arguments: &MergeArgs) -> CommandResult {
    let mut joined: Option<Report> = None;
    for file in &arguments.files {
        for report in read(file)? {
            joined = Some(match joined {
                None => report,
                Some(before) => before.join(report).map_err(|refused| join_error(&refused, file))?,
            });
        }
    }
    let Some(report) = joined else {
        return Err(CommandError::usage("there is no report to join", "`uur simulate --format json` writes one"));
    };
    match arguments.format {
        OutputFormat::Json => print_json(&report),
        OutputFormat::Text => print_wrapped(&statistics::text(&report)),
    }
    let missing = report.missing();
    if !missing.is_empty() {
        let games: Vec<String> = missing.iter().map(|Span(begin, end)| format!("{begin} to {}", end - 1)).collect();
        let all: u64 = missing.iter().map(|span| span.games()).sum();
        let message = format!("{all} of {} are missing: {}", count(report.series as usize, "game"), games.join(", "));
        let help = "the shards that hold them have not been given; `uur simulate --shard I/N` plays one again";
        return Err(CommandError { exit: Exit::Limit, text: error(&message, None, Some(help.to_string())) });
    }
    Ok(Exit::Fine)
}

fn read(file: &str) -> Result<Vec<Report>, CommandError> {
    let help = "`uur simulate --format json` writes what can be joined";
    let text = if file == "-" { files::read_stdin(MAX_RESULTS) } else { files::read_results(Path::new(file)) };
    let text = text.map_err(|reason| CommandError::usage(&format!("`{file}` cannot be read: {reason}"), help))?;
    if text.trim().is_empty() {
        return Err(CommandError::usage(&format!("`{file}` is empty"), "its shard did not end; play it again"));
    }
    serde_json::Deserializer::from_str(&text)
        .into_iter()
        .map(|value| value.and_then(Report::read))
        .collect::<Result<_, _>>()
        .map_err(|reason| CommandError::usage(&format!("`{file}` holds no report: {reason}"), help))
}

fn join_error(refused: &Refused, file: &str) -> CommandError {
    let (message, note) = match refused {
        Refused::Other("meaning", there, here) => (
            format!("`{file}` was played by other rules"),
            Some(format!("their meaning is {here}, before it was {there}")),
        ),
        Refused::Other(what, there, here) => {
            (format!("`{file}` tells of another series"), Some(format!("`{what}` is {here}, before it was {there}")))
        }
        Refused::Twice => (format!("`{file}` tells of games that were told before"), None),
    };
    CommandError { exit: Exit::Usage, text: error(&message, note, None) }
}
