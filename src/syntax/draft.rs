//! A text in which faults have been mended, and which knows where each of its bytes stood in the
//! author's.
//!
//! A fault that can be mended is told once and read on as mended, so that one run tells the others
//! too, and nothing is missed that stands in the line.

use std::ops::Range;

/// A text, or a part of one, perhaps with mends.
#[derive(Clone)]
pub(super) struct MappedText {
    /// The text as it is read.
    pub text: String,
    /// Where each byte stood, and where the text ended; `None` if nothing has moved.
    places: Option<Vec<u32>>,
}

impl MappedText {
    /// A text as its author wrote it.
    pub fn new(text: &str) -> Self {
        MappedText { text: text.to_string(), places: None }
    }

    /// Where a byte stood in the author's text.
    pub fn place(&self, at: usize) -> usize {
        self.places.as_ref().map_or(at, |places| places[at] as usize)
    }

    /// A part as a text of its own.
    pub fn part(&self, range: Range<usize>) -> MappedText {
        let places = (range.start..=range.end).map(|at| self.place(at) as u32).collect();
        MappedText { text: self.text[range].to_string(), places: Some(places) }
    }

    /// Replaces parts in the order in which they stand; one that overlaps an earlier one is left.
    pub fn replace(&mut self, parts: &[(Range<usize>, &str)]) {
        let mut text = String::with_capacity(self.text.len() + 8 * parts.len());
        let mut places = vec![];
        let mut copied = 0;
        for (range, with) in parts {
            if range.start < copied {
                continue;
            }
            text += &self.text[copied..range.start];
            places.extend((copied..range.start).map(|at| self.place(at) as u32));
            text += with;
            places.extend(std::iter::repeat_n(self.place(range.start) as u32, with.len()));
            copied = range.end;
        }
        text += &self.text[copied..];
        places.extend((copied..=self.text.len()).map(|at| self.place(at) as u32));
        (self.text, self.places) = (text, Some(places));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mends_on_mends_know_where_they_stand() {
        let mut mapped = MappedText::new("hre is ocupied");
        mapped.replace(&[(0..3, "here"), (7..14, "occupied")]);
        assert_eq!(mapped.text, "here is occupied");
        assert_eq!((mapped.place(8), mapped.place(16)), (7, 14));
        let mut part = mapped.part(5..16);
        part.replace(&[(2..2, " not")]);
        assert_eq!(part.text, "is not occupied");
        assert_eq!((part.place(0), part.place(7), part.place(15)), (4, 7, 14));
    }
}
