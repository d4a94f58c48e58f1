//! Hus with eight pits in a row.
//!
//! Each player sows round two own rows. A lap that ends in an occupied front pit takes the two opposite pits, if
//! both hold seeds, and sows them on; otherwise an occupied pit is sown on. Single seeds are not lifted.

use super::{ByHand, HandMoves, HandOutcome};

const SPAN: usize = 16;
const ROW: usize = 8;
const PITS: usize = 2 * SPAN;

/// A position. Pits are numbered along each player's path: the front row, and the back row on the way back.
#[derive(Clone, Copy)]
pub struct Hus {
    pits: [u8; PITS],
    to_move: usize,
    outcome: Option<HandOutcome>,
}

/// How a lap goes on.
enum After {
    End,
    Lap { from: usize, hand: u8 },
}

impl Hus {
    fn has_move(&self) -> bool {
        let first = SPAN * self.to_move;
        self.pits[first..first + SPAN].iter().any(|&seeds| seeds > 1)
    }

    /// Sows the seeds in hand round a side; returns where the last one fell.
    fn sow_lap(&mut self, first: usize, from: usize, hand: u8) -> usize {
        let mut pit = from;
        for _ in 0..hand {
            pit = if pit == SPAN - 1 { 0 } else { pit + 1 };
            self.pits[first + pit] += 1;
        }
        pit
    }

    /// What the last seed of a lap decides. The seeds of the next lap are lifted.
    fn land(&mut self, pit: usize) -> After {
        let (first, other) = (SPAN * self.to_move, SPAN * (1 - self.to_move));
        if self.pits[first + pit] == 1 {
            return After::End;
        }
        if pit < ROW {
            let (front, back) = (other + ROW - 1 - pit, other + ROW + pit);
            if self.pits[front] > 0 && self.pits[back] > 0 {
                let hand = self.pits[front] + self.pits[back];
                (self.pits[front], self.pits[back]) = (0, 0);
                return After::Lap { from: pit, hand };
            }
        }
        let hand = std::mem::take(&mut self.pits[first + pit]);
        After::Lap { from: pit, hand }
    }

    /// Sows lap after lap; false if the sowing has no end, which a state that comes again shows (R. P. Brent 1980).
    fn sow(&mut self, from: usize) -> bool {
        let first = SPAN * self.to_move;
        let mut hand = std::mem::take(&mut self.pits[first + from]);
        let mut from = from;
        let (mut stored, mut power, mut length) = (([0; PITS], 0, 0), 16_u32, 0_u32);
        loop {
            let pit = self.sow_lap(first, from, hand);
            match self.land(pit) {
                After::End => return true,
                After::Lap { from: next, hand: seeds } => (from, hand) = (next, seeds),
            }
            if stored == (self.pits, from, hand) {
                return false;
            }
            length += 1;
            if length == power {
                stored = (self.pits, from, hand);
                power *= 2;
                length = 0;
            }
        }
    }
}

impl ByHand for Hus {
    type Earlier = Vec<[u8; PITS]>;
    type Move = u8;
    type Moves = HandMoves;

    fn start(earlier: &mut Self::Earlier) -> Self {
        let side = [2, 2, 2, 2, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2];
        let mut pits = [0; PITS];
        pits[..SPAN].copy_from_slice(&side);
        pits[SPAN..].copy_from_slice(&side);
        earlier.clear();
        earlier.push(pits);
        Hus { pits, to_move: 0, outcome: None }
    }

    fn moves(&self) -> HandMoves {
        let mut moves = HandMoves::default();
        if self.outcome.is_some() {
            return moves;
        }
        for pit in 0..SPAN {
            if self.pits[SPAN * self.to_move + pit] > 1 {
                moves.push(pit as u8);
            }
        }
        moves
    }

    fn play(&mut self, earlier: &mut Self::Earlier, m: u8) {
        let before = self.pits;
        if !self.sow(usize::from(m)) {
            self.pits = before;
            self.outcome = Some(HandOutcome::Endless);
            earlier.push(before);
            return;
        }
        let mover = self.to_move;
        self.to_move = 1 - mover;
        // The players take turns, so that every other position is of the same player.
        let same = earlier.iter().rev().skip(1).step_by(2).filter(|position| **position == self.pits);
        if !self.has_move() {
            self.outcome = Some(HandOutcome::Won(mover));
        } else if same.count() >= 2 {
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

    /// Captured seeds are sown on.
    fn captured(&self) -> [u8; 2] {
        [0; 2]
    }

    fn outcome(&self) -> Option<HandOutcome> {
        self.outcome
    }
}
