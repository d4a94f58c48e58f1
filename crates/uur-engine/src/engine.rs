//! The engine: it plays every game.
//!
//! [`compile`] makes a [`Program`] of [`Rules`](crate::rules::Rules), once; it is immutable afterwards. `play`
//! is the walk through a move in the order of the manual; `moves` says which moves there are, and `ending` what
//! follows. `predicate` evaluates conditions for many pits at once. What can be tabulated is precomputed with
//! these (`lap_table`, `decision_tree`, `effects`, `index`), and played by look-ups where nothing else matters
//! (`kernel`). An [`Observer`] receives every event with the number of the clause that caused it.
//!
//! The engine sees no names, no places in files and no messages; it does not allocate while it plays.
//!
//! A package that plays compiles its own copy of what it calls here, at every width. What walks through a whole move or
//! through all moves is therefore never inlined: the compiler shares such functions among packages.

mod budget;
mod choices;
mod compiled;
mod decision_tree;
mod draw;
mod effects;
mod ending;
mod error;
mod event;
mod facts;
mod index;
mod kernel;
mod landing;
mod lap_table;
mod layout;
mod line;
mod lowering;
mod moves;
mod once;
mod plan;
mod play;
mod position;
mod predicate;
mod program;
mod repetition;
mod state;
mod stores;
mod strategy;
mod table;
mod turn;
mod width;

pub use budget::{Budget, MOST_EVENTS, MOST_LAPS, Overrun};
pub use choices::{Choice, Choices, MOST_CHOICES, Options};
pub use compiled::{Engine, Opt};
pub use draw::{RandomMove, RandomTurn};
pub use ending::{Outcome, Reason};
pub use event::{Event, Observer};
pub use facts::{AskedFacts, Facts};
pub use kernel::{
    AfterLap, MarkedRelay, MaskedState, Plain, Relay, ShapeName, Single, SowingState, Strategy, StrategyShape, Walk,
};
pub use landing::Moment;
pub use layout::Layout;
pub use line::{Legal, Line, Turn};
pub use moves::{FoundMove, Move, MoveMask, Moves, PlayError};
pub use position::{MOST_COUNTERS, Mark, Memory, Pit, Position};
pub use program::{AnyEngine, Program, compile};
pub use repetition::{History, RepetitionHistory, RepetitionKey, RepetitionWindow};
pub use state::{BoardKey, State};
pub use stores::StoreUse;
pub use strategy::PausedMove;
pub use width::{Broad, BroadRich, LaneSet, Narrow, Rich, Vast, Wide, Width};

/// The most pits that a position has room for: 32 for each player.
pub const MOST_PITS: usize = 64;
