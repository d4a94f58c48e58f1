//! Numbers of boards: all boards of so many seeds have the numbers from 0 on.
//!
//! Seeds are counted from the first pit on. So many in the pits up to some pit mean so many boards that
//! come before, whatever lies further on; a board's number is the sum of these over its pits (the
//! combinatorial number system: D. H. Lehmer, The machine tools of combinatorics, in E. F. Beckenbach,
//! ed., Applied combinatorial mathematics, 1964). Each pit gives its part by itself, and the number of
//! seeds in all is not needed.

/// Pits whose seeds are in one word, a byte each.
const IN_A_WORD: usize = 8;

/// Numbers of boards with so many pits and up to so many seeds.
#[derive(Debug, Clone)]
pub struct BoardIndex {
    rows: usize,
    row: usize,
    most_seeds: usize,
    /// For each pit but the last, by the seeds that lie up to it: boards that come before.
    before: Vec<Vec<u64>>,
}

impl BoardIndex {
    /// Numbers of boards with one or two rows of so many pits and up to so many seeds.
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

    /// Pits of a board.
    pub fn pits(&self) -> usize {
        self.rows * self.row
    }

    /// The most seeds of a board.
    pub fn most_seeds(&self) -> usize {
        self.most_seeds
    }

    /// Boards of so many seeds.
    pub fn boards(&self, seeds: usize) -> u64 {
        self.before.last().map_or(1, |last| last[seeds + 1])
    }

    /// The number of a board, given by the seeds of the pits of both rows in words, eight pits in each from
    /// the lowest byte on.
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

    /// The board of a number among those of so many seeds.
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

    /// Turns a board into the one of the next number; the last one stays as it is.
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
