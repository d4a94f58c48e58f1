//! Conditions in words, joined so that `and` and `or` cannot be read in two ways.
//!
//! Negations stand at the leaves. Two levels never stand in one row of words, but become a list of (a), (b).

use super::numbers::words;
use crate::diagnostic::join;
use crate::rules::{MarkId, Whose};

/// How a phrase speaks of pits.
#[derive(Clone, Copy)]
pub(in super::super) struct Speech<'s> {
    /// The words for `here`.
    pub here: &'s str,
    /// The words for `next`.
    pub next: &'s str,
    /// The words for the lap that a move begins with.
    pub lap: &'s str,
    /// Whether a seed has just fallen there, so that "empty" means before it fell.
    pub fallen: bool,
    /// Whether the seeds in `here` have just been named, as those that a seed makes.
    pub made: bool,
    /// Whether a player "holds" seeds, as in a match, rather than the player's store.
    pub held: bool,
    /// Whether the player is spoken of, not to.
    pub third: bool,
    /// The mark that `here` is known to have.
    pub mark: Option<MarkId>,
}

impl<'s> Speech<'s> {
    /// Speaks of a pit as it is.
    pub(in super::super) const NOW: Speech<'static> = Speech {
        here: "this pit",
        next: "the next pit",
        lap: "the lap",
        fallen: false,
        made: false,
        held: false,
        third: false,
        mark: None,
    };
    /// Speaks of the pit into which a seed has just fallen.
    pub(in super::super) const FALLEN: Speech<'static> = Speech { fallen: true, ..Speech::NOW };

    /// The same with other words for `here`.
    pub(in super::super) fn of(self, here: &'s str) -> Speech<'s> {
        Speech { here, ..self }
    }

    /// Speaks of the pits of a set, each of which is as it is now.
    pub(super) fn of_sets(self) -> Speech<'s> {
        Speech { fallen: false, ..self }
    }

    /// `your` or `your opponent's`.
    pub(super) fn possessive(self, whose: Whose) -> &'static str {
        match (self.third, whose) {
            (false, Whose::Own) => "your",
            (false, Whose::Opponent) => "your opponent's",
            (true, Whose::Own) => "their",
            (true, Whose::Opponent) => "their opponent's",
        }
    }
}

/// A subject that no text has: words about it get another subject.
pub(super) const IT: &str = "\u{1}";

/// The words in front of what is so after the move. They stand behind all else, so that it is plain how far they reach.
const AFTER_MOVE: &str = "after your move";

/// A condition in words, or several joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) enum Logic {
    /// A subject and what is said of it. The subject may be empty.
    Leaf(String, String),
    All(Vec<Logic>),
    Any(Vec<Logic>),
}

impl Logic {
    fn is_leaf(&self) -> bool {
        matches!(self, Logic::Leaf(..))
    }

    /// Whether it fits into a sentence without a list.
    pub(in super::super) fn is_flat(&self) -> bool {
        match self {
            Logic::Leaf(..) => true,
            Logic::All(parts) | Logic::Any(parts) => {
                parts.iter().all(Logic::is_leaf) && parts.len() <= 3 && words(&self.flat()) <= 20
            }
        }
    }

    /// The condition as a clause, with a list where it is needed.
    pub(in super::super) fn clause(&self) -> String {
        self.listed(0)
    }

    pub(super) fn listed(&self, depth: usize) -> String {
        let (parts, head) = match self {
            Logic::Leaf(..) => return self.flat(),
            _ if self.is_flat() => return self.flat(),
            Logic::All(parts) => (parts, "all of this is true"),
            Logic::Any(parts) => (parts, "one of these is true"),
        };
        format!("{head}: {}", points(parts, depth))
    }

    /// The head and the points of a condition that needs a list.
    pub(in super::super) fn list(&self) -> Option<(&'static str, String)> {
        match self {
            _ if self.is_flat() => None,
            Logic::Leaf(..) => None,
            Logic::All(parts) => Some(("all of this is true", points(parts, 0))),
            Logic::Any(parts) => Some(("one of these is true", points(parts, 0))),
        }
    }

    /// The condition in one row of words, or the head of its list.
    pub(in super::super) fn head(&self) -> String {
        self.list().map_or_else(|| self.clause(), |(head, _)| head.to_string())
    }

    /// The points of the list and the words that lead on behind them; nothing for a condition without a list.
    pub(in super::super) fn points_then(&self) -> String {
        self.list().map_or(String::new(), |(_, points)| format!("{points}. Then "))
    }

    /// The condition that all this is so after the move.
    pub(super) fn after_move(self) -> Logic {
        let each = |parts: Vec<Logic>| parts.into_iter().map(Logic::after_move).collect();
        match self {
            Logic::All(parts) => Logic::All(each(parts)),
            Logic::Any(parts) => Logic::Any(each(parts)),
            leaf => Logic::Leaf(AFTER_MOVE.into(), leaf.flat()),
        }
    }

    /// Whether all that stands behind it in a row of words is said of the time after the move.
    fn is_after_move(&self) -> bool {
        matches!(self, Logic::Leaf(subject, _) if subject == AFTER_MOVE)
    }

    /// What is said of a subject, if the condition is a sentence that speaks of it alone.
    pub(super) fn said_of(&self, subject: &str) -> Option<String> {
        let text = self.is_flat().then(|| self.flat())?;
        text.strip_prefix(subject)?.strip_prefix(' ').filter(|said| !said.contains(subject)).map(str::to_string)
    }

    fn flat(&self) -> String {
        let (parts, word) = match self {
            Logic::Leaf(subject, said) if subject.is_empty() => return said.clone(),
            Logic::Leaf(subject, said) => return format!("{subject} {said}"),
            Logic::All(parts) => (parts, "and"),
            Logic::Any(parts) => (parts, "or"),
        };
        let mut groups: Vec<(&str, Vec<&str>)> = vec![];
        let mut before = "";
        let (after, now): (Vec<&Logic>, Vec<&Logic>) = parts.iter().partition(|part| part.is_after_move());
        for part in now.into_iter().chain(after) {
            let Logic::Leaf(subject, said) = part else { continue };
            match groups.last_mut() {
                Some((last, all)) if !subject.is_empty() && *last == subject => {
                    // "is empty or is a child" becomes "is empty or a child".
                    let is = |text: &str| text.starts_with("is ") && !text.starts_with("is not ");
                    all.push(if is(before) && is(said) { &said[3..] } else { said });
                }
                _ => groups.push((subject, vec![said])),
            }
            before = said;
        }
        let groups: Vec<String> = groups
            .iter()
            .map(|(subject, all)| format!("{subject} {}", join(all, word)).trim_start().to_string())
            .collect();
        match &groups[..] {
            [one] => one.clone(),
            [one, other] if !one.contains(&format!(" {word} ")) => format!("{one} {word} {other}"),
            [first @ .., last] => format!("{}, {word} {last}", first.join(", ")),
            [] => String::new(),
        }
    }
}

/// The parts of a list: (a) …; (b) …, and below these (i) …; (ii) ….
fn points(parts: &[Logic], depth: usize) -> String {
    const ROMAN: [&str; 10] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];
    let label = |at: usize| match depth % 3 {
        0 => char::from(b'a' + (at % 26) as u8).to_string(),
        1 => ROMAN.get(at).map_or_else(|| (at + 1).to_string(), ToString::to_string),
        _ => (at + 1).to_string(),
    };
    let point = |(at, part): (usize, &Logic)| format!("({}) {}", label(at), part.listed(depth + 1));
    parts.iter().enumerate().map(point).collect::<Vec<_>>().join("; ")
}

/// Joins conditions, and takes those of the same kind apart.
pub(in super::super) fn joined(parts: Vec<Logic>, and: bool) -> Logic {
    let mut all = vec![];
    for part in parts {
        match (part, and) {
            (Logic::All(parts), true) | (Logic::Any(parts), false) => all.extend(parts),
            (part, _) => all.push(part),
        }
    }
    match (all.len(), and) {
        (1, _) => all.remove(0),
        (_, true) => Logic::All(all),
        (_, false) => Logic::Any(all),
    }
}
