//! Perft: how many sequences of moves there are, the usual test of a move machine.

use crate::engine::{History, Lean, Move, Packed, Position, Program, Sized, Visited, lanes};

/// The number of sequences of exactly `depth` moves within the round. A bonus move is a move of its
/// own. A sequence that ends the round earlier is not counted.
///
/// ```
/// let game = uur::game::Game::shipped("layli-goobalay").expect("it is shipped");
/// assert_eq!(uur::lab::perft(&game.program, &game.program.start(), 4), 607);
/// ```
pub fn perft(program: &Program, position: &Position, depth: u32) -> u64 {
    Counter::new(program, depth).count(position, &mut History::starting(position), depth)
}

/// The same, told apart by the first move.
pub fn divide(program: &Program, position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut history = History::starting(position);
    if depth == 0 {
        return vec![];
    }
    let counter = Counter::new(program, depth);
    let moves = program.legal_moves(position).into_iter();
    moves.map(|m| (m, counter.after(position, &mut history, m, depth - 1))).collect()
}

/// Counts sequences of moves: on the fast machine, where it plays on from a position.
struct Counter<'a> {
    program: &'a Program,
    fast: Option<Sized>,
}

impl<'a> Counter<'a> {
    fn new(program: &'a Program, depth: u32) -> Self {
        // For less it would take longer to be made than to be used.
        let fast = if depth > 2 { Sized::of(program) } else { None };
        Counter { program, fast }
    }

    fn count(&self, position: &Position, history: &mut History, depth: u32) -> u64 {
        let fast = match &self.fast {
            Some(Sized::Small(lean)) => count_fast(lean, position, history, depth),
            Some(Sized::Middle(lean)) => count_fast(lean, position, history, depth),
            Some(Sized::Large(lean)) => count_fast(lean, position, history, depth),
            None => None,
        };
        if let Some(found) = fast {
            return found;
        }
        let moves = self.program.legal_moves(position);
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves.into_iter().map(|m| self.after(position, history, m, depth - 1)).sum(),
        }
    }

    fn after(&self, position: &Position, history: &mut History, m: Move, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut next = *position;
        self.program.play_legal(&mut next, history, m, &mut ());
        let found = self.count(&next, history, depth);
        history.take_back();
        found
    }
}

fn count_fast<const N: usize>(lean: &Lean<N>, position: &Position, history: &History, depth: u32) -> Option<u64> {
    let packed = lean.pack(position)?;
    let mut visited = Visited::of(lean, history);
    Some(if depth == 0 { 1 } else { count_packed(lean, &packed, lean.moves(&packed), &mut visited, depth) })
}

fn count_packed<const N: usize>(
    lean: &Lean<N>,
    packed: &Packed<N>,
    moves: u64,
    visited: &mut Visited<N>,
    depth: u32,
) -> u64 {
    if depth == 1 {
        return moves.count_ones().into();
    }
    let mut found = 0;
    for lane in lanes(moves) {
        let (mut next, now) = (*packed, visited.now());
        let moves = lean.play_on(&mut next, visited, lane);
        found += count_packed(lean, &next, moves, visited, depth - 1);
        visited.go_back(now);
    }
    found
}
