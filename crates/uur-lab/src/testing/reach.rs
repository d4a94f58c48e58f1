//! All positions that a round can come to, and what has to hold in each of them.
//!
//! They are met in the order of their distance from the start, so that the line which shows a broken
//! promise is a shortest one. How a position came about does not count, and neither does how often
//! it came: that play can go round is seen from the positions together.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use uur::engine::{Budget, Event, Move, Observer, Position, Reason};
use uur::game::Game;

use super::coverage::Coverage;
use super::properties::{Property, broken_by, events_of_forbidden_moves};

/// How far positions are looked for.
#[derive(Clone, Copy)]
pub struct Bounds<'a> {
    /// Positions after which no further one is looked for.
    pub positions: usize,
    /// Events of moves after which no further one is played.
    pub events: u64,
    /// Once this is true, nothing further is played.
    pub stop: &'a AtomicBool,
    /// Is told how many positions have been met.
    pub told: &'a dyn Fn(usize),
}

/// What was found.
#[derive(Debug, Clone, Default)]
pub struct Reached {
    /// Positions, ended ones included.
    pub positions: usize,
    /// Moves that lead from one to another.
    pub moves: u64,
    /// Up to how many moves all lines were played.
    pub depth: usize,
    /// Whether these are all positions that there are.
    pub all: bool,
    /// Positions in which the round is over, by why: no move, endless, another condition.
    pub ends: Ends,
    /// Moves that go on for ever.
    pub endless_moves: u64,
    /// Moves that were given up for their length, so that it is not known where they lead.
    pub too_long: u64,
    /// What all positions together show; `None` unless they are all.
    pub rounds: Option<Rounds>,
    /// Promises that do not hold, each with a shortest line that shows it.
    pub broken: Vec<(Property, Vec<Move>)>,
}

/// Positions in which the round is over, by why.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ends {
    /// A player has no move.
    pub no_move: usize,
    /// A sowing goes on for ever.
    pub endless: usize,
    /// Another condition holds.
    pub condition: usize,
}

/// Whether rounds end by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rounds {
    /// Whether a position can come again.
    pub come_again: bool,
    /// Positions from which every line comes again: only the rule of repetition ends such a round.
    pub without_end: usize,
}

/// Events of a move that is too long to be played again.
const LONG: u64 = 10_000;

/// Laps after which a move is no longer followed: on wide boards a relay can go on for longer than
/// anybody would wait before it ends or comes round.
const MOST_LAPS: u32 = 50_000;

struct Search<'a> {
    game: &'a Game,
    bounds: Bounds<'a>,
    coverage: &'a mut Coverage,
    /// The number of each position.
    known: HashMap<Position, u32>,
    /// From which position it was met first, and by which move.
    before: Vec<Option<(u32, Move)>>,
    /// All moves, as the numbers of two positions.
    edges: Vec<(u32, u32)>,
    ended: Vec<u32>,
    events: u64,
    reached: Reached,
}

/// Looks for all positions of a round; the coverage counts the clauses of all moves.
pub fn reach(game: &Game, bounds: Bounds, coverage: &mut Coverage) -> Reached {
    let mut search = Search {
        game,
        bounds,
        coverage,
        known: HashMap::new(),
        before: vec![],
        edges: vec![],
        ended: vec![],
        events: 0,
        reached: Reached::default(),
    };
    search.run();
    let mut reached = search.reached;
    reached.positions = search.before.len();
    reached.moves = search.edges.len() as u64;
    reached.rounds = reached.all.then(|| rounds(search.before.len(), &search.edges, &search.ended));
    reached
}

impl Search<'_> {
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

    /// Plays all moves of a position; gives whether to go on after that.
    fn go_on(&mut self, number: u32, position: &Position, next: &mut Vec<(u32, Position)>) -> bool {
        (self.bounds.told)(self.before.len());
        self.events += events_of_forbidden_moves(self.game, position);
        let moves = self.game.program.legal_moves(position);
        if moves.is_empty() && !self.game.program.cut_short() {
            self.breaks(Property::DeadEnd, number, None);
        }
        for m in moves {
            let over = self.before.len() >= self.bounds.positions || self.events >= self.bounds.events;
            if over || self.bounds.stop.load(Ordering::Relaxed) {
                return false;
            }
            let mut after = *position;
            let mut watched = Watched { events: 0, endless: false, coverage: self.coverage };
            let mut budget = Budget::laps(MOST_LAPS);
            self.game.program.play_alone(&mut after, m, &mut watched, &mut budget);
            let Watched { events, endless, .. } = watched;
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
                self.breaks(Property::Conservation, number, Some(m));
            }
            // A move as long as that would be as long again in a mirror.
            if events < LONG {
                for property in broken_by(self.game, position, m) {
                    self.breaks(property, number, Some(m));
                }
            }
            let reached = self.meet(after, Some((number, m)), next);
            self.edges.push((number, reached));
        }
        true
    }

    /// The number of a position, which is put among those to be looked at if it is new.
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

    fn breaks(&mut self, property: Property, number: u32, last: Option<Move>) {
        if self.reached.broken.iter().any(|(known, _)| *known == property) {
            return;
        }
        let mut line: Vec<Move> = last.into_iter().collect();
        let mut at = number;
        while let Some((before, m)) = self.before[at as usize] {
            line.push(m);
            at = before;
        }
        line.reverse();
        self.reached.broken.push((property, line));
    }
}

/// What the positions show together.
fn rounds(positions: usize, edges: &[(u32, u32)], ended: &[u32]) -> Rounds {
    let backward = Neighbours::new(positions, edges.iter().map(|&(from, to)| (to, from)));
    let mut ends = vec![false; positions];
    let mut open: Vec<u32> = ended.to_vec();
    open.iter().for_each(|&number| ends[number as usize] = true);
    while let Some(number) = open.pop() {
        for &from in backward.of(number) {
            if !std::mem::replace(&mut ends[from as usize], true) {
                open.push(from);
            }
        }
    }
    // Positions from which all moves lead to such as are left are left, too; those of a circle stay.
    let mut moves = vec![0_u32; positions];
    edges.iter().for_each(|&(from, _)| moves[from as usize] += 1);
    let mut open: Vec<u32> = (0..positions as u32).filter(|&number| moves[number as usize] == 0).collect();
    let mut left = 0;
    while let Some(number) = open.pop() {
        left += 1;
        for &from in backward.of(number) {
            moves[from as usize] -= 1;
            if moves[from as usize] == 0 {
                open.push(from);
            }
        }
    }
    Rounds { come_again: left < positions, without_end: ends.iter().filter(|ends| !**ends).count() }
}

/// For each position those next to it, one after the other.
struct Neighbours {
    first: Vec<u32>,
    all: Vec<u32>,
}

impl Neighbours {
    fn new(positions: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut first = vec![0_u32; positions + 1];
        edges.clone().for_each(|(from, _)| first[from as usize + 1] += 1);
        for position in 0..positions {
            first[position + 1] += first[position];
        }
        let mut next = first.clone();
        let mut all = vec![0; first[positions] as usize];
        for (from, to) in edges {
            all[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
        Neighbours { first, all }
    }

    fn of(&self, position: u32) -> &[u32] {
        let [begin, end] = [0, 1].map(|more| self.first[position as usize + more] as usize);
        &self.all[begin..end]
    }
}

/// Counts the events of a move and the clauses that made them.
struct Watched<'a> {
    events: u64,
    /// Whether the move goes on for ever.
    endless: bool,
    coverage: &'a mut Coverage,
}

impl Observer for Watched<'_> {
    fn event(&mut self, event: Event) {
        self.events += u64::from(!event.is_bookkeeping());
        self.endless |= matches!(event, Event::Endless { .. });
        self.coverage.event(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_without_a_way_out_is_seen() {
        let ends = rounds(3, &[(0, 1), (0, 2)], &[1, 2]);
        assert_eq!(ends, Rounds { come_again: false, without_end: 0 });
        let circle = rounds(4, &[(0, 1), (1, 0), (1, 2), (0, 3), (3, 3)], &[2]);
        assert_eq!(circle, Rounds { come_again: true, without_end: 1 });
    }
}
