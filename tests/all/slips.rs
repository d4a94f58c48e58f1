//! Single slips in shipped rule files, made by a program: how many are answered by one error at the right line, and
//! how many by a fix that gives back a game of the same meaning; no fix makes another game of it. docs/messages.md
//! states what was measured.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use uur::analysis::fix_all;
use uur::chance::Rng;
use uur::check::{self, Settings};
use uur::diagnostic::Diagnostic;
use uur::source::Source;
use uur::variants;

use crate::series;

/// What people write instead of a word or sign of the language.
const COMMON_SPEECH: &[(&str, &[&str])] = &[
    ("->", &["=>", "then", "→"]),
    ("along", &["through"]),
    ("and", &["&", "&&", ",", "nd"]),
    ("bonus", &["extra", "another"]),
    ("capture", &["take", "takes", "captures", "eat"]),
    ("clockwise", &["cw"]),
    ("counterclockwise", &["anticlockwise", "ccw"]),
    ("draw", &["tie"]),
    ("else", &["otherwise", "always"]),
    ("empty", &["bare", "vacant", "not occupied"]),
    ("every", &["all", "each", "any"]),
    ("fewer", &["less"]),
    ("holds", &["has", "contains", "is", "=="]),
    ("here", &["it", "pit"]),
    ("is", &["equals", "be", "=="]),
    ("mark", &["label"]),
    ("more", &["greater"]),
    ("next", &["following"]),
    ("not", &["isn't", "!", "no"]),
    ("occupied", &["full", "filled", "nonempty", "not empty"]),
    ("opponent", &["enemy", "other", "his", "opponents", "opponent's"]),
    ("opposite", &["facing", "across"]),
    ("or", &["|", "||"]),
    ("own", &["my", "your", "mine", "on"]),
    ("param", &["parameter", "option"]),
    ("pit", &["hole", "house", "cup", "bowl", "pits"]),
    ("pits", &["holes", "houses", "cups"]),
    ("player", &["mover"]),
    ("relay", &["continue", "sow again"]),
    ("seeds", &["stones", "beans", "counters"]),
    ("skip", &["omit"]),
    ("stop", &["stops", "end"]),
    ("store", &["bank", "mancala"]),
    ("where", &["if", "when", "with"]),
    ("wins", &["win"]),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slip {
    Deleted,
    Doubled,
    Swapped,
    Misspelt,
    CommonSpeech,
}

impl Slip {
    const ALL: [Slip; 5] = [Slip::Deleted, Slip::Doubled, Slip::Swapped, Slip::Misspelt, Slip::CommonSpeech];
}

/// A text with a slip, and the offsets whose lines are the right place for an error.
struct Slipped {
    text: String,
    places: [usize; 2],
}

/// The words, texts, numbers and signs of a rule file.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'');
    let mut found = vec![];
    let mut at = 0;
    while let Some(blank) = text[at..].find(|c: char| !c.is_whitespace()) {
        at += blank;
        let rest = &text[at..];
        let length = if rest.starts_with('#') {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        } else if let Some(quoted) = rest.strip_prefix('"') {
            quoted.find('"').expect("a shipped file closes its texts") + 2
        } else if rest.starts_with("->") || rest.starts_with("..") {
            2
        } else if rest.starts_with(is_word) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        found.push(at..at + length);
        at += length;
    }
    found
}

/// A word with one letter left out, doubled, changed, or swapped with the next.
fn misspelt(word: &str, chance: &mut Rng) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = chance.below(letters.len() - 1);
    match chance.below(4) {
        0 => drop(letters.remove(at + 1)),
        1 => letters.swap(at, at + 1),
        2 => letters.insert(at + 1, letters[at]),
        _ => letters[at + 1] = char::from(b'a' + chance.below(26) as u8),
    }
    letters.into_iter().collect()
}

/// Makes a slip at a random token; `None` if it makes none there.
fn slipped(slip: Slip, text: &str, tokens: &[Range<usize>], chance: &mut Rng) -> Option<Slipped> {
    let number = chance.below(tokens.len());
    let token = tokens[number].clone();
    let word = &text[token.clone()];
    let with = |range: Range<usize>, new: &str, second: usize| Slipped {
        text: format!("{}{new}{}", &text[..range.start], &text[range.end..]),
        places: [token.start, second],
    };
    match slip {
        Slip::Deleted => {
            let before = text[..token.start].trim_end_matches(' ').len();
            let start = if text[..before].ends_with('\n') { token.start } else { before };
            Some(with(start..token.end, "", start))
        }
        Slip::Doubled => Some(with(token.end..token.end, &format!(" {word}"), token.end)),
        Slip::Swapped => {
            let next = tokens.get(number + 1)?.clone();
            let (between, other) = (&text[token.end..next.start], &text[next.clone()]);
            let blank = if between.is_empty() { " " } else { between };
            let differ = !between.contains('\n') && word != other;
            differ.then(|| with(token.start..next.end, &format!("{other}{blank}{word}"), token.start))
        }
        Slip::Misspelt => {
            let long = word.len() > 2 && word.bytes().all(|b| b.is_ascii_alphabetic());
            let new = long.then(|| misspelt(word, chance)).filter(|new| new != word)?;
            Some(with(token.clone(), &new, token.start))
        }
        Slip::CommonSpeech => {
            let (_, others) = COMMON_SPEECH.iter().find(|(known, _)| *known == word)?;
            Some(with(token.clone(), others[chance.below(others.len())], token.start))
        }
    }
}

/// The meaning of a text, or its errors.
fn meaning(name: &str, text: &str) -> Result<String, Vec<Diagnostic>> {
    let loaded = check::load(Source::new(format!("{name}.uur"), text), &variants::library);
    let is_error = |problem: &Diagnostic| problem.is_error();
    check::check(&loaded, &Settings::new())
        .map(|checked| checked.rules.canonical())
        .map_err(|problems| problems.into_iter().filter(is_error).collect())
}

/// How slips are answered.
#[derive(Default)]
struct Answers {
    /// Slips after which the text is no game.
    noticed: u32,
    /// Those answered by one error, at the line of the slip.
    one_error: u32,
    /// Those with a fix after which the game is the same.
    fixed: u32,
    /// Texts that tell all of the game and of which all fixes together make another one, with the lines that they changed.
    damaged: Vec<String>,
}

impl Answers {
    fn add(&mut self, name: &str, before: &str, slip: &Slipped, tells_all: bool) {
        let Err(errors) = meaning(name, &slip.text) else { return };
        let line = |at: usize| slip.text[..at.min(slip.text.len())].matches('\n').count();
        let is_right = |error: &Diagnostic| {
            let place = error.labels.first().map(|label| line(label.span.start as usize));
            place.is_some_and(|place| slip.places.iter().any(|&at| line(at) == place))
        };
        let mends = |error: &Diagnostic| {
            error.fix.as_ref().is_some_and(|fix| {
                let range = fix.span.range();
                let mended = format!("{}{}{}", &slip.text[..range.start], fix.replacement, &slip.text[range.end..]);
                meaning(name, &mended).is_ok_and(|meaning| meaning == before)
            })
        };
        self.noticed += 1;
        self.one_error += u32::from(errors.len() == 1 && is_right(&errors[0]));
        self.fixed += u32::from(errors.iter().any(mends));
        if !tells_all {
            return;
        }
        let source = Source::new(format!("{name}.uur"), &*slip.text);
        let all = fix_all(source, &|source| meaning(name, &source.text).err().unwrap_or_default());
        if meaning(name, &all).is_ok_and(|meaning| meaning != before) {
            let changed = slip.text.lines().zip(all.lines()).filter(|(before, after)| before != after);
            let changed: Vec<String> = changed.map(|(before, after)| format!("{before} » {after}")).collect();
            self.damaged.push(format!("{name}: {}", changed.join("; ")));
        }
    }

    fn percent(part: u32, of: u32) -> f64 {
        100.0 * f64::from(part) / f64::from(of.max(1))
    }
}

impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [one, fixed] = [self.one_error, self.fixed].map(|part| Answers::percent(part, self.noticed));
        write!(f, "{:4} slips, {one:5.1} % one error at the right line, {fixed:5.1} % mended by the fix", self.noticed)
    }
}

#[test]
fn a_slip_is_answered_by_one_error_and_a_fix() {
    const TRIES: usize = 60;
    let mut by_slip: BTreeMap<Slip, Answers> = BTreeMap::new();
    let rounds = series::cases(6, 6);
    for (number, name) in (0..rounds).flat_map(|_| variants::names()).enumerate() {
        let source = variants::source(name).expect("it is shipped");
        let before = meaning(name, &source.text).expect("it is a game");
        let tokens = tokens(&source.text);
        let mut chance = Rng::for_game(5, number as u64);
        // Each kind of slip in every second file.
        for slip in Slip::ALL.into_iter().skip(number % 2).step_by(2) {
            let found = (0..TRIES).find_map(|_| slipped(slip, &source.text, &tokens, &mut chance));
            // Some files hold no word for which there is one of common speech at the places tried.
            if let Some(found) = found {
                // A word that is gone, or has changed its place, may have said what nothing else says.
                let tells_all = !matches!(slip, Slip::Deleted | Slip::Swapped);
                by_slip.entry(slip).or_default().add(name, &before, &found, tells_all);
            }
        }
    }
    let mut all = Answers::default();
    for (slip, answers) in &by_slip {
        println!("{:14}{answers}", format!("{slip:?}"));
        all.noticed += answers.noticed;
        all.one_error += answers.one_error;
        all.fixed += answers.fixed;
    }
    println!("{:14}{all}", "All");
    let damaged: Vec<&String> = by_slip.values().flat_map(|answers| &answers.damaged).collect();
    assert!(damaged.is_empty(), "{damaged:#?}");
    assert!(all.noticed > 400, "{all}");
    assert!(Answers::percent(all.one_error, all.noticed) >= 90.0, "{all}");
    assert!(Answers::percent(all.fixed, all.noticed) >= 75.0, "{all}");
}
