//! Errors in what names the pits of a board: moves of tests, and rows.

use super::super::line_problem::LineProblem;
use super::{BadLine, SyntaxError, furthest_offset};
use crate::notation::respelt_move;

impl BadLine<'_> {
    /// A move of a test with signs that no move has, or in another order: `A+`, `A:+:-`.
    pub(super) fn malformed_move(&self) -> Option<SyntaxError> {
        if self.context.section != "test" || matches!(self.found, "" | "," | "\"") {
            return None;
        }
        let is_end = |c: char| c.is_whitespace() || c == ',';
        let start = self.at - self.text[..self.at].rsplit(is_end).next().map_or(0, str::len);
        let end = self.text[self.at..].find(is_end).map_or(self.text.len(), |blank| self.at + blank);
        let before = self.text[..start].trim_end();
        let (first, last) = (before.split(' ').next()?, before.rsplit(' ').next()?);
        if first != "play" && last != "illegal" {
            return None;
        }
        let range = start..end;
        let text = &self.text[range.clone()];
        let has_letter = text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '@');
        if start == self.at && has_letter {
            return None;
        }
        let reaches =
            |meant: &String| furthest_offset(&self.replaced(range.clone(), meant), self.rule()) >= start + meant.len();
        if let Some(meant) = respelt_move(text).filter(reaches) {
            return Some(self.repaired(LineProblem::NotAMove { text, meant: true }, range.clone(), range, &meant));
        }
        Some(self.unrepaired(LineProblem::NotAMove { text, meant: false }, range))
    }

    /// `own row 2 is empty`: a row by its number holds no seeds as one place.
    pub(super) fn row_as_a_place(&self) -> Option<SyntaxError> {
        let (before, row) = self.before().rsplit_once(" row ")?;
        let start = ["own", "opponent"].iter().find_map(|whose| before.strip_suffix(whose).map(str::len))?;
        if row.trim().parse::<u16>().is_err() || !matches!(self.found, "is" | "holds") || !self.expected.offers("pit") {
            return None;
        }
        let place = start..self.before().len();
        Some(
            self.unrepaired(
                LineProblem::RowAsPlace { place: &self.text[place.clone()], whose: &before[start..] },
                place,
            ),
        )
    }
}
