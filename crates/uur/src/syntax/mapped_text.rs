//! A text with a source map: repaired text that knows where each of its bytes stood in the author's.
//!
//! A recoverable error is reported once and repaired, so that parsing continues and finds the rest.

use std::ops::Range;

/// A text or a part of one, perhaps repaired.
#[derive(Clone)]
pub(super) struct MappedText {
    /// The text to parse.
    pub text: String,
    /// For each byte, and for the end, its offset in the author's text. `None` if nothing has moved.
    places: Option<Vec<u32>>,
}

impl MappedText {
    /// The author's text, unchanged.
    pub fn new(text: &str) -> Self {
        MappedText { text: text.to_string(), places: None }
    }

    /// The offset of a byte in the author's text.
    pub fn place(&self, at: usize) -> usize {
        self.places.as_ref().map_or(at, |places| places[at] as usize)
    }

    /// A part as a text of its own. `range` consists of offsets in this text.
    pub fn part(&self, range: Range<usize>) -> MappedText {
        let places = (range.start..=range.end).map(|at| self.place(at) as u32).collect();
        MappedText { text: self.text[range].to_string(), places: Some(places) }
    }

    /// Moves a part to another place, where it stands between two other texts.
    pub fn move_part(&mut self, part: Range<usize>, to: usize, around: [&str; 2]) {
        let end = self.text.len();
        let inserted =
            |text: &str| MappedText { text: text.into(), places: Some(vec![self.place(to) as u32; text.len() + 1]) };
        let moved = [inserted(around[0]), self.part(part.clone()), inserted(around[1])];
        let mut rest: Vec<MappedText> = match to <= part.start {
            true => vec![self.part(0..to), self.part(to..part.start), self.part(part.end..end)],
            false => vec![self.part(0..part.start), self.part(part.end..to), self.part(to..end)],
        };
        rest.splice(if to <= part.start { 1..1 } else { 2..2 }, moved);
        let last = self.place(end) as u32;
        let places = rest.iter().flat_map(|text| (0..text.text.len()).map(|at| text.place(at) as u32)).chain([last]);
        self.places = Some(places.collect());
        self.text = rest.into_iter().map(|text| text.text).collect();
    }

    /// Replaces parts, which are sorted by their start. A part that overlaps an earlier one is skipped.
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
    fn repeated_repairs_keep_the_source_map() {
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
