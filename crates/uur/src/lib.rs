//! A rules language and engine for mancala games.
//!
//! A rule file describes how a game is played. [`Game::parse`] checks it and compiles it, [`Game::play`] plays
//! it, and every event of a move names the line of the file that caused it.
//!
//! ```
//! use uur::Game;
//!
//! let game = Game::shipped("oware").expect("it is shipped");
//! let mut play = game.play();
//! while let Some(&first) = play.legal_moves().first() {
//!     let turn = play.play(first)?;
//!     println!("{}", game.describe(&turn.events).join("; "));
//! }
//! println!("{play}{:?} after {}", play.result().map(|over| over.winner), play.line());
//! # assert!(play.result().is_some());
//! # Ok::<(), uur::StepError>(())
//! ```
//!
//! - [`Game`]: the rules, from a text, a file or the games that are shipped ([`shipped_games`]).
//! - [`GamePlay`]: a game being played, with history and undo. Moves are parsed and printed for its board.
//! - [`Event`] and [`Outcome`]: what a move did and how a round ended, each with its [`ClauseId`].
//! - [`Line`]: moves made and taken back, for code that plays many positions, such as a search.
//! - [`Program`]: the compiled rules. It begins a line, and plays single moves of single positions.
//! - [`Diagnostics`], [`ParseError`], [`StepError`]: what can be wrong with rules, texts and steps.
//!
//! A line plays some ten times as fast as a program, which copies and translates whole positions:
//!
//! ```
//! use uur::{Game, Line};
//!
//! /// Returns the number of sequences of so many moves.
//! fn perft(line: &mut Line, depth: u32) -> usize {
//!     let moves = line.legal();
//!     if depth == 1 {
//!         return moves.len();
//!     }
//!     let after = |turn| {
//!         line.play(turn);
//!         let sequences = perft(line, depth - 1);
//!         line.undo();
//!         sequences
//!     };
//!     moves.map(after).sum()
//! }
//!
//! let game = Game::shipped("layli-goobalay").expect("it is shipped");
//! let mut line = game.program.line(&game.program.start());
//! assert_eq!(perft(&mut line, 4), 607);
//! ```
//!
//! The types at the root of this crate are its stable interface; the modules are public only for the other
//! packages of this workspace and may change at any time.
//!
//! This package is pure: it needs no terminal, thread, clock, file or random seed. `docs/architecture.md` in the
//! repository describes its modules, and the packages that stand on it.

#[doc(hidden)]
pub mod analysis;
#[doc(hidden)]
pub mod check;
#[doc(hidden)]
pub mod checksum;
#[doc(hidden)]
pub mod diagnostic;
#[doc(hidden)]
pub mod explain;
#[doc(hidden)]
pub mod foreign;
pub mod game;
#[doc(hidden)]
pub mod game_play;
#[doc(hidden)]
pub mod likeness;
#[doc(hidden)]
pub mod markup;
#[doc(hidden)]
pub mod match_play;
#[doc(hidden)]
pub mod notation;
#[doc(hidden)]
pub mod picture;
#[doc(hidden)]
pub mod provenance;
#[doc(hidden)]
pub mod query;
#[doc(hidden)]
pub mod render;
#[doc(hidden)]
pub mod source;
#[doc(hidden)]
pub mod syntax;
#[doc(hidden)]
pub mod template;
#[cfg(test)]
mod tests;
#[doc(hidden)]
pub mod text_layout;
#[doc(hidden)]
pub mod variants;

pub use chance::Rng;
pub use check::{Library, LibraryError, Settings};
pub use diagnostic::{Code, Diagnostic, Diagnostics, Fix, Format, Label, Severity};
pub use engine::{
    Budget, Choice, Choices, Event, History, Legal, Line, Mark, Move, Moves, Observer, Options, Outcome, Pit,
    PlayError, Position, Program, Reason, Turn,
};
pub use game::Game;
pub use game_play::{GamePlay, PlayedTurn};
pub use match_play::{LotFor, Match, MatchOutcome, NextStep, Setup, Step, StepError};
pub use notation::{ParseError, PitName};
pub use rules::{ClauseId, MarkId, Parameter, Rules, Side, Value, Way};
pub use source::{FileAccess, LineColumn, Source, SourceId, Span};
#[doc(hidden)]
pub use uur_engine::{chance, engine, on_engine, on_strategy, rules};
pub use variants::names as shipped_games;
