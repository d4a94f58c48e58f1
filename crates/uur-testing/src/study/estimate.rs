//! Estimates: numbers that games show, each with its 95 % interval.

use serde::Serialize;

use uur_lab::lab::{Rate, percentile, rounded, wilson};

/// The number of groups that games are divided into to see how much a number varies.
pub const GROUPS: usize = 10;
/// The 97.5 % quantile of Student's t distribution with one degree of freedom less than there are groups.
const T_95: f64 = 2.262_157_162_854_099;

/// A number, and the 95 % interval in which games leave it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct IntervalEstimate {
    /// The number in the games that were played.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval; infinite, which JSON writes as null, if there are too few games for an interval.
    #[cfg_attr(feature = "schemars", schemars(with = "Option<f64>"))]
    pub high: f64,
    /// The games that it is taken from.
    pub games: u64,
}

impl IntervalEstimate {
    /// A share of all games, with its Wilson interval.
    pub fn share(some: u64, all: u64) -> IntervalEstimate {
        let Rate { share, low, high } = Rate::of(some, all);
        IntervalEstimate { value: share, low, high, games: all }
    }

    /// The share of the points that a player won, with its Wilson interval. Half points are rounded to whole games for
    /// the interval, which makes it no narrower.
    pub fn score(points: f64, games: u64) -> IntervalEstimate {
        IntervalEstimate::share(points.round() as u64, games)
    }

    /// The median of values with these frequencies, with the interval of its order statistics: the percentiles between
    /// which half of all games may lie by a Wilson interval.
    pub fn median(counts: &[u64], range: [f64; 2]) -> IntervalEstimate {
        let games: u64 = counts.iter().sum();
        let value = percentile(counts, 50) as f64;
        if games < GROUPS as u64 {
            return IntervalEstimate { value, low: range[0], high: range[1], games };
        }
        let (low, high) = wilson(games / 2, games);
        let of_rank = |rank: f64| {
            let mut met = 0;
            let reached = counts.iter().position(|&count| {
                met += count;
                met as f64 >= rank.max(1.0)
            });
            reached.unwrap_or(0) as f64
        };
        let all = games as f64;
        IntervalEstimate {
            value,
            low: of_rank((all * low).floor()),
            high: of_rank((all * high).ceil() + 1.0).max(value),
            games,
        }
    }

    /// A function of all games, with the interval of the jackknife that leaves out one of ten groups of games at
    /// a time (R. G. Miller, The jackknife: a review, Biometrika 61 (1974), 1-15). It is cut off at the ends of the
    /// `range` of the function.
    pub fn jackknife(games: u64, range: [f64; 2], of_all: f64, without: [f64; GROUPS]) -> IntervalEstimate {
        let value = rounded(of_all);
        if games < GROUPS as u64 {
            return IntervalEstimate { value, low: range[0], high: range[1], games };
        }
        let groups = GROUPS as f64;
        let mean = without.iter().sum::<f64>() / groups;
        let squares: f64 = without.iter().map(|one| (one - mean) * (one - mean)).sum();
        let half = T_95 * (squares * (groups - 1.0) / groups).sqrt();
        let [low, high] = [of_all - half, of_all + half].map(|end| rounded(end.clamp(range[0], range[1])));
        IntervalEstimate { value, low, high, games }
    }

    /// By how much one share is greater than another, with the interval of R. G. Newcombe, Interval estimation for the
    /// difference between independent proportions, Statistics in Medicine 17 (1998), 873-890, method 10.
    pub fn difference(greater: IntervalEstimate, smaller: IntervalEstimate) -> IntervalEstimate {
        let value = greater.value - smaller.value;
        let down = (greater.value - greater.low).hypot(smaller.high - smaller.value);
        let up = (greater.high - greater.value).hypot(smaller.value - smaller.low);
        let [value, low, high] = [value, value - down, value + up].map(rounded);
        IntervalEstimate { value, low, high, games: greater.games.min(smaller.games) }
    }

    /// Multiplies the number and its interval.
    pub fn scaled(self, factor: f64) -> IntervalEstimate {
        let [value, low, high] = [self.value, self.low, self.high].map(|number| rounded(factor * number));
        IntervalEstimate { value, low, high, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_lies_between_its_order_statistics() {
        // 100 games of 1 to 100 moves: the 40th and the 61st value bound the median by a Wilson interval.
        let counts: Vec<u64> = [0].into_iter().chain([1; 100]).collect();
        let median = IntervalEstimate::median(&counts, [0.0, f64::INFINITY]);
        assert_eq!(median, IntervalEstimate { value: 50.0, low: 40.0, high: 61.0, games: 100 });
        let few = IntervalEstimate::median(&[0, 0, 3], [0.0, f64::INFINITY]);
        assert_eq!((few.low, few.high), (0.0, f64::INFINITY));
    }

    #[test]
    fn a_jackknife_of_a_mean_has_the_interval_of_the_mean() {
        // Ten groups of one game with the values 0 to 9: mean 4.5, standard error sqrt(55/6/10).
        let values: Vec<f64> = (0..10).map(f64::from).collect();
        let without = std::array::from_fn(|left| (45.0 - values[left]) / 9.0);
        let IntervalEstimate { value, low, high, .. } = IntervalEstimate::jackknife(10, [0.0, 100.0], 4.5, without);
        let half = T_95 * (55.0 / 60.0_f64).sqrt();
        assert_eq!((value, low, high), (4.5, rounded(4.5 - half), rounded(4.5 + half)));
    }

    /// The example (a) of Newcombe's table II: 56/70 and 48/80, 0.0524 to 0.3339.
    #[test]
    fn a_difference_has_newcombes_interval() {
        let found = IntervalEstimate::difference(IntervalEstimate::share(56, 70), IntervalEstimate::share(48, 80));
        assert!((found.low - 0.0524).abs() < 5e-5 && (found.high - 0.3339).abs() < 5e-5, "{found:?}");
    }
}
