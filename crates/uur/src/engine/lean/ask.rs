//! Conditions asked of many lanes at once.
//!
//! A condition that speaks of `here` is asked of a set of lanes, each taken as `here`, and answers
//! with those of which it is true. What no single lane decides answers with all or none. So the pits
//! that may be lifted are found in a few steps, and costly questions are asked only of those lanes
//! that cheap ones have left open.

use super::laps::{Ends, Laps};
use super::play::Moment;
use super::table::Table;
use super::{Lean, Packed};
use crate::engine::sow::{Moment as PlainMoment, Seen};
use crate::engine::{Move, Position, Program};
use crate::rules::{Amount, Compared, Condition, Kind, Path, Place, Scene as _, Side, Step, Stores, Way, Whose};

/// A condition made ready for lanes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ask {
    Always,
    All(Vec<Ask>),
    Any(Vec<Ask>),
    Not(Box<Ask>),
    /// Where a route leads to is of a kind.
    Is(Route, Being),
    /// Some pit is such.
    Exists(Box<Ask>),
    /// A row is empty.
    RowEmpty(Whose),
    /// So many seeds lie there.
    Holds(Sum, Numbers),
    Compare(Sum, Compared, Sum),
    MoveNumber(Amount),
    FirstLap,
    LapOf(Numbers),
    Captured(Numbers),
    LastSeed,
    AfterMove(Box<Ask>),
    FirstLapEnds(Box<FirstLap>),
    NoMove,
}

/// What is asked of the pit in which the first lap of a move would end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FirstLap {
    table: Table,
    /// The answers, if they are ready.
    ends: Option<Ends>,
}

/// What a lane can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Being {
    /// One of these, by the mover.
    OneOf([u64; 2]),
    Occupied,
    Holding(Numbers),
    /// With the mark, of this owner if one is named.
    Marked(Option<Whose>),
    Sown,
    Reached,
    LapOrigin,
    TurnOrigin,
}

/// From one lane to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Route {
    pub start: Start,
    /// Where each lane leads to, by the mover; `None` if nowhere else.
    pub lanes: Option<Box<[[u8; 64]; 2]>>,
}

/// Where a route begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    Here,
    LapOrigin,
    TurnOrigin,
}

/// Seeds in one or more lanes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sum {
    At(Route),
    Row(Whose),
    Store(Whose),
    /// All pits with the mark of a player.
    Marked(Whose),
    Board,
    All(Vec<Sum>),
}

/// Some of the numbers from 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbers([u64; 4]);

impl Numbers {
    pub fn of(amount: &Amount) -> Self {
        let mut numbers = Numbers([0; 4]);
        for number in 0..=u8::MAX {
            let has = amount.contains(number.into());
            numbers.0[usize::from(number) / 64] |= u64::from(has) << (number % 64);
        }
        numbers
    }

    #[inline]
    pub fn has(&self, number: u8) -> bool {
        self.0[usize::from(number) / 64] >> (number % 64) & 1 == 1
    }
}

impl Route {
    pub const HERE: Route = Route { start: Start::Here, lanes: None };

    /// Where it leads to from a lane, if it begins there.
    #[inline(always)]
    pub fn to(&self, lane: usize, mover: Side) -> usize {
        self.lanes.as_ref().map_or(lane, |lanes| lanes[mover][lane % 64].into())
    }

    /// Where it leads to from a lane.
    #[inline]
    pub fn from(&self, lane: usize, mover: Side, moment: &Moment) -> usize {
        let lane = match self.start {
            Start::Here => lane,
            Start::LapOrigin => moment.lap_origin,
            Start::TurnOrigin => moment.turn_origin,
        };
        self.lanes.as_ref().map_or(lane, |lanes| lanes[mover][lane % 64].into())
    }
}

/// What conditions are asked of.
pub(super) struct Scene<'a, const N: usize> {
    pub machine: &'a Lean<N>,
    pub packed: &'a Packed<N>,
    pub moment: &'a Moment,
    /// The lane into which the last seed has just fallen, if "empty" is to mean before it.
    pub fresh: Option<usize>,
    /// What is known already of the board.
    pub known: Known,
}

/// What may be known of a board before anything is asked.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Known {
    /// The lanes with seeds.
    pub occupied: Option<u64>,
    /// The lanes that the player to move may lift.
    pub candidates: Option<u64>,
}

impl<'a, const N: usize> Scene<'a, N> {
    /// A board on which no seed has just fallen.
    #[inline]
    pub fn still(machine: &'a Lean<N>, packed: &'a Packed<N>, moment: &'a Moment) -> Self {
        Scene { machine, packed, moment, fresh: None, known: Known::default() }
    }

    #[inline]
    fn is_row_empty(&self, whose: Whose) -> bool {
        let row = self.machine.rows[Program::side_of(self.packed.to_move, whose)];
        self.known.occupied.unwrap_or_else(|| self.packed.occupied()) & row == 0
    }

    /// The lanes with seeds, before the last one fell.
    fn occupied(&self) -> u64 {
        let occupied = self.known.occupied.unwrap_or_else(|| self.packed.occupied());
        match self.fresh {
            None => occupied,
            Some(here) => occupied & !(1 << here) | u64::from(self.moment.before > 0) << here,
        }
    }
}

/// The lanes of a set, from the lowest.
pub fn lanes(lanes: u64) -> impl Iterator<Item = usize> {
    let mut left = lanes;
    std::iter::from_fn(move || {
        let lane = left.trailing_zeros() as usize;
        let more = left != 0;
        left &= left.wrapping_sub(1);
        more.then_some(lane)
    })
}

/// Those of some lanes of which something is true.
pub(super) fn such(lanes: u64, is: impl Fn(&usize) -> bool) -> u64 {
    self::lanes(lanes).filter(is).fold(0, |found, lane| found | 1 << lane)
}

impl Ask {
    /// Those of some lanes of which it is true.
    pub fn among<const N: usize>(&self, scene: &Scene<N>, lanes: u64) -> u64 {
        let whether = |holds: bool| if holds { lanes } else { 0 };
        match self {
            Ask::Always => lanes,
            Ask::All(all) => all.iter().fold(lanes, |left, ask| if left == 0 { 0 } else { ask.among(scene, left) }),
            Ask::Any(any) => any
                .iter()
                .fold(0, |found, ask| if found == lanes { found } else { found | ask.among(scene, lanes & !found) }),
            Ask::Not(ask) => lanes & !ask.among(scene, lanes),
            Ask::Is(route, being) if *route == Route::HERE => being.among(scene, lanes),
            Ask::Is(route, being) => {
                let is = |lane: &usize| {
                    let target = route.from(*lane, scene.packed.to_move, scene.moment);
                    being.among(scene, 1 << target) != 0
                };
                such(lanes, is)
            }
            Ask::Exists(ask) => {
                let scene = Scene { fresh: None, ..*scene };
                whether(ask.among(&scene, scene.machine.pits) != 0)
            }
            Ask::Holds(sum, numbers) => whether(numbers.has(sum.seeds(scene, 0))),
            Ask::Compare(one, compared, other) => {
                let holds = |lane: &usize| compared.holds(sum(one, scene, *lane), sum(other, scene, *lane));
                such(lanes, holds)
            }
            Ask::MoveNumber(amount) => whether(amount.contains(scene.packed.ply.saturating_add(1))),
            Ask::FirstLap => whether(scene.moment.laps == 1),
            Ask::LapOf(numbers) => whether(numbers.has(scene.moment.hand)),
            Ask::Captured(numbers) => whether(numbers.has(scene.moment.captured)),
            Ask::LastSeed => whether(scene.moment.last_seed),
            Ask::AfterMove(ask) => {
                let holds = |lane: &usize| scene.machine.after_move(scene.packed, *lane, ask);
                such(lanes, holds)
            }
            Ask::FirstLapEnds(first) => match &first.ends {
                Some(ends) => ends.among(scene.packed, lanes, scene.packed.occupied()),
                None => such(lanes, |lane| scene.machine.first_lap_ends(scene.packed, *lane, &first.table)),
            },
            Ask::NoMove => {
                let candidates = scene.known.candidates;
                whether(candidates.unwrap_or_else(|| scene.machine.candidates(scene.packed)) == 0)
            }
            Ask::RowEmpty(whose) => whether(scene.is_row_empty(*whose)),
        }
    }

    /// The answers, if it asks of nothing but where the first lap of a move would end.
    #[inline(always)]
    pub fn first_laps(&self) -> Option<&Ends> {
        match self {
            Ask::FirstLapEnds(first) => first.ends.as_ref(),
            _ => None,
        }
    }

    /// Whether it is true where the scene is.
    #[inline]
    pub fn holds<const N: usize>(&self, scene: &Scene<N>) -> bool {
        match self {
            Ask::Holds(sum, numbers) => numbers.has(sum.seeds(scene, scene.moment.here)),
            Ask::RowEmpty(whose) => scene.is_row_empty(*whose),
            ask => ask.among(scene, 1 << scene.moment.here) != 0,
        }
    }
}

fn sum<const N: usize>(sum: &Sum, scene: &Scene<N>, lane: usize) -> u16 {
    sum.seeds(scene, lane).into()
}

impl Sum {
    #[inline]
    fn seeds<const N: usize>(&self, scene: &Scene<N>, lane: usize) -> u8 {
        let mover = scene.packed.to_move;
        match self {
            Sum::At(route) => scene.packed.held(route.from(lane, mover, scene.moment)),
            Sum::Row(whose) => {
                let side = Program::side_of(mover, *whose);
                scene.packed.seeds_in(side, scene.machine.rows[side])
            }
            Sum::Store(whose) => scene.packed.captured(Program::side_of(mover, *whose)),
            Sum::Marked(whose) => {
                let marks = scene.packed.marks[Program::side_of(mover, *whose)];
                Side::BOTH.into_iter().map(|side| scene.packed.seeds_in(side, marks)).sum()
            }
            Sum::All(parts) => parts.iter().map(|part| part.seeds(scene, lane)).sum(),
            Sum::Board => {
                Side::BOTH.into_iter().map(|side| scene.packed.seeds_in(side, scene.machine.rows[side])).sum()
            }
        }
    }
}

impl Ask {
    /// The same for lanes of the mover's row only.
    pub fn in_own_row(self, rows: [u64; 2]) -> Ask {
        let always = |ask: &Ask| match ask {
            Ask::Is(route, Being::OneOf(such)) => {
                *route == Route::HERE && Side::BOTH.iter().all(|side| rows[*side] & !such[*side] == 0)
            }
            ask => *ask == Ask::Always,
        };
        match self {
            Ask::All(mut parts) => {
                parts.retain(|part| !always(part));
                if parts.len() == 1 { parts.remove(0) } else { Ask::All(parts) }
            }
            ask if always(&ask) => Ask::Always,
            ask => ask,
        }
    }
}

impl Being {
    fn among<const N: usize>(&self, scene: &Scene<N>, lanes: u64) -> u64 {
        let Scene { packed, moment, .. } = scene;
        match self {
            Being::OneOf(such) => lanes & such[packed.to_move],
            Being::Occupied => lanes & scene.occupied(),
            Being::Holding(numbers) => such(lanes, |lane| numbers.has(packed.held(*lane))),
            Being::Marked(None) => lanes & (packed.marks[0] | packed.marks[1]),
            Being::Marked(Some(whose)) => lanes & packed.marks[Program::side_of(packed.to_move, *whose)],
            Being::Sown => lanes & moment.sown,
            Being::Reached => lanes & moment.reached,
            Being::LapOrigin => lanes & 1 << moment.lap_origin,
            Being::TurnOrigin => lanes & 1 << moment.turn_origin,
        }
    }
}

/// Makes conditions ready for the lanes of a game's board.
pub(super) struct Reader<'a, const N: usize> {
    pub program: &'a Program,
    /// The laps of the game, if they are ready.
    laps: Option<&'a Laps<N>>,
    /// An empty board for each mover.
    pub boards: [Position; 2],
}

impl<'a, const N: usize> Reader<'a, N> {
    pub fn new(program: &'a Program, laps: Option<&'a Laps<N>>) -> Self {
        let boards = Side::BOTH.map(|to_move| Position { to_move, ..Position::empty() });
        Reader { program, laps, boards }
    }

    /// The condition; `None` if it asks for what lanes do not tell. Before a move every pit in
    /// question is the origin of a lap of its own.
    pub fn ask(&self, condition: &Condition, before_move: bool) -> Option<Ask> {
        let all = |parts: &[Condition]| -> Option<Vec<Ask>> {
            parts.iter().map(|part| self.ask(part, before_move)).collect()
        };
        Some(match condition {
            Condition::Always => Ask::Always,
            Condition::All(parts) => Ask::All(all(parts)?),
            Condition::Any(parts) => Ask::Any(all(parts)?),
            Condition::Not(part) => Ask::Not(Box::new(self.ask(part, before_move)?)),
            Condition::NoMove => Ask::NoMove,
            Condition::LastSeed => Ask::LastSeed,
            Condition::FirstLapEnds(part) => {
                let table = Table::asking(self, self.ask(part, false)?);
                let all_are_lifted = self.program.sowing.lift.is_empty();
                let laps = self.laps.filter(|_| all_are_lifted);
                let ends = laps.zip(table.swift()).and_then(|(laps, swift)| Ends::of(laps, swift));
                Ask::FirstLapEnds(Box::new(FirstLap { table, ends }))
            }
            Condition::AfterMove(part) => Ask::AfterMove(Box::new(self.ask(part, false)?)),
            Condition::Exists(part) => match self.row_occupied(part) {
                Some(whose) => Ask::Not(Box::new(Ask::RowEmpty(whose))),
                None => Ask::Exists(Box::new(self.ask(part, before_move)?)),
            },
            Condition::Outermost(..) => return None,
            Condition::MoveNumber(amount) => Ask::MoveNumber(amount.clone()),
            Condition::FirstLap => Ask::FirstLap,
            Condition::LapOf(amount) => Ask::LapOf(Numbers::of(amount)),
            Condition::Captured(amount) => Ask::Captured(Numbers::of(amount)),
            Condition::Compare(one, compared, other) => {
                Ask::Compare(self.sum(one, before_move)?, *compared, self.sum(other, before_move)?)
            }
            Condition::Is(Place::Pit(path), Kind::Empty) => {
                Ask::Not(Box::new(Ask::Is(self.route(path, before_move)?, Being::Occupied)))
            }
            Condition::Is(Place::Pit(path), kind) => {
                Ask::Is(self.route(path, before_move)?, self.being(*kind, before_move)?)
            }
            Condition::Is(Place::Row(whose), kind) => match kind {
                Kind::Occupied => Ask::Not(Box::new(Ask::RowEmpty(*whose))),
                _ => Ask::RowEmpty(*whose),
            },
            Condition::Is(place, kind) => {
                let none = Ask::Holds(self.sum(place, before_move)?, Numbers::of(&Amount::In(vec![(0, 0)])));
                if *kind == Kind::Occupied { Ask::Not(Box::new(none)) } else { none }
            }
            Condition::Holds(Place::Pit(path), amount) => {
                Ask::Is(self.route(path, before_move)?, Being::Holding(Numbers::of(amount)))
            }
            Condition::Holds(place, amount) => Ask::Holds(self.sum(place, before_move)?, Numbers::of(amount)),
        })
    }

    /// Whose row has seeds, if that is what is asked of some pit.
    fn row_occupied(&self, condition: &Condition) -> Option<Whose> {
        let Condition::All(parts) = condition else { return None };
        let [Condition::Is(Place::Pit(pit), Kind::InRow(whose)), occupied] = &parts[..] else { return None };
        let occupied = match occupied {
            Condition::Is(Place::Pit(pit), Kind::Occupied) => pit.is_empty(),
            Condition::Not(empty) => matches!(&**empty, Condition::Is(Place::Pit(pit), Kind::Empty) if pit.is_empty()),
            _ => false,
        };
        (pit.is_empty() && occupied).then_some(*whose)
    }

    fn sum(&self, place: &Place, before_move: bool) -> Option<Sum> {
        Some(match place {
            Place::Pit(path) => Sum::At(self.route(path, before_move)?),
            Place::Row(whose) => Sum::Row(*whose),
            Place::Store(whose) => Sum::Store(*whose),
            Place::Marked(whose, _) => Sum::Marked(*whose),
            Place::Board => Sum::Board,
            Place::Sum(parts) => Sum::All(parts.iter().map(|part| self.sum(part, before_move)).collect::<Option<_>>()?),
            Place::Points(_) => return None,
        })
    }

    fn being(&self, kind: Kind, before_move: bool) -> Option<Being> {
        Some(match kind {
            Kind::InRow(_) | Kind::Store(_) | Kind::Numbered(..) => Being::OneOf(self.such(kind)),
            Kind::Empty | Kind::Occupied => Being::Occupied,
            Kind::Sown => Being::Sown,
            Kind::Reached => Being::Reached,
            Kind::Marked(_, whose) => Being::Marked(whose),
            Kind::LapOrigin if !before_move => Being::LapOrigin,
            Kind::TurnOrigin if !before_move => Being::TurnOrigin,
            // Boards with closed pits are played by the other machine.
            Kind::Closed => Being::OneOf([0; 2]),
            Kind::LapOrigin | Kind::TurnOrigin | Kind::LastOrigin | Kind::LastLanding => return None,
        })
    }

    /// The lanes of a kind that stays what it is, by the mover.
    fn such(&self, kind: Kind) -> [u64; 2] {
        self.boards.map(|board| {
            let is = |lane: &usize| self.seen(&board, *lane, |seen| seen.is(&[], kind));
            self.lanes().filter(is).fold(0, |lanes, lane| lanes | 1 << lane)
        })
    }

    /// Where a path leads to.
    pub fn route(&self, path: &Path, before_move: bool) -> Option<Route> {
        let (mut start, mut steps) = (Start::Here, &path[..]);
        for (at, step) in path.iter().enumerate() {
            start = match step {
                Step::LapOrigin if !before_move => Start::LapOrigin,
                Step::TurnOrigin if !before_move => Start::TurnOrigin,
                Step::Opposite | Step::Next | Step::Previous | Step::Mirror => continue,
                Step::LapOrigin | Step::TurnOrigin | Step::Chosen | Step::LastOrigin | Step::LastLanding => {
                    return None;
                }
            };
            steps = &path[at + 1..];
        }
        if steps.is_empty() {
            return Some(Route { start, lanes: None });
        }
        let mut lanes = Box::new([[0; 64]; 2]);
        for side in Side::BOTH {
            for lane in self.lanes() {
                let pit = self.seen(&self.boards[side], lane, |seen| seen.at(steps));
                lanes[side][lane] = Packed::<N>::lane(self.program, pit) as u8;
            }
        }
        Some(Route { start, lanes: Some(lanes) })
    }

    /// All lanes with a pit, or with a store on the way of the seeds.
    pub fn lanes(&self) -> impl Iterator<Item = usize> + use<N> {
        let row = usize::from(self.program.row());
        let stores = self.program.sowing.stores != Stores::Neither;
        (0..Packed::<N>::LANES).filter(move |lane| {
            let number = lane % Packed::<N>::HALF;
            number < row || stores && number == Packed::<N>::HALF - 1
        })
    }

    /// What is seen from a lane when nothing has moved.
    pub fn seen<T>(&self, board: &Position, lane: usize, look: impl Fn(&Seen) -> T) -> T {
        let pit = Packed::<N>::pit(self.program, lane);
        let first = Move::lifting(self.program.pit(board.to_move, 0));
        let origin = if pit.store_of().is_none() { Move::lifting(pit) } else { first };
        let moment = PlainMoment::before(board, origin, Way::Onward);
        look(&Seen::of(self.program, board, &moment).moved_to(pit))
    }
}
