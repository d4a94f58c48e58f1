//! Numbers of boards: all boards of so many seeds have the numbers from 0 on.
//!
//! Seeds are counted from the first pit on. So many in the pits up to some pit mean so many boards that
//! come before, whatever lies further on; a board's number is the sum of these over its pits (the
//! combinatorial number system: D. H. Lehmer, The machine tools of combinatorics, in E. F. Beckenbach,
//! ed., Applied combinatorial mathematics, 1964). Each pit gives its part by itself, and the number of
//! seeds in all is not needed.

/// Numbers of boards with so many pits and up to so many seeds.
#[derive(Debug, Clone)]
pub(super) struct Numbering {
    pits: usize,
    most_seeds: usize,
    /// For each pit but the last, by the seeds that lie up to it: boards that come before.
    before: Vec<Vec<u64>>,
}

impl Numbering {
    /// Numbers of boards with so many pits, one at least, and up to so many seeds.
    pub fn new(pits: usize, most_seeds: usize) -> Self {
        let mut before: Vec<Vec<u64>> = vec![];
        for pit in 0..pits - 1 {
            let mut row = vec![0_u64; most_seeds + 2];
            for seeds in 1..row.len() {
                let shorter = before.last().map_or(1, |shorter: &Vec<u64>| shorter[seeds]);
                row[seeds] = row[seeds - 1].saturating_add(shorter);
            }
            debug_assert_eq!(row[1], 1, "one board comes before pit {pit}");
            before.push(row);
        }
        Numbering { pits, most_seeds, before }
    }

    /// Pits of a board.
    pub fn pits(&self) -> usize {
        self.pits
    }

    /// The most seeds of a board.
    pub fn most_seeds(&self) -> usize {
        self.most_seeds
    }

    /// Boards of so many seeds.
    pub fn boards(&self, seeds: usize) -> u64 {
        self.before.last().map_or(1, |last| last[seeds + 1])
    }

    /// The number of a board, given by the seeds of its pits in order.
    #[inline]
    pub fn number(&self, seeds: impl Iterator<Item = u8>) -> u64 {
        let mut up_to = 0;
        let part = |(before, here): (&Vec<u64>, u8)| {
            up_to += usize::from(here);
            before[up_to]
        };
        self.before.iter().zip(seeds).map(part).sum()
    }

    /// The board of a number among those of so many seeds.
    pub fn board(&self, mut number: u64, seeds: usize) -> Vec<u8> {
        let mut board = vec![0; self.pits];
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

    #[test]
    fn every_board_has_a_number_of_its_own() {
        for (pits, seeds, boards) in [(1, 3, 1), (2, 3, 4), (4, 5, 56), (12, 4, 1_365)] {
            let numbering = Numbering::new(pits, 6);
            assert_eq!(numbering.boards(seeds), boards);
            let mut next = numbering.board(0, seeds);
            for number in 0..boards {
                let board = numbering.board(number, seeds);
                assert_eq!(board, next);
                assert_eq!(board.iter().map(|&here| usize::from(here)).sum::<usize>(), seeds);
                assert_eq!(numbering.number(board.into_iter()), number);
                Numbering::advance(&mut next);
            }
        }
    }
}
