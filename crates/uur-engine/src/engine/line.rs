//! A line of play: moves made one after the other and taken back, as a search does it.
//!
//! A [`Program`] plays a [`Position`], which it translates into an engine's words before each move and back after it.
//! A line translates one position, and keeps the states of the engine. Moves are bits of a mask, and are named only
//! when a caller looks at them; a list is made only where decisions within moves or the opening need one.

use std::fmt::Debug;
use std::sync::{Arc, OnceLock};

use crate::engine::compiled::{Engine, Opt};
use crate::engine::kernel::MaskedState;
use crate::engine::program::Program;
use crate::engine::state::mask::{Move, MoveMask};
use crate::engine::state::outcome::Outcome;
use crate::engine::state::position::{Pit, Position};
use crate::engine::state::repetition::{History, RepetitionHistory, RepetitionWindow};
use crate::engine::state::width::{LaneSet, Width};
use crate::engine::state::{BoardKey, State};
use crate::engine::walk::moves::{FoundMove, PlayError};
use crate::rules::Side;
use crate::{on_engine, on_strategy};

/// A line of play: a position, and the moves made from it, which can be taken back.
///
/// It is the fast way to play many positions of a game, such as for a search: it plays with precomputed tables and does
/// not copy positions. [`Program::line`] begins one. The first line of a program makes the tables, which takes some
/// milliseconds.
///
/// Moves are [`Turn`]s, which [`Line::legal`] lists. [`Line::named`] and [`Line::turn`] translate between them and
/// [`Move`]s. A round ends by repetition as in [`Program::play`]; the position from which the line begins is the first
/// that counts.
///
/// A long sowing is cut short as the program's interrupt says, see [`Program::interrupt_when`].
#[derive(Debug)]
pub struct Line {
    /// The legal moves now, if they are a mask.
    legal: Legal,
    /// How many moves have been made.
    made: usize,
    at_width: Box<dyn PlayLine>,
}

/// A legal move of the position of a [`Line`]. It is a number, and means nothing without that position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn(u32);

/// The legal moves of a position, in the order of [`Program::legal_moves`]. It is an iterator of two words that can be
/// copied.
// Two integers are returned in registers. Fields of other sizes would be written to memory one by one, and the
// processor would wait for them when they are read in one piece.
#[derive(Debug, Clone, Copy)]
pub struct Legal {
    /// The bits of the moves that are left, or the number of those that are left in a list.
    left: u64,
    /// The bits that come before others: the mover's pits. None if moves are no mask.
    first: u64,
}

/// What is compiled for each width, and called through a pointer.
trait PlayLine: Debug + Send + Sync {
    /// The moves, if they are no mask.
    fn list(&self) -> Legal;
    /// Returns the moves of the position to which it leads, if they are a mask.
    fn play(&mut self, turn: Turn) -> Legal;
    /// Takes back a move that was made. Returns the moves of the position before it, if they are a mask.
    fn undo(&mut self) -> Legal;
    fn named(&self, turn: Turn) -> Move;
    fn check(&self, m: Move) -> Result<(), PlayError>;
    fn position(&self) -> Position;
    fn held(&self, pit: Pit) -> u8;
    fn to_move(&self) -> Side;
    fn outcome(&self) -> Option<Outcome>;
    fn times(&self) -> usize;
    fn cut_short(&self) -> bool;
    fn boxed(&self) -> Box<dyn PlayLine>;
}

/// A line of play at one width.
#[derive(Debug, Clone)]
struct WidthLine<W: Width> {
    engine: Arc<Engine<W>>,
    /// The points of the match, which no move changes.
    points: [u16; 2],
    /// The bits that come before others, by the mover.
    first: [MoveMask; 2],
    /// The states, the present one last, each with its moves if they are a mask.
    nodes: Vec<MaskedState<W>>,
    /// The moves of the present state if they are no mask, once they are asked for.
    list: OnceLock<Vec<FoundMove<W>>>,
    /// The same of each earlier state whose moves are no mask. Such states come before all others.
    lists: Vec<Vec<FoundMove<W>>>,
    /// The boards of the states, and where they were before each move, if a position that comes again may end the round.
    boards: RepetitionHistory<BoardKey<W>>,
    windows: Vec<(usize, RepetitionWindow)>,
}

impl Program {
    /// Begins a line of play from a position.
    ///
    /// # Panics
    /// If it is no position of the game: if it has marks that the game has not, or more than 255 seeds.
    pub fn line(&self, from: &Position) -> Line {
        on_engine!(self.engine(from, Opt::Full), engine => {
            let line = WidthLine::new(engine, from);
            Line { legal: line.legal(), made: 0, at_width: Box::new(line) }
        })
    }
}

impl Line {
    /// Returns the legal moves; none once the round is over.
    #[inline]
    pub fn legal(&self) -> Legal {
        if self.legal.is_mask() { self.legal } else { self.at_width.list() }
    }

    /// Plays a legal move, and examines whether the round is over, by repetition too.
    ///
    /// # Panics
    /// If no legal move of this position has the turn's number. A turn that another position gave, or another line, may
    /// have the number of a legal move; then that one is played.
    #[inline]
    pub fn play(&mut self, turn: Turn) {
        self.legal = self.at_width.play(turn);
        self.made += 1;
    }

    /// Takes the last move back. Returns false if there is none.
    #[inline]
    pub fn undo(&mut self) -> bool {
        if self.made == 0 {
            return false;
        }
        self.made -= 1;
        self.legal = self.at_width.undo();
        true
    }

    /// Returns the move that a turn stands for.
    ///
    /// # Panics
    /// As [`Line::play`] does.
    #[inline]
    pub fn named(&self, turn: Turn) -> Move {
        self.at_width.named(turn)
    }

    /// Returns the turn of a move.
    ///
    /// # Errors
    /// The reason why the move is illegal, with the clause that forbids it.
    pub fn turn(&self, m: Move) -> Result<Turn, PlayError> {
        let found = self.legal().find(|&turn| self.named(turn) == m);
        found.ok_or_else(|| self.at_width.check(m).expect_err("a move that is not among the legal ones is illegal"))
    }

    /// Returns the position now.
    pub fn position(&self) -> Position {
        self.at_width.position()
    }

    /// Returns the seeds in a pit or a store, as [`Position::held`] does. A pit that the board does not have holds none.
    #[inline]
    pub fn held(&self, pit: Pit) -> u8 {
        self.at_width.held(pit)
    }

    /// Returns the player to move. Once the round is over, the player who would have moved.
    #[inline]
    pub fn to_move(&self) -> Side {
        self.at_width.to_move()
    }

    /// Returns how the round ended; `None` while it goes on.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.at_width.outcome()
    }

    /// Returns how often the position has occurred in this line, this time included. It compares all positions of the
    /// line.
    pub fn times(&self) -> usize {
        self.at_width.times()
    }

    /// Whether a sowing was cut short, see [`Program::cut_short`].
    #[inline]
    pub fn cut_short(&self) -> bool {
        self.at_width.cut_short()
    }
}

impl Clone for Line {
    fn clone(&self) -> Self {
        Line { at_width: self.at_width.boxed(), ..*self }
    }
}

impl Legal {
    /// Whether there is no move, because the round is over or because all have been visited.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// Moves that are no mask, as long as nobody asks for them.
    const UNLISTED: Legal = Legal { left: 0, first: 0 };

    #[inline]
    fn is_mask(&self) -> bool {
        self.first != 0
    }
}

impl Iterator for Legal {
    type Item = Turn;

    #[inline]
    fn next(&mut self) -> Option<Turn> {
        if self.left == 0 {
            return None;
        }
        if !self.is_mask() {
            self.left -= 1;
            // A move of a list is as many moves before its end.
            return Some(Turn(self.left as u32));
        }
        let first = self.left & self.first;
        let code = if first == 0 { self.left } else { first }.trailing_zeros();
        self.left &= !(1 << code);
        Some(Turn(code))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = if self.is_mask() { self.left.count_ones() as usize } else { self.left as usize };
        (left, Some(left))
    }
}

impl ExactSizeIterator for Legal {}

impl<W: Width> WidthLine<W> {
    fn new(engine: Arc<Engine<W>>, from: &Position) -> Self {
        let state = engine.pack(from).expect("the position belongs to the game");
        let mask = if engine.has_masks(&state) { engine.legal_mask(&state) } else { 0 };
        WidthLine {
            points: from.points,
            first: Side::BOTH.map(|mover| engine.first_in_order(mover)),
            nodes: vec![MaskedState { state, moves: mask }],
            list: OnceLock::new(),
            lists: vec![],
            boards: engine.history(&History::starting(from)),
            windows: vec![],
            engine,
        }
    }

    /// The state now, and its moves if they are a mask.
    #[inline(always)]
    fn now(&self) -> &MaskedState<W> {
        self.nodes.last().expect("a line has its first state")
    }

    /// Whether the moves of a state are a mask, whose order two words can say.
    #[inline(always)]
    fn has_mask(&self, state: &State<W>) -> bool {
        self.engine.has_masks(state) && self.first[0] != 0
    }

    /// The moves now, if they are a mask.
    fn legal(&self) -> Legal {
        let MaskedState { state, moves } = self.now();
        if self.has_mask(state) { Legal { left: *moves, first: self.first[state.to_move] } } else { Legal::UNLISTED }
    }

    /// The moves, if they are no mask.
    fn listed(&self) -> &[FoundMove<W>] {
        self.list.get_or_init(|| {
            let mut found = vec![];
            self.engine.find_moves(&self.now().state, &mut found);
            found
        })
    }

    /// The move of a turn, if moves are no mask.
    fn found(&self, turn: Turn) -> &FoundMove<W> {
        self.listed().iter().nth_back(turn.0 as usize).unwrap_or_else(|| turn.is_illegal())
    }

    /// Plays a move that is no bit of a mask.
    #[inline(never)]
    fn play_listed(&mut self, turn: Turn) -> Legal {
        let (state, moves) = self.engine.play_found(&self.now().state, self.found(turn));
        self.lists.extend(self.list.take());
        self.enter(MaskedState { state, moves });
        self.legal()
    }

    /// Adds the state after a move. Returns its moves, if they are a mask.
    #[inline(always)]
    fn enter(&mut self, mut next: MaskedState<W>) -> MoveMask {
        if self.engine.lines.records {
            self.windows.push(self.boards.now());
            next.moves = self.engine.record(&mut next.state, &mut self.boards, next.moves);
        }
        self.nodes.push(next);
        next.moves
    }
}

impl<W: Width> PlayLine for WidthLine<W> {
    fn list(&self) -> Legal {
        Legal { left: self.listed().len() as u64, ..Legal::UNLISTED }
    }

    fn play(&mut self, turn: Turn) -> Legal {
        let mut next = *self.now();
        if !self.has_mask(&next.state) {
            return self.play_listed(turn);
        }
        let code = turn.code_in(next.moves);
        on_strategy!(W, self.engine, strategy => strategy.play(&mut next, code));
        Legal { first: self.first[next.state.to_move], left: self.enter(next) }
    }

    fn undo(&mut self) -> Legal {
        self.nodes.pop();
        if let Some(window) = self.windows.pop() {
            self.boards.go_back(window);
        }
        if self.lists.len() == self.nodes.len() {
            self.list = self.lists.pop().map_or_else(OnceLock::new, OnceLock::from);
            return Legal::UNLISTED;
        }
        let MaskedState { state, moves } = self.now();
        Legal { left: *moves, first: self.first[state.to_move] }
    }

    fn named(&self, turn: Turn) -> Move {
        let MaskedState { state, moves } = self.now();
        if self.engine.has_masks(state) { self.engine.as_move(state, turn.code_in(*moves)) } else { self.found(turn).m }
    }

    fn check(&self, m: Move) -> Result<(), PlayError> {
        self.engine.check(&self.now().state, m)
    }

    fn position(&self) -> Position {
        Position { points: self.points, ..self.engine.unpack(&self.now().state) }
    }

    fn held(&self, pit: Pit) -> u8 {
        let layout = self.engine.layout();
        let is_there = pit.store_of().is_some() || layout.has(pit);
        if is_there { self.now().state.held(layout.lane::<W>(pit)) } else { 0 }
    }

    fn to_move(&self) -> Side {
        self.now().state.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now().state.outcome()
    }

    fn times(&self) -> usize {
        let now = &self.now().state;
        self.nodes.iter().filter(|node| node.state.repeats(now)).count()
    }

    fn cut_short(&self) -> bool {
        self.engine.cut_short()
    }

    fn boxed(&self) -> Box<dyn PlayLine> {
        Box::new(self.clone())
    }
}

impl Turn {
    /// The bit of a legal move in the mask of moves.
    #[inline(always)]
    fn code_in(self, moves: MoveMask) -> u8 {
        if self.0 >= u64::BITS || moves >> self.0 & 1 == 0 {
            self.is_illegal()
        }
        self.0 as u8
    }

    #[cold]
    #[inline(never)]
    fn is_illegal(self) -> ! {
        panic!("no legal move of this position has the number {}", self.0)
    }
}

impl<W: Width> Engine<W> {
    /// The bits of a mask of moves that come before the others, which rise: a player's pits. None where those are not
    /// enough to say the order, because moves may lift all pits and the store.
    fn first_in_order(&self, mover: Side) -> MoveMask {
        let (half, store) = if self.has_two_ways() { (2 * W::HALF, 2) } else { (W::HALF, 1) };
        let only_half = self.has_two_ways() && !W::BOTH_HALVES;
        let begin = if only_half || mover == Side::South { 0 } else { half };
        let lifts_stores = !(self.board.movable[mover] & !self.board.pits).is_empty();
        if !W::MASKS || self.lines.any_half && lifts_stores { 0 } else { ((1 << (half - store)) - 1) << begin }
    }
}
