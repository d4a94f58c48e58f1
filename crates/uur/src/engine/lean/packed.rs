//! A position in a few machine words.
//!
//! Every pit and store is a *lane*, one byte of the words. Each player has half of them: his pits
//! from his A on are the first lanes of his half, his store is the last. So a row is looked at all
//! at once, and a whole lap is one addition.

use crate::engine::{Mark, Outcome, Pit, Position, Program, Reason};
use crate::rules::{ClauseId, MarkId, Side};

/// A position in a few machine words, on a board of up to `4 * N - 1` pits a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Packed<const N: usize> {
    /// Seeds, a byte for each lane.
    pub(super) seeds: [u64; N],
    /// A bit for each lane that bears the game's mark, by the mark's owner.
    pub(super) marks: [u64; 2],
    /// How the round ended, in a number; 0 if it goes on.
    pub(super) over: u16,
    pub(super) ply: u16,
    /// Seeds that have left the game.
    pub(super) out: u8,
    pub(super) to_move: Side,
}

/// A low bit in every lane of a word.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The high bit of every lane of a word.
const HIGHS: u64 = 0x8080_8080_8080_8080;

impl<const N: usize> Packed<N> {
    /// Lanes of one player.
    pub(super) const HALF: usize = 4 * N;
    /// Lanes of both.
    pub(super) const LANES: usize = 8 * N;

    /// The lane of a pit or store.
    pub(super) fn lane(program: &Program, pit: Pit) -> usize {
        let half = Self::HALF * program.side(pit) as usize;
        match pit.store_of() {
            Some(_) => half + Self::HALF - 1,
            None => half + pit.index() % usize::from(program.row()),
        }
    }

    /// The pit or store of a lane that has one.
    pub(super) fn pit(program: &Program, lane: usize) -> Pit {
        let side = Side::BOTH[lane / Self::HALF];
        match lane % Self::HALF {
            last if last == Self::HALF - 1 => Pit::store(side),
            number => program.pit(side, number as u8),
        }
    }

    /// The lanes of a player's store.
    pub(super) const fn store(side: Side) -> usize {
        Self::HALF * (side as usize + 1) - 1
    }

    /// A bit for each lane of a row that a player has.
    pub(super) fn row(row: u8, side: Side) -> u64 {
        ((1 << row) - 1) << (Self::HALF * side as usize)
    }

    /// No seeds yet, South to move.
    pub(super) fn empty(ply: u16) -> Self {
        Packed { seeds: [0; N], marks: [0; 2], over: 0, ply, out: 0, to_move: Side::South }
    }

    /// A position of the game in a few words.
    pub(super) fn of(program: &Program, position: &Position) -> Self {
        let mut packed = Packed {
            seeds: [0; N],
            marks: [0; 2],
            over: 0,
            ply: position.ply,
            out: position.out as u8,
            to_move: position.to_move,
        };
        for pit in program.pits_from(Side::South) {
            let lane = Self::lane(program, pit);
            packed.put(lane, position.seeds[pit.index()]);
            if let Some(mark) = position.marks[pit.index()] {
                packed.marks[mark.owner] |= 1 << lane;
            }
        }
        for side in Side::BOTH {
            packed.put(Self::store(side), position.captured[side] as u8);
        }
        packed.end(position.outcome);
        packed
    }

    /// The same position with room for everything.
    pub(super) fn unpacked(&self, program: &Program) -> Position {
        let mut position = Position::empty();
        for pit in program.pits_from(Side::South) {
            let lane = Self::lane(program, pit);
            position.seeds[pit.index()] = self.held(lane);
            let owner = Side::BOTH.into_iter().find(|owner| self.marks[*owner] >> lane & 1 == 1);
            position.marks[pit.index()] = owner.map(|owner| Mark { kind: MarkId(0), owner });
        }
        for side in Side::BOTH {
            position.captured[side] = self.held(Self::store(side)).into();
        }
        position.out = self.out.into();
        position.ply = self.ply;
        position.to_move = self.to_move;
        position.outcome = self.outcome();
        position
    }

    /// Seeds in a lane.
    #[inline]
    pub(super) fn held(&self, lane: usize) -> u8 {
        held(&self.seeds, lane)
    }

    /// Puts seeds into a lane.
    #[inline]
    pub(super) fn put(&mut self, lane: usize, seeds: u8) {
        self.seeds[lane / 8 % N] += u64::from(seeds) << (lane % 8 * 8);
    }

    /// Takes seeds out of a lane, no more than there are; gives how many.
    #[inline]
    pub(super) fn take(&mut self, lane: usize, most: u8) -> u8 {
        let seeds = self.held(lane).min(most);
        self.seeds[lane / 8 % N] -= u64::from(seeds) << (lane % 8 * 8);
        seeds
    }

    /// Takes all seeds out of a lane; gives how many.
    #[inline(always)]
    pub(super) fn take_all(&mut self, lane: usize) -> u8 {
        let (word, shift) = (&mut self.seeds[lane / 8 % N], lane % 8 * 8);
        let seeds = *word >> shift & 0xFF;
        *word ^= seeds << shift;
        seeds as u8
    }

    /// A bit for each lane with seeds.
    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.seeds.iter().enumerate().fold(0, |lanes, (number, word)| lanes | filled(*word) << (8 * number))
    }

    /// Whether a player's row has seeds.
    #[inline(always)]
    pub(super) fn has_seeds(&self, side: Side) -> bool {
        let mut any = 0;
        for number in 0..N / 2 {
            any |= self.half_word(side, number);
        }
        any != 0
    }

    /// A bit for each pit of a player's row with seeds.
    #[inline(always)]
    pub(super) fn occupied_row(&self, side: Side) -> u64 {
        let mut lanes = 0;
        for number in 0..N / 2 {
            lanes |= filled(self.half_word(side, number)) << (8 * number);
        }
        lanes << (Self::HALF * side as usize)
    }

    /// A word of a player's half, without his store.
    #[inline(always)]
    fn half_word(&self, side: Side, number: usize) -> u64 {
        let word = self.seeds[(N / 2 * side as usize + number) % N];
        if number == N / 2 - 1 { word & u64::MAX >> 8 } else { word }
    }

    /// Seeds in some lanes of a player's half.
    pub(super) fn seeds_in(&self, side: Side, lanes: u64) -> u8 {
        let half = self.seeds[N / 2 * side as usize..].iter().take(N / 2);
        let chosen = lanes >> (Self::HALF * side as usize);
        half.enumerate().fold(0, |sum, (number, word)| sum + total(word & spread((chosen >> (8 * number)) as u8)))
    }

    /// Takes the seeds of some pits into a player's store.
    pub(super) fn sweep(&mut self, lanes: u64, taker: Side) {
        let mut taken = 0;
        for (number, word) in self.seeds.iter_mut().enumerate() {
            let chosen = spread((lanes >> (8 * number)) as u8);
            taken += total(*word & chosen);
            *word &= !chosen;
        }
        self.put(Self::store(taker), taken);
    }

    /// The seeds of all pits, without those in the stores.
    #[inline]
    pub(super) fn pits(&self) -> [u64; N] {
        let mut pits = self.seeds;
        for side in Side::BOTH {
            pits[Self::store(side) / 8] &= u64::MAX >> 8;
        }
        pits
    }

    /// Whether all pits are the same.
    pub(super) fn same_board(&self, other: &Self) -> bool {
        self.pits() == other.pits() && self.marks == other.marks
    }

    /// Whether the round is over.
    pub fn is_over(&self) -> bool {
        self.over != 0
    }

    /// How the round ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        let code = usize::from(self.over.checked_sub(1)?);
        let (winner, rest) = (code % 3, code / 3);
        let (reason, clause) = (REASONS[rest % REASONS.len()], rest / REASONS.len());
        Some(Outcome {
            reason,
            clause: clause.checked_sub(1).map(|clause| ClauseId(clause as u16)),
            winner: winner.checked_sub(1).map(|side| Side::BOTH[side]),
        })
    }

    /// Sets how the round ended.
    pub(super) fn end(&mut self, outcome: Option<Outcome>) {
        self.over = outcome.map_or(0, |outcome| {
            let winner = outcome.winner.map_or(0, |side| 1 + side as usize);
            let reason = REASONS.iter().position(|reason| *reason == outcome.reason).expect("all are there");
            let clause = outcome.clause.map_or(0, |clause| 1 + usize::from(clause.0));
            (1 + winner + 3 * (reason + REASONS.len() * clause)) as u16
        });
    }

    /// Seeds that have left the game.
    pub fn out(&self) -> u8 {
        self.out
    }

    /// The seeds of a player's pits in words, his A in the lowest byte of the first.
    pub fn half(&self, side: Side) -> impl Iterator<Item = u64> + use<N> {
        let pits = self.pits();
        (0..N / 2).map(move |number| pits[N / 2 * side as usize + number])
    }

    /// Seeds in all pits.
    pub fn on_board(&self) -> u8 {
        self.pits().iter().map(|word| total(*word)).sum()
    }

    /// A bit for each marked pit of a player's half, from his A on, by the mark's owner.
    pub fn marks_in_half(&self, side: Side, owner: Side) -> u64 {
        let half = self.marks[owner] >> (Self::HALF * side as usize);
        half & (u64::MAX >> (64 - Self::HALF))
    }

    /// Whether two positions are the same for the rule of repetition.
    pub fn repeats(&self, other: &Self) -> bool {
        self.to_move == other.to_move && self.same_board(other)
    }

    /// Moves made in this round.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Seeds in a player's store.
    #[inline]
    pub fn captured(&self, side: Side) -> u8 {
        self.held(Self::store(side))
    }
}

const REASONS: [Reason; 4] = [Reason::NoMove, Reason::Endless, Reason::Repetition, Reason::Condition];

/// Seeds in a lane.
#[inline]
pub(super) fn held<const N: usize>(seeds: &[u64; N], lane: usize) -> u8 {
    (seeds[lane / 8 % N] >> (lane % 8 * 8)) as u8
}

/// A lap is sown.
#[inline]
pub(super) fn add<const N: usize>(seeds: &mut [u64; N], gain: &[u64; N]) {
    for (word, gain) in seeds.iter_mut().zip(gain) {
        *word = word.wrapping_add(*gain);
    }
}

/// A bit for each lane of a word with seeds.
#[inline]
fn filled(word: u64) -> u64 {
    let highs = (((word & !HIGHS) + !HIGHS) | word) & HIGHS;
    // Each of the eight bits comes to stand in the top byte, in order.
    (highs >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The sum of the lanes of a word.
#[inline]
fn total(word: u64) -> u8 {
    (word.wrapping_mul(ONES) >> 56) as u8
}

/// A word whose lanes are full where a bit is set.
#[inline]
fn spread(bits: u8) -> u64 {
    let each = (u64::from(bits).wrapping_mul(ONES)) & 0x8040_2010_0804_0201;
    let highs = (((each & !HIGHS) + !HIGHS) | each) & HIGHS;
    (highs >> 7).wrapping_mul(0xFF)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn a_word_is_asked_all_at_once() {
        assert_eq!(filled(0x0100_8000_FF00_7F01), 0b1010_1011);
        assert_eq!(filled(0), 0);
        assert_eq!(filled(u64::MAX), 0xFF);
        assert_eq!(spread(0b1000_0101), 0xFF00_0000_00FF_00FF);
        assert_eq!(total(0x0102_0304_0506_0708), 36);
    }

    #[test]
    fn it_is_as_small_as_it_is_meant_to_be() {
        assert_eq!(size_of::<Packed<2>>(), 40);
        assert_eq!(size_of::<Packed<4>>(), 56);
    }

    #[test]
    fn packing_loses_nothing() {
        let game = Game::shipped("layli-goobalay").expect("it is shipped");
        let text = "south 2 0 5 1 0 3; north 4 4 0 0 2 6; captured 12 9; uur south F a; north to move";
        let position = crate::notation::read_position(&game, text).expect("it is a position");
        assert_eq!(Packed::<2>::of(&game.program, &position).unpacked(&game.program), position);
        assert_eq!(Packed::<4>::of(&game.program, &position).unpacked(&game.program), position);
    }
}
