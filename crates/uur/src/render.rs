//! Draws a position as text: all rows as they lie on the table, with pits as letters and seeds as
//! digits. On a board of several rows for each player a letter names a column; the strokes of back pits are not
//! drawn.
//!
//! South sits below, and the letters of each row run in the direction of sowing: in a counter-clockwise
//! game South's A is at the left and North's a at the right, in a clockwise game the reverse. Where each
//! player sows round several rows, the front row of a counter-clockwise game runs from right to left. No
//! information is conveyed by colour alone.

use std::ops::Range;

use anstyle::AnsiColor;

use crate::engine::{Pit, Position};
use crate::game::Game;
use crate::notation::pit_name;
use crate::rules::{Direction, Goal, MarkId, Shape, Side};

/// How a board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// A frame with arrows in the direction of sowing; otherwise ASCII only.
    pub unicode: bool,
    /// ANSI colours.
    pub colour: bool,
    /// The board turned, so that North sits below.
    pub flip: bool,
    /// The width of the terminal, if there is one. A wider board is drawn in pieces.
    pub width: Option<usize>,
}

/// The width of the players' names.
const NAME: usize = 8;
/// Rows of more pits than this are drawn with narrow pits.
const ROOMY: usize = 16;
/// The brackets around the seeds of a marked pit: for each kind of mark South's, then North's.
const BRACKETS: [[(char, char); 2]; 2] = [[('[', ']'), ('(', ')')], [('{', '}'), ('<', '>')]];

const LETTERS: anstyle::Style = anstyle::Style::new().dimmed();
const NO_SEEDS: anstyle::Style = anstyle::Style::new().dimmed();
const TO_MOVE: anstyle::Style = anstyle::Style::new().bold();
const SOUTHS: anstyle::Style = AnsiColor::Green.on_default().bold();
const NORTHS: anstyle::Style = AnsiColor::Cyan.on_default().bold();
const HIGHLIGHTED: anstyle::Style = AnsiColor::Yellow.on_default().bold();

/// Draws a position. Each line ends with a line break.
///
/// ```
/// use uur::{game::Game, render};
/// let game = Game::shipped("lahemay-waladat").expect("it is shipped");
/// let board = render::board(&game, &game.program.start(), render::Style::default());
/// assert_eq!(board.lines().nth(2), Some("> South   4   4   4   4   4   4   store 0"));
/// ```
pub fn board(game: &Game, position: &Position, style: Style) -> String {
    board_with(game, position, &[], style)
}

/// Draws a position with some pits highlighted: their letters have a `*`.
pub fn board_with(game: &Game, position: &Position, highlighted: &[Pit], style: Style) -> String {
    let (top, bottom) = if style.flip { (Side::South, Side::North) } else { (Side::North, Side::South) };
    let single_player = game.program.is_single_player();
    let bottom = if single_player { Side::South } else { bottom };
    let drawing = Drawing::fitting(game, position, highlighted, style);
    let mut lines = vec![];
    let is_drawn = game.program.layout().plan().shape() == Shape::Drawn;
    for (number, columns) in drawing.pieces().into_iter().enumerate() {
        if number > 0 {
            lines.push(String::new());
        }
        if is_drawn {
            lines.extend(drawing.grid(&columns));
            continue;
        }
        if game.program.layout().is_shared() {
            lines.push(drawing.name_and_store(top, &columns) + &drawing.store_at_end(top, &columns));
            lines.push(drawing.row(Side::South, 0, true, &columns));
            lines.push(drawing.letters(Side::South, true, &columns));
            lines.push(drawing.name_and_store(bottom, &columns) + &drawing.store_at_end(bottom, &columns));
            continue;
        }
        if !single_player {
            lines.push(drawing.letters(top, false, &columns));
        }
        if style.unicode {
            lines.push(drawing.frame('╭', '╮', false, &columns));
        }
        if !single_player {
            lines.extend((0..drawing.depth()).rev().map(|row| drawing.row(top, row, false, &columns)));
            if drawing.depth() > 1 {
                lines.push(drawing.middle(&columns));
            }
        }
        lines.extend((0..drawing.depth()).map(|row| drawing.row(bottom, row, true, &columns)));
        if style.unicode {
            lines.push(drawing.frame('╰', '╯', true, &columns));
        }
        lines.push(drawing.letters(bottom, true, &columns));
    }
    if position.out > 0 {
        lines.push(format!("  out of the game: {}", position.out));
    }
    lines.extend(drawing.legend());
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Returns the pits of a row of a player from left to right, on the board's upper or lower side.
fn row_of_pits(game: &Game, side: Side, row: u8, bottom: bool) -> Vec<Pit> {
    let layout = game.program.layout();
    let mut pits: Vec<Pit> = layout.plan().row(side, row).into_iter().map(|number| layout.pit(side, number)).collect();
    let counterclockwise = game.rules.sowing.direction == Direction::Counterclockwise;
    // Round several rows, the front row is sown against the direction of the back row.
    let rightwards = counterclockwise == (layout.plan().depth() == 1);
    if bottom != rightwards {
        pits.reverse();
    }
    pits
}

/// Returns the lines of pits as they lie on the table, from the top and from the left. Only a plan that is drawn has
/// columns without a pit.
pub fn table_lines(game: &Game, flip: bool) -> Vec<Vec<Option<Pit>>> {
    let layout = game.program.layout();
    let plan = layout.plan();
    if plan.shape() == Shape::Drawn {
        let line = |y| (0..plan.columns()).map(|x| layout.on_table(x, y)).collect();
        let mut lines: Vec<Vec<Option<Pit>>> = (0..plan.height()).map(line).collect();
        if flip {
            lines.reverse();
            lines.iter_mut().for_each(|line| line.reverse());
        }
        return lines;
    }
    let row = |side, row, bottom| row_of_pits(game, side, row, bottom).into_iter().map(Some).collect();
    if layout.is_alone() || layout.is_shared() {
        return vec![row(Side::South, 0, true)];
    }
    let (top, bottom) = if flip { (Side::South, Side::North) } else { (Side::North, Side::South) };
    let upper = (0..plan.depth()).rev().map(|number| row(top, number, false));
    upper.chain((0..plan.depth()).map(|number| row(bottom, number, true))).collect()
}

/// Whether sowing passes stores and reaches a player's store at the left end of the board.
pub fn store_lies_left(game: &Game, side: Side, flip: bool) -> bool {
    let sowing = &game.rules.sowing;
    let bottom = game.program.is_single_player() || (side == Side::South) != flip;
    let rightwards = bottom == (sowing.direction == Direction::Counterclockwise);
    sowing.passes_stores() && rightwards == sowing.begins_with_store()
}

/// Whether the stores are shown: they count, or hold seeds.
pub fn shows_stores(game: &Game, position: &Position) -> bool {
    let rules = &game.rules;
    let counts = rules.goal == Some(Goal::MostSeeds) || rules.rounds.is_some() || rules.sowing.passes_stores();
    counts || position.captured != [0, 0]
}

/// The number of digits reserved for the seeds of a pit.
fn digits(game: &Game, position: &Position) -> usize {
    let most = game.program.layout().pits_from(Side::South).map(|pit| position.seeds[pit.index()]).max().unwrap_or(0);
    if most > 99 { 3 } else { 2 }
}

#[derive(Clone, Copy)]
struct Drawing<'a> {
    game: &'a Game,
    position: &'a Position,
    highlighted: &'a [Pit],
    style: Style,
    digits: usize,
    /// Whether a column after the seeds of a pit is reserved for a bracket.
    brackets: bool,
    /// The number of columns of pits in each piece of the board.
    in_piece: usize,
}

impl<'a> Drawing<'a> {
    /// Chooses the layout that fits the terminal: one piece, then one piece with narrow pits, then as few
    /// pieces as possible.
    fn fitting(game: &'a Game, position: &'a Position, highlighted: &'a [Pit], style: Style) -> Self {
        let row = usize::from(game.program.layout().plan().columns());
        let marks = !game.rules.marks.is_empty();
        let brackets = row <= ROOMY || marks;
        let digits = digits(game, position);
        let roomy = Drawing { game, position, highlighted, style, digits, brackets, in_piece: row };
        let narrow = Drawing { brackets: marks, ..roomy };
        let Some(width) = style.width else { return roomy };
        let in_pieces = (2..=row).map(|pieces| Drawing { in_piece: row.div_ceil(pieces), ..roomy });
        let mut drawings = [roomy, narrow].into_iter().chain(in_pieces);
        drawings.find(|drawing| drawing.columns() <= width).unwrap_or(Drawing { in_piece: 1, ..narrow })
    }

    /// The greatest width of a piece of the board.
    fn columns(&self) -> usize {
        let row = usize::from(self.game.program.layout().plan().columns());
        let frame = match self.style.unicode {
            true => 3,
            false if self.in_piece < row => 2,
            false => 0,
        };
        let right = Side::BOTH.map(|side| self.store_right(side).len()).into_iter().max().unwrap_or(0);
        NAME + self.left_of_pits() + frame + self.in_piece * self.cell() + right
    }

    /// The columns of pits in each piece, counted from the left.
    fn pieces(&self) -> Vec<Range<usize>> {
        let row = usize::from(self.game.program.layout().plan().columns());
        (0..row).step_by(self.in_piece).map(|from| from..(from + self.in_piece).min(row)).collect()
    }

    /// Rows of a player.
    fn depth(&self) -> u8 {
        self.game.program.layout().plan().depth()
    }

    /// Returns the pits of a row of a player from left to right.
    fn pits(&self, side: Side, row: u8, bottom: bool) -> Vec<Pit> {
        row_of_pits(self.game, side, row, bottom)
    }

    /// The width of a pit up to its last digit. Where letters name columns, the sign of a highlighted pit stands
    /// before its seeds.
    fn width(&self) -> usize {
        self.digits + if self.names_columns() { 2 } else { 1 }
    }

    fn after(&self) -> &'static str {
        if self.brackets { " " } else { "" }
    }

    /// The width of a pit.
    fn cell(&self) -> usize {
        self.width() + self.after().len()
    }

    /// Whether the board goes on to the left of these columns, and to the right.
    fn goes_on(&self, columns: &Range<usize>) -> [bool; 2] {
        let row = usize::from(self.game.program.layout().plan().columns());
        [columns.start > 0, columns.end < row]
    }

    /// The ends of a row at the left and at the right, which are open where the board goes on in another piece.
    fn edges(&self, columns: &Range<usize>) -> [String; 2] {
        let goes_on = self.goes_on(columns);
        let in_pieces = goes_on.contains(&true);
        goes_on.map(|goes_on| match (goes_on, self.style.unicode) {
            (true, true) => self.paint("┊", LETTERS),
            (false, true) => self.paint("│", LETTERS),
            (true, false) => self.paint(":", LETTERS),
            (false, false) => if in_pieces { " " } else { "" }.to_string(),
        })
    }

    fn letters(&self, side: Side, bottom: bool, columns: &Range<usize>) -> String {
        let frame = usize::from(self.style.unicode || self.goes_on(columns).contains(&true));
        let mut line = " ".repeat(NAME + self.left_of_pits() + frame);
        for &pit in &self.pits(side, 0, bottom)[columns.clone()] {
            line += &self.letter(pit);
        }
        line
    }

    /// Whether a letter stands above a column of pits, so that the sign of a highlighted one stands before its seeds.
    fn names_columns(&self) -> bool {
        self.depth() > 1 && self.game.program.layout().plan().shape() != Shape::Drawn
    }

    fn letter(&self, pit: Pit) -> String {
        let shown = !self.names_columns() && self.highlighted.contains(&pit);
        let letter = format!("{}{}", if shown { "*" } else { "" }, pit_name(&self.game.program, pit));
        let cell = format!("{letter:>width$}", width = self.width());
        self.paint(&cell, if shown { HIGHLIGHTED } else { LETTERS }) + self.after()
    }

    /// A board that is drawn as its plan shows it, with the letters of each line of pits above it. The players'
    /// names and stores stand beside the outermost lines.
    fn grid(&self, columns: &Range<usize>) -> Vec<String> {
        let layout = self.game.program.layout();
        let (height, width) = (layout.plan().height(), layout.plan().columns());
        let mut lines = vec![];
        for line in 0..height {
            let y = if self.style.flip { height - 1 - line } else { line };
            let pits: Vec<Option<Pit>> = columns
                .clone()
                .map(|column| if self.style.flip { width - 1 - column as u8 } else { column as u8 })
                .map(|x| layout.on_table(x, y))
                .collect();
            let beside = match y {
                0 => Some(Side::North),
                _ if y + 1 == height => Some(Side::South),
                _ => None,
            };
            let mut letters = " ".repeat(NAME + self.left_of_pits());
            let (mut seeds, right) = match beside {
                Some(side) => (self.name_and_store(side, columns), self.store_at_end(side, columns)),
                None => (letters.clone(), String::new()),
            };
            for pit in pits {
                letters += &pit.map_or_else(|| " ".repeat(self.cell()), |pit| self.letter(pit));
                seeds += &pit.map_or_else(|| " ".repeat(self.cell()), |pit| self.pit(pit));
            }
            lines.extend([letters, seeds + &right]);
        }
        lines
    }

    /// The edge above or below the rows. Of several pieces, the first has the arrow.
    fn frame(&self, left: char, right: char, bottom: bool, columns: &Range<usize>) -> String {
        let [from_left, to_right] = self.goes_on(columns);
        let [left, right] = [if from_left { '┈' } else { left }, if to_right { '┈' } else { right }];
        let columns = columns.len() * self.cell() + 1;
        let rightwards = bottom == (self.game.rules.sowing.direction == Direction::Counterclockwise);
        let arrow = match (from_left, rightwards) {
            (true, _) => '─',
            (false, true) => '→',
            (false, false) => '←',
        };
        let before = columns / 2;
        let line = |columns| "─".repeat(columns);
        let text = format!("{left}{}{arrow}{}{right}", line(before), line(columns - before - 1));
        format!("{}{}", " ".repeat(NAME + self.left_of_pits()), self.paint(&text, LETTERS))
    }

    /// The gap between the players' front rows.
    fn middle(&self, columns: &Range<usize>) -> String {
        if !self.style.unicode {
            return String::new();
        }
        let [from_left, to_right] = self.goes_on(columns);
        let [left, right] = [if from_left { '┈' } else { '├' }, if to_right { '┈' } else { '┤' }];
        let text = format!("{left}{}{right}", "─".repeat(columns.len() * self.cell() + 1));
        format!("{}{}", " ".repeat(NAME + self.left_of_pits()), self.paint(&text, LETTERS))
    }

    /// A row of a player. The name and the store stand beside the front row.
    fn row(&self, side: Side, row: u8, bottom: bool, columns: &Range<usize>) -> String {
        let mut line = match row {
            0 if !self.game.program.layout().is_shared() => self.name_and_store(side, columns),
            _ => " ".repeat(NAME + self.left_of_pits()),
        };
        let [left, right] = self.edges(columns);
        line += &left;
        for &pit in &self.pits(side, row, bottom)[columns.clone()] {
            line += &self.pit(pit);
        }
        if self.style.unicode {
            line.push(' ');
        }
        line += &right;
        if row == 0 && !self.game.program.layout().is_shared() {
            line += &self.store_at_end(side, columns);
        }
        line
    }

    /// What stands before the pits of a player.
    fn name_and_store(&self, side: Side, columns: &Range<usize>) -> String {
        let moves = self.position.outcome.is_none() && self.position.to_move == side;
        let name = format!("{} {}", if moves { '>' } else { ' ' }, side.title());
        let mut line = if moves { self.paint(&name, TO_MOVE) } else { name };
        line.push(' ');
        let left = if columns.start == 0 { self.store_left(side) } else { String::new() };
        line + &self.store_painted(side, &format!("{left:width$}", width = self.left_of_pits()))
    }

    /// What stands behind the pits of a player.
    fn store_at_end(&self, side: Side, columns: &Range<usize>) -> String {
        if columns.end == usize::from(self.game.program.layout().plan().columns()) {
            self.store_painted(side, &self.store_right(side))
        } else {
            String::new()
        }
    }

    /// Whether a player's store is drawn at the left, where sowing reaches it; otherwise at the right.
    fn lies_left(&self, side: Side) -> bool {
        store_lies_left(self.game, side, self.style.flip)
    }

    fn store_left(&self, side: Side) -> String {
        if self.lies_left(side) { format!("{}  ", self.store(side)) } else { String::new() }
    }

    fn store_right(&self, side: Side) -> String {
        let shown = shows_stores(self.game, self.position);
        if shown && !self.lies_left(side) { format!("  {}", self.store(side)) } else { String::new() }
    }

    fn store(&self, side: Side) -> String {
        let changed = if self.highlighted.contains(&Pit::store(side)) { "*" } else { "" };
        format!("store {changed}{}", self.position.captured[side])
    }

    fn store_painted(&self, side: Side, text: &str) -> String {
        let changed = self.highlighted.contains(&Pit::store(side)) && !text.trim().is_empty();
        if changed { self.paint(text, HIGHLIGHTED) } else { text.to_string() }
    }

    /// The width between the names and the pits, in which stores are drawn.
    fn left_of_pits(&self) -> usize {
        // Two digits are reserved from the start, so that the board does not shift.
        let width = |text: String| if text.is_empty() { 0 } else { text.len().max("store 99  ".len()) };
        Side::BOTH.map(|side| width(self.store_left(side))).into_iter().max().unwrap_or(0)
    }

    fn pit(&self, pit: Pit) -> String {
        let seeds = self.position.seeds[pit.index()];
        let mark = self.position.marks[pit.index()];
        let (left, right) = mark
            .and_then(|mark| BRACKETS.get(usize::from(mark.kind.0)).map(|of_kind| of_kind[mark.owner as usize]))
            .map_or((String::new(), self.after().to_string()), |(left, right)| (left.to_string(), right.to_string()));
        let held = if self.position.is_closed(pit) { "x".to_string() } else { seeds.to_string() };
        let changed = if self.names_columns() && self.highlighted.contains(&pit) { "*" } else { "" };
        let text = format!("{:>width$}{right}", format!("{changed}{left}{held}"), width = self.width());
        let style = match mark {
            _ if self.highlighted.contains(&pit) => HIGHLIGHTED,
            Some(mark) => [SOUTHS, NORTHS][mark.owner],
            None if seeds == 0 => NO_SEEDS,
            None => anstyle::Style::new(),
        };
        self.paint(&text, style)
    }

    /// Explains the signs that occur on the board.
    fn legend(&self) -> Option<String> {
        let mut parts = vec![];
        for (number, kind) in self.game.rules.marks.iter().enumerate() {
            for owner in Side::BOTH {
                let pits: Vec<Pit> = self
                    .game
                    .program
                    .layout()
                    .pits()
                    .filter(|pit| {
                        self.position.marks[pit.index()]
                            .is_some_and(|mark| mark.kind == MarkId(number as u8) && mark.owner == owner)
                    })
                    .collect();
                if pits.is_empty() {
                    continue;
                }
                let sign = match BRACKETS.get(number) {
                    Some(of_kind) => format!("{} {}", of_kind[owner as usize].0, of_kind[owner as usize].1),
                    None => pits.iter().map(|&pit| pit_name(&self.game.program, pit).to_string()).collect(),
                };
                parts.push(format!("{sign} {} of {}", kind.name, owner.title()));
            }
        }
        for (counter, [south, north]) in self.game.rules.counters.iter().zip(self.position.memory.counters) {
            if [south, north] != [0, 0] {
                parts.push(format!("{}: South {south}, North {north}", counter.name));
            }
        }
        if self.position.territory != 0 {
            let program = &self.game.program;
            let gained = |side: Side| {
                let pits = program.owned(self.position, side).filter(move |&pit| program.layout().side(pit) != side);
                pits.map(|pit| pit_name(program, pit).to_string()).collect::<Vec<_>>().join(" ")
            };
            for side in Side::BOTH {
                if !gained(side).is_empty() {
                    parts.push(format!("{} owns {}", side.title(), gained(side)));
                }
            }
        }
        if self.position.closed != 0 {
            parts.push("x closed".to_string());
        }
        if parts.is_empty() { None } else { Some(format!("  {}", parts.join("   "))) }
    }

    fn paint(&self, text: &str, style: anstyle::Style) -> String {
        if self.style.colour { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}
