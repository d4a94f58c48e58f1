//! Commands for moves and the board.

use std::time::Duration;

use super::super::animation;
use super::super::game_session::GameSession;
use super::super::interpreter::{AnimationOptions, AnimationSpeed, NextAction, Repl, ReplResult, Reply};
use super::super::undo::{AbandonedLine, UndoList, UndoResult};
use super::computer::thinkable;
use uur::diagnostic::count;
use uur::explain;
use uur::match_play::Step;
use uur::notation::write_position;
use uur::rules::Side;
use uur::text_layout::paragraph;
use uur_lab::search::Level;

/// The longest time for which `step` can show one frame.
const LONGEST_PICTURE: Duration = Duration::from_secs(60);

pub fn moves(repl: &mut Repl, words: &str) -> ReplResult {
    if !words.is_empty() {
        return Ok(repl.steps(words));
    }
    let session = &repl.session;
    let legal = session.game().program.legal_moves(session.position());
    if legal.is_empty() {
        thinkable(repl)?;
        return Err("there is no legal move now".into());
    }
    Ok(Reply::text(legal.iter().map(|&m| paragraph(&session.preview(m))).collect::<String>()))
}

/// Parses the number of steps to undo or redo.
fn number(command: &str, text: &str) -> Result<usize, String> {
    match text {
        "" => Ok(1),
        "all" => Ok(usize::MAX),
        _ => match text.parse::<usize>() {
            Ok(number) if number > 0 => Ok(number),
            _ => {
                Err(format!("`{text}` is not a number of steps (write `{command}`, `{command} 2` or `{command} all`)"))
            }
        },
    }
}

pub fn undo(repl: &mut Repl, rest: &str) -> ReplResult {
    move_in_history(repl, number("undo", rest)?, "taken back", UndoList::undo)
}

pub fn redo(repl: &mut Repl, rest: &str) -> ReplResult {
    move_in_history(repl, number("redo", rest)?, "redone", UndoList::redo)
}

/// Undoes or redoes changes, and lists them.
fn move_in_history(
    repl: &mut Repl,
    wanted: usize,
    what: &str,
    go: impl Fn(&mut UndoList, &mut GameSession, usize, Option<Side>) -> UndoResult,
) -> ReplResult {
    repl.count_time();
    let computer = repl.computer();
    let session = &mut repl.session;
    let known = session.clock_note();
    let moved = go(&mut repl.undo, session, wanted, computer);
    let why = if repl.undo.forgot() && what == "taken back" { " (older steps were dropped)" } else { "" };
    if moved.names.is_empty() {
        return Err(format!("there is nothing to be {what}{why}"));
    }
    let only =
        if moved.decided < wanted && wanted < usize::MAX { format!("; there is no more{why}") } else { String::new() };
    let asks = repl.session.step_prompt();
    let clock = Some(repl.session.clock_note()).filter(|note| *note != known).unwrap_or_default();
    Ok(Reply::text(format!("{what}: {}{only}\n{clock}{}{asks}", moved.text(), repl.board())))
}

/// Lists the abandoned lines, or returns to one of them.
pub fn lines(repl: &mut Repl, rest: &str) -> ReplResult {
    let session = &repl.session;
    // The line that is played now is not abandoned.
    let lines = repl.undo.lines().enumerate().filter(|(_, left)| !session.holds(&left.session));
    let lines: Vec<(usize, &AbandonedLine)> = lines.collect();
    if lines.is_empty() {
        return Err("no line has been abandoned yet, by another move after an undo".into());
    }
    if rest.is_empty() {
        let lines = lines.iter().map(|(number, left)| {
            let name = &left.session.game().rules.about.name;
            let at = if left.at > 0 { format!(" after {}", count(left.at, "step")) } else { String::new() };
            paragraph(&format!("{}. {name}{at}: {}", number + 1, left.steps()))
        });
        return Ok(Reply::text(lines.collect::<String>()));
    }
    let number = rest.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let left = lines.iter().find(|(at, _)| Some(*at) == number).map(|(_, left)| left);
    let session = left.map(|left| left.session.clone());
    let session = session.ok_or_else(|| format!("there is no line `{rest}` (`lines` lists them)"))?;
    let heading =
        format!("{}, {} played\n", session.game().rules.about.name, count(session.play.turns().len(), "step"));
    repl.change(session);
    let asks = repl.session.step_prompt();
    Ok(Reply::text(format!("{heading}{}{asks}", repl.board())))
}

/// `step MOVE` plays a move as an animation, `step` animates the last one, and the other words change the
/// options.
pub fn step(repl: &mut Repl, word: &str) -> ReplResult {
    if let Some(report) = set_animation(&mut repl.animation, word) {
        return Ok(Reply::text(report));
    }
    if !word.is_empty() {
        let before = repl.session.play.turns().len();
        let report = repl.step(word)?;
        return match repl.session.play.steps().get(before) {
            Some(Step::Move(_)) => Ok(animated_reply(repl, report)),
            Some(Step::Lot(_) | Step::Arrange(_)) | None => Ok(Reply::text(report + &repl.board())),
        };
    }
    let session = &repl.session;
    let last = session.last().ok_or_else(no_move_yet)?;
    let report = explain::summary(session.game(), last.before, last.m, last.events);
    Ok(animated_reply(repl, paragraph(&report)))
}

/// Applies an option of `step` and returns a report; `None` if the word is not an option.
fn set_animation(animation: &mut AnimationOptions, word: &str) -> Option<String> {
    match word {
        "on" => animation.computer = true,
        "off" => animation.computer = false,
        "slow" => animation.speed = AnimationSpeed::Slow,
        "normal" => animation.speed = AnimationSpeed::Normal,
        "fast" => animation.speed = AnimationSpeed::Fast,
        _ => match word.parse() {
            Ok(Level::Time(time)) if time <= LONGEST_PICTURE => animation.speed = AnimationSpeed::Each(time),
            _ => return None,
        },
    }
    let when = if animation.computer { "the computer's moves are" } else { "only moves after `step` are" };
    let time = animation.speed.time(1).as_millis();
    Some(format!("{when} shown seed by seed, each picture for {time} ms\n"))
}

/// The reply that animates the last move, then prints the report and the board.
pub fn animated_reply(repl: &Repl, report: String) -> Reply {
    let text = if repl.asks_for_signs() { report } else { report + &repl.board() };
    let session = &repl.session;
    let Some(last) = session.last() else { return Reply::text(text) };
    let frames = animation::frames(session.game(), last.before, last.m, last.events);
    if repl.redraws {
        return Reply { text, error: None, after: NextAction::Animate(session.game().clone(), frames) };
    }
    Reply::text(animation::lap_frames(session.game(), &frames, repl.view()) + &text)
}

pub fn no_move_yet() -> String {
    "no move has been played yet".into()
}

pub fn board(repl: &mut Repl, _rest: &str) -> ReplResult {
    Ok(Reply::text(repl.board()))
}

/// `score`: the seeds that each player holds.
pub fn score(repl: &mut Repl, _rest: &str) -> ReplResult {
    let session = &repl.session;
    // What the last line of `end` leaves is no longer counted.
    let ending = explain::ending(session.game(), session.position());
    Ok(Reply::text(ending.map_or_else(|| session.holdings(), |ending| ending + "\n")))
}

pub fn flip(repl: &mut Repl, _rest: &str) -> ReplResult {
    repl.style.flip = !repl.style.flip;
    Ok(Reply::text(repl.board()))
}

pub fn position(repl: &mut Repl, rest: &str) -> ReplResult {
    let session = &repl.session;
    let (word, text) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    match word {
        "show" if !text.trim().is_empty() => {
            Err(format!("`position show` takes no arguments, so `{text}` was not run"))
        }
        "" | "show" => Ok(Reply::text(format!("{}\n", write_position(session.game(), session.position())))),
        "set" => {
            let session = session.starting_from_text(&format!("position {text}"))?;
            let ending = explain::ending(session.game(), session.position()).map_or(String::new(), |text| text + "\n");
            let begun = session.report_start();
            let prompt = if begun.is_empty() { String::new() } else { session.step_prompt() };
            repl.change(session);
            Ok(Reply::text(ending + &begun + &repl.board() + &prompt))
        }
        // As in a test, with or without quotes.
        _ if rest.starts_with('"') || rest.contains(char::is_whitespace) => {
            Ok(repl.run_printed(&format!("position {rest}")))
        }
        _ => Err(format!("`position {word}` is not known (write `position show` or `position set TEXT`)")),
    }
}
