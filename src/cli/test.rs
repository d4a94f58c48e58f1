//! `uur test`: rule files test themselves.

mod run;
mod show;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};
use std::{env, fs, thread};

use clap::ValueEnum;

use crate::files::{self, Kind};
use crate::testing::properties::Bounds;
use crate::testing::suite::Effort;

use super::Outcome;
use super::output::{Exit, Failure, also, is_open, say, tell};
use super::rule_files::expanded;
pub use run::Tested;
pub(super) use run::records;

/// How often watched files are looked at.
const LOOK: Duration = Duration::from_millis(300);

/// Runs the tests of rule files: examples, transcripts, what has to hold in every game, expected problems
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: uur test variants --coverage\n\
    A rule file X.uur is tested by its `test` sections and by the game records X/*.game beside it; what a record \
    tells is compared with X/*.snap. With CI=true in the environment nothing is written.")]
pub(super) struct Arguments {
    /// Rule files, folders of them, or shipped games
    #[arg(default_value = ".", value_name = "FILE")]
    files: Vec<String>,
    /// Runs only examples and records whose name contains this
    #[arg(long, short = 'k', value_name = "TEXT", default_value = "")]
    filter: String,
    /// How the result is shown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Writes the result as JUnit XML to a file, too
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Shows how often the tests fired each line
    #[arg(long)]
    coverage: bool,
    /// Fails a file whose tests fire fewer of its lines, in percent
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    min_coverage: Option<u8>,
    /// Games of each kind of player in the hunt for broken promises
    #[arg(long, value_name = "NUMBER", default_value_t = Effort::default().hunt.games)]
    games: u64,
    /// Where these games begin in the stream of chance
    #[arg(long, value_name = "NUMBER", default_value_t = Effort::default().hunt.seed)]
    seed: u64,
    /// Runs the tests again whenever a file changes, until Ctrl-C
    #[arg(long)]
    watch: bool,
}

/// How a result is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Github,
    Junit,
}

/// Runs the command.
///
/// # Errors
/// If a file cannot be found, or the result cannot be written.
pub(super) fn run(arguments: &Arguments) -> Outcome {
    let mut exit = once(arguments)?;
    if !arguments.watch {
        return Ok(exit);
    }
    let mut seen = stamps(arguments);
    while is_open() {
        thread::sleep(LOOK);
        let now = stamps(arguments);
        if now != seen {
            // An editor may still be writing; what it leaves counts.
            thread::sleep(LOOK);
            seen = stamps(arguments);
            say("\n");
            exit = once(arguments).unwrap_or_else(|failure| {
                tell(&failure.text);
                failure.exit
            });
        }
    }
    Ok(exit)
}

/// Whether files may be written: not where a machine runs the tests.
fn may_write() -> bool {
    !env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false" && value != "0")
}

/// Runs all tests of some files as `uur test` does.
///
/// # Errors
/// If a file cannot be found.
pub fn run_all(files: &[String], may_write: bool) -> Result<Vec<Tested>, String> {
    run::all(files, "", Effort::default(), may_write).map_err(|failure| failure.text)
}

fn once(arguments: &Arguments) -> Outcome {
    let files = expanded(&arguments.files)?;
    let usual = Effort::default();
    // Whoever asks for more games is ready to wait longer.
    let events = usual.hunt.events.saturating_mul(arguments.games.max(usual.hunt.games)) / usual.hunt.games;
    let hunt = Bounds { games: arguments.games, seed: arguments.seed, events, ..usual.hunt };
    let effort = Effort { hunt, ..usual };
    let tested = run::all(&files, &arguments.filter, effort, may_write())?;
    let short = |tested: &Tested| {
        arguments
            .min_coverage
            .is_some_and(|least| tested.covered_percent().is_some_and(|percent| percent < least.into()))
    };
    match arguments.format {
        Format::Text => say(&show::text(&tested, arguments.coverage, arguments.min_coverage)),
        Format::Json => say(&show::json(&tested)),
        Format::Github => say(&show::github(&tested)),
        Format::Junit => say(&show::junit(&tested)),
    }
    if let Some(path) = &arguments.junit
        && let Err(reason) = files::write_output(path, Kind::Junit, &show::junit(&tested))
    {
        also(&Failure::unwritten(path, &reason));
    }
    let exit = if tested.iter().any(Tested::is_faulty) {
        Exit::Faulty
    } else if tested.iter().any(|tested| tested.failed() > 0 || short(tested)) {
        Exit::Failed
    } else {
        Exit::Fine
    };
    Ok(exit)
}

/// When every file that bears on the tests was last written. Files are looked up anew each time,
/// so one that an editor has put in another's place is found.
fn stamps(arguments: &Arguments) -> BTreeMap<PathBuf, Option<(SystemTime, u64)>> {
    let files = expanded(&arguments.files).unwrap_or_default();
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
