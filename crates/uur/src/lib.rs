//! uur: a rules language and sandbox for mancala games.
//!
//! A rule file says how a game is played. It becomes a game in three steps, each with a type of its
//! own: the tree of what was written ([`syntax`]), the meaning that it makes ([`check`] turns it
//! into [`rules`]), and the machine that plays it ([`engine`]).
//!
//! ```
//! use uur::{check, engine, source::Source};
//!
//! let text = r#"
//! language 1
//! game "Three pits" { source "none: an example" }
//! board {
//!   rows 2
//!   pits 3
//!   seeds 2 each
//! }
//! sow counterclockwise { from own pit }
//! land {
//!   here is occupied -> relay
//!   here is own      -> capture opposite
//! }
//! end { no move -> each takes own row }
//! win most seeds
//! "#;
//! let loaded = check::load(Source::new("three.uur", text), &|_, _| Ok(None));
//! let checked = check::check(&loaded, &Default::default()).expect("the file makes sense");
//! let program = engine::compile(&checked.rules);
//! let mut position = program.start();
//! let first = program.legal_moves(&position)[0];
//! let mut events = vec![];
//! program.play_unchecked(&mut position, first, &mut events);
//! assert_eq!(position.total(), 12);
//! ```
//!
//! # Floors
//! This package is pure: it needs no terminal, thread, clock, file or random seed. Two packages stand
//! on it: `uur-lab` plays, searches and tests many games, and `uur-cli` is the program `uur`.
//!
//! A module uses only modules of floors below its own.
//!
//! | floor | modules |
//! |---|---|
//! | 4 views | [`notation`], [`render`], [`explain`]: values to text and back |
//! | 3 game | [`game`], [`match_play`], [`variants`]: meaning and machine together |
//! | 2 work | [`check`], [`engine`]: siblings that do not know each other |
//! | 1 words | [`syntax`], [`rules`]: siblings that do not know each other |
//! | 0 ground | [`source`], [`diagnostic`], [`chance`], [`checksum`], [`text_layout`] |
//!
//! One number carries it all: every clause has a [`rules::ClauseId`], and every event of a move
//! says which clause made it. Trace, `why`, and every message about a move come from that number.

pub mod chance;
pub mod check;
pub mod checksum;
pub mod diagnostic;
pub mod engine;
pub mod explain;
pub mod game;
pub mod match_play;
pub mod notation;
pub mod render;
pub mod rules;
pub mod source;
pub mod syntax;
pub mod text_layout;
pub mod variants;
