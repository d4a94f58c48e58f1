//! Positions: from lines and columns of the protocol to byte offsets, and back.
//!
//! A column counts the units of the encoding that the editor and the server agreed on: UTF-16 code units, or
//! bytes.

use std::ops::Range;

use lsp_types::{Position, PositionEncodingKind};

/// The unit of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColumnUnit {
    /// A code unit of UTF-16, which every editor can count.
    #[default]
    Utf16,
    /// A byte.
    Utf8,
}

impl ColumnUnit {
    /// Chooses from the encodings that an editor offers.
    pub fn chosen(offered: &[PositionEncodingKind]) -> ColumnUnit {
        if offered.contains(&PositionEncodingKind::UTF8) { ColumnUnit::Utf8 } else { ColumnUnit::Utf16 }
    }

    /// The name of the encoding in the protocol.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            ColumnUnit::Utf16 => PositionEncodingKind::UTF16,
            ColumnUnit::Utf8 => PositionEncodingKind::UTF8,
        }
    }

    fn width(self, c: char) -> usize {
        match self {
            ColumnUnit::Utf16 => c.len_utf16(),
            ColumnUnit::Utf8 => c.len_utf8(),
        }
    }
}

/// The beginnings of the lines of a text. `\n`, `\r\n` and `\r` end a line.
#[derive(Debug, Clone)]
pub struct LineIndex {
    starts: Vec<usize>,
    unit: ColumnUnit,
}

impl LineIndex {
    /// Finds the lines of a text.
    pub fn of(text: &str, unit: ColumnUnit) -> LineIndex {
        let bytes = text.as_bytes();
        let ends = |at: usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(|&at| ends(at)).map(|at| at + 1));
        LineIndex { starts: starts.collect(), unit }
    }

    /// The byte offset of a position. A column past the end of its line is its end, and a column within a
    /// character its start. Returns `None` if there is no such line.
    pub fn offset(&self, text: &str, position: Position) -> Option<usize> {
        let start = *self.starts.get(position.line as usize)?;
        let line = self.line(text, position.line as usize);
        let mut column = 0;
        for (at, c) in line.char_indices() {
            column += self.unit.width(c);
            if column > position.character as usize {
                return Some(start + at);
            }
        }
        Some(start + line.len())
    }

    /// The byte range of a range of positions. Returns `None` if its lines are not there or it ends before it
    /// starts.
    pub fn range(&self, text: &str, range: lsp_types::Range) -> Option<Range<usize>> {
        let (start, end) = (self.offset(text, range.start)?, self.offset(text, range.end)?);
        (start <= end).then_some(start..end)
    }

    /// The position of a byte offset.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let before = &text[self.starts[line]..offset.min(text.len())];
        let column: usize = before.chars().map(|c| self.unit.width(c)).sum();
        Position { line: line as u32, character: column as u32 }
    }

    /// The position of a byte offset at or behind another one, whose position is known.
    pub fn position_after(&self, text: &str, offset: usize, known: Position, known_offset: usize) -> Position {
        if self.starts.get(known.line as usize + 1).is_some_and(|next| *next <= offset) {
            return self.position(text, offset);
        }
        Position { line: known.line, character: known.character + self.columns(&text[known_offset..offset]) }
    }

    /// The positions of a byte range.
    pub fn positions(&self, text: &str, range: Range<usize>) -> lsp_types::Range {
        lsp_types::Range { start: self.position(text, range.start), end: self.position(text, range.end) }
    }

    /// The number of columns of a part of a line.
    pub fn columns(&self, part: &str) -> u32 {
        part.chars().map(|c| self.unit.width(c) as u32).sum()
    }

    /// A line without its line break.
    fn line<'a>(&self, text: &'a str, line: usize) -> &'a str {
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        text[self.starts[line]..end].trim_end_matches(['\n', '\r'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_units_of_the_encoding() {
        let text = "a\r\n# š😀!\nb";
        let at = text.find('!').expect("it is there");
        for (unit, column) in [(ColumnUnit::Utf16, 5), (ColumnUnit::Utf8, 8)] {
            let index = LineIndex::of(text, unit);
            assert_eq!(index.position(text, at), Position { line: 1, character: column });
            assert_eq!(index.offset(text, Position { line: 1, character: column }), Some(at));
        }
        let index = LineIndex::of(text, ColumnUnit::Utf16);
        // Between the two units of the emoji.
        assert_eq!(index.offset(text, Position { line: 1, character: 4 }), Some(at - "😀".len()));
        assert_eq!(index.offset(text, Position { line: 0, character: 99 }), Some(1));
        assert_eq!(index.offset(text, Position { line: 3, character: 0 }), None);
        for (known, offset) in [(0, 1), (3, at), (at, at + 2)] {
            let found = index.position_after(text, offset, index.position(text, known), known);
            assert_eq!(found, index.position(text, offset));
        }
    }
}
