//! `uur schema`: the formats of answers in JSON, as JSON Schema.
//!
//! A schema is derived from the type that is written, so it cannot differ from the answer. Its descriptions are the
//! comments of that type.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use uur::diagnostic::did_you_mean;
use uur::explain::RuleText;
use uur::provenance::{JsonAnswer, MadeAnswer};
use uur::text_layout::TextTable;
use uur_design::DesignReport;
use uur_lab::lab::SeriesReport;

use super::output::{CommandError, Exit, answer_width, print, print_wrapped};
use super::{
    CommandResult, analyze, check, exercises, fmt, list, mutate, perft, replay, review, show, similar, simulate, solve,
    study, sweep, test, tournament, train, verify,
};

/// Print the JSON Schema of an answer in JSON, or list the formats of all answers with their versions
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur schema\n  uur schema simulate > simulate.schema.json\n\n\
    The name of a format is that of its command. Every answer begins with `format`, `version`, `uur`, `command` and\n\
    `rules`, which say what made it.")]
pub struct SchemaArgs {
    /// The name of a format, such as `simulate` or `show-plan`; without one, list all
    format: Option<String>,
}

/// A format of answers in JSON.
#[derive(Debug, Clone, Copy)]
pub(super) struct AnswerFormat {
    name: &'static str,
    version: u32,
    schema: fn() -> Value,
}

impl AnswerFormat {
    /// The format of answers of this type.
    pub const fn of<T: JsonAnswer + JsonSchema>() -> AnswerFormat {
        AnswerFormat { name: T::FORMAT, version: T::FORMAT_VERSION, schema: schema::<T> }
    }
}

/// The formats of commands with one or two.
const FORMATS: [AnswerFormat; 27] = [
    AnswerFormat::of::<analyze::AnalyzeReport>(),
    AnswerFormat::of::<exercises::ExercisesReport>(),
    AnswerFormat::of::<check::CheckReport>(),
    AnswerFormat::of::<DesignReport>(),
    AnswerFormat::of::<uur_lab::lab::DiffReport>(),
    AnswerFormat::of::<RuleText>(),
    AnswerFormat::of::<fmt::FmtReport>(),
    AnswerFormat::of::<list::ListReport>(),
    AnswerFormat::of::<list::FactsReport>(),
    AnswerFormat::of::<mutate::MutateReport>(),
    AnswerFormat::of::<perft::PerftReport>(),
    AnswerFormat::of::<replay::report::ReplayReport>(),
    AnswerFormat::of::<replay::many::ManyReport>(),
    AnswerFormat::of::<replay::report::ErrorReport>(),
    AnswerFormat::of::<review::ReviewReport>(),
    AnswerFormat::of::<show::ShowReport>(),
    AnswerFormat::of::<show::CanonicalReport>(),
    AnswerFormat::of::<show::PlanReport>(),
    AnswerFormat::of::<similar::SimilarReport>(),
    AnswerFormat::of::<SeriesReport>(),
    AnswerFormat::of::<simulate::SeriesGames>(),
    AnswerFormat::of::<solve::SolveReport>(),
    AnswerFormat::of::<solve::HistogramReport>(),
    AnswerFormat::of::<study::AdvisedStudy>(),
    AnswerFormat::of::<test::show::TestReport>(),
    AnswerFormat::of::<tournament::TournamentReport>(),
    AnswerFormat::of::<train::TrainReport>(),
];

/// All formats, in alphabetical order.
fn formats() -> Vec<AnswerFormat> {
    let mut all = [&FORMATS[..], &sweep::FORMATS, &[AnswerFormat::of::<verify::VerifyReport>()]].concat();
    all.sort_by_key(|format| format.name);
    all
}

pub fn run(arguments: &SchemaArgs) -> CommandResult {
    let formats = formats();
    let Some(name) = &arguments.format else {
        let row = |format: &AnswerFormat| vec![format.name.to_string(), format.version.to_string()];
        let titles = ["format", "version"].map(str::to_string).to_vec();
        let rows = formats.iter().map(row).collect();
        print_wrapped(&TextTable { titles, rows, right: 1..2, indent: 0 }.text(answer_width()));
        return Ok(Exit::Fine);
    };
    let plain = name.strip_prefix("uur/").unwrap_or(name);
    let Some(format) = formats.iter().find(|format| format.name == plain) else {
        let help = match did_you_mean(plain, formats.iter().map(|format| format.name)) {
            Some(like) => format!("did you mean `{like}`?"),
            None => "`uur schema` lists all formats".to_string(),
        };
        return Err(CommandError::usage(&format!("there is no format `{name}`"), help));
    };
    let schema = serde_json::to_string_pretty(&(format.schema)()).expect("a schema is JSON");
    print(&format!("{schema}\n"));
    Ok(Exit::Fine)
}

/// The schema of the answers of a type, with the name and the version of the format.
fn schema<T: JsonAnswer + JsonSchema>() -> Value {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<MadeAnswer<T>>().to_value();
    let name = format!("uur/{}", T::FORMAT);
    schema["title"] = json!(name);
    schema["properties"]["format"]["const"] = json!(name);
    schema["properties"]["version"]["const"] = json!(T::FORMAT_VERSION);
    schema
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn every_command_that_answers_in_json_has_a_schema() {
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            let mut values = command.get_arguments().flat_map(|argument| argument.get_possible_values());
            let format = match name {
                "merge" => "simulate",
                "quiz" | "puzzles" => "exercises",
                name => name,
            };
            if values.any(|value| value.get_name() == "json") {
                assert!(formats().iter().any(|known| known.name == format), "{name} has no schema");
            }
        }
    }

    #[test]
    fn every_format_has_one_schema() {
        let names: Vec<&str> = formats().iter().map(|format| format.name).collect();
        assert!(names.windows(2).all(|two| two[0] < two[1]), "{names:?}");
    }
}
