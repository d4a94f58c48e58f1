//! The rule sheet of a game: one or two printed pages.

use uur::explain;
use uur::game::Game;
use uur::markup::shown;
use uur::picture::{DrawnMove, Geometry, PictureStyle};

use super::examples::{PicturedExample, pictured_examples};
use super::rules::rule_parts;
use super::{Document, figure, isolated, name};

/// The most columns of a board whose seeds are drawn in an example. Others have numbers in their pits.
const MOST_COLUMNS: u8 = 8;
/// Rules of more characters are set in smaller letters, so that they fit on two pages.
const LONG_RULES: usize = 3_500;
/// Rules of more characters are set in still smaller letters, and their boards are smaller.
const VERY_LONG_RULES: usize = 5_500;

/// Returns the rule sheet of a game.
pub fn sheet(game: &Game) -> String {
    let start = figure("start", game, &game.program.start(), None, "The board at the start.");
    let parts = rule_parts(game);
    let length: usize = parts.sections.iter().map(|(_, html)| text_length(html)).sum();
    let size = if length > VERY_LONG_RULES {
        " very-long"
    } else if length > LONG_RULES {
        " long"
    } else {
        ""
    };
    let (mut rules, mut after) = (String::new(), String::new());
    for (class, html) in &parts.sections {
        let is_after = ["variants", "notes", "sources"].contains(&class.as_str());
        if is_after { &mut after } else { &mut rules }.push_str(html);
    }
    let about = &game.rules.about;
    let body = format!(
        "<main>\n<header>\n<h1>{}</h1>\n<p class=\"summary\">{}</p>\n\
         <p class=\"written\">Written by uur from {}.</p>\n</header>\n{start}\
         <div class=\"columns\">\n<article class=\"rules\">\n{rules}</article>\n{}{after}</div>\n</main>\n",
        name(game),
        parts.summary,
        isolated(&game.sources[0].name),
        examples(game, length > VERY_LONG_RULES),
    );
    let title = format!("{}: rules", about.name);
    let style = compact_width(game);
    Document { title: &title, class: &format!("sheet{size}"), narrow: None, style, head: String::new(), body }.html()
}

/// Moves of the file's own examples, before and after.
fn examples(game: &Game, very_long: bool) -> String {
    let plan = game.program.layout().plan();
    // High boards need more room.
    let most = match plan.height() {
        0..=2 if !very_long => 4,
        3 | 4 if !very_long => 3,
        _ => 2,
    };
    let chosen = pictured_examples(game, most);
    let is_compact = very_long || plan.columns() > MOST_COLUMNS || plan.height() > 2;
    let class = if is_compact { "small compact" } else { "small" };
    if chosen.is_empty() {
        return String::new();
    }
    let examples: String = chosen.iter().map(|example| pair(game, example, class)).collect();
    format!("<section class=\"examples\">\n<h2>Examples</h2>\n{examples}</section>\n")
}

fn pair(game: &Game, example: &PicturedExample, class: &str) -> String {
    let PicturedExample { title, before, played, events, after } = example;
    let summary = explain::summary(game, before, *played, events);
    let last = DrawnMove { before, played: *played, events };
    format!(
        "<div class=\"example\">\n<h3>{}</h3>\n{}{}</div>\n",
        isolated(&sentence(title)),
        figure(class, game, before, None, ""),
        figure(class, game, after, Some(last), &shown(&summary)),
    )
}

/// The style of compact boards: a column of pits is 7 mm wide, as far as the paper has room.
fn compact_width(game: &Game) -> String {
    let style = PictureStyle { compact: true, ..PictureStyle::default() };
    let units = Geometry::of(game, &game.program.start(), style).width;
    format!("@media print{{.sheet .compact svg{{width:{}mm;max-width:100%}}}}\n", units * 7 / 82)
}

/// The number of characters of a text in HTML, without its elements.
fn text_length(html: &str) -> usize {
    html.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text).chars().count()).sum()
}

/// A title as a sentence: with a capital letter and a full stop.
fn sentence(title: &str) -> String {
    let mut letters = title.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if title.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
