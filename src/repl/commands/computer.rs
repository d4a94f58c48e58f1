//! Commands for the computer: opponent, hints and analysis.

use super::super::analysis::{SearchMonitor, depth_text, line_text};
use super::super::game_session::GameSession;
use super::super::interpreter::{Opponent, Repl, ReplResult, Reply, Seats};
use super::super::tty;
use uur::diagnostic::count;
use uur::match_play::NextStep;
use uur::notation::write_move;
use uur::rules::Side;
use uur::text_layout::paragraph;
use uur_lab::review::{ReviewOptions, ReviewRun, effect};
use uur_lab::search::{Level, MultiPv, Score, ScoredPv, SearchInfo, SearchLimits, outlook, search};

/// The most nodes of a search for a hint.
const HINT: u64 = 200_000;
/// The most nodes of `analyze` without a terminal.
const ANALYSIS: u64 = 1_000_000;

pub fn vs(repl: &mut Repl, rest: &str) -> ReplResult {
    let words: Vec<&str> = rest.split_whitespace().collect();
    match words[..] {
        [] => Ok(Reply::text(match repl.opponent {
            Some(opponent) => opponent.introduction(&repl.session),
            None => "you have no opponent (`vs medium` plays against the computer)\n".to_string(),
        })),
        ["nobody"] => Ok(Reply::text(match repl.opponent.take() {
            Some(_) => "the computer has stopped playing\n",
            None => "the computer was not playing\n",
        })),
        _ => {
            let to_move = to_move(&repl.session).or(repl.computer().map(Side::other));
            let opponent = opponent(rest, to_move)?;
            repl.admits(opponent)?;
            repl.opponent = Some(opponent);
            // Who asks for the computer in an exercise plays it out.
            repl.session.exercise = None;
            Ok(Reply::text(opponent.introduction(&repl.session)))
        }
    }
}

/// The side to move, unless a lot is due.
pub fn to_move(session: &GameSession) -> Option<Side> {
    match session.play.due() {
        NextStep::Move(side) => Some(side),
        _ => None,
    }
}

/// Parses an opponent: its level and, optionally, the side of the user. By default the user plays the side to
/// move.
///
/// # Errors
/// If the level or the side is unknown.
pub fn opponent(text: &str, to_move: Option<Side>) -> Result<Opponent, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (level, seats) = match words[..] {
        [level] => (level, Seats::One(to_move.unwrap_or(Side::South).other())),
        [level, "as", side] if side.eq_ignore_ascii_case("both") => (level, Seats::Both),
        [level, "as", side] => {
            let known = Side::BOTH.into_iter().find(|known| known.as_str().starts_with(&side.to_lowercase()));
            let side = known.ok_or_else(|| format!("`{side}` is not a side (write south, north or both)"))?;
            (level, Seats::One(side.other()))
        }
        _ => {
            return Err(format!(
                "`vs {text}` is not known (write `vs LEVEL`, `vs LEVEL as north`, `vs LEVEL as both` or `vs nobody`)"
            ));
        }
    };
    let level = level_of(level).map_err(|error| format!("{error}; `vs easy` is the easiest"))?;
    Ok(Opponent { seats, level })
}

/// Parses the level of the computer, which alone is one for beginners.
///
/// # Errors
/// If the level is unknown.
pub fn level_of(word: &str) -> Result<Level, String> {
    match &*word.to_lowercase() {
        "computer" => "easy".parse(),
        level => level.parse(),
    }
}

pub fn verbose(repl: &mut Repl, rest: &str) -> ReplResult {
    repl.verbose = match rest {
        "" => repl.verbose,
        "on" => true,
        "off" => false,
        _ => return Err(format!("`verbose {rest}` is not known (write `verbose on` or `verbose off`)")),
    };
    Ok(Reply::text(match repl.verbose {
        true => "the computer reports its analysis after each of its moves\n",
        false => "the computer reports only its moves\n",
    }))
}

/// The current session, if a move is due.
pub(super) fn thinkable(repl: &Repl) -> Result<&GameSession, String> {
    let session = &repl.session;
    if session.sign.is_some() {
        return Err(session.north_sign_prompt());
    }
    match session.play.due() {
        NextStep::Move(_) => Ok(session),
        NextStep::Lot(_) => Err(format!("a lot comes first: {}", session.lot_instructions())),
        NextStep::Round | NextStep::Nothing(_) => {
            Err("the game is over (`undo` takes the last move back, `new` starts another)".to_string())
        }
    }
}

/// `hint`: a good move and the reason; `hint play`: plays it too.
pub fn hint(repl: &mut Repl, rest: &str) -> ReplResult {
    if !matches!(rest, "" | "play") {
        return Err(format!("`hint {rest}` is not known (write `hint` or `hint play`)"));
    }
    let session = thinkable(repl)?;
    let (program, side) = (&session.game().program, session.position().to_move);
    let monitor = SearchMonitor::begin(None, repl.interactive, true, false);
    let stop = || monitor.stops();
    let limits = SearchLimits { depth: SearchLimits::ANY_DEPTH, nodes: HINT, stop: &stop };
    let report = search(repl.search_request(session), limits, MultiPv::Best, &mut |_| {});
    let best = report.lines.first().ok_or("there is no legal move now")?;
    let m = write_move(program, best.moves[0]);
    let looks = match program.legal_moves(session.position()).len() {
        1 => "is the only move",
        _ if report.complete => "is best",
        _ => "looks best",
    };
    let brings = effect(&session.play, best.moves[0]).map_or(String::new(), |effect| format!("{effect}; "));
    let why = format!("{m} {looks}: {brings}{}", outlook(side, best, &report));
    drop(monitor);
    match rest {
        "play" => {
            let mut reply = repl.steps(&m);
            reply.text = format!("{}{}", paragraph(&why), reply.text);
            Ok(reply)
        }
        _ => Ok(Reply::text(paragraph(&format!("{why} (`hint play` plays it)")))),
    }
}

/// Who is to move, and what the player may expect, from -1 for a loss to 1 for a win; `None` if there is no move.
pub fn standing(repl: &Repl) -> Result<Option<(Side, f64)>, String> {
    let session = thinkable(repl)?;
    let limits = SearchLimits { depth: SearchLimits::ANY_DEPTH, nodes: HINT, stop: &|| false };
    let report = search(repl.search_request(session), limits, MultiPv::Best, &mut |_| {});
    Ok(report.lines.first().map(|line| (session.position().to_move, line.score.expectation())))
}

/// Parses a time limit. Without one, the node limit applies.
fn limits(rest: &str, nodes: u64) -> Result<(Option<std::time::Duration>, u64), String> {
    if rest.is_empty() {
        return Ok((None, nodes));
    }
    match rest.parse::<Level>() {
        Ok(Level::Time(time)) => Ok((Some(time), u64::MAX)),
        _ => Err(format!("`{rest}` is not a time (write for example 5s or 500ms)")),
    }
}

pub fn best(repl: &mut Repl, rest: &str) -> ReplResult {
    let session = thinkable(repl)?;
    let (time, nodes) = limits(rest, Level::Master.plan(session.game(), session.position()).1)?;
    let monitor = SearchMonitor::begin(time, repl.interactive, true, repl.redraws);
    let stop = || monitor.stops();
    let limits = SearchLimits { depth: SearchLimits::ANY_DEPTH, nodes, stop: &stop };
    let game = session.game();
    let on_iteration = &mut |report: &SearchInfo| {
        monitor.show(&format!("{}: {}", depth_text(report), line_text(game, &report.lines[0])))
    };
    let report = search(repl.search_request(session), limits, MultiPv::Best, on_iteration);
    let best = report.lines.first().ok_or("there is no legal move now")?;
    Ok(Reply::text(format!("{}\n{}{}\n", line_text(game, best), depth_text(&report), monitor.speed(&report))))
}

/// Looks over the game so far.
fn analyze_game(repl: &Repl) -> ReplResult {
    let session = &repl.session;
    if session.play.turns().is_empty() {
        return Err("no move has been played yet, so there is nothing to look over".to_string());
    }
    if session.game().program.is_single_player() {
        return Err("this game is for one player, so its moves are not judged (`hint` suggests one)".to_string());
    }
    let monitor = SearchMonitor::begin(None, repl.interactive, false, repl.redraws);
    let stop = || monitor.stops();
    let endgames = repl.search_request(session).endgames;
    let mut run = ReviewRun::new(&session.play);
    while run.advance(ReviewOptions { nodes: HINT, endgames, stop: &stop }) {
        let (done, all) = run.progress();
        monitor.show(&format!("{done} of {all} moves"));
    }
    let review = run.told(&run.review());
    let comments: String = review
        .commented()
        .map(|played| paragraph(&format!("{}. {}  {}", played.number, played.played, played.comment)))
        .collect();
    let players = review.players_text();
    let stopped = match run.progress() {
        (done, all) if done < all => format!("stopped after {done} of {all} moves, of which alone this tells:\n"),
        _ => String::new(),
    };
    Ok(Reply::text(format!("{stopped}{}\n{comments}{players}", review.curve())))
}

pub fn analyze(repl: &mut Repl, rest: &str) -> ReplResult {
    if rest == "game" {
        return analyze_game(repl);
    }
    let session = thinkable(repl)?;
    let (time, nodes) = limits(rest, if repl.interactive && tty::can_read_keys() { u64::MAX } else { ANALYSIS })?;
    let monitor = SearchMonitor::begin(time, repl.interactive, true, repl.redraws);
    let stop = || monitor.stops();
    let limits = SearchLimits { depth: SearchLimits::ANY_DEPTH, nodes, stop: &stop };
    let game = session.game();
    let ranking = |report: &SearchInfo| -> String {
        let lines = report.lines.iter().enumerate();
        lines.map(|(number, found)| format!("{:>3}. {}\n", number + 1, line_text(game, found))).collect()
    };
    let mut drawn = 0;
    let on_iteration = &mut |report: &SearchInfo| {
        let text = format!("{}{}{}", ranking(report), depth_text(report), monitor.speed(report));
        drawn = monitor.redraw(drawn, &text);
    };
    let report = search(repl.search_request(session), limits, MultiPv::All, on_iteration);
    monitor.redraw(drawn, "");
    if report.lines.is_empty() {
        return Err("there is no legal move now".to_string());
    }
    let speed = monitor.speed(&report);
    let order = order(session.position().to_move, &report);
    let moves = count(report.lines.len(), "move");
    Ok(Reply::text(format!(
        "{}{}{}{speed}\n",
        ranking(&report),
        paragraph(&format!("{moves}, {order}")),
        depth_text(&report)
    )))
}

/// Describes the order of the moves of an analysis.
fn order(side: Side, report: &SearchInfo) -> String {
    let side = side.title();
    let has = |is: fn(&ScoredPv) -> bool| report.lines.iter().any(is);
    if has(|line| line.samples > 0) {
        let samples = report.lines.iter().map(|line| line.samples as usize).sum();
        format!(
            "in percent of games that {side} wins, ± the 95 % error, from {}; ordered by the lower bound",
            count(samples, "game")
        )
    } else if has(|line| matches!(line.score, Score::Likely(_))) {
        format!("the best first: in percent of games that {side} may win, by an estimate")
    } else if has(|line| matches!(line.score, Score::About(_))) {
        format!("the best first: in seeds that {side} is ahead")
    } else {
        format!("the best first for {side}")
    }
}
