//! The positions of a round that may still come again.

use super::Position;

/// The positions of a round in the order in which they came.
#[derive(Debug, Clone, Default)]
pub struct History(Vec<Position>);

impl History {
    /// A history that begins with a position.
    pub fn starting(position: &Position) -> Self {
        History(vec![*position])
    }

    /// Adds a position and tells how often it has come, this time included.
    pub fn record(&mut self, position: &Position) -> usize {
        let times = 1 + self.0.iter().filter(|earlier| position.repeats(earlier)).count();
        self.0.push(*position);
        times
    }

    /// Takes back the last position.
    pub fn take_back(&mut self) {
        self.0.pop();
    }
}
