//! `uur design`: new games from others, by wishes, with what play says about each.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use uur::check::Settings;
use uur::checksum::Checksum;
use uur::diagnostic::{count, quoted_alternatives};
use uur::game::Game;
use uur::likeness::{Likeness, nearest};
use uur::provenance::{JsonAnswer, VERSION};
use uur::rules::{Rules, Side};
use uur::source::Source;
use uur::syntax::ast::SectionKind;
use uur::text_layout::TextTable;
use uur::variants;
use uur_design::{
    Breeding, Candidate, DesignPlan, Draft, Gauge, MapAxis, Measured, Open, Origin, Pool, TrialEffort, TrialFindings,
    Wish, WishProblem, contradiction, sketch, with_examples,
};
use uur_pages::playable;

use crate::catalogue::all_games;
use crate::catalogue::query::Query;
use crate::files::{self, OutputKind};
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
    first player, forced, captures, drama, skill and endless. What a study calls doubtful is refused too, unless a wish\n\
    says otherwise. What is designed is a round, without `match`. In a sketch a line `?` marks a section that may change; without one all may. The same command with\n\
    the same folder goes on where it was stopped. Ctrl-C keeps what was found.")]
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
    /// The games that candidates may play before the end; with `--time` there is no such bound unless it is given
    /// [default: 200000]
    #[arg(long = "games", value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    games_played: Option<u64>,
    /// Random games of each candidate
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = number::<u64>(10..=1_000_000))]
    random: u64,
    /// Games of a candidate between players who search, of each against itself and of both
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = number::<u64>(10..=1_000_000))]
    level_games: u64,
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

/// What was bred.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DesignReport {
    /// The random seed.
    seed: u64,
    /// The measures of the map, upward and to the right.
    map: [&'static str; 2],
    /// The sound games that were tried.
    candidates: usize,
    /// The games that they played.
    games: u64,
    /// How many were taken off the shelf because they miss a bound with another seed; `None` if that was not tried.
    fallen: Option<usize>,
    /// The games on the shelf, the best first.
    shelf: Vec<DesignRow>,
}

impl JsonAnswer for DesignReport {
    const FORMAT: &'static str = "design";
}

/// A game on the shelf.
#[derive(Debug, Serialize, JsonSchema)]
struct DesignRow {
    /// Its name.
    name: String,
    /// Its cell, each from 0 to 9.
    cell: [usize; 2],
    /// Its parameters, where only these change.
    settings: Settings,
    /// The most similar shipped game.
    like: String,
    /// How similar it is, from 0 to 1.
    likeness: f64,
    /// What was found.
    found: TrialFindings,
    /// How it came about, the given game first.
    story: Vec<String>,
    /// Lines that act in no test of its file.
    untested: Vec<String>,
    /// Its rules.
    rules: String,
}

/// A line of the log: to what design it belongs, and what a round found, by the meanings of rules.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct LogPiece {
    design: String,
    found: Vec<(String, TrialFindings)>,
}

/// A game that was given, and what of it may change.
struct Given {
    name: String,
    draft: Draft,
    open: BTreeSet<SectionKind>,
}

pub fn run(arguments: &DesignArgs) -> CommandResult {
    let began = clock();
    let (wishes, facts) = wishes(&arguments.wants)?;
    let axes = axes(&arguments.map)?;
    let given: Vec<Given> =
        arguments.games.iter().map(|game| self::given(game, arguments.only_params)).collect::<Result<_, _>>()?;
    let open = open(arguments, &given)?;
    let pool = pool(arguments)?;
    let has_facts = |rules: &Rules| facts.iter().all(|facts| facts.holds(rules));
    let design =
        format!("{VERSION} {:?} {:?} {open:?} {:?} {:?}", arguments.wants, axes, arguments.borrow, arguments.seed);
    let effort = TrialEffort::of(arguments.random, arguments.level_games);
    let texts: Vec<&str> = given.iter().map(|given| given.draft.text()).collect();
    let design = Checksum::of(format!("{design} {effort:?} {texts:?}").as_bytes()).to_string();
    let mut log = arguments.output.as_deref().map(|folder| log(folder, &design)).transpose()?;
    let known = log.iter().flat_map(|log| &log.pieces).flat_map(|piece| piece.found.iter().cloned()).collect();

    let plan = DesignPlan {
        parents: given.iter().map(|given| (given.name.clone(), given.draft.clone())).collect(),
        pool,
        open,
        wishes: &wishes,
        has_facts: &has_facts,
        known: all_games().map(|game| game.rules_used().meaning).filter(|_| !arguments.only_params).collect(),
        axes,
        seed: arguments.seed,
        effort,
        threads: arguments.threads.granted(),
        stop: stop_on_ctrl_c(),
    };
    let mut breeding = Breeding::new(plan, known);
    let most = arguments.games_played.unwrap_or(if arguments.time.is_some() { u64::MAX } else { USUAL_GAMES });
    let time = arguments.time.map_or(Duration::MAX, |minutes| Duration::from_secs_f64(minutes * 60.0));
    let bar = progress_bar(if most == u64::MAX { 0 } else { most }, "games");
    let (mut idle, mut logged) = (0, log.as_ref().map_or(0, |log| log.pieces.len().saturating_sub(1)));
    let mut rounds = 0;
    while breeding.games() < most && clock() - began < time && idle < MOST_IDLE {
        let mut found = vec![];
        if !breeding.round(|candidate| found.push((candidate.meaning.clone(), candidate.found.clone()))) {
            break;
        }
        idle = if found.is_empty() { idle + 1 } else { 0 };
        rounds += 1;
        if let Some(log) = log.as_mut().filter(|_| rounds > logged) {
            log.append(&LogPiece { design: design.clone(), found })?;
            logged = rounds;
        }
        bar.set_position(breeding.games().min(most));
        bar.set_message(format!("{} of 100 cells", breeding.shelf.filled().len()));
    }
    let fallen = if stop_requested() { None } else { breeding.confirm() };
    bar.finish_and_clear();
    if breeding.shelf.filled().len() == 0 && stop_requested() {
        return Err(CommandError::limit("stopped before a game was found"));
    }
    if breeding.shelf.filled().len() == 0 {
        return Err(nothing_found(&breeding, fallen.map_or(0, |fallen| fallen.len()), &arguments.wants));
    }
    let (report, games) = report(arguments, &breeding, axes, fallen.map(|fallen| fallen.len()), &given);
    if let Some(folder) = &arguments.output {
        write(folder, axes, &report, &games, &breeding)?;
        let written = count(games.len(), "game");
        eprint(&format!("wrote {written} and index.html into {} in {}\n", folder.display(), seconds(clock() - began)));
    }
    arguments.format.print(rules_of(games.iter().map(|game| &game.game)), &report, text);
    Ok(if stop_requested() { Exit::Limit } else { Exit::Fine })
}

/// So many rounds without a new game mean that there is none to be found.
const MOST_IDLE: usize = 8;

/// Parses the wishes: those for measures, and those for facts.
fn wishes(wants: &[String]) -> Result<(Vec<Wish>, Vec<Query>), CommandError> {
    let (mut wishes, mut facts) = (vec![], vec![]);
    for text in wants {
        let query = Query::parse(text);
        match query {
            Ok(query) if !Wish::is_meant(text) => facts.push(query),
            Err(problem)
                if !Wish::is_meant(text)
                    && text.split_whitespace().any(|word| ["and", "or", "not"].contains(&word)) =>
            {
                return Err(CommandError { exit: Exit::Usage, text: error_at(&problem, text, "--want") });
            }
            _ => {
                let wish = Wish::parse(text).map_err(|problem| {
                    CommandError::usage(&problem.message, {
                        let stop = if problem.help.ends_with('?') { "" } else { ";" };
                        format!("{}{stop} `uur list --facts` lists the facts", problem.help)
                    })
                })?;
                wishes.push(wish);
            }
        }
    }
    if let Some((one, two)) = contradiction(&wishes) {
        let message = format!("nothing has both {one} and {two}");
        return Err(CommandError::usage(&message, "leave out one of the two wishes"));
    }
    Ok((wishes, facts))
}

/// The measures of the map.
fn axes(map: &[String]) -> Result<[MapAxis; 2], CommandError> {
    let axis = |name: &String| {
        Gauge::named(name.trim()).map(MapAxis).ok_or_else(|| {
            let WishProblem { message, help } = WishProblem::no_measure(name);
            CommandError::usage(&message, help)
        })
    };
    match map {
        [down, across] if down != across => Ok([axis(down)?, axis(across)?]),
        _ => Err(CommandError::usage("a map has two measures", "write for example `--map length,choices`")),
    }
}

/// A game that was given. It has to be sound.
fn given(game: &str, only_params: bool) -> Result<Given, CommandError> {
    let source = files::source(game).map_err(|problem| game_args::source_error(&problem))?;
    let (text, open) = sketch(&source.text);
    let source = Source { text, ..source };
    let checked = Game::load(source.clone(), &files::library, &Settings::new())
        .map_err(|faults| game_args::open_error(files::OpenError::Faulty(Box::new(faults)), &Settings::new()))?;
    let draft = Draft::of(source, &files::library);
    // What is tried and measured is a round.
    let draft = draft.and_then(|draft| if only_params { Some(draft) } else { draft.of_one_round() });
    let draft = draft.ok_or_else(|| {
        CommandError::usage(&format!("`{game}` cannot be changed"), "write its rules in one file without errors")
    })?;
    Ok(Given { name: checked.rules.about.name.clone(), draft, open })
}

/// What may change.
fn open(arguments: &DesignArgs, given: &[Given]) -> Result<Open, CommandError> {
    if arguments.only_params {
        return match given.iter().all(|given| !given.draft.file().params.is_empty()) {
            true => Ok(Open::Parameters),
            false => Err(CommandError::usage(
                "a game without parameters has no values to change",
                "declare some, such as `param seeds = 4 in 1..8 \"seeds in each pit\"`, or leave out `--only-params`",
            )),
        };
    }
    let all: BTreeSet<SectionKind> =
        SectionKind::ALL.into_iter().filter(|kind| ![SectionKind::Game, SectionKind::Match].contains(kind)).collect();
    let marked: BTreeSet<SectionKind> = given.iter().flat_map(|given| given.open.iter().copied()).collect();
    let mut open = if marked.is_empty() { all.clone() } else { marked };
    for word in &arguments.keep {
        let Some(kind) = all.iter().find(|kind| kind.word() == word.trim()) else {
            let words: Vec<&str> = all.iter().map(|kind| kind.word()).collect();
            let help = format!("the sections are {}", quoted_alternatives(&words));
            return Err(CommandError::usage(&format!("`{word}` is no section"), help));
        };
        open.remove(kind);
    }
    if open.is_empty() {
        return Err(CommandError::usage("all sections stay, so nothing may change", "name fewer with `--keep`"));
    }
    Ok(Open::Sections(open))
}

/// The games whose lines may be taken.
fn pool(arguments: &DesignArgs) -> Result<Pool, CommandError> {
    if arguments.only_params {
        return Ok(Pool::default());
    }
    let sources = match arguments.borrow.as_deref() {
        None => variants::names().filter_map(variants::source).collect(),
        Some([none]) if none == "none" => vec![],
        Some(games) => games
            .iter()
            .map(|game| files::source(game).map_err(|problem| game_args::source_error(&problem)))
            .collect::<Result<Vec<_>, _>>()?,
    };
    Ok(Pool::of(sources, &files::library))
}

/// The log in a folder, which is made if it is not there.
fn log(folder: &Path, design: &str) -> Result<ResumeFile<LogPiece>, CommandError> {
    let failed = |reason: io::Error| CommandError::write_failed(folder, &reason.into());
    fs::create_dir_all(folder).map_err(failed)?;
    let name = folder.join("design.jsonl");
    let read = |line: &str| serde_json::from_str::<LogPiece>(line);
    let mut log = ResumeFile::open(&name.to_string_lossy(), read, "what a design found", "uur design -o")?;
    match log.pieces.first() {
        None => log.append(&LogPiece { design: design.to_string(), found: vec![] })?,
        Some(piece) if piece.design != design => {
            let message =
                format!("`{}` belongs to a design with other games, wishes or another seed", folder.display());
            return Err(CommandError::usage(&message, "name another folder"));
        }
        Some(_) => {}
    }
    Ok(log)
}

/// The error for an empty shelf: what was nearest.
fn nothing_found(breeding: &Breeding, fallen: usize, wants: &[String]) -> CommandError {
    let tried = count(breeding.candidates.len(), "candidate");
    let mut text = format!("no game was found: {tried} in {}", count(breeding.games() as usize, "game"));
    if fallen > 0 {
        text += &format!("; {fallen} met all wishes, but not with another seed");
    }
    if let Some((candidate, draft)) = breeding.nearest() {
        let missed = candidate.found.missed.as_deref().unwrap_or_default();
        text += &format!(".\nThe nearest misses {missed}:\n\n{}", draft.text());
    }
    let help = match wants {
        [] => "Try another game, another `--seed`, or more `--games`.".to_string(),
        _ => format!("Widen a wish, {}, try another `--seed`, or give more `--games`.", quoted_alternatives(wants)),
    };
    CommandError { exit: Exit::Failed, text: format!("{text}\n{help}\n") }
}

/// What is on the shelf, the best first.
fn report(
    arguments: &DesignArgs,
    breeding: &Breeding,
    axes: [MapAxis; 2],
    fallen: Option<usize>,
    given: &[Given],
) -> (DesignReport, Vec<ShelfGame>) {
    let mut taken: HashSet<String> = all_games().map(|game| game.name.to_string()).collect();
    let mut kept: Vec<([usize; 2], &Candidate, &Draft)> = breeding.kept().collect();
    kept.sort_by(|(_, one, _), (_, two, _)| two.found.score().total_cmp(&one.found.score()));
    let (mut rows, mut games) = (vec![], vec![]);
    for (cell, candidate, draft) in kept {
        let file = name(&candidate.meaning, &mut taken);
        let title = file[..1].to_uppercase() + &file[1..];
        let story = story(breeding, candidate);
        let Some(root) = story.first() else { continue };
        let about = [
            format!("source \"none: designed by uur design from {}\"", root.replace('"', "'")),
            format!("reading \"{}\"", in_words(&candidate.found)),
        ];
        let (rules, untested) = with_examples(&draft.titled(&title, &about));
        let source = Source::new(format!("{file}.uur"), &*rules);
        let Ok(game) = Game::load(source, &variants::library, &Settings::new()) else { continue };
        let like = nearest(&game, all_games().map(|other| (other.name, &other.rules))).into_iter().next();
        let (like, likeness) = like.map_or((String::new(), 0.0), |Likeness { title, score, .. }| (title, score));
        let settings = match arguments.only_params {
            true => changed_parameters(draft, &given[0].draft),
            false => Settings::new(),
        };
        games.push(ShelfGame {
            cell,
            file: file.clone(),
            game,
            found: candidate.found.clone(),
            story: story.clone(),
            like: format!("most like {like}, {:.0} %", likeness * 100.0),
        });
        let found = candidate.found.clone();
        rows.push(DesignRow { name: file, cell, settings, like, likeness, found, story, untested, rules });
    }
    let report = DesignReport {
        seed: arguments.seed,
        map: axes.map(|axis| axis.0.name),
        candidates: breeding.candidates.len(),
        games: breeding.games(),
        fallen,
        shelf: rows,
    };
    (report, games)
}

/// The parameters whose defaults differ from those of the game that was given.
fn changed_parameters(draft: &Draft, given: &Draft) -> Settings {
    let defaults = |draft: &Draft| -> HashMap<String, String> {
        let params = draft.file().params.iter();
        params.map(|param| (param.name.value.clone(), param.default.value.to_string())).collect()
    };
    let given = defaults(given);
    defaults(draft).into_iter().filter(|(name, value)| given.get(name) != Some(value)).collect()
}

/// A name that can be spoken and is not taken, from the hash of the rules.
fn name(meaning: &str, taken: &mut HashSet<String>) -> String {
    const FIRST: &[u8; 16] = b"bdfgklmnprstwyzk";
    const SECOND: &[u8; 4] = b"aeou";
    let mut digits: Vec<usize> = meaning.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as usize).collect();
    loop {
        let syllables = digits.chunks_exact(2).take(3);
        let name: String = syllables.flat_map(|pair| [FIRST[pair[0]], SECOND[pair[1] % 4]].map(char::from)).collect();
        if taken.insert(name.clone()) {
            return name;
        }
        digits.rotate_left(1);
        digits[0] = (digits[0] + 1) % 16;
    }
}

/// How a candidate came about: the game that was given, and the changes since.
fn story(breeding: &Breeding, candidate: &Candidate) -> Vec<String> {
    let mut steps = vec![];
    let mut next = Some(candidate);
    while let Some(Candidate { origin, found, .. }) = next {
        next = match origin {
            Origin::Given(name) => {
                steps.push(name.clone());
                None
            }
            Origin::Changed { parent, changes } => {
                steps.push(format!("{} (worth {:.2})", changes.join("; "), found.worth));
                breeding.candidates.get(parent)
            }
        };
    }
    steps.reverse();
    steps
}

/// The measures of a game in a sentence.
fn in_words(found: &TrialFindings) -> String {
    let measures: Vec<String> = found.measures.iter().filter_map(written).collect();
    format!("By play, with 95 % intervals: {}.", measures.join(", "))
}

fn written(measured: &Measured) -> Option<String> {
    let gauge = Gauge::named(&measured.name)?;
    let high = measured.high.map_or("more".to_string(), |high| gauge.written(high));
    Some(format!("{} {} ({} to {high})", gauge.name, gauge.written(measured.value), gauge.written(measured.low)))
}

/// The shelf as a table.
fn text(report: &DesignReport) -> String {
    let has_settings = report.shelf.iter().any(|row| !row.settings.is_empty());
    let shown: Vec<&Gauge> =
        Gauge::ALL.iter().filter(|gauge| gauge.name != "endless" && gauge.name != "captures").collect();
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

/// Writes the games, a page of them all, and a table of all candidates.
fn write(
    folder: &Path,
    axes: [MapAxis; 2],
    report: &DesignReport,
    games: &[ShelfGame],
    breeding: &Breeding,
) -> Result<(), CommandError> {
    for (row, designed) in report.shelf.iter().zip(games) {
        let game = &designed.game;
        let at = |ending: &str| folder.join(format!("{}.{ending}", designed.file));
        let rules = rules_of([game]);
        let path = at("uur");
        files::write_output(&path, OutputKind::Designed, &row.rules)
            .map_err(|reason| CommandError::write_failed(&path, &reason))?;
        board::write(Some(&at("svg")), OutputKind::Picture, &rules, &card_picture(game))?;
        let computer = (!game.program.is_single_player()).then_some(Side::North);
        let page = playable(game, &files::library, &[], computer, workbench::parts());
        board::write(Some(&at("html")), OutputKind::Page, &rules, &page)?;
    }
    let summary = format!(
        "{} of {} that were tried in {}: the best in each cell.",
        count(games.len(), "game"),
        report.candidates,
        count(report.games as usize, "game"),
    );
    board::write(Some(&folder.join("index.html")), OutputKind::Page, &[], &shelf(axes, games, &summary))?;
    let head = ["number", "meaning", "origin", "placing", "missed", "worth", "words", "games"];
    let titles = head.into_iter().map(str::to_string).chain(Gauge::ALL.iter().map(|gauge| gauge.name.to_string()));
    let row = |candidate: &Candidate| {
        let Candidate { number, meaning, origin, found, placing } = candidate;
        let origin = match origin {
            Origin::Given(name) => name.clone(),
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
