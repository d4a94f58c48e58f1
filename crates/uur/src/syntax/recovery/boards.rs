//! Errors in what names the pits of a board: moves of tests, paths of sowing, and rows.

use std::ops::Range;

use super::{BadLine, SyntaxError, furthest_offset, word_ranges};
use crate::notation::respelt_move;

fn is_digit(sign: char) -> bool {
    sign.is_ascii_digit()
}

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
        let problem = self.problem(format!("`{text}` is not a move"), range.clone(), "not the form of a move");
        let reaches =
            |meant: &String| furthest_offset(&self.replaced(range.clone(), meant), self.rule()) >= start + meant.len();
        if let Some(meant) = respelt_move(text).filter(reaches) {
            return Some(self.repaired(problem, range, &meant, format!("did you mean `{meant}`?")));
        }
        let problem = problem
            .help("a move is a pit, as in `A` or `A'`, and what is chosen in it, in this order")
            .help("`A-1` leaves a seed in A, `A>` and `A<` choose the direction, `A:+`, `A:-` and `A:b` decide");
        Some(self.unrepaired(problem))
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
                let problem = self
                    .problem("the path is empty", end..end, "ends here")
                    .help("write `along own side, opponent side`, or `along own side` for a path round the own pits");
                Some(self.unrepaired(problem))
            }
            (_, "row")
                if self.expected.offers("opponent") && !self.text[here.end..].trim_start().starts_with(is_digit) =>
            {
                let problem = self.problem("`row` needs its player and its number here", here.clone(), "which row?");
                Some(self.repaired(problem, here, "own side", "write `own side` for all own pits"))
            }
            (_, found @ ("side" | "row" | "store" | "front" | "back")) if self.expected.offers("opponent") => {
                let message = format!("`{found}` needs its player here");
                let problem = self.problem(message, here, "whose is it?");
                Some(self.repaired(problem, self.at..self.at, "own ", "write `own` or `opponent`"))
            }
            (_, "and") if self.expected.offers(",") => {
                let problem =
                    self.problem("the parts of a path are joined by `,`", here.clone(), "joins pits and conditions");
                Some(self.repaired(problem, before.len()..here.end, ",", "write `,`"))
            }
            ("row", "" | "," | "backwards") => {
                let message = "`row` needs its number here";
                let problem = self.problem(message, last.clone(), "which row?");
                Some(self.repaired(problem, last, "side", "write `side` for all pits of the player"))
            }
            (_, "pit") => Some(self.path_of_pits(here)),
            (_, found) if found.len() == 1 && found.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                Some(self.path_of_pits(here))
            }
            _ => None,
        }
    }

    fn path_of_pits(&self, range: Range<usize>) -> SyntaxError {
        let problem = self
            .problem("a path is made of sides, rows and stores, not of single pits", range, "not part of a path")
            .help("write for example `along own side, own store, opponent side`")
            .help("for another order of the pits, draw the board: `plan` lines letter the pits along the path");
        self.unrepaired(problem)
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
        let message = format!("`{whose} row {number}` is not a place");
        let problem = self.problem(message, start..self.before().len(), "names a row of pits");
        let rest = &self.text[self.at..];
        // The line is not read on as corrected: the board may have no such row.
        if number == 1 {
            let front = format!("{whose} front ");
            return Some(self.unrepaired(problem.fix(self.span(range), front, "the front row is `front`")));
        }
        for (kind, every) in [("is empty", true), ("is occupied", false)] {
            if rest.starts_with(kind) {
                let range = start..self.at + kind.len();
                let with = match every {
                    true => format!("every {whose} row {number} pit is empty"),
                    false => format!("any {whose} row {number} occupied pit"),
                };
                return Some(self.unrepaired(problem.fix(self.span(range), &with, format!("write `{with}`"))));
            }
        }
        let help = format!("the places are `{whose} front`, `{whose} back` and `{whose} side`");
        Some(self.unrepaired(problem.help(help)))
    }
}
