//! Rule coverage: how often each clause of a game fired.

use uur::check::ClauseSpans;
use uur::engine::{Event, Move, Observer, PlayError, Position};
use uur::game::Game;
use uur::rules::{ClauseId, EndlessOutcome, Way};

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

    /// Counts the lines that limit the choice of a move in this position, as far as they have no count yet: those of
    /// `prefer` that put moves before others, and the one that forbids an endless move. A move that is played has no
    /// event of them.
    pub fn count_limits(&mut self, game: &Game, position: &Position) {
        if game.rules.sowing.prefer.iter().any(|line| self.of(line.clause) == 0) {
            for clause in game.program.preferring(position) {
                self.count(clause, 1);
            }
        }
        if let Some(clause) = game.rules.endless.clause.filter(|&clause| self.of(clause) == 0)
            && forbidden_endless_moves(game, position).next().is_some()
        {
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

/// The moves that would be legal if the game did not forbid endless ones, where nothing but a way is decided in them.
pub fn forbidden_endless_moves(game: &Game, position: &Position) -> impl Iterator<Item = Move> {
    let ways = if game.rules.endless.outcome == EndlessOutcome::Illegal && position.outcome.is_none() {
        &[None, Some(Way::Onward), Some(Way::Back)][..]
    } else {
        &[]
    };
    let program = &game.program;
    let moves = program.layout().pits().flat_map(|pit| ways.iter().map(move |&way| Move { way, ..Move::lifting(pit) }));
    moves.filter(|&m| matches!(program.check(position, m), Err(PlayError::Endless(..))))
}

impl Observer for Coverage {
    fn event(&mut self, event: Event) {
        if let Some(clause) = event.acting_clause() {
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
