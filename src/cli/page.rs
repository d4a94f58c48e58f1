//! `uur page`: a game as a page to read and to replay, or several games as a gallery.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use crate::files::{self, OutputKind, RecordedGame};
use crate::pages::gallery::{GalleryCard, card_picture, gallery};
use crate::pages::workbench;
use uur::check::Settings;
use uur::game::Game;
use uur::game_play::GamePlay;
use uur::rules::Side;
use uur_lab::lab::{SeriesReport, StoredReport};
use uur_pages::{MOST_REPLAYED, PageContent, SAMPLE_ORIGIN, SeriesStatistics, page, play_sample, playable};

use super::board::write;
use super::game_args::{self, SettingArgs};
use super::made::rules_of;
use super::output::{CommandError, Exit, eprint};
use super::replay::course::CourseArgs;
use super::{CommandResult, merge, plot, rule_files, statistics};
use uur::diagnostic::count;

/// Write a game as a page: its rules, and a game replayed seed by seed; or several games as a gallery
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur page boola -o boola.html\n  uur page boola whole.game -o game.html\n  \
    uur page oware --moves \"F a E\" -o opening.html\n  \
    uur page oware --report series.json -o oware.html    # after uur simulate oware --format json > series.json\n  \
    uur page oware --playable -o play.html              # to be played, without a network\n  uur page variants -o site\n\n\
    A page is one file that works without a network. Without moves it shows a game that the computer plays against \
    itself. A gallery is a folder with a page and a picture for each game, and begins with index.html.")]
pub struct PageArgs {
    /// A game (see `uur list`), the path of a rule file, or a whole game as a line, followed by the file of a record
    /// if there is one; or several games and folders of rule files
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// The moves to replay, as for `uur replay`
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, default_value = "", hide_default_value = true)]
    moves: String,
    /// The position to begin from, a number for each pit: such as 'south 1 0 2; north 0 3 1'
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,
    #[command(flatten)]
    settings: SettingArgs,
    /// Show the statistics of a series of games, as `uur simulate --format json` writes them
    #[arg(long, value_name = "FILE")]
    report: Option<String>,
    /// Write a page on which the game can be played, against the computer or by two people
    #[arg(long, conflicts_with_all = ["moves", "from", "report"])]
    playable: bool,
    /// Link to this address of a workbench, in which shipped games can be played
    #[arg(long, value_name = "ADDRESS", value_parser = super::serve::address, conflicts_with = "playable")]
    workbench: Option<String>,
    /// Write the page to this file instead of printing it; of several games, the folder of the gallery
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub fn run(arguments: &PageArgs) -> CommandResult {
    let is_folder = |game: &String| Path::new(game).is_dir();
    match &arguments.games[..] {
        [game] if !is_folder(game) => single(arguments, game, None),
        [game, record] if !is_folder(game) && is_record(record) => single(arguments, game, Some(record)),
        games => several(arguments, games),
    }
}

fn is_record(path: &str) -> bool {
    path == "-" || Path::new(path).extension().is_some_and(|ending| ending == "game" || ending == "snap")
}

/// Writes the page of one game.
fn single(arguments: &PageArgs, game: &str, record: Option<&String>) -> CommandResult {
    let course = CourseArgs {
        game: Some(game.to_string()),
        moves: arguments.moves.clone(),
        from: arguments.from.clone(),
        settings: arguments.settings.clone(),
        record: record.cloned(),
    };
    if record.is_some() && arguments.playable {
        return Err(CommandError::usage("a page to be played begins at the start", "leave out the record"));
    }
    if record.is_some() && (!arguments.moves.is_empty() || arguments.from.is_some()) {
        let help = "leave out `--moves` and `--from`";
        return Err(CommandError::usage("a record already contains its position and its moves", help));
    }
    let course = course.read()?;
    if arguments.playable {
        let game = &course.game;
        let computer = (!game.program.is_single_player()).then_some(Side::North);
        let page = playable(game, &files::library, &[], computer, workbench::parts());
        return write(arguments.output.as_deref(), OutputKind::Page, &rules_of([&**game]), &page);
    }
    let mut line = course.play()?;
    let report = arguments.report.as_deref().map(|file| read_report(file, &course.game)).transpose()?;
    let origin = if line.turns().is_empty() { sample(&mut line) } else { "" };
    if line.turns().len() > MOST_REPLAYED {
        let message =
            format!("the game has {}; a page replays at most {MOST_REPLAYED}", count(line.turns().len(), "move"));
        return Err(CommandError::usage(&message, "give the first of them with `--moves`"));
    }
    let html = html(&line, origin, report.as_ref(), None, arguments.workbench.as_deref());
    write(arguments.output.as_deref(), OutputKind::Page, &rules_of([&*course.game]), &html)
}

fn html(
    line: &GamePlay,
    origin: &str,
    report: Option<&SeriesReport>,
    gallery: Option<&str>,
    workbench: Option<&str>,
) -> String {
    let statistics = report.map(|report| SeriesStatistics {
        games: report.tally.games,
        plot: plot::series(report),
        text: statistics::text(report),
    });
    page(&PageContent { line, origin, statistics, gallery, workbench })
}

/// Lets the computer play a round against itself, and says so.
fn sample(line: &mut GamePlay) -> &'static str {
    play_sample(line);
    SAMPLE_ORIGIN
}

/// Reads the statistics of a series of this game.
fn read_report(file: &str, game: &Game) -> Result<SeriesReport, CommandError> {
    let mut reports = merge::read(file)?;
    let Some(report) = reports.pop().filter(|_| reports.is_empty()) else {
        return Err(CommandError::usage(&format!("`{file}` contains several reports"), "join them with `uur merge`"));
    };
    let StoredReport { made: _, report } = report;
    if report.asked.meaning != game.meaning() {
        let message = format!("`{file}` is about a game with other rules, `{}`", report.asked.game);
        return Err(CommandError::usage(&message, "play the series with the same game and the same parameters"));
    }
    Ok(report)
}

/// Writes the gallery of several games.
fn several(arguments: &PageArgs, games: &[String]) -> CommandResult {
    let given = [
        ("--moves", !arguments.moves.is_empty()),
        ("--from", arguments.from.is_some()),
        ("--set", !arguments.settings.is_empty()),
        ("--report", arguments.report.is_some()),
        ("--playable", arguments.playable),
    ];
    if let Some((option, _)) = given.iter().find(|(_, given)| *given) {
        let message = format!("`{option}` belongs to one game, and a gallery has several");
        return Err(CommandError::usage(&message, "write the page of that game alone"));
    }
    let Some(folder) = &arguments.output else {
        let help = "name a folder: uur page variants -o site";
        return Err(CommandError::usage("a gallery consists of several files", help));
    };
    fs::create_dir_all(folder).map_err(|reason| CommandError::write_failed(folder, &reason.into()))?;
    let mut cards: Vec<GalleryCard> = vec![];
    for path in rule_files::expand(games)? {
        let game = game_args::open(&path, &Settings::new())?;
        let stem = file_stem(&game.name);
        let (address, picture) = (format!("{stem}.html"), format!("{stem}.svg"));
        if cards.iter().any(|card| card.address == address) || stem == "index" {
            let message = format!("`{path}` would have the page {address}, which another game has");
            return Err(CommandError::usage(&message, "give the file another name"));
        }
        let game = Arc::new(game);
        let mut line = GamePlay::new(game.clone(), None);
        let origin = stored_line(&path, &mut line).unwrap_or_else(|| sample(&mut line));
        let html = html(&line, origin, None, Some("index.html"), arguments.workbench.as_deref());
        let rules = rules_of([&*game]);
        write(Some(&folder.join(&address)), OutputKind::Page, &rules, &html)?;
        write(Some(&folder.join(&picture)), OutputKind::Picture, &rules, &card_picture(&game))?;
        cards.push(GalleryCard::of(&game, address, &picture));
    }
    cards.sort_by(|one, other| one.address.cmp(&other.address));
    write(Some(&folder.join("index.html")), OutputKind::Page, &[], &gallery(&cards, arguments.workbench.as_deref()))?;
    eprint(&format!("wrote {} and index.html into {}\n", count(cards.len(), "page"), folder.display()));
    Ok(Exit::Fine)
}

/// The name of a game as the name of its files: letters, digits and hyphens.
fn file_stem(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}

/// Plays the longest record in the folder `X` beside `X.uur`, if there is one that fits the rules.
fn stored_line(path: &str, line: &mut GamePlay) -> Option<&'static str> {
    let records = |folder: PathBuf| -> io::Result<Vec<PathBuf>> {
        let files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        Ok(files.into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "game")).collect())
    };
    let mut found = records(Path::new(path).with_extension("")).ok()?;
    found.sort_by_key(|file| (fs::metadata(file).map_or(0, |data| data.len()), file.clone()));
    let file = found.pop()?;
    let recorded = RecordedGame::of_file(&file, files::read(&file).ok()?).ok()?;
    let record = &recorded.record;
    if record.from.is_some() || !record.settings.is_empty() || !record.is_of(line.game()) {
        return None;
    }
    let whole = record.moves.len() <= MOST_REPLAYED;
    let mut played = GamePlay::new(line.game().clone(), None);
    (whole && played.play_record(&record.moves).is_ok()).then(|| {
        *line = played;
        "A game that is recorded beside the rules."
    })
}
