//! Commands of two players at a table: resignation, a draw, the clock, and what is said of a move.

use super::super::clock::TableClock;
use super::super::interpreter::{Repl, ReplResult, Reply};
use super::computer::standing;
use uur::notation::{Clock, GameEnd, RecordResult};
use uur::rules::Side;
use uur::text_layout::paragraph;

/// What the computer may expect at most when it takes a draw, from -1 for a loss to 1 for a win.
const TAKES_DRAW: f64 = 0.02;

/// Refuses what ends a game that is over, or that has no second player.
fn ensure_two_players(repl: &Repl, what: &str) -> Result<(), String> {
    if repl.session.game().program.is_single_player() {
        return Err(format!("this game is for one player, so there is no {what} (`undo` takes steps back)"));
    }
    match repl.session.result() {
        Some(_) => Err("the game is over (`undo` takes the last step back)".to_string()),
        None => Ok(()),
    }
}

pub fn resign(repl: &mut Repl, rest: &str) -> ReplResult {
    ensure_two_players(repl, "resignation")?;
    let named = Side::BOTH.into_iter().find(|side| !rest.is_empty() && side.as_str().starts_with(&rest.to_lowercase()));
    let side = match (rest, named) {
        ("", _) => repl.computer().map_or(repl.session.position().to_move, Side::other),
        (_, Some(side)) => side,
        (_, None) => return Err(format!("`{rest}` is not a side (write `resign`, `resign south` or `resign north`)")),
    };
    Ok(Reply::text(repl.end_early(RecordResult { winner: Some(side.other()), by: GameEnd::Resignation })))
}

/// Ends the game with a draw, or offers one. The computer takes it unless it stands better.
pub fn draw(repl: &mut Repl, rest: &str) -> ReplResult {
    ensure_two_players(repl, "draw")?;
    let by = repl.session.position().to_move;
    match rest {
        "" => {}
        "offer" if repl.computer().is_some() => {}
        "offer" => {
            repl.session.offer = Some(by);
            return Ok(Reply::text(format!("{} offers a draw: `accept` or `decline`\n", by.title())));
        }
        "accept" | "decline" if repl.session.offer.is_none() => {
            return Err("no draw was offered (`draw offer` offers one)".to_string());
        }
        "accept" => {}
        "decline" => {
            repl.session.offer = None;
            return Ok(Reply::text("the draw is declined\n"));
        }
        _ => return Err(format!("`draw {rest}` is not known (write `draw`, `offer`, `accept` or `decline`)")),
    }
    if let Some(computer) = repl.computer() {
        let expects = standing(repl)?.map_or(0.0, |(side, expects)| if side == computer { expects } else { -expects });
        if expects > TAKES_DRAW {
            return Ok(Reply::text("The computer declines: it expects more than a draw.\n"));
        }
    }
    Ok(Reply::text(repl.end_early(RecordResult { winner: None, by: GameEnd::Agreement })))
}

pub fn clock(repl: &mut Repl, rest: &str) -> ReplResult {
    match rest {
        "" => match &repl.session.clock {
            Some(clock) => Ok(Reply::text(clock.times(repl.session.point().decides))),
            None if !repl.session.clock_note().is_empty() => Ok(Reply::text(repl.session.clock_note())),
            None => Err("there is no clock (`clock 10m` gives each player ten minutes, `clock 5m+3s` adds three \
                seconds with each move)"
                .to_string()),
        },
        "off" => {
            repl.session.clock = None;
            Ok(Reply::text(match repl.session.facts.clock.take() {
                Some(_) => "there is no clock any more\n",
                None => "there was no clock\n",
            }))
        }
        time => {
            ensure_two_players(repl, "clock")?;
            let clock = Clock::read(time)
                .ok_or_else(|| format!("`{time}` is not a time (write for example `clock 10m` or `clock 5m+3s`)"))?;
            repl.session.facts.clock = Some(clock);
            let clock = repl.session.clock.insert(TableClock::start(clock));
            Ok(Reply::text(clock.times(None)))
        }
    }
}

/// Says something of the last step, or lists what was said.
pub fn remark(repl: &mut Repl, rest: &str) -> ReplResult {
    let play = &mut repl.session.play;
    if !rest.is_empty() {
        play.remark(if rest == "none" { "" } else { rest });
        return Ok(Reply::text(""));
    }
    let steps = play.line();
    let step = |number: usize| match number {
        0 => "the game".to_string(),
        number => format!("move {number}, {}", steps.split(' ').nth(number - 1).unwrap_or_default()),
    };
    let said =
        (0..=play.turns().len()).filter_map(|number| Some(format!("{}: {}", step(number), play.remark_on(number)?)));
    let said: String = said.map(|line| paragraph(&line)).collect();
    match said.is_empty() {
        true => Err("nothing was said yet (`remark a strong move` says it of the last move)".to_string()),
        false => Ok(Reply::text(said)),
    }
}
