//! What playing shows: whether the moves at the start can be found out, and whether a round can get stuck, where
//! neither player has a move and no line of `end` applies.
//!
//! A line such as `no move -> pass` passes the turn only to a player who has a move, so another line
//! must end the round when neither has one. This is tested on many boards with few seeds in each pit, on
//! which moves are rare. The empty board is not tested, since in many games no capture takes the last
//! seed.

use std::sync::atomic::{AtomicU32, Ordering};

use super::Checker;
use super::problem::ProofProblem;
use crate::chance::Rng;
use crate::engine::{Position, Program, compile};
use crate::rules::{Rules, Side, Verdict};
use crate::source::{Source, Span};

/// The number of boards to test.
const BOARDS_TRIED: usize = 400;
/// The maximum number of seeds in a pit of these boards.
const MAX_IN_A_PIT: usize = 4;

/// The number of times that long sowings on these boards may ask to go on: each has some thousand laps then.
const MOST_QUESTIONS: u32 = 4_096;

/// Reports a start whose moves cannot be found out, and warns of a board on which a round gets stuck.
pub(super) fn examine(rules: &Rules, end: Span, sources: &[Source], checker: &mut Checker) {
    let mut program = compile(rules);
    program.legal_moves(&program.start());
    if program.abandoned() > 0 {
        let line = rules.endless.clause.map(|clause| checker.clause_spans.of(clause).span);
        let after_endless = line.and_then(|line| after_word("endless", line, sources));
        checker.report(line.unwrap_or(end), ProofProblem::TooLong { after_endless });
        return;
    }
    if !rules.end.iter().any(|clause| clause.ending.verdict == Verdict::Pass) {
        return;
    }
    let asked = AtomicU32::new(0);
    program.interrupt_when(move || asked.fetch_add(1, Ordering::Relaxed) >= MOST_QUESTIONS);
    let is_stuck = |position: &Position| stops(&program, position) && !program.cut_short();
    let Some(position) = boards(&program).find(is_stuck) else { return };
    let row = |side: Side| program.layout().pits_of(side).map(|pit| position.seeds[pit.index()]).collect();
    checker.report(end, ProofProblem::Stuck { south: row(Side::South), north: row(Side::North) });
}

/// The empty place after the first occurrence of a word in a line.
fn after_word(word: &str, line: Span, sources: &[Source]) -> Option<Span> {
    let text = sources.get(usize::from(line.source.0))?.text.get(line.range())?;
    let end = line.start + (text.find(word)? + word.len()) as u32;
    Some(Span { start: end, end, ..line })
}

/// Random boards of the game on which moves are rare.
fn boards(program: &Program) -> impl Iterator<Item = Position> {
    let total = usize::from(program.start().total());
    let mut chance = Rng::for_game(1, 0);
    (0..BOARDS_TRIED).map(move |number| {
        let mut position = program.bare();
        position.ply = program.facts().counted_moves;
        let mut left = total;
        for pit in program.layout().pits_from(Side::South) {
            let most = left.min(1 + number % MAX_IN_A_PIT);
            let seeds = chance.below(most + 1);
            position.seeds[pit.index()] = seeds as u8;
            left -= seeds;
        }
        let south = chance.below(left + 1);
        position.captured = [south as u16, (left - south) as u16];
        position.to_move = Side::BOTH[chance.below(2)];
        position
    })
}

/// Whether a round continues on a board without a move.
fn stops(program: &Program, position: &Position) -> bool {
    let mut position = *position;
    program.check_end(&mut position, &mut ());
    position.outcome.is_none() && position.on_board() > 0 && program.legal_moves(&position).is_empty()
}
