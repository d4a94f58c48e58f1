//! The geometry of a board as tables, made once: what lies opposite and behind a pit, and which pit or store
//! comes next.
//!
//! Pits are numbered by player and along the player's own side: South's A, B, … are 0, 1, …, and North's
//! follow. A path may lead to no pit.

use crate::engine::state::position::Pit;
use crate::engine::state::width::Width;
use crate::rules::{Board, Plan, Run, RunPart, Side, Sowing, Spot, Way, Whose};

/// The most pits that a position has room for: 32 for each player.
pub const MOST_PITS: usize = 64;

/// Pits and both stores.
const PLACES: usize = MOST_PITS + 2;

/// A pit or store for each pit and store, where there is one.
type Leads = [Option<Pit>; PLACES];

/// The geometry of a board.
#[derive(Debug, Clone)]
pub struct Layout {
    plan: Plan,
    /// Pits of a player.
    span: u8,
    opposite: Leads,
    behind: Leads,
    /// The pits and stores that each player sows into, in their order.
    paths: [Vec<Pit>; 2],
    /// By the way and the mover, regardless of who owns the pit.
    ring: [[Leads; 2]; 2],
    /// The same within what [`Layout::stays_with_owner`] says.
    next: [[Leads; 2]; 2],
    /// A bit for each pit that belongs to the player in whose half it does not lie.
    crossed: u64,
    stays_with_owner: bool,
}

impl Layout {
    /// The geometry of a board on which seeds are sown so.
    pub fn of(board: &Board, sowing: &Sowing) -> Layout {
        let crossed = board.owners.as_ref().map_or(0, |owners| {
            let sides = Side::BOTH.into_iter().flat_map(|side| owners[side].iter().map(move |owner| *owner != side));
            sides.enumerate().fold(0, |bits, (pit, crossed)| bits | u64::from(crossed) << pit)
        });
        let nowhere = [None; PLACES];
        let mut layout = Layout {
            plan: board.plan.clone(),
            span: board.plan.span(),
            opposite: nowhere,
            behind: nowhere,
            paths: Default::default(),
            ring: [[nowhere; 2]; 2],
            next: [[nowhere; 2]; 2],
            crossed,
            stays_with_owner: sowing.stays_on_own_side() && crossed != 0,
        };
        for side in Side::BOTH {
            for number in 0..layout.span {
                let pit = layout.pit(side, number);
                let opposite = board.plan.opposite(side, number);
                layout.opposite[pit.index()] = opposite.map(|number| layout.pit(side.other(), number));
                layout.behind[pit.index()] = board.plan.behind(side, number).map(|number| layout.pit(side, number));
            }
        }
        layout.lay_paths(sowing);
        layout
    }

    /// Follows the runs of the path for each mover and way.
    fn lay_paths(&mut self, sowing: &Sowing) {
        let mut runs = sowing.along.clone();
        if self.stays_with_owner {
            // Own pits lie in both halves.
            runs.push(Run { whose: Whose::Opponent, part: RunPart::Side, backwards: false });
        }
        let laid = Side::BOTH.map(|mover| self.laid(mover, &runs));
        for mover in Side::BOTH {
            // A store that lies on no path is sown into the pits of its owner.
            for side in Side::BOTH {
                let store = Pit::store(side).index();
                let owner = if self.is_shared() { Side::South } else { side };
                self.ring[Way::Onward as usize][mover][store] = self.pits_of(owner).next();
                self.ring[Way::Back as usize][mover][store] = self.pits_of(owner).last();
            }
            // From what does not lie on the mover's path seeds follow the other player's.
            for path in [&laid[mover.other()], &laid[mover]] {
                for (&place, &next) in path.iter().zip(path.iter().cycle().skip(1)) {
                    self.ring[Way::Onward as usize][mover][place.index()] = Some(next);
                    self.ring[Way::Back as usize][mover][next.index()] = Some(place);
                }
            }
        }
        self.next = self.ring;
        if self.stays_with_owner {
            for place in self.places() {
                for way in [Way::Onward, Way::Back] {
                    for mover in Side::BOTH {
                        let own = |pit| self.owner(0, pit);
                        let next = self.next_of_owner(way, mover, place, own);
                        self.next[way as usize][mover][place.index()] = next;
                    }
                }
            }
        }
        self.paths = Side::BOTH.map(|mover| {
            let own = |pit: &Pit| !self.stays_with_owner || self.owner(0, *pit) == mover;
            laid[mover].iter().copied().filter(own).collect()
        });
    }

    /// The pits and stores of runs.
    fn laid(&self, mover: Side, runs: &[Run]) -> Vec<Pit> {
        let mut path = vec![];
        for run in runs {
            let side = run.whose.seen_by(mover);
            let mut pits: Vec<Pit> = match run.part {
                RunPart::Side => self.pits_of(side).collect(),
                RunPart::Row(row) => self.pits_of(side).filter(|pit| self.row(*pit) == row).collect(),
                RunPart::Store => vec![Pit::store(side)],
            };
            if run.backwards {
                pits.reverse();
            }
            path.extend(pits);
        }
        path
    }

    /// The next pit or store one way that has the same owner.
    pub fn next_of_owner(&self, way: Way, mover: Side, pit: Pit, owner: impl Fn(Pit) -> Side) -> Option<Pit> {
        let step = |pit: &Pit| self.ring[way as usize][mover][pit.index()];
        let following = std::iter::successors(step(&pit), step).take(PLACES);
        following.into_iter().find(|next| owner(*next) == owner(pit))
    }

    /// The next pit or store one way.
    pub fn next(&self, way: Way, mover: Side, pit: Pit) -> Option<Pit> {
        self.next[way as usize][mover][pit.index()]
    }

    /// Whether seeds go round in the mover's own pits, of whichever half.
    pub fn stays_with_owner(&self) -> bool {
        self.stays_with_owner
    }

    /// Whether some pit belongs to the player in whose half it does not lie.
    pub fn has_foreign_pits(&self) -> bool {
        self.crossed != 0
    }

    /// All pits and both stores.
    fn places(&self) -> impl Iterator<Item = Pit> + use<> {
        self.pits().chain(Side::BOTH.map(Pit::store))
    }

    /// All pits, South's from A on first.
    pub fn pits(&self) -> impl ExactSizeIterator<Item = Pit> + use<> {
        let halves = if self.plan.is_shared() { 1 } else { 2 };
        (0..halves * self.span).map(Pit)
    }

    /// All pits along the path, a player's own A first.
    pub fn pits_from(&self, side: Side) -> impl Iterator<Item = Pit> + use<> {
        self.pits_of(side).chain(self.pits_of(side.other()))
    }

    /// The pits of a player from A on.
    pub fn pits_of(&self, side: Side) -> impl Iterator<Item = Pit> + use<> {
        let first = side as u8 * self.span;
        let span = if self.plan.is_shared() && side == Side::North { 0 } else { self.span };
        (first..first + span).map(Pit)
    }

    /// The pits and stores that a player sows into, in the order of the path.
    pub fn path(&self, side: Side) -> &[Pit] {
        &self.paths[side]
    }

    /// Pits of a player, 1 to 32.
    pub fn span(&self) -> u8 {
        self.span
    }

    /// Where the pits lie on the table.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Whether the pits belong to neither player.
    pub fn is_shared(&self) -> bool {
        self.plan.is_shared()
    }

    /// Whether the board is South's alone.
    pub fn is_alone(&self) -> bool {
        self.plan.is_alone()
    }

    /// Whether a board has a pit of this number, see [`Layout::pit`].
    pub fn has(&self, pit: Pit) -> bool {
        self.pits().len() > pit.0.into()
    }

    /// In whose half a pit lies, or whose store it is.
    pub fn side(&self, pit: Pit) -> Side {
        pit.store_of().unwrap_or(if pit.0 < self.span { Side::South } else { Side::North })
    }

    /// A player's pit by its number from A, 0 first. Shared pits are the same for both players.
    pub fn pit(&self, side: Side, number: u8) -> Pit {
        if self.plan.is_shared() { Pit(number) } else { Pit(side as u8 * self.span + number) }
    }

    /// A player's pit by its letter, 0 for A, and the strokes behind it.
    pub fn named(&self, side: Side, letter: u8, strokes: u8) -> Option<Pit> {
        self.plan.named(side, letter, strokes).map(|number| self.pit(side, number))
    }

    /// A player's pits in the order of their letters: a list for each number of strokes.
    pub fn lines(&self, side: Side) -> Vec<Vec<Pit>> {
        let of_line = |line: Vec<u8>| line.into_iter().map(|number| self.pit(side, number)).collect();
        self.plan.lines(side).into_iter().map(of_line).collect()
    }

    /// A player's pits in the order of their names: those without strokes first, each by letters.
    pub fn listed(&self, side: Side) -> Vec<Pit> {
        self.lines(side).concat()
    }

    /// The pit in a column and a line of the table, see [`Spot`].
    pub fn on_table(&self, x: u8, y: u8) -> Option<Pit> {
        self.pits().find(|pit| (self.spot(*pit).x, self.spot(*pit).y) == (x, y))
    }

    /// Where a pit lies on the table, and its name.
    pub fn spot(&self, pit: Pit) -> Spot {
        self.plan.spot(self.side(pit), self.number(pit))
    }

    /// The number of a pit from its player's A, 0 first.
    pub fn number(&self, pit: Pit) -> u8 {
        if pit.0 < self.span { pit.0 } else { pit.0 - self.span }
    }

    /// The row of a player's half in which a pit lies, 0 for the front row.
    pub fn row(&self, pit: Pit) -> u8 {
        self.spot(pit).row
    }

    /// The letter of a pit, 0 for A.
    pub fn letter(&self, pit: Pit) -> u8 {
        self.spot(pit).letter
    }

    /// The nearest pit of the other player in the same column. A store has none.
    pub fn opposite(&self, pit: Pit) -> Option<Pit> {
        self.opposite[pit.index()]
    }

    /// The pit behind a pit, in the player's next row away from the middle.
    pub fn behind(&self, pit: Pit) -> Option<Pit> {
        self.behind[pit.index()]
    }

    /// Where a pit comes to lie when the board is turned.
    pub fn mirrored(&self, pit: Pit) -> Pit {
        let side = self.side(pit).other();
        pit.store_of().map_or_else(|| self.pit(side, self.number(pit)), |_| Pit::store(side))
    }

    /// Who owns a pit: the player in whose half it lies, but for what the other has gained of it; see
    /// [`Position::territory`](super::Position::territory).
    pub fn owner(&self, territory: i8, pit: Pit) -> Side {
        let side = self.side(pit);
        let gained = match territory {
            0 => pit.store_of().is_none() && self.crossed >> pit.0 & 1 == 1,
            more @ 1.. => side == Side::North && i16::from(pit.0) < i16::from(self.span) + i16::from(more),
            less => side == Side::South && i16::from(pit.0) < -i16::from(less),
        };
        if gained && pit.store_of().is_none() { side.other() } else { side }
    }

    /// The lane of a pit or store.
    #[inline]
    pub(crate) fn lane<W: Width>(&self, pit: Pit) -> usize {
        let half = W::HALF * self.side(pit) as usize;
        match pit.store_of() {
            Some(_) => half + W::HALF - 1,
            None => half + usize::from(self.number(pit)),
        }
    }

    /// The pit or store of a lane that has one.
    #[inline]
    pub(crate) fn pit_of<W: Width>(&self, lane: usize) -> Pit {
        let side = Side::BOTH[lane / W::HALF % 2];
        match lane % W::HALF {
            last if last == W::HALF - 1 => Pit::store(side),
            number => self.pit(side, number as u8),
        }
    }
}
