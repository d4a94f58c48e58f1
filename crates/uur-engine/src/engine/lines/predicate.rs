//! Compiled conditions, evaluated for many pits at once.
//!
//! A condition that speaks of `here` is a filter: given a set of lanes, each taken as `here`, it returns
//! those for which it is true. A condition that no single pit decides returns all or none. So the pits that
//! may be lifted are found in a few steps, and costly questions are asked only about lanes that cheap ones
//! have left open.

use crate::engine::lines::lap_table::FirstLaps;
use crate::engine::lines::table::Table;
use crate::engine::state::board::{BoardLanes, fixed_step};
use crate::engine::state::position::{Memory, Pit};
use crate::engine::state::turn::TurnState;
use crate::engine::state::width::{LaneSet, Width};
use crate::engine::state::{RareParts, State};
use crate::rules::{Amount, Comparison, CounterId, MarkId, MoveFact, MoveFigure, PathStep, Period, Side, Way, Whose};

/// A compiled condition.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Predicate<W: Width> {
    Always,
    All(Vec<Predicate<W>>),
    Any(Vec<Predicate<W>>),
    Not(Box<Predicate<W>>),
    /// The pit that a path leads to passes a test.
    Is(PitRef, PitPredicate<W>),
    /// It is true of some pit.
    Exists(Box<Predicate<W>>),
    /// It is true for a lap out of the pit in question.
    FromEach(Box<Predicate<W>>),
    /// A pit is the first or last one of which something is true.
    Outermost(PitRef, WhichPit, Box<Predicate<W>>),
    /// A player's pits are empty.
    SideEmpty(Whose),
    /// A number of seeds lies there.
    Holds(SeedCount<W>, NumberSet),
    Compare(SeedCount<W>, Comparison, SeedCount<W>),
    Fact(MoveFact),
    /// A number of the move is in the set.
    Figure(MoveFigure, NumberSet),
    /// It is true of this number of pits.
    Count(Box<Predicate<W>>, NumberSet),
    /// More pits satisfy the first than the second.
    Outnumber(Box<[Predicate<W>; 2]>),
    /// A lap out of such a pit, sown as its owner may, would end in a pit.
    InReach(PitRef, Box<Predicate<W>>),
    /// It is true after the whole move.
    AfterMove(Box<Predicate<W>>),
    /// It is true of the pit in which the lap in question would end: before a move its first lap.
    LapEnds(Box<LapEnd<W>>),
}

/// Which of the pits of which something is true.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum WhichPit {
    First,
    Last,
    /// The next one from a pit on, along the way of the lap or, where that is `Back`, against it.
    From(PitRef, Way),
}

/// What is asked about the landing of a lap in question.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LapEnd<W: Width> {
    pub table: Table<W>,
    /// The answers for all laps, if they are tabulated.
    pub laps: Option<FirstLaps<W>>,
}

/// A test of one pit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum PitPredicate<W: Width> {
    /// One of these, by the mover.
    Fixed([W::Set; 2]),
    /// In the pits of a player, who may have gained some of them.
    Owned(Whose),
    Empty,
    Occupied,
    Holding(NumberSet),
    /// With a mark of this kind, of this owner if one is named.
    Marked(MarkId, Option<Whose>),
    Closed,
    Sown,
    Reached,
    LapOrigin,
    TurnOrigin,
    /// The pit in question itself, which is the origin of its own lap before a move.
    Itself,
    LastOrigin,
    LastLanding,
    Landing,
}

/// The way from one pit to another.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PitRef {
    pub anchor: Anchor,
    pub steps: Vec<PathStep>,
    /// Where the steps lead from each lane by the way and the mover, on a board without closed pits; `None` if
    /// there are no steps.
    pub table: Option<Box<[[[u8; 128]; 2]; 2]>>,
}

/// Where a path begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Here,
    /// This lane, by the mover.
    Fixed([usize; 2]),
    Chosen,
    LapOrigin,
    TurnOrigin,
    LastOrigin,
    LastLanding,
    Landing,
}

/// Seeds in one or more places.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum SeedCount<W: Width> {
    At(PitRef),
    Owned(Whose),
    /// In these pits, by the mover.
    InSet([W::Set; 2]),
    Store(Whose),
    /// All pits with a mark of a player.
    Marked(Whose, MarkId),
    Board,
    Hand,
    Counter(Whose, CounterId),
    Number(u16),
    Sum(Vec<SeedCount<W>>),
}

/// A set of numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NumberSet {
    /// Those from 0 to 255, a bit each.
    small: [u64; 4],
    all: Amount,
    /// The numbers from 0 to 255 as an interval that all lanes can be compared with at once.
    interval: Option<Interval>,
}

/// An interval of numbers of seeds.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Interval {
    /// From this number on, which is from 1 to 127.
    From(u8),
    /// From the first number to the second, which is at most 126.
    Between([u8; 2]),
}

impl Interval {
    /// Some of the numbers from 0 to 255, if they are such an interval.
    fn of(has: impl Fn(u8) -> bool) -> Option<Self> {
        let least = (0..=u8::MAX).find(|number| has(*number))?;
        let most = (least..=u8::MAX).take_while(|number| has(*number)).last()?;
        let ends = (most..=u8::MAX).skip(1).all(|number| !has(number));
        match (least, most) {
            _ if !ends => None,
            (1..=127, u8::MAX) => Some(Interval::From(least)),
            (_, 0..=126) => Some(Interval::Between([least, most])),
            _ => None,
        }
    }
}

impl NumberSet {
    pub fn of(amount: &Amount) -> Self {
        let mut small = [0; 4];
        for number in 0..=u8::MAX {
            small[usize::from(number) / 64] |= u64::from(amount.contains(number.into())) << (number % 64);
        }
        let has = |number: u8| small[usize::from(number) / 64] >> (number % 64) & 1 == 1;
        NumberSet { small, all: amount.clone(), interval: Interval::of(has) }
    }

    pub fn amount(&self) -> &Amount {
        &self.all
    }

    /// Whether none of the numbers is greater than this one.
    pub fn are_at_most(&self, most: u16) -> bool {
        matches!(&self.all, Amount::In(ranges) if ranges.iter().all(|(_, last)| *last <= most))
    }

    #[inline]
    pub fn has(&self, number: u8) -> bool {
        self.small[usize::from(number) / 64] >> (number % 64) & 1 == 1
    }

    #[inline]
    pub fn contains(&self, number: u16) -> bool {
        u8::try_from(number).map_or_else(|_| self.all.contains(number), |small| self.has(small))
    }
}

impl PitRef {
    /// Whether it is the pit in question itself.
    pub fn is_here(&self) -> bool {
        self.anchor == Anchor::Here && self.steps.is_empty()
    }

    /// Whether it begins at the pit that the mover chooses.
    pub fn needs_choice(&self) -> bool {
        self.anchor == Anchor::Chosen
    }

    /// The lane that it leads to from a lane on a board without closed pits, if it begins at `here`.
    #[inline(always)]
    pub fn destination(&self, lane: usize, way: Way, mover: Side) -> usize {
        self.table.as_ref().map_or(lane, |table| table[way as usize][mover][lane % 128].into())
    }
}

/// What conditions are evaluated against: a position, and the move in progress.
pub(crate) struct View<'a, W: Width> {
    pub board: &'a BoardLanes<W>,
    pub ahead: &'a dyn Ahead<W>,
    pub state: &'a State<W>,
    pub turn: &'a TurnState<W>,
    /// Whether a seed has just fallen into `here`, so that "empty" there means before it.
    pub fresh: bool,
    /// Whether the player has earned a bonus move and cannot make it.
    pub idle_bonus: bool,
    pub known: Known<W>,
}

impl<W: Width> Clone for View<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: Width> Copy for View<'_, W> {}

/// What conditions ask about moves that are not made yet.
pub(crate) trait Ahead<W: Width> {
    /// The board.
    fn board(&self) -> &BoardLanes<W>;
    /// Whether the player to move has a move.
    fn has_move(&self, state: &State<W>) -> bool;
    /// The stage of a turn that begins on the board, or the number of stages for none.
    fn stage(&self, state: &State<W>) -> u8;
    /// Whether a seed that the opponent's first lap out of some lanes sows may reach a lane, as the last or another one.
    fn in_reach(&self, state: &State<W>, from: W::Set, end: usize) -> bool;
    /// Whether a condition holds after the move from a lane.
    fn after_move(&self, view: &View<W>, lane: usize, part: &Predicate<W>) -> bool;
    /// Those of some lanes out of which the first lap ends where a line of a table fits.
    fn first_laps_ending(&self, view: &View<W>, lanes: W::Set, table: &Table<W>) -> W::Set;
}

/// What may be known of a position before anything is asked.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Known<W: Width> {
    /// The lanes with seeds.
    pub occupied: Option<W::Set>,
    /// Whether the player to move has a move.
    pub has_move: Option<bool>,
}

impl<'a, W: Width> View<'a, W> {
    /// A board into which no seed has just fallen.
    #[inline]
    pub fn still(ahead: &'a impl Ahead<W>, state: &'a State<W>, turn: &'a TurnState<W>) -> Self {
        View { board: ahead.board(), ahead, state, turn, fresh: false, idle_bonus: false, known: Known::default() }
    }

    /// A board at a landing or a drop.
    #[inline]
    pub fn landing(ahead: &'a impl Ahead<W>, state: &'a State<W>, turn: &'a TurnState<W>) -> Self {
        View { fresh: true, ..View::still(ahead, state, turn) }
    }

    fn mover(&self) -> Side {
        self.state.to_move
    }

    /// A player as the mover sees them.
    pub fn side(&self, whose: Whose) -> Side {
        whose.seen_by(self.mover())
    }

    /// The lanes with seeds now.
    fn filled(&self) -> W::Set {
        self.known.occupied.unwrap_or_else(|| self.state.occupied())
    }

    /// The lanes with seeds, before the last one fell.
    fn occupied(&self) -> W::Set {
        let filled = self.filled();
        if !self.fresh {
            return filled;
        }
        let here = W::Set::one(self.turn.here);
        filled & !here | here.when(self.turn.before > 0)
    }

    /// Whether a lane held seeds before the last one fell.
    fn was_occupied(&self, lane: usize) -> bool {
        if self.fresh && lane == self.turn.here { self.turn.before > 0 } else { self.state.held(lane) > 0 }
    }

    /// The lane that a path leads to from a lane.
    #[inline]
    pub fn lane(&self, path: &PitRef, here: usize) -> usize {
        let from = match path.anchor {
            Anchor::Here => here,
            Anchor::Fixed(lanes) => lanes[self.mover()],
            // Where there was nothing to choose, the pit in question stands for it.
            Anchor::Chosen if self.turn.chosen == W::NONE => here,
            Anchor::Chosen => self.turn.chosen,
            Anchor::LapOrigin => self.turn.lap_origin,
            Anchor::TurnOrigin => self.turn.turn_origin,
            Anchor::LastOrigin => self.last().map_or(here, |(origin, _)| origin.into()),
            Anchor::LastLanding => self.last().map_or(here, |(_, landing)| landing.into()),
            Anchor::Landing => self.turn.here,
        };
        if W::RARE && (!self.state.closed().is_empty() || self.state.territory() != 0) {
            return self.walk(&path.steps, from);
        }
        path.destination(from, self.turn.way, self.mover())
    }

    /// What the rules remember of earlier turns.
    fn memory(&self) -> Memory {
        self.state.rare.get().map_or(Memory::default(), |rare| rare.memory)
    }

    fn last(&self) -> Option<(u8, u8)> {
        self.state.rare.get().and_then(|rare| rare.last)
    }

    /// The same step by step, over closed pits.
    fn walk(&self, steps: &[PathStep], from: usize) -> usize {
        let layout = &self.board.layout;
        steps.iter().fold(from, |lane, step| {
            if lane == W::NONE {
                return lane;
            }
            let leads = |pit: Option<Pit>| pit.map_or(W::NONE, |pit| layout.lane::<W>(pit));
            match step {
                PathStep::Next => self.board.beside(self.state, self.turn.way, lane),
                PathStep::Previous => self.board.beside(self.state, self.turn.way.other(), lane),
                step => leads(fixed_step(layout, layout.pit_of::<W>(lane), *step)),
            }
        })
    }

    /// The next lane of a set from the one on that a path leads to, along the way of the lap or against it.
    fn next_from(&self, path: &PitRef, along: Way, here: usize, such: W::Set) -> Option<usize> {
        if matches!(path.anchor, Anchor::LastOrigin | Anchor::LastLanding) && self.last().is_none() {
            return None;
        }
        let way = if along == Way::Onward { self.turn.way } else { self.turn.way.other() };
        let mut lane = self.lane(path, here);
        for _ in 0..self.board.places().len() {
            lane = self.board.beside(self.state, way, lane);
            if lane == W::NONE || such.has(lane) {
                break;
            }
        }
        such.has(lane).then_some(lane)
    }

    /// Whether a fact about the move is true.
    fn fact(&self, fact: MoveFact) -> bool {
        match fact {
            MoveFact::NoMove => !self.known.has_move.unwrap_or_else(|| self.ahead.has_move(self.state)),
            MoveFact::LastSeed => self.turn.last_seed,
            MoveFact::WayIs(way) => self.turn.way == way,
            MoveFact::Stage(stage) => self.turn.stage.unwrap_or_else(|| self.ahead.stage(self.state)) == stage,
            MoveFact::FirstLap => self.turn.laps == 1,
            MoveFact::BonusTurn => self.idle_bonus || self.memory().bonus_turn,
            MoveFact::PlayerIs(side) => self.mover() == side,
            MoveFact::PlayerBegan => self.memory().starter == Some(self.mover()),
        }
    }

    /// A number of the move.
    fn figure(&self, figure: MoveFigure) -> u16 {
        match figure {
            MoveFigure::MoveNumber => self.state.ply.saturating_add(1),
            MoveFigure::LastMoveOf => self.memory().lifted.into(),
            MoveFigure::LapNumber => self.turn.laps.try_into().unwrap_or(u16::MAX),
            MoveFigure::LapOf => self.turn.hand.into(),
            MoveFigure::Captured => self.turn.captured,
        }
    }

    /// The pits of a player.
    pub fn owned(&self, whose: Whose) -> W::Set {
        self.board.owned(self.state, self.side(whose))
    }

    /// Whether all pits of a player are empty.
    fn side_empty(&self, whose: Whose) -> bool {
        (self.filled() & self.owned(whose)).is_empty()
    }
}

impl<W: Width> Predicate<W> {
    /// The pits of the board for which it is true, each taken as `here`.
    #[inline]
    fn such(&self, view: &View<W>) -> W::Set {
        self.filter(&View { fresh: false, ..*view }, view.board.pits)
    }

    /// The lanes of a set for which it is true.
    #[inline(never)]
    pub fn filter(&self, view: &View<W>, lanes: W::Set) -> W::Set {
        match self {
            Predicate::Always => lanes,
            Predicate::All(all) => {
                all.iter().fold(lanes, |left, part| if left.is_empty() { left } else { part.filter(view, left) })
            }
            Predicate::Any(any) => any.iter().fold(W::Set::EMPTY, |found, part| {
                if found == lanes { found } else { found | part.filter(view, lanes & !found) }
            }),
            Predicate::Not(part) => lanes & !part.filter(view, lanes),
            Predicate::Is(path, test) if path.is_here() => test.filter(view, lanes),
            Predicate::Is(path, PitPredicate::Itself) => lanes.filter(|lane| view.lane(path, lane) == lane),
            Predicate::Is(path, test) => lanes.filter(|lane| test.holds(view, view.lane(path, lane))),
            Predicate::Exists(part) => lanes.when(!part.such(view).is_empty()),
            Predicate::FromEach(part) => lanes.filter(|lane| {
                let turn = TurnState { here: lane, lap_origin: lane, turn_origin: lane, ..*view.turn };
                !part.filter(&View { turn: &turn, ..*view }, W::Set::one(lane)).is_empty()
            }),
            Predicate::Outermost(path, which, part) => {
                let such = part.such(view);
                if such.is_empty() {
                    return W::Set::EMPTY;
                }
                let mover = view.mover();
                let [own, other] = [mover, mover.other()].map(|side| such & view.board.halves[side]);
                let found = match which {
                    WhichPit::First if !own.is_empty() => own.lowest(),
                    WhichPit::First => other.lowest(),
                    WhichPit::Last if !other.is_empty() => other.highest(),
                    WhichPit::Last => own.highest(),
                    WhichPit::From(from, along) => {
                        return lanes.filter(|lane| {
                            let found = view.next_from(from, *along, lane, such);
                            found.is_some_and(|found| view.lane(path, lane) == found)
                        });
                    }
                };
                lanes.filter(|lane| view.lane(path, lane) == found)
            }
            Predicate::Holds(count @ (SeedCount::At(_) | SeedCount::Sum(_)), numbers) => {
                lanes.filter(|lane| numbers.contains(count.seeds(view, lane)))
            }
            Predicate::Holds(count, numbers) => lanes.when(numbers.contains(count.seeds(view, W::NONE))),
            Predicate::Compare(one, compared, other) => {
                lanes.filter(|lane| compared.holds(one.seeds(view, lane), other.seeds(view, lane)))
            }
            Predicate::Fact(fact) => lanes.when(view.fact(*fact)),
            Predicate::Figure(figure, numbers) => lanes.when(numbers.contains(view.figure(*figure))),
            Predicate::Count(part, numbers) => lanes.when(numbers.has(part.such(view).len() as u8)),
            Predicate::Outnumber(parts) => lanes.when(parts[0].such(view).len() > parts[1].such(view).len()),
            Predicate::InReach(path, part) => {
                let from = part.such(view);
                lanes.filter(|lane| view.ahead.in_reach(view.state, from, view.lane(path, lane)))
            }
            Predicate::AfterMove(part) => lanes.filter(|lane| view.ahead.after_move(view, lane, part)),
            Predicate::LapEnds(end) => match &end.laps {
                Some(laps) if view.turn.m.leaving.is_none() => {
                    laps.filter(view.state, view.turn.way, lanes, view.filled())
                }
                _ => view.ahead.first_laps_ending(view, lanes, &end.table),
            },
            Predicate::SideEmpty(whose) => lanes.when(view.side_empty(*whose)),
        }
    }

    /// All of some.
    pub fn all(mut parts: Vec<Predicate<W>>) -> Predicate<W> {
        if parts.len() > 1 { Predicate::All(parts) } else { parts.pop().unwrap_or(Predicate::Always) }
    }

    /// The opposite.
    pub fn negated(self) -> Predicate<W> {
        match self {
            Predicate::Not(part) => *part,
            part => Predicate::Not(Box::new(part)),
        }
    }

    /// Whether it is never true, as far as its form tells.
    pub fn is_never(&self) -> bool {
        *self == Predicate::Any(vec![])
    }

    /// The same where the value of one of its parts is known.
    pub fn given(&self, known: &Predicate<W>, value: bool) -> Predicate<W> {
        let never = || Predicate::Any(vec![]);
        if self == known {
            return if value { Predicate::Always } else { never() };
        }
        let parts = |parts: &[Predicate<W>]| parts.iter().map(|part| part.given(known, value)).collect::<Vec<_>>();
        match self {
            Predicate::All(all) => match parts(all) {
                all if all.iter().any(Predicate::is_never) => never(),
                mut all => {
                    all.retain(|part| *part != Predicate::Always);
                    Predicate::all(all)
                }
            },
            Predicate::Any(any) => match parts(any) {
                any if any.contains(&Predicate::Always) => Predicate::Always,
                mut any => {
                    any.retain(|part| !part.is_never());
                    if any.len() > 1 { Predicate::Any(any) } else { any.pop().unwrap_or_else(never) }
                }
            },
            Predicate::Not(part) => match part.given(known, value) {
                Predicate::Always => never(),
                part if part.is_never() => Predicate::Always,
                part => part.negated(),
            },
            part => part.clone(),
        }
    }

    /// The lanes in which it may be true at all, by the mover, as far as their places tell.
    pub fn lanes_at_most(&self) -> [W::Set; 2] {
        match self {
            Predicate::Is(path, PitPredicate::Fixed(sets)) if path.is_here() => *sets,
            Predicate::All(parts) => parts.iter().fold([!W::Set::EMPTY; 2], |[south, north], part| {
                let lanes = part.lanes_at_most();
                [south & lanes[0], north & lanes[1]]
            }),
            Predicate::Any(parts) => parts.iter().fold([W::Set::EMPTY; 2], |[south, north], part| {
                let lanes = part.lanes_at_most();
                [south | lanes[0], north | lanes[1]]
            }),
            _ => [!W::Set::EMPTY; 2],
        }
    }

    /// Whether it stays as it is while seeds fall into some lanes, by the mover, wherever they fall.
    pub fn stays_while_sowing(&self, owners: [W::Set; 2], sown: [W::Set; 2]) -> bool {
        let apart =
            |sets: &dyn Fn(Side) -> W::Set| Side::BOTH.iter().all(|side| (sets(*side) & sown[*side]).is_empty());
        let counts_apart = |count: &SeedCount<W>| match count {
            SeedCount::InSet(sets) => apart(&|mover| sets[mover]),
            SeedCount::Owned(whose) => apart(&|mover| owners[whose.seen_by(mover)]),
            SeedCount::At(_)
            | SeedCount::Store(_)
            | SeedCount::Marked(..)
            | SeedCount::Board
            | SeedCount::Hand
            | SeedCount::Counter(..)
            | SeedCount::Number(_)
            | SeedCount::Sum(_) => false,
        };
        match self {
            Predicate::All(parts) | Predicate::Any(parts) => {
                parts.iter().all(|part| part.stays_while_sowing(owners, sown))
            }
            Predicate::Not(part) => part.stays_while_sowing(owners, sown),
            Predicate::SideEmpty(whose) => apart(&|mover| owners[whose.seen_by(mover)]),
            Predicate::Holds(count, _) => counts_apart(count),
            Predicate::Compare(one, _, other) => counts_apart(one) && counts_apart(other),
            other => other.changes().is_some_and(|changes| changes < Period::Lap),
        }
    }

    /// How much it costs to evaluate, in steps of about a power of ten.
    pub fn cost(&self) -> u8 {
        let most = |parts: &[Predicate<W>]| parts.iter().map(Predicate::cost).max().unwrap_or(0);
        match self {
            Predicate::All(parts) | Predicate::Any(parts) => most(parts),
            Predicate::Not(part) => part.cost(),
            Predicate::Is(path, PitPredicate::Fixed(_)) if path.is_here() => 0,
            Predicate::Is(..) | Predicate::SideEmpty(_) | Predicate::Holds(..) | Predicate::Compare(..) => 1,
            Predicate::Exists(_)
            | Predicate::Outermost(..)
            | Predicate::Count(..)
            | Predicate::Outnumber(_)
            | Predicate::LapEnds(_) => 2,
            Predicate::FromEach(_) | Predicate::InReach(..) => 3,
            Predicate::AfterMove(_) | Predicate::Fact(MoveFact::NoMove) => 4,
            Predicate::Always | Predicate::Fact(_) | Predicate::Figure(..) => 0,
        }
    }

    /// Whether it is known before a move, and the same at all its landings.
    pub fn is_constant_in_move(&self) -> bool {
        match self {
            Predicate::Is(path, PitPredicate::Fixed(_)) => path.anchor == Anchor::TurnOrigin && path.steps.is_empty(),
            other => other.changes().is_some_and(|changes| changes < Period::Move),
        }
    }

    /// How often it changes, if it does not ask about pits.
    fn changes(&self) -> Option<Period> {
        match self {
            Predicate::Always => Some(Period::Never),
            Predicate::Fact(fact) => Some(fact.traits().changes),
            Predicate::Figure(figure, _) => Some(figure.traits().changes),
            Predicate::All(_)
            | Predicate::Any(_)
            | Predicate::Not(_)
            | Predicate::Is(..)
            | Predicate::Exists(_)
            | Predicate::FromEach(_)
            | Predicate::Outermost(..)
            | Predicate::SideEmpty(_)
            | Predicate::Holds(..)
            | Predicate::Compare(..)
            | Predicate::Count(..)
            | Predicate::Outnumber(_)
            | Predicate::InReach(..)
            | Predicate::AfterMove(_)
            | Predicate::LapEnds(_) => None,
        }
    }

    /// Whether it is true at `here`.
    #[inline]
    pub fn holds(&self, view: &View<W>) -> bool {
        self.holds_at(view, view.turn.here)
    }

    /// Whether it is true at one lane, taken as `here`: as [`Predicate::filter`], without sets.
    fn holds_at(&self, view: &View<W>, lane: usize) -> bool {
        match self {
            Predicate::Always => true,
            Predicate::All(all) => all.iter().all(|part| part.holds_at(view, lane)),
            Predicate::Any(any) => any.iter().any(|part| part.holds_at(view, lane)),
            Predicate::Not(part) => !part.holds_at(view, lane),
            Predicate::Is(path, PitPredicate::Itself) => view.lane(path, lane) == lane,
            Predicate::Is(path, test) => test.holds(view, view.lane(path, lane)),
            Predicate::SideEmpty(whose) => view.side_empty(*whose),
            Predicate::Holds(count, numbers) => numbers.contains(count.seeds(view, lane)),
            Predicate::Compare(one, compared, other) => compared.holds(one.seeds(view, lane), other.seeds(view, lane)),
            other => !other.filter(view, W::Set::one(lane)).is_empty(),
        }
    }

    /// The answers for all laps, if it asks only about the landing of the first one.
    #[inline(always)]
    pub fn first_laps(&self) -> Option<&FirstLaps<W>> {
        match self {
            Predicate::LapEnds(end) => end.laps.as_ref(),
            _ => None,
        }
    }

    /// The same for lanes of the mover's own half.
    pub fn in_own_half(self, halves: [W::Set; 2]) -> Predicate<W> {
        let always = |part: &Predicate<W>| match part {
            Predicate::Is(path, PitPredicate::Fixed(sets)) => {
                path.is_here() && Side::BOTH.iter().all(|side| (halves[*side] & !sets[*side]).is_empty())
            }
            part => *part == Predicate::Always,
        };
        match self {
            Predicate::All(mut parts) => {
                parts.retain(|part| !always(part));
                Predicate::all(parts)
            }
            part if always(&part) => Predicate::Always,
            part => part,
        }
    }
}

impl<W: Width> SeedCount<W> {
    #[inline]
    pub fn seeds(&self, view: &View<W>, lane: usize) -> u16 {
        match self {
            SeedCount::At(path) => view.state.held(view.lane(path, lane)).into(),
            SeedCount::Owned(whose) => view.state.seeds_in(view.owned(*whose)),
            SeedCount::InSet(sets) => view.state.seeds_in(sets[view.mover()]),
            SeedCount::Store(whose) => view.state.captured(view.side(*whose)).into(),
            SeedCount::Marked(whose, kind) => {
                view.state.seeds_in(view.state.of_kind(*kind) & view.state.marks[view.side(*whose)])
            }
            SeedCount::Board => view.state.seeds_in(view.board.pits),
            SeedCount::Hand => view.turn.left.into(),
            SeedCount::Counter(whose, counter) => {
                view.memory().counters[usize::from(counter.0)][view.side(*whose)].into()
            }
            SeedCount::Number(number) => *number,
            SeedCount::Sum(parts) => parts.iter().map(|part| part.seeds(view, lane)).sum(),
        }
    }
}

impl<W: Width> PitPredicate<W> {
    /// Whether one lane passes.
    pub fn holds(&self, view: &View<W>, lane: usize) -> bool {
        match self {
            PitPredicate::Fixed(sets) => sets[view.mover()].has(lane),
            PitPredicate::Holding(numbers) => numbers.has(view.state.held(lane)),
            PitPredicate::Occupied => view.was_occupied(lane),
            PitPredicate::Empty => lane != W::NONE && !view.was_occupied(lane),
            test => !test.filter(view, W::Set::one(lane)).is_empty(),
        }
    }

    /// The lanes of a set that pass.
    fn filter(&self, view: &View<W>, lanes: W::Set) -> W::Set {
        let View { state, turn, .. } = view;
        let last =
            |of: fn((u8, u8)) -> u8| view.last().map_or(W::Set::EMPTY, |last| lanes & W::Set::one(of(last).into()));
        match self {
            PitPredicate::Fixed(sets) => lanes & sets[state.to_move],
            PitPredicate::Owned(whose) => lanes & view.owned(*whose),
            PitPredicate::Occupied => lanes & view.occupied(),
            PitPredicate::Empty => lanes & !view.occupied() & !W::Set::one(W::NONE),
            // What lies off the board holds nothing, and is no lane of the words.
            PitPredicate::Holding(numbers) => match numbers.interval {
                Some(Interval::From(least)) => lanes & state.holding_at_least(least),
                Some(Interval::Between(both)) if !lanes.has(W::NONE) => lanes & state.holding(both),
                _ => lanes.filter(|lane| numbers.has(state.held(lane))),
            },
            PitPredicate::Marked(kind, None) => lanes & state.of_kind(*kind),
            PitPredicate::Marked(kind, Some(whose)) => lanes & state.of_kind(*kind) & state.marks[view.side(*whose)],
            PitPredicate::Closed => lanes & state.closed(),
            PitPredicate::Sown => lanes & turn.sown,
            PitPredicate::Reached => lanes & turn.reached,
            PitPredicate::LapOrigin => lanes & W::Set::one(turn.lap_origin),
            PitPredicate::TurnOrigin => lanes & W::Set::one(turn.turn_origin),
            PitPredicate::Itself => lanes,
            PitPredicate::LastOrigin => last(|(origin, _)| origin),
            PitPredicate::LastLanding => last(|(_, landing)| landing),
            PitPredicate::Landing => lanes & W::Set::one(turn.here),
        }
    }
}
