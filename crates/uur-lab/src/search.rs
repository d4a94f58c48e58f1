//! The computer as a player: which move is best, for every game that can be told in rules.
//!
//! Nothing here knows a game. What a position is worth is read from what the rules make count
//! ([`Score`]); how deep to look is a [`Level`] or [`Limits`].
//!
//! Games in which seeds are counted are looked at by alpha-beta. Where the last move decides, how many
//! moves and seeds a player has says less, and what is sampled tells more: then alpha-beta looks first
//! whether the round is settled, and what is left of the limits is spent on samples.
//!
//! A search is a function of its arguments. It has no clock: whoever asks says by a function when
//! it is to stop, and is told what has been found so far. Within a round lots do not occur, and what
//! follows a round is not looked at.

mod alpha_beta;
mod judge;
mod level;
mod path;
mod sampling;
mod table;

use crate::model::GameModel;
use crate::solve::Endgames;
use uur::chance::interval;
use uur::engine::{History, Move, Opt, Position, Width};
use uur::game::Game;
use uur::on_engine;
use uur::rules::Continuation;

use alpha_beta::Search;
use judge::Judge;
use sampling::Sampling;

pub use judge::Score;
pub use level::{Choice, Level, NoLevel, choose};

/// What is thought about.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The game.
    pub game: &'a Game,
    /// The position.
    pub position: &'a Position,
    /// The positions up to this one, this one included.
    pub history: &'a History,
    /// Endgames of the game whose values are known; they are used where [`uses_endgames`] says so.
    pub endgames: Option<&'a Endgames>,
}

/// How far a search may go.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The greatest depth, in moves.
    pub depth: u8,
    /// The most moves that may be played in thought.
    pub nodes: u64,
    /// Is asked all the time whether the search is to stop now.
    pub stop: &'a dyn Fn() -> bool,
}

impl Limits<'_> {
    /// A depth that is no limit.
    pub const ANY_DEPTH: u8 = u8::MAX - 1;
}

/// Which moves are to be told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// The best one; of the others it is only known that they are no better.
    Best,
    /// All of them, each with its own score.
    All,
}

/// What a search has found so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// To this depth every line has been looked at.
    pub depth: u8,
    /// Moves played in thought.
    pub nodes: u64,
    /// Whether all lines were followed to the end of the round, so that nothing is estimated.
    pub complete: bool,
    /// The moves that were told apart, the best first.
    pub lines: Vec<Line>,
}

impl Report {
    /// Whether looking any further would tell nothing more of the moves that were told apart.
    fn is_settled(&self) -> bool {
        let settled = |line: &Line| matches!(line.score, Score::WinsIn(_) | Score::LosesIn(_));
        self.complete || !self.lines.is_empty() && self.lines.iter().all(settled)
    }
}

impl Line {
    /// The 95 % error of a likely score in percent of games: what its [`interval`] leaves open on the wider
    /// side. `None` where nothing was sampled.
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

/// A move, and what is expected to follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What it is worth to the player to move.
    pub score: Score,
    /// The number of games by chance that a likely score rests on; 0 where it is an estimate.
    pub samples: u32,
    /// The move and the answers to it, bonus moves included.
    pub moves: Vec<Move>,
}

/// Looks for the best move of the player to move, deeper and deeper, until a limit is reached or
/// nothing is left to be found. Every deeper look is told. The report is empty only if there is no
/// move.
///
/// The same arguments give the same answer, unless it is stopped.
pub fn search(question: Question, limits: Limits, wanted: Wanted, told: &mut dyn FnMut(&Report)) -> Report {
    let game = question.game;
    let asked = Asked { question, limits, wanted };
    on_engine!(game.program.engine(question.position, Opt::Full), engine => {
        asked.of(GameModel::new(game, engine, longest_move(game)), told)
    })
}

/// Before samples are taken, so many moves at most are played in thought to see whether the round is
/// settled already.
const LOOKED_FIRST: u64 = 1 << 18;
/// How many moves are played in thought between two questions whether to stop.
const ASKED_EVERY: u64 = 64;

/// Whether known endgames say what counts in a game: not where what is left in the rows is what the next
/// round begins with.
pub fn uses_endgames(game: &Game) -> bool {
    !Judge::new(game).counts_what_is_held()
}

/// What is asked of a machine.
#[derive(Clone, Copy)]
struct Asked<'a> {
    question: Question<'a>,
    limits: Limits<'a>,
    wanted: Wanted,
}

impl Asked<'_> {
    /// Asks it.
    fn of<W: Width>(self, board: GameModel<W>, told: &mut dyn FnMut(&Report)) -> Report {
        let root = board.pack(self.question.position).expect("the engine was chosen for the position");
        let Asked { question, limits, wanted } = self;
        let samples = limits.depth == Limits::ANY_DEPTH && Judge::new(question.game).samples();
        if !samples {
            return Search::new(question, board, root, limits).deepen(wanted, told);
        }
        let first = Limits { nodes: (limits.nodes / 4).min(LOOKED_FIRST), ..limits };
        let mut search = Search::new(question, board, root, first);
        let report = search.deepen(wanted, told);
        if report.lines.is_empty() || report.is_settled() || (limits.stop)() {
            return report;
        }
        let rest = Limits { nodes: limits.nodes - report.nodes.min(limits.nodes), ..limits };
        let sampled = Sampling::new(question, search.leave(), root, rest).sample(wanted, told);
        if sampled.lines.is_empty() { report } else { Report { nodes: sampled.nodes + report.nodes, ..sampled } }
    }
}

/// Laps after which a move is no longer followed. On wide boards a relay can go on for longer than
/// anybody would wait before it ends or comes round.
const LONGEST_MOVE: u32 = 4_096;

/// After how many laps a move in thought is given up, and taken for an endless one, although the rules
/// would follow it; nothing where no move is so long.
fn longest_move(game: &Game) -> Option<u32> {
    let relays = game.rules.land.iter().any(|clause| matches!(clause.then, Continuation::Relay(_)));
    let bounded = game.rules.endless.bound.is_some_and(|bound| u32::from(bound) <= LONGEST_MOVE);
    (relays && !bounded && !game.program.is_acyclic()).then_some(LONGEST_MOVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use uur::chance::Rng;

    /// What is found with tables and without them.
    fn with_and_without_tables(game: &Game, position: &Position, depth: u8, nodes: u64) -> [Report; 2] {
        let history = History::starting(position);
        let question = Question { game, position, history: &history, endgames: None };
        let asked = Asked { question, limits: Limits { depth, nodes, stop: &|| false }, wanted: Wanted::Best };
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
            assert!(compared > 0, "{name} is not played by the fast machine");
        }
    }
}
