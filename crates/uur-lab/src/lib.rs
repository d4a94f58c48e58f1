//! The laboratory of uur: tools that play many games and return values.
//!
//! [`lab`] plays series and tournaments, [`search`] chooses moves, [`solve`] proves values of positions,
//! [`train`] learns evaluations from self-play, [`study`] judges games for their designers, and [`testing`] tests rule
//! files. They share [`model`], the game interface of search and solver, and [`threads`]. This package uses threads,
//! but no terminal and no file.

mod buckets;
mod graph;
pub mod lab;
pub mod model;
pub mod search;
pub mod solve;
pub mod study;
pub mod testing;
pub mod threads;
pub mod train;
mod transposition;
