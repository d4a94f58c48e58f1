//! Answers for learners: a game looked over, questions about the rules, and puzzles.

use std::sync::Arc;

use serde::Serialize;
use uur::game::Game;
use uur::game_play::GamePlay;
use uur_lab::exercises::{Exercise, PuzzleOptions, PuzzleRun, quiz};
use uur_lab::review::{ReviewOptions, ReviewRun, ReviewedGame};

use crate::failure::Failure;

/// The most questions of a quiz.
const MOST_QUESTIONS: usize = 200;
/// After so many games without a puzzle none is expected.
const MOST_GAMES: u64 = 100;

/// A review as far as it has come.
#[derive(Debug, Serialize)]
pub struct ReviewAnswer {
    /// Whether there is more to search. The same question continues it.
    pub more: bool,
    /// The steps that were looked at.
    pub done: usize,
    /// All steps.
    pub all: usize,
    /// The moves that were looked at.
    pub review: ReviewedGame,
    /// What is to be said of the players who have moved.
    pub players: Vec<String>,
}

/// Begins to look over a game.
///
/// # Errors
/// If no move was played, or there is one player.
pub fn review(play: &GamePlay) -> Result<ReviewRun, Failure> {
    if play.turns().is_empty() {
        return Err(Failure::new("due", "no move has been played yet, so there is nothing to look over"));
    }
    if play.game().program.is_single_player() {
        return Err(Failure::new(
            "due",
            "a game for one player has no opponent to lose to, so its moves are not judged",
        ));
    }
    Ok(ReviewRun::new(play))
}

/// Looks at so many further positions, at least one.
pub fn review_on(run: &mut ReviewRun, nodes: u64, positions: u64) -> ReviewAnswer {
    let options = ReviewOptions { nodes, endgames: None, stop: &|| false };
    let more = (0..positions.max(1)).all(|_| run.advance(options));
    let (done, all) = run.progress();
    let review = run.told(&run.review());
    let players = review.players_text().lines().map(String::from).collect();
    ReviewAnswer { more, done, all, review, players }
}

/// Questions about the rules.
///
/// # Errors
/// If too many are asked for.
pub fn questions(game: &Arc<Game>, number: usize, seed: u64) -> Result<Vec<Exercise>, Failure> {
    if number > MOST_QUESTIONS {
        return Err(Failure::new("limit", format!("a quiz has at most {MOST_QUESTIONS} questions")));
    }
    Ok(quiz(game, number, seed))
}

/// A puzzle as far as it was looked for.
#[derive(Debug, Serialize)]
pub struct PuzzleAnswer {
    /// Whether none was found yet. The same question looks on.
    pub more: bool,
    /// The games that were looked through.
    pub games: u64,
    /// The puzzle.
    pub exercise: Option<Exercise>,
}

/// Begins to look for a puzzle.
///
/// # Errors
/// If the game has one player.
pub fn puzzle(game: &Arc<Game>, seed: u64) -> Result<PuzzleRun, Failure> {
    if game.program.is_single_player() {
        return Err(Failure::new("due", "a game for one player has no moves that win against another"));
    }
    Ok(PuzzleRun::new(game.clone(), seed))
}

/// Looks at so many further positions, at least one.
pub fn puzzle_on(run: &mut PuzzleRun, nodes: u64, positions: u64) -> PuzzleAnswer {
    let is_open = |run: &PuzzleRun| run.found.is_empty() && run.goes_on(MOST_GAMES);
    for _ in 0..positions.max(1) {
        if is_open(run) {
            run.advance(PuzzleOptions { nodes, endgames: None, stop: &|| false });
        }
    }
    PuzzleAnswer { more: is_open(run), games: run.games(), exercise: run.found.first().cloned() }
}
