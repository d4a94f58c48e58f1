//! A search in progress, which can pause: alpha-beta and, where it says little, MCTS after it.

use std::fmt;
use std::sync::Arc;

use super::alpha_beta::{AlphaBeta, Deepening};
use super::evaluation::Evaluator;
use super::mcts::Mcts;
use super::trained::Evaluation;
use super::{MultiPv, PRESEARCH_NODES, SearchInfo, SearchLimits, SearchRequest, longest_move};
use crate::model::{GameModel, Node};
use crate::solve::EndgameDatabase;
use uur::engine::{History, Opt, Position, Width};
use uur::game::Game;
use uur::on_engine;

/// A search in progress.
pub(super) struct SearchRun<'a, W: Width> {
    limits: SearchLimits<'a>,
    multi_pv: MultiPv,
    evaluator: Evaluator<'a>,
    root: Node<W>,
    phase: Phase<'a, W>,
}

enum Phase<'a, W: Width> {
    /// Alpha-beta, and whether MCTS follows.
    Deepening(Box<AlphaBeta<'a, W>>, Deepening, bool),
    /// MCTS, and the result of alpha-beta before it.
    Sampling(Box<Mcts<'a, W>>, SearchInfo),
    /// The search is over.
    Over(SearchInfo),
}

impl<'a, W: Width> SearchRun<'a, W> {
    /// Prepares a search. The evaluator and the endgame database are those of the request.
    pub fn new(
        request: SearchRequest,
        model: GameModel<W>,
        limits: SearchLimits<'a>,
        multi_pv: MultiPv,
        (evaluator, endgames): (Evaluator<'a>, Option<&'a EndgameDatabase>),
    ) -> Self {
        let root = model.pack(request.position).expect("the engine was chosen for the position");
        let samples = limits.depth == SearchLimits::ANY_DEPTH && evaluator.prefers_sampling();
        let nodes = if samples { (limits.nodes / 4).min(PRESEARCH_NODES) } else { limits.nodes };
        let mut search =
            AlphaBeta::new(request, model, root, SearchLimits { nodes, ..limits }, (evaluator.clone(), endgames));
        let deepening = search.deepening(multi_pv);
        SearchRun { limits, multi_pv, evaluator, root, phase: Phase::Deepening(Box::new(search), deepening, samples) }
    }

    /// Searches until that is over or about this many further nodes are searched. The request is that of
    /// [`SearchRun::new`]. Returns whether there is more to search.
    pub fn advance(&mut self, request: SearchRequest, nodes: u64, on_iteration: &mut dyn FnMut(&SearchInfo)) -> bool {
        let until = self.nodes().saturating_add(nodes);
        loop {
            match &mut self.phase {
                Phase::Deepening(search, deepening, _) => {
                    search.advance(deepening, until, on_iteration);
                    if !deepening.is_over {
                        return true;
                    }
                }
                Phase::Sampling(mcts, before) => {
                    mcts.advance(until.saturating_sub(before.nodes), self.multi_pv, on_iteration);
                    if !mcts.is_over() {
                        return true;
                    }
                }
                Phase::Over(_) => return false,
            }
            self.next_phase(request);
        }
    }

    /// Goes on after a phase that is over.
    fn next_phase(&mut self, request: SearchRequest) {
        let report = self.report();
        let phase = std::mem::replace(&mut self.phase, Phase::Over(report.clone()));
        if let Phase::Deepening(search, _, true) = phase
            && !report.lines.is_empty()
            && !report.is_settled()
            && !(self.limits.stop)()
        {
            let nodes = self.limits.nodes - report.nodes.min(self.limits.nodes);
            let rest = SearchLimits { nodes, ..self.limits };
            let mcts = Mcts::new(request, search.leave(), self.root, rest, self.evaluator.clone());
            self.phase = Phase::Sampling(Box::new(mcts), report);
        }
    }

    /// The nodes searched.
    pub fn nodes(&self) -> u64 {
        match &self.phase {
            Phase::Deepening(search, ..) => search.nodes(),
            Phase::Sampling(mcts, before) => before.nodes + mcts.played,
            Phase::Over(report) => report.nodes,
        }
    }

    /// The result so far: that of the last iteration.
    pub fn report(&self) -> SearchInfo {
        match &self.phase {
            Phase::Deepening(_, deepening, _) => deepening.report.clone(),
            Phase::Sampling(mcts, before) => {
                let sampled = mcts.report(self.multi_pv);
                match sampled.lines.is_empty() {
                    true => before.clone(),
                    false => SearchInfo { nodes: sampled.nodes + before.nodes, ..sampled },
                }
            }
            Phase::Over(report) => report.clone(),
        }
    }
}

/// A search that runs in slices, for callers that cannot wait for its end. It finds what [`search`](super::search)
/// finds.
pub struct SlicedSearch {
    game: Arc<Game>,
    position: Position,
    history: History,
    run: Box<dyn Slices>,
}

/// A search on an engine of any width.
trait Slices {
    fn advance(&mut self, request: SearchRequest, nodes: u64) -> bool;
    fn report(&self) -> SearchInfo;
    fn nodes(&self) -> u64;
}

impl<W: Width> Slices for SearchRun<'static, W> {
    fn advance(&mut self, request: SearchRequest, nodes: u64) -> bool {
        SearchRun::advance(self, request, nodes, &mut |_| {})
    }

    fn report(&self) -> SearchInfo {
        SearchRun::report(self)
    }

    fn nodes(&self) -> u64 {
        SearchRun::nodes(self)
    }
}

impl SlicedSearch {
    /// Prepares a search of a position to a depth, with at most this number of nodes.
    pub fn new(
        game: Arc<Game>,
        position: Position,
        history: History,
        (depth, nodes): (u8, u64),
        multi_pv: MultiPv,
    ) -> SlicedSearch {
        let request = SearchRequest::new(&game, &position, &history);
        let limits = SearchLimits { depth, nodes, stop: &|| false };
        let run: Box<dyn Slices> = on_engine!(game.program.engine(&position, Opt::Full), engine => {
            let model = GameModel::new(&game, engine, longest_move(&game));
            let evaluator = Evaluator::new(&game, Evaluation::Standard);
            Box::new(SearchRun::new(request, model, limits, multi_pv, (evaluator, None)))
        });
        SlicedSearch { game, position, history, run }
    }

    /// Searches about this number of further nodes: the slice ends between two moves of the root. Returns whether
    /// there is more to search.
    pub fn advance(&mut self, nodes: u64) -> bool {
        let SlicedSearch { game, position, history, run } = self;
        run.advance(SearchRequest::new(game, position, history), nodes)
    }

    /// The result so far: that of the last iteration.
    pub fn report(&self) -> SearchInfo {
        self.run.report()
    }

    /// The nodes searched so far, those of an unfinished iteration included.
    pub fn nodes(&self) -> u64 {
        self.run.nodes()
    }
}

impl fmt::Debug for SlicedSearch {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("SlicedSearch").field("nodes", &self.nodes()).finish_non_exhaustive()
    }
}
