//! Documents about games in HTML: the rule sheet of a game, and its page with a replay.
//!
//! A document is one file without outside references. Every text of an author is escaped.

mod exercises;
mod page;
mod playable;
mod replay;
mod review;
mod sample;
mod sheet;

use serde_json::Value;
use uur::engine::Position;
use uur::game::Game;
use uur::markup::shown;
use uur::picture::{self, DrawnMove, PictureStyle, Theme, style_sheet};
use uur::provenance::VERSION;

pub use exercises::booklet;
pub use page::{PageContent, SeriesStatistics, page};
pub use playable::{PlayableParts, playable};
pub use review::review_page;
pub use sample::{SAMPLE_ORIGIN, play_sample};
pub use sheet::sheet;

/// How the line begins by which documents are known to be written by uur.
pub const GENERATOR: &str = "<meta name=\"generator\" content=\"uur ";

/// The most moves that a page replays.
pub const MOST_REPLAYED: usize = 400;

/// The style sheet of all documents.
const STYLE: &str = include_str!("style.css");

/// A document under construction.
#[derive(Debug)]
pub struct HtmlDocument<'a> {
    /// The text in the title bar.
    pub title: &'a str,
    /// The class of the body.
    pub class: &'a str,
    /// What the browser may do, such as [`POLICY`].
    pub policy: &'a str,
    /// The condition under which boards have numbers in their pits.
    pub narrow: Option<&'a str>,
    /// Rules of style for this document alone.
    pub style: String,
    /// Further elements of the head.
    pub head: String,
    /// The body.
    pub body: String,
}

impl HtmlDocument<'_> {
    /// The whole document.
    pub fn html(&self) -> String {
        let HtmlDocument { title, class, policy, narrow, style, head, body } = self;
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{GENERATOR}{VERSION}\">\n\
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

/// The elements of a head that previews of links show. A preview needs the whole address of a picture: that of the
/// workbench, if its address is known.
pub fn preview(title: &str, description: &str, workbench: Option<&str>) -> String {
    let [title, description] = [title, description].map(shown);
    let picture = workbench.map_or(String::new(), |address| {
        let path = address.split('?').next().unwrap_or_default();
        let folder =
            path.rsplit_once('/').filter(|(before, _)| !before.ends_with('/')).map_or(path, |(before, _)| before);
        format!(
            "<meta property=\"og:image\" content=\"{}/card.png\">\n\
             <meta property=\"twitter:card\" content=\"summary_large_image\">\n",
            shown(folder)
        )
    });
    format!(
        "<meta name=\"description\" content=\"{description}\">\n<meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{description}\">\n<meta property=\"og:type\" content=\"website\">\n{picture}"
    )
}

/// Only what is in the document is run and shown. Pictures may also lie beside it.
pub const POLICY: &str = "default-src 'none'; script-src 'nonce-uur'; style-src 'nonce-uur'; img-src data: file: 'self'; \
                      base-uri 'none'; form-action 'none'";

/// The sentence that says what made a document: the version of uur, the rule file and the hash of its rules.
fn written_by(game: &Game) -> String {
    format!("Written by uur {VERSION} from {}, rules {}.", isolated(&game.sources[0].name), game.meaning())
}

/// The name of a game, isolated from the direction of the text around it.
pub fn name(game: &Game) -> String {
    isolated(&game.rules.about.name)
}

/// An author's text, isolated from the direction of the text around it.
pub fn isolated(text: &str) -> String {
    format!("<bdi>{}</bdi>", shown(text))
}

/// A board as a figure of a document. A figure of the class `small` has no legend, and one of the class `compact` has
/// numbers in the pits.
fn figure(class: &str, game: &Game, position: &Position, last: Option<DrawnMove>, caption: &str) -> String {
    let style = PictureStyle {
        bare: true,
        compact: class.contains("compact"),
        letters: true,
        without_legend: class.contains("small"),
        ..PictureStyle::default()
    };
    let caption = if caption.is_empty() { String::new() } else { format!("<figcaption>{caption}</figcaption>\n") };
    format!("<figure class=\"{class}\">\n{}{caption}</figure>\n", picture::board(game, position, last, style))
}

/// JSON as the text of a script element.
pub fn in_script(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
