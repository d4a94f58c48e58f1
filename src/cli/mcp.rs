//! `uur mcp`: the server for language models.

use super::CommandResult;
use super::output::{CommandError, Exit};
use crate::mcp;

/// Serve a language model: the checker, the manual, and games to play
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur mcp\n\n\
    A program that runs a language model starts it, and speaks the Model Context Protocol over standard\n\
    input and output. It reads and writes no files. docs/language-models.md shows a configuration.")]
pub struct McpArgs {}

pub fn run(_arguments: &McpArgs) -> CommandResult {
    match mcp::serve_stdio() {
        Ok(()) => Ok(Exit::Fine),
        Err(reason) => {
            let message = format!("the session could not be held: {reason}");
            Err(CommandError::usage(&message, "start it by a program that speaks the Model Context Protocol"))
        }
    }
}
