//! From rules to what the engine evaluates: conditions become predicates, paths become look-ups.

use crate::engine::lines::lap_table::{FirstLaps, LapTable};
use crate::engine::lines::predicate::{
    Anchor, LapEnd, NumberSet, PitPredicate, PitRef, Predicate, SeedCount, WhichPit,
};
use crate::engine::lines::table::Table;
use crate::engine::state::board::{BoardLanes, fixed_step};
use crate::engine::state::position::Pit;
use crate::engine::state::width::{LaneSet, Width};
use crate::rules::{
    Amount, Condition, MoveFact, Outermost, Path, PathStep, PitKind, Place, Reads, Side, Stage, Way, Whose,
};

/// What conditions are compiled for.
pub(crate) struct Lowering<'a, W: Width> {
    pub board: &'a BoardLanes<W>,
    /// Whether decision trees are made.
    pub tabulates: bool,
    /// Tabulated laps, if there are any.
    pub laps: Option<&'a LapTable<W>>,
    /// Whether all seeds of a pit are lifted, whichever move it is.
    pub lifts_all: bool,
    /// Whether the condition is on the pits of a set, for one pit from which a lap would be lifted.
    pub in_set: bool,
    /// The stages, which the board shows before a move.
    pub stages: &'a [Stage],
}

impl<'a, W: Width> Lowering<'a, W> {
    /// What conditions on a board are compiled for, without tables.
    pub fn plain(board: &'a BoardLanes<W>) -> Self {
        Lowering { board, tabulates: false, laps: None, lifts_all: false, in_set: false, stages: &[] }
    }

    /// Compiles a condition. Before a move every pit in question is the origin of a lap of its own.
    pub fn predicate(&self, condition: &Condition, before_move: bool) -> Predicate<W> {
        if before_move && !self.in_set && asks_of_origin_in_set(condition) {
            let of_set = Lowering { in_set: true, ..*self };
            return Predicate::FromEach(Box::new(of_set.predicate(condition, before_move)));
        }
        let all = |parts: &[Condition]| {
            let mut parts: Vec<_> = parts.iter().map(|part| self.predicate(part, before_move)).collect();
            // What costs little leaves less to ask.
            if self.tabulates {
                parts.sort_by_key(Predicate::cost);
            }
            parts
        };
        match condition {
            Condition::Always => Predicate::Always,
            Condition::All(parts) => Predicate::All(all(parts)),
            Condition::Any(parts) => Predicate::Any(all(parts)),
            Condition::Not(part) => self.predicate(part, before_move).negated(),
            Condition::Fact(MoveFact::Stage(stage)) if before_move && !self.stages.is_empty() => {
                let (earlier, from) = self.stages.split_at((*stage).into());
                let over = earlier.iter().map(|stage| self.predicate(&stage.condition, true).negated());
                Predicate::all(over.chain(from.first().map(|stage| self.predicate(&stage.condition, true))).collect())
            }
            Condition::Fact(fact) => Predicate::Fact(*fact),
            Condition::Figure(figure, amount) => Predicate::Figure(*figure, NumberSet::of(amount)),
            Condition::InReach(path, part) => {
                // It is asked within a turn, too.
                let of_turn = Lowering { stages: &[], ..*self };
                Predicate::InReach(self.path(path, before_move), Box::new(of_turn.predicate(part, true)))
            }
            Condition::LapEnds(part) => {
                let table = Table::asking(self, self.predicate(part, false));
                let laps = self.laps.filter(|_| self.lifts_all);
                let laps = laps.and_then(|laps| FirstLaps::of(laps, &table, self.board.places()));
                Predicate::LapEnds(Box::new(LapEnd { table, laps }))
            }
            Condition::AfterMove(part) => Predicate::AfterMove(Box::new(self.predicate(part, false))),
            Condition::Exists(part) => match occupied_side(part) {
                Some(whose) => Predicate::Not(Box::new(Predicate::SideEmpty(whose))),
                None => Predicate::Exists(Box::new(self.predicate(part, before_move))),
            },
            Condition::Outermost(path, which, part) => {
                let part = Box::new(self.predicate(part, before_move));
                let which = match which {
                    Outermost::First => WhichPit::First,
                    Outermost::Last => WhichPit::Last,
                    Outermost::After(from) => WhichPit::From(self.path(from, before_move), Way::Onward),
                    Outermost::Before(from) => WhichPit::From(self.path(from, before_move), Way::Back),
                };
                Predicate::Outermost(self.path(path, before_move), which, part)
            }
            Condition::Count(part, amount) => {
                Predicate::Count(Box::new(self.predicate(part, before_move)), NumberSet::of(amount))
            }
            Condition::Outnumber(parts) => {
                Predicate::Outnumber(Box::new([0, 1].map(|at| self.predicate(&parts[at], before_move))))
            }
            Condition::Compare(one, compared, other) => {
                Predicate::Compare(self.count(one, before_move), *compared, self.count(other, before_move))
            }
            Condition::Is(Place::Pit(path), kind) => self.test(self.path(path, before_move), *kind, before_move),
            Condition::Is(Place::Row(whose), kind) => {
                let empty = Predicate::SideEmpty(*whose);
                if *kind == PitKind::Occupied { Predicate::Not(Box::new(empty)) } else { empty }
            }
            Condition::Is(place, kind) => {
                let none = NumberSet::of(&Amount::In(vec![(0, 0)]));
                let none = Predicate::Holds(self.count(place, before_move), none);
                if *kind == PitKind::Occupied { Predicate::Not(Box::new(none)) } else { none }
            }
            Condition::Holds(Place::Pit(path), amount) => {
                Predicate::Is(self.path(path, before_move), PitPredicate::Holding(NumberSet::of(amount)))
            }
            Condition::Holds(place, amount) => Predicate::Holds(self.count(place, before_move), NumberSet::of(amount)),
        }
    }

    /// The test of a pit for a kind.
    fn test(&self, path: PitRef, kind: PitKind, before_move: bool) -> Predicate<W> {
        let test = match kind {
            PitKind::InRow(whose) if self.board.shifts => PitPredicate::Owned(whose),
            PitKind::InRow(whose) => self.fixed(|mover, pit| {
                pit.store_of().is_none() && self.board.layout.owner(0, pit) == whose.seen_by(mover)
            }),
            PitKind::NthRow(row) => self.fixed(|_, pit| pit.store_of().is_none() && self.board.layout.row(pit) == row),
            PitKind::Store(whose) => self.fixed(|mover, pit| {
                pit.store_of().is_some_and(|side| whose.is_none_or(|whose| side == whose.seen_by(mover)))
            }),
            PitKind::Numbered(first, last) => {
                self.fixed(|_, pit| pit.store_of().is_none() && (first..=last).contains(&self.board.layout.letter(pit)))
            }
            // A path that leads to no pit leads to none that is empty.
            PitKind::Empty if self.leads(&path, self.board.places(), !W::Set::one(W::NONE)) => {
                return Predicate::Not(Box::new(Predicate::Is(path, PitPredicate::Occupied)));
            }
            PitKind::Empty => PitPredicate::Empty,
            PitKind::Occupied => PitPredicate::Occupied,
            PitKind::Closed if !self.board.shifts => PitPredicate::Fixed([W::Set::EMPTY; 2]),
            PitKind::Closed => PitPredicate::Closed,
            PitKind::Sown => PitPredicate::Sown,
            PitKind::Reached => PitPredicate::Reached,
            PitKind::Marked(kind, whose) => PitPredicate::Marked(kind, whose),
            PitKind::LapOrigin | PitKind::TurnOrigin if before_move && !self.in_set => PitPredicate::Itself,
            PitKind::LapOrigin => PitPredicate::LapOrigin,
            PitKind::TurnOrigin => PitPredicate::TurnOrigin,
            PitKind::LastOrigin => PitPredicate::LastOrigin,
            PitKind::LastLanding => PitPredicate::LastLanding,
            PitKind::Landing => PitPredicate::Landing,
        };
        Predicate::Is(path, test)
    }

    /// The pits and stores that pass a test which depends on the mover alone.
    fn fixed(&self, is: impl Fn(Side, Pit) -> bool) -> PitPredicate<W> {
        PitPredicate::Fixed(
            Side::BOTH.map(|mover| self.board.places().filter(|lane| is(mover, self.board.layout.pit_of::<W>(lane)))),
        )
    }

    pub fn count(&self, place: &Place, before_move: bool) -> SeedCount<W> {
        match place {
            Place::Pit(path) => SeedCount::At(self.path(path, before_move)),
            Place::Row(whose) => SeedCount::Owned(*whose),
            Place::NthRow(whose, row) => SeedCount::InSet(Side::BOTH.map(|mover| {
                let side = whose.seen_by(mover);
                let lies = |pit: Pit| self.board.layout.side(pit) == side && self.board.layout.row(pit) == *row;
                self.board.pits.filter(|lane| lies(self.board.layout.pit_of::<W>(lane)))
            })),
            Place::Store(whose) => SeedCount::Store(*whose),
            Place::Marked(whose, kind) => SeedCount::Marked(*whose, *kind),
            Place::Board => SeedCount::Board,
            Place::Hand => SeedCount::Hand,
            Place::Counter(whose, counter) => SeedCount::Counter(*whose, *counter),
            Place::Number(number) => SeedCount::Number(*number),
            Place::Sum(parts) => SeedCount::Sum(parts.iter().map(|part| self.count(part, before_move)).collect()),
            Place::Points(_) => unreachable!("the checker lets only a match ask for points"),
        }
    }

    /// Compiles a path.
    pub fn path(&self, path: &Path, before_move: bool) -> PitRef {
        let (mut anchor, mut steps) = (Anchor::Here, &path[..]);
        for (at, step) in path.iter().enumerate() {
            anchor = match step {
                PathStep::LapOrigin | PathStep::TurnOrigin if before_move && !self.in_set => Anchor::Here,
                PathStep::LapOrigin => Anchor::LapOrigin,
                PathStep::TurnOrigin => Anchor::TurnOrigin,
                PathStep::Chosen => Anchor::Chosen,
                PathStep::Fixed(whose, strokes, letter) => Anchor::Fixed(Side::BOTH.map(|mover| {
                    let pit = self.board.layout.named(whose.seen_by(mover), *letter, *strokes);
                    pit.map_or(W::NONE, |pit| self.board.layout.lane::<W>(pit))
                })),
                PathStep::LastOrigin => Anchor::LastOrigin,
                PathStep::LastLanding => Anchor::LastLanding,
                PathStep::Landing => Anchor::Landing,
                PathStep::Opposite | PathStep::Behind | PathStep::Next | PathStep::Previous | PathStep::Mirror => {
                    continue;
                }
            };
            steps = &path[at + 1..];
        }
        let mut path = PitRef { anchor, steps: steps.to_vec(), table: None };
        if !steps.is_empty() {
            let mut table = Box::new([[[W::NONE as u8; 128]; 2]; 2]);
            for way in [Way::Onward, Way::Back] {
                for mover in Side::BOTH {
                    for lane in self.board.places().lanes() {
                        table[way as usize][mover][lane] = self.follow(steps, way, mover, lane) as u8;
                    }
                }
            }
            path.table = Some(table);
        }
        path
    }

    /// Where steps lead from a lane.
    fn follow(&self, steps: &[PathStep], way: Way, mover: Side, lane: usize) -> usize {
        let start = Some(self.board.layout.pit_of::<W>(lane));
        let end = steps.iter().fold(start, |pit, step| match step {
            PathStep::Next => self.board.layout.next(way, mover, pit?),
            PathStep::Previous => self.board.layout.next(way.other(), mover, pit?),
            step => fixed_step(&self.board.layout, pit?, *step),
        });
        end.map_or(W::NONE, |pit| self.board.layout.lane::<W>(pit))
    }

    /// Whether a path that begins at `here` leads from some lanes into others only.
    pub fn leads(&self, path: &PitRef, from: W::Set, into: W::Set) -> bool {
        self.ends(path, from).all(|(_, end)| into.has(end))
    }

    /// Where a path that begins at `here` leads, from each of some lanes.
    fn ends<'p>(&self, path: &'p PitRef, from: W::Set) -> impl Iterator<Item = (usize, usize)> + use<'p, W> {
        let movers = move |way| Side::BOTH.into_iter().map(move |mover| (way, mover));
        let all = [Way::Onward, Way::Back].into_iter().flat_map(movers);
        all.flat_map(move |(way, mover)| {
            from.lanes().map(move |lane| (lane, path.destination(lane, way, mover))).collect::<Vec<_>>()
        })
    }

    /// Where a path leads, if that is always the same lane for a `here`.
    pub fn static_end(&self, path: &PitRef, way: Way, mover: Side, here: usize) -> Option<usize> {
        let from = match path.anchor {
            Anchor::Here => here,
            Anchor::Fixed(lanes) => lanes[mover],
            _ => return None,
        };
        self.is_static(path).then(|| path.destination(from, way, mover))
    }

    /// Whether a path always leads to the same pit from a lane.
    pub fn is_static(&self, path: &PitRef) -> bool {
        !self.board.shifts || !path.steps.iter().any(|step| matches!(step, PathStep::Next | PathStep::Previous))
    }
}

/// Whether a condition on a set of pits asks of the pit from which the lap in question would be lifted.
fn asks_of_origin_in_set(condition: &Condition) -> bool {
    let of_set = matches!(
        condition,
        Condition::Exists(_) | Condition::Count(..) | Condition::Outnumber(_) | Condition::Outermost(..)
    );
    of_set && condition.parts().iter().any(|part| part.reads(Reads::LAP_ORIGIN | Reads::TURN_ORIGIN))
}

/// Whose pits have seeds, if that is what is asked of some pit.
fn occupied_side(condition: &Condition) -> Option<Whose> {
    let Condition::All(parts) = condition else { return None };
    let [Condition::Is(Place::Pit(pit), PitKind::InRow(whose)), occupied] = &parts[..] else { return None };
    let occupied = match occupied {
        Condition::Is(Place::Pit(pit), PitKind::Occupied) => pit.is_empty(),
        Condition::Not(empty) => matches!(&**empty, Condition::Is(Place::Pit(pit), PitKind::Empty) if pit.is_empty()),
        _ => false,
    };
    (pit.is_empty() && occupied).then_some(*whose)
}
