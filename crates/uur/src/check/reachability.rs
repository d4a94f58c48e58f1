//! Reachability proofs by case distinction: every line can be reached, and none empties a protected pit.
//!
//! The lines of a table test finitely many facts about pits, rows and stores: the row, the mark, and the
//! interval of seed counts between the numbers in the lines. Each combination of facts is a [`Case`], a
//! scene in which conditions are evaluated as the engine evaluates them. Some cases never occur in play,
//! so a dead line may be missed. A line that applies in no case is certainly dead.

mod cases;
mod lines;
mod paths;
mod reasons;
#[cfg(test)]
mod tests;
mod truth;

use super::Checker;
use super::problem::ProofProblem;
use crate::rules::*;
use crate::source::Span;
use cases::Case;
use lines::{EvalPoint, PitEffect, ProofLine, sets_of_pits, single};
use paths::pit_words;
use truth::Truth;

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

    // The lines of these do not exclude each other, so each is a table of its own.
    let mut guards = |lines: &[Guarded], point, lifts: bool| {
        for line in lines {
            let line = ProofLine::guard(line.clause, &line.condition);
            facts.check_table([if lifts { line.lifting() } else { line }], point, checker);
        }
    };
    guards(&sowing.from, EvalPoint::Chosen, true);
    guards(&sowing.skip, EvalPoint::Untouched, false);
    // A move that begins with seeds from the store chooses the pit into which they go.
    let chosen = if sowing.enter.is_some() { EvalPoint::Untouched } else { EvalPoint::Chosen };
    guards(&sowing.prefer, chosen, false);
    for line in sowing.prefer.iter().filter(|line| line.condition.is_of_position()) {
        let span = checker.clause_spans.of(line.clause).span;
        if checker.dead.insert(line.clause) {
            checker.report(span, ProofProblem::NoPreference);
        }
    }
    facts.check_opening(rules, checker);
    let lifts = sowing.lift.iter().map(|line| ProofLine::guard(line.clause, &line.condition));
    facts.check_table(lifts, EvalPoint::Chosen, checker);
    // The last way is the head of the section, which always applies.
    let ways = sowing.ways.split_last().map_or(&[][..], |(_, ways)| ways);
    let ways = ways.iter().map(|line| ProofLine::guard(line.clause, &line.condition));
    facts.check_table(ways, chosen, checker);
    let several = sowing.several.iter().map(|line| ProofLine::guard(line.clause, &line.condition));
    facts.check_table(several, EvalPoint::Falling, checker);

    facts.check_table(rules.begin.iter().map(ProofLine::of), EvalPoint::Untouched, checker);
    facts.check_table(rules.lift.iter().map(|line| ProofLine::of(line).lifting()), EvalPoint::Lifted, checker);
    let fallen = |changed: bool| if changed { EvalPoint::Changed } else { EvalPoint::Fallen };
    let several = !sowing.several.is_empty() || sowing.enter.as_ref().is_some_and(|enter| enter.seeds > 1);
    facts.check_table(rules.drop.iter().map(ProofLine::of), fallen(several), checker);
    let land = rules.land.iter().map(|clause| {
        let mut line = ProofLine::of(clause);
        match &clause.then {
            Continuation::Relay(path) => line.effects.push(PitEffect::Empty(path, true)),
            Continuation::Resow { seeds, lift, .. } => {
                line.effects.extend(single(lift).map(|path| PitEffect::Empty(path, *seeds == Portion::All)));
            }
            Continuation::Repeat { .. } => line.repeats = true,
            Continuation::Stop | Continuation::Bonus => {}
        }
        line
    });
    let dropped = rules.drop.iter().any(|clause| !clause.actions.is_empty());
    facts.check_table(land, fallen(several || dropped || sowing.passes_stores()), checker);
    facts.check_table(rules.finish.iter().map(ProofLine::of), EvalPoint::Changed, checker);
    for (id, every, emptied) in sets_of_pits(rules) {
        facts.check_set(id, every, emptied, checker);
    }
    let end = rules.end.iter().map(|clause| ProofLine {
        // Whether a turn is passed depends on the opponent too, so the next line may be reached.
        may: clause.ending.verdict == Verdict::Pass,
        apart: clause.ends_idle_bonus(),
        ..ProofLine::guard(clause.id, &clause.condition)
    });
    facts.check_table(end, EvalPoint::Untouched, checker);
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

impl GameFacts<'_> {
    /// The first case of some lines. Returns `None` if there are too many cases.
    fn first_case(&self, lines: &[ProofLine], point: EvalPoint, checker: &mut Checker) -> Option<Case<'_>> {
        let mut size: usize = lines.iter().map(|line| line.effects.len()).sum();
        lines.iter().for_each(|line| line.condition.walk(&mut |_| size += 1));
        let mut case = (size <= MAX_CONDITIONS).then(|| Case::new(self, lines, point))??;
        let work = case.count as u64 * size as u64;
        if case.count > MAX_CASES || checker.work + work > MAX_WORK {
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
    fn check_table<'l>(&self, lines: impl IntoIterator<Item = ProofLine<'l>>, point: EvalPoint, checker: &mut Checker) {
        let lines: Vec<ProofLine> = lines.into_iter().collect();
        let Some(first) = lines.first() else { return };
        let Some(mut case) = self.first_case(&lines, point, checker) else {
            let span = checker.clause_spans.of(first.id).span;
            checker.report(span, ProofProblem::UnprovedTable);
            return;
        };
        let mut undecided = Truth::always(case.count);
        let mut undecided_apart = Truth::always(case.count);
        let mut decided: Vec<(&ProofLine, Truth)> = vec![];
        for line in &lines {
            let span = checker.clause_spans.of(line.id).span;
            checker.examined.insert(span);
            let holds = case.truth(line.condition);
            let mut decides = holds.clone();
            decides.and(&undecided);
            if line.apart {
                if decides.first().is_none() {
                    decides.clone_from(&holds);
                    decides.and(&undecided_apart);
                }
                undecided_apart.and_not(&holds);
            }
            if holds.first().is_none() {
                let why = self.why_never(line.condition, point);
                checker.dead.insert(line.id);
                checker.report(span, ProofProblem::NeverHolds(why));
            } else if decides.first().is_none() {
                checker.dead.insert(line.id);
                let earlier = decided.iter().filter(|(_, cases)| cases.meets(&holds)).map(|(line, _)| *line);
                report_shadowed(span, &earlier.collect::<Vec<_>>(), checker);
            } else if let Some((path, mark)) =
                emptied(&mut case, line, &decides).or_else(|| self.broken_on_repeat(line, checker))
            {
                report_emptied(span, &path, mark, checker);
            }
            if !line.may {
                undecided.and_not(&decides);
                decided.push((line, decides));
            }
        }
    }

    /// Reports a set of pits if it is always empty, or if seeds are taken from it and it may contain a protected pit.
    fn check_set(&self, id: ClauseId, every: &Condition, emptied: bool, checker: &mut Checker) {
        let span = checker.clause_spans.of(id).span;
        let line = ProofLine::guard(id, every);
        let Some(mut case) = self.first_case(std::slice::from_ref(&line), EvalPoint::Untouched, checker) else {
            if emptied {
                checker.report(span, ProofProblem::UnprovedSet);
            }
            return;
        };
        if case.truth(every).first().is_none() {
            let why = self.why_never(every, EvalPoint::Untouched);
            checker.report(span, ProofProblem::EmptySet(why));
        } else if emptied && let Some(mark) = self.protected_mark(every, checker) {
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
            checker.report(span, ProofProblem::UnprovedRepetition);
            return None;
        };
        let holds = case.truth(line.condition);
        emptied(&mut case, line, &holds)
    }

    /// A protected mark that a pit with this condition may bear.
    fn protected_mark(&self, condition: &Condition, checker: &mut Checker) -> Option<MarkId> {
        let line = ProofLine::guard(ClauseId(0), condition).lifting();
        let Some(mut case) = self.first_case(std::slice::from_ref(&line), EvalPoint::Untouched, checker) else {
            return self.protected.first().copied();
        };
        let mut bears = case.bears_protected();
        bears.and(&case.truth(condition));
        let here = case.pit_index(&[])?;
        case.first(&bears)?.protected_mark_of(here)
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
            let span = checker.clause_spans.of(scripted.clause).span;
            checker.report(span, ProofProblem::EmptiedByScript { mark: name, ply: scripted.ply });
        }
    }
}

/// The protected pit that a line empties in the first of some cases in which it does, with its mark.
fn emptied(case: &mut Case, line: &ProofLine, among: &Truth) -> Option<(Path, MarkId)> {
    let mut broken = case.empties_protected(line);
    broken.and(among);
    let case = case.first(&broken)?;
    let (pit, mark) = case.protected_pit_emptied(line)?;
    Some((case.pits[pit].path.clone(), mark))
}

fn report_shadowed(span: Span, earlier: &[&ProofLine], checker: &mut Checker) {
    let shown = earlier.iter().take(MAX_SHOWN).map(|before| checker.clause_spans.of(before.id).span).collect();
    let more = earlier.len().saturating_sub(MAX_SHOWN);
    let by_always = earlier.iter().any(|before| *before.condition == Condition::Always);
    checker.report(span, ProofProblem::Shadowed { shown, more, by_always });
}

fn report_emptied(span: Span, path: &[PathStep], mark: MarkId, checker: &mut Checker) {
    let mark = checker.marks[mark.0 as usize].name.clone();
    let chosen = matches!(path, [PathStep::Chosen]);
    checker.report(span, ProofProblem::Emptied { pit: &pit_words(path), mark: &mark, chosen });
}
