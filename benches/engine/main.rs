//! How fast the engine plays, measured against engines written by hand for one game each.
//!
//! `cargo bench --bench engine` measures both with criterion; with `-- --table` it prints how many
//! times as fast as by hand the engine is, from paired runs, with `-- --counts` how many
//! instructions and mispredicted branches callgrind counts, with `-- --library` how fast every shipped
//! game is played, and with `-- --line` how much slower a line of play is than the laboratory. Names
//! after them choose games. docs/performance.md says how to read the tables.

mod by_engine;
#[path = "../by_hand/mod.rs"]
mod by_hand;
mod counts;
mod cpu_time;
mod library;
mod line;
mod rows;
mod table;

use std::env;
use std::hint::black_box;
use std::time::Duration;

use criterion::Criterion;
use criterion::measurement::Measurement;

use cpu_time::CpuTime;
use rows::{Contender, GameRow, Work};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["--table", ref games @ ..] => print!("{}", table::of(&rows::named(games))),
        ["--library", ref games @ ..] => library::print(games),
        ["--line", ref games @ ..] => line::print(games),
        ["--counts", ref games @ ..] => print!("{}", counts::of(&rows::named(games))),
        ["--run", game, work, amount, player] => run(game, work, amount, Some(player)),
        ["--prepare", game, work, amount] => run(game, work, amount, None),
        _ => with_criterion(),
    }
}

/// Does one piece of work, or only makes it ready, for callgrind and other tools that watch a whole
/// process.
fn run(game: &str, work: &str, amount: &str, player: Option<&str>) {
    let row = rows::all().into_iter().find(|row| row.name == game).expect("a row has that name");
    let work = Work::ALL.into_iter().find(|known| known.name() == work).expect("it is `games`, `made` or `counted`");
    let prepared = row.prepare(work, amount.parse().expect("the amount is a number"));
    if let Some(player) = player {
        let player =
            Contender::BOTH.into_iter().find(|known| known.name() == player).expect("it is `hand` or `engine`");
        println!("{:?}", prepared.run(player));
    }
}

fn with_criterion() {
    let mut criterion = Criterion::default()
        .with_measurement(CpuTime)
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(500))
        .configure_from_args();
    for row in rows::all() {
        bench(&mut criterion, &row);
    }
    criterion.final_summary();
    // Without this argument the benchmarks are only tried.
    if env::args().any(|argument| argument == "--bench") {
        print!("\n{}", table::of(&rows::all()));
    }
}

fn bench<M: Measurement>(criterion: &mut Criterion<M>, row: &GameRow) {
    for work in Work::ALL {
        let prepared = row.prepare(work, row.small(work));
        let mut group = criterion.benchmark_group(format!("{}/{}", row.name, work.name()));
        for player in Contender::BOTH {
            group.bench_function(player.name(), |bencher| bencher.iter(|| black_box(prepared.run(player))));
        }
        group.finish();
    }
}
