//! Endgame databases: the value of every board with few seeds.
//!
//! How the values are found is told at `retrograde`, how a board gets its number at `numbering`. Files and
//! threads that stop are the caller's business.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::model::{GameModel, Node, is_determined_by_seeds};
use super::objective::{Objective, Scoring};
use super::rank::BoardIndex;
use super::retrograde::{self, Work};
use uur::checksum::Checksum;
use uur::engine::{Opt, Width};
use uur::game::Game;
use uur::on_engine;

/// How a file begins.
const MAGIC: &str = "uur endgames 2";
/// The most boards of one number of seeds.
const MOST_BOARDS: u64 = 1 << 31;

/// The values of all boards with up to so many seeds.
#[derive(Debug, Clone)]
pub struct Endgames {
    meaning: String,
    counted: Scoring,
    numbering: BoardIndex,
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
    fn of(values: Vec<i8>, counted: Scoring) -> Level {
        match counted {
            Scoring::Margin => Level::Seeds(values),
            Scoring::Result => {
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

impl Endgames {
    /// A database with nothing in it yet.
    ///
    /// # Errors
    /// If the game has none.
    pub fn new(game: &Game) -> Result<Endgames, BuildError> {
        if !is_determined_by_seeds(game) {
            return Err(BuildError::NotItsSeeds);
        }
        let rows = if game.program.is_single_player() { 1 } else { 2 };
        // A value has a byte, so no more than these seeds are counted.
        let most = usize::from(game.program.start().total()).min(120);
        Ok(Endgames {
            meaning: game.meaning(),
            counted: Objective::of(game).scoring,
            numbering: BoardIndex::new(rows, game.program.layout().span().into(), most),
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

    pub(super) fn numbering(&self) -> &BoardIndex {
        &self.numbering
    }

    /// What the player to move wins more from a position on, which has this many seeds, no more than are
    /// known.
    #[inline]
    pub fn value<W: Width>(&self, board: &GameModel<W>, state: &Node<W>, seeds: u16) -> i32 {
        let number = board.rank(state, &self.numbering);
        self.levels[usize::from(seeds)].value(number as usize).into()
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

    /// Builds on up to all boards of so many seeds, by several threads. Boards done are counted in `done`.
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
    ) -> Result<(), BuildError> {
        let work = Work { threads, done, stop };
        on_engine!(game.program.engine(&game.program.start(), Opt::Full), engine => {
            self.build_with(&GameModel::new(game, engine, None), seeds, work)
        })
    }

    fn build_with<W: Width>(&mut self, board: &GameModel<W>, seeds: u16, work: Work) -> Result<(), BuildError> {
        for seeds in self.levels.len() as u16..=seeds {
            let many = usize::from(seeds) > self.numbering.most_seeds();
            if many || self.numbering.boards(seeds.into()) >= MOST_BOARDS {
                return Err(BuildError::TooMany(seeds));
            }
            let values = retrograde::Level::new(board, self, seeds.into()).solve(work).ok_or(BuildError::Stopped)?;
            self.levels.push(Level::of(values, self.counted));
        }
        Ok(())
    }

    /// Boards that are to be done for all of up to so many seeds.
    pub fn boards_up_to(&self, seeds: u16) -> u64 {
        let last = usize::from(seeds).min(self.numbering.most_seeds());
        (self.levels.len()..=last).map(|seeds| self.numbering.boards(seeds)).sum()
    }

    /// Writes the database.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, to: &mut impl Write) -> io::Result<()> {
        let head = format!("{MAGIC}\n{}\n{} pits, {} seeds\n", self.meaning, self.numbering.pits(), self.seeds());
        let mut check = Checksum::default();
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
        to.write_all(&check.0.to_le_bytes())
    }

    /// Reads a database of a game.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or was made for other rules.
    pub fn load(game: &Game, from: &mut impl Read) -> Result<Endgames, LoadError> {
        let mut check = Checksum::default();
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
        let seeds = seeds.filter(|seeds| *seeds <= endgames.numbering.most_seeds()).ok_or(LoadError::Damaged)?;
        for seeds in 0..=seeds {
            let boards = endgames.numbering.boards(seeds);
            let size = if endgames.counted == Scoring::Result { boards.div_ceil(4) } else { boards };
            // No more memory is taken than the file fills, whatever its head says.
            let mut bytes = vec![];
            if boards >= MOST_BOARDS || from.take(size).read_to_end(&mut bytes)? as u64 != size {
                return Err(LoadError::Damaged);
            }
            check.add(&bytes);
            endgames.levels.push(match endgames.counted {
                Scoring::Margin => Level::Seeds(bytes.into_iter().map(|byte| byte as i8).collect()),
                Scoring::Result => Level::Results(bytes),
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

/// A line of the head of a file.
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
