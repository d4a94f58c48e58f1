//! A move in progress, apart from the board.

use crate::engine::state::State;
use crate::engine::state::mask::Move;
use crate::engine::state::width::{LaneSet, Width};
use crate::rules::Way;

/// What conditions can ask about a move in progress, apart from the board. Before a move it describes a
/// move that might be made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TurnState<W: Width> {
    pub m: Move,
    /// Where the last seed fell, or the pit in question.
    pub here: usize,
    /// Seeds in `here` before the last seed fell.
    pub before: u8,
    pub way: Way,
    pub lap_origin: usize,
    pub turn_origin: usize,
    /// The pit that the mover has chosen; [`Width::NONE`] without one. Of several pits the last, or the one in
    /// question.
    pub chosen: usize,
    /// All pits that the last choice has named.
    pub all_chosen: W::Set,
    /// The stage in which the turn began, or the number of stages for none; `None` if it is to be found on the board.
    pub stage: Option<u8>,
    /// Whether the mover has chosen another way for this lap alone.
    pub turned: bool,
    /// How many of the move's decisions have been asked for.
    pub decided: u8,
    pub last_seed: bool,
    /// Seeds of the lap that have not fallen yet.
    pub left: u8,
    /// Seeds with which the lap was sown.
    pub hand: u8,
    /// Seeds in hand between two laps, out of captured pits.
    pub gathered: u8,
    /// What the mover has captured.
    pub captured: u16,
    /// Seeds with which the first lap was sown.
    pub lifted: u8,
    /// Laps begun.
    pub laps: u32,
    /// The lanes that a seed of this lap has fallen into.
    pub sown: W::Set,
    /// The lanes that a seed of this move has fallen into.
    pub reached: W::Set,
}

impl<W: Width> TurnState<W> {
    /// A move in question before anything has moved.
    #[inline]
    pub fn before(state: &State<W>, m: Move, lane: usize, way: Way) -> Self {
        TurnState {
            m,
            here: lane,
            before: state.held(lane),
            way,
            lap_origin: lane,
            turn_origin: lane,
            chosen: W::NONE,
            all_chosen: W::Set::EMPTY,
            stage: None,
            turned: false,
            decided: 0,
            last_seed: false,
            left: 0,
            hand: 0,
            gathered: 0,
            captured: 0,
            lifted: 0,
            laps: 0,
            sown: W::Set::EMPTY,
            reached: W::Set::EMPTY,
        }
    }
}
