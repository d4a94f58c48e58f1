//! How the game or the round ends, and what follows in a match.

use super::super::patterns::{always_lifts, empties, enough, in_either_store, majority, parts_of, wins_with_store};
use super::super::say::{PlannedBlock, PlannedItem, Say, Stuck, Told};
use super::Planner;
use crate::rules::*;

impl Planner<'_> {
    pub(super) fn end(&self) -> Vec<Told> {
        let rules = self.rules;
        let mut all = self.endings();
        if self.order_of_endings_counts() {
            all.push(Told::plain(Say::FirstEnding));
        }
        let counts = rules.goal == Some(Goal::MostSeeds) && !rules.board.plan.is_alone();
        let by_seeds = |ending: &Ending| ending.verdict == Verdict::Goal;
        let later = matches!(&rules.endless.outcome, EndlessOutcome::Over(ending) if by_seeds(ending))
            || rules.repetition.times.is_some() && by_seeds(&rules.repetition.ending);
        if counts && !later {
            all.push(Told::plain(Say::MoreSeedsWin));
        }
        if rules.relays() || rules.endless.clause.is_some() {
            let Endless { clause, bound, outcome } = &rules.endless;
            let again = matches!(outcome, EndlessOutcome::Over(ending) if self.is_told(ending));
            all.push(Told::of(Say::Endless { bound: *bound, outcome: outcome.clone(), again }, *clause));
        }
        let Repetition { clause, times, ending } = &rules.repetition;
        if let Some(times) = *times {
            let (remembers, stores, again) = (self.remembers(), self.uses_stores(), self.is_told(ending));
            all.push(Told::of(Say::Repetition { times, ending: ending.clone(), remembers, stores, again }, *clause));
        } else if clause.is_some() {
            all.push(Told::of(Say::FreeRepetition, *clause));
        }
        if counts && later {
            all.push(Told::plain(Say::MoreSeedsWin));
        }
        all
    }

    /// The sentences about the lines of the end, in their order.
    fn endings(&self) -> Vec<Told> {
        let rules = self.rules;
        let plain_from = self.plain_from();
        let stuck = match (plain_from, rules.has_territory()) {
            (true, true) => Stuck::PitsEmpty,
            (true, false) => Stuck::SideEmpty,
            (false, _) => Stuck::NoMove,
        };
        let mut all = vec![];
        let mut passes = false;
        let lines = idle_bonus_first(&rules.end);
        let mut lines = lines.into_iter().peekable();
        while let Some(clause) = lines.next() {
            if let Some(next) = lines.peek()
                && let Some(say) = together(clause, next, plain_from)
            {
                all.push(Told::of(say, [clause.id, next.id]));
                lines.next();
                continue;
            }
            all.push(Told::of(self.ending(clause, stuck, passes), [clause.id]));
            passes |= clause.condition == Condition::Fact(MoveFact::NoMove) && clause.ending.verdict == Verdict::Pass;
        }
        all
    }

    /// Whether a player has no move exactly if all their pits are empty.
    fn plain_from(&self) -> bool {
        let rules = self.rules;
        matches!(&rules.sowing.from[..], [Guarded { condition, .. }]
            if parts_of(condition) == [Condition::Is(Place::Pit(vec![]), PitKind::InRow(Whose::Own))])
            && rules.sowing.enter.is_none()
            && !rules.opening.iter().any(|script| script.must)
            && rules.sowing.lift.iter().all(always_lifts)
            && !matches!(rules.endless.outcome, EndlessOutcome::Illegal)
    }

    /// Whether the round always ends when a player who has earned a bonus move cannot make it, in the way that the text
    /// states for the player to move: by a line about such a player or, when the turn passes, because either side is
    /// empty.
    pub(super) fn idle_bonus_ends(&self) -> bool {
        let (rules, endings) = (self.rules, self.endings());
        let passes = |line: &EndClause| line.ending.verdict == Verdict::Pass;
        let idle = self.game.rules.end.iter().any(|line| is_idle_bonus(line) && !passes(line));
        let of_both = |told: &&Told| matches!(told.say, Say::Enough(_) | Say::EitherStore(_));
        let first = endings.iter().find(|told| !of_both(told));
        let deprived = first.is_some_and(|told| matches!(told.say, Say::EitherSideEmpty(_)));
        let deprived = deprived && self.plain_from() && rules.begin.is_empty();
        idle || deprived && !rules.end.iter().any(passes)
    }

    /// A line of the end; whether an earlier one lets a player without a move pass.
    fn ending(&self, clause: &EndClause, stuck: Stuck, passes: bool) -> Say {
        let EndClause { condition, ending, .. } = clause;
        let plain = ending.takings.is_empty();
        let majority = majority(&self.rules.board, condition).filter(|_| self.rules.goal.is_some());
        match (condition, ending.verdict) {
            (Condition::Holds(Place::Store(whose), _), Verdict::Opponent | Verdict::Player)
                if plain && enough(condition).is_some() =>
            {
                let begins = *whose == Whose::Own;
                let seeds = enough(condition).expect("it was asked");
                Say::EnoughOwn { seeds, begins, wins: (ending.verdict == Verdict::Player) == begins }
            }
            (condition, Verdict::Goal) if plain && in_either_store(condition).is_some() => match majority {
                Some(seeds) => Say::Enough(seeds),
                None => Say::EitherStore(in_either_store(condition).expect("it was asked").clone()),
            },
            (Condition::Fact(MoveFact::NoMove), Verdict::Opponent | Verdict::Player) if plain && !passes => {
                Say::CannotMove { stuck, ending: ending.clone() }
            }
            (Condition::Fact(MoveFact::NoMove), _) if passes => Say::NeitherCanMove(ending.clone()),
            (Condition::Fact(MoveFact::NoMove), Verdict::Pass) => Say::PassIfStuck(stuck),
            (Condition::Fact(MoveFact::NoMove), _) => Say::CannotMove { stuck, ending: ending.clone() },
            (condition, Verdict::Pass) => Say::PassIf(condition.clone()),
            (Condition::Holds(Place::Board, amount), _) => Say::LeftOnBoard(amount.clone(), ending.clone()),
            (Condition::Is(Place::Board, PitKind::Empty), verdict) => {
                Say::BoardEmpty(Ending { takings: vec![], verdict })
            }
            (condition, _) => Say::EndIf(condition.clone(), ending.clone()),
        }
    }

    /// Whether two lines of the end with different endings can fit at once, as far as is plain.
    fn order_of_endings_counts(&self) -> bool {
        let rules = self.rules;
        let by_seeds = |line: &EndClause| line.ending.verdict == Verdict::Goal;
        // Whoever has a majority in a store wins by any line that compares the seeds. Only a match asks by how many.
        let settled = |line: &EndClause| {
            let wins = by_seeds(line) || wins_with_store(line);
            wins && majority(&rules.board, &line.condition).is_some()
        };
        let most = rules.goal == Some(Goal::MostSeeds) && rules.rounds.is_none();
        let alike = |one: &EndClause, other: &EndClause| {
            let sure = |line: &EndClause, with: &EndClause| settled(line) && (by_seeds(with) || settled(with));
            one.ending == other.ending || most && (sure(one, other) || sure(other, one))
        };
        // A player without a move passes only to one who can move.
        let passes = |line: &EndClause, next: &EndClause| {
            line.ending.verdict == Verdict::Pass
                && [line, next].iter().all(|line| line.condition == Condition::Fact(MoveFact::NoMove))
        };
        // A turn passes only to a player who can move, so that there are seeds.
        let empty = |line: &EndClause| line.condition == Condition::Is(Place::Board, PitKind::Empty);
        let waits = |line: &EndClause, next: &EndClause| empty(line) && next.ending.verdict == Verdict::Pass;
        let apart = |line: &EndClause, next: &EndClause| waits(line, next) || waits(next, line);
        rules.end.iter().enumerate().any(|(at, line)| {
            rules.end[..at].iter().any(|before| {
                let known = alike(before, line) || passes(before, line) || apart(before, line);
                !known && !exclude(&before.condition, &line.condition)
            })
        })
    }

    /// Whether positions differ by what happened in earlier moves of the round.
    fn remembers(&self) -> bool {
        let program = &self.game.program;
        let asked = program.facts().asked;
        let of_moves = program.facts().uses_last_move || asked.bonus_turn || asked.lifted;
        of_moves || asked.counters || self.rules.sowing.kept.is_some()
    }

    /// Whether who takes what is the same as in all lines above.
    fn is_told(&self, ending: &Ending) -> bool {
        let mut others = self.rules.end.iter().map(|clause| &clause.ending).filter(|other| !other.takings.is_empty());
        ending.takings.len() > 1 && others.clone().count() > 0 && others.all(|other| other == ending)
    }

    pub(super) fn rounds(&self) -> Vec<PlannedBlock> {
        let Some(rounds) = &self.rules.rounds else { return vec![] };
        let mut items = vec![];
        let mut push = |say: Say, clause: ClauseId| items.push(PlannedItem::of(Told::of(say, [clause])));
        for (at, Points { clause, condition, number }) in rounds.points.iter().enumerate() {
            push(Say::Points { first: at == 0, condition: condition.clone(), number: *number }, *clause);
        }
        for (at, clause) in rounds.over.iter().enumerate() {
            let first = rounds.over[..at].iter().all(|before| before.ending.verdict == clause.ending.verdict);
            let say = match (&clause.condition, clause.ending.verdict) {
                (Condition::Holds(Place::Store(Whose::Own), amount), Verdict::Opponent | Verdict::Player) => {
                    Say::MatchSeeds { amount: amount.clone(), won: clause.ending.verdict == Verdict::Player }
                }
                (Condition::Holds(Place::Points(Whose::Own), amount), Verdict::Player) => {
                    Say::MatchPoints(amount.clone())
                }
                (condition, verdict) => Say::MatchEnd { first, condition: condition.clone(), verdict },
            };
            push(say, clause.id);
        }
        for (at, remainder) in rounds.remainders.iter().enumerate() {
            let handful = rounds.refill.seeds();
            push(Say::Remainder { remainder: *remainder, handful, counted: at > 0 }, remainder.clause);
        }
        push(Say::Refill(rounds.refill, rounds.filler), rounds.clause);
        let kept = self.counters().into_iter().filter(|counter| self.rules.counters[usize::from(counter.0)].kept);
        items.extend(kept.map(|counter| PlannedItem::of(Told::plain(Say::CounterKept(counter)))));
        let mut push = |say: Say, clause: ClauseId| items.push(PlannedItem::of(Told::of(say, [clause])));
        if let Some(keep) = &rounds.keep {
            push(Say::KeepsSeeds(keep.condition.clone()), keep.clause);
        }
        if let Some((clause, leftover)) = rounds.leftover {
            push(Say::LeftoverGoes(leftover), clause);
        }
        if rounds.refill != Refill::Anew && (rounds.refill != Refill::Evenly || rounds.unfilled != Unfilled::Empty) {
            push(Say::CannotFill(rounds.unfilled), rounds.clause);
        }
        if let Some((clause, pits)) = rounds.gain {
            push(Say::WinnerGains(pits), clause);
        }
        if let Some(setup) = &rounds.arranged {
            push(Say::LoserLaysOut(Box::new(setup.clone())), setup.clause);
        }
        push(Say::NextBegins(rounds.starter), rounds.starter_by);
        let mut head = vec![];
        // What pits do not take stays in the store, too.
        let stores = self.uses_stores() || matches!(rounds.refill, Refill::Pits { .. });
        let holds = |place: &Place| matches!(place, Place::Store(_));
        let of_seeds = |part: &Condition| match part {
            Condition::Compare(one, _, other) => holds(one) || holds(other),
            Condition::Holds(place, _) | Condition::Is(place, _) => holds(place),
            _ => false,
        };
        let points = rounds.points.iter().map(|line| &line.condition);
        let asks = points.chain(rounds.over.iter().map(|line| &line.condition)).any(|part| part.has(&of_seeds));
        if stores || asks || rounds.points.iter().any(|line| line.number.is_none()) {
            head.push(Told::plain(Say::HeldSeeds { stores }));
        }
        head.push(Told::plain(Say::AfterRound));
        vec![PlannedBlock::Paragraph(head), PlannedBlock::Steps(items)]
    }
}

/// Whether a line is about a player who has earned a bonus move and cannot make it, and about nothing else.
fn is_idle_bonus(line: &EndClause) -> bool {
    let parts = parts_of(&line.condition);
    let known = |part: &Condition| matches!(part, Condition::Fact(MoveFact::BonusTurn | MoveFact::NoMove));
    parts.contains(&Condition::Fact(MoveFact::BonusTurn)) && parts.iter().all(known)
}

/// The lines of the end in the order of their sentences. A line about a bonus move that cannot be made is tried
/// before all others but those by which the round is won.
fn idle_bonus_first(end: &[EndClause]) -> Vec<&EndClause> {
    let mut lines: Vec<&EndClause> = vec![];
    for line in end {
        let at = lines.iter().rposition(|before| before.is_won() || is_idle_bonus(before)).map_or(0, |at| at + 1);
        lines.insert(if is_idle_bonus(line) { at } else { lines.len() }, line);
    }
    lines
}

/// One sentence for two lines that follow each other.
fn together(clause: &EndClause, next: &EndClause, plain_from: bool) -> Option<Say> {
    let ending = &clause.ending;
    if let (Some(seeds), Some(same)) = (enough(&clause.condition), enough(&next.condition))
        && seeds == same
        && wins_with_store(clause)
        && wins_with_store(next)
        && clause.condition != next.condition
    {
        return Some(Say::Enough(seeds));
    }
    let [one, other] = [clause, next].map(|clause| empties(&clause.condition, plain_from));
    let both = one.zip(other).is_some_and(|(one, other)| one != other);
    let each = ending.takings.iter().all(|(who, _)| *who == Who::Each);
    (both && each && next.ending == *ending && ending.verdict == Verdict::Goal)
        .then(|| Say::EitherSideEmpty(ending.clone()))
}

/// Whether two conditions of the end plainly cannot both be true: one denies a part of the other, or they give the same
/// place different numbers of seeds.
fn exclude(one: &Condition, other: &Condition) -> bool {
    parts_of(one).iter().any(|part| {
        parts_of(other).iter().any(|with| match (part, with) {
            (Condition::Not(part), with) if **part == *with => true,
            (part, Condition::Not(with)) if *part == **with => true,
            (Condition::Is(place, PitKind::Empty), Condition::Is(of, PitKind::Occupied))
            | (Condition::Is(place, PitKind::Occupied), Condition::Is(of, PitKind::Empty)) => place == of,
            (Condition::Holds(place, one), Condition::Holds(of, other)) => place == of && !meet(one, other),
            _ => false,
        })
    })
}

/// Whether a number belongs to both amounts: the least such number is the beginning of a range, or one of the first
/// numbers from there that are even or odd.
fn meet(one: &Amount, other: &Amount) -> bool {
    let begins = |amount: &Amount| match amount {
        Amount::In(ranges) => ranges.iter().map(|&(low, _)| low).collect(),
        Amount::Even | Amount::Odd => vec![0],
    };
    let mut from = begins(one).into_iter().chain(begins(other));
    from.any(|low| (low..=low.saturating_add(2)).any(|seeds| one.contains(seeds) && other.contains(seeds)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_meet_where_a_number_belongs_to_both() {
        let mut amounts = vec![Amount::Even, Amount::Odd];
        let ranges: Vec<(u16, u16)> = (0..5).flat_map(|low| (low..5).map(move |high| (low, high))).collect();
        amounts.extend(ranges.iter().map(|&range| Amount::In(vec![range])));
        amounts.extend(ranges.iter().map(|&range| Amount::In(vec![range, (7, 8)])));
        for one in &amounts {
            for other in &amounts {
                let both = (0..12).any(|seeds| one.contains(seeds) && other.contains(seeds));
                assert_eq!(meet(one, other), both, "{one:?} {other:?}");
            }
        }
    }
}
