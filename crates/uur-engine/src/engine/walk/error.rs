//! Errors of the engine as text, without the letters of a board: a pit is its number along the sowing.

use std::fmt;

use crate::engine::state::position::Pit;
use crate::engine::walk::moves::PlayError;

impl fmt::Display for Pit {
    /// The pit's number along the sowing, from 1, such as `pit 3`, or `South's store`. Its letter depends on
    /// the board: `GamePlay::pit_name` returns it.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.store_of() {
            None => write!(f, "pit {}", u16::from(self.0) + 1),
            Some(side) => write!(f, "{}'s store", side.title()),
        }
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PlayError::Over => write!(f, "the round is over"),
            PlayError::NoSuchPit => write!(f, "the board has no such pit"),
            PlayError::Empty(pit) => write!(f, "{pit} is empty"),
            PlayError::Guard(pit, _) => write!(f, "no move may start from {pit}"),
            PlayError::Preferred(pit, _) => write!(f, "other moves come before {pit}"),
            PlayError::TooFew(pit, _) => write!(f, "{pit} holds no more seeds than have to stay in it"),
            PlayError::NotSoMany(pit, _) => write!(f, "this number of seeds may not be lifted from {pit}"),
            PlayError::Scripted(_) => write!(f, "the opening demands another move"),
            PlayError::NotPartial(pit) => write!(f, "no seeds may be left in {pit} now"),
            PlayError::NoSwap => write!(f, "the board may not be turned now"),
            PlayError::WhichWay(pit) => write!(f, "the way from {pit} has to be chosen"),
            PlayError::OneWay(pit) => write!(f, "the way from {pit} cannot be chosen"),
            PlayError::Undecided(..) => write!(f, "the move leaves a decision open"),
            PlayError::NoSuchChoice(_, Some(_)) => write!(f, "a decision of the move is not among the options"),
            PlayError::NoSuchChoice(_, None) => write!(f, "the move decides more than it has to"),
            PlayError::TooLong(pit, laps) => {
                write!(f, "it is not known whether the sowing from {pit} ends: it has not after {laps} laps")
            }
            PlayError::Endless(pit, _) => write!(f, "the sowing from {pit} would never end, which is not allowed"),
        }
    }
}

impl std::error::Error for PlayError {}
