//! Files of wrong rules that say which problem they expect on which line.
//!
//! `#~ E0401` at the end of a line expects that problem there; on a line of its own, on the line
//! below. Several codes stand with blanks between them. A file with such a comment is a test of the
//! language: it has to yield these problems and no others, for `uur check` as for `uur test`.

use super::reading::check_with_examples;
use uur::check::Library;
use uur::game::Faults;
use uur::source::Source;

/// A problem that was expected or found: its line and its code.
pub type Place = (usize, String);

/// How the expectations of a file were met.
#[derive(Debug)]
pub struct Compared {
    /// Expected, and found.
    pub met: Vec<Place>,
    /// Expected, but not found.
    pub missing: Vec<Place>,
    /// Found, but not expected.
    pub unexpected: Vec<Place>,
    /// The problems that were not expected, in full.
    pub faults: Faults,
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
pub fn compare(source: &Source, library: Library, mut missing: Vec<Place>) -> Compared {
    let Faults { problems, sources } = check_with_examples(source.clone(), library);
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
    Compared { met, missing, unexpected, faults: Faults { problems: others, sources } }
}
