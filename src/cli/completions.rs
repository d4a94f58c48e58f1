//! `uur completions`: what a shell reads to complete our commands.

use clap::{CommandFactory, ValueEnum};
use clap_complete::generate;

use super::output::{Exit, say};
use super::{Arguments as Program, Outcome};

/// Writes what a shell needs to complete commands and options with Tab
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    source <(uur completions bash)\n  \
    uur completions zsh > ~/.zfunc/_uur\n  \
    uur completions fish > ~/.config/fish/completions/uur.fish")]
pub struct Arguments {
    /// The shell that is to read it
    #[arg(value_enum)]
    shell: Shell,
}

/// A shell.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
}

pub fn run(arguments: &Arguments) -> Outcome {
    let shell = match arguments.shell {
        Shell::Bash => clap_complete::Shell::Bash,
        Shell::Zsh => clap_complete::Shell::Zsh,
        Shell::Fish => clap_complete::Shell::Fish,
    };
    let mut script = vec![];
    generate(shell, &mut Program::command(), "uur", &mut script);
    say(&String::from_utf8_lossy(&script));
    Ok(Exit::Fine)
}
