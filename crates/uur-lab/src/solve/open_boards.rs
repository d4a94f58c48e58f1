//! The boards of a level whose value may still change, with their moves within the level, in pieces.
//!
//! Pieces stay in memory, or in a file. As they only get shorter, a piece is written back to its place.

use std::fmt::Debug;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Where pieces that are not kept in memory are written: a file that is of no use afterwards.
pub trait Scratch: Read + Write + Seek + Send + Debug {}

impl<T: Read + Write + Seek + Send + Debug> Scratch for T {}

/// A board whose value may still change.
#[derive(Debug, Default)]
pub(super) struct OpenBoard {
    pub number: u64,
    /// The best value of the moves that are left out since theirs cannot change, or `i8::MIN` if there are none.
    pub settled: i8,
    pub moves: Vec<MoveWithin>,
}

/// A move to a board of the same level.
#[derive(Debug, Clone, Copy)]
pub(super) struct MoveWithin {
    pub to: u64,
    pub bonus: bool,
}

/// Open boards among [`PIECE`] consecutive ones as bytes: of each its distance from the first and its number of moves in
/// two, its settled value in one, and where its moves lead in as many as the numbers of boards need.
#[derive(Debug)]
pub(super) struct Piece {
    first: u64,
    bytes: Vec<u8>,
    width: usize,
}

/// Boards of a piece, the unit of work of a thread.
pub(super) const PIECE: u64 = 1 << 13;
/// The bytes of a board besides its moves.
const HEAD: usize = 5;

impl Piece {
    /// An empty piece, with its first board, of a level with a number of boards.
    pub fn new(first: u64, boards: u64) -> Self {
        Piece { first, bytes: vec![], width: (65 - boards.leading_zeros() as usize).div_ceil(8) }
    }

    /// Adds a board.
    pub fn push(&mut self, board: &OpenBoard) {
        let at = self.bytes.len();
        self.bytes.resize(at + self.size(board), 0);
        self.write(board, at);
    }

    /// Returns the number of bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Visits all boards.
    pub fn for_each(&self, mut visit: impl FnMut(&OpenBoard)) {
        let (mut from, mut board) = (0, OpenBoard::default());
        while from < self.bytes.len() {
            self.read(&mut board, from);
            from += self.size(&board);
            visit(&board);
        }
    }

    /// Changes all boards, and drops those without moves. None may get more moves.
    fn change(&mut self, mut change: impl FnMut(&mut OpenBoard)) {
        let (mut from, mut to, mut board) = (0, 0, OpenBoard::default());
        while from < self.bytes.len() {
            self.read(&mut board, from);
            from += self.size(&board);
            change(&mut board);
            if !board.moves.is_empty() {
                self.write(&board, to);
                to += self.size(&board);
            }
        }
        self.bytes.truncate(to);
    }

    fn size(&self, board: &OpenBoard) -> usize {
        HEAD + board.moves.len() * self.width
    }

    fn write(&mut self, board: &OpenBoard, at: usize) {
        let (head, moves) = self.bytes[at..].split_at_mut(HEAD);
        head[..2].copy_from_slice(&((board.number - self.first) as u16).to_le_bytes());
        head[2..4].copy_from_slice(&(board.moves.len() as u16).to_le_bytes());
        head[4] = board.settled as u8;
        for (coded, m) in moves.chunks_exact_mut(self.width).zip(&board.moves) {
            coded.copy_from_slice(&(m.to << 1 | u64::from(m.bonus)).to_le_bytes()[..self.width]);
        }
    }

    fn read(&self, board: &mut OpenBoard, at: usize) {
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        let (head, moves) = self.bytes[at..].split_at(HEAD);
        board.number = self.first + number(&head[..2]);
        board.settled = head[4] as i8;
        board.moves.clear();
        board.moves.extend(moves.chunks_exact(self.width).take(number(&head[2..4]) as usize).map(|coded| {
            let coded = number(coded);
            MoveWithin { to: coded >> 1, bonus: coded & 1 != 0 }
        }));
    }
}

/// Pieces, in memory or in a file.
pub(super) struct OpenBoards<'a> {
    pieces: Vec<Mutex<StoredPiece>>,
    scratch: Option<&'a Mutex<dyn Scratch>>,
    /// Where the file's next piece begins.
    end: AtomicU64,
    /// Why a piece could not be written or read.
    fault: OnceLock<String>,
}

/// A piece in memory, or without its bytes where these are in the file.
struct StoredPiece {
    piece: Piece,
    offset: Option<u64>,
    len: usize,
}

impl<'a> OpenBoards<'a> {
    /// The pieces of a level with a number of boards, all empty.
    pub fn new(boards: u64, scratch: Option<&'a Mutex<dyn Scratch>>) -> Self {
        let empty = |first| Mutex::new(StoredPiece { piece: Piece::new(first, boards), offset: None, len: 0 });
        OpenBoards {
            pieces: (0..boards).step_by(PIECE as usize).map(empty).collect(),
            scratch,
            end: AtomicU64::new(0),
            fault: OnceLock::new(),
        }
    }

    /// Fills a piece. `None` if it cannot be written.
    pub fn put(&self, mut piece: Piece) -> Option<()> {
        piece.bytes.shrink_to_fit();
        let stored = &mut *self.lock(piece.first / PIECE);
        stored.piece = piece;
        self.store(stored)
    }

    /// Changes all boards of a piece, and drops those without moves. None may get more moves. `None` if the piece cannot
    /// be read or written.
    pub fn change(&self, number: u64, change: impl FnMut(&mut OpenBoard)) -> Option<()> {
        let stored = &mut *self.lock(number);
        if let (Some(scratch), Some(offset)) = (self.scratch, stored.offset) {
            if stored.len == 0 {
                return Some(());
            }
            stored.piece.bytes = vec![0; stored.len];
            let mut scratch = scratch.lock().unwrap_or_else(PoisonError::into_inner);
            let read = scratch.seek(SeekFrom::Start(offset)).and_then(|_| scratch.read_exact(&mut stored.piece.bytes));
            self.sound(read)?;
        }
        stored.piece.change(change);
        self.store(stored)
    }

    /// Moves a piece into the file, if there is one.
    fn store(&self, stored: &mut StoredPiece) -> Option<()> {
        let Some(scratch) = self.scratch else { return Some(()) };
        let bytes = mem::take(&mut stored.piece.bytes);
        stored.len = bytes.len();
        let at_end = || self.end.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        let offset = *stored.offset.get_or_insert_with(at_end);
        let mut scratch = scratch.lock().unwrap_or_else(PoisonError::into_inner);
        self.sound(scratch.seek(SeekFrom::Start(offset)).and_then(|_| scratch.write_all(&bytes)))
    }

    /// Returns the pieces, which must be in memory.
    pub fn into_pieces(self) -> impl Iterator<Item = Piece> {
        self.pieces.into_iter().map(|stored| stored.into_inner().unwrap_or_else(PoisonError::into_inner).piece)
    }

    /// Returns why a piece could not be written or read, if that has happened.
    pub fn fault(&self) -> Option<&str> {
        self.fault.get().map(String::as_str)
    }

    fn lock(&self, number: u64) -> std::sync::MutexGuard<'_, StoredPiece> {
        self.pieces[number as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sound<T>(&self, result: io::Result<T>) -> Option<T> {
        result.map_err(|reason| self.fault.set(reason.to_string())).ok()
    }
}
