//! Test results as text, JSON, GitHub annotations and JUnit XML.

use schemars::JsonSchema;
use serde::Serialize;

use uur::diagnostic::{self, ProblemList, count, draw};
use uur::markup::escape_xml;
use uur::provenance::JsonAnswer;
use uur::text_layout::{TextTable, wrap};
use uur_testing::cases::{CaseKind, Note, SourceLine, TestCase};
use uur_testing::suite::SuiteReport;

use super::run::TestedFile;
use crate::cli::output::answer_width;

/// The results of a file as text: a summary line, and all failures in full.
pub fn file(tested: &TestedFile, width: usize, coverage: bool) -> String {
    let mut text = summary(tested, width);
    if let Some(faults) = &tested.faults {
        text += &draw(&faults.problems, &faults.sources, diagnostic::Format::Text);
    }
    for case in tested.cases.iter().filter(|case| case.failure.is_some()) {
        text += &failure(tested, case);
    }
    for note in &tested.notes {
        let place = note.line.map_or(tested.file.clone(), |line| format!("{}:{line}", tested.file));
        text += &format!("  {}: {place}: {}\n", if note.warning { "warning" } else { "note" }, note.text);
    }
    text + &if coverage { covered(tested) } else { String::new() }
}

/// The totals over all files; empty without files.
pub fn sums(all: &[TestedFile]) -> String {
    if all.is_empty() {
        return String::new();
    }
    let mut text = String::new();
    let pending: usize = all.iter().map(|tested| tested.pending).sum();
    if pending > 0 {
        text += &format!("{} to review: `uur review` shows and accepts them\n", count(pending, "transcript"));
    }
    let broken = all.iter().filter(|tested| tested.is_faulty()).count();
    if broken > 0 {
        text += &format!("{} cannot be read\n", count(broken, "file"));
    }
    let passed: usize = all.iter().map(TestedFile::passed).sum();
    let failed: usize = all.iter().map(TestedFile::failed).sum();
    text + &format!("{passed} passed, {failed} failed\n")
}

fn summary(tested: &TestedFile, width: usize) -> String {
    let state = if tested.is_faulty() || tested.failed() > 0 { "FAIL" } else { "ok" };
    let mut parts = vec![];
    for kind in ["example", "transcript", "property", "problem"] {
        let number = tested.cases.iter().filter(|case| case.kind.as_str() == kind).count();
        match (kind, number) {
            (_, 0) => {}
            ("property", number) => parts.push(format!("{number} properties")),
            (kind, number) => parts.push(count(number, kind)),
        }
    }
    if let Some(percent) = tested.covered_percent() {
        parts.push(format!("coverage {percent} %"));
    }
    format!("{state:<4}  {:<width$}  {}  {:.2} s\n", tested.file, parts.join(", "), tested.took.as_secs_f64())
}

fn failure(tested: &TestedFile, case: &TestCase) -> String {
    let Some(failed) = &case.failure else { return String::new() };
    let file = case.file.as_ref().unwrap_or(&tested.file);
    let mut text = format!("  {} \"{}\" ({file}:{})\n", case.kind.as_str(), case.name, case.line);
    let written = tested.report.as_ref().map_or("", |report| report.game.sources[0].line(case.line));
    if case.kind == CaseKind::Example {
        text += &format!("    {:>3} | {}\n", case.line, written.trim_end());
    }
    let [expected, got] = compare([&failed.expected, &failed.got]);
    text += &format!("    expected {expected}\n    got      {got}\n");
    for line in failed.details.lines() {
        text += &format!("    {line}\n");
    }
    text
}

/// Formats expected and actual values, each on lines of its own. If both are positions, marks below each show
/// where it differs from the other.
fn compare(texts: [&str; 2]) -> [String; 2] {
    const INDENT: &str = "\n             ";
    let positions = texts.iter().all(|text| text.starts_with("south ") && !text.contains('\n'));
    [(0, 1), (1, 0)].map(|(this, other)| {
        let text = texts[this].replace('\n', INDENT);
        let marks = if positions { marks(texts[this], texts[other]) } else { String::new() };
        if marks.is_empty() { text } else { format!("{text}{INDENT}{marks}") }
    })
}

/// Marks the words of a position that differ from the other position.
fn marks(position: &str, other: &str) -> String {
    fn words(part: &str) -> impl Iterator<Item = &str> {
        part.trim_end_matches(';').split(' ').filter(|word| !word.is_empty())
    }
    // `south to move` is not the row of South.
    fn name(part: &str) -> Option<&str> {
        if part.ends_with("to move") { Some("to move") } else { words(part).next() }
    }
    let mut marks = String::new();
    for part in position.split_inclusive(';') {
        // The same part of the other position, such as `north` or `captured`.
        let mut same = words(other.split_inclusive(';').find(|same| name(same) == name(part)).unwrap_or(""));
        for word in part.split_inclusive(' ') {
            let bare = word.trim_end_matches([' ', ';']);
            let differs = !bare.is_empty() && same.next() != Some(bare);
            let mark = if differs { "^" } else { " " };
            marks += &mark.repeat(bare.chars().count());
            marks += &" ".repeat(word.chars().count() - bare.chars().count());
        }
    }
    marks.trim_end().to_string()
}

/// The lines of a file, with how often the tests used each.
fn covered(tested: &TestedFile) -> String {
    let Some(report) = &tested.report else { return String::new() };
    let game = &report.game;
    let rows = game.clause_spans().iter().map(|(clause, origin)| {
        let fired = report.coverage.of(clause);
        let fired = if fired == 0 { "never".to_string() } else { fired.to_string() };
        let SourceLine { file, line, text: written } = SourceLine::of(game, clause);
        let place = if origin.span.source.0 == 0 { line.to_string() } else { format!("{file}:{line}") };
        vec![fired, place, written]
    });
    TextTable { rows: rows.collect(), right: 0..2, indent: 2, ..TextTable::default() }.text(answer_width())
}

/// The results of all files.
#[derive(Serialize, JsonSchema)]
pub struct TestReport<'a> {
    files: Vec<FileReport<'a>>,
    passed: usize,
    failed: usize,
    /// Whether all files were tested.
    complete: bool,
}

impl JsonAnswer for TestReport<'_> {
    const FORMAT: &'static str = "test";
}

/// The results of a file.
#[derive(Serialize, JsonSchema)]
struct FileReport<'a> {
    file: &'a str,
    passed: usize,
    failed: usize,
    tests: &'a [TestCase],
    notes: &'a [Note],
    /// How much of the rules the tests use, if the file is a game.
    coverage: Option<CoverageReport>,
    /// The problems of the file, if it is not a game.
    problems: Option<ProblemList>,
    /// Changed transcripts that wait for a review.
    pending: usize,
    /// The hash of the rules, if the file is a game.
    meaning: Option<String>,
}

/// How much of the rules the tests use.
#[derive(Serialize, JsonSchema)]
struct CoverageReport {
    percent: usize,
    /// The lines that no test uses.
    never: Vec<SourceLine>,
}

impl<'a> FileReport<'a> {
    fn of(tested: &'a TestedFile) -> FileReport<'a> {
        let report = tested.report.as_ref();
        FileReport {
            file: &tested.file,
            passed: tested.passed(),
            failed: tested.failed(),
            tests: &tested.cases,
            notes: &tested.notes,
            coverage: report.map(CoverageReport::of),
            problems: tested.faults.as_ref().map(|faults| ProblemList::of(&faults.problems, &faults.sources)),
            pending: tested.pending,
            meaning: report.map(|report| report.game.meaning()),
        }
    }
}

impl CoverageReport {
    fn of(report: &SuiteReport) -> CoverageReport {
        let line = |clause| SourceLine::of(&report.game, clause);
        CoverageReport { percent: report.covered_percent(), never: report.uncovered().into_iter().map(line).collect() }
    }
}

/// The results for JSON. They are not complete if the tests were interrupted.
pub fn report(all: &[TestedFile], complete: bool) -> TestReport<'_> {
    TestReport {
        files: all.iter().map(FileReport::of).collect(),
        passed: all.iter().map(TestedFile::passed).sum(),
        failed: all.iter().map(TestedFile::failed).sum(),
        complete,
    }
}

/// GitHub annotations, followed by the results as text.
pub fn github(tested: &TestedFile, width: usize) -> String {
    let mut text = String::new();
    if let Some(faults) = &tested.faults {
        text += &draw(&faults.problems, &faults.sources, diagnostic::Format::Github);
    }
    for case in &tested.cases {
        let Some(failed) = &case.failure else { continue };
        let title = format!("{} \"{}\"", case.kind.as_str(), case.name);
        let message = format!("expected {}\ngot {}", failed.expected, failed.got);
        if failed.places.is_empty() {
            let file = case.file.as_ref().unwrap_or(&tested.file);
            text += &annotation("error", file, Some(case.line), &title, &message);
        }
        for SourceLine { file, line, text: written } in &failed.places {
            let message = format!("no test reaches `{written}`\n{message}");
            text += &annotation("error", file, Some(*line), &title, &message);
        }
    }
    for note in tested.notes.iter().filter(|note| note.warning) {
        text += &annotation("warning", &tested.file, note.line, "uur test", &note.text);
    }
    text + &wrap(&file(tested, width, false), None)
}

/// A GitHub annotation of a file.
pub fn annotation(level: &str, file: &str, line: Option<usize>, title: &str, message: &str) -> String {
    let line = line.map(|line| line.to_string());
    let line = line.iter().map(|line| ("line", line.as_str()));
    let properties: Vec<_> = [("file", file)].into_iter().chain(line).chain([("title", title)]).collect();
    diagnostic::github_annotation(level, &properties, message)
}

/// The results as JUnit XML, one suite per file. An interruption is an error of its own.
pub fn junit(all: &[TestedFile], stopped: Option<&str>) -> String {
    let passed: usize = all.iter().map(TestedFile::passed).sum();
    let failed: usize = all.iter().map(TestedFile::failed).sum();
    let broken = all.iter().filter(|tested| tested.is_faulty()).count() + usize::from(stopped.is_some());
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"uur\" tests=\"{}\" failures=\"{failed}\" errors=\"{broken}\">\n",
        passed + failed + broken
    );
    for tested in all {
        let file = escape_xml(&tested.file);
        let errors = usize::from(tested.is_faulty());
        text += &format!(
            "  <testsuite name=\"{file}\" tests=\"{}\" failures=\"{}\" errors=\"{errors}\" time=\"{:.3}\">\n",
            tested.cases.len() + errors,
            tested.failed(),
            tested.took.as_secs_f64()
        );
        if let Some(faults) = &tested.faults {
            let problems = draw(&faults.problems, &faults.sources, diagnostic::Format::Plain);
            text += &format!(
                "    <testcase classname=\"{file}\" name=\"the file\">\n      <error message=\"not a game\">{}</error>\n    </testcase>\n",
                escape_xml(&problems)
            );
        }
        for case in &tested.cases {
            let name = escape_xml(&format!("{}: {}", case.kind.as_str(), case.name));
            match &case.failure {
                None => text += &format!("    <testcase classname=\"{file}\" name=\"{name}\"/>\n"),
                Some(failed) => {
                    let message = escape_xml(&format!("expected {}, got {}", failed.expected, failed.got));
                    let place = case.file.as_ref().map_or(file.clone(), |file| escape_xml(file));
                    text += &format!(
                        "    <testcase classname=\"{file}\" name=\"{name}\" file=\"{place}\" line=\"{}\">\n      <failure message=\"{message}\">{}</failure>\n    </testcase>\n",
                        case.line,
                        escape_xml(&wrap(&failed.details, None))
                    );
                }
            }
        }
        text += "  </testsuite>\n";
    }
    if let Some(stopped) = stopped {
        text += &format!(
            "  <testsuite name=\"uur\" tests=\"1\" failures=\"0\" errors=\"1\">\n    <testcase classname=\"uur\" name=\"all files are tested\">\n      <error message=\"{}\"/>\n    </testcase>\n  </testsuite>\n",
            escape_xml(stopped)
        );
    }
    text + "</testsuites>\n"
}

#[cfg(test)]
mod tests {
    use super::marks;

    #[test]
    fn marks_stand_below_what_differs() {
        let expected = "south 0 3; north 3 14; captured 0 1; south to move";
        let got = "south 0 3; north 3 4; north to move";
        assert_eq!(marks(expected, got), "                   ^^  ^^^^^^^^ ^ ^  ^^^^^");
        assert_eq!(marks(got, expected), "                   ^  ^^^^^");
        assert_eq!(marks(got, got), "");
    }
}
