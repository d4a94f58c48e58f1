//! `uur fmt`: rule files in their canonical layout.

use std::path::Path;

use crate::files::{self, OutputKind};
use uur::diagnostic::{Diagnostic, Format, count, draw};
use uur::source::{Source, SourceId};
use uur::syntax;

use super::CommandResult;
use super::game_args::source_error;
use super::output::{CommandError, Exit, eprint, error, print};
use super::rule_files;

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
}

pub fn run(arguments: &FmtArgs) -> CommandResult {
    let files = rule_files::expand(&arguments.files)?;
    let mut changed = 0;
    let mut exit = Exit::Fine;
    for file in &files {
        match rule_files::guarded(file, || format_file(file, arguments.check)) {
            Ok(false) => {}
            Ok(true) => changed += 1,
            Err(failure) => {
                eprint(&failure.text);
                exit = exit.max(failure.exit);
            }
        }
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
        if changes {
            print(&format!("{}\n", source.name));
        }
    } else if file == "-" {
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
