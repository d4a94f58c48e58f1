//! What holds for all files of the project.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that are made, not kept.
const MADE: [&str; 3] = [".git", "node_modules", "target"];

/// Returns the files in a folder and its subfolders, symbolic links among them.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = vec![];
    for entry in fs::read_dir(folder).expect("the folder can be read").map(|entry| entry.expect("an entry")) {
        if !entry.file_type().expect("an entry has a kind").is_dir() {
            files.push(entry.path());
        } else if !MADE.contains(&&*entry.file_name().to_string_lossy()) {
            files.extend(self::files(&entry.path()));
        }
    }
    files
}

#[test]
fn no_file_is_a_symbolic_link() {
    // Git for Windows checks a link out as a text with its path.
    let files = files(Path::new(env!("CARGO_MANIFEST_DIR")));
    let links: Vec<_> = files.iter().filter(|path| path.is_symlink()).collect();
    assert_eq!(links, Vec::<&PathBuf>::new());
    assert!(files.len() > 1_000, "only {} files", files.len());
}
