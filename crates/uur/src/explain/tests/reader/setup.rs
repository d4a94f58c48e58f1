//! The board before the first turn, as it is told.

use super::TextReader;
use super::heard::pits_named;
use crate::engine::{Mark, Pit, Position};
use crate::explain::say::{Filling, Say};
use crate::rules::*;

impl TextReader<'_> {
    /// The board as the sentences of the set-up fill it, before the first turn begins.
    pub fn fresh(&self) -> Position {
        let mut position = Position::empty();
        let begin = [Say::SouthBegins, Say::LotBegins].map(|say| self.heard.setup.contains(&say));
        assert!(self.layout.is_alone() || begin[0] != begin[1], "it is not told who begins");
        assert!(!begin[1] || self.lot_begins(), "no lot decides who begins");
        let board = &self.game.rules.board;
        for say in &self.heard.setup {
            match say {
                Say::Fill { filling, stored } => {
                    let north = if self.layout.is_alone() { 0 } else { stored.unwrap_or(0) };
                    position.captured = [stored.unwrap_or(0), north];
                    let missing = |pit: &Pit| self.layout.is_alone() && self.layout.side(*pit) == Side::North;
                    for pit in self.layout.pits().filter(|pit| !missing(pit)) {
                        // Where the numbers differ, the text lists them as the board does.
                        let listed = |side: Side| board.start[side][usize::from(self.layout.number(pit))];
                        let seeds = match filling {
                            Filling::Each(seeds) => *seeds,
                            Filling::Rows(rows) => rows[usize::from(self.layout.row(pit))],
                            Filling::Alike => listed(Side::South),
                            Filling::Apart => listed(self.layout.side(pit)),
                        };
                        position.seeds[pit.index()] = seeds as u8;
                    }
                }
                Say::AllMarked(kind) => {
                    for pit in self.layout.pits() {
                        position.marks[pit.index()] = Some(Mark { kind: *kind, owner: self.layout.side(pit) });
                    }
                }
                Say::Marked { mark, side, pits } => {
                    for pit in pits_named(self.game, pits) {
                        let also = side.is_none() && !self.layout.is_alone();
                        for pit in std::iter::once(pit).chain(also.then(|| self.layout.mirrored(pit))) {
                            let owner = side.unwrap_or(self.layout.side(pit));
                            position.marks[pit.index()] = Some(Mark { kind: *mark, owner });
                        }
                    }
                }
                Say::Owned(owned) => {
                    for side in Side::BOTH {
                        let mut pits = pits_named(self.game, &owned[side]);
                        pits.sort_unstable();
                        let own = self.layout.pits().filter(|pit| self.owner(&position, *pit) == side);
                        assert_eq!(pits, own.collect::<Vec<_>>(), "the pits that {} owns", side.title());
                    }
                }
                Say::CounterBegins { counter, .. } => position.memory.counters[usize::from(counter.0)] = [0; 2],
                Say::NearRows(rows) => assert_eq!(*rows, self.layout.plan().depth()),
                Say::PitsOfNobody => assert!(self.layout.is_shared()),
                Say::Letters { pits, from_left } => {
                    let plan = self.layout.plan();
                    assert_eq!(*pits, plan.row(Side::South, 0).len() as u8);
                    let leftmost = self.game.rules.sowing.direction == Direction::Counterclockwise;
                    assert_eq!(*from_left, leftmost == (plan.depth() == 1), "where A lies");
                }
                Say::StoreLies { before, .. } => {
                    let first = self.path(Side::South)[0] == Pit::store(Side::South);
                    assert_eq!(*before, first, "the place of the store");
                }
                _ => {}
            }
        }
        if let Some((stores, seeds)) = self.heard.facts {
            assert_eq!(position.total(), seeds, "the seeds of the game");
            assert!(stores || position.captured == [0; 2], "the game has stores");
        }
        position
    }

    /// Checks what is told of the aim against a round that is over.
    pub fn judge_aim(&self, over: &Position) {
        let Some(outcome) = over.outcome else { return };
        for aim in &self.heard.aim {
            match (aim, outcome.winner) {
                (Say::AimSeeds(enough), winner) => {
                    let has_enough = |side: &Side| enough.is_some_and(|enough| over.captured[*side] >= enough);
                    let enough = Side::BOTH.into_iter().find(has_enough);
                    assert!(enough.is_none() || enough == winner, "a player with enough seeds has not won: {over:?}");
                    let more = winner.is_none_or(|winner| over.captured[winner] > over.captured[winner.other()]);
                    assert!(more, "a player with fewer seeds has won: {over:?}");
                }
                (Say::AimLastMove, Some(winner)) if self.heard.aim.len() == 1 => {
                    assert_eq!(winner, over.to_move.other(), "a player who cannot move has won: {over:?}");
                }
                (Say::AimAlone, _) => assert!(self.layout.is_alone()),
                _ => {}
            }
        }
    }
}
