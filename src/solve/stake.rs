//! What a round is played for, as far as it can be read from the rules: which seeds count, whether
//! positions can come again, and what that is worth.

use crate::game::Game;
use crate::rules::{
    Action, Condition, Ending, EndlessOutcome, Goal, Kind, Place, Rules, Step, Taking, Target, Then, Verdict, Who,
};

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
    /// Whether a move may go on with another lap.
    pub relays: bool,
}

impl Stake {
    /// Reads it from the rules.
    pub fn of(game: &Game) -> Stake {
        let rules = &game.rules;
        let flows = game.program.never_repeats();
        let endings: Vec<&Ending> = rules.end.iter().map(|clause| &clause.ending).collect();
        let stores_pay = actions(rules).any(takes_from_store) || !rules.swaps.is_empty();
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
            _ if stores_pay || asks_for_number(rules) => Again::Unsettled,
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
            stores_matter: stores_pay
                || counted == Counted::Winner && goal_decides
                || conditions(rules).iter().any(|condition| condition.has(&asks_for_stores)),
            stores_pay,
            relays: relays(rules),
        }
    }
}

/// Whether some line asks where the move before began or ended.
pub(super) fn asks_for_last(rules: &Rules) -> bool {
    let leads = |path: &[Step]| path.iter().any(|step| matches!(step, Step::LastOrigin | Step::LastLanding));
    conditions(rules).iter().any(|condition| {
        condition.has(&|condition| match condition {
            Condition::Is(_, Kind::LastOrigin | Kind::LastLanding) => true,
            Condition::Is(Place::Pit(path), _) | Condition::Holds(Place::Pit(path), _) => leads(path),
            _ => false,
        })
    })
}

/// Whether a move may go on with another lap.
fn relays(rules: &Rules) -> bool {
    rules.land.iter().any(|clause| matches!(clause.then, Then::Relay(_)))
}

/// Whether an ending divides the seeds on the board evenly, or leaves all of them.
fn halves(ending: &Ending) -> bool {
    ending.takings.iter().all(|taking| *taking == (Who::Each, Taking::Half))
}

fn actions(rules: &Rules) -> impl Iterator<Item = &Action> {
    let effects = [&rules.begin, &rules.lift, &rules.drop].into_iter().flatten().flat_map(|clause| &clause.actions);
    effects.chain([&rules.land, &rules.finish].into_iter().flatten().flat_map(|clause| &clause.actions))
}

fn takes_from_store(action: &Action) -> bool {
    let store = |target: &Target| matches!(target, Target::Store(_));
    match action {
        Action::Capture { from, .. } => from.iter().any(store),
        Action::Move { from, .. } => store(from),
        Action::Mark { .. } | Action::Unmark { .. } | Action::Choose(_) | Action::Undo | Action::Reverse => false,
    }
}

fn asks_for_number(rules: &Rules) -> bool {
    conditions(rules).iter().any(|condition| condition.has(&|condition| matches!(condition, Condition::MoveNumber(_))))
}

fn asks_for_stores(condition: &Condition) -> bool {
    let store = |place: &Place| matches!(place, Place::Store(_));
    match condition {
        Condition::Is(place, _) | Condition::Holds(place, _) => store(place),
        Condition::Compare(one, _, other) => store(one) || store(other),
        _ => false,
    }
}

/// All that the rules ask.
fn conditions(rules: &Rules) -> Vec<&Condition> {
    let sowing = &rules.sowing;
    let mut all: Vec<&Condition> = vec![&sowing.from.condition];
    all.extend(sowing.prefer.iter().chain(&sowing.skip).map(|guard| &guard.condition));
    all.extend(sowing.ways.iter().map(|line| &line.condition));
    all.extend(sowing.several.iter().map(|line| &line.condition));
    all.extend(sowing.lift.iter().map(|line| &line.condition));
    all.extend([&rules.begin, &rules.lift, &rules.drop].into_iter().flatten().map(|clause| &clause.condition));
    all.extend([&rules.land, &rules.finish].into_iter().flatten().map(|clause| &clause.condition));
    all.extend(rules.end.iter().map(|clause| &clause.condition));
    for action in actions(rules) {
        let targets: Vec<&Target> = match action {
            Action::Capture { from, .. } => from.iter().collect(),
            Action::Move { from, to, .. } => vec![from, to],
            Action::Mark { pits, .. } | Action::Unmark { pits } => pits.iter().collect(),
            Action::Choose(condition) => {
                all.push(condition);
                vec![]
            }
            Action::Undo | Action::Reverse => vec![],
        };
        all.extend(targets.into_iter().filter_map(|target| match target {
            Target::Every(condition) => Some(condition),
            Target::Pit(_) | Target::Store(_) => None,
        }));
    }
    all
}
