//! Moves that are played one by one, or some laps at a time: on the kernel, or by the walk.

use crate::engine::compiled::Engine;
use crate::engine::kernel::paused::{Paused, PausedMove};
use crate::engine::kernel::{AfterLap, MaskedState, SowingState};
use crate::engine::state::State;
use crate::engine::state::mask::{Move, MoveMask};
use crate::engine::state::width::Width;
use crate::engine::walk::budget::Budget;
use crate::engine::walk::moves::FoundMove;
use crate::engine::walk::once::compiled_once;
use crate::on_strategy;

compiled_once! { PlayedOnce of Engine:
    /// Plays a move of a list, from where the walk that found it has come to.
    pub fn play_found(&self, was: &State<W>, found: &FoundMove<W>) -> (State<W>, MoveMask) = succeed_found;
    /// The state after a legal move, and its moves if they are a mask. Repetition is not examined.
    pub fn successor(&self, was: &State<W>, m: Move) -> (State<W>, MoveMask) = succeed;
    /// The same, and whether the move was abandoned because it had more laps; then it counts as one without end.
    pub fn successor_within(&self, was: &State<W>, m: Move, laps: u32) -> (State<W>, MoveMask, bool) = succeed_within;
    /// Plays a legal move for at most `laps` laps: the state after it, and its moves if they are a mask, or else the rest of
    /// the move. Repetition is not examined.
    pub fn play_laps(&self, was: &State<W>, m: Move, laps: u32) -> Result<(State<W>, MoveMask), PausedMove<W>> = begin_laps;
    /// The same of at most `laps` more laps of a paused move.
    pub fn go_on(&self, paused: PausedMove<W>, laps: u32) -> Result<(State<W>, MoveMask), PausedMove<W>> = more_laps;
}

impl<W: Width> Engine<W> {
    /// Plays at most `laps` laps of a move, which begins now if it is named. The kernel is compiled here once for all
    /// moves that have a bound.
    #[inline(never)]
    pub(crate) fn sow(
        &self,
        node: &mut MaskedState<W>,
        sowing: &mut SowingState<W>,
        begins: Option<u8>,
        laps: u32,
    ) -> AfterLap {
        on_strategy!(W, self, strategy => {
            if let Some(code) = begins {
                strategy.begin(node, code, sowing);
            }
            strategy.sow(node, sowing, sowing.laps().saturating_add(laps))
        })
    }

    /// See [`Engine::successor`].
    pub(crate) fn succeed(&self, was: &State<W>, m: Move) -> (State<W>, MoveMask) {
        if self.has_masks(was) {
            let (mut node, code) = (MaskedState { state: *was, moves: 0 }, self.code(was, m));
            on_strategy!(W, self, strategy => strategy.play(&mut node, code));
            return (node.state, node.moves);
        }
        self.played(was, m, &mut { Budget::FULL })
    }

    /// See [`Engine::play_found`].
    pub(crate) fn succeed_found(&self, was: &State<W>, found: &FoundMove<W>) -> (State<W>, MoveMask) {
        found.reached.as_ref().map_or_else(|| self.successor(was, found.m), |reached| self.resume(was, reached))
    }

    /// See [`Engine::successor_within`].
    pub(crate) fn succeed_within(&self, was: &State<W>, m: Move, laps: u32) -> (State<W>, MoveMask, bool) {
        if self.has_masks(was) {
            let (mut node, mut sowing) = (MaskedState { state: *was, moves: 0 }, SowingState::default());
            match self.sow(&mut node, &mut sowing, Some(self.code(was, m)), laps) {
                AfterLap::Landed => return (node.state, node.moves, false),
                AfterLap::Walk => {}
                AfterLap::On | AfterLap::TooLong => {
                    let mut state = *was;
                    let moves = self.after_endless(&mut state);
                    return (state, moves, true);
                }
            }
        }
        let mut budget = Budget::laps(laps);
        let (state, moves) = self.played(was, m, &mut budget);
        (state, moves, budget.overrun().is_some())
    }

    /// See [`Engine::play_laps`].
    pub(crate) fn begin_laps(&self, was: &State<W>, m: Move, laps: u32) -> Result<(State<W>, MoveMask), PausedMove<W>> {
        if !self.has_masks(was) {
            return self.walk_laps(was, m, laps).map_err(PausedMove::by_walk);
        }
        let (mut node, mut sowing) = (MaskedState { state: *was, moves: 0 }, SowingState::default());
        let after = self.sow(&mut node, &mut sowing, Some(self.code(was, m)), laps);
        PausedMove::after(self, after, node, sowing, laps)
    }

    /// See [`Engine::go_on`].
    pub(crate) fn more_laps(&self, paused: PausedMove<W>, laps: u32) -> Result<(State<W>, MoveMask), PausedMove<W>> {
        match paused.0 {
            Paused::Walk(walk) => self.walk_on(*walk, laps).map_err(PausedMove::by_walk),
            Paused::Sowing(sown) => {
                let (mut node, mut sowing) = *sown;
                let after = self.sow(&mut node, &mut sowing, None, laps);
                PausedMove::after(self, after, node, sowing, laps)
            }
        }
    }
}
