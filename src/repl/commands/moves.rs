//! Commands about moves and the board.

use std::time::Duration;

use super::super::frames;
use super::super::session::{After, Answer, Pace, Reply, Session, Stepping, no_game};
use super::super::table::Table;
use super::super::undo::{Moved, UndoList};
use crate::diagnostic::count;
use crate::explain;
use crate::layout::paragraph;
use crate::match_play::Step;
use crate::notation::write_position;
use crate::rules::Side;
use crate::search::Level;

/// The longest time that `step` may be asked to show one picture.
const LONGEST_PICTURE: Duration = Duration::from_secs(60);

pub fn moves(session: &mut Session, words: &str) -> Answer {
    if !words.is_empty() {
        return Ok(session.steps(words));
    }
    let table = session.at_table()?;
    let legal = table.game.program.legal_moves(table.position());
    if legal.is_empty() {
        return Err("there is no legal move now".into());
    }
    Ok(Reply::text(legal.iter().map(|&m| paragraph(&table.preview(m))).collect::<String>()))
}

/// How many steps to take back or to take again.
fn number(command: &str, text: &str) -> Result<usize, String> {
    match text {
        "" => Ok(1),
        _ => match text.parse::<usize>() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(format!("`{text}` is no number of steps (write for example `{command} 2`)")),
        },
    }
}

pub fn undo(session: &mut Session, rest: &str) -> Answer {
    moved_about(session, number("undo", rest)?, "taken back", UndoList::undo)
}

pub fn redo(session: &mut Session, rest: &str) -> Answer {
    moved_about(session, number("redo", rest)?, "taken again", UndoList::redo)
}

/// Moves the table along the list of its changes, and names those that it passed.
fn moved_about(
    session: &mut Session,
    wanted: usize,
    what: &str,
    go: impl Fn(&mut UndoList, &mut Table, usize, Option<Side>) -> Moved,
) -> Answer {
    let computer = session.computer();
    let table = session.table.as_mut().ok_or_else(no_game)?;
    let moved = go(&mut session.undo, table, wanted, computer);
    let why = if session.undo.forgot() && what == "taken back" { " (older steps are forgotten)" } else { "" };
    if moved.names.is_empty() {
        return Err(format!("there is nothing to be {what}{why}"));
    }
    let only = if moved.decided < wanted { format!("; there is no more{why}") } else { String::new() };
    let asks = session.table.as_ref().map_or(String::new(), Table::asks);
    Ok(Reply::text(format!("{what}: {}{only}\n{}{asks}", moved.text(), session.board())))
}

/// The games that were left by another step, or one of them on the table.
pub fn lines(session: &mut Session, rest: &str) -> Answer {
    if rest.is_empty() {
        if session.undo.lines().len() == 0 {
            return Err("no line was left yet (another move after `undo` leaves one)".into());
        }
        let lines = session.undo.lines().enumerate().map(|(number, left)| {
            let name = &left.table.game.rules.about.name;
            let at = if left.at > 0 { format!(" after {}", count(left.at, "step")) } else { String::new() };
            paragraph(&format!("{}. {name}{at}: {}", number + 1, left.steps()))
        });
        return Ok(Reply::text(lines.collect::<String>()));
    }
    let number = rest.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let left = number.and_then(|number| session.undo.lines().nth(number));
    let table = left.map(|left| left.table.clone());
    let table = table.ok_or_else(|| format!("there is no line `{rest}` (`lines` lists them)"))?;
    let heading = format!("{}, {} played\n", table.game.rules.about.name, count(table.steps.len(), "step"));
    session.change(table);
    let asks = session.table.as_ref().map_or(String::new(), Table::asks);
    Ok(Reply::text(format!("{heading}{}{asks}", session.board())))
}

/// `step MOVE` plays a move seed by seed, `step` shows the last one so, and the other words set how
/// and when this is done.
pub fn step(session: &mut Session, word: &str) -> Answer {
    if let Some(told) = set_stepping(&mut session.stepping, word) {
        return Ok(Reply::text(told));
    }
    if !word.is_empty() {
        let before = session.at_table()?.steps.len();
        let told = session.step(word)?;
        return match session.at_table()?.steps.get(before) {
            Some(Step::Move(_)) => Ok(shown(session, told)),
            Some(Step::Lot(_) | Step::Arrange(_)) | None => Ok(Reply::text(told + &session.board())),
        };
    }
    let table = session.at_table()?;
    let last = table.last.as_ref().ok_or_else(no_move_yet)?;
    let told = explain::told(&table.game, &last.before, last.m);
    Ok(shown(session, paragraph(&told)))
}

/// Changes what a word of `step` sets, and says so; `None` if it sets nothing.
fn set_stepping(stepping: &mut Stepping, word: &str) -> Option<String> {
    match word {
        "on" => stepping.computer = true,
        "off" => stepping.computer = false,
        "slow" => stepping.pace = Pace::Slow,
        "normal" => stepping.pace = Pace::Normal,
        "fast" => stepping.pace = Pace::Fast,
        _ => match word.parse() {
            Ok(Level::Time(time)) if time <= LONGEST_PICTURE => stepping.pace = Pace::Each(time),
            _ => return None,
        },
    }
    let when = if stepping.computer { "the computer's moves are" } else { "only moves after `step` are" };
    let time = stepping.pace.time(1).as_millis();
    Some(format!("{when} shown seed by seed, each picture for {time} ms\n"))
}

/// The last move in pictures, then what is reported of it and the board.
pub fn shown(session: &Session, told: String) -> Reply {
    let text = if session.asks_for_signs() { told } else { told + &session.board() };
    let Some((table, last)) = session.table.as_ref().and_then(|table| Some((table, table.last.as_ref()?))) else {
        return Reply::text(text);
    };
    let frames = frames::frames(&table.game, &last.before, last.m);
    if session.redraws {
        return Reply { text, error: None, after: After::Show(table.game.clone(), frames) };
    }
    Reply::text(frames::laps(&table.game, &frames, session.style) + &text)
}

pub fn no_move_yet() -> String {
    "no move has been played yet".into()
}

pub fn board(session: &mut Session, _rest: &str) -> Answer {
    session.at_table()?;
    Ok(Reply::text(session.board()))
}

pub fn flip(session: &mut Session, _rest: &str) -> Answer {
    session.style.flip = !session.style.flip;
    Ok(Reply::text(session.board()))
}

pub fn position(session: &mut Session, rest: &str) -> Answer {
    let table = session.at_table()?;
    let (word, text) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    match word {
        "show" if !text.trim().is_empty() => {
            Err(format!("`position show` takes nothing after it, and `{text}` is not done"))
        }
        "" | "show" => Ok(Reply::text(format!("{}\n", write_position(&table.game, table.position())))),
        "set" => {
            let table = table.from_text(&format!("position {text}"))?;
            let ending = explain::ending(&table.game, table.position()).map_or(String::new(), |text| text + "\n");
            session.change(table);
            Ok(Reply::text(ending + &session.board()))
        }
        // As a test writes it, with or without quotes.
        _ if rest.starts_with('"') || rest.contains(char::is_whitespace) => {
            Ok(session.printed(&format!("position {rest}")))
        }
        _ => Err(format!("`position {word}` is not known (write `position show` or `position set TEXT`)")),
    }
}
