//! Any text, read as what is printed of a game: it is refused with a place in it, or what was read is printed
//! and read as the same again.

use uur::game::Game;
use uur::match_play::{Match, NextStep, Step};
use uur::notation::reader::{self, Bare};
use uur::notation::{ParseError, Record, RecordEntry, read_position, read_step, write_position, write_steps};
use uur::render::Style;
use uur::rules::Side;
use uur_cli::repl::game_session::GameSession;
use uur_cli::repl::interpreter::Repl;

/// Reads a text in all ways in which the text of a game is read.
pub fn any_text(game: &Game, text: &str) {
    for bare in [Bare::Nothing, Bare::Moves, Bare::Position, Bare::Game] {
        match reader::read(text, bare) {
            Ok(record) => any_record(game, text, &record),
            Err(problem) => has_place(&problem, text),
        }
    }
    if let Err(problem) = Record::read(text) {
        has_place(&problem, text);
    }
    match read_position(game, text) {
        Ok(position) if position.outcome.is_none() => {
            let written = write_position(game, &position);
            let again = read_position(game, &written).expect("a written position can be read");
            assert_eq!(write_position(game, &again), written, "{text:?}");
        }
        Ok(_) => {}
        Err(problem) => has_place(&problem, text),
    }
    for word in text.split_whitespace() {
        for side in Side::BOTH {
            match read_step(&game.program, side, word) {
                Ok(step) => {
                    let written = write_steps(&game.program, &[step]);
                    assert_eq!(read_step(&game.program, side, &written), Ok(step), "{word:?}");
                }
                Err(problem) => has_place(&problem, word),
            }
        }
    }
}

/// Pastes the lines of a text at the prompt, in a game of its own. Commands are not run.
pub fn any_paste(game: &Game, text: &str) {
    let mut repl = Repl::new(Style::default(), 1);
    repl.session = GameSession::begin(game.clone().into(), game.name.clone(), game.settings());
    for line in text.lines() {
        let before = repl.session.record();
        if repl.run_printed(line).error.is_some() {
            assert_eq!(repl.session.record(), before, "{line:?} fails, but changes the game");
        }
    }
}

/// What was read of a game is written and read as the same, if its rules know the position and the moves.
fn any_record(game: &Game, text: &str, record: &Record) {
    let from = match record.begins(game) {
        Ok(from) => from,
        Err(problem) => return has_place(&problem, text),
    };
    let mut played = match from {
        Some(position) => Match::from(&game.program, position),
        None => Match::new(&game.program),
    };
    for entry in &record.moves {
        if played.due == NextStep::Round && matches!(entry, RecordEntry::Step(..)) {
            played.next_round(&game.program, &mut ());
        }
        let step: Option<Step> = match entry.read(game, &played) {
            Ok(step) => step,
            Err(problem) => return has_place(&problem, text),
        };
        if step.is_some_and(|step| played.step(&game.program, step, &mut ()).is_err()) {
            return;
        }
    }
    let name = if record.game.is_empty() { "any".to_string() } else { record.game.clone() };
    let record = Record { game: name, ..record.clone() };
    let written = record.write();
    let again = Record::read(&written).unwrap_or_else(|problem| panic!("{problem}\n{written}\nof {text:?}"));
    assert_eq!(again.write(), written, "{text:?}");
    let line = record.write_line();
    let shared = reader::read(&line, Bare::Game).unwrap_or_else(|problem| panic!("{problem}\n{line}\nof {text:?}"));
    assert_eq!(shared.write_line(), line, "{text:?}");
}

/// A problem stands in its text, and can be drawn.
fn has_place(problem: &ParseError, text: &str) {
    assert!(text.is_char_boundary(problem.at), "{problem:?} stands outside of {text:?}");
    problem.drawn(text, "a text");
}
