//! Elo ratings, estimated from the scores of players against each other.
//!
//! The scale is that of A. Elo (The Rating of Chessplayers, 1978): of two players 400 points apart
//! the stronger scores ten times as much as the other. The ratings are the maximum likelihood estimate under the
//! model of R. Bradley and M. Terry (Rank analysis of incomplete block designs, Biometrika 39 (1952),
//! 324-345), found by the iteration of D. Hunter (MM algorithms for generalized Bradley-Terry models,
//! Annals of Statistics 32 (2004), 384-406). A draw is half a win. Every pair gets one additional draw, so that
//! a player who won all games has a finite rating.

use uur::chance::Z_95;

/// A player's rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elo {
    /// Points above the average of all players.
    pub points: f64,
    /// The half-width of the 95 % confidence interval.
    pub error: f64,
}

/// The scores of all pairs: `scores[a][b]` are the points of `a` in games with `b`. A draw is half a point.
pub type Scores = Vec<Vec<f64>>;

/// The maximum number of iterations. It converges long before.
const ROUNDS: usize = 20_000;

/// Returns the rating of each player.
///
/// The error assumes independent games without draws. Draws and swapped seats make the true error smaller.
///
/// ```
/// let elo = uur_lab::lab::elo(&vec![vec![0.0, 76.0], vec![24.0, 0.0]]);
/// assert!((elo[0].points - elo[1].points - 198.0).abs() < 3.0);
/// ```
pub fn elo(scores: &Scores) -> Vec<Elo> {
    let players = scores.len();
    let score = |a: usize, b: usize| if a == b { 0.0 } else { scores[a][b] + 0.5 };
    let games = |a: usize, b: usize| score(a, b) + score(b, a);
    let all = 0..players;
    let mut strengths = vec![1.0_f64; players];
    for _ in 0..ROUNDS {
        let better = |a: usize| {
            let won: f64 = all.clone().map(|b| score(a, b)).sum();
            let expected: f64 = all.clone().map(|b| games(a, b) / (strengths[a] + strengths[b])).sum();
            won / expected
        };
        let next: Vec<f64> = all.clone().map(better).collect();
        let middle = (next.iter().map(|strength| strength.ln()).sum::<f64>() / players.max(1) as f64).exp();
        let next: Vec<f64> = next.iter().map(|strength| strength / middle).collect();
        let still = next.iter().zip(&strengths).all(|(one, other)| (one / other - 1.0).abs() < 1e-12);
        strengths = next;
        if still {
            break;
        }
    }
    let points = 400.0 / std::f64::consts::LN_10;
    let known = |a: usize, b: usize| {
        let share = strengths[a] / (strengths[a] + strengths[b]);
        games(a, b) * share * (1.0 - share)
    };
    let variances = variances(players, known);
    strengths
        .iter()
        .zip(variances)
        .map(|(strength, variances)| Elo { points: points * strength.ln(), error: points * Z_95 * variances.sqrt() })
        .collect()
}

/// Returns the variance of each log strength about the average: the diagonal of the inverse of the Fisher
/// information, restricted to vectors with sum zero.
fn variances(players: usize, known: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let share = 1.0 / players.max(1) as f64;
    let mut rows: Vec<Vec<f64>> = (0..players)
        .map(|a| {
            let of_pair = |b: usize| {
                let all: f64 = (0..players).filter(|&other| other != a).map(|other| known(a, other)).sum();
                share + if a == b { all } else { -known(a, b) }
            };
            let unit = |b: usize| if a == b { 1.0 } else { 0.0 };
            (0..players).map(of_pair).chain((0..players).map(unit)).collect()
        })
        .collect();
    for column in 0..players {
        let row = rows[column].clone();
        let scaled: Vec<f64> = row.iter().map(|number| number / row[column]).collect();
        for (other, cells) in rows.iter_mut().enumerate() {
            if other == column {
                cells.clone_from(&scaled);
            } else {
                let factor = cells[column];
                cells.iter_mut().zip(&scaled).for_each(|(cell, number)| *cell -= factor * number);
            }
        }
    }
    (0..players).map(|player| (rows[player][players + player] - share).max(0.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_players_are_equally_strong() {
        let of_two = |won: f64| elo(&vec![vec![0.0, won], vec![won, 0.0]]);
        assert!(of_two(50.0)[0].points.abs() < 1e-6);
        assert!(of_two(50.0)[0].error > of_two(200.0)[0].error);
        // Of two players each is as far from their average as the other: half the usual error of a match.
        assert!((of_two(49.5)[0].error - 0.5 * 400.0 / 10_f64.ln() * Z_95 * 0.2).abs() < 0.1);
    }

    #[test]
    fn strengths_add_up_along_a_chain() {
        let scores = vec![vec![0.0, 909.0, 0.0], vec![91.0, 0.0, 909.0], vec![0.0, 91.0, 0.0]];
        let elo = elo(&scores);
        let steps = [elo[0].points - elo[1].points, elo[1].points - elo[2].points];
        assert!(steps.iter().all(|step| (step - 400.0).abs() < 5.0), "{steps:?}");
        assert!(elo.iter().map(|elo| elo.points).sum::<f64>().abs() < 1e-6);
    }

    #[test]
    fn a_player_that_won_all_games_is_not_infinitely_strong() {
        let elo = elo(&vec![vec![0.0, 20.0], vec![0.0, 0.0]]);
        assert!(elo[0].points > 300.0 && elo[0].points.is_finite());
        assert!(elo[0].error > 150.0);
    }
}
