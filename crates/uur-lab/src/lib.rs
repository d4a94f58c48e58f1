//! The laboratory of uur: tools that play many games and return values.
//!
//! [`lab`] plays series and tournaments, [`search`] chooses moves, [`solve`] proves values of positions,
//! [`review`] looks over a game that was played, [`exercises`] makes puzzles and questions about rules, and [`train`] learns evaluations from self-play. They share [`model`], the game interface of search and solver,
//! [`threads`], and [`coverage`], which counts the lines of rules that had an effect. This package uses threads, but no
//! terminal and no file. Package `uur-testing` tests and judges rules with it.

mod buckets;
pub mod coverage;
pub mod exercises;
#[doc(hidden)]
pub mod graph;
pub mod lab;
pub mod model;
pub mod review;
pub mod search;
pub mod solve;
pub mod threads;
pub mod train;
mod transposition;
