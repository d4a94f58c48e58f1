//! The stages of a round: which there are, and the lines that apply in one of them alone.
//!
//! A line of `land in STAGE` is a line of `land` that asks for its stage first. Such lines come before those of all
//! stages.

use super::Checker;
use super::inherit::Merged;
use super::problem::{ConditionProblem, Misplaced, SectionProblem};
use super::sections::all;
use super::tables::{ConstFolded, RuleContext, any, negated};
use crate::diagnostic::Diagnostic;
use crate::rules::{Amount, Condition, MoveFact, Reads, Stage};
use crate::source::Spanned;
use crate::syntax::ast::{ConditionNode, ContentNode, LineNode, NameNode, PredicateNode, SectionKind};

/// What stays as it is while a turn lasts.
const OF_TURN: Reads = Reads::MOVE_NUMBER.and(Reads::SIDE).and(Reads::STARTER).and(Reads::BONUS);

impl Checker {
    /// A game whose sections for single stages are parts of those for all.
    pub(super) fn with_stages(&mut self, mut game: Merged) -> Merged {
        for mut staged in std::mem::take(&mut game.staged).into_iter().rev() {
            let Some(stage) = staged.stage.take() else { continue };
            if let Some(direction) = staged.direction.take() {
                self.report(direction.span, SectionProblem::SameInAllStages);
            }
            let mut lines = vec![];
            for line in std::mem::take(&mut staged.lines) {
                let span = line.span;
                match in_stage(line, &stage) {
                    Some(line) => lines.push(line),
                    None => self.report(span, SectionProblem::SameInAllStages),
                }
            }
            self.staged.push(stage);
            game.sections.entry(staged.kind).or_insert(staged).lines.splice(0..0, lines);
        }
        game
    }

    /// Translates the stages.
    pub(super) fn stages(&mut self, game: &Merged) {
        let mut found: Vec<(NameNode, ConstFolded, bool)> = vec![];
        for line in game.lines(SectionKind::Stages) {
            let (ContentNode::Stage(condition), Some(name)) = (&line.content, &line.label) else { continue };
            let is_rest = condition.is_none();
            let condition = match condition {
                Some(condition) => self.condition(condition, RuleContext::Begin),
                None => Some(Condition::Always),
            };
            found.push((name.clone(), condition, is_rest));
        }
        let of_turn = |condition: &Condition| !condition.has(&|part| !part.own_traits().reads.within(OF_TURN));
        let is_kept = found.iter().filter_map(|(_, condition, _)| condition.as_ref()).any(|part| !of_turn(part));
        let mut earlier: Vec<Condition> = vec![];
        for (number, (name, condition, is_rest)) in found.into_iter().enumerate() {
            let asked = Condition::Fact(MoveFact::Stage(number as u8));
            let fact = match &condition {
                None => None,
                Some(_) if is_kept && !is_rest => Some(asked),
                Some(condition) => {
                    let others = earlier.iter().filter(|other| !are_disjoint(condition, other)).cloned().collect();
                    negated(any(others)).map(|none| all([condition.clone(), none]))
                }
            };
            earlier.extend(fact.clone());
            let never = || Condition::Not(Box::new(Condition::Always));
            let (condition, fact) = (condition.unwrap_or_else(never), fact.unwrap_or_else(never));
            self.stages.push(Stage { name: name.value, condition, fact });
            self.stage_spans.push(name.span);
        }
        for stage in std::mem::take(&mut self.staged) {
            self.in_stage(&stage, RuleContext::Land);
        }
    }

    /// Whether a turn is in a stage.
    pub(super) fn in_stage(&mut self, name: &NameNode, context: RuleContext) -> ConstFolded {
        let Some(at) = self.stages.iter().position(|stage| stage.name == name.value) else {
            let is_known = |problem: &Diagnostic| problem.labels.first().is_some_and(|label| label.span == name.span);
            if self.problems.iter().any(is_known) {
                return Some(Condition::Always);
            }
            let known = self.stages.iter().map(|stage| stage.name.clone()).collect();
            self.report(name.span, ConditionProblem::UnknownStage { name: &name.value, known });
            return Some(Condition::Always);
        };
        self.used_stages.insert(at);
        if !context.knows_fact(MoveFact::Stage(at as u8)) {
            self.misplaced(name.span, context, Misplaced::Fact(MoveFact::Stage(at as u8)));
        }
        Some(self.stages[at].fact.clone()).filter(|fact| *fact != Condition::Not(Box::new(Condition::Always)))
    }
}

/// Whether two conditions are never both true, because they ask for different numbers of the same thing.
fn are_disjoint(one: &Condition, other: &Condition) -> bool {
    match (one, other) {
        (Condition::Figure(one, Amount::In(these)), Condition::Figure(other, Amount::In(those))) => {
            let apart = |&(low, high): &(u16, u16)| those.iter().all(|(least, most)| high < *least || *most < low);
            one == other && these.iter().all(apart)
        }
        _ => false,
    }
}

/// A line that applies in a stage only; `None` if it cannot.
fn in_stage(mut line: LineNode, stage: &NameNode) -> Option<LineNode> {
    let at_name = |value| Spanned { value, span: stage.span };
    let in_stage = at_name(PredicateNode::InStage(stage.clone()));
    let group =
        |condition: ConditionNode| Spanned { span: condition.span, value: PredicateNode::Group(Box::new(condition)) };
    let both = |condition: ConditionNode| Spanned {
        span: condition.span,
        value: PredicateNode::All(vec![in_stage.clone(), group(condition)]),
    };
    match &mut line.content {
        ContentNode::Rule { condition, .. }
        | ContentNode::From { condition, .. }
        | ContentNode::Enter { condition, .. }
        | ContentNode::EachLap { condition, .. }
        | ContentNode::Several { condition, .. }
        | ContentNode::Lift { condition, .. }
        | ContentNode::Skip { condition, .. } => {
            *condition = Some(condition.take().map_or_else(|| in_stage.clone(), both));
        }
        ContentNode::Way { condition, .. } => *condition = both(condition.clone()),
        ContentNode::Prefer(condition) => {
            let elsewhere = at_name(PredicateNode::Not(Box::new(in_stage.clone())));
            condition.value = PredicateNode::Any(vec![elsewhere, group(condition.clone())]);
        }
        _ => return None,
    }
    Some(line)
}
