//! The formatter moves tokens and never changes them.

use std::fs;

use insta::assert_snapshot;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use uur::check::{self, Settings};
use uur::rules::Rules;
use uur::source::{Source, SourceId};
use uur::syntax::{self, format};
use uur::variants;
use uur_cli::files;

use crate::rule_files;

/// A file with all that a layout can have: comments everywhere, lines too long, lines broken, and
/// sections on one line.
const UNTIDY: &str = "language 1
game \"X\" { source \"none\" # why
}


board
{ rows 2 # two
    pits   6


  # seeds
  seeds 4 each }
param length=6 in 2 .. 24 \"how long\"
sow counterclockwise { from own pit where (here holds 2 or more and next is occupied) or here is not turn origin and opposite is empty or lap ends in own pit
  lift all but 1   # comment
  lift all where here holds 2
    or more }
land {

  # a table
  long_name: here holds 3 and next is occupied and opposite is occupied and previous is occupied -> capture here and opposite, relay from next of next
  on: here is own
    or   # first
    here is opponent # second
    ->  # third
    relay
  three: here holds 3 -> capture here and opposite and next and opposite of next and previous and next of next, capture opposite of previous, capture opposite of next of next, relay from next  # all of it
  here is empty -> stop



}
test \"x\" { position \"south 1 0; north 0 3\"
play A e   K-1
  expect capture 6,north to move }
end { no move -> opponent wins
 endless after lap 500 -> stop   # bound
 repeated 3 times->draw # too often
}
# the end";

/// All tokens of a text in their order, comments among them.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = vec![];
    let mut rest = text.trim_start_matches('\u{feff}');
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '#' => rest.find(['\n', '\r']).unwrap_or(rest.len()),
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            c if c.is_alphanumeric() || c == '_' => {
                rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
            }
            c => c.len_utf8(),
        };
        let token = rest[..length].trim();
        tokens.extend(Some(token.to_string()).filter(|token| !token.is_empty()));
        rest = &rest[length..];
    }
    tokens
}

/// What a text means; `None` if it is no game.
fn meaning(text: &str) -> Option<Rules> {
    let loaded = check::load(Source::new("example.uur", text), &files::library);
    check::check(&loaded, &Settings::new()).ok().map(|checked| checked.rules)
}

/// What has to be so of every text and its layout.
fn keeps_everything(text: &str) -> Result<(), TestCaseError> {
    let once = format(text);
    prop_assert_eq!(tokens(&once), tokens(text), "a token is lost");
    prop_assert_eq!(&format(&once), &once, "the layout is not settled");
    prop_assert_eq!(meaning(&once), meaning(text), "the meaning has changed:\n{}", once);
    Ok(())
}

fn shipped() -> impl Iterator<Item = Source> {
    variants::names().filter_map(variants::source)
}

#[test]
fn an_untidy_file_is_formatted() {
    // A text with a line that cannot be read stays as it is.
    assert_ne!(format(UNTIDY), UNTIDY);
    assert_snapshot!(format(UNTIDY));
}

#[test]
fn the_shipped_games_are_in_canonical_layout() {
    for source in shipped() {
        assert_eq!(format(&source.text), source.text, "{}", source.name);
    }
}

#[test]
fn every_file_keeps_its_tokens_and_its_meaning() {
    for source in shipped() {
        keeps_everything(&source.text).unwrap_or_else(|error| panic!("{}: {error}", source.name));
    }
    keeps_everything(UNTIDY).expect("the untidy file keeps everything");
    for path in rule_files::of_messages() {
        let text = fs::read_to_string(&path).expect("the file can be read");
        keeps_everything(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

#[test]
fn a_file_with_a_fault_of_syntax_keeps_its_layout() {
    for text in ["land {\n   here  is own -> stop\n", "board { rows  2,, }", "source  \"x\n", "here   is own"] {
        assert_eq!(format(text), text);
    }
}

#[test]
fn the_ends_of_lines_stay_those_of_the_first() {
    let text = "language 1\r\nextends   \"boola\"\r\n";
    assert_eq!(format(text), "language 1\r\nextends \"boola\"\r\n");
    assert_eq!(format("language 1\nextends   \"boola\"\r\n"), "language 1\nextends \"boola\"\n");
}

#[test]
fn a_mark_at_the_start_of_a_file_and_hard_blanks_go() {
    assert_eq!(format("\u{feff}extends\u{a0}\"boola\""), "extends \"boola\"\n");
}

#[test]
fn a_move_of_a_test_stays_one_word() {
    let text =
        "test \"moves that no board has\" {\n  play H1> theA' AA< @south=1.2/3\n  expect illegal AA-1<:b+ by from\n}\n";
    assert_eq!(format(text), text);
}

#[test]
fn a_quoted_line_is_formatted() {
    assert_eq!(
        syntax::format_line("on:here is own\n  or here holds 2..3->  relay"),
        "on: here is own or here holds 2..3 -> relay"
    );
}

/// A shipped game with other blanks, other breaks where a line can be broken, and comments.
fn laid_out_otherwise() -> impl Strategy<Value = String> {
    let games: Vec<String> = shipped().map(|source| source.text).collect();
    (prop::sample::select(games), prop::collection::vec(0u8..=255, 400)).prop_map(|(text, chance)| {
        let mut chance = chance.into_iter().cycle();
        let mut next = |sides: u8| chance.next().expect("it goes on for ever") % sides;
        let mut out = String::new();
        for line in text.lines() {
            if line.trim_start().starts_with('#') {
                out += line;
            } else {
                out += ["", " ", "\t", "      "][usize::from(next(4))];
                let mut quoted = false;
                for word in line.split(' ').filter(|word| !word.is_empty()) {
                    let joint = matches!(word, "->" | "and" | "or");
                    let between = match next(8) {
                        _ if quoted => " ",
                        0 if joint => "\n",
                        1 if joint => " # here\n\n   ",
                        2 => "   ",
                        3 => "\t",
                        _ => " ",
                    };
                    out += between;
                    out += word;
                    quoted ^= word.matches('"').count() % 2 == 1;
                    if (joint || word.ends_with(',')) && !quoted && next(6) == 0 {
                        out += [" #, there\n", "\n\n\n"][usize::from(next(2))];
                    }
                }
                if next(10) == 0 {
                    out += "# -> at the end { of the line";
                }
            }
            out += ["\n", "\n", "\n\n", "\n\n\n\n", "  \n"][usize::from(next(5))];
        }
        out
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_layout_is_formatted_alike(text in laid_out_otherwise()) {
        let (_, problems) = syntax::parse(&Source::new("example.uur", &*text), SourceId(0));
        prop_assert_eq!(problems, vec![], "it cannot be read:\n{}", text);
        keeps_everything(&text)?;
    }
}
