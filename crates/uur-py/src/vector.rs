//! Many rounds at once, written into the buffers of NumPy.

use std::collections::VecDeque;
use std::sync::Arc;

use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use uur::engine::{
    BoardKey, Engine, MoveMask, Opt, PausedMove, RepetitionHistory, State, Strategy, StrategyShape, Width,
};
use uur::{Game, Move, Rng, Side, on_engine, on_strategy};

use crate::actions::ActionSpace;
use crate::game::PyGame;
use crate::problem::{MoveError, UurError, guarded, whole};
use crate::round::{ActedGame, OpenMoves, needs_numpy};

/// The most rounds at once.
const MOST_ROUNDS: usize = 1 << 24;

/// The laps of long sowings in a step on a small board, and as many more for each round: some milliseconds. What is left
/// goes on in the next step.
const LAPS_IN_A_STEP: u64 = 1 << 19;
const LAPS_FOR_A_ROUND: u64 = 1 << 8;

/// After this number of laps, every rule of which is examined, a sowing is a long one.
const LONG_AFTER: u32 = 64;

/// The same where laps are looked up.
const LAPS_ON_KERNEL: u32 = 1 << 12;

/// The number of laps, every rule of which is examined, after which it is asked whether the step is to end.
const LAPS_IN_TURN: u32 = 1 << 9;

/// The laps of long sowings in a step of a number of rounds. A lap takes longer on a larger board.
fn laps_in_a_step<W: Width>(rounds: usize) -> u64 {
    (LAPS_IN_A_STEP + LAPS_FOR_A_ROUND * rounds as u64) * 4 / (W::WORDS * W::WORDS) as u64
}

/// How often a long sowing goes on in such a step for [`LAPS_IN_TURN`]. A lap of which every rule is examined takes as
/// long as 16 of others, or 64 or 256 on larger boards.
fn turns_in_a_step<W: Width>(_: &Engine<W>, rounds: usize) -> u64 {
    let laps = LAPS_IN_A_STEP + LAPS_FOR_A_ROUND * rounds as u64;
    (laps >> (2 + W::WORDS).min(8)) / u64::from(LAPS_IN_TURN)
}

/// The buffers of a step, a row for each round.
struct StepBuffers<'a> {
    observations: &'a mut [u8],
    masks: &'a mut [i8],
    players: &'a mut [i8],
    rewards: &'a mut [f32],
    terminated: &'a mut [bool],
    truncated: &'a mut [bool],
}

impl StepBuffers<'_> {
    /// A round goes on, as far as is known.
    #[inline(always)]
    fn go_on(&mut self, at: usize) {
        (self.rewards[at], self.terminated[at], self.truncated[at]) = (0.0, false, false);
    }
}

/// Rounds that are played in step.
trait Rounds: Send + Sync {
    /// Begins all rounds.
    fn reset(&mut self);
    /// Writes what the players to move see, may do, and who they are.
    fn tell(&self, buffers: &mut StepBuffers);
    /// Takes an action in each round, and begins those anew that have ended.
    ///
    /// # Errors
    /// The first round whose action is not legal. Nothing has changed then.
    fn step(&mut self, actions: &[i64], buffers: &mut StepBuffers) -> Result<(), usize>;
    /// Chooses a random legal action for each round.
    fn sample(&self, rng: &mut Rng, actions: &mut [i64]);
}

/// A round of any game.
#[derive(Clone)]
struct AnyRound<W: Width> {
    /// Before the move, while it is decided or a long sowing goes on.
    state: State<W>,
    /// The legal moves; while a long sowing goes on, that move alone.
    open: OpenMoves,
    made: u32,
    history: RepetitionHistory<BoardKey<W>>,
    /// Whether a long sowing goes on.
    sows: bool,
}

/// Rounds of any game.
struct AnyRounds<W: Width> {
    acted: ActedGame,
    engine: Arc<Engine<W>>,
    start: AnyRound<W>,
    rounds: Vec<AnyRound<W>>,
    /// The rounds in which a long sowing goes on, and these, the longest waiting first.
    sowings: VecDeque<(usize, PausedMove<W>)>,
    most_moves: u32,
    width: usize,
}

impl<W: Width> AnyRounds<W> {
    fn new(acted: ActedGame, engine: Arc<Engine<W>>, count: usize, most_moves: u32) -> Option<Self> {
        let state = engine.pack(&acted.game.program.start())?;
        let mut open = OpenMoves::default();
        open.list(&acted.space, state.to_move(), &engine.legal_moves(&state));
        let mut history = RepetitionHistory::default();
        history.restart(state.board(), state.off_board());
        let start = AnyRound { state, open, made: 0, history, sows: false };
        let rounds = vec![start.clone(); count];
        let width = acted.space.observed(&acted.game);
        Some(AnyRounds { acted, engine, start, rounds, sowings: VecDeque::new(), most_moves, width })
    }

    fn tell_one(&self, at: usize, buffers: &mut StepBuffers) {
        let AnyRounds { acted: ActedGame { game, space }, width, .. } = self;
        let AnyRound { state, open, .. } = &self.rounds[at];
        let position = self.engine.unpack(state);
        let seen = &mut buffers.observations[at * width..(at + 1) * width];
        space.observe(game, &position, position.to_move, open.begun(), seen);
        let mask = &mut buffers.masks[at * space.count..(at + 1) * space.count];
        mask.fill(0);
        open.legal().for_each(|action| mask[usize::from(action)] = 1);
        buffers.players[at] = position.to_move as i8;
    }

    fn restart(&mut self, at: usize) {
        let AnyRound { state, open, made, history, sows } = &mut self.rounds[at];
        (*state, *made, *sows) = (self.start.state, 0, false);
        open.clone_from(&self.start.open);
        history.restart(state.board(), state.off_board());
    }

    /// A move of a round has been made.
    fn made(&mut self, at: usize, mut next: State<W>, moves: MoveMask, buffers: &mut StepBuffers) {
        let AnyRound { state, open, made, history, sows } = &mut self.rounds[at];
        let mover = state.to_move();
        let moves = self.engine.record(&mut next, history, moves);
        (*state, *made, *sows) = (next, *made + 1, false);
        open.list(&self.acted.space, next.to_move(), &self.engine.moves(&next, moves));
        let over = next.is_over();
        let late = !over && (open.is_empty() || *made >= self.most_moves);
        buffers.terminated[at] = over;
        buffers.truncated[at] = late;
        if over || late {
            let winner = next.outcome().and_then(|outcome| outcome.winner);
            buffers.rewards[at] = winner.map_or(0.0, |winner| if winner == mover { 1.0 } else { -1.0 });
            self.restart(at);
        }
    }

    /// Goes on with long sowings, as far as one step may.
    fn sow_on(&mut self, buffers: &mut StepBuffers) {
        for _ in 0..turns_in_a_step(&self.engine, self.rounds.len()) {
            let Some((at, sowing)) = self.sowings.pop_front() else { return };
            if sowing.is_too_long() {
                // Whether it has an end stays unknown.
                buffers.truncated[at] = true;
                self.restart(at);
            } else {
                match self.engine.go_on(sowing, LAPS_IN_TURN) {
                    Ok((state, moves)) => self.made(at, state, moves, buffers),
                    Err(sowing) => {
                        self.sowings.push_front((at, sowing));
                        continue;
                    }
                }
            }
            self.tell_one(at, buffers);
        }
    }
}

impl<W: Width> Rounds for AnyRounds<W> {
    fn reset(&mut self) {
        self.sowings.clear();
        (0..self.rounds.len()).for_each(|at| self.restart(at));
    }

    fn tell(&self, buffers: &mut StepBuffers) {
        (0..self.rounds.len()).for_each(|at| self.tell_one(at, buffers));
    }

    fn step(&mut self, actions: &[i64], buffers: &mut StepBuffers) -> Result<(), usize> {
        for (at, (AnyRound { open, .. }, &action)) in self.rounds.iter().zip(actions).enumerate() {
            if !open.legal().any(|legal| i64::from(legal) == action) {
                return Err(at);
            }
        }
        for (at, &action) in actions.iter().enumerate() {
            buffers.go_on(at);
            let AnyRound { state, open, sows, .. } = &mut self.rounds[at];
            if !*sows {
                let begun = open.begun().len();
                if let Some(m) = open.decide(action as u16).expect("it was examined") {
                    match self.engine.play_laps(state, m, LONG_AFTER) {
                        Ok((state, moves)) => self.made(at, state, moves, buffers),
                        Err(sowing) => {
                            open.keep_only(begun);
                            *sows = true;
                            self.sowings.push_back((at, sowing));
                        }
                    }
                }
            }
            self.tell_one(at, buffers);
        }
        self.sow_on(buffers);
        Ok(())
    }

    fn sample(&self, rng: &mut Rng, actions: &mut [i64]) {
        for (AnyRound { open, .. }, action) in self.rounds.iter().zip(actions) {
            let mut legal: Vec<u16> = open.legal().collect();
            legal.sort_unstable();
            legal.dedup();
            *action = legal[rng.below(legal.len())].into();
        }
    }
}

/// A round of a game whose moves are masks.
struct FastRound<W: Width> {
    /// Before the move, while a long sowing goes on.
    state: State<W>,
    /// The legal moves; while a long sowing goes on, that move alone.
    moves: MoveMask,
    made: u32,
    history: RepetitionHistory<BoardKey<W>>,
    /// Whether a long sowing goes on.
    sows: bool,
}

/// How the state of a round is written into the buffers.
struct Telling {
    /// The bit of each action in a set of moves, by the player.
    codes: [Vec<u8>; 2],
    /// The pits of a player.
    half: usize,
    /// Whether pits may bear marks.
    marks: bool,
}

impl Telling {
    /// The number of bytes of an observation.
    fn width(&self) -> usize {
        2 * self.half * (1 + usize::from(self.marks)) + 3
    }

    #[inline(always)]
    fn tell<W: Width>(&self, round: &FastRound<W>, seen: &mut [u8], mask: &mut [i8]) -> i8 {
        let mover = round.state.to_move();
        let (own, rest) = seen.split_at_mut(self.half);
        let (other, rest) = rest.split_at_mut(self.half);
        let (stores, marks) = rest.split_at_mut(3);
        for (side, out) in [(mover, own), (mover.other(), other)] {
            for (word, out) in round.state.half(side).zip(out.chunks_mut(8)) {
                let bytes = word.to_le_bytes();
                out.copy_from_slice(&bytes[..out.len()]);
            }
        }
        stores[0] = round.state.captured(mover);
        stores[1] = round.state.captured(mover.other());
        stores[2] = round.state.out();
        for (side, out) in [mover, mover.other()].into_iter().zip(marks.chunks_exact_mut(self.half)) {
            let [own, other] = [mover, mover.other()].map(|owner| round.state.marks_in_half(side, owner));
            for (pit, out) in out.iter_mut().enumerate() {
                *out = (own >> pit & 1) as u8 | (other >> pit & 1) as u8 * 2;
            }
        }
        for (code, legal) in self.codes[mover as usize].iter().zip(mask) {
            *legal = (round.moves >> code & 1) as i8;
        }
        mover as i8
    }

    /// Writes the row of a round.
    #[inline(always)]
    fn tell_in<W: Width>(&self, at: usize, round: &FastRound<W>, buffers: &mut StepBuffers) {
        let (width, count) = (self.width(), self.codes[0].len());
        let seen = &mut buffers.observations[at * width..(at + 1) * width];
        let mask = &mut buffers.masks[at * count..(at + 1) * count];
        buffers.players[at] = self.tell(round, seen, mask);
    }
}

/// Rounds of a game in which a move is the pit that is lifted, and nothing but seeds and marks of one kind is stored.
struct FastRounds<W: Width> {
    engine: Arc<Engine<W>>,
    telling: Telling,
    start: State<W>,
    first: MoveMask,
    rounds: Vec<FastRound<W>>,
    /// The rounds in which a long sowing goes on, and these, the longest waiting first.
    sowings: VecDeque<(usize, PausedMove<W>)>,
    most_moves: u32,
}

impl<W: Width> FastRounds<W> {
    #[inline(always)]
    fn restart(round: &mut FastRound<W>, start: State<W>, first: MoveMask) {
        (round.state, round.moves, round.made, round.sows) = (start, first, 0, false);
        round.history.restart(start.board(), start.off_board());
    }

    fn play<S: StrategyShape>(
        &mut self,
        engine: &Engine<W>,
        strategy: Strategy<W, S>,
        actions: &[i64],
        buffers: &mut StepBuffers,
    ) {
        for (at, &action) in actions.iter().enumerate() {
            let round = &mut self.rounds[at];
            buffers.go_on(at);
            if !round.sows {
                let code = self.telling.codes[round.state.to_move() as usize][action as usize];
                match strategy.play_laps(&round.state, code, LONG_AFTER) {
                    Ok((state, moves)) => self.made(at, state, moves, buffers),
                    Err(sowing) => {
                        (round.moves, round.sows) = (1 << code, true);
                        self.sowings.push_back((at, sowing));
                    }
                }
            }
            self.telling.tell_in(at, &self.rounds[at], buffers);
        }
        let (most, laps) = if S::LOOKS_UP {
            (laps_in_a_step::<W>(self.rounds.len()) / u64::from(LAPS_ON_KERNEL), LAPS_ON_KERNEL)
        } else {
            (turns_in_a_step(engine, self.rounds.len()), LAPS_IN_TURN)
        };
        for _ in 0..most {
            let Some((at, sowing)) = self.sowings.pop_front() else { return };
            if sowing.is_too_long() {
                self.abandon(at, buffers);
                continue;
            }
            match engine.go_on(sowing, laps) {
                Ok((state, moves)) => {
                    self.made(at, state, moves, buffers);
                    self.telling.tell_in(at, &self.rounds[at], buffers);
                }
                Err(sowing) => self.sowings.push_front((at, sowing)),
            }
        }
    }

    /// Ends a round with a sowing of which it stays unknown whether it has an end.
    fn abandon(&mut self, at: usize, buffers: &mut StepBuffers) {
        buffers.truncated[at] = true;
        Self::restart(&mut self.rounds[at], self.start, self.first);
        self.telling.tell_in(at, &self.rounds[at], buffers);
    }

    /// A move of a round has been made.
    #[inline(always)]
    fn made(&mut self, at: usize, mut next: State<W>, moves: MoveMask, buffers: &mut StepBuffers) {
        let round = &mut self.rounds[at];
        let mover = round.state.to_move();
        let moves = self.engine.record(&mut next, &mut round.history, moves);
        (round.state, round.moves, round.sows) = (next, moves, false);
        round.made += 1;
        let over = next.is_over();
        let late = !over && (moves == 0 || round.made >= self.most_moves);
        buffers.terminated[at] = over;
        buffers.truncated[at] = late;
        if over || late {
            let winner = next.outcome().and_then(|outcome| outcome.winner);
            buffers.rewards[at] = winner.map_or(0.0, |winner| if winner == mover { 1.0 } else { -1.0 });
            Self::restart(round, self.start, self.first);
        }
    }
}

impl<W: Width> Rounds for FastRounds<W> {
    fn reset(&mut self) {
        let (start, first) = (self.start, self.first);
        self.rounds.iter_mut().for_each(|round| Self::restart(round, start, first));
        self.sowings.clear();
    }

    fn tell(&self, buffers: &mut StepBuffers) {
        self.rounds.iter().enumerate().for_each(|(at, round)| self.telling.tell_in(at, round, buffers));
    }

    fn step(&mut self, actions: &[i64], buffers: &mut StepBuffers) -> Result<(), usize> {
        let legal = |(round, &action): (&FastRound<W>, &i64)| {
            let codes = &self.telling.codes[round.state.to_move() as usize];
            usize::try_from(action)
                .ok()
                .and_then(|action| codes.get(action))
                .is_some_and(|code| round.moves >> code & 1 == 1)
        };
        if let Some(at) = self.rounds.iter().zip(actions).position(|pair| !legal(pair)) {
            return Err(at);
        }
        let engine = self.engine.clone();
        on_strategy!(W, engine, strategy => self.play(&engine, strategy, actions, buffers));
        Ok(())
    }

    fn sample(&self, rng: &mut Rng, actions: &mut [i64]) {
        for (round, action) in self.rounds.iter().zip(actions) {
            let mover = round.state.to_move();
            let codes = &self.telling.codes[mover as usize];
            let mut left = rng.below(round.moves.count_ones() as usize);
            for (number, code) in codes.iter().enumerate() {
                if round.moves >> code & 1 == 1 {
                    if left == 0 {
                        *action = number as i64;
                        break;
                    }
                    left -= 1;
                }
            }
        }
    }
}

/// Fast rounds, if the game allows them.
fn fast_rounds(game: &Game, space: &ActionSpace, count: usize, most_moves: u32) -> Option<Box<dyn Rounds>> {
    let start = game.program.start();
    let stores_little = game.rules.marks.len() <= 1 && game.rules.counters.is_empty();
    let layout = game.program.layout();
    if !stores_little || !space.is_plain() || layout.is_shared() || layout.is_alone() {
        return None;
    }
    on_engine!(game.program.engine(&start, Opt::Full), engine => {
        let state = engine.pack(&start)?;
        if engine.has_two_ways() || !engine.has_masks(&state) {
            return None;
        }
        let codes = Side::BOTH.map(|side| {
            space.pits(side).iter().map(|&pit| engine.code(&state, Move::lifting(pit))).collect::<Vec<u8>>()
        });
        let first = engine.legal_mask(&state);
        let round = |_| {
            let history = RepetitionHistory::default();
            FastRound { state, moves: first, made: 0, history, sows: false }
        };
        let rounds = (0..count).map(round).collect();
        let half = layout.pits_of(Side::South).count();
        let telling = Telling { codes, half, marks: !game.rules.marks.is_empty() };
        let sowings = VecDeque::new();
        let mut fast = FastRounds { engine, telling, start: state, first, rounds, sowings, most_moves };
        fast.reset();
        Some(Box::new(fast) as Box<dyn Rounds>)
    })
}

/// Many rounds that are played in step. `uur.vector.VectorRounds` has its buffers.
#[pyclass(module = "uur", name = "RoundBatch")]
pub struct PyRoundBatch {
    rounds: Box<dyn Rounds>,
    count: usize,
    actions: usize,
    width: usize,
    /// Whether moves are played by look-ups.
    #[pyo3(get)]
    is_fast: bool,
    rng: Rng,
}

/// A contiguous array of a number of values.
macro_rules! slice {
    ($array:expr, $length:expr) => {{
        let slice = $array.as_slice_mut().map_err(|_| UurError::new_err("the arrays have to be contiguous"))?;
        if slice.len() != $length {
            return Err(UurError::new_err(format!("an array has {} values instead of {}", slice.len(), $length)));
        }
        slice
    }};
}

#[pymethods]
impl PyRoundBatch {
    #[new]
    #[pyo3(signature = (game, count, *, seed=1, most_moves=10_000, fast=true))]
    fn new(
        py: Python<'_>,
        game: &PyGame,
        #[pyo3(from_py_with = whole)] count: usize,
        #[pyo3(from_py_with = whole)] seed: u64,
        #[pyo3(from_py_with = whole)] most_moves: u32,
        fast: bool,
    ) -> PyResult<PyRoundBatch> {
        needs_numpy(py)?;
        if !(1..=MOST_ROUNDS).contains(&count) || most_moves == 0 {
            return Err(UurError::new_err(format!("there are 1 to {MOST_ROUNDS} rounds, each of at least 1 move")));
        }
        let game = game.game.clone();
        let space = ActionSpace::of(&game);
        let (actions, width) = (space.count, space.observed(&game));
        let quick = if fast { guarded(|| py.detach(|| fast_rounds(&game, &space, count, most_moves)))? } else { None };
        let is_fast = quick.is_some();
        let rounds = match quick {
            Some(rounds) => rounds,
            None => {
                let acted = ActedGame { game, space };
                let engine = acted.game.program.engine(&acted.game.program.start(), Opt::Full);
                let rounds: Option<Box<dyn Rounds>> = on_engine!(engine, engine => {
                    let rounds = AnyRounds::new(acted, engine, count, most_moves).expect("the engine plays the start");
                    if rounds.start.open.is_empty() { None } else { Some(Box::new(rounds)) }
                });
                rounds.ok_or_else(|| UurError::new_err("the round is over before its first move"))?
            }
        };
        Ok(PyRoundBatch { rounds, count, actions, width, is_fast, rng: Rng::for_game(seed, 0) })
    }

    /// The numbers of rounds, of actions, and of the bytes of an observation.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        (self.count, self.actions, self.width)
    }

    /// Begins all rounds. Writes uint8 (rounds, bytes), int8 (rounds, actions) and int8 (rounds,).
    fn reset(
        &mut self,
        mut observations: PyReadwriteArray2<'_, u8>,
        mut masks: PyReadwriteArray2<'_, i8>,
        mut players: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        let mut buffers = StepBuffers {
            observations: slice!(observations, self.count * self.width),
            masks: slice!(masks, self.count * self.actions),
            players: slice!(players, self.count),
            rewards: &mut [],
            terminated: &mut [],
            truncated: &mut [],
        };
        self.rounds.reset();
        self.rounds.tell(&mut buffers);
        Ok(())
    }

    /// Takes an action of int64 in each round. Writes what `reset` writes, float32 rewards of the players who acted,
    /// and two arrays of truth values: ended, and abandoned. Rounds that have ended begin anew.
    ///
    /// Raises `MoveError` if an action is not legal; then nothing changes.
    #[allow(clippy::too_many_arguments)]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut observations: PyReadwriteArray2<'_, u8>,
        mut masks: PyReadwriteArray2<'_, i8>,
        mut players: PyReadwriteArray1<'_, i8>,
        mut rewards: PyReadwriteArray1<'_, f32>,
        mut terminated: PyReadwriteArray1<'_, bool>,
        mut truncated: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let actions = actions.as_slice().map_err(|_| UurError::new_err("the arrays have to be contiguous"))?;
        if actions.len() != self.count {
            return Err(UurError::new_err(format!("there are {} actions instead of {}", actions.len(), self.count)));
        }
        let mut buffers = StepBuffers {
            observations: slice!(observations, self.count * self.width),
            masks: slice!(masks, self.count * self.actions),
            players: slice!(players, self.count),
            rewards: slice!(rewards, self.count),
            terminated: slice!(terminated, self.count),
            truncated: slice!(truncated, self.count),
        };
        let rounds = &mut self.rounds;
        guarded(|| py.detach(|| rounds.step(actions, &mut buffers)))?
            .map_err(|at| MoveError::new_err(format!("action {} of round {at} is not legal", actions[at])))
    }

    /// Writes a random legal action for each round into an array of int64.
    fn sample(&mut self, mut actions: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let slice = slice!(actions, self.count);
        self.rounds.sample(&mut self.rng, slice);
        Ok(())
    }
}
