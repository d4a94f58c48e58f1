//! `uur completions`: shell completion scripts.

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use clap_complete::{Shell, generate};

use uur::game::Game;
use uur::rules::Fact;
use uur::{explain, variants};

use super::output::{Exit, print};
use super::{Cli, CommandResult};

/// Print a script that completes commands and options with Tab
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    source <(uur completions bash)\n  \
    uur completions zsh > ~/.zfunc/_uur\n  \
    uur completions fish > ~/.config/fish/completions/uur.fish")]
pub struct CompletionsArgs {
    /// The shell to write the script for
    #[arg(value_parser = ["bash", "zsh", "fish"])]
    shell: String,
}

pub fn run(arguments: &CompletionsArgs) -> CommandResult {
    let shell: Shell = arguments.shell.parse().expect("the parser allows only shells that have completions");
    let mut script = vec![];
    generate(shell, &mut with_names(Cli::command()), "uur", &mut script);
    let script = String::from_utf8_lossy(&script);
    print(&match shell {
        Shell::Zsh => with_files_in_zsh(&script),
        Shell::Fish => script.into_owned() + &names_in_fish(),
        _ => script.into_owned(),
    });
    Ok(Exit::Fine)
}

/// Names of arguments that are games.
const GAMES: [&str; 4] = ["game", "first", "second", "like"];
/// Names of options that set a parameter.
const SETTINGS: [&str; 3] = ["set", "of_first", "of_second"];

/// Returns the commands with the shipped games, the words that have a page, and the parameters of shipped
/// games as possible values. Only for completion: an actual game may also be a file, with other parameters.
fn with_names(program: Command) -> Command {
    let settings: BTreeSet<String> = variants::names()
        .filter_map(Game::shipped)
        .flat_map(|game| game.rules.parameters)
        .map(|parameter| format!("{}=", parameter.name))
        .collect();
    let names = program.get_subcommands().map(|command| command.get_name().to_string()).collect::<Vec<_>>();
    names.into_iter().fold(program, |program, name| {
        program.mut_subcommand(name, |command| {
            command.mut_args(|argument| {
                let known: Vec<String> = match argument.get_id().as_str() {
                    id if GAMES.contains(&id) => variants::names().map(str::to_string).collect(),
                    "word" => explain::pages().chain(variants::names()).map(str::to_string).collect(),
                    "facts_wanted" => single_words().map(str::to_string).collect(),
                    id if SETTINGS.contains(&id) => settings.iter().cloned().collect(),
                    _ => return argument,
                };
                argument.value_parser(PossibleValuesParser::new(known))
            })
        })
    })
}

/// Returns the facts of one word. Completion would split the others.
fn single_words() -> impl Iterator<Item = &'static str> {
    Fact::ALL.iter().map(|fact| fact.name).filter(|name| !name.contains(' '))
}

/// Known values would keep zsh from completing files, so games complete both.
fn with_files_in_zsh(script: &str) -> String {
    let games = variants::names().collect::<Vec<_>>().join(" ");
    let function =
        format!("_uur_games() {{\n    _alternative 'games:game:({games})' 'files:rule file:_files'\n}}\n\n_uur() {{");
    script.replace(&format!(":({games})"), ":_uur_games").replacen("_uur() {", &function, 1)
}

/// The lines that complete names of games and pages in fish.
fn names_in_fish() -> String {
    let program = with_names(Cli::command());
    let lines = program.get_subcommands().flat_map(|command| {
        command.get_positionals().filter_map(move |argument| {
            let known = GAMES.contains(&argument.get_id().as_str()) || argument.get_id() == "word";
            let names: Vec<String> =
                argument.get_possible_values().iter().map(|value| value.get_name().to_string()).collect();
            let (name, names) = (command.get_name(), names.join(" "));
            known.then(|| format!("complete -c uur -n \"__fish_uur_using_subcommand {name}\" -a \"{names}\"\n"))
        })
    });
    lines.collect()
}
