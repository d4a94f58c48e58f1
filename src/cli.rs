//! The command line: a thin layer over the library.
//!
//! A command reads its arguments, calls the library and prints the result. The answer goes to standard
//! output, everything else to standard error, and the exit code gives the verdict. A command that cannot be
//! carried out returns a `CommandError`, which is printed here, once.

mod analyze;
pub(crate) mod board;
mod check;
mod completions;
mod convert;
mod design;
mod diff;
mod engine;
mod exercises;
mod explain;
mod fmt;
mod game_args;
pub(crate) mod list;
mod lsp;
mod made;
mod man;
#[cfg(feature = "mcp")]
mod mcp;
mod merge;
mod mutate;
mod new;
pub(crate) mod output;
mod page;
mod perft;
mod play;
pub(crate) mod plot;
mod progress;
pub(crate) mod replay;
mod resume;
mod review;
mod rule_files;
mod schema;
#[cfg(feature = "serve")]
mod serve;
mod sheet;
mod show;
mod similar;
mod simulate;
mod solve;
pub(crate) mod statistics;
mod study;
mod sweep;
pub mod test;
mod tournament;
mod train;
mod verify;

use std::ffi::OsString;
use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use uur::diagnostic::{alternatives, most_like};
use uur::provenance::{JsonAnswer, RulesUsed, VERSION};

use crate::catalogue::names;
use crate::files;
use crate::repl;
use crate::repl::interpreter::FIRST_GAME;
use made::print_json;
pub use output::{AnswerWidth, Exit};
use output::{CommandError, print, print_wrapped};

/// A rules language and sandbox for mancala games; without a command, opens the prompt
#[derive(Debug, Parser)]
#[command(name = "uur", version = version(), after_help = after_help())]
struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
    /// Let rule files extend files outside the folder of the file that was named
    #[arg(long, global = true)]
    allow_outside: bool,
}

/// The version, with the commit and its date if the build names them in `UUR_COMMIT`.
fn version() -> String {
    match option_env!("UUR_COMMIT") {
        Some(commit) => format!("{VERSION} ({commit})"),
        None => VERSION.to_string(),
    }
}

/// The greatest width of the help.
const WIDEST_HELP: usize = 100;

/// The exit codes and their meanings.
pub const EXIT_CODES: [(u8, &str); 7] = [
    (0, "success"),
    (1, "a test or a move failed or no game was found"),
    (2, "wrong usage"),
    (3, "an error in a rule file"),
    (4, "a limit was reached"),
    (5, "an output could not be written"),
    (70, "a bug in uur"),
];

/// Which of several exit codes counts.
pub const PRECEDENCE: &str = "Codes 1 to 4 take precedence over 5.";

fn after_help() -> String {
    let codes = EXIT_CODES.map(|(code, meaning)| format!("{code} {meaning}")).join(", ");
    format!(
        "`uur` alone opens a board to play on, `uur boola` another game; `uur new` writes a game of your own. \
         `uur COMMAND --help` shows examples of each command.\n\
         Exit codes: {codes}.\n{PRECEDENCE}"
    )
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    Play(play::PlayArgs),
    List(list::ListArgs),
    Similar(similar::SimilarArgs),
    Show(show::ShowArgs),
    New(new::NewArgs),
    Check(check::CheckArgs),
    Fmt(fmt::FmtArgs),
    Explain(explain::ExplainArgs),
    Replay(replay::ReplayArgs),
    Convert(convert::ConvertArgs),
    Analyze(analyze::AnalyzeArgs),
    Quiz(exercises::QuizArgs),
    Puzzles(exercises::PuzzlesArgs),
    Board(board::BoardArgs),
    Sheet(sheet::SheetArgs),
    Page(page::PageArgs),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    Perft(perft::PerftArgs),
    Simulate(simulate::SimulateArgs),
    Solve(solve::SolveArgs),
    Merge(merge::MergeArgs),
    Sweep(sweep::SweepArgs),
    Tournament(tournament::TournamentArgs),
    Train(train::TrainArgs),
    Study(study::StudyArgs),
    Diff(diff::DiffArgs),
    Design(design::DesignArgs),
    Test(test::TestArgs),
    Review(review::ReviewArgs),
    Mutate(mutate::MutateArgs),
    Verify(verify::VerifyArgs),
    Schema(schema::SchemaArgs),
    Engine(engine::EngineArgs),
    Lsp(lsp::LspArgs),
    #[cfg(feature = "mcp")]
    Mcp(mcp::McpArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// How an answer is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    Text,
    Json,
}

impl OutputFormat {
    /// Prints an answer about some games as JSON or as text.
    fn print<T: JsonAnswer>(self, rules: Vec<RulesUsed>, answer: &T, text: impl FnOnce(&T) -> String) {
        match self {
            OutputFormat::Json => print_json(rules, answer),
            OutputFormat::Text => print_wrapped(&text(answer)),
        }
    }
}

/// How a table is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TableFormat {
    Text,
    Csv,
    Json,
}

/// How a command ended, or why it could not be carried out.
type CommandResult = Result<Exit, CommandError>;

/// Returns the commands and their arguments, for documents that are made of them.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command that the arguments name. The first argument is the program itself.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    panic::set_hook(Box::new(|fault| output::eprint(&panic_message(fault))));
    report_full_files();
    run_into(arguments, AnswerWidth::Terminal, anstream::stdout(), anstream::stderr()).into()
}

/// Makes a file that reaches the largest allowed size a write error. Without a handler the signal ends the program.
fn report_full_files() {
    #[cfg(unix)]
    {
        static IS_FULL: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, &IS_FULL);
    }
}

/// Runs the command that the arguments name. The answer is written to `out`, everything else to `err`, in lines that
/// fit the width. A command that cannot write its answer still runs to its verdict.
pub fn run_into(
    arguments: impl IntoIterator<Item = OsString>,
    width: AnswerWidth,
    out: impl Write + 'static,
    err: impl Write + 'static,
) -> Exit {
    let typed: Vec<OsString> = arguments.into_iter().collect();
    let odd = typed.iter().find(|argument| argument.to_str().is_none()).cloned();
    output::run_into(&typed, width, out, err, || {
        catch_panic(|| {
            parse(&typed).map_or_else(
                |error| usage_error(&error, odd),
                |given| {
                    files::allow_outside(given.allow_outside);
                    dispatch(given.command)
                },
            )
        })
    })
}

/// Parses the arguments. Those of `play` need no command: the name or path of a game, or options. The words of a name
/// need no quotes.
fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let parsed = try_parse(arguments);
    let Err(error) = &parsed else { return parsed };
    let (program, mut given) = arguments.split_at(arguments.len().min(1));
    let without_command = match error.kind() {
        ErrorKind::InvalidSubcommand => true,
        ErrorKind::UnknownArgument => {
            given.first().and_then(|first| first.to_str()).is_some_and(|first| first.starts_with('-'))
        }
        _ => false,
    };
    if given.first().is_some_and(|first| first == "play") {
        given = &given[1..];
    } else if !without_command {
        return parsed;
    }
    let is_word = |argument: &&OsString| argument.to_str().is_some_and(|word| word != "vs" && !word.starts_with('-'));
    let words: Vec<&str> = given.iter().take_while(is_word).filter_map(|word| word.to_str()).collect();
    let of_name = (1..=words.len()).rev().find(|&count| is_game(&words[..count].join(" ")));
    let against_computer = given.first().is_some_and(|first| first == "vs");
    if !words.is_empty() && of_name.is_none() || given.is_empty() {
        return parsed;
    }
    let game = match of_name {
        Some(count) => Some(words[..count].join(" ")),
        None => against_computer.then(|| FIRST_GAME.to_string()),
    };
    let rest = given[of_name.unwrap_or(0)..].iter().cloned();
    let played = program.iter().cloned().chain([OsString::from("play")]).chain(game.map(OsString::from)).chain(rest);
    let played = try_parse(&played.collect::<Vec<_>>());
    // An option that `play` has not got either is reported as the user wrote it.
    if without_command
        && of_name.is_none()
        && played.as_ref().is_err_and(|error| error.kind() == ErrorKind::UnknownArgument)
    {
        return parsed;
    }
    played
}

/// Whether a word is the name or path of a game, or a recorded game.
fn is_game(word: &str) -> bool {
    files::is_path(word)
        || !names::with_name(word).is_empty()
        || files::recorded_game(word).is_ok_and(|recorded| recorded.is_some())
}

/// The error for a word that is neither a command nor a game.
fn unknown_word(word: &str) -> CommandError {
    let commands: Vec<String> =
        Cli::command().get_subcommands().map(|command| command.get_name().to_string()).collect();
    let like = most_like(word, commands.iter().map(String::as_str)).into_iter();
    let mut games = names::named(word);
    if games.is_empty() {
        games = names::nearest(word);
    }
    let meant: Vec<String> =
        like.chain(games.into_iter().take(names::MOST_SUGGESTED)).map(|name| format!("`uur {name}`")).collect();
    let help = if repl::commands::is_command(word) {
        format!("`uur` opens the prompt, where `{word}` is a command")
    } else if meant.is_empty() {
        "`uur --help` lists the commands, `uur list` the games, and `uur` opens the prompt".to_string()
    } else {
        format!("did you mean {}? `uur --help` lists the commands, `uur list` the games", alternatives(&meant))
    };
    CommandError::usage(&format!("`{word}` is neither a command nor a game"), help)
}

/// Parses the arguments of a command. Help fits the width of the answer.
fn try_parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let width = output::answer_width().map_or(WIDEST_HELP, |columns| columns.min(WIDEST_HELP));
    Cli::from_arg_matches(&Cli::command().term_width(width).try_get_matches_from(arguments)?)
}

/// Turns arguments that cannot be parsed into an error. `odd` is one that is not UTF-8. A request for help is an
/// answer and is printed.
fn usage_error(error: &clap::Error, odd: Option<OsString>) -> CommandResult {
    if let (ErrorKind::InvalidUtf8, Some(odd)) = (error.kind(), odd) {
        let message = format!("`{}` is not UTF-8", odd.display());
        return Err(CommandError::usage(&message, "give the file another name"));
    }
    if let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) =
        (error.kind(), error.get(ContextKind::InvalidSubcommand))
        && error.get(ContextKind::Usage).is_none_or(|usage| !usage.to_string().contains("uur help"))
    {
        return Err(unknown_word(word));
    }
    let text = error.render().ansi().to_string();
    if error.use_stderr() {
        return Err(CommandError { exit: Exit::Usage, text });
    }
    print(&text);
    Ok(Exit::Fine)
}

fn dispatch(command: Option<CliCommand>) -> CommandResult {
    match command {
        None => play::run(play::PlayArgs::default()),
        Some(CliCommand::Play(arguments)) => play::run(arguments),
        Some(CliCommand::List(arguments)) => list::run(&arguments),
        Some(CliCommand::Similar(arguments)) => similar::run(&arguments),
        Some(CliCommand::Show(arguments)) => show::run(&arguments),
        Some(CliCommand::New(arguments)) => new::run(&arguments),
        Some(CliCommand::Check(arguments)) => check::run(&arguments),
        Some(CliCommand::Fmt(arguments)) => fmt::run(&arguments),
        Some(CliCommand::Explain(arguments)) => explain::run(&arguments),
        Some(CliCommand::Replay(arguments)) => replay::run(&arguments),
        Some(CliCommand::Convert(arguments)) => convert::run(&arguments),
        Some(CliCommand::Analyze(arguments)) => analyze::run(&arguments),
        Some(CliCommand::Quiz(arguments)) => exercises::run_quiz(&arguments),
        Some(CliCommand::Puzzles(arguments)) => exercises::run_puzzles(&arguments),
        Some(CliCommand::Board(arguments)) => board::run(&arguments),
        Some(CliCommand::Sheet(arguments)) => sheet::run(&arguments),
        Some(CliCommand::Page(arguments)) => page::run(&arguments),
        #[cfg(feature = "serve")]
        Some(CliCommand::Serve(arguments)) => serve::run(&arguments),
        Some(CliCommand::Perft(arguments)) => perft::run(&arguments),
        Some(CliCommand::Simulate(arguments)) => simulate::run(&arguments),
        Some(CliCommand::Solve(arguments)) => solve::run(&arguments),
        Some(CliCommand::Merge(arguments)) => merge::run(&arguments),
        Some(CliCommand::Sweep(arguments)) => sweep::run(&arguments),
        Some(CliCommand::Tournament(arguments)) => tournament::run(&arguments),
        Some(CliCommand::Train(arguments)) => train::run(&arguments),
        Some(CliCommand::Study(arguments)) => study::run(&arguments),
        Some(CliCommand::Diff(arguments)) => diff::run(&arguments),
        Some(CliCommand::Design(arguments)) => design::run(&arguments),
        Some(CliCommand::Test(arguments)) => test::run(&arguments),
        Some(CliCommand::Review(arguments)) => review::run(&arguments),
        Some(CliCommand::Verify(arguments)) => verify::run(&arguments),
        Some(CliCommand::Mutate(arguments)) => mutate::run(&arguments),
        Some(CliCommand::Schema(arguments)) => schema::run(&arguments),
        Some(CliCommand::Engine(arguments)) => engine::run(&arguments),
        Some(CliCommand::Lsp(arguments)) => lsp::run(&arguments),
        #[cfg(feature = "mcp")]
        Some(CliCommand::Mcp(arguments)) => mcp::run(&arguments),
        Some(CliCommand::Completions(arguments)) => completions::run(&arguments),
        Some(CliCommand::Man(arguments)) => man::run(&arguments),
    }
}

/// Runs a command and returns its exit code. A panic is a bug in uur and has its own code.
fn catch_panic(work: impl FnOnce() -> CommandResult) -> Exit {
    match panic::catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(exit)) => exit,
        Ok(Err(failure)) => {
            output::eprint(&failure.text);
            failure.exit
        }
        Err(_) => Exit::Bug,
    }
}

/// The error message for a panic.
fn panic_message(fault: &panic::PanicHookInfo) -> String {
    let payload = fault.payload();
    let what = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let what = what.unwrap_or("no message");
    let place = fault.location().map_or(String::new(), |place| format!(", at {place}"));
    output::error(
        "this is a bug in uur, not in your file",
        Some(format!("version {}{place}: {what}", env!("CARGO_PKG_VERSION"))),
        Some("please report it, with the command and the rule file that caused it".to_string()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_fit_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_a_sentence_and_an_example() {
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            assert!(command.get_about().is_some(), "{name} describes itself");
            let example = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(example.contains(&format!("uur {name}")), "{name} has an example");
        }
    }

    #[test]
    fn a_panic_is_told_apart_from_a_failure() {
        assert_eq!(catch_panic(|| Ok(Exit::Failed)), Exit::Failed);
        assert_eq!(catch_panic(|| panic!("on purpose")), Exit::Bug);
    }
}
