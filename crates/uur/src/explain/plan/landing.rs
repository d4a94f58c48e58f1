//! What becomes of a last seed, as one list of cases with the place where it falls in front.
//!
//! The lines of the table are taken apart into literals. What earlier lines have settled need not be said again:
//! below `here is occupied -> relay` every pit is an empty one. Neighbouring lines about the same kind of pit
//! become one case with cases below it.

use super::super::live::simplified;
use super::super::patterns::{Literal, TermSubject, is_about_next, is_worth_a_name, kind_of_here, parts_of};
use super::super::say::{LandingCase, PlannedItem, Say, Told};
use crate::rules::*;

/// What is to be said of a line of the table.
struct Case<'r> {
    clause: Option<&'r Clause<Continuation>>,
    /// What is said of the pit in which the seed fell, as a place.
    class: Vec<Literal>,
    /// What else must be true.
    rest: Vec<Literal>,
    /// What is known besides, from the lines above.
    known: Vec<Literal>,
}

/// Returns the list of cases after the last seed of a lap in a stage, if it has its own, with the sentence in front.
pub(super) fn landings_in_stage(rules: &Rules, table: &[Clause<Continuation>]) -> Option<PlannedItem> {
    let landing = Landing { rules, table };
    let mut cases = landing.cases();
    // What else can happen is told of all stages.
    cases.retain(|case| case.clause.is_some());
    let cases = landing.items(&cases, false, true);
    let alone = cases.iter().any(|case| matches!(case.label, Some(Say::Anywhere | Say::ElseAnywhere)));
    let first = PlannedItem::of(Told::plain(if alone { Say::LandingsAlone } else { Say::LandingsFirst }));
    (!cases.is_empty()).then_some(PlannedItem { cases, ..first })
}

/// Returns the list of cases after the last seed of a lap, with the sentence in front.
pub(super) fn landings(rules: &Rules, table: &[Clause<Continuation>]) -> PlannedItem {
    if table.is_empty() {
        return PlannedItem::of(Told::plain(Say::EndsWithLastSeed));
    }
    let landing = Landing { rules, table };
    let cases = landing.cases();
    if let [only] = &cases[..]
        && only.class.is_empty()
        && only.rest.is_empty()
    {
        let told = landing.told(only, &[], false);
        return PlannedItem::of(Told::of(Say::Wherever(Box::new(told)), only.clause.map(|clause| clause.id)));
    }
    let next = cases.iter().filter(|case| case.clause.is_some()).all(|case| {
        case.class.is_empty() && !case.rest.is_empty() && case.rest.iter().all(|(part, _)| is_about_next(part))
    });
    let items = landing.items(&cases, next, false);
    let head = Told::plain(Say::Landings { next, ordered: landing.is_ordered(&cases) && items.len() > 2 });
    PlannedItem { cases: items, ..PlannedItem::of(head) }
}

/// The item of a case.
fn happens(label: Say, case: &LandingCase, clause: Option<ClauseId>) -> PlannedItem {
    let told = Told::of(Say::Happens(Box::new(case.clone())), clause);
    PlannedItem { label: Some(label), ..PlannedItem::of(told) }
}

/// How many of some cases about the same kind of pit can be told as one, with what is different in some of them: the last
/// of these asks for nothing that the others do not ask for.
fn varying(cases: &[LandingCase]) -> Option<usize> {
    let of = |end: usize| {
        let last = &cases[end];
        let is_like = |case: &LandingCase| {
            let asks = last.rest.iter().all(|literal| case.rest.contains(literal));
            asks && case.rest.len() > last.rest.len() && case.differs(last).is_some()
        };
        cases[..end].iter().all(is_like)
    };
    (1..cases.len()).find(|&end| of(end)).map(|end| end + 1)
}

/// Cases that are told as one.
fn varies(cases: &[LandingCase], clauses: &[Option<ClauseId>]) -> PlannedItem {
    let [.., last] = cases else { unreachable!("there are several") };
    let beyond = |case: &LandingCase| {
        let rest = case.rest.iter().filter(|literal| !last.rest.contains(literal)).cloned().collect();
        LandingCase { rest, ..case.clone() }
    };
    let told = Told::of(Say::Varies(cases.iter().map(beyond).collect()), clauses.iter().flatten().copied());
    PlannedItem { label: Some(Say::Lands(Box::new(last.clone()))), ..PlannedItem::of(told) }
}

/// Cases about the same kind of pit.
fn group(told: Vec<LandingCase>, clauses: Vec<Option<ClauseId>>, open: bool) -> PlannedItem {
    let place = Say::LandsIn(Box::new(told[0].clone()));
    let mut cases: Vec<PlannedItem> = vec![];
    for (case, clause) in told.iter().zip(clauses) {
        let label = match (case.rest.is_empty(), cases.is_empty()) {
            (false, _) => Say::If(Box::new(case.clone())),
            (true, true) => Say::Always,
            (true, false) => Say::Otherwise,
        };
        cases.push(happens(label, case, clause));
    }
    if !open && told.iter().all(|case| !case.rest.is_empty()) {
        let ends = PlannedItem::of(Told::plain(Say::MoveEnds));
        cases.push(PlannedItem { label: Some(Say::Otherwise), ..ends });
    }
    PlannedItem { label: Some(place), cases, ..PlannedItem::of(Told::plain(Say::LookFurther)) }
}

/// Plans the cases of the last seed of a lap.
struct Landing<'r> {
    rules: &'r Rules,
    /// The lines that are told.
    table: &'r [Clause<Continuation>],
}

impl<'r> Landing<'r> {
    /// The items of the cases; `next` says that all look at the next pit, and `open` that other cases follow elsewhere.
    fn items(&self, cases: &[Case], next: bool, open: bool) -> Vec<PlannedItem> {
        let mut items = vec![];
        let mut at = 0;
        while let Some(case) = cases.get(at) {
            let same = cases[at..].iter().take_while(|other| other.class == case.class).count();
            let told: Vec<LandingCase> =
                cases[at..at + same].iter().map(|case| self.told(case, &cases[..at], next)).collect();
            let clauses: Vec<Option<ClauseId>> =
                cases[at..at + same].iter().map(|case| case.clause.map(|clause| clause.id)).collect();
            if let Some(varied) = varying(&told) {
                let named: Vec<LandingCase> = told[..varied].iter().map(|case| self.with_term(case)).collect();
                // A name has to be that of all.
                let alike = named.iter().all(|case| case.class == named[0].class);
                items.push(varies(if alike { &named } else { &told[..varied] }, &clauses[..varied]));
                at += varied;
                continue;
            }
            let later = &cases[at + same..];
            let apart = later.iter().all(|later| disjoint(self.rules, &case.class, &later.class));
            if same > 1 && apart && !case.class.is_empty() && !next {
                items.push(group(told, clauses, open));
                at += same;
                continue;
            }
            let told = &self.with_term(&told[0]);
            let label = match (told.class.is_empty() && told.rest.is_empty(), at) {
                (true, 0) => Say::Anywhere,
                (true, _) => Say::ElseAnywhere,
                (false, _) => Say::Lands(Box::new(told.clone())),
            };
            items.push(happens(label, told, clauses[0]));
            at += 1;
        }
        items
    }

    /// Whether the order of the cases matters to a reader: a case is met by what an earlier one with more
    /// conditions leaves.
    fn is_ordered(&self, cases: &[Case]) -> bool {
        cases.iter().enumerate().any(|(at, case)| {
            let all = [&case.class[..], &case.rest].concat();
            let is_last = at + 1 == cases.len() && case.class.is_empty() && case.rest.is_empty();
            cases[..at].iter().any(|before| {
                let overlaps = !disjoint(self.rules, &[&before.class[..], &before.rest].concat(), &all);
                overlaps && !is_last && (!before.rest.is_empty() || case.class.is_empty())
            })
        })
    }

    fn cases(&self) -> Vec<Case<'r>> {
        let mut settled: Vec<Vec<Literal>> = vec![];
        let mut cases = vec![];
        for clause in self.table {
            let condition = self.first_time(&clause.condition);
            if condition == Condition::Any(vec![]) {
                continue;
            }
            let literals = self.literals(&condition);
            let (class, rest): (Vec<_>, Vec<_>) =
                literals.iter().cloned().partition(|(part, yes)| is_class(part, *yes));
            let above = derived(&settled, &class);
            let rest: Vec<Literal> = rest.into_iter().filter(|literal| !above.contains(literal)).collect();
            let known = derived(&settled, &[&class[..], &rest].concat());
            cases.push(self.case(Some(clause), class, rest, known));
            if !clause.may {
                settled.push(literals);
            }
        }
        let complete = settled.iter().any(Vec::is_empty);
        if !complete {
            let known = derived(&settled, &[]);
            cases.push(self.case(None, vec![], vec![], known));
        }
        cases
    }

    /// A case, with what the lines above tell of its pit.
    fn case(
        &self,
        clause: Option<&'r Clause<Continuation>>,
        mut class: Vec<Literal>,
        mut rest: Vec<Literal>,
        known: Vec<Literal>,
    ) -> Case<'r> {
        let in_store = class.iter().any(|(part, yes)| *yes && is_store(part));
        for literal in &known {
            let (part, yes) = literal;
            let of_pit = matches!(part, Condition::Is(Place::Pit(path), PitKind::Empty) if path.is_empty())
                || matches!(part, Condition::Is(Place::Pit(path), PitKind::InRow(_))
                    if path.is_empty() && self.has_two_sides());
            let made = class.iter().any(|(part, _)| matches!(part, Condition::Holds(..)));
            let of_next = is_about_next(part) && rest.iter().all(|(part, _)| is_about_next(part)) && class.is_empty();
            if of_pit && !in_store && !class.contains(literal) && (!made || *yes) {
                class.push(literal.clone());
            } else if of_next
                && matches!(part, Condition::Is(_, PitKind::Empty))
                && !rest.contains(literal)
                && (clause.is_none() || !rest.is_empty())
            {
                rest.insert(0, literal.clone());
            }
        }
        class.sort_by_key(|(part, yes)| rank(part, *yes));
        Case { clause, class, rest, known }
    }

    /// Whether a lap can end on both sides.
    fn has_two_sides(&self) -> bool {
        !self.rules.sowing.stays_on_own_side() && !self.rules.board.plan.is_shared()
    }

    /// The condition of a line when it is first asked, and nothing has been captured.
    fn first_time(&self, condition: &Condition) -> Condition {
        if self.can_have_captured() {
            return condition.clone();
        }
        simplified(condition, &|part| match part {
            Condition::Figure(MoveFigure::Captured, amount) => Some(amount.contains(0)),
            _ => None,
        })
    }

    /// Whether the mover may have captured seeds when the last seed of a lap falls.
    fn can_have_captured(&self) -> bool {
        let captures =
            |action: &Action| matches!(action, Action::Capture { to: Receiver::Mover | Receiver::Owner, .. });
        let rules = self.rules;
        let before = [&rules.begin, &rules.lift, &rules.drop].into_iter().flatten().flat_map(|clause| &clause.actions);
        before.into_iter().any(captures)
            || rules.land.iter().any(|clause| match &clause.then {
                Continuation::Relay(_) => clause.actions.iter().any(|action| !matches!(action, Action::OfMove(_))),
                Continuation::Resow { .. } => true,
                Continuation::Stop | Continuation::Bonus | Continuation::Repeat { .. } => false,
            })
    }

    /// The parts of a condition that must all be true.
    fn literals(&self, condition: &Condition) -> Vec<Literal> {
        parts_of(condition).iter().flat_map(|part| self.literal(part, true)).collect()
    }

    fn literal(&self, part: &Condition, yes: bool) -> Vec<Literal> {
        match (part, yes) {
            (Condition::Always, true) => vec![],
            (Condition::Not(part), yes) => self.literal(part, !yes),
            (Condition::All(parts), true) | (Condition::Any(parts), false) => {
                parts.iter().flat_map(|part| self.literal(part, yes)).collect()
            }
            (Condition::Is(Place::Pit(path), PitKind::Occupied), yes) if self.is_there(path) => {
                vec![(Condition::Is(Place::Pit(path.clone()), PitKind::Empty), !yes)]
            }
            (Condition::Is(Place::Pit(path), PitKind::InRow(Whose::Opponent)), yes)
                if self.is_there(path) && !self.rules.sowing.passes_stores() =>
            {
                vec![(Condition::Is(Place::Pit(path.clone()), PitKind::InRow(Whose::Own)), !yes)]
            }
            // A single seed makes one where there was none.
            (Condition::Holds(Place::Pit(path), Amount::In(ranges)), yes)
                if path.is_empty()
                    && ranges[..] == [(1, 1)]
                    && self.rules.sowing.several.is_empty()
                    && self.rules.drop.is_empty() =>
            {
                vec![(Condition::Is(Place::Pit(path.clone()), PitKind::Empty), yes)]
            }
            (part, yes) => vec![(part.clone(), yes)],
        }
    }

    /// Whether a path always leads to a pit.
    fn is_there(&self, path: &Path) -> bool {
        let plan = &self.rules.board.plan;
        !plan.is_shared() && plan.reach(path).all
    }

    /// Whether seeds of both players' pits can be lifted or captured in a case, and it asks for no row.
    fn is_of_either_row(&self, case: &Case) -> bool {
        let Some(clause) = case.clause else { return false };
        let of_row = |part: &Condition| {
            matches!(
                part,
                Condition::Is(Place::Pit(_), PitKind::InRow(_) | PitKind::Store(_) | PitKind::Marked(_, Some(_)))
            )
        };
        let asks = case.class.iter().chain(&case.rest).any(|(part, _)| part.has(&of_row));
        let takes = |action: &Action| matches!(action, Action::Capture { to: Receiver::Mover, .. });
        let lifts = matches!(clause.then, Continuation::Relay(_)) || clause.actions.iter().any(takes);
        matches!(self.rules.board.plan.shape(), Shape::Rows(2, _)) && self.has_two_sides() && lifts && !asks
    }

    /// A case with the conditions of a term in front, if they are among its own, so that its place has the name of it.
    fn with_term(&self, case: &LandingCase) -> LandingCase {
        let all = [&case.class[..], &case.rest].concat();
        let makes = |part: &Condition| matches!(part, Condition::Holds(Place::Pit(path), _) if path.is_empty());
        let parts = |meaning: &Condition| match meaning {
            Condition::All(parts) if is_worth_a_name(meaning) && !parts.iter().any(makes) => Some(parts.clone()),
            _ => None,
        };
        let meanings = self.rules.terms.iter().flat_map(|term| &term.meanings).filter_map(parts);
        let literals =
            |parts: &[Condition]| -> Vec<Literal> { parts.iter().flat_map(|part| self.literal(part, true)).collect() };
        let within = |parts: &Vec<Condition>| {
            literals(parts).iter().all(|literal| all.contains(literal))
                && TermSubject::of(&Condition::All(parts.clone())) == TermSubject::Pit
        };
        let Some(parts) = meanings.filter(within).max_by_key(Vec::len) else { return case.clone() };
        let known = literals(&parts);
        let left = |of: &[Literal]| -> Vec<Literal> {
            of.iter().filter(|literal| !known.contains(literal)).cloned().collect()
        };
        let named = parts.iter().map(|part| (part.clone(), true));
        LandingCase { class: named.chain(left(&case.class)).collect(), rest: left(&case.rest), ..case.clone() }
    }

    /// A case as it is told.
    fn told(&self, case: &Case, above: &[Case], next: bool) -> LandingCase {
        // "Other" if an earlier case, without more conditions, takes some of these pits.
        let other = !case.class.is_empty()
            && above.iter().any(|before| {
                before.rest.is_empty() && !before.class.is_empty() && !disjoint(self.rules, &before.class, &case.class)
            });
        let empty = (Condition::Is(Place::Pit(vec![]), PitKind::Empty), true);
        let one = self.rules.sowing.several.is_empty() && self.rules.drop.is_empty();
        LandingCase {
            class: case.class.clone(),
            other,
            rest: case.rest.clone(),
            next,
            either_row: self.is_of_either_row(case),
            lone_seed: one && (case.class.contains(&empty) || case.known.contains(&empty)),
            may: case.clause.is_some_and(|clause| clause.may),
            actions: case.clause.map_or(vec![], |clause| clause.actions.clone()),
            then: case.clause.map_or(Continuation::Stop, |clause| clause.then.clone()),
            repeated: case.clause.map_or(Condition::Always, repeated),
        }
    }
}

/// The condition of a line when it is asked again at another pit.
fn repeated(clause: &Clause<Continuation>) -> Condition {
    let captures = |action: &Action| matches!(action, Action::Capture { to: Receiver::Mover, .. });
    let is_same = |traits: Traits| !traits.of_pit && traits.changes < Period::Seed;
    simplified(&clause.condition, &|part| match part {
        // A repetition follows a capture.
        Condition::Figure(MoveFigure::Captured, amount) if clause.actions.iter().any(captures) => {
            (!amount.contains(1)).then_some(false)
        }
        // What is true of the whole landing is still true.
        part => (is_same(part.traits()) && parts_of(&clause.condition).contains(part)).then_some(true),
    })
}

/// Whether a literal is said as part of the place in which a seed falls.
pub(super) fn is_class(part: &Condition, yes: bool) -> bool {
    use PitKind::{Empty, InRow, Marked, NthRow, Numbered, Occupied, Store};
    match part {
        Condition::Is(Place::Pit(path), kind) if path.is_empty() => match kind {
            Empty | Occupied => true,
            InRow(_) => true,
            NthRow(_) | Numbered(..) | Store(_) | Marked(..) => yes,
            _ => false,
        },
        Condition::Holds(Place::Pit(path), amount) => path.is_empty() && yes && !amount.contains(0) && !is_open(amount),
        _ => false,
    }
}

/// Whether an amount is not bounded, so that it is not "made".
fn is_open(amount: &Amount) -> bool {
    matches!(amount, Amount::In(ranges) if ranges.iter().any(|&(_, high)| high == u16::MAX))
}

/// The order in which the parts of a class are compared.
fn rank(part: &Condition, yes: bool) -> (u8, bool) {
    let rank = match part {
        Condition::Is(_, PitKind::Store(_)) => 0,
        Condition::Is(_, PitKind::Marked(..)) => 1,
        Condition::Is(_, PitKind::Empty | PitKind::Occupied) => 2,
        Condition::Is(_, PitKind::InRow(_)) => 3,
        Condition::Is(_, PitKind::NthRow(_)) => 4,
        Condition::Is(_, PitKind::Numbered(..)) => 5,
        _ => 6,
    };
    (rank, yes)
}

/// Whether a condition is that `here` is a store.
fn is_store(part: &Condition) -> bool {
    matches!(kind_of_here(part), Some(PitKind::Store(_)))
}

/// Whether no pit can satisfy both.
fn disjoint(rules: &Rules, one: &[Literal], other: &[Literal]) -> bool {
    let row = |part: &Condition| match part {
        Condition::Is(Place::Pit(path), PitKind::InRow(whose)) if path.is_empty() => Some(*whose),
        _ => None,
    };
    let empty = (Condition::Is(Place::Pit(vec![]), PitKind::Empty), true);
    // A single seed makes one in an empty pit, and protected pits are not empty.
    let filled = |literals: &[Literal]| {
        literals.iter().any(|(part, yes)| match part {
            Condition::Holds(Place::Pit(path), amount) => {
                *yes && path.is_empty() && rules.sowing.several.is_empty() && !amount.contains(0) && !amount.contains(1)
            }
            Condition::Is(Place::Pit(path), PitKind::Marked(mark, _)) => {
                *yes && path.is_empty() && is_never_empty(rules, *mark)
            }
            _ => false,
        })
    };
    // What is said of a pit is not said of a store.
    let in_store = |literals: &[Literal]| literals.iter().any(|(part, yes)| *yes && is_store(part));
    let in_pit = |literals: &[Literal]| !in_store(literals) && literals.iter().any(|(part, yes)| is_class(part, *yes));
    if in_store(one) && in_pit(other) || in_pit(one) && in_store(other) {
        return true;
    }
    if one.contains(&empty) && filled(other) || other.contains(&empty) && filled(one) {
        return true;
    }
    one.iter().any(|(part, yes)| {
        other.iter().any(|(with, also)| {
            if part == with {
                return yes != also;
            }
            if !*yes || !*also {
                return false;
            }
            match (part, with) {
                (Condition::Holds(place, one), Condition::Holds(of, other)) => {
                    place == of && !(1..=255).any(|seeds| one.contains(seeds) && other.contains(seeds))
                }
                (
                    Condition::Is(place, PitKind::Marked(one, owner)),
                    Condition::Is(of, PitKind::Marked(other, whose)),
                ) => {
                    let owned = matches!((owner, whose), (Some(owner), Some(whose)) if owner != whose);
                    place == of && (one != other || owned)
                }
                _ => matches!((row(part), row(with)), (Some(one), Some(other)) if one != other),
            }
        })
    })
}

/// Whether a pit with this mark always holds seeds: it got the mark with seeds in it, and nothing takes them.
fn is_never_empty(rules: &Rules, mark: MarkId) -> bool {
    let with_seeds = |condition: &Condition, target: &ActionTarget, fallen: bool| match target {
        ActionTarget::Pit(path) if path.is_empty() && fallen => true,
        ActionTarget::Pit(path) => parts_of(condition)
            .iter()
            .any(|part| matches!(part, Condition::Holds(Place::Pit(of), amount) if of == path && !amount.contains(0))),
        ActionTarget::Store(_) | ActionTarget::Every(_) => false,
    };
    let makes = |condition: &Condition, actions: &[Action], fallen: bool| {
        actions.iter().all(|action| match action {
            Action::Mark { pits, mark: made, .. } if *made == mark => {
                pits.iter().all(|pit| with_seeds(condition, pit, fallen))
            }
            _ => true,
        })
    };
    let others =
        [&rules.begin, &rules.lift].into_iter().flatten().all(|line| makes(&line.condition, &line.actions, false));
    rules.marks[usize::from(mark.0)].never_emptied
        && rules.board.marks.iter().all(|(_, _, at_start)| *at_start != mark)
        && others
        && rules.drop.iter().all(|line| makes(&line.condition, &line.actions, true))
        && rules.land.iter().all(|line| makes(&line.condition, &line.actions, true))
        && rules.finish.iter().all(|line| makes(&line.condition, &line.actions, false))
}

/// What follows from what is given, if none of the earlier lines fits.
fn derived(settled: &[Vec<Literal>], given: &[Literal]) -> Vec<Literal> {
    let mut known: Vec<Literal> = given.to_vec();
    loop {
        let before = known.len();
        for line in settled {
            let mut open = line.iter().filter(|literal| !known.contains(literal));
            if let (Some((part, yes)), None) = (open.next(), open.next()) {
                let opposite = (part.clone(), !yes);
                if !known.contains(&opposite) {
                    known.push(opposite);
                }
            }
        }
        if known.len() == before {
            known.retain(|literal| !given.contains(literal));
            return known;
        }
    }
}
