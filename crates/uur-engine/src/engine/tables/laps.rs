//! Laps are tabulated by calling the walk's own sowing on an empty board, so that both mean the same.

use crate::engine::lines::index::LandingPlace;
use crate::engine::lines::lap_table::{LapEntry, LapTable};
use crate::engine::state::State;
use crate::engine::state::mask::Move;
use crate::engine::state::turn::TurnState;
use crate::engine::state::width::{LaneSet, Width};
use crate::engine::walk::Walk;
use crate::rules::{Reads, Rules, Side, Way};

impl<W: Width> LapTable<W> {
    /// Why the laps of a game cannot be tabulated; `None` if they can.
    pub fn why_not(walk: &Walk<W>, rules: &Rules) -> Option<&'static str> {
        let sowing = &rules.sowing;
        let of_move = if rules.relays() { Reads::NOTHING } else { Reads::TURN_ORIGIN };
        let of_lap = Reads::OF_BOARD | Reads::SIDE | Reads::ALONG | Reads::LAP_ORIGIN | of_move;
        if walk.board.shifts {
            Some("pits may be closed or change owners")
        } else if !rules.drop.is_empty() && !walk.lines.drops_alike(&walk.board) {
            Some("`drop` has lines")
        } else if !sowing.several.is_empty() {
            Some("several seeds may fall at once")
        } else if !sowing.skip.iter().all(|skip| skip.condition.traits().reads.within(of_lap)) {
            Some("pits are skipped for what they hold")
        } else if !W::BOTH_HALVES && walk.board.most_seeds > 128 {
            Some("the board has too many pits and seeds")
        } else {
            None
        }
    }

    /// The laps of a game.
    pub fn of(walk: &Walk<W>, rules: &Rules) -> Option<Self> {
        if Self::why_not(walk, rules).is_some() {
            return None;
        }
        let ways: &[Way] = if rules.sows_back() { &[Way::Onward, Way::Back] } else { &[Way::Onward] };
        let nothing = LapEntry { delta: W::Words::default(), sown: W::Set::EMPTY, landing: LandingPlace::default() };
        // Room for a power of two of hands, so that the place of an entry is put together from bits.
        let hands = usize::from(walk.board.most_seeds) + 1;
        let bits = hands.next_power_of_two().trailing_zeros();
        let each = W::LANES << bits;
        let mut entries = vec![nothing; ways.len() * 2 * each];
        let movers = ways.iter().flat_map(|&way| Side::BOTH.map(|mover| (way, mover)));
        for ((way, mover), entries) in movers.zip(entries.chunks_exact_mut(each)) {
            for lane in walk.board.places().lanes() {
                add_laps(walk, way, mover, lane, &mut entries[..W::LANES * hands]);
            }
        }
        Some(LapTable { entries, bits })
    }
}

/// The laps out of a lane, by the seeds in hand.
fn add_laps<W: Width>(walk: &Walk<W>, way: Way, mover: Side, origin: usize, entries: &mut [LapEntry<W>]) {
    let board = State { to_move: mover, ..State::empty(0) };
    let pit = walk.board.layout.pit_of::<W>(origin);
    let mut turn = TurnState::before(&board, Move::lifting(pit), origin, way);
    let (mut sown, mut delta) = (W::Set::EMPTY, W::Words::default());
    for (hand, lap) in entries.iter_mut().skip(origin).step_by(W::LANES).enumerate() {
        if hand > 0 {
            turn.here = walk.next_pit(&board, &turn, |_, _| {});
            let word = &mut delta.as_mut()[turn.here / 8];
            *word = word.wrapping_add(1 << (turn.here % 8 * 8));
            sown |= W::Set::one(turn.here);
        }
        *lap = LapEntry { delta, sown, landing: LandingPlace::at(turn.here) };
        let word = &mut lap.delta.as_mut()[origin / 8];
        *word = word.wrapping_sub((hand as u64) << (origin % 8 * 8));
    }
}
