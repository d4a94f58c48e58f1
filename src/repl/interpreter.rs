//! The interpreter: takes lines and returns texts, independent of the terminal.
//!
//! There is one prompt and no mode. A line contains moves, signs of a lot that is due, or a command. The
//! letter of a pit takes precedence over the prefix of a command. Whatever replaces the session stores the
//! old one for `undo`, so no line can lose a game.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::analysis::{SearchMonitor, depth_text, line_text};
use super::animation::Frame;
use super::commands;
use super::game_session::{GameSession, ending_text};
use super::lots;
use super::undo::UndoList;
use super::watch::FileWatch;
use crate::catalogue::{self, CatalogueEntry};
use crate::files;
use uur::chance::Rng;
use uur::check::Settings;
use uur::diagnostic::{Diagnostic, shortened};
use uur::explain::{capitalized, ending};
use uur::game::Game;
use uur::match_play::{NextStep, Step};
use uur::notation::reader::{self, Bare};
use uur::notation::{GameEnd, Record, RecordComputer, RecordFacts, RecordResult, in_case_of, read_step, write_move};
use uur::render::{Style, board_with};
use uur::rules::Side;
use uur::text_layout::{self, TextTable, paragraph};
use uur::variants;
use uur_lab::search::{ChosenMove, Evaluation, Level, PlayerEndgames, SearchRequest, TrainedEvaluation, choose};

/// The state of the prompt.
#[derive(Debug)]
pub struct Repl {
    /// The current game.
    pub session: GameSession,
    /// The undo list.
    pub(super) undo: UndoList,
    /// The current line.
    typed: String,
    /// Notes to print before the answer.
    notes: String,
    /// How boards are drawn.
    pub style: Style,
    /// Whether the user is at a terminal, in which an editor can run.
    pub interactive: bool,
    /// Whether the terminal can redraw frames.
    pub redraws: bool,
    /// How many questions about the rules were asked.
    pub(super) questions_asked: usize,
    /// The seed of the questions and puzzles.
    pub(super) quiz_seed: u64,
    /// The computer, if it plays.
    pub opponent: Option<Opponent>,
    /// Whether the computer reports its analysis after its moves.
    pub verbose: bool,
    /// Steps that the computer has played since the last line.
    steps_alone: u32,
    /// The endgame database of the computer.
    pub endgames: PlayerEndgames,
    /// The trained evaluation of the computer, and the meaning of its game.
    pub evaluation: Option<(String, TrainedEvaluation)>,
    /// How moves are animated.
    pub animation: AnimationOptions,
    pub(super) chance: Rng,
    /// Whether the last line was a printed move, so that lines printed after it are skipped.
    skips_printed_output: bool,
    /// The last printed hash of rules, until moves printed with it are played.
    printed_rules: Option<String>,
    /// Whether changes of the rule file are taken over without a command.
    pub follows_file: bool,
    /// The rule files when they were last checked for changes.
    pub(super) watch: FileWatch,
    /// The file in which the last game is kept, if it is.
    pub keeps: Option<PathBuf>,
    /// What it holds.
    pub(super) kept: String,
    /// The date for records.
    pub today: Option<String>,
}

/// How moves are animated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AnimationOptions {
    /// Whether the computer's moves are animated automatically.
    pub computer: bool,
    /// How long each frame is shown.
    pub speed: AnimationSpeed,
}

/// How long each frame of a move is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnimationSpeed {
    /// 0.8 seconds.
    Slow,
    /// 0.3 seconds; 0.1 seconds in a move of many frames.
    #[default]
    Normal,
    /// 0.1 seconds.
    Fast,
    /// This time.
    Each(Duration),
}

impl AnimationSpeed {
    /// A move of more frames than this is shown faster.
    const MANY: usize = 40;

    /// Returns how long each frame is shown in a move with this number of frames.
    pub fn time(self, pictures: usize) -> Duration {
        Duration::from_millis(match self {
            AnimationSpeed::Slow => 800,
            AnimationSpeed::Normal if pictures <= AnimationSpeed::MANY => 300,
            AnimationSpeed::Normal | AnimationSpeed::Fast => 100,
            AnimationSpeed::Each(time) => return time,
        })
    }
}

/// The computer as a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opponent {
    /// The side or sides that it plays.
    pub seats: Seats,
    /// Its level.
    pub level: Level,
}

/// The seats of the computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seats {
    /// One side of the board.
    One(Side),
    /// Both sides: it plays against itself.
    Both,
}

impl Seats {
    /// Whether the computer plays this side.
    pub fn include(self, side: Side) -> bool {
        match self {
            Seats::One(own) => own == side,
            Seats::Both => true,
        }
    }
}

impl Opponent {
    /// The computer of a recorded game.
    ///
    /// # Errors
    /// If its level is unknown.
    pub fn recorded(computer: &RecordComputer) -> Result<Opponent, String> {
        let seats = computer.side.map_or(Seats::Both, Seats::One);
        Ok(Opponent { seats, level: computer.level.parse()? })
    }

    /// The computer as a record names it.
    fn for_record(self) -> RecordComputer {
        let side = match self.seats {
            Seats::One(side) => Some(side),
            Seats::Both => None,
        };
        RecordComputer { side, level: self.level.to_string() }
    }

    /// Announces who plays which side of a game.
    pub fn introduction(self, session: &GameSession) -> String {
        let Opponent { seats, level } = self;
        match seats {
            Seats::Both if session.game().program.is_single_player() => {
                format!("the computer plays ({level}); Ctrl-C stops it\n")
            }
            Seats::One(side) => {
                format!("you play {}, the computer plays {} ({level})\n", side.other().title(), side.title())
            }
            Seats::Both => format!("the computer plays South and North ({level}); Ctrl-C stops it\n"),
        }
    }
}

/// The result of a line.
#[derive(Debug)]
pub struct Reply {
    /// The text to print.
    pub text: String,
    /// The error to print after the text.
    pub error: Option<String>,
    /// What the caller does next.
    pub after: NextAction,
}

/// What the caller does after a line.
#[derive(Debug)]
pub enum NextAction {
    /// Read the next line.
    Prompt,
    /// Leave the prompt.
    Quit,
    /// Open this file in an editor and reload the game.
    Edit(PathBuf),
    /// Show these frames one after the other before the text.
    Animate(Arc<Game>, Vec<Frame>),
}

impl Reply {
    /// A reply with a text.
    pub fn text(text: impl Into<String>) -> Self {
        Reply { text: text.into(), error: None, after: NextAction::Prompt }
    }

    /// A reply with an error.
    pub fn error(text: impl Into<String>) -> Self {
        Reply { text: String::new(), error: Some(text.into()), after: NextAction::Prompt }
    }
}

/// The result of a command. After an error, which is one sentence, nothing has changed.
pub type ReplResult = Result<Reply, String>;

/// The game with which the prompt begins if none is named.
pub const FIRST_GAME: &str = "oware";
/// The games that `play` lists: well-known ones, and one of each kind.
const SOME_GAMES: &[&str] = &[
    "bao-two-row",
    "boola",
    "congklak",
    "kalah",
    "layli-goobalay",
    "o-an-quan",
    FIRST_GAME,
    "toguz-kumalak",
    "tchuka-ruma",
];
/// The most steps that the computer plays against itself before it stops.
const MOST_UNASKED: u32 = 1_000;

impl Repl {
    /// Starts with [`FIRST_GAME`], not interactive. The seed determines `?` in lots.
    ///
    /// # Panics
    /// If that game is not shipped.
    pub fn new(style: Style, seed: u64) -> Self {
        let first = Game::shipped(FIRST_GAME).expect("the first game is shipped");
        let session = GameSession::begin(Arc::new(first), FIRST_GAME.to_string(), Settings::new());
        Repl::with_session(session, style, seed)
    }

    /// Starts with a game, not interactive.
    pub fn with_session(mut session: GameSession, style: Style, seed: u64) -> Self {
        let chance = Rng::for_game(seed, 0);
        let mut undo = UndoList::default();
        undo.adopt(&mut session);
        Repl {
            session,
            undo,
            questions_asked: 0,
            quiz_seed: seed,
            typed: String::new(),
            notes: String::new(),
            style,
            interactive: false,
            redraws: false,
            opponent: None,
            verbose: false,
            steps_alone: 0,
            endgames: PlayerEndgames::default(),
            evaluation: None,
            animation: AnimationOptions::default(),
            chance,
            skips_printed_output: false,
            printed_rules: None,
            follows_file: false,
            watch: FileWatch::default(),
            keeps: None,
            kept: String::new(),
            today: None,
        }
    }

    /// Checks that the current game has the sides of an opponent.
    ///
    /// # Errors
    /// If it is for one player, whose opponent has nothing to move.
    pub fn admits(&self, opponent: Opponent) -> Result<(), String> {
        match opponent.seats {
            Seats::One(_) if self.session.game().program.is_single_player() => {
                Err("this game is for one player, so the computer has nobody to play against \
                (`hint` suggests a move, `vs LEVEL as both` lets the computer play)"
                    .to_string())
            }
            _ => Ok(()),
        }
    }

    /// The text at the start of a game that the user has named: the game, its players and its board.
    pub fn welcome(&self) -> String {
        let players = self.opponent.map_or(String::new(), |opponent| opponent.introduction(&self.session));
        let clock = self.session.clock_note();
        let text = format!("{}{players}{clock}{}", self.heading(&self.session), self.board());
        text_layout::wrap(&text, self.style.width)
    }

    /// The text at the start of the first game, for a user who has named none: a board to play on, and what to type.
    pub fn greeting(&self) -> String {
        let text = format!(
            "uur {}: a sandbox for mancala games. This is {}, one of {}.\n\n{}\n\
             `C` sows the seeds of pit C.\n\
             `vs easy` lets the computer play North.\n\
             `kalah` starts another game, and `list` shows them all.\n\
             `help` lists the commands, `quit` leaves.\n{}",
            env!("CARGO_PKG_VERSION"),
            self.session.game().rules.about.name,
            variants::names().count(),
            self.board(),
            self.offer(),
        );
        text_layout::wrap(&text, self.style.width)
    }

    /// The name of a game, the warnings of its file, and what is due before its first move.
    pub fn heading(&self, session: &GameSession) -> String {
        let mut text = format!("{}\n", session.game().rules.about.name);
        let warnings: Vec<Diagnostic> = session.game().warnings.clone();
        if !warnings.is_empty() {
            let faults = uur::diagnostic::Diagnostics { problems: warnings, sources: session.game().sources.clone() };
            text += &super::game_session::problems(&faults, self.style.colour);
        }
        if session.play.as_match().may_begin_with_lot && session.game().rules.lot.is_some() {
            text +=
                &paragraph(&format!("South begins, or {} decides: {}", session.lot_name(), session.lot_instructions()));
        }
        text + &session.arrange_instructions()
    }

    /// The prompt, which names the side to move.
    pub fn prompt(&self) -> String {
        let session = &self.session;
        match (session.sign, session.play.due()) {
            _ if session.ended.is_some() => "over> ".into(),
            (Some(_), _) => "North's sign> ".into(),
            (None, NextStep::Lot(_)) => "South's sign> ".into(),
            (None, NextStep::Move(side)) => format!("{}> ", side.title()),
            (None, NextStep::Round | NextStep::Nothing(_)) => "over> ".into(),
        }
    }

    /// Whether a lot is due. Then the board is not printed.
    pub fn asks_for_signs(&self) -> bool {
        self.session.sign.is_some() || matches!(self.session.play.due(), NextStep::Lot(_))
    }

    /// Draws the board of the current game. At a terminal the pits that the last move changed are marked with
    /// `*`.
    pub fn board(&self) -> String {
        let session = &self.session;
        let changed = if self.interactive { session.changed() } else { vec![] };
        board_with(session.game(), session.position(), &changed, self.view())
    }

    /// How boards are drawn for the user, whose row is below if the computer plays the other one.
    pub(super) fn view(&self) -> Style {
        Style { flip: self.style.flip != (self.computer() == Some(Side::South)), ..self.style }
    }

    /// Runs one line. The computer may be to move after it: see [`Repl::play_computer`].
    pub fn line(&mut self, line: &str) -> Reply {
        self.steps_alone = 0;
        let bare = reader::without_prompt(reader::uncommented(line)).trim();
        let first = bare.split_whitespace().next().unwrap_or("");
        let is_data = !self.is_step(first)
            && commands::lookup(first).is_some_and(|command| commands::UNWRAPPED_COMMANDS.contains(&command.name));
        let Reply { text, error, after } = self.answer(line);
        let error = error.map(|error| {
            let help = format!("{}, `help` the commands", commands::moves_help(&self.session));
            commands::with_way_on(&error, bare, &help)
        });
        let lay_out = if is_data { text_layout::wrap_paragraphs } else { text_layout::wrap };
        let text = lay_out(&text, self.style.width);
        Reply { text, error: error.map(|error| self.wrap_error(&error)), after }
    }

    /// Wraps an error that is printed after the word `error`.
    fn wrap_error(&self, error: &str) -> String {
        const BEFORE: &str = "error: ";
        let text = text_layout::wrap(&format!("{BEFORE}{}", shortened(error)), self.style.width);
        text[BEFORE.len()..].to_string()
    }

    /// Runs one line and returns the reply before wrapping.
    fn answer(&mut self, line: &str) -> Reply {
        if self.skips_printed_output && reader::is_description(line) {
            return Reply::text("");
        }
        self.skips_printed_output = false;
        let line = reader::without_prompt(line);
        let first = line.split_whitespace().next().unwrap_or("");
        // What is said of a move may have a `#` in it.
        let is_said = commands::lookup(first).is_some_and(|command| command.name == "remark");
        let line = commands::without_program(if is_said { line } else { reader::uncommented(line) }.trim());
        self.typed = line.to_string();
        if reader::is_printed(line) {
            let reply = self.run_printed(line);
            return self.with_notes(reply);
        }
        if line.is_empty() {
            return Reply::text("");
        }
        if self.is_step(moves_of(line).next().unwrap_or("")) && !commands::names_shipped(line) {
            let reply = self.steps(line);
            return self.with_notes(reply);
        }
        let shared = |line| files::recorded_game(line).is_ok_and(|game| game.is_some_and(|game| game.rules().is_ok()));
        let answer = match commands::find_in_line(line, &self.session) {
            Err(_) if shared(line) => commands::play_shared(self, line),
            Err(error) => commands::play_named(self, line).unwrap_or(Err(error)),
            Ok((command, rest)) => command.run(self, rest),
        };
        self.with_notes(answer.unwrap_or_else(Reply::error))
    }

    /// Runs `reload` without a line of the user, and returns its text.
    ///
    /// # Errors
    /// Why the old rules stay.
    pub(super) fn reload_by_itself(&mut self) -> Result<String, String> {
        self.typed = "reload".to_string();
        let reply = commands::reload(self, "")?;
        Ok(self.with_notes(reply).text)
    }

    /// Puts pending notes before a reply.
    fn with_notes(&mut self, reply: Reply) -> Reply {
        Reply { text: std::mem::take(&mut self.notes) + &reply.text, ..reply }
    }

    /// Runs a line that was printed before, here or elsewhere: see [`reader`].
    pub fn run_printed(&mut self, line: &str) -> Reply {
        self.run_printed_line(line).unwrap_or_else(Reply::error)
    }

    fn run_printed_line(&mut self, line: &str) -> ReplResult {
        let text = "the line";
        let mut record = reader::read(line, Bare::Moves).map_err(|problem| problem.drawn(line, text))?;
        // The facts of a pasted record belong to the game that it names, which has been started. Without a game they
        // are about the current one.
        let facts = std::mem::take(&mut record.facts);
        self.skips_printed_output = reader::expects_description(line);
        if record.rules.is_some() && record.game.is_empty() && record.moves.is_empty() {
            // The game may be named only after the hash of its rules.
            self.printed_rules = record.rules.take();
        }
        if !record.game.is_empty() {
            return commands::play_shared(self, line);
        }
        if record == Record::default() {
            return Ok(Reply::text(self.take_facts(facts)));
        }
        if !record.moves.is_empty() {
            record.rules = record.rules.or(self.printed_rules.take());
        }
        let session = &self.session;
        let mut happened = String::new();
        let mut next = session.clone();
        if !record.settings.is_empty() {
            let mut settings = session.settings.clone();
            settings.extend(record.settings.clone());
            next = session.with_settings(settings, line, self.style.colour)?;
        }
        if !record.is_of(next.game()) {
            happened += &format!("warning: {}\n", next.other_rules(&record));
        }
        if record.from.is_some() {
            next = next.with_record(&Record { moves: vec![], ..record.clone() }, line, text)?;
        }
        let begins_anew = record.from.is_some() || !record.settings.is_empty();
        let steps = next.clone().take_entries(&record.moves, line, text)?;
        if begins_anew {
            self.change(next);
            happened += &std::mem::take(&mut self.notes);
        }
        let view = self.view();
        for step in &steps {
            let session = &mut self.session;
            let before = session.point();
            let taken = session.take(*step)?;
            happened += &(self.undo.step(before, session) + &session.report(&taken, view));
        }
        if begins_anew || !steps.is_empty() {
            let session = &self.session;
            let ending = if steps.is_empty() { ending(session.game(), session.position()) } else { None };
            happened += &ending.map_or(String::new(), |ending| ending + "\n");
            if !self.asks_for_signs() {
                happened += &self.board();
            }
        }
        Ok(Reply::text(happened))
    }

    /// Takes over who plays, and on which occasion; an empty name is none. Returns what was said.
    fn take_facts(&mut self, facts: RecordFacts) -> String {
        let known = &mut self.session.facts;
        let mut said = String::new();
        for (side, name) in Side::BOTH.into_iter().zip(facts.players) {
            if let Some(name) = name {
                let is = if name.is_empty() { "has no name".to_string() } else { format!("is {name}") };
                said += &format!("{} {is}\n", side.title());
                known.players[side] = Some(name).filter(|name| !name.is_empty());
            }
        }
        if let Some(event) = facts.event {
            let part = if event.is_empty() { "no event".to_string() } else { event.clone() };
            said += &format!("the game is part of {part}\n");
            known.event = Some(event).filter(|event| !event.is_empty());
        }
        if let Some(RecordComputer { side, level }) = facts.computer {
            let seat = side.map_or("both", |side| side.other().as_str());
            said += &format!("`vs {level} as {seat}` lets the computer play\n");
        }
        if facts.result.is_some() {
            said += "`resign` and `draw` end a game before the rules do\n";
        }
        known.date = facts.date.or(known.date.take());
        said
    }

    /// Whether a word is a move, a lot, or a sign, and not a command.
    pub fn is_step(&self, word: &str) -> bool {
        let session = &self.session;
        let pit = word.split(['-', '<', '>', ':']).next().unwrap_or("");
        let number = !pit.is_empty() && pit.bytes().all(|byte| byte.is_ascii_digit());
        let letter = match pit.trim_end_matches('\'').as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => {
                letter.to_ascii_uppercase() - b'A' < session.game().program.layout().plan().letters() || word.len() > 1
            }
            _ => false,
        };
        let store = session.game().rules.sowing.from_store() && pit.eq_ignore_ascii_case("store");
        number
            || letter
            || store
            || word == "swap"
            || word.starts_with('@')
            || lots::sign_choice(session, word).is_some()
    }

    /// Plays steps, one per word, up to the first that is not legal.
    pub fn steps(&mut self, words: &str) -> Reply {
        let words: Vec<&str> = moves_of(words).collect();
        let sign =
            |word: &&str| self.session.game().rules.lot.iter().any(|lot| lot.signs.iter().any(|sign| sign == word));
        if let Some(odd) = words.iter().find(|word| !self.is_step(word) && !reader::are_steps(word) && !sign(word)) {
            let help = commands::moves_help(&self.session);
            return Reply::error(format!("`{odd}` is not a move, so nothing was played; {help}"));
        }
        let mut reply = Reply::text("");
        for (number, word) in words.iter().enumerate() {
            let step = match self.computers_turn(word).filter(|_| number > 0) {
                None => self.step(word),
                Some(whose) => Err(whose),
            };
            match step {
                Ok(report) => reply.text += &report,
                Err(error) if words.len() > 1 => {
                    let left = words.len() - number - 1;
                    let unplayed = if left > 0 { format!("; {left} more not played") } else { String::new() };
                    let at = format!("`{word}`, word {} of {}{unplayed}", number + 1, words.len());
                    reply.error = Some(format!("{}\n  at {at}", error.trim_end()));
                    break;
                }
                Err(error) => {
                    reply.error = Some(error);
                    break;
                }
            }
        }
        if !reply.text.is_empty() && !self.asks_for_signs() {
            reply.text += &self.board();
        }
        reply
    }

    /// Why a word does not stand for the computer's move where that is due: only one of its own pits does.
    fn computers_turn(&self, word: &str) -> Option<String> {
        let side = self.computer().filter(|_| self.is_computers(&self.session))?;
        let is_own =
            word.starts_with(char::is_alphabetic) && in_case_of(&self.session.game().program, side, word).is_none();
        (!is_own).then(|| format!("it is the computer's turn: {} is to move", side.title()))
    }

    /// Plays one step and returns its report.
    ///
    /// # Errors
    /// Why the step is not legal.
    pub fn step(&mut self, word: &str) -> Result<String, String> {
        if let Some(over) = self.run_out_of_time() {
            return Ok(over);
        }
        let view = self.view();
        let session = &mut self.session;
        let before = session.point();
        let report = advance(session, word, &mut self.chance, view)
            .map_err(|error| commands::with_way_on(&error, word, &commands::moves_help(session)))?;
        let note = self.undo.step(before, session);
        let decides = session.point().decides;
        // An offer is declined by another player's move.
        session.offer = session.offer.filter(|by| before.decides == Some(*by));
        let times = match &mut session.clock {
            Some(clock) if before.decides.is_some() => clock.press(before.decides, decides != before.decides),
            _ => String::new(),
        };
        Ok(note + &report + &times)
    }

    /// Ends the game if the player to move has no time left.
    fn run_out_of_time(&mut self) -> Option<String> {
        let side = self.session.point().decides?;
        self.session.clock.take_if(|clock| clock.has_run_out(side))?;
        Some(self.end_early(RecordResult { winner: Some(side.other()), by: GameEnd::Time }))
    }

    /// Ends the game before the rules end it, and says so. `undo` goes on.
    pub(super) fn end_early(&mut self, result: RecordResult) -> String {
        self.change(GameSession { ended: Some(result), ..self.session.clone() });
        format!("{}\n", capitalized(&ending_text(result)))
    }

    /// Whether the computer decides the next step of a session. It takes no part in an exercise.
    pub fn is_computers(&self, session: &GameSession) -> bool {
        let decides = session.point().decides.filter(|_| session.exercise.is_none());
        decides.is_some_and(|side| self.opponent.is_some_and(|opponent| opponent.seats.include(side)))
    }

    /// The side of the computer, if it plays against a person.
    pub(super) fn computer(&self) -> Option<Side> {
        match self.opponent?.seats {
            Seats::One(side) => Some(side).filter(|_| self.session.exercise.is_none()),
            Seats::Both => None,
        }
    }

    /// Lets the computer play one step, if it is its turn, and returns the report.
    pub fn play_computer(&mut self) -> Option<Reply> {
        let reply = self.computer_reply()?;
        Some(Reply { text: text_layout::wrap(&reply.text, self.style.width), ..reply })
    }

    fn computer_reply(&mut self) -> Option<Reply> {
        let (session, opponent) = (&self.session, self.opponent?);
        if !self.is_computers(session) {
            return None;
        }
        let moves = matches!(session.play.due(), NextStep::Move(_)) && session.sign.is_none();
        let report =
            if moves { self.computer_move(opponent.level) } else { self.step("?").map(|report| (report, false)) };
        let (report, stopped) = match report {
            Ok(report) => report,
            Err(error) => {
                self.opponent = None;
                return Some(Reply::text(format!("the computer cannot continue and stops playing: {error}\n")));
            }
        };
        self.session.facts.computer = Some(opponent.for_record());
        let mut reply = match self.animation.computer && moves {
            true => commands::animated_reply(self, report),
            false if self.asks_for_signs() => Reply::text(report),
            false => Reply::text(report + &self.board()),
        };
        if opponent.seats == Seats::Both {
            reply.text += &self.stop_alone(opponent.level, stopped);
        }
        Some(reply)
    }

    /// Stops a computer that plays against itself when the game is over, when it is interrupted, or after
    /// many steps. Returns a note.
    fn stop_alone(&mut self, level: Level, stopped: bool) -> String {
        self.steps_alone += 1;
        let over = self.session.point().decides.is_none();
        let text = match (over, stopped) {
            (true, _) => String::new(),
            (false, true) => format!("stopped; `vs {level} as both` continues\n"),
            (false, false) if self.steps_alone >= MOST_UNASKED => {
                format!("stopped after {MOST_UNASKED} steps; `vs {level} as both` continues\n")
            }
            (false, false) => return String::new(),
        };
        self.opponent = None;
        text
    }

    /// Lets the computer search and move. Returns the report, and whether it was interrupted.
    fn computer_move(&mut self, level: Level) -> Result<(String, bool), String> {
        let session = self.session.clone();
        let game = session.game();
        let monitor = SearchMonitor::begin(level.time(), self.interactive, false, self.redraws);
        let mover = session.position().to_move.title();
        let mut chance = self.chance.clone();
        let seeds = session.position().on_board();
        self.endgames.prepare(level, game, seeds, &|| monitor.stops());
        let endgames = self.endgames.of_level(level, game);
        let request = SearchRequest { endgames, ..self.search_request(&session) };
        let choice = choose(request, level, &mut chance, &|| monitor.stops(), &mut |report| {
            monitor.show(&format!("{mover} thinks: {}: {}", depth_text(report), line_text(game, &report.lines[0])))
        });
        self.chance = chance;
        let ChosenMove { m, report } = choice.ok_or("there is no legal move now")?;
        let thought = match self.verbose {
            true => {
                format!("({}: {}{})\n", depth_text(&report), line_text(game, &report.lines[0]), monitor.speed(&report))
            }
            false => String::new(),
        };
        let interrupted = monitor.interrupted();
        drop(monitor);
        Ok((self.step(&write_move(&game.program, m))? + &thought, interrupted))
    }

    /// The search request for the current position of a session.
    pub(super) fn search_request<'a>(&'a self, session: &'a GameSession) -> SearchRequest<'a> {
        let meaning = session.game().meaning();
        let trained = self.evaluation.as_ref().filter(|(of, _)| *of == meaning);
        SearchRequest {
            game: session.game(),
            position: session.position(),
            history: session.play.as_match().history(),
            endgames: self.endgames.of(session.game()),
            evaluation: trained.map_or(Evaluation::Standard, |(_, trained)| Evaluation::Trained(trained)),
        }
    }

    /// The record of a session, to be saved in a folder or shown. In a game that goes on, the computer is the one that
    /// plays now.
    pub(super) fn record(&self, session: &GameSession, folder: Option<&Path>) -> Record {
        let mut record = folder.map_or_else(|| session.record(), |folder| session.record_in(folder));
        record.moves = session.play.entries(&self.undo.lines_of(session));
        let facts = &mut record.facts;
        if facts.result.is_none() {
            facts.computer = self.opponent.filter(|_| session.exercise.is_none()).map(Opponent::for_record);
        }
        if folder.is_some() && facts.date.is_none() {
            facts.date.clone_from(&self.today);
        }
        record
    }

    /// Lets the computer of a recorded game play again, and introduces it.
    pub(super) fn seat_recorded(&mut self, session: &GameSession) -> String {
        let computer = session.facts.computer.as_ref().and_then(|computer| Opponent::recorded(computer).ok());
        self.opponent = computer.or(self.opponent);
        computer.map_or(String::new(), |opponent| opponent.introduction(session))
    }

    /// Counts the time until now for the player who was to move.
    pub(super) fn count_time(&mut self) {
        let decides = self.session.point().decides;
        if let Some(clock) = &mut self.session.clock {
            clock.press(decides, false);
        }
    }

    /// Replaces the session. `undo` brings the old one back.
    pub fn change(&mut self, session: GameSession) {
        self.count_time();
        let before = self.session.exchange(session);
        if !self.session.is_line_of(&before) {
            self.notes += &self.session.clock_note();
        }
        self.notes += &self.undo.replace(before, &self.session, &self.typed);
        self.undo.adopt(&mut self.session);
    }
}

/// Whether a character separates steps.
pub(super) fn is_between_steps(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | ';')
}

/// The words of a line of steps.
pub(super) fn step_words(line: &str) -> impl Iterator<Item = &str> {
    line.split(is_between_steps).filter(|word| !word.is_empty())
}

/// The same without numbers of moves, such as `1.`, and without quotes, brackets and the like around a move.
fn moves_of(line: &str) -> impl Iterator<Item = &str> {
    let bare = |word| reader::without_number(word).trim_matches(['"', '`', '(', ')', '[', ']', '.', '!']);
    // `Fed` is more likely a word of which the first letter is a capital one than three moves.
    let runs_on = |word: &str| word.bytes().skip(1).any(|byte| byte.is_ascii_uppercase());
    step_words(line).map(bare).flat_map(move |word| match runs_on(word) {
        true => reader::run_on(word).map(|(_, word)| word).collect(),
        false => Vec::from_iter((!word.is_empty()).then_some(word)),
    })
}

/// Plays one step, given as a word, in a session.
pub(super) fn advance(session: &mut GameSession, word: &str, chance: &mut Rng, style: Style) -> Result<String, String> {
    if let (Some(sign_choice), Some(lot)) =
        (lots::sign_choice(session, word), session.game().clone().rules.lot.as_ref())
    {
        let sign = sign_choice.sign(lot, chance);
        let Some(south) = session.sign else {
            session.sign = Some(sign);
            return Ok(format!("South shows {}\n", lot.signs[sign]));
        };
        let report = format!("North shows {} against {}", lot.signs[sign], lot.signs[south]);
        return match lots::winner(lot, south, sign) {
            Some(winner) => {
                let taken = session.take(Step::Lot(winner))?;
                Ok(format!("{report}: {}", session.report(&taken, style)))
            }
            None => {
                session.sign = None;
                Ok(format!("{report}: again\n"))
            }
        };
    }
    if session.sign.is_some() && !word.starts_with('@') {
        return Err(session.north_sign_prompt());
    }
    let (program, side) = (&session.game().program, session.position().to_move);
    // A letter may have either case at the prompt, but a note follows if it is a letter of the other player.
    let own = in_case_of(program, side, word);
    let step = read_step(program, side, own.as_deref().unwrap_or(word)).map_err(|error| error.to_string())?;
    let taken = session.take(step)?;
    Ok(own.map_or(String::new(), |own| other_case(side, word, &own)) + &session.report(&taken, style))
}

/// The note on a letter of the other player.
fn other_case(side: Side, word: &str, own: &str) -> String {
    format!("(`{word}` is {}'s; {} is to move and plays `{own}`)\n", side.other().title(), side.title())
}

/// The shipped games that match all of the words; empty if there are none.
pub(super) fn games(words: &[&str], width: Option<usize>) -> String {
    listed(catalogue::find_games(words), width)
}

/// Some games to choose from.
pub(super) fn some_games(width: Option<usize>) -> String {
    let some = catalogue::all_games().filter(|game| SOME_GAMES.contains(&game.name));
    listed(some.collect(), width)
}

/// Games with their regions.
fn listed(games: Vec<&CatalogueEntry>, width: Option<usize>) -> String {
    let row = |game: &CatalogueEntry| vec![game.name.to_string(), game.rules.about.region.join("; ")];
    TextTable { rows: games.into_iter().map(row).collect(), indent: 2, ..TextTable::default() }.text(width)
}
