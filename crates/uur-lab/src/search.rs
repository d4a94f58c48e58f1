//! Game tree search: the computer as a player of any game.
//!
//! Nothing here knows a game. The evaluation is derived from the scoring rules ([`Score`]). A [`Level`] or
//! [`SearchLimits`] bound the effort.
//!
//! Games that count seeds are searched by alpha-beta. Where the last move decides, mobility and material
//! predict little, so playouts are more reliable. Alpha-beta then only tests first whether the round is
//! already decided, and MCTS uses the rest of the limits.
//!
//! A search is a function of its arguments and has no clock. The caller passes a function that stops it and
//! one that receives each iteration. Only the current round is searched.

mod alpha_beta;
pub(crate) mod evaluation;
pub(crate) mod features;
mod ladder;
mod level;
mod mcts;
mod path;
mod proof;
mod run;
mod table;
pub(crate) mod trained;

use crate::model::GameModel;
use crate::solve::EndgameDatabase;
use uur::chance::interval;
use uur::engine::{History, Move, Opt, Position, Width};
use uur::game::Game;
use uur::on_engine;

use evaluation::{Evaluator, Payoff};
use run::SearchRun;

pub use evaluation::{Score, outlook};
pub use ladder::{Handicap, SearchReach};
pub use level::{ChosenMove, Level, PlayerEndgames, choose};
pub use run::SlicedSearch;
pub use trained::{EVALUATION_MAGIC, Evaluation, EvaluationError, TrainedEvaluation};

/// A position to search, with its game and history.
#[derive(Clone, Copy)]
pub struct SearchRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// The position.
    pub position: &'a Position,
    /// The positions up to this one, this one included.
    pub history: &'a History,
    /// An endgame database of the game, used where [`uses_endgames`] allows it.
    pub endgames: Option<&'a EndgameDatabase>,
    /// The evaluation of positions at which the search ends.
    pub evaluation: Evaluation<'a>,
}

impl<'a> SearchRequest<'a> {
    /// A position to search without a database, by the standard evaluation.
    pub fn new(game: &'a Game, position: &'a Position, history: &'a History) -> Self {
        SearchRequest { game, position, history, endgames: None, evaluation: Evaluation::Standard }
    }
}

/// How far a search may go.
#[derive(Clone, Copy)]
pub struct SearchLimits<'a> {
    /// The maximum depth in moves.
    pub depth: u8,
    /// The maximum number of nodes.
    pub nodes: u64,
    /// Polled during the search. Returns whether to stop.
    pub stop: &'a dyn Fn() -> bool,
}

impl SearchLimits<'_> {
    /// A depth that is no limit.
    pub const ANY_DEPTH: u8 = u8::MAX - 1;
}

/// How many principal variations the search returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MultiPv {
    /// The best one. The other moves are only proved not to be better.
    Best,
    /// One for each move, each with its own score.
    All,
}

/// The result of a search so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchInfo {
    /// The depth of the last completed iteration.
    pub depth: u8,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether all lines were searched to the end of the round, so that nothing is estimated.
    pub complete: bool,
    /// The principal variations, best first.
    pub lines: Vec<ScoredPv>,
}

impl SearchInfo {
    /// Whether a deeper search cannot change these lines.
    fn is_settled(&self) -> bool {
        let settled = |line: &ScoredPv| matches!(line.score, Score::WinsIn(_) | Score::LosesIn(_));
        self.complete || !self.lines.is_empty() && self.lines.iter().all(settled)
    }
}

impl ScoredPv {
    /// The 95 % error of a sampled score in percent of games: the wider side of its [`interval`]. `None` without
    /// samples.
    pub fn error(&self) -> Option<f64> {
        match self.score {
            Score::Likely(percent) if self.samples > 0 => {
                let won = f64::from(percent) / 100.0;
                let (low, high) = interval(won, self.samples.into());
                Some(100.0 * (won - low).max(high - won))
            }
            _ => None,
        }
    }
}

/// A principal variation and its score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoredPv {
    /// The score for the player to move.
    pub score: Score,
    /// The number of playouts behind a likely score, or 0 for a static evaluation.
    pub samples: u32,
    /// The move and the answers to it, bonus moves included.
    pub moves: Vec<Move>,
}

/// Searches a position until a limit is reached or the result is final. Each iteration is passed to
/// `on_iteration`. The result has no lines only if there is no legal move.
///
/// The search is deterministic unless it is stopped.
pub fn search(
    request: SearchRequest,
    limits: SearchLimits,
    multi_pv: MultiPv,
    on_iteration: &mut dyn FnMut(&SearchInfo),
) -> SearchInfo {
    let game = request.game;
    let asked = SearchTask { request, limits, multi_pv };
    on_engine!(game.program.engine(request.position, Opt::Full), engine => {
        asked.of(GameModel::new(game, engine, longest_move(game)), on_iteration)
    })
}

/// The maximum number of alpha-beta nodes before MCTS, to detect a round that is already decided.
const PRESEARCH_NODES: u64 = 1 << 18;
/// Nodes between two polls of the stop function.
const POLL_INTERVAL: u64 = 64;

/// Whether endgame values apply to a game. They do not where the seeds left in the rows begin the next round.
pub fn uses_endgames(game: &Game) -> bool {
    Payoff::of(&game.rules) != Payoff::Held
}

/// A search that can run on an engine of any width.
#[derive(Clone, Copy)]
struct SearchTask<'a> {
    request: SearchRequest<'a>,
    limits: SearchLimits<'a>,
    multi_pv: MultiPv,
}

impl SearchTask<'_> {
    /// Runs the search.
    fn of<W: Width>(self, model: GameModel<W>, on_iteration: &mut dyn FnMut(&SearchInfo)) -> SearchInfo {
        let SearchTask { request, limits, multi_pv } = self;
        let evaluator = Evaluator::new(request.game, request.evaluation);
        let mut run = SearchRun::new(request, model, limits, multi_pv, (evaluator, request.endgames));
        if let Some(nodes) = proof::begins_after(request, limits, multi_pv)
            && run.advance(request, nodes, on_iteration)
        {
            let found = run.report();
            let rest = limits.nodes.saturating_sub(run.nodes());
            if let Some(proved) = proof::prove_margin(request, &found, rest, limits.stop) {
                on_iteration(&proved);
                return proved;
            }
        }
        run.advance(request, u64::MAX, on_iteration);
        run.report()
    }
}

/// The maximum number of laps of a searched move. On wide boards a relay can take too long to end or to repeat.
const LONGEST_MOVE: u32 = 4_096;

/// Returns the number of laps after which the search abandons a move and treats it as endless. `None` if no
/// move of the game is that long.
fn longest_move(game: &Game) -> Option<u32> {
    let relays = game.rules.relays();
    let bounded = game.rules.endless.bound.is_some_and(|bound| u32::from(bound) <= LONGEST_MOVE);
    (relays && !bounded && !game.program.facts().acyclic).then_some(LONGEST_MOVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use uur::chance::Rng;

    /// Searches without and with tables.
    fn with_and_without_tables(game: &Game, position: &Position, depth: u8, nodes: u64) -> [SearchInfo; 2] {
        let history = History::starting(position);
        let request = SearchRequest::new(game, position, &history);
        let asked =
            SearchTask { request, limits: SearchLimits { depth, nodes, stop: &|| false }, multi_pv: MultiPv::Best };
        [Opt::None, Opt::Full].map(|opt| {
            on_engine!(game.program.engine(position, opt), engine => {
                asked.of(GameModel::new(game, engine, longest_move(game)), &mut |_| {})
            })
        })
    }

    fn position_after(game: &Game, seed: u64, moves: u64) -> Position {
        let mut chance = Rng::for_game(seed, moves);
        let mut position = game.program.start();
        for _ in 0..moves {
            let legal = game.program.legal_moves(&position);
            if !legal.is_empty() {
                game.program.play_unchecked(&mut position, legal[chance.below(legal.len())], &mut ());
            }
        }
        position
    }

    #[test]
    fn tables_do_not_change_what_is_found() {
        let names =
            ["kalah", "oware", "awari", "layli-goobalay", "boola", "bao-two-row", "lahemay-waladat", "congklak"];
        for name in names {
            let game = Game::shipped(name).expect("it is shipped");
            let mut compared = 0;
            for (seed, moves) in [(1, 4), (2, 9), (3, 14), (4, 25)] {
                let position = position_after(&game, seed, moves);
                let [plain, tabulated] = with_and_without_tables(&game, &position, u8::MAX - 1, 20_000);
                assert_eq!(plain, tabulated, "{name} after {moves} moves");
                compared += 1;
            }
            assert!(compared > 0, "{name}");
        }
    }

    #[test]
    fn slices_do_not_change_what_is_found() {
        for name in ["kalah", "layli-goobalay", "boola", "bao-two-row", "lahemay-waladat"] {
            let game = Arc::new(Game::shipped(name).expect("it is shipped"));
            let position = position_after(&game, 2, 9);
            let history = History::starting(&position);
            let request = SearchRequest::new(&game, &position, &history);
            for (depth, nodes, multi_pv) in
                [(4, u64::MAX, MultiPv::All), (SearchLimits::ANY_DEPTH, 30_000, MultiPv::Best)]
            {
                let whole = search(request, SearchLimits { depth, nodes, stop: &|| false }, multi_pv, &mut |_| {});
                for slice in [1, 1_000] {
                    let limits = (depth, nodes);
                    let mut sliced = SlicedSearch::new(game.clone(), position, history.clone(), limits, multi_pv);
                    let mut slices = 1;
                    while sliced.advance(slice) {
                        slices += 1;
                    }
                    assert!(slice > 1 || slices > 2, "{name}: {slices} slices");
                    assert_eq!(sliced.report(), whole, "{name}");
                }
            }
        }
    }
}
