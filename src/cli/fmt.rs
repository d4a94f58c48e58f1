//! `uur fmt`: rule files in their canonical layout.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use crate::files::{self, OutputKind};
use uur::diagnostic::{Diagnostic, Format, count, draw};
use uur::provenance::JsonAnswer;
use uur::source::{Source, SourceId};
use uur::syntax;

use super::game_args::source_error;
use super::made::print_json;
use super::output::{CommandError, Exit, eprint, error, print};
use super::rule_files;
use super::{CommandResult, OutputFormat};

/// Format rule files; words and comments stay as they are
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur fmt mine.uur\n  uur fmt --check variants")]
pub struct FmtArgs {
    /// Paths, folders of rule files, or `-` to format standard input to standard output
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Only name the files that would change; exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// How to print the names of the files that would change
    #[arg(long, value_enum, default_value_t = OutputFormat::Text, requires_if("json", "check"))]
    format: OutputFormat,
}

/// The files that were checked.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FmtReport {
    files: Vec<LayoutReport>,
}

impl JsonAnswer for FmtReport {
    const FORMAT: &'static str = "fmt";
}

/// A rule file, and whether its layout would change.
#[derive(Debug, Serialize, JsonSchema)]
struct LayoutReport {
    file: String,
    changes: bool,
}

pub fn run(arguments: &FmtArgs) -> CommandResult {
    let files = rule_files::expand(&arguments.files)?;
    let mut changed = 0;
    let mut report = FmtReport { files: vec![] };
    let mut exit = Exit::Fine;
    for file in &files {
        match rule_files::guarded(file, || format_file(file, arguments.check)) {
            Ok(changes) => {
                changed += usize::from(changes);
                if changes && arguments.check && arguments.format == OutputFormat::Text {
                    print(&format!("{file}\n"));
                }
                report.files.push(LayoutReport { file: file.clone(), changes });
            }
            Err(failure) => {
                eprint(&failure.text);
                exit = exit.max(failure.exit);
            }
        }
    }
    if arguments.format == OutputFormat::Json {
        print_json(vec![], &report);
    }
    if arguments.check {
        if changed > 0 {
            eprint(&format!("{} of {} would change\n", changed, count(files.len(), "file")));
            exit = exit.max(Exit::Failed);
        }
    } else if files.iter().any(|file| file != "-") {
        eprint(&format!("changed {} of {}\n", changed, count(files.len(), "file")));
    }
    Ok(exit)
}

/// Formats one file. Returns whether that changes it.
fn format_file(file: &str, only_check: bool) -> Result<bool, CommandError> {
    let source = read(file)?;
    let (_, problems) = syntax::parse(&source, SourceId(0));
    if problems.iter().any(Diagnostic::is_error) {
        return Err(CommandError { exit: Exit::Faulty, text: draw(&problems, &[source], Format::Text) });
    }
    let text = syntax::format(&source.text);
    let changes = text != source.text;
    if only_check {
        return Ok(changes);
    }
    if file == "-" {
        print(&text);
    } else if changes {
        let path = Path::new(file);
        files::write(path, OutputKind::Edited(&source.text), &text)
            .map_err(|reason| CommandError::write_failed(path, &reason))?;
    }
    Ok(changes)
}

fn read(file: &str) -> Result<Source, CommandError> {
    if file == "-" {
        return files::source(file).map_err(|problem| source_error(&problem));
    }
    match files::read(Path::new(file)) {
        Ok(text) => Ok(Source::new(file, text)),
        Err(reason) => Err(CommandError {
            exit: Exit::Usage,
            text: error(&format!("`{file}` cannot be read: {reason}"), None, None),
        }),
    }
}
