//! The positions of a round that may still come again.

use super::Position;

/// The positions of a round in the order in which they came.
#[derive(Debug, Clone, Default)]
pub struct History {
    positions: Vec<Position>,
    /// A number of each position; positions of different numbers are different. Most moves are
    /// found to repeat nothing by these alone, which lie close together.
    prints: Vec<u64>,
}

impl History {
    /// A history that begins with a position.
    pub fn starting(position: &Position) -> Self {
        let mut history = History::default();
        history.restart(position);
        history
    }

    /// Forgets all and begins with a position, in the room that is there.
    pub fn restart(&mut self, position: &Position) {
        self.positions.clear();
        self.prints.clear();
        self.add(position, print(position));
    }

    /// Adds a position and tells how often it has come, this time included.
    pub fn record(&mut self, position: &Position) -> usize {
        let print = print(position);
        let alike = self.prints.iter().filter(|earlier| **earlier == print).count();
        let earlier = || {
            let numbered = self.positions.iter().zip(&self.prints);
            numbered.filter(|(earlier, known)| **known == print && position.repeats(earlier)).count()
        };
        let times = if alike == 0 { 1 } else { 1 + earlier() };
        self.add(position, print);
        times
    }

    /// All of them, in the order in which they came.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Takes back the last position.
    pub fn take_back(&mut self) {
        self.positions.pop();
        self.prints.pop();
    }

    fn add(&mut self, position: &Position, print: u64) {
        self.positions.push(*position);
        self.prints.push(print);
    }
}

/// A number of the seeds on the board and the player to move.
fn print(position: &Position) -> u64 {
    let words = position
        .seeds
        .chunks_exact(8)
        .map(|eight| u64::from_le_bytes(eight.try_into().expect("the pits are a multiple of eight")));
    // The fractional part of the golden ratio spreads every bit over those above it.
    words
        .fold(position.to_move as u64, |print, word| (print.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}
