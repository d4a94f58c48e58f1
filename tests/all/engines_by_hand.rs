//! The engines written by hand, against which speed is measured, agree with the rule files: the same moves,
//! boards, results and counts.

use std::array::from_fn;
use std::fmt::Debug;

use uur::chance::Rng;
use uur::engine::{Choice, History, Move, Position};
use uur::game::Game;
use uur::notation::read_position;
use uur::rules::Way;

use crate::by_engine;
use crate::by_hand::bao::{self, Bao, Entry};
use crate::by_hand::boola::Boola;
use crate::by_hand::hus::Hus;
use crate::by_hand::kalah::Kalah;
use crate::by_hand::layli::{Berbera, Layli};
use crate::by_hand::oware::Oware;
use crate::by_hand::{self, ByHand};

/// A move as the engines by hand write it.
trait HandMove: Debug + PartialEq + Copy {
    /// The same move, of a pit with this number in the mover's own rows, which have this number of pits.
    fn same_as(m: Move, pit: u8, pits: u8) -> Self;
}

impl HandMove for u8 {
    /// A move that leaves a seed behind comes after the rows.
    fn same_as(m: Move, pit: u8, pits: u8) -> Self {
        if m.leaving.is_some() { pits } else { pit }
    }
}

impl HandMove for Entry {
    /// Where the rules give the way, it leads from the nearer end of the row.
    fn same_as(m: Move, pit: u8, _: u8) -> Self {
        let way = match m.way {
            Some(Way::Onward) => bao::BaoWay::Clockwise,
            Some(Way::Back) => bao::BaoWay::Counterclockwise,
            None if pit < 4 => bao::BaoWay::Clockwise,
            None => bao::BaoWay::Counterclockwise,
        };
        Entry { pit, way, stops: m.choices.get(0).map(|choice| choice == Choice::Yes) }
    }
}

/// Plays a game at random in both engines at once, move by move.
fn same_game<G: ByHand<Move: HandMove>>(game: &Game, seed: u64) {
    let mut earlier = G::Earlier::default();
    let by_hand = G::start(&mut earlier);
    same_from(game, seed, by_hand, &mut earlier, game.program.start());
}

/// Plays on at random from a position.
fn same_from<G: ByHand<Move: HandMove>>(
    game: &Game,
    seed: u64,
    mut by_hand: G,
    earlier: &mut G::Earlier,
    mut position: Position,
) {
    let mut chance = Rng::for_game(seed, 0);
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
        let row = game.program.layout().span();
        let same = |&m: &Move| G::Move::same_as(m, m.pit.0 - row * position.to_move as u8, row);
        let same: Vec<G::Move> = moves.iter().map(same).collect();
        assert_eq!(by_hand.moves().as_ref(), same, "seed {seed}: {:?}", position.seeds);
        let chosen = chance.below(moves.len());
        by_hand.play(earlier, same[chosen]);
        game.program.play(&mut position, &mut history, moves[chosen], &mut ()).expect("the move is legal");
    }
}

/// Plays games in both engines, and counts sequences of moves from the start and from the midst of a
/// game.
fn same<G: ByHand<Move: HandMove>>(name: &str, games: u64, depth: u32) {
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

#[test]
fn first_stage_of_bao() {
    same::<Bao>("bao-first-stage", 100, 5);
}

/// A position of Bao in both engines. Each side begins with its front row, and goes on along the path.
fn of_bao(game: &Game, sides: [[u8; 16]; 2], stores: [u8; 2], houses: [bool; 2], to_move: usize) -> (Bao, Position) {
    let text = |seeds: &mut dyn Iterator<Item = &u8>| seeds.map(u8::to_string).collect::<Vec<_>>().join(" ");
    let [south, north] = sides.map(|side| {
        let (front, back) = side.split_at(8);
        format!("{} / {}", text(&mut front.iter()), text(&mut back.iter().rev()))
    });
    let [south_house, north_house] = houses;
    let position = format!(
        "south {south}; north {north}; captured {} {}{}{}; {} to move",
        stores[0],
        stores[1],
        if south_house { "; house south E" } else { "" },
        if north_house { "; house north e" } else { "" },
        ["south", "north"][to_move],
    );
    let pits = sides.concat().try_into().expect("there are 32 pits");
    (Bao::at(pits, stores, houses, to_move), read_position(game, &position).expect("it is a position"))
}

/// Seeds in both rows, in one or in none, or in every other pit, where most moves are too long.
fn some_side(chance: &mut Rng) -> [u8; 16] {
    if chance.below(4) > 0 {
        let most = [(); 2].map(|()| chance.below(5));
        from_fn(|pit| chance.below(most[pit / 8] + 1) as u8)
    } else {
        let mut side = from_fn(|pit| (pit % 2) as u8);
        side[chance.below(16)] += chance.below(3) as u8;
        side
    }
}

#[test]
fn first_stage_of_bao_from_any_board() {
    let game = by_engine::load("bao-first-stage");
    for seed in 0..500 {
        let mut chance = Rng::for_game(seed, 1);
        let sides = [(); 2].map(|()| some_side(&mut chance));
        let [to_move, rounds, houses] = [2, 6, 4].map(|bound| chance.below(bound));
        let stores = [rounds + 1 - to_move, rounds + 1].map(|store| store as u8);
        let (by_hand, position) = of_bao(&game, sides, stores, [houses & 1 == 1, houses & 2 == 2], to_move);
        same_from(&game, seed, by_hand, &mut (), position);
    }
}

#[test]
fn a_move_of_bao_has_at_most_500_laps() {
    let game = by_engine::load("bao-first-stage");
    let back = [13, 5, 6, 1, 4, 1, 0, 1];
    for (front, opposite, pit, is_legal) in
        [([2, 6, 3, 1, 0, 3, 11, 3], 3, 0, true), ([2, 5, 2, 0, 3, 3, 11, 3], 4, 4, false)]
    {
        let south = from_fn(|pit| if pit < 8 { front[pit] } else { back[pit - 8] });
        let north = from_fn(|pit| u8::from(pit == opposite));
        let (by_hand, position) = of_bao(&game, [south, north], [5; 2], [false; 2], 0);
        let long = Entry { pit, way: bao::BaoWay::Counterclockwise, stops: None };
        assert_eq!(by_hand.moves().as_ref().contains(&long), is_legal);
        same_from(&game, 0, by_hand, &mut (), position);
    }
}

#[test]
fn the_first_stage_of_bao_has_the_counts_of_other_programs() {
    let start = Bao::start(&mut ());
    let counts = (1..=7).map(|depth| by_hand::perft_counted(&start, &mut (), depth));
    assert_eq!(counts.collect::<Vec<u64>>(), [4, 14, 38, 124, 405, 1430, 5655]);
}
