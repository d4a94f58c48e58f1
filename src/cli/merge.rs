//! `uur merge`: joins the reports of shards into the report of the whole series.

use std::path::Path;

use crate::files::{self, MAX_RESULTS};
use uur::diagnostic::count;
use uur::provenance::Provenance;
use uur_lab::lab::{GameRange, JoinError, StoredReport};

use super::made::print_made_json;
use super::output::{CommandError, Exit, error, print_wrapped, typed_command};
use super::{CommandResult, OutputFormat, statistics};

/// Join reports that `uur simulate --format json` printed for shards of a series
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: uur merge 1.json 2.json 3.json > all.json\n\n\
    The shards must have the same rules, players and seed, and no game in common. A file may contain\n\
    several reports, one per line; `-` reads standard input. A report that was changed after it was\n\
    written is refused. Games of the series that are in no shard are listed, with exit code 4.")]
pub struct MergeArgs {
    /// Reports as JSON
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = OutputFormat::Json)]
    format: OutputFormat,
}

pub fn run(arguments: &MergeArgs) -> CommandResult {
    let mut joined: Option<StoredReport> = None;
    for file in &arguments.files {
        for report in read(file)? {
            joined = Some(match joined {
                None => report,
                Some(before) => before.join(report).map_err(|refused| join_error(&refused, file))?,
            });
        }
    }
    let Some(StoredReport { made, report }) = joined else {
        return Err(CommandError::usage("there is no report to join", "`uur simulate --format json` writes one"));
    };
    match arguments.format {
        OutputFormat::Json => {
            let command = made.command.or_else(|| Some(typed_command()));
            print_made_json(&Provenance { command, ..made }, &report);
        }
        OutputFormat::Text => print_wrapped(&statistics::text(&report)),
    }
    let missing = report.missing();
    if !missing.is_empty() {
        let named = |&GameRange(begin, end): &GameRange| match end - begin {
            1 => begin.to_string(),
            _ => format!("{begin} to {}", end - 1),
        };
        let games: Vec<String> = missing.iter().map(named).collect();
        let all: u64 = missing.iter().map(|span| span.games()).sum();
        let message = format!("{all} of {} are missing: {}", count(report.series as usize, "game"), games.join(", "));
        let help = "their shards are not among the files; `uur simulate --shard I/N` plays a shard again";
        return Err(CommandError { exit: Exit::Limit, text: error(&message, None, Some(help.to_string())) });
    }
    Ok(Exit::Fine)
}

/// Reads the reports in a file.
///
/// # Errors
/// If the file cannot be read, or is not made of reports.
pub fn read(file: &str) -> Result<Vec<StoredReport>, CommandError> {
    let help = "`uur simulate --format json` writes such reports";
    let text = if file == "-" { files::read_stdin(MAX_RESULTS) } else { files::read_results(Path::new(file)) };
    let text = text.map_err(|reason| CommandError::usage(&format!("`{file}` cannot be read: {reason}"), help))?;
    if text.trim().is_empty() {
        return Err(CommandError::usage(&format!("`{file}` is empty"), "its shard was not finished; play it again"));
    }
    serde_json::Deserializer::from_str(&text)
        .into_iter()
        .map(|value| value.and_then(StoredReport::read))
        .collect::<Result<_, _>>()
        .map_err(|reason| CommandError::usage(&format!("`{file}` contains no valid report: {reason}"), help))
}

fn join_error(refused: &JoinError, file: &str) -> CommandError {
    let (message, note) = match refused {
        JoinError::Other("meaning", there, here) => (
            format!("`{file}` was played under other rules"),
            Some(format!("their meaning is {here}, in the reports before it is {there}")),
        ),
        JoinError::Other(what, there, here) => (
            format!("`{file}` is from another series"),
            Some(format!("`{what}` is {here}, in the reports before it is {there}")),
        ),
        JoinError::Twice => (format!("`{file}` contains games that are also in a report before it"), None),
    };
    CommandError { exit: Exit::Usage, text: error(&message, note, None) }
}
