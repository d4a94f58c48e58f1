//! Why a condition is true in no case.

use super::GameFacts;
use super::cases::comes_before_all_moves;
use super::lines::EvalPoint;
use crate::rules::*;

impl GameFacts<'_> {
    /// The reason why a condition is true in no case.
    pub(super) fn why_never(&self, condition: &Condition, point: EvalPoint) -> &'static str {
        let parts = match condition {
            Condition::All(parts) => &parts[..],
            one => std::slice::from_ref(one),
        };
        for (number, one) in parts.iter().enumerate() {
            if let Some(why) = self.why_alone(one, point) {
                return why;
            }
            for other in &parts[number + 1..] {
                if let Some(why) = self.why_both(one, other, point).or_else(|| self.why_both(other, one, point)) {
                    return why;
                }
            }
        }
        "false in every position of this board"
    }

    fn why_alone(&self, one: &Condition, point: EvalPoint) -> Option<&'static str> {
        let here = |path: &Path| self.normalized(path).is_empty();
        let lifted = match point {
            EvalPoint::Chosen => Some("no move starts from an empty pit"),
            EvalPoint::Lifted => Some("no lap is lifted from an empty pit"),
            EvalPoint::Untouched | EvalPoint::Falling | EvalPoint::Fallen | EvalPoint::Changed => None,
        };
        match one {
            Condition::Not(always) if **always == Condition::Always => Some("false whatever lies on the board"),
            one if comes_before_all_moves(one) => Some("the first move of a round has the number 1"),
            Condition::Is(_, PitKind::Closed) if !self.closing => {
                Some("no pit is ever closed: `refill` has no `else closed`")
            }
            Condition::Is(Place::Pit(path), PitKind::Empty) if here(path) => lifted,
            Condition::Is(_, PitKind::Store(_)) if !self.stores && !self.from_store => Some(
                "no store lies on the path of the seeds: `sow` has no line such as `along own row, own store, opponent row`",
            ),
            Condition::Holds(Place::Pit(path), amount)
                if here(path) && !(1..=self.total).any(|n| amount.contains(n)) =>
            {
                let fallen = "`here` holds at least the seed that has just fallen";
                lifted.or_else(|| (point == EvalPoint::Fallen).then_some(fallen))
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
