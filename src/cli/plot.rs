//! SVG plots of results, with a light and a dark style.

use std::path::Path;

use crate::files::{self, OutputKind};
use uur::markup::escape_xml;
use uur::provenance::RulesUsed;
use uur_lab::lab::{Axis, Rate, SeriesReport};

use super::made;
use super::output::CommandError;
use super::statistics::{bars, title};

/// The margin at the left and at the right.
const MARGIN: f64 = 20.0;
/// More than the average width of a sign, of a plain and of a bold text.
const PLAIN_SIGN: f64 = 8.0;
const BOLD_SIGN: f64 = 9.0;
/// The left end of bars; their names stand before it.
const BAR_LEFT: f64 = 190.0;
/// The right end of bars; their numbers stand after it.
const BAR_RIGHT: f64 = 510.0;
/// The distance between rows.
const ROW_HEIGHT: f64 = 24.0;
/// The size of a cell of a map.
const CELL_WIDTH: f64 = 58.0;
const CELL_HEIGHT: f64 = 34.0;

const STYLE: &str = "text { font-family: sans-serif; font-size: 13px; fill: #24292f } .paper { fill: #ffffff } .bar { fill: #5b8fd0 } \
    .line { stroke: #24292f; stroke-width: 1.5 } .faint { stroke: #c8ccd1 } .cell text { fill: #111111 } \
    .end { text-anchor: end } .middle { text-anchor: middle } .title { font-weight: bold } \
    @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .paper { fill: #161b22 } .bar { fill: #4a7ab8 } \
    .line { stroke: #e6edf3 } .faint { stroke: #444c56 } }";

/// Checks before long work whether its plot can be written.
///
/// # Errors
/// If the file may not be replaced, or cannot be written.
pub fn check(file: Option<&str>) -> Result<(), CommandError> {
    let Some(path) = file.map(Path::new) else { return Ok(()) };
    files::check_output(path, OutputKind::Drawing).map_err(|reason| CommandError::write_failed(path, &reason))
}

/// Writes a plot about some games to a file, with what made it.
///
/// # Errors
/// If the file cannot be written.
pub fn write(file: &str, rules: &[RulesUsed], drawing: &str) -> Result<(), CommandError> {
    let path = Path::new(file);
    let drawing = made::in_svg(drawing, rules);
    files::write_output(path, OutputKind::Drawing, &drawing).map_err(|reason| CommandError::write_failed(path, &reason))
}

/// The results of a series with their confidence intervals, and the lengths of its games.
pub fn series(report: &SeriesReport) -> String {
    let mut drawing = Svg::default();
    drawing.heading(&title(report));
    drawing.rates(&results(report));
    let bars = bars(report);
    if !bars.is_empty() {
        drawing.heading("games by their number of moves");
        let most = bars.iter().map(|(.., games)| *games).max().unwrap_or(1).max(1);
        for (from, to, games) in bars {
            let share = games as f64 / most as f64;
            drawing.bar(&format!("{from} to {to}"), share, &games.to_string());
        }
    }
    drawing.finish()
}

/// The rates to plot: name and rate.
fn results(report: &SeriesReport) -> Vec<(String, Rate)> {
    let (rates, players) = (&report.rates, &report.asked.players);
    let named =
        rates.by_player.filter(|_| players.south != players.north).into_iter().flat_map(|rates| {
            [&players.south, &players.north].map(|name| format!("{name} wins")).into_iter().zip(rates)
        });
    let seats = [("South wins", rates.south), ("North wins", rates.north), ("draws", rates.draws)];
    let rest =
        [("endless", rates.endless, report.tally.endless), ("unfinished", rates.unfinished, report.tally.unfinished)];
    let rest = rest.into_iter().filter(|(.., games)| *games > 0).map(|(name, rate, _)| (name.to_string(), rate));
    named.chain(seats.map(|(name, rate)| (name.to_string(), rate))).chain(rest).collect()
}

/// The texts of a plot over parameter values.
pub struct Titles<'a> {
    /// What the numbers are.
    pub title: String,
    /// The players and the number of games.
    pub note: String,
    /// The legend of the colours: North's, the middle, South's.
    pub key: [&'a str; 3],
}

/// The cell for a combination of parameter values.
pub struct MapCell {
    /// The number.
    pub text: String,
    /// How good it is for South, from 0 to 1; `None` if unknown.
    pub warmth: Option<f64>,
    /// Details for the tooltip, after the parameter values.
    pub more: String,
}

/// Rates over the values of one parameter, as bars with intervals.
pub fn shares(titles: &Titles, axis: &Axis, share: impl Fn(&[&String]) -> Option<Rate>) -> String {
    let mut drawing = Svg::titled(titles);
    let named = |value| share(&[value]).map(|rate| (format!("{} = {value}", axis.name), rate));
    drawing.rates(&axis.values.iter().filter_map(named).collect::<Vec<_>>());
    drawing.finish()
}

/// A heat map over the values of one parameter or two.
pub fn map(titles: &Titles, axes: &[Axis], cell: impl Fn(&[&String]) -> Option<MapCell>) -> String {
    let mut drawing = Svg::titled(titles);
    match axes {
        [down, across] => {
            let rows = down.values.iter().map(|value| (format!("{} = {value}", down.name), Some(value)));
            drawing.map(&rows.collect::<Vec<_>>(), across, |down, across| cell(&[down?, across]));
        }
        [across] => drawing.map(&[(String::new(), None)], across, |_, across| cell(&[across])),
        _ => {}
    }
    drawing.key(titles.key);
    drawing.finish()
}

/// An SVG image that grows downward.
#[derive(Default)]
struct Svg {
    wide: f64,
    y: f64,
    body: String,
}

impl Svg {
    fn titled(titles: &Titles) -> Svg {
        let mut drawing = Svg::default();
        drawing.heading(&titles.title);
        drawing.text(MARGIN, drawing.y, "note", &titles.note);
        drawing.y += 16.0;
        drawing
    }

    fn heading(&mut self, text: &str) {
        self.y += 30.0;
        self.text(MARGIN, self.y, "title", text);
        self.y += 16.0;
    }

    fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        let sign = if class == "title" { BOLD_SIGN } else { PLAIN_SIGN };
        let after = match class {
            "end" => 0.0,
            "middle" => 0.5,
            _ => 1.0,
        };
        self.widen(x + after * sign * text.chars().count() as f64);
        self.body += &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{}</text>\n", escape_xml(text));
    }

    /// Makes room up to here, and for the margin.
    fn widen(&mut self, x: f64) {
        self.wide = self.wide.max(x + MARGIN);
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.body +=
            &format!("<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>\n");
    }

    /// A bar between its name and its number.
    fn bar(&mut self, name: &str, share: f64, number: &str) {
        self.text(BAR_LEFT - 10.0, self.y + 13.0, "end", name);
        let wide = (BAR_RIGHT - BAR_LEFT) * share;
        self.body += &format!(
            "<rect x=\"{BAR_LEFT:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"16\" class=\"bar\"/>\n",
            self.y
        );
        self.text(BAR_RIGHT + 10.0, self.y + 13.0, "number", number);
        self.y += ROW_HEIGHT;
    }

    /// Rates as bars, each with its interval, on a scale from 0 to 100 %.
    fn rates(&mut self, rates: &[(String, Rate)]) {
        let bottom = self.y + ROW_HEIGHT * rates.len() as f64;
        for quarter in 0..=4 {
            let x = BAR_LEFT + (BAR_RIGHT - BAR_LEFT) * f64::from(quarter) / 4.0;
            self.line((x, self.y - 4.0), (x, bottom), "faint");
            self.text(x, bottom + 14.0, "middle", &format!("{} %", 25 * quarter));
        }
        for (name, rate) in rates {
            let [low, high] = [rate.low, rate.high].map(|share| BAR_LEFT + (BAR_RIGHT - BAR_LEFT) * share);
            let middle = self.y + 8.0;
            let [percent, from, to] = [rate.share, rate.low, rate.high].map(|share| 100.0 * share);
            self.bar(name, rate.share, &format!("{percent:.2} % ({from:.2} to {to:.2})"));
            self.line((low, middle), (high, middle), "line");
            for end in [low, high] {
                self.line((end, middle - 4.0), (end, middle + 4.0), "line");
            }
        }
        self.y += ROW_HEIGHT;
    }

    /// A cell for each combination, warmer where South is better off.
    fn map(
        &mut self,
        rows: &[(String, Option<&String>)],
        across: &Axis,
        cell: impl Fn(Option<&String>, &String) -> Option<MapCell>,
    ) {
        const BEGIN: f64 = 130.0;
        self.widen(BEGIN + CELL_WIDTH * across.values.len() as f64);
        let middle = BEGIN + CELL_WIDTH * across.values.len() as f64 / 2.0;
        self.text(middle, self.y + 12.0, "middle", &across.name);
        self.y += 32.0;
        for (column, value) in across.values.iter().enumerate() {
            self.text(BEGIN + CELL_WIDTH * (column as f64 + 0.5), self.y, "middle", value);
        }
        self.y += 8.0;
        for (name, down) in rows {
            self.text(BEGIN - 10.0, self.y + CELL_HEIGHT / 2.0 + 5.0, "end", name);
            for (column, value) in across.values.iter().enumerate() {
                let x = BEGIN + CELL_WIDTH * column as f64;
                match cell(*down, value) {
                    None => self.text(x + CELL_WIDTH / 2.0, self.y + CELL_HEIGHT / 2.0 + 5.0, "middle", "-"),
                    Some(cell) => {
                        let down = if name.is_empty() { String::new() } else { format!("{name}, ") };
                        let title = format!("{down}{} = {value}: {}", across.name, cell.more);
                        self.cell(x, &cell.text, cell.warmth, &title);
                    }
                }
            }
            self.y += CELL_HEIGHT;
        }
    }

    fn cell(&mut self, x: f64, text: &str, warmth: Option<f64>, title: &str) {
        self.body += &format!(
            "<g class=\"cell\"><title>{}</title><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>\n",
            escape_xml(title),
            x + 1.0,
            self.y + 1.0,
            CELL_WIDTH - 2.0,
            CELL_HEIGHT - 2.0,
            warmth.map_or("#ffffff".to_string(), colour)
        );
        self.text(x + CELL_WIDTH / 2.0, self.y + CELL_HEIGHT / 2.0 + 5.0, "middle", text);
        self.body += "</g>\n";
    }

    /// The legend of a map, a line for each colour.
    fn key(&mut self, names: [&str; 3]) {
        self.y += 16.0;
        for (number, name) in names.iter().enumerate() {
            self.cell(MARGIN, "", Some(0.5 * number as f64), name);
            self.text(MARGIN + CELL_WIDTH + 8.0, self.y + CELL_HEIGHT / 2.0 + 5.0, "key", name);
            self.y += CELL_HEIGHT;
        }
    }

    fn finish(self) -> String {
        let (wide, high) = (self.wide, self.y + MARGIN);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide:.0} {high:.0}\" width=\"{wide:.0}\" \
            height=\"{high:.0}\">\n<style>{STYLE}</style>\n\
            <rect width=\"100%\" height=\"100%\" class=\"paper\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// A colour from blue (North) over grey to red (South). Black text is readable on all of them.
fn colour(share: f64) -> String {
    const ENDS: [[f64; 3]; 3] = [[92.0, 152.0, 220.0], [238.0, 238.0, 238.0], [236.0, 120.0, 104.0]];
    let (from, to, part) =
        if share < 0.5 { (ENDS[0], ENDS[1], 2.0 * share) } else { (ENDS[1], ENDS[2], 2.0 * share - 1.0) };
    let [red, green, blue] = [0, 1, 2].map(|colour| (from[colour] + (to[colour] - from[colour]) * part).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_a_drawing() {
        let axis = Axis { name: "a<b".to_string(), values: vec!["\"&".to_string()] };
        let titles = Titles { title: "x>y".to_string(), note: "\"&".to_string(), key: ["", "", ""] };
        let drawing = shares(&titles, &axis, |_| Some(Rate::of(1, 2)));
        assert!(drawing.contains("x&gt;y"));
        assert!(drawing.contains("a&lt;b = &quot;&amp;"));
    }

    #[test]
    fn a_drawing_is_as_wide_as_its_texts() {
        let axis = Axis { name: "pits".to_string(), values: vec!["1".to_string()] };
        let cell = |_: &[&String]| Some(MapCell { text: "50.0".to_string(), warmth: Some(0.5), more: String::new() });
        let key = ["0: North wins all", "50: both win equally often", "100: South wins all"];
        let titles = Titles { title: "a title".to_string(), note: String::new(), key };
        let drawing = map(&titles, std::slice::from_ref(&axis), cell);
        assert!(drawing.contains("viewBox=\"0 0 314 "), "{drawing}");
        let lines: Vec<&str> = drawing.lines().filter(|line| line.contains("class=\"key\"")).collect();
        assert_eq!(lines.len(), 3);
        assert!(lines.windows(2).all(|two| two[0].split("y=").nth(1) != two[1].split("y=").nth(1)), "{lines:?}");
        let long = Titles { title: "a title of sixty letters and more ".repeat(2), ..titles };
        assert!(map(&long, &[axis], cell).contains("viewBox=\"0 0 652 "));
    }

    #[test]
    fn warmth_goes_from_north_to_south() {
        assert_eq!([0.0, 0.5, 1.0].map(colour), ["#5c98dc", "#eeeeee", "#ec7868"]);
    }
}
