//! The games that are shipped in the binary: all of `variants/`.

use crate::check::LibraryError;
use crate::source::Source;

// A constant would be copied into each unit of code that uses it.
static FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/variants.rs"));

/// The names of the shipped games, in alphabetical order.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// The rule file of a shipped game.
pub fn source(name: &str) -> Option<Source> {
    FILES.iter().find(|(known, _)| *known == name).map(|(name, text)| Source::new(format!("{name}.uur"), *text))
}

/// Finds a shipped game. This is the library of a game that is not a file.
///
/// # Errors
/// Returns an error if the name is a path outside of the library.
pub fn library(name: &str, _from: &Source) -> Result<Option<Source>, LibraryError> {
    match source(name.strip_suffix(".uur").unwrap_or(name)) {
        None if name.starts_with('/') || name.split('/').any(|part| part == "..") => Err(LibraryError::Outside),
        found => Ok(found),
    }
}
