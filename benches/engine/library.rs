//! How fast every shipped game is played at random, without tables and with them, and how much a move does.

use std::sync::atomic::AtomicBool;

use uur::chance::Rng;
use uur::engine::{AnyEngine, Budget, Event, Observer, Opt};
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

/// Laps are counted in so many moves; a sowing of a million events is given up.
const COUNTED_MOVES: u64 = 4_000;

/// Prints the table of some games, or of all, row by row: some have sowings that take long.
pub fn print(names: &[&str]) {
    println!("| game | without tables | with tables | ratio | laps a move | moves to choose from |");
    println!("|---|---:|---:|---:|---:|---:|");
    for name in variants::names().filter(|name| names.is_empty() || names.contains(name)) {
        let game = Game::shipped(name).expect("it is shipped");
        let [plain, tabulated] = [Opt::None, Opt::Full].map(|opt| {
            let engine = game.program.engine(&game.program.start(), opt);
            rate(|games| play(&game, &engine, games))
        });
        let [laps, choices] = work(&game);
        println!(
            "| {name} | {plain:.3} M/s | {tabulated:.3} M/s | {:.1} | {laps:.1} | {choices:.1} |",
            tabulated / plain
        );
    }
}

/// The mean number of laps of a move, and of moves to choose from.
fn work(game: &Game) -> [f64; 2] {
    let (mut laps, mut moves, mut choices) = (Laps(0), 0, 0);
    for number in 0.. {
        let mut position = game.program.start();
        let mut chance = Rng::for_game(1, number);
        for _ in 0..MOST_MOVES {
            if position.outcome.is_some() || moves == COUNTED_MOVES {
                break;
            }
            let legal = game.program.legal_moves(&position);
            let mut budget = Budget::events(1_000_000);
            game.program.play_alone(&mut position, legal[chance.below(legal.len())], &mut laps, &mut budget);
            moves += 1;
            choices += legal.len() as u64;
            if budget.overrun().is_some() {
                break;
            }
        }
        if moves == COUNTED_MOVES {
            break;
        }
    }
    [laps.0, choices].map(|count| count as f64 / moves as f64)
}

/// Counts laps.
struct Laps(u64);

impl Observer for Laps {
    fn event(&mut self, event: Event) {
        self.0 += u64::from(matches!(event, Event::Lift { .. } | Event::Resow { .. }));
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
