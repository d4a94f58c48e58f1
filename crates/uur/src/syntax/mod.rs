//! Syntax: from text to an abstract syntax tree, without its meaning.
//!
//! [`parse`] follows `grammar/uur.pest`, [`format()`] is the formatter, [`words`] is the table of
//! all reserved words, and `instead` says what people write instead of them.

pub mod ast;
mod brackets;
mod former;
pub(crate) mod instead;
mod line_problem;
mod mapped_text;
mod parser;
mod pattern;
mod printer;
mod problem;
mod recovery;
mod repair;
mod rewording;
mod sections;
pub mod words;

pub(crate) use brackets::{MAX_DEPTH, continues_line};
pub(crate) use former::{forms_with, todays_form};
pub(crate) use line_problem::RESERVED;
pub(crate) use parser::{Grammar, Rule, parse_again};
pub use parser::{parse, parse_unexplained};
pub use printer::{format, format_line};
pub(crate) use recovery::{Expected, Explanations, expected_at};
pub(crate) use repair::word_instead;
pub(crate) use rewording::{Rewording, keeps_meaning, names_given, rewordings};
pub(crate) use sections::{is_table, item_word, line_rule};

/// The version of the rules language that this crate reads.
pub const LANGUAGE: u64 = 1;
