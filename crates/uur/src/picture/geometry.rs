//! Where everything of a board lies in its picture.
//!
//! Places are computed on a board that lies on the table: *along* its rows and *across* them. An upright picture
//! turns them by a quarter.

use super::{PictureStyle, players};
use crate::engine::{Pit, Position};
use crate::game::Game;
use crate::render::{shows_stores, store_lies_left, table_lines};
use crate::rules::Side;

/// The radius of a pit.
pub const RADIUS: i32 = 36;
/// The width of a store, across the rows of an upright board its height.
const STORE: i32 = 76;
/// The distance between a row and the captions' far edge.
const CAPTION: i32 = 46;
/// The distance between the players' rows, where the arrows run.
const CHANNEL: i32 = 46;
/// The distance between the edge of the board and what lies on it.
const EDGE: i32 = 26;

/// A point of the picture.
pub type Point = (i32, i32);

/// The side of a pit on which its caption stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outward {
    /// Above it.
    Up,
    /// Below it.
    Down,
    /// Left of it.
    Left,
    /// Right of it.
    Right,
}

impl Outward {
    /// The name of the side in the style sheet.
    pub fn class(self) -> &'static str {
        match self {
            Outward::Up => "up",
            Outward::Down => "down",
            Outward::Left => "left",
            Outward::Right => "right",
        }
    }

    /// Where the letter ends and the middle of the number, from the middle of the pit.
    pub fn captions(self) -> [Point; 2] {
        match self {
            Outward::Up => [(-19, -47), (4, -47)],
            Outward::Down => [(-19, 64), (4, 64)],
            Outward::Left => [(-47, -11), (-60, 17)],
            Outward::Right => [(61, -11), (60, 17)],
        }
    }
}

/// The place of a pit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellPlace {
    /// The pit.
    pub pit: Pit,
    /// Its middle.
    pub at: Point,
    /// Where its caption stands.
    pub out: Outward,
    /// Its line on the table, 0 for the uppermost.
    pub line: usize,
}

/// The place of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StorePlace {
    /// Whose it is.
    pub side: Side,
    /// Its upper left corner.
    pub at: Point,
    /// Its width and height.
    pub size: Point,
    /// The middle of its number, on the line of the text.
    pub number: Point,
}

/// Where everything of a board lies in its picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Geometry {
    /// How the board is pictured.
    pub style: PictureStyle,
    /// The width of the picture.
    pub width: i32,
    /// The height of the board; the picture is higher by its legend.
    pub height: i32,
    /// The pits, from the top and from the left.
    pub cells: Vec<CellPlace>,
    /// The stores.
    pub stores: Vec<StorePlace>,
    /// The ends of the line between the players' rows.
    pub(super) groove: Option<[Point; 2]>,
    /// The players' names: the middles of the texts.
    pub(super) names: Vec<(Side, Point)>,
    /// The places of the sign for the player to move.
    pub(super) turns: Vec<(Side, [i32; 2])>,
    /// The line of the arrows, across the board.
    pub(super) channel: i32,
    /// The line of the table below the channel.
    pub(super) below_channel: usize,
    /// The extent of the pits along the board.
    pub(super) along: [i32; 2],
    /// The length of the board.
    length: i32,
}

impl Geometry {
    /// Lays out a board. The stores are there if the game counts seeds.
    pub fn of(game: &Game, position: &Position, style: PictureStyle) -> Geometry {
        let layout = game.program.layout();
        let lines = table_lines(game, style.flip);
        let has_stores = shows_stores(game, position);
        let left: Vec<Side> = sides_at(game, style, true).into_iter().filter(|_| has_stores).collect();
        let right: Vec<Side> = sides_at(game, style, false).into_iter().filter(|_| has_stores).collect();
        let names_beside = !has_stores && !layout.is_alone();
        let column = if style.compact { 82 } else { 92 };

        // Along the rows.
        let store_room = if style.compact { STORE + 16 } else { STORE + 26 };
        // On an upright board the names of stores stand outside: between a store and the pits they would read as those of
        // the columns.
        let outside = if style.upright && !style.compact && has_stores { 24 } else { 0 };
        let mut first = match (left.is_empty(), names_beside && !style.compact) {
            (false, _) => EDGE + outside + store_room,
            (true, true) => EDGE + 84,
            (true, false) => EDGE + if layout.is_alone() { 0 } else { 14 },
        };
        if style.compact {
            first -= 8;
        }
        let columns = lines.iter().map(Vec::len).max().unwrap_or(1) as i32;
        let last = first + 2 * RADIUS + (columns - 1) * column;
        let after = if style.compact { EDGE - 8 } else { EDGE + outside };
        let length = last + if right.is_empty() { after } else { after + store_room };
        let length = length.max(if layout.is_alone() { 0 } else { 300 });

        // Across them.
        let down =
            |pit: Pit| layout.is_shared() || layout.is_alone() || (layout.side(pit) == Side::South) != style.flip;
        let caption = match (style.compact, style.upright) {
            (true, _) => 0,
            (false, false) => CAPTION,
            (false, true) => CAPTION + 24,
        };
        let has = |line: &Vec<Option<Pit>>, downwards: bool| line.iter().flatten().any(|&pit| down(pit) == downwards);
        let below_channel = lines.len() / 2;
        let mut at = 0;
        let mut middles = vec![];
        let mut channel = 0;
        for (number, line) in lines.iter().enumerate() {
            let above = if has(line, false) { caption } else { 0 };
            let below = number.checked_sub(1).map_or(0, |before| if has(&lines[before], true) { caption } else { 0 });
            let room = if number > 0 && (number == below_channel || above + below > 0 && lines.len() % 2 == 1) {
                let room = match (style.compact, above + below > 0) {
                    (true, _) => 26,
                    (false, false) => CHANNEL,
                    // Captions of pits that lie between the players' rows.
                    (false, true) => 24,
                };
                if number == below_channel {
                    channel = at + below + room / 2;
                }
                above + below + room
            } else if number == 0 {
                let arrows = if lines.len() == 1 && !style.compact { 26 } else { 0 };
                channel = EDGE + arrows / 2;
                EDGE - if style.compact { 8 } else { 0 } + (above - 10).max(0) + arrows
            } else {
                (above + below).max(12)
            };
            at += room + RADIUS;
            middles.push(at);
            at += RADIUS;
        }
        let last_below = lines.last().is_some_and(|line| has(line, true));
        let mut breadth = at + if last_below { (caption - 6).max(0) } else { 0 } + EDGE - 8;
        if style.compact {
            breadth = at + EDGE - 8;
        }
        let mut shift = 0;
        if has_stores && lines.len() == 1 && breadth < 170 {
            // Two names and a store need more room than one row.
            shift = (170 - breadth) / 2;
            breadth = 170;
        }
        middles.iter_mut().for_each(|middle| *middle += shift);
        channel += shift;

        let mut geometry = Geometry {
            style,
            width: if style.upright { breadth } else { length },
            height: if style.upright { length } else { breadth },
            cells: vec![],
            stores: vec![],
            groove: None,
            names: vec![],
            turns: vec![],
            channel,
            below_channel,
            along: [first, last],
            length,
        };
        for (number, line) in lines.iter().enumerate() {
            for (index, pit) in line.iter().enumerate() {
                let Some(pit) = *pit else { continue };
                let along = first + RADIUS + index as i32 * column;
                let out = match (down(pit), style.upright) {
                    (true, false) => Outward::Down,
                    (false, false) => Outward::Up,
                    (true, true) => Outward::Right,
                    (false, true) => Outward::Left,
                };
                geometry.cells.push(CellPlace { pit, at: geometry.point(along, middles[number]), out, line: number });
            }
        }
        if lines.len() > 1 && lines.len().is_multiple_of(2) {
            geometry.groove = Some([geometry.point(first, channel), geometry.point(last, channel)]);
        }
        for (sides, at_left) in [(&left, true), (&right, false)] {
            let share = breadth / sides.len().max(1) as i32;
            for (index, &side) in sides.iter().enumerate() {
                let start = if at_left { after } else { length - after - STORE };
                geometry.lay_store(side, start, index as i32 * share, share);
            }
        }
        if names_beside || has_stores && !layout.is_alone() {
            geometry.lay_turns(&lines, &middles, layout.is_shared(), first);
        }
        if names_beside && !style.compact {
            geometry.names =
                geometry.turns.iter().map(|&(side, [along, across])| (side, (along - 46, across + 7))).collect();
        }
        for (_, place) in &mut geometry.turns {
            let (x, y) = if style.upright { (place[1], length - place[0]) } else { (place[0], place[1]) };
            *place = [x, y];
        }
        if style.upright {
            for (_, place) in geometry.names.iter_mut().filter(|_| names_beside) {
                *place = (place.1 - 7, length - place.0 - 20);
            }
        }
        geometry
    }

    /// Lays a store whose length begins here and whose breadth lies within a share of the board.
    fn lay_store(&mut self, side: Side, along: i32, from: i32, share: i32) {
        let lower = (players(self.style)[1] == side) as i32;
        let (edge, name) = if self.style.compact { (18, 0) } else { (EDGE, if self.style.upright { 0 } else { 28 }) };
        let across = from + edge + name * (1 - lower);
        let breadth = share - 2 * edge - name;
        if self.style.upright {
            let (x, y) = self.point(along + STORE, across);
            self.stores.push(StorePlace {
                side,
                at: (x, y),
                size: (breadth, STORE),
                number: if self.style.compact { (x + breadth / 2, y + 52) } else { (x + breadth - 34, y + 47) },
            });
            if !self.style.compact {
                let name_y = if y > self.length / 2 { y + STORE + 24 } else { y - 10 };
                self.names.push((side, (x + breadth / 2, name_y)));
            }
            return;
        }
        let number_y = if self.style.compact { across + breadth / 2 + 14 } else { across + 36 };
        self.stores.push(StorePlace {
            side,
            at: (along, across),
            size: (STORE, breadth),
            number: (along + STORE / 2, number_y),
        });
        if !self.style.compact {
            let name_y = if lower == 1 { across + breadth + 24 } else { across - 11 };
            self.names.push((side, (along + STORE / 2, name_y)));
        }
    }

    /// Places the signs of the player to move beside the players' rows.
    fn lay_turns(&mut self, lines: &[Vec<Option<Pit>>], middles: &[i32], shared: bool, first: i32) {
        let [upper, lower] = players(self.style);
        let along = first - if self.style.compact { 15 } else { 20 };
        let half = lines.len() / 2;
        let mean = |middles: &[i32]| (middles[0] + middles[middles.len() - 1]) / 2;
        let (top, bottom) = match (shared, half) {
            (true, _) | (_, 0) => (middles[0] - 30, middles[0] + 30),
            _ => (mean(&middles[..half]), mean(&middles[middles.len() - half..])),
        };
        self.turns = vec![(upper, [along, top]), (lower, [along, bottom])];
    }

    /// The point of the picture at this place of the lying board.
    pub(super) fn point(&self, along: i32, across: i32) -> Point {
        if self.style.upright { (across, self.length - along) } else { (along, across) }
    }

    /// The place on the lying board of a point of the picture.
    pub(super) fn lying(&self, (x, y): Point) -> Point {
        if self.style.upright { (self.length - y, x) } else { (x, y) }
    }

    /// The sign for the player to move, which points to the rows.
    pub(super) fn turn(&self, x: i32, y: i32) -> String {
        if self.style.upright {
            format!("M{} {}l11 -14l11 14z", x - 11, y)
        } else {
            format!("M{x} {}l14 11l-14 11z", y - 11)
        }
    }

    /// The place of a pit.
    pub fn cell(&self, pit: Pit) -> Option<&CellPlace> {
        self.cells.iter().find(|cell| cell.pit == pit)
    }

    /// The place of a player's store.
    pub fn store(&self, side: Side) -> Option<&StorePlace> {
        self.stores.iter().find(|store| store.side == side)
    }

    /// The width in pixels below which numbers stand in the pits, because a column has less than 44.
    pub fn narrow(&self) -> i32 {
        self.width * 44 / 92
    }
}

/// The players whose stores lie at the left or at the right: each at the player's right hand, or where sowing
/// reaches it.
fn sides_at(game: &Game, style: PictureStyle, left: bool) -> Vec<Side> {
    let alone = game.program.layout().is_alone();
    let passes = game.rules.sowing.passes_stores();
    let [upper, lower] = players(style);
    let order = if alone { vec![Side::South] } else { vec![upper, lower] };
    let lies_left = |side: Side| if passes { store_lies_left(game, side, style.flip) } else { !alone && side == upper };
    order.into_iter().filter(|&side| lies_left(side) == left).collect()
}
