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
use std::iter;
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
/// Boards of which the moves are counted, to estimate the memory.
const SAMPLE: u64 = 1 << 12;
/// Bytes of a board besides its moves: its exit, its number of moves twice, where its moves begin, and its value.
const BYTES_OF_BOARD: u64 = 14;
/// The value of a board that is not solved yet, or that no move leaves.
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
                Some(propagate(self.successors(work)?, max_value))
            }
        }
    }

    /// Returns about how many bytes of memory [`solve`](Self::solve) needs.
    pub fn memory(&self) -> u64 {
        if self.board.objective().repetition == RepetitionValue::Never {
            return self.boards;
        }
        let step = self.boards.div_ceil(SAMPLE) as usize;
        let sample = (0..self.boards).step_by(step);
        let moves: usize = sample.clone().map(|number| self.moves_within(number)).sum();
        // A move takes four bytes before it is turned round, and four after.
        self.boards * BYTES_OF_BOARD + 8 * self.boards * moves as u64 / sample.count() as u64
    }

    /// Returns the number of moves within the level from a board.
    fn moves_within(&self, number: u64) -> usize {
        let state = self.board.from_seeds(&self.database.index().unrank(number, self.seeds));
        let stays = |&m: &Move| {
            let after = self.board.successor(&state, m);
            self.board.end(&after).is_none() && usize::from(self.board.on_board(&after)) == self.seeds
        };
        self.board.moves(&state).iter().filter(|m| stays(m)).count()
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

    /// Whether to stop, a sowing was cut short, or a value could not be read.
    fn stops(&self, work: BuildControl) -> bool {
        work.stop.load(Ordering::Relaxed) || self.board.cut_short() || self.database.fault().is_some()
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

    /// Returns the successors of all boards, chunk by chunk, or `None` if stopped.
    fn successors(&self, work: BuildControl) -> Option<Vec<Successors>> {
        self.par_chunks(work, |successors: &mut Successors, _, seeds| {
            let state = self.board.from_seeds(seeds);
            successors.begin_board();
            if let Some(end) = self.board.end(&state) {
                successors.add_exit(self.final_value(&state, end, Side::South));
            } else if self.board.to_move(&state) == Side::North {
                // South passes.
                successors.add_edge(self.board.rank(&state, self.database.index()), false);
            } else {
                for m in self.board.moves(&state) {
                    match self.successor_of(&state, m) {
                        Successor::Exit(value) => successors.add_exit(value),
                        Successor::Within { after, bonus } => {
                            successors.add_edge(self.board.rank(&after, self.database.index()), bonus);
                        }
                    }
                }
            }
        })
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
        // If it cannot be read, the work stops.
        let value = self.database.value(board, &after, on_board).unwrap_or(0);
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
    /// The best value of each board's moves that leave the level, or `UNKNOWN` if there are none.
    exits: Vec<i8>,
    /// The number of each board's moves within the level.
    moves: Vec<u16>,
    /// Where these moves lead, board by board.
    edges: Vec<u32>,
}

impl Successors {
    /// Begins the next board.
    fn begin_board(&mut self) {
        self.exits.push(UNKNOWN);
        self.moves.push(0);
    }

    /// Adds a move that leaves the level or ends the round.
    fn add_exit(&mut self, value: i32) {
        let best = self.exits.last_mut().expect("a board has been begun");
        *best = (*best).max(value as i8);
    }

    /// Adds a move within the level.
    fn add_edge(&mut self, number: u64, bonus: bool) {
        *self.moves.last_mut().expect("a board has been begun") += 1;
        self.edges.push(number as u32 | if bonus { BONUS_BIT } else { 0 });
    }

    /// Returns the moves within the level backwards, each from where it leads. The first board has a number.
    fn reversed(self, first: u32) -> impl Iterator<Item = (u32, u32)> {
        let boards = (first..).zip(self.moves).flat_map(|(board, moves)| iter::repeat_n(board, moves.into()));
        self.edges.into_iter().zip(boards).map(|(edge, board)| (edge & !BONUS_BIT, board | edge & BONUS_BIT))
    }
}

/// Propagates the values of exits backwards over the moves within a level.
fn propagate(chunks: Vec<Successors>, max_value: i8) -> Vec<i8> {
    let exits: Vec<i8> = chunks.iter().flat_map(|chunk| chunk.exits.iter().copied()).collect();
    // For each board, the moves within the level that may still be better than a loss by `bound`.
    let mut open: Vec<u16> = chunks.iter().flat_map(|chunk| chunk.moves.iter().copied()).collect();
    let mut sizes = vec![0; exits.len()];
    let targets = chunks.iter().flat_map(|chunk| chunk.edges.iter().map(|edge| edge & !BONUS_BIT));
    targets.for_each(|board| sizes[board as usize] += 1);
    // Each chunk is dropped once its moves are turned round.
    let firsts = (0..).step_by(CHUNK as usize);
    let back = AdjacencyLists::new(sizes, firsts.zip(chunks).flat_map(|(first, chunk)| chunk.reversed(first)));
    let mut values = vec![UNKNOWN; exits.len()];
    let mut decided: Vec<u32> = vec![];
    for bound in (1..=max_value).rev() {
        // No exit is as good as a move within the level that may still win.
        let loses = |exit: i8| exit <= -bound;
        for board in 0..exits.len() {
            if values[board] != UNKNOWN {
                continue;
            }
            if exits[board] >= bound {
                values[board] = bound;
                decided.push(board as u32);
            } else if open[board] == 0 && loses(exits[board]) {
                values[board] = -bound;
                decided.push(board as u32);
            }
        }
        while let Some(board) = decided.pop() {
            let won = values[board as usize] > 0;
            for &edge in back.of(board as usize) {
                let before = (edge & !BONUS_BIT) as usize;
                if values[before] != UNKNOWN {
                    continue;
                }
                // After a bonus move the value keeps its sign.
                if won == (edge & BONUS_BIT != 0) {
                    values[before] = bound;
                    decided.push(before as u32);
                    continue;
                }
                open[before] -= 1;
                if open[before] == 0 && loses(exits[before]) {
                    values[before] = -bound;
                    decided.push(before as u32);
                }
            }
        }
    }
    values.iter_mut().filter(|value| **value == UNKNOWN).for_each(|value| *value = 0);
    values
}
