//! What holds for any input. The fuzzers in `fuzz` call these functions too.

pub mod game;
pub mod notation;
pub mod stored;
pub mod text;
