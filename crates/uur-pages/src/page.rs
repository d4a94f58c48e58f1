//! The page of a game: its rules, and a game of it that is replayed move by move and seed by seed.

use std::fmt::Write;

use serde_json::{Value, json};

use uur::diagnostic::count;
use uur::explain::{self, DocumentLayout, rule_text};
use uur::game::Game;
use uur::game_play::GamePlay;
use uur::markup::shown;
use uur::notation::{Excerpt, Record, RecordEntry, pit_name, write_position, write_steps};
use uur::picture::{self, CROSS, Geometry, Outward, PictureStyle, PitShape, description, drawing, flag, heap, title};
use uur::rules::{MarkId, Side};
use uur::source::escaped;

use crate::replay::replay_data;
use crate::{HtmlDocument, POLICY, in_script, isolated, name, preview, written_by};

const SCRIPT: &str = include_str!("page.js");

/// What a page shows besides the rules.
#[derive(Debug)]
pub struct PageContent<'a> {
    /// The game that is replayed.
    pub line: &'a GamePlay,
    /// Where the game is from, in a sentence.
    pub origin: &'a str,
    /// The statistics of a series of games.
    pub statistics: Option<SeriesStatistics>,
    /// The address of the gallery that the page belongs to.
    pub gallery: Option<&'a str>,
    /// The address of a workbench, in which shipped games can be played.
    pub workbench: Option<&'a str>,
}

/// The statistics of a series of games.
#[derive(Debug)]
pub struct SeriesStatistics {
    /// The number of games.
    pub games: u64,
    /// A plot of them, as SVG.
    pub plot: String,
    /// All numbers as text.
    pub text: String,
}

/// Returns the page of a game.
pub fn page(content: &PageContent) -> String {
    let PageContent { line, origin, statistics, gallery, workbench } = content;
    let game = line.game();
    let record = record(line).write_line();
    let geometry = Geometry::of(game, line.position(), PictureStyle::default());
    let replay = replay_data(line, &geometry, &record, outcome(line));
    let rules = rule_text(game, None);
    let sections: String = rules.sections.iter().map(|section| section.html(DocumentLayout::default())).collect();
    let back = gallery.map_or(String::new(), |address| format!("<a href=\"{address}\">All games</a>"));
    let to_play = workbench.filter(|_| is_shipped(game)).map_or(String::new(), |address| {
        format!("<a href=\"{}#game={}\">Play it, and change its rules</a>", shown(address), game.name)
    });
    let links: Vec<String> = [back, to_play].into_iter().filter(|link| !link.is_empty()).collect();
    let links =
        if links.is_empty() { String::new() } else { format!("<p class=\"links\">{}</p>\n", links.join(" · ")) };
    let body = format!(
        "<main>\n<header>\n{links}<h1>{}</h1>\n<p class=\"summary\">{}</p>\n</header>\n\
         {}{}\
         <div class=\"two\">\n<section class=\"happened\" aria-labelledby=\"happened\">\n\
         <h2 id=\"happened\">What happened</h2>\n\
         <p class=\"origin\">{}</p>\n<ol id=\"moves\" class=\"moves\" aria-label=\"Moves\"></ol>\n\
         <h3>The move, event by event</h3>\n<ol id=\"events\" class=\"events\" aria-label=\"Events of the move\"></ol>\n\
         <h3>Notation</h3>\n<pre id=\"record\">{}</pre>\n\
         <p class=\"tools\"><button type=\"button\" id=\"copy\">Copy the game as text</button> \
         <button type=\"button\" id=\"link\">Copy a link with this game</button></p>\n\
         <p id=\"said\" role=\"status\"></p>\n<textarea id=\"to-copy\" aria-label=\"To copy\" hidden></textarea>\n\
         <noscript><p>The replay needs a script. The moves above are the whole game.</p></noscript>\n</section>\n\
         <article class=\"rules\" aria-labelledby=\"rules\">\n<h2 id=\"rules\" class=\"title\">Rules</h2>\n{sections}</article>\n</div>\n\
         {}<footer>{}</footer>\n</main>\n\
         <script type=\"application/json\" id=\"page-data\">{}</script>\n\
         <script type=\"application/json\" id=\"replay-data\">{}</script>\n\
         <script nonce=\"uur\">\n{SCRIPT}</script>\n",
        name(game),
        rules.summary_html(),
        player(line, &geometry),
        legend(game),
        shown(origin),
        shown(&record),
        statistics.as_ref().map_or(String::new(), statistics_section),
        written_by(game),
        in_script(&page_data(line, &geometry)),
        in_script(&replay),
    );
    let narrow = format!("@container board (max-width:{}px)", geometry.narrow());
    let title = &game.rules.about.name;
    HtmlDocument {
        title,
        class: "page",
        policy: POLICY,
        narrow: Some(&narrow),
        style: String::new(),
        head: preview(title, &plain_summary(game), *workbench),
        body,
    }
    .html()
}

/// What kind of game it is, in a sentence, for previews of links.
fn plain_summary(game: &Game) -> String {
    let region = game.rules.about.region.join("; ");
    let from = if region.is_empty() { String::new() } else { format!(" from {region}") };
    format!("A mancala game{from}: its rules, and a game replayed seed by seed.")
}

/// The game that is replayed as a record, by which others can replay it.
fn record(line: &GamePlay) -> Record {
    let game = line.game();
    let first = line.turns().first().map_or(line.position(), |turn| &turn.before);
    let from = (*first != game.program.start()).then(|| Excerpt::from(write_position(game, first)));
    let moves = line.turns().iter().map(|turn| RecordEntry::from(write_steps(&game.program, &[turn.step]))).collect();
    Record { game: game.name.clone(), settings: game.settings(), from, moves, ..Record::default() }
}

/// How the game stands at the end of the replay, in a sentence.
fn outcome(line: &GamePlay) -> String {
    let ending = explain::ending(line.game(), line.position());
    let text = ending.unwrap_or_else(|| format!("{} to move", line.position().to_move.title()));
    escaped(&format!("{}.", text.trim_end_matches('.'))).into_owned()
}

/// The board with its buttons.
fn player(line: &GamePlay, geometry: &Geometry) -> String {
    let game = line.game();
    let start = line.turns().first().map_or_else(|| *line.position(), |turn| turn.before);
    let board = format!(
        "<svg id=\"board\" class=\"uur-board\" viewBox=\"0 0 {} {}\" role=\"img\" lang=\"en\">\n<title>{}</title>\n\
         <desc>{}</desc>\n<g class=\"table\">\n{}<g id=\"trail\" class=\"trail\"></g>\n</g>\n</svg>\n",
        geometry.width,
        geometry.height,
        shown(&title(game, &start)),
        shown(&description(game, &start, None)),
        drawing(game, &start, geometry, None),
    );
    let button = |id: &str, sign: &str, label: &str| {
        format!("<button type=\"button\" id=\"{id}\" aria-label=\"{label}\" title=\"{label}\">{sign}</button>\n")
    };
    let buttons = [
        button("first", "⇤", "To the start"),
        button("back", "«", "Move back"),
        button("before", "‹", "One seed back"),
        "<button type=\"button\" id=\"play\" class=\"play\" aria-pressed=\"false\">▶ Play</button>\n".to_string(),
        button("next", "›", "One seed on"),
        button("after", "»", "Move on"),
        button("last", "⇥", "To the end"),
    ];
    format!(
        "<section id=\"player\" class=\"player\" aria-label=\"Replay\">\n<div class=\"stage\">\n{board}</div>\n\
         <p id=\"now\" class=\"now\" role=\"status\" aria-live=\"polite\">{}</p>\n<p id=\"because\" class=\"line\"></p>\n\
         <div class=\"controls\">\n{}\
         <label>Speed <select id=\"speed\">\n<option value=\"slow\">slow</option>\n\
         <option value=\"normal\" selected=\"\">normal</option>\n<option value=\"fast\">fast</option>\n\
         <option value=\"laps\">lap by lap</option>\n<option value=\"once\">at once</option>\n</select></label>\n\
         <button type=\"button\" id=\"turn\">Turn the board</button>\n\
         <input type=\"range\" id=\"slider\" min=\"0\" max=\"0\" value=\"0\" aria-label=\"Move\">\n</div>\n\
         <details class=\"keys\"><summary>Keys</summary>\n{KEYS}</details>\n</section>\n",
        shown(&start_sentence(line)),
        buttons.concat(),
    )
}

/// Whether a game is one of those that the workbench knows by their names.
fn is_shipped(game: &Game) -> bool {
    Game::shipped(&game.name).is_some_and(|shipped| shipped.meaning() == game.meaning())
}

/// The keys of a page. They act in the replay, the first two everywhere.
const KEYS: &str = "<p>The arrows act everywhere; the other keys scroll the page until a button of the replay was \
    pressed.</p>\n<dl>\n<dt>→ ← or . ,</dt><dd>one seed on, back</dd>\n\
    <dt>Page Down, Page Up</dt><dd>move on, back</dd>\n<dt>Home, End</dt><dd>start, end</dd>\n\
    <dt>Space</dt><dd>play, pause</dd>\n<dt>+ −, 0</dt><dd>faster, slower, at once</dd>\n<dt>Esc</dt><dd>stop</dd>\n</dl>\n";

fn start_sentence(line: &GamePlay) -> String {
    match line.turns().len() {
        0 => format!("The start: {} to move.", line.position().to_move.title()),
        moves => format!("A game of {}. Press Play, or step with the arrow keys.", count(moves, "move")),
    }
}

/// The meaning of the shapes, if the game has marks.
fn legend(game: &Game) -> String {
    if game.rules.marks.is_empty() {
        return String::new();
    }
    let mut html = "<ul class=\"signs\" aria-label=\"Signs on the board\">\n".to_string();
    for (number, kind) in game.rules.marks.iter().enumerate() {
        let shape = PitShape::of(game, MarkId(number as u8));
        let badge = shape.badge(game).map_or(String::new(), |letter| {
            format!("<text class=\"badge\" x=\"26\" y=\"-22\">{}</text>", shown(&letter))
        });
        let rim =
            if shape.rim().is_empty() { String::new() } else { format!("<path class=\"rim\" d=\"{}\"/>", shape.rim()) };
        let _ = writeln!(
            html,
            "<li><svg class=\"uur-board\" viewBox=\"-46 -46 92 92\" aria-hidden=\"true\"><path class=\"pit\" \
             d=\"{}\"/>{rim}{badge}</svg> {}</li>",
            shape.outline(),
            isolated(&kind.name),
        );
    }
    html + "<li>▼ South’s, ▲ North’s</li>\n</ul>\n"
}

/// What the script has to know of the board.
fn page_data(line: &GamePlay, geometry: &Geometry) -> Value {
    let game = line.game();
    let out_name = Outward::class;
    let cells: Vec<Value> = geometry
        .cells
        .iter()
        .map(|cell| {
            let name = pit_name(&game.program, cell.pit).to_string();
            json!({"pit": cell.pit.0, "name": name, "at": [cell.at.0, cell.at.1], "out": out_name(cell.out)})
        })
        .collect();
    let layout = game.program.layout();
    let listed = layout.plan().halves().iter().flat_map(|&side| layout.listed(side));
    let order: Vec<usize> = listed.filter_map(|pit| geometry.cells.iter().position(|cell| cell.pit == pit)).collect();
    let flags = |out: Outward| Side::BOTH.map(|owner| flag(owner, out, geometry.style));
    let heaps = Side::BOTH.map(|side| {
        geometry.store(side).map(|store| {
            let heap = heap(game, geometry, store);
            json!({"class": heap.class(), "dots": heap.dots})
        })
    });
    json!({
        "meaning": game.meaning(),
        "size": [geometry.width, geometry.height],
        "cells": cells,
        "order": order,
        "stores": Side::BOTH.map(|side| uur::engine::Pit::store(side).0),
        "sides": Side::BOTH.map(Side::title),
        "flags": {"up": flags(Outward::Up), "down": flags(Outward::Down)},
        "cross": CROSS,
        "heaps": heaps,
        "turns": picture::turn_signs(geometry).into_iter().map(|(side, d)| json!([side as u8, d])).collect::<Vec<_>>(),
        "start": start_sentence(line),
    })
}

/// The results of a series of games.
fn statistics_section(statistics: &SeriesStatistics) -> String {
    let data: String = statistics.plot.bytes().map(percent_encoded).collect();
    let alternative = format!("The results of {}", count(statistics.games as usize, "game"));
    format!(
        "<section class=\"statistics\">\n<h2>Statistics</h2>\n\
         <img alt=\"{alternative}, given in the text below\" src=\"data:image/svg+xml,{data}\">\n<pre>{}</pre>\n</section>\n",
        shown(&statistics.text).replace("&#10;", "\n"),
    )
}

fn percent_encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-_.~/:=;, ()".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}
