//! The board: its pits by rows or as a drawing, and the path of sowing through them.

use super::Checker;
use super::problem::{BoardProblem, Missing, Problem};
use crate::rules::*;
use crate::source::{Span, Spanned};
use crate::syntax::ast::*;

/// The maximum number of pits in a row.
const MAX_PITS: u16 = 24;
/// The maximum number of pits of a player, for which a position has room.
const MAX_PITS_OF_PLAYER: u16 = 32;
/// The maximum number of lines of a drawing, and of places in each.
const MAX_DRAWN: usize = 64;

/// A pit in a drawing.
struct DrawnPit {
    side: Side,
    letter: u8,
    strokes: u8,
    x: u8,
    y: u8,
    span: Span,
}

impl Checker {
    /// The plan of a board with `rows` and `pits`.
    pub(super) fn plan_in_rows(
        &mut self,
        rows: Option<(&NumberNode, Option<Span>)>,
        pits: Option<&NumberNode>,
        head: Span,
    ) -> Option<Plan> {
        let mut row_count = 2;
        let shared = rows.and_then(|(_, shared)| shared);
        match rows {
            None => self.report(head, Missing::Rows),
            Some((rows, _)) => match self.number(rows) {
                Some(number @ (1 | 2 | 4 | 6)) => row_count = number as u8,
                Some(number) => {
                    self.report(rows.span, BoardProblem::RowCount { rows: number });
                }
                None => self.rows_unknown = true,
            },
        }
        let Some(number) = pits else {
            self.report(head, Missing::Pits);
            return None;
        };
        let pits = self.number(number)?;
        let depth = (row_count / 2).max(1);
        let most = MAX_PITS.min(MAX_PITS_OF_PLAYER / u16::from(depth));
        if !(1..=most).contains(&pits) {
            self.report(number.span, BoardProblem::RowLength { pits, most, rows: row_count });
            return None;
        }
        match shared {
            Some(span) if row_count > 1 => {
                self.report(span, BoardProblem::SeveralShared);
                None
            }
            Some(_) => Some(Plan::shared(pits as u8)),
            None => Some(Plan::in_rows(row_count, pits as u8)),
        }
    }

    /// The plan of a board that is drawn, line by line from the top.
    pub(super) fn drawn_plan(&mut self, lines: &[&NameNode]) -> Option<Plan> {
        let mut pits: Vec<DrawnPit> = vec![];
        let mut width = None;
        let mut is_sound = true;
        for (y, line) in lines.iter().enumerate() {
            let places: Vec<(usize, &str)> = crate::notation::words(&line.value).collect();
            let first = *width.get_or_insert(places.len());
            if places.is_empty() {
                self.report(line.span, BoardProblem::EmptyPlanLine);
                return None;
            }
            if first.max(lines.len()) > MAX_DRAWN {
                self.report(line.span, BoardProblem::PlanTooLarge { places: places.len(), most: MAX_DRAWN });
                return None;
            }
            if places.len() != first {
                let first = (first, lines[0].span);
                self.report(line.span, BoardProblem::UnevenPlanLine { places: places.len(), first });
                return None;
            }
            for (x, (at, place)) in places.into_iter().enumerate() {
                let start = line.span.start as usize + 1 + at;
                let span = Span::new(line.span.source, start, start + place.len());
                let name = place.trim_end_matches('\'');
                let (letter, strokes) = match name.as_bytes() {
                    _ if place == "." => continue,
                    [letter] if letter.is_ascii_alphabetic() => (*letter, place.len() - 1),
                    _ => {
                        let problem = BoardProblem::NotAPit { place }.diagnostic(span);
                        let is_slip = problem.fix.is_some();
                        self.problems.push(problem);
                        is_sound = false;
                        if is_slip {
                            continue;
                        }
                        break;
                    }
                };
                let side = if letter.is_ascii_uppercase() { Side::South } else { Side::North };
                let letter = letter.to_ascii_uppercase() - b'A';
                pits.push(DrawnPit { side, letter, strokes: strokes as u8, x: x as u8, y: y as u8, span });
            }
        }
        if !is_sound {
            return None;
        }
        let whole = lines[0].span.to(lines[lines.len() - 1].span);
        self.check_names(&pits, whole)?;
        let drawn: Vec<_> = pits.iter().map(|pit| (pit.side, pit.letter, pit.strokes, pit.x, pit.y)).collect();
        Some(Plan::drawn(&drawn))
    }

    /// Checks the letters of a drawing: each once for each player, from A on without gaps.
    fn check_names(&mut self, pits: &[DrawnPit], whole: Span) -> Option<()> {
        let find = |side: Side, letter: u8, strokes: u8| {
            pits.iter().find(|pit| (pit.side, pit.letter, pit.strokes) == (side, letter, strokes))
        };
        if let Some(lacking) = Side::BOTH.into_iter().find(|side| pits.iter().all(|pit| pit.side != *side))
            && !pits.is_empty()
        {
            self.report(whole, BoardProblem::NoPitsOf(lacking));
            return None;
        }
        for pit in pits {
            let name = drawn_name(pit.side, pit.letter, pit.strokes);
            let first = find(pit.side, pit.letter, pit.strokes).filter(|first| first.span != pit.span);
            let problem = if let Some(first) = first {
                BoardProblem::DrawnTwice { pit: &name, first: first.span }
            } else if pit.letter > 0 && pit.strokes == 0 && find(pit.side, pit.letter - 1, 0).is_none() {
                let before = drawn_name(pit.side, pit.letter - 1, 0);
                BoardProblem::LetterGap { pit: &name, before }
            } else if pit.strokes > 0 && !pits.iter().any(|one| one.side == pit.side && one.strokes + 1 == pit.strokes)
            {
                BoardProblem::StrokeGap { pit: &name }
            } else if find(pit.side.other(), pit.letter, pit.strokes).is_none() {
                let other = drawn_name(pit.side.other(), pit.letter, pit.strokes);
                BoardProblem::NoCounterpart { side: pit.side, pit: &name, other }
            } else {
                continue;
            };
            self.report(pit.span, problem);
            return None;
        }
        let span = pits.len() / 2;
        if span == 0 || span > usize::from(MAX_PITS_OF_PLAYER) {
            self.report(whole, BoardProblem::PitsOfPlayer { pits: span, most: MAX_PITS_OF_PLAYER });
            return None;
        }
        Some(())
    }

    /// The runs of the path of sowing; without a line the mover's pits, then the opponent's.
    pub(super) fn path(&mut self, given: Option<&(&[Spanned<RunNode>], Span)>) -> Option<Vec<Run>> {
        let plan = self.plan.clone()?;
        let Some((nodes, span)) = given else {
            return Some(if plan.is_alone() { vec![Run::side(Whose::Own)] } else { Run::AROUND.to_vec() });
        };
        if plan.is_shared() {
            self.report(*span, BoardProblem::PathOfSharedRow);
            return None;
        }
        let mut runs: Vec<Run> = vec![];
        for node in nodes.iter() {
            let RunNode { whose, part, backwards } = node.value;
            if plan.is_alone() && whose == Whose::Opponent {
                self.report(node.span, BoardProblem::PathAlone);
                return None;
            }
            let part = match part {
                RunPartNode::Side => RunPart::Side,
                RunPartNode::Store => RunPart::Store,
                RunPartNode::Row(row) => RunPart::Row(self.row_of(Some(whose), row, node.span)?),
            };
            runs.push(Run { whose, part, backwards });
        }
        let covers = |run: &Run, whose: Whose, number: u8| {
            run.whose == whose
                && match run.part {
                    RunPart::Side => true,
                    RunPart::Row(row) => plan.spot(Side::South, number).row == row,
                    RunPart::Store => false,
                }
        };
        for (later, run) in runs.iter().enumerate() {
            let both = |earlier: &Run| {
                *earlier == *run
                    || earlier.part == RunPart::Store && (earlier.whose, earlier.part) == (run.whose, run.part)
                    || (0..plan.span())
                        .any(|number| covers(earlier, run.whose, number) && covers(run, run.whose, number))
            };
            if let Some(earlier) = runs[..later].iter().position(both) {
                self.report(nodes[later].span, BoardProblem::PassedTwice { first: nodes[earlier].span });
                return None;
            }
        }
        // A pit on neither player's path could be lifted, but not sown.
        let passed = |whose: Whose, number: u8| runs.iter().any(|run| covers(run, whose, number));
        let outside = (0..plan.span()).find(|&pit| !passed(Whose::Own, pit) && !passed(Whose::Opponent, pit));
        if let Some(pit) = outside {
            let name = name_of(plan.spot(Side::South, pit));
            let is_out = |row: u8| plan.row(Side::South, row).iter().all(|&pit| !passed(Whose::Own, pit));
            let missing: Vec<String> =
                (0..plan.depth()).filter(|&row| is_out(row)).map(|row| self.run_of(row)).collect();
            let is_own =
                |run: &&Spanned<RunNode>| run.value.whose == Whose::Own && run.value.part != RunPartNode::Store;
            let all_rows = if plan.depth() > 1 { "own rows, " } else { "own row, " };
            let inserted = match nodes.iter().rfind(is_own) {
                Some(run) => Some((run.span.end, format!(", {}", missing.join(", ")))),
                // Whether stores alone go on to the other side is not known.
                None if nodes.iter().all(|run| run.value.part == RunPartNode::Store) => None,
                None => Some((nodes[0].span.start, all_rows.to_string())),
            };
            let inserted = inserted.map(|(at, text)| (Span { start: at, end: at, ..*span }, text));
            self.report(*span, BoardProblem::NotPassed { pit: &name, inserted });
            return None;
        }
        Some(runs)
    }

    /// A row of the own side as a part of a path, 0 for the front row.
    fn run_of(&self, row: u8) -> String {
        match row {
            0 => "own front".to_string(),
            row if row + 1 == self.depth => "own back".to_string(),
            row => format!("own row {}", row + 1),
        }
    }

    /// The direction in which the letters of the board run, and the one of the moves if there is one for all.
    pub(super) fn directions(&mut self, section: &SectionNode) -> Option<(Direction, Option<Way>)> {
        let drawn = self.plan.as_ref().filter(|plan| plan.shape() == Shape::Drawn).map(Plan::direction);
        match (section.direction.as_ref(), drawn) {
            // What is wrong with the drawing has been reported.
            (None, None) if self.is_drawn => None,
            (None, None) => {
                self.report(section.head, Missing::Direction);
                None
            }
            (None, Some(letters)) => Some((letters, Some(Way::Onward))),
            (Some(header), letters) => match (header.value, letters) {
                // Where the mover chooses the direction, A is the leftmost pit.
                (None, None) if self.depth > 1 => Some((Direction::Clockwise, None)),
                (None, letters) => Some((letters.unwrap_or(Direction::Counterclockwise), None)),
                (Some(direction), Some(letters)) if direction != letters => {
                    self.report(header.span, BoardProblem::LettersRun(letters));
                    None
                }
                (Some(direction), _) => Some((direction, Some(Way::Onward))),
            },
        }
    }

    /// Reports a path that leads to no pit from any pit of the board.
    pub(super) fn check_steps(&mut self, path: &[PathStep], span: Span) {
        let Some(plan) = self.plan.as_ref() else { return };
        let across = path.iter().any(|step| matches!(step, PathStep::Opposite | PathStep::Mirror));
        if plan.reach(path).some && !(across && plan.is_alone()) {
            return;
        }
        let problem = if across && (plan.is_alone() || plan.is_shared()) {
            BoardProblem::NothingAcross { shared: plan.is_shared() }
        } else if self.depth == 1 && path.contains(&PathStep::Behind) {
            BoardProblem::NothingBehind
        } else {
            BoardProblem::NoSuchPlace
        };
        self.report(span, problem);
    }
}

/// The name of a pit in a drawing.
fn drawn_name(side: Side, letter: u8, strokes: u8) -> String {
    let first = if side == Side::South { b'A' } else { b'a' };
    format!("{}{}", char::from(first + letter), "'".repeat(strokes.into()))
}

/// The name of a pit of either player.
pub(super) fn name_of(spot: Spot) -> String {
    drawn_name(Side::South, spot.letter, spot.strokes)
}
