//! Hand games that serve as a lot: parses signs and determines the winner.

use super::game_session::GameSession;
use uur::chance::Rng;
use uur::match_play::NextStep;
use uur::rules::{Lot, Side};

/// The sign that a word chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignChoice {
    /// A sign.
    Sign(usize),
    /// A random sign.
    Random,
}

impl SignChoice {
    /// Returns the sign, drawn at random if the choice is random.
    pub fn sign(self, lot: &Lot, chance: &mut Rng) -> usize {
        match self {
            SignChoice::Sign(sign) => sign,
            SignChoice::Random => chance.below(lot.signs.len()),
        }
    }
}

/// Parses a sign. If a lot is due, an unambiguous prefix is enough. If a lot is optional before the first
/// move, a prefix needs two letters, since one letter is a pit.
pub fn sign_choice(session: &GameSession, word: &str) -> Option<SignChoice> {
    let lot = session.game().rules.lot.as_ref()?;
    let due = session.sign.is_some() || matches!(session.play.due(), NextStep::Lot(_));
    if !due && !(session.play.as_match().may_begin_with_lot && (word == "?" || word.chars().count() > 1)) {
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

/// Returns the winner when South and North show these signs; `None` if neither sign beats the other.
pub fn winner(lot: &Lot, south: usize, north: usize) -> Option<Side> {
    if lot.beats.contains(&(south, north)) {
        Some(Side::South)
    } else if lot.beats.contains(&(north, south)) {
        Some(Side::North)
    } else {
        None
    }
}
