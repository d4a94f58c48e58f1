//! The games that are shipped: all of `variants/`. They are in the binary, or come to a page by themselves.

use std::sync::OnceLock;

use crate::check::LibraryError;
use crate::source::Source;

/// Their names and texts, in alphabetical order.
static FILES: OnceLock<Vec<(&'static str, &'static str)>> = OnceLock::new();

/// The binary has them packed, a fifth as large.
#[cfg(not(target_arch = "wasm32"))]
fn files() -> &'static [(&'static str, &'static str)] {
    FILES.get_or_init(|| {
        let packed = include_bytes!(concat!(env!("OUT_DIR"), "/variants.deflate"));
        let games = miniz_oxide::inflate::decompress_to_vec(packed).expect("the build has packed them");
        parts(String::from_utf8(games).expect("the build has packed text"))
    })
}

/// A page loads the engine first and the games later.
#[cfg(target_arch = "wasm32")]
fn files() -> &'static [(&'static str, &'static str)] {
    FILES.get().map_or(&[], Vec::as_slice)
}

/// Gives a page the shipped games, once: their names and texts in alphabetical order, each ended by a NUL.
#[cfg(target_arch = "wasm32")]
pub fn install(games: String) {
    FILES.get_or_init(|| parts(games));
}

/// Names and texts, each ended by a NUL.
fn parts(games: String) -> Vec<(&'static str, &'static str)> {
    let parts: Vec<&'static str> = String::leak(games).split_terminator('\0').collect();
    parts.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// The names of the shipped games, in alphabetical order.
pub fn names() -> impl Iterator<Item = &'static str> {
    files().iter().map(|(name, _)| *name)
}

/// The rule file of a shipped game.
pub fn source(name: &str) -> Option<Source> {
    files().iter().find(|(known, _)| *known == name).map(|(name, text)| Source::new(format!("{name}.uur"), *text))
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
