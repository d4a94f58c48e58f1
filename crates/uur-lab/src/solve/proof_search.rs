//! Proof search: null-window tests of whether a player gains at least a given margin.
//!
//! Each search is a null-window test (J. Pearl's tests, as in MTD(f): A. Plaat, J. Schaeffer, W. Pijls and
//! A. de Bruin, Best-first fixed-depth minimax algorithms, Artificial Intelligence 87 (1996), 255-293). Values
//! are margins that the player to move gains *from here on*. Earlier captures are no part of them, so
//! positions with the same board share an entry. A move whose value is known at once, from the end of the
//! round or from the endgame database, is tried before any other is searched.
//!
//! *Repetition.* A position that occurred earlier on the current line has the value that the rules give to
//! repetition. This value is valid on the current line only, and no value that depends on a position above is
//! stored as proved (the graph history interaction: M. Campbell, ACM 1985; A. Kishimoto and M. Müller, A
//! general solution to the graph history interaction problem, AAAI 2004). A value that depends only on
//! repetitions below a position is independent of the path: a player whom repetition does not help can take
//! the shortest line, on which nothing repeats.
//!
//! A draw that overrides the margin is worth all or nothing to each player, depending on the test: a draw
//! suffices for a margin of zero or less. Entries are therefore separate for each [`DrawConvention`].

use std::sync::Arc;

use smallvec::SmallVec;

use super::endgames::EndgameDatabase;
use super::model::{GameModel, Node, PositionKey, RoundEnd};
use super::objective::{Objective, RepetitionValue, Scoring};
use super::path_set::{MAX_PATH, PathDependentEntry, PathDependentTable, PathSet};
use super::table::{Estimate, INFINITY, ProofEntry};
use super::team::{TeamMember, TeamWorker, first_answer};
use super::{SolveError, SolveLimits};
use crate::transposition::TranspositionTable;
use uur::engine::{Move, Position, Width};
use uur::rules::Side;

/// The depth of a search to the end of the round.
pub(super) const TO_THE_END: u16 = u16::MAX;
/// The depth that a move costs.
pub(super) const PLY: u16 = 2;
/// The maximum length of a line where positions cannot repeat.
const LONGEST: usize = 50_000;
/// The size of the path-dependent table as a share of the main table.
const PATH_DEPENDENT_SHARE: f64 = 0.3;

/// The result of searching a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProofValue {
    /// A bound of the value for the player to move, on the side of the tested value on which it lies.
    pub value: i32,
    /// The positions of the line that it depends on.
    depends_on: PathSet,
    /// Whether the bound is proved, with nothing estimated.
    pub proved: bool,
}

impl ProofValue {
    fn proved(value: i32) -> ProofValue {
        ProofValue { value, depends_on: PathSet::EMPTY, proved: true }
    }
}

/// Which player draws favour, and which player repetition favours where its value is unsettled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DrawConvention {
    pub draws: Side,
    pub repetitions: Side,
}

/// A test whether the player to move gains at least `need` from a position on, by a search to a depth.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProofTest {
    pub need: i32,
    pub depth: u16,
    pub convention: DrawConvention,
}

/// A move and its successor.
struct Candidate<W: Width> {
    place: u8,
    child: Node<W>,
    on_board: u16,
    /// The seeds that the mover gains at once.
    gain: i32,
    /// Whether the mover moves again.
    bonus: bool,
    /// The value for the mover, if known without a search.
    known: Option<i32>,
    key: PositionKey,
    /// The move ordering score. Higher is tried earlier.
    priority: i32,
}

/// A position on the current line.
struct PathVisit<W: Width> {
    key: PositionKey,
    on_board: u16,
    state: Node<W>,
    /// The number of this visit.
    number: u64,
    /// What the player to move is to gain.
    need: i32,
}

/// A proof search: a team with its table.
pub(super) struct NullWindowSearch<'a, W: Width> {
    table: Arc<TranspositionTable<ProofEntry>>,
    workers: Vec<NullWindowWorker<'a, W>>,
}

/// A thread of a proof search.
struct NullWindowWorker<'a, W: Width> {
    model: GameModel<W>,
    objective: Objective,
    endgames: Option<&'a EndgameDatabase>,
    table: Arc<TranspositionTable<ProofEntry>>,
    path_dependent: PathDependentTable,
    member: TeamMember<'a>,
    convention: DrawConvention,
    /// The positions from the root on.
    line: Vec<PathVisit<W>>,
    visits: u64,
    /// The player to prove a result for. Estimates then count against this player.
    prover: Option<Side>,
    /// The node count at which this search is abandoned.
    most_nodes: u64,
    /// Whether this search was abandoned.
    abandoned: bool,
    /// The place in the line of a position for which another thread has the answer.
    overtaken: Option<usize>,
}

/// The priority of a move that was tried.
const TRIED: i32 = i32::MIN;
/// What a move loses in priority while another thread searches it.
const DEFERRAL: i32 = 1 << 29;

/// Returns the index of the next move to try: of those with the highest priority, the last one in the row.
fn next_best<W: Width>(steps: &[Candidate<W>]) -> Option<usize> {
    let open = steps.iter().enumerate().filter(|(_, step)| step.priority != TRIED);
    Some(open.max_by_key(|(_, step)| step.priority)?.0)
}

/// Adds seeds to a value. An infinite value stays as it is.
fn plus(value: i32, seeds: i32) -> i32 {
    match value {
        value if value >= INFINITY => INFINITY,
        value if value <= -INFINITY => -INFINITY,
        value => (value + seeds).clamp(1 - INFINITY, INFINITY - 1),
    }
}

/// A proof search, independent of the width of its engine.
pub(super) trait ProofSearch {
    /// Performs a test of a position. `None` if stopped.
    fn ask(&mut self, position: &Position, test: ProofTest) -> Option<ProofValue>;
    /// Does the same, but estimates count against `prover`, so that an answer in this player's favour is proved.
    /// The search is abandoned after `nodes` nodes. `None` if it proves nothing.
    fn confirm(&mut self, position: &Position, test: ProofTest, prover: Side, nodes: u64) -> Option<ProofValue>;
    /// Returns the stored entry of a position.
    fn known(&mut self, position: &Position, convention: DrawConvention) -> ProofEntry;
    /// Returns how many more seeds a player has for certain, in a position that is not over.
    fn lead(&self, position: &Position, player: Side) -> i32;
}

impl<W: Width> ProofSearch for NullWindowSearch<'_, W> {
    fn ask(&mut self, position: &Position, test: ProofTest) -> Option<ProofValue> {
        self.table.new_generation();
        first_answer(&mut self.workers, |worker| {
            (worker.prover, worker.most_nodes) = (None, u64::MAX);
            worker.begin(position, test)
        })
    }

    fn confirm(&mut self, position: &Position, test: ProofTest, prover: Side, nodes: u64) -> Option<ProofValue> {
        self.table.new_generation();
        let share = nodes / self.workers.len() as u64;
        let found = first_answer(&mut self.workers, |worker| {
            (worker.prover, worker.most_nodes) = (Some(prover), worker.member.nodes + share);
            worker.begin(position, test)
        });
        found.filter(|found| found.proved)
    }

    fn known(&mut self, position: &Position, convention: DrawConvention) -> ProofEntry {
        let worker = &mut self.workers[0];
        worker.convention = convention;
        let known = worker.model.pack(position).and_then(|state| self.table.get(worker.key(&state)));
        known.map_or(ProofEntry::EMPTY, |(known, _)| known)
    }

    fn lead(&self, position: &Position, player: Side) -> i32 {
        let model = &self.workers[0].model;
        model.lead(&model.pack(position).expect("it is asked of positions that it plays on from"), player)
    }
}

impl<'a, W: Width> NullWindowSearch<'a, W> {
    /// # Errors
    /// If the memory for values that depend on lines cannot be allocated.
    pub fn new(
        model: &GameModel<W>,
        endgames: Option<&'a EndgameDatabase>,
        limits: SolveLimits<'a>,
        table: &Arc<TranspositionTable<ProofEntry>>,
        team: Vec<TeamMember<'a>>,
    ) -> Result<Self, SolveError> {
        let objective = model.objective();
        let share = if objective.repetition == RepetitionValue::Never { 0.0 } else { PATH_DEPENDENT_SHARE };
        let share = (limits.bytes as f64 * share / team.len() as f64) as u64;
        let worker = |member| {
            Ok(NullWindowWorker {
                model: model.clone(),
                objective,
                endgames,
                table: table.clone(),
                path_dependent: PathDependentTable::new(share).ok_or(SolveError::TooMuchMemory(limits.bytes))?,
                member,
                convention: DrawConvention { draws: Side::South, repetitions: Side::South },
                line: vec![],
                visits: 0,
                prover: None,
                most_nodes: u64::MAX,
                abandoned: false,
                overtaken: None,
            })
        };
        let workers = team.into_iter().map(worker).collect::<Result<_, SolveError>>()?;
        Ok(NullWindowSearch { table: table.clone(), workers })
    }
}

impl<'a, W: Width> TeamWorker<'a> for NullWindowWorker<'a, W> {
    fn member(&self) -> &TeamMember<'a> {
        &self.member
    }
}

impl<W: Width> NullWindowWorker<'_, W> {
    /// Tests a position without a line before it. `None` if the search was stopped or abandoned.
    fn begin(&mut self, position: &Position, test: ProofTest) -> Option<ProofValue> {
        let ProofTest { need, depth, convention } = test;
        let state = self.model.pack(position).expect("it is asked of positions that it plays on from");
        (self.convention, self.abandoned, self.overtaken) = (convention, false, None);
        self.line.clear();
        let (key, on_board) = (self.key(&state), self.model.on_board(&state));
        if let Some(value) = self.endgame(&state, on_board) {
            return Some(ProofValue::proved(value));
        }
        self.visit(key, on_board, &state, need);
        let found = self.value(&state, key, need, depth);
        self.member.report();
        (!self.halted()).then_some(found)
    }

    fn visit(&mut self, key: PositionKey, on_board: u16, state: &Node<W>, need: i32) {
        self.visits += 1;
        self.line.push(PathVisit { key, on_board, state: *state, number: self.visits, need });
    }

    /// Returns the key of a position with everything that its value depends on.
    fn key(&self, state: &Node<W>) -> PositionKey {
        let mover = self.model.to_move(state);
        let mut key = self.model.key(state);
        if self.objective.draw_overrides_margin && self.convention.draws == mover {
            key = key.and(0x9E37_79B9_7F4A_7C15);
        }
        if self.objective.repetition == RepetitionValue::Unsettled && self.convention.repetitions == mover {
            key = key.and(0xC2B2_AE3D_27D4_EB4F);
        }
        key
    }

    fn all_or_nothing(&self, favoured: bool) -> i32 {
        if favoured { INFINITY } else { -INFINITY }
    }

    /// Returns the value of a draw for a player from here on.
    fn draw(&self, player: Side) -> i32 {
        match self.objective.scoring {
            Scoring::Result => 0,
            Scoring::Margin => self.all_or_nothing(self.convention.draws == player),
        }
    }

    /// Returns the value of repetition for a player from here on.
    fn repetition(&self, player: Side) -> i32 {
        match self.objective.repetition {
            RepetitionValue::Never | RepetitionValue::Nothing => 0,
            RepetitionValue::Drawn => self.draw(player),
            RepetitionValue::Unsettled => self.all_or_nothing(self.convention.repetitions == player),
        }
    }

    /// Returns trivial bounds of what a player can gain from a position on.
    fn reach(&self, player: Side, undecided: u16) -> (i32, i32) {
        let all = match self.objective.scoring {
            Scoring::Result => 1,
            Scoring::Margin if self.objective.stores_lose => INFINITY,
            Scoring::Margin => i32::from(undecided),
        };
        let (mut least, mut most) = (-all, all);
        if self.objective.draw_overrides_margin {
            if self.convention.draws == player { most = INFINITY } else { least = -INFINITY }
        }
        if self.objective.repetition == RepetitionValue::Unsettled {
            if self.convention.repetitions == player { most = INFINITY } else { least = -INFINITY }
        }
        (least, most)
    }

    /// Tests a position: probes the tables first, then searches its moves.
    fn value(&mut self, state: &Node<W>, key: PositionKey, need: i32, depth: u16) -> ProofValue {
        loop {
            let found = self.test(state, key, need, depth);
            if self.overtaken.is_none_or(|place| place + 1 != self.line.len()) {
                return found;
            }
            // Another thread has the answer. If the table has lost it by now, it is searched again.
            self.overtaken = None;
        }
    }

    fn test(&mut self, state: &Node<W>, key: PositionKey, need: i32, depth: u16) -> ProofValue {
        let mover = self.model.to_move(state);
        let here = self.line.len() - 1;
        let (least, most) = self.reach(mover, self.model.undecided_seeds(state));
        if need <= least {
            return ProofValue::proved(least);
        }
        if need > most {
            return ProofValue::proved(most);
        }
        let (known, fresh) = self.table.get(key).unwrap_or((ProofEntry::EMPTY, false));
        if let Some(value) = known.answer(need) {
            return ProofValue::proved(value);
        }
        let estimate = known.estimate;
        if estimate.depth >= depth && estimate.depth > 0 && fresh {
            let answers = if estimate.least { estimate.value >= need } else { estimate.value < need };
            if answers {
                return ProofValue { value: estimate.value, depends_on: PathSet::EMPTY, proved: false };
            }
        }
        if let Some(found) = self.holds(key, need, depth, here) {
            return found;
        }
        let longest = if self.objective.repetition == RepetitionValue::Never { LONGEST } else { MAX_PATH - 1 };
        if depth == 0 || here >= longest || self.must_stop() {
            let value = match self.prover {
                None => self.estimate(state).clamp(least, most),
                Some(prover) if prover == mover => need - 1,
                Some(_) => need,
            };
            return ProofValue { value, depends_on: PathSet::EMPTY, proved: false };
        }
        self.look(state, key, need, depth, known)
    }

    /// Returns a path-dependent result, if the positions that it depends on are still on the line.
    fn holds(&self, key: PositionKey, need: i32, depth: u16, here: usize) -> Option<ProofValue> {
        let holding = self.path_dependent.get(key)?;
        let lowest = holding.depends_on.lowest()?;
        let same = lowest < here && self.line[lowest].number == holding.visit;
        let deep = holding.proved || holding.depth >= depth;
        let answers = if holding.least { holding.value >= need } else { holding.value < need };
        (same && deep && answers).then_some(ProofValue {
            value: holding.value,
            depends_on: holding.depends_on,
            proved: holding.proved,
        })
    }

    /// Searches the moves of a position.
    fn look(&mut self, state: &Node<W>, key: PositionKey, need: i32, depth: u16, known: ProofEntry) -> ProofValue {
        let here = self.line.len() - 1;
        let began = self.member.nodes;
        let moves = self.model.moves(state);
        if self.heeds() {
            return ProofValue { value: 0, depends_on: PathSet::EMPTY, proved: false };
        }
        if moves.is_empty() {
            // The rules do not cover this case, so no value that depends on it can be proved.
            self.member.meet_dead_end();
            return ProofValue { value: 0, depends_on: PathSet::EMPTY, proved: false };
        }
        // A forced move costs no depth. Where the remaining seeds decide nothing but a draw might, lines are
        // long and must be searched to their end, so moves cost less.
        let deeper = match moves.len() {
            _ if depth == TO_THE_END => depth,
            1 => depth,
            _ => depth.saturating_sub(if self.seeds_decide_nothing(state, need) { 1 } else { PLY }),
        };
        let mut best = ProofValue { value: -INFINITY, depends_on: PathSet::EMPTY, proved: true };
        let mut best_place = known.best;
        let first = known.best.filter(|&place| usize::from(place) < moves.len());
        if let Some(place) = first {
            let step = self.step(state, moves[usize::from(place)], place);
            let found = self.follow(state, &step, need, deeper);
            if self.heeds() || self.halted() {
                return found;
            }
            best = found;
        }
        if first.is_none() || best.value < need {
            let mut steps: SmallVec<[Candidate<W>; 8]> = SmallVec::new();
            for (place, &m) in moves.iter().enumerate() {
                let place = place as u8;
                if first == Some(place) {
                    continue;
                }
                let step = self.step(state, m, place);
                if self.heeds() {
                    return ProofValue { value: 0, depends_on: PathSet::EMPTY, proved: false };
                }
                if let Some(value) = step.known.filter(|value| *value >= need) {
                    (best, best_place) = (ProofValue::proved(value), Some(place));
                    break;
                }
                steps.push(step);
            }
            let mut is_first = first.is_none();
            while best.value < need
                && let Some(at) = next_best(&steps)
            {
                let step = &mut steps[at];
                if !is_first && step.priority > -DEFERRAL / 2 && self.member.is_in_work(step.key) {
                    step.priority -= DEFERRAL;
                    continue;
                }
                (step.priority, is_first) = (TRIED, false);
                let step = &steps[at];
                let found = self.follow(state, step, need, deeper);
                if self.halted() {
                    return found;
                }
                if found.value >= need {
                    (best, best_place) = (found, Some(step.place));
                    break;
                }
                best.depends_on = best.depends_on.and(found.depends_on);
                best.proved &= found.proved;
                if found.value > best.value {
                    (best.value, best_place) = (found.value, Some(step.place));
                }
            }
        }
        self.keep(key, need, depth, known, &mut best, best_place, here, self.member.nodes - began);
        best
    }

    /// Whether only a draw can still change the answer.
    fn seeds_decide_nothing(&self, state: &Node<W>, need: i32) -> bool {
        let undecided = i32::from(self.model.undecided_seeds(state));
        self.objective.draw_overrides_margin && (need <= -undecided || need > undecided)
    }

    /// Stores a result.
    #[allow(clippy::too_many_arguments)]
    fn keep(
        &mut self,
        key: PositionKey,
        need: i32,
        depth: u16,
        known: ProofEntry,
        best: &mut ProofValue,
        place: Option<u8>,
        here: usize,
        positions: u64,
    ) {
        let mut kept = ProofEntry { best: place, ..known };
        best.depends_on = best.depends_on.above(here);
        let least = best.value >= need;
        kept.estimate.depth = 0;
        if let Some(lowest) = best.depends_on.lowest() {
            let (visit, ProofValue { value, depends_on, proved }) = (self.line[lowest].number, *best);
            self.path_dependent.put(PathDependentEntry { key, visit, depends_on, value, depth, least, proved });
        } else if !best.proved {
            kept.estimate = Estimate { value: best.value, least, depth };
        } else if least {
            kept.least = kept.least.max(best.value);
        } else {
            kept.most = kept.most.min(best.value);
        }
        self.table.put(key, kept, u64::from((positions + 1).ilog2()));
    }

    /// Makes a move and returns its successor.
    fn step(&mut self, state: &Node<W>, m: Move, place: u8) -> Candidate<W> {
        let model = &self.model;
        let mover = model.to_move(state);
        let child = model.successor(state, m);
        self.member.nodes += 1;
        let gain = match self.objective.scoring {
            Scoring::Margin => model.lead(&child, mover) - model.lead(state, mover),
            Scoring::Result => 0,
        };
        let [own, other] = model.halves(&child);
        let on_board = own + other;
        let bonus = model.to_move(&child) == mover;
        let known = match model.end(&child) {
            Some(RoundEnd::Drawn) => Some(self.draw(mover)),
            Some(end) => Some(end.value_for(mover, gain)),
            None => self.endgame(&child, on_board).map(|value| plus(if bonus { value } else { -value }, gain)),
        };
        let key = if known.is_some() { PositionKey::default() } else { self.key(&child) };
        // A player is likely to win the seeds in their own row, and a bonus move is almost free.
        let lies = i32::from(own) - i32::from(other);
        let priority = 1_000 * gain + if bonus { 5_000 + 40 * lies } else { -40 * lies };
        Candidate { place, child, on_board, gain, bonus, known, key, priority }
    }

    /// Searches a move. The value is that of the player who makes it.
    fn follow(&mut self, state: &Node<W>, step: &Candidate<W>, need: i32, depth: u16) -> ProofValue {
        let mover = self.model.to_move(state);
        if let Some(value) = step.known {
            return ProofValue::proved(value);
        }
        let on_board = step.on_board;
        if self.objective.repetition != RepetitionValue::Never
            && let Some(place) = self.came_before(step, on_board)
        {
            let value = plus(self.repetition(mover), step.gain);
            return ProofValue { value, depends_on: PathSet::on(place), proved: true };
        }
        let rest = if need >= INFINITY || need <= -INFINITY { need } else { need - step.gain };
        let asked = if step.bonus { rest } else { 1 - rest };
        self.visit(step.key, on_board, &step.child, asked);
        self.member.begin(step.key);
        let found = self.value(&step.child, step.key, asked, depth);
        self.member.leave(step.key);
        self.line.pop();
        let value = plus(if step.bonus { found.value } else { -found.value }, step.gain);
        ProofValue { value, ..found }
    }

    /// Returns the index in the line at which a position occurred before.
    fn came_before(&self, step: &Candidate<W>, on_board: u16) -> Option<usize> {
        // Unless stores lose seeds, captured ones do not come back. If they do, a position that repeats may differ in
        // them, and with them in its key.
        let loses = self.objective.stores_lose;
        let alike = self.line.iter().rev().take_while(|visit| loses || visit.on_board == on_board);
        let same =
            |visit: &PathVisit<W>| (loses || visit.key == step.key) && self.model.repeats(&step.child, &visit.state);
        let back = alike.enumerate().find(|(_, visit)| same(visit))?.0;
        Some(self.line.len() - 1 - back)
    }

    /// Returns the value of a position from the endgame database.
    fn endgame(&self, state: &Node<W>, on_board: u16) -> Option<i32> {
        let endgames = self.endgames.filter(|endgames| on_board <= endgames.seeds())?;
        endgames.value(&self.model, state, on_board)
    }

    /// Returns how many more seeds lie in the row of the player to move.
    fn ahead(&self, state: &Node<W>) -> i32 {
        let [own, other] = self.model.halves(state);
        i32::from(own) - i32::from(other)
    }

    /// Returns the static evaluation for the player to move.
    fn estimate(&self, state: &Node<W>) -> i32 {
        let ahead = self.ahead(state);
        match self.objective.scoring {
            Scoring::Margin => ahead * 4 / 5,
            Scoring::Result => ahead.signum(),
        }
    }

    fn must_stop(&mut self) -> bool {
        if self.member.polls() && self.member.has_others() {
            let answered = |visit: &PathVisit<W>| {
                self.table.get(visit.key).is_some_and(|(known, _)| known.answer(visit.need).is_some())
            };
            self.overtaken = self.line.iter().position(answered);
        }
        self.abandoned |= self.member.nodes >= self.most_nodes;
        self.halted()
    }

    /// Whether the search is stopped, also by a sowing that was cut short.
    #[inline]
    fn heeds(&mut self) -> bool {
        self.member.heeds(self.model.cut_short())
    }

    /// Whether this thread is to leave the position: the search is stopped or abandoned, or another thread was faster.
    fn halted(&self) -> bool {
        self.overtaken.is_some() || self.abandoned || self.member.halts()
    }
}
