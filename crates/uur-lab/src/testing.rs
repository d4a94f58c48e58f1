//! Rule files that test themselves: examples, transcripts, properties, coverage, mutations.
//!
//! Everything here plays games and returns values; what is shown and what is written is the
//! business of the faces.

pub mod cases;
pub mod coverage;
pub mod examples;
pub mod expected;
pub mod mutate;
pub mod properties;
pub mod reach;
pub mod reading;
pub mod snapshot;
pub mod suite;
pub mod transcript;
pub mod verify;
pub mod written;
