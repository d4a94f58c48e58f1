//! A hand-play at the table: which sign was meant, and who wins.

use super::table::Table;
use crate::chance::Chance;
use crate::match_play::Due;
use crate::rules::{Lot, Side};

/// What a word shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// A sign.
    Sign(usize),
    /// Any sign.
    ByChance,
}

impl Shown {
    /// The sign, chosen if it was left to chance.
    pub fn sign(self, lot: &Lot, chance: &mut Chance) -> usize {
        match self {
            Shown::Sign(sign) => sign,
            Shown::ByChance => chance.below(lot.signs.len()),
        }
    }
}

/// Whether a word shows a sign: if a lot is due, by an unambiguous beginning of its name; if a lot
/// may be told before the first move, by two letters at least, since one letter is a pit.
pub fn shown(table: &Table, word: &str) -> Option<Shown> {
    let lot = table.game.rules.lot.as_ref()?;
    let due = table.sign.is_some() || matches!(table.played.due, Due::Lot(_));
    if !due && !(table.played.may_begin_with_lot && (word == "?" || word.chars().count() > 1)) {
        return None;
    }
    if word == "?" {
        return Some(Shown::ByChance);
    }
    let word = word.to_lowercase();
    if let Some(exact) = lot.signs.iter().position(|sign| *sign == word) {
        return Some(Shown::Sign(exact));
    }
    let mut alike = lot.signs.iter().enumerate().filter(|(_, sign)| sign.starts_with(&word));
    match (alike.next(), alike.next()) {
        (Some((only, _)), None) => Some(Shown::Sign(only)),
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
