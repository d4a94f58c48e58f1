//! `uur lsp`: the language server for editors.

use super::CommandResult;
use super::output::{Exit, eprint, error};
use crate::lsp;

/// Serve an editor: problems while typing, fixes, completion, renaming
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur lsp\n\n\
    An editor starts it and speaks the Language Server Protocol over standard input and output.\n\
    docs/editors.md shows the configuration of several editors.")]
pub struct LspArgs {
    /// Accepted for editors that name the transport; there is no other
    #[arg(long)]
    stdio: bool,
}

pub fn run(_arguments: &LspArgs) -> CommandResult {
    match lsp::serve_stdio() {
        Ok(true) => Ok(Exit::Fine),
        Ok(false) => Ok(Exit::Failed),
        Err(reason) => {
            eprint(&error("the editor's messages cannot be read", Some(reason.to_string()), None));
            Ok(Exit::Usage)
        }
    }
}
