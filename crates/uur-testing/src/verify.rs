//! Verification of a game: exhaustive exploration of small games, and invariant checks in random games.

use uur::game::Game;
use uur::match_play::Step;
use uur::rules::{ClauseId, Lifting};

use super::explore::{self, Exploration, explore};
use super::properties::{self, Property, PropertyReport, check_invariants};
use super::suite::why_dead;
use uur_lab::coverage::Coverage;

/// The result of a verification.
#[derive(Debug)]
pub struct Verified {
    /// The exploration of the positions of a round.
    pub reached: Exploration,
    /// The invariant check in games and matches.
    pub found: PropertyReport,
    /// Whether all positions of all rounds were explored.
    pub whole: bool,
    /// Whether all positions of a round were found, one can repeat, and no rule of repetition ends such rounds.
    pub repeats_for_ever: bool,
    /// Clauses that never fired.
    pub unexercised: Vec<UnexercisedClause>,
}

/// A clause that never fired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnexercisedClause {
    /// The clause.
    pub clause: ClauseId,
    /// Why it cannot fire, if known.
    pub why: Option<String>,
}

/// Explores all positions and plays random games, within bounds.
pub fn verify(game: &Game, reached: explore::ExploreBounds, games: properties::PlayBounds) -> Verified {
    let mut coverage = Coverage::default();
    // What the first turn begins with may end the round at once.
    game.program.begin_turn(&mut game.program.fresh(), &mut coverage);
    let reached = explore(game, reached, &mut coverage);
    let found = check_invariants(game, games, &mut coverage);
    let comes_again = reached.rounds.is_none_or(|rounds| rounds.come_again);
    let repetition = game.rules.repetition.clause;
    if let Some(clause) = repetition.filter(|_| reached.all && comes_again) {
        // A position that repeats can repeat as often as the rule requires.
        coverage.count(clause, 1);
    }
    let whole = reached.all && game.rules.rounds.is_none() && game.rules.arrangements.is_empty();
    // The seeds decide who wins where no number of them ends the round, too.
    let is_won = |clause| game.rules.end.iter().any(|line| line.id == clause && line.is_won());
    let never = |clause| match is_won(clause) {
        true => "no round ends early by the number of seeds",
        false => "no reachable position allows it",
    };
    // Of the moves that a line forbids, those with a decision in them or out of a store are not looked at.
    let rules = &game.rules;
    let decides = rules.asks_within_moves()
        || rules.sowing.lift.iter().any(|line| matches!(line.seeds, Lifting::Chosen { .. }))
        || rules.sowing.from_store()
        || rules.opening.iter().any(|line| line.leaving > 0);
    let is_proved = |clause| whole && !(rules.endless.clause == Some(clause) && decides);
    let why = |clause| why_dead(game, clause).or_else(|| is_proved(clause).then(|| never(clause).to_string()));
    let unexercised = coverage.unexercised(game.clause_spans());
    let unexercised = unexercised.into_iter().map(|clause| UnexercisedClause { clause, why: why(clause) }).collect();
    let can_repeat = reached.rounds.is_some_and(|rounds| rounds.come_again);
    let repeats_for_ever = can_repeat && game.rules.repetition.times.is_none();
    Verified { reached, found, whole, repeats_for_ever, unexercised }
}

impl Verified {
    /// Returns the shortest known steps to a violation of an invariant.
    pub fn shortest_violation(&self, property: Property) -> Option<Vec<Step>> {
        let line = self.reached.violations.iter().find(|(violations, _)| *violations == property);
        let line = line.map(|(_, line)| line.iter().map(|&m| Step::Move(m)).collect::<Vec<_>>());
        let game = self.found.violations.iter().find(|(violations, _)| *violations == property);
        line.into_iter().chain(game.map(|(_, steps)| steps.clone())).min_by_key(Vec::len)
    }

    /// Whether no violation was found.
    pub fn holds(&self) -> bool {
        self.reached.violations.is_empty() && self.found.violations.is_empty()
    }

    /// Returns the steps of an unfinished game, unless the round is proved to end: with finitely many positions,
    /// one repeats until the rule of repetition ends the round. They are empty if no game was unfinished, and positions
    /// can repeat without such a rule.
    pub fn open(&self) -> Option<&[Step]> {
        let (games, steps) = &self.found.unfinished;
        (self.repeats_for_ever || *games > 0 && !self.whole).then_some(steps)
    }
}
