//! `uur simulate`: statistics of many games between simple players.

use std::io::{IsTerminal, stderr};
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;

use uur::checksum::Checksum;
use uur::diagnostic::count;
use uur::engine::Reason;
use uur::game::Game;
use uur::match_play::Step;
use uur::notation::write_steps;
use uur::provenance::JsonAnswer;
use uur_lab::lab::{Batch, Experiment, GameRange, GameResult, Player, SeriesOptions, SeriesReport, Tally, play_series};

use super::game_args::{GameArgs, ThreadArgs, number, position};
use super::made::{csv, csv_row, print_json, rules_of};
use super::output::{CommandError, Exit, eprint, is_open, print, print_wrapped, report_error};
use super::progress::{progress_bar, seconds, stop_on_ctrl_c, stoppable};
use super::{CommandResult, plot, statistics};

/// Play many games and print statistics: who won, game lengths, which rule lines ended games
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur simulate boola --games 100000\n  \
    uur simulate layli-goobalay --south greedy --details --format json\n  \
    uur simulate layli-goobalay --south medium --north greedy --pairs --opening 4 --games 100\n  \
    uur simulate boola --games 1000000 --shard 3/8 --format json > 3.json\n  \
    uur simulate boola --svg boola.svg\n\n\
    Game number i depends only on the seed and on i, so the answer is the same for any number of\n\
    threads, and shards joined by `uur merge` equal the whole series. Ctrl-C prints the results of the\n\
    games played so far and exits with 4.")]
pub struct SimulateArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    series: SeriesArgs,
    /// Play only shard I of the N shards that the games are divided into, such as 3/8
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u64, u64)>,
    /// The position to begin from, a number for each pit: such as 'south 1 0 2; north 0 3 1'
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,
    /// Also count captures, laps, bonus moves, and how often each rule line applies; slower
    #[arg(long)]
    details: bool,
    /// Also draw results and game lengths to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// How to print the answer; `jsonl` prints one line per game, `csv` one row per game
    #[arg(long, value_enum, default_value_t = SimulateFormat::Text)]
    format: SimulateFormat,
}

/// The size of a series, and its players.
#[derive(Debug, clap::Args)]
pub struct SeriesArgs {
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number::<u64>(1..=u64::MAX))]
    pub games: u64,
    /// The player of South: random; greedy, which captures the most at once; easy, casual, fair, medium,
    /// hard or master, which search; or a number of moves or turns to search, such as 50000 or 3turns-20%
    #[arg(long, value_name = "PLAYER", default_value = "random", value_parser = player)]
    pub south: Player,
    /// The player of North
    #[arg(long, value_name = "PLAYER", default_value = "random", value_parser = player)]
    pub north: Player,
    /// Play each game twice with the same random numbers, the players changing seats
    #[arg(long)]
    pub pairs: bool,
    /// Begin each game with N random moves, so that deterministic players do not repeat one game
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>(0..=u64::MAX))]
    pub opening: u64,
    /// The seed of the series
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Play whole matches instead of single rounds, if the game has rounds
    #[arg(long)]
    pub matches: bool,
    /// Abandon a game as unfinished after this many moves
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number::<u16>(1..=60_000))]
    pub most_moves: u16,
}

/// How an answer is printed. `Jsonl` is one line per game, and `Csv` one row per game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SimulateFormat {
    Text,
    Json,
    Jsonl,
    Csv,
}

impl SeriesArgs {
    /// The series to play.
    pub fn of<'a>(&self, game: &'a Game) -> Experiment<'a> {
        Experiment {
            game,
            players: [self.south, self.north],
            pairs: self.pairs,
            opening: self.opening,
            seed: self.seed,
            from: None,
            whole_matches: self.matches,
            most_moves: self.most_moves.into(),
        }
    }
}

pub fn player(text: &str) -> Result<Player, String> {
    let player: Player = text.parse()?;
    if !player.is_timeless() {
        return Err("games with a time limit are not reproducible; write a number of moves to search, such as 50000, \
            or use `uur tournament`"
            .to_string());
    }
    Ok(player)
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let numbers = text.split_once('/').and_then(|(shard, of)| Some((shard.parse().ok()?, of.parse().ok()?)));
    numbers
        .filter(|(shard, of)| (1..=*of).contains(shard))
        .ok_or_else(|| "write I/N with I from 1 to N, such as 3/8".to_string())
}

pub fn run(arguments: &SimulateArgs) -> CommandResult {
    let game = stoppable(arguments.game.open()?);
    let from = arguments.from.as_deref().map(|text| position(&game, Some(text))).transpose()?;
    let series = &arguments.series;
    let experiment = Experiment { from, ..series.of(&game) };
    let (shard, of) = arguments.shard.unwrap_or((1, 1));
    let span = GameRange::shard(series.games, shard, of);
    plot::check(arguments.svg.as_deref())?;
    let stop = stop_on_ctrl_c();
    let each_game = matches!(arguments.format, SimulateFormat::Jsonl | SimulateFormat::Csv);
    let rules = rules_of([&game]);
    let work = SeriesOptions { span, threads: series.threads.granted(), details: arguments.details, each_game, stop };

    match arguments.format {
        SimulateFormat::Jsonl => print_json(rules.clone(), &SeriesGames {}),
        SimulateFormat::Csv => print(&csv("simulate-games", &rules, &[GAME_TITLES.map(str::to_string).to_vec()])),
        SimulateFormat::Text | SimulateFormat::Json => {}
    }
    let bar = progress_bar(span.games(), "games");
    let began = Instant::now();
    let mut tally = Tally::default();
    let mut numbers = vec![];
    // If the reader closed the pipe, games that are played only to be printed stop.
    let wanted = || !each_game || arguments.svg.is_some() || is_open();
    let _ = play_series(&experiment, &work, |batch| {
        bar.inc(batch.span.games());
        tally.add(&batch.tally);
        GameRange::join(&mut numbers, batch.span).expect("no game is played twice");
        if each_game {
            let text = match arguments.format {
                SimulateFormat::Csv => rows(&experiment, &batch),
                _ => lines(&experiment, &batch),
            };
            bar.suspend(|| print(&text));
        }
        if wanted() { Ok(()) } else { Err(()) }
    });
    bar.finish_and_clear();
    if stderr().is_terminal() {
        let speed = tally.games as f64 / began.elapsed().as_secs_f64();
        eprint(&format!("{} in {}, {speed:.0}/s\n", games(tally.games), seconds(began.elapsed())));
    }

    if series.games > 1
        && series.opening == 0
        && [series.south, series.north].iter().all(|player| player.is_without_chance(&game))
    {
        eprint(
            "these players are deterministic, so all games are the same; `--opening 4` begins with 4 random moves\n",
        );
    }
    let cut_short = tally.games < span.games() && stop.load(Ordering::Relaxed);
    if cut_short && tally.games == 0 {
        return Err(no_games_error());
    }
    let played = tally.games;
    let report =
        (!each_game || arguments.svg.is_some()).then(|| SeriesReport::new(&experiment, numbers, series.games, tally));
    match (arguments.format, &report) {
        (SimulateFormat::Json, Some(report)) => print_json(rules.clone(), report),
        (SimulateFormat::Text, Some(report)) => print_wrapped(&statistics::text(report)),
        (SimulateFormat::Jsonl | SimulateFormat::Csv, _) | (_, None) => {}
    }
    if let (Some(file), Some(report)) = (&arguments.svg, &report) {
        plot::write(file, &rules, &plot::series(report)).unwrap_or_else(|failure| report_error(&failure));
    }
    if cut_short {
        return Err(CommandError::limit(&format!("stopped after {played} of {}", games(span.games()))));
    }
    Ok(Exit::Fine)
}

/// The error if Ctrl-C was pressed before the first game ended.
pub fn no_games_error() -> CommandError {
    CommandError::limit("stopped before the first game ended; there are no results")
}

fn games(number: u64) -> String {
    count(number as usize, "game")
}

/// The first line of `jsonl`, which says what made the games after it.
#[derive(Serialize, JsonSchema)]
pub(super) struct SeriesGames {}

impl JsonAnswer for SeriesGames {
    const FORMAT: &'static str = "simulate-games";
}

/// The columns of a game in CSV.
const GAME_TITLES: [&str; 9] =
    ["game", "south_player", "winner", "finished", "moves", "south", "north", "ended", "record"];

/// Returns a row of CSV for each game.
fn rows(experiment: &Experiment, batch: &Batch) -> String {
    let row = |number: u64, played: &GameResult, steps: &[Step]| {
        let [south, north] = played.captured;
        csv_row(&[
            number.to_string(),
            experiment.players[usize::from(experiment.swaps(number))].to_string(),
            played.winner.map_or(String::new(), |side| side.as_str().to_string()),
            played.finished.to_string(),
            played.moves.to_string(),
            south.to_string(),
            north.to_string(),
            played.reason.map_or("", Reason::as_str).to_string(),
            write_steps(&experiment.game.program, steps),
        ])
    };
    (batch.span.0..).zip(&batch.games).map(|(number, (played, steps))| row(number, played, steps)).collect()
}

/// A game of a series, in JSON.
#[derive(Serialize)]
struct GameLine<'a> {
    game: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    south: Option<String>,
    winner: Option<&'a str>,
    finished: bool,
    moves: u64,
    captured: [u16; 2],
    ended: Option<&'a str>,
    record: String,
}

/// Returns a line of JSON for each game. Its checksum covers everything before it in the line.
fn lines(experiment: &Experiment, batch: &Batch) -> String {
    let line = |number: u64, played: &GameResult, steps: &[Step]| GameLine {
        game: number,
        south: experiment.pairs.then(|| experiment.players[usize::from(experiment.swaps(number))].to_string()),
        winner: played.winner.map(|side| side.as_str()),
        finished: played.finished,
        moves: played.moves,
        captured: played.captured,
        ended: played.reason.map(Reason::as_str),
        record: write_steps(&experiment.game.program, steps),
    };
    let games = (batch.span.0..).zip(&batch.games);
    games
        .map(|(number, (played, steps))| {
            let mut text = serde_json::to_string(&line(number, played, steps)).expect("a line has names for keys");
            text.pop();
            let check = Checksum::of(text.as_bytes());
            text + &format!(",\"check\":\"{check}\"}}\n")
        })
        .collect()
}
