//! Files of wrong rules that say which problem they expect on which line.
//!
//! `#~ E0401` at the end of a line expects that problem there; on a line of its own, on the line
//! below. Several codes stand with blanks between them. A file with such a comment is a test of the
//! language: it has to yield these problems and no others.

use super::reading::check_with_examples;
use crate::check::Library;
use crate::source::Source;

/// A problem that was expected or found: its line and its code.
pub type Place = (usize, String);

/// How the expectations of a file were met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// Expected, and found.
    pub met: Vec<Place>,
    /// Expected, but not found.
    pub missing: Vec<Place>,
    /// Found, but not expected.
    pub unexpected: Vec<Place>,
}

/// The problems that a file expects; `None` if it is no file of wrong rules.
pub fn expectations(source: &Source) -> Option<Vec<Place>> {
    let mut expected = vec![];
    for (index, line) in source.text.lines().enumerate() {
        let Some((before, codes)) = line.split_once("#~") else { continue };
        let own = before.trim().is_empty();
        let number = index + 1 + usize::from(own);
        expected.extend(codes.split_whitespace().map(|code| (number, code.to_uppercase())));
    }
    if expected.is_empty() { None } else { Some(expected) }
}

/// Checks a file and compares its problems with what it expects.
pub fn compare(source: &Source, library: Library, expected: Vec<Place>) -> Compared {
    let faults = check_with_examples(source.clone(), library);
    let mut unexpected: Vec<Place> = faults
        .problems
        .iter()
        .map(|problem| {
            let line = problem
                .labels
                .first()
                .map_or(1, |label| faults.sources[label.span.source.0 as usize].place(label.span.start as usize).line);
            (line, problem.code.as_str().to_string())
        })
        .collect();
    let (mut met, mut missing) = (vec![], vec![]);
    for place in expected {
        match unexpected.iter().position(|found| *found == place) {
            Some(at) => met.push(unexpected.remove(at)),
            None => missing.push(place),
        }
    }
    Compared { met, missing, unexpected }
}
