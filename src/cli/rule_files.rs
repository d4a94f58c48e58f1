//! The rule files given to a command: files, and folders of them.

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::{fs, io};

use crate::files;
use uur::source::FileAccess;

use super::output::{CommandError, Exit, error};

/// Returns the files given, each folder replaced by its rule files in alphabetical order.
///
/// # Errors
/// If a folder cannot be read or contains no rule file.
pub fn expand(given: &[String]) -> Result<Vec<String>, CommandError> {
    let mut files = vec![];
    for path in given {
        if Path::new(path).is_dir() {
            files.extend(files_in_folder(path)?);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// Does the work of a command on one of its files. A panic, which is reported where it happens, fails only this file.
pub fn guarded<T>(file: &str, work: impl FnOnce() -> Result<T, CommandError>) -> Result<T, CommandError> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let text = error(&format!("this bug shows in `{file}`, which is left out"), None, None);
        Err(CommandError { exit: Exit::Bug, text })
    })
}

fn files_in_folder(folder: &str) -> Result<Vec<String>, CommandError> {
    let unreadable = |reason: io::Error| {
        CommandError::usage(&format!("`{folder}` cannot be read: {reason}"), "name its files instead")
    };
    let access = files::access_of_folder(Path::new(folder)).map_err(unreadable)?;
    let mut found = vec![];
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "uur") && !path.is_dir() && !is_lock(&path) {
            found.push(checked_name(path.strip_prefix(".").unwrap_or(&path), &access)?);
        }
    }
    found.sort();
    if found.is_empty() {
        return Err(CommandError::usage(
            &format!("`{folder}` contains no rule file"),
            "the names of rule files end with .uur",
        ));
    }
    Ok(found)
}

/// Whether a file is the lock file of an editor.
fn is_lock(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".#"))
}

/// Returns the name of a rule file in a folder. A link out of the folder is an error unless that is allowed.
fn checked_name(path: &Path, access: &FileAccess) -> Result<String, CommandError> {
    // A link that cannot be resolved is reported when the file is read.
    if path.is_symlink() && !files::within(path, access).unwrap_or(true) {
        let message = format!("`{}` is a link that leads out of the folder", path.display());
        return Err(CommandError::usage(&message, "remove it, or add `--allow-outside` if you trust it"));
    }
    path.to_str().map(str::to_string).ok_or_else(|| {
        CommandError::usage(&format!("the name of `{}` is not UTF-8", path.display()), "give the file another name")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_fails_only_its_file() {
        let done: Vec<_> = ["a.uur", "b.uur", "c.uur"]
            .map(|file| guarded(file, || if file == "b.uur" { panic!("on purpose") } else { Ok(file) }))
            .into();
        assert!(matches!(done[..], [Ok("a.uur"), Err(CommandError { exit: Exit::Bug, .. }), Ok("c.uur")]));
        assert!(done[1].as_ref().is_err_and(|failure| failure.text.contains("`b.uur`")));
    }
}
