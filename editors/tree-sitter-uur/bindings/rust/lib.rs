//! The rules language of `uur`, by which games of mancala are described, for tree-sitter.
//!
//! ```
//! let mut parser = tree_sitter::Parser::new();
//! parser.set_language(&tree_sitter_uur::LANGUAGE.into())?;
//! let tree = parser.parse("language 1\n", None).expect("parsing has no limit");
//! assert!(!tree.root_node().has_error());
//! # Ok::<(), tree_sitter::LanguageError>(())
//! ```

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_uur() -> *const ();
}

/// The language.
// SAFETY: the generated parser defines this function, and it returns a language.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_uur) };

/// The kinds of nodes, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");

/// The query of what is highlighted, and how.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// The query of what can be folded.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");

/// The query of what is indented.
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");

/// The query of definitions and references.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");

/// The query of what an outline shows.
pub const TAGS_QUERY: &str = include_str!("../../queries/tags.scm");
