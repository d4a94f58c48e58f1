//! Perft: how many sequences of moves there are, the usual test of a move machine.

use std::ops::AddAssign;

use uur::engine::{History, Lean, Move, Paced, Packed, Play, Position, Program, Sized, Visited, lanes};

/// From this depth on it is asked whether to stop: below, the question would cost more than the moves.
const ASKED_FROM: u32 = 5;

/// How many sequences of moves there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sequences {
    /// All of them.
    pub all: u64,
    /// Those that end the round with their last move, if that was looked at.
    pub ended: u64,
}

impl AddAssign for Sequences {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        self.ended += other.ended;
    }
}

/// The number of sequences of exactly `depth` moves within the round. A bonus move is a move of its
/// own. A sequence that ends the round earlier is not counted. If [`Program::stops`] becomes true, the
/// number means nothing.
///
/// ```
/// let game = uur::game::Game::shipped("layli-goobalay").expect("it is shipped");
/// assert_eq!(uur_lab::lab::perft(&game.program, &game.program.start(), 4), 607);
/// ```
pub fn perft(program: &Program, position: &Position, depth: u32) -> u64 {
    Counter::<false>::new(program, depth).count(position, &mut History::starting(position), depth).all
}

/// The same, but the last move of each sequence is made as well, and it is looked whether it ends the
/// round.
pub fn perft_made(program: &Program, position: &Position, depth: u32) -> Sequences {
    Counter::<true>::new(program, depth).count(position, &mut History::starting(position), depth)
}

/// The number of sequences, told apart by the first move.
pub fn divide(program: &Program, position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut history = History::starting(position);
    if depth == 0 {
        return vec![];
    }
    let counter = Counter::<false>::new(program, depth);
    let moves = program.legal_moves(position).into_iter();
    moves.map(|m| (m, counter.after(position, &mut history, m, depth - 1).all)).collect()
}

/// Counts sequences of moves: on the fast machine, where it plays on from a position. The last move of
/// each is made, or only counted.
struct Counter<'a, const MADE: bool> {
    program: &'a Program,
    fast: Option<Sized>,
}

impl<'a, const MADE: bool> Counter<'a, MADE> {
    fn new(program: &'a Program, depth: u32) -> Self {
        // For less it would take longer to be made than to be used.
        let fast = if depth > 2 { Sized::of(program) } else { None };
        Counter { program, fast }
    }

    fn count(&self, position: &Position, history: &mut History, depth: u32) -> Sequences {
        let fast = match &self.fast {
            Some(Sized::Small(lean)) => count_fast::<_, MADE>(lean, position, history, depth),
            Some(Sized::Middle(lean)) => count_fast::<_, MADE>(lean, position, history, depth),
            Some(Sized::Large(lean)) => count_fast::<_, MADE>(lean, position, history, depth),
            None => None,
        };
        if let Some(found) = fast {
            return found;
        }
        if depth == 0 {
            return Sequences { all: 1, ended: u64::from(MADE && position.outcome.is_some()) };
        }
        let moves = self.program.legal_moves(position);
        if depth == 1 && !MADE {
            return Sequences { all: moves.len() as u64, ended: 0 };
        }
        let mut found = Sequences::default();
        for m in moves {
            if self.program.stops() {
                break;
            }
            found += self.after(position, history, m, depth - 1);
        }
        found
    }

    fn after(&self, position: &Position, history: &mut History, m: Move, depth: u32) -> Sequences {
        if depth == 0 && !MADE {
            return Sequences { all: 1, ended: 0 };
        }
        let mut next = *position;
        self.program.play_legal(&mut next, history, m, &mut ());
        let found = self.count(&next, history, depth);
        history.take_back();
        found
    }
}

fn count_fast<const N: usize, const MADE: bool>(
    lean: &Lean<N>,
    position: &Position,
    history: &History,
    depth: u32,
) -> Option<Sequences> {
    let packed = lean.pack(position)?;
    let (moves, visited) = (lean.moves(&packed), &mut Visited::of(lean, history));
    Some(match lean.paced() {
        Paced::OneLap(pace) => count_packed::<N, MADE>(pace, &packed, moves, visited, depth),
        Paced::ManyLaps(pace) => count_packed::<N, MADE>(pace, &packed, moves, visited, depth),
        Paced::InSteps(pace) => count_packed::<N, MADE>(pace, &packed, moves, visited, depth),
    })
}

fn count_packed<const N: usize, const MADE: bool>(
    pace: impl Play<N>,
    packed: &Packed<N>,
    moves: u64,
    visited: &mut Visited<N>,
    depth: u32,
) -> Sequences {
    match depth {
        0 => return Sequences { all: 1, ended: u64::from(MADE && packed.is_over()) },
        1 if !MADE => return Sequences { all: moves.count_ones().into(), ended: 0 },
        _ => {}
    }
    let lean = pace.lean();
    let mut found = Sequences::default();
    if depth >= ASKED_FROM && lean.stops() {
        return found;
    }
    let mut next = *packed;
    for lane in lanes(moves) {
        let moves = pace.play(packed, &mut next, lane);
        if depth == 1 {
            found += Sequences { all: 1, ended: u64::from(lean.would_end(&next, visited)) };
            continue;
        }
        let now = visited.now();
        let moves = lean.record(&mut next, visited, moves);
        found += count_packed::<N, MADE>(pace, &next, moves, visited, depth - 1);
        if depth > 2 && lean.cut_short() {
            break;
        }
        visited.go_back(now);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use uur::game::Game;

    #[test]
    fn both_machines_count_the_same_ends() {
        for (name, setting, depth) in [("kalah", "pits=2", 9), ("layli-goobalay", "pits=3", 8), ("boola", "pits=3", 9)]
        {
            let (pits, value) = setting.split_once('=').unwrap();
            let game = Game::shipped(name).unwrap().under(&[(pits.into(), value.into())].into()).unwrap();
            let start = game.program.start();
            let plain = Counter::<true> { program: &game.program, fast: None };
            let found = plain.count(&start, &mut History::starting(&start), depth);
            assert_eq!(perft_made(&game.program, &start, depth), found, "{name}");
            assert_eq!(perft(&game.program, &start, depth), found.all, "{name}");
            assert!(found.ended > 0, "{name}");
        }
    }
}
