//! The positions before the one that is thought about: those of the game, and those of the line of play
//! that is looked at.

use super::Question;
use crate::board::Board;

/// Positions in the order in which they came.
pub(super) struct Past<S> {
    positions: Vec<S>,
    /// A number of each position; positions of different numbers are different.
    prints: Vec<u64>,
    /// The place of the position that is thought about.
    root: usize,
    /// How often a position has to come to be a repetition.
    times: usize,
}

/// A position that came before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// In the line of play that is looked at, at this place.
    InLine(usize),
    /// In the game, and so often that the rules count it.
    InGame,
}

impl<S: Copy> Past<S> {
    /// The positions of a game up to the one to be thought about, which the board has as well.
    pub fn of<B: Board<State = S>>(question: Question, board: &B, root: S) -> Self {
        let times = question.game.rules.repetition.times.into();
        let mut past = Past { positions: vec![], prints: vec![], root: 0, times };
        let before = question.history.positions().split_last().map_or(&[][..], |(_, before)| before);
        for position in before.iter().filter_map(|position| board.pack(position)) {
            past.push(board, position);
        }
        past.root = past.positions.len();
        past.push(board, root);
        past
    }

    /// How many positions the line has.
    pub fn len(&self) -> usize {
        self.positions.len() - self.root
    }

    /// The line goes on.
    pub fn push<B: Board<State = S>>(&mut self, board: &B, position: S) {
        self.prints.push(print(board, &position));
        self.positions.push(position);
    }

    /// The last position of the line is taken back.
    pub fn pop(&mut self) {
        self.prints.pop();
        self.positions.pop();
    }

    /// Whether a position comes again: in the line once is enough, but what came before the line comes
    /// again for good only when the rules say so.
    pub fn comes_again<B: Board<State = S>>(&self, board: &B, position: &S) -> Option<Before> {
        let print = print(board, position);
        let same = |place: &usize| self.prints[*place] == print && board.repeats(position, &self.positions[*place]);
        if let Some(place) = (self.root..self.positions.len()).rev().find(same) {
            return Some(Before::InLine(place - self.root));
        }
        ((0..self.root).filter(same).count() + 1 >= self.times).then_some(Before::InGame)
    }
}

/// A number of the player to move and the seeds in the rows.
fn print<B: Board>(board: &B, position: &B::State) -> u64 {
    let [own, other] = board.rows(position).map(u64::from);
    (board.to_move(position) as u64) << 32 | own << 16 | other
}
