//! What the rules do with seeds in stores, besides counting them in the end: whether a line may ask how many there
//! are, and whether it may take some.
//!
//! A path may lead from a pit into a store, and the last seed may fall into one, so a line can mean a store without
//! its word. Each line is examined at every pit and store that can be its `here`, for both players, as the engine
//! would: only where no earlier line always applies, and with what its condition says of its paths. Where it is not
//! proved that a place is a pit, it may be a store.

use std::collections::HashSet;

use crate::engine::lines::facts::may_shift;
use crate::engine::state::board::fixed_step;
use crate::engine::state::layout::Layout;
use crate::engine::state::position::Pit;
use crate::rules::{
    Action, ActionTarget, Clause, ClauseId, Condition, Continuation, Path, PathStep, PitKind, Place, Receiver, Rules,
    Side, Summand, Way, Whose,
};

/// What the rules do with seeds in stores before the end of a round; each with the first line that may do so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StoreUse {
    /// A line asks how many seeds a store holds.
    pub counted: Option<ClauseId>,
    /// Seeds leave a store: for a pit, the other store, or the game.
    pub taken: Option<ClauseId>,
    /// Seeds leave a store for a pit.
    pub reentered: Option<ClauseId>,
}

impl StoreUse {
    /// Reads it from the rules of a board.
    pub(crate) fn of(rules: &Rules, layout: &Layout) -> StoreUse {
        let mut examined = Examination {
            layout,
            passes: rules.sowing.passes_stores(),
            from_store: rules.sowing.from_store(),
            shifts: may_shift(rules),
            ways: if rules.sows_back() { &[Way::Onward, Way::Back] } else { &[Way::Onward] },
            seen: HashSet::new(),
            found: StoreUse::default(),
        };
        examined.sowing(rules);
        examined.tables(rules);
        examined.found
    }
}

/// Which kinds of places a path may lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kinds {
    /// A pit, or nowhere.
    pit: bool,
    own: bool,
    opponent: bool,
}

impl Kinds {
    const NONE: Kinds = Kinds { pit: false, own: false, opponent: false };
    const ANY: Kinds = Kinds { pit: true, own: true, opponent: true };
    const PIT: Kinds = Kinds { pit: true, ..Kinds::NONE };

    fn store(whose: Whose) -> Kinds {
        Kinds { own: whose == Whose::Own, opponent: whose == Whose::Opponent, ..Kinds::NONE }
    }

    fn or(self, other: Kinds) -> Kinds {
        Kinds { pit: self.pit || other.pit, own: self.own || other.own, opponent: self.opponent || other.opponent }
    }

    fn and(self, other: Kinds) -> Kinds {
        Kinds { pit: self.pit && other.pit, own: self.own && other.own, opponent: self.opponent && other.opponent }
    }

    fn but(self, other: Kinds) -> Kinds {
        Kinds { pit: self.pit && !other.pit, own: self.own && !other.own, opponent: self.opponent && !other.opponent }
    }

    fn has_store(self) -> bool {
        self.own || self.opponent
    }
}

/// A player and a place that is `here`, for a line.
#[derive(Clone)]
struct Standpoint<'a> {
    mover: Side,
    here: Pit,
    /// Where the seed has just fallen, if that is known.
    landing: Option<Pit>,
    /// What the condition of the line says of its paths.
    known: Vec<(&'a [PathStep], Kinds)>,
}

impl Standpoint<'_> {
    fn of(mover: Side, here: Pit, landing: Option<Pit>) -> Self {
        Standpoint { mover, here, landing, known: vec![] }
    }

    fn kind(&self, place: Option<Pit>) -> Kinds {
        match place.and_then(Pit::store_of) {
            None => Kinds::PIT,
            Some(side) if side == self.mover => Kinds::store(Whose::Own),
            Some(_) => Kinds::store(Whose::Opponent),
        }
    }
}

/// A condition or a part of one, where its `here` is another pit than that of the line.
#[derive(Clone, Copy)]
enum Elsewhere {
    /// Any pit.
    Pits,
    /// Any pit, or a store on the path.
    Places,
}

struct Examination<'a> {
    layout: &'a Layout,
    /// Stores lie on the path.
    passes: bool,
    from_store: bool,
    /// Pits may be closed or change owners.
    shifts: bool,
    ways: &'static [Way],
    /// Parts of conditions that were examined for every `here` that they have.
    seen: HashSet<*const Condition>,
    found: StoreUse,
}

impl<'a> Examination<'a> {
    fn sowing(&mut self, rules: &'a Rules) {
        let sowing = &rules.sowing;
        if self.from_store {
            self.takes(sowing.from[0].clause, true);
        }
        if let Some(enter) = &sowing.enter {
            self.counts(enter.clause);
            self.takes(enter.clause, true);
            self.elsewhere(enter.clause, &enter.condition, Elsewhere::Pits);
        }
        if let Some(swap) = rules.swaps.first() {
            self.takes(swap.clause, false);
        }
        let from = sowing.prefer.iter().chain(&sowing.skip).chain(&sowing.from);
        let from = from.map(|line| (line.clause, &line.condition));
        let each_lap = sowing.each_lap.iter().map(|line| (line.clause, &line.condition));
        let ways = sowing.ways.iter().map(|line| (line.clause, &line.condition));
        let lift = sowing.lift.iter().map(|line| (line.clause, &line.condition));
        for (clause, condition) in from.chain(each_lap).chain(ways).chain(lift) {
            self.elsewhere(clause, condition, Elsewhere::Pits);
        }
        for line in &sowing.several {
            self.elsewhere(line.clause, &line.condition, Elsewhere::Places);
        }
        for clause in &rules.end {
            self.elsewhere(clause.id, &clause.condition, Elsewhere::Pits);
        }
    }

    fn tables(&mut self, rules: &'a Rules) {
        for mover in Side::BOTH {
            let pits: Vec<Pit> = self.layout.pits().collect();
            // A seed that falls into a store fires no line of `drop`.
            for table in [&rules.begin, &rules.lift, &rules.drop] {
                self.table(mover, &pits, table, |()| &[]);
            }
            let path = self.layout.path(mover);
            let on_path = |place: &Pit| place.store_of().is_none() || path.contains(place);
            let landings: Vec<Pit> = self.places().into_iter().filter(on_path).collect();
            self.table(mover, &landings, &rules.land, repeated_along);
            self.table(mover, &landings, &rules.finish, |_| &[]);
        }
        for line in &rules.land {
            for target in line.then.lifted() {
                if let ActionTarget::Every(condition) = target {
                    self.elsewhere(line.id, condition, Elsewhere::Pits);
                }
            }
        }
    }

    /// Examines a table, at each place up to a line that always applies there. A line is repeated along some paths.
    fn table<T>(&mut self, mover: Side, heres: &[Pit], lines: &'a [Clause<T>], repeated_along: impl Fn(&T) -> &[Path]) {
        let mut left = heres.to_vec();
        for line in lines {
            let value =
                |examined: &Self, here| examined.value(&line.condition, &Standpoint::of(mover, here, Some(here)));
            let at: Vec<Pit> = left.iter().copied().filter(|&here| value(self, here) != Some(false)).collect();
            // It is tried again whatever stands before it.
            let again = self.chained(mover, &at, repeated_along(&line.then));
            for &here in at.iter().chain(&again) {
                self.line(line, Standpoint::of(mover, here, Some(here)));
            }
            if !line.may {
                left.retain(|&here| value(self, here) != Some(true));
            }
        }
    }

    /// The places to which paths lead from some places, one after the other.
    fn chained(&self, mover: Side, from: &[Pit], paths: &[Path]) -> Vec<Pit> {
        let mut reached: Vec<Pit> = vec![];
        for path in paths {
            let mut open = from.to_vec();
            while let Some(here) = open.pop() {
                let ends = self.ends(path, &Standpoint::of(mover, here, None));
                let new: Vec<Pit> = ends.into_iter().flatten().filter(|end| !reached.contains(end)).collect();
                reached.extend(&new);
                open.extend(new);
            }
        }
        reached
    }

    /// Examines a line at a place.
    fn line<T>(&mut self, line: &'a Clause<T>, mut at: Standpoint<'a>) {
        self.condition(line.id, &line.condition, &mut at);
        if self.value(&line.condition, &at) == Some(false) {
            return;
        }
        if line.actions.iter().any(Action::turns) {
            // What is next then lies on the other side.
            at.known.clear();
        }
        for action in &line.actions {
            self.action(line.id, action, &at);
        }
    }

    fn action(&mut self, clause: ClauseId, action: &'a Action, at: &Standpoint<'a>) {
        match action {
            Action::Capture { from, to, seeds: _ } => {
                // Nothing is captured into the store in which it lies.
                let stays = match to {
                    Receiver::Mover => Kinds::store(Whose::Own),
                    Receiver::Opponent => Kinds::store(Whose::Opponent),
                    Receiver::Owner => Kinds { pit: false, ..Kinds::ANY },
                    Receiver::Nobody => Kinds::NONE,
                };
                for target in from {
                    if self.target(clause, target, at).but(stays).has_store() {
                        self.takes(clause, false);
                    }
                }
            }
            Action::Move { from, to, seeds: _ } => {
                let [from, to] = [from, to].map(|target| self.target(clause, target, at));
                if from.has_store() && to.pit {
                    self.takes(clause, true);
                } else if from.own && to.opponent || from.opponent && to.own {
                    self.takes(clause, false);
                }
            }
            Action::Count { by: Summand::Of(place), .. } => self.asks(clause, place, at),
            other => other.parts().for_each(|part| self.elsewhere(clause, part, Elsewhere::Pits)),
        }
    }

    /// What a target may be. Its condition is examined.
    fn target(&mut self, clause: ClauseId, target: &'a ActionTarget, at: &Standpoint<'a>) -> Kinds {
        match target {
            ActionTarget::Pit(path) => self.led_to(path, at),
            ActionTarget::Store(whose) => Kinds::store(*whose),
            ActionTarget::Every(condition) => {
                self.elsewhere(clause, condition, Elsewhere::Pits);
                Kinds::PIT
            }
        }
    }

    /// Examines a condition for every `here` that it has elsewhere.
    fn elsewhere(&mut self, clause: ClauseId, condition: &'a Condition, heres: Elsewhere) {
        if !self.seen.insert(std::ptr::from_ref(condition)) {
            return;
        }
        let heres = match heres {
            Elsewhere::Pits => self.layout.pits().collect(),
            Elsewhere::Places => self.places(),
        };
        for mover in Side::BOTH {
            for &here in &heres {
                self.condition(clause, condition, &mut Standpoint::of(mover, here, None));
            }
        }
    }

    /// Examines a condition at a place, and adds what it says of its paths where it is true.
    fn condition(&mut self, clause: ClauseId, condition: &'a Condition, at: &mut Standpoint<'a>) {
        if self.value(condition, at).is_some() {
            return;
        }
        match condition {
            Condition::All(parts) => {
                for part in parts {
                    if let Some((path, kinds)) = said_of_path(part) {
                        at.known.push((path, kinds));
                    }
                }
                if self.value(condition, at).is_none() {
                    parts.iter().for_each(|part| self.condition(clause, part, at));
                }
            }
            Condition::Any(parts) => {
                for part in parts {
                    self.condition(clause, part, &mut at.clone());
                }
            }
            Condition::Not(part) => self.condition(clause, part, &mut at.clone()),
            Condition::Exists(_)
            | Condition::Count(..)
            | Condition::Outnumber(_)
            | Condition::InReach(..)
            | Condition::Outermost(..) => {
                condition.parts().iter().for_each(|part| self.elsewhere(clause, part, Elsewhere::Pits));
            }
            Condition::LapEnds(part) | Condition::AfterMove(part) => self.elsewhere(clause, part, Elsewhere::Places),
            Condition::Holds(place, _) => self.asks(clause, place, at),
            Condition::Is(place @ Place::Pit(_), PitKind::Empty | PitKind::Occupied) => self.asks(clause, place, at),
            Condition::Is(Place::Pit(_), _) => {
                if let Some((path, kinds)) = said_of_path(condition) {
                    at.known.push((path, kinds));
                }
            }
            Condition::Is(place, _) => self.asks(clause, place, at),
            Condition::Compare(one, _, other) => {
                self.asks(clause, one, at);
                self.asks(clause, other, at);
            }
            Condition::Always | Condition::Fact(_) | Condition::Figure(..) => {}
        }
    }

    fn asks(&mut self, clause: ClauseId, place: &Place, at: &Standpoint) {
        if self.is_counted(place, at) {
            self.counts(clause);
        }
    }

    /// Whether the seeds of a place may be those of a store.
    fn is_counted(&self, place: &Place, at: &Standpoint) -> bool {
        match place {
            Place::Store(_) => true,
            Place::Pit(path) => self.led_to(path, at).has_store(),
            Place::Sum(parts) => parts.iter().any(|part| self.is_counted(part, at)),
            Place::Row(_)
            | Place::Number(_)
            | Place::NthRow(..)
            | Place::Points(_)
            | Place::Counter(..)
            | Place::Marked(..)
            | Place::Board
            | Place::Hand => false,
        }
    }

    /// The value of a condition at a place, if the place alone decides it.
    fn value(&self, condition: &Condition, at: &Standpoint) -> Option<bool> {
        match condition {
            Condition::Always => Some(true),
            Condition::All(parts) => joined(parts.iter().map(|part| self.value(part, at)), false),
            Condition::Any(parts) => joined(parts.iter().map(|part| self.value(part, at)), true),
            Condition::Not(part) => self.value(part, at).map(|value| !value),
            Condition::Is(Place::Pit(path), kind) => {
                let mut ends = self.ends_as_known(path, at).into_iter();
                let first = ends.next().map_or(Some(false), |end| self.is(end, *kind, at.mover))?;
                ends.all(|end| self.is(end, *kind, at.mover) == Some(first)).then_some(first)
            }
            _ => None,
        }
    }

    /// Whether a place, or nowhere, is of a kind, if the place alone decides it.
    fn is(&self, place: Option<Pit>, kind: PitKind, mover: Side) -> Option<bool> {
        let Some(place) = place else { return Some(false) };
        match (kind, place.store_of()) {
            (PitKind::Store(whose), store) => {
                Some(store.is_some_and(|side| whose.is_none_or(|whose| whose.seen_by(mover) == side)))
            }
            (
                PitKind::InRow(_) | PitKind::NthRow(_) | PitKind::Numbered(..) | PitKind::Marked(..) | PitKind::Closed,
                Some(_),
            ) => Some(false),
            (PitKind::InRow(whose), None) if !self.shifts => Some(self.layout.owner(0, place) == whose.seen_by(mover)),
            (PitKind::NthRow(row), None) => Some(self.layout.row(place) == row),
            (PitKind::Numbered(first, last), None) => Some((first..=last).contains(&self.layout.letter(place))),
            _ => None,
        }
    }

    /// What a path may lead to.
    fn led_to(&self, path: &Path, at: &Standpoint) -> Kinds {
        self.ends_as_known(path, at).into_iter().fold(Kinds::NONE, |kinds, end| kinds.or(at.kind(end)))
    }

    /// Where a path may lead, with what is known of it.
    fn ends_as_known(&self, path: &Path, at: &Standpoint) -> Vec<Option<Pit>> {
        let known = at.known.iter().filter(|(known, _)| *known == path);
        let known = known.fold(Kinds::ANY, |kinds, (_, known)| kinds.and(*known));
        let mut ends = self.ends(path, at);
        ends.retain(|&end| at.kind(end).and(known) != Kinds::NONE);
        ends
    }

    /// Where a path may lead: a pit, a store, or nowhere.
    fn ends(&self, path: &[PathStep], at: &Standpoint) -> Vec<Option<Pit>> {
        let pits = || self.layout.pits().map(Some).chain([Some(at.here)]);
        let stores = || Side::BOTH.map(|side| Some(Pit::store(side))).into_iter();
        let places = || self.places().into_iter().map(Some);
        path.iter().fold(vec![Some(at.here)], |ends, step| {
            let each = |lead: &dyn Fn(Pit) -> Option<Pit>| ends.iter().map(|end| end.and_then(lead)).collect();
            let mut led: Vec<Option<Pit>> = match step {
                // Closed pits are passed over.
                PathStep::Next | PathStep::Previous if self.shifts => places().chain([None]).collect(),
                PathStep::Next | PathStep::Previous => {
                    let onward = *step == PathStep::Next;
                    let ways = self.ways.iter().map(|&way| if onward { way } else { way.other() });
                    ways.flat_map(|way| each(&|pit| self.layout.next(way, at.mover, pit)) as Vec<_>).collect()
                }
                PathStep::Opposite | PathStep::Behind | PathStep::Mirror => {
                    each(&|pit| fixed_step(self.layout, pit, *step))
                }
                PathStep::Fixed(whose, strokes, letter) => {
                    vec![self.layout.named(whose.seen_by(at.mover), *letter, *strokes)]
                }
                PathStep::Chosen => pits().collect(),
                PathStep::LapOrigin | PathStep::TurnOrigin | PathStep::LastOrigin if self.from_store => {
                    pits().chain(stores()).collect()
                }
                PathStep::LapOrigin | PathStep::TurnOrigin | PathStep::LastOrigin => pits().collect(),
                PathStep::LastLanding => places().chain([Some(at.here)]).collect(),
                PathStep::Landing => at.landing.map_or_else(|| places().collect(), |landing| vec![Some(landing)]),
            };
            led.sort_unstable();
            led.dedup();
            led
        })
    }

    /// The pits, and the stores if they lie on the path.
    fn places(&self) -> Vec<Pit> {
        let stores = Side::BOTH.map(Pit::store).into_iter().filter(|_| self.passes);
        self.layout.pits().chain(stores).collect()
    }

    fn counts(&mut self, clause: ClauseId) {
        self.found.counted.get_or_insert(clause);
    }

    fn takes(&mut self, clause: ClauseId, into_pit: bool) {
        self.found.taken.get_or_insert(clause);
        if into_pit {
            self.found.reentered.get_or_insert(clause);
        }
    }
}

/// The value of several parts of which one that is `deciding` decides.
fn joined(values: impl Iterator<Item = Option<bool>>, deciding: bool) -> Option<bool> {
    let mut joined = Some(!deciding);
    for value in values {
        match value {
            Some(value) if value == deciding => return Some(deciding),
            Some(_) => {}
            None => joined = None,
        }
    }
    joined
}

/// The paths along which a line is repeated.
fn repeated_along(then: &Continuation) -> &[Path] {
    match then {
        Continuation::Repeat { along, .. } => along,
        Continuation::Stop | Continuation::Relay(_) | Continuation::Resow { .. } | Continuation::Bonus => &[],
    }
}

/// What a condition says of where a path leads. A pit may still be chosen, so nothing is known of it.
fn said_of_path(condition: &Condition) -> Option<(&[PathStep], Kinds)> {
    let (path, kind, is) = match condition {
        Condition::Is(Place::Pit(path), kind) => (path, kind, true),
        Condition::Not(part) => match &**part {
            Condition::Is(Place::Pit(path), kind) => (path, kind, false),
            _ => return None,
        },
        _ => return None,
    };
    let kinds = match (kind, is) {
        (PitKind::Store(Some(whose)), true) => Kinds::store(*whose),
        (PitKind::Store(Some(whose)), false) => Kinds::ANY.but(Kinds::store(*whose)),
        (PitKind::Store(None), true) => Kinds::ANY.but(Kinds::PIT),
        (PitKind::Store(None), false)
        | (PitKind::InRow(_) | PitKind::NthRow(_) | PitKind::Numbered(..) | PitKind::Marked(..), true) => Kinds::PIT,
        _ => return None,
    };
    (!path.contains(&PathStep::Chosen)).then_some((path, kinds))
}
