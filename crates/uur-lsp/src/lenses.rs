//! Lenses: over the game, and over each test, which run it and show at the line that fails what was expected.

use std::ops::Range;

use lsp_types::{CodeLens, CodeLensParams, Command, ExecuteCommandParams, MessageType, Uri};
use serde::Serialize;
use serde_json::{Value, json};

use super::documents::Document;
use super::games;
use super::server::{Refusal, Server};
use uur::analysis::{Analysis, OutlineItem};
use uur::diagnostic::count;
use uur::game::Game;
use uur::syntax::ast::ExampleNode;
use uur::text_layout::wrap;
use uur_lab::coverage::Coverage;
use uur_testing::examples;

/// The command that runs one test. Its arguments are the URI of the document and the title of the test.
pub const RUN_TEST: &str = "uur.runTest";
/// The command that runs all tests. Its argument is the URI of the document.
pub const RUN_TESTS: &str = "uur.runTests";

/// The result of a test.
#[derive(Debug, Clone, Serialize)]
pub struct TestResult {
    /// The title of the test.
    pub title: String,
    /// Why it failed, if it did.
    pub failure: Option<TestFailure>,
}

/// Why a test failed.
#[derive(Debug, Clone, Serialize)]
pub struct TestFailure {
    /// The line that failed, from 0.
    pub line: u32,
    /// What the test expects.
    pub expected: String,
    /// What happens.
    pub got: String,
    /// The trace, the board, and a command that repeats the moves.
    pub details: String,
    /// The place that failed.
    #[serde(skip)]
    pub range: Range<usize>,
}

/// Answers `textDocument/codeLens`.
pub fn code_lenses(server: &Server, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>, Refusal> {
    let (document, analysis) = server.document(&params.text_document.uri)?;
    let uri = document.uri.as_str();
    let lens = |range: Range<usize>, command: Command| CodeLens {
        range: document.index.positions(&document.text, range),
        command: Some(command),
        data: None,
    };
    // While a text has errors nothing can be run, but its lines would jump in the editor if the lenses went and came.
    let named = |item: &OutlineItem| item.title.clone().filter(|_| item.word == "test");
    let titles: Vec<Range<usize>> = analysis.outline().items.iter().filter_map(named).collect();
    let mut lenses = vec![];
    if let Some(head) = analysis.outline().items.iter().find(|item| item.word == "game") {
        if !titles.is_empty() {
            let title = format!("run {}", count(titles.len(), "test"));
            lenses.push(lens(head.head.clone(), Command::new(title, RUN_TESTS.into(), Some(vec![json!(uri)]))));
        }
        if server.host.patience().is_some() {
            lenses.extend(games::commands(uri).map(|command| lens(head.head.clone(), command)));
        }
    }
    for head in titles {
        let name = &document.text[head.start + 1..head.end - 1];
        let run = |title: String| Command::new(title, RUN_TEST.into(), Some(vec![json!(uri), json!(name)]));
        match document.results.get(name).map(|result| &result.failure) {
            None => lenses.push(lens(head, run("run test".into()))),
            Some(None) => lenses.push(lens(head, run("passed".into()))),
            Some(Some(failure)) => {
                lenses.push(lens(head, run("failed".into())));
                let what = format!("expected {}, got {}", failure.expected, failure.got);
                lenses.push(lens(failure.range.clone(), run(what)));
            }
        }
    }
    Ok(Some(lenses))
}

/// Answers `workspace/executeCommand`: runs tests or a command over the game, and returns the results.
///
/// # Errors
/// If the command, the document or the test is unknown, or the document is no game.
pub fn execute(server: &mut Server, params: ExecuteCommandParams) -> Result<Option<Value>, Refusal> {
    let argument = |number: usize| params.arguments.get(number).and_then(Value::as_str);
    let uri: Option<Uri> = argument(0).and_then(|uri| uri.parse().ok());
    let uri = || uri.ok_or_else(|| Refusal::invalid("the first argument is the URI of a document"));
    match params.command.as_str() {
        RUN_TEST => {
            let title = argument(1).ok_or_else(|| Refusal::invalid("the second argument is the title of a test"))?;
            run_tests(server, uri()?, Some(title))
        }
        RUN_TESTS => run_tests(server, uri()?, None),
        command @ (games::PERFT | games::SIMULATE | games::PLAY) => games::execute(server, command, &uri()?),
        command => Err(Refusal::invalid(format!("the server does not know the command `{command}`"))),
    }
    .map(Some)
}

/// Runs the test with a title, or all tests, and returns the results.
fn run_tests(server: &mut Server, uri: Uri, title: Option<&str>) -> Result<Value, Refusal> {
    let (document, analysis) = server.document(&uri)?;
    let game = analysis.game().ok_or_else(|| Refusal::failed("the rules have errors"))?;
    let wanted = game.examples().iter().filter(|example| title.is_none_or(|title| example.title.value == title));
    let mut coverage = Coverage::default();
    let results: Vec<TestResult> = wanted.map(|example| run(document, game, example, &mut coverage)).collect();
    if let (Some(title), []) = (title, &results[..]) {
        return Err(Refusal::invalid(format!("there is no test `{title}`")));
    }
    report(server, &results);
    let answer = if title.is_some() { json!(results[0]) } else { json!(results) };
    let all = title.is_none().then_some(coverage);
    if let Some(document) = server.documents.get_mut(&uri) {
        document.coverage = all.or(document.coverage.take());
        document.results.extend(results.into_iter().map(|result| (result.title.clone(), result)));
    }
    server.refresh_lenses();
    Ok(answer)
}

fn run(document: &Document, game: &Game, example: &ExampleNode, coverage: &mut Coverage) -> TestResult {
    let failure = examples::run(game, example, coverage).err().map(|failure| {
        // A place in an extended file is shown at the title.
        let span = if failure.span.source.0 == 0 { failure.span } else { example.title.span };
        TestFailure {
            line: document.index.position(&document.text, span.range().start).line,
            range: span.range(),
            expected: failure.expected,
            got: failure.got,
            details: wrap(&failure.details, None),
        }
    });
    TestResult { title: example.title.value.clone(), failure }
}

/// Describes how often the tests reach the rule line at an offset, if all tests have run.
pub fn reached(document: &Document, analysis: &Analysis, offset: usize) -> Option<String> {
    let coverage = document.coverage.as_ref()?;
    let clause = analysis.clause_at(offset)?;
    Some(match coverage.of(clause) {
        0 => "No test reaches this line.".to_string(),
        times => format!("In the tests this line had an effect {}.", count(times as usize, "time")),
    })
}

/// Shows the results to the author.
fn report(server: &Server, results: &[TestResult]) {
    let failed: Vec<&TestResult> = results.iter().filter(|result| result.failure.is_some()).collect();
    match &failed[..] {
        [] => server.show(MessageType::INFO, format!("{} passed", count(results.len(), "test"))),
        [first, ..] => {
            let number = format!("{} of {} failed", failed.len(), count(results.len(), "test"));
            server.show(MessageType::WARNING, format!("{number}: {}", first.title));
        }
    }
}
