//! Splits a text into games, and these into moves, remarks, variations and results.

use super::ForeignFormat;
use crate::check::Settings;
use crate::game::Game;
use crate::notation::reader::{self, MOST_VARIATIONS};
use crate::notation::{ParseError, parse_error};

/// A game as it is written.
#[derive(Debug, Default)]
pub struct RawGame<'a> {
    /// Where it begins.
    pub at: usize,
    pub tags: Vec<Tag<'a>>,
    /// The position from which it begins, in the format's notation.
    pub start: Option<(String, usize)>,
    pub parts: Vec<Part<'a>>,
    pub result: Option<(&'a str, usize)>,
    /// The size of the board, as parameters.
    pub settings: Settings,
    /// The number of variations.
    variations: usize,
}

/// A tag such as `[White "Ana"]`.
#[derive(Debug)]
pub struct Tag<'a> {
    name: &'a str,
    pub value: String,
    pub at: usize,
}

impl Tag<'_> {
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Whether the value is more than a question mark.
    pub fn says_something(&self) -> bool {
        !self.value.trim().is_empty() && !self.value.contains('?')
    }

    /// Whether the tag says that the record is not of this game.
    pub fn names_other_than(&self, game: &Game) -> bool {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
        let stated: String = letters(&self.value);
        let about = &game.rules.about;
        let mut names = [&about.name].into_iter().chain(&about.names).map(|name| -> String { letters(name) });
        let is_named = ["Variant", "Game"].iter().any(|name| self.is(name)) && self.says_something();
        // What chess servers write says nothing of the rules.
        let is_common = stated.is_empty() || matches!(stated.as_str(), "standard" | "fromposition");
        is_named && !is_common && !names.any(|name| stated.contains(&name) || name.contains(&stated))
    }
}

/// A part of the course of a game, with its place.
#[derive(Debug)]
pub enum Part<'a> {
    Move(&'a str, usize),
    Remark(String, usize),
    /// A position, seen by the player to move.
    State(String, usize),
    Open(usize),
    Close,
}

/// Returns the format that a text has, also if it is not whole.
pub fn format_of(text: &str) -> Option<ForeignFormat> {
    let text = without_comments(text);
    if is_json(text) {
        return Some(ForeignFormat::Kaggle);
    }
    if text.lines().take(20).any(|line| kgp_words(line).is_some_and(|words| matches!(words[0], "kgp" | "state"))) {
        return Some(ForeignFormat::Kgp);
    }
    let is_tagged = text.strip_prefix('[').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()));
    // A tag or a remark that is not closed is an error in each of these formats.
    let Ok(games) = pgn(text) else { return is_tagged.then_some(ForeignFormat::Ogn) };
    let words: Vec<&str> = games.iter().flat_map(|game| &game.parts).filter_map(word).take(12).collect();
    type IsMove = fn(&str) -> bool;
    let fits: [(ForeignFormat, IsMove); 5] = [
        (ForeignFormat::PlayStrategy, |word| uci(word).is_some()),
        (ForeignFormat::Toguz, |word| pair(word).is_some()),
        (ForeignFormat::OpenSpiel, |word| word.bytes().all(|byte| byte.is_ascii_digit())),
        (ForeignFormat::Bao, super::bao::is_move),
        // Letters alone are moves of uur, too, but not without blanks, and not with what they win.
        (ForeignFormat::Ogn, |word| ogn(word).is_some()),
    ];
    let fitting = |is: IsMove| words.iter().filter(|word| is(word)).count();
    let (format, most) =
        fits.into_iter().map(|(format, is)| (format, fitting(is))).rev().max_by_key(|(_, most)| *most)?;
    let is_ogn = || runs_on(text) || words.iter().any(|word| word.contains('+'));
    let is_certain = !words.is_empty() && most == words.len() && (format != ForeignFormat::Ogn || is_ogn());
    // Of a game with tags some moves may be wrong.
    (is_certain || is_tagged).then_some(format)
}

/// Whether a text begins with letters without blanks between them.
fn runs_on(text: &str) -> bool {
    text.split_whitespace()
        .map(reader::without_number)
        .find(|word| !word.is_empty())
        .is_some_and(|word| reader::run_on(word).count() > 1)
}

fn word<'a>(part: &Part<'a>) -> Option<&'a str> {
    match part {
        Part::Move(word, _) => Some(word),
        _ => None,
    }
}

/// The pit and the number of seeds of a move such as `a+2`.
pub fn ogn(word: &str) -> Option<(&str, Option<u16>)> {
    let (pit, seeds) = match word.split_once('+') {
        Some((pit, seeds)) => (pit, Some(seeds.parse().ok()?)),
        None => (word, None),
    };
    (pit.len() == 1 && pit.bytes().all(|byte| matches!(byte.to_ascii_uppercase(), b'A'..=b'H'))).then_some((pit, seeds))
}

/// The two pits of a move such as `c1d2`: the number of the column from South's left and the row, 1 or 2.
pub fn uci(word: &str) -> Option<[(u8, u8); 2]> {
    let [from, row, to, other] = *word.as_bytes() else { return None };
    let pit = |column: u8, row: u8| {
        (column.is_ascii_lowercase() && matches!(row, b'1' | b'2')).then(|| (column - b'a', row - b'0'))
    };
    Some([pit(from, row)?, pit(to, other)?])
}

/// The pits of a move such as `76`, and what stands behind them.
pub fn pair(word: &str) -> Option<(u8, u8, &str)> {
    let (digits, rest) = word.split_at_checked(2)?;
    let [from, to] = *digits.as_bytes() else { return None };
    let known = rest.is_empty() || is_mark(rest) || rest.starts_with('(') && rest.ends_with(')');
    (known && matches!((from, to), (b'1'..=b'9', b'1'..=b'9'))).then(|| (from - b'0', to - b'0', rest))
}

/// Whether a sign tells that a pit became a tuzdik. Sheets have it in Latin or Cyrillic letters.
pub fn is_mark(sign: &str) -> bool {
    matches!(sign, "x" | "X" | "х" | "Х")
}

/// Splits a text into games.
pub fn games(text: &str, format: ForeignFormat) -> Result<Vec<RawGame<'_>>, ParseError> {
    match format {
        ForeignFormat::Kgp => kgp(text).map(|game| vec![game]),
        ForeignFormat::Kaggle => {
            let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
            let parts = actions(text)?.into_iter().map(|word| Part::Move(word, place(word))).collect();
            Ok(vec![RawGame { parts, ..RawGame::default() }])
        }
        ForeignFormat::OpenSpiel => {
            // Lists may stand in brackets.
            let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']');
            let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
            let words = lines.flat_map(|line| line.split(is_between)).filter(|word| !word.is_empty());
            let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
            let parts: Vec<Part> = words.map(|word| Part::Move(word, place(word))).collect();
            Ok(if parts.is_empty() { vec![] } else { vec![RawGame { parts, ..RawGame::default() }] })
        }
        ForeignFormat::Ogn | ForeignFormat::Toguz | ForeignFormat::PlayStrategy | ForeignFormat::Bao => pgn(text),
    }
}

/// Splits a text with the tags, remarks in braces and variations in brackets of PGN into games.
fn pgn(text: &str) -> Result<Vec<RawGame<'_>>, ParseError> {
    let mut games: Vec<RawGame> = vec![];
    let mut game = RawGame::default();
    let mut open: Vec<usize> = vec![];
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let line_end = || rest.find('\n').unwrap_or(rest.len());
        at += match first {
            '[' => {
                if !game.parts.is_empty() || game.result.is_some() {
                    games.push(std::mem::take(&mut game));
                    game.at = at;
                }
                tag(rest, at, &mut game)?
            }
            '{' => {
                let Some(end) = rest.find('}') else {
                    return parse_error("the remark is not closed", at, "write `}` at its end");
                };
                game.remark(&rest[1..end], at);
                end + 1
            }
            '(' => {
                open.push(at);
                game.variations += 1;
                if game.variations > MOST_VARIATIONS {
                    let message = format!("the game has more than {MOST_VARIATIONS} variations");
                    return parse_error(message, at, "write the others into another record");
                }
                game.parts.push(Part::Open(at));
                1
            }
            ')' => {
                if open.pop().is_none() {
                    return parse_error("this bracket closes no variation", at, "remove it, or open one with `(`");
                }
                game.parts.push(Part::Close);
                1
            }
            // The rest of the line, as a remark.
            ';' => {
                let end = line_end();
                game.remark(&rest[1..end], at);
                end
            }
            '#' => line_end(),
            _ if first.is_whitespace() || first == ',' || first == '\u{feff}' => first.len_utf8(),
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}' | '[' | ']');
                let word = &rest[..rest.find(ends).unwrap_or(rest.len()).max(first.len_utf8())];
                // A bracket belongs to a word if it is opened in it, as in `87(10)`.
                let mut opened = 0;
                let closes_variation = |c: char| {
                    opened += i32::from(c == '(') - i32::from(c == ')');
                    opened < 0
                };
                let word = word.find(closes_variation).map_or(word, |end| &word[..end]);
                game.word(word, at);
                word.len().max(first.len_utf8())
            }
        };
    }
    if let Some(at) = open.pop() {
        return parse_error("this variation is not closed", at, "write `)` at its end");
    }
    if !game.parts.is_empty() || game.result.is_some() || !game.tags.is_empty() {
        games.push(game);
    }
    Ok(games)
}

impl<'a> RawGame<'a> {
    /// Takes a remark.
    fn remark(&mut self, text: &str, at: usize) {
        let remark = text.split_whitespace().collect::<Vec<_>>().join(" ");
        // What PlayOK adds to a result, and times on clocks, are no remarks.
        if !remark.is_empty() && remark != "zero" && !remark.starts_with("[%") {
            self.parts.push(Part::Remark(remark, at));
        }
    }

    /// Takes a word: a number, a result, or moves.
    fn word(&mut self, word: &'a str, at: usize) {
        let bare = reader::without_number(word);
        let at = at + word.len() - bare.len();
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
        let is_result = matches!(bare, "*" | "1/2-1/2" | "½-½")
            || bare.split_once('-').is_some_and(|(one, other)| digits(one) && digits(other));
        if bare.is_empty() || bare.starts_with('$') || bare.bytes().all(|byte| matches!(byte, b'!' | b'?')) {
            return;
        }
        if is_result {
            self.result = Some((bare, at));
            return;
        }
        let moves = bare.trim_end_matches(['!', '?']);
        self.parts.extend(reader::run_on(moves).map(|(start, word)| Part::Move(word, at + start)));
    }
}

/// Reads a tag such as `[White "Ana"]`, and returns its length.
fn tag<'a>(text: &'a str, at: usize, game: &mut RawGame<'a>) -> Result<usize, ParseError> {
    let line = &text[..text.find('\n').unwrap_or(text.len())];
    let help = "a tag is written like [White \"Ana\"]";
    let Some((name, rest)) = line[1..].trim_start().split_once(char::is_whitespace) else {
        return parse_error("this tag has no value", at, help);
    };
    let Some((value, end)) = rest.trim_start().strip_prefix('"').and_then(|rest| {
        let end = rest.rfind("\"]").or_else(|| rest.trim_end().rfind('"'))?;
        Some((&rest[..end], end))
    }) else {
        return parse_error("the value of this tag stands between quotes", at, help);
    };
    let begins = value.as_ptr() as usize - text.as_ptr() as usize;
    let length = line[begins + end..].find(']').map_or(line.len(), |close| begins + end + close + 1);
    let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
    if name.eq_ignore_ascii_case("FEN") {
        game.start = Some((value.clone(), at));
    }
    game.tags.push(Tag { name, value, at });
    Ok(length)
}

/// The words of a line of the Kalah Game Protocol without its number; `None` of an empty line.
fn kgp_words(line: &str) -> Option<Vec<&str>> {
    // Logs name who says it: `s: 2 state <…>`.
    let bare = line.trim().trim_start_matches("s:").trim_start_matches("c:").trim_start();
    let bare = match bare.split_once(' ') {
        Some((number, rest)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit() || b == b'@') => rest,
        _ => bare,
    };
    let words: Vec<&str> = bare.split_whitespace().collect();
    (!words.is_empty()).then_some(words)
}

/// Reads a session of the Kalah Game Protocol: states, each followed by the moves that were considered, of which the
/// last one counts.
fn kgp(text: &str) -> Result<RawGame<'_>, ParseError> {
    let mut game = RawGame::default();
    let mut chosen: Option<(&str, usize)> = None;
    for line in text.lines() {
        let Some(words) = kgp_words(line) else { continue };
        let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        match words[0] {
            "state" => {
                game.parts.extend(chosen.take().map(|(word, at)| Part::Move(word, at)));
                let (state, at) = (words[1..].concat(), place(words[0]));
                let size = state.trim_matches(['<', '>']).split(',').next().unwrap_or("").to_string();
                if game.start.is_none() {
                    game.settings.insert("pits".to_string(), size);
                    game.start = Some((state, at));
                } else {
                    game.parts.push(Part::State(state, at));
                }
            }
            "move" => match words.get(1) {
                Some(word) if game.start.is_some() => chosen = Some((word, place(word))),
                Some(word) => {
                    return parse_error("a move stands before the first state", place(word), "begin with a state");
                }
                None => return parse_error("a move has a number", place(words[0]), "write for example `move 3`"),
            },
            _ => {}
        }
    }
    game.parts.extend(chosen.map(|(word, at)| Part::Move(word, at)));
    Ok(game)
}

/// Whether a text is meant as JSON.
fn is_json(json: &str) -> bool {
    json.starts_with('{') || json.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(['"', '{']))
}

/// A text without the comments before it.
fn without_comments(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if !rest.starts_with('#') {
            return rest;
        }
        rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
    }
}

/// The actions of a replay in JSON, or of a list.
fn actions(text: &str) -> Result<Vec<&str>, ParseError> {
    #[derive(serde::Deserialize)]
    struct Replay<'a> {
        #[serde(borrow)]
        info: Info<'a>,
    }
    #[derive(serde::Deserialize)]
    struct Info<'a> {
        #[serde(borrow, rename = "actionHistory")]
        actions: Vec<&'a str>,
    }
    let json = without_comments(text);
    let read = match json.starts_with('{') {
        true => serde_json::from_str(json).map(|replay: Replay| replay.info.actions),
        false => serde_json::from_str(json),
    };
    read.map_err(|error| {
        let line: usize = json.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let mut at = text.len() - json.len() + (line + error.column().saturating_sub(1)).min(json.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let why = if error.is_eof() { "it ends too early".to_string() } else { error.to_string() };
        ParseError {
            message: format!("the replay cannot be read: {why}"),
            at,
            help: "write the list of actions, or the whole replay, whose `info` has an `actionHistory`".to_string(),
        }
    })
}
