//! `uur review`: accepts or rejects changed transcripts, one after the other.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Serialize;

use crate::files::{self, OutputKind, WriteError};
use uur::provenance::JsonAnswer;
use uur::text_layout::wrap_beside;
use uur_testing::snapshot::difference;

use super::made::print_json;
use super::output::{CommandError, Exit, answer_width, is_open, print, print_wrapped, report_error};
use super::{CommandResult, OutputFormat};

/// Show changed transcripts and accept, reject or skip each
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: uur review variants --accept")]
pub struct ReviewArgs {
    /// Folders and files to search
    #[arg(default_value = ".", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Accept all of them without asking
    #[arg(long, conflicts_with = "reject")]
    accept: bool,
    /// Reject all of them without asking
    #[arg(long)]
    reject: bool,
    /// How to print the answer; in JSON no question is asked, and what is neither accepted nor rejected waits
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

/// Changed transcripts, and what was done with them.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ReviewReport {
    transcripts: Vec<ReviewedTranscript>,
}

impl JsonAnswer for ReviewReport {
    const FORMAT: &'static str = "review";
}

/// A changed transcript.
#[derive(Debug, Serialize, JsonSchema)]
struct ReviewedTranscript {
    /// The file of the accepted transcript.
    file: String,
    /// The lines that differ.
    difference: String,
    /// What was done with the change.
    state: ReviewState,
}

/// What was done with a changed transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ReviewState {
    Accepted,
    Rejected,
    Waiting,
}

/// What to do with a changed transcript.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReviewChoice {
    Accept,
    Reject,
    Skip,
}

pub fn run(arguments: &ReviewArgs) -> CommandResult {
    let mut waiting = vec![];
    for path in &arguments.paths {
        if !path.exists() {
            return Err(CommandError::usage(
                &format!("`{}` does not exist", path.display()),
                "name a folder, or a rule file",
            ));
        }
        let folder = if path.is_file() { path.with_extension("") } else { path.clone() };
        find(&folder, &mut waiting);
    }
    // A folder and a file in it may both be named.
    let mut seen = BTreeSet::new();
    waiting.retain(|path| seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())));
    waiting.sort();
    if arguments.format == OutputFormat::Json {
        return in_json(arguments, &waiting);
    }
    if waiting.is_empty() {
        print_wrapped("nothing to review; `uur test` writes changed transcripts here\n");
        return Ok(Exit::Fine);
    }
    let all = match (arguments.accept, arguments.reject) {
        (true, _) => Some(ReviewChoice::Accept),
        (_, true) => Some(ReviewChoice::Reject),
        _ => None,
    };
    if all.is_none() && !io::stdin().is_terminal() {
        for path in &waiting {
            show(path);
        }
        return Err(CommandError::usage("standard input is not a terminal", "add `--accept` or `--reject`"));
    }
    let mut counts = [0; 3];
    for path in &waiting {
        show(path);
        let choice = all.unwrap_or_else(ask);
        match choice {
            ReviewChoice::Accept => accept(path)?,
            ReviewChoice::Reject => remove(path)?,
            ReviewChoice::Skip => {}
        }
        counts[choice as usize] += 1;
    }
    let [accepted, rejected, skipped] = counts;
    print_wrapped(&format!("{accepted} accepted, {rejected} rejected, {skipped} skipped\n"));
    Ok(Exit::Fine)
}

/// Reviews without questions, and prints what was done as JSON.
fn in_json(arguments: &ReviewArgs, waiting: &[PathBuf]) -> CommandResult {
    let mut transcripts = vec![];
    for path in waiting {
        let difference = changes(path);
        let state = if arguments.accept {
            accept(path)?;
            ReviewState::Accepted
        } else if arguments.reject {
            remove(path)?;
            ReviewState::Rejected
        } else {
            ReviewState::Waiting
        };
        transcripts.push(ReviewedTranscript { file: accepted(path).display().to_string(), difference, state });
    }
    let waits = transcripts.iter().any(|transcript| transcript.state == ReviewState::Waiting);
    print_json(vec![], &ReviewReport { transcripts });
    Ok(if waits { Exit::Failed } else { Exit::Fine })
}

/// The file of the accepted transcript.
fn accepted(pending: &Path) -> PathBuf {
    pending.with_extension("")
}

/// Replaces the accepted transcript by the changed one.
fn accept(pending: &Path) -> Result<(), CommandError> {
    let changed = files::read(pending).map_err(|reason| unreadable(pending, &reason))?;
    let accepted_path = accepted(pending);
    files::write(&accepted_path, OutputKind::Transcript, &changed)
        .map_err(|reason| CommandError::write_failed(&accepted_path, &reason))?;
    remove(pending)
}

fn remove(pending: &Path) -> Result<(), CommandError> {
    fs::remove_file(pending).map_err(|reason| CommandError::write_failed(pending, &WriteError::Failed(reason)))
}

fn unreadable(path: &Path, reason: &io::Error) -> CommandError {
    let help = "make it readable, or name other files";
    CommandError::usage(&format!("`{}` cannot be read: {reason}", path.display()), help)
}

/// Finds every `*.snap.new` below a folder. Links are not followed, since they may lead anywhere. A folder
/// that cannot be read is reported, except that a rule file may have no folder of records.
fn find(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = match fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
        Err(reason) if matches!(reason.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => vec![],
        Err(reason) => {
            report_error(&unreadable(folder, &reason));
            vec![]
        }
        Ok(entries) => entries,
    };
    for path in entries.into_iter().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() && !name.starts_with('.') && name != "target" {
            find(&path, found);
        } else if name.ends_with(".snap.new") {
            found.push(path);
        }
    }
}

fn show(path: &Path) {
    print(&format!("{}\n", accepted(path).display()));
    for line in changes(path).split_inclusive('\n') {
        let (sign, text) = line.split_at(line.starts_with(['+', '-', ' ']).into());
        print(&wrap_beside(sign, text, answer_width()));
    }
    print("\n");
}

/// The lines that a changed transcript changes.
fn changes(path: &Path) -> String {
    let read = |path: &Path| files::read(path).unwrap_or_default();
    difference(&read(&accepted(path)), &read(path))
}

fn ask() -> ReviewChoice {
    loop {
        print_wrapped("accept, reject or skip? [a/r/s] ");
        if !is_open() {
            // The question cannot be seen.
            return ReviewChoice::Skip;
        }
        let mut line = String::new();
        let read = io::stdin().read_line(&mut line).unwrap_or(0);
        match line.trim().to_lowercase().as_str() {
            "a" | "accept" => return ReviewChoice::Accept,
            "r" | "reject" => return ReviewChoice::Reject,
            "s" | "skip" => return ReviewChoice::Skip,
            _ if read == 0 => return ReviewChoice::Skip,
            _ => print_wrapped("please type a, r or s\n"),
        }
    }
}
