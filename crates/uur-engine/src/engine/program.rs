//! A compiled game, used through positions. The laboratory uses its engines directly.

use std::sync::{Arc, OnceLock};

use crate::chance::Rng;
use crate::engine::compiled::{Engine, Opt};
use crate::engine::lines::facts::{Facts, needs_rare};
use crate::engine::plan::describe;
use crate::engine::state::State;
use crate::engine::state::layout::Layout;
use crate::engine::state::mask::{Move, Moves};
use crate::engine::state::position::{Pit, Position};
use crate::engine::state::repetition::History;
#[cfg(not(target_arch = "wasm32"))]
use crate::engine::state::width::{Broad, BroadRich, Narrow, Rich};
use crate::engine::state::width::{LaneSet, Vast, Wide, Width};
use crate::engine::walk::budget::{Budget, Interrupt};
use crate::engine::walk::draw::RandomMove;
use crate::engine::walk::event::{AnyObserver, Observer};
use crate::engine::walk::landing::{Examined, Moment};
use crate::engine::walk::moves::PlayError;
use crate::rules::{ClauseId, Condition, Goal, Rules, Side};

/// A compiled game. It plays every position of its board and never changes.
///
/// Its methods translate a position for the engine, and back. Code that plays many positions begins a line of play with
/// [`Program::line`], which is some ten times as fast.
#[derive(Debug, Clone)]
pub struct Program {
    rules: Arc<Rules>,
    layout: Layout,
    facts: Facts,
    fresh: Position,
    start: Position,
    engines: Engines,
    interrupt: Interrupt,
}

/// Engines for a game, each made when it is first needed: for boards as they are set up and for boards with
/// closed pits or pits that have changed owners, with tables and without.
#[derive(Debug, Clone, Default)]
struct Engines([[OnceLock<AnyEngine>; 3]; 2]);

/// An engine of the width that a board needs. In a page, where code has to be loaded, there are two: for boards of at
/// most 15 pits a player with plain contents, and for all others.
#[derive(Debug, Clone)]
pub enum AnyEngine {
    /// Up to 7 pits a player.
    #[cfg(not(target_arch = "wasm32"))]
    Narrow(Arc<Engine<Narrow>>),
    /// Up to 15 pits a player.
    Wide(Arc<Engine<Wide>>),
    /// Up to 15 pits a player, in games that store more than seeds and one kind of mark.
    #[cfg(not(target_arch = "wasm32"))]
    Rich(Arc<Engine<Rich>>),
    /// Up to 23 pits a player.
    #[cfg(not(target_arch = "wasm32"))]
    Broad(Arc<Engine<Broad>>),
    /// Up to 23 pits a player, in games that store more than seeds and one kind of mark.
    #[cfg(not(target_arch = "wasm32"))]
    BroadRich(Arc<Engine<BroadRich>>),
    /// Up to 32 pits a player.
    Vast(Arc<Engine<Vast>>),
}

/// Evaluates an expression with the engine of whatever width.
#[doc(hidden)]
#[macro_export]
macro_rules! on_engine {
    ($any:expr, $engine:ident => $then:expr) => {
        match $any {
            #[cfg(not(target_arch = "wasm32"))]
            $crate::engine::AnyEngine::Narrow($engine) => $then,
            $crate::engine::AnyEngine::Wide($engine) => $then,
            #[cfg(not(target_arch = "wasm32"))]
            $crate::engine::AnyEngine::Rich($engine) => $then,
            #[cfg(not(target_arch = "wasm32"))]
            $crate::engine::AnyEngine::Broad($engine) => $then,
            #[cfg(not(target_arch = "wasm32"))]
            $crate::engine::AnyEngine::BroadRich($engine) => $then,
            $crate::engine::AnyEngine::Vast($engine) => $then,
        }
    };
}

/// Compiles a game. Checked rules are always valid, so this cannot fail.
pub fn compile(rules: &Rules) -> Program {
    let layout = Layout::of(&rules.board, &rules.sowing);
    let fresh = Position::set_up(rules, &layout);
    let mut program = Program {
        facts: Facts::of(rules, &layout),
        rules: Arc::new(rules.clone()),
        layout,
        fresh,
        start: fresh,
        engines: Engines::default(),
        interrupt: Interrupt::default(),
    };
    let starter = program.fresh.to_move;
    let Program { facts, fresh, .. } = &mut program;
    fresh.memory.starter = facts.asked.starter.then_some(starter);
    let mut start = *fresh;
    program.begin_turn(&mut start, &mut ());
    program.start = start;
    program
}

impl Program {
    /// Returns the engine for a position and for all that follow it in its round.
    #[doc(hidden)]
    pub fn engine(&self, position: &Position, opt: Opt) -> AnyEngine {
        let shifts = position.closed != 0 || position.territory != 0;
        let most_seeds = self.fresh.total().min(255);
        if position.total() > most_seeds {
            return self.new_engine(opt, shifts, position.total().min(255) as u8);
        }
        let slot = &self.engines.0[usize::from(shifts)][opt as usize];
        slot.get_or_init(|| self.new_engine(opt, shifts, most_seeds as u8)).clone()
    }

    fn new_engine(&self, opt: Opt, shifts: bool, most_seeds: u8) -> AnyEngine {
        let rare = shifts || needs_rare(&self.rules, self.facts);
        match self.layout.span() {
            #[cfg(not(target_arch = "wasm32"))]
            0..=7 if !rare => AnyEngine::Narrow(self.engine_of(opt, shifts, most_seeds)),
            0..=15 if !rare => AnyEngine::Wide(self.engine_of(opt, shifts, most_seeds)),
            #[cfg(not(target_arch = "wasm32"))]
            0..=15 => AnyEngine::Rich(self.engine_of(opt, shifts, most_seeds)),
            #[cfg(not(target_arch = "wasm32"))]
            16..=23 if !rare => AnyEngine::Broad(self.engine_of(opt, shifts, most_seeds)),
            #[cfg(not(target_arch = "wasm32"))]
            16..=23 => AnyEngine::BroadRich(self.engine_of(opt, shifts, most_seeds)),
            _ => AnyEngine::Vast(self.engine_of(opt, shifts, most_seeds)),
        }
    }

    fn engine_of<W: Width>(&self, opt: Opt, shifts: bool, most_seeds: u8) -> Arc<Engine<W>> {
        let interrupt = self.interrupt.clone();
        Arc::new(Engine::new(&self.rules, &self.layout, self.facts, opt, shifts, most_seeds, interrupt))
    }

    /// Returns how each step of a move is carried out, and why a step is not tabulated.
    #[doc(hidden)]
    pub fn plan(&self) -> Vec<(&'static str, String)> {
        on_engine!(self.engine(&self.start, Opt::Full), engine => describe(&engine, &self.rules))
    }

    /// Returns the geometry of the board.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the start position.
    pub fn start(&self) -> Position {
        self.start
    }

    /// Returns the board as it is set up, before the first turn begins.
    #[doc(hidden)]
    pub fn fresh(&self) -> Position {
        self.fresh
    }

    /// Returns the board with its marks and without seeds.
    #[doc(hidden)]
    pub fn bare(&self) -> Position {
        Position { marks: self.fresh.marks, ..Position::empty() }
    }

    /// Returns the rules that it plays by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns what is known of the rules.
    #[doc(hidden)]
    pub fn facts(&self) -> Facts {
        self.facts
    }

    /// Lets a player begin a round.
    #[doc(hidden)]
    pub fn set_starter(&self, position: &mut Position, side: Side) {
        position.to_move = side;
        position.memory.starter = self.facts.asked.starter.then_some(side);
    }

    /// Whether South is the only player.
    pub fn is_single_player(&self) -> bool {
        self.layout.is_alone()
    }

    /// Returns the owner of a pit: the player in whose half it lies, unless the other has gained it.
    pub fn owner(&self, position: &Position, pit: Pit) -> Side {
        self.layout.owner(position.territory, pit)
    }

    /// Returns the pits that a player owns, along the path from South's A.
    pub fn owned(&self, position: &Position, side: Side) -> impl Iterator<Item = Pit> {
        let territory = position.territory;
        self.layout.pits().filter(move |&pit| self.layout.owner(territory, pit) == side)
    }

    /// Returns the moves of the player to move, from the player's own A on along the path; none once the round is over.
    pub fn legal_moves(&self, position: &Position) -> Moves {
        on_engine!(self.engine(position, Opt::None), engine => engine.legal_moves(&engine.packed(position)))
    }

    /// Checks whether a move is legal.
    ///
    /// # Errors
    /// The reason why it is illegal, with the clause that forbids it.
    pub fn check(&self, position: &Position, m: Move) -> Result<(), PlayError> {
        on_engine!(self.engine(position, Opt::None), engine => engine.check(&engine.packed(position), m))
    }

    /// Returns the lines of `prefer` that put moves before others in a position.
    pub fn preferring(&self, position: &Position) -> Vec<ClauseId> {
        on_engine!(self.engine(position, Opt::None), engine => engine.preferring(&engine.packed(position)))
    }

    /// Plays a move if it is legal, and examines whether the round is over, by repetition too. The new position is
    /// added to the history.
    ///
    /// # Errors
    /// The reason why it is not legal; then nothing has changed.
    pub fn play(
        &self,
        position: &mut Position,
        history: &mut History,
        m: Move,
        observer: &mut impl Observer,
    ) -> Result<(), PlayError> {
        self.check(position, m)?;
        self.play_within(position, history, m, observer, &mut { Budget::FULL });
        Ok(())
    }

    /// The same for a move that is known to be legal, of limited length. After a move that has overrun its budget the
    /// position means nothing.
    #[doc(hidden)]
    pub fn play_within(
        &self,
        position: &mut Position,
        history: &mut History,
        m: Move,
        observer: &mut impl Observer,
        budget: &mut Budget,
    ) {
        self.play_alone(position, m, observer, budget);
        let times = history.record(position);
        if self.rules.repetition.times.is_some_and(|most| times >= most.into()) && position.outcome.is_none() {
            self.end_by_repetition(position, observer);
        }
    }

    /// Plays a move that is known to be legal; repetition is not examined.
    pub fn play_unchecked(&self, position: &mut Position, m: Move, observer: &mut impl Observer) {
        self.play_alone(position, m, observer, &mut { Budget::FULL });
    }

    /// Observes a move of a pit as far as it decides what is asked, whether or not it is legal.
    #[doc(hidden)]
    pub fn observe_unchecked(&self, position: &Position, m: Move, observer: &mut impl Observer) {
        let mut out: &mut dyn AnyObserver = observer;
        on_engine!(self.engine(position, Opt::None), engine => {
            engine.observe(&engine.packed(position), m, &mut out);
        });
    }

    /// The same for a move of limited length. After a move that has overrun its budget the position means nothing.
    #[doc(hidden)]
    pub fn play_alone(&self, position: &mut Position, m: Move, observer: &mut impl Observer, budget: &mut Budget) {
        self.play_observed(position, m, erased(observer), budget);
    }

    fn play_observed(&self, position: &mut Position, m: Move, observer: Erased<'_>, budget: &mut Budget) {
        on_engine!(self.engine(position, Opt::None), engine => {
            self.change(&engine, position, |state| match observer {
                Some(mut out) => _ = engine.play(state, m, &mut out, budget),
                None => _ = engine.play(state, m, &mut (), budget),
            });
        });
    }

    /// Begins a turn: what then happens, and whether the player whose turn it is meets the end of the round.
    #[doc(hidden)]
    pub fn begin_turn(&self, position: &mut Position, observer: &mut impl Observer) {
        self.begin_observed_turn(position, erased(observer));
    }

    fn begin_observed_turn(&self, position: &mut Position, observer: Erased<'_>) {
        on_engine!(self.engine(position, Opt::None), engine => {
            self.change(&engine, position, |state| {
                match observer {
                    Some(mut out) => engine.begin_turn(state, &mut out),
                    None => engine.begin_turn(state, &mut ()),
                };
            });
        });
    }

    /// Examines whether the player whose turn begins meets the end of the round, and ends it or passes the turn on.
    #[doc(hidden)]
    pub fn check_end(&self, position: &mut Position, observer: &mut impl Observer) {
        self.check_observed_end(position, erased(observer));
    }

    fn check_observed_end(&self, position: &mut Position, observer: Erased<'_>) {
        on_engine!(self.engine(position, Opt::None), engine => {
            self.change(&engine, position, |state| {
                match observer {
                    Some(mut out) => engine.check_end(state, &mut out),
                    None => engine.check_end(state, &mut ()),
                };
            });
        });
    }

    /// Ends the round because the position has occurred too often.
    #[doc(hidden)]
    pub fn end_by_repetition(&self, position: &mut Position, observer: &mut impl Observer) {
        self.end_observed_by_repetition(position, erased(observer));
    }

    fn end_observed_by_repetition(&self, position: &mut Position, observer: Erased<'_>) {
        on_engine!(self.engine(position, Opt::None), engine => {
            self.change(&engine, position, |state| match observer {
                Some(mut out) => engine.end_by_repetition(state, &mut out),
                None => engine.end_by_repetition(state, &mut ()),
            });
        });
    }

    /// Draws a legal move, with the random numbers that `docs/laboratory.md` describes. `None` if there is none.
    #[doc(hidden)]
    pub fn draw_move(&self, position: &Position, chance: &mut Rng) -> Option<RandomMove> {
        on_engine!(self.engine(position, Opt::None), engine => engine.draw_move(&engine.packed(position), chance))
    }

    /// Changes a position as an engine does it.
    fn change<W: Width>(&self, engine: &Engine<W>, position: &mut Position, does: impl FnOnce(&mut State<W>)) {
        let mut state = engine.packed(position);
        does(&mut state);
        *position = Position { points: position.points, ..engine.unpack(&state) };
    }

    /// Whether a condition of the end holds for a player, as if the player's turn began.
    #[doc(hidden)]
    pub fn holds_for(&self, position: &Position, side: Side, condition: &Condition) -> bool {
        on_engine!(self.engine(position, Opt::None), engine => {
            engine.holds_for(&engine.packed(position), side, condition)
        })
    }

    /// Returns a bit for each pit of which a condition is true for a player, as if the player's turn began.
    #[doc(hidden)]
    pub fn matching_pits(&self, position: &Position, side: Side, condition: &Condition) -> u64 {
        on_engine!(self.engine(position, Opt::None), engine => {
            let pits = engine.matching_pits(&engine.packed(position), side, condition);
            self.layout.pits().filter(|pit| engine.has_pit(pits, *pit)).fold(0, |bits, pit| bits | 1 << pit.0)
        })
    }

    /// Examines a move that might be made, before anything has moved.
    #[doc(hidden)]
    pub fn preview<T>(&self, position: &Position, m: Move, examine: impl FnOnce(&dyn Moment) -> T) -> T {
        let mut examine = Some(examine);
        let mut result = None;
        self.before_move(position, m, &mut |moment| result = examine.take().map(|examine| examine(moment)));
        result.expect("a move is examined once")
    }

    fn before_move(&self, position: &Position, m: Move, examine: &mut dyn FnMut(&dyn Moment)) {
        on_engine!(self.engine(position, Opt::None), engine => {
            let state = engine.packed(position);
            examine(&Examined { walk: &engine, state, turn: engine.before_move(&state, m), before_move: true });
        });
    }

    /// What the goal counts: seeds in the stores for `most seeds`; without a goal 1 for the winner of a finished
    /// round.
    pub fn score(&self, position: &Position) -> [u16; 2] {
        match self.rules.goal {
            Some(Goal::MostSeeds) => position.captured,
            None => {
                let won = |side| u16::from(position.outcome.is_some_and(|outcome| outcome.winner == Some(side)));
                [won(Side::South), won(Side::North)]
            }
        }
    }

    /// Sets a function that cuts sowings of many laps short once it returns true. It applies to clones of the
    /// program too.
    pub fn interrupt_when(&mut self, stops: impl Fn() -> bool + Send + Sync + 'static) {
        self.interrupt_reporting(stops, || {});
    }

    /// The same, and `on_abandoned` is called when a sowing is abandoned because of its length.
    #[doc(hidden)]
    pub fn interrupt_reporting(
        &mut self,
        stops: impl Fn() -> bool + Send + Sync + 'static,
        on_abandoned: impl Fn() + Send + Sync + 'static,
    ) {
        self.interrupt = Interrupt::new(stops, on_abandoned);
        self.engines = Engines::default();
    }

    /// Whether a sowing was cut short, by an interrupt or because of its length. No result since then is to be trusted.
    #[inline]
    pub fn cut_short(&self) -> bool {
        self.interrupt.heard()
    }

    /// The number of sowings that were abandoned because of their length, see [`MOST_LAPS`](super::MOST_LAPS). Where it
    /// grows, an answer is not known: which moves may be made, or what a move leads to.
    #[doc(hidden)]
    pub fn abandoned(&self) -> u32 {
        self.interrupt.abandoned()
    }

    /// Whether the work is to end: a sowing was cut short, or would be now.
    pub fn stops(&self) -> bool {
        self.interrupt.stops()
    }
}

/// An observer as the engines know it, so that they are compiled once and not for each observer; `None` observes nothing.
type Erased<'a> = Option<&'a mut (dyn AnyObserver + 'a)>;

fn erased<O: Observer>(observer: &mut O) -> Erased<'_> {
    if O::TRACES { Some(observer) } else { None }
}

impl<W: Width> Engine<W> {
    /// Whether a set contains a pit.
    fn has_pit(&self, set: W::Set, pit: Pit) -> bool {
        set.has(self.layout().lane::<W>(pit))
    }

    /// The state of a position for which this engine was chosen.
    fn packed(&self, position: &Position) -> State<W> {
        self.pack(position).expect("the engine was chosen for the position")
    }
}
