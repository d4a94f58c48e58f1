//! Tabulated landings: what the first line that fits does to the board, as masks and sums.
//!
//! The answers to all questions about a landing are packed into one index. Its entry is what the line does, so that
//! deciding and acting are one look-up. An entry is derived from the compiled line; a line that does more than masks
//! can say is left to [`MoveInProgress::follow`](super::play::MoveInProgress::follow).

use super::Move;
use super::compiled::Engine;
use super::lowering::Lowering;
use super::predicate::{Anchor, Predicate, View};
use super::state::State;
use super::table::{Effect, FullTable, Line, MOST_HELD, MOST_MARKED, Table, Target, Then};
use super::turn::TurnState;
use super::width::{LaneSet, LaneWords, Width};
use crate::rules::{MarkId, Portion, Receiver, Side, Way};

/// The most answers that an index packs, beside those that the landing pit decides by its place.
const MOST_ANSWERS: u32 = 6;

/// What a landing does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct LandingEffect<W: Width> {
    /// Full bytes for the lanes of which all seeds are taken.
    take: W::Words,
    /// What every lane gains afterwards.
    add: W::Words,
    /// The lanes that get a mark, by its owner.
    mark: [W::Set; 2],
    /// The lanes that lose their mark before that.
    unmark: W::Set,
    /// A full byte for the one who gets what is taken: South, North or nobody. Where seeds are sown on, instead the
    /// lane after which they are, [`LAP_ORIGIN`] for that of the lap, and the way, [`SAME_WAY`] for that of the lap.
    receiver: [u8; 3],
    pub then: AfterLanding,
}

/// As a lane: that in which the lap began.
const LAP_ORIGIN: u8 = u8::MAX;
/// As a way: that of the lap.
const SAME_WAY: u8 = u8::MAX;

/// How a move goes on after a landing. What the variants before `Run` do to the board is masks and sums; with the
/// others the effect has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AfterLanding {
    End,
    Bonus,
    /// The landing pit is lifted, after the board has changed.
    Change,
    /// The landing pit is lifted, and nothing else happens.
    Relay,
    /// A line captures from one pit to the next.
    Run,
    /// What is taken is sown on.
    Resow,
    /// What is taken is put into a pit, which is lifted.
    LiftOther,
    /// A line takes effect that is not tabulated; its number is looked up again.
    Line,
}

/// The lap that comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NextLap {
    pub lane: usize,
    /// How many seeds of it are sown on after a capture; 0 for all that it holds.
    pub sown_on: u8,
    pub way: Way,
}

/// What a lap knows about its landing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct LandingPlace {
    /// The landing pit.
    pub here: u8,
    /// The lanes whose seeds are examined.
    held: [u8; MOST_HELD],
    /// The lanes whose marks are examined.
    marked: [u8; MOST_MARKED],
    /// The first of its entries.
    entries: u16,
}

impl LandingPlace {
    /// A landing of which nothing is known yet.
    pub fn at(lane: usize) -> Self {
        LandingPlace { here: lane as u8, ..LandingPlace::default() }
    }
}

/// What all landings do.
#[derive(Debug, Clone)]
pub(super) struct LandingTable<W: Width> {
    effects: Vec<LandingEffect<W>>,
    /// The effects by the place, see [`LandingPlace::entries`], and the answers.
    numbers: Vec<u16>,
    /// The lines that fit first, in the same order.
    lines: Vec<u8>,
    /// By the way, the mover and the lane.
    places: Vec<LandingPlace>,
    /// The answer if the landing pit held seeds before the last one fell.
    occupied: u8,
    /// The answers of the seeds in the lanes that are examined.
    held: Box<[[u8; 256]; MOST_HELD]>,
    examined: usize,
    /// The answers of the marks of the lanes that are examined: 1 for the mover's, 2 for the opponent's.
    marked: [[u8; 4]; MOST_MARKED],
    examines_marks: bool,
    /// Landing in an occupied pit without a mark always relays.
    always_relays: bool,
    run: Option<CaptureRun<W>>,
    /// What is asked about the move and not about the landing, with its answer.
    of_move: Vec<(u8, Predicate<W>)>,
    /// With these answers about the move, a bit each, more is asked at its landings.
    asks_more: u64,
}

impl<W: Width> LandingTable<W> {
    /// The effects of a table whose questions are all tabulated; `None` if they are too many.
    pub fn of(lowering: &Lowering<W>, table: &Table<W>) -> Option<Self> {
        let full = table.full_in_moves()?;
        let [of_move, of_landing] = full.remaining();
        let about_move = of_move.iter().fold(0, |bits, (bit, _)| bits | bit);
        let about_landing = of_landing.iter().fold(0, |bits, (bit, _)| bits | bit);
        let asked = full.asked() | about_move;
        if asked.count_ones() > MOST_ANSWERS || about_landing.count_ones() > MOST_ANSWERS {
            return None;
        }
        // The answers without gaps between them; packed, all of them count up from 0.
        let pack =
            |bits: u16| (0..16).filter(|bit| asked >> bit & 1 == 1).rev().fold(0, |n, bit| n << 1 | bits >> bit & 1);
        let all: Vec<u16> = (0..=asked).filter(|bits| bits & !asked == 0).collect();
        let (mut effects, mut numbers, mut lines, mut places) = (vec![], vec![], vec![], vec![]);
        let (examined, examines_marks) = (full.held().len(), !full.marked().is_empty());
        let is_plain = is_plain(examined, examines_marks);
        // Only one line is made a run, which is all that any game asks for.
        let run = table.full().and_then(|full| {
            table.lines.iter().find_map(|line| Some((line.index, CaptureRun::of(lowering, &full, line)?)))
        });
        let remaining: Vec<u16> = (1..=about_landing).filter(|bits| bits & !about_landing == 0).collect();
        let mut asks_more: u64 = 0;
        for (way, mover, here) in self::places::<W>() {
            let key = full.key(way, mover, here);
            places.push(LandingPlace {
                here: here as u8,
                held: key.held,
                marked: key.marked,
                entries: lines.len() as u16,
            });
            // Different answers mostly lead to the same line, so that few effects are held in the cache. Where no more
            // than one lane is asked about, the answers are few, and each has an effect of its own.
            let first = effects.len();
            for answers in &all {
                let number = full.first_line(key.bits | answers);
                let combination = 1 << pack(answers & about_move);
                let mut more = remaining.iter().filter(|_| asks_more & combination == 0);
                if more.any(|bits| full.first_line(key.bits | answers | bits) != number) {
                    asks_more |= combination;
                }
                let least = |lane: usize| full.least(&key, *answers, lane);
                let effect = match table.lines.get(number) {
                    None => LandingEffect::ends(AfterLanding::End),
                    Some(_)
                        if run.as_ref().is_some_and(|(line, run)| *line == number && run.begins(way, mover, here)) =>
                    {
                        LandingEffect::ends(AfterLanding::Run)
                    }
                    Some(line) => LandingEffect::of(lowering, line, (way, mover, here), least)
                        .unwrap_or(LandingEffect::ends(AfterLanding::Line)),
                };
                let known = effects[first..].iter().position(|known| !is_plain && *known == effect);
                numbers.push(known.map_or(effects.len(), |known| first + known) as u16);
                lines.push(number as u8);
                if known.is_none() {
                    effects.push(effect);
                }
            }
        }
        if asks_more.count_ones() == 1 << about_move.count_ones() {
            return None;
        }
        let mut held = Box::new([[0; 256]; MOST_HELD]);
        for (packed, bits) in held.iter_mut().zip(full.held()) {
            packed.iter_mut().zip(bits).for_each(|(packed, bits)| *packed = pack(*bits) as u8);
        }
        let mut marked = [[0; 4]; MOST_MARKED];
        for (packed, bits) in marked.iter_mut().zip(full.marked()) {
            packed.iter_mut().zip(bits).for_each(|(packed, bits)| *packed = pack(*bits) as u8);
        }
        Some(LandingTable {
            effects,
            numbers,
            lines,
            places,
            occupied: pack(full.occupied()) as u8,
            held,
            examined,
            marked,
            examines_marks,
            always_relays: full.always_relays() && about_move == 0,
            run: run.map(|(_, run)| run),
            of_move: of_move.into_iter().map(|(bit, part)| (pack(bit) as u8, part.clone())).collect(),
            asks_more,
        })
    }

    /// Whether nothing is asked about the move.
    pub fn asks_of_landing_only(&self) -> bool {
        self.of_move.is_empty()
    }

    /// The answers about a move; `None` if more is asked at its landings.
    #[inline(always)]
    pub fn about_move(&self, engine: &Engine<W>, state: &State<W>, lane: usize, way: Way) -> Option<u8> {
        if self.of_move.is_empty() { Some(0) } else { self.asked_about_move(engine, *state, lane, way) }
    }

    #[inline(never)]
    fn asked_about_move(&self, engine: &Engine<W>, state: State<W>, lane: usize, way: Way) -> Option<u8> {
        let turn = TurnState::before(&state, Move::lifting(engine.layout.pit_of::<W>(lane)), lane, way);
        let view = View::landing(engine, &state, &turn);
        let holding = self.of_move.iter().filter(|(_, part)| part.holds(&view));
        let answers = holding.fold(0, |answers, (answer, _)| answers | answer);
        (self.asks_more >> answers & 1 == 0).then_some(answers)
    }

    /// Whether a table is plain.
    pub fn is_plain(&self) -> bool {
        is_plain(self.examined, self.examines_marks)
    }

    /// What a landing pit decides by its place.
    pub fn place(&self, way: Way, mover: Side, here: usize) -> LandingPlace {
        self.places[(way as usize * 2 + mover as usize) * W::LANES + here % W::LANES]
    }

    /// Whether landing in an occupied pit without a mark always relays.
    #[inline(always)]
    pub fn always_relays(&self) -> bool {
        self.always_relays
    }

    /// The entry of a landing into a pit that held this number of seeds before the last one fell.
    #[inline(always)]
    fn entry<const PLAIN: bool>(&self, place: &LandingPlace, state: &State<W>, before: u8, about_move: u8) -> usize {
        let mut answers = about_move | if before > 0 { self.occupied } else { 0 };
        for at in 0..MOST_HELD {
            if at < if PLAIN { 1 } else { self.examined } {
                answers |= self.held[at][usize::from(state.held_in(place.held[at].into()))];
            }
        }
        if !PLAIN && self.examines_marks {
            let mover = state.to_move;
            for (answer, lane) in self.marked.iter().zip(place.marked) {
                let marked = |side: Side| usize::from(state.marked_by(side).has(lane.into()));
                answers |= answer[marked(mover) | marked(mover.other()) << 1];
            }
        }
        usize::from(place.entries) + usize::from(answers)
    }

    /// What happens at a landing into a pit that held this number of seeds before the last one fell.
    #[inline(always)]
    pub fn effect<const PLAIN: bool>(
        &self,
        place: &LandingPlace,
        state: &State<W>,
        before: u8,
        about_move: u8,
    ) -> &LandingEffect<W> {
        let entry = self.entry::<PLAIN>(place, state, before, about_move);
        // In a plain table each entry has an effect of its own.
        &self.effects[if PLAIN { entry } else { self.numbers[entry].into() }]
    }

    /// The line captures that does so from one pit to the next.
    #[inline(always)]
    pub fn capture_run(&self, state: &mut State<W>, way: Way, here: usize) {
        if let Some(run) = &self.run {
            run.capture(state, way, here);
        }
    }

    /// The line that takes effect there.
    pub fn line(&self, place: &LandingPlace, state: &State<W>, before: u8, about_move: u8) -> usize {
        self.lines[self.entry::<false>(place, state, before, about_move)].into()
    }
}

/// What the lines of `land` do, by the place of the landing and the line.
#[derive(Debug, Clone)]
pub(super) struct LineEffects<W: Width> {
    effects: Vec<LandingEffect<W>>,
    /// The effects by the way, the mover, the lane and the line.
    numbers: Vec<u16>,
    lines: usize,
}

impl<W: Width> LineEffects<W> {
    /// The effects of a table. Where conditions ask what has been captured, lines that capture are examined, unless
    /// all that they capture is sown on.
    pub fn of(lowering: &Lowering<W>, table: &Table<W>, asks_captured: bool) -> Self {
        let (mut effects, mut numbers): (Vec<LandingEffect<W>>, Vec<u16>) = (vec![], vec![]);
        for place in self::places::<W>() {
            for line in &table.lines {
                let captures = line.effects.iter().any(|effect| matches!(effect, Effect::Capture { .. }));
                let (_, mover, here) = place;
                let known = lowering.places.has(here) && !line.may && !(captures && asks_captured);
                let effect = if known { LandingEffect::of(lowering, line, place, |_| 0) } else { None };
                let theirs = |lane: usize| {
                    !lowering.shifts && lowering.layout.owner(0, lowering.layout.pit_of::<W>(lane)) != mover
                };
                let counts = |effect: &LandingEffect<W>| {
                    effect.then != AfterLanding::Resow || !asks_captured || effect.taken().lanes().all(theirs)
                };
                let effect = effect.filter(counts).unwrap_or(LandingEffect::ends(AfterLanding::Line));
                let number = effects.iter().position(|known| *known == effect);
                numbers.push(number.unwrap_or(effects.len()) as u16);
                if number.is_none() {
                    effects.push(effect);
                }
            }
        }
        LineEffects { effects, numbers, lines: table.lines.len() }
    }

    /// What a line does at a landing.
    #[inline]
    pub fn at(&self, way: Way, mover: Side, here: usize, line: usize) -> &LandingEffect<W> {
        let place = (way as usize * 2 + mover as usize) * W::LANES + here % W::LANES;
        &self.effects[usize::from(self.numbers[place * self.lines + line])]
    }
}

impl<W: Width> LandingEffect<W> {
    /// The lanes of which all seeds are taken.
    fn taken(&self) -> W::Set {
        (0..W::LANES)
            .filter(|lane| self.take.word(lane / 8) >> (lane % 8 * 8) & 0xFF > 0)
            .fold(W::Set::EMPTY, |lanes, lane| lanes | W::Set::one(lane))
    }

    /// Nothing but how the move goes on.
    fn ends(then: AfterLanding) -> Self {
        let (words, set) = (W::Words::default(), W::Set::EMPTY);
        LandingEffect { take: words, add: words, mark: [set; 2], unmark: set, receiver: [0; 3], then }
    }

    /// What a line does at a landing, if masks can say it. `least` is the least number of seeds in a lane.
    fn of(
        lowering: &Lowering<W>,
        line: &Line<W>,
        (way, mover, here): (Way, Side, usize),
        least: impl Fn(usize) -> u8,
    ) -> Option<Self> {
        let lane = |target: &Target<W>| match target {
            Target::At(path) => lowering.static_end(path, way, mover, here).filter(|lane| lowering.pits.has(*lane)),
            Target::Store(_) | Target::Every(_) => None,
        };
        let mut found = Self::ends(AfterLanding::End);
        let (mut taken, mut moved) = (W::Set::EMPTY, W::Set::EMPTY);
        // The lane that is lifted.
        let mut lifted = None;
        match &line.then {
            Then::Stop => {}
            Then::Bonus => found.then = AfterLanding::Bonus,
            Then::Relay(path) => {
                let lane = lowering.static_end(path, way, mover, here)?;
                // Out of a store, or off the board, no lap begins.
                if lowering.pits.has(lane) {
                    lifted = Some(lane);
                    found.then = if lane == here { AfterLanding::Change } else { AfterLanding::LiftOther };
                }
            }
            Then::Resow { seeds, lift, at, into, way: turned } => {
                let sown = turned.unwrap_or(way);
                let after = match at.anchor {
                    Anchor::LapOrigin if at.steps.is_empty() && !into => LAP_ORIGIN,
                    _ => {
                        let lane = lowering.static_end(at, way, mover, here)?;
                        let before = || lowering.layout.next(sown.other(), mover, lowering.layout.pit_of::<W>(lane));
                        match into {
                            _ if !lowering.pits.has(lane) => W::NONE as u8,
                            true => lowering.layout.lane::<W>(before()?) as u8,
                            false => lane as u8,
                        }
                    }
                };
                if *seeds != Portion::All
                    || *into && lowering.shifts
                    || line.effects.iter().any(|effect| !effect.only_marks())
                {
                    return None;
                }
                // Beside a store, or off the board, nothing is lifted.
                if after == LAP_ORIGIN || lowering.places.has(after.into()) {
                    found.then = AfterLanding::Resow;
                    found.receiver = [after, turned.map_or(SAME_WAY, |way| way as u8), 0];
                    for target in lift {
                        let Target::At(path) = target else { return None };
                        let lane = lowering.static_end(path, way, mover, here)?;
                        taken |= W::Set::one(lane).when(lowering.pits.has(lane));
                    }
                }
            }
            Then::Repeat { .. } => return None,
        }
        for effect in &line.effects {
            match effect {
                Effect::Capture { seeds: Portion::All, from, to } => {
                    let receiver = match to {
                        Receiver::Mover => mover as usize,
                        Receiver::Opponent => mover.other() as usize,
                        Receiver::Nobody => 2,
                        Receiver::Owner => return None,
                    };
                    if found.receiver != [0; 3] && found.receiver[receiver] == 0 {
                        return None;
                    }
                    found.receiver[receiver] = u8::MAX;
                    for target in from {
                        taken |= W::Set::one(lane(target)?);
                    }
                }
                Effect::Move { most: u8::MAX, from, to } if lifted.is_some() && lane(to) == lifted => {
                    let from = lane(from)?;
                    if Some(from) == lifted {
                        return None;
                    }
                    taken |= W::Set::one(from);
                    found.then = AfterLanding::LiftOther;
                }
                Effect::Move { most, from, to } => {
                    let (from, to) = (lane(from)?, lane(to)?);
                    let left = least(from);
                    if left < *most || moved.has(from) {
                        return None;
                    }
                    moved |= W::Set::one(from) | W::Set::one(to);
                    for (lane, seeds) in [(from, u64::from(*most).wrapping_neg()), (to, u64::from(*most))] {
                        let word = &mut found.add.as_mut()[lane / 8];
                        *word = word.wrapping_add(seeds << (lane % 8 * 8));
                    }
                }
                Effect::Mark { pits, owner, .. } if line.marks.is_some() => {
                    let owner = owner.seen_by(mover);
                    for target in pits {
                        let one = W::Set::one(lane(target)?);
                        found.mark[owner] |= one;
                        found.mark[owner.other()] &= !one;
                        found.unmark |= one;
                    }
                }
                Effect::Unmark { pits } => {
                    for target in pits {
                        let one = W::Set::one(lane(target)?);
                        found.unmark |= one;
                        found.mark.iter_mut().for_each(|marked| *marked &= !one);
                    }
                }
                _ => return None,
            }
        }
        // A relay needs what the pit holds; what is moved must not be taken as well.
        if !(taken & moved).is_empty() || lifted.is_some_and(|lane| (taken | moved).has(lane)) {
            return None;
        }
        if found.then == AfterLanding::LiftOther {
            if found.receiver != [0; 3] {
                return None;
            }
            found.receiver[0] = lifted? as u8;
        }
        for lane in taken.lanes() {
            found.take.as_mut()[lane / 8] |= 0xFF << (lane % 8 * 8);
        }
        if found.then == AfterLanding::Change && found == Self::ends(AfterLanding::Change) {
            found.then = AfterLanding::Relay;
        }
        Some(found)
    }

    /// Takes seeds and changes marks; returns how many seeds are taken.
    #[inline(always)]
    pub fn lift(&self, state: &mut State<W>) -> u8 {
        let taken = state.take_and_add(self.take, self.add);
        self.change_marks(state);
        taken
    }

    /// The lane that gets what is taken or after which it is sown, and the way, after a lap that began in `origin`.
    #[inline(always)]
    pub fn target(&self, way: Way, origin: usize) -> (usize, Way) {
        let [lane, turned, _] = self.receiver;
        let after = if lane == LAP_ORIGIN { origin } else { lane.into() };
        let turns = self.then == AfterLanding::Resow && turned != SAME_WAY;
        (after, if turns { [Way::Onward, Way::Back][usize::from(turned)] } else { way })
    }

    /// Changes the board, and returns the lift that follows, if one does, after a lap that began in `origin`.
    pub fn go_on(&self, state: &mut State<W>, way: Way, origin: usize) -> Option<NextLap> {
        let taken = self.lift(state);
        let (lane, way) = self.target(way, origin);
        state.put(lane, taken);
        if self.then == AfterLanding::LiftOther {
            return (state.held_in(lane) > 0).then_some(NextLap { lane, sown_on: 0, way });
        }
        // Sowing takes the seeds out of the pit after which they are sown.
        (taken > 0).then_some(NextLap { lane, sown_on: taken, way })
    }

    /// Changes the board.
    #[inline(always)]
    pub fn apply<const PLAIN: bool>(&self, state: &mut State<W>) {
        let taken = state.take_and_add(self.take, self.add);
        let [south, north, nobody] = self.receiver;
        state.add_to_stores([taken & south, taken & north]);
        state.out += taken & nobody;
        if !PLAIN {
            self.change_marks(state);
        }
    }

    #[inline(always)]
    fn change_marks(&self, state: &mut State<W>) {
        let ([south, north], [to_south, to_north]) = (state.marks, self.mark);
        state.marks = [south & !self.unmark | to_south, north & !self.unmark | to_north];
    }

    /// Sets the kind of the marks that have changed, on boards that store it.
    #[inline(always)]
    pub fn set_kinds(&self, state: &mut State<W>, kind: Option<MarkId>) {
        if W::RARE && !self.unmark.is_empty() {
            state.set_kinds(self.unmark, self.mark[0] | self.mark[1], kind.unwrap_or(MarkId(0)));
        }
    }
}

/// A line that captures what lies in a pit, and then in one pit after another before it, where these lie in order.
#[derive(Debug, Clone)]
struct CaptureRun<W: Width> {
    /// The lanes in which it may fit, by the way and the mover.
    lanes: [[W::Set; 2]; 2],
    /// The least and the most seeds with which it does.
    seeds: [u8; 2],
    removes: bool,
}

impl<W: Width> CaptureRun<W> {
    /// The line as such a run; `None` if it is more.
    fn of(lowering: &Lowering<W>, full: &FullTable<W>, line: &Line<W>) -> Option<Self> {
        let (along, removes) = line.captures_along()?;
        if full.occupied() > 0 || !full.marked().is_empty() {
            return None;
        }
        let mut run = CaptureRun { lanes: [[W::Set::EMPTY; 2]; 2], seeds: [u8::MAX, 0], removes };
        for (way, mover, here) in places::<W>().filter(|(_, _, here)| lowering.places.has(*here)) {
            let key = full.key(way, mover, here);
            if key.held[..full.held().len()].iter().any(|lane| usize::from(*lane) != here) {
                return None;
            }
            let fits = |seeds: &u8| full.fits_with(line, &key, *seeds);
            let Some(least) = (0..=u8::MAX).find(fits) else { continue };
            let most = (least..=u8::MAX).take_while(fits).last().expect("the least fits");
            let known = run.seeds == [u8::MAX, 0] || run.seeds == [least, most];
            if !known || least == 0 || most > 126 || (most..=u8::MAX).skip(1).any(|seeds| fits(&seeds)) {
                return None;
            }
            run.seeds = [least, most];
            run.lanes[way as usize][mover] |= W::Set::one(here);
        }
        // One way, the line goes on from each of these lanes to the one below, or to none of them; the other way it
        // is no run.
        for way in [Way::Onward, Way::Back] {
            let in_order = |mover: Side| {
                let lanes: W::Set = run.lanes[way as usize][mover];
                let follows = |here: usize| {
                    let below = here.checked_sub(1).filter(|below| lanes.has(*below));
                    below == Some(along.destination(here, way, mover)).filter(|next| lanes.has(*next))
                };
                lanes.lanes().all(follows)
            };
            if !Side::BOTH.into_iter().all(in_order) {
                run.lanes[way as usize] = [W::Set::EMPTY; 2];
            }
        }
        Some(run)
    }

    /// Whether it captures from a landing.
    fn begins(&self, way: Way, mover: Side, here: usize) -> bool {
        self.lanes[way as usize][mover].has(here)
    }

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

/// Whether one lane is examined at most, and no marks.
fn is_plain(examined: usize, examines_marks: bool) -> bool {
    examined <= 1 && !examines_marks
}

/// All ways, movers and lanes.
fn places<W: Width>() -> impl Iterator<Item = (Way, Side, usize)> {
    let movers = [Way::Onward, Way::Back].into_iter().flat_map(|way| Side::BOTH.map(|mover| (way, mover)));
    movers.flat_map(|(way, mover)| (0..W::LANES).map(move |here| (way, mover, here)))
}
