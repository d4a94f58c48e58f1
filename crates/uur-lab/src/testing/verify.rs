//! What can be shown of a game by playing it: in all positions of a round if these are few, and in
//! many games.

use uur::game::Game;
use uur::match_play::Step;
use uur::rules::ClauseId;

use super::coverage::Coverage;
use super::properties::{self, Found, Property, hunt};
use super::reach::{self, Reached, reach};
use super::suite::why_dead;

/// What was shown of a game.
#[derive(Debug)]
pub struct Verified {
    /// What the positions of a round show.
    pub reached: Reached,
    /// What games and matches show.
    pub found: Found,
    /// Whether all positions of all rounds were reached.
    pub whole: bool,
    /// Clauses that did nothing.
    pub silent: Vec<Silent>,
}

/// A clause that did nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Silent {
    /// Which.
    pub clause: ClauseId,
    /// Why it never can, if that is known.
    pub why: Option<String>,
}

/// Plays a game in all ways and by chance, within bounds.
pub fn verify(game: &Game, reached: reach::Bounds, games: properties::Bounds) -> Verified {
    let mut coverage = Coverage::default();
    let reached = reach(game, reached, &mut coverage);
    let found = hunt(game, games, &mut coverage);
    let comes_again = reached.rounds.is_none_or(|rounds| rounds.come_again);
    let repetition = game.rules.repetition.clause;
    if let Some(clause) = repetition.filter(|_| reached.all && comes_again) {
        // Whatever came again can come as often as the rule wants.
        coverage.count(clause);
    }
    let whole = reached.all && game.rules.rounds.is_none() && game.rules.arrangements.is_empty();
    let why = |clause| {
        why_dead(game, clause).or_else(|| whole.then(|| "no position that can be reached lets it".to_string()))
    };
    let silent = coverage.silent(&game.clause_spans);
    let silent = silent.into_iter().map(|clause| Silent { clause, why: why(clause) }).collect();
    Verified { reached, found, whole, silent }
}

impl Verified {
    /// The shortest steps after which a promise is known not to hold.
    pub fn broken(&self, property: Property) -> Option<Vec<Step>> {
        let line = self.reached.broken.iter().find(|(broken, _)| *broken == property);
        let line = line.map(|(_, line)| line.iter().map(|&m| Step::Move(m)).collect::<Vec<_>>());
        let game = self.found.broken.iter().find(|(broken, _)| *broken == property);
        line.into_iter().chain(game.map(|(_, steps)| steps.clone())).min_by_key(Vec::len)
    }

    /// Whether nothing was found that should not be.
    pub fn holds(&self) -> bool {
        self.reached.broken.is_empty() && self.found.broken.is_empty()
    }

    /// Steps of a game with a round that was given up, where it is not known that it would have ended:
    /// of finitely many positions one comes again until the rule of repetition ends the round.
    pub fn open(&self) -> Option<&[Step]> {
        let (games, steps) = &self.found.unfinished;
        (*games > 0 && !self.whole).then_some(steps)
    }
}
