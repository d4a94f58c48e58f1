//! Features of a position, read from the rules of a game: what a trained evaluation is a linear function of.
//!
//! Each feature is a count, seen from the player to move: captured seeds, legal moves, marked pits. The seeds of
//! each pit are features of their own, one for every number of seeds up to [`MOST_SEEDS`], and so are the pairs of
//! opposite pits by what they hold, since most captures and threats depend on them. A position has few features that
//! are not 0, about four for each column of the board.

use crate::model::objective::value_of_no_move;
use crate::model::{GameModel, Node, banks_seeds};
use uur::engine::Width;
use uur::game::Game;
use uur::rules::{MarkId, Side};

/// A pit with more seeds than this counts as one with this number.
pub(crate) const MOST_SEEDS: usize = 15;
/// Features of the seeds of a pit.
const SEED_FEATURES: usize = MOST_SEEDS + 1;
/// The kinds of pits in a pair: with no seed, with 1, 2 and 3, with up to 6, and with more.
const KINDS: usize = 6;
/// The kind of a pit by its seeds.
const KIND_OF: [u8; SEED_FEATURES] = [0, 1, 2, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5];
/// Bytes for the seeds of a player's pits, at any width.
const MOST_LANES: usize = 40;

/// The features of the positions of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FeatureSet {
    /// Seeds in play.
    pub total: u16,
    /// Pits of a player.
    span: usize,
    /// The opponent's pit opposite each pit, by their numbers.
    pairs: Vec<(u8, u8)>,
    /// Whether the pits belong to neither player.
    is_shared: bool,
    /// Half of all seeds, where capturing more wins.
    half: Option<u16>,
    /// Whether the number of legal moves counts.
    moves: bool,
    marks: Vec<MarkId>,
    /// Whether marked pits are never lifted, so that what they hold is certain.
    banks: bool,
    /// The groups of features: their names and sizes.
    pub groups: Vec<(String, usize)>,
    /// The first feature of the pits.
    pits_from: usize,
}

impl FeatureSet {
    /// Reads the features of a game from its rules.
    pub fn of(game: &Game) -> FeatureSet {
        let (rules, layout) = (&game.rules, game.program.layout());
        let total = game.program.start().total();
        let span = usize::from(layout.span());
        let half = (rules.goal.is_some() && rules.rounds.is_none()).then_some(total / 2);
        let moves = rules.goal.is_none() && value_of_no_move(rules) != 0;
        let banks = banks_seeds(game);
        let marks: Vec<MarkId> = (0..rules.marks.len()).map(|kind| MarkId(kind as u8)).collect();
        let is_shared = layout.is_shared() || layout.is_alone();
        let opposite = layout.pits_of(Side::South).filter_map(|pit| {
            let opposite = layout.opposite(pit).filter(|_| !is_shared)?;
            Some((layout.number(pit), layout.number(opposite)))
        });
        let pairs: Vec<(u8, u8)> = opposite.collect();
        let mut groups = vec![("turn".to_string(), 1), ("captured".to_string(), 2)];
        if half.is_some() {
            groups.push(("majority".to_string(), 2));
        }
        if moves {
            groups.push(("moves".to_string(), 2));
        }
        groups.extend(marks.iter().map(|mark| (format!("marks {}", mark.0 + 1), 6)));
        if !pairs.is_empty() {
            groups.extend((0..KINDS).map(|kind| (format!("opposite {kind}"), KINDS)));
        }
        let pits_from = groups.iter().map(|(_, size)| size).sum();
        for owner in ["own", "other"] {
            groups.extend((1..=span).map(|pit| (format!("{owner} pit {pit}"), SEED_FEATURES)));
        }
        if banks {
            for owner in ["own", "other"] {
                groups.extend((1..=span).map(|pit| (format!("{owner} pit {pit} marked"), 2)));
            }
        }
        FeatureSet { total, span, pairs, is_shared, half, moves, marks, banks, groups, pits_from }
    }

    /// The number of features.
    pub fn len(&self) -> usize {
        self.marks_from() + if self.banks { 2 * self.pits() } else { 0 }
    }

    /// The first feature of the marks of pits.
    fn marks_from(&self) -> usize {
        self.pits_from + self.pits() * SEED_FEATURES
    }

    /// The pit and its seeds, if a feature is one of them.
    pub fn seeds_of_pit(&self, feature: usize) -> Option<(usize, usize)> {
        let of_pits = feature.checked_sub(self.pits_from).filter(|_| feature < self.marks_from())?;
        Some((of_pits / SEED_FEATURES, of_pits % SEED_FEATURES))
    }

    /// The number of pits, of both players.
    pub fn pits(&self) -> usize {
        2 * self.span
    }

    /// Calls `add` with every feature that is not 0, and its count.
    #[inline(always)]
    pub fn each<W: Width>(&self, model: &GameModel<W>, node: &Node<W>, mut add: impl FnMut(usize, i32)) {
        let mover = model.to_move(node);
        let players = [mover, mover.other()];
        add(0, 1);
        let mut at = 1;
        let captured = model.captured(node);
        for player in players {
            add(at, captured[player].into());
            at += 1;
        }
        if let Some(half) = self.half {
            for player in players {
                if captured[player] + model.banked(node, player) > half {
                    add(at, 1);
                }
                at += 1;
            }
        }
        if self.moves {
            for player in players {
                add(at, model.choices(node, player) as i32);
                at += 1;
            }
        }
        for &mark in &self.marks {
            for player in players {
                let marked = model.marked(node, player, mark);
                for count in [marked.pits.into(), marked.own, marked.other] {
                    if count > 0 {
                        add(at, count.into());
                    }
                    at += 1;
                }
            }
        }
        // Shared pits are South's.
        let halves = if self.is_shared { Side::BOTH } else { players };
        let seeds = halves.map(|side| {
            let mut lanes = [0; MOST_LANES];
            for (eight, word) in lanes.chunks_exact_mut(8).zip(node.state.half(side)) {
                eight.copy_from_slice(&word.to_le_bytes());
            }
            lanes.map(|seeds: u8| seeds.min(MOST_SEEDS as u8))
        });
        let banked = |side, owner| if self.banks { model.marked_pits(node, side, owner) } else { 0 };
        let marked = players.map(|side| players.map(|owner| banked(side, owner)));
        let is_banked = |side: usize, pit: usize| (marked[side][0] | marked[side][1]) >> pit & 1 == 1;
        for &(own, other) in &self.pairs {
            let [own, other] = [own, other].map(usize::from);
            if !is_banked(0, own) && !is_banked(1, other) {
                let kind = |side: usize, pit: usize| usize::from(KIND_OF[usize::from(seeds[side][pit])]);
                add(at + kind(0, own) * KINDS + kind(1, other), 1);
            }
        }
        let mut at = self.pits_from;
        for (side, lanes) in seeds.iter().enumerate() {
            for (pit, &seeds) in lanes[..self.span].iter().enumerate() {
                if !is_banked(side, pit) {
                    add(at + usize::from(seeds), 1);
                }
                at += SEED_FEATURES;
            }
        }
        for (side, owner) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let mut pits = marked[side][owner];
            while pits != 0 {
                add(at + 2 * (self.span * side + pits.trailing_zeros() as usize) + owner, 1);
                pits &= pits - 1;
            }
        }
    }
}
