//! A sowing that reaches a declared bound of laps is reported as just that: it is not proved to be endless.

use uur::source::Source;
use uur::variants;
use uur_testing::cases;
use uur_testing::properties::PlayBounds;
use uur_testing::suite::{self, Effort};

use crate::command::{folder, output};

const GAME: &str = "language 1\ngame \"Three laps\" { source \"a test\" }\nboard {\n  rows 2\n  pits 4\n  seeds 3 each\n}\n\
    sow counterclockwise {\n  from own pit\n}\nland {\n  here is occupied -> relay\n}\n\
    end {\n  no move -> each takes own row\n  endless after lap 3 -> OUTCOME\n  win most seeds\n}\n";

fn said(arguments: &[&str]) -> String {
    let came = output(arguments);
    String::from_utf8_lossy(&came.stdout).into_owned() + &String::from_utf8_lossy(&came.stderr)
}

#[test]
fn a_declared_bound_is_named_wherever_it_is_reached() {
    for outcome in ["stop", "draw", "pass"] {
        let text = GAME.replace("OUTCOME", outcome);
        let file = folder("bound-of-laps").join(format!("{outcome}.uur"));
        std::fs::write(&file, &text).unwrap();
        let file = file.to_str().unwrap();
        let invariants = PlayBounds { games: 5, steps: 100, rounds: 1, events: 100_000, seed: 1 };
        let effort = Effort { invariants, games: 5, events: 100_000, ..Effort::default() };
        let report = suite::run(&Source::new("laps.uur", text), &variants::library, &[], "", effort).unwrap();
        let notes: Vec<String> = cases::notes(&report).into_iter().map(|note| note.text).collect();
        let all = [
            notes.join("\n"),
            said(&["replay", file, "--moves", "B d", "--trace"]),
            said(&["verify", file, "--games", "2", "--positions", "50", "--most-moves", "50"]),
            said(&["simulate", file, "--games", "50", "--most-moves", "100", "--details"]),
        ];
        for text in &all {
            for untrue in ["never end", "endless move", "certain after"] {
                assert!(!text.contains(untrue), "{text}");
            }
            assert!(text.contains("bound of 3 laps") || text.contains("at the bound of laps"), "{outcome}: {text}");
        }
    }
}

#[test]
fn a_sowing_without_end_is_reported_as_such() {
    let text = said(&["simulate", "layli-goobalay", "--games", "2000", "--details"]);
    assert!(text.contains("ended by an endless move") && text.contains("endless moves"), "{text}");
}
