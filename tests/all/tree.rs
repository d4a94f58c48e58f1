//! What holds for all files of the project.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that are made, not kept.
const MADE: [&str; 3] = [".git", "node_modules", "target"];

/// Returns the symbolic links in a folder and its subfolders, and the number of other files.
fn links(folder: &Path) -> (Vec<PathBuf>, usize) {
    let (mut links, mut files) = (vec![], 0);
    for entry in fs::read_dir(folder).expect("the folder can be read").map(|entry| entry.expect("an entry")) {
        let kind = entry.file_type().expect("an entry has a kind");
        if kind.is_symlink() {
            links.push(entry.path());
        } else if !kind.is_dir() {
            files += 1;
        } else if !MADE.contains(&&*entry.file_name().to_string_lossy()) {
            let (more, other) = self::links(&entry.path());
            links.extend(more);
            files += other;
        }
    }
    (links, files)
}

#[test]
fn no_file_is_a_symbolic_link() {
    // Git for Windows checks a link out as a text with its path.
    let (links, files) = links(Path::new(env!("CARGO_MANIFEST_DIR")));
    assert_eq!(links, Vec::<PathBuf>::new());
    assert!(files > 1_000, "only {files} files");
}
