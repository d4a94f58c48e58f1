//! Any text is a game or results in at least one error, in time. Parser, checker, formatter and messages never
//! panic.

use std::time::Duration;

use cpu_time::ThreadTime;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use uur::check::Settings;
use uur::diagnostic::{Code, Diagnostic};
use uur::game::Game;
use uur::source::Source;
use uur::syntax::words::WORDS;
use uur::variants;

use crate::bodies::text::any_text as all_of_it;
use crate::rule_files;
use crate::series;

/// How many brackets have no partner.
fn brackets(problems: &[Diagnostic]) -> usize {
    problems.iter().filter(|problem| matches!(problem.code, Code::UnclosedBracket | Code::StrayBracket)).count()
}

/// Whether any problem has a place that can be mended by its fix: then the text with the fix must
/// not have the same problem at the same place, and fewer brackets without a partner if it is one.
fn fixes_help(text: &str) {
    let problems = all_of_it(text);
    let before = brackets(&problems);
    for problem in problems {
        let Some(fix) = problem.fix.as_ref().filter(|fix| fix.span.source.0 == 0) else { continue };
        let range = fix.span.range();
        let mended = format!("{}{}{}", &text[..range.start], fix.replacement, &text[range.end..]);
        let again = all_of_it(&mended);
        let same = |other: &Diagnostic| {
            other.message == problem.message && other.labels == problem.labels && other.fix == problem.fix
        };
        assert!(mended != text && !again.iter().any(same), "the fix of {problem:?} does not help:\n{mended}");
        let left = brackets(&again);
        let mends_one = brackets(std::slice::from_ref(&problem));
        // A file with very many such faults is not read to its end.
        assert!(
            left + mends_one <= before || before >= 20,
            "the fix of {problem:?} leaves {left} of {before} brackets:\n{mended}"
        );
    }
}

/// Texts that were made to be difficult.
fn difficult() -> Vec<String> {
    let head = "language 1\ngame \"X\" { source \"s\" }\nboard { rows 2\npits 6\nseeds 4 each }\nsow clockwise { from own pit }\n";
    let land = |line: &str| format!("{head}land {{\n{line}\n}}\nend {{ no move -> opponent wins }}\n");
    vec![
        String::new(),
        "\u{feff}".into(),
        "\0".into(),
        "\r".into(),
        "\r\n\r\n".into(),
        "#".into(),
        "\"".into(),
        "{".into(),
        "}".into(),
        "(".into(),
        ")".into(),
        "-> , and or".into(),
        "game \"\" {}".into(),
        "land {\0}".into(),
        "land {\n  here is\u{a0}own\u{2003}-> stop\n}".into(),
        "board {\n  rows ２\n}".into(),
        "sow clockwise {\r  from own pit\r}".into(),
        "game “é” {\n  source „ß“\n}".into(),
        "param é = 1 in 1..2".into(),
        "extends \"\"".into(),
        "extends \"../../../etc/passwd\"".into(),
        "param p = 1 in 1..65535\nparam q = 1 in 1..65535\n".to_string()
            + &land("here holds p and here holds q -> stop"),
        land(&"(".repeat(100_000)),
        land(&format!("{}here is own{} -> stop", "not (".repeat(31), ")".repeat(31))),
        land(&format!("{}here is own{} -> stop", "(".repeat(32), ")".repeat(32))),
        land(&format!("{}here is own{} - stop", "(".repeat(32), ")".repeat(31))),
        land(&format!("here holds {}1{} -> stop", "(".repeat(31), ")".repeat(31))),
        land(&format!("here is own {}-> stop", "or here is own ".repeat(2_000))),
        land(&format!("here is own {}- stop", "or here is own ".repeat(2_000))),
        land(&format!("here is own {}-> stop", "or own ".repeat(5_000))),
        land(&format!("here holds 1{} -> stop", " + 1".repeat(20_000))),
        land(&format!("here is own -> {}", "capture here, ".repeat(3_000))),
        land(&format!("{} is occupied -> stop", "next of ".repeat(3_000) + "next")),
        land(&"hre holds 3 - stop\n".repeat(3_000)),
        land(&"here is occupied -> relay\n".repeat(3_000)),
        "land {\n".repeat(5_000),
        "\"\n".repeat(20_000),
        "}\n".repeat(20_000),
        "x".repeat(1 << 20),
        "x ".repeat(1 << 17),
        ";".repeat(1 << 17),
        "\n".repeat(1 << 18),
        format!("#{}", "x".repeat(1 << 19)),
        format!("game \"{}\" {{}}", "x".repeat(1 << 19)),
    ]
}

#[test]
fn difficult_texts_are_checked_in_time() {
    for text in difficult() {
        let begun = ThreadTime::now();
        all_of_it(&text);
        let took = begun.elapsed();
        let beginning: String = text.chars().take(200).collect();
        assert!(took < Duration::from_secs(20), "{took:?} of processor time for {beginning:?} …");
    }
}

#[test]
fn other_ends_of_lines_and_a_mark_at_the_start_make_no_difference() {
    for name in variants::names() {
        let source = variants::source(name).expect("it is shipped");
        let text = format!("\u{feff}{}", source.text.replace('\n', "\r\n").replace("  ", "\t"));
        let game = Game::load(Source::new("example.uur", text), &variants::library, &Settings::new());
        let rules = game.unwrap_or_else(|faults| panic!("{name}: {:#?}", faults.problems)).rules;
        assert_eq!(rules, Game::shipped(name).expect("it is shipped").rules, "{name}");
    }
}

#[test]
fn every_known_fix_helps() {
    for path in rule_files::of_messages() {
        fixes_help(&std::fs::read_to_string(path).expect("the file can be read"));
    }
}

/// A word, sign, number or text, as an author might write it anywhere.
fn token() -> impl Strategy<Value = String> {
    let words: Vec<String> = WORDS.iter().map(|word| word.text.to_string()).collect();
    let signs =
        ["->", "{", "}", "(", ")", ",", ":", "=", "+", "-", "*", "..", "\"", "#", "@", ";", "=>", "\n", "\n", "\n"];
    prop_oneof![
        6 => prop::sample::select(words),
        4 => prop::sample::select(signs.map(String::from).to_vec()),
        2 => (0u32..70_000).prop_map(|number| number.to_string()),
        1 => "[a-z_]{1,8}",
        1 => "\"[^\"\n]{0,8}\"",
        1 => "\\PC{1,3}",
    ]
}

/// A shipped game with a few tokens or lines left out, doubled, exchanged or replaced.
fn mutated() -> impl Strategy<Value = String> {
    let games: Vec<String> = variants::names().filter_map(variants::source).map(|source| source.text).collect();
    let change = (0u8..7, any::<prop::sample::Index>(), any::<prop::sample::Index>(), token());
    (prop::sample::select(games), prop::collection::vec(change, 1..4)).prop_map(|(text, changes)| {
        changes.into_iter().fold(text, |text, (kind, one, other, token)| {
            let by_lines = kind < 3;
            let mut parts: Vec<&str> =
                if by_lines { text.split_inclusive('\n').collect() } else { text.split_inclusive(' ').collect() };
            if parts.is_empty() {
                return text;
            }
            let (one, other) = (one.index(parts.len()), other.index(parts.len()));
            let token = format!("{token} ");
            match kind {
                0 | 3 => drop(parts.remove(one)),
                1 | 4 => parts.insert(one, parts[one]),
                2 | 5 => parts.swap(one, other),
                _ => parts[one] = &token,
            }
            parts.concat()
        })
    })
}

/// Characters that look like a blank or like nothing, that join the letter before, or that control what is shown.
const UNSEEN: [&str; 8] = ["\u{a0}", "\u{200b}", "\u{202e}", "\u{2028}", "\u{301}", "\u{85}", "\u{200f}", "\u{1b}[31m"];

/// A shipped game, perhaps with a token changed, and such characters for blanks or beside them.
fn unseen() -> impl Strategy<Value = String> {
    let place = (any::<prop::sample::Index>(), prop::sample::select(UNSEEN.to_vec()), any::<bool>());
    (mutated(), prop::collection::vec(place, 1..6)).prop_map(|(text, places)| {
        places.into_iter().fold(text, |mut text, (place, unseen, instead)| {
            let blanks: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
            if !blanks.is_empty() {
                let at = blanks[place.index(blanks.len())];
                text.replace_range(at..at + usize::from(instead), unseen);
            }
            text
        })
    })
}

/// A line of a section with such a character behind one of its tokens.
fn unseen_in_a_line() -> impl Strategy<Value = String> {
    const SLIPS: [&str; 12] = [
        "from own pit when here holds 2 or more",
        "from own pit if here holds 2",
        "when here is own -> relay",
        "if here is own then capture here",
        "capture opposite when here is own and empty",
        "here is own -> capture at least 2 from here",
        "here is own -> capture here and stop",
        "else -> undo move, take again",
        "here holds = 3 -> stop",
        "refill 4 each. starter in turn",
        "own store holds 3 -> opponent wins,",
        "rows 2 pits 6",
    ];
    let section = prop::sample::select(vec!["sow clockwise", "land", "end", "match", "board", "change land", "lift"]);
    (section, prop::sample::select(SLIPS.to_vec()), any::<prop::sample::Index>(), prop::sample::select(UNSEEN.to_vec()))
        .prop_map(|(section, line, place, unseen)| {
            let blanks: Vec<usize> = line.match_indices(' ').map(|(at, _)| at).chain([line.len()]).collect();
            let at = blanks[place.index(blanks.len())];
            let rest = line[at..].strip_prefix(' ').unwrap_or("");
            format!("language 1\n{section} {{\n  {}{unseen}{rest}\n}}\n", &line[..at])
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: series::cases(100, 4), failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_characters(text in "\\PC{0,80}|(?s).{0,80}") {
        all_of_it(&text);
    }

    #[test]
    fn any_tokens(tokens in prop::collection::vec(token(), 0..60)) {
        all_of_it(&tokens.join(" "));
    }

    #[test]
    fn any_lines_of_a_section(section in "(game|board|sow clockwise|land|end|match|marks|test|opening)", tokens in prop::collection::vec(token(), 0..20)) {
        all_of_it(&format!("language 1\n{section} {{\n{}\n}}\n", tokens.join(" ")));
    }

    #[test]
    fn any_change_of_a_shipped_game(text in mutated()) {
        fixes_help(&text);
    }

    #[test]
    fn invisible_characters(text in unseen()) {
        all_of_it(&text);
    }

    #[test]
    fn invisible_characters_in_a_line(text in unseen_in_a_line()) {
        all_of_it(&text);
    }
}
