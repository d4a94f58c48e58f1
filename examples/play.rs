//! Plays a game, random against random, and prints the board after every move.
//!
//! ```text
//! cargo run --example play -- oware 7
//! ```

use std::error::Error;

use uur::{Game, NextStep, Rng, Side, Step};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "oware".to_string());
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;

    let game = Game::shipped(&name).ok_or_else(|| format!("there is no shipped game `{name}`"))?;
    let mut play = game.play();
    let mut chance = Rng::for_game(seed, 0);

    println!("{play}");
    loop {
        let step = match play.due() {
            NextStep::Move(side) => {
                let moves = play.legal_moves();
                let m = moves[chance.below(moves.len())];
                println!("{} plays {}", side.title(), play.move_text(m));
                Step::Move(m)
            }
            // A game of several rounds may decide by lot who begins the next one.
            NextStep::Lot(_) => Step::Lot(Side::BOTH[chance.below(2)]),
            NextStep::Round => {
                play.next_round();
                continue;
            }
            NextStep::Nothing(_) => break,
        };
        let outcome = play.step(step)?.outcome();
        println!("{play}");
        if let Some(outcome) = outcome {
            println!("The round is over: {}.\n", outcome.reason.as_str());
        }
    }
    match play.result().and_then(|over| over.winner) {
        Some(winner) => println!("{} wins.", winner.title()),
        None => println!("The game is a draw."),
    }
    Ok(())
}
