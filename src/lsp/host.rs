//! The files, the clock and a folder of this machine for the language server.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lsp_types::Uri;
use tempfile::TempDir;
use uur::check::LibraryError;
use uur::source::{FileAccess, Source};
use uur_lsp::{Host, StopFunction, uri_of};

use crate::files;

/// How long a command may take. Meanwhile the server answers nothing else.
const PATIENCE: Duration = Duration::from_secs(1);

/// This machine.
#[derive(Debug, Default)]
pub struct LocalHost {
    /// A folder for shipped games and pages of codes, so that an editor can show them.
    folder: OnceCell<Option<TempDir>>,
}

impl Host for LocalHost {
    fn library(&self, name: &str, from: &Source) -> Result<Option<Source>, LibraryError> {
        files::library(name, from)
    }

    fn access_of_file(&self, path: &Path) -> FileAccess {
        files::access_of_file(path).unwrap_or(FileAccess::Shipped)
    }

    fn read(&self, path: &Path) -> Option<String> {
        files::read(path).ok()
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn are_same(&self, one: &Path, other: &Path) -> bool {
        one == other || fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
    }

    fn rule_files(&self, folders: &[&Path]) -> Vec<PathBuf> {
        files::rule_files(folders)
    }

    /// Writes the text to the folder of this server, unless it is there.
    fn address(&self, name: &str, text: &dyn Fn() -> String) -> Option<Uri> {
        let folder = self.folder.get_or_init(|| TempDir::with_prefix("uur-lsp-").ok()).as_ref()?;
        let path = folder.path().join(name);
        if !path.exists() {
            fs::write(&path, text()).ok()?;
        }
        uri_of(&path)
    }

    fn patience(&self) -> Option<StopFunction> {
        let began = Instant::now();
        Some(Arc::new(move || began.elapsed() > PATIENCE))
    }
}
