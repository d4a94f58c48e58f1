//! Problems and clauses of rule files as data. Offsets count UTF-16 code units, as JavaScript does.

use serde::Serialize;
use uur::diagnostic::{Diagnostic, Diagnostics, Severity};
use uur::game::Game;
use uur::rules::ClauseId;
use uur::source::{Source, Span, escaped};

/// A place in a rule file.
#[derive(Debug, Clone, Serialize)]
pub struct TextPlace {
    /// The name of the file.
    pub file: String,
    /// Whether it is the file of the game itself, not one that it extends.
    pub own: bool,
    /// The line, from 1.
    pub line: usize,
    /// The offset of its first character.
    pub from: usize,
    /// The offset behind its last character.
    pub to: usize,
}

impl TextPlace {
    /// The place of a span.
    pub fn of(span: Span, sources: &[Source]) -> TextPlace {
        let source = &sources[usize::from(span.source.0)];
        let [from, to] = [span.start, span.end].map(|offset| utf16_offset(&source.text, offset as usize));
        let line = source.place(span.start as usize).line;
        TextPlace { file: escaped(&source.name).into_owned(), own: span.source.0 == 0, line, from, to }
    }
}

/// A rule line.
#[derive(Debug, Clone, Serialize)]
pub struct RulePlace {
    /// Where it stands.
    #[serde(flatten)]
    pub place: TextPlace,
    /// The line as its author wrote it.
    pub text: String,
}

impl RulePlace {
    /// The place of a clause.
    pub fn of(game: &Game, clause: ClauseId) -> RulePlace {
        let place = TextPlace::of(game.clause_spans().of(clause).span, &game.sources);
        RulePlace { place, text: escaped(&game.text(clause)).into_owned() }
    }
}

/// A problem of a rule file.
#[derive(Debug, Clone, Serialize)]
pub struct ProblemData {
    /// Its code, such as `E0401`.
    pub code: &'static str,
    /// Whether it is an error, and not a warning.
    pub error: bool,
    /// What is wrong.
    pub message: String,
    /// Where, the place of the problem first.
    pub labels: Vec<LabelData>,
    /// What to write instead.
    pub help: Vec<String>,
    /// A change that corrects it.
    pub fix: Option<FixData>,
}

/// A place of a problem, and what is wrong there.
#[derive(Debug, Clone, Serialize)]
pub struct LabelData {
    /// The place.
    #[serde(flatten)]
    pub place: TextPlace,
    /// A few words.
    pub text: String,
}

/// A change that corrects a problem.
#[derive(Debug, Clone, Serialize)]
pub struct FixData {
    /// The text to replace.
    #[serde(flatten)]
    pub place: TextPlace,
    /// The replacement.
    pub replacement: String,
    /// What the change does.
    pub title: String,
}

/// The most problems that an answer lists.
const MOST_PROBLEMS: usize = 100;

/// The first hundred problems as data.
pub fn problems(found: &Diagnostics) -> Vec<ProblemData> {
    let Diagnostics { problems, sources } = found;
    problems.iter().take(MOST_PROBLEMS).map(|problem| problem_data(problem, sources)).collect()
}

fn problem_data(problem: &Diagnostic, sources: &[Source]) -> ProblemData {
    let place = |span| TextPlace::of(span, sources);
    let shown = |text: &str| escaped(text).into_owned();
    ProblemData {
        code: problem.code.as_str(),
        error: problem.code.severity() == Severity::Error,
        message: shown(&problem.message),
        labels: problem
            .labels
            .iter()
            .map(|label| LabelData { place: place(label.span), text: shown(&label.text) })
            .collect(),
        help: problem.help.iter().map(|help| shown(help)).collect(),
        fix: problem.fix.as_ref().map(|fix| FixData {
            place: place(fix.span),
            replacement: fix.replacement.clone(),
            title: shown(&fix.title),
        }),
    }
}

/// The offset in UTF-16 code units of a byte offset, which lies at a character.
fn utf16_offset(text: &str, offset: usize) -> usize {
    text[..offset.min(text.len())].encode_utf16().count()
}
