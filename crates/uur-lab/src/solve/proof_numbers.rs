//! Proof-number search: whether a player can force a win, in games that are won, lost or drawn.
//!
//! The search is depth-first (df-pn: A. Nagai, Df-pn algorithm for searching AND/OR trees and its applications,
//! PhD thesis, Tokyo 2002). A proof number estimates how many positions are still to be proved to show that the
//! *attacker* wins, a disproof number how many to show the contrary, and the search goes where the fewest are left.
//! So it finds long narrow proofs that a search by depth does not reach. Where seeds decide, what is to be proved of a
//! position is that the attacker gains a margin from there on, so that positions share proofs as in `proof_search`.
//!
//! *First numbers.* Those of a position that was not searched are a guess from its legal moves and from the seeds that
//! count, so that the search begins where a proof is likely to be short (df-pn+: A. Nagai and H. Imai, Application of
//! df-pn+ to Othello endgames, Game Programming Workshop in Japan 1999, 16-23).
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
use std::sync::Arc;

use super::endgames::EndgameDatabase;
use super::model::{GameModel, Node, PositionKey};
use super::objective::{Objective, RepetitionValue, Scoring};
use super::path_set::MAX_PATH;
use super::team::{TeamMember, TeamWorker, first_answer};
use crate::transposition::{StoredResult, TranspositionTable};
use uur::engine::{Position, Width};
use uur::rules::Side;

/// An infinite number: proved, or refuted.
const INFINITE: u32 = (1 << 22) - 1;
/// The number of a position that is too deep on the line to be searched.
const TOO_DEEP: u32 = INFINITE / 4;
/// The search gives up after this number of nodes without a position that it has not met.
const MOST_IN_CIRCLES: u64 = 1 << 22;

/// The proof number and the disproof number of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ProofNumbers {
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

/// The successor to search next.
struct BranchChoice {
    best: usize,
    /// The least proof number of the others, as the player to move sees it.
    second: u32,
}

/// A position of the current line.
struct LineVisit<W: Width> {
    key: PositionKey,
    on_board: u16,
    state: Node<W>,
}

/// A search for wins, independent of the width of its engine.
pub(super) trait WinSearch {
    /// Returns whether a player can force a win from a position, by at least `need` seeds where seeds decide. `need` is
    /// at least 1, so that no draw meets it. `None` if stopped, after `most` nodes, or if the search gives up.
    fn can_win(&mut self, position: &Position, attacker: Side, need: i32, most: u64) -> Option<bool>;
    /// Returns what the table says of the same, without a search. A refutation may rest on a line where positions repeat.
    fn known(&mut self, position: &Position, attacker: Side, need: i32) -> Option<bool>;
}

/// A proof-number search: a team with its table.
pub(super) struct ProofNumberSearch<'a, W: Width> {
    table: Arc<TranspositionTable<ProofNumbers>>,
    workers: Vec<ProofNumberWorker<'a, W>>,
}

/// A thread of a proof-number search.
struct ProofNumberWorker<'a, W: Width> {
    model: GameModel<W>,
    objective: Objective,
    endgames: Option<&'a EndgameDatabase>,
    table: Arc<TranspositionTable<ProofNumbers>>,
    member: TeamMember<'a>,
    attacker: Side,
    /// What the attacker has to win by, where seeds decide; 1 otherwise.
    need: i32,
    /// The positions from the root on.
    line: Vec<LineVisit<W>>,
    /// The successors of all positions of the line.
    branches: Vec<Branch<W>>,
    /// The place in the line of a position that another thread has decided.
    overtaken: Option<usize>,
    /// The node count when a position was met that is not in the table.
    last_fresh: u64,
    /// The node count at which it gives up.
    until: u64,
}

impl<W: Width> WinSearch for ProofNumberSearch<'_, W> {
    fn can_win(&mut self, position: &Position, attacker: Side, need: i32, most: u64) -> Option<bool> {
        let root = self.workers[0].model.pack(position).expect("it is asked of positions that it plays on from");
        for worker in &mut self.workers {
            (worker.attacker, worker.need) = (attacker, need);
            worker.last_fresh = worker.member.nodes;
            worker.until = worker.member.nodes.saturating_add(most);
        }
        loop {
            if first_answer(&mut self.workers, |worker| worker.decides(&root))? {
                return Some(true);
            }
            let first = &mut self.workers[0];
            if first.objective.repetition == RepetitionValue::Never || first.confirms_refutation(&root)? {
                return Some(false);
            }
            self.table.retain(|numbers| numbers.disproof != 0);
        }
    }

    fn known(&mut self, position: &Position, attacker: Side, need: i32) -> Option<bool> {
        let worker = &mut self.workers[0];
        (worker.attacker, worker.need) = (attacker, need);
        let (numbers, _) = self.table.get(worker.key(&worker.model.pack(position)?))?;
        numbers.is_decided().then_some(numbers.proof == 0)
    }
}

impl<'a, W: Width> ProofNumberSearch<'a, W> {
    pub fn new(
        model: &GameModel<W>,
        endgames: Option<&'a EndgameDatabase>,
        table: &Arc<TranspositionTable<ProofNumbers>>,
        team: Vec<TeamMember<'a>>,
    ) -> Self {
        let worker = |member| ProofNumberWorker {
            model: model.clone(),
            objective: model.objective(),
            endgames,
            table: table.clone(),
            member,
            attacker: Side::South,
            need: 1,
            line: vec![],
            branches: vec![],
            overtaken: None,
            last_fresh: 0,
            until: u64::MAX,
        };
        ProofNumberSearch { table: table.clone(), workers: team.into_iter().map(worker).collect() }
    }
}

impl<'a, W: Width> TeamWorker<'a> for ProofNumberWorker<'a, W> {
    fn member(&self) -> &TeamMember<'a> {
        &self.member
    }
}

impl<W: Width> ProofNumberWorker<'_, W> {
    /// Returns whether the attacker wins from a position, if this thread is the one to find out.
    fn decides(&mut self, root: &Node<W>) -> Option<bool> {
        let found = self.search_alone(root);
        self.member.report();
        (!self.halts() && found.is_decided()).then_some(found.proof == 0)
    }

    /// As [`Self::is_refuted`], with the nodes reported.
    fn confirms_refutation(&mut self, root: &Node<W>) -> Option<bool> {
        let confirmed = self.is_refuted(root);
        self.member.report();
        confirmed
    }

    /// Returns the key of a position with the role of the player to move, and with what the attacker still has to gain.
    fn key(&self, state: &Node<W>) -> PositionKey {
        let key = self.model.key(state);
        let key = if self.model.to_move(state) == self.attacker { key } else { key.and(0x9E37_79B9_7F4A_7C15) };
        match self.objective.scoring {
            Scoring::Margin => key.and((self.wanted(state) as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F)),
            Scoring::Result => key,
        }
    }

    /// Returns the margin that the attacker has to gain from a position on, where seeds decide.
    fn wanted(&self, state: &Node<W>) -> i32 {
        self.need - self.model.lead(state, self.attacker)
    }

    /// Searches a position without a line before it, to the end unless it is too deep.
    fn search_alone(&mut self, state: &Node<W>) -> ProofNumbers {
        let key = self.key(state);
        let on_board = self.model.on_board(state);
        self.line.clear();
        self.branches.clear();
        self.overtaken = None;
        self.line.push(LineVisit { key, on_board, state: *state });
        self.search(state, key, ProofNumbers { proof: TOO_DEEP, disproof: TOO_DEEP })
    }

    /// Searches a position of the line until one of its numbers reaches a limit.
    fn search(&mut self, state: &Node<W>, key: PositionKey, limit: ProofNumbers) -> ProofNumbers {
        let (began, base) = (self.member.nodes, self.branches.len());
        let attacks = self.model.to_move(state) == self.attacker;
        let limit = limit.seen_by(attacks);
        let numbers = match self.expand(state) {
            Some(wins) => ProofNumbers::decided(wins),
            None => loop {
                self.refresh(base);
                let (numbers, choice) = self.combined(base, attacks);
                if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof || self.must_stop() {
                    break numbers.seen_by(attacks);
                }
                let loses = numbers.proof > numbers.disproof;
                let BranchChoice { best, second } =
                    self.apart_from_others(base, attacks, limit.proof, loses).unwrap_or(choice);
                let open = self.branches[base..].iter().filter(|branch| branch.numbers.seen_by(attacks).disproof > 0);
                let others = open.count() as u32 - 1;
                let limit = ProofNumbers {
                    proof: limit.proof.min(second.saturating_add(second / 4 + 1)),
                    disproof: limit.disproof - others,
                };
                let Branch { child, key: next, on_board, .. } = self.branches[best];
                self.line.push(LineVisit { key: next, on_board, state: child });
                self.member.begin(next);
                self.branches[best].numbers = self.search(&child, next, limit.seen_by(attacks));
                self.member.leave(next);
                self.line.pop();
                if self.overtaken == Some(self.line.len() - 1) {
                    self.overtaken = None;
                    if let Some(decided) = self.decided_by_others(key) {
                        break decided;
                    }
                }
            },
        };
        self.branches.truncate(base);
        // Another thread may have decided it, and may have forgotten since why.
        if !self.halts() && (numbers.is_decided() || self.decided_by_others(key).is_none()) {
            self.table.put(key, numbers, u64::from((self.member.nodes - began + 1).ilog2()));
        }
        numbers
    }

    /// Returns the numbers that the table holds of a position, if they are final.
    fn decided_by_others(&self, key: PositionKey) -> Option<ProofNumbers> {
        let known = self.member.has_others().then(|| self.table.get(key))?;
        known.map(|(numbers, _)| numbers).filter(|numbers| numbers.is_decided())
    }

    /// Adds the successors of a position. Returns the answer instead if a move, or having none, gives it at once.
    fn expand(&mut self, state: &Node<W>) -> Option<bool> {
        let mover = self.model.to_move(state);
        let attacks = mover == self.attacker;
        let moves = self.model.moves(state);
        if moves.is_empty() {
            // The rules do not cover this case, so nothing can be proved.
            self.member.meet_dead_end();
        }
        let base = self.branches.len();
        for &m in &moves {
            let child = self.model.successor(state, m);
            self.member.nodes += 1;
            let on_board = self.model.on_board(&child);
            let wins = match self.model.end(&child) {
                Some(end) => Some(end.value_for(self.attacker, self.model.ahead(&child, self.attacker)) >= self.need),
                None => self.by_seeds(&child).or_else(|| self.endgame(&child, on_board)),
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

    /// Returns the numbers of a position that was not searched. Its player has to find one move, and the other has to
    /// answer all of them. That takes the longer, the further ahead the player is, as far as seeds tell.
    fn first_numbers(&self, state: &Node<W>) -> ProofNumbers {
        if self.line.len() >= MAX_PATH - 1 {
            return ProofNumbers { proof: TOO_DEEP, disproof: TOO_DEEP };
        }
        let mover = self.model.to_move(state);
        let choices = self.model.choices(state, mover).clamp(1, 64) as u32;
        let Objective { scoring, seeds_are_moves, stores_matter, .. } = self.objective;
        let ahead = match scoring {
            // Half of what a row has more than the other is likely to be gained.
            Scoring::Margin => {
                let [own, other] = self.model.halves(state).map(i32::from);
                let wanted = self.wanted(state);
                (own - other) / 2 + if mover == self.attacker { -wanted } else { wanted }
            }
            Scoring::Result if stores_matter => self.model.ahead(state, mover),
            Scoring::Result => 0,
        };
        let reserve = if seeds_are_moves { u32::from(self.model.halves(state)[0]) } else { 0 };
        let [ahead, behind] = [ahead, -ahead].map(|seeds| seeds.max(0) as u32);
        let weight = if scoring == Scoring::Margin { 3 } else { 2 };
        let numbers = ProofNumbers { proof: 1 + weight * behind, disproof: weight * (choices + ahead) + reserve / 2 };
        numbers.seen_by(mover == self.attacker)
    }

    /// Whether a position is on the line.
    fn came_before(&self, state: &Node<W>, key: PositionKey, on_board: u16) -> bool {
        if self.objective.repetition == RepetitionValue::Never {
            return false;
        }
        // Where a position can repeat, captured seeds do not come back: otherwise proof numbers do not apply.
        let mut alike = self.line.iter().rev().take_while(|visit| visit.on_board == on_board);
        alike.any(|visit| visit.key == key && self.model.repeats(state, &visit.state))
    }

    /// Returns whether the attacker wins, if the undecided seeds cannot change it.
    fn by_seeds(&self, state: &Node<W>) -> Option<bool> {
        let Objective { scoring, stores_lose, draw_overrides_margin, .. } = self.objective;
        if scoring == Scoring::Result || stores_lose {
            return None;
        }
        let (wanted, undecided) = (self.wanted(state), i32::from(self.model.undecided_seeds(state)));
        let wins = wanted <= -undecided && !draw_overrides_margin;
        (wins || wanted > undecided).then_some(wins)
    }

    /// Returns whether the attacker wins by the endgame database.
    fn endgame(&self, state: &Node<W>, on_board: u16) -> Option<bool> {
        let endgames = self.endgames.filter(|endgames| on_board <= endgames.seeds())?;
        let value = endgames.value(&self.model, state, on_board)?;
        let value = if self.model.to_move(state) == self.attacker { value } else { -value };
        Some(match self.objective.scoring {
            Scoring::Margin => value >= self.wanted(state),
            Scoring::Result => value > 0,
        })
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
                None => self.last_fresh = self.member.nodes,
            }
        }
    }

    /// Returns the numbers of a position as its player to move sees them, and the best successor.
    fn combined(&self, base: usize, attacks: bool) -> (ProofNumbers, BranchChoice) {
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
        (ProofNumbers { proof: least, disproof }, BranchChoice { best, second })
    }

    /// Returns the best successor if those that other threads search just now count as larger than they are. `None`
    /// if there are no others, or no successor is below the limit.
    ///
    /// A player who is likely to lose has to be answered everywhere, so that other moves are to be searched anyway, and
    /// the threads part. One who is likely to win needs one move, so that they go the same way as long as they can.
    fn apart_from_others(&self, base: usize, attacks: bool, limit: u32, loses: bool) -> Option<BranchChoice> {
        if !self.member.has_others() {
            return None;
        }
        let (mut best, mut least, mut second) = (None, INFINITE, INFINITE);
        for (at, branch) in self.branches.iter().enumerate().skip(base) {
            let proof = branch.numbers.seen_by(attacks).proof;
            let is_taken = proof < limit && !branch.is_fixed && self.member.is_in_work(branch.key);
            let more = if loses { proof } else { proof / 16 };
            let counted = if is_taken { proof + more + 1 } else { proof };
            if proof < limit && counted < least {
                (best, least, second) = (Some(at), counted, least.min(second));
            } else {
                second = second.min(counted);
            }
        }
        best.map(|best| BranchChoice { best, second })
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
        self.member.heeds(self.model.cut_short());
        if self.member.polls() && self.member.has_others() {
            // Down to the last but one: the last is about to be left or searched on.
            let above = &self.line[..self.line.len().saturating_sub(1)];
            self.overtaken = above.iter().position(|visit| self.decided_by_others(visit.key).is_some());
        }
        self.halts()
    }

    /// Whether this thread is to leave the position: the search is stopped, goes round in circles, has had its nodes, or
    /// another thread was faster.
    fn halts(&self) -> bool {
        let nodes = self.member.nodes;
        self.overtaken.is_some()
            || self.member.halts()
            || nodes - self.last_fresh > MOST_IN_CIRCLES
            || nodes >= self.until
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
