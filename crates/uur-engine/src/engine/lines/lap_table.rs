//! Precomputed laps: the seeds that every lane gains or loses, and the landing pit.

use crate::engine::lines::decision_tree::{Ask, Landing};
use crate::engine::lines::index::{LandingIndex, LandingPlace};
use crate::engine::lines::table::Table;
use crate::engine::state::State;
use crate::engine::state::width::{LaneSet, LaneWords, Width};
use crate::rules::{Side, Way};

/// What a lap does.
#[derive(Debug, Clone, Copy)]
#[repr(align(16))]
pub(crate) struct LapEntry<W: Width> {
    /// What every lane gains; the lane that is lifted loses its seeds.
    pub delta: W::Words,
    /// The lanes that get a seed.
    pub sown: W::Set,
    /// The landing, and what its place decides.
    pub landing: LandingPlace,
}

/// All laps of a board whose seeds fall into the same pits whatever these hold.
#[derive(Debug, Clone)]
pub(crate) struct LapTable<W: Width> {
    /// By the way, the mover, the seeds in hand (so that the laps that are sown most lie together), and the
    /// lane that is lifted.
    pub entries: Vec<LapEntry<W>>,
    /// How many bits the seeds in hand have.
    pub bits: u32,
}

impl<W: Width> LapTable<W> {
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
pub(crate) struct FirstLaps<W: Width> {
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
