//! Seeds in pits and stores. They lie as on dice up to six, and in rings above. A number of seeds always lies in
//! the same way, so that pictures can be compared.

use std::f64::consts::TAU;

use super::geometry::{Geometry, StorePlace};
use crate::game::Game;

/// The radii of seeds, in tenths.
const RADII: [u16; 6] = [67, 58, 48, 40, 33, 28];
/// The most seeds that are drawn in a pit.
const MOST_DRAWN: u16 = 60;
/// The gap between two seeds.
const GAP: f64 = 1.5;

/// Seeds as dots: a path of points, drawn with a round stroke of the width of a seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dots {
    /// The radius of a seed, in tenths.
    pub radius: u16,
    /// The points.
    pub path: String,
}

impl Dots {
    /// The classes of the path in the style sheet.
    pub fn class(&self) -> String {
        format!("seeds s{}", self.radius)
    }
}

/// The radii of all seeds, in tenths.
pub fn radii() -> [u16; 6] {
    RADII
}

/// The seeds of a pit around its middle, within a radius.
pub fn seed_dots(seeds: u16, room: f64) -> Dots {
    let drawn = seeds.min(MOST_DRAWN).min(capacity(RADII[RADII.len() - 1], room) as u16);
    let fits = |radius: &&u16| capacity(**radius, room) >= usize::from(drawn);
    let radius = *RADII.iter().find(fits).unwrap_or(&RADII[RADII.len() - 1]);
    let points = match drawn {
        0 => vec![],
        1..=6 => dice(drawn),
        _ => rings(drawn.into(), radius, room),
    };
    Dots { radius, path: points.iter().map(|&point| dot(point)).collect() }
}

/// A point of a path that is drawn as a dot.
fn dot((x, y): (f64, f64)) -> String {
    format!("M{} {}h.01", tenth(x), tenth(y))
}

/// A number with at most one decimal.
fn tenth(number: f64) -> String {
    let rounded = (number * 10.0).round() / 10.0;
    if rounded == 0.0 { "0".into() } else { format!("{rounded}") }
}

/// The faces of a die.
fn dice(seeds: u16) -> Vec<(f64, f64)> {
    let d = 11.5;
    match seeds {
        1 => vec![(0.0, 0.0)],
        2 => vec![(-d, 0.0), (d, 0.0)],
        3 => vec![(0.0, -13.0), (-d, 8.0), (d, 8.0)],
        4 => vec![(-d, -d), (d, -d), (-d, d), (d, d)],
        5 => vec![(-14.0, -14.0), (14.0, -14.0), (0.0, 0.0), (-14.0, 14.0), (14.0, 14.0)],
        _ => [-16.0, 0.0, 16.0].into_iter().flat_map(|y| [(-d, y), (d, y)]).collect(),
    }
}

/// The radii of the rings from the outermost, and how many seeds each holds.
fn ring_places(radius: u16, room: f64) -> Vec<(f64, usize)> {
    let radius = f64::from(radius) / 10.0;
    let step = 2.0 * radius + GAP;
    let outer = room - radius - 1.5;
    let count = (outer / step).floor() as usize;
    let mut rings = vec![];
    for index in 0..=count {
        let ring = outer - index as f64 * step;
        // The chord between two neighbours is at least a seed and its gap.
        let holds = if ring < step / 2.0 { 1 } else { (TAU / (2.0 * (step / (2.0 * ring)).min(1.0).asin())) as usize };
        rings.push((if holds == 1 { 0.0 } else { ring }, holds));
    }
    rings
}

fn capacity(radius: u16, room: f64) -> usize {
    ring_places(radius, room).iter().map(|(_, holds)| holds).sum()
}

/// Seeds in as few rings as hold them, each filled in proportion to its room.
fn rings(seeds: usize, radius: u16, room: f64) -> Vec<(f64, f64)> {
    let all = ring_places(radius, room);
    let mut held = 0;
    let used: Vec<(f64, usize)> = all
        .into_iter()
        .take_while(|(_, holds)| {
            let needed = held < seeds;
            held += holds;
            needed
        })
        .collect();
    let total: usize = used.iter().map(|(_, holds)| holds).sum();
    let mut shares: Vec<usize> = used.iter().map(|(_, holds)| holds * seeds / total).collect();
    let mut left = seeds - shares.iter().sum::<usize>();
    for (share, (_, holds)) in shares.iter_mut().zip(&used) {
        let more = left.min(holds - *share);
        *share += more;
        left -= more;
    }
    let mut points = vec![];
    for (number, (&(ring, _), &share)) in used.iter().zip(&shares).enumerate() {
        // Every second ring is turned by half a step.
        let turn = if number % 2 == 1 { 0.5 } else { 0.0 };
        for index in 0..share {
            let angle = TAU * (index as f64 + turn) / share as f64 - TAU / 4.0;
            points.push((ring * angle.cos(), ring * angle.sin()));
        }
    }
    points
}

/// The places of the seeds in a store, from its bottom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heap {
    /// The radius of a seed, in tenths.
    pub radius: u16,
    /// The dots, the first seed first.
    pub dots: Vec<String>,
}

impl Heap {
    /// The classes of its path in the style sheet.
    pub fn class(&self) -> String {
        format!("seeds s{}", self.radius)
    }

    /// The path of the first seeds. Seeds that find no room are not drawn.
    pub fn first(&self, seeds: usize) -> String {
        self.dots[..seeds.min(self.dots.len())].concat()
    }
}

/// The heap of a store with room for all seeds of the game, as far as they are not too small.
pub fn heap(game: &Game, geometry: &Geometry, store: &StorePlace) -> Heap {
    let seeds = usize::from(game.program.start().total());
    let fitting = RADII.iter().map(|&radius| heap_of(geometry, store, radius)).find(|heap| heap.dots.len() >= seeds);
    fitting.unwrap_or_else(|| heap_of(geometry, store, RADII[RADII.len() - 1]))
}

fn heap_of(geometry: &Geometry, store: &StorePlace, tenths: u16) -> Heap {
    let radius = f64::from(tenths) / 10.0;
    let (x, y) = (f64::from(store.at.0), f64::from(store.at.1));
    let (width, height) = (f64::from(store.size.0), f64::from(store.size.1));
    let step = 2.0 * radius + 2.0;
    // The heap grows along the store, away from the number.
    let (wide, high) = if geometry.style.upright { (height, width - 46.0) } else { (width, height - 50.0) };
    let mut dots = vec![];
    let mut level = 0;
    loop {
        let depth = 9.0 + radius + f64::from(level) * step * 0.92;
        if depth + radius > high {
            break;
        }
        // The lowest rows are shortened by the round corners.
        let corner = 32.0;
        let inset = if depth < corner { corner - (corner * corner - (corner - depth).powi(2)).sqrt() } else { 0.0 };
        let most = ((wide - 2.0 * inset - 12.0) / step).floor().max(1.0) as u32;
        let row = if level % 2 == 1 && most > 2 { most - 1 } else { most };
        for index in 0..row {
            let offset = (f64::from(index) - f64::from(row - 1) / 2.0) * step;
            let point = if geometry.style.upright {
                (x + depth, y + height / 2.0 + offset)
            } else {
                (x + width / 2.0 + offset, y + height - depth)
            };
            dots.push(dot(point));
        }
        level += 1;
    }
    Heap { radius: tenths, dots }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The points of a path of dots.
    fn points(path: &str) -> Vec<(f64, f64)> {
        let number = |text: &str| text.parse::<f64>().expect("a number");
        let point = |part: &str| {
            let (x, y) = part.trim_end_matches("h.01").split_once(' ').expect("two numbers");
            (number(x), number(y))
        };
        path.split('M').skip(1).map(point).collect()
    }

    #[test]
    fn seeds_lie_in_their_pit_and_apart() {
        for room in [29.0, 33.0, 34.0, 35.0] {
            for seeds in 0..=300 {
                let Dots { radius, path } = seed_dots(seeds, room);
                let (radius, points) = (f64::from(radius) / 10.0, points(&path));
                assert!(points.len() == usize::from(seeds) || seeds > 40, "{seeds} in {room}: {}", points.len());
                for (number, &(x, y)) in points.iter().enumerate() {
                    assert!(x.hypot(y) + radius <= room, "{seeds} in {room}: a seed at {x}, {y}");
                    for &(other_x, other_y) in &points[..number] {
                        let apart = (x - other_x).hypot(y - other_y);
                        assert!(apart > 2.0 * radius - 0.2, "{seeds} in {room}: two seeds are {apart} apart");
                    }
                }
            }
        }
    }
}
