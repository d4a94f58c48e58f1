//! Bao as the masters write it (A. J. de Voogt, Limits of the Mind, 1995): `A5L*`.
//!
//! `A` is the front row and `B` the back row, pits are counted from the player's left, and `L` and `R` are the left and
//! the right of the player. `*` is a move that captures nothing, `>` behind the way sows the house. In the first stage a
//! capture names the end of the row where the captured seeds are put in, all other moves the way of sowing.

use crate::engine::{Choice, Move, Position};
use crate::game_play::GamePlay;
use crate::notation::{read_move, write_move};
use crate::rules::Way;

/// The parts of a move.
struct BaoMove {
    is_back: bool,
    number: u8,
    /// Whether the way is the player's left.
    left: Option<bool>,
    sows_house: bool,
}

fn parse(word: &str) -> Option<BaoMove> {
    let mut signs = word.trim_end_matches(['*', '#', '$']).chars().peekable();
    let row = signs.next_if(|sign| matches!(sign.to_ascii_uppercase(), 'A' | 'B'));
    let number = signs.next().and_then(|sign| sign.to_digit(10)).filter(|number| (1..=8).contains(number))?;
    let left = signs
        .next_if(|sign| matches!(sign.to_ascii_uppercase(), 'L' | 'R'))
        .map(|sign| sign.eq_ignore_ascii_case(&'l'));
    let sows_house = signs.next_if_eq(&'>').is_some();
    let is_back = row.is_some_and(|row| row.eq_ignore_ascii_case(&'b'));
    signs.next().is_none().then_some(BaoMove { is_back, number: number as u8, left, sows_house })
}

/// Whether a word is such a move, and could not be a move of uur.
pub fn is_move(word: &str) -> bool {
    parse(word).is_some() && word.len() > 1
}

/// Reads a move in its position.
pub fn read(play: &GamePlay, word: &str) -> Result<Move, String> {
    let parts = parse(word).ok_or_else(|| {
        "a move is a row, A or B, a pit from 1 to 8, and L or R, such as A5L, with * if it captures nothing".to_string()
    })?;
    let position = play.position();
    let letter = char::from(b'A' + parts.number - 1);
    let letter = if position.to_move == crate::rules::Side::South { letter } else { letter.to_ascii_lowercase() };
    let pit = format!("{letter}{}", if parts.is_back { "'" } else { "" });
    let decided: &[&str] = if parts.sows_house { &[":-", ""] } else { &["", ":+"] };
    let candidates = ["", ">", "<"].into_iter().flat_map(|way| decided.iter().map(move |decision| (way, decision)));
    let mut legal: Vec<Move> = vec![];
    for (way, decision) in candidates {
        let m = read_move(&play.game().program, position.to_move, &format!("{pit}{way}{decision}"));
        let m = m.map_err(|error| error.to_string())?;
        if play.clone().play(m).is_ok() && !legal.iter().any(|other| (other.pit, other.way) == (m.pit, m.way)) {
            legal.push(m);
        }
    }
    let fits = |m: &&Move| m.way.is_none() || parts.left.is_none_or(|left| named_left(play, **m) == Some(left));
    let mut fitting = legal.iter().filter(fits);
    match (fitting.next(), fitting.next()) {
        (Some(&m), None) => Ok(m),
        (Some(_), Some(_)) => Err("it does not say which way: write L or R".to_string()),
        (None, _) if legal.is_empty() => {
            let m = read_move(&play.game().program, position.to_move, &pit).map_err(|error| error.to_string())?;
            let error = play.clone().play(m).err().map_or(String::new(), |error| error.to_string());
            Err(format!("{pit} may not be played here: {error}"))
        }
        (None, _) => Err("it may not be sown that way".to_string()),
    }
}

/// Whether the way that is written of a move is the player's left; `None` if the move has no way.
fn named_left(play: &GamePlay, m: Move) -> Option<bool> {
    let onward = m.way? == Way::Onward;
    let (is_back, captures) = (play.game().program.layout().spot(m.pit).strokes > 0, captures(play, m));
    let position = play.position();
    // Later letters are to the right in the front row and to the left in the back row.
    let sown_left = onward == is_back;
    Some(if captures && is_first_stage(position) { !sown_left } else { sown_left })
}

fn is_first_stage(position: &Position) -> bool {
    position.captured[position.to_move] > 0
}

/// Whether a move takes seeds of the opponent.
fn captures(play: &GamePlay, m: Move) -> bool {
    let other = play.position().to_move.other();
    let held = |position: &Position| position.seeds_among(play.game().program.owned(position, other));
    let mut after = play.clone();
    after.play(m).is_ok_and(|turn| held(&turn.before.after(turn.split().0)) < held(&turn.before))
}

/// Writes a move in its position.
pub fn write(play: &GamePlay, m: Move) -> Result<String, String> {
    let spot = play.game().program.layout().spot(m.pit);
    let row = if spot.strokes > 0 { 'B' } else { 'A' };
    let south = play.position().to_move == crate::rules::Side::South;
    let row = if south { row } else { row.to_ascii_lowercase() };
    let number = play.game().program.layout().letter(m.pit) + 1;
    let way = match named_left(play, m) {
        None => "",
        Some(true) => "L",
        Some(false) => "R",
    };
    let sows = match &m.choices.iter().collect::<Vec<_>>()[..] {
        [] | [Choice::Yes] => "",
        [Choice::No] => ">",
        _ => {
            return Err(format!(
                "{} has several decisions, for which Bao has no signs",
                write_move(&play.game().program, m)
            ));
        }
    };
    let star = if captures(play, m) { "" } else { "*" };
    Ok(format!("{row}{number}{way}{sows}{star}"))
}
