//! Static evaluation, derived from the scoring rules of a game.
//!
//! A finished round has the value of its outcome. Other positions are evaluated by a [trained](super::trained)
//! evaluation, if there is one, or else by material and mobility: captured seeds, if most seeds win; seeds on the
//! board, by which player the `end` lines give them to; and the number of legal moves, if having none decides. Values
//! are hundredths of a seed.

use std::fmt;

use super::trained::{Evaluation, TrainedEvaluation, shipped};
use super::{ScoredPv, SearchInfo};
use crate::model::objective::{Objective, Scoring, endings_of_no_move, value_of_no_move};
use crate::model::{GameModel, Node};
use uur::diagnostic::count;
use uur::engine::Width;
use uur::game::Game;
use uur::rules::{Ending, MarkId, Rules, Side, Taking, Who, Whose};

/// The value of a win. Margins are added, two for each seed. Moves up to the win are subtracted.
pub(super) const WON: i32 = 1_000_000;
/// More than any value.
pub(super) const INFINITY: i32 = 2 * WON;
/// Values above this are wins.
pub(super) const DECIDED: i32 = WON / 2;
/// Penalty for a win whose distance is unknown.
const DISTANT_WIN: i32 = 100_000;
/// The value of a captured seed.
const SEED: i32 = 100;
/// The value of a seed in the row of the player who would get it if the round ended now.
const SEED_IN_ROW: i32 = 20;
/// The value of a marked pit beyond its seeds, because it will collect more.
const GATHERS: i32 = 100;
/// The value of a legal move, where having none loses.
const CHOICE: i32 = 60;
/// The value of a seed in a row, where having no move loses. Against 5 it won 27 of 40 games of Boola, and
/// against 120 it won 29 of 50.
const RESERVE: i32 = 60;

/// An evaluation of this size means slightly more than three wins out of four.
pub(crate) const CLEAR: f32 = 1_500.0;
/// The expected result of the best evaluation, less than that of a win.
const ALMOST: f32 = 0.95;

/// The score of a move for the player who makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// The round is won by this number of seeds.
    WinsBy(u16),
    /// The round is won, by an estimate by this number of seeds.
    WinsByAbout(u16),
    /// The round is won in this number of moves.
    WinsIn(u16),
    /// The round is won, at an unknown distance.
    Wins,
    /// The round is drawn.
    Draw,
    /// The percentage of games won, by playouts or by static evaluation.
    Likely(u8),
    /// The estimated margin over the opponent, in hundredths of a seed.
    About(i32),
    /// The round is lost, at an unknown distance.
    Loses,
    /// The round is lost in this number of moves.
    LosesIn(u16),
    /// The round is lost by this number of seeds.
    LosesBy(u16),
    /// The round is lost, by an estimate by this number of seeds.
    LosesByAbout(u16),
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let moves = |moves: u16| count(moves.into(), "move");
        let seeds = |seeds: u16| count(seeds.into(), "seed");
        match *self {
            Score::WinsBy(margin) => write!(f, "wins by {}", seeds(margin)),
            Score::WinsByAbout(margin) => write!(f, "wins by about {}", seeds(margin)),
            Score::WinsIn(number) => write!(f, "wins within {}", moves(number)),
            Score::Wins => write!(f, "wins"),
            Score::Draw => write!(f, "draw"),
            Score::Likely(percent) => write!(f, "{percent} %"),
            Score::About(value) => write!(f, "{:+.1} seeds", f64::from(value) / f64::from(SEED)),
            Score::Loses => write!(f, "loses"),
            Score::LosesIn(number) => write!(f, "loses within {}", moves(number)),
            Score::LosesBy(margin) => write!(f, "loses by {}", seeds(margin)),
            Score::LosesByAbout(margin) => write!(f, "loses by about {}", seeds(margin)),
        }
    }
}

impl Score {
    /// The estimate for a player who is ahead by this number of seeds.
    pub(crate) fn ahead_by(seeds: i32) -> Score {
        Score::About(SEED * seeds)
    }

    /// The expected result for the player who makes the move, from -1 for a loss to 1 for a win.
    pub fn expectation(self) -> f64 {
        match self {
            Score::WinsBy(_) | Score::WinsByAbout(_) | Score::WinsIn(_) | Score::Wins => 1.0,
            Score::Draw => 0.0,
            Score::Likely(percent) => f64::from(percent) / 50.0 - 1.0,
            Score::About(value) => expected_result(value).into(),
            Score::Loses | Score::LosesIn(_) | Score::LosesBy(_) | Score::LosesByAbout(_) => -1.0,
        }
    }
}

/// Describes the outcome of a line of play for the side to move.
pub fn outlook(side: Side, line: &ScoredPv, report: &SearchInfo) -> String {
    let (own, other) = (side.title(), side.other().title());
    let moves = |number: u16| count(number.into(), "move");
    let seeds = |number: u16| count(number.into(), "seed");
    match line.score {
        Score::WinsBy(margin) => format!("{own} wins by {} if both play their best", seeds(margin)),
        Score::LosesBy(margin) => format!("{own} loses by {} if both play their best", seeds(margin)),
        Score::WinsByAbout(margin) => format!("{own} can win, by about {}", seeds(margin)),
        Score::LosesByAbout(margin) => format!("{other} can win, by about {}", seeds(margin)),
        Score::WinsIn(number) => format!("{own} wins in {} at most", moves(number)),
        Score::LosesIn(number) => format!("{other} wins in {} at most", moves(number)),
        Score::Wins => format!("{own} can win"),
        Score::Loses => format!("{other} can win"),
        Score::Draw => "a draw if both play their best".to_string(),
        Score::Likely(percent) => match line.error() {
            Some(error) => {
                format!("{own} wins {percent} % (± {error:.1}) of {} tried", count(line.samples as usize, "game"))
            }
            None => format!("{own} may win {percent} % of games, by an estimate {} ahead", moves(report.depth.into())),
        },
        Score::About(value) => {
            let ahead = match value.signum() {
                1 => format!("{own} is ahead by {:.1} seeds", f64::from(value) / 100.0),
                -1 => format!("{own} is behind by {:.1} seeds", f64::from(-value) / 100.0),
                _ => "the players are even".to_string(),
            };
            match report.complete {
                true => format!("{ahead} in the end"),
                false => format!("{ahead}, as far as {} ahead", moves(report.depth.into())),
            }
        }
    }
}

/// Evaluates positions of one game.
#[derive(Debug, Clone)]
pub(crate) struct Evaluator<'a> {
    /// How a finished round is scored.
    payoff: Payoff,
    /// Whether captured seeds count.
    stores: bool,
    /// Whether the game has a single player.
    single_player: bool,
    in_row: i32,
    choice: i32,
    /// The marks whose pits go to a player at the end.
    gathering: Vec<MarkId>,
    /// Half of all seeds, where capturing more wins.
    half: Option<u16>,
    /// Whether that is for certain, whatever comes.
    half_settles: bool,
    /// What replaces the rest, if it was trained.
    trained: Option<&'a TrainedEvaluation>,
}

/// How a finished round is scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Payoff {
    /// A shorter win is better.
    Sooner,
    /// The result counts first, then the margin.
    Margin,
    /// Holdings count first, since the next round begins with them, then the result.
    Held,
}

impl Payoff {
    /// Reads it from the rules.
    pub fn of(rules: &Rules) -> Payoff {
        match (&rules.rounds, rules.goal) {
            (Some(_), Some(_)) => Payoff::Held,
            (None, Some(_)) => Payoff::Margin,
            (_, None) => Payoff::Sooner,
        }
    }
}

impl<'a> Evaluator<'a> {
    pub fn new(game: &Game, evaluation: Evaluation<'a>) -> Self {
        let rules = &game.rules;
        let stores = rules.goal.is_some();
        let endings: Vec<&Ending> = endings_of_no_move(rules).collect();
        let fatal = value_of_no_move(rules);
        let kept = endings.iter().flat_map(|ending| &ending.takings).map(|taking| match *taking {
            (Who::Each, Taking::Row(Whose::Own)) | (Who::Opponent, Taking::Rest) => 1,
            (Who::Each, Taking::Row(Whose::Opponent)) | (Who::Player, Taking::Rest) => -1,
            _ => 0,
        });
        let kept: i32 = kept.sum::<i32>().signum();
        let gathering = endings.iter().flat_map(|ending| &ending.takings).filter_map(|taking| match *taking {
            (_, Taking::Marked(Whose::Own, mark)) => Some(mark),
            _ => None,
        });
        let (total, objective) = (game.program.start().total(), Objective::of(game));
        Evaluator {
            payoff: Payoff::of(rules),
            stores,
            single_player: game.program.is_single_player(),
            in_row: if stores { kept * SEED_IN_ROW } else { fatal * RESERVE },
            choice: if stores { 0 } else { fatal * CHOICE },
            gathering: if stores { gathering.collect() } else { vec![] },
            half: (stores && rules.rounds.is_none()).then_some(total / 2),
            half_settles: objective.scoring == Scoring::Margin
                && !objective.draw_overrides_margin
                && !objective.stores_lose,
            trained: match evaluation {
                Evaluation::Standard => shipped(game),
                Evaluation::Rules => None,
                Evaluation::Trained(trained) => Some(trained),
            },
        }
    }

    /// Whether a shorter win is better.
    pub fn counts_moves(&self) -> bool {
        self.payoff == Payoff::Sooner
    }

    /// Whether MCTS suits the game better than alpha-beta: two players play for the last move, not for seeds.
    pub fn prefers_sampling(&self) -> bool {
        !self.stores && !self.single_player
    }

    /// Whether the seeds that players hold at the end count, since the next round begins with them.
    pub fn scores_holdings(&self) -> bool {
        self.payoff == Payoff::Held
    }

    /// Returns the value of a position whose result is known: the margin gained from here on, or the winner. Of
    /// two moves with the same result, the one with fewer seeds on the board is better. Otherwise the player
    /// might never make progress.
    pub fn known<W: Width>(
        &self,
        model: &GameModel<W>,
        state: &Node<W>,
        value: i32,
        moves: usize,
        nearer: bool,
    ) -> i32 {
        let far = i32::from(!nearer);
        match self.payoff {
            Payoff::Sooner => value * (WON - DISTANT_WIN - moves as i32 - far),
            Payoff::Margin | Payoff::Held => {
                let margin = model.ahead(state, model.to_move(state)) + value;
                margin.signum() * (WON + 2 * margin.abs() - far)
            }
        }
    }

    /// Returns the value of a finished round for a player, at a distance from the root in moves.
    pub fn finished<W: Width>(&self, model: &GameModel<W>, state: &Node<W>, side: Side, moves: usize) -> i32 {
        let margin = model.ahead(state, side);
        let sign = model.end(state).map_or(0, |end| end.value_for(side, margin).signum());
        match self.payoff {
            Payoff::Sooner => sign * (WON - moves as i32),
            Payoff::Margin => sign * (WON + 2 * (sign * margin).max(0)),
            Payoff::Held => SEED * (margin + row(model, state, side)) + sign,
        }
    }

    /// Returns the static evaluation for the player to move. Where more than half of all seeds win for certain, and a
    /// player has them, it is that of a win by the estimated margin: to end the round at once is no better.
    pub fn static_eval<W: Width>(&self, model: &GameModel<W>, state: &Node<W>) -> i32 {
        let side = model.to_move(state);
        match (self.over_half(model, state), self.trained) {
            (Some(winner), _) if self.half_settles => {
                let margin = self.material(model, state, winner).div_euclid(SEED).max(1);
                let won = WON + 2 * margin;
                if winner == side { won } else { -won }
            }
            (_, Some(trained)) => trained.value(model, state),
            (over_half, None) => {
                let more = over_half.map_or(0, |winner| if winner == side { 5 * SEED } else { -5 * SEED });
                self.material(model, state, side) + more
            }
        }
    }

    /// Returns who has captured more than half of all seeds, where that wins.
    fn over_half<W: Width>(&self, model: &GameModel<W>, state: &Node<W>) -> Option<Side> {
        let half = self.half?;
        let captured = model.captured(state);
        Side::BOTH.into_iter().find(|&side| captured[side] > half)
    }

    /// Returns the value of seeds and moves for a player.
    fn material<W: Width>(&self, model: &GameModel<W>, state: &Node<W>, side: Side) -> i32 {
        let mut value = if self.in_row == 0 { 0 } else { self.in_row * row(model, state, side) };
        if self.stores {
            value += SEED * model.ahead(state, side);
        }
        for &mark in &self.gathering {
            value += self.gathered(model, state, side, mark) - self.gathered(model, state, side.other(), mark);
        }
        if self.choice != 0 {
            let choices = |side| model.choices(state, side) as i32;
            value += self.choice * (choices(side) - choices(side.other()));
        }
        value
    }

    /// Returns the value of a player's marked pits beyond their value as part of a row.
    fn gathered<W: Width>(&self, model: &GameModel<W>, state: &Node<W>, side: Side, mark: MarkId) -> i32 {
        let marked = model.marked(state, side, mark);
        let [own, other] = [marked.own, marked.other].map(i32::from);
        SEED * (own + other) + GATHERS * i32::from(marked.pits) - self.in_row * (own - other)
    }

    /// Converts a value to a score.
    pub fn score(&self, value: i32, complete: bool) -> Score {
        let beyond = (value.abs() - WON).abs();
        let moves = beyond as u16;
        let seeds = ((beyond + 1) / 2) as u16;
        match self.payoff {
            Payoff::Sooner if value > DECIDED && beyond >= DISTANT_WIN => Score::Wins,
            Payoff::Sooner if value < -DECIDED && beyond >= DISTANT_WIN => Score::Loses,
            Payoff::Sooner if value > DECIDED => Score::WinsIn(moves),
            Payoff::Sooner if value < -DECIDED => Score::LosesIn(moves),
            Payoff::Margin if value > DECIDED && complete => Score::WinsBy(seeds),
            Payoff::Margin if value < -DECIDED && complete => Score::LosesBy(seeds),
            Payoff::Margin if value > DECIDED => Score::WinsByAbout(seeds),
            Payoff::Margin if value < -DECIDED => Score::LosesByAbout(seeds),
            Payoff::Sooner | Payoff::Margin if complete && value == 0 => Score::Draw,
            Payoff::Sooner => Score::Likely(percent(expected_result(value))),
            Payoff::Margin | Payoff::Held => Score::About(value),
        }
    }
}

/// Converts a static evaluation to an expected result, from -1 for a loss to 1 for a win.
pub(super) fn expected_result(static_eval: i32) -> f32 {
    ALMOST * (static_eval as f32 / CLEAR).tanh()
}

/// Converts an expected result to a percentage of wins.
pub(super) fn percent(expected_result: f32) -> u8 {
    (50.0 + 50.0 * expected_result).round() as u8
}

/// Returns how many more seeds lie in a player's row than in the opponent's.
fn row<W: Width>(model: &GameModel<W>, state: &Node<W>, side: Side) -> i32 {
    let [own, other] = model.halves(state).map(i32::from);
    if model.to_move(state) == side { own - other } else { other - own }
}

/// Whether a value is a win or a loss at a known distance.
pub(super) fn in_sight(value: i32) -> bool {
    value.abs() > WON - DISTANT_WIN
}

/// Adjusts the distance of a win or a loss to a node `moves` further from the root, or nearer if negative.
pub(super) fn seen_from(value: i32, moves: i32) -> i32 {
    match value {
        _ if value > DECIDED => value + moves,
        _ if value < -DECIDED => value - moves,
        _ => value,
    }
}
