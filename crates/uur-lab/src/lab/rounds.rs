//! Random rounds, interleaved to hide the latency of memory and of mispredicted branches.

use std::sync::atomic::{AtomicBool, Ordering};

use uur::chance::Rng;
use uur::engine::{
    AfterLap, AnyEngine, BoardKey, Engine, MaskedState, RepetitionHistory, SowingState, State, Strategy, StrategyShape,
    Width,
};
use uur::rules::Side;
use uur::{on_engine, on_strategy};

use super::playout::{ChoiceCount, Experiment, GameResult};

/// The number of games in flight.
const IN_FLIGHT: usize = 4;
/// Turns of all games between two looks at the stop flag.
const TURNS_BETWEEN_CHECKS: u32 = 1 << 18;

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
    on_strategy!(W, engine, strategy => play(engine, strategy, experiment, numbers, stop, report))
}

/// One of the games in flight.
struct Slot<W: Width> {
    number: u64,
    chance: Rng,
    node: MaskedState<W>,
    /// The move under way, where moves are played lap by lap.
    sowing: SowingState<W>,
    played: GameResult,
    history: RepetitionHistory<BoardKey<W>>,
}

/// What begins games.
struct Beginner<'a, W: Width, S, I> {
    engine: &'a Engine<W>,
    strategy: Strategy<'a, W, S>,
    experiment: &'a Experiment<'a>,
    start: RoundStart<W>,
    numbers: I,
    stop: &'a AtomicBool,
}

/// One function for each width and strategy, so that the loop of one does not compete for registers with others. Games
/// go on in turn, lap by lap, so that while one waits for memory the others go on.
#[inline(never)]
fn play<W: Width, S: StrategyShape>(
    engine: &Engine<W>,
    strategy: Strategy<W, S>,
    experiment: &Experiment,
    numbers: impl Iterator<Item = u64>,
    stop: &AtomicBool,
    mut report: impl FnMut(u64, GameResult),
) -> bool {
    let most_moves = experiment.most_moves;
    let mut beginner = Beginner::new(engine, strategy, experiment, numbers, stop);
    let mut slots: Vec<Slot<W>> = vec![];
    while slots.len() < IN_FLIGHT
        && let Some(slot) = beginner.first(&mut report)
    {
        slots.push(slot);
    }
    let mut turns: u32 = 0;
    while !slots.is_empty() {
        let mut over = None;
        for (at, slot) in slots.iter_mut().enumerate() {
            if !slot.step(&strategy, most_moves) {
                report(slot.number, ended(slot.played, &slot.node.state));
                if !beginner.begin(slot, &mut report) {
                    over = Some(at);
                    break;
                }
            }
        }
        if let Some(at) = over {
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

impl<'a, W: Width, S: StrategyShape, I: Iterator<Item = u64>> Beginner<'a, W, S, I> {
    fn new(
        engine: &'a Engine<W>,
        strategy: Strategy<'a, W, S>,
        experiment: &'a Experiment<'a>,
        numbers: I,
        stop: &'a AtomicBool,
    ) -> Self {
        Beginner { engine, strategy, experiment, start: RoundStart::of(engine, experiment), numbers, stop }
    }

    /// A slot with the next game, if there is one.
    fn first(&mut self, report: &mut impl FnMut(u64, GameResult)) -> Option<Slot<W>> {
        let (node, chance) = (MaskedState::default(), Rng::for_game(0, 0));
        let sowing = SowingState::default();
        let (played, history) = (GameResult::nothing(), RepetitionHistory::default());
        let mut slot = Slot { number: 0, chance, node, sowing, played, history };
        self.begin(&mut slot, report).then_some(slot)
    }

    /// Begins the next game that reaches masks, and reports games that end before; returns false if there is none.
    #[inline(never)]
    fn begin(&mut self, slot: &mut Slot<W>, report: &mut impl FnMut(u64, GameResult)) -> bool {
        let engine = self.engine;
        let most_moves = self.experiment.most_moves;
        loop {
            let Some(number) = self.numbers.next() else { return false };
            (slot.number, slot.chance) = (number, Rng::for_game(self.experiment.seed, number));
            slot.played = GameResult::nothing();
            match &self.start {
                RoundStart::Here(begun) => slot.begin(begun),
                RoundStart::AfterFirst(after) => {
                    slot.played.choose(ChoiceCount::exactly(after.len()));
                    let first = slot.chance.below(after.len());
                    slot.begin(&after[first]);
                }
                RoundStart::Later(state) => {
                    let Slot { chance, played, history, .. } = slot;
                    history.restart(state.board(), state.off_board());
                    let state = play_from_lists(engine, *state, most_moves, chance, played, history);
                    if engine.cut_short() || self.stop.load(Ordering::Relaxed) {
                        return false;
                    }
                    if state.is_over() || !engine.has_masks(&state) {
                        report(number, ended(slot.played, &state));
                        continue;
                    }
                    slot.node = MaskedState { state, moves: engine.legal_mask(&state) };
                }
            }
            if engine.cut_short() {
                return false;
            }
            if slot.choose_or_end(&self.strategy, most_moves) {
                return true;
            }
            report(number, ended(slot.played, &slot.node.state));
        }
    }
}

impl<W: Width> Slot<W> {
    fn begin(&mut self, (node, history): &BegunRound<W>) {
        self.node = *node;
        self.history.restart_like(history);
    }

    /// Plays a lap, or a move where it is played at once; returns false if the game is over.
    #[inline(always)]
    fn step<S: StrategyShape>(&mut self, strategy: &Strategy<W, S>, most_moves: u64) -> bool {
        if S::RELAYS {
            match strategy.lap(&mut self.node, &mut self.sowing) {
                AfterLap::On => return true,
                AfterLap::Landed => {}
                AfterLap::Walk => strategy.play_by_walk(&mut self.node, &self.sowing),
                AfterLap::TooLong => return false,
            }
        } else {
            let code = self.choose(strategy);
            strategy.play(&mut self.node, code);
        }
        let MaskedState { state, moves } = &mut self.node;
        *moves = strategy.walk.record(state, &mut self.history, *moves);
        self.choose_or_end(strategy, most_moves)
    }

    /// Begins the next move, if there is one.
    #[inline(always)]
    fn choose_or_end<S: StrategyShape>(&mut self, strategy: &Strategy<W, S>, most_moves: u64) -> bool {
        let goes_on = self.node.moves != 0 && self.played.moves < most_moves;
        if S::RELAYS && goes_on {
            let code = self.choose(strategy);
            strategy.begin(&self.node, code, &mut self.sowing);
        }
        goes_on
    }

    /// Draws a move.
    #[inline(always)]
    fn choose<S: StrategyShape>(&mut self, strategy: &Strategy<W, S>) -> u8 {
        let count = strategy.count(&self.node);
        self.played.choose(ChoiceCount::exactly(count));
        strategy.nth(&self.node, self.chance.below(count))
    }
}

/// Returns the result of a game with this last state.
fn ended<W: Width>(mut played: GameResult, state: &State<W>) -> GameResult {
    let captured = Side::BOTH.map(|side| state.captured(side).into());
    played.ended(captured, state.out().into(), state.outcome());
    played.finished = state.is_over();
    played
}

/// A node, and the boards up to it.
type BegunRound<W> = (MaskedState<W>, RepetitionHistory<BoardKey<W>>);

/// How games begin.
enum RoundStart<W: Width> {
    /// Moves are masks from the start.
    Here(BegunRound<W>),
    /// Moves are masks after the first one. The nodes after each first move.
    AfterFirst(Vec<BegunRound<W>>),
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
        let mut begun = RepetitionHistory::default();
        begun.restart(state.board(), state.off_board());
        if engine.has_masks(&state) {
            return RoundStart::Here((MaskedState { state, moves: engine.legal_mask(&state) }, begun));
        }
        let after = |m| {
            let mut history = begun.clone();
            let (mut state, moves) = engine.successor(&state, m);
            let moves = engine.record(&mut state, &mut history, moves);
            (engine.has_masks(&state) && !state.is_over()).then_some((MaskedState { state, moves }, history))
        };
        let all: Option<Vec<_>> = engine.legal_moves(&state).into_iter().map(after).collect();
        all.filter(|all| !all.is_empty()).map_or(RoundStart::Later(state), RoundStart::AfterFirst)
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
