//! `uur sweep`: series of games, for many combinations of parameter values.

use schemars::JsonSchema;
use serde::Serialize;

use indicatif::ProgressBar;
use uur::diagnostic::count;
use uur::provenance::JsonAnswer;
use uur_lab::lab::{
    Axis, Experiment, GameRange, JoinError, Rate, SeriesKey, SeriesOptions, SeriesReport, Tally, play_series,
};

use crate::cli::output::{CommandError, Exit};
use crate::cli::plot::{self, MapCell, Titles};
use crate::cli::progress::{progress_bar, stop_on_ctrl_c, stop_requested, stoppable};
use crate::cli::simulate::{SeriesArgs, no_games_error};
use crate::cli::{CommandResult, statistics};

use super::{SweepArgs, SweepReport, SweepResult, SweepRow, map_cell, print_rows, row_of, stopped_error, sweep};
use crate::cli::resume::ResumeFile;

/// The games of one combination.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PlayedGames {
    report: SeriesReport,
}

impl JsonAnswer for SweepReport<'_, PlayedGames> {
    const FORMAT: &'static str = "sweep";
}

pub fn run(arguments: &SweepArgs) -> CommandResult {
    stop_on_ctrl_c();
    let series = &arguments.series;
    let combinations = Axis::combinations(&arguments.params).len() as u64;
    let mut resume_file = arguments.resume.as_deref().map(open_resume_file).transpose()?;
    let bar = progress_bar(series.games.saturating_mul(combinations), "games");
    let rows = sweep(arguments, &bar, series.games, |game| {
        let game = stoppable(game);
        let experiment = series.of(&game);
        let known = resume_file.as_ref().map(|resume_file| resume_file.find(&experiment, series.games));
        if let Some(report) = known.transpose()?.flatten() {
            bar.inc(series.games);
            return Ok(Some(Ok(PlayedGames { report })));
        }
        let report = play(&experiment, series, &bar)?;
        if let Some(resume_file) = resume_file.as_mut().filter(|_| report.tally.games == series.games) {
            resume_file.append(&report)?;
        }
        Ok((report.tally.games > 0).then_some(Ok(PlayedGames { report })))
    })?;
    if rows.is_empty() && stop_requested() {
        return Err(no_games_error());
    }
    print_rows(arguments, &rows);
    if stop_requested() {
        let whole = |games: &PlayedGames| games.report.tally.games == series.games;
        let done = rows.iter().filter(|row| row.result.as_ref().is_none_or(whole)).count();
        return Err(stopped_error(arguments, done));
    }
    Ok(Exit::Fine)
}

impl PlayedGames {
    /// Returns South's share of the games with a winner; `None` without a winner.
    fn won(&self) -> Option<Rate> {
        let tally = &self.report.tally;
        let won = tally.south + tally.north;
        (won > 0).then(|| Rate::of(tally.south, won))
    }
}

impl SweepResult for PlayedGames {
    const CSV: &'static str = "sweep";
    const CSV_TITLES: &'static str = "meaning,games,moves,south,north,draws,endless,unfinished,south_share,south_low,\
        south_high,mean_moves,median_moves,longest,mean_choices";
    const MAP_TITLE: &'static str = "South's wins in 100 decided games";

    fn csv(&self) -> String {
        let report = &self.report;
        let (tally, south, length) = (&report.tally, &report.rates.south, &report.length);
        let Tally { games, moves, south: won, north: lost, draws, endless, unfinished, .. } = tally;
        format!(
            "{},{games},{moves},{won},{lost},{draws},{endless},{unfinished},{},{},{},{},{},{},{}",
            report.asked.meaning,
            south.share,
            south.low,
            south.high,
            length.mean,
            length.median,
            length.longest,
            report.branching.mean
        )
    }

    fn titles(_: &SweepArgs) -> Vec<&'static str> {
        vec!["South wins %", "North wins %", "draws %", "endless %", "moves", "choices"]
    }

    fn cells(&self) -> Vec<String> {
        let rates = &self.report.rates;
        let shares = [rates.south, rates.north, rates.draws, rates.endless].map(|rate| 100.0 * rate.share);
        let means = [self.report.length.mean, self.report.branching.mean];
        let mut cells: Vec<String> = shares.into_iter().chain(means).map(|number| format!("{number:.2}")).collect();
        let [low, high] = [rates.south.low, rates.south.high].map(|share| 100.0 * share);
        cells[0] += &format!(" ({low:.2} to {high:.2})");
        cells
    }

    fn note(rows: &[SweepRow<Self>]) -> String {
        let is_unfinished = |played: &Self| played.report.tally.unfinished > 0;
        let lacks = match rows.iter().filter_map(|row| row.result.as_ref()).any(is_unfinished) {
            true => "; what a row lacks to 100 % are games that were not played to an end",
            false => "",
        };
        format!(
            "in brackets: the 95 % interval; moves: in a game, on average; choices: legal moves to choose from, \
            on average{lacks}\n"
        )
    }

    fn map_cell(&self, _: &[SweepRow<Self>]) -> Option<MapCell> {
        let rate = self.won()?;
        let games = count(self.report.tally.games as usize, "game");
        let more = format!("{}, {games}", statistics::percent(&rate).trim());
        Some(MapCell { text: format!("{:.1}", 100.0 * rate.share), warmth: Some(rate.share), more })
    }

    fn drawing(arguments: &SweepArgs, rows: &[SweepRow<Self>]) -> String {
        let (axes, series) = (&arguments.params, &arguments.series);
        let (south, north) = (series.south, series.north);
        let players = if south == north { format!("{south} players") } else { format!("{south} South, {north} North") };
        let games = count(series.games as usize, "game");
        let titles = Titles {
            title: format!("{}: South's wins in 100 decided games", arguments.game),
            note: format!("{players}, {games} for each combination, seed {}", series.seed),
            key: ["0: North wins all", "50: both win equally often", "100: South wins all"],
        };
        match &axes[..] {
            [axis] => plot::shares(&titles, axis, |values| row_of(axes, rows, values)?.result.as_ref()?.won()),
            _ => plot::map(&titles, axes, |values| map_cell(axes, rows, values)),
        }
    }
}

/// Plays the games of one combination until it is stopped.
fn play(experiment: &Experiment, series: &SeriesArgs, bar: &ProgressBar) -> Result<SeriesReport, CommandError> {
    let span = GameRange(0, series.games);
    let stop = stop_on_ctrl_c();
    let work = SeriesOptions { span, threads: series.threads.granted(), details: false, each_game: false, stop };
    let (mut tally, mut numbers) = (Tally::default(), vec![]);
    play_series(experiment, &work, |batch| {
        bar.inc(batch.span.games());
        tally.add(&batch.tally);
        GameRange::join(&mut numbers, batch.span).expect("no game is played twice");
        Ok::<(), CommandError>(())
    })?;
    Ok(SeriesReport::new(experiment, numbers, series.games, tally))
}

fn open_resume_file(name: &str) -> Result<ResumeFile<SeriesReport>, CommandError> {
    let read = |line: &str| serde_json::from_str(line).and_then(SeriesReport::read);
    ResumeFile::open(name, read, "combinations", "uur sweep --resume")
}

impl ResumeFile<SeriesReport> {
    /// Returns the stored report of a series with this number of games.
    fn find(&self, experiment: &Experiment, games: u64) -> Result<Option<SeriesReport>, CommandError> {
        let key = SeriesKey::of(experiment);
        let alike = |known: &SeriesKey| known.meaning == key.meaning && known.settings == key.settings;
        let Some(report) = self.pieces.iter().find(|report| alike(&report.asked)) else {
            return Ok(None);
        };
        let other = match report.asked.same(&key) {
            Err(JoinError::Other(what, there, here)) => Some((what, there, here)),
            Ok(()) | Err(JoinError::Twice) => {
                let there = report.tally.games;
                (there != games).then(|| ("games", there.to_string(), games.to_string()))
            }
        };
        match other {
            None => Ok(Some(report.clone())),
            Some((what, there, here)) => Err(CommandError::usage(
                &format!("`{}` is from another sweep: `{what}` is {there} there and {here} here", self.name),
                "use the same options, or name a new file",
            )),
        }
    }
}
