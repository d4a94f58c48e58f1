//! Boola with twelve pits in a row.
//!
//! The first lap must end in a pit of the opponent or in an empty one of the player's own. Seeds that
//! are captured leave the game, and a player who cannot move loses.

use super::{ByHand, HandMoves, HandOutcome};

const PITS: usize = 24;
const ROW: usize = 12;

/// The pit out of which the first move may leave a seed behind.
const LAST_BUT_ONE: usize = ROW - 2;

/// The first move that does so.
const LEAVING_ONE: u8 = ROW as u8;

/// A position.
#[derive(Clone, Copy)]
pub struct Boola {
    pits: [u8; PITS],
    to_move: usize,
    is_first_move: bool,
    /// Which of the earlier positions was the first one after the last capture.
    since: usize,
    outcome: Option<HandOutcome>,
}

impl Boola {
    fn is_legal(&self, pit: usize) -> bool {
        let seeds = usize::from(self.pits[pit]);
        if seeds == 0 {
            return false;
        }
        let landing = (pit + seeds) % PITS;
        let is_own = landing / ROW == self.to_move;
        // A lap of 24 ends where it began; a longer one ends in a pit that it has filled itself.
        !is_own || seeds == PITS || seeds < PITS && self.pits[landing] == 0
    }

    fn has_move(&self) -> bool {
        let first = ROW * self.to_move;
        (first..first + ROW).any(|pit| self.is_legal(pit))
    }

    fn sow_lap(&mut self, from: usize, hand: u8) -> usize {
        self.pits[from] -= hand;
        let mut pit = from;
        for _ in 0..hand {
            pit += 1;
            if pit == PITS {
                pit = 0;
            }
            self.pits[pit] += 1;
        }
        pit
    }

    /// Sows lap after lap; gives where the last seed fell, unless the sowing has no end. Every whole
    /// lap could be undone, so that one without end comes back to where the first lap led to.
    fn sow(&mut self, from: usize, hand: u8) -> Option<usize> {
        let first = self.sow_lap(from, hand);
        let after_first = self.pits;
        let mut pit = first;
        while self.pits[pit] > 1 {
            pit = self.sow_lap(pit, self.pits[pit]);
            if pit == first && self.pits == after_first {
                return None;
            }
        }
        Some(pit)
    }

    fn is_the_third_time(&self, earlier: &[[u8; PITS]]) -> bool {
        // The players take turns, so that every other position is of the same player.
        let same = earlier[self.since..].iter().rev().skip(1).step_by(2);
        same.filter(|position| **position == self.pits).count() >= 2
    }
}

impl ByHand for Boola {
    type Earlier = Vec<[u8; PITS]>;
    type Move = u8;
    type Moves = HandMoves;

    fn start(earlier: &mut Self::Earlier) -> Self {
        let pits = [0, 3, 3, 0, 3, 3, 0, 3, 3, 0, 3, 3, 0, 3, 3, 0, 3, 3, 0, 3, 3, 0, 3, 3];
        earlier.clear();
        earlier.push(pits);
        Boola { pits, to_move: 0, is_first_move: true, since: 0, outcome: None }
    }

    fn moves(&self) -> HandMoves {
        let mut moves = HandMoves::default();
        if self.outcome.is_some() {
            return moves;
        }
        for pit in 0..ROW {
            if self.is_legal(ROW * self.to_move + pit) {
                moves.push(pit as u8);
            }
            if self.is_first_move && pit == LAST_BUT_ONE {
                moves.push(LEAVING_ONE);
            }
        }
        moves
    }

    fn play(&mut self, earlier: &mut Self::Earlier, m: u8) {
        let mover = self.to_move;
        let before = self.pits;
        let (number, leaving) = if m == LEAVING_ONE { (LAST_BUT_ONE, 1) } else { (usize::from(m), 0) };
        let from = ROW * mover + number;
        self.is_first_move = false;
        let Some(landing) = self.sow(from, self.pits[from] - leaving) else {
            self.pits = before;
            self.outcome = Some(HandOutcome::Endless);
            earlier.push(before);
            return;
        };
        let opposite = PITS - 1 - landing;
        if landing / ROW == mover && self.pits[opposite] > 0 {
            self.pits[opposite] = 0;
            self.since = earlier.len();
        }
        self.to_move = 1 - mover;
        if !self.has_move() {
            self.outcome = Some(HandOutcome::Won(mover));
        } else if self.since < earlier.len() && self.is_the_third_time(earlier) {
            self.outcome = Some(HandOutcome::Draw);
        }
        earlier.push(self.pits);
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

    /// Nobody keeps what he has captured.
    fn captured(&self) -> [u8; 2] {
        [0; 2]
    }

    fn outcome(&self) -> Option<HandOutcome> {
        self.outcome
    }
}
