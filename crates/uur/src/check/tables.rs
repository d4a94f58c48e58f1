//! The tables, such as `drop`, `land` and `end`, with their conditions and actions.

use super::problem::{ActionProblem, BoardProblem, ConditionProblem, Misplaced};
use super::sections::all;
use super::{Checker, inherit::Merged};
use crate::diagnostic::Diagnostic;
use crate::rules::*;
use crate::source::{Span, Spanned};
use crate::syntax::ast::*;

/// The context of a condition or action, which restricts what it may refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RuleContext {
    /// A pit where a move might start.
    Source,
    /// The same, to determine how the pit is lifted and sown.
    Way,
    /// A pit from which the next lap is to be sown.
    Lap,
    /// A pit into which a seed might fall.
    Skip,
    /// A pit at the start of the game.
    Start,
    /// Each pit of a set.
    Each,
    /// The board after a whole move.
    After,
    /// A pit before a lap is lifted there.
    Lift,
    /// After a seed has fallen.
    Drop,
    /// After the last seed of a lap has fallen.
    Land,
    /// After a move has ended.
    Finish,
    /// The start of a player's turn, before the end is checked.
    Begin,
    /// The start of a player's turn.
    End,
    /// A player after a round.
    Match,
}

impl RuleContext {
    /// Whether the mover may decide something there.
    fn lets_decide(self) -> bool {
        matches!(self, RuleContext::Lift | RuleContext::Land | RuleContext::Finish)
    }

    fn is_before_sowing(self) -> bool {
        use RuleContext::{Begin, End, Source, Start, Way};
        matches!(self, Source | Way | Start | Begin | End)
    }

    /// Whether a seed has just fallen there.
    pub(super) fn has_fallen(self) -> bool {
        matches!(self, RuleContext::After | RuleContext::Drop | RuleContext::Finish | RuleContext::Land)
    }

    /// Whether a round is played there.
    fn is_in_a_round(self) -> bool {
        !matches!(self, RuleContext::Match | RuleContext::Start)
    }

    /// Whether what conditions ask about is known there.
    fn knows(self, asked: Reads) -> bool {
        use RuleContext::{Drop, Each, Finish, Land, Lap, Lift};
        match asked.has(Reads::OF_MOVE) {
            true => matches!(self, Lap | Lift | Drop | Land | Finish | Each),
            false => self.is_in_a_round(),
        }
    }

    pub(super) fn knows_fact(self, fact: MoveFact) -> bool {
        use RuleContext::{After, Begin, Drop, End, Skip, Source};
        match fact {
            MoveFact::NoMove => self == End,
            MoveFact::LastSeed => matches!(self, Drop | Skip),
            // The choice of the move decides it.
            MoveFact::WayIs(_) if self == Source => true,
            MoveFact::Stage(_) if matches!(self, After | Begin) => false,
            MoveFact::BonusTurn if self == After => false,
            fact => self.knows(fact.traits().reads),
        }
    }

    fn knows_figure(self, figure: MoveFigure) -> bool {
        let reads = figure.traits().reads;
        // The lap before it, where it is not yet sown.
        let is_open = figure == MoveFigure::LapOf && matches!(self, RuleContext::Lap | RuleContext::Lift);
        !is_open && (self == RuleContext::After && reads.has(Reads::CAPTURED) || self.knows(reads))
    }

    /// The first part of a condition about which nothing is known there.
    fn unknown(self, condition: &Condition) -> Option<Misplaced<'static>> {
        match condition {
            Condition::Is(_, PitKind::Sown | PitKind::Reached) if self.is_before_sowing() => Some(Misplaced::SownPit),
            Condition::Fact(fact) if !self.knows_fact(*fact) => Some(Misplaced::Fact(*fact)),
            Condition::Figure(figure, _) if !self.knows_figure(*figure) => Some(Misplaced::Figure(*figure)),
            other => other.parts().iter().find_map(|part| self.unknown(part)),
        }
    }

    /// The word of the section where it stands.
    pub(super) fn section(self) -> &'static str {
        match self {
            RuleContext::Source | RuleContext::Way | RuleContext::Lap | RuleContext::Skip => "sow",
            RuleContext::Start => "board",
            RuleContext::Each => "every",
            RuleContext::After => "after move",
            RuleContext::Lift => "lift",
            RuleContext::Finish => "finish",
            RuleContext::Begin => "begin",
            RuleContext::Drop => "drop",
            RuleContext::Land => "land",
            RuleContext::End => "end",
            RuleContext::Match => "match",
        }
    }
}

/// The most uses of terms in the lines of a game.
const MAX_EXPANDED_TERMS: usize = 1000;

/// A constant-folded condition: what remains under the parameter values, or `None` if it is never true.
pub(super) type ConstFolded = Option<Condition>;

impl Checker {
    /// Reports something that has no meaning in its section.
    pub(super) fn misplaced(&mut self, span: Span, context: RuleContext, what: Misplaced) {
        self.problems.push(what.diagnostic(span, context));
    }

    /// A guard. It is folded to an impossible condition if it is false under the parameter values.
    pub(super) fn guard(&mut self, condition: Option<&ConditionNode>, context: RuleContext) -> Condition {
        match condition {
            None => Condition::Always,
            Some(condition) => self.condition(condition, context).unwrap_or_else(never),
        }
    }

    /// Whether a guard holds that may depend on parameters only.
    pub(super) fn static_guard_holds(&mut self, condition: Option<&ConditionNode>) -> bool {
        let holds = self.guard(condition, RuleContext::Skip);
        if let (Some(condition), false) = (condition, holds == Condition::Always || holds == never()) {
            self.report(condition.span, ConditionProblem::ScriptedOnBoard);
        }
        holds == Condition::Always
    }

    fn condition(&mut self, condition: &ConditionNode, context: RuleContext) -> ConstFolded {
        let span = condition.span;
        Some(match &condition.value {
            PredicateNode::All(parts) => {
                self.check_open_where(parts);
                self.check_open_or(parts);
                let parts: Vec<ConstFolded> = parts.iter().map(|part| self.condition(part, context)).collect();
                all(parts.into_iter().collect::<Option<Vec<_>>>()?)
            }
            PredicateNode::Any(parts) => {
                self.check_open_where(parts);
                return any(parts.iter().filter_map(|part| self.condition(part, context)).collect());
            }
            PredicateNode::Group(part) => return self.condition(part, context),
            PredicateNode::Not(part) => return negated(self.condition(part, context)),
            PredicateNode::Fact(fact) => self.fact(*fact, span, context),
            PredicateNode::InStage(name) => return self.in_stage(name, context),
            PredicateNode::WayIs(direction) => {
                let onward = self.fact(MoveFact::WayIs(Way::Onward), span, context);
                if self.way_of(*direction) == Way::Onward { onward } else { Condition::Not(Box::new(onward)) }
            }
            PredicateNode::Figure(figure, amount) => {
                if !context.knows_figure(*figure) {
                    self.misplaced(span, context, Misplaced::Figure(*figure));
                }
                let most = if figure.is_of_seeds() { self.seeds } else { 0 };
                match (figure, self.amount_up_to(most, None, amount, context)?) {
                    (MoveFigure::LapNumber, Amount::In(laps)) if laps[..] == [(1, 1)] => {
                        Condition::Fact(MoveFact::FirstLap)
                    }
                    (MoveFigure::LapNumber, Amount::In(laps)) if laps[..] == [(2, u16::MAX)] => {
                        Condition::Not(Box::new(Condition::Fact(MoveFact::FirstLap)))
                    }
                    (figure, amount) => Condition::Figure(*figure, amount),
                }
            }
            PredicateNode::LapEnds(kinds, where_) => {
                if !matches!(context, RuleContext::Source | RuleContext::Lap) {
                    self.misplaced(span, context, Misplaced::LapEndsIn);
                }
                let kinds = self.kinds(kinds, &Place::Pit(vec![]), RuleContext::Land);
                let such = self.line_condition(where_.as_deref(), RuleContext::Land)?;
                Condition::LapEnds(Box::new(all([kinds, such])))
            }
            PredicateNode::InReach(place, kinds, where_) => {
                let path = match self.place(place, context) {
                    Place::Pit(path) => path,
                    _ => {
                        self.misplaced(place.span, context, Misplaced::ReachOfSet);
                        vec![]
                    }
                };
                let kinds = self.kinds(kinds, &Place::Pit(vec![]), RuleContext::Each);
                let such = self.line_condition(where_.as_deref(), RuleContext::Each)?;
                Condition::InReach(path, Box::new(all([kinds, such])))
            }
            PredicateNode::Term(name) => return self.term(name, context),
            PredicateNode::Quantified(QuantifierNode::No, kinds, None, None) if names_moves(kinds) => {
                let word = &kinds[0].words[0];
                self.report(word.span, ConditionProblem::NoMoves);
                Condition::Fact(MoveFact::NoMove)
            }
            PredicateNode::Quantified(quantifier, kinds, quality, where_) => {
                self.only_in_a_round(span, context, Misplaced::PitCondition);
                let here = Place::Pit(vec![]);
                let always = |word: &AdjectiveNode| matches!(word, AdjectiveNode::Whose(_) | AdjectiveNode::Pit(..));
                let exists_always = |kind: &KindNode| {
                    !kind.negated && kind.outermost.is_none() && kind.words.iter().all(|word| always(&word.value))
                };
                if quality.is_none() && where_.is_none() && kinds.iter().any(exists_always) {
                    self.report(span, ConditionProblem::NoPredicate);
                    return None;
                }
                self.enter_set(context);
                let kind = self.kinds(kinds, &here, RuleContext::Each);
                let such = self.line_condition(where_.as_deref(), RuleContext::Each);
                let said = match quality {
                    Some(QualityNode::Is(kinds)) => Some(self.kinds(kinds, &here, RuleContext::Each)),
                    Some(QualityNode::Holds(amount)) => Some(self.holds(here, amount, RuleContext::Each)?),
                    None => None,
                };
                let Some(such) = such else {
                    // No pit meets the condition.
                    return matches!(quantifier, QuantifierNode::No | QuantifierNode::Every)
                        .then_some(Condition::Always);
                };
                for part in [Some(&kind), Some(&such), said.as_ref()].into_iter().flatten() {
                    self.check_set_meaning(part, span, context);
                }
                let kind = all([kind, such]);
                let exists = |parts: Vec<Condition>| Condition::Exists(Box::new(all(parts)));
                match (quantifier, said) {
                    (QuantifierNode::Any, said) => exists([kind].into_iter().chain(said).collect()),
                    (QuantifierNode::No, said) => {
                        Condition::Not(Box::new(exists([kind].into_iter().chain(said).collect())))
                    }
                    (QuantifierNode::Every, Some(said)) => {
                        Condition::Not(Box::new(exists(vec![kind, Condition::Not(Box::new(said))])))
                    }
                    (QuantifierNode::Every, None) => {
                        self.report(span, ConditionProblem::NoPredicate);
                        return None;
                    }
                }
            }
            PredicateNode::Outnumber(comparison, kinds) => {
                let [one, other] = [0, 1].map(|at| self.pits_counted(&kinds[at], None, span, context));
                let more =
                    |one: &Condition, other: &Condition| Condition::Outnumber(Box::new([one.clone(), other.clone()]));
                match comparison {
                    Comparison::More => more(&one, &other),
                    Comparison::Fewer => more(&other, &one),
                    Comparison::AsMany => {
                        let neither = [more(&one, &other), more(&other, &one)];
                        Condition::All(neither.map(|part| Condition::Not(Box::new(part))).into())
                    }
                }
            }
            PredicateNode::Counted(amount, kinds, where_) => {
                let kinds = self.pits_counted(kinds, where_.as_deref(), span, context);
                Condition::Count(Box::new(kinds), self.amount_up_to(0, None, amount, context)?)
            }
            PredicateNode::AfterMove(part) => {
                if context != RuleContext::Source {
                    self.misplaced(span, context, Misplaced::AfterMove);
                }
                Condition::AfterMove(Box::new(self.condition(part, RuleContext::After)?))
            }
            PredicateNode::Endless(_) | PredicateNode::Repeated(_) | PredicateNode::NeverRepeated => {
                let is_endless = matches!(condition.value, PredicateNode::Endless(_));
                self.misplaced(span, context, Misplaced::Alone(if is_endless { "endless" } else { "repeated" }));
                return None;
            }
            PredicateNode::Setting(name, value) => {
                if !self.setting(name, value)? {
                    return None;
                }
                Condition::Always
            }
            PredicateNode::Is(place, kinds) => {
                let place = self.place(place, context);
                if !matches!(place, Place::Pit(_)) {
                    let is_of_sets =
                        |word: &AdjectiveNode| matches!(word, AdjectiveNode::Plain(PitKind::Empty | PitKind::Occupied));
                    let kinds: Vec<&KindNode> = kinds.iter().filter(|kind| !self.names_term(kind)).collect();
                    for which in kinds.iter().filter_map(|kind| kind.outermost.as_ref()) {
                        self.report(which.span, ConditionProblem::SetAsOutermost);
                    }
                    for word in kinds.iter().flat_map(|kind| &kind.words).filter(|word| !is_of_sets(&word.value)) {
                        self.report(word.span, ConditionProblem::SetAsPit);
                    }
                }
                // After `or`, the name of a condition stands where a kind of pit could.
                let (terms, kinds): (Vec<_>, Vec<_>) = kinds.iter().partition(|kind| self.names_term(kind));
                let mut parts: Vec<Condition> = vec![];
                if !kinds.is_empty() {
                    let kinds: Vec<KindNode> = kinds.into_iter().cloned().collect();
                    parts.push(self.kinds(&kinds, &place, context));
                }
                for kind in terms {
                    let Some(name) = term_of(kind) else { continue };
                    let folded = self.term(&Spanned { value: name.to_string(), span: kind.span }, context);
                    parts.extend(if kind.negated { negated(folded) } else { folded });
                }
                return any(parts);
            }
            PredicateNode::Holds(place, amount) => {
                let place = self.place(place, context);
                self.holds(place, amount, context)?
            }
        })
    }

    /// Reports a test that ends with a `where` of its own and goes on with `and` or `or`, which readers may take
    /// for a part of it.
    fn check_open_where(&mut self, parts: &[ConditionNode]) {
        for part in parts.iter().rev().skip(1) {
            if let Some(where_) = open_where(&part.value) {
                self.report(where_.span, ConditionProblem::OpenWhere);
            }
        }
    }

    /// Whether a kind of pit is the name of a condition instead.
    fn names_term(&self, kind: &KindNode) -> bool {
        let names = |name: &str| {
            self.terms.iter().any(|(term, _)| term.value == name) && !self.marks.iter().any(|mark| mark.name == name)
        };
        term_of(kind).is_some_and(names)
    }

    /// Reports a name of a condition that `or` joins to kinds of pit in the middle of a condition.
    fn check_open_or(&mut self, parts: &[ConditionNode]) {
        for part in parts {
            let PredicateNode::Is(_, kinds) = &part.value else { continue };
            if let Some(kind) = kinds.iter().find(|kind| self.names_term(kind)) {
                self.report(kind.span, ConditionProblem::OpenOr);
            }
        }
    }

    /// The condition of a name in `terms`. It may use the names above its own.
    fn term(&mut self, name: &NameNode, context: RuleContext) -> ConstFolded {
        let known = &self.terms[..self.known_terms];
        let Some(at) = known.iter().position(|(term, _)| term.value == name.value) else {
            let below = self.terms.iter().any(|(term, _)| term.value == name.value);
            if below {
                self.report(name.span, ConditionProblem::TermBelow { name: &name.value });
            } else {
                let known = known.iter().map(|(term, _)| term.value.clone()).collect();
                self.report(name.span, ConditionProblem::UnknownTerm { name: &name.value, known });
            }
            return Some(Condition::Always);
        };
        self.used_terms.insert(at);
        self.expanded_terms += 1;
        if self.expanded_terms > MAX_EXPANDED_TERMS {
            if self.expanded_terms == MAX_EXPANDED_TERMS + 1 {
                self.report(name.span, ConditionProblem::TooManyTerms { most: MAX_EXPANDED_TERMS });
            }
            return Some(Condition::Always);
        }
        let condition = self.terms[at].1.clone();
        let (limit, reported) = (std::mem::replace(&mut self.known_terms, at), self.problems.len());
        let folded = self.condition(&condition, context);
        self.known_terms = limit;
        if let Some(meaning) = folded.as_ref().filter(|meaning| !self.term_meanings[at].contains(meaning)) {
            self.term_meanings[at].push(meaning.clone());
        }
        // The place that uses the condition may be at fault. Each fault of the condition itself is reported once.
        let mut found = self.problems.split_off(reported);
        let place = |problem: &Diagnostic| (problem.code, problem.labels.first().map(|label| label.span));
        found.retain(|problem| !self.problems.iter().any(|known| place(known) == place(problem)));
        self.problems.extend(found.into_iter().map(|problem| problem.label(name.span, "used here")));
        folded
    }

    /// Reports a condition on the pits of a set that has no meaning where the set is used.
    fn check_set_meaning(&mut self, condition: &Condition, span: Span, context: RuleContext) {
        if let Some(unknown) = context.unknown(condition) {
            self.misplaced(span, context, unknown);
        }
    }

    fn only_in_a_round(&mut self, span: Span, context: RuleContext, what: Misplaced) {
        if !context.is_in_a_round() {
            self.misplaced(span, context, what);
        }
    }

    fn fact(&mut self, fact: MoveFact, span: Span, context: RuleContext) -> Condition {
        if !context.knows_fact(fact) {
            self.misplaced(span, context, Misplaced::Fact(fact));
        }
        Condition::Fact(fact)
    }

    fn holds(&mut self, place: Place, amount: &AmountNode, context: RuleContext) -> ConstFolded {
        if let AmountNode::Compared(comparison, other, plus) = amount {
            let span = other.span;
            let other = self.place(other, context);
            if place == other && context == RuleContext::Each && place == Place::Pit(vec![]) {
                self.report(span, ConditionProblem::ComparedWithItself { around: self.around });
            }
            let other = match plus {
                Some(plus) => {
                    let plus = self.number_in(plus, 1, 1000, "the number by which seeds differ")?;
                    Place::Sum(vec![other, Place::Number(plus)])
                }
                None => other,
            };
            return Some(Condition::Compare(place, *comparison, other));
        }
        let amount = match place {
            Place::Points(_) => self.amount_up_to(0, None, amount, context),
            Place::Counter(..) => self.amount_up_to(255, None, amount, context),
            _ => self.amount_up_to(self.seeds, Some(self.seeds), amount, context),
        };
        Some(Condition::Holds(place, amount?))
    }

    /// An amount of anything, which may be a share of another. There is no upper bound if `most` is 0.
    pub(super) fn amount_up_to(
        &mut self,
        most: u16,
        whole: Option<u16>,
        amount: &AmountNode,
        context: RuleContext,
    ) -> Option<Amount> {
        let counts = match amount {
            AmountNode::Even => return Some(Amount::Even),
            AmountNode::Odd => return Some(Amount::Odd),
            AmountNode::Compared(_, place, _) => {
                self.misplaced(place.span, context, Misplaced::Comparison);
                return None;
            }
            AmountNode::Counts(counts) => counts,
        };
        let mut ranges = vec![];
        for count in counts {
            let (low, high, span) = match count {
                CountNode::Share(share) => {
                    let Some(whole) = whole else {
                        self.report(share.span, ConditionProblem::ShareOfNothing);
                        continue;
                    };
                    // The board could not be read.
                    if whole == 0 {
                        continue;
                    }
                    let Some((low, high)) = range_of(share.value, whole) else {
                        self.examined.insert(share.span);
                        self.report(share.span, ConditionProblem::HalfOfOdd { seeds: whole });
                        continue;
                    };
                    (low, high, share.span)
                }
                CountNode::Exactly(number) => {
                    let number_value = self.number(number)?;
                    (number_value, number_value, number.span)
                }
                CountNode::OrMore(number) => (self.number(number)?, u16::MAX, number.span),
                CountNode::OrFewer(number) => (0, self.number(number)?, number.span),
                CountNode::Between(low, high) => (self.number(low)?, self.number(high)?, low.span.to(high.span)),
            };
            self.examined.insert(span);
            if low > high || (most > 0 && low > most) {
                let problem = match low > high {
                    true => ConditionProblem::BackwardNumbers,
                    false => ConditionProblem::MoreThanAll { seeds: most },
                };
                self.report(span, problem);
            }
            ranges.push((low, high));
        }
        if ranges.is_empty() {
            return None;
        }
        Some(Amount::In(ranges))
    }

    /// A condition that is true of a place of any of the kinds.
    pub(super) fn kinds(&mut self, kinds: &[KindNode], place: &Place, context: RuleContext) -> Condition {
        self.check_owners(kinds);
        let mut any: Vec<Condition> = kinds.iter().map(|kind| self.kind(kind, place, context)).collect();
        if any.len() == 1 { any.remove(0) } else { Condition::Any(any) }
    }

    /// Warns where a first kind names an owner of pits by letter, and a later one names only letters.
    pub(super) fn check_owners(&mut self, kinds: &[KindNode]) {
        let owner = |kind: &KindNode| {
            let owner = kind.words.iter().find_map(|word| match word.value {
                AdjectiveNode::Whose(whose) => Some(whose),
                _ => None,
            });
            owner.filter(|_| kind.words.iter().any(|word| matches!(word.value, AdjectiveNode::Pit(..))))
        };
        let Some(whose) = kinds.first().filter(|kind| !kind.negated).and_then(owner) else { return };
        for kind in &kinds[1..] {
            if let [Spanned { value: AdjectiveNode::Pit(..), .. }] = &kind.words[..] {
                self.report(kind.span, ConditionProblem::OwnerOfFirstOnly(whose));
            }
        }
    }

    /// A condition that is true of a place of this kind.
    pub(super) fn kind(&mut self, kind: &KindNode, place: &Place, context: RuleContext) -> Condition {
        let whose = kind.words.iter().find_map(|word| match word.value {
            AdjectiveNode::Whose(whose) => Some(whose),
            _ => None,
        });
        let owned = |word: &AdjectiveNode| matches!(word, AdjectiveNode::Mark(_) | AdjectiveNode::Store);
        let has_owner = kind.words.iter().any(|word| owned(&word.value));
        let mut parts: Vec<PitKind> = vec![];
        for word in &kind.words {
            let is = match &word.value {
                // Next to a mark or a store, `own` refers to its owner.
                AdjectiveNode::Whose(_) if has_owner => continue,
                AdjectiveNode::Whose(whose) => {
                    self.pits_of(*whose, word.span);
                    PitKind::InRow(*whose)
                }
                AdjectiveNode::Row(row) => match self.nth_row(*row, word.span) {
                    Some(row) => PitKind::NthRow(row),
                    None => continue,
                },
                AdjectiveNode::Plain(kind) => {
                    if *kind == PitKind::Landing {
                        self.check_landing(word.span, context);
                    }
                    if context.is_before_sowing() && matches!(kind, PitKind::Sown | PitKind::Reached) {
                        self.misplaced(word.span, context, Misplaced::SownPit);
                    }
                    *kind
                }
                AdjectiveNode::Store => {
                    if matches!(context, RuleContext::Skip | RuleContext::Drop | RuleContext::Start) {
                        self.misplaced(word.span, context, Misplaced::StorePit);
                    }
                    if context == RuleContext::Each {
                        self.misplaced(word.span, context, Misplaced::StoreInSet);
                    }
                    if context == RuleContext::Source && whose == Some(Whose::Opponent) {
                        self.misplaced(word.span, context, Misplaced::OpponentStorePit);
                    }
                    PitKind::Store(whose)
                }
                AdjectiveNode::Pit(PitRangeNode { first, last }) => {
                    let first = self.pit_number(first, word.span);
                    let last = last.as_ref().map_or(first, |last| self.pit_number(last, word.span));
                    match (first, last) {
                        (Some(first), Some(last)) if first > last => {
                            self.report(word.span, BoardProblem::BackwardPits { first, last });
                            continue;
                        }
                        (Some(first), Some(last)) => PitKind::Numbered(first, last),
                        _ => continue,
                    }
                }
                AdjectiveNode::Mark(name) => match self.marked(name, word.span) {
                    Some(mark) => PitKind::Marked(mark, whose),
                    None => continue,
                },
            };
            parts.push(is);
        }
        let condition = match &kind.outermost {
            None => all(parts.iter().map(|&part| Condition::Is(place.clone(), part))),
            Some(which) => self.outermost(which, kind.counted_from.as_ref(), place, &parts, context),
        };
        if kind.negated { Condition::Not(Box::new(condition)) } else { condition }
    }

    /// A condition that is true of the first or last pit of a kind.
    fn outermost(
        &mut self,
        which: &Spanned<Outermost>,
        counted_from: Option<&CountedFrom>,
        place: &Place,
        kinds: &[PitKind],
        context: RuleContext,
    ) -> Condition {
        let Place::Pit(path) = place else { return Condition::Always };
        if context == RuleContext::Start {
            self.misplaced(which.span, context, Misplaced::Outermost);
        }
        let mut found = which.value.clone();
        if let Some(CountedFrom { before, pit }) = counted_from {
            if *before != (found == Outermost::Last) {
                self.report(pit.span, ConditionProblem::CountedAway { which: which.span, before: *before });
            } else if let Some(from) = self.pit_of(pit, context, false) {
                found = if *before { Outermost::Before(from) } else { Outermost::After(from) };
            }
        }
        let of = |place: &Place, kind: &PitKind| Condition::Is(place.clone(), *kind);
        let such = all(kinds.iter().map(|kind| of(&Place::Pit(vec![]), kind)));
        // `empty` differs for a pit where a seed has just fallen, so it is part of the search only.
        let lasting = kinds.iter().filter(|kind| !matches!(kind, PitKind::Empty | PitKind::Occupied));
        let lasting = lasting.map(|kind| of(place, kind));
        all(lasting.chain([Condition::Outermost(path.clone(), found, Box::new(such))]))
    }

    /// Reports words for the pits of a player who has none.
    fn pits_of(&mut self, whose: Whose, span: Span) {
        self.owned_pits(span);
        if whose == Whose::Opponent && self.plan.as_ref().is_some_and(Plan::is_alone) {
            self.report(span, BoardProblem::OpponentAlone);
        }
    }

    /// Reports words for the pits of a player on a board whose pits belong to neither.
    pub(super) fn owned_pits(&mut self, span: Span) {
        if self.plan.as_ref().is_some_and(Plan::is_shared) {
            self.report(span, BoardProblem::WhoseOnSharedRow);
        }
    }

    fn known_mark(&self, name: &str) -> Option<MarkId> {
        self.marks.iter().position(|mark| mark.name == name).map(|number| MarkId(number as u8))
    }

    fn known_counter(&self, name: &NameNode) -> Option<CounterId> {
        self.counters.iter().position(|counter| counter.name == name.value).map(|at| CounterId(at as u8))
    }

    fn names_of_marks(&self) -> Vec<String> {
        self.marks.iter().map(|mark| mark.name.clone()).collect()
    }

    pub(super) fn mark(&mut self, name: &str, span: Span) -> Option<MarkId> {
        let found = self.known_mark(name);
        if found.is_none() {
            self.report(span, ConditionProblem::UnknownMark { name, known: self.names_of_marks() });
        }
        found
    }

    /// The change of a counter, unless a part of it was reported.
    fn count(&mut self, whose: Whose, name: &NameNode, change: CounterChange, by: Option<Summand>) -> Option<Action> {
        let Some(counter) = self.known_counter(name) else {
            let known = self.counters.iter().map(|counter| counter.name.clone()).collect();
            self.report(name.span, ConditionProblem::UnknownCounter { name: &name.value, known });
            return None;
        };
        self.changed_counters.insert(counter);
        Some(Action::Count { whose, counter, change, by: by? })
    }

    /// A mark that names a set of pits. An unknown word there may mean a row or a store.
    fn mark_of_place(&mut self, name: &NameNode) -> Option<MarkId> {
        let found = self.known_mark(&name.value);
        if found.is_none() && self.known_counter(name).is_some() {
            self.report(name.span, ConditionProblem::CounterAsPlace { name: &name.value });
        } else if found.is_none() {
            let counters = self.counters.iter().map(|counter| counter.name.clone());
            let known = self.names_of_marks().into_iter().chain(counters).collect();
            self.report(name.span, ConditionProblem::UnknownPlace { name: &name.value, known });
        }
        found
    }

    /// A mark that describes a single pit.
    fn marked(&mut self, name: &str, span: Span) -> Option<MarkId> {
        let found = self.known_mark(name);
        if found.is_none() {
            self.report(span, ConditionProblem::UnknownKind { name, marks: self.names_of_marks() });
        }
        found
    }

    fn place(&mut self, place: &Spanned<PlaceNode>, context: RuleContext) -> Place {
        match &place.value {
            PlaceNode::OnePit(whose, row, pit) => {
                if matches!(context, RuleContext::Match | RuleContext::Skip | RuleContext::Start) {
                    self.misplaced(place.span, context, Misplaced::OtherPit);
                }
                self.one_pit(*whose, *row, pit, place.span).map_or(Place::Board, Place::Pit)
            }
            PlaceNode::Pit(path) => {
                self.check_path(path, place.span, context);
                if path.contains(&PathStep::Chosen) && context != RuleContext::Finish {
                    self.misplaced(place.span, context, Misplaced::Chosen { in_action: false });
                }
                match context {
                    RuleContext::End | RuleContext::Begin | RuleContext::Match => {
                        self.misplaced(place.span, context, Misplaced::SinglePit { in_action: false });
                    }
                    RuleContext::Skip | RuleContext::Start if !path.is_empty() => {
                        self.misplaced(place.span, context, Misplaced::Neighbour);
                    }
                    _ => {}
                }
                Place::Pit(path.clone())
            }
            PlaceNode::Sum(parts) => Place::Sum(parts.iter().map(|part| self.place(part, context)).collect()),
            PlaceNode::Marked(whose, name) => {
                if let Some(counter) = self.known_counter(name) {
                    return Place::Counter(*whose, counter);
                }
                let mark = self.mark_of_place(name);
                if context == RuleContext::Match {
                    self.misplaced(place.span, context, Misplaced::MarkedPits);
                }
                mark.map_or(Place::Board, |mark| Place::Marked(*whose, mark))
            }
            set => {
                if let (PlaceNode::Points(_), true) = (set, context != RuleContext::Match) {
                    self.misplaced(place.span, context, Misplaced::Points);
                }
                if context == RuleContext::Match && !matches!(set, PlaceNode::Store(_) | PlaceNode::Points(_)) {
                    self.misplaced(place.span, context, Misplaced::Board);
                }
                match set {
                    PlaceNode::Row(whose) => {
                        self.pits_of(*whose, place.span);
                        Place::Row(*whose)
                    }
                    PlaceNode::NthRow(whose, row) => {
                        self.pits_of(*whose, place.span);
                        let row = self.row_of(Some(*whose), *row, place.span);
                        row.map_or(Place::Row(*whose), |row| Place::NthRow(*whose, row))
                    }
                    PlaceNode::Store(whose) => Place::Store(*whose),
                    PlaceNode::Points(whose) => Place::Points(*whose),
                    PlaceNode::Hand => {
                        if !matches!(context, RuleContext::Skip | RuleContext::Drop) {
                            self.misplaced(place.span, context, Misplaced::Hand);
                        }
                        Place::Hand
                    }
                    _ => Place::Board,
                }
            }
        }
    }

    /// A single pit of an action. Any other place is reported; `lifted` selects the help for an action
    /// that lifts a lap.
    fn pit_of(&mut self, place: &Spanned<PlaceNode>, context: RuleContext, lifted: bool) -> Option<Path> {
        match &place.value {
            PlaceNode::OnePit(whose, row, pit) => self.one_pit(*whose, *row, pit, place.span),
            PlaceNode::Pit(path) => {
                self.check_path(path, place.span, context);
                if path.contains(&PathStep::Chosen) && !self.chooses && context != RuleContext::Finish {
                    self.misplaced(place.span, context, Misplaced::Chosen { in_action: true });
                }
                if context == RuleContext::Begin {
                    self.misplaced(place.span, context, Misplaced::SinglePit { in_action: true });
                }
                Some(path.clone())
            }
            set => {
                self.misplaced(place.span, context, Misplaced::NotAPit { place: set, lifted });
                None
            }
        }
    }

    /// A place whose seeds are counted by an action.
    fn tallied(&mut self, place: &Spanned<PlaceNode>, context: RuleContext) -> Place {
        match &place.value {
            PlaceNode::OnePit(..) | PlaceNode::Pit(_) => {
                self.pit_of(place, context, false).map_or(Place::Board, Place::Pit)
            }
            PlaceNode::Sum(parts) => Place::Sum(parts.iter().map(|part| self.tallied(part, context)).collect()),
            _ => self.place(place, context),
        }
    }

    /// The target of an action. A store is a target only where seeds are moved.
    fn target(&mut self, target: &TargetNode, context: RuleContext) -> Option<ActionTarget> {
        match target {
            TargetNode::Place(Spanned { value: PlaceNode::Store(whose), .. }) => Some(ActionTarget::Store(*whose)),
            TargetNode::Place(Spanned { value: PlaceNode::Row(whose), span }) => {
                self.owned_pits(*span);
                let row = PitKind::InRow(*whose);
                Some(ActionTarget::Every(Condition::Is(Place::Pit(vec![]), row)))
            }
            TargetNode::Place(Spanned { value: PlaceNode::NthRow(whose, row), span }) => {
                let row = PitKind::NthRow(self.nth_row(*row, *span)?);
                let is = |kind| Condition::Is(Place::Pit(vec![]), kind);
                Some(ActionTarget::Every(all([is(PitKind::InRow(*whose)), is(row)])))
            }
            TargetNode::Place(Spanned { value: PlaceNode::Marked(whose, name), .. }) => {
                let mark = self.mark_of_place(name)?;
                let marked = PitKind::Marked(mark, Some(*whose));
                Some(ActionTarget::Every(Condition::Is(Place::Pit(vec![]), marked)))
            }
            TargetNode::Place(place) => self.pit_of(place, context, false).map(ActionTarget::Pit),
            TargetNode::Every(kind, condition) => {
                Some(ActionTarget::Every(self.each(kind, condition.as_ref(), context)))
            }
        }
    }

    /// The condition on each pit of a set.
    fn each(&mut self, kinds: &[KindNode], condition: Option<&ConditionNode>, context: RuleContext) -> Condition {
        let span = kinds[0].words.first().map_or(kinds[0].span, |word| word.span);
        self.enter_set(context);
        let kinds = self.kinds(kinds, &Place::Pit(vec![]), RuleContext::Each);
        let guard = self.guard(condition, RuleContext::Each);
        let each = all([kinds, guard]);
        self.check_set_meaning(&each, span, context);
        each
    }

    /// Pits whose number is asked for.
    fn pits_counted(
        &mut self,
        kinds: &[KindNode],
        where_: Option<&ConditionNode>,
        span: Span,
        context: RuleContext,
    ) -> Condition {
        self.only_in_a_round(span, context, Misplaced::PitCount);
        self.enter_set(context);
        let kinds = self.kinds(kinds, &Place::Pit(vec![]), RuleContext::Each);
        let such = self.line_condition(where_, RuleContext::Each);
        let kinds = all([kinds, such.unwrap_or_else(never)]);
        self.check_set_meaning(&kinds, span, context);
        kinds
    }

    /// Remembers where a set of pits stands, unless it stands within another one.
    fn enter_set(&mut self, context: RuleContext) {
        if context != RuleContext::Each {
            self.around = Some(context);
        }
    }

    fn check_path(&mut self, path: &Path, span: Span, context: RuleContext) {
        self.check_steps(path, span);
        if path.contains(&PathStep::Landing) {
            self.check_landing(span, context);
        }
    }

    /// Reports `landing` where it is `here` itself, or where no seed has just fallen.
    fn check_landing(&mut self, span: Span, context: RuleContext) {
        let around = if context == RuleContext::Each { self.around } else { Some(context) };
        if let Some(around) = around.filter(|around| !around.has_fallen()) {
            self.misplaced(span, around, Misplaced::Landing { is_here: false });
        } else if context != RuleContext::Each {
            self.misplaced(span, context, Misplaced::Landing { is_here: true });
        }
    }

    fn targets(&mut self, targets: &[TargetNode], context: RuleContext) -> Vec<ActionTarget> {
        targets.iter().filter_map(|target| self.target(target, context)).collect()
    }

    /// The number of seeds that an action limits itself to.
    fn seeds_of(&mut self, number: Option<&NumberNode>) -> Option<u16> {
        number.and_then(|number| self.number_in(number, 1, self.most_seeds(), "the number of seeds"))
    }

    /// The part of the seeds of a place that an action takes.
    fn portion(&mut self, portion: &PortionNode) -> Portion {
        match portion {
            PortionNode::All => Portion::All,
            PortionNode::AtMost(number) => self.seeds_of(Some(number)).map_or(Portion::All, Portion::AtMost),
            PortionNode::AllBut(number) => self.seeds_of(Some(number)).map_or(Portion::All, Portion::AllBut),
            PortionNode::Half => Portion::Half,
        }
    }

    /// A table whose lines have effects, while the move continues unchanged.
    pub(super) fn effects(&mut self, game: &Merged, section: SectionKind, context: RuleContext) -> Vec<Clause<()>> {
        self.table(game, section, context, |checker, decision| {
            if let Some((then, span)) = decision {
                checker.misplaced(span, context, Misplaced::Decision(&then));
            }
        })
    }

    /// A table whose lines decide how the move continues.
    pub(super) fn decisions(
        &mut self,
        game: &Merged,
        section: SectionKind,
        context: RuleContext,
    ) -> Vec<Clause<Continuation>> {
        self.table(game, section, context, |checker, decision| {
            let Some((then, span)) = decision else { return Continuation::Stop };
            let goes_on = then.sows_on() || matches!(then, Continuation::Repeat { .. });
            if context == RuleContext::Finish && goes_on {
                checker.misplaced(span, context, Misplaced::Decision(&then));
            }
            then
        })
    }

    /// A table. `then` gets the decision of each line, if it has one.
    fn table<T>(
        &mut self,
        game: &Merged,
        section: SectionKind,
        context: RuleContext,
        then: impl Fn(&mut Self, Option<(Continuation, Span)>) -> T,
    ) -> Vec<Clause<T>> {
        let mut table = vec![];
        for line in game.lines(section) {
            let ContentNode::Rule { condition, may, actions } = &line.content else { continue };
            let id = self.clause(section, line.span);
            let condition = self.line_condition(condition.as_ref(), context);
            let (actions, decision) = self.actions(actions, context);
            if let Some(span) = may.filter(|_| !context.lets_decide()) {
                self.misplaced(span, context, Misplaced::May);
            }
            let (may, then) = (may.is_some(), then(self, decision));
            table.extend(condition.map(|condition| Clause { id, condition, may, actions, then }));
        }
        table
    }

    /// The condition of a line or after a `where`, if there is one; `None` if it is never true.
    pub(super) fn line_condition(&mut self, condition: Option<&ConditionNode>, context: RuleContext) -> ConstFolded {
        condition.map_or(Some(Condition::Always), |condition| self.condition(condition, context))
    }

    /// The effects of a line of `drop` or `land`, and how the move continues.
    fn actions(
        &mut self,
        actions: &[Spanned<ActionNode>],
        context: RuleContext,
    ) -> (Vec<Action>, Option<(Continuation, Span)>) {
        let mut done = vec![];
        let mut then: Option<(Continuation, Span)> = None;
        let mut over: Option<Span> = None;
        let mut hand: Option<(Portion, Vec<ActionTarget>, Span)> = None;
        let mut dropped = false;
        self.chooses = false;
        for action in actions {
            let span = action.span;
            let in_a_move =
                matches!(context, RuleContext::Lift | RuleContext::Drop | RuleContext::Land | RuleContext::Finish);
            let verdict = match action.value {
                ActionNode::Wins(Who::Opponent) => Some(Verdict::Opponent),
                ActionNode::Wins(_) => Some(Verdict::Player),
                ActionNode::Draw => Some(Verdict::Draw),
                _ => None,
            };
            if matches!(action.value, ActionNode::Takes(..) | ActionNode::Illegal | ActionNode::Pass)
                || verdict.is_some() && !in_a_move
            {
                self.misplaced(span, context, Misplaced::Action(&action.value));
                continue;
            }
            if let Some(decided) = then.as_ref().map(|(_, span)| span).or(over.as_ref()) {
                self.report(span, ActionProblem::AfterDecision { decision: *decided });
                continue;
            }
            if let Some(verdict) = verdict {
                over = Some(span);
                done.push(Action::Over(verdict));
            }
            if let (Some((.., lifted)), false) = (&hand, matches!(action.value, ActionNode::SowOn { .. })) {
                self.report(span, ActionProblem::BeforeSowing { lift: *lifted });
                (hand, dropped) = (None, true);
            }
            match &action.value {
                ActionNode::Gather(portion, places) => {
                    for place in places {
                        if let TargetNode::Place(Spanned { value: PlaceNode::Store(_), span }) = place {
                            self.misplaced(*span, context, Misplaced::LiftedStore);
                        }
                    }
                    hand = Some((self.portion(portion), self.targets(places, context), span));
                }
                ActionNode::SowOn { direction, from, place } => {
                    self.resows.get_or_insert(span);
                    let way = direction.map(|direction| self.way_of(direction));
                    let path = self.pit_of(place, context, true);
                    if hand.is_none() && !dropped {
                        self.report(span, ActionProblem::NothingInHand);
                    }
                    if let (Some((seeds, lift, _)), Some(at)) = (hand.take(), path) {
                        then = Some((Continuation::Resow { seeds, lift, at, into: *from, way }, span));
                    }
                }
                ActionNode::Capture(number, places, receiver) => {
                    if let (PortionNode::AtMost(number), Receiver::Nobody) = (number, receiver)
                        && let [TargetNode::Place(place)] = &places[..]
                        && let PlaceNode::Marked(whose, name) = &place.value
                        && self.known_counter(name).is_some()
                    {
                        let by = self.number_in(number, 0, 255, "the value of a counter").map(Summand::Number);
                        done.extend(self.count(*whose, name, CounterChange::Subtract, by));
                        continue;
                    }
                    let seeds = self.portion(number);
                    done.push(Action::Capture { seeds, from: self.targets(places, context), to: *receiver });
                }
                ActionNode::Move(number, from, to) => {
                    let seeds = self.seeds_of(number.as_ref());
                    if let (Some(from), Some(to)) = (self.target(from, context), self.target(to, context)) {
                        done.push(Action::Move { seeds, from, to });
                    }
                }
                ActionNode::Mark(places, name, owner) => {
                    let pits = self.targets(places, context);
                    if let Some(mark) = self.mark(&name.value, name.span) {
                        self.made_marks.insert(mark);
                        done.push(Action::Mark { pits, mark, owner: *owner });
                    }
                }
                ActionNode::Unmark(places) => done.push(Action::Unmark { pits: self.targets(places, context) }),
                ActionNode::Choose(number, kind, condition) => {
                    if !context.lets_decide() {
                        self.misplaced(span, context, Misplaced::Action(&action.value));
                    }
                    let most = crate::engine::MOST_CHOICES as u16;
                    let number = number.as_ref().map_or(Some(1), |number| {
                        self.number_in(number, 1, most, "the number of pits that a move chooses")
                    });
                    let among = self.each(kind, condition.as_ref(), context);
                    done.push(Action::Choose { number: number.unwrap_or(1) as u8, among });
                    self.chooses = true;
                }
                ActionNode::Count { .. } if action.value.counts_points() => {
                    self.misplaced(span, context, Misplaced::Points);
                }
                ActionNode::Count { change, by, whose, name } => {
                    let by = match by {
                        SummandNode::Number(number) => {
                            self.number_in(number, 0, 255, "the value of a counter").map(Summand::Number)
                        }
                        SummandNode::Of(place) => Some(Summand::Of(self.tallied(place, context))),
                    };
                    done.extend(self.count(*whose, name, *change, by));
                }
                ActionNode::OfMove(of_move) => {
                    if !of_move.is_valid_in(context.section()) {
                        self.misplaced(span, context, Misplaced::Action(&action.value));
                    }
                    done.push(Action::OfMove(*of_move));
                }
                ActionNode::Stop => then = Some((Continuation::Stop, span)),
                ActionNode::Relay { backwards, from } => {
                    if *backwards {
                        done.push(Action::OfMove(MoveAction::Reverse));
                    }
                    let from = from.as_ref().map_or(Some(vec![]), |from| self.pit_of(from, context, true));
                    then = from.map(|from| (Continuation::Relay(from), span));
                }
                ActionNode::Bonus => then = Some((Continuation::Bonus, span)),
                ActionNode::Repeat { times, from } => {
                    let mut along = vec![];
                    for from in from {
                        let path = self.pit_of(from, context, true);
                        if path.as_ref().is_some_and(Vec::is_empty) {
                            self.report(from.span, ActionProblem::RepeatedHere);
                        }
                        along.extend(path);
                    }
                    let most = times.as_ref().and_then(|times| self.number_in(times, 1, 1000, "the number of times"));
                    then = Some((Continuation::Repeat { along, most }, span));
                }
                ActionNode::Takes(..)
                | ActionNode::Wins(_)
                | ActionNode::Draw
                | ActionNode::Illegal
                | ActionNode::Pass => {}
            }
        }
        if let Some((.., lifted)) = hand {
            self.report(lifted, ActionProblem::NotSown);
        }
        if let Some((_, span)) = then.as_ref().filter(|(then, _)| then.is_in_vain(&done)) {
            self.report(*span, ActionProblem::RelayInVain);
        }
        (done, then)
    }

    /// The lines of the end. `any_seed_moves` says that a player with seeds in the own pits always has a move, unless
    /// moves are illegal for being endless.
    pub(super) fn end_table(
        &mut self,
        game: &Merged,
        goal: Option<Goal>,
        any_seed_moves: bool,
    ) -> (Vec<EndClause>, Endless, Repetition) {
        let draw = Ending { takings: vec![], verdict: Verdict::Draw };
        let mut endless = Endless { clause: None, bound: None, outcome: EndlessOutcome::Over(draw.clone()) };
        let mut repetition = Repetition { clause: None, times: Some(3), ending: draw };
        let (mut first_endless, mut repeated) = (None, None);
        let mut table = vec![];
        let Some(section) = game.sections.get(&SectionKind::End) else {
            self.report(game.span, ActionProblem::NoEnd);
            return (table, endless, repetition);
        };
        for line in &section.lines {
            let ContentNode::Rule { condition, may, actions } = &line.content else { continue };
            if let Some(span) = *may {
                self.misplaced(span, RuleContext::End, Misplaced::May);
            }
            match condition.as_ref().map(|condition| (&condition.value, condition.span)) {
                Some((PredicateNode::Endless(bound), span)) => {
                    let id = self.clause(SectionKind::End, line.span);
                    self.only_one(&mut first_endless, line.span, span, "endless");
                    endless.clause = Some(id);
                    endless.bound =
                        bound.as_ref().and_then(|bound| self.number_in(bound, 1, u16::MAX, "the bound of laps"));
                    endless.outcome = match &actions[..] {
                        [Spanned { value: ActionNode::Illegal, .. }] => EndlessOutcome::Illegal,
                        [Spanned { value: stop @ ActionNode::Stop, span }] => {
                            if self.resows.is_some() {
                                self.misplaced(*span, RuleContext::End, Misplaced::Action(stop));
                            }
                            EndlessOutcome::Stop
                        }
                        [Spanned { value: ActionNode::Pass, .. }] => EndlessOutcome::Pass,
                        _ => EndlessOutcome::Over(self.ending(actions, line.span, RuleContext::End, goal)),
                    };
                }
                Some((PredicateNode::Repeated(times), span)) => {
                    let id = self.clause(SectionKind::End, line.span);
                    self.only_one(&mut repeated, line.span, span, "repeated");
                    repetition.clause = Some(id);
                    repetition.times = Some(self.number_in(times, 2, 1000, "the number of times").unwrap_or(3));
                    repetition.ending = self.ending(actions, line.span, RuleContext::End, goal);
                }
                Some((PredicateNode::NeverRepeated, span)) => {
                    // It never takes effect, so it is no clause.
                    self.only_one(&mut repeated, line.span, span, "repeated");
                    repetition.times = None;
                }
                _ => table.extend(self.end_clause(condition.as_ref(), actions, line.span, RuleContext::End, goal)),
            }
        }
        // A position would not show whose turn it is after a turn that is passed although a move may be made.
        for clause in table.iter().filter(|clause| clause.ending.verdict == Verdict::Pass) {
            if !clause.condition.requires_no_move() {
                self.report(self.clause_spans.of(clause.id).span, ActionProblem::PassedWithMove);
            }
        }
        let only_passes = !table.is_empty() && table.iter().all(|clause| clause.ending.verdict == Verdict::Pass);
        let any_seed_moves = any_seed_moves && endless.outcome != EndlessOutcome::Illegal;
        let lines: Vec<&Condition> = table.iter().map(|clause| &clause.condition).collect();
        if only_passes || !cover_no_move(&lines, any_seed_moves, &mut vec![]) {
            self.report(section.head, ActionProblem::NoMoveNotCovered { only_passes });
        }
        (table, endless, repetition)
    }

    /// Reports a line of which there was one before, which is the first.
    fn only_one(&mut self, first: &mut Option<Span>, line: Span, span: Span, word: &'static str) {
        let first = *first.get_or_insert(line);
        if first != line {
            self.report(span, ActionProblem::Again { word, first });
        }
    }

    /// A line that ends a game, a round or a match.
    pub(super) fn end_clause(
        &mut self,
        condition: Option<&ConditionNode>,
        actions: &[Spanned<ActionNode>],
        span: Span,
        context: RuleContext,
        goal: Option<Goal>,
    ) -> Option<EndClause> {
        let id = self.clause(if context == RuleContext::Match { SectionKind::Match } else { SectionKind::End }, span);
        let condition = self.line_condition(condition, context);
        let ending = self.ending(actions, span, context, goal);
        condition.map(|condition| EndClause { id, condition, ending })
    }

    pub(super) fn ending(
        &mut self,
        actions: &[Spanned<ActionNode>],
        line: Span,
        context: RuleContext,
        goal: Option<Goal>,
    ) -> Ending {
        let (mut takings, mut verdict, mut named): (Vec<(Who, Taking)>, _, Option<Span>) = (vec![], None, None);
        for action in actions {
            let span = action.span;
            if let Some(named) = named {
                self.report(span, ActionProblem::AfterWinner { winner: named });
                continue;
            }
            if matches!(action.value, ActionNode::Wins(_) | ActionNode::Draw) {
                named = Some(span);
            }
            match &action.value {
                ActionNode::Takes(who, parts) => {
                    if context == RuleContext::Match {
                        self.misplaced(span, context, Misplaced::Taking);
                    }
                    for part in parts {
                        let taking = match &part.value {
                            TakingNode::Rest if *who == Who::Each => {
                                self.report(part.span, ActionProblem::BothTakeRest);
                                continue;
                            }
                            TakingNode::Half if *who != Who::Each => {
                                self.report(part.span, ActionProblem::OneTakesHalf);
                                continue;
                            }
                            TakingNode::Half => Taking::Half,
                            TakingNode::Rest => Taking::Rest,
                            TakingNode::Row(whose) => {
                                self.owned_pits(part.span);
                                Taking::Row(*whose)
                            }
                            TakingNode::Marked(whose, name) => match self.mark(&name.value, name.span) {
                                Some(mark) => Taking::Marked(*whose, mark),
                                None => continue,
                            },
                        };
                        takings.push((*who, taking));
                    }
                }
                ActionNode::Wins(Who::Opponent) => verdict = Some(Verdict::Opponent),
                ActionNode::Wins(_) => verdict = Some(Verdict::Player),
                ActionNode::Draw => verdict = Some(Verdict::Draw),
                ActionNode::Stop => verdict = goal.map(|_| Verdict::Goal),
                ActionNode::Pass if context == RuleContext::End && actions.len() == 1 => verdict = Some(Verdict::Pass),
                misplaced => self.misplaced(span, context, Misplaced::Action(misplaced)),
            }
        }
        if verdict.is_none() && goal.is_none() {
            self.report(line, ActionProblem::NoWinner);
        }
        let verdict = verdict.unwrap_or(Verdict::Goal);
        // What counts for the winner is taken before all else.
        let counted = self.counted_mark.filter(|_| verdict == Verdict::Goal && context == RuleContext::End);
        let counted = counted.map(|mark| (Who::Each, Taking::Marked(Whose::Own, mark)));
        if let Some(counted) = counted.filter(|counted| !takings.contains(counted)) {
            takings.insert(0, counted);
        }
        Ending { takings, verdict }
    }
}

/// The numbers of seeds that are a share of this number; `None` if there are none.
fn range_of(share: ShareNode, seeds: u16) -> Option<(u16, u16)> {
    match share {
        ShareNode::Half => seeds.is_multiple_of(2).then_some((seeds / 2, seeds / 2)),
        ShareNode::MoreThanHalf => Some((seeds / 2 + 1, u16::MAX)),
        ShareNode::FewerThanHalf => Some((0, seeds.div_ceil(2) - 1)),
        ShareNode::HalfOrMore => Some((seeds.div_ceil(2), u16::MAX)),
        ShareNode::HalfOrFewer => Some((0, seeds / 2)),
        ShareNode::All => Some((seeds, seeds)),
    }
}

/// The most facts of which both cases are tried.
const MAX_CASES: usize = 8;

/// Whether one of some conditions is true of a player without a move, whatever else is true than these facts.
/// `any_seed_moves` says that this player has no seeds.
fn cover_no_move<'a>(lines: &[&'a Condition], any_seed_moves: bool, facts: &mut Vec<(&'a Condition, bool)>) -> bool {
    let truths: Vec<_> = lines.iter().map(|line| truth_without_a_move(line, any_seed_moves, facts)).collect();
    let open = truths.iter().find_map(|truth| truth.err()).filter(|_| facts.len() < MAX_CASES);
    truths.contains(&Ok(true))
        || open.is_some_and(|open| {
            [false, true].into_iter().all(|is| {
                facts.push((open, is));
                let is_covered = cover_no_move(lines, any_seed_moves, facts);
                facts.pop();
                is_covered
            })
        })
}

/// Whether a condition is true of such a player, or the first part of it on which that depends.
fn truth_without_a_move<'a>(
    condition: &'a Condition,
    any_seed_moves: bool,
    facts: &[(&Condition, bool)],
) -> Result<bool, &'a Condition> {
    let truth = |part| truth_without_a_move(part, any_seed_moves, facts);
    match condition {
        Condition::Fact(MoveFact::NoMove) | Condition::Always => Ok(true),
        Condition::Is(Place::Row(Whose::Own), PitKind::Empty) if any_seed_moves => Ok(true),
        Condition::Holds(Place::Row(Whose::Own), amount) if any_seed_moves => Ok(amount.contains(0)),
        Condition::Not(part) => truth(part).map(|is| !is),
        Condition::All(parts) | Condition::Any(parts) => {
            let decides = matches!(condition, Condition::Any(_));
            let truths: Vec<_> = parts.iter().map(truth).collect();
            let open = truths.iter().find(|truth| truth.is_err()).copied().unwrap_or(Ok(!decides));
            if truths.contains(&Ok(decides)) { Ok(decides) } else { open }
        }
        other => facts.iter().find(|(known, _)| *known == other).map(|(_, is)| *is).ok_or(other),
    }
}

/// Whether a word for moves is used as a kind of pit.
fn names_moves(kinds: &[KindNode]) -> bool {
    let moves = |name: &str| matches!(name, "moves" | "turns" | "mov" | "legal_move" | "legal_moves");
    matches!(kinds, [KindNode { words, .. }] if matches!(&words[..], [Spanned { value: AdjectiveNode::Mark(name), .. }] if moves(name)))
}

/// A condition that is true if one of some parts is.
pub(super) fn any(mut parts: Vec<Condition>) -> ConstFolded {
    match parts.len() {
        0 => None,
        _ if parts.contains(&Condition::Always) => Some(Condition::Always),
        1 => parts.pop(),
        _ => Some(Condition::Any(parts)),
    }
}

/// A condition that is never true.
pub(super) fn never() -> Condition {
    Condition::Not(Box::new(Condition::Always))
}

/// The negation of a condition.
pub(super) fn negated(folded: ConstFolded) -> ConstFolded {
    match folded {
        None => Some(Condition::Always),
        Some(Condition::Always) => None,
        Some(part) => Some(Condition::Not(Box::new(part))),
    }
}

/// The only word of a kind of pit, if it may be the name of a condition.
fn term_of(kind: &KindNode) -> Option<&str> {
    match (&kind.outermost, &kind.words[..]) {
        (None, [Spanned { value: AdjectiveNode::Mark(name), .. }]) => Some(name),
        _ => None,
    }
}

/// The condition after a `where` that ends a test without brackets.
fn open_where(test: &PredicateNode) -> Option<&ConditionNode> {
    match test {
        PredicateNode::Not(part) | PredicateNode::AfterMove(part) => open_where(&part.value),
        PredicateNode::Quantified(.., Some(where_))
        | PredicateNode::LapEnds(_, Some(where_))
        | PredicateNode::Counted(.., Some(where_))
        | PredicateNode::InReach(.., Some(where_)) => {
            Some(&**where_).filter(|where_| !matches!(where_.value, PredicateNode::Group(_)))
        }
        _ => None,
    }
}
