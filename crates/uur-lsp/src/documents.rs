//! Documents: the texts that the editor has open, also those not yet saved.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lsp_types::{TextDocumentContentChangeEvent, Uri};

use super::host::Host;
use super::lenses::TestResult;
use super::paths::path_of;
use super::positions::{ColumnUnit, LineIndex};
use uur::analysis::Analysis;
use uur::check::LibraryError;
use uur::diagnostic::Diagnostic;
use uur::source::{FileAccess, MAX_TEXT, Source};
use uur_lab::coverage::Coverage;

/// A text that is open in the editor.
pub struct Document {
    /// Its name in the protocol.
    pub uri: Uri,
    /// Its path, if it is a file.
    pub path: Option<PathBuf>,
    /// Its version, which the editor counts.
    pub version: i32,
    /// The text.
    pub text: String,
    /// Its lines.
    pub index: LineIndex,
    /// The problems under all values of the parameters, once they are known for this text.
    pub all_problems: Option<Vec<Diagnostic>>,
    /// The results of the tests that were run on this text, by title.
    pub results: BTreeMap<String, TestResult>,
    /// How often each line of the rules had an effect in a run of all tests on this text.
    pub coverage: Option<Coverage>,
    /// What the library knows of the text, once it is asked.
    analysis: OnceCell<Analysis>,
    host: Rc<dyn Host>,
}

impl Document {
    /// Opens a text.
    pub fn new(uri: Uri, version: i32, text: String, unit: ColumnUnit, host: Rc<dyn Host>) -> Document {
        Document {
            path: path_of(&uri),
            uri,
            version,
            index: LineIndex::of(&text, unit),
            text,
            all_problems: None,
            results: BTreeMap::new(),
            coverage: None,
            analysis: OnceCell::new(),
            host,
        }
    }

    /// Changes the text. A change outside of the text is made at its end.
    pub fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>, unit: ColumnUnit) {
        for change in changes {
            match change.range {
                None => self.text = change.text,
                Some(range) => {
                    let offset = |position| self.index.offset(&self.text, position).unwrap_or(self.text.len());
                    let (start, end) = (offset(range.start), offset(range.end));
                    self.text.replace_range(start..end.max(start), &change.text);
                }
            }
            self.index = LineIndex::of(&self.text, unit);
        }
        self.version = version;
        self.results.clear();
        self.coverage = None;
        self.forget();
    }

    /// Forgets what is known of the text, as after a change of a file that it extends.
    pub fn forget(&mut self) {
        self.analysis = OnceCell::new();
        self.all_problems = None;
    }

    /// Whether the text is larger than any rule file that `uur` reads. Nothing is known of it.
    pub fn is_too_large(&self) -> bool {
        self.text.len() as u64 > MAX_TEXT
    }

    /// The text as a source of rules. A file may extend others of its folder.
    pub fn source(&self) -> Source {
        let text = if self.is_too_large() { String::new() } else { self.text.clone() };
        match &self.path {
            None => Source::new(self.uri.as_str(), text),
            Some(path) => {
                let access = self.host.access_of_file(path);
                Source { name: path.to_string_lossy().into_owned(), text, access }
            }
        }
    }

    /// The problems, under all values of the parameters if these are known.
    pub fn problems<'a>(&'a self, analysis: &'a Analysis) -> &'a [Diagnostic] {
        self.all_problems.as_ref().unwrap_or(&analysis.problems)
    }
}

/// All open documents.
pub struct Documents {
    /// The documents, by the text of their URIs.
    open: BTreeMap<String, Document>,
    /// The unit of columns.
    pub unit: ColumnUnit,
    /// The files.
    pub host: Rc<dyn Host>,
}

impl Documents {
    /// No documents.
    pub fn new(unit: ColumnUnit, host: Rc<dyn Host>) -> Documents {
        Documents { open: BTreeMap::new(), unit, host }
    }

    /// Opens a document, or replaces it.
    pub fn open(&mut self, uri: Uri, version: i32, text: String) {
        let document = Document::new(uri, version, text, self.unit, self.host.clone());
        self.open.insert(document.uri.as_str().to_string(), document);
    }

    /// Closes a document.
    pub fn close(&mut self, uri: &Uri) {
        self.open.remove(uri.as_str());
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Document> {
        self.open.values()
    }

    /// Returns a document that is open.
    pub fn get(&self, uri: &Uri) -> Option<&Document> {
        self.open.get(uri.as_str())
    }

    /// Returns a document that is open.
    pub fn get_mut(&mut self, uri: &Uri) -> Option<&mut Document> {
        self.open.get_mut(uri.as_str())
    }

    /// Forgets what is known of the documents that extend others. Returns their URIs.
    pub fn forget_dependents(&mut self) -> Vec<Uri> {
        let extends = |document: &Document| document.text.contains("extends");
        let dependents = self.open.values_mut().filter(|document| extends(document));
        dependents
            .map(|document| {
                document.forget();
                document.uri.clone()
            })
            .collect()
    }

    /// Returns what the library knows of a document.
    pub fn analysis<'a>(&'a self, document: &'a Document) -> &'a Analysis {
        document.analysis.get_or_init(|| Analysis::new(document.source(), &|name, from| self.library(name, from)))
    }

    /// Finds the game that a file extends. The text of an open document counts, not that of its file.
    ///
    /// # Errors
    /// If the file may not be read, or cannot be read.
    pub fn library(&self, name: &str, from: &Source) -> Result<Option<Source>, LibraryError> {
        let found = self.host.library(name, from)?;
        Ok(found.map(|source| match self.with_path(&source) {
            Some(document) => Source { text: document.text.clone(), ..source },
            None => source,
        }))
    }

    /// Returns the open document of a file that was read.
    fn with_path(&self, source: &Source) -> Option<&Document> {
        if source.access == FileAccess::Shipped {
            return None;
        }
        self.open.values().find(|document| document.path.as_deref() == Some(Path::new(&source.name)))
    }
}
