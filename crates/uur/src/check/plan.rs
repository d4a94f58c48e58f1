//! The board: its pits by rows or as a drawing, and the path of sowing through them.

use super::Checker;
use crate::diagnostic::{Code, Diagnostic, count};
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
            None => self.missing("the board has no `rows`", head, "write `rows 2`"),
            Some((rows, _)) => match self.number(rows) {
                Some(number @ (1 | 2 | 4 | 6)) => row_count = number as u8,
                Some(number) => {
                    let many = count(number.into(), "row");
                    Diagnostic::new(Code::BoardTooLarge, format!("the engine cannot play a board of {many}"))
                        .label(rows.span, "it plays 2, 4 or 6 rows, or 1 for a single player, or `1 shared`")
                        .help("each player has half of the rows; other boards can be drawn: `plan \"c b a\"`")
                        .report(self);
                }
                None => {}
            },
        }
        let Some(number) = pits else {
            self.missing("the board has no `pits`", head, "write `pits 6`");
            return None;
        };
        let pits = self.number(number)?;
        let depth = (row_count / 2).max(1);
        let most = MAX_PITS.min(MAX_PITS_OF_PLAYER / u16::from(depth));
        if !(1..=most).contains(&pits) {
            let label = match depth {
                1 => format!("from 1 to {most} pits in a row"),
                _ => format!("from 1 to {most} pits in a row on a board of {row_count} rows"),
            };
            let many = count(pits.into(), "pit");
            Diagnostic::new(Code::BoardTooLarge, format!("the engine cannot play rows of {many}"))
                .label(number.span, label)
                .report(self);
            return None;
        }
        match shared {
            Some(span) if row_count > 1 => {
                Diagnostic::new(Code::Misplaced, "only one row can be shared")
                    .label(span, "each player has half of the rows")
                    .fix(span, "", "leave out `shared`")
                    .help("a ring of pits that belong to neither player is `rows 1 shared`")
                    .report(self);
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
                Diagnostic::new(Code::StartDoesNotFit, "this line of the plan is empty")
                    .label(line.span, "no pits")
                    .help("write `.` where there is no pit, or leave the line out")
                    .report(self);
                return None;
            }
            if places.len() != first || first.max(lines.len()) > MAX_DRAWN {
                let places = count(places.len(), "place");
                let problem = Diagnostic::new(Code::StartDoesNotFit, format!("this line of the plan has {places}"));
                if first.max(lines.len()) > MAX_DRAWN {
                    problem.label(line.span, format!("at most {MAX_DRAWN} lines and columns")).report(self);
                } else {
                    problem
                        .label(line.span, "the columns of the board do not fit")
                        .label(lines[0].span, format!("{} here", count(first, "place")))
                        .help("write `.` where there is no pit")
                        .report(self);
                }
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
                        let problem = not_a_pit(place, span);
                        let is_slip = problem.fix.is_some();
                        problem.report(self);
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
            Diagnostic::new(Code::OutOfRange, format!("the plan has no pits of {}", lacking.title()))
                .label(whole, format!("all pits are {}'s", lacking.other().title()))
                .help("capitals are South's pits, and small letters North's")
                .help("a row for a single player is `rows 1`, and a ring for two is `rows 1 shared`")
                .report(self);
            return None;
        }
        for (number, pit) in pits.iter().enumerate() {
            let name = drawn_name(pit.side, pit.letter, pit.strokes);
            let same =
                |known: &&DrawnPit| (known.side, known.letter, known.strokes) == (pit.side, pit.letter, pit.strokes);
            let problem = if let Some(first) = pits[..number].iter().find(same) {
                Diagnostic::new(Code::Duplicate, format!("the plan has two pits `{name}`"))
                    .label(pit.span, "drawn again here")
                    .label(first.span, "first here")
                    .help("each letter names one pit of each player")
            } else if pit.letter > 0 && pit.strokes == 0 && find(pit.side, pit.letter - 1, 0).is_none() {
                let before = drawn_name(pit.side, pit.letter - 1, 0);
                Diagnostic::new(Code::OutOfRange, format!("the plan has no pit `{before}`"))
                    .label(pit.span, format!("`{name}` follows it"))
                    .help("the letters of each player run from A on without gaps; stores are not drawn")
            } else if pit.strokes > 0 && !pits.iter().any(|one| one.side == pit.side && one.strokes + 1 == pit.strokes)
            {
                Diagnostic::new(Code::OutOfRange, format!("`{name}` has a stroke too many"))
                    .label(pit.span, "no pit of the player has a stroke less")
                    .help("begin with letters alone; strokes are for further rows")
            } else if find(pit.side.other(), pit.letter, pit.strokes).is_none() {
                let other = drawn_name(pit.side.other(), pit.letter, pit.strokes);
                Diagnostic::new(Code::OutOfRange, format!("{} has no pit `{other}`", pit.side.other().title()))
                    .label(pit.span, format!("{} has `{name}`", pit.side.title()))
                    .help(format!("draw `{other}` too, or leave out `{name}`: both players have the same letters"))
            } else {
                continue;
            };
            problem.report(self);
            return None;
        }
        let span = pits.len() / 2;
        if span == 0 || span > usize::from(MAX_PITS_OF_PLAYER) {
            let many = count(span, "pit");
            Diagnostic::new(Code::BoardTooLarge, format!("the engine cannot play with {many} of each player"))
                .label(whole, format!("from 1 to {MAX_PITS_OF_PLAYER} pits of each player"))
                .report(self);
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
            Diagnostic::new(Code::Misplaced, "the path round a shared row cannot be changed")
                .label(*span, "seeds are sown round the row, from A on")
                .help("leave out `along`; to play round stores, use `rows 2`")
                .report(self);
            return None;
        }
        let mut runs: Vec<Run> = vec![];
        for node in nodes.iter() {
            let RunNode { whose, part, backwards } = node.value;
            if plan.is_alone() && whose == Whose::Opponent {
                Diagnostic::new(Code::Misplaced, "a board of one row belongs to South alone")
                    .label(node.span, "there is no other player")
                    .help("write `along own side`, or with the store `along own side, own store`")
                    .report(self);
                return None;
            }
            let part = match part {
                RunPartNode::Side => RunPart::Side,
                RunPartNode::Store => RunPart::Store,
                RunPartNode::Row(row) => RunPart::Row(self.row_of_side(whose, row, node.span)?),
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
                Diagnostic::new(Code::Duplicate, "the path passes a place twice")
                    .label(nodes[later].span, "passed again here")
                    .label(nodes[earlier].span, "first here")
                    .help("each pit and each store lies on the path once")
                    .report(self);
                return None;
            }
        }
        // A pit on neither player's path could be lifted, but not sown.
        let passed = |whose: Whose, number: u8| runs.iter().any(|run| covers(run, whose, number));
        let outside = (0..plan.span()).find(|&pit| !passed(Whose::Own, pit) && !passed(Whose::Opponent, pit));
        if let Some(pit) = outside {
            let name = name_of(plan.spot(Side::South, pit));
            let problem = Diagnostic::new(Code::OutOfRange, format!("pit {name} lies on no path"))
                .label(*span, format!("no seed falls into {name}, and none can be sown from there"));
            let is_out = |row: u8| plan.row(Side::South, row).iter().all(|&pit| !passed(Whose::Own, pit));
            let missing: Vec<String> =
                (0..plan.depth()).filter(|&row| is_out(row)).map(|row| self.run_of(row)).collect();
            let is_own =
                |run: &&Spanned<RunNode>| run.value.whose == Whose::Own && run.value.part != RunPartNode::Store;
            let (at, text) = match nodes.iter().rfind(is_own) {
                Some(run) => (run.span.end, format!(", {}", missing.join(", "))),
                None => (nodes[0].span.start, "own side, ".to_string()),
            };
            let at = Span { start: at, end: at, ..*span };
            problem.fix(at, text, "let the path pass all pits of the player").report(self);
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
                self.missing(
                    "the sowing has no direction",
                    section.head,
                    "write `sow counterclockwise {`, `sow clockwise {` or `sow either way {`",
                );
                None
            }
            (None, Some(letters)) => Some((letters, Some(Way::Onward))),
            (Some(header), letters) => match (header.value, letters) {
                // Where the mover chooses the direction, A is the leftmost pit.
                (None, None) if self.depth > 1 => Some((Direction::Clockwise, None)),
                (None, letters) => Some((letters.unwrap_or(Direction::Counterclockwise), None)),
                (Some(direction), Some(letters)) if direction != letters => {
                    let run = match letters {
                        Direction::Clockwise => "clockwise",
                        Direction::Counterclockwise => "counterclockwise",
                    };
                    Diagnostic::new(Code::Misplaced, format!("the letters of the plan run {run}"))
                        .label(header.span, "seeds are sown along the letters")
                        .help("leave out the direction, or letter the pits the other way")
                        .report(self);
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
        let problem = if across && plan.is_alone() {
            Diagnostic::new(Code::Misplaced, "a board of one row has no other side")
                .label(span, "no pit lies across from another")
                .help("`next`, `beyond` and `previous` are the neighbours in the row; for two players write `rows 2`")
        } else if across && plan.is_shared() {
            Diagnostic::new(Code::Misplaced, "a ring of shared pits has no other side")
                .label(span, "no pit lies across from another")
                .help("`next`, `beyond` and `previous` are the neighbours in the ring")
        } else if self.depth == 1 && path.contains(&PathStep::Behind) {
            Diagnostic::new(Code::Misplaced, "each player has one row on this board")
                .label(span, "nothing lies behind a pit")
                .help("`behind` is for boards of `rows 4` or more, and for some that are drawn")
        } else {
            Diagnostic::new(Code::Misplaced, "there is no such place on this board")
                .label(span, "leads to no pit, wherever it begins")
                .help("`opposite` is the nearest pit of the other player in the same column, `behind` the next one of the same player away from the other")
        };
        problem.report(self);
    }
}

/// The problem of a place in a drawing that names no pit.
fn not_a_pit(place: &str, span: Span) -> Diagnostic {
    let problem = Diagnostic::new(Code::OutOfRange, format!("`{place}` is not a pit"));
    let straight = place.replace(['’', '′', '`', '´', '"'], "'");
    let bare = straight.trim_end_matches([',', ';']);
    let pits = bare.bytes().filter(u8::is_ascii_alphabetic).count();
    let signs = |sign: u8| sign.is_ascii_alphabetic() || matches!(sign, b'\'' | b'.');
    if place.to_ascii_lowercase().contains("store") {
        problem.label(span, "stores are not drawn").help("write `.` here; seeds in the stores are `stores 2 each`")
    } else if pits == 1 && bare != place && bare.trim_end_matches('\'').len() == 1 {
        problem.label(span, "other signs than a pit has").fix(span, bare, format!("write `{bare}`"))
    } else if pits > 1 && straight.bytes().all(signs) {
        let mut spaced = String::new();
        for sign in straight.chars() {
            spaced += if sign == '\'' || spaced.is_empty() { "" } else { " " };
            spaced.push(sign);
        }
        problem.label(span, "several pits in one word").fix(span, spaced, "write blanks between the pits")
    } else if !place.contains(char::is_alphanumeric) {
        problem.label(span, "not a letter").fix(span, ".", "write `.` where there is no pit")
    } else if place.bytes().all(|sign| sign.is_ascii_digit()) {
        problem
            .label(span, "one letter for each pit")
            .help("a plan shows the names of the pits, and `seeds` their seeds: write `A` for South's first pit")
    } else {
        problem
            .label(span, "one letter for each pit")
            .help("capitals are South's pits, small letters North's, and `.` is no pit")
            .help("a pit may have strokes behind its letter: `A'`")
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
