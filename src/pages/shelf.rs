//! The shelf of designed games: a map with a board in each cell that is filled, and each game below it.

use uur::diagnostic::count;
use uur::explain::{DocumentLayout, rule_text};
use uur::game::Game;
use uur::markup::shown;
use uur::provenance::VERSION;
use uur_design::{COLUMNS, DesignRow, Gauge, MapAxis};
use uur_pages::{HtmlDocument, POLICY, isolated, name};

/// A designed game on the shelf. The names of its files are its own, with their endings.
pub struct ShelfGame<'a> {
    /// What was found.
    pub row: &'a DesignRow,
    /// Its rules.
    pub game: Game,
}

const STYLE: &str = "\
.map { overflow-x: auto } .map table { border-collapse: collapse } .map td { width: 5.5rem; height: 3.5rem; padding: .15rem; \
border: 1px solid var(--line, #8884); text-align: center; vertical-align: middle } .map th { font-weight: normal; \
font-size: .8rem; padding: .15rem .35rem; white-space: nowrap } .map img { width: 5rem; max-height: 3.2rem } \
.designed { border-top: 1px solid #8884; margin-top: 2rem } \
.designed > img { width: min(100%, 24rem) } .designed td, .designed th { padding: .1rem .8rem .1rem 0; text-align: left; \
font-weight: normal; font-variant-numeric: tabular-nums }";

/// The page of a shelf over two measures, and what was done for it in a sentence.
pub fn shelf(axes: [MapAxis; 2], games: &[ShelfGame], summary: &str) -> String {
    let [down, across] = axes;
    let at = |row: usize, column: usize| games.iter().find(|game| game.row.cell == [row, column]);
    let cell = |row: usize, column: usize| match at(row, column) {
        None => "<td></td>".to_string(),
        Some(ShelfGame { row, game }) => {
            let (file, title) = (&row.name, shown(&game.rules.about.name));
            format!("<td><a href=\"#{file}\" title=\"{title}\"><img src=\"{file}.svg\" alt=\"{title}\"/></a></td>")
        }
    };
    let row = |row: usize| {
        let cells: String = (0..COLUMNS).map(|column| cell(row, column)).collect();
        format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", down.title(row))
    };
    let rows: String = (0..COLUMNS).rev().map(row).collect();
    let heads: String = (0..COLUMNS).map(|column| format!("<th scope=\"col\">{}</th>", across.title(column))).collect();
    let body = format!(
        "<main>\n<header>\n<h1>Designed games</h1>\n<p class=\"summary\">{}</p>\n</header>\n\
         <p>Upward: {}, {}. To the right: {}, {}.</p>\n<div class=\"map\" tabindex=\"0\"><table>\n{rows}\
         <tr><th></th>{heads}</tr>\n</table></div>\n{}<footer>Written by uur {VERSION}.</footer>\n</main>\n",
        shown(summary),
        down.0.name,
        down.0.meaning,
        across.0.name,
        across.0.meaning,
        games.iter().map(article).collect::<String>(),
    );
    let title = format!("Designed games: {}", count(games.len(), "game"));
    let (policy, style) = (POLICY, STYLE.to_string());
    HtmlDocument { title: &title, class: "page", policy, narrow: None, style, head: String::new(), body }.html()
}

fn article(designed: &ShelfGame) -> String {
    let ShelfGame { row: DesignRow { name: file, found, story, like, likeness, .. }, game } = designed;
    let rules = rule_text(game, None);
    let sections: String = rules.sections.iter().map(|section| section.html(DocumentLayout::default())).collect();
    let measures = found.measures.iter().filter_map(|measured| {
        let gauge = Gauge::named(&measured.name)?;
        let high = measured.high.map_or("no bound".to_string(), |high| gauge.written(high));
        Some(format!(
            "<tr><th scope=\"row\" title=\"{}\">{}</th><td>{}</td><td>{} to {high}</td><td>{}</td></tr>\n",
            gauge.meaning,
            gauge.name,
            gauge.written(measured.value),
            gauge.written(measured.low),
            count(measured.games as usize, "game"),
        ))
    });
    let story: String = story.iter().map(|step| format!("<li>{}</li>\n", isolated(step))).collect();
    format!(
        "<article class=\"designed\" id=\"{file}\">\n<h2>{}</h2>\n<p class=\"summary\">{}</p>\n<img src=\"{file}.svg\" alt=\"\"/>\n\
         <p><a href=\"{file}.html\">Play it</a> · <a href=\"{file}.uur\">Its rule file</a> · {}</p>\n\
         <table>\n<tr><th>measure</th><th>value</th><th>95 % interval</th><th>from</th></tr>\n{}</table>\n\
         <details><summary>Rules</summary>\n{sections}</details>\n\
         <details><summary>How it came about</summary>\n<ol>\n{story}</ol>\n</details>\n</article>\n",
        name(game),
        rules.summary_html(),
        shown(&format!("most like {like}, {:.0} %", likeness * 100.0)),
        measures.collect::<String>(),
    )
}
