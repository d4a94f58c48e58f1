//! Patterns of conditions that have a phrase of their own, in any language.

use crate::rules::*;

/// A condition without parts, or its negation.
pub(super) type Literal = (Condition, bool);

/// The parts that must all be true.
pub(super) fn parts_of(condition: &Condition) -> &[Condition] {
    match condition {
        Condition::All(parts) => parts,
        Condition::Always => &[],
        one => std::slice::from_ref(one),
    }
}

/// The condition that all literals are true.
pub(super) fn all_of(literals: &[Literal]) -> Condition {
    let condition = |(part, yes): &Literal| match part {
        part if *yes => part.clone(),
        part => Condition::Not(Box::new(part.clone())),
    };
    Condition::All(literals.iter().map(condition).collect())
}

/// The kind of pit that a condition asks of `here`, if that is all.
pub(super) fn kind_of_here(condition: &Condition) -> Option<PitKind> {
    match condition {
        Condition::Is(Place::Pit(path), kind) if path.is_empty() => Some(*kind),
        _ => None,
    }
}

/// The player of whose pits a condition says that one has seeds, or is empty, and nothing else.
pub(super) fn row_seeds(condition: &Condition) -> Option<(Whose, bool)> {
    let [one, other] = parts_of(condition) else { return None };
    let (one, other, yes) = match other {
        Condition::Not(other) => (kind_of_here(one)?, kind_of_here(other)?, false),
        other => (kind_of_here(one)?, kind_of_here(other)?, true),
    };
    match (one, other) {
        (PitKind::InRow(whose), PitKind::Occupied) | (PitKind::Occupied, PitKind::InRow(whose)) => Some((whose, yes)),
        (PitKind::InRow(whose), PitKind::Empty) | (PitKind::Empty, PitKind::InRow(whose)) => Some((whose, !yes)),
        _ => None,
    }
}

/// Whether a condition is that the opponent's row has seeds.
pub(super) fn is_row_fed(condition: &Condition) -> bool {
    match condition {
        Condition::Is(Place::Row(Whose::Opponent), PitKind::Occupied) => true,
        Condition::Exists(part) => row_seeds(part) == Some((Whose::Opponent, true)),
        _ => false,
    }
}

/// Whether a condition is that the opponent has seeds, or has some after the move.
pub(super) fn is_fed(condition: &Condition) -> bool {
    let Condition::Any(parts) = condition else { return false };
    match &parts[..] {
        [now, Condition::AfterMove(after)] => is_row_fed(now) && is_row_fed(after),
        _ => false,
    }
}

/// The player of whom a condition says that all their pits are empty. If a player can move every pit with seeds,
/// being without a move is the same.
pub(super) fn empties(condition: &Condition, plain_from: bool) -> Option<Whose> {
    match condition {
        Condition::Fact(MoveFact::NoMove) => plain_from.then_some(Whose::Own),
        Condition::Is(Place::Row(whose), PitKind::Empty) => Some(*whose),
        Condition::Not(part) => match &**part {
            Condition::Exists(part) => row_seeds(part).filter(|(_, seeds)| *seeds).map(|(whose, _)| whose),
            Condition::Is(Place::Row(whose), PitKind::Occupied) => Some(*whose),
            _ => None,
        },
        _ => None,
    }
}

/// The least number of an amount without an upper bound.
fn at_least(amount: &Amount) -> Option<u16> {
    match amount {
        Amount::In(ranges) => match ranges[..] {
            [(low, u16::MAX)] => Some(low),
            _ => None,
        },
        Amount::Even | Amount::Odd => None,
    }
}

/// The number of seeds in one player's store that ends the game.
pub(super) fn enough(condition: &Condition) -> Option<u16> {
    match condition {
        Condition::Holds(Place::Store(_), amount) => at_least(amount),
        _ => None,
    }
}

/// The number of seeds, if a condition is that either store holds it.
pub(super) fn in_either_store(condition: &Condition) -> Option<&Amount> {
    let Condition::Any(parts) = condition else { return None };
    match &parts[..] {
        [Condition::Holds(Place::Store(Whose::Own), own), Condition::Holds(Place::Store(Whose::Opponent), other)]
            if own == other =>
        {
            Some(own)
        }
        _ => None,
    }
}

/// The number of seeds that wins the game, if a condition is that a player has more than half of all.
pub(super) fn majority(board: &Board, condition: &Condition) -> Option<u16> {
    let amount = match in_either_store(condition) {
        Some(amount) => at_least(amount)?,
        None => enough(condition)?,
    };
    let total = board.start.iter().flatten().sum::<u16>() + 2 * board.stored;
    (amount > total / 2).then_some(amount)
}

/// Whether a line says that the owner of a store wins.
pub(super) fn wins_with_store(clause: &EndClause) -> bool {
    let owner = match &clause.condition {
        Condition::Holds(Place::Store(whose), _) => *whose,
        _ => return false,
    };
    let winner = match clause.ending.verdict {
        Verdict::Player => Whose::Own,
        Verdict::Opponent => Whose::Opponent,
        Verdict::Goal | Verdict::Draw | Verdict::Pass => return false,
    };
    owner == winner && clause.ending.takings.is_empty()
}

/// Whether a line says that a player who cannot fill a pit has lost.
pub(super) fn is_unable_to_fill(clause: &EndClause, refill: Refill) -> bool {
    match (&clause.condition, clause.ending.verdict, refill.seeds()) {
        (Condition::Holds(Place::Store(Whose::Own), Amount::In(ranges)), Verdict::Opponent, Some(seeds)) => {
            matches!(ranges[..], [(0, most)] if most.checked_add(1) == Some(seeds))
        }
        _ => false,
    }
}

/// Whether a line of `lift` lets any pit with seeds be lifted that it fits.
pub(super) fn always_lifts(lift: &Lift) -> bool {
    match (&lift.condition, &lift.seeds) {
        (_, Lifting::AllBut(0)) => true,
        (Condition::Holds(Place::Pit(path), amount), Lifting::AllBut(leave)) => {
            path.is_empty() && !(0..=u16::from(*leave)).any(|seeds| amount.contains(seeds))
        }
        (_, Lifting::AllBut(_) | Lifting::Chosen { .. }) => false,
    }
}

/// Whether a condition says where a pit lies, or which mark it has.
pub(super) fn is_place_of_pit(condition: &Condition) -> bool {
    use PitKind::{Closed, InRow, Marked, NthRow, Numbered};
    let of = |kind: PitKind| matches!(kind, InRow(_) | NthRow(_) | Numbered(..) | Marked(..) | Closed);
    kind_of_here(condition).is_some_and(of)
}

/// Whether a condition is about the next pit or the one after it, and nothing else.
pub(super) fn is_about_next(part: &Condition) -> bool {
    let next = |path: &Path| !path.is_empty() && path.iter().all(|step| *step == PathStep::Next);
    match part {
        Condition::Is(Place::Pit(path), _) | Condition::Holds(Place::Pit(path), _) => next(path),
        _ => false,
    }
}

/// Whether a name makes a condition easier to read.
pub(super) fn is_worth_a_name(condition: &Condition) -> bool {
    fn leaves(condition: &Condition) -> usize {
        match condition {
            Condition::Exists(part) | Condition::LapEnds(part) | Condition::InReach(_, part) => leaves(part).max(2) - 1,
            leaf if leaf.parts().is_empty() => 1,
            other => other.parts().iter().map(leaves).sum(),
        }
    }
    leaves(condition) > 2
}

/// Whether a target is a single pit.
pub(super) fn is_single(target: &ActionTarget) -> bool {
    match target {
        ActionTarget::Pit(_) | ActionTarget::Store(_) => true,
        ActionTarget::Every(condition) => {
            let kinds: Vec<PitKind> = parts_of(condition).iter().filter_map(kind_of_here).collect();
            kinds.iter().any(|kind| matches!(kind, PitKind::InRow(_)))
                && kinds.iter().any(|kind| matches!(kind, PitKind::Numbered(first, last) if first == last))
        }
    }
}

/// Whether an action gives the mover all the seeds of the pit in which the seed fell, and no others.
pub(super) fn takes_here(action: &Action) -> bool {
    let Action::Capture { seeds: Portion::All, from, to: Receiver::Mover } = action else { return false };
    from[..] == [ActionTarget::Pit(vec![])]
}

/// What an author's name of a condition is said of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TermSubject {
    Pit,
    Lap,
    Move,
    /// None of these.
    Moment,
}

impl TermSubject {
    pub(super) fn of(condition: &Condition) -> TermSubject {
        let is_relative = |path: &Path| !matches!(path.last(), Some(PathStep::Fixed(..)));
        let of_place = |place: &Place| matches!(place, Place::Pit(path) if is_relative(path));
        match condition {
            Condition::All(parts) | Condition::Any(parts) => {
                let of_parts: Vec<TermSubject> = parts.iter().map(TermSubject::of).collect();
                let all = [TermSubject::Pit, TermSubject::Lap, TermSubject::Move];
                let first = all.into_iter().find(|of| of_parts.contains(of));
                first.unwrap_or(TermSubject::Moment)
            }
            Condition::Not(part) => TermSubject::of(part),
            Condition::Is(place, _) | Condition::Holds(place, _) if of_place(place) => TermSubject::Pit,
            Condition::Compare(one, _, other) if of_place(one) || of_place(other) => TermSubject::Pit,
            Condition::InReach(path, _) | Condition::Outermost(path, ..) if is_relative(path) => TermSubject::Pit,
            Condition::LapEnds(_)
            | Condition::Fact(MoveFact::WayIs(_) | MoveFact::FirstLap)
            | Condition::Figure(MoveFigure::LapOf | MoveFigure::LapNumber, _) => TermSubject::Lap,
            Condition::Figure(MoveFigure::Captured, _) => TermSubject::Move,
            _ => TermSubject::Moment,
        }
    }
}
