//! What becomes of a last seed, as one list of cases with the place where it falls in front.
//!
//! The lines of the table are taken apart into literals. What earlier lines have settled need not be said again:
//! below `here is occupied -> relay` every pit is an empty one. Neighbouring lines about the same kind of pit
//! become one case with cases below it.

use super::document::{Item, Sentence};
use super::english::{Article, English, Logic, Speech, amount_words, joined, parts_of};
use super::live::simplified;
use crate::rules::*;

/// The label of a case without conditions.
const ANYWHERE: &str = "wherever it falls";

/// A condition without parts, or its negation.
type Literal = (Condition, bool);

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

/// The list of cases after the last seed of a lap.
pub(super) struct Landing<'a, 'r> {
    pub english: &'a English<'a>,
    pub rules: &'r Rules,
}

impl Landing<'_, '_> {
    /// Returns the sentence in front of the list, and its items.
    pub(super) fn list(&self) -> (Sentence, Vec<Item>) {
        let head = |text: &str| Sentence { text: text.into(), rules: vec![] };
        if self.rules.land.is_empty() {
            return (head("Your move ends with the last seed."), vec![]);
        }
        let cases = self.cases();
        let next = cases.iter().filter(|case| case.clause.is_some()).all(|case| {
            case.class.is_empty() && !case.rest.is_empty() && case.rest.iter().all(|(part, _)| is_about_next(part))
        });
        let ordered = self.is_ordered(&cases);
        let mut items = vec![];
        let mut at = 0;
        while let Some(case) = cases.get(at) {
            let same = cases[at..].iter().take_while(|other| other.class == case.class).count();
            let later = &cases[at + same..];
            let apart = later.iter().all(|later| disjoint(self.rules, &case.class, &later.class));
            if same > 1 && apart && !case.class.is_empty() && !next {
                items.push(self.group(&cases[at..at + same], &cases[..at]));
                at += same;
            } else {
                items.push(self.item(case, &cases[..at], next));
                at += 1;
            }
        }
        if let [only] = &mut items[..]
            && only.label == ANYWHERE
        {
            let text = only.sentences.remove(0);
            return (Sentence { text: format!("Wherever your last seed falls, {}", text.text), ..text }, vec![]);
        }
        let text = match (next, ordered && items.len() > 2) {
            (true, false) => "After your last seed look at the next pit:",
            (true, true) => "After your last seed look at the next pit; the first case that fits counts:",
            (false, false) => "See where your last seed falls:",
            (false, true) => "See where your last seed falls; the first case that fits counts:",
        };
        (head(text), items)
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

    fn cases(&self) -> Vec<Case<'_>> {
        let mut settled: Vec<Vec<Literal>> = vec![];
        let mut cases = vec![];
        for clause in &self.rules.land {
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
    fn case<'r>(
        &self,
        clause: Option<&'r Clause<Continuation>>,
        mut class: Vec<Literal>,
        mut rest: Vec<Literal>,
        known: Vec<Literal>,
    ) -> Case<'r> {
        for literal in &known {
            let (part, yes) = literal;
            let of_pit = matches!(part, Condition::Is(Place::Pit(path), PitKind::Empty) if path.is_empty())
                || matches!(part, Condition::Is(Place::Pit(path), PitKind::InRow(_))
                    if path.is_empty() && self.has_two_sides());
            let made = class.iter().any(|(part, _)| matches!(part, Condition::Holds(..)));
            let of_next = is_about_next(part) && rest.iter().all(|(part, _)| is_about_next(part)) && class.is_empty();
            if of_pit && !class.contains(literal) && (!made || *yes) {
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
            Condition::Captured(amount) => Some(amount.contains(0)),
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
                Continuation::Relay(_) => clause.actions.iter().any(|action| *action != Action::Reverse),
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

    /// One case.
    fn item(&self, case: &Case, above: &[Case], next: bool) -> Item {
        let speech = speech(next);
        let place = self.place(case, above);
        let rest = self.logic(&case.rest, speech);
        let mut label = place.unwrap_or_default();
        let mut text = String::new();
        if let Some(rest) = &rest {
            let lead = match (label.is_empty(), next) {
                (true, true) => "",
                (true, false) => "if ",
                (false, _) => ", if ",
            };
            match rest.list() {
                None => label += &format!("{lead}{}", rest.clause()),
                Some((head, points)) => {
                    label += &format!("{lead}{head}");
                    text = format!("{points}. Then ");
                }
            }
        } else if label.is_empty() {
            label = if above.is_empty() { ANYWHERE.into() } else { "in every other case".into() };
        }
        text += &self.deeds(case, speech);
        self.finished(label, &text, case)
    }

    fn finished(&self, label: String, text: &str, case: &Case) -> Item {
        let clauses: Vec<ClauseId> = case.clause.iter().map(|clause| clause.id).collect();
        Item { label, sentences: vec![Sentence::of(self.english.game, format!("{text}."), &clauses)], cases: vec![] }
    }

    /// Cases about the same kind of pit.
    fn group(&self, cases: &[Case], above: &[Case]) -> Item {
        let label = self.place(&cases[0], above).expect("the class of a group is not empty");
        let mut items: Vec<Item> = vec![];
        for case in cases {
            let rest = self.logic(&case.rest, Speech::FALLEN);
            let (label, lead) = match &rest {
                None if items.is_empty() => ("always".to_string(), String::new()),
                None => ("otherwise".to_string(), String::new()),
                Some(rest) => match rest.list() {
                    None => (format!("if {}", rest.clause()), String::new()),
                    Some((head, points)) => (format!("if {head}"), format!("{points}. Then ")),
                },
            };
            items.push(self.finished(label, &(lead + &self.deeds(case, Speech::FALLEN)), case));
        }
        if cases.iter().all(|case| !case.rest.is_empty()) {
            let text = Sentence { text: "your move ends.".into(), rules: vec![] };
            items.push(Item { label: "otherwise".into(), sentences: vec![text], cases: vec![] });
        }
        let text = "look further:";
        Item { label, sentences: vec![Sentence { text: text.into(), rules: vec![] }], cases: items }
    }

    fn logic(&self, rest: &[Literal], speech: Speech) -> Option<Logic> {
        let both = [vec![PathStep::Next], vec![PathStep::Next, PathStep::Next]];
        let empty = |path: &Path| (Condition::Is(Place::Pit(path.clone()), PitKind::Empty), true);
        if speech.next == "it" && rest.len() == 2 && both.iter().all(|path| rest.contains(&empty(path))) {
            return Some(Logic::Leaf("it and the pit after it".into(), "are both empty".into()));
        }
        let parts = rest.iter().map(|(part, yes)| self.english.logic(part, *yes, speech)).collect::<Vec<_>>();
        (!parts.is_empty()).then(|| joined(parts, true))
    }

    /// What happens in a case.
    fn deeds(&self, case: &Case, speech: Speech) -> String {
        let Some(clause) = case.clause else { return "your move ends".into() };
        let empty = (Condition::Is(Place::Pit(vec![]), PitKind::Empty), true);
        let one = self.rules.sowing.several.is_empty() && self.rules.drop.is_empty();
        let last_seed = one && (case.class.contains(&empty) || case.known.contains(&empty));
        let mut deeds: Vec<String> = vec![];
        let made = case.class.iter().any(|(part, _)| matches!(part, Condition::Holds(..)));
        for action in &clause.actions {
            if made && takes_here(action) && !deeds.iter().any(|deed| deed.contains("capture")) {
                deeds.push("capture them".into());
                continue;
            }
            deeds.push(self.english.action(action, last_seed && deeds.is_empty(), speech));
        }
        let repeated = simplified(&clause.condition, &|part| match part {
            // What is true of the whole move is still true.
            Condition::MoveNumber(_)
            | Condition::FirstLap
            | Condition::LapNumber(_)
            | Condition::LapOf(_)
            | Condition::WayIs(_)
            | Condition::Entered
            | Condition::PlayerIs(_)
            | Condition::PlayerBegan
            | Condition::BonusTurn
            | Condition::LastMoveOf(_)
                if parts_of(&clause.condition).contains(part) =>
            {
                Some(true)
            }
            // A repetition follows a capture.
            Condition::Captured(amount)
                if clause
                    .actions
                    .iter()
                    .any(|action| matches!(action, Action::Capture { to: Receiver::Mover, .. })) =>
            {
                (!amount.contains(1)).then_some(false)
            }
            _ => None,
        });
        deeds.push(self.english.continuation(&clause.then, &clause.actions, &repeated, speech));
        let may = if clause.may { "if you wish, " } else { "" };
        format!("{may}{}", deeds.join("; "))
    }

    /// The place in which the seed falls in a case: `in an empty pit of your own`.
    fn place(&self, case: &Case, above: &[Case]) -> Option<String> {
        if case.class.is_empty() {
            return None;
        }
        // "Other" if an earlier case, without more conditions, takes some of these pits.
        let other = above.iter().any(|before| {
            before.rest.is_empty() && !before.class.is_empty() && !disjoint(self.rules, &before.class, &case.class)
        });
        Some(landing_place(self.english, &case.class, other))
    }
}

/// Whether an action gives the mover all the seeds of the pit in which the seed fell, and no others.
pub(super) fn takes_here(action: &Action) -> bool {
    let Action::Capture { seeds: Portion::All, from, to: Receiver::Mover } = action else { return false };
    from[..] == [ActionTarget::Pit(vec![])]
}

/// How pits are named, if all cases look at the next pit.
fn speech(next: bool) -> Speech<'static> {
    if next { Speech { next: "it", ..Speech::FALLEN } } else { Speech::FALLEN }
}

/// Names the place in which a seed falls, by what is said of it.
fn landing_place(english: &English, class: &[Literal], other: bool) -> String {
    let condition = |(part, yes): &Literal| match (part, yes) {
        (Condition::Is(Place::Pit(path), PitKind::InRow(Whose::Own)), false) => {
            Condition::Is(Place::Pit(path.clone()), PitKind::InRow(Whose::Opponent))
        }
        (part, true) => part.clone(),
        (part, false) => Condition::Not(Box::new(part.clone())),
    };
    let made = class.iter().find_map(|(part, _)| match part {
        Condition::Holds(_, amount) => Some(amount),
        _ => None,
    });
    let rest = class.iter().filter(|(part, _)| !matches!(part, Condition::Holds(..))).map(condition).collect();
    let article = if other { Article::Other } else { Article::One };
    let pit = english.pits(&Condition::All(rest), article, Speech::FALLEN);
    match made {
        Some(amount) => format!("where it makes {} in {pit}", making(amount)),
        None => format!("in {pit}"),
    }
}

/// What a seed makes in a pit: `three`, `an even number`.
pub(super) fn making(amount: &Amount) -> String {
    match amount {
        Amount::Even | Amount::Odd => amount_words(amount).replace(" of seeds", ""),
        Amount::In(ranges) if ranges[..] == [(1, 1)] => "one".into(),
        Amount::In(_) => amount_words(amount).replace(" seeds", ""),
    }
}

/// Says when a seed that falls is meant: `a seed makes four in a pit`.
pub(super) fn falling(english: &English, condition: &Condition) -> (String, Option<Logic>) {
    let class: Vec<Literal> = parts_of(condition)
        .iter()
        .map(|part| match part {
            Condition::Not(part) => ((**part).clone(), false),
            part => (part.clone(), true),
        })
        .collect();
    let (class, rest): (Vec<_>, Vec<_>) = class.into_iter().partition(|(part, yes)| is_class(part, *yes));
    let last = |yes: bool| rest.contains(&(Condition::LastSeed, yes));
    let seed = match (last(true), last(false)) {
        (true, _) => "the last seed",
        (_, true) => "a seed, but not the last one,",
        _ => "a seed",
    };
    let place = landing_place(english, &class, false);
    let place = match place.strip_prefix("where it makes ") {
        Some(made) => format!("{seed} makes {made}"),
        None => format!("{seed} falls into {}", place.strip_prefix("in ").unwrap_or(&place)),
    };
    let rest: Vec<Logic> = rest
        .iter()
        .filter(|(part, _)| *part != Condition::LastSeed)
        .map(|(part, yes)| english.logic(part, *yes, Speech::FALLEN))
        .collect();
    (place, (!rest.is_empty()).then(|| joined(rest, true)))
}

/// Whether a literal is said as part of the place in which a seed falls.
fn is_class(part: &Condition, yes: bool) -> bool {
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

/// Whether a condition is about the next pit or the one after it, and nothing else.
fn is_about_next(part: &Condition) -> bool {
    let next = |path: &Path| !path.is_empty() && path.iter().all(|step| *step == PathStep::Next);
    match part {
        Condition::Is(Place::Pit(path), _) | Condition::Holds(Place::Pit(path), _) => next(path),
        _ => false,
    }
}

/// Whether no pit can satisfy both.
fn disjoint(rules: &Rules, one: &[Literal], other: &[Literal]) -> bool {
    let row = |part: &Condition| match part {
        Condition::Is(Place::Pit(path), PitKind::InRow(whose)) if path.is_empty() => Some(*whose),
        _ => None,
    };
    let store =
        |part: &Condition| matches!(part, Condition::Is(Place::Pit(path), PitKind::Store(_)) if path.is_empty());
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
    let in_store = |literals: &[Literal]| literals.iter().any(|(part, yes)| *yes && store(part));
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
                (Condition::Is(place, PitKind::Marked(one, _)), Condition::Is(of, PitKind::Marked(other, _))) => {
                    place == of && one != other
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
