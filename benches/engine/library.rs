//! How fast every shipped game is played at random, without tables and with them.

use std::sync::atomic::AtomicBool;

use uur::engine::{AnyEngine, Opt};
use uur::game::Game;
use uur::variants;
use uur_lab::lab;

use crate::by_engine;
use crate::cpu_time::seconds;

/// A run is long enough to be measured if it takes so many seconds.
const LONG_ENOUGH: f64 = 0.2;
/// More games are not played: among very many, one may have a sowing that takes minutes.
const MOST_GAMES: u64 = 1 << 14;
/// A game is given up after so many moves.
const MOST_MOVES: u64 = 2_000;

/// Prints the table of all games, row by row: some have sowings that take long.
pub fn print() {
    println!("| game | without tables | with tables | ratio |\n|---|---:|---:|---:|");
    for name in variants::names() {
        let game = Game::shipped(name).expect("it is shipped");
        let [plain, tabulated] = [Opt::None, Opt::Full].map(|opt| {
            let engine = game.program.engine(&game.program.start(), opt);
            rate(|games| play(&game, &engine, games))
        });
        println!("| {name} | {plain:.2} M/s | {tabulated:.2} M/s | {:.1} |", tabulated / plain);
    }
}

/// Millions of moves in a second, of as many games as it takes to tell.
fn rate(play: impl Fn(u64) -> u64) -> f64 {
    let mut games = 1;
    loop {
        let mut moves = 0;
        let seconds = seconds(|| moves = play(games));
        if seconds > LONG_ENOUGH || games >= MOST_GAMES {
            return moves as f64 / seconds / 1e6;
        }
        games *= 2;
    }
}

fn play(game: &Game, engine: &AnyEngine, games: u64) -> u64 {
    let mut moves = 0;
    let experiment = by_engine::experiment(game, MOST_MOVES);
    let stop = AtomicBool::new(false);
    lab::play_rounds(engine, &experiment, 0..games, &stop, |_, played| moves += played.moves);
    moves
}
