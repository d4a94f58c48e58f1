//! Transcripts: all events of a game record as text, for snapshot tests.
//!
//! The format suits line diffs: one event a line, each with the name of its rule line, a position after every
//! move, and the hash of the rules at the top. It has no line numbers, so a new comment changes nothing.

use std::sync::Arc;

use uur::check::{Library, Settings};
use uur::diagnostic::Diagnostics;
use uur::engine::{Event, Observer};
use uur::explain::{describe_event, ending, group_drops, step_error};
use uur::game::Game;
use uur::game_play::GamePlay;
use uur::match_play::{NextStep, Step};
use uur::notation::{Excerpt, ParseError, Record, RecordEntry, write_position, write_steps};
use uur::rules::Direction;
use uur::source::Source;
use uur_lab::coverage::Coverage;

/// The maximum number of event groups printed for one move.
const EVENTS_TOLD: usize = 400;

/// Why a record cannot be played.
#[derive(Debug, Clone)]
pub enum RecordError {
    /// The file cannot be read, for this reason.
    NotRead(String),
    /// The text is not a record.
    ParseError {
        /// The line.
        line: usize,
        /// Why.
        error: ParseError,
    },
    /// The record states another result than its moves have.
    Untrue {
        /// Its line.
        line: usize,
        /// What it states, and what is true, in a sentence.
        doubt: String,
    },
    /// The rules have errors under the record's settings.
    Faulty(Box<Diagnostics>),
    /// A move cannot be played.
    Illegal {
        /// Its line.
        line: usize,
        /// Its number, from 1.
        number: usize,
        /// The move as written.
        text: String,
        /// Why.
        reason: String,
    },
}

impl RecordError {
    /// Returns the line of the record with the problem.
    pub fn line(&self) -> usize {
        match self {
            RecordError::ParseError { line, .. }
            | RecordError::Untrue { line, .. }
            | RecordError::Illegal { line, .. } => *line,
            RecordError::NotRead(_) | RecordError::Faulty(_) => 1,
        }
    }
}

impl std::error::Error for RecordError {}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            RecordError::NotRead(reason) => write!(f, "the record cannot be read: {reason}"),
            RecordError::ParseError { error, .. } => write!(f, "{error}"),
            RecordError::Untrue { doubt, .. } => write!(f, "{doubt}"),
            RecordError::Faulty(faults) => {
                let first = faults.problems.first().map_or("", |problem| problem.message.as_str());
                write!(f, "its rules have errors: {first}")
            }
            RecordError::Illegal { number, text, reason, .. } => {
                write!(f, "move {number}, `{text}`, cannot be played: {reason}")
            }
        }
    }
}

/// Returns the transcript of a record under the rules of a file, and counts the clauses that fire. Once `stops`
/// returns true, long sowings are cut short and the result is meaningless.
///
/// # Errors
/// If the text is not a record, one of its moves cannot be played, or it states another result.
pub fn transcript(
    rules: &Source,
    library: Library,
    record: &str,
    coverage: &mut Coverage,
    stops: fn() -> bool,
) -> Result<String, RecordError> {
    let written = Source::new("", record);
    let line = |at| written.place(at).line;
    let unreadable = |error: ParseError| RecordError::ParseError { line: line(error.at), error };
    let record = Record::read(record).map_err(unreadable)?;
    let settings: Settings = record.settings.clone();
    let game = Game::load(rules.clone(), library, &settings).map_err(|faults| RecordError::Faulty(Box::new(faults)))?;
    let game = game.heeding(stops);
    let from = record.begins(&game).map_err(unreadable)?;
    if from.is_none() {
        // The first turn has begun before the first move is watched.
        game.program.begin_turn(&mut game.program.fresh(), coverage);
    }
    let mut play = GamePlay::new(Arc::new(game), from);
    let game = play.game().clone();
    let meant = record.is_of(&game);
    let mut text = format!("rules {}\ngame {}\n", game.meaning(), game.name);
    for (name, value) in &settings {
        text += &format!("set {name}={value}\n");
    }
    let way = match game.rules.sowing.direction {
        Direction::Counterclockwise => "counterclockwise",
        Direction::Clockwise => "clockwise",
    };
    text += &format!("sown {way}\nstart {}\n", write_position(&game, play.position()));
    let mut number = 0;
    for entry in &record.moves {
        number += usize::from(matches!(entry, RecordEntry::Step(..)));
        if play.due() == NextStep::Round {
            play.next_round();
            play.beginning().iter().for_each(|&event| coverage.event(event));
            text += &format!("\nround {}\n", play.round());
            tell(&game, play.beginning(), &mut text);
            text += &format!("  = {}\n", write_position(&game, play.position()));
        }
        let illegal = |reason: String| {
            let reason =
                if meant { reason } else { format!("{reason}; it was recorded under rules of another meaning") };
            let Excerpt { text, at } = entry.excerpt().clone();
            RecordError::Illegal { line: line(at), number, text, reason }
        };
        let read = entry.read(&game, play.as_match()).map_err(|error| illegal(error.to_string()))?;
        let Some(step) = read else { continue };
        if let Err(error) = play.step(step) {
            return Err(illegal(step_error(&game, play.as_match(), step, error)));
        }
        let turn = play.turns().last().expect("a step was taken");
        let what = write_steps(&game.program, &[step]);
        text += &match step {
            Step::Move(_) => format!("\n{number} {} {what}\n", turn.player.title()),
            Step::Lot(_) => format!("\n{number} lot {what}\n"),
            Step::Arrange(_) => format!("\n{number} {what}\n"),
        };
        turn.own_events().iter().for_each(|&event| coverage.event(event));
        tell(&game, turn.own_events(), &mut text);
        text += &format!("  = {}\n", write_position(&game, play.position()));
    }
    if let Some(doubt) = play.doubts(record.facts.result) {
        let at = written.text.lines().position(|line| line.starts_with("result ")).unwrap_or_default();
        return Err(RecordError::Untrue { line: at + 1, doubt });
    }
    text += &match (ending(&game, play.position()), play.due()) {
        (_, NextStep::Nothing(over)) if game.rules.rounds.is_some() => {
            format!(
                "\nmatch over: {}\n",
                over.winner.map_or("a draw".to_string(), |side| format!("{} wins", side.title()))
            )
        }
        (Some(end), _) => format!("\nover: {end}\n"),
        (None, _) => "\nthe game goes on\n".to_string(),
    };
    Ok(text)
}

fn tell(game: &Game, events: &[Event], text: &mut String) {
    let groups = group_drops(events);
    for group in groups.iter().take(EVENTS_TOLD) {
        let line = group[0].clause().map_or(String::new(), |clause| format!("  [{}]", game.line_name(clause)));
        *text += &format!("  {}{line}\n", describe_event(game, group));
    }
    if groups.len() > EVENTS_TOLD {
        *text += &format!("  and {} events more\n", groups.len() - EVENTS_TOLD);
    }
}
