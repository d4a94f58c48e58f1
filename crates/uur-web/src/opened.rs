//! Games and lines of play that were asked about before, so that only what has changed is read and played again.

use std::sync::Arc;

use uur::diagnostic::{Diagnostics, count};
use uur::game::Game;
use uur::game_play::{GamePlay, RejectReason, RejectedStep};
use uur::match_play::NextStep;
use uur::notation::{Record, RecordEntry, read_position, write_position};

use crate::failure::Failure;
use crate::problem::problems;
use crate::question::{GameSoFar, RulesText};
use crate::surroundings::Surroundings;

/// The games, and the lines of play, that are kept.
const KEPT: usize = 4;
/// The most steps of a game.
const MOST_STEPS: usize = 20_000;
/// The most events of a line of play, which are all kept.
const MOST_EVENTS: usize = 1_000_000;

/// A game, or the problems of its rules.
pub type CheckedGame = Result<Arc<Game>, Box<Diagnostics>>;

/// What was asked about before, the latest first.
#[derive(Debug, Default)]
pub struct Opened {
    /// The surroundings of the workbench.
    pub surroundings: Surroundings,
    games: Vec<(RulesText, CheckedGame)>,
    lines: Vec<OpenedLine>,
}

/// A line of play, as far as its steps are legal.
#[derive(Debug)]
pub struct OpenedLine {
    from: Option<String>,
    /// The steps that were played.
    steps: Vec<String>,
    line: GamePlay,
    /// The line after the beginning of the round that is due, if it is wanted.
    next_round: Option<GamePlay>,
    events: usize,
    /// The first step that cannot be played.
    pub stopped: Option<RejectedStep>,
}

impl Opened {
    /// Remembers nothing yet, and reads rules in the surroundings.
    pub fn within(surroundings: Surroundings) -> Opened {
        Opened { surroundings, ..Opened::default() }
    }

    /// Returns a game, or the problems of its rules.
    ///
    /// # Errors
    /// If there is no shipped game of this name, or the text is too large.
    pub fn rules(&mut self, asked: &RulesText) -> Result<CheckedGame, Failure> {
        if let Some(at) = self.games.iter().position(|(known, _)| known == asked) {
            self.games[..=at].rotate_right(1);
            return Ok(self.games[0].1.clone());
        }
        let game = self.surroundings.load(self.surroundings.source(asked)?, &asked.settings);
        self.games.truncate(KEPT - 1);
        self.games.insert(0, (asked.clone(), game.clone()));
        Ok(game)
    }

    /// Returns a game whose rules have no errors.
    ///
    /// # Errors
    /// As [`Opened::rules`], and the problems of the rules.
    pub fn game(&mut self, asked: &RulesText) -> Result<Arc<Game>, Failure> {
        self.rules(asked)?.map_err(|found| faulty(&found))
    }

    /// Returns a line of play, as far as its steps are legal.
    ///
    /// # Errors
    /// As [`Opened::game`], and if the line begins from what is no position, or is too long.
    pub fn line(&mut self, asked: &GameSoFar) -> Result<&OpenedLine, Failure> {
        let game = self.game(&asked.rules)?;
        if asked.steps.len() > MOST_STEPS {
            return Err(Failure::new("limit", format!("a game has at most {MOST_STEPS} steps here")));
        }
        let continues = |known: &OpenedLine| {
            Arc::ptr_eq(known.line.game(), &game) && known.from == asked.from && asked.steps.starts_with(&known.steps)
        };
        let mut opened = match self.lines.iter().position(continues) {
            Some(at) => self.lines.remove(at),
            None => OpenedLine::new(game, asked.from.clone())?,
        };
        opened.play(&asked.steps);
        opened.begin(asked.begin);
        self.lines.truncate(KEPT - 1);
        self.lines.insert(0, opened);
        Ok(&self.lines[0])
    }
}

/// The failure of a question about rules with errors.
pub fn faulty(found: &Diagnostics) -> Failure {
    let problems = problems(found);
    let errors = problems.iter().filter(|problem| problem.error).count();
    let message = format!("the rules have {}", count(errors, "error"));
    Failure { problems, ..Failure::new("rules", message) }
}

impl OpenedLine {
    fn new(game: Arc<Game>, from: Option<String>) -> Result<OpenedLine, Failure> {
        let position = from.as_ref().map(|text| read_position(&game, text)).transpose();
        let begun = position.map_err(|error| Failure::new("position", error.message).help(error.help))?;
        Ok(OpenedLine {
            from,
            steps: vec![],
            line: GamePlay::new(game, begun),
            next_round: None,
            events: 0,
            stopped: None,
        })
    }

    /// The line.
    pub fn now(&self) -> &GamePlay {
        self.next_round.as_ref().unwrap_or(&self.line)
    }

    /// Begins the round that is due, if that is wanted.
    fn begin(&mut self, wanted: bool) {
        self.next_round = (wanted && self.line.due() == NextStep::Round).then(|| {
            let mut line = self.line.clone();
            line.begin_rounds();
            line
        });
    }

    /// The game so far as a record, under the name by which it was opened.
    pub fn record(&self, name: &str) -> Record {
        let game = self.line.game();
        Record {
            game: name.to_string(),
            settings: game.settings(),
            rules: Some(game.meaning()),
            from: self.line.from().map(|position| write_position(game, &position).into()),
            moves: self.steps.iter().map(|step| step.clone().into()).collect(),
            ..Record::default()
        }
    }

    /// Plays the steps behind those that were played.
    fn play(&mut self, steps: &[String]) {
        self.stopped = None;
        for text in &steps[self.steps.len()..] {
            if self.events > MOST_EVENTS {
                let reason = format!("the game has more than {MOST_EVENTS} events, which are not played here");
                let why = RejectReason::Refused { pit: None, reason, clause: None };
                let number = self.steps.len() + 1;
                self.stopped = Some(RejectedStep { number, text: text.clone(), at: 0, why, help: None });
                return;
            }
            if let Err(stopped) = self.line.play_record(&[RecordEntry::from(text.clone())]) {
                self.stopped = Some(stopped);
                return;
            }
            self.steps.push(text.clone());
            self.events += self.line.turns().last().map_or(0, |turn| turn.events.len());
        }
    }
}
