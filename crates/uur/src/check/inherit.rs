//! Inheritance: merges a file and those it extends into one game. A section replaces the inherited one;
//! a `change` section replaces single lines of it.

use std::collections::BTreeMap;
use std::fmt;

use super::problem::{FileProblem, Problem};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Source, SourceId, Span};
use crate::syntax::ast::{ContentNode, FileNode, LineNode, NameNode, ParamNode, SectionKind, SectionNode};
use crate::syntax::{self, Explanations, LANGUAGE};

/// The longest chain of files that extend each other. A longer one is taken for a cycle.
const MAX_CHAIN: usize = 16;

/// Finds the source of an extended game, by its name in `extends` and the source that names it. Returns
/// `None` if there is no such game.
pub type Library<'a> = &'a dyn Fn(&str, &Source) -> Result<Option<Source>, LibraryError>;

/// Why the source of an extended game is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LibraryError {
    /// It lies outside of the files that the source may extend.
    Outside,
    /// It cannot be read, for this reason.
    Unreadable(String),
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            LibraryError::Outside => write!(f, "the file lies outside the folder of the file that extends it"),
            LibraryError::Unreadable(reason) => write!(f, "the file cannot be read: {reason}"),
        }
    }
}

impl std::error::Error for LibraryError {}

/// A file and those it extends, parsed. The file itself comes first.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The sources.
    pub sources: Vec<Source>,
    /// The trees, up to the first source that could not be parsed.
    pub files: Vec<FileNode>,
    /// The problems of syntax, and of files that could not be loaded.
    pub problems: Vec<Diagnostic>,
}

/// Parses a file and those it extends. Problems are part of the result.
pub fn load(source: Source, library: Library) -> Loaded {
    load_again(source, library, &Explanations::default())
}

/// The same without explaining what cannot be read.
pub(crate) fn load_unexplained(source: Source, library: Library) -> Loaded {
    load_again(source, library, &Explanations::none())
}

/// The same for files whose lines may have been explained before.
pub(super) fn load_again(source: Source, library: Library, explanations: &Explanations) -> Loaded {
    let mut loaded = Loaded { sources: vec![source], files: vec![], problems: vec![] };
    loop {
        let number = loaded.sources.len() - 1;
        let source = &loaded.sources[number];
        let (file, problems) = syntax::parse_again(source, SourceId(number as u16), explanations);
        loaded.problems.extend(problems);
        let Some(file) = file else { return loaded };
        let parent = file.extends.first().cloned();
        loaded.files.push(file);
        let Some(parent) = parent else { return loaded };
        let name = &parent.value;
        let found = library(name, source);
        let is_known = |found: &Source| loaded.sources.iter().any(|known| known.name == found.name);
        let problem = match &found {
            Ok(Some(found)) if loaded.sources.len() >= MAX_CHAIN || is_known(found) => {
                let chain = loaded.sources.iter().map(|source| source.name.as_str()).collect();
                FileProblem::ExtendsItself { back_to: &found.name, chain }
            }
            Ok(Some(_)) => {
                loaded.sources.extend(found.ok().flatten());
                continue;
            }
            Ok(None) => FileProblem::NoSuchGame { name },
            Err(LibraryError::Outside) => FileProblem::Outside { name },
            Err(LibraryError::Unreadable(reason)) => FileProblem::Unreadable { name, reason },
        };
        let problem = problem.diagnostic(parent.span);
        loaded.problems.push(problem);
        return loaded;
    }
}

/// A game merged from all its files.
pub struct Merged {
    /// The sections, each with lines from one or more files.
    pub sections: BTreeMap<SectionKind, SectionNode>,
    /// The sections whose lines apply in one stage only.
    pub staged: Vec<SectionNode>,
    /// The parameters.
    pub params: Vec<ParamNode>,
    /// The head of the loaded file, where missing parts are reported.
    pub span: Span,
    /// Whether any file has a section or extends another.
    pub says_something: bool,
}

impl Loaded {
    /// Whether every line of every file could be read, and every extended file was found.
    pub(super) fn is_complete(&self) -> bool {
        self.files.len() == self.sources.len()
            && self.files.iter().all(|file| file.complete)
            && !self.problems.iter().any(|problem| {
                matches!(problem.code, Code::NoSuchGame | Code::ExtendsItself | Code::Outside | Code::ParseError)
            })
    }
}

impl Merged {
    /// The section of a kind for all stages or for one.
    fn section(&mut self, kind: SectionKind, stage: Option<&NameNode>) -> Option<&mut SectionNode> {
        match stage {
            None => self.sections.get_mut(&kind),
            Some(stage) => self.staged.iter_mut().find(|known| known.kind == kind && is_of(known, stage)),
        }
    }

    /// The lines of a section, or none if the game lacks the section.
    pub fn lines(&self, kind: SectionKind) -> impl Iterator<Item = &LineNode> {
        self.sections.get(&kind).into_iter().flat_map(|section| &section.lines)
    }
}

/// Whether the lines of a section apply in this stage only.
fn is_of(section: &SectionNode, stage: &NameNode) -> bool {
    section.stage.as_ref().is_some_and(|of| of.value == stage.value)
}

/// Merges the files, beginning with the last one extended.
pub fn merge(loaded: &Loaded, problems: &mut Vec<Diagnostic>) -> Merged {
    let says_something = loaded.files.iter().any(|file| !file.sections.is_empty() || !file.extends.is_empty());
    let start = Span::new(SourceId(0), 0, 0);
    let (sections, staged) = (BTreeMap::new(), vec![]);
    let mut merged = Merged { sections, staged, params: vec![], span: start, says_something };
    // A game does not inherit the metadata of the game that it extends.
    for (depth, file) in loaded.files.iter().enumerate().rev() {
        versions(file, problems);
        once(file.extends.iter().map(|name| name.span), "extends", problems);
        parameters(&mut merged, file, problems);
        titles(file, problems);
        let mut seen: BTreeMap<_, Span> = BTreeMap::new();
        for section in &file.sections {
            let stage = section.stage.as_ref().map(|stage| &stage.value);
            if let Some(first) = seen.insert((section.kind, stage), section.head) {
                problems.push(twice(section.head, first, format!("the section `{}`", section.kind.word())));
                continue;
            }
            doubled_lines(section, problems);
            match section.change {
                Some(change) if depth + 1 == loaded.files.len() => {
                    let rest = &loaded.sources[depth].text[change.range().end..];
                    let gap = rest.len() - rest.trim_start().len();
                    let word_and_gap = Span { end: change.end + gap as u32, ..change };
                    problems.push(FileProblem::NothingExtended { change: word_and_gap }.diagnostic(change));
                }
                Some(_) => change(&mut merged, section, problems),
                None => {
                    only_in_change(section, problems);
                    match (merged.section(section.kind, section.stage.as_ref()), &section.stage) {
                        (Some(known), _) => known.clone_from(section),
                        (None, Some(_)) => merged.staged.push(section.clone()),
                        (None, None) => drop(merged.sections.insert(section.kind, section.clone())),
                    }
                }
            }
        }
        if depth > 0 {
            merged.sections.remove(&SectionKind::Game);
        }
    }
    if let Some(game) = merged.sections.get(&SectionKind::Game) {
        merged.span = game.head;
    }
    merged
}

fn versions(file: &FileNode, problems: &mut Vec<Diagnostic>) {
    once(file.versions.iter().map(|version| version.span), "language", problems);
    match file.versions.first() {
        None => problems.push(FileProblem::NoLanguage.diagnostic(Span { end: file.span.start, ..file.span })),
        Some(version) if version.value != LANGUAGE => {
            problems.push(FileProblem::OtherLanguage { version: version.value }.diagnostic(version.span));
        }
        Some(_) => {}
    }
}

fn parameters(merged: &mut Merged, file: &FileNode, problems: &mut Vec<Diagnostic>) {
    for (index, param) in file.params.iter().enumerate() {
        if let Some(first) = file.params[..index].iter().find(|first| first.name.value == param.name.value) {
            problems.push(twice(param.name.span, first.name.span, format!("the parameter `{}`", param.name.value)));
            continue;
        }
        match merged.params.iter_mut().find(|known| known.name.value == param.name.value) {
            Some(known) => *known = param.clone(),
            None => merged.params.push(param.clone()),
        }
    }
}

/// Titles must be unique, because tests are selected and reported by title.
fn titles(file: &FileNode, problems: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for title in file.examples.iter().map(|example| &example.title) {
        let first = *seen.entry(&title.value).or_insert(title.span);
        if first != title.span {
            problems.push(twice(title.span, first, "the title of a test".into()));
        }
    }
}

pub(super) fn twice(second: Span, first: Span, what: String) -> Diagnostic {
    FileProblem::Twice { what, first }.diagnostic(second)
}

fn once(mut spans: impl Iterator<Item = Span>, word: &str, problems: &mut Vec<Diagnostic>) {
    if let Some(first) = spans.next() {
        problems.extend(spans.map(|again| twice(again, first, format!("`{word}`"))));
    }
}

/// Reports lines that may stand only once: all with a label, and some by their first word.
fn doubled_lines(section: &SectionNode, problems: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<String, Span> = BTreeMap::new();
    for line in &section.lines {
        let line = match &line.content {
            ContentNode::Before { line, .. } | ContentNode::After { line, .. } => line,
            _ => line,
        };
        let key = match &line.content {
            ContentNode::Region(_)
            | ContentNode::Source(_)
            | ContentNode::Reading(_)
            | ContentNode::Plan(_)
            | ContentNode::Skip { .. }
            | ContentNode::Prefer(_)
            | ContentNode::Way { .. }
            | ContentNode::Several { .. }
            | ContentNode::Lift { .. }
            | ContentNode::Remainder { .. }
            | ContentNode::Scripted { .. }
            | ContentNode::Swap { .. }
            | ContentNode::Arranges { .. }
            | ContentNode::Counter { .. } => continue,
            ContentNode::Seeds { side, row, .. } => format!("seeds {side:?} {:?}", row.as_ref().map(|row| row.value)),
            _ => match line.name() {
                Some(name) => name.to_string(),
                None => continue,
            },
        };
        let place = line.label.as_ref().map_or(line.span, |label| label.span);
        if let Some(first) = seen.insert(key, place) {
            let name = line.name().unwrap_or_default();
            problems.push(twice(place, first, format!("the line `{name}` of `{}`", section.kind.word())));
        }
    }
}

fn only_in_change(section: &SectionNode, problems: &mut Vec<Diagnostic>) {
    for line in &section.lines {
        if matches!(line.content, ContentNode::Before { .. } | ContentNode::After { .. } | ContentNode::Without(_)) {
            problems.push(FileProblem::NotInChange { section: section.kind }.diagnostic(line.span));
        }
    }
}

fn change(merged: &mut Merged, by: &SectionNode, problems: &mut Vec<Diagnostic>) {
    let Some(section) = merged.section(by.kind, by.stage.as_ref()) else {
        problems.push(FileProblem::NoSectionToChange { section: by.kind }.diagnostic(by.head));
        return;
    };
    if !by.titles.is_empty() {
        section.titles.clone_from(&by.titles);
    }
    if by.direction.is_some() {
        section.direction.clone_from(&by.direction);
        section.head = by.head;
    }
    let mut replaced: Vec<&str> = vec![];
    let mut followers: Vec<(&str, Span)> = vec![];
    for line in &by.lines {
        let places = |name: &str| -> Vec<usize> {
            (0..section.lines.len()).filter(|&at| section.lines[at].name() == Some(name)).collect()
        };
        match (&line.content, line.name()) {
            (ContentNode::Without(name), _) => match places(&name.value)[..] {
                [] => problems.push(no_line(section, name)),
                _ => section.lines.retain(|line| line.name() != Some(&name.value)),
            },
            (ContentNode::Before { name, line }, _) => match places(&name.value)[..] {
                [] => problems.push(no_line(section, name)),
                [first, ..] => section.lines.insert(first, (**line).clone()),
            },
            (ContentNode::After { name, line }, _) => {
                // Of several lines after the same one, each goes after the one written before it.
                let behind = section.lines.iter().rposition(|known| {
                    known.name() == Some(&name.value) || followers.contains(&(name.value.as_str(), known.span))
                });
                match behind.filter(|_| !places(&name.value).is_empty()) {
                    None => problems.push(no_line(section, name)),
                    Some(at) => {
                        followers.push((&name.value, line.span));
                        section.lines.insert(at + 1, (**line).clone());
                    }
                }
            }
            (_, None) => problems.push(FileProblem::UnnamedChange.diagnostic(line.span)),
            (_, Some(name)) => match places(name)[..] {
                // More lines of the same name go after the first.
                [.., last] if replaced.contains(&name) => section.lines.insert(last + 1, line.clone()),
                [first, ..] => {
                    section.lines.retain(|line| line.name() != Some(name));
                    section.lines.insert(first, line.clone());
                    replaced.push(name);
                }
                [] => match line.label.as_ref().filter(|_| !line.declares()) {
                    Some(label) => problems.push(no_line(section, label)),
                    None => {
                        section.lines.push(line.clone());
                        replaced.push(name);
                    }
                },
            },
        }
    }
}

fn no_line(section: &SectionNode, name: &NameNode) -> Diagnostic {
    let known = section.lines.iter().filter_map(LineNode::name).collect();
    FileProblem::NoSuchLine { name: &name.value, section: section.kind, head: section.head, known }
        .diagnostic(name.span)
}
