//! What can be said of a whole from some of its games.

use serde::Serialize;

use uur::chance::interval;

/// A share, and between which bounds the true one lies in 95 of 100 cases.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rate {
    /// The share that was met.
    pub share: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Rate {
    /// So many of all, with seven decimals.
    pub fn of(some: u64, all: u64) -> Rate {
        let (low, high) = wilson(some, all);
        let share = if all == 0 { 0.0 } else { some as f64 / all as f64 };
        Rate { share: rounded(share), low: rounded(low), high: rounded(high) }
    }
}

/// A number with seven decimals.
pub fn rounded(number: f64) -> f64 {
    (number * 1e7).round() / 1e7
}

/// The 95 % [`interval`] for a share of counted cases.
///
/// ```
/// let (low, high) = uur_lab::lab::wilson(0, 10);
/// assert_eq!(low, 0.0);
/// assert!((high - 0.2775).abs() < 0.0001);
/// ```
pub fn wilson(some: u64, all: u64) -> (f64, f64) {
    interval(if all == 0 { 0.0 } else { some as f64 / all as f64 }, all)
}

/// The least value that so many percent of all do not exceed; `counts[value]` says how often each
/// was met.
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
