//! The text of a rule file, and locations in it.
//!
//! A game may consist of several files, each extending the next. A [`Span`] says which of them it points
//! into. This module reads no files.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// The largest rule file, record, transcript or position that is read, in bytes.
pub const MAX_TEXT: u64 = 1 << 20;

/// How messages name standard input, which a command calls `-`.
pub const STANDARD_INPUT: &str = "standard input";

/// One rule file: its name and text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// A path, or the name of a shipped game. Messages show it.
    pub name: String,
    /// The text as the author wrote it.
    pub text: String,
    /// The files that it may extend, besides the shipped games.
    pub access: FileAccess,
}

/// The files that a source may extend. A file that is extended inherits the access.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum FileAccess {
    /// No files, only the shipped games.
    #[default]
    Shipped,
    /// Files in this folder and below it. The path is absolute and has no symbolic links.
    Folder(Arc<Path>),
    /// All files.
    Anywhere,
}

impl Source {
    /// A source that may extend the shipped games only.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Source { name: name.into(), text: text.into(), access: FileAccess::Shipped }
    }

    /// The line and column of a byte offset, both from 1. Columns count characters. An offset past the
    /// end or inside a character is rounded down.
    pub fn place(&self, offset: usize) -> LineColumn {
        let before = &self.text[..floor_char_boundary(&self.text, offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        LineColumn { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }

    /// The text of a line, counted from 1, without its line break. Empty if there is no such line.
    pub fn line(&self, number: usize) -> &str {
        self.text.lines().nth(number - 1).unwrap_or("")
    }
}

fn floor_char_boundary(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Whether a character is invisible and controls the terminal or the direction of the text around it.
pub fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t') || is_bidirectional(c)
}

/// Whether a character changes the direction of the text around it.
pub fn is_bidirectional(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character cannot stand in a title in quotes.
pub fn spoils_title(c: char) -> bool {
    c == '"' || c.is_control() || is_bidirectional(c)
}

/// Escapes control characters, so that a text can be shown in a terminal. Each is replaced by its code
/// point, such as `\u{1b}`.
///
/// ```
/// assert_eq!(uur::source::escaped("a \u{1b}[31mgame"), "a \\u{1b}[31mgame");
/// ```
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_control(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

/// Escapes control characters as [`escaped`] does, except the sequences that set a colour. A lone
/// carriage return is escaped too, since it would overwrite the line.
///
/// ```
/// use uur::source::coloured;
/// assert_eq!(coloured("\u{1b}[1mtitle\u{1b}[0m \u{1b}[2J\r\n"), "\u{1b}[1mtitle\u{1b}[0m \\u{1b}[2J\r\n");
/// assert_eq!(coloured("ok\rno"), "ok\\u{d}no");
/// ```
pub fn coloured(text: &str) -> Cow<'_, str> {
    let control = |c: char| is_control(c) || c == '\r';
    let Some(first) = text.find(control) else { return Cow::Borrowed(text) };
    let mut shown = text[..first].to_string();
    let mut rest = &text[first..];
    while let Some(c) = rest.chars().next() {
        let kept = if rest.starts_with("\r\n") { 2 } else { colour(rest) };
        if kept > 0 {
            shown += &rest[..kept];
        } else {
            shown.extend(c.escape_unicode());
        }
        rest = &rest[kept.max(c.len_utf8())..];
        let plain = rest.find(control).unwrap_or(rest.len());
        shown += &rest[..plain];
        rest = &rest[plain..];
    }
    Cow::Owned(shown)
}

/// The length in bytes of a colour sequence at the start of a text, or 0.
fn colour(text: &str) -> usize {
    let Some(rest) = text.strip_prefix("\u{1b}[") else { return 0 };
    let numbers = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
    if numbers.starts_with('m') { text.len() - numbers.len() + 1 } else { 0 }
}

/// Escapes the control characters of JSON, in the syntax of JSON.
///
/// ```
/// assert_eq!(uur::source::escaped_json("[\"a\u{202e}b\"]"), "[\"a\\u202eb\"]");
/// ```
pub fn escaped_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_control) {
        return Cow::Borrowed(json);
    }
    // All control characters have code points of at most four hexadecimal digits.
    let shown = |c: char| if is_control(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
    Cow::Owned(json.chars().map(shown).collect())
}

/// A line and a column, both counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The index of a source among those of a game: 0 is the file that was loaded, 1 the one it extends, and
/// so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u16);

/// A range of bytes in a source of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The source.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of a source.
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        Span { source, start: start as u32, end: end as u32 }
    }

    /// The range of bytes, to slice the text of the source.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the start of this span to the end of `other`, which must be in the same source.
    pub fn to(self, other: Span) -> Span {
        Span { end: other.end, ..self }
    }
}

/// A value with its location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its location.
    pub span: Span,
}
