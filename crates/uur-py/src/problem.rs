//! What can be wrong, as exceptions.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::conversion::FromPyObjectOwned;
use pyo3::create_exception;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;
use uur::diagnostic::draw;
use uur::{ClauseId, Diagnostic, Diagnostics, Format, Game, ParseError, Source, Span};

use crate::data::made;

create_exception!(uur, UurError, PyValueError, "A question that cannot be answered. Base of the errors of `uur`.");
create_exception!(
    uur,
    RulesError,
    UurError,
    "Rules with errors. `problems` lists each `Problem`, warnings included; the message shows them with their lines."
);
create_exception!(
    uur,
    NotationError,
    UurError,
    "A text that is not a move or a position. `at` is the offset in UTF-8 bytes, `help` what to write instead."
);
create_exception!(
    uur,
    MoveError,
    UurError,
    "A move or another step that the rules do not allow now. Nothing has changed."
);

/// The error for a panic, which is a bug in uur.
pub fn bug(fault: &(dyn Any + Send)) -> PyErr {
    let what = fault.downcast_ref::<String>().map(String::as_str);
    let what = what.or(fault.downcast_ref::<&str>().copied()).unwrap_or("no message");
    UurError::new_err(format!("a bug in uur, not in your rules: {what}; please report it with the rules"))
}

/// Does work in which a panic raises `UurError`, so that `except Exception` catches it.
pub fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|fault| bug(&*fault))
}

/// Reads a whole number, as which Python may give any. One that does not fit raises `UurError`, as all wrong values do.
pub fn whole<'py, T>(given: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: FromPyObjectOwned<'py>,
{
    given.extract::<T>().map_err(|error| {
        let error: PyErr = error.into();
        if error.is_instance_of::<PyOverflowError>(given.py()) {
            UurError::new_err(format!("{given} is negative or too large here"))
        } else {
            error
        }
    })
}

/// A place in a rule file. Offsets count characters, as Python does.
#[derive(Serialize)]
pub struct SpanData {
    file: String,
    line: usize,
    column: usize,
    start: usize,
    end: usize,
}

impl SpanData {
    fn of(span: Span, sources: &[Source]) -> SpanData {
        let source = &sources[usize::from(span.source.0)];
        let place = source.place(span.start as usize);
        let characters = |end: u32| source.text.get(..end as usize).map_or(0, |text| text.chars().count());
        let (start, end) = (characters(span.start), characters(span.end));
        SpanData { file: source.name.clone(), line: place.line, column: place.column, start, end }
    }
}

/// A rule line.
#[derive(Serialize)]
pub struct RuleLineData {
    file: String,
    line: usize,
    text: String,
}

impl RuleLineData {
    /// The line of a clause.
    pub fn of(game: &Game, clause: ClauseId) -> RuleLineData {
        let span = game.clause_spans().of(clause).span;
        let source = &game.sources[usize::from(span.source.0)];
        RuleLineData {
            file: source.name.clone(),
            line: source.place(span.start as usize).line,
            text: game.text(clause),
        }
    }
}

#[derive(Serialize)]
struct LabelData {
    span: SpanData,
    text: String,
}

#[derive(Serialize)]
struct FixData {
    span: SpanData,
    replacement: String,
    title: String,
}

/// A problem of a rule file.
#[derive(Serialize)]
pub struct ReportedProblem {
    code: &'static str,
    is_error: bool,
    message: String,
    labels: Vec<LabelData>,
    help: Vec<String>,
    fix: Option<FixData>,
    drawn: String,
}

impl ReportedProblem {
    /// A problem in these files.
    pub fn of(problem: &Diagnostic, sources: &[Source]) -> ReportedProblem {
        let place = |span| SpanData::of(span, sources);
        let label = |label: &uur::Label| LabelData { span: place(label.span), text: label.text.clone() };
        let fix = |fix: &uur::Fix| FixData {
            span: place(fix.span),
            replacement: fix.replacement.clone(),
            title: fix.title.clone(),
        };
        ReportedProblem {
            code: problem.code.as_str(),
            is_error: problem.is_error(),
            message: problem.message.clone(),
            labels: problem.labels.iter().map(label).collect(),
            help: problem.help.clone(),
            fix: problem.fix.as_ref().map(fix),
            drawn: draw(std::slice::from_ref(problem), sources, Format::Plain),
        }
    }
}

/// The exception for rules with errors.
pub fn rules_error(py: Python<'_>, found: &Diagnostics) -> PyErr {
    let error = RulesError::new_err(found.to_string());
    let problems: PyResult<Vec<_>> = found
        .problems
        .iter()
        .map(|problem| made(py, "Problem", &ReportedProblem::of(problem, &found.sources)))
        .collect();
    match problems.and_then(|problems| error.value(py).setattr("problems", problems)) {
        Ok(()) => error,
        Err(failure) => failure,
    }
}

/// The exception for a text that cannot be read.
pub fn text_error(py: Python<'_>, problem: ParseError) -> PyErr {
    let ParseError { message, at, help } = problem;
    let error = NotationError::new_err(if help.is_empty() { message } else { format!("{message} ({help})") });
    let value = error.value(py);
    match value.setattr("at", at).and_then(|()| value.setattr("help", help)) {
        Ok(()) => error,
        Err(failure) => failure,
    }
}
