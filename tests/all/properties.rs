//! Properties of every game, checked in random play of every shipped game.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use uur::chance::Rng;
use uur::engine::{Event, Move, Position, standing};
use uur::game::Game;
use uur::match_play::{Match, NextStep, Step};
use uur::notation::{Record, read_move, read_position, write_move, write_position, write_steps};
use uur::rules::Side;
use uur::variants;
use uur_testing::mirror::mirrored_move;

use crate::series;

/// Moves after which a game is left alone.
const MOVES: usize = 400;

/// Plays random games and shows every step: the match before and after it, and the step.
fn play(game: &Game, mut see: impl FnMut(&Match, &Match, Step)) {
    for seed in 1..=u64::from(series::cases(5, 3)) {
        let mut chance = Rng::for_game(0, seed);
        let mut played = Match::new(&game.program);
        for _ in 0..MOVES {
            let before = played.clone();
            let step = match played.due {
                NextStep::Move(_) => {
                    let moves = game.program.legal_moves(&played.position);
                    Step::Move(moves[chance.below(moves.len())])
                }
                NextStep::Lot(_) => Step::Lot(Side::BOTH[chance.below(2)]),
                NextStep::Round => {
                    played.next_round(&game.program, &mut ());
                    continue;
                }
                NextStep::Nothing(_) => break,
            };
            played.step(&game.program, step, &mut ()).expect("a legal step can be taken");
            see(&before, &played, step);
        }
    }
}

/// One test for all properties, since playing the games takes most of the time.
#[test]
fn random_games_keep_every_property() {
    let next = AtomicUsize::new(0);
    let names: Vec<&str> = variants::names().collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    keeps_every_property(&Game::shipped(name).expect("it is shipped"));
                }
            });
        }
    });
}

fn keeps_every_property(game: &Game) {
    let total = game.program.start().total();
    let mut steps: Vec<Step> = vec![];
    play(game, |before, after, step| {
        assert_eq!(after.position.total(), total, "{}: seeds are conserved", game.name);
        let moves = game.program.legal_moves(&after.position);
        assert_eq!(moves.is_empty(), after.position.outcome.is_some(), "{}: no move after the round", game.name);
        if let Step::Move(m) = step {
            is_alike_turned_round(game, &before.position, m);
            what_was_taken_back_did_not_happen(game, &before.position, m);
            let text = write_move(&game.program, m);
            assert_eq!(read_move(&game.program, before.position.to_move, &text), Ok(m), "{}: {text}", game.name);
        }
        if after.position.outcome.is_none() {
            is_read_as_written(game, &after.position);
        }
        if before.round == 1 && before.position.ply == 0 && matches!(step, Step::Move(_)) {
            steps.clear();
        }
        steps.push(step);
        // A match of many rounds, or a round in which few seeds circle, may not end after so many moves.
        if matches!(after.due, NextStep::Nothing(_)) {
            leads_to(game, &steps, &after.position);
        }
    });
}

/// A move turned round the board is the same move.
fn is_alike_turned_round(game: &Game, before: &Position, m: Move) {
    let program = &game.program;
    let mut after = *before;
    program.play_unchecked(&mut after, m, &mut ());
    let mut mirror = program.layout().mirrored_position(before);
    let mirrored = mirrored_move(program, before, m);
    assert_eq!(program.check(&mirror, mirrored), Ok(()), "{}", game.name);
    assert_eq!(program.legal_moves(&mirror).len(), program.legal_moves(before).len(), "{}", game.name);
    program.play_unchecked(&mut mirror, mirrored, &mut ());
    assert_eq!(mirror, program.layout().mirrored_position(&after), "{}", game.name);
}

/// What stands of a move leads to the same position, without a word of what was there before.
fn what_was_taken_back_did_not_happen(game: &Game, before: &Position, m: Move) {
    let mut after = *before;
    let mut events = vec![];
    game.program.play_unchecked(&mut after, m, &mut events);
    if events.iter().any(|event| matches!(event, Event::Undone { .. })) {
        let mut folded = *before;
        let stands = standing(&game.rules, &events).filter(|event| !matches!(event, Event::Restored { .. }));
        stands.for_each(|event| folded.apply(event));
        assert_eq!(folded, after, "{}: {}", game.name, write_move(&game.program, m));
    }
}

/// A position is read as it is written.
fn is_read_as_written(game: &Game, position: &Position) {
    let text = write_position(game, position);
    let read = read_position(game, &text).unwrap_or_else(|error| panic!("{}: {text}: {error}", game.name));
    assert_eq!(Position { ply: position.ply, ..read }, *position, "{text}");
    assert_eq!(write_position(game, &read), text);
}

/// A record leads to the position that its game led to.
fn leads_to(game: &Game, steps: &[Step], end: &Position) {
    let moves = write_steps(&game.program, steps).split(' ').map(|step| step.to_string().into()).collect();
    let record = Record { game: game.name.clone(), moves, ..Record::default() };
    let read = Record::read(&record.write()).expect("a written record can be read");
    assert_eq!(read.write(), record.write());
    let mut again = Match::new(&game.program);
    for entry in &read.moves {
        if again.due == NextStep::Round {
            again.next_round(&game.program, &mut ());
        }
        let step = entry.read(game, &again).expect("it was written so").expect("it is a step");
        again.step(&game.program, step, &mut ()).expect("it was played so");
    }
    assert_eq!(again.position, *end, "{}", game.name);
}
