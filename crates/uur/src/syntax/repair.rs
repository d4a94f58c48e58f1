//! Repair of a line by the cheapest edit of its tokens after which it matches the grammar.
//!
//! Two edits are tried near the token at which matching stops, the cheapest first: leave out a token that is
//! written twice, insert a token that is missing. The approach is that of L. Diekmann and L. Tratt, Don't Panic!
//! Better, Fewer, Syntax Errors for LR Parsers, ECOOP 2020, with one edit for a line, since few lines have two slips.

use std::collections::BTreeSet;
use std::ops::Range;

use super::instead::{may_be_marked, meant_by};
use super::parser::Rule;
use super::recovery::{bad_lines, expected_at, matches_rule};
use super::rewording::{goes_on_with_a_pit, is_capital, is_letter, is_new, is_step, may_join, tokens};
use super::words::WORDS;
use crate::diagnostic::did_you_mean;

/// The number of tokens before the one at which matching stops that may be the cause.
const TOKENS_BEFORE: usize = 2;

/// An edit of a line.
pub(super) struct Edit {
    /// What is replaced.
    pub range: Range<usize>,
    /// The replacement.
    pub with: String,
}

/// Tokens that may be missing at a place.
pub(super) struct MissingTokens {
    /// The tokens, the likeliest first.
    pub tokens: Vec<&'static str>,
    /// The token before which they belong.
    pub before: Range<usize>,
}

/// A line that does not match its rule.
pub(super) struct FaultyLine<'a> {
    text: &'a str,
    rule: Rule,
    /// Its tokens without comments, and the number of the one at which matching stops.
    tokens: Vec<Range<usize>>,
    stop: usize,
}

impl<'a> FaultyLine<'a> {
    /// Reads a line that stops matching at an offset.
    pub fn new(text: &'a str, rule: Rule, at: usize) -> Self {
        let tokens = tokens(text);
        let stop = tokens.iter().position(|token| token.end > at).unwrap_or(tokens.len());
        FaultyLine { text, rule, tokens, stop }
    }

    fn token(&self, number: usize) -> &'a str {
        self.tokens.get(number).map_or("", |token| &self.text[token.clone()])
    }

    /// The tokens that may be the cause, the one at which matching stops first.
    fn suspects(&self) -> impl Iterator<Item = usize> {
        (self.stop.saturating_sub(TOKENS_BEFORE)..=self.stop).rev()
    }

    fn matches_with(&self, range: Range<usize>, with: &str) -> bool {
        matches_rule(&format!("{}{with}{}", &self.text[..range.start], &self.text[range.end..]), self.rule)
    }

    /// Whether two neighbours stand on one line of the file.
    fn are_beside(&self, first: usize) -> bool {
        first + 1 < self.tokens.len() && !self.text[self.tokens[first].end..self.tokens[first + 1].start].contains('\n')
    }

    /// The edit that leaves out the second of two equal tokens, and the place of that token.
    pub fn doubled(&self) -> Option<(Edit, Range<usize>)> {
        // In `next next` an `of` may be missing.
        let twice = |first: &usize| {
            let token = self.token(*first);
            self.are_beside(*first) && token == self.token(first + 1) && !is_step(token)
        };
        let first = self
            .suspects()
            .chain([self.stop.saturating_sub(TOKENS_BEFORE + 1)])
            .find(|first| twice(first) && self.matches_with(self.tokens[*first].end..self.tokens[first + 1].end, ""))?;
        let second = self.tokens[first + 1].clone();
        Some((Edit { range: self.tokens[first].end..second.end, with: String::new() }, second))
    }

    /// Where a token is inserted before the token of this number and place, and with which blanks.
    fn insertion(&self, token: &str, number: usize, place: &Range<usize>) -> (usize, String) {
        match number.checked_sub(1).map(|before| self.tokens[before].end) {
            Some(end) if matches!(token, "," | ":") => (end, token.to_string()),
            Some(end) if end == place.start => (end, format!(" {token}{}", if place.is_empty() { "" } else { " " })),
            _ => (place.start, format!("{token} ")),
        }
    }

    /// The tokens of the language of which one is missing before a suspect, and the edit that inserts the likeliest.
    /// Names are those that the file gives.
    pub fn missing(&self, given: &BTreeSet<String>) -> Option<(Edit, MissingTokens)> {
        for number in self.suspects() {
            let end = self.tokens.last().map_or(0, |last| last.end);
            let place = self.tokens.get(number).cloned().unwrap_or(end..end);
            let expected = expected_at(self.rule, &self.text[..place.start]);
            let next = self.token(number);
            let words: Vec<&str> = (number.saturating_sub(4)..=number).map(|at| self.token(at)).collect();
            let insertion = |token: &str| {
                let (at, with) = self.insertion(token, number, &place);
                (format!("{}{with}{}", &self.text[..at], &self.text[at..]), at, with)
            };
            let mut fitting: Vec<(usize, &str)> = FORGOTTEN
                .iter()
                .filter(|token| expected.may_lack(token) && may_join(token, next, given))
                // `own pit A or B` has another own pit, a small letter is that of a move, and a stage has a name.
                .filter(|token| match **token {
                    "pit" => goes_on_with_a_pit(&words).is_none() && (!is_letter(next) || is_capital(next)),
                    "in" => self.token(0) == "param" || !is_new(next, given),
                    "own" | "opponent" | "every" => !is_new(next, given),
                    _ => true,
                })
                // What is not of a kind is of another kind as well.
                .filter(|token| **token != "or" || next != "not")
                .filter(|token| matches_rule(&insertion(token).0, self.rule))
                .filter_map(|token| Some((bad_lines(&insertion(token).0, self.rule)?, *token)))
                .collect();
            // The head of a section has to fit its lines.
            let fewest = fitting.iter().map(|(bad, _)| *bad).min();
            fitting.retain(|(bad, _)| Some(*bad) == fewest);
            let mut tokens: Vec<&'static str> = fitting.into_iter().map(|(_, token)| token).collect();
            // A condition goes on with `nd`.
            let goes_on = did_you_mean(self.token(0), ["and", "or"]).is_some();
            if goes_on {
                tokens.retain(|token| *token != ":");
            }
            // The first word of a line is more often its name than a condition of its own, and a condition is mostly
            // about `here`.
            let likeliest = [":", "here"].into_iter().filter(|token| *token == "here" || number == 1);
            if let Some(likeliest) = likeliest.into_iter().find(|token| tokens.contains(token)) {
                tokens = vec![likeliest];
            }
            if let Some(first) = tokens.first() {
                let (_, at, with) = insertion(first);
                return Some((Edit { range: at..at, with }, MissingTokens { tokens, before: place }));
            }
            // What is missing there may be a number, a name or a text.
            if expected.is_open() {
                return None;
            }
        }
        None
    }
}

/// The reserved word that was probably meant by a name in a file: one of the same meaning or of similar spelling
/// with which the lines of its section still match.
pub(crate) fn word_instead(text: &str, range: Range<usize>) -> Option<&'static str> {
    let name = &text[range.clone()];
    let start = text[..range.start].rfind("\n}").map_or(0, |end| end + 2);
    let end = text[range.end..].find("\n}").map_or(text.len(), |end| range.end + end + 2);
    let bad =
        |name: &str| bad_lines(&format!("{}{name}{}", &text[start..range.start], &text[range.end..end]), Rule::file);
    let before = bad(name)?;
    let synonyms = meant_by(name).iter().copied();
    // A word with a meaning of its own is not misspelt.
    let similar = did_you_mean(name, WORDS.iter().map(|word| word.text)).filter(|_| meant_by(name).is_empty());
    let words = synonyms.chain(similar);
    let words = words.filter(|word| *word != "pit" || !may_be_marked(name));
    words.filter(|word| *word != name).find(|word| bad(word).is_some_and(|bad| bad <= before))
}

/// The tokens that may be forgotten, those that stand most often in rule files first.
const FORGOTTEN: &[&str] = &[
    "->", "is", "and", "own", "here", "opponent", "to", "by", "pit", "from", ",", "or", "move", ":", "holds", "{",
    "wins", "pits", "seeds", "no", "each", "in", "=", "..", "where", "takes", "more", "most", "as", "store", "row",
    "play", "expect", "position", "not", "every", "lap", "turn", "last", "stop", "than", "for", "at", "after",
    "before", "of", "may", "ends", "origin", "match", "sow", "board", "land", "end", "game", "test", "opposite",
    "occupied", "capture", "relay", ")", "(",
];
