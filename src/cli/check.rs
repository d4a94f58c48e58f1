//! `uur check`: the problems of rule files.

mod exchange;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;

use std::path::Path;

use crate::files::{self, OutputKind};
use uur::check::Settings;
use uur::diagnostic::{self, Diagnostics, ProblemList, count, draw};
use uur::game::Game;
use uur::provenance::JsonAnswer;
use uur::source::{Source, escaped_json};
use uur_testing::annotations::{self, AnnotationCheck};
use uur_testing::resolve::{check_with_examples, fix_with_examples};
use uur_testing::snapshot::difference;

use super::CommandResult;
use super::game_args::{SettingArgs, exit_for, source_error};
use super::made::print_json;
use super::output::{CommandError, Exit, eprint, error, print, print_wrapped};
use super::rule_files;
use super::test::show::annotation;

/// Report all problems of rule files, under all values of their parameters
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur check mine.uur\n  uur check --deny-warnings --format github variants\n  \
    uur check --fix mine.uur\n  uur check --fix --yes mine.uur\n\n\
    A `#~ E0401` at the end of a line expects a problem there. A file with such comments passes if\n\
    it has exactly the problems that it expects, as in `uur test`.")]
pub struct CheckArgs {
    /// Paths, folders of rule files, shipped games, or `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// How to print problems
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    format: CheckFormat,
    #[command(flatten)]
    settings: SettingArgs,
    /// Treat warnings as errors
    #[arg(long)]
    deny_warnings: bool,
    /// Show as a diff what the fixes of all problems would change, and report only what they leave;
    /// standard input is printed with its fixes, and the problems on standard error
    #[arg(long, conflicts_with_all = ["set", "deny_warnings"])]
    fix: bool,
    /// Write the fixes into the files
    #[arg(long, requires = "fix")]
    yes: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum CheckFormat {
    /// Excerpts of the text
    Text,
    /// The same without colour
    Plain,
    /// One JSON object for all files
    Json,
    /// GitHub annotations
    Github,
    /// A SARIF log, for services that show the results of checks
    Sarif,
    /// A code quality report for GitLab
    Gitlab,
}

/// The problems of some files.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct CheckReport {
    /// The files that were checked.
    files: Vec<CheckedFile>,
    /// The files that could not be read.
    unread: Vec<String>,
    /// The number of errors in all files, with those that are expected but missing.
    errors: usize,
    /// The number of warnings in all files.
    warnings: usize,
}

impl JsonAnswer for CheckReport {
    const FORMAT: &'static str = "check";
}

/// The problems of a file.
#[derive(Debug, Serialize, JsonSchema)]
struct CheckedFile {
    /// The file as given.
    file: String,
    /// The problems that the file does not expect.
    problems: ProblemList,
    /// The number of problems that it expects by `#~` and has.
    expected: usize,
    /// The problems that it expects and does not have.
    missing: Vec<MissingProblem>,
}

/// A problem that a file expects and does not have.
#[derive(Debug, Serialize, JsonSchema)]
struct MissingProblem {
    /// The line, from 1.
    line: usize,
    /// The code.
    code: String,
}

/// The problems of a file as they are printed.
enum DrawnProblems {
    Text(String),
    Data(ProblemList),
}

pub fn run(arguments: &CheckArgs) -> CommandResult {
    let settings = arguments.settings.settings();
    let format = match arguments.format {
        CheckFormat::Text => Some(diagnostic::Format::Text),
        CheckFormat::Plain => Some(diagnostic::Format::Plain),
        CheckFormat::Json | CheckFormat::Sarif | CheckFormat::Gitlab => None,
        CheckFormat::Github => Some(diagnostic::Format::Github),
    };
    let files = rule_files::expand(&arguments.files)?;
    if format.is_none() && arguments.fix && (!arguments.yes || files.iter().any(|file| file == "-")) {
        let help = "add `--yes` to write the fixes into files";
        return Err(CommandError::usage("`--fix` prints what it changes, which is not JSON", help));
    }
    let mut report = CheckReport::default();
    let (mut checked, mut errors, mut warnings, mut expected, mut pending) = (0, 0, 0, 0, 0);
    let mut exit = Exit::Fine;
    for file in &files {
        let found = rule_files::guarded(file, || {
            let mut source = files::source(file).map_err(|problem| source_error(&problem))?;
            if arguments.fix {
                let fixed = fixed(file, source, arguments.yes)?;
                pending += usize::from(fixed.pending);
                source = fixed.source;
            }
            let found = compared(source, &settings);
            let Diagnostics { problems, sources } = &found.faults;
            let drawn = match format {
                Some(format) => DrawnProblems::Text(draw(problems, sources, format)),
                None => DrawnProblems::Data(ProblemList::of(problems, sources)),
            };
            Ok((found, drawn))
        });
        let (AnnotationCheck { met, missing, faults, .. }, drawn) = match found {
            Ok(found) => found,
            Err(failure) => {
                eprint(&failure.text);
                exit = exit.max(failure.exit);
                report.unread.push(file.clone());
                continue;
            }
        };
        checked += 1;
        expected += met.len();
        for (line, code) in &missing {
            let help = "delete the code after `#~`, or restore the problem";
            let message = format!("{code} is expected, but not found");
            match arguments.format {
                CheckFormat::Github => {
                    print(&annotation("error", file, Some(*line), code, &format!("{message}\n{help}")));
                }
                _ => eprint(&error(&format!("{file}:{line}: {message}"), None, Some(help.to_string()))),
            }
            errors += 1;
            exit = exit.max(Exit::Faulty);
        }
        match drawn {
            // Standard output holds the text.
            DrawnProblems::Text(text) if arguments.fix && file == "-" => eprint(&text),
            DrawnProblems::Text(text) if matches!(arguments.format, CheckFormat::Github) => print(&text),
            DrawnProblems::Text(text) => print_wrapped(&text),
            DrawnProblems::Data(problems) => {
                let missing = missing.into_iter().map(|(line, code)| MissingProblem { line, code }).collect();
                report.files.push(CheckedFile { file: file.clone(), problems, expected: met.len(), missing });
            }
        }
        let wrong = faults.problems.iter().filter(|problem| problem.is_error()).count();
        errors += wrong;
        warnings += faults.problems.len() - wrong;
        if wrong > 0 {
            exit = exit.max(exit_for(&faults, &settings));
        } else if arguments.deny_warnings && !faults.problems.is_empty() {
            exit = exit.max(Exit::Faulty);
        }
    }
    if format.is_none() {
        let report = CheckReport { errors, warnings, ..report };
        match arguments.format {
            CheckFormat::Sarif => print(&format!("{}\n", escaped_json(&report.sarif().to_string()))),
            CheckFormat::Gitlab => print(&format!("{}\n", escaped_json(&report.gitlab().to_string()))),
            _ => print_json(vec![], &report),
        }
    }
    let (errors, warnings) = (count(errors, "error"), count(warnings, "warning"));
    let expected = if expected > 0 { format!(", {} as expected", count(expected, "problem")) } else { String::new() };
    if checked > 0 {
        eprint(&format!("checked {}: {errors}, {warnings}{expected}\n", count(checked, "file")));
    }
    if pending > 0 {
        eprint(&format!("{} would change; `--yes` writes the fixes\n", count(pending, "file")));
        exit = exit.max(Exit::Failed);
    }
    Ok(exit)
}

/// A file with its fixes.
struct FixedFile {
    source: Source,
    /// Whether the fixes are shown, but not written.
    pending: bool,
}

/// Applies the fixes of a file: shows them, or writes them.
fn fixed(file: &str, source: Source, write: bool) -> Result<FixedFile, CommandError> {
    let text = fix_with_examples(source.clone(), &files::library);
    let changes = text != source.text;
    if file == "-" {
        print(&text);
    } else if changes && !Path::new(file).exists() {
        let help = "write it to a file of your own and fix that: `uur show NAME > mine.uur`".to_string();
        let text = error(&format!("`{file}` is a shipped game and cannot be changed"), None, Some(help));
        return Err(CommandError { exit: Exit::Usage, text });
    } else if changes && write {
        let path = Path::new(file);
        files::write(path, OutputKind::Edited(&source.text), &text)
            .map_err(|reason| CommandError::write_failed(path, &reason))?;
        eprint(&format!("fixed {file}\n"));
    } else if changes {
        print(&difference(&source.text, &text));
    }
    let pending = changes && !write && file != "-";
    Ok(FixedFile { source: Source { text, ..source }, pending })
}

/// Compares the problems of a file with those that it expects by `#~`. With parameters set on the command
/// line no problem is expected.
fn compared(source: Source, settings: &Settings) -> AnnotationCheck {
    match annotations::expectations(&source).filter(|_| settings.is_empty()) {
        Some(wanted) => annotations::compare(&source, &files::library, wanted),
        None => AnnotationCheck { met: vec![], missing: vec![], unexpected: vec![], faults: faults(source, settings) },
    }
}

/// Returns all problems of a file: with the settings given or, if there are none, under all parameter values.
fn faults(source: Source, settings: &Settings) -> Diagnostics {
    if settings.is_empty() {
        return check_with_examples(source, &files::library);
    }
    match Game::load(source, &files::library, settings) {
        // Examples assume the parameter values of the file, so they are not run here.
        Ok(game) => Diagnostics { problems: game.warnings, sources: game.sources },
        Err(faults) => faults,
    }
}
