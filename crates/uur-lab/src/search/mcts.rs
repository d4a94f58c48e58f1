//! Monte Carlo tree search, for games that do not count seeds.
//!
//! Selection is UCT (L. Kocsis and C. Szepesvári, Bandit based Monte-Carlo planning, ECML 2006, 282-293).
//! Playouts end early with a static evaluation (R. Lorentz, Amazons discover Monte-Carlo, Computers and Games
//! 2008, 13-24). Implicit minimax backups count beside the playouts (M. Lanctot, M. Winands, T. Pepels and
//! N. Sturtevant, Monte Carlo tree search with heuristic evaluations using implicit minimax backups, CIG
//! 2014). Proved nodes are not sampled again (MCTS-Solver: M. Winands, Y. Björnsson and J.-T. Saito,
//! Monte-Carlo tree search solver, Computers and Games 2008, 25-36).

use super::evaluation::{Evaluator, Score, expected_result, percent};
use super::path::SearchPath;
use super::{MultiPv, POLL_INTERVAL, ScoredPv, SearchInfo, SearchLimits, SearchRequest};
use crate::model::{GameModel, Node};
use uur::chance::{Rng, interval};
use uur::engine::{Move, Width};
use uur::rules::Side;

/// Random moves of a playout before the static evaluation. Against alpha-beta with the same number of nodes,
/// 8 moves won 33 of 40 games of Andada, and 0 moves won 24.
const PLAYOUT_MOVES: u32 = 8;
/// The weight of the implicit minimax value beside the playouts.
const MINIMAX_WEIGHT: f32 = 0.4;
/// The exploration constant of UCT.
const UCT_EXPLORATION: f32 = 0.5;
/// The visits in a row that may lead to no new position before each counts as one. Without this a search would not end
/// where all lines end or repeat.
const MOST_IDLE: u64 = 1_000;
/// The maximum number of nodes in the tree.
const MAX_NODES: usize = 1 << 20;

/// A node of the tree. Values are South's, from -1 for a loss to 1 for a win.
struct MctsNode<W: Width> {
    state: Node<W>,
    /// The move that leads here, `None` at the root.
    m: Option<Move>,
    /// The index of the first child and the number of children, once expanded.
    children: Option<(u32, u16)>,
    visits: u32,
    /// The sum of the values of all playouts through this node.
    sum: f32,
    /// The implicit minimax value.
    best: f32,
    /// The proved result.
    proved: Option<i8>,
}

/// A Monte Carlo tree search in progress.
pub(super) struct Mcts<'a, W: Width> {
    model: GameModel<W>,
    evaluator: Evaluator<'a>,
    limits: SearchLimits<'a>,
    nodes: Vec<MctsNode<W>>,
    /// The positions up to the current one.
    path: SearchPath<W>,
    chance: Rng,
    /// Nodes searched.
    pub played: u64,
    /// The visits in a row that led to no new position.
    idle: u64,
    /// The node count at which the stop function is polled next.
    next_poll: u64,
    /// The node count at which the search reports next.
    next_report: u64,
    stopped: bool,
    /// Whether moves are played to learn what the mover decides in them, so that a list of moves costs as much as
    /// playing all of them.
    lists_by_playing: bool,
}

impl<'a, W: Width> Mcts<'a, W> {
    /// A search from a position, which is also given as a node.
    pub fn new(
        request: SearchRequest,
        model: GameModel<W>,
        root: Node<W>,
        limits: SearchLimits<'a>,
        evaluator: Evaluator<'a>,
    ) -> Self {
        let path = SearchPath::of(request, &model, root);
        let chance = Rng::for_game(1, 0);
        let lists_by_playing = request.game.rules.asks_within_moves();
        let mut mcts = Mcts {
            evaluator,
            limits,
            nodes: vec![],
            path,
            chance,
            played: 0,
            idle: 0,
            next_poll: 0,
            next_report: 1 << 16,
            stopped: false,
            lists_by_playing,
            model,
        };
        mcts.add(root, None);
        mcts
    }

    /// Searches until that is over or this number of nodes is reached. Reports each time the node count has doubled.
    pub fn advance(&mut self, nodes: u64, multi_pv: MultiPv, on_iteration: &mut dyn FnMut(&SearchInfo)) {
        while !self.is_over() && self.played < nodes {
            if self.played >= self.next_poll {
                self.stopped = (self.limits.stop)();
                if self.stopped {
                    return;
                }
                self.next_poll = self.played + POLL_INTERVAL;
            }
            let before = self.played;
            self.iterate();
            self.idle = if self.played == before { self.idle + 1 } else { 0 };
            if self.idle > MOST_IDLE {
                self.played += 1;
            }
            if self.played >= self.next_report {
                self.next_report *= 2;
                on_iteration(&self.report(multi_pv));
            }
        }
    }

    /// Whether a limit is reached or the root is proved.
    pub fn is_over(&self) -> bool {
        self.stopped || self.nodes[0].proved.is_some() || self.played >= self.limits.nodes
    }

    /// The result so far.
    pub fn report(&self, multi_pv: MultiPv) -> SearchInfo {
        let mut moves: Vec<&MctsNode<W>> = self.children(0).iter().collect();
        let mover = self.sign(0);
        moves.sort_by(|one, other| worth(other, mover).total_cmp(&worth(one, mover)));
        if multi_pv == MultiPv::Best {
            moves.truncate(1);
        }
        let lines: Vec<ScoredPv> = moves.into_iter().map(|child| self.line(child, mover)).collect();
        SearchInfo {
            depth: lines.first().map_or(0, |line| line.moves.len().min(usize::from(u8::MAX - 1)) as u8),
            nodes: self.played,
            complete: self.nodes[0].proved.is_some(),
            lines,
        }
    }

    /// Returns how a child ranks in the principal variation: by visits, unless its result is proved.
    fn rank(&self, child: &MctsNode<W>, mover: f32) -> f64 {
        match child.proved {
            Some(0) => 0.5,
            Some(proved) => f64::from(proved) * f64::from(mover) * f64::from(u32::MAX),
            None => f64::from(child.visits),
        }
    }

    /// Returns the principal variation that begins with a child of the root.
    fn line(&self, child: &MctsNode<W>, mover: f32) -> ScoredPv {
        let score = match child.proved.map(|proved| f32::from(proved) * mover) {
            Some(0.0) => Score::Draw,
            Some(proved) if proved > 0.0 => Score::Wins,
            Some(_) => Score::Loses,
            None => Score::Likely(percent(mover * child.mean())),
        };
        let samples = if child.proved.is_some() { 0 } else { child.visits };
        let mut moves = vec![];
        let mut at = Some(child);
        while let Some(node) = at {
            moves.extend(node.m);
            let mover = sign(self.model.to_move(&node.state));
            let visited = self.below(node).iter().filter(|child| child.visits > 0);
            at = visited.max_by(|one, other| self.rank(one, mover).total_cmp(&self.rank(other, mover)));
        }
        ScoredPv { score, samples, moves }
    }

    /// Runs one iteration: selection, expansion, playout and backup.
    fn iterate(&mut self) {
        let mut path = vec![0];
        let length = self.path.len();
        let value = loop {
            let at = path[path.len() - 1];
            if let Some(proved) = self.nodes[at].proved {
                break proved.into();
            }
            let is_fresh = at != 0 && self.nodes[at].visits == 0;
            if is_fresh || self.nodes[at].children.is_none() && self.nodes.len() >= MAX_NODES {
                break self.playout(at);
            }
            if self.nodes[at].children.is_none() {
                self.expand(at);
            }
            if self.children(at).is_empty() {
                // No end rule applies although there is no legal move. The visit counts as a node, so that
                // the search terminates.
                self.played += 1;
                break self.static_eval(&self.nodes[at].state);
            }
            let next = self.select(at);
            path.push(next);
            let state = self.nodes[next].state;
            if self.nodes[next].proved.is_none() {
                if self.path.repetition(&state).is_some() {
                    break self.result(&self.model.repeated(&state)).unwrap_or(0).into();
                }
                self.path.push(&state);
            }
        };
        while self.path.len() > length {
            self.path.pop();
        }
        for &at in path.iter().rev() {
            self.nodes[at].visits += 1;
            self.nodes[at].sum += value;
            self.backup(at);
        }
    }

    /// Adds the positions after all moves. At the root, moves that are too long to simulate are left out if
    /// there are others.
    fn expand(&mut self, at: usize) {
        let state = self.nodes[at].state;
        let from = self.nodes.len();
        let mut too_long = vec![];
        for m in self.model.moves(&state) {
            let (after, abandoned) = self.model.successor_bounded(&state, m);
            self.played += 1;
            if at == 0 && abandoned {
                too_long.push((after, m));
            } else {
                self.add(after, Some(m));
            }
        }
        if self.nodes.len() == from {
            too_long.into_iter().for_each(|(after, m)| self.add(after, Some(m)));
        }
        self.nodes[at].children = Some((from as u32, (self.nodes.len() - from) as u16));
    }

    fn add(&mut self, state: Node<W>, m: Option<Move>) {
        let proved = self.result(&state);
        let best = proved.map_or_else(|| self.static_eval(&state), f32::from);
        self.nodes.push(MctsNode { state, m, children: None, visits: 0, sum: 0.0, best, proved });
    }

    /// Selects the child with the highest UCT value.
    fn select(&self, at: usize) -> usize {
        let mover = self.sign(at);
        let log = (self.nodes[at].visits.max(1) as f32).ln();
        let score_of = |child: &MctsNode<W>| match child.proved {
            Some(proved) => f32::from(proved) * mover * 1e6,
            None => {
                let seems = (1.0 - MINIMAX_WEIGHT) * child.mean() + MINIMAX_WEIGHT * child.best;
                mover * seems + UCT_EXPLORATION * (log / child.visits.max(1) as f32).sqrt()
            }
        };
        let (from, _) = self.nodes[at].children.expect("the node is expanded");
        let children = self.children(at).iter().map(score_of).enumerate();
        let best = children.max_by(|(_, one), (_, other)| one.total_cmp(other));
        from as usize + best.expect("an expanded node has a child").0
    }

    /// Plays a few random moves and evaluates the position.
    fn playout(&mut self, at: usize) -> f32 {
        let mut state = self.nodes[at].state;
        for _ in 0..PLAYOUT_MOVES {
            let moves = self.model.moves(&state);
            if moves.is_empty() {
                break;
            }
            state = self.model.successor_bounded(&state, moves[self.chance.below(moves.len())]).0;
            self.played += if self.lists_by_playing { moves.len() as u64 } else { 1 };
        }
        self.result(&state).map_or_else(|| self.static_eval(&state), f32::from)
    }

    /// Updates the minimax value and the proved result of a node from its children.
    fn backup(&mut self, at: usize) {
        let children = self.children(at);
        if children.is_empty() {
            return;
        }
        let mover = self.sign(at);
        let best = children.iter().map(|child| mover * child.best).fold(f32::MIN, f32::max);
        let wins = children.iter().any(|child| child.proved.is_some_and(|proved| f32::from(proved) == mover));
        let known = children.iter().map(|child| Some(mover as i8 * child.proved?)).collect::<Option<Vec<i8>>>();
        let known = known.and_then(|values| values.into_iter().max());
        let proved = if wins { Some(1) } else { known };
        self.nodes[at].best = mover * best;
        self.nodes[at].proved = proved.map(|value| value * mover as i8);
    }

    fn children(&self, at: usize) -> &[MctsNode<W>] {
        self.below(&self.nodes[at])
    }

    fn below(&self, node: &MctsNode<W>) -> &[MctsNode<W>] {
        node.children.map_or(&[], |(from, count)| &self.nodes[from as usize..][..count.into()])
    }

    /// Returns 1 if South is to move, -1 if North is.
    fn sign(&self, at: usize) -> f32 {
        sign(self.model.to_move(&self.nodes[at].state))
    }

    /// Returns the result of a finished round for South.
    fn result(&self, state: &Node<W>) -> Option<i8> {
        let margin = self.model.ahead(state, Side::South);
        self.model.end(state).map(|end| end.value_for(Side::South, margin).signum() as i8)
    }

    /// Returns the static evaluation as an expected result for South.
    fn static_eval(&self, state: &Node<W>) -> f32 {
        sign(self.model.to_move(state)) * expected_result(self.evaluator.static_eval(&self.model, state))
    }
}

impl<W: Width> MctsNode<W> {
    /// Returns the mean value of the playouts.
    fn mean(&self) -> f32 {
        if self.visits == 0 { self.best } else { self.sum / self.visits as f32 }
    }
}

/// Returns the value by which the moves of the root are ordered: the lower bound of the 95 % interval of the
/// share of wins. A move with few visits thus ranks late, however well it scored. Proved results rank before
/// or after all sampled ones.
fn worth<W: Width>(child: &MctsNode<W>, mover: f32) -> f64 {
    match child.proved {
        Some(0) => 0.5,
        Some(proved) => 2.0 * f64::from(proved) * f64::from(mover),
        None => interval(0.5 + 0.5 * f64::from(child.mean() * mover), child.visits.into()).0,
    }
}

fn sign(side: Side) -> f32 {
    match side {
        Side::South => 1.0,
        Side::North => -1.0,
    }
}
