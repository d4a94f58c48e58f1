//! The program `uur`: the command line and the prompt of the packages [`uur`] and [`uur_lab`].
//!
//! [`cli`], [`repl`], [`lsp`], [`engine_protocol`], `mcp` and `serve` are the faces, [`files`] reads and writes for them,
//! [`catalogue`] lists the shipped games, and `pages` writes documents in HTML. Only this floor touches files, the terminal, the clock and random seeds.

pub mod catalogue;
pub mod cli;
pub mod engine_protocol;
pub mod files;
pub mod lsp;
#[cfg(feature = "mcp")]
pub mod mcp;
mod packed;
mod pages;
pub mod repl;
#[cfg(feature = "serve")]
pub mod serve;
