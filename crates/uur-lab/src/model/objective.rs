//! What a round is played for, as far as it can be read from the rules: which seeds count, whether
//! positions can come again, and what that is worth.

use uur::game::Game;
use uur::rules::{
    Action, ActionTarget, Condition, Continuation, Ending, EndlessOutcome, Goal, Place, Rules, Taking, Verdict, Who,
};

/// What is counted when a round is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scoring {
    /// How many seeds more a player has won.
    Margin,
    /// Who has won, and nothing else.
    Result,
}

/// What it is worth that a position comes again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepetitionValue {
    /// No position can.
    Never,
    /// Nobody wins anything more.
    Nothing,
    /// The round is drawn, whatever has been won.
    Drawn,
    /// It depends on which position it is, or on more than the board.
    Unsettled,
}

/// What a round is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Objective {
    /// What is counted.
    pub scoring: Scoring,
    /// What it is worth that a position comes again.
    pub repetition: RepetitionValue,
    /// Whether the round can be drawn although one player has won more seeds.
    pub draw_overrides_margin: bool,
    /// Whether how the round goes on depends on what has been won.
    pub stores_matter: bool,
    /// Whether seeds that were won may be lost again.
    pub stores_reenter: bool,
}

impl Objective {
    /// Reads it from the rules.
    pub fn of(game: &Game) -> Objective {
        let rules = &game.rules;
        let flows = game.program.is_acyclic();
        let endings: Vec<&Ending> = rules.end.iter().map(|clause| &clause.ending).collect();
        let stores_reenter =
            rules.actions().any(takes_from_store) || rules.sowing.from_store() || !rules.swaps.is_empty();
        let endless = match &rules.endless.outcome {
            EndlessOutcome::Over(ending) if relays(rules) && !flows => Some(ending),
            _ => None,
        };
        let by_seeds = |ending: &&Ending| matches!(ending.verdict, Verdict::Goal | Verdict::Draw | Verdict::Pass);
        let all = || endings.iter().copied().chain(endless);
        let scoring = match rules.goal {
            Some(Goal::MostSeeds) if all().all(|ending| by_seeds(&ending)) => Scoring::Margin,
            _ => Scoring::Result,
        };
        let repetition = match rules.repetition.ending.verdict {
            _ if flows => RepetitionValue::Never,
            _ if stores_reenter || game.program.counted_moves() == u16::MAX => RepetitionValue::Unsettled,
            Verdict::Draw if scoring == Scoring::Result => RepetitionValue::Nothing,
            Verdict::Draw => RepetitionValue::Drawn,
            Verdict::Goal if scoring == Scoring::Margin && halves(&rules.repetition.ending) => RepetitionValue::Nothing,
            Verdict::Goal | Verdict::Player | Verdict::Opponent | Verdict::Pass => RepetitionValue::Unsettled,
        };
        let drawn = all().any(|ending| ending.verdict == Verdict::Draw) || repetition == RepetitionValue::Drawn;
        let goal_decides = all().any(|ending| ending.verdict == Verdict::Goal);
        Objective {
            scoring,
            repetition,
            draw_overrides_margin: scoring == Scoring::Margin && drawn,
            stores_matter: stores_reenter || scoring == Scoring::Result && goal_decides || rules.asks(&asks_for_stores),
            stores_reenter,
        }
    }
}

/// Whether a move may go on with another lap.
fn relays(rules: &Rules) -> bool {
    rules.land.iter().any(|clause| matches!(clause.then, Continuation::Relay(_)))
}

/// Whether an ending divides the seeds on the board evenly, or leaves all of them.
fn halves(ending: &Ending) -> bool {
    ending.takings.iter().all(|taking| *taking == (Who::Each, Taking::Half))
}

fn takes_from_store(action: &Action) -> bool {
    let store = |target: &ActionTarget| matches!(target, ActionTarget::Store(_));
    match action {
        Action::Capture { from, .. } => from.iter().any(store),
        Action::Move { from, .. } => store(from),
        Action::Mark { .. } | Action::Unmark { .. } | Action::Choose(_) | Action::Undo | Action::Reverse => false,
    }
}

fn asks_for_stores(condition: &Condition) -> bool {
    match condition {
        Condition::Is(place, _) | Condition::Holds(place, _) => counts_store(place),
        Condition::Compare(one, _, other) => counts_store(one) || counts_store(other),
        _ => false,
    }
}

fn counts_store(place: &Place) -> bool {
    match place {
        Place::Store(_) => true,
        Place::Sum(parts) => parts.iter().any(counts_store),
        Place::Pit(_) | Place::Row(_) | Place::Points(_) | Place::Marked(..) | Place::Board => false,
    }
}
