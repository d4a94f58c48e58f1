//! The rules of a mancala game as types, and the engine that plays them.
//!
//! [`rules`] is what a rule file means, free of its syntax, and [`engine`] compiles it and plays it. [`chance`] is the
//! random numbers of both. Package `uur` reads rule files, and re-exports all of this: programs use that package.
//!
//! This is a package of its own because it is what has to be fast: it is optimised as one unit, while the other
//! packages are compiled beside it.

pub mod chance;
pub mod engine;
pub mod rules;
