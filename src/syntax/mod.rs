//! Text to tree: which words stand where, and nothing of what they mean.
//!
//! [`parse`] follows `grammar/uur.pest`; [`format()`] lays a file out anew; [`words`] is the one table
//! of the words of the language.

pub mod ast;
mod brackets;
mod draft;
mod fault;
mod parser;
mod printer;
pub mod words;

pub use parser::parse;
pub use printer::{format, format_line};

/// The version of the language that this crate reads.
pub const LANGUAGE: u64 = 1;
