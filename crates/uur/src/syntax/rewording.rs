//! Rewording: a line in the words of books, of ordinary English and of other languages, written in those of the rules
//! language.
//!
//! Each rewording keeps the meaning: it leaves out an article or a unit, writes a number in digits, or takes a phrase for
//! another one. They are combined until the whole line matches.

use std::collections::HashSet;
use std::ops::Range;

use super::instead::{PHRASES, meant_by, number_meant_by};
use super::parser::Rule;
use super::recovery::{furthest_offset, matches_rule, token_at};
use super::words::word;

/// The number of lines that are tried.
const MAX_TRIED: usize = 60;
/// The number of lines that are found.
const MAX_FOUND: usize = 4;
/// The number of rewordings that are combined.
const MAX_STEPS: usize = 4;
/// The number of tokens before and after the one at which matching stops that may be the cause.
const TOKENS_AROUND: usize = 3;
/// Words that say nothing here.
const FILLERS: [&str; 29] = [
    "a",
    "an",
    "the",
    "der",
    "die",
    "das",
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
    "on",
    "at",
    "by",
    "rule",
    "rules",
    "conditions",
];
/// Words that join others and may be left out by the author.
const JOINTS: [&str; 9] = ["from", "is", "as", "to", "here", "->", "where", "each", "own"];
/// Nouns after a number.
const UNITS: [&str; 10] =
    ["seed", "seeds", "stone", "stones", "bean", "beans", "shells", "counters", "pieces", "balls"];
/// The pits that an action names by one word.
const PITS: [&str; 5] = ["here", "opposite", "next", "previous", "beyond"];
/// Signs between the two numbers of a range.
const RANGE_SIGNS: [&str; 10] = ["-", "–", "—", "…", "...", "to", "through", "until", "till", "bis"];

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

/// The rewording of a whole line after which it matches a rule, as one change.
pub(super) fn reworded(line: &str, rule: Rule) -> Option<Rewording> {
    let at = furthest_offset(line, rule);
    let search = [&[][..], &JOINTS].into_iter().find_map(|joints| {
        let mut search = Search { rule, joints, tried: HashSet::from([line.to_string()]), found: vec![] };
        search.go_on(line, at, MAX_STEPS);
        (!search.found.is_empty()).then_some(search)
    })?;
    // A word that is not of the language may be read as a name where none is meant.
    let names = |line: &String| {
        let all = tokens(line).into_iter().map(|token| &line[token]);
        all.filter(|token| token.starts_with(|c: char| c.is_alphabetic()) && word(token).is_none()).count()
    };
    let found = search.found.iter().min_by_key(|line| names(line))?;
    Some(difference(line, found))
}

/// The rewordings of the parts of a line that share a place with a range, the longest parts first.
pub(crate) fn rewordings(line: &str, near: Range<usize>) -> Vec<Rewording> {
    let tokens = tokens(line);
    let mut found = vec![];
    for first in 0..tokens.len() {
        let reworded = PHRASES.iter().filter_map(|known| phrase(line, &tokens[first..], *known));
        found.extend(reworded.chain(of_token(line, &tokens, first)));
    }
    found.retain(|Rewording { range, .. }| range.start <= near.end && near.start <= range.end);
    for rewording in &mut found {
        // What is left out takes a blank with it.
        if rewording.with.is_empty() {
            let Range { start, end } = rewording.range;
            let after = line[end..].len() - line[end..].trim_start_matches(' ').len();
            let before = line[..start].len() - line[..start].trim_end_matches(' ').len();
            let joins = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            if after > 0 && (start == before || before > 0) {
                rewording.range.end += after;
            } else if end == line.len() {
                rewording.range.start -= before;
            } else if joins(line[..start].chars().next_back()) && joins(line[end..].chars().next()) {
                rewording.with = " ".to_string();
            }
        }
    }
    found.sort_by_key(|Rewording { range, .. }| std::cmp::Reverse(range.len()));
    found
}

struct Search {
    rule: Rule,
    /// The words that may be missing.
    joints: &'static [&'static str],
    tried: HashSet<String>,
    /// Lines that match.
    found: Vec<String>,
}

impl Search {
    /// Rewords a line that stops matching at an offset.
    fn go_on(&mut self, line: &str, at: usize, steps: usize) {
        let tokens = tokens(line);
        let stop = tokens.iter().position(|token| token.end > at).unwrap_or(tokens.len());
        let from = tokens.get(stop.saturating_sub(TOKENS_AROUND)).map_or(0, |token| token.start);
        let to = tokens.get(stop + 1).or(tokens.last()).map_or(line.len(), |token| token.end);
        let left = line.len().saturating_sub(at);
        let mut further = vec![];
        let here = tokens.get(stop).map_or(line.len()..line.len(), |token| token.start..token.start);
        let blank = if line[..here.start].ends_with(|c: char| !c.is_whitespace()) { " " } else { "" };
        let joint = |joint: &&str| Rewording { range: here.clone(), with: format!("{blank}{joint} ") };
        let joints = self.joints.iter().filter(|_| steps < MAX_STEPS);
        for rewording in rewordings(line, from..to).into_iter().chain(joints.map(joint)) {
            let tried = rewording.applied(line);
            if self.tried.len() > MAX_TRIED || self.found.len() >= MAX_FOUND || !self.tried.insert(tried.clone()) {
                continue;
            }
            if matches_rule(&tried, self.rule) {
                self.found.push(tried);
                continue;
            }
            let reached = furthest_offset(&tried, self.rule);
            let remains = tried.len().saturating_sub(reached);
            // One rewording may be needed for the next one to help.
            if remains < left || reached >= at.min(rewording.range.start) {
                further.push((remains, tried, reached));
            }
        }
        further.sort_by_key(|(remains, _, _)| *remains);
        for (_, tried, reached) in further.into_iter().filter(|_| steps > 0) {
            self.go_on(&tried, reached, steps - 1);
        }
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
    Rewording { range: start..end, with: other[start..other.len().saturating_sub(tail).max(start)].to_string() }
}

/// Words, numbers, signs and quoted texts of a line without comments. A word may have a hyphen or an apostrophe in it.
fn tokens(text: &str) -> Vec<Range<usize>> {
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

fn number(token: &str) -> Option<usize> {
    token.parse().ok().or_else(|| number_meant_by(&token.to_lowercase()))
}

/// Whether a number of seeds may end with a token.
fn ends_number(token: &str) -> bool {
    number(token).is_some() || matches!(token, "more" | "fewer" | "less" | "even" | "odd")
}

/// The letters of a word, whatever their case and the form of its apostrophe.
fn folded(word: &str) -> impl Iterator<Item = char> {
    word.chars().map(|c| if c == '’' { '\'' } else { c.to_ascii_lowercase() })
}

/// The rewording of a phrase that begins at the first of these tokens.
fn phrase(line: &str, tokens: &[Range<usize>], (pattern, meant): (&str, &str)) -> Option<Rewording> {
    let (mut numbers, mut names) = (vec![], vec![]);
    let mut length = 0;
    for (wanted, range) in pattern.split(' ').zip(tokens.iter().map(Some).chain(std::iter::repeat(None))) {
        let token = &line[range?.clone()];
        match wanted {
            "N" => numbers.push(number(token)?),
            "P" => names.push(("P", *PITS.iter().find(|pit| **pit == token)?)),
            "W" => {
                let is_name = token.starts_with(|c: char| c.is_ascii_lowercase()) && word(token).is_none();
                names.push(("W", is_name.then_some(token)?));
            }
            _ => {
                let same = |wanted: &str| folded(token).eq(folded(wanted));
                wanted.split('|').any(same).then_some(())?;
            }
        }
        length += 1;
    }
    let range = tokens[0].start..tokens[length - 1].end;
    let with = numbers.into_iter().fold(meant.to_string(), |with, number| {
        // The first number that is still to be written.
        let at = with.find('N').unwrap_or(with.len());
        let (written, sign) = match with[at..].get(1..3) {
            Some("+1") => (number.saturating_add(1), 2),
            Some("-1") => (number.saturating_sub(1), 2),
            _ => (number, 0),
        };
        format!("{}{written}{}", &with[..at], with.get(at + 1 + sign..).unwrap_or_default())
    });
    let with = names.into_iter().fold(with, |with, (sign, name)| with.replacen(sign, name, 1));
    (line[range.clone()] != with).then_some(Rewording { range, with })
}

/// The rewordings of a single token, with its neighbours.
fn of_token(line: &str, tokens: &[Range<usize>], index: usize) -> Vec<Rewording> {
    let text = |at: usize| tokens.get(at).map_or("", |range| &line[range.clone()]);
    let range = tokens[index].clone();
    let (token, next, second) = (text(index), text(index + 1), text(index + 2));
    let before = index.checked_sub(1).map_or("", text);
    let lower = token.to_lowercase();
    let mut found = vec![];
    let mut add = |range: Range<usize>, with: &str| found.push(Rewording { range, with: with.to_string() });
    let with_next = |count: usize| range.start..tokens[index + count].end;
    if FILLERS.contains(&lower.as_str()) && token != "A" || UNITS.contains(&lower.as_str()) && ends_number(before) {
        add(range.clone(), "");
    }
    if let (Some(low), Some(high)) = (number(token), number(second))
        && RANGE_SIGNS.contains(&next)
    {
        add(with_next(2), &format!("{low}..{high}"));
    }
    if token.parse::<usize>().is_err()
        && let Some(value) = number_meant_by(&lower)
    {
        add(range.clone(), &value.to_string());
    }
    // Capital letters, hyphens, and the ending of an owner.
    if lower != token && word(&lower).is_some() {
        add(range.clone(), &lower);
    }
    let joined = lower.replace(['-', '_'], "");
    if joined != lower {
        let parts = lower.replace(['-', '_'], " ");
        let parts = parts.strip_prefix("non ").map_or(parts.clone(), |rest| format!("not {rest}"));
        let meant = meant_by(&joined).first().copied();
        let known = word(&joined).map(|word| word.text).or(meant);
        add(range.clone(), known.unwrap_or(&parts));
    }
    if let Some(owner) = lower.replace('’', "'").strip_suffix("'s") {
        add(range.clone(), owner);
    }
    // The endings of other forms.
    let stems = ["s", "es", "d", "ed", "ing"].iter().filter_map(|ending| lower.strip_suffix(ending));
    let forms = stems.map(str::to_string).chain([format!("{lower}s")]).filter(|form| *form != token);
    for form in forms.filter(|form| word(form).is_some()) {
        add(range.clone(), &form);
    }
    for meant in meant_by(token).iter().filter(|meant| **meant != token) {
        add(range.clone(), meant);
    }
    // Keys as in JSON.
    if next == ":"
        && let Some(key) = token.strip_prefix('"').and_then(|token| token.strip_suffix('"'))
        && word(key).is_some()
    {
        add(with_next(1), key);
    }
    // `prefer … after move`
    if let (Some(condition), Some(last)) = (tokens.get(index + 1), tokens.len().checked_sub(2))
        && (token, text(last), text(last + 1)) == ("prefer", "after", "move")
        && index + 1 < last
    {
        let condition = condition.start..tokens[last].start;
        add(condition.start..tokens[last + 1].end, &format!("after move {}", line[condition].trim_end()));
    }
    // The signs of lists, of other languages, and at the end of a line.
    let ends_line = index + 1 == tokens.len();
    let is_first = index == 0;
    match token {
        "-" | "*" | "•" if is_first => add(range.clone(), ""),
        ":" | "=" | ":=" | "==" => add(range.clone(), ""),
        ";" | "." | "!" | "," if ends_line => add(range.clone(), ""),
        "(" => {
            if let Some(end) = (index + 1..tokens.len()).find(|at| text(*at) == ")") {
                let inner = line[range.end..tokens[end].start].trim();
                let blank = if line[..range.start].ends_with(|c: char| c.is_alphanumeric()) { " " } else { "" };
                add(range.start..tokens[end].end, &format!("{blank}{inner}"));
            }
        }
        _ if is_first && token.parse::<usize>().is_ok() && matches!(next, "." | ")") => add(with_next(1), ""),
        _ => {}
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Option<String> {
        reworded(text, Rule::table_alone).map(|rewording| rewording.applied(text))
    }

    #[test]
    fn a_phrase_and_an_article_are_reworded_together() {
        assert_eq!(line("no move -> the opponent gets the rest").as_deref(), Some("no move -> opponent takes rest"));
        assert_eq!(
            line("no move -> each player takes their own row").as_deref(),
            Some("no move -> each takes own row")
        );
    }

    #[test]
    fn what_is_no_phrase_stays() {
        assert_eq!(line("here is frobnicated by 3 -> stop"), None);
    }
}
