//! One round, played by actions.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::prelude::*;
use uur::engine::Options;
use uur::notation::write_move;
use uur::{Game, Line, Move, Position, Side};

use crate::actions::{ActionSpace, Decisions};
use crate::data::Pickled;
use crate::game::PyGame;
use crate::play::PyPosition;
use crate::problem::{MoveError, UurError, whole};

/// Raises `ImportError` where NumPy is missing: making an array would panic.
pub fn needs_numpy(py: Python<'_>) -> PyResult<()> {
    py.import("numpy").map(drop)
}

/// A game with its actions.
pub struct ActedGame {
    /// The game.
    pub game: Arc<Game>,
    /// Its actions.
    pub space: ActionSpace,
}

/// The legal moves, and the actions of the one that has begun.
#[derive(Clone, Default)]
pub struct OpenMoves {
    /// The legal moves that begin with the actions so far.
    open: Vec<(Move, Decisions)>,
    /// The actions so far, forced ones included.
    begun: Decisions,
}

impl OpenMoves {
    /// The legal moves of a player, before any action.
    pub fn list(&mut self, space: &ActionSpace, mover: Side, moves: &[Move]) {
        self.clear();
        self.open.extend(moves.iter().map(|&m| (m, space.decisions(mover, m))));
    }

    /// Forgets the moves and the actions.
    pub fn clear(&mut self) {
        self.begun.clear();
        self.open.clear();
    }

    /// Notes the actions of a move of which more is to be decided.
    pub fn begin(&mut self, decisions: Decisions) {
        self.begun = decisions;
    }

    /// Asks for the next decision of a move that has begun. Returns the move with it, if it has one option.
    pub fn ask(&mut self, space: &ActionSpace, mover: Side, m: Move, options: Options) -> Option<Move> {
        self.begun = space.decisions(mover, m);
        self.open.clear();
        self.open.extend(options.iter().map(|choice| {
            let mut decided = m;
            decided.choices.push(choice);
            (decided, space.decisions(mover, decided))
        }));
        if self.open.len() == 1 { Some(self.open[0].0) } else { None }
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// The actions of the move so far.
    pub fn begun(&self) -> &[u16] {
        &self.begun
    }

    /// The actions that are legal now.
    pub fn legal(&self) -> impl Iterator<Item = u16> {
        let at = self.begun.len();
        self.open.iter().map(move |(_, decisions)| decisions[at])
    }

    /// Takes an action, and returns the move if it is decided; `None` if the action is not legal.
    pub fn decide(&mut self, action: u16) -> Option<Option<Move>> {
        if !self.legal().any(|legal| legal == action) {
            return None;
        }
        let mut at = self.begun.len();
        self.open.retain(|(_, decisions)| decisions[at] == action);
        self.begun.push(action);
        // A decision with one option is none.
        while self.open.len() > 1 {
            at += 1;
            let next = self.open[0].1[at];
            if self.open.iter().any(|(_, decisions)| decisions[at] != next) {
                return Some(None);
            }
            self.begun.push(next);
        }
        Some(Some(self.open[0].0))
    }

    /// Goes back to a number of actions of a move that is decided: the next one of this move is the only legal one.
    pub fn keep_only(&mut self, actions: usize) {
        self.begun.truncate(actions);
    }
}

/// A round being played by actions.
#[derive(Clone)]
pub struct Round {
    /// The position before the move that has begun, and the moves to it.
    pub position: Position,
    line: Line,
    open: OpenMoves,
    /// The moves so far.
    moves: Vec<Move>,
}

impl Round {
    /// Begins a round.
    pub fn new(acted: &ActedGame, from: Position) -> Round {
        let line = acted.game.program.line(&from);
        let mut round = Round { position: from, line, open: OpenMoves::default(), moves: vec![] };
        round.open_moves(acted);
        round
    }

    /// Lists the moves of the player to move.
    fn open_moves(&mut self, acted: &ActedGame) {
        let moves: Vec<Move> = self.line.legal().map(|turn| self.line.named(turn)).collect();
        self.open.list(&acted.space, self.position.to_move, &moves);
    }

    /// Whether the round has ended, or its rules give no move.
    pub fn is_over(&self) -> bool {
        self.open.is_empty()
    }

    /// The actions that are legal now.
    pub fn legal(&self) -> impl Iterator<Item = u16> {
        self.open.legal()
    }

    /// Takes an action. Returns whether a move was made, or `None` if the action is not legal.
    pub fn act(&mut self, acted: &ActedGame, action: u16) -> Option<bool> {
        let Some(m) = self.open.decide(action)? else { return Some(false) };
        self.line.play(self.line.turn(m).expect("it is one of the legal moves"));
        self.position = self.line.position();
        self.moves.push(m);
        self.open_moves(acted);
        Some(true)
    }

    /// What South gets: 1 for a win, -1 for a loss, and 0 for a draw or before the end.
    pub fn south(&self) -> f32 {
        match self.position.outcome.and_then(|outcome| outcome.winner) {
            Some(Side::South) => 1.0,
            Some(Side::North) => -1.0,
            None => 0.0,
        }
    }

    /// Writes what a player sees.
    pub fn observe(&self, acted: &ActedGame, viewer: Side, out: &mut [u8]) {
        acted.space.observe(&acted.game, &self.position, viewer, self.open.begun(), out);
    }
}

/// A round being played by actions, for programs that learn or search.
#[pyclass(module = "uur", name = "Round")]
pub struct PyRound {
    acted: Arc<ActedGame>,
    from: Position,
    actions: Vec<u16>,
    round: Round,
}

#[pymethods]
impl PyRound {
    #[new]
    #[pyo3(signature = (game, position=None))]
    fn new(game: &PyGame, position: Option<&PyPosition>) -> PyResult<PyRound> {
        let from = game.from(position)?;
        let acted = Arc::new(ActedGame { game: game.game.clone(), space: ActionSpace::of(&game.game) });
        let round = Round::new(&acted, from);
        Ok(PyRound { acted, from, actions: vec![], round })
    }

    #[staticmethod]
    fn _restore(game: &PyGame, from: &PyPosition, actions: Vec<u16>) -> PyResult<PyRound> {
        let mut round = PyRound::new(game, Some(from))?;
        actions.into_iter().try_for_each(|action| round.act(action.into()).map(drop))?;
        Ok(round)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Pickled<'py, (PyGame, PyPosition, Vec<u16>)> {
        let round = slf.borrow();
        let game = round.acted.game.clone();
        let from = PyPosition { game: game.clone(), position: round.from };
        Ok((slf.get_type().getattr("_restore")?, (PyGame { game }, from, round.actions.clone())))
    }

    /// A copy that is played on independently.
    fn copy(&self) -> PyRound {
        let PyRound { acted, from, actions, round } = self;
        PyRound { acted: acted.clone(), from: *from, actions: actions.clone(), round: round.clone() }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyRound {
        self.copy()
    }

    fn __str__(&self) -> String {
        self.acted.game.board(&self.round.position)
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame { game: self.acted.game.clone() }
    }

    /// The position before the move that has begun.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition { game: self.acted.game.clone(), position: self.round.position }
    }

    /// The number of actions of the game. The same numbers are legal in no, some or all positions.
    #[getter]
    fn action_count(&self) -> usize {
        self.acted.space.count
    }

    /// The names of the actions for the player to move, such as the letter of a pit.
    #[getter]
    fn action_names(&self) -> Vec<String> {
        self.acted.space.names(&self.acted.game, self.round.position.to_move)
    }

    /// The names of the bytes of an observation.
    #[getter]
    fn observation_names(&self) -> Vec<String> {
        self.acted.space.observation_names(&self.acted.game)
    }

    /// The player to move: 0 is South, 1 is North.
    #[getter]
    fn player(&self) -> usize {
        self.round.position.to_move as usize
    }

    /// Whether the round is over: no action is legal.
    #[getter]
    fn is_over(&self) -> bool {
        self.round.is_over()
    }

    /// The legal actions in ascending order.
    #[getter]
    fn legal_actions(&self) -> Vec<u16> {
        let mut legal: Vec<u16> = self.round.legal().collect();
        legal.sort_unstable();
        legal.dedup();
        legal
    }

    /// What South and North get: 1 for a win, -1 for a loss, 0 for a draw or before the end.
    #[getter]
    fn returns(&self) -> (f32, f32) {
        let south = self.round.south();
        (south, 0.0 - south)
    }

    /// The actions so far.
    #[getter]
    fn actions(&self) -> Vec<u16> {
        self.actions.clone()
    }

    /// The moves so far as texts.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.round.moves.iter().map(|&m| write_move(&self.acted.game.program, m)).collect()
    }

    /// Takes a legal action, and returns whether a move was made. If not, the same player decides more.
    ///
    /// Raises `MoveError` if the action is not legal; then nothing changes.
    fn act(&mut self, action: i64) -> PyResult<bool> {
        let taken = u16::try_from(action).ok().and_then(|action| self.round.act(&self.acted, action));
        let Some(moved) = taken else { return Err(MoveError::new_err(format!("action {action} is not legal"))) };
        self.actions.push(action as u16);
        Ok(moved)
    }

    /// What a player sees, 0 for South and 1 for North, or else the player to move: an array of uint8 with the shape
    /// (len(observation_names),).
    #[pyo3(signature = (player=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] player: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        needs_numpy(py)?;
        let viewer = match player {
            None => self.round.position.to_move,
            Some(0) => Side::South,
            Some(1) => Side::North,
            Some(_) => return Err(UurError::new_err("a player is 0 for South or 1 for North")),
        };
        let mut seen = vec![0; self.acted.space.observed(&self.acted.game)];
        self.round.observe(&self.acted, viewer, &mut seen);
        Ok(PyArray1::from_vec(py, seen))
    }

    /// The legal actions as an array of int8 with the shape (action_count,): 1 is legal, 0 is not.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        needs_numpy(py)?;
        let mut mask = vec![0; self.acted.space.count];
        self.round.legal().for_each(|action| mask[usize::from(action)] = 1);
        Ok(PyArray1::from_vec(py, mask))
    }
}
