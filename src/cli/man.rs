//! `uur man`: manual pages of the program and its commands.

use std::fs;
use std::io;
use std::path::PathBuf;
use uur::explain::capitalized;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::files::{self, OutputKind};

use super::output::{CommandError, Exit, eprint, print};
use super::{Cli, CommandResult, EXIT_CODES, PRECEDENCE};

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

/// The environment variables that are read, and what they do.
const ENVIRONMENT: [(&str, &str); 9] = [
    ("NO_COLOR", "Switches colours and frames off, unless it is empty."),
    ("TERM", "With `dumb`, nothing is coloured, framed or redrawn."),
    ("LC_ALL, LC_CTYPE, LANG", "Boards have frames if the first of these that is set names UTF-8."),
    ("CI", "With a value other than `false` or `0`, `uur test` writes no files."),
    ("VISUAL, EDITOR", "The editor of `edit` at the prompt."),
    ("XDG_STATE_HOME", "The folder of the history and of the last game, instead of ~/.local/state."),
    ("UUR_LAST_GAME", "The file in which the prompt keeps the last game. If it is empty, no game is kept."),
    ("SOURCE_DATE_EPOCH", "The date of records, in seconds since 1970, instead of today."),
    ("CLICOLOR_FORCE", "Keeps colours where the output is no terminal, unless it is 0."),
];

/// The files that are read and written without being named.
const FILES: [(&str, &str); 4] = [
    ("~/.local/state/uur/history", "The lines typed at the prompt."),
    ("~/.local/state/uur/last.game", "The last game, which `resume` at the prompt continues."),
    ("X/*.game", "Beside a rule file X.uur, the records that `uur test` replays."),
    ("X/*.snap, X/*.snap.new", "Their accepted transcripts, and the changed ones that `uur review` shows."),
];

/// The manual page of uur or of one of its commands, in roff.
fn page(command: Command) -> String {
    let is_program = command.get_name() == "uur";
    let mut others: Vec<String> = match is_program {
        true => command.get_subcommands().map(|command| format!("uur-{}", command.get_name())).collect(),
        false => vec!["uur".to_string()],
    };
    others.retain(|name| name != "uur-help");
    let man = Man::new(command);
    let mut page = vec![];
    let rendered = if is_program { render_program(&man, &mut page) } else { man.render(&mut page) };
    rendered.expect("writing to memory does not fail");
    let page = String::from_utf8_lossy(&page).replace("\n.SH EXTRA\n", "\n.SH EXAMPLES\n");
    let others: Vec<String> = others.iter().map(|name| format!("{}(1)", roff(name))).collect();
    let see_also = format!(".SH \"SEE ALSO\"\n{}\n", others.join(", "));
    if !is_program {
        return page + &see_also;
    }
    let codes = EXIT_CODES.map(|(code, meaning)| (code.to_string(), format!("{}.", capitalized(meaning))));
    let sections = [
        list("EXIT STATUS", codes.iter().map(|(code, meaning)| (code.as_str(), meaning.as_str()))),
        format!(".PP\n{}\n", roff(PRECEDENCE)),
        list("ENVIRONMENT", ENVIRONMENT.into_iter()),
        list("FILES", FILES.into_iter()),
    ];
    page + &sections.concat() + &see_also
}

/// The sections of the program that are made from its arguments.
fn render_program(man: &Man, page: &mut Vec<u8>) -> io::Result<()> {
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    man.render_subcommands_section(page)?;
    man.render_version_section(page)
}

/// A section that explains each of some names.
fn list<'a>(title: &str, rows: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let rows = rows.map(|(name, meaning)| format!(".TP\n\\fB{}\\fR\n{}\n", roff(name), roff(meaning)));
    format!(".SH \"{title}\"\n{}", rows.collect::<String>())
}

/// A text in which roff finds no commands.
fn roff(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}
