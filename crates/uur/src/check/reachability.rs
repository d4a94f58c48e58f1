//! Reachability proofs by case distinction: every line can be reached, and none empties a protected pit.
//!
//! The lines of a table test finitely many facts about pits, rows and stores: the row, the mark, and the
//! interval of seed counts between the numbers in the lines. Each combination of facts is a [`Case`], a
//! scene in which conditions are evaluated as the engine evaluates them. Some cases never occur in play,
//! so a dead line may be missed. A line that applies in no case is certainly dead.

use std::collections::BTreeSet;

use super::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::*;
use crate::source::Span;

/// The maximum number of cases of a table. Beyond it, the proof is abandoned.
const MAX_CASES: usize = 200_000;
/// The maximum number of conditions and effects in the lines of a table.
const MAX_CONDITIONS: usize = 2048;
/// The maximum number of conditions evaluated in all proofs of a game.
const MAX_WORK: u64 = 200_000_000;
/// The number of earlier lines that are shown with a dead line.
const MAX_SHOWN: usize = 3;

/// Proves all tables and guards of a game.
pub(super) fn prove(rules: &Rules, checker: &mut Checker) {
    let marks = (0..).map(MarkId).zip(&rules.marks);
    let protected: Vec<MarkId> = marks.filter(|(_, mark)| mark.never_emptied).map(|(id, _)| id).collect();
    let closing = rules.rounds.as_ref().is_some_and(|rounds| rounds.unfilled != Unfilled::Empty);
    let total: u16 = rules.board.start.iter().flatten().sum();
    let sowing = &rules.sowing;
    // On a board of more rows the pit opposite the next one need not lie before the opposite one.
    let plan = &rules.board.plan;
    let skipping = closing || !sowing.is_around() || !matches!(plan.shape(), Shape::Rows(1 | 2, _));
    let territory = rules.has_territory();
    let facts = GameFacts {
        plan,
        total: total + plan.players().len() as u16 * rules.board.stored,
        closing,
        skipping,
        stores: sowing.passes_stores(),
        from_store: sowing.from_store(),
        territory,
        protected: &protected,
    };

    let guards = |lines: &[Guarded], point, checker: &mut Checker| {
        for line in lines {
            facts.check_table(&[ProofLine::guard(line.clause, &line.condition)], point, checker);
        }
    };
    let from = &sowing.from;
    facts.check_table(&[ProofLine::guard(from.clause, &from.condition).lifting()], EvalPoint::Chosen, checker);
    guards(&sowing.skip, EvalPoint::Untouched, checker);
    let lifts: Vec<ProofLine> = sowing.lift.iter().map(|line| ProofLine::guard(line.clause, &line.condition)).collect();
    facts.check_table(&lifts, EvalPoint::Chosen, checker);
    facts.check_opening(rules, checker);
    guards(&sowing.prefer, EvalPoint::Chosen, checker);
    // The last way is the head of the section, which always applies.
    let ways = sowing.ways.split_last().map_or(&[][..], |(_, ways)| ways);
    let ways: Vec<ProofLine> = ways.iter().map(|line| ProofLine::guard(line.clause, &line.condition)).collect();
    facts.check_table(&ways, EvalPoint::Chosen, checker);
    let several: Vec<ProofLine> =
        sowing.several.iter().map(|line| ProofLine::guard(line.clause, &line.condition)).collect();
    facts.check_table(&several, EvalPoint::Falling, checker);

    let begin: Vec<ProofLine> = rules.begin.iter().map(ProofLine::of).collect();
    facts.check_table(&begin, EvalPoint::Untouched, checker);
    let lift: Vec<ProofLine> = rules.lift.iter().map(|clause| ProofLine::of(clause).lifting()).collect();
    facts.check_table(&lift, EvalPoint::Lifted, checker);
    let drop: Vec<ProofLine> = rules.drop.iter().map(ProofLine::of).collect();
    let fallen = |changed: bool| if changed { EvalPoint::Changed } else { EvalPoint::Fallen };
    let several = !sowing.several.is_empty();
    facts.check_table(&drop, fallen(several), checker);
    let land: Vec<ProofLine> = rules
        .land
        .iter()
        .map(|clause| {
            let mut line = ProofLine::of(clause);
            match &clause.then {
                Continuation::Relay(path) => line.effects.push(PitEffect::Empty(path, true)),
                Continuation::Resow { lift, most, .. } => {
                    line.effects.extend(single(lift).map(|path| PitEffect::Empty(path, most.is_none())));
                }
                Continuation::Repeat { .. } => line.repeats = true,
                Continuation::Stop | Continuation::Bonus => {}
            }
            line
        })
        .collect();
    let dropped = rules.drop.iter().any(|clause| !clause.actions.is_empty());
    facts.check_table(&land, fallen(several || dropped || sowing.passes_stores()), checker);
    let finish: Vec<ProofLine> = rules.finish.iter().map(ProofLine::of).collect();
    facts.check_table(&finish, EvalPoint::Changed, checker);
    for (id, every) in emptied_sets(rules) {
        facts.check_set(id, every, checker);
    }
    // Whether a turn is passed depends on the opponent too, so the next line may be reached.
    let passes = |clause: &EndClause| clause.ending.verdict == Verdict::Pass;
    let guard = |clause| ProofLine { may: passes(clause), ..ProofLine::guard(clause.id, &clause.condition) };
    let end: Vec<ProofLine> = rules.end.iter().map(guard).collect();
    facts.check_table(&end, EvalPoint::Untouched, checker);
}

/// The point of a move at which a table is evaluated, which restricts the state of `here`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EvalPoint {
    /// Nothing has happened to the pit.
    Untouched,
    /// A seed is about to fall there. It can be a store.
    Falling,
    /// A player has chosen the pit, so it is not empty.
    Chosen,
    /// A lap is about to be lifted there, so the pit is not empty. Earlier lines have allowed it.
    Lifted,
    /// A seed has just fallen there.
    Fallen,
    /// A seed has fallen there, and a `drop` line may have changed the pit since, or a `land` line is
    /// repeated there.
    Changed,
}

/// The effect of a line on a pit.
enum PitEffect<'a> {
    /// Takes all its seeds if the flag is set, or some of them.
    Empty(&'a [PathStep], bool),
    Fill(&'a [PathStep]),
    /// Seeds fall into pits that are known only in play.
    FillSome,
    Mark(&'a [PathStep], Option<MarkId>),
    /// Marks pits that are known only in play.
    MarkSome(MarkId),
    /// `chosen` becomes another pit.
    Choose(&'a Condition),
    /// `next` and `previous` become other pits.
    Turn,
    /// Restores an earlier board, which is known only in play.
    Restore,
}

impl PitEffect<'_> {
    /// The pit that it affects, if it is a single known one.
    fn path(&self) -> Option<&[PathStep]> {
        match self {
            PitEffect::Empty(path, _) | PitEffect::Fill(path) | PitEffect::Mark(path, _) => Some(path),
            PitEffect::FillSome
            | PitEffect::MarkSome(_)
            | PitEffect::Choose(_)
            | PitEffect::Turn
            | PitEffect::Restore => None,
        }
    }
}

/// A line of a table: its condition and its effects, in order.
struct ProofLine<'a> {
    id: ClauseId,
    condition: &'a Condition,
    effects: Vec<PitEffect<'a>>,
    /// Whether the line is repeated at other pits, where no earlier line is evaluated.
    repeats: bool,
    /// Whether the mover decides if the line applies.
    may: bool,
}

impl<'a> ProofLine<'a> {
    fn guard(id: ClauseId, condition: &'a Condition) -> Self {
        ProofLine { id, condition, effects: vec![], repeats: false, may: false }
    }

    /// The same line, which then takes all seeds of `here`.
    fn lifting(mut self) -> Self {
        self.effects.push(PitEffect::Empty(&[], true));
        self
    }

    fn of<T>(clause: &'a Clause<T>) -> Self {
        let mut line = ProofLine::guard(clause.id, &clause.condition);
        line.may = clause.may;
        for action in &clause.actions {
            match action {
                Action::Capture { seeds, from, .. } => {
                    let all = *seeds == Portion::All;
                    line.effects.extend(single(from).map(|path| PitEffect::Empty(path, all)));
                }
                Action::Move { seeds, from, to } => {
                    let all = seeds.is_none();
                    line.effects.extend(single(std::slice::from_ref(from)).map(|path| PitEffect::Empty(path, all)));
                    line.effects.push(match to {
                        ActionTarget::Pit(path) => PitEffect::Fill(path),
                        ActionTarget::Store(_) => continue,
                        ActionTarget::Every(_) => PitEffect::FillSome,
                    });
                }
                Action::Mark { pits, mark, .. } => line.effects.extend(pits.iter().map(|target| match target {
                    ActionTarget::Pit(path) => PitEffect::Mark(path, Some(*mark)),
                    ActionTarget::Store(_) | ActionTarget::Every(_) => PitEffect::MarkSome(*mark),
                })),
                Action::Unmark { pits } => line.effects.extend(single(pits).map(|path| PitEffect::Mark(path, None))),
                Action::Choose { among, .. } => line.effects.push(PitEffect::Choose(among)),
                Action::Over(_) | Action::Count { .. } => {}
                Action::Undo => line.effects.push(PitEffect::Restore),
                Action::Reverse => line.effects.push(PitEffect::Turn),
            }
        }
        line
    }
}

/// The single pits among the targets of an action.
fn single(targets: &[ActionTarget]) -> impl Iterator<Item = &Path> {
    targets.iter().filter_map(|target| match target {
        ActionTarget::Pit(path) => Some(path),
        ActionTarget::Store(_) | ActionTarget::Every(_) => None,
    })
}

/// The sets of pits that lines take seeds from, as conditions on each pit.
fn emptied_sets(rules: &Rules) -> Vec<(ClauseId, &Condition)> {
    let mut sets = vec![];
    for (id, action) in rules.lines().flat_map(|(id, _, actions)| actions.iter().map(move |action| (id, action))) {
        let from = match action {
            Action::Capture { from, .. } => &from[..],
            Action::Move { from, .. } => std::slice::from_ref(from),
            _ => &[],
        };
        sets.extend(from.iter().filter_map(|target| match target {
            ActionTarget::Every(every) => Some((id, every)),
            _ => None,
        }));
    }
    for clause in &rules.land {
        sets.extend(clause.then.lifted().iter().filter_map(|target| match target {
            ActionTarget::Every(every) => Some((clause.id, every)),
            _ => None,
        }));
    }
    sets
}

/// The facts about the game that restrict its cases.
struct GameFacts<'a> {
    plan: &'a Plan,
    total: u16,
    closing: bool,
    /// Whether sowing may skip pits.
    skipping: bool,
    /// Whether sowing passes through stores.
    stores: bool,
    /// Whether moves may start from stores.
    from_store: bool,
    /// Whether a player may own pits in the opponent's row.
    territory: bool,
    protected: &'a [MarkId],
}

/// A pit that lines refer to, with the domain of each of its facts.
struct KnownPit {
    /// The normalised path to the pit.
    path: Path,
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

/// A combination of all facts that the lines of a table test.
struct Case<'a> {
    facts: &'a GameFacts<'a>,
    point: EvalPoint,
    pits: Vec<KnownPit>,
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
    chosen: Vec<(Condition, Option<MarkId>)>,
}

impl<'a> Case<'a> {
    fn new(facts: &'a GameFacts<'a>, lines: &[ProofLine], point: EvalPoint) -> Self {
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
        case
    }

    /// The number of cases, or `None` on overflow.
    fn count(&self) -> Option<usize> {
        self.sizes.iter().try_fold(1usize, |cases, size| cases.checked_mul(*size))
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

    /// Goes through the cases until one of them gives a result.
    fn find<T>(&mut self, mut result: impl FnMut(&Self) -> Option<T>) -> Option<T> {
        loop {
            self.build_views();
            let found = result(self);
            if found.is_some() || !self.advance() {
                return found;
            }
        }
    }

    /// Advances to the next case. Returns `false` after the last one.
    fn advance(&mut self) -> bool {
        for (state, &size) in self.state.iter_mut().zip(&self.sizes) {
            *state += 1;
            if *state < size {
                return true;
            }
            *state = 0;
        }
        false
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

    fn pit_index(&self, path: &[PathStep]) -> Option<usize> {
        self.paths.iter().find(|(known, _)| known == path).map(|(_, number)| *number)
    }

    /// The value of a condition that is independent of all pits.
    fn free(&self, condition: &Condition) -> bool {
        let first = self.sizes.len() - self.free.len();
        self.free.iter().position(|free| free == condition).is_some_and(|at| self.state[first + at] == 1)
    }

    /// The first protected pit that a line empties in this case, with its mark.
    fn protected_pit_emptied(&self, line: &ProofLine) -> Option<(usize, MarkId)> {
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
        self.free(condition)
    }
}

impl GameFacts<'_> {
    /// The first case of some lines. Returns `None` if there are too many cases.
    fn first_case(&self, lines: &[ProofLine], point: EvalPoint, checker: &mut Checker) -> Option<Case<'_>> {
        let mut size: usize = lines.iter().map(|line| line.effects.len()).sum();
        lines.iter().for_each(|line| line.condition.walk(&mut |_| size += 1));
        let mut case = (size <= MAX_CONDITIONS).then(|| Case::new(self, lines, point))?;
        let cases = case.count().filter(|&cases| cases <= MAX_CASES)?;
        let work = cases as u64 * size as u64;
        if checker.work + work > MAX_WORK {
            return None;
        }
        checker.work += work;
        if !self.protected.is_empty() {
            for effect in lines.iter().flat_map(|line| &line.effects) {
                if let PitEffect::Choose(condition) = effect {
                    case.chosen.push(((*condition).clone(), self.protected_mark(condition, checker)));
                }
            }
        }
        Some(case)
    }

    /// Checks a table in all its cases, and reports lines that are dead or empty a protected pit.
    fn check_table(&self, lines: &[ProofLine], point: EvalPoint, checker: &mut Checker) {
        let Some(first) = lines.first() else { return };
        let Some(mut case) = self.first_case(lines, point, checker) else {
            Diagnostic::new(Code::NotProved, "these lines test too many combinations to be proved")
                .label(checker.clause_spans.of(first.id).span, "from here on")
                .help("tests and play have to show whether each line can be reached")
                .report(checker);
            return;
        };
        let mut holds = vec![false; lines.len()];
        let mut decides = vec![false; lines.len()];
        let mut earlier: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); lines.len()];
        let mut broken: Vec<Option<(Path, MarkId)>> = vec![None; lines.len()];
        loop {
            case.build_views();
            let mut decided = None;
            for (number, line) in lines.iter().enumerate() {
                if holds[number] && decides[number] && decided.is_some() || !line.condition.holds(&case) {
                    continue;
                }
                holds[number] = true;
                if let Some(decided) = decided {
                    earlier[number].insert(decided);
                    continue;
                }
                decides[number] = true;
                decided = (!line.may).then_some(number);
                if broken[number].is_none() {
                    broken[number] =
                        case.protected_pit_emptied(line).map(|(pit, mark)| (case.pits[pit].path.clone(), mark));
                }
            }
            if !case.advance() {
                break;
            }
        }
        for (number, line) in lines.iter().enumerate() {
            let span = checker.clause_spans.of(line.id).span;
            checker.examined.insert(span);
            if !holds[number] {
                let why = self.why_never(line.condition, point);
                Diagnostic::new(Code::NeverHolds, "this can never hold").label(span, why).report(checker);
            } else if !decides[number] {
                let earlier: Vec<&ProofLine> = earlier[number].iter().map(|&before| &lines[before]).collect();
                report_shadowed(span, &earlier, checker);
            } else if let Some((path, mark)) = broken[number].take().or_else(|| self.broken_on_repeat(line, checker)) {
                report_emptied(span, &path, mark, checker);
            }
        }
    }

    /// Reports a set of pits to take seeds from if it is always empty or may contain a protected pit.
    fn check_set(&self, id: ClauseId, every: &Condition, checker: &mut Checker) {
        let span = checker.clause_spans.of(id).span;
        let line = ProofLine::guard(id, every);
        let Some(mut case) = self.first_case(std::slice::from_ref(&line), EvalPoint::Untouched, checker) else {
            let problem = Diagnostic::new(
                Code::NotProved,
                "the condition on these pits tests too many combinations to be proved",
            );
            problem.label(span, "it may empty protected pits").report(checker);
            return;
        };
        if case.find(|case| every.holds(case).then_some(())).is_none() {
            let why = self.why_never(every, EvalPoint::Untouched);
            Diagnostic::new(Code::NeverHolds, "no pit can meet this condition").label(span, why).report(checker);
        } else if let Some(mark) = self.protected_mark(every, checker) {
            report_emptied(span, &[], mark, checker);
        }
    }

    /// The protected pit that a repeated line may empty, when no earlier line is evaluated and the pits
    /// may have any state.
    fn broken_on_repeat(&self, line: &ProofLine, checker: &mut Checker) -> Option<(Path, MarkId)> {
        if !line.repeats || self.protected.is_empty() {
            return None;
        }
        let Some(mut case) = self.first_case(std::slice::from_ref(line), EvalPoint::Changed, checker) else {
            let span = checker.clause_spans.of(line.id).span;
            Diagnostic::new(Code::NotProved, "this line tests too many combinations to be proved")
                .label(span, "it may empty protected pits")
                .report(checker);
            return None;
        };
        case.find(|case| {
            let (pit, mark) = case.protected_pit_emptied(line).filter(|_| line.condition.holds(case))?;
            Some((case.pits[pit].path.clone(), mark))
        })
    }

    /// A protected mark that a pit with this condition may bear.
    fn protected_mark(&self, condition: &Condition, checker: &mut Checker) -> Option<MarkId> {
        let line = ProofLine::guard(ClauseId(0), condition).lifting();
        let Some(mut case) = self.first_case(std::slice::from_ref(&line), EvalPoint::Untouched, checker) else {
            return self.protected.first().copied();
        };
        case.find(|case| {
            let mark = case.views[case.pit_index(&[])?].mark.map(|(mark, _)| mark);
            mark.filter(|mark| self.protected.contains(mark) && condition.holds(case))
        })
    }

    /// Reports scripted moves that may lift a protected pit. `from` is not evaluated for a scripted
    /// move, so from the second move of the game on it could lift a marked pit.
    fn check_opening(&self, rules: &Rules, checker: &mut Checker) {
        let Some(&mark) = self.protected.iter().find(|mark| checker.made_marks.contains(mark)) else { return };
        let name = &rules.marks[mark.0 as usize].name;
        // A mark may exist before the first move: from the start, or made at the start of the turn.
        let at_start =
            |pit: &u8| rules.board.marks.iter().any(|(_, marked, kind)| marked == pit && self.protected.contains(kind));
        let at_once = rules
            .begin
            .iter()
            .flat_map(|clause| &clause.actions)
            .any(|action| matches!(action, Action::Mark { mark, .. } if self.protected.contains(mark)));
        let early = |scripted: &Scripted| at_once || scripted.pits.iter().any(at_start);
        for scripted in rules.opening.iter().filter(|scripted| scripted.ply > 1 || early(scripted)) {
            let message = format!("this could empty a pit marked `{name}`");
            Diagnostic::new(Code::EmptiesProtected, message)
                .label(
                        checker.clause_spans.of(scripted.clause).span,
                        format!("the pit can be `{name}` by move {}", scripted.ply),
                    )
                    .help("`from` does not restrict a scripted move, and only the first move comes before all marks that lines set")
                    .report(checker);
        }
    }

    /// Normalises a path, so that equal paths lead to the same pit. Opposite the next pit lies the
    /// previous one. If sowing may skip pits, only two steps to the opposite pit and back cancel out.
    fn normalized(&self, path: &[PathStep]) -> Path {
        let Some((on, across)) = self.along_and_across(path) else {
            let mut same: Path = vec![];
            for &step in path {
                // The pit opposite a back pit lies in a front row, and so does the one opposite that.
                let returns = step == PathStep::Opposite && self.plan.opposites_are_pairs();
                if returns && same.last() == Some(&PathStep::Opposite) {
                    same.pop();
                } else {
                    same.push(step);
                }
            }
            return same;
        };
        let along = if on > 0 { PathStep::Next } else { PathStep::Previous };
        let mut same = vec![along; on.unsigned_abs() as usize];
        same.extend(across.then_some(PathStep::Opposite));
        same
    }

    /// Whether two paths may lead to the same pit from some pits of the board: `next of opposite` is
    /// `here` at one end of a row.
    fn may_alias(&self, one: &[PathStep], other: &[PathStep]) -> bool {
        match (self.along_and_across(one), self.along_and_across(other)) {
            (Some((one, true)), Some((other, true))) | (Some((one, false)), Some((other, false))) => {
                (one - other) % (2 * i32::from(self.plan.span())) == 0
            }
            (Some((one, _)), Some((other, _))) => (one + other) % 2 != 0,
            _ => one != other && one != opposite_of(other),
        }
    }

    /// The distance of a pit along the sowing, and whether it is then opposite. Returns `None` if the
    /// distance is unknown, because sowing may skip pits or a step leads to the same pit from anywhere.
    fn along_and_across(&self, path: &[PathStep]) -> Option<(i32, bool)> {
        if self.skipping {
            return None;
        }
        path.iter().try_fold((0, false), |(on, across), step| {
            let forward = if across { -1 } else { 1 };
            match step {
                PathStep::Opposite => Some((on, !across)),
                PathStep::Next => Some((on + forward, across)),
                PathStep::Previous => Some((on - forward, across)),
                PathStep::Behind
                | PathStep::Mirror
                | PathStep::Fixed(..)
                | PathStep::Chosen
                | PathStep::LapOrigin
                | PathStep::TurnOrigin
                | PathStep::LastOrigin
                | PathStep::LastLanding
                | PathStep::Landing => None,
            }
        })
    }

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
    fn most_held(&self, place: &Place) -> u16 {
        if matches!(place, Place::Counter(..)) { u16::from(u8::MAX) } else { self.total }
    }

    /// Explains in a few words why a condition is true in no case.
    fn why_never(&self, condition: &Condition, point: EvalPoint) -> String {
        let parts = match condition {
            Condition::All(parts) => &parts[..],
            one => std::slice::from_ref(one),
        };
        for (number, one) in parts.iter().enumerate() {
            if let Some(why) = self.why_alone(one, point) {
                return why.into();
            }
            for other in &parts[number + 1..] {
                if let Some(why) = self.why_both(one, other, point).or_else(|| self.why_both(other, one, point)) {
                    return why.into();
                }
            }
        }
        "false in every position of this board".into()
    }

    fn why_alone(&self, one: &Condition, point: EvalPoint) -> Option<&'static str> {
        let here = |path: &Path| self.normalized(path).is_empty();
        match one {
            Condition::Not(always) if **always == Condition::Always => {
                Some("false with these values of the parameters")
            }
            Condition::Is(_, PitKind::Closed) if !self.closing => {
                Some("no pit is ever closed: the game has no `unfilled closed`")
            }
            Condition::Is(Place::Pit(path), PitKind::Empty) if here(path) && point == EvalPoint::Chosen => {
                Some("no move starts from an empty pit")
            }
            Condition::Is(Place::Pit(path), PitKind::Empty) if here(path) && point == EvalPoint::Lifted => {
                Some("no lap is lifted from an empty pit")
            }
            Condition::Is(_, PitKind::Store(_)) if !self.stores && !self.from_store => Some(
                "no store lies on the path of the seeds: `sow` has no line such as `along own side, own store, opponent side`",
            ),
            Condition::Holds(Place::Pit(path), amount)
                if here(path) && !(1..=self.total).any(|n| amount.contains(n)) =>
            {
                match point {
                    EvalPoint::Chosen => Some("no move starts from an empty pit"),
                    EvalPoint::Lifted => Some("no lap is lifted from an empty pit"),
                    EvalPoint::Fallen => Some("`here` holds at least the seed that has just fallen"),
                    EvalPoint::Untouched | EvalPoint::Falling | EvalPoint::Changed => None,
                }
            }
            _ => None,
        }
    }

    fn why_both(&self, one: &Condition, other: &Condition, point: EvalPoint) -> Option<&'static str> {
        let (Condition::Is(a, _) | Condition::Holds(a, _)) = one else { return None };
        let (Condition::Is(b, _) | Condition::Holds(b, _)) = other else { return None };
        let same = match (a, b) {
            (Place::Pit(a), Place::Pit(b)) => self.normalized(a) == self.normalized(b),
            (a, b) => a == b,
        };
        if !same {
            return None;
        }
        let fallen = point == EvalPoint::Fallen && matches!(a, Place::Pit(path) if self.normalized(path).is_empty());
        match (one, other) {
            (Condition::Is(_, PitKind::InRow(a)), Condition::Is(_, PitKind::InRow(b))) if a != b => {
                Some("no pit lies in both rows")
            }
            (Condition::Is(_, PitKind::NthRow(a)), Condition::Is(_, PitKind::NthRow(b))) if a != b => {
                Some("no pit lies in two rows")
            }
            (Condition::Is(_, PitKind::Empty), Condition::Is(_, PitKind::Occupied)) => {
                Some("nothing is both empty and occupied")
            }
            (Condition::Is(_, PitKind::Marked(a, _)), Condition::Is(_, PitKind::Marked(b, _))) if a != b => {
                Some("a pit bears one mark at most")
            }
            (Condition::Is(_, PitKind::Marked(_, a)), Condition::Is(_, PitKind::Marked(_, b))) if a != b => {
                Some("a mark has one owner")
            }
            (Condition::Is(_, PitKind::Empty), Condition::Holds(_, amount)) if fallen && !amount.contains(1) => {
                Some("`empty` means before the seed fell; now the pit holds 1")
            }
            (Condition::Is(_, PitKind::Empty), Condition::Holds(_, amount)) if !fallen && !amount.contains(0) => {
                Some("an empty place holds no seeds")
            }
            (Condition::Is(_, PitKind::Occupied), Condition::Holds(_, amount))
                if fallen && !(2..=self.total).any(|seeds| amount.contains(seeds)) =>
            {
                Some("`occupied` means before the seed fell; now the pit holds 2 or more")
            }
            (Condition::Holds(place, a), Condition::Holds(_, b))
                if !(0..=self.most_held(place)).any(|seeds| a.contains(seeds) && b.contains(seeds)) =>
            {
                Some("no number of seeds fits both")
            }
            _ => None,
        }
    }
}

fn report_shadowed(span: Span, earlier: &[&ProofLine], checker: &mut Checker) {
    let mut problem =
        Diagnostic::new(Code::Shadowed, "this line can never be reached").label(span, "an earlier line always fits");
    for before in earlier.iter().take(MAX_SHOWN) {
        problem = problem.label(checker.clause_spans.of(before.id).span, "this line fits first");
    }
    let more = earlier.len().saturating_sub(MAX_SHOWN);
    if more > 0 {
        let count = crate::diagnostic::count(more, "more line");
        problem = problem.help(format!("so does {count} before it"));
    }
    let help = if earlier.iter().any(|before| *before.condition == Condition::Always) {
        "a line that always fits goes last: put this line before it, or leave this line out"
    } else {
        "the first line that fits decides: put the more specific line before the more general one"
    };
    problem.help(help).report(checker);
}

fn report_emptied(span: Span, path: &[PathStep], mark: MarkId, checker: &mut Checker) {
    let name = &checker.marks[mark.0 as usize].name;
    let pit = pit_words(path);
    let message = format!("this could empty a pit marked `{name}`");
    let how = match path {
        [PathStep::Chosen] => format!("leave it out of the choice with `where here is not {name}`"),
        _ => format!("exclude it with `{pit} is not {name}`, or by a line before this one"),
    };
    Diagnostic::new(Code::EmptiesProtected, message)
        .label(span, format!("`{pit}` can be `{name}` here"))
        .help(format!("`{name}` is declared `never emptied`: {how}"))
        .report(checker);
}

/// The path to the opposite pit.
fn opposite_of(path: &[PathStep]) -> Path {
    match path {
        [along @ .., PathStep::Opposite] => along.to_vec(),
        along => along.iter().copied().chain([PathStep::Opposite]).collect(),
    }
}

/// A path as an author would write it, the last step first.
fn pit_words(path: &[PathStep]) -> String {
    let mut words: Vec<&str> = vec![];
    let mut steps = path.iter().rev().peekable();
    while let Some(step) = steps.next() {
        words.push(match step {
            PathStep::Fixed(..) => "that pit",
            PathStep::Opposite => "opposite",
            PathStep::Behind => "behind",
            PathStep::Previous => "previous",
            PathStep::Next if steps.next_if_eq(&&PathStep::Next).is_some() => "beyond",
            PathStep::Next => "next",
            PathStep::Mirror => "mirror",
            PathStep::Chosen => "chosen",
            PathStep::LapOrigin => "lap origin",
            PathStep::TurnOrigin => "turn origin",
            PathStep::LastOrigin => "last origin",
            PathStep::LastLanding => "last landing",
            PathStep::Landing => "landing",
        });
        if step.is_fixed() {
            break;
        }
    }
    // `behind` stands before a place.
    if words.is_empty() || words.last() == Some(&"behind") {
        words.push("here");
    }
    words.join(" of ").replace("behind of ", "behind ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::super::{Settings, is_dead, load, pass};
    use super::*;
    use crate::engine::{Event, Observer, compile};
    use crate::source::Source;

    /// The text of a game with these lines. Pits can be closed and skipped.
    fn game(head: &str, marks: &str, sow: &[String], tables: &str, unfilled: &str) -> String {
        let sow = sow.join("\n  ");
        format!(
            "language 1
game \"Example\" {{ source \"none: an example\" }}
board {{\n  rows 2\n  pits 3\n  seeds 0 2 3\n}}
marks {{\n  uur {marks} never emptied\n  nest\n}}
sow {head} {{\n  {sow}\n}}
{tables}end {{\n  no move -> draw\n  endless after 200 laps -> stop\n}}
match {{\n  refill 2 each\n  unfilled {unfilled}\n  starter loser\n  over when own store holds 1 or fewer -> draw\n}}
"
        )
    }

    fn table(name: &str, lines: &[String]) -> String {
        match lines {
            [] => String::new(),
            lines => format!("{name} {{\n  {}\n}}\n", lines.join("\n  ")),
        }
    }

    /// One of the texts between bars.
    fn one(texts: &'static str) -> impl Strategy<Value = String> {
        prop::sample::select(texts.split('|').map(|text| text.trim().to_string()).collect::<Vec<_>>())
    }

    fn pit() -> impl Strategy<Value = String> {
        one("here | here | here | opposite | next | previous | beyond | opposite of next | \
            next of opposite | mirror | lap origin | turn origin")
    }

    fn kind() -> impl Strategy<Value = String> {
        one("own | opponent | own pit | empty | occupied | uur | own uur | opponent uur | nest | closed | \
            lap origin | turn origin | not uur | own or uur | not own uur | sown | reached | pit B | \
            own pit 1..2 | pit A or opponent pit C | store | own store | not store | not closed | \
            first own pit | last uur | not first own pit 2..3")
    }

    fn amount() -> impl Strategy<Value = String> {
        one("0 | 1 | 2 | 3 | 2 or 3 | 2..4 | 3 or more | 2 or fewer | even | odd | 9 or more")
    }

    /// Conditions on single pits and on the whole board.
    fn asks_of_pits() -> impl Strategy<Value = String> {
        let quantified = (one("any | no | every"), one("own | opponent | own pit | uur | pit A | sown"));
        prop_oneof![
            4 => (pit(), kind()).prop_map(|(pit, kind)| format!("{pit} is {kind}")),
            4 => (pit(), amount()).prop_map(|(pit, amount)| format!("{pit} holds {amount}")),
            1 => (pit(), one("more than | fewer than | as many as"), pit())
                .prop_map(|(pit, than, other)| format!("{pit} holds {than} {other}")),
            1 => (quantified, amount()).prop_map(|((some, kind), amount)| format!("{some} {kind} holds {amount}")),
            1 => asks_of_all(),
        ]
    }

    fn asks_of_all() -> impl Strategy<Value = String> {
        one("own row is empty | own store holds 3 or more | any own uur | move 3 or more | \
            own store + own uur holds 4 or more | own uur holds as many as opponent nest")
    }

    /// Conditions that are allowed during a move.
    fn asks_of_moves() -> impl Strategy<Value = String> {
        prop_oneof![
            8 => asks_of_pits(),
            1 => one("first lap | lap of 1 | lap of 2 or more | captured 1 or more"),
        ]
    }

    fn condition(tests: impl Strategy<Value = String> + Clone) -> impl Strategy<Value = String> {
        let joint = prop::sample::select(vec![" and ", " and ", " or ", " and not "]);
        let more = prop::collection::vec((joint, tests.clone()), 0..3);
        prop_oneof![
            9 => (tests, more).prop_map(|(first, more)| {
                more.into_iter().fold(first, |text, (joint, test)| text + joint + &test)
            }),
            1 => Just("else".to_string()),
        ]
    }

    /// A set of pits.
    fn set() -> impl Strategy<Value = String> {
        let guard = prop_oneof![
            Just(String::new()),
            Just(" where here is not uur".to_string()),
            asks_of_pits().prop_map(|test| format!(" where {test} and here is not uur")),
            asks_of_pits().prop_map(|test| format!(" where {test}")),
        ];
        (one("own pit | opponent pit | pit A | occupied | not uur | nest"), guard)
            .prop_map(|(kind, guard)| format!("{kind}{guard}"))
    }

    fn action() -> impl Strategy<Value = String> {
        prop_oneof![
            3 => pit().prop_map(|pit| format!("capture {pit}")),
            1 => pit().prop_map(|pit| format!("capture 1 from {pit}")),
            1 => pit().prop_map(|pit| format!("remove {pit}")),
            2 => (pit(), pit()).prop_map(|(from, to)| format!("move 1 from {from} to {to}")),
            1 => (pit(), pit()).prop_map(|(from, to)| format!("move all from {from} to {to}")),
            2 => pit().prop_map(|pit| format!("mark {pit} as uur")),
            1 => pit().prop_map(|pit| format!("mark {pit} as nest")),
            1 => pit().prop_map(|pit| format!("unmark {pit}")),
            3 => sets(),
        ]
    }

    /// Actions on sets of pits.
    fn sets() -> impl Strategy<Value = String> {
        prop_oneof![
            set().prop_map(|set| format!("capture every {set}")),
            set().prop_map(|set| format!("move 1 from own store to every {set}")),
            set().prop_map(|set| format!("mark every {set} as uur")),
            set().prop_map(|set| format!("move all from every {set} to own store")),
        ]
    }

    fn choice() -> impl Strategy<Value = String> {
        // Few pits, since every choice multiplies the number of moves.
        let pits = one("pit A | own pit 1..2 where here is not uur | uur | pit C where here holds 2 or more");
        (pits, one("capture chosen | mark chosen as uur | move 1 from own store to chosen"))
            .prop_map(|(pits, action)| format!("choose {pits}, {action}"))
    }

    /// A line of a table: a condition, perhaps `may`, actions, and a decision.
    fn line(
        tests: impl Strategy<Value = String> + Clone,
        actions: impl Strategy<Value = String>,
        may: &'static str,
        decisions: &'static str,
    ) -> impl Strategy<Value = String> {
        let actions = prop::collection::vec(actions, 0..3);
        (condition(tests), one(may), actions, one(decisions)).prop_map(|(condition, may, mut actions, decision)| {
            actions.extend(Some(decision).filter(|decision| !decision.is_empty()));
            if actions.is_empty() {
                actions.push("unmark own row".into());
            }
            format!("{condition} -> {may} {}", actions.join(", "))
        })
    }

    fn sowing() -> impl Strategy<Value = Vec<String>> {
        let perhaps = |texts: &'static str| prop_oneof![2 => Just(String::new()), 1 => one(texts)];
        let skip = perhaps("skip turn origin | skip uur | skip own uur | skip lap origin | skip store");
        let skip_where = (one("skip occupied | skip pit B"), amount(), any::<bool>()).prop_map(|(skip, amount, so)| {
            if so { format!("{skip} where here holds {amount}") } else { String::new() }
        });
        (
            one("from own pit where here is not uur | from pit where here is not uur | \
                from own pit or own store where here is not uur"),
            prop_oneof![3 => Just(String::new()), 2 => skip, 1 => skip_where],
            perhaps(
                "along own side, own store, opponent side | along own store, own side, opponent store, opponent side | \
                along own store, own side, opponent side | along own side | along own side, own store | \
                along own side, opponent side backwards",
            ),
            perhaps("drop 2 where here is own | drop 2 | drop 3 where here is store | drop 2 where here holds odd"),
            perhaps(
                "lift all but 1 where here holds 3 or more | lift all but 1 | \
                lift 1..2 where here is own pit B or here is store | lift 1 or more leaving 1 or more",
            ),
            perhaps(
                "prefer lap ends in own pit | prefer here holds 3 | \
                prefer after move own row is occupied | prefer no own uur",
            ),
            perhaps("clockwise where here is pit A | either way where here holds 2"),
        )
            .prop_map(|(from, skip, along, several, lift, prefer, way)| {
                [from, skip, along, several, lift, prefer, way].into_iter().filter(|line| !line.is_empty()).collect()
            })
    }

    fn any_game() -> impl Strategy<Value = String> {
        const DECISIONS: &str = "stop | relay | relay | relay from next | bonus move | repeat from previous | \
            repeat from next | repeat 2 times from previous and next | reverse, relay | \
            reverse, relay from next | relay from mirror";
        const MAY: &str = "| | | | | may";
        let lands = prop_oneof![6 => action(), 1 => choice()];
        let finishes = prop_oneof![4 => action(), 1 => choice(), 1 => Just("undo captures".to_string())];
        let drops = prop_oneof![2 => one("last seed"), 5 => asks_of_moves()];
        let few = |lines: BoxedStrategy<String>| prop::collection::vec(lines, 1..3);
        let tables = (
            prop_oneof![3 => Just(vec![]), 1 => few(line(asks_of_all().boxed(), sets(), "", "").boxed())],
            prop_oneof![2 => Just(vec![]), 1 => few(line(asks_of_moves().boxed(), action(), "", "").boxed())],
            prop::collection::vec(line(drops.boxed(), action(), "", ""), 0..2),
            prop::collection::vec(line(asks_of_moves().boxed(), lands, MAY, DECISIONS), 1..5),
            prop_oneof![
                2 => Just(vec![]),
                1 => few(line(asks_of_moves().boxed(), finishes, MAY, "| stop | bonus move").boxed()),
            ],
        );
        let heads = one("counterclockwise | counterclockwise | clockwise | either way");
        let marks = one("| | | at own pit A | at pit C");
        (heads, marks, sowing(), tables, one("closed | empty")).prop_map(|(head, marks, sow, tables, unfilled)| {
            let (begin, lift, drop, land, finish) = tables;
            let tables = [("begin", begin), ("lift", lift), ("drop", drop), ("land", land), ("finish", finish)];
            let tables: String = tables.into_iter().map(|(name, lines)| table(name, &lines)).collect();
            game(&head, &marks, &sow, &tables, &unfilled)
        })
    }

    /// The clauses that fired, and the number of events of the move.
    #[derive(Default)]
    struct Fired(BTreeSet<ClauseId>, usize);

    impl Observer for Fired {
        fn event(&mut self, event: Event) {
            self.0.extend(event.clause());
            self.1 += 1;
            assert!(self.1 < 10_000_000, "a move goes on for ever");
        }
    }

    /// Plays moves by index. Returns the clauses that fired, and whether an uur lost seeds.
    fn play(rules: &Rules, choices: &[u8], closed: u64) -> (BTreeSet<ClauseId>, bool) {
        let program = compile(rules);
        let mut position = program.start();
        if rules.rounds.as_ref().is_some_and(|rounds| rounds.unfilled != Unfilled::Empty) {
            position.closed = closed;
            for pit in (0..6).filter(|pit| closed >> pit & 1 == 1) {
                position.out += u16::from(std::mem::take(&mut position.seeds[pit]));
            }
        }
        let (mut fired, mut emptied) = (Fired::default(), false);
        for choice in choices {
            let moves = program.legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let before = position;
            fired.1 = 0;
            program.play_unchecked(&mut position, moves[usize::from(*choice) % moves.len()], &mut fired);
            emptied |= (0..6).any(|pit| {
                before.marks[pit].is_some() && position.marks[pit].is_some() && before.seeds[pit] > position.seeds[pit]
            });
        }
        (fired.0, emptied)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

        /// The proofs of the checker agree with play.
        #[test]
        fn no_dead_line_fires_and_no_protected_pit_is_emptied(
            text in any_game(),
            games in prop::collection::vec((prop::collection::vec(any::<u8>(), 12), 0u64..64), 12),
        ) {
            let loaded = load(Source::new("example.uur", &*text), &|_, _| Ok(None));
            let (checker, rules) = pass(&loaded, &Settings::new());
            let rules = rules.expect("the lines make sense");
            let proofs = [Code::Shadowed, Code::NeverHolds, Code::EmptiesProtected, Code::Unused];
            // Lines with too many cases are not proved.
            if !checker.problems.iter().all(|problem| proofs.contains(&problem.code)) {
                return Ok(());
            }
            let dead: BTreeSet<Span> =
                checker.problems.iter().filter(|problem| is_dead(problem) && problem.message != "no pit can meet this condition")
                .map(|problem| problem.labels[0].span).collect();
            let promised = !checker.problems.iter().any(|problem| problem.code == Code::EmptiesProtected);
            // Without its mark, or with another one, a pit is no longer protected.
            let lasting = !text.contains("unmark") && !text.contains("as nest");
            for (choices, closed) in games {
                let (fired, emptied) = play(&rules, &choices, closed);
                for clause in fired {
                    prop_assert!(!dead.contains(&checker.clause_spans.of(clause).span), "{clause:?} fired in\n{text}");
                }
                prop_assert!(!(promised && lasting && emptied), "an uur lost seeds in\n{text}");
            }
        }
    }

    #[test]
    fn a_line_is_dead_only_if_no_case_reaches_it() {
        let shadowed_if = |sow: &str, land: &[&str]| {
            let land: Vec<String> = land.iter().map(ToString::to_string).collect();
            let sow = ["from own pit where here is not uur".into(), sow.into()];
            let text = game("counterclockwise", "", &sow, &table("land", &land), "empty");
            let loaded = load(Source::new("example.uur", text), &|_, _| Ok(None));
            let (checker, _) = pass(&loaded, &Settings::new());
            checker.problems.iter().any(is_dead)
        };
        let shadowed = |land: &[&str]| shadowed_if("", land);
        // A store lies in no row.
        let rows = ["here is own -> stop", "here is opponent -> stop", "else -> bonus move"];
        assert!(!shadowed_if("along own side, own store, opponent side", &rows));
        assert!(shadowed_if(
            "along own side, own store, opponent side",
            &["here is store -> stop", rows[0], rows[1], rows[2]]
        ));
        assert!(shadowed_if(
            "along own side, own store, opponent side",
            &["here is store -> stop", "opposite is store -> stop"]
        ));
        assert!(shadowed_if("", &["here is store -> stop"]));
        assert!(shadowed(&["here is own -> stop", "here is opponent -> stop", "opposite is own -> stop"]));
        assert!(shadowed(&["here holds odd -> stop", "here holds even -> stop", "next holds 2 -> stop"]));
        assert!(shadowed(&["here is empty -> stop", "here holds 1 -> stop"]));
        assert!(!shadowed(&["here is empty -> stop", "here holds 2 -> stop"]));
        assert!(shadowed(&["next is empty -> stop", "next holds 0 -> stop"]));
        assert!(!shadowed(&["next of next is own -> stop", "beyond is opponent -> stop"]));
        assert!(shadowed(&["next of next is own -> stop", "beyond is own -> stop"]));
        assert!(shadowed(&["opposite of next is own -> stop", "previous of opposite is own -> stop"]));
        assert!(shadowed(&["here is own -> stop", "here is opponent -> stop", "else -> stop"]));
    }
}
