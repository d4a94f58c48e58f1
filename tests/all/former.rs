//! Rule texts in forms that the language had before: the fixes of their errors say the same in today's forms.

use std::fs;

use uur::check::Settings;
use uur::game::Game;
use uur::source::{Source, SourceId};
use uur::{syntax, variants};
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
        "  refill 4 each, else closed\n  starter lot\n  over: own store holds 3 or fewer -> opponent wins\n";
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
                "{REST}\nend {{\n  no move -> opponent wins\n}}\n\nmatch {{\n{MATCH}  # of five\n  lot \"hands\": finger wins against three, \
                 three  wins against hand, hand wins against finger\n}}\n"
            ),
        ),
        (
            format!(
                "{REST}\nmarks {{ # of pits\n  uur\n  house at pit D, houses\n}}\n\ncounters {{ debt }}\n\nland \
                 {{\n  else -> add 1 to own debt, mark here as uur, stop\n}}\n\nend {{\n  no move -> draw\n}}\n"
            ),
            format!(
                "{}\nsow counterclockwise {{\n  from own pit\n}}\n\nland {{\n  else -> add 1 to own debt, mark here as uur, \
                 stop\n}}\n\nend {{\n  no move -> draw\n}}\n",
                "board {\n  rows 2\n  pits 6\n  seeds 4 each\n  # of pits\n  mark uur\n  mark house at pit D, houses\n  counter debt\n}\n"
            ),
        ),
        (
            format!(
                "{REST}\nend {{\n  no move -> draw\n}}\n\ntest \"it\" {{\n  play A\n  expect captured 0, opponent captured 0, \
                 removed 0\n}}\n"
            ),
            format!(
                "{REST}\nend {{\n  no move -> draw\n}}\n\ntest \"it\" {{\n  play A\n  expect capture 0, capture 0 for \
                 opponent, remove 0\n}}\n"
            ),
        ),
        (
            "extends \"kalah\"\n\nmatch {\n  unfilled closed\n  refill 3 each # seeds\n  starter alternates\n  own store is \
             empty -> opponent wins\n}\n".to_string(),
            "extends \"kalah\"\n\nmatch {\n  refill 3 each, else closed # seeds\n  starter in turn\n  own store is empty -> \
             opponent wins\n}\n".to_string(),
        ),
        (
            "extends \"dakon\"\n\nlot \"hands\" { one beats other }\n".to_string(),
            "extends \"dakon\"\n\nchange match {\n  lot \"hands\": one wins against other\n}\n".to_string(),
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
fn other_names_stand_behind_the_name_of_the_game() {
    let text =
        |head: &str| format!("language 1\nextends \"kalah\"\n\ngame \"It\"{head}  source \"none: an example\"\n}}\n");
    let fixed = |head: &str| fix_with_examples(Source::new("former.uur", text(head)), &variants::library);
    assert_eq!(fixed(" { # here\n  names \"That\", \"This\"\n"), text(", \"That\", \"This\" { # here\n"));
    assert_eq!(fixed(", \"One\" {\n  names \"That\"\n"), text(", \"One\", \"That\" {\n"));
}

#[test]
fn former_forms_have_pages() {
    let page = |name| uur::explain::page(name, 80);
    let word = uur::explain::former_word_page;
    assert_eq!(page("first lap").as_deref(), Some("first lap\n\nA form of before: today it is written `lap is 1`.\n"));
    assert_eq!(
        word("evenly").as_deref(),
        Some("evenly\n\nA word of before.\n\n    refill evenly  is today  refill all\n")
    );
    assert!(word("over").is_some_and(|page| page.contains("    over when …  is today  over: …\n")));
    assert!(page("counters").is_some_and(|page| page.starts_with("counter\n")));
    assert!(page("lap 3 or more").is_some_and(|page| page.contains("`lap is 3 or more`")));
    assert_eq!(
        [page("first lap of all"), page("lap")].map(|page| page.is_some_and(|page| page.contains("before:"))),
        [false; 2]
    );
}

#[test]
fn lines_of_all_sections_are_written_anew() {
    for (section, former, today) in [
        ("board", "rows 1 shared", "rows 1 for both"),
        ("board", "mark uur at pit A never emptied, uurs", "mark uur at pit A never empty, uurs"),
        ("sow", "along own side, opponent side backwards", "along own row, opponent row backwards"),
        ("sow", "either way where beyond is empty", "clockwise or counterclockwise where next of next is empty"),
        ("board", "stores pits * 2 each", "seeds store pits * 2 each"),
        (
            "sow",
            "enter 1 from own store into own pit where own row is empty",
            "move 1 from own store to own pit where own row is empty",
        ),
        ("sow", "each lap may go clockwise where here is pit A", "each lap may sow clockwise where here is pit A"),
        ("sow", "keep same direction", "keep way for both"),
        ("sow", "lift 1..9 leaving 1 or more", "lift 1..9 but not all"),
        ("opening", "move 1 may lift pit pits - 1 or A leaving 1", "move 1 may lift all but 1 from pit pits - 1 or A"),
        ("land", "here is own -> reverse, relay from next", "here is own -> relay backwards from next"),
        (
            "land",
            "(opposite is in reach of own pit where here holds 2..15 or here is own) -> stop",
            "(lap from own pit where here holds 2..15 ends in opposite or here is own) -> stop",
        ),
        ("end", "no move -> each takes half, player takes rest", "no move -> each takes half, player takes board"),
        ("match", "refill evenly by loser", "refill all by loser"),
        (
            "match",
            "points 2 when own store holds 3 or more",
            "points: own store holds 3 or more -> add 2 to own points",
        ),
        (
            "match",
            "points surplus when own store holds half",
            "points: own store holds half -> add own store to own points, remove opponent store from own points",
        ),
        ("match", "territory 4 each from last pit", "refill 4 each from last pit, else opponent owns"),
        ("match", "remainder 1 against seeds - 1 -> cede", "remainder 1 to seeds - 1"),
        ("match", "without starter", "remove starter"),
        ("match", "over when own points holds 3 -> player wins", "over: own points holds 3 -> player wins"),
        (
            "match",
            "loser arranges own row where every own pit is occupied when own store holds 3",
            "loser: own store holds 3 -> loser arranges own row where every own pit is occupied",
        ),
    ] {
        let text = |line: &str| format!("language 1\n\nextends \"kalah\"\n\nchange {section} {{\n  {line}\n}}\n");
        let (_, problems) = syntax::parse(&Source::new("former.uur", text(former)), SourceId(0));
        let fixed = problems.iter().find_map(|problem| problem.fix.as_ref()).map(|fix| {
            let mut fixed = text(former);
            fixed.replace_range(fix.span.range(), &fix.replacement);
            fixed
        });
        assert_eq!(fixed, Some(text(today)), "{former}");
    }
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
