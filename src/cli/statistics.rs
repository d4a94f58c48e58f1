//! The statistics of a series of games as text.

use uur::check::Settings;
use uur::diagnostic::count;
use uur::rules::bounded;
use uur::text_layout::TextTable;
use uur_lab::lab::{Rate, SeriesReport};

use super::output::answer_width;

/// Returns the report as text.
pub fn text(report: &SeriesReport) -> String {
    if report.tally.games == 0 {
        return head(report);
    }
    [head(report), results(report), numbers(report), lines(report), lengths(report), longest(report)]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

fn head(report: &SeriesReport) -> String {
    let from = report.asked.from.as_ref().map_or(String::new(), |from| format!("from {from}\n"));
    format!("{}\n{from}", title(report))
}

/// The title of a series: the game, the players and the number of games, in one line.
pub fn title(report: &SeriesReport) -> String {
    let series = &report.asked;
    let (south, north) = (&series.players.south, &series.players.north);
    let players = if series.pairs && south != north {
        format!(" by {south} and {north}, changing seats")
    } else if series.is_for_one {
        format!(" by the {south} player")
    } else if south == north {
        format!(" by {south} players")
    } else {
        format!(" by {south} South and {north} North")
    };
    let kind = if series.whole_matches { " of whole matches" } else { "" };
    let games = count(report.tally.games as usize, "game") + kind + &players;
    series_title(&series.game, &series.settings, &games, series.opening, series.seed)
}

/// The title of games with their number and kind: the game, its parameters, the opening and the seed.
pub fn series_title(game: &str, settings: &Settings, games: &str, opening: u64, seed: u64) -> String {
    let opening = match opening {
        0 => String::new(),
        moves => format!(", {} first", count(moves as usize, "random move")),
    };
    format!("{game}{}: {games}{opening}, seed {seed}", settings_text(settings))
}

/// Parameter values as a list that follows the name of a game.
pub fn settings_text(settings: &Settings) -> String {
    settings.iter().map(|(name, value)| format!(" {name}={value}")).collect()
}

fn results(report: &SeriesReport) -> String {
    let (tally, rates) = (&report.tally, &report.rates);
    let players = &report.asked.players;
    let by_player = tally.by_player.zip(rates.by_player).filter(|_| players.south != players.north);
    let named = by_player.into_iter().flat_map(|(wins, rates)| {
        let names = [&players.south, &players.north].map(|name| format!("{name} wins"));
        names.into_iter().zip(wins).zip(rates).map(|((name, wins), rate)| (name, wins, rate, true))
    });
    let ended = bounded(report.asked.most_laps, "ended by an endless move", "ended by the bound of");
    let is_for_one = report.asked.is_for_one;
    let [south, north] = if is_for_one { ["goal reached", "goal missed"] } else { ["South wins", "North wins"] };
    let rows = [
        (south, tally.south, rates.south, true),
        (north, tally.north, rates.north, true),
        ("draws", tally.draws, rates.draws, !is_for_one || tally.draws > 0),
        ("unfinished", tally.unfinished, rates.unfinished, tally.unfinished > 0),
        (&ended, tally.endless, rates.endless, tally.endless > 0),
    ];
    let rows = named.chain(rows.map(|(name, games, rate, shown)| (name.to_string(), games, rate, shown)));
    let shown: Vec<_> = rows.filter(|(.., shown)| *shown).collect();
    let row = |(name, games, rate, _): &(String, u64, Rate, bool)| vec![name.clone(), games.to_string(), percent(rate)];
    let rows = shown.iter().map(row).collect();
    let table = TextTable { rows, right: 1..2, ..TextTable::default() };
    format!("{}{INTERVALS}\n", table.text(answer_width()))
}

/// Explains the bounds after a share.
pub const INTERVALS: &str = "in brackets: 95 % intervals";

/// A share and its interval, in percent.
pub fn percent(rate: &Rate) -> String {
    let Rate { share, low, high } = rate;
    format!("{:6.2} %  ({:.2} to {:.2})", 100.0 * share, 100.0 * low, 100.0 * high)
}

fn numbers(report: &SeriesReport) -> String {
    let (tally, length, branching) = (&report.tally, &report.length, &report.branching);
    let mut rows = vec![
        (
            "moves in a game",
            format!(
                "{:.2} on average, half have up to {}, 5 % up to {}, 95 % up to {}, from {} to {} in all",
                length.mean, length.median, length.percent_5, length.percent_95, length.shortest, length.longest
            ),
        ),
        (
            "moves to choose from",
            format!(
                "{:.2} on average, {}; no choice in {:.2} % of moves",
                branching.mean,
                if tally.estimated > 0 { "estimated".to_string() } else { format!("at most {}", branching.most) },
                100.0 * branching.forced
            ),
        ),
    ];
    let games = tally.games.max(1) as f64;
    let [south, north] = tally.captured.map(|seeds| seeds as f64 / games);
    if tally.captured != [0, 0] {
        let margin = tally.margin as f64 / games;
        let both = format!("{south:.2} to {north:.2} on average, {margin:.2} apart");
        rows.push(("seeds in store", if report.asked.is_for_one { format!("{south:.2} on average") } else { both }));
    }
    if let (Some(shares), Some(details)) = (&report.shares, &tally.details) {
        let of = |share: f64| format!("{:.2} % of moves", 100.0 * share);
        rows.push(("captures", format!("{}, {} seeds in all", of(shares.capturing), details.captured_seeds)));
        let most = details.most_laps;
        rows.push(("relay", format!("{}, {:.2} laps on average, at most {most}", of(shares.relay), shares.laps)));
        rows.push(("bonus moves", of(shares.bonus)));
        let endless = if report.asked.most_laps.is_some() { "at the bound of laps" } else { "endless moves" };
        rows.push((endless, format!("{:.4} % of moves", 100.0 * shares.endless)));
    }
    columns(rows.into_iter().map(|(name, text)| vec![name.to_string(), text]).collect())
}

/// Rows in columns that begin at the left.
fn columns(rows: Vec<Vec<String>>) -> String {
    TextTable { rows, ..TextTable::default() }.text(answer_width())
}

/// The rule lines that ended games, and how often each was applied.
fn lines(report: &SeriesReport) -> String {
    let rows = report.lines.iter().map(|line| {
        let fired = line.fired.map(|fired| format!("used {}", count(fired as usize, "time")));
        let ended = (line.ended > 0).then(|| format!("ended {}", count(line.ended as usize, "game")));
        [line.place.clone(), line.name.clone()].into_iter().chain(fired).chain(ended).collect()
    });
    columns(rows.collect())
}

/// The most bars in the histogram of lengths.
const BARS: usize = 12;

/// The least and the greatest length of the longest bar, in characters.
const WIDEST: (usize, usize) = (8, 40);

/// The histogram of game lengths: least moves, most moves, games. Empty if all games have one length.
pub fn bars(report: &SeriesReport) -> Vec<(usize, usize, u64)> {
    let counts = &report.tally.lengths;
    let (low, high) = (report.length.shortest, report.length.longest);
    let step = (high + 1 - low).div_ceil(BARS);
    if report.tally.games < 2 || low == high {
        return vec![];
    }
    let bar = |from: usize| (from, (from + step - 1).min(high), counts.iter().skip(from).take(step).sum());
    (low..=high).step_by(step).map(bar).collect()
}

/// The histogram of game lengths as text.
fn lengths(report: &SeriesReport) -> String {
    let bars = bars(report);
    let Some((_, high, _)) = bars.last() else { return String::new() };
    let most = bars.iter().map(|(.., games)| *games).max().unwrap_or(1).max(1);
    let digits = high.to_string().len();
    let others = 2 * digits + " to ".len() + most.to_string().len() + 4;
    let (least, greatest) = WIDEST;
    let wide = answer_width().map_or(greatest, |width| width.saturating_sub(others).clamp(least, greatest));
    let rows: String = bars
        .iter()
        .map(|(from, to, games)| {
            let bar = "#".repeat((games * wide as u64).div_ceil(most) as usize);
            format!("{from:digits$} to {to:digits$}  {bar:wide$}  {games}\n")
        })
        .collect();
    format!("games by their number of moves\n{rows}")
}

/// The longest record printed as text, in characters.
const LONGEST_RECORD: usize = 1_000;

fn longest(report: &SeriesReport) -> String {
    let Some(longest) = &report.tally.longest else { return String::new() };
    let record = match longest.record.len() {
        ..=LONGEST_RECORD => longest.record.as_str(),
        _ => "its moves are in the output of `--format json`",
    };
    format!("longest: game {}, {}\n{record}\n", longest.game, count(longest.moves as usize, "move"))
}
