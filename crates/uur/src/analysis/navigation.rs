//! Navigation: where a name is defined, where it is used, and how it is renamed.

use std::fmt;
use std::ops::Range;

use super::bindings::{BoundName, NameKind};
use super::layout::TextEdit;
use super::{Analysis, floor};
use crate::source::FileAccess;
use crate::syntax::{self, words};

/// A place in one of the files of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceRange {
    /// The index of the file in [`Analysis::sources`].
    pub source: usize,
    /// The place in it.
    pub range: Range<usize>,
}

/// A name that a file shares with the files that it extends and with those that extend it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedName {
    /// What it stands for.
    pub kind: NameKind,
    /// The name.
    pub text: String,
    /// The index in [`Analysis::sources`] of the file that defines it first. Every file that extends this one
    /// means the same by the name. `None` if no file defines it.
    pub origin: Option<usize>,
}

/// Why a name cannot be renamed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RenameError {
    /// There is no name that the file defines.
    NoName,
    /// The name is defined in a shipped game, which has this name.
    DefinedElsewhere(String),
    /// The new name is not valid for this kind of name.
    NotAName(String, NameKind),
    /// The new name is already defined.
    Taken(String, NameKind),
}

impl fmt::Display for RenameError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RenameError::NoName => {
                write!(f, "only names of parameters, marks, counters, terms, stages and lines can be changed")
            }
            RenameError::DefinedElsewhere(file) => {
                write!(f, "the name is defined in `{file}`, which this file extends")
            }
            RenameError::NotAName(name, kind) => write!(f, "`{name}` cannot name a {}", kind.as_str()),
            RenameError::Taken(name, kind) => write!(f, "`{name}` is already the name of a {}", kind.as_str()),
        }
    }
}

impl std::error::Error for RenameError {}

impl Analysis {
    /// Returns the places where the name at an offset is defined. From the definition of a line that replaces
    /// one of the extended game, that one is found; from a name after `extends`, the beginning of that file.
    pub fn definition(&self, offset: usize) -> Vec<SourceRange> {
        let Some(name) = self.name_at(offset) else {
            let extended = self.extends_at(offset).is_some() && self.sources.len() > 1;
            return extended.then_some(SourceRange { source: 1, range: 0..0 }).into_iter().collect();
        };
        let changed = name.defines && self.outline().item_at(offset).is_some_and(|item| item.change);
        let nearest = usize::from(changed);
        let found = (nearest..self.files.len()).map(|file| self.definitions_in(file, name));
        found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// Returns the name at an offset, with the file that defines it first.
    pub fn shared_name(&self, offset: usize) -> Option<SharedName> {
        let BoundName { kind, text, .. } = self.name_at(offset)?.clone();
        let defines = |file: &usize| {
            self.files[*file].bindings.definitions().any(|known| known.kind == kind && known.text == text)
        };
        let origin = (0..self.files.len()).rev().find(defines);
        Some(SharedName { kind, text, origin })
    }

    /// Returns the places of a name in the text, where it is defined and where it is used.
    pub fn references(&self, name: &SharedName, with_definitions: bool) -> Vec<Range<usize>> {
        let of_name = self.same_names(name).filter(|name| with_definitions || !name.defines);
        of_name.map(|name| name.range.clone()).collect()
    }

    /// Returns the place of the name at an offset, if it can be renamed, and the name.
    ///
    /// # Errors
    /// If there is no name that a file defines, or it is defined in a shipped game.
    pub fn renamable(&self, offset: usize) -> Result<(Range<usize>, SharedName), RenameError> {
        let range = self.name_at(offset).ok_or(RenameError::NoName)?.range.clone();
        let name = self.shared_name(offset).ok_or(RenameError::NoName)?;
        let origin = &self.sources[name.origin.ok_or(RenameError::NoName)?];
        if name.origin != Some(0) && origin.access == FileAccess::Shipped {
            return Err(RenameError::DefinedElsewhere(origin.name.clone()));
        }
        Ok((range, name))
    }

    /// Returns the edits of this text that rename a name. The other files that share it are edited likewise. Lines
    /// of several sections that share a label are renamed together, since `by` in a test means each of them.
    ///
    /// # Errors
    /// If the new name is not valid, or already defined in this text or a file that it extends.
    pub fn rename(&self, name: &SharedName, new: &str) -> Result<Vec<TextEdit>, RenameError> {
        if !is_name(new, name.kind) {
            return Err(RenameError::NotAName(new.to_string(), name.kind));
        }
        let all = self.files.iter().flat_map(|file| file.bindings.definitions());
        // Lines have names of their own; all other names stand in the same places of a line.
        let rivals = |known: &&BoundName| (known.kind == NameKind::Label) == (name.kind == NameKind::Label);
        if let Some(known) = all.filter(rivals).find(|known| known.text == new && new != name.text) {
            return Err(RenameError::Taken(new.to_string(), known.kind));
        }
        let edit = |name: &BoundName| TextEdit { range: name.range.clone(), replacement: new.to_string() };
        Ok(self.same_names(name).map(edit).collect())
    }

    /// Returns the name after `extends`, if the offset lies in its quotes.
    pub(super) fn extends_at(&self, offset: usize) -> Option<&str> {
        let item = self.outline().items.iter().find(|item| item.word == "extends")?;
        let title = item.title.as_ref().filter(|title| title.start <= offset && offset <= title.end)?;
        Some(&self.text()[title.start + 1..title.end - 1])
    }

    fn same_names<'a>(&'a self, name: &'a SharedName) -> impl Iterator<Item = &'a BoundName> {
        self.names().iter().filter(|other| other.kind == name.kind && other.text == name.text)
    }

    /// Returns the definitions of a name in a file. A line is searched in its own section; a test names lines
    /// of all sections.
    fn definitions_in(&self, file: usize, name: &BoundName) -> Vec<SourceRange> {
        let same_section =
            |known: &BoundName| name.kind != NameKind::Label || name.section == "test" || known.section == name.section;
        let known = self.files[file].bindings.definitions();
        known
            .filter(|known| known.kind == name.kind && known.text == name.text && same_section(known))
            .map(|known| SourceRange { source: file, range: known.range.clone() })
            .collect()
    }

    /// Returns the line of a file around an offset, in the canonical layout.
    pub(super) fn line_around(&self, place: &SourceRange) -> String {
        let text = &self.sources[place.source].text;
        let items = self.files[place.source].outline.items.iter();
        let line = items.flat_map(|item| &item.lines).find(|line| line.contains(&place.range.start));
        line.map_or(String::new(), |line| syntax::format_line(&text[line.clone()]))
    }

    /// Returns the word at an offset.
    pub(super) fn word_at(&self, offset: usize) -> Option<(&str, Range<usize>)> {
        let token = self.outline().token_at(floor(self.text(), offset))?;
        let text = &self.text()[token.range.clone()];
        text.starts_with(|c: char| c.is_ascii_alphabetic()).then_some((text, token.range.clone()))
    }
}

/// Whether a text is a valid name of this kind.
fn is_name(text: &str, kind: NameKind) -> bool {
    let formed = text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let of_board = matches!(text, "pits" | "seeds" | "rows");
    formed && (kind == NameKind::Label || words::word(text).is_none() || kind == NameKind::Parameter && of_board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::variants;

    const TEXT: &str = "language 1\nextends \"layli-goobalay\"\ngame \"It\" {\n  source \"none\"\n}\n\
                        change board {\n  mark nest\n}\nchange land {\n  pair: opposite is nest -> mark here as nest\n  before take: mine: here is own -> stop\n}\n\
                        test \"it\" {\n  play A\n  expect by mine\n}\n";

    fn analysis() -> Analysis {
        Analysis::new(Source::new("it.uur", TEXT), &variants::library)
    }

    fn rename(text: &str, within: usize, new: &str) -> Result<Vec<TextEdit>, RenameError> {
        let analysis = analysis();
        let (_, name) = analysis.renamable(at(text) + within)?;
        analysis.rename(&name, new)
    }

    fn at(text: &str) -> usize {
        TEXT.find(text).expect("it is in the text")
    }

    #[test]
    fn a_definition_is_found_also_in_the_extended_game() {
        let analysis = analysis();
        assert_eq!(analysis.definition(at("nest ->")), [SourceRange { source: 0, range: at("nest")..at("nest") + 4 }]);
        assert_eq!(analysis.definition(at("by mine") + 3)[0].range.start, at("mine:"));
        for line in ["take:", "pair:"] {
            let found = analysis.definition(at(line));
            assert_eq!(found.len(), 1, "{line}");
            assert!(analysis.sources[1].text[found[0].range.start..].starts_with(line), "{line}");
        }
        assert_eq!(analysis.definition(at("\"layli")), [SourceRange { source: 1, range: 0..0 }]);
    }

    #[test]
    fn a_name_is_renamed_everywhere() {
        let edits = rename("nest", 0, "home").expect("it can be renamed");
        assert_eq!(edits.len(), 3);
        assert_eq!(rename("by mine", 5, "yours").map(|edits| edits.len()), Ok(2));
    }

    #[test]
    fn a_name_cannot_become_a_word_or_a_known_name_or_leave_the_extended_game() {
        assert_eq!(rename("nest", 0, "own"), Err(RenameError::NotAName("own".into(), NameKind::Mark)));
        assert_eq!(rename("mine", 0, "pair"), Err(RenameError::Taken("pair".into(), NameKind::Label)));
        assert!(matches!(rename("take:", 0, "x"), Err(RenameError::DefinedElsewhere(_))));
        assert_eq!(rename("land", 0, "x"), Err(RenameError::NoName));
    }
}
