//! Rendering of problems: as text with colour, plain text, GitHub annotations, or data.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use serde::Serialize;

use super::{Diagnostic, Severity, count, shortened};
use crate::source::{LineColumn, Source, SourceId, Span, escaped};

/// The output format of problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Excerpts of the rule file with colour and arrows.
    Text,
    /// The same without colour.
    Plain,
    /// Workflow commands, which GitHub shows next to the line.
    Github,
}

/// The problems of a file as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ProblemList {
    /// The problems, at most a hundred.
    pub list: Vec<ProblemReport>,
    /// The number of the others.
    pub more: usize,
}

/// A problem as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ProblemReport {
    /// Its code, such as `E0103`.
    pub code: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// What is wrong.
    pub message: String,
    /// The places that it is about, the most important first.
    pub labels: Vec<LabelReport>,
    /// What to do.
    pub help: Vec<String>,
    /// A replacement that mends it.
    pub fix: Option<FixReport>,
}

/// A place with what is said of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct LabelReport {
    /// The place.
    pub at: PlaceReport,
    /// What is said of it; may be empty.
    pub text: String,
}

/// A replacement of a part of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FixReport {
    /// The part.
    pub at: PlaceReport,
    /// The text to write instead.
    pub replacement: String,
    /// What that does.
    pub title: String,
}

/// A part of a file, from its first character to the one after its last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct PlaceReport {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The line of the end.
    pub end_line: usize,
    /// The column of the end.
    pub end_column: usize,
}

impl ProblemList {
    /// Lists problems. `sources` must be indexed by the [`SourceId`]s of the spans.
    pub fn of(problems: &[Diagnostic], sources: &[Source]) -> ProblemList {
        let sources: Vec<LineIndex> = sources.iter().map(LineIndex::of).collect();
        let (shown, others) = problems.split_at(problems.len().min(MAX_SHOWN));
        let place = |span: Span| {
            let source = &sources[span.source.0 as usize];
            let (start, end) = (source.place(span.start), source.place(span.end));
            PlaceReport {
                file: source.source.name.clone(),
                line: start.line,
                column: start.column,
                end_line: end.line,
                end_column: end.column,
            }
        };
        let report = |problem: &Diagnostic| ProblemReport {
            code: problem.code.as_str(),
            severity: problem.code.severity().as_str(),
            message: problem.message.clone(),
            labels: problem
                .labels
                .iter()
                .map(|label| LabelReport { at: place(label.span), text: label.text.clone() })
                .collect(),
            help: problem.help.clone(),
            fix: problem.fix.as_ref().map(|fix| FixReport {
                at: place(fix.span),
                replacement: fix.replacement.clone(),
                title: fix.title.clone(),
            }),
        };
        ProblemList { list: shown.iter().map(report).collect(), more: others.len() }
    }
}

/// The number of problems that are rendered. The others are only counted.
const MAX_SHOWN: usize = 100;
/// Labels more than this number of lines apart are shown in separate excerpts.
const MAX_GAP: usize = 32;

/// Renders problems. `sources` must be indexed by the [`SourceId`]s of the spans. The text ends with a
/// line break unless it is empty. After the first hundred problems, only the number of the others
/// follows.
pub fn draw(problems: &[Diagnostic], sources: &[Source], format: Format) -> String {
    let sources: Vec<LineIndex> = sources.iter().map(LineIndex::of).collect();
    let sources = &sources[..];
    let (shown, others) = problems.split_at(problems.len().min(MAX_SHOWN));
    let mut text: String = shown
        .iter()
        .map(|problem| match format {
            Format::Text => excerpt(problem, sources, &Renderer::styled()),
            Format::Plain => excerpt(problem, sources, &Renderer::plain()),
            Format::Github => github(problem, sources),
        })
        .collect();
    if !others.is_empty() {
        let more =
            format!("and {}, not shown; fix the first ones and check again", count(others.len(), "more problem"));
        text += &match format {
            Format::Text | Format::Plain => format!("{more}\n\n"),
            Format::Github => format!("::notice::{more}\n"),
        };
    }
    text
}

/// A label with its index in the problem, and the range that is shown.
type Placed<'a> = (usize, Range<usize>, &'a str);

/// A line index: the offsets at which lines begin, so that no lookup reads the whole text.
struct LineIndex<'a> {
    source: &'a Source,
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    fn of(source: &'a Source) -> Self {
        let breaks = source.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        LineIndex { source, starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// The line of a byte offset, counted from 0.
    fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at) - 1
    }

    fn place(&self, at: u32) -> LineColumn {
        let mut at = (at as usize).min(self.source.text.len());
        while !self.source.text.is_char_boundary(at) {
            at -= 1;
        }
        let line = self.line(at);
        LineColumn { line: line + 1, column: self.source.text[self.starts[line]..at].chars().count() + 1 }
    }

    /// Groups labels into excerpts. The excerpt with the location of the problem itself comes first.
    fn group_nearby<'l>(&self, mut labels: Vec<Placed<'l>>) -> Vec<Vec<Placed<'l>>> {
        labels.sort_by_key(|(_, range, _)| range.start);
        let mut groups: Vec<(usize, Vec<Placed>)> = vec![];
        for label in labels {
            let (first, last) = (self.line(label.1.start), self.line(label.1.end));
            match groups.last_mut() {
                Some((end, near)) if first <= *end + MAX_GAP => {
                    *end = last.max(*end);
                    near.push(label);
                }
                _ => groups.push((last, vec![label])),
            }
        }
        let mut groups: Vec<Vec<Placed>> = groups.into_iter().map(|(_, near)| near).collect();
        groups.sort_by_key(|near| !near.iter().any(|(index, ..)| *index == 0));
        groups
    }

    /// The lines that contain all the ranges: their text, its offset, and the number of its first line.
    fn lines_around(&self, ranges: impl IntoIterator<Item = Range<usize>>) -> (&'a str, usize, usize) {
        let (start, end) = ranges
            .into_iter()
            .fold((usize::MAX, 0), |(start, end), range| (start.min(range.start), end.max(range.end)));
        let first = self.line(start);
        let last = self.line(end.max(start));
        let until = self.starts.get(last + 1).copied().unwrap_or(self.source.text.len());
        (&self.source.text[self.starts[first]..until], self.starts[first], first + 1)
    }
}

/// Translates a range of a source into the shown excerpt that begins at `start`.
fn shifted(range: Range<usize>, excerpt: &str, start: usize) -> Range<usize> {
    let shown = |at: usize| escaped(&excerpt[..at - start]).len();
    shown(range.start)..shown(range.end)
}

/// A message as it is shown.
fn shown(message: &str) -> String {
    escaped(&shortened(message)).into_owned()
}

fn excerpt(problem: &Diagnostic, sources: &[LineIndex], renderer: &Renderer) -> String {
    let level = match problem.code.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut main = Group::with_title(level.primary_title(shown(&problem.message)).id(problem.code.as_str()));
    for (number, source) in sources.iter().enumerate() {
        let here = problem
            .labels
            .iter()
            .enumerate()
            .filter(|(_, label)| label.span.source == SourceId(number as u16))
            .map(|(index, label)| (index, visible(source.source, label.span), &*label.text))
            .collect();
        for near in source.group_nearby(here) {
            let (text, start, line) = source.lines_around(near.iter().map(|(_, range, _)| range.clone()));
            let annotations = near.into_iter().map(|(index, range, label)| {
                let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
                kind.span(shifted(range, text, start)).label(shown(label))
            });
            let snippet = Snippet::source(escaped(text)).line_start(line).path(escaped(&source.source.name));
            main = main.element(snippet.annotations(annotations));
        }
    }
    for help in &problem.help {
        main = main.element(Level::HELP.message(shown(help)));
    }
    let mut groups = vec![main];
    if let Some(fix) = &problem.fix {
        let source = &sources[fix.span.source.0 as usize];
        let (text, start, line) = source.lines_around([fix.span.range()]);
        let patch = Patch::new(shifted(fix.span.range(), text, start), escaped(&fix.replacement));
        let snippet = Snippet::source(escaped(text)).line_start(line).path(escaped(&source.source.name));
        groups.push(Level::HELP.secondary_title(escaped(&fix.title)).element(snippet.patch(patch)));
    }
    let text = renderer.clone().decor_style(DecorStyle::Ascii).render(&groups);
    format!("{text}\n\n")
}

/// The range to underline. An empty span covers the next character or, at the end of a line, the
/// previous one.
fn visible(source: &Source, span: Span) -> Range<usize> {
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

fn github(problem: &Diagnostic, sources: &[LineIndex]) -> String {
    let mut properties = vec![];
    if let Some(label) = problem.labels.first() {
        let source = &sources[label.span.source.0 as usize];
        let (start, end) = (source.place(label.span.start), source.place(label.span.end));
        properties.push(("file", source.source.name.clone()));
        properties.extend([("line", start.line.to_string()), ("col", start.column.to_string())]);
        if start.line == end.line && end.column > start.column {
            properties.push(("endColumn", end.column.to_string()));
        }
    }
    properties.push(("title", problem.code.as_str().to_string()));
    let mut message = problem.message.clone();
    for label in problem.labels.iter().take(1).filter(|label| !label.text.is_empty()) {
        message += &format!(": {}", label.text);
    }
    for help in problem.help.iter().chain(problem.fix.iter().map(|fix| &fix.title)) {
        message += &format!("\n{help}");
    }
    github_annotation(problem.code.severity().as_str(), &properties, &shown(&message))
}

/// Writes an annotation as GitHub reads it from the output of a step, with its properties, such as `file` and `line`.
pub fn github_annotation(level: &str, properties: &[(&str, impl AsRef<str>)], message: &str) -> String {
    let escape = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |(name, value): &(&str, _)| {
        let value: &str = AsRef::as_ref(value);
        format!("{name}={}", escape(value).replace(':', "%3A").replace(',', "%2C"))
    };
    let properties: Vec<_> = properties.iter().map(property).collect();
    format!("::{level} {}::{}\n", properties.join(","), escape(message))
}
