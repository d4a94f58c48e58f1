//! Many rounds at once, written into the buffers of NumPy.

use std::sync::Arc;

use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use uur::engine::{BoardKey, Engine, MoveMask, MoveStrategy, Opt, RepetitionHistory, State, Width};
use uur::{Game, Move, Rng, Side, on_engine, on_strategy};

use crate::actions::ActionSpace;
use crate::game::PyGame;
use crate::problem::{MoveError, UurError, guarded, whole};
use crate::round::{ActedGame, Round, needs_numpy};

/// The most rounds at once.
const MOST_ROUNDS: usize = 1 << 24;

/// The buffers of a step, a row for each round.
struct StepBuffers<'a> {
    observations: &'a mut [u8],
    masks: &'a mut [i8],
    players: &'a mut [i8],
    rewards: &'a mut [f32],
    terminated: &'a mut [bool],
    truncated: &'a mut [bool],
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

/// Rounds of any game.
struct AnyRounds {
    acted: ActedGame,
    start: Round,
    rounds: Vec<(Round, u32)>,
    most_moves: u32,
    width: usize,
}

impl AnyRounds {
    fn tell_one(&self, at: usize, round: &Round, buffers: &mut StepBuffers) {
        let (width, count) = (self.width, self.acted.space.count);
        round.observe(&self.acted, round.position.to_move, &mut buffers.observations[at * width..(at + 1) * width]);
        let mask = &mut buffers.masks[at * count..(at + 1) * count];
        mask.fill(0);
        round.legal().for_each(|action| mask[usize::from(action)] = 1);
        buffers.players[at] = round.position.to_move as i8;
    }
}

impl Rounds for AnyRounds {
    fn reset(&mut self) {
        let start = &self.start;
        self.rounds.iter_mut().for_each(|round| *round = (start.clone(), 0));
    }

    fn tell(&self, buffers: &mut StepBuffers) {
        self.rounds.iter().enumerate().for_each(|(at, (round, _))| self.tell_one(at, round, buffers));
    }

    fn step(&mut self, actions: &[i64], buffers: &mut StepBuffers) -> Result<(), usize> {
        for (at, ((round, _), &action)) in self.rounds.iter().zip(actions).enumerate() {
            if !round.legal().any(|legal| i64::from(legal) == action) {
                return Err(at);
            }
        }
        let mut rounds = std::mem::take(&mut self.rounds);
        for (at, ((round, moves), &action)) in rounds.iter_mut().zip(actions).enumerate() {
            let mover = round.position.to_move;
            let moved = round.act(&self.acted, action as u16).expect("it was examined");
            *moves += u32::from(moved);
            let south = round.south();
            buffers.rewards[at] = if mover == Side::South { south } else { 0.0 - south };
            buffers.terminated[at] = round.position.outcome.is_some();
            buffers.truncated[at] = !buffers.terminated[at] && (round.is_over() || *moves >= self.most_moves);
            if buffers.terminated[at] || buffers.truncated[at] {
                (*round, *moves) = (self.start.clone(), 0);
            }
            self.tell_one(at, round, buffers);
        }
        self.rounds = rounds;
        Ok(())
    }

    fn sample(&self, rng: &mut Rng, actions: &mut [i64]) {
        for ((round, _), action) in self.rounds.iter().zip(actions) {
            let mut legal: Vec<u16> = round.legal().collect();
            legal.sort_unstable();
            legal.dedup();
            *action = legal[rng.below(legal.len())].into();
        }
    }
}

/// A round of a game whose moves are masks.
struct FastRound<W: Width> {
    state: State<W>,
    moves: MoveMask,
    made: u32,
    history: RepetitionHistory<BoardKey<W>>,
}

/// Rounds of a game in which a move is the pit that is lifted, and nothing but seeds is stored.
struct FastRounds<W: Width> {
    engine: Arc<Engine<W>>,
    /// The bit of each action in a set of moves, by the player.
    codes: [Vec<u8>; 2],
    /// The pits of a player.
    half: usize,
    start: State<W>,
    first: MoveMask,
    rounds: Vec<FastRound<W>>,
    most_moves: u32,
}

impl<W: Width> FastRounds<W> {
    #[inline(always)]
    fn restart(round: &mut FastRound<W>, start: State<W>, first: MoveMask) {
        (round.state, round.moves, round.made) = (start, first, 0);
        round.history.restart(start.board(), start.off_board());
    }

    #[inline(always)]
    fn tell_one(codes: &[Vec<u8>; 2], half: usize, round: &FastRound<W>, seen: &mut [u8], mask: &mut [i8]) -> i8 {
        let mover = round.state.to_move();
        let (own, rest) = seen.split_at_mut(half);
        let (other, stores) = rest.split_at_mut(half);
        for (side, out) in [(mover, own), (mover.other(), other)] {
            for (word, out) in round.state.half(side).zip(out.chunks_mut(8)) {
                let bytes = word.to_le_bytes();
                out.copy_from_slice(&bytes[..out.len()]);
            }
        }
        stores[0] = round.state.captured(mover);
        stores[1] = round.state.captured(mover.other());
        stores[2] = round.state.out();
        for (code, legal) in codes[mover as usize].iter().zip(mask) {
            *legal = (round.moves >> code & 1) as i8;
        }
        mover as i8
    }

    #[inline(always)]
    fn play(&mut self, strategy: impl MoveStrategy<W>, actions: &[i64], buffers: &mut StepBuffers) {
        let FastRounds { codes, half, start, first, rounds, most_moves, .. } = self;
        let (half, count, engine) = (*half, codes[0].len(), strategy.engine());
        let observations = buffers.observations.chunks_exact_mut(2 * half + 3);
        let masks = buffers.masks.chunks_exact_mut(count);
        let told = observations.zip(masks);
        for (at, ((round, &action), (seen, mask))) in rounds.iter_mut().zip(actions).zip(told).enumerate() {
            let mover = round.state.to_move();
            let (mut next, moves) = strategy.play(&round.state, codes[mover as usize][action as usize]);
            let moves = engine.record(&mut next, &mut round.history, moves);
            (round.state, round.moves) = (next, moves);
            round.made += 1;
            let over = next.is_over();
            let late = !over && (moves == 0 || round.made >= *most_moves);
            buffers.terminated[at] = over;
            buffers.truncated[at] = late;
            buffers.rewards[at] = 0.0;
            if over || late {
                let winner = next.outcome().and_then(|outcome| outcome.winner);
                buffers.rewards[at] = winner.map_or(0.0, |winner| if winner == mover { 1.0 } else { -1.0 });
                Self::restart(round, *start, *first);
            }
            buffers.players[at] = Self::tell_one(codes, half, round, seen, mask);
        }
    }
}

impl<W: Width> Rounds for FastRounds<W> {
    fn reset(&mut self) {
        let (start, first) = (self.start, self.first);
        self.rounds.iter_mut().for_each(|round| Self::restart(round, start, first));
    }

    fn tell(&self, buffers: &mut StepBuffers) {
        let (width, count) = (2 * self.half + 3, self.codes[0].len());
        for (at, round) in self.rounds.iter().enumerate() {
            let seen = &mut buffers.observations[at * width..(at + 1) * width];
            let mask = &mut buffers.masks[at * count..(at + 1) * count];
            buffers.players[at] = Self::tell_one(&self.codes, self.half, round, seen, mask);
        }
    }

    fn step(&mut self, actions: &[i64], buffers: &mut StepBuffers) -> Result<(), usize> {
        let legal = |(round, &action): (&FastRound<W>, &i64)| {
            let codes = &self.codes[round.state.to_move() as usize];
            usize::try_from(action)
                .ok()
                .and_then(|action| codes.get(action))
                .is_some_and(|code| round.moves >> code & 1 == 1)
        };
        if let Some(at) = self.rounds.iter().zip(actions).position(|pair| !legal(pair)) {
            return Err(at);
        }
        let engine = self.engine.clone();
        on_strategy!(W, engine, strategy => self.play(strategy, actions, buffers));
        Ok(())
    }

    fn sample(&self, rng: &mut Rng, actions: &mut [i64]) {
        for (round, action) in self.rounds.iter().zip(actions) {
            let mover = round.state.to_move();
            let codes = &self.codes[mover as usize];
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
    let only_seeds = game.rules.marks.is_empty() && game.rules.counters.is_empty();
    let layout = game.program.layout();
    if !only_seeds || !space.is_plain() || layout.is_shared() || layout.is_alone() {
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
        let round = |_| FastRound { state, moves: first, made: 0, history: RepetitionHistory::default() };
        let rounds = (0..count).map(round).collect();
        let half = layout.pits_of(Side::South).count();
        let mut fast = FastRounds { engine, codes, half, start: state, first, rounds, most_moves };
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
                let start = Round::new(&acted, acted.game.program.start());
                if start.is_over() {
                    return Err(UurError::new_err("the round is over before its first move"));
                }
                let rounds = vec![(start.clone(), 0); count];
                Box::new(AnyRounds { acted, start, rounds, most_moves, width })
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
