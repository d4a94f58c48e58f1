//! Rule coverage: how often each clause of a game fired.

use uur::check::ClauseSpans;
use uur::engine::{Event, Observer, Position};
use uur::game::Game;
use uur::rules::ClauseId;

/// A count for each clause: of its events, unless stated otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage(Vec<u64>);

impl Coverage {
    /// Returns the count of a clause.
    pub fn of(&self, clause: ClauseId) -> u64 {
        self.0.get(usize::from(clause.0)).copied().unwrap_or(0)
    }

    /// Adds to the count of a clause.
    pub fn count(&mut self, clause: ClauseId, times: u64) {
        add_at(&mut self.0, clause.0.into(), times);
    }

    /// Counts the lines of `prefer` that put moves before others in this position, unless each has a count already.
    /// A move that is played has no event of them.
    pub fn count_preferences(&mut self, game: &Game, position: &Position) {
        let prefer = &game.rules.sowing.prefer;
        if prefer.iter().all(|line| self.of(line.clause) > 0) {
            return;
        }
        for clause in game.program.preferring(position) {
            self.count(clause, 1);
        }
    }

    /// Adds the counts of another coverage of the same game.
    pub fn add(&mut self, other: &Coverage) {
        add_all(&mut self.0, &other.0);
    }

    /// Returns the clauses of a game that did not fire.
    pub fn unexercised(&self, clause_spans: &ClauseSpans) -> Vec<ClauseId> {
        clause_spans.iter().map(|(clause, _)| clause).filter(|clause| self.of(*clause) == 0).collect()
    }
}

impl Observer for Coverage {
    fn event(&mut self, event: Event) {
        if let Some(clause) = event.clause() {
            self.count(clause, 1);
        }
    }
}

/// Adds to one of several counts.
pub(crate) fn add_at(counts: &mut Vec<u64>, place: usize, times: u64) {
    if counts.len() <= place {
        counts.resize(place + 1, 0);
    }
    counts[place] += times;
}

/// Adds counts to others.
pub(crate) fn add_all(counts: &mut Vec<u64>, others: &[u64]) {
    counts.resize(counts.len().max(others.len()), 0);
    counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
}
