//! How large a game may be. No game of a book comes near these limits; a file beyond them was made by
//! a program, and would only make the checker slow.

use super::inherit::Loaded;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{ContentNode, SectionKind};

/// Parameters of a game and of those that it extends.
const MAX_PARAMETERS: usize = 64;
/// Values and ranges of all its parameters.
const MAX_VALUES: usize = 256;
/// Lines of one section, in all its files.
const MAX_LINES: usize = 1024;
/// Kinds of mark.
const MAX_MARKS: usize = 100;
/// Tests of a file.
const MAX_TESTS: usize = 1024;
/// Signs of a hand-play.
pub(super) const MAX_SIGNS: usize = 32;
/// How much may be examined for one game, under all values of its parameters together: bytes of its
/// text, and conditions asked in proofs.
const MAX_WORK: u64 = 400_000_000;
/// The work of reading one byte of text, in conditions.
const WORK_PER_BYTE: u64 = 16;

/// How many times a game can be examined anew under other values, if it is that much work each time.
pub fn affordable_checks(work: u64) -> usize {
    usize::try_from(MAX_WORK / work.max(1)).unwrap_or(usize::MAX)
}

/// The work of reading these files once.
pub(super) fn work(loaded: &Loaded) -> u64 {
    loaded.sources.iter().map(|source| source.text.len() as u64 * WORK_PER_BYTE).sum()
}

/// What is too large in the files of a game, if anything is.
pub(super) fn exceeded(loaded: &Loaded) -> Vec<Diagnostic> {
    let mut problems = vec![];
    let mut exceeds = |spans: &mut dyn Iterator<Item = Span>, most: usize, what: &str, help: &str| {
        if let Some(first) = spans.nth(most) {
            let found = most + 1 + spans.count();
            problems.push(
                Diagnostic::new(Code::TooMuch, format!("{found} {what}, where at most {most} are allowed"))
                    .label(first, "the first that is too many")
                    .help(help),
            );
        }
    };
    let params = || loaded.files.iter().flat_map(|file| &file.params);
    exceeds(
        &mut params().map(|param| param.name.span),
        MAX_PARAMETERS,
        "parameters",
        "write numbers where no other value is ever tried, or make two games of the file",
    );
    exceeds(
        &mut params().flat_map(|param| &param.values).map(|values| values.span),
        MAX_VALUES,
        "values of parameters",
        "write numbers that follow each other as a range: `1..100`",
    );
    let sections = || loaded.files.iter().flat_map(|file| &file.sections);
    for kind in SectionKind::ALL {
        let lines = sections().filter(|section| section.kind == kind).flat_map(|section| &section.lines);
        exceeds(
            &mut lines.map(|line| line.span),
            MAX_LINES,
            &format!("lines in `{}`", kind.word()),
            "conditions joined by `or`, and kinds such as `every own pit`, say in one line what many lines say",
        );
    }
    let marks = sections().flat_map(|section| &section.lines).filter_map(|line| match &line.content {
        ContentNode::Mark { name, .. } => Some(name.span),
        _ => None,
    });
    exceeds(&mut marks.into_iter(), MAX_MARKS, "kinds of mark", "one kind of mark can be owned by either player");
    for file in &loaded.files {
        let titles = file.examples.iter().map(|example| example.title.span);
        exceeds(&mut titles.into_iter(), MAX_TESTS, "tests", "put the others into a file that extends this one");
        for example in &file.examples {
            let lines = example.lines.iter().map(|line| line.span);
            exceeds(&mut lines.into_iter(), MAX_LINES, "lines in a test", "one `play` line holds many moves");
        }
    }
    problems
}
