//! What is wrong with text that fits no rule: the very place, the words that could stand there, and
//! the one that was probably meant.

use pest::Parser;
use pest::error::{Error, InputLocation};

use super::parser::{Grammar, Rule};
use super::words::word;
use crate::diagnostic::{Code, Diagnostic, alternatives};
use crate::source::{Source, SourceId, Span};

/// How deep brackets may stand in each other.
const DEPTH: usize = 32;
/// How many alternatives a message names before it says "…".
const SHOWN: usize = 8;

/// Finds the first bracket or quote without its partner. Once none is left, the grammar can put
/// every other fault into one line.
pub(super) fn brackets(source: &Source, id: SourceId) -> Result<(), Box<Diagnostic>> {
    let span = |start: usize, end: usize| Span::new(id, start, end);
    let mut open: Vec<(char, Span)> = vec![];
    let Ok(mut tokens) = Grammar::parse(Rule::tokens, &source.text) else {
        return Ok(());
    };
    for token in tokens.next().expect("a rule yields a pair").into_inner() {
        let here = span(token.as_span().start(), token.as_span().end());
        match token.as_str() {
            sign @ ("{" | "(") => {
                open.push((if sign == "{" { '{' } else { '(' }, here));
                if open.len() > DEPTH {
                    let message = format!("brackets stand more than {DEPTH} deep in each other");
                    return Err(Box::new(Diagnostic::new(Code::TooDeep, message).label(here, "one too many")));
                }
            }
            sign @ ("}" | ")") => {
                let partner = if sign == "}" { '{' } else { '(' };
                match open.pop() {
                    Some((opened, _)) if opened == partner => {}
                    Some((opened, place)) => return Err(Box::new(unclosed(opened, place, here))),
                    None => {
                        let message = format!("`{sign}` closes nothing");
                        let problem =
                            Diagnostic::new(Code::StrayBracket, message).label(here, "no bracket is open here");
                        return Err(Box::new(problem.fix(here, "", format!("leave `{sign}` out"))));
                    }
                }
            }
            "\"" if token.as_rule() == Rule::stray => {
                let end = source.text[here.start as usize..]
                    .find('\n')
                    .map_or(source.text.len(), |at| here.start as usize + at);
                let end = here.start as usize + source.text[here.start as usize..end].trim_end().len();
                let problem = Diagnostic::new(Code::UnclosedText, "a quoted text is not closed")
                    .label(here, "begins here and has no second `\"` on its line")
                    .fix(span(end, end), "\"", "close it");
                return Err(Box::new(problem));
            }
            _ => {}
        }
    }
    match open.pop() {
        None => Ok(()),
        Some((opened, place)) => {
            Err(Box::new(unclosed(opened, place, span(source.text.trim_end().len(), source.text.trim_end().len()))))
        }
    }
}

fn unclosed(opened: char, place: Span, noticed: Span) -> Diagnostic {
    let closer = if opened == '{' { '}' } else { ')' };
    Diagnostic::new(Code::UnclosedBracket, format!("`{opened}` is not closed"))
        .label(place, "opened here")
        .label(noticed, format!("`{closer}` is missing before this"))
}

/// What is wrong with one line, read again by the rule that it should have fitted.
pub(super) fn line(text: &str, span: Span, rule: Rule) -> Diagnostic {
    let line = &text[span.range()];
    let reached = match Grammar::parse(rule, line) {
        Ok(_) => line.len(),
        Err(error) => furthest(&error),
    };
    let mut at = word_start(line, reached);
    let mut expected = expected_at(rule, &line[..at]);
    if expected.is_empty() {
        at = word_start(line, line[..at].trim_end().len().saturating_sub(1));
        expected = expected_at(rule, &line[..at]);
    }
    let rest = &line[at..];
    let found: String = match rest.chars().next() {
        Some(c) if c.is_alphanumeric() || c == '_' => {
            rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
        }
        Some('"') => rest.split_inclusive('"').take(2).collect(),
        Some(c) => c.to_string(),
        None => String::new(),
    };
    let words: Vec<&str> = expected.iter().map(String::as_str).filter(|token| word(token).is_some()).collect();
    let start = span.start as usize + at;
    let here = Span::new(span.source, start, start + found.len());
    let wanted = list(&expected);
    if found.is_empty() {
        let before = span.start as usize + line[..at].trim_end().len();
        let here = Span::new(span.source, before, before);
        return Diagnostic::new(Code::Unexpected, format!("the line ends too early: expected {wanted}"))
            .label(here, "something is missing here");
    }
    let first = at == 0;
    let what = match (first, rule) {
        (true, Rule::item_alone) => format!("no section begins with `{found}`"),
        (true, _) => format!("no line of this section begins with `{found}`"),
        _ => format!("expected {wanted}, found `{found}`"),
    };
    let mut problem =
        Diagnostic::new(Code::Unexpected, what).label(here, if first { "not known here" } else { "not expected here" });
    if first {
        problem = problem.help(format!("expected {wanted}"));
    }
    if let Some(meant) = synonym(&found).filter(|meant| words.contains(meant)) {
        return problem.fix(here, meant, format!("the word of the language is `{meant}`"));
    }
    let elsewhere = word(&found).map(|word| word.text);
    let problem = problem.suggest(here, &found, words);
    match elsewhere {
        Some(text) if problem.fix.is_none() => {
            problem.help(format!("`uur explain {text}` tells where `{text}` stands"))
        }
        _ => problem,
    }
}

/// Words that authors of other tools or books may try, and the language's own.
fn synonym(word: &str) -> Option<&'static str> {
    Some(match word.to_lowercase().as_str() {
        "hole" | "holes" | "house" | "houses" | "cup" | "cups" => "pits",
        "stone" | "stones" | "ball" | "balls" | "counters" | "pieces" | "beans" => "seeds",
        "ccw" | "anticlockwise" | "anti" | "counter" => "counterclockwise",
        "cw" => "clockwise",
        "take" | "takes" | "captures" => "capture",
        "again" => "bonus",
        "continue" | "resow" => "relay",
        "landing" => "land",
        "sowing" | "direction" => "sow",
        "ending" => "end",
        "rounds" => "match",
        "if" => "where",
        "full" | "filled" | "nonempty" => "occupied",
        "enemy" | "other" | "theirs" => "opponent",
        "my" | "mine" | "self" => "own",
        "facing" | "across" => "opposite",
        "name" | "aka" => "names",
        "parameter" | "option" => "param",
        "version" | "uur" => "language",
        "has" | "contains" | "have" => "holds",
        "less" => "fewer",
        "otherwise" | "default" => "else",
        _ => return None,
    })
}

/// A fault that no line holds; the brackets are known to match.
pub(super) fn whole_file(error: &Error<Rule>, text: &str, id: SourceId) -> Diagnostic {
    let at = word_start(text, furthest(error));
    let expected = expected_at(Rule::file, &text[..at]);
    let end = text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
    Diagnostic::new(Code::Unexpected, format!("expected {}", list(&expected)))
        .label(Span::new(id, at, end), "not expected here")
}

/// The furthest place that the grammar reached.
fn furthest(error: &Error<Rule>) -> usize {
    let by_rule = match error.location {
        InputLocation::Pos(at) => at,
        InputLocation::Span((at, _)) => at,
    };
    error.parse_attempts().map_or(by_rule, |attempts| attempts.max_position.max(by_rule))
}

/// Back from the middle of a word, and on over blanks, to where a word begins.
fn word_start(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = &text[..at];
    let word = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
    let inside = text[at..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
    if inside && word.len() < at {
        return word.len();
    }
    at + (text[at..].len() - text[at..].trim_start().len())
}

/// The tokens that could follow a beginning of a line: the grammar is asked with a character that
/// fits nothing. Empty where the beginning cannot be right, because its last word was only looked
/// at and not taken.
fn expected_at(rule: Rule, beginning: &str) -> Vec<String> {
    let probe = format!("{beginning}\u{1}");
    let Err(error) = Grammar::parse(rule, &probe) else {
        return vec![];
    };
    let Some(attempts) = error.parse_attempts() else {
        return vec![];
    };
    // The type of a token is private to pest; its text tells a range of characters.
    let tokens: Vec<String> = attempts.expected_tokens().iter().map(ToString::to_string).collect();
    let in_word = tokens.iter().any(|token| token == "_");
    let (mut names, mut kinds, mut sums) = (vec![], vec![], vec![]);
    for token in tokens {
        match token.as_str() {
            "\"" => kinds.push("a quoted text".to_string()),
            // The letters that would make the word before a longer one.
            "_" | "0..9" | "a..z" | "A..Z" if in_word => {}
            "0..9" => kinds.push("a number".to_string()),
            "a..z" => kinds.push("a name".to_string()),
            "A..Z" => kinds.push("a pit's letter".to_string()),
            "+" | "-" | "*" => sums.push(token),
            "#" | "BUILTIN_RULE" => {}
            text if text.trim().is_empty() => {}
            _ => names.push(token),
        }
    }
    names.extend(kinds);
    if names.is_empty() {
        names = sums;
    }
    if names.is_empty() && !in_word {
        names.push("the end of the line".to_string());
    }
    names
}

fn list(expected: &[String]) -> String {
    let quoted: Vec<String> =
        expected
            .iter()
            .map(|token| {
                if token.starts_with("a ") || token.starts_with("the ") { token.clone() } else { format!("`{token}`") }
            })
            .collect();
    if quoted.len() > SHOWN { format!("{}, …", quoted[..SHOWN].join(", ")) } else { alternatives(&quoted) }
}
