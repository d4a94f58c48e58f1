//! A game from its beginning, as a file of a few lines:
//!
//! ```text
//! game boola.uur
//! set pits=6
//! rules 00069924b49b8b3b
//! from south 0 3 3 0 3 3; north 0 3 3 0 3 3; south to move
//! moves E-1 b C
//! ```
//!
//! or as one line, to be shared:
//!
//! ```text
//! boola pits=6; from south 0 3 3 0 3 3; north 0 3 3 0 3 3; moves E-1 b C
//! ```
//!
//! `set`, `rules` and `from` can be left out. `rules` is the hash of the rules' meaning under which the
//! moves were made. How all of this is read, and what else of a game, is in [`super::reader`].

use super::reader::{self, Bare};
use super::{ParseError, quoted, read_move, read_position, unreadable, write_move};
use crate::check::Settings;
use crate::engine::{MOST_PITS, Position, Program};
use crate::game::Game;
use crate::match_play::{Match, NextStep, Setup, Step};
use crate::rules::Side;

/// The mark with which some programs begin a text.
pub(super) const MARK: char = '\u{feff}';
/// Moves on one line of a record.
const MOVES_A_LINE: usize = 20;

/// A game from its beginning; positions and moves are still text, since reading them needs the game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The game's name, or the path of its rule file; empty if the text does not name it.
    pub game: String,
    /// Parameters that do not have their defaults.
    pub settings: Settings,
    /// The hash of the rules' meaning, if it is given.
    pub rules: Option<String>,
    /// The position it began from, if not the start.
    pub from: Option<Excerpt>,
    /// The moves and lots, and positions between them.
    pub moves: Vec<RecordEntry>,
}

/// A piece of the text that was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Excerpt {
    /// The piece.
    pub text: String,
    /// Where it begins: the byte in the text.
    pub at: usize,
}

/// What a text tells of the course of a game, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordEntry {
    /// A move, a lot or seeds laid out, and who moves, where the text says so.
    Step(Excerpt, Option<Side>),
    /// The position that has been reached.
    Reached(Excerpt),
}

impl From<String> for Excerpt {
    fn from(text: String) -> Excerpt {
        Excerpt { text, at: 0 }
    }
}

impl From<String> for RecordEntry {
    fn from(text: String) -> RecordEntry {
        RecordEntry::Step(text.into(), None)
    }
}

impl RecordEntry {
    /// The piece of text.
    pub fn excerpt(&self) -> &Excerpt {
        match self {
            RecordEntry::Step(excerpt, _) | RecordEntry::Reached(excerpt) => excerpt,
        }
    }

    /// Reads the entry where a match stands: a step to be taken, or nothing if a position has been
    /// reached as the text says.
    ///
    /// # Errors
    /// If the step is none on this board, or the text contradicts the match: another player is to move,
    /// or the position is another one.
    pub fn read(&self, game: &Game, played: &Match) -> Result<Option<Step>, ParseError> {
        let placed = |error: ParseError| ParseError { at: self.excerpt().at + error.at, ..error };
        match self {
            RecordEntry::Step(excerpt, side) => {
                let to_move = played.position.to_move;
                if let (Some(side), NextStep::Move(_)) = (side, played.due)
                    && *side != to_move
                {
                    let message = format!("`{}` is written as {}'s move", excerpt.text, side.title());
                    return unreadable(message, excerpt.at, format!("{} is to move here", to_move.title()));
                }
                read_step(&game.program, to_move, &excerpt.text).map(Some).map_err(placed)
            }
            RecordEntry::Reached(excerpt) => {
                let told = read_position(game, &excerpt.text).map_err(placed)?;
                let here = &played.position;
                // Between two rounds the text may tell the last position of the one or the first of the other.
                let between = played.due == NextStep::Round || played.round > 1 && here.ply == 0;
                if between || told.same_board(here) && (here.outcome.is_some() || told.to_move == here.to_move) {
                    return Ok(None);
                }
                let here = super::write_position(game, here);
                unreadable("the moves lead to another position than this", excerpt.at, format!("they lead to: {here}"))
            }
        }
    }
}

impl Record {
    /// Whether a text is a record and not a rule file, which may begin with the same word.
    pub fn is_one(text: &str) -> bool {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        // In a rule file the name stands in quotes.
        lines.next().is_some_and(|line| line.starts_with("game ") && !line.contains('"')) && Record::read(text).is_ok()
    }

    /// Reads a record.
    ///
    /// # Errors
    /// If a line is none of a record, or the game is not named.
    pub fn read(text: &str) -> Result<Record, ParseError> {
        let record = reader::read(text, Bare::Nothing)?;
        if record.game.is_empty() {
            return unreadable("the record does not name its game", text.len(), "begin it with `game NAME`");
        }
        Ok(record)
    }

    /// Whether the moves were made under rules of the same meaning as these, as far as the record tells.
    pub fn is_of(&self, game: &Game) -> bool {
        self.rules.as_ref().is_none_or(|rules| *rules == game.meaning())
    }

    /// The position from which the game begins, if not the start.
    ///
    /// # Errors
    /// If the text is no position of the game's board.
    pub fn begins(&self, game: &Game) -> Result<Option<Position>, ParseError> {
        let Some(from) = &self.from else { return Ok(None) };
        let position =
            read_position(game, &from.text).map_err(|error| ParseError { at: from.at + error.at, ..error })?;
        Ok(Some(position).filter(|position| *position != game.program.start()))
    }

    /// The steps, as they are written.
    pub fn steps(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().filter_map(|entry| match entry {
            RecordEntry::Step(excerpt, _) => Some(excerpt.text.as_str()),
            RecordEntry::Reached(_) => None,
        })
    }

    /// The record as text.
    pub fn write(&self) -> String {
        let mut text = format!("game {}\n", name(&self.game, &[';', '#', '"', '{', MARK]));
        for (name, value) in &self.settings {
            text += &format!("set {name}={value}\n");
        }
        if let Some(rules) = &self.rules {
            text += &format!("rules {rules}\n");
        }
        if let Some(from) = &self.from {
            text += &format!("from {}\n", from.text);
        }
        let steps: Vec<&str> = self.steps().collect();
        for line in steps.chunks(MOVES_A_LINE) {
            text += &format!("moves {}\n", line.join(" "));
        }
        text
    }

    /// The record as one line, without the hash of the rules.
    pub fn write_line(&self) -> String {
        let mut text = name(&self.game, &[';', '#', '"', '{', '=', ' ', '\'', '>', MARK]);
        for (name, value) in &self.settings {
            text += &format!(" {name}={value}");
        }
        let steps: Vec<&str> = self.steps().collect();
        let mut moves = steps.join(" ");
        if let Some(from) = &self.from {
            text += &format!("; from {}", from.text);
            moves = if steps.is_empty() { String::new() } else { format!("moves {moves}") };
        }
        if moves.is_empty() { text } else { format!("{text}; {moves}") }
    }
}

/// A game's name, in quotes if it has one of these signs, a line end, or blanks around it.
fn name(game: &str, signs: &[char]) -> String {
    if game.contains(signs) || reader::is_key(game) || game.contains(char::is_control) || game.trim() != game {
        quoted::write(game)
    } else {
        game.to_string()
    }
}
/// Reads one step; a move is one of the player whose turn it is.
///
/// # Errors
/// If the text is neither a move on this board, nor a lot, nor a row of seeds laid out.
pub fn read_step(program: &Program, side: Side, text: &str) -> Result<Step, ParseError> {
    match text.strip_prefix('@') {
        None => read_move(program, side, text).map(Step::Move),
        Some(laid) if laid.contains('=') => read_laid(program, laid),
        Some(winner) => match winner.to_lowercase().as_str() {
            "south" | "s" => Ok(Step::Lot(Side::South)),
            "north" | "n" => Ok(Step::Lot(Side::North)),
            _ => unreadable(format!("`{winner}` cannot win a lot"), 1, "write @south or @north"),
        },
    }
}

/// Steps as text, with blanks between them.
pub fn write_steps(program: &Program, steps: &[Step]) -> String {
    let texts: Vec<String> = steps
        .iter()
        .map(|step| match step {
            Step::Move(m) => write_move(program, *m),
            Step::Lot(side) => format!("@{}", side.as_str()),
            Step::Arrange(laid) => write_laid(program, laid),
        })
        .collect();
    texts.join(" ")
}

/// Reads who lays out which seeds: `south=5.0.3`, or both rows with `/` between them.
fn read_laid(program: &Program, text: &str) -> Result<Step, ParseError> {
    let help = "write @south=4.0.4 with one number for each pit of his row, or both rows: @south=4.0.4/4.4.4";
    let (who, seeds) = text.split_once('=').unwrap_or((text, ""));
    let by = match who.to_lowercase().as_str() {
        "south" | "s" => Some(Side::South),
        "north" | "n" => Some(Side::North),
        "lot" => None,
        _ => return unreadable(format!("`{who}` lays out no seeds"), 1, "write @south=, @north= or @lot="),
    };
    let mut rows = [None; 2];
    let told: Vec<&str> = seeds.split('/').collect();
    for (number, part) in told.iter().enumerate() {
        let numbers: Option<Vec<u8>> = part.split('.').map(|seeds| seeds.parse::<u8>().ok()).collect();
        let Some(numbers) = numbers.filter(|numbers| numbers.len() == usize::from(program.layout().span())) else {
            return unreadable(format!("`{part}` is not a row of this board"), who.len() + 2, help);
        };
        let side = match (told.len(), number) {
            (1, _) => by.unwrap_or(Side::South),
            (2, 0) => Side::South,
            (2, 1) => Side::North,
            _ => return unreadable("there are only two rows", who.len() + 2, help),
        };
        let mut row = [0; MOST_PITS / 2];
        row[..numbers.len()].copy_from_slice(&numbers);
        rows[side] = Some(row);
    }
    Ok(Step::Arrange(Setup { by, rows }))
}

fn write_laid(program: &Program, laid: &Setup) -> String {
    let row = |row: &[u8; MOST_PITS / 2]| {
        row[..usize::from(program.layout().span())].iter().map(u8::to_string).collect::<Vec<_>>().join(".")
    };
    let rows: Vec<String> = laid.rows.iter().flatten().map(row).collect();
    format!("@{}={}", laid.by.map_or("lot", Side::as_str), rows.join("/"))
}
