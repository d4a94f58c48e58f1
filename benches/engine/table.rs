//! How many times as fast as by hand the engine is, as a Markdown table.

use std::fmt::Write;

use crate::cpu_time::seconds;
use crate::rows::{Contender, GameRow, Work};

/// How many pairs of runs the medians are of; an odd number.
pub const PAIRS: usize = 7;

/// The table of all rows. Runs by hand and by the engine take turns, so that both meet the machine in
/// the same mood, and a ratio is one of two runs next to each other.
pub fn of(rows: &[GameRow]) -> String {
    let mut table = String::from(
        "| game | random games | by hand, engine | every leaf made | by hand, engine | last ply counted | by hand, engine |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
    );
    for row in rows {
        table += &format!("| {} |", row.title);
        for work in Work::ALL {
            let (ratio, [hand, engine]) = compare(row, work);
            let [ratio, hand, engine] = [ratio, hand, engine].map(short);
            write!(table, " {ratio} | {hand} M/s, {engine} M/s |").expect("a string can be written");
        }
        table += "\n";
    }
    table
}

/// Two places, three where the first of them would be 0.
fn short(number: f64) -> String {
    let places = if number < 0.1 { 3 } else { 2 };
    format!("{number:.places$}")
}

/// The median of the ratios, and of the millions of moves or sequences in a second.
fn compare(row: &GameRow, work: Work) -> (f64, [f64; 2]) {
    let prepared = row.prepare(work, row.amount(work));
    // The first runs warm the machine, and both must come to the same.
    let [by_hand, by_engine] = Contender::BOTH.map(|player| prepared.run(player));
    assert_eq!(by_hand, by_engine, "{}: both do the same work", row.name);
    let pairs: Vec<[f64; 2]> = (0..PAIRS)
        .map(|_| {
            Contender::BOTH.map(|player| {
                seconds(|| {
                    std::hint::black_box(prepared.run(player));
                })
            })
        })
        .collect();
    let millions = by_hand.units() as f64 / 1e6;
    let ratio = median(pairs.iter().map(|[hand, engine]| hand / engine));
    (ratio, [0, 1].map(|player| median(pairs.iter().map(|pair| millions / pair[player]))))
}

/// The one in the middle.
pub fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
