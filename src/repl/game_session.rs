//! A game session: a game, its current state, and the steps that led to it.
//!
//! A session is a value. Its start and its steps determine it completely, so `undo` replays the steps up to
//! an earlier point.

use std::path::Path;
use std::sync::Arc;

use super::clock::TableClock;
use super::interpreter::Opponent;
use crate::files::{self, OpenError, RecordedGame};
use uur::check::Settings;
use uur::diagnostic::Diagnostics;
use uur::diagnostic::{Format, count, draw};
use uur::engine::{Budget, Event, MOST_EVENTS, Move, Pit, Position};
use uur::explain::capitalized;
use uur::game::Game;
use uur::game_play::{EMPTY_ROUNDS, GamePlay, PlayedTurn};
use uur::match_play::{LotFor, Match, NextStep, Step, StepError, held_in_rows};
use uur::notation::reader::{self, Bare};
use uur::notation::{
    GameEnd, ParseError, Record, RecordEntry, RecordFacts, RecordResult, read_position, read_step, write_position,
};
use uur::render::{Style, board};
use uur::rules::{Arranged, Shape, Side};
use uur::text_layout::paragraph;
use uur::{explain, variants};
use uur_lab::exercises::Exercise;

/// A game, its current state, and the steps that led to it.
#[derive(Debug, Clone)]
pub struct GameSession {
    /// The game, and what was played.
    pub play: GamePlay,
    /// The name or path by which the game was opened.
    pub opened_as: String,
    /// Parameter values as they were set.
    pub settings: Settings,
    /// South's sign in a lot that is waiting for North's.
    pub sign: Option<usize>,
    /// The players, the computer and the date of the record from which the game was loaded.
    pub facts: RecordFacts,
    /// The clock, while it runs.
    pub(super) clock: Option<TableClock>,
    /// The player who offers a draw.
    pub(super) offer: Option<Side>,
    /// How the game ended before the rules ended it.
    pub ended: Option<RecordResult>,
    /// The other lines of the record from which the game was loaded, until the prompt lists them.
    pub variations: Vec<GamePlay>,
    /// The question about this position that waits for its answer.
    pub exercise: Option<Arc<Exercise>>,
    /// Is the same for all lines of one game.
    pub identity: Arc<()>,
}

/// The last move, and what followed it.
#[derive(Debug)]
pub struct LastMove<'a> {
    /// The position before the move.
    pub before: &'a Position,
    /// The move.
    pub m: Move,
    /// Its events.
    pub events: &'a [Event],
    /// The events since then that do not follow from the move alone: repetition, the end of the match, lots,
    /// a new round.
    pub then: Vec<&'a Event>,
}

/// A point of a session, to which `undo` can return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UndoPoint {
    /// The number of steps so far.
    pub steps: usize,
    /// South's sign in a lot that is waiting for North's.
    pub sign: Option<usize>,
    /// The player who decides what happens next.
    pub decides: Option<Side>,
}

/// A step that was played, with its events.
#[derive(Debug, Clone)]
pub struct TakenStep {
    turn: PlayedTurn,
    /// The round and what was due before it.
    round: u32,
    due: NextStep,
    /// What was due after it, before the next round began automatically.
    after: NextStep,
    /// The rounds that began automatically, each in its first state.
    rounds: Vec<(Match, Vec<Event>)>,
}

/// Why a session cannot be opened.
#[derive(Debug)]
pub enum SessionOpenError {
    /// The rule file has errors, which the text lists.
    Faulty(String),
    /// The game, its parameter values, the position or the moves are not valid.
    Invalid(String),
}

impl std::fmt::Display for SessionOpenError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            SessionOpenError::Faulty(text) | SessionOpenError::Invalid(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for SessionOpenError {}

/// The problems of a rule file as text.
pub fn problems(faults: &Diagnostics, colour: bool) -> String {
    draw(&faults.problems, &faults.sources, if colour { Format::Text } else { Format::Plain })
}

impl GameSession {
    /// Opens a game by name or path, or a recorded game: the file of a record, or a shared line.
    ///
    /// # Errors
    /// If the game, its parameter values or the position are not valid.
    pub fn open(
        opened_as: &str,
        settings: &Settings,
        from: Option<&str>,
        colour: bool,
    ) -> Result<GameSession, SessionOpenError> {
        GameSession::open_with_note(opened_as, settings, from, colour).map(|(session, _)| session)
    }

    /// As [`GameSession::open`]. Also returns a note on the rules that a record was resolved to.
    ///
    /// # Errors
    /// As [`GameSession::open`].
    pub fn open_with_note(
        opened_as: &str,
        settings: &Settings,
        from: Option<&str>,
        colour: bool,
    ) -> Result<(GameSession, String), SessionOpenError> {
        let recorded = files::recorded_game(opened_as)
            .map_err(|(problem, text)| SessionOpenError::Invalid(problem.drawn(&text, opened_as)))?;
        let (session, note) = match recorded {
            Some(recorded) => GameSession::of_record(&recorded, settings, colour)?,
            None => {
                let game =
                    files::open(opened_as, settings).map_err(|error| open_error(opened_as, error, settings, colour))?;
                // A shipped game may be opened by a prefix of its name, but a record contains the full name.
                let opened_as = if opened_as == "-" || files::is_path(opened_as) {
                    opened_as.to_string()
                } else {
                    game.name.clone()
                };
                (GameSession::begin(Arc::new(game), opened_as, settings.clone()), String::new())
            }
        };
        match from {
            Some(text) => Ok((session.starting_from_text(text).map_err(SessionOpenError::Invalid)?, note)),
            None => Ok((session, note)),
        }
    }

    /// Opens a recorded game, with more parameters set. Also returns a note on its rules.
    ///
    /// # Errors
    /// If the rules are not found, or the record is not valid under them.
    pub fn of_record(
        recorded: &RecordedGame,
        more: &Settings,
        colour: bool,
    ) -> Result<(GameSession, String), SessionOpenError> {
        let mut settings = recorded.record.settings.clone();
        settings.extend(more.clone());
        let name = &recorded.record.game;
        let failed = |error| open_error(name, error, &settings, colour);
        let found = recorded.rules().map_err(failed)?;
        let game = files::game(found.source, &settings).map_err(failed)?;
        let opened_as = found.path.clone().unwrap_or_else(|| game.name.clone());
        let mut note = match &found.path {
            Some(path) => format!("by the rules of {path}\n"),
            None => format!("by the rules of the shipped game {opened_as}\n"),
        };
        if let Some(computer) = &recorded.record.facts.computer {
            Opponent::recorded(computer)
                .map_err(|reason| SessionOpenError::Invalid(format!("{}: {reason}", recorded.name())))?;
        }
        let same = recorded.record.is_of(&game);
        let session = GameSession::begin(Arc::new(game), opened_as, settings.clone());
        let session =
            session.with_record(&recorded.record, &recorded.text, &recorded.name()).map_err(|mut error| {
                error += &format!("\n  {}", note.trim_end());
                if !same {
                    error += &format!("\n  {}", session.other_rules(&recorded.record));
                }
                SessionOpenError::Invalid(error)
            })?;
        if !same {
            note += &format!("warning: {}\n", session.other_rules(&recorded.record));
        }
        if let Some(ended) = session.ended {
            note += &format!("{}\n", capitalized(&ending_text(ended)));
        }
        if let Some(doubt) = session.play.doubts(recorded.record.facts.result) {
            note += &format!("warning: {doubt}\n");
        }
        Ok((session, note))
    }

    /// The warning about moves that were made under rules with another meaning.
    pub fn other_rules(&self, record: &Record) -> String {
        let theirs = record.rules.as_deref().unwrap_or("");
        format!(
            "the game was played under other rules: their meaning is {theirs}, that of `{}` is {}",
            self.opened_as,
            self.game().meaning()
        )
    }

    /// Starts the same game from the position of a record, and plays its moves.
    ///
    /// # Errors
    /// What cannot be parsed or played, with its place in the text.
    pub fn with_record(&self, record: &Record, text: &str, name: &str) -> Result<GameSession, String> {
        let drawn = |problem: ParseError| problem.drawn(text, name);
        let mut session = match record.begins(self.game()).map_err(drawn)? {
            Some(position) => self.starting_at(position),
            None => self.at_start(),
        };
        session.take_entries(&record.moves, text, name)?;
        session.facts = record.facts.clone();
        session.ended = session.play.ended_early(record.facts.result);
        Ok(session)
    }

    /// Plays the entries of a record, all or none. Returns the steps.
    ///
    /// # Errors
    /// What cannot be parsed or played, with its place in the text.
    pub fn take_entries(&mut self, entries: &[RecordEntry], text: &str, name: &str) -> Result<Vec<Step>, String> {
        self.ensure_going_on()?;
        let known = self.play.turns().len();
        let mut play = self.play.clone();
        self.variations = play.play_record(entries).map_err(|stopped| stopped.problem().drawn(text, name))?;
        play.begin_rounds();
        self.play = play;
        self.sign = None;
        Ok(self.play.steps().split_off(known))
    }

    /// A session at the start of a game.
    pub fn begin(game: Arc<Game>, opened_as: String, settings: Settings) -> GameSession {
        GameSession {
            play: GamePlay::new(game, None),
            opened_as,
            settings,
            sign: None,
            facts: RecordFacts::default(),
            clock: None,
            offer: None,
            ended: None,
            variations: vec![],
            exercise: None,
            identity: Arc::default(),
        }
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        self.play.game()
    }

    /// The same game from a position.
    ///
    /// # Errors
    /// If the text is not a position on its board.
    pub fn starting_from_text(&self, text: &str) -> Result<GameSession, String> {
        let record = reader::read(text, Bare::Position).map_err(|problem| problem.drawn(text, "position"))?;
        if record.from.is_none() && record.moves.is_empty() {
            let example = write_position(self.game(), self.position());
            return Err(format!("no position is given (write for example `position set {example}`)"));
        }
        self.with_record(&record, text, "position")
    }

    /// The same game at its start.
    pub fn at_start(&self) -> GameSession {
        GameSession::begin(self.game().clone(), self.opened_as.clone(), self.settings.clone())
    }

    /// The session as the next game of the same players, on the same occasion and with the same clock.
    pub fn following(mut self, before: &GameSession) -> GameSession {
        let RecordFacts { players, event, clock, .. } = before.facts.clone();
        self.facts = RecordFacts { players, event, clock, ..RecordFacts::default() };
        self.clock = clock.map(TableClock::start);
        self
    }

    fn starting_at(&self, position: Position) -> GameSession {
        GameSession { play: GamePlay::new(self.game().clone(), Some(position)), ..self.at_start() }
    }

    /// The same game at its start, with other parameter values. `note` names them in the error.
    ///
    /// # Errors
    /// If the values are not allowed.
    pub fn with_settings(&self, settings: Settings, note: &str, colour: bool) -> Result<GameSession, String> {
        let cannot = |faults| format!("`{note}` cannot be set\n\n{}", problems(&faults, colour));
        let game = self.game().with_settings(&settings).map_err(cannot)?;
        Ok(GameSession::begin(Arc::new(game), self.opened_as.clone(), settings))
    }

    /// Whether the game is a file, neither shipped nor read from standard input.
    pub fn is_file(&self) -> bool {
        self.opened_as != "-" && variants::source(&self.opened_as).is_none()
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.play.position()
    }

    /// The last move, and what followed it.
    pub fn last(&self) -> Option<LastMove<'_>> {
        let turns = self.play.turns();
        let (at, m) = turns.iter().enumerate().rev().find_map(|(at, turn)| match turn.step {
            Step::Move(m) => Some((at, m)),
            Step::Lot(_) | Step::Arrange(_) => None,
        })?;
        let (events, then) = turns[at].split();
        let lots = turns[at + 1..].iter().filter(|turn| matches!(turn.step, Step::Lot(_)));
        let then = then.iter().chain(lots.flat_map(|turn| turn.events.iter())).chain(self.play.beginning());
        Some(LastMove { before: &turns[at].before, m, events, then: then.collect() })
    }

    /// The pits that the last move changed; empty if something else has happened since.
    pub fn changed(&self) -> Vec<Pit> {
        let Some(last) = self.last().filter(|last| last.then.is_empty()) else { return vec![] };
        if !matches!(self.play.turns().last(), Some(turn) if matches!(turn.step, Step::Move(_))) {
            return vec![];
        }
        let (before, after) = (last.before, self.position());
        let changed = |pit: &Pit| {
            let pit = pit.index();
            before.seeds[pit] != after.seeds[pit] || before.marks[pit] != after.marks[pit]
        };
        let pits = Side::BOTH.into_iter().flat_map(|side| self.game().program.layout().pits_of(side));
        let stores = Side::BOTH.into_iter().filter(|&side| before.captured[side] != after.captured[side]);
        pits.filter(changed).chain(stores.map(Pit::store)).collect()
    }

    /// Replays the same steps under other rules.
    ///
    /// # Errors
    /// The number of steps that are legal there, and why the next one is not. There is no number if the start
    /// position is not valid.
    pub fn replayed(&self, game: Arc<Game>) -> Result<GameSession, (Option<usize>, String)> {
        let fresh = GameSession::begin(game, self.opened_as.clone(), self.settings.clone());
        let mut session = match self.play.from() {
            Some(position) => {
                let text = write_position(self.game(), &position);
                let position = read_position(fresh.game(), &text).map_err(|error| (None, error.to_string()))?;
                fresh.starting_at(position)
            }
            None => fresh,
        };
        session.facts = self.facts.clone();
        session.identity = self.identity.clone();
        session.play.remark_as(&self.play);
        let words = self.play.line();
        for (number, word) in words.split_whitespace().enumerate() {
            session.take_word(number, word).map_err(|reason| (Some(number), reason))?;
        }
        Ok(session)
    }

    /// Plays the step of a word. `number` steps come before it.
    fn take_word(&mut self, number: usize, word: &str) -> Result<(), String> {
        let step = read_step(&self.game().program, self.position().to_move, word).map_err(|error| error.to_string());
        step.and_then(|step| self.take(step).map(drop))
            .map_err(|error| format!("move {}, `{word}`: {}", number + 1, error.trim_end()))
    }

    /// Plays a step. The next round begins automatically.
    ///
    /// # Errors
    /// Why the step is not legal. Then nothing has changed.
    pub fn take(&mut self, step: Step) -> Result<TakenStep, String> {
        self.ensure_going_on()?;
        self.apply(step).map_err(|error| self.refused(step, error))
    }

    fn apply(&mut self, step: Step) -> Result<TakenStep, StepError> {
        let (round, due) = (self.play.round(), self.play.due());
        let turn = self.play.step(step)?.clone();
        self.sign = None;
        let after = self.play.due();
        let mut rounds = vec![];
        while self.play.due() == NextStep::Round && rounds.len() < EMPTY_ROUNDS {
            let known = self.play.beginning().len();
            self.play.next_round();
            rounds.push((self.play.as_match().clone(), self.play.beginning()[known..].to_vec()));
        }
        Ok(TakenStep { turn, round, due, after, rounds })
    }

    /// The current point.
    pub fn point(&self) -> UndoPoint {
        let decides = match (self.sign, self.play.due()) {
            (Some(_), _) => Some(Side::North),
            (None, _) if self.ended.is_some() => None,
            (None, NextStep::Lot(_)) => self.game().rules.lot.as_ref().map(|_| Side::South),
            (None, NextStep::Move(side)) => Some(side),
            (None, NextStep::Round | NextStep::Nothing(_)) => None,
        };
        UndoPoint { steps: self.play.turns().len(), sign: self.sign, decides }
    }

    /// Returns to an earlier point.
    pub fn go_back_to(&mut self, point: UndoPoint) {
        if point.steps < self.play.turns().len() {
            self.play.take_back_to(point.steps);
            self.play.begin_rounds();
            self.offer = None;
        }
        self.sign = point.sign;
    }

    /// Redoes a step that was undone. `None` stands for a sign, and `sign` is South's sign after it.
    pub fn redo_step(&mut self, step: Option<Step>, sign: Option<usize>) {
        if let Some(step) = step {
            self.apply(step).expect("the step was taken before");
        }
        self.sign = sign;
    }

    /// The same start with other steps, each of which is legal.
    pub fn with_steps(&self, steps: &[Step]) -> GameSession {
        let mut session = match self.play.from() {
            Some(position) => self.starting_at(position),
            None => self.at_start(),
        };
        session.facts = self.facts.clone();
        session.identity = self.identity.clone();
        session.play.remark_as(&self.play);
        for &step in steps {
            session.apply(step).expect("the step was taken before");
        }
        session
    }

    /// Whether a session is another line of the same game.
    pub fn is_line_of(&self, other: &GameSession) -> bool {
        Arc::ptr_eq(&self.identity, &other.identity)
    }

    /// Whether another line of the same game is this one, or goes on in it.
    pub fn holds(&self, line: &GameSession) -> bool {
        self.is_line_of(line) && self.play.steps().starts_with(&line.play.steps())
    }

    /// Goes over to another session, and returns this one. The clock goes on in another line of the same game; in
    /// another game it stands still until the return.
    pub fn exchange(&mut self, mut other: GameSession) -> GameSession {
        if other.is_line_of(self) {
            other.clock.clone_from(&self.clock);
        }
        if let Some(clock) = &mut other.clock {
            clock.press(None, false);
        }
        std::mem::replace(self, other)
    }

    /// Says so if the game has a clock that does not run; empty otherwise.
    pub fn clock_note(&self) -> String {
        match self.facts.clock {
            Some(clock) if self.clock.is_none() && self.result().is_none() => {
                format!("the clock is not running (`clock {clock}` starts it again)\n")
            }
            _ => String::new(),
        }
    }

    /// Refuses more steps if the players have ended the game.
    fn ensure_going_on(&self) -> Result<(), String> {
        match self.ended {
            Some(ended) => Err(format!("the game is over: {} (`undo` takes that back)", ending_text(ended))),
            None => Ok(()),
        }
    }

    /// Describes the result of a legal move.
    pub fn preview(&self, m: Move) -> String {
        let position = self.position();
        let mut events: Vec<Event> = vec![];
        let mut budget = Budget::events(MOST_EVENTS);
        self.game().program.play_alone(&mut position.clone(), m, &mut events, &mut budget);
        match budget.overrun() {
            Some(_) => format!("{} {}", position.to_move.title(), explain::too_long(self.game(), m)),
            None => explain::summary(self.game(), position, m, &events),
        }
    }

    fn refused(&self, step: Step, error: StepError) -> String {
        match (error, step) {
            (StepError::Play(error), Step::Move(m)) => explain::move_error(self.game(), self.position(), m, error),
            (StepError::TooLong, _) => explain::step_error(self.game(), self.play.as_match(), step, error),
            (StepError::LotDue(_), _) => format!("a lot comes first: {}", self.lot_instructions()),
            (StepError::NoLotDue, _) if !self.play.as_match().arrangements.is_empty() => {
                format!("no lot is due, but seeds may be laid out\n{}", self.arrange_instructions())
                    .trim_end()
                    .to_string()
            }
            (
                StepError::NoLotDue
                | StepError::NothingToArrange
                | StepError::WrongSeeds(_)
                | StepError::ConditionFails(_),
                _,
            ) => explain::step_error(self.game(), self.play.as_match(), step, error),
            (StepError::Over | StepError::Play(_), _) => {
                "the game is over (`new` starts another, `undo` takes back)".to_string()
            }
        }
    }

    /// Explains who may arrange seeds now, and how; empty if no player may.
    pub fn arrange_instructions(&self) -> String {
        let (game, position) = (self.game(), self.position());
        let Some(first) = self.play.as_match().arrangements.first() else { return String::new() };
        let who = first.by.map_or("lot", Side::as_str);
        let row = |side: Side| {
            let seeds =
                game.program.layout().listed(side).into_iter().map(|pit| position.seeds[pit.index()].to_string());
            seeds.collect::<Vec<_>>().join(".")
        };
        let rows = match (first.what, first.by) {
            (Arranged::Row, Some(side)) => row(side),
            _ if game.program.is_single_player() => row(Side::South),
            _ => format!("{}/{}", row(Side::South), row(Side::North)),
        };
        let line = game.text(first.clause);
        paragraph(&format!("{line}: @{who}={rows} lays out seeds like this; a move leaves the board as it is"))
    }

    /// Describes what is due before the next move: a lot, or seeds to arrange; empty if nothing is.
    pub fn step_prompt(&self) -> String {
        if let (Some(sign), Some(lot)) = (self.sign, &self.game().rules.lot) {
            return paragraph(&format!("South shows {}; {}", lot.signs[sign], self.north_sign_prompt()));
        }
        match self.play.due() {
            NextStep::Lot(LotFor::Starter) => {
                let round = self.play.round() + 1;
                paragraph(&format!("{} decides who begins round {round}: {}", self.lot_name(), self.lot_instructions()))
            }
            NextStep::Lot(due @ LotFor::Remainder(_, clause)) => paragraph(&format!(
                "{} decides {due} ({}): {}",
                self.lot_name(),
                self.game().place(clause),
                self.lot_instructions()
            )),
            NextStep::Move(_) | NextStep::Round | NextStep::Nothing(_) => self.arrange_instructions(),
        }
    }

    /// Asks North for a sign after South has shown one.
    pub fn north_sign_prompt(&self) -> String {
        match &self.game().rules.lot {
            Some(lot) => {
                format!("North must show {} (`?` shows one at random)", uur::diagnostic::alternatives(&lot.signs))
            }
            None => self.lot_instructions(),
        }
    }

    /// Explains how to enter a lot.
    pub fn lot_instructions(&self) -> String {
        match &self.game().rules.lot {
            Some(lot) => format!(
                "each player shows {}. Type South's sign, then North's; `?` shows one at random. `@south` or `@north` \
                states the winner instead.",
                uur::diagnostic::alternatives(&lot.signs)
            ),
            None => "type @south or @north for the winner".to_string(),
        }
    }

    /// The name of the lot.
    pub fn lot_name(&self) -> &str {
        self.game().rules.lot.as_ref().map_or("the lot", |lot| &lot.name)
    }

    /// Describes a step that was just played in this session.
    pub fn report(&self, taken: &TakenStep, style: Style) -> String {
        let mut text = match taken.turn.step {
            Step::Move(m) => self.report_move(taken, m, style),
            Step::Arrange(laid) => {
                let who = laid.by.map_or("chance", Side::title);
                format!("{who} lays out seeds\n")
            }
            Step::Lot(winner) => lot_result(taken.due, winner),
        };
        for (begun, events) in &taken.rounds {
            text += &self.report_round(begun, events);
        }
        if let (NextStep::Nothing(over), true) = (self.play.due(), self.game().rules.rounds.is_some()) {
            let result = explain::verdict(self.game(), over.winner);
            let rounds = &self.game().rules.rounds;
            let is_idle = rounds.as_ref().is_some_and(|rounds| over.clause == Some(rounds.clause));
            let rule = match is_idle {
                true => Some("the next round would be over before a move".to_string()),
                false => over.clause.and_then(|clause| explain::clause(self.game(), clause).pop()),
            };
            let rule = rule.map_or(String::new(), |rule| format!(" (“{}”)", rule.trim_end_matches('.')));
            text += &paragraph(&format!("The match is over: {result}{rule}"));
        }
        text + &self.step_prompt()
    }

    /// Describes a move, and the end of the round if the round is over. If another board follows at once, the
    /// final board is drawn.
    fn report_move(&self, taken: &TakenStep, m: Move, style: Style) -> String {
        let (before, events) = (&taken.turn.before, taken.turn.own_events());
        let game = self.game();
        let mut text = paragraph(&explain::summary(game, before, m, events));
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
        // The match may already have ceded seeds, so the end of the round is found from the events of the move.
        let ended = before.after(events);
        let what = if game.rules.rounds.is_some() { format!("Round {}: ", taken.round) } else { String::new() };
        text += &format!("{what}{}\n", explain::ending(game, &ended).expect("the round is over"));
        if game.rules.rounds.is_some() {
            if matches!(taken.after, NextStep::Round | NextStep::Lot(_)) {
                text += &board(game, &ended, style);
            }
            text += &holdings(game, &ended);
            let [south, north] = self.play.rounds_won();
            text += &format!("Rounds won: South {south}, North {north}\n");
        }
        for event in events.iter().filter(|event| matches!(event, Event::Cede { .. } | Event::Points { .. })) {
            text += &format!("{}\n", explain::describe_event(game, &[*event]));
        }
        text
    }

    /// Describes the round that began at once, since that of the given position is over.
    pub fn report_start(&self) -> String {
        let events = self.play.beginning();
        let Some(from) = self.play.from().filter(|_| self.play.turns().is_empty() && !events.is_empty()) else {
            return String::new();
        };
        let ending = explain::ending(self.game(), &from).map_or(String::new(), |text| format!("Round 1: {text}\n"));
        ending + &self.report_round(self.play.as_match(), events)
    }

    /// Describes the beginning of a round.
    fn report_round(&self, begun: &Match, events: &[Event]) -> String {
        let (game, position) = (self.game(), &begun.position);
        let mut text = format!("Round {}: {} begins\n", begun.round, position.to_move.title());
        // Where all seeds lie in filled pits, the board says it.
        let is_told = position.captured != [0, 0] || events.iter().any(|event| matches!(event, Event::Unfilled { .. }));
        for event in events.iter().filter(|_| is_told) {
            if matches!(event, Event::Fill { pits: 1.., .. } | Event::Unfilled { .. }) {
                text += &format!("{}\n", explain::describe_event(game, &[*event]));
            }
        }
        let filled =
            |side: Side| events.iter().any(|event| matches!(*event, Event::Fill { side: of, .. } if of == side));
        for side in Side::BOTH.into_iter().filter(|&side| position.captured[side] > 0 && filled(side)) {
            text += &format!("{} has {} in store\n", side.title(), count(position.captured[side].into(), "seed"));
        }
        if let Some(ending) = explain::ending(game, position) {
            text += &format!("Round {}: {ending}\n", begun.round);
        }
        text
    }

    /// Describes the events that followed the last move, each with its rule line.
    pub fn then(&self) -> String {
        let events = self.last().map_or(vec![], |last| last.then);
        events
            .into_iter()
            .map(|event| {
                let place = event.clause().map_or(String::new(), |clause| format!("  {}", self.game().place(clause)));
                format!("  {}{place}\n", explain::describe_event(self.game(), &[*event]))
            })
            .collect()
    }

    /// How the game ended, if it is over.
    pub fn result(&self) -> Option<RecordResult> {
        self.ended.or_else(|| self.play.result().map(|over| RecordResult::by_rules(over.winner)))
    }

    /// The seeds that each player holds now.
    pub fn holdings(&self) -> String {
        holdings(self.game(), self.position())
    }

    /// The record of the game, to be saved in a folder and loaded from there.
    pub fn record_in(&self, folder: &Path) -> Record {
        let mut record = self.record();
        if self.opened_as != "-" && self.is_file() {
            record.game = files::relative_name(folder, &self.opened_as);
        }
        record
    }

    /// The record of the game.
    pub fn record(&self) -> Record {
        Record {
            game: self.opened_as.clone(),
            settings: self.game().settings(),
            rules: Some(self.game().meaning()),
            from: self.play.from().map(|position| write_position(self.game(), &position).into()),
            moves: self.play.entries(&[]),
            facts: RecordFacts { result: self.result(), ..self.facts.clone() },
        }
    }
}

/// Tells how the players ended a game.
pub fn ending_text(ended: RecordResult) -> String {
    let titles = ended.winner.map(|winner| (winner.title(), winner.other().title()));
    match (titles, ended.by) {
        (Some((winner, loser)), GameEnd::Resignation) => format!("{loser} resigned, {winner} wins"),
        (Some((winner, loser)), GameEnd::Time) => format!("{loser}'s time is over, {winner} wins"),
        (Some((winner, _)), GameEnd::Agreement) => format!("the players agreed that {winner} wins"),
        (Some((winner, _)), GameEnd::Rules) => format!("{winner} wins"),
        (None, GameEnd::Rules) => "a draw".to_string(),
        (None, _) => "the players agreed on a draw".to_string(),
    }
}

/// The error for a game that cannot be opened.
fn open_error(opened_as: &str, error: OpenError, settings: &Settings, colour: bool) -> SessionOpenError {
    match error {
        OpenError::Faulty(faults) => {
            let text = format!("`{opened_as}` cannot be played\n\n{}", problems(&faults, colour));
            if files::settings_cause_errors(&faults, settings) {
                SessionOpenError::Invalid(text)
            } else {
                SessionOpenError::Faulty(text)
            }
        }
        other => SessionOpenError::Invalid(other.to_string()),
    }
}

/// Describes what each player holds. After a round, the next begins with it.
fn holdings(game: &Game, ended: &Position) -> String {
    let rows = held_in_rows(&game.program, ended);
    let holds = |side: Side| {
        let (store, row) = (ended.captured[side], rows[side]);
        let of_row = if matches!(game.rules.board.plan.shape(), Shape::Rows(3.., _)) { "rows" } else { "row" };
        let parts = match (store, row) {
            (_, 0) => String::new(),
            (0, _) => format!(" (all in the {of_row})"),
            _ => format!(" ({store} in store, {row} in the {of_row})"),
        };
        format!("{} holds {}{parts}", side.title(), count((store + row).into(), "seed"))
    };
    format!("{}, {}\n", holds(Side::South), holds(Side::North))
}

fn lot_result(due: NextStep, winner: Side) -> String {
    match due {
        NextStep::Lot(LotFor::Remainder(left, _)) => {
            format!("{} wins and gets {} more\n", winner.title(), count(left[winner.other()].into(), "seed"))
        }
        NextStep::Lot(LotFor::Starter) | NextStep::Move(_) | NextStep::Round | NextStep::Nothing(_) => {
            format!("{} wins and begins\n", winner.title())
        }
    }
}
