//! The walk: it plays every move in the order of the manual, and says which moves there are and what follows.

pub(crate) mod budget;
pub(crate) mod draw;
pub(crate) mod ending;
mod error;
pub(crate) mod event;
pub(crate) mod landing;
pub(crate) mod moves;
pub(crate) mod once;
pub(crate) mod play;
mod repetition;

use std::sync::OnceLock;

use crate::engine::lines::Lines;
use crate::engine::lines::effect::LineEffects;
use crate::engine::lines::facts::Facts;
use crate::engine::lines::lap_table::LapTable;
use crate::engine::lines::predicate::Predicate;
use crate::engine::lines::table::MidgameLifts;
use crate::engine::state::State;
use crate::engine::state::board::BoardLanes;
use crate::engine::state::layout::Layout;
use crate::engine::state::mask::Ways;
use crate::engine::state::position::Position;
use crate::engine::state::width::Width;
use crate::engine::walk::budget::Interrupt;
use crate::engine::walk::once::WalkedOnce;
use crate::rules::Rules;

/// The walk of a game on boards of one width.
#[derive(Debug, Clone)]
pub struct Walk<W: Width> {
    pub(crate) board: BoardLanes<W>,
    pub(crate) lines: Lines<W>,
    pub(crate) tables: Tables<W>,
    /// Whether what can be tabulated is looked up.
    pub(crate) looks_up: bool,
    pub(crate) interrupt: Interrupt,
    once: &'static WalkedOnce<W>,
}

/// Asks a walk what the lines of `land` do.
pub(crate) type Learning<W> = fn(&Walk<W>) -> LineEffects<W>;

/// What is known before a game is played, as far as it is tabulated.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tables<W: Width> {
    /// That both players have seeds is seen from their halves.
    pub sides_are_halves: bool,
    /// While both players have seeds, no line of `finish` fits.
    pub finish_waits: bool,
    /// The lines of the end that may fit while both players have seeds and the player to move has a move.
    pub midgame_end: Vec<Predicate<W>>,
    /// Which pits may be lifted while both players have seeds; `None` if it depends on more.
    pub midgame_lifts: Option<MidgameLifts<W>>,
    /// The pits by the way in which they are sown, by the mover, if that never changes.
    pub static_ways: Option<[Ways<W>; 2]>,
    pub laps: Option<LapTable<W>>,
    /// How the walk finds out what the lines of `land` do, if the lines that fit are looked up.
    pub learn: Option<Learning<W>>,
    /// What they do where masks can say it, once the walk has looked one up.
    line_effects: OnceLock<LineEffects<W>>,
}

impl<W: Width> Walk<W> {
    /// The walk of a game. `shifts` says whether it is to be played on boards with closed pits, or with pits that have
    /// changed owners.
    pub(crate) fn new(
        rules: &Rules,
        layout: &Layout,
        facts: Facts,
        looks_up: bool,
        shifts: bool,
        most_seeds: u8,
        interrupt: Interrupt,
    ) -> Self {
        let lifts = [facts.any_half, rules.sowing.from_store()];
        let board = BoardLanes::of(layout, lifts, shifts, rules.marks.len(), most_seeds);
        let lines = Lines::of(rules, facts, &board, looks_up);
        Walk { board, lines, tables: Tables::default(), looks_up, interrupt, once: WalkedOnce::METHODS }
    }

    /// What the lines of `land` do, if the lines that fit are looked up.
    #[inline]
    pub(crate) fn line_effects(&self) -> Option<&LineEffects<W>> {
        let learn = self.tables.learn?;
        Some(self.tables.line_effects.get_or_init(|| learn(self)))
    }

    /// Whether lines of the opening, or a swap, concern the next move.
    #[inline]
    pub(crate) fn is_scripted(&self, state: &State<W>) -> bool {
        state.ply < self.lines.scripted_until
    }

    /// Whether the work is to end, asked by a sowing, which is then cut short.
    pub(crate) fn interrupted(&self) -> bool {
        self.interrupt.cuts_short()
    }

    /// Whether a sowing was cut short, see [`Program::cut_short`](super::Program::cut_short).
    #[inline]
    pub fn cut_short(&self) -> bool {
        self.interrupt.heard()
    }

    /// Whether the work is to end, see [`Program::stops`](super::Program::stops).
    pub fn stops(&self) -> bool {
        self.interrupt.stops()
    }

    /// A position in words; `None` if this engine does not play on from it.
    pub fn pack(&self, position: &Position) -> Option<State<W>> {
        let shifted = position.closed != 0 || position.territory != 0;
        let fits = (self.board.shifts || !shifted) && position.total() <= self.board.most_seeds.into();
        if fits { State::pack(&self.board.layout, position) } else { None }
    }

    /// The position of a state. The points of a match are missing.
    pub fn unpack(&self, state: &State<W>) -> Position {
        state.unpack(&self.board.layout)
    }

    /// The geometry of the board.
    pub fn layout(&self) -> &Layout {
        &self.board.layout
    }

    /// Whether moves may also start in the opponent's half.
    pub fn plays_any_half(&self) -> bool {
        self.lines.any_half
    }

    /// Whether a set of moves tells the two ways of sowing apart.
    #[inline(always)]
    pub fn has_two_ways(&self) -> bool {
        self.lines.only_way.is_none()
    }
}
