//! A line of play is the same game as one that is played position by position.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use uur::chance::Rng;
use uur::check::Settings;
use uur::game::Game;
use uur::rules::Way;
use uur::variants;
use uur::{History, Line, Move, PlayError, Position, Turn};

use crate::series;

/// Moves after which a game is left alone.
const MOVES: usize = 100;

/// Does something with every shipped game, on all cores.
fn each_shipped_game(look: impl Fn(&Game) + Sync) {
    let next = AtomicUsize::new(0);
    let names: Vec<&str> = variants::names().collect();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    look(&Game::shipped(name).expect("it is shipped"));
                }
            });
        }
    });
}

/// Plays at random by a line and by the program, and takes some moves back. Returns the position to which they lead.
fn same(game: &Game, from: Position, chance: &mut Rng, moves: usize) -> Position {
    let program = &game.program;
    let mut line = program.line(&from);
    let mut before = vec![];
    let (mut position, mut history) = (from, History::starting(&from));
    for number in 0..moves {
        let legal = program.legal_moves(&position);
        is_at(game, &line, &position, &history, &legal);
        if number % 8 == 0 {
            refuses_the_same(game, &line, &position, chance);
        }
        if legal.is_empty() {
            break;
        }
        if !before.is_empty() && chance.below(8) == 0 {
            assert!(line.undo());
            history.take_back();
            position = before.pop().expect("there are some");
            continue;
        }
        let m = legal[chance.below(legal.len())];
        before.push(position);
        line.play(line.turn(m).expect("it is legal"));
        program.play(&mut position, &mut history, m, &mut ()).expect("it is legal");
    }
    let end = position;
    for earlier in before.into_iter().rev() {
        assert!(line.undo(), "{}: {end:?}", game.name);
        assert_eq!(line.position(), earlier, "{}: {end:?}", game.name);
    }
    assert!(!line.undo(), "{}: nothing is left to be taken back", game.name);
    is_at(game, &line, &from, &History::starting(&from), &program.legal_moves(&from));
    end
}

/// A line is at a position after others, and has these moves.
fn is_at(game: &Game, line: &Line, position: &Position, history: &History, moves: &[Move]) {
    let at = || format!("{}: {position:?}", game.name);
    assert_eq!(line.position(), *position, "{}", at());
    assert_eq!((line.outcome(), line.to_move()), (position.outcome, position.to_move), "{}", at());
    // The end of a round may take seeds off the board on which it ended.
    if position.outcome.is_none() {
        let times = history.positions().iter().filter(|earlier| earlier.repeats(position)).count();
        assert_eq!(line.times(), times, "{}", at());
    }
    for pit in game.program.layout().pits() {
        assert_eq!(line.held(pit), position.held(pit), "{}", at());
    }
    let legal = line.legal();
    assert_eq!((legal.len(), legal.is_empty()), (moves.len(), moves.is_empty()), "{}", at());
    let turns: Vec<Turn> = legal.collect();
    let named: Vec<Move> = turns.iter().map(|&turn| line.named(turn)).collect();
    assert_eq!(named, moves, "{}", at());
    for (turn, m) in turns.into_iter().zip(named) {
        assert_eq!(line.turn(m), Ok(turn), "{}", at());
    }
}

/// Moves are illegal for the same reason, whatever they are.
fn refuses_the_same(game: &Game, line: &Line, position: &Position, chance: &mut Rng) {
    let mut moves = vec![Move::SWAP];
    for pit in game.program.layout().pits() {
        let leaving = (chance.below(4) == 0).then(|| chance.below(4) as u8);
        let way = [None, None, Some(Way::Onward), Some(Way::Back)][chance.below(4)];
        moves.push(Move { leaving, way, ..Move::lifting(pit) });
    }
    for m in moves {
        let found = line.turn(m).map(|turn| line.named(turn));
        let expected = game.program.check(position, m).map(|()| m);
        assert_eq!(found, expected, "{}: {m:?} at {position:?}", game.name);
    }
}

#[test]
fn every_shipped_game_is_the_same_line_by_line() {
    each_shipped_game(|game| {
        for seed in 0..2 {
            let mut chance = Rng::for_game(1, seed);
            let later = same(game, game.program.start(), &mut chance, MOVES);
            // A line may begin anywhere, at the end of a round, too.
            same(game, Position { ply: 0, outcome: None, ..later }, &mut chance, MOVES);
            same(game, later, &mut chance, MOVES);
        }
    });
}

/// On small boards positions come again, and laps go round more than once.
#[test]
fn small_boards_are_the_same_line_by_line() {
    each_shipped_game(|game| {
        if let Ok(small) = game.with_settings(&Settings::from([("pits".into(), "2".into())])) {
            (0..series::cases(4, 4).into())
                .for_each(|seed| _ = same(&small, small.program.start(), &mut Rng::for_game(2, seed), MOVES));
        }
    });
}

/// Boards that no game leads to: all seeds anywhere, and more of them than the game has.
#[test]
fn odd_positions_are_the_same_line_by_line() {
    each_shipped_game(|game| {
        let mut chance = Rng::for_game(3, 0);
        let start = game.program.start();
        for more in [0, 0, 0, 9] {
            let mut odd = Position { seeds: [0; 64], captured: [0; 2], memory: start.memory, ..start };
            let pits: Vec<_> = game.program.layout().pits().collect();
            let total = (start.total() + more).min(255);
            let stored = chance.below(usize::from(total));
            odd.captured[chance.below(2)] = stored as u16;
            for _ in stored..usize::from(total) {
                odd.seeds[pits[chance.below(pits.len())].index()] += 1;
            }
            game.program.begin_turn(&mut odd, &mut ());
            same(game, odd, &mut chance, 60);
        }
    });
}

#[test]
fn a_turn_that_is_not_legal_is_refused_and_changes_nothing() {
    // A mask of moves, one of both ways, and lists: of an opening, of decisions within moves.
    for name in ["kalah", "katro", "boola", "quela", "bao-la-kiswahili"] {
        let Some(game) = Game::shipped(name) else { panic!("{name} is not shipped") };
        let mut line = game.program.line(&game.program.start());
        let other = Game::shipped("sungka").expect("it is shipped");
        let mut foreign: Vec<Turn> = other.program.line(&other.program.start()).legal().collect();
        while let Some(turn) = line.legal().last() {
            foreign.push(turn);
            line.play(turn);
            if foreign.len() > 40 {
                break;
            }
        }
        while line.undo() {}
        let before = line.position();
        let legal: Vec<Turn> = line.legal().collect();
        for turn in foreign {
            let named = catch_unwind(AssertUnwindSafe(|| line.named(turn)));
            let played = catch_unwind(AssertUnwindSafe(|| line.play(turn)));
            assert_eq!((named.is_ok(), played.is_ok()), (legal.contains(&turn), legal.contains(&turn)), "{name}");
            assert_eq!(line.undo(), played.is_ok(), "{name}");
            assert_eq!(line.position(), before, "{name}");
        }
    }
}

#[test]
fn a_finished_round_has_no_turn() {
    let game = Game::shipped("oware").expect("it is shipped");
    let mut line = game.program.line(&game.program.start());
    let first = line.legal().next().expect("there are moves");
    while let Some(turn) = line.legal().last() {
        line.play(turn);
    }
    assert!(line.outcome().is_some() && line.legal().is_empty());
    assert_eq!(line.turn(Move::lifting(uur::Pit(0))), Err(PlayError::Over));
    assert!(catch_unwind(AssertUnwindSafe(|| line.play(first))).is_err());
}

#[test]
fn a_copy_is_played_on_alone() {
    let game = Game::shipped("layli-goobalay").expect("it is shipped");
    let mut line = game.program.line(&game.program.start());
    line.play(line.legal().next().expect("there are moves"));
    let mut copy = line.clone();
    copy.play(copy.legal().next().expect("there are moves"));
    assert!(copy.undo());
    assert_eq!(copy.position(), line.position());
    assert!(copy.undo() && !copy.undo());
    assert_eq!(copy.position(), game.program.start());
}
