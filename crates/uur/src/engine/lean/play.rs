//! Moves: which there are, how one is played, and what follows.

use std::cmp::Ordering;

use super::ask::{Ask, Known, Route, Scene, lanes, such};
use super::packed::add;
use super::table::{Deed, Line, Next, Spot, Table};
use super::{Lean, Packed, Visited};
use crate::engine::{Outcome, Program, Reason};
use crate::rules::{EndlessOutcome, Receiver, Side, Taking, Verdict, Who};

/// What is to be known of a moment of a move besides the board. Lanes stand for pits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    /// Where the last seed fell, or the pit in question.
    pub here: usize,
    /// Seeds in `here` before the last seed fell.
    pub before: u8,
    pub lap_origin: usize,
    pub turn_origin: usize,
    /// Seeds with which the lap was sown.
    pub hand: u8,
    /// What the mover has captured.
    pub captured: u8,
    pub last_seed: bool,
    pub laps: u32,
    pub sown: u64,
    pub reached: u64,
}

/// How a move went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Played {
    Done,
    Bonus,
    Endless,
}

/// How a move goes on after a landing.
pub(super) enum Decision {
    Stop,
    Bonus,
    Relay(usize),
}

/// From this lap on it is looked whether a move goes round.
const LOOKED_FROM: u32 = 16;

impl Moment {
    fn before<const N: usize>(packed: &Packed<N>, lane: usize) -> Self {
        Moment {
            here: lane,
            before: packed.held(lane),
            lap_origin: lane,
            turn_origin: lane,
            hand: 0,
            captured: 0,
            last_seed: false,
            laps: 0,
            sown: 0,
            reached: 0,
        }
    }
}

impl<const N: usize> Lean<N> {
    /// A bit for the lane of each legal move; none once the round is over.
    pub fn moves(&self, packed: &Packed<N>) -> u64 {
        if packed.is_over() { 0 } else { self.prefer(packed, self.candidates(packed)) }
    }

    fn prefer(&self, packed: &Packed<N>, mut moves: u64) -> u64 {
        if !self.prefer.is_empty() {
            let moment = Moment::before(packed, self.first(packed));
            let scene = Scene::still(self, packed, &moment);
            for ask in &self.prefer {
                let first = ask.among(&scene, moves);
                if first != 0 {
                    moves = first;
                }
            }
        }
        moves
    }

    /// The moves, but for that some come before others.
    pub(super) fn candidates(&self, packed: &Packed<N>) -> u64 {
        self.liftable(packed, packed.occupied())
    }

    /// The same, if it is known which lanes have seeds.
    #[inline]
    fn liftable(&self, packed: &Packed<N>, occupied: u64) -> u64 {
        let mut lanes = occupied & self.lifted[packed.to_move];
        if !self.leaves.is_empty() {
            let too_few = |lane: &usize| packed.held(*lane) <= self.leave(packed, *lane);
            lanes &= !such(lanes, too_few);
        }
        if let Some(by_mark) = self.by_mark
            && self.is_lively(occupied)
        {
            return by_marks(packed, lanes, by_mark);
        }
        self.asked_for(packed, lanes, occupied)
    }

    /// Those of some lanes which the rules allow to be lifted.
    #[inline]
    pub(super) fn asked_for(&self, packed: &Packed<N>, lanes: u64, occupied: u64) -> u64 {
        if let Some(ends) = self.from.first_laps() {
            return ends.among(packed, lanes, occupied);
        }
        let moment = Moment::before(packed, self.first(packed));
        let known = Known { occupied: Some(occupied), candidates: None };
        self.from.among(&Scene { known, ..Scene::still(self, packed, &moment) }, lanes)
    }

    /// Whether both rows have seeds.
    #[inline]
    pub(super) fn is_lively(&self, occupied: u64) -> bool {
        occupied & self.rows[0] != 0 && occupied & self.rows[1] != 0
    }

    /// The lane of the mover's A.
    fn first(&self, packed: &Packed<N>) -> usize {
        Packed::<N>::HALF * packed.to_move as usize
    }

    /// How many seeds stay in a pit that a move starts from.
    pub(super) fn leave(&self, packed: &Packed<N>, lane: usize) -> u8 {
        let moment = Moment::before(packed, lane);
        let scene = Scene::still(self, packed, &moment);
        self.leaves.iter().find(|(ask, _)| ask.holds(&scene)).map_or(0, |(_, leave)| *leave)
    }

    /// Whether this is true when the whole move has been made.
    pub(super) fn after_move(&self, packed: &Packed<N>, lane: usize, ask: &Ask) -> bool {
        let mut packed = *packed;
        let (played, moment) = self.turn(&mut packed, lane);
        played != Played::Endless && ask.holds(&self.scene(&packed, &moment))
    }

    /// Whether this is true of the lane in which the first lap would end.
    pub(super) fn first_lap_ends(&self, packed: &Packed<N>, lane: usize, table: &Table) -> bool {
        let mut packed = *packed;
        let mut moment = Moment::before(&packed, lane);
        moment.hand = packed.held(lane).saturating_sub(self.leave(&packed, lane));
        match &self.laps {
            Some(laps) => {
                let lap = laps.get(packed.to_move, lane, moment.hand);
                add(&mut packed.seeds, &lap.gain);
                moment.here = lap.near.here.into();
                moment.before = packed.held(moment.here).wrapping_sub(1);
            }
            None => {
                packed.take(lane, moment.hand);
                for _ in 0..moment.hand {
                    self.fall(&mut packed, &mut moment);
                }
            }
        }
        table.fitting(&self.scene(&packed, &moment)) != 0
    }

    fn scene<'a>(&'a self, packed: &'a Packed<N>, moment: &'a Moment) -> Scene<'a, N> {
        Scene { fresh: Some(moment.here), ..Scene::still(self, packed, moment) }
    }

    /// Plays a move with every rule looked at, and begins the next turn.
    pub(super) fn play_in_steps(&self, packed: &mut Packed<N>, lane: usize) -> u64 {
        let before = *packed;
        match self.turn(packed, lane).0 {
            Played::Endless => {
                *packed = before;
                self.end_endless(packed)
            }
            played => self.next_turn(packed, played == Played::Bonus),
        }
    }

    /// What comes of a move without end, before which the position was as it is now.
    #[cold]
    pub(super) fn end_endless(&self, packed: &mut Packed<N>) -> u64 {
        if matches!(self.program.endless.outcome, EndlessOutcome::Over(_)) {
            packed.ply = packed.ply.saturating_add(1);
            self.by_the_other(packed, |program, position| program.end_endless(position, &mut ()));
            return 0;
        }
        self.next_turn(packed, false)
    }

    /// A move has been played; gives the moves of the turn that follows.
    pub(super) fn next_turn(&self, packed: &mut Packed<N>, bonus: bool) -> u64 {
        packed.ply = packed.ply.saturating_add(1);
        if !bonus {
            packed.to_move = packed.to_move.other();
        }
        self.settle(packed, bonus)
    }

    /// Whether a position that follows those that have been ends the round, by repetition too.
    #[inline(always)]
    pub fn would_end(&self, packed: &Packed<N>, visited: &Visited<N>) -> bool {
        let times = self.program.repetition.times.into();
        packed.is_over() || !self.never_repeats && visited.would_come(self, packed) >= times
    }

    /// Looks whether the round is over by repetition, after a move that has led to these moves. The new
    /// position is added to those that have been. Gives the moves of the new position.
    #[inline(always)]
    pub fn record(&self, packed: &mut Packed<N>, visited: &mut Visited<N>, moves: u64) -> u64 {
        if self.never_repeats {
            return moves;
        }
        if visited.record(self, packed) >= self.program.repetition.times.into() && !packed.is_over() {
            self.by_the_other(packed, |program, position| program.end_by_repetition(position, &mut ()));
            return 0;
        }
        moves
    }

    /// Begins a turn, if it is one of a bonus move and there is none, the opponent's; gives the moves
    /// that there are.
    pub(super) fn settle(&self, packed: &mut Packed<N>, bonus: bool) -> u64 {
        if bonus && self.candidates(packed) == 0 {
            packed.to_move = packed.to_move.other();
        }
        if !self.begin.is_empty() {
            let mut moment = Moment::before(packed, self.first(packed));
            self.effect(&self.begin, packed, &mut moment);
        }
        let occupied = packed.occupied();
        let candidates = self.liftable(packed, occupied);
        let lively = candidates != 0 && self.is_lively(occupied);
        if !lively || !self.busy_end.is_empty() {
            let moment = Moment::before(packed, self.first(packed));
            let known = Known { occupied: Some(occupied), candidates: Some(candidates) };
            let scene = Scene { known, ..Scene::still(self, packed, &moment) };
            let over = if lively {
                self.busy_end.iter().any(|ask| ask.holds(&scene))
            } else {
                self.end.iter().any(|line| line.ask.holds(&scene))
            };
            if over {
                return self.end(packed, occupied, candidates);
            }
        }
        self.prefer(packed, candidates)
    }

    /// The round ends, or the turn passes; gives the moves that there are then.
    #[cold]
    fn end(&self, packed: &mut Packed<N>, occupied: u64, candidates: u64) -> u64 {
        let moment = Moment::before(packed, self.first(packed));
        let known = Known { occupied: Some(occupied), candidates: Some(candidates) };
        let scene = Scene { known, ..Scene::still(self, packed, &moment) };
        let line = self.end.iter().find(|line| line.ask.holds(&scene));
        let Some((line, ending)) = line.and_then(|line| Some((line, line.ending.as_ref()?))) else {
            self.by_the_other(packed, |program, position| program.look_at_end(position, &mut ()));
            return self.moves(packed);
        };
        let reason = if line.asks_for_moves && candidates == 0 { Reason::NoMove } else { Reason::Condition };
        let player = packed.to_move;
        for (who, taking) in &ending.takings {
            let takers = match who {
                Who::Each => &Side::BOTH[..],
                Who::Player => &[player],
                Who::Opponent => &[player.other()],
            };
            for &taker in takers {
                let lanes = match taking {
                    Taking::Rest | Taking::Half => self.pits,
                    Taking::Row(whose) => self.rows[Program::side_of(taker, *whose)],
                    Taking::Marked(whose, _) => packed.marks[Program::side_of(taker, *whose)],
                };
                packed.sweep(lanes, taker);
            }
        }
        let winner = match ending.verdict {
            Verdict::Player => Some(player),
            Verdict::Opponent => Some(player.other()),
            Verdict::Draw | Verdict::Pass => None,
            Verdict::Goal => match packed.captured(Side::South).cmp(&packed.captured(Side::North)) {
                Ordering::Greater => Some(Side::South),
                Ordering::Less => Some(Side::North),
                Ordering::Equal => None,
            },
        };
        packed.end(Some(Outcome { reason, clause: Some(line.clause), winner }));
        0
    }

    /// What happens once in a round is done by the other machine.
    #[cold]
    pub(super) fn by_the_other(&self, packed: &mut Packed<N>, does: impl Fn(&Program, &mut crate::engine::Position)) {
        let mut position = self.unpack(packed);
        does(&self.program, &mut position);
        *packed = Packed::of(&self.program, &position);
    }

    /// Plays a move up to its end.
    fn turn(&self, packed: &mut Packed<N>, lane: usize) -> (Played, Moment) {
        let mut moment = Moment::before(packed, lane);
        let mut leave = if self.leaves.is_empty() { 0 } else { self.leave(packed, lane) };
        let mut kept: Option<(Packed<N>, Moment)> = None;
        let mut from = lane;
        let mut fallen = None;
        let played = loop {
            let hand = self.lap(packed, &mut moment, from, leave);
            if self.program.undoes {
                fallen = Some((*packed, moment.captured));
            }
            if hand == 0 {
                break Played::Done;
            }
            match self.land(packed, &mut moment, fallen.as_ref()) {
                Decision::Stop => break Played::Done,
                Decision::Bonus => break Played::Bonus,
                Decision::Relay(pit) => from = pit,
            }
            leave = 0;
            if moment.laps >= LOOKED_FROM || self.program.endless.bound.is_some() {
                let comes_again = kept.as_ref().is_some_and(|(board, before)| {
                    before.here == moment.here && board.same_board(packed) && before.reached == moment.reached
                });
                let bound = self.program.endless.bound;
                let beyond = bound.is_some_and(|bound| moment.laps >= u32::from(bound));
                if comes_again || beyond || self.program.interrupts(moment.laps.into()) {
                    return (Played::Endless, moment);
                }
                if moment.laps.is_power_of_two() {
                    kept = Some((*packed, moment));
                }
            }
        };
        (self.finish(played, packed, &mut moment, fallen.as_ref()), moment)
    }

    /// One lap, from the lift to its last seed; gives the seeds it was sown with.
    fn lap(&self, packed: &mut Packed<N>, moment: &mut Moment, from: usize, leave: u8) -> u8 {
        moment.lap_origin = from;
        moment.laps += 1;
        if !self.lift.is_empty() {
            (moment.here, moment.before) = (from, packed.held(from));
            self.effect(&self.lift, packed, moment);
        }
        let hand = packed.held(from).saturating_sub(leave);
        moment.hand = hand;
        match &self.laps {
            Some(laps) => {
                let lap = laps.get(packed.to_move, from, hand);
                add(&mut packed.seeds, &lap.gain);
                moment.here = lap.near.here.into();
                moment.before = packed.held(moment.here).wrapping_sub(1);
                moment.sown = lap.sown;
                moment.reached |= lap.sown;
                moment.last_seed = true;
            }
            None => self.sow_one_by_one(packed, moment, from, hand),
        }
        hand
    }

    /// The seeds in hand fall one by one.
    fn sow_one_by_one(&self, packed: &mut Packed<N>, moment: &mut Moment, from: usize, hand: u8) {
        packed.take(from, hand);
        (moment.sown, moment.here) = (0, from);
        for left in (0..hand).rev() {
            self.fall(packed, moment);
            moment.sown |= 1 << moment.here;
            moment.reached |= 1 << moment.here;
            moment.last_seed = left == 0;
            if !self.drop.is_empty() && self.pits >> moment.here & 1 == 1 {
                self.effect(&self.drop, packed, moment);
            }
        }
    }

    /// One seed falls into the pit that follows.
    fn fall(&self, packed: &mut Packed<N>, moment: &mut Moment) {
        let lane = self.following(packed, moment);
        moment.here = lane;
        moment.before = packed.held(lane);
        packed.put(lane, 1);
    }

    /// Where the next seed falls.
    fn following(&self, packed: &Packed<N>, moment: &Moment) -> usize {
        let neighbours = &self.neighbours[packed.to_move];
        let mut next = usize::from(neighbours[moment.here % 64]);
        if self.skip.is_empty() {
            return next;
        }
        let scene = Scene::still(self, packed, moment);
        let first = next;
        for _ in 0..self.pits.count_ones() + 2 {
            let passed = self.pits >> next & 1 == 1 && self.skip.iter().any(|ask| ask.among(&scene, 1 << next) != 0);
            if !passed {
                return next;
            }
            next = neighbours[next % 64].into();
        }
        first
    }

    /// The first line that fits does its work.
    fn effect(&self, table: &Table, packed: &mut Packed<N>, moment: &mut Moment) {
        if let Some(line) = table.first(&self.scene(packed, moment)) {
            self.act(line, packed, moment, None);
        }
    }

    /// The first line of the landing table that fits does its work and decides.
    #[inline]
    fn land(&self, packed: &mut Packed<N>, moment: &mut Moment, fallen: Option<&(Packed<N>, u8)>) -> Decision {
        match self.land.first(&self.scene(packed, moment)) {
            Some(line) => self.follow(line, packed, moment, fallen),
            None => Decision::Stop,
        }
    }

    /// A line of the landing table does its work and decides.
    pub(super) fn follow(
        &self,
        line: &Line,
        packed: &mut Packed<N>,
        moment: &mut Moment,
        fallen: Option<&(Packed<N>, u8)>,
    ) -> Decision {
        match &line.next {
            Next::Stop => {
                self.act(line, packed, moment, fallen);
                Decision::Stop
            }
            Next::Bonus => {
                self.act(line, packed, moment, fallen);
                Decision::Bonus
            }
            Next::Relay(route) => {
                self.act(line, packed, moment, fallen);
                let pit = route.from(moment.here, packed.to_move, moment);
                let lifts = self.pits >> pit & 1 == 1 && packed.held(pit) > 0;
                if lifts { Decision::Relay(pit) } else { Decision::Stop }
            }
            Next::Repeat { along, most } => {
                // A line that has changed nothing here would change nothing further on.
                if self.changes(line, packed, moment, fallen) {
                    let (landing, before_landing) = (moment.here, moment.before);
                    for route in along {
                        self.chain(line, route, *most, packed, moment, fallen);
                        (moment.here, moment.before) = (landing, before_landing);
                    }
                }
                Decision::Stop
            }
        }
    }

    /// A line is tried again from one pit to the next, from the landing on, as long as it fits and
    /// changes something.
    fn chain(
        &self,
        line: &Line,
        route: &Route,
        most: u16,
        packed: &mut Packed<N>,
        moment: &mut Moment,
        fallen: Option<&(Packed<N>, u8)>,
    ) {
        let landing = moment.here;
        // Once round the board is enough; the landing itself may come to be passed over.
        for _ in 0..most.min(self.pits.count_ones() as u16 + 1) {
            moment.here = route.from(moment.here, packed.to_move, moment);
            // As if the last seed had fallen here: before it, the pit held what it held before this lap
            // sowed into it.
            moment.before = packed.held(moment.here).saturating_sub((moment.sown >> moment.here & 1) as u8);
            if moment.here == landing || !self.fits(line, packed, moment) || !self.changes(line, packed, moment, fallen)
            {
                return;
            }
        }
    }

    /// Whether a line of the landing table fits.
    #[inline(always)]
    fn fits(&self, line: &Line, packed: &Packed<N>, moment: &Moment) -> bool {
        match self.land.swift() {
            Some(table) => table.fits(line, packed, moment.here, moment.before),
            None => self.land.fits(line, &self.scene(packed, moment)),
        }
    }

    /// The first line of the finish table that fits does its work; it may give a bonus move.
    #[inline]
    fn finish(
        &self,
        played: Played,
        packed: &mut Packed<N>,
        moment: &mut Moment,
        fallen: Option<&(Packed<N>, u8)>,
    ) -> Played {
        if self.finish_waits && self.is_lively(packed.occupied()) {
            return played;
        }
        let Some(line) = self.finish.first(&self.scene(packed, moment)) else { return played };
        self.act(line, packed, moment, fallen);
        if matches!(line.next, Next::Bonus) { Played::Bonus } else { played }
    }

    /// Does what a line says; gives whether the board is another one now.
    #[inline]
    fn changes(
        &self,
        line: &Line,
        packed: &mut Packed<N>,
        moment: &mut Moment,
        fallen: Option<&(Packed<N>, u8)>,
    ) -> bool {
        // What one capture takes does not come back.
        if let [Deed::Capture { most, from, to }] = &line.deeds[..] {
            return self.capture_from(from, *most, *to, packed, moment);
        }
        let before = *packed;
        self.act(line, packed, moment, fallen);
        !packed.same_board(&before)
    }

    /// Captures from some places; gives whether pits among them had seeds.
    #[inline]
    fn capture_from(&self, from: &[Spot], most: u8, to: Receiver, packed: &mut Packed<N>, moment: &mut Moment) -> bool {
        let mut changed = false;
        for spot in from {
            self.each(spot, packed, moment, |packed, moment, lane| {
                changed |= capture(packed, moment, lane, most, to) > 0 && self.pits >> lane & 1 == 1;
            });
        }
        changed
    }

    /// Does what a line says.
    #[inline]
    fn act(&self, line: &Line, packed: &mut Packed<N>, moment: &mut Moment, fallen: Option<&(Packed<N>, u8)>) {
        for deed in &line.deeds {
            match deed {
                Deed::Capture { most, from, to } => {
                    self.capture_from(from, *most, *to, packed, moment);
                }
                Deed::Move { most, from, to } => self.each(from, packed, moment, |packed, moment, from| {
                    self.each(to, packed, moment, |packed, _, to| {
                        if from != to {
                            let seeds = packed.take(from, *most);
                            packed.put(to, seeds);
                        }
                    });
                }),
                Deed::Mark(spots) => {
                    for spot in spots {
                        self.each(spot, packed, moment, |packed, _, lane| {
                            if self.pits >> lane & 1 == 1 {
                                let mover = packed.to_move;
                                packed.marks[mover] |= 1 << lane;
                                packed.marks[mover.other()] &= !(1 << lane);
                            }
                        });
                    }
                }
                Deed::Unmark(spots) => {
                    for spot in spots {
                        self.each(spot, packed, moment, |packed, _, lane| {
                            packed.marks = packed.marks.map(|marks| marks & !(1 << lane));
                        });
                    }
                }
                Deed::Undo => {
                    if let Some(fallen) = fallen {
                        (*packed, moment.captured) = *fallen;
                    }
                }
            }
        }
    }

    /// Does something to each of the places; which pits a set has is settled before the first.
    #[inline(always)]
    fn each(
        &self,
        spot: &Spot,
        packed: &mut Packed<N>,
        moment: &mut Moment,
        mut does: impl FnMut(&mut Packed<N>, &mut Moment, usize),
    ) {
        match spot {
            Spot::At(route) => does(packed, moment, route.from(moment.here, packed.to_move, moment)),
            Spot::Store(whose) => does(packed, moment, Packed::<N>::store(Program::side_of(packed.to_move, *whose))),
            Spot::Every(ask) => {
                let mover = packed.to_move;
                let scene = Scene::still(self, packed, moment);
                let chosen = ask.among(&scene, self.pits);
                for side in [mover, mover.other()] {
                    lanes(chosen & self.rows[side]).for_each(|lane| does(packed, moment, lane));
                }
            }
        }
    }
}

/// Captures the seeds of a lane; gives how many.
#[inline]
fn capture<const N: usize>(packed: &mut Packed<N>, moment: &mut Moment, lane: usize, most: u8, to: Receiver) -> u8 {
    let mover = packed.to_move;
    let receiver = match to {
        Receiver::Mover => Some(mover),
        Receiver::Opponent => Some(mover.other()),
        Receiver::Owner => Some(owner(packed, lane)),
        Receiver::Nobody => None,
    };
    match receiver {
        Some(side) if Packed::<N>::store(side) == lane => 0,
        Some(side) => {
            let seeds = packed.take(lane, most);
            packed.put(Packed::<N>::store(side), seeds);
            if side == mover {
                moment.captured += seeds;
            }
            seeds
        }
        None => {
            let seeds = packed.take(lane, most);
            packed.out += seeds;
            seeds
        }
    }
}

/// Those of some lanes that are in the first, second or third of three masks by being without a mark,
/// with the mover's, or with the opponent's.
#[inline(always)]
pub(super) fn by_marks<const N: usize>(packed: &Packed<N>, lanes: u64, masks: [u64; 3]) -> u64 {
    let [own, other] = [packed.to_move, packed.to_move.other()].map(|side| packed.marks[side]);
    lanes & (!(own | other) & masks[0] | own & masks[1] | other & masks[2])
}

/// Whose a lane is: the owner of its mark or, without one, of its row.
fn owner<const N: usize>(packed: &Packed<N>, lane: usize) -> Side {
    let marked = Side::BOTH.into_iter().find(|side| packed.marks[*side] >> lane & 1 == 1);
    marked.unwrap_or(Side::BOTH[lane / Packed::<N>::HALF % 2])
}
