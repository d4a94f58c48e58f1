//! Reports of series: the parameters, the counts, and derived statistics.
//!
//! A report is written as JSON and read back. The statistics are derived from the counts each time, so that
//! joined reports equal the report of all their games.

use serde::de::Error;
use serde::{Deserialize, Serialize};

use uur::check::Settings;
use uur::checksum::Checksum;
use uur::game::Game;
use uur::notation::{write_position, write_steps};
use uur::provenance::{JsonAnswer, Provenance};
use uur::rules::ClauseId;

use super::playout::{Experiment, Playouts};
use super::series::GameRange;
use super::statistics::{Rate, percentile, rounded};
use super::tally::Tally;

/// The parameters of a series. Reports with equal keys can be joined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SeriesKey {
    /// The game's name.
    pub game: String,
    /// The hash of its rules.
    pub meaning: String,
    /// The parameters with values other than their defaults.
    pub settings: Settings,
    /// The players.
    pub players: Players,
    /// Whether the players swap seats in every second game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pairs: bool,
    /// The number of random moves before the players take over.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub opening: u64,
    /// The random seed.
    pub seed: u64,
    /// The first position of each game, if not the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Whether a game is a whole match.
    pub whole_matches: bool,
    /// The number of moves after which a game is abandoned.
    pub most_moves: u64,
    /// Whether the game is for one player, who is South and wins by reaching the goal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_for_one: bool,
    /// The bound of laps that the rules declare. Moves that reach it count as endless.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_laps: Option<u16>,
}

fn is_nothing(number: &u64) -> bool {
    *number == 0
}

/// The players. Where they swap seats, their seats in the first game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Players {
    /// South.
    pub south: String,
    /// North.
    pub north: String,
}

/// The report of a series.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SeriesReport {
    /// The parameters.
    #[serde(flatten)]
    pub asked: SeriesKey,
    /// The games.
    pub numbers: Vec<GameRange>,
    /// The number of games of the whole series.
    pub series: u64,
    /// The counts.
    #[serde(flatten)]
    pub tally: Tally,
    /// The clauses that ended games or, where moves were observed, fired.
    pub lines: Vec<LineReport>,
    /// Rates over all games.
    pub rates: Rates,
    /// The distribution of the number of moves in a game.
    pub length: Length,
    /// The branching factor.
    pub branching: Branching,
    /// Shares of all moves, where these were observed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shares: Option<MoveShares>,
    /// The checksum of everything that is read back: the parameters, the games, the counts and the clauses.
    pub check: String,
}

impl JsonAnswer for SeriesReport {
    const FORMAT: &'static str = "simulate";
}

/// A report and what made it, as one object in JSON.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredReport {
    /// What made it. Of joined reports it has no command, unless all had the same.
    pub made: Provenance,
    /// The report.
    pub report: SeriesReport,
}

/// The counts of a clause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct LineReport {
    /// Its number.
    pub clause: u16,
    /// The file and line.
    pub place: String,
    /// Its name.
    pub name: String,
    /// How many games it ended.
    pub ended: u64,
    /// How often it fired, where moves were observed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fired: Option<u64>,
}

/// Rates over all games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Rates {
    /// South's games.
    pub south: Rate,
    /// North's games.
    pub north: Rate,
    /// Drawn games.
    pub draws: Rate,
    /// Wins of the first and of the second player, where players swap seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_player: Option<[Rate; 2]>,
    /// Games that an endless sowing ended.
    pub endless: Rate,
    /// Games that were abandoned.
    pub unfinished: Rate,
}

/// The distribution of the number of moves in a game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Length {
    /// On average.
    pub mean: f64,
    /// In the shortest game.
    pub shortest: usize,
    /// 5 of 100 games have no more.
    pub percent_5: usize,
    /// 25 of 100 games have no more.
    pub percent_25: usize,
    /// Half of the games have no more.
    pub median: usize,
    /// 75 of 100 games have no more.
    pub percent_75: usize,
    /// 95 of 100 games have no more.
    pub percent_95: usize,
    /// In the longest game.
    pub longest: usize,
}

/// The branching factor.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Branching {
    /// On average.
    pub mean: f64,
    /// At most.
    pub most: u64,
    /// The share of forced moves.
    pub forced: f64,
}

/// Shares of all moves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct MoveShares {
    /// Moves that captured.
    pub capturing: f64,
    /// Moves of more than one lap.
    pub relay: f64,
    /// Endless moves.
    pub endless: f64,
    /// Moves that gave a bonus move.
    pub bonus: f64,
    /// Laps of a move, on average.
    pub laps: f64,
}

/// Why reports cannot be joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JoinError {
    /// A parameter differs: its name, and its values there and here.
    Other(&'static str, String, String),
    /// The reports have games in common.
    Twice,
}

/// The part of a report that is read back.
#[derive(Serialize, Deserialize)]
struct SavedReport {
    #[serde(flatten)]
    asked: SeriesKey,
    numbers: Vec<GameRange>,
    series: u64,
    lines: Vec<LineReport>,
    #[serde(flatten)]
    tally: Tally,
}

impl SavedReport {
    /// Returns the checksum, which does not depend on the layout of the JSON.
    fn check(&self) -> String {
        let text = serde_json::to_string(self).expect("counts and names are plain data");
        Checksum::of(text.as_bytes()).to_string()
    }
}

impl SeriesKey {
    /// Returns the key of an experiment.
    pub fn of(experiment: &Experiment) -> SeriesKey {
        let Experiment { game, players, pairs, opening, seed, from, whole_matches, most_moves } = *experiment;
        let [south, north] = players.map(|player| player.to_string());
        SeriesKey {
            game: game.name.clone(),
            meaning: game.meaning(),
            settings: game.settings(),
            players: Players { south, north },
            pairs,
            opening,
            seed,
            from: from.map(|position| write_position(game, &position)),
            whole_matches,
            most_moves,
            is_for_one: game.program.is_single_player(),
            most_laps: game.rules.endless.bound,
        }
    }
}

impl SeriesReport {
    /// The report of games `numbers` of a series of `series` games.
    pub fn new(experiment: &Experiment, numbers: Vec<GameRange>, series: u64, mut tally: Tally) -> SeriesReport {
        let game = experiment.game;
        if let Some(longest) = tally.longest.as_mut().filter(|longest| longest.record.is_empty()) {
            // The game ended before, so the replay needs no stop function.
            let unheeding = game.clone().heeding(|| false);
            let mut again = Playouts::new(Experiment { game: &unheeding, ..*experiment });
            again.play(longest.game, &mut ());
            longest.record = write_steps(&game.program, &again.steps);
        }
        let lines = lines(game, &tally);
        SeriesReport::derive(SavedReport { asked: SeriesKey::of(experiment), numbers, series, lines, tally })
    }

    fn derive(saved: SavedReport) -> SeriesReport {
        let check = saved.check();
        let SavedReport { asked, numbers, series, lines, tally } = saved;
        let all = tally.games;
        let mean = |sum: u64, of: u64| if of == 0 { 0.0 } else { rounded(sum as f64 / of as f64) };
        let share = |some| mean(some, tally.moves);
        let at = |percent| percentile(&tally.lengths, percent);
        SeriesReport {
            rates: Rates {
                south: Rate::of(tally.south, all),
                north: Rate::of(tally.north, all),
                draws: Rate::of(tally.draws, all),
                by_player: tally.by_player.map(|wins| wins.map(|won| Rate::of(won, all))),
                endless: Rate::of(tally.endless, all),
                unfinished: Rate::of(tally.unfinished, all),
            },
            length: Length {
                mean: mean(tally.moves, all),
                shortest: at(0),
                percent_5: at(5),
                percent_25: at(25),
                median: at(50),
                percent_75: at(75),
                percent_95: at(95),
                longest: at(100),
            },
            branching: Branching { mean: share(tally.choices), most: tally.most_choices, forced: share(tally.forced) },
            shares: tally.details.as_ref().map(|details| MoveShares {
                capturing: share(details.capturing_moves),
                relay: share(details.relay_moves),
                endless: share(details.endless_moves),
                bonus: share(details.bonus_moves),
                laps: mean(details.laps, tally.moves - details.endless_moves),
            }),
            asked,
            numbers,
            series,
            lines,
            tally,
            check,
        }
    }

    /// Returns the games of the series that are not in the report.
    pub fn missing(&self) -> Vec<GameRange> {
        let ends = self.numbers.iter().map(|span| span.0).chain([self.series]);
        let begins = [0].into_iter().chain(self.numbers.iter().map(|span| span.1));
        begins.zip(ends).filter(|(begin, end)| begin < end).map(|(begin, end)| GameRange(begin, end)).collect()
    }

    /// Reads a report.
    ///
    /// # Errors
    /// If the value is not a report, or was changed.
    pub fn read(value: serde_json::Value) -> Result<SeriesReport, serde_json::Error> {
        let check = value.get("check").and_then(|check| check.as_str()).unwrap_or_default().to_string();
        let mut saved: SavedReport = serde_json::from_value(value)?;
        if saved.check() != check {
            return Err(serde_json::Error::custom("its checksum does not match, so it is damaged"));
        }
        let mut numbers = vec![];
        let alone = saved.numbers.iter().all(|&span| span.0 < span.1 && GameRange::join(&mut numbers, span).is_some());
        if !alone || numbers.iter().map(|span| span.games()).sum::<u64>() != saved.tally.games {
            return Err(serde_json::Error::custom("its numbers are not those of its games"));
        }
        let SavedReport { lines, tally, .. } = &mut saved;
        for line in lines {
            tally.ended_by.count(ClauseId(line.clause), line.ended);
            if let (Some(details), Some(fired)) = (&mut tally.details, line.fired) {
                details.fired.count(ClauseId(line.clause), fired);
            }
        }
        Ok(SeriesReport::derive(saved))
    }

    /// Joins two reports.
    ///
    /// # Errors
    /// If their parameters differ, or they have games in common.
    pub fn join(mut self, other: SeriesReport) -> Result<SeriesReport, JoinError> {
        self.asked.same(&other.asked)?;
        if self.tally.details.is_some() != other.tally.details.is_some() {
            let word =
                |report: &SeriesReport| if report.tally.details.is_some() { "with" } else { "without" }.to_string();
            return Err(JoinError::Other("details", word(&self), word(&other)));
        }
        // A default that is written out has a clause, so rules with the same meaning may number theirs differently.
        for line in &other.lines {
            let known = self.lines.iter().find(|known| known.clause == line.clause && known.name != line.name);
            if let Some(known) = known {
                return Err(JoinError::Other("lines", known.name.clone(), line.name.clone()));
            }
        }
        for &span in &other.numbers {
            GameRange::join(&mut self.numbers, span).ok_or(JoinError::Twice)?;
        }
        self.tally.add(&other.tally);
        for line in other.lines {
            match self.lines.binary_search_by_key(&line.clause, |known| known.clause) {
                Ok(at) => {
                    let known = &mut self.lines[at];
                    known.ended += line.ended;
                    known.fired = known.fired.zip(line.fired).map(|(one, more)| one + more);
                }
                Err(at) => self.lines.insert(at, line),
            }
        }
        let SeriesReport { asked, numbers, series, lines, tally, .. } = self;
        Ok(SeriesReport::derive(SavedReport { asked, numbers, series: series.max(other.series), lines, tally }))
    }
}

impl StoredReport {
    /// Reads a report.
    ///
    /// # Errors
    /// If the value is not a report in the format of this version, or was changed.
    pub fn read(value: serde_json::Value) -> Result<StoredReport, serde_json::Error> {
        let made = Provenance::read::<SeriesReport>(&value).map_err(serde_json::Error::custom)?;
        Ok(StoredReport { made, report: SeriesReport::read(value)? })
    }

    /// Returns the report as one line of JSON.
    pub fn json(&self) -> String {
        self.made.json(&self.report)
    }

    /// Joins two reports.
    ///
    /// # Errors
    /// If their parameters or the versions of uur that made them differ, or they have games in common.
    pub fn join(self, other: StoredReport) -> Result<StoredReport, JoinError> {
        let report = self.report.join(other.report)?;
        if self.made.uur != other.made.uur {
            return Err(JoinError::Other("uur", self.made.uur, other.made.uur));
        }
        let command = self.made.command.filter(|command| other.made.command.as_ref() == Some(command));
        Ok(StoredReport { made: Provenance { command, ..self.made }, report })
    }
}

impl SeriesKey {
    /// Checks that two keys are the same. The name of a game does not matter, only the hash of its rules.
    ///
    /// # Errors
    /// The parameter that differs.
    pub fn same(&self, other: &SeriesKey) -> Result<(), JoinError> {
        let differs = self.values().into_iter().zip(other.values()).find(|(one, other)| one != other);
        differs.map_or(Ok(()), |((name, one), (_, other))| Err(JoinError::Other(name, one, other)))
    }

    fn values(&self) -> [(&'static str, String); 9] {
        [
            ("meaning", self.meaning.clone()),
            ("south", self.players.south.clone()),
            ("north", self.players.north.clone()),
            ("pairs", self.pairs.to_string()),
            ("opening", self.opening.to_string()),
            ("seed", self.seed.to_string()),
            ("whole_matches", self.whole_matches.to_string()),
            ("most_moves", self.most_moves.to_string()),
            ("from", self.from.clone().unwrap_or("the start".to_string())),
        ]
    }
}

/// Returns the counts of each clause in the order of the file. Where moves were not observed, clauses that ended
/// no game are omitted, and so are preferences: a move has no event of those that put it before others.
fn lines(game: &Game, tally: &Tally) -> Vec<LineReport> {
    let prefers = |clause: ClauseId| game.rules.sowing.prefer.iter().any(|line| line.clause == clause);
    let line = |clause: ClauseId| LineReport {
        clause: clause.0,
        place: game.place(clause),
        name: game.line_name(clause),
        ended: tally.ended_by.of(clause),
        fired: tally.details.as_ref().filter(|_| !prefers(clause)).map(|details| details.fired.of(clause)),
    };
    let mut all: Vec<LineReport> = game.clause_spans().iter().map(|(clause, _)| line(clause)).collect();
    all.sort_by_key(|line| line.clause);
    all.retain(|line| line.fired.is_some() || line.ended > 0);
    all
}
