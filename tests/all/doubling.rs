//! The time to check a file is proportional to its length: twice as many lines, parameters, words, marks,
//! labels or tests take at most three times as long, up to the limits of the language and beyond them.

use std::time::Duration;

use cpu_time::ThreadTime;
use uur::check::{self, Settings};
use uur::diagnostic::{Code, Diagnostic, Format, ProblemList, draw};
use uur::source::Source;
use uur::variants;
use uur_testing::resolve::check_with_examples;

const GAME: &str = "language 1\ngame \"X\" {\n  source \"none\"\n}\n";
const BOARD: &str = "board {\n  rows 2\n  pits 6\n  seeds 4 each\n}\n";
const SOW: &str = "sow clockwise {\n  from own pit\n}\n";
const LAND: &str = "land {\n  here is occupied -> relay\n}\n";
const END: &str = "end {\n  no move -> each takes own row\n  win most seeds\n}\n";

/// The numbers below `count` as text, each in the place of every `N`.
fn each(count: usize, text: &str) -> String {
    (0..count).map(|number| text.replace('N', &number.to_string())).collect()
}

fn with_land(lines: &str) -> String {
    format!("{GAME}{BOARD}{SOW}land {{\n{lines}}}\n{END}")
}

fn with_more(text: &str) -> String {
    format!("{GAME}{BOARD}{SOW}{LAND}{END}{text}")
}

fn with_marks(marks: &str, lines: &str) -> String {
    let board = BOARD.trim_end_matches("}\n");
    format!("{GAME}{board}{marks}}}\n{SOW}land {{\n{lines}  here is occupied -> relay\n}}\n{END}")
}

/// A way of making a file long: its name, a number of things to begin with, and the file.
type Long = (&'static str, usize, fn(usize) -> String);

/// Files that stay within the limits, also four times as long.
const WITHIN: [Long; 12] = [
    ("parameters", 16, |n| with_more(&each(n, "param pN = 1 in 1..9\n"))),
    ("parameters that are read", 16, |n| {
        format!("{}{}", each(n, "param pN = 1 in 1..9\n"), with_land(&each(n, "  here holds pN -> stop\n")))
    }),
    ("values", 64, |n| with_more(&format!("param p = w0 in w0{}\n", each(n - 1, ", vN")))),
    ("labels", 256, |n| with_land(&each(n, "  labelN: here holds N + 1 -> stop\n"))),
    ("lines that are dead", 256, |n| with_land(&"  else -> stop\n".repeat(n))),
    ("lines that are the same", 256, |n| with_land(&"  here holds 3 -> stop\n".repeat(n))),
    ("lines of two pits", 256, |n| with_land(&each(n, "  here holds N and next holds N -> stop\n"))),
    ("marks", 25, |n| with_marks(&each(n, "  mark mN\n"), &each(n, "  here is not mN -> mark here as mN\n"))),
    ("marks that nothing makes", 25, |n| with_marks(&each(n, "  mark mN\n"), "")),
    ("tests", 256, |n| with_more(&each(n, "test \"N\" {\n  play A b C\n  expect capture 0, by relay\n}\n"))),
    ("tests of one title", 256, |n| with_more(&"test \"t\" {\n  play A\n}\n".repeat(n))),
    ("tests of lines that are not there", 256, |n| {
        with_land(&each(64, "  lN: here holds N -> stop\n")) + &each(n, "test \"N\" {\n  play A\n  expect by zz\n}\n")
    }),
];

/// Files that soon pass the limits, where there is one.
const BEYOND: [Long; 18] = [
    ("parameters", 600, |n| with_more(&each(n, "param pN = 1 in 1..9\n"))),
    ("values", 3000, |n| with_more(&format!("param p = w0 in w0{}\n", each(n, ", vN")))),
    ("ranges", 3000, |n| with_more(&format!("param p = 1 in 1{}\n", each(n, ", 1..2")))),
    ("labels", 1000, |n| with_land(&each(n, "  lN: here is occupied -> relay\n"))),
    ("lines without blanks", 2000, |n| with_land(&"else->stop\n".repeat(n))),
    ("marks", 3000, |n| with_marks(&each(n, "  mark mN\n"), "")),
    ("conditions", 2000, |n| with_land(&format!("  {}here is own -> stop\n", each(n, "here holds N or ")))),
    ("kinds of pits", 1000, |n| with_land(&format!("  {}here is own -> stop\n", each(n, "no own pit N or ")))),
    ("actions", 2000, |n| with_land(&format!("  here is own -> {}stop\n", "capture next, ".repeat(n)))),
    ("sections", 600, |n| with_more(&LAND.repeat(n))),
    ("titles of games", 600, |n| with_more(&GAME.repeat(n))),
    ("tests", 600, |n| with_more(&each(n, "test \"N\" {\n  play A\n}\n"))),
    ("signs of a hand game", 1000, |n| {
        with_more(&format!("match {{\n  lot \"x\": {}\n}}\n", each(n, "sN wins against tN, ") + "a wins against b"))
    }),
    ("lines of `extends`", 2000, |n| format!("language 1\n{}", "extends \"kalah\"\n".repeat(n))),
    ("lines that cannot be read", 250, |n| with_land(&"  hre holds 3 - stop\n".repeat(n))),
    ("a line that cannot be read", 250, |n| {
        with_land(&format!("  here is own {}- stop\n", "or here is own ".repeat(n)))
    }),
    ("lines that change others", 600, |n| {
        format!(
            "language 1\nextends \"boola\"\n{GAME}change land {{\n{}}}\n",
            each(n, "  before zz: lN: here is own -> stop\n")
        )
    }),
    ("control characters", 4000, |n| with_more(&format!("# {}\n", "a\u{202e}".repeat(n)))),
];

/// Checks and draws a text as `uur check` does, and returns the time that the processor took.
fn time(text: String) -> Duration {
    let begun = ThreadTime::now();
    let faults = check_with_examples(Source::new("long.uur", text), &variants::library);
    draw(&faults.problems, &faults.sources, Format::Plain);
    begun.elapsed()
}

/// Whether the second of two times is at most three times the first; what takes no time at all is
/// not compared.
fn in_proportion(once: Duration, twice: Duration) -> bool {
    twice <= 3 * once + Duration::from_millis(20)
}

fn takes_time_in_proportion((what, count, text): Long) {
    let mut last = vec![];
    for _ in 0..3 {
        let times: Vec<Duration> = [count, 2 * count, 4 * count].map(|count| time(text(count))).to_vec();
        if times.windows(2).all(|two| in_proportion(two[0], two[1])) {
            return;
        }
        last = times;
    }
    panic!("{count}, {} and {} {what} take {last:?}", 2 * count, 4 * count);
}

#[test]
fn files_within_the_limits_take_time_in_proportion() {
    WITHIN.into_iter().for_each(takes_time_in_proportion);
}

#[test]
fn files_beyond_the_limits_take_time_in_proportion() {
    BEYOND.into_iter().for_each(takes_time_in_proportion);
}

fn codes(text: String) -> Vec<Code> {
    let loaded = check::load(Source::new("long.uur", text), &variants::library);
    let problems: Vec<Diagnostic> = match check::check(&loaded, &Settings::new()) {
        Ok(checked) => checked.warnings,
        Err(problems) => problems,
    };
    problems.iter().map(|problem| problem.code).collect()
}

#[test]
fn every_limit_is_reported_beyond_its_number() {
    const LIMITS: [Long; 6] = [
        ("64 parameters", 64, |n| with_more(&each(n, "param pN = 1 in 1..9\n"))),
        ("256 values", 255, |n| with_more(&format!("param p = w0 in w0{}\n", each(n, ", vN")))),
        ("1024 lines", 1022, |n| {
            with_land(&format!(
                "  x: next is own -> stop\n  y: here is own -> stop\n{}",
                each(n, "  lN: here holds N + 1 -> stop\n")
            ))
        }),
        ("100 marks", 100, |n| with_marks(&each(n, "  mark mN\n"), "")),
        ("1024 tests", 1024, |n| with_more(&each(n, "test \"N\" {\n  play A\n}\n"))),
        ("1024 lines in a test", 1024, |n| with_more(&format!("test \"t\" {{\n{}}}\n", "  play A\n".repeat(n)))),
    ];
    for (what, most, text) in LIMITS {
        assert!(!codes(text(most)).contains(&Code::TooMuch), "{what} are allowed");
        assert_eq!(codes(text(most + 1)), [Code::TooMuch], "{what} and one more");
    }
}

#[test]
fn of_many_problems_a_hundred_are_shown_and_the_others_are_counted() {
    let text = with_land(&"  here holds 300 -> stop\n".repeat(1000));
    let faults = check_with_examples(Source::new("long.uur", text), &variants::library);
    let others = faults.problems.len() - 100;
    assert!(others > 100, "{others}");
    for format in [Format::Text, Format::Plain, Format::Github] {
        let drawn = draw(&faults.problems, &faults.sources, format);
        let shown = drawn.matches(faults.problems[0].code.as_str()).count();
        assert_eq!(shown, 100, "as {format:?}");
        assert!(
            drawn.trim_end().lines().last().is_some_and(|line| line.contains(&others.to_string())),
            "as {format:?}"
        );
    }
    let data = ProblemList::of(&faults.problems, &faults.sources);
    assert_eq!((data.list.len(), data.more), (100, others));
}
