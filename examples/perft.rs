//! Counts the sequences of moves of a game, the usual test of a move generator.
//!
//! ```text
//! cargo run --release --example perft -- variants/boola.uur 6
//! ```

use std::error::Error;

use uur::{Game, Line};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: perft FILE [DEPTH]")?;
    let depth = arguments.next().map_or(Ok(5), |depth| depth.parse())?;

    let game = Game::parse(&std::fs::read_to_string(&path)?)?;
    let mut line = game.program.line(&game.program.start());
    for depth in 1..=depth {
        println!("{depth} {}", perft(&mut line, depth));
    }
    Ok(())
}

/// Returns the number of sequences of `depth` moves from the position of a line.
pub fn perft(line: &mut Line, depth: u32) -> u64 {
    let moves = line.legal();
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => {
            let mut sequences = 0;
            for turn in moves {
                line.play(turn);
                sequences += perft(line, depth - 1);
                line.undo();
            }
            sequences
        }
    }
}
