//! Perft: how many sequences of moves there are, the usual test of a move machine.

use crate::engine::{History, Move, Position, Program};

/// The number of sequences of exactly `depth` moves within the round. A bonus move is a move of its
/// own. A sequence that ends the round earlier is not counted.
///
/// ```
/// let game = uur::game::Game::shipped("layli-goobalay").expect("it is shipped");
/// assert_eq!(uur::lab::perft(&game.program, &game.program.start(), 4), 607);
/// ```
pub fn perft(program: &Program, position: &Position, depth: u32) -> u64 {
    count(program, position, &mut History::starting(position), depth)
}

/// The same, told apart by the first move.
pub fn divide(program: &Program, position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut history = History::starting(position);
    if depth == 0 {
        return vec![];
    }
    program
        .legal_moves(position)
        .into_iter()
        .map(|m| (m, after(program, position, &mut history, m, depth - 1)))
        .collect()
}

fn count(program: &Program, position: &Position, history: &mut History, depth: u32) -> u64 {
    let moves = program.legal_moves(position);
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.into_iter().map(|m| after(program, position, history, m, depth - 1)).sum(),
    }
}

fn after(program: &Program, position: &Position, history: &mut History, m: Move, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut next = *position;
    program.play(&mut next, history, m, &mut ()).expect("legal moves can be played");
    let found = count(program, &next, history, depth);
    history.take_back();
    found
}
