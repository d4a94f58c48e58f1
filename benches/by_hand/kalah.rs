//! Kalah with six pits and four seeds each, as OpenSpiel plays it.
//!
//! A seed that falls into the player's store, or one that falls in it last, is his; he then moves
//! again. No position comes twice, because a seed that goes round leaves another in a store.

use super::{ByHand, HandMoves, HandOutcome};

const STORES: [usize; 2] = [6, 13];

/// A position: South's pits and store, then North's.
#[derive(Clone, Copy)]
pub struct Kalah {
    board: [u8; 14],
    to_move: usize,
    over: bool,
}

impl Kalah {
    fn row(&self, player: usize) -> &[u8] {
        &self.board[7 * player..7 * player + 6]
    }

    fn is_empty(&self, player: usize) -> bool {
        self.row(player).iter().all(|&seeds| seeds == 0)
    }

    fn end_if_a_row_is_empty(&mut self) {
        if !self.is_empty(0) && !self.is_empty(1) {
            return;
        }
        self.over = true;
        for store in STORES {
            for pit in store - 6..store {
                self.board[store] += self.board[pit];
                self.board[pit] = 0;
            }
        }
    }
}

impl ByHand for Kalah {
    type Earlier = ();
    type Move = u8;
    type Moves = HandMoves;

    fn start(_: &mut ()) -> Self {
        Kalah { board: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0], to_move: 0, over: false }
    }

    fn moves(&self) -> HandMoves {
        let mut moves = HandMoves::default();
        for (pit, &seeds) in self.row(self.to_move).iter().enumerate() {
            if seeds > 0 && !self.over {
                moves.push(pit as u8);
            }
        }
        moves
    }

    fn play(&mut self, _: &mut (), m: u8) {
        let mover = self.to_move;
        let store = STORES[mover];
        let mut pit = 7 * mover + usize::from(m);
        let mut hand = self.board[pit];
        self.board[pit] = 0;
        while hand > 0 {
            pit += 1;
            if pit == STORES[1 - mover] {
                pit += 1;
            }
            if pit >= 14 {
                pit -= 14;
            }
            self.board[pit] += 1;
            hand -= 1;
        }
        if pit != store {
            let is_own = pit / 7 == mover;
            if is_own && self.board[pit] == 1 && self.board[12 - pit] > 0 {
                self.board[store] += 1 + self.board[12 - pit];
                self.board[pit] = 0;
                self.board[12 - pit] = 0;
            }
            self.to_move = 1 - mover;
        }
        self.end_if_a_row_is_empty();
    }

    fn take_back(_: &mut ()) {}

    fn to_move(&self) -> usize {
        self.to_move
    }

    fn pits(&self) -> Vec<u8> {
        [self.row(0), self.row(1)].concat()
    }

    fn captured(&self) -> [u8; 2] {
        STORES.map(|store| self.board[store])
    }

    fn outcome(&self) -> Option<HandOutcome> {
        self.over.then(|| HandOutcome::of_most(self.captured()))
    }
}
