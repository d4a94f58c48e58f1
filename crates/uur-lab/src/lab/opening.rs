//! Balanced openings: random openings after which a search finds neither player clearly ahead.
//!
//! In some games most random openings decide the game, so that the better of two players wins hardly more games than
//! the other. An opening that is not balanced is therefore drawn again.

use std::sync::atomic::Ordering;

use super::player::{Player, SearchControl};
use super::playout::{Experiment, Playouts};
use crate::search::{MultiPv, SearchLimits, SearchRequest, search};
use uur::engine::History;

/// The greatest expected result of either player in a balanced opening, from 0 to 1: 57.5 % of the points.
const MOST_EXPECTED: f64 = 0.15;
/// How often an opening is drawn. After that the most balanced one is taken.
const MOST_DRAWS: u64 = 100;
/// The numbers of the openings that are drawn for one lie this far apart, in bits.
const DRAW_SHIFT: u32 = 40;

/// Draws the balanced openings of a series.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BalancedOpenings<'a> {
    /// The series, without players.
    experiment: Experiment<'a>,
    /// The nodes of the search that judges.
    nodes: u64,
    control: SearchControl<'a>,
}

impl<'a> BalancedOpenings<'a> {
    /// The openings of a series, each judged by a search of this many nodes.
    pub fn new(experiment: Experiment<'a>, nodes: u64, control: SearchControl<'a>) -> BalancedOpenings<'a> {
        let players = [Player::Random; 2];
        let most_moves = experiment.opening;
        let opening = Experiment { players, pairs: false, whole_matches: false, most_moves, ..experiment };
        BalancedOpenings { experiment: opening, nodes, control }
    }

    /// Returns the number of the random numbers that give the balanced opening with a number. `None` if stopped.
    pub fn draw(&self, opening: u64) -> Option<u64> {
        let mut playouts = Playouts::new(self.experiment).bounded(self.control);
        let mut best = (f64::INFINITY, opening);
        for number in (0..MOST_DRAWS).map(|draw| opening + (draw << DRAW_SHIFT)) {
            let expected = self.expected(&mut playouts, number)?;
            if expected <= MOST_EXPECTED {
                return Some(number);
            }
            if expected < best.0 {
                best = (expected, number);
            }
        }
        Some(best.1)
    }

    /// Returns how much the player who is ahead after an opening is expected to win, from 0 to 1.
    fn expected(&self, playouts: &mut Playouts, number: u64) -> Option<f64> {
        playouts.play(number, &mut ());
        let position = playouts.last;
        if position.outcome.is_some() {
            return Some(1.0);
        }
        let history = History::starting(&position);
        let request = SearchRequest::new(self.experiment.game, &position, &history);
        let stop = || self.control.stop.load(Ordering::Relaxed);
        let limits = SearchLimits { depth: SearchLimits::ANY_DEPTH, nodes: self.nodes, stop: &stop };
        let found = search(request, limits, MultiPv::Best, &mut |_| {});
        let expected = found.lines.first().map_or(1.0, |line| line.score.expectation().abs());
        (!stop()).then_some(expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uur::game::Game;

    #[test]
    fn openings_are_drawn_until_neither_player_is_ahead() {
        let game = Game::shipped("kalah").expect("it is shipped");
        let experiment = Experiment {
            game: &game,
            players: [Player::Greedy; 2],
            pairs: true,
            opening: 4,
            seed: 1,
            from: None,
            whole_matches: false,
            most_moves: 1_000,
        };
        let openings = BalancedOpenings::new(experiment, 1_000, SearchControl::unbounded());
        let mut redrawn = 0;
        for opening in 0..20 {
            let number = openings.draw(opening).expect("it is not stopped");
            redrawn += usize::from(number != opening);
            assert_eq!(number % (1 << DRAW_SHIFT), opening);
            let expected = openings.expected(&mut Playouts::new(openings.experiment), number);
            assert!(expected.is_some_and(|expected| expected <= MOST_EXPECTED), "{opening}: {expected:?}");
            assert_eq!(openings.draw(opening), Some(number), "it depends on nothing else");
        }
        assert!(redrawn > 5, "most random openings of Kalah put a player ahead");
    }
}
