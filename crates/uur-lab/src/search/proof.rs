//! Proofs of the margin, where a search has found the result but not the end of the round.

use std::sync::atomic::Ordering;

use super::{MultiPv, Score, ScoredPv, SearchInfo, SearchLimits, SearchRequest};
use crate::solve::{Aim, SolveLimits, Solver, provable};
use crate::threads::beside;

/// The minimum number of nodes of a search that tries a proof.
const MIN_NODES: u64 = 1_000_000;
/// The memory of the solver.
const BYTES: u64 = 1 << 27;

/// Returns after how many nodes a search tries a proof, if it does.
pub(super) fn begins_after(request: SearchRequest, limits: SearchLimits, multi_pv: MultiPv) -> Option<u64> {
    let positions = request.history.positions();
    let tries = multi_pv == MultiPv::Best
        && limits.depth == SearchLimits::ANY_DEPTH
        && limits.nodes >= MIN_NODES
        && provable(request.game, positions.iter()) == positions.len();
    tries.then_some(limits.nodes / 2)
}

/// Proves the margin of a position whose result a search has found, with this number of nodes. Returns what the search
/// would have found at the end of the round.
pub(super) fn prove_margin(
    request: SearchRequest,
    found: &SearchInfo,
    nodes: u64,
    stop: &dyn Fn() -> bool,
) -> Option<SearchInfo> {
    let only_the_margin = |line: &ScoredPv| matches!(line.score, Score::WinsByAbout(_) | Score::LosesByAbout(_));
    if !found.lines.first().is_some_and(only_the_margin) {
        return None;
    }
    let SearchRequest { game, position, endgames, .. } = request;
    let (spent, moves, value) = beside(stop, |stopped| {
        let stops = |spent: u64| spent > nodes || stopped.load(Ordering::Relaxed);
        let limits = SolveLimits { bytes: BYTES, threads: 1, stop: &stops };
        let mut solver = Solver::new(game, position, Aim::Margin, endgames, limits).ok()?;
        let value = solver.solve(position, &mut |_| {}).exact()?;
        let spent = solver.nodes();
        let (moves, _) = solver.line(position, value);
        (!moves.is_empty()).then_some((spent, moves, value))
    })??;
    let seeds = value.unsigned_abs() as u16;
    let score = match value {
        1.. => Score::WinsBy(seeds),
        0 => Score::Draw,
        _ => Score::LosesBy(seeds),
    };
    let depth = found.depth.max(moves.len().min(usize::from(SearchLimits::ANY_DEPTH)) as u8);
    Some(SearchInfo {
        depth,
        nodes: found.nodes + spent,
        complete: true,
        lines: vec![ScoredPv { score, samples: 0, moves }],
    })
}
