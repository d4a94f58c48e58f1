//! Rule coverage: how often each clause of a game fired.

use uur::check::ClauseSpans;
use uur::engine::{Event, Observer};
use uur::rules::ClauseId;

/// The number of events of each clause.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    fired: Vec<u64>,
}

impl Coverage {
    /// Returns the number of events of a clause.
    pub fn of(&self, clause: ClauseId) -> u64 {
        self.fired.get(clause.0 as usize).copied().unwrap_or(0)
    }

    /// Counts a clause that fired outside a move.
    pub fn count(&mut self, clause: ClauseId) {
        let number = clause.0 as usize;
        if self.fired.len() <= number {
            self.fired.resize(number + 1, 0);
        }
        self.fired[number] += 1;
    }

    /// Adds the counts of another coverage of the same game.
    pub fn add(&mut self, other: &Coverage) {
        for (number, fired) in other.fired.iter().enumerate().filter(|(_, fired)| **fired > 0) {
            self.count(ClauseId(number as u16));
            self.fired[number] += fired - 1;
        }
    }

    /// Returns the clauses of a game that did not fire.
    pub fn unexercised(&self, clause_spans: &ClauseSpans) -> Vec<ClauseId> {
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
