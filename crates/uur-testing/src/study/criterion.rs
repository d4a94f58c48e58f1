//! Criteria: the bounds of a measure, and the sentence for each side of them.
//!
//! A verdict depends on the interval of an estimate and on nothing else: the whole interval has to lie on one side of
//! each bound. Each sentence names the bounds that it rests on.

use serde::{Serialize, Serializer};

use super::Judgement;
use super::estimate::{GROUPS, IntervalEstimate};

/// Where the whole interval of an estimate lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Below the lower outer bound.
    TooLow,
    /// Between the lower bounds.
    Low,
    /// Between the inner bounds.
    Good,
    /// Between the upper bounds.
    High,
    /// Above the upper outer bound.
    TooHigh,
    /// Across a bound.
    Undecided,
}

impl Standing {
    /// What it means for the designer.
    pub fn judgement(self) -> Judgement {
        match self {
            Standing::Good => Judgement::Good,
            Standing::Low | Standing::High => Judgement::Open,
            Standing::TooLow | Standing::TooHigh => Judgement::Doubtful,
            Standing::Undecided => Judgement::Undecided,
        }
    }
}

/// How a measure is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A share, in percent.
    Percent,
    /// A number with so many decimals.
    Number(usize),
}

/// The bounds of a measure and what is said on each side of them. An infinite bound is none, and nothing is said
/// beyond it.
#[derive(Debug)]
pub struct Criterion {
    /// The name of the measure.
    pub name: &'static str,
    pub(super) unit: Unit,
    /// Beyond these bounds the measure is doubtful.
    pub outer: [f64; 2],
    /// Between these bounds it is good.
    pub inner: [f64; 2],
    question: &'static str,
    too_low: &'static str,
    low: &'static str,
    good: &'static str,
    high: &'static str,
    too_high: &'static str,
}

/// A measure with its bounds and where it stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Measure {
    /// The name of the measure.
    pub name: &'static str,
    /// What it was taken from, such as the players, where a subject has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The number and its interval.
    #[serde(flatten)]
    pub estimate: IntervalEstimate,
    /// Between these bounds it is good; `None` is no bound.
    #[serde(serialize_with = "bounds")]
    #[cfg_attr(feature = "schemars", schemars(with = "[Option<f64>; 2]"))]
    pub inner: [f64; 2],
    /// Beyond these it is doubtful.
    #[serde(serialize_with = "bounds")]
    #[cfg_attr(feature = "schemars", schemars(with = "[Option<f64>; 2]"))]
    pub outer: [f64; 2],
    /// Where the interval lies.
    pub standing: Standing,
    /// If that is undecided, about how many games would decide it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games_needed: Option<u64>,
    /// The sentence for it.
    pub sentence: String,
}

fn bounds<S: Serializer>(bounds: &[f64; 2], serializer: S) -> Result<S::Ok, S::Error> {
    bounds.map(|bound| bound.is_finite().then_some(bound)).serialize(serializer)
}

/// More games than this are too many to name.
const MOST_NAMED: u64 = 10_000_000;

const NONE: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

impl Criterion {
    /// Where the whole interval of an estimate lies.
    pub fn standing(&self, estimate: &IntervalEstimate) -> Standing {
        let IntervalEstimate { low, high, .. } = *estimate;
        let ([outer_low, outer_high], [inner_low, inner_high]) = (self.outer, self.inner);
        if high < outer_low {
            Standing::TooLow
        } else if low > outer_high {
            Standing::TooHigh
        } else if low >= inner_low && high <= inner_high {
            Standing::Good
        } else if low >= outer_low && high < inner_low {
            Standing::Low
        } else if low > inner_high && high <= outer_high {
            Standing::High
        } else {
            Standing::Undecided
        }
    }

    /// About how many games would move the interval off the nearest bound in it, if the number stays as it is. An
    /// interval shrinks with the root of the number of games, and one that has a single side with that number.
    /// `None` if they are more than can be played.
    fn games_needed(&self, estimate: &IntervalEstimate) -> Option<u64> {
        let IntervalEstimate { value, low, high, games } = *estimate;
        if games < GROUPS as u64 {
            return Some(2 * GROUPS as u64);
        }
        let ratios =
            self.outer.into_iter().chain(self.inner).filter(|bound| (low..=high).contains(bound)).map(|bound| {
                let half = if value > bound { value - low } else { high - value };
                let ratio = half / (value - bound).abs();
                if low == value || high == value { ratio } else { ratio * ratio }
            });
        let needed = games as f64 * ratios.fold(1.0, f64::max);
        (needed <= MOST_NAMED as f64).then(|| two_digits(needed.ceil() as u64).max(games + 1))
    }

    /// Judges an estimate.
    pub fn measure(&self, estimate: IntervalEstimate, of: Option<String>) -> Measure {
        let standing = self.standing(&estimate);
        let games_needed = (standing == Standing::Undecided).then(|| self.games_needed(&estimate)).flatten();
        let sentence = match standing {
            Standing::TooLow => self.too_low.to_string(),
            Standing::Low => self.low.to_string(),
            Standing::Good => self.good.to_string(),
            Standing::High => self.high.to_string(),
            Standing::TooHigh => self.too_high.to_string(),
            Standing::Undecided => {
                let games = uur::diagnostic::count(estimate.games as usize, "game");
                let more = match games_needed {
                    Some(needed) => format!("about {needed} would decide it"),
                    None => format!("it is so close to a bound that more than {MOST_NAMED} would be needed"),
                };
                format!("Whether {} is not decided by {games}; {more}.", self.question)
            }
        };
        let sentence = of.as_ref().map_or(sentence.clone(), |of| format!("{of}: {sentence}"));
        let Criterion { name, inner, outer, .. } = *self;
        Measure { name, of, estimate, inner, outer, standing, games_needed, sentence }
    }
}

/// Rounds up to two digits.
fn two_digits(number: u64) -> u64 {
    let mut unit = 1;
    while number / unit >= 100 {
        unit *= 10;
    }
    number.div_ceil(unit) * unit
}

/// South's share of the decided games.
pub const FIRST_PLAYER: Criterion = Criterion {
    name: "first_player",
    unit: Unit::Percent,
    outer: [0.40, 0.60],
    inner: [0.45, 0.55],
    question: "a seat is clearly better",
    too_low: "The first player wins less than 40 % of the decided games: moving second is a clear advantage. A swap after \
        the first move, or two rounds with changed seats, evens it out.",
    low: "The first player wins 40 to 45 % of the decided games: moving second is better, but not by much.",
    good: "The first player wins 45 to 55 % of the decided games: players would hardly notice an advantage of a seat.",
    high: "The first player wins 55 to 60 % of the decided games: moving first is better, but not by much.",
    too_high: "The first player wins more than 60 % of the decided games: moving first is a clear advantage. A swap \
        after the first move, a smaller first move, or two rounds with changed seats evens it out.",
};

/// The share of drawn games.
pub const DRAWS: Criterion = Criterion {
    name: "draws",
    unit: Unit::Percent,
    outer: [NONE[0], 0.40],
    inner: [NONE[0], 0.30],
    question: "draws are many",
    too_low: "",
    low: "",
    good: "At most 30 % of the games are drawn: most games have a winner.",
    high: "From 30 to 40 % of the games are drawn, which is many for some players.",
    too_high: "More than 40 % of the games are drawn. An odd number of seeds, or a rule for equal scores, helps.",
};

/// The median of the number of moves in a game.
pub const LENGTH: Criterion = Criterion {
    name: "median_length",
    unit: Unit::Number(0),
    outer: [7.0, 200.0],
    inner: [10.0, 150.0],
    question: "games have a usual length",
    too_low: "Half of the games have fewer than 7 moves: they are over before much can happen.",
    low: "The median game has 7 to 10 moves, which is short.",
    good: "The median game has 10 to 150 moves, a usual length of games of this kind.",
    high: "The median game has 150 to 200 moves, which is long.",
    too_high: "Half of the games have more than 200 moves. A goal that can be reached earlier, such as a majority, \
        shortens them.",
};

/// The mean number of legal moves.
pub const CHOICES: Criterion = Criterion {
    name: "choices",
    unit: Unit::Number(1),
    outer: [1.8, NONE[1]],
    inner: [2.2, NONE[1]],
    question: "there is enough to choose from",
    too_low: "A player has fewer than 1.8 moves to choose from on average. More pits, or a freer rule of what may be \
        lifted, gives more to decide.",
    low: "A player has 1.8 to 2.2 moves to choose from on average, which is little.",
    good: "A player has at least 2.2 moves to choose from on average.",
    high: "",
    too_high: "",
};

/// The share of moves without a choice.
pub const FORCED: Criterion = Criterion {
    name: "forced",
    unit: Unit::Percent,
    outer: [NONE[0], 0.45],
    inner: [NONE[0], 0.35],
    question: "too many moves are forced",
    too_low: "",
    low: "",
    good: "At most 35 % of the moves are forced.",
    high: "From 35 to 45 % of the moves are forced, which is a large part.",
    too_high: "More than 45 % of the moves are forced: players often only carry out what they must.",
};

/// The share of all captured seeds that the largest tenth of captures brings.
pub const CAPTURES: Criterion = Criterion {
    name: "largest_tenth",
    unit: Unit::Percent,
    outer: [NONE[0], 0.55],
    inner: [NONE[0], 0.45],
    question: "a few captures decide",
    too_low: "",
    low: "",
    good: "The largest tenth of captures brings at most 45 % of the captured seeds: many captures count.",
    high: "The largest tenth of captures brings 45 to 55 % of the captured seeds.",
    too_high: "The largest tenth of captures brings more than 55 % of the captured seeds: a few captures decide, and the \
        others hardly count.",
};

/// The median share of the moves after which the winner keeps the lead.
pub const SETTLED: Criterion = Criterion {
    name: "settled",
    unit: Unit::Percent,
    outer: [0.20, NONE[1]],
    inner: [0.50, NONE[1]],
    question: "games are settled early",
    too_low: "In half of the decided games the winner leads for good after less than 20 % of the moves, so much of the game \
        is played out.",
    low: "In the median decided game the winner leads for good after 20 to 50 % of the moves, neither at once nor late.",
    good: "In half of the decided games the winner leads for good only after at least 50 % of the moves: the outcome stays \
        open for long.",
    high: "",
    too_high: "",
};

/// The points of the stronger player.
pub const SKILL: Criterion = Criterion {
    name: "score",
    unit: Unit::Percent,
    outer: [0.55, NONE[1]],
    inner: [0.60, NONE[1]],
    question: "looking further ahead pays",
    too_low: "The stronger player scores less than 55 %: looking further ahead hardly pays.",
    low: "The stronger player scores 55 to 60 %: looking further ahead pays a little.",
    good: "The stronger player scores at least 60 %: looking further ahead pays.",
    high: "",
    too_high: "",
};

/// The share of games that an endless move ends, or that are given up.
pub const ENDLESS: Criterion = Criterion {
    name: "endless",
    unit: Unit::Percent,
    outer: [NONE[0], 0.02],
    inner: [NONE[0], 0.01],
    question: "such games are rare",
    too_low: "",
    low: "",
    good: "At most 1 % of the games are endless, which is rare.",
    high: "From 1 to 2 % of the games are endless. Players should know what the rules say then.",
    too_high: "More than 2 % of the games are endless: players at a table cannot finish them. `endless after lap N` \
        bounds a move, and `repeated N times` in `end` a game that comes round.",
};

/// The share of games for one player in which random play reaches the goal.
pub const LUCK: Criterion = Criterion {
    name: "solved_by_chance",
    unit: Unit::Percent,
    outer: [NONE[0], 0.50],
    inner: [NONE[0], 0.25],
    question: "luck is enough",
    too_low: "",
    low: "",
    good: "Random play reaches the goal in at most 25 % of the games: it takes more than luck.",
    high: "Random play reaches the goal in 25 to 50 % of the games: luck goes a long way.",
    too_high: "Random play reaches the goal in more than 50 % of the games: luck is mostly enough.",
};

/// By how much looking ahead raises the share of solved games for one player.
pub const FORESIGHT: Criterion = Criterion {
    name: "solved_more",
    unit: Unit::Percent,
    outer: [0.05, NONE[1]],
    inner: [0.10, NONE[1]],
    question: "looking ahead pays",
    too_low: "Looking ahead solves less than 5 % of the games more: it hardly pays.",
    low: "Looking ahead solves 5 to 10 % of the games more: it pays a little.",
    good: "Looking ahead solves at least 10 % of the games more: it pays.",
    high: "",
    too_high: "",
};

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [&Criterion; 11] =
        [&FIRST_PLAYER, &DRAWS, &LENGTH, &CHOICES, &FORCED, &CAPTURES, &SETTLED, &SKILL, &ENDLESS, &LUCK, &FORESIGHT];

    fn numbers(sentence: &str) -> Vec<f64> {
        sentence
            .split(|c: char| !c.is_ascii_digit() && c != '.')
            .filter_map(|text| text.trim_matches('.').parse().ok())
            .collect()
    }

    /// Each sentence names exactly the bounds of its side, in words for that side, so it agrees with each row whose
    /// interval lies there.
    #[test]
    fn a_sentence_names_the_bounds_that_it_rests_on() {
        for criterion in ALL {
            let scale = if criterion.unit == Unit::Percent { 100.0 } else { 1.0 };
            let ([low, high], [from, to]) = (criterion.outer, criterion.inner);
            let sides: [(&str, Vec<f64>, &[&str]); 5] = [
                (criterion.too_low, vec![low], &["less than", "fewer than"]),
                (criterion.low, vec![low, from], &[" to "]),
                (
                    criterion.good,
                    vec![from, to],
                    if from.is_infinite() {
                        &["t most"]
                    } else if to.is_infinite() {
                        &["at least"]
                    } else {
                        &[" to "]
                    },
                ),
                (criterion.high, vec![to, high], &[" to "]),
                (criterion.too_high, vec![high], &["ore than"]),
            ];
            for (place, (sentence, bounds, words)) in sides.into_iter().enumerate() {
                let finite: Vec<f64> = bounds
                    .iter()
                    .filter(|bound| bound.is_finite())
                    .map(|bound| (bound * scale * 1e6).round() / 1e6)
                    .collect();
                let exists = if place == 2 { !finite.is_empty() } else { finite.len() == bounds.len() };
                assert_eq!(!sentence.is_empty(), exists, "{}: {sentence}", criterion.name);
                if exists {
                    assert_eq!(numbers(sentence), finite, "{}: {sentence}", criterion.name);
                    assert!(words.iter().any(|word| sentence.contains(word)), "{}: {sentence}", criterion.name);
                }
            }
        }
    }

    /// A verdict needs the whole interval on one side of each bound, whatever the number in the middle is.
    #[test]
    fn an_interval_across_a_bound_decides_nothing() {
        for criterion in ALL {
            let bounds: Vec<f64> =
                criterion.outer.into_iter().chain(criterion.inner).filter(|bound| bound.is_finite()).collect();
            let (least, most) =
                (bounds.iter().copied().fold(f64::INFINITY, f64::min), bounds.iter().copied().fold(0.0, f64::max));
            let steps: Vec<f64> =
                (0..=60).map(|step| least * 0.5 + (most * 1.5 - least * 0.5) * f64::from(step) / 60.0).collect();
            for (number, &low) in steps.iter().enumerate() {
                for &high in &steps[number..] {
                    let standings = [low, f64::midpoint(low, high), high].map(|value| {
                        let measure = criterion.measure(IntervalEstimate { value, low, high, games: 100 }, None);
                        let across = bounds.iter().any(|bound| low < *bound && *bound < high);
                        assert!(!measure.sentence.is_empty(), "{}: {low} to {high}", criterion.name);
                        if across {
                            assert_eq!(measure.standing, Standing::Undecided, "{}: {low} to {high}", criterion.name);
                            assert!(measure.games_needed.is_none_or(|games| games > 100));
                            assert!(measure.sentence.contains("not decided by 100 games; "), "{}", measure.sentence);
                        }
                        let end = criterion.measure(IntervalEstimate { value: low, low, high: low, games: 100 }, None);
                        let other =
                            criterion.measure(IntervalEstimate { value: high, low: high, high, games: 100 }, None);
                        let agree = measure.standing == Standing::Undecided
                            || (measure.standing == end.standing && measure.standing == other.standing);
                        assert!(agree, "{}: {low} to {high}", criterion.name);
                        measure.standing
                    });
                    assert!(standings.iter().all(|one| *one == standings[0]), "{}: {low} to {high}", criterion.name);
                }
            }
        }
    }

    #[test]
    fn the_games_that_would_decide_are_estimated() {
        // 68 of 100: 58.3 to 76.3, and the bound is 8 points away.
        let share = IntervalEstimate::share(68, 100);
        let measure = FIRST_PLAYER.measure(share, None);
        assert_eq!(
            measure.sentence,
            "Whether a seat is clearly better is not decided by 100 games; about 150 would decide it."
        );
        let decided = IntervalEstimate::share(102, 150);
        assert_eq!(FIRST_PLAYER.standing(&decided), Standing::TooHigh);
        let none = ENDLESS.measure(IntervalEstimate::share(0, 100), None);
        assert_eq!(none.games_needed, Some(370));
        assert_eq!(ENDLESS.standing(&IntervalEstimate::share(0, 390)), Standing::Good);
        assert_eq!(
            SKILL.measure(IntervalEstimate { value: 0.6, low: 0.5, high: 0.7, games: 20 }, None).games_needed,
            None
        );
    }
}
