//! The geometry of a board as tables, made once: what lies opposite and behind a pit, which pit or store
//! comes next, and where each pit lies on the table.
//!
//! Pits are numbered by player and along the player's path: South's A, B, … are 0, 1, …, and North's
//! follow. A path may lead to no pit.

use super::width::Width;
use super::{MOST_PITS, Pit};
use crate::rules::{Board, Side, Sowing, Stores, Way};

/// Pits and both stores.
const PLACES: usize = MOST_PITS + 2;

/// A pit or store for each pit and store, where there is one.
type Leads = [Option<Pit>; PLACES];

/// The geometry of a board.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Pits of a player.
    span: u8,
    /// Pits in a row of the board.
    columns: u8,
    /// Rows of a player, the front row first.
    rows: u8,
    /// South alone has pits.
    alone: bool,
    opposite: Leads,
    behind: Leads,
    /// By the way and the mover, regardless of who owns the pit.
    ring: [[Leads; 2]; 2],
    /// The same within what [`Layout::stays_with_owner`] says.
    next: [[Leads; 2]; 2],
    /// A bit for each pit that belongs to the player in whose half it does not lie.
    crossed: u64,
    stays_with_owner: bool,
    stores_before: bool,
}

impl Layout {
    /// The geometry of a board on which seeds are sown so.
    pub fn of(board: &Board, sowing: &Sowing) -> Layout {
        let rows = (board.rows / 2).max(1);
        let (columns, span) = (board.pits, board.pits * rows);
        let crossed = board.owners.as_ref().map_or(0, |owners| {
            let sides = Side::BOTH.into_iter().flat_map(|side| owners[side].iter().map(move |owner| *owner != side));
            sides.enumerate().fold(0, |bits, (pit, crossed)| bits | u64::from(crossed) << pit)
        });
        let nowhere = [None; PLACES];
        let mut layout = Layout {
            span,
            columns,
            rows,
            alone: board.rows == 1,
            opposite: nowhere,
            behind: nowhere,
            ring: [[nowhere; 2]; 2],
            next: [[nowhere; 2]; 2],
            crossed,
            stays_with_owner: sowing.within && crossed != 0,
            stores_before: sowing.stores_before,
        };
        for place in layout.places() {
            layout.opposite[place.index()] = layout.across(place);
            layout.behind[place.index()] = layout.at_the_back(place);
            for way in [Way::Onward, Way::Back] {
                for mover in Side::BOTH {
                    layout.ring[way as usize][mover][place.index()] = Some(layout.along(sowing, mover, place, way));
                }
            }
        }
        layout.next = layout.ring;
        if layout.stays_with_owner {
            for place in layout.places() {
                for way in [Way::Onward, Way::Back] {
                    for mover in Side::BOTH {
                        let own = |pit| layout.owner(0, pit);
                        let next = layout.next_of_owner(way, mover, place, own);
                        layout.next[way as usize][mover][place.index()] = Some(next);
                    }
                }
            }
        }
        layout
    }

    /// The nearest pit of the other player in the same column; of a store, the other one.
    fn across(&self, pit: Pit) -> Option<Pit> {
        match pit.store_of() {
            Some(side) => Some(Pit::store(side.other())),
            None => Some(self.pit(self.side(pit).other(), self.columns - 1 - self.column(pit))),
        }
    }

    /// The pit of the same player in the same column and the next row, away from the middle.
    fn at_the_back(&self, pit: Pit) -> Option<Pit> {
        if pit.store_of().is_some() || self.row(pit) + 1 == self.rows {
            return None;
        }
        Some(self.pit_at(self.side(pit), self.row(pit) + 1, self.column(pit)))
    }

    /// The next pit or store one way, regardless of who owns it.
    fn along(&self, sowing: &Sowing, mover: Side, pit: Pit, way: Way) -> Pit {
        let side = self.side(pit);
        let other_half = if sowing.within && self.crossed == 0 { side } else { side.other() };
        let first = |side: Side| self.pit(side, 0);
        let last = |side: Side| self.pit(side, self.span - 1);
        // A player's store lies behind the last pit of the path, or before the first.
        let store_behind = |side: Side, next: Side| {
            let owner = if sowing.stores_before { next } else { side };
            let lies = match sowing.stores {
                Stores::Neither => false,
                Stores::Own => owner == mover,
                Stores::Both => true,
            };
            lies.then(|| Pit::store(owner))
        };
        // What is sown out of a store that lies on no way begins with its owner's row.
        let at_first = sowing.stores_before || sowing.stores == Stores::Neither;
        match (way, pit.store_of()) {
            (Way::Onward, Some(_)) => first(if at_first { side } else { other_half }),
            (Way::Onward, None) if pit != last(side) => Pit(pit.0 + 1),
            (Way::Onward, None) => store_behind(side, other_half).unwrap_or(first(other_half)),
            (Way::Back, Some(_)) => last(if sowing.stores_before { other_half } else { side }),
            (Way::Back, None) if pit != first(side) => Pit(pit.0 - 1),
            (Way::Back, None) => store_behind(other_half, side).unwrap_or(last(other_half)),
        }
    }

    /// The next pit or store one way that has the same owner.
    pub(super) fn next_of_owner(&self, way: Way, mover: Side, pit: Pit, owner: impl Fn(Pit) -> Side) -> Pit {
        let step = |pit: Pit| self.ring[way as usize][mover][pit.index()].expect("the ring is closed");
        let mut next = step(pit);
        while owner(next) != owner(pit) {
            next = step(next);
        }
        next
    }

    /// The next pit or store one way.
    pub(super) fn next(&self, way: Way, mover: Side, pit: Pit) -> Option<Pit> {
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
    pub fn pits(&self) -> impl Iterator<Item = Pit> + use<> {
        (0..2 * self.span).map(Pit)
    }

    /// All pits along the path, a player's own A first.
    pub fn pits_from(&self, side: Side) -> impl Iterator<Item = Pit> + use<> {
        self.pits_of(side).chain(self.pits_of(side.other()))
    }

    /// The pits of a player from A on.
    pub fn pits_of(&self, side: Side) -> impl Iterator<Item = Pit> + use<> {
        let first = side as u8 * self.span;
        (first..first + self.span).map(Pit)
    }

    /// The pits and stores that get seeds when a player sows along the letters, from the player's own A or the
    /// store before it.
    pub fn ring(&self, side: Side) -> Vec<Pit> {
        let next = |pit: Pit| self.next(Way::Onward, side, pit);
        let own = |pit: &Pit| !self.stays_with_owner || self.owner(0, *pit) == side;
        let Some(first) = self.pits_from(side).find(own) else { return vec![] };
        let rest = std::iter::successors(next(first), |pit| next(*pit)).take_while(|pit| *pit != first);
        let mut ring: Vec<Pit> = [first].into_iter().chain(rest).collect();
        // A store that lies before the first pit is the last of the ring.
        if ring.last() == Some(&Pit::store(side)) && self.stores_before {
            ring.rotate_right(1);
        }
        ring
    }

    /// Pits of a player, 1 to 32.
    pub fn span(&self) -> u8 {
        self.span
    }

    /// Pits in a row of the board.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// Rows of the board.
    pub fn rows(&self) -> u8 {
        if self.alone { self.rows } else { 2 * self.rows }
    }

    /// Whether the board is South's alone.
    pub fn is_alone(&self) -> bool {
        self.alone
    }

    /// Whether a board has a pit of this number, see [`Layout::pit`].
    pub fn has(&self, pit: Pit) -> bool {
        pit.0 < 2 * self.span
    }

    /// In whose half a pit lies, or whose store it is.
    pub fn side(&self, pit: Pit) -> Side {
        pit.store_of().unwrap_or(if pit.0 < self.span { Side::South } else { Side::North })
    }

    /// A player's pit by its number from A, 0 first.
    pub fn pit(&self, side: Side, number: u8) -> Pit {
        Pit(side as u8 * self.span + number)
    }

    /// A player's pit by its row, 0 for the front row, and its column.
    pub fn pit_at(&self, side: Side, row: u8, column: u8) -> Pit {
        let along = if row.is_multiple_of(2) { column } else { self.columns - 1 - column };
        self.pit(side, row * self.columns + along)
    }

    /// The pits of a row of a player by their columns.
    pub fn row_of(&self, side: Side, row: u8) -> impl Iterator<Item = Pit> + use<'_> {
        (0..self.columns).map(move |column| self.pit_at(side, row, column))
    }

    /// Rows of a player.
    pub fn depth(&self) -> u8 {
        self.rows
    }

    /// The number of a pit from its player's A, 0 first.
    pub fn number(&self, pit: Pit) -> u8 {
        if pit.0 < self.span { pit.0 } else { pit.0 - self.span }
    }

    /// The row of a player's half in which a pit lies, 0 for the front row.
    pub fn row(&self, pit: Pit) -> u8 {
        self.number(pit) / self.columns
    }

    /// How far from the left end of its row a pit lies as its player sees it, if the front row is sown from
    /// left to right.
    pub fn column(&self, pit: Pit) -> u8 {
        let along = self.number(pit) % self.columns;
        if self.row(pit).is_multiple_of(2) { along } else { self.columns - 1 - along }
    }

    /// The nearest pit of the other player in the same column; of a store, the other one.
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
    pub(super) fn lane<W: Width>(&self, pit: Pit) -> usize {
        let half = W::HALF * self.side(pit) as usize;
        match pit.store_of() {
            Some(_) => half + W::HALF - 1,
            None => half + usize::from(self.number(pit)),
        }
    }

    /// The pit or store of a lane that has one.
    #[inline]
    pub(super) fn pit_of<W: Width>(&self, lane: usize) -> Pit {
        let side = Side::BOTH[lane / W::HALF % 2];
        match lane % W::HALF {
            last if last == W::HALF - 1 => Pit::store(side),
            number => self.pit(side, number as u8),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Opt, Program, compile};
    use crate::game::Game;
    use crate::on_engine;
    use crate::rules::{Condition, PitKind, Place, Rules, Whose};

    fn tsoro() -> Rules {
        Game::shipped("tsoro").expect("it is shipped").rules
    }

    fn perft(program: &Program, depth: u32) -> u64 {
        fn count(program: &Program, position: &crate::engine::Position, depth: u32) -> u64 {
            let moves = program.legal_moves(position);
            if depth == 1 {
                return moves.len() as u64;
            }
            let after = moves.into_iter().map(|m| {
                let mut next = *position;
                program.play_unchecked(&mut next, m, &mut ());
                count(program, &next, depth - 1)
            });
            after.sum()
        }
        count(program, &program.start(), depth)
    }

    #[test]
    fn four_rows_lie_as_they_do_on_the_table() {
        let rules = tsoro();
        let layout = Layout::of(&rules.board, &rules.sowing);
        assert_eq!((layout.span(), layout.columns(), layout.rows()), (16, 8, 4));
        let south = |number| layout.pit(Side::South, number);
        let north = |number| layout.pit(Side::North, number);
        assert_eq!(layout.opposite(south(0)), Some(north(7)));
        assert_eq!(layout.opposite(south(8)), Some(north(0)));
        assert_eq!(layout.behind(south(0)), Some(south(15)));
        assert_eq!(layout.behind(south(7)), Some(south(8)));
        assert_eq!(layout.behind(south(8)), None);
        assert_eq!(
            [0, 7, 8, 15].map(|number| (layout.row(south(number)), layout.column(south(number)))),
            [(0, 0), (0, 7), (1, 7), (1, 0)]
        );
        assert_eq!(layout.next(Way::Onward, Side::South, south(15)), Some(south(0)));
        assert_eq!(layout.next(Way::Back, Side::North, north(0)), Some(north(15)));
    }

    /// The counts of two programs written apart.
    #[test]
    fn tsoro_is_played_on_four_rows() {
        let program = compile(&tsoro());
        assert_eq!([1, 2, 3, 4].map(|depth| perft(&program, depth)), [8, 64, 376, 2209]);
        // With tables, the same.
        let mut position = program.start();
        for number in 0..40 {
            let moves = program.legal_moves(&position);
            on_engine!(program.engine(&position, Opt::Full), engine => {
                let state = engine.pack(&position).expect("the engine was chosen for the position");
                assert_eq!(engine.legal_moves(&state), moves);
                for &m in &moves {
                    let mut next = position;
                    program.play_unchecked(&mut next, m, &mut ());
                    assert_eq!(engine.unpack(&engine.successor(&state, m).0), next);
                }
            });
            let Some(&m) = moves.get(number % moves.len().max(1)) else { break };
            program.play_unchecked(&mut position, m, &mut ());
        }
    }

    /// Sixty-four pits, the largest board: 4x16.
    #[test]
    fn the_largest_board_is_played() {
        let mut rules = tsoro();
        rules.board.pits = 16;
        rules.board.start = [0, 1].map(|_| (0..32).map(|pit| u16::from(pit >= 16)).collect());
        rules.sowing.from.condition = Condition::Is(Place::Pit(vec![]), PitKind::InRow(Whose::Own));
        let program = compile(&rules);
        let mut position = program.start();
        for _ in 0..200 {
            let Some(&m) = program.legal_moves(&position).last() else { break };
            let mut events = vec![];
            let before = position;
            program.play_unchecked(&mut position, m, &mut events);
            assert_eq!(before.after(&events), position);
            assert_eq!(position.total(), 32);
        }
        assert!(position.ply > 10);
    }
}
