//! Commands that ask the computer: to play, or what it thinks.

use super::super::session::{Answer, Opponent, Reply, Session};
use super::super::table::Table;
use super::super::thinking::{Thinking, depth, line};
use super::super::tty;
use crate::diagnostic::count;
use crate::match_play::Due;
use crate::notation::write_move;
use crate::rules::Side;
use crate::search::{Level, Limits, Report, Wanted, search};

/// Moves that are played in thought for a hint.
const HINT: u64 = 200_000;
/// Moves that `analyze` plays in thought where no key can end it.
const ANALYSIS: u64 = 1_000_000;

pub fn vs(session: &mut Session, rest: &str) -> Answer {
    let words: Vec<&str> = rest.split_whitespace().collect();
    match words[..] {
        [] => Ok(Reply::text(match session.opponent {
            Some(Opponent { side, level }) => format!("the computer plays {} ({level})\n", side.title()),
            None => "nobody plays against you (`vs medium` asks the computer to)\n".to_string(),
        })),
        ["nobody"] => {
            session.opponent = None;
            Ok(Reply::text("the computer plays no more\n"))
        }
        [level] => {
            let level = level.parse().map_err(|error: crate::search::NoLevel| error.to_string())?;
            let side = match session.table.as_ref().map(|table| table.played.due) {
                Some(Due::Move(side)) => side.other(),
                _ => session.opponent.map_or(Side::North, |opponent| opponent.side),
            };
            sits_down(session, side, level)
        }
        [level, "as", side] => {
            let level = level.parse().map_err(|error: crate::search::NoLevel| error.to_string())?;
            let side = Side::BOTH
                .into_iter()
                .find(|known| known.as_str() == side.to_lowercase())
                .ok_or_else(|| format!("`{side}` is no side (write south or north)"))?;
            sits_down(session, side.other(), level)
        }
        _ => Err(format!("`vs {rest}` is not known (write `vs LEVEL`, `vs LEVEL as north` or `vs nobody`)")),
    }
}

fn sits_down(session: &mut Session, side: Side, level: Level) -> Answer {
    session.opponent = Some(Opponent { side, level });
    Ok(Reply::text(format!("you play {}, the computer plays {} ({level})\n", side.other().title(), side.title())))
}

/// The table, if a move is to be thought about there.
fn thinkable(session: &Session) -> Result<&Table, String> {
    let table = session.at_table()?;
    if table.sign.is_some() {
        return Err(table.asks_north());
    }
    match table.played.due {
        Due::Move(_) => Ok(table),
        Due::Lot(_) => Err(format!("a lot comes first: {}", table.how_to_draw_a_lot())),
        Due::Round | Due::Nothing(_) => Err("the game is over".to_string()),
    }
}

pub fn hint(session: &mut Session, _rest: &str) -> Answer {
    let table = thinkable(session)?;
    let thinking = Thinking::begin(None, session.interactive, true, false);
    let stop = || thinking.stops();
    let limits = Limits { depth: Limits::ANY_DEPTH, nodes: HINT, stop: &stop };
    let report = search(session.question(table), limits, Wanted::Best, &mut |_| {});
    let best = report.lines.first().ok_or("there is no legal move now")?;
    let m = write_move(&table.game.program, best.moves[0]);
    Ok(Reply::text(format!("{m} looks best ({})\n", best.score)))
}

/// A time that was asked for, and the limits without one.
fn limits(rest: &str, nodes: u64) -> Result<(Option<std::time::Duration>, u64), String> {
    if rest.is_empty() {
        return Ok((None, nodes));
    }
    match rest.parse::<Level>() {
        Ok(Level::Time(time)) => Ok((Some(time), u64::MAX)),
        _ => Err(format!("`{rest}` is no time (write for example 5s or 500ms)")),
    }
}

pub fn best(session: &mut Session, rest: &str) -> Answer {
    let table = thinkable(session)?;
    let (time, nodes) = limits(rest, Level::Hard.limits(&table.game, &|| false).nodes)?;
    let thinking = Thinking::begin(time, session.interactive, true, session.redraws);
    let stop = || thinking.stops();
    let limits = Limits { depth: Limits::ANY_DEPTH, nodes, stop: &stop };
    let game = &table.game;
    let told = &mut |report: &Report| thinking.show(&format!("{}: {}", depth(report), line(game, &report.lines[0])));
    let report = search(session.question(table), limits, Wanted::Best, told);
    let best = report.lines.first().ok_or("there is no legal move now")?;
    Ok(Reply::text(format!("{}\n{}{}\n", line(game, best), depth(&report), thinking.speed(&report))))
}

pub fn analyze(session: &mut Session, rest: &str) -> Answer {
    let table = thinkable(session)?;
    let (time, nodes) = limits(rest, if session.interactive && tty::listens() { u64::MAX } else { ANALYSIS })?;
    let thinking = Thinking::begin(time, session.interactive, true, session.redraws);
    let stop = || thinking.stops();
    let limits = Limits { depth: Limits::ANY_DEPTH, nodes, stop: &stop };
    let game = &table.game;
    let ranking = |report: &Report| -> String {
        let lines = report.lines.iter().enumerate();
        lines.map(|(number, found)| format!("{:>3}. {}\n", number + 1, line(game, found))).collect()
    };
    let mut drawn = 0;
    let told = &mut |report: &Report| {
        let text = format!("{}{}{}", ranking(report), depth(report), thinking.speed(report));
        drawn = thinking.redraw(drawn, &text);
    };
    let report = search(session.question(table), limits, Wanted::All, told);
    thinking.redraw(drawn, "");
    if report.lines.is_empty() {
        return Err("there is no legal move now".to_string());
    }
    let speed = thinking.speed(&report);
    Ok(Reply::text(format!("{}{}, {}{speed}\n", ranking(&report), count(report.lines.len(), "move"), depth(&report))))
}
