//! Patterns: phrases with places for numbers, amounts, pits and names, and the parts of a line that fit them.
//!
//! An amount such as `at least two seeds`, `>= 2`, `2+` or `2 or above` is read here in one way, whatever stands
//! around it.

use std::sync::LazyLock;

use super::instead::{meant_by, number_meant_by};
use super::printer::spaced;
use super::words::word;

/// Nouns after a number.
const UNITS: [&str; 18] = [
    "seed", "seeds", "stone", "stones", "bean", "beans", "shells", "counters", "pieces", "piece", "balls", "ball",
    "kernels", "pebbles", "tokens", "nuts", "marbles", "korgools",
];
/// The pits that an action names by one word.
const PITS: [&str; 5] = ["here", "opposite", "next", "previous", "mirror"];
/// Signs between the two numbers of a range.
const RANGE_SIGNS: [&str; 14] =
    ["-", ":", "–", "—", "…", "...", "..", "to", "through", "until", "till", "bis", "thru", "up_to"];
/// The words that stand for no more than a place in a sentence.
const ARTICLES: [&str; 6] = ["a", "an", "the", "der", "die", "das"];

/// How a number bounds an amount.
#[derive(Clone, Copy, PartialEq)]
enum Bound {
    AtLeast,
    AtMost,
    Above,
    Below,
    Exactly,
}

/// A phrase: for each of its places the words of which one stands there.
type Phrase = Vec<Vec<&'static str>>;

/// Reads a phrase once, as lines are compared with hundreds of them again and again.
fn read(phrase: &'static str) -> Phrase {
    phrase.split(' ').map(|words| words.split('|').collect()).collect()
}

/// What a phrase means, in the notation of [`PHRASES`](super::instead::PHRASES).
pub(super) struct Pattern {
    phrase: Phrase,
    meant: &'static str,
}

impl Pattern {
    /// Reads phrases and what they mean.
    pub fn all(of: &[(&'static str, &'static str)]) -> Vec<Pattern> {
        of.iter().map(|(phrase, meant)| Pattern { phrase: read(phrase), meant }).collect()
    }
}

/// The words before a number that bound it, the longest first.
const BOUNDS: &[(&str, Bound)] = &[
    ("more|greater|larger than or equal to", Bound::AtLeast),
    ("less|fewer|smaller than or equal to", Bound::AtMost),
    ("more|greater|larger or equal to", Bound::AtLeast),
    ("less|fewer|smaller or equal to", Bound::AtMost),
    ("more|greater|larger or equal", Bound::AtLeast),
    ("less|fewer|smaller or equal", Bound::AtMost),
    ("no|not less|fewer|smaller than", Bound::AtLeast),
    ("no|not more|greater|larger than", Bound::AtMost),
    ("minimum|min of", Bound::AtLeast),
    ("maximum|max of", Bound::AtMost),
    ("at least", Bound::AtLeast),
    ("not under|below", Bound::AtLeast),
    ("at most", Bound::AtMost),
    ("up to", Bound::AtMost),
    ("not over|above", Bound::AtMost),
    ("more|greater|larger|higher|bigger than", Bound::Above),
    ("less|fewer|smaller|lower than", Bound::Below),
    ("equal to", Bound::Exactly),
    ("> =", Bound::AtLeast),
    ("< =", Bound::AtMost),
    ("minimum|min|>=|≥|=>|⩾", Bound::AtLeast),
    ("maximum|max|<=|≤|=<|⩽", Bound::AtMost),
    (">|over|above|exceeds", Bound::Above),
    ("<|under|below", Bound::Below),
    ("exactly|precisely|just|only|equals|==|===|=|exact", Bound::Exactly),
];

/// Words behind a number that bound it.
const BOUNDS_BEHIND: &[(&str, Bound)] = &[
    ("or|and more|greater|above|over|larger|higher|up|better|upwards", Bound::AtLeast),
    ("or|and less|fewer|below|under|smaller|lower", Bound::AtMost),
    ("at least", Bound::AtLeast),
    ("at most", Bound::AtMost),
    ("minimum|min|upwards|plus", Bound::AtLeast),
    ("maximum|max", Bound::AtMost),
    ("exactly", Bound::Exactly),
];

type Bounds = LazyLock<Vec<(Phrase, Bound)>>;

static BEFORE: Bounds = LazyLock::new(|| BOUNDS.iter().map(|(words, bound)| (read(words), *bound)).collect());
static BEHIND: Bounds = LazyLock::new(|| BOUNDS_BEHIND.iter().map(|(words, bound)| (read(words), *bound)).collect());
/// Words before a place with which another is compared.
static EQUALS: LazyLock<[Phrase; 5]> = LazyLock::new(|| {
    [
        "as many|much seeds as|than",
        "as many|much as|than",
        "same number|amount of seeds as",
        "same number|amount as",
        "same as",
    ]
    .map(read)
});
static PARITIES: LazyLock<[(Phrase, &str); 4]> = LazyLock::new(|| {
    [("even number of seeds", "even"), ("odd number of seeds", "odd"), ("even number", "even"), ("odd number", "odd")]
        .map(|(words, parity)| (read(words), parity))
});

/// Whether a word is a noun for seeds.
pub(super) fn is_unit(word: &str) -> bool {
    UNITS.contains(&word.to_lowercase().as_str())
}

/// Whether a word is an article, and no pit's letter.
pub(super) fn is_article(word: &str) -> bool {
    word != "A" && ARTICLES.contains(&word.to_lowercase().as_str())
}

/// The number that a word or its digits stand for.
pub(super) fn number(word: &str) -> Option<usize> {
    word.parse().ok().or_else(|| number_meant_by(&word.to_lowercase()))
}

/// Whether a word could be a name of the author.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && word(text).is_none()
}

/// The letters of a word, whatever their case and the form of its apostrophe.
fn folded(word: &str) -> impl Iterator<Item = char> {
    word.chars().map(|c| if c == '’' { '\'' } else { c.to_ascii_lowercase() })
}

/// Whether a token is one of some alternatives.
fn is_one_of(token: &str, alternatives: &[&str]) -> bool {
    let same = |wanted: &&str| {
        token.eq_ignore_ascii_case(wanted)
            || token.contains('’') && folded(token).eq(folded(wanted))
            || match *wanted {
                "seeds" => is_unit(token),
                "own" => matches!(token, "my" | "mine" | "your" | "yours"),
                "opponent" => matches!(token, "enemy" | "opponent's" | "opponents" | "opponents'" | "enemy's"),
                "pit" => matches!(token, "hole" | "house" | "cup" | "bowl"),
                "pits" => matches!(token, "holes" | "houses" | "cups" | "bowls"),
                _ => false,
            }
    };
    alternatives.iter().any(same)
}

/// The number of tokens at the start that are these words, perhaps with articles between them.
fn lead(tokens: &[&str], phrase: &Phrase) -> Option<usize> {
    let mut at = 0;
    for (count, wanted) in phrase.iter().enumerate() {
        if count > 0 && tokens.get(at).is_some_and(|token| is_article(token) && !is_one_of(token, wanted)) {
            at += 1;
        }
        tokens.get(at).filter(|token| is_one_of(token, wanted))?;
        at += 1;
    }
    Some(at)
}

/// The same, perhaps with one of some articles at the beginning.
fn lead_after(tokens: &[&str], articles: &[&str], phrase: &Phrase) -> Option<usize> {
    let article = usize::from(tokens.first().is_some_and(|token| is_one_of(token, articles)));
    lead(&tokens[article..], phrase).map(|length| article + length)
}

/// An expression at the start of some tokens: how many they are, and how the language writes it.
fn expression(tokens: &[&str]) -> Option<(usize, String)> {
    let sign = |at: usize| match *tokens.get(at)? {
        sign @ ("+" | "-" | "*" | "/") => Some(sign),
        "×" | "·" => Some("*"),
        "−" | "–" => Some("-"),
        _ => None,
    };
    let is_factor = |at: usize| {
        let of_board = |token: &&str| matches!(*token, "pits" | "seeds" | "rows") && (at > 0 || sign(1).is_some());
        tokens.get(at).is_some_and(|token| number(token).is_some() || is_name(token) || of_board(token))
    };
    let (mut at, mut text, mut has_name) = (0, String::new(), false);
    while is_factor(at) {
        has_name |= number(tokens[at]).is_none();
        text += &number(tokens[at]).map_or(tokens[at].to_string(), |number| number.to_string());
        at += 1;
        match sign(at).filter(|_| is_factor(at + 1)) {
            Some(sign) => text += &format!(" {sign} "),
            None => break,
        }
        at += 1;
    }
    // Between two numbers, a sign makes a range or a list.
    match has_name {
        true => Some((at, text)),
        false => Some((1, number(tokens.first()?)?.to_string())),
    }
}

/// The owner that a word names.
fn owner(token: &str) -> Option<&'static str> {
    match token.to_lowercase().replace('’', "'").as_str() {
        "own" | "my" | "your" | "mover's" | "player's" => Some("own"),
        "opponent" | "opponents" | "opponent's" | "opponents'" | "enemy" | "enemy's" | "opposing" => Some("opponent"),
        _ => None,
    }
}

/// A place at the start of some tokens: how many they are, and how the language writes it.
pub(super) fn place(tokens: &[&str]) -> Option<(usize, String)> {
    let article = usize::from(tokens.first().is_some_and(|token| is_article(token)));
    let rest = &tokens[article..];
    let first = *rest.first()?;
    if let Some(whose) = owner(first) {
        let set = *rest.get(1)?;
        let meant = meant_by(set).iter().find(|meant| matches!(**meant, "row" | "store"));
        let set = match set {
            "row" | "rows" | "store" | "front" | "back" | "points" => set,
            _ => meant.copied().or_else(|| is_name(set).then_some(set))?,
        };
        return Some((article + 2, format!("{whose} {set}")));
    }
    if first == "board" {
        return Some((article + 1, first.to_string()));
    }
    if matches!(first, "pit" | "one") && rest.get(1).is_some_and(|pit| PITS.contains(pit)) {
        return Some((article + 2, rest[1].to_string()));
    }
    let step = match rest.get(1) {
        _ if first == "behind" => Some("behind"),
        Some(&"of") if PITS.contains(&first) => Some(first),
        _ => None,
    };
    if let Some(step) = step {
        let of = usize::from(step != "behind");
        let (length, pit) = place(rest.get(1 + of..)?)?;
        let joint = if of == 1 { " of " } else { " " };
        return Some((article + 1 + of + length, format!("{step}{joint}{pit}")));
    }
    if PITS.contains(&first) {
        let noun = usize::from(rest.get(1).is_some_and(|noun| is_one_of(noun, &["pit", "one"])));
        return Some((article + 1 + noun, first.to_string()));
    }
    None
}

/// An amount at the start of some tokens: how many they are, and how the language writes it.
pub(super) fn amount(tokens: &[&str]) -> Option<(usize, String)> {
    let unit = |at: usize| usize::from(tokens.get(at).is_some_and(|token| is_unit(token)));
    let bounded = |bound: Bound, text: &str| {
        let value: Option<usize> = text.parse().ok();
        Some(match (bound, value) {
            (Bound::AtLeast, _) => format!("{text} or more"),
            (Bound::AtMost, _) => format!("{text} or fewer"),
            (Bound::Exactly, _) => text.to_string(),
            (Bound::Above, Some(value)) => format!("{} or more", value.saturating_add(1)),
            (Bound::Below, Some(value)) => format!("{} or fewer", value.checked_sub(1)?),
            (Bound::Above, None) => format!("{text} + 1 or more"),
            (Bound::Below, None) => format!("{text} - 1 or fewer"),
        })
    };
    if matches!(tokens, ["a" | "an" | "one" | "single", noun, ..] if is_unit(noun)) {
        return Some((2, "1".to_string()));
    }
    if let [parity @ ("even" | "odd"), ..] = tokens {
        return Some((1, parity.to_string()));
    }
    for phrase in EQUALS.iter() {
        if let Some(at) = lead_after(tokens, &["the"], phrase)
            && let Some((length, place)) = place(&tokens[at..])
        {
            return Some((at + length, format!("as many as {place}")));
        }
    }
    if let Some((at, bound)) = BEFORE.iter().find_map(|(words, bound)| Some((lead(tokens, words)?, *bound))) {
        let article = usize::from(tokens.get(at).is_some_and(|token| is_article(token)));
        if let Some((length, place)) = place(&tokens[at..]) {
            let compared = match bound {
                Bound::Above => "more than",
                Bound::Below => "fewer than",
                Bound::Exactly => "as many as",
                Bound::AtLeast | Bound::AtMost => return None,
            };
            return Some((at + length, format!("{compared} {place}")));
        }
        let at = at + article;
        if article > 0 && unit(at) > 0 {
            return Some((at + 1, bounded(bound, "1")?));
        }
        let (length, number) = expression(&tokens[at..])?;
        let at = at + length;
        return Some((at + unit(at), bounded(bound, &number)?));
    }
    let parities = PARITIES.iter();
    if let Some((at, parity)) =
        { parities }.find_map(|(words, parity)| Some((lead_after(tokens, &["a", "an"], words)?, parity)))
    {
        return Some((at, parity.to_string()));
    }
    let list = |at: usize, close: Option<&str>| -> Option<(usize, String)> {
        let mut numbers = vec![number(tokens.get(at)?)?.to_string()];
        let mut at = at + 1;
        loop {
            let joint = ["or", ",", "/", "|", "||", "and"].contains(tokens.get(at)?);
            let more = usize::from(tokens.get(at + 1).is_some_and(|token| *token == "or") && tokens[at] == ",");
            match tokens.get(at + 1 + more).and_then(|token| number(token)).filter(|_| joint) {
                Some(number) => numbers.push(number.to_string()),
                None => break,
            }
            at += 2 + more;
            if at >= tokens.len() {
                break;
            }
        }
        match close {
            Some(close) => (*tokens.get(at)? == close).then(|| (at + 1, numbers.join(" or "))),
            None => (numbers.len() > 1).then(|| (at, numbers.join(" or "))),
        }
    };
    match *tokens.first()? {
        "[" => return list(1, Some("]")),
        "{" => return list(1, Some("}")),
        "(" => return list(1, Some(")")),
        "either" => return list(1, None).map(|(at, text)| (at + unit(at), text)),
        "between" | "from" => {
            let (low, high) = (number(tokens.get(1)?)?, number(tokens.get(3)?)?);
            let joined = ["and", "to", "through", "until", "-"].contains(&tokens[2]);
            return joined.then(|| (4 + unit(4), format!("{low}..{high}")));
        }
        _ => {}
    }
    let (at, text) = expression(tokens)?;
    let high = tokens.get(at + 1).and_then(|token| number(token));
    if let (Some(sign), Some(low), Some(high)) = (tokens.get(at), number(tokens[0]), high)
        && RANGE_SIGNS.contains(sign)
        && low < high
    {
        return Some((at + 2 + unit(at + 2), format!("{low}..{high}")));
    }
    let behind = at + unit(at);
    let signed = tokens.get(at) == Some(&"+") && tokens.get(at + 1).is_none_or(|token| number(token).is_none());
    if signed {
        return Some((at + 1 + unit(at + 1), bounded(Bound::AtLeast, &text)?));
    }
    if let Some((length, bound)) =
        BEHIND.iter().find_map(|(words, bound)| Some((lead(&tokens[behind..], words)?, *bound)))
    {
        let at = behind + length;
        return Some((at + unit(at), bounded(bound, &text)?));
    }
    if let Some((at, text)) = list(0, None) {
        return Some((at + unit(at), text));
    }
    Some((behind, text))
}

/// How many tokens stand before one that ends them, outside of brackets.
fn extent(tokens: &[&str], ends: impl Fn(&str) -> bool) -> usize {
    let mut open = 0usize;
    let is_end = |token: &&str| match *token {
        "(" => {
            open += 1;
            false
        }
        ")" if open > 0 => {
            open -= 1;
            false
        }
        token => open == 0 && (token == ")" || ends(token)),
    };
    tokens.iter().position(is_end).unwrap_or(tokens.len())
}

/// A phrase that begins at the first of these tokens: how many they are, and how the language writes it. In a pattern,
/// `|` separates words of which one stands there, `N` is a number, `E` an expression, `A` an amount, `P` a pit, `Q` a
/// place, `W` a name, `K` a name or a kind of pit, `T` a condition, and `C` and `D` are what stands up to the next word of
/// the phrase or `->`. Articles within are passed over.
pub(super) fn phrase(tokens: &[&str], Pattern { phrase, meant }: &Pattern) -> Option<(usize, String)> {
    let (mut numbers, mut parts): (Vec<usize>, Vec<(&str, String)>) = (vec![], vec![]);
    let mut at = 0;
    for (count, alternatives) in phrase.iter().enumerate() {
        let rest = tokens.get(at..).filter(|rest| !rest.is_empty())?;
        // `a seed` is a number.
        let counts = matches!(rest[0], "a" | "an") && rest.get(1).is_some_and(|noun| is_unit(noun));
        let skips = count > 0 && is_article(rest[0]) && !is_one_of(rest[0], alternatives) && !counts;
        let (skipped, rest) = if skips { (1, &rest[1..]) } else { (0, rest) };
        let token = *rest.first()?;
        let wanted = alternatives[0];
        let length = match wanted {
            "N" => {
                numbers.push(number(token)?);
                1
            }
            "P" => {
                parts.push(("P", PITS.iter().find(|pit| **pit == token)?.to_string()));
                1
            }
            "W" => {
                parts.push(("W", is_name(token).then_some(token)?.to_string()));
                1
            }
            "K" => {
                let is_kind =
                    is_name(token) || matches!(token, "own" | "opponent" | "empty" | "occupied" | "front" | "back");
                parts.push(("K", is_kind.then_some(token)?.to_string()));
                1
            }
            "A" | "Q" | "E" => {
                // A name alone may stand for anything.
                let read = match wanted {
                    "A" => amount(rest).filter(|(_, text)| !is_name(text)),
                    "Q" => place(rest),
                    _ => {
                        let of_board = matches!(token, "pits" | "seeds" | "rows").then(|| (1, token.to_string()));
                        expression(rest).filter(|(_, text)| !is_name(text)).or(of_board)
                    }
                };
                let (length, text) = read?;
                parts.push((wanted, text));
                length
            }
            "C" | "D" | "T" => {
                let next = phrase.get(count + 1);
                let length = extent(rest, |token| {
                    token == "->"
                        || next.is_some_and(|next| is_one_of(token, next))
                        || wanted == "T" && matches!(token, "and" | "or")
                });
                parts.push((wanted, spaced(&rest[..Some(length).filter(|length| *length > 0)?])));
                length
            }
            _ => {
                is_one_of(token, alternatives).then_some(())?;
                1
            }
        };
        at += skipped + length;
    }
    let mut numbers = numbers.into_iter();
    let mut written = vec![];
    for token in meant.split(' ').filter(|token| !token.is_empty()) {
        let (variable, comma) =
            [",", ")"].into_iter().find_map(|sign| Some((token.strip_suffix(sign)?, sign))).unwrap_or((token, ""));
        let text = match variable {
            "N" => numbers.next()?.to_string(),
            "N+1" => numbers.next()?.saturating_add(1).to_string(),
            "N-1" => numbers.next()?.saturating_sub(1).to_string(),
            "N..N" => format!("{}..{}", numbers.next()?, numbers.next()?),
            "A" | "P" | "Q" | "W" | "K" | "E" | "T" | "C" | "D" => {
                let at = parts.iter().position(|(name, _)| *name == variable)?;
                // A variable may stand twice in what is written, but only once in the pattern.
                if parts.iter().filter(|(name, _)| *name == variable).count() > 1 {
                    parts.remove(at).1
                } else {
                    parts[at].1.clone()
                }
            }
            word => word.to_string(),
        };
        written.push(text + comma);
    }
    Some((at, written.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount_of(text: &str) -> Option<String> {
        let tokens: Vec<&str> = text.split(' ').collect();
        amount(&tokens).filter(|(length, _)| *length == tokens.len()).map(|(_, text)| text)
    }

    #[test]
    fn an_amount_is_read_in_many_forms() {
        for (written, meant) in [
            ("at least two seeds", "2 or more"),
            (">= 2", "2 or more"),
            ("2 +", "2 or more"),
            ("2 seeds or above", "2 or more"),
            ("more than one stone", "2 or more"),
            ("< 3", "2 or fewer"),
            ("one at most", "1 or fewer"),
            ("no more than 8", "8 or fewer"),
            ("more than a single seed", "2 or more"),
            ("[ 1 , 3 , 5 ]", "1 or 3 or 5"),
            ("1 , 3 or 5", "1 or 3 or 5"),
            ("between 2 and 3", "2..3"),
            ("> opponent store", "more than opponent store"),
            ("as much as opponent store", "as many as opponent store"),
            (">= goal * seeds - 1", "goal * seeds - 1 or more"),
            ("an even number of seeds", "even"),
        ] {
            assert_eq!(amount_of(written).as_deref(), Some(meant), "{written}");
        }
    }

    #[test]
    fn a_phrase_keeps_its_variables() {
        let tokens = ["own", "debt", "-", "=", "2"];
        let patterns = Pattern::all(&[("Q - = E", "remove E from Q"), ("A on Q", "Q holds A")]);
        let meant = phrase(&tokens, &patterns[0]).map(|(_, text)| text);
        assert_eq!(meant.as_deref(), Some("remove 2 from own debt"));
        let tokens = ["8", "or", "fewer", "seeds", "on", "the", "board"];
        assert_eq!(phrase(&tokens, &patterns[1]).map(|(_, text)| text).as_deref(), Some("board holds 8 or fewer"));
    }
}
