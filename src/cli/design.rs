//! `uur design`: new games from others, by wishes, with what play says about each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};

use serde::{Deserialize, Serialize};

use uur::check::Settings;
use uur::checksum::Checksum;
use uur::diagnostic::{count, quoted_alternatives};
use uur::game::Game;
use uur::notation::ParseError;
use uur::provenance::VERSION;
use uur::rules::Side;
use uur::source::Source;
use uur::text_layout::TextTable;
use uur_design::{
    Breeding, Candidate, DesignFault, DesignParent, DesignPlan, DesignProblem, DesignReport, DesignRequest, DesignRow,
    Gauge, Origin, PLAYERS, Placing, Pool, StopSign, TrialEffort, TrialFindings,
};
use uur_pages::playable;

use crate::files::{self, OutputKind, WriteError};
use crate::pages::gallery::card_picture;
use crate::pages::shelf::{ShelfGame, shelf};
use crate::pages::workbench;

use super::game_args::{self, ThreadArgs, number};
use super::made::{self, rules_of};
use super::output::{CommandError, Exit, answer_width, eprint, error_at};
use super::progress::{clock, progress_bar, seconds, stop_on_ctrl_c, stop_requested};
use super::resume::ResumeFile;
use super::solve::positive;
use super::{CommandResult, OutputFormat, board};

/// Breed new games from others, by wishes, and keep the best of each kind
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur design oware --want 'length 20..60' --want 'draws < 5 %' -o shelf\n  \
    uur design oware boola --want relay --want 'first player 45..55 %' --games 50000\n  \
    uur design my-sketch.uur --keep board,sow --map drama,skill --time 30 -o shelf\n  \
    uur design kalah --only-params --want 'first player 45..55 %'\n\n\
    A wish is a measure with a range, or facts as for `uur list --where`. The measures are length, choices, draws,\n\
    first player, forced, captures, drama, skill, depth, endless and novelty. What a study calls doubtful is refused\n\
    too, unless a wish says otherwise, and so is what is all but a shipped game. What is designed is a round, without\n\
    `match`. In a sketch a line `?` marks a section that may change; without one all may. A `?` within a line stands for a number\n\
    or for what other games have there, and nothing else changes. The same command with the same folder goes on where it\n\
    was stopped. Ctrl-C keeps what was found.")]
pub struct DesignArgs {
    /// Games to begin with: shipped games (see `uur list`), rule files or sketches
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// What is wanted: a measure with a range, such as 'length 20..60' or 'draws < 5 %', or facts, such as 'relay and
    /// pits 6..8'; may be repeated
    #[arg(long = "want", value_name = "WISH")]
    wants: Vec<String>,
    /// Sections that stay as they are, such as board,sow
    #[arg(long, value_name = "SECTIONS", value_delimiter = ',', conflicts_with = "only_params")]
    keep: Vec<String>,
    /// Change the values of parameters alone
    #[arg(long)]
    only_params: bool,
    /// Take lines of these games alone, such as oware,boola, or of none [default: all shipped games]
    #[arg(long, value_name = "GAMES", value_delimiter = ',', conflicts_with = "only_params")]
    borrow: Option<Vec<String>>,
    /// The measures of the map: what is kept is the best in each of its 100 cells
    #[arg(long, value_name = "MEASURES", value_delimiter = ',', default_value = "length,choices")]
    map: Vec<String>,
    /// Games after which no further round of candidates begins; with `--time` there is no such bound unless it is given
    /// [default: 200000]
    #[arg(long = "games", value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    games_played: Option<u64>,
    /// Random games of each candidate
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = number::<u64>(10..=1_000_000))]
    random: u64,
    /// Games of each player who searches against itself, and as many against the next weaker one, first a random one
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = number::<u64>(10..=1_000_000))]
    level_games: u64,
    /// Players who search: the first 100 positions a move, and each other one twice as many as the one before
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u8>(PLAYERS))]
    players: u8,
    /// The minutes after which the work ends
    #[arg(long, value_name = "MINUTES", value_parser = positive)]
    time: Option<f64>,
    /// A number that decides all random choices: the same number repeats them
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Write the games into this folder, with a page of them all
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

/// The games that are played if nothing bounds the work.
const USUAL_GAMES: u64 = 200_000;

/// A line of the log: to what design it belongs, and what a round found, by the meanings of rules. At the end of a run it
/// has the rule files that are written, by their names.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct LogPiece {
    design: String,
    found: Vec<(String, TrialFindings)>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    written: BTreeMap<String, String>,
}

pub fn run(arguments: &DesignArgs) -> CommandResult {
    let began = clock();
    let request = DesignRequest {
        wants: arguments.wants.clone(),
        keep: arguments.keep.clone(),
        only_params: arguments.only_params,
        map: arguments.map.clone(),
        seed: arguments.seed,
        effort: TrialEffort { random: arguments.random, searching: arguments.level_games, players: arguments.players },
    };
    let source = |game: &String| files::source(game).map_err(|problem| game_args::source_error(&problem));
    let borrow = match arguments.borrow.as_deref() {
        Some([none]) if none == "none" => Some(vec![]),
        games => games.map(|games| games.iter().map(source).collect::<Result<Vec<_>, _>>()).transpose()?,
    };
    let pool = Pool::asked(borrow, request.only_params, &files::library);
    let mut parents = vec![];
    for game in &arguments.games {
        let settings = Settings::new();
        let fault = |fault| match fault {
            DesignFault::Rules(faults) => game_args::open_error(files::OpenError::Faulty(Box::new(faults)), &settings),
            DesignFault::Sketch(problem) => refused(problem),
        };
        parents.extend(DesignParent::of(source(game)?, &files::library, &settings, &request, &pool).map_err(fault)?);
    }
    let plan = DesignPlan::new(&request, parents, pool).map_err(refused)?;
    let texts: Vec<&str> = plan.parents.iter().map(|parent| parent.draft.text()).collect();
    let design = format!("{VERSION} {request:?} {:?} {:?} {texts:?}", plan.open, arguments.borrow);
    let design = checksum(design.as_bytes());
    let mut log = arguments.output.as_deref().map(|folder| log(folder, &design)).transpose()?;
    let known = log.iter().flat_map(|log| &log.pieces).flat_map(|piece| piece.found.iter().cloned()).collect();

    stop_on_ctrl_c();
    let threads = arguments.threads.granted();
    let mut breeding = Breeding::new(plan, known);
    let stop: StopSign = Arc::new(stop_requested);
    let most = arguments.games_played.unwrap_or(if arguments.time.is_some() { u64::MAX } else { USUAL_GAMES });
    let time = arguments.time.map_or(Duration::MAX, |minutes| Duration::from_secs_f64(minutes * 60.0));
    let bar = progress_bar(if most == u64::MAX { 0 } else { most }, "games");
    let is_round = |piece: &&LogPiece| piece.written.is_empty();
    let mut logged = log.as_ref().map_or(0, |log| log.pieces.iter().filter(is_round).count().saturating_sub(1));
    let mut rounds = 0;
    while !breeding.is_over(most) && clock() - began < time {
        let mut found = vec![];
        if !breeding.round(threads, &stop, |candidate| found.push((candidate.meaning.clone(), candidate.found.clone())))
        {
            break;
        }
        rounds += 1;
        if let Some(log) = log.as_mut().filter(|_| rounds > logged) {
            log.append(&LogPiece { design: design.clone(), found, ..LogPiece::default() })?;
            logged = rounds;
        }
        bar.set_position(breeding.games().min(most));
        bar.set_message(format!("{} of 100 cells", breeding.shelf.filled().len()));
    }
    let fallen = if stop_requested() { None } else { breeding.confirm(threads, &stop) };
    bar.finish_and_clear();
    if breeding.shelf.filled().len() == 0 {
        return Err(match stop_requested() {
            true => CommandError::limit("stopped before a game was found"),
            false => nothing_found(&breeding, fallen.unwrap_or_default(), most, &arguments.wants),
        });
    }
    let report = DesignReport::of(&breeding, fallen).with_tests();
    let games: Vec<ShelfGame> = report.shelf.iter().filter_map(shelf_game).collect();
    if let (Some(folder), Some(log)) = (&arguments.output, &mut log) {
        let written = games.iter().map(|ShelfGame { row, .. }| (row.name.clone(), checksum(row.rules.as_bytes())));
        let written: BTreeMap<String, String> = written.collect();
        if log.pieces.iter().rev().find(|piece| !is_round(piece)).is_none_or(|last| last.written != written) {
            log.append(&LogPiece { design: design.clone(), written, ..LogPiece::default() })?;
        }
        write_rules(folder, &games, &log.pieces)?;
        write(folder, &report, &games, &breeding)?;
        let written = count(games.len(), "game");
        eprint(&format!("wrote {written} and index.html into {} in {}\n", folder.display(), seconds(clock() - began)));
    }
    arguments.format.print(rules_of(games.iter().map(|game| &game.game)), &report, text);
    Ok(if stop_requested() { Exit::Limit } else { Exit::Fine })
}

/// A game on the shelf, which can be played.
fn shelf_game(row: &DesignRow) -> Option<ShelfGame<'_>> {
    let source = Source::new(format!("{}.uur", row.name), &*row.rules);
    let game = Game::load_if_sound(source, &files::library, &Settings::new())?;
    Some(ShelfGame { row, game })
}

/// The error for a request that cannot be met.
fn refused(problem: DesignProblem) -> CommandError {
    let DesignProblem { message, help, place } = problem;
    match place {
        None => CommandError::usage(&message, help),
        Some((wish, at)) => {
            CommandError { exit: Exit::Usage, text: error_at(&ParseError { message, at, help }, &wish, "--want") }
        }
    }
}

/// The log in a folder, which is made if it is not there.
fn log(folder: &Path, design: &str) -> Result<ResumeFile<LogPiece>, CommandError> {
    let failed = |reason: io::Error| CommandError::write_failed(folder, &reason.into());
    fs::create_dir_all(folder).map_err(failed)?;
    let name = folder.join("design.jsonl");
    let read = |line: &str| serde_json::from_str::<LogPiece>(line);
    let mut log = ResumeFile::open(&name.to_string_lossy(), read, "what a design found", "uur design -o")?;
    match log.pieces.first() {
        None => log.append(&LogPiece { design: design.to_string(), ..LogPiece::default() })?,
        Some(piece) if piece.design != design => {
            let message =
                format!("`{}` belongs to a design with other games, wishes or another seed", folder.display());
            return Err(CommandError::usage(&message, "name another folder"));
        }
        Some(_) => {}
    }
    Ok(log)
}

/// The error for an empty shelf: what was nearest, where `most` games could be played.
fn nothing_found(breeding: &Breeding, fallen: usize, most: u64, wants: &[String]) -> CommandError {
    let tried = count(breeding.candidates.len(), "candidate");
    let mut text = format!("no game was found: {tried} in {}", count(breeding.games() as usize, "game"));
    if fallen > 0 {
        text += &format!("; {fallen} met all wishes, but not with another seed");
    }
    if let Some((candidate, draft)) = breeding.nearest() {
        let missed = candidate.found.missed.as_deref().unwrap_or_default();
        text += &format!(".\nThe nearest misses {missed}:\n\n{}", draft.text());
    }
    // Where candidates ran out before the games, more games find no more.
    let more = if breeding.games() < most { "" } else { ", or give more `--games`" };
    let help = match wants {
        [] => format!("Try another game, or another `--seed`{more}."),
        _ => format!("Widen a wish, {}, or try another `--seed`{more}.", quoted_alternatives(wants)),
    };
    CommandError { exit: Exit::Failed, text: format!("{text}\n{help}\n") }
}

/// The shelf as a table.
fn text(report: &DesignReport) -> String {
    let has_settings = report.shelf.iter().any(|row| !row.settings.is_empty());
    let is_measured = |gauge: &&Gauge| report.shelf.iter().any(|row| row.found.value(gauge).is_some());
    let shown: Vec<&Gauge> = Gauge::ALL
        .iter()
        .filter(|gauge| is_measured(gauge) && !["endless", "captures"].contains(&gauge.name))
        .collect();
    let row = |row: &DesignRow| {
        let settings = row.settings.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ");
        let first = if has_settings { settings } else { row.name.clone() };
        let values =
            shown.iter().map(|gauge| row.found.value(gauge).map_or("-".to_string(), |value| gauge.written(value)));
        let last = [row.found.words.to_string(), format!("{} {:.0} %", row.like, row.likeness * 100.0)];
        [first].into_iter().chain(values).chain(last).collect()
    };
    let first = if has_settings { "parameters" } else { "game" };
    let titles = [first].into_iter().chain(shown.iter().map(|gauge| gauge.name)).chain(["words", "most like"]);
    let table = TextTable {
        titles: titles.map(str::to_string).collect(),
        rows: report.shelf.iter().map(row).collect(),
        right: 1..shown.len() + 2,
        indent: 0,
    };
    let fallen = match report.fallen {
        None => "Stopped: they were not tried with another seed.".to_string(),
        Some(0) => "All met the bounds with another seed too, and have the numbers of that.".to_string(),
        Some(fallen) => format!(
            "{} more missed a bound with another seed; the numbers of the others are those of that seed.",
            count(fallen, "game")
        ),
    };
    format!(
        "{}{} from {} in {}. {fallen}\n",
        table.text(answer_width()),
        count(report.shelf.len(), "game"),
        count(report.candidates, "candidate"),
        count(report.games as usize, "game"),
    )
}

fn checksum(bytes: &[u8]) -> String {
    Checksum::of(bytes).to_string()
}

/// Writes the rule files. Those that others have changed stay as they are, and those of games that are not on the shelf
/// any more go.
fn write_rules(folder: &Path, games: &[ShelfGame], log: &[LogPiece]) -> Result<(), CommandError> {
    let mut written: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (name, checksum) in log.iter().flat_map(|piece| &piece.written) {
        written.entry(name).or_default().push(checksum.clone());
    }
    let at = |name: &str, ending: &str| folder.join(format!("{name}.{ending}"));
    let rules = games.iter().map(|ShelfGame { row, .. }| (row, at(&row.name, "uur"), &written[&*row.name][..]));
    let failed = |path: &Path, reason: &WriteError| CommandError::write_failed(path, reason);
    for (_, path, written) in rules.clone() {
        files::check_output(&path, OutputKind::Designed(written)).map_err(|reason| failed(&path, &reason))?;
    }
    for (row, path, written) in rules {
        let kind = OutputKind::Designed(written);
        files::write_output(&path, kind, &row.rules).map_err(|reason| failed(&path, &reason))?;
    }
    let is_gone = |name: &&str| games.iter().all(|game| game.row.name != **name);
    for (name, checksums) in written.iter().filter(|(name, _)| is_gone(name)) {
        if fs::read(at(name, "uur")).is_ok_and(|rules| checksums.contains(&checksum(&rules))) {
            for ending in ["uur", "svg", "html"] {
                let path = at(name, ending);
                let removed = fs::remove_file(&path).or_else(|reason| match reason.kind() {
                    io::ErrorKind::NotFound => Ok(()),
                    _ => Err(reason),
                });
                removed.map_err(|reason| failed(&path, &reason.into()))?;
            }
        }
    }
    Ok(())
}

/// Writes pictures and pages of the games, a page of them all, and a table of all candidates.
fn write(folder: &Path, report: &DesignReport, games: &[ShelfGame], breeding: &Breeding) -> Result<(), CommandError> {
    for ShelfGame { row, game } in games {
        let at = |ending: &str| folder.join(format!("{}.{ending}", row.name));
        let rules = rules_of([game]);
        board::write(Some(&at("svg")), OutputKind::Picture, &rules, &card_picture(game))?;
        let computer = (!game.program.is_single_player()).then_some(Side::North);
        let page = playable(game, &files::library, &[], computer, workbench::parts());
        board::write(Some(&at("html")), OutputKind::Page, &rules, &page)?;
    }
    let summary = format!(
        "{} of {} that were tried in {}: the best in each cell.{}",
        count(games.len(), "game"),
        report.candidates,
        count(report.games as usize, "game"),
        // A game stays where it was when it was chosen.
        if report.fallen.is_some() { " The numbers are from a second trial with another seed." } else { "" },
    );
    let axes = breeding.plan().axes;
    let is_beaten = |candidate: &&Candidate| candidate.placing == Placing::Beaten && candidate.found.is_whole;
    let beaten = breeding.candidates.values().filter(is_beaten).filter_map(|candidate| {
        let [up, across] = axes.map(|axis| candidate.found.value(axis.0));
        Some([up?, across?])
    });
    let page = shelf(axes, games, &beaten.collect::<Vec<_>>(), &summary);
    board::write(Some(&folder.join("index.html")), OutputKind::Page, &[], &page)?;
    let head = ["number", "meaning", "origin", "placing", "missed", "worth", "words", "games"];
    let titles = head.into_iter().map(str::to_string).chain(Gauge::ALL.iter().map(|gauge| gauge.name.to_string()));
    let row = |candidate: &Candidate| {
        let Candidate { number, meaning, origin, found, placing } = candidate;
        let origin = match origin {
            Origin::Given(name) | Origin::Offered(name) => name.clone(),
            Origin::Filled(name, with) => format!("{name}: {with}"),
            Origin::Changed { parent, changes } => format!("{parent}: {}", changes.join("; ")),
        };
        let placing = format!("{placing:?}").to_lowercase();
        let first = [number.to_string(), meaning.clone(), origin, placing, found.missed.clone().unwrap_or_default()];
        let numbers = [format!("{:.4}", found.worth), found.words.to_string(), found.games.to_string()];
        let values = Gauge::ALL.iter().map(|gauge| found.value(gauge).map_or(String::new(), |value| value.to_string()));
        first.into_iter().chain(numbers).chain(values).collect()
    };
    let rows: Vec<Vec<String>> = [titles.collect()].into_iter().chain(breeding.candidates.values().map(row)).collect();
    let path = folder.join("candidates.csv");
    files::write_output(&path, OutputKind::Table, &made::csv("design", &[], &rows))
        .map_err(|reason| CommandError::write_failed(&path, &reason))
}
