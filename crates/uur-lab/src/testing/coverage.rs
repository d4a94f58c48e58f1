//! Which clauses of a game have done something.

use uur::check::ClauseSpans;
use uur::engine::{Event, Observer};
use uur::rules::ClauseId;

/// How often each clause has made an event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    fired: Vec<u64>,
}

impl Coverage {
    /// How often a clause has made an event.
    pub fn of(&self, clause: ClauseId) -> u64 {
        self.fired.get(clause.0 as usize).copied().unwrap_or(0)
    }

    /// Counts a clause that did its work outside a move.
    pub fn count(&mut self, clause: ClauseId) {
        let number = clause.0 as usize;
        if self.fired.len() <= number {
            self.fired.resize(number + 1, 0);
        }
        self.fired[number] += 1;
    }

    /// Adds what another has counted in the same game.
    pub fn add(&mut self, other: &Coverage) {
        for (number, fired) in other.fired.iter().enumerate().filter(|(_, fired)| **fired > 0) {
            self.count(ClauseId(number as u16));
            self.fired[number] += fired - 1;
        }
    }

    /// The clauses of a game that have not fired.
    pub fn silent(&self, clause_spans: &ClauseSpans) -> Vec<ClauseId> {
        clause_spans.iter().map(|(clause, _)| clause).filter(|clause| self.of(*clause) == 0).collect()
    }
}

impl Observer for Coverage {
    fn event(&mut self, event: Event) {
        if let Some(clause) = event.clause() {
            self.count(clause);
        }
    }
}
