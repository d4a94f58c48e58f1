//! A game from its beginning, as a file of a few lines:
//!
//! ```text
//! game boola
//! set pits=6
//! from south 0 3 3 0 3 3; north 0 3 3 0 3 3; south to move
//! moves E-1 b C
//! ```
//!
//! `set` and `from` can be left out, `moves` can be repeated, and `#` begins a comment. In a match,
//! `@south` and `@north` among the moves say who won a lot, and `@south=4.0.4` how seeds are laid out
//! before the first move.

use super::{Unreadable, read_move, unreadable, words, write_move};
use crate::check::Settings;
use crate::engine::{MOST_PITS, Program};
use crate::match_play::{Laid, Step};
use crate::rules::Side;

/// A game from its beginning; the moves are still text, since reading them needs the game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The game's name or path.
    pub game: String,
    /// Parameters that do not have their defaults.
    pub settings: Settings,
    /// The position it began from, if not the start.
    pub from: Option<String>,
    /// The moves and lots.
    pub moves: Vec<String>,
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
    pub fn read(text: &str) -> Result<Record, Unreadable> {
        let mut record = Record::default();
        let mut at = 0;
        for line in text.split('\n') {
            let content = line.split('#').next().unwrap_or("");
            let (key, rest) = content.trim().split_once(char::is_whitespace).unwrap_or((content.trim(), ""));
            let rest = rest.trim();
            match key {
                "" => {}
                "game" if rest.contains('"') => {
                    return unreadable("this is a rule file and no record", at, "a record names its game: game boola");
                }
                "game" => record.game = rest.to_string(),
                "set" => {
                    for (_, setting) in words(rest) {
                        let Some((name, value)) = setting.split_once('=') else {
                            return unreadable(format!("`{setting}` sets nothing"), at, "write NAME=VALUE");
                        };
                        record.settings.insert(name.to_string(), value.to_string());
                    }
                }
                "from" => record.from = Some(rest.to_string()),
                "moves" => record.moves.extend(words(rest).map(|(_, word)| word.to_string())),
                _ => {
                    return unreadable(
                        format!("no line of a record begins with `{key}`"),
                        at,
                        "its lines begin with game, set, from or moves",
                    );
                }
            }
            at += line.len() + 1;
        }
        if record.game.is_empty() {
            return unreadable("the record does not name its game", text.len(), "begin it with `game NAME`");
        }
        Ok(record)
    }

    /// The record as text.
    pub fn write(&self) -> String {
        let mut text = format!("game {}\n", self.game);
        for (name, value) in &self.settings {
            text += &format!("set {name}={value}\n");
        }
        if let Some(from) = &self.from {
            text += &format!("from {from}\n");
        }
        for line in self.moves.chunks(20) {
            text += &format!("moves {}\n", line.join(" "));
        }
        text
    }
}

/// Reads one step; a move is one of the player whose turn it is.
///
/// # Errors
/// If the text is neither a move on this board, nor a lot, nor a row of seeds laid out.
pub fn read_step(program: &Program, side: Side, text: &str) -> Result<Step, Unreadable> {
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
fn read_laid(program: &Program, text: &str) -> Result<Step, Unreadable> {
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
        let Some(numbers) = numbers.filter(|numbers| numbers.len() == usize::from(program.row())) else {
            return unreadable(format!("`{part}` is no row of this board"), who.len() + 2, help);
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
    Ok(Step::Arrange(Laid { by, rows }))
}

fn write_laid(program: &Program, laid: &Laid) -> String {
    let row = |row: &[u8; MOST_PITS / 2]| {
        row[..usize::from(program.row())].iter().map(u8::to_string).collect::<Vec<_>>().join(".")
    };
    let rows: Vec<String> = laid.rows.iter().flatten().map(row).collect();
    format!("@{}={}", laid.by.map_or("lot", Side::as_str), rows.join("/"))
}
