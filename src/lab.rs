//! Measuring games by playing them: so far the count of move sequences.

mod perft;

pub use perft::{divide, perft};
