//! The answer about the best move, which a search finds in slices.

use std::sync::Arc;

use serde::Serialize;
use uur::chance::Rng;
use uur::engine::Position;
use uur::game::Game;
use uur::game_play::GamePlay;
use uur::match_play::NextStep;
use uur::match_play::Step;
use uur::notation::{write_move, write_steps};
use uur::rules::Side;
use uur_lab::search::{Level, MultiPv, ScoredPv, SearchInfo, SlicedSearch, outlook};

use crate::failure::Failure;

/// The nodes of a slice if the question does not say it.
const SLICE: u64 = 50_000;

/// A search that is going on.
#[derive(Debug)]
pub struct Thinking {
    game: Arc<Game>,
    position: Position,
    level: Level,
    seed: u64,
    progress: Progress,
}

/// How far a search has come. One that has ended keeps no tables.
#[derive(Debug)]
enum Progress {
    Running(Box<SlicedSearch>),
    Ended(SearchInfo),
}

/// The best move, as far as the search has come.
#[derive(Debug, Serialize)]
pub struct BestAnswer {
    /// Whether the search has not ended. The same question continues it.
    pub more: bool,
    /// The nodes searched.
    pub nodes: u64,
    /// The depth of the last iteration.
    pub depth: u8,
    /// Whether everything was searched to the end of the round.
    pub complete: bool,
    /// The move that the level plays; none before the first iteration.
    #[serde(rename = "move")]
    pub chosen: Option<String>,
    /// The lines of play, best first: one, or one for each move.
    pub lines: Vec<LineData>,
}

/// A line of play.
#[derive(Debug, Serialize)]
pub struct LineData {
    /// Its first move.
    #[serde(rename = "move")]
    pub first: String,
    /// All of its moves, separated by blanks.
    pub moves: String,
    /// The score for the player to move, such as `+1.5 seeds`.
    pub score: String,
    /// The 95 % error of the score in percent of games, if it is sampled.
    pub error: Option<f64>,
    /// What South may expect, from 0 for a loss to 1 for a win.
    pub south: f64,
    /// The score in words, with the players by their names.
    pub text: String,
}

impl Thinking {
    /// Begins a search at the end of a line of play.
    ///
    /// # Errors
    /// If there is no such level, or no move is due.
    pub fn new(line: &GamePlay, level: &str, all: bool, seed: u64) -> Result<Thinking, Failure> {
        let level: Level = level.parse().map_err(|message: String| Failure::new("question", message))?;
        if !matches!(line.due(), NextStep::Move(_)) {
            return Err(Failure::new("due", "no move is due"));
        }
        let (game, position) = (line.game().clone(), *line.position());
        let (depth, nodes, multi_pv) = level.plan(&game, &position);
        let multi_pv = if all { MultiPv::All } else { multi_pv };
        let history = line.as_match().history().clone();
        let search = SlicedSearch::new(game.clone(), position, history, (depth, nodes), multi_pv);
        Ok(Thinking { game, position, level, seed, progress: Progress::Running(Box::new(search)) })
    }

    /// Searches a slice.
    pub fn go_on(&mut self, slice: Option<u64>) {
        if let Progress::Running(search) = &mut self.progress
            && !search.advance(slice.unwrap_or(SLICE).max(1))
        {
            self.progress = Progress::Ended(search.report());
        }
    }

    /// The result so far.
    pub fn answer(&self) -> BestAnswer {
        let (report, nodes, more) = match &self.progress {
            Progress::Running(search) => (search.report(), search.nodes(), true),
            Progress::Ended(report) => (report.clone(), report.nodes, false),
        };
        let lines = report.lines.iter().map(|line| self.line(line, &report)).collect();
        let chosen = self.level.pick(&self.game, report.clone(), &mut Rng::for_game(self.seed, 0));
        BestAnswer {
            more,
            nodes,
            depth: report.depth,
            complete: report.complete,
            chosen: chosen.map(|chosen| write_move(&self.game.program, chosen.m)),
            lines,
        }
    }

    fn line(&self, line: &ScoredPv, report: &SearchInfo) -> LineData {
        let mover = self.position.to_move;
        let sign = if mover == Side::South { 1.0 } else { -1.0 };
        let steps: Vec<Step> = line.moves.iter().map(|&m| Step::Move(m)).collect();
        LineData {
            first: write_steps(&self.game.program, &steps[..steps.len().min(1)]),
            moves: write_steps(&self.game.program, &steps),
            score: line.score.to_string(),
            error: line.error(),
            south: 0.5 + 0.5 * sign * line.score.expectation(),
            text: outlook(mover, line, report),
        }
    }
}
