//! Random rounds on the fast machine, several in flight: while one waits for memory or for a guess
//! that went wrong, the others go on.

use std::sync::atomic::{AtomicBool, Ordering};

use uur::chance::Chance;
use uur::engine::{History, Lean, Paced, Packed, Play, Sized, Visited, Walk};
use uur::rules::Side;

use super::playout::{Experiment, Played};

/// How many games are in flight.
const IN_FLIGHT: usize = 4;
/// How many more are in the middle of a sowing of many laps before these are walked to their ends.
const WALKING: usize = 8;
/// After so many laps of each it is asked whether to stop.
const ASKED_AFTER: u64 = 1 << 20;

/// A game in flight.
struct Flight<const N: usize> {
    number: u64,
    chance: Chance,
    packed: Packed<N>,
    visited: Visited<N>,
    /// A bit for each legal move.
    moves: u64,
    played: Played,
}

/// Plays rounds between random players and tells what came of each, in no order. Once `stop` is true,
/// no sowing of many laps is walked further; gives whether all rounds were told.
pub fn play_rounds(
    machine: &Sized,
    experiment: &Experiment,
    numbers: impl Iterator<Item = u64>,
    stop: &AtomicBool,
    tell: impl FnMut(u64, Played),
) -> bool {
    match machine {
        Sized::Small(lean) => play_at_its_pace(lean, experiment, numbers, stop, tell),
        Sized::Middle(lean) => play_at_its_pace(lean, experiment, numbers, stop, tell),
        Sized::Large(lean) => play_at_its_pace(lean, experiment, numbers, stop, tell),
    }
}

fn play_at_its_pace<const N: usize>(
    lean: &Lean<N>,
    experiment: &Experiment,
    numbers: impl Iterator<Item = u64>,
    stop: &AtomicBool,
    tell: impl FnMut(u64, Played),
) -> bool {
    match lean.paced() {
        Paced::OneLap(pace) => play(pace, experiment, numbers, stop, tell),
        Paced::ManyLaps(pace) => play(pace, experiment, numbers, stop, tell),
        Paced::InSteps(pace) => play(pace, experiment, numbers, stop, tell),
    }
}

fn play<const N: usize>(
    pace: impl Play<N>,
    experiment: &Experiment,
    mut numbers: impl Iterator<Item = u64>,
    stop: &AtomicBool,
    mut tell: impl FnMut(u64, Played),
) -> bool {
    let lean = pace.lean();
    let start = Start::of(lean, experiment);
    let mut flights: Vec<Flight<N>> = vec![];
    let mut walks = Walks { flights: vec![], walks: vec![] };
    loop {
        while flights.len() < IN_FLIGHT
            && let Some(flight) = begin_next(lean, experiment, &start, &mut numbers, Visited::default(), &mut tell)
        {
            flights.push(flight);
        }
        if walks.flights.len() == WALKING || flights.is_empty() {
            if walks.flights.is_empty() {
                return true;
            }
            if !walks.go_on(lean, stop, &mut flights) {
                return false;
            }
        }
        // A game that is over or walks gives way to another, as long as there is one.
        let mut at = 0;
        while at < flights.len() && walks.flights.len() < WALKING {
            let flight = &mut flights[at];
            let visited = match step(pace, flight, experiment.most_moves) {
                Step::On => {
                    at += 1;
                    continue;
                }
                Step::Over => {
                    tell(flight.number, flight.ended());
                    std::mem::take(&mut flight.visited)
                }
                Step::Walks(walk) => {
                    walks.flights.push(flights.swap_remove(at));
                    walks.walks.push(walk);
                    continue;
                }
            };
            match begin_next(lean, experiment, &start, &mut numbers, visited, &mut tell) {
                Some(flight) => flights[at] = flight,
                None => drop(flights.swap_remove(at)),
            }
        }
    }
}

/// Games that are in the middle of a sowing of many laps.
struct Walks<const N: usize> {
    flights: Vec<Flight<N>>,
    /// The sowing of each.
    walks: Vec<Box<Walk<N>>>,
}

impl<const N: usize> Walks<N> {
    /// Walks on until a sowing ends; its game is in flight again. Gives whether it came to that.
    fn go_on(&mut self, lean: &Lean<N>, stop: &AtomicBool, flights: &mut Vec<Flight<N>>) -> bool {
        let before = flights.len();
        while flights.len() == before {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            let ends = lean.walk_together(&mut self.walks, ASKED_AFTER);
            for (at, end) in ends.into_iter().enumerate().rev() {
                if let Some(end) = end {
                    let (mut flight, walk) = (self.flights.swap_remove(at), self.walks.swap_remove(at));
                    let moves = lean.walked(&mut flight.packed, &walk, end);
                    flight.moves = lean.record(&mut flight.packed, &mut flight.visited, moves);
                    flights.push(flight);
                }
            }
        }
        true
    }
}

impl<const N: usize> Flight<N> {
    /// What came of the game.
    fn ended(&self) -> Played {
        let (mut played, packed) = (self.played, &self.packed);
        let captured = Side::BOTH.map(|side| packed.captured(side).into());
        played.ended(captured, packed.out().into(), packed.outcome());
        played.finished = packed.is_over();
        played
    }
}

/// What came of a step.
enum Step<const N: usize> {
    On,
    Over,
    /// The sowing has many laps; the move is made when they have been walked.
    Walks(Box<Walk<N>>),
}

/// Plays one move.
#[inline(always)]
fn step<const N: usize>(pace: impl Play<N>, flight: &mut Flight<N>, most_moves: u64) -> Step<N> {
    if flight.moves == 0 || flight.played.moves >= most_moves {
        return Step::Over;
    }
    let half = 4 * N * flight.packed.to_move() as usize;
    // The mover's own pits come first.
    let moves = flight.moves >> half;
    let (moves, bytes) = match pace.lean().plays_any_row() {
        false => (moves, N / 2),
        true => (moves | turned(flight.moves, half), N),
    };
    let among = count(moves, bytes);
    flight.played.choose(among);
    let lane = (nth(moves, bytes, flight.chance.below(among)) + half) % (8 * N);
    let was = flight.packed;
    match pace.play_or_walk(&was, &mut flight.packed, lane) {
        Ok(moves) => {
            flight.moves = pace.lean().record(&mut flight.packed, &mut flight.visited, moves);
            Step::On
        }
        Err(walk) => Step::Walks(walk),
    }
}

/// The lanes before the mover's half, put behind it.
fn turned(moves: u64, half: usize) -> u64 {
    if half == 0 { 0 } else { (moves & ((1 << half) - 1)) << half }
}

/// How many bits are set in the lowest bytes.
#[inline]
fn count(bits: u64, bytes: usize) -> usize {
    (0..bytes).map(|byte| usize::from(COUNTS[(bits >> (8 * byte) & 0xFF) as usize])).sum()
}

/// The place of the bit of a number, counted from 0, in the lowest bytes.
#[inline]
fn nth(mut bits: u64, bytes: usize, mut number: usize) -> usize {
    let mut place = 0;
    for _ in 1..bytes {
        let in_byte = usize::from(COUNTS[(bits & 0xFF) as usize]);
        let beyond = number >= in_byte;
        number -= if beyond { in_byte } else { 0 };
        place += if beyond { 8 } else { 0 };
        bits >>= if beyond { 8 } else { 0 };
    }
    place + usize::from(PLACES[(bits & 0xFF) as usize][number % 8])
}

/// How many bits a byte has.
const COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        counts[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    counts
};

/// The places of the bits of a byte.
const PLACES: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut number, mut place) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                places[byte][number] = place as u8;
                number += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

/// How games begin.
enum Start<const N: usize> {
    /// The fast machine plays from the first move on.
    Here(Packed<N>),
    /// It does after the first move: where each of them leads to.
    AfterFirst(Vec<(Packed<N>, Visited<N>)>),
    /// The other machine has to look after each move.
    Later,
}

impl<const N: usize> Start<N> {
    fn of(lean: &Lean<N>, experiment: &Experiment) -> Self {
        let Experiment { game, from, most_moves, .. } = experiment;
        let position = from.unwrap_or_else(|| game.program.start());
        if position.outcome.is_some() || *most_moves == 0 {
            return Start::Later;
        }
        if let Some(packed) = lean.pack(&position) {
            return Start::Here(packed);
        }
        let after = |m| {
            let (mut next, mut history) = (position, History::starting(&position));
            game.program.play_legal(&mut next, &mut history, m, &mut ());
            let packed = lean.pack(&next).filter(|_| next.outcome.is_none())?;
            Some((packed, Visited::of(lean, &history)))
        };
        let all: Option<Vec<_>> = game.program.legal_moves(&position).into_iter().map(after).collect();
        all.map_or(Start::Later, Start::AfterFirst)
    }
}

/// Begins the next game that the fast machine plays on, and tells of those before it.
fn begin_next<const N: usize>(
    lean: &Lean<N>,
    experiment: &Experiment,
    start: &Start<N>,
    numbers: &mut impl Iterator<Item = u64>,
    mut visited: Visited<N>,
    tell: &mut impl FnMut(u64, Played),
) -> Option<Flight<N>> {
    loop {
        let number = numbers.next()?;
        let mut chance = Chance::of_game(experiment.seed, number);
        let mut played = Played::nothing();
        let packed = match start {
            Start::Here(packed) => {
                visited.restart(packed);
                Some(*packed)
            }
            Start::AfterFirst(after) => {
                played.choose(after.len());
                let (packed, since) = &after[chance.below(after.len())];
                visited.restart_like(since);
                Some(*packed)
            }
            Start::Later => begin_slowly(lean, experiment, &mut chance, &mut played, &mut visited),
        };
        match packed {
            Some(packed) => {
                return Some(Flight { number, chance, packed, moves: lean.moves(&packed), visited, played });
            }
            None => tell(number, played),
        }
    }
}

/// Plays a game as far as only the other machine can; nothing is left to play if that is to its end.
fn begin_slowly<const N: usize>(
    lean: &Lean<N>,
    experiment: &Experiment,
    chance: &mut Chance,
    played: &mut Played,
    visited: &mut Visited<N>,
) -> Option<Packed<N>> {
    let Experiment { game, from, most_moves, .. } = experiment;
    let mut position = from.unwrap_or_else(|| game.program.start());
    let mut history = History::starting(&position);
    while position.outcome.is_none() && played.moves < *most_moves {
        if let Some(packed) = lean.pack(&position) {
            *visited = Visited::of(lean, &history);
            return Some(packed);
        }
        let moves = game.program.legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        played.choose(moves.len());
        game.program.play_legal(&mut position, &mut history, moves[chance.below(moves.len())], &mut ());
    }
    played.ended(position.captured, position.out, position.outcome);
    played.finished = position.outcome.is_some();
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_counted_from_the_lowest() {
        let bits: u64 = 0b1001_1000_0010_0110;
        let places: Vec<usize> = (0..6).map(|number| nth(bits, 4, number)).collect();
        assert_eq!(places, [1, 2, 5, 11, 12, 15]);
        assert_eq!(count(bits, 4), 6);
        assert_eq!(turned(0b101 << 8 | 0b11, 8), 0b11 << 8);
    }
}
