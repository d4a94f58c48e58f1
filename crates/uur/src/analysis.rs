//! Analysis: what an editor asks of a rule file while it is written.
//!
//! An [`Analysis`] belongs to one text in memory and is computed anew for every text. Positions are byte
//! offsets in that text; an offset past its end or inside a character is rounded down. A text with errors is
//! analysed line by line, so that one error hides nothing in other lines.

mod bindings;
mod completion;
mod folding;
mod hints;
mod hover;
mod layout;
mod navigation;
mod outline;
mod repair;
mod selection;
mod snippets;
mod symbols;
mod tokens;

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

use crate::check::{self, Library, Loaded, Settings};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::Game;
use crate::rules::Rules;
use crate::source::{Source, Span};

use bindings::Bindings;
pub use bindings::{BoundName, NameKind};
pub use completion::{CompletedName, Completion};
pub use folding::{FoldKind, FoldingRange};
pub use hints::DefaultHint;
pub use layout::{TextEdit, format_edits};
pub use navigation::{RenameError, SharedName, SourceRange};
pub use outline::{Outline, OutlineItem};
pub use repair::{apply_fixes, fix_all};
pub use symbols::{Symbol, SymbolKind};
pub use tokens::{HighlightedToken, TokenKind};

/// A rule file with those that it extends, indexed for questions about places in it.
#[derive(Debug)]
pub struct Analysis {
    /// The files, the analysed text first.
    pub sources: Vec<Source>,
    /// The problems with the default values of all parameters. Spans may lie in an extended file.
    pub problems: Vec<Diagnostic>,
    /// The rules, if the text has no errors.
    pub rules: Option<Rules>,
    /// The sections and names of each file.
    files: Vec<IndexedFile>,
    loaded: Arc<Loaded>,
    /// The compiled game, once it is asked for. Compiling can take longer than everything else.
    game: OnceCell<Option<Game>>,
}

/// The sections of a file, and its names with the places where they are defined and used.
#[derive(Debug)]
struct IndexedFile {
    outline: Outline,
    bindings: Bindings,
}

impl Analysis {
    /// Analyses a text. The library finds the games that it extends.
    pub fn new(source: Source, library: Library) -> Analysis {
        let loaded = Arc::new(check::load(source, library));
        let sources = loaded.sources.clone();
        let (rules, problems) = match check::check(&loaded, &Settings::new()) {
            Ok(checked) => (Some(checked.rules), checked.warnings),
            Err(found) => (None, found),
        };
        let mut files: Vec<IndexedFile> = vec![];
        for source in sources.iter().rev() {
            let outline = Outline::of(&source.text);
            let bindings = Bindings::of(&source.text, &outline, files.iter().map(|file| &file.bindings));
            files.push(IndexedFile { outline, bindings });
        }
        files.reverse();
        Analysis { sources, problems, rules, files, loaded, game: OnceCell::new() }
    }

    /// The game, if the text has no errors.
    pub fn game(&self) -> Option<&Game> {
        self.rules.as_ref()?;
        self.game.get_or_init(|| Game::of(&self.loaded, &Settings::new()).ok()).as_ref()
    }

    /// The analysed text.
    pub fn text(&self) -> &str {
        &self.sources[0].text
    }

    /// The sections and statements of the text.
    pub fn outline(&self) -> &Outline {
        &self.files[0].outline
    }

    /// The places of the names that the text defines and uses, in its order.
    pub fn names(&self) -> &[BoundName] {
        self.files[0].bindings.all()
    }

    /// Whether a word of the text is a value of a parameter or a sign of a hand game.
    fn says(&self, range: &Range<usize>) -> bool {
        self.files[0].bindings.says(range)
    }

    /// Returns the name at an offset, also if the offset is just behind it.
    pub fn name_at(&self, offset: usize) -> Option<&BoundName> {
        self.names().iter().find(|name| touches(&name.range, offset))
    }

    /// Returns the range of the `extends` statement, where a problem of an extended file is shown.
    pub fn extends_range(&self) -> Option<Range<usize>> {
        self.outline().items.iter().find(|item| item.word == "extends").map(|item| item.range.clone())
    }

    /// Returns the problems whose first label touches a range of the text, with their fixes.
    pub fn problems_in(&self, range: Range<usize>) -> impl Iterator<Item = &Diagnostic> {
        self.problems
            .iter()
            .filter(move |problem| problem.labels.first().is_some_and(|label| meets(label.span, &range)))
    }
}

/// The description of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// The description, as Markdown.
    pub markdown: String,
    /// The place of the word.
    pub range: Range<usize>,
}

/// A name that is free, with a number behind it if it has to.
pub fn free_name(first: &str, is_free: impl Fn(&str) -> bool) -> String {
    let mut names = [first.to_string()].into_iter().chain((2..).map(|number| format!("{first}_{number}")));
    names.find(|name| is_free(name)).expect("a text has an end")
}

/// A free name for the parameter that a number of a section becomes, behind this word.
pub fn parameter_name(word: &str, section: &str, is_free: impl Fn(&str) -> bool) -> String {
    match word {
        "pits" | "seeds" => free_name(word, is_free),
        _ => free_name(&format!("{section}_number"), is_free),
    }
}

/// Whether a problem concerns text without effect: a line that no position reaches, or an unused name.
pub fn is_unnecessary(code: Code) -> bool {
    matches!(code, Code::Shadowed | Code::NeverHolds | Code::Unused)
}

/// Whether a span of the analysed text shares a place with a range. Empty ranges touch their neighbours.
pub fn meets(span: Span, range: &Range<usize>) -> bool {
    span.source.0 == 0 && span.range().start <= range.end && range.start <= span.range().end
}

/// Whether an offset lies in a range or directly behind it.
fn touches(range: &Range<usize>, offset: usize) -> bool {
    range.start <= offset && offset <= range.end
}

/// Rounds an offset down to the start of a character.
fn floor(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
