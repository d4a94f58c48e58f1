//! Ranking of boards: the boards with the same number of seeds are numbered from 0.
//!
//! The rank is a sum over the pits in the combinatorial number system (D. H. Lehmer, The machine tools of
//! combinatorics, in E. F. Beckenbach, ed., Applied combinatorial mathematics, 1964). The summand of a pit
//! depends only on the number of seeds up to this pit, and is looked up. The total number of seeds is not
//! needed.

/// Pits of a word, one byte each.
const IN_A_WORD: usize = 8;

/// Ranks of boards with a number of pits and up to a number of seeds.
#[derive(Debug, Clone)]
pub struct BoardIndex {
    rows: usize,
    row: usize,
    most_seeds: usize,
    /// For each pit but the last, by the seeds up to this pit: the summand of the rank.
    before: Vec<Vec<u64>>,
}

impl BoardIndex {
    /// An index of boards with one or two rows of `row` pits and up to `most_seeds` seeds.
    pub fn new(rows: usize, row: usize, most_seeds: usize) -> Self {
        let mut before: Vec<Vec<u64>> = vec![];
        for _ in 1..rows * row {
            let mut row = vec![0_u64; most_seeds + 2];
            for seeds in 1..row.len() {
                let shorter = before.last().map_or(1, |shorter: &Vec<u64>| shorter[seeds]);
                row[seeds] = row[seeds - 1].saturating_add(shorter);
            }
            before.push(row);
        }
        BoardIndex { rows, row, most_seeds, before }
    }

    /// Returns the number of pits of a board.
    pub fn pits(&self) -> usize {
        self.rows * self.row
    }

    /// Returns the maximum number of seeds.
    pub fn most_seeds(&self) -> usize {
        self.most_seeds
    }

    /// Returns the number of boards with a number of seeds.
    pub fn boards(&self, seeds: usize) -> u64 {
        self.before.last().map_or(1, |last| last[seeds + 1])
    }

    /// Returns the rank of a board. Each row is given in words of eight pits, from the lowest byte on.
    #[inline]
    pub fn rank(&self, [first, second]: [impl Iterator<Item = u64>; 2]) -> u64 {
        let (mut number, mut up_to) = (0, 0);
        let (before_first, before_second) = self.before.split_at(self.row.min(self.before.len()));
        let first = before_first.chunks(IN_A_WORD).zip(first);
        let second = before_second.chunks(IN_A_WORD).zip(second);
        let mut count = |pits: &[Vec<u64>], mut word: u64| {
            for before in pits {
                up_to += (word & 0xFF) as usize;
                number += before[up_to];
                word >>= 8;
            }
        };
        first.for_each(|(pits, word)| count(pits, word));
        second.for_each(|(pits, word)| count(pits, word));
        number
    }

    /// Returns the board with a rank among those with a number of seeds.
    pub fn unrank(&self, mut number: u64, seeds: usize) -> Vec<u8> {
        let mut board = vec![0; self.pits()];
        let mut left = seeds;
        for (pit, before) in self.before.iter().enumerate().rev() {
            let up_to = before[..=left].partition_point(|&boards| boards <= number) - 1;
            number -= before[up_to];
            board[pit + 1] = (left - up_to) as u8;
            left = up_to;
        }
        board[0] = left as u8;
        board
    }

    /// Changes a board to the one of the next rank. The last board is unchanged.
    #[inline]
    pub fn advance(board: &mut [u8]) {
        if let Some(pit) = (1..board.len()).find(|&pit| board[pit] > 0) {
            board[pit] -= 1;
            let first = std::mem::take(&mut board[0]);
            board[pit - 1] = first + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(row: &[u8]) -> impl Iterator<Item = u64> {
        row.chunks(8).map(|pits| pits.iter().rev().fold(0, |word, &seeds| word << 8 | u64::from(seeds)))
    }

    #[test]
    fn every_board_has_a_number_of_its_own() {
        for (rows, row, seeds, boards) in
            [(1, 1, 3, 1), (1, 4, 5, 56), (2, 1, 3, 4), (2, 6, 4, 1_365), (2, 9, 3, 1_140)]
        {
            let index = BoardIndex::new(rows, row, 6);
            assert_eq!(index.boards(seeds), boards);
            let mut next = index.unrank(0, seeds);
            for number in 0..boards {
                let board = index.unrank(number, seeds);
                assert_eq!(board, next);
                assert_eq!(board.iter().map(|&here| usize::from(here)).sum::<usize>(), seeds);
                assert_eq!(index.rank([0, row].map(|from| words(&board[from..]))), number);
                BoardIndex::advance(&mut next);
            }
        }
    }
}
