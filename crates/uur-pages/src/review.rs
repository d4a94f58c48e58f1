//! The page of a game that was reviewed: a curve of the chances, the moves with comments, and boards at the turning points.

use std::fmt::Write;

use uur::game_play::GamePlay;
use uur::markup::shown;
use uur_lab::review::{MoveReport, ReviewedGame};

use crate::{HtmlDocument, POLICY, figure, isolated, written_by};

/// The size of the curve in units of the picture.
const CURVE: (f64, f64) = (800.0, 160.0);

/// Returns the page of a reviewed game. `heading` says who played and when, `method` how it was judged.
pub fn review_page(line: &GamePlay, review: &ReviewedGame, heading: &str, method: &str) -> String {
    let game = line.game();
    let title = format!("{}: a game reviewed", game.rules.about.name);
    let players: String = review.players.iter().map(|player| format!("<p>{}</p>\n", shown(&player.text()))).collect();
    let turning: String =
        review.turning_points.iter().filter_map(|&number| turning_point(line, review, number)).collect();
    let turning = if turning.is_empty() { turning } else { format!("<h2>Turning points</h2>\n{turning}") };
    let rows: String = review.moves.iter().map(row).collect();
    let body = format!(
        "<main>\n<h1>{}</h1>\n<p class=\"summary\">{}</p>\n<p class=\"written\">{}</p>\n\
         <h2>South's chance</h2>\n{}{players}<p class=\"written\">{}</p>\n{turning}\
         <h2>All moves</h2>\n<table>\n<thead><tr><th scope=\"col\">move</th><th scope=\"col\">South's chance after it</th>\
         <th scope=\"col\">comment</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</main>\n",
        isolated(&title),
        shown(heading),
        written_by(game),
        curve(review),
        shown(method),
    );
    HtmlDocument {
        title: &title,
        class: "review",
        policy: POLICY,
        narrow: Some("(max-width: 583px)"),
        style: String::new(),
        head: String::new(),
        body,
    }
    .html()
}

/// The board at a move that turned the game, with what was played and what was better.
fn turning_point(line: &GamePlay, review: &ReviewedGame, number: usize) -> Option<String> {
    let played = review.moves.iter().find(|played| played.number == number)?;
    let turn = line.turns().get(number - 1)?;
    let after = turn.before.after(turn.split().0);
    let caption = format!("{}: {}", numbered(played), played.comment);
    Some(figure("turning small", line.game(), &after, turn.drawn(), &shown(&caption)))
}

fn numbered(played: &MoveReport) -> String {
    format!("{}. {}", played.number, played.played)
}

fn row(played: &MoveReport) -> String {
    let proved = if played.proved { "" } else { "about " };
    format!(
        "<tr id=\"move-{}\" class=\"{}\"><th scope=\"row\">{}</th><td>{proved}{:.0} %</td><td>{}</td></tr>\n",
        played.number,
        played.judgement,
        shown(&numbered(played)),
        100.0 * played.after,
        shown(&played.comment)
    )
}

/// South's chance after each move, as a picture.
fn curve(review: &ReviewedGame) -> String {
    let (width, height) = CURVE;
    let step = width / review.moves.len().max(1) as f64;
    let y = |chance: f64| height * (1.0 - chance);
    let first = review.moves.first().map_or(0.5, |played| played.before);
    let mut line = format!("M0 {:.1}", y(first));
    let mut signs = String::new();
    for (at, played) in review.moves.iter().enumerate() {
        let (x, y) = (step * (at + 1) as f64, y(played.after));
        let _ = write!(line, " L{x:.1} {y:.1}");
        if played.judgement != "good" {
            let _ = write!(
                signs,
                "<a href=\"#move-{}\"><circle class=\"{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\"><title>{}</title></circle></a>",
                played.number,
                played.judgement,
                shown(&format!("{}: {}", numbered(played), played.comment))
            );
        }
    }
    format!(
        "<svg class=\"curve\" viewBox=\"-8 -8 {} {}\" role=\"img\" aria-label=\"South's chance after each move\">\
         <rect width=\"{width}\" height=\"{height}\"/><path class=\"middle\" d=\"M0 {half} H{width}\"/>\
         <path class=\"chance\" d=\"{line}\"/>{signs}</svg>\n",
        width + 16.0,
        height + 16.0,
        half = height / 2.0,
    )
}
