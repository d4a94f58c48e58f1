//! How many instructions and mispredicted branches a move takes, as callgrind counts them: the same
//! on every run, so that they guard against what a noisy clock hides.

use std::env;
use std::fmt::Write;
use std::process::Command;

use crate::rows::{Contender, GameRow, Work};

/// The table of all rows. What it takes to make the work ready is counted alone and taken off.
pub fn of(rows: &[GameRow]) -> String {
    let mut table = String::from(
        "| game | work | instructions by hand | by the engine | mispredictions by hand | by the engine |\n\
         |---|---|---:|---:|---:|---:|\n",
    );
    for row in rows {
        for work in Work::ALL {
            let start = count(&["--prepare", row.name, work.name(), &row.tiny(work).to_string()]);
            let [hand, engine] = Contender::BOTH.map(|player| each(row, work, player, &start));
            writeln!(
                table,
                "| {} | {} | {:.0} | {:.0} | {:.2} | {:.2} |",
                row.title,
                work.name(),
                hand.instructions,
                engine.instructions,
                hand.mispredictions,
                engine.mispredictions
            )
            .expect("a string can be written");
        }
    }
    table
}

/// What callgrind counts.
struct Counts {
    instructions: f64,
    mispredictions: f64,
}

/// The counts of one move or one sequence, without those of the start.
fn each(row: &GameRow, work: Work, player: Contender, start: &Counts) -> Counts {
    let amount = row.tiny(work);
    let all = count(&["--run", row.name, work.name(), &amount.to_string(), player.name()]);
    let units = row.prepare(work, amount).run(player).units() as f64;
    Counts {
        instructions: (all.instructions - start.instructions) / units,
        mispredictions: (all.mispredictions - start.mispredictions) / units,
    }
}

/// Runs this program under callgrind.
fn count(arguments: &[&str]) -> Counts {
    let program = env::current_exe().expect("a running program knows where it is");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--branch-sim=yes", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(arguments)
        .output()
        .expect("valgrind is installed");
    let told = String::from_utf8_lossy(&output.stderr);
    let collected =
        told.lines().find_map(|line| line.split_once("Collected : ")).expect("callgrind tells what it counted");
    let numbers: Vec<f64> =
        collected.1.split_whitespace().map(|number| number.parse().expect("it is a count")).collect();
    // Instructions; conditional branches and those mispredicted; indirect ones and those mispredicted.
    match numbers[..] {
        [instructions, _, conditional, _, indirect] => Counts { instructions, mispredictions: conditional + indirect },
        _ => panic!("callgrind has simulated no branches: {told}"),
    }
}
