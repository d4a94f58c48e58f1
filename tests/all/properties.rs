//! Properties of every game, checked in random play of every shipped game.

use uur::chance::Rng;
use uur::engine::Position;
use uur::game::Game;
use uur::match_play::{Match, NextStep, Step};
use uur::notation::{Record, read_move, read_position, write_move, write_position, write_steps};
use uur::rules::Side;
use uur::variants;

/// Games of each kind that are played.
const GAMES: u64 = 25;
/// Moves after which a game is left alone.
const MOVES: usize = 400;

/// Plays random games and shows every step: the match before and after it, and the step.
fn play(game: &Game, mut see: impl FnMut(&Match, &Match, Step)) {
    for seed in 1..=GAMES {
        let mut chance = Rng::for_game(0, seed);
        let mut played = Match::new(&game.rules, &game.program);
        for _ in 0..MOVES {
            let before = played.clone();
            let step = match played.due {
                NextStep::Move(_) => {
                    let moves = game.program.legal_moves(&played.position);
                    Step::Move(moves[chance.below(moves.len())])
                }
                NextStep::Lot(_) => Step::Lot(Side::BOTH[chance.below(2)]),
                NextStep::Round => {
                    played.next_round(&game.rules, &game.program, &mut ());
                    continue;
                }
                NextStep::Nothing(_) => break,
            };
            played.step(&game.rules, &game.program, step, &mut ()).expect("a legal step can be taken");
            see(&before, &played, step);
        }
    }
}

fn each_game(check: impl Fn(&Game)) {
    for name in variants::names() {
        check(&Game::shipped(name).expect("it is shipped"));
    }
}

#[test]
fn seeds_are_conserved() {
    each_game(|game| {
        let total = game.program.start().total();
        play(game, |_, after, _| assert_eq!(after.position.total(), total, "{}", game.name));
    });
}

#[test]
fn a_move_turned_round_the_board_is_the_same_move() {
    each_game(|game| {
        let program = &game.program;
        play(game, |before, _, step| {
            let Step::Move(m) = step else { return };
            let mut after = before.position;
            program.play_unchecked(&mut after, m, &mut ());
            let mut mirror = program.mirrored(&before.position);
            let mirrored = program.mirrored_move(m);
            assert_eq!(program.check(&mirror, mirrored), Ok(()), "{}", game.name);
            assert_eq!(program.legal_moves(&mirror).len(), program.legal_moves(&before.position).len());
            program.play_unchecked(&mut mirror, mirrored, &mut ());
            assert_eq!(mirror, program.mirrored(&after), "{}", game.name);
        });
    });
}

#[test]
fn positions_and_moves_are_read_as_they_are_written() {
    each_game(|game| {
        play(game, |before, after, step| {
            if let Step::Move(m) = step {
                let text = write_move(&game.program, m);
                assert_eq!(read_move(&game.program, before.position.to_move, &text), Ok(m));
            }
            if after.position.outcome.is_none() {
                let text = write_position(game, &after.position);
                let read = read_position(game, &text).unwrap_or_else(|error| panic!("{}: {text}: {error}", game.name));
                assert_eq!(Position { ply: after.position.ply, ..read }, after.position, "{text}");
                assert_eq!(write_position(game, &read), text);
            }
        });
    });
}

#[test]
fn a_record_leads_to_the_same_position() {
    each_game(|game| {
        let mut steps: Vec<Step> = vec![];
        let mut ends: Vec<(Vec<Step>, Position)> = vec![];
        play(game, |before, after, step| {
            if before.round == 1 && before.position.ply == 0 && matches!(step, Step::Move(_)) {
                steps.clear();
            }
            steps.push(step);
            if matches!(after.due, NextStep::Nothing(_)) {
                ends.push((steps.clone(), after.position));
            }
        });
        // A match of many rounds, or a round in which few seeds circle, may not have ended after so
        // many moves.
        for (steps, end) in ends {
            let moves = write_steps(&game.program, &steps).split(' ').map(|step| step.to_string().into()).collect();
            let record = Record { game: game.name.clone(), moves, ..Record::default() };
            let read = Record::read(&record.write()).expect("a written record can be read");
            assert_eq!(read.write(), record.write());
            let mut again = Match::new(&game.rules, &game.program);
            for entry in &read.moves {
                if again.due == NextStep::Round {
                    again.next_round(&game.rules, &game.program, &mut ());
                }
                let step = entry.read(game, &again).expect("it was written so").expect("it is a step");
                again.step(&game.rules, &game.program, step, &mut ()).expect("it was played so");
            }
            assert_eq!(again.position, end, "{}", game.name);
        }
    });
}

#[test]
fn no_move_is_legal_after_the_round() {
    each_game(|game| {
        play(game, |_, after, _| {
            let moves = game.program.legal_moves(&after.position);
            assert_eq!(moves.is_empty(), after.position.outcome.is_some(), "{}", game.name);
        });
    });
}
