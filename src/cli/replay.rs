//! `uur replay`: plays a list of moves and prints the resulting state.

pub mod line;
mod report;
mod trace;

use std::io;
use std::path::Path;

use crate::files;
use crate::files::{MAX_TEXT, RecordedGame};
use uur::engine::Position;
use uur::game::Game;
use uur::match_play::{LotFor, Match, NextStep, Step};
use uur::notation::reader::{self, Bare};
use uur::notation::{ParseError, Record, write_position, write_steps};
use uur::{explain, render};

use super::game_args::{self, SettingArgs};
use super::output::{
    CommandError, Exit, eprint, error, error_at, print, print_json, terminal_width, uses_colour, warning,
};
use super::{CommandResult, OutputFormat};
use line::{PlayedLine, RejectReason, RejectedStep};

/// Play moves and print the resulting state of the game
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur replay layli-goobalay-berbera --moves \"A e E c D h K\" --trace\n  \
    uur replay boola --set pits=6 --moves \"E-1 b\" --format json\n  \
    uur replay 'boola pits=6; E-1 e'\n  uur replay mine.uur --record first.game")]
pub struct ReplayArgs {
    /// A shipped game (see `uur list`), a path to a rule file, `-` for standard input, or a whole game: the file of
    /// a record, or a line such as 'boola pits=6; E-1 e'
    #[arg(required_unless_present = "record")]
    game: Option<String>,
    /// The moves, separated by blanks or commas, or anything that `uur` prints of a game; `@south` or
    /// `@north` wins a lot; `-` reads standard input
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, default_value = "", hide_default_value = true)]
    moves: String,
    /// The position to begin from, as one line of text
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,
    #[command(flatten)]
    settings: SettingArgs,
    /// Replay a game record, as written by `save`, under the rules that it names or those of GAME
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "from"])]
    record: Option<String>,
    /// Print every event of every move, with the rule line that caused it
    #[arg(long)]
    trace: bool,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

/// The input of a replay.
struct ReplayInput {
    game: Game,
    /// The rules that a record was resolved to.
    rules: Option<String>,
    /// The position of `--from`.
    from: Option<Position>,
    /// The moves, and the text that they are read from.
    recorded: RecordedGame,
    /// Whether the moves were made under rules of the same meaning, as far as the record states one.
    same_rules: bool,
}

pub fn run(arguments: &ReplayArgs) -> CommandResult {
    let input = read_input(arguments)?;
    let game = &input.game;
    let begins = input.recorded.record.begins(game).map_err(|problem| record_error(&problem, &input.recorded))?;
    if begins.is_some() && input.from.is_some() {
        let help = "leave out `--from`, or the position among the moves";
        return Err(CommandError::usage("two starting positions are given", help));
    }
    let mut line = PlayedLine::new(game, begins.or(input.from));
    if let Err(stopped) = line.play(&input.recorded.record.moves) {
        if arguments.format == OutputFormat::Json {
            print_json(&report::error(game, &stopped));
        }
        return Err(step_error(&input, &stopped));
    }
    if !input.same_rules {
        eprint(&warning(&other_rules(&input)));
    }
    match arguments.format {
        OutputFormat::Json => print_json(&report::report(&line, input.rules.as_deref(), arguments.trace)),
        OutputFormat::Text => {
            let trace = if arguments.trace { trace::trace(&line) } else { String::new() };
            let rules = input.rules.as_ref().map_or(String::new(), |rules| format!("rules: {rules}\n"));
            print(&format!("{trace}{rules}{}", summary(&line)));
        }
    }
    Ok(Exit::Fine)
}

/// The warning about moves that were made under other rules.
fn other_rules(input: &ReplayInput) -> String {
    let made_under = input.recorded.record.rules.as_deref().unwrap_or("");
    let name = input.rules.as_deref().unwrap_or(&input.game.name);
    let meaning = input.game.meaning();
    format!("the moves were made under other rules: their meaning is {made_under}, that of `{name}` is {meaning}")
}

fn read_input(arguments: &ReplayArgs) -> Result<ReplayInput, CommandError> {
    let read_from = |name: &str, text: io::Result<String>| {
        text.map_err(|reason| {
            CommandError::usage(&format!("`{name}` cannot be read: {reason}"), "`save` at the prompt writes a record")
        })
    };
    let recorded = match (&arguments.record, &arguments.game) {
        (Some(path), _) if path == "-" => {
            let text = read_from("standard input", files::read_stdin(MAX_TEXT))?;
            let record = Record::read(&text).map_err(|problem| text_error(&problem, &text, "standard input"))?;
            Some(RecordedGame { record, text, path: None })
        }
        (Some(path), _) => {
            let text = read_from(path, files::read(Path::new(path)))?;
            let recorded = RecordedGame::of_file(Path::new(path), text.clone());
            Some(recorded.map_err(|problem| text_error(&problem, &text, path))?)
        }
        (None, Some(game)) => {
            files::recorded_game(game).map_err(|(problem, text)| text_error(&problem, &text, game))?
        }
        (None, None) => None,
    };
    match recorded {
        Some(recorded) => input_from_record(arguments, recorded),
        None => input_from_moves(arguments),
    }
}

/// Opens the game of a record, under its own rules or those given as GAME.
fn input_from_record(arguments: &ReplayArgs, recorded: RecordedGame) -> Result<ReplayInput, CommandError> {
    if !arguments.moves.is_empty() || arguments.from.is_some() {
        let help = "leave out `--moves` and `--from`";
        return Err(CommandError::usage("a record already contains its position and its moves", help));
    }
    let mut settings = recorded.record.settings.clone();
    settings.extend(arguments.settings.settings());
    let (game, rules) = match (&arguments.game, &arguments.record) {
        (Some(game), Some(_)) => {
            let opened = game_args::open(game, &settings)?;
            let rules = if files::is_path(game) { game.clone() } else { shipped_name(&opened) };
            (opened, Some(rules))
        }
        _ => {
            let found = recorded.rules().map_err(|problem| game_args::open_error(problem, &settings))?;
            let game =
                files::game(found.source, &settings).map_err(|problem| game_args::open_error(problem, &settings))?;
            let rules = found.path.unwrap_or_else(|| shipped_name(&game));
            (game, Some(rules))
        }
    };
    let same_rules = recorded.record.is_of(&game);
    Ok(ReplayInput { game, rules, from: None, recorded, same_rules })
}

/// How messages name the rules of a shipped game.
fn shipped_name(game: &Game) -> String {
    format!("the shipped game {}", game.name)
}

/// Opens a named game, with the moves of `--moves`.
fn input_from_moves(arguments: &ReplayArgs) -> Result<ReplayInput, CommandError> {
    let name = arguments.game.clone().unwrap_or_default();
    let text = match (arguments.moves.as_str(), name.as_str()) {
        ("-", "-") => {
            let help = "put one of them in a file";
            return Err(CommandError::usage("standard input cannot contain both the game and its moves", help));
        }
        ("-", _) => files::read_stdin(MAX_TEXT).map_err(|reason| {
            CommandError::usage(&format!("standard input cannot be read: {reason}"), "moves are UTF-8 text")
        })?,
        (moves, _) => moves.to_string(),
    };
    let record = reader::read(&text, Bare::Moves).map_err(|problem| text_error(&problem, &text, MOVES))?;
    let mut settings = record.settings.clone();
    settings.extend(arguments.settings.settings());
    let game = game_args::open(&name, &settings)?;
    game_args::same_game(&game, &record)?;
    let from = arguments.from.as_deref().map(|text| game_args::position(&game, Some(text))).transpose()?;
    let same_rules = record.is_of(&game);
    Ok(ReplayInput { game, rules: None, from, recorded: RecordedGame { text, path: None, record }, same_rules })
}

/// How messages name moves that come from no file.
const MOVES: &str = "--moves";

fn record_error(problem: &ParseError, recorded: &RecordedGame) -> CommandError {
    let name = recorded.path.as_ref().map_or(MOVES.into(), |path| path.to_string_lossy());
    text_error(problem, &recorded.text, &name)
}

fn text_error(problem: &ParseError, text: &str, name: &str) -> CommandError {
    CommandError { exit: Exit::Usage, text: error_at(problem, text, name) }
}

/// The error for a step that could not be played.
fn step_error(input: &ReplayInput, stopped: &RejectedStep) -> CommandError {
    let (game, number) = (&input.game, stopped.number);
    match &stopped.why {
        RejectReason::ParseError(problem) => {
            let which = if number > 0 { format!("move {number}: ") } else { String::new() };
            let message = which + &problem.message;
            record_error(&ParseError { message, ..problem.clone() }, &input.recorded)
        }
        RejectReason::Refused { reason, clause, .. } => {
            let rule = clause.map(|clause| format!("{}: {}", game.place(clause), game.text(clause)));
            let message = format!("move {number}, `{}`, cannot be played: {reason}", stopped.text);
            let note = if input.same_rules { rule } else { rule.into_iter().chain([other_rules(input)]).last() };
            CommandError { exit: Exit::Failed, text: error(&message, note, stopped.help.clone()) }
        }
    }
}

/// The state of the game for people.
fn summary(line: &PlayedLine) -> String {
    let (game, played) = (line.game, &line.played);
    let steps: Vec<Step> = line.turns.iter().map(|turn| turn.step).collect();
    let moves = if steps.is_empty() { "no moves".to_string() } else { write_steps(&game.program, &steps) };
    let style = render::Style { colour: uses_colour(), width: terminal_width(), ..render::Style::default() };
    format!(
        "{}: {moves}\n\n{}\n{}position: {}\n",
        game.rules.about.name,
        render::board(game, &played.position, style),
        state(line),
        write_position(game, &played.position)
    )
}

/// How the round ended, and what comes next.
fn state(line: &PlayedLine) -> String {
    let (game, played) = (line.game, &line.played);
    let round = if game.rules.rounds.is_some() { format!("round {}: ", played.round) } else { String::new() };
    let ending = line.ended.as_ref().and_then(|ended| explain::ending(game, ended));
    let lines = ending.map(|ending| format!("{round}{ending}")).into_iter().chain(next_step(game, played));
    lines.map(|line| line + "\n").collect()
}

fn next_step(game: &Game, played: &Match) -> Option<String> {
    let lot = game.rules.lot.as_ref().map_or("a lot", |lot| &lot.name);
    match played.due {
        NextStep::Move(side) => Some(format!("{} to move", side.title())),
        NextStep::Lot(LotFor::Starter) => {
            Some(format!("{lot} decides who begins round {}: @south or @north", played.round + 1))
        }
        NextStep::Lot(LotFor::Remainder(seeds, clause)) => Some(format!(
            "{lot} decides who gets the {seeds} left over on each side ({}): @south or @north",
            game.place(clause)
        )),
        NextStep::Round => Some(format!("round {} begins with the next move", played.round + 1)),
        NextStep::Nothing(over) => over.clause.map(|clause| {
            let result = over.winner.map_or("a draw".to_string(), |side| format!("{} wins", side.title()));
            format!("the match is over: {result} ({})", game.place(clause))
        }),
    }
}
