//! Layli Goobalay, with six pits in a row, and with twelve as in Berbera.
//!
//! As long as sowing goes on, no seed leaves the board and no uur is made, so that every lap could
//! be undone: a sowing that goes round for ever comes back to the board and the pit with which the
//! move began.

use super::{ByHand, HandMoves, HandOutcome};

/// Layli Goobalay with six pits in a row.
pub type Layli = Goobalay<12>;

/// Layli Goobalay of Berbera, with twelve.
pub type Berbera = Goobalay<24>;

/// A position of a board of so many pits.
#[derive(Clone, Copy)]
pub struct Goobalay<const PITS: usize> {
    pits: [u8; PITS],
    /// The owner of each pit that is an uur.
    uurs: [Option<u8>; PITS],
    captured: [u8; 2],
    to_move: usize,
    /// Which of the earlier positions was the first one after the last capture or uur.
    since: usize,
    outcome: Option<HandOutcome>,
}

impl<const PITS: usize> Goobalay<PITS> {
    const ROW: usize = PITS / 2;

    fn is_legal(&self, pit: usize) -> bool {
        self.pits[pit] > 0 && self.uurs[pit].is_none()
    }

    fn has_move(&self) -> bool {
        let first = Self::ROW * self.to_move;
        (first..first + Self::ROW).any(|pit| self.is_legal(pit))
    }

    /// Sows lap after lap; gives where the last seed fell, unless the sowing has no end.
    fn sow(&mut self, from: usize) -> Option<usize> {
        let before = self.pits;
        let mut pit = from;
        loop {
            let hand = self.pits[pit];
            self.pits[pit] = 0;
            for _ in 0..hand {
                pit += 1;
                if pit == PITS {
                    pit = 0;
                }
                self.pits[pit] += 1;
            }
            if self.uurs[pit].is_some() || self.pits[pit] == 1 {
                return Some(pit);
            }
            if pit == from && self.pits == before {
                return None;
            }
        }
    }

    /// What the last seed does; gives whether it was something that cannot be undone.
    fn land(&mut self, landing: usize) -> bool {
        let mover = self.to_move;
        let opposite = PITS - 1 - landing;
        let is_own = landing / Self::ROW == mover;
        if !is_own || self.uurs[landing].is_some() || self.uurs[opposite].is_some() || self.pits[opposite] == 0 {
            return false;
        }
        if self.pits[opposite] == 3 {
            self.pits[landing] = 2;
            self.pits[opposite] = 2;
            self.uurs[landing] = Some(mover as u8);
            self.uurs[opposite] = Some(mover as u8);
        } else {
            self.captured[mover] += 1 + self.pits[opposite];
            self.pits[landing] = 0;
            self.pits[opposite] = 0;
        }
        true
    }

    fn is_the_third_time(&self, earlier: &[[u8; PITS]]) -> bool {
        // The players take turns, so that every other position is of the same player.
        let same = earlier[self.since..].iter().rev().skip(1).step_by(2);
        same.filter(|position| **position == self.pits).count() >= 2
    }

    fn take_uurs_and_rows(&mut self) {
        for pit in 0..PITS {
            let owner = self.uurs[pit].map_or(pit / Self::ROW, usize::from);
            self.captured[owner] += self.pits[pit];
            self.pits[pit] = 0;
        }
    }
}

impl<const PITS: usize> ByHand for Goobalay<PITS> {
    type Earlier = Vec<[u8; PITS]>;
    type Move = u8;
    type Moves = HandMoves;

    fn start(earlier: &mut Self::Earlier) -> Self {
        let start =
            Goobalay { pits: [4; PITS], uurs: [None; PITS], captured: [0; 2], to_move: 0, since: 0, outcome: None };
        earlier.clear();
        earlier.push(start.pits);
        start
    }

    fn moves(&self) -> HandMoves {
        let mut moves = HandMoves::default();
        if self.outcome.is_some() {
            return moves;
        }
        for pit in 0..Self::ROW {
            if self.is_legal(Self::ROW * self.to_move + pit) {
                moves.push(pit as u8);
            }
        }
        moves
    }

    fn play(&mut self, earlier: &mut Self::Earlier, m: u8) {
        let before = self.pits;
        let Some(landing) = self.sow(Self::ROW * self.to_move + usize::from(m)) else {
            self.pits = before;
            self.outcome = Some(HandOutcome::Endless);
            earlier.push(before);
            return;
        };
        if self.land(landing) {
            self.since = earlier.len();
        }
        self.to_move = 1 - self.to_move;
        let pits = self.pits;
        if !self.has_move() {
            self.take_uurs_and_rows();
            self.outcome = Some(HandOutcome::of_most(self.captured));
        } else if self.since < earlier.len() && self.is_the_third_time(earlier) {
            self.outcome = Some(HandOutcome::Draw);
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
        self.outcome
    }
}
