//! `uur convert`: records from and to the notations of other programs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::files::{self, MAX_RECORDS, OpenError, OutputKind, RecordGames, RecordedGame};
use uur::diagnostic::join;
use uur::foreign::{ForeignFormat, read_records, write_foreign};
use uur::game::Game;
use uur::game_play::GamePlay;
use uur::notation::{ParseError, Record};

use super::CommandResult;
use super::game_args::{self, SettingArgs, number};
use super::output::{CommandError, Exit, eprint, error_at, print, warning};

/// Convert the records of games from and to the notations of other programs
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur convert game.ogn\n  uur convert mine.game --to playstrategy\n  \
    uur convert championship.pgn -n 3 -o third.game\n\n\
    Each move is played by the rules, and what a notation says besides, such as the pit of the last seed or the seeds \
    won, is compared with what happens. A game that does not fit is an error with its place; the others are written. \
    The manual describes the notations: docs/manual/notation.md.")]
pub struct ConvertArgs {
    /// The file, or `-` for standard input
    file: String,
    /// The notation of the file; default: found from the text
    #[arg(long, value_name = "FORMAT")]
    from: Option<ForeignFormat>,
    /// The notation to write: ogn, toguz, playstrategy, kgp, openspiel, kaggle, bao; default: a record of uur
    #[arg(long, value_name = "FORMAT")]
    to: Option<ForeignFormat>,
    /// The game by whose rules the moves were made; default: found from the moves
    #[arg(long, value_name = "GAME")]
    rules: Option<String>,
    #[command(flatten)]
    settings: SettingArgs,
    /// Only this game of the file, counted from 1
    #[arg(short, long = "number", value_name = "N", value_parser = number::<usize>(1..=u64::MAX))]
    number: Option<usize>,
    /// Write to this file instead of printing
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub fn run(arguments: &ConvertArgs) -> CommandResult {
    let (name, text) = read(&arguments.file)?;
    let given = match &arguments.rules {
        Some(game) => Some(Arc::new(game_args::open(game, &arguments.settings.settings())?)),
        None if arguments.settings.is_empty() => None,
        None => return Err(CommandError::usage("`--set` needs a game", "name it with `--rules`")),
    };
    let drawn = |problem: &ParseError| error_at(problem, &text, &name);
    let mut records = read_records(&text, arguments.from, given.as_deref())
        .map_err(|problem| CommandError { exit: Exit::Usage, text: drawn(&problem) })?;
    if let Some(number) = arguments.number {
        let known = records.len();
        records = records.into_iter().skip(number - 1).take(1).collect();
        if records.is_empty() {
            let message = format!("there is no game {number}: the text holds {known}");
            return Err(CommandError::usage(&message, "count from 1"));
        }
    }
    let mut opened = RecordGames::default();
    let mut game_of = |recorded: &RecordedGame| match &given {
        Some(game) => Ok(game.clone()),
        None => opened.game(recorded),
    };
    let (mut written, mut failed) = (vec![], 0);
    for record in records {
        let done = record
            .map_err(|problem| drawn(&problem))
            .and_then(|record| converted(record, arguments, &mut game_of, &name, &text));
        match done {
            Ok(text) => written.push(text),
            Err(text) => {
                failed += 1;
                eprint(&text);
            }
        }
    }
    if !written.is_empty() {
        let all = written.join("\n");
        match &arguments.output {
            Some(path) => {
                let kind =
                    if arguments.to.is_none() && written.len() == 1 { OutputKind::Record } else { OutputKind::New };
                files::write_output(path, kind, &all).map_err(|reason| CommandError::write_failed(path, &reason))?;
            }
            None => print(&all),
        }
    }
    Ok(if failed > 0 { Exit::Failed } else { Exit::Fine })
}

/// Reads a file or standard input. Returns its name in messages, too.
fn read(file: &str) -> Result<(String, String), CommandError> {
    let (name, text) = match file {
        "-" => ("standard input".to_string(), files::read_stdin(MAX_RECORDS)),
        path => (path.to_string(), files::read_records_of(Path::new(path))),
    };
    let text = text.map_err(|reason| {
        CommandError::usage(&format!("`{name}` cannot be read: {reason}"), "name a file with records of games")
    })?;
    Ok((name, text))
}

/// Converts one record.
///
/// # Errors
/// Why not, as a message.
fn converted(
    record: Record,
    arguments: &ConvertArgs,
    game_of: &mut impl FnMut(&RecordedGame) -> Result<Arc<Game>, OpenError>,
    name: &str,
    text: &str,
) -> Result<String, String> {
    let drawn = |problem: &ParseError| error_at(problem, text, name);
    let failed = |message: &str| super::output::error(message, None, None);
    let recorded = RecordedGame { record, text: String::new(), path: Some(PathBuf::from(&arguments.file)) };
    let game = game_of(&recorded).map_err(|problem| failed(&problem.to_string()))?;
    let record = &recorded.record;
    let from = record.begins(&game).map_err(|problem| drawn(&problem))?;
    let mut play = GamePlay::new(game, from);
    let others = play.play_record(&record.moves).map_err(|stopped| drawn(&stopped.problem()))?;
    if let Some(doubt) = play.doubts(record.facts.result) {
        eprint(&warning(&doubt));
    }
    match arguments.to {
        Some(format) => {
            let written = write_foreign(&play, &others, &record.facts, format).map_err(|message| failed(&message))?;
            if !written.left_out.is_empty() {
                let what = join(&written.left_out, "and");
                eprint(&warning(&format!("the format {format} has no room for {what}")));
            }
            Ok(written.text)
        }
        None => {
            let others: Vec<&GamePlay> = others.iter().collect();
            Ok(Record { moves: play.entries(&others), ..record.clone() }.write())
        }
    }
}
