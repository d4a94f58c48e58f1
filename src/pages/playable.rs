//! A page on which a game can be played, against the computer or by two people, with the engine in it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use uur::explain::{DocumentLayout, rule_text};
use uur::game::Game;
use uur::provenance::VERSION;
use uur::rules::Side;

use uur_pages::{HtmlDocument, in_script, name};

/// The script of the page, built from `web/src`.
const SCRIPT: &str = include_str!("../../web/dist/playable.js");
/// The style sheet of the workbench, which the script shares.
const STYLE: &str = include_str!("../../web/dist/workbench.css");
/// The engine: a WebAssembly module, deflated.
const ENGINE: &[u8] = include_bytes!("../../web/dist/engine.bin");
/// What the page may do: run its own scripts and the engine, and load nothing.
const POLICY: &str = "default-src 'none'; script-src 'nonce-uur' 'wasm-unsafe-eval'; worker-src blob:; \
                      style-src 'nonce-uur'; img-src data:; base-uri 'none'; form-action 'none'";

/// Returns the page of a game whose whole rules are this text. The computer begins as this player, or as neither.
pub fn playable(game: &Game, text: &str, computer: Option<Side>) -> String {
    let rules = rule_text(game, None);
    let sections: String = rules.sections.iter().map(|section| section.html(DocumentLayout::default())).collect();
    let data = json!({
        "name": game.name,
        "text": text,
        "settings": game.settings(),
        "computer": computer.map(Side::as_str),
        "level": "easy",
    });
    let body = format!(
        "<main class=\"playable\">\n<header>\n<h1>{}</h1>\n<p class=\"summary\">{}</p>\n</header>\n\
         <section id=\"play-pane\" aria-label=\"Game\">\n<div id=\"sides\">\
         <label class=\"side\">North <select id=\"north-player\" aria-label=\"Who plays North\"></select></label>\
         <span id=\"turn\" aria-hidden=\"true\"></span>\
         <label class=\"side\">South <select id=\"south-player\" aria-label=\"Who plays South\"></select></label></div>\n\
         <div id=\"board-area\" tabindex=\"-1\"></div>\n<p id=\"preview\" aria-hidden=\"true\"></p>\n\
         <div id=\"question\" hidden></div>\n<p id=\"status\" role=\"status\">The game is starting.</p>\n\
         <div id=\"controls\" role=\"toolbar\" aria-label=\"Moves\">\
         <button type=\"button\" id=\"new-button\">New game</button>\
         <button type=\"button\" id=\"undo\">Undo</button><button type=\"button\" id=\"redo\">Redo</button>\
         <button type=\"button\" id=\"hint\">Hint</button>\
         <button type=\"button\" id=\"stop\" hidden>Stop: play the best so far</button>\
         <button type=\"button\" id=\"next-round\" hidden>Next round</button>\
         <label>Speed <select id=\"speed\"><option value=\"slow\">slow</option>\
         <option value=\"normal\" selected>normal</option><option value=\"fast\">fast</option>\
         <option value=\"laps\">lap by lap</option><option value=\"once\">at once</option></select></label>\
         <button type=\"button\" id=\"flip\" aria-pressed=\"false\">Turn the board</button></div>\n</section>\n\
         <section aria-label=\"What happened\"><h2>What happened</h2><div id=\"view-log\"></div></section>\n\
         <article class=\"rules\" aria-labelledby=\"rules\">\n<h2 id=\"rules\" class=\"title\">Rules</h2>\n{sections}</article>\n\
         <footer>Written by uur {VERSION}.</footer>\n</main>\n\
         <noscript><p>The game needs a script.</p></noscript>\n\
         <script type=\"application/json\" id=\"game-data\">{}</script>\n\
         <script type=\"text/plain\" id=\"engine\">{}</script>\n<script nonce=\"uur\">\n{SCRIPT}</script>\n",
        name(game),
        rules.summary_html(),
        in_script(&data),
        STANDARD.encode(ENGINE),
    );
    let title = &game.rules.about.name;
    let style = format!("{STYLE}html,body{{height:auto;display:block}}main.playable{{display:block}}");
    HtmlDocument { title, class: "page playable", policy: POLICY, narrow: None, style, head: String::new(), body }
        .html()
}
