//! Engines written by hand, each for one game: what the engine of rule files is measured against.
//!
//! They are what one would write at first for the one game, with care but without tricks: arrays of
//! seeds, a loop over the seeds in hand, plain conditions. Pits are numbered in the mover's own rows,
//! from the mover's own end.

pub mod bao;
pub mod boola;
pub mod hus;
pub mod kalah;
pub mod layli;
pub mod oware;

use std::hint::black_box;

use uur::chance::Rng;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandOutcome {
    /// This player has won, South is 0.
    Won(usize),
    /// Neither has.
    Draw,
    /// Neither has, because the last move would have gone on for ever.
    Endless,
}

impl HandOutcome {
    /// The player with more seeds wins.
    fn of_most(captured: [u8; 2]) -> Self {
        match captured[0].cmp(&captured[1]) {
            std::cmp::Ordering::Greater => HandOutcome::Won(0),
            std::cmp::Ordering::Less => HandOutcome::Won(1),
            std::cmp::Ordering::Equal => HandOutcome::Draw,
        }
    }
}

/// The moves of a player in sowing order. By default a move is a pit, one of two rows of eight.
pub struct HandMoves<M = u8, const MOST: usize = 16> {
    moves: [M; MOST],
    count: usize,
}

impl<M, const MOST: usize> HandMoves<M, MOST> {
    fn push(&mut self, m: M) {
        self.moves[self.count] = m;
        self.count += 1;
    }
}

impl<M: Copy + Default, const MOST: usize> Default for HandMoves<M, MOST> {
    fn default() -> Self {
        HandMoves { moves: [M::default(); MOST], count: 0 }
    }
}

impl<M, const MOST: usize> AsRef<[M]> for HandMoves<M, MOST> {
    fn as_ref(&self) -> &[M] {
        &self.moves[..self.count]
    }
}

/// A game written by hand: its positions.
pub trait ByHand: Copy {
    /// The earlier positions of a game, as far as its rule of repetition asks for them.
    type Earlier: Default;
    /// A move.
    type Move: Copy;
    /// The moves of a player.
    type Moves: AsRef<[Self::Move]>;

    /// The position from which a game starts.
    fn start(earlier: &mut Self::Earlier) -> Self;
    /// The moves of the player to move; none once the game is over.
    fn moves(&self) -> Self::Moves;
    /// Draws a move at random.
    fn draw(&self, chance: &mut Rng) -> Self::Move {
        let moves = self.moves();
        let moves = moves.as_ref();
        moves[chance.below(moves.len())]
    }
    /// Plays a legal move, and looks whether the game is over.
    fn play(&mut self, earlier: &mut Self::Earlier, m: Self::Move);
    /// Forgets the position that the last move has led to.
    fn take_back(earlier: &mut Self::Earlier);
    /// Whose turn it is, South's is 0.
    #[allow(dead_code, reason = "only a test compares it")]
    fn to_move(&self) -> usize;
    /// The seeds in the pits, from South's first to North's last.
    #[allow(dead_code, reason = "only a test compares them")]
    fn pits(&self) -> Vec<u8>;
    /// The seeds in each player's store.
    fn captured(&self) -> [u8; 2];
    /// How the game ended, if it has.
    fn outcome(&self) -> Option<HandOutcome>;
}

/// The totals of some games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// Moves made.
    pub moves: u64,
    /// Games that South has won.
    pub south: u64,
    /// Games that North has won.
    pub north: u64,
    /// Games that neither player has won, those that end in a sowing without end included.
    pub draws: u64,
    /// Games that end in a sowing without end.
    pub endless: u64,
    /// By how many seeds one player had more, over all games.
    pub margins: u64,
}

impl Totals {
    /// Adds a game.
    pub fn add(&mut self, outcome: HandOutcome, margin: u64) {
        match outcome {
            HandOutcome::Won(0) => self.south += 1,
            HandOutcome::Won(_) => self.north += 1,
            HandOutcome::Draw => self.draws += 1,
            HandOutcome::Endless => {
                self.draws += 1;
                self.endless += 1;
            }
        }
        self.margins += margin;
    }
}

/// Plays the games of these numbers at random.
pub fn play_games<G: ByHand>(numbers: &[u64]) -> Totals {
    let mut totals = Totals::default();
    let mut earlier = G::Earlier::default();
    for &number in numbers {
        let mut chance = Rng::for_game(1, number);
        let mut position = G::start(&mut earlier);
        let outcome = loop {
            if let Some(outcome) = position.outcome() {
                break outcome;
            }
            let m = position.draw(&mut chance);
            position.play(&mut earlier, m);
            totals.moves += 1;
        };
        let [south, north] = position.captured();
        totals.add(outcome, south.abs_diff(north).into());
    }
    totals
}

/// The position after so many random moves of a game.
pub fn after<G: ByHand>(number: u64, moves: usize, earlier: &mut G::Earlier) -> G {
    let mut chance = Rng::for_game(1, number);
    let mut position = G::start(earlier);
    for _ in 0..moves {
        let moves = position.moves();
        let moves = moves.as_ref();
        position.play(earlier, moves[chance.below(moves.len())]);
    }
    position
}

/// The sequences of so many moves, every one of them made, and how many of them end the game.
pub fn perft_made<G: ByHand>(position: &G, earlier: &mut G::Earlier, depth: u32) -> (u64, u64) {
    if depth == 0 {
        return (1, u64::from(black_box(position).outcome().is_some()));
    }
    let (mut found, mut over) = (0, 0);
    for &m in position.moves().as_ref() {
        let mut next = *position;
        next.play(earlier, m);
        let further = perft_made(&next, earlier, depth - 1);
        G::take_back(earlier);
        found += further.0;
        over += further.1;
    }
    (found, over)
}

/// The sequences of so many moves, at least one; the last of them is counted and not made.
pub fn perft_counted<G: ByHand>(position: &G, earlier: &mut G::Earlier, depth: u32) -> u64 {
    let moves = position.moves();
    if depth == 1 {
        return moves.as_ref().len() as u64;
    }
    let mut found = 0;
    for &m in moves.as_ref() {
        let mut next = *position;
        next.play(earlier, m);
        found += perft_counted(&next, earlier, depth - 1);
        G::take_back(earlier);
    }
    found
}
