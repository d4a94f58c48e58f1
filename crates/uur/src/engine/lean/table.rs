//! Tables of lines, made ready: what they ask is looked up at once.
//!
//! All that the lines of a table ask of a few lanes near `here` becomes the bits of one number; a
//! table says for every such number which lines fit. What cannot be looked up so is asked
//! beforehand, a bit for each question.

use super::Packed;
use super::ask::{Ask, Being, Reader, Route, Scene, Start, Sum};
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
    number: usize,
    pub ask: Ask,
    pub deeds: Vec<Deed>,
    pub next: Next,
    /// The same, if it is no more than to capture.
    pub captures: Option<Captures>,
}

/// A line that captures all seeds of some pits, and ends the move then or tries the same from one pit to
/// the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Captures {
    /// Where the pits are.
    pub routes: Vec<Route>,
    /// Whether the seeds leave the game; else they are the mover's.
    pub removes: bool,
    pub bonus: bool,
    /// The way to the next pit, and how often it is gone at most.
    pub along: Option<(Route, u16)>,
}

impl Captures {
    fn of<const N: usize>(reader: &Reader<N>, deeds: &[Deed], next: &Next) -> Option<Captures> {
        let [Deed::Capture { most: u8::MAX, from, to }] = deeds else { return None };
        let removes = match to {
            Receiver::Mover => false,
            Receiver::Nobody => true,
            Receiver::Opponent | Receiver::Owner => return None,
        };
        let is_pit = |lane: &usize| Packed::<N>::pit(reader.program, *lane).store_of().is_none();
        let stays_in_pits = |route: &Route| {
            let leads_to_pits = |lane| Side::BOTH.into_iter().all(|mover| is_pit(&route.to(lane, mover)));
            route.start == Start::Here && reader.lanes().filter(is_pit).all(leads_to_pits)
        };
        let (bonus, along) = match next {
            Next::Stop => (false, None),
            Next::Bonus => (true, None),
            Next::Relay(_) => return None,
            Next::Repeat { along, most } => match &along[..] {
                [only] if stays_in_pits(only) => (false, Some((only.clone(), *most))),
                _ => return None,
            },
        };
        let routes = from.iter().map(|spot| match spot {
            Spot::At(route) if stays_in_pits(route) => Some(route.clone()),
            Spot::At(_) | Spot::Store(_) | Spot::Every(_) => None,
        });
        Some(Captures { routes: routes.collect::<Option<_>>()?, removes, bonus, along })
    }
}

/// How a move goes on after a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Next {
    Stop,
    Bonus,
    Relay(Route),
    Repeat { along: Vec<Route>, most: u16 },
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
    /// What `here` alone decides, by the mover.
    near: Box<[[Near; 64]; 2]>,
    /// The bits of `here` if it held none, or some seeds, before the last one fell.
    before: [u16; 2],
    /// The bits of the seeds in the lanes that are looked at.
    held: Vec<[u16; 256]>,
    /// The bits of the marks of the lanes that are looked at: 1 for the mover's, 2 for the opponent's.
    marked: Vec<[u16; 4]>,
    asked: Vec<(u16, Ask)>,
    /// A bit for each line that fits, by all bits.
    fitting: Vec<u16>,
    /// What the first line that fits comes to, by all bits.
    first: Vec<First>,
    /// Whoever falls into an occupied pit without a mark goes on with its seeds, whatever else there is.
    goes_on: bool,
}

/// What the first line that fits comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    /// Nothing is done, and the move ends; perhaps the mover moves once more.
    End { bonus: bool },
    /// Nothing is done but that the pit is lifted.
    Relay,
    /// This line does its work.
    Line(u8),
}

/// What a pit in question decides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Near {
    bits: u16,
    /// The pit in question itself.
    pub here: u8,
    /// The lanes whose seeds are looked at.
    held: [u8; MOST_HELD],
    /// The lanes whose marks are looked at.
    marked: [u8; MOST_MARKED],
}

impl Near {
    /// A pit of which nothing is known yet.
    pub fn at(lane: usize) -> Self {
        Near { here: lane as u8, ..Near::default() }
    }
}

/// The most lanes whose seeds are looked at for one table.
const MOST_HELD: usize = 3;
/// The most lanes whose marks are looked at for one table.
const MOST_MARKED: usize = 2;

impl Table {
    /// The lines of a table; `None` if they do what lanes do not tell.
    pub fn of<const N: usize, T>(
        reader: &Reader<N>,
        clauses: &[Clause<T>],
        next: impl Fn(&T) -> Option<Next>,
    ) -> Option<Table> {
        let line = |(number, clause): (usize, &Clause<T>)| {
            if clause.may {
                return None;
            }
            let deeds = clause.actions.iter().map(|action| deed(reader, action)).collect::<Option<Vec<_>>>()?;
            let next = next(&clause.then)?;
            let captures = Captures::of(reader, &deeds, &next);
            Some(Line { number, ask: reader.ask(&clause.condition, false)?, deeds, next, captures })
        };
        let lines: Vec<Line> = clauses.iter().enumerate().map(line).collect::<Option<_>>()?;
        let lookup = Lookup::of(reader, &lines);
        Some(Table { lines, lookup })
    }

    /// A table of one line that only asks.
    pub fn asking<const N: usize>(reader: &Reader<N>, ask: Ask) -> Table {
        let lines = vec![Line { number: 0, ask, deeds: vec![], next: Next::Stop, captures: None }];
        let lookup = Lookup::of(reader, &lines);
        Table { lines, lookup }
    }

    /// Whether some line goes on with another lap.
    pub fn relays(&self) -> bool {
        self.lines.iter().any(|line| matches!(line.next, Next::Relay(_)))
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// A bit for each line that fits; where they cannot be looked up, for the first.
    #[inline]
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
    #[inline]
    pub fn first<const N: usize>(&self, scene: &Scene<N>) -> Option<&Line> {
        self.lines.get(self.fitting(scene).trailing_zeros() as usize)
    }

    /// The table, if all its questions are looked up.
    #[inline(always)]
    pub fn swift(&self) -> Option<Swift<'_>> {
        self.lookup.as_ref().filter(|lookup| lookup.asked.is_empty()).map(Swift)
    }

    /// Whether this line of the table fits.
    pub fn fits<const N: usize>(&self, line: &Line, scene: &Scene<N>) -> bool {
        match &self.lookup {
            Some(lookup) => lookup.fitting(scene) >> line.number & 1 == 1,
            None => line.ask.holds(scene),
        }
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
            near: Box::new([std::array::from_fn(Near::at); 2]),
            before: [0; 2],
            held: vec![],
            marked: vec![],
            asked: vec![],
            fitting: vec![0; 1 << leaves.len()],
            first: vec![],
            goes_on: false,
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
        let first = |fitting: &u16| {
            let number = fitting.trailing_zeros();
            match lines.get(number as usize) {
                None => First::End { bonus: false },
                Some(line) if !line.deeds.is_empty() => First::Line(number as u8),
                Some(line) => match &line.next {
                    Next::Stop => First::End { bonus: false },
                    Next::Bonus => First::End { bonus: true },
                    Next::Relay(route) if *route == Route::HERE => First::Relay,
                    Next::Relay(_) | Next::Repeat { .. } => First::Line(number as u8),
                },
            }
        };
        lookup.first = lookup.fitting.iter().map(first).collect();
        lookup.goes_on = lookup.does_go_on(reader, &leaves);
        Some(lookup)
    }

    /// Whether whoever falls into an occupied pit without a mark goes on with its seeds, whatever else
    /// there is.
    fn does_go_on<const N: usize>(&self, reader: &Reader<N>, leaves: &[&Ask]) -> bool {
        let such = |is: fn(&Ask) -> bool| {
            let numbers = leaves.iter().enumerate().filter(|(_, leaf)| is(leaf)).map(|(number, _)| number);
            numbers.fold(0, |bits: usize, number| bits | 1 << number)
        };
        let occupied = such(|leaf| matches!(leaf, Ask::Is(route, Being::Occupied) if *route == Route::HERE));
        let marked = such(|leaf| matches!(leaf, Ask::Is(route, Being::Marked(_)) if *route == Route::HERE));
        let fixed = such(|leaf| matches!(leaf, Ask::Is(route, Being::OneOf(_)) if route.start == Start::Here));
        let pits = reader.lanes().filter(|lane| Packed::<N>::pit(reader.program, *lane).store_of().is_none());
        let mut nears: Vec<usize> =
            pits.flat_map(|lane| Side::BOTH.map(|mover| usize::from(self.near[mover][lane].bits))).collect();
        nears.sort_unstable();
        nears.dedup();
        let possible =
            |bits: usize| bits & occupied == occupied && bits & marked == 0 && nears.contains(&(bits & fixed));
        let mut all = (0..self.first.len()).filter(|bits| possible(*bits));
        occupied != 0 && all.all(|bits| self.first[bits] == First::Relay)
    }

    /// Adds a question, which has this bit.
    fn add<const N: usize>(&mut self, reader: &Reader<N>, bit: u16, leaf: &Ask) {
        let Ask::Is(route, being) = leaf else { return self.asked.push((bit, leaf.clone())) };
        let lanes = match &route.lanes {
            _ if route.start != Start::Here => return self.asked.push((bit, leaf.clone())),
            Some(lanes) => lanes.clone(),
            None => Box::new([std::array::from_fn(|lane| lane as u8); 2]),
        };
        let answered = match being {
            Being::OneOf(such) => {
                for mover in Side::BOTH {
                    for lane in reader.lanes() {
                        self.near[mover][lane].bits |= bit * (such[mover] >> lanes[mover][lane] & 1) as u16;
                    }
                }
                true
            }
            Being::Occupied if *route == Route::HERE => {
                self.before[1] |= bit;
                true
            }
            Being::Occupied if !returns(reader, route) => self.look_at_seeds(&lanes, bit, |held| held > 0),
            Being::Holding(numbers) => self.look_at_seeds(&lanes, bit, |held| numbers.has(held)),
            Being::Marked(whose) => self.look_at_marks(
                &lanes,
                match whose {
                    None => [0, bit, bit, bit],
                    Some(Whose::Own) => [0, bit, 0, bit],
                    Some(Whose::Opponent) => [0, 0, bit, bit],
                },
            ),
            Being::Occupied | Being::Sown | Being::Reached | Being::LapOrigin | Being::TurnOrigin => false,
        };
        if !answered {
            self.asked.push((bit, leaf.clone()));
        }
    }

    /// Looks at the seeds in some lanes, one for each `here`; gives whether there was room.
    fn look_at_seeds(&mut self, lanes: &[[u8; 64]; 2], bit: u16, holds: impl Fn(u8) -> bool) -> bool {
        let at = self.place(lanes, self.held.len(), MOST_HELD, |near| &mut near.held);
        if let Some(at) = at {
            if at == self.held.len() {
                self.held.push([0; 256]);
            }
            for (seeds, bits) in (0..=u8::MAX).zip(self.held[at].iter_mut()) {
                *bits |= bit * u16::from(holds(seeds));
            }
        }
        at.is_some()
    }

    /// Looks at the marks of some lanes, one for each `here`; gives whether there was room.
    fn look_at_marks(&mut self, lanes: &[[u8; 64]; 2], bits: [u16; 4]) -> bool {
        let at = self.place(lanes, self.marked.len(), MOST_MARKED, |near| &mut near.marked);
        if let Some(at) = at {
            if at == self.marked.len() {
                self.marked.push([0; 4]);
            }
            self.marked[at].iter_mut().zip(bits).for_each(|(known, bits)| *known |= bits);
        }
        at.is_some()
    }

    /// The place of some lanes among those that are looked at already; they are added if there is room.
    fn place(
        &mut self,
        lanes: &[[u8; 64]; 2],
        used: usize,
        most: usize,
        looked: impl Fn(&mut Near) -> &mut [u8],
    ) -> Option<usize> {
        let known = (0..used).find(|at| {
            let mut all = self.near.iter_mut().flatten().zip(lanes.iter().flatten());
            all.all(|(near, lane)| looked(near)[*at] == *lane)
        });
        if known.is_none() && used < most {
            let all = self.near.iter_mut().flatten().zip(lanes.iter().flatten());
            all.for_each(|(near, lane)| looked(near)[used] = *lane);
        }
        known.or((used < most).then_some(used))
    }

    #[inline]
    fn fitting<const N: usize>(&self, scene: &Scene<N>) -> u16 {
        let near = &self.near[scene.packed.to_move][scene.moment.here % 64];
        let mut bits = self.bits(near, scene.packed, scene.moment.before);
        for (bit, ask) in &self.asked {
            if ask.holds(scene) {
                bits |= usize::from(*bit);
            }
        }
        self.fitting[bits]
    }

    /// The bits of the seeds in `here` before the last one fell.
    #[inline(always)]
    fn there(&self, before: u8) -> u16 {
        self.before[usize::from(before > 0)]
    }

    /// All bits that are looked up.
    #[inline(always)]
    fn bits<const N: usize>(&self, near: &Near, packed: &Packed<N>, before: u8) -> usize {
        let mover = packed.to_move;
        let mut found = near.bits | self.there(before);
        for (bits, lane) in self.held.iter().zip(near.held) {
            found |= bits[usize::from(packed.held(lane.into()))];
        }
        for (bits, lane) in self.marked.iter().zip(near.marked) {
            let marked = |side: Side| packed.marks[side] >> (lane % 64) & 1;
            found |= bits[(marked(mover) | marked(mover.other()) << 1) as usize];
        }
        found.into()
    }
}

/// A table whose questions are all looked up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Swift<'a>(&'a Lookup);

impl Swift<'_> {
    /// Whether whoever falls into an occupied pit without a mark goes on with its seeds, whatever else
    /// there is.
    #[inline(always)]
    pub fn goes_on(&self) -> bool {
        self.0.goes_on
    }

    /// What a pit in question decides by itself.
    pub fn near(&self, mover: Side, here: usize) -> Near {
        self.0.near[mover][here % 64]
    }

    /// What the first line comes to that fits where the last seed has fallen.
    #[inline(always)]
    pub fn first<const N: usize>(&self, near: &Near, packed: &Packed<N>, before: u8) -> First {
        self.0.first[self.0.bits(near, packed, before)]
    }

    /// Whether a line fits.
    #[inline(always)]
    pub fn fits<const N: usize>(&self, line: &Line, packed: &Packed<N>, here: usize, before: u8) -> bool {
        let near = &self.0.near[packed.to_move][here % 64];
        self.0.fitting[self.0.bits(near, packed, before)] >> line.number & 1 == 1
    }

    /// Whether nothing is asked but of the pit in which the last seed has fallen.
    #[inline(always)]
    pub fn asks_there_only(&self) -> bool {
        self.0.held.is_empty() && self.0.marked.is_empty()
    }

    /// Whether a line fits, of a table that asks of that pit only.
    #[inline(always)]
    pub fn fits_there(&self, mover: Side, here: usize, before: u8) -> bool {
        let bits = self.0.near[mover][here % 64].bits | self.0.there(before);
        self.0.fitting[usize::from(bits)] != 0
    }
}

/// Whether a route leads some lane to itself, so that "empty" there means before the last seed.
fn returns<const N: usize>(reader: &Reader<N>, route: &Route) -> bool {
    let returns =
        |lanes: &[[u8; 64]; 2]| reader.lanes().any(|lane| lanes.iter().any(|to| usize::from(to[lane]) == lane));
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

/// Whether a condition is true, or false, of every board on which both rows have seeds and the player
/// to move has a move; `None` if that depends.
pub(super) fn when_lively(ask: &Ask) -> Option<bool> {
    when(ask, |leaf| matches!(leaf, Ask::NoMove | Ask::RowEmpty(_)).then_some(false))
}

/// Whether on such a board a pit with seeds fulfils a condition: one without a mark, with the mover's,
/// and with the opponent's; `None` if that depends on more.
pub(super) fn when_lively_by_mark(ask: &Ask) -> Option<[bool; 3]> {
    let by = |mark: Option<Whose>| {
        when(ask, |leaf| match leaf {
            Ask::NoMove | Ask::RowEmpty(_) => Some(false),
            Ask::Is(route, being) if *route == Route::HERE => match being {
                Being::Occupied => Some(true),
                Being::Marked(None) => Some(mark.is_some()),
                Being::Marked(whose) => Some(mark == *whose),
                _ => None,
            },
            _ => None,
        })
    };
    Some([by(None)?, by(Some(Whose::Own))?, by(Some(Whose::Opponent))?])
}

/// Whether a condition is true, or false, whatever the answers to those of its questions are that are
/// not known; `None` if that depends on them.
fn when(ask: &Ask, known: impl Fn(&Ask) -> Option<bool>) -> Option<bool> {
    let mut leaves = vec![];
    find_leaves(ask, &mut leaves);
    leaves.retain(|leaf| known(leaf).is_none());
    if leaves.len() > MOST_BITS {
        return None;
    }
    let under = |bits: u16| {
        let is = |ask: &Ask| {
            known(ask).unwrap_or_else(|| {
                let number = leaves.iter().position(|leaf| *leaf == ask).expect("all leaves have been found");
                bits >> number & 1 == 1
            })
        };
        holds(ask, &is)
    };
    (1..1 << leaves.len()).all(|bits| under(bits) == under(0)).then(|| under(0))
}

/// Lines that ask of nothing but the stores, looked up.
#[derive(Debug, Clone)]
pub(super) struct StoreLines {
    /// The bits of the seeds in the store of the player to move, and in the opponent's.
    held: Box<[[u8; 256]; 2]>,
    /// Whether a line fits, by all bits.
    fits: Box<[bool; 256]>,
}

impl StoreLines {
    /// Such lines, as far as they may fit while both rows have seeds and the player to move has a move;
    /// `None` if they ask of more.
    pub fn of(asks: &[Ask]) -> Option<StoreLines> {
        let mut leaves = vec![];
        asks.iter().for_each(|ask| find_leaves(ask, &mut leaves));
        leaves.retain(|leaf| !matches!(leaf, Ask::NoMove | Ask::RowEmpty(_)));
        if leaves.len() > 8 {
            return None;
        }
        let mut held = Box::new([[0; 256]; 2]);
        for (number, leaf) in leaves.iter().enumerate() {
            let Ask::Holds(Sum::Store(whose), numbers) = leaf else { return None };
            for seeds in 0..=u8::MAX {
                held[usize::from(*whose == Whose::Opponent)][usize::from(seeds)] |=
                    u8::from(numbers.has(seeds)) << number;
            }
        }
        let mut fits = Box::new([false; 256]);
        for (bits, fits) in fits.iter_mut().enumerate() {
            let is =
                |ask: &Ask| leaves.iter().position(|leaf| *leaf == ask).is_some_and(|number| bits >> number & 1 == 1);
            *fits = asks.iter().any(|ask| holds(ask, &is));
        }
        Some(StoreLines { held, fits })
    }

    /// Whether a line fits.
    #[inline(always)]
    pub fn fit<const N: usize>(&self, packed: &Packed<N>) -> bool {
        let [own, other] = [packed.to_move, packed.to_move.other()].map(|side| usize::from(packed.captured(side)));
        self.fits[usize::from(self.held[0][own] | self.held[1][other])]
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
        Then::Repeat { along, most } => Next::Repeat {
            along: along.iter().map(|path| reader.route(path, false)).collect::<Option<_>>()?,
            most: most.unwrap_or(u16::MAX),
        },
    })
}
