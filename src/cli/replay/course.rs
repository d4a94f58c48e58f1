//! A game and its moves, as commands are given them: a name with `--moves`, a record, or a line of text.

use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::cli::game_args::{self, SettingArgs};
use crate::cli::output::{CommandError, Exit, eprint, error_at, error_with_note, warning};
use crate::files::{self, MAX_TEXT, RecordedGame};
use uur::engine::Position;
use uur::game::Game;
use uur::game_play::{GamePlay, RejectReason, RejectedStep};
use uur::notation::reader::{self, Bare};
use uur::notation::{ParseError, Record};
use uur::source::{STANDARD_INPUT, Source};

/// A game and its moves.
#[derive(Debug, clap::Args)]
pub struct CourseArgs {
    /// A shipped game (see `uur list`), a path to a rule file, `-` for standard input, or a whole game: the file of
    /// a record, of uur or of another program, or a line such as 'boola pits=6; E-1 e'
    #[arg(required_unless_present = "record")]
    pub game: Option<String>,
    /// The moves, separated by blanks or commas, also as a record, a transcript or the prompt has them; `@south` or
    /// `@north` wins a lot; `-` reads standard input
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, default_value = "", hide_default_value = true)]
    pub moves: String,
    /// The position to begin from, a number for each pit: such as 'south 1 0 2; north 0 3 1'
    #[arg(long, value_name = "POSITION")]
    pub from: Option<String>,
    #[command(flatten)]
    pub settings: SettingArgs,
    /// Replay a game record, as written by `save`, under the rules that it names or those of GAME
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "from"])]
    pub record: Option<String>,
}

/// A game and its moves, read but not played.
pub struct Course {
    pub game: Arc<Game>,
    /// The rules that a record was resolved to.
    pub rules: Option<String>,
    /// The position of `--from`.
    from: Option<Position>,
    /// The moves, and the text that they are read from.
    pub recorded: RecordedGame,
    /// Whether the moves were made under rules of the same meaning, as far as the record states one.
    same_rules: bool,
}

impl Course {
    /// The line of play before the first move.
    ///
    /// # Errors
    /// If two starting positions are given, or the one of the record does not fit the board.
    pub fn begin(&self) -> Result<GamePlay, CommandError> {
        let begins =
            self.recorded.record.begins(&self.game).map_err(|problem| record_error(&problem, &self.recorded))?;
        if begins.is_some() && self.from.is_some() {
            let help = "leave out `--from`, or the position among the moves";
            return Err(CommandError::usage("two starting positions are given", help));
        }
        Ok(GamePlay::new(self.game.clone(), begins.or(self.from)))
    }

    /// Plays all moves, and warns if they were made under other rules.
    ///
    /// # Errors
    /// As [`Course::begin`], and the first move that cannot be played.
    pub fn play(&self) -> Result<GamePlay, CommandError> {
        let mut line = self.begin()?;
        line.play_record(&self.recorded.record.moves).map_err(|stopped| self.step_error(&stopped))?;
        self.warn(&line);
        Ok(line)
    }

    /// Warns if the moves were made under other rules, or do not lead to the stated result.
    pub fn warn(&self, line: &GamePlay) {
        if !self.same_rules {
            eprint(&warning(&other_rules(self)));
        }
        if let Some(doubt) = line.doubts(self.recorded.record.facts.result) {
            eprint(&warning(&doubt));
        }
    }

    /// The error for a step that could not be played.
    pub fn step_error(&self, stopped: &RejectedStep) -> CommandError {
        let (game, number) = (&self.game, stopped.number);
        match &stopped.why {
            RejectReason::ParseError(problem) => {
                let which = if number > 0 { format!("move {number}: ") } else { String::new() };
                let message = which + &problem.message;
                record_error(&ParseError { message, ..problem.clone() }, &self.recorded)
            }
            RejectReason::Refused { reason, clause, .. } => {
                let rule = clause.map(|clause| format!("{}: {}", game.place(clause), game.text(clause)));
                let message = format!("move {number}, `{}`, cannot be played: {reason}", stopped.text);
                let note = if self.same_rules { rule } else { rule.into_iter().chain([other_rules(self)]).last() };
                let problem = ParseError { message, at: stopped.at, help: stopped.help.clone().unwrap_or_default() };
                let text = error_with_note(&problem, &self.recorded.text, &name_of(&self.recorded), note);
                CommandError { exit: Exit::Failed, text }
            }
        }
    }
}

/// The warning about moves that were made under other rules.
fn other_rules(input: &Course) -> String {
    let made_under = input.recorded.record.rules.as_deref().unwrap_or("");
    let name = input.rules.as_deref().unwrap_or(&input.game.name);
    let meaning = input.game.meaning();
    format!("the moves were made under other rules: their meaning is {made_under}, that of `{name}` is {meaning}")
}

impl CourseArgs {
    /// Whether nothing but a game is named.
    pub fn is_plain(&self) -> bool {
        self.moves.is_empty() && self.from.is_none() && self.record.is_none() && self.settings.is_empty()
    }

    /// Reads the game and its moves.
    ///
    /// # Errors
    /// If the game, its parameters, its moves as text or `--from` cannot be read.
    pub fn read(&self) -> Result<Course, CommandError> {
        read(self)
    }
}

fn read(arguments: &CourseArgs) -> Result<Course, CommandError> {
    let recorded = match (&arguments.record, &arguments.game) {
        (Some(path), _) if path == "-" => {
            let text = read_from(STANDARD_INPUT, files::read_stdin(MAX_TEXT))?;
            let record = Record::read(&text).map_err(|problem| text_error(&problem, &text, STANDARD_INPUT))?;
            Some(RecordedGame { record, text, path: None })
        }
        (None, Some(game)) if game == "-" && arguments.moves != "-" => {
            let text = read_from(STANDARD_INPUT, files::read_stdin(MAX_TEXT))?;
            if !files::begins_record(&text) {
                let source = read_from(STANDARD_INPUT, files::source_of_stdin(text))?;
                return input_from_moves(arguments, Some(source));
            }
            let recorded = RecordedGame::of_file(Path::new(STANDARD_INPUT), text.clone());
            Some(recorded.map_err(|problem| text_error(&problem, &text, STANDARD_INPUT))?)
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
        None => input_from_moves(arguments, None),
    }
}

fn read_from<T>(name: &str, text: io::Result<T>) -> Result<T, CommandError> {
    text.map_err(|reason| {
        CommandError::usage(&format!("`{name}` cannot be read: {reason}"), "`save` at the prompt writes a record")
    })
}

/// Opens the game of a record, under its own rules or those given as GAME.
fn input_from_record(arguments: &CourseArgs, recorded: RecordedGame) -> Result<Course, CommandError> {
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
    Ok(Course { game: Arc::new(game), rules, from: None, recorded, same_rules })
}

/// How messages name the rules of a shipped game.
fn shipped_name(game: &Game) -> String {
    format!("the shipped game {}", game.name)
}

/// Opens a named game, or that of a rule file that was read, with the moves of `--moves`.
fn input_from_moves(arguments: &CourseArgs, source: Option<Source>) -> Result<Course, CommandError> {
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
    let game = match source {
        Some(source) => files::game(source, &settings).map_err(|problem| game_args::open_error(problem, &settings))?,
        None => game_args::open(&name, &settings)?,
    };
    game_args::same_game(&game, &record)?;
    let from = arguments.from.as_deref().map(|text| game_args::position(&game, Some(text))).transpose()?;
    let same_rules = record.is_of(&game);
    Ok(Course {
        game: Arc::new(game),
        rules: None,
        from,
        recorded: RecordedGame { text, path: None, record },
        same_rules,
    })
}

/// How messages name moves that come from no file.
const MOVES: &str = "--moves";

fn name_of(recorded: &RecordedGame) -> Cow<'_, str> {
    recorded.path.as_ref().map_or(MOVES.into(), |path| path.to_string_lossy())
}

fn record_error(problem: &ParseError, recorded: &RecordedGame) -> CommandError {
    text_error(problem, &recorded.text, &name_of(recorded))
}

fn text_error(problem: &ParseError, text: &str, name: &str) -> CommandError {
    CommandError { exit: Exit::Usage, text: error_at(problem, text, name) }
}
