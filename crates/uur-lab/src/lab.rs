//! The laboratory: perft, statistics of many games, and tournaments.
//!
//! All counts are integers that are summed, and a game of a series depends only on its number and the seed.
//! A series therefore has the same result on every computer, with any number of threads and shards.

mod axis;
mod comparison;
mod diff;
mod elo;
mod opening;
mod perft;
mod player;
mod playout;
mod report;
mod resume_log;
mod rounds;
mod series;
mod statistics;
mod tally;
mod tournament;

pub use axis::Axis;
pub use comparison::{
    Difference, DifferenceCounts, GameComparison, changed_lines, first_difference, random_difference,
};
pub use diff::{DiffReport, DiffRequest, LineChange, LineComparison, ParameterChange, RandomComparison, diff};
pub use elo::{Elo, Scores, elo};
pub(crate) use opening::BalancedOpenings;
pub use perft::{Sequences, divide, perft, perft_made, perft_with_passes};
pub use player::{Contestant, EvalBudget, Player, SearchControl};
pub use playout::{Experiment, GameResult, Playouts};
pub use report::{Branching, Length, Rates};
pub use report::{JoinError, LineReport, SeriesKey, SeriesReport, StoredReport};
pub use resume_log::{LineFault, ResumeLog, ResumeLogError, read_resume_log, resume_line};
pub use rounds::play_rounds;
pub use series::{Batch, GameRange, SeriesOptions, play_series};
pub use statistics::{Rate, percentile, rounded, wilson};
pub use tally::{Details, Longest, Tally};
pub use tournament::{Meeting, Tournament};
