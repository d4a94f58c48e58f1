//! The designer's assistant: breeds rule files from others, measures each by play, and keeps a shelf of different games.
//!
//! A [`Draft`] is a rule file as a tree, and [`vary`] changes it: an amount, a word, a condition, a line or a section,
//! its own or that of another game. What the checker refuses is no candidate. [`Trial`] measures a candidate from
//! cheap to dear and ends as soon as a [`Wish`] or a usual bound is certainly missed. [`Breeding`] goes on from what is on
//! the [`Shelf`], which has the best candidate for each kind of play. [`advise`] tries the smallest changes of one game.
//!
//! All depends on a seed alone, not on threads and clock.

mod advise;
mod breed;
mod draft;
mod novelty;
mod report;
mod request;
mod shelf;
mod shown;
mod sketch;
mod trial;
mod vary;
mod wish;

pub use advise::{Advice, advise};
pub use breed::{Assay, Breeding, Candidate, DesignPlan, Drafted, FoundLog, Origin, Placing, Pool, Tried};
pub use draft::Draft;
pub use report::{DesignReport, DesignRow};
pub use request::{DesignFault, DesignParent, DesignRequest, PLAYERS, designed_sections};
pub use shelf::{COLUMNS, MapAxis, Shelf};
pub use shown::with_examples;
pub use trial::{Gauge, Measured, StopSign, Trial, TrialEffort, TrialFindings};
pub use vary::{Open, vary};
pub use wish::{DesignProblem, Wish, Wishes};
