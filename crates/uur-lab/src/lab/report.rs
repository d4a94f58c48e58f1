//! What is told of a series: what was asked, what it came to, and what follows from that.
//!
//! A report is written as JSON and read back from it. What follows from the counts is worked out
//! anew each time, so that reports joined are the report of all their games.

use serde::de::Error;
use serde::{Deserialize, Serialize};

use uur::check::Settings;
use uur::checksum::Checksum;
use uur::game::Game;
use uur::notation::{write_position, write_steps};
use uur::rules::ClauseId;

use super::playout::{Experiment, Playouts};
use super::series::Span;
use super::statistics::{Rate, percentile, rounded};
use super::tally::Tally;

/// What was asked. Reports of the same question can be joined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The game's name.
    pub game: String,
    /// The number of its rules' meaning.
    pub meaning: String,
    /// The parameters that do not have their defaults.
    pub settings: Settings,
    /// Who plays.
    pub players: Players,
    /// Whether the players change seats for every other game.
    #[serde(default, skip_serializing_if = "is_not")]
    pub pairs: bool,
    /// How many moves are random before they play.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub opening: u64,
    /// Which series.
    pub seed: u64,
    /// Where each game begins, if not at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Whether a game is a whole match.
    pub whole_matches: bool,
    /// Moves after which a game is given up.
    pub most_moves: u64,
    /// The bound of laps that the rules declare; then what is counted as endless are moves that reach it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_laps: Option<u16>,
}

fn is_not(flag: &bool) -> bool {
    !flag
}

fn is_nothing(number: &u64) -> bool {
    *number == 0
}

/// Who plays; where seats are changed, who sits where in the first game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Players {
    /// South.
    pub south: String,
    /// North.
    pub north: String,
}

/// What is told of a series.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// What was asked.
    #[serde(flatten)]
    pub asked: Asked,
    /// Which games.
    pub numbers: Vec<Span>,
    /// How many games the whole series has.
    pub series: u64,
    /// What they came to.
    #[serde(flatten)]
    pub tally: Tally,
    /// The clauses that ended games or, where that was watched, did anything.
    pub lines: Vec<LineReport>,
    /// Shares of all games.
    pub rates: Rates,
    /// Moves in a game.
    pub length: Length,
    /// Moves to choose from.
    pub branching: Branching,
    /// Shares of all moves, where they were watched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shares: Option<Shares>,
    /// The check sum of what is read back: the question, the numbers, the counts and the clauses.
    pub check: String,
}

/// What a clause did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineReport {
    /// Its number.
    pub clause: u16,
    /// The file and line.
    pub place: String,
    /// What it is called.
    pub name: String,
    /// How many games it ended.
    pub ended: u64,
    /// How often it did its work, where that was watched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fired: Option<u64>,
}

/// Shares of all games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rates {
    /// South's games.
    pub south: Rate,
    /// North's games.
    pub north: Rate,
    /// Nobody's games.
    pub draws: Rate,
    /// Where seats are changed: the games of the player named first, and of the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_player: Option<[Rate; 2]>,
    /// Games that an endless sowing ended.
    pub endless: Rate,
    /// Games that were given up.
    pub unfinished: Rate,
}

/// Moves in a game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
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

/// Moves to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Branching {
    /// On average.
    pub mean: f64,
    /// At most.
    pub most: u64,
    /// The share of moves to which there was no other.
    pub forced: f64,
}

/// Shares of all moves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Shares {
    /// Moves that captured.
    pub capturing: f64,
    /// Moves of more than one lap.
    pub relay: f64,
    /// Moves that would have gone on for ever.
    pub endless: f64,
    /// Moves that gave a bonus move.
    pub bonus: f64,
    /// Laps of a move, on average.
    pub laps: f64,
}

/// Why reports cannot be joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// This was asked otherwise: what, there and here.
    Other(&'static str, String, String),
    /// Some games are in both.
    Twice,
}

/// What of a report is read back.
#[derive(Serialize, Deserialize)]
struct Saved {
    #[serde(flatten)]
    asked: Asked,
    numbers: Vec<Span>,
    series: u64,
    lines: Vec<LineReport>,
    #[serde(flatten)]
    tally: Tally,
}

impl Saved {
    /// The check sum, which does not depend on how the JSON is laid out.
    fn check(&self) -> String {
        let text = serde_json::to_string(self).expect("counts and names are plain data");
        Checksum::of(text.as_bytes()).to_string()
    }
}

impl Asked {
    /// The question that an experiment asks.
    pub fn of(experiment: &Experiment) -> Asked {
        let Experiment { game, players, pairs, opening, seed, from, whole_matches, most_moves } = *experiment;
        let [south, north] = players.map(|player| player.to_string());
        Asked {
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
            most_laps: game.rules.endless.bound,
        }
    }
}

impl Report {
    /// The report of some games, out of a series of so many.
    pub fn new(experiment: &Experiment, numbers: Vec<Span>, series: u64, mut tally: Tally) -> Report {
        let game = experiment.game;
        if let Some(longest) = tally.longest.as_mut().filter(|longest| longest.record.is_empty()) {
            // The game came to its end before, so that nobody has to cut it short.
            let unheeding = game.clone().heeding(|| false);
            let mut again = Playouts::new(Experiment { game: &unheeding, ..*experiment });
            again.play(longest.game, &mut ());
            longest.record = write_steps(&game.program, &again.steps);
        }
        let lines = lines(game, &tally);
        Report::derive(Saved { asked: Asked::of(experiment), numbers, series, lines, tally })
    }

    fn derive(saved: Saved) -> Report {
        let check = saved.check();
        let Saved { asked, numbers, series, lines, tally } = saved;
        let all = tally.games;
        let mean = |sum: u64, of: u64| if of == 0 { 0.0 } else { rounded(sum as f64 / of as f64) };
        let share = |some| mean(some, tally.moves);
        let at = |percent| percentile(&tally.lengths, percent);
        Report {
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
            shares: tally.details.as_ref().map(|details| Shares {
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

    /// The games of the series that are not in the report.
    pub fn missing(&self) -> Vec<Span> {
        let ends = self.numbers.iter().map(|span| span.0).chain([self.series]);
        let begins = [0].into_iter().chain(self.numbers.iter().map(|span| span.1));
        begins.zip(ends).filter(|(begin, end)| begin < end).map(|(begin, end)| Span(begin, end)).collect()
    }

    /// Reads a report as it is written.
    ///
    /// # Errors
    /// If the text is none, or has changed since.
    pub fn read(value: serde_json::Value) -> Result<Report, serde_json::Error> {
        let check = value.get("check").and_then(|check| check.as_str()).unwrap_or_default().to_string();
        let mut saved: Saved = serde_json::from_value(value)?;
        if saved.check() != check {
            return Err(serde_json::Error::custom("its check sum does not fit, so it is damaged"));
        }
        let mut numbers = vec![];
        let alone = saved.numbers.iter().all(|&span| span.0 < span.1 && Span::join(&mut numbers, span).is_some());
        if !alone || numbers.iter().map(|span| span.games()).sum::<u64>() != saved.tally.games {
            return Err(serde_json::Error::custom("its numbers are not those of its games"));
        }
        let Saved { lines, tally, .. } = &mut saved;
        for line in lines {
            tally.ended_by.count(ClauseId(line.clause), line.ended);
            if let (Some(details), Some(fired)) = (&mut tally.details, line.fired) {
                details.fired.count(ClauseId(line.clause), fired);
            }
        }
        Ok(Report::derive(saved))
    }

    /// The report of the games of both.
    ///
    /// # Errors
    /// If they ask different things, or some games are in both.
    pub fn join(mut self, other: Report) -> Result<Report, Refused> {
        self.asked.same(&other.asked)?;
        if self.tally.details.is_some() != other.tally.details.is_some() {
            let word = |report: &Report| if report.tally.details.is_some() { "with" } else { "without" }.to_string();
            return Err(Refused::Other("details", word(&self), word(&other)));
        }
        for &span in &other.numbers {
            Span::join(&mut self.numbers, span).ok_or(Refused::Twice)?;
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
        let Report { asked, numbers, series, lines, tally, .. } = self;
        Ok(Report::derive(Saved { asked, numbers, series: series.max(other.series), lines, tally }))
    }
}

impl Asked {
    /// Whether the question is the same. What a game is called does not matter, only what it means.
    ///
    /// # Errors
    /// What was asked otherwise.
    pub fn same(&self, other: &Asked) -> Result<(), Refused> {
        let from = |asked: &Asked| asked.from.clone().unwrap_or("the start".to_string());
        let told: [fn(&Asked) -> String; 8] = [
            |asked| asked.meaning.clone(),
            |asked| asked.players.south.clone(),
            |asked| asked.players.north.clone(),
            |asked| asked.pairs.to_string(),
            |asked| asked.opening.to_string(),
            |asked| asked.seed.to_string(),
            |asked| asked.whole_matches.to_string(),
            |asked| asked.most_moves.to_string(),
        ];
        let names = ["meaning", "south", "north", "pairs", "opening", "seed", "whole_matches", "most_moves"];
        let differ = names.into_iter().zip(told).find(|(_, told)| told(self) != told(other));
        match differ {
            Some((name, told)) => Err(Refused::Other(name, told(self), told(other))),
            None if self.from != other.from => Err(Refused::Other("from", from(self), from(other))),
            None => Ok(()),
        }
    }
}

/// What each clause did, in the order of the file; those that did nothing are left out where moves
/// were not watched.
fn lines(game: &Game, tally: &Tally) -> Vec<LineReport> {
    let line = |clause: ClauseId| LineReport {
        clause: clause.0,
        place: game.place(clause),
        name: game.line_name(clause),
        ended: tally.ended_by.of(clause),
        fired: tally.details.as_ref().map(|details| details.fired.of(clause)),
    };
    let mut all: Vec<LineReport> = game.clause_spans.iter().map(|(clause, _)| line(clause)).collect();
    all.sort_by_key(|line| line.clause);
    all.retain(|line| line.fired.is_some() || line.ended > 0);
    all
}
