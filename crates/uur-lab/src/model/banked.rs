//! Seeds that are a player's for certain although they lie on the board: in pits with a mark that are never empty.
//!
//! The rest of a round then depends on the number of these seeds only through the margin, so positions that differ in
//! nothing else share their proofs.

use uur::rules::{
    Action, ActionTarget, Clause, Condition, Continuation, Ending, MarkId, Path, PitKind, Place, Reads, Rules, Taking,
    Verdict, Who, Whose,
};

/// Whether the seeds of each marked pit are its owner's for certain, and no line asks how many they are. It is derived
/// from the rules of sowing, landing and the end; rules with more than these are taken to ask.
pub(super) fn marks_bank_seeds(rules: &Rules) -> bool {
    let marks: Vec<MarkId> = (0..).map(MarkId).take(rules.marks.len()).collect();
    let Rules { sowing, .. } = rules;
    let plain_sowing = sowing.enter.is_none()
        && sowing.each_lap.is_empty()
        && sowing.prefer.is_empty()
        && sowing.several.is_empty()
        && sowing.lift.is_empty()
        && sowing.skip.is_empty()
        && sowing.ways.iter().all(|way| asks_no_number(&way.condition, &[]))
        && sowing
            .from
            .iter()
            .all(|line| asks_no_number(&line.condition, &[]) && spares_marked(&line.condition, &marks));
    let no_more = rules.opening.is_empty()
        && rules.swaps.is_empty()
        && rules.arrangements.is_empty()
        && rules.begin.is_empty()
        && rules.lift.is_empty()
        && rules.drop.is_empty()
        && rules.finish.is_empty();
    !marks.is_empty()
        && rules.marks.iter().all(|mark| mark.never_emptied)
        && plain_sowing
        && no_more
        && lands_blindly(&rules.land, &marks)
        && rules.end.iter().all(|clause| asks_no_number(&clause.condition, &[]) && gives_marked(&clause.ending, &marks))
}

/// Whether a condition fails in every marked pit.
fn spares_marked(condition: &Condition, marks: &[MarkId]) -> bool {
    let excludes = |part: &Condition, mark: &MarkId| match part {
        Condition::Not(part) => is_marked(part).is_some_and(|(path, known)| path.is_empty() && known == *mark),
        _ => false,
    };
    marks.iter().all(|mark| condition.implies(&|part| excludes(part, mark)))
}

/// A condition that asks for a mark of any owner.
fn is_marked(condition: &Condition) -> Option<(&Path, MarkId)> {
    match condition {
        Condition::Is(Place::Pit(path), PitKind::Marked(mark, None)) => Some((path, *mark)),
        _ => None,
    }
}

/// Whether a condition is the same however many seeds marked pits hold, as long as they hold any. The pits at
/// `unmarked` bear no mark.
fn asks_no_number(condition: &Condition, unmarked: &[&Path]) -> bool {
    let numbers =
        Reads::SEEDS | Reads::STORES | Reads::HAND | Reads::COUNTERS | Reads::POINTS | Reads::CAPTURED | Reads::LIFTED;
    match condition {
        Condition::Holds(Place::Pit(path), _) => unmarked.contains(&path),
        other => {
            !other.own_traits().reads.has(numbers) && other.parts().iter().all(|part| asks_no_number(part, unmarked))
        }
    }
}

/// Whether the lines of a landing neither ask for the seeds of a marked pit nor take any. A line after one that stops
/// where a pit is marked applies only where it is not.
fn lands_blindly(lines: &[Clause<Continuation>], marks: &[MarkId]) -> bool {
    let mut asked: Vec<(&Path, MarkId)> = vec![];
    let mut unmarked: Vec<&Path> = vec![];
    for Clause { id: _, condition, may, actions, then } in lines {
        let bare = |target: &ActionTarget| matches!(target, ActionTarget::Pit(path) if unmarked.contains(&path));
        let takes_blindly = actions.iter().all(|action| match action {
            Action::Capture { from, .. } => from.iter().all(bare),
            Action::Move { from, .. } => bare(from),
            Action::Mark { pits, .. } => pits.iter().all(bare),
            _ => false,
        });
        let goes_on_blindly = match then {
            Continuation::Stop | Continuation::Bonus => true,
            Continuation::Relay(path) => unmarked.contains(&path),
            Continuation::Resow { .. } | Continuation::Repeat { .. } => false,
        };
        if !asks_no_number(condition, &unmarked) || !takes_blindly || !goes_on_blindly {
            return false;
        }
        if let (Some(marked), false) = (is_marked(condition), *may) {
            asked.push(marked);
            let all = |path: &Path| marks.iter().all(|mark| asked.contains(&(path, *mark)));
            unmarked = asked.iter().map(|(path, _)| *path).filter(|path| all(path)).collect();
        }
    }
    true
}

/// Whether each player gets the seeds of the own marked pits, or nobody's seeds count.
fn gives_marked(ending: &Ending, marks: &[MarkId]) -> bool {
    let Ending { takings, verdict } = ending;
    let given = |mark: &MarkId| {
        let taken =
            takings.iter().position(|(who, taking)| *who == Who::Each && *taking == Taking::Marked(Whose::Own, *mark));
        let row = takings.iter().position(|(_, taking)| !matches!(taking, Taking::Marked(..)));
        taken.is_some_and(|taken| row.is_none_or(|row| taken < row))
    };
    match verdict {
        Verdict::Draw => true,
        Verdict::Goal => marks.iter().all(given),
        Verdict::Player | Verdict::Opponent | Verdict::Pass => false,
    }
}
