//! Many rounds at once, written into the buffers of NumPy.

use std::collections::VecDeque;
use std::sync::Arc;

use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use uur::engine::{
    BoardKey, Engine, MaskedState, MoveMask, Opt, PausedMove, RepetitionHistory, Strategy, StrategyShape, Width,
};
use uur::{Move, Position, Rng, Side, Way, on_engine, on_strategy};

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

/// How often a long sowing goes on in a step of a number of rounds, and for how many laps. A lap takes longer on a larger
/// board. One of which every rule is examined takes as long as 16 of others, or 64 or 256 on larger boards.
fn turns_in_a_step<W: Width, S: StrategyShape>(rounds: usize) -> (u64, u32) {
    let laps = LAPS_IN_A_STEP + LAPS_FOR_A_ROUND * rounds as u64;
    let (laps, in_turn) = if S::LOOKS_UP {
        (laps * 4 / (W::WORDS * W::WORDS) as u64, LAPS_ON_KERNEL)
    } else {
        (laps >> (2 + W::WORDS).min(8), LAPS_IN_TURN)
    };
    (laps / u64::from(in_turn), in_turn)
}

/// The buffers of a step, a row for each round.
struct StepBuffers<'a> {
    observations: &'a mut [u8],
    masks: &'a mut [i8],
    players: &'a mut [i8],
    rewards: &'a mut [f32],
    terminated: &'a mut [bool],
    truncated: &'a mut [bool],
    finals: &'a mut [u8],
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

/// A round at one width.
#[derive(Clone)]
struct RoundInStep<W: Width> {
    /// Before the move, while it is decided or a long sowing goes on. If moves are masks, those that begin as is decided;
    /// while a long sowing goes on, that move alone.
    node: MaskedState<W>,
    made: u32,
    /// Whether a long sowing goes on.
    sows: bool,
    /// The actions of a move that has begun. The legal moves, if they are no mask.
    open: OpenMoves,
    history: RepetitionHistory<BoardKey<W>>,
}

/// What the actions of a player mean in a mask of moves: first the pit, then the way.
struct MaskedActions {
    /// The moves that have an action.
    moves: [Vec<MoveMask>; 2],
    /// The action of each move.
    actions: [[u16; MoveMask::BITS as usize]; 2],
}

/// Rounds of a game in step.
struct WidthRounds<W: Width> {
    acted: ActedGame,
    engine: Arc<Engine<W>>,
    /// By the player.
    masked: [MaskedActions; 2],
    /// The pits of a player, if seeds in two rows and marks of one kind are all that is stored.
    half: Option<usize>,
    /// The number of bytes of an observation.
    width: usize,
    start: RoundInStep<W>,
    rounds: Vec<RoundInStep<W>>,
    /// The rounds in which a long sowing goes on, and these, the longest waiting first.
    sowings: VecDeque<(usize, PausedMove<W>)>,
    most_moves: u32,
}

impl MaskedActions {
    fn of<W: Width>(engine: &Engine<W>, space: &ActionSpace, start: &Position, side: Side) -> Self {
        // The opening is over.
        let later = Position { to_move: side, ply: u16::MAX, ..*start };
        let state = engine.pack(&later).expect("the engine plays the start");
        let mut moves = [vec![0; space.count], vec![0; space.count]];
        let mut actions = [[0; MoveMask::BITS as usize]; 2];
        if !engine.has_begun_masks(&state) {
            return MaskedActions { moves, actions };
        }
        let ways: &[_] = if engine.has_two_ways() { &[Some(Way::Onward), Some(Way::Back)] } else { &[None] };
        let lifts = space.lifts(side, engine.plays_any_half());
        for (pit, way) in lifts.flat_map(|pit| ways.iter().map(move |&way| (pit, way))) {
            let m = Move { way, ..Move::lifting(pit) };
            let (code, decisions) = (engine.code(&state, m), space.decisions(side, m));
            for (stage, action) in [decisions.first(), decisions.last()].into_iter().flatten().enumerate() {
                moves[stage][usize::from(*action)] |= 1 << code;
                actions[stage][usize::from(code)] = *action;
            }
        }
        MaskedActions { moves, actions }
    }
}

impl<W: Width> RoundInStep<W> {
    /// Whether what is decided next is one of the moves of the mask.
    #[inline(always)]
    fn is_masked(&self) -> bool {
        self.open.is_empty()
    }

    /// Which decision about a move of a mask comes next.
    #[inline(always)]
    fn stage(&self) -> usize {
        usize::from(!self.open.begun().is_empty())
    }

    /// Begins the round.
    #[inline(always)]
    fn restart(&mut self, start: &Self) {
        (self.node, self.made, self.sows) = (start.node, 0, false);
        self.open.clone_from(&start.open);
        self.history.restart(start.node.state.board(), start.node.state.off_board());
    }

    /// Finds the moves that begin now, which are known if they are a mask; returns whether there is one.
    #[inline(always)]
    fn find_moves(&mut self, engine: &Engine<W>, space: &ActionSpace) -> bool {
        let MaskedState { state, moves } = &mut self.node;
        self.open.clear();
        if !engine.has_begun_masks(state) {
            self.open.list(space, state.to_move(), &engine.beginnings(state));
            return !self.open.is_empty();
        }
        if !engine.has_masks(state) {
            *moves = engine.legal_mask(state);
        }
        *moves != 0
    }

    /// Plays a move that begins so, as far as the first laps. Returns the rest of it, if it has more; `None` if more is to
    /// be decided first.
    fn play(&mut self, engine: &Engine<W>, space: &ActionSpace, mut m: Move) -> Option<Option<PausedMove<W>>> {
        while let Some(options) = engine.next_options(&self.node.state, m) {
            m = self.open.ask(space, self.node.state.to_move(), m, options)?;
        }
        let played = engine.play_laps(&self.node.state, m, LONG_AFTER);
        Some(played.map(|(state, moves)| self.node = MaskedState { state, moves }).err())
    }
}

impl<W: Width> WidthRounds<W> {
    /// Rounds of a game; `None` if they are over before their first move.
    fn new(acted: ActedGame, engine: Arc<Engine<W>>, count: usize, most_moves: u32) -> Option<Self> {
        let ActedGame { game, space } = &acted;
        let (start, layout) = (game.program.start(), game.program.layout());
        let state = engine.pack(&start).expect("the engine plays the start");
        let (open, history) = (OpenMoves::default(), RepetitionHistory::default());
        let mut round = RoundInStep { node: MaskedState { state, moves: 0 }, made: 0, sows: false, open, history };
        round.node.moves = if engine.has_masks(&state) { engine.legal_mask(&state) } else { 0 };
        if !round.find_moves(&engine, space) {
            return None;
        }
        let is_simple = game.rules.marks.len() <= 1 && game.rules.counters.is_empty();
        let has_rows = !layout.is_shared() && !layout.is_alone();
        let mut rounds = WidthRounds {
            masked: Side::BOTH.map(|side| MaskedActions::of(&engine, space, &start, side)),
            half: (is_simple && has_rows).then(|| layout.pits_of(Side::South).count()),
            width: space.observed(game),
            rounds: vec![round.clone(); count],
            start: round,
            sowings: VecDeque::new(),
            acted,
            engine,
            most_moves,
        };
        rounds.reset();
        Some(rounds)
    }

    /// Writes what the player to move in a round sees into the row of the round.
    #[inline(always)]
    fn observe(&self, at: usize, rows: &mut [u8]) {
        let round = &self.rounds[at];
        let ActedGame { game, space } = &self.acted;
        let mover = round.node.state.to_move();
        let seen = &mut rows[at * self.width..(at + 1) * self.width];
        match self.half {
            Some(half) => {
                let begun = observe_rows(round, half, !game.rules.marks.is_empty(), seen);
                space.observe_begun(round.open.begun(), begun);
            }
            None => space.observe(game, &self.engine.unpack(&round.node.state), mover, round.open.begun(), seen),
        }
    }

    /// Writes the row of a round.
    #[inline(always)]
    fn tell_one(&self, at: usize, buffers: &mut StepBuffers) {
        self.observe(at, buffers.observations);
        let round = &self.rounds[at];
        let space = &self.acted.space;
        let mover = round.node.state.to_move();
        let mask = &mut buffers.masks[at * space.count..(at + 1) * space.count];
        if round.is_masked() {
            for (moves, legal) in self.masked[mover].moves[round.stage()].iter().zip(mask) {
                *legal = i8::from(round.node.moves & moves != 0);
            }
        } else {
            mask.fill(0);
            round.open.legal().for_each(|action| mask[usize::from(action)] = 1);
        }
        buffers.players[at] = mover as i8;
    }

    /// Whether an action is legal.
    #[inline(always)]
    fn is_legal(&self, round: &RoundInStep<W>, action: i64) -> bool {
        let Ok(action) = u16::try_from(action) else { return false };
        if round.is_masked() {
            let moves = &self.masked[round.node.state.to_move()].moves[round.stage()];
            moves.get(usize::from(action)).is_some_and(|moves| round.node.moves & moves != 0)
        } else {
            round.open.legal().any(|legal| legal == action)
        }
    }

    /// Takes a legal action in a round, in which no long sowing goes on.
    #[inline(always)]
    fn act<S: StrategyShape>(&mut self, strategy: Strategy<W, S>, at: usize, action: u16, buffers: &mut StepBuffers) {
        let round = &mut self.rounds[at];
        let (begun, mover) = (round.open.begun().len(), round.node.state.to_move());
        let (engine, space) = (&self.engine, &self.acted.space);
        let played = if round.is_masked() {
            let moves = round.node.moves & self.masked[mover].moves[round.stage()][usize::from(action)];
            let code = moves.trailing_zeros() as u8;
            if moves & (moves - 1) != 0 {
                let pit = engine.as_move(&round.node.state, code).pit;
                round.open.begin(space.decisions(mover, Move::lifting(pit)));
                round.node.moves = moves;
                return;
            }
            if engine.has_masks(&round.node.state) {
                Some(strategy.play_laps(&mut round.node, code, LONG_AFTER))
            } else {
                round.play(engine, space, engine.as_move(&round.node.state, code))
            }
        } else {
            let decided = round.open.decide(action).expect("it was examined");
            decided.and_then(|m| round.play(engine, space, m))
        };
        let Some(paused) = played else { return };
        let Some(sowing) = paused else { return self.made(at, mover, buffers) };
        round.sows = true;
        round.node.moves &= self.masked[mover].moves[round.stage()][usize::from(action)];
        round.open.keep_only(begun);
        self.sowings.push_back((at, sowing));
    }

    #[inline(never)]
    fn play<S: StrategyShape>(&mut self, strategy: Strategy<W, S>, actions: &[i64], buffers: &mut StepBuffers) {
        for (at, &action) in actions.iter().enumerate() {
            buffers.go_on(at);
            if !self.rounds[at].sows {
                self.act(strategy, at, action as u16, buffers);
            }
            self.tell_one(at, buffers);
        }
        let (most, laps) = turns_in_a_step::<W, S>(self.rounds.len());
        for _ in 0..most {
            let Some((at, sowing)) = self.sowings.pop_front() else { return };
            if sowing.is_too_long() {
                // Whether it has an end stays unknown.
                buffers.truncated[at] = true;
                self.restart(at, buffers);
            } else {
                match self.engine.go_on(sowing, laps) {
                    Ok((state, moves)) => {
                        let node = std::mem::replace(&mut self.rounds[at].node, MaskedState { state, moves });
                        self.made(at, node.state.to_move(), buffers);
                    }
                    Err(sowing) => {
                        self.sowings.push_front((at, sowing));
                        continue;
                    }
                }
            }
            self.tell_one(at, buffers);
        }
    }

    /// A player has moved in a round.
    #[inline(always)]
    fn made(&mut self, at: usize, mover: Side, buffers: &mut StepBuffers) {
        let round = &mut self.rounds[at];
        let MaskedState { state, moves } = &mut round.node;
        *moves = self.engine.record(state, &mut round.history, *moves);
        (round.made, round.sows) = (round.made + 1, false);
        let goes_on = round.find_moves(&self.engine, &self.acted.space) && round.made < self.most_moves;
        if !goes_on {
            let outcome = round.node.state.outcome();
            (buffers.terminated[at], buffers.truncated[at]) = (outcome.is_some(), outcome.is_none());
            let winner = outcome.and_then(|outcome| outcome.winner);
            buffers.rewards[at] = winner.map_or(0.0, |winner| if winner == mover { 1.0 } else { -1.0 });
            self.restart(at, buffers);
        }
    }

    /// Begins a round anew; what was seen at its end is kept.
    fn restart(&mut self, at: usize, buffers: &mut StepBuffers) {
        self.observe(at, buffers.finals);
        self.rounds[at].restart(&self.start);
    }
}

/// Writes the seeds and the marks of a round in two rows, seen from the player to move; returns the rest of the row.
#[inline(always)]
fn observe_rows<'a, W: Width>(round: &RoundInStep<W>, half: usize, marks: bool, seen: &'a mut [u8]) -> &'a mut [u8] {
    let mover = round.node.state.to_move();
    let (own, rest) = seen.split_at_mut(half);
    let (other, rest) = rest.split_at_mut(half);
    let (stores, rest) = rest.split_at_mut(3);
    for (side, out) in [(mover, own), (mover.other(), other)] {
        for (word, out) in round.node.state.half(side).zip(out.chunks_mut(8)) {
            let bytes = word.to_le_bytes();
            out.copy_from_slice(&bytes[..out.len()]);
        }
    }
    stores[0] = round.node.state.captured(mover);
    stores[1] = round.node.state.captured(mover.other());
    stores[2] = round.node.state.out();
    let (marked, rest) = rest.split_at_mut(if marks { 2 * half } else { 0 });
    for (side, out) in [mover, mover.other()].into_iter().zip(marked.chunks_exact_mut(half)) {
        let [own, other] = [mover, mover.other()].map(|owner| round.node.state.marks_in_half(side, owner));
        for (pit, out) in out.iter_mut().enumerate() {
            *out = (own >> pit & 1) as u8 + 2 * (other >> pit & 1) as u8;
        }
    }
    rest
}

impl<W: Width> Rounds for WidthRounds<W> {
    fn reset(&mut self) {
        self.sowings.clear();
        self.rounds.iter_mut().for_each(|round| round.restart(&self.start));
    }

    fn tell(&self, buffers: &mut StepBuffers) {
        (0..self.rounds.len()).for_each(|at| self.tell_one(at, buffers));
    }

    fn step(&mut self, actions: &[i64], buffers: &mut StepBuffers) -> Result<(), usize> {
        let is_illegal = |(round, &action): (&RoundInStep<W>, &i64)| !self.is_legal(round, action);
        if let Some(at) = self.rounds.iter().zip(actions).position(is_illegal) {
            return Err(at);
        }
        let engine = self.engine.clone();
        on_strategy!(W, engine, strategy => self.play(strategy, actions, buffers));
        Ok(())
    }

    fn sample(&self, rng: &mut Rng, actions: &mut [i64]) {
        for (round, action) in self.rounds.iter().zip(actions) {
            if round.is_masked() {
                let (mover, stage) = (round.node.state.to_move(), round.stage());
                let moves = round.node.moves;
                let moves = if stage == 0 { self.engine.whichever_way(moves) } else { moves };
                let number = rng.below(self.engine.count_moves(mover, moves));
                let code = self.engine.nth_move(mover, moves, number);
                *action = self.masked[mover].actions[stage][usize::from(code)].into();
            } else {
                let mut legal: Vec<u16> = round.open.legal().collect();
                legal.sort_unstable();
                legal.dedup();
                *action = legal[rng.below(legal.len())].into();
            }
        }
    }
}

/// Many rounds that are played in step. `uur.vector.VectorRounds` has its buffers.
#[pyclass(module = "uur", name = "RoundBatch")]
pub struct PyRoundBatch {
    rounds: Box<dyn Rounds>,
    count: usize,
    actions: usize,
    width: usize,
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
    #[pyo3(signature = (game, count, *, seed=1, most_moves=10_000))]
    fn new(
        py: Python<'_>,
        game: &PyGame,
        #[pyo3(from_py_with = whole)] count: usize,
        #[pyo3(from_py_with = whole)] seed: u64,
        #[pyo3(from_py_with = whole)] most_moves: u32,
    ) -> PyResult<PyRoundBatch> {
        needs_numpy(py)?;
        if !(1..=MOST_ROUNDS).contains(&count) || most_moves == 0 {
            return Err(UurError::new_err(format!("there are 1 to {MOST_ROUNDS} rounds, each of at least 1 move")));
        }
        let game = game.game.clone();
        let space = ActionSpace::of(&game);
        let (actions, width) = (space.count, space.observed(&game));
        let engine = game.program.engine(&game.program.start(), Opt::Full);
        let acted = ActedGame { game, space };
        let rounds: Option<Box<dyn Rounds>> = on_engine!(engine, engine => {
            guarded(|| py.detach(|| WidthRounds::new(acted, engine, count, most_moves)))?
                .map(|rounds| Box::new(rounds) as Box<dyn Rounds>)
        });
        let rounds = rounds.ok_or_else(|| UurError::new_err("the round is over before its first move"))?;
        Ok(PyRoundBatch { rounds, count, actions, width, rng: Rng::for_game(seed, 0) })
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
            finals: &mut [],
        };
        self.rounds.reset();
        self.rounds.tell(&mut buffers);
        Ok(())
    }

    /// Takes an action of int64 in each round. Writes what `reset` writes, float32 rewards of the players who acted,
    /// two arrays of truth values: ended, and abandoned, and uint8 (rounds, bytes): what was seen at the end of those that
    /// have ended. These begin anew.
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
        mut finals: PyReadwriteArray2<'_, u8>,
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
            finals: slice!(finals, self.count * self.width),
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
