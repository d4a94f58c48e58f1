//! Commands about moves and the board.

use std::time::Duration;

use super::super::frames;
use super::super::session::{After, Answer, Pace, Reply, Session, Stepping};
use super::super::table::wrapped;
use crate::diagnostic::count;
use crate::explain;
use crate::match_play::Step;
use crate::notation::write_position;
use crate::search::Level;

/// The longest time that `step` may be asked to show one picture.
const LONGEST_PICTURE: Duration = Duration::from_secs(60);

pub fn moves(session: &mut Session, words: &str) -> Answer {
    if !words.is_empty() {
        return Ok(session.steps(words));
    }
    let table = session.at_table()?;
    let (game, position) = (&table.game, table.position());
    let legal = game.program.legal_moves(position);
    if legal.is_empty() {
        return Err("there is no legal move now".into());
    }
    Ok(Reply::text(legal.iter().map(|&m| wrapped(&explain::told(game, position, m))).collect::<String>()))
}

/// How many steps to take back or to take again.
fn number(text: &str) -> Result<usize, String> {
    match text {
        "" => Ok(1),
        _ => match text.parse::<usize>() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(format!("`{text}` is no number of steps (write for example `undo 2`)")),
        },
    }
}

pub fn undo(session: &mut Session, rest: &str) -> Answer {
    let wanted = number(rest)?;
    let mut done = 0;
    // Against the computer, what was its turn is no place to stop at.
    while done < wanted
        && let Some(earlier) = session.past.iter().rposition(|table| !session.is_computers(table))
    {
        while session.past.len() > earlier
            && let Some(table) = session.past.pop()
        {
            session.future.extend(session.table.replace(table));
            done += 1;
        }
    }
    moved_about(session, wanted, done, "taken back")
}

pub fn redo(session: &mut Session, rest: &str) -> Answer {
    let wanted = number(rest)?;
    let mut done = 0;
    while (done < wanted || session.table.as_ref().is_some_and(|table| session.is_computers(table)))
        && let Some(table) = session.future.pop()
    {
        session.past.extend(session.table.replace(table));
        done += 1;
    }
    moved_about(session, wanted, done, "taken again")
}

fn moved_about(session: &Session, wanted: usize, done: usize, what: &str) -> Answer {
    if done == 0 {
        return Err(format!("there is nothing to be {what}"));
    }
    let only = if done < wanted { "only " } else { "" };
    let name = session.table.as_ref().map_or(String::new(), |table| table.game.rules.about.name.clone());
    Ok(Reply::text(format!("{only}{} {what}: {name}\n{}", count(done, "step"), session.board())))
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
    Ok(shown(session, wrapped(&told)))
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
        "" | "show" => Ok(Reply::text(format!("{}\n", write_position(&table.game, table.position())))),
        "set" => {
            let table = table.from_text(text)?;
            let ending = explain::ending(&table.game, table.position()).map_or(String::new(), |text| text + "\n");
            session.change(table);
            Ok(Reply::text(ending + &session.board()))
        }
        _ => Err(format!("`position {word}` is not known (write `position show` or `position set TEXT`)")),
    }
}
