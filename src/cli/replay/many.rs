//! `uur replay` of several records: each is played, and the results are counted.

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::CommandResult;
use crate::cli::OutputFormat;
use crate::cli::made::print_json;
use crate::cli::output::{CommandError, Exit, answer_width, print_wrapped};
use crate::files::{self, RECORD_ENDINGS, RecordGames, RecordedGame};
use uur::diagnostic::count;
use uur::foreign::{format_of, read_records};
use uur::game_play::GamePlay;
use uur::notation::{ParseError, Record};
use uur::provenance::JsonAnswer;
use uur::rules::Side;
use uur::source::Source;
use uur::text_layout::TextTable;

/// Files with this ending are records only if they are replays.
const JSON: &str = "json";

/// The games of several records.
#[derive(Serialize, JsonSchema)]
pub struct ManyReport {
    /// The games that were played to the end of their record.
    played: usize,
    south: usize,
    north: usize,
    draws: usize,
    /// The games without a result.
    open: usize,
    /// The games that cannot be played.
    wrong: usize,
    /// The files of the folders that are no records.
    others: usize,
    games: Vec<RecordReport>,
}

impl JsonAnswer for ManyReport {
    const FORMAT: &'static str = "replay-many";
}

/// A game of a record.
#[derive(Serialize, JsonSchema)]
struct RecordReport {
    file: String,
    /// The number of the game in the file, from 1.
    number: usize,
    /// The line of the file at which it cannot be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    game: String,
    south: Option<String>,
    north: Option<String>,
    event: Option<String>,
    date: Option<String>,
    moves: usize,
    /// Whether the moves were made under other rules than those by which they are played.
    has_other_rules: bool,
    /// `south`, `north` or `draw`; none while it is open.
    winner: Option<&'static str>,
    /// Why it cannot be played, or how its result differs from that of its moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The files of records that are replayed.
pub struct RecordFiles {
    records: Vec<PathBuf>,
    /// How many files of the folders are no records by their endings.
    others: usize,
}

/// The files with records among names of files and folders; `None` if they are one game to replay alone.
pub fn files_of(names: &[String]) -> Option<RecordFiles> {
    let is_folder = |name: &String| Path::new(name).is_dir();
    let several =
        names.len() > 1 || names.iter().any(is_folder) || names.first().is_some_and(|name| holds_several(name));
    several.then(|| {
        let (mut records, mut others) = (vec![], 0);
        for name in names {
            let (files, passed_over) = files_in(Path::new(name));
            records.extend(files);
            others += passed_over;
        }
        RecordFiles { records, others }
    })
}

fn holds_several(name: &str) -> bool {
    let path = Path::new(name);
    let is_record = path.is_file() && path.extension().is_none_or(|ending| ending != "uur");
    is_record
        && files::read_records_of(path)
            .is_ok_and(|text| read_records(&text, None, None).is_ok_and(|games| games.len() > 1))
}

fn files_in(path: &Path) -> (Vec<PathBuf>, usize) {
    let Ok(entries) = std::fs::read_dir(path) else { return (vec![path.to_path_buf()], 0) };
    let is_replay = |path: &PathBuf| files::read_records_of(path).is_ok_and(|text| format_of(&text).is_some());
    let is_record = |path: &PathBuf| match path.extension() {
        Some(ending) if ending == JSON => is_replay(path),
        ending => ending.is_some_and(|ending| RECORD_ENDINGS.iter().any(|known| ending == *known)),
    };
    let files = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file());
    let (mut records, others): (Vec<PathBuf>, Vec<PathBuf>) = files.partition(is_record);
    records.sort();
    (records, others.len())
}

pub fn run(files: &RecordFiles, format: OutputFormat) -> CommandResult {
    let mut opened = RecordGames::default();
    let games: Vec<RecordReport> = files.records.iter().flat_map(|path| file(path, &mut opened)).collect();
    if games.is_empty() {
        let help = format!("records end in {}", RECORD_ENDINGS.map(|ending| format!(".{ending}")).join(", "));
        return Err(CommandError::usage("the folder holds no record", &help));
    }
    let won = |winner: &str| games.iter().filter(|game| game.error.is_none() && game.winner == Some(winner)).count();
    let wrong = games.iter().filter(|game| game.error.is_some()).count();
    let report = ManyReport {
        played: games.len() - wrong,
        south: won("south"),
        north: won("north"),
        draws: won("draw"),
        open: games.iter().filter(|game| game.winner.is_none() && game.error.is_none()).count(),
        wrong,
        others: files.others,
        games,
    };
    match format {
        OutputFormat::Json => print_json(vec![], &report),
        OutputFormat::Text => print_wrapped(&text(&report)),
    }
    Ok(if wrong > 0 { Exit::Failed } else { Exit::Fine })
}

fn text(report: &ManyReport) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_string());
    let rows = report.games.iter().map(|game| {
        let result = match (&game.error, game.winner) {
            (Some(_), _) => "wrong",
            (None, None) => "open",
            (None, Some(winner)) => winner,
        };
        let players = match (&game.south, &game.north) {
            (None, None) => String::new(),
            (south, north) => format!("{} - {}", name(south), name(north)),
        };
        let place = if game.number > 1 { format!("{} ({})", game.file, game.number) } else { game.file.clone() };
        vec![place, game.game.clone(), game.moves.to_string(), result.to_string(), players]
    });
    let titles = ["file", "game", "moves", "result", ""].map(str::to_string).to_vec();
    let table = TextTable { titles, rows: rows.collect(), right: 2..3, indent: 0 }.text(answer_width());
    let said = |game: &RecordReport, what: &str| {
        let line = game.line.map_or(String::new(), |line| format!(":{line}"));
        format!("{}{line}: {what}\n", game.file)
    };
    let errors = report.games.iter().filter_map(|game| Some(said(game, game.error.as_ref()?)));
    let others = report.games.iter().filter(|game| game.has_other_rules);
    let errors: String =
        errors.chain(others.map(|game| said(game, "warning: the moves were made under other rules"))).collect();
    let wrong = if report.wrong > 0 { format!(", {} wrong", report.wrong) } else { String::new() };
    let others = match report.others {
        0 => String::new(),
        others => format!("{} of the folder left out, by their endings\n", count(others, "file")),
    };
    format!(
        "{table}\n{}: South wins {}, North wins {}, {} drawn, {} open{wrong}\n{others}{errors}",
        count(report.games.len(), "game"),
        report.south,
        report.north,
        report.draws,
        report.open
    )
}

/// Plays the games of a file.
fn file(path: &Path, opened: &mut RecordGames) -> Vec<RecordReport> {
    let name = path.display().to_string();
    let failed = |number: usize, line: Option<usize>, error: String| RecordReport {
        file: name.clone(),
        number,
        line,
        game: String::new(),
        south: None,
        north: None,
        event: None,
        date: None,
        moves: 0,
        has_other_rules: false,
        winner: None,
        error: Some(error),
    };
    let text = match files::read_records_of(path) {
        Ok(text) => text,
        Err(reason) => return vec![failed(1, None, format!("it cannot be read: {reason}"))],
    };
    let placed = Source::new(&name, &text);
    let at = |problem: &ParseError| Some(placed.place(problem.at).line);
    let records = match read_records(&text, None, None) {
        Ok(records) => records,
        Err(problem) => return vec![failed(1, at(&problem), problem.to_string())],
    };
    let game = |(number, record): (usize, Result<Record, ParseError>)| {
        let played = record.map_err(|problem| (at(&problem), problem.to_string())).and_then(|record| {
            let recorded = RecordedGame { record, text: String::new(), path: Some(path.to_path_buf()) };
            play(&recorded, opened).map_err(|problem| match problem {
                Ok(problem) => (at(&problem), problem.to_string()),
                Err(message) => (None, message),
            })
        });
        match played {
            Ok(played) => RecordReport { file: name.clone(), number: number + 1, ..played },
            Err((line, error)) => failed(number + 1, line, error),
        }
    };
    records.into_iter().enumerate().map(game).collect()
}

/// Plays a game.
fn play(recorded: &RecordedGame, opened: &mut RecordGames) -> Result<RecordReport, Result<ParseError, String>> {
    let record = &recorded.record;
    let game = opened.game(recorded).map_err(|problem| Err(problem.to_string()))?;
    let from = record.begins(&game).map_err(Ok)?;
    let has_other_rules = !record.is_of(&game);
    let mut play = GamePlay::new(game, from);
    play.play_record(&record.moves).map_err(|stopped| Ok(stopped.problem()))?;
    let stated = record.facts.result.map(|result| result.winner);
    let winner = play.result().map(|over| over.winner).or(stated);
    let [south, north] = record.facts.players.clone();
    let error = play.doubts(record.facts.result);
    Ok(RecordReport {
        file: String::new(),
        number: 1,
        line: None,
        game: play.game().name.clone(),
        south,
        north,
        event: record.facts.event.clone(),
        date: record.facts.date.clone(),
        moves: play.turns().len(),
        has_other_rules,
        winner: winner.map(|winner| winner.map_or("draw", Side::as_str)),
        error,
    })
}
