//! The rule files that a command is given: files, and folders of them.

use std::fs;
use std::path::Path;

use super::output::Failure;

/// The files given, each folder replaced by its rule files in the order of the alphabet.
///
/// # Errors
/// If a folder cannot be read or holds no rule file.
pub fn expanded(given: &[String]) -> Result<Vec<String>, Failure> {
    let mut files = vec![];
    for path in given {
        if Path::new(path).is_dir() {
            files.extend(inside(path)?);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn inside(folder: &str) -> Result<Vec<String>, Failure> {
    let entries = fs::read_dir(folder)
        .map_err(|reason| Failure::usage(&format!("`{folder}` cannot be read: {reason}"), "name its files instead"))?;
    let mut files: Vec<String> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "uur") && path.is_file())
        .map(|path| path.strip_prefix(".").unwrap_or(&path).to_string_lossy().into_owned())
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(Failure::usage(&format!("`{folder}` holds no rule file"), "the names of rule files end with .uur"));
    }
    Ok(files)
}
