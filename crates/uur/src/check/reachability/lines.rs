//! The lines of tables as the proofs see them: their conditions, and what they do to pits.

use crate::rules::*;

/// The point of a move at which a table is evaluated, which restricts the state of `here`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EvalPoint {
    /// Nothing has happened to the pit.
    Untouched,
    /// A seed is about to fall there. It can be a store.
    Falling,
    /// A player has chosen the pit, so it is not empty.
    Chosen,
    /// A lap is about to be lifted there, so the pit is not empty. Earlier lines have allowed it.
    Lifted,
    /// A seed has just fallen there.
    Fallen,
    /// A seed has fallen there, and a `drop` line may have changed the pit since, or a `land` line is
    /// repeated there.
    Changed,
}

/// The effect of a line on a pit.
pub(super) enum PitEffect<'a> {
    /// Takes all its seeds if the flag is set, or some of them.
    Empty(&'a [PathStep], bool),
    Fill(&'a [PathStep]),
    /// Seeds fall into pits that are known only in play.
    FillSome,
    Mark(&'a [PathStep], Option<MarkId>),
    /// Marks pits that are known only in play.
    MarkSome(MarkId),
    /// `chosen` becomes another pit.
    Choose(&'a Condition),
    /// `next` and `previous` become other pits.
    Turn,
    /// Restores an earlier board, which is known only in play.
    Restore,
}

impl PitEffect<'_> {
    /// The pit that it affects, if it is a single known one.
    pub(super) fn path(&self) -> Option<&[PathStep]> {
        match self {
            PitEffect::Empty(path, _) | PitEffect::Fill(path) | PitEffect::Mark(path, _) => Some(path),
            PitEffect::FillSome
            | PitEffect::MarkSome(_)
            | PitEffect::Choose(_)
            | PitEffect::Turn
            | PitEffect::Restore => None,
        }
    }
}

/// A line of a table: its condition and its effects, in order.
pub(super) struct ProofLine<'a> {
    pub(super) id: ClauseId,
    pub(super) condition: &'a Condition,
    pub(super) effects: Vec<PitEffect<'a>>,
    /// Whether the line is repeated at other pits, where no earlier line is evaluated.
    pub(super) repeats: bool,
    /// Whether the mover decides if the line applies.
    pub(super) may: bool,
    /// Whether the line is evaluated elsewhere too, where only the lines before it of which the same is true are.
    pub(super) apart: bool,
}

impl<'a> ProofLine<'a> {
    pub(super) fn guard(id: ClauseId, condition: &'a Condition) -> Self {
        ProofLine { id, condition, effects: vec![], repeats: false, may: false, apart: false }
    }

    /// The same line, which then takes all seeds of `here`.
    pub(super) fn lifting(mut self) -> Self {
        self.effects.push(PitEffect::Empty(&[], true));
        self
    }

    pub(super) fn of<T>(clause: &'a Clause<T>) -> Self {
        let mut line = ProofLine::guard(clause.id, &clause.condition);
        line.may = clause.may;
        for action in &clause.actions {
            match action {
                Action::Capture { seeds, from, .. } => {
                    let all = *seeds == Portion::All;
                    line.effects.extend(single(from).map(|path| PitEffect::Empty(path, all)));
                }
                Action::Move { seeds, from, to } => {
                    let all = seeds.is_none();
                    line.effects.extend(single(std::slice::from_ref(from)).map(|path| PitEffect::Empty(path, all)));
                    line.effects.push(match to {
                        ActionTarget::Pit(path) => PitEffect::Fill(path),
                        ActionTarget::Store(_) => continue,
                        ActionTarget::Every(_) => PitEffect::FillSome,
                    });
                }
                Action::Mark { pits, mark, .. } => line.effects.extend(pits.iter().map(|target| match target {
                    ActionTarget::Pit(path) => PitEffect::Mark(path, Some(*mark)),
                    ActionTarget::Store(_) | ActionTarget::Every(_) => PitEffect::MarkSome(*mark),
                })),
                Action::Unmark { pits } => line.effects.extend(single(pits).map(|path| PitEffect::Mark(path, None))),
                Action::Choose { among, .. } => line.effects.push(PitEffect::Choose(among)),
                Action::Over(_) | Action::Count { .. } => {}
                Action::OfMove(action) if action.writes().has(Reads::SEEDS | Reads::MARKS) => {
                    line.effects.push(PitEffect::Restore);
                }
                action if action.turns() => line.effects.push(PitEffect::Turn),
                Action::OfMove(_) => {}
            }
        }
        line
    }
}

/// The single pits among the targets of an action.
pub(super) fn single(targets: &[ActionTarget]) -> impl Iterator<Item = &Path> {
    targets.iter().filter_map(|target| match target {
        ActionTarget::Pit(path) => Some(path),
        ActionTarget::Store(_) | ActionTarget::Every(_) => None,
    })
}

/// The sets of pits that lines name, as conditions on each pit, and whether seeds are taken from them.
pub(super) fn sets_of_pits<'a>(rules: &'a Rules) -> Vec<(ClauseId, &'a Condition, bool)> {
    let (mut sets, mut chosen) = (vec![], vec![]);
    let sets_of = |targets: &'a [ActionTarget]| targets.iter().filter_map(ActionTarget::every);
    for (id, action) in rules.lines().flat_map(|(id, _, actions)| actions.iter().map(move |action| (id, action))) {
        let [emptied, others] = action.targets();
        sets.extend(sets_of(emptied).map(|every| (id, every, true)));
        sets.extend(sets_of(others).map(|every| (id, every, false)));
        if let Action::Choose { among, .. } = action {
            chosen.push((id, among, false));
        }
    }
    for clause in &rules.land {
        sets.extend(sets_of(clause.then.lifted()).map(|every| (clause.id, every, true)));
    }
    sets.append(&mut chosen);
    sets
}
