//! Moves on the rotated board.

use std::collections::VecDeque;

use uur::engine::{Choice, Choices, Event, Move, Options, Pit, PlayError, Position, Program};

/// Returns a legal move as it is on the rotated board. Of pits that are chosen together, a move names those that the
/// lower ones leave open; these are others on the rotated board.
pub fn mirrored_move(program: &Program, before: &Position, m: Move) -> Move {
    let layout = program.layout();
    let pit = if m == Move::SWAP { m.pit } else { layout.mirrored(m.pit) };
    if !m.choices.iter().any(|choice| matches!(choice, Choice::Pit(_))) {
        return Move { pit, ..m };
    }
    let mut events: Vec<Event> = vec![];
    program.play_unchecked(&mut { *before }, m, &mut events);
    // Pits that are chosen together follow on one another.
    let mut chosen: VecDeque<u64> = events
        .chunk_by(|one, next| matches!((one, next), (Event::Chosen { .. }, Event::Chosen { .. })))
        .map(|run| {
            run.iter().fold(0, |pits, event| match event {
                Event::Chosen { pit, .. } => pits | 1 << layout.mirrored(*pit).0,
                _ => pits,
            })
        })
        .filter(|&pits| pits != 0)
        .collect();
    let mut said = m.choices.iter().filter(|choice| !matches!(choice, Choice::Pit(_)));
    let mirror = layout.mirrored_position(before);
    let mut mirrored = Move { pit, choices: Choices::NONE, ..m };
    while let Err(PlayError::Undecided(_, options)) = program.check(&mirror, mirrored) {
        let choice = match options {
            Options::YesOrNo => said.next(),
            Options::Pits(pits) => loop {
                match chosen.front_mut() {
                    Some(together) if *together & pits != 0 => {
                        let next = (*together & pits).trailing_zeros();
                        *together &= !(1 << next);
                        break Some(Choice::Pit(Pit(next as u8)));
                    }
                    Some(_) => chosen.pop_front(),
                    None => break None,
                };
            },
        };
        if !choice.is_some_and(|choice| mirrored.choices.push(choice)) {
            break;
        }
    }
    mirrored
}
