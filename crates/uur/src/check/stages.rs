//! The stages of a round: which there are, and the lines that apply in one of them alone.
//!
//! A line of `land in STAGE` is a line of `land` that asks for its stage first. Such lines come before those of all
//! stages.

use super::Checker;
use super::inherit::Merged;
use super::problem::{ConditionProblem, Misplaced, SectionProblem};
use super::sections::all;
use super::tables::{ConstFolded, RuleContext, any, negated, never};
use crate::diagnostic::Diagnostic;
use crate::rules::{Amount, Condition, MoveFact, Reads, Stage};
use crate::source::Spanned;
use crate::syntax::ast::{ConditionNode, ContentNode, LineNode, NameNode, PredicateNode, SectionKind};

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
        let mut found = vec![];
        for (name, condition) in stage_lines(game) {
            let is_rest = condition.is_none();
            found.push((&name.value, self.guard(condition, RuleContext::Begin), is_rest));
        }
        let changes = |part: &Condition| !part.own_traits().reads.within(Reads::OF_TURN);
        let is_kept = found.iter().any(|(_, condition, _)| condition.has(&changes));
        let mut earlier: Vec<Condition> = vec![];
        for (name, condition, is_rest) in found {
            let fact = if condition == never() || earlier.contains(&Condition::Always) {
                never()
            } else if is_kept && !is_rest && condition != Condition::Always {
                Condition::Fact(MoveFact::Stage(earlier.len() as u8))
            } else {
                let others = earlier.iter().filter(|other| !are_disjoint(&condition, other)).cloned().collect();
                negated(any(others)).map_or_else(never, |none| all([condition.clone(), none]))
            };
            if fact != never() {
                earlier.push(fact.clone());
            }
            self.stages.push(Stage { name: name.clone(), condition, fact });
        }
        for stage in std::mem::take(&mut self.staged) {
            self.in_stage(&stage, RuleContext::Land);
        }
    }

    /// The stages in which a turn may be with the values of the parameters. None where it always is in the same one.
    pub(super) fn live_stages(&self) -> Vec<Stage> {
        let live: Vec<Stage> = self.stages.iter().filter(|stage| stage.fact != never()).cloned().collect();
        if live.iter().any(|stage| stage.fact == Condition::Always) { vec![] } else { live }
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
        Some(self.stages[at].fact.clone()).filter(|fact| *fact != never())
    }
}

/// The stages of a game, each with its condition; `None` for `else`.
pub(super) fn stage_lines(game: &Merged) -> impl Iterator<Item = (&NameNode, Option<&ConditionNode>)> {
    game.lines(SectionKind::Stages).filter_map(|line| match &line.content {
        ContentNode::Stage(condition) => Some((line.label.as_ref()?, condition.as_ref())),
        _ => None,
    })
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
