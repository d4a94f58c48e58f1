//! Pits and moves.

use super::{Unreadable, unreadable};
use crate::engine::{Move, Pit, Program};
use crate::rules::Side;

/// The letter of a pit: upper case for South, lower case for North.
pub fn pit_name(program: &Program, pit: Pit) -> char {
    let number = pit.0 % program.row();
    let letter = char::from(b'A' + number);
    match program.side(pit) {
        Side::South => letter,
        Side::North => letter.to_ascii_lowercase(),
    }
}

/// Reads a pit of one player: its letter in either case, or its number from the player's own end.
///
/// # Errors
/// If the board has no such pit.
pub fn read_pit(program: &Program, side: Side, text: &str) -> Result<Pit, Unreadable> {
    let last = pit_name(program, program.pit(side, program.row() - 1));
    let first = pit_name(program, program.pit(side, 0));
    let help = format!("{}'s pits are {first} to {last}", side.title());
    let mut letters = text.chars();
    let number = match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => {
            Some(u32::from(letter.to_ascii_uppercase() as u8 - b'A'))
        }
        _ => text
            .parse::<u32>()
            .ok()
            .filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|number| number.checked_sub(1)),
    };
    match number {
        Some(number) if number < u32::from(program.row()) => Ok(program.pit(side, number as u8)),
        _ => unreadable(format!("there is no pit `{text}`"), 0, help),
    }
}

/// Reads a move of the player to move: a pit and, with `-`, how many seeds stay in it.
///
/// # Errors
/// If the text is no move on this board; whether it is legal is not asked.
pub fn read_move(program: &Program, side: Side, text: &str) -> Result<Move, Unreadable> {
    let (pit, leaving) = match text.split_once('-') {
        None => (text, None),
        Some((pit, leaving)) => match leaving.parse::<u8>() {
            Ok(leaving) if leaving > 0 => (pit, Some(leaving)),
            _ => {
                return unreadable(
                    format!("`{leaving}` is no number of seeds to leave"),
                    pit.len() + 1,
                    "write for example K-1 to leave one seed in K",
                );
            }
        },
    };
    Ok(Move { pit: read_pit(program, side, pit)?, leaving })
}

/// A move as text.
pub fn write_move(program: &Program, m: Move) -> String {
    let pit = pit_name(program, m.pit);
    m.leaving.map_or_else(|| pit.to_string(), |leaving| format!("{pit}-{leaving}"))
}
