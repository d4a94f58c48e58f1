//! The parser that pest makes of `grammar/uur.pest`. It is a package of its own because it is large and seldom
//! changes: it is compiled once, with less optimisation than the engine needs.

#![allow(missing_docs, reason = "the grammar describes its rules")]

use pest_derive::Parser;

include!(concat!(env!("OUT_DIR"), "/grammar.rs"));
