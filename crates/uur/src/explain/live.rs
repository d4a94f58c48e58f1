//! The rules that can have an effect under the current values of the parameters.
//!
//! The proofs of the checker know the lines that never apply. A mark that no line makes is no property of any pit,
//! so conditions about it are settled too, and with them lines that depend on it.

use crate::game::Game;
use crate::rules::*;

/// Returns the rules of a game without lines that can never apply.
pub(super) fn live(game: &Game) -> Rules {
    let mut rules = game.rules.clone();
    remove(&mut rules, &|clause| game.dead().contains(&clause));
    loop {
        let before = rules.clone();
        let made = made_marks(&rules);
        let has_stores = rules.sowing.passes_stores() || rules.sowing.from_store();
        let known = |condition: &Condition| match condition {
            Condition::Is(Place::Pit(_), PitKind::Marked(mark, _)) if !made.contains(mark) => Some(false),
            Condition::Is(Place::Pit(path), PitKind::Store(_)) if path.is_empty() && !has_stores => Some(false),
            Condition::Figure(MoveFigure::MoveNumber, Amount::In(ranges)) if ranges.contains(&(1, u16::MAX)) => {
                Some(true)
            }
            Condition::Is(Place::Marked(_, mark), kind) if !made.contains(mark) => Some(*kind != PitKind::Occupied),
            _ => None,
        };
        for_each_condition(&mut rules, &mut |condition| *condition = simplified(condition, &known));
        cut(&mut rules);
        if rules == before {
            return rules;
        }
    }
}

/// The marks that a pit can have.
fn made_marks(rules: &Rules) -> Vec<MarkId> {
    let from_start = rules.board.marks.iter().map(|&(_, _, mark)| mark);
    let made = rules.actions().filter_map(|action| match action {
        Action::Mark { mark, .. } => Some(*mark),
        _ => None,
    });
    from_start.chain(made).collect()
}

/// A condition that is never true.
pub(super) const NEVER: Condition = Condition::Any(vec![]);

/// Simplifies a condition, some of whose parts are known to be true or false.
pub(super) fn simplified(condition: &Condition, known: &dyn Fn(&Condition) -> Option<bool>) -> Condition {
    let truth = |is: bool| if is { Condition::Always } else { NEVER };
    match condition {
        Condition::All(parts) => {
            let mut all = vec![];
            for part in parts.iter().map(|part| simplified(part, known)) {
                match part {
                    Condition::Always => {}
                    part if part == NEVER => return NEVER,
                    Condition::All(parts) => all.extend(parts),
                    part => all.push(part),
                }
            }
            match all.len() {
                0 => Condition::Always,
                1 => all.remove(0),
                _ => Condition::All(all),
            }
        }
        Condition::Any(parts) => {
            let mut any = vec![];
            for part in parts.iter().map(|part| simplified(part, known)) {
                match part {
                    Condition::Always => return Condition::Always,
                    Condition::Any(parts) => any.extend(parts),
                    part => any.push(part),
                }
            }
            let mut any = with_joined_amounts(any);
            if any.len() == 1 { any.remove(0) } else { Condition::Any(any) }
        }
        Condition::Not(part) => match simplified(part, known) {
            Condition::Always => NEVER,
            part if part == NEVER => Condition::Always,
            Condition::Not(part) => *part,
            part => Condition::Not(Box::new(part)),
        },
        Condition::Exists(part) => match simplified(part, known) {
            part if part == NEVER => NEVER,
            part => Condition::Exists(Box::new(part)),
        },
        Condition::AfterMove(part) => match simplified(part, known) {
            part if part == NEVER => NEVER,
            part => Condition::AfterMove(Box::new(part)),
        },
        Condition::LapEnds(part) => Condition::LapEnds(Box::new(simplified(part, known))),
        Condition::Count(part, amount) => Condition::Count(Box::new(simplified(part, known)), amount.clone()),
        Condition::Outnumber(parts) => Condition::Outnumber(Box::new([0, 1].map(|at| simplified(&parts[at], known)))),
        Condition::InReach(path, part) => Condition::InReach(path.clone(), Box::new(simplified(part, known))),
        Condition::Outermost(path, which, part) => {
            Condition::Outermost(path.clone(), which.clone(), Box::new(simplified(part, known)))
        }
        leaf => known(leaf).map_or_else(|| leaf.clone(), truth),
    }
}

/// Joins "holds 2" and "holds 4" of the same place to "holds 2 or 4".
fn with_joined_amounts(parts: Vec<Condition>) -> Vec<Condition> {
    let mut joined: Vec<Condition> = vec![];
    for part in parts {
        if let Condition::Holds(place, Amount::In(ranges)) = &part {
            let same = joined.iter_mut().find_map(|other| match other {
                Condition::Holds(of, Amount::In(others)) if of == place => Some(others),
                _ => None,
            });
            if let Some(others) = same {
                others.extend(ranges);
                others.sort_unstable();
                continue;
            }
        }
        joined.push(part);
    }
    joined
}

/// Visits the conditions of all lines, and those of the pits on which lines act.
fn for_each_condition(rules: &mut Rules, visit: &mut dyn FnMut(&mut Condition)) {
    let sowing = &mut rules.sowing;
    rules.stages.iter_mut().for_each(|stage| visit(&mut stage.condition));
    sowing
        .from
        .iter_mut()
        .chain(&mut sowing.prefer)
        .chain(&mut sowing.skip)
        .for_each(|line| visit(&mut line.condition));
    sowing.enter.iter_mut().for_each(|line| visit(&mut line.condition));
    sowing.each_lap.iter_mut().for_each(|line| visit(&mut line.condition));
    sowing.ways.iter_mut().for_each(|line| visit(&mut line.condition));
    sowing.several.iter_mut().for_each(|line| visit(&mut line.condition));
    sowing.lift.iter_mut().for_each(|line| visit(&mut line.condition));
    rules.end.iter_mut().for_each(|line| visit(&mut line.condition));
    rules.terms.iter_mut().flat_map(|term| &mut term.meanings).for_each(&mut *visit);
    let tables = [&mut rules.begin, &mut rules.lift, &mut rules.drop];
    for line in tables.into_iter().flatten() {
        visit(&mut line.condition);
        line.actions.iter_mut().for_each(|action| action.visit_parts(visit));
    }
    for line in [&mut rules.land, &mut rules.finish].into_iter().flatten() {
        visit(&mut line.condition);
        line.actions.iter_mut().for_each(|action| action.visit_parts(visit));
        if let Continuation::Resow { lift, .. } = &mut line.then {
            lift.iter_mut().for_each(|target| target.visit_every(visit));
        }
    }
}

/// Removes lines with these clauses.
fn remove(rules: &mut Rules, dead: &dyn Fn(ClauseId) -> bool) {
    let sowing = &mut rules.sowing;
    sowing.prefer.retain(|line| !dead(line.clause));
    sowing.skip.retain(|line| !dead(line.clause));
    sowing.each_lap.retain(|line| !dead(line.clause));
    sowing.several.retain(|line| !dead(line.clause));
    sowing.lift.retain(|line| !dead(line.clause));
    if let Some(last) = sowing.ways.pop() {
        sowing.ways.retain(|line| !dead(line.clause));
        sowing.ways.push(last);
    }
    for table in [&mut rules.begin, &mut rules.lift, &mut rules.drop] {
        table.retain(|line| !dead(line.id));
    }
    for table in [&mut rules.land, &mut rules.finish] {
        table.retain(|line| !dead(line.id));
    }
    rules.end.retain(|line| !dead(line.id));
}

/// Removes lines that are never true, and those below one that always is.
fn cut(rules: &mut Rules) {
    fn cut<T>(table: &mut Vec<Clause<T>>) {
        table.retain(|line| line.condition != NEVER);
        if let Some(last) = table.iter().position(|line| line.condition == Condition::Always && !line.may) {
            table.truncate(last + 1);
        }
    }
    [&mut rules.begin, &mut rules.lift, &mut rules.drop].into_iter().for_each(cut);
    [&mut rules.land, &mut rules.finish].into_iter().for_each(cut);
    let sowing = &mut rules.sowing;
    sowing.prefer.retain(|line| line.condition != NEVER && line.condition != Condition::Always);
    sowing.skip.retain(|line| line.condition != NEVER);
    sowing.each_lap.retain(|line| line.condition != NEVER);
    sowing.several.retain(|line| line.condition != NEVER);
    sowing.lift.retain(|line| line.condition != NEVER);
    sowing.ways.retain(|line| line.condition != NEVER);
    rules.end.retain(|line| line.condition != NEVER);
}
