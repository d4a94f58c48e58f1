//! Precomputed laps: the seeds that every lane gains or loses, and the landing pit.
//!
//! A lap is tabulated by calling the engine's own sowing on an empty board, so that both mean the same.

use super::Move;
use super::compiled::Engine;
use super::decision_tree::{Ask, Landing};
use super::index::{LandingIndex, LandingPlace};
use super::state::State;
use super::table::Table;
use super::turn::TurnState;
use super::width::{LaneSet, LaneWords, Width};
use crate::rules::{Reads, Rules, Side, Way};

/// What a lap does.
#[derive(Debug, Clone, Copy)]
#[repr(align(16))]
pub(super) struct LapEntry<W: Width> {
    /// What every lane gains; the lane that is lifted loses its seeds.
    pub delta: W::Words,
    /// The lanes that get a seed.
    pub sown: W::Set,
    /// The landing, and what its place decides.
    pub landing: LandingPlace,
}

/// All laps of a board whose seeds fall into the same pits whatever these hold.
#[derive(Debug, Clone)]
pub(super) struct LapTable<W: Width> {
    /// By the way, the mover, the seeds in hand (so that the laps that are sown most lie together), and the
    /// lane that is lifted.
    entries: Vec<LapEntry<W>>,
    /// How many bits the seeds in hand have.
    bits: u32,
}

impl<W: Width> LapTable<W> {
    /// Why the laps of a game cannot be tabulated; `None` if they can.
    pub fn why_not(engine: &Engine<W>, rules: &Rules) -> Option<&'static str> {
        let sowing = &rules.sowing;
        let of_move = if rules.relays() { Reads::NOTHING } else { Reads::TURN_ORIGIN };
        let of_lap = Reads::OF_BOARD | Reads::SIDE | Reads::ALONG | Reads::LAP_ORIGIN | of_move;
        if engine.shifts {
            Some("pits may be closed or change owners")
        } else if !rules.drop.is_empty() && !engine.drops_alike {
            Some("`drop` has lines")
        } else if !sowing.several.is_empty() {
            Some("several seeds may fall at once")
        } else if !sowing.skip.iter().all(|skip| skip.condition.traits().reads.within(of_lap)) {
            Some("pits are skipped for what they hold")
        } else if !W::BOTH_HALVES && engine.most_seeds > 128 {
            Some("the board has too many pits and seeds")
        } else {
            None
        }
    }

    /// The laps of a game.
    pub fn of(engine: &Engine<W>, rules: &Rules) -> Option<Self> {
        if Self::why_not(engine, rules).is_some() {
            return None;
        }
        let ways: &[Way] = if rules.sows_back() { &[Way::Onward, Way::Back] } else { &[Way::Onward] };
        let nothing = LapEntry { delta: W::Words::default(), sown: W::Set::EMPTY, landing: LandingPlace::default() };
        // Room for a power of two of hands, so that the place of an entry is put together from bits.
        let hands = usize::from(engine.most_seeds) + 1;
        let bits = hands.next_power_of_two().trailing_zeros();
        let each = W::LANES << bits;
        let mut entries = vec![nothing; ways.len() * 2 * each];
        let movers = ways.iter().flat_map(|&way| Side::BOTH.map(|mover| (way, mover)));
        for ((way, mover), entries) in movers.zip(entries.chunks_exact_mut(each)) {
            for lane in engine.places().lanes() {
                add_laps(engine, way, mover, lane, &mut entries[..W::LANES * hands]);
            }
        }
        Some(LapTable { entries, bits })
    }

    /// The lap out of a lane with this number of seeds.
    #[inline(always)]
    pub fn get(&self, way: Way, mover: Side, origin: usize, hand: u8) -> &LapEntry<W> {
        &self.entries[(((way as usize * 2 + mover as usize) << self.bits) + usize::from(hand)) * W::LANES + origin]
    }

    /// The ways of laps.
    pub fn ways(&self) -> &'static [Way] {
        if self.entries.len() > (2 * W::LANES) << self.bits { &Way::BOTH } else { &[Way::Onward] }
    }

    /// The way and the mover of an entry.
    fn kind(&self, number: usize) -> (Way, Side) {
        let kind = (number / W::LANES) >> self.bits;
        (if kind < 2 { Way::Onward } else { Way::Back }, Side::BOTH[kind % 2])
    }

    /// Adds to each lap which lanes decide about its landing.
    pub fn attach(&mut self, index: &LandingIndex<W>) {
        for number in 0..self.entries.len() {
            let (way, mover) = self.kind(number);
            let landing = &mut self.entries[number].landing;
            *landing = index.place(Landing { way, mover, here: landing.here.into() });
        }
    }
}

/// Of which laps a condition is true about the landing pit, if it depends only on whether that pit held seeds
/// before the last one fell.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FirstLaps<W: Width> {
    /// For each lap, in the order of [`LapTable`], the lane in which it ends, and two bits above it: whether
    /// the condition is true if that lane is empty before the lap, and if it is not.
    ends: Vec<u8>,
    bits: u32,
    width: std::marker::PhantomData<W>,
}

impl<W: Width> FirstLaps<W> {
    /// The answers to a table that asks about that pit only; `None` if it asks about more.
    pub fn of(laps: &LapTable<W>, table: &Table<W>, places: W::Set) -> Option<Self> {
        let tree = table.tree.as_ref()?;
        let there_only = |place| tree.asked_at(place).iter().all(|ask| *ask == Ask::WasOccupied);
        if W::LANES > 64 || !Landing::all::<W>(places).all(there_only) {
            return None;
        }
        let end = |(number, lap): (usize, &LapEntry<W>)| {
            let (way, mover) = laps.kind(number);
            let here = usize::from(lap.landing.here);
            let origin = number % W::LANES;
            let place = Landing { way, mover, here };
            let fits = |seeds: u8| u8::from(tree.line_at(place, |_| Some(seeds > 0)).flatten().is_some());
            // What the origin loses is borrowed from the lanes above it.
            let hand = number / W::LANES % (1 << laps.bits);
            let mut sown = lap.delta;
            let word = &mut sown.as_mut()[origin / 8];
            *word = word.wrapping_add((hand as u64) << (origin % 8 * 8));
            let fell = (sown.word(here / 8) >> (here % 8 * 8)) as u8;
            let [if_empty, if_held] = match fell.saturating_sub(1) {
                0 if origin != here => [fits(0), fits(1)],
                before => [fits(before); 2],
            };
            here as u8 | if_empty << 6 | if_held << 7
        };
        let ends = laps.entries.iter().enumerate().map(end).collect();
        Some(FirstLaps { ends, bits: laps.bits, width: std::marker::PhantomData })
    }

    /// The lanes of a set out of which a lap ends so.
    #[inline]
    pub fn filter(&self, state: &State<W>, way: Way, lanes: W::Set, occupied: W::Set) -> W::Set {
        let begin = ((way as usize * 2 + state.to_move as usize) * W::LANES) << self.bits;
        let mut found = W::Set::EMPTY;
        for lane in lanes.lanes() {
            let end = self.ends[begin + usize::from(state.held_in(lane)) * W::LANES + lane];
            let holds = usize::from(occupied.has(usize::from(end & 63)));
            found |= W::Set::one(lane).when(end >> 6 >> holds & 1 == 1);
        }
        found
    }
}

/// The laps out of a lane, by the seeds in hand.
fn add_laps<W: Width>(engine: &Engine<W>, way: Way, mover: Side, origin: usize, entries: &mut [LapEntry<W>]) {
    let board = State { to_move: mover, ..State::empty(0) };
    let pit = engine.layout.pit_of::<W>(origin);
    let mut turn = TurnState::before(&board, Move::lifting(pit), origin, way);
    let (mut sown, mut delta) = (W::Set::EMPTY, W::Words::default());
    for (hand, lap) in entries.iter_mut().skip(origin).step_by(W::LANES).enumerate() {
        if hand > 0 {
            turn.here = engine.next_pit(&board, &turn, |_, _| {});
            let word = &mut delta.as_mut()[turn.here / 8];
            *word = word.wrapping_add(1 << (turn.here % 8 * 8));
            sown |= W::Set::one(turn.here);
        }
        *lap = LapEntry { delta, sown, landing: LandingPlace::at(turn.here) };
        let word = &mut lap.delta.as_mut()[origin / 8];
        *word = word.wrapping_sub((hand as u64) << (origin % 8 * 8));
    }
}
