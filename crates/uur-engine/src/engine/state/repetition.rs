//! How often a position has occurred in a round.
//!
//! Most positions are found to be new by a filter of a few bits. Where a round goes on for long without a
//! loss of seeds, boards are chained by their hash, so that no search through the history is needed.

use crate::engine::state::BoardKey;
use crate::engine::state::outcome::Outcome;
use crate::engine::state::position::Position;
use crate::engine::state::width::{LaneWords, Width};
use crate::rules::Side;

/// Boards after which they are chained: before, a filter and a linear search cost less.
const CHAINED_FROM: usize = 64;
/// Heads of chains, a power of two.
const HEADS: usize = 1024;
/// The end of a chain.
const NOTHING: u32 = u32::MAX;

/// Odd factors for the words of a board, without relation to each other.
const FACTORS: [u64; 10] = {
    let mut factors = [0; 10];
    let mut number = 0;
    while number < factors.len() {
        factors[number] = crate::chance::splitmix64(0, number as u64) | 1;
        number += 1;
    }
    factors
};

/// What has to be the same for a position to occur again.
pub trait RepetitionKey: Copy + Eq {
    /// A hash of it, with its best bits at the top.
    fn hash(&self) -> u64;
    /// Whose turn it is.
    fn to_move(&self) -> Side;
}

/// The boards of a round, of which those since the last loss of seeds may occur again.
#[derive(Debug, Clone)]
pub struct RepetitionHistory<K> {
    boards: Vec<K>,
    window: RepetitionWindow,
    /// The last board of each chain, once there are chains.
    heads: Vec<u32>,
    /// For each chained board the one before it in its chain.
    previous: Vec<u32>,
    /// The boards that are chained, in rising order.
    chained: Vec<u32>,
}

/// Which boards may occur again.
#[derive(Debug, Clone, Copy, Default)]
pub struct RepetitionWindow {
    /// The number of the first of them.
    begin: usize,
    /// Two bits for each, by the player to move.
    filter: [[u64; 2]; 2],
    /// Seeds that were off the board in the last one.
    off_board: u8,
}

impl<K> Default for RepetitionHistory<K> {
    fn default() -> Self {
        let window = RepetitionWindow::default();
        RepetitionHistory { boards: vec![], window, heads: vec![], previous: vec![], chained: vec![] }
    }
}

impl RepetitionWindow {
    /// Forgets the boards before the next one, of number `begin`, which has lost seeds.
    #[inline(always)]
    fn advance(&mut self, begin: usize, off_board: u8) {
        *self = RepetitionWindow { begin, filter: [[0; 2]; 2], off_board };
    }

    /// Whether a board may be among them.
    #[inline(always)]
    fn may_hold(&self, mover: Side, hash: u64) -> bool {
        let [one, other] = filter_bits(hash);
        let words = &self.filter[mover];
        words[one >> 6] >> (one & 63) & words[other >> 6] >> (other & 63) & 1 == 1
    }

    #[inline(always)]
    fn add(&mut self, mover: Side, hash: u64) {
        for bit in filter_bits(hash) {
            self.filter[mover][bit >> 6] |= 1 << (bit & 63);
        }
    }
}

/// Two of 128 bits.
#[inline(always)]
fn filter_bits(hash: u64) -> [usize; 2] {
    [(hash >> 57) as usize, (hash >> 50) as usize & 127]
}

#[inline]
fn head(hash: u64) -> usize {
    (hash >> 40) as usize % HEADS
}

impl<K: RepetitionKey> RepetitionHistory<K> {
    /// Forgets all and begins with a board, in the room that is there.
    pub fn restart(&mut self, board: K, off_board: u8) {
        self.clear();
        self.window.advance(0, off_board);
        self.add(board, board.hash());
    }

    /// Forgets all and begins like another history, in the room that is there.
    pub fn restart_like(&mut self, other: &Self) {
        self.clear();
        self.boards.extend_from_slice(&other.boards);
        self.window = other.window;
        self.chain();
    }

    fn clear(&mut self) {
        self.boards.clear();
        self.previous.clear();
        self.heads.clear();
        self.chained.clear();
    }

    /// Boards so far.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether there is no board.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Adds a board, with the seeds that are off it; returns how often it has occurred, this time included. Where
    /// seeds that have left the board do not come back, no board before such a loss occurs again.
    #[inline(always)]
    pub fn record(&mut self, board: K, off_board: u8, seeds_reenter: bool) -> usize {
        if off_board != self.window.off_board {
            self.window.off_board = off_board;
            if !seeds_reenter {
                self.window.advance(self.boards.len(), off_board);
            }
        }
        let hash = board.hash();
        let known = self.window.may_hold(board.to_move(), hash);
        self.add(board, hash);
        if known { self.places(&board, hash).count() } else { 1 }
    }

    /// How often a board would have occurred if it were added now.
    #[inline(always)]
    pub fn would_occur(&self, board: K, off_board: u8, seeds_reenter: bool) -> usize {
        1 + self.occurrences(board, off_board, seeds_reenter).map_or(0, Iterator::count)
    }

    /// Where a board occurred, the last place first, as far as it may occur again with the seeds that are off it;
    /// `None` if the filter shows that it did not.
    #[inline(always)]
    pub fn occurrences(
        &self,
        board: K,
        off_board: u8,
        seeds_reenter: bool,
    ) -> Option<impl Iterator<Item = usize> + use<'_, K>> {
        let hash = board.hash();
        let lost = off_board != self.window.off_board && !seeds_reenter;
        let known = !lost && self.window.may_hold(board.to_move(), hash);
        known.then(|| self.places(&board, hash))
    }

    /// Where a board lies among those that may occur again.
    #[inline(never)]
    fn places(&self, board: &K, hash: u64) -> impl Iterator<Item = usize> + use<'_, K> {
        let (board, begin, end) = (*board, self.window.begin, self.boards.len());
        // The last boards are not chained as long as there are few.
        let unchained = self.chained.last().map_or(begin, |last| *last as usize + 1).max(begin);
        let linear = (unchained.min(end)..end).rev();
        let first = if self.heads.is_empty() || end == begin { NOTHING } else { self.heads[head(hash)] };
        let next = move |place: &u32| Some(self.previous[*place as usize]);
        let in_chain = move |place: &u32| *place != NOTHING && *place as usize >= begin;
        let chain = std::iter::successors(Some(first), next_in(next)).take_while(in_chain).map(|place| place as usize);
        linear.chain(chain).filter(move |place| self.boards[*place] == board)
    }

    /// Where the history is now, for [`RepetitionHistory::go_back`].
    pub fn now(&self) -> (usize, RepetitionWindow) {
        (self.boards.len(), self.window)
    }

    /// Goes back to where the history was.
    #[inline]
    pub fn go_back(&mut self, (count, window): (usize, RepetitionWindow)) {
        while self.chained.last().is_some_and(|last| *last as usize >= count) {
            let last = self.chained.pop().expect("there is one") as usize;
            self.heads[head(self.boards[last].hash())] = self.previous[last];
        }
        self.boards.truncate(count);
        self.window = window;
    }

    #[inline(always)]
    fn add(&mut self, board: K, hash: u64) {
        self.boards.push(board);
        self.window.add(board.to_move(), hash);
        if self.boards.len() - self.window.begin > CHAINED_FROM {
            self.chain();
        }
    }

    /// Chains all boards that may occur again, if there are many.
    #[inline(never)]
    fn chain(&mut self) {
        if self.boards.len() - self.window.begin <= CHAINED_FROM {
            return;
        }
        if self.heads.is_empty() {
            self.heads = vec![NOTHING; HEADS];
        }
        self.previous.resize(self.boards.len(), NOTHING);
        let unchained = self.chained.last().map_or(0, |last| *last as usize + 1);
        for place in unchained.max(self.window.begin)..self.boards.len() {
            let head = &mut self.heads[head(self.boards[place].hash())];
            self.previous[place] = std::mem::replace(head, place as u32);
            self.chained.push(place as u32);
        }
    }
}

/// The successor of a chained board, for [`std::iter::successors`].
fn next_in(next: impl Fn(&u32) -> Option<u32>) -> impl Fn(&u32) -> Option<u32> {
    move |place| if *place == NOTHING { None } else { next(place) }
}

impl<W: Width> RepetitionKey for BoardKey<W> {
    #[inline(always)]
    fn hash(&self) -> u64 {
        // Each word has a factor of its own, so that the processor multiplies all of them at once.
        self.seeds.fold(0, |hash: u64, number, word| hash.wrapping_add(word.wrapping_mul(FACTORS[number])))
    }

    #[inline(always)]
    fn to_move(&self) -> Side {
        Side::BOTH[(self.seeds.word(W::WORDS / 2 - 1) >> 56) as usize & 1]
    }
}

#[inline(always)]
fn mix(hash: u64, word: u64) -> u64 {
    // The fractional part of the golden ratio spreads every bit over those above it.
    (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The positions of a round in the order in which they came.
#[derive(Debug, Clone, Default)]
pub struct History {
    positions: Vec<Position>,
    boards: RepetitionHistory<Position>,
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
        self.positions.push(*position);
        self.boards.restart(key(position), 0);
    }

    /// Adds a position; returns how often it has come, this time included.
    pub fn record(&mut self, position: &Position) -> usize {
        self.positions.push(*position);
        self.boards.record(key(position), 0, true)
    }

    /// All of them, in the order in which they came.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Takes back the last position.
    pub fn take_back(&mut self) {
        self.positions.pop();
        let (_, window) = self.boards.now();
        self.boards.go_back((self.positions.len(), window));
    }
}

/// A position without what does not matter for repetition.
fn key(position: &Position) -> Position {
    let outcome: Option<Outcome> = None;
    Position { captured: [0; 2], out: 0, points: [0; 2], ply: 0, outcome, ..*position }
}

impl RepetitionKey for Position {
    fn hash(&self) -> u64 {
        let words = self.seeds.chunks_exact(8);
        let words = words.map(|eight| u64::from_le_bytes(eight.try_into().expect("pits are a multiple of eight")));
        words.fold(self.to_move as u64, mix)
    }

    fn to_move(&self) -> Side {
        self.to_move
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of one number.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Number(u64);

    impl RepetitionKey for Number {
        fn hash(&self) -> u64 {
            mix(0, self.0)
        }

        fn to_move(&self) -> Side {
            Side::BOTH[self.0 as usize & 1]
        }
    }

    #[test]
    fn occurrences_are_counted_in_short_and_long_rounds() {
        let mut history = RepetitionHistory::default();
        let mut seen: Vec<u64> = vec![0];
        history.restart(Number(0), 0);
        let mut random: u64 = 1;
        let mut marks = vec![];
        for step in 0..20_000 {
            random = mix(random, step);
            match random >> 60 {
                // The line is taken back some way.
                0 if seen.len() > 2 && !marks.is_empty() => {
                    let (length, now) = marks.swap_remove((random >> 8) as usize % marks.len());
                    if length <= seen.len() {
                        history.go_back(now);
                        seen.truncate(length);
                        marks.retain(|(other, _)| *other <= length);
                    }
                }
                _ => {
                    let number = (random >> 32) % 90;
                    seen.push(number);
                    let times = seen.iter().filter(|earlier| **earlier == number).count();
                    assert_eq!(history.would_occur(Number(number), 0, true), times);
                    assert_eq!(history.record(Number(number), 0, true), times);
                    marks.push((seen.len(), history.now()));
                }
            }
        }
        assert!(seen.len() > 64);
    }
}
