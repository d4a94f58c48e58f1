//! What a solver proves of the positions of a game, from its end on backwards.

use std::sync::atomic::{AtomicU64, Ordering};

use uur::rules::Side;

use super::{Review, ReviewRun, Worth};
use crate::search::evaluation::Payoff;
use crate::solve::{Aim, EndgameDatabase, SolveLimits, Solver, provable, winner};

/// The memory of the solver.
const BYTES: u64 = 1 << 27;
/// After this number of positions of which nothing was proved, those before them are not tried.
const GIVES_UP: usize = 3;

impl ReviewRun {
    /// The review, in which the positions before the end are proved as far as this number of nodes for each allows. It
    /// recurses deeply: give it a large stack.
    pub fn proved(&self, nodes: u64, endgames: Option<&EndgameDatabase>, stop: &(dyn Fn() -> bool + Sync)) -> Review {
        let mut proved = vec![];
        let mut failed = 0;
        if Payoff::of(&self.game().rules) == Payoff::Held {
            return self.review();
        }
        for round in self.found.chunk_by(|one, other| one.round == other.round).rev() {
            let Some(first) = round.first() else { continue };
            let bound = AtomicU64::new(0);
            let stops = |spent: u64| spent > bound.load(Ordering::Relaxed) || stop();
            let limits = SolveLimits { bytes: BYTES, threads: 1, stop: &stops };
            let make = || Solver::new(self.game(), &first.position, Aim::Result, endgames, limits).ok();
            let Some(mut solver) = make() else { continue };
            let held = provable(self.game(), round.iter().map(|found| &found.position));
            for found in round[..held].iter().rev() {
                if failed == GIVES_UP || stop() {
                    break;
                }
                bound.store(solver.nodes() + nodes, Ordering::Relaxed);
                let bounds = solver.solve(&found.position, &mut |_| {});
                match bounds.for_south(found.position.to_move).exact() {
                    Some(value) => {
                        failed = 0;
                        proved.push((found.steps, Worth::Proved(winner(value, Side::South))));
                    }
                    None => {
                        failed += 1;
                        match make() {
                            Some(fresh) => solver = fresh,
                            None => break,
                        }
                    }
                }
            }
        }
        self.review_with(&proved)
    }
}
