//! Training: an evaluation learnt from self-play, for any game.
//!
//! The computer plays games against itself, each from other random moves, with a small search. A logistic regression
//! then fits the features of all positions to the results of their games (M. Buro, Statistical feature combination for
//! the evaluation of game positions, Journal of Artificial Intelligence Research 3 (1995), 373-382). Games come in
//! batches, each as large as all before it together, and are played with the evaluation learnt from those before; the
//! first batch uses the evaluation derived from the rules.
//!
//! A game depends on its number, the seed and the games of earlier batches alone, and the regression runs in one
//! thread. So the result is the same for any number of threads, and training that is stopped after some games gives
//! the result of that number of games.

use std::sync::atomic::Ordering;

use crate::lab::{BalancedOpenings, Contestant, Experiment, GameResult, Player, Playouts, SearchControl};
use crate::model::GameModel;
use crate::search::evaluation::{CLEAR, Payoff};
use crate::search::features::FeatureSet;
use crate::search::trained::MAX_WEIGHT;
use crate::search::{Evaluation, TrainedEvaluation};
use crate::threads::in_order;
use uur::engine::{Budget, History, Opt, Position};
use uur::game::Game;
use uur::match_play::{Match, Step};
use uur::on_engine;
use uur::rules::Side;

/// Games of the first batch.
const FIRST_BATCH: u64 = 256;
/// The fewest random moves at the beginning of a game.
const LEAST_OPENING: u64 = 1;
/// The number of different openings by their length.
const OPENING_LENGTHS: u64 = 10;
/// A game is abandoned after this many moves, and counts as drawn.
const MOST_MOVES: u64 = 500;
/// The weight of the prior: how many positions, about, it takes to believe in a feature.
const RIDGE: f64 = 10.0;
/// Steps of Newton's method.
const NEWTON_STEPS: usize = 6;
/// The part of a step of Newton's method that is tried last.
const SHORTEST_STEP: f64 = 1.0 / 64.0;
/// Steps of the conjugate gradient method for each of them.
const GRADIENT_STEPS: usize = 24;

/// What to train.
#[derive(Debug, Clone, Copy)]
pub struct Training<'a> {
    /// The game.
    pub game: &'a Game,
    /// The number of games to play.
    pub games: u64,
    /// The nodes searched for each move.
    pub nodes: u64,
    /// Whether the openings are balanced, by searches of as many nodes.
    pub balanced: bool,
    /// The seed of the openings.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// Stops it. Finished games count.
    pub control: SearchControl<'a>,
}

/// The result of a training.
#[derive(Debug, Clone)]
pub struct TrainingResult {
    /// The evaluation.
    pub evaluation: TrainedEvaluation,
    /// The games that were played.
    pub games: u64,
    /// The positions of these games after their openings.
    pub positions: u64,
    /// The mean of minus the logarithm of the probability that the evaluation gives to a result: 0.69 for guesses.
    pub loss: f64,
}

/// Positions with their features and the results of their games, seen from the player to move.
#[derive(Debug, Default)]
struct Samples {
    /// The features that are not 0, and their counts.
    terms: Vec<(u16, i16)>,
    rows: Vec<Sample>,
}

/// A position.
#[derive(Debug, Clone, Copy)]
struct Sample {
    /// The end of its terms.
    end: usize,
    /// The share of all seeds that is on the board.
    left: f64,
    /// The result: 1 for a win, 0 for a loss; where holdings count, the share of them.
    result: f64,
    /// The margin at the end, in seeds.
    margin: f64,
}

impl Training<'_> {
    /// Trains. `on_games` gets the number of games after each of them. Returns `None` if no position is left to learn
    /// from.
    pub fn run(&self, on_games: &mut dyn FnMut(u64)) -> Option<TrainingResult> {
        let features = FeatureSet::of(self.game);
        let mut fit = Fit::new(&features);
        let mut samples = Samples::default();
        let mut trained = None;
        let mut played = 0;
        while played < self.games {
            let end = (2 * played).max(FIRST_BATCH).min(self.games);
            let evaluation = trained.as_ref().map_or(Evaluation::Rules, Evaluation::Trained);
            let batch = self.play_batch(&features, played..end, evaluation, on_games);
            let is_stopped = batch.len() < (end - played) as usize;
            played += batch.len() as u64;
            batch.iter().for_each(|game| samples.append(game));
            if samples.rows.is_empty() {
                return None;
            }
            fit.run(&features, &samples);
            let balanced = if self.balanced { "balanced, " } else { "" };
            let made = format!("{played} games, {balanced}{} positions a move, seed {}", self.nodes, self.seed);
            let weights = fit.weights(&features, self.unit(&fit, &features, &samples));
            trained = Some(TrainedEvaluation::new(self.game, features.clone(), weights, made));
            if is_stopped {
                break;
            }
        }
        let (positions, loss) = (samples.rows.len() as u64, fit.loss(&features, &samples));
        trained.map(|evaluation| TrainingResult { evaluation, games: played, positions, loss })
    }

    /// Plays the games with these numbers. Returns them in order, up to the first that was stopped.
    fn play_batch(
        &self,
        features: &FeatureSet,
        numbers: std::ops::Range<u64>,
        evaluation: Evaluation,
        on_games: &mut dyn FnMut(u64),
    ) -> Vec<Samples> {
        let mut played = numbers.start;
        let play = |number| self.play_game(features, number, evaluation);
        let games = in_order(self.threads, numbers, play, || {
            played += 1;
            on_games(played);
        });
        games.into_iter().map_while(|game| game).collect()
    }

    /// Plays a game and returns its positions. `None` if it was stopped.
    fn play_game(&self, features: &FeatureSet, number: u64, evaluation: Evaluation) -> Option<Samples> {
        let Training { game, nodes, balanced, seed, control, .. } = *self;
        let opening = LEAST_OPENING + number % OPENING_LENGTHS;
        let player = Player::nodes(nodes);
        let players = [player; 2];
        let whole_matches = false;
        let experiment = Experiment {
            game,
            players,
            pairs: false,
            opening,
            seed,
            from: None,
            whole_matches,
            most_moves: MOST_MOVES,
        };
        let mut playouts =
            Playouts::new(experiment).between([Contestant { evaluation, ..player.into() }; 2]).bounded(control);
        let drawn = if balanced { BalancedOpenings::new(experiment, nodes, control).draw(number)? } else { number };
        let result = playouts.play(drawn, &mut ());
        if playouts.is_stopped() || control.stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut samples = Samples::default();
        self.replay(&playouts.steps, |moves, position| {
            if moves >= opening {
                samples.add(game, features, position);
            }
        });
        samples.label(game, features, &result, &playouts.last);
        Some(samples)
    }

    /// Plays the steps of a round again, and calls `see` with each position and the number of moves before it.
    fn replay(&self, steps: &[Step], mut see: impl FnMut(u64, &Position)) {
        let game = self.game;
        let mut table = Match::new(&game.program);
        let arranged = steps.iter().take_while(|step| !matches!(step, Step::Move(_)));
        for &step in arranged {
            table.step(&game.program, step, &mut ()).expect("it was played");
        }
        let has_setup = !game.rules.arrangements.is_empty();
        let mut position = if has_setup { table.position } else { game.program.start() };
        let mut history = History::starting(&position);
        let moves = steps.iter().filter_map(|step| match step {
            Step::Move(m) => Some(*m),
            Step::Lot(_) | Step::Arrange(_) => None,
        });
        for (number, m) in moves.enumerate() {
            see(number as u64, &position);
            game.program.play_within(&mut position, &mut history, m, &mut (), &mut { Budget::FULL });
        }
    }

    /// Returns the hundredths of a seed for a unit of the logistic model, whose values are logarithms of odds.
    fn unit(&self, fit: &Fit, features: &FeatureSet, samples: &Samples) -> f64 {
        if Payoff::of(&self.game.rules) == Payoff::Sooner {
            // The search takes tanh(value / CLEAR) for the expected result, which the model gives as tanh(odds / 2).
            return f64::from(CLEAR) / 2.0;
        }
        let (mut products, mut squares) = (0.0, 0.0);
        samples.each(features, |sample, terms| {
            let odds = fit.odds(sample, terms);
            products += odds * sample.margin;
            squares += odds * odds;
        });
        if products > 0.0 { 100.0 * products / squares } else { 100.0 }
    }
}

impl Samples {
    /// Adds a position, whose result is not known yet.
    fn add(&mut self, game: &Game, features: &FeatureSet, position: &Position) {
        on_engine!(game.program.engine(position, Opt::Full), engine => {
            let model = GameModel::new(game, engine, None);
            let node = model.pack(position).expect("the engine was chosen for the position");
            features.each(&model, &node, |feature, count| self.terms.push((feature as u16, count as i16)));
            let left = f64::from(model.on_board(&node).min(features.total)) / f64::from(features.total.max(1));
            // The player to move, until the result is known.
            let margin = if position.to_move == Side::South { 1.0 } else { -1.0 };
            self.rows.push(Sample { end: self.terms.len(), left, result: 0.5, margin });
        });
    }

    /// Sets the result of all positions.
    fn label(&mut self, game: &Game, features: &FeatureSet, played: &GameResult, last: &Position) {
        let [south, north] = Side::BOTH.map(|side| f64::from(last.captured[side]));
        let rows = Side::BOTH.map(|side| f64::from(last.seeds_among(game.program.layout().pits_of(side))));
        let is_held = Payoff::of(&game.rules) == Payoff::Held;
        let margin = south - north + if is_held { rows[0] - rows[1] } else { 0.0 };
        let result = match played.winner {
            _ if is_held => 0.5 + 0.5 * margin / f64::from(features.total.max(1)),
            Some(Side::South) => 1.0,
            Some(Side::North) => 0.0,
            None => 0.5,
        };
        for sample in &mut self.rows {
            let sign = sample.margin;
            sample.result = 0.5 + sign * (result - 0.5);
            sample.margin = sign * margin;
        }
    }

    fn append(&mut self, other: &Samples) {
        let before = self.terms.len();
        self.terms.extend_from_slice(&other.terms);
        self.rows.extend(other.rows.iter().map(|row| Sample { end: before + row.end, ..*row }));
    }

    /// Calls `see` with each position and its terms in the model.
    fn each(&self, features: &FeatureSet, mut see: impl FnMut(&Sample, &[(usize, f64)])) {
        let mut begin = 0;
        let mut terms = vec![];
        for row in &self.rows {
            terms.clear();
            for &(feature, count) in &self.terms[begin..row.end] {
                let feature = usize::from(feature);
                terms.push((feature, f64::from(count)));
                if let Some((pit, seeds)) = features.seeds_of_pit(feature) {
                    terms.push((features.len() + pit, seeds as f64));
                }
            }
            see(row, &terms);
            begin = row.end;
        }
    }
}

/// The logistic model: a weight for each feature and, so that rare numbers of seeds learn from others, a weight of a
/// seed in each pit. The weights of a feature are those for all seeds on the board and for none.
struct Fit {
    weights: Vec<[f64; 2]>,
}

impl Fit {
    fn new(features: &FeatureSet) -> Fit {
        Fit { weights: vec![[0.0; 2]; features.len() + features.pits()] }
    }

    /// Returns the logarithm of the odds that the player to move wins.
    fn odds(&self, sample: &Sample, terms: &[(usize, f64)]) -> f64 {
        dot(&self.weights, sample, terms)
    }

    /// Improves the weights by Newton's method. The equations of a step are solved by the conjugate gradient method
    /// (M. Hestenes and E. Stiefel, Methods of conjugate gradients for solving linear systems, Journal of Research of
    /// the National Bureau of Standards 49 (1952), 409-436), scaled by the diagonal.
    fn run(&mut self, features: &FeatureSet, samples: &Samples) {
        let size_of_model = self.weights.len();
        let zero = || vec![[0.0; 2]; size_of_model];
        for _ in 0..NEWTON_STEPS {
            // The gradient, the diagonal of the matrix, and the weight of each position.
            let mut rest = zero();
            let mut diagonal = vec![[RIDGE; 2]; self.weights.len()];
            let mut curvature = Vec::with_capacity(samples.rows.len());
            samples.each(features, |sample, terms| {
                let expected = logistic(self.odds(sample, terms));
                let curve = (expected * (1.0 - expected)).max(1e-4);
                curvature.push(curve);
                for &(place, count) in terms {
                    for (end, share) in ends(sample).into_iter().enumerate() {
                        rest[place][end] += (sample.result - expected) * share * count;
                        diagonal[place][end] += curve * (share * count) * (share * count);
                    }
                }
            });
            add(&mut rest, -RIDGE, &self.weights);
            let scaled = |vector: &[[f64; 2]]| -> Vec<[f64; 2]> {
                vector.iter().zip(&diagonal).map(|(one, by)| [one[0] / by[0], one[1] / by[1]]).collect()
            };
            let mut step = zero();
            let mut direction = scaled(&rest);
            let mut size = product(&rest, &direction);
            for _ in 0..GRADIENT_STEPS {
                if size < 1e-12 {
                    break;
                }
                let mut turned = zero();
                let mut number = 0;
                samples.each(features, |sample, terms| {
                    let along = curvature[number] * dot(&direction, sample, terms);
                    number += 1;
                    for &(place, count) in terms {
                        for (end, share) in ends(sample).into_iter().enumerate() {
                            turned[place][end] += along * share * count;
                        }
                    }
                });
                add(&mut turned, RIDGE, &direction);
                let length = size / product(&direction, &turned);
                add(&mut step, length, &direction);
                add(&mut rest, -length, &turned);
                let next = scaled(&rest);
                let before = size;
                size = product(&rest, &next);
                let mut turn = next;
                add(&mut turn, size / before, &direction);
                direction = turn;
            }
            // A step that goes too far is halved.
            let before = self.penalised_loss(features, samples);
            add(&mut self.weights, 1.0, &step);
            let mut length = 1.0;
            while length > SHORTEST_STEP && self.penalised_loss(features, samples) > before {
                length /= 2.0;
                add(&mut self.weights, -length, &step);
            }
        }
    }

    /// Returns what a fit minimises: the sum of the logarithmic losses, and the prior.
    fn penalised_loss(&self, features: &FeatureSet, samples: &Samples) -> f64 {
        let loss = self.loss(features, samples) * samples.rows.len() as f64;
        loss + RIDGE / 2.0 * product(&self.weights, &self.weights)
    }

    /// Returns the mean logarithmic loss.
    fn loss(&self, features: &FeatureSet, samples: &Samples) -> f64 {
        let mut loss = 0.0;
        samples.each(features, |sample, terms| {
            let expected = logistic(self.odds(sample, terms)).clamp(1e-9, 1.0 - 1e-9);
            loss -= sample.result * expected.ln() + (1.0 - sample.result) * (1.0 - expected).ln();
        });
        loss / samples.rows.len().max(1) as f64
    }

    /// Returns the weights of the features in whole hundredths of a seed.
    fn weights(&self, features: &FeatureSet, unit: f64) -> Vec<[i32; 2]> {
        let weight = |feature: usize, end: usize| {
            let slope = |pit: usize| self.weights[features.len() + pit][end];
            let seeds = features.seeds_of_pit(feature).map_or(0.0, |(pit, seeds)| slope(pit) * seeds as f64);
            let limit = f64::from(MAX_WEIGHT);
            (unit * (self.weights[feature][end] + seeds)).round().clamp(-limit, limit) as i32
        };
        (0..features.len()).map(|feature| [0, 1].map(|end| weight(feature, end))).collect()
    }
}

/// How much the weights for a full board and for an empty one count in a position.
fn ends(sample: &Sample) -> [f64; 2] {
    [sample.left, 1.0 - sample.left]
}

fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

fn dot(weights: &[[f64; 2]], sample: &Sample, terms: &[(usize, f64)]) -> f64 {
    let [full, bare] = ends(sample);
    terms.iter().map(|&(place, count)| count * (full * weights[place][0] + bare * weights[place][1])).sum()
}

fn product(one: &[[f64; 2]], other: &[[f64; 2]]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one[0] * other[0] + one[1] * other[1]).sum()
}

/// Adds a multiple of a vector.
fn add(to: &mut [[f64; 2]], factor: f64, vector: &[[f64; 2]]) {
    for (to, from) in to.iter_mut().zip(vector) {
        to[0] += factor * from[0];
        to[1] += factor * from[1];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::EvaluationError;
    use std::sync::atomic::AtomicBool;
    use uur::checksum::Checksum;

    /// Trains with very small searches.
    fn train(game: &Game, games: u64, threads: usize) -> Option<TrainingResult> {
        let control = SearchControl::unbounded();
        Training { game, games, nodes: 10, balanced: false, seed: 1, threads, control }.run(&mut |_| {})
    }

    /// Games with stores, with marks, without either, with rounds, and with four rows.
    #[test]
    fn any_number_of_threads_trains_the_same() {
        let names = ["kalah", "layli-goobalay", "boola", "congklak", "bao-la-kujifunza"];
        for name in names {
            let game = Game::shipped(name).expect("it is shipped");
            let texts = [1, 2, 3].map(|threads| {
                let result = train(&game, 3, threads).expect("there are positions");
                assert_eq!(result.games, 3);
                result.evaluation.to_string()
            });
            assert_eq!(texts[0], texts[1], "{name}");
            assert_eq!(texts[0], texts[2], "{name}");
            let read = TrainedEvaluation::parse(&game, &texts[0]).unwrap_or_else(|why| panic!("{name}: {why}"));
            assert_eq!(read.to_string(), texts[0]);
        }
    }

    #[test]
    fn a_captured_seed_is_worth_about_a_seed() {
        let game = Game::shipped("kalah").expect("it is shipped");
        let result = train(&game, 60, 1).expect("there are positions");
        assert!(result.loss < 0.6, "{}", result.loss);
        let text = result.evaluation.to_string();
        let line = text.lines().find_map(|line| line.strip_prefix("captured: ")).expect("Kalah has stores");
        let weights: Vec<i32> = line.split([' ', ';']).filter_map(|word| word.parse().ok()).collect();
        assert!(weights[2] > 30 && weights[3] < -30, "{line}");
    }

    #[test]
    fn a_stopped_training_is_that_of_fewer_games() {
        let game = Game::shipped("kalah").expect("it is shipped");
        let stop = AtomicBool::new(false);
        let control = SearchControl { stop: &stop, ..SearchControl::unbounded() };
        let training = Training { game: &game, games: 50, nodes: 10, balanced: false, seed: 1, threads: 1, control };
        let result = training.run(&mut |games| stop.store(games >= 5, Ordering::Relaxed)).expect("it has positions");
        assert!((5..50).contains(&result.games));
        let fewer = train(&game, result.games, 1).expect("there are positions");
        assert_eq!(result.evaluation, fewer.evaluation);
    }

    #[test]
    fn a_wrong_file_is_refused() {
        let [kalah, oware] = ["kalah", "oware"].map(|name| Game::shipped(name).expect("it is shipped"));
        let result = train(&kalah, 2, 1).expect("there are positions");
        let text = result.evaluation.to_string();
        let refused = |game: &Game, text: &str| TrainedEvaluation::parse(game, text).unwrap_err();
        assert_eq!(refused(&oware, &text), EvaluationError::OtherRules(kalah.meaning()));
        assert_eq!(refused(&kalah, ""), EvaluationError::Foreign);
        assert_eq!(refused(&kalah, &text.replace("evaluation 1", "evaluation 2")), EvaluationError::Foreign);
        assert_eq!(refused(&kalah, &text.replacen("captured: ", "captured: 1", 1)), EvaluationError::Damaged);
        assert_eq!(refused(&kalah, &text[..text.len() - 20]), EvaluationError::Damaged);
        assert_eq!(refused(&kalah, &(text.clone() + "more")), EvaluationError::Damaged);
        // Whatever the checksum confirms is still checked.
        let sealed = |content: &str| format!("{content}checksum {}\n", Checksum::of(content.as_bytes()));
        let content = &text[..text.find("checksum").expect("it has one")];
        assert!(TrainedEvaluation::parse(&kalah, &sealed(content)).is_ok());
        assert_eq!(refused(&kalah, &sealed(&content.replacen("turn: ", "turn: 99999", 1))), EvaluationError::Damaged);
        assert_eq!(refused(&kalah, &sealed(&content.replacen("turn: ", "turn: 1 ", 1))), EvaluationError::Damaged);
        assert_eq!(refused(&kalah, &sealed(&format!("{content}turn: 1; 1\n"))), EvaluationError::Damaged);
    }
}
