//! Endgame databases: the value of every board with few seeds.
//!
//! `retrograde` computes the values, and [`BoardIndex`] ranks the boards. File handling is the caller's task.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::model::{GameModel, Node, depends_on_more};
use super::objective::{Objective, Scoring};
use super::rank::BoardIndex;
use super::retrograde::{self, BuildControl};
use uur::checksum::Checksum;
use uur::engine::{Opt, Width};
use uur::game::Game;
use uur::on_engine;

/// The first line of a file.
const MAGIC: &str = "uur endgames 2";
/// The maximum number of boards with the same number of seeds.
const MAX_BOARDS: u64 = 1 << 31;

/// The values of all boards with up to a number of seeds.
#[derive(Debug, Clone)]
pub struct EndgameDatabase {
    rules_hash: String,
    scoring: Scoring,
    index: BoardIndex,
    /// For each number of seeds, the values for the player to move.
    levels: Vec<LevelValues>,
}

/// The values of all boards with the same number of seeds.
#[derive(Debug, Clone, PartialEq, Eq)]
enum LevelValues {
    /// One byte for each value.
    Seeds(Vec<i8>),
    /// Two bits for each value: 0 is a loss, 1 a draw and 2 a win.
    Results(Vec<u8>),
}

impl LevelValues {
    fn of(values: Vec<i8>, scoring: Scoring) -> LevelValues {
        match scoring {
            Scoring::Margin => LevelValues::Seeds(values),
            Scoring::Result => {
                let four = |four: &[i8]| four.iter().rev().fold(0, |byte, &value| byte << 2 | (value + 1) as u8);
                LevelValues::Results(values.chunks(4).map(four).collect())
            }
        }
    }

    fn value(&self, number: usize) -> i8 {
        match self {
            LevelValues::Seeds(values) => values[number],
            LevelValues::Results(bits) => (bits[number / 4] >> (number % 4 * 2) & 3) as i8 - 1,
        }
    }
}

/// Why a database cannot be built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuildError {
    /// The value of a board depends on more than its seeds, for this reason.
    NotItsSeeds(&'static str),
    /// There are too many boards.
    TooMany(u16),
    /// The build was stopped. Completed numbers of seeds are kept.
    Stopped,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BuildError::NotItsSeeds(reason) => {
                write!(f, "in this game the rest of a round depends on more than the seeds on the board: {reason}")
            }
            BuildError::TooMany(seeds) => write!(f, "there are too many boards of {seeds} seeds"),
            BuildError::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Why a database cannot be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is not a database, or is damaged.
    Damaged,
    /// The database was built for other rules, with this hash.
    OtherRules(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            LoadError::Io(error) => write!(f, "{error}"),
            LoadError::Damaged => write!(f, "it is not an endgame database, or it is damaged"),
            LoadError::OtherRules(rules_hash) => write!(f, "it was made for other rules, with hash {rules_hash}"),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { LoadError::Damaged } else { LoadError::Io(error) }
    }
}

impl EndgameDatabase {
    /// An empty database.
    ///
    /// # Errors
    /// If the game can have none.
    pub fn new(game: &Game) -> Result<EndgameDatabase, BuildError> {
        if let Some(reason) = depends_on_more(game) {
            return Err(BuildError::NotItsSeeds(reason));
        }
        let rows = if game.program.is_single_player() { 1 } else { 2 };
        // A value must fit into a byte.
        let most = usize::from(game.program.start().total()).min(120);
        Ok(EndgameDatabase {
            rules_hash: game.meaning(),
            scoring: Objective::of(game).scoring,
            index: BoardIndex::new(rows, game.program.layout().span().into(), most),
            levels: vec![],
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
    /// The database must contain this number of seeds.
    #[inline]
    pub fn value<W: Width>(&self, model: &GameModel<W>, state: &Node<W>, seeds: u16) -> i32 {
        let number = model.rank(state, &self.index);
        self.levels[usize::from(seeds)].value(number as usize).into()
    }

    /// Returns the number of boards for each value, in increasing order.
    pub fn histogram(&self, seeds: u16) -> Vec<(i32, u64)> {
        let level = &self.levels[usize::from(seeds)];
        let mut counts = std::collections::BTreeMap::new();
        for number in 0..self.index.boards(seeds.into()) {
            *counts.entry(i32::from(level.value(number as usize))).or_default() += 1;
        }
        counts.into_iter().collect()
    }

    /// Extends the database to `seeds` seeds with several threads, and counts completed boards in `done`.
    ///
    /// # Errors
    /// If there are too many boards, or `stop` becomes true.
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
        for seeds in self.levels.len() as u16..=seeds {
            let too_many = usize::from(seeds) > self.index.most_seeds();
            if too_many || self.index.boards(seeds.into()) >= MAX_BOARDS {
                return Err(BuildError::TooMany(seeds));
            }
            let values =
                retrograde::LevelSolver::new(model, self, seeds.into()).solve(work).ok_or(BuildError::Stopped)?;
            self.levels.push(LevelValues::of(values, self.scoring));
        }
        Ok(())
    }

    /// Returns the number of boards that [`build`](Self::build) has to solve.
    pub fn boards_up_to(&self, seeds: u16) -> u64 {
        let last = usize::from(seeds).min(self.index.most_seeds());
        (self.levels.len()..=last).map(|seeds| self.index.boards(seeds)).sum()
    }

    /// Writes the database.
    ///
    /// # Errors
    /// If writing fails.
    pub fn save(&self, to: &mut impl Write) -> io::Result<()> {
        let head = format!("{MAGIC}\n{}\n{} pits, {} seeds\n", self.rules_hash, self.index.pits(), self.seeds());
        let mut check = Checksum::default();
        to.write_all(head.as_bytes())?;
        check.add(head.as_bytes());
        for level in &self.levels {
            let bytes: Vec<u8> = match level {
                LevelValues::Seeds(values) => values.iter().map(|&value| value as u8).collect(),
                LevelValues::Results(bits) => bits.clone(),
            };
            check.add(&bytes);
            to.write_all(&bytes)?;
        }
        to.write_all(&check.0.to_le_bytes())
    }

    /// Loads a database of a game.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or was made for other rules.
    pub fn load(game: &Game, from: &mut impl Read) -> Result<EndgameDatabase, LoadError> {
        let mut check = Checksum::default();
        if line(from, &mut check)? != MAGIC {
            return Err(LoadError::Damaged);
        }
        let rules_hash = line(from, &mut check)?;
        let size = line(from, &mut check)?;
        if rules_hash != game.meaning() {
            return Err(LoadError::OtherRules(rules_hash));
        }
        let mut endgames = EndgameDatabase::new(game).map_err(|_| LoadError::Damaged)?;
        let seeds = size.split_once(" pits, ").and_then(|(_, rest)| rest.strip_suffix(" seeds")?.parse::<usize>().ok());
        let seeds = seeds.filter(|seeds| *seeds <= endgames.index.most_seeds()).ok_or(LoadError::Damaged)?;
        for seeds in 0..=seeds {
            let boards = endgames.index.boards(seeds);
            let size = if endgames.scoring == Scoring::Result { boards.div_ceil(4) } else { boards };
            // The file's size bounds the memory, whatever its head claims.
            let mut bytes = vec![];
            if boards >= MAX_BOARDS || from.take(size).read_to_end(&mut bytes)? as u64 != size {
                return Err(LoadError::Damaged);
            }
            check.add(&bytes);
            endgames.levels.push(match endgames.scoring {
                Scoring::Margin => LevelValues::Seeds(bytes.into_iter().map(|byte| byte as i8).collect()),
                Scoring::Result => LevelValues::Results(bytes),
            });
        }
        let mut sum = [0; 8];
        from.read_exact(&mut sum)?;
        if u64::from_le_bytes(sum) != check.0 || from.read(&mut [0])? > 0 {
            return Err(LoadError::Damaged);
        }
        Ok(endgames)
    }
}

/// Reads a line of a file's head.
fn line(from: &mut impl Read, check: &mut Checksum) -> Result<String, LoadError> {
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
