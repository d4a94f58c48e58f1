//! Solving: who wins with best play on both sides, and by how much.
//!
//! Nothing here knows a game. [`GameModel`] is the interface to a game, [`Objective`] its scoring,
//! `proof_search` proves bounds by alpha-beta, `proof_numbers` proves wins by proof-number search where a repetition is a
//! draw, and [`EndgameDatabase`] stores the values of all boards with few seeds.
//!
//! A round is solved, not a match. Repetition and endless sowings have the values that the rules give them.
//! Where the value of a repetition depends on more than the position, neither player is assumed to profit
//! from it, and the answer is a pair of bounds.
//!
//! A solver is a function of its arguments and has no clock. The caller passes a function that stops it, and
//! receives the bounds proved so far.

mod blocks;
mod checkpoint;
mod endgames;
mod open_boards;
mod path_set;
mod proof_numbers;
mod proof_search;
mod retrograde;
mod table;
mod team;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::model::objective::{self, Objective, RepetitionValue, Scoring};
use crate::model::{self, GameModel, Verdicts, rank};
use crate::transposition::{StoredResult, TranspositionTable};
use uur::engine::{Budget, History, Move, Opt, Position, Reason};
use uur::game::Game;
use uur::on_engine;
use uur::rules::Side;

use proof_numbers::{ProofNumberSearch, ProofNumbers, WinSearch};
use proof_search::{DrawConvention, NullWindowSearch, PLY, ProofSearch, ProofTest, TO_THE_END};
use table::{INFINITY, ProofEntry};
use team::{SolverRun, TeamMember};

pub use blocks::Storage;
pub use checkpoint::{CheckpointError, SolverCheckpoint};
pub use endgames::{BuildError, EndgameDatabase, LoadError};
pub use open_boards::Scratch;
pub use retrograde::BuildMemory;

/// A gibibyte.
const GIBIBYTE: f64 = 1_073_741_824.0;

/// The maximum length of a line of best play.
const MAX_LINE: usize = 400;

/// The maximum depth, in units of which a move costs [`PLY`].
const MAX_DEPTH: u16 = 1_000;

/// The nodes for confirming an unproved answer, as a multiple of the nodes that it took to find.
const CONFIRM_FACTOR: u64 = 4;

/// Memory for the scout search.
const SCOUT_BYTES: u64 = 1 << 24;

/// The share of the memory that proof-number search uses, if it is the method.
const PROOF_NUMBER_SHARE: f64 = 0.75;

/// The scout search starts no iteration after this number of nodes.
const SCOUT_NODES: u64 = 200_000;

/// The nodes of proof-number search after which an estimate chooses the next question about a margin.
const TRIAL_NODES: u64 = 200_000;

/// The nodes, and the memory, of proof-number search before alpha-beta takes over.
const FIRST_NODES: u64 = 1 << 25;
const FIRST_BYTES: u64 = 1 << 28;

/// The depth step of the scout search.
const SCOUT_STEP: u16 = 2 * PLY;

/// The quantity to solve for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// Who wins.
    Result,
    /// By how many seeds.
    Margin,
}

/// How a value is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Alpha-beta with null windows. It solves every game.
    AlphaBeta,
    /// Proof-number search, for games in which a repetition is a draw or cannot happen. What it cannot decide, since a
    /// line is too long for it, is left to alpha-beta.
    ProofNumbers,
    /// Proof-number search within a bound, for a margin, which takes several questions; what it has not proved then is
    /// left to alpha-beta, which is faster for large boards.
    ProofNumbersFirst,
}

impl Method {
    /// Returns the method for a game: proof numbers where they apply, of margins first.
    pub fn of(game: &Game, aim: Aim) -> Method {
        match aim {
            _ if !Method::ProofNumbers.applies(game) => Method::AlphaBeta,
            Aim::Result => Method::ProofNumbers,
            Aim::Margin => Method::ProofNumbersFirst,
        }
    }

    /// Whether the method can solve a game.
    pub fn applies(self, game: &Game) -> bool {
        let Objective { scoring, repetition, .. } = Objective::of(game);
        match (self, repetition) {
            (Method::AlphaBeta, _) | (_, RepetitionValue::Never | RepetitionValue::Drawn) => true,
            (_, RepetitionValue::Nothing) => scoring == Scoring::Result,
            (_, RepetitionValue::Unsettled) => false,
        }
    }
}

/// The resources of a solver.
#[derive(Clone, Copy)]
pub struct SolveLimits<'a> {
    /// Bytes for the transposition table.
    pub bytes: u64,
    /// How many threads search. The values do not depend on it, but which proof is found does, and with it the number
    /// of nodes and the line of best play.
    pub threads: usize,
    /// Polled with the number of nodes. Returns whether to stop.
    pub stop: &'a (dyn Fn(u64) -> bool + Sync),
}

/// Proved bounds of a value: for the player to move, or for South where that is said. With [`Aim::Result`], 1 is a
/// win, 0 a draw and -1 a loss. With [`Aim::Margin`], the value is the final margin in seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ProvedBounds {
    /// At least this.
    #[serde(rename = "at_least")]
    pub least: i32,
    /// At most this.
    #[serde(rename = "at_most")]
    pub most: i32,
}

impl ProvedBounds {
    /// Returns the value if the bounds are equal.
    pub fn exact(self) -> Option<i32> {
        (self.least == self.most).then_some(self.least)
    }

    /// Returns the bounds for the other player.
    pub fn turned(self) -> ProvedBounds {
        ProvedBounds { least: -self.most, most: -self.least }
    }

    /// Returns the bounds for South, with either player to move.
    pub fn for_south(self, to_move: Side) -> ProvedBounds {
        if to_move == Side::South { self } else { self.turned() }
    }

    fn at(value: i32) -> ProvedBounds {
        ProvedBounds { least: value, most: value }
    }
}

/// The progress of a solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The bounds for the player to move.
    pub bounds: ProvedBounds,
    /// The depth of the current iteration, under iterative deepening.
    pub depth: Option<u16>,
}

/// What a solver tells while it looks for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolverFinding {
    /// How far the value is known.
    Value(Progress),
    /// A move, and its bounds for the player who makes it.
    Move(Move, ProvedBounds),
    /// A line of best play is looked for; everything else is done.
    Line,
}

/// What a solver found out about a position. Bounds are for its player to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The bounds of its value.
    pub bounds: ProvedBounds,
    /// The moves of which something is proved.
    pub moves: Vec<(Move, ProvedBounds)>,
    /// A line of best play and its last position, if the value is known.
    pub line: Option<(Vec<Move>, Position)>,
    /// The number of positions searched for the values.
    pub nodes: u64,
    /// Whether a position was reached in which the player to move has no move and no line of `end` applies. Then
    /// nothing is proved.
    pub dead_end: bool,
    /// Whether the value is known, and that of every move if they were asked for.
    pub solved: bool,
}

/// Why a game cannot be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolveError {
    /// The game has no margin, because seeds alone do not decide it.
    NoMargin,
    /// Proof numbers do not apply to the game.
    NoProofNumbers,
    /// There are more seeds than the solver supports.
    TooManySeeds,
    /// This number of bytes could not be allocated.
    TooMuchMemory(u64),
    /// The answer contradicts itself.
    Contradiction(Contradiction),
}

/// How an answer contradicts itself: a fault of the solver. Values are for the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contradiction {
    /// The line of best play ends with another value than the proved one.
    Line {
        /// The proved value.
        proved: i32,
        /// The value of its end.
        ends: i32,
    },
    /// The best of all moves has another value than the position.
    Moves {
        /// What is proved of the position.
        proved: ProvedBounds,
        /// What is proved of the best move.
        best: ProvedBounds,
    },
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Contradiction::Line { proved, ends } => {
                write!(f, "the value is {proved} for the player to move, but the line of best play ends with {ends}")
            }
            Contradiction::Moves { proved, best } => write!(
                f,
                "the value is {} to {} for the player to move, but that of the best move is {} to {}",
                proved.least, proved.most, best.least, best.most
            ),
        }
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SolveError::NoMargin => {
                write!(f, "the winner of this game is not decided by seeds alone, so it has no margin")
            }
            SolveError::NoProofNumbers => {
                write!(f, "proof numbers apply to games in which a position cannot repeat, or is a draw if it does")
            }
            SolveError::TooManySeeds => write!(f, "there are more than {} seeds", INFINITY - 1),
            SolveError::TooMuchMemory(bytes) => {
                write!(f, "{:.1} GiB of memory cannot be allocated", *bytes as f64 / GIBIBYTE)
            }
            SolveError::Contradiction(contradiction) => write!(f, "the answer contradicts itself: {contradiction}"),
        }
    }
}

impl std::error::Error for SolveError {}

/// Solves positions of one game and reuses earlier results.
pub struct Solver<'a> {
    game: &'a Game,
    /// The position that the solver was made for.
    from: Position,
    verdicts: Verdicts,
    objective: Objective,
    aim: Aim,
    run: Arc<SolverRun>,
    wins: Option<Arc<TranspositionTable<ProofNumbers>>>,
    proofs: Arc<TranspositionTable<ProofEntry>>,
    search: Box<dyn ProofSearch + 'a>,
    /// Is asked first, if it is the method.
    proof_numbers: Option<Box<dyn WinSearch + 'a>>,
    /// The nodes after which proof numbers are no longer asked.
    patience: u64,
    /// Estimates values beforehand, where the proof search goes to the end at once or several questions are likely.
    scout: Option<Box<dyn ProofSearch + 'a>>,
}

impl<'a> Solver<'a> {
    /// A solver of a position and of all its successors, by the method for the game.
    ///
    /// # Errors
    /// If the game has no such value, or there is not enough memory.
    pub fn new(
        game: &'a Game,
        from: &Position,
        aim: Aim,
        endgames: Option<&'a EndgameDatabase>,
        limits: SolveLimits<'a>,
    ) -> Result<Self, SolveError> {
        Solver::with_method(game, from, aim, endgames, limits, Method::of(game, aim))
    }

    /// As [`Solver::new`], by a given method.
    ///
    /// # Errors
    /// As [`Solver::new`], or if proof numbers do not apply to the game.
    pub fn with_method(
        game: &'a Game,
        from: &Position,
        aim: Aim,
        endgames: Option<&'a EndgameDatabase>,
        mut limits: SolveLimits<'a>,
        method: Method,
    ) -> Result<Self, SolveError> {
        let objective = Objective::of(game);
        if !method.applies(game) {
            return Err(SolveError::NoProofNumbers);
        }
        if aim == Aim::Margin && objective.scoring == Scoring::Result {
            return Err(SolveError::NoMargin);
        }
        if i32::from(from.total()) >= INFINITY {
            return Err(SolveError::TooManySeeds);
        }
        // The database assumes that all pits are open and belong to the player in whose row they are.
        let endgames = endgames.filter(|_| from.closed == 0 && from.territory == 0);
        let run = Arc::new(SolverRun::default());
        let by_proof_numbers = method != Method::AlphaBeta;
        let share = (limits.bytes as f64 * PROOF_NUMBER_SHARE) as u64;
        let (share, patience) = match method {
            Method::AlphaBeta => (0, 0),
            Method::ProofNumbers => (share, u64::MAX),
            Method::ProofNumbersFirst => (share.min(FIRST_BYTES), FIRST_NODES),
        };
        let wins = by_proof_numbers.then(|| table(share)).transpose()?;
        limits.bytes -= share;
        let proofs = table(limits.bytes)?;
        // A short search needs no others.
        let alone = SolveLimits { bytes: SCOUT_BYTES.min(limits.bytes), threads: 1, ..limits };
        let scouts = objective.repetition == RepetitionValue::Never || by_proof_numbers && aim == Aim::Margin;
        let scouts = scouts.then(|| table(alone.bytes)).transpose()?;
        let (proof_numbers, search, scout) = on_engine!(game.program.engine(from, Opt::Full), engine => {
            let model = &GameModel::new(game, engine, None);
            let proof_search = |limits, table: &_| -> Result<Box<dyn ProofSearch + 'a>, SolveError> {
                Ok(Box::new(NullWindowSearch::new(model, endgames, limits, table, TeamMember::team(&run, limits))?))
            };
            let win_search = |table: &_| -> Box<dyn WinSearch + 'a> {
                Box::new(ProofNumberSearch::new(model, endgames, table, TeamMember::team(&run, limits)))
            };
            let scout = scouts.as_ref().map(|table| proof_search(alone, table)).transpose()?;
            (wins.as_ref().map(win_search), proof_search(limits, &proofs)?, scout)
        });
        let verdicts = Verdicts::of(game);
        Ok(Solver {
            game,
            from: *from,
            verdicts,
            objective,
            aim,
            run,
            wins,
            proofs,
            search,
            proof_numbers,
            patience,
            scout,
        })
    }
}

/// Allocates a table that threads share.
fn table<T: StoredResult>(bytes: u64) -> Result<Arc<TranspositionTable<T>>, SolveError> {
    TranspositionTable::new(bytes).map(Arc::new).ok_or(SolveError::TooMuchMemory(bytes))
}

impl Solver<'_> {
    /// Nodes searched so far.
    pub fn nodes(&self) -> u64 {
        self.run.nodes()
    }

    /// Whether the solver was stopped.
    pub fn stopped(&self) -> bool {
        self.run.stopped() || self.game.program.cut_short()
    }

    /// Whether a position was reached in which the player to move has no move and no end rule applies, so that
    /// the rules give it no value. The solver stops there.
    fn met_dead_end(&self) -> bool {
        self.run.met_dead_end()
    }

    /// Finds out what can be proved of a position: its value, that of each of its moves if they are asked for, and
    /// a line of best play. Where the value stays open, the moves are those of which something is known.
    ///
    /// # Errors
    /// If what was found contradicts itself. Then none of it is to be trusted.
    pub fn answer(
        &mut self,
        position: &Position,
        each_move: bool,
        on_finding: &mut dyn FnMut(SolverFinding),
    ) -> Result<Solution, SolveError> {
        let mut bounds = self.solve(position, &mut |progress| on_finding(SolverFinding::Value(progress)));
        let mut moves = match bounds.exact() {
            _ if each_move => self.moves(position, &mut |m, bounds| on_finding(SolverFinding::Move(m, bounds))),
            Some(_) => vec![],
            None => self.known_moves(position),
        };
        let nodes = self.nodes();
        on_finding(SolverFinding::Line);
        let mut line = bounds.exact().map(|value| self.line(position, value));
        let nothing = self.widest_bounds(position);
        // A round that no line of the rules ends has no value, whatever is left on the board.
        let is_stuck = |end: &Position| end.outcome.is_none() && self.game.program.legal_moves(end).is_empty();
        let dead_end = self.met_dead_end() || line.as_ref().is_some_and(|(_, end)| is_stuck(end));
        if dead_end {
            (bounds, line) = (nothing, None);
            moves.clear();
        }
        let legal = self.game.program.legal_moves(position).len();
        // A position is worth as much as its best move, which may be proved by itself.
        let best = |of: fn(&ProvedBounds) -> i32| moves.iter().map(|(_, bounds)| of(bounds)).max();
        if let (Some(least), Some(most)) = (best(|bounds| bounds.least), best(|bounds| bounds.most)) {
            bounds.least = bounds.least.max(least);
            if moves.len() == legal {
                bounds.most = bounds.most.min(most);
            }
        }
        self.examine(position, bounds, &moves, line.as_ref().map(|(_, end)| end))?;
        moves.retain(|(_, bounds)| *bounds != nothing);
        let all_moves = !each_move || position.outcome.is_some() || moves.len() == legal;
        let complete = all_moves && moves.iter().all(|(_, bounds)| bounds.exact().is_some());
        Ok(Solution { bounds, moves, line, nodes, dead_end, solved: complete && bounds.exact().is_some() })
    }

    /// Returns bounds of the value of a position for the player to move.
    pub fn solve(&mut self, position: &Position, on_progress: &mut dyn FnMut(Progress)) -> ProvedBounds {
        if let Some(value) = self.value_of_end(position, position.to_move) {
            return ProvedBounds::at(value);
        }
        let mut bounds = self.widest_bounds(position);
        let all = bounds.most;
        let mut depth = self.initial_depth();
        let mut guess = if self.proof_numbers.is_some() { 1 } else { self.initial_guess(position, all) };
        let mut scouts = self.aim == Aim::Margin && self.proof_numbers.is_some();
        let (began, mut step, mut likely) = (self.nodes(), 1, None);
        while bounds.least < bounds.most && !self.stopped() {
            let asked = self.least_possible(position, guess.clamp(bounds.least + 1, bounds.most));
            let before = bounds;
            let trial = if scouts { TRIAL_NODES.saturating_sub(self.nodes() - began) } else { u64::MAX };
            let by_proof_numbers = self.by_proof_numbers(position, asked, trial);
            let is_long = scouts && self.nodes() - began >= TRIAL_NODES;
            if is_long {
                (scouts, step, likely) = (false, 1, Some(self.initial_guess(position, all)));
            }
            match by_proof_numbers {
                Some(true) => bounds.least = asked,
                Some(false) => bounds.most = asked - 1,
                None if is_long => {}
                None => self.narrow(position, asked, &mut bounds, &mut depth, on_progress),
            }
            if bounds == before && !is_long {
                break;
            }
            bounds.least = self.least_possible(position, bounds.least);
            bounds.most = -self.least_possible(position, -bounds.most);
            let is_open = |value: &i32| bounds.least < *value && *value <= bounds.most;
            guess = match likely.filter(is_open) {
                // That a player cannot force even a draw is shown at once where it is far from true.
                Some(..0) if bounds.most >= 0 && self.objective.draw_overrides_margin => 0,
                Some(likely) => likely,
                // What is far from the value is proved at once, so that the steps grow until the value lies between.
                None if by_proof_numbers.is_some() && bounds.most == all => bounds.least + step,
                None if by_proof_numbers.is_some() && bounds.least == -all => bounds.most + 1 - step,
                None if by_proof_numbers.is_some() && likely.is_none() => {
                    (bounds.least + bounds.most).div_euclid(2) + 1
                }
                None if bounds.least > before.least => bounds.least + 1,
                None => bounds.most,
            };
            step *= 2;
            on_progress(Progress { bounds, depth: None });
        }
        bounds
    }

    /// Returns the least value of a position, from a number on, that the rules allow: where all seeds are counted, a
    /// margin is even if their number is. A draw is none either way.
    fn least_possible(&self, position: &Position, from: i32) -> i32 {
        let counts_all = self.aim == Aim::Margin && self.objective.counts_all && from != 0;
        let seeds = i32::from(position.total() - position.out);
        if counts_all && (from - seeds) % 2 != 0 { from + 1 } else { from }
    }

    /// Returns whether the value of a position is at least `asked`, if proof numbers are the method and tell it within so
    /// many nodes.
    fn by_proof_numbers(&mut self, position: &Position, asked: i32, most: u64) -> Option<bool> {
        let (attacker, need) = self.attack(position, asked);
        let most = most.min(self.patience.saturating_sub(self.nodes()));
        let wins = self.proof_numbers.as_mut().filter(|_| most > 0)?.can_win(position, attacker, need, most)?;
        Some(wins == (attacker == position.to_move))
    }

    /// Returns a first guess of the value, from 1 - `all` to `all`. The scout search has its own table, since the
    /// best moves of shallow searches would mislead the move ordering of the proof.
    fn initial_guess(&mut self, position: &Position, all: i32) -> i32 {
        let ahead = self.lead(position);
        let Some(scout) = &mut self.scout else { return 1 };
        let convention = DrawConvention { draws: position.to_move.other(), repetitions: position.to_move.other() };
        let (mut guess, before, mut depth) = (1, self.run.nodes(), SCOUT_STEP);
        let mut proved = false;
        while !proved && self.run.nodes() < before + SCOUT_NODES && depth <= MAX_DEPTH {
            let (mut low, mut high) = (-all, all);
            proved = true;
            while low < high {
                let asked = guess.clamp(low + 1, high);
                let Some(found) = scout.ask(position, ProofTest { need: asked - ahead, depth, convention }) else {
                    return low;
                };
                let value = found.value + ahead;
                proved &= found.proved;
                if value >= asked {
                    low = value.min(high);
                    guess = low + 1;
                } else {
                    high = value.max(low);
                    guess = high;
                }
            }
            (guess, depth) = (low, depth + SCOUT_STEP);
        }
        guess
    }

    /// Returns bounds of the value of a move for the player who makes it.
    fn move_value(&mut self, position: &Position, m: Move) -> ProvedBounds {
        let mut after = *position;
        self.game.program.play_unchecked(&mut after, m, &mut ());
        let bounds = self.solve(&after, &mut |_| {});
        if after.to_move == position.to_move { bounds } else { bounds.turned() }
    }

    /// Returns how many more seeds the player to move has for certain, where seeds decide.
    fn lead(&self, position: &Position) -> i32 {
        match self.objective.scoring {
            Scoring::Result => 0,
            Scoring::Margin => self.search.lead(position, position.to_move),
        }
    }

    /// Returns the first depth: iterative deepening is used where positions can repeat, to avoid long cycles.
    fn initial_depth(&self) -> u16 {
        if self.objective.repetition == RepetitionValue::Never { TO_THE_END } else { 2 * PLY }
    }

    /// Tests whether the value is at least `asked`, and narrows the bounds.
    fn narrow(
        &mut self,
        state: &Position,
        asked: i32,
        bounds: &mut ProvedBounds,
        depth: &mut u16,
        on_progress: &mut dyn FnMut(Progress),
    ) {
        let mover = state.to_move;
        let ahead = self.lead(state);
        // A draw suffices for a margin of zero or less.
        let draws = if asked <= 0 { mover } else { mover.other() };
        let repetitions = [mover.other(), mover];
        let ways =
            if self.objective.repetition == RepetitionValue::Unsettled { &repetitions[..] } else { &repetitions[..1] };
        for (number, &repetitions) in ways.iter().enumerate() {
            let convention = DrawConvention { draws, repetitions };
            let Some(value) = self.prove(state, asked - ahead, convention, depth, *bounds, on_progress) else { return };
            let yes = value >= asked - ahead;
            let settled = ways.len() == 1;
            let total = value.clamp(-INFINITY, INFINITY) + ahead;
            if yes && (settled || number == 0) {
                // Where draws favour the player, a draw is all that is proved.
                let sure = if self.objective.draw_overrides_margin && asked <= 0 { total.min(0) } else { total };
                bounds.least = bounds.least.max(self.measure(sure)).min(bounds.most);
                return;
            }
            if !yes && (settled || number == 1) {
                let sure = if self.objective.draw_overrides_margin && asked > 0 { total.max(0) } else { total };
                bounds.most = bounds.most.min(self.measure(sure)).max(bounds.least);
                return;
            }
        }
    }

    /// Converts a margin to the quantity solved for.
    fn measure(&self, value: i32) -> i32 {
        match self.aim {
            Aim::Result => value.signum(),
            Aim::Margin => value,
        }
    }

    /// Searches deeper until it is proved whether the player to move gains at least `need` from here on. Returns
    /// the bound on that side, or `None` if stopped.
    fn prove(
        &mut self,
        state: &Position,
        need: i32,
        convention: DrawConvention,
        depth: &mut u16,
        bounds: ProvedBounds,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Option<i32> {
        let began = self.nodes();
        let mut last = 0;
        loop {
            let before = self.nodes();
            let test = ProofTest { need, depth: *depth, convention };
            let mut found = self.search.ask(state, test)?;
            if self.stopped() {
                return None;
            }
            let spent = self.nodes() - before;
            if !found.proved && *depth != TO_THE_END {
                let yes = found.value >= need;
                let likely = if yes { state.to_move } else { state.to_move.other() };
                // If a deeper search finds nothing new, the likely answer may be wrong, so both are tried.
                let provers = [likely, likely.other()];
                let stuck = spent <= last + last / 8;
                let nodes = 1_000 + (CONFIRM_FACTOR * spent).max((before - began) / 2);
                let mut provers = provers.into_iter().take(if stuck { 2 } else { 1 });
                let search = &mut self.search;
                let confirmed = provers.find_map(|prover| search.confirm(state, test, prover, nodes));
                found = confirmed.unwrap_or(found);
            }
            last = spent;
            if found.proved {
                if *depth != TO_THE_END {
                    *depth = (*depth * 2 / 3).max(2 * PLY);
                }
                return Some(found.value);
            }
            if *depth == TO_THE_END || *depth == MAX_DEPTH {
                return None;
            }
            // Later iterations cost little more than earlier ones, so larger steps are cheaper in total.
            *depth = (*depth + PLY + *depth / 16).min(MAX_DEPTH);
            on_progress(Progress { bounds, depth: Some(*depth / PLY) });
        }
    }

    /// Returns all moves of a position with bounds for the player who makes them. Once the solver is stopped, they are
    /// those that it [knows](Solver::known_moves).
    pub fn moves(
        &mut self,
        position: &Position,
        on_progress: &mut dyn FnMut(Move, ProvedBounds),
    ) -> Vec<(Move, ProvedBounds)> {
        let known = self.known_moves(position);
        let mut values = vec![];
        for (m, known) in known {
            let found = if self.stopped() { known } else { self.move_value(position, m) };
            let bounds = if self.game.program.cut_short() { known } else { found };
            on_progress(m, bounds);
            values.push((m, bounds));
        }
        values
    }

    /// Returns all moves of a position with the bounds that are in the tables, for the player who makes them. Nothing is
    /// searched.
    pub fn known_moves(&mut self, position: &Position) -> Vec<(Move, ProvedBounds)> {
        let moves = self.game.program.legal_moves(position);
        let known = moves.into_iter().map(|m| {
            let mut after = *position;
            self.game.program.play_unchecked(&mut after, m, &mut ());
            // Where a sowing was cut short, it is not known what a move leads to.
            if self.game.program.cut_short() {
                return (m, self.widest_bounds(position));
            }
            let bounds = self.known(&after, position.to_move);
            (m, if after.to_move == position.to_move { bounds } else { bounds.turned() })
        });
        known.collect()
    }

    /// Returns the bounds that are in the tables of a position after a move of a player, for its player to move.
    fn known(&mut self, position: &Position, player: Side) -> ProvedBounds {
        if let Some(value) = self.value_of_end(position, position.to_move) {
            return ProvedBounds::at(value);
        }
        let mover = position.to_move;
        let mut bounds = self.widest_bounds(position);
        let all = bounds.most;
        if let (Some(search), Aim::Result) = (&mut self.proof_numbers, self.aim) {
            let is_final = self.objective.repetition == RepetitionValue::Never;
            match search.known(position, mover, 1) {
                Some(true) => bounds.least = 1,
                Some(false) if is_final => bounds.most = 0,
                Some(false) | None => {}
            }
            match search.known(position, mover.other(), 1) {
                Some(true) => bounds.most = -1,
                Some(false) if is_final => bounds.least = bounds.least.max(0),
                Some(false) | None => {}
            }
        }
        if self.objective.repetition != RepetitionValue::Unsettled {
            let ahead = self.lead(position);
            // A draw counts as a loss for a lower bound, and as a win for an upper one.
            let [least, most] = [mover.other(), mover]
                .map(|draws| self.search.known(position, DrawConvention { draws, repetitions: player.other() }));
            if least.least > -table::INFINITY {
                bounds.least = bounds.least.max(self.measure(least.least + ahead).clamp(-all, all));
            }
            if most.most < table::INFINITY {
                bounds.most = bounds.most.min(self.measure(most.most + ahead).clamp(-all, all));
            }
        }
        bounds
    }

    /// Returns the bounds of a position of which nothing is known.
    pub fn widest_bounds(&self, position: &Position) -> ProvedBounds {
        let all = match self.aim {
            Aim::Result => 1,
            Aim::Margin => i32::from(position.total()),
        };
        ProvedBounds { least: -all, most: all }
    }

    /// Compares the bounds of a position with those of all its moves, and with the last position of the line of best
    /// play, as far as they are known.
    ///
    /// # Errors
    /// If they contradict each other. Then none of them is to be trusted.
    pub fn examine(
        &self,
        position: &Position,
        bounds: ProvedBounds,
        moves: &[(Move, ProvedBounds)],
        end: Option<&Position>,
    ) -> Result<(), SolveError> {
        let best = moves.iter().map(|(_, bounds)| *bounds);
        let best = best
            .reduce(|one, other| ProvedBounds { least: one.least.max(other.least), most: one.most.max(other.most) });
        let all_moves = || moves.len() == self.game.program.legal_moves(position).len();
        if let Some(best) = best
            && (best.least > bounds.most || best.most < bounds.least && all_moves())
        {
            return Err(SolveError::Contradiction(Contradiction::Moves { proved: bounds, best }));
        }
        let ends = end.and_then(|end| self.value_of_end(end, position.to_move));
        match (bounds.exact(), ends) {
            (Some(proved), Some(ends)) if proved != ends => {
                Err(SolveError::Contradiction(Contradiction::Line { proved, ends }))
            }
            _ => Ok(()),
        }
    }

    /// Returns the value of a finished round for a player.
    fn value_of_end(&self, position: &Position, player: Side) -> Option<i32> {
        let end = self.verdicts.end(position)?;
        let captured = position.captured;
        let margin = i32::from(captured[player]) - i32::from(captured[player.other()]);
        Some(self.measure(end.value_for(player, margin)))
    }

    /// Returns a line of best play from a position with a known value, and its last position. The line ends early
    /// if the solver is stopped or if best play is a cycle.
    pub fn line(&mut self, position: &Position, value: i32) -> (Vec<Move>, Position) {
        let mut position = *position;
        let mut value = value;
        let mut history = History::starting(&position);
        let mut line = vec![];
        let mut seen = vec![position];
        while position.outcome.is_none() && line.len() < MAX_LINE {
            let Some(m) = self.best(&position, value, &seen) else { break };
            let (before, mover) = (position, position.to_move);
            self.game.program.play_within(&mut position, &mut history, m, &mut (), &mut { Budget::FULL });
            let repeated = position.outcome.is_some_and(|outcome| outcome.reason == Reason::Repetition);
            if repeated && self.value_of_end(&position, mover) != Some(value) {
                position = before;
                break;
            }
            if position.to_move != mover {
                value = -value;
            }
            line.push(m);
            seen.push(position);
        }
        (line, position)
    }

    /// Returns a move that preserves the value. A move that repeats a position of the line is the last resort.
    fn best(&mut self, position: &Position, value: i32, seen: &[Position]) -> Option<Move> {
        let program = &self.game.program;
        let mut steps: Vec<(Move, Position)> = vec![];
        for m in program.legal_moves(position) {
            let mut after = *position;
            program.play_unchecked(&mut after, m, &mut ());
            steps.push((m, after));
        }
        if let [(only, _)] = steps[..] {
            return Some(only);
        }
        let convention = DrawConvention { draws: position.to_move, repetitions: position.to_move };
        let known = self.search.known(position, convention).best;
        if let Some(best) = known.filter(|&best| usize::from(best) < steps.len()) {
            let best = steps.remove(best.into());
            steps.insert(0, best);
        }
        let wanted = |after: &Position| {
            let same = after.to_move == position.to_move;
            (if same { value } else { -value }, same)
        };
        // What the proof has found preserves the value without a search, and what it has refuted does not.
        steps.sort_by_cached_key(|(_, after)| {
            let (value, at_least) = wanted(after);
            let (attacker, need) = self.attack(after, self.asked(after, value, at_least));
            let wins = self.proof_numbers.as_mut().and_then(|search| search.known(after, attacker, need));
            let preserves = wins.map(|wins| (wins == (attacker == after.to_move)) == at_least);
            (
                seen.iter().any(|earlier| after.repeats(earlier)),
                preserves.map_or(1, |preserves| if preserves { 0 } else { 2 }),
            )
        });
        for (m, after) in &steps {
            let (value, at_least) = wanted(after);
            let preserves = self.reaches(after, value, at_least);
            if self.stopped() {
                return None;
            }
            if preserves {
                return Some(*m);
            }
        }
        None
    }

    /// Returns who has to win a position, and by how much, for its value to be at least `asked`, or for it to be less. Of
    /// two values that are opposite, a draw is less than one of at least 1.
    fn attack(&self, position: &Position, asked: i32) -> (Side, i32) {
        let mover = position.to_move;
        let (attacker, need) = if asked > 0 { (mover, asked) } else { (mover.other(), 1 - asked) };
        (attacker, self.least_possible(position, need))
    }

    /// Returns the least value that a position has if its value is at least `value`, or does not have if it is at most that.
    fn asked(&self, position: &Position, value: i32, at_least: bool) -> i32 {
        if at_least { value } else { self.least_possible(position, value + 1) }
    }

    /// Whether the value for the player to move is at least, or at most, `value`.
    fn reaches(&mut self, position: &Position, value: i32, at_least: bool) -> bool {
        if let Some(found) = self.value_of_end(position, position.to_move) {
            return if at_least { found >= value } else { found <= value };
        }
        if self.aim == Aim::Result && value == if at_least { -1 } else { 1 } {
            return true;
        }
        let asked = self.asked(position, value, at_least);
        if let Some(yes) = self.by_proof_numbers(position, asked, u64::MAX) {
            return yes == at_least;
        }
        let all = i32::from(position.total()).max(1);
        let mut bounds = ProvedBounds { least: -all, most: all };
        let mut depth = self.initial_depth();
        self.narrow(position, asked, &mut bounds, &mut depth, &mut |_| {});
        if at_least { bounds.least >= value } else { bounds.most <= value }
    }
}

/// Returns up to which of the positions of a round what is proved without the history holds with it: the positions of a
/// proof may not have occurred so often that they end the round when they come again.
pub(crate) fn provable<'a>(game: &Game, positions: impl Iterator<Item = &'a Position>) -> usize {
    let positions: Vec<&Position> = positions.collect();
    let times = game.rules.repetition.times;
    let Some(ends) = times.filter(|_| Objective::of(game).repetition != RepetitionValue::Never) else {
        return positions.len();
    };
    let same = |one: &Position, other: &Position| one.same_board(other) && one.to_move == other.to_move;
    let times = |at: usize| positions[..=at].iter().filter(|other| same(positions[at], other)).count();
    let most = usize::from(ends).saturating_sub(2);
    (0..positions.len()).find(|&at| times(at) > most).unwrap_or(positions.len())
}

/// Returns the winner for a value that is seen from the player to move.
pub fn winner(value: i32, to_move: Side) -> Option<Side> {
    match value.signum() {
        1 => Some(to_move),
        -1 => Some(to_move.other()),
        _ => None,
    }
}
