//! `uur list`: the shipped games.

use schemars::JsonSchema;
use serde::Serialize;

use uur::notation::ParseError;
use uur::provenance::JsonAnswer;
use uur::query::Query;
use uur::rules::Fact;
use uur::text_layout::TextTable;

use crate::catalogue::{self, CatalogueEntry};

use super::output::{CommandError, Exit, answer_width, error, error_at};
use super::{CommandResult, OutputFormat};

/// List the shipped games, one per line, the name first
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    uur list ethiopia\n  \
    uur list --where 'rows 4 and relay'\n  \
    uur list kenya --where 'not captures or seeds 30 or more'\n  \
    uur list --where 'pits 6..8 and (match or either way)'\n\n\
    `uur list --facts` lists all facts. `and` binds more tightly than `or`, and brackets group.")]
pub struct ListArgs {
    /// Only games with all of these words in their names, regions, sources or rules
    words: Vec<String>,
    /// Only games with these facts, joined by `and`, `or`, `not` and brackets
    #[arg(long = "where", value_name = "FACTS")]
    facts_wanted: Option<String>,
    /// List the facts and their meanings instead
    #[arg(long, conflicts_with_all = ["words", "facts_wanted"])]
    facts: bool,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ListReport {
    games: Vec<ListRow>,
}

impl JsonAnswer for ListReport {
    const FORMAT: &'static str = "list";
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ListRow {
    name: &'static str,
    title: String,
    region: Vec<String>,
    facts: Vec<String>,
}

impl ListRow {
    pub(crate) fn of(CatalogueEntry { name, rules }: &CatalogueEntry) -> ListRow {
        ListRow {
            name,
            facts: Fact::held(rules).map(|(fact, value)| fact.with_value(value)).collect(),
            title: rules.about.name.clone(),
            region: rules.about.region.clone(),
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct FactsReport {
    facts: Vec<FactRow>,
}

impl JsonAnswer for FactsReport {
    const FORMAT: &'static str = "list-facts";
}

#[derive(Serialize, JsonSchema)]
struct FactRow {
    name: &'static str,
    number: bool,
    meaning: &'static str,
}

pub fn run(arguments: &ListArgs) -> CommandResult {
    if arguments.facts {
        print_facts(arguments.format);
        return Ok(Exit::Fine);
    }
    let words: Vec<&str> = arguments.words.iter().map(String::as_str).collect();
    let games = found(&words, arguments.facts_wanted.as_deref())?;
    let rules = games.iter().map(|game| game.rules_used()).collect();
    let rows: Vec<ListRow> = games.into_iter().map(ListRow::of).collect();
    arguments.format.print(rules, &ListReport { games: rows }, |report| {
        let cells = |row: &ListRow| vec![row.name.to_string(), row.title.clone(), row.region.join("; ")];
        table(report.games.iter().map(cells).collect())
    });
    Ok(Exit::Fine)
}

/// The shipped games that have all words and, if an expression of facts is given, these facts.
///
/// # Errors
/// If the expression cannot be read, or no game is found.
pub(crate) fn found(words: &[&str], expression: Option<&str>) -> Result<Vec<&'static CatalogueEntry>, CommandError> {
    let wanted = expression.map(|text| Query::parse(text).map_err(|problem| unreadable(&problem, text))).transpose()?;
    let mut games = catalogue::find_games(words);
    if games.is_empty() {
        return Err(nothing_found(words));
    }
    games.retain(|game| wanted.as_ref().is_none_or(|wanted| wanted.holds(&game.rules)));
    if games.is_empty() {
        let named = if words.is_empty() { String::new() } else { format!(" that matches `{}`", words.join(" ")) };
        let message = format!("no shipped game{named} has these facts: {}", expression.unwrap_or_default());
        return Err(failed(&message, "`uur list --format json` shows the facts of all games".to_string()));
    }
    Ok(games)
}

/// All facts and their meanings.
pub(crate) fn all_facts() -> FactsReport {
    let row = |fact: &Fact| FactRow { name: fact.name, number: fact.is_number(), meaning: fact.meaning };
    FactsReport { facts: Fact::ALL.iter().map(row).collect() }
}

fn print_facts(format: OutputFormat) {
    format.print(vec![], &all_facts(), |report| {
        let name = |row: &FactRow| if row.number { format!("{} N", row.name) } else { row.name.to_string() };
        table(report.facts.iter().map(|row| vec![name(row), row.meaning.to_string()]).collect())
    });
}

fn table(rows: Vec<Vec<String>>) -> String {
    TextTable { rows, ..TextTable::default() }.text(answer_width())
}

fn unreadable(problem: &ParseError, text: &str) -> CommandError {
    CommandError { exit: Exit::Usage, text: error_at(problem, text, "--where") }
}

/// The error for words that no game matches.
fn nothing_found(words: &[&str]) -> CommandError {
    let alone = words.iter().find(|word| catalogue::find_games(&[word]).is_empty());
    let help = match alone.map(|word| catalogue::did_you_mean(word)) {
        Some(Some(like)) => format!("did you mean `{like}`?"),
        Some(None) => "`uur list` shows all games".to_string(),
        None => "each of the words matches a game, but no game matches all of them".to_string(),
    };
    failed(&format!("no shipped game matches `{}`", words.join(" ")), help)
}

fn failed(message: &str, help: String) -> CommandError {
    CommandError { exit: Exit::Failed, text: error(message, None, Some(help)) }
}
