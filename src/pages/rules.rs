//! The rules of a game as sections of HTML.

use uur::explain::{self, DocumentLayout};
use uur::game::Game;

/// The rules of a game in parts.
pub struct RuleParts {
    /// Origin, other names, players, board and seeds, as HTML in one line.
    pub summary: String,
    /// The sections: the class of each, and its HTML.
    pub sections: Vec<(String, String)>,
}

/// Returns the rules of a game in English.
pub fn rule_parts(game: &Game) -> RuleParts {
    let html = explain::rule_text(game, None).html(DocumentLayout::default());
    let mut pieces = html.trim_end().trim_end_matches("</article>").split("<section class=\"");
    let head = pieces.next().unwrap_or_default();
    let summary = between(head, "<p class=\"summary\">", "</p>").unwrap_or_default().to_string();
    let section =
        |piece: &str| (between(piece, "", "\"").unwrap_or_default().to_string(), format!("<section class=\"{piece}"));
    RuleParts { summary, sections: pieces.map(section).collect() }
}

/// The text between two marks.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Option<&'a str> {
    let start = text.find(from)? + from.len();
    Some(&text[start..start + text[start..].find(to)?])
}
