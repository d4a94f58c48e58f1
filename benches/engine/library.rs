//! How fast every shipped game is played at random, on the plain machine and on the fast one.

use std::sync::atomic::AtomicBool;

use uur::chance::Chance;
use uur::engine::{History, Sized};
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
    println!("| game | plain machine | fast machine | ratio |\n|---|---:|---:|---:|");
    for name in variants::names() {
        let game = Game::shipped(name).expect("it is shipped");
        let plain = rate(|games| on_the_plain_machine(&game, games));
        let fast = Sized::of(&game.program).map(|machine| rate(|games| on_the_fast_machine(&game, &machine, games)));
        match fast {
            Some(fast) => println!("| {name} | {plain:.2} M/s | {fast:.2} M/s | {:.1} |", fast / plain),
            None => println!("| {name} | {plain:.2} M/s | | |"),
        }
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

fn on_the_plain_machine(game: &Game, games: u64) -> u64 {
    let mut moves = 0;
    for number in 0..games {
        let mut chance = Chance::of_game(1, number);
        let mut position = game.program.start();
        let mut history = History::starting(&position);
        for _ in 0..MOST_MOVES {
            let legal = game.program.legal_moves(&position);
            if legal.is_empty() {
                break;
            }
            game.program.play_legal(&mut position, &mut history, legal[chance.below(legal.len())], &mut ());
            moves += 1;
        }
    }
    moves
}

fn on_the_fast_machine(game: &Game, machine: &Sized, games: u64) -> u64 {
    let mut moves = 0;
    let experiment = by_engine::experiment(game, MOST_MOVES);
    let stop = AtomicBool::new(false);
    lab::play_rounds(machine, &experiment, 0..games, &stop, |_, played| moves += played.moves);
    moves
}
