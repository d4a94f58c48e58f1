//! The engines written by hand, against which speed is measured, agree with the rule files: the same moves,
//! boards, results and counts.

use uur::chance::Rng;
use uur::engine::{History, Move, Position};
use uur::game::Game;

use crate::by_engine;
use crate::by_hand::boola::Boola;
use crate::by_hand::hus::Hus;
use crate::by_hand::kalah::Kalah;
use crate::by_hand::layli::{Berbera, Layli};
use crate::by_hand::oware::Oware;
use crate::by_hand::{self, ByHand};

/// The move as the engines by hand number it: one that leaves a seed behind comes after the row.
fn number(game: &Game, position: &Position, m: Move) -> u8 {
    let row = game.program.layout().span();
    if m.leaving.is_some() { row } else { m.pit.0 - row * position.to_move as u8 }
}

/// Plays a game at random in both engines at once, move by move.
fn same_game<G: ByHand>(game: &Game, seed: u64) {
    let mut chance = Rng::for_game(seed, 0);
    let mut earlier = G::Earlier::default();
    let mut by_hand = G::start(&mut earlier);
    let mut position = game.program.start();
    let mut history = History::starting(&position);
    loop {
        let pits = 2 * usize::from(game.program.layout().span());
        let captured = by_hand.captured().map(u16::from);
        assert_eq!(by_hand.pits(), position.seeds[..pits], "seed {seed}");
        assert_eq!(captured, position.captured, "seed {seed}");
        let outcome = position.outcome.map(|outcome| by_engine::outcome(outcome.reason, outcome.winner));
        assert_eq!(by_hand.outcome(), outcome, "seed {seed}: {:?}", position.seeds);
        if by_hand.outcome().is_some() {
            break;
        }
        assert_eq!(by_hand.to_move(), position.to_move as usize);
        let moves = game.program.legal_moves(&position);
        let numbers: Vec<u8> = moves.iter().map(|&m| number(game, &position, m)).collect();
        assert_eq!(by_hand.moves().as_slice(), numbers, "seed {seed}: {:?}", position.seeds);
        let chosen = chance.below(moves.len());
        by_hand.play(&mut earlier, numbers[chosen]);
        game.program.play(&mut position, &mut history, moves[chosen], &mut ()).expect("the move is legal");
    }
}

/// Plays games in both engines, and counts sequences of moves from the start and from the midst of a
/// game.
fn same<G: ByHand>(name: &str, games: u64, depth: u32) {
    let game = by_engine::load(name);
    for seed in 0..games {
        same_game::<G>(&game, seed);
    }
    let numbers: Vec<u64> = (0..games).collect();
    assert_eq!(by_hand::play_games::<G>(&numbers), by_engine::play_games(&game, &numbers));
    for (number, moves) in [(0, 0), (0, 8), (1, 10), (2, 12)] {
        let mut earlier = G::Earlier::default();
        let by_hand = by_hand::after::<G>(number, moves, &mut earlier);
        let position = by_engine::after(&game, number, moves);
        for depth in 1..=depth {
            let made = by_hand::perft_made(&by_hand, &mut earlier, depth);
            let counted = by_hand::perft_counted(&by_hand, &mut earlier, depth);
            assert_eq!(made, by_engine::perft_made(&game, &position, depth), "game {number}, depth {depth}");
            assert_eq!(counted, by_engine::perft_counted(&game, &position, depth), "game {number}, depth {depth}");
            assert_eq!(counted, made.0);
        }
    }
}

#[test]
fn kalah() {
    same::<Kalah>("open-spiel-kalah", 300, 5);
}

#[test]
fn oware() {
    same::<Oware>("open-spiel-oware", 300, 5);
}

#[test]
fn layli_goobalay() {
    same::<Layli>("layli-goobalay", 300, 4);
}

#[test]
fn layli_goobalay_of_berbera() {
    same::<Berbera>("layli-goobalay-berbera", 100, 3);
}

#[test]
fn boola() {
    same::<Boola>("boola", 200, 4);
}

#[test]
fn hus() {
    same::<Hus>("hus", 100, 3);
}
