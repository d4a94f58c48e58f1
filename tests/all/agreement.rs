//! What the commands say of one game agrees.

use std::fs;

use uur::chance::Rng;
use uur::notation::reader::{self, Bare};
use uur::notation::{Record, shell_quoted};

use crate::command::{folder, output};
use crate::records_elsewhere::play_at_random;

/// What a command says of a game with these sections, on standard output and on standard error.
fn said(name: &str, sections: &str, arguments: &[&str]) -> String {
    let file = folder("agreement").join(format!("{name}.uur"));
    fs::write(&file, format!("language 1\n\ngame \"Agreement\" {{\n  source \"none: an example\"\n}}\n\n{sections}\n"))
        .unwrap();
    let file = file.to_string_lossy().into_owned();
    let arguments: Vec<&str> =
        arguments.iter().map(|argument| if *argument == "FILE" { &*file } else { argument }).collect();
    let output = output(&arguments);
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

const SWAP: &str = "board {\n  rows 2\n  pits 3\n  seeds 2 each\n}
sow counterclockwise {\n  from own pit\n  prefer here is pit A\n}
opening {\n  move 2 may swap\n}
land {\n  here holds 3 -> capture here\n}
end {\n  no move -> each takes own row\n  win most seeds\n}
test \"after A the board may be turned\" {\n  play A swap\n  expect south to move\n}";

#[test]
fn a_preference_among_pits_leaves_the_swap() {
    assert!(said("turned", SWAP, &["test", "FILE"]).contains("0 failed"));
    let counts = said("turned", SWAP, &["perft", "FILE", "2", "--format", "json"]);
    assert!(counts.contains("\"perft\":[1,2]"), "{counts}");
    let verified = said("turned", SWAP, &["verify", "FILE"]);
    assert!(!verified.contains("prefer") && !verified.contains("swap"), "{verified}");
    // How often a preference puts a move before others is not counted.
    let series = said("turned", SWAP, &["simulate", "FILE", "--games", "20", "--details"]);
    assert!(!series.contains("used 0 times") && !series.contains("prefer"), "{series}");
}

const UNDO: &str = "board {\n  rows 2\n  pits 6\n  seeds 4 each\n}
sow counterclockwise {\n  from own pit\n}
drop {\n  here is opponent and here holds 5 -> capture 2 from here\n}
land {\n  here is opponent -> capture here\n}
finish {\n  captured holds 1 or more -> undo\n}
end {\n  no move -> each takes own row\n  win most seeds\n}
test \"what was captured in passing stays captured\" {
  position \"south 4 4 4 4 4 1; north 4 4 4 4 4 4\"\n  play F
  expect capture 2, position \"south 4 4 4 4 4 0; north 3 4 4 4 4 4; captured 2 0; north to move\"\n}";

#[test]
fn what_is_undone_is_what_came_after_the_last_seed() {
    assert!(said("undo", UNDO, &["test", "FILE"]).contains("0 failed"));
    let rules = said("undo", UNDO, &["explain", "FILE"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(rules.contains("what you captured after your last seed fell is put back"), "{rules}");
}

fn staged(stages: &str, lines: &str) -> String {
    format!(
        "board {{\n  rows 2\n  pits 6\n  seeds 4 each\n}}\nstages {{\n  {stages}\n}}
sow counterclockwise {{\n  from own pit\n}}\n{lines}
end {{\n  no move -> each takes own row\n  win most seeds\n}}"
    )
}

#[test]
fn a_stage_without_lines_keeps_turns_from_a_later_one() {
    let lines = "land in late {\n  here is opponent and here holds 2..3 -> capture here\n}";
    let checked = said("early", &staged("early: move is 1..4\n  late: else", lines), &["check", "FILE"]);
    assert!(!checked.contains("early"), "{checked}");
    let checked = said("unused", &staged("late: move is 5 or more\n  early: else", lines), &["check", "FILE"]);
    assert!(checked.contains("the stage `early` is never used"), "{checked}");
}

/// If a parameter decides the stage, the rules do not speak of stages.
#[test]
fn a_stage_of_a_parameter_is_not_told() {
    let lines =
        "land in strict {\n  here holds 2 -> capture here\n}\nland in loose {\n  here holds 3 -> capture here\n}";
    let sections = staged("strict: kind is hard\n  loose: else", lines);
    let sections = format!("param kind = hard in hard, soft\n\n{sections}");
    for (kind, makes) in [("kind=hard", "makes two"), ("kind=soft", "makes three")] {
        let rules = said("parameter", &sections, &["explain", "FILE", "--set", kind]);
        let turn = rules.split_once("Your turn").unwrap().1.split_once("Variants").unwrap().0;
        assert!(turn.contains(makes) && !turn.contains("strict") && !turn.contains("loose"), "{rules}");
        assert!(turn.contains("Sow them counter-clockwise") || turn.contains("sow them counter-clockwise"), "{rules}");
    }
}

#[test]
fn seeds_that_fall_together_make_more_than_one() {
    let file = |sow: &str, land: &str| {
        format!(
            "board {{\n  rows 2\n  pits 6\n  seeds 4 each\n  seeds store 9 each\n}}
sow counterclockwise {{\n  from own pit\n  {sow}\n}}\nland {{\n  {land}\n}}
end {{\n  no move -> each takes own row\n  win most seeds\n}}"
        )
    };
    let checked = |sow: &str, land: &str| said("enter", &file(sow, land), &["check", "FILE"]);
    for (sow, land) in [
        ("move 3 from own store to own empty pit", "here is empty and here holds 3 -> capture opposite"),
        ("move 3 from own store to own empty pit", "here is occupied -> stop\n  here holds 3 -> capture opposite"),
        ("move 1 from own store to own pit\n  prefer here is empty", "here holds 4 -> capture here"),
    ] {
        let checked = checked(sow, land);
        assert!(checked.contains("0 errors"), "{checked}");
    }
    assert!(checked("move 1 from own store to own pit", "here is empty and here holds 3 -> stop").contains("E0402"));
}

/// A move from a back row has a prime, which is a quote in a shell.
#[test]
fn a_shared_line_is_read_as_a_shell_reads_it() {
    let mut quoted = 0;
    for name in uur::shipped_games() {
        let game = uur::Game::shipped(name).expect("it is shipped");
        let mut play = game.play();
        play_at_random(&mut play, 40, &mut Rng::for_game(1, 0));
        let line = format!("{name}; {}", play.line());
        let words = shell_quoted(&line);
        quoted += usize::from(line.contains('\''));
        let read = |text: &str| reader::read(text, Bare::Game).expect("it is a record");
        let [plain, shared] = [read(&line), read(&format!("uur play {words}"))];
        let steps = |record: &Record| record.steps().map(str::to_string).collect::<Vec<_>>();
        assert_eq!((shared.game.as_str(), steps(&shared)), (name, steps(&plain)), "{words}");
        assert_eq!(steps(&plain).join(" "), play.line(), "{line}");
        #[cfg(unix)]
        {
            let printed =
                std::process::Command::new("sh").args(["-c", &format!("printf %s {words}")]).output().unwrap();
            assert_eq!(String::from_utf8(printed.stdout).unwrap(), line);
        }
    }
    assert!(quoted > 20, "{quoted} lines with a quote");
}
