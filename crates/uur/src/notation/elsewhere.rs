//! Positions of other programs.

use super::ParseError;
use crate::engine::Position;
use crate::game::Game;
use crate::rules::Side;

/// How other programs write positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForeignPosition {
    /// `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`, Aualé.
    Dashed,
    /// `<3,10,2,1,2,3,4,2,0>`, which the player to move sees: the Kalah Game Protocol.
    Angled,
    /// `4S,4S,1,4S/… 0 0 S 1`: North's row and South's, both from South's left: PlayStrategy.
    Fen,
}

impl ForeignPosition {
    /// The notation of a position, if it is one of these.
    pub fn of(text: &str) -> Option<ForeignPosition> {
        let is_between = |c: char| c.is_whitespace() || c == '_';
        let words: Vec<&str> = text.split(is_between).filter(|word| !word.is_empty()).collect();
        let is_turn = |word: &str| side(word).is_some();
        match words[..] {
            [first, ..] if first.starts_with('<') => Some(ForeignPosition::Angled),
            [rows, _, _, turn, ..] if rows.contains('/') && is_turn(turn) => Some(ForeignPosition::Fen),
            [line] if line.rsplit_once('-').is_some_and(|(_, turn)| is_turn(turn)) => Some(ForeignPosition::Dashed),
            _ => None,
        }
    }

    /// Reads a position.
    ///
    /// # Errors
    /// If it is not written so, or not one of the game's board.
    pub fn read(self, game: &Game, text: &str) -> Result<Position, ParseError> {
        let converted = match self {
            ForeignPosition::Dashed => dashed(text),
            ForeignPosition::Angled => angled(text),
            ForeignPosition::Fen => fen(game, text),
        };
        let converted = converted.map_err(|message| ParseError { message, at: 0, help: String::new() })?;
        super::read_stored_position(game, &converted).map_err(|error| ParseError { at: 0, ..error })
    }

    /// Writes a position of a board of two rows; `None` of PlayStrategy's.
    pub fn write(self, game: &Game, position: &Position) -> Option<String> {
        let layout = game.program.layout();
        let row = |side: Side| -> Vec<String> {
            layout.listed(side).into_iter().map(|pit| position.seeds[pit.index()].to_string()).collect()
        };
        let (to_move, captured) = (position.to_move, position.captured);
        match self {
            ForeignPosition::Dashed => {
                let stores = captured.map(|seeds| seeds.to_string());
                let numbers = [row(Side::South), row(Side::North), stores.to_vec()].concat().join("-");
                Some(format!("{numbers}-{}", &to_move.title()[..1]))
            }
            ForeignPosition::Angled => {
                let [own, other] = [to_move, to_move.other()];
                let stores = [captured[own], captured[other]].map(|seeds| seeds.to_string()).to_vec();
                let numbers = [stores, row(own), row(other)].concat().join(",");
                Some(format!("<{},{numbers}>", layout.span()))
            }
            ForeignPosition::Fen => None,
        }
    }
}

fn south_first(south: &[String], north: &[String], captured: [&str; 2], to_move: Side, more: &str) -> String {
    format!(
        "south {}; north {}; captured {} {}{more}; {} to move",
        south.join(" "),
        north.join(" "),
        captured[0],
        captured[1],
        to_move.as_str()
    )
}

/// Reads `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`.
fn dashed(text: &str) -> Result<String, String> {
    let parts: Vec<String> = text.split('-').map(|part| part.trim().to_string()).collect();
    let [numbers @ .., turn] = &parts[..] else { return Err("the position is empty".to_string()) };
    let pits = numbers.len().checked_sub(2).filter(|pits| *pits > 0 && pits % 2 == 0);
    let (Some(pits), Some(to_move)) = (pits, side(turn)) else {
        return Err("a position has a number for each pit, two for the stores, and S or N, joined by `-`".to_string());
    };
    let (south, north) = numbers[..pits].split_at(pits / 2);
    Ok(south_first(south, north, [&numbers[pits], &numbers[pits + 1]], to_move, ""))
}

/// Reads `<3,10,2,1,2,3,4,2,0>`, which the player to move sees.
fn angled(text: &str) -> Result<String, String> {
    let wrong = || "a state has the number of pits in a row, two stores, and the seeds of both rows".to_string();
    let inside = text.trim().strip_prefix('<').and_then(|text| text.strip_suffix('>')).ok_or_else(wrong)?;
    let numbers: Vec<String> = inside.split(',').map(|part| part.trim().to_string()).collect();
    let size: usize = numbers[0].parse().map_err(|_| wrong())?;
    if numbers.len() != 3 + 2 * size || size == 0 {
        return Err(wrong());
    }
    let (south, north) = numbers[3..].split_at(size);
    Ok(south_first(south, north, [&numbers[1], &numbers[2]], Side::South, ""))
}

/// Reads `4S,4S,1,4S/… 0 0 S 1`: North's row and South's, both from South's left.
fn fen(game: &Game, text: &str) -> Result<String, String> {
    let text = text.replace('_', " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let [rows, south, north, turn, ..] = words[..] else {
        return Err("a position has two rows, two scores and S or N, such as `4S,4S/4S,4S 0 0 S 1`".to_string());
    };
    let to_move = side(turn).ok_or_else(|| format!("`{turn}` is not a player: write S or N"))?;
    let (upper, lower) = rows.split_once('/').ok_or("the two rows are parted by `/`")?;
    let mut marks = vec![];
    let mut row = |cells: &str, side: Side| -> Result<Vec<String>, String> {
        let mut seeds: Vec<String> = vec![];
        for cell in cells.split(',').filter(|cell| !cell.is_empty()) {
            match cell.strip_suffix(['S', 's']) {
                Some(number) if number.parse::<u8>().is_ok() => seeds.push(number.to_string()),
                None if cell == "t" => {
                    marks.push((side, seeds.len()));
                    seeds.push("0".to_string());
                }
                None if cell.parse::<u8>().is_ok_and(|number| number < 32) => {
                    seeds.extend((0..cell.parse::<u8>().unwrap_or(0)).map(|_| "0".to_string()));
                }
                _ => return Err(format!("`{cell}` is no pit: `4S` has four seeds, and `2` are two empty pits")),
            }
        }
        Ok(seeds)
    };
    let mut upper = row(upper, Side::North)?;
    let lower = row(lower, Side::South)?;
    upper.reverse();
    let kind = game.rules.marks.first().map_or("", |mark| &mark.name);
    let letter = |side: Side, at: usize| match side {
        Side::South => char::from(b'A' + at as u8),
        Side::North => char::from(b'a' + (upper.len() - 1 - at) as u8),
    };
    let marks: String =
        marks.iter().map(|&(side, at)| format!("; {kind} {} {}", side.other().as_str(), letter(side, at))).collect();
    Ok(south_first(&lower, &upper, [south, north], to_move, &marks))
}

fn side(text: &str) -> Option<Side> {
    match text {
        "S" => Some(Side::South),
        "N" => Some(Side::North),
        _ => None,
    }
}
