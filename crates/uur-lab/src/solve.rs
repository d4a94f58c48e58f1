//! Solving: who wins with best play on both sides, and by how much.
//!
//! Nothing here knows a game. [`GameModel`] is what is asked of one, [`Objective`] what its rules make count,
//! `search` proves bounds, and [`Endgames`] holds the values of all boards with few seeds.
//!
//! A round is solved, not a match. A position that comes again has the value that the rules give to
//! repetition, and an endless sowing that of its own; where the rules leave open what repetition is worth
//! before it happens, both players are taken not to profit by it, and the answer is a pair of bounds.
//!
//! A solver is a function of its arguments. It has no clock: whoever asks says by a function when it is to
//! stop, and then is told what has been proved so far.

mod endgames;
mod rests;
mod retrograde;
mod search;
mod table;

use std::fmt;

use crate::model::objective::{self, Objective, RepetitionValue, Scoring};
use crate::model::{self, GameModel, RoundEnd, Verdicts, rank};
use uur::engine::{History, Move, Opt, Position};
use uur::game::Game;
use uur::on_engine;
use uur::rules::Side;

use search::{Favour, PLY, Prover, Search, TO_THE_END};
use table::BEYOND;

pub use endgames::{BuildError, Endgames, LoadError};

/// A gibibyte.
const GIBIBYTE: f64 = 1_073_741_824.0;

/// How long the line of best play may become.
const LONGEST_LINE: usize = 400;

/// The greatest depth, in what moves take off it.
const DEEPEST: u16 = 1_000;

/// For each position looked at to find out what seems to be so, so many to prove it.
const CONFIRMING: u64 = 4;

/// Memory for finding out what a position seems to be worth.
const SCOUT_BYTES: u64 = 1 << 24;

/// So many positions are looked at for it, or more if the last look takes longer.
const SCOUT_NODES: u64 = 200_000;

/// How much deeper each look goes.
const SCOUT_STEP: u16 = 2 * PLY;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// Who wins.
    Result,
    /// By how many seeds.
    Margin,
}

/// How far a solver may go.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Bytes for what has been found out.
    pub bytes: u64,
    /// Is asked all the time, with the positions looked at, whether to stop now.
    pub stop: &'a dyn Fn(u64) -> bool,
}

/// What is proved of a position: the player wins at least and at most so much. If only the winner is asked
/// for, 1 is a win, 0 a draw and -1 a loss; otherwise these are seeds that he has more in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// At least this.
    pub least: i32,
    /// At most this.
    pub most: i32,
}

impl Bounds {
    /// The value, if it is known.
    pub fn exact(self) -> Option<i32> {
        (self.least == self.most).then_some(self.least)
    }

    /// The same for the other player.
    pub fn turned(self) -> Bounds {
        Bounds { least: -self.most, most: -self.least }
    }

    fn at(value: i32) -> Bounds {
        Bounds { least: value, most: value }
    }
}

/// How a solver gets on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// What is proved for the player to move.
    pub bounds: Bounds,
    /// How deep it looks now, if it looks deeper and deeper.
    pub depth: Option<u16>,
}

/// Why a game cannot be solved as asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CannotSolve {
    /// Something else than seeds may decide, so there is no margin.
    NoMargin,
    /// There are more seeds than the solver can count.
    TooManySeeds,
    /// The machine does not grant this many bytes.
    TooMuchMemory(u64),
}

impl fmt::Display for CannotSolve {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            CannotSolve::NoMargin => {
                write!(f, "the winner of this game is not decided by seeds alone, so it has no margin")
            }
            CannotSolve::TooManySeeds => write!(f, "there are more than {} seeds", BEYOND - 1),
            CannotSolve::TooMuchMemory(bytes) => {
                write!(f, "the machine does not grant {:.1} GiB of memory", *bytes as f64 / GIBIBYTE)
            }
        }
    }
}

impl std::error::Error for CannotSolve {}

/// Solves positions of one game, and remembers what it has found out.
pub struct Solver<'a> {
    game: &'a Game,
    verdicts: Verdicts,
    objective: Objective,
    aim: Aim,
    search: Box<dyn Prover + 'a>,
    /// Finds out beforehand what a position seems to be worth, where the proof goes to the end at once.
    scout: Option<Box<dyn Prover + 'a>>,
}

impl<'a> Solver<'a> {
    /// A solver of a position and of all that follow it.
    ///
    /// # Errors
    /// If the game has no such value, or there is not enough memory.
    pub fn new(
        game: &'a Game,
        from: &Position,
        aim: Aim,
        endgames: Option<&'a Endgames>,
        limits: Limits<'a>,
    ) -> Result<Self, CannotSolve> {
        let objective = Objective::of(game);
        if aim == Aim::Margin && objective.scoring == Scoring::Result {
            return Err(CannotSolve::NoMargin);
        }
        if i32::from(from.total()) >= BEYOND {
            return Err(CannotSolve::TooManySeeds);
        }
        // A database holds boards on which all pits are open and belong to those in whose rows they are.
        let endgames = endgames.filter(|_| from.closed == 0 && from.territory == 0);
        let search = |limits| -> Result<Box<dyn Prover + 'a>, CannotSolve> {
            on_engine!(game.program.engine(from, Opt::Full), engine => {
                Ok(Box::new(Search::new(GameModel::new(game, engine, None), endgames, limits)?))
            })
        };
        let scout = Limits { bytes: SCOUT_BYTES.min(limits.bytes), ..limits };
        let scout = (objective.repetition == RepetitionValue::Never).then(|| search(scout)).transpose()?;
        let search = search(limits)?;
        Ok(Solver { game, verdicts: Verdicts::of(game), objective, aim, search, scout })
    }
}

impl Solver<'_> {
    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes() + self.scout.as_ref().map_or(0, |scout| scout.nodes())
    }

    /// Whether it was told to stop.
    pub fn stopped(&self) -> bool {
        self.search.stopped() || self.game.program.cut_short()
    }

    /// Whether a position was met in which the player to move has no move and no line of the end fits, so
    /// that the rules give it no value. The solver stops there.
    pub fn met_dead_end(&self) -> bool {
        self.search.met_dead_end()
    }

    /// What a position is worth to the player to move.
    pub fn solve(&mut self, position: &Position, told: &mut dyn FnMut(Progress)) -> Bounds {
        if let Some(end) = self.verdicts.end(position) {
            return Bounds::at(self.finished(position, end));
        }
        let all = match self.aim {
            Aim::Result => 1,
            Aim::Margin => i32::from(position.total()),
        };
        let mut bounds = Bounds { least: -all, most: all };
        let mut depth = self.first_depth();
        let mut guess = self.estimate(position, all);
        while bounds.least < bounds.most && !self.stopped() {
            let asked = guess.clamp(bounds.least + 1, bounds.most);
            let before = bounds;
            self.narrow(position, asked, &mut bounds, &mut depth, told);
            if bounds == before {
                break;
            }
            guess = if bounds.least > before.least { bounds.least + 1 } else { bounds.most };
            told(Progress { bounds, depth: None });
        }
        bounds
    }

    /// What the player to move seems to win, at least 1 - `all` and at most `all`: the first question to be
    /// asked. It is found out in a search of its own, since the best moves of short looks lead a proof astray.
    fn estimate(&mut self, position: &Position, all: i32) -> i32 {
        let ahead = self.ahead(position);
        let Some(scout) = &mut self.scout else { return 1 };
        let favour = Favour { draws: position.to_move.other(), again: position.to_move.other() };
        let (mut guess, before, mut depth) = (1, scout.nodes(), SCOUT_STEP);
        let mut proved = false;
        while !proved && scout.nodes() < before + SCOUT_NODES && depth <= DEEPEST && !scout.stopped() {
            let (mut low, mut high) = (-all, all);
            proved = true;
            while low < high && !scout.stopped() {
                let asked = guess.clamp(low + 1, high);
                let found = scout.ask(position, asked - ahead, depth, favour);
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

    /// What a move is worth to the player who makes it.
    fn worth(&mut self, position: &Position, m: Move) -> Bounds {
        let mut after = *position;
        self.game.program.play_unchecked(&mut after, m, &mut ());
        let bounds = self.solve(&after, &mut |_| {});
        if after.to_move == position.to_move { bounds } else { bounds.turned() }
    }

    /// What a finished round is worth to the player to move.
    fn finished(&self, position: &Position, end: RoundEnd) -> i32 {
        let value = match end {
            RoundEnd::Drawn => 0,
            RoundEnd::Counted => self.ahead(position),
            RoundEnd::Won(winner) if winner == position.to_move => 1,
            RoundEnd::Won(_) => -1,
        };
        match self.aim {
            Aim::Result => value.signum(),
            Aim::Margin => value,
        }
    }

    /// How much the player to move has won more.
    fn ahead(&self, position: &Position) -> i32 {
        let mover = position.to_move;
        match self.objective.scoring {
            Scoring::Result => 0,
            Scoring::Margin => i32::from(position.captured[mover]) - i32::from(position.captured[mover.other()]),
        }
    }

    /// Where a position can come again, it is looked deeper and deeper, lest a line go round for long.
    fn first_depth(&self) -> u16 {
        if self.objective.repetition == RepetitionValue::Never { TO_THE_END } else { 2 * PLY }
    }

    /// Asks whether the player to move ends with at least so much more, and narrows what is known.
    fn narrow(
        &mut self,
        state: &Position,
        asked: i32,
        bounds: &mut Bounds,
        depth: &mut u16,
        told: &mut dyn FnMut(Progress),
    ) {
        let mover = state.to_move;
        let ahead = self.ahead(state);
        // Who is content with nothing more is content with a draw.
        let draws = if asked <= 0 { mover } else { mover.other() };
        let again = [mover.other(), mover];
        let ways = if self.objective.repetition == RepetitionValue::Unsettled { &again[..] } else { &again[..1] };
        for (number, &again) in ways.iter().enumerate() {
            let favour = Favour { draws, again };
            let Some(value) = self.prove(state, asked - ahead, favour, depth, *bounds, told) else { return };
            let yes = value >= asked - ahead;
            let settled = ways.len() == 1;
            let total = value.clamp(-BEYOND, BEYOND) + ahead;
            if yes && (settled || number == 0) {
                // Where draws are welcome, one of them is all that is sure.
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

    /// A value as it is asked for.
    fn measure(&self, value: i32) -> i32 {
        match self.aim {
            Aim::Result => value.signum(),
            Aim::Margin => value,
        }
    }

    /// Looks deeper and deeper until it is proved whether the player to move wins at least so much more
    /// from here on; gives the bound on that side, or nothing if it was told to stop.
    fn prove(
        &mut self,
        state: &Position,
        need: i32,
        favour: Favour,
        depth: &mut u16,
        bounds: Bounds,
        told: &mut dyn FnMut(Progress),
    ) -> Option<i32> {
        let began = self.nodes();
        let mut last = 0;
        loop {
            let before = self.nodes();
            let mut found = self.search.ask(state, need, *depth, favour);
            if self.stopped() {
                return None;
            }
            let spent = self.nodes() - before;
            if !found.proved && *depth != TO_THE_END {
                let yes = found.value >= need;
                let likely = if yes { state.to_move } else { state.to_move.other() };
                // Where looking deeper finds nothing new, what seems to be so may be wrong.
                let provers = [likely, likely.other()];
                let stuck = spent <= last + last / 8;
                let nodes = 1_000 + (CONFIRMING * spent).max((before - began) / 2);
                let mut provers = provers.into_iter().take(if stuck { 2 } else { 1 });
                let search = &mut self.search;
                let confirmed = provers.find_map(|prover| search.confirm(state, need, *depth, favour, prover, nodes));
                found = confirmed.unwrap_or(found);
            }
            last = spent;
            if found.proved {
                if *depth != TO_THE_END {
                    *depth = (*depth * 2 / 3).max(2 * PLY);
                }
                return Some(found.value);
            }
            if *depth == TO_THE_END || *depth == DEEPEST {
                return None;
            }
            // Later looks cost little more than those before, so that greater steps cost less in all.
            *depth = (*depth + PLY + *depth / 16).min(DEEPEST);
            told(Progress { bounds, depth: Some(*depth / PLY) });
        }
    }

    /// Every move of a position with what it is worth to the player who makes it.
    pub fn moves(&mut self, position: &Position, told: &mut dyn FnMut(Move, Bounds)) -> Vec<(Move, Bounds)> {
        let moves = self.game.program.legal_moves(position);
        let mut values = vec![];
        for m in moves {
            if self.stopped() {
                break;
            }
            let bounds = self.worth(position, m);
            told(m, bounds);
            values.push((m, bounds));
        }
        values
    }

    /// A line of best play from a position whose value is known; it may break off where the solver is told
    /// to stop, or where the best play goes on without end.
    pub fn line(&mut self, position: &Position, value: i32) -> (Vec<Move>, Position) {
        let mut position = *position;
        let mut value = value;
        let mut history = History::starting(&position);
        let mut line = vec![];
        let mut seen = vec![position];
        while position.outcome.is_none() && line.len() < LONGEST_LINE {
            let Some(m) = self.best(&position, value, &seen) else { break };
            let mover = position.to_move;
            self.game.program.play_legal(&mut position, &mut history, m, &mut ());
            if position.to_move != mover {
                value = -value;
            }
            line.push(m);
            seen.push(position);
        }
        (line, position)
    }

    /// A move that keeps the value of a position; one that comes back to a position of the line is the
    /// last resort.
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
        let favour = Favour { draws: position.to_move, again: position.to_move };
        let known = self.search.known(position, favour).best;
        if let Some(best) = known.filter(|&best| usize::from(best) < steps.len()) {
            let best = steps.remove(best.into());
            steps.insert(0, best);
        }
        let again = |after: &Position| seen.iter().any(|earlier| after.repeats(earlier));
        steps.sort_by_key(|(_, after)| again(after));
        for (m, after) in &steps {
            let same = after.to_move == position.to_move;
            let wanted = if same { value } else { -value };
            let bounds = self.reaches(after, wanted, same);
            if self.stopped() {
                return None;
            }
            if bounds {
                return Some(*m);
            }
        }
        None
    }

    /// Whether a position is worth so much to the player to move: at least, or at most.
    fn reaches(&mut self, position: &Position, value: i32, at_least: bool) -> bool {
        if let Some(end) = self.verdicts.end(position) {
            let found = self.finished(position, end);
            return if at_least { found >= value } else { found <= value };
        }
        if self.aim == Aim::Result && value == if at_least { -1 } else { 1 } {
            return true;
        }
        let all = i32::from(position.total()).max(1);
        let mut bounds = Bounds { least: -all, most: all };
        let asked = if at_least { value } else { value + 1 };
        let mut depth = self.first_depth();
        self.narrow(position, asked, &mut bounds, &mut depth, &mut |_| {});
        if at_least { bounds.least >= value } else { bounds.most <= value }
    }
}

/// Whose a value is: the winner and by how much, seen from the player to move.
pub fn winner(value: i32, to_move: Side) -> Option<Side> {
    match value.signum() {
        1 => Some(to_move),
        -1 => Some(to_move.other()),
        _ => None,
    }
}
