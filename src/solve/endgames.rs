//! Endgame databases: the value of every board with few seeds, found backwards from the ends of the round.
//!
//! Boards of the same number of seeds are solved together, from none on. First every board gets what its
//! moves off that number come to: ends of the round, and captures, whose values are known by then. What
//! remains are moves among boards of that number, which may go round. Results are then spread backwards,
//! the greatest first: a board is worth at least v if a move leads to one that is worth at most -v to the
//! opponent, and at most -v if all moves lead to boards worth at least v to him. Where nothing more can be
//! spread neither player can force anything, the play goes round, and that is worth nothing (K. Thompson,
//! Retrograde analysis of certain endgames, ICCA Journal 9 (1986), 131-139; for values that are seeds:
//! T. R. Lincke, Exploring the Computational Limits of Large Exhaustive Search Problems, thesis, ETH
//! Zürich, 2002).
//!
//! Files and threads that stop are the caller's business; how a board gets its number is told at
//! [`Numbering`].

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::board::{Board, End, Plain};
use super::stake::Counted;
use crate::engine::Position;
use crate::game::Game;
use crate::rules::Side;

/// How a file begins.
const MAGIC: &str = "uur endgames 1";
/// Boards that a thread does in one go.
const PIECE: usize = 1 << 12;
/// The bit of a successor that says that the same player moves again.
const BONUS: u32 = 1 << 31;
/// The most boards of one number of seeds.
const MOST_BOARDS: u64 = 1 << 31;

/// Numbers of boards: all boards of so many seeds, in the order of their pits.
#[derive(Debug, Clone)]
pub(super) struct Numbering {
    pits: usize,
    /// Boards of up to so many pits (first index) and up to so many seeds (second index).
    up_to: Vec<Vec<u64>>,
}

impl Numbering {
    fn new(pits: usize, seeds: usize) -> Self {
        let mut up_to = vec![vec![0_u64; seeds + 1]; pits + 1];
        for seeds in 0..=seeds {
            // Without pits only the empty board is there.
            up_to[0][seeds] = 1;
            for pits in 1..=pits {
                let fewer = if seeds == 0 { 0 } else { up_to[pits][seeds - 1] };
                let exactly = up_to[pits - 1][seeds];
                up_to[pits][seeds] = fewer.saturating_add(exactly);
            }
        }
        Numbering { pits, up_to }
    }

    /// Boards of exactly so many seeds: those of one pit fewer and up to so many.
    fn boards(&self, seeds: usize) -> u64 {
        self.up_to[self.pits - 1][seeds]
    }

    /// The number of a board among those with as many seeds.
    fn number<'s>(&self, seeds: impl Iterator<Item = &'s u8>, mut left: usize) -> u64 {
        let mut number = 0;
        for (pit, &here) in seeds.enumerate() {
            let behind = self.pits - 1 - pit;
            if behind == 0 || left == 0 {
                break;
            }
            // Boards with fewer seeds here come first: those whose pits behind hold more.
            let rest = left - usize::from(here);
            number += self.up_to[behind][left] - self.up_to[behind][rest];
            left = rest;
        }
        number
    }

    /// The board of a number.
    fn board(&self, mut number: u64, mut left: usize, board: &mut [u8]) {
        for (pit, here) in board.iter_mut().enumerate().take(self.pits) {
            let behind = self.pits - 1 - pit;
            *here = 0;
            if behind == 0 {
                *here = left as u8;
                break;
            }
            while left > 0 {
                let so_many = self.up_to[behind - 1][left];
                if number < so_many {
                    break;
                }
                number -= so_many;
                left -= 1;
                *here += 1;
            }
        }
    }
}

/// The values of all boards with up to so many seeds.
#[derive(Debug, Clone)]
pub struct Endgames {
    meaning: String,
    counted: Counted,
    numbering: Numbering,
    /// For each number of seeds the values for the player to move.
    levels: Vec<Level>,
}

/// The values of the boards with one number of seeds.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Level {
    /// A byte each.
    Seeds(Vec<i8>),
    /// Two bits each: a loss, a draw, a win as 0, 1, 2.
    Results(Vec<u8>),
}

impl Level {
    fn of(values: Vec<i8>, counted: Counted) -> Level {
        match counted {
            Counted::Difference => Level::Seeds(values),
            Counted::Winner => {
                let four = |four: &[i8]| four.iter().rev().fold(0, |byte, &value| byte << 2 | (value + 1) as u8);
                Level::Results(values.chunks(4).map(four).collect())
            }
        }
    }

    fn value(&self, number: usize) -> i8 {
        match self {
            Level::Seeds(values) => values[number],
            Level::Results(bits) => (bits[number / 4] >> (number % 4 * 2) & 3) as i8 - 1,
        }
    }
}

/// Why a database cannot be built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuildError {
    /// The value of a board does not depend on its seeds alone.
    NotItsSeeds,
    /// There are too many boards.
    TooMany(u16),
    /// It was told to stop; the numbers of seeds done are kept.
    Stopped,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BuildError::NotItsSeeds => {
                write!(f, "in this game the rest of a round depends on more than the seeds on the board")
            }
            BuildError::TooMany(seeds) => write!(f, "there are too many boards of {seeds} seeds"),
            BuildError::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Why a database cannot be read.
#[derive(Debug)]
pub enum LoadError {
    /// It cannot be read at all.
    Io(io::Error),
    /// It is no database, or a damaged one.
    Damaged,
    /// It was made for rules of another meaning, which is given.
    OtherRules(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            LoadError::Io(error) => write!(f, "{error}"),
            LoadError::Damaged => write!(f, "it is no database of endgames, or it is damaged"),
            LoadError::OtherRules(meaning) => write!(f, "it was made for other rules, of the meaning {meaning}"),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { LoadError::Damaged } else { LoadError::Io(error) }
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

impl Endgames {
    /// A database with nothing in it yet.
    ///
    /// # Errors
    /// If the game has none.
    pub fn new(game: &Game) -> Result<Endgames, BuildError> {
        if !Plain::is_its_seeds(game) {
            return Err(BuildError::NotItsSeeds);
        }
        let board = Plain::new(game);
        let pits = usize::from(game.program.row()) * if game.program.alone() { 1 } else { 2 };
        // A value has a byte, so no more than these seeds are counted.
        let most = usize::from(game.program.start().total()).min(120);
        Ok(Endgames {
            meaning: game.meaning(),
            counted: board.stake().counted,
            numbering: Numbering::new(pits, most),
            levels: vec![],
        })
    }

    /// How many numbers of seeds are done, from none on.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The greatest number of seeds of which all boards are known.
    pub fn seeds(&self) -> u16 {
        self.levels.len().saturating_sub(1) as u16
    }

    /// What the player to move wins more from a board on; it has no more seeds than are known.
    pub(super) fn value(&self, own: &[u8], other: &[u8]) -> i32 {
        let seeds: usize = own.iter().chain(other).map(|&seeds| usize::from(seeds)).sum();
        let number = self.numbering.number(own.iter().chain(other), seeds);
        self.levels[seeds].value(number as usize).into()
    }

    /// How many boards of so many seeds have each value, the least first.
    pub fn histogram(&self, seeds: u16) -> Vec<(i32, u64)> {
        let level = &self.levels[usize::from(seeds)];
        let mut counts = std::collections::BTreeMap::new();
        for number in 0..self.numbering.boards(seeds.into()) {
            *counts.entry(i32::from(level.value(number as usize))).or_default() += 1;
        }
        counts.into_iter().collect()
    }

    /// Builds on up to all boards of so many seeds, by several threads, and tells of every number of
    /// seeds that is done. Boards done are counted in `done`.
    ///
    /// # Errors
    /// If there are too many boards, or it is told to stop.
    pub fn build(
        &mut self,
        game: &Game,
        seeds: u16,
        threads: usize,
        done: &AtomicU64,
        stop: &AtomicBool,
        told: &mut dyn FnMut(&Endgames),
    ) -> Result<(), BuildError> {
        let board = Plain::new(game);
        for level in self.levels.len() as u16..=seeds {
            let fits = usize::from(level) < self.numbering.up_to[0].len();
            if !fits || self.numbering.boards(level.into()) >= MOST_BOARDS {
                return Err(BuildError::TooMany(level));
            }
            let values =
                self.solve_level(&board, game, level.into(), threads, done, stop).ok_or(BuildError::Stopped)?;
            self.levels.push(Level::of(values, self.counted));
            told(self);
        }
        Ok(())
    }

    /// Boards that are to be done for all of up to so many seeds.
    pub fn boards_up_to(&self, seeds: u16) -> u64 {
        let from = self.levels.len();
        (from..=usize::from(seeds)).filter_map(|seeds| self.numbering.up_to[self.numbering.pits - 1].get(seeds)).sum()
    }

    /// Solves all boards of so many seeds; nothing if it is told to stop.
    fn solve_level(
        &self,
        board: &Plain,
        game: &Game,
        seeds: usize,
        threads: usize,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Option<Vec<i8>> {
        let boards = self.numbering.boards(seeds) as usize;
        let followed = self.followed(board, game, seeds, boards, threads, done, stop)?;
        let greatest = match self.counted {
            Counted::Difference => seeds as i8,
            Counted::Winner => 1,
        };
        Some(spread(&followed.off, &followed.among, greatest))
    }

    /// What the moves of all boards of so many seeds lead to, in the order of their numbers.
    #[allow(clippy::too_many_arguments)]
    fn followed(
        &self,
        board: &Plain,
        game: &Game,
        seeds: usize,
        boards: usize,
        threads: usize,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Option<Followed> {
        let next = AtomicU64::new(0);
        let mut pieces: Vec<(u64, Followed)> = thread::scope(|scope| {
            let work = || {
                let mut pieces = vec![];
                loop {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    let first = piece as usize * PIECE;
                    if first >= boards || stop.load(Ordering::Relaxed) {
                        return pieces;
                    }
                    let last = boards.min(first + PIECE);
                    let mut followed = Followed::default();
                    (first..last).for_each(|number| self.follow(board, game, seeds, number, &mut followed));
                    done.fetch_add((last - first) as u64, Ordering::Relaxed);
                    pieces.push((piece, followed));
                }
            };
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
        });
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        pieces.sort_by_key(|(piece, _)| *piece);
        let mut all = Followed::default();
        pieces.into_iter().for_each(|(_, piece)| all.append(piece));
        Some(all)
    }

    /// What the moves of a board lead to.
    fn follow(&self, board: &Plain, game: &Game, seeds: usize, number: usize, followed: &mut Followed) {
        let mut placed = [0; crate::engine::MOST_PITS];
        self.numbering.board(number as u64, seeds, &mut placed[..self.numbering.pits]);
        let position = board.placed(&placed[..self.numbering.pits]);
        followed.begin();
        if let Some(end) = board.end(&position) {
            followed.leave(self.ended(&position, end));
        } else if position.to_move == Side::North {
            // The turn has been passed on.
            self.lead(board, &position, 0, seeds, followed);
        } else {
            for m in game.program.legal_moves(&position) {
                let after = board.child(&position, m);
                let gain = match self.counted {
                    Counted::Difference => i32::from(after.captured[0]) - i32::from(after.captured[1]),
                    Counted::Winner => 0,
                };
                match board.end(&after) {
                    Some(end) => followed.leave(self.ended(&after, end)),
                    None => self.lead(board, &after, gain, seeds, followed),
                }
            }
        }
    }

    /// A move of South's leads to a position after which the round goes on.
    fn lead(&self, board: &Plain, after: &Position, gain: i32, seeds: usize, followed: &mut Followed) {
        let same = after.to_move == Side::South;
        let [own, other] = &board.seeds(after);
        if usize::from(after.on_board()) < seeds {
            let value = self.value(own, other);
            followed.leave(gain + if same { value } else { -value });
        } else {
            let number = self.numbering.number(own.iter().chain(other), seeds) as u32;
            followed.among.leads.push(number | if same { BONUS } else { 0 });
        }
    }

    /// What an ended round is worth to South.
    fn ended(&self, position: &Position, end: End) -> i32 {
        match end {
            End::Counted => i32::from(position.captured[0]) - i32::from(position.captured[1]),
            End::Drawn => 0,
            End::Won(Side::South) => 1,
            End::Won(Side::North) => -1,
        }
    }

    /// Writes the database.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, to: &mut impl Write) -> io::Result<()> {
        let head = format!("{MAGIC}\n{}\n{} pits, {} seeds\n", self.meaning, self.numbering.pits, self.seeds());
        let mut check = Check::default();
        to.write_all(head.as_bytes())?;
        check.add(head.as_bytes());
        for level in &self.levels {
            let bytes: Vec<u8> = match level {
                Level::Seeds(values) => values.iter().map(|&value| value as u8).collect(),
                Level::Results(bits) => bits.clone(),
            };
            check.add(&bytes);
            to.write_all(&bytes)?;
        }
        to.write_all(&check.sum().to_le_bytes())
    }

    /// Reads a database of a game.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or was made for other rules.
    pub fn load(game: &Game, from: &mut impl Read) -> Result<Endgames, LoadError> {
        let mut check = Check::default();
        if line(from, &mut check)? != MAGIC {
            return Err(LoadError::Damaged);
        }
        let meaning = line(from, &mut check)?;
        let size = line(from, &mut check)?;
        if meaning != game.meaning() {
            return Err(LoadError::OtherRules(meaning));
        }
        let mut endgames = Endgames::new(game).map_err(|_| LoadError::Damaged)?;
        let seeds = size.split_once(" pits, ").and_then(|(_, rest)| rest.strip_suffix(" seeds")?.parse::<usize>().ok());
        let seeds = seeds.filter(|seeds| *seeds < endgames.numbering.up_to[0].len()).ok_or(LoadError::Damaged)?;
        for seeds in 0..=seeds {
            let boards = endgames.numbering.boards(seeds) as usize;
            let mut bytes = vec![0; if endgames.counted == Counted::Winner { boards.div_ceil(4) } else { boards }];
            from.read_exact(&mut bytes)?;
            check.add(&bytes);
            endgames.levels.push(match endgames.counted {
                Counted::Difference => Level::Seeds(bytes.into_iter().map(|byte| byte as i8).collect()),
                Counted::Winner => Level::Results(bytes),
            });
        }
        let mut sum = [0; 8];
        from.read_exact(&mut sum)?;
        if u64::from_le_bytes(sum) != check.sum() {
            return Err(LoadError::Damaged);
        }
        Ok(endgames)
    }
}

/// A line of the head of a file.
fn line(from: &mut impl Read, check: &mut Check) -> Result<String, LoadError> {
    let mut text = vec![];
    loop {
        let mut byte = [0];
        from.read_exact(&mut byte)?;
        check.add(&byte);
        match byte[0] {
            b'\n' => break,
            _ if text.len() > 80 => return Err(LoadError::Damaged),
            byte => text.push(byte),
        }
    }
    String::from_utf8(text).map_err(|_| LoadError::Damaged)
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

/// A number of all bytes of a file, to find damage: the 64-bit FNV-1a hash.
struct Check(u64);

impl Default for Check {
    fn default() -> Self {
        Check(0xcbf2_9ce4_8422_2325)
    }
}

impl Check {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn sum(&self) -> u64 {
        self.0
    }
}
