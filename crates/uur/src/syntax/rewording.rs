//! Rewording: a line in the words of books, of ordinary English and of other languages, written in those of the rules
//! language.
//!
//! A line is mended by the cheapest edits of its tokens after which all of it matches. An edit leaves out what says
//! nothing, adds a word that only joins, turns a phrase into another one, or moves a word. Edits that might change
//! what the line means are tried too, but a line that needs one is only shown, never written.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashSet};
use std::ops::Range;
use std::rc::Rc;
use std::sync::LazyLock;

use super::former::{FORMER, FORMER_OF_TESTS, former_of, with_todays_forms};
use super::instead::{PHRASES, may_be_marked, meant_by, number_meant_by};
use super::parser::Rule;
use super::pattern::{Pattern, amount, is_article, is_name, is_unit, number, phrase, place};
use super::recovery::{Expected, expected_at, token_at, unmatched};
use super::words::word;
use crate::diagnostic::did_you_mean;

/// The number of lines that are tried.
const MAX_TRIED: usize = 260;
/// The number of lines of which all edits are tried.
const MAX_EXPANDED: usize = 48;
/// The number of tokens of a line that is sought in other words.
const MAX_TOKENS: usize = 60;
/// The number of edits that are combined.
const MAX_STEPS: u32 = 7;
/// The number of tokens before and after the one at which matching stops that may be the cause.
const TOKENS_AROUND: usize = 3;
/// How much dearer than the cheapest line another may be that is shown beside it.
const MARGIN: u32 = 35;
/// What the rest of a line that is not read yet will cost, for each token.
const COST_OF_REST: u32 = 22;
/// What an edit costs that may change the meaning.
const COST_OF_DOUBT: u32 = 250;
/// Words that say nothing here.
const FILLERS: &[&str] = &[
    "just",
    "only",
    "precisely",
    "now",
    "already",
    "also",
    "then",
    "there",
    "total",
    "range",
    "inclusive",
    "currently",
    "simply",
    "that",
    "of",
    "with",
    "in",
    "at",
    "by",
    "rule",
    "rules",
    "conditions",
    "is",
    "are",
    "be",
    "been",
    "will",
    "shall",
    "should",
    "does",
    "do",
    "it",
    "please",
    "itself",
    "else",
    "when",
    "if",
    "players",
    "seeds'",
];
/// Words and signs that join others and may be left out by the author.
const JOINTS: &[&str] = &[
    "from", "is", "as", "to", "->", "where", "each", "holds", "times", "lap", "in", "with", "of", "for", ",", ":",
    "by", "after",
];
/// Words that join others, each of which may stand for another one.
const PREPOSITIONS: &[&str] = &[
    "in", "into", "on", "onto", "at", "with", "by", "of", "for", "to", "from", "when", "if", "where", "while", "as",
    "against", "vs", "versus", "per", "upon", "than", "then", "within", "towards", "toward", "inside",
];
/// Words of English that are no names: what still has one of them is not understood.
const NO_NAMES: &[&str] = &[
    "either",
    "neither",
    "nor",
    "except",
    "unless",
    "without",
    "possible",
    "previous",
    "whichever",
    "whoever",
    "whatever",
    "although",
    "because",
    "until",
    "instead",
    "whether",
    "both",
    "another",
    "other",
    "only",
    "also",
    "never",
    "are",
    "an",
    "falls",
    "lands",
];
/// Words that describe a pit.
const KINDS: &[&str] = &["own", "opponent", "empty", "occupied", "front", "back", "first", "last", "closed", "reached"];

/// A part of a line, and how the language says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rewording {
    /// The part.
    pub range: Range<usize>,
    /// What to write.
    pub with: String,
}

impl Rewording {
    /// The line with it.
    pub fn applied(&self, line: &str) -> String {
        format!("{}{}{}", &line[..self.range.start], self.with, &line[self.range.end..])
    }
}

/// How a whole line may be said.
#[derive(Debug, Clone)]
pub(super) enum Reworded {
    /// In one way that means the same.
    Sure(Rewording),
    /// Perhaps as these lines, the likeliest first.
    Perhaps(Vec<String>),
}

/// An edit of a line.
struct Edit {
    range: Range<usize>,
    with: String,
    /// In hundredths of a word that is left out.
    cost: u32,
    /// Whether the line means the same after it.
    sure: bool,
}

impl Edit {
    /// Whether a name that the file gives is not in the line any more.
    fn loses_a_name(&self, line: &str, given: &BTreeSet<String>) -> bool {
        let part = &line[self.range.clone()];
        let kept = |name: &str| tokens(&self.with).into_iter().any(|token| &self.with[token] == name);
        tokens(part).into_iter().map(|token| &part[token]).any(|word| given.contains(word) && !kept(word))
    }
}

/// The names that a file gives to marks, counters, terms, parameters, their values, and lines to which it refers.
pub(crate) fn names_given(text: &str) -> BTreeSet<String> {
    let mut given = BTreeSet::new();
    let mut begins_with_a_name = false;
    for line in text.lines() {
        let words = words_of(line);
        let named = match *words {
            ["}", ..] => {
                begins_with_a_name = false;
                continue;
            }
            ["change", "terms" | "stages", ..] | ["terms" | "stages", "{"] => {
                begins_with_a_name = true;
                continue;
            }
            ["param" | "remove" | "mark" | "counter", name, ..] | ["before" | "after", name, ":", ..] => Some(name),
            [name, ..] if begins_with_a_name => Some(name),
            _ => None,
        };
        let values = match words.first() {
            Some(&"param") => words.split(|word| *word == "in").nth(1).unwrap_or_default(),
            _ => &[],
        };
        let expects = words.first() == Some(&"expect");
        let cited = words.windows(2).filter(|two| expects && two[0] == "by").map(|two| two[1]);
        let names = cited.chain(named).chain(values.iter().copied());
        given.extend(names.filter(|name| is_name(name) && !is_article(name)).map(String::from));
    }
    given
}

/// A line with today's forms for those of before, if it then matches a rule.
pub(super) fn renewed(line: &str, rule: Rule) -> Option<Rewording> {
    // Of a section, the head alone if that is enough.
    let head = line.split('\n').next().unwrap_or(line);
    [head, line].into_iter().find_map(|part| {
        let (end, with) = with_todays_forms(part, &tokens(part), former_of(rule))?;
        let all = Rewording { range: 0..end, with }.applied(line);
        unmatched(&all, rule).is_none().then(|| difference(line, &all))
    })
}

/// A line in other words, after which it matches a rule. Names that the file gives stay as they are. Words that its
/// section does not know are in it only if they were before.
pub(super) fn reworded(line: &str, rule: Rule, given: &BTreeSet<String>, unknown: &[&str]) -> Option<Reworded> {
    if tokens(line).len() > MAX_TOKENS {
        return None;
    }
    let at = unmatched(line, rule)?;
    let tried = HashSet::from([line.to_string()]);
    let mut search = Search { line, rule, given, unknown, tried, found: vec![], open: BinaryHeap::new() };
    search.open.push(Reverse(Node::new(line.to_string(), at, 0, true, 0)));
    search.run();
    let mut found = search.found;
    found.sort();
    let (cheapest, doubtful, first) = found.first()?.clone();
    let rivals = found.iter().filter(|(cost, _, other)| *cost <= cheapest + MARGIN && are_rivals(&first, other));
    let mut lines = vec![first.clone()];
    lines.extend(rivals.map(|(_, _, other)| other.clone()).take(2));
    let counts = counts_seeds(line, &first, given) || counts_elsewhere(line, &first, !unknown.contains(&"here"));
    if !doubtful && lines.len() == 1 && keeps_meaning(line, &first) && !counts {
        return Some(Reworded::Sure(difference(line, &first)));
    }
    Some(Reworded::Perhaps(lines))
}

/// Whether a line now asks for the seeds in pits of a name that the file gives. Before it may have asked how many such pits
/// there are.
fn counts_seeds(before: &str, after: &str, given: &BTreeSet<String>) -> bool {
    let [before, after] = [before, after].map(words_of);
    let names_seeds = ["holds", "has", "contains", "seed", "seeds", "stone", "stones"];
    after.windows(2).any(|words| given.contains(words[0]) && words[1] == "holds")
        && !before.iter().any(|word| names_seeds.contains(word))
}

/// Whether a line now counts pits, or the seeds of a row. Before it may have asked how many lie in the pit of the last
/// seed, if lines of its section speak of one.
fn counts_elsewhere(before: &str, after: &str, is_here_known: bool) -> bool {
    let [before, after] = [before, after].map(words_of);
    let in_it = before.windows(2).any(|two| two[1] == "in" && two[0] != "ends") && !before.contains(&"holds");
    let counts = |two: &[&str]| {
        let is_pit = KINDS.contains(&two[1]) || two[1] == "pit";
        is_pit && (number(two[0]).is_some() || matches!(two[0], "even" | "odd"))
            || is_here_known && two == ["row", "holds"]
    };
    in_it && after.windows(2).any(counts)
}

/// What the words of a line cost that are not of the language: they may be read as names where none is meant.
fn cost_of_names(line: &str, given: &BTreeSet<String>) -> u32 {
    let words = words_of(line);
    let doubled = words.windows(2).filter(|two| two[0] == two[1]).count() as u32;
    let unknown = words.iter().filter(|token| token.starts_with(|c: char| c.is_alphabetic()) && word(token).is_none());
    let names = unknown
        .filter(|name| !given.contains(**name))
        .map(|name| if meant_by(name).is_empty() && number(name).is_none() { 40 } else { 120 });
    100 * doubled + names.sum::<u32>()
}

/// Whether a word that may be missing belongs before another one: a name that is asked for is one that the file gives, and
/// what only joins others is no name.
pub(super) fn may_join(joint: &str, next: &str, given: &BTreeSet<String>) -> bool {
    match joint {
        "is" | "holds" => !is_name(next) || given.contains(next),
        "by" => may_be_cited(next, given),
        _ => !PREPOSITIONS.contains(&next) || word(next).is_some(),
    }
}

/// Whether a test may cite a line by this word.
fn may_be_cited(name: &str, given: &BTreeSet<String>) -> bool {
    let is_english = || !meant_by(name).is_empty() || is_no_name(name, given);
    given.contains(name) || is_name(name) && !is_letter(name) && !is_english()
}

/// Whether a word is neither of the language nor a name.
fn is_no_name(token: &str, given: &BTreeSet<String>) -> bool {
    NO_NAMES.contains(&token) && word(token).is_none() && !given.contains(token)
}

/// Whether a word describes a pit.
pub(super) fn is_kind(word: &str) -> bool {
    KINDS.contains(&word) || meant_by(word).iter().any(|meant| KINDS.contains(meant))
}

/// Whether a word is a name that the file does not give.
pub(super) fn is_new(token: &str, given: &BTreeSet<String>) -> bool {
    is_name(token) && !given.contains(token)
}

/// Whether pits are counted where seeds were.
fn counts_pits_for_seeds(before: &[&str], after: &[&str]) -> bool {
    let is_pit = |word: &&str| matches!(*word, "pit" | "pits");
    let counts = |two: &[&str]| is_pit(&two[1]) && (number(two[0]).is_some() || matches!(two[0], "more" | "fewer"));
    before.iter().any(|word| matches!(*word, "seeds" | "stones"))
        && !before.iter().any(|word| is_pit(word) || meant_by(word).contains(&"pit"))
        && after.windows(2).any(counts)
}

/// Whether pits are counted by a share of the game's seeds.
fn counts_by_share(words: &[&str]) -> bool {
    let pits = |word: &str| KINDS.contains(&word) || matches!(word, "pits" | "pit");
    words.windows(2).any(|words| matches!(words[0], "all" | "half") && pits(words[1]))
}

/// Whether a row or a store is asked for its owner, which was said, or whether it is a pit.
fn asks_whose_a_row_is(words: &[&str]) -> bool {
    let is_row = |word: &str| matches!(word, "row" | "rows" | "front" | "back" | "store");
    words.windows(3).any(|words| is_row(words[0]) && words[1] == "is" && matches!(words[2], "own" | "opponent" | "pit"))
}

/// Whether pits are counted by a parameter that is called as a line of `board` is.
fn counts_by_the_board(words: &[&str]) -> bool {
    words
        .windows(2)
        .any(|two| matches!(two[0], "pits" | "rows" | "seeds") && (KINDS.contains(&two[1]) || two[1] == "pit"))
}

/// Whether a line still says all that it said in other words: none of its joints is lost, nothing that happens has become
/// a condition, nobody's pits have become another's, no denial covers less than it did, nothing that is said to be the
/// only one is one of several, nothing that each player has is said of a row, and no seeds are sown on from a pit that a capture may have emptied.
pub(crate) fn keeps_meaning(before: &str, after: &str) -> bool {
    let [before, after] = [before, after].map(words_of);
    let count = |words: &[&str], counted: &[&str]| words.iter().filter(|word| counted.contains(word)).count();
    // What `and` joined may stand apart by another sign.
    let signs = [",", "..", "but"];
    let more_signs = count(&after, &signs).saturating_sub(count(&before, &signs));
    let joined = count(&before, &["and", "&", "&&"]) <= count(&after, &["and"]) + more_signs;
    let chosen = count(&before, &["or", "||"]) <= count(&after, &["or", ".."]);
    let own = count(&before, &["own", "my", "mine", "your"]) == 0
        || count(&after, &["own", "player", "opponent", "each", "here", "starter"]) > 0;
    let opponent = count(&before, &["opponent", "opponent's", "opponents", "enemy"]) == 0
        || count(&after, &["opponent", "player", "each"]) > 0;
    // `is not a or b` denies the first only.
    let denials = |words: &[&str]| {
        words.windows(4).filter(|words| words[0] == "is" && words[1] == "not" && words[3] == "or").count()
    };
    let covers = denials(&after) <= denials(&before);
    // `A is beaten by B` says it of B.
    let is_passive = |words: &[&str]| words.windows(3).any(|words| words[0] == "is" && words[2] == "by");
    let acts = !is_passive(&before) || after.contains(&"by");
    // Before a number it says nothing.
    let limits = before.windows(2).any(|words| words[0] == "only" && number(words[1]).is_none());
    // What a player has may lie in several rows.
    let is_share = |two: &[&str]| matches!(two[0], "per" | "each") && matches!(two[1], "player" | "side");
    let of_board = matches!(after.first(), Some(&("pits" | "rows")));
    let shares = of_board && (before.windows(2).any(is_share) || before.last() == Some(&"each"));
    let relays = !before.contains(&"relay") && after.contains(&"relay") && after.contains(&"capture");
    joined
        && chosen
        && own
        && opponent
        && covers
        && acts
        && keeps_places(&before, &after)
        && !limits
        && !shares
        && !relays
        && !had_two_meanings(&before, &after)
}

/// Whether a line decides what another one left open: `on pit` may be a slip for `own pit`, and `(an uur` for `(any uur`;
/// what is done to every pit is not done to one; and a pit may be a store, or hold as many seeds as one.
fn had_two_meanings(before: &[&str], after: &[&str]) -> bool {
    let count = |words: &[&str], counted: &[&str]| words.iter().filter(|word| counted.contains(word)).count();
    let is_pit =
        |word: &str| matches!(word, "pit" | "pits" | "store" | "row" | "rows" | "front" | "back") || is_name(word);
    let on = before.windows(2).any(|words| words[0] == "on" && is_pit(words[1]))
        && count(after, &["own"]) <= count(before, &["own"]);
    let asks = |words: &[&str]| words[1] == "an" && matches!(words[0], "(" | "and" | "or" | "not" | "where");
    let any = before.windows(2).any(asks) && count(after, &["any", "an"]) <= count(before, &["any"]);
    let every = before.contains(&"->") && before.contains(&"every") && !after.contains(&"every");
    let equals = count(before, &["=", "==", "==="]) > 0 && before.contains(&"store") && after.contains(&"many");
    // Each of them or all together, or not each of them.
    let of_many = |words: &[&str]| {
        words[0] == "pits" && (matches!(words[1], "hold" | "have" | "contain" | "not") || words[2] == "not")
    };
    // Every second one, or each of the others; and what is after a pit that was named before.
    let is_relative = |two: &[&str]| {
        two == ["every", "other"] || two[0] == "one" && matches!(two[1], "after" | "before" | "behind" | "beyond")
    };
    let relative = before.windows(2).any(is_relative);
    // What a player has, or what a pit is; and where seeds go, or whence.
    let of_player =
        |two: &[&str]| matches!(two[0], "own" | "opponent") && matches!(two[1], "has" | "holds" | "have" | "hold");
    let has = before.windows(2).any(of_player) && after.windows(2).any(|two| two[0] == "is" && two[1] == "opponent");
    let goes = count(before, &["into", "onto", "to"]) > 0 && count(after, &["of"]) > count(before, &["of"]);
    // Two words of a mark, of which the second need not be a plural.
    let is_plural = |word: &str| before.get(1).is_some_and(|first| word.starts_with(first.get(..2).unwrap_or(first)));
    let joined = before.first() == Some(&"mark")
        && !before.iter().any(|word| matches!(*word, "," | ";" | "/" | "plural"))
        && after.windows(2).any(|two| two[0] == "," && !is_plural(two[1]));
    // `by "me"` says who made a game.
    let names = before.first() == Some(&"game") && before.contains(&"by");
    let together =
        before.windows(3).any(of_many) && count(before, &["all", "every", "each"]) < count(after, &["every"]);
    on || any
        || every
        || equals
        || together
        || relative
        || has
        || goes
        || joined
        || names
        || names_other_pits(before, after)
        || does_otherwise(before, after)
}

/// Whether a word is the letter of a pit.
pub(super) fn is_letter(word: &str) -> bool {
    word.len() == 1 && word.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Whether a word is the letter of a pit as rules write it.
pub(super) fn is_capital(word: &str) -> bool {
    is_letter(word) && word.starts_with(|c: char| c.is_ascii_uppercase())
}

/// `own pit A or B`: whose the second pit is, too.
pub(super) fn goes_on_with_a_pit<'w>(words: &[&'w str]) -> Option<&'w str> {
    let goes_on = |words: &&[&str]| match **words {
        ["own" | "opponent", "pit", one, "or" | "and", other] => is_letter(one) && is_letter(other),
        _ => false,
    };
    words.windows(5).find(goes_on).map(|words| words[0])
}

/// How many pits are named in a way.
fn pits_named(words: &[&str], so: impl Fn(&str) -> bool) -> usize {
    words.windows(2).filter(|two| two[0] == "pit" && so(two[1])).count()
}

/// How many pits stand without the word: `pit 1 or 6`.
fn pits_added(words: &[&str]) -> usize {
    let goes_on = |four: &&[&str]| four[0] == "pit" && four[2] == "or" && is_number(four[1]) && is_number(four[3]);
    words.windows(4).filter(goes_on).count()
}

fn is_number(word: &str) -> bool {
    word.parse::<u8>().is_ok()
}

/// Whether a line of a test plays or names other pits than before, or cites a line by what is no name.
fn changes_test(before: &[&str], after: &[&str], given: &BTreeSet<String>) -> bool {
    let letters = |words: &[&str]| words.iter().filter(|word| is_letter(word)).count();
    let cites = |two: &&[&str]| two[0] == "by" && !may_be_cited(two[1], given);
    letters(before) != letters(after)
        || after.windows(2).filter(cites).any(|two| !before.windows(2).any(|known| known == two))
}

/// Where what happens begins in a line.
fn arrow(words: &[&str]) -> Option<usize> {
    words.iter().position(|word| matches!(*word, "->" | "=>" | "→" | "-->"))
}

/// Whether a line speaks of other pits than before: one whose letter or number is gone, another player's, a pit for a
/// mark that may be called a house, or one that holds as many seeds for one that is the same.
fn names_other_pits(before: &[&str], after: &[&str]) -> bool {
    let named = |words: &[&str]| pits_named(words, |name| is_letter(name) || is_number(name));
    let anybodys =
        goes_on_with_a_pit(before).is_some() && after.windows(2).any(|two| two[0] == "or" && two[1] == "pit");
    let of_house = |words: &[&str]| match *words {
        ["is" | "skip", word, ..] if may_be_marked(word) => true,
        ["is", "own" | "opponent", word, ..] if may_be_marked(word) => {
            !words.get(3).is_some_and(|next| is_letter(next))
        }
        _ => false,
    };
    let house = (0..before.len()).any(|at| of_house(&before[at..]));
    // Which pit it is, or how many seeds it holds.
    let counts = |word: &str| {
        let holds = ["holds", "hold", "has", "have", "many", "equal", "equals", "=", "==", "==="];
        holds.contains(&word) || meant_by(word).contains(&"holds")
    };
    let alike = after.contains(&"many") && !before.iter().any(|word| counts(word));
    let lost = before.contains(&"->") && named(after) < named(before);
    lost || anybodys || house || alike
}

/// Whether something else happens than before: what was done in another case or under a condition is done always, or what
/// a word leaves open is decided.
fn does_otherwise(before: &[&str], after: &[&str]) -> bool {
    let happens = |words: &[&str], what: &[&str]| {
        arrow(words).is_some_and(|arrow| words[arrow..].iter().any(|word| what.contains(word)))
    };
    let otherwise = happens(before, &["else"]) && !happens(after, &["else"]);
    let asks = |two: &[&str]| matches!(two[0], "if" | "when") && KINDS.contains(&two[1]);
    let condition = happens(before, &["if", "when"]) && before.windows(2).any(asks);
    let keeps = happens(before, &["keep", "keeps"]) && happens(after, &["capture"]);
    // Of stores, or of seeds in them.
    let seeds = matches!(before, ["stores", "1" | "2"]);
    let arranges = before.last() == Some(&"arranges") && after.last() != Some(&"arranges");
    let of_round = happens(before, &["end", "ends"])
        && !happens(before, &["turn", "turns", "move", "moves", "sowing", "lap"])
        && happens(after, &["stop"]);
    let turns =
        happens(before, &["continue", "continues"]) && happens(after, &["relay"]) && after.contains(&"backwards");
    let lets = ["may", "can", "could", "might", "allowed", "optional"];
    let allows =
        after.first() == Some(&"move") && after.contains(&"may") && !before.iter().any(|word| lets.contains(word));
    // What one move or lap is of, or which it is.
    let is_numbered = |two: &[&str]| is_numbered(two[0]) && two[1] == "is";
    let seeds_said = before.iter().any(|word| matches!(*word, "seed" | "seeds" | "stone" | "stones"));
    let numbers = seeds_said && after.windows(2).any(is_numbered) && !before.windows(2).any(is_numbered);
    // A name of the line, or a word that says something.
    let labels = after.get(1) == Some(&":")
        && !before.iter().any(|word| matches!(*word, "over" | "ends" | "finished"))
        && before.get(1).is_some_and(|word| word.starts_with(char::is_alphanumeric) && !PREPOSITIONS.contains(word))
        && before[1..] != after[2..];
    otherwise || condition || keeps || seeds || arranges || of_round || turns || allows || numbers || labels
}

/// Whether nothing that happens has become a condition, or the other way round.
fn keeps_places(before: &[&str], after: &[&str]) -> bool {
    let (Some(one), Some(other)) = (arrow(before), arrow(after)) else { return true };
    let (condition, happens) = before.split_at(one);
    let (asked, done) = after.split_at(other);
    let joins = |word: &str| matches!(word, "here" | "holds" | "is" | "and" | ",");
    let rose = |word: &&str| !condition.contains(word) && happens.contains(word) && !done.contains(word);
    let fell = |word: &&str| condition.contains(word) && !happens.contains(word) && !asked.contains(word);
    !asked.iter().any(|word| rose(word) && !joins(word)) && !done.iter().any(fell)
}

/// Whether two lines differ in one word that bears meaning, so that either may be meant.
fn are_rivals(one: &str, other: &str) -> bool {
    const ALIKE: &[&str] = &[
        "is", "are", "holds", "as", "from", "of", "where", "when", "in", "to", "pit", "pits", "each", "every", "row",
        "side", "and", ",", "->", ":", "here", "at", "by", "for", "with",
    ];
    let [one, other] = [one, other].map(words_of);
    let mut differing = one.iter().zip(&other).filter(|(one, other)| one != other);
    let first = differing.next();
    one.len() == other.len()
        && differing.next().is_none()
        && first.is_some_and(|(one, other)| {
            [one, other].iter().all(|token| word(token).is_some() && !ALIKE.contains(token))
        })
}

/// The rewordings of the parts of a line that share a place with a range, the surest first.
pub(crate) fn rewordings(line: &str, near: Range<usize>, given: &BTreeSet<String>) -> Vec<Rewording> {
    let tokens = tokens(line);
    let mut found: Vec<Edit> = (0..tokens.len()).flat_map(|first| of_tokens(line, &tokens, first)).collect();
    let is_near = |edit: &Edit| edit.range.start <= near.end && near.start <= edit.range.end;
    found.retain(|edit| edit.sure && is_near(edit) && !edit.loses_a_name(line, given));
    found.sort_by_key(|edit| (edit.cost, Reverse(edit.range.len())));
    found.into_iter().map(|Edit { range, with, .. }| Rewording { range, with }).collect()
}

/// A line that does not match yet. The cheapest is read first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    /// What it costs, and what its rest is likely to cost.
    rank: u32,
    cost: u32,
    steps: u32,
    line: String,
    /// The offset at which it stops matching.
    at: usize,
    sure: bool,
}

impl Node {
    fn new(line: String, at: usize, cost: u32, sure: bool, steps: u32) -> Node {
        let rest = tokens(line.get(at..).unwrap_or_default()).len() as u32;
        Node { rank: cost + COST_OF_REST * rest, cost, steps, line, at, sure }
    }
}

struct Search<'a> {
    line: &'a str,
    rule: Rule,
    given: &'a BTreeSet<String>,
    /// Words that its section does not know.
    unknown: &'a [&'a str],
    tried: HashSet<String>,
    /// Lines that match, with their cost and whether they are not sure.
    found: Vec<(u32, bool, String)>,
    open: BinaryHeap<Reverse<Node>>,
}

impl Search<'_> {
    fn run(&mut self) {
        for _ in 0..MAX_EXPANDED {
            let Some(Reverse(node)) = self.open.pop() else { return };
            let best = self.found.iter().map(|(cost, ..)| *cost).min();
            if best.is_some_and(|best| node.rank > best + MARGIN) || self.tried.len() > MAX_TRIED {
                return;
            }
            if node.steps < MAX_STEPS {
                self.expand(&node);
            }
        }
    }

    /// Whether nobody means this line: it speaks of a name that the file does not give, or what happens has become a
    /// condition.
    fn is_unlikely(&self, tried: &str) -> bool {
        let [before, after] = [self.line, tried].map(words_of);
        after.iter().any(|word| is_no_name(word, self.given) || self.unknown.contains(word) && !before.contains(word))
            || counts_by_share(&after)
            || asks_whose_a_row_is(&after)
            || counts_by_the_board(&after) && !counts_by_the_board(&before)
            || after.windows(2).any(|two| matches!(two, ["capture" | "remove", "board"]))
            || counts_pits_for_seeds(&before, &after)
            || pits_named(&after, is_number) > pits_named(&before, is_number) + pits_added(&before)
            || !after.iter().any(|word| before.iter().any(|known| known == word || meant_by(known).contains(word)))
            || self.uses_new_name(&before, &after)
            || self.rule == Rule::example_alone && changes_test(&before, &after, self.given)
            || after.windows(2).any(|two| two[0] == "where" && matches!(two[1], "every" | "any"))
                && !after.iter().any(|word| matches!(*word, "is" | "holds"))
            || !keeps_places(&before, &after)
            // Rows of each player are not those of the board.
            || after.first() == Some(&"rows") && before.iter().any(|word| matches!(*word, "player" | "side"))
    }

    /// Whether a line uses a name that the file does not give, and did not do so before behind the same word.
    fn uses_new_name(&self, before: &[&str], after: &[&str]) -> bool {
        let used = |at: &usize| {
            let defines = *at == 0 && after.get(1) == Some(&":")
                || after[0] == "mark" && before.contains(&after[*at])
                || *at > 0 && matches!(after[at - 1], "mark" | "counter" | "remove" | "before" | "after");
            let is_pit = self.rule == Rule::example_alone && is_letter(after[*at]);
            is_new(after[*at], self.given) && !defines && !is_pit
        };
        let as_before = |at: usize| match at.checked_sub(1) {
            Some(last) => before.windows(2).any(|two| *two == after[last..=at]),
            None => before.first() == after.first(),
        };
        !matches!(after.first(), Some(&"param" | &"lot")) && (0..after.len()).filter(used).any(|at| !as_before(at))
    }

    fn expand(&mut self, node: &Node) {
        let Node { line, at, .. } = node;
        let remains = line.len().saturating_sub(*at);
        for edit in edits(line, *at, self.rule) {
            if edit.loses_a_name(line, self.given) {
                continue;
            }
            let tried = format!("{}{}{}", &line[..edit.range.start], edit.with, &line[edit.range.end..]);
            if self.tried.len() > MAX_TRIED || !self.tried.insert(tried.clone()) {
                continue;
            }
            let (cost, sure) = (node.cost + edit.cost, node.sure && edit.sure);
            match unmatched(&tried, self.rule) {
                None if self.is_unlikely(&tried) => {}
                None => self.found.push((cost + cost_of_names(&tried, self.given), !sure, tried)),
                // One edit may be needed for the next one to help.
                Some(reached)
                    if tried.len().saturating_sub(reached) < remains || reached >= (*at).min(edit.range.start) =>
                {
                    self.open.push(Reverse(Node::new(tried, reached, cost, sure, node.steps + 1)));
                }
                Some(_) => {}
            }
        }
    }
}

/// The edits of a line near the token at which it stops matching.
fn edits(line: &str, at: usize, rule: Rule) -> Vec<Edit> {
    let tokens = tokens(line);
    let stop = tokens.iter().position(|token| token.end > at).unwrap_or(tokens.len());
    let from = tokens.get(stop.saturating_sub(TOKENS_AROUND)).map_or(0, |token| token.start);
    let to = tokens.get(stop + 1).or(tokens.last()).map_or(line.len(), |token| token.end);
    let mut found: Vec<Edit> = (0..tokens.len()).flat_map(|first| of_tokens(line, &tokens, first)).collect();
    // A name before a colon stays, where a line may have one.
    let named = tokens.get(1).filter(|colon| &line[(*colon).clone()] == ":" && is_name(&line[tokens[0].clone()]));
    let label = named.filter(|colon| expected_at(rule, &line[..colon.start]).offers(":")).map_or(0, |colon| colon.end);
    found.retain(|edit| edit.range.start <= to && from <= edit.range.end);
    let former = with_todays_forms(line, &tokens, former_of(rule));
    found.extend(former.map(|(end, with)| edit(line, 0..end, &with, 40, true)));
    let mut near = Near { line, rule, tokens, stop, found };
    near.with_what_is_expected();
    near.in_another_order();
    near.in_doubt();
    near.found.retain(|edit| edit.range.start >= label);
    near.found
}

/// The edits near the token at which a line stops matching.
struct Near<'a> {
    line: &'a str,
    rule: Rule,
    tokens: Vec<Range<usize>>,
    stop: usize,
    found: Vec<Edit>,
}

impl<'a> Near<'a> {
    fn token(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |range| &self.line[range.clone()])
    }

    fn start(&self, at: usize) -> usize {
        self.tokens.get(at).map_or(self.line.trim_end().len(), |token| token.start)
    }

    fn expected(&self, at: usize) -> Rc<Expected> {
        expected_at(self.rule, &self.line[..self.start(at)])
    }

    fn replace(&mut self, at: usize, with: &str, cost: u32, sure: bool) {
        let Some(range) = self.tokens.get(at).cloned() else { return };
        self.found.push(edit(self.line, range, with, cost, sure));
    }

    fn insert(&mut self, at: usize, with: &str, cost: u32, sure: bool) {
        let start = match with {
            "," | ":" => self.line[..self.start(at)].trim_end().len(),
            _ => self.start(at),
        };
        let range = start..start;
        let blank = if self.line[start..].starts_with(|c: char| !c.is_whitespace()) { " " } else { "" };
        self.found.push(edit(self.line, range, &format!("{with}{blank}"), cost, sure));
    }

    /// Edits that write what the grammar expects.
    fn with_what_is_expected(&mut self) {
        let stop = self.stop;
        let expected = self.expected(stop);
        let token = self.token(stop);
        for joint in JOINTS.iter().filter(|joint| expected.offers(joint)) {
            // `next opposite` may be two pits.
            self.insert(stop, joint, 100, *joint != "of" || !is_step(token));
        }
        if expected.offers("but") && number(token).is_some() {
            self.insert(stop, "but", 80, true);
        }
        self.insert_subject(stop);
        if stop > 0 {
            self.insert_subject(stop - 1);
        }
        if expected.offers("pit") {
            self.insert(stop, "pit", 100, is_capital(token));
            let words: Vec<&str> = (stop.saturating_sub(4)..=stop).map(|at| self.token(at)).collect();
            if let Some(whose) = goes_on_with_a_pit(&words) {
                self.insert(stop, &format!("{whose} pit"), 60, true);
            }
        }
        for whose in ["own", "opponent"].iter().filter(|whose| expected.offers(whose)) {
            self.insert(stop, whose, 120 + COST_OF_DOUBT, false);
        }
        for meant in meant_by_sign(token).iter().filter(|meant| meant.is_empty() || expected.offers(meant)) {
            let counts = number(self.token(stop + 1)).is_some();
            let cost = match *meant {
                "" if compares(token) => 70,
                "" => 45,
                "holds" if !counts => 60,
                _ => 40,
            };
            self.replace(stop, meant, cost, true);
        }
        for at in stop.saturating_sub(2)..=stop {
            let token = self.token(at);
            let expected = self.expected(at);
            if PREPOSITIONS.contains(&token) {
                let others = PREPOSITIONS.iter().filter(|other| expected.offers(other) && **other != token);
                for other in others.filter(|other| !is_opposite(token, other) && !is_opposite(other, token)) {
                    let condition = matches!(token, "when" | "if" | "while") && *other == "where";
                    // `drop one by one` asks nothing.
                    let sure = *other != "where" || !matches!(token, "by" | "per" | "of");
                    self.replace(at, other, if condition { 30 } else { 80 }, sure);
                }
            }
            let is_word =
                token.len() > 2 && token.chars().all(|c| c.is_alphabetic() || c == '_') && word(token).is_none();
            if is_word
                && let Some(meant) = did_you_mean(token, expected.words.iter().map(String::as_str))
                // What means another word is seldom misspelt by more than a letter.
                && (meant_by(token).is_empty() || strsim::damerau_levenshtein(token, meant) < 2)
            {
                let close = meant.len().abs_diff(token.len()) <= 2;
                self.replace(at, meant, if close { 80 } else { 160 }, close);
            }
        }
    }

    /// `here is own and holds 3`, `here is own and not empty`: the pit or place of the test before it goes on.
    fn insert_subject(&mut self, stop: usize) {
        let is_not = stop > 0 && self.token(stop - 1) == "not";
        let at = stop - usize::from(is_not);
        let token = self.token(stop);
        if at > 0
            && !matches!(
                self.token(at - 1),
                "and" | "or" | "but" | "(" | "where" | "->" | ":" | "prefer" | "when" | "move"
            )
        {
            return;
        }
        if !self.expected(at).offers("here") {
            return;
        }
        let words: Vec<&str> = (0..self.tokens.len()).map(|at| self.token(at)).collect();
        let before = (0..at).rev().find_map(|first| {
            let (length, place) = place(&words[first..at])?;
            let verb = words.get(first + length)?;
            matches!(*verb, "is" | "holds" | "has").then_some(place)
        });
        let starts = at == 0 || matches!(self.token(at - 1), "where" | "->" | ":" | "prefer" | "when" | "move");
        let subject = match before {
            Some(subject) if at > 0 && !starts => subject,
            _ if starts => "here".to_string(),
            _ => return,
        };
        let not = if is_not { "not " } else { "" };
        let here = self.start(at)..self.start(stop);
        let cost = if starts { 100 } else { 60 };
        // Of a player, not of a pit.
        if KINDS.contains(&token) && matches!(self.token(stop + 1), "holds" | "has" | "is" | "have" | "can" | "cannot")
        {
            return;
        }
        let verbs: &[&str] = match token {
            "is" | "holds" => &[""],
            _ if KINDS.contains(&token) || is_name(token) || is_article(token) => &["is "],
            _ if amount(&words[stop.min(words.len())..]).is_some() || matches!(token, "even" | "odd") => &["holds "],
            _ => return,
        };
        for verb in verbs {
            let with = match *verb {
                "holds " => format!("{not}{subject} {verb}"),
                _ => format!("{subject} {verb}{not}"),
            };
            self.found.push(edit(self.line, here.clone(), &with, cost, true));
        }
    }

    /// Edits that move a word.
    fn in_another_order(&mut self) {
        let (stop, end) = (self.stop, self.tokens.len());
        let is_fixed =
            |token: &str| matches!(token, "not" | "never" | "no" | "" | "from" | "to" | "->" | "{" | "}" | "(" | ")");
        // A word to an earlier place.
        for (from, to) in [(stop, 1), (stop, 2), (stop, 3), (stop + 1, 1), (stop + 1, 2), (stop + 2, 2), (stop + 2, 3)]
        {
            let Some(to) = from.checked_sub(to).filter(|_| from < end) else { continue };
            let token = self.token(from);
            let between = &self.line[self.tokens[to].start..self.tokens[from].start];
            if is_fixed(token) || between.contains(['\n', '{', '}', '"', '>', ',']) {
                continue;
            }
            let with = format!("{token} {}", between.trim_end());
            let far = (from - to) as u32;
            let range = self.tokens[to].start..self.tokens[from].end;
            // What belongs to a number or a negation is not known.
            let denies = between.split(' ').any(|word| matches!(word, "not" | "never" | "no"));
            let sure = !denies && number(token).is_none();
            self.found.push(edit(self.line, range, &with, 70 + 30 * far, sure));
        }
        // A word to the end of the line.
        for from in [stop.saturating_sub(1), stop].into_iter().filter(|from| from + 1 < end) {
            let token = self.token(from);
            let rest = self.line[self.tokens[from].end..self.tokens[end - 1].end].trim_start();
            if is_fixed(token) || rest.contains(['\n', '{', '}', '-', ',']) || end - from > 12 {
                continue;
            }
            let range = self.tokens[from].start..self.tokens[end - 1].end;
            let sure = number(token).is_none();
            self.found.push(edit(self.line, range, &format!("{rest} {token}"), 140, sure));
        }
        // `PLACE is not VALUE` of a parameter.
        for at in [stop, stop.saturating_sub(1)] {
            if self.token(at) == "not" && at > 1 && self.token(at - 1) == "is" {
                let subject = &self.line[self.tokens[at - 2].start..self.tokens[at - 1].end];
                let range = self.tokens[at - 2].start..self.tokens[at].end;
                self.found.push(edit(self.line, range, &format!("not {subject}"), 50, true));
            }
        }
    }

    /// Edits that may change the meaning.
    fn in_doubt(&mut self) {
        for at in [self.stop, self.stop + 1] {
            let token = self.token(at);
            let denies = ["no", "never", "neither", "nor", "without", "unless", "except", "nicht", "kein"];
            let is_unknown = token.starts_with(char::is_alphabetic)
                && word(token).is_none()
                && number(token).is_none()
                && meant_by(token).is_empty()
                && !(denies.contains(&token) || token.ends_with("n't") || token.ends_with("n’t"));
            // What stands behind a number may belong to it.
            let counts = at > 0 && number(self.token(at - 1)).is_some();
            if is_unknown && !counts || matches!(token, "seed" | "seeds" | "row" | "side") {
                self.replace(at, "", COST_OF_DOUBT, false);
            }
            if matches!(token, "pit" | "pits") {
                // A pit of a row, or all of it.
                let of_row = at > 0 && matches!(self.token(at - 1), "row" | "rows" | "front" | "back");
                self.replace(at, "", 150, !of_row);
            }
        }
    }
}

/// An edit with blanks between what it writes and its neighbours, and without those of what is left out.
fn edit(line: &str, range: Range<usize>, with: &str, cost: u32, sure: bool) -> Edit {
    let mut range = range;
    let mut with = with.to_string();
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    if with.is_empty() {
        let after = line[range.end..].len() - line[range.end..].trim_start_matches(' ').len();
        let before = line[..range.start].len() - line[..range.start].trim_end_matches(' ').len();
        if after > 0 && (range.start == before || before > 0) {
            range.end += after;
        } else if range.end == line.len() {
            range.start -= before;
        }
    }
    if with.starts_with([',', ':']) {
        range.start = line[..range.start].trim_end_matches(' ').len();
    }
    let (before, after) = (line[..range.start].chars().next_back(), line[range.end..].chars().next());
    match with.is_empty() {
        true if is_word(before) && is_word(after) => with.push(' '),
        true => {}
        false => {
            let arrow = |text: &str| text.starts_with("->") || text.starts_with("..");
            if is_word(before) && (is_word(with.chars().next()) || with.starts_with("->")) {
                with.insert(0, ' ');
            }
            if is_word(after)
                && (is_word(with.chars().next_back()) || with.ends_with("->") || with.ends_with([',', ':']))
            {
                with.push(' ');
            }
            if !arrow(&with) && before == Some(':') {
                with.insert(0, ' ');
            }
        }
    }
    Edit { range, with, cost, sure }
}

/// Whether a word says whence, and another whither.
fn is_opposite(one: &str, other: &str) -> bool {
    matches!(one, "from" | "of")
        && matches!(other, "to" | "in" | "into" | "on" | "onto" | "towards" | "toward" | "inside" | "within")
}

/// Whether a sign of other languages asks whether two things are alike, and so is hardly left over.
fn compares(sign: &str) -> bool {
    matches!(sign, "==" | "===")
}

/// The words and signs of the language for which a sign of other languages may stand.
fn meant_by_sign(sign: &str) -> &'static [&'static str] {
    match sign {
        "=" | "==" | "===" | ":=" | "::" => &["=", "is", "holds", ":", "->", "to", "at", ""],
        ":" => &["->", "is", "holds", "where", "at", "to", ""],
        "," | ";" => &[",", "and", "->", "where", ""],
        "|" => &["or", "where"],
        "||" | "/" | "∨" => &["or"],
        "&" | "&&" | "∧" => &["and", ","],
        "+" => &["and", ","],
        "." => &["is", "holds", ",", ""],
        "-" | "–" | "—" | "~" => &["..", "->", ":", ""],
        ">" | ">>" => &["->", "wins"],
        "→" | "⇒" | "=>" | "-->" | "->>" | "==>" => &["->", "wins"],
        "->" => &["wins"],
        "?" => &["->"],
        "!" | "¬" => &["not"],
        "*" | "•" => &[""],
        _ => &[],
    }
}

/// The change between two lines, in whole words.
fn difference(one: &str, other: &str) -> Rewording {
    let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '\'' | '>');
    let same = one.char_indices().zip(other.chars()).take_while(|((_, one), other)| one == other);
    let start = same.last().map_or(0, |((at, c), _)| at + c.len_utf8());
    let start = one[..start].trim_end_matches(is_inside).len();
    let (one_rest, other_rest) = (&one[start..], &other[start..]);
    let same = one_rest.chars().rev().zip(other_rest.chars().rev()).take_while(|(one, other)| one == other);
    let tail: usize = same.map(|(c, _)| c.len_utf8()).sum();
    let end = one.len() - tail;
    let end = end + (one[end..].len() - one[end..].trim_start_matches(is_inside).len());
    let tail = one.len() - end;
    let with = &other[start..other.len().saturating_sub(tail).max(start)];
    // Words that are only left out.
    match one[start..end].strip_suffix(with).filter(|lost| lost.ends_with(' ')) {
        Some(lost) => Rewording { range: start..start + lost.len(), with: String::new() },
        None => Rewording { range: start..end, with: with.to_string() },
    }
}

/// Words, numbers, signs and quoted texts of a line without comments. A word may have a hyphen or an apostrophe in it.
pub(super) fn tokens(text: &str) -> Vec<Range<usize>> {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    let mut found = vec![];
    let mut at = 0;
    while let Some(blank) = text[at..].find(|c: char| !c.is_whitespace()) {
        at += blank;
        let rest = &text[at..];
        if rest.starts_with('#') {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let mut end = at + if rest.starts_with("...") { 3 } else { token_at(rest).len() };
        while is_letter(text[..end].chars().next_back())
            && text[end..].starts_with(['-', '\'', '’'])
            && is_letter(text[end..].chars().nth(1))
        {
            let joint = end + text[end..].chars().next().map_or(0, char::len_utf8);
            end = joint + token_at(&text[joint..]).len();
        }
        found.push(at..end);
        at = end;
    }
    found
}

/// The tokens of a line, as they are written.
fn words_of(line: &str) -> Vec<&str> {
    tokens(line).into_iter().map(|token| &line[token]).collect()
}

/// The edits that begin at a token and keep the meaning.
fn of_tokens(line: &str, tokens: &[Range<usize>], index: usize) -> Vec<Edit> {
    let text = |at: usize| tokens.get(at).map_or("", |range| &line[range.clone()]);
    let words: Vec<&str> = (index..tokens.len()).map(text).collect();
    let range = tokens[index].clone();
    let (token, next) = (text(index), text(index + 1));
    let before = index.checked_sub(1).map_or("", text);
    let lower = token.to_lowercase();
    let mut found = vec![];
    let with_next = |count: usize| range.start..tokens[index + count].end;
    static PATTERNS: LazyLock<Vec<Pattern>> =
        LazyLock::new(|| [FORMER, FORMER_OF_TESTS, PHRASES].into_iter().flat_map(Pattern::all).collect());
    for pattern in PATTERNS.iter() {
        if let Some((length, with)) = phrase(&words, pattern)
            && line[with_next(length - 1)] != with
            && !(token == "is" && is_numbered(before) && with.starts_with("holds"))
        {
            // A longer phrase says more surely what is meant.
            found.push(edit(line, with_next(length - 1), &with, 70 - 5 * length.min(6) as u32, true));
        }
    }
    let mut add = |range: Range<usize>, with: &str, cost: u32| found.push(edit(line, range, with, cost, true));
    // A name alone may stand for anything.
    if let Some((length, amount)) = amount(&words).filter(|(_, amount)| !is_name(amount)) {
        let range = with_next(length - 1);
        if line[range.clone()] != amount {
            add(range.clone(), &amount, 50);
        }
        match before {
            "holds" | "to" | "or" | "lift" | "capture" | "remove" | "move" => {}
            "is" if index > 1 && is_numbered(text(index - 2)) => {}
            "is" | "has" | "have" | "contains" | "are" | "=" | "==" | "was" | "in" | "hold" => {
                add(tokens[index - 1].start..range.end, &format!("holds {amount}"), 65);
            }
            _ if ["as many", "more than", "fewer than"].iter().any(|compared| amount.starts_with(compared)) => {
                add(range, &format!("holds {amount}"), 50);
            }
            _ => add(range, &format!("holds {amount}"), 90),
        }
    }
    if let Some((length, both)) = asked_of_both(&words, before) {
        add(with_next(length - 1), &both, 40);
    }
    if let Some((length, numbers)) = numbers_in_a_row(&words) {
        add(with_next(length - 1), &numbers, 50);
    }
    if is_article(token) {
        add(range.clone(), "", 20);
        // All the articles of a line at once.
        let articles = (index..tokens.len()).filter(|at| is_article(text(*at)));
        if let Some(last) = articles.max().filter(|last| *last > index) {
            let rest = (index..=last).filter(|at| !is_article(text(*at))).map(text).collect::<Vec<_>>().join(" ");
            add(range.start..tokens[last].end, &rest, 25);
        }
    } else if FILLERS.contains(&lower.as_str()) {
        add(range.clone(), "", if matches!(token, "is" | "are" | "one" | "else") { 70 } else { 50 });
    } else if is_unit(token)
        && (number(before).is_some()
            || matches!(before, "more" | "fewer" | "less" | "even" | "odd" | "all" | "each" | "half" | "no" | ")")
            || is_name(before) && !is_article(before))
    {
        add(range.clone(), "", 40);
    }
    // A range of pits by their letters.
    if is_capital(token)
        && matches!(next, "-" | "–" | "—" | "to" | "..." | "…" | "through")
        && is_capital(text(index + 2))
    {
        add(with_next(2), &format!("{token}..{}", text(index + 2)), 30);
    }
    if let Some((low, high)) = token.split_once('-').filter(|(low, high)| is_capital(low) && is_capital(high)) {
        add(range.clone(), &format!("{low}..{high}"), 30);
    }
    if token.parse::<usize>().is_err()
        && let Some(value) = number_meant_by(&lower)
    {
        add(range.clone(), &value.to_string(), 20);
    }
    // A number and a word without a blank between them.
    let digits = token.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && word(&token[digits..]).is_some() {
        add(range.clone(), &format!("{} {}", &token[..digits], &token[digits..]), 20);
    }
    // Capital letters, hyphens, and the ending of an owner.
    if lower != token && word(&lower).is_some() {
        add(range.clone(), &lower, 20);
    }
    let joined = if lower.contains(char::is_alphanumeric) { lower.replace(['-', '_'], "") } else { lower.clone() };
    let of_letters = token.split_once('-').is_some_and(|(low, high)| is_capital(low) && is_capital(high));
    if joined != lower && !of_letters {
        let parts = lower.replace(['-', '_'], " ");
        let parts = parts.strip_prefix("non ").map_or(parts.clone(), |rest| format!("not {rest}"));
        let meant = meant_by(&joined).first().copied();
        let known = word(&joined).map(|word| word.text).or(meant);
        add(range.clone(), known.unwrap_or(&parts), 30);
        if token.contains('-') {
            add(range.clone(), &lower.replace('-', "_"), 40);
        }
    }
    if token.contains(|c: char| c.is_ascii_uppercase()) && token.starts_with(|c: char| c.is_ascii_lowercase()) {
        add(range.clone(), &in_words(token), 30);
    }
    if let Some(owner) = lower.replace('’', "'").strip_suffix("'s") {
        add(range.clone(), owner, 30);
    }
    // The endings of other forms.
    for form in forms(&lower).filter(|form| form.as_str() != token) {
        // Of words of the board, the plural is a parameter.
        let counted = number(before).is_some() || number(next).is_some();
        if counted || !matches!(&*form, "pits" | "rows" | "seeds") {
            add(range.clone(), &form, 50);
        }
    }
    for (rank, meant) in meant_by(token).iter().filter(|meant| **meant != token).enumerate() {
        add(range.clone(), meant, 62 + 10 * rank as u32);
    }
    // Words in quotes and brackets.
    if let Some(inner) = token.strip_prefix('"').and_then(|token| token.strip_suffix('"'))
        && !inner.is_empty()
    {
        add(range.clone(), inner, 40);
        if next == ":" && word(inner).is_some() {
            add(with_next(1), inner, 30);
        }
    }
    for quotes in ["''", "“”", "„“", "«»", "‘’", "``", "[]", "{}", "()", "<>"] {
        let mut signs = quotes.chars().map(String::from);
        let (Some(open), Some(close)) = (signs.next(), signs.next()) else { continue };
        if token == open
            && let Some(end) = (index + 1..tokens.len()).find(|at| text(*at) == close)
        {
            let inner = line[range.end..tokens[end].start].trim();
            let whole = range.start..tokens[end].end;
            let groups = inner.split(' ').any(|word| matches!(word, "and" | "or"));
            if !groups || open == "{" {
                add(whole.clone(), inner, 45);
            } else if open != "(" {
                add(whole.clone(), &format!("({inner})"), 40);
            }
            if open == "{" && !inner.is_empty() {
                add(whole, &format!("-> {inner}"), 60);
            }
        }
    }
    // `prefer … after move`
    if let (Some(condition), Some(last)) = (tokens.get(index + 1), tokens.len().checked_sub(2))
        && (token, text(last), text(last + 1)) == ("prefer", "after", "move")
        && index + 1 < last
    {
        let condition = condition.start..tokens[last].start;
        add(condition.start..tokens[last + 1].end, &format!("after move {}", line[condition].trim_end()), 60);
    }
    // The signs of lists, of other languages, and at the end of a line.
    let ends_line = index + 1 == tokens.len();
    let is_first = index == 0;
    match token {
        "-" | "*" | "•" | "$" if is_first => add(range.clone(), "", 20),
        ":" | "=" | ":=" | "==" => add(range.clone(), "", if compares(token) { 70 } else { 40 }),
        ";" | "." | "!" | "," if ends_line => add(range.clone(), "", 20),
        _ if is_first && token.parse::<usize>().is_ok() && matches!(next, "." | ")") => add(with_next(1), "", 20),
        _ => {}
    }
    found
}

/// Whether a word leads from a pit to another one.
pub(super) fn is_step(token: &str) -> bool {
    matches!(token, "next" | "previous" | "opposite" | "behind")
}

/// Whether a thing is a number: `lap is 2` is the second lap, `lap holds 2` one of two seeds.
fn is_numbered(thing: &str) -> bool {
    matches!(thing, "lap" | "move")
}

/// `here or opposite is empty`: two places of which one thing is asked, each asked by itself.
fn asked_of_both(words: &[&str], before: &str) -> Option<(usize, String)> {
    let (length, one) = place(words)?;
    let joint = words.get(length).filter(|joint| matches!(**joint, "and" | "or"))?;
    let (second, other) = place(&words[length + 1..])?;
    let asked = length + 1 + second;
    let verb = match *words.get(asked)? {
        "is" | "are" => "is",
        "holds" | "hold" | "has" | "have" => "holds",
        _ => return None,
    };
    let rest = &words[asked + 1..];
    let is_end = |word: &&str| matches!(*word, "and" | "or" | "->" | "," | ")" | "}" | "where");
    let length = match verb {
        "holds" => amount(rest)?.0,
        _ => rest.iter().position(is_end).unwrap_or(rest.len()),
    };
    let end = asked + 1 + length;
    // `is own or empty` asks for one of two kinds, and what stands before a name may say of how many pits it is asked.
    let goes_on = words.get(end) == Some(&"or") && place(&words[end + 1..]).is_none();
    let begins = matches!(before, "" | ":" | "(" | "and" | "or" | "not" | "where" | "when" | "if" | "prefer");
    if goes_on || !begins {
        return None;
    }
    let what = words[asked + 1..end].join(" ");
    let both = format!("{one} {verb} {what} {joint} {other} {verb} {what}");
    // `and` binds closer than `or`, and a denial closer than both.
    let others = [before, words.get(end).copied().unwrap_or_default()];
    let bound = others.iter().any(|other| matches!(*other, "and" | "or" | "not") && other != joint);
    (length > 0).then(|| (end, if bound { format!("({both})") } else { both }))
}

/// Three or more numbers with signs between or around them, as in a list of other languages, and the numbers alone.
fn numbers_in_a_row(words: &[&str]) -> Option<(usize, String)> {
    let opens = usize::from(matches!(words.first(), Some(&("[" | "(" | "{"))));
    let (mut numbers, mut at, mut signs) = (vec![], opens, opens);
    while let Some(value) = words.get(at).and_then(|word| number(word)) {
        numbers.push(value.to_string());
        at += 1;
        let signed = words.get(at).is_some_and(|sign| matches!(*sign, "," | ";" | "-" | "/" | "|" | "–"));
        match signed && words.get(at + 1).is_some_and(|word| number(word).is_some()) {
            true => (at, signs) = (at + 1, signs + 1),
            false if words.get(at).is_some_and(|word| number(word).is_some()) => {}
            false => break,
        }
    }
    if opens == 1 {
        words.get(at).filter(|close| matches!(**close, "]" | ")" | "}"))?;
        at += 1;
    }
    (numbers.len() > 2 && signs > 0).then(|| (at, numbers.join(" ")))
}

/// A name such as `turnOrigin` in words.
fn in_words(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(c.to_ascii_lowercase());
    }
    words
}

/// Words of the language of which a word may be another form.
fn forms(lower: &str) -> impl Iterator<Item = String> {
    let stems = ["s", "es", "d", "ed", "ing", "n", "en"].iter().filter_map(|ending| lower.strip_suffix(ending));
    let stems: Vec<&str> = stems.collect();
    // `stopping`, `relaying`, `capturing`
    let doubled = stems.iter().filter_map(|stem| {
        let mut letters = stem.chars().rev();
        (letters.next()? == letters.next()?).then(|| stem[..stem.len() - 1].to_string())
    });
    let mut found: Vec<String> = stems.iter().map(|stem| stem.to_string()).chain(doubled).collect();
    found.extend(stems.iter().map(|stem| format!("{stem}e")));
    found.extend(stems.iter().map(|stem| format!("{stem}s")));
    found.extend(["s", "d", "ed"].iter().map(|ending| format!("{lower}{ending}")));
    found.sort();
    found.dedup();
    found.into_iter().filter(|form| word(form).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Option<String> {
        match reworded(text, Rule::table_alone, &BTreeSet::new(), &[])? {
            Reworded::Sure(rewording) => Some(rewording.applied(text)),
            Reworded::Perhaps(_) => None,
        }
    }

    #[test]
    fn a_phrase_and_an_article_are_reworded_together() {
        assert_eq!(line("no move -> the opponent gets the rest").as_deref(), Some("no move -> opponent takes board"));
        assert_eq!(
            line("no move -> each player takes their own row").as_deref(),
            Some("no move -> each takes own row")
        );
    }

    #[test]
    fn edits_of_all_kinds_are_combined() {
        for (written, meant) in [
            (
                "take = here is own and holds >= 3 -> captures opposite;",
                "take: here is own and here holds 3 or more -> capture opposite",
            ),
            (
                "here.own and the opposite pit isn't empty => bonus-move",
                "here is own and opposite is not empty -> bonus move",
            ),
            (
                "here is own and opposite holds [1, 3, 5] -> relay with next",
                "here is own and opposite holds 1 or 3 or 5 -> relay from next",
            ),
        ] {
            assert_eq!(line(written).as_deref(), Some(meant), "{written}");
        }
    }

    #[test]
    fn one_question_about_two_places_is_asked_of_each() {
        for (written, meant) in [
            ("here or opposite is empty -> stop", "here is empty or opposite is empty -> stop"),
            (
                "here is own and next of next or opposite hold 3 -> stop",
                "here is own and (next of next holds 3 or opposite holds 3) -> stop",
            ),
            (
                "opposite and behind opposite are occupied -> stop",
                "opposite is occupied and behind opposite is occupied -> stop",
            ),
        ] {
            assert_eq!(line(written).as_deref(), Some(meant), "{written}");
        }
    }

    #[test]
    fn what_is_no_phrase_stays() {
        for written in ["here is frobnicated by 3 -> stop", "here captures -> relay"] {
            assert_eq!(line(written), None, "{written}");
        }
    }

    #[test]
    fn what_a_line_leaves_open_is_not_decided() {
        for written in [
            "pit A holds 3 -> stop",
            "here is own pit 7 -> stop",
            "here is house -> stop",
            "here is own house -> stop",
            "here is own -> capture opposite if empty",
            "here is own -> capture opposite else capture here",
            "here is own -> keep here",
            "next is here -> stop",
            "lap origin is here -> stop",
            "here is opposite of lap origin -> stop",
        ] {
            assert_eq!(line(written), None, "{written}");
        }
        assert_eq!(line("here is own pit A or B -> stop").as_deref(), Some("here is own pit A or own pit B -> stop"));
    }

    #[test]
    fn nothing_that_bears_meaning_is_left_out() {
        for written in ["here is never own -> stop", "here holds 3 but opposite 2 -> stop", "here is own north -> stop"]
        {
            assert_eq!(line(written), None, "{written}");
        }
    }
}
