//! Positions on the path to the one that is searched: those of the game, and those of the line of play, for
//! detecting repetition.

use super::SearchRequest;
use crate::model::{GameModel, Node};
use uur::engine::{BoardKey, RepetitionHistory, RepetitionWindow, Width};

/// How often a position has to occur to be a repetition for the search, where the rules know none.
const SEEN_AS_REPETITION: u16 = 3;

/// Positions in the order in which they came.
pub(super) struct SearchPath<W: Width> {
    boards: RepetitionHistory<BoardKey<W>>,
    /// Where the boards were before each position.
    before: Vec<(usize, RepetitionWindow)>,
    /// The place of the position that is searched.
    root: usize,
    /// Whether the line may come back to the position that is searched.
    comes_back: bool,
    /// How often a position has to occur to be a repetition.
    times: usize,
    seeds_reenter: bool,
}

/// A position that occurred before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Occurrence {
    /// In the line of play that is searched, at this place.
    InLine(usize),
    /// In the game, and as often as the rules demand.
    InGame,
}

impl<W: Width> SearchPath<W> {
    /// The positions of a game up to the one to be searched, which is also given as a node.
    pub fn of(request: SearchRequest, model: &GameModel<W>, root: Node<W>) -> Self {
        let game = request.game;
        let mut path = SearchPath {
            boards: RepetitionHistory::default(),
            before: vec![],
            root: 0,
            comes_back: false,
            times: game.rules.repetition.times.unwrap_or(SEEN_AS_REPETITION).into(),
            seeds_reenter: game.program.facts().stores.reentered.is_some(),
        };
        let before = request.history.positions().split_last().map_or(&[][..], |(_, before)| before);
        for node in before.iter().filter_map(|position| model.pack(position)) {
            path.push(&node);
        }
        path.root = path.before.len();
        path.push(&root);
        path
    }

    /// Counts every position that occurred in the game as a repetition, so that a player who can make progress leaves
    /// known ways.
    pub fn shuns_all(&mut self) {
        self.times = 2;
    }

    /// Does not count the position that is searched as one of the line. What each of its moves is worth is seen so: after
    /// one that can be taken back, the best move can still be made, while the rules do not call that a repetition.
    pub fn may_come_back(&mut self) {
        self.comes_back = true;
    }

    /// Positions of the line.
    pub fn len(&self) -> usize {
        self.before.len() - self.root
    }

    /// Extends the line.
    pub fn push(&mut self, node: &Node<W>) {
        self.before.push(self.boards.now());
        self.boards.record(node.state.board(), node.state.off_board(), self.seeds_reenter);
    }

    /// Takes the last position of the line back.
    pub fn pop(&mut self) {
        let before = self.before.pop().expect("the line has a position");
        self.boards.go_back(before);
    }

    /// Whether a position is a repetition: once in the line is enough, but what came before the line counts only
    /// when the rules say so.
    pub fn repetition(&self, node: &Node<W>) -> Option<Occurrence> {
        let state = &node.state;
        let earlier = self.boards.occurrences(state.board(), state.off_board(), self.seeds_reenter)?;
        let mut times = 1;
        for place in earlier {
            if place > self.root || place == self.root && !self.comes_back {
                return Some(Occurrence::InLine(place - self.root));
            }
            times += 1;
        }
        (times >= self.times).then_some(Occurrence::InGame)
    }
}
