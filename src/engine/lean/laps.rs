//! Whole laps, made ready: what a lap adds to every lane, and where it ends.

use super::Packed;
use super::table::Near;
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
