//! Commands about moves and the board.

use super::super::frames;
use super::super::session::{After, Answer, Reply, Session};
use super::super::table::wrapped;
use crate::diagnostic::count;
use crate::explain;
use crate::match_play::Step;
use crate::notation::write_position;

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

pub fn step(session: &mut Session, word: &str) -> Answer {
    if !word.is_empty() {
        let before = session.at_table()?.steps.len();
        let told = session.step(word)?;
        return match session.at_table()?.steps.get(before) {
            Some(Step::Move(_)) => shown(session, told),
            Some(Step::Lot(_) | Step::Arrange(_)) | None => Ok(Reply::text(told + &session.board())),
        };
    }
    let table = session.at_table()?;
    let last = table.last.as_ref().ok_or_else(no_move_yet)?;
    let told = explain::told(&table.game, &last.before, last.m);
    shown(session, wrapped(&told))
}

/// The last move in pictures, then what is told of it and the board.
fn shown(session: &Session, told: String) -> Answer {
    let table = session.at_table()?;
    let last = table.last.as_ref().ok_or_else(no_move_yet)?;
    let frames = frames::frames(&table.game, &last.before, last.m);
    let text = told + &session.board();
    if session.redraws {
        return Ok(Reply { text, error: None, after: After::Show(table.game.clone(), frames) });
    }
    Ok(Reply::text(frames::laps(&table.game, &frames, session.style) + &text))
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
