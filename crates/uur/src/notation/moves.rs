//! Parses and prints pits and moves.

use super::{ParseError, parse_error};
use crate::diagnostic::join;
use crate::engine::{Choice, Choices, MOST_CHOICES, Move, Pit, Program};
use crate::rules::{Side, Way};

/// The name of a pit: its letter, upper case for South, lower case for North; or the owner of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PitName {
    /// A pit's letter, and the number of strokes behind it.
    Letter(char, u8),
    /// A player's store.
    Store(Side),
}

impl std::fmt::Display for PitName {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            PitName::Letter(letter, row) => write!(f, "{letter}{}", "'".repeat((*row).into())),
            PitName::Store(side) => write!(f, "{}'s store", side.title()),
        }
    }
}

impl serde::Serialize for PitName {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for PitName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PitName".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }

    fn inline_schema() -> bool {
        true
    }
}

/// Returns the name of a pit or of a store on the path of sowing.
pub fn pit_name(program: &Program, pit: Pit) -> PitName {
    if let Some(side) = pit.store_of() {
        return PitName::Store(side);
    }
    let layout = program.layout();
    let letter = char::from(b'A' + layout.letter(pit));
    let letter = match layout.side(pit) {
        Side::South => letter,
        Side::North => letter.to_ascii_lowercase(),
    };
    PitName::Letter(letter, layout.spot(pit).strokes)
}

/// Parses a pit of one player: its letter, or its number from the player's own end. The case of the letter
/// matters only where the players also play from each other's pits.
///
/// # Errors
/// Returns an error if the board has no such pit.
pub fn read_pit(program: &Program, side: Side, text: &str) -> Result<Pit, ParseError> {
    let letter = text.trim_end_matches('\'');
    let row = text.len() - letter.len();
    let mut letters = letter.chars();
    let side = match text.chars().next() {
        Some(letter) if program.facts().any_half && letter.is_ascii_lowercase() => Side::North,
        Some(letter) if program.facts().any_half && letter.is_ascii_uppercase() => Side::South,
        _ => side,
    };
    let layout = program.layout();
    let number = match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => {
            let strokes = u8::try_from(row).unwrap_or(u8::MAX);
            let pit = layout.named(Side::South, letter.to_ascii_uppercase() as u8 - b'A', strokes);
            pit.map(|pit| layout.number(pit).into())
        }
        _ => text
            .parse::<u32>()
            .ok()
            .filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|number| number.checked_sub(1)),
    };
    match number {
        Some(number) if number < u32::from(program.layout().span()) => Ok(program.layout().pit(side, number as u8)),
        _ => parse_error(format!("there is no pit `{text}`"), 0, pit_help(program, side, text)),
    }
}

/// Tells how pits are written: which there are, or what to do with the notation of another program.
fn pit_help(program: &Program, side: Side, text: &str) -> String {
    let (digits, letters) = (text.contains(|c: char| c.is_ascii_digit()), text.contains(char::is_alphabetic));
    let first = text.chars().next().unwrap_or('?');
    if let Some(apart) = pits_apart(program, text) {
        format!("write blanks between pits: {apart}")
    } else if digits && letters && (is_letter_of_pit(program, first) || first.is_ascii_digit()) {
        format!("write one letter or one number for the pit: {}", pits_of(program, side))
    } else if digits {
        format!("{}, or 1 to {}", pits_of(program, side), program.layout().span())
    } else {
        pits_of(program, side)
    }
}

fn is_letter_of_pit(program: &Program, letter: char) -> bool {
    letter.is_ascii_alphabetic() && letter.to_ascii_uppercase() as u8 - b'A' < program.layout().plan().letters()
}

/// Returns the letters of several pits with blanks between them, if a text is that and nothing else: `FfB` is `F f B`.
pub fn pits_apart(program: &Program, text: &str) -> Option<String> {
    let are_pits = text.len() > 1 && text.chars().all(|letter| is_letter_of_pit(program, letter));
    are_pits.then(|| text.chars().map(String::from).collect::<Vec<_>>().join(" "))
}

/// Lists the pits of a player: `South's pits are A to H and A' to H'`.
fn pits_of(program: &Program, side: Side) -> String {
    let layout = program.layout();
    let side = if layout.is_shared() { Side::South } else { side };
    let name = |pit: Option<&Pit>| pit.map_or_else(String::new, |&pit| pit_name(program, pit).to_string());
    let rows: Vec<String> = layout
        .lines(side)
        .iter()
        .map(|line| match line.len() {
            1 => name(line.first()),
            _ => format!("{} to {}", name(line.first()), name(line.last())),
        })
        .collect();
    let owner = if layout.is_shared() { "the".into() } else { format!("{}'s", side.title()) };
    format!("{owner} pits are {}", join(&rows, "and"))
}

/// Parses a move of the player to move: a pit; after `-`, the number of seeds that stay in it; `>` or `<`
/// for sowing toward later or earlier letters; and after `:` the decisions of the move, `+` and `-` for yes
/// and no and the letters of pits. `store` is the mover's store, `swap` turns the board.
///
/// The letter of the pit has the case of its row: `A` is South's and `a` is North's. A letter of the other
/// case names a pit that the mover cannot lift; [`in_case_of`] converts it.
///
/// # Errors
/// Returns an error if the text is not a move on this board, or its letter belongs to the other player. It
/// does not check whether the move is legal.
pub fn read_move(program: &Program, side: Side, text: &str) -> Result<Move, ParseError> {
    if text == "swap" {
        return Ok(Move::SWAP);
    }
    if text == "pass" {
        return parse_error(
            "a pass is not written",
            0,
            "a player passes as soon as the rules require it: leave it out",
        );
    }
    if let Some(meant) = respelt_move(text).filter(|_| !text.ends_with(':')) {
        return parse_error(format!("`{text}` is not a move"), 0, format!("did you mean `{meant}`?"));
    }
    let (lift, decided) = match text.split_once(':') {
        None => (text, ""),
        Some((_, "")) => {
            return parse_error("nothing is decided after `:`", text.len(), "write for example A:+ or A:c");
        }
        Some(parts) => parts,
    };
    let (lift, way) = match (lift.strip_suffix('>'), lift.strip_suffix('<')) {
        (Some(lift), _) => (lift, Some(Way::Onward)),
        (_, Some(lift)) => (lift, Some(Way::Back)),
        _ => (lift, None),
    };
    if lift.ends_with(['>', '<']) {
        let pit = lift.trim_end_matches(['>', '<']);
        return parse_error(format!("`{text}` has two directions"), lift.len(), format!("write {pit}> or {pit}<"));
    }
    let (pit, leaving) = match lift.split_once('-') {
        None => (lift, None),
        Some((pit, leaving)) => match leaving.parse::<u8>() {
            Ok(leaving) if leaving > 0 => (pit, Some(leaving)),
            _ if leaving.contains('-') => {
                let apart = lift.replace('-', " ");
                let message = format!("`{text}` is not a move");
                return parse_error(message, 0, format!("write blanks between moves: {}", apart.trim()));
            }
            _ => {
                return parse_error(
                    format!("`{leaving}` is not a valid number of seeds to leave"),
                    pit.len() + 1,
                    "write for example K-1 to leave one seed in K",
                );
            }
        },
    };
    if pit.is_empty() {
        return parse_error(format!("`{text}` names no pit"), 0, "write for example A or A:+");
    }
    let own_store = pit.eq_ignore_ascii_case("store");
    let pit = if own_store { Pit::store(side) } else { read_pit(program, side, own_letter(program, side, pit)?)? };
    Ok(Move { pit, leaving, way, choices: read_choices(program, decided, text.len() - decided.len())? })
}

/// Returns a move with its decisions after one `:`, and with the strokes of the language instead of those of
/// print, if it was written another way: `A+` becomes `A:+`.
pub(crate) fn respelt_move(text: &str) -> Option<String> {
    let straight = text.replace(['’', '′', '`', '´', '"'], "'");
    let pit_end = straight.find(['+', '<', '>', ':']).unwrap_or(straight.len());
    let (pit, rest) = straight.split_at(pit_end);
    let after_way = rest.trim_start_matches(['<', '>']);
    let way = &rest[..rest.len() - after_way.len()];
    let decisions = after_way.replace(':', "");
    let colon = if decisions.is_empty() { "" } else { ":" };
    let meant = format!("{pit}{way}{colon}{decisions}");
    let name = pit.split(['\'', '-']).next().unwrap_or("");
    let is_pit = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (meant != text && is_pit && way.len() < 2).then_some(meant)
}

/// Checks that the letter of a pit in a move does not belong to the other player.
fn own_letter<'a>(program: &Program, side: Side, pit: &'a str) -> Result<&'a str, ParseError> {
    match in_case_of(program, side, pit) {
        Some(own) => {
            let help = format!("{}'s pit is written `{own}`", side.title());
            let owner = side.other().title();
            parse_error(format!("`{pit}` is a pit of {owner}, but {} is to move", side.title()), 0, help)
        }
        None => Ok(pit),
    }
}

/// Returns a move with its letter in the mover's case, if it was written in the other player's. Returns
/// `None` if the letter is correct or names no pit, if the pit is given by its number, or if both players
/// play from all pits.
pub fn in_case_of(program: &Program, side: Side, text: &str) -> Option<String> {
    let (letter, rest) = text.split_at_checked(1)?;
    let alone = !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    let is_pit = letter.as_bytes()[0].to_ascii_uppercase().wrapping_sub(b'A') < program.layout().plan().letters();
    let own = match side {
        Side::South => letter.to_ascii_uppercase(),
        Side::North => letter.to_ascii_lowercase(),
    };
    (alone && is_pit && own != letter && !program.facts().any_half).then(|| own + rest)
}

fn read_choices(program: &Program, text: &str, at: usize) -> Result<Choices, ParseError> {
    let mut choices = Choices::NONE;
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let number = text.len() - rest.len();
        let strokes = rest[sign.len_utf8()..].chars().take_while(|c| *c == '\'').count();
        let (name, after) = rest.split_at(sign.len_utf8() + strokes);
        rest = after;
        let choice = match name {
            "+" => Choice::Yes,
            "-" => Choice::No,
            name => {
                let side = if sign.is_ascii_lowercase() { Side::North } else { Side::South };
                let pit = read_pit(program, side, name).map_err(|error| ParseError {
                    message: format!("`{name}` is not a decision"),
                    at: at + number,
                    help: format!("`+` is yes, `-` is no, and a letter is a pit: {}", error.help),
                })?;
                Choice::Pit(pit)
            }
        };
        if !choices.push(choice) {
            let help = format!("a move has room for {MOST_CHOICES} decisions");
            return parse_error("there is one decision too many", at + number, help);
        }
    }
    Ok(choices)
}

/// Prints a move.
pub fn write_move(program: &Program, m: Move) -> String {
    if m == Move::SWAP {
        return "swap".into();
    }
    let mut text = match pit_name(program, m.pit) {
        name @ PitName::Letter(..) => name.to_string(),
        PitName::Store(_) => "store".to_string(),
    };
    text += &m.leaving.map_or_else(String::new, |leaving| format!("-{leaving}"));
    text += match m.way {
        None => "",
        Some(Way::Onward) => ">",
        Some(Way::Back) => "<",
    };
    text + &write_choices(program, m.choices)
}

/// Prints the decisions of a move: nothing, or `:` and the decisions.
fn write_choices(program: &Program, choices: Choices) -> String {
    let mut text = String::from(if choices.is_empty() { "" } else { ":" });
    choices.iter().for_each(|choice| text += &write_choice(program, choice));
    text
}

/// Prints a decision: `+` is yes, `-` is no, and a letter is a pit.
pub fn write_choice(program: &Program, choice: Choice) -> String {
    match choice {
        Choice::Yes => "+".to_string(),
        Choice::No => "-".to_string(),
        Choice::Pit(pit) => pit_name(program, pit).to_string(),
    }
}
