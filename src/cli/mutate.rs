//! `uur mutate`: what the tests of a file do not pin down.

use crate::diagnostic::count;
use crate::files::{self, library};
use crate::game::Game;
use crate::testing::mutate::{Fate, failing, fate, mutations};

use super::asked::not_opened;
use super::effort::{progress, stoppable, stops};
use super::output::{Exit, Failure, say, say_json};
use super::test::records;
use super::{Format, Outcome};

/// Makes the rules of a file wrong in many small ways and tells which of them its tests do not notice
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: uur mutate variants/boola.uur\nEnds with 1 if a mutation survives.")]
pub struct Arguments {
    /// A rule file, or a shipped game
    game: String,
    /// Shows the fate of every mutation
    #[arg(long)]
    all: bool,
    /// How the result is shown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(arguments: &Arguments) -> Outcome {
    let source = files::source(&arguments.game).map_err(|problem| not_opened(&problem))?;
    Game::load(source.clone(), &library, &Default::default()).map_err(|faults| Failure {
        exit: Exit::Faulty,
        text: crate::diagnostic::draw(&faults.problems, &faults.sources, crate::diagnostic::Format::Text),
    })?;
    let records = records(&source);
    if let Some(failing) = failing(&source, &library, &records) {
        let message = format!("the rules as they stand fail their own {failing}");
        return Err(Failure {
            exit: Exit::Failed,
            text: super::output::error(&message, None, Some("mend that first: see `uur test`".into())),
        });
    }
    stoppable();
    let all = mutations(&source);
    let bar = progress(all.len() as u64, "mutations");
    let known = all.iter().map_while(|mutation| {
        let fate = if stops() { None } else { fate(&source, &library, &records, mutation, stops) };
        bar.inc(1);
        Some((fate?, mutation))
    });
    let fates: Vec<_> = known.collect();
    bar.finish_and_clear();
    let stopped = || {
        let text = format!("stopped after {} of {}\n", fates.len(), count(all.len(), "mutation"));
        Err(Failure { exit: Exit::Limit, text })
    };
    if fates.is_empty() && !all.is_empty() {
        return stopped();
    }
    let survivors = fates.iter().filter(|(fate, _)| *fate == Fate::Survived).count();
    let word = |fate: &Fate| match fate {
        Fate::Refused => "refused by the checker".to_string(),
        Fate::Caught(test) => format!("caught by {test}"),
        Fate::Same => "means the same".to_string(),
        Fate::Turned => "the same letter by letter, only a transcript notices".to_string(),
        Fate::Survived => "survives".to_string(),
    };
    let line = |start: u32| source.place(start as usize).line;
    match arguments.format {
        Format::Json => {
            let all: Vec<_> = fates
                .iter()
                .map(|(fate, mutation)| {
                    serde_json::json!({"line": line(mutation.span.start), "what": mutation.what, "fate": word(fate)})
                })
                .collect();
            say_json(&serde_json::json!({"file": source.name, "mutations": all, "survivors": survivors}));
        }
        Format::Text => {
            for (fate, mutation) in fates.iter().filter(|(fate, _)| arguments.all || *fate == Fate::Survived) {
                let number = line(mutation.span.start);
                say(&format!(
                    "{}:{number}: {}: {}\n    {}\n",
                    source.name,
                    mutation.what,
                    word(fate),
                    source.line(number).trim()
                ));
            }
            let caught = fates.iter().filter(|(fate, _)| matches!(fate, Fate::Caught(_))).count();
            let same = fates.iter().filter(|(fate, _)| matches!(fate, Fate::Same | Fate::Turned)).count();
            let refused = fates.iter().filter(|(fate, _)| *fate == Fate::Refused).count();
            say(&format!(
                "{}: {caught} caught, {refused} refused, {same} mean the same, {survivors} survive\n",
                count(fates.len(), "mutation")
            ));
        }
    }
    if fates.len() < all.len() {
        return stopped();
    }
    Ok(if survivors > 0 { Exit::Failed } else { Exit::Fine })
}
