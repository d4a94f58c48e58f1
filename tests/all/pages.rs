//! The examples on the pages of messages and words are true.

use uur::check::{self, LibraryError, Settings};
use uur::diagnostic::Code;
use uur::source::Source;
use uur::variants;

/// The sections of a game with nothing to find in it.
const SOUND: [(&str, &str); 6] = [
    ("language", "language 1"),
    ("game", "game \"Example\" {\n  source \"none: an example\"\n}"),
    ("board", "board {\n  rows 2\n  pits 6\n  seeds 4 each\n}"),
    ("sow", "sow counterclockwise {\n  from own pit\n}"),
    ("land", "land {\n  here is occupied -> relay\n}"),
    ("end", "end {\n  no move -> each takes own row\n  win most seeds\n}"),
];

/// Where a line of a page may stand.
const LINES: [(&str, &str); 5] = [
    ("match {\n  refill 4 each, else closed\n  starter lot\n  own store holds 3 or fewer -> opponent wins\n  ", "\n}"),
    ("end {\n  no move -> each takes own row\n  ", "\n}"),
    ("land {\n  ", "\n}"),
    ("board {\n  rows 2\n  pits 6\n  ", "\n}"),
    ("game \"Example\" {\n  source \"none\"\n  ", "\n}"),
];

fn has_section(text: &str, word: &str) -> bool {
    text.lines().any(|line| line.trim_start_matches("change ").split([' ', '{']).next() == Some(word))
}

/// What a page shows as a whole file: what it does not speak of is added, but for what makes the
/// difference between wrong and right.
fn whole(example: &str, right: &str) -> String {
    let mut text = String::new();
    for (word, section) in SOUND {
        let extended = has_section(example, "extends") && !matches!(word, "language" | "game");
        if !has_section(right, word) && !extended {
            let guarded = section.replace("own pit", "own pit where here is not uur");
            text += if word == "sow" && example.contains("never empty") { &guarded } else { section };
            text += "\n\n";
        }
    }
    format!("{text}{example}\n")
}

fn codes(text: String) -> Vec<Code> {
    let library = |name: &str, from: &Source| match name {
        "a.uur" => Ok(Some(Source::new("a.uur", text.clone()))),
        "unreadable" => Err(LibraryError::Unreadable("it is a folder".into())),
        name => variants::library(name, from),
    };
    let loaded = check::load(Source::new("a.uur", text.clone()), &library);
    let problems = match check::check(&loaded, &Settings::new()) {
        Ok(checked) => checked.warnings,
        Err(problems) => problems,
    };
    problems.iter().map(|problem| problem.code).collect()
}

/// Whether the wrong example of a page has its fault and the right one has not; a line without its
/// section is tried in those where the right one has a place.
fn tells_the_truth(code: Code) -> bool {
    let page = code.page();
    let stands_alone = SOUND.iter().any(|(word, _)| has_section(page.wrong, word))
        || ["extends", "param", "marks", "opening"].iter().any(|word| has_section(page.wrong, word));
    if stands_alone {
        return codes(whole(page.wrong, page.right)).contains(&code)
            && !codes(whole(page.right, page.right)).contains(&code);
    }
    LINES.iter().any(|(before, after)| {
        let [wrong, right] = [page.wrong, page.right].map(|line| format!("{before}{line}{after}"));
        codes(whole(&wrong, &right)).contains(&code)
            && codes(whole(&right, &right)).iter().all(|code| code.as_str().starts_with('W'))
    })
}

/// Where a line of the page of a word may stand.
const PLACES: [(&str, &str); 12] = [
    ("", ""),
    ("land {\n  ", "\n}"),
    ("drop {\n  ", "\n}"),
    ("finish {\n  ", "\n}"),
    ("end {\n  no move -> each takes own row\n  ", "\n}"),
    ("end {\n  ", "\n}"),
    ("board {\n  rows 2\n  pits 6\n  ", "\n}"),
    ("sow counterclockwise {\n  ", "\n}"),
    ("game \"Example\" {\n  source \"none\"\n  ", "\n}"),
    ("opening {\n  ", "\n}"),
    ("match {\n  ", "\n}"),
    ("test \"a test\" {\n  ", "\n}"),
];

#[test]
fn any_word_of_the_language_may_name_a_line() {
    const LINES: [(&str, &str, &str, &str); 4] = [
        ("end", "", ":", "own store holds 3 -> opponent wins"),
        ("land", "", " :", "here is occupied -> relay"),
        ("land", "before pair: ", ":", "else -> stop"),
        ("land", "after ", ":", "four: else -> stop"),
    ];
    for (section, before, colon, rest) in LINES {
        for word in uur::syntax::words::WORDS {
            let line = format!("{before}{}{colon} {rest}", word.text);
            let text = format!("language 1\nchange {section} {{\n  {line}\n}}\n");
            let (_, problems) = uur::syntax::parse(&Source::new("example.uur", text), uur::source::SourceId(0));
            assert_eq!(problems, [], "for `{line}`");
        }
    }
}

#[test]
fn the_examples_of_every_word_can_be_read() {
    let reads = |text: &str| {
        PLACES.iter().any(|(before, after)| {
            let text = format!("{before}{text}{after}\n");
            uur::syntax::parse(&Source::new("example.uur", text), uur::source::SourceId(0)).1.is_empty()
        })
    };
    // Of a kind of pit or a part of a condition the page shows just that.
    let said = |line: &str| {
        reads(line)
            || ["from ", "from own pit where ", "expect "].iter().any(|before| reads(&format!("{before}{line}")))
            || reads(&format!("{line} -> stop"))
            || reads(&format!("else -> {line}"))
    };
    let unread: Vec<&str> = uur::syntax::words::WORDS
        .iter()
        .filter(|word| !word.example.lines().all(said) && !reads(word.example))
        .map(|word| word.text)
        .collect();
    assert!(unread.is_empty(), "the examples of these words cannot be read: {unread:?}");
}

#[test]
fn the_examples_of_every_page_are_true() {
    // The pages on settings from outside show commands.
    let commands = [Code::NoSuchParameter];
    let untrue: Vec<&str> = Code::ALL
        .iter()
        .filter(|code| !commands.contains(code) && !tells_the_truth(**code))
        .map(|code| code.as_str())
        .collect();
    assert!(untrue.is_empty(), "these pages are not true: {untrue:?}");
}
