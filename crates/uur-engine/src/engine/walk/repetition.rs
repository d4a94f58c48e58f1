//! Whether a position has come before.

use crate::engine::state::mask::MoveMask;
use crate::engine::state::repetition::{History, RepetitionHistory};
use crate::engine::state::width::Width;
use crate::engine::state::{BoardKey, State};
use crate::engine::walk::Walk;

impl<W: Width> Walk<W> {
    /// The states of a history.
    pub fn history(&self, history: &History) -> RepetitionHistory<BoardKey<W>> {
        let mut boards = RepetitionHistory::default();
        for state in history.positions().iter().filter_map(|position| self.pack(position)) {
            match boards.is_empty() {
                true => boards.restart(state.board(), state.off_board()),
                false => _ = boards.record(state.board(), state.off_board(), self.lines.seeds_reenter),
            }
        }
        boards
    }

    /// Examines whether the round is over by repetition, after a move that has led to these moves. The new state is
    /// added to those that have been. Returns the moves of the new state.
    #[inline(always)]
    pub fn record(
        &self,
        state: &mut State<W>,
        history: &mut RepetitionHistory<BoardKey<W>>,
        moves: MoveMask,
    ) -> MoveMask {
        if !self.lines.records { moves } else { self.record_board(state, history, moves) }
    }

    /// The same where positions may come again. It is a call, so that games without repetition do not bear its weight.
    #[inline(never)]
    fn record_board(
        &self,
        state: &mut State<W>,
        history: &mut RepetitionHistory<BoardKey<W>>,
        moves: MoveMask,
    ) -> MoveMask {
        let times = history.record(state.board(), state.off_board(), self.lines.seeds_reenter);
        if self.lines.repetition.times.is_some_and(|most| times >= most.into()) && !state.is_over() {
            self.end_by_repetition(state, &mut ());
            return 0;
        }
        moves
    }

    /// Whether a state that follows those that have been ends the round, by repetition too.
    #[inline(always)]
    pub fn would_end(&self, state: &State<W>, history: &RepetitionHistory<BoardKey<W>>) -> bool {
        let repeats = |times: u16| {
            !self.lines.acyclic
                && history.would_occur(state.board(), state.off_board(), self.lines.seeds_reenter) >= times.into()
        };
        state.is_over() || self.lines.repetition.times.is_some_and(repeats)
    }
}
