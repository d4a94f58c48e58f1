//! `uur man`: manual pages of the program and its commands.

use std::fs;
use std::path::PathBuf;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::files::{self, OutputKind};

use super::output::{CommandError, Exit, eprint, print};
use super::{Cli, CommandResult};

/// Print the manual page of uur, or write those of all commands into a folder
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur man | man -l -\n  uur man ~/.local/share/man/man1")]
pub struct ManArgs {
    /// A folder, which is made if it is missing
    folder: Option<PathBuf>,
}

pub fn run(arguments: &ManArgs) -> CommandResult {
    let Some(folder) = &arguments.folder else {
        print(&page(Cli::command()));
        return Ok(Exit::Fine);
    };
    fs::create_dir_all(folder).map_err(|reason| CommandError::write_failed(folder, &reason.into()))?;
    let mut program = Cli::command();
    program.build();
    let commands = program.get_subcommands().filter(|command| command.get_name() != "help").map(|command| {
        let name = format!("uur-{}", command.get_name());
        command.clone().name(name.clone()).display_name(name)
    });
    let mut written = 0;
    for command in std::iter::once(program.clone()).chain(commands) {
        let path = folder.join(format!("{}.1", command.get_name()));
        files::write(&path, OutputKind::ManPage, &page(command))
            .map_err(|reason| CommandError::write_failed(&path, &reason))?;
        written += 1;
    }
    eprint(&format!("wrote {written} pages into {}\n", folder.display()));
    Ok(Exit::Fine)
}

/// The manual page of a command, in roff.
fn page(command: Command) -> String {
    let mut page = vec![];
    Man::new(command).render(&mut page).expect("writing to memory does not fail");
    String::from_utf8_lossy(&page).into_owned()
}
