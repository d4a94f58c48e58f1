//! The positions of a round that may still come again, for packed positions.

use super::{Lean, Packed};
use crate::engine::History;
use crate::rules::Side;

/// The positions of a round, of which those since the last loss of seeds may come again.
#[derive(Debug, Clone, Default)]
pub struct Visited<const N: usize> {
    boards: Vec<Board<N>>,
    recent: Recent,
}

/// What has to be the same for a position to come again: the seeds in the pits with the player to
/// move, and the marks.
type Board<const N: usize> = ([u64; N], [u64; 2]);

/// Which positions may come again.
#[derive(Debug, Clone, Copy, Default)]
pub struct Recent {
    /// The number of the first of them.
    begin: usize,
    /// A bit for some of the digits of each: most moves are found to repeat nothing by this alone.
    filter: [u64; 2],
    /// Seeds that were off the board in the last one.
    off: u8,
}

impl<const N: usize> Visited<N> {
    /// The positions of a history.
    pub fn of(machine: &Lean<N>, history: &History) -> Self {
        let mut visited = Visited::default();
        for position in history.positions() {
            visited.record(machine, &Packed::of(&machine.program, position));
        }
        visited
    }

    /// Forgets all and begins with a position, in the room that is there.
    pub fn restart(&mut self, packed: &Packed<N>) {
        self.boards.clear();
        self.recent = Recent { begin: 0, filter: [0; 2], off: off(packed) };
        let board = board(packed);
        self.add(board, digits(&board));
    }

    /// Forgets all and begins like another history, in the room that is there.
    pub fn restart_like(&mut self, other: &Visited<N>) {
        self.boards.clear();
        self.boards.extend_from_slice(&other.boards);
        self.recent = other.recent;
    }

    /// Adds a position and tells how often it has come, this time included.
    #[inline(always)]
    pub fn record(&mut self, machine: &Lean<N>, packed: &Packed<N>) -> usize {
        let off = off(packed);
        if off != self.recent.off {
            self.recent.off = off;
            // Where seeds that have left the board do not come back, no position before comes again.
            if !machine.program.returns {
                (self.recent.begin, self.recent.filter) = (self.boards.len(), [0; 2]);
            }
        }
        let board = board(packed);
        let digits = digits(&board);
        let known = self.recent.filter[digits >> 6 & 1] >> (digits & 63) & 1 == 1;
        self.add(board, digits);
        if known { self.times() } else { 1 }
    }

    /// How often a position would have come if it came now.
    #[inline(always)]
    pub fn would_come(&self, machine: &Lean<N>, packed: &Packed<N>) -> usize {
        if off(packed) != self.recent.off && !machine.program.returns {
            return 1;
        }
        let board = board(packed);
        let digits = digits(&board);
        if self.recent.filter[digits >> 6 & 1] >> (digits & 63) & 1 == 0 {
            return 1;
        }
        1 + self.boards[self.recent.begin..].iter().filter(|earlier| **earlier == board).count()
    }

    /// How often the last position has come.
    #[inline(never)]
    fn times(&self) -> usize {
        let recent = &self.boards[self.recent.begin..];
        recent.iter().filter(|board| Some(*board) == recent.last()).count()
    }

    /// Where the history is now, for [`Visited::go_back`].
    pub fn now(&self) -> (usize, Recent) {
        (self.boards.len(), self.recent)
    }

    /// Goes back to where the history was.
    pub fn go_back(&mut self, (count, recent): (usize, Recent)) {
        self.boards.truncate(count);
        self.recent = recent;
    }

    #[inline]
    fn add(&mut self, board: Board<N>, digits: usize) {
        self.boards.push(board);
        self.recent.filter[digits >> 6 & 1] |= 1 << (digits & 63);
    }
}

/// What has to be the same for a position to come again.
#[inline]
fn board<const N: usize>(packed: &Packed<N>) -> Board<N> {
    let mut pits = packed.pits();
    // South's store is left out, so there is room.
    pits[Packed::<N>::store(Side::South) / 8] |= (packed.to_move as u64) << 56;
    (pits, packed.marks)
}

/// Seeds off the board.
#[inline]
fn off<const N: usize>(packed: &Packed<N>) -> u8 {
    packed.captured(Side::South) + packed.captured(Side::North) + packed.out
}

/// Seven binary digits of a number of the pits and the player to move.
#[inline]
fn digits<const N: usize>((pits, _): &Board<N>) -> usize {
    let mix = |mixed: u64, word: &u64| (mixed.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (pits.iter().fold(0, mix) >> 57) as usize
}
