//! Looking ahead by samples, where no seeds are counted: a tree grows where play seems best, and short
//! games by chance from its leaves tell how good they are.
//!
//! The method is UCT (L. Kocsis and C. Szepesvári, Bandit based Monte-Carlo planning, ECML 2006,
//! 282-293). A game by chance is broken off after a few moves and estimated (R. Lorentz, Amazons discover
//! Monte-Carlo, Computers and Games 2008, 13-24); what a position seems to be worth with best play in the
//! tree counts besides the samples (M. Lanctot, M. Winands, T. Pepels and N. Sturtevant, Monte Carlo tree
//! search with heuristic evaluations using implicit minimax backups, CIG 2014); and wins and losses that
//! are certain are not sampled again (M. Winands, Y. Björnsson and J.-T. Saito, Monte-Carlo tree search
//! solver, Computers and Games 2008, 25-36).

use super::judge::{Judge, Score, expected, percent};
use super::path::SearchPath;
use super::{ASKED_EVERY, Limits, Line, Question, Report, Wanted};
use crate::model::{GameModel, Node, RoundEnd};
use uur::chance::{Rng, interval};
use uur::engine::{Move, Width};
use uur::rules::Side;

/// Moves by chance from a leaf, before it is estimated. With 8 the samples won 33 of 40 games of Andada
/// against alpha-beta that played as many moves in thought, with none 24.
const BY_CHANCE: u32 = 8;
/// How much best play in the tree counts beside the samples.
const BEST_PLAY: f32 = 0.4;
/// How much is tried what has seldom been tried.
const CURIOSITY: f32 = 0.5;
/// Positions of the tree, at most.
const MOST_POSITIONS: usize = 1 << 20;

/// A position of the tree. Values are South's, from -1 for a loss to 1 for a win.
struct SampleNode<W: Width> {
    state: Node<W>,
    /// The move that led here; none at the root.
    m: Option<Move>,
    /// Where its children begin, and how many they are, once it has some.
    children: Option<(u32, u16)>,
    visits: u32,
    /// The values of all samples through it.
    sum: f32,
    /// What it seems to be worth with best play in the tree.
    best: f32,
    /// What it is worth for certain.
    proved: Option<i8>,
}

/// Sampling under way.
pub(super) struct Sampling<'a, W: Width> {
    board: GameModel<W>,
    judge: Judge,
    limits: Limits<'a>,
    nodes: Vec<SampleNode<W>>,
    /// The positions up to the one that is looked at.
    past: SearchPath<W>,
    chance: Rng,
    /// Moves played in thought.
    played: u64,
}

impl<'a, W: Width> Sampling<'a, W> {
    /// Samples from a position, which the board has as well.
    pub fn new(question: Question<'a>, board: GameModel<W>, root: Node<W>, limits: Limits<'a>) -> Self {
        let past = SearchPath::of(question, &board, root);
        let judge = Judge::new(question.game);
        let chance = Rng::for_game(1, 0);
        let mut sampling = Sampling { judge, limits, nodes: vec![], past, chance, played: 0, board };
        sampling.add(root, None);
        sampling
    }

    /// Takes samples until a limit is reached or the result is certain. What has been found is told each
    /// time that the samples have doubled.
    pub fn sample(mut self, wanted: Wanted, told: &mut dyn FnMut(&Report)) -> Report {
        let (mut asks_at, mut tells_at) = (0, 1 << 16);
        while self.nodes[0].proved.is_none() && self.played < self.limits.nodes {
            if self.played >= asks_at {
                if (self.limits.stop)() {
                    break;
                }
                asks_at = self.played + ASKED_EVERY;
            }
            self.take_sample();
            if self.played >= tells_at {
                tells_at *= 2;
                told(&self.report(wanted));
            }
        }
        self.report(wanted)
    }

    fn report(&self, wanted: Wanted) -> Report {
        let mut moves: Vec<&SampleNode<W>> = self.children(0).iter().collect();
        let mover = self.sign(0);
        moves.sort_by(|one, other| worth(other, mover).total_cmp(&worth(one, mover)));
        if wanted == Wanted::Best {
            moves.truncate(1);
        }
        let lines: Vec<Line> = moves.into_iter().map(|child| self.line(child, mover)).collect();
        Report {
            depth: lines.first().map_or(0, |line| line.moves.len().min(usize::from(u8::MAX - 1)) as u8),
            nodes: self.played,
            complete: self.nodes[0].proved.is_some(),
            lines,
        }
    }

    /// How willingly a player moves to a position: one that he has tried often, unless the result is known.
    fn rank(&self, child: &SampleNode<W>, mover: f32) -> f64 {
        match child.proved {
            Some(0) => 0.5,
            Some(proved) => f64::from(proved) * f64::from(mover) * f64::from(u32::MAX),
            None => f64::from(child.visits),
        }
    }

    /// A move of the root with what is expected to follow.
    fn line(&self, child: &SampleNode<W>, mover: f32) -> Line {
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
            moves.extend(node.m.map(|m| m));
            let mover = sign(self.board.to_move(&node.state));
            let visited = self.below(node).iter().filter(|child| child.visits > 0);
            at = visited.max_by(|one, other| self.rank(one, mover).total_cmp(&self.rank(other, mover)));
        }
        Line { score, samples, moves }
    }

    /// Goes down the tree to a leaf, lets it grow there, and takes what a game from there comes to.
    fn take_sample(&mut self) {
        let mut path = vec![0];
        let length = self.past.len();
        let value = loop {
            let at = path[path.len() - 1];
            if let Some(proved) = self.nodes[at].proved {
                break proved.into();
            }
            let is_fresh = at != 0 && self.nodes[at].visits == 0;
            if is_fresh || self.nodes[at].children.is_none() && self.nodes.len() >= MOST_POSITIONS {
                break self.play_out(at);
            }
            if self.nodes[at].children.is_none() {
                self.grow(at);
            }
            if self.children(at).is_empty() {
                // The rules end no round here, although nobody has a move. Looking at it counts, so that
                // the samples have an end.
                self.played += 1;
                break self.glance(&self.nodes[at].state);
            }
            let next = self.promising(at);
            path.push(next);
            let state = self.nodes[next].state;
            if self.nodes[next].proved.is_none() {
                if self.past.repetition(&state).is_some() {
                    break self.result(&self.board.repeated(&state)).unwrap_or(0).into();
                }
                self.past.push(&state);
            }
        };
        while self.past.len() > length {
            self.past.pop();
        }
        for &at in path.iter().rev() {
            self.nodes[at].visits += 1;
            self.nodes[at].sum += value;
            self.look_below(at);
        }
    }

    /// The positions after all moves come into the tree. Of the first moves those that take too long to
    /// follow are left out if there are others.
    fn grow(&mut self, at: usize) {
        let state = self.nodes[at].state;
        let from = self.nodes.len();
        let mut too_long = vec![];
        for m in self.board.moves(&state) {
            let (after, given_up) = self.board.successor_bounded(&state, m);
            self.played += 1;
            if at == 0 && given_up {
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
        let best = proved.map_or_else(|| self.glance(&state), f32::from);
        self.nodes.push(SampleNode { state, m, children: None, visits: 0, sum: 0.0, best, proved });
    }

    /// The child that is to be tried next.
    fn promising(&self, at: usize) -> usize {
        let mover = self.sign(at);
        let log = (self.nodes[at].visits.max(1) as f32).ln();
        let promise = |child: &SampleNode<W>| match child.proved {
            Some(proved) => f32::from(proved) * mover * 1e6,
            None => {
                let seems = (1.0 - BEST_PLAY) * child.mean() + BEST_PLAY * child.best;
                mover * seems + CURIOSITY * (log / child.visits.max(1) as f32).sqrt()
            }
        };
        let (from, _) = self.nodes[at].children.expect("it has grown");
        let children = self.children(at).iter().map(promise).enumerate();
        let best = children.max_by(|(_, one), (_, other)| one.total_cmp(other));
        from as usize + best.expect("a round that goes on has a move").0
    }

    /// A few moves by chance, and an estimate.
    fn play_out(&mut self, at: usize) -> f32 {
        let mut state = self.nodes[at].state;
        for _ in 0..BY_CHANCE {
            let moves = self.board.moves(&state);
            if moves.is_empty() {
                break;
            }
            state = self.board.successor_bounded(&state, moves[self.chance.below(moves.len())]).0;
            self.played += 1;
        }
        self.result(&state).map_or_else(|| self.glance(&state), f32::from)
    }

    /// What the children tell of a position.
    fn look_below(&mut self, at: usize) {
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

    fn children(&self, at: usize) -> &[SampleNode<W>] {
        self.below(&self.nodes[at])
    }

    fn below(&self, node: &SampleNode<W>) -> &[SampleNode<W>] {
        node.children.map_or(&[], |(from, count)| &self.nodes[from as usize..][..count.into()])
    }

    /// 1 if South is to move, -1 if North is.
    fn sign(&self, at: usize) -> f32 {
        sign(self.board.to_move(&self.nodes[at].state))
    }

    /// What a finished round is worth.
    fn result(&self, state: &Node<W>) -> Option<i8> {
        let [south, north] = self.board.captured(state).map(i32::from);
        self.board.end(state).map(|end| match end {
            RoundEnd::Won(winner) => sign(winner) as i8,
            RoundEnd::Drawn => 0,
            RoundEnd::Counted => (south - north).signum() as i8,
        })
    }

    /// What a position seems to be worth at a glance.
    fn glance(&self, state: &Node<W>) -> f32 {
        sign(self.board.to_move(state)) * expected(self.judge.estimate(&self.board, state))
    }
}

impl<W: Width> SampleNode<W> {
    /// What the samples came to on average.
    fn mean(&self) -> f32 {
        if self.visits == 0 { self.best } else { self.sum / self.visits as f32 }
    }
}

/// What a position is worth to a player, by which the moves of the root are ordered: the share of games that the
/// player wins at least, the lower end of the 95 % interval. A move that has hardly been tried comes late
/// that way, however well it went. A result that is known comes before or after all that are only likely.
fn worth<W: Width>(child: &SampleNode<W>, mover: f32) -> f64 {
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
