//! `uur mutate`: mutation testing of the tests in a rule file.

use schemars::JsonSchema;
use serde::Serialize;

use crate::files::{self, library};
use uur::diagnostic::count;
use uur::game::Game;
use uur::provenance::JsonAnswer;
use uur::source::LineColumn;
use uur_testing::mutate::{Fate, Mutation, failing, fate, mutations};

use super::game_args::source_error;
use super::made::{print_json, rules_of};
use super::output::{CommandError, Exit, print_wrapped};
use super::progress::{progress_bar, stop_on_ctrl_c, stop_requested};
use super::test::records;
use super::{CommandResult, OutputFormat};

/// Change the rules of a file in many small ways and report which changes its tests do not notice
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: uur mutate variants/boola.uur\nExits with 1 if a mutation survives.")]
pub struct MutateArgs {
    /// A rule file, or a shipped game
    game: String,
    /// Show the fate of every mutation
    #[arg(long)]
    all: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

/// What the tests noticed.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct MutateReport<'a> {
    file: &'a str,
    mutations: Vec<MutationReport>,
    /// The number of mutations that no test notices.
    survivors: usize,
}

impl JsonAnswer for MutateReport<'_> {
    const FORMAT: &'static str = "mutate";
}

/// A mutation and its fate.
#[derive(Debug, Serialize, JsonSchema)]
struct MutationReport {
    line: usize,
    column: usize,
    what: String,
    fate: String,
}

pub fn run(arguments: &MutateArgs) -> CommandResult {
    let source = files::source(&arguments.game).map_err(|problem| source_error(&problem))?;
    let game = Game::load(source.clone(), &library, &Default::default()).map_err(|faults| CommandError {
        exit: Exit::Faulty,
        text: uur::diagnostic::draw(&faults.problems, &faults.sources, uur::diagnostic::Format::Text),
    })?;
    let records = records(&source);
    if let Some(failing) = failing(&source, &library, &records) {
        let message = format!("the unchanged rules fail their own {failing}");
        return Err(CommandError {
            exit: Exit::Failed,
            text: super::output::error(&message, None, Some("fix that first: see `uur test`".into())),
        });
    }
    stop_on_ctrl_c();
    let all = mutations(&source);
    let bar = progress_bar(all.len() as u64, "mutations");
    let known = all.iter().map_while(|mutation| {
        if stop_requested() {
            return None;
        }
        let fate = fate(&source, &library, &records, mutation, stop_requested);
        bar.inc(1);
        (!stop_requested()).then_some((fate, mutation))
    });
    let fates: Vec<_> = known.collect();
    bar.finish_and_clear();
    let stopped =
        || Err(CommandError::limit(&format!("stopped after {} of {}", fates.len(), count(all.len(), "mutation"))));
    if fates.is_empty() && !all.is_empty() {
        return stopped();
    }
    let survivors = fates.iter().filter(|(fate, _)| *fate == Fate::Survived).count();
    let word = |fate: &Fate| match fate {
        Fate::Refused => "refused by the checker".to_string(),
        Fate::Caught(test) => format!("caught by {test}"),
        Fate::Same => "means the same".to_string(),
        Fate::Turned => "the same except for the direction of sowing, which only a transcript notices".to_string(),
        Fate::Survived => "survives".to_string(),
    };
    let place = |mutation: &Mutation| source.place(mutation.span.start as usize);
    match arguments.format {
        OutputFormat::Json => {
            let all: Vec<_> = fates
                .iter()
                .map(|(fate, mutation)| {
                    let LineColumn { line, column } = place(mutation);
                    MutationReport { line, column, what: mutation.what.clone(), fate: word(fate) }
                })
                .collect();
            print_json(rules_of([&game]), &MutateReport { file: &source.name, mutations: all, survivors });
        }
        OutputFormat::Text => {
            for (fate, mutation) in fates.iter().filter(|(fate, _)| arguments.all || *fate == Fate::Survived) {
                let place = place(mutation);
                let (name, line) = (&source.name, source.line(place.line).trim());
                print_wrapped(&format!("{name}:{place}: {}: {}\n    {line}\n", mutation.what, word(fate)));
            }
            let caught = fates.iter().filter(|(fate, _)| matches!(fate, Fate::Caught(_))).count();
            let same = fates.iter().filter(|(fate, _)| matches!(fate, Fate::Same | Fate::Turned)).count();
            let refused = fates.iter().filter(|(fate, _)| *fate == Fate::Refused).count();
            print_wrapped(&format!(
                "{}: {caught} caught, {refused} refused, {same} of the same meaning, {survivors} surviving\n",
                count(fates.len(), "mutation")
            ));
        }
    }
    if fates.len() < all.len() {
        return stopped();
    }
    Ok(if survivors > 0 { Exit::Failed } else { Exit::Fine })
}
