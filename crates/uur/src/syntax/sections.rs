//! The sections and statements of a file: the words that begin them, and what their lines are.

use super::ast::SectionKind;
use super::parser::Rule;

/// The words that begin a statement, or a section that is no [`SectionKind`].
const STATEMENTS: [&str; 4] = ["language", "extends", "param", "test"];

/// Returns the known word that begins a statement or section.
pub(crate) fn item_word(text: &str) -> Option<&'static str> {
    SectionKind::ALL.into_iter().map(SectionKind::word).chain(STATEMENTS).find(|word| *word == text)
}

/// Whether a section with braces begins with a word.
pub(super) fn begins_section(text: &str) -> bool {
    text == "change" || item_word(text).is_some_and(|word| line_rule(word) != Rule::item_alone)
}

/// Returns the grammar rule of the lines of a section, or of a statement for any other word.
pub(crate) fn line_rule(word: &str) -> Rule {
    match word {
        "game" => Rule::game_alone,
        "board" => Rule::board_alone,
        "terms" => Rule::term_alone,
        "stages" => Rule::stage_alone,
        "sow" => Rule::sow_alone,
        "opening" => Rule::opening_alone,
        "match" => Rule::round_alone,
        "test" => Rule::example_alone,
        "begin" | "lift" | "drop" | "land" | "finish" => Rule::table_alone,
        "end" => Rule::end_alone,
        _ => Rule::item_alone,
    }
}

/// Whether the lines of a section are a table, with names.
pub(crate) fn is_table(word: &str) -> bool {
    matches!(line_rule(word), Rule::table_alone | Rule::end_alone | Rule::round_alone)
}
