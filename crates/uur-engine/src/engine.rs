//! The engine: it plays every game.
//!
//! [`compile`] makes a [`Program`] of [`Rules`](crate::rules::Rules), once; it is immutable afterwards. `state` is
//! boards as machine words, and `lines` what lines ask and do on them. `walk` plays a move in the order of the manual, and
//! says which moves there are and what follows. What can be tabulated is found out by asking it (`tables`), and played by
//! look-ups where nothing else matters (`kernel`). Each of these uses only those named before it. An [`Observer`]
//! receives every event with the number of the clause that caused it.
//!
//! The engine sees no names, no places in files and no messages; it does not allocate while it plays.
//!
//! A package that plays compiles its own copy of what it calls here, at every width. What walks through a whole move or
//! through all moves is therefore never inlined: the compiler shares such functions among packages.

mod compiled;
mod kernel;
mod line;
mod lines;
mod plan;
mod program;
mod state;
mod strategy;
mod tables;
mod walk;

pub use compiled::{Engine, Opt};
pub use kernel::paused::PausedMove;
pub use kernel::{
    AfterLap, EveryRule, MarkedRelay, MaskedState, Plain, Relay, ShapeName, Single, SowingState, Strategy,
    StrategyShape,
};
pub use line::{Legal, Line, Turn};
pub use lines::facts::{AskedFacts, Facts};
pub use lines::stores::StoreUse;
pub use program::{AnyEngine, Program, compile};
pub use state::choices::{Choice, Choices, MOST_CHOICES, Options};
pub use state::layout::{Layout, MOST_PITS};
pub use state::mask::{Move, MoveMask, Moves};
pub use state::outcome::{Outcome, Reason};
pub use state::position::{MOST_COUNTERS, Mark, Memory, Pit, Position};
pub use state::repetition::{History, RepetitionHistory, RepetitionKey, RepetitionWindow};
pub use state::width::{Broad, BroadRich, LaneSet, Narrow, Rich, Vast, Wide, Width};
pub use state::{BoardKey, State};
pub use walk::Walk;
pub use walk::budget::{Budget, MOST_EVENTS, MOST_LAPS, Overrun};
pub use walk::draw::{RandomMove, RandomTurn};
pub use walk::event::{Event, Observer, standing};
pub use walk::landing::Moment;
pub use walk::moves::{FoundMove, PlayError};
