//! A move that is played some laps at a time.

use crate::engine::kernel::{AfterLap, MaskedState, SowingState};
use crate::engine::state::State;
use crate::engine::state::mask::MoveMask;
use crate::engine::state::width::Width;
use crate::engine::walk::Walk;
use crate::engine::walk::budget::MOST_LAPS;
use crate::engine::walk::play::PausedWalk;

/// A move that has been played for a number of laps, and goes on.
#[derive(Debug)]
pub struct PausedMove<W: Width>(pub(crate) Paused<W>);

#[derive(Debug)]
pub(crate) enum Paused<W: Width> {
    Walk(Box<PausedWalk<W>>),
    Sowing(Box<(MaskedState<W>, SowingState<W>)>),
}

impl<W: Width> PausedMove<W> {
    /// The rest of a move of the walk.
    pub(crate) fn by_walk(walk: Box<PausedWalk<W>>) -> Self {
        PausedMove(Paused::Walk(walk))
    }

    /// What follows a move that has been played for some laps, which the walk plays from its beginning where it has to:
    /// the next state and its moves.
    ///
    /// # Errors
    /// The rest of a move that has more laps.
    #[inline(always)]
    pub(crate) fn after(
        walk: &Walk<W>,
        after: AfterLap,
        node: MaskedState<W>,
        sowing: SowingState<W>,
        laps: u32,
    ) -> Result<(State<W>, MoveMask), Self> {
        match after {
            AfterLap::Landed => Ok((node.state, node.moves)),
            AfterLap::Walk => {
                let m = walk.as_move(&node.state, sowing.code);
                walk.walk_laps(&node.state, m, laps).map_err(PausedMove::by_walk)
            }
            AfterLap::On | AfterLap::TooLong => Err(PausedMove(Paused::Sowing(Box::new((node, sowing))))),
        }
    }

    /// Whether it has more laps than a sowing may have, see [`MOST_LAPS`].
    pub fn is_too_long(&self) -> bool {
        let laps = match &self.0 {
            Paused::Walk(walk) => walk.laps(),
            Paused::Sowing(sown) => sown.1.laps(),
        };
        laps >= MOST_LAPS
    }
}
