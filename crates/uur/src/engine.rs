//! The machine that plays every game.
//!
//! [`compile`] makes a [`Program`] of [`Rules`](crate::rules::Rules), once; from then on nothing
//! but positions changes. A move is one decision and all its laps: it starts in `moves`, is sown
//! in `sow`, decides in `landing` whether it goes on, and hands over to `ending`, which looks
//! whether the player whose turn begins meets the end of the game. An [`Observer`] is told every
//! event with the number of the clause that made it.
//!
//! The machine sees no names, no places in files and no messages; it touches no heap while it
//! plays.

mod choices;
mod ending;
mod event;
mod history;
mod interrupt;
mod landing;
mod lean;
mod moves;
mod position;
mod program;
mod sow;

pub use choices::{Choice, Choices, MOST_CHOICES, Options};
pub use ending::{Outcome, Reason};
pub use event::{Event, Kept, MOST_EVENTS, Observer};
pub use history::History;
pub use lean::{Lean, Paced, Packed, Play, Sized, Visited, Walk, WalkEnd, lanes};
pub use moves::{Move, Moves, PlayError};
pub use position::{Mark, Pit, Position};
pub use program::{Program, compile};
pub use sow::Turn;

/// The most pits that a position has room for: two rows of 24.
pub const MOST_PITS: usize = 48;
