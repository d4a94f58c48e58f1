//! Whole laps, made ready: what a lap adds to every lane, and where it ends.

use super::Packed;
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
    /// The lane of the last seed.
    pub landing: u8,
}

/// All laps of a board whose seeds fall into the same pits whatever these hold.
#[derive(Debug, Clone)]
pub(super) struct Laps<const N: usize> {
    laps: Vec<Lap<N>>,
    /// How many there are of each lane: as many as there are seeds, and one without any.
    hands: usize,
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
        let mut laps = vec![];
        let hands = seeds + 1;
        let begin = Side::BOTH.map(|mover| {
            // Where only the pits matter, both players sow alike.
            if mover == Side::North && program.one_ring && sowing.skip.is_empty() {
                return 0;
            }
            let begin = laps.len();
            laps.resize(begin + Packed::<N>::LANES * hands, Lap { gain: [0; N], sown: 0, landing: 0 });
            for pit in program.pits_from(Side::South) {
                let origin = Packed::<N>::lane(program, pit);
                add_laps(program, mover, pit, &mut laps[begin + origin * hands..][..hands]);
            }
            begin
        });
        Some(Laps { laps, hands, begin })
    }

    /// The lap out of a lane with so many seeds.
    #[inline]
    pub fn get(&self, mover: Side, origin: usize, hand: u8) -> &Lap<N> {
        &self.laps[self.begin[mover] + origin * self.hands + usize::from(hand)]
    }
}

/// The laps out of a pit, by the seeds in hand.
fn add_laps<const N: usize>(program: &Program, mover: Side, pit: Pit, laps: &mut [Lap<N>]) {
    let board = Position { to_move: mover, ..Position::empty() };
    let moment = Moment::before(&board, Move::lifting(pit), Way::Onward);
    let origin = Packed::<N>::lane(program, pit);
    let (mut sown, mut gain, mut here) = (0, [0; N], pit);
    for (hand, lap) in laps.iter_mut().enumerate() {
        if hand > 0 {
            here = Seen::of(program, &board, &moment).moved_to(here).following(here, &mut ());
            let lane = Packed::<N>::lane(program, here);
            gain[lane / 8] += 1 << (lane % 8 * 8);
            sown |= 1 << lane;
        }
        *lap = Lap { gain, sown, landing: Packed::<N>::lane(program, here) as u8 };
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
