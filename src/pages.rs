//! Documents in HTML: the rule sheet of a game, its page with a replay, and the gallery of several games.
//!
//! A document is one file without outside references. Every text of an author is escaped.

mod examples;
pub mod gallery;
pub mod page;
pub mod playable;
mod replay;
pub mod sheet;

use uur::engine::Position;
use uur::game::Game;
use uur::markup::shown;
use uur::picture::{self, DrawnMove, PictureStyle, Theme, style_sheet};

use crate::files::GENERATOR;

/// The style sheet of all documents.
const STYLE: &str = include_str!("pages/style.css");

/// A document under construction.
struct Document<'a> {
    /// The text in the title bar.
    title: &'a str,
    /// The class of the body.
    class: &'a str,
    /// What the browser may do, such as [`POLICY`].
    policy: &'a str,
    /// The condition under which boards have numbers in their pits.
    narrow: Option<&'a str>,
    /// Rules of style for this document alone.
    style: String,
    /// Further elements of the head.
    head: String,
    /// The body.
    body: String,
}

impl Document<'_> {
    /// The whole document.
    fn html(&self) -> String {
        let Document { title, class, policy, narrow, style, head, body } = self;
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{GENERATOR}\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <title>{}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style nonce=\"uur\">\n{}{STYLE}{style}</style>\n{head}\
             </head>\n<body class=\"{class}\">\n{body}</body>\n</html>\n",
            shown(title),
            style_sheet(Theme::Auto, *narrow),
        )
    }
}

/// Only what is in the document is run and shown. Pictures may also lie beside it.
const POLICY: &str = "default-src 'none'; script-src 'nonce-uur'; style-src 'nonce-uur'; img-src data: file: 'self'; \
                      base-uri 'none'; form-action 'none'";

/// The name of a game, isolated from the direction of the text around it.
fn name(game: &Game) -> String {
    isolated(&game.rules.about.name)
}

/// An author's text, isolated from the direction of the text around it.
fn isolated(text: &str) -> String {
    format!("<bdi>{}</bdi>", shown(text))
}

/// A board as a figure of a document. A figure of the class `small` has no legend, and one of the class `compact` has
/// numbers in the pits.
fn figure(class: &str, game: &Game, position: &Position, last: Option<DrawnMove>, caption: &str) -> String {
    let style = PictureStyle {
        bare: true,
        compact: class.contains("compact"),
        without_legend: class.contains("small"),
        ..PictureStyle::default()
    };
    let caption = if caption.is_empty() { String::new() } else { format!("<figcaption>{caption}</figcaption>\n") };
    format!("<figure class=\"{class}\">\n{}{caption}</figure>\n", picture::board(game, position, last, style))
}
