//! Annotated files of wrong rules, which state the expected problem of each line.
//!
//! `#~ E0401` at the end of a line expects that problem on this line. On a line of its own it refers to the
//! line below. Several codes are separated by blanks. A file with such a comment is a test of the language:
//! `uur check` and `uur test` must report exactly these problems.

use super::resolve::check_with_examples;
use uur::check::Library;
use uur::diagnostic::Diagnostics;
use uur::source::Source;

/// The line and the code of an expected or reported problem.
pub type Annotation = (usize, String);

/// The comparison of expected and reported problems.
#[derive(Debug)]
pub struct AnnotationCheck {
    /// Expected and reported.
    pub met: Vec<Annotation>,
    /// Expected, but not reported.
    pub missing: Vec<Annotation>,
    /// Reported, but not expected.
    pub unexpected: Vec<Annotation>,
    /// The unexpected problems in full.
    pub faults: Diagnostics,
}

/// Returns the problems that a file expects. `None` if it has no annotations.
pub fn expectations(source: &Source) -> Option<Vec<Annotation>> {
    let mut expected = vec![];
    for (index, line) in source.text.lines().enumerate() {
        let Some((before, codes)) = line.split_once("#~") else { continue };
        let own = before.trim().is_empty();
        let number = index + 1 + usize::from(own);
        expected.extend(codes.split_whitespace().map(|code| (number, code.to_uppercase())));
    }
    if expected.is_empty() { None } else { Some(expected) }
}

/// Checks a file and compares its problems with the expected ones.
pub fn compare(source: &Source, library: Library, mut missing: Vec<Annotation>) -> AnnotationCheck {
    let Diagnostics { problems, sources } = check_with_examples(source.clone(), library);
    let (mut met, mut unexpected, mut others) = (vec![], vec![], vec![]);
    for problem in problems {
        let line = problem
            .labels
            .first()
            .map_or(1, |label| sources[label.span.source.0 as usize].place(label.span.start as usize).line);
        let place = (line, problem.code.as_str().to_string());
        match missing.iter().position(|expected| *expected == place) {
            Some(at) => met.push(missing.remove(at)),
            None => {
                unexpected.push(place);
                others.push(problem);
            }
        }
    }
    AnnotationCheck { met, missing, unexpected, faults: Diagnostics { problems: others, sources } }
}
