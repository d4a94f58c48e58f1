//! The phrases for conditions, pits, seeds and actions, addressed to the player who moves.
//!
//! Each condition and each action of the language has its phrase here and nowhere else; rule texts, `why`,
//! `whynot` and messages put them together. A condition is first brought into a [`Logic`], whose negations stand at
//! the leaves, and then written so that `and` and `or` cannot be read in two ways: two levels never stand in one
//! row of words, but become a list of (a), (b).

use crate::diagnostic::join;
use crate::game::Game;
use crate::rules::*;

/// How a phrase speaks of pits.
#[derive(Clone, Copy)]
pub(super) struct Speech<'s> {
    /// The words for `here`.
    pub here: &'s str,
    /// The words for `next`.
    pub next: &'s str,
    /// Whether a seed has just fallen there, so that "empty" means before it fell.
    pub fallen: bool,
}

impl<'s> Speech<'s> {
    /// Speaks of a pit as it is.
    pub(super) const NOW: Speech<'static> = Speech { here: "this pit", next: "the next pit", fallen: false };
    /// Speaks of the pit into which a seed has just fallen.
    pub(super) const FALLEN: Speech<'static> = Speech { fallen: true, ..Speech::NOW };

    /// The same with other words for `here`.
    pub(super) fn of(self, here: &'s str) -> Speech<'s> {
        Speech { here, ..self }
    }
}

/// A condition in words, or several joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Logic {
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
    pub(super) fn is_flat(&self) -> bool {
        match self {
            Logic::Leaf(..) => true,
            Logic::All(parts) | Logic::Any(parts) => {
                parts.iter().all(Logic::is_leaf) && parts.len() <= 3 && words(&self.flat()) <= 20
            }
        }
    }

    /// The condition as a clause, with a list where it is needed.
    pub(super) fn clause(&self) -> String {
        self.listed(0)
    }

    fn listed(&self, depth: usize) -> String {
        let (parts, head) = match self {
            Logic::Leaf(..) => return self.flat(),
            _ if self.is_flat() => return self.flat(),
            Logic::All(parts) => (parts, "all of this is true"),
            Logic::Any(parts) => (parts, "one of these is true"),
        };
        format!("{head}: {}", points(parts, depth))
    }

    /// The head and the points of a condition that needs a list.
    pub(super) fn list(&self) -> Option<(&'static str, String)> {
        match self {
            _ if self.is_flat() => None,
            Logic::Leaf(..) => None,
            Logic::All(parts) => Some(("all of this is true", points(parts, 0))),
            Logic::Any(parts) => Some(("one of these is true", points(parts, 0))),
        }
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
        for part in parts {
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

/// Describes parts of a game's rules.
pub(super) struct English<'a> {
    pub game: &'a Game,
    /// The names for conditions that may be used.
    pub terms: &'a [Term],
    /// The player who is spoken to, if it is one of them.
    pub seat: Option<Side>,
}

/// The words in front of the pits of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Article {
    /// `a pit`
    One,
    /// `any other pit`
    Other,
    /// `no pit`
    No,
    /// `each pit`
    Each,
    /// `the first pit`
    First,
    /// `the last pit`
    Last,
    /// `all pits`
    All,
    /// `pits`
    Many,
}

impl<'a> English<'a> {
    pub(super) fn of(game: &'a Game) -> Self {
        English { game, terms: &game.rules.terms, seat: None }
    }

    /// The name of a condition, and how many of the parts it stands for, if these are the first parts of others.
    fn name_of(&self, parts: &[Condition]) -> Option<(&'a str, usize)> {
        let first = parts.first()?;
        self.terms.iter().rev().find_map(|term| {
            term.meanings.iter().filter(|meaning| is_named(meaning)).find_map(|meaning| match meaning {
                Condition::All(all) if parts.starts_with(all) => Some((term.name.as_str(), all.len())),
                meaning => (meaning == first).then_some((term.name.as_str(), 1)),
            })
        })
    }

    /// The singular noun for a mark.
    pub(super) fn mark(&self, mark: MarkId) -> String {
        self.game.rules.marks[mark.0 as usize].noun()
    }

    /// The plural noun for a mark.
    pub(super) fn marks(&self, mark: MarkId) -> String {
        self.game.rules.marks[mark.0 as usize].plural()
    }

    /// Describes a condition as a clause.
    pub(super) fn clause(&self, condition: &Condition, speech: Speech) -> String {
        self.logic(condition, true, speech).clause()
    }

    /// Describes a condition, or its negation, as a clause about the pits now.
    pub(super) fn clause_words(&self, condition: &Condition, yes: bool) -> String {
        self.logic(condition, yes, Speech::NOW).clause()
    }

    /// Brings a condition, or its negation, into words.
    pub(super) fn logic(&self, condition: &Condition, yes: bool, speech: Speech) -> Logic {
        let named = |name: &str| {
            let whose = if speech.here == Speech::NOW.here { "" } else { speech.here };
            let of = if whose.is_empty() { String::new() } else { format!(" to {whose}") };
            let applies = if yes { "applies" } else { "does not apply" };
            Logic::Leaf(format!("“{}”", name.replace('_', " ")), format!("{applies}{of}"))
        };
        if let Some((name, _)) = self.name_of(std::slice::from_ref(condition)) {
            return named(name);
        }
        match condition {
            Condition::Not(part) => self.logic(part, !yes, speech),
            Condition::All(parts) | Condition::Any(parts) => {
                let mut all = vec![];
                let mut left = &parts[..];
                while let [part, rest @ ..] = left {
                    let together = if matches!(condition, Condition::All(_)) { left } else { &left[..1] };
                    if let Some((name, parts)) = self.name_of(together) {
                        all.push(named(name));
                        left = &left[parts..];
                        continue;
                    }
                    all.push(self.logic(part, yes, speech));
                    left = rest;
                }
                joined(all, matches!(condition, Condition::All(_)) == yes)
            }
            Condition::AfterMove(part) => {
                let inner = self.logic(part, yes, Speech { fallen: false, ..speech });
                match inner {
                    Logic::Leaf(subject, said) => {
                        Logic::Leaf(String::new(), format!("after your move {subject} {said}").replace("  ", " "))
                    }
                    inner => Logic::Leaf(String::new(), format!("after your move {}", inner.clause())),
                }
            }
            leaf => {
                let (subject, said) = self.statement(leaf, yes, speech);
                Logic::Leaf(subject, said)
            }
        }
    }

    /// The subject and the predicate of a condition without parts, or of its negation.
    fn statement(&self, condition: &Condition, yes: bool, speech: Speech) -> (String, String) {
        let not = if yes { "" } else { "not " };
        let plain = |text: String| (String::new(), text);
        match condition {
            Condition::Always => plain(if yes { "this is always so" } else { "this is never so" }.into()),
            // Conditions of parts are taken apart before.
            Condition::All(_) | Condition::Any(_) | Condition::Not(_) | Condition::AfterMove(_) => {
                plain(self.logic(condition, yes, speech).clause())
            }
            Condition::NoMove => ("you".into(), if yes { "cannot move" } else { "can move" }.into()),
            Condition::LastSeed => plain(format!("it is {not}the last seed of the lap")),
            Condition::LapEnds(part) => {
                ("the lap".into(), format!("would {not}end in {}", self.pits(part, Article::One, speech)))
            }
            Condition::WayIs(way) => {
                let way = if yes { *way } else { way.other() };
                ("the lap".into(), format!("is sown {}", self.turned(way)))
            }
            Condition::Entered => (
                "the move".into(),
                format!("{} with seeds from your store", if yes { "began" } else { "did not begin" }),
            ),
            Condition::InReach(path, part) => {
                let can = if yes { "can" } else { "cannot" };
                plain(format!(
                    "a lap from {} {can} end in {}",
                    self.pits(part, Article::One, speech),
                    self.pit(path, speech)
                ))
            }
            Condition::Exists(part) => self.existence(part, yes, speech),
            Condition::MoveNumber(amount) => {
                let scope = self.scope();
                let text = match amount {
                    Amount::In(ranges) => match ranges[..] {
                        [(low, high)] if low == high => format!("it is {not}the {} move of the {scope}", ordinal(low)),
                        [(1, u16::MAX)] => format!("it is {not}any move"),
                        [(low, u16::MAX)] => {
                            format!("it is {not}the {} move of the {scope} or a later one", ordinal(low))
                        }
                        [(1, high)] => format!("it is {not}one of the first {} moves of the {scope}", number(high)),
                        _ => format!("the number of the move is {not}{}", numbers(amount)),
                    },
                    Amount::Even | Amount::Odd => {
                        let even = (*amount == Amount::Even) == yes;
                        format!("the number of the move is {}", if even { "even" } else { "odd" })
                    }
                };
                plain(text)
            }
            Condition::LastMoveOf(Amount::In(ranges)) if ranges[..] == [(0, 0)] => {
                plain(if yes { "no move came before this one" } else { "a move came before this one" }.into())
            }
            Condition::LastMoveOf(amount) => {
                let did = if yes { "began" } else { "did not begin" };
                ("the move before this one".into(), format!("{did} with {}", amount_words(amount)))
            }
            Condition::FirstLap => plain(format!("this is {not}the first lap of the move")),
            Condition::LapNumber(amount) => plain(format!("this is {not}lap {}", numbers(amount))),
            Condition::LapOf(amount) => {
                plain(format!("this is {not}a lap of {}", amount_words(amount).replace("one seed", "a single seed")))
            }
            Condition::Captured(amount) => {
                let captured = match (amount, yes) {
                    (Amount::In(ranges), _) if ranges[..] == [(0, 0)] => {
                        if yes {
                            "have captured nothing".into()
                        } else {
                            "have captured seeds".to_string()
                        }
                    }
                    (Amount::In(ranges), true) if ranges[..] == [(1, u16::MAX)] => "have captured seeds".into(),
                    (Amount::In(ranges), false) if ranges[..] == [(1, u16::MAX)] => "have captured nothing".into(),
                    _ => format!("have {not}captured {}", amount_words(amount)),
                };
                ("you".into(), format!("{captured} in this move"))
            }
            Condition::Captures(amount) => {
                let times = match amount {
                    Amount::In(ranges) if ranges[..] == [(1, 1)] => "once".into(),
                    _ => numbers(amount) + " times",
                };
                ("you".into(), format!("have {not}captured {times} in this move"))
            }
            Condition::BonusTurn => plain(format!("this is {not}a bonus move")),
            Condition::PlayerIs(side) => ("you".into(), format!("are {not}{}", side.title())),
            Condition::PlayerBegan => {
                let scope = self.scope();
                ("you".into(), format!("{} the {scope}", if yes { "began" } else { "did not begin" }))
            }
            Condition::CapturedLast(whose) => {
                let scope = self.scope();
                let did = if yes { "made" } else { "did not make" };
                (player(*whose).into(), format!("{did} the last capture of the {scope}"))
            }
            Condition::Count(part, amount) => self.counted(part, amount, yes, speech),
            Condition::Outermost(path, which, such) => {
                let is = format!("is {not}");
                let (from, article) = match which {
                    Outermost::First => ("from your pit A on".into(), Article::First),
                    Outermost::Last => ("from your pit A on".into(), Article::Last),
                    Outermost::After(from) => (format!("behind {}", self.pit(from, speech)), Article::First),
                };
                (self.pit(path, speech), format!("{is}{}, counted {from}", self.pits(such, article, speech)))
            }
            Condition::Compare(one, compared, other) => {
                let verb = if yes { "holds" } else { "does not hold" };
                let than = match compared {
                    Comparison::More => "more seeds than",
                    Comparison::Fewer => "fewer seeds than",
                    Comparison::AsMany => "as many seeds as",
                };
                (self.place(one, speech), format!("{verb} {than} {}", self.place(other, speech)))
            }
            Condition::Is(Place::Pit(path), kind) => {
                // Only of the pit in which the seed fell it means the moment before.
                let past = speech.fallen && path.is_empty();
                (self.pit(path, speech), self.kind(*kind, past, yes))
            }
            Condition::Is(Place::Board, PitKind::Empty) => plain(format!("the board is {not}empty")),
            Condition::Is(place @ (Place::Marked(..) | Place::Sum(_)), kind) => {
                let empty = (*kind != PitKind::Occupied) == yes;
                (self.place(place, speech), if empty { "hold no seeds" } else { "hold seeds" }.into())
            }
            Condition::Is(place, kind) => {
                let empty = (*kind != PitKind::Occupied) == yes;
                (self.place(place, speech), if empty { "is empty" } else { "has seeds" }.into())
            }
            Condition::Holds(place @ (Place::Counter(..) | Place::Points(_)), amount) => {
                (self.place(place, speech), format!("is {not}{}", numbers(amount)))
            }
            Condition::Holds(Place::Board, amount) => {
                (amount_words(amount), format!("{} {not}left on the board", are(amount)))
            }
            Condition::Holds(Place::Hand, amount) => {
                ("you".into(), format!("{} {} in hand", if yes { "have" } else { "do not have" }, amount_words(amount)))
            }
            Condition::Holds(place, amount) => {
                let many = matches!(place, Place::Marked(..) | Place::Sum(_));
                let here = *place == Place::Pit(vec![]);
                let now = if speech.fallen && here { "now " } else { "" };
                let none = *amount == Amount::In(vec![(0, 0)]);
                let some = *amount == Amount::In(vec![(1, u16::MAX)]);
                let said = match (many, yes) {
                    (false, _) if none || some => {
                        let empty = none == yes;
                        if empty { format!("is {now}empty") } else { format!("{now}has seeds") }
                    }
                    (false, true) => format!("{now}holds {}", amount_words(amount)),
                    (false, false) => format!("does not {now}hold {}", amount_words(amount)),
                    (true, true) => format!("together hold {}", amount_words(amount)),
                    (true, false) => format!("together do not hold {}", amount_words(amount)),
                };
                (self.place(place, speech), said)
            }
        }
    }

    /// Says that there is a pit with a condition, or that there is none.
    fn existence(&self, part: &Condition, yes: bool, speech: Speech) -> (String, String) {
        if let Some((whose, occupied)) = row_seeds(part).filter(|_| !speech.fallen) {
            let row = self.place(&Place::Row(whose), speech);
            return match (occupied, yes) {
                (true, true) => (row, "has seeds".into()),
                (true, false) => (row, "is empty".into()),
                (false, true) => (row, "has an empty pit".into()),
                (false, false) => (row, "has no empty pit".into()),
            };
        }
        let parts = parts_of(part);
        if let [Condition::Is(Place::Pit(path), PitKind::Marked(mark, Some(whose)))] = parts
            && path.is_empty()
        {
            let has = match (whose, yes) {
                (Whose::Own, true) => "have",
                (Whose::Own, false) => "have no",
                (Whose::Opponent, true) => "has",
                (Whose::Opponent, false) => "has no",
            };
            let mark = if yes { with_article(&self.mark(*mark)) } else { self.mark(*mark) };
            return (player(*whose).into(), format!("{has} {mark}"));
        }
        // "No pit with A is not B and not C" is "each pit with A is B or C".
        let negative = |part: &&Condition| matches!(part, Condition::Not(_));
        if !yes && parts.iter().any(|part| negative(&part)) {
            let pits = parts.iter().filter(|part| !negative(part)).cloned().collect();
            let subject = self.pits(&Condition::All(pits), Article::Each, speech);
            let said = parts.iter().filter(negative).map(|part| self.logic(part, false, speech.of("\u{1}"))).collect();
            let said = joined(said, false);
            if said.is_flat() {
                let said = said.clause();
                if let Some(said) = said.strip_prefix("\u{1} ").filter(|said| !said.contains('\u{1}')) {
                    return (subject, said.to_string());
                }
            }
        }
        let (pits, said): (Vec<Condition>, Vec<Condition>) = parts.iter().cloned().partition(is_place_of_pit);
        let pits = Condition::All(pits);
        if let [said] = &said[..] {
            let article = if yes { Article::One } else { Article::No };
            if !matches!(said, Condition::All(_) | Condition::Any(_)) {
                let subject = self.pits(&pits, article, speech);
                return match self.logic(said, true, speech.of("\u{1}")) {
                    Logic::Leaf(other, said) if other == "\u{1}" => (subject, said),
                    _ => self.there_is(part, yes, speech),
                };
            }
        }
        self.there_is(part, yes, speech)
    }

    fn there_is(&self, part: &Condition, yes: bool, speech: Speech) -> (String, String) {
        let article = if yes { Article::One } else { Article::No };
        (String::new(), format!("there is {}", self.pits(part, article, speech)))
    }

    /// Says how many pits satisfy a condition.
    fn counted(&self, part: &Condition, amount: &Amount, yes: bool, speech: Speech) -> (String, String) {
        let many = self.pits(part, Article::Many, speech);
        let text = match amount {
            Amount::In(ranges) => match (&ranges[..], yes) {
                (&[(1, 1)], true) => format!("there is exactly {}", self.one(part, speech)),
                (&[(1, 1)], false) => format!("there is not exactly {}", self.one(part, speech)),
                (&[(low, u16::MAX)], true) => format!("there are {} or more {many}", number(low)),
                (&[(low, u16::MAX)], false) => format!("there are fewer than {} {many}", number(low)),
                (&[(0, high)], true) => format!("there are at most {} {many}", number(high)),
                (&[(0, high)], false) => format!("there are more than {} {many}", number(high)),
                (_, true) => format!("there are {} {many}", numbers(amount)),
                (_, false) => format!("the number of {many} is not {}", numbers(amount)),
            },
            Amount::Even | Amount::Odd if yes => format!("the number of {many} is {}", numbers(amount)),
            Amount::Even | Amount::Odd => format!("the number of {many} is not {}", numbers(amount)),
        };
        (String::new(), text)
    }

    fn one(&self, part: &Condition, speech: Speech) -> String {
        let text = self.pits(part, Article::Many, speech);
        let single = self.pits(part, Article::No, speech);
        single.strip_prefix("no ").map_or(text, |pit| format!("one {pit}"))
    }

    /// The predicate of a kind of pit.
    pub(super) fn kind(&self, kind: PitKind, past: bool, yes: bool) -> String {
        let is = if yes { "is" } else { "is not" };
        match kind {
            PitKind::InRow(Whose::Own) => format!("{is} yours"),
            PitKind::InRow(Whose::Opponent) => format!("{is} your opponent's"),
            PitKind::NthRow(row) => format!("{is} in the {}", self.nth_row(row)),
            PitKind::Empty | PitKind::Occupied => match ((kind == PitKind::Empty) == yes, past) {
                (true, true) => "was empty".into(),
                (false, true) => "had seeds".into(),
                (true, false) => "is empty".into(),
                (false, false) => "has seeds".into(),
            },
            PitKind::Closed => format!("{is} closed"),
            PitKind::LapOrigin => format!("{is} where this lap began"),
            PitKind::TurnOrigin => format!("{is} where the move began"),
            PitKind::LastOrigin => format!("{is} where the move before this one began"),
            PitKind::LastLanding => format!("{is} where the move before this one ended"),
            PitKind::Landing => format!("{is} where the seed fell"),
            PitKind::Sown => format!("has {}got a seed in this lap", if yes { "" } else { "not " }),
            PitKind::Reached => format!("has {}got a seed in this move", if yes { "" } else { "not " }),
            PitKind::Store(None) => format!("{is} a store"),
            PitKind::Store(Some(Whose::Own)) => format!("{is} your store"),
            PitKind::Store(Some(Whose::Opponent)) => format!("{is} your opponent's store"),
            PitKind::Numbered(first, last) if self.game.rules.board.plan.depth() > 1 => {
                format!("{is} {}", self.columns(None, first, last))
            }
            PitKind::Numbered(first, last) if first == last => format!("{is} pit {}", self.letter(None, first)),
            PitKind::Numbered(first, last) => {
                let letters = if last == first + 1 { "and" } else { "to" };
                format!("{is} one of the pits {} {letters} {}", self.letter(None, first), self.letter(None, last))
            }
            PitKind::Marked(mark, None) => format!("{is} {}", with_article(&self.mark(mark))),
            PitKind::Marked(mark, Some(whose)) => format!("{is} {} {}", possessive(whose), self.mark(mark)),
        }
    }

    /// Names the pits that satisfy a condition: `an empty pit of your own`.
    pub(super) fn pits(&self, condition: &Condition, article: Article, speech: Speech) -> String {
        if let Condition::Any(parts) = condition
            && article == Article::One
        {
            let parts: Vec<String> = parts.iter().map(|part| self.pits(part, article, speech)).collect();
            if parts.iter().all(|part| !part.contains("where ")) {
                return join(&parts, "or");
            }
        }
        let many = matches!(article, Article::All | Article::Many);
        let mut before = String::new();
        let mut noun = if many { "pits".to_string() } else { "pit".to_string() };
        let (mut of, mut in_row, mut with, mut after) = (String::new(), String::new(), String::new(), String::new());
        let mut left = vec![];
        let parts = parts_of(condition);
        let whose = parts.iter().find_map(|part| match part {
            Condition::Is(Place::Pit(path), PitKind::InRow(whose)) if path.is_empty() => Some(*whose),
            _ => None,
        });
        let mut marked = false;
        let mut letters = None;
        let mut rest = parts;
        while let [part, tail @ ..] = rest {
            let together = if matches!(condition, Condition::All(_)) { rest } else { &rest[..1] };
            if let Some((name, length)) = self.name_of(together) {
                let name = format!("“{}”", name.replace('_', " "));
                left.push(Logic::Leaf(name, "applies to it".into()));
                rest = &rest[length..];
                continue;
            }
            rest = tail;
            let (part, yes) = match part {
                Condition::Not(part) => (&**part, false),
                part => (part, true),
            };
            let Condition::Is(Place::Pit(path), kind) = part else {
                match part {
                    Condition::Holds(Place::Pit(path), amount) if path.is_empty() && yes => {
                        with += &format!(" with {}", amount_words(amount));
                    }
                    _ => left.push(self.logic(part, yes, Speech { fallen: false, ..speech.of("it") })),
                }
                continue;
            };
            match kind {
                _ if !path.is_empty() => {
                    left.push(self.logic(part, yes, Speech { fallen: false, ..speech.of("it") }));
                }
                PitKind::InRow(whose) if yes => {
                    of = if *whose == Whose::Own { " of your own" } else { " of your opponent's" }.into();
                }
                PitKind::Empty | PitKind::Occupied => {
                    let counted = parts.iter().any(|part| {
                        matches!(part, Condition::Holds(Place::Pit(path), amount) if path.is_empty() && !amount.contains(0))
                    });
                    if counted && !speech.fallen && (*kind == PitKind::Occupied) == yes {
                        // The number of its seeds tells it.
                    } else if (*kind == PitKind::Empty) == yes {
                        before = format!("empty {before}");
                    } else {
                        let seeds = if speech.fallen { " that had seeds" } else { " with seeds" };
                        if speech.fallen { after += seeds } else { with += seeds }
                    }
                }
                PitKind::NthRow(row) if yes => {
                    let row = self.nth_row(*row);
                    in_row = match whose {
                        Some(whose) => format!(" in {} {row}", possessive(whose)),
                        None => format!(" in the {row}"),
                    };
                }
                PitKind::Closed if yes => before += "closed ",
                PitKind::Marked(mark, None) if yes && !marked => {
                    marked = true;
                    noun = if many { self.marks(*mark) } else { self.mark(*mark) };
                }
                PitKind::Marked(mark, Some(whose)) if yes && !marked => {
                    marked = true;
                    noun = if many { self.marks(*mark) } else { self.mark(*mark) };
                    of = if *whose == Whose::Own { " of your own" } else { " of your opponent's" }.into();
                }
                PitKind::Numbered(first, last) if yes && letters.is_none() => letters = Some((*first, *last)),
                PitKind::Store(Some(whose)) if yes => return format!("{} store", possessive(*whose)),
                PitKind::Store(None) if yes && parts.len() == 1 => return "a store".into(),
                kind => {
                    let said = self.kind(*kind, false, yes);
                    after += &format!(" that {}", if many { plural_verb(&said) } else { said });
                }
            }
        }
        if !in_row.is_empty() && whose.is_some() {
            of = String::new();
        }
        // Two relative clauses need their "and".
        if let Some((first, second)) = after.split_once(" that ")
            && second.contains(" that ")
        {
            after = format!("{first} that {}", second.replace(" that ", " and "));
        }
        if let Some((first, last)) = letters {
            let [a, z] = [first, last].map(|number| self.letter(whose, number));
            let and = if last == first + 1 { "and" } else { "to" };
            if self.game.rules.board.plan.depth() > 1 {
                in_row += &format!(" {}", self.columns(whose, first, last));
            } else if marked || !before.is_empty() || !in_row.is_empty() {
                of += &match first == last {
                    true => format!(" at {a}"),
                    false => format!(" at one of {a} {and} {z}"),
                };
            } else {
                let (one, several) = match whose {
                    Some(whose) => {
                        (format!("{} pit {a}", possessive(whose)), format!("{} pits {a} {and} {z}", possessive(whose)))
                    }
                    None => (format!("pit {a}"), format!("the pits {a} {and} {z}")),
                };
                let text = match (first == last, article) {
                    (true, Article::All) if whose.is_none() && !self.game.rules.board.plan.is_alone() => {
                        format!("both pits {a}")
                    }
                    (true, _) => one,
                    (false, Article::All | Article::Many) => several,
                    (false, Article::No) => format!("none of {several}"),
                    (false, Article::Each) => format!("each of {several}"),
                    (false, Article::Other) => format!("any other of {several}"),
                    (false, Article::First) => format!("the first of {several}"),
                    (false, Article::Last) => format!("the last of {several}"),
                    (false, Article::One) => format!("one of {several}"),
                };
                let text = format!("{text}{with}{after}");
                return match left.len() {
                    0 => text,
                    _ => text + &which(left),
                };
            }
        }
        let noun = format!("{before}{noun}");
        let text = match article {
            Article::One => with_article(&noun),
            Article::Other => format!("any other {noun}"),
            Article::No => format!("no {noun}"),
            Article::Each => format!("each {noun}"),
            Article::First => format!("the first {noun}"),
            Article::Last => format!("the last {noun}"),
            Article::All => format!("all {noun}"),
            Article::Many => noun,
        };
        let text = format!("{text}{of}{in_row}{with}{after}");
        match left.len() {
            0 => text,
            _ => text + &which(left),
        }
    }

    /// Names columns of a board on which a letter stands for a pit of each row.
    fn columns(&self, whose: Option<Whose>, first: u8, last: u8) -> String {
        let [a, z] = [first, last].map(|number| self.letter(whose, number));
        match last - first {
            0 => format!("in column {a}"),
            1 => format!("in column {a} or {z}"),
            _ => format!("in one of the columns {a} to {z}"),
        }
    }

    /// Names the direction of a way.
    pub(super) fn turned(&self, way: Way) -> &'static str {
        match (self.game.rules.sowing.direction, way) {
            (Direction::Counterclockwise, Way::Onward) | (Direction::Clockwise, Way::Back) => "counter-clockwise",
            _ => "clockwise",
        }
    }

    /// Names a row of each player, 0 for the front row.
    pub(super) fn nth_row(&self, row: u8) -> String {
        match row {
            0 => "front row".into(),
            row if row + 1 == self.game.rules.board.plan.depth() => "back row".into(),
            row => format!("{} row", ordinal(u16::from(row) + 1)),
        }
    }

    /// Names all pits of a player.
    pub(super) fn side(&self) -> &'static str {
        if self.game.rules.board.plan.depth() > 1 { "side" } else { "row" }
    }

    /// The game, or the round of a match.
    pub(super) fn scope(&self) -> &'static str {
        if self.game.rules.rounds.is_some() { "round" } else { "game" }
    }

    /// Names a place.
    pub(super) fn place(&self, place: &Place, speech: Speech) -> String {
        match place {
            Place::Pit(path) => self.pit(path, speech),
            Place::Row(whose) => format!("{} {}", possessive(*whose), self.side()),
            Place::NthRow(whose, row) => format!("{} {}", possessive(*whose), self.nth_row(*row)),
            Place::Store(whose) => format!("{} store", possessive(*whose)),
            Place::Points(whose) => format!("{} score", possessive(*whose)),
            Place::Marked(Whose::Own, mark) => format!("your {}", self.marks(*mark)),
            Place::Marked(Whose::Opponent, mark) => format!("your opponent's {}", self.marks(*mark)),
            Place::Board => "the board".into(),
            Place::Hand => "your hand".into(),
            Place::Counter(whose, counter) => format!("{} {}", possessive(*whose), self.counter(*counter)),
            Place::Sum(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.place(part, speech)).collect();
                join(&parts, "and")
            }
        }
    }

    /// Names a pit by its path from `here`.
    pub(super) fn pit(&self, path: &[PathStep], speech: Speech) -> String {
        match path {
            [] => speech.here.into(),
            [PathStep::Opposite] => "the pit opposite".into(),
            [PathStep::Next] => speech.next.into(),
            [PathStep::Next, PathStep::Next] if speech.next == "it" => "the pit after it".into(),
            [PathStep::Next, PathStep::Next] => "the pit after the next".into(),
            [PathStep::Previous] => "the pit before it".into(),
            [PathStep::Behind] => "the pit behind it".into(),
            [PathStep::Opposite, PathStep::Behind] => "the pit behind that".into(),
            [PathStep::Mirror] => "the pit with the same letter in the other row".into(),
            [.., PathStep::Chosen] => "the chosen pit".into(),
            [.., PathStep::LapOrigin] => "the pit where this lap began".into(),
            [.., PathStep::TurnOrigin] => "the pit where the move began".into(),
            [.., PathStep::Fixed(whose, row, column)] => {
                let strokes = "'".repeat((*row).into());
                format!("{} pit {}{strokes}", possessive(*whose), self.letter(Some(*whose), *column))
            }
            [.., PathStep::LastOrigin] => "the pit where the move before this one began".into(),
            [.., PathStep::LastLanding] => "the pit where the move before this one ended".into(),
            [.., PathStep::Landing] => "the pit where the seed fell".into(),
            [first @ .., PathStep::Mirror] => {
                format!("the pit with the letter of {} in the other row", self.pit(first, speech))
            }
            [first @ .., PathStep::Behind] => format!("the pit behind {}", self.pit(first, speech)),
            [first @ .., PathStep::Opposite] => format!("the pit opposite {}", self.pit(first, speech)),
            [first @ .., PathStep::Next] => format!("the pit after {}", self.pit(first, speech)),
            [first @ .., PathStep::Previous] => format!("the pit before {}", self.pit(first, speech)),
        }
    }

    /// The letter of a pit, as the player who is spoken to reads it on the board.
    pub(super) fn letter(&self, whose: Option<Whose>, number: u8) -> char {
        let letter = char::from(b'A' + number);
        let small = match (self.seat, whose) {
            (Some(seat), Some(whose)) => whose.seen_by(seat) == Side::North,
            _ => false,
        };
        if small { letter.to_ascii_lowercase() } else { letter }
    }

    /// The name of a counter.
    pub(super) fn counter(&self, counter: CounterId) -> String {
        self.game.rules.counters[usize::from(counter.0)].name.replace('_', " ")
    }

    /// Names the places of an action.
    pub(super) fn targets(&self, targets: &[ActionTarget], speech: Speech) -> String {
        let names: Vec<String> = targets.iter().map(|target| self.target(target, speech)).collect();
        join(&names, "and")
    }

    fn target(&self, target: &ActionTarget, speech: Speech) -> String {
        match target {
            ActionTarget::Pit(path) => self.pit(path, speech),
            ActionTarget::Store(whose) => self.place(&Place::Store(*whose), speech),
            ActionTarget::Every(condition) => self.pits(condition, Article::All, self.of_set(condition, speech)),
        }
    }

    /// How the pits of a set are spoken of: the seed did not fall into one of the opponent's pits if laps stay on the
    /// mover's side, so that these have the seeds that they had.
    fn of_set<'s>(&self, condition: &Condition, speech: Speech<'s>) -> Speech<'s> {
        let opponent = Condition::Is(Place::Pit(vec![]), PitKind::InRow(Whose::Opponent));
        let apart = self.game.rules.sowing.stays_on_own_side() && parts_of(condition).contains(&opponent);
        Speech { fallen: speech.fallen && !apart, ..speech }
    }

    /// Names the seeds that are taken from places. `last_seed` says that a single seed lies in `here`.
    fn seeds_of(&self, portion: Portion, from: &[ActionTarget], last_seed: bool, speech: Speech) -> String {
        let here = |target: &ActionTarget| *target == ActionTarget::Pit(vec![]);
        if let (Portion::All, true, [first, rest @ ..]) = (portion, last_seed, from)
            && here(first)
        {
            return match rest {
                [] => "your last seed".into(),
                rest => format!("your last seed and all the seeds in {}", self.targets(rest, speech)),
            };
        }
        let every = Condition::Is(Place::Pit(vec![]), PitKind::Occupied);
        if let (Portion::All, [ActionTarget::Every(condition)]) = (portion, from)
            && !speech.fallen
            && *condition == every
        {
            return "all the seeds on the board".into();
        }
        let from = self.targets(from, speech);
        match portion {
            Portion::All => format!("all the seeds in {from}"),
            Portion::AtMost(number) => format!("{} from {from}", seeds(number)),
            Portion::AllBut(number) => format!("all but {} of the seeds in {from}", self::number(number)),
            Portion::Half => format!("half of the seeds in {from}"),
        }
    }

    /// Describes an action as an instruction to the player. `last_seed` says that a single seed lies in `here`.
    pub(super) fn action(&self, action: &Action, last_seed: bool, speech: Speech) -> String {
        match action {
            Action::Count { whose, counter, change, by } => {
                let counter = self.place(&Place::Counter(*whose, *counter), speech);
                let by = match by {
                    Summand::Number(0) => "0".into(),
                    Summand::Number(number) => self::number(*number),
                    Summand::Of(place @ Place::Counter(..)) => self.place(place, speech),
                    Summand::Of(place) => format!("the number of seeds in {}", self.place(place, speech)),
                };
                match change {
                    CounterChange::Set => format!("{counter} becomes {by}"),
                    CounterChange::Add => format!("{by} is added to {counter}"),
                    CounterChange::Subtract => format!("{by} is subtracted from {counter}"),
                }
            }
            Action::Capture { seeds, from, to } => {
                let what = self.seeds_of(*seeds, from, last_seed && *to != Receiver::Owner, speech);
                match to {
                    Receiver::Mover => format!("capture {what}"),
                    Receiver::Owner => {
                        let owner = if self.game.rules.marks.is_empty() {
                            "the player in whose row the pit lies"
                        } else {
                            "the owner of the pit"
                        };
                        format!("{owner} captures {what}")
                    }
                    Receiver::Opponent => format!("your opponent captures {what}"),
                    Receiver::Nobody => format!("remove {what} from the game"),
                }
            }
            Action::Move { seeds: number, from, to } => {
                let what = number.map_or("all the seeds".to_string(), seeds);
                let to = match to {
                    ActionTarget::Every(condition) => self.pits(condition, Article::Each, speech),
                    to => self.target(to, speech),
                };
                format!("move {what} from {} to {to}", self.target(from, speech))
            }
            Action::Mark { pits, mark, owner } => {
                let whose = possessive(*owner);
                match &pits[..] {
                    [only] if is_single(only) => {
                        format!("{} becomes {whose} {}", self.targets(pits, speech), self.mark(*mark))
                    }
                    _ => format!("{} become {whose} {}", self.targets(pits, speech), self.marks(*mark)),
                }
            }
            Action::Unmark { pits } => match &pits[..] {
                [only] if is_single(only) => format!("{} loses its mark", self.targets(pits, speech)),
                _ => format!("{} lose their marks", self.targets(pits, speech)),
            },
            Action::Choose { number: 1, among } => {
                format!("choose {}", self.pits(among, Article::One, self.of_set(among, speech)))
            }
            Action::Choose { number, among } => {
                format!(
                    "choose {} {}",
                    self::number((*number).into()),
                    self.pits(among, Article::Many, self.of_set(among, speech))
                )
            }
            Action::Undo if self.game.rules.relays() => {
                "what the last lap captured is put back, and the seeds lie again as you had sown them".into()
            }
            Action::Undo => "you capture nothing: the seeds lie again as you had sown them".into(),
            Action::Reverse => "from now on sow the other way round".into(),
            Action::Over(verdict) => {
                let scope = self.scope();
                match verdict {
                    Verdict::Player => format!("you win the {scope} at once"),
                    Verdict::Opponent => format!("your opponent wins the {scope} at once"),
                    Verdict::Draw | Verdict::Goal | Verdict::Pass => format!("the {scope} is a draw at once"),
                }
            }
        }
    }

    /// Describes how a move goes on after a landing, when these actions are done.
    pub(super) fn continuation(
        &self,
        then: &Continuation,
        actions: &[Action],
        condition: &Condition,
        speech: Speech,
    ) -> String {
        match then {
            Continuation::Stop => "your move ends".into(),
            Continuation::Bonus => "move again".into(),
            Continuation::Relay(path) if path.is_empty() => {
                "lift all its seeds, your last one too, and sow on from there; then see again".into()
            }
            Continuation::Relay(path) => {
                let seeds = match self.pit(path, speech) {
                    pit if pit == "it" => "all its seeds".to_string(),
                    pit => format!("all the seeds in {pit}"),
                };
                format!("lift {seeds} and sow on from there; then see again")
            }
            Continuation::Resow { lift, most, at, into, way } => {
                let portion = most.map_or(Portion::All, Portion::AtMost);
                let what = self.seeds_of(portion, lift, false, speech);
                let turned = way.map_or(String::new(), |way| format!(" {}", self.turned(way)));
                let follows = if *into { "" } else { "the pit after " };
                let at = match at[..] {
                    [PathStep::LapOrigin] if !into => "the one where this lap began".to_string(),
                    _ => self.pit(at, speech),
                };
                format!("lift {what} and sow them{turned}, beginning with {follows}{at}; then see again")
            }
            Continuation::Repeat { along, most } => {
                let emptied = |path: &Path| {
                    actions.iter().any(|action| {
                        matches!(action, Action::Capture { seeds: Portion::All, from, .. }
                            if from[..] == [ActionTarget::Pit(path.clone())])
                    })
                };
                let asks_here = condition.has(&|part| match part {
                    Condition::Is(Place::Pit(path), _) | Condition::Holds(Place::Pit(path), _) => path.is_empty(),
                    _ => false,
                });
                let pit = |path: &Path| match path[..] {
                    _ if !asks_here && emptied(path) => "the pit that you have emptied".to_string(),
                    [PathStep::Next] => "the next pit".to_string(),
                    [PathStep::Previous] => "the pit before it".to_string(),
                    _ => self.pit(path, Speech { here: "it", ..Speech::NOW }),
                };
                let most = most.map_or("and so on until a pit does not fit".to_string(), |most| match most {
                    1 => "but go no further".to_string(),
                    most => format!("and so on for at most {} pits, until one does not fit", number(most)),
                });
                let places: Vec<String> = along.iter().map(pit).collect();
                let places = places.join(", and after that in the same way from the landing on at ");
                let logic = self.logic(condition, true, Speech { here: "it", ..Speech::NOW });
                let look = if asks_here { "look at" } else { "look on from" };
                match logic.list() {
                    _ if *condition == Condition::Always => {
                        format!("then do the same at {places}, {most}; your move ends")
                    }
                    None => format!(
                        "then {look} {places}: if {}, do the same there, {most}; your move ends",
                        logic.clause()
                    ),
                    Some((head, points)) => {
                        format!("then {look} {places}. If {head}, do the same there, {most}: {points}. Your move ends")
                    }
                }
            }
        }
    }
}

/// Whether a target is a single pit.
fn is_single(target: &ActionTarget) -> bool {
    match target {
        ActionTarget::Pit(_) | ActionTarget::Store(_) => true,
        ActionTarget::Every(condition) => {
            let parts = parts_of(condition);
            let is = |of: &dyn Fn(&PitKind) -> bool| {
                parts
                    .iter()
                    .any(|part| matches!(part, Condition::Is(Place::Pit(path), kind) if path.is_empty() && of(kind)))
            };
            is(&|kind| matches!(kind, PitKind::InRow(_)))
                && is(&|kind| matches!(kind, PitKind::Numbered(first, last) if first == last))
        }
    }
}

/// The parts that must all be true.
pub(super) fn parts_of(condition: &Condition) -> &[Condition] {
    match condition {
        Condition::All(parts) => parts,
        Condition::Always => &[],
        one => std::slice::from_ref(one),
    }
}

/// Joins conditions, and takes those of the same kind apart.
pub(super) fn joined(parts: Vec<Logic>, and: bool) -> Logic {
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

/// The player of whose pits a condition says that one has seeds, or is empty, and nothing else.
pub(super) fn row_seeds(condition: &Condition) -> Option<(Whose, bool)> {
    let here = |condition: &Condition| match condition {
        Condition::Is(Place::Pit(path), kind) if path.is_empty() => Some(*kind),
        _ => None,
    };
    let [one, other] = parts_of(condition) else { return None };
    let (one, other, yes) = match other {
        Condition::Not(other) => (here(one)?, here(other)?, false),
        other => (here(one)?, here(other)?, true),
    };
    match (one, other) {
        (PitKind::InRow(whose), PitKind::Occupied) | (PitKind::Occupied, PitKind::InRow(whose)) => Some((whose, yes)),
        (PitKind::InRow(whose), PitKind::Empty) | (PitKind::Empty, PitKind::InRow(whose)) => Some((whose, !yes)),
        _ => None,
    }
}

/// Whether a condition says where a pit lies, or which mark it has.
fn is_place_of_pit(condition: &Condition) -> bool {
    use PitKind::{Closed, InRow, Marked, NthRow, Numbered};
    let of = |kind: &PitKind| matches!(kind, InRow(_) | NthRow(_) | Numbered(..) | Marked(..) | Closed);
    matches!(condition, Condition::Is(Place::Pit(path), kind) if path.is_empty() && of(kind))
}

/// Whether a name makes a condition easier to read.
pub(super) fn is_named(condition: &Condition) -> bool {
    fn leaves(condition: &Condition) -> usize {
        match condition {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().map(leaves).sum(),
            Condition::Not(part) | Condition::AfterMove(part) => leaves(part),
            Condition::Exists(part) | Condition::LapEnds(part) | Condition::InReach(_, part) => leaves(part).max(2) - 1,
            Condition::Count(part, _) | Condition::Outermost(_, _, part) => leaves(part),
            _ => 1,
        }
    }
    leaves(condition) > 2
}

/// `your` or `your opponent's`.
pub(super) fn possessive(whose: Whose) -> &'static str {
    if whose == Whose::Own { "your" } else { "your opponent's" }
}

fn player(whose: Whose) -> &'static str {
    if whose == Whose::Own { "you" } else { "your opponent" }
}

/// What is true of pits, behind their name; a list stands in brackets, so that its end can be seen.
fn which(conditions: Vec<Logic>) -> String {
    let logic = joined(conditions, true);
    if logic.is_flat() { format!(" where {}", logic.clause()) } else { format!(" (where {})", logic.listed(2)) }
}

/// `is` for one seed, else `are`.
pub(super) fn are(amount: &Amount) -> &'static str {
    if matches!(amount, Amount::In(ranges) if ranges.iter().all(|&(_, high)| high == 1)) { "is" } else { "are" }
}

/// A predicate with its verb in the plural.
fn plural_verb(said: &str) -> String {
    match said.split_once(' ') {
        Some(("is", rest)) => format!("are {rest}"),
        Some(("has", rest)) => format!("have {rest}"),
        Some(("holds", rest)) => format!("hold {rest}"),
        Some(("does", rest)) => format!("do {rest}"),
        _ => said.to_string(),
    }
}

/// The number of words of a text.
pub(super) fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// A number in words up to twelve, else in digits.
pub(super) fn number(number: u16) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(usize::from(number)).map_or_else(|| number.to_string(), ToString::to_string)
}

/// `one seed`, `two seeds`.
pub(super) fn seeds(seeds: u16) -> String {
    if seeds == 1 { "one seed".into() } else { format!("{} seeds", number(seeds)) }
}

/// `pits` with their number.
pub(super) fn count(many: u16, noun: &str) -> String {
    if many == 1 { format!("one {noun}") } else { format!("{} {noun}s", number(many)) }
}

pub(super) fn amount_words(amount: &Amount) -> String {
    match amount {
        Amount::Even => "an even number of seeds".into(),
        Amount::Odd => "an odd number of seeds".into(),
        Amount::In(ranges) => match ranges[..] {
            [(low, u16::MAX)] => format!("{} or more", seeds(low)),
            [(0, high)] if high > 0 => format!("{} or fewer", seeds(high)),
            [(1, 1)] => "one seed".into(),
            [(0, 0)] => "no seeds".into(),
            _ => format!("{} seeds", numbers(amount)),
        },
    }
}

/// The numbers of an amount, without a noun.
pub(super) fn numbers(amount: &Amount) -> String {
    let Amount::In(ranges) = amount else { return if *amount == Amount::Even { "even" } else { "odd" }.into() };
    let word = |value: u16| if value == 0 { "0".to_string() } else { number(value) };
    let parts: Vec<String> = ranges
        .iter()
        .flat_map(|&(low, high)| match (low, high) {
            (low, u16::MAX) => vec![format!("{} or more", word(low))],
            (0, high) if high > 0 => vec![format!("{} or fewer", word(high))],
            (low, high) if low == high => vec![word(low)],
            (low, high) if high == low + 1 => vec![word(low), word(high)],
            (low, high) => vec![format!("{} to {}", word(low), word(high))],
        })
        .collect();
    join(&parts, "or")
}

pub(super) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) && !noun.starts_with("one") { "an" } else { "a" };
    format!("{article} {noun}")
}

pub(super) fn ordinal(number: u16) -> String {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    match (usize::from(number).checked_sub(1).and_then(|at| WORDS.get(at)), number % 100, number % 10) {
        (Some(word), ..) => word.to_string(),
        (None, 11..=13, _) => format!("{number}th"),
        (None, _, 1) => format!("{number}st"),
        (None, _, 2) => format!("{number}nd"),
        (None, _, 3) => format!("{number}rd"),
        (None, ..) => format!("{number}th"),
    }
}

pub(super) fn capitalized(text: &str) -> String {
    let mut capital = String::new();
    let mut letters = text.chars();
    for c in letters.by_ref() {
        capital.extend(c.to_uppercase());
        if c.is_alphanumeric() {
            break;
        }
    }
    capital + letters.as_str()
}
