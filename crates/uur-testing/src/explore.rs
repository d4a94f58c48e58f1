//! State space exploration: all positions of a round, with the invariants of each.
//!
//! The search is breadth-first, so the line to a violation is a shortest one. A position is the same on every
//! path and however often it occurred. Cycles are found in the graph of all positions.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use uur::engine::{Budget, Move, Position, Reason};
use uur::game::Game;

use super::properties::{CountingObserver, Property, events_of_forbidden_moves, violations_of};
use uur_lab::coverage::Coverage;
use uur_lab::graph::AdjacencyLists;

/// The bounds of an exploration.
#[derive(Clone, Copy)]
pub struct ExploreBounds<'a> {
    /// The maximum number of positions.
    pub positions: usize,
    /// The maximum number of events in moves.
    pub events: u64,
    /// Once this is true, no further move is played.
    pub stop: &'a AtomicBool,
    /// Receives the number of positions found so far.
    pub on_progress: &'a dyn Fn(usize),
}

/// The result of an exploration.
#[derive(Debug, Clone, Default)]
pub struct Exploration {
    /// Positions, ended ones included.
    pub positions: usize,
    /// Moves between them.
    pub moves: u64,
    /// The number of moves up to which all lines were played.
    pub depth: usize,
    /// Whether all reachable positions were found.
    pub all: bool,
    /// Positions in which the round is over, by reason.
    pub ends: EndPositions,
    /// Endless moves.
    pub endless_moves: u64,
    /// Moves that were abandoned for their length, with unknown successors.
    pub too_long: u64,
    /// Whether rounds terminate. `None` unless all positions were found.
    pub rounds: Option<RoundTermination>,
    /// Violated invariants, each with a shortest line to a violation.
    pub violations: Vec<(Property, Vec<Move>)>,
}

/// Positions in which the round is over, by reason.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct EndPositions {
    /// A player has no move.
    pub no_move: usize,
    /// A sowing is endless.
    pub endless: usize,
    /// Another condition holds.
    pub condition: usize,
}

/// Whether rounds terminate without the rule of repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundTermination {
    /// Whether a position can repeat.
    pub come_again: bool,
    /// Positions from which every line repeats, so that only the rule of repetition ends the round.
    pub without_end: usize,
}

/// Events of a move that is too long to be replayed for checks.
const LONG_MOVE_EVENTS: u64 = 10_000;

/// The maximum number of laps of a move. On wide boards a relay can take too long to end or to repeat.
const MOST_LAPS: u32 = 50_000;

struct Explorer<'a> {
    game: &'a Game,
    bounds: ExploreBounds<'a>,
    coverage: &'a mut Coverage,
    /// The number of each position.
    known: HashMap<Position, u32>,
    /// The predecessor of each position and the move from there.
    before: Vec<Option<(u32, Move)>>,
    /// All moves, as pairs of position numbers.
    edges: Vec<(u32, u32)>,
    ended: Vec<u32>,
    events: u64,
    reached: Exploration,
}

/// Explores all positions of a round. The coverage counts the clauses of all moves.
pub fn explore(game: &Game, bounds: ExploreBounds, coverage: &mut Coverage) -> Exploration {
    let mut explorer = Explorer {
        game,
        bounds,
        coverage,
        known: HashMap::new(),
        before: vec![],
        edges: vec![],
        ended: vec![],
        events: 0,
        reached: Exploration::default(),
    };
    explorer.run();
    let mut reached = explorer.reached;
    reached.positions = explorer.before.len();
    reached.moves = explorer.edges.len() as u64;
    reached.rounds = reached.all.then(|| rounds(explorer.before.len(), &explorer.edges, &explorer.ended));
    reached
}

impl Explorer<'_> {
    fn run(&mut self) {
        let mut level = vec![];
        self.meet(self.game.program.start(), None, &mut level);
        while !level.is_empty() {
            let mut next = vec![];
            for (number, position) in level {
                if !self.go_on(number, &position, &mut next) {
                    return;
                }
            }
            self.reached.depth += usize::from(!next.is_empty());
            level = next;
        }
        self.reached.all = self.reached.too_long == 0;
    }

    /// Plays all moves of a position. Returns whether to continue.
    fn go_on(&mut self, number: u32, position: &Position, next: &mut Vec<(u32, Position)>) -> bool {
        (self.bounds.on_progress)(self.before.len());
        self.events += events_of_forbidden_moves(self.game, position);
        self.coverage.count_limits(self.game, position);
        let moves = self.game.program.legal_moves(position);
        if moves.is_empty() && !self.game.program.cut_short() {
            self.violates(Property::DeadEnd, number, None);
        }
        for m in moves {
            let over = self.before.len() >= self.bounds.positions || self.events >= self.bounds.events;
            if over || self.bounds.stop.load(Ordering::Relaxed) {
                return false;
            }
            let mut after = *position;
            let mut watched = CountingObserver { events: 0, endless: false, observer: self.coverage };
            let mut budget = Budget::laps(MOST_LAPS);
            self.game.program.play_alone(&mut after, m, &mut watched, &mut budget);
            let CountingObserver { events, endless, .. } = watched;
            if self.game.program.cut_short() {
                return false;
            }
            self.events += events;
            if budget.overrun().is_some() {
                self.reached.too_long += 1;
                continue;
            }
            self.reached.endless_moves += u64::from(endless);
            if after.total() != position.total() {
                self.violates(Property::Conservation, number, Some(m));
            }
            // The mirror image of a long move would be as long.
            if events < LONG_MOVE_EVENTS {
                for property in violations_of(self.game, position, m) {
                    self.violates(property, number, Some(m));
                }
            }
            let reached = self.meet(after, Some((number, m)), next);
            self.edges.push((number, reached));
        }
        true
    }

    /// Returns the number of a position, and queues it if it is new.
    fn meet(&mut self, position: Position, before: Option<(u32, Move)>, next: &mut Vec<(u32, Position)>) -> u32 {
        let position = self.game.without_count(position);
        if let Some(&number) = self.known.get(&position) {
            return number;
        }
        let number = self.before.len() as u32;
        self.known.insert(position, number);
        self.before.push(before);
        match position.outcome.map(|outcome| outcome.reason) {
            None => {
                next.push((number, position));
                return number;
            }
            Some(Reason::NoMove) => self.reached.ends.no_move += 1,
            Some(Reason::Endless) => self.reached.ends.endless += 1,
            Some(Reason::Condition | Reason::Repetition) => self.reached.ends.condition += 1,
        }
        self.ended.push(number);
        number
    }

    fn violates(&mut self, property: Property, number: u32, last: Option<Move>) {
        if self.reached.violations.iter().any(|(known, _)| *known == property) {
            return;
        }
        let mut line: Vec<Move> = last.into_iter().collect();
        let mut at = number;
        while let Some((before, m)) = self.before[at as usize] {
            line.push(m);
            at = before;
        }
        line.reverse();
        self.reached.violations.push((property, line));
    }
}

/// Analyses the graph of all positions.
fn rounds(positions: usize, edges: &[(u32, u32)], ended: &[u32]) -> RoundTermination {
    let mut sizes = vec![0; positions];
    edges.iter().for_each(|&(_, to)| sizes[to as usize] += 1);
    let backward = AdjacencyLists::new(sizes, edges.iter().map(|&(from, to)| (to, from)));
    let mut ends = vec![false; positions];
    let mut open: Vec<u32> = ended.to_vec();
    open.iter().for_each(|&number| ends[number as usize] = true);
    while let Some(number) = open.pop() {
        for &from in backward.of(number as usize) {
            if !std::mem::replace(&mut ends[from as usize], true) {
                open.push(from);
            }
        }
    }
    // Repeatedly removes positions without remaining moves. What stays can reach a cycle.
    let mut moves = vec![0_u32; positions];
    edges.iter().for_each(|&(from, _)| moves[from as usize] += 1);
    let mut open: Vec<u32> = (0..positions as u32).filter(|&number| moves[number as usize] == 0).collect();
    let mut left = 0;
    while let Some(number) = open.pop() {
        left += 1;
        for &from in backward.of(number as usize) {
            moves[from as usize] -= 1;
            if moves[from as usize] == 0 {
                open.push(from);
            }
        }
    }
    RoundTermination { come_again: left < positions, without_end: ends.iter().filter(|ends| !**ends).count() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_without_a_way_out_is_seen() {
        let ends = rounds(3, &[(0, 1), (0, 2)], &[1, 2]);
        assert_eq!(ends, RoundTermination { come_again: false, without_end: 0 });
        let circle = rounds(4, &[(0, 1), (1, 0), (1, 2), (0, 3), (3, 3)], &[2]);
        assert_eq!(circle, RoundTermination { come_again: true, without_end: 1 });
    }
}
