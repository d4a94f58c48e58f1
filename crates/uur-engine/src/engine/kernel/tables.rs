//! The tables of a kernel, and why a game has none.

use super::super::Position;
use super::super::compiled::{EndLine, Engine, Opt};
use super::super::decision_tree::{Ask, Landing};
use super::super::effects::{AfterLine, LAP_ORIGIN, LineEffect, NOBODY};
use super::super::fast_path;
use super::super::index::LandingIndex;
use super::super::lowering::Lowering;
use super::super::predicate::{Anchor, PitPredicate, PitRef, Predicate, SeedCount};
use super::super::state::State;
use super::super::table::{Line, Table, Then, find_atoms};
use super::super::width::{LaneSet, RowWords, Width};
use super::{
    AfterLap, CaptureRun, Chain, Codes, Effect, Kernel, KernelShape, Landings, Lap, Lifts, Place, RowEnd, ShapeName,
    Shaped, rows_seen, turn_lane, turn_lanes,
};
use crate::chance::Rng;
use crate::rules::{MoveFact, Side, Way};

/// Why a game has none that could have one.
const DOES_NOT_PAY: &str = "translating boards for the walk takes longer than the kernel saves";

/// Of this many random moves, and no more than this many, may the walk have to play in a game with a kernel.
const TRIED: u32 = 600;
/// The most moves of a game of these, and the most laps of a move.
const MOST_MOVES: u32 = 200;
const MOST_LAPS: u32 = 4096;
const MOST_WALKED: u32 = TRIED / 50;

impl<W: Width> Engine<W> {
    /// Why no kernel can play the game; `None` if one can, as far as its rules show.
    pub(in super::super) fn why_no_kernel(&self) -> Option<&'static str> {
        if !W::KERNEL {
            Some("the game stores more than seeds and one kind of mark")
        } else if self.single_player {
            Some("every move of a single player is examined")
        } else if self.laps.is_none() {
            Some("laps are not tabulated")
        } else if !self.drop.is_empty() {
            Some("`drop` may end the round")
        } else if self.land.has_optional_lines {
            Some("the mover decides whether a line fits")
        } else if let Some(why) = self.why_no_masks() {
            Some(why)
        } else if self.enter.is_some() {
            Some("seeds may be entered from the store")
        } else if !self.each_lap.is_empty() {
            Some("the mover chooses the way of single laps")
        } else if !self.lift.is_empty() && !asks_of_board(self, &self.lift) {
            Some("`lift` asks about more than pits near the lap's origin")
        } else {
            self.why_moves_are_examined()
        }
    }

    /// The ways of sowing.
    fn ways_sown(&self) -> &'static [Way] {
        if self.laps.as_ref().is_some_and(|laps| laps.sows_back()) { &Way::BOTH } else { &[Way::Onward] }
    }
}

/// Whether a table asks about nothing but seeds and marks.
fn asks_of_board<W: Width>(engine: &Engine<W>, table: &Table<W>) -> bool {
    let simple = |ask: &Ask| matches!(ask, Ask::WasOccupied | Ask::Held { .. } | Ask::Marked { .. });
    let Some(tree) = &table.tree else { return false };
    Landing::all::<W>(engine.places()).all(|place| tree.asked_at(place).iter().all(simple))
}

impl Lifts {
    fn of<W: Width>(engine: &Engine<W>) -> Self {
        match engine.quiet {
            None => Lifts::Examined,
            Some(fast_path::Lifts::OwnHalf) => Lifts::OwnHalf,
            Some(fast_path::Lifts::ByMark(_)) => Lifts::ByMark,
            Some(fast_path::Lifts::Asked) => Lifts::Asked,
        }
    }
}

impl<W: Width> Kernel<W> {
    /// The kernel of a game.
    ///
    /// # Errors
    /// Why it has none.
    pub fn of(engine: &Engine<W>, set_up: &Position) -> Result<Self, &'static str> {
        if let Some(why) = engine.why_no_kernel() {
            return Err(why);
        }
        let pays = matches!(Lifts::of(engine), Lifts::OwnHalf | Lifts::ByMark);
        if engine.opt != Opt::Kernel && !pays {
            return Err(DOES_NOT_PAY);
        }
        let index = LandingIndex::of(&engine.lowering(), &engine.land).ok_or("a line of `land` asks too much")?;
        // The chain of each line that has one.
        let mut chains = vec![];
        let numbers: Vec<Option<u8>> = engine
            .land
            .lines
            .iter()
            .map(|line| {
                let Then::Repeat { along, most } = &line.then else { return None };
                chains.push(Chain::of(engine, line, along, *most)?);
                Some((chains.len() - 1) as u8)
            })
            .collect();
        let mut learnt =
            Learnt::of(engine, &index, &engine.land, true, |line| (&engine.land.lines[line], numbers[line]));
        learnt.always_relays &= index.occupied > 0 && index.of_move.is_empty();
        let mut kernel = Self::with(engine, &index, learnt, chains);
        if matches!(kernel.shape, ShapeName::Plain | ShapeName::PlainRuns) {
            kernel.ends = [true, false].map(|idle| RowEnd::of(engine, idle));
        }
        if engine.opt != Opt::Kernel {
            let start = engine.pack(set_up).ok_or("the board as it is set up is another engine's")?;
            kernel.accept(engine, &start)?;
        }
        Ok(kernel)
    }

    fn with(engine: &Engine<W>, index: &LandingIndex<W>, learnt: Learnt<W>, chains: Vec<Chain<W::Row>>) -> Self {
        let run = CaptureRun::of(engine);
        let stores = W::Set::one(State::<W>::store(Side::South));
        let lifts_stores = engine.movable != engine.halves && !(engine.movable[0] & stores).is_empty();
        let half = W::Row::LANES;
        let ways = engine.ways_sown();
        let hands = usize::from(engine.most_seeds) + 1;
        let of_mover = |mover: Side| {
            let (mut effects, mut laps) = (vec![], vec![]);
            for &way in ways {
                let first = effects.len();
                for lane in 0..W::LANES {
                    let here = turn_lane::<W::Row>(lane, mover);
                    effects.extend(learnt.at(Landing { way, mover, here }).iter().map(|effect| {
                        let effect = Effect::seen(effect, mover);
                        let from_store = lifts_stores && (effect.next == LAP_ORIGIN || effect.to == LAP_ORIGIN);
                        Effect { then: if from_store { AfterLine::Walk } else { effect.then }, ..effect }
                    }));
                }
                let table = engine.laps.as_ref().expect("the laps of a game with a kernel are tabulated");
                for (hand, lane) in (0..hands).flat_map(|hand| (0..W::LANES).map(move |lane| (hand, lane))) {
                    let from = turn_lane::<W::Row>(lane, mover);
                    if !engine.places().has(from) {
                        laps.push(Lap::default());
                        continue;
                    }
                    let lap = table.get(way, mover, from, hand as u8);
                    let [own, other] = rows_seen::<W>(lap.delta, mover);
                    let at = Landing { way, mover, here: lap.landing.here.into() };
                    laps.push(Lap { own, other, place: Place::of(index, at, first) });
                }
            }
            (effects, laps)
        };
        let [(mut effects, mut laps), (norths, north_laps)] = Side::BOTH.map(of_mover);
        let (mut by_side, by_way) = (0, if ways.len() > 1 { hands } else { 0 });
        if norths != effects || north_laps != laps {
            by_side = hands * ways.len();
            let first = effects.len() as u16;
            effects.extend(norths);
            laps.extend(north_laps.into_iter().map(|lap: Lap<W::Row>| Lap {
                place: Place { entries: lap.place.entries + first, ..lap.place },
                ..lap
            }));
        }
        let by_mark = engine.by_mark.unwrap_or([!W::Set::EMPTY; 3]);
        let seen = |set: W::Set, mover: Side| turn_lanes::<W::Row>(set.bits() as u64, mover == Side::North);
        let lane_bits = u64::MAX >> (64 - W::LANES.min(64));
        let may = Side::BOTH.map(|mover| {
            by_mark.map(|set| seen(set & engine.places(), mover) & seen(engine.movable[mover], mover) & lane_bits)
        });
        let two_ways = engine.only_way.is_none();
        let sown = Side::BOTH.map(|mover| {
            let ways = engine.static_ways.as_ref().map(|ways| ways[mover]);
            Way::BOTH.map(|way| ways.map_or(0, |ways| seen(ways.sown(way) & engine.places(), mover)))
        });
        let lifts = Lifts::of(engine);
        let codes = Codes {
            two_ways,
            half: match (two_ways, W::BOTH_HALVES) {
                (false, _) => half as u32,
                (true, true) => 2 * half as u32,
                (true, false) => 0,
            },
            only_way: engine.only_way.map_or(0, |way| if ways.len() > 1 { way as usize } else { 0 }),
        };
        let acts_at_lift = !engine.lift.is_empty();
        let leaves = !engine.lift_lines.is_empty();
        let is = |then: &[AfterLine]| effects.iter().any(|effect| then.contains(&effect.then));
        let relays = acts_at_lift || is(&[AfterLine::Relay, AfterLine::Lift, AfterLine::Resow]);
        let repeated = engine.land.lines.iter().filter(|line| matches!(line.then, Then::Repeat { .. })).count();
        let runs = Landing::all::<W>(engine.places()).all(|place| {
            let chains = learnt.at(place).iter().any(|effect| effect.then == AfterLine::Chain);
            let begins = run.as_ref().is_some_and(|(_, run)| !run.removes && run.begins::<W>(place));
            !chains || repeated == 1 && begins
        });
        let marks = engine.mark_kinds > 0;
        let taken_is_own = effects
            .iter()
            .all(|effect| effect.take == [W::Row::default(); 2] || usize::from(effect.to) == W::Row::STORE);
        let plain = lifts == Lifts::OwnHalf
            && engine.only_way == Some(Way::Onward)
            && !engine.any_half
            && !marks
            && !leaves
            && by_side == 0
            && ways.len() == 1
            && index.of_move.is_empty()
            && index.held.len() <= 1
            && runs
            && taken_is_own;
        let shape = match (relays, marks) {
            (true, true) => ShapeName::MarkedRelay,
            (true, false) => ShapeName::Relay,
            (false, _) if plain && is(&[AfterLine::Chain]) => ShapeName::PlainRuns,
            (false, _) if plain => ShapeName::Plain,
            (false, _) => ShapeName::Single,
        };
        if shape == ShapeName::PlainRuns {
            // The run takes the seeds of the landing pit, too.
            for effect in effects.iter_mut().filter(|effect| effect.then == AfterLine::Chain) {
                (effect.take, effect.add) = ([W::Row::default(); 2], [W::Row::default(); 2]);
            }
        }
        if plain && !relays {
            // Laps begin in the own half only.
            laps = laps.chunks_exact(W::LANES).flat_map(|laps| &laps[..half]).copied().collect();
        }
        let store_bits = if two_ways { 3 << (2 * half - 2) } else { 1 << (half - 1) };
        Kernel {
            laps: laps.into(),
            landings: Landings::of(index, effects, matches!(shape, ShapeName::Plain | ShapeName::PlainRuns)),
            chains,
            differs: by_side + by_way > 0,
            by_side,
            by_way,
            always_relays: learnt.always_relays,
            run: run.map_or_else(CaptureRun::default, |(_, run)| run),
            may,
            sown,
            lifts,
            quiet: engine.quiet_stores.map(u64::from),
            ends: [RowEnd::Examined; 2],
            codes,
            shape,
            stores: if lifts_stores { store_bits } else { 0 },
            of_move: index.of_move.clone(),
            asks_first: leaves || !index.of_move.is_empty(),
            acts_at_lift,
            leaves,
            reversible: engine.reversible,
            bound: engine.bound.map_or(u32::MAX, u32::from),
        }
    }

    /// How many of some random moves the walk plays.
    fn count_walked<S: KernelShape>(&self, engine: &Engine<W>, start: &State<W>, shape: S) -> u32 {
        let shaped = Shaped::of(engine, self, shape);
        let (mut tried, mut walked) = (0, 0);
        for game in 0..u64::from(TRIED) {
            let mut chance = Rng::for_game(0, game);
            let mut state = *start;
            // The opening is listed.
            while !state.is_over() && !engine.has_masks(&state) {
                let moves = engine.legal_moves(&state);
                if moves.is_empty() {
                    return walked;
                }
                state = engine.successor(&state, moves[chance.below(moves.len())]).0;
            }
            let mut board = shaped.node(&state, engine.legal_mask(&state));
            if board.moves == 0 {
                return walked;
            }
            for _ in 0..MOST_MOVES {
                if board.moves == 0 || tried == TRIED {
                    break;
                }
                let code = shaped.nth(&board, chance.below(shaped.count(board.moves)));
                let mut sowing = shaped.begin(&board, code);
                tried += 1;
                let after =
                    (0..MOST_LAPS).map(|_| shaped.lap(&mut board, &mut sowing)).find(|lap| *lap != AfterLap::On);
                match after {
                    Some(after) => walked += u32::from(after == AfterLap::Walked),
                    None => break,
                }
            }
            if tried == TRIED {
                break;
            }
        }
        walked
    }

    /// Refuses a game of whose moves the walk would have to play too many.
    fn accept(&self, engine: &Engine<W>, start: &State<W>) -> Result<(), &'static str> {
        let single = matches!(self.shape, ShapeName::Plain | ShapeName::PlainRuns);
        if !(single || self.always_relays && W::Row::WORDS <= 2) {
            return Err(DOES_NOT_PAY);
        }
        let walked = match self.shape {
            ShapeName::Plain => self.count_walked(engine, start, super::PlainShape),
            ShapeName::PlainRuns => self.count_walked(engine, start, super::PlainRunsShape),
            ShapeName::Single => self.count_walked(engine, start, super::SingleShape),
            ShapeName::Relay => self.count_walked(engine, start, super::RelayShape),
            ShapeName::MarkedRelay => self.count_walked(engine, start, super::MarkedRelayShape),
        };
        if walked > MOST_WALKED { Err("the landings of many moves are more than masks") } else { Ok(()) }
    }
}

/// What the lines of a table do, by the place and the index of the answers.
struct Learnt<W: Width> {
    effects: Vec<LineEffect<W>>,
    answers: usize,
    /// Landing in an occupied pit without a mark always relays.
    always_relays: bool,
}

impl<W: Width> Learnt<W> {
    /// The effects of a table, of whose lines each is a line of `land`, with the number of its chain if it has one.
    /// `lands` says whether a seed has just fallen in the place.
    fn of<'a>(
        engine: &Engine<W>,
        index: &LandingIndex<W>,
        table: &Table<W>,
        lands: bool,
        line_of: impl Fn(usize) -> (&'a Line<W>, Option<u8>),
    ) -> Self {
        let answers = 1_usize << index.bits;
        let effects = vec![LineEffect::only(AfterLine::Walk); 4 * W::LANES * answers];
        let mut learnt = Learnt { effects, answers, always_relays: true };
        for place in Landing::all::<W>(engine.places()).filter(|place| engine.ways_sown().contains(&place.way)) {
            let Some(key) = index.key(place).filter(|key| lands || !index.asks_before(key)) else {
                learnt.always_relays = false;
                continue;
            };
            let first = place.number::<W>() * answers;
            for (bits, (line, possible)) in index.lines(table, place, key, lands).enumerate() {
                let canonical = usize::from(possible.canonical());
                let effect = match line.map(&line_of) {
                    _ if canonical < bits => learnt.effects[first + canonical],
                    _ if !possible.is_possible() => continue,
                    None => LineEffect::only(AfterLine::End),
                    Some((line, chain)) => {
                        let effect = LineEffect::of(engine, line, place, &possible);
                        match (effect.then, chain) {
                            (AfterLine::Chain, Some(chain)) => LineEffect { next: chain, ..effect },
                            (AfterLine::Chain, None) => LineEffect::only(AfterLine::Walk),
                            _ => effect,
                        }
                    }
                };
                learnt.effects[first + bits] = effect;
                learnt.always_relays &=
                    !engine.pits.has(place.here) || !possible.is_occupied_unmarked() || effect.then == AfterLine::Relay;
            }
        }
        learnt
    }

    fn at(&self, place: Landing) -> &[LineEffect<W>] {
        &self.effects[place.number::<W>() * self.answers..][..self.answers]
    }
}

impl<R: RowWords> Chain<R> {
    /// The chain of a line along some paths; `None` if it is more.
    fn of<W: Width<Row = R>>(engine: &Engine<W>, line: &Line<W>, along: &[PitRef], most: u16) -> Option<Self> {
        let lowering = Lowering { tabulates: true, ..engine.lowering() };
        let table = Table::asking(&lowering, line.when.clone());
        let index = LandingIndex::of(&lowering, &table)?;
        let is_static = |path: &PitRef| path.anchor == Anchor::Here && lowering.is_static(path);
        if !index.of_move.is_empty() || !along.iter().all(is_static) {
            return None;
        }
        let learnt = Learnt::of(engine, &index, &table, false, |_| (line, Some(0)));
        let (mut places, mut effects, mut next) = (vec![], vec![], vec![vec![]; along.len()]);
        for (mover, way) in Side::BOTH.into_iter().flat_map(|mover| Way::BOTH.map(|way| (mover, way))) {
            let first = effects.len();
            for lane in 0..W::LANES {
                let at = Landing { way, mover, here: turn_lane::<R>(lane, mover) };
                effects.extend(learnt.at(at).iter().map(|effect| Effect::seen(effect, mover)));
                places.push(Place::of(&index, at, first));
                for (path, next) in along.iter().zip(&mut next) {
                    let end = path.destination(at.here, way, mover);
                    let is_place = engine.places().has(at.here) && end != W::NONE;
                    next.push(if is_place { turn_lane::<R>(end, mover) as u8 } else { NOBODY });
                }
            }
        }
        let most = u32::from(most).min(engine.pits.len() + 1);
        Some(Chain { places, landings: Landings::of(&index, effects, false), next, most })
    }
}

impl<R: RowWords> Landings<R> {
    fn of<W: Width>(index: &LandingIndex<W>, all: Vec<Effect<R>>, plain: bool) -> Self {
        let (mut effects, mut numbers) = (all, vec![]);
        if !plain {
            let all = std::mem::take(&mut effects);
            for effect in all {
                let known = effects.iter().position(|known| *known == effect);
                numbers.push(known.unwrap_or(effects.len()) as u16);
                if known.is_none() {
                    effects.push(effect);
                }
            }
        }
        let mut held = Box::new([[0; 256]; 4]);
        held.iter_mut().zip(&index.held).for_each(|(held, column)| *held = *column);
        let mut marked = [[0; 4]; 2];
        marked.iter_mut().zip(&index.marked).for_each(|(marked, column)| *marked = *column);
        let (held_used, marked_used) = (index.held.len(), index.marked.len());
        Landings {
            effects: effects.into(),
            numbers: numbers.into(),
            held,
            held_used,
            marked,
            marked_used,
            occupied: index.occupied,
        }
    }
}

impl Place {
    /// The lanes whose answers decide a landing, as the mover sees them. `first` is the entry of the mover's A.
    fn of<W: Width>(index: &LandingIndex<W>, at: Landing, first: usize) -> Self {
        let seen = |lane: u8| turn_lane::<W::Row>(lane.into(), at.mover) as u8;
        let here = seen(at.here as u8);
        let entries = (first + (usize::from(here) << index.bits)) as u16;
        let (held, marked) =
            index.key(at).map_or(([here; 4], [here; 2]), |key| (key.held.map(seen), key.marked.map(seen)));
        Place { entries, here, held, marked }
    }
}

impl<R: RowWords> Effect<R> {
    /// An effect in the words of the mover.
    fn seen<W: Width<Row = R>>(effect: &LineEffect<W>, mover: Side) -> Self {
        let north = mover == Side::North;
        let lane = |lane: u8| if lane >= NOBODY { lane } else { turn_lane::<R>(lane.into(), mover) as u8 };
        let lanes = |set: W::Set| turn_lanes::<R>(set.bits() as u64, north);
        let [mine, theirs] = [mover, mover.other()].map(|side| lanes(effect.mark[side]));
        let gives = effect.take != W::Words::default() || effect.then == AfterLine::Resow;
        let goes_on = matches!(effect.then, AfterLine::Relay | AfterLine::Lift | AfterLine::Resow);
        Effect {
            take: rows_seen::<W>(effect.take, mover),
            add: rows_seen::<W>(effect.add, mover),
            mine,
            theirs,
            unmark: lanes(effect.unmark),
            to: if gives { lane(effect.to) } else { NOBODY },
            next: match effect.then {
                AfterLine::Chain => effect.next,
                _ if goes_on => lane(effect.next),
                _ => 0,
            },
            way: if goes_on { effect.way as u8 } else { 0 },
            then: effect.then,
        }
    }
}

impl RowEnd {
    /// What follows where the player whose turn begins has no seeds, or else the opponent has none. The lines of the end
    /// have to ask about nothing but that, and the stores while both have seeds; then the walk says for all boards what it
    /// says for some.
    fn of<W: Width>(engine: &Engine<W>, idle: bool) -> Self {
        let is_known = |line: &EndLine<W>| {
            let mut asked = vec![];
            find_atoms(&line.when, &mut asked);
            asked.iter().all(|part| match part {
                Predicate::Fact(MoveFact::NoMove) | Predicate::SideEmpty(_) => true,
                Predicate::Holds(SeedCount::Store(_), _) => engine.midgame_end.contains(&line.when),
                _ => false,
            })
        };
        let quiet = engine.quiet.is_some() && engine.quiet_stores.iter().all(|most| *most >= 7);
        let mut asked = vec![];
        find_atoms(&engine.from.when, &mut asked);
        let of_place = |part: &&Predicate<W>| match part {
            Predicate::Is(path, PitPredicate::Fixed(_) | PitPredicate::Occupied) => path.is_here(),
            _ => false,
        };
        // A player without seeds has no move, whatever `from` asks.
        let moves_are_known = idle || asked.iter().all(of_place);
        if !engine.finish.is_empty() || !quiet || !moves_are_known || !engine.end.iter().all(is_known) {
            return RowEnd::Examined;
        }
        let (mut goes_on, mut crossed, mut outcomes) = (None, None, [[None; 3]; 2]);
        for next in Side::BOTH {
            let row = if idle { next.other() } else { next };
            // Two seeds lie in the other row, or none; that and the stores decide who has more.
            for (left, captured) in
                [5, 2, 0].iter().flat_map(|more| [(0, [*more, 0]), (2, [*more, 0]), (0, [0, *more]), (2, [0, *more])])
            {
                if left == 0 && !idle {
                    continue;
                }
                let mut state = State { to_move: next.other(), ..State::empty(9) };
                state.put((engine.halves[row] & engine.pits).lowest(), left);
                Side::BOTH.iter().for_each(|side| state.put(State::<W>::store(*side), captured[*side as usize]));
                let seeds = state.seeds;
                let moves = engine.next_turn(&mut state, false);
                let over = state.is_over();
                if *goes_on.get_or_insert(!over) == over {
                    return RowEnd::Examined;
                }
                if !over {
                    let same = state.seeds == seeds && state.to_move == next;
                    if idle || !same || moves != (state.occupied() & engine.halves[next]).bits() as u64 {
                        return RowEnd::Examined;
                    }
                    continue;
                }
                let gained = Side::BOTH.map(|side| state.captured(side) - captured[side as usize]);
                if left > 0 {
                    let crosses = gained[row as usize] == 0;
                    let all = gained[row as usize] + gained[row.other() as usize] == left;
                    if !all || gained[0] * gained[1] > 0 || *crossed.get_or_insert(crosses) != crosses {
                        return RowEnd::Examined;
                    }
                }
                let [south, norths] = Side::BOTH.map(|side| state.captured(side));
                let more = if south == norths { 0 } else { 1 + usize::from(norths > south) };
                if *outcomes[next as usize][more].get_or_insert(state.outcome) != state.outcome {
                    return RowEnd::Examined;
                }
            }
        }
        if goes_on == Some(true) {
            return RowEnd::GoesOn;
        }
        let known = outcomes.map(|of_side| of_side.map(|outcome: Option<u32>| outcome.unwrap_or(0)));
        let all = known.iter().flatten().all(|outcome| *outcome > 0);
        match crossed {
            Some(crosses) if all => RowEnd::Over { crosses, outcomes: known },
            _ => RowEnd::Examined,
        }
    }
}

impl CaptureRun {
    /// The line that is such a run, with its number; `None` if there is none, or it is more.
    fn of<W: Width>(engine: &Engine<W>) -> Option<(usize, Self)> {
        engine.land.lines.iter().find_map(|line| Some((line.index, Self::of_line(engine, line)?)))
    }

    fn of_line<W: Width>(engine: &Engine<W>, line: &Line<W>) -> Option<Self> {
        let (along, removes) = line.captures_along()?;
        let lowering = Lowering { tabulates: true, ..engine.lowering() };
        let asking = Table::asking(&lowering, line.when.clone());
        let tree = asking.tree.as_ref()?;
        let mut run = CaptureRun { removes, seeds: [u8::MAX, 0], ..CaptureRun::default() };
        for place in Landing::all::<W>(engine.places()) {
            let seeds = match tree.asked_at(place)[..] {
                [] if tree.line_at(place, |_| false).is_none() => continue,
                [Ask::Held { lane, least, most }]
                    if usize::from(lane) == place.here && tree.line_at(place, |_| true).is_some() =>
                {
                    [least, most]
                }
                _ => return None,
            };
            let known = run.seeds == [u8::MAX, 0] || run.seeds == seeds;
            if !known || seeds[0] == 0 || seeds[1] > 126 {
                return None;
            }
            run.seeds = seeds;
            run.lanes[place.mover][place.way as usize] |= 1 << turn_lane::<W::Row>(place.here, place.mover);
        }
        // One way, the line goes on from each of these lanes to the one below, or to none of them; the other way it
        // is no run.
        for way in Way::BOTH {
            let in_order = |mover: Side| {
                let lanes = run.lanes[mover][way as usize];
                (0..W::LANES).filter(|lane| lanes >> lane & 1 == 1).all(|lane| {
                    let here = turn_lane::<W::Row>(lane, mover);
                    let has = |lane: usize| lane < W::LANES && lanes >> turn_lane::<W::Row>(lane, mover) & 1 == 1;
                    let below = here.checked_sub(1).filter(|below| has(*below));
                    below == Some(along.destination(here, way, mover)).filter(|next| has(*next))
                })
            };
            if !Side::BOTH.into_iter().all(in_order) {
                run.lanes.iter_mut().for_each(|lanes| lanes[way as usize] = 0);
            }
        }
        Some(run)
    }

    /// Whether it captures from a landing on.
    fn begins<W: Width>(&self, place: Landing) -> bool {
        self.lanes[place.mover][place.way as usize] >> turn_lane::<W::Row>(place.here, place.mover) & 1 == 1
    }
}
