//! Alpha-beta search with iterative deepening.
//!
//! The method is that of chess programs: iterative deepening (D. Slate and L. Atkin, Chess 4.5, in
//! Chess Skill in Man and Machine, 1977), alpha-beta (D. Knuth and R. Moore, An analysis of
//! alpha-beta pruning, Artificial Intelligence 6 (1975), 293-326), and principal variation search, which
//! tries later moves with a null window first (T. Marsland and M. Campbell, Parallel search of strongly
//! ordered game trees, Computing Surveys 14 (1982), 533-551). Move ordering uses the best move of the
//! previous iteration, killer moves (S. Akl and M. Newborn, 1977), and the history heuristic
//! (J. Schaeffer, The history heuristic, ICCA Journal 6 (1983), 16-19).
//!
//! After a bonus move the same player moves again, so the value keeps its sign. A position that occurred
//! earlier on the current line is scored as a repetition. This value is valid on the current line only, so
//! no value that depends on an earlier position of the line is stored in the transposition table (M. Campbell,
//! The graph-history interaction, ACM 1985).

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::evaluation::{DECIDED, Evaluator, INFINITY, in_sight, seen_from};
use super::path::{Occurrence, SearchPath};
use super::table::{Bound, SearchEntry, TO_THE_END, table_for};
use super::{MultiPv, POLL_INTERVAL, ScoredPv, SearchInfo, SearchLimits, SearchRequest};
use crate::model::objective::RepetitionValue;
use crate::model::{GameModel, Node, PositionKey, hash_combine};
use crate::solve::EndgameDatabase;
use crate::transposition::TranspositionTable;
use uur::engine::{MOST_PITS, Move, Width};
use uur::rules::Side;

/// The maximum distance from the root in moves, whatever the depth.
const LONGEST_LINE: usize = 160;
/// The minimum depth for the transposition table: below it, a probe takes longer than searching the moves.
const STORE_FROM: u8 = 2;
/// The maximum depth.
const MAX_DEPTH: u8 = TO_THE_END - 1;
/// The maximum number of nodes for a way to the result where it is known by the database.
const KNOWN_NODES: u64 = 1 << 16;
/// All history scores are halved once one of them exceeds this.
const MAX_HISTORY: u32 = 1 << 24;

/// A search in progress.
pub(super) struct AlphaBeta<'a, W: Width> {
    model: GameModel<W>,
    evaluator: Evaluator<'a>,
    limits: SearchLimits<'a>,
    table: TranspositionTable<SearchEntry>,
    root: Node<W>,
    /// An endgame database, where its values apply.
    endgames: Option<&'a EndgameDatabase>,
    /// The value of the root by the database, if it is there.
    root_known: Option<i32>,
    /// The positions up to the current one.
    path: SearchPath<W>,
    /// Whether positions can repeat.
    can_repeat: bool,
    /// The principal variation from each position of the line.
    pv: Vec<Vec<Move>>,
    killers: Vec<[Option<Move>; 2]>,
    /// The history heuristic: how often the moves from each pit caused a cutoff, weighted by depth.
    history_scores: [[u32; MOST_PITS + 1]; 2],
    nodes: u64,
    /// The node count at which the stop function is polled next.
    next_poll: u64,
    stopped: bool,
}

/// The result of searching a position.
#[derive(Debug, Clone, Copy)]
struct SearchValue {
    /// The value for the player in question.
    value: i32,
    /// The earliest position of the line that the value depends on.
    path_dependency: usize,
    /// Whether nothing was estimated.
    complete: bool,
}

/// The value depends on no position of the line.
const NO_DEPENDENCY: usize = usize::MAX;

impl SearchValue {
    fn turned(self) -> SearchValue {
        SearchValue { value: -self.value, ..self }
    }
}

/// The alpha-beta window.
#[derive(Debug, Clone, Copy)]
struct Window {
    low: i32,
    high: i32,
}

impl Window {
    const ALL: Window = Window { low: -INFINITY, high: INFINITY };

    fn turned(self) -> Window {
        Window { low: -self.high, high: -self.low }
    }

    /// Whether this is not a null window.
    fn is_wide(self) -> bool {
        self.high - self.low > 1
    }
}

/// A move at the root, with its value and principal variation.
struct RootMove<M> {
    value: i32,
    complete: bool,
    moves: Vec<M>,
}

/// Iterative deepening, between two moves of the root.
pub(super) struct Deepening {
    multi_pv: MultiPv,
    /// The moves of the root, the most promising first.
    order: Vec<Move>,
    /// The depth of the current iteration.
    depth: u8,
    iteration: Iteration,
    /// The result of the last iteration.
    pub report: SearchInfo,
    /// Whether the search has ended.
    pub is_over: bool,
}

/// An iteration, between two moves of the root.
struct Iteration {
    /// The index of the next move.
    next: usize,
    /// The requested moves so far.
    root_moves: Vec<RootMove<Move>>,
    all_complete: bool,
    window: Window,
}

impl Default for Iteration {
    fn default() -> Self {
        Iteration { next: 0, root_moves: vec![], all_complete: true, window: Window::ALL }
    }
}

/// The move ordering score and the index of each legal move.
type MoveScores = SmallVec<[(u32, u16); 24]>;

/// Moves the best-scored move from `from` on to `from` and returns its index: one step of a selection sort,
/// since a cutoff usually makes sorting the rest unnecessary.
fn select_best(move_scores: &mut MoveScores, from: usize) -> u16 {
    let rank = |&number: &usize| (move_scores[number].0, Reverse(move_scores[number].1));
    let best = (from..move_scores.len()).max_by_key(rank).expect("the caller stops at the last move");
    move_scores.swap(from, best);
    move_scores[from].1
}

impl<'a, W: Width> AlphaBeta<'a, W> {
    /// A search from a position, which is also given as a node, with an evaluator and an endgame database.
    pub fn new(
        request: SearchRequest,
        model: GameModel<W>,
        root: Node<W>,
        limits: SearchLimits<'a>,
        (evaluator, endgames): (Evaluator<'a>, Option<&'a EndgameDatabase>),
    ) -> Self {
        let all_open = request.position.closed == 0 && request.position.territory == 0;
        let mut search = AlphaBeta {
            endgames: endgames.filter(|_| !evaluator.scores_holdings() && all_open),
            root_known: None,
            evaluator,
            limits,
            table: table_for(&limits),
            path: SearchPath::of(request, &model, root),
            can_repeat: model.objective().repetition != RepetitionValue::Never,
            root,
            model,
            pv: vec![vec![]; LONGEST_LINE + 2],
            killers: vec![[None; 2]; LONGEST_LINE + 2],
            history_scores: [[0; MOST_PITS + 1]; 2],
            nodes: 0,
            next_poll: 0,
            stopped: false,
        };
        search.root_known = search.known(&root, false);
        if search.root_known.is_some() {
            search.limits.nodes = search.limits.nodes.min(KNOWN_NODES);
        }
        search
    }

    /// Prepares to search with increasing depth.
    pub fn deepening(&mut self, multi_pv: MultiPv) -> Deepening {
        match multi_pv {
            MultiPv::All => self.path.may_come_back(),
            MultiPv::Best if self.root_known.is_some() => self.path.shuns_all(),
            MultiPv::Best => {}
        }
        let order = self.choices();
        let lines = order.first().map(|&first| {
            let at_once = self.evaluator.score(self.static_eval(&self.root), false);
            ScoredPv { score: at_once, samples: 0, moves: vec![first] }
        });
        Deepening {
            multi_pv,
            is_over: order.is_empty() || self.limits.depth == 0,
            order,
            depth: 1,
            iteration: Iteration::default(),
            report: SearchInfo { lines: lines.into_iter().collect(), ..SearchInfo::default() },
        }
    }

    /// Searches with increasing depth until that is over or, between two moves of the root, this number of nodes is
    /// reached.
    pub fn advance(&mut self, deepening: &mut Deepening, nodes: u64, on_iteration: &mut dyn FnMut(&SearchInfo)) {
        while !deepening.is_over && self.nodes < nodes {
            if deepening.iteration.next == 0 {
                self.table.new_generation();
            }
            self.search_root_move(deepening);
            if self.stopped || deepening.iteration.next == deepening.order.len() {
                self.end_iteration(deepening, on_iteration);
            }
        }
    }

    /// Reports an iteration, and begins the next one unless the search is over.
    fn end_iteration(&self, deepening: &mut Deepening, on_iteration: &mut dyn FnMut(&SearchInfo)) {
        let Deepening { multi_pv, order, depth, iteration, report, is_over } = deepening;
        let Iteration { next, mut root_moves, all_complete, .. } = std::mem::take(iteration);
        // A move that was not searched may be better than those that were.
        let is_whole = *multi_pv == MultiPv::All || next == order.len();
        if *multi_pv == MultiPv::Best {
            root_moves.iter_mut().for_each(|best| best.complete = all_complete && is_whole);
        }
        root_moves.sort_by_key(|root_move| -root_move.value);
        report.nodes = self.nodes;
        // What comes after a known position is known too. The way may be open.
        let is_known = |value: i32| self.root_known.is_some_and(|known| [0, known.signum()].contains(&(value - known)));
        // A stopped iteration still counts if it has searched the previous best move.
        if self.stopped && (root_moves.is_empty() || *multi_pv == MultiPv::All && *depth > 1) {
            *is_over = true;
            return;
        }
        report.lines = root_moves
            .iter()
            .map(|RootMove { value, complete, moves }| ScoredPv {
                score: match is_whole || *value >= -DECIDED || is_known(*value) {
                    true => self.evaluator.score(*value, *complete || is_known(*value)),
                    false => self.evaluator.score(self.static_eval(&self.root), false),
                },
                samples: 0,
                moves: moves.clone(),
            })
            .collect();
        if self.stopped {
            *is_over = true;
            return;
        }
        report.depth = *depth;
        report.complete = root_moves.iter().all(|root_move| root_move.complete || is_known(root_move.value));
        on_iteration(report);
        // A known result is reached for certain once it does not rest on positions with as many seeds.
        let settled = |root_move: &RootMove<Move>| {
            root_move.complete
                || self.evaluator.counts_moves() && in_sight(root_move.value)
                || *multi_pv == MultiPv::Best && self.root_known.is_some_and(|known| root_move.value > known)
        };
        if root_moves.iter().all(settled) || *depth == self.limits.depth {
            *is_over = true;
            return;
        }
        *depth += 1;
        let better: Vec<Move> = root_moves.iter().map(|root_move| root_move.moves[0]).collect();
        order.retain(|m| !better.contains(m));
        order.splice(0..0, better);
    }

    /// The nodes searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the model for further use.
    pub fn leave(self) -> GameModel<W> {
        self.model
    }

    /// Returns the moves of the root. A move that is too long to simulate is left out if there is another.
    fn choices(&self) -> Vec<Move> {
        let moves = self.model.moves(&self.root);
        let quick: Vec<Move> =
            moves.iter().copied().filter(|m| !self.model.successor_bounded(&self.root, *m).1).collect();
        if quick.is_empty() { moves.into_iter().collect() } else { quick }
    }

    /// Searches the next move of the root. In a stopped search it does not count.
    fn search_root_move(&mut self, deepening: &mut Deepening) {
        let Deepening { multi_pv, order, depth, iteration, .. } = deepening;
        let (root, m) = (self.root, order[iteration.next]);
        let found = self.search_move(&root, m, *depth - 1, iteration.window, iteration.next == 0);
        if self.stopped {
            return;
        }
        iteration.next += 1;
        iteration.all_complete &= found.complete;
        if found.value > iteration.window.low {
            let moves = std::iter::once(m).chain(self.pv[1].iter().copied()).collect();
            let best = RootMove { value: found.value, complete: found.complete, moves };
            match multi_pv {
                MultiPv::All => iteration.root_moves.push(best),
                MultiPv::Best => {
                    iteration.root_moves = vec![best];
                    iteration.window.low = found.value;
                }
            }
        }
    }

    /// Searches a move. The value is that of the player who makes it.
    fn search_move(&mut self, before: &Node<W>, m: Move, depth: u8, window: Window, first: bool) -> SearchValue {
        let (after, abandoned) = self.model.successor_bounded(before, m);
        self.nodes += 1;
        let moves = self.path.len();
        self.pv[moves].clear();
        let mover = self.model.to_move(before);
        if self.model.end(&after).is_some() {
            let value = self.evaluator.finished(&self.model, &after, mover, moves);
            return SearchValue { value, path_dependency: NO_DEPENDENCY, complete: !abandoned };
        }
        if self.can_repeat
            && let Some(earlier) = self.path.repetition(&after)
        {
            let over = self.model.repeated(&after);
            let path_dependency = match earlier {
                Occurrence::InLine(place) => place,
                Occurrence::InGame => NO_DEPENDENCY,
            };
            return SearchValue {
                value: self.evaluator.finished(&self.model, &over, mover, moves),
                path_dependency,
                complete: true,
            };
        }
        if let Some(value) = self.known(&after, true) {
            let value = if self.model.to_move(&after) == mover { value } else { -value };
            return SearchValue { value, path_dependency: NO_DEPENDENCY, complete: true };
        }
        self.path.push(&after);
        // A bonus move costs no depth: with 20,000 nodes this extension won 157 games of Kalah and lost 115.
        let depth = if self.model.to_move(&after) == mover && depth < MAX_DEPTH { depth + 1 } else { depth };
        let narrow = Window { low: window.low, high: window.low + 1 };
        let mut found = None;
        if !first && window.is_wide() && window.low > -INFINITY {
            let at_least = self.value_for(mover, &after, depth, narrow);
            found = (at_least.value <= window.low || at_least.value >= window.high).then_some(at_least);
        }
        let found = match found {
            Some(found) => found,
            None if self.stopped => SearchValue { value: 0, path_dependency: NO_DEPENDENCY, complete: false },
            None => self.value_for(mover, &after, depth, window),
        };
        self.path.pop();
        found
    }

    /// Searches a position. The value is that of `player`, who may be the player to move.
    fn value_for(&mut self, player: Side, position: &Node<W>, depth: u8, window: Window) -> SearchValue {
        if self.model.to_move(position) == player {
            self.value(position, depth, window)
        } else {
            self.value(position, depth, window.turned()).turned()
        }
    }

    /// Searches the last position of the line. The value is that of the player to move.
    fn value(&mut self, position: &Node<W>, depth: u8, mut window: Window) -> SearchValue {
        let here = self.path.len() - 1;
        self.pv[here].clear();
        if self.must_stop() || depth == 0 || here >= LONGEST_LINE {
            let value = if self.stopped { 0 } else { self.static_eval(position) };
            return SearchValue { value, path_dependency: NO_DEPENDENCY, complete: false };
        }
        let key = (depth >= STORE_FROM).then(|| self.key(position));
        let known = key.and_then(|key| self.table.get(key));
        if let Some((known, fresh)) = known
            && known.suffices(depth, fresh)
            && !window.is_wide()
        {
            let value = seen_from(known.value, -self.moves_counted(here));
            let history_scores = match known.bound {
                Bound::Exact => true,
                Bound::Lower => value >= window.high,
                Bound::Upper => value <= window.low,
                Bound::None => false,
            };
            if history_scores {
                return SearchValue { value, path_dependency: NO_DEPENDENCY, complete: known.depth == TO_THE_END };
            }
        }
        let moves = self.model.moves(position);
        let mover = self.model.to_move(position);
        let mut move_scores = self.move_scores(&moves, known.map(|(known, _)| known.best), mover, here);
        // A forced move costs no depth.
        let deeper = if moves.len() == 1 { depth } else { depth - 1 };
        let mut best = SearchValue { value: -INFINITY, path_dependency: NO_DEPENDENCY, complete: true };
        let mut best_move = 0;
        let mut bound = Bound::Upper;
        for number in 0..move_scores.len() {
            let choice = select_best(&mut move_scores, number);
            let m = moves[usize::from(choice)];
            let found = self.search_move(position, m, deeper, window, number == 0);
            if self.stopped {
                return found;
            }
            best.path_dependency = best.path_dependency.min(found.path_dependency);
            best.complete &= found.complete;
            if found.value > best.value {
                best.value = found.value;
                best_move = choice;
            }
            if found.value >= window.high {
                // One refutation is enough, whatever the values of the other moves depend on.
                best = found;
                bound = Bound::Lower;
                self.update_history(mover, m, depth, here);
                break;
            }
            if found.value > window.low {
                window.low = found.value;
                bound = Bound::Exact;
                let (line, after) = self.pv.split_at_mut(here + 1);
                line[here].clear();
                line[here].push(m);
                line[here].extend_from_slice(&after[0]);
            }
        }
        let rests = best.path_dependency < here;
        if !rests {
            best.path_dependency = NO_DEPENDENCY;
        }
        let Some(key) = key else { return best };
        let (value, depth, bound) = match (rests, best.complete) {
            (true, _) => (0, 0, Bound::None),
            (false, true) => (seen_from(best.value, self.moves_counted(here)), TO_THE_END, bound),
            (false, false) => (seen_from(best.value, self.moves_counted(here)), depth, bound),
        };
        // A best move beyond the first 256 is not stored.
        let best_move = u8::try_from(best_move).unwrap_or(0);
        self.table.put(key, SearchEntry { value, depth, bound, best: best_move }, depth.min(63).into());
        best
    }

    /// Returns the static evaluation for the player to move.
    fn static_eval(&self, position: &Node<W>) -> i32 {
        self.known(position, false).unwrap_or_else(|| self.evaluator.static_eval(&self.model, position))
    }

    /// Returns the value for the player to move from the endgame database. With `nearer`, only positions with
    /// fewer seeds than the root are looked up.
    fn known(&self, position: &Node<W>, nearer: bool) -> Option<i32> {
        let endgames = self.endgames?;
        let seeds = self.model.on_board(position);
        let known = seeds <= endgames.seeds() && (!nearer || seeds < self.model.on_board(&self.root));
        let value = if known { endgames.value(&self.model, position, seeds) } else { None };
        value.map(|value| self.evaluator.known(&self.model, position, value, self.path.len(), nearer))
    }

    /// Returns the distance from the root, where a shorter win is better.
    fn moves_counted(&self, here: usize) -> i32 {
        if self.evaluator.counts_moves() { here as i32 } else { 0 }
    }

    /// Returns the hash of a position and of the captured seeds.
    fn key(&self, position: &Node<W>) -> PositionKey {
        let [south, north] = self.model.captured(position).map(u64::from);
        let captured = (self.model.to_move(position) as u64) << 32 | south << 16 | north;
        let check = hash_combine(self.model.hash(position), captured);
        // The highest bits select the bucket.
        PositionKey { place: check, check }
    }

    /// Returns the move ordering scores.
    fn move_scores(&self, moves: &[Move], known: Option<u8>, side: Side, here: usize) -> MoveScores {
        let killers = &self.killers[here];
        let score_of = |(place, m): (usize, &Move)| match known {
            Some(known) if usize::from(known) == place => (u32::MAX, place as u16),
            _ if killers.contains(&Some(*m)) => (u32::MAX - 1, place as u16),
            _ => (self.history_scores[side][self.slot(*m)], place as u16),
        };
        moves.iter().enumerate().map(score_of).collect()
    }

    /// Updates killer moves and history after a cutoff.
    fn update_history(&mut self, side: Side, m: Move, depth: u8, here: usize) {
        let killers = &mut self.killers[here];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let slot = self.slot(m);
        let cut = &mut self.history_scores[side][slot];
        *cut += u32::from(depth) * u32::from(depth);
        if *cut > MAX_HISTORY {
            self.history_scores.iter_mut().flatten().for_each(|cut| *cut /= 2);
        }
    }

    /// Returns the history index of a move: its pit, or the last slot for the pie rule's swap.
    fn slot(&self, m: Move) -> usize {
        self.model.pit_index(m).unwrap_or(MOST_PITS)
    }

    fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.next_poll = self.nodes + POLL_INTERVAL;
            self.stopped |= (self.limits.stop)();
        }
        self.stopped |= self.nodes >= self.limits.nodes;
        self.stopped
    }
}
