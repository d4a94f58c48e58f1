//! A hand-play at the table: which sign was meant, and who wins.

use super::game_session::GameSession;
use uur::chance::Chance;
use uur::match_play::Due;
use uur::rules::{Lot, Side};

/// What a word shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignChoice {
    /// A sign.
    Sign(usize),
    /// Any sign.
    Random,
}

impl SignChoice {
    /// The sign, chosen if it was left to chance.
    pub fn sign(self, lot: &Lot, chance: &mut Chance) -> usize {
        match self {
            SignChoice::Sign(sign) => sign,
            SignChoice::Random => chance.below(lot.signs.len()),
        }
    }
}

/// Whether a word shows a sign: if a lot is due, by an unambiguous beginning of its name; if a lot
/// may be told before the first move, by two letters at least, since one letter is a pit.
pub fn sign_choice(session: &GameSession, word: &str) -> Option<SignChoice> {
    let lot = session.game.rules.lot.as_ref()?;
    let due = session.sign.is_some() || matches!(session.played.due, Due::Lot(_));
    if !due && !(session.played.may_begin_with_lot && (word == "?" || word.chars().count() > 1)) {
        return None;
    }
    if word == "?" {
        return Some(SignChoice::Random);
    }
    let word = word.to_lowercase();
    if let Some(exact) = lot.signs.iter().position(|sign| *sign == word) {
        return Some(SignChoice::Sign(exact));
    }
    let mut alike = lot.signs.iter().enumerate().filter(|(_, sign)| sign.starts_with(&word));
    match (alike.next(), alike.next()) {
        (Some((only, _)), None) => Some(SignChoice::Sign(only)),
        _ => None,
    }
}

/// Who wins when South and North show these signs; nobody if neither beats the other.
pub fn winner(lot: &Lot, south: usize, north: usize) -> Option<Side> {
    if lot.beats.contains(&(south, north)) {
        Some(Side::South)
    } else if lot.beats.contains(&(north, south)) {
        Some(Side::North)
    } else {
        None
    }
}
