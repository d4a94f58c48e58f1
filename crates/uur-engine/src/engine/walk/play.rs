//! A move, from the lift to its end, in the order in which the manual tells it.
//!
//! A move starts with the lift of a pit. Its seeds are sown: a *lap* is one handful, from the lift to its last
//! seed, and every seed may fire a line of `drop`. Where the last seed falls, the first line of `land` that fits
//! takes effect and decides whether the move goes on with another lap (a *relay*), ends, or ends with a bonus
//! move. Then `finish` takes effect, and the turn passes on, see `ending`.
//!
//! This is the only place that says what a move does. What is tabulated elsewhere is precomputed with it, and
//! tests compare both move by move.

use crate::engine::lines::decision_tree::Landing;
use crate::engine::lines::effect::{AfterLanding, AfterLine, NextLap};
use crate::engine::lines::predicate::{PitRef, Predicate, View};
use crate::engine::lines::table::{Addend, Effect, Table, TableLine, Target, Then};
use crate::engine::state::choices::{Choice, MOST_CHOICES, Options};
use crate::engine::state::mask::{Move, MoveMask};
use crate::engine::state::position::{Mark, Pit};
use crate::engine::state::turn::TurnState;
use crate::engine::state::width::{LaneSet, Width};
use crate::engine::state::{RareParts, State};
use crate::engine::walk::Walk;
use crate::engine::walk::budget::{Budget, LapWatch, Overrun, Stopped, same_turn};
use crate::engine::walk::draw::Drawing;
use crate::engine::walk::event::{Event, Trace};
use crate::engine::walk::moves::LiftInfo;
use crate::rules::{
    ClauseId, CounterChange, CounterId, EndlessOutcome, MoveAction, Portion, Receiver, Side, Verdict, Way, Whose,
};

/// A move being made.
pub(crate) struct MoveInProgress<'a, W: Width, O: Trace> {
    walk: &'a Walk<W>,
    /// The board now.
    pub state: State<W>,
    pub turn: TurnState<W>,
    /// The board when the last seed of the last lap had fallen, and what the mover had captured till then, if captures
    /// may be undone.
    undo: Option<(State<W>, u16)>,
    /// How the round ends, if a line has ended it. The lap in progress is still sown.
    over: Option<(Verdict, ClauseId)>,
    /// Only whether the move ends, and what the mover has to decide, is to be found out.
    explores: bool,
    /// What is to be played first.
    next: NextPart,
    /// What is known of the laps before that, if it is not the beginning.
    watch: Option<LapWatch<W>>,
    /// If it explores decisions, where the move was before the decision that it asks for, or where it has ended; else
    /// where it was when its budget was spent.
    pub checkpoint: Option<MoveCheckpoint<W>>,
    /// Whether the move ends without another decision after the one asked for, unless that declines a line.
    pub last_decision: bool,
    /// Draws the decisions that the move does not say.
    pub drawing: Option<&'a mut Drawing>,
    out: &'a mut O,
    budget: &'a mut Budget,
}

/// A place in a move from which it can be played on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MoveCheckpoint<W: Width> {
    state: State<W>,
    pub turn: TurnState<W>,
    next: NextPart,
}

impl<W: Width> MoveCheckpoint<W> {
    /// Before anything has moved.
    pub fn start(state: State<W>, turn: TurnState<W>) -> Self {
        MoveCheckpoint { state, turn, next: NextPart::FirstLap }
    }
}

/// A move that the walk has played for a number of laps, and that goes on.
#[derive(Debug, Clone)]
pub(crate) struct PausedWalk<W: Width> {
    /// The state before the move.
    was: State<W>,
    reached: MoveCheckpoint<W>,
    watch: Option<LapWatch<W>>,
}

impl<W: Width> PausedWalk<W> {
    /// Laps so far.
    pub fn laps(&self) -> u32 {
        self.reached.turn.laps
    }
}

/// The part of a move that comes next.
#[derive(Debug, Clone, Copy)]
enum NextPart {
    FirstLap,
    /// What a landing has decided: another lap, or the end.
    Lap(Decision),
    /// What the landing decides.
    Landing,
}

/// How a move went.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum MoveResult<W: Width> {
    /// To its end.
    Done,
    /// To its end, and the mover moves once more.
    Bonus,
    /// A line has ended the round.
    Over(Verdict, ClauseId),
    /// It has no end; the board is the one at which it might be stopped.
    Endless(Box<State<W>>),
    /// The mover has to decide something that the move does not say.
    Asks(Options),
}

/// How a move goes on after a landing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    Stop,
    Bonus,
    /// Another lap out of a lane.
    Relay(usize, ClauseId),
    /// Another lap of the seeds in hand, after a lane.
    Resow {
        after: usize,
        clause: ClauseId,
    },
    /// The round is over.
    Over(Verdict, ClauseId),
    /// The mover has to decide something first.
    Asks(Options),
}

/// A seed, or several, that fell at once.
pub(crate) struct Drop {
    pub fell: u8,
    clause: ClauseId,
}

impl<W: Width> Walk<W> {
    /// Plays a legal move and begins the next turn. Repetition is not examined. Returns the moves that follow, if
    /// they are a mask.
    pub(crate) fn play<O: Trace>(&self, state: &mut State<W>, m: Move, out: &mut O, budget: &mut Budget) -> MoveMask {
        if m == Move::SWAP {
            return self.swap(state, out);
        }
        let turn = self.before_move(state, m);
        MoveInProgress::new(self, *state, turn, out, budget).run_turn(state)
    }

    /// Observes a move of a pit as far as it decides what is asked. The state is unchanged.
    pub(crate) fn observe<O: Trace>(&self, state: &State<W>, m: Move, out: &mut O) {
        let turn = self.before_move(state, m);
        MoveInProgress::new(self, *state, turn, out, &mut { Budget::FULL }).run();
    }

    /// Plays a legal move of a state: the state after it, and its moves if they are a mask.
    pub(crate) fn played(&self, was: &State<W>, m: Move, budget: &mut Budget) -> (State<W>, MoveMask) {
        let mut state = *was;
        let moves = self.play(&mut state, m, &mut (), budget);
        (state, moves)
    }

    /// See [`Walk::play_interpreted`].
    pub(crate) fn interpret(&self, state: &mut State<W>, code: u8) -> MoveMask {
        let (lane, way) = self.lifted_by(state.to_move, code);
        let m = if self.lines.kept.is_some() { self.as_move(state, code) } else { self.plain_lift(lane) };
        let turn = TurnState::before(state, m, lane, way);
        MoveInProgress::new(self, *state, turn, &mut (), &mut { Budget::FULL }).run_turn(state)
    }

    /// See [`Walk::act_at_lift`].
    pub(crate) fn run_lift(&self, state: &mut State<W>, turn_origin: usize, lane: usize, way: Way) {
        let before = state.held(lane);
        let turn = TurnState::before(state, self.plain_lift(turn_origin), turn_origin, way);
        let turn = TurnState { here: lane, before, lap_origin: lane, ..turn };
        let (mut out, mut budget) = ((), Budget::FULL);
        let mut play = MoveInProgress::new(self, *state, turn, &mut out, &mut budget);
        play.run_first_match(&self.lines.lift);
        *state = play.state;
    }

    /// See [`Walk::follow_landing`].
    pub(crate) fn follow_landed(&self, state: &mut State<W>, line: Option<usize>, lap: &LandedLap<W>) -> AfterLanding {
        let LandedLap { landing, before, laps, hand, lap_origin, turn_origin, sown, reached } = *lap;
        let Landing { way, here, .. } = landing;
        let turn = TurnState {
            here,
            before,
            lap_origin,
            hand,
            laps,
            last_seed: true,
            sown,
            reached,
            ..TurnState::before(state, self.plain_lift(turn_origin), turn_origin, way)
        };
        let (mut out, mut budget) = ((), Budget::FULL);
        let mut play = MoveInProgress::new(self, *state, turn, &mut out, &mut budget);
        let land = &self.lines.land;
        let line = line.map_or_else(|| land.first(&play.view()), |line| Some(&land.lines[line]));
        let landed = line.and_then(|line| play.land_by(line));
        *state = play.state;
        landed.unwrap_or(AfterLanding::End { bonus: false })
    }

    /// Plays a move of a state from a place that has been reached in it.
    pub(crate) fn resume(&self, was: &State<W>, reached: &MoveCheckpoint<W>) -> (State<W>, MoveMask) {
        let mut state = *was;
        let moves = MoveInProgress::at(self, reached, &mut (), &mut { Budget::FULL }).run_turn(&mut state);
        (state, moves)
    }

    /// See [`Walk::walk_laps`].
    pub(crate) fn begin_laps(
        &self,
        was: &State<W>,
        m: Move,
        laps: u32,
    ) -> Result<(State<W>, MoveMask), Box<PausedWalk<W>>> {
        // A move that stops where it comes round has to be played from its beginning.
        if m == Move::SWAP || self.lines.endless == EndlessOutcome::Stop {
            return Ok(self.played(was, m, &mut { Budget::FULL }));
        }
        let reached = MoveCheckpoint::start(*was, self.before_move(was, m));
        self.walk_from(was, &reached, None, laps)
    }

    /// Plays at most `laps` more laps of a paused move.
    ///
    /// # Errors
    /// The rest of a move that has more laps.
    pub(crate) fn walk_on(
        &self,
        mut paused: PausedWalk<W>,
        laps: u32,
    ) -> Result<(State<W>, MoveMask), Box<PausedWalk<W>>> {
        let watch = paused.watch.take();
        self.walk_from(&paused.was, &paused.reached, watch, laps)
    }

    /// The same from a place in the move, with what is known of the laps before it.
    fn walk_from(
        &self,
        was: &State<W>,
        reached: &MoveCheckpoint<W>,
        watch: Option<LapWatch<W>>,
        laps: u32,
    ) -> Result<(State<W>, MoveMask), Box<PausedWalk<W>>> {
        let (mut out, mut budget) = ((), Budget::laps(reached.turn.laps.saturating_add(laps)));
        let mut play = MoveInProgress { watch, ..MoveInProgress::at(self, reached, &mut out, &mut budget) };
        let result = play.run();
        if let (Some(Overrun::Laps), Some(reached)) = (play.budget.overrun(), play.checkpoint) {
            return Err(Box::new(PausedWalk { was: *was, reached, watch: play.watch }));
        }
        let (after, turn) = (play.state, play.turn);
        let mut state = *was;
        let moves = self.end_turn(&mut state, &after, &turn, result, &mut ());
        Ok((state, moves))
    }

    /// The pit or store into which the next seed falls; `skipped` is called for each that is passed over. If all
    /// are to be skipped, none is, but no seed falls into a closed pit even then.
    pub(crate) fn next_pit(
        &self,
        state: &State<W>,
        turn: &TurnState<W>,
        mut skipped: impl FnMut(usize, ClauseId),
    ) -> usize {
        let mut next = self.board.neighbour(state, turn.way, turn.here);
        let closed = state.closed();
        if self.lines.skip.is_empty() && closed.is_empty() {
            return next;
        }
        let view = View::still(self, state, turn);
        for _ in 0..self.board.pits.len() + 2 {
            if self.board.pits.has(next) {
                if closed.has(next) {
                    next = self.board.neighbour(state, turn.way, next);
                    continue;
                }
                let one = W::Set::one(next);
                if let Some(line) = self.lines.skip.iter().find(|line| !line.when.filter(&view, one).is_empty()) {
                    skipped(next, line.clause);
                    next = self.board.neighbour(state, turn.way, next);
                    continue;
                }
            }
            return next;
        }
        self.board.beside(state, turn.way, turn.here)
    }

    /// Of the seeds in hand some fall into the pit that follows.
    #[inline]
    pub(crate) fn drop_next(
        &self,
        state: &mut State<W>,
        turn: &mut TurnState<W>,
        left: u8,
        skipped: impl FnMut(usize, ClauseId),
    ) -> Drop {
        (turn.last_seed, turn.left) = (left == 1, left);
        let lane = self.next_pit(state, turn, skipped);
        let several = if self.lines.several.is_empty() {
            None
        } else {
            let view = View::still(self, state, turn);
            self.lines.several.iter().find(|line| !line.when.filter(&view, W::Set::one(lane)).is_empty())
        };
        let (most, by) = several.map_or((1, self.lines.sow_clause), |line| (line.seeds, line.clause));
        let fell = most.min(left);
        turn.here = lane;
        turn.before = state.held(lane);
        state.put(lane, fell);
        turn.sown |= W::Set::one(lane);
        turn.reached |= W::Set::one(lane);
        let clause = match self.lines.stores_clause {
            Some(clause) if !self.board.pits.has(lane) => clause,
            _ => by,
        };
        Drop { fell, clause }
    }
}

impl<'a, W: Width, O: Trace> MoveInProgress<'a, W, O> {
    /// A move before anything has moved.
    pub fn new(walk: &'a Walk<W>, state: State<W>, turn: TurnState<W>, out: &'a mut O, budget: &'a mut Budget) -> Self {
        MoveInProgress {
            walk,
            state,
            turn,
            undo: None,
            over: None,
            explores: false,
            next: NextPart::FirstLap,
            watch: None,
            checkpoint: None,
            last_decision: false,
            drawing: None,
            out,
            budget,
        }
    }

    /// The same, from a place in it.
    pub fn at(walk: &'a Walk<W>, place: &MoveCheckpoint<W>, out: &'a mut O, budget: &'a mut Budget) -> Self {
        MoveInProgress { next: place.next, ..Self::new(walk, place.state, place.turn, out, budget) }
    }

    /// Finds out whether the move has an end, and what the mover has to decide. The board after it means nothing.
    #[inline(never)]
    pub fn explore(&mut self) -> MoveResult<W> {
        self.explores = true;
        self.run()
    }

    /// Plays the move to its end, and begins the next turn of a state, which is that before the move. Returns the moves
    /// that follow, if they are a mask.
    fn run_turn(mut self, state: &mut State<W>) -> MoveMask {
        let result = self.run();
        self.walk.end_turn(state, &self.state, &self.turn, result, self.out)
    }

    /// Plays the move to its end, or finds that it has none.
    #[inline(never)]
    pub fn run(&mut self) -> MoveResult<W> {
        let walk = self.walk;
        if walk.lines.ways.len() > 1 || self.turn.m.way.is_some() {
            let clause = |play: &Self| walk.way_line(&play.state, play.turn.here).clause;
            self.emit(|play| Event::Way { way: play.turn.way, clause: clause(play) });
        }
        let began = if walk.lines.endless == EndlessOutcome::Stop { Some((self.state, self.turn)) } else { None };
        let mut watch = self.watch.take().unwrap_or_else(LapWatch::new);
        let mut decision = match self.next {
            NextPart::FirstLap => self.first_lap(),
            NextPart::Lap(decided) => self.next_lap(decided),
            NextPart::Landing => self.land_lap(),
        };
        loop {
            self.save(NextPart::Lap(decision));
            let relay = match decision {
                Decision::Stop if self.explores && !walk.lines.finish.asks => return MoveResult::Done,
                Decision::Bonus if self.explores && !walk.lines.finish.asks => return MoveResult::Bonus,
                Decision::Stop => return self.finish(MoveResult::Done),
                Decision::Bonus => return self.finish(MoveResult::Bonus),
                Decision::Asks(options) => return MoveResult::Asks(options),
                Decision::Over(verdict, clause) => return MoveResult::Over(verdict, clause),
                relay @ (Decision::Relay(..) | Decision::Resow { .. }) => relay,
            };
            match watch.check(walk, &self.state, &self.turn, self.budget) {
                None => decision = self.next_lap(relay),
                Some(stopped) => {
                    if stopped == Stopped::Overrun && !self.explores {
                        let next = NextPart::Lap(relay);
                        self.checkpoint = Some(MoveCheckpoint { state: self.state, turn: self.turn, next });
                        self.watch = Some(watch);
                    }
                    let at = match (stopped, began) {
                        (Stopped::ComesRound(length), Some((state, turn))) => {
                            walk.first_to_recur(state, TurnState { m: self.turn.m, ..turn }, length)
                        }
                        _ => self.state,
                    };
                    if stopped != Stopped::Overrun {
                        self.emit(|play| Event::Endless { laps: play.turn.laps, clause: walk.lines.endless_clause });
                    }
                    return MoveResult::Endless(Box::new(at));
                }
            }
        }
    }

    /// Remembers where the move is, if its decisions are explored, and one may come next or the move has ended.
    #[inline]
    fn save(&mut self, next: NextPart) {
        let walk = self.walk;
        if !self.explores || !walk.lines.has_choices || !walk.looks_up {
            return;
        }
        let matters = match next {
            NextPart::FirstLap => false,
            NextPart::Lap(Decision::Relay(lane, _) | Decision::Resow { after: lane, .. }) => {
                let mover = self.state.to_move;
                walk.lines.lift.asks || walk.lines.each_lap.iter().any(|line| line.lanes[mover].has(lane))
            }
            NextPart::Lap(Decision::Stop | Decision::Bonus | Decision::Over(..)) => !walk.lines.finish.asks,
            NextPart::Lap(Decision::Asks(_)) => false,
            NextPart::Landing => walk.lines.land.asks || walk.lines.finish.asks,
        };
        if matters {
            self.checkpoint = Some(MoveCheckpoint { state: self.state, turn: self.turn, next });
        }
    }

    /// The lap that the player chose.
    fn first_lap(&mut self) -> Decision {
        self.turn.stage = self.walk.begun_stage(&self.state);
        self.entered_lap().unwrap_or_else(|| self.lifted_lap())
    }

    /// The same if it begins with seeds from the store.
    fn entered_lap(&mut self) -> Option<Decision> {
        let TurnState { way, lap_origin: lane, .. } = self.turn;
        let enter = self.walk.lines.enter.as_ref()?;
        self.walk.may_enter(&self.state, way, lane).then(|| self.enter(lane, enter.seeds, enter.clause))
    }

    /// The same if it begins with seeds of a pit.
    fn lifted_lap(&mut self) -> Decision {
        let TurnState { m, way, lap_origin: lane, .. } = self.turn;
        let LiftInfo { leave, by } = self.walk.lift_info(&self.state, m, lane, way);
        if let Some(clause) = by {
            self.emit(|_| Event::Leave { pit: m.pit, seeds: leave, clause });
        }
        // Only an event names the clause.
        let allowed = match O::TRACES {
            true => self.walk.allowed_by(&self.state, m, lane, way),
            false => self.walk.lines.sow_clause,
        };
        self.lap(lane, leave, allowed)
    }

    /// The lap that a landing has decided on.
    #[inline]
    fn next_lap(&mut self, decision: Decision) -> Decision {
        match decision {
            Decision::Relay(lane, clause) => self.lap(lane, 0, clause),
            Decision::Resow { after: lane, clause } => {
                let hand = std::mem::take(&mut self.turn.gathered);
                self.turn.lap_origin = lane;
                self.turn.laps += 1;
                self.turn.hand = hand;
                self.emit(|play| Event::Resow { after: play.pit(lane), seeds: hand, lap: play.turn.laps, clause });
                // Sowing takes the seeds in hand out of the pit after which they are sown.
                self.state.put(lane, hand);
                if let Err(options) = self.choose_way(lane) {
                    return Decision::Asks(options);
                }
                self.sow(lane);
                self.land_lap()
            }
            decided => decided,
        }
    }

    /// A first lap of seeds from the store, all of which fall into one pit.
    fn enter(&mut self, lane: usize, seeds: u8, clause: ClauseId) -> Decision {
        let walk = self.walk;
        let store = State::<W>::store(self.state.to_move);
        self.turn.laps = 1;
        self.turn.hand = seeds;
        self.turn.lifted = seeds;
        self.emit(|play| Event::Lift { pit: play.pit(store), seeds, lap: 1, clause });
        self.state.take(store, seeds);
        self.turn.before = self.state.held(lane);
        self.state.put(lane, seeds);
        self.emit(|play| Event::Drop { pit: play.pit(lane), seeds: play.turn.before + seeds, fell: seeds, clause });
        self.turn.sown = W::Set::one(lane);
        self.turn.reached = self.turn.sown;
        self.turn.last_seed = true;
        if !walk.lines.drop.is_empty() {
            self.run_first_match(&walk.lines.drop);
        }
        self.land_lap()
    }

    /// The mover chooses another way for the lap out of a lane, where the rules allow one.
    #[inline]
    fn choose_way(&mut self, lane: usize) -> Result<(), Options> {
        let walk = self.walk;
        let mover = self.state.to_move;
        for line in walk.lines.each_lap.iter().filter(|line| line.way != self.turn.way && line.lanes[mover].has(lane)) {
            let before = self.state.held(lane);
            let turn = TurnState { way: line.way, here: lane, before, lap_origin: lane, ..self.turn };
            if !line.when.holds(&View::still(walk, &self.state, &turn)) {
                continue;
            }
            if self.decide(Options::YesOrNo, false)? == Choice::Yes {
                self.turn.way = line.way;
                self.turn.turned = true;
                self.emit(|_| Event::Way { way: line.way, clause: line.clause });
            }
            return Ok(());
        }
        Ok(())
    }

    /// One lap, from the lift to what the landing decides.
    #[inline]
    fn lap(&mut self, from: usize, leave: u8, clause: ClauseId) -> Decision {
        let walk = self.walk;
        self.turn.lap_origin = from;
        self.turn.laps += 1;
        if !walk.lines.lift.is_empty() {
            (self.turn.here, self.turn.before) = (from, self.state.held(from));
            match self.matching_line(&walk.lines.lift).and_then(|line| line.map_or(Ok(()), |line| self.act(line))) {
                Ok(()) => {}
                Err(options) => return Decision::Asks(options),
            }
        }
        let hand = self.state.held(from).saturating_sub(leave);
        self.turn.hand = hand;
        if self.turn.laps == 1 {
            self.turn.lifted = hand;
        }
        if let Err(options) = self.choose_way(from) {
            return Decision::Asks(options);
        }
        self.emit(|play| Event::Lift { pit: play.pit(from), seeds: hand, lap: play.turn.laps, clause });
        self.sow(from);
        self.land_lap()
    }

    /// What the landing of a lap decides.
    fn land_lap(&mut self) -> Decision {
        let walk = self.walk;
        if let Some((verdict, clause)) = self.over {
            return Decision::Over(verdict, clause);
        }
        if walk.lines.undoes {
            self.undo = Some((self.state, self.turn.captured));
        }
        if self.turn.hand == 0 {
            return Decision::Stop;
        }
        let tabulated = if O::TRACES { None } else { self.tabulated_landing() };
        let decided = tabulated.unwrap_or_else(|| {
            self.save(NextPart::Landing);
            if O::TRACES && self.out.wants_landings() {
                self.out.landed(walk, &self.state, &self.turn);
            }
            self.land().unwrap_or_else(Decision::Asks)
        });
        if std::mem::take(&mut self.turn.turned) {
            self.turn.way = self.turn.way.other();
        }
        self.over.map_or(decided, |(verdict, clause)| Decision::Over(verdict, clause))
    }

    /// The seeds in hand fall, one after the other or several at once.
    fn sow(&mut self, from: usize) {
        let walk = self.walk;
        let (hand, way, mover) = (self.turn.hand, self.turn.way, self.state.to_move);
        if !O::TRACES
            && let Some(laps) = &walk.tables.laps
        {
            let lap = laps.get(way, mover, from, hand);
            self.state.add(&lap.delta);
            self.turn.here = lap.landing.here.into();
            self.turn.before = self.state.held_in(self.turn.here).wrapping_sub(1);
            self.turn.sown = lap.sown;
            self.turn.reached |= lap.sown;
            self.turn.last_seed |= hand > 0;
            if !walk.lines.drop.is_empty() && hand > 0 && self.over.is_none() {
                self.run_first_match(&walk.lines.drop);
            }
            return;
        }
        self.state.take(from, hand);
        self.turn.sown = W::Set::EMPTY;
        self.turn.here = from;
        let mut left = hand;
        while left > 0 {
            let Drop { fell, clause } = {
                let MoveInProgress { state, turn, out, budget, .. } = self;
                walk.drop_next(state, turn, left, |lane, clause| {
                    if O::TRACES {
                        budget.spend_event();
                        out.event(Event::Skip { pit: walk.board.layout.pit_of::<W>(lane), clause });
                    }
                })
            };
            self.emit(|play| {
                let here = play.turn.here;
                Event::Drop { pit: play.pit(here), seeds: play.turn.before + fell, fell, clause }
            });
            left -= fell;
            (self.turn.last_seed, self.turn.left) = (left == 0, left);
            if !walk.lines.drop.is_empty() && walk.board.pits.has(self.turn.here) && self.over.is_none() {
                self.run_first_match(&walk.lines.drop);
            }
        }
    }

    /// The first line of `land` that fits takes effect and decides.
    fn land(&mut self) -> Result<Decision, Options> {
        let (walk, landing) = (self.walk, self.turn.here);
        let Some(line) = self.matching_line(&walk.lines.land)? else {
            self.emit(|play| Event::Stop { pit: play.pit(landing), clause: None });
            return Ok(Decision::Stop);
        };
        self.follow(line)
    }

    /// The same, if the line is looked up and masks say what it does.
    #[inline]
    fn tabulated_landing(&mut self) -> Option<Decision> {
        let walk = self.walk;
        let effects = walk.line_effects()?;
        let Some(line) = walk.lines.land.first(&self.view()) else { return Some(Decision::Stop) };
        let TurnState { here, way, lap_origin, .. } = self.turn;
        let effect = effects.at(way, self.state.to_move, here, line.index);
        match effect.then {
            AfterLine::Run | AfterLine::Line => return None,
            AfterLine::Relay => return Some(Decision::Relay(effect.next.into(), line.id)),
            // A lap out of a store has no pit after which seeds are sown on.
            AfterLine::Resow if !walk.board.pits.has(lap_origin) => return None,
            AfterLine::End | AfterLine::Bonus | AfterLine::Lift | AfterLine::Resow => {}
        }
        Some(match effect.apply(&mut self.state, lap_origin) {
            AfterLanding::End { bonus: false } => Decision::Stop,
            AfterLanding::End { bonus: true } => Decision::Bonus,
            AfterLanding::Lap(NextLap { lane, sown_on, way }) => {
                self.turn.turned &= way == self.turn.way;
                self.turn.way = way;
                if sown_on == 0 {
                    return Some(Decision::Relay(lane, line.id));
                }
                self.state.take(lane, sown_on);
                self.turn.gathered = sown_on;
                self.turn.captured = self.turn.captured.saturating_add(sown_on.into());
                Decision::Resow { after: lane, clause: line.id }
            }
        })
    }

    /// A line of `land` takes effect and decides.
    pub fn follow(&mut self, line: &TableLine<W>) -> Result<Decision, Options> {
        let (landing, before_landing) = (self.turn.here, self.turn.before);
        match &line.then {
            Then::Stop => self.act(line)?,
            Then::Bonus => {
                self.act(line)?;
                self.emit(|_| Event::Bonus { clause: line.id });
                return Ok(Decision::Bonus);
            }
            Then::Relay(path) => {
                self.act(line)?;
                let lane = self.view().lane(path, self.turn.here);
                if self.walk.board.pits.has(lane) && self.state.held_in(lane) > 0 {
                    return Ok(Decision::Relay(lane, line.id));
                }
            }
            Then::Resow { seeds, lift, at, into, way } => {
                self.act(line)?;
                let lane = self.view().lane(at, self.turn.here);
                if self.walk.board.pits.has(lane) {
                    for target in lift {
                        self.each(target, |play, lane| play.gather(lane, *seeds, line.id));
                    }
                }
                if self.turn.gathered > 0 {
                    if let Some(way) = way.filter(|way| *way != self.turn.way) {
                        (self.turn.way, self.turn.turned) = (way, false);
                        self.emit(|_| Event::Way { way, clause: line.id });
                    }
                    let back = self.turn.way.other();
                    let after = if *into { self.walk.board.beside(&self.state, back, lane) } else { lane };
                    return Ok(Decision::Resow { after, clause: line.id });
                }
            }
            Then::Repeat { along, most } => {
                // A line that has changed nothing here would change nothing further on.
                if self.changes(line)? {
                    for path in along {
                        self.chain(line, path, *most)?;
                        // For what follows, the last seed fell where it fell.
                        (self.turn.here, self.turn.before) = (landing, before_landing);
                    }
                }
            }
        }
        self.emit(|play| Event::Stop { pit: play.pit(landing), clause: Some(line.id) });
        Ok(Decision::Stop)
    }

    /// A line takes effect at a landing; `None` if the mover decides, the round is over, or no pit is sown after. Seeds in
    /// hand lie in the pit after which they are sown, since sowing takes them out of it.
    pub fn land_by(&mut self, line: &TableLine<W>) -> Option<AfterLanding> {
        Some(match self.follow(line).ok()? {
            Decision::Stop => AfterLanding::End { bonus: false },
            Decision::Bonus => AfterLanding::End { bonus: true },
            Decision::Relay(lane, _) => AfterLanding::Lap(NextLap { lane, sown_on: 0, way: self.turn.way }),
            Decision::Resow { after, .. } if self.walk.board.places().has(after) => {
                let sown_on = self.turn.gathered;
                self.state.put(after, sown_on);
                AfterLanding::Lap(NextLap { lane: after, sown_on, way: self.turn.way })
            }
            Decision::Resow { .. } | Decision::Over(..) | Decision::Asks(_) => return None,
        })
    }

    /// A line is tried again from one pit to the next, from the landing on, as long as it fits and changes
    /// something.
    fn chain(&mut self, line: &TableLine<W>, path: &PitRef, most: u16) -> Result<(), Options> {
        let walk = self.walk;
        let landing = self.turn.here;
        // Once round the board is enough, because the landing itself may come to be passed over.
        for _ in 0..most.min(walk.board.pits.len() as u16 + 1) {
            let here = self.view().lane(path, self.turn.here);
            self.turn.here = here;
            // As if the last seed had fallen here: before it, the pit held what it held before this lap sowed into
            // it.
            self.turn.before = self.state.held(here).saturating_sub(u8::from(self.turn.sown.has(here)));
            if here == landing || here == W::NONE || !line.when.holds(&self.view()) {
                return Ok(());
            }
            self.emit(|play| Event::Repeat { pit: play.pit(here), clause: line.id });
            if !self.changes(line)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The first line of `finish` that fits takes effect; it may give a bonus move.
    fn finish(&mut self, result: MoveResult<W>) -> MoveResult<W> {
        let walk = self.walk;
        if walk.lines.finish.is_empty() || walk.tables.finish_waits && walk.board.is_midgame(self.state.occupied()) {
            return result;
        }
        let line = match self.matching_line(&walk.lines.finish) {
            Ok(Some(line)) => line,
            Ok(None) => return result,
            Err(options) => return MoveResult::Asks(options),
        };
        if let Err(options) = self.act(line) {
            return MoveResult::Asks(options);
        }
        if let Some((verdict, clause)) = self.over {
            return MoveResult::Over(verdict, clause);
        }
        if line.then != Then::Bonus {
            return result;
        }
        self.emit(|_| Event::Bonus { clause: line.id });
        MoveResult::Bonus
    }

    /// The first line of a table that fits takes effect.
    pub fn run_first_match(&mut self, table: &'a Table<W>) {
        if let Some(line) = table.first(&self.view()) {
            self.act(line).expect("the checker lets a mover decide only in `lift`, `land` and `finish`");
        }
    }

    /// The first line of a table that fits, and that the mover does not decline.
    fn matching_line(&mut self, table: &'a Table<W>) -> Result<Option<&'a TableLine<W>>, Options> {
        if !table.has_optional_lines {
            return Ok(table.first(&self.view()));
        }
        let mut fitting = table.fitting();
        while let Some(line) = fitting.next(&self.view()) {
            let fits = !line.may || {
                let is_last = line.closes && !line.chooses(0);
                let fits = self.decide(Options::YesOrNo, is_last)? == Choice::Yes;
                self.emit(|_| Event::Decided { fits, clause: line.id });
                fits
            };
            if fits {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// The mover's next decision, which is the last one if no line is declined by it; the options, if the move does not say it or says what is not among them.
    fn decide(&mut self, options: Options, is_last: bool) -> Result<Choice, Options> {
        self.last_decision = is_last;
        let decided = usize::from(self.turn.decided);
        if decided >= MOST_CHOICES {
            return options.iter().find(|choice| *choice != Choice::Yes).ok_or(options);
        }
        let choice = match (self.turn.m.choices.get(decided), &mut self.drawing) {
            (None, Some(drawing)) => {
                let drawn = drawing.decide(self.turn.m.choices, options).ok_or(options)?;
                self.turn.m.choices.push(drawn);
                drawn
            }
            (said, _) => said.filter(|&choice| options.has(choice)).ok_or(options)?,
        };
        self.turn.decided += 1;
        Ok(choice)
    }

    /// Does what a line says; returns whether the board is another one now.
    fn changes(&mut self, line: &TableLine<W>) -> Result<bool, Options> {
        let before = self.state;
        self.act(line)?;
        Ok(!self.state.same_board(&before))
    }

    /// Does what a line says.
    fn act(&mut self, line: &TableLine<W>) -> Result<(), Options> {
        let clause = line.id;
        for (number, effect) in line.effects.iter().enumerate() {
            match effect {
                Effect::Capture { seeds, from, to } => {
                    for target in from {
                        self.each(target, |play, lane| play.capture(lane, *seeds, *to, clause));
                    }
                }
                Effect::Move { most, from, to } => self.each(from, |play, from| {
                    play.each(to, |play, to| play.transfer(from, to, *most, clause));
                }),
                Effect::Mark { pits, kind, owner } => {
                    let mark = Some(Mark { kind: *kind, owner: owner.seen_by(self.state.to_move) });
                    for target in pits {
                        self.each(target, |play, lane| play.mark(lane, mark, clause));
                    }
                }
                Effect::Unmark { pits } => {
                    for target in pits {
                        self.each(target, |play, lane| play.mark(lane, None, clause));
                    }
                }
                Effect::Count { whose, counter, change, by } => self.count(*whose, *counter, *change, by, clause),
                Effect::Over(verdict) => self.over = Some((*verdict, clause)),
                Effect::Choose { number: pits, among } => {
                    let closes = line.closes && !line.chooses(number + 1);
                    self.choose(*pits, among, closes, clause)?;
                }
                Effect::OfMove(MoveAction::Undo) => {
                    let undone = self.state;
                    if let Some((state, captured)) = self.undo {
                        self.state = state;
                        self.turn.captured = captured;
                    }
                    let seeds = undone.gained().saturating_sub(self.state.gained());
                    self.emit(|_| Event::Undone { seeds, clause });
                    self.walk.emit_differences(&undone, &self.state, self.out);
                }
                Effect::OfMove(MoveAction::Reverse) => {
                    self.turn.way = self.turn.way.other();
                    self.emit(|_| Event::Reversed { clause });
                }
            }
        }
        Ok(())
    }

    /// Changes a counter.
    fn count(&mut self, whose: Whose, counter: CounterId, change: CounterChange, by: &Addend<W>, clause: ClauseId) {
        let by = match by {
            Addend::Number(number) => *number,
            Addend::Of(place) => place.seeds(&self.view(), self.turn.here),
        };
        let side = whose.seen_by(self.state.to_move);
        let rare = self.state.rare.get_mut().expect("the engine of a game with counters stores them");
        let value = &mut rare.memory.counters[usize::from(counter.0)][side];
        let before = std::mem::replace(value, change.of(*value, by));
        let value = *value;
        if value != before {
            self.emit(|_| Event::Counted { side, counter, value, clause });
        }
    }

    /// Does something to each of the places. A set of pits is settled before the first.
    fn each(&mut self, target: &Target<W>, mut does: impl FnMut(&mut Self, usize)) {
        match target {
            // Where there was nothing to choose, nothing is done to it.
            Target::At(path) if path.needs_choice() => {
                for lane in self.turn.all_chosen.lanes() {
                    self.turn.chosen = lane;
                    let lane = self.view().lane(path, self.turn.here);
                    if lane != W::NONE {
                        does(self, lane);
                    }
                }
            }
            Target::At(path) => {
                let lane = self.view().lane(path, self.turn.here);
                if lane != W::NONE {
                    does(self, lane);
                }
            }
            Target::Store(whose) => does(self, State::<W>::store(whose.seen_by(self.state.to_move))),
            Target::Every(when) => {
                let such = self.filter(when);
                let mover = self.state.to_move;
                for side in [mover, mover.other()] {
                    (such & self.walk.board.halves[side]).lanes().for_each(|lane| does(self, lane));
                }
            }
        }
    }

    /// The pits of which something is true.
    fn filter(&self, when: &Predicate<W>) -> W::Set {
        when.filter(&View::still(self.walk, &self.state, &self.turn), self.walk.board.pits)
    }

    /// The mover chooses pits, in the order in which they are numbered, so that each choice is one move.
    fn choose(&mut self, number: u8, among: &Predicate<W>, closes: bool, clause: ClauseId) -> Result<(), Options> {
        let such = self.filter(among);
        let mut left = such.lanes().fold(0, |pits: u64, lane| pits | 1 << self.pit(lane).0);
        (self.turn.chosen, self.turn.all_chosen) = (W::NONE, W::Set::EMPTY);
        for wanted in (1..=u32::from(number)).rev() {
            let mut options = left;
            // As many pits have to follow as are still to be chosen after this one.
            for _ in 1..wanted {
                options &= !options.checked_ilog2().map_or(0, |highest| 1 << highest);
            }
            let pit = match (options.count_ones(), left.count_ones()) {
                (_, 0) => break,
                (0 | 1, _) => left.trailing_zeros() as u8,
                _ => match self.decide(Options::Pits(options), closes && wanted == 1)? {
                    Choice::Pit(pit) => pit.0,
                    Choice::Yes | Choice::No => break,
                },
            };
            left &= u64::MAX.checked_shl(u32::from(pit) + 1).unwrap_or(0);
            self.turn.chosen = self.walk.board.layout.lane::<W>(Pit(pit));
            self.turn.all_chosen |= W::Set::one(self.turn.chosen);
            self.emit(|play| Event::Chosen { pit: play.pit(play.turn.chosen), clause });
        }
        Ok(())
    }

    fn capture(&mut self, lane: usize, portion: Portion, to: Receiver, clause: ClauseId) {
        let mover = self.state.to_move;
        let to = match to {
            Receiver::Mover => Some(mover),
            Receiver::Opponent => Some(mover.other()),
            Receiver::Owner => Some(self.owner(lane)),
            Receiver::Nobody => None,
        };
        if to.is_some_and(|side| State::<W>::store(side) == lane) {
            return;
        }
        let seeds = self.state.take(lane, portion.of(self.state.held(lane)));
        if seeds == 0 {
            return;
        }
        match to {
            Some(side) => self.state.put(State::<W>::store(side), seeds),
            None => self.state.out += seeds,
        }
        if to == Some(mover) {
            self.turn.captured += u16::from(seeds);
        }
        self.emit(|play| Event::Capture { pit: play.pit(lane), seeds, to, clause });
    }

    /// The seeds of a pit go into the hand. Those of the opponent count as captured.
    fn gather(&mut self, lane: usize, portion: Portion, clause: ClauseId) {
        // What lies opposite a store is the other one.
        if !self.walk.board.pits.has(lane) {
            return;
        }
        let seeds = self.state.take(lane, portion.of(self.state.held_in(lane)));
        if seeds == 0 {
            return;
        }
        let owner = self.walk.board.layout.owner(self.state.territory(), self.pit(lane));
        if owner != self.state.to_move {
            self.turn.captured = self.turn.captured.saturating_add(seeds.into());
        }
        self.turn.gathered += seeds;
        self.emit(|play| Event::Gather { pit: play.pit(lane), seeds, clause });
    }

    /// The owner of the mark of a pit or, without one, of the pit.
    fn owner(&self, lane: usize) -> Side {
        let layout = &self.walk.board.layout;
        let mark = self.state.mark(lane).map(|mark| mark.owner);
        mark.unwrap_or_else(|| layout.owner(self.state.territory(), layout.pit_of::<W>(lane)))
    }

    fn transfer(&mut self, from: usize, to: usize, most: u8, clause: ClauseId) {
        if from == to {
            return;
        }
        let seeds = self.state.take(from, most);
        self.state.put(to, seeds);
        if seeds > 0 {
            self.emit(|play| Event::Transfer { from: play.pit(from), to: play.pit(to), seeds, clause });
        }
    }

    fn mark(&mut self, lane: usize, mark: Option<Mark>, clause: ClauseId) {
        // A store bears no mark.
        if self.walk.board.pits.has(lane) && self.state.mark(lane) != mark {
            self.state.set_mark(lane, mark).expect("the width of the engine stores the marks of its game");
            self.emit(|play| Event::Marked { pit: play.pit(lane), mark, clause });
        }
    }

    /// The move as conditions see it.
    fn view(&self) -> View<'_, W> {
        View::landing(self.walk, &self.state, &self.turn)
    }

    fn pit(&self, lane: usize) -> Pit {
        self.walk.board.layout.pit_of::<W>(lane)
    }

    /// Reports an event, if anyone observes the move.
    #[inline(always)]
    fn emit(&mut self, event: impl FnOnce(&Self) -> Event) {
        if O::TRACES {
            self.budget.spend_event();
            let event = event(self);
            self.out.event(event);
        }
    }
}

/// A lap that has landed, and of the move what a line may ask about there.
pub(crate) struct LandedLap<W: Width> {
    pub landing: Landing,
    /// Seeds in the landing pit before the last one fell.
    pub before: u8,
    pub laps: u32,
    pub hand: u8,
    pub lap_origin: usize,
    pub turn_origin: usize,
    pub sown: W::Set,
    pub reached: W::Set,
}

impl<W: Width> Walk<W> {
    /// The board at the first landing that recurs, in a move that comes round after this number of laps.
    fn first_to_recur(&self, state: State<W>, turn: TurnState<W>, length: u32) -> State<W> {
        let (mut none, mut nothing) = ((), ());
        let (mut budget, mut unlimited) = (Budget::FULL, Budget::FULL);
        let mut behind = MoveInProgress::new(self, state, turn, &mut none, &mut budget);
        let mut ahead = MoveInProgress::new(self, state, turn, &mut nothing, &mut unlimited);
        let (mut behind_decides, mut ahead_decides) = (behind.first_lap(), ahead.first_lap());
        let next = |play: &mut MoveInProgress<W, ()>, decision: Decision| match decision {
            relay @ (Decision::Relay(..) | Decision::Resow { .. }) => play.next_lap(relay),
            Decision::Stop | Decision::Bonus | Decision::Over(..) | Decision::Asks(_) => {
                unreachable!("a move that comes round does not end")
            }
        };
        for _ in 0..length {
            ahead_decides = next(&mut ahead, ahead_decides);
        }
        let mut laps: u32 = 0;
        while !same_turn(self, &behind.state, &behind.turn, &ahead.state, &ahead.turn) {
            laps = laps.wrapping_add(1);
            if laps.is_multiple_of(4096) && self.interrupted() {
                break;
            }
            behind_decides = next(&mut behind, behind_decides);
            ahead_decides = next(&mut ahead, ahead_decides);
        }
        behind.state
    }
}
