//! Parses and prints records. A record is a game from its beginning, as a file of a few lines:
//!
//! ```text
//! game boola.uur
//! set pits=6
//! rules 6beef4ce74077a4c
//! south "Ana"
//! computer north medium
//! event "Club evening"
//! date 2026-11-25
//! clock 10m+5s
//! result south
//! from south 0 3 3 0 3 3; north 0 3 3 0 3 3; south to move
//! moves E-1 "a quiet beginning" b (c D) C
//! ```
//!
//! A quoted remark is about the move before it, and a variation in brackets stands instead of the move before it. Or
//! as one line:
//!
//! ```text
//! boola pits=6; from south 0 3 3 0 3 3; north 0 3 3 0 3 3; moves E-1 b C
//! ```
//!
//! All but `game` are optional. `rules` is the hash of the rules under which the moves were made.
//! The module [`super::reader`] parses records and all other texts about games.

use std::fmt;
use std::time::Duration;

use super::reader::{self, Bare};
use super::{ParseError, parse_error, quoted, read_move, read_position, write_move};
use crate::check::Settings;
use crate::diagnostic::count;
use crate::engine::{MOST_PITS, Position, Program};
use crate::game::Game;
use crate::match_play::{Match, NextStep, Setup, Step};
use crate::rules::Side;

/// The byte order mark at the beginning of some files.
pub(super) const MARK: char = '\u{feff}';
/// The number of moves, remarks and variations on one line of a record.
const MOVES_A_LINE: usize = 20;
/// The longest time of a clock, in seconds.
const MOST_SECONDS: u64 = 86_400;

/// A game from its beginning. Positions and moves are still text, because parsing them needs the game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The game's name, or the path of its rule file; empty if the text does not name it.
    pub game: String,
    /// The parameters that differ from their defaults.
    pub settings: Settings,
    /// The hash of the rules, if given.
    pub rules: Option<String>,
    /// Who played, when, and how it ended.
    pub facts: RecordFacts,
    /// The position from which it began, if not the start.
    pub from: Option<Excerpt>,
    /// The moves, lots and setups, and positions between them.
    pub moves: Vec<RecordEntry>,
}

impl Record {
    /// Whether another record is this one, or goes on from its end, and has all that is said in this one.
    pub fn goes_on_in(&self, other: &Record) -> bool {
        let from = |record: &Record| record.from.as_ref().map(|from| from.text.clone());
        let parts = |record: &Record| -> [Vec<String>; 2] {
            let (mut steps, mut said) = (vec![], vec![]);
            for entry in &record.moves {
                match entry {
                    RecordEntry::Step(step, _) => steps.push(step.text.clone()),
                    RecordEntry::Remark(text) | RecordEntry::Variation(text, _) => said.push(text.text.clone()),
                    RecordEntry::Reached(_) => {}
                }
            }
            [steps, said]
        };
        let ([steps, said], [all_steps, all_said]) = (parts(self), parts(other));
        self.game == other.game
            && from(self) == from(other)
            && all_steps.starts_with(&steps)
            && said.iter().all(|text| all_said.contains(text))
    }
}

/// Facts about a recorded game that do not follow from its rules, and its result.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordFacts {
    /// The names of South and North.
    pub players: [Option<String>; 2],
    /// The computer, if it plays.
    pub computer: Option<RecordComputer>,
    /// The occasion of the game.
    pub event: Option<String>,
    /// The day of the game, such as `2026-11-25`.
    pub date: Option<String>,
    /// The time that each player has, such as `10m` or `10m+5s`.
    pub clock: Option<Clock>,
    /// How it ended, if it is over.
    pub result: Option<RecordResult>,
}

/// The time of each player for the whole game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// The time at the beginning.
    pub time: Duration,
    /// The time that each move adds.
    pub more: Duration,
}

impl Clock {
    /// Parses a clock: `10m`, `90s`, `1h`, `10m+5s`, or `10+5` as servers write it, in minutes and seconds.
    pub fn read(text: &str) -> Option<Clock> {
        let (time, more) = text.split_once('+').unwrap_or((text, "0"));
        let clock = Clock { time: read_time(time, 60)?, more: read_time(more, 1)? };
        (!clock.time.is_zero()).then_some(clock)
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", write_time(self.time))?;
        if self.more.is_zero() { Ok(()) } else { write!(f, "+{}", write_time(self.more)) }
    }
}

/// Parses whole hours, minutes or seconds, up to a day. A number without a unit has the usual one.
fn read_time(text: &str, usual: u64) -> Option<Duration> {
    let units = [("h", 3_600), ("m", 60), ("s", 1)];
    let known = units.iter().find_map(|&(unit, seconds)| Some((text.strip_suffix(unit)?, seconds)));
    let (number, unit) = known.unwrap_or((text, usual));
    let seconds =
        number.parse::<u64>().ok().filter(|_| number.bytes().all(|byte| byte.is_ascii_digit()))?.checked_mul(unit)?;
    (seconds <= MOST_SECONDS).then(|| Duration::from_secs(seconds))
}

fn write_time(time: Duration) -> String {
    match time.as_secs() {
        seconds if seconds % 60 == 0 && seconds > 0 => format!("{}m", seconds / 60),
        seconds => format!("{seconds}s"),
    }
}

/// The computer as a player of a recorded game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordComputer {
    /// Its side; `None` if it plays both.
    pub side: Option<Side>,
    /// The word for its level.
    pub level: String,
}

/// How a recorded game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordResult {
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
    /// What ended it.
    pub by: GameEnd,
}

/// What ended a recorded game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameEnd {
    /// The rules.
    Rules,
    /// A player gave it up.
    Resignation,
    /// The players agreed on the result.
    Agreement,
    /// A player had no time left.
    Time,
}

impl GameEnd {
    /// All of them, with their words in records.
    const ALL: [(GameEnd, &'static str); 4] = [
        (GameEnd::Rules, ""),
        (GameEnd::Resignation, "resignation"),
        (GameEnd::Agreement, "agreement"),
        (GameEnd::Time, "time"),
    ];

    /// Its word in records; empty for the rules.
    pub fn as_str(self) -> &'static str {
        GameEnd::ALL.iter().find(|(end, _)| *end == self).map_or("", |(_, word)| word)
    }
}

impl RecordResult {
    /// A result of play to the end.
    pub fn by_rules(winner: Option<Side>) -> RecordResult {
        RecordResult { winner, by: GameEnd::Rules }
    }

    /// Parses `south`, `draw`, or one of these and what ended the game: `north resignation`.
    pub fn read(text: &str) -> Option<RecordResult> {
        let (who, how) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let winner = match who {
            "south" => Some(Side::South),
            "north" => Some(Side::North),
            "draw" => None,
            _ => return None,
        };
        let by = GameEnd::ALL.iter().find(|(_, word)| *word == how.trim())?.0;
        // A draw is not given up, nor lost on time.
        (winner.is_some() || matches!(by, GameEnd::Rules | GameEnd::Agreement)).then_some(RecordResult { winner, by })
    }
}

impl fmt::Display for RecordResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let how = self.by.as_str();
        write!(f, "{}{}{how}", self.winner.map_or("draw", Side::as_str), if how.is_empty() { "" } else { " " })
    }
}

impl RecordFacts {
    /// Prints the facts as lines of a record.
    fn write(&self) -> String {
        let players = Side::BOTH.into_iter().filter_map(|side| {
            let name = self.players[side].as_ref()?;
            Some(format!("{} {}\n", side.as_str(), quoted::write(name)))
        });
        let mut text: String = players.collect();
        if let Some(RecordComputer { side, level }) = &self.computer {
            text += &format!("computer {} {level}\n", side.map_or("both", Side::as_str));
        }
        if let Some(event) = &self.event {
            text += &format!("event {}\n", quoted::write(event));
        }
        if let Some(date) = &self.date {
            text += &format!("date {date}\n");
        }
        if let Some(clock) = &self.clock {
            text += &format!("clock {clock}\n");
        }
        if let Some(result) = &self.result {
            text += &format!("result {result}\n");
        }
        text
    }
}

/// A part of the parsed text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Excerpt {
    /// The part.
    pub text: String,
    /// Its byte offset in the text.
    pub at: usize,
}

/// An entry of the course of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordEntry {
    /// A move, a lot or a setup, and the player who moves, if given.
    Step(Excerpt, Option<Side>),
    /// The position that has been reached.
    Reached(Excerpt),
    /// What is said of the step before it, or of the whole game if there is none.
    Remark(Excerpt),
    /// Entries that stand instead of the step before it, and their text.
    Variation(Excerpt, Vec<RecordEntry>),
}

impl From<String> for Excerpt {
    fn from(text: String) -> Excerpt {
        Excerpt { text, at: 0 }
    }
}

impl From<String> for RecordEntry {
    fn from(text: String) -> RecordEntry {
        RecordEntry::Step(text.into(), None)
    }
}

impl RecordEntry {
    /// Returns the text of the entry.
    pub fn excerpt(&self) -> &Excerpt {
        match self {
            RecordEntry::Step(excerpt, _)
            | RecordEntry::Reached(excerpt)
            | RecordEntry::Remark(excerpt)
            | RecordEntry::Variation(excerpt, _) => excerpt,
        }
    }

    /// Parses the entry in the current state of a match. Returns the next step, or `None` for a position
    /// that equals the current one and for what plays nothing.
    ///
    /// # Errors
    /// Returns an error if the step is not valid on this board, or the entry contradicts the match: another
    /// player is to move, or the position differs.
    pub fn read(&self, game: &Game, played: &Match) -> Result<Option<Step>, ParseError> {
        let placed = |error: ParseError| ParseError { at: self.excerpt().at + error.at, ..error };
        match self {
            RecordEntry::Step(excerpt, side) => {
                let to_move = played.position.to_move;
                if let (Some(side), NextStep::Move(_)) = (side, played.due)
                    && *side != to_move
                {
                    let message = format!("`{}` is written as {}'s move", excerpt.text, side.title());
                    return parse_error(message, excerpt.at, format!("{} is to move here", to_move.title()));
                }
                read_step(&game.program, to_move, &excerpt.text).map(Some).map_err(placed)
            }
            RecordEntry::Reached(excerpt) => {
                let expected = read_position(game, &excerpt.text).map_err(placed)?;
                let here = &played.position;
                // Between two rounds the text may hold the last position of one or the first of the next.
                let between = played.due == NextStep::Round || played.round > 1 && here.ply == 0;
                if between || expected.same_board(here) && (here.outcome.is_some() || expected.to_move == here.to_move)
                {
                    return Ok(None);
                }
                let here = super::write_position(game, here);
                parse_error("the moves lead to another position than this", excerpt.at, format!("they lead to: {here}"))
            }
            RecordEntry::Remark(_) | RecordEntry::Variation(..) => Ok(None),
        }
    }
}

impl Record {
    /// Whether a text is a record and not a rule file, which may begin with the same word.
    pub fn is_one(text: &str) -> bool {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        // In a rule file the name is quoted.
        lines.next().is_some_and(|line| line.starts_with("game ") && !line.contains('"')) && Record::read(text).is_ok()
    }

    /// Parses a record.
    ///
    /// # Errors
    /// Returns an error if a line does not belong to a record, or the game is not named.
    pub fn read(text: &str) -> Result<Record, ParseError> {
        let record = reader::read(text, Bare::Nothing)?;
        if record.game.is_empty() {
            return parse_error("the record does not name its game", 0, "begin it with `game NAME`");
        }
        Ok(record)
    }

    /// Gives all that was read from a text its place in another one.
    pub(crate) fn relocate(&mut self, place: &impl Fn(usize) -> usize) {
        fn entries(moves: &mut [RecordEntry], place: &impl Fn(usize) -> usize) {
            for entry in moves {
                let excerpt = match entry {
                    RecordEntry::Step(excerpt, _) | RecordEntry::Reached(excerpt) | RecordEntry::Remark(excerpt) => {
                        excerpt
                    }
                    RecordEntry::Variation(excerpt, inside) => {
                        entries(inside, place);
                        excerpt
                    }
                };
                excerpt.at = place(excerpt.at);
            }
        }
        entries(&mut self.moves, place);
        self.from.iter_mut().for_each(|from| from.at = place(from.at));
    }

    /// Whether the moves were made under equivalent rules. A record without a hash matches all rules.
    pub fn is_of(&self, game: &Game) -> bool {
        self.rules.as_ref().is_none_or(|rules| *rules == game.meaning())
    }

    /// Returns the position from which the game begins, if not the start.
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the game's board.
    pub fn begins(&self, game: &Game) -> Result<Option<Position>, ParseError> {
        let Some(from) = &self.from else { return Ok(None) };
        let position =
            read_position(game, &from.text).map_err(|error| ParseError { at: from.at + error.at, ..error })?;
        Ok(Some(position).filter(|position| *position != game.program.start()))
    }

    /// Returns the texts of the steps, without variations.
    pub fn steps(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().filter_map(|entry| match entry {
            RecordEntry::Step(excerpt, _) => Some(excerpt.text.as_str()),
            RecordEntry::Reached(_) | RecordEntry::Remark(_) | RecordEntry::Variation(..) => None,
        })
    }

    /// Prints the record as lines of text.
    pub fn write(&self) -> String {
        let mut text = format!("game {}\n", name(&self.game, &[';', '#', '"', '{', MARK]));
        for (name, value) in &self.settings {
            text += &format!("set {name}={value}\n");
        }
        if let Some(rules) = &self.rules {
            text += &format!("rules {rules}\n");
        }
        text += &self.facts.write();
        if let Some(from) = &self.from {
            text += &format!("from {}\n", from.text);
        }
        for line in written(&self.moves).chunks(MOVES_A_LINE) {
            text += &format!("moves {}\n", line.join(" "));
        }
        text
    }

    /// Prints the record as one line, without the hash of the rules, the facts, remarks and variations.
    pub fn write_line(&self) -> String {
        let mut text = name(&self.game, &[';', '#', '"', '{', '=', ' ', '\'', '>', MARK]);
        for (name, value) in &self.settings {
            text += &format!(" {name}={value}");
        }
        let steps: Vec<&str> = self.steps().collect();
        let mut moves = steps.join(" ");
        if let Some(from) = &self.from {
            text += &format!("; from {}", from.text);
            moves = if steps.is_empty() { String::new() } else { format!("moves {moves}") };
        }
        if moves.is_empty() { text } else { format!("{text}; {moves}") }
    }
}

/// Prints each entry that is written in a record.
fn written(entries: &[RecordEntry]) -> Vec<String> {
    let word = |entry: &RecordEntry| match entry {
        RecordEntry::Step(step, _) => Some(step.text.clone()),
        RecordEntry::Reached(_) => None,
        RecordEntry::Remark(remark) => Some(quoted::write(&remark.text)),
        RecordEntry::Variation(_, entries) => Some(format!("({})", written(entries).join(" "))),
    };
    entries.iter().filter_map(word).collect()
}

/// Prints a game's name, quoted if it contains one of these characters, a control character or outer blanks.
fn name(game: &str, signs: &[char]) -> String {
    if game.contains(signs) || reader::is_key(game) || game.contains(char::is_control) || game.trim() != game {
        quoted::write(game)
    } else {
        game.to_string()
    }
}

/// Parses one step. A move is parsed for the player whose turn it is.
///
/// # Errors
/// Returns an error if the text is not a move on this board, a lot, or a setup.
pub fn read_step(program: &Program, side: Side, text: &str) -> Result<Step, ParseError> {
    match text.strip_prefix('@') {
        None => read_move(program, side, text).map(Step::Move),
        Some(laid) if laid.contains('=') => read_setup(program, laid),
        Some(winner) => match winner.to_lowercase().as_str() {
            "south" | "s" => Ok(Step::Lot(Side::South)),
            "north" | "n" => Ok(Step::Lot(Side::North)),
            _ => parse_error(format!("`{winner}` cannot win a lot"), 1, "write @south or @north"),
        },
    }
}

/// Prints steps, separated by blanks.
pub fn write_steps(program: &Program, steps: &[Step]) -> String {
    let texts: Vec<String> = steps
        .iter()
        .map(|step| match step {
            Step::Move(m) => write_move(program, *m),
            Step::Lot(side) => format!("@{}", side.as_str()),
            Step::Arrange(laid) => write_setup(program, laid),
        })
        .collect();
    texts.join(" ")
}

/// Parses a setup: `south=5.0.3`, or both rows separated by `/`.
fn read_setup(program: &Program, text: &str) -> Result<Step, ParseError> {
    let span = usize::from(program.layout().span());
    let order = if program.layout().lines(Side::South).len() > 1 { ", the front row first" } else { "" };
    let help = format!(
        "write {} joined by `.`, one for each pit from A on{order}; those of both players are joined by `/`",
        count(span, "number"),
    );
    let (who, seeds) = text.split_once('=').unwrap_or((text, ""));
    let by = match who.to_lowercase().as_str() {
        "south" | "s" => Some(Side::South),
        "north" | "n" => Some(Side::North),
        "lot" => None,
        _ => return parse_error(format!("`{who}` lays out no seeds"), 1, "write @south=, @north= or @lot="),
    };
    let mut rows = [None; 2];
    let given: Vec<&str> = seeds.split('/').collect();
    for (number, part) in given.iter().enumerate() {
        let numbers: Option<Vec<u8>> = part.split('.').map(|seeds| seeds.parse::<u8>().ok()).collect();
        let at = part.as_ptr() as usize - text.as_ptr() as usize + 1;
        let Some(numbers) = numbers else {
            return parse_error(format!("`{part}` does not consist of numbers"), at, help);
        };
        if numbers.len() != span {
            let given = count(numbers.len(), "number");
            return parse_error(format!("`{part}` has {given} for {}", count(span, "pit")), at, help);
        }
        let side = match (given.len(), number) {
            (1, _) => by.unwrap_or(Side::South),
            (2, 0) => Side::South,
            (2, 1) => Side::North,
            _ => return parse_error("there are only two players", who.len() + 2, help),
        };
        let mut row = [0; MOST_PITS / 2];
        for (pit, seeds) in program.layout().listed(side).into_iter().zip(numbers) {
            row[usize::from(program.layout().number(pit))] = seeds;
        }
        rows[side] = Some(row);
    }
    Ok(Step::Arrange(Setup { by, rows }))
}

fn write_setup(program: &Program, laid: &Setup) -> String {
    let layout = program.layout();
    let row = |row: &[u8; MOST_PITS / 2]| {
        let seeds = layout.listed(Side::South).into_iter().map(|pit| row[usize::from(layout.number(pit))].to_string());
        seeds.collect::<Vec<_>>().join(".")
    };
    let rows: Vec<String> = laid.rows.iter().flatten().map(row).collect();
    format!("@{}={}", laid.by.map_or("lot", Side::as_str), rows.join("/"))
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;

    use super::*;

    /// Any text, with many of the signs that mean something in a record, in a shell or in JSON.
    fn any_text() -> impl Strategy<Value = String> {
        let sign = prop_oneof![
            any::<char>(),
            proptest::sample::select("\"\\;#'{}=>,\n\r\t \u{feff}éß漢🎲".chars().collect::<Vec<_>>())
        ];
        vec(sign, 0..30).prop_map(String::from_iter)
    }

    fn any_facts() -> impl Strategy<Value = RecordFacts> {
        let side = || proptest::sample::select(Side::BOTH.to_vec());
        let players = [option::of(any_text()), option::of(any_text())];
        let level = proptest::sample::select(vec!["easy", "master", "5s", "3turns-20%"]);
        let computer =
            (option::of(side()), level).prop_map(|(side, level)| RecordComputer { side, level: level.to_string() });
        let by = proptest::sample::select(GameEnd::ALL.to_vec());
        let result = (option::of(side()), by).prop_map(|(winner, (by, _))| {
            let by = if winner.is_some() || by == GameEnd::Rules { by } else { GameEnd::Agreement };
            RecordResult { winner, by }
        });
        let seconds = |least| (least..MOST_SECONDS).prop_map(Duration::from_secs);
        let clock = (seconds(1), seconds(0)).prop_map(|(time, more)| Clock { time, more });
        let date = option::of("[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])");
        let facts =
            (players, option::of(computer), option::of(any_text()), date, option::of(clock), option::of(result));
        facts.prop_map(|(players, computer, event, date, clock, result)| RecordFacts {
            players,
            computer,
            event,
            date,
            clock,
            result,
        })
    }

    /// Moves with remarks and variations. The first entry is a move.
    fn any_entries() -> impl Strategy<Value = Vec<RecordEntry>> {
        let step = || "[A-F]|[a-f]".prop_map(RecordEntry::from);
        let other = prop_oneof![step(), any_text().prop_map(|text| RecordEntry::Remark(text.into()))];
        let entries = (step(), vec(other, 0..10)).prop_map(|(first, more)| [vec![first], more].concat());
        entries.prop_recursive(3, 60, 5, move |inner| {
            let variation = inner.prop_map(|inside| RecordEntry::Variation(Excerpt::default(), inside));
            (step(), vec(prop_oneof![step(), variation], 0..5)).prop_map(|(first, more)| [vec![first], more].concat())
        })
    }

    proptest! {
        #[test]
        fn facts_are_read_as_they_were_written(facts in any_facts(), moves in any_entries()) {
            let record = Record { game: "kalah".to_string(), facts, moves, ..Record::default() };
            let text = record.write();
            let read = Record::read(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
            prop_assert_eq!(&read.facts, &record.facts, "{}", text);
            prop_assert_eq!(read.write(), text);
        }

        #[test]
        fn a_name_is_read_as_it_stands(name in any_text()) {
            let plain = |sign: &char| !sign.is_control() && !matches!(sign, '"' | '\\');
            let name: String = name.chars().filter(plain).collect();
            let record = Record::read(&format!("game kalah\nsouth \"{name}\" # a note\nmoves A")).expect("it is a record");
            prop_assert_eq!(record.facts.players, [Some(name), None]);
        }
    }

    #[test]
    fn a_name_over_two_lines_is_refused() {
        let refused = Record::read("game kalah\nsouth \"Ana\nB.\"\nmoves A").expect_err("the quote does not close");
        assert_eq!(refused.message, "the name stands between quotes");
        assert!(Record::read("game kalah\nsouth \"Ana").is_err());
        assert!(Record::read("game kalah\nsouth Ana").is_err());
    }
}
