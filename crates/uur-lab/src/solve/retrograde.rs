//! Retrograde analysis: builds an endgame database backwards from the ends of the round.
//!
//! Boards with the same number of seeds form a level. Levels are solved in increasing order, so captures lead
//! to solved boards. If positions cannot repeat, a level is solved by memoised depth-first search: each board
//! is evaluated once, by the first thread that reaches it.
//!
//! Otherwise each board first gets the best value of the moves that leave its level. The other moves stay within the
//! level and may form cycles, on which neither player can force anything and the value is zero. A value other than zero
//! is forced. A board is worth at least v if a move leads to a board worth at most -v to the opponent. It is worth at
//! most -v if all moves lead to boards worth at least v to the opponent (K. Thompson, Retrograde analysis of certain
//! endgames, ICCA Journal 9 (1986), 131-139; for margins: T. R. Lincke, Exploring the Computational Limits of Large
//! Exhaustive Search Problems, thesis, ETH Zürich, 2002).
//!
//! Where the moves within the level fit into memory in both directions, values are propagated backwards over them, the
//! greatest first. Otherwise they are in a file, and all boards are visited in their order until no value changes. All
//! values begin with zero, and each becomes that of the board's best move, which may be too small as long as others are.

use std::sync::atomic::{AtomicBool, AtomicI8, AtomicI16, AtomicU64, Ordering};

use super::endgames::{BuildError, EndgameDatabase};
use super::model::{GameModel, Node, RoundEnd};
use super::objective::{RepetitionValue, Scoring};
use super::open_boards::{MoveWithin, OpenBoard, OpenBoards, PIECE, Piece};
use super::rank::BoardIndex;
use crate::graph::AdjacencyLists;
use crate::threads::in_order;
use uur::engine::{Move, Width};
use uur::rules::Side;

/// Boards of which the moves are counted, to estimate the memory.
const SAMPLE: u64 = 1 << 12;
/// Bytes of a board besides its moves where it is visited again: its value with a mark, and then without.
const BYTES_TO_VISIT: u64 = 3;
/// Bytes of a board besides its moves where values are propagated: its settled value, its number of moves, where those to
/// it begin, and its value, before and after.
const BYTES_TO_PROPAGATE: u64 = 14;
/// The bit of an edge that marks a bonus move.
const BONUS_BIT: u32 = 1 << 31;
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

/// How much it takes to build a number of seeds, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildMemory {
    /// The memory where no file is given.
    pub alone: u64,
    /// The memory beside a file for moves.
    pub beside_file: u64,
    /// The file.
    pub file: u64,
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
    ///
    /// # Errors
    /// If the system has no memory for a value of each board, or the moves cannot be kept in their file.
    pub fn solve(&self, work: BuildControl) -> Result<Option<Vec<i8>>, BuildError> {
        if self.board.objective().repetition == RepetitionValue::Never {
            return Ok(self.solve_acyclic(work, self.of_each(|| AtomicI8::new(UNKNOWN))?));
        }
        let values = self.of_each(AtomicValue::default)?;
        let open = OpenBoards::new(self.boards, self.database.scratch());
        let found = self.find_moves(work, &values, &open);
        if self.database.scratch().is_none() && self.boards <= BONUS_BIT.into() {
            return Ok(found.map(|()| propagate(values, open, self.max_value())));
        }
        let done = found.and_then(|()| self.visit_again(work, &values, &open));
        match open.fault() {
            Some(reason) => Err(BuildError::NoMoves(reason.to_string())),
            None => Ok(done.map(|()| values.into_iter().map(|value| value.load().0).collect())),
        }
    }

    /// Returns a list with an element for each board.
    fn of_each<T>(&self, element: impl FnMut() -> T) -> Result<Vec<T>, BuildError> {
        let mut all = vec![];
        let granted = all.try_reserve_exact(self.boards as usize);
        granted.map_err(|_| BuildError::TooMany(self.seeds as u16))?;
        all.resize_with(self.boards as usize, element);
        Ok(all)
    }

    /// Returns about how much [`solve`](Self::solve) needs.
    pub fn memory(&self) -> BuildMemory {
        if self.board.objective().repetition == RepetitionValue::Never {
            return BuildMemory { alone: self.boards, beside_file: self.boards, file: 0 };
        }
        let sample = (0..self.boards).step_by(self.boards.div_ceil(SAMPLE) as usize);
        let (mut boards, mut moves, mut bytes) = (0, 0, 0);
        for number in sample {
            let mut piece = Piece::new(number, self.boards);
            let board = self.open_board(number, &self.database.index().unrank(number, self.seeds));
            piece.push(&board);
            boards += 1;
            moves += board.moves.len() as u64;
            bytes += piece.len() as u64;
        }
        let of_all = |sum: u64| sum * self.boards / boards;
        BuildMemory {
            alone: self.boards * BYTES_TO_PROPAGATE + of_all(bytes + 4 * moves),
            beside_file: self.boards * BYTES_TO_VISIT,
            file: of_all(bytes),
        }
    }

    /// Visits all boards in parallel, chunk by chunk, and does something at the end of each. Returns `None` if stopped.
    fn par_boards<T>(
        &self,
        work: BuildControl,
        at_start: impl Fn(u64) -> T + Sync,
        visit: impl Fn(&mut T, u64, &[u8]) + Sync,
        at_end: impl Fn(T) -> Option<()> + Sync,
    ) -> Option<()> {
        self.par_chunks(work, |chunk| {
            let (first, mut made) = (chunk * PIECE, at_start(chunk * PIECE));
            let last = self.boards.min(first + PIECE);
            let mut seeds = self.database.index().unrank(first, self.seeds);
            for number in first..last {
                // A single board can take long, because its sowings may have many laps.
                if self.stops(work) {
                    return None;
                }
                visit(&mut made, number, &seeds);
                BoardIndex::advance(&mut seeds);
            }
            work.done.fetch_add(last - first, Ordering::Relaxed);
            at_end(made)
        })
    }

    /// Does the work of all chunks in parallel. Returns `None` if stopped.
    fn par_chunks(&self, work: BuildControl, visit: impl Fn(u64) -> Option<()> + Sync) -> Option<()> {
        let visit = |chunk| if self.stops(work) { None } else { visit(chunk) };
        in_order(work.threads, 0..self.boards.div_ceil(PIECE), visit, || ()).into_iter().collect()
    }

    /// Whether to stop, a sowing was cut short, or a value could not be read.
    fn stops(&self, work: BuildControl) -> bool {
        work.stop.load(Ordering::Relaxed) || self.board.cut_short() || self.database.fault().is_some()
    }

    /// Solves a level without cycles.
    fn solve_acyclic(&self, work: BuildControl, values: Vec<AtomicI8>) -> Option<Vec<i8>> {
        let solve = |(): &mut (), number: u64, seeds: &[u8]| {
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
        };
        self.par_boards(work, |_| (), solve, Some)?;
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

    /// The greatest value of a board.
    fn max_value(&self) -> i8 {
        match self.board.objective().scoring {
            Scoring::Margin => self.seeds as i8,
            Scoring::Result => 1,
        }
    }

    /// Finds the moves within a level whose positions may repeat, and what the values are without most of them. `None`
    /// if stopped.
    fn find_moves(&self, work: BuildControl, values: &[AtomicValue], open: &OpenBoards) -> Option<()> {
        let find = |piece: &mut Piece, number: u64, seeds: &[u8]| {
            let mut board = self.open_board(number, seeds);
            settle(&mut board, values, self.max_value());
            if !board.moves.is_empty() {
                piece.push(&board);
            }
        };
        self.par_boards(work, |first| Piece::new(first, self.boards), find, |piece| open.put(piece))
    }

    /// Visits open boards until no value changes. Then those greater than all that have just changed, won or lost, are
    /// settled. `None` if stopped.
    fn visit_again(&self, work: BuildControl, values: &[AtomicValue], open: &OpenBoards) -> Option<()> {
        let mut bound = self.max_value();
        while bound > 0 {
            let changed = AtomicI8::new(0);
            self.par_chunks(work, |chunk| {
                let mut greatest = 0;
                open.change(chunk, |board| greatest = greatest.max(settle(board, values, bound)))?;
                changed.fetch_max(greatest, Ordering::Relaxed);
                Some(())
            })?;
            bound = changed.into_inner();
        }
        Some(())
    }

    /// Returns a board with its moves within the level.
    fn open_board(&self, number: u64, seeds: &[u8]) -> OpenBoard {
        let mut open = OpenBoard { number, settled: UNKNOWN, moves: vec![] };
        let state = self.board.from_seeds(seeds);
        let rank = |state: &Node<W>| self.board.rank(state, self.database.index());
        if let Some(end) = self.board.end(&state) {
            open.settled = self.final_value(&state, end, Side::South) as i8;
        } else if self.board.to_move(&state) == Side::North {
            // South passes.
            open.moves.push(MoveWithin { to: rank(&state), bonus: false });
        } else {
            for m in self.board.moves(&state) {
                match self.successor_of(&state, m) {
                    Successor::Exit(value) => open.settled = open.settled.max(value as i8),
                    Successor::Within { after, bonus } => open.moves.push(MoveWithin { to: rank(&after), bonus }),
                }
            }
        }
        if open.moves.is_empty() && open.settled == UNKNOWN {
            // Without any move the round is lost.
            open.settled = -self.max_value();
        }
        open
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
        // If it cannot be read, the work stops. To estimate the memory no value is needed.
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

/// A value, and whether it cannot change.
#[derive(Default)]
struct AtomicValue(AtomicI16);

impl AtomicValue {
    fn load(&self) -> (i8, bool) {
        let both = self.0.load(Ordering::Relaxed);
        ((both >> 1) as i8, both & 1 != 0)
    }

    fn store(&self, value: i8, settled: bool) {
        self.0.store(i16::from(value) << 1 | i16::from(settled), Ordering::Relaxed);
    }
}

/// Gives a board the value of its best move, and drops the moves that cannot change it any more: all, if the value is
/// at least as great as `bound`, won or lost. Returns how great the value is if it is another one, otherwise 0.
fn settle(board: &mut OpenBoard, values: &[AtomicValue], bound: i8) -> i8 {
    let worth = |m: &MoveWithin| {
        let (value, is_settled) = values[m.to as usize].load();
        (if m.bonus { value } else { -value }, is_settled)
    };
    let mut best = UNKNOWN;
    board.moves.retain(|m| {
        let (value, is_settled) = worth(m);
        best = best.max(value);
        if is_settled {
            board.settled = board.settled.max(value);
        }
        !is_settled
    });
    let value = best.max(board.settled);
    if value.abs() >= bound {
        board.moves.clear();
    } else if board.settled != UNKNOWN {
        // A forced loss can only become worse.
        board.moves.retain(|m| worth(m).0 >= board.settled.saturating_add(1).min(0));
    }
    let place = &values[board.number as usize];
    let before = place.load().0;
    place.store(value, board.moves.is_empty());
    if before == value { 0 } else { value.abs() }
}

/// Propagates the values of exits backwards over the moves within a level.
fn propagate(begun: Vec<AtomicValue>, boards: OpenBoards, max_value: i8) -> Vec<i8> {
    // The best value of each board's moves that leave the level, or `UNKNOWN` if there are none. Those of open boards
    // follow.
    let mut exits: Vec<i8> = begun.into_iter().map(|value| value.load().0).collect();
    // For each board, the moves within the level that may still be better than a loss by `bound`.
    let mut open = vec![0_u16; exits.len()];
    let mut sizes = vec![0; exits.len()];
    let pieces: Vec<Piece> = boards.into_pieces().collect();
    pieces.iter().for_each(|piece| {
        piece.for_each(|board| {
            exits[board.number as usize] = board.settled;
            open[board.number as usize] = board.moves.len() as u16;
            board.moves.iter().for_each(|m| sizes[m.to as usize] += 1);
        });
    });
    // Each piece is dropped once its moves are turned round.
    let backwards = |piece: Piece| {
        let mut edges = vec![];
        piece.for_each(|board| {
            let edge = |m: &MoveWithin| (m.to as u32, board.number as u32 | if m.bonus { BONUS_BIT } else { 0 });
            edges.extend(board.moves.iter().map(edge));
        });
        edges
    };
    let back = AdjacencyLists::new(sizes, pieces.into_iter().flat_map(backwards));
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
