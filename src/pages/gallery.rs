//! The gallery of several games: a card with a picture for each, to be searched and filtered.

use std::collections::BTreeMap;

use uur::diagnostic::{alternatives, count};
use uur::game::Game;
use uur::markup::shown;
use uur::picture::{self, PictureStyle};
use uur::provenance::VERSION;
use uur::rules::{Fact, Shape};

use uur_pages::{HtmlDocument, POLICY, isolated, name, preview};

use crate::packed::text;

/// The facts that cards show, the most telling first.
const TELLING: [&str; 12] = [
    "relay",
    "marks",
    "match",
    "own side",
    "either way",
    "stores",
    "enters",
    "resows",
    "bonus",
    "repeats",
    "choices",
    "removes",
];
/// The most facts on a card.
const MOST_CHIPS: usize = 4;

/// A game of a gallery.
pub struct GalleryCard {
    /// The address of its page.
    pub address: String,
    name: String,
    title: String,
    /// The HTML of its card.
    html: String,
    countries: Vec<String>,
    rows: u16,
    features: Vec<&'static str>,
}

/// The picture of a card.
pub fn card_picture(game: &Game) -> String {
    picture::board(game, &game.program.start(), None, PictureStyle { compact: true, ..PictureStyle::default() })
}

impl GalleryCard {
    /// The card of a game whose page and picture have these addresses.
    pub fn of(game: &Game, address: String, picture: &str) -> GalleryCard {
        let rules = &game.rules;
        let features: Vec<&'static str> =
            Fact::held(rules).map(|(fact, _)| fact).filter(|fact| !fact.is_number()).map(|fact| fact.name).collect();
        let rows = rules.board.plan.height().into();
        let countries: Vec<String> = rules.about.places().into_iter().map(|place| place.replace('|', " ")).collect();
        let seeds = count(game.program.start().total().into(), "seed");
        let board = match rules.board.plan.shape() {
            Shape::Rows(rows, pits) => format!("{} of {}", count(rows.into(), "row"), count(pits.into(), "pit")),
            Shape::Shared(pits) => format!("a shared row of {}", count(pits.into(), "pit")),
            Shape::Drawn => count((2 * rules.board.plan.span()).into(), "pit"),
        };
        let chips = TELLING.iter().filter(|name| features.contains(name)).take(MOST_CHIPS);
        let chips: String = chips.map(|name| format!("<span>{name}</span> ")).collect();
        let names = match &rules.about.names[..] {
            [] => String::new(),
            names => format!("<p class=\"names\">{}</p>\n", isolated(&names.join(", "))),
        };
        let html = format!(
            "<li data-rows=\"{rows}\" data-regions=\"{}\" data-features=\"{}\">\n<a href=\"{address}\">\
             <img src=\"{picture}\" alt=\"\" loading=\"lazy\"/><h2>{}</h2></a>\n{names}<p>{}</p>\n\
             <p class=\"facts\">{board}, {seeds}</p>\n<p class=\"chips\">{chips}</p>\n</li>\n",
            shown(&countries.join("|")),
            features.join("|"),
            name(game),
            isolated(&rules.about.region.join("; ")),
        );
        GalleryCard { address, name: game.name.clone(), title: name(game), html, countries, rows, features }
    }
}

/// The games to begin with: widely played, of different kinds.
const FIRST: [&str; 4] = ["oware", "kalah", "boola", "bao-la-kiswahili"];

/// Returns the page of a gallery, beside a workbench at an address if there is one.
pub fn gallery(cards: &[GalleryCard], workbench: Option<&str>) -> String {
    let (mut rows, mut regions, mut features) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for card in cards {
        *rows.entry(card.rows).or_insert(0) += 1;
        card.countries.iter().for_each(|country| *regions.entry(country.as_str()).or_insert(0) += 1);
        card.features.iter().for_each(|feature| *features.entry(*feature).or_insert(0) += 1);
    }
    let check = |name: &str, value: &str, games: usize| {
        format!(
            "<label><input type=\"checkbox\" name=\"{name}\" value=\"{value}\"/> {value} <small>{games}</small></label>\n"
        )
    };
    let row_boxes: String = rows.iter().map(|(row, games)| check("rows", &row.to_string(), *games)).collect();
    let meaning = |name: &str| Fact::named(name).map_or("", |fact| fact.meaning);
    let feature_boxes: String = features
        .iter()
        .map(|(name, games)| {
            check("has", name, *games).replacen("<label>", &format!("<label title=\"{}\">", shown(meaning(name))), 1)
        })
        .collect();
    let options: String = regions
        .iter()
        .map(|(name, games)| format!("<option value=\"{0}\">{0} ({games})</option>\n", shown(name)))
        .collect();
    let all: String = cards.iter().map(|card| card.html.as_str()).collect();
    let first: Vec<String> = FIRST
        .iter()
        .filter_map(|name| cards.iter().find(|card| card.name == *name))
        .map(|card| format!("<a href=\"{}\">{}</a>", card.address, card.title))
        .collect();
    let first = match &first[..] {
        [] => String::new(),
        _ if cards.len() < 20 => String::new(),
        some => format!("<p>Those who do not know these games begin with {}.</p>\n", alternatives(some)),
    };
    let body = format!(
        "<main>\n<header>\n<h1>Mancala games</h1>\n<p class=\"summary\" id=\"shown\" role=\"status\">{}</p>\n{first}</header>\n\
         <form id=\"filters\" class=\"filters\" role=\"search\">\n\
         <label class=\"wide\">Search <input type=\"search\" name=\"q\" placeholder=\"name, people, country\"/></label>\n\
         <label>Region <select name=\"region\">\n<option value=\"\">all</option>\n{options}</select></label>\n\
         <fieldset><legend>Rows</legend>\n{row_boxes}</fieldset>\n\
         <details><summary>Features</summary>\n<fieldset><legend>All of these</legend>\n{feature_boxes}</fieldset></details>\n\
         <button type=\"reset\">Show all</button>\n</form>\n<ul id=\"cards\" class=\"cards\">\n{all}</ul>\n\
         <footer>Written by uur {VERSION}.</footer>\n</main>\n<script nonce=\"uur\">\n{}</script>\n",
        count(cards.len(), "game"),
        text("web/gallery.js"),
    );
    HtmlDocument {
        title: "Mancala games",
        class: "gallery",
        policy: POLICY,
        narrow: None,
        style: String::new(),
        head: preview(
            "Mancala games",
            &format!("{}, each with its rules and a game replayed seed by seed.", count(cards.len(), "mancala game")),
            workbench,
        ),
        body,
    }
    .html()
}
