//! Problems drawn as text with colour, plain text, JSON lines, or GitHub annotations.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use serde_json::json;

use super::{Diagnostic, Severity};
use crate::source::{Source, SourceId, Span};

/// How problems are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Excerpts of the text with colour and arrows.
    Text,
    /// The same without colour.
    Plain,
    /// One JSON object a line.
    Json,
    /// Workflow commands that GitHub shows beside the line.
    Github,
}

/// Draws problems; the spans point into `sources`, in the order of their numbers. The text ends
/// with a line break unless it is empty.
pub fn draw(problems: &[Diagnostic], sources: &[Source], format: Format) -> String {
    problems
        .iter()
        .map(|problem| match format {
            Format::Text => excerpt(problem, sources, &Renderer::styled()),
            Format::Plain => excerpt(problem, sources, &Renderer::plain()),
            Format::Json => format!("{}\n", json(problem, sources)),
            Format::Github => github(problem, sources),
        })
        .collect()
}

fn excerpt(problem: &Diagnostic, sources: &[Source], renderer: &Renderer) -> String {
    let level = match problem.code.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut main = Group::with_title(level.primary_title(&*problem.message).id(problem.code.as_str()));
    for (number, source) in sources.iter().enumerate() {
        let here: Vec<_> = problem
            .labels
            .iter()
            .enumerate()
            .filter(|(_, label)| label.span.source == SourceId(number as u16))
            .map(|(index, label)| {
                let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
                kind.span(visible(source, label.span)).label(&*label.text)
            })
            .collect();
        if !here.is_empty() {
            main = main.element(Snippet::source(&*source.text).path(&*source.name).annotations(here));
        }
    }
    for help in &problem.help {
        main = main.element(Level::HELP.message(&**help));
    }
    let mut groups = vec![main];
    if let Some(fix) = &problem.fix {
        let source = &sources[fix.span.source.0 as usize];
        let patch = Patch::new(fix.span.range(), &*fix.replacement);
        groups.push(
            Level::HELP
                .secondary_title(&*fix.title)
                .element(Snippet::source(&*source.text).path(&*source.name).patch(patch)),
        );
    }
    let text = renderer.clone().decor_style(DecorStyle::Ascii).render(&groups);
    format!("{text}\n\n")
}

/// An empty span is drawn on the character before it where none follows on its line.
fn visible(source: &Source, span: Span) -> std::ops::Range<usize> {
    let range = span.range();
    if !range.is_empty() {
        return range;
    }
    match source.text[range.end..].chars().next() {
        Some(next) if next != '\n' => range.start..range.end + next.len_utf8(),
        _ => source.text[..range.start]
            .char_indices()
            .next_back()
            .map_or(range.clone(), |(before, _)| before..range.start),
    }
}

fn json(problem: &Diagnostic, sources: &[Source]) -> serde_json::Value {
    let place = |span: Span| {
        let source = &sources[span.source.0 as usize];
        let (start, end) = (source.place(span.start as usize), source.place(span.end as usize));
        json!({
            "file": source.name,
            "line": start.line, "column": start.column,
            "end_line": end.line, "end_column": end.column,
        })
    };
    json!({
        "code": problem.code.as_str(),
        "severity": problem.code.severity().as_str(),
        "message": problem.message,
        "labels": problem.labels.iter().map(|label| json!({"at": place(label.span), "text": label.text})).collect::<Vec<_>>(),
        "help": problem.help,
        "fix": problem.fix.as_ref().map(|fix| json!({
            "at": place(fix.span), "replacement": fix.replacement, "title": fix.title,
        })),
    })
}

fn github(problem: &Diagnostic, sources: &[Source]) -> String {
    let mut place = String::new();
    if let Some(label) = problem.labels.first() {
        let source = &sources[label.span.source.0 as usize];
        let (start, end) = (source.place(label.span.start as usize), source.place(label.span.end as usize));
        place = format!("file={},line={},col={}", property(&source.name), start.line, start.column);
        if start.line == end.line && end.column > start.column {
            place += &format!(",endColumn={}", end.column);
        }
        place += ",";
    }
    let mut message = problem.message.clone();
    for label in problem.labels.iter().take(1).filter(|label| !label.text.is_empty()) {
        message += &format!(": {}", label.text);
    }
    for help in problem.help.iter().chain(problem.fix.iter().map(|fix| &fix.title)) {
        message += &format!("\n{help}");
    }
    format!(
        "::{} {place}title={}::{}\n",
        problem.code.severity().as_str(),
        problem.code.as_str(),
        message.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
    )
}

fn property(text: &str) -> String {
    text.replace('%', "%25").replace(':', "%3A").replace(',', "%2C")
}
