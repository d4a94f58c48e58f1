//! Random rounds, interleaved to hide the latency of memory and of mispredicted branches.

use std::sync::atomic::{AtomicBool, Ordering};

use uur::chance::Rng;
use uur::engine::{
    AfterLap, AnyEngine, BoardKey, Engine, KernelBoard, KernelKey, KernelShape, KernelSowing, LongMove, MoveMask,
    MoveStrategy, RepetitionHistory, RowWords, Shaped, State, Successor, Width,
};
use uur::rules::Side;
use uur::{on_engine, on_kernel, on_strategy};

use super::playout::{ChoiceCount, Experiment, GameResult};

/// The number of interleaved games.
const IN_FLIGHT: usize = 2;
/// The number of long sowings that are collected before they are advanced together.
const LONG_MOVES: usize = 4;
/// Laps of each sowing between two polls of the stop flag.
const LAPS_BETWEEN_CHECKS: u64 = 1 << 20;

/// One of the interleaved games.
struct Slot<W: Width> {
    number: u64,
    chance: Rng,
    state: State<W>,
    history: RepetitionHistory<BoardKey<W>>,
    /// The legal moves.
    moves: MoveMask,
    played: GameResult,
}

/// Plays rounds between random players and reports their results in any order. Once `stop` is true, long
/// sowings are abandoned. Returns whether all rounds were reported.
pub fn play_rounds(
    engine: &AnyEngine,
    experiment: &Experiment,
    numbers: impl Iterator<Item = u64>,
    stop: &AtomicBool,
    report: impl FnMut(u64, GameResult),
) -> bool {
    on_engine!(engine, engine => play_by_strategy(engine, experiment, numbers, stop, report))
}

fn play_by_strategy<W: Width>(
    engine: &Engine<W>,
    experiment: &Experiment,
    numbers: impl Iterator<Item = u64>,
    stop: &AtomicBool,
    report: impl FnMut(u64, GameResult),
) -> bool {
    on_kernel!(W, engine, kernel => play_on(kernel, experiment, numbers, stop, report),
        on_strategy!(W, engine, strategy => play(strategy, experiment, numbers, stop, report)))
}

/// The number of games in flight.
const GAMES_IN_FLIGHT: usize = 4;
/// Turns of all games between two looks at the stop flag.
const TURNS_BETWEEN_CHECKS: u32 = 1 << 18;

/// One of the games in flight.
struct KernelSlot<R: RowWords> {
    number: u64,
    chance: Rng,
    board: KernelBoard<R>,
    /// The move under way, where a move has several laps.
    sowing: KernelSowing<R>,
    played: GameResult,
    history: RepetitionHistory<KernelKey<R>>,
}

/// A board, and those before it.
type Begun<R> = (KernelBoard<R>, RepetitionHistory<KernelKey<R>>);

/// What begins games on the kernel.
struct Beginner<'a, W: Width, S, I> {
    kernel: Shaped<'a, W, S>,
    experiment: &'a Experiment<'a>,
    start: RoundStart<W>,
    /// The boards after the first move, or that of the start, with those before them, if games begin with one of these.
    boards: Vec<Begun<W::Row>>,
    numbers: I,
    stop: &'a AtomicBool,
}

/// Plays rounds on the kernel, lap by lap in turn, so that while one waits for memory the others go on.
#[inline(never)]
fn play_on<W: Width, S: KernelShape>(
    kernel: Shaped<W, S>,
    experiment: &Experiment,
    numbers: impl Iterator<Item = u64>,
    stop: &AtomicBool,
    mut report: impl FnMut(u64, GameResult),
) -> bool {
    let most_moves = experiment.most_moves;
    let mut beginner = Beginner::new(kernel, experiment, numbers, stop);
    let mut slots: Vec<KernelSlot<W::Row>> = vec![];
    while slots.len() < GAMES_IN_FLIGHT {
        let mut slot = KernelSlot::empty();
        if !beginner.begin(&mut slot, &mut report) {
            break;
        }
        slots.push(slot);
    }
    let mut turns: u32 = 0;
    while !slots.is_empty() {
        let mut left = None;
        for (at, slot) in slots.iter_mut().enumerate() {
            if !slot.step(&kernel, most_moves) {
                report(slot.number, ended(slot.played, &kernel.state(&slot.board)));
                if !beginner.begin(slot, &mut report) {
                    left = Some(at);
                    break;
                }
            }
        }
        if let Some(at) = left {
            slots.swap_remove(at);
        }
        turns = turns.wrapping_add(1);
        if turns.is_multiple_of(TURNS_BETWEEN_CHECKS)
            && stop.load(Ordering::Relaxed)
            && slots.iter().any(|slot| slot.sowing.laps() > TURNS_BETWEEN_CHECKS)
        {
            return false;
        }
    }
    true
}

impl<'a, W: Width, S: KernelShape, I: Iterator<Item = u64>> Beginner<'a, W, S, I> {
    fn new(kernel: Shaped<'a, W, S>, experiment: &'a Experiment<'a>, numbers: I, stop: &'a AtomicBool) -> Self {
        let engine = kernel.engine;
        let start = RoundStart::of(engine, experiment);
        let board = |state: &State<W>, history: &RepetitionHistory<BoardKey<W>>| {
            let mut boards = RepetitionHistory::default();
            boards.restart_as(history, |key| kernel.key_of(key));
            (kernel.node(state, engine.legal_mask(state)), boards)
        };
        let boards = match &start {
            RoundStart::Here(state) => {
                let mut history = RepetitionHistory::default();
                history.restart(state.board(), state.off_board());
                vec![board(state, &history)]
            }
            RoundStart::AfterFirst(after) => after.iter().map(|(state, since)| board(state, since)).collect(),
            RoundStart::Later(_) => vec![],
        };
        Beginner { kernel, experiment, start, boards, numbers, stop }
    }

    /// Begins the next game, and reports games that end before the kernel plays; returns false if there is none.
    #[inline(never)]
    fn begin(&mut self, slot: &mut KernelSlot<W::Row>, report: &mut impl FnMut(u64, GameResult)) -> bool {
        let Beginner { kernel, experiment, start, boards, numbers, stop } = self;
        loop {
            if let RoundStart::Later(_) = start {
                let history = RepetitionHistory::default();
                let begun = begin_next(kernel.engine, experiment, start, numbers, history, stop, report);
                let Some(begun) = begun else { return false };
                slot.board = kernel.node(&begun.state, begun.moves);
                slot.history.restart_as(&begun.history, |key| kernel.key_of(key));
                (slot.number, slot.chance, slot.played) = (begun.number, begun.chance, begun.played);
            } else {
                let Some(number) = numbers.next() else { return false };
                (slot.number, slot.chance) = (number, Rng::for_game(experiment.seed, number));
                slot.played = GameResult::nothing();
                let mut first = 0;
                if let RoundStart::AfterFirst(after) = start {
                    slot.played.choose(ChoiceCount::exactly(after.len()));
                    first = slot.chance.below(after.len());
                }
                let (board, history) = &boards[first];
                slot.board = *board;
                slot.history.restart_like(history);
            }
            if kernel.engine.cut_short() {
                return false;
            }
            if slot.choose_or_end(kernel, experiment.most_moves) {
                return true;
            }
            report(slot.number, ended(slot.played, &kernel.state(&slot.board)));
        }
    }
}

impl<R: RowWords> KernelSlot<R> {
    fn empty() -> Self {
        KernelSlot {
            number: 0,
            chance: Rng::for_game(0, 0),
            board: KernelBoard::default(),
            sowing: KernelSowing::default(),
            played: GameResult::nothing(),
            history: RepetitionHistory::default(),
        }
    }

    /// Plays a lap, or a move where moves have but one; returns false if the game is over.
    #[inline(always)]
    fn step<W: Width<Row = R>, S: KernelShape>(&mut self, kernel: &Shaped<W, S>, most_moves: u64) -> bool {
        if S::RELAYS {
            match kernel.lap(&mut self.board, &mut self.sowing) {
                AfterLap::On => return true,
                AfterLap::Landed | AfterLap::Walked => {}
                AfterLap::TooLong => return false,
            }
        } else {
            let code = self.choose(kernel);
            kernel.play(&mut self.board, code);
        }
        kernel.record(&mut self.board, &mut self.history);
        self.choose_or_end(kernel, most_moves)
    }

    /// Begins the next move, if there is one.
    #[inline(always)]
    fn choose_or_end<W: Width<Row = R>, S: KernelShape>(&mut self, kernel: &Shaped<W, S>, most_moves: u64) -> bool {
        let goes_on = self.board.moves != 0 && self.played.moves < most_moves;
        if S::RELAYS && goes_on {
            let code = self.choose(kernel);
            self.sowing = kernel.begin(&self.board, code);
        }
        goes_on
    }

    /// Draws a move.
    #[inline(always)]
    fn choose<W: Width<Row = R>, S: KernelShape>(&mut self, kernel: &Shaped<W, S>) -> u32 {
        let count = kernel.count(self.board.moves);
        self.played.choose(ChoiceCount::exactly(count));
        kernel.nth(&self.board, self.chance.below(count))
    }
}

/// One function for each width and strategy, so that the loop of one does not compete for registers with others.
#[inline(never)]
fn play<W: Width>(
    strategy: impl MoveStrategy<W>,
    experiment: &Experiment,
    mut numbers: impl Iterator<Item = u64>,
    stop: &AtomicBool,
    mut report: impl FnMut(u64, GameResult),
) -> bool {
    let engine = strategy.engine();
    let start = RoundStart::of(engine, experiment);
    let mut slots: Vec<Slot<W>> = vec![];
    let mut long_moves = LongMoves { slots: vec![], moves: vec![] };
    loop {
        while slots.len() < IN_FLIGHT
            && let Some(slot) =
                begin_next(engine, experiment, &start, &mut numbers, RepetitionHistory::default(), stop, &mut report)
        {
            slots.push(slot);
        }
        if long_moves.slots.len() == LONG_MOVES || slots.is_empty() {
            if long_moves.slots.is_empty() {
                return true;
            }
            if !long_moves.advance(engine, stop, &mut slots, &mut report) {
                return false;
            }
        }
        // A game that is over or in a long sowing is replaced by the next one.
        let mut at = 0;
        while at < slots.len() && long_moves.slots.len() < LONG_MOVES {
            let slot = &mut slots[at];
            let history = match step(strategy, slot, experiment.most_moves) {
                StepResult::On => {
                    at += 1;
                    continue;
                }
                StepResult::Over => {
                    report(slot.number, slot.ended());
                    std::mem::take(&mut slot.history)
                }
                StepResult::Long(long) => {
                    long_moves.slots.push(slots.swap_remove(at));
                    long_moves.moves.push(long);
                    continue;
                }
            };
            match begin_next(engine, experiment, &start, &mut numbers, history, stop, &mut report) {
                Some(slot) => slots[at] = slot,
                None => drop(slots.swap_remove(at)),
            }
        }
    }
}

/// Games that are in the middle of a long sowing.
struct LongMoves<W: Width> {
    slots: Vec<Slot<W>>,
    /// The sowing of each game.
    moves: Vec<Box<LongMove<W>>>,
}

impl<W: Width> LongMoves<W> {
    /// Advances the sowings until one ends, and returns its game to `slots`. A game whose sowing is too long is reported
    /// as unfinished. Returns false if stopped.
    fn advance(
        &mut self,
        engine: &Engine<W>,
        stop: &AtomicBool,
        slots: &mut Vec<Slot<W>>,
        report: &mut impl FnMut(u64, GameResult),
    ) -> bool {
        let before = self.slots.len();
        while self.slots.len() == before {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            let ends = engine.advance_interleaved(&mut self.moves, LAPS_BETWEEN_CHECKS);
            for (at, end) in ends.into_iter().enumerate().rev() {
                if end.is_none() && self.moves[at].is_too_long() {
                    self.moves.swap_remove(at);
                    let slot = self.slots.swap_remove(at);
                    report(slot.number, slot.ended());
                } else if let Some(end) = end {
                    let (mut slot, long) = (self.slots.swap_remove(at), self.moves.swap_remove(at));
                    let (state, moves) = engine.complete(&long, end);
                    slot.state = state;
                    slot.moves = engine.record(&mut slot.state, &mut slot.history, moves);
                    slots.push(slot);
                }
            }
        }
        true
    }
}

impl<W: Width> Slot<W> {
    /// Returns the result of the game.
    fn ended(&self) -> GameResult {
        ended(self.played, &self.state)
    }
}

/// Returns the result of a game with this last state.
fn ended<W: Width>(mut played: GameResult, state: &State<W>) -> GameResult {
    let captured = Side::BOTH.map(|side| state.captured(side).into());
    played.ended(captured, state.out().into(), state.outcome());
    played.finished = state.is_over();
    played
}

/// The result of a step.
enum StepResult<W: Width> {
    On,
    Over,
    /// The sowing has many laps. The move is completed after them.
    Long(Box<LongMove<W>>),
}

/// Plays one move.
#[inline(always)]
fn step<W: Width>(strategy: impl MoveStrategy<W>, slot: &mut Slot<W>, most_moves: u64) -> StepResult<W> {
    if slot.moves == 0 || slot.played.moves >= most_moves {
        return StepResult::Over;
    }
    let engine = strategy.engine();
    let mover = slot.state.to_move();
    let count = strategy.count_moves(mover, slot.moves);
    slot.played.choose(ChoiceCount::exactly(count));
    let code = strategy.nth_move(mover, slot.moves, slot.chance.below(count));
    let Successor { state, moves, long } = strategy.play_or_defer(&slot.state, code);
    if let Some(long) = long {
        return StepResult::Long(long);
    }
    slot.state = state;
    slot.moves = engine.record(&mut slot.state, &mut slot.history, moves);
    StepResult::On
}

/// How games begin.
enum RoundStart<W: Width> {
    /// Moves are masks from the start.
    Here(State<W>),
    /// Moves are masks after the first one. The states after each first move.
    AfterFirst(Vec<(State<W>, RepetitionHistory<BoardKey<W>>)>),
    /// Moves are masks later, or never.
    Later(State<W>),
}

impl<W: Width> RoundStart<W> {
    fn of(engine: &Engine<W>, experiment: &Experiment) -> Self {
        let Experiment { game, from, most_moves, .. } = experiment;
        let position = from.unwrap_or_else(|| game.program.start());
        let state = engine.pack(&position).expect("the engine was chosen for the position");
        if state.is_over() || *most_moves == 0 {
            return RoundStart::Later(state);
        }
        if engine.has_masks(&state) {
            return RoundStart::Here(state);
        }
        let after = |m| {
            let mut history = RepetitionHistory::default();
            history.restart(state.board(), state.off_board());
            let (mut next, moves) = engine.successor(&state, m);
            engine.record(&mut next, &mut history, moves);
            (engine.has_masks(&next) && !next.is_over()).then_some((next, history))
        };
        let all: Option<Vec<_>> = engine.legal_moves(&state).into_iter().map(after).collect();
        all.filter(|all| !all.is_empty()).map_or(RoundStart::Later(state), RoundStart::AfterFirst)
    }
}

/// Begins the next game that reaches masks, and reports games that end before.
fn begin_next<W: Width>(
    engine: &Engine<W>,
    experiment: &Experiment,
    start: &RoundStart<W>,
    numbers: &mut impl Iterator<Item = u64>,
    mut history: RepetitionHistory<BoardKey<W>>,
    stop: &AtomicBool,
    report: &mut impl FnMut(u64, GameResult),
) -> Option<Slot<W>> {
    loop {
        let number = numbers.next()?;
        let mut chance = Rng::for_game(experiment.seed, number);
        let mut played = GameResult::nothing();
        let state = match start {
            RoundStart::Here(state) => {
                history.restart(state.board(), state.off_board());
                *state
            }
            RoundStart::AfterFirst(after) => {
                played.choose(ChoiceCount::exactly(after.len()));
                let (state, since) = &after[chance.below(after.len())];
                history.restart_like(since);
                *state
            }
            RoundStart::Later(state) => {
                history.restart(state.board(), state.off_board());
                play_from_lists(engine, *state, experiment.most_moves, &mut chance, &mut played, &mut history)
            }
        };
        if engine.cut_short() || stop.load(Ordering::Relaxed) && matches!(start, RoundStart::Later(_)) {
            return None;
        }
        if state.is_over() || !engine.has_masks(&state) || played.moves >= experiment.most_moves {
            report(number, ended(played, &state));
            continue;
        }
        return Some(Slot { number, chance, state, moves: engine.legal_mask(&state), history, played });
    }
}

/// Plays a game until its moves are masks.
fn play_from_lists<W: Width>(
    engine: &Engine<W>,
    mut state: State<W>,
    most_moves: u64,
    chance: &mut Rng,
    played: &mut GameResult,
    history: &mut RepetitionHistory<BoardKey<W>>,
) -> State<W> {
    if engine.draws_decisions() {
        return play_drawn(engine, state, most_moves, chance, played, history);
    }
    let mut moves = vec![];
    while !state.is_over() && !engine.has_masks(&state) && played.moves < most_moves {
        engine.find_moves(&state, &mut moves);
        if moves.is_empty() {
            break;
        }
        played.choose(ChoiceCount::exactly(moves.len()));
        let (next, mask) = engine.play_found(&state, &moves[chance.below(moves.len())]);
        state = next;
        engine.record(&mut state, history, mask);
    }
    state
}

/// Plays a game in which the mover decides within moves.
fn play_drawn<W: Width>(
    engine: &Engine<W>,
    mut state: State<W>,
    most_moves: u64,
    chance: &mut Rng,
    played: &mut GameResult,
    history: &mut RepetitionHistory<BoardKey<W>>,
) -> State<W> {
    let Some(mut turn) = engine.draw_turn(&state, chance) else { return state };
    let mut goes_on = true;
    while goes_on && !state.is_over() && played.moves < most_moves {
        played.choose(turn.drawn.into());
        goes_on = engine.play_turn(&mut state, &mut turn, chance);
        engine.record(&mut state, history, 0);
    }
    state
}
