//! The same work as that of the engines written by hand, done by the engine of rule files.

use std::sync::atomic::AtomicBool;

use uur::chance::Rng;
use uur::check::Settings;
use uur::engine::{Opt, Position, Reason};
use uur::game::Game;
use uur::rules::Side;
use uur::source::Source;
use uur::variants;
use uur_lab::lab::{self, Experiment, Player};

use crate::by_hand::{HandOutcome, Totals};

/// A game of the library, of the folder of other programs' games, or of that of the engines by hand.
pub fn load(name: &str) -> Game {
    let folders = ["tests/peers", "benches/by_hand"];
    Game::shipped(name).unwrap_or_else(|| {
        let file = format!("{name}.uur");
        let mut paths = folders.map(|folder| format!("{}/{folder}/{file}", env!("CARGO_MANIFEST_DIR"))).into_iter();
        let text = paths.find_map(|path| std::fs::read_to_string(path).ok()).expect("the rule file is there");
        Game::load(Source::new(file, text), &variants::library, &Settings::new()).expect("the rule file is sound")
    })
}

/// How a game ended, in the words of the engines written by hand.
pub fn outcome(reason: Reason, winner: Option<Side>) -> HandOutcome {
    match (reason, winner) {
        (Reason::Endless, _) => HandOutcome::Endless,
        (_, Some(Side::South)) => HandOutcome::Won(0),
        (_, Some(Side::North)) => HandOutcome::Won(1),
        (_, None) => HandOutcome::Draw,
    }
}

/// Games between random players.
pub fn experiment(game: &Game, most_moves: u64) -> Experiment<'_> {
    Experiment {
        game,
        players: [Player::Random; 2],
        seed: 1,
        from: None,
        whole_matches: false,
        most_moves,
        pairs: false,
        opening: 0,
    }
}

/// Plays the games of these numbers at random.
pub fn play_games(game: &Game, numbers: &[u64]) -> Totals {
    let engine = game.program.engine(&game.program.start(), Opt::Full);
    let experiment = experiment(game, u64::MAX);
    let mut totals = Totals::default();
    let stop = AtomicBool::new(false);
    lab::play_rounds(&engine, &experiment, numbers.iter().copied(), &stop, |_, played| {
        let [south, north] = played.captured;
        let outcome = outcome(played.reason.expect("games are played to their end"), played.winner);
        totals.moves += played.moves;
        totals.add(outcome, south.abs_diff(north).into());
    });
    totals
}

/// The position after so many random moves of a game.
pub fn after(game: &Game, number: u64, moves: usize) -> Position {
    let mut chance = Rng::for_game(1, number);
    let mut line = game.program.line(&game.program.start());
    for _ in 0..moves {
        let mut legal = line.legal();
        let turn = legal.nth(chance.below(legal.len())).expect("the game goes on");
        line.play(turn);
    }
    line.position()
}

/// The sequences of so many moves, every one of them made, and how many of them end the game.
pub fn perft_made(game: &Game, position: &Position, depth: u32) -> (u64, u64) {
    let found = lab::perft_made(&game.program, position, depth);
    (found.all, found.ended)
}

/// The sequences of so many moves; the last of them is counted and not made.
pub fn perft_counted(game: &Game, position: &Position, depth: u32) -> u64 {
    lab::perft(&game.program, position, depth)
}
