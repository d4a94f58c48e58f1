//! Counts the sequences of moves of a game, the usual test of a move generator.
//!
//! ```text
//! cargo run --release --example perft -- variants/boola.uur 6
//! ```

use std::error::Error;

use uur::{Game, Position, Program};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: perft FILE [DEPTH]")?;
    let depth = arguments.next().map_or(Ok(5), |depth| depth.parse())?;

    let game = Game::parse(&std::fs::read_to_string(&path)?)?;
    for depth in 1..=depth {
        println!("{depth} {}", perft(&game.program, &game.program.start(), depth));
    }
    Ok(())
}

/// The number of sequences of `depth` moves from a position. Repetition is not considered.
fn perft(program: &Program, position: &Position, depth: u32) -> u64 {
    let moves = program.legal_moves(position);
    if depth <= 1 {
        return if depth == 0 { 1 } else { moves.len() as u64 };
    }
    let after = |m| {
        let mut next = *position;
        program.play_unchecked(&mut next, m, &mut ());
        next
    };
    moves.into_iter().map(|m| perft(program, &after(m), depth - 1)).sum()
}
