//! Commands that print information and change nothing.

use super::super::game_session::GameSession;
use super::super::interpreter::{NextAction, Repl, ReplResult, Reply};
use super::moves::no_move_yet;
use super::{COMMANDS, ReplCommand};
use crate::catalogue::names;
use uur::explain as english;
use uur::game::Game;
use uur::match_play::NextStep;
use uur::notation::{in_case_of, read_move, write_move};
use uur::text_layout::{TextTable, page_width, paragraph};
use uur::variants;

pub fn trace(repl: &mut Repl, _rest: &str) -> ReplResult {
    let session = &repl.session;
    let last = session.last().ok_or_else(no_move_yet)?;
    Ok(Reply::text(english::trace(session.game(), last.before, last.m, last.events) + &session.then()))
}

pub fn why(repl: &mut Repl, rest: &str) -> ReplResult {
    if !rest.is_empty() {
        let pit = rest.strip_prefix("not").filter(|pit| pit.is_empty() || pit.starts_with(char::is_whitespace));
        return whynot(repl, pit.unwrap_or(rest).trim());
    }
    let session = &repl.session;
    let last = session.last().ok_or_else(no_move_yet)?;
    Ok(Reply::text(english::why(session.game(), last.before, last.m) + &session.then()))
}

pub fn whynot(repl: &mut Repl, rest: &str) -> ReplResult {
    let session = &repl.session;
    if rest.is_empty() {
        return Err("whynot needs a pit (write for example `whynot A`)".into());
    }
    let position = session.position();
    let own = in_case_of(&session.game().program, position.to_move, rest);
    let m = read_move(&session.game().program, position.to_move, own.as_deref().unwrap_or(rest));
    let m = m.map_err(|error| error.to_string())?;
    if let NextStep::Lot(_) = session.play.due() {
        return Ok(Reply::text(format!("a lot comes first: {}\n", session.lot_instructions())));
    }
    let (mover, other) = (position.to_move.title(), position.to_move.other().title());
    let whose = own.map_or(String::new(), |own| {
        format!("(`{rest}` is {other}'s; {mover} is to move, and this is said of `{own}`)\n")
    });
    Ok(Reply::text(whose + &english::why_not(session.game(), position, m)))
}

pub fn rules(repl: &mut Repl, rest: &str) -> ReplResult {
    let lines = match rest {
        "" => false,
        "lines" => true,
        game if shipped(game).is_some() => return explain(repl, game),
        other => return Err(format!("`rules` knows no `{other}` (write `rules`, `rules lines` or `rules kalah`)")),
    };
    let layout = english::DocumentLayout { width: page_width(repl.style.width), lines };
    Ok(Reply::text(english::rule_text(repl.session.game(), None).text(layout)))
}

pub fn explain(repl: &mut Repl, rest: &str) -> ReplResult {
    if rest.is_empty() {
        return Ok(Reply::text(english::contents()));
    }
    if let Some(text) = english::page(rest, page_width(repl.style.width)) {
        return Ok(Reply::text(text));
    }
    if let Some(game) = shipped(rest) {
        return Ok(Reply::text(english::rules(&game, page_width(repl.style.width))));
    }
    let help = match english::suggestion(rest, variants::names()) {
        _ if COMMANDS.iter().any(|command| command.name == rest) => format!("`help {rest}` explains the command"),
        Some(like) => format!("did you mean `explain {like}`?"),
        None => "`explain` lists all pages".to_string(),
    };
    Err(format!("there is no page on `{rest}` ({help})"))
}

/// The shipped game with this whole name.
fn shipped(name: &str) -> Option<Game> {
    match names::with_name(name)[..] {
        [name] => Game::shipped(name),
        _ => None,
    }
}

/// `help`: one screen of everyday commands; `help all`: all of them.
pub fn help(repl: &mut Repl, rest: &str) -> ReplResult {
    let width = repl.style.width;
    if rest.is_empty() {
        return Ok(Reply::text(everyday_help(&repl.session, width)));
    }
    if rest != "all" {
        return match super::lookup(rest) {
            Some(command) => Ok(Reply::text(command_help(command))),
            None => explain(repl, rest).map_err(|error| format!("{error}; `help` lists the commands")),
        };
    }
    let row = |command: &ReplCommand| {
        let usage = format!("{} {}", command.name, command.args);
        vec![usage.trim_end().to_string(), command.help.to_string()]
    };
    let commands = TextTable { rows: COMMANDS.iter().map(row).collect(), indent: 2, ..TextTable::default() };
    Ok(Reply::text(format!(
        "Type a pit to play a move: `C`, or its number `3`. Several pits play several moves: `A e E`.\n`K-1` leaves one seed in K where the opening allows it.\n\n\
         {}\nThe beginning of a command is enough, unless it is a pit: `un` is `undo`. Only `new`, `resign`, `draw` and `quit`, or `q`, are written out. `#` begins a comment.\n",
        commands.text(width)
    )))
}

/// How a legal move is typed, the everyday commands with the beginnings of their descriptions, and the names of the others.
fn everyday_help(session: &GameSession, width: Option<usize>) -> String {
    let program = &session.game().program;
    let legal = program.legal_moves(session.position());
    let written = legal.iter().map(|m| write_move(program, *m)).min_by_key(String::len);
    let example = written.unwrap_or("C".into());
    let (everyday, others): (Vec<_>, Vec<_>) = COMMANDS.iter().partition(|command| command.everyday);
    let brief = |command: &ReplCommand| command.help.split([',', ';', ':']).next().unwrap_or_default().to_string();
    let rows = everyday.into_iter().map(|command| vec![command.name.to_string(), brief(command)]).collect();
    let names: Vec<&str> = others.into_iter().map(|command| command.name).collect();
    format!(
        "Type a pit to play a move, as `{example}`; or several.\n\n\
         {}\n{}",
        TextTable { rows, indent: 2, ..TextTable::default() }.text(width),
        paragraph(&format!("Others (`help all` explains all, `help vs` one): {}.", names.join(", "))),
    )
}

/// The help of a command.
pub fn command_help(command: &ReplCommand) -> String {
    let usage = format!("{} {}", command.name, command.args);
    let mut text = format!("{}: {}\n", usage.trim_end(), command.help);
    if !command.details.is_empty() {
        text += &format!("{}\n", command.details);
    }
    text
}

pub fn quit(_session: &mut Repl, _rest: &str) -> ReplResult {
    Ok(Reply { text: String::new(), error: None, after: NextAction::Quit })
}
