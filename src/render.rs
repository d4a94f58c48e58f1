//! A position drawn for people: both rows as they lie on the table, with pits as letters and seeds
//! as digits.
//!
//! South sits below, and each row runs the way it is sown: in a counter-clockwise game South's A is
//! at the left and North's a at the right, in a clockwise game the other way round. Nothing is said
//! by colour alone. The drawing knows no terminal; it is a text.

use anstyle::AnsiColor;

use crate::engine::{Pit, Position};
use crate::game::Game;
use crate::notation::pit_name;
use crate::rules::{Direction, Goal, MarkId, Side};

/// How a board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// A frame with arrows that show the way of sowing; else ASCII alone.
    pub unicode: bool,
    /// ANSI colours.
    pub colour: bool,
    /// The board turned, so that North sits below.
    pub flip: bool,
}

/// Rows of more pits than this are drawn as narrow as they can be.
const ROOMY: u8 = 16;
/// What is put around the seeds of a marked pit: for each kind of mark South's, then North's.
const BRACKETS: [[(char, char); 2]; 2] = [[('[', ']'), ('(', ')')], [('{', '}'), ('<', '>')]];

const LETTERS: anstyle::Style = anstyle::Style::new().dimmed();
const NO_SEEDS: anstyle::Style = anstyle::Style::new().dimmed();
const TO_MOVE: anstyle::Style = anstyle::Style::new().bold();
const SOUTHS: anstyle::Style = AnsiColor::Green.on_default().bold();
const NORTHS: anstyle::Style = AnsiColor::Cyan.on_default().bold();
const IN_VIEW: anstyle::Style = AnsiColor::Yellow.on_default().bold();

/// A position as a few lines of text, each ended by a line break.
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

/// The same with some pits shown up: their letters bear a `*`.
pub fn board_with(game: &Game, position: &Position, in_view: &[Pit], style: Style) -> String {
    let drawing = Drawing { game, position, in_view, style, digits: digits(game, position) };
    let (top, bottom) = if style.flip { (Side::South, Side::North) } else { (Side::North, Side::South) };
    let alone = game.program.alone();
    let bottom = if alone { Side::South } else { bottom };
    let mut lines = vec![];
    if !alone {
        lines.push(drawing.letters(top, false));
    }
    if style.unicode {
        lines.push(drawing.frame('╭', '╮', false));
    }
    if !alone {
        lines.push(drawing.row(top, false));
    }
    lines.push(drawing.row(bottom, true));
    if style.unicode {
        lines.push(drawing.frame('╰', '╯', true));
    }
    lines.push(drawing.letters(bottom, true));
    if position.out > 0 {
        lines.push(format!("  out of the game: {}", position.out));
    }
    lines.extend(drawing.legend());
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// How many digits the seeds of a pit may need.
fn digits(game: &Game, position: &Position) -> usize {
    let most = game.program.pits_from(Side::South).map(|pit| position.seeds[pit.index()]).max().unwrap_or(0);
    if most > 99 { 3 } else { 2 }
}

struct Drawing<'a> {
    game: &'a Game,
    position: &'a Position,
    in_view: &'a [Pit],
    style: Style,
    digits: usize,
}

impl Drawing<'_> {
    /// A player's pits from left to right.
    fn pits(&self, side: Side, bottom: bool) -> Vec<Pit> {
        let mut pits: Vec<Pit> = self.game.program.row_of(side).collect();
        if bottom != (self.game.rules.sowing.direction == Direction::Counterclockwise) {
            pits.reverse();
        }
        pits
    }

    /// Whether there is room for brackets around the seeds.
    fn brackets(&self) -> bool {
        self.game.program.row() <= ROOMY || !self.game.rules.marks.is_empty()
    }

    /// The columns of a pit up to its last digit.
    fn width(&self) -> usize {
        self.digits + 1
    }

    fn after(&self) -> &'static str {
        if self.brackets() { " " } else { "" }
    }

    fn letters(&self, side: Side, bottom: bool) -> String {
        let mut line = " ".repeat(if self.style.unicode { 9 } else { 8 });
        for pit in self.pits(side, bottom) {
            let shown = self.in_view.contains(&pit);
            let letter = format!("{}{}", if shown { "*" } else { "" }, pit_name(&self.game.program, pit));
            let cell = format!("{letter:>width$}", width = self.width());
            line += &self.paint(&cell, if shown { IN_VIEW } else { LETTERS });
            line += self.after();
        }
        line
    }

    fn frame(&self, left: char, right: char, bottom: bool) -> String {
        let columns = usize::from(self.game.program.row()) * (self.width() + self.after().len()) + 1;
        let rightwards = bottom == (self.game.rules.sowing.direction == Direction::Counterclockwise);
        let arrow = if rightwards { '→' } else { '←' };
        let before = columns / 2;
        let line = |columns| "─".repeat(columns);
        let text = format!("{left}{}{arrow}{}{right}", line(before), line(columns - before - 1));
        format!("{}{}", " ".repeat(8), self.paint(&text, LETTERS))
    }

    fn row(&self, side: Side, bottom: bool) -> String {
        let moves = self.position.outcome.is_none() && self.position.to_move == side;
        let name = format!("{} {}", if moves { '>' } else { ' ' }, side.title());
        let mut line = if moves { self.paint(&name, TO_MOVE) } else { name };
        line.push(' ');
        let edge = if self.style.unicode { self.paint("│", LETTERS) } else { String::new() };
        line += &edge;
        for pit in self.pits(side, bottom) {
            line += &self.pit(pit);
        }
        if self.style.unicode {
            line.push(' ');
        }
        line += &edge;
        let counts = self.game.rules.goal == Some(Goal::MostSeeds) || self.game.rules.rounds.is_some();
        if counts || self.position.captured != [0, 0] {
            line += &format!("  store {}", self.position.captured[side]);
        }
        line
    }

    fn pit(&self, pit: Pit) -> String {
        let seeds = self.position.seeds[pit.index()];
        let mark = self.position.marks[pit.index()];
        let (left, right) = mark
            .and_then(|mark| BRACKETS.get(usize::from(mark.kind.0)).map(|of_kind| of_kind[mark.owner as usize]))
            .map_or((String::new(), self.after().to_string()), |(left, right)| (left.to_string(), right.to_string()));
        let held = if self.position.is_closed(pit) { "x".to_string() } else { seeds.to_string() };
        let text = format!("{:>width$}{right}", format!("{left}{held}"), width = self.width());
        let style = match mark {
            _ if self.in_view.contains(&pit) => IN_VIEW,
            Some(mark) => [SOUTHS, NORTHS][mark.owner],
            None if seeds == 0 => NO_SEEDS,
            None => anstyle::Style::new(),
        };
        self.paint(&text, style)
    }

    /// What the signs on the board mean, as far as they are there.
    fn legend(&self) -> Option<String> {
        let mut parts = vec![];
        for (number, kind) in self.game.rules.marks.iter().enumerate() {
            for owner in Side::BOTH {
                let pits: Vec<Pit> = self
                    .game
                    .program
                    .pits_from(Side::South)
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
        if self.position.territory != 0 {
            let program = &self.game.program;
            let gained = |side: Side| {
                let pits = program.owned(self.position, side).filter(move |&pit| program.side(pit) != side);
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
