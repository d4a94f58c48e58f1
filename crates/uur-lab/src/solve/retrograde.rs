//! Retrograde analysis: builds an endgame database backwards from the ends of the round.
//!
//! Boards with the same number of seeds form a level. Levels are solved in increasing order, so captures lead
//! to solved boards. If positions cannot repeat, a level is solved by memoised depth-first search: each board
//! is evaluated once, by the first thread that reaches it.
//!
//! Otherwise each board first gets the best value of the moves that leave its level. The other moves stay
//! within the level and may form cycles. Values are propagated backwards, the greatest first. A board is
//! worth at least v if a move leads to a board worth at most -v to the opponent. It is worth at most -v if all
//! moves lead to boards worth at least v to the opponent. On the remaining boards neither player can force
//! anything, and the value is zero (K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9
//! (1986), 131-139; for margins: T. R. Lincke, Exploring the Computational Limits of Large Exhaustive Search
//! Problems, thesis, ETH Zürich, 2002).

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicI8, AtomicU64, Ordering};

use super::endgames::EndgameDatabase;
use super::model::{GameModel, Node, RoundEnd};
use super::objective::{RepetitionValue, Scoring};
use super::rank::BoardIndex;
use crate::graph::AdjacencyLists;
use crate::threads::run_workers;
use uur::engine::{Move, Width};
use uur::rules::Side;

/// Boards of a chunk, the unit of work of a thread.
const CHUNK: u64 = 1 << 12;
/// The bit of an edge that marks a bonus move.
const BONUS_BIT: u32 = 1 << 31;
/// The value of a board that is not solved yet.
const UNKNOWN: i8 = i8::MIN;

/// The threads of a build, its progress and its stop flag.
#[derive(Clone, Copy)]
pub(super) struct BuildControl<'a> {
    pub threads: usize,
    /// The number of completed boards.
    pub done: &'a AtomicU64,
    /// Whether to stop.
    pub stop: &'a AtomicBool,
}

/// Solves all boards with the same number of seeds.
pub(super) struct LevelSolver<'a, W: Width> {
    board: &'a GameModel<W>,
    /// The values of boards with fewer seeds.
    database: &'a EndgameDatabase,
    seeds: usize,
    boards: u64,
}

/// Where a move leads.
enum Successor<S> {
    /// To another level, or to the end of the round. The value is that of the mover.
    Exit(i32),
    /// To a board of the same level.
    Within { after: S, bonus: bool },
}

impl<'a, W: Width> LevelSolver<'a, W> {
    /// The boards with a number of seeds. The database contains those with fewer.
    pub fn new(board: &'a GameModel<W>, database: &'a EndgameDatabase, seeds: usize) -> Self {
        LevelSolver { board, database, seeds, boards: database.index().boards(seeds) }
    }

    /// Returns the values of all boards in rank order, or `None` if stopped.
    pub fn solve(&self, work: BuildControl) -> Option<Vec<i8>> {
        match self.board.objective().repetition {
            RepetitionValue::Never => self.solve_acyclic(work),
            RepetitionValue::Nothing | RepetitionValue::Drawn | RepetitionValue::Unsettled => {
                let max_value = match self.board.objective().scoring {
                    Scoring::Margin => self.seeds as i8,
                    Scoring::Result => 1,
                };
                let successors = self.successors(work)?;
                Some(propagate(&successors.exits, &successors.graph, max_value))
            }
        }
    }

    /// Visits all boards in parallel, chunk by chunk. Returns the results of the chunks in order, or `None` if
    /// stopped.
    fn par_chunks<T: Default + Send>(
        &self,
        work: BuildControl,
        visit: impl Fn(&mut T, u64, &[u8]) + Sync,
    ) -> Option<Vec<T>> {
        let next = AtomicU64::new(0);
        let worker = || {
            || {
                let chunk = next.fetch_add(1, Ordering::Relaxed);
                let first = chunk * CHUNK;
                if first >= self.boards || self.stops(work) {
                    return None;
                }
                let last = self.boards.min(first + CHUNK);
                let mut seeds = self.database.index().unrank(first, self.seeds);
                let mut made = T::default();
                for number in first..last {
                    // A single board can take long, because its sowings may have many laps.
                    if self.stops(work) {
                        return None;
                    }
                    visit(&mut made, number, &seeds);
                    BoardIndex::advance(&mut seeds);
                }
                work.done.fetch_add(last - first, Ordering::Relaxed);
                Some((chunk, made))
            }
        };
        let mut chunks: Vec<(u64, T)> = vec![];
        let Ok(()) = run_workers(work.threads, worker, |chunk| {
            chunks.push(chunk);
            Ok::<(), Infallible>(())
        });
        if self.stops(work) {
            return None;
        }
        chunks.sort_by_key(|(chunk, _)| *chunk);
        Some(chunks.into_iter().map(|(_, made)| made).collect())
    }

    /// Whether to stop, or a sowing was cut short.
    fn stops(&self, work: BuildControl) -> bool {
        work.stop.load(Ordering::Relaxed) || self.board.cut_short()
    }

    /// Solves a level without cycles.
    fn solve_acyclic(&self, work: BuildControl) -> Option<Vec<i8>> {
        let values: Vec<AtomicI8> = (0..self.boards).map(|_| AtomicI8::new(UNKNOWN)).collect();
        self.par_chunks(work, |(), number, seeds| {
            if values[number as usize].load(Ordering::Relaxed) != UNKNOWN {
                return;
            }
            let state = self.board.from_seeds(seeds);
            let value = match self.board.end(&state) {
                Some(end) => self.final_value(&state, end, Side::South),
                None if self.board.to_move(&state) == Side::South => self.best_value(&state, &values, work),
                // South passes.
                None => -i32::from(self.memoised_value(&state, &values, work)),
            };
            values[number as usize].store(value as i8, Ordering::Relaxed);
        })?;
        Some(values.into_iter().map(AtomicI8::into_inner).collect())
    }

    /// Returns the value of a board of this level, computing it at most once for each thread.
    fn memoised_value(&self, state: &Node<W>, values: &[AtomicI8], work: BuildControl) -> i8 {
        let place = &values[self.board.rank(state, self.database.index()) as usize];
        let database = place.load(Ordering::Relaxed);
        if database != UNKNOWN {
            return database;
        }
        let value = self.best_value(state, values, work) as i8;
        place.store(value, Ordering::Relaxed);
        value
    }

    fn best_value(&self, state: &Node<W>, values: &[AtomicI8], work: BuildControl) -> i32 {
        // One board can lead to all others, so the flag is polled here. A stopped level is discarded.
        if self.stops(work) {
            return 0;
        }
        let worth = |m| match self.successor_of(state, m) {
            Successor::Exit(value) => value,
            Successor::Within { after, bonus } => {
                let value = i32::from(self.memoised_value(&after, values, work));
                if bonus { value } else { -value }
            }
        };
        self.board.moves(state).into_iter().map(worth).max().unwrap_or(-(self.seeds as i32))
    }

    /// Returns the successors of all boards, or `None` if stopped.
    fn successors(&self, work: BuildControl) -> Option<Successors> {
        let chunks = self.par_chunks(work, |successors: &mut Successors, _, seeds| {
            let state = self.board.from_seeds(seeds);
            successors.begin_board();
            if let Some(end) = self.board.end(&state) {
                successors.add_exit(self.final_value(&state, end, Side::South));
            } else if self.board.to_move(&state) == Side::North {
                // South passes.
                successors.graph.edges.push(self.board.rank(&state, self.database.index()) as u32);
            } else {
                for m in self.board.moves(&state) {
                    match self.successor_of(&state, m) {
                        Successor::Exit(value) => successors.add_exit(value),
                        Successor::Within { after, bonus } => {
                            let number = self.board.rank(&after, self.database.index()) as u32;
                            successors.graph.edges.push(number | if bonus { BONUS_BIT } else { 0 });
                        }
                    }
                }
            }
        })?;
        let mut all = Successors::default();
        chunks.into_iter().for_each(|chunk| all.append(chunk));
        Some(all)
    }

    /// Returns where a move from a board of this level leads. Nothing was captured before it.
    #[inline]
    fn successor_of(&self, state: &Node<W>, m: Move) -> Successor<Node<W>> {
        let board = self.board;
        let mover = board.to_move(state);
        let after = board.successor(state, m);
        if let Some(end) = board.end(&after) {
            return Successor::Exit(self.final_value(&after, end, mover));
        }
        let on_board = board.on_board(&after);
        let bonus = board.to_move(&after) == mover;
        if usize::from(on_board) == self.seeds {
            return Successor::Within { after, bonus };
        }
        let value = self.database.value(board, &after, on_board);
        let gain = match board.objective().scoring {
            Scoring::Margin => self.board.ahead(&after, mover),
            Scoring::Result => 0,
        };
        Successor::Exit(gain + if bonus { value } else { -value })
    }

    /// Returns the value of a finished round for a player.
    fn final_value(&self, state: &Node<W>, end: RoundEnd, player: Side) -> i32 {
        end.value_for(player, self.board.ahead(state, player))
    }
}

/// The successors of consecutive boards.
#[derive(Default)]
struct Successors {
    /// The best value of each board's moves that leave the level.
    exits: Vec<Option<i8>>,
    /// The moves within the level.
    graph: SuccessorGraph,
}

impl Successors {
    /// Begins the next board.
    fn begin_board(&mut self) {
        self.exits.push(None);
        self.graph.offsets.push(self.graph.edges.len());
    }

    /// Adds a move that leaves the level or ends the round.
    fn add_exit(&mut self, value: i32) {
        let exits = self.exits.last_mut().expect("a board has been begun");
        let value = value as i8;
        *exits = Some(exits.map_or(value, |best| best.max(value)));
    }

    fn append(&mut self, chunk: Successors) {
        self.exits.extend(chunk.exits);
        let before = self.graph.edges.len();
        self.graph.offsets.extend(chunk.graph.offsets.iter().map(|begin_board| begin_board + before));
        self.graph.edges.extend(chunk.graph.edges);
    }
}

/// A directed graph of the moves within a level, as adjacency lists: offsets and targets.
#[derive(Default)]
struct SuccessorGraph {
    offsets: Vec<usize>,
    edges: Vec<u32>,
}

impl SuccessorGraph {
    fn of(&self, board: usize) -> &[u32] {
        let end = self.offsets.get(board + 1).copied().unwrap_or(self.edges.len());
        &self.edges[self.offsets[board]..end]
    }

    /// Returns the transposed graph.
    fn reversed(&self) -> AdjacencyLists {
        let back = |board: usize| move |edge: &u32| (edge & !BONUS_BIT, board as u32 | edge & BONUS_BIT);
        let boards = self.offsets.len();
        AdjacencyLists::new(boards, (0..boards).flat_map(|board| self.of(board).iter().map(back(board))))
    }
}

/// Propagates the values of exits backwards over the graph.
fn propagate(exits: &[Option<i8>], graph: &SuccessorGraph, max_value: i8) -> Vec<i8> {
    let back = graph.reversed();
    let mut values: Vec<Option<i8>> = vec![None; exits.len()];
    // For each board, the moves within the level that may still be better than a loss by `bound`.
    let mut open: Vec<u32> = (0..exits.len()).map(|board| graph.of(board).len() as u32).collect();
    let mut decided: Vec<u32> = vec![];
    for bound in (1..=max_value).rev() {
        for board in 0..exits.len() {
            if values[board].is_some() {
                continue;
            }
            if exits[board].is_some_and(|value| value >= bound) {
                values[board] = Some(bound);
                decided.push(board as u32);
            } else if open[board] == 0 && exits[board].is_none_or(|value| value <= -bound) {
                values[board] = Some(-bound);
                decided.push(board as u32);
            }
        }
        while let Some(board) = decided.pop() {
            let won = values[board as usize].is_some_and(|value| value > 0);
            for &successor_of in back.of(board as usize) {
                let before = (successor_of & !BONUS_BIT) as usize;
                if values[before].is_some() {
                    continue;
                }
                // After a bonus move the value keeps its sign.
                if won == (successor_of & BONUS_BIT != 0) {
                    values[before] = Some(bound);
                    decided.push(before as u32);
                    continue;
                }
                open[before] -= 1;
                if open[before] == 0 && exits[before].is_none_or(|value| value <= -bound) {
                    values[before] = Some(-bound);
                    decided.push(before as u32);
                }
            }
        }
    }
    values.into_iter().map(|value| value.unwrap_or(0)).collect()
}
