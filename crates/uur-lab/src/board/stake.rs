//! What a round is played for, as far as it can be read from the rules: which seeds count, whether
//! positions can come again, and what that is worth.

use uur::game::Game;
use uur::rules::{Action, Condition, Ending, EndlessOutcome, Goal, Place, Rules, Taking, Target, Then, Verdict, Who};

/// What is counted when a round is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// How many seeds more a player has won.
    Difference,
    /// Who has won, and nothing else.
    Winner,
}

/// What it is worth that a position comes again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
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
pub struct Stake {
    /// What is counted.
    pub counted: Counted,
    /// What it is worth that a position comes again.
    pub again: Again,
    /// Whether the round can be drawn although one player has won more seeds.
    pub draws: bool,
    /// Whether how the round goes on depends on what has been won.
    pub stores_matter: bool,
    /// Whether seeds that were won may be lost again.
    pub stores_pay: bool,
}

impl Stake {
    /// Reads it from the rules.
    pub fn of(game: &Game) -> Stake {
        let rules = &game.rules;
        let flows = game.program.never_repeats();
        let endings: Vec<&Ending> = rules.end.iter().map(|clause| &clause.ending).collect();
        let stores_pay = rules.actions().any(takes_from_store) || rules.sowing.from_store() || !rules.swaps.is_empty();
        let endless = match &rules.endless.outcome {
            EndlessOutcome::Over(ending) if relays(rules) && !flows => Some(ending),
            _ => None,
        };
        let by_seeds = |ending: &&Ending| matches!(ending.verdict, Verdict::Goal | Verdict::Draw | Verdict::Pass);
        let all = || endings.iter().copied().chain(endless);
        let counted = match rules.goal {
            Some(Goal::MostSeeds) if all().all(|ending| by_seeds(&ending)) => Counted::Difference,
            _ => Counted::Winner,
        };
        let again = match rules.repetition.ending.verdict {
            _ if flows => Again::Never,
            _ if stores_pay || game.program.counted_moves() == u16::MAX => Again::Unsettled,
            Verdict::Draw if counted == Counted::Winner => Again::Nothing,
            Verdict::Draw => Again::Drawn,
            Verdict::Goal if counted == Counted::Difference && halves(&rules.repetition.ending) => Again::Nothing,
            Verdict::Goal | Verdict::Player | Verdict::Opponent | Verdict::Pass => Again::Unsettled,
        };
        let drawn = all().any(|ending| ending.verdict == Verdict::Draw) || again == Again::Drawn;
        let goal_decides = all().any(|ending| ending.verdict == Verdict::Goal);
        Stake {
            counted,
            again,
            draws: counted == Counted::Difference && drawn,
            stores_matter: stores_pay || counted == Counted::Winner && goal_decides || rules.asks(&asks_for_stores),
            stores_pay,
        }
    }
}

/// Whether a move may go on with another lap.
fn relays(rules: &Rules) -> bool {
    rules.land.iter().any(|clause| matches!(clause.then, Then::Relay(_)))
}

/// Whether an ending divides the seeds on the board evenly, or leaves all of them.
fn halves(ending: &Ending) -> bool {
    ending.takings.iter().all(|taking| *taking == (Who::Each, Taking::Half))
}

fn takes_from_store(action: &Action) -> bool {
    let store = |target: &Target| matches!(target, Target::Store(_));
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
