//! Moves that are played one by one, or some laps at a time: on the kernel, or by the walk.

use super::Move;
use super::budget::{Budget, MOST_LAPS};
use super::compiled::Engine;
use super::kernel::{AfterLap, MaskedState, ShapeName, SowingState};
use super::moves::MoveMask;
use super::play::PausedWalk;
use super::state::State;
use super::width::Width;
use crate::on_strategy;
use crate::rules::EndlessOutcome;

/// A move that has been played for a number of laps, and goes on.
#[derive(Debug)]
pub struct PausedMove<W: Width>(Paused<W>);

#[derive(Debug)]
enum Paused<W: Width> {
    Walk(Box<PausedWalk<W>>),
    Sowing(Box<(MaskedState<W>, SowingState<W>)>),
}

impl<W: Width> PausedMove<W> {
    pub(super) fn of(node: MaskedState<W>, sowing: SowingState<W>) -> Self {
        PausedMove(Paused::Sowing(Box::new((node, sowing))))
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

impl<W: Width> Engine<W> {
    /// Whether the kernel plays the moves of a state.
    fn is_on_kernel(&self, state: &State<W>) -> bool {
        self.shape() != ShapeName::Walk && self.has_masks(state)
    }

    /// Plays at most `most` laps of a move.
    pub(super) fn sow(&self, node: &mut MaskedState<W>, code: u8, most: u32, sowing: &mut SowingState<W>) -> AfterLap {
        on_strategy!(W, self, strategy => {
            strategy.begin(node, code, sowing);
            strategy.sow(node, sowing, most)
        })
    }

    /// See [`Engine::successor`].
    pub(super) fn succeed(&self, was: &State<W>, m: Move) -> (State<W>, MoveMask) {
        if self.has_masks(was) {
            let (mut node, code) = (MaskedState { state: *was, moves: 0 }, self.code(was, m));
            on_strategy!(W, self, strategy => strategy.play(&mut node, code));
            return (node.state, node.moves);
        }
        let mut state = *was;
        let moves = self.play(&mut state, m, &mut (), &mut { Budget::FULL });
        (state, moves)
    }

    /// See [`Engine::successor_within`].
    pub(super) fn succeed_within(&self, was: &State<W>, m: Move, laps: u32) -> (State<W>, MoveMask, bool) {
        let mut state = *was;
        if self.is_on_kernel(was) {
            let (mut node, mut sowing) = (MaskedState { state, moves: 0 }, SowingState::default());
            match self.sow(&mut node, self.code(was, m), laps, &mut sowing) {
                AfterLap::Landed => return (node.state, node.moves, false),
                AfterLap::Walk => {}
                AfterLap::On | AfterLap::TooLong => {
                    let moves = self.after_endless(&mut state);
                    return (state, moves, true);
                }
            }
        }
        let mut budget = Budget::laps(laps);
        let moves = self.play(&mut state, m, &mut (), &mut budget);
        (state, moves, budget.overrun().is_some())
    }

    /// See [`Engine::play_laps`].
    pub(super) fn begin_laps(&self, was: &State<W>, m: Move, laps: u32) -> Result<(State<W>, MoveMask), PausedMove<W>> {
        if !self.is_on_kernel(was) {
            return self.walk_laps(was, m, laps);
        }
        let code = self.code(was, m);
        on_strategy!(W, self, strategy => strategy.play_laps(was, code, laps))
    }

    /// See [`Engine::walk_laps`].
    pub(super) fn begin_walk_laps(
        &self,
        was: &State<W>,
        m: Move,
        laps: u32,
    ) -> Result<(State<W>, MoveMask), PausedMove<W>> {
        // A move that stops where it comes round has to be played from its beginning.
        if m == Move::SWAP || self.endless == EndlessOutcome::Stop {
            return Ok(self.successor(was, m));
        }
        self.walk_on(self.begin_walk(was, m), laps).map_err(|walk| PausedMove(Paused::Walk(walk)))
    }

    /// See [`Engine::go_on`].
    pub(super) fn more_laps(&self, paused: PausedMove<W>, laps: u32) -> Result<(State<W>, MoveMask), PausedMove<W>> {
        match paused.0 {
            Paused::Walk(walk) => self.walk_on(walk, laps).map_err(|walk| PausedMove(Paused::Walk(walk))),
            Paused::Sowing(sown) => {
                let (node, sowing) = *sown;
                on_strategy!(W, self, strategy => strategy.go_on_for(node, sowing, laps))
            }
        }
    }
}
