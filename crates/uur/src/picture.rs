//! Draws a position as a picture in SVG: seeds as seeds and as numbers, marks by their shapes, and the last move
//! with its arrows. The picture has no outside references, no identifiers and no colours that alone say something,
//! so that it can be printed in black and white, and several can stand on one page.
//!
//! Units are those of the picture: a column is 92 wide, and a pit has a radius of 36.

mod description;
mod geometry;
mod legend;
mod moved;
mod seeds;
mod shape;
mod theme;

pub use description::{description, pit_label, title};
pub use geometry::{CellPlace, Geometry, Outward, StorePlace};
pub use moved::{Trail, TrailPart, trail};
pub use seeds::{Dots, Heap, heap, seed_dots};
pub use shape::{CROSS, PitShape, PitState, flag, pit_state};
pub use theme::{Theme, dark_colours, style_sheet};

use std::fmt::Write;

use crate::engine::{Event, Move, Pit, Position};
use crate::game::Game;
use crate::markup::shown;
use crate::notation::pit_name;
use crate::rules::Side;

/// How a board is pictured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PictureStyle {
    /// The board turned, so that North sits below.
    pub flip: bool,
    /// The board turned a quarter counter-clockwise, for narrow pages: South at the right.
    pub upright: bool,
    /// Numbers in the pits instead of seeds, letters and arrows, for pictures of less than 44 pixels a column.
    pub compact: bool,
    /// Letters in the corners of the pits of a compact picture.
    pub letters: bool,
    /// The colours.
    pub theme: Theme,
    /// Without a style sheet, for pages on which several pictures share one.
    pub bare: bool,
    /// Without a legend.
    pub without_legend: bool,
}

/// A move that led to a position.
#[derive(Debug, Clone, Copy)]
pub struct DrawnMove<'a> {
    /// The position before it.
    pub before: &'a Position,
    /// The move.
    pub played: Move,
    /// Its events.
    pub events: &'a [Event],
}

/// Draws a position, with the move that led to it if it is given.
///
/// ```
/// use uur::{Game, picture};
/// let game = Game::shipped("oware").expect("it is shipped");
/// let svg = picture::board(&game, &game.program.start(), None, picture::PictureStyle::default());
/// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// assert_eq!(svg.matches("<g class=\"cell").count(), 12);
/// ```
pub fn board(game: &Game, position: &Position, last: Option<DrawnMove>, style: PictureStyle) -> String {
    let geometry = Geometry::of(game, position, style);
    let trail = last.map(|last| trail(game, position, &geometry, last.events));
    let legend = if style.compact || style.without_legend {
        None
    } else {
        legend::legend(game, position, trail.as_ref(), &geometry)
    };
    let height = geometry.height + legend.as_ref().map_or(0, |legend| legend.height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"uur-board{}\" viewBox=\"0 0 {} {height}\" role=\"img\" \
         lang=\"en\">\n<title>{}</title>\n<desc>{}</desc>\n",
        if style.compact { " compact" } else { "" },
        geometry.width,
        shown(&title(game, position)),
        shown(&description(game, position, last)),
    );
    if !style.bare {
        let narrow = (!style.compact).then(|| format!("@media (max-width:{}px)", geometry.narrow()));
        let _ = write!(svg, "<style>\n{}</style>\n", style_sheet(style.theme, narrow.as_deref()));
    }
    svg += &drawing(game, position, &geometry, trail.as_ref());
    if let Some(legend) = legend {
        svg += &legend.svg;
    }
    svg + "</svg>\n"
}

/// The board without the frame of the picture, its texts and its legend.
pub fn drawing(game: &Game, position: &Position, geometry: &Geometry, trail: Option<&Trail>) -> String {
    let mut svg = String::new();
    let (width, height) = (geometry.width, geometry.height);
    let _ = writeln!(
        svg,
        "<rect class=\"wood\" x=\"2\" y=\"2\" width=\"{}\" height=\"{}\" rx=\"40\"/>",
        width - 4,
        height - 4
    );
    if let Some([from, to]) = geometry.groove {
        let _ = writeln!(svg, "<path class=\"groove\" d=\"M{} {}L{} {}\"/>", from.0, from.1, to.0, to.1);
    }
    for cell in &geometry.cells {
        svg += &pit(game, position, geometry, cell);
    }
    for store in &geometry.stores {
        svg += &self::store(game, position, geometry, store);
    }
    for (side, (x, y)) in &geometry.names {
        let what = if geometry.style.upright && !geometry.stores.is_empty() { "'s store" } else { "" };
        let _ = writeln!(svg, "<text class=\"name\" x=\"{x}\" y=\"{y}\">{}{what}</text>", side.title());
    }
    for (side, sign) in turn_signs(geometry) {
        if position.outcome.is_none() && position.to_move == side {
            let _ = writeln!(svg, "<path class=\"turn\" d=\"{sign}\"/>");
        }
    }
    if let Some(trail) = trail {
        svg += "<g class=\"trail\">\n";
        for part in &trail.parts {
            svg += &part.svg();
        }
        svg += "</g>\n";
    }
    svg
}

/// The signs of each player to move, as paths.
pub fn turn_signs(geometry: &Geometry) -> Vec<(Side, String)> {
    geometry.turns.iter().map(|&(side, [x, y])| (side, geometry.turn(x, y))).collect()
}

/// A pit as a group with its number.
fn pit(game: &Game, position: &Position, geometry: &Geometry, cell: &CellPlace) -> String {
    format!(
        "<g class=\"cell {}\" data-pit=\"{}\" transform=\"translate({} {})\">{}</g>\n",
        cell.out.class(),
        cell.pit.0,
        cell.at.0,
        cell.at.1,
        pit_content(game, position, geometry, cell),
    )
}

/// A store as a group with its number.
fn store(game: &Game, position: &Position, geometry: &Geometry, place: &StorePlace) -> String {
    let content = store_content(game, position, geometry, place);
    format!("<g class=\"store\" data-pit=\"{}\">{content}</g>\n", Pit::store(place.side).0)
}

/// The content of the group of a pit or a store; `None` if the picture has no such group.
pub fn content(game: &Game, position: &Position, geometry: &Geometry, pit: Pit) -> Option<String> {
    match pit.store_of() {
        Some(side) => geometry.store(side).map(|place| store_content(game, position, geometry, place)),
        None => geometry.cell(pit).map(|cell| pit_content(game, position, geometry, cell)),
    }
}

/// The places of the letter and of the number in a compact picture.
const COMPACT_CAPTIONS: [(i32, i32); 2] = [(-22, -25), (0, 14)];

/// A pit with its seeds, its name and its number.
fn pit_content(game: &Game, position: &Position, geometry: &Geometry, cell: &CellPlace) -> String {
    let state = pit_state(game, position, cell.pit);
    let mut svg = String::new();
    let mut path = |class: &str, d: &str| {
        if !d.is_empty() {
            let _ = write!(svg, "<path class=\"{class}\" d=\"{d}\"/>");
        }
    };
    path("pit", state.shape.outline());
    path("rim", state.shape.rim());
    if state.closed {
        path("cross", CROSS);
    } else if !geometry.style.compact {
        let dots = seed_dots(state.seeds, state.shape.room());
        path(&dots.class(), &dots.path);
    }
    path("flag", &state.owner.map_or(String::new(), |owner| flag(owner, cell.out, geometry.style)));
    let number = if state.closed { "–".to_string() } else { state.seeds.to_string() };
    let zero = if state.seeds == 0 { " zero" } else { "" };
    let [(letter_x, letter_y), (number_x, number_y)] = match geometry.style.compact {
        true => COMPACT_CAPTIONS,
        false => cell.out.captions(),
    };
    let name = shown(&pit_name(&game.program, cell.pit).to_string()).replace('\'', "′");
    if !geometry.style.compact || geometry.style.letters {
        let _ = write!(svg, "<text class=\"letter\" x=\"{letter_x}\" y=\"{letter_y}\">{name}</text>");
    }
    let _ = write!(svg, "<text class=\"number{zero}\" x=\"{number_x}\" y=\"{number_y}\">{number}</text>");
    if let Some(letter) = state.shape.badge(game) {
        let _ = write!(svg, "<text class=\"badge\" x=\"26\" y=\"-22\">{}</text>", shown(&letter));
    }
    svg
}

/// A store with its seeds and their number.
fn store_content(game: &Game, position: &Position, geometry: &Geometry, place: &StorePlace) -> String {
    let StorePlace { side, at: (x, y), size: (width, height), number: (number_x, number_y) } = *place;
    let seeds = position.captured[side];
    let tally = if game.rules.sowing.passes_stores() || game.rules.board.stored > 0 { "" } else { " tally" };
    let mut svg =
        format!("<rect class=\"hollow{tally}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"32\"/>",);
    if !geometry.style.compact && seeds > 0 {
        let heap = heap(game, geometry, place);
        let _ = write!(svg, "<path class=\"{}\" d=\"{}\"/>", heap.class(), heap.first(seeds.into()));
    }
    let zero = if seeds == 0 { " zero" } else { "" };
    let _ = write!(svg, "<text class=\"number{zero}\" x=\"{number_x}\" y=\"{number_y}\">{seeds}</text>");
    svg
}

/// The players who have a half of the board, the upper one first.
fn players(style: PictureStyle) -> [Side; 2] {
    if style.flip { [Side::South, Side::North] } else { [Side::North, Side::South] }
}
