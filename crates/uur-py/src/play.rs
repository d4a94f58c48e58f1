//! Positions, and games being played.

use std::sync::Arc;

use pyo3::prelude::*;
use serde::Serialize;
use uur::explain;
use uur::match_play::Step;
use uur::notation::{pit_name, read_step, read_stored_position, write_move, write_position, write_steps};
use uur::picture::{DrawnMove, PictureStyle, board};
use uur::render::{self, Style};
use uur::text_layout::wrap;
use uur::{ClauseId, Event, Game, GamePlay, Move, NextStep, Outcome, Pit, PlayedTurn, Position, Reason, Side};

use crate::data::{Pickled, made};
use crate::game::PyGame;
use crate::problem::{MoveError, RuleLineData, UurError, guarded, text_error};

/// A position of a game. It never changes.
#[pyclass(module = "uur", name = "Position", frozen)]
pub struct PyPosition {
    /// The game.
    pub game: Arc<Game>,
    /// The position.
    pub position: Position,
}

/// How a round ended: the winner, the reason and the clause, by their numbers.
type Ending = Option<(Option<usize>, usize, Option<u16>)>;

/// A picture of a position.
pub fn svg(game: &Game, position: &Position, last: Option<DrawnMove>) -> String {
    board(game, position, last, PictureStyle::default())
}

fn player(side: Option<Side>) -> Option<&'static str> {
    side.map(Side::as_str)
}

impl PyPosition {
    /// The position, if it is one of this game.
    pub fn of(&self, game: &PyGame) -> PyResult<Position> {
        let same = Arc::ptr_eq(&self.game, &game.game) || self.game.meaning() == game.game.meaning();
        if same { Ok(self.position) } else { Err(UurError::new_err("the position belongs to another game")) }
    }
}

#[pymethods]
impl PyPosition {
    #[staticmethod]
    fn _restore(py: Python<'_>, game: &PyGame, text: &str, ply: u16, ending: Ending) -> PyResult<PyPosition> {
        let read = read_stored_position(&game.game, text).map_err(|problem| text_error(py, problem))?;
        let reasons = [Reason::NoMove, Reason::Endless, Reason::Repetition, Reason::Condition];
        let outcome = |(winner, reason, clause): (Option<usize>, usize, Option<u16>)| {
            let winner = winner.and_then(|side| Side::BOTH.get(side).copied());
            reasons.get(reason).map(|&reason| Outcome { winner, reason, clause: clause.map(ClauseId) })
        };
        let position = Position { ply, outcome: ending.and_then(outcome), ..read };
        Ok(PyPosition { game: game.game.clone(), position })
    }

    /// The text of a position does not say how the round ended, nor the number of the move where no rule asks for it.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Pickled<'py, (PyGame, String, u16, Ending)> {
        let PyPosition { game, position } = slf.get();
        let ending = position.outcome.map(|Outcome { winner, reason, clause }| {
            (winner.map(|side| side as usize), reason as usize, clause.map(|clause| clause.0))
        });
        let parts = (PyGame { game: game.clone() }, write_position(game, position), position.ply, ending);
        Ok((slf.get_type().getattr("_restore")?, parts))
    }

    fn __eq__(&self, other: &PyPosition) -> bool {
        self.position == other.position
            && (Arc::ptr_eq(&self.game, &other.game) || self.game.meaning() == other.game.meaning())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
        BuildHasherDefault::<DefaultHasher>::default().hash_one(self.position)
    }

    fn __str__(&self) -> String {
        render::board(&self.game, &self.position, Style::default())
    }

    fn __repr__(&self) -> String {
        format!("<uur.Position {}: {}>", self.game.name, self.text())
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame { game: self.game.clone() }
    }

    /// The position as text, which `Game.position` reads.
    #[getter]
    fn text(&self) -> String {
        write_position(&self.game, &self.position)
    }

    /// The seeds in each pit: those of South from A on, then those of North from a on.
    #[getter]
    fn seeds(&self) -> Vec<u16> {
        self.game.program.layout().pits().map(|pit| self.position.seeds[pit.index()].into()).collect()
    }

    /// The seeds that South and North have captured.
    #[getter]
    fn stores(&self) -> (u16, u16) {
        self.position.captured.into()
    }

    /// The player to move: `south` or `north`. Once the round is over, the player who would have moved.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.position.to_move.as_str()
    }

    /// The number of moves made in this round.
    #[getter]
    fn ply(&self) -> u16 {
        self.position.ply
    }

    /// Whether the round is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.position.outcome.is_some()
    }

    /// The winner of the round: `south` or `north`; `None` for a draw or while it goes on.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        player(self.position.outcome.and_then(|outcome| outcome.winner))
    }

    /// How the round ended, in a sentence; `None` while it goes on.
    #[getter]
    fn ending(&self) -> Option<String> {
        explain::ending(&self.game, &self.position)
    }

    /// The legal moves as texts, from the own A on; none once the round is over.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        let program = &self.game.program;
        program.legal_moves(&self.position).iter().map(|&m| write_move(program, m)).collect()
    }

    /// Draws the board as SVG: turned with `flip`, for narrow pages with `upright`, with numbers instead of seeds with
    /// `compact`, and without the explanation of signs if `legend` is false.
    #[pyo3(name = "svg", signature = (*, flip=false, upright=false, compact=false, legend=true))]
    fn drawn(&self, flip: bool, upright: bool, compact: bool, legend: bool) -> String {
        let style = PictureStyle { flip, upright, compact, without_legend: !legend, ..PictureStyle::default() };
        board(&self.game, &self.position, None, style)
    }

    fn _repr_svg_(&self) -> String {
        svg(&self.game, &self.position, None)
    }
}

/// A game being played.
#[pyclass(module = "uur", name = "Play")]
pub struct PyPlay {
    play: GamePlay,
    /// Whether the last step was taken back.
    undone: bool,
}

/// An event for Python.
#[derive(Serialize)]
struct EventData {
    kind: &'static str,
    text: String,
    pit: Option<String>,
    seeds: Option<u16>,
    side: Option<&'static str>,
    lap: Option<u32>,
    rule: Option<RuleLineData>,
}

impl EventData {
    fn of(game: &Game, event: &Event) -> EventData {
        let (mut pit, mut seeds, mut side, mut lap) = (None::<Pit>, None::<u16>, None::<Side>, None);
        match *event {
            Event::Lift { pit: at, seeds: number, lap: counted, .. } => {
                (pit, seeds, lap) = (Some(at), Some(number.into()), Some(counted));
            }
            Event::Resow { after, seeds: number, lap: counted, .. } => {
                (pit, seeds, lap) = (Some(after), Some(number.into()), Some(counted));
            }
            Event::Drop { pit: at, fell, .. } => (pit, seeds) = (Some(at), Some(fell.into())),
            Event::Capture { pit: at, seeds: number, to, .. } => {
                (pit, seeds, side) = (Some(at), Some(number.into()), to);
            }
            Event::Take { pit: at, seeds: number, to, .. } => {
                (pit, seeds, side) = (Some(at), Some(number.into()), Some(to));
            }
            Event::Gather { pit: at, seeds: number, .. } | Event::Leave { pit: at, seeds: number, .. } => {
                (pit, seeds) = (Some(at), Some(number.into()));
            }
            Event::Transfer { to, seeds: number, .. } => (pit, seeds) = (Some(to), Some(number.into())),
            Event::Skip { pit: at, .. }
            | Event::Marked { pit: at, .. }
            | Event::Repeat { pit: at, .. }
            | Event::Chosen { pit: at, .. }
            | Event::Stop { pit: at, .. } => pit = Some(at),
            Event::Pass { side: of, .. }
            | Event::Counted { side: of, .. }
            | Event::Lot { winner: of, .. }
            | Event::Fill { side: of, .. }
            | Event::Unfilled { side: of, .. }
            | Event::Gained { side: of, .. }
            | Event::Begin { side: of, .. } => side = Some(of),
            Event::Cede { from, seeds: number, .. } => (side, seeds) = (Some(from), Some(number)),
            Event::Points { side: of, points, .. } => (side, seeds) = (Some(of), Some(points)),
            Event::Kept { seeds: number, .. } => seeds = Some(number),
            Event::Undone { seeds: number, .. } => seeds = Some(number.into()),
            Event::Arranged { by, .. } => side = by,
            Event::Over { outcome } => side = outcome.winner,
            Event::MatchOver { winner, .. } => side = winner,
            Event::Endless { laps, .. } => lap = Some(laps),
            Event::Way { .. }
            | Event::Reversed { .. }
            | Event::Decided { .. }
            | Event::Swapped { .. }
            | Event::Bonus { .. }
            | Event::Restored { .. }
            | Event::MoveEnded { .. } => {}
        }
        EventData {
            kind: event.kind(),
            text: explain::describe_event(game, std::slice::from_ref(event)),
            pit: pit.map(|pit| pit_name(&game.program, pit).to_string()),
            seeds,
            side: player(side),
            lap,
            rule: event.clause().map(|clause| RuleLineData::of(game, clause)),
        }
    }
}

fn events_to_python<'py>(py: Python<'py>, game: &Game, events: &[Event]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let told = events.iter().filter(|event| !event.is_bookkeeping());
    told.map(|event| made(py, "Event", &EventData::of(game, event))).collect()
}

impl PyPlay {
    /// Begins a game.
    pub fn new(game: Arc<Game>, from: Option<Position>) -> PyPlay {
        PyPlay { play: GamePlay::new(game, from), undone: false }
    }

    /// The position now, and what has to happen.
    pub fn now(&self) -> &GamePlay {
        &self.play
    }

    /// Takes a step, and begins the round that is due then.
    pub fn take(&mut self, step: Step) -> PyResult<()> {
        guarded(|| self.play.step(step).map(drop))?.map_err(|error| {
            MoveError::new_err(explain::step_error(self.play.game(), self.play.as_match(), step, error))
        })?;
        self.play.begin_rounds();
        self.undone = false;
        Ok(())
    }

    /// The last step, if it was not followed by one that was taken back.
    fn last(&self) -> Option<&PlayedTurn> {
        self.play.turns().last().filter(|_| !self.undone)
    }

    fn read(&self, py: Python<'_>, text: &str) -> PyResult<Step> {
        read_step(&self.play.game().program, self.play.position().to_move, text)
            .map_err(|problem| text_error(py, problem))
    }
}

#[pymethods]
impl PyPlay {
    #[staticmethod]
    fn _restore(py: Python<'_>, game: &PyGame, from: Option<&PyPosition>, steps: Vec<String>) -> PyResult<PyPlay> {
        let mut play = PyPlay::new(game.game.clone(), from.map(|from| from.position));
        for text in steps {
            let step = play.read(py, &text)?;
            play.take(step)?;
        }
        Ok(play)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Pickled<'py, (PyGame, Option<PyPosition>, Vec<String>)> {
        let play = slf.borrow();
        let from = play.play.from().map(|position| PyPosition { game: play.play.game().clone(), position });
        Ok((slf.get_type().getattr("_restore")?, (play.game(), from, play.steps())))
    }

    /// A copy that is played on independently.
    fn copy(&self) -> PyPlay {
        PyPlay { play: self.play.clone(), undone: self.undone }
    }

    fn __copy__(&self) -> PyPlay {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyPlay {
        self.copy()
    }

    fn __str__(&self) -> String {
        self.play.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<uur.Play {}: {}>", self.play.game().name, self.play.line())
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame { game: self.play.game().clone() }
    }

    /// The position now.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition { game: self.play.game().clone(), position: *self.play.position() }
    }

    /// What has to happen next: a `move`, a `lot`, or `nothing` because the game is over. The steps `@south` and `@north`
    /// decide a lot.
    #[getter]
    fn due(&self) -> &'static str {
        match self.play.due() {
            NextStep::Move(_) => "move",
            NextStep::Lot(_) => "lot",
            NextStep::Round => "round",
            NextStep::Nothing(_) => "nothing",
        }
    }

    /// The player to move: `south` or `north`; `None` if no move is due.
    #[getter]
    fn to_move(&self) -> Option<&'static str> {
        match self.play.due() {
            NextStep::Move(side) => Some(side.as_str()),
            NextStep::Lot(_) | NextStep::Round | NextStep::Nothing(_) => None,
        }
    }

    /// The round, from 1.
    #[getter]
    fn round(&self) -> u32 {
        self.play.round()
    }

    /// Whether the game is over; with rounds, whether the match is.
    #[getter]
    fn is_over(&self) -> bool {
        self.play.result().is_some()
    }

    /// The winner: `south` or `north`; `None` for a draw or while the game goes on.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        player(self.play.result().and_then(|over| over.winner))
    }

    /// The legal moves as texts, from the own A on; none if no move is due.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.play.legal_moves().into_iter().map(|m: Move| write_move(&self.play.game().program, m)).collect()
    }

    /// The steps so far, as texts.
    #[getter]
    fn steps(&self) -> Vec<String> {
        self.play.steps().iter().map(|&step| write_steps(&self.play.game().program, &[step])).collect()
    }

    /// The steps so far in one line.
    #[getter]
    fn line(&self) -> String {
        self.play.line()
    }

    /// The events of the last step, in order, and those with which a round has begun since; none after `undo`.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        events_to_python(py, self.play.game(), &self.last_events())
    }

    /// Takes a step, mostly a move such as `C`, and returns its events. If it ends a round of a match, the next one begins.
    ///
    /// Raises `NotationError` if the text is no step, and `MoveError` if the rules do not allow it; then nothing changes.
    fn play<'py>(&mut self, py: Python<'py>, step: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let step = self.read(py, step)?;
        self.take(step)?;
        self.events(py)
    }

    /// Takes the last step back and returns it; `None` at the start. The steps before it are played again.
    fn undo(&mut self) -> Option<String> {
        let undone = self.play.undo()?;
        self.play.begin_rounds();
        self.undone = true;
        Some(write_steps(&self.play.game().program, &[undone]))
    }

    /// Lists every event of the last move with the line that caused it and, at each landing, the lines that did not match
    /// and why not; `None` if the last step was not a move.
    fn why(&self) -> Option<String> {
        match self.last()? {
            PlayedTurn { before, step: Step::Move(m), .. } => {
                Some(wrap(&explain::why(self.play.game(), before, *m), None))
            }
            _ => None,
        }
    }

    /// Explains why a step cannot be taken now; `None` if it can.
    ///
    /// Raises `NotationError` if the text is no step.
    fn why_not(&self, py: Python<'_>, step: &str) -> PyResult<Option<String>> {
        let step = self.read(py, step)?;
        let mut tried = self.play.clone();
        let refused = tried.step(step).err();
        Ok(refused.map(|error| explain::step_error(self.play.game(), self.play.as_match(), step, error)))
    }

    /// Describes the events of the last step, a text for each event or row of seeds sown.
    fn describe(&self) -> Vec<String> {
        self.play.game().describe(&self.last_events())
    }

    /// Draws the game: for the start and after each step a sentence and a picture in SVG.
    fn frames(&self) -> Vec<(String, String)> {
        let (game, turns) = (self.play.game(), self.play.turns());
        let first = turns.first().map_or(self.play.position(), |turn| &turn.before);
        let mut frames = vec![(String::new(), svg(game, first, None))];
        for turn in turns {
            let (own, _) = turn.split();
            let text = match turn.step {
                Step::Move(m) => explain::summary(game, &turn.before, m, own),
                Step::Lot(_) | Step::Arrange(_) => game.describe(turn.own_events()).join("; "),
            };
            frames.push((text, svg(game, &turn.before.after(own), turn.drawn())));
        }
        frames
    }

    fn _repr_svg_(&self) -> String {
        let (game, position) = (self.play.game(), self.play.position());
        // After the last move of a round the board is that of the next round.
        let last = self.last().and_then(PlayedTurn::drawn);
        svg(game, position, last.filter(|last| last.before.after(last.events).seeds == position.seeds))
    }
}

impl PyPlay {
    fn last_events(&self) -> Vec<Event> {
        self.last().map_or(vec![], |turn| turn.own_events().iter().chain(self.play.beginning()).copied().collect())
    }
}
