//! Proof-number search: whether a player can force a win, in games that are won, lost or drawn.
//!
//! The search is depth-first (df-pn: A. Nagai, Df-pn algorithm for searching AND/OR trees and its applications,
//! PhD thesis, Tokyo 2002). A proof number estimates how many positions are still to be proved to show that the
//! *attacker* wins, a disproof number how many to show the contrary, and the search goes where the fewest are left.
//! So it finds long narrow proofs that a search by depth does not reach.
//!
//! *Transpositions.* A sum of numbers would count a position once for every path to it. The greatest of the numbers is
//! taken instead, and one for each other open move (T. Ueda, T. Hashimoto, J. Hashimoto and H. Iida, Weak proof-number
//! search, Computers and Games 2008, 157-168). A threshold exceeds the second best move by a quarter, so that the
//! search changes less often between moves (J. Pawlewicz and Ł. Lew, Improving depth-first PN-search: 1+ε trick,
//! Computers and Games 2006, 160-171).
//!
//! *Repetition.* A position that repeats is no win, so a repetition refutes the attacker. A win is independent of the
//! line on which it was found: a strategy that wins with repetitions counted against it wins from everywhere. A
//! refutation may rest on a position of its line, for which a win is found later (the graph history interaction). It is
//! therefore provisional. A refutation of the root is checked at the end: refuted positions are really refuted if in
//! each of them every move of the attacker, and some move of the defender, leads to another one or to an end that is no
//! win. Where that fails, a win was found that the refutations did not know. They are then all forgotten, the wins are
//! kept, and the search begins again.

use std::collections::HashSet;
use std::io::{self, Read, Write};

use super::endgames::EndgameDatabase;
use super::model::{GameModel, Node, PositionKey};
use super::objective::{Objective, RepetitionValue};
use super::path_set::MAX_PATH;
use super::{SolveError, SolveLimits};
use crate::transposition::{StoredResult, TranspositionTable};
use uur::checksum::Checksum;
use uur::engine::{Position, Width};
use uur::rules::Side;

/// An infinite number: proved, or refuted.
const INFINITE: u32 = (1 << 22) - 1;
/// The number of a position that is too deep on the line to be searched.
const TOO_DEEP: u32 = INFINITE / 4;
/// Nodes between two polls of the stop function.
const POLL_INTERVAL: u64 = 1 << 10;
/// The search gives up after this number of nodes without a position that it has not met.
const MOST_IN_CIRCLES: u64 = 1 << 22;

/// The proof number and the disproof number of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

impl ProofNumbers {
    const PROVED: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITE };
    const REFUTED: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: 0 };

    fn decided(wins: bool) -> ProofNumbers {
        if wins { Self::PROVED } else { Self::REFUTED }
    }

    fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The numbers as the player to move sees them: the least of these among the moves counts, and of the others the
    /// sum. The same function turns them back.
    fn seen_by(self, attacks: bool) -> ProofNumbers {
        if attacks { self } else { ProofNumbers { proof: self.disproof, disproof: self.proof } }
    }
}

impl StoredResult for ProofNumbers {
    fn pack(self) -> u64 {
        u64::from(self.proof) | u64::from(self.disproof) << 22
    }

    fn unpack(bits: u64) -> ProofNumbers {
        ProofNumbers { proof: bits as u32 & INFINITE, disproof: (bits >> 22) as u32 & INFINITE }
    }
}

/// A successor of a position that is being searched.
#[derive(Clone, Copy)]
struct Branch<W: Width> {
    child: Node<W>,
    key: PositionKey,
    on_board: u16,
    numbers: ProofNumbers,
    /// Whether the numbers cannot change here: the round is over, or the position is on the line.
    is_fixed: bool,
}

/// A position of the current line.
struct LineVisit<W: Width> {
    key: PositionKey,
    on_board: u16,
    state: Node<W>,
}

/// A search for wins, independent of the width of its engine.
pub(super) trait WinSearch {
    /// Returns whether a player can force a win from a position. `None` if stopped, or if the search gives up.
    fn can_win(&mut self, position: &Position, attacker: Side) -> Option<bool>;
    /// Nodes searched so far.
    fn nodes(&self) -> u64;
    /// Whether the search was stopped.
    fn stopped(&self) -> bool;
    /// Whether the search stopped at a position to which the rules give no value.
    fn met_dead_end(&self) -> bool;
    /// Writes the table.
    fn save(&self, to: &mut dyn Write, check: &mut Checksum) -> io::Result<()>;
    /// Reads the table. Returns whether the memory is the same.
    fn load(&mut self, from: &mut dyn Read, check: &mut Checksum) -> io::Result<bool>;
}

/// A proof-number search with its table.
pub(super) struct ProofNumberSearch<'a, W: Width> {
    model: GameModel<W>,
    objective: Objective,
    endgames: Option<&'a EndgameDatabase>,
    limits: SolveLimits<'a>,
    table: TranspositionTable<ProofNumbers>,
    attacker: Side,
    /// The positions from the root on.
    line: Vec<LineVisit<W>>,
    /// The successors of all positions of the line.
    branches: Vec<Branch<W>>,
    nodes: u64,
    /// The node count when a position was met that is not in the table.
    last_fresh: u64,
    next_poll: u64,
    stopped: bool,
    dead_end: bool,
}

impl<W: Width> WinSearch for ProofNumberSearch<'_, W> {
    fn can_win(&mut self, position: &Position, attacker: Side) -> Option<bool> {
        let root = self.model.pack(position).expect("it is asked of positions that it plays on from");
        self.attacker = attacker;
        self.last_fresh = self.nodes;
        loop {
            let found = self.search_alone(&root);
            if self.halts() || !found.is_decided() {
                return None;
            }
            if found.proof == 0 {
                return Some(true);
            }
            if self.objective.repetition == RepetitionValue::Never || self.is_refuted(&root)? {
                return Some(false);
            }
            self.table.retain(|numbers| numbers.disproof != 0);
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn stopped(&self) -> bool {
        self.stopped
    }

    fn met_dead_end(&self) -> bool {
        self.dead_end
    }

    fn save(&self, to: &mut dyn Write, check: &mut Checksum) -> io::Result<()> {
        self.table.save(to, check)
    }

    fn load(&mut self, from: &mut dyn Read, check: &mut Checksum) -> io::Result<bool> {
        self.table.load(from, check)
    }
}

impl<'a, W: Width> ProofNumberSearch<'a, W> {
    /// # Errors
    /// If the memory cannot be allocated.
    pub fn new(
        model: GameModel<W>,
        endgames: Option<&'a EndgameDatabase>,
        limits: SolveLimits<'a>,
    ) -> Result<Self, SolveError> {
        Ok(ProofNumberSearch {
            objective: model.objective(),
            model,
            endgames,
            limits,
            table: TranspositionTable::new(limits.bytes).ok_or(SolveError::TooMuchMemory(limits.bytes))?,
            attacker: Side::South,
            line: vec![],
            branches: vec![],
            nodes: 0,
            last_fresh: 0,
            next_poll: 0,
            stopped: false,
            dead_end: false,
        })
    }

    /// Returns the key of a position with the role of the player to move.
    fn key(&self, state: &Node<W>) -> PositionKey {
        let key = self.model.key(state);
        if self.model.to_move(state) == self.attacker { key } else { key.and(0x9E37_79B9_7F4A_7C15) }
    }

    /// Searches a position without a line before it, to the end unless it is too deep.
    fn search_alone(&mut self, state: &Node<W>) -> ProofNumbers {
        let key = self.key(state);
        let on_board = self.model.on_board(state);
        self.line.clear();
        self.branches.clear();
        self.line.push(LineVisit { key, on_board, state: *state });
        self.search(state, key, ProofNumbers { proof: TOO_DEEP, disproof: TOO_DEEP })
    }

    /// Searches a position of the line until one of its numbers reaches a limit.
    fn search(&mut self, state: &Node<W>, key: PositionKey, limit: ProofNumbers) -> ProofNumbers {
        let (began, base) = (self.nodes, self.branches.len());
        let attacks = self.model.to_move(state) == self.attacker;
        let limit = limit.seen_by(attacks);
        let numbers = match self.expand(state) {
            Some(wins) => ProofNumbers::decided(wins),
            None => loop {
                self.refresh(base);
                let (numbers, best, second) = self.combined(base, attacks);
                if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof || self.must_stop() {
                    break numbers.seen_by(attacks);
                }
                let open = self.branches[base..].iter().filter(|branch| branch.numbers.seen_by(attacks).disproof > 0);
                let others = open.count() as u32 - 1;
                let limit = ProofNumbers {
                    proof: limit.proof.min(second.saturating_add(second / 4 + 1)),
                    disproof: limit.disproof - others,
                };
                let Branch { child, key, on_board, .. } = self.branches[best];
                self.line.push(LineVisit { key, on_board, state: child });
                self.branches[best].numbers = self.search(&child, key, limit.seen_by(attacks));
                self.line.pop();
            },
        };
        self.branches.truncate(base);
        if !self.halts() {
            self.table.put(key, numbers, u64::from((self.nodes - began + 1).ilog2()));
        }
        numbers
    }

    /// Adds the successors of a position. Returns the answer instead if a move, or having none, gives it at once.
    fn expand(&mut self, state: &Node<W>) -> Option<bool> {
        let mover = self.model.to_move(state);
        let attacks = mover == self.attacker;
        let moves = self.model.moves(state);
        if moves.is_empty() {
            // The rules do not cover this case, so nothing can be proved.
            (self.dead_end, self.stopped) = (true, true);
        }
        let base = self.branches.len();
        for &m in &moves {
            let child = self.model.successor(state, m);
            self.nodes += 1;
            let on_board = self.model.on_board(&child);
            let wins = match self.model.end(&child) {
                Some(end) => Some(end.value_for(self.attacker, 0) > 0),
                None => self.endgame(&child, on_board),
            };
            if wins == Some(attacks) {
                self.branches.truncate(base);
                return wins;
            }
            let key = if wins.is_some() { PositionKey::default() } else { self.key(&child) };
            let repeats = || self.came_before(&child, key, on_board).then_some(false);
            let known = wins.or_else(repeats);
            let numbers = known.map_or_else(|| self.first_numbers(&child), ProofNumbers::decided);
            self.branches.push(Branch { child, key, on_board, numbers, is_fixed: known.is_some() });
        }
        None
    }

    /// Returns the numbers of a position that was not searched: each move of the other player is to be answered.
    fn first_numbers(&self, state: &Node<W>) -> ProofNumbers {
        if self.line.len() >= MAX_PATH - 1 {
            return ProofNumbers { proof: TOO_DEEP, disproof: TOO_DEEP };
        }
        let mover = self.model.to_move(state);
        let choices = self.model.choices(state, mover).clamp(1, 64) as u32;
        ProofNumbers { proof: 1, disproof: choices }.seen_by(mover == self.attacker)
    }

    /// Whether a position is on the line.
    fn came_before(&self, state: &Node<W>, key: PositionKey, on_board: u16) -> bool {
        if self.objective.repetition == RepetitionValue::Never {
            return false;
        }
        // Unless stores re-enter play, captured seeds do not come back.
        let alike = self.line.iter().rev();
        let mut alike = alike.take_while(|visit| self.objective.stores_reenter || visit.on_board == on_board);
        alike.any(|visit| visit.key == key && self.model.repeats(state, &visit.state))
    }

    /// Returns whether the attacker wins by the endgame database.
    fn endgame(&self, state: &Node<W>, on_board: u16) -> Option<bool> {
        let endgames = self.endgames.filter(|endgames| on_board <= endgames.seeds())?;
        let value = endgames.value(&self.model, state, on_board);
        Some(if self.model.to_move(state) == self.attacker { value > 0 } else { value < 0 })
    }

    /// Reads what the table knows of the successors.
    fn refresh(&mut self, base: usize) {
        let is_deep = self.line.len() >= MAX_PATH - 1;
        for at in base..self.branches.len() {
            let branch = &self.branches[at];
            if branch.is_fixed {
                continue;
            }
            match self.table.get(branch.key) {
                Some((numbers, _)) if numbers.is_decided() || !is_deep => self.branches[at].numbers = numbers,
                Some(_) => {}
                None => self.last_fresh = self.nodes,
            }
        }
    }

    /// Returns the numbers of a position as its player to move sees them, the best successor, and the number of the
    /// second best.
    fn combined(&self, base: usize, attacks: bool) -> (ProofNumbers, usize, u32) {
        let (mut best, mut least, mut second) = (base, INFINITE, INFINITE);
        let (mut greatest, mut open) = (0, 0);
        for (at, branch) in self.branches.iter().enumerate().skip(base) {
            let ProofNumbers { proof, disproof } = branch.numbers.seen_by(attacks);
            if disproof > 0 {
                (greatest, open) = (disproof.max(greatest), open + 1);
            }
            if proof < least {
                (best, least, second) = (at, proof, least);
            } else {
                second = second.min(proof);
            }
        }
        let disproof = match (least, open) {
            (0, _) => INFINITE,
            (_, 0) => 0,
            _ => (greatest + open - 1).min(INFINITE - 1),
        };
        (ProofNumbers { proof: least, disproof }, best, second)
    }

    /// Whether a refuted position is refuted independently of any line. `None` if stopped.
    fn is_refuted(&mut self, root: &Node<W>) -> Option<bool> {
        let mut seen = HashSet::from([self.key(root)]);
        let mut open = vec![*root];
        while let Some(state) = open.pop() {
            self.line.clear();
            self.branches.clear();
            if let Some(wins) = self.expand(&state) {
                if wins {
                    return Some(false);
                } else {
                    continue;
                };
            }
            if self.must_stop() {
                return None;
            }
            let branches = std::mem::take(&mut self.branches);
            let is_new = |branch: &&Branch<W>| !branch.is_fixed && !seen.contains(&branch.key);
            if self.model.to_move(&state) == self.attacker {
                let unseen: Vec<Branch<W>> = branches.iter().filter(is_new).copied().collect();
                for Branch { child, key, .. } in unseen {
                    if !self.is_taken_as_refuted(key) && !self.refutes(&child)? {
                        return Some(false);
                    }
                    if seen.insert(key) {
                        open.push(child);
                    }
                }
            } else if !branches.iter().any(|branch| !branch.is_fixed && seen.contains(&branch.key)) {
                // One answer is enough, and moves that end the round would win for the attacker. What the table has
                // lost is searched again.
                let answers = || branches.iter().filter(|branch| !branch.is_fixed);
                let mut answer = answers().find(|branch| self.is_taken_as_refuted(branch.key)).copied();
                for branch in answers() {
                    if answer.is_none() && self.refutes(&branch.child)? {
                        answer = Some(*branch);
                    }
                }
                let Some(Branch { child, key, .. }) = answer else { return Some(false) };
                seen.insert(key);
                open.push(child);
            }
        }
        Some(true)
    }

    fn is_taken_as_refuted(&self, key: PositionKey) -> bool {
        self.table.get(key).is_some_and(|(numbers, _)| numbers.disproof == 0)
    }

    /// Searches a position alone. Returns whether it is refuted; `None` if stopped.
    fn refutes(&mut self, state: &Node<W>) -> Option<bool> {
        let found = self.search_alone(state);
        (!self.halts() && found.is_decided()).then_some(found.disproof == 0)
    }

    fn must_stop(&mut self) -> bool {
        self.stopped |= self.model.cut_short();
        if !self.stopped && self.nodes >= self.next_poll {
            self.next_poll = self.nodes + POLL_INTERVAL;
            self.stopped = (self.limits.stop)(self.nodes);
        }
        self.halts()
    }

    /// Whether the search is stopped, or goes round in circles.
    fn halts(&self) -> bool {
        self.stopped || self.nodes - self.last_fresh > MOST_IN_CIRCLES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_the_table() {
        for numbers in [
            ProofNumbers::PROVED,
            ProofNumbers::REFUTED,
            ProofNumbers { proof: 1, disproof: 7 },
            ProofNumbers { proof: TOO_DEEP, disproof: INFINITE - 1 },
        ] {
            assert_eq!(ProofNumbers::unpack(numbers.pack() | 63 << 52), numbers);
            assert_eq!(numbers.seen_by(false).seen_by(false), numbers);
        }
    }
}
