//! Whole laps, made ready: what a lap adds to every lane, and where it ends.

use super::Packed;
use super::packed::held;
use super::table::{Near, Swift};
use crate::engine::sow::{Moment, Seen};
use crate::engine::{Move, Pit, Position, Program};
use crate::rules::{Condition, Kind, Place, Side, Step, Then, Way};

/// What a lap does.
#[derive(Debug, Clone, Copy)]
#[repr(align(16))]
pub(super) struct Lap<const N: usize> {
    /// What every lane gains; the lane that is lifted loses its seeds.
    pub gain: [u64; N],
    /// A bit for each lane that gets a seed.
    pub sown: u64,
    /// The landing, and what it decides by itself.
    pub near: Near,
}

/// All laps of a board whose seeds fall into the same pits whatever these hold.
#[derive(Debug, Clone)]
pub(super) struct Laps<const N: usize> {
    /// By the mover, by the seeds in hand, so that the laps that are sown most lie together, and by the
    /// lane that is lifted.
    laps: Vec<Lap<N>>,
    /// Where the laps of each mover begin.
    begin: [usize; 2],
}

impl<const N: usize> Laps<N> {
    /// The laps of a game, if the board does not change them.
    pub fn of(program: &Program, seeds: usize) -> Option<Self> {
        let sowing = &program.sowing;
        let relays = program.land.iter().any(|clause| matches!(clause.then, Then::Relay(_)));
        let fixed = |condition: &Condition| is_fixed(condition, relays);
        let same = program.drop.is_empty()
            && program.lift.is_empty()
            && sowing.several.is_empty()
            && sowing.skip.iter().all(|skip| fixed(&skip.condition));
        if !same {
            return None;
        }
        let nothing = Lap { gain: [0; N], sown: 0, near: Near::default() };
        let of_each = Packed::<N>::LANES * (seeds + 1);
        let mut laps = vec![nothing; 2 * of_each];
        for mover in Side::BOTH {
            for pit in program.pits_from(Side::South) {
                add_laps(program, mover, pit, &mut laps[of_each * mover as usize..][..of_each]);
            }
        }
        Some(Laps { laps, begin: [0, of_each] })
    }

    /// The lap out of a lane with so many seeds.
    #[inline]
    pub fn get(&self, mover: Side, origin: usize, hand: u8) -> &Lap<N> {
        &self.laps[self.begin[mover] + usize::from(hand) * Packed::<N>::LANES + origin]
    }

    /// Tells each lap what its landing decides.
    pub fn tell(&mut self, near: impl Fn(Side, usize) -> Near) {
        for (number, lap) in self.laps.iter_mut().enumerate() {
            let mover = Side::BOTH[usize::from(number >= self.begin[Side::North])];
            lap.near = near(mover, lap.near.here.into());
        }
    }
}

/// Of which laps something is true of the pit in which they end, where that depends on nothing but
/// whether it held seeds before the last one fell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ends {
    /// For each lap, in the order of [`Laps`], the lane in which it ends, and two bits above it: whether it
    /// is true if that lane is empty before the lap, and if it is not.
    ends: Vec<u8>,
    begin: [usize; 2],
}

impl Ends {
    /// The answers to a table that asks of that pit only; `None` if it asks of more.
    pub fn of<const N: usize>(laps: &Laps<N>, table: Swift) -> Option<Ends> {
        if !table.asks_there_only() {
            return None;
        }
        let end = |(number, lap): (usize, &Lap<N>)| {
            let mover = Side::BOTH[usize::from(number >= laps.begin[Side::North])];
            let here = usize::from(lap.near.here);
            let origin = number % Packed::<N>::LANES;
            let fits = |seeds: u8| u8::from(table.fits_there(mover, here, seeds));
            // What the origin loses is borrowed from the lanes above it.
            let hand = (number - laps.begin[mover]) / Packed::<N>::LANES;
            let mut sown = lap.gain;
            sown[origin / 8] = sown[origin / 8].wrapping_add((hand as u64) << (origin % 8 * 8));
            let fell = held(&sown, here);
            let [if_empty, if_held] = match fell.saturating_sub(1) {
                0 if origin != here => [fits(0), fits(1)],
                before => [fits(before); 2],
            };
            here as u8 | if_empty << 6 | if_held << 7
        };
        Some(Ends { ends: laps.laps.iter().enumerate().map(end).collect(), begin: laps.begin })
    }

    /// Those of some lanes out of which a lap ends so.
    #[inline]
    pub fn among<const N: usize>(&self, packed: &Packed<N>, lanes: u64, occupied: u64) -> u64 {
        let begin = self.begin[packed.to_move];
        let mut found = 0;
        for lane in super::lanes(lanes) {
            let end = self.ends[begin + usize::from(packed.held(lane)) * Packed::<N>::LANES + lane];
            let holds = occupied >> (end & 63) & 1;
            found |= (u64::from(end >> 6) >> holds & 1) << lane;
        }
        found
    }
}

/// The laps out of a pit, by the seeds in hand.
fn add_laps<const N: usize>(program: &Program, mover: Side, pit: Pit, laps: &mut [Lap<N>]) {
    let board = Position { to_move: mover, ..Position::empty() };
    let moment = Moment::before(&board, Move::lifting(pit), Way::Onward);
    let origin = Packed::<N>::lane(program, pit);
    let (mut sown, mut gain, mut here) = (0, [0; N], pit);
    for (hand, lap) in laps.iter_mut().skip(origin).step_by(Packed::<N>::LANES).enumerate() {
        if hand > 0 {
            here = Seen::of(program, &board, &moment).moved_to(here).following(here, &mut ());
            let lane = Packed::<N>::lane(program, here);
            gain[lane / 8] += 1 << (lane % 8 * 8);
            sown |= 1 << lane;
        }
        *lap = Lap { gain, sown, near: Near::at(Packed::<N>::lane(program, here)) };
        lap.gain[origin / 8] = lap.gain[origin / 8].wrapping_sub((hand as u64) << (origin % 8 * 8));
    }
}

/// Whether a condition is true of the same pits for all of a lap, whatever they hold.
fn is_fixed(condition: &Condition, relays: bool) -> bool {
    match condition {
        Condition::Always => true,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().all(|part| is_fixed(part, relays)),
        Condition::Not(part) => is_fixed(part, relays),
        Condition::Is(Place::Pit(path), kind) => {
            let steady = |step: &Step| match step {
                Step::Opposite | Step::Next | Step::Previous | Step::Mirror | Step::LapOrigin => true,
                Step::TurnOrigin => !relays,
                Step::Chosen | Step::LastOrigin | Step::LastLanding => false,
            };
            path.iter().all(steady)
                && match kind {
                    Kind::InRow(_) | Kind::Store(_) | Kind::Numbered(..) | Kind::LapOrigin => true,
                    Kind::TurnOrigin => !relays,
                    Kind::Empty
                    | Kind::Occupied
                    | Kind::Closed
                    | Kind::LastOrigin
                    | Kind::LastLanding
                    | Kind::Sown
                    | Kind::Reached
                    | Kind::Marked(..) => false,
                }
        }
        _ => false,
    }
}
