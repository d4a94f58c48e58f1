//! The legend under a board: the signs that occur on it, by the author's names.

use std::fmt::Write;

use super::PictureStyle;
use super::geometry::{Geometry, Outward};
use super::moved::Trail;
use super::shape::{CROSS, PitShape, flag, pit_state};
use crate::engine::Position;
use crate::game::Game;
use crate::markup::shown;
use crate::rules::Side;

/// The height of a line of the legend.
const LINE: i32 = 36;
/// The width of a letter, on average.
const LETTER: f64 = 10.4;
/// The room for a sign before its text.
const SIGN: i32 = 36;
/// The distance between two entries.
const BETWEEN: i32 = 34;
/// Texts of authors are cut after this number of letters.
const MOST_LETTERS: usize = 40;

/// A drawn legend.
pub struct DrawnLegend {
    pub height: i32,
    pub svg: String,
}

/// An entry: a sign around its middle, and its text.
struct Entry {
    sign: String,
    text: String,
}

/// Returns the legend, if there is anything to explain.
pub fn legend(game: &Game, position: &Position, trail: Option<&Trail>, geometry: &Geometry) -> Option<DrawnLegend> {
    let entries = entries(game, position, trail, geometry.style);
    if entries.is_empty() {
        return None;
    }
    let left = 28;
    let (mut x, mut y) = (left, geometry.height + 28);
    let mut svg = "<g class=\"legend\">\n".to_string();
    for Entry { sign, text } in &entries {
        let room = if sign.is_empty() { 0 } else { SIGN };
        let width = room + (text.chars().count() as f64 * LETTER) as i32;
        if x > left && x + width > geometry.width - 8 {
            (x, y) = (left, y + LINE);
        }
        let _ = write!(svg, "<g transform=\"translate({x} {y})\">");
        if !sign.is_empty() {
            let _ = write!(svg, "<g transform=\"translate(13 0) scale(.36)\">{sign}</g>");
        }
        let _ = writeln!(svg, "<text x=\"{room}\" y=\"7\">{}</text></g>", shown(text));
        x += width + BETWEEN;
    }
    svg += "</g>\n";
    Some(DrawnLegend { height: y + 24 - geometry.height, svg })
}

fn path(class: &str, d: &str) -> String {
    if d.is_empty() { String::new() } else { format!("<path class=\"{class}\" d=\"{d}\"/>") }
}

fn shape_sign(game: &Game, shape: PitShape) -> String {
    let badge = shape
        .badge(game)
        .map_or(String::new(), |letter| format!("<text class=\"badge\" x=\"26\" y=\"-22\">{}</text>", shown(&letter)));
    path("pit", shape.outline()) + &path("rim", shape.rim()) + &badge
}

fn entries(game: &Game, position: &Position, trail: Option<&Trail>, style: PictureStyle) -> Vec<Entry> {
    let layout = game.program.layout();
    let mut entries = vec![];
    let mut add = |sign: String, text: String| entries.push(Entry { sign, text });
    let marks: Vec<_> = layout.pits().filter_map(|pit| position.marks[pit.index()]).collect();
    for (number, kind) in game.rules.marks.iter().enumerate() {
        let shape = PitShape::of(game, crate::rules::MarkId(number as u8));
        if marks.iter().any(|mark| usize::from(mark.kind.0) == number) {
            add(shape_sign(game, shape), cut(&kind.name));
        }
    }
    for owner in Side::BOTH {
        let owned = layout.pits().any(|pit| pit_state(game, position, pit).owner == Some(owner));
        if owned {
            // The flag stands in the middle of its sign, enlarged.
            let sign = flag(owner, Outward::Up, style);
            add(
                format!("<g transform=\"translate(-66 112) scale(2)\">{}</g>", path("flag", &sign)),
                format!("{}’s", owner.title()),
            );
        }
    }
    if layout.pits().any(|pit| position.is_closed(pit)) {
        add(path("pit", PitShape::Round.outline()) + &path("cross", CROSS), "closed".to_string());
    }
    if let Some(trail) = trail {
        let ring = |class: &str| format!("<g class=\"trail\">{}</g>", path(class, PitShape::Round.outline()));
        if trail.has_laps {
            add(ring("from"), "the move began".to_string());
            add(ring("to"), "the move ended".to_string());
        }
        if trail.hidden > 0 {
            let laps = if trail.hidden == 1 { "lap" } else { "laps" };
            add(String::new(), format!("{} more {laps} between", trail.hidden));
        }
        if trail.captures {
            add("<g class=\"trail\"><text y=\"22\">−n</text></g>".to_string(), "captured".to_string());
        }
    }
    for (counter, [south, north]) in game.rules.counters.iter().zip(position.memory.counters) {
        if [south, north] != [0, 0] {
            add(String::new(), format!("{}: South {south}, North {north}", cut(&counter.name)));
        }
    }
    if position.out > 0 {
        add(String::new(), format!("out of the game: {}", position.out));
    }
    if let Some(outcome) = position.outcome {
        let result = outcome.winner.map_or("a draw".to_string(), |winner| format!("{} has won", winner.title()));
        add(String::new(), result);
    }
    entries
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}
