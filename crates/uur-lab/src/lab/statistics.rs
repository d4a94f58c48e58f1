//! Statistics: rates with confidence intervals, and percentiles.

use serde::Serialize;

use uur::chance::interval;

/// A rate with its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Rate {
    /// The observed rate.
    pub share: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Rate {
    /// The rate `some / all`, with seven decimals.
    pub fn of(some: u64, all: u64) -> Rate {
        let (low, high) = wilson(some, all);
        let share = if all == 0 { 0.0 } else { some as f64 / all as f64 };
        Rate { share: rounded(share), low: rounded(low), high: rounded(high) }
    }
}

/// Rounds a number to seven decimals.
pub fn rounded(number: f64) -> f64 {
    (number * 1e7).round() / 1e7
}

/// Returns the 95 % Wilson [`interval`] of a rate.
///
/// ```
/// let (low, high) = uur_lab::lab::wilson(0, 10);
/// assert_eq!(low, 0.0);
/// assert!((high - 0.2775).abs() < 0.0001);
/// ```
pub fn wilson(some: u64, all: u64) -> (f64, f64) {
    interval(if all == 0 { 0.0 } else { some as f64 / all as f64 }, all)
}

/// Returns a percentile: the least value that `percent` percent of all do not exceed. `counts[value]` is the
/// frequency of a value.
///
/// ```
/// assert_eq!(uur_lab::lab::percentile(&[0, 1, 1, 2], 50), 2);
/// ```
pub fn percentile(counts: &[u64], percent: u64) -> usize {
    let all: u128 = counts.iter().map(|&count| u128::from(count)).sum();
    let wanted = (all * u128::from(percent)).div_ceil(100).max(1);
    let mut met = 0;
    let reached = counts.iter().position(|&count| {
        met += u128::from(count);
        met >= wanted
    });
    reached.unwrap_or(0)
}
