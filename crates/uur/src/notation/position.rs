//! Parses and prints positions. A position is one line of text:
//!
//! ```text
//! south 2 0 5 1 0 3; north 4 4 0 0 2 6; captured 12 9; uur south F a; closed e f; north to move
//! ```
//!
//! On a board of more rows, `/` separates the rows of a player, the front row first: `south 0 2 / 2 2`.
//!
//! A row that belongs to neither player is called the board: `board 4 4 4 4 4 4 4`.
//!
//! Both players' rows are required. By default nothing is captured, no pit is marked or closed, and South is to
//! move. The parts can be in any order.

use std::fmt;

use super::elsewhere::ForeignPosition;
use super::{ParseError, parse_error, pit_name, words};
use crate::diagnostic::{count, did_you_mean};
use crate::engine::{Mark, Memory, Observer, Pit, Position};
use crate::game::Game;
use crate::rules::{MarkId, Side, Way};

/// Prints a position as one line of text.
pub fn write_position(game: &Game, position: &Position) -> String {
    let program = &game.program;
    let mut parts = vec![];
    for &side in game.rules.board.plan.halves() {
        let line = |line: &Vec<Pit>| {
            let seeds = line.iter().map(|pit| position.seeds[pit.index()].to_string());
            seeds.collect::<Vec<_>>().join(" ")
        };
        let rows: Vec<String> = program.layout().lines(side).iter().map(line).collect();
        let name = if program.layout().is_shared() { "board" } else { side.as_str() };
        parts.push(format!("{name} {}", rows.join(" / ")));
    }
    if position.captured != [0, 0] {
        parts.push(format!("captured {} {}", position.captured[0], position.captured[1]));
    }
    if position.out > 0 {
        parts.push(format!("out {}", position.out));
    }
    let named =
        |pits: Vec<Pit>| pits.iter().map(|&pit| pit_name(program, pit).to_string()).collect::<Vec<_>>().join(" ");
    for (number, kind) in game.rules.marks.iter().enumerate() {
        for owner in Side::BOTH {
            let mark = Some(Mark { kind: MarkId(number as u8), owner });
            let pits: Vec<Pit> =
                program.layout().pits_from(Side::South).filter(|pit| position.marks[pit.index()] == mark).collect();
            if !pits.is_empty() {
                parts.push(format!("{} {} {}", kind.name, owner.as_str(), named(pits)));
            }
        }
    }
    let closed: Vec<Pit> = program.layout().pits_from(Side::South).filter(|&pit| position.is_closed(pit)).collect();
    if !closed.is_empty() {
        parts.push(format!("closed {}", named(closed)));
    }
    if let Some((origin, landing)) = position.last {
        let place = |pit: Pit| match pit.store_of() {
            Some(side) => side.as_str().to_string(),
            None => pit_name(program, pit).to_string(),
        };
        parts.push(format!("last {} {}", place(origin), place(landing)));
    }
    if position.territory != 0 {
        let owned = Side::BOTH.map(|side| program.owned(position, side).count());
        parts.push(format!("territory {} {}", owned[0], owned[1]));
    }
    if position.points != [0, 0] {
        parts.push(format!("points {} {}", position.points[0], position.points[1]));
    }
    for side in Side::BOTH {
        if let Some(way) = position.ways[side] {
            parts.push(format!("way {} {}", side.as_str(), if way == Way::Onward { ">" } else { "<" }));
        }
    }
    for (counter, [south, north]) in game.rules.counters.iter().zip(position.memory.counters) {
        if [south, north] != [0, 0] {
            parts.push(format!("{} {south} {north}", counter.name));
        }
    }
    let Memory { bonus_turn, lifted, starter, counters: _ } = position.memory;
    if lifted > 0 {
        parts.push(format!("lifted {lifted}"));
    }
    // South begins a round unless the position says otherwise.
    if let Some(Side::North) = starter {
        parts.push("starter north".into());
    }
    if bonus_turn {
        parts.push("bonus turn".into());
    }
    parts.push(format!("{} to move", position.to_move.as_str()));
    let start = program.start();
    let turned = position.ply > 0 && position.same_board(&start) && position.to_move == start.to_move;
    if position.ply < game.rules.opening_length()
        || program.facts().counts_moves
        || turned && game.rules.opening_length() > 0
    {
        parts.push(format!("move {}", position.ply.saturating_add(1)));
    }
    parts.join("; ")
}

/// Parses a position, in the notation of uur or of another program. If an end rule applies in it, its outcome is set.
///
/// # Errors
/// Returns an error if the text is not a position of this game's board.
pub fn read_position(game: &Game, text: &str) -> Result<Position, ParseError> {
    read_observed_position(game, text, &mut ())
}

/// The same; the observer receives what an end rule does.
///
/// # Errors
/// As [`read_position`].
pub fn read_observed_position(game: &Game, text: &str, observer: &mut impl Observer) -> Result<Position, ParseError> {
    let mut position = match ForeignPosition::of(text) {
        Some(foreign) => foreign.read(game, text)?,
        None => read_stored_position(game, text)?,
    };
    game.program.check_end(&mut position, observer);
    Ok(position)
}

/// Parses a position as [`write_position`] wrote it, without asking whether the round is over: the text of a position
/// in which it ended, by a repetition perhaps, stands for what is left after the end.
///
/// # Errors
/// Returns an error if the text is not a position of this game's board.
pub fn read_stored_position(game: &Game, text: &str) -> Result<Position, ParseError> {
    let mut position = Position::empty();
    game.program.set_starter(&mut position, Side::South);
    let mut reader = Reader { game, position, rows: [false; 2], ply: None, seen: vec![] };
    let mut at = 0;
    for part in text.split([';', '\n']) {
        reader.part(part, at)?;
        at += part.len() + 1;
    }
    if let Some(&missing) = game.rules.board.plan.halves().iter().find(|side| !reader.rows[**side]) {
        let shared = game.program.layout().is_shared();
        let word = if shared { "board" } else { missing.as_str() };
        return parse_error(
            format!("the position has no row `{word}`"),
            text.len(),
            match &game.program.layout().lines(missing)[..] {
                [line] if shared => format!("write `board` and {} numbers, from A on", line.len()),
                [line] => format!("write `{word}` and {} numbers, from {}'s own A on", line.len(), missing.title()),
                lines => format!(
                    "write `{word}` and {} with `/` between them, from {}'s own A on, the front row first",
                    rows_of_numbers(lines),
                    missing.title()
                ),
            },
        );
    }
    let mut position = reader.position;
    let total = position.total();
    if total > 255 {
        return parse_error(format!("{total} seeds are too many"), 0, "at most 255 in all");
    }
    let start = game.program.start();
    let at_start = position.same_board(&start) && position.to_move == start.to_move;
    position.ply = reader.ply.unwrap_or(if at_start { 0 } else { game.rules.opening_length() });
    Ok(position)
}

struct Reader<'a> {
    game: &'a Game,
    position: Position,
    rows: [bool; 2],
    ply: Option<u16>,
    /// The parts read so far, to reject duplicates.
    seen: Vec<String>,
}

impl Reader<'_> {
    fn part(&mut self, part: &str, at: usize) -> Result<(), ParseError> {
        let all: Vec<(usize, &str)> = words(part).map(|(offset, word)| (at + offset, word)).collect();
        let Some((&(first_at, first), rest)) = all.split_first() else { return Ok(()) };
        let key = match (first, rest) {
            ("south" | "north", [(_, "to"), (_, "move")]) => "to move".to_string(),
            (_, [(_, side @ ("south" | "north")), ..]) => format!("{first} {side}"),
            _ => first.to_string(),
        };
        if self.seen.contains(&key) {
            return parse_error(format!("`{key}` is given twice"), first_at, "keep one of them");
        }
        self.seen.push(key);
        let asked = self.game.program.facts().asked;
        let layout = self.game.program.layout();
        match (first, rest) {
            ("south" | "north", rest) => match (side(first).expect("the word is a side"), rest) {
                (side, [(_, "to"), (_, "move")]) => self.position.to_move = side,
                _ if layout.is_shared() => {
                    let help = format!("write `board` and {} numbers, from A on", layout.span());
                    return parse_error("the row belongs to neither player", first_at, help);
                }
                (Side::North, _) if layout.is_alone() => {
                    return parse_error(
                        "the board has one row, which is South's",
                        first_at,
                        "leave out the row of North",
                    );
                }
                (side, row) => self.row(side, row, first_at)?,
            },
            ("board", row) if layout.is_shared() => self.row(Side::South, row, first_at)?,
            ("captured", [south, north]) => {
                self.position.captured = [number(*south)?.into(), number(*north)?.into()];
            }
            ("captured", _) => {
                return parse_error(
                    "`captured` needs two numbers",
                    first_at,
                    "South's seeds, then North's: captured 12 9",
                );
            }
            ("points", [south, north]) if self.game.rules.rounds.is_some() => {
                self.position.points = [counted(*south)?, counted(*north)?];
            }
            ("out", [seeds]) => self.position.out = number(*seeds)?.into(),
            ("move", [which]) => {
                let which_number = counted(*which)?;
                if which_number == 0 {
                    return parse_error("moves are counted from 1", which.0, "write move 1");
                }
                self.ply = Some(which_number - 1);
            }
            ("last", [origin, landing]) if self.game.program.facts().uses_last_move => {
                let place = |&(at, text): &(usize, &str)| match side(text) {
                    Some(side) => Ok(Pit::store(side)),
                    None => self.pit((at, text)),
                };
                self.position.last = Some((place(origin)?, place(landing)?));
            }
            ("territory", [south, north]) if !layout.is_shared() && !layout.is_alone() => {
                let row = u32::from(self.game.program.layout().span());
                let (owned, other) = (u32::from(counted(*south)?), u32::from(counted(*north)?));
                if owned + other != 2 * row {
                    let message = format!("{owned} and {other} are not all {} pits", 2 * row);
                    let help = format!("South's pits, then North's: territory {} {}", row + 1, row - 1);
                    return parse_error(message, south.0, help);
                }
                self.position.territory = (owned as i32 - row as i32) as i8;
            }
            ("way", [(at, owner), (way_at, way)]) if self.game.rules.sowing.kept.is_some() => {
                let owner = player(owner, *at, "write way south > or way north <")?;
                self.position.ways[owner] = match *way {
                    ">" => Some(Way::Onward),
                    "<" => Some(Way::Back),
                    _ => return parse_error(format!("`{way}` is not a direction"), *way_at, "write > or <"),
                };
            }
            ("lifted", [seeds]) if asked.lifted => self.position.memory.lifted = number(*seeds)?,
            ("starter", [(at, side)]) if asked.starter => {
                self.position.memory.starter = Some(player(side, *at, "write starter north")?);
            }
            ("bonus", [(_, "turn")]) if asked.bonus_turn => self.position.memory.bonus_turn = true,
            (name, [south, north]) if self.counter(name).is_some() => {
                let at = self.counter(name).expect("it was just found");
                self.position.memory.counters[at] = [counter_value(*south)?, counter_value(*north)?];
            }
            ("closed", pits) => {
                for &pit in pits {
                    let place = self.pit(pit)?;
                    if self.position.is_closed(place) {
                        return parse_error(format!("`{}` is closed twice", pit.1), pit.0, "name each pit once");
                    }
                    self.position.closed |= 1 << place.0;
                    if self.position.seeds[place.index()] > 0 {
                        return closed_with_seeds(pit.1, pit.0);
                    }
                }
            }
            (kind, [(owner_at, owner), pits @ ..]) if self.mark(kind).is_some() => {
                let help = format!("write `{kind} south` or `{kind} north`, then pits");
                let owner = player(owner, *owner_at, help)?;
                let kind = self.mark(kind).expect("it was just found");
                for &pit in pits {
                    let place = self.pit(pit)?;
                    if self.position.marks[place.index()].is_some() {
                        let help = "a pit bears one mark: name it once";
                        return parse_error(format!("`{}` is marked twice", pit.1), pit.0, help);
                    }
                    self.position.marks[place.index()] = Some(Mark { kind, owner });
                }
            }
            _ if first.starts_with(|c: char| c.is_ascii_digit()) => {
                // Two bare rows: South's, then North's.
                let side = if self.rows[0] { Side::North } else { Side::South };
                self.row(side, &all, first_at)?;
            }
            _ => return self.unknown_part(&all, part.trim()),
        }
        Ok(())
    }

    /// Reports a part that is incomplete, that this game does not have, or that no game has.
    fn unknown_part(&self, part: &[(usize, &str)], text: &str) -> Result<(), ParseError> {
        let (at, first) = part[0];
        let rules = &self.game.rules;
        let forms = self.forms();
        if let Some(form) = forms.iter().find(|form| form.split(' ').next() == Some(first)) {
            let example = form.replace("S N", "1 0").replace("SIDE", "south").replace("PIT PIT", "A B");
            let example = example.replace("PITS", "A B").replace('N', "1");
            let message = format!("`{text}` does not have the form `{form}`");
            return parse_error(message, at, format!("write for example `{example}`"));
        }
        if let [(_, "to"), (_, "move")] = part[1..] {
            return parse_error(format!("`{first}` is not a player"), at, "write south to move or north to move");
        }
        let missing = match first {
            "last" => Some("where the last move began and ended"),
            "way" => Some("a direction that is kept"),
            "lifted" => Some("how many seeds the last move lifted"),
            "starter" => Some("who began the round"),
            "bonus" => Some("whether the turn is a bonus"),
            "points" => Some("points of a match"),
            "territory" => Some("territories"),
            _ => None,
        };
        if let Some(fact) = missing {
            return parse_error(format!("no rule of this game depends on {fact}"), at, format!("leave out `{text}`"));
        }
        if first == "board" {
            let rows = forms[..rules.board.plan.halves().len()].join("; ");
            return parse_error("the rows belong to players", at, format!("write `{rows}`"));
        }
        let names: Vec<&str> = forms.iter().filter_map(|form| form.split(' ').next()).collect();
        let marks: Vec<&str> = rules.marks.iter().map(|mark| mark.name.as_str()).collect();
        let is_mark = matches!(part.get(1), Some((_, "south" | "north")));
        let help = match did_you_mean(first, names.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if is_mark && marks.is_empty() => "the game has no marks".to_string(),
            None if is_mark => format!("the marks are: {}", marks.join(", ")),
            None => format!("the parts are: {}", forms.join("; ")),
        };
        let message = match is_mark {
            true => format!("there is no mark `{first}`"),
            false => format!("`{text}` is not a part of a position"),
        };
        parse_error(message, at, help)
    }

    /// Returns the form of each part that a position of this game may have.
    fn forms(&self) -> Vec<String> {
        let Game { program, rules, .. } = self.game;
        let asked = program.facts().asked;
        let layout = program.layout();
        let rows = |&side: &Side| match layout.is_shared() {
            true => "board NUMBERS".to_string(),
            false => format!("{} NUMBERS", side.as_str()),
        };
        let mut forms: Vec<String> = rules.board.plan.halves().iter().map(rows).collect();
        let mut also = |holds: bool, form: &str| forms.extend(holds.then(|| form.to_string()));
        also(true, "captured S N");
        also(true, "out N");
        for mark in &rules.marks {
            also(true, &format!("{} SIDE PITS", mark.name));
        }
        for counter in &rules.counters {
            also(true, &format!("{} S N", counter.name));
        }
        also(true, "closed PITS");
        also(program.facts().uses_last_move, "last PIT PIT");
        also(!layout.is_shared() && !layout.is_alone(), "territory S N");
        also(rules.rounds.is_some(), "points S N");
        also(rules.sowing.kept.is_some(), "way SIDE >");
        also(asked.lifted, "lifted N");
        also(asked.starter, "starter SIDE");
        also(asked.bonus_turn, "bonus turn");
        also(true, "south to move");
        also(true, "move N");
        forms
    }

    /// The numbers of a player, with `/` between rows.
    fn row(&mut self, side: Side, numbers: &[(usize, &str)], at: usize) -> Result<(), ParseError> {
        let lines = self.game.program.layout().lines(side);
        for &word in numbers.iter().filter(|(_, word)| *word != "/") {
            number(word)?;
        }
        let rows: Vec<_> = numbers.split(|(_, word)| *word == "/").collect();
        let misfit = lines.iter().zip(&rows).position(|(line, row)| line.len() != row.len());
        if rows.len() != lines.len() || misfit.is_some() {
            let message = self.misfit(side, &lines, &rows);
            // The first number that is too many, or else the last one.
            let row = misfit.filter(|_| rows.len() == lines.len()).map(|row| (rows[row], lines[row].len()));
            let place = row.and_then(|(row, pits)| row.get(pits).or(row.last())).map_or(at, |(at, _)| *at);
            return Err(ParseError { at: place, ..message });
        }
        for (line, numbers) in lines.iter().zip(rows) {
            self.seeds(line, numbers)?;
        }
        self.rows[side] = true;
        Ok(())
    }

    /// The error of rows of numbers that do not fit the pits of a player.
    fn misfit(&self, side: Side, lines: &[Vec<Pit>], rows: &[&[(usize, &str)]]) -> ParseError {
        let word = if self.game.program.layout().is_shared() { "board" } else { side.as_str() };
        let numbers = || rows.iter().copied().flatten().map(|(_, word)| *word);
        let help = if numbers().count() == lines.iter().map(Vec::len).sum::<usize>() {
            let mut left = numbers();
            let row = |line: &Vec<Pit>| left.by_ref().take(line.len()).collect::<Vec<_>>().join(" ");
            format!("write `{word} {}`", lines.iter().map(row).collect::<Vec<_>>().join(" / "))
        } else if lines.len() == 1 {
            format!("write {}, one for each pit from A on", count(lines[0].len(), "number"))
        } else {
            format!("write {} with `/` between them, the front row first", rows_of_numbers(lines))
        };
        let mut pairs = rows.iter().zip(lines).enumerate();
        let message = match pairs.find(|(_, (row, line))| row.len() != line.len()) {
            Some((number, (row, line))) if rows.len() == lines.len() => {
                let row_name = match number {
                    _ if lines.len() == 1 => format!("`{word}`"),
                    0 => format!("the front row of `{word}`"),
                    _ => format!("row {} of `{word}`", number + 1),
                };
                format!("{row_name} has {} for {}", count(row.len(), "number"), count(line.len(), "pit"))
            }
            _ => format!("`{word}` has {} of numbers instead of {}", count(rows.len(), "row"), lines.len()),
        };
        ParseError { message, at: 0, help }
    }

    fn seeds(&mut self, line: &[Pit], numbers: &[(usize, &str)]) -> Result<(), ParseError> {
        for (&pit, &word) in line.iter().zip(numbers) {
            let seeds = number(word)?;
            if seeds > 0 && self.position.is_closed(pit) {
                return closed_with_seeds(pit_name(&self.game.program, pit), word.0);
            }
            self.position.seeds[pit.index()] = seeds;
        }
        Ok(())
    }

    fn pit(&self, (at, text): (usize, &str)) -> Result<Pit, ParseError> {
        let side = if text.starts_with(|c: char| c.is_ascii_lowercase()) { Side::North } else { Side::South };
        super::read_pit(&self.game.program, side, text).map_err(|error| ParseError { at, ..error })
    }

    fn counter(&self, name: &str) -> Option<usize> {
        self.game.rules.counters.iter().position(|counter| counter.name == name)
    }

    fn mark(&self, name: &str) -> Option<MarkId> {
        self.game.rules.marks.iter().position(|mark| mark.name == name).map(|number| MarkId(number as u8))
    }
}

/// Returns how many numbers the rows of a player need.
fn rows_of_numbers(lines: &[Vec<Pit>]) -> String {
    let numbers: Vec<String> = lines.iter().map(|line| line.len().to_string()).collect();
    match numbers.iter().all(|number| *number == numbers[0]) {
        true => format!("{} rows of {} numbers", lines.len(), numbers[0]),
        false => format!("rows of {} numbers", crate::diagnostic::join(&numbers, "and")),
    }
}

fn closed_with_seeds(pit: impl fmt::Display, at: usize) -> Result<(), ParseError> {
    parse_error(format!("the closed pit {pit} holds seeds"), at, "a closed pit is empty")
}

fn side(word: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side.as_str() == word)
}

fn player(word: &str, at: usize, help: impl Into<String>) -> Result<Side, ParseError> {
    side(word).map_or_else(|| parse_error(format!("`{word}` is not a player"), at, help), Ok)
}

/// Parses a number of points, or the number of a move.
fn counted((at, text): (usize, &str)) -> Result<u16, ParseError> {
    text.parse::<u16>()
        .ok()
        .map_or_else(|| parse_error(format!("`{text}` is not a number up to {}", u16::MAX), at, "write digits"), Ok)
}

/// Parses the value of a counter.
fn counter_value((at, text): (usize, &str)) -> Result<u8, ParseError> {
    text.parse::<u8>().ok().map_or_else(
        || parse_error(format!("`{text}` is not a value of a counter"), at, "a counter goes from 0 to 255"),
        Ok,
    )
}

/// Parses a number of seeds.
fn number((at, text): (usize, &str)) -> Result<u8, ParseError> {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_digits(text) {
        let number = text.trim_start_matches('0');
        let too_many = || parse_error(format!("{number} seeds are too many"), at, "at most 255 in all");
        return if number.is_empty() { Ok(0) } else { number.parse().or_else(|_| too_many()) };
    }
    let help = match text {
        "front" | "back" | "row" => "write the numbers of the front row, then `/`, then those of the row behind it",
        _ if text.split('/').all(|part| part.is_empty() || is_digits(part)) => "write blanks before and after `/`",
        _ if text.starts_with(|c: char| c.is_ascii_digit()) && text.contains([',', '.', '-', '/', '|', ':']) => {
            "write blanks between the numbers, and `;` between the rows: south 4 4 4 4; north 4 4 4 4"
        }
        _ => "write digits",
    };
    parse_error(format!("`{text}` is not a valid seed count"), at, help)
}
