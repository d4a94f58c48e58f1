//! Parses everything that is printed about a game: records, shared lines, positions, and lines of tests,
//! transcripts and the prompt. The prompt, `load`, `replay`, `--moves` and `--from` all use it.
//!
//! | line | meaning |
//! |---|---|
//! | `game boola`, `set pits=6`, `rules HASH`, `from POSITION`, `moves E-1 b` | a record |
//! | `south "Ana"`, `computer north fair`, `event "Club"`, `date 2026-11-25`, `clock 5m`, `result draw` | facts of a record |
//! | `boola pits=6; from POSITION; moves E-1 b`, `uur play 'boola; K-1'` | a shared game |
//! | `position "POSITION"`, `set pits to 6`, `play E-1 b` | a test |
//! | `start POSITION`, `1 South E-1`, `  = POSITION` | a transcript |
//! | `South> E-1`, `South E-1: 2 seeds to a` | the prompt and its answer |
//! | `south 0 3 3; north 0 3 3`, `E-1, b` | a position, moves |
//!
//! A line may hold several of these, separated by `;`. A position contains `;` itself, so it continues to
//! the end of the line, or to a part that begins with `moves`.

use super::record::{Clock, Excerpt, MARK, Record, RecordComputer, RecordEntry, RecordResult};
use super::{ParseError, parse_error, quoted, words};
use crate::rules::Side;

/// The most variations of a record. Each is played from the beginning of the game.
pub const MOST_VARIATIONS: usize = 100;

/// What a text may contain without a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bare {
    /// Nothing, as in a file. Moves and whole positions are still recognised by their form.
    Nothing,
    /// Moves.
    Moves,
    /// Parts of a position.
    Position,
    /// The name of a game.
    Game,
}

/// Parses a text about a game. The record holds only what the text contains: its game may be unnamed.
///
/// # Errors
/// Returns an error if a line has none of the forms above, or contradicts the lines before it.
pub fn read(text: &str, bare: Bare) -> Result<Record, ParseError> {
    let (text, place) = quoted::with_plain_quotes(text);
    let mut reader = Reader { record: Record::default(), bare, after_move: false, variations: 0 };
    let mut at = 0;
    for line in text.split('\n') {
        reader.line(line, at).map_err(|error| ParseError { at: place(error.at), ..error })?;
        at += line.len() + 1;
    }
    reader.record.relocate(&place);
    Ok(reader.record)
}

/// Whether a line at the prompt is printed output, and not a command or bare moves.
pub fn is_printed(line: &str) -> bool {
    let line = without_prompt(line).trim();
    let mut words = line.split_whitespace();
    let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let rest = line[first.len()..].trim_start();
    let skipped = SKIPPED.iter().any(|known| line.starts_with(known)) || is_round(line);
    // `start` and `draw` alone are words of the prompt, and so is `start` before the name of a game.
    let start = first == "start" && (line.contains(';') || second.starts_with('"') || is_position(rest));
    let fact = matches!(first, "date" | "result") && !second.is_empty()
        || first == "computer" && matches!(second, "south" | "north" | "both")
        || matches!(first, "south" | "north" | "event") && rest.starts_with('"');
    let of_record = matches!(first, "game" | "from" | "expect" | "=") || start || fact;
    let rules = first == "rules" && is_hash(second);
    let shared = first == "uur" && matches!(second, "play" | "replay");
    skipped
        || of_record
        || rules
        || shared
        || player_step(line).is_some()
        || numbered(line).is_some()
        || is_position(line)
}

/// Whether a line after one of [`is_printed`] only describes events, as in transcripts and at the prompt.
pub fn is_description(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or("");
    let indented = line.starts_with("  ") && !matches!(first, "=" | "play" | "position" | "set" | "moves" | "from");
    line.starts_with("> ") || indented
}

/// Whether descriptions of events may follow a printed line: see [`is_description`].
pub fn expects_description(line: &str) -> bool {
    is_round(line) || numbered(line).is_some() || player_step(line).is_some()
}

/// Whether every word of a text has the form of a move, a lot or a setup.
pub fn are_steps(text: &str) -> bool {
    let mut words = steps(text).peekable();
    words.peek().is_some() && words.all(|word| is_step(word.1))
}

/// Removes the prompt from a line: `South> C` becomes `C`.
pub fn without_prompt(line: &str) -> &str {
    let prompts = ["South> ", "North> ", "$ ", "over> ", "South's sign> ", "North's sign> "];
    prompts.iter().find_map(|prompt| line.trim_start().strip_prefix(prompt)).unwrap_or(line)
}

/// Beginnings of transcript lines that follow from the moves and are skipped.
const SKIPPED: [&str; 5] = ["sown clockwise", "sown counterclockwise", "over: ", "match over: ", "the game goes on"];

fn is_round(line: &str) -> bool {
    line.strip_prefix("round ").is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Whether a word is a hash of rules. This distinguishes `rules HASH` from the command `rules`.
fn is_hash(word: &str) -> bool {
    word.len() == 16 && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether a word has the form of a step.
fn is_step(word: &str) -> bool {
    if word.starts_with('@') || word == "swap" {
        return true;
    }
    let (lift, decided) = word.split_once(':').unwrap_or((word, "+"));
    let lift = lift.strip_suffix(['<', '>']).unwrap_or(lift);
    let (pit, leaving) = lift.split_once('-').unwrap_or((lift, "1"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let name = pit.trim_end_matches('\'');
    let letter = name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let choice = |b: u8| b.is_ascii_alphabetic() || matches!(b, b'+' | b'-' | b'\'');
    let choices = !decided.is_empty() && decided.bytes().all(choice);
    (letter || digits(pit) || pit.eq_ignore_ascii_case("store")) && digits(leaving) && choices
}

/// Returns the words of steps, separated by blanks or commas, with their byte offsets. Numbers of moves, such
/// as `1.` and `2...`, are skipped, also in front of a move: `1.F`.
fn steps(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    let words = text.split(is_between).map(without_number).filter(|word| !word.is_empty());
    words.map(move |word| (word.as_ptr() as usize - start, word))
}

/// Whether a character parts steps.
fn is_between(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// Removes the number of a move, digits and dots, from the front of a word.
pub fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match after.len() < word.len() && after.starts_with('.') {
        true => after.trim_start_matches('.'),
        false => word,
    }
}

/// The moves of a word, with their places in it: several in letters without blanks between them, such as `FfBeBc`, and
/// otherwise one. Both players' letters are among them, so that no other word is taken apart.
pub fn run_on(word: &str) -> impl Iterator<Item = (usize, &str)> {
    let runs_on = word.len() > 1
        && word.bytes().all(|byte| byte.is_ascii_alphabetic())
        && word.bytes().any(|byte| byte.is_ascii_uppercase())
        && word.bytes().any(|byte| byte.is_ascii_lowercase());
    let length = if runs_on { 1 } else { word.len().max(1) };
    (0..word.len()).step_by(length).map(move |start| (start, &word[start..start + length]))
}

/// Whether a line is a position: its first part is a row of numbers, or the player to move.
fn is_position(line: &str) -> bool {
    let mut words = line.split(';').next().unwrap_or("").split_whitespace();
    let first = words.next().unwrap_or("");
    let [second, third] = [(); 2].map(|()| words.next().unwrap_or(""));
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    match first {
        "south" | "north" => is_number(second) || second == "to" && third == "move",
        // `board` alone is a command of the prompt, and a single number behind it a mistake.
        "board" => is_number(second) && is_number(third),
        _ => false,
    }
}

/// Returns the players and the steps of a line such as `South K-1: 2 seeds to a; North b: 3 seeds to E`. A step
/// after the first follows a `;` or `,`; everything else describes events.
fn player_steps(line: &str) -> Vec<(Side, &str)> {
    let Some(first) = player_step(line) else { return vec![] };
    let others = line.match_indices([';', ',']).filter_map(|(at, _)| player_step(line[at + 1..].trim_start()));
    [first].into_iter().chain(others).collect()
}

/// Returns the player and the step of a line such as `South K-1: 2 seeds to a` or `South K-1`.
fn player_step(line: &str) -> Option<(Side, &str)> {
    let (first, rest) = line.split_once(' ')?;
    let side = Side::BOTH.into_iter().find(|side| side.title() == first)?;
    let (word, after) = rest.trim_start().split_once(' ').unwrap_or((rest.trim(), ""));
    let step = match word.strip_suffix(':') {
        Some(step) => step,
        None if after.trim().is_empty() => word,
        None => return None,
    };
    is_step(step).then_some((side, step))
}

/// Returns a numbered line of a transcript without its number: `1 South E-1`, `2 lot @south`,
/// `1. South E-1`.
fn numbered(line: &str) -> Option<&str> {
    let (number, rest) = line.split_once(' ')?;
    let number = number.strip_suffix('.').unwrap_or(number);
    let rest = rest.trim_start();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let lot = rest.strip_prefix("lot ").map(str::trim_start).filter(|lot| lot.starts_with('@'));
    let laid = Some(rest).filter(|laid| laid.starts_with('@') && laid.contains('='));
    let of_player = Some(rest).filter(|rest| player_step(rest).is_some());
    lot.or(laid).or(of_player).filter(|_| is_number)
}

struct Reader {
    record: Record,
    bare: Bare,
    /// Whether the last line was a move, so that descriptions of events may follow.
    after_move: bool,
    /// The number of variations so far.
    variations: usize,
}

impl Reader {
    /// Parses a line that begins at a byte offset of the text.
    fn line(&mut self, line: &str, at: usize) -> Result<(), ParseError> {
        let start = line.as_ptr() as usize - at;
        let place = |part: &str| part.as_ptr() as usize - start;
        let line = line.strip_prefix(MARK).filter(|_| at == 0).unwrap_or(line);
        let described =
            self.after_move && (is_description(line) || !is_printed(line) && line.starts_with(['S', 'N', 'R']));
        let content = without_prompt(uncommented(line)).trim();
        if is_round(content) {
            self.after_move = true;
            return Ok(());
        }
        if content.is_empty() || described && !is_step(content) {
            return Ok(());
        }
        if SKIPPED.iter().any(|known| content.starts_with(known)) {
            return Ok(());
        }
        let content = numbered(content).unwrap_or(content);
        let steps = player_steps(content);
        self.after_move = !steps.is_empty() || content.starts_with('@');
        if !steps.is_empty() {
            steps.into_iter().for_each(|(side, step)| self.step(step, place(step), Some(side)));
            return Ok(());
        }
        let shared = ["uur play ", "uur replay "].iter().find_map(|command| content.strip_prefix(command));
        if let Some(line) = shared {
            self.bare = Bare::Game;
            return self.parts(unwrapped(line.trim()), &place);
        }
        self.parts(content, &place)
    }

    /// Parses the parts of a line, separated by `;`.
    fn parts(&mut self, line: &str, place: &impl Fn(&str) -> usize) -> Result<(), ParseError> {
        let mut rest = line;
        loop {
            let content = rest.trim_start();
            let (key, after) = split_key(content);
            let keyed = matches!(key, "from" | "start" | "position" | "=");
            let bare = match self.bare {
                Bare::Position => !is_key(key),
                Bare::Nothing | Bare::Moves => !keyed && is_position(content) && !is_key(key),
                Bare::Game => false,
            };
            let end = if keyed || bare {
                let from = if keyed { position_after(key, after) } else { content };
                self.position(key, from, place)?
            } else {
                let end = part_end(content);
                self.part(content[..end].trim_end(), place)?;
                place(content) + end
            };
            // The offset in the line at which the part ends.
            let used = end - place(line);
            match line[used..].trim_start().strip_prefix(';') {
                Some(further) => rest = further,
                None if line[used..].trim().is_empty() => return Ok(()),
                None => {
                    let further = line[used..].trim_start();
                    return parse_error(
                        "the line continues after its end",
                        place(further),
                        "write `;` between two parts",
                    );
                }
            }
        }
    }

    /// Parses a position, quoted or not. Returns the byte offset of its end in the text.
    fn position(&mut self, key: &str, text: &str, place: &impl Fn(&str) -> usize) -> Result<usize, ParseError> {
        let (inner, end) = match quoted::length(text) {
            Some(length) => (&text[1..length - 1], length),
            None if text.starts_with('"') => {
                return parse_error("the quote is not closed", place(text), "write `\"` at the end of the position");
            }
            None => {
                let end = position_end(text);
                (text[..end].trim_end(), end)
            }
        };
        let excerpt = Excerpt { text: inner.to_string(), at: place(inner) };
        if key == "=" {
            self.record.moves.push(RecordEntry::Reached(excerpt));
        } else if inner.trim().is_empty() {
            return parse_error(
                "a position is missing here",
                place(text),
                "write for example `from south 4 4; north 4 4`, with a number for each pit",
            );
        } else if self.record.from.is_some() {
            return parse_error("this is the second position", place(inner), "a game begins from one position");
        } else if !self.record.moves.is_empty() {
            return parse_error("a position stands after moves", place(inner), "write it before the moves");
        } else {
            self.record.from = Some(excerpt);
        }
        Ok(place(text) + end)
    }

    /// Parses a part that is not a position.
    fn part(&mut self, part: &str, place: &impl Fn(&str) -> usize) -> Result<(), ParseError> {
        let first = self.bare;
        if first == Bare::Game {
            self.bare = Bare::Moves;
        }
        let (key, rest) = split_word(part);
        match key {
            "" => {}
            _ if first == Bare::Game && !matches!(key, "game" | "set" | "rules" | "moves") => {
                let rest = self.game(part, true, place)?;
                self.settings(rest, place)?;
            }
            "game" => {
                self.game(rest, false, place)?;
            }
            "rules" if is_hash(rest) => self.record.rules = Some(rest.to_string()),
            "rules" => return parse_error(format!("`{rest}` is not a hash of rules"), place(rest), "it has 16 digits"),
            "set" => self.settings(rest, place)?,
            "computer" => self.record.facts.computer = Some(computer(rest, place)?),
            "date" if is_date(rest) => self.record.facts.date = Some(rest.to_string()),
            "date" => return parse_error(format!("`{rest}` is not a date"), place(rest), "write it like 2026-11-25"),
            "result" => match RecordResult::read(rest) {
                Some(result) => self.record.facts.result = Some(result),
                None => {
                    let help = "write `result south`, `result north` or `result draw`, and if the rules did not end \
                        the game `resignation`, `agreement` or `time` behind it";
                    return parse_error(format!("`{rest}` is not a result"), place(rest), help);
                }
            },
            "clock" => match Clock::read(rest) {
                Some(clock) => self.record.facts.clock = Some(clock),
                None => {
                    let help = "write the time of each player, such as `clock 10m`, or `clock 5m+3s` if each move adds \
                        some";
                    return parse_error(format!("`{rest}` is not a clock"), place(rest), help);
                }
            },
            "south" | "north" if rest.starts_with('"') || !self.record.game.is_empty() => {
                let side = if key == "south" { Side::South } else { Side::North };
                self.record.facts.players[side] = Some(name(key, rest, place)?);
            }
            "event" => self.record.facts.event = Some(name(key, rest, place)?),
            "expect" => {
                return parse_error(
                    "`expect` belongs to a test, and plays nothing",
                    place(part),
                    "take the lines `set`, `position` and `play` of the test; `uur test` runs it whole",
                );
            }
            "moves" | "play" => self.steps(rest, place)?,
            _ if self.bare != Bare::Moves && !steps(part).next().is_some_and(|(_, word)| is_step(word)) => {
                return parse_error(
                    format!("no line of a record begins with `{key}`"),
                    place(part),
                    "its lines begin with game, set, rules, south, north, computer, event, date, clock, result, from or moves",
                );
            }
            _ => self.steps(part, place)?,
        }
        Ok(())
    }

    /// Parses a game's name, up to the end of the text or, in a shared line, to its settings. Returns the
    /// rest.
    fn game<'a>(&mut self, text: &'a str, shared: bool, place: &impl Fn(&str) -> usize) -> Result<&'a str, ParseError> {
        let (name, rest) = match quoted::read(text) {
            Some((name, length)) => (name, text[length..].trim_start()),
            None => {
                let setting = words(text).find(|(at, word)| shared && *at > 0 && word.contains('='));
                let end = setting.map_or(text.len(), |(at, _)| at);
                (text[..end].trim_end().to_string(), &text[end..])
            }
        };
        if rest.starts_with('{') || !text.starts_with('"') && name.contains('"') {
            return parse_error(
                "this is a rule file, not a record",
                place(text),
                "a record names its game: game boola",
            );
        }
        if name.is_empty() {
            return parse_error("the game has no name here", place(text), "write for example `game boola`");
        }
        if !self.record.game.is_empty() {
            return parse_error("this is the second game", place(text), "a record holds one game");
        }
        self.record.game = name;
        Ok(rest)
    }

    fn settings(&mut self, text: &str, place: &impl Fn(&str) -> usize) -> Result<(), ParseError> {
        if let Some((name, value)) = setting_of_test(text) {
            self.record.settings.insert(name.to_string(), value.to_string());
            return Ok(());
        }
        for (at, setting) in words(text) {
            match setting.split_once('=') {
                Some((name, value)) if !name.is_empty() && !value.is_empty() => {
                    self.record.settings.insert(name.to_string(), value.to_string());
                }
                _ => return parse_error(format!("`{setting}` sets nothing"), place(text) + at, "write NAME=VALUE"),
            }
        }
        Ok(())
    }

    /// Parses steps, the remarks about them, and variations in brackets.
    fn steps(&mut self, text: &str, place: &impl Fn(&str) -> usize) -> Result<(), ParseError> {
        // The variations that are open, each with the entries before it.
        let mut open: Vec<(&str, Vec<RecordEntry>)> = vec![];
        let mut rest = text.trim_start_matches(is_between);
        while let Some(first) = rest.chars().next() {
            let at = place(rest);
            let length = match first {
                '"' => {
                    let Some((remark, length)) = quoted::read(rest) else {
                        return parse_error("the quote of a remark is not closed", at, "write `\"` at its end");
                    };
                    self.record.moves.push(RecordEntry::Remark(Excerpt { text: remark, at }));
                    length
                }
                '(' => {
                    if !self.record.moves.iter().any(|entry| matches!(entry, RecordEntry::Step(..))) {
                        let help = "write the move that was played before its variation: `C (D e) f`";
                        return parse_error("no move stands before this variation", at, help);
                    }
                    self.variations += 1;
                    if self.variations > MOST_VARIATIONS {
                        let message = format!("the record has more than {MOST_VARIATIONS} variations");
                        return parse_error(message, at, "write the others into another record");
                    }
                    open.push((rest, std::mem::take(&mut self.record.moves)));
                    1
                }
                ')' => {
                    let Some((began, before)) = open.pop() else {
                        return parse_error("this bracket closes no variation", at, "remove it, or open one with `(`");
                    };
                    let text = began[1..began.len() - rest.len()].to_string();
                    let inside = std::mem::replace(&mut self.record.moves, before);
                    let excerpt = Excerpt { text, at: place(began) };
                    self.record.moves.push(RecordEntry::Variation(excerpt, inside));
                    1
                }
                _ => {
                    let ends = |c: char| is_between(c) || matches!(c, '(' | ')');
                    let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
                    let bare = without_number(word);
                    for (start, word) in run_on(bare) {
                        self.step(word, place(bare) + start, None);
                    }
                    word.len()
                }
            };
            rest = rest[length..].trim_start_matches(is_between);
        }
        match open.pop() {
            None => Ok(()),
            Some((began, _)) => {
                parse_error("this variation is not closed", place(began), "write `)` at its end, on the same line")
            }
        }
    }

    fn step(&mut self, text: &str, at: usize, side: Option<Side>) {
        self.record.moves.push(RecordEntry::Step(Excerpt { text: text.to_string(), at }, side));
    }
}

/// The name and the value of a setting as a test has it: `pits to 6`.
pub fn setting_of_test(text: &str) -> Option<(&str, &str)> {
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [name, "to", value] => Some((name, value)),
        _ => None,
    }
}

/// Parses the quoted name of a player or an event.
fn name(key: &str, text: &str, place: &impl Fn(&str) -> usize) -> Result<String, ParseError> {
    match quoted::read(text) {
        Some((name, length)) if length == text.len() => Ok(name),
        _ => parse_error("the name stands between quotes", place(text), format!("write for example `{key} \"Ana\"`")),
    }
}

/// Parses the computer's side and level: `north medium`, `both 3turns-20%`.
fn computer(text: &str, place: &impl Fn(&str) -> usize) -> Result<RecordComputer, ParseError> {
    let (seat, level) = split_word(text);
    let side = match seat {
        "south" => Some(Side::South),
        "north" => Some(Side::North),
        "both" => None,
        _ => return parse_error(format!("`{seat}` is not a side"), place(text), "write `computer north medium`"),
    };
    if level.is_empty() || level.contains(char::is_whitespace) {
        return parse_error("a level is missing here", place(text), "write `computer north medium`");
    }
    Ok(RecordComputer { side, level: level.to_string() })
}

/// Whether a text is a day of the calendar: `2026-11-25`.
pub(crate) fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !parts.iter().all(is_number) || !parts.iter().map(|part| part.len()).eq([4, 2, 2]) {
        return false;
    }
    let [year, month, day] = [0, 1, 2].map(|at| parts[at].parse::<u32>().unwrap_or(0));
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// Whether a word is the keyword of a part.
pub(super) fn is_key(word: &str) -> bool {
    matches!(
        word,
        "game"
            | "set"
            | "rules"
            | "computer"
            | "event"
            | "date"
            | "clock"
            | "result"
            | "from"
            | "start"
            | "position"
            | "moves"
            | "play"
            | "expect"
            | "="
    )
}

/// Returns the first word of a text and the rest, if the word is short enough for a keyword. The limit keeps
/// a text of many parts from being scanned to its end for each part.
fn split_key(text: &str) -> (&str, &str) {
    const LONGEST: usize = "position".len();
    let is_short = text.char_indices().take(LONGEST + 1).any(|(_, c)| c.is_whitespace()) || text.len() <= LONGEST;
    if is_short { split_word(text) } else { ("", text) }
}

/// Returns the first word of a text and the trimmed rest.
fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, &text[text.len()..]));
    (word, rest.trim())
}

/// Returns the text after the keyword of a position. At the prompt the keyword is `position set`.
fn position_after<'a>(key: &str, text: &'a str) -> &'a str {
    match split_word(text) {
        ("set" | "show", rest) if key == "position" => rest,
        _ => text,
    }
}

/// Returns the end of a position without quotes: the `;` before `moves`, or the end of the text. A mark
/// named `moves` is followed by its owner.
fn position_end(text: &str) -> usize {
    let parts = text.match_indices(';').map(|(at, _)| at);
    let mut ends = parts.filter(|&at| {
        let (key, rest) = split_word(text[at + 1..].trim_start());
        matches!(key, "moves" | "play") && !matches!(split_word(rest).0, "south" | "north")
    });
    ends.next().unwrap_or(text.len())
}

/// Returns the end of a part: the first `;` outside of quotes, or the end of the text.
fn part_end(text: &str) -> usize {
    outside_of_quotes(text, ';').unwrap_or(text.len())
}

/// Removes the comment from a line.
pub fn uncommented(line: &str) -> &str {
    &line[..outside_of_quotes(line, '#').unwrap_or(line.len())]
}

fn outside_of_quotes(text: &str, wanted: char) -> Option<usize> {
    let mut at = 0;
    while let Some(next) = text[at..].find([wanted, '"']) {
        let here = at + next;
        if text[here..].starts_with(wanted) {
            return Some(here);
        }
        at = here + quoted::length(&text[here..]).unwrap_or(1);
    }
    None
}

/// Removes shell quotes around a text.
fn unwrapped(text: &str) -> &str {
    let inner = |quote| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    inner('\'').or_else(|| inner('"').filter(|text| !text.contains('"'))).unwrap_or(text)
}
