//! The table: a game, where it stands, and how it came there.
//!
//! A table is a value. Whoever changes one keeps the old one, which is what `undo` brings back.

use std::path::Path;
use std::rc::Rc;

use crate::check::Settings;
use crate::diagnostic::{Format, count, draw};
use crate::engine::{Event, Move, Observer, Position};
use crate::files::{self, OpenError};
use crate::game::{Faults, Game};
use crate::match_play::{Due, LotFor, Match, Step, StepError};
use crate::notation::{Record, read_position, read_step, write_move, write_position, write_steps};
use crate::rules::{Arranged, ClauseId, Side};
use crate::{explain, variants};

/// Rounds that may end before their first move, one after the other, before a player is asked.
const EMPTY_ROUNDS: u32 = 10;

/// A game, where it stands, and how it came there.
#[derive(Debug, Clone)]
pub struct Table {
    /// The game.
    pub game: Rc<Game>,
    /// The name or path by which it was asked for.
    pub asked: String,
    /// Parameters as they were set.
    pub settings: Settings,
    /// The position that it began from, if not the start.
    pub from: Option<Position>,
    /// Where it stands.
    pub played: Match,
    /// How it came there.
    pub steps: Vec<Step>,
    /// The last move.
    pub last: Option<Last>,
    /// The sign that South has shown in a lot, while North has not.
    pub sign: Option<usize>,
}

/// A move that has been made, and what it led to.
#[derive(Debug, Clone)]
pub struct Last {
    /// The position before it.
    pub before: Position,
    /// The move.
    pub m: Move,
    /// What happened since that the move alone does not tell: repetition, the end of the match,
    /// lots, a new round.
    pub then: Vec<Event>,
}

/// Why there is no such table.
#[derive(Debug)]
pub enum Unopened {
    /// There is no such game, or it cannot be read.
    NotFound(String),
    /// Its rule file is faulty; the text tells all of its problems.
    Faulty(String),
    /// Its parameters cannot be set so.
    Set(String),
    /// It cannot be set up so.
    Position(String),
}

impl Unopened {
    /// What is the matter.
    pub fn into_text(self) -> String {
        match self {
            Unopened::NotFound(text) | Unopened::Faulty(text) | Unopened::Set(text) | Unopened::Position(text) => text,
        }
    }
}

/// The problems of a rule file as text.
pub fn problems(faults: &Faults, colour: bool) -> String {
    draw(&faults.problems, &faults.sources, if colour { Format::Text } else { Format::Plain })
}

impl Table {
    /// Opens a game by name or path.
    ///
    /// # Errors
    /// What is the matter with it, or with the position.
    pub fn open(asked: &str, settings: &Settings, from: Option<&str>, colour: bool) -> Result<Table, Unopened> {
        let game = files::open(asked, settings).map_err(|error| match error {
            OpenError::Faulty(faults) => {
                let text = format!("`{asked}` cannot be played\n\n{}", problems(&faults, colour));
                if files::settings_are_at_fault(&faults, settings) {
                    Unopened::Set(text)
                } else {
                    Unopened::Faulty(text)
                }
            }
            other => {
                let (message, help) = other.words();
                Unopened::NotFound(help.map_or(message.clone(), |help| format!("{message} ({help})")))
            }
        })?;
        // A shipped game may be asked for by the beginning of its name; a record tells all of it.
        let is_path = asked == "-" || asked.contains('/') || asked.ends_with(".uur") || Path::new(asked).is_file();
        let asked = if is_path && variants::source(asked).is_none() { asked.to_string() } else { game.name.clone() };
        let table = Table::begin(Rc::new(game), asked, settings.clone());
        match from {
            Some(text) => table.from_text(text).map_err(Unopened::Position),
            None => Ok(table),
        }
    }

    /// A game at its start.
    pub fn begin(game: Rc<Game>, asked: String, settings: Settings) -> Table {
        let played = Match::new(&game.rules, &game.program);
        Table { game, asked, settings, from: None, played, steps: vec![], last: None, sign: None }
    }

    /// The same game from a position.
    ///
    /// # Errors
    /// If the text is no position of its board.
    pub fn from_text(&self, text: &str) -> Result<Table, String> {
        let position = read_position(&self.game, text).map_err(|error| error.to_string())?;
        let mut table = Table::begin(self.game.clone(), self.asked.clone(), self.settings.clone());
        table.played = Match::from(&table.game.rules, &table.game.program, position);
        table.from = Some(position);
        Ok(table)
    }

    /// Whether the game is a file, and not shipped or read from standard input.
    pub fn is_file(&self) -> bool {
        self.asked != "-" && variants::source(&self.asked).is_none()
    }

    /// The board now.
    pub fn position(&self) -> &Position {
        &self.played.position
    }

    /// The same game and the same steps under other rules.
    ///
    /// # Errors
    /// Which step is not legal there, and why.
    pub fn replayed(&self, game: Game) -> Result<Table, String> {
        let fresh = Table::begin(Rc::new(game), self.asked.clone(), self.settings.clone());
        let mut table = match &self.from {
            Some(position) => fresh.from_text(&write_position(&self.game, position))?,
            None => fresh,
        };
        let words = write_steps(&self.game.program, &self.steps);
        table.take_all(words.split_whitespace())?;
        Ok(table)
    }

    /// Takes steps told as words, all or none.
    ///
    /// # Errors
    /// Which step cannot be taken, and why.
    pub fn take_all<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), String> {
        let mut table = self.clone();
        for (number, word) in words.enumerate() {
            let step =
                read_step(&table.game.program, table.position().to_move, word).map_err(|error| error.to_string());
            step.and_then(|step| table.take(step))
                .map_err(|error| format!("move {}, `{word}`: {}", number + 1, error.trim_end()))?;
        }
        *self = table;
        Ok(())
    }

    /// Takes a step and tells what happened. A new round begins by itself.
    ///
    /// # Errors
    /// Why it cannot be taken; then nothing has changed.
    pub fn take(&mut self, step: Step) -> Result<String, String> {
        if let Step::Move(m) = step
            && self.is_too_long(m)
        {
            let m = write_move(&self.game.program, m);
            return Err(format!(
                "{m} goes on and on: after {LONGEST_MOVE} laps it has not come to an end \
                 (a line such as `endless after 5000 laps -> draw` in the rules bounds it)"
            ));
        }
        let before = self.played.clone();
        let mut events: Vec<Event> = vec![];
        let game = self.game.clone();
        self.played.step(&game.rules, &game.program, step, &mut events).map_err(|error| self.refused(step, error))?;
        self.steps.push(step);
        self.sign = None;
        let mut text = match step {
            Step::Move(m) => {
                let text = self.told(&before.position, m, &events);
                let mut alone: Vec<Event> = vec![];
                game.program.play_unchecked(&mut before.position.clone(), m, &mut alone);
                self.last = Some(Last { before: before.position, m, then: events.split_off(alone.len()) });
                text
            }
            Step::Arrange(laid) => {
                let who = laid.by.map_or("chance", Side::title);
                format!("{who} lays out seeds\n{}", self.how_to_arrange())
            }
            Step::Lot(winner) => {
                if let Some(last) = &mut self.last {
                    last.then.append(&mut events);
                }
                won(&before, winner)
            }
        };
        text += &self.go_on();
        Ok(text)
    }

    /// Whether a move has so many laps that nobody would wait for its end.
    fn is_too_long(&self, m: Move) -> bool {
        let program = &self.game.program;
        let mut patience = Patience::default();
        if program.check(self.position(), m).is_ok() {
            program.play_unchecked(&mut self.position().clone(), m, &mut patience);
        }
        patience.lost
    }

    fn refused(&self, step: Step, error: StepError) -> String {
        match (error, step) {
            (StepError::Play(error), Step::Move(m)) => explain::refused(&self.game, self.position(), m, error),
            (StepError::LotDue(_), _) => format!("a lot comes first: {}", self.how_to_draw_a_lot()),
            (StepError::NoLotDue, _) if !self.played.arrangements.is_empty() => {
                format!("no lot is due, but seeds may be laid out\n{}", self.how_to_arrange()).trim_end().to_string()
            }
            (StepError::NoLotDue | StepError::NothingToArrange | StepError::OtherSeeds(_) | StepError::NotSo(_), _) => {
                explain::not_taken(&self.game, &self.played, step, error)
            }
            (StepError::Over | StepError::Play(_), _) => {
                "the game is over (`new` starts another, `undo` takes back)".to_string()
            }
        }
    }

    /// Who may lay out seeds now, and how he says so; empty if nobody may.
    pub fn how_to_arrange(&self) -> String {
        let Some(first) = self.played.arrangements.first() else { return String::new() };
        let who = first.by.map_or("lot", Side::as_str);
        let row = |side: Side| {
            let seeds = self.game.program.row_of(side).map(|pit| self.position().seeds[pit.index()].to_string());
            seeds.collect::<Vec<_>>().join(".")
        };
        let rows = match (first.what, first.by) {
            (Arranged::Row, Some(side)) => row(side),
            _ if self.game.program.alone() => row(Side::South),
            _ => format!("{}/{}", row(Side::South), row(Side::North)),
        };
        let line = self.game.text(first.clause);
        wrapped(&format!("{line}: @{who}={rows} lays out seeds so; a move leaves the board as it is"))
    }

    /// How a lot is told.
    pub fn how_to_draw_a_lot(&self) -> String {
        match &self.game.rules.lot {
            Some(lot) => format!(
                "each player shows {}, South first; `?` shows one by chance, and @south or @north says who won",
                crate::diagnostic::alternatives(&lot.signs)
            ),
            None => "type @south or @north, whoever wins it".to_string(),
        }
    }

    /// The name of the lot.
    pub fn lot_name(&self) -> &str {
        self.game.rules.lot.as_ref().map_or("the lot", |lot| &lot.name)
    }

    /// A move, and the end of the round if it was the last.
    fn told(&self, before: &Position, m: Move, events: &[Event]) -> String {
        let game = &self.game;
        let mut text = wrapped(&explain::told(game, before, m));
        if !events.iter().any(|event| matches!(event, Event::Over { .. })) {
            return text;
        }
        for side in Side::BOTH {
            let taken = events.iter().map(|event| match event {
                Event::Take { seeds, to, .. } if *to == side => usize::from(*seeds),
                _ => 0,
            });
            let taken: usize = taken.sum();
            if taken > 0 {
                text += &format!("{} takes {} from the board\n", side.title(), count(taken, "seed"));
            }
        }
        // The match may already have ceded seeds; the round had ended before that.
        let mut ended = *before;
        game.program.play_unchecked(&mut ended, m, &mut ());
        if ended.outcome.is_none() {
            game.program.end_by_repetition(&mut ended, &mut ());
        }
        let what = if game.rules.rounds.is_some() { format!("Round {}: ", self.played.round) } else { String::new() };
        text += &format!("{what}{}\n", explain::ending(game, &ended).expect("the round is over"));
        for event in events.iter().filter(|event| matches!(event, Event::Cede { .. })) {
            text += &format!("{}\n", explain::happened(game, &[*event]));
        }
        text
    }

    /// What is due is told; a round that is due begins.
    fn go_on(&mut self) -> String {
        let game = self.game.clone();
        let mut text = String::new();
        for _ in 0..EMPTY_ROUNDS {
            let Due::Round = self.played.due else { break };
            let mut events: Vec<Event> = vec![];
            self.played.next_round(&game.rules, &game.program, &mut events);
            let begins = self.position().to_move.title();
            text += &format!("Round {}: {begins} begins\n", self.played.round);
            for event in events.iter().filter(|event| matches!(event, Event::Unfilled { .. })) {
                text += &format!("{}\n", explain::happened(&game, &[*event]));
            }
            if let Some(last) = &mut self.last {
                last.then.append(&mut events);
            }
            text += &self.how_to_arrange();
            if let Some(ending) = explain::ending(&game, self.position()) {
                text += &format!("Round {}: {ending}\n", self.played.round);
            }
        }
        match self.played.due {
            Due::Lot(LotFor::Starter) => {
                let round = self.played.round + 1;
                text += &wrapped(&format!(
                    "{} decides who begins round {round}: {}",
                    self.lot_name(),
                    self.how_to_draw_a_lot()
                ));
            }
            Due::Lot(LotFor::Remainder(seeds, clause)) => {
                text += &wrapped(&format!(
                    "each player has {} left over, and {} decides who gets them ({}): {}",
                    count(seeds.into(), "seed"),
                    self.lot_name(),
                    game.place(clause),
                    self.how_to_draw_a_lot()
                ));
            }
            Due::Nothing(over) if game.rules.rounds.is_some() => {
                let result = match over.winner {
                    Some(side) => format!("{} wins", side.title()),
                    None => "a draw".to_string(),
                };
                let place = over.clause.map_or(String::new(), |clause: ClauseId| format!("  {}", game.place(clause)));
                text += &format!("The match is over: {result}{place}\n");
            }
            Due::Nothing(_) | Due::Move(_) | Due::Round => {}
        }
        text
    }

    /// What the last move led to beyond itself, each with its line of the rules.
    pub fn then(&self) -> String {
        let events = self.last.iter().flat_map(|last| &last.then);
        events
            .map(|event| {
                let place = event.clause().map_or(String::new(), |clause| format!("  {}", self.game.place(clause)));
                format!("  {}{place}\n", explain::happened(&self.game, &[*event]))
            })
            .collect()
    }

    /// The game so far, to be saved and read again.
    pub fn record(&self) -> Record {
        let steps = write_steps(&self.game.program, &self.steps);
        Record {
            game: self.asked.clone(),
            settings: self.game.settings(),
            from: self.from.as_ref().map(|position| write_position(&self.game, position)),
            moves: steps.split_whitespace().map(str::to_string).collect(),
        }
    }
}

/// Laps after which a move is not followed any further: what happens in them has to be told.
const LONGEST_MOVE: u32 = 1_000_000;

/// Sees whether a move goes on for too long.
#[derive(Default)]
struct Patience {
    lost: bool,
}

impl Observer for Patience {
    fn event(&mut self, _event: Event) {}

    fn gives_up(&mut self, laps: u32) -> bool {
        self.lost = laps >= LONGEST_MOVE;
        self.lost
    }
}

/// A text in lines that fit a terminal; those after the first are indented.
pub fn wrapped(text: &str) -> String {
    explain::wrapped(text, "  ")
}

fn won(before: &Match, winner: Side) -> String {
    match before.due {
        Due::Lot(LotFor::Remainder(seeds, _)) => {
            format!("{} wins and gets {} more\n", winner.title(), count(seeds.into(), "seed"))
        }
        Due::Lot(LotFor::Starter) | Due::Move(_) | Due::Round | Due::Nothing(_) => {
            format!("{} wins and begins\n", winner.title())
        }
    }
}
