//! Expressions of facts that find games: `rows 4 and (relay or not captures)`.

use std::ops::RangeInclusive;

use crate::diagnostic::did_you_mean;
use crate::notation::ParseError;
use crate::rules::{Fact, Rules};

/// An expression of facts.
#[derive(Debug, Clone)]
pub enum Query {
    /// The value of the fact is one of these.
    Fact(&'static Fact, RangeInclusive<u16>),
    /// The negation.
    Not(Box<Query>),
    /// All of these.
    All(Vec<Query>),
    /// One of these.
    Any(Vec<Query>),
}

/// How deeply brackets and `not` may be nested, so that the parser cannot exhaust the stack.
const MAX_DEPTH: usize = 32;

impl Query {
    /// Parses an expression. `not` binds most tightly, then `and`, then `or`, as in rule files.
    ///
    /// # Errors
    /// If the text is no expression, or names an unknown fact.
    pub fn parse(text: &str) -> Result<Query, ParseError> {
        let mut parser = Parser { tokens: tokens(text), end: text.len(), depth: 0 };
        let query = parser.any()?;
        match parser.peek() {
            None => Ok(query),
            Some(")") => parser.error("this bracket closes nothing", "remove it, or add `(` before it"),
            Some(other) => {
                parser.error(format!("`and` or `or` is missing before `{other}`"), "join facts by one of them")
            }
        }
    }

    /// Whether the expression is true for the rules of a game.
    pub fn holds(&self, rules: &Rules) -> bool {
        match self {
            Query::Fact(fact, values) => values.contains(&fact.value(rules)),
            Query::Not(part) => !part.holds(rules),
            Query::All(parts) => parts.iter().all(|part| part.holds(rules)),
            Query::Any(parts) => parts.iter().any(|part| part.holds(rules)),
        }
    }
}

/// Splits a text into words and brackets with their byte offsets, the last one first.
fn tokens(text: &str) -> Vec<(usize, &str)> {
    let parts = text.split_inclusive(|c: char| c.is_whitespace() || "()".contains(c)).flat_map(|part| {
        let bracket = part.len() - usize::from(part.ends_with(['(', ')']));
        [&part[..bracket], &part[bracket..]]
    });
    let start = text.as_ptr() as usize;
    let mut tokens: Vec<_> = parts
        .map(|part| part.trim())
        .filter(|part| !part.is_empty())
        .map(|part| (part.as_ptr() as usize - start, part))
        .collect();
    tokens.reverse();
    tokens
}

struct Parser<'a> {
    tokens: Vec<(usize, &'a str)>,
    end: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.tokens.last().map(|&(_, token)| token)
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek().is_some_and(|next| next.eq_ignore_ascii_case(token));
        if found {
            self.tokens.pop();
        }
        found
    }

    /// An error at the next token.
    fn error<T>(&self, message: impl Into<String>, help: impl Into<String>) -> Result<T, ParseError> {
        let at = self.tokens.last().map_or(self.end, |&(at, _)| at);
        Err(ParseError { message: message.into(), at, help: help.into() })
    }

    fn any(&mut self) -> Result<Query, ParseError> {
        let mut parts = vec![self.all()?];
        while self.take("or") {
            parts.push(self.all()?);
        }
        Ok(Query::Any(parts))
    }

    fn all(&mut self) -> Result<Query, ParseError> {
        let mut parts = vec![self.part()?];
        while self.take("and") {
            parts.push(self.part()?);
        }
        Ok(Query::All(parts))
    }

    fn part(&mut self) -> Result<Query, ParseError> {
        if self.depth == MAX_DEPTH {
            return self.error("the expression is nested too deeply", format!("{MAX_DEPTH} levels are allowed"));
        }
        self.depth += 1;
        let part = if self.take("not") {
            Query::Not(Box::new(self.part()?))
        } else if self.take("(") {
            let inner = self.any()?;
            if !self.take(")") {
                return self.error("a bracket is not closed", "add `)`");
            }
            inner
        } else {
            let fact = self.fact()?;
            Query::Fact(fact, self.values(fact)?)
        };
        self.depth -= 1;
        Ok(part)
    }

    /// The longest name of a fact.
    fn fact(&mut self) -> Result<&'static Fact, ParseError> {
        let is_name = |token: &&str| !["and", "or", "not", "(", ")"].contains(token) && !is_number(token);
        let words: Vec<&str> = self.tokens.iter().rev().map(|&(_, token)| token).take_while(is_name).collect();
        let names = (1..=words.len()).rev().map(|length| (length, words[..length].join(" ").to_lowercase()));
        for (length, name) in names {
            if let Some(fact) = Fact::named(&name) {
                self.tokens.truncate(self.tokens.len() - length);
                return Ok(fact);
            }
        }
        let all = Fact::ALL.iter().map(|fact| fact.name);
        let list = format!("the facts are {}", all.clone().collect::<Vec<_>>().join(", "));
        if words.is_empty() {
            return self.error("a fact is missing", list);
        }
        let like = did_you_mean(&words.join(" "), all.clone()).or_else(|| did_you_mean(words[0], all));
        let like = like.map_or(String::new(), |like| format!("did you mean `{like}`? "));
        self.error(format!("there is no fact `{}`", words.join(" ")), like + &list)
    }

    /// The values of a fact: `4`, `6..8`, `30 or more`, `2 or fewer`; none for a fact that is no number.
    fn values(&mut self, fact: &Fact) -> Result<RangeInclusive<u16>, ParseError> {
        let name = fact.name;
        let written = self.peek().filter(|token| is_number(token));
        let Some(text) = written.filter(|_| fact.is_number()) else {
            return match (fact.is_number(), written) {
                (false, None) => Ok(1..=1),
                (false, Some(_)) => self.error(format!("`{name}` has no number"), format!("write only `{name}`")),
                (true, _) => self.error(
                    format!("the number of {name} is missing"),
                    format!("write `{name} 4`, `{name} 2..4` or `{name} 4 or more`"),
                ),
            };
        };
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let (Ok(low), Ok(high)) = (low.parse::<u16>(), high.parse::<u16>()) else {
            return self.error(format!("`{text}` is not a number"), "write for example `4`, `2..4` or `4 or more`");
        };
        if low > high {
            return self.error(format!("`{text}` contains no number"), format!("write `{high}..{low}`"));
        }
        self.tokens.pop();
        let bound = match self.tokens[..] {
            [.., (_, word), (_, "or")] if low == high => word,
            _ => "",
        };
        let range = match bound {
            "more" => low..=u16::MAX,
            "fewer" => 0..=high,
            _ => return Ok(low..=high),
        };
        self.tokens.truncate(self.tokens.len() - 2);
        Ok(range)
    }
}

fn is_number(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    fn holds(text: &str) -> bool {
        let oware = Game::shipped("oware").unwrap();
        Query::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).holds(&oware.rules)
    }

    #[test]
    fn facts_are_joined_as_in_rule_files() {
        for text in [
            "rows 2",
            "ROWS 2 and Captures",
            "pits 6..8 and not relay",
            "seeds 30 or more",
            "seeds 48 or fewer and captures",
            "captures or relay and relay",
            "not (relay or marks)",
            "not multiple laps",
            "seeds 4 or captures",
        ] {
            assert!(holds(text), "{text}");
        }
        for text in ["rows 4", "(captures or relay) and relay", "not not either way", "seeds 47 or fewer", "pits 7..9"]
        {
            assert!(!holds(text), "{text}");
        }
    }

    #[test]
    fn errors_have_a_place_and_a_help() {
        for (text, at, message) in [
            ("", 0, "a fact is missing"),
            ("rows 2 and", 10, "a fact is missing"),
            ("rows", 4, "the number of rows is missing"),
            ("rows 4x", 5, "`4x` is not a number"),
            ("rows 70000", 5, "`70000` is not a number"),
            ("rows 4..2", 5, "`4..2` contains no number"),
            ("relay 2", 6, "`relay` has no number"),
            ("relay captures", 6, "`and` or `or` is missing before `captures`"),
            ("(relay", 6, "a bracket is not closed"),
            ("relay)", 5, "this bracket closes nothing"),
            ("not reley", 4, "there is no fact `reley`"),
        ] {
            let error = Query::parse(text).unwrap_err();
            assert_eq!((error.at, error.message.as_str()), (at, message), "{text}");
            assert!(!error.help.is_empty(), "{text}");
        }
        assert!(Query::parse("reley").unwrap_err().help.starts_with("did you mean `relay`? the facts are rows,"));
        assert!(Query::parse(&"(".repeat(100_000)).unwrap_err().message.contains("nested"));
    }
}
