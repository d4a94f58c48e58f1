//! What a line of `land` does to the board, as masks and sums that the walk has been asked for.
//!
//! A line whose actions read nothing but the pits they change does one of few things to a lane: it empties it, adds a
//! constant, or puts there what it takes elsewhere. So boards are made on which each lane holds the least, the next and
//! the greatest number that may lie there, the walk follows the line on each, and one effect has to explain all of
//! them. What a line means is thus said in one place alone, the walk.

use crate::engine::lines::decision_tree::{Landing, number_in};
use crate::engine::lines::effect::{AfterLanding, AfterLine, LAP_ORIGIN, LineEffect, LineEffects, NOBODY};
use crate::engine::lines::index::Possible;
use crate::engine::lines::lowering::Lowering;
use crate::engine::lines::predicate::{Anchor, PitPredicate, PitRef, Predicate};
use crate::engine::lines::table::{Effect, TableLine, Target, Then};
use crate::engine::state::State;
use crate::engine::state::mask::Move;
use crate::engine::state::position::Mark;
use crate::engine::state::turn::TurnState;
use crate::engine::state::width::{LaneSet, LaneWords, Width};
use crate::engine::walk::Walk;
use crate::engine::walk::budget::Budget;
use crate::engine::walk::play::MoveInProgress;
use crate::rules::{MarkId, MoveFact, Reads, Receiver, Side};

/// A board before a line and after it, and how the move goes on.
struct Sample<W: Width> {
    origin: usize,
    before: State<W>,
    after: State<W>,
    then: AfterLanding,
}

/// Everything may, in which a seed has just fallen into a lane.
struct AnyLanding(usize);

impl Possible for AnyLanding {
    fn seeds(&self, lane: usize, seeds: u8) -> bool {
        lane != self.0 || seeds > 0
    }

    fn mark(&self, _: usize, _: Option<Side>) -> bool {
        true
    }
}

impl<W: Width> LineEffect<W> {
    /// What a line does in a place on any board that is possible there; [`AfterLine::Line`] if masks cannot say it.
    pub fn of(walk: &Walk<W>, line: &TableLine<W>, place: Landing, possible: &impl Possible) -> Self {
        let followed = Self::only(AfterLine::Line);
        let Some(touched) = walk.touched(line, place) else { return followed };
        let Some(samples) = walk.samples(line, place, touched, possible) else { return followed };
        let explanation = || {
            let lanes = walk.board.places();
            let moved =
                |sample: &Sample<W>, lane: usize| sample.after.held(lane).wrapping_sub(sample.before.held(lane));
            let constant = |lane: usize| {
                let first = moved(&samples[0], lane);
                samples.iter().all(|sample| moved(sample, lane) == first)
            };
            let emptied = |lane: usize| samples.iter().all(|sample| sample.after.held(lane) == 0);
            let any = lanes.lanes().find(|lane| !constant(*lane) && !emptied(*lane));
            let receivers = any.map_or_else(
                || vec![NOBODY, State::<W>::store(Side::South) as u8, State::<W>::store(Side::North) as u8],
                |lane| vec![lane as u8],
            );
            let frame = Self::frame(line, place, &samples);
            for keeps_constants in [true, false] {
                let taken = lanes.filter(|lane| emptied(lane) && !(keeps_constants && constant(lane)));
                for &to in &receivers {
                    let to = if frame.then == AfterLine::Resow { frame.next } else { to };
                    let found = frame.with_seeds(taken, to, &samples[0]);
                    if samples.iter().all(|sample| found.explains(sample)) {
                        return Some(found);
                    }
                }
            }
            None
        };
        let found = explanation().unwrap_or(followed);
        let nothing = LineEffect { next: found.next, way: found.way, to: found.to, ..Self::only(AfterLine::Lift) };
        if found == nothing && usize::from(found.next) == place.here && found.way == place.way {
            return LineEffect { then: AfterLine::Relay, to: NOBODY, ..found };
        }
        found
    }

    /// How the move goes on after all samples, and which marks have changed.
    fn frame(line: &TableLine<W>, place: Landing, samples: &[Sample<W>]) -> Self {
        let laps = || {
            samples.iter().filter_map(|sample| match sample.then {
                AfterLanding::Lap(lap) => Some((sample, lap)),
                AfterLanding::End { .. } => None,
            })
        };
        let mut frame = LineEffect { way: place.way, ..Self::only(AfterLine::End) };
        if let Some((first, lap)) = laps().next() {
            frame.then = if lap.sown_on > 0 { AfterLine::Resow } else { AfterLine::Lift };
            frame.way = lap.way;
            let after_origin = frame.then == AfterLine::Resow
                && laps().all(|(sample, lap)| lap.lane == sample.origin)
                && laps().any(|(sample, _)| sample.origin != first.origin);
            frame.next = if after_origin { LAP_ORIGIN } else { lap.lane as u8 };
        } else if samples[0].then == (AfterLanding::End { bonus: true }) {
            frame.then = AfterLine::Bonus;
        }
        frame.kind = line.marks.unwrap_or(MarkId(0));
        for lane in 0..W::LANES {
            let owner = |state: &State<W>| state.mark(lane).map(|mark| mark.owner);
            if samples.iter().all(|sample| sample.before.mark(lane) == sample.after.mark(lane)) {
                continue;
            }
            frame.unmark |= W::Set::one(lane);
            if let Some(side) = owner(&samples[0].after) {
                frame.mark[side] |= W::Set::one(lane);
            }
        }
        frame
    }

    /// The same where seeds are taken out of some lanes and given to one, with what else the lanes gain in a sample.
    fn with_seeds(mut self, taken: W::Set, to: u8, sample: &Sample<W>) -> Self {
        for lane in taken.lanes() {
            self.take.as_mut()[lane / 8] |= 0xFF << (lane % 8 * 8);
        }
        self.to = to;
        let mut state = sample.before;
        let seeds = state.take_and_add(self.take, self.add);
        self.give(&mut state, seeds, sample.origin);
        for lane in 0..W::LANES {
            let gained = sample.after.held(lane).wrapping_sub(state.held(lane));
            let word = &mut self.add.as_mut()[lane / 8];
            // A loss is borrowed from the lanes above, as in a sum of the whole word.
            *word = word.wrapping_add((i64::from(gained as i8) << (lane % 8 * 8)) as u64);
        }
        self
    }

    fn explains(&self, sample: &Sample<W>) -> bool {
        let mut state = sample.before;
        let then = self.apply(&mut state, sample.origin);
        state == sample.after && then == sample.then
    }
}

impl<W: Width> LineEffects<W> {
    /// The effects of the lines of `land`. Where conditions ask what has been captured, the walk follows lines that
    /// capture, unless all that they capture is the opponent's and is sown on.
    pub fn of(walk: &Walk<W>) -> Self {
        let asks_captured = walk.lines.captured_limit > 0;
        let lines = walk.lines.land.lines.len();
        let (mut effects, mut numbers): (Vec<LineEffect<W>>, Vec<u16>) = (vec![], vec![0; 4 * W::LANES * lines]);
        for place in Landing::all::<W>(walk.board.places()) {
            let theirs = |lane: usize| {
                !walk.board.shifts && walk.board.layout.owner(0, walk.board.layout.pit_of::<W>(lane)) != place.mover
            };
            for line in &walk.lines.land.lines {
                let captures = line.effects.iter().any(|effect| matches!(effect, Effect::Capture { .. }));
                let mut effect = LineEffect::only(AfterLine::Line);
                if !(line.may || captures && asks_captured) {
                    effect = LineEffect::of(walk, line, place, &AnyLanding(place.here));
                }
                let taken = |lane: usize| effect.take.word(lane / 8) >> (lane % 8 * 8) & 0xFF > 0;
                let gathers = effect.then == AfterLine::Resow && asks_captured;
                if gathers && !(0..W::LANES).filter(|lane| taken(*lane)).all(theirs) {
                    effect = LineEffect::only(AfterLine::Line);
                }
                numbers[place.number::<W>() * lines + line.index] = number_in(&mut effects, &effect);
            }
        }
        LineEffects { effects, numbers, lines }
    }
}

impl<W: Width> Walk<W> {
    /// The lanes that a line may change at a landing; `None` if what it does depends on more than these.
    fn touched(&self, line: &TableLine<W>, place: Landing) -> Option<W::Set> {
        let lowering = Lowering::plain(&self.board);
        let Landing { way, mover, here } = place;
        let at = |path: &PitRef| {
            let lane = lowering.static_end(path, way, mover, here)?;
            Some(if lane == W::NONE { W::Set::EMPTY } else { W::Set::one(lane) })
        };
        let of = |target: &Target<W>| match target {
            Target::At(path) => at(path),
            Target::Store(whose) => Some(W::Set::one(State::<W>::store(whose.seen_by(mover)))),
            Target::Every(when) => is_fixed(&lowering, when).then_some(self.board.pits),
        };
        let all = |targets: &[Target<W>]| targets.iter().try_fold(W::Set::EMPTY, |all, target| Some(all | of(target)?));
        let of_way = Reads::WAY | Reads::ALONG;
        let mut touched = W::Set::EMPTY;
        for effect in &line.effects {
            touched |= match effect {
                Effect::Capture { to: Receiver::Owner, .. } if self.board.shifts => return None,
                Effect::Capture { from, .. } => all(from)?,
                Effect::Move { from, to, .. } => of(from)? | of(to)?,
                Effect::OfMove(action) if self.lines.each_lap.is_empty() && action.writes().within(of_way) => {
                    W::Set::EMPTY
                }
                Effect::Mark { pits, .. } if line.marks.is_some() => all(pits)?,
                Effect::Unmark { pits } => all(pits)?,
                Effect::Mark { .. }
                | Effect::Choose { .. }
                | Effect::Count { .. }
                | Effect::OfMove(_)
                | Effect::Over(_) => return None,
            };
        }
        match &line.then {
            Then::Stop | Then::Bonus => {}
            Then::Repeat { .. } => return None,
            Then::Relay(path) => touched |= at(path)?,
            Then::Resow { lift, at: after, into, .. } => {
                let from_origin = after.anchor == Anchor::LapOrigin && after.steps.is_empty() && !into;
                touched |= all(lift)?;
                if *into && self.board.shifts || !from_origin && at(after).is_none() {
                    return None;
                }
            }
        }
        Some(touched)
    }

    /// Boards at a landing and what the walk makes of them by a line; `None` if none is possible, or the walk says what
    /// no effect says.
    fn samples(
        &self,
        line: &TableLine<W>,
        place: Landing,
        touched: W::Set,
        possible: &impl Possible,
    ) -> Option<Vec<Sample<W>>> {
        let Landing { mover, here, .. } = place;
        let may = |lane: usize, seeds: u8| possible.seeds(lane, seeds);
        let least: Vec<u8> = (0..W::LANES)
            .map(|lane| (0..=self.board.most_seeds).find(|seeds| may(lane, *seeds)))
            .collect::<Option<_>>()?;
        let lanes = self.board.places();
        let total: u32 = lanes.lanes().map(|lane| u32::from(least[lane])).sum();
        let room = u32::from(u8::MAX).checked_sub(total)?;
        let share = (room / lanes.len()).min(9) as u8;
        let next = |lane: usize| {
            let least = least[lane];
            (least + 1..=least.saturating_add(share)).find(|seeds| may(lane, *seeds)).unwrap_or(least)
        };
        let several = |lane: usize| {
            let least = least[lane];
            (least..=least.saturating_add(share)).rev().find(|seeds| may(lane, *seeds)).unwrap_or(least)
        };
        let origins: Vec<usize> = (self.board.pits & !touched).lanes().filter(|lane| *lane != here).take(3).collect();
        let kinds = [None, Some(mover), Some(mover.other())];
        let board = |number: usize, seeds: &dyn Fn(usize) -> u8| {
            let mut state = State { to_move: mover, ..State::empty(9) };
            for lane in lanes.lanes() {
                state.put(lane, seeds(lane));
                let wanted = kinds.iter().cycle().skip(number).take(3).find(|owner| possible.mark(lane, **owner))?;
                if self.board.mark_kinds > 0
                    && self.board.pits.has(lane)
                    && let Some(owner) = *wanted
                {
                    state.set_mark(lane, Some(Mark { kind: MarkId(0), owner }))?;
                }
            }
            let origin = origins.get(number % origins.len().max(1)).copied().unwrap_or(here);
            self.sample(line, place, origin, state)
        };
        let mut samples = vec![board(0, &|lane| least[lane])?, board(1, &next)?, board(2, &several)?];
        for lane in (touched & lanes).lanes() {
            let greatest = (u32::from(least[lane]) + room).min(self.board.most_seeds.into()) as u8;
            let greatest = (least[lane]..=greatest).rev().find(|seeds| may(lane, *seeds))?;
            samples.push(board(lane, &|other| if other == lane { greatest } else { least[other] })?);
        }
        Some(samples)
    }

    /// What the walk makes of a board by a line; `None` if the mover decides, the round is over, or the move ends and
    /// its way has changed, which `finish` may ask.
    fn sample(&self, line: &TableLine<W>, place: Landing, origin: usize, before: State<W>) -> Option<Sample<W>> {
        let Landing { way, here, .. } = place;
        let lifted = Move::lifting(self.board.layout.pit_of::<W>(origin));
        let turn = TurnState {
            here,
            before: before.held(here).saturating_sub(1),
            lap_origin: origin,
            hand: 1,
            lifted: 1,
            laps: 1,
            last_seed: true,
            sown: W::Set::one(here),
            reached: W::Set::one(here),
            ..TurnState::before(&before, lifted, origin, way)
        };
        let (mut out, mut budget) = ((), Budget::FULL);
        let mut play = MoveInProgress::new(self, before, turn, &mut out, &mut budget);
        let then = play.land_by(line)?;
        if matches!(then, AfterLanding::End { .. }) && play.turn.way != way && !self.lines.finish.is_empty() {
            return None;
        }
        Some(Sample { origin, before, after: play.state, then })
    }
}

/// Whether a condition on a pit depends on which pit it is, who moves and which way, and on nothing else.
fn is_fixed<W: Width>(lowering: &Lowering<W>, when: &Predicate<W>) -> bool {
    match when {
        Predicate::Always | Predicate::Fact(MoveFact::PlayerIs(_) | MoveFact::WayIs(_)) => true,
        Predicate::All(parts) | Predicate::Any(parts) => parts.iter().all(|part| is_fixed(lowering, part)),
        Predicate::Not(part) => is_fixed(lowering, part),
        Predicate::Is(path, PitPredicate::Fixed(_)) => path.anchor == Anchor::Here && lowering.is_static(path),
        _ => false,
    }
}
