//! All integration tests, in one executable: linking one is cheaper than linking thirty.

#[path = "../../benches/engine/by_engine.rs"]
mod by_engine;
#[path = "../../benches/by_hand/mod.rs"]
mod by_hand;

mod bodies;
mod command;
mod rule_files;

mod answers;
mod any_game;
mod any_text;
mod boards;
mod bound_of_laps;
mod canonical;
mod chains;
mod cli;
mod console;
mod corpus;
mod documented;
mod documents;
mod doubling;
mod editors;
mod endless;
mod engine_protocol;
mod engines_by_hand;
mod english;
mod failures;
mod faults;
mod first_sessions;
mod floors;
mod foreign;
mod format;
mod former;
mod forms;
mod hostile_files;
mod human_slips;
mod inheritance;
mod laboratory;
mod learning;
mod limits;
mod line_of_play;
mod lock_step;
mod long_moves;
mod lsp;
mod manual;
mod markup;
mod new_words;
mod outputs;
mod pages;
mod peers;
mod pictures;
mod properties;
mod pty;
mod random_rules;
mod readme;
mod records_elsewhere;
mod repeats;
mod repl;
mod results;
mod rules;
mod search;
mod series;
#[cfg(feature = "serve")]
mod serve;
mod slips;
mod solve;
mod stages;
mod stopped;
mod stored_results;
mod travel;
mod tree;
mod type_names;
mod ui;
mod unfinished;
mod widths;
