//! Fast paths for moves whose laps and landing lines are fully tabulated.
//!
//! While both players have seeds, most lines of most games cannot fit. So a single test recognises the common
//! case, and only the others are examined line by line. A fast path may give up anywhere: then the move is
//! played again from the position before it, every rule examined.

use super::budget::Budget;
use super::compiled::Engine;
use super::landing_table::{AfterLanding, LandingTable, NextLap};
use super::lap_table::{LapEntry, LapTable};
use super::long_move::{LONG_MOVE_AFTER, LongMove, LongMoveEnd};
use super::moves::{MoveMask, by_marks, count_in_half, nth_in_half};
use super::play::{Decision, MoveInProgress};
use super::state::State;
use super::turn::TurnState;
use super::width::{LaneSet, Width};
use super::{Move, Moves};
use crate::on_kernel;
use crate::rules::{EndlessOutcome, Side, Way};

/// How the moves of a game are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strategy {
    /// One lap is sown, and one look-up decides what its landing does.
    SingleLap,
    /// The same, where there is nothing but seeds.
    Plain,
    /// Lap after lap is sown, and one look-up decides what each landing does.
    Relay,
    /// Every rule is examined.
    Interpreted,
}

/// Which pits with seeds may be lifted while both players have seeds. After most moves nothing else is examined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lifts<W: Width> {
    /// All in the mover's half.
    OwnHalf,
    /// Those in the sets, see [`Engine::by_mark`].
    ByMark([W::Set; 3]),
    /// It depends on more.
    Asked,
}

/// How moves are played, chosen once for a series and not for every move.
pub trait MoveStrategy<W: Width>: Copy {
    /// The engine of the game.
    fn engine(&self) -> &Engine<W>;

    /// How many moves a mask has.
    #[inline(always)]
    fn count_moves(&self, mover: Side, mask: MoveMask) -> usize {
        self.engine().count_moves(mover, mask)
    }

    /// The move of a number in the order of the moves of a mask, from 0.
    #[inline(always)]
    fn nth_move(&self, mover: Side, mask: MoveMask, number: usize) -> u8 {
        self.engine().nth_move(mover, mask, number)
    }

    /// Plays a legal move, given as a bit of the mask of moves. Repetition is not examined. A sowing of many laps is
    /// not followed to its end.
    fn play_or_defer(&self, was: &State<W>, code: u8) -> Successor<W>;

    /// The state after a legal move, and the moves there. Every sowing is followed to its end.
    #[inline(always)]
    fn play(&self, was: &State<W>, code: u8) -> (State<W>, MoveMask) {
        let Successor { state, moves, long } = self.play_or_defer(was, code);
        match long {
            None => (state, moves),
            Some(long) => {
                let (after, moves) = self.engine().finish_long_move(long);
                // Field by field: a copy in one piece would keep the state of every other move in memory, too.
                (State { ..after }, moves)
            }
        }
    }
}

/// What a move leads to.
///
/// It is a struct, not a `Result`, whose tag would be kept in a byte of the state: then states are copied in pieces,
/// and the processor waits for one piece to be written before it reads the next.
#[derive(Debug)]
pub struct Successor<W: Width> {
    /// The state after the move.
    pub state: State<W>,
    /// The moves there; none once the round is over.
    pub moves: MoveMask,
    /// If there is one, state and moves mean nothing yet: the sowing is to be continued with [`Engine::advance`] or
    /// [`Engine::advance_interleaved`].
    pub long: Option<Box<LongMove<W>>>,
}

/// The ways in which moves are played, one of which is a game's.
#[derive(Debug, Clone, Copy)]
pub enum Strategies<'a, W: Width> {
    /// One lap is sown, and one look-up decides what its landing does.
    SingleLap(SingleLap<'a, W, false>),
    /// The same, where there is nothing but seeds: no marks, one way, and every pit of the own half may be lifted.
    Plain(SingleLap<'a, W, true>),
    /// Lap after lap is sown, and one look-up decides what each landing does.
    Relay(Relay<'a, W>),
    /// Every rule is examined.
    Interpreted(Interpreted<'a, W>),
}

/// Evaluates an expression with the strategy of an engine's game, compiled once for each strategy. For boards with
/// rare parts, see [`Width::RARE`], which are never tabulated, the look-ups are not compiled at all.
#[doc(hidden)]
#[macro_export]
macro_rules! on_strategy {
    ($width:ty, $engine:expr, $strategy:ident => $then:expr) => {
        // The compiler knows the condition.
        if <$width as $crate::engine::Width>::RARE {
            let $strategy = $engine.interpreted();
            $then
        } else {
            match $engine.strategies() {
                $crate::engine::Strategies::Plain($strategy) => $then,
                $crate::engine::Strategies::SingleLap($strategy) => $then,
                $crate::engine::Strategies::Relay($strategy) => $then,
                $crate::engine::Strategies::Interpreted($strategy) => $then,
            }
        }
    };
}

/// Plays moves of one lap.
#[derive(Debug, Clone, Copy)]
pub struct SingleLap<'a, W: Width, const PLAIN: bool>(Tables<'a, W>);

/// Plays moves lap after lap.
#[derive(Debug, Clone, Copy)]
pub struct Relay<'a, W: Width>(Tables<'a, W>);

/// Plays moves with every rule examined.
#[derive(Debug, Clone, Copy)]
pub struct Interpreted<'a, W: Width>(&'a Engine<W>);

/// What is tabulated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tables<'a, W: Width> {
    pub engine: &'a Engine<W>,
    laps: &'a LapTable<W>,
    landings: &'a LandingTable<W>,
}

impl<W: Width> MoveStrategy<W> for Interpreted<'_, W> {
    fn engine(&self) -> &Engine<W> {
        self.0
    }

    #[inline(always)]
    fn play_or_defer(&self, was: &State<W>, code: u8) -> Successor<W> {
        let mut state = *was;
        let moves = self.0.play_interpreted(&mut state, code);
        Successor { state, moves, long: None }
    }
}

impl<W: Width, const PLAIN: bool> MoveStrategy<W> for SingleLap<'_, W, PLAIN> {
    #[inline(always)]
    fn count_moves(&self, mover: Side, mask: MoveMask) -> usize {
        if PLAIN { count_in_half::<W>(mover, mask) } else { self.engine().count_moves(mover, mask) }
    }

    #[inline(always)]
    fn nth_move(&self, mover: Side, mask: MoveMask, number: usize) -> u8 {
        if PLAIN { nth_in_half::<W>(mover, mask, number) } else { self.engine().nth_move(mover, mask, number) }
    }

    fn engine(&self) -> &Engine<W> {
        self.0.engine
    }

    #[inline(always)]
    fn play_or_defer(&self, was: &State<W>, code: u8) -> Successor<W> {
        let Tables { engine, laps, .. } = self.0;
        let (lane, way) = if PLAIN { (code.into(), Way::Onward) } else { engine.lifted_by(was.to_move, code) };
        let mut state = *was;
        let hand = state.held_in(lane);
        let lap = laps.get(way, state.to_move, lane, hand);
        state.add(&lap.delta);
        let before = state.held_in(lap.landing.here.into()).wrapping_sub(1);
        let context = || LapContext { lap, way, hand, lap_origin: lane, turn_origin: lane, reached: lap.sown, before };
        let landed = self.0.land::<false, PLAIN>(&mut state, lap, way, before, 0, context);
        let bonus = matches!(landed, Landed::End { bonus: true });
        let (state, moves) = engine.land_quietly::<PLAIN>(state, was, code, bonus);
        Successor { state, moves, long: None }
    }
}

impl<W: Width> MoveStrategy<W> for Relay<'_, W> {
    fn engine(&self) -> &Engine<W> {
        self.0.engine
    }

    #[inline(always)]
    fn play_or_defer(&self, was: &State<W>, code: u8) -> Successor<W> {
        let engine = self.0.engine;
        let (turn_origin, way) = engine.lifted_by(was.to_move, code);
        let mut state = *was;
        let Some(about_move) = self.0.landings.about_move(engine, was, turn_origin, way) else {
            let moves = engine.play_interpreted(&mut state, code);
            return Successor { state, moves, long: None };
        };
        let of_move = MoveContext { turn_origin, about_move };
        let mut unmarked = engine.unmarked(&state);
        let sown_on = if engine.lift_lines.is_empty() { 0 } else { engine.lifted_first(was, turn_origin, way) };
        let (mut lift, mut reached) = (NextLap { lane: turn_origin, sown_on, way }, W::Set::EMPTY);
        for _ in 0..LONG_MOVE_AFTER {
            let bonus = match self.0.lap(&mut state, unmarked, of_move, lift, &mut reached) {
                Landed::Relay(lane) => {
                    lift = NextLap { lane, sown_on: 0, ..lift };
                    continue;
                }
                Landed::Changed(next) => {
                    lift = next;
                    unmarked = engine.unmarked(&state);
                    continue;
                }
                Landed::End { bonus } => bonus,
            };
            let (state, moves) = engine.land_quietly::<false>(state, was, code, bonus);
            return Successor { state, moves, long: None };
        }
        let long = LongMove::begin(*was, code, of_move, state, lift, reached, engine.reversible);
        Successor { state, moves: 0, long: Some(long) }
    }
}

impl<W: Width> Tables<'_, W> {
    /// One lap, and what its landing does.
    #[inline(always)]
    pub fn lap(
        &self,
        state: &mut State<W>,
        unmarked: W::Set,
        of_move: MoveContext,
        lift: NextLap,
        reached: &mut W::Set,
    ) -> Landed {
        let NextLap { lane: from, way, .. } = lift;
        if !self.engine.lift.is_empty() {
            let mut changed = *state;
            self.engine.before_lap(&mut changed, of_move, lift);
            *state = changed;
        }
        let hand = if lift.sown_on > 0 { lift.sown_on } else { state.held_in(from) };
        // The lines of `lift` may have taken all seeds.
        if hand == 0 && !self.engine.lift.is_empty() {
            return Landed::End { bonus: false };
        }
        let lap = self.laps.get(way, state.to_move, from, hand);
        state.add(&lap.delta);
        *reached |= lap.sown;
        let here = usize::from(lap.landing.here);
        let before = state.held_in(here).wrapping_sub(1);
        if self.landings.always_relays() & (before > 0) & unmarked.has(here) {
            return Landed::Relay(here);
        }
        let MoveContext { turn_origin, about_move } = of_move;
        let context = || LapContext { lap, way, hand, lap_origin: from, turn_origin, reached: *reached, before };
        self.land::<true, false>(state, lap, way, before, about_move, context)
    }

    /// What a landing does.
    #[inline(always)]
    fn land<'l, const RELAYS: bool, const PLAIN: bool>(
        &self,
        state: &mut State<W>,
        lap: &'l LapEntry<W>,
        way: Way,
        before: u8,
        about_move: u8,
        context: impl FnOnce() -> LapContext<'l, W>,
    ) -> Landed {
        let place = &lap.landing;
        let here = usize::from(place.here);
        let effect = self.landings.effect::<PLAIN>(place, state, before, about_move);
        if RELAYS && effect.then == AfterLanding::Relay {
            return Landed::Relay(here);
        }
        if effect.then < AfterLanding::Run {
            effect.apply::<PLAIN>(state);
            return match effect.then {
                AfterLanding::Change if RELAYS => Landed::Changed(NextLap { lane: here, sown_on: 0, way }),
                then => Landed::End { bonus: then == AfterLanding::Bonus },
            };
        }
        if effect.then == AfterLanding::Run {
            self.landings.capture_run(state, way, here);
            return Landed::End { bonus: false };
        }
        let context = context();
        // A lap out of a store has no pit after which seeds are sown on.
        if RELAYS && effect.then < AfterLanding::Line && self.engine.pits.has(context.lap_origin) {
            let next = effect.go_on(state, way, context.lap_origin);
            return next.map_or(Landed::End { bonus: false }, Landed::Changed);
        }
        let mut changed = *state;
        let landed = self.engine.follow_line(&mut changed, about_move, &context);
        *state = changed;
        landed
    }
}

impl<W: Width> Lifts<W> {
    /// Which pits may be lifted, if after most moves nothing else is to be examined.
    pub fn of(engine: &Engine<W>) -> Option<Self> {
        let has_ways = engine.only_way.is_some() || engine.static_ways.is_some();
        let simple = has_ways
            && engine.prefer.is_empty()
            && engine.lift_lines.is_empty()
            && engine.begin.is_empty()
            && engine.enter.is_none()
            && engine.endless != EndlessOutcome::Illegal;
        let lifts = match engine.by_mark {
            Some(masks) if masks[0] == !W::Set::EMPTY && engine.has_no_marks() && engine.movable == engine.halves => {
                Lifts::OwnHalf
            }
            Some(masks) => Lifts::ByMark(masks),
            None => Lifts::Asked,
        };
        simple.then_some(lifts)
    }
}

impl<W: Width> Engine<W> {
    /// Chooses how moves are played.
    pub(super) fn choose_strategy(&mut self) {
        let tabulated = self.why_not_tabulated().is_none();
        let is_plain = self.quiet == Some(Lifts::OwnHalf) && self.only_way == Some(Way::Onward) && !self.any_half;
        let lap_by_lap = self.land.relays() || !self.lift.is_empty() || !self.lift_lines.is_empty();
        self.strategy = match &self.landings {
            Some(landings) if tabulated && (lap_by_lap || !landings.asks_of_landing_only()) => Strategy::Relay,
            Some(landings) if tabulated && is_plain && landings.is_plain() => Strategy::Plain,
            Some(_) if tabulated => Strategy::SingleLap,
            _ => Strategy::Interpreted,
        };
    }

    /// Why moves are not played by look-ups alone; `None` if they are.
    pub(super) fn why_not_tabulated(&self) -> Option<&'static str> {
        if W::RARE {
            Some("the game stores more than seeds and one kind of mark")
        } else if self.laps.is_none() {
            Some("laps are not tabulated")
        } else if !self.drop.is_empty() {
            Some("`drop` may end the round")
        } else if let Some(why) = self.land.why_not_full() {
            Some(why)
        } else if self.landings.is_none() {
            Some("a landing asks more than 6 questions that its place does not answer")
        } else if let Some(why) = self.why_no_masks() {
            Some(why)
        } else if self.enter.is_some() {
            Some("seeds may be entered from the store")
        } else if self.land.lines.iter().any(|line| line.acts_on_move()) {
            Some("a landing may end the round or reverse the way")
        } else if !self.lift.is_empty() && self.lift.full().is_none() {
            Some("`lift` asks about more than pits near the lap's origin")
        } else {
            self.why_moves_are_examined()
        }
    }

    /// Why moves are examined, whatever their laps and landings are; `None` if they are not.
    pub(super) fn why_moves_are_examined(&self) -> Option<&'static str> {
        if !self.finish_waits {
            Some("`finish` may take effect after any move")
        } else if self.bound.is_some_and(|bound| bound < LONG_MOVE_AFTER) {
            Some("moves are bound to few laps")
        } else if self.uses_last_move || self.kept.is_some() {
            Some("a line asks about earlier moves")
        } else if self.endless == EndlessOutcome::Stop {
            Some("endless moves stop where they come round")
        } else {
            None
        }
    }

    /// Whether moves are played by look-ups, or at least one after the other out of a mask.
    pub fn is_tabulated(&self) -> bool {
        self.masks
    }

    /// Whether no pit ever bears a mark.
    fn has_no_marks(&self) -> bool {
        self.mark_kinds == 0
    }

    /// Every rule examined.
    pub fn interpreted(&self) -> Interpreted<'_, W> {
        Interpreted(self)
    }

    /// How moves of the game are played. Games with rare parts, see [`Width::RARE`], are always interpreted.
    pub fn strategies(&self) -> Strategies<'_, W> {
        match (self.strategy, self.tables()) {
            (Strategy::Plain, Some(tables)) => Strategies::Plain(SingleLap(tables)),
            (Strategy::SingleLap, Some(tables)) => Strategies::SingleLap(SingleLap(tables)),
            (Strategy::Relay, Some(tables)) => Strategies::Relay(Relay(tables)),
            _ => Strategies::Interpreted(Interpreted(self)),
        }
    }

    pub(super) fn tables(&self) -> Option<Tables<'_, W>> {
        Some(Tables { engine: self, laps: self.laps.as_ref()?, landings: self.landings.as_ref()? })
    }

    /// The state after a legal move, see [`MoveStrategy::play`]. Where many moves are played, [`Engine::strategies`]
    /// is to be asked once for all of them.
    pub fn play_code(&self, was: &State<W>, code: u8) -> (State<W>, MoveMask) {
        on_kernel!(W, self, kernel => kernel.play_state(was, code),
            on_strategy!(W, self, strategy => strategy.play(was, code)))
    }

    /// See [`Engine::successor`].
    pub(super) fn succeed(&self, was: &State<W>, m: Move) -> (State<W>, MoveMask) {
        if self.has_masks(was) {
            return self.play_code(was, self.code(was, m));
        }
        let mut state = *was;
        let moves = self.play(&mut state, m, &mut (), &mut { Budget::FULL });
        (state, moves)
    }

    /// See [`Engine::successor_within`].
    pub(super) fn succeed_within(&self, was: &State<W>, m: Move, laps: u32) -> (State<W>, MoveMask, bool) {
        if let (true, Strategies::Relay(strategy)) = (self.has_masks(was), self.strategies()) {
            let Successor { state, moves, long } = strategy.play_or_defer(was, self.code(was, m));
            let Some(mut long) = long else { return (state, moves, false) };
            let most = u64::from(laps).saturating_sub(long.laps());
            let end = self.advance(&mut long, most);
            let (state, moves) = self.complete(&long, end.unwrap_or(LongMoveEnd::Endless));
            return (state, moves, end.is_none());
        }
        let mut state = *was;
        let mut budget = Budget::laps(laps);
        let moves = self.play(&mut state, m, &mut (), &mut budget);
        (state, moves, budget.overrun().is_some())
    }

    /// See [`Engine::placed`].
    pub(super) fn place(&self, seeds: &[u8], ply: u16) -> (State<W>, MoveMask) {
        let mut state = State::empty(ply);
        for (pit, &seeds) in self.layout.pits().zip(seeds) {
            state.put(self.layout.lane::<W>(pit), seeds);
        }
        let moves = self.check_end(&mut state, &mut ());
        (state, moves)
    }

    /// The moves of a state whose mask is known, in order.
    pub fn moves(&self, state: &State<W>, mask: MoveMask) -> Moves {
        match self.has_masks(state) {
            true => self.named(state, mask),
            false => self.legal_moves(state),
        }
    }

    /// See [`Engine::play_interpreted`].
    pub(super) fn interpret(&self, state: &mut State<W>, code: u8) -> MoveMask {
        let (lane, way) = self.lifted_by(state.to_move, code);
        let mut m = Move::lifting(self.layout.pit_of::<W>(lane));
        if self.kept.is_some() {
            m = self.as_move(state, code);
        }
        let turn = TurnState::before(state, m, lane, way);
        let mut budget = Budget::FULL;
        let mut out = ();
        let mut play = MoveInProgress::new(self, *state, turn, &mut out, &mut budget);
        let result = play.run();
        let (after, turn) = (play.state, play.turn);
        self.end_turn(state, &after, &turn, result, &mut ())
    }

    /// See [`Engine::lifted_first`].
    pub(super) fn count_lifted(&self, state: &State<W>, lane: usize, way: Way) -> u8 {
        let m = Move::lifting(self.layout.pit_of::<W>(lane));
        state.held(lane).saturating_sub(self.lift_info(state, m, lane, way).leave)
    }

    /// See [`Engine::before_lap`].
    pub(super) fn lift_lap(&self, state: &mut State<W>, of_move: MoveContext, lift: NextLap) {
        let lifted = Move::lifting(self.layout.pit_of::<W>(of_move.turn_origin));
        let before = state.held(lift.lane);
        let turn = TurnState {
            here: lift.lane,
            before,
            lap_origin: lift.lane,
            ..TurnState::before(state, lifted, of_move.turn_origin, lift.way)
        };
        let (mut budget, mut out) = (Budget::FULL, ());
        let mut play = MoveInProgress::new(self, *state, turn, &mut out, &mut budget);
        play.run_first_match(&self.lift);
        *state = play.state;
    }

    /// See [`Engine::act_at_lift`].
    pub(super) fn run_lift(&self, state: &mut State<W>, turn_origin: usize, lane: usize, way: Way) {
        self.lift_lap(state, MoveContext { turn_origin, about_move: 0 }, NextLap { lane, sown_on: 0, way });
    }

    /// See [`Engine::follow_line`].
    pub(super) fn follow_landing_line(&self, state: &mut State<W>, about_move: u8, context: &LapContext<W>) -> Landed {
        let LapContext { lap, way, hand, lap_origin, turn_origin, reached, before } = *context;
        let landings = self.landings.as_ref().expect("the landing was looked up in it");
        let line = &self.land.lines[landings.line(&lap.landing, state, before, about_move)];
        let lifted = Move::lifting(self.layout.pit_of::<W>(turn_origin));
        let turn = TurnState {
            here: lap.landing.here.into(),
            before,
            lap_origin,
            hand,
            last_seed: true,
            sown: lap.sown,
            reached,
            ..TurnState::before(state, lifted, turn_origin, way)
        };
        let mut budget = Budget::FULL;
        let mut out = ();
        let mut play = MoveInProgress::new(self, *state, turn, &mut out, &mut budget);
        let landed = match play.follow(line).unwrap_or_else(Decision::Asks) {
            Decision::Relay(lane, _) => Landed::Changed(NextLap { lane, sown_on: 0, way }),
            Decision::Resow { after, .. } => {
                let seeds = play.turn.gathered;
                play.state.put(after, seeds);
                Landed::Changed(NextLap { lane: after, sown_on: seeds, way: play.turn.way })
            }
            Decision::Bonus => Landed::End { bonus: true },
            Decision::Stop | Decision::Asks(_) | Decision::Over(..) => Landed::End { bonus: false },
        };
        *state = play.state;
        landed
    }

    pub(super) fn unmarked(&self, state: &State<W>) -> W::Set {
        self.pits & !(state.marks[0] | state.marks[1])
    }

    /// A move has landed, and the next turn begins.
    ///
    /// Whatever is rare works on a copy, so that the state itself stays in registers.
    #[inline(always)]
    pub(super) fn land_quietly<const PLAIN: bool>(
        &self,
        landed: State<W>,
        was: &State<W>,
        code: u8,
        bonus: bool,
    ) -> (State<W>, MoveMask) {
        let mover = landed.to_move;
        let mut state = landed;
        state.ply = state.ply.saturating_add(1);
        state.to_move = if (mover == Side::South) == bonus { Side::South } else { Side::North };
        let mut moves = self.quiet_moves::<PLAIN>(&state);
        if moves == 0 {
            let mut rare = State { to_move: mover, ply: was.ply, ..state };
            moves = self.land_otherwise(&mut rare, was, code, bonus);
            state = rare;
        }
        (state, moves)
    }

    /// The moves, if nothing but moving is to be done; none if more is to be examined.
    #[inline(always)]
    fn quiet_moves<const PLAIN: bool>(&self, state: &State<W>) -> MoveMask {
        let [own, other] = [state.to_move, state.to_move.other()];
        let midgame = state.has_seeds(own) & state.has_seeds(other);
        let quiet =
            midgame & (state.captured(own) <= self.quiet_stores[0]) & (state.captured(other) <= self.quiet_stores[1]);
        if PLAIN {
            return if quiet { state.occupied_half(own).bits() as u64 } else { 0 };
        }
        let Some(lifts) = self.quiet else { return 0 };
        if !quiet {
            return 0;
        }
        let lanes = match lifts {
            Lifts::OwnHalf => state.occupied_half(own),
            Lifts::ByMark(masks) => by_marks(state, state.occupied() & self.movable[own], masks),
            Lifts::Asked => {
                let copy = *state;
                return self.asked_moves(&copy);
            }
        };
        match &self.static_ways {
            Some(ways) if self.only_way.is_none() => ways[own].mask_of(own, lanes),
            _ => lanes.bits() as u64,
        }
    }

    /// See [`Engine::asked_moves`].
    pub(super) fn ask_moves(&self, state: &State<W>) -> MoveMask {
        let Some(way) = self.only_way else { return self.candidate_mask(state) };
        let filled = state.occupied();
        let lanes = match self.from.when.first_laps() {
            Some(laps) => laps.filter(state, way, filled & self.movable[state.to_move], filled),
            None => self.liftable(state, way, filled),
        };
        lanes.bits() as u64
    }

    /// See [`Engine::land_otherwise`].
    pub(super) fn land_examined(&self, state: &mut State<W>, was: &State<W>, code: u8, bonus: bool) -> MoveMask {
        if !self.finish.is_empty() && !self.is_midgame(state.occupied()) {
            *state = *was;
            return self.play_interpreted(state, code);
        }
        self.next_turn(state, bonus)
    }
}

/// What is the same for all laps of a move.
#[derive(Debug, Clone, Copy)]
pub(super) struct MoveContext {
    pub turn_origin: usize,
    /// The answers about the move, see [`LandingTable::about_move`].
    pub about_move: u8,
}

/// What a line may ask about a lap.
#[derive(Clone, Copy)]
pub(super) struct LapContext<'a, W: Width> {
    lap: &'a LapEntry<W>,
    way: Way,
    hand: u8,
    lap_origin: usize,
    turn_origin: usize,
    reached: W::Set,
    /// Seeds in the landing pit before the last one fell.
    before: u8,
}

/// What a landing results in.
pub(super) enum Landed {
    /// The sowing goes on with this lane, and nothing else has happened.
    Relay(usize),
    /// It goes on with this lap, after a line has taken effect.
    Changed(NextLap),
    /// It ends; with a bonus the mover moves once more.
    End { bonus: bool },
}
