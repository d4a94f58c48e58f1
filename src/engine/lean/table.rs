//! Tables of lines, made ready: what they ask is looked up at once.
//!
//! All that the lines of a table ask of a few lanes near `here` becomes the bits of one number; a
//! table says for every such number which lines fit. What cannot be looked up so is asked
//! beforehand, a bit for each question.

use super::ask::{Ask, Being, Reader, Route, Scene, Start};
use crate::rules::{Action, Clause, Receiver, Side, Target, Then, Whose};

/// The most questions that are looked up at once.
const MOST_BITS: usize = 11;

/// A table of lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    pub lines: Vec<Line>,
    lookup: Option<Lookup>,
}

/// A line: when, what, and what then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub ask: Ask,
    pub deeds: Vec<Deed>,
    pub next: Next,
}

/// How a move goes on after a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Next {
    Stop,
    Bonus,
    Relay(Route),
    Repeat(Route),
}

/// What a line does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Deed {
    Capture { most: u8, from: Vec<Spot>, to: Receiver },
    Move { most: u8, from: Spot, to: Spot },
    Mark(Vec<Spot>),
    Unmark(Vec<Spot>),
    Undo,
}

/// Where a line does it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Spot {
    At(Route),
    Store(Whose),
    Every(Ask),
}

/// Which lines fit, looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Lookup {
    /// The bits that `here` alone decides, by the mover.
    fixed: Box<[[u16; 64]; 2]>,
    places: Vec<Looked>,
    asked: Vec<(u16, Ask)>,
    /// A bit for each line that fits, by all bits.
    fitting: Vec<u16>,
}

/// A number that is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Looked {
    number: Number,
    /// In which lane, from each lane, by the mover.
    lanes: Box<[[u8; 64]; 2]>,
    bits: Box<[u16; 256]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Number {
    /// Seeds there.
    Held,
    /// Seeds in `here` before the last one fell.
    Before,
    /// 1 for a mark of the mover, 2 for one of the opponent.
    Mark,
}

impl Table {
    /// The lines of a table; `None` if they do what lanes do not tell.
    pub fn of<const N: usize, T>(
        reader: &Reader<N>,
        clauses: &[Clause<T>],
        next: impl Fn(&T) -> Option<Next>,
    ) -> Option<Table> {
        let line = |clause: &Clause<T>| {
            if clause.may {
                return None;
            }
            let deeds = clause.actions.iter().map(|action| deed(reader, action)).collect::<Option<_>>()?;
            Some(Line { ask: reader.ask(&clause.condition, false)?, deeds, next: next(&clause.then)? })
        };
        let lines: Vec<Line> = clauses.iter().map(line).collect::<Option<_>>()?;
        let lookup = Lookup::of(reader, &lines);
        Some(Table { lines, lookup })
    }

    /// A table of one line that only asks.
    pub fn asking<const N: usize>(reader: &Reader<N>, ask: Ask) -> Table {
        let lines = vec![Line { ask, deeds: vec![], next: Next::Stop }];
        let lookup = Lookup::of(reader, &lines);
        Table { lines, lookup }
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// A bit for each line that fits; where they cannot be looked up, for the first.
    pub fn fitting<const N: usize>(&self, scene: &Scene<N>) -> u16 {
        match &self.lookup {
            Some(lookup) => lookup.fitting(scene),
            None => {
                let first = self.lines.iter().position(|line| line.ask.holds(scene));
                first.map_or(0, |number| 1 << number.min(15))
            }
        }
    }

    /// The first line that fits.
    pub fn first<const N: usize>(&self, scene: &Scene<N>) -> Option<&Line> {
        self.lines.get(self.fitting(scene).trailing_zeros() as usize)
    }

}

impl Lookup {
    fn of<const N: usize>(reader: &Reader<N>, lines: &[Line]) -> Option<Lookup> {
        let mut leaves: Vec<&Ask> = vec![];
        for line in lines {
            find_leaves(&line.ask, &mut leaves);
        }
        if leaves.len() > MOST_BITS || lines.len() > 15 {
            return None;
        }
        let mut lookup = Lookup {
            fixed: Box::new([[0; 64]; 2]),
            places: vec![],
            asked: vec![],
            fitting: vec![0; 1 << leaves.len()],
        };
        for (number, leaf) in leaves.iter().enumerate() {
            lookup.add(reader, 1 << number, leaf);
        }
        for (bits, fitting) in lookup.fitting.iter_mut().enumerate() {
            let is = |ask: &Ask| {
                let number = leaves.iter().position(|leaf| *leaf == ask).expect("all leaves have been found");
                bits >> number & 1 == 1
            };
            for (number, line) in lines.iter().enumerate() {
                *fitting |= u16::from(holds(&line.ask, &is)) << number;
            }
        }
        Some(lookup)
    }

    /// Adds a question, which has this bit.
    fn add<const N: usize>(&mut self, reader: &Reader<N>, bit: u16, leaf: &Ask) {
        let nearby = |route: &Route| route.start == Start::Here && !returns(reader, route);
        match leaf {
            Ask::Is(route, Being::OneOf(such)) if route.start == Start::Here => {
                for mover in Side::BOTH {
                    for lane in reader.lanes() {
                        let target = route.lanes.as_ref().map_or(lane, |lanes| lanes[mover][lane].into());
                        self.fixed[mover][lane] |= bit * (such[mover] >> target & 1) as u16;
                    }
                }
            }
            Ask::Is(route, Being::Occupied) if *route == Route::HERE => {
                self.look(route, Number::Before, bit, |before| before > 0);
            }
            Ask::Is(route, Being::Occupied) if nearby(route) => self.look(route, Number::Held, bit, |held| held > 0),
            Ask::Is(route, Being::Holding(numbers)) if route.start == Start::Here => {
                self.look(route, Number::Held, bit, |held| numbers.has(held));
            }
            Ask::Is(route, Being::Marked(whose)) if route.start == Start::Here => {
                self.look(route, Number::Mark, bit, |mark| match whose {
                    None => mark > 0,
                    Some(Whose::Own) => mark == 1,
                    Some(Whose::Opponent) => mark == 2,
                });
            }
            other => self.asked.push((bit, other.clone())),
        }
    }

    fn look(&mut self, route: &Route, number: Number, bit: u16, holds: impl Fn(u8) -> bool) {
        let same = || Box::new([std::array::from_fn(|lane| lane as u8); 2]);
        let lanes = route.lanes.clone().unwrap_or_else(same);
        let known = self.places.iter().position(|place| place.number == number && place.lanes == lanes);
        let at = known.unwrap_or(self.places.len());
        if known.is_none() {
            self.places.push(Looked { number, lanes, bits: Box::new([0; 256]) });
        }
        for (value, bits) in (0..=u8::MAX).zip(self.places[at].bits.iter_mut()) {
            *bits |= bit * u16::from(holds(value));
        }
    }

    fn fitting<const N: usize>(&self, scene: &Scene<N>) -> u16 {
        let Scene { packed, moment, .. } = *scene;
        let mover = packed.to_move;
        let mut bits = self.fixed[mover][moment.here % 64];
        for place in &self.places {
            let lane = usize::from(place.lanes[mover][moment.here % 64]);
            let value = match place.number {
                Number::Before => moment.before,
                Number::Held => packed.held(lane),
                Number::Mark => {
                    let marked = |side: Side| packed.marks[side] >> lane & 1;
                    (marked(mover) | marked(mover.other()) << 1) as u8
                }
            };
            bits |= place.bits[usize::from(value)];
        }
        for (bit, ask) in &self.asked {
            if ask.holds(scene) {
                bits |= bit;
            }
        }
        self.fitting[usize::from(bits)]
    }
}

/// Whether a route leads some lane to itself, so that "empty" there means before the last seed.
fn returns<const N: usize>(reader: &Reader<N>, route: &Route) -> bool {
    let returns = |lanes: &[[u8; 64]; 2]| reader.lanes().any(|lane| lanes.iter().any(|to| usize::from(to[lane]) == lane));
    route.lanes.as_ref().is_some_and(|lanes| returns(lanes))
}

/// The questions that a condition is made of, each once.
fn find_leaves<'a>(ask: &'a Ask, leaves: &mut Vec<&'a Ask>) {
    match ask {
        Ask::Always => {}
        Ask::All(parts) | Ask::Any(parts) => parts.iter().for_each(|part| find_leaves(part, leaves)),
        Ask::Not(part) => find_leaves(part, leaves),
        leaf if leaves.contains(&leaf) => {}
        leaf => leaves.push(leaf),
    }
}

/// Whether a condition holds if the answers to its questions are known.
fn holds(ask: &Ask, is: &impl Fn(&Ask) -> bool) -> bool {
    match ask {
        Ask::Always => true,
        Ask::All(parts) => parts.iter().all(|part| holds(part, is)),
        Ask::Any(parts) => parts.iter().any(|part| holds(part, is)),
        Ask::Not(part) => !holds(part, is),
        leaf => is(leaf),
    }
}

fn deed<const N: usize>(reader: &Reader<N>, action: &Action) -> Option<Deed> {
    let spots = |targets: &[Target]| targets.iter().map(|target| spot(reader, target)).collect::<Option<Vec<_>>>();
    let most = |seeds: &Option<u16>| seeds.map_or(u8::MAX, |seeds| seeds as u8);
    Some(match action {
        Action::Capture { seeds, from, to } => Deed::Capture { most: most(seeds), from: spots(from)?, to: *to },
        Action::Move { seeds, from, to } => {
            Deed::Move { most: most(seeds), from: spot(reader, from)?, to: spot(reader, to)? }
        }
        Action::Mark { pits, .. } => Deed::Mark(spots(pits)?),
        Action::Unmark { pits } => Deed::Unmark(spots(pits)?),
        Action::Undo => Deed::Undo,
        Action::Choose(_) | Action::Reverse => return None,
    })
}

fn spot<const N: usize>(reader: &Reader<N>, target: &Target) -> Option<Spot> {
    Some(match target {
        Target::Pit(path) => Spot::At(reader.route(path, false)?),
        Target::Store(whose) => Spot::Store(*whose),
        Target::Every(condition) => Spot::Every(reader.ask(condition, false)?),
    })
}

/// How a move goes on after a line of `land` or `finish`.
pub(super) fn next<const N: usize>(reader: &Reader<N>, then: &Then) -> Option<Next> {
    Some(match then {
        Then::Stop => Next::Stop,
        Then::Bonus => Next::Bonus,
        Then::Relay(path) => Next::Relay(reader.route(path, false)?),
        Then::Repeat(path) => Next::Repeat(reader.route(path, false)?),
    })
}
