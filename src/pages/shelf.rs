//! The shelf of designed games: a map with a board in each cell that is filled, and each game below it.

use uur::diagnostic::count;
use uur::explain::{DocumentLayout, rule_text};
use uur::game::Game;
use uur::markup::{escape_xml, shown};
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
font-weight: normal; font-variant-numeric: tabular-nums } \
.trade { overflow-x: auto } .trade svg { width: min(100%, 48rem); min-width: 32rem } .trade text { font-size: 12px; fill: currentColor } .trade .end { text-anchor: end } \
.trade .middle { text-anchor: middle } .trade line { stroke: currentColor } .trade .faint { opacity: .25 } \
.trade circle { fill: currentColor } .trade a { color: #2a6fc9 } .trade a text { fill: currentColor } \
@media (prefers-color-scheme: dark) { .trade a { color: #7fb0f0 } }";

/// The page of a shelf over two measures, and what was done for it in a sentence. `beaten` are the values of the same
/// measures of games that are not on the shelf although they meet all bounds.
pub fn shelf(axes: [MapAxis; 2], games: &[ShelfGame], beaten: &[[f64; 2]], summary: &str) -> String {
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
         <tr><th></th>{heads}</tr>\n</table></div>\n{}{}<footer>Written by uur {VERSION}.</footer>\n</main>\n",
        shown(summary),
        down.0.name,
        down.0.meaning,
        across.0.name,
        across.0.meaning,
        trade(axes, games, beaten),
        games.iter().map(article).collect::<String>(),
    );
    let title = format!("Designed games: {}", count(games.len(), "game"));
    let (policy, style) = (POLICY, STYLE.to_string());
    HtmlDocument { title: &title, class: "page", policy, narrow: None, style, head: String::new(), body }.html()
}

/// A place in the drawing for each value of a measure.
struct Scale {
    low: f64,
    high: f64,
    /// Where the lowest and the highest value are drawn.
    ends: [f64; 2],
}

impl Scale {
    fn of(values: impl Iterator<Item = f64>, ends: [f64; 2]) -> Scale {
        let (low, high) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let wider = if high > low { 0.03 * (high - low) } else { 0.05 * low.abs().max(0.1) };
        Scale { low: low - wider, high: high + wider, ends }
    }

    fn at(&self, value: f64) -> f64 {
        self.ends[0] + (value - self.low) / (self.high - self.low) * (self.ends[1] - self.ends[0])
    }

    /// Round values with even distances, about five.
    fn marks(&self) -> Vec<f64> {
        let rough = (self.high - self.low) / 5.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0].into_iter().map(|part| part * power).rfind(|step| *step <= rough).unwrap_or(power);
        let first = (self.low / step).ceil() as i64;
        (first..).map(|number| number as f64 * step).take_while(|value| *value <= self.high).collect()
    }
}

/// The trade-off: each game by its two measures, those on the shelf with their intervals.
fn trade([up, across]: [MapAxis; 2], games: &[ShelfGame], beaten: &[[f64; 2]]) -> String {
    const WIDE: f64 = 720.0;
    const HIGH: f64 = 400.0;
    const LEFT: f64 = 70.0;
    const BOTTOM: f64 = 360.0;
    let interval = |game: &ShelfGame, axis: MapAxis| {
        let measured = game.row.found.measures.iter().find(|measured| measured.name == axis.0.name)?;
        Some([measured.low, measured.value, measured.high.unwrap_or(measured.value)])
    };
    let plotted: Vec<(&ShelfGame, [[f64; 3]; 2])> =
        games.iter().filter_map(|game| Some((game, [interval(game, up)?, interval(game, across)?]))).collect();
    let all = |axis: usize| {
        let others = beaten.iter().map(move |values| values[axis]);
        plotted.iter().flat_map(move |(_, values)| values[axis]).chain(others)
    };
    let [y, x] = [Scale::of(all(0), [BOTTOM, 10.0]), Scale::of(all(1), [LEFT, WIDE - 20.0])];
    let line = |[x1, y1, x2, y2]: [f64; 4], class: &str| {
        format!("<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"{class}/>")
    };
    let text = |[x, y]: [f64; 2], class: &str, text: &str| {
        format!("<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{}</text>", escape_xml(text))
    };
    let mut drawing = String::new();
    for mark in y.marks() {
        drawing += &line([LEFT, y.at(mark), WIDE - 20.0, y.at(mark)], " class=\"faint\"");
        drawing += &text([LEFT - 6.0, y.at(mark) + 4.0], "end", &up.0.written(mark));
    }
    for mark in x.marks() {
        drawing += &line([x.at(mark), 10.0, x.at(mark), BOTTOM], " class=\"faint\"");
        drawing += &text([x.at(mark), BOTTOM + 18.0], "middle", &across.0.written(mark));
    }
    drawing += &text([LEFT, HIGH - 6.0], "start", &format!("Upward: {}. To the right: {}.", up.0.name, across.0.name));
    for [up, across] in beaten {
        drawing += &format!("<circle class=\"faint\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"/>", x.at(*across), y.at(*up));
    }
    for (ShelfGame { row, game }, [[low, middle, high], [from, value, to]]) in &plotted {
        let settings: Vec<String> = row.settings.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let label = if settings.is_empty() { game.rules.about.name.clone() } else { settings.join(", ") };
        let place = [x.at(*value), y.at(*middle)];
        // Many names would lie upon each other.
        let (class, away) = if place[0] > WIDE * 0.7 { ("end", -7.0) } else { ("start", 7.0) };
        let name = text([place[0] + away, place[1] - 6.0], class, &label);
        drawing += &format!(
            "<a href=\"#{}\"><title>{}</title>{}{}<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"/>{}</a>\n",
            row.name,
            escape_xml(&label),
            line([x.at(*from), place[1], x.at(*to), place[1]], ""),
            line([place[0], y.at(*low), place[0], y.at(*high)], ""),
            place[0],
            place[1],
            if plotted.len() <= 12 { name } else { String::new() },
        );
    }
    let beaten = if beaten.is_empty() { "" } else { "; grey are others that meet all bounds" };
    format!(
        "<figure class=\"trade\"><svg viewBox=\"0 0 {WIDE} {HIGH}\" role=\"img\" aria-label=\"{} and {} of each game\">\n{drawing}</svg>\n\
         <figcaption>What one measure costs of the other: the games of the shelf with their 95 % intervals{beaten}.</figcaption></figure>\n",
        up.0.name, across.0.name,
    )
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
