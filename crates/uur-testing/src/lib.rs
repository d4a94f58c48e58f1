//! Tests of rule files, and studies of games for their designers.
//!
//! [`suite`] runs the tests of a file: [`examples`], [`transcript`]s, and the [`properties`] of every game. [`mutate`]
//! tests the tests, [`verify`] examines all positions of a small board, and [`study`] judges a game from series of
//! games. All play games and return values. The command line and the prompt print and write them.

pub mod annotations;
pub mod authoring;
pub mod cases;
pub mod examples;
pub mod explore;
pub mod mirror;
pub mod mutate;
pub mod properties;
pub mod resolve;
pub mod snapshot;
pub mod study;
pub mod suite;
pub mod transcript;
pub mod verify;
