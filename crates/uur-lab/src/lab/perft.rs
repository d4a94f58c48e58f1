//! Perft: the number of move sequences, the usual test of a move generator.

use std::ops::AddAssign;

use uur::engine::{
    BoardKey, Budget, Engine, Event, History, MaskedState, Move, Observer, Opt, Position, Program, RepetitionHistory,
    State, Strategy, StrategyShape, Walk, Width,
};
use uur::{on_engine, on_strategy};

/// The minimum depth for polling the stop function: below, polling would cost more than the moves.
const ASKED_FROM: u32 = 5;

/// Numbers of move sequences.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sequences {
    /// All of them.
    pub all: u64,
    /// Those whose last move ends the round, if counted.
    pub ended: u64,
}

impl AddAssign for Sequences {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        self.ended += other.ended;
    }
}

/// Returns the number of sequences of exactly `depth` moves within the round. A bonus move counts as a move. A
/// sequence that ends the round earlier is not counted. If [`Program::stops`] becomes true, the number is
/// meaningless.
///
/// ```
/// let game = uur::game::Game::shipped("layli-goobalay").expect("it is shipped");
/// assert_eq!(uur_lab::lab::perft(&game.program, &game.program.start(), 4), 607);
/// ```
pub fn perft(program: &Program, position: &Position, depth: u32) -> u64 {
    PerftCounter::<false>::new(program, depth).count(position, &History::starting(position), depth).all
}

/// Does the same, but also makes the last move of each sequence and checks whether it ends the round.
pub fn perft_made(program: &Program, position: &Position, depth: u32) -> Sequences {
    PerftCounter::<true>::new(program, depth).count(position, &History::starting(position), depth)
}

/// Returns the number of sequences for each first move.
pub fn divide(program: &Program, position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut history = History::starting(position);
    if depth == 0 {
        return vec![];
    }
    let counter = PerftCounter::<false>::new(program, depth);
    let moves = program.legal_moves(position).into_iter();
    moves.map(|m| (m, counter.after(position, &mut history, m, depth - 1).all)).collect()
}

/// Returns the number of sequences of exactly `depth` moves, where a turn that passes counts as a move, as most other
/// programs count. An endless move that passes the turn counts once. Slower than [`perft`].
pub fn perft_with_passes(program: &Program, position: &Position, depth: u32) -> u64 {
    count_with_passes(program, position, &mut History::starting(position), depth)
}

fn count_with_passes(program: &Program, position: &Position, history: &mut History, depth: u32) -> u64 {
    let moves = program.legal_moves(position);
    if depth <= 1 {
        return if depth == 0 { 1 } else { moves.len() as u64 };
    }
    let mut found = 0;
    for m in moves {
        if program.stops() {
            return found;
        }
        let mut next = *position;
        let mut turns = PassCounter::default();
        program.play_within(&mut next, history, m, &mut turns, &mut { Budget::FULL });
        // A pass is the only move of its turn, so it makes sequences longer and not more numerous.
        let left = (depth - 1).saturating_sub(turns.passes);
        found += count_with_passes(program, &next, history, left);
        history.take_back();
    }
    found
}

/// Counts the turns that pass within a move.
#[derive(Default)]
struct PassCounter {
    passes: u32,
    endless: bool,
}

impl Observer for PassCounter {
    fn event(&mut self, event: Event) {
        match event {
            Event::Endless { .. } => self.endless = true,
            // The endless move itself is the pass.
            Event::Pass { .. } if self.endless => self.endless = false,
            Event::Pass { .. } => self.passes += 1,
            _ => {}
        }
    }
}

/// Counts move sequences. With `MADE`, the last move of each is made.
struct PerftCounter<'a, const MADE: bool> {
    program: &'a Program,
    opt: Opt,
}

impl<'a, const MADE: bool> PerftCounter<'a, MADE> {
    fn new(program: &'a Program, depth: u32) -> Self {
        // At low depth, building tables takes longer than they save.
        PerftCounter { program, opt: if depth > 2 { Opt::Full } else { Opt::None } }
    }

    fn count(&self, position: &Position, history: &History, depth: u32) -> Sequences {
        on_engine!(self.program.engine(position, self.opt), engine => {
            let state = engine.pack(position).expect("the engine was chosen for the position");
            let moves = if engine.has_masks(&state) { engine.legal_mask(&state) } else { 0 };
            count_from::<_, MADE>(&engine, &MaskedState { state, moves }, &mut engine.history(history), depth)
        })
    }

    fn after(&self, position: &Position, history: &mut History, m: Move, depth: u32) -> Sequences {
        let mut next = *position;
        self.program.play_within(&mut next, history, m, &mut (), &mut { Budget::FULL });
        let found = self.count(&next, history, depth);
        history.take_back();
        found
    }
}

fn count_from<W: Width, const MADE: bool>(
    engine: &Engine<W>,
    node: &MaskedState<W>,
    history: &mut RepetitionHistory<BoardKey<W>>,
    depth: u32,
) -> Sequences {
    if !engine.has_masks(&node.state) {
        return count_listed::<_, MADE>(engine, &node.state, history, depth);
    }
    on_strategy!(W, engine, strategy => count::<_, _, MADE>(strategy, node, history, depth))
}

/// One function for each strategy, so that the recursion of one does not compete for registers with others.
#[inline(never)]
fn count<W: Width, S: StrategyShape, const MADE: bool>(
    strategy: Strategy<W, S>,
    node: &MaskedState<W>,
    history: &mut RepetitionHistory<BoardKey<W>>,
    depth: u32,
) -> Sequences {
    if depth == 0 {
        return Sequences { all: 1, ended: u64::from(MADE && node.state.is_over()) };
    }
    if depth == 1 && !MADE {
        return Sequences { all: strategy.count(node) as u64, ended: 0 };
    }
    let mut found = Sequences::default();
    if depth >= ASKED_FROM && strategy.walk.stops() {
        return found;
    }
    let mut left = node.moves;
    while left != 0 {
        let mut next = *node;
        strategy.play(&mut next, left.trailing_zeros() as u8);
        left &= left - 1;
        if depth == 1 {
            found += made(strategy.walk, &next.state, history);
            continue;
        }
        let now = history.now();
        next.moves = strategy.walk.record(&mut next.state, history, next.moves);
        found += count::<_, _, MADE>(strategy, &next, history, depth - 1);
        if depth > 2 && strategy.walk.cut_short() {
            break;
        }
        history.go_back(now);
    }
    found
}

/// The same where moves are lists.
fn count_listed<W: Width, const MADE: bool>(
    engine: &Engine<W>,
    state: &State<W>,
    history: &mut RepetitionHistory<BoardKey<W>>,
    depth: u32,
) -> Sequences {
    if depth == 0 {
        return Sequences { all: 1, ended: u64::from(MADE && state.is_over()) };
    }
    if depth == 1 && !MADE {
        return Sequences { all: engine.legal_moves(state).len() as u64, ended: 0 };
    }
    let mut found = Sequences::default();
    // A move may have many decisions, and each of them a long sowing.
    if depth > 1 && engine.stops() {
        return found;
    }
    let mut listed = vec![];
    engine.find_moves(state, &mut listed);
    for m in &listed {
        let (mut state, moves) = engine.play_found(state, m);
        if depth == 1 {
            found += made(engine, &state, history);
            continue;
        }
        let now = history.now();
        let moves = engine.record(&mut state, history, moves);
        found += count_from::<_, MADE>(engine, &MaskedState { state, moves }, history, depth - 1);
        if depth > 2 && engine.cut_short() {
            break;
        }
        history.go_back(now);
    }
    found
}

/// The sequence that ends with a move to this state.
#[inline(always)]
fn made<W: Width>(walk: &Walk<W>, state: &State<W>, history: &RepetitionHistory<BoardKey<W>>) -> Sequences {
    Sequences { all: 1, ended: u64::from(walk.would_end(state, history)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uur::check::Settings;
    use uur::game::Game;
    use uur::source::Source;
    use uur::variants;

    /// South's seeds go round in South's row, and North has none.
    const NORTH_PASSES: &str = "
language 1
game \"Round\" { source \"none: a test\" }
board {
  rows 2
  pits 2
  seeds south 1 1
  seeds north 0 0
}
sow counterclockwise {
  from own pit
  along own row
}
end {
  waits: no move -> pass
  none:  no move -> draw
}
";

    #[test]
    fn a_pass_counts_as_a_move() {
        let source = Source::new("round.uur", NORTH_PASSES);
        let game = Game::load(source, &variants::library, &Settings::new()).expect("it is a game");
        let start = game.program.start();
        // Either seed; then the other one, which gives the start again, or the same one twice.
        let moves: Vec<u64> = (0..4).map(|depth| perft(&game.program, &start, depth)).collect();
        let with_passes: Vec<u64> = (0..6).map(|depth| perft_with_passes(&game.program, &start, depth)).collect();
        assert_eq!(moves, [1, 2, 2, 4]);
        assert_eq!(with_passes, [1, 2, 2, 2, 2, 4]);
    }

    #[test]
    fn no_turn_passes_once_the_round_is_won() {
        let text = "language 1\ngame \"Won\" { source \"none: a test\" }\nboard {\n  rows 2\n  pits 6\n  seeds 4 each\n}\n\
            sow counterclockwise {\n  from own pit\n  along own row, own store, opponent row\n}\n\
            land {\n  again: here is own store -> bonus move\n}\n\
            end {\n  idle: no move -> pass\n  none: no move -> draw\n  win most seeds, at more than half\n}\n";
        let game =
            Game::load(Source::new("won.uur", text), &variants::library, &Settings::new()).expect("it is a game");
        // After A and f North has 25 seeds of 48, and a bonus move that cannot be made.
        let text = "south 1 0 1 0 0 0; north 0 0 0 0 0 1; captured 21 24; south to move";
        let from = uur::notation::read_position(&game, text).expect("it is a position");
        let counts: Vec<u64> = (1..4).map(|depth| perft_with_passes(&game.program, &from, depth)).collect();
        assert_eq!(counts, [2, 2, 0]);
    }

    #[test]
    fn without_passes_the_counts_are_the_same() {
        let game = Game::shipped("layli-goobalay").unwrap();
        let start = game.program.start();
        assert_eq!(perft_with_passes(&game.program, &start, 3), perft(&game.program, &start, 3));
    }

    #[test]
    fn tables_do_not_change_the_counts() {
        for (name, setting, depth) in [("kalah", "pits=2", 9), ("layli-goobalay", "pits=3", 8), ("boola", "pits=3", 9)]
        {
            let (pits, value) = setting.split_once('=').unwrap();
            let game = Game::shipped(name).unwrap().with_settings(&[(pits.into(), value.into())].into()).unwrap();
            let start = game.program.start();
            let plain = PerftCounter::<true> { program: &game.program, opt: Opt::None };
            let found = plain.count(&start, &History::starting(&start), depth);
            assert_eq!(perft_made(&game.program, &start, depth), found, "{name}");
            assert_eq!(perft(&game.program, &start, depth), found.all, "{name}");
            assert!(found.ended > 0, "{name}");
        }
    }
}
