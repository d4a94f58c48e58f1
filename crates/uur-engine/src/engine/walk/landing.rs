//! A moment of a move, or before one, as explanations examine it.

use crate::engine::lines::lowering::Lowering;
use crate::engine::lines::predicate::View;
use crate::engine::state::position::{Mark, Pit, Position};
use crate::engine::state::turn::TurnState;
use crate::engine::state::width::{LaneSet, Width};
use crate::engine::state::{RareParts, State};
use crate::engine::walk::Walk;
use crate::rules::{Condition, PathStep, PitView, Place, Side, Whose};

/// A moment of a move, or before one, of which questions can be asked.
pub trait Moment {
    /// The player whose move it is.
    fn mover(&self) -> Side;
    /// Where the last seed fell, or the pit in question.
    fn here(&self) -> Pit;
    /// The board.
    fn position(&self) -> Position;
    /// Whether a condition of a round holds.
    fn holds(&self, condition: &Condition) -> bool;
    /// The pit or store that a path leads to; `None` if it leads off the board.
    fn at_path(&self, path: &[PathStep]) -> Option<Pit>;
    /// What can be seen of that pit; without one, an empty pit.
    fn pit(&self, path: &[PathStep]) -> PitView;
    /// The seeds in a place.
    fn seeds(&self, place: &Place) -> u16;
}

/// A moment in the words of an engine.
pub(crate) struct Examined<'a, W: Width> {
    pub walk: &'a Walk<W>,
    pub state: State<W>,
    pub turn: TurnState<W>,
    /// Whether nothing has moved yet.
    pub before_move: bool,
}

impl<W: Width> Examined<'_, W> {
    fn view(&self) -> View<'_, W> {
        View::landing(self.walk, &self.state, &self.turn)
    }

    fn lane(&self, path: &[PathStep]) -> usize {
        let path = Lowering::plain(&self.walk.board).path(&path.to_vec(), self.before_move);
        self.view().lane(&path, self.turn.here)
    }

    fn whose(&self, side: Side) -> Whose {
        if side == self.state.to_move { Whose::Own } else { Whose::Opponent }
    }
}

impl<W: Width> Moment for Examined<'_, W> {
    fn mover(&self) -> Side {
        self.state.to_move
    }

    fn here(&self) -> Pit {
        self.walk.board.layout.pit_of::<W>(self.turn.here)
    }

    fn position(&self) -> Position {
        self.walk.unpack(&self.state)
    }

    fn holds(&self, condition: &Condition) -> bool {
        Lowering::plain(&self.walk.board).predicate(condition, self.before_move).holds(&self.view())
    }

    fn at_path(&self, path: &[PathStep]) -> Option<Pit> {
        let lane = self.lane(path);
        (lane != W::NONE).then(|| self.walk.board.layout.pit_of::<W>(lane))
    }

    fn pit(&self, path: &[PathStep]) -> PitView {
        let lane = self.lane(path);
        if lane == W::NONE {
            return PitView::none();
        }
        let (layout, state, turn) = (&self.walk.board.layout, &self.state, &self.turn);
        let pit = layout.pit_of::<W>(lane);
        let seeds = u16::from(state.held(lane));
        let last = state.rare.get().and_then(|rare| rare.last);
        PitView {
            row: self.whose(layout.owner(state.territory(), pit)),
            store: pit.store_of().is_some(),
            absent: false,
            nth_row: if pit.store_of().is_some() { 0 } else { layout.row(pit) },
            number: if pit.store_of().is_some() { 0 } else { layout.letter(pit) },
            mark: state.mark(lane).map(|Mark { kind, owner }| (kind, self.whose(owner))),
            seeds,
            before: if lane == turn.here { turn.before.into() } else { seeds },
            closed: state.closed().has(lane),
            lap_origin: lane == turn.lap_origin,
            turn_origin: lane == turn.turn_origin,
            last_origin: last.is_some_and(|(origin, _)| usize::from(origin) == lane),
            last_landing: last.is_some_and(|(_, landing)| usize::from(landing) == lane),
            landing: lane == turn.here,
            sown: turn.sown.has(lane),
            reached: turn.reached.has(lane),
        }
    }

    fn seeds(&self, place: &Place) -> u16 {
        Lowering::plain(&self.walk.board).count(place, self.before_move).seeds(&self.view(), self.turn.here)
    }
}
