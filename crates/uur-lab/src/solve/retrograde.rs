//! How endgames are found: backwards from the ends of the round.
//!
//! Boards of the same number of seeds are solved together, from none on, so that what follows a capture is
//! known by then. Where no position comes again, the moves among boards of one number of seeds are simply
//! followed: each board is valued once, by whichever thread comes to it first.
//!
//! Otherwise every board first gets what its moves off that number come to. What remains are moves among
//! boards of that number, which may go round. Results are then spread backwards, the greatest first: a
//! board is worth at least v if a move leads to one that is worth at most -v to the opponent, and at most
//! -v if all moves lead to boards worth at least v to him. Where nothing more can be spread neither player
//! can force anything, the play goes round, and that is worth nothing (K. Thompson, Retrograde analysis of
//! certain endgames, ICCA Journal 9 (1986), 131-139; for values that are seeds: T. R. Lincke, Exploring
//! the Computational Limits of Large Exhaustive Search Problems, thesis, ETH Zürich, 2002).

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicI8, AtomicU64, Ordering};

use super::endgames::Endgames;
use super::model::{GameModel, Node, RoundEnd};
use super::objective::{RepetitionValue, Scoring};
use super::rank::BoardIndex;
use crate::threads::run_workers;
use uur::engine::{Move, Width};
use uur::rules::Side;

/// Boards that a thread does in one go.
const PIECE: u64 = 1 << 12;
/// The bit of a successor that says that the same player moves again.
const BONUS: u32 = 1 << 31;
/// The value of a board that has none yet.
const UNKNOWN: i8 = i8::MIN;

/// How the work is done.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    pub threads: usize,
    /// Counts the boards that are done.
    pub done: &'a AtomicU64,
    /// Whether to stop.
    pub stop: &'a AtomicBool,
}

/// All boards of one number of seeds, to be solved.
pub(super) struct Level<'a, W: Width> {
    board: &'a GameModel<W>,
    /// The values of boards with fewer seeds.
    known: &'a Endgames,
    seeds: usize,
    boards: u64,
}

/// What a move comes to, for whoever makes it.
enum Lead<S> {
    /// It leads off this number of seeds, or ends the round.
    Off(i32),
    /// It leads to a board of as many seeds.
    Among { after: S, bonus: bool },
}

impl<'a, W: Width> Level<'a, W> {
    /// The boards of so many seeds; those of fewer are known.
    pub fn new(board: &'a GameModel<W>, known: &'a Endgames, seeds: usize) -> Self {
        Level { board, known, seeds, boards: known.numbering().boards(seeds) }
    }

    /// The values of all boards in the order of their numbers; nothing if it is told to stop.
    pub fn solve(&self, work: Work) -> Option<Vec<i8>> {
        match self.board.objective().repetition {
            RepetitionValue::Never => self.follow_all(work),
            RepetitionValue::Nothing | RepetitionValue::Drawn | RepetitionValue::Unsettled => {
                let greatest = match self.board.objective().scoring {
                    Scoring::Margin => self.seeds as i8,
                    Scoring::Result => 1,
                };
                let followed = self.followed(work)?;
                Some(spread(&followed.off, &followed.among, greatest))
            }
        }
    }

    /// Does something to each board, by several threads, piece by piece; nothing if it is told to stop.
    /// The pieces come in order.
    fn each_piece<T: Default + Send>(&self, work: Work, does: impl Fn(&mut T, u64, &[u8]) + Sync) -> Option<Vec<T>> {
        let next = AtomicU64::new(0);
        let worker = || {
            || {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                let first = piece * PIECE;
                if first >= self.boards || self.stops(work) {
                    return None;
                }
                let last = self.boards.min(first + PIECE);
                let mut seeds = self.known.numbering().unrank(first, self.seeds);
                let mut made = T::default();
                for number in first..last {
                    // A board may have sowings of very many laps.
                    if self.stops(work) {
                        return None;
                    }
                    does(&mut made, number, &seeds);
                    BoardIndex::advance(&mut seeds);
                }
                work.done.fetch_add(last - first, Ordering::Relaxed);
                Some((piece, made))
            }
        };
        let mut pieces: Vec<(u64, T)> = vec![];
        let Ok(()) = run_workers(work.threads, worker, |piece| {
            pieces.push(piece);
            Ok::<(), Infallible>(())
        });
        if self.stops(work) {
            return None;
        }
        pieces.sort_by_key(|(piece, _)| *piece);
        Some(pieces.into_iter().map(|(_, made)| made).collect())
    }

    /// Whether the work is to stop, or a sowing was cut short for that.
    fn stops(&self, work: Work) -> bool {
        work.stop.load(Ordering::Relaxed) || self.board.cut_short()
    }

    /// Solves boards among which no play goes round.
    fn follow_all(&self, work: Work) -> Option<Vec<i8>> {
        let values: Vec<AtomicI8> = (0..self.boards).map(|_| AtomicI8::new(UNKNOWN)).collect();
        self.each_piece(work, |(), number, seeds| {
            if values[number as usize].load(Ordering::Relaxed) != UNKNOWN {
                return;
            }
            let state = self.board.from_seeds(seeds);
            let value = match self.board.end(&state) {
                Some(end) => self.ended(&state, end, Side::South),
                None if self.board.to_move(&state) == Side::South => self.follow(&state, &values, work),
                // The turn has been passed on.
                None => -i32::from(self.value_among(&state, &values, work)),
            };
            values[number as usize].store(value as i8, Ordering::Relaxed);
        })?;
        Some(values.into_iter().map(AtomicI8::into_inner).collect())
    }

    /// What the player to move wins from a board of as many seeds on.
    fn value_among(&self, state: &Node<W>, values: &[AtomicI8], work: Work) -> i8 {
        let place = &values[self.board.rank(state, self.known.numbering()) as usize];
        let known = place.load(Ordering::Relaxed);
        if known != UNKNOWN {
            return known;
        }
        let value = self.follow(state, values, work) as i8;
        place.store(value, Ordering::Relaxed);
        value
    }

    fn follow(&self, state: &Node<W>, values: &[AtomicI8], work: Work) -> i32 {
        // One board can lead to all others. No value is kept of a level at which the work stops.
        if self.stops(work) {
            return 0;
        }
        let worth = |m| match self.lead(state, m) {
            Lead::Off(value) => value,
            Lead::Among { after, bonus } => {
                let value = i32::from(self.value_among(&after, values, work));
                if bonus { value } else { -value }
            }
        };
        self.board.moves(state).into_iter().map(worth).max().unwrap_or(-(self.seeds as i32))
    }

    /// What the moves of all boards lead to; nothing if it is told to stop.
    fn followed(&self, work: Work) -> Option<Followed> {
        let pieces = self.each_piece(work, |followed: &mut Followed, _, seeds| {
            let state = self.board.from_seeds(seeds);
            followed.begin();
            if let Some(end) = self.board.end(&state) {
                followed.leave(self.ended(&state, end, Side::South));
            } else if self.board.to_move(&state) == Side::North {
                // The turn has been passed on.
                followed.among.leads.push(self.board.rank(&state, self.known.numbering()) as u32);
            } else {
                for m in self.board.moves(&state) {
                    match self.lead(&state, m) {
                        Lead::Off(value) => followed.leave(value),
                        Lead::Among { after, bonus } => {
                            let number = self.board.rank(&after, self.known.numbering()) as u32;
                            followed.among.leads.push(number | if bonus { BONUS } else { 0 });
                        }
                    }
                }
            }
        })?;
        let mut all = Followed::default();
        pieces.into_iter().for_each(|piece| all.append(piece));
        Some(all)
    }

    /// What a move from a board of this number of seeds comes to. Nothing has been won before it.
    #[inline]
    fn lead(&self, state: &Node<W>, m: Move) -> Lead<Node<W>> {
        let board = self.board;
        let mover = board.to_move(state);
        let after = board.successor(state, m);
        if let Some(end) = board.end(&after) {
            return Lead::Off(self.ended(&after, end, mover));
        }
        let on_board = board.on_board(&after);
        let bonus = board.to_move(&after) == mover;
        if usize::from(on_board) == self.seeds {
            return Lead::Among { after, bonus };
        }
        let value = self.known.value(board, &after, on_board);
        let gain = match board.objective().scoring {
            Scoring::Margin => self.ahead(&after, mover),
            Scoring::Result => 0,
        };
        Lead::Off(gain + if bonus { value } else { -value })
    }

    /// How many seeds more a player has won.
    fn ahead(&self, state: &Node<W>, player: Side) -> i32 {
        let captured = self.board.captured(state);
        i32::from(captured[player]) - i32::from(captured[player.other()])
    }

    /// What an ended round is worth to a player.
    fn ended(&self, state: &Node<W>, end: RoundEnd, player: Side) -> i32 {
        match end {
            RoundEnd::Counted => self.ahead(state, player),
            RoundEnd::Drawn => 0,
            RoundEnd::Won(winner) if winner == player => 1,
            RoundEnd::Won(_) => -1,
        }
    }
}

/// What the moves of some boards that follow each other lead to.
#[derive(Default)]
struct Followed {
    /// The best of each board's moves off this number of seeds, for the player to move.
    off: Vec<Option<i8>>,
    /// The moves among the boards of as many seeds.
    among: Graph,
}

impl Followed {
    /// What follows is said of the next board.
    fn begin(&mut self) {
        self.off.push(None);
        self.among.begins.push(self.among.leads.len());
    }

    /// A move leaves this number of seeds, or ends the round.
    fn leave(&mut self, value: i32) {
        let off = self.off.last_mut().expect("a board has been begun");
        let value = value as i8;
        *off = Some(off.map_or(value, |best| best.max(value)));
    }

    fn append(&mut self, piece: Followed) {
        self.off.extend(piece.off);
        let before = self.among.leads.len();
        self.among.begins.extend(piece.among.begins.iter().map(|begin| begin + before));
        self.among.leads.extend(piece.among.leads);
    }
}

/// The moves among the boards of one number of seeds: where each board's begin, and where they lead.
#[derive(Default)]
struct Graph {
    begins: Vec<usize>,
    leads: Vec<u32>,
}

impl Graph {
    fn of(&self, board: usize) -> &[u32] {
        let end = self.begins.get(board + 1).copied().unwrap_or(self.leads.len());
        &self.leads[self.begins[board]..end]
    }

    /// The same moves backwards.
    fn turned(&self) -> Graph {
        let boards = self.begins.len();
        let mut begins = vec![0; boards + 1];
        for &lead in &self.leads {
            begins[(lead & !BONUS) as usize + 1] += 1;
        }
        for board in 0..boards {
            begins[board + 1] += begins[board];
        }
        let mut leads = vec![0; self.leads.len()];
        let mut next = begins.clone();
        for board in 0..boards {
            for &lead in self.of(board) {
                let to = (lead & !BONUS) as usize;
                leads[next[to]] = board as u32 | lead & BONUS;
                next[to] += 1;
            }
        }
        begins.pop();
        Graph { begins, leads }
    }
}

/// Spreads what moves off this number of seeds come to over the boards that lead to it.
fn spread(off: &[Option<i8>], graph: &Graph, greatest: i8) -> Vec<i8> {
    let back = graph.turned();
    let mut values: Vec<Option<i8>> = vec![None; off.len()];
    // Moves among these boards that may still be better than a loss of so much.
    let mut open: Vec<u32> = (0..off.len()).map(|board| graph.of(board).len() as u32).collect();
    let mut decided: Vec<u32> = vec![];
    for bound in (1..=greatest).rev() {
        for board in 0..off.len() {
            if values[board].is_some() {
                continue;
            }
            if off[board].is_some_and(|value| value >= bound) {
                values[board] = Some(bound);
                decided.push(board as u32);
            } else if open[board] == 0 && off[board].is_none_or(|value| value <= -bound) {
                values[board] = Some(-bound);
                decided.push(board as u32);
            }
        }
        while let Some(board) = decided.pop() {
            let won = values[board as usize].is_some_and(|value| value > 0);
            for &lead in back.of(board as usize) {
                let before = (lead & !BONUS) as usize;
                if values[before].is_some() {
                    continue;
                }
                // Whoever moves again wins what he then wins.
                if won == (lead & BONUS != 0) {
                    values[before] = Some(bound);
                    decided.push(before as u32);
                    continue;
                }
                open[before] -= 1;
                if open[before] == 0 && off[before].is_none_or(|value| value <= -bound) {
                    values[before] = Some(-bound);
                    decided.push(before as u32);
                }
            }
        }
    }
    values.into_iter().map(|value| value.unwrap_or(0)).collect()
}
