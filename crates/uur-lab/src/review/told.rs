//! A review for people and programs: chances, judgements and sentences.

use serde::Serialize;
use uur::diagnostic::{count, join};
use uur::engine::Move;
use uur::game::Game;
use uur::game_play::GamePlay;
use uur::match_play::Step;
use uur::notation::{write_move, write_steps};
use uur::rules::Side;

use super::{FoundPosition, MoveQuality, Review, ReviewRun, ReviewedMove, Worth, effect};

/// The most moves that are told of a better line.
const MOVES_TOLD: usize = 6;
/// The signs of a curve of chances, from none to all.
const STEPS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A review of a game, told.
#[derive(Debug, Clone, Serialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ReviewedGame {
    /// The moves.
    pub moves: Vec<MoveReport>,
    /// South and North.
    pub players: [PlayerReport; 2],
    /// The numbers of the moves that turned the game.
    pub turning_points: Vec<usize>,
}

/// A move that was reviewed.
#[derive(Debug, Clone, Serialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct MoveReport {
    /// The number of the step in the game, from 1.
    pub number: usize,
    /// `south` or `north`.
    pub side: &'static str,
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// South's chance before it, from 0 to 1.
    pub before: f64,
    /// South's chance after it, from 0 to 1.
    pub after: f64,
    /// Whether the chance after it is proved, not estimated.
    pub proved: bool,
    /// How much of the mover's chance it gave away, from 0 to 1.
    pub loss: f64,
    /// `good`, `slip`, `mistake` or `blunder`.
    pub judgement: &'static str,
    /// A better line of play, if it gave something away.
    pub better: String,
    /// What is to be said of it, in a sentence; empty for a good move.
    pub comment: String,
}

/// How well a player played.
#[derive(Debug, Clone, Serialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct PlayerReport {
    /// `south` or `north`.
    pub side: &'static str,
    /// The mean part of the chance that was kept with each move that was a choice; none without one.
    pub accuracy: Option<f64>,
    /// The number of slips.
    pub slips: usize,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
}

impl PlayerReport {
    /// The report in a sentence.
    pub fn text(&self) -> String {
        let side = if self.side == "south" { Side::South } else { Side::North }.title();
        let Some(accuracy) = self.accuracy else { return format!("{side} had no choice.") };
        let faults = [(self.slips, "slip"), (self.mistakes, "mistake"), (self.blunders, "blunder")];
        let faults: Vec<String> =
            faults.into_iter().filter(|(number, _)| *number > 0).map(|(number, what)| count(number, what)).collect();
        let faults = if faults.is_empty() { "no slip".to_string() } else { join(&faults, "and") };
        format!("{side} kept {:.1} % of the chance with each move: {faults}.", 100.0 * accuracy)
    }
}

impl ReviewedGame {
    /// South's chance after each move as a row of signs: the higher, the better for South.
    pub fn curve(&self) -> String {
        let sign = |played: &MoveReport| STEPS[((played.after * 8.0) as usize).min(7)];
        self.moves.iter().map(sign).collect()
    }

    /// How well each player who has moved played, a line for each.
    pub fn players_text(&self) -> String {
        let moved = self.players.iter().filter(|player| self.moves.iter().any(|played| played.side == player.side));
        moved.map(|player| player.text() + "\n").collect()
    }

    /// The moves that are commented.
    pub fn commented(&self) -> impl Iterator<Item = &MoveReport> {
        self.moves.iter().filter(|played| !played.comment.is_empty())
    }
}

impl ReviewRun {
    /// Tells a review of this game.
    pub fn told(&self, review: &Review) -> ReviewedGame {
        let player = |side: Side| PlayerReport {
            side: side.as_str(),
            accuracy: review.accuracy(side),
            slips: review.count(side, MoveQuality::Slip),
            mistakes: review.count(side, MoveQuality::Mistake),
            blunders: review.count(side, MoveQuality::Blunder),
        };
        let found = |number: usize| self.found.iter().find(|found| found.steps + 1 == number);
        ReviewedGame {
            moves: review.moves.iter().map(|played| self.told_move(played, found(played.number))).collect(),
            players: Side::BOTH.map(player),
            turning_points: review.turning_points().iter().map(|played| played.number).collect(),
        }
    }

    fn told_move(&self, played: &ReviewedMove, found: Option<&FoundPosition>) -> MoveReport {
        let game = self.game();
        let steps: Vec<Step> = played.better.iter().take(MOVES_TOLD).map(|&m| Step::Move(m)).collect();
        let at = found.map(|found| GamePlay::new(game.clone(), Some(found.position)));
        MoveReport {
            number: played.number,
            side: played.side.as_str(),
            played: write_move(&game.program, played.played),
            before: played.before.chance(Side::South),
            after: played.after.chance(Side::South),
            proved: played.after.is_proved(),
            loss: played.loss,
            judgement: played.judgement().as_str(),
            better: write_steps(&game.program, &steps),
            comment: at.map_or(String::new(), |at| comment(game, played, &at)),
        }
    }
}

/// What is to be said of a move.
fn comment(game: &Game, played: &ReviewedMove, at: &GamePlay) -> String {
    let judgement = played.judgement();
    if judgement == MoveQuality::Good && played.verdict().is_none() {
        return String::new();
    }
    let side = played.side;
    let percent = |worth: Worth| format!("{:.0} %", 100.0 * worth.chance(side));
    let what = match (played.verdict(), played.before, played.after) {
        (Some(verdict), ..) => format!("{} {verdict}", side.title()),
        (None, before, after) => {
            let proved = |worth: Worth| if worth.is_proved() { " (proved)" } else { "" };
            format!(
                "{}'s chance falls from {}{} to {}{}",
                side.title(),
                percent(before),
                proved(before),
                percent(after),
                proved(after)
            )
        }
    };
    let better = played.better.first().map_or(String::new(), |&best| better(game, at, best, &played.better));
    format!("{}: {what}{better}", judgement.as_str())
}

/// Tells a better line, and why.
fn better(game: &Game, at: &GamePlay, best: Move, line: &[Move]) -> String {
    let first = write_move(&game.program, best);
    let effect = effect(at, best).map_or(String::new(), |effect| format!(": {effect}"));
    let steps: Vec<Step> = line.iter().skip(1).take(MOVES_TOLD - 1).map(|&m| Step::Move(m)).collect();
    let then = if steps.is_empty() { String::new() } else { format!(" (then {})", write_steps(&game.program, &steps)) };
    format!("; better was {first}{effect}{then}")
}
