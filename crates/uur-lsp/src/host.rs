//! What a language server needs of the world around it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::Uri;
use uur::check::LibraryError;
use uur::source::{FileAccess, Source};
use uur::variants;

/// Returns whether a computation has to stop.
pub type StopFunction = Arc<dyn Fn() -> bool + Send + Sync>;

/// The files, the clock and the addresses of a language server.
pub trait Host {
    /// Returns the game that a file extends.
    ///
    /// # Errors
    /// If the file may not be read, or cannot be read.
    fn library(&self, name: &str, from: &Source) -> Result<Option<Source>, LibraryError>;

    /// The files that a file may extend.
    fn access_of_file(&self, path: &Path) -> FileAccess;

    /// The text of a rule file, if it can be read.
    fn read(&self, path: &Path) -> Option<String>;

    /// Whether there is such a file.
    fn is_file(&self, path: &Path) -> bool;

    /// Whether two paths lead to the same file.
    fn are_same(&self, one: &Path, other: &Path) -> bool;

    /// The rule files in folders and below.
    fn rule_files(&self, folders: &[&Path]) -> Vec<PathBuf>;

    /// An address under which the editor can show a text, which always has the same name.
    fn address(&self, name: &str, text: &dyn Fn() -> String) -> Option<Uri>;

    /// Begins to measure how long a command may take. Without a clock there are no such commands.
    fn patience(&self) -> Option<StopFunction>;
}

/// A host without files and without a clock. The addresses of shipped games and of pages have the scheme `uur:`.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Host for NoFiles {
    fn library(&self, name: &str, from: &Source) -> Result<Option<Source>, LibraryError> {
        variants::library(name, from)
    }

    fn access_of_file(&self, _path: &Path) -> FileAccess {
        FileAccess::Shipped
    }

    fn read(&self, _path: &Path) -> Option<String> {
        None
    }

    fn is_file(&self, _path: &Path) -> bool {
        false
    }

    fn are_same(&self, one: &Path, other: &Path) -> bool {
        one == other
    }

    fn rule_files(&self, _folders: &[&Path]) -> Vec<PathBuf> {
        vec![]
    }

    fn address(&self, name: &str, _text: &dyn Fn() -> String) -> Option<Uri> {
        format!("uur:{name}").parse().ok()
    }

    fn patience(&self) -> Option<StopFunction> {
        None
    }
}
