//! `uur replay`: a game played move by move, and where it stands then.

mod line;
mod report;
mod trace;

use std::path::Path;

use crate::check::Settings;
use crate::files::TEXT;
use crate::game::Game;
use crate::match_play::{Due, LotFor, Match, Step};
use crate::notation::{Record, Unreadable, write_position, write_steps};
use crate::{explain, files, render};

use super::asked::{self, Set};
use super::output::{Exit, Failure, error, error_at, in_colour, say, say_json};
use super::{Format, Outcome};
use line::{Line, Stopped, Why};

/// Plays moves and shows where the game stands then
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur replay layli-goobalay-berbera --moves \"A e E c D h K\" --trace\n  \
    uur replay boola --set pits=6 --moves \"E-1 b\" --format json")]
pub struct Arguments {
    /// A shipped game (see `uur list`), a path to a rule file, or `-` for standard input
    #[arg(required_unless_present = "record")]
    game: Option<String>,
    /// The moves, with blanks or commas between them; `@south` or `@north` wins a lot; `-` reads standard input
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, default_value = "", hide_default_value = true)]
    moves: String,
    /// The position to begin from, as one line of text
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,
    #[command(flatten)]
    settings: Set,
    /// Replays the record of a game, as `save` writes it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "moves", "from", "set"])]
    record: Option<String>,
    /// Tells of every move what happened, and which line of the rules made it so
    #[arg(long)]
    trace: bool,
    /// How the answer is shown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What is to be replayed.
struct Asked {
    game: String,
    settings: Settings,
    from: Option<String>,
    moves: String,
    /// What the moves are called in messages.
    moves_name: String,
}

pub fn run(arguments: &Arguments) -> Outcome {
    let asked = asked(arguments)?;
    let game = asked::open(&asked.game, &asked.settings)?;
    let from = asked.from.as_deref().map(|text| asked::position(&game, Some(text))).transpose()?;
    let mut line = Line::new(&game, from);
    if let Err(stopped) = line.play(&asked.moves) {
        if arguments.format == Format::Json {
            say_json(&report::error(&game, &stopped));
        }
        return Err(failure(&game, &asked, &stopped));
    }
    match arguments.format {
        Format::Json => say_json(&report::report(&line, arguments.trace)),
        Format::Text => {
            let trace = if arguments.trace { trace::trace(&line) } else { String::new() };
            say(&format!("{trace}{}", standing(&line)));
        }
    }
    Ok(Exit::Fine)
}

fn asked(arguments: &Arguments) -> Result<Asked, Failure> {
    if let Some(path) = &arguments.record {
        let text =
            if path == "-" { files::standard_input(TEXT) } else { files::read(Path::new(path)) }.map_err(|reason| {
                Failure::usage(&format!("`{path}` cannot be read: {reason}"), "`save` in a game writes one")
            })?;
        let record = Record::read(&text)
            .map_err(|problem| Failure { exit: Exit::Usage, text: error_at(&problem, &text, path) })?;
        return Ok(Asked {
            game: record.game,
            settings: record.settings,
            from: record.from,
            moves: record.moves.join(" "),
            moves_name: format!("moves of {path}"),
        });
    }
    let game = arguments.game.clone().unwrap_or_default();
    let moves = match (arguments.moves.as_str(), game.as_str()) {
        ("-", "-") => {
            let help = "keep one of them in a file";
            return Err(Failure::usage("standard input cannot hold both the game and its moves", help));
        }
        ("-", _) => files::standard_input(TEXT)
            .map_err(|reason| Failure::usage(&format!("standard input cannot be read: {reason}"), "moves are text"))?,
        (moves, _) => moves.to_string(),
    };
    Ok(Asked {
        game,
        settings: arguments.settings.settings(),
        from: arguments.from.clone(),
        moves,
        moves_name: "--moves".to_string(),
    })
}

/// What is told of a step that could not be taken.
fn failure(game: &Game, asked: &Asked, stopped: &Stopped) -> Failure {
    let number = stopped.number;
    match &stopped.why {
        Why::Unreadable(problem) => {
            let problem = Unreadable {
                message: format!("move {number}: {}", problem.message),
                at: stopped.at + problem.at,
                help: problem.help.clone(),
            };
            Failure { exit: Exit::Usage, text: error_at(&problem, &asked.moves, &asked.moves_name) }
        }
        Why::Refused { reason, clause, .. } => {
            let rule = clause.map(|clause| format!("{}: {}", game.place(clause), game.text(clause)));
            let message = format!("move {number}, `{}`, cannot be played: {reason}", stopped.text);
            Failure { exit: Exit::Failed, text: error(&message, rule, stopped.help.clone()) }
        }
    }
}

/// Where a game stands, for people.
fn standing(line: &Line) -> String {
    let (game, played) = (line.game, &line.played);
    let steps: Vec<Step> = line.turns.iter().map(|turn| turn.step).collect();
    let moves = if steps.is_empty() { "no moves".to_string() } else { write_steps(&game.program, &steps) };
    let style = render::Style { colour: in_colour(), ..render::Style::default() };
    format!(
        "{}: {moves}\n\n{}\n{}position: {}\n",
        game.rules.about.name,
        render::board(game, &played.position, style),
        state(line),
        write_position(game, &played.position)
    )
}

/// How the round ended, and what is to happen next.
fn state(line: &Line) -> String {
    let (game, played) = (line.game, &line.played);
    let round = if game.rules.rounds.is_some() { format!("round {}: ", played.round) } else { String::new() };
    let ending = line.ended.as_ref().and_then(|ended| explain::ending(game, ended));
    let lines = ending.map(|ending| format!("{round}{ending}")).into_iter().chain(due(game, played));
    lines.map(|line| line + "\n").collect()
}

fn due(game: &Game, played: &Match) -> Option<String> {
    let lot = game.rules.lot.as_ref().map_or("a lot", |lot| &lot.name);
    match played.due {
        Due::Move(side) => Some(format!("{} to move", side.title())),
        Due::Lot(LotFor::Starter) => {
            Some(format!("{lot} decides who begins round {}: @south or @north", played.round + 1))
        }
        Due::Lot(LotFor::Remainder(seeds, clause)) => Some(format!(
            "{lot} decides who gets the {seeds} left over on each side ({}): @south or @north",
            game.place(clause)
        )),
        Due::Round => Some(format!("round {} begins with the next move", played.round + 1)),
        Due::Nothing(over) => over.clause.map(|clause| {
            let result = over.winner.map_or("a draw".to_string(), |side| format!("{} wins", side.title()));
            format!("the match is over: {result} ({})", game.place(clause))
        }),
    }
}
