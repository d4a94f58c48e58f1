//! The positions of a round that may still come again.

use super::Position;

/// The positions of a round in the order in which they came, each with a number that equal ones share.
#[derive(Debug, Clone, Default)]
pub struct History(Vec<(u64, Position)>);

impl History {
    /// A history that begins with a position.
    pub fn starting(position: &Position) -> Self {
        History(vec![(number(position), *position)])
    }

    /// Adds a position and tells how often it has come, this time included.
    pub fn record(&mut self, position: &Position) -> usize {
        let of_this = number(position);
        let same = |(number, earlier): &&(u64, Position)| *number == of_this && position.repeats(earlier);
        let times = 1 + self.0.iter().filter(same).count();
        self.0.push((of_this, *position));
        times
    }

    /// Takes back the last position.
    pub fn take_back(&mut self) {
        self.0.pop();
    }
}

/// A number that positions which repeat each other share; others hardly ever do.
fn number(position: &Position) -> u64 {
    let words = position.seeds.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")));
    words.fold(position.to_move as u64, |number, word| {
        (number.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}
