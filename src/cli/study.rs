//! `uur study`: what many games say about a game, for its designer.

use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;

use crate::files::{self, OutputKind};
use uur::diagnostic::count;
use uur::game::Game;
use uur::markup::escape_xml;
use uur::provenance::{JsonAnswer, VERSION};
use uur::text_layout::TextTable;
use uur_design::{Advice, Draft, Trial, TrialEffort, advise};
use uur_lab::lab::{Experiment, Player};
use uur_lab::search::Level;
use uur_pages::GENERATOR;
use uur_testing::study::{IntervalEstimate, MirrorSeries, Study, StudyPlan, number as with_interval, percent};

use super::game_args::{GameArgs, ThreadArgs, number};
use super::made::{self, print_json, rules_of};
use super::output::{CommandError, Exit, answer_width, print_wrapped};
use super::progress::{progress_bar, stop_on_ctrl_c, stop_requested, stoppable};
use super::statistics::{INTERVALS, settings_text};
use super::{CommandResult, board, plot};

/// Play a game at several strengths and say what is good about it, what is doubtful, and why
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur study boola\n  uur study oware --set slam=forbidden --games 10000\n  \
    uur study layli-goobalay --level easy --level medium --level hard --level-games 20\n  \
    uur study my-game.uur --format html -o study.html\n  uur study kalah --advise\n\n\
    Random players and each level play against themselves, and each level against the next weaker one. The answer \
    depends only on the seed, not on the number of threads. Ctrl-C ends the study without an answer.")]
pub struct StudyArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Games between random players
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = number::<u64>(1..=1_000_000_000))]
    games: u64,
    /// A player beside the random one, the weakest first: greedy, easy, casual, fair, medium, hard, master, or a number
    /// of moves or turns to search, such as 50000 or 3turns; may be repeated [default: easy medium]
    #[arg(long = "level", value_name = "PLAYER", value_parser = super::simulate::player)]
    levels: Vec<Player>,
    /// Games of each level against itself and against the next weaker player; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u64>(1..=1_000_000))]
    level_games: u64,
    /// How many moves of a game between searching players are random, so that their games differ
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<u64>(0..=u64::from(u16::MAX)))]
    opening: u64,
    /// A number that decides all random choices: the same number repeats them
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Give up a game as unfinished after this many moves
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number::<u16>(1..=60_000))]
    most_moves: u16,
    /// Also try each small change of the rules by play, and name the two that help most
    #[arg(long)]
    advise: bool,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = StudyFormat::Text)]
    format: StudyFormat,
    /// Write the answer to this file instead of printing it; needs `--format html`
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a study is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StudyFormat {
    /// Sentences and tables
    Text,
    /// All numbers
    Json,
    /// A page with plots
    Html,
}

pub fn run(arguments: &StudyArgs) -> CommandResult {
    if arguments.output.is_some() && arguments.format != StudyFormat::Html {
        return Err(CommandError::usage("`-o` writes a page only", "add `--format html`"));
    }
    let game = stoppable(arguments.game.open()?);
    let usual: [Player; 2] = ["easy", "medium"].map(|level| level.parse().expect("it is a level"));
    let levels = if arguments.levels.is_empty() { &usual[..] } else { &arguments.levels };
    let known = |place: usize, level: &Player| *level == Player::Random || levels[..place].contains(level);
    if let Some((_, twice)) = levels.iter().enumerate().find(|(place, level)| known(*place, level)) {
        let message = match twice {
            Player::Random => "`random` plays anyway".to_string(),
            twice => format!("`{twice}` is named twice"),
        };
        return Err(CommandError::usage(&message, "name each level once, and leave out `random`, which always plays"));
    }
    let rank = |level: &Player| Level::NAMES.iter().position(|name| *name == level.to_string());
    if let Some(pair) = levels.windows(2).find(|pair| rank(&pair[1]).is_some() && rank(&pair[1]) < rank(&pair[0])) {
        let message = format!("`{}` is weaker than `{}`", pair[1], pair[0]);
        return Err(CommandError::usage(&message, "name the levels from the weakest to the strongest"));
    }
    if let Some(path) = &arguments.output {
        files::check_output(path, OutputKind::Page).map_err(|reason| CommandError::write_failed(path, &reason))?;
    }
    let stop = stop_on_ctrl_c();
    let plan = StudyPlan {
        experiment: Experiment {
            game: &game,
            players: [Player::Random; 2],
            pairs: false,
            opening: arguments.opening,
            seed: arguments.seed,
            from: None,
            whole_matches: false,
            most_moves: arguments.most_moves.into(),
        },
        games: arguments.games,
        levels,
        level_games: arguments.level_games,
        threads: arguments.threads.granted(),
        stop,
    };
    let bar = progress_bar(plan.all_games(), "games");
    let study = plan.play(|games| bar.inc(games));
    bar.finish_and_clear();
    let Some(study) = study else {
        return Err(CommandError::limit("stopped; a study needs all its games"));
    };
    let advice = if arguments.advise { Some(advice(&game, arguments)?) } else { None };
    let answer = AdvisedStudy { study: &study, advice };
    match arguments.format {
        StudyFormat::Text => print_wrapped(&text(&answer)),
        StudyFormat::Json => print_json(rules_of([&game]), &answer),
        StudyFormat::Html => {
            let page = page(&game, &answer);
            return board::write(arguments.output.as_deref(), OutputKind::Page, &rules_of([&game]), &page);
        }
    }
    Ok(Exit::Fine)
}

/// A study and, if they were wanted, changes that help.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AdvisedStudy<'a> {
    #[serde(flatten)]
    study: &'a Study,
    /// The small changes that help most, the best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<Vec<AdviceRow>>,
}

impl JsonAnswer for AdvisedStudy<'_> {
    const FORMAT: &'static str = Study::FORMAT;
}

/// A change that helps.
#[derive(Debug, Serialize, JsonSchema)]
struct AdviceRow {
    #[serde(flatten)]
    advice: Advice,
    /// The measures that it changes, in words.
    changes: Vec<String>,
}

/// The most changes that are named.
const MOST_ADVICE: usize = 2;

/// Tries each small change of a game.
fn advice(game: &Game, arguments: &StudyArgs) -> Result<Vec<AdviceRow>, CommandError> {
    let draft = Draft::of(game.sources[0].clone(), &files::library).and_then(|draft| draft.set(&game.settings()));
    stop_on_ctrl_c();
    let stop = Arc::new(stop_requested);
    let trial = Trial { wishes: &[], seed: arguments.seed, effort: TrialEffort::default(), is_compared: false, stop };
    let threads = arguments.threads.granted();
    let Some((before, found)) = draft.and_then(|draft| advise(&draft, &trial, threads, MOST_ADVICE)) else {
        return Err(CommandError::limit("stopped; advice needs all its games"));
    };
    Ok(found.into_iter().map(|advice| AdviceRow { changes: advice.moved(&before), advice }).collect())
}

/// The advice in sentences.
fn advice_text(answer: &AdvisedStudy) -> Vec<String> {
    let row = |row: &AdviceRow| match &row.changes[..] {
        [] => format!("{}: a little of each measure.", row.advice.change),
        changes => format!("{}: {}.", row.advice.change, changes.join(", ")),
    };
    match answer.advice.as_deref() {
        None => vec![],
        Some([]) => vec!["No change of one number, word or parameter makes the game clearly better.".to_string()],
        Some(rows) => rows.iter().map(row).collect(),
    }
}

fn title(study: &Study) -> String {
    let games: Vec<String> =
        study.mirrors.iter().map(|mirror| format!("{} {}", mirror.report.tally.games, mirror.player)).collect();
    let kind = if study.is_for_one { "games" } else { "games of players against themselves" };
    format!("{}{}: {kind}: {}; seed {}", study.game, settings_text(&study.settings), games.join(", "), study.seed)
}

/// The study as text: findings first, then the tables that they rest on.
fn text(answer: &AdvisedStudy) -> String {
    let study = answer.study;
    let findings = study.findings.iter().map(|finding| {
        format!(
            "{:9}  {}\n  {}\n  {}\n",
            finding.judgement.as_str(),
            finding.subject.as_str(),
            finding.text,
            finding.reason
        )
    });
    let findings: Vec<String> = findings.collect();
    let tables = tables(study).map(|mut rows| {
        let titles = rows.remove(0);
        TextTable { titles, rows, right: 1..usize::MAX, indent: 0 }.text(answer_width())
    });
    let advice = match &advice_text(answer)[..] {
        [] => String::new(),
        lines => format!("What could be changed:\n  {}\n\n", lines.join("\n  ")),
    };
    let tables = tables.collect::<Vec<_>>().join("\n");
    format!("{}\n\n{}\n{advice}{tables}{INTERVALS}\n", title(study), findings.join("\n"))
}

/// The tables that have rows: each player against itself, and the stronger against the weaker.
fn tables(study: &Study) -> impl Iterator<Item = Vec<Vec<String>>> {
    [mirrors(study), meetings(study)].into_iter().filter(|rows| rows.len() > 1)
}

/// A column for each player against itself, after the names of the numbers. What no player has is left out.
fn mirrors(study: &Study) -> Vec<Vec<String>> {
    let row = |name: &str, number: &dyn Fn(&MirrorSeries) -> Option<String>| {
        let cells: Vec<Option<String>> = study.mirrors.iter().map(number).collect();
        let is_known = cells.iter().any(Option::is_some);
        let cells = cells.into_iter().map(|cell| cell.unwrap_or("-".to_string()));
        is_known.then(|| [name.to_string()].into_iter().chain(cells).collect())
    };
    let shares = |name: &str, share: &dyn Fn(&MirrorSeries) -> Option<IntervalEstimate>| {
        row(name, &|mirror| share(mirror).filter(|share| share.games > 0).map(|share| percent(&share)))
    };
    let is_for_one = study.is_for_one;
    let rows = [
        row(if is_for_one { "player" } else { "players" }, &|mirror| Some(mirror.player.clone())),
        row("games", &|mirror| Some(mirror.report.tally.games.to_string())),
        shares("South wins, of the decided", &|mirror| mirror.first_player),
        shares("goal reached", &|mirror| mirror.solved),
        shares("draws", &|mirror| (!is_for_one).then_some(mirror.draws)),
        row("median of the moves in a game", &|mirror| Some(with_interval(&mirror.length, 0))),
        row("in 5 of 100, in 95 of 100", &|mirror| {
            Some(format!("{}, {}", mirror.report.length.percent_5, mirror.report.length.percent_95))
        }),
        row("moves to choose from", &|mirror| Some(with_interval(&mirror.choices, 1))),
        shares("moves without a choice", &|mirror| Some(mirror.forced)),
        row("changes of lead in a game", &|mirror| Some(with_interval(&mirror.drama.as_ref()?.changes, 1))),
        shares("half of the winners lead after", &|mirror| Some(mirror.drama.as_ref()?.settled)),
        shares("winners behind at half-time", &|mirror| Some(mirror.drama.as_ref()?.comebacks)),
        shares("seeds of the largest tenth of captures", &|mirror| Some(mirror.captures.as_ref()?.largest_tenth)),
    ];
    rows.into_iter().flatten().collect()
}

/// A row for each two players, below a head.
fn meetings(study: &Study) -> Vec<Vec<String>> {
    let head = ["stronger", "weaker", "games", "score of the stronger"].map(str::to_string).to_vec();
    let rows = study
        .meetings
        .iter()
        .map(|met| vec![met.stronger.clone(), met.weaker.clone(), met.games.to_string(), percent(&met.score)]);
    [head].into_iter().chain(rows).collect()
}

const STYLE: &str = "body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; \
    color: #24292f; background: #ffffff } h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem } \
    table { border-collapse: collapse; display: block; overflow-x: auto; font-variant-numeric: tabular-nums } \
    th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid #d0d7de; white-space: nowrap } \
    th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 8rem } dt { font-weight: 600; margin-top: 1rem } dd { margin: 0 0 0 1rem } \
    .good, .open, .undecided, .doubtful { display: inline-block; min-width: 6rem; font-weight: 600 } .good { color: #1a6b34 } \
    .open, .undecided { color: #57606a } .doubtful { color: #a3380a } .why { color: #57606a } svg { max-width: 100%; height: auto } \
    @media (prefers-color-scheme: dark) { body { color: #e6edf3; background: #161b22 } .good { color: #6fd08c } \
    .open, .undecided, .why { color: #a9b3bf } .doubtful { color: #ffa77c } th, td { border-color: #444c56 } } \
    @media print { body { margin: 0; max-width: none } }";

/// The study as a page without outside references.
fn page(game: &Game, answer: &AdvisedStudy) -> String {
    let study = answer.study;
    let advice = match &advice_text(answer)[..] {
        [] => String::new(),
        lines => {
            let items: String = lines.iter().map(|line| format!("<li>{}</li>\n", escape_xml(line))).collect();
            format!("<h2>What could be changed</h2>\n<ul>\n{items}</ul>\n")
        }
    };
    let findings: String = study
        .findings
        .iter()
        .map(|finding| {
            let judgement = finding.judgement.as_str();
            format!(
                "<dt><span class=\"{judgement}\">{judgement}</span> {}</dt>\n<dd>{}<br><span class=\"why\">{}</span></dd>\n",
                finding.subject.as_str(),
                escape_xml(&finding.text),
                escape_xml(&finding.reason)
            )
        })
        .collect();
    let plots: String = study
        .mirrors
        .iter()
        .map(|mirror| {
            format!("<h2>Games of {} players</h2>\n{}", escape_xml(&mirror.player), plot::series(&mirror.report))
        })
        .collect();
    let name = format!("{}{}", study.title, settings_text(&study.settings));
    let tables: Vec<String> = tables(study).map(|rows| html_table(&rows)).collect();
    let (first, players) = match study.is_for_one {
        true => ("", "Each player"),
        false => (" South moves first.", "Each player against itself"),
    };
    let games: u64 = study.mirrors.iter().map(|mirror| mirror.report.tally.games).sum::<u64>()
        + study.meetings.iter().map(|met| met.games).sum::<u64>();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
        {GENERATOR}{VERSION}\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
        <meta name=\"color-scheme\" content=\"light dark\">\n\
        <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
        <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
        <h1>{title}</h1>\n<p>{games}, seed {seed}.{first} In brackets: 95 % intervals.</p>\n<dl>\n{findings}</dl>\n\
        {advice}<h2>{players}</h2>\n{tables}{plots}\n<footer class=\"why\">{foot}</footer>\n</body>\n</html>\n",
        title = escape_xml(&format!("A study of {name}")),
        games = count(games as usize, "game"),
        seed = study.seed,
        foot = escape_xml(&made::in_words(&rules_of([game]))),
        tables = tables.join("<h2>Stronger against weaker players</h2>\n"),
    )
}

fn html_table(rows: &[Vec<String>]) -> String {
    let row = |number: usize, row: &Vec<String>| {
        let cell = if number == 0 { "th" } else { "td" };
        let cells: String = row.iter().map(|text| format!("<{cell}>{}</{cell}>", escape_xml(text))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = rows.iter().enumerate().map(|(number, cells)| row(number, cells)).collect();
    format!("<table>\n{rows}</table>\n")
}
