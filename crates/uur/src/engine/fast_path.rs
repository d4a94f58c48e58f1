//! Fast paths for moves whose laps and landing lines are fully tabulated.
//!
//! While both players have seeds, most lines of most games cannot fit. So a single test recognises the common
//! case, and only the others are examined line by line. A fast path may give up anywhere: then the move is
//! played again from the position before it, every rule examined.

use super::budget::Budget;
use super::compiled::Engine;
use super::lap_table::{LapEntry, LapTable};
use super::long_move::{LONG_MOVE_AFTER, LongMove, LongMoveEnd};
use super::moves::{MoveMask, by_marks};
use super::play::{Decision, MoveInProgress};
use super::state::State;
use super::table::{CapturePlan, FullTable, Landing, Line, StoreThresholds};
use super::turn::TurnState;
use super::width::{LaneSet, Width};
use super::{Move, Moves};
use crate::rules::{EndlessOutcome, Side, Way};

/// How the moves of a game are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strategy {
    /// One lap is sown, and one look-up decides what its landing does.
    SingleLap,
    /// Lap after lap is sown, and one look-up decides what each landing does.
    Relay,
    /// Every rule is examined.
    Interpreted,
}

/// What is examined after most moves: both players have seeds, and the player to move has a move.
#[derive(Debug, Clone)]
pub(super) struct QuietMoves<W: Width> {
    /// Which pits may be lifted then.
    lifts: Lifts<W>,
    /// Lines of the end that may fit even then.
    busy: Option<StoreThresholds>,
    /// The way of all moves; `None` if there are two.
    way: Option<Way>,
}

/// Which pits with seeds may be lifted while both players have seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lifts<W: Width> {
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

    /// Makes a state what it is after a legal move out of another one, given as a bit of its mask. Repetition is
    /// not examined. Returns the moves there; none once the round is over.
    ///
    /// # Errors
    ///
    /// A sowing of many laps is not followed to its end, but returned, to be continued with
    /// [`Engine::advance`] or [`Engine::advance_interleaved`].
    fn play_or_defer(&self, was: &State<W>, state: &mut State<W>, code: u8) -> Result<MoveMask, Box<LongMove<W>>>;

    /// The same, but every sowing is followed to its end.
    #[inline(always)]
    fn play(&self, was: &State<W>, state: &mut State<W>, code: u8) -> MoveMask {
        match self.play_or_defer(was, state, code) {
            Ok(moves) => moves,
            Err(long) => self.engine().finish_long_move(state, long),
        }
    }
}

/// The ways in which moves are played, one of which is a game's.
#[derive(Debug, Clone, Copy)]
pub enum Strategies<'a, W: Width> {
    /// One lap is sown, and one look-up decides what its landing does.
    SingleLap(SingleLap<'a, W>),
    /// Lap after lap is sown, and one look-up decides what each landing does.
    Relay(Relay<'a, W>),
    /// Every rule is examined.
    Interpreted(Interpreted<'a, W>),
}

/// Plays moves of one lap.
#[derive(Debug, Clone, Copy)]
pub struct SingleLap<'a, W: Width>(Tables<'a, W>);

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
    land: FullTable<'a, W>,
}

impl<W: Width> MoveStrategy<W> for Interpreted<'_, W> {
    fn engine(&self) -> &Engine<W> {
        self.0
    }

    #[inline(always)]
    fn play_or_defer(&self, was: &State<W>, state: &mut State<W>, code: u8) -> Result<MoveMask, Box<LongMove<W>>> {
        *state = *was;
        Ok(self.0.play_interpreted(state, code))
    }
}

impl<W: Width> MoveStrategy<W> for SingleLap<'_, W> {
    fn engine(&self) -> &Engine<W> {
        self.0.engine
    }

    #[inline(always)]
    fn play_or_defer(&self, was: &State<W>, state: &mut State<W>, code: u8) -> Result<MoveMask, Box<LongMove<W>>> {
        let Tables { engine, laps, land } = self.0;
        let (lane, way) = engine.lifted_by(code);
        *state = *was;
        let hand = state.held_in(lane);
        let lap = laps.get(way, state.to_move, lane, hand);
        state.add(&lap.delta);
        let before = state.held_in(lap.key.here.into()).wrapping_sub(1);
        let bonus = match land.landing(&lap.key, state, before) {
            Landing::End { bonus } => bonus,
            Landing::Relay => false,
            Landing::Line(line) => {
                let context = LapContext { lap, way, hand, lap_origin: lane, turn_origin: lane, reached: lap.sown };
                matches!(engine.follow_line(line, state, &context), Decision::Bonus)
            }
        };
        Ok(engine.land_quietly(state, was, code, bonus))
    }
}

impl<W: Width> MoveStrategy<W> for Relay<'_, W> {
    fn engine(&self) -> &Engine<W> {
        self.0.engine
    }

    #[inline(always)]
    fn play_or_defer(&self, was: &State<W>, state: &mut State<W>, code: u8) -> Result<MoveMask, Box<LongMove<W>>> {
        let engine = self.0.engine;
        let (lane, way) = engine.lifted_by(code);
        *state = *was;
        let mut unmarked = engine.unmarked(state);
        let (mut from, mut reached) = (lane, W::Set::EMPTY);
        for _ in 0..LONG_MOVE_AFTER {
            let bonus = match self.0.lap(state, unmarked, way, lane, from, &mut reached) {
                Landed::Relay(lane) => {
                    from = lane;
                    continue;
                }
                Landed::Changed(lane) => {
                    from = lane;
                    unmarked = engine.unmarked(state);
                    continue;
                }
                Landed::End { bonus } => bonus,
            };
            return Ok(engine.land_quietly(state, was, code, bonus));
        }
        Err(LongMove::begin(*was, code, *state, from, reached, engine.reversible))
    }
}

impl<W: Width> Tables<'_, W> {
    /// One lap, and what its landing does.
    #[inline(always)]
    pub fn lap(
        &self,
        state: &mut State<W>,
        unmarked: W::Set,
        way: Way,
        turn_origin: usize,
        from: usize,
        reached: &mut W::Set,
    ) -> Landed {
        let hand = state.held_in(from);
        let lap = self.laps.get(way, state.to_move, from, hand);
        state.add(&lap.delta);
        *reached |= lap.sown;
        let here = usize::from(lap.key.here);
        let before = state.held_in(here).wrapping_sub(1);
        if self.land.always_relays() & (before > 0) & unmarked.has(here) {
            return Landed::Relay(here);
        }
        match self.land.landing(&lap.key, state, before) {
            Landing::End { bonus } => Landed::End { bonus },
            Landing::Relay if self.engine.pits.has(here) => Landed::Relay(here),
            Landing::Relay => Landed::End { bonus: false },
            Landing::Line(line) => {
                let context = LapContext { lap, way, hand, lap_origin: from, turn_origin, reached: *reached };
                match self.engine.follow_line(line, state, &context) {
                    Decision::Relay(lane, _) => Landed::Changed(lane),
                    Decision::Bonus => Landed::End { bonus: true },
                    Decision::Stop | Decision::Asks(_) => Landed::End { bonus: false },
                }
            }
        }
    }
}

impl<W: Width> QuietMoves<W> {
    /// What is examined after most moves, if that is little.
    pub fn of(engine: &Engine<W>, busy: Option<Option<StoreThresholds>>) -> Option<Self> {
        let simple = engine.prefer.is_empty()
            && engine.lift_lines.is_empty()
            && engine.begin.is_empty()
            && engine.endless != EndlessOutcome::Illegal;
        let lifts = match engine.by_mark {
            Some(masks) if masks[0] == !W::Set::EMPTY && engine.has_no_marks() && engine.movable == engine.halves => {
                Lifts::OwnHalf
            }
            Some(masks) => Lifts::ByMark(masks),
            None => Lifts::Asked,
        };
        let way = engine.only_way;
        let simple = simple && (way.is_some() || engine.static_ways.is_some());
        busy.filter(|_| simple).map(|busy| QuietMoves { lifts, busy, way })
    }
}

impl<W: Width> Engine<W> {
    /// Chooses how moves are played.
    pub(super) fn choose_strategy(&mut self) {
        let tabulated = self.why_not_tabulated().is_none();
        self.strategy = match self.land.relays() {
            _ if !tabulated => Strategy::Interpreted,
            true => Strategy::Relay,
            false => Strategy::SingleLap,
        };
    }

    /// Why moves are not played by look-ups alone; `None` if they are.
    pub(super) fn why_not_tabulated(&self) -> Option<&'static str> {
        if !W::MASKS {
            Some("the board has more than 15 pits a player")
        } else if self.laps.is_none() {
            Some("laps are not tabulated")
        } else if let Some(why) = self.land.why_not_full() {
            Some(why)
        } else if self.has_choices || self.partial {
            Some("the mover decides more than the pit and the way")
        } else if !self.lift_lines.is_empty() || !self.lift.is_empty() {
            Some("the lift has lines")
        } else if self.land.lines.iter().any(|line| line.undoes()) {
            Some("a landing undoes captures")
        } else if !self.finish_waits {
            Some("`finish` may take effect after any move")
        } else if self.bound.is_some_and(|bound| bound < LONG_MOVE_AFTER) {
            Some("moves are bound to few laps")
        } else if self.uses_last_move || self.kept.is_some() {
            Some("a line asks about earlier moves")
        } else if self.endless == EndlessOutcome::Stop {
            Some("endless moves stop where they come round")
        } else if self.land.lines.iter().any(|line| line.reverses()) {
            Some("a landing reverses the way")
        } else {
            None
        }
    }

    /// Whether moves are played by look-ups, or at least one after the other out of a mask.
    pub fn is_tabulated(&self) -> bool {
        W::MASKS && !self.has_choices && !self.partial
    }

    /// Whether no pit ever bears a mark.
    fn has_no_marks(&self) -> bool {
        self.mark_kinds == 0
    }

    /// How moves of the game are played.
    pub fn strategies(&self) -> Strategies<'_, W> {
        match (self.strategy, self.tables()) {
            (Strategy::SingleLap, Some(tables)) => Strategies::SingleLap(SingleLap(tables)),
            (Strategy::Relay, Some(tables)) => Strategies::Relay(Relay(tables)),
            _ => Strategies::Interpreted(Interpreted(self)),
        }
    }

    pub(super) fn tables(&self) -> Option<Tables<'_, W>> {
        Some(Tables { engine: self, laps: self.laps.as_ref()?, land: self.land.full()? })
    }

    /// Makes a state what it is after a legal move out of another one, see [`MoveStrategy::play`]. Where many moves
    /// are played, [`Engine::strategies`] is to be asked once for all of them.
    pub fn play_code(&self, was: &State<W>, state: &mut State<W>, code: u8) -> MoveMask {
        match self.strategies() {
            Strategies::SingleLap(strategy) => strategy.play(was, state, code),
            Strategies::Relay(strategy) => strategy.play(was, state, code),
            Strategies::Interpreted(strategy) => strategy.play(was, state, code),
        }
    }

    /// The state after a legal move, and its moves if they are a mask. Repetition is not examined.
    pub fn successor(&self, was: &State<W>, m: Move) -> (State<W>, MoveMask) {
        let mut state = *was;
        let moves = match self.has_masks(was) {
            true => self.play_code(was, &mut state, self.code(was, m)),
            false => self.play(&mut state, m, &mut (), &mut { Budget::UNLIMITED }),
        };
        (state, moves)
    }

    /// The same, and whether the move was abandoned because it had more laps; then it counts as one without end.
    pub fn successor_within(&self, was: &State<W>, m: Move, laps: u32) -> (State<W>, MoveMask, bool) {
        let mut state = *was;
        if let (true, Strategies::Relay(strategy)) = (self.has_masks(was), self.strategies()) {
            let mut long = match strategy.play_or_defer(was, &mut state, self.code(was, m)) {
                Ok(moves) => return (state, moves, false),
                Err(long) => long,
            };
            let most = u64::from(laps).saturating_sub(long.laps());
            let end = self.advance(&mut long, most);
            let moves = self.complete(&mut state, &long, end.unwrap_or(LongMoveEnd::Endless));
            return (state, moves, end.is_none());
        }
        let mut budget = Budget::laps(laps);
        let moves = self.play(&mut state, m, &mut (), &mut budget);
        (state, moves, budget.overrun().is_some())
    }

    /// The state with these seeds in the pits, from South's A on, and its moves if they are a mask. South is to
    /// move, unless the turn is passed on.
    pub fn placed(&self, seeds: &[u8], ply: u16) -> (State<W>, MoveMask) {
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

    /// Plays a move with every rule examined; returns the moves that follow.
    pub(super) fn play_interpreted(&self, state: &mut State<W>, code: u8) -> MoveMask {
        let (lane, way) = self.lifted_by(code);
        let mut m = Move::lifting(self.layout.pit_of::<W>(lane));
        if self.kept.is_some() {
            m = self.as_move(state, code);
        }
        let turn = TurnState::before(state, m, lane, way);
        let mut budget = Budget::UNLIMITED;
        let mut out = ();
        let mut play = MoveInProgress::new(self, *state, turn, &mut out, &mut budget);
        let result = play.run();
        let (after, turn) = (play.state, play.turn);
        self.end_turn(state, &after, &turn, result, &mut ())
    }

    /// A line of `land` takes effect that was looked up.
    #[inline(never)]
    fn follow_line(&self, line: u8, state: &mut State<W>, context: &LapContext<W>) -> Decision {
        let LapContext { lap, way, .. } = *context;
        let here = usize::from(lap.key.here);
        let line = &self.land.lines[usize::from(line)];
        if let (Some(captures), Some(table)) = (&line.captures, self.land.full())
            && self.pits.has(here)
        {
            self.capture_chain(line, captures, table, state, way, here, lap.sown);
            return if captures.bonus { Decision::Bonus } else { Decision::Stop };
        }
        let turn = TurnState {
            here,
            before: state.held_in(here).wrapping_sub(1),
            lap_origin: context.lap_origin,
            hand: context.hand,
            last_seed: true,
            sown: lap.sown,
            reached: context.reached,
            ..TurnState::before(
                state,
                Move::lifting(self.layout.pit_of::<W>(context.turn_origin)),
                context.turn_origin,
                way,
            )
        };
        let mut budget = Budget::UNLIMITED;
        let mut out = ();
        let mut play = MoveInProgress::new(self, *state, turn, &mut out, &mut budget);
        let decision = play.follow(line).unwrap_or_else(Decision::Asks);
        *state = play.state;
        decision
    }

    /// A line that captures does so at the landing, and further on as long as it fits.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn capture_chain(
        &self,
        line: &Line<W>,
        captures: &CapturePlan,
        table: FullTable<W>,
        state: &mut State<W>,
        way: Way,
        landing: usize,
        sown: W::Set,
    ) {
        let mut gone = 0;
        let mut here = landing;
        while captures.take(state, here, way) > 0 {
            let Some((along, most)) = &captures.along else { return };
            here = along.destination(here, way, state.to_move);
            gone += 1;
            // As if the last seed had fallen here.
            let before = state.held_in(here).saturating_sub(u8::from(sown.has(here)));
            // Once round the board is enough, because the landing itself may come to be passed over.
            let far = gone > u32::from(*most) || gone > self.pits.len() + 1;
            if far || here == landing || !table.fits(line, state, way, here, before) {
                return;
            }
        }
    }

    pub(super) fn unmarked(&self, state: &State<W>) -> W::Set {
        self.pits & !(state.marks[0] | state.marks[1])
    }

    /// A move has landed, and the next turn begins.
    #[inline(always)]
    pub(super) fn land_quietly(&self, state: &mut State<W>, was: &State<W>, code: u8, bonus: bool) -> MoveMask {
        state.ply = state.ply.saturating_add(1);
        state.to_move = if (state.to_move == Side::South) == bonus { Side::South } else { Side::North };
        let moves = self.quiet_moves(state);
        if moves != 0 { moves } else { self.land_otherwise(state, was, code, bonus) }
    }

    /// The moves, if nothing but moving is to be done; none if more is to be examined.
    #[inline(always)]
    fn quiet_moves(&self, state: &State<W>) -> MoveMask {
        let Some(QuietMoves { lifts, busy, way }) = &self.quiet else { return 0 };
        let [own, other] = [state.to_move, state.to_move.other()];
        let midgame = state.has_seeds(own) & state.has_seeds(other);
        if !midgame || busy.as_ref().is_some_and(|lines| lines.fit(state)) {
            return 0;
        }
        let lanes = match *lifts {
            Lifts::OwnHalf => state.occupied_half(own),
            Lifts::ByMark(masks) => by_marks(state, state.occupied() & self.movable[own], masks),
            Lifts::Asked if way.is_none() => return self.candidate_mask(state),
            Lifts::Asked => {
                let way = way.unwrap_or(Way::Onward);
                let filled = state.occupied();
                let lanes = filled & self.movable[own];
                match self.from.when.first_laps() {
                    Some(laps) => laps.filter(state, way, lanes, filled),
                    None => self.liftable(state, way, filled),
                }
            }
        };
        match way {
            Some(_) => lanes.bits() as u64,
            None => self.ways(state).mask_of(lanes),
        }
    }

    #[inline(never)]
    fn land_otherwise(&self, state: &mut State<W>, was: &State<W>, code: u8, bonus: bool) -> MoveMask {
        if !self.finish.is_empty() && !self.is_midgame(state.occupied()) {
            *state = *was;
            return self.play_interpreted(state, code);
        }
        state.to_move = was.to_move;
        state.ply = was.ply;
        self.next_turn(state, bonus)
    }
}

/// What a line may be told about a lap.
#[derive(Clone, Copy)]
struct LapContext<'a, W: Width> {
    lap: &'a LapEntry<W>,
    way: Way,
    hand: u8,
    lap_origin: usize,
    turn_origin: usize,
    reached: W::Set,
}

/// What a landing results in.
pub(super) enum Landed {
    /// The sowing goes on with this lane, and nothing else has happened.
    Relay(usize),
    /// It goes on with this lane, after a line has taken effect.
    Changed(usize),
    /// It ends; with a bonus the mover moves once more.
    End { bonus: bool },
}
