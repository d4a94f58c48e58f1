//! Commands that ask and change nothing.

use super::super::session::{After, Answer, Reply, Session};
use super::moves::no_move_yet;
use super::{COMMANDS, Command};
use crate::explain as english;
use crate::game::Game;
use crate::layout::page;
use crate::match_play::Due;
use crate::notation::{in_case_of, read_move};
use crate::variants;

pub fn trace(session: &mut Session, _rest: &str) -> Answer {
    let table = session.at_table()?;
    let last = table.last.as_ref().ok_or_else(no_move_yet)?;
    Ok(Reply::text(english::trace(&table.game, &last.before, last.m, page(session.style.width)) + &table.then()))
}

pub fn why(session: &mut Session, rest: &str) -> Answer {
    if !rest.is_empty() {
        let pit = rest.strip_prefix("not").filter(|pit| pit.is_empty() || pit.starts_with(char::is_whitespace));
        return whynot(session, pit.unwrap_or(rest).trim());
    }
    let table = session.at_table()?;
    let last = table.last.as_ref().ok_or_else(no_move_yet)?;
    Ok(Reply::text(english::why(&table.game, &last.before, last.m, page(session.style.width)) + &table.then()))
}

pub fn whynot(session: &mut Session, rest: &str) -> Answer {
    let table = session.at_table()?;
    if rest.is_empty() {
        return Err("whynot needs a pit (write for example `whynot C`)".into());
    }
    let position = table.position();
    let own = in_case_of(&table.game.program, position.to_move, rest);
    let m = read_move(&table.game.program, position.to_move, own.as_deref().unwrap_or(rest));
    let m = m.map_err(|error| error.to_string())?;
    if let Due::Lot(_) = table.played.due {
        return Ok(Reply::text(format!("a lot comes first: {}\n", table.how_to_draw_a_lot())));
    }
    Ok(Reply::text(english::why_not(&table.game, position, m, page(session.style.width))))
}

pub fn rules(session: &mut Session, _rest: &str) -> Answer {
    Ok(Reply::text(english::rules(&session.at_table()?.game, page(session.style.width))))
}

pub fn explain(session: &mut Session, rest: &str) -> Answer {
    if rest.is_empty() {
        return Err("explain needs a word, a code or a game (write for example `explain relay`)".into());
    }
    if let Some(text) = english::page(rest, page(session.style.width)) {
        return Ok(Reply::text(text));
    }
    if let Some(game) = variants::names().find(|game| game.eq_ignore_ascii_case(rest)).and_then(Game::shipped) {
        return Ok(Reply::text(english::rules(&game, page(session.style.width))));
    }
    let help = match english::like(rest, variants::names()) {
        _ if COMMANDS.iter().any(|command| command.name == rest) => format!("`help {rest}` tells of the command"),
        Some(like) => format!("did you mean `{like}`?"),
        None => "Tab after `explain ` lists what has a page".to_string(),
    };
    Err(format!("there is no page on `{rest}` ({help})"))
}

pub fn help(session: &mut Session, rest: &str) -> Answer {
    if !rest.is_empty() {
        return super::find(rest, session.table.as_ref()).map(|command| Reply::text(more(command)));
    }
    let usage = |command: &Command| format!("{} {}", command.name, command.args);
    let width = COMMANDS.iter().map(|command| usage(command).len()).max().unwrap_or(0);
    let mut text = String::from(
        "A pit plays a move: `C`, or by its number `3`. Several play several: `A e E`.\n`K-1` leaves one seed in K where the opening allows it.\n\n",
    );
    for command in COMMANDS {
        text += &format!("  {:width$}  {}\n", usage(command), command.help);
    }
    text += "\nThe beginning of a command is enough, as long as it is no pit: `un` is `undo`. `#` begins a comment.\n";
    Ok(Reply::text(text))
}

/// All there is to know of a command.
pub fn more(command: &Command) -> String {
    let usage = format!("{} {}", command.name, command.args);
    let mut text = format!("{}: {}\n", usage.trim_end(), command.help);
    if !command.more.is_empty() {
        text += &format!("{}\n", command.more);
    }
    text
}

pub fn quit(_session: &mut Session, _rest: &str) -> Answer {
    Ok(Reply { text: String::new(), error: None, after: After::Quit })
}
