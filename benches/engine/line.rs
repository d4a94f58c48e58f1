//! How much slower a program is that plays through the public interface: the perft of the example, which plays a line,
//! beside that of the laboratory.

use std::hint::black_box;

use uur::Game;
use uur_lab::lab;

use crate::cpu_time::seconds;
use crate::table::{PAIRS, median};

#[allow(dead_code, reason = "only its function is measured")]
#[path = "../../examples/perft.rs"]
mod example;

/// Games, and how many moves deep they are played.
const GAMES: [(&str, u32); 6] =
    [("kalah", 11), ("oware", 10), ("boola", 12), ("layli-goobalay", 8), ("hus", 6), ("sungka", 8)];

/// Prints the table of some games, or of all.
pub fn print(names: &[&str]) {
    println!("| game | depth | laboratory | line | ratio |");
    println!("|---|---:|---:|---:|---:|");
    for (name, depth) in GAMES.into_iter().filter(|(name, _)| names.is_empty() || names.contains(name)) {
        let game = Game::shipped(name).expect("it is shipped");
        let program = &game.program;
        let start = program.start();
        let by_lab = || lab::perft(program, &start, depth);
        let by_line = || example::perft(&mut program.line(&start), depth);
        // The first runs make the tables.
        assert_eq!(by_lab(), by_line(), "{name}: both do the same work");
        let measure = |work: &dyn Fn() -> u64| seconds(|| _ = black_box(work()));
        let pairs: Vec<[f64; 2]> = (0..PAIRS).map(|_| [measure(&by_lab), measure(&by_line)]).collect();
        let [lab, line] = [0, 1].map(|who| median(pairs.iter().map(|pair| pair[who])));
        let ratio = median(pairs.iter().map(|[lab, line]| line / lab));
        println!("| {name} | {depth} | {lab:.3} s | {line:.3} s | {ratio:.2} |");
    }
}
