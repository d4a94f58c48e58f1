//! The stages of a round, each with the rules that hold in it alone, and the rules of all.

use super::super::live::{NEVER, simplified};
use crate::rules::*;

/// The rules of a round by its stages.
pub(super) struct ByStage {
    /// For each stage the rules that hold in it alone.
    pub each: Vec<Rules>,
    /// The rules that hold in all stages.
    pub shared: Rules,
    /// Whether moves are chosen in another way in each stage.
    pub chooses: bool,
}

impl ByStage {
    pub fn of(rules: &Rules) -> ByStage {
        let mut shared = rules.clone();
        let mut each: Vec<Rules> = (0..rules.stages.len()).map(|stage| choosing_in(rules, stage)).collect();
        let choice = |rules: &Rules| {
            let Sowing { from, enter, prefer, .. } = &rules.sowing;
            (from.clone(), enter.clone(), prefer.clone())
        };
        let chooses = each.windows(2).any(|pair| choice(&pair[0]) != choice(&pair[1]));
        let situations = situations(rules);
        macro_rules! split {
            ($($table:ident).+) => {
                let (of_stages, of_all) =
                    apart(&situations, rules, &rules.$($table).+, |line| &mut line.condition);
                for (rules, lines) in each.iter_mut().zip(of_stages) {
                    rules.$($table).+ = lines;
                }
                shared.$($table).+ = of_all;
            };
        }
        split!(begin);
        split!(lift);
        split!(drop);
        split!(land);
        split!(finish);
        split!(sowing.ways);
        ByStage { each, shared, chooses }
    }
}

/// The stages in which a turn can be, and none if it can be in no stage.
fn situations(rules: &Rules) -> Vec<Option<usize>> {
    let all = rules.stages.last().is_some_and(|stage| stage.condition == Condition::Always);
    (0..rules.stages.len()).map(Some).chain((!all).then_some(None)).collect()
}

/// The lines that hold in one stage alone, without the question for it, and the others. In a table whose first line that
/// fits applies, those of stages have to come first; otherwise all are told together.
fn apart<L: Clone>(
    situations: &[Option<usize>],
    rules: &Rules,
    table: &[L],
    condition: fn(&mut L) -> &mut Condition,
) -> (Vec<Vec<L>>, Vec<L>) {
    let within = |line: &L, situation: Option<usize>| {
        let mut line = line.clone();
        let known = |part: &Condition| {
            let fact = rules.stages.iter().position(|stage| stage.fact == *part)?;
            Some(Some(fact) == situation)
        };
        let condition = condition(&mut line);
        *condition = simplified(condition, &known);
        (*condition != NEVER).then_some(line)
    };
    let mut of_stages = vec![vec![]; rules.stages.len()];
    let mut of_all = vec![];
    for line in table {
        let mut open = situations.iter().filter_map(|at| within(line, *at).map(|line| (*at, line)));
        match (open.next(), open.next()) {
            (Some((Some(stage), within)), None) if of_all.is_empty() => of_stages[stage].push(within),
            (Some((Some(_), _)), None) => return (vec![vec![]; rules.stages.len()], table.to_vec()),
            _ => of_all.push(line.clone()),
        }
    }
    (of_stages, of_all)
}

/// Rules with the choice of a move in a stage.
fn choosing_in(rules: &Rules, stage: usize) -> Rules {
    let mut rules = rules.clone();
    let stages = rules.stages.clone();
    // Of the stages below this one nothing is known but that the turn is not in them.
    let known = |part: &Condition| {
        let asked = stages.iter().position(|stage| stage.fact == *part).map(|fact| fact == stage);
        let above = || stages[..=stage].iter().position(|stage| stage.condition == *part);
        asked.or_else(|| above().map(|condition| condition == stage))
    };
    let told = |condition: &mut Condition| {
        *condition = simplified(condition, &known);
        *condition != NEVER
    };
    let sowing = &mut rules.sowing;
    sowing.from.retain_mut(|line| told(&mut line.condition));
    sowing.enter.take_if(|line| !told(&mut line.condition));
    sowing.prefer.retain_mut(|line| told(&mut line.condition) && line.condition != Condition::Always);
    rules
}
