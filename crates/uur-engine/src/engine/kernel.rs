//! The kernel: one loop over laps for games whose landings are look-ups.
//!
//! A lap is one addition. The answers to all that the lines of `land` ask about its landing are an index, and the entry
//! there is what the line does, as the walk has been asked. While both players have seeds the moves are the pits with
//! seeds, or are asked for. All that is rare is the walk's: it follows a line that masks do not say, and where not even
//! the line is known, it finds it first.

use std::marker::PhantomData;

use crate::engine::kernel::paused::PausedMove;
use crate::engine::lines::decision_tree::Landing;
use crate::engine::lines::effect::{ANY_LINE, AfterLanding, AfterLine, LineEffect, NextLap};
use crate::engine::lines::index::{LandingPlace, MOST_HELD, MOST_MARKED};
use crate::engine::lines::lap_table::LapTable;
use crate::engine::lines::predicate::{Predicate, View};
use crate::engine::lines::table::MidgameLifts;
use crate::engine::state::State;
use crate::engine::state::mask::{MoveMask, count_in_half, nth_in_half};
use crate::engine::state::turn::TurnState;
use crate::engine::state::width::{LaneSet, Width};
use crate::engine::walk::Walk;
use crate::engine::walk::budget::MOST_LAPS;
use crate::engine::walk::play::LandedLap;
use crate::rules::{Side, Way};

pub(crate) mod paused;
mod tables;

/// From this lap on boards are compared to find out whether a sowing comes round.
pub(crate) const COMPARED_FROM: u32 = 64;
/// After this number of changes a sowing may come round with changes.
const MOST_CHANGES: u32 = 1 << 10;
/// Laps between two questions whether the work is to end.
const LAPS_BETWEEN_CHECKS: u32 = 1 << 16;
/// As a lane that is kept: none is.
const NO_LANE: u8 = u8::MAX;

/// What the moves of a game are played from, beside its laps.
#[derive(Debug, Clone)]
pub struct Kernel<W: Width> {
    /// What landings do; in plain games by the entry, else by its number, so that few of them are held in the cache.
    effects: Box<[LineEffect<W>]>,
    numbers: Box<[u16]>,
    /// The answers by the seeds in the lanes that are looked at.
    held: Box<[[u8; 256]; MOST_HELD]>,
    held_used: usize,
    /// The answers by the marks of the lanes that are looked at: 1 for the mover's, 2 for the opponent's.
    marked: [[u8; 4]; MOST_MARKED],
    marked_used: usize,
    /// The answer by whether the landing pit held seeds before the last one fell. It is looked up, since no branch can be
    /// predicted there.
    occupied: [u8; 2],
    /// What is asked about the move, with its answer.
    of_move: Vec<(u8, Predicate<W>)>,
    /// Landing in an occupied pit without a mark always relays.
    always_relays: bool,
    run: CaptureRun<W>,
    quiet: Quiet<W>,
    /// What follows once a turn has passed, where the player whose turn begins has no seeds, or the opponent has none.
    ends: [RowEnd; 2],
    /// Something is asked about a move before its first lap.
    asks_first: bool,
    /// The most laps of a move, which is without end if it has them.
    most_laps: u32,
    pub(crate) shape: ShapeName,
}

/// After which moves nothing but moving is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Quiet<W: Width> {
    /// Which pits may be lifted then.
    pub lifts: Lifts<W>,
    /// The most seeds in the store of the player to move, and in the opponent's, with which that is so.
    stores: [u8; 2],
}

/// Which pits with seeds may be lifted while both players have seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lifts<W: Width> {
    /// All in the mover's half.
    OwnHalf,
    /// Those that it says.
    Midgame(MidgameLifts<W>),
    /// It depends on more.
    Asked,
    /// More than moving is to be examined after each move.
    Examined,
}

/// A line that captures what lies in a pit, and then in one pit after another before it, where these lie in order.
#[derive(Debug, Clone, Default)]
struct CaptureRun<W: Width> {
    /// The lanes in which it may fit, by the way and the mover.
    lanes: [[W::Set; 2]; 2],
    /// The least and the most seeds with which it does.
    seeds: [u8; 2],
    removes: bool,
}

/// What follows where a player has no seeds, as far as the walk always says the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RowEnd {
    /// The walk is asked each time.
    Examined,
    /// Nothing: the player moves.
    GoesOn,
    /// The round is over, and who has more seeds has won. The seeds of each row go to the owner or to the other player,
    /// and the outcome is a number by the player whose turn it would be, and by who has more: neither, South, or North.
    Over { crosses: bool, outcomes: [[u32; 3]; 2] },
}

/// A state, and its moves; none once the round is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs)]
pub struct MaskedState<W: Width> {
    pub state: State<W>,
    pub moves: MoveMask,
}

/// The lap that is sown next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Lift {
    lane: u8,
    hand: u8,
    way: Way,
    /// It is of all seeds in the lane, not of those that were captured or that a line of `lift` leaves.
    is_whole: bool,
}

/// A move under way.
#[derive(Debug, Clone, Copy)]
pub struct SowingState<W: Width> {
    /// The board before the next lap.
    state: State<W>,
    lift: Lift,
    reached: W::Set,
    laps: u32,
    /// The lap after which more than comparing is to be done.
    due: u32,
    code: u8,
    /// The answers about the move.
    about: u8,
    kept: Kept<W>,
}

/// An earlier board and lift: if they come again, the sowing has no end.
#[derive(Debug, Clone, Copy)]
struct Kept<W: Width> {
    lift: Lift,
    seeds: W::Words,
    marks: [W::Set; 2],
    reached: W::Set,
    out: u8,
    /// How often something but a lap has happened since boards are compared.
    changes: u32,
}

impl<W: Width> Default for MaskedState<W> {
    fn default() -> Self {
        MaskedState { state: State::empty(0), moves: 0 }
    }
}

impl<W: Width> Default for SowingState<W> {
    fn default() -> Self {
        let state = State::empty(0);
        let lift = Lift { lane: NO_LANE, hand: 0, way: Way::Onward, is_whole: true };
        let (seeds, marks, reached) = (state.seeds, state.marks, W::Set::EMPTY);
        let kept = Kept { lift, seeds, marks, reached, out: 0, changes: 0 };
        SowingState { state, lift, reached, laps: 0, due: COMPARED_FROM, code: 0, about: 0, kept }
    }
}

impl<W: Width> SowingState<W> {
    /// Laps so far.
    pub fn laps(&self) -> u32 {
        self.laps
    }

    /// Whether the board and the lift that are kept have come again.
    #[inline(always)]
    fn has_come_round(&self) -> bool {
        let SowingState { state, lift, reached, kept, .. } = self;
        kept.lift.lane == lift.lane
            && kept.seeds == state.seeds
            && kept.lift == *lift
            && kept.marks == state.marks
            && (kept.reached, kept.out) == (*reached, state.out)
    }

    /// Keeps the board, if it is time. Where laps can be undone, a board that comes again is the first after a change that
    /// does, and what is captured seldom comes back to be captured again; else one is kept at powers of two (R. P. Brent,
    /// An improved Monte Carlo factorization algorithm, BIT 20 (1980), 176-184).
    #[inline(never)]
    fn renew(&mut self, changed: bool, reversible: bool, most_laps: u32) {
        let SowingState { state, lift, reached, laps, due, kept, .. } = self;
        let laps = *laps;
        let begins = kept.lift.lane == NO_LANE;
        kept.changes = if begins { 0 } else { kept.changes + u32::from(changed) };
        let few = kept.changes < MOST_CHANGES;
        let goes_back = reversible & few;
        // Nothing comes back to a lap of captured seeds but another capture.
        let is_time = if goes_back { !kept.lift.is_whole } else { laps.is_power_of_two() };
        if begins | is_time | changed & few {
            let (seeds, marks, out, changes) = (state.seeds, state.marks, state.out, kept.changes);
            *kept = Kept { lift: *lift, seeds, marks, reached: *reached, out, changes };
        }
        let next = match goes_back {
            true if kept.lift.is_whole => u32::MAX,
            true => laps + 1,
            false => (laps + 1).next_power_of_two(),
        };
        *due = next.min((laps + 1).next_multiple_of(LAPS_BETWEEN_CHECKS)).min(most_laps);
    }
}

/// How a lap went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterLap {
    /// The sowing goes on.
    On,
    /// The move is over, and the node is that of the next turn.
    Landed,
    /// The walk has to play the move from its beginning: the node is still that before it.
    Walk,
    /// The sowing has more laps than one may have, see [`MOST_LAPS`]: whether it ends is not known.
    TooLong,
}

/// What differs between games on the straight line of a move.
pub trait StrategyShape: Copy + Send + Sync + 'static {
    /// Landings are looked up; else every rule is examined.
    const LOOKS_UP: bool;
    /// Sowings go on after a lap.
    const RELAYS: bool;
    /// There are marks.
    const MARKS: bool;
    /// There is nothing but seeds, one way, the own half; all that is taken is the mover's.
    const PLAIN: bool;
}

macro_rules! shapes {
    ($($(#[$meaning:meta])* $name:ident: $looks_up:literal $relays:literal $marks:literal $plain:literal;)*) => {
        $(
            $(#[$meaning])*
            #[derive(Debug, Clone, Copy)]
            pub struct $name;

            impl StrategyShape for $name {
                const LOOKS_UP: bool = $looks_up;
                const RELAYS: bool = $relays;
                const MARKS: bool = $marks;
                const PLAIN: bool = $plain;
            }
        )*

        /// The shape of a game.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum ShapeName {
            $($(#[$meaning])* $name,)*
        }
    };
}

shapes! {
    /// Every rule is examined.
    EveryRule: false false true false;
    /// One lap, nothing but seeds, one way, the own half.
    Plain: true false false true;
    /// One lap.
    Single: true false true false;
    /// Lap after lap, without marks.
    Relay: true true false false;
    /// Lap after lap, with marks.
    MarkedRelay: true true true false;
}

/// How the moves of a game are played once they are masks, chosen once for a series and not for every move.
#[derive(Debug)]
pub struct Strategy<'a, W: Width, S> {
    /// The walk of the game.
    pub walk: &'a Walk<W>,
    tables: Option<(&'a Kernel<W>, &'a LapTable<W>)>,
    shape: PhantomData<S>,
}

impl<W: Width, S> Clone for Strategy<'_, W, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: Width, S> Copy for Strategy<'_, W, S> {}

/// Evaluates an expression with the strategy of an engine's game, compiled once for each. For boards with rare parts, see
/// [`Width::RARE`], look-ups are not compiled.
#[doc(hidden)]
#[macro_export]
macro_rules! on_strategy {
    ($width:ty, $engine:expr, $strategy:ident => $then:expr) => {
        // The compiler knows the condition.
        match $engine.shape() {
            shape if !<$width as $crate::engine::Width>::RARE && shape != $crate::engine::ShapeName::EveryRule => {
                match shape {
                    $crate::engine::ShapeName::Plain => {
                        let $strategy = $engine.strategy($crate::engine::Plain);
                        $then
                    }
                    $crate::engine::ShapeName::Single => {
                        let $strategy = $engine.strategy($crate::engine::Single);
                        $then
                    }
                    $crate::engine::ShapeName::Relay => {
                        let $strategy = $engine.strategy($crate::engine::Relay);
                        $then
                    }
                    _ => {
                        let $strategy = $engine.strategy($crate::engine::MarkedRelay);
                        $then
                    }
                }
            }
            _ => {
                let $strategy = $engine.strategy($crate::engine::EveryRule);
                $then
            }
        }
    };
}

impl<'a, W: Width, S: StrategyShape> Strategy<'a, W, S> {
    /// How moves are played, by a kernel if there is one.
    #[inline]
    pub(crate) fn of(walk: &'a Walk<W>, kernel: Option<&'a Kernel<W>>) -> Self {
        Strategy { walk, tables: kernel.zip(walk.tables.laps.as_ref()), shape: PhantomData }
    }

    /// How many moves there are.
    #[inline(always)]
    pub fn count(&self, node: &MaskedState<W>) -> usize {
        let mover = node.state.to_move;
        if S::PLAIN { count_in_half::<W>(mover, node.moves) } else { self.walk.count_moves(mover, node.moves) }
    }

    /// The move of a number in the order of the moves, from 0.
    #[inline(always)]
    pub fn nth(&self, node: &MaskedState<W>, number: usize) -> u8 {
        let mover = node.state.to_move;
        if S::PLAIN {
            nth_in_half::<W>(mover, node.moves, number)
        } else {
            self.walk.nth_move(mover, node.moves, number)
        }
    }

    /// Begins a move.
    #[inline(always)]
    pub fn begin(&self, node: &MaskedState<W>, code: u8, sowing: &mut SowingState<W>) {
        sowing.code = code;
        sowing.laps = 0;
        if !S::LOOKS_UP {
            return;
        }
        let state = &node.state;
        let (lane, way) = if S::PLAIN { (code.into(), Way::Onward) } else { self.walk.lifted_by(state.to_move, code) };
        sowing.state = *state;
        sowing.lift = Lift { lane: lane as u8, hand: state.held_in(lane), way, is_whole: true };
        if !S::PLAIN {
            (sowing.about, sowing.reached) = (0, W::Set::EMPTY);
            (sowing.due, sowing.kept.lift.lane) = (COMPARED_FROM, NO_LANE);
            if let Some((kernel, _)) = self.tables
                && kernel.asks_first
            {
                (sowing.lift.hand, sowing.about) = self.ask_first(kernel, node, lane, way);
                sowing.lift.is_whole = self.walk.lines.lift_lines.is_empty();
            }
        }
    }

    /// How many seeds a move lifts first, and the answers about it.
    #[inline(never)]
    fn ask_first(&self, kernel: &Kernel<W>, node: &MaskedState<W>, lane: usize, way: Way) -> (u8, u8) {
        let (walk, state) = (self.walk, &node.state);
        let all = walk.lines.lift_lines.is_empty();
        let hand = if all { state.held_in(lane) } else { walk.lifted_first(state, lane, way) };
        let turn = TurnState::before(state, walk.plain_lift(lane), lane, way);
        let view = View::landing(walk, state, &turn);
        let holding = kernel.of_move.iter().filter(|(_, part)| part.holds(&view));
        (hand, holding.fold(0, |answers, (answer, _)| answers | answer))
    }

    /// Sows the next lap of a move. The node stays that before the move, until it has landed.
    #[inline(always)]
    pub fn lap(&self, node: &mut MaskedState<W>, sowing: &mut SowingState<W>) -> AfterLap {
        let Some((kernel, laps)) = self.tables.filter(|_| S::LOOKS_UP) else {
            return AfterLap::Walk;
        };
        let walk = self.walk;
        let (state, code) = (&mut sowing.state, sowing.code);
        // Captured seeds that are sown on are not lifted.
        let is_lifted = sowing.lift.is_whole || sowing.laps == 0;
        if S::RELAYS && is_lifted && !walk.lines.lift.is_empty() {
            let mut changed = *state;
            sowing.lift.hand = self.act_at_lift(&mut changed, sowing.lift, code);
            *state = changed;
            if sowing.lift.hand == 0 {
                return self.land(kernel, node, *state, code, false);
            }
        }
        let Lift { lane: origin, hand, way, .. } = sowing.lift;
        let lap = laps.get(way, state.to_move, origin.into(), hand);
        state.add(&lap.delta);
        let here = usize::from(lap.landing.here);
        let held = state.held_in(here);
        if S::RELAYS {
            sowing.laps += 1;
            sowing.reached |= lap.sown;
            let marks = if S::MARKS { state.marks[0] | state.marks[1] } else { W::Set::EMPTY };
            if kernel.always_relays & (held > 1) & (walk.board.pits & !marks).has(here) {
                (sowing.lift.lane, sowing.lift.hand, sowing.lift.is_whole) = (here as u8, held, true);
                return self.go_on(kernel, node, sowing, false);
            }
        }
        let effect = kernel.effect::<S>(state, &lap.landing, held, sowing.about);
        let landed = if effect.then < AfterLine::Run {
            if S::RELAYS && effect.then == AfterLine::Relay {
                AfterLanding::Lap(NextLap { lane: here, sown_on: 0, way })
            } else {
                let taken = state.take_and_add(effect.take, effect.add);
                if S::PLAIN {
                    state.put(State::<W>::store(state.to_move), taken);
                } else {
                    effect.give(state, taken, origin.into());
                }
                if S::MARKS {
                    effect.change_marks(state);
                }
                if S::RELAYS {
                    effect.goes_on(state, taken, origin.into())
                } else {
                    AfterLanding::End { bonus: effect.then == AfterLine::Bonus }
                }
            }
        } else if effect.then == AfterLine::Run {
            kernel.run.capture(state, way, here);
            AfterLanding::End { bonus: false }
        } else {
            let (turn_origin, _) = walk.lifted_by(state.to_move, code);
            let landed = LandedLap {
                landing: Landing { way, mover: state.to_move, here },
                before: held - 1,
                laps: if S::RELAYS { sowing.laps } else { 1 },
                hand,
                lap_origin: origin.into(),
                turn_origin,
                sown: lap.sown,
                reached: if S::RELAYS { sowing.reached } else { lap.sown },
            };
            let mut changed = *state;
            let line = (effect.next != ANY_LINE).then_some(effect.next.into());
            let landed = walk.follow_landing(&mut changed, line, &landed);
            *state = changed;
            landed
        };
        match landed {
            AfterLanding::Lap(NextLap { lane, sown_on, way }) if S::RELAYS => {
                let is_whole = sown_on == 0;
                let hand = if is_whole { state.held_in(lane) } else { sown_on };
                sowing.lift = Lift { lane: lane as u8, hand, way, is_whole };
                self.go_on(kernel, node, sowing, effect.then != AfterLine::Relay)
            }
            AfterLanding::End { bonus } => self.land(kernel, node, *state, code, bonus),
            AfterLanding::Lap(_) => unreachable!("in such a game no lap follows another"),
        }
    }

    /// The lines of `lift` take effect; returns how many seeds are left to be sown.
    #[inline(never)]
    fn act_at_lift(&self, state: &mut State<W>, lift: Lift, code: u8) -> u8 {
        let lane = lift.lane.into();
        // Of the first lap, seeds may stay in the pit whatever is taken from there.
        let stay = state.held_in(lane).saturating_sub(lift.hand);
        let (turn_origin, _) = self.walk.lifted_by(state.to_move, code);
        self.walk.act_at_lift(state, turn_origin, lane, lift.way);
        state.held_in(lane).saturating_sub(stay)
    }

    /// A sowing goes on: whether it has come round, or is too long.
    #[inline(always)]
    fn go_on(
        &self,
        kernel: &Kernel<W>,
        node: &mut MaskedState<W>,
        sowing: &mut SowingState<W>,
        changed: bool,
    ) -> AfterLap {
        if sowing.has_come_round() {
            return self.endless(node);
        }
        let renews = changed & (sowing.laps > COMPARED_FROM) & (sowing.kept.changes < MOST_CHANGES);
        if (sowing.laps < sowing.due) & !renews {
            return AfterLap::On;
        }
        sowing.renew(changed, self.walk.lines.reversible, kernel.most_laps);
        let asks = sowing.laps.is_multiple_of(LAPS_BETWEEN_CHECKS);
        if sowing.laps >= kernel.most_laps || asks && self.walk.interrupted() {
            return self.endless(node);
        }
        if sowing.laps >= MOST_LAPS { AfterLap::TooLong } else { AfterLap::On }
    }

    /// A move has landed for the last time: the turn passes on, and the moves that follow are found.
    #[inline(always)]
    fn land(&self, kernel: &Kernel<W>, node: &mut MaskedState<W>, landed: State<W>, code: u8, bonus: bool) -> AfterLap {
        let state = pass_on(landed, bonus);
        let moves = self.quiet_moves(kernel, &state);
        if moves == 0 {
            // A copy of its own, so that the state itself stays in registers.
            self.examine(kernel, node, &State { ..landed }, code, bonus);
        } else {
            (node.state, node.moves) = (state, moves);
        }
        AfterLap::Landed
    }

    /// The same where more than moving is to be examined.
    #[inline(never)]
    fn examine(&self, kernel: &Kernel<W>, node: &mut MaskedState<W>, landed: &State<W>, code: u8, bonus: bool) {
        let mut next = MaskedState { state: pass_on(*landed, bonus), moves: 0 };
        if !S::PLAIN || bonus || !self.end(kernel, &mut next) {
            next.state = *landed;
            next.moves = self.walk.land_otherwise(&mut next.state, &node.state, code, bonus);
        }
        *node = next;
    }

    /// The moves, if nothing but moving is to be done; none if more is to be examined.
    #[inline(always)]
    fn quiet_moves(&self, kernel: &Kernel<W>, state: &State<W>) -> MoveMask {
        let walk = self.walk;
        let [own, other] = [state.to_move, state.to_move.other()];
        let Quiet { lifts, stores: [most, opponents_most] } = &kernel.quiet;
        let quiet = state.has_seeds(own)
            & state.has_seeds(other)
            & (state.captured(own) <= *most)
            & (state.captured(other) <= *opponents_most);
        if S::PLAIN {
            return if quiet { state.occupied_half(own).bits() as u64 } else { 0 };
        }
        if !quiet {
            return 0;
        }
        let lanes = match lifts {
            Lifts::OwnHalf => Some(state.occupied_half(own)),
            Lifts::Midgame(lifts) => lifts.on(state),
            Lifts::Asked => None,
            Lifts::Examined => return 0,
        };
        let Some(lanes) = lanes else {
            // A copy of its own, so that the state itself stays in registers.
            return walk.asked_moves(&State { ..*state });
        };
        match &walk.tables.static_ways {
            Some(ways) if walk.lines.only_way.is_none() => ways[own].mask_of(own, lanes),
            _ => lanes.bits() as u64,
        }
    }

    /// The turn has passed on, and a player may have no seeds: whether that decides what follows.
    #[inline(never)]
    fn end(&self, kernel: &Kernel<W>, node: &mut MaskedState<W>) -> bool {
        let (stores, halves) = (kernel.quiet.stores, &self.walk.board.halves);
        let state = &mut node.state;
        let [own, other] = [state.to_move, state.to_move.other()];
        let idle = !state.has_seeds(own);
        let rich = (state.captured(own) > stores[0]) | (state.captured(other) > stores[1]);
        if rich | (!idle & state.has_seeds(other)) {
            return false;
        }
        match kernel.ends[usize::from(!idle)] {
            RowEnd::Examined => return false,
            RowEnd::GoesOn => node.moves = state.occupied_half(own).bits() as u64,
            RowEnd::Over { crosses, outcomes } => {
                for side in Side::BOTH {
                    state.collect(halves[side], if crosses { side.other() } else { side });
                }
                let [south, north] = Side::BOTH.map(|side| state.captured(side));
                let more = if south == north { 0 } else { 1 + usize::from(north > south) };
                state.outcome = outcomes[own as usize][more];
            }
        }
        true
    }

    /// The walk plays a move, see [`AfterLap::Walk`].
    #[inline(always)]
    pub fn play_by_walk(&self, node: &mut MaskedState<W>, sowing: &SowingState<W>) {
        // The sowing stays in registers.
        self.play_examined(node, sowing.code);
    }

    #[inline(never)]
    fn play_examined(&self, node: &mut MaskedState<W>, code: u8) {
        let mut state = node.state;
        node.moves = self.walk.play_interpreted(&mut state, code);
        node.state = state;
    }

    /// A sowing has no end.
    #[cold]
    #[inline(never)]
    fn endless(&self, node: &mut MaskedState<W>) -> AfterLap {
        let mut state = node.state;
        node.moves = self.walk.after_endless(&mut state);
        node.state = state;
        AfterLap::Landed
    }

    /// Continues a move until it has landed or has `most` laps.
    #[inline(always)]
    pub fn sow(&self, node: &mut MaskedState<W>, sowing: &mut SowingState<W>, most: u32) -> AfterLap {
        loop {
            match self.lap(node, sowing) {
                AfterLap::On if sowing.laps < most => {}
                after => return after,
            }
        }
    }

    /// Plays a move, of which at most `laps` laps. Returns the rest of a move that has more; the node is that before it
    /// then. Repetition is not examined.
    #[inline(always)]
    pub fn play_laps(&self, node: &mut MaskedState<W>, code: u8, laps: u32) -> Option<PausedMove<W>> {
        let mut sowing = SowingState::default();
        self.begin(node, code, &mut sowing);
        match self.sow(node, &mut sowing, laps) {
            AfterLap::Landed => None,
            // The node and the sowing stay in registers.
            after => self.pause(node, SowingState { ..sowing }, after, laps),
        }
    }

    #[inline(never)]
    fn pause(
        &self,
        node: &mut MaskedState<W>,
        sowing: SowingState<W>,
        after: AfterLap,
        laps: u32,
    ) -> Option<PausedMove<W>> {
        let (state, moves) = match PausedMove::after(self.walk, after, *node, sowing, laps) {
            Ok(next) => next,
            Err(paused) => return Some(paused),
        };
        *node = MaskedState { state, moves };
        None
    }

    /// Plays a move to its end. Repetition is not examined.
    #[inline(always)]
    pub fn play(&self, node: &mut MaskedState<W>, code: u8) {
        let mut sowing = SowingState::default();
        self.begin(node, code, &mut sowing);
        match self.sow(node, &mut sowing, u32::MAX) {
            AfterLap::On | AfterLap::Landed => {}
            AfterLap::Walk => self.play_by_walk(node, &sowing),
            AfterLap::TooLong => {
                self.walk.interrupt.abandon();
                self.endless(node);
            }
        }
    }
}

/// The board of the turn after a move.
#[inline(always)]
fn pass_on<W: Width>(landed: State<W>, bonus: bool) -> State<W> {
    let mut state = landed;
    state.ply = state.ply.saturating_add(1);
    state.to_move = if (landed.to_move == Side::South) == bonus { Side::South } else { Side::North };
    state
}

impl<W: Width> Kernel<W> {
    /// What happens at a landing. `here` is the number of seeds in the landing pit.
    #[inline(always)]
    fn effect<S: StrategyShape>(&self, state: &State<W>, place: &LandingPlace, here: u8, about: u8) -> &LineEffect<W> {
        let mut answers = if S::PLAIN { 0 } else { about };
        answers |= self.occupied[usize::from(here > 1)];
        for column in 0..if S::PLAIN { 1 } else { MOST_HELD } {
            if column < self.held_used {
                answers |= self.held[column][usize::from(state.held_in(place.held[column].into()))];
            }
        }
        if S::MARKS {
            for column in 0..MOST_MARKED {
                if column < self.marked_used {
                    let lane = place.marked[column].into();
                    let marked = |side: Side| usize::from(state.marked_by(side).has(lane));
                    answers |= self.marked[column][marked(state.to_move) | marked(state.to_move.other()) << 1];
                }
            }
        }
        let entry = usize::from(place.entries) + usize::from(answers);
        &self.effects[if S::PLAIN { entry } else { self.numbers[entry].into() }]
    }
}

impl<W: Width> CaptureRun<W> {
    /// Captures from a landing on that fits.
    #[inline(always)]
    fn capture(&self, state: &mut State<W>, way: Way, here: usize) {
        let fit = state.holding(self.seeds) & self.lanes[way as usize][state.to_move];
        let below = W::Set::below(here);
        let stop = below & !fit;
        // Above the highest lane that does not fit, up to the landing.
        let kept = if stop.is_empty() { W::Set::EMPTY } else { W::Set::below(stop.highest() + 1) };
        let taken = state.take_lanes(below & !kept | W::Set::one(here));
        if self.removes {
            state.out += taken;
        } else {
            state.put(State::<W>::store(state.to_move), taken);
        }
    }
}
