//! Rule files and the records beside them, run.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::files::{self, Kind, Unwritten, library};
use crate::game::Faults;
use crate::source::Source;
use crate::testing::cases::{self, Case, Note};
use crate::testing::snapshot::{self, Kept};
use crate::testing::suite::{self, Effort, RecordFile, Report};
use crate::testing::{expected, suite::run};

use super::super::asked::not_opened;
use super::super::output::Failure;

/// A file whose tests were run.
pub struct Tested {
    /// The file as it was named.
    pub file: String,
    /// Its tests.
    pub cases: Vec<Case>,
    /// What else they show.
    pub notes: Vec<Note>,
    /// The game and its coverage, if the file is a game.
    pub report: Option<Report>,
    /// What is wrong with it, if it is none.
    pub faults: Option<Faults>,
    /// Transcripts that wait for a review.
    pub pending: usize,
    /// How long it took.
    pub took: Duration,
}

impl Tested {
    /// Tests that failed.
    pub fn failed(&self) -> usize {
        self.cases.iter().filter(|case| case.failure.is_some()).count()
    }

    /// Tests that passed.
    pub fn passed(&self) -> usize {
        self.cases.len() - self.failed()
    }

    /// Whether the file is no game, and was not meant to be none.
    pub fn is_faulty(&self) -> bool {
        self.faults.is_some()
    }

    /// The share of lines that the tests fire.
    pub fn covered_percent(&self) -> Option<usize> {
        self.report.as_ref().map(Report::covered_percent)
    }
}

/// Runs the tests of all files, on all cores; the order of the results is that of the files.
///
/// # Errors
/// If a file cannot be found.
pub fn all(names: &[String], filter: &str, effort: Effort, may_write: bool) -> Result<Vec<Tested>, Failure> {
    let mut sources = vec![];
    for name in names {
        sources.push(files::source(name).map_err(|problem| not_opened(&problem))?);
    }
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Tested)>> = Mutex::new(vec![]);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores.min(sources.len()) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(source) = sources.get(number) else { break };
                    let tested = one(source.clone(), filter, effort, may_write);
                    done.lock().expect("no test panics while it holds the list").push((number, tested));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no test panics while it holds the list");
    done.sort_by_key(|(number, _)| *number);
    Ok(done.into_iter().map(|(_, tested)| tested).collect())
}

fn one(source: Source, filter: &str, effort: Effort, may_write: bool) -> Tested {
    let started = Instant::now();
    let file = source.name.clone();
    let mut tested =
        Tested { file, cases: vec![], notes: vec![], report: None, faults: None, pending: 0, took: Duration::ZERO };
    if let Some(wanted) = expected::expectations(&source) {
        let compared = expected::compare(&source, &library, wanted);
        tested.cases = cases::of_wrong_rules(&source, &compared);
    } else {
        let records = records(&source);
        match run(&source, &library, &records, filter, effort) {
            Err(faults) => tested.faults = Some(faults),
            Ok(report) => {
                tested.cases = cases::of_report(&report, |name| kept(&source, name), may_write);
                tested.notes = cases::notes(&report);
                keep(&source, &report, may_write, &mut tested);
                orphans(&source, &records, &mut tested.notes);
                tested.report = Some(report);
            }
        }
    }
    tested.took = started.elapsed();
    tested
}

/// The folder of records that stands beside a rule file.
fn beside(source: &Source) -> PathBuf {
    Path::new(&source.name).with_extension("")
}

/// The game records beside a rule file, in the order of their names.
pub fn records(source: &Source) -> Vec<RecordFile> {
    let mut records: Vec<RecordFile> = entries(source, "game")
        .into_iter()
        .map(|path| RecordFile { name: stem(&path), text: files::read(&path).unwrap_or_default() })
        .collect();
    records.sort_by(|a, b| a.name.cmp(&b.name));
    records
}

fn entries(source: &Source, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(beside(source)) else { return vec![] };
    entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn kept(source: &Source, record: &str) -> Option<String> {
    files::read(&beside(source).join(format!("{record}.snap"))).ok()
}

/// Puts a transcript beside the one that was kept. The folder of records may have come from anybody, so
/// one that is a link, and leads elsewhere, is not written to.
fn put(pending: &Path, told: &str) -> Result<(), Unwritten> {
    if files::folder(pending).is_symlink() {
        Err(Unwritten::Link)
    } else {
        files::write(pending, Kind::Transcript, told)
    }
}

/// Puts what a record tells beside what was kept, to be reviewed, where the two differ.
fn keep(source: &Source, report: &suite::Report, may_write: bool, tested: &mut Tested) {
    for (name, told) in &report.transcripts {
        let Ok(told) = told else { continue };
        let pending = beside(source).join(format!("{name}.snap.new"));
        let stands = snapshot::compare(kept(source, name).as_deref(), told);
        if stands == Kept::Same {
            if may_write && !beside(source).is_symlink() {
                // What was waiting has become true.
                let _ = fs::remove_file(&pending);
            }
            continue;
        }
        if stands == Kept::Stale {
            let text = format!("{name}.snap tells the same game, but under rules of another meaning");
            tested.notes.push(Note { line: None, warning: true, text });
        }
        if may_write {
            match put(&pending, told) {
                Ok(()) => tested.pending += 1,
                Err(reason) => {
                    let text = format!("`{}` cannot be written: {reason}", pending.display());
                    tested.notes.push(Note { line: None, warning: true, text });
                }
            }
        }
    }
}

/// Tells of transcripts whose records are gone.
fn orphans(source: &Source, records: &[RecordFile], notes: &mut Vec<Note>) {
    for path in entries(source, "snap") {
        if !records.iter().any(|record| record.name == stem(&path)) {
            let text = format!("{} belongs to no record; delete it", path.display());
            notes.push(Note { line: None, warning: true, text });
        }
    }
}
