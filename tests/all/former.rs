//! Rule texts in forms that the language had before: the fixes of their errors say the same in today's forms.

use std::fs;

use uur::check::Settings;
use uur::game::Game;
use uur::source::Source;
use uur::variants;
use uur_testing::resolve::fix_with_examples;

/// The meaning of a text after its fixes.
fn meaning_when_fixed(text: &str) -> String {
    let text = fix_with_examples(Source::new("former.uur", text), &variants::library);
    let game = Game::load(Source::new("former.uur", &*text), &variants::library, &Settings::new());
    game.unwrap_or_else(|faults| panic!("{:#?}\n{text}", faults.problems)).meaning()
}

#[test]
fn fixes_of_whole_files_keep_the_meaning() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/former");
    let mut read = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let name = path.file_stem().expect("it has a name").to_string_lossy();
        let text = fs::read_to_string(&path).expect("it can be read");
        let shipped = Game::shipped(&name).expect("it is shipped");
        assert_ne!(text, variants::source(&name).expect("it is shipped").text);
        assert_eq!(meaning_when_fixed(&text), shipped.meaning(), "{name}");
        read += 1;
    }
    assert_eq!(read, 10);
}

#[test]
fn what_stood_alone_is_put_into_its_section() {
    const HEAD: &str = "language 1\n\ngame \"Former\" {\n  source \"none: an example\"\n}\n\n";
    const REST: &str = "board {\n  rows 2\n  pits 6\n  seeds 4 each\n}\n\nsow counterclockwise {\n  from own pit\n}\n";
    const MATCH: &str =
        "  refill 4 each\n  unfilled closed\n  starter lot\n  over when own store holds 3 or fewer -> opponent wins\n";
    for (former, today) in [
        (
            format!("end {{\n  no move -> each takes own row # or none\n}}\n\nwin most seeds\n\n{REST}"),
            format!("end {{\n  no move -> each takes own row # or none\n  win most seeds\n}}\n\n{REST}"),
        ),
        (
            format!(
                "win most seeds,\n  at 25 or more # more than half\n\n{REST}\nend {{ no move -> each takes own row }}\n"
            ),
            format!(
                "# more than half\n\n{REST}\nend {{ no move -> each takes own row\n  win most seeds,\n  at 25 or more\n}}\n"
            ),
        ),
        (
            format!("{REST}\nend {{\n  no move -> each takes own row\n}}\n\n# Who wins\nwin the most seeds\n"),
            format!("{REST}\nend {{\n  no move -> each takes own row\n  win most seeds\n}}\n\n# Who wins\n"),
        ),
        (
            format!(
                "{REST}\nend {{\n  no move -> opponent wins\n}}\n\nlot \"hands\" {{\n  finger beats three # of five\n  three  beats hand\n\n  \
                 hand beats finger\n}}\n\nmatch {{\n{MATCH}}}\n"
            ),
            format!(
                "{REST}\nend {{\n  no move -> opponent wins\n}}\n\nmatch {{\n{MATCH}  # of five\n  lot \"hands\": finger beats three, \
                 three  beats hand, hand beats finger\n}}\n"
            ),
        ),
        (
            "extends \"dakon\"\n\nlot \"hands\" { one beats other }\n".to_string(),
            "extends \"dakon\"\n\nchange match {\n  lot \"hands\": one beats other\n}\n".to_string(),
        ),
        (
            "extends \"kalah\"\n\nwin most seeds, at 20 or more\n".to_string(),
            "extends \"kalah\"\n\nchange end {\n  win most seeds, at 20 or more\n}\n".to_string(),
        ),
    ] {
        let fixed = fix_with_examples(Source::new("former.uur", format!("{HEAD}{former}")), &variants::library);
        assert_eq!(fixed, format!("{HEAD}{today}"));
        assert!(!meaning_when_fixed(&fixed).is_empty());
    }
}

#[test]
fn former_forms_have_pages() {
    let page = |name| uur::explain::page(name, 80);
    assert_eq!(page("first lap").as_deref(), Some("first lap\n\nA form of before: today it is written `lap is 1`.\n"));
    assert!(page("lap 3 or more").is_some_and(|page| page.contains("`lap is 3 or more`")));
    assert_eq!(
        [page("first lap of all"), page("lap")].map(|page| page.is_some_and(|page| page.contains("before:"))),
        [false; 2]
    );
}

#[test]
fn fixes_of_single_lines_keep_the_meaning() {
    let game = |line: &str| {
        format!(
            "language 1\n\ngame \"Former\" {{\n  source \"none: an example\"\n}}\n\nboard {{\n  rows 2\n  pits 6\n  seeds 4 \
             each\n}}\n\nsow counterclockwise {{\n  from own pit\n}}\n\nland {{\n  first: {line} -> stop\n  on: here is \
             occupied -> relay\n}}\n\nend {{\n  no move -> each takes own row\n}}\n\nwin most seeds\n"
        )
    };
    for (former, today) in [
        ("lap 3", "lap is 3"),
        ("lap 2 or more and last move of 1", "lap is 2 or more and last move holds 1"),
        ("not bonus turn and lap odd", "turn is not bonus and lap is odd"),
        ("2 or more pits are own empty pit", "2 or more own empty pits"),
    ] {
        assert_eq!(meaning_when_fixed(&game(former)), meaning_when_fixed(&game(today)), "{former}");
    }
}
