//! A board as lanes: which pits there are, whose they are, and what lies beside what.

use crate::engine::state::State;
use crate::engine::state::layout::Layout;
use crate::engine::state::position::Pit;
use crate::engine::state::width::{LaneSet, Width};
use crate::rules::{PathStep, Side, Way};

/// The board of a game for one width.
#[derive(Debug, Clone)]
pub(crate) struct BoardLanes<W: Width> {
    pub layout: Layout,
    /// All pits, and those of each player's half.
    pub pits: W::Set,
    pub halves: [W::Set; 2],
    /// The pits that each player owns as long as nothing is gained.
    pub owners: [W::Set; 2],
    /// The lanes from which each player may lift at all.
    pub movable: [W::Set; 2],
    /// Where the next seed falls from each lane, by the way and the mover, if nothing is passed over.
    neighbours: Box<[[[u8; 128]; 2]; 2]>,
    /// Pits may be closed or change owners.
    pub shifts: bool,
    /// Kinds of marks.
    pub mark_kinds: usize,
    /// Seeds in all, at most.
    pub most_seeds: u8,
}

impl<W: Width> BoardLanes<W> {
    /// The lanes of a board. `lifts_any` and `lifts_store` say whether moves may also start in the opponent's half, and
    /// in the mover's store.
    pub fn of(
        layout: &Layout,
        [lifts_any, lifts_store]: [bool; 2],
        shifts: bool,
        mark_kinds: usize,
        most_seeds: u8,
    ) -> Self {
        let set = |pits: &mut dyn Iterator<Item = Pit>| {
            pits.fold(W::Set::EMPTY, |set, pit| set | W::Set::one(layout.lane::<W>(pit)))
        };
        let halves = Side::BOTH.map(|side| set(&mut layout.pits_of(side)));
        let pits = halves[0] | halves[1];
        let stores = Self::stores();
        let mut neighbours = Box::new([[[W::NONE as u8; 128]; 2]; 2]);
        for way in [Way::Onward, Way::Back] {
            for mover in Side::BOTH {
                for lane in (pits | stores[0] | stores[1]).lanes() {
                    let next = layout.next(way, mover, layout.pit_of::<W>(lane));
                    neighbours[way as usize][mover][lane] = next.map_or(W::NONE, |pit| layout.lane::<W>(pit)) as u8;
                }
            }
        }
        BoardLanes {
            pits,
            halves,
            owners: Side::BOTH.map(|side| set(&mut layout.pits().filter(|pit| layout.owner(0, *pit) == side))),
            movable: Side::BOTH.map(|side| {
                let pits = if lifts_any { pits } else { halves[side] };
                pits | stores[side].when(lifts_store)
            }),
            neighbours,
            shifts,
            mark_kinds,
            most_seeds,
            layout: layout.clone(),
        }
    }

    fn stores() -> [W::Set; 2] {
        Side::BOTH.map(|side| W::Set::one(State::<W>::store(side)))
    }

    /// All pits and both stores.
    pub fn places(&self) -> W::Set {
        let [south, north] = Self::stores();
        self.pits | south | north
    }

    /// The pits that a player owns.
    #[inline]
    pub fn owned(&self, state: &State<W>, side: Side) -> W::Set {
        match state.territory() {
            0 => self.owners[side],
            territory => self.pits.filter(|lane| self.layout.owner(territory, self.layout.pit_of::<W>(lane)) == side),
        }
    }

    /// The next pit or store one way.
    #[inline]
    pub fn neighbour(&self, state: &State<W>, way: Way, lane: usize) -> usize {
        if state.territory() != 0 && self.layout.stays_with_owner() {
            let owner = |pit| self.layout.owner(state.territory(), pit);
            let next = self.layout.next_of_owner(way, state.to_move, self.layout.pit_of::<W>(lane), owner);
            return next.map_or(W::NONE, |next| self.layout.lane::<W>(next));
        }
        self.next(way, state.to_move, lane)
    }

    /// The same if no pit has changed owners.
    #[inline]
    pub fn next(&self, way: Way, mover: Side, lane: usize) -> usize {
        self.neighbours[way as usize][mover][lane % 128].into()
    }

    /// The pit beside another one, over closed ones.
    pub fn beside(&self, state: &State<W>, way: Way, lane: usize) -> usize {
        let mut beside = self.neighbour(state, way, lane);
        while state.closed().has(beside) && beside != lane {
            beside = self.neighbour(state, way, beside);
        }
        beside
    }

    /// Whether both players have seeds in their halves.
    #[inline]
    pub fn is_midgame(&self, filled: W::Set) -> bool {
        !(filled & self.halves[0]).is_empty() && !(filled & self.halves[1]).is_empty()
    }
}

/// Where a step leads that does not depend on the move.
pub(crate) fn fixed_step(layout: &Layout, pit: Pit, step: PathStep) -> Option<Pit> {
    match step {
        PathStep::Opposite => layout.opposite(pit),
        PathStep::Behind => layout.behind(pit),
        PathStep::Mirror => Some(layout.mirrored(pit)),
        PathStep::Next | PathStep::Previous => unreachable!("it depends on the way of the move"),
        PathStep::Fixed(..)
        | PathStep::Chosen
        | PathStep::LapOrigin
        | PathStep::TurnOrigin
        | PathStep::LastOrigin
        | PathStep::LastLanding
        | PathStep::Landing => {
            unreachable!("a path begins there")
        }
    }
}
