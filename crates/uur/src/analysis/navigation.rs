//! Navigation: where a name is defined, where it is used, and how it is renamed.

use std::fmt;
use std::ops::Range;

use super::bindings::{BoundName, NameKind};
use super::layout::TextEdit;
use super::{Analysis, floor};
use crate::syntax::{self, words};

/// A place in one of the files of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceRange {
    /// The index of the file in [`Analysis::sources`].
    pub source: usize,
    /// The place in it.
    pub range: Range<usize>,
}

/// Why a name cannot be renamed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RenameError {
    /// There is no name that the file defines.
    NoName,
    /// The name is defined in the extended file, which has this name.
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
                write!(f, "only names of parameters, marks, counters, terms and lines can be changed")
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

    /// Returns the places of the name at an offset in the text, where it is defined and where it is used.
    pub fn references(&self, offset: usize, with_definitions: bool) -> Vec<Range<usize>> {
        let Some(name) = self.name_at(offset) else { return vec![] };
        let of_name = self.same_names(name).filter(|name| with_definitions || !name.defines);
        of_name.map(|name| name.range.clone()).collect()
    }

    /// Returns the place of the name at an offset, if it can be renamed.
    ///
    /// # Errors
    /// If there is no name, or it is defined in an extended file.
    pub fn renamable(&self, offset: usize) -> Result<Range<usize>, RenameError> {
        let name = self.name_at(offset).ok_or(RenameError::NoName)?;
        let inherited = (1..self.files.len()).find(|&file| !self.definitions_in(file, name).is_empty());
        match inherited {
            Some(file) => Err(RenameError::DefinedElsewhere(self.sources[file].name.clone())),
            None if self.definitions_in(0, name).is_empty() => Err(RenameError::NoName),
            None => Ok(name.range.clone()),
        }
    }

    /// Returns the edits that rename the name at an offset. Lines of several sections that share a label are
    /// renamed together, since `by` in a test means each of them.
    ///
    /// # Errors
    /// If the name cannot be renamed, or the new name is not valid or already defined.
    pub fn rename(&self, offset: usize, new: &str) -> Result<Vec<TextEdit>, RenameError> {
        self.renamable(offset)?;
        let name = self.name_at(offset).ok_or(RenameError::NoName)?;
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

    fn same_names<'a>(&'a self, name: &'a BoundName) -> impl Iterator<Item = &'a BoundName> {
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
                        marks {\n  nest\n}\nchange land {\n  pair: opposite is nest -> mark here as nest\n  before take: mine: here is own -> stop\n}\n\
                        test \"it\" {\n  play A\n  expect by mine\n}\n";

    fn analysis() -> Analysis {
        Analysis::new(Source::new("it.uur", TEXT), &variants::library)
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
        let analysis = analysis();
        let edits = analysis.rename(at("nest"), "home").expect("it can be renamed");
        assert_eq!(edits.len(), 3);
        assert_eq!(analysis.rename(at("by mine") + 5, "yours").map(|edits| edits.len()), Ok(2));
    }

    #[test]
    fn a_name_cannot_become_a_word_or_a_known_name_or_leave_the_extended_game() {
        let analysis = analysis();
        assert_eq!(analysis.rename(at("nest"), "own"), Err(RenameError::NotAName("own".into(), NameKind::Mark)));
        assert_eq!(analysis.rename(at("mine"), "pair"), Err(RenameError::Taken("pair".into(), NameKind::Label)));
        assert!(matches!(analysis.rename(at("take:"), "x"), Err(RenameError::DefinedElsewhere(_))));
        assert_eq!(analysis.rename(at("land"), "x"), Err(RenameError::NoName));
    }
}
