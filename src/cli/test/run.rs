//! Runs the tests of rule files and of the records beside them.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::ErrorKind;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io};

use indicatif::ProgressBar;

use crate::cli::progress::default_threads;
use crate::files::{self, OutputKind, WriteError, library};
use uur::diagnostic::Diagnostics;
use uur::game::Game;
use uur::source::Source;
use uur_lab::threads::run_workers;
use uur_testing::annotations;
use uur_testing::cases::{self, CaseFailure, Note, TestCase};
use uur_testing::snapshot::{self, SnapshotStatus};
use uur_testing::suite::{self, Effort, RecordFile, SuiteReport};

/// Options of a test run.
#[derive(Debug, Clone, Copy)]
pub struct TestOptions<'a> {
    /// Only examples and records whose name contains this.
    pub filter: &'a str,
    /// The least coverage that passes, in percent of the rule lines.
    pub least: Option<u8>,
    /// The extent of the tests, and what stops them.
    pub effort: Effort,
    /// Whether new transcripts may be written.
    pub may_write: bool,
}

/// The test results of a file.
#[derive(Default)]
pub struct TestedFile {
    /// The file as named on the command line.
    pub file: String,
    /// The test cases.
    pub cases: Vec<TestCase>,
    /// Notes and warnings beside the cases.
    pub notes: Vec<Note>,
    /// The game and its coverage, if the file is a game.
    pub report: Option<SuiteReport>,
    /// The problems of the file, if it is not a game.
    pub faults: Option<Diagnostics>,
    /// Changed transcripts that wait for a review.
    pub pending: usize,
    /// The time that the tests took.
    pub took: Duration,
    /// Whether a bug in uur ended the tests.
    pub bug: bool,
    /// The transcripts that could not be written, and why.
    pub unwritten: Vec<(PathBuf, WriteError)>,
}

impl TestedFile {
    fn new(file: &str) -> TestedFile {
        TestedFile { file: file.to_string(), ..TestedFile::default() }
    }

    /// The number of failed tests.
    pub fn failed(&self) -> usize {
        self.cases.iter().filter(|case| case.failure.is_some()).count()
    }

    /// The number of passed tests.
    pub fn passed(&self) -> usize {
        self.cases.len() - self.failed()
    }

    /// Whether the file has errors that it does not expect.
    pub fn is_faulty(&self) -> bool {
        self.faults.is_some()
    }

    /// The share of rule lines that the tests use, in percent.
    pub fn covered_percent(&self) -> Option<usize> {
        self.report.as_ref().map(SuiteReport::covered_percent)
    }
}

/// Tests all files on all cores. Passes each result to `done`, in the order of the files, as soon as
/// possible. A file whose tests were interrupted has no result.
pub fn all(sources: &[Source], how: TestOptions, bar: &ProgressBar, mut done: impl FnMut(TestedFile)) {
    let next = AtomicUsize::new(0);
    let running = Mutex::new(BTreeMap::new());
    let change = |number: usize, file: Option<&str>| {
        let mut running = running.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match file {
            Some(file) => running.insert(number, file.to_string()),
            None => running.remove(&number),
        };
        bar.set_message(running.values().map(String::as_str).collect::<Vec<_>>().join(", "));
    };
    let worker = || {
        || {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let source = sources.get(number).filter(|_| !(how.effort.stops)())?;
            change(number, Some(&source.name));
            let tested = catch_panic(source, || test_file(source, how));
            change(number, None);
            bar.inc(1);
            // The result of an interrupted test is not valid.
            let known = !(how.effort.stops)();
            Some((number, known.then_some(tested)))
        }
    };
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    let Ok(()) =
        run_workers(default_threads().min(sources.len()), worker, |(number, tested): (usize, Option<TestedFile>)| {
            waiting.insert(number, tested);
            while let Some(tested) = waiting.remove(&due) {
                due += 1;
                tested.into_iter().for_each(&mut done);
            }
            Ok::<(), Infallible>(())
        });
    // After an interruption, results may be missing before these.
    waiting.into_values().flatten().for_each(done);
}

/// Tests one file. A panic fails only this file.
fn catch_panic(source: &Source, test: impl FnOnce() -> TestedFile) -> TestedFile {
    let started = Instant::now();
    let tested = panic::catch_unwind(AssertUnwindSafe(test));
    let tested = tested.unwrap_or_else(|payload| {
        let what = payload.downcast_ref::<String>().map(String::as_str);
        let what = what.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
        let failure = CaseFailure::new("tests that end", format!("a bug in uur, not in this file: {what}"))
            .with_details("please report it, with this rule file\n");
        let case = TestCase {
            kind: cases::CaseKind::File,
            name: "it can be tested".to_string(),
            file: None,
            line: 1,
            failure: Some(failure),
        };
        TestedFile { bug: true, cases: vec![case], ..TestedFile::new(&source.name) }
    });
    TestedFile { took: started.elapsed(), ..tested }
}

fn test_file(source: &Source, how: TestOptions) -> TestedFile {
    let mut tested = TestedFile::new(&source.name);
    if let Some(wanted) = annotations::expectations(source) {
        let compared = annotations::compare(source, &library, wanted);
        tested.cases = cases::of_wrong_rules(source, &compared);
        return tested;
    }
    let records = records(source);
    match suite::run(source, &library, &records, how.filter, how.effort) {
        Err(faults) => tested.faults = Some(faults),
        Ok(report) => {
            let least = how.least.map(usize::from);
            tested.cases = cases::of_report(&report, |name| accepted_transcript(source, name), how.may_write, least);
            for case in tested.cases.iter_mut().filter(|case| case.kind == cases::CaseKind::Transcript) {
                let snap = records_folder(source).join(format!("{}.snap", case.name));
                let is_there =
                    report.transcripts.iter().any(|(name, transcript)| *name == case.name && transcript.is_ok())
                        && snap.is_file();
                let file = if is_there { snap } else { snap.with_extension("game") };
                case.file = Some(file.to_string_lossy().into_owned());
            }
            tested.notes = cases::notes(&report);
            write_pending_transcripts(source, &report, how.may_write, &mut tested);
            orphans(source, &records, &mut tested.notes);
            tested.report = Some(report);
        }
    }
    tested
}

/// Returns the names of all examples and records of a file; `None` if it is not a game.
pub fn names(source: &Source) -> Option<Vec<String>> {
    let game = Game::load(source.clone(), &library, &Default::default()).ok()?;
    let examples = game.examples().iter().map(|example| example.title.value.clone());
    Some(examples.chain(records(source).into_iter().map(|record| record.name)).collect())
}

/// The folder of records beside a rule file.
fn records_folder(source: &Source) -> PathBuf {
    Path::new(&source.name).with_extension("")
}

/// Returns the game records beside a rule file, sorted by name.
pub fn records(source: &Source) -> Vec<RecordFile> {
    let record = |path: PathBuf| {
        let text = match path.to_str() {
            Some(_) => read(source, &path).map_err(|reason| reason.to_string()),
            None => Err("its name is not UTF-8".to_string()),
        };
        RecordFile { name: stem(&path), text }
    };
    let mut records: Vec<RecordFile> = entries(source, "game").into_iter().map(record).collect();
    if let Err(reason) = fs::read_dir(records_folder(source))
        && !matches!(reason.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
    {
        records.push(RecordFile { name: stem(&records_folder(source)), text: Err(reason.to_string()) });
    }
    records.sort_by(|a, b| a.name.cmp(&b.name));
    records
}

fn entries(source: &Source, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(records_folder(source)) else { return vec![] };
    entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the accepted transcript of a record, if there is one. A transcript that cannot be read counts as
/// changed and contains the reason.
fn accepted_transcript(source: &Source, record: &str) -> Option<String> {
    match read(source, &records_folder(source).join(format!("{record}.snap"))) {
        Err(reason) if reason.kind() == ErrorKind::NotFound => None,
        read => Some(read.unwrap_or_else(|reason| format!("\n`{record}.snap` cannot be read: {reason}\n"))),
    }
}

/// Reads a file beside a rule file. Like an extended file, it must not lead out of the folder.
fn read(source: &Source, path: &Path) -> io::Result<String> {
    if files::within(path, &source.access)? {
        files::read(path)
    } else {
        Err(io::Error::other("it is a link that leads out of the folder of the rule file (see `--allow-outside`)"))
    }
}

/// Writes a transcript beside the accepted one. The folder may come from anywhere, so a link is refused: it
/// could lead elsewhere.
fn write_pending(pending: &Path, transcript: &str) -> Result<(), WriteError> {
    if files::parent_folder(pending).is_symlink() {
        Err(WriteError::Link)
    } else {
        files::write(pending, OutputKind::Transcript, transcript)
    }
}

/// Writes the transcripts that differ from the accepted ones, to be reviewed.
fn write_pending_transcripts(source: &Source, report: &suite::SuiteReport, may_write: bool, tested: &mut TestedFile) {
    for (name, transcript) in &report.transcripts {
        let Ok(transcript) = transcript else { continue };
        let pending = records_folder(source).join(format!("{name}.snap.new"));
        let status = snapshot::compare(accepted_transcript(source, name).as_deref(), transcript);
        if status == SnapshotStatus::Same {
            if may_write && !records_folder(source).is_symlink() {
                // The pending transcript is obsolete.
                let _ = fs::remove_file(&pending);
            }
            continue;
        }
        if status == SnapshotStatus::Stale {
            let text = format!("{name}.snap has the same game, but under rules with another meaning");
            tested.notes.push(Note { line: None, warning: true, text });
        }
        if may_write {
            match write_pending(&pending, transcript) {
                Ok(()) => tested.pending += 1,
                Err(reason @ WriteError::Failed(_)) => tested.unwritten.push((pending, reason)),
                Err(reason) => {
                    let text = format!("`{}` cannot be written: {reason}", pending.display());
                    tested.notes.push(Note { line: None, warning: true, text });
                }
            }
        }
    }
}

/// Adds a note for each transcript whose record does not exist.
fn orphans(source: &Source, records: &[RecordFile], notes: &mut Vec<Note>) {
    for path in entries(source, "snap") {
        if !records.iter().any(|record| record.name == stem(&path)) {
            let text = format!("{} belongs to no record; delete it", path.display());
            notes.push(Note { line: None, warning: true, text });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_the_result_of_one_file() {
        let tested = catch_panic(&Source::new("mine.uur", ""), || panic!("on purpose"));
        let failure = tested.cases[0].failure.as_ref().unwrap();
        assert!(tested.bug && tested.failed() == 1);
        assert_eq!(failure.got, "a bug in uur, not in this file: on purpose");
    }
}
