//! The rule files of a folder, or one of them: they are listed, read and saved, and no other file is.
//!
//! The name of a file is looked up in the listing and never joined to a path. Only a new file gets its name from
//! outside, and then a plain one, directly in the folder.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::Serialize;
use uur::check::LibraryError;
use uur::source::{FileAccess, MAX_TEXT, Source};

use crate::files::{self, OutputKind, WriteError};

/// The most files that are listed.
const MOST_FILES: usize = 2_000;
/// The longest name of a new file, in bytes.
const MOST_NAME: usize = 100;

/// A folder whose rule files are served.
#[derive(Debug)]
pub struct Folder {
    /// Absolute and without links.
    root: PathBuf,
    /// The only file that is served, by its name in the folder; `None` for all.
    only: Option<String>,
    access: FileAccess,
}

/// A rule file in the listing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ListedFile {
    /// The path from the folder, with `/` between its parts.
    pub name: String,
    /// When it was last written, in milliseconds since 1970.
    pub changed: u64,
    /// Its size.
    pub bytes: u64,
    #[serde(skip)]
    path: PathBuf,
}

/// The text of a rule file.
#[derive(Debug, Serialize)]
pub struct FileText {
    /// The text.
    pub text: String,
    /// Its hash, by which a save knows that the file is still the same.
    pub hash: String,
}

/// Why a file is not read or saved. The file is unchanged.
#[derive(Debug)]
pub enum FileError {
    /// There is no such file in the listing.
    Missing(String),
    /// Its text is not the one that the page has read.
    Changed(String),
    /// It may not be written like this.
    Refused(String),
    /// The system failed, or it is no text.
    Failed(String),
}

impl Folder {
    /// The rule files of a folder, or one file.
    ///
    /// # Errors
    /// If there is no such file or folder.
    pub fn open(path: &Path) -> io::Result<Folder> {
        let path = fs::canonicalize(path)?;
        let (root, only) = if path.is_dir() {
            (path, None)
        } else {
            let name = path.file_name().and_then(|name| name.to_str());
            let name = name.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "its name is not UTF-8"))?;
            (files::parent_folder(&path).to_path_buf(), Some(name.to_string()))
        };
        let access = files::access_of_folder(&root)?;
        Ok(Folder { root, only, access })
    }

    /// The name of the folder for people.
    pub fn title(&self) -> String {
        let path = self.only.as_ref().map_or(self.root.clone(), |only| self.root.join(only));
        path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
    }

    /// The files, in the order of their names. Hidden folders, links to folders, and links that lead out of the
    /// folder are left out.
    pub fn files(&self) -> Vec<ListedFile> {
        let mut paths = match &self.only {
            Some(only) => vec![self.root.join(only)],
            None => files::rule_files(&[&self.root]),
        };
        paths.sort();
        let mut listed: Vec<ListedFile> = paths.iter().filter_map(|path| self.listed(path)).take(MOST_FILES).collect();
        listed.sort();
        listed
    }

    /// The rule files that are not listed: those whose names are not UTF-8, and those that are too many.
    pub fn left_out(&self) -> Vec<PathBuf> {
        if self.only.is_some() {
            return vec![];
        }
        let mut paths = files::rule_files(&[&self.root]);
        paths.sort();
        let (named, mut left_out): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.to_str().is_some());
        left_out.extend(named.into_iter().filter(|path| self.listed(path).is_some()).skip(MOST_FILES));
        let inside = |path: PathBuf| path.strip_prefix(&self.root).map(Path::to_path_buf).unwrap_or(path);
        left_out.into_iter().map(inside).collect()
    }

    fn listed(&self, path: &Path) -> Option<ListedFile> {
        if path.is_symlink() && !files::within(path, &FileAccess::Folder(self.root.as_path().into())).unwrap_or(false) {
            return None;
        }
        let data = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let parts: Option<Vec<&str>> = path.strip_prefix(&self.root).ok()?.iter().map(|part| part.to_str()).collect();
        let written = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        Some(ListedFile {
            name: parts?.join("/"),
            changed: written.map_or(0, |since| since.as_millis() as u64),
            bytes: data.len(),
            path: path.to_path_buf(),
        })
    }

    fn find(&self, name: &str) -> Result<ListedFile, FileError> {
        let found = self.files().into_iter().find(|file| file.name == name);
        found.ok_or_else(|| FileError::Missing(format!("there is no rule file `{name}` in the folder")))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is not in the listing, or is no text.
    pub fn read(&self, name: &str) -> Result<FileText, FileError> {
        let text = read(&self.find(name)?)?;
        Ok(FileText { hash: hash(&text), text })
    }

    /// Replaces the text of a file, and returns the new hash. `was` is the hash of the text that it replaces; without
    /// it, the file is new.
    ///
    /// # Errors
    /// If the file has another text, is not in the listing, or cannot be written.
    pub fn save(&self, name: &str, text: &str, was: Option<&str>) -> Result<String, FileError> {
        if text.len() as u64 > MAX_TEXT {
            return Err(FileError::Refused(format!("a rule file has at most {} MiB", MAX_TEXT >> 20)));
        }
        let written = match was {
            Some(was) => {
                let file = self.find(name)?;
                let former = read(&file)?;
                if hash(&former) != was {
                    return Err(FileError::Changed(format!("`{name}` has changed since it was read")));
                }
                files::write(&file.path, OutputKind::Edited(&former), text)
            }
            None => files::write(&self.new_path(name)?, OutputKind::New, text),
        };
        written.map_err(|error| {
            let message = format!("`{name}` cannot be written: {error}");
            match error {
                WriteError::Foreign(_) => FileError::Changed(message),
                WriteError::Link => FileError::Refused(message),
                WriteError::Busy | WriteError::Failed(_) => FileError::Failed(message),
            }
        })?;
        Ok(hash(text))
    }

    /// The path of a new file.
    fn new_path(&self, name: &str) -> Result<PathBuf, FileError> {
        let refused = |why: &str| Err(FileError::Refused(format!("`{name}` cannot be made: {why}")));
        if self.only.is_some() {
            return refused("only one file is served, not its folder");
        }
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        match name.strip_suffix(".uur") {
            Some(stem) if files::is_device_name(stem) => refused("on Windows this is the name of a device"),
            Some(stem) if stem.starts_with('-') => {
                refused("a command would take a name that begins with `-` for an option")
            }
            Some(stem) if !stem.is_empty() && stem.chars().all(plain) && name.len() <= MOST_NAME => {
                Ok(self.root.join(name))
            }
            _ => refused("a name has letters, digits, `-` and `_`, and ends with .uur"),
        }
    }

    /// The files that the files of this folder may extend.
    pub fn access(&self) -> FileAccess {
        self.access.clone()
    }

    /// Returns the source that a file extends, as [`files::library`] does. Names are paths from the folder.
    ///
    /// # Errors
    /// If the file may not be read, or cannot be read.
    pub fn library(&self, name: &str, from: &Source) -> Result<Option<Source>, LibraryError> {
        if from.access == FileAccess::Shipped {
            return files::library(name, from);
        }
        let from = Source { name: self.root.join(&from.name).to_string_lossy().into_owned(), ..from.clone() };
        let found = files::library(name, &from)?;
        Ok(found.map(|source| match Path::new(&source.name).strip_prefix(&self.root) {
            Ok(path) => Source { name: path.to_string_lossy().into_owned(), ..source },
            Err(_) => source,
        }))
    }
}

fn read(file: &ListedFile) -> Result<String, FileError> {
    files::read(&file.path).map_err(|error| FileError::Failed(format!("`{}` cannot be read: {error}", file.name)))
}

/// The hash of a text, which is the same as long as the program runs.
fn hash(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    format!("{:016x}", hasher.finish())
}
