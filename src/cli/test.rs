//! `uur test`: runs the tests of rule files.

mod run;
pub(super) mod show;

use std::collections::BTreeMap;
use std::io::{IsTerminal, stdout};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{env, fs, thread};

use clap::ValueEnum;
use indicatif::ProgressBar;

use crate::files::{self, OutputKind};
use uur::diagnostic::{count, did_you_mean};
use uur::source::Source;
use uur_testing::properties::PlayBounds;
use uur_testing::suite::Effort;

use super::CommandResult;
use super::game_args::{number, source_error};
use super::made::{print_json, rules_of};
use super::output::{CommandError, Exit, eprint, is_open, print, print_control, print_wrapped, report_error};
use super::progress::{self, stop_on_ctrl_c, stop_requested};
use super::rule_files::expand;
use run::TestOptions;
pub use run::TestedFile;
pub(super) use run::records;

/// How often watched files are checked for changes.
const LOOK: Duration = Duration::from_millis(300);

/// Run the tests of rule files: examples, transcripts, invariants of every game, expected problems
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: uur test variants --coverage\n\
    A rule file X.uur is tested by its `test` sections and by the game records X/*.game beside it; the transcript \
    of a record is compared with X/*.snap. With CI=true in the environment nothing is written. Ctrl-C stops the \
    tests with exit code 4, and the results of finished files are printed.")]
pub(super) struct TestArgs {
    /// Rule files, folders of them, or shipped games
    #[arg(default_value = ".", value_name = "FILE")]
    files: Vec<String>,
    /// Run only examples and records whose name contains this
    #[arg(long, short = 'k', value_name = "TEXT", default_value = "")]
    filter: String,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = TestFormat::Text)]
    format: TestFormat,
    /// Also write the result as JUnit XML to a file
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Show how often the tests used each rule line
    #[arg(long)]
    coverage: bool,
    /// Fail a file whose tests use less than this percentage of its rule lines
    #[arg(long, value_name = "PERCENT", value_parser = number::<u8>(0..=100))]
    min_coverage: Option<u8>,
    /// Games to play with each kind of player to check invariants
    #[arg(long, value_name = "NUMBER", default_value_t = Effort::default().invariants.games, value_parser = number::<u64>(1..=u64::MAX))]
    games: u64,
    /// The seed of these games
    #[arg(long, value_name = "NUMBER", default_value_t = Effort::default().invariants.seed, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Run the tests again whenever a file changes, until Ctrl-C
    #[arg(long)]
    watch: bool,
}

/// How a result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TestFormat {
    Text,
    Json,
    Github,
    Junit,
}

/// Runs the command.
///
/// # Errors
/// If a file does not exist, or no test name contains the filter.
pub(super) fn run(arguments: &TestArgs) -> CommandResult {
    stop_on_ctrl_c();
    if let Some(path) = &arguments.junit {
        files::check_output(path, OutputKind::Junit).map_err(|reason| CommandError::write_failed(path, &reason))?;
    }
    if arguments.watch { watch(arguments) } else { once(arguments) }
}

/// Runs the tests again after every change, until Ctrl-C or until the output is closed.
fn watch(arguments: &TestArgs) -> CommandResult {
    let mut exit = once(arguments)?;
    let mut seen = stamps(arguments);
    eprint(WAITING);
    while is_open() && !stop_requested() {
        thread::sleep(LOOK);
        let now = stamps(arguments);
        if now != seen {
            // The editor may still be writing, so the second reading counts.
            thread::sleep(LOOK);
            let now = stamps(arguments);
            if matches!(arguments.format, TestFormat::Text | TestFormat::Github) {
                if stdout().is_terminal() {
                    print_control("\x1b[2J\x1b[H");
                }
                print_wrapped(&rule(&seen, &now));
            }
            seen = now;
            exit = once(arguments).unwrap_or_else(|failure| {
                eprint(&failure.text);
                failure.exit
            });
            eprint(WAITING);
        }
    }
    Ok(exit)
}

const WAITING: &str = "waiting for changes; Ctrl-C ends\n";

/// The line between two runs: the time, and which files changed.
fn rule(before: &FileStamps, now: &FileStamps) -> String {
    let gone = before.keys().filter(|path| !now.contains_key(*path));
    let changed = now.iter().filter(|(path, stamp)| before.get(*path) != Some(*stamp)).map(|(path, _)| path);
    let changed: Vec<String> = changed.chain(gone).map(|path| path.display().to_string()).collect();
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (hours, minutes, seconds) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("\n--- {hours:02}:{minutes:02}:{seconds:02} UTC, changed: {} ---\n", changed.join(", "))
}

/// Whether files may be written. In continuous integration they may not.
fn may_write() -> bool {
    !env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false" && value != "0")
}

/// Runs all tests of some files as `uur test` does, to another extent. No transcript is written.
///
/// # Errors
/// If a file does not exist.
pub fn run_all(files: &[String], effort: Effort) -> Result<Vec<TestedFile>, String> {
    let sources = sources(files).map_err(|failure| failure.text)?;
    let how = TestOptions { filter: "", least: None, effort, may_write: false };
    let mut all = vec![];
    run::all(&sources, how, &ProgressBar::hidden(), |tested| all.push(tested));
    Ok(all)
}

fn sources(files: &[String]) -> Result<Vec<Source>, CommandError> {
    files.iter().map(|file| files::source(file).map_err(|problem| source_error(&problem))).collect()
}

fn once(arguments: &TestArgs) -> CommandResult {
    let sources = sources(&expand(&arguments.files)?)?;
    let filter = arguments.filter.as_str();
    matches_something(&sources, filter)?;
    let usual = Effort::default();
    // More games also get more events.
    let events =
        usual.invariants.events.saturating_mul(arguments.games.max(usual.invariants.games)) / usual.invariants.games;
    let invariants = PlayBounds { games: arguments.games, seed: arguments.seed, events, ..usual.invariants };
    let effort = Effort { invariants, stops: stop_requested, ..usual };
    let how = TestOptions { filter, least: arguments.min_coverage, effort, may_write: may_write() };

    let width = sources.iter().map(|source| source.name.chars().count()).max().unwrap_or(0);
    let bar = progress::file_progress_bar(sources.len());
    let mut all = vec![];
    run::all(&sources, how, &bar, |tested| {
        bar.suspend(|| match arguments.format {
            TestFormat::Text => print_wrapped(&show::file(&tested, width, arguments.coverage)),
            TestFormat::Github => print(&show::github(&tested, width)),
            // These are one document.
            TestFormat::Json | TestFormat::Junit => {}
        });
        for (path, reason) in &tested.unwritten {
            bar.suspend(|| report_error(&CommandError::write_failed(path, reason)));
        }
        all.push(tested);
    });
    bar.finish_and_clear();
    let stopped =
        (all.len() < sources.len()).then(|| format!("stopped after {} of {}", all.len(), count(sources.len(), "file")));
    match arguments.format {
        TestFormat::Text | TestFormat::Github => print_wrapped(&show::sums(&all)),
        TestFormat::Json => {
            let games = all.iter().filter_map(|tested| Some(&tested.report.as_ref()?.game));
            print_json(rules_of(games), &show::report(&all, stopped.is_none()));
        }
        TestFormat::Junit => print(&show::junit(&all, stopped.as_deref())),
    }
    if let Some(path) = &arguments.junit
        && let Err(reason) = files::write_output(path, OutputKind::Junit, &show::junit(&all, stopped.as_deref()))
    {
        report_error(&CommandError::write_failed(path, &reason));
    }
    let verdict = all.iter().map(verdict).max().unwrap_or(Exit::Fine);
    match stopped {
        Some(text) => Err(CommandError { exit: verdict.max(Exit::Limit), text: text + "\n" }),
        None => Ok(verdict),
    }
}

fn verdict(tested: &TestedFile) -> Exit {
    if tested.bug {
        Exit::Bug
    } else if tested.is_faulty() {
        Exit::Faulty
    } else if tested.failed() > 0 {
        Exit::Failed
    } else {
        Exit::Fine
    }
}

/// Rejects a filter that matches no example and no record. Files with errors are reported by their tests.
fn matches_something(sources: &[Source], filter: &str) -> Result<(), CommandError> {
    if filter.is_empty() {
        return Ok(());
    }
    let mut names: Vec<String> = vec![];
    for source in sources {
        let Some(found) = run::names(source) else { return Ok(()) };
        if found.iter().any(|name| name.contains(filter)) {
            return Ok(());
        }
        names.extend(found);
    }
    let words = names.iter().flat_map(|name| name.split_whitespace());
    let like = did_you_mean(filter, names.iter().map(String::as_str)).or_else(|| did_you_mean(filter, words));
    let help = match (like, names.first()) {
        (Some(like), _) => format!("did you mean `{like}`?"),
        (None, Some(first)) => format!("{} to choose from, such as `{first}`", count(names.len(), "name")),
        (None, None) => "there are neither examples nor records".to_string(),
    };
    Err(CommandError::usage(&format!("no example and no record has `{filter}` in its name"), help))
}

/// When each file was last written, and its length.
type FileStamps = BTreeMap<PathBuf, Option<(SystemTime, u64)>>;

/// Returns the stamps of all files that affect the tests. The folders are listed each time, because an editor
/// may replace a file.
fn stamps(arguments: &TestArgs) -> FileStamps {
    let files = expand(&arguments.files).unwrap_or_default();
    let mut stamps = BTreeMap::new();
    for file in files {
        let file = PathBuf::from(file);
        let beside = fs::read_dir(file.with_extension("")).into_iter().flatten().flatten().map(|entry| entry.path());
        let records =
            beside.filter(|path| path.extension().is_some_and(|extension| extension == "game" || extension == "snap"));
        for path in records.chain([file.clone()]) {
            let stamp = fs::metadata(&path).ok().and_then(|data| Some((data.modified().ok()?, data.len())));
            stamps.insert(path, stamp);
        }
    }
    stamps
}
