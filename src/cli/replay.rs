//! `uur replay`: plays a list of moves and prints the resulting state.

pub mod course;
pub(super) mod many;
pub(super) mod report;
mod trace;

use uur::explain::capitalized;
use uur::game_play::GamePlay;
use uur::match_play::{LotFor, NextStep};
use uur::notation::{RecordResult, write_position};
use uur::text_layout::wrap;
use uur::{explain, render};

use super::made::{print_json, rules_of};
use super::output::{Exit, answer_width, print, print_wrapped, uses_colour};
use super::{CommandResult, OutputFormat};
use crate::repl::game_session::ending_text;
use course::CourseArgs;

/// Play moves and print the resulting state of the game
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur replay layli-goobalay-berbera --moves \"A e E c D h K\" --trace\n  \
    uur replay boola --set pits=6 --moves \"E-1 e\" --format json\n  \
    uur replay 'boola pits=6; E-1 e'\n  uur replay mine.uur --record first.game\n  \
    uur replay games/*.ogn --format json")]
pub struct ReplayArgs {
    #[command(flatten)]
    course: CourseArgs,
    /// More records, or folders of them: then all are played, and their results counted
    #[arg(conflicts_with_all = ["moves", "from", "record", "trace"])]
    more: Vec<String>,
    /// Print every event of every move, with the rule line that caused it
    #[arg(long)]
    trace: bool,
    /// How to print the answer. In JSON, `pits` lists the seeds in the order of sowing, which on boards of
    /// several rows is not the order of `position`; `names` lists the letters of these pits
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

pub fn run(arguments: &ReplayArgs) -> CommandResult {
    if arguments.course.is_plain() {
        let names: Vec<String> = arguments.course.game.iter().chain(&arguments.more).cloned().collect();
        if let Some(files) = many::files_of(&names) {
            return many::run(&files, arguments.format);
        }
    }
    let course = arguments.course.read()?;
    let mut line = course.begin()?;
    if let Err(stopped) = line.play_record(&course.recorded.record.moves) {
        if arguments.format == OutputFormat::Json {
            print_json(rules_of([&*course.game]), &report::error(&course.game, &stopped));
        }
        return Err(course.step_error(&stopped));
    }
    course.warn(&line);
    let ended = line.ended_early(course.recorded.record.facts.result);
    match arguments.format {
        OutputFormat::Json => {
            let report = report::report(&line, course.rules.as_deref(), ended, arguments.trace);
            print_json(rules_of([&*course.game]), &report);
        }
        OutputFormat::Text => {
            let trace = if arguments.trace { trace::trace(&line) } else { String::new() };
            let rules = course.rules.as_ref().map_or(String::new(), |rules| format!("rules: {rules}\n"));
            print_wrapped(&format!("{trace}{rules}"));
            print(&summary(&line, ended));
        }
    }
    Ok(Exit::Fine)
}

/// The state of the game for people, and how the players ended it before the rules did.
fn summary(line: &GamePlay, ended: Option<RecordResult>) -> String {
    let (game, position) = (line.game(), line.position());
    let moves = if line.turns().is_empty() { "no moves".to_string() } else { line.line() };
    let style = render::Style { colour: uses_colour(), width: answer_width(), ..render::Style::default() };
    format!(
        "{}: {moves}\n\n{}\n{}position: {}\n",
        game.rules.about.name,
        render::board(game, position, style),
        wrap(&ended.map_or_else(|| state(line), |ended| capitalized(&ending_text(ended)) + "\n"), answer_width()),
        write_position(game, position)
    )
}

/// How the round ended, and what comes next.
fn state(line: &GamePlay) -> String {
    let game = line.game();
    let round = if game.rules.rounds.is_some() { format!("round {}: ", line.round()) } else { String::new() };
    let ending = explain::ending(game, line.position());
    let lines = ending.map(|ending| format!("{round}{ending}")).into_iter().chain(next_step(line));
    lines.map(|line| line + "\n").collect()
}

fn next_step(line: &GamePlay) -> Option<String> {
    let game = line.game();
    let lot = game.rules.lot.as_ref().map_or("a lot", |lot| &lot.name);
    match line.due() {
        NextStep::Move(side) => Some(format!("{} to move", side.title())),
        NextStep::Lot(LotFor::Starter) => {
            Some(format!("{lot} decides who begins round {}: @south or @north", line.round() + 1))
        }
        NextStep::Lot(due @ LotFor::Remainder(_, clause)) => {
            Some(format!("{lot} decides {due} ({}): @south or @north", game.place(clause)))
        }
        NextStep::Round => Some(format!("round {} begins with the next move", line.round() + 1)),
        NextStep::Nothing(over) => over.clause.map(|clause| {
            let result = over.winner.map_or("a draw".to_string(), |side| format!("{} wins", side.title()));
            format!("the match is over: {result} ({})", game.place(clause))
        }),
    }
}
