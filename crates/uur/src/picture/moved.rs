//! The last move on a board: where it began and ended, its laps as lines with arrows, and what it captured.

use std::fmt::Write;

use super::geometry::{Geometry, Point, RADIUS};
use super::shape::pit_state;
use crate::engine::{Event, Pit, Position, standing};
use crate::game::Game;

/// The most laps that are drawn: the first two and the last two.
const MOST_LAPS: usize = 4;
/// The radius of a line's corner.
const CORNER: i32 = 8;
/// The length of an arrow's head.
const HEAD: i32 = 12;
/// The distance of a line from the middle of its pit, where another may go in or out.
const ASIDE: i32 = 10;

/// The last move on a board.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trail {
    /// What is drawn, in this order.
    pub parts: Vec<TrailPart>,
    /// Whether the line of a lap is drawn.
    pub has_laps: bool,
    /// The number of laps that are not drawn.
    pub hidden: usize,
    /// Whether a captured pit is marked.
    pub captures: bool,
    /// Whether seeds went from one pit to another.
    pub transfers: bool,
}

/// A part of the drawing of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrailPart {
    /// A line or a head.
    Path {
        /// Its class in the style sheet.
        class: &'static str,
        /// The path.
        d: String,
    },
    /// A number of seeds.
    Text {
        /// The middle of the text.
        at: Point,
        /// The text.
        text: String,
    },
}

impl TrailPart {
    /// The part as an element of SVG.
    pub fn svg(&self) -> String {
        match self {
            TrailPart::Path { class, d } => format!("<path class=\"{class}\" d=\"{d}\"/>\n"),
            TrailPart::Text { at: (x, y), text } => format!("<text x=\"{x}\" y=\"{y}\">{text}</text>\n"),
        }
    }
}

/// The way of a lap: from a pit to the pit where its last seed falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Leg {
    from: Pit,
    to: Pit,
}

/// Returns the drawing of a move with these events, which led to this position.
pub fn trail(game: &Game, position: &Position, geometry: &Geometry, events: &[Event]) -> Trail {
    let mut legs: Vec<(Leg, bool)> = vec![];
    let mut captures: Vec<(Pit, u16)> = vec![];
    let mut transfers: Vec<Leg> = vec![];
    for event in standing(&game.rules, events) {
        match *event {
            Event::Lift { pit, .. } => legs.push((Leg { from: pit, to: pit }, false)),
            Event::Resow { after, .. } => legs.push((Leg { from: after, to: after }, false)),
            Event::Drop { pit, .. } => {
                if let Some((leg, sown)) = legs.last_mut() {
                    (leg.to, *sown) = (pit, true);
                }
            }
            Event::Capture { pit, seeds, .. } => match captures.iter_mut().find(|(of, _)| *of == pit) {
                Some((_, sum)) => *sum += u16::from(seeds),
                None => captures.push((pit, seeds.into())),
            },
            Event::Transfer { from, to, .. } => transfers.push(Leg { from, to }),
            _ => {}
        }
    }
    let legs: Vec<Leg> = legs.into_iter().filter(|(_, sown)| *sown).map(|(leg, _)| leg).collect();
    let mut trail = Trail { captures: !captures.is_empty(), transfers: !transfers.is_empty(), ..Trail::default() };
    let drawing = Lines { game, position, geometry };

    let shown: Vec<Leg> = if legs.len() > MOST_LAPS {
        let half = MOST_LAPS / 2;
        legs[..half].iter().chain(&legs[legs.len() - half..]).copied().collect()
    } else {
        legs.clone()
    };
    trail.hidden = legs.len() - shown.len();
    trail.has_laps = !shown.is_empty();
    if geometry.style.compact {
        // There is room for the rings only.
        drawing.rings(&legs, &mut trail.parts);
        return trail;
    }
    let step = if shown.len() > 2 { 8 } else { 12 };
    for (number, leg) in shown.iter().enumerate() {
        let offset = (2 * number as i32 - (shown.len() as i32 - 1)) * step / 2;
        drawing.line(*leg, offset, "path", &mut trail.parts);
    }
    for leg in &transfers {
        drawing.straight(*leg, &mut trail.parts);
    }
    for &(pit, seeds) in &captures {
        drawing.captured(pit, seeds, &mut trail.parts);
    }
    drawing.rings(&legs, &mut trail.parts);
    trail
}

struct Lines<'a> {
    game: &'a Game,
    position: &'a Position,
    geometry: &'a Geometry,
}

impl Lines<'_> {
    /// The middle of a pit on the lying board, and its line; none for stores.
    fn pit(&self, pit: Pit) -> Option<(Point, usize)> {
        self.geometry.cell(pit).map(|cell| (self.geometry.lying(cell.at), cell.line))
    }

    /// The points between a pit and the channel, from the pit on. `towards` is 1 if the line goes on to the right.
    fn leg(&self, pit: Pit, channel: i32, towards: i32, room: i32) -> Option<Vec<Point>> {
        if let Some(side) = pit.store_of() {
            let store = self.geometry.store(side)?;
            let (along, _) = self.geometry.lying(store.at);
            let (near, far) = (self.geometry.along[0], self.geometry.along[1]);
            // The store lies left or right of all pits.
            let edge = if along < near { near - 26 - room } else { far + 26 + room };
            return Some(vec![(edge, channel)]);
        }
        let ((along, across), line) = self.pit(pit)?;
        let below = self.geometry.below_channel;
        if line == below || line + 1 == below {
            let side = if across > channel { -1 } else { 1 };
            let along = along + towards * ASIDE;
            return Some(vec![(along, across + side * (RADIUS + 1 + room)), (along, channel)]);
        }
        // From a row behind, the line passes between two columns.
        let gap = along + towards * 46;
        Some(vec![(along + towards * (RADIUS + 1 + room.min(6)), across), (gap, across), (gap, channel)])
    }

    /// The line of a lap through the channel.
    fn line(&self, leg: Leg, offset: i32, class: &'static str, parts: &mut Vec<TrailPart>) {
        let along = |pit: Pit| match pit.store_of() {
            Some(side) => self.geometry.store(side).map(|store| self.geometry.lying(store.at).0),
            None => self.pit(pit).map(|((along, _), _)| along),
        };
        let (Some(from), Some(to)) = (along(leg.from), along(leg.to)) else { return };
        let towards = if to >= from { 1 } else { -1 };
        let channel = self.geometry.channel + offset;
        let (Some(mut points), Some(mut end)) =
            (self.leg(leg.from, channel, towards, 0), self.leg(leg.to, channel, -towards, HEAD))
        else {
            return;
        };
        // The tip of the head lies at the pit.
        let inner = self.leg(leg.to, channel, -towards, 0).expect("it was just found");
        let tip = inner[0];
        let base = end[0];
        end.reverse();
        points.extend(end);
        points.dedup();
        let lying = |points: &[Point]| points.iter().map(|&(u, v)| self.geometry.point(u, v)).collect::<Vec<_>>();
        parts.push(TrailPart::Path { class, d: rounded(&lying(&points)) });
        let tip = if tip == base { (tip.0 + towards * HEAD, tip.1) } else { tip };
        let ends = lying(&[base, tip]);
        parts.push(TrailPart::Path { class: "head", d: head(ends[0], ends[1]) });
    }

    /// A straight dashed line between two pits, for seeds that are not sown.
    fn straight(&self, leg: Leg, parts: &mut Vec<TrailPart>) {
        let middle = |pit: Pit| match pit.store_of() {
            Some(side) => {
                self.geometry.store(side).map(|store| (store.at.0 + store.size.0 / 2, store.at.1 + store.size.1 / 2))
            }
            None => self.geometry.cell(pit).map(|cell| cell.at),
        };
        let (Some(from), Some(to)) = (middle(leg.from), middle(leg.to)) else { return };
        let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let length = dx.hypot(dy);
        if length < 2.0 * f64::from(RADIUS + HEAD) {
            return;
        }
        let at = |distance: f64| {
            let share = distance / length;
            ((f64::from(from.0) + dx * share).round() as i32, (f64::from(from.1) + dy * share).round() as i32)
        };
        let edge = f64::from(RADIUS + 2);
        let (start, base, tip) = (at(edge), at(length - edge - f64::from(HEAD)), at(length - edge));
        parts.push(TrailPart::Path { class: "move", d: format!("M{} {}L{} {}", start.0, start.1, base.0, base.1) });
        parts.push(TrailPart::Path { class: "head", d: head(base, tip) });
    }

    /// The number of captured seeds: in the pit if it is empty now, otherwise beside it.
    fn captured(&self, pit: Pit, seeds: u16, parts: &mut Vec<TrailPart>) {
        let Some(cell) = self.geometry.cell(pit) else { return };
        let empty = self.position.seeds[pit.index()] == 0 && !self.position.is_closed(pit);
        let at = if empty { (cell.at.0, cell.at.1 + 8) } else { (cell.at.0 + 34, cell.at.1 + 40) };
        parts.push(TrailPart::Text { at, text: format!("−{seeds}") });
    }

    /// Lines around the pits where the move began and ended.
    fn rings(&self, legs: &[Leg], parts: &mut Vec<TrailPart>) {
        if let (Some(first), Some(last)) = (legs.first(), legs.last()) {
            self.ring(first.from, "from", parts);
            self.ring(last.to, "to", parts);
        }
    }

    /// A line around a pit or a store.
    fn ring(&self, pit: Pit, class: &'static str, parts: &mut Vec<TrailPart>) {
        if let Some(side) = pit.store_of() {
            let Some(store) = self.geometry.store(side) else { return };
            let ((x, y), (width, height)) = (store.at, store.size);
            let (width, height) = (width - 64, height - 64);
            let d = format!(
                "M{} {}h{width}a35 35 0 0 1 35 35v{height}a35 35 0 0 1 -35 35h-{width}a35 35 0 0 1 -35 -35v-{height}\
                 a35 35 0 0 1 35 -35z",
                x + 32,
                y - 3
            );
            parts.push(TrailPart::Path { class, d });
            return;
        }
        let Some(cell) = self.geometry.cell(pit) else { return };
        let around = pit_state(self.game, self.position, pit).shape.around();
        parts.push(TrailPart::Path { class, d: moved_by(around, cell.at) });
    }
}

/// Moves a path whose commands are relative but for its first one, or all of which are absolute lines.
fn moved_by(d: &str, (x, y): Point) -> String {
    let mut out = String::new();
    for part in d.split_inclusive(['M', 'L', 'h', 'v', 'a', 'l', 'z']) {
        // A part is the numbers after one command and the next command.
        let command = part.chars().last().filter(char::is_ascii_alphabetic);
        let numbers = part.trim_end_matches(char::is_alphabetic);
        let absolute = out.ends_with(['M', 'L']);
        match numbers.split_once(' ') {
            Some((px, py)) if absolute => {
                let number = |text: &str| text.trim().parse::<i32>().unwrap_or(0);
                let _ = write!(out, "{} {}", number(px) + x, number(py) + y);
            }
            _ => out += numbers,
        }
        out.extend(command);
    }
    out
}

/// A path through points with round corners.
fn rounded(points: &[Point]) -> String {
    let mut d = String::new();
    let Some((&first, rest)) = points.split_first() else { return d };
    let _ = write!(d, "M{} {}", first.0, first.1);
    for (index, &(x, y)) in rest.iter().enumerate() {
        let Some(&next) = rest.get(index + 1) else {
            let _ = write!(d, "L{x} {y}");
            break;
        };
        let before = points[index];
        let near = |other: Point| {
            let (dx, dy) = (other.0 - x, other.1 - y);
            let most = CORNER.min(dx.abs().max(dy.abs()) / 2);
            (x + dx.signum() * most.min(dx.abs()), y + dy.signum() * most.min(dy.abs()))
        };
        let (a, b) = (near(before), near(next));
        let _ = write!(d, "L{} {}Q{x} {y} {} {}", a.0, a.1, b.0, b.1);
    }
    d
}

/// The head of an arrow.
fn head(base: Point, tip: Point) -> String {
    let (dx, dy) = (f64::from(tip.0 - base.0), f64::from(tip.1 - base.1));
    let length = dx.hypot(dy).max(1.0);
    let (wx, wy) = ((-dy / length * 7.0).round() as i32, (dx / length * 7.0).round() as i32);
    format!("M{} {}L{} {}L{} {}z", tip.0, tip.1, base.0 + wx, base.1 + wy, base.0 - wx, base.1 - wy)
}
