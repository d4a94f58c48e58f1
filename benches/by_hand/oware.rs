//! Oware as OpenSpiel plays it: a grand slam captures nothing, and a game ends when a position comes
//! again.

use super::{ByHand, HandMoves, HandOutcome};

/// A position.
#[derive(Clone, Copy)]
pub struct Oware {
    pits: [u8; 12],
    captured: [u8; 2],
    to_move: usize,
    /// Which of the earlier positions was the first one after the last capture.
    since: usize,
    over: bool,
}

impl Oware {
    fn row(&self, player: usize) -> &[u8] {
        &self.pits[6 * player..6 * player + 6]
    }

    fn is_empty(&self, player: usize) -> bool {
        self.row(player).iter().all(|&seeds| seeds == 0)
    }

    /// Whether a sowing from this pit leaves the opponent seeds.
    fn is_legal(&self, pit: usize, seeds: u8, opponent_is_empty: bool) -> bool {
        seeds > 0 && (!opponent_is_empty || pit + usize::from(seeds) >= 6)
    }

    fn has_move(&self) -> bool {
        let opponent_is_empty = self.is_empty(1 - self.to_move);
        let mut row = self.row(self.to_move).iter().enumerate();
        row.any(|(pit, &seeds)| self.is_legal(pit, seeds, opponent_is_empty))
    }

    /// Sows a pit without the pit itself; gives where the last seed fell.
    fn sow(&mut self, from: usize) -> usize {
        let mut pit = from;
        let mut hand = self.pits[from];
        self.pits[from] = 0;
        while hand > 0 {
            pit += 1;
            if pit == 12 {
                pit = 0;
            }
            if pit != from {
                self.pits[pit] += 1;
                hand -= 1;
            }
        }
        pit
    }

    /// Captures from the landing backwards; gives whether anything was captured.
    fn capture(&mut self, landing: usize) -> bool {
        let mover = self.to_move;
        let first = 6 * (1 - mover);
        if landing < first || landing >= first + 6 {
            return false;
        }
        let sown = self.pits;
        let mut captured = 0;
        let mut pit = landing;
        while self.pits[pit] == 2 || self.pits[pit] == 3 {
            captured += self.pits[pit];
            self.pits[pit] = 0;
            if pit == first {
                break;
            }
            pit -= 1;
        }
        if captured > 0 && self.is_empty(1 - mover) {
            self.pits = sown;
            return false;
        }
        self.captured[mover] += captured;
        captured > 0
    }

    fn has_come_before(&self, earlier: &[[u8; 12]]) -> bool {
        // The players take turns, so that every other position is of the same player.
        earlier[self.since..].iter().rev().skip(1).step_by(2).any(|position| *position == self.pits)
    }

    fn take_rows(&mut self) {
        for player in 0..2 {
            self.captured[player] += self.row(player).iter().sum::<u8>();
        }
        self.pits = [0; 12];
    }
}

impl ByHand for Oware {
    type Earlier = Vec<[u8; 12]>;
    type Move = u8;
    type Moves = HandMoves;

    fn start(earlier: &mut Self::Earlier) -> Self {
        let start = Oware { pits: [4; 12], captured: [0; 2], to_move: 0, since: 0, over: false };
        earlier.clear();
        earlier.push(start.pits);
        start
    }

    fn moves(&self) -> HandMoves {
        let mut moves = HandMoves::default();
        if self.over {
            return moves;
        }
        let opponent_is_empty = self.is_empty(1 - self.to_move);
        for (pit, &seeds) in self.row(self.to_move).iter().enumerate() {
            if self.is_legal(pit, seeds, opponent_is_empty) {
                moves.push(pit as u8);
            }
        }
        moves
    }

    fn play(&mut self, earlier: &mut Self::Earlier, m: u8) {
        let mover = self.to_move;
        let landing = self.sow(6 * mover + usize::from(m));
        if self.capture(landing) {
            self.since = earlier.len();
        }
        self.to_move = 1 - mover;
        let pits = self.pits;
        if self.captured[mover] > 24 {
            self.over = true;
        } else if self.since < earlier.len() && self.has_come_before(earlier) || !self.has_move() {
            self.over = true;
            self.take_rows();
        }
        earlier.push(pits);
    }

    fn take_back(earlier: &mut Self::Earlier) {
        earlier.pop();
    }

    fn to_move(&self) -> usize {
        self.to_move
    }

    fn pits(&self) -> Vec<u8> {
        self.pits.to_vec()
    }

    fn captured(&self) -> [u8; 2] {
        self.captured
    }

    fn outcome(&self) -> Option<HandOutcome> {
        self.over.then(|| HandOutcome::of_most(self.captured))
    }
}
