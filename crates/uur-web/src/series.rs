//! The answers about series of games, which are played in slices.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use uur::check::Settings;
use uur::engine::Position;
use uur::game::Game;
use uur::notation::read_position;
use uur_lab::lab::{
    Axis, Branching, Experiment, GameRange, Length, Player, Rate, Rates, SeriesOptions, SeriesReport, Tally,
    play_series,
};
use uur_testing::study::{Study, StudyPlan, StudyProgress};

use crate::failure::Failure;
use crate::opened::Opened;
use crate::question::{RulesText, SeriesData, StudyData};
use crate::surroundings::Surroundings;

/// The games of a slice if the question does not say it.
const SLICE: u64 = 200;
/// The most games of a slice.
const MOST_GAMES: u64 = 1_000_000;
/// The most combinations of values in a sweep.
const MOST_COMBINATIONS: usize = 2_000;

/// A series that is being played.
#[derive(Debug)]
pub struct RunningSeries {
    game: Arc<Game>,
    asked: SeriesData,
    players: [Player; 2],
    from: Option<Position>,
    tally: Tally,
    numbers: Vec<GameRange>,
    played: u64,
    threads: usize,
    stop: Arc<AtomicBool>,
}

/// A series as far as it has been played.
#[derive(Debug, Serialize)]
pub struct SimulateAnswer {
    /// Whether games are missing. The same question plays further ones.
    pub more: bool,
    /// The games that were played.
    pub played: u64,
    /// The report of these games, as `uur simulate --format json` prints it after its head.
    pub report: SeriesReport,
}

impl RunningSeries {
    /// Begins a series.
    ///
    /// # Errors
    /// If there is no such player or position, or a player needs a clock.
    pub fn new(game: Arc<Game>, asked: &SeriesData, surroundings: &Surroundings) -> Result<RunningSeries, Failure> {
        let players = [player(&asked.south)?, player(&asked.north)?];
        let from = asked.from.as_ref().map(|text| read_position(&game, text)).transpose();
        let from = from.map_err(|error| Failure::new("position", error.message).help(error.help))?;
        let (tally, numbers) = (Tally::default(), vec![]);
        let (threads, stop) = (surroundings.threads, surroundings.stop.clone());
        Ok(RunningSeries { game, asked: asked.clone(), players, from, tally, numbers, played: 0, threads, stop })
    }

    fn experiment(&self) -> Experiment<'_> {
        let SeriesData { seed, pairs, opening, matches, most_moves, .. } = self.asked;
        Experiment {
            game: &self.game,
            players: self.players,
            pairs,
            opening,
            seed,
            from: self.from,
            whole_matches: matches,
            most_moves,
        }
    }

    /// Plays up to this number of further games, and returns how many were played.
    pub fn go_on(&mut self, slice: u64) -> u64 {
        let games = slice.clamp(1, MOST_GAMES).min(self.asked.games - self.played);
        let span = GameRange(self.played, self.played + games);
        let (details, stop) = (self.asked.details, &*self.stop);
        let work = SeriesOptions { span, threads: self.threads, details, each_game: false, stop };
        let (mut tally, mut numbers) = (std::mem::take(&mut self.tally), std::mem::take(&mut self.numbers));
        let Ok(()) = play_series(&self.experiment(), &work, |batch| {
            tally.add(&batch.tally);
            GameRange::join(&mut numbers, batch.span).expect("no game is played twice");
            Ok::<(), Infallible>(())
        });
        (self.tally, self.numbers) = (tally, numbers);
        self.played += games;
        games
    }

    fn is_over(&self) -> bool {
        self.played >= self.asked.games
    }

    fn report(&self) -> SeriesReport {
        SeriesReport::new(&self.experiment(), self.numbers.clone(), self.asked.games, self.tally.clone())
    }

    /// Plays a slice and reports all games so far.
    pub fn answer(&mut self, slice: Option<u64>) -> SimulateAnswer {
        if !self.is_over() {
            self.go_on(slice.unwrap_or(SLICE));
        }
        SimulateAnswer { more: !self.is_over(), played: self.played, report: self.report() }
    }
}

/// Reads a player.
fn player(text: &str) -> Result<Player, Failure> {
    let player: Player = text.parse().map_err(|message: String| Failure::new("question", message))?;
    match player.is_timeless() {
        true => Ok(player),
        false => Err(Failure::new("question", "games with a time limit are not reproducible")
            .help("write a number of nodes to search, such as 50000")),
    }
}

/// A study that is being played.
#[derive(Debug)]
pub struct RunningStudy {
    game: Arc<Game>,
    asked: StudyData,
    levels: Vec<Player>,
    progress: StudyProgress,
    threads: usize,
    stop: Arc<AtomicBool>,
}

/// A study as far as it has been played.
#[derive(Debug, Serialize)]
pub struct StudyAnswer {
    /// Whether games are missing. The same question plays further ones.
    pub more: bool,
    /// The games that were played.
    pub played: u64,
    /// The games of the whole study.
    pub games: u64,
    /// The study, as `uur study --format json` prints it after its head, once all games were played.
    pub study: Option<Study>,
}

impl RunningStudy {
    /// Begins a study.
    ///
    /// # Errors
    /// If there is no such player, or a player needs a clock or plays anyway.
    pub fn new(game: Arc<Game>, asked: &StudyData, surroundings: &Surroundings) -> Result<RunningStudy, Failure> {
        let levels = asked.levels.iter().map(|text| player(text)).collect::<Result<Vec<Player>, Failure>>()?;
        let is_known = |&at: &usize| levels[at] == Player::Random || levels[..at].contains(&levels[at]);
        if let Some(at) = (0..levels.len()).find(is_known) {
            return Err(Failure::new("question", format!("`{}` plays anyway", levels[at])));
        }
        let (threads, stop) = (surroundings.threads, surroundings.stop.clone());
        Ok(RunningStudy { game, asked: asked.clone(), levels, progress: StudyProgress::default(), threads, stop })
    }

    /// Plays a slice and reports how far the study has come.
    pub fn answer(&mut self, slice: Option<u64>) -> StudyAnswer {
        let RunningStudy { game, asked, levels, progress, threads, stop } = self;
        let experiment = Experiment {
            game,
            players: [Player::Random; 2],
            pairs: false,
            opening: asked.opening,
            seed: asked.seed,
            from: None,
            whole_matches: false,
            most_moves: asked.most_moves,
        };
        let (games, level_games) = (asked.games, asked.level_games);
        let plan = StudyPlan { experiment, games, levels, level_games, threads: *threads, stop };
        plan.go_on(progress, slice.unwrap_or(SLICE).clamp(1, MOST_GAMES), |_| {});
        let study = plan.study(progress);
        StudyAnswer { more: study.is_none(), played: progress.played, games: plan.all_games(), study }
    }
}

/// A sweep that is being played.
#[derive(Debug)]
pub struct RunningSweep {
    axes: Vec<Axis>,
    asked: SeriesData,
    rules: RulesText,
    combinations: Vec<Vec<String>>,
    rows: Vec<SweepRowData>,
    /// The series of the combination behind the rows.
    current: Option<RunningSeries>,
}

/// A sweep as far as it has been played.
#[derive(Debug, Serialize)]
pub struct SweepAnswer {
    /// Whether combinations are missing. The same question plays further games.
    pub more: bool,
    /// The number of combinations.
    pub combinations: usize,
    /// The parameters with their values.
    pub axes: Vec<AxisData>,
    /// The combinations that were played to their end, the last parameter varying fastest.
    pub rows: Vec<SweepRowData>,
}

/// A parameter of a sweep.
#[derive(Debug, Serialize)]
pub struct AxisData {
    /// The parameter.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
}

/// A combination of values, and its series.
#[derive(Debug, Clone, Serialize)]
pub struct SweepRowData {
    /// The values of the parameters.
    pub values: BTreeMap<String, String>,
    /// Why the rules refuse the combination.
    pub refused: Option<String>,
    /// The series, unless the combination is refused.
    pub result: Option<SweepCell>,
}

/// The result of a series in a sweep.
#[derive(Debug, Clone, Serialize)]
pub struct SweepCell {
    /// The number of games.
    pub games: u64,
    /// Rates over all games.
    pub rates: Rates,
    /// South's share of the games with a winner; none without such games.
    pub decided: Option<Rate>,
    /// The distribution of the number of moves in a game.
    pub length: Length,
    /// The branching factor.
    pub branching: Branching,
}

impl RunningSweep {
    /// Begins a sweep.
    ///
    /// # Errors
    /// If a parameter or its values cannot be read, or there are too many combinations.
    pub fn new(rules: &RulesText, params: &[String], asked: &SeriesData) -> Result<RunningSweep, Failure> {
        let axes = params.iter().map(|text| Axis::read(text)).collect::<Result<Vec<Axis>, String>>();
        let axes = axes.map_err(|message| Failure::new("question", message))?;
        let number = axes.iter().try_fold(1_usize, |number, axis| number.checked_mul(axis.values.len()));
        if axes.is_empty() || number.is_none_or(|number| number > MOST_COMBINATIONS) {
            let message = format!("a sweep has 1 to {MOST_COMBINATIONS} combinations of values");
            return Err(Failure::new("limit", message));
        }
        let combinations = Axis::combinations(&axes);
        let (rules, asked) = (rules.clone(), asked.clone());
        Ok(RunningSweep { axes, asked, rules, combinations, rows: vec![], current: None })
    }

    /// Plays a slice and reports all combinations so far.
    ///
    /// # Errors
    /// If there is no such game, or no such player.
    pub fn answer(&mut self, opened: &mut Opened, slice: Option<u64>) -> Result<SweepAnswer, Failure> {
        let mut left = slice.unwrap_or(SLICE).max(1);
        while left > 0 && self.rows.len() < self.combinations.len() && !opened.surroundings.stop.load(Ordering::Relaxed)
        {
            let values = Axis::settings(&self.axes, &self.combinations[self.rows.len()]);
            if self.current.is_none() {
                match self.open(opened, &values)? {
                    Ok(game) => self.current = Some(RunningSeries::new(game, &self.asked, &opened.surroundings)?),
                    Err(refused) => {
                        self.rows.push(SweepRowData { values, refused: Some(refused), result: None });
                        // A combination that is refused costs a check.
                        left -= 1;
                        continue;
                    }
                }
            }
            let Some(series) = &mut self.current else { break };
            left = left.saturating_sub(if series.is_over() { 1 } else { series.go_on(left) });
            if series.is_over() {
                let report = series.report();
                self.rows.push(SweepRowData { values, refused: None, result: Some(SweepCell::of(report)) });
                self.current = None;
            }
        }
        let axes = self.axes.iter().map(|axis| AxisData { name: axis.name.clone(), values: axis.values.clone() });
        Ok(SweepAnswer {
            more: self.rows.len() < self.combinations.len(),
            combinations: self.combinations.len(),
            axes: axes.collect(),
            rows: self.rows.clone(),
        })
    }

    /// Returns the game with these values, or why the rules refuse them.
    fn open(&self, opened: &mut Opened, values: &Settings) -> Result<Result<Arc<Game>, String>, Failure> {
        let mut settings = self.rules.settings.clone();
        settings.extend(values.clone());
        let game = opened.rules(&RulesText { settings, ..self.rules.clone() })?;
        Ok(game.map_err(|found| {
            let first = found.problems.iter().find(|problem| problem.is_error());
            first.map_or(String::new(), |problem| problem.message.clone())
        }))
    }
}

impl SweepCell {
    fn of(report: SeriesReport) -> SweepCell {
        let won = report.tally.south + report.tally.north;
        SweepCell {
            games: report.tally.games,
            rates: report.rates,
            decided: (won > 0).then(|| Rate::of(report.tally.south, won)),
            length: report.length,
            branching: report.branching,
        }
    }
}
