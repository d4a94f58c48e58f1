//! Evaluations that were learnt from self-play, and the files that hold them.
//!
//! An evaluation is a linear function of the [`FeatureSet`] of its game. Every feature has two weights, for all seeds
//! on the board and for none, between which the evaluation is interpolated. The file is text:
//!
//! ```text
//! uur evaluation 1
//! rules aa868366becc77f2
//! from 4096 games, 500 positions a move, seed 1
//! turn: 12; 10
//! captured: 95 -97; 101 -102
//! ...
//! checksum 85944171f73967e8
//! ```
//!
//! `rules` is the hash of the rules' meaning. A line for each group of features holds the weights for all seeds on the
//! board and, after the semicolon, for none, in hundredths of a seed. The checksum is that of all lines before it.

use std::fmt;
use std::sync::OnceLock;

use super::features::FeatureSet;
use crate::model::{GameModel, Node};
use uur::checksum::Checksum;
use uur::engine::Width;
use uur::game::Game;

/// The first line of a file.
pub const EVALUATION_MAGIC: &str = "uur evaluation 1";
/// The largest weight, a hundred seeds.
pub(crate) const MAX_WEIGHT: i32 = 10_000;
/// The value of a seed.
const SEED: i32 = 100;
/// No position is worth more.
const MAX_VALUE: i64 = 50_000;

/// An evaluation learnt from self-play, for one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrainedEvaluation {
    features: FeatureSet,
    /// The weights of each feature, with all seeds on the board and with none, in hundredths of a seed.
    weights: Vec<[i32; 2]>,
    /// Whether values are rounded to whole seeds, as all results are where seeds decide. A search then finds more
    /// positions no better than others, and leaves them.
    rounds: bool,
    /// The hash of the rules.
    rules: String,
    /// How it was made.
    made: String,
}

/// Which evaluation a search uses.
#[derive(Debug, Clone, Copy, Default)]
pub enum Evaluation<'a> {
    /// A trained one if one is shipped for the game, otherwise that derived from the rules.
    #[default]
    Standard,
    /// The evaluation derived from the rules.
    Rules,
    /// This one. It has to be one of the game.
    Trained(&'a TrainedEvaluation),
}

/// Why a text is no evaluation of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EvaluationError {
    /// It is no evaluation, or one of another version.
    Foreign,
    /// It was made for other rules, with this hash.
    OtherRules(String),
    /// It was changed since it was written.
    Damaged,
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            EvaluationError::Foreign => write!(f, "it is not an evaluation of this version of uur"),
            EvaluationError::OtherRules(rules) => write!(f, "it was trained for other rules, with hash {rules}"),
            EvaluationError::Damaged => write!(f, "it is damaged"),
        }
    }
}

impl std::error::Error for EvaluationError {}

impl TrainedEvaluation {
    /// An evaluation with these weights for the features of a game, and how it was made, in one line.
    pub(crate) fn new(game: &Game, features: FeatureSet, weights: Vec<[i32; 2]>, made: String) -> Self {
        let rounds = game.rules.goal.is_some();
        TrainedEvaluation { features, weights, rounds, rules: game.meaning(), made }
    }

    /// Reads an evaluation of a game.
    ///
    /// # Errors
    /// If the text is none, is damaged, or belongs to other rules.
    pub fn parse(game: &Game, text: &str) -> Result<TrainedEvaluation, EvaluationError> {
        let mut lines = text.lines();
        if lines.next() != Some(EVALUATION_MAGIC) {
            return Err(EvaluationError::Foreign);
        }
        let (content, checksum) = text.rsplit_once("checksum ").ok_or(EvaluationError::Damaged)?;
        if Checksum::of(content.as_bytes()).to_string() != checksum.trim_end() {
            return Err(EvaluationError::Damaged);
        }
        let mut named = |name: &str| {
            let line = lines.next()?;
            line.strip_prefix(name)?.strip_prefix(' ')
        };
        let rules = named("rules").ok_or(EvaluationError::Damaged)?.to_string();
        if rules != game.meaning() {
            return Err(EvaluationError::OtherRules(rules));
        }
        let made = named("from").ok_or(EvaluationError::Damaged)?.to_string();
        let features = FeatureSet::of(game);
        let mut weights = vec![];
        for (name, size) in &features.groups {
            let numbers = named(&format!("{name}:")).and_then(|line| line.split_once(';'));
            let (full, bare) = numbers.ok_or(EvaluationError::Damaged)?;
            let [full, bare] = [full, bare].map(|part| weights_of(part).filter(|numbers| numbers.len() == *size));
            let (full, bare) = full.zip(bare).ok_or(EvaluationError::Damaged)?;
            weights.extend(full.into_iter().zip(bare).map(|(full, bare)| [full, bare]));
        }
        let is_over = lines.next().is_some_and(|line| line.starts_with("checksum "));
        if !is_over || lines.next().is_some() {
            return Err(EvaluationError::Damaged);
        }
        Ok(TrainedEvaluation::new(game, features, weights, made))
    }

    /// Returns the value of a position for the player to move, in hundredths of a seed.
    #[inline]
    pub(super) fn value<W: Width>(&self, model: &GameModel<W>, node: &Node<W>) -> i32 {
        let (mut full, mut bare) = (0_i32, 0_i32);
        self.features.each(model, node, |feature, count| {
            let weights = self.weights[feature];
            full += weights[0] * count;
            bare += weights[1] * count;
        });
        let total = i64::from(self.features.total.max(1));
        let left = i64::from(model.on_board(node)).min(total);
        let value = (i64::from(full) * left + i64::from(bare) * (total - left)) / total;
        let value = value.clamp(-MAX_VALUE, MAX_VALUE) as i32;
        if self.rounds { (value + SEED / 2).div_euclid(SEED) * SEED } else { value }
    }
}

/// An evaluation that is shipped: its file, and what it says once it is read.
struct ShippedEvaluation(&'static str, OnceLock<TrainedEvaluation>);

/// The evaluations that are shipped. `docs/player.md` says how they were made, and how strong they are.
static SHIPPED: [ShippedEvaluation; 5] = [
    ShippedEvaluation(include_str!("../../evaluations/bao-two-row.eval"), OnceLock::new()),
    ShippedEvaluation(include_str!("../../evaluations/boola.eval"), OnceLock::new()),
    ShippedEvaluation(include_str!("../../evaluations/kalah.eval"), OnceLock::new()),
    ShippedEvaluation(include_str!("../../evaluations/layli-goobalay.eval"), OnceLock::new()),
    ShippedEvaluation(include_str!("../../evaluations/oware.eval"), OnceLock::new()),
];

/// Returns the evaluation that is shipped for a game, if there is one.
pub(super) fn shipped(game: &Game) -> Option<&'static TrainedEvaluation> {
    let rules = format!("rules {}", game.meaning());
    let ShippedEvaluation(text, trained) = SHIPPED.iter().find(|shipped| shipped.0.lines().nth(1) == Some(&rules))?;
    Some(trained.get_or_init(|| TrainedEvaluation::parse(game, text).expect("a test reads all shipped evaluations")))
}

/// Reads weights.
fn weights_of(text: &str) -> Option<Vec<i32>> {
    let weight = |word: &str| word.parse().ok().filter(|weight| (-MAX_WEIGHT..=MAX_WEIGHT).contains(weight));
    text.split_whitespace().map(weight).collect()
}

impl fmt::Display for TrainedEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut text = format!("{EVALUATION_MAGIC}\nrules {}\nfrom {}\n", self.rules, self.made);
        let mut weights = &self.weights[..];
        for (name, size) in &self.features.groups {
            let (group, rest) = weights.split_at(*size);
            weights = rest;
            let [full, bare] =
                [0, 1].map(|end| group.iter().map(|weights| format!(" {}", weights[end])).collect::<String>());
            text += &format!("{name}:{full};{bare}\n");
        }
        writeln!(f, "{text}checksum {}", Checksum::of(text.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_evaluation_is_one_of_its_game() {
        let names = ["bao-two-row", "boola", "kalah", "layli-goobalay", "oware"];
        for (name, ShippedEvaluation(text, _)) in names.into_iter().zip(&SHIPPED) {
            let game = Game::shipped(name).expect("it is shipped");
            assert_eq!(shipped(&game).map(ToString::to_string).as_deref(), Some(*text), "{name}");
        }
    }
}
