//! Errors in what names the pits of a board: moves of tests, paths of sowing, and rows.

use super::super::line_problem::LineProblem;
use super::{BadLine, SyntaxError, furthest_offset, word_ranges};
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

    /// A path of sowing whose parts are not sides, rows and stores of a player.
    pub(super) fn malformed_path(&self) -> Option<SyntaxError> {
        let before = self.before();
        if self.context.section != "sow" || !before.starts_with("along") {
            return None;
        }
        let last = word_ranges(before).last()?;
        let here = self.here();
        match (&before[last.clone()], self.found) {
            ("along", "") => {
                let end = before.len();
                Some(self.unrepaired(LineProblem::EmptyPath, end..end))
            }
            (_, found @ "side") if self.expected.offers("opponent") => {
                Some(self.repaired(LineProblem::PartOfNobody(found), here.clone(), here, "own row"))
            }
            (_, found @ ("rows" | "row" | "store" | "front" | "back")) if self.expected.offers("opponent") => {
                Some(self.repaired(LineProblem::PartOfNobody(found), here, self.at..self.at, "own "))
            }
            (_, "and") if self.expected.offers(",") => {
                Some(self.repaired(LineProblem::PathJoinedByAnd, here.clone(), before.len()..here.end, ","))
            }
            (_, "pit") => Some(self.unrepaired(LineProblem::PathOfPits, here)),
            (_, found) if found.len() == 1 && found.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                Some(self.unrepaired(LineProblem::PathOfPits, here))
            }
            _ => None,
        }
    }

    /// `own row 2 is empty`: a row by its number holds no seeds as one place.
    pub(super) fn row_as_a_place(&self) -> Option<SyntaxError> {
        let (before, row) = self.before().rsplit_once(" row ")?;
        let number: u16 = row.trim().parse().ok()?;
        let start = ["own", "opponent"].iter().find_map(|whose| before.strip_suffix(whose).map(str::len))?;
        if !matches!(self.found, "is" | "holds") || !self.expected.offers("pit") {
            return None;
        }
        let (range, whose) = (start..self.at, &before[start..]);
        let place = start..self.before().len();
        let problem = |has_fix| LineProblem::RowAsPlace { whose, number, has_fix };
        let rest = &self.text[self.at..];
        // The line is not read on as corrected: the board may have no such row.
        if number == 1 {
            let front = format!("{whose} front ");
            return Some(self.fixed(problem(true), place, range, &front));
        }
        for (kind, every) in [("is empty", true), ("is occupied", false)] {
            if rest.starts_with(kind) {
                let range = start..self.at + kind.len();
                let with = match every {
                    true => format!("every {whose} row {number} pit is empty"),
                    false => format!("any {whose} row {number} occupied pit"),
                };
                return Some(self.fixed(problem(true), place, range, &with));
            }
        }
        Some(self.unrepaired(problem(false), place))
    }
}
