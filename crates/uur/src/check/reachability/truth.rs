//! In which cases something is true: a bit for each case, by its number.

use std::ops::Range;

/// The cases in which something is true.
#[derive(Clone, Default)]
pub(super) struct Truth {
    /// The bits behind the last case are 0.
    words: Vec<u64>,
    /// The number of cases.
    len: usize,
}

impl Truth {
    /// Something that is true in every case, of `len` cases.
    pub(super) fn always(len: usize) -> Self {
        let mut truth = Truth { words: vec![u64::MAX; len.div_ceil(64)], len };
        if let (Some(last), 1..) = (truth.words.last_mut(), len % 64) {
            *last &= (1 << (len % 64)) - 1;
        }
        truth
    }

    /// Something that is true in no case, of `len` cases.
    pub(super) fn never(len: usize) -> Self {
        Truth { words: vec![0; len.div_ceil(64)], len }
    }

    /// The number of cases.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds a case.
    pub(super) fn push(&mut self, is_true: bool) {
        self.append(u64::from(is_true), 1);
    }

    /// Adds cases as they are in a range of numbers.
    pub(super) fn repeat(&mut self, range: Range<usize>) {
        let end = range.end;
        for start in range.step_by(64) {
            let (word, shift) = (start / 64, start % 64);
            let high = if shift == 0 { 0 } else { self.words.get(word + 1).map_or(0, |next| next << (64 - shift)) };
            self.append(self.words[word] >> shift | high, (end - start).min(64));
        }
    }

    /// Adds up to 64 cases, given by the lowest bits.
    fn append(&mut self, bits: u64, count: usize) {
        let bits = if count == 64 { bits } else { bits & ((1 << count) - 1) };
        let shift = self.len % 64;
        match self.words.last_mut() {
            Some(last) if shift > 0 => {
                *last |= bits << shift;
                if shift + count > 64 {
                    self.words.push(bits >> (64 - shift));
                }
            }
            _ => self.words.push(bits),
        }
        self.len += count;
    }

    /// Keeps the cases in which the other is true too.
    pub(super) fn and(&mut self, other: &Truth) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
    }

    /// Adds the cases in which the other is true.
    pub(super) fn or(&mut self, other: &Truth) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    /// Keeps the cases in which the other is false.
    pub(super) fn and_not(&mut self, other: &Truth) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= !other);
    }

    /// Whether both are true in some case.
    pub(super) fn meets(&self, other: &Truth) -> bool {
        self.words.iter().zip(&other.words).any(|(word, other)| word & other != 0)
    }

    /// The first case in which it is true.
    pub(super) fn first(&self) -> Option<usize> {
        let word = self.words.iter().position(|word| *word != 0)?;
        Some(word * 64 + self.words[word].trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_repeated_at_every_offset() {
        for len in 0..200 {
            for from in [0, 1, len / 3, len].into_iter().filter(|from| *from <= len) {
                let bits: Vec<bool> = (0..len).map(|n| n * n % 7 < 3).collect();
                let mut truth = Truth::default();
                bits.iter().for_each(|bit| truth.push(*bit));
                truth.repeat(from..len);
                let wanted: Vec<bool> = bits.iter().chain(&bits[from..]).copied().collect();
                let found: Vec<bool> = (0..truth.len()).map(|at| truth.words[at / 64] >> (at % 64) & 1 == 1).collect();
                assert_eq!(found, wanted, "{len} from {from}");
                let mut none = Truth::always(truth.len());
                none.and_not(&Truth::always(truth.len()));
                assert_eq!(none.first(), None);
                assert_eq!(truth.first(), wanted.iter().position(|bit| *bit));
            }
        }
    }
}
