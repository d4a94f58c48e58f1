//! The engine, in games that are read from rule files.

mod draw;
mod facts;
mod layout;
mod state;
mod stores;
