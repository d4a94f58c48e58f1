//! `uur engine`: the engine protocol over standard input and output.

use std::io::{BufReader, stdin, stdout};

use super::CommandResult;
use super::output::{CommandError, Exit, output_error};
use super::progress::no_thread;
use crate::engine_protocol::{self, EngineError};

/// Serve another program as a game engine, by lines of text
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur engine\n\n\
    A program starts it, writes commands such as `game oware`, `position start moves C` and\n\
    `go time 500`, and reads answers such as `bestmove f`. The manual describes the protocol:\n\
    docs/manual/engine-protocol.md.")]
pub struct EngineArgs {}

pub fn run(_arguments: &EngineArgs) -> CommandResult {
    match engine_protocol::serve(BufReader::new(stdin()), stdout()) {
        Ok(()) => Ok(Exit::Fine),
        Err(EngineError::NoThread(reason)) => Err(CommandError::limit(&no_thread(&reason))),
        // A program that reads no more answers has not ended the session as the protocol demands.
        Err(EngineError::Unwritten(reason)) => {
            let text = output_error("standard output", &reason, "start it by a program that reads its answers").text;
            Err(CommandError { exit: Exit::Unwritten, text })
        }
    }
}
