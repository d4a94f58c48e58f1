//! Measuring games by playing them: the count of move sequences, and what many games come to.
//!
//! The laboratory plays games and returns numbers. All that it counts is whole numbers that add up,
//! and a game of a series depends on nothing but its number and the seed; so a series comes to the
//! same on any machine, by any number of threads, and in any number of pieces.

mod axis;
mod difference;
mod elo;
mod kept;
mod perft;
mod player;
mod playout;
mod report;
mod rounds;
mod series;
mod statistics;
mod tally;
mod tournament;

pub use axis::Axis;
pub use difference::{Compared, Difference, Shares, changed_lines, first_difference, random_difference};
pub use elo::{Elo, Scores, elo};
pub use kept::{Fault, Kept, NotKept, kept_line, read_kept};
pub use perft::{Sequences, divide, perft, perft_made};
pub use player::{NoPlayer, Player, Thought, Turn, Weighing};
pub use playout::{Experiment, Played, Playouts};
pub use report::{Asked, LineReport, Refused, Report};
pub use rounds::play_rounds;
pub use series::{Batch, Span, Work, play_series};
pub use statistics::{Rate, percentile, wilson};
pub use tally::{Details, Longest, Tally};
pub use tournament::{Meeting, Tournament};
