//! The rule files that tests read.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of the project.
pub fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The rule files of a folder, in the order of their names.
pub fn of(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        entries(folder).filter(|path| path.extension().is_some_and(|ending| ending == "uur")).collect();
    files.sort();
    files
}

/// The rule files that show one message each.
pub fn of_messages() -> Vec<PathBuf> {
    let files: Vec<PathBuf> = entries(&folder("tests/ui")).flat_map(|code| of(&code)).collect();
    assert!(files.len() > 100, "only {} files", files.len());
    files
}

/// What a folder holds.
pub fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("the folder can be read").path())
}
