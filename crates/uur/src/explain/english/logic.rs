//! Conditions in words, joined so that `and` and `or` cannot be read in two ways.
//!
//! Negations stand at the leaves. Two levels never stand in one row of words, but become a list of (a), (b).

use super::numbers::words;
use crate::diagnostic::join;
use crate::rules::{Condition, MarkId, Whose};

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
    /// The condition of which one pit alone has just been said to be.
    pub only: Option<&'s Condition>,
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
        only: None,
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
    /// Whether it is a condition, or several in one row of words.
    pub(super) fn is_simple(&self) -> bool {
        match self {
            Logic::Leaf(..) => true,
            Logic::All(parts) | Logic::Any(parts) => parts.iter().all(Logic::is_leaf),
        }
    }

    fn is_leaf(&self) -> bool {
        matches!(self, Logic::Leaf(..))
    }

    /// Whether it can stand in a row of words with others.
    fn is_word(&self) -> bool {
        self.is_leaf() && !self.is_after_move() && !self.is_joined()
    }

    /// Whether it fits into a sentence without a list: conditions in one row of words, or rows of words in one another
    /// if "either" shows where the inner ones begin.
    pub(in super::super) fn is_flat(&self) -> bool {
        /// Longer rows cannot be taken in at once.
        const MOST_WORDS: usize = 30;
        let is_row = matches!(self, Logic::All(parts) if parts.iter().all(Logic::is_leaf));
        self.fits(MOST_WORDS + if is_row { 0 } else { 2 })
    }

    /// The condition as a clause that stands almost alone, so that it may be longer.
    pub(super) fn definition(&self) -> String {
        const MOST_WORDS: usize = 35;
        if self.fits(MOST_WORDS) { self.flat() } else { self.clause() }
    }

    /// Whether it fits into a sentence of so many words.
    fn fits(&self, most: usize) -> bool {
        let is_row = |part: &Logic| match part {
            Logic::Leaf(..) => part.is_word(),
            Logic::All(parts) | Logic::Any(parts) => parts.iter().all(Logic::is_word),
        };
        let is_choice = |part: &Logic| matches!(part, Logic::Any(parts) if parts.iter().all(is_row));
        let fits = match self {
            Logic::Leaf(..) => return true,
            Logic::All(parts) | Logic::Any(parts) if parts.iter().all(Logic::is_leaf) => true,
            Logic::Any(parts) => parts.iter().all(is_row),
            Logic::All(parts) => {
                parts.iter().all(|part| part.is_word() || is_choice(part))
                    && parts.iter().filter(|part| is_choice(part)).count() < 2
            }
        };
        fits && words(&self.flat()) <= most
    }

    /// Whether it is a row of words that is joined in itself.
    fn is_joined(&self) -> bool {
        matches!(self, Logic::Leaf(subject, said) if format!("{subject} {said}").contains([',', ':']))
    }

    /// The condition as a clause, with a list where it is needed.
    pub(in super::super) fn clause(&self) -> String {
        self.listed(0)
    }

    pub(super) fn listed(&self, depth: usize) -> String {
        if self.is_flat() { self.flat() } else { self.as_list(depth) }
    }

    /// The condition as a list, even if it fits into a sentence.
    pub(super) fn as_list(&self, depth: usize) -> String {
        let (parts, head) = match self {
            Logic::Leaf(..) => return self.flat(),
            Logic::All(parts) => (rows(parts), "all of this is true"),
            Logic::Any(parts) => (parts.clone(), "one of these is true"),
        };
        format!("{head}: {}", points(&parts, depth))
    }

    /// The head and the points of a condition that needs a list.
    pub(in super::super) fn list(&self) -> Option<(&'static str, String)> {
        match self {
            _ if self.is_flat() => None,
            Logic::Leaf(..) => None,
            Logic::All(parts) => Some(("all of this is true", points(&rows(parts), 0))),
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
        let (leaves, nested): (Vec<&Logic>, Vec<&Logic>) = parts.iter().partition(|part| part.is_leaf());
        if !nested.is_empty() {
            let row = match &leaves.into_iter().cloned().collect::<Vec<_>>()[..] {
                [] => None,
                [leaf] => Some(leaf.flat()),
                leaves if word == "and" => Some(Logic::All(leaves.to_vec()).flat()),
                leaves => Some(leaves.iter().map(Logic::flat).collect::<Vec<_>>().join(", or ")),
            };
            let nested = nested.into_iter().map(|part| match part {
                Logic::Any(parts) if parts.iter().all(Logic::is_leaf) => format!("either {}", part.flat()),
                part => part.flat(),
            });
            let all = row.into_iter().chain(nested).collect::<Vec<_>>().join(&format!(", {word} "));
            return if word == "or" { format!("either {all}") } else { all };
        }
        let mut groups: Vec<(Vec<&str>, Vec<&str>)> = vec![];
        let mut before = "";
        let (after, now): (Vec<&Logic>, Vec<&Logic>) = parts.iter().partition(|part| part.is_after_move());
        for part in now.into_iter().chain(after) {
            let Logic::Leaf(subject, said) = part else { continue };
            match groups.last_mut() {
                // "It is empty and the pit after it is empty" becomes "it and the pit after it are empty".
                Some((subjects, all)) if word == "and" && all[..] == [said] && can_join(subjects, subject, said) => {
                    subjects.push(subject);
                }
                Some((last, all)) if !subject.is_empty() && last[..] == [subject] => {
                    // "is empty or is a child" becomes "is empty or a child".
                    let is = |text: &str| text.starts_with("is ") && !text.starts_with("is not ");
                    let column = |text: &str| text.starts_with("is in column ") && word == "or";
                    all.push(match (is(before) && is(said), column(before) && column(said)) {
                        (_, true) => &said["is in column ".len()..],
                        (true, false) => &said[3..],
                        (false, false) => said,
                    });
                }
                _ => groups.push((vec![subject], vec![said])),
            }
            before = said;
        }
        let row = |(subjects, all): &(Vec<&str>, Vec<&str>)| match (&subjects[..], &all[..]) {
            ([subject], all) => format!("{subject} {}", join(all, word)).trim_start().to_string(),
            (subjects, [said]) => format!("{} {}", join(subjects, word), plural(said).unwrap_or(said)),
            (subjects, all) => format!("{} {}", join(subjects, word), join(all, word)),
        };
        let groups: Vec<String> = groups.iter().map(row).collect();
        match &groups[..] {
            [one] => one.clone(),
            [one, other] if !one.contains(&format!(" {word} ")) => format!("{one} {word} {other}"),
            [first @ .., last] => format!("{}, {word} {last}", first.join(", ")),
            [] => String::new(),
        }
    }
}

/// What is said of one pit, said of several.
fn plural(said: &str) -> Option<&'static str> {
    let both = [("is empty", "are empty"), ("has seeds", "have seeds"), ("had seeds", "had seeds")];
    both.iter().find_map(|(one, many)| (*one == said).then_some(*many))
}

/// Whether the same is said of further pits, each of which has a name.
fn can_join(subjects: &[&str], subject: &str, said: &str) -> bool {
    let named = |subject: &str| !subject.is_empty() && !subject.starts_with("each ") && !subject.starts_with("no ");
    plural(said).is_some() && named(subject) && subjects.iter().all(|subject| named(subject))
}

/// The conditions of a list, short ones after each other in one row of words, so that the list is short.
fn rows(parts: &[Logic]) -> Vec<Logic> {
    /// Longer rows stand apart.
    const MOST_WORDS: usize = 24;
    let fits = |row: &Logic| {
        matches!(row, Logic::All(parts) if parts.iter().all(Logic::is_word)) && words(&row.flat()) <= MOST_WORDS
    };
    let mut rows: Vec<Logic> = vec![];
    for part in parts {
        let together = rows.last().map(|last| joined(vec![last.clone(), part.clone()], true)).filter(fits);
        match (together, rows.last_mut()) {
            (Some(row), Some(last)) => *last = row,
            _ => rows.push(part.clone()),
        }
    }
    rows
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
