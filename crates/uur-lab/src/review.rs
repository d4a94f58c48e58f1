//! Reviews a game: what each move gave away, and what would have been better.
//!
//! Each position is searched. The value of a move is that of the position after it, so that a later search, which sees
//! further, corrects an earlier one. What is proved is kept apart from what is estimated.

mod effect;
mod proofs;
mod told;

use std::sync::Arc;

use uur::engine::{Move, Outcome, Position};
use uur::game::Game;
use uur::game_play::GamePlay;
use uur::match_play::{NextStep, Step};
use uur::rules::Side;

use crate::search::evaluation::Payoff;
use crate::search::{MultiPv, Score, SearchInfo, SearchLimits, SearchRequest, search};
use crate::solve::EndgameDatabase;

pub use effect::effect;
pub use told::{MoveReport, PlayerReport, ReviewedGame};

/// What a position is worth to South.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Worth {
    /// With best play this player wins the round; `None` is a draw.
    Proved(Option<Side>),
    /// The estimated chance, from 0 for a loss to 1 for a win.
    Estimated(f64),
}

impl Worth {
    /// What a player may expect, from 0 for a loss to 1 for a win.
    pub fn chance(self, side: Side) -> f64 {
        let south = match self {
            Worth::Proved(Some(Side::South)) => 1.0,
            Worth::Proved(Some(Side::North)) => 0.0,
            Worth::Proved(None) => 0.5,
            Worth::Estimated(chance) => chance,
        };
        if side == Side::South { south } else { 1.0 - south }
    }

    /// Whether nothing is estimated.
    pub fn is_proved(self) -> bool {
        matches!(self, Worth::Proved(_))
    }

    /// What a search has found for the player to move.
    pub(crate) fn found(score: Score, to_move: Side) -> Worth {
        match score {
            Score::WinsBy(_) | Score::WinsByAbout(_) | Score::WinsIn(_) | Score::Wins => Worth::Proved(Some(to_move)),
            Score::LosesBy(_) | Score::LosesByAbout(_) | Score::LosesIn(_) | Score::Loses => {
                Worth::Proved(Some(to_move.other()))
            }
            Score::Draw => Worth::Proved(None),
            Score::Likely(_) | Score::About(_) => {
                let sign = if to_move == Side::South { 0.5 } else { -0.5 };
                Worth::Estimated(0.5 + sign * score.expectation())
            }
        }
    }
}

/// How good a move was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveQuality {
    /// It gave away less than [`MoveQuality::SLIP`].
    Good,
    /// It gave away some of the chance.
    Slip,
    /// It gave away much of the chance.
    Mistake,
    /// It gave away most of the chance, or a result that was proved.
    Blunder,
}

impl MoveQuality {
    /// The loss of a slip, as a part of 1.
    pub const SLIP: f64 = 0.05;
    /// The loss of a mistake.
    pub const MISTAKE: f64 = 0.1;
    /// The loss of a blunder.
    pub const BLUNDER: f64 = 0.2;

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            MoveQuality::Good => "good",
            MoveQuality::Slip => "slip",
            MoveQuality::Mistake => "mistake",
            MoveQuality::Blunder => "blunder",
        }
    }

    fn of(loss: f64) -> MoveQuality {
        match loss {
            loss if loss >= MoveQuality::BLUNDER => MoveQuality::Blunder,
            loss if loss >= MoveQuality::MISTAKE => MoveQuality::Mistake,
            loss if loss >= MoveQuality::SLIP => MoveQuality::Slip,
            _ => MoveQuality::Good,
        }
    }
}

/// A move that was reviewed.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewedMove {
    /// The number of the step in the game, from 1.
    pub number: usize,
    /// The player.
    pub side: Side,
    /// The move.
    pub played: Move,
    /// What the position before it is worth.
    pub before: Worth,
    /// What the position after it is worth.
    pub after: Worth,
    /// How much of the mover's chance it gave away, from 0 to 1.
    pub loss: f64,
    /// A line of play that is better, if the move gave something away.
    pub better: Vec<Move>,
    /// Whether the player had no other move.
    pub forced: bool,
}

impl ReviewedMove {
    /// How good it was.
    pub fn judgement(&self) -> MoveQuality {
        MoveQuality::of(self.loss)
    }

    /// What it did to a result that was proved, in words.
    pub fn verdict(&self) -> Option<&'static str> {
        let (own, other) = (Some(self.side), Some(self.side.other()));
        match (self.before, self.after) {
            (Worth::Proved(before), Worth::Proved(after)) if before != after => match (before, after) {
                (before, None) if before == own => Some("threw away a win: now it is a draw"),
                (before, after) if before == own && after == other => Some("threw away a win: now it is lost"),
                (None, after) if after == other => Some("threw away a draw: now it is lost"),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The review of a game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Review {
    /// The moves.
    pub moves: Vec<ReviewedMove>,
}

impl Review {
    /// The mean part of the chance that a player kept with each move that was a choice, from 0 to 1; `None` without one.
    pub fn accuracy(&self, side: Side) -> Option<f64> {
        let own: Vec<f64> = self
            .moves
            .iter()
            .filter(|played| played.side == side && !played.forced)
            .map(|played| played.loss)
            .collect();
        (!own.is_empty()).then(|| 1.0 - own.iter().sum::<f64>() / own.len() as f64)
    }

    /// How many moves of a player were judged so.
    pub fn count(&self, side: Side, judgement: MoveQuality) -> usize {
        self.moves.iter().filter(|played| played.side == side && played.judgement() == judgement).count()
    }

    /// The moves that turned the game: those after which another player stands better, or another result is proved.
    pub fn turning_points(&self) -> Vec<&ReviewedMove> {
        let better = |worth: Worth| match worth.chance(Side::South) {
            chance if chance > 0.5 => Some(Side::South),
            chance if chance < 0.5 => Some(Side::North),
            _ => None,
        };
        let turns = |played: &&ReviewedMove| {
            played.judgement() >= MoveQuality::Mistake && better(played.before) != better(played.after)
                || played.verdict().is_some()
        };
        self.moves.iter().filter(turns).collect()
    }
}

/// How a game is reviewed.
#[derive(Clone, Copy)]
pub struct ReviewOptions<'a> {
    /// The nodes that are searched in each position.
    pub nodes: u64,
    /// An endgame database of the game.
    pub endgames: Option<&'a EndgameDatabase>,
    /// Polled during a search. Returns whether to stop.
    pub stop: &'a dyn Fn() -> bool,
}

/// A review in progress, position by position.
#[derive(Debug)]
pub struct ReviewRun {
    steps: Vec<Step>,
    /// The game as far as it was searched.
    play: GamePlay,
    /// The positions that were searched.
    found: Vec<FoundPosition>,
    is_over: bool,
}

/// A position in which a move was due, and what was found.
#[derive(Debug, Clone)]
struct FoundPosition {
    /// The number of steps before it.
    steps: usize,
    round: u32,
    position: Position,
    /// How many moves there are.
    moves: usize,
    report: SearchInfo,
    /// The move that was played, and what the end is worth, if the round ended with it.
    played: Option<(Move, Option<Worth>)>,
}

impl ReviewRun {
    /// Begins to review a game.
    pub fn new(play: &GamePlay) -> ReviewRun {
        let begun = GamePlay::new(play.game().clone(), play.from());
        ReviewRun { steps: play.steps(), play: begun, found: vec![], is_over: false }
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        self.play.game()
    }

    /// The steps of the game that were looked at, and all of them.
    pub fn progress(&self) -> (usize, usize) {
        (self.play.turns().len(), self.steps.len())
    }

    /// Searches the next position. Returns whether there is more to search.
    ///
    /// # Panics
    /// If a step of the game is not legal.
    pub fn advance(&mut self, options: ReviewOptions) -> bool {
        if self.is_over {
            return false;
        }
        let step = self.steps.get(self.play.turns().len()).copied();
        if !matches!(step, Some(Step::Lot(_))) {
            self.play.begin_rounds();
        }
        if let NextStep::Move(_) = self.play.due() {
            self.search(options);
        }
        let Some(step) = step.filter(|_| !(options.stop)()) else {
            self.is_over = true;
            return false;
        };
        let turn = self.play.step(step).expect("the step was taken before");
        let outcome = turn.outcome();
        if let (Step::Move(m), Some(last)) = (step, self.found.last_mut()) {
            let ended = outcome.map(|outcome| worth_of_end(self.play.game(), self.play.position(), outcome));
            last.played = Some((m, ended));
        }
        true
    }

    fn search(&mut self, options: ReviewOptions) {
        let (game, position) = (self.play.game().clone(), *self.play.position());
        let request = SearchRequest {
            endgames: options.endgames,
            ..SearchRequest::new(&game, &position, self.play.as_match().history())
        };
        let limits = SearchLimits { depth: SearchLimits::ANY_DEPTH, nodes: options.nodes, stop: options.stop };
        let report = search(request, limits, MultiPv::Best, &mut |_| {});
        let (steps, round) = (self.play.turns().len(), self.play.round());
        let moves = self.play.legal_moves().len();
        self.found.push(FoundPosition { steps, round, position, moves, report, played: None });
    }

    /// The review of the positions that were searched.
    pub fn review(&self) -> Review {
        self.review_with(&[])
    }

    /// The review, with what was proved of some of the positions.
    fn review_with(&self, proved: &[(usize, Worth)]) -> Review {
        let mut moves: Vec<ReviewedMove> = vec![];
        // The worth of the position after, and its round.
        let mut next: Option<(Worth, u32)> = None;
        for found in self.found.iter().rev() {
            let to_move = found.position.to_move;
            let best = found.report.lines.first();
            let searched = best.map(|line| Worth::found(line.score, to_move));
            let known = proved.iter().find(|(steps, _)| *steps == found.steps).map(|(_, worth)| *worth);
            let mut before = known.or(searched);
            if let Some((m, ended)) = found.played {
                let after = ended.or(next.filter(|(_, round)| *round == found.round).map(|(worth, _)| worth));
                if let (Some(worth), Some(after)) = (before, after) {
                    let is_best = best.is_some_and(|line| line.moves.first() == Some(&m));
                    let gave = worth.chance(to_move) - after.chance(to_move);
                    // The search after the move sees further than that before it.
                    let is_better = gave <= 0.0 || is_best && !worth.is_proved();
                    if is_better && !worth.is_proved() {
                        // A move that loses says nothing about the others, so it proves nothing unless it is the only one.
                        let proves = after == Worth::Proved(Some(to_move)) || found.moves == 1;
                        let estimate = Worth::Estimated(after.chance(Side::South));
                        before = Some(if proves { after } else { estimate });
                    }
                    let loss = if is_better || found.moves == 1 { 0.0 } else { gave };
                    let better = best.filter(|_| loss > 0.0 && !is_best);
                    moves.push(ReviewedMove {
                        number: found.steps + 1,
                        side: to_move,
                        played: m,
                        before: before.unwrap_or(worth),
                        after,
                        loss,
                        better: better.map_or(vec![], |line| line.moves.clone()),
                        forced: found.moves == 1,
                    });
                }
            }
            next = before.map(|worth| (worth, found.round));
        }
        moves.reverse();
        Review { moves }
    }
}

/// What the end of a round is worth. Where the next round begins with the seeds that each player holds, these count.
fn worth_of_end(game: &Game, end: &Position, outcome: Outcome) -> Worth {
    if Payoff::of(&game.rules) != Payoff::Held {
        return Worth::Proved(outcome.winner);
    }
    let [south, north] = Side::BOTH.map(|side| {
        let row: i32 = game.program.layout().pits_of(side).map(|pit| i32::from(end.seeds[pit.index()])).sum();
        row + i32::from(end.captured[side])
    });
    Worth::found(Score::ahead_by(south - north), Side::South)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Aim, SolveLimits, Solver, winner};
    use uur::chance::Rng;

    /// A game of random moves.
    fn random_game(name: &str, setting: &str, seed: u64) -> GamePlay {
        let (key, value) = setting.split_once('=').expect("a setting");
        let settings = [(key.to_string(), value.to_string())].into_iter().collect();
        let game = Game::shipped(name).expect("it is shipped").with_settings(&settings).expect("it is allowed");
        let (mut play, mut chance) = (game.play(), Rng::for_game(seed, 0));
        while play.turns().len() < 60 {
            let moves = play.legal_moves();
            if moves.is_empty() {
                break;
            }
            play.play(moves[chance.below(moves.len())]).expect("it is legal");
        }
        play
    }

    fn reviewed(play: &GamePlay, nodes: u64) -> ReviewRun {
        let mut run = ReviewRun::new(play);
        while run.advance(ReviewOptions { nodes, endgames: None, stop: &|| false }) {}
        run
    }

    #[test]
    fn what_is_called_proved_is_what_a_solver_proves() {
        let mut proved = 0;
        for (name, setting) in
            [("kalah", "pits=4"), ("layli-goobalay", "pits=4"), ("boola", "pits=6"), ("layli-goobalay", "pits=3")]
        {
            for seed in 0..4 {
                let play = random_game(name, setting, seed);
                let run = reviewed(&play, 3_000);
                for review in [run.review(), run.proved(20_000, None, &|| false)] {
                    for played in review.moves {
                        let turn = &play.turns()[played.number - 1];
                        let Worth::Proved(before) = played.before else { continue };
                        let limits = SolveLimits { bytes: 1 << 24, threads: 1, stop: &|_| false };
                        let mut solver =
                            Solver::new(play.game(), &turn.before, Aim::Result, None, limits).expect("it fits");
                        let value = solver.solve(&turn.before, &mut |_| {}).exact().expect("it is solved");
                        assert_eq!(winner(value, turn.before.to_move), before, "{name} {setting} {}", play.line());
                        proved += 1;
                    }
                }
            }
        }
        assert!(proved > 100, "{proved}");
    }

    #[test]
    fn a_move_is_worth_what_the_position_after_it_is() {
        for seed in 0..4 {
            let play = random_game("kalah", "pits=6", seed);
            let review = reviewed(&play, 2_000).review();
            assert_eq!(review.moves.len(), play.turns().len());
            for pair in review.moves.windows(2) {
                assert_eq!(pair[0].after, pair[1].before);
            }
            let lost: f64 = review.moves.iter().map(|played| played.loss).sum();
            assert!(lost > 0.3, "random moves give nothing away: {lost}");
            assert!(review.moves.iter().all(|played| !played.forced || played.loss == 0.0));
            assert!(Side::BOTH.iter().all(|&side| review.accuracy(side).is_some_and(|kept| kept < 1.0)));
        }
    }
}
