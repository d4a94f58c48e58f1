//! The laboratory of uur: tools that play many games and return values.
//!
//! [`lab`] plays series and tournaments, [`search`] chooses moves, [`solve`] proves values of positions,
//! and [`testing`] tests rule files. They stand on [`model`], a game as these tools see it, and on
//! [`threads`]. This floor uses threads, but no terminal and no file.

pub mod lab;
pub mod model;
pub mod search;
pub mod solve;
pub mod testing;
pub mod threads;
