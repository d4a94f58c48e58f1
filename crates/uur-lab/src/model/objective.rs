//! The objective of a round, derived from the rules: which seeds count, whether positions can repeat, and the
//! value of a repetition.

use uur::game::Game;
use uur::rules::{
    Action, Condition, EndClause, Ending, EndlessOutcome, Goal, MoveFact, PitKind, Place, Receiver, Rules, Taking,
    Verdict, Who, Whose,
};

/// How a finished round is scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scoring {
    /// By the difference of captured seeds.
    Margin,
    /// By the winner alone.
    Result,
}

/// The value of a repeated position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepetitionValue {
    /// No position can repeat.
    Never,
    /// No player gains anything more.
    Nothing,
    /// The round is drawn, whatever was captured.
    Drawn,
    /// The value depends on the position, or on more than the board.
    Unsettled,
}

/// The objective of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Objective {
    /// How it is scored.
    pub scoring: Scoring,
    /// The value of a repeated position.
    pub repetition: RepetitionValue,
    /// Whether the round can be drawn although one player has captured more seeds.
    pub draw_overrides_margin: bool,
    /// Whether the rest of the round depends on the captured seeds.
    pub stores_matter: bool,
    /// Whether captured seeds can be lost again: to the board, the other store, or out of the game.
    pub stores_lose: bool,
    /// Whether a player without a move loses and no seeds are counted, so that seeds in the own row are moves to come.
    pub seeds_are_moves: bool,
    /// Whether every seed is a player's at the end of a round that is not drawn, so that all margins are even, or all odd.
    pub counts_all: bool,
}

impl Objective {
    /// Derives it from the rules.
    pub fn of(game: &Game) -> Objective {
        let rules = &game.rules;
        let flows = game.program.facts().acyclic;
        let endings: Vec<&Ending> = rules.end.iter().map(|clause| &clause.ending).collect();
        let at_once: Vec<Verdict> = rules.actions().filter_map(verdict).collect();
        let stores = game.program.facts().stores;
        let stores_lose = stores.taken.is_some();
        let endless = match &rules.endless.outcome {
            EndlessOutcome::Over(ending) if rules.relays() && !flows => Some(ending),
            _ => None,
        };
        let by_seeds = |verdict: Verdict| matches!(verdict, Verdict::Goal | Verdict::Draw | Verdict::Pass);
        let all = || endings.iter().copied().chain(endless).map(|ending| ending.verdict).chain(at_once.iter().copied());
        let scoring = match rules.goal {
            Some(Goal::MostSeeds) if all().all(by_seeds) => Scoring::Margin,
            _ => Scoring::Result,
        };
        let repetition = match rules.repetition.ending.verdict {
            _ if flows => RepetitionValue::Never,
            _ if stores_lose || game.program.facts().counted_moves == u16::MAX => RepetitionValue::Unsettled,
            Verdict::Draw if scoring == Scoring::Result => RepetitionValue::Nothing,
            Verdict::Draw => RepetitionValue::Drawn,
            Verdict::Goal if scoring == Scoring::Margin && halves(&rules.repetition.ending) => RepetitionValue::Nothing,
            Verdict::Goal | Verdict::Player | Verdict::Opponent | Verdict::Pass => RepetitionValue::Unsettled,
        };
        let drawn = all().any(|verdict| verdict == Verdict::Draw) || repetition == RepetitionValue::Drawn;
        let goal_decides = all().any(|verdict| verdict == Verdict::Goal);
        Objective {
            scoring,
            repetition,
            draw_overrides_margin: scoring == Scoring::Margin && drawn,
            stores_matter: stores_lose || scoring == Scoring::Result && goal_decides || stores.counted.is_some(),
            stores_lose,
            seeds_are_moves: rules.goal.is_none() && value_of_no_move(rules) > 0,
            counts_all: scoring == Scoring::Margin && counts_all(game),
        }
    }
}

/// Returns 1 if a player without a move loses, -1 if that player wins, and 0 if it depends on more.
pub(crate) fn value_of_no_move(rules: &Rules) -> i32 {
    let fatal = endings_of_no_move(rules).map(|ending| match ending.verdict {
        Verdict::Opponent => 1,
        Verdict::Player => -1,
        Verdict::Goal | Verdict::Draw | Verdict::Pass => 0,
    });
    fatal.sum::<i32>().signum()
}

/// Returns the endings of a player without a move.
pub(crate) fn endings_of_no_move(rules: &Rules) -> impl Iterator<Item = &Ending> {
    let no_move =
        |clause: &&EndClause| clause.condition.has(&|condition| *condition == Condition::Fact(MoveFact::NoMove));
    rules.end.iter().filter(no_move).map(|clause| &clause.ending)
}

/// Whether no seed leaves the game, and each ending by seeds gives all of them to the players.
fn counts_all(game: &Game) -> bool {
    let rules = &game.rules;
    let loses = |action: &Action| match action {
        Action::Capture { to, .. } => *to == Receiver::Nobody,
        Action::Over(verdict) => *verdict == Verdict::Goal,
        _ => false,
    };
    let rows = (Who::Each, Taking::Row(Whose::Own));
    let takes_all = |ending: &Ending| {
        ending.verdict != Verdict::Goal
            || ending.takings.iter().any(|taking| taking.1 == Taking::Rest && taking.0 != Who::Each || *taking == rows)
    };
    let ends = |clause: &EndClause| {
        clause.condition == Condition::Is(Place::Board, PitKind::Empty) || takes_all(&clause.ending)
    };
    let endless = match &rules.endless.outcome {
        EndlessOutcome::Over(ending) => takes_all(ending),
        EndlessOutcome::Illegal | EndlessOutcome::Stop | EndlessOutcome::Pass => true,
    };
    !rules.board.plan.is_shared()
        && !rules.actions().any(loses)
        && rules.end.iter().all(ends)
        && (endless || !rules.relays())
        && takes_all(&rules.repetition.ending)
}

/// Whether an ending divides the seeds on the board evenly, or leaves all of them.
fn halves(ending: &Ending) -> bool {
    ending.takings.iter().all(|taking| *taking == (Who::Each, Taking::Half))
}

/// The verdict of an action that ends the round.
pub(super) fn verdict(action: &Action) -> Option<Verdict> {
    match action {
        Action::Over(verdict) => Some(*verdict),
        _ => None,
    }
}
