//! The cases of a table: combinations of the facts that its lines test.

use std::collections::{BTreeSet, HashMap};

use super::GameFacts;
use super::lines::{EvalPoint, PitEffect, ProofLine};
use super::paths::opposite_of;
use super::truth::Truth;
use crate::rules::*;

/// A pit that lines refer to, with the domain of each of its facts.
pub(super) struct KnownPit {
    /// The normalised path to the pit.
    pub(super) path: Path,
    rows: Vec<Whose>,
    /// The row of its owner's half.
    nth_rows: Vec<u8>,
    numbers: Vec<u8>,
    marks: Vec<Option<(MarkId, Whose)>>,
    seeds: Vec<u16>,
    /// The facts that are true or false. Each doubles the number of cases.
    flags: Vec<Flag>,
    /// The index of the opposite pit, if lines refer to it too. Its row determines the row of this pit.
    across: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Flag {
    Closed,
    LapOrigin,
    TurnOrigin,
    LastOrigin,
    LastLanding,
    Landing,
    Sown,
    Reached,
    Store,
    /// The path leads to no pit.
    Absent,
    /// Whether the pit was occupied before the seed fell, if the present number of seeds does not
    /// determine it.
    Before,
}

/// Whether a condition asks for a move before the first.
pub(super) fn comes_before_all_moves(condition: &Condition) -> bool {
    matches!(condition, Condition::Figure(MoveFigure::MoveNumber, Amount::In(numbers))
        if numbers.iter().all(|(_, most)| *most == 0))
}

/// A combination of all facts that the lines of a table test, each a matter with some values.
pub(super) struct Case<'a> {
    facts: &'a GameFacts<'a>,
    point: EvalPoint,
    pub(super) pits: Vec<KnownPit>,
    /// The paths that lines use, with the index of the pit that each leads to.
    paths: Vec<(Path, usize)>,
    sets: Vec<(Place, Vec<u16>)>,
    /// Conditions that are independent of all pits.
    free: Vec<Condition>,
    /// The index of the current value of each fact, within [`Case::sizes`].
    state: Vec<usize>,
    sizes: Vec<usize>,
    /// The pits in the current case.
    views: Vec<PitView>,
    /// The conditions by which lines choose a pit, with a protected mark that such a pit may bear.
    pub(super) chosen: Vec<(Condition, Option<MarkId>)>,
    /// The number of cases.
    pub(super) count: usize,
    /// The truth of the conditions without parts that have been asked about.
    known: HashMap<Condition, Truth>,
}

impl<'a> Case<'a> {
    /// The cases that some lines distinguish. Returns `None` if they cannot be counted.
    pub(super) fn new(facts: &'a GameFacts<'a>, lines: &[ProofLine], point: EvalPoint) -> Option<Self> {
        let mut conditions = vec![];
        for line in lines {
            line.condition.walk(&mut |condition| conditions.push(condition));
        }
        let mut case = Case {
            facts,
            point,
            pits: vec![],
            paths: vec![],
            sets: vec![],
            free: vec![],
            state: vec![],
            sizes: vec![],
            views: vec![],
            chosen: vec![],
            count: 0,
            known: HashMap::new(),
        };
        for condition in &conditions {
            match condition {
                Condition::Is(Place::Pit(path), _) | Condition::Holds(Place::Pit(path), _) => case.add_pit(path),
                Condition::Is(place, _) | Condition::Holds(place, _) => {
                    if !case.sets.iter().any(|(known, _)| known == place) {
                        let numbers = facts.seed_samples(&conditions, |other| other == place, false);
                        case.sets.push((place.clone(), numbers));
                    }
                }
                Condition::Always | Condition::All(_) | Condition::Any(_) | Condition::Not(_) => {}
                free if case.free.contains(free) => {}
                free => case.free.push((*free).clone()),
            }
        }
        let mut emptied: Vec<Path> = vec![];
        if !facts.protected.is_empty() {
            for effect in lines.iter().flat_map(|line| &line.effects) {
                let Some(path) = effect.path() else { continue };
                case.add_pit(path);
                if matches!(effect, PitEffect::Empty(..)) {
                    emptied.push(facts.normalized(path));
                }
            }
        }
        for number in 0..case.pits.len() {
            case.set_domain(number, &conditions, &emptied);
        }
        case.sizes = case.pits.iter().flat_map(KnownPit::domain_sizes).collect();
        case.sizes.extend(case.sets.iter().map(|(_, numbers)| numbers.len()));
        case.sizes.extend(case.free.iter().map(|_| 2));
        case.state = vec![0; case.sizes.len()];
        case.count = case.sizes.iter().try_fold(1usize, |cases, size| cases.checked_mul(*size))?;
        Some(case)
    }

    fn add_pit(&mut self, path: &[PathStep]) {
        if self.paths.iter().any(|(known, _)| known == path) {
            return;
        }
        let same = self.facts.normalized(path);
        let number = self.pits.iter().position(|pit| pit.path == same).unwrap_or_else(|| {
            self.pits.push(KnownPit {
                path: same,
                rows: vec![Whose::Own],
                nth_rows: vec![0],
                numbers: vec![0],
                marks: vec![None],
                seeds: vec![],
                flags: vec![],
                across: None,
            });
            self.pits.len() - 1
        });
        self.paths.push((path.to_vec(), number));
    }

    /// Sets the domain of each fact of a pit: the values that the lines can distinguish.
    fn set_domain(&mut self, number: usize, conditions: &[&Condition], emptied: &[Path]) {
        let path = self.pits[number].path.clone();
        let here = path.is_empty();
        let is_it = |place: &Place| matches!(place, Place::Pit(other) if self.facts.normalized(other) == path);
        let kinds: Vec<PitKind> = conditions
            .iter()
            .filter_map(|condition| match condition {
                Condition::Is(place, kind) if is_it(place) => Some(*kind),
                _ => None,
            })
            .collect();
        let mut marks: Vec<Option<(MarkId, Whose)>> = vec![None];
        let protected = if emptied.contains(&path) { self.facts.protected } else { &[] };
        let named = kinds.iter().filter_map(|kind| match kind {
            PitKind::Marked(mark, _) => Some(*mark),
            _ => None,
        });
        for mark in named.chain(protected.iter().copied()).collect::<BTreeSet<_>>() {
            marks.extend([Some((mark, Whose::Own)), Some((mark, Whose::Opponent))]);
        }
        let fallen = here && self.point == EvalPoint::Fallen;
        let mut seeds = self.facts.seed_samples(conditions, is_it, fallen);
        if fallen || here && matches!(self.point, EvalPoint::Chosen | EvalPoint::Lifted) {
            seeds.retain(|&seeds| seeds > 0);
        }
        let mut flags = vec![];
        // A pit may be closed even if no line tests it. It is empty then.
        if self.facts.closing && (!here || kinds.contains(&PitKind::Closed)) {
            flags.push(Flag::Closed);
        }
        let tested = [
            (PitKind::LapOrigin, Flag::LapOrigin),
            (PitKind::TurnOrigin, Flag::TurnOrigin),
            (PitKind::LastOrigin, Flag::LastOrigin),
            (PitKind::LastLanding, Flag::LastLanding),
            (PitKind::Landing, Flag::Landing),
            (PitKind::Sown, Flag::Sown),
            (PitKind::Reached, Flag::Reached),
        ];
        flags.extend(tested.into_iter().filter(|(kind, _)| kinds.contains(kind)).map(|(_, flag)| flag));
        let tells_stores = |kind: &PitKind| {
            matches!(kind, PitKind::InRow(_) | PitKind::NthRow(_) | PitKind::Numbered(..) | PitKind::Store(_))
        };
        if !self.facts.plan.reach(&path).all {
            flags.push(Flag::Absent);
        }
        if self.stores_at(&path) && kinds.iter().any(tells_stores) {
            flags.push(Flag::Store);
        }
        let sown = matches!(self.point, EvalPoint::Fallen | EvalPoint::Changed);
        let asks_before = kinds.iter().any(|kind| matches!(kind, PitKind::Empty | PitKind::Occupied));
        if here && self.point == EvalPoint::Changed || sown && asks_before && !here && self.facts.may_alias(&path, &[])
        {
            flags.push(Flag::Before);
        }
        // Opposite pits lie in different rows.
        let opposite = opposite_of(&path);
        let across = self.pits[..number].iter().position(|pit| pit.path == opposite && !self.facts.territory);
        let mut rows = vec![Whose::Own];
        if kinds.iter().any(|kind| matches!(kind, PitKind::InRow(_) | PitKind::Store(Some(_)))) {
            let both = vec![Whose::Own, Whose::Opponent];
            *across.map_or(&mut rows, |other| &mut self.pits[other].rows) = both;
        }
        let mut nth_rows = BTreeSet::from([0]);
        if kinds.iter().any(|kind| matches!(kind, PitKind::NthRow(_))) {
            nth_rows.extend(0..self.facts.plan.depth());
        }
        let mut numbers = BTreeSet::from([0]);
        for kind in &kinds {
            if let PitKind::Numbered(first, last) = *kind {
                numbers.extend([first, last + 1].into_iter().filter(|&number| number < self.facts.plan.letters()));
            }
        }
        let pit = &mut self.pits[number];
        (pit.marks, pit.seeds, pit.flags, pit.across, pit.rows) = (marks, seeds, flags, across, rows);
        pit.nth_rows = nth_rows.into_iter().collect();
        pit.numbers = numbers.into_iter().collect();
    }

    /// Whether the pit of a path may be a store.
    fn stores_at(&self, path: &[PathStep]) -> bool {
        let away = matches!(self.point, EvalPoint::Falling | EvalPoint::Changed);
        let lifted = matches!(self.point, EvalPoint::Chosen | EvalPoint::Lifted);
        let origin =
            |step: &PathStep| matches!(step, PathStep::LapOrigin | PathStep::TurnOrigin | PathStep::LastOrigin);
        if self.facts.from_store && (path.is_empty() && lifted || path.iter().any(origin)) {
            return true;
        }
        self.facts.stores && (away || path.iter().any(|step| matches!(step, PathStep::Next | PathStep::Previous)))
    }

    /// In which cases a condition is true.
    pub(super) fn truth(&mut self, condition: &Condition) -> Truth {
        match condition {
            Condition::Always => Truth::always(self.count),
            Condition::All(parts) => {
                let mut all = Truth::always(self.count);
                parts.iter().for_each(|part| all.and(&self.truth(part)));
                all
            }
            Condition::Any(parts) => {
                let mut any = Truth::never(self.count);
                parts.iter().for_each(|part| any.or(&self.truth(part)));
                any
            }
            Condition::Not(part) => {
                let mut not = Truth::always(self.count);
                not.and_not(&self.truth(part));
                not
            }
            fact if comes_before_all_moves(fact) => Truth::never(self.count),
            fact => {
                if let Some(known) = self.known.get(fact) {
                    return known.clone();
                }
                let truth = self.tabulate(&self.matters(fact), |case| fact.holds(case));
                self.known.insert(fact.clone(), truth.clone());
                truth
            }
        }
    }

    /// In which cases a line empties a protected pit if it applies.
    pub(super) fn empties_protected(&mut self, line: &ProofLine) -> Truth {
        let mut matters = vec![];
        for effect in &line.effects {
            if let PitEffect::Empty(path, _) = effect {
                matters.extend(self.pit_index(path).into_iter().flat_map(|pit| self.matters_of_pit(pit)));
            }
        }
        if matters.is_empty() {
            return Truth::never(self.count);
        }
        self.tabulate(&matters, |case| case.protected_pit_emptied(line).is_some())
    }

    /// In which cases `here` bears a protected mark.
    pub(super) fn bears_protected(&mut self) -> Truth {
        let Some(here) = self.pit_index(&[]) else { return Truth::never(self.count) };
        self.tabulate(&self.matters_of_pit(here), |case| case.protected_mark_of(here).is_some())
    }

    /// The protected mark of a pit in the current case.
    pub(super) fn protected_mark_of(&self, pit: usize) -> Option<MarkId> {
        let mark = self.views[pit].mark.map(|(mark, _)| mark);
        mark.filter(|mark| self.facts.protected.contains(mark))
    }

    /// The matters that decide about a condition with no parts.
    fn matters(&self, fact: &Condition) -> Vec<usize> {
        let free = self.sizes.len() - self.free.len();
        let sets = free - self.sets.len();
        match fact {
            Condition::Is(Place::Pit(path), _) | Condition::Holds(Place::Pit(path), _) => {
                self.pit_index(path).map_or(vec![], |pit| self.matters_of_pit(pit))
            }
            Condition::Is(place, _) | Condition::Holds(place, _) => {
                self.sets.iter().position(|(set, _)| set == place).map(|at| sets + at).into_iter().collect()
            }
            _ => self.free.iter().position(|known| known == fact).map(|at| free + at).into_iter().collect(),
        }
    }

    /// The matters that decide about a pit: its own, and those of the pit across, which tells its row.
    fn matters_of_pit(&self, pit: usize) -> Vec<usize> {
        let start: usize = self.pits[..pit].iter().map(|pit| pit.domain_sizes().len()).sum();
        let mut matters: Vec<usize> = (start..start + self.pits[pit].domain_sizes().len()).collect();
        matters.extend(self.pits[pit].across.into_iter().flat_map(|other| self.matters_of_pit(other)));
        matters
    }

    /// Evaluates something in the cases of the matters that decide about it, and spreads it over all cases.
    fn tabulate(&mut self, matters: &[usize], is_true: impl Fn(&Self) -> bool) -> Truth {
        self.state.fill(0);
        let mut decides = vec![false; self.sizes.len()];
        matters.iter().for_each(|&matter| decides[matter] = true);
        let mut truth = Truth::default();
        self.spread(self.sizes.len(), &decides, &is_true, &mut truth);
        truth
    }

    /// Adds all cases of the first matters; the others stay as they are.
    fn spread(&mut self, first: usize, decides: &[bool], is_true: &impl Fn(&Self) -> bool, truth: &mut Truth) {
        let Some(matter) = first.checked_sub(1) else {
            self.build_views();
            truth.push(is_true(self));
            return;
        };
        let start = truth.len();
        self.spread(matter, decides, is_true, truth);
        let end = truth.len();
        for value in 1..self.sizes[matter] {
            if decides[matter] {
                self.state[matter] = value;
                self.spread(matter, decides, is_true, truth);
            } else {
                truth.repeat(start..end);
            }
        }
        self.state[matter] = 0;
    }

    /// Goes to the first case in which something is true. Returns `None` if there is none.
    pub(super) fn first(&mut self, truth: &Truth) -> Option<&Self> {
        let mut number = truth.first()?;
        for (state, &size) in self.state.iter_mut().zip(&self.sizes) {
            (*state, number) = (number % size, number / size);
        }
        self.build_views();
        Some(self)
    }

    /// Builds the views of the pits in the current case.
    fn build_views(&mut self) {
        self.views.clear();
        let mut state = self.state.iter().copied();
        let mut next = || state.next().expect("every matter has a state");
        for pit in &self.pits {
            let (row, nth_row, number) = (pit.rows[next()], pit.nth_rows[next()], pit.numbers[next()]);
            let (mark, seeds) = (pit.marks[next()], pit.seeds[next()]);
            let row = pit.across.map_or(row, |other| self.views[other].row.other());
            let mut view = PitView { nth_row, number, mark, ..PitView::of(row, seeds) };
            if pit.path.is_empty() && self.point == EvalPoint::Fallen {
                view.before = seeds.saturating_sub(1);
            }
            for flag in &pit.flags {
                let is = next() == 1;
                match flag {
                    Flag::Closed => view.closed = is,
                    Flag::LapOrigin => view.lap_origin = is,
                    Flag::TurnOrigin => view.turn_origin = is,
                    Flag::LastOrigin => view.last_origin = is,
                    Flag::LastLanding => view.last_landing = is,
                    Flag::Landing => view.landing = is,
                    Flag::Sown => view.sown = is,
                    Flag::Reached => view.reached = is,
                    Flag::Store => view.store = is,
                    Flag::Absent => view.absent = is,
                    Flag::Before => view.before = is.into(),
                }
            }
            // A store is opposite the other store.
            if let Some(other) = pit.across.filter(|other| self.pits[*other].flags.contains(&Flag::Store)) {
                view.store = self.views[other].store;
            }
            if view.closed || view.absent {
                (view.seeds, view.before) = (0, 0);
            }
            self.views.push(view);
        }
    }

    pub(super) fn pit_index(&self, path: &[PathStep]) -> Option<usize> {
        self.paths.iter().find(|(known, _)| known == path).map(|(_, number)| *number)
    }

    /// The first protected pit that a line empties in this case, with its mark.
    pub(super) fn protected_pit_emptied(&self, line: &ProofLine) -> Option<(usize, MarkId)> {
        let mut seeds: Vec<bool> = self.views.iter().map(|view| view.seeds > 0).collect();
        let mut marks: Vec<Option<MarkId>> = self.views.iter().map(|view| view.mark.map(|(mark, _)| mark)).collect();
        let any_mark = self.facts.protected.first().copied();
        for (pit, known) in self.pits.iter().enumerate() {
            // The lines that allow a lap to be lifted are proved not to lift it from a protected pit.
            if known.path.is_empty() && self.point == EvalPoint::Lifted {
                marks[pit] = None;
            }
        }
        for effect in &line.effects {
            match effect {
                PitEffect::Empty(path, all) => {
                    let pit = self.pit_index(path)?;
                    if let Some(mark) = marks[pit].filter(|mark| seeds[pit] && self.facts.protected.contains(mark)) {
                        return Some((pit, mark));
                    }
                    seeds[pit] &= !all;
                }
                PitEffect::Fill(path) => {
                    self.possible_aliases(self.pit_index(path)?).for_each(|pit| seeds[pit] = true);
                }
                PitEffect::FillSome => seeds.fill(true),
                PitEffect::Mark(path, Some(mark)) => {
                    self.possible_aliases(self.pit_index(path)?).for_each(|pit| marks[pit] = Some(*mark));
                }
                PitEffect::Mark(path, None) => marks[self.pit_index(path)?] = None,
                PitEffect::MarkSome(mark) if self.facts.protected.contains(mark) => marks.fill(Some(*mark)),
                PitEffect::MarkSome(_) => {}
                PitEffect::Choose(condition) => {
                    let known = self.chosen.iter().find(|(known, _)| known == *condition);
                    let may_be = known.map_or(any_mark, |(_, mark)| *mark);
                    for (pit, known) in self.pits.iter().enumerate() {
                        if known.path.contains(&PathStep::Chosen) {
                            seeds[pit] = true;
                            marks[pit] = if known.path[..] == [PathStep::Chosen] { may_be } else { any_mark };
                        }
                    }
                }
                PitEffect::Turn => self.forget_neighbours(&mut seeds, &mut marks),
                PitEffect::Restore => {
                    seeds.fill(true);
                    marks.fill(any_mark);
                }
            }
        }
        None
    }

    /// Assumes nothing about pits reached by `next` and `previous` after the direction has changed.
    fn forget_neighbours(&self, seeds: &mut [bool], marks: &mut [Option<MarkId>]) {
        for (pit, known) in self.pits.iter().enumerate() {
            if known.path.iter().any(|step| matches!(step, PathStep::Next | PathStep::Previous)) {
                (seeds[pit], marks[pit]) = (true, self.facts.protected.first().copied());
            }
        }
    }

    /// A pit, and the pits that may be the same one.
    fn possible_aliases(&self, pit: usize) -> impl Iterator<Item = usize> {
        let met =
            move |other: &usize| *other == pit || self.facts.may_alias(&self.pits[*other].path, &self.pits[pit].path);
        (0..self.pits.len()).filter(met)
    }
}

impl KnownPit {
    /// The domain size of each fact of the pit, in the order that `build_views` uses.
    fn domain_sizes(&self) -> Vec<usize> {
        let mut sizes =
            vec![self.rows.len(), self.nth_rows.len(), self.numbers.len(), self.marks.len(), self.seeds.len()];
        sizes.extend(self.flags.iter().map(|_| 2));
        sizes
    }
}

impl Scene for Case<'_> {
    fn pit(&self, path: &[PathStep]) -> PitView {
        self.views[self.pit_index(path).expect("the case knows every pit that its lines ask of")]
    }

    fn seeds(&self, place: &Place) -> u16 {
        let first = self.sizes.len() - self.free.len() - self.sets.len();
        let at = self.sets.iter().position(|(set, _)| set == place).expect("the case knows every set asked of");
        self.sets[at].1[self.state[first + at]]
    }

    fn holds_globally(&self, condition: &Condition) -> bool {
        let first = self.sizes.len() - self.free.len();
        self.free.iter().position(|free| free == condition).is_some_and(|at| self.state[first + at] == 1)
    }
}

impl GameFacts<'_> {
    /// One number of seeds from each interval that the conditions distinguish, or one of each parity.
    fn seed_samples(&self, conditions: &[&Condition], of: impl Fn(&Place) -> bool, fallen: bool) -> Vec<u16> {
        // `empty` and `occupied` are always distinguished; after a seed has fallen, so are 1 and more.
        let mut edges = BTreeSet::from([0, 1]);
        edges.extend(fallen.then_some(2));
        let (mut parity, mut most) = (false, self.total);
        for condition in conditions {
            if let Condition::Holds(place, _) = condition
                && of(place)
            {
                most = self.most_held(place);
            }
            match condition {
                Condition::Holds(place, Amount::In(ranges)) if of(place) => {
                    edges.extend(ranges.iter().flat_map(|&(low, high)| [low, high.saturating_add(1)]));
                }
                Condition::Holds(place, Amount::Even | Amount::Odd) if of(place) => parity = true,
                _ => {}
            }
        }
        let starts: Vec<u16> = edges.iter().copied().collect();
        let mut numbers = edges;
        for (at, &start) in starts.iter().enumerate().filter(|_| parity) {
            if starts.get(at + 1).is_none_or(|&next| start + 1 < next) {
                numbers.insert(start.saturating_add(1));
            }
        }
        numbers.into_iter().filter(|&seeds| seeds <= most).collect()
    }

    /// The greatest number that a place can hold.
    pub(super) fn most_held(&self, place: &Place) -> u16 {
        if matches!(place, Place::Counter(..)) { u16::from(u8::MAX) } else { self.total }
    }
}
