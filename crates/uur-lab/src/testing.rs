//! Tests of rule files: examples, transcripts, properties, coverage and mutation tests.
//!
//! Everything here plays games and returns values. The command line and the prompt print and write them.

pub mod annotations;
pub mod authoring;
pub mod cases;
pub mod coverage;
pub mod examples;
pub mod explore;
pub mod mutate;
pub mod properties;
pub mod resolve;
pub mod snapshot;
pub mod suite;
pub mod transcript;
pub mod verify;
