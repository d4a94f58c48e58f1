//! `uur completions`: shell completion scripts.

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use clap_complete::{Shell, generate};

use uur::check::Settings;
use uur::rules::Fact;
use uur::{explain, variants};
use uur_lab::search::Level;

use crate::catalogue::names;
use crate::files;
use crate::repl::completion;

use super::output::{Exit, print};
use super::{Cli, CommandResult};

/// Print a script that completes commands and options with Tab
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    source <(uur completions bash)\n  \
    uur completions zsh > ~/.zfunc/_uur\n  \
    uur completions fish > ~/.config/fish/completions/uur.fish\n  \
    uur completions powershell >> $PROFILE")]
pub struct CompletionsArgs {
    /// The shell to write the script for
    #[arg(value_parser = ["bash", "zsh", "fish", "powershell"], required_unless_present = "assignments")]
    shell: Option<String>,
    /// The beginning of a setting; prints its completions for the game among the words
    #[arg(long, hide = true, value_name = "WORD", allow_hyphen_values = true, conflicts_with = "shell")]
    assignments: Option<String>,
    /// The other words of the command line
    #[arg(last = true, hide = true, requires = "assignments")]
    words: Vec<String>,
}

pub fn run(arguments: &CompletionsArgs) -> CommandResult {
    if let Some(word) = &arguments.assignments {
        print(&assignments(word, &arguments.words));
        return Ok(Exit::Fine);
    }
    let shell = arguments.shell.as_deref().and_then(|shell| shell.parse::<Shell>().ok());
    let shell = shell.expect("the parser allows only shells that have completions");
    let mut script = vec![];
    generate(shell, &mut with_names(Cli::command()), "uur", &mut script);
    let script = String::from_utf8_lossy(&script);
    print(&match shell {
        Shell::Bash => with_assignments_in_bash(&script),
        Shell::Zsh => with_files_in_zsh(&script),
        Shell::Fish => with_assignments_in_fish(&script) + &names_in_fish(),
        _ => script.into_owned(),
    });
    Ok(Exit::Fine)
}

/// The parameters or assignments that begin with a word, one per line, for the game among the words of a command
/// line: the second one after `--second`. A command line without that game has none.
fn assignments(word: &str, words: &[String]) -> String {
    let is_game =
        |word: &&String| variants::source(word).is_some() || files::is_path(word) || names::with_name(word).len() == 1;
    let option = words.iter().rev().find(|word| word.starts_with("--"));
    let number = usize::from(option.is_some_and(|option| option.starts_with("--second")));
    // The program and its command are no games.
    let game =
        words.iter().skip(2).filter(is_game).nth(number).and_then(|game| files::open(game, &Settings::new()).ok());
    let found = game.map_or(vec![], |game| completion::assignments(&game.rules.parameters, word));
    found.into_iter().filter(|found| found.starts_with(word)).map(|found| found + "\n").collect()
}

/// Names of arguments that are games.
const GAMES: [&str; 4] = ["game", "first", "second", "like"];
/// Names of options that set a parameter.
const SETTINGS: [&str; 4] = ["set", "of_first", "of_second", "params"];
/// Names of arguments that are levels of the computer.
const LEVELS: [&str; 2] = ["level", "players"];
/// Stands for the settings of a game, which a script asks the program for.
const ASSIGNMENT: &str = "UUR_ASSIGNMENT";

/// The shipped games by the names of their files, and by their other names.
fn games() -> Vec<String> {
    variants::names().map(str::to_string).chain(names::shell_words()).collect()
}

/// Returns the commands with the shipped games, the words that have a page, and the levels of the computer as
/// possible values. Only for completion: an actual game may also be a file, and a level a time.
fn with_names(program: Command) -> Command {
    let names = program.get_subcommands().map(|command| command.get_name().to_string()).collect::<Vec<_>>();
    names.into_iter().fold(program, |program, name| {
        program.mut_subcommand(name, |command| {
            command.mut_args(|argument| {
                let known: Vec<String> = match argument.get_id().as_str() {
                    id if GAMES.contains(&id) => games(),
                    "word" => {
                        let pages = explain::pages().filter(|page| !page.contains(' '));
                        pages.map(str::to_string).chain(games()).collect()
                    }
                    "facts_wanted" => single_words().map(str::to_string).collect(),
                    id if SETTINGS.contains(&id) => vec![ASSIGNMENT.to_string()],
                    id if LEVELS.contains(&id) => Level::NAMES.map(str::to_string).to_vec(),
                    _ => return argument,
                };
                argument.value_parser(PossibleValuesParser::new(known))
            })
        })
    })
}

/// Bash splits words at `=`, so the words of the line are read anew. After `vs` comes a level and nothing else.
const ASSIGNMENTS_IN_BASH: &str = r#"_uur_assignments() {
    local line="${COMP_LINE:0:COMP_POINT}" word last
    word="${line##*[[:space:]]}"
    local -a words
    read -ra words <<< "${line%"$word"}"
    last="${words[${#words[@]}-1]}"
    case "$word" in
        --set=*|--first=*|--second=*|--param=*) word="${word#*=}" ;;
        *) case "$last" in
            --set|--first|--second|--param) ;;
            vs) COMPREPLY=($(compgen -W "UUR_LEVELS" -- "$word")); return 0 ;;
            *) return 1 ;;
        esac ;;
    esac
    COMPREPLY=($(uur completions --assignments "$word" -- "${words[@]}" 2>/dev/null))
    [[ "${COMPREPLY[0]}" == *= ]] && compopt -o nospace 2>/dev/null
    [[ "$word" == *=* && "$COMP_WORDBREAKS" == *=* ]] && COMPREPLY=("${COMPREPLY[@]#*=}")
    return 0
}

_uur() {
    _uur_assignments && return 0
"#;

/// The settings and the levels in bash.
fn with_assignments_in_bash(script: &str) -> String {
    let script = script.replacen("_uur() {\n", ASSIGNMENTS_IN_BASH, 1);
    script.replace(ASSIGNMENT, "").replace("UUR_LEVELS", &Level::NAMES.join(" "))
}

/// The settings in fish.
fn with_assignments_in_fish(script: &str) -> String {
    let asked = "(uur completions --assignments (commandline -ct | string replace -r '^--[a-z]+=' '') \
                 -- (commandline -opc) 2>/dev/null)";
    script.replace(&format!("\"{ASSIGNMENT}\\t''\""), &format!("\"{asked}\""))
}

/// Returns the facts of one word. Completion would split the others.
fn single_words() -> impl Iterator<Item = &'static str> {
    Fact::ALL.iter().map(|fact| fact.name).filter(|name| !name.contains(' '))
}

const ASSIGNMENTS_IN_ZSH: &str = r#"_uur_assignments() {
    local -a found
    found=(${(f)"$(uur completions --assignments "$PREFIX" -- $words 2>/dev/null)"})
    compadd -S '' -- ${(M)found:#*=}
    compadd -- ${found:#*=}
}
"#;

/// The settings in zsh. Known values would keep it from completing files, so games complete both.
fn with_files_in_zsh(script: &str) -> String {
    let games = games().join(" ");
    let function = format!(
        "_uur_games() {{\n    _alternative 'games:game:({games})' 'files:rule file:_files'\n}}\n\n\
         {ASSIGNMENTS_IN_ZSH}\n_uur() {{"
    );
    script
        .replace(&format!(":({games})"), ":_uur_games")
        .replace(&format!(":({ASSIGNMENT})"), ":_uur_assignments")
        .replacen("_uur() {", &function, 1)
}

/// The lines that complete the known values of arguments without an option in fish.
fn names_in_fish() -> String {
    let program = with_names(Cli::command());
    let lines = program.get_subcommands().flat_map(|command| {
        command.get_positionals().filter_map(move |argument| {
            let names: Vec<String> =
                argument.get_possible_values().iter().map(|value| value.get_name().to_string()).collect();
            let (name, known) = (command.get_name(), names.join(" "));
            (!names.is_empty())
                .then(|| format!("complete -c uur -n \"__fish_uur_using_subcommand {name}\" -a \"{known}\"\n"))
        })
    });
    lines.collect()
}
