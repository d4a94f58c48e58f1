//! Families: the files that extend one another and so share names, open in the editor or in its folders.

use std::path::{Path, PathBuf};

use super::documents::{Document, Documents};
use super::paths::uri_of;
use uur::analysis::{Analysis, SharedName};
use uur::source::{FileAccess, Source};

/// A file of a family.
pub enum Relative<'a> {
    /// One that is open in the editor, whose text counts.
    Open(&'a Document),
    /// One that is not.
    Closed(Box<Document>),
}

impl Relative<'_> {
    /// The file as a document.
    pub fn document(&self) -> &Document {
        match self {
            Relative::Open(document) => document,
            Relative::Closed(document) => document,
        }
    }
}

impl Documents {
    /// Returns the files that share a name of a document and contain one of the words, this document first. They
    /// are sought among the open documents, the files that the document extends, and the folders of the editor.
    /// Without such a folder, that of the document counts.
    pub fn family<'a>(
        &'a self,
        document: &'a Document,
        name: &SharedName,
        roots: &[PathBuf],
        words: &[&str],
    ) -> Vec<Relative<'a>> {
        let mut family = vec![Relative::Open(document)];
        let analysis = self.analysis(document);
        let Some(origin) = name.origin.map(|origin| &analysis.sources[origin]) else { return family };
        let mentions = |text: &str| words.iter().any(|word| text.contains(word));
        let belongs = |other: &Document| {
            let sources = &self.analysis(other).sources;
            sources.iter().any(|source| self.is_same_file(source, origin))
        };
        let others = self.all().filter(|other| other.uri != document.uri && mentions(&other.text));
        family.extend(others.filter(|other| belongs(other)).map(Relative::Open));

        let own_folder = document.path.as_deref().and_then(Path::parent);
        let folders = if roots.is_empty() { own_folder.into_iter().collect() } else { as_paths(roots) };
        let mut paths = self.host.rule_files(&folders);
        let extended = analysis.sources[1..].iter().filter(|source| source.access != FileAccess::Shipped);
        paths.extend(extended.map(|source| PathBuf::from(&source.name)));
        let may_belong = |path: &Path, text: &str| {
            mentions(text) && (text.contains("extends") || self.host.are_same(path, Path::new(&origin.name)))
        };
        let closed = self.closed(paths, may_belong).filter(belongs);
        family.extend(closed.map(|closed| Relative::Closed(Box::new(closed))));
        family
    }

    /// Returns the open documents, and all rule files in these folders that are not open.
    pub fn files(&self, folders: &[PathBuf]) -> Vec<Relative<'_>> {
        let closed = self.closed(self.host.rule_files(&as_paths(folders)), |_, _| true);
        let closed = closed.map(|closed| Relative::Closed(Box::new(closed)));
        self.all().map(Relative::Open).chain(closed).collect()
    }

    /// Reads those of some files that are not open, each once.
    fn closed(
        &self,
        mut paths: Vec<PathBuf>,
        is_wanted: impl Fn(&Path, &str) -> bool,
    ) -> impl Iterator<Item = Document> {
        paths.sort();
        paths.dedup();
        let is_open = |path: &Path| {
            self.all().any(|open| open.path.as_deref().is_some_and(|open| self.host.are_same(open, path)))
        };
        paths.into_iter().filter(move |path| !is_open(path)).filter_map(move |path| {
            let (text, uri) = (self.host.read(&path)?, uri_of(&path)?);
            is_wanted(&path, &text).then(|| Document::new(uri, 0, text, self.unit, self.host.clone()))
        })
    }

    /// Returns the shipped games of a document's family that share a name, each with its analysis.
    pub fn shipped_family(&self, document: &Document, name: &SharedName) -> Vec<(usize, Analysis)> {
        let analysis = self.analysis(document);
        let shared = 1..name.origin.map_or(1, |origin| origin + 1);
        let shipped = shared.filter(|&number| analysis.sources[number].access == FileAccess::Shipped);
        let library = |name: &str, from: &Source| self.library(name, from);
        shipped.map(|number| (number, Analysis::new(analysis.sources[number].clone(), &library))).collect()
    }

    fn is_same_file(&self, one: &Source, other: &Source) -> bool {
        match (&one.access, &other.access) {
            (FileAccess::Shipped, FileAccess::Shipped) => one.name == other.name,
            (FileAccess::Shipped, _) | (_, FileAccess::Shipped) => false,
            _ => self.host.are_same(Path::new(&one.name), Path::new(&other.name)),
        }
    }
}

fn as_paths(paths: &[PathBuf]) -> Vec<&Path> {
    paths.iter().map(PathBuf::as_path).collect()
}
