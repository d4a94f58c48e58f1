//! A page on which a game can be played, against the computer or by two people, with the engine in it.

use serde_json::json;

use uur::check::{self, Library};
use uur::explain::{DocumentLayout, rule_text};
use uur::game::Game;
use uur::provenance::VERSION;
use uur::rules::Side;

use crate::{HtmlDocument, in_script, name, preview};

/// What the page may do: run its own scripts and the engine, and load nothing.
const POLICY: &str = "default-src 'none'; script-src 'nonce-uur' 'wasm-unsafe-eval'; worker-src blob:; \
                      style-src 'nonce-uur'; img-src data:; base-uri 'none'; form-action 'none'";

/// The parts of the page that are built from `web`.
#[derive(Debug, Clone, Copy)]
pub struct PlayableParts<'a> {
    /// The board with its controls, as markup.
    pub pane: &'a str,
    /// The style sheet of the workbench, which the pane shares.
    pub style: &'a str,
    /// The script.
    pub script: &'a str,
    /// The engine: a WebAssembly module, packed by xz, in base 64.
    pub engine: &'a str,
    /// The licences of what others wrote and the page holds, as markup.
    pub notices: &'a str,
}

/// Returns the page of a game after some steps, as a record writes them. The computer begins as this player, or as
/// neither.
pub fn playable(
    game: &Game,
    library: Library,
    steps: &[String],
    computer: Option<Side>,
    parts: PlayableParts,
) -> String {
    let text = match &game.sources[..] {
        [only] => only.text.clone(),
        // The page has only one file.
        sources => check::write_flat(&check::flatten(&check::load(sources[0].clone(), library)), sources),
    };
    let rules = rule_text(game, None);
    let sections: String = rules.sections.iter().map(|section| section.html(DocumentLayout::default())).collect();
    let data = json!({
        "name": game.name,
        "text": text,
        "settings": game.settings(),
        "steps": steps,
        "computer": computer.map(Side::as_str),
        "level": "easy",
    });
    let PlayableParts { pane, style, script, engine, notices } = parts;
    let pane = pane.replace("{{board}}", "");
    let body = format!(
        "<main>\n<header>\n<h1 id=\"name\">{}</h1>\n</header>\n<p id=\"note\" role=\"alert\" hidden></p>\n{pane}\
         <section aria-label=\"What happened\"><h2>What happened</h2><div id=\"view-log\"></div></section>\n\
         <article class=\"rules\" aria-labelledby=\"rules\">\n<h2 id=\"rules\" class=\"title\">Rules</h2>\n\
         <p class=\"summary\">{}</p>\n{sections}</article>\n\
         <footer>Written by uur {VERSION}.\n<details><summary>Licences of parts of this page</summary>\
         <pre>{notices}</pre></details></footer>\n</main>\n\
         <noscript><p>The game needs a script.</p></noscript>\n\
         <script type=\"application/json\" id=\"game-data\">{}</script>\n\
         <script type=\"text/plain\" id=\"engine\">{engine}</script>\n<script nonce=\"uur\">\n{script}</script>\n",
        name(game),
        rules.summary_html(),
        in_script(&data),
    );
    let title = &game.rules.about.name;
    let summary = "A mancala game to play, against the computer or with somebody else.";
    let head = format!("{}<style nonce=\"uur\">\n{style}</style>\n", preview(title, summary, None));
    HtmlDocument { title, class: "page playable", policy: POLICY, narrow: None, style: String::new(), head, body }
        .html()
}
