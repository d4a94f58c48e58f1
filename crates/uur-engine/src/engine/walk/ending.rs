//! The turn passes on, and the round may end: who takes what is left, and who wins.

use crate::engine::lines::lowering::Lowering;
use crate::engine::lines::predicate::{Ahead, Known, View};
use crate::engine::lines::{EndLine, Lines};
use crate::engine::state::mask::MoveMask;
use crate::engine::state::outcome::{Outcome, Reason};
use crate::engine::state::position::{Memory, Pit};
use crate::engine::state::turn::TurnState;
use crate::engine::state::width::{LaneSet, Width};
use crate::engine::state::{RareParts, State};
use crate::engine::walk::Walk;
use crate::engine::walk::budget::Budget;
use crate::engine::walk::event::{Event, Trace};
use crate::engine::walk::play::{MoveInProgress, MoveResult};
use crate::rules::{ClauseId, Condition, Ending, EndlessOutcome, Side, Taking, Verdict, Way, Who};

impl<W: Width> EndLine<W> {
    /// Why the round is over if the line fits a player who cannot make a bonus move.
    fn idle_bonus_reason(&self) -> Reason {
        if self.is_won { Reason::Condition } else { Reason::NoMove }
    }
}

impl<W: Width> Walk<W> {
    /// Ends a move that was made on a board of its own: the turn passes on or stays, and the next one begins.
    /// Returns the moves that follow, if they are a mask.
    pub(crate) fn end_turn<O: Trace>(
        &self,
        state: &mut State<W>,
        after: &State<W>,
        turn: &TurnState<W>,
        result: MoveResult<W>,
        out: &mut O,
    ) -> MoveMask {
        if self.end_move(state, after, turn, result, out) { self.begin_turn(state, out) } else { 0 }
    }

    /// The same up to the beginning of the next turn; returns whether there is one.
    pub(crate) fn end_move<O: Trace>(
        &self,
        state: &mut State<W>,
        after: &State<W>,
        turn: &TurnState<W>,
        result: MoveResult<W>,
        out: &mut O,
    ) -> bool {
        let mover = state.to_move;
        let mut again = false;
        match result {
            MoveResult::Done => *state = *after,
            MoveResult::Bonus => {
                *state = *after;
                again = true;
            }
            MoveResult::Over(verdict, clause) => {
                *state = *after;
                state.ply = state.ply.saturating_add(1);
                self.emit_end_of_move(state, out);
                let ending = Ending { takings: vec![], verdict };
                self.end_round(state, &ending, Reason::Condition, Some(clause), out);
                return false;
            }
            MoveResult::Asks(_) => unreachable!("a legal move decides all that is asked"),
            MoveResult::Endless(stopped) => {
                if self.lines.endless == EndlessOutcome::Stop {
                    *state = *stopped;
                }
                self.emit_differences(after, state, out);
                if let EndlessOutcome::Over(_) = self.lines.endless {
                    self.end_endless(state, out);
                    return false;
                }
                if self.lines.endless != EndlessOutcome::Stop {
                    // An endless move that is illegal is not played.
                    emit(out, || Event::Pass { side: mover, clause: self.lines.endless_clause });
                }
            }
        }
        let number = state.ply.saturating_add(1);
        state.ply = self.counted(number, again);
        if let Some(rare) = state.rare.get_mut() {
            rare.last = self.lines.uses_last_move.then_some((turn.turn_origin as u8, turn.here as u8));
            if self.lines.kept.is_some() && turn.m.way.is_some() {
                rare.ways[mover] = turn.m.way;
            }
            if self.lines.asked.lifted {
                rare.memory.lifted = turn.lifted;
            }
        }
        self.remember_bonus(state, again);
        if again && !self.has_move(state) {
            state.ply = number;
            if let Some(line) = self.end_of_idle_bonus(state) {
                self.emit_end_of_move(state, out);
                self.end_round(state, &line.ending, line.idle_bonus_reason(), Some(line.clause), out);
                return false;
            }
            emit(out, || Event::Pass { side: mover, clause: None });
            again = false;
            self.remember_bonus(state, again);
        }
        if !again && !self.lines.single_player {
            state.to_move = mover.other();
        }
        self.emit_end_of_move(state, out);
        true
    }

    /// Ends the round because the last move would have gone on for ever; the board is the one before it.
    pub(crate) fn end_endless<O: Trace>(&self, state: &mut State<W>, out: &mut O) {
        state.ply = state.ply.saturating_add(1);
        self.emit_end_of_move(state, out);
        if let EndlessOutcome::Over(ending) = &self.lines.endless {
            self.end_round(state, ending, Reason::Endless, self.lines.endless_clause, out);
        }
    }

    /// See [`Walk::after_endless`].
    pub(crate) fn pass_endless(&self, state: &mut State<W>) -> MoveMask {
        if let EndlessOutcome::Over(_) = self.lines.endless {
            self.end_endless(state, &mut ());
            return 0;
        }
        self.next_turn(state, false)
    }

    /// Passes the turn on after a move that has changed the board already; returns the moves that follow, if
    /// they are a mask.
    pub(crate) fn next_turn(&self, state: &mut State<W>, bonus: bool) -> MoveMask {
        let number = state.ply.saturating_add(1);
        state.ply = self.counted(number, bonus);
        let again = bonus && self.has_move(state);
        if !again {
            state.ply = number;
        }
        if bonus
            && !again
            && let Some(line) = self.end_of_idle_bonus(state)
        {
            self.end_round(state, &line.ending, line.idle_bonus_reason(), Some(line.clause), &mut ());
            return 0;
        }
        if !again && !self.lines.single_player {
            state.to_move = state.to_move.other();
        }
        self.begin_turn(state, &mut ())
    }

    /// See [`Walk::land_otherwise`].
    pub(crate) fn land_examined(&self, state: &mut State<W>, was: &State<W>, code: u8, bonus: bool) -> MoveMask {
        if !self.lines.finish.is_empty() && !self.board.is_midgame(state.occupied()) {
            *state = *was;
            return self.play_interpreted(state, code);
        }
        self.next_turn(state, bonus)
    }

    /// See [`Walk::placed`].
    pub(crate) fn place(&self, seeds: &[u8], ply: u16) -> (State<W>, MoveMask) {
        let mut state = State::empty(ply);
        for (pit, &seeds) in self.board.layout.pits().zip(seeds) {
            state.put(self.board.layout.lane::<W>(pit), seeds);
        }
        let moves = self.check_end(&mut state, &mut ());
        (state, moves)
    }

    /// How many moves are counted after the move of a number. A bonus move has the number of the move that brings it as
    /// long as a swap is still to come: before it, moves are turns. A number that the opening speaks of is used once.
    fn counted(&self, number: u16, bonus: bool) -> u16 {
        let Lines { opening, swaps, .. } = &self.lines;
        let is_named = || opening.iter().any(|line| line.ply == number) || swaps.iter().any(|swap| swap.ply == number);
        let is_shared = bonus && swaps.iter().any(|swap| swap.ply > number) && !is_named();
        number - u16::from(is_shared)
    }

    fn remember_bonus(&self, state: &mut State<W>, bonus: bool) {
        if self.lines.asked.bonus_turn
            && let Some(rare) = state.rare.get_mut()
        {
            rare.memory.bonus_turn = bonus;
        }
    }

    /// The first line of the end that fits a player who has earned a bonus move and cannot make it: of the lines that
    /// speak of it, and of those by which the round is won already.
    fn end_of_idle_bonus(&self, state: &State<W>) -> Option<&EndLine<W>> {
        let mut lines = self.lines.end.iter().filter(|line| line.ends_idle_bonus).peekable();
        lines.peek()?;
        let turn = self.in_question(state, Way::Onward);
        let known = Known { occupied: None, has_move: Some(false) };
        let view = View { known, idle_bonus: true, ..View::still(self, state, &turn) };
        lines.find(|line| line.when.holds(&view))
    }

    /// The board is turned instead of a move.
    pub(crate) fn swap<O: Trace>(&self, state: &mut State<W>, out: &mut O) -> MoveMask {
        let by = self.lines.swaps.iter().find(|swap| swap.ply == state.ply.saturating_add(1));
        let before = *state;
        *state = self.mirrored(state);
        state.ply = state.ply.saturating_add(1);
        let moves_on = by.is_some_and(|swap| swap.moves_on);
        if moves_on {
            state.to_move = before.to_move;
        }
        self.remember_bonus(state, moves_on);
        if let Some(swap) = by {
            emit(out, || Event::Swapped { clause: swap.clause });
        }
        self.emit_differences(&before, state, out);
        self.emit_end_of_move(state, out);
        self.begin_turn(state, out)
    }

    /// The board turned and the players swapped. It stays so who began the round.
    fn mirrored(&self, state: &State<W>) -> State<W> {
        let position = state.unpack(&self.board.layout);
        let mut mirror = self.board.layout.mirrored_position(&position);
        mirror.memory.starter = position.memory.starter;
        State::pack(&self.board.layout, &mirror).expect("the mirror image is as wide")
    }

    /// Begins a turn: what then happens, and whether the player whose turn it is meets the end of the round.
    /// Returns the player's moves, if they are a mask.
    pub(crate) fn begin_turn<O: Trace>(&self, state: &mut State<W>, out: &mut O) -> MoveMask {
        self.begin_effects(state, out);
        self.check_end(state, out)
    }

    /// What happens when a turn begins.
    pub(crate) fn begin_effects<O: Trace>(&self, state: &mut State<W>, out: &mut O) {
        if self.lines.begin.is_empty() {
            return;
        }
        let turn = self.in_question(state, Way::Onward);
        if self.lines.begin.first(&View::landing(self, state, &turn)).is_some() {
            let mut budget = Budget::FULL;
            let mut play = MoveInProgress::new(self, *state, turn, out, &mut budget);
            play.run_first_match(&self.lines.begin);
            *state = play.state;
        }
    }

    /// Examines whether the player whose turn begins meets the end of the round, and ends it; or passes the turn
    /// on, if the opponent has a move. Returns the moves that follow, if they are a mask.
    pub(crate) fn check_end<O: Trace>(&self, state: &mut State<W>, out: &mut O) -> MoveMask {
        let mask = |state: &State<W>| {
            let mask = if self.has_masks(state) { Some(self.lawful_mask(state)) } else { None };
            (mask.unwrap_or(0), mask.map(|mask| mask != 0))
        };
        self.examine_end(state, out, mask).unwrap_or(0)
    }

    /// The same with the moves of the player to move, and whether there is one, as far as they are looked for. Returns the
    /// moves that follow; `None` if the round is over.
    #[inline(always)]
    pub(crate) fn examine_end<O: Trace, M>(
        &self,
        state: &mut State<W>,
        out: &mut O,
        mut find_moves: impl FnMut(&State<W>) -> (M, Option<bool>),
    ) -> Option<M> {
        let mut passed = false;
        loop {
            let (moves, has_move) = find_moves(state);
            let filled = state.occupied();
            let turn = self.in_question(state, Way::Onward);
            let known = Known { occupied: Some(filled), has_move };
            let view = View { known, ..View::still(self, state, &turn) };
            let quiet = self.looks_up && has_move == Some(true) && self.board.is_midgame(filled);
            let line = if quiet && !self.tables.midgame_end.iter().any(|when| when.holds(&view)) {
                None
            } else {
                self.matching_end_rule(&view, passed)
            };
            let Some(line) = line else {
                return Some(moves);
            };
            if line.ending.verdict == Verdict::Pass {
                emit(out, || Event::Pass { side: state.to_move, clause: Some(line.clause) });
                state.to_move = state.to_move.other();
                passed = true;
                continue;
            }
            let no_move = line.asks_for_moves && !has_move.unwrap_or_else(|| self.has_move(state));
            let reason = if no_move { Reason::NoMove } else { Reason::Condition };
            self.end_round(state, &line.ending, reason, Some(line.clause), out);
            return None;
        }
    }

    /// The first line of the end that fits. A turn that has been passed on is not passed back.
    fn matching_end_rule(&self, view: &View<W>, passed: bool) -> Option<&EndLine<W>> {
        let may_pass = || {
            let other = State { to_move: view.state.to_move.other(), ..*view.state };
            !passed && !self.lines.single_player && self.has_move(&other)
        };
        self.lines.end.iter().find(|line| line.when.holds(view) && (line.ending.verdict != Verdict::Pass || may_pass()))
    }

    /// Ends the round because the position has come too often.
    #[cold]
    pub(crate) fn end_by_repetition<O: Trace>(&self, state: &mut State<W>, out: &mut O) {
        self.end_round(state, &self.lines.repetition.ending, Reason::Repetition, self.lines.repetition.clause, out);
    }

    /// The state with the round ended by the rule of repetition.
    pub fn repeated(&self, state: &State<W>) -> State<W> {
        let mut over = *state;
        self.end_by_repetition(&mut over, &mut ());
        over
    }

    #[inline(never)]
    fn end_round<O: Trace>(
        &self,
        state: &mut State<W>,
        ending: &Ending,
        reason: Reason,
        clause: Option<ClauseId>,
        out: &mut O,
    ) {
        let player = state.to_move;
        for &(who, taking) in &ending.takings {
            let takers = match who {
                Who::Each => &Side::BOTH[..],
                Who::Player => &[player],
                Who::Opponent => &[player.other()],
            };
            let half = (taking == Taking::Half).then(|| state.on_board() / 2);
            for &taker in takers {
                let lanes = match taking {
                    Taking::Rest | Taking::Half => self.board.pits,
                    Taking::Row(whose) => self.board.owned(state, whose.seen_by(taker)),
                    Taking::Marked(whose, kind) => state.of_kind(kind) & state.marks[whose.seen_by(taker)],
                };
                if half.is_none() && !O::TRACES {
                    state.collect(lanes, taker);
                    continue;
                }
                let mut room = half.unwrap_or(u16::MAX);
                for side in [taker, taker.other()] {
                    for lane in (lanes & self.board.halves[side]).lanes() {
                        let seeds = state.take(lane, room.min(255) as u8);
                        if seeds > 0 {
                            room -= u16::from(seeds);
                            state.put(State::<W>::store(taker), seeds);
                            let pit = self.board.layout.pit_of::<W>(lane);
                            emit(out, || Event::Take { pit, seeds, to: taker, clause });
                        }
                    }
                }
            }
        }
        let winner = match ending.verdict {
            Verdict::Player => Some(player),
            Verdict::Opponent => Some(player.other()),
            Verdict::Draw | Verdict::Pass => None,
            Verdict::Goal => Side::ahead(state.captured(Side::South).cmp(&state.captured(Side::North))),
        };
        let outcome = Outcome { reason, clause, winner };
        state.end(Some(outcome));
        emit(out, || Event::Over { outcome });
    }

    /// Whether a condition of the end holds for a player, as if the player's turn began.
    pub(crate) fn holds_for(&self, state: &State<W>, side: Side, condition: &Condition) -> bool {
        let state = State { to_move: side, ..*state };
        let turn = self.in_question(&state, Way::Onward);
        Lowering::plain(&self.board).predicate(condition, true).holds(&View::still(self, &state, &turn))
    }

    /// The pits of which a condition is true for a player, as if the player's turn began.
    pub(crate) fn matching_pits(&self, state: &State<W>, side: Side, condition: &Condition) -> W::Set {
        let state = State { to_move: side, ..*state };
        let turn = self.in_question(&state, Way::Onward);
        Lowering::plain(&self.board)
            .predicate(condition, true)
            .filter(&View::still(self, &state, &turn), self.board.pits)
    }

    /// Reports what a board has that another one had not, so that folding the events leads from the one to the
    /// other.
    pub(crate) fn emit_differences<O: Trace>(&self, from: &State<W>, to: &State<W>, out: &mut O) {
        if !O::TRACES {
            return;
        }
        for lane in self.board.places().lanes() {
            let place = |state: &State<W>| (state.held(lane), state.mark(lane), state.closed().has(lane));
            let (seeds, mark, closed) = place(to);
            if place(from) != place(to) {
                let pit = Some(self.board.layout.pit_of::<W>(lane));
                out.event(Event::Restored { pit, seeds, mark, closed });
            }
        }
        if from.out != to.out {
            out.event(Event::Restored { pit: None, seeds: to.out, mark: None, closed: false });
        }
    }

    /// Reports that a move has ended, with all that the next turn begins with besides the board.
    fn emit_end_of_move<O: Trace>(&self, state: &State<W>, out: &mut O) {
        if !O::TRACES {
            return;
        }
        let pit = |lane: u8| -> Pit { self.board.layout.pit_of::<W>(lane.into()) };
        let rare = state.rare.get();
        out.event(Event::MoveEnded {
            to_move: state.to_move,
            ply: state.ply,
            last: rare.and_then(|rare| rare.last).map(|(from, to)| (pit(from), pit(to))),
            ways: rare.map_or([None; 2], |rare| rare.ways),
            memory: rare.map_or(Memory::default(), |rare| rare.memory),
            territory: state.territory(),
        });
    }
}

/// Reports an event, if anyone observes the move.
#[inline(always)]
fn emit<O: Trace>(out: &mut O, event: impl FnOnce() -> Event) {
    if O::TRACES {
        out.event(event());
    }
}
