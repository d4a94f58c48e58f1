//! Endgame databases: the value of every board with few seeds.
//!
//! `retrograde` computes the values, [`BoardIndex`] ranks the boards, and `blocks` stores and reads the values. A
//! database is built from few seeds to many, so that the boards of each number of seeds need only those before. File
//! handling is the caller's task.
//!
//! A file begins with three lines of text: its format, the hash of the rules' meaning, and the numbers of pits and
//! seeds. For each block, its compressed size in four bytes and its checksum in eight follow, then the checksum of all
//! this, then the blocks. All numbers begin with their lowest byte. First come the blocks of the boards without seeds,
//! then those of one seed, and so on. They contain the values for the player to move in the order of the boards' ranks,
//! in one byte each, or in two bits where only the winner counts: 0 is a loss, 1 a draw and 2 a win.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};

use super::blocks::{BLOCK, BlockSize, BlockStore, Storage};
use super::model::{GameModel, Node, depends_on_more};
use super::objective::{Objective, Scoring};
use super::open_boards::Scratch;
use super::rank::BoardIndex;
use super::retrograde::{BuildControl, BuildMemory, LevelSolver};
use uur::checksum::Checksum;
use uur::diagnostic::count;
use uur::engine::{Opt, Width};
use uur::game::Game;
use uur::on_engine;

/// The first line of a file, without the number of its format.
const MAGIC: &str = "uur endgames ";
/// The format of a file.
const FORMAT: &str = "3";
/// The longest line of a head.
const MAX_LINE: usize = 80;
/// The maximum number of boards with the same number of seeds.
const MAX_BOARDS: u64 = 1 << 40;

/// The values of all boards with up to a number of seeds, in memory or in a file.
#[derive(Debug)]
pub struct EndgameDatabase {
    rules_hash: String,
    scoring: Scoring,
    index: BoardIndex,
    /// For each completed number of seeds, its first block.
    levels: Vec<usize>,
    values: BlockStore,
    scratch: Option<Arc<Mutex<dyn Scratch>>>,
}

/// Why a database cannot be built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuildError {
    /// The value of a board depends on more than its seeds, for this reason.
    NotItsSeeds(String),
    /// There are too many boards, or more than the system has memory for.
    TooMany(u16),
    /// The game has fewer seeds.
    NoSuchBoard {
        /// The number of seeds that was asked for.
        seeds: u16,
        /// The most that a board has.
        most: u16,
    },
    /// The build was stopped. Completed numbers of seeds are kept.
    Stopped,
    /// Values of fewer seeds could not be read, for this reason.
    Unreadable(String),
    /// The moves could not be kept in their file, for this reason.
    NoMoves(String),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BuildError::NotItsSeeds(reason) => {
                write!(f, "in this game the rest of a round depends on more than the seeds on the board: {reason}")
            }
            BuildError::TooMany(seeds) => write!(f, "there are too many boards of {seeds} seeds"),
            BuildError::NoSuchBoard { seeds, most } => {
                write!(f, "no board of this game has {seeds} seeds: the most are {most}")
            }
            BuildError::Stopped => write!(f, "stopped"),
            BuildError::Unreadable(reason) => write!(f, "the values of fewer seeds cannot be read: {reason}"),
            BuildError::NoMoves(reason) => write!(f, "the moves cannot be kept in a file: {reason}"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Why a database cannot be opened.
#[derive(Debug)]
pub enum LoadError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is not a database.
    Foreign,
    /// The database has a format that another version of uur wrote.
    OtherFormat(String),
    /// The database was built for other rules, with this hash.
    OtherRules(String),
    /// The head of the file is damaged, or ends too early.
    DamagedHead,
    /// The file ends before its values do, or goes on after them.
    OtherSize,
    /// The values of boards with this number of seeds are damaged.
    Damaged(u16),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            LoadError::Io(error) => write!(f, "{error}"),
            LoadError::Foreign => write!(f, "it is not an endgame database"),
            LoadError::OtherFormat(format) => {
                write!(f, "it has format {format}, and this version of uur reads format {FORMAT}")
            }
            LoadError::OtherRules(rules_hash) => write!(f, "it was made for other rules, with hash {rules_hash}"),
            LoadError::DamagedHead => write!(f, "its head is damaged"),
            LoadError::OtherSize => write!(f, "it is damaged: it does not end where its values end"),
            LoadError::Damaged(seeds) => {
                write!(f, "it is damaged: the values of {}", count(usize::from(*seeds), "seed"))
            }
        }
    }
}

impl std::error::Error for LoadError {}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => LoadError::DamagedHead,
            _ => LoadError::Io(error),
        }
    }
}

impl EndgameDatabase {
    /// The memory for values in use that suits most machines, in bytes.
    pub const USUAL_MEMORY: u64 = 1 << 28;

    /// An empty database, which keeps values in use in up to `bytes` of memory.
    ///
    /// # Errors
    /// If the game can have none.
    pub fn new(game: &Game, bytes: u64) -> Result<EndgameDatabase, BuildError> {
        if let Some(reason) = depends_on_more(game) {
            return Err(BuildError::NotItsSeeds(reason));
        }
        let rows = if game.program.is_single_player() { 1 } else { 2 };
        // A value must fit into a byte.
        let most = usize::from(game.program.start().total()).min(120);
        let scoring = Objective::of(game).scoring;
        Ok(EndgameDatabase {
            rules_hash: game.meaning(),
            scoring,
            index: BoardIndex::new(rows, game.program.layout().span().into(), most),
            levels: vec![],
            scratch: None,
            values: BlockStore::new(bytes, BLOCK >> byte_bits(scoring)),
        })
    }

    /// Returns how many numbers of seeds are completed, from zero on.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// Returns the greatest completed number of seeds.
    pub fn seeds(&self) -> u16 {
        self.levels.len().saturating_sub(1) as u16
    }

    pub(super) fn index(&self) -> &BoardIndex {
        &self.index
    }

    /// Returns the margin that the player to move gains from a position on, which has `seeds` seeds on the board.
    /// `None` if it has none of this number of seeds yet, or the value cannot be read; see [`fault`](Self::fault).
    #[inline]
    pub fn value<W: Width>(&self, model: &GameModel<W>, state: &Node<W>, seeds: u16) -> Option<i32> {
        let number = model.rank(state, &self.index);
        let block = self.levels.get(usize::from(seeds))? + (number / BLOCK) as usize;
        let byte = self.values.byte(block, ((number % BLOCK) >> byte_bits(self.scoring)) as usize)?;
        Some(unpack(self.scoring, byte, number).into())
    }

    /// Returns why a value could not be read, if that has happened.
    pub fn fault(&self) -> Option<&str> {
        self.values.fault()
    }

    /// Returns the number of boards for each value, in increasing order.
    ///
    /// # Errors
    /// If the values cannot be read.
    pub fn histogram(&self, seeds: u16) -> io::Result<Vec<(i32, u64)>> {
        let boards = self.index.boards(seeds.into());
        let mut counts = BTreeMap::new();
        for first in (0..boards).step_by(BLOCK as usize) {
            let values = self.values.decoded(self.levels[usize::from(seeds)] + (first / BLOCK) as usize)?;
            for number in 0..BLOCK.min(boards - first) {
                let byte = values[(number >> byte_bits(self.scoring)) as usize];
                *counts.entry(unpack(self.scoring, byte, number).into()).or_default() += 1;
            }
        }
        Ok(counts.into_iter().collect())
    }

    /// Keeps the moves among boards with the same number of seeds in a file, and no longer in memory, while it is built.
    pub fn keep_moves_in(&mut self, scratch: Arc<Mutex<dyn Scratch>>) {
        self.scratch = Some(scratch);
    }

    pub(super) fn scratch(&self) -> Option<&Mutex<dyn Scratch>> {
        self.scratch.as_deref()
    }

    /// Extends the database to `seeds` seeds with several threads, and counts completed boards in `done`.
    ///
    /// # Errors
    /// If there are too many boards, values of fewer seeds or moves cannot be read, or `stop` becomes true.
    pub fn build(
        &mut self,
        game: &Game,
        seeds: u16,
        threads: usize,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Result<(), BuildError> {
        let work = BuildControl { threads, done, stop };
        on_engine!(game.program.engine(&game.program.start(), Opt::Full), engine => {
            self.build_with(&GameModel::new(game, engine, None), seeds, work)
        })
    }

    fn build_with<W: Width>(&mut self, model: &GameModel<W>, seeds: u16, work: BuildControl) -> Result<(), BuildError> {
        self.check_size(seeds)?;
        for seeds in self.levels.len() as u16..=seeds {
            let values = LevelSolver::new(model, self, seeds.into()).solve(work)?;
            if let Some(reason) = self.fault() {
                return Err(BuildError::Unreadable(reason.to_string()));
            }
            let values = pack(self.scoring, values.ok_or(BuildError::Stopped)?);
            self.levels.push(self.values.len());
            self.values.push_values(values.chunks((BLOCK >> byte_bits(self.scoring)) as usize));
        }
        Ok(())
    }

    fn check_size(&self, seeds: u16) -> Result<(), BuildError> {
        let most = self.index.most_seeds();
        match usize::from(seeds) {
            beyond if beyond > most => Err(BuildError::NoSuchBoard { seeds, most: most as u16 }),
            fitting if self.index.boards(fitting) < MAX_BOARDS => Ok(()),
            _ => Err(BuildError::TooMany(seeds)),
        }
    }

    /// Returns the number of boards that [`build`](Self::build) has to solve.
    pub fn boards_up_to(&self, seeds: u16) -> u64 {
        let last = usize::from(seeds).min(self.index.most_seeds());
        (self.levels.len()..=last).map(|seeds| self.index.boards(seeds)).sum()
    }

    /// Returns the greatest number of seeds for which the boards with as many or fewer seeds are at most `boards`.
    pub(crate) fn seeds_within(&self, boards: u64) -> u16 {
        let mut together = 0;
        let fits = |&seeds: &usize| {
            together += self.index.boards(seeds);
            together <= boards
        };
        (0..=self.index.most_seeds()).take_while(fits).last().unwrap_or(0) as u16
    }

    /// Returns about how much [`build`](Self::build) needs at once, besides values in use: for the boards with most seeds.
    /// The moves of a sample of the boards are counted.
    ///
    /// # Errors
    /// If there are too many boards.
    pub fn memory_to_build(&self, game: &Game, seeds: u16) -> Result<BuildMemory, BuildError> {
        self.check_size(seeds)?;
        Ok(on_engine!(game.program.engine(&game.program.start(), Opt::Full), engine => {
            LevelSolver::new(&GameModel::new(game, engine, None), self, seeds.into()).memory()
        }))
    }

    /// Writes the database.
    ///
    /// # Errors
    /// If writing fails, or values cannot be read.
    pub fn save(&self, to: &mut impl Write) -> io::Result<()> {
        let size = format!("{} pits, {} seeds", self.index.pits(), self.seeds());
        let mut head = format!("{MAGIC}{FORMAT}\n{}\n{size}\n", self.rules_hash).into_bytes();
        for (size, check) in self.values.sizes() {
            head.extend(size.stored.to_le_bytes());
            head.extend(check.0.to_le_bytes());
        }
        to.write_all(&head)?;
        to.write_all(&Checksum::of(&head).0.to_le_bytes())?;
        (0..self.values.len()).try_for_each(|block| to.write_all(&self.values.stored(block)?))
    }

    /// Opens a database of a game, and checks all of it. Its values are read when they are needed; those in use are
    /// kept in up to `bytes` of memory.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or was made for other rules.
    pub fn open(game: &Game, mut storage: impl Storage + 'static, bytes: u64) -> Result<EndgameDatabase, LoadError> {
        let size = storage.seek(SeekFrom::End(0))?;
        storage.rewind()?;
        let (mut from, mut check) = (BufReader::new(&mut storage), Checksum::default());
        let first = check.read_line(&mut from, MAX_LINE).map_err(|error| match LoadError::from(error) {
            LoadError::DamagedHead => LoadError::Foreign,
            other => other,
        })?;
        match first.strip_prefix(MAGIC) {
            None => return Err(LoadError::Foreign),
            Some(FORMAT) => {}
            Some(other) => return Err(LoadError::OtherFormat(other.to_string())),
        }
        let rules_hash = check.read_line(&mut from, MAX_LINE)?;
        if rules_hash != game.meaning() {
            return Err(LoadError::OtherRules(rules_hash));
        }
        let mut endgames = EndgameDatabase::new(game, bytes).map_err(|_| LoadError::DamagedHead)?;
        let line = check.read_line(&mut from, MAX_LINE)?;
        let seeds = line.strip_prefix(&format!("{} pits, ", endgames.index.pits()));
        let seeds = seeds.and_then(|seeds| seeds.strip_suffix(" seeds")?.parse().ok()).ok_or(LoadError::DamagedHead)?;
        endgames.check_size(seeds).map_err(|_| LoadError::DamagedHead)?;
        let mut blocks = vec![];
        for seeds in 0..=seeds {
            endgames.levels.push(blocks.len());
            for decoded in endgames.block_sizes(seeds) {
                let mut bytes = [0; 12];
                from.read_exact(&mut bytes)?;
                check.add(&bytes);
                let [a, b, c, d, sum @ ..] = bytes;
                let stored = u32::from_le_bytes([a, b, c, d]);
                blocks.push((BlockSize { stored, decoded }, Checksum(u64::from_le_bytes(sum))));
            }
        }
        check.read_sum(&mut from)?;
        let mut offset = from.stream_position()?;
        drop(from);
        let storage: Arc<Mutex<dyn Storage>> = Arc::new(Mutex::new(storage));
        for (size, check) in blocks {
            endgames.values.push(&storage, offset, size, check);
            offset += u64::from(size.stored);
        }
        if offset != size {
            return Err(LoadError::OtherSize);
        }
        for block in 0..endgames.values.len() {
            endgames.values.stored(block).map_err(|error| match LoadError::from(error) {
                LoadError::DamagedHead => {
                    LoadError::Damaged(endgames.levels.partition_point(|&first| first <= block) as u16 - 1)
                }
                other => other,
            })?;
        }
        Ok(endgames)
    }

    /// Returns the number of bytes of each block of a number of seeds, before compression.
    fn block_sizes(&self, seeds: u16) -> impl Iterator<Item = u32> {
        let (boards, scoring) = (self.index.boards(seeds.into()), self.scoring);
        let size = move |first| BLOCK.min(boards - first).div_ceil(1 << byte_bits(scoring)) as u32;
        (0..boards).step_by(BLOCK as usize).map(size)
    }
}

/// The binary logarithm of the number of boards whose values share a byte.
fn byte_bits(scoring: Scoring) -> u32 {
    match scoring {
        Scoring::Margin => 0,
        Scoring::Result => 2,
    }
}

fn pack(scoring: Scoring, values: Vec<i8>) -> Vec<u8> {
    let four = |four: &[i8]| four.iter().rev().fold(0, |byte, &value| byte << 2 | (value + 1) as u8);
    match scoring {
        Scoring::Margin => values.into_iter().map(|value| value as u8).collect(),
        Scoring::Result => values.chunks(4).map(four).collect(),
    }
}

/// Returns the value of a board from the byte that contains it.
fn unpack(scoring: Scoring, byte: u8, number: u64) -> i8 {
    match scoring {
        Scoring::Margin => byte as i8,
        Scoring::Result => (byte >> (number % 4 * 2) & 3) as i8 - 1,
    }
}
