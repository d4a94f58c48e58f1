//! One reader for all that is printed of a game: records, shared lines, positions, the lines of tests, of
//! transcripts and of the prompt. The prompt, `load`, `replay`, `--moves` and `--from` all read by it.
//!
//! | line | what it is |
//! |---|---|
//! | `game boola`, `set pits=6`, `rules HASH`, `from POSITION`, `moves E-1 b` | a record |
//! | `boola pits=6; from POSITION; moves E-1 b`, `uur play 'boola; K-1'` | a shared game |
//! | `position "POSITION"`, `with pits 6`, `play E-1 b` | a test |
//! | `start POSITION`, `1 South E-1`, `  = POSITION` | a transcript |
//! | `South> E-1`, `South E-1: 2 seeds to a` | the prompt and its answer |
//! | `south 0 3 3; north 0 3 3`, `E-1, b` | a position, moves |
//!
//! A line may hold several of these with `;` between them. A position has `;` itself: it goes on to the
//! end of the line, or to a part that begins with `moves`.

use super::record::{Excerpt, MARK, Record, RecordEntry};
use super::{ParseError, quoted, unreadable, words};
use crate::rules::Side;

/// What a text may begin with beside lines that say what they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bare {
    /// Nothing: a file. Moves and whole positions can still be told from other lines.
    Nothing,
    /// Moves.
    Moves,
    /// Parts of a position.
    Position,
    /// The name of a game.
    Game,
}

/// Reads what is written of a game. What it does not tell is left out in the record: its game may be
/// unnamed.
///
/// # Errors
/// If a line is none of those above, or tells what cannot stand there.
pub fn read(text: &str, bare: Bare) -> Result<Record, ParseError> {
    let mut reader = Reader { record: Record::default(), bare, telling: false };
    let mut at = 0;
    for line in text.split('\n') {
        reader.line(line, at)?;
        at += line.len() + 1;
    }
    Ok(reader.record)
}

/// Whether a line at the prompt is one that something has printed, and no command or bare moves.
pub fn is_printed(line: &str) -> bool {
    let line = without_prompt(line).trim();
    let mut words = line.split_whitespace();
    let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let told = SKIPPED.iter().any(|known| line.starts_with(known)) || is_round(line);
    let of_record = matches!(first, "game" | "from" | "start" | "with" | "expect" | "=");
    let rules = first == "rules" && is_hash(second);
    let shared = first == "uur" && matches!(second, "play" | "replay");
    told || of_record || rules || shared || seat(line).is_some() || numbered(line).is_some() || is_position(line)
}

/// Whether a line after one of [`is_printed`] only tells what happened, as transcripts and the prompt do.
pub fn is_told(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or("");
    let indented = line.starts_with("  ") && !matches!(first, "=" | "play" | "position" | "with" | "moves" | "from");
    line.starts_with("> ") || indented
}

/// Whether lines may follow a printed line that tell what happened: see [`is_told`].
pub fn tells_more(line: &str) -> bool {
    is_round(line) || numbered(line).is_some() || seat(line).is_some()
}

/// Whether every word of a text has the form of a move, a lot or seeds laid out.
pub fn are_steps(text: &str) -> bool {
    let mut words = steps(text).peekable();
    words.peek().is_some() && words.all(|word| is_step(word.1))
}

/// A line without the prompt before it: `South> C` is `C`.
pub fn without_prompt(line: &str) -> &str {
    let prompts = ["South> ", "North> ", "uur> ", "over> ", "South's sign> ", "North's sign> "];
    prompts.iter().find_map(|prompt| line.trim_start().strip_prefix(prompt)).unwrap_or(line)
}

/// Lines of a transcript that say nothing that the moves do not.
const SKIPPED: [&str; 5] = ["sown clockwise", "sown counterclockwise", "over: ", "match over: ", "the game goes on"];

fn is_round(line: &str) -> bool {
    line.strip_prefix("round ").is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Whether a word is a hash of rules: this is what tells `rules HASH` from the command `rules`.
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
    let letter = pit.len() == 1 && pit.bytes().all(|byte| byte.is_ascii_alphabetic());
    let choices = !decided.is_empty() && decided.bytes().all(|b| b.is_ascii_alphabetic() || b == b'+' || b == b'-');
    (letter || digits(pit) || pit.eq_ignore_ascii_case("store")) && digits(leaving) && choices
}

/// The words of steps, with blanks or commas between them, and where they begin.
fn steps(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    words.map(move |word| (word.as_ptr() as usize - start, word))
}

/// Whether a line is a position: its first part is a row of numbers, or says who is to move.
fn is_position(line: &str) -> bool {
    let mut words = line.split(';').next().unwrap_or("").split_whitespace();
    let side = matches!(words.next(), Some("south" | "north"));
    let second = words.next().unwrap_or("");
    side && (second.starts_with(|c: char| c.is_ascii_digit()) || second == "to" && words.next() == Some("move"))
}

/// The player and the step of a line such as `South K-1: 2 seeds to a`, or `South K-1` alone.
fn seat(line: &str) -> Option<(Side, &str)> {
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

/// The rest of a numbered line of a transcript: `1 South E-1`, `2 lot @south`, `1. South E-1`.
fn numbered(line: &str) -> Option<&str> {
    let (number, rest) = line.split_once(' ')?;
    let number = number.strip_suffix('.').unwrap_or(number);
    let rest = rest.trim_start();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let lot = rest.strip_prefix("lot ").map(str::trim_start).filter(|lot| lot.starts_with('@'));
    let laid = Some(rest).filter(|laid| laid.starts_with('@') && laid.contains('='));
    let seated = Some(rest).filter(|seated| seat(seated).is_some());
    lot.or(laid).or(seated).filter(|_| is_number)
}

struct Reader {
    record: Record,
    bare: Bare,
    /// Whether the last line told a move, so that what follows may tell what happened.
    telling: bool,
}

impl Reader {
    /// Reads a line that begins at that byte of the text.
    fn line(&mut self, line: &str, at: usize) -> Result<(), ParseError> {
        let start = line.as_ptr() as usize - at;
        let place = |part: &str| part.as_ptr() as usize - start;
        let line = line.strip_prefix(MARK).filter(|_| at == 0).unwrap_or(line);
        let told = self.telling && (is_told(line) || !is_printed(line) && line.starts_with(['S', 'N', 'R']));
        let content = without_prompt(uncommented(line)).trim();
        if is_round(content) {
            self.telling = true;
            return Ok(());
        }
        if content.is_empty() || told && !is_step(content) {
            return Ok(());
        }
        if SKIPPED.iter().any(|known| content.starts_with(known)) {
            return Ok(());
        }
        let content = numbered(content).unwrap_or(content);
        self.telling = seat(content).is_some() || content.starts_with('@');
        if let Some((side, step)) = seat(content) {
            self.step(step, place(step), Some(side));
            return Ok(());
        }
        let shared = ["uur play ", "uur replay "].iter().find_map(|command| content.strip_prefix(command));
        if let Some(line) = shared {
            self.bare = Bare::Game;
            return self.parts(unwrapped(line.trim()), &place);
        }
        self.parts(content, &place)
    }

    /// Reads parts of a line with `;` between them.
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
            // Where the part has ended, counted in the line.
            let used = end - place(line);
            match line[used..].trim_start().strip_prefix(';') {
                Some(further) => rest = further,
                None if line[used..].trim().is_empty() => return Ok(()),
                None => {
                    let further = line[used..].trim_start();
                    return unreadable(
                        "the line continues after its end",
                        place(further),
                        "write `;` between two parts",
                    );
                }
            }
        }
    }

    /// Reads a position, quoted or not; gives the byte of the text at which it ends.
    fn position(&mut self, key: &str, text: &str, place: &impl Fn(&str) -> usize) -> Result<usize, ParseError> {
        let (inner, end) = match quoted::length(text) {
            Some(length) => (&text[1..length - 1], length),
            None if text.starts_with('"') => {
                return unreadable("the quote is not closed", place(text), "write `\"` at the end of the position");
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
            return unreadable(
                "a position is missing here",
                place(text),
                "write for example `from south 4 4; north 4 4`",
            );
        } else if self.record.from.is_some() {
            return unreadable("this is the second position", place(inner), "a game begins from one position");
        } else if !self.record.moves.is_empty() {
            return unreadable("a position stands after moves", place(inner), "write it before the moves");
        } else {
            self.record.from = Some(excerpt);
        }
        Ok(place(text) + end)
    }

    /// Reads a part that is no position.
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
            "rules" => return unreadable(format!("`{rest}` is not a hash of rules"), place(rest), "it has 16 digits"),
            "set" => self.settings(rest, place)?,
            "with" => match split_word(rest) {
                (name, value) if !value.is_empty() && !value.contains(char::is_whitespace) => {
                    self.record.settings.insert(name.to_string(), value.to_string());
                }
                _ => return unreadable("`with` needs a parameter and its value", place(part), "write `with pits 6`"),
            },
            "expect" => {
                return unreadable(
                    "`expect` belongs to a test, and plays nothing",
                    place(part),
                    "take the lines `with`, `position` and `play` of the test; `uur test` runs it whole",
                );
            }
            "moves" | "play" => self.steps(rest, place),
            _ if self.bare != Bare::Moves && !steps(part).next().is_some_and(|(_, word)| is_step(word)) => {
                return unreadable(
                    format!("no line of a record begins with `{key}`"),
                    place(part),
                    "its lines begin with game, set, rules, from or moves",
                );
            }
            _ => self.steps(part, place),
        }
        Ok(())
    }

    /// Reads a game's name, to the end of the text or, in a shared line, to its settings; gives the rest.
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
            return unreadable("this is a rule file, not a record", place(text), "a record names its game: game boola");
        }
        if name.is_empty() {
            return unreadable("the game has no name here", place(text), "write for example `game boola`");
        }
        if !self.record.game.is_empty() {
            return unreadable("this is the second game", place(text), "a record holds one game");
        }
        self.record.game = name;
        Ok(rest)
    }

    fn settings(&mut self, text: &str, place: &impl Fn(&str) -> usize) -> Result<(), ParseError> {
        for (at, setting) in words(text) {
            match setting.split_once('=') {
                Some((name, value)) if !name.is_empty() && !value.is_empty() => {
                    self.record.settings.insert(name.to_string(), value.to_string());
                }
                _ => return unreadable(format!("`{setting}` sets nothing"), place(text) + at, "write NAME=VALUE"),
            }
        }
        Ok(())
    }

    fn steps(&mut self, text: &str, place: &impl Fn(&str) -> usize) {
        for (at, word) in steps(text) {
            self.step(word, place(text) + at, None);
        }
    }

    fn step(&mut self, text: &str, at: usize, side: Option<Side>) {
        self.record.moves.push(RecordEntry::Step(Excerpt { text: text.to_string(), at }, side));
    }
}

/// Words with which a part says what it is.
pub(super) fn is_key(word: &str) -> bool {
    matches!(
        word,
        "game" | "set" | "rules" | "from" | "start" | "position" | "moves" | "play" | "with" | "expect" | "="
    )
}

/// The first word of a text and the rest, if the word is short enough for a key. A text of many parts is not
/// read to its end for each.
fn split_key(text: &str) -> (&str, &str) {
    const LONGEST: usize = "position".len();
    let is_short = text.char_indices().take(LONGEST + 1).any(|(_, c)| c.is_whitespace()) || text.len() <= LONGEST;
    if is_short { split_word(text) } else { ("", text) }
}

/// The first word of a text, and the rest without the blanks around it.
fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, &text[text.len()..]));
    (word, rest.trim())
}

/// What follows the word that announces a position; the prompt writes `position set`.
fn position_after<'a>(key: &str, text: &'a str) -> &'a str {
    match split_word(text) {
        ("set" | "show", rest) if key == "position" => rest,
        _ => text,
    }
}

/// Where a position without quotes ends: at the `;` before `moves`, or with the text. A mark may be called
/// `moves` as well, but after it comes its owner.
fn position_end(text: &str) -> usize {
    let parts = text.match_indices(';').map(|(at, _)| at);
    let mut ends = parts.filter(|&at| {
        let (key, rest) = split_word(text[at + 1..].trim_start());
        matches!(key, "moves" | "play") && !matches!(split_word(rest).0, "south" | "north")
    });
    ends.next().unwrap_or(text.len())
}

/// Where a part ends: at the first `;` outside of quotes, or with the text.
fn part_end(text: &str) -> usize {
    outside_of_quotes(text, ';').unwrap_or(text.len())
}

/// A line without its comment.
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

/// A text without the quotes of a shell around it.
fn unwrapped(text: &str) -> &str {
    let inner = |quote| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    inner('\'').or_else(|| inner('"').filter(|text| !text.contains('"'))).unwrap_or(text)
}
