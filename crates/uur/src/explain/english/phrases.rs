//! The phrases for conditions, pits, seeds and actions, addressed to the player who moves.
//!
//! Each condition and each action of the language has its phrase here and nowhere else; rule texts, `why`,
//! `whynot` and messages put them together. A condition is first brought into a [`Logic`], whose negations stand at
//! the leaves, and then written so that `and` and `or` cannot be read in two ways: two levels never stand in one
//! row of words, but become a list of (a), (b).

use super::super::patterns::{TermSubject, is_place_of_pit, is_worth_a_name, kind_of_here, parts_of, row_seeds};
use super::logic::{IT, Logic, Speech, joined};
use super::numbers::{amount_words, are, number, numbers, ordinal, with_article};
use crate::diagnostic::join;
use crate::game::Game;
use crate::rules::*;

/// Describes parts of a game's rules.
pub(in super::super) struct English<'a> {
    pub game: &'a Game,
    /// The names for conditions that may be used.
    pub terms: &'a [Term],
    /// The stages that are called by their names.
    pub stages: &'a [Stage],
    /// The player who is spoken to, if it is one of them.
    pub seat: Option<Side>,
}

/// The words in front of the pits of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Article {
    /// `a pit`
    One,
    /// `any other pit`
    Other,
    /// `no pit`
    No,
    /// `pit`
    Bare,
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
    pub(in super::super) fn of(game: &'a Game) -> Self {
        English { game, terms: &game.rules.terms, stages: &game.rules.stages, seat: None }
    }

    /// The name of a condition, and how many of the parts it stands for, if these are the first parts of others.
    fn name_of(&self, parts: &[Condition]) -> Option<(&'a str, usize)> {
        let first = parts.first()?;
        self.terms.iter().rev().find_map(|term| {
            term.meanings.iter().filter(|meaning| is_worth_a_name(meaning)).find_map(|meaning| match meaning {
                Condition::All(all) if parts.starts_with(all) => Some((term.name.as_str(), all.len())),
                meaning => (meaning == first).then_some((term.name.as_str(), 1)),
            })
        })
    }

    /// The name of a condition, as it is quoted.
    pub(in super::super) fn term(&self, term: usize) -> String {
        quoted(&self.game.rules.terms[term].name)
    }

    /// The name of a stage.
    pub(in super::super) fn stage(&self, stage: usize) -> String {
        self.game.rules.stages[stage].name.replace('_', " ")
    }

    /// Says that the turn is in a stage or is not, if a condition asks that.
    pub(in super::super) fn in_stage(&self, condition: &Condition, yes: bool) -> Option<(String, String)> {
        match (self.stage_asked(condition, yes), condition) {
            (Some(stage), _) => Some(("the turn".into(), format!("is {stage}"))),
            (None, Condition::Not(part)) => self.in_stage(part, !yes),
            (None, _) => {
                let stage = self.stages.iter().position(|stage| stage.fact == *condition)?;
                Some(("the turn".into(), format!("is not in {}", self.stage(stage))))
            }
        }
    }

    /// The stage that a condition or its negation asks for: `in namua`.
    pub(in super::super) fn stage_asked(&self, condition: &Condition, yes: bool) -> Option<String> {
        let stages = self.stages;
        let stage = match (stages.iter().position(|stage| stage.fact == *condition)?, yes) {
            (stage, true) => stage,
            // A turn that is not in one of two stages is in the other.
            (stage, false) if stages.len() == 2 => 1 - stage,
            (_, false) => return None,
        };
        Some(format!("in {}", self.stage(stage)))
    }

    /// The singular noun for a mark.
    pub(in super::super) fn mark(&self, mark: MarkId) -> String {
        self.game.rules.marks[mark.0 as usize].noun()
    }

    /// The plural noun for a mark.
    pub(in super::super) fn marks(&self, mark: MarkId) -> String {
        self.game.rules.marks[mark.0 as usize].plural()
    }

    /// Describes a condition as a clause.
    pub(in super::super) fn clause(&self, condition: &Condition, speech: Speech) -> String {
        self.logic(condition, true, speech).clause()
    }

    /// Describes a condition, or its negation, as a clause about the pits now.
    pub(in super::super) fn clause_words(&self, condition: &Condition, yes: bool) -> String {
        self.logic(condition, yes, Speech::NOW).clause()
    }

    /// Brings a condition, or its negation, into words.
    pub(in super::super) fn logic(&self, condition: &Condition, yes: bool, speech: Speech) -> Logic {
        let named = |name: &str, condition: &Condition| {
            let is = if yes { "is" } else { "is not" };
            match TermSubject::of(condition) {
                TermSubject::Pit => Logic::Leaf(speech.here.into(), format!("{is} {}", quoted(name))),
                TermSubject::Lap => Logic::Leaf(speech.lap.into(), format!("{is} {}", quoted(name))),
                TermSubject::Move => Logic::Leaf("your move".into(), format!("{is} {}", quoted(name))),
                TermSubject::Moment => Logic::Leaf(quoted(name), if yes { "applies" } else { "does not apply" }.into()),
            }
        };
        if let Some((subject, said)) = self.in_stage(condition, yes) {
            return Logic::Leaf(subject, said);
        }
        if let Some((name, _)) = self.name_of(std::slice::from_ref(condition)) {
            return named(name, condition);
        }
        match condition {
            Condition::Not(part) => self.logic(part, !yes, speech),
            Condition::All(parts) | Condition::Any(parts) => {
                let mut all = vec![];
                let mut left = &parts[..];
                while let [part, rest @ ..] = left {
                    let together = if matches!(condition, Condition::All(_)) { left } else { &left[..1] };
                    if let Some((name, parts)) = self.name_of(together) {
                        all.push(named(name, &Condition::All(left[..parts].to_vec())));
                        left = &left[parts..];
                        continue;
                    }
                    if let (true, Condition::All(_)) = (yes, condition)
                        && let Some(pit) = self.single_pit(left)
                    {
                        all.push(Logic::Leaf(speech.here.into(), format!("is {pit}")));
                        left = &rest[1..];
                        continue;
                    }
                    all.push(self.logic(part, yes, speech));
                    left = rest;
                }
                joined(all, matches!(condition, Condition::All(_)) == yes)
            }
            Condition::AfterMove(part) => self.logic(part, yes, Speech { fallen: false, ..speech }).after_move(),
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
            Condition::Fact(MoveFact::NoMove) => ("you".into(), if yes { "cannot move" } else { "can move" }.into()),
            Condition::Fact(MoveFact::LastSeed) => plain(format!("it is {not}the last seed of the lap")),
            Condition::LapEnds(part) => {
                (speech.lap.into(), format!("would {not}end in {}", self.pits(part, Article::One, speech)))
            }
            Condition::Fact(MoveFact::WayIs(way)) => {
                let way = if yes { *way } else { way.other() };
                (speech.lap.into(), format!("is sown {}", self.turned(way)))
            }
            Condition::Fact(MoveFact::Stage(_)) => self.in_stage(condition, yes).unwrap_or_default(),
            Condition::InReach(path, part) => {
                let can = if yes { "can" } else { "cannot" };
                plain(format!(
                    "a lap from {} {can} end in {}",
                    self.pits(part, Article::One, speech),
                    self.pit(path, speech)
                ))
            }
            Condition::Exists(part) => self.existence(part, yes, speech),
            Condition::Figure(MoveFigure::MoveNumber, amount) => {
                let scope = self.scope();
                let text = match amount {
                    Amount::In(ranges) => match ranges[..] {
                        [(low, high)] if low == high => format!("it is {not}the {} move of the {scope}", ordinal(low)),
                        [(1, u16::MAX)] => format!("it is {not}any move"),
                        [(low, u16::MAX)] if yes => {
                            format!("it is the {} move of the {scope} or a later one", ordinal(low))
                        }
                        [(2, u16::MAX)] => format!("it is the first move of the {scope}"),
                        [(low, u16::MAX)] => format!("it is one of the first {} moves of the {scope}", number(low - 1)),
                        [(1, high)] if yes => format!("it is one of the first {} moves of the {scope}", number(high)),
                        [(1, high)] => format!("it is the {} move of the {scope} or a later one", ordinal(high + 1)),
                        _ => format!("the number of the move is {not}{}", numbers(amount)),
                    },
                    Amount::Even | Amount::Odd => {
                        let even = (*amount == Amount::Even) == yes;
                        format!("the number of the move is {}", if even { "even" } else { "odd" })
                    }
                };
                plain(text)
            }
            Condition::Figure(MoveFigure::LastMoveOf, Amount::In(ranges)) if ranges[..] == [(0, 0)] => {
                plain(if yes { "no move came before this one" } else { "a move came before this one" }.into())
            }
            Condition::Figure(MoveFigure::LastMoveOf, amount) => {
                let did = if yes { "began" } else { "did not begin" };
                ("the move before this one".into(), format!("{did} with {}", amount_words(amount)))
            }
            Condition::Fact(MoveFact::FirstLap) => ("this lap".into(), format!("is {not}the first of your move")),
            Condition::Figure(MoveFigure::LapNumber, amount) => {
                ("this lap".into(), format!("is {not}lap {}", numbers(amount)))
            }
            Condition::Figure(MoveFigure::LapOf, amount) => {
                let seeds = match amount {
                    Amount::In(ranges) if ranges[..] == [(1, 1)] => "a single seed".into(),
                    amount => amount_words(amount),
                };
                ("this lap".into(), format!("is {not}one of {seeds}"))
            }
            Condition::Figure(MoveFigure::Captured, amount) => {
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
            Condition::Fact(MoveFact::BonusTurn) => plain(format!("this is {not}a bonus move")),
            Condition::Fact(MoveFact::PlayerIs(side)) => ("you".into(), format!("are {not}{}", side.title())),
            Condition::Fact(MoveFact::PlayerBegan) => {
                let scope = self.scope();
                ("you".into(), format!("{} the {scope}", if yes { "began" } else { "did not begin" }))
            }
            Condition::Count(part, amount) => self.counted(part, amount, yes, speech),
            Condition::Outnumber(parts) => {
                let [one, other] = [0, 1].map(|at| self.pits(&parts[at], Article::Many, speech.of_sets()));
                let there_are = if yes { "there are" } else { "there are not" };
                (String::new(), format!("{there_are} more {one} than {other}"))
            }
            Condition::Outermost(path, which, such) => {
                let is = format!("is {not}");
                let (from, article) = match which {
                    Outermost::First => (format!("from {} pit A on", speech.possessive(Whose::Own)), Article::First),
                    Outermost::Last => (format!("from {} pit A on", speech.possessive(Whose::Own)), Article::Last),
                    Outermost::After(from) => (format!("behind {}", self.pit(from, speech)), Article::First),
                    Outermost::Before(from) => (format!("up to {}", self.pit(from, speech)), Article::Last),
                };
                (self.pit(path, speech), format!("{is}{}, counted {from}", self.pits(such, article, speech.of_sets())))
            }
            Condition::Is(Place::Store(whose), kind) if speech.held => {
                let empty = (*kind != PitKind::Occupied) == yes;
                (player(*whose).into(), holds(*whose, true, if empty { "no seeds" } else { "seeds" }))
            }
            Condition::Holds(Place::Store(whose), amount) if speech.held => {
                (player(*whose).into(), holds(*whose, yes, &amount_words(amount)))
            }
            Condition::Compare(Place::Store(whose), compared, other) if speech.held => {
                let seeds = format!("{} {}", than(*compared), self.place(other, speech));
                (player(*whose).into(), holds(*whose, yes, &seeds))
            }
            Condition::Compare(one @ (Place::Counter(..) | Place::Points(_)), compared, other) => {
                let than = match compared {
                    Comparison::More => "more than",
                    Comparison::Fewer => "less than",
                    Comparison::AsMany => "the same as",
                };
                (self.place(one, speech), format!("{} {not}{than} {}", self.be(one), self.place(other, speech)))
            }
            Condition::Compare(one, compared, other) => {
                let verb = if yes { "holds" } else { "does not hold" };
                (self.place(one, speech), format!("{verb} {} {}", than(*compared), self.place(other, speech)))
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
                (self.place(place, speech), format!("{} {not}{}", self.be(place), numbers(amount)))
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
        let speech = speech.of_sets();
        if let Some((whose, occupied)) = row_seeds(part) {
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
            let said = parts.iter().filter(negative).map(|part| self.logic(part, false, speech.of(IT))).collect();
            if let Some(said) = joined(said, false).said_of(IT) {
                return (subject, said);
            }
        }
        let (pits, said): (Vec<Condition>, Vec<Condition>) = parts.iter().cloned().partition(is_place_of_pit);
        let pits = Condition::All(pits);
        if let [said] = &said[..] {
            let article = if yes { Article::One } else { Article::No };
            if !matches!(said, Condition::All(_) | Condition::Any(_)) {
                return match self.logic(said, true, speech.of(IT)).said_of(IT) {
                    Some(said) => (self.pits(&pits, article, speech), said),
                    None => self.there_is(part, yes, speech),
                };
            }
        }
        self.there_is(part, yes, speech)
    }

    fn there_is(&self, part: &Condition, yes: bool, speech: Speech) -> (String, String) {
        let article = if yes { Article::One } else { Article::No };
        ("there is".into(), self.pits(part, article, speech))
    }

    /// Says how many pits satisfy a condition.
    fn counted(&self, part: &Condition, amount: &Amount, yes: bool, speech: Speech) -> (String, String) {
        let speech = speech.of_sets();
        let many = self.pits(part, Article::Many, speech);
        let text = match amount {
            Amount::In(ranges) => match (&ranges[..], yes) {
                (&[(1, 1)], true) => format!("there is exactly {}", self.one(part, speech)),
                (&[(1, 1)], false) => format!("there is not exactly {}", self.one(part, speech)),
                (&[(1, u16::MAX)], _) => return self.there_is(part, yes, speech),
                (&[(0, 0)], _) => return self.there_is(part, !yes, speech),
                (&[(0, 1)], true) => format!("there is at most {}", self.one(part, speech)),
                (&[(0, 1)], false) => format!("there is more than {}", self.one(part, speech)),
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
        format!("one {}", self.pits(part, Article::Bare, speech))
    }

    /// The predicate of a kind of pit.
    pub(in super::super) fn kind(&self, kind: PitKind, past: bool, yes: bool) -> String {
        self.kind_of(kind, past, yes, false)
    }

    /// The predicate of a kind of pit, for one pit or many.
    fn kind_of(&self, kind: PitKind, past: bool, yes: bool, many: bool) -> String {
        let (be, has) = if many { ("are", "have") } else { ("is", "has") };
        let is = if yes { be.to_string() } else { format!("{be} not") };
        match kind {
            PitKind::InRow(Whose::Own) => format!("{is} yours"),
            PitKind::InRow(Whose::Opponent) => format!("{is} your opponent's"),
            PitKind::NthRow(row) => format!("{is} in the {}", self.nth_row(row)),
            PitKind::Empty | PitKind::Occupied => match ((kind == PitKind::Empty) == yes, past) {
                (true, true) => if many { "were empty" } else { "was empty" }.into(),
                (false, true) => "had seeds".into(),
                (true, false) => format!("{be} empty"),
                (false, false) => format!("{has} seeds"),
            },
            PitKind::Closed => format!("{is} closed"),
            PitKind::LapOrigin => format!("{is} the pit after which this lap began"),
            PitKind::TurnOrigin => format!("{is} where the move began"),
            PitKind::LastOrigin => format!("{is} where the move before this one began"),
            PitKind::LastLanding => format!("{is} where the move before this one ended"),
            PitKind::Landing => format!("{is} where the seed fell"),
            PitKind::Sown => format!("{has} {}got a seed in this lap", if yes { "" } else { "not " }),
            PitKind::Reached => format!("{has} {}got a seed in this move", if yes { "" } else { "not " }),
            PitKind::Store(None) => format!("{is} a store"),
            PitKind::Store(Some(Whose::Own)) => format!("{is} your store"),
            PitKind::Store(Some(Whose::Opponent)) => format!("{is} your opponent's store"),
            PitKind::Numbered(first, last) if self.shares_letters() => match self.has_columns() {
                true => format!("{is} {}", self.columns(None, first, last, true)),
                false => format!("{is} a pit {}", self.columns(None, first, last, false)),
            },
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
    pub(in super::super) fn pits(&self, condition: &Condition, article: Article, speech: Speech) -> String {
        if let Condition::Any(parts) = condition
            && article == Article::One
        {
            let parts: Vec<String> = parts.iter().map(|part| self.pits(part, article, speech)).collect();
            if parts.iter().all(|part| !part.contains("where ")) {
                return join(&parts, "or");
            }
        }
        if let Some(store) = self.store_with(condition, article, speech) {
            return store;
        }
        let many = matches!(article, Article::All | Article::Many);
        let mut before = String::new();
        let mut noun = if many { "pits".to_string() } else { "pit".to_string() };
        let (mut of, mut in_row, mut with) = (String::new(), String::new(), String::new());
        let mut relative: Vec<String> = vec![];
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
                let named = Condition::All(rest[..length].to_vec());
                match TermSubject::of(&named) {
                    TermSubject::Pit => before += &format!("{} ", quoted(name)),
                    _ => left.push(self.logic(&named, true, speech.of("it"))),
                }
                rest = &rest[length..];
                continue;
            }
            rest = tail;
            let (part, yes) = match part {
                Condition::Not(part) => (&**part, false),
                part => (part, true),
            };
            if let Some((name, _)) = self.name_of(std::slice::from_ref(part))
                && TermSubject::of(part) == TermSubject::Pit
            {
                let be = if many { "are" } else { "is" };
                relative.push(format!("{be} not {}", quoted(name)));
                continue;
            }
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
                // Said behind the noun, which a mark may change.
                PitKind::InRow(_) if yes => {}
                PitKind::Empty | PitKind::Occupied => {
                    let counted = parts.iter().any(|part| {
                        matches!(part, Condition::Holds(Place::Pit(path), amount) if path.is_empty() && !amount.contains(0))
                    });
                    if counted && !speech.fallen && (*kind == PitKind::Occupied) == yes {
                        // The number of its seeds tells it.
                    } else if (*kind == PitKind::Empty) == yes {
                        before = format!("empty {before}");
                    } else if speech.fallen {
                        relative.push("had seeds".into());
                    } else {
                        with += " with seeds";
                    }
                }
                PitKind::NthRow(row) if yes => {
                    let row = self.nth_row(*row);
                    in_row = match whose {
                        Some(whose) => format!(" in {} {row}", speech.possessive(whose)),
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
                    of = of_own(*whose, speech);
                }
                PitKind::Numbered(first, last) if yes && letters.is_none() => letters = Some((*first, *last)),
                kind => {
                    relative.push(self.kind_of(*kind, false, yes, many));
                }
            }
        }
        match whose {
            Some(whose) if in_row.is_empty() && marked => {
                in_row = format!(" in {}", self.place(&Place::Row(whose), speech));
            }
            Some(whose) if in_row.is_empty() => of = of_own(whose, speech),
            _ => {}
        }
        let after = if relative.is_empty() { String::new() } else { format!(" that {}", relative.join(" and ")) };
        if let Some((first, last)) = letters {
            let [a, z] = [first, last].map(|number| self.letter(whose, number));
            let and = if last == first + 1 { "and" } else { "to" };
            if self.shares_letters() {
                // A column has another letter for each player.
                let by_letter = whose.is_none() && !self.game.rules.board.plan.is_alone();
                in_row += &format!(" {}", self.columns(whose, first, last, !by_letter && self.has_columns()));
            } else if marked || !before.is_empty() || !in_row.is_empty() {
                of += &match first == last {
                    true => format!(" at {a}"),
                    false => format!(" at one of {a} {and} {z}"),
                };
            } else {
                let (one, several) = match whose {
                    Some(whose) => (
                        format!("{} pit {a}", speech.possessive(whose)),
                        format!("{} pits {a} {and} {z}", speech.possessive(whose)),
                    ),
                    None => (format!("pit {a}"), format!("the pits {a} {and} {z}")),
                };
                let text = match (first == last, article) {
                    (true, Article::All) if whose.is_none() && !self.game.rules.board.plan.is_alone() => {
                        format!("both pits {a}")
                    }
                    (true, Article::No) => {
                        format!("no pit {a}{}", whose.map_or(String::new(), |whose| of_own(whose, speech)))
                    }
                    (true, _) => one,
                    (false, Article::All | Article::Many) => several,
                    (false, Article::No) => format!("none of {several}"),
                    (false, Article::Each) => format!("each of {several}"),
                    (false, Article::Other) => format!("any other of {several}"),
                    (false, Article::First) => format!("the first of {several}"),
                    (false, Article::Last) => format!("the last of {several}"),
                    (false, Article::One | Article::Bare) => format!("one of {several}"),
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
            Article::Bare => noun,
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

    /// Names a store by a condition on `here`: `your store`.
    fn store_with(&self, condition: &Condition, article: Article, speech: Speech) -> Option<String> {
        if !matches!(article, Article::One | Article::Other | Article::Each | Article::All) {
            return None;
        }
        let (stores, others): (Vec<&Condition>, Vec<&Condition>) =
            parts_of(condition).iter().partition(|part| matches!(kind_of_here(part), Some(PitKind::Store(_))));
        let [store] = stores[..] else { return None };
        let store = match kind_of_here(store) {
            Some(PitKind::Store(Some(whose))) => format!("{} store", speech.possessive(whose)),
            _ => "a store".into(),
        };
        let others: Vec<Logic> = others.iter().map(|part| self.logic(part, true, speech.of("it"))).collect();
        Some(if others.is_empty() { store } else { store + &which(others) })
    }

    /// Names a pit if conditions begin with its row and its column.
    fn single_pit(&self, parts: &[Condition]) -> Option<String> {
        let [row, column, ..] = parts else { return None };
        match (kind_of_here(row)?, kind_of_here(column)?) {
            (PitKind::NthRow(row), PitKind::Numbered(first, last)) if first == last && self.has_columns() => {
                Some(format!("pit {}{}", self.letter(None, first), "'".repeat(row.into())))
            }
            _ => None,
        }
    }

    /// Whether a player can have several pits of one letter.
    fn shares_letters(&self) -> bool {
        let plan = &self.game.rules.board.plan;
        plan.letters() < plan.span()
    }

    /// Whether pits of one letter stand in one column.
    fn has_columns(&self) -> bool {
        self.game.rules.board.plan.shape() != Shape::Drawn
    }

    /// Names pits by letters that a player can have on several pits: the columns, or the letters themselves.
    fn columns(&self, whose: Option<Whose>, first: u8, last: u8, by_column: bool) -> String {
        let [a, z] = [first, last].map(|number| self.letter(whose, number));
        let (one, several) = match by_column {
            true => ("in column", "in one of the columns"),
            false => ("with the letter", "with one of the letters"),
        };
        match last - first {
            0 => format!("{one} {a}"),
            1 => format!("{one} {a} or {z}"),
            _ => format!("{several} {a} to {z}"),
        }
    }

    /// Where the other player's pit of the same letter lies.
    fn across(&self) -> &'static str {
        match self.game.rules.board.plan.shape() {
            Shape::Rows(2, _) => "in the other row",
            _ => "of the other player",
        }
    }

    /// Names the direction of a way: on a drawn board, of which nobody knows how it turns, that of the path.
    pub(in super::super) fn turned(&self, way: Way) -> &'static str {
        let Rules { board, sowing, .. } = &self.game.rules;
        match (board.plan.shape(), sowing.direction, way) {
            (Shape::Drawn, _, Way::Onward) => "along the path",
            (Shape::Drawn, _, Way::Back) => "back along the path",
            (_, Direction::Counterclockwise, Way::Onward) | (_, Direction::Clockwise, Way::Back) => "counter-clockwise",
            _ => "clockwise",
        }
    }

    /// Names a row of each player, 0 for the front row.
    pub(in super::super) fn nth_row(&self, row: u8) -> String {
        match row {
            0 => "front row".into(),
            row if row + 1 == self.game.rules.board.plan.depth() => "back row".into(),
            row => format!("{} row", ordinal(u16::from(row) + 1)),
        }
    }

    /// Names all pits of a player.
    pub(in super::super) fn side(&self) -> &'static str {
        let board = &self.game.rules.board;
        if board.plan.depth() > 1 || board.owners.is_some() { "side" } else { "row" }
    }

    /// The game, or the round of a match.
    pub(in super::super) fn scope(&self) -> &'static str {
        if self.game.rules.rounds.is_some() { "round" } else { "game" }
    }

    /// Names a place.
    pub(in super::super) fn place(&self, place: &Place, speech: Speech) -> String {
        match place {
            Place::Pit(path) => self.pit(path, speech),
            Place::Row(whose) => format!("{} {}", speech.possessive(*whose), self.side()),
            Place::NthRow(whose, row) => format!("{} {}", speech.possessive(*whose), self.nth_row(*row)),
            Place::Store(whose) if speech.held => player(*whose).into(),
            Place::Store(whose) => format!("{} store", speech.possessive(*whose)),
            Place::Points(whose) => format!("{} score", speech.possessive(*whose)),
            Place::Marked(whose, mark) => format!("{} {}", speech.possessive(*whose), self.marks(*mark)),
            Place::Board => "the board".into(),
            Place::Hand => "your hand".into(),
            Place::Counter(whose, counter) => format!("{} {}", speech.possessive(*whose), self.counter(*counter)),
            Place::Number(seeds) => number(*seeds),
            Place::Sum(parts) => {
                let speech = Speech { held: false, ..speech };
                let names: Vec<String> = parts.iter().map(|part| self.place(part, speech)).collect();
                let joint = if matches!(parts.last(), Some(Place::Number(_))) { "plus" } else { "and" };
                join(&names, joint)
            }
        }
    }

    /// Names a pit by its path from `here`.
    pub(in super::super) fn pit(&self, path: &[PathStep], speech: Speech) -> String {
        match path {
            [] => speech.here.into(),
            [PathStep::Opposite] => "the pit opposite".into(),
            [PathStep::Next] => speech.next.into(),
            [PathStep::Next, PathStep::Next] if speech.next == "it" => "the pit after it".into(),
            [PathStep::Next, PathStep::Next] => "the pit after the next".into(),
            [PathStep::Previous] => format!("the pit before {}", this_one(speech)),
            [PathStep::Behind] => format!("the pit behind {}", this_one(speech)),
            [PathStep::Opposite, PathStep::Behind] => "the pit behind the opposite one".into(),
            [PathStep::Mirror] => format!("the pit with the same letter {}", self.across()),
            [.., PathStep::Chosen] => {
                let several = |action: &Action| matches!(action, Action::Choose { number: 2.., .. });
                if self.game.rules.actions().any(several) { "each chosen pit" } else { "the chosen pit" }.into()
            }
            [.., PathStep::LapOrigin] => "the pit after which this lap began".into(),
            [.., PathStep::TurnOrigin] => "the pit where the move began".into(),
            [.., PathStep::Fixed(whose, row, column)] => {
                let strokes = "'".repeat((*row).into());
                format!("{} pit {}{strokes}", speech.possessive(*whose), self.letter(Some(*whose), *column))
            }
            [.., PathStep::LastOrigin] => "the pit where the move before this one began".into(),
            [.., PathStep::LastLanding] => "the pit where the move before this one ended".into(),
            [.., PathStep::Landing] => "the pit where the seed fell".into(),
            [first @ .., PathStep::Mirror] => {
                format!("the pit with the letter of {} {}", self.pit(first, speech), self.across())
            }
            [first @ .., PathStep::Behind] => format!("the pit behind {}", self.pit(first, speech)),
            [first @ .., PathStep::Opposite] => format!("the pit opposite {}", self.pit(first, speech)),
            [first @ .., PathStep::Next] => format!("the pit after {}", self.pit(first, speech)),
            [first @ .., PathStep::Previous] => format!("the pit before {}", self.pit(first, speech)),
        }
    }

    /// The letter of a pit, as the player who is spoken to reads it on the board.
    pub(in super::super) fn letter(&self, whose: Option<Whose>, number: u8) -> char {
        let letter = char::from(b'A' + number);
        let small = match (self.seat, whose) {
            (Some(seat), Some(whose)) => whose.seen_by(seat) == Side::North,
            _ => false,
        };
        if small { letter.to_ascii_lowercase() } else { letter }
    }

    /// The verb behind a counter or a score: a name with an `s` at its end is taken for a plural.
    pub(super) fn be(&self, place: &Place) -> &'static str {
        match place {
            Place::Counter(_, counter) => {
                let name = self.counter(*counter);
                if name.ends_with('s') && !name.ends_with("ss") { "are" } else { "is" }
            }
            _ => "is",
        }
    }

    /// The name of a counter.
    pub(in super::super) fn counter(&self, counter: CounterId) -> String {
        self.game.rules.counters[usize::from(counter.0)].name.replace('_', " ")
    }
}

/// An author's name of a condition.
fn quoted(name: &str) -> String {
    format!("“{}”", name.replace('_', " "))
}

/// The words for `here` behind another pit.
fn this_one<'s>(speech: Speech<'s>) -> &'s str {
    if speech.here == Speech::NOW.here { "this one" } else { "it" }
}

/// `your` or `your opponent's`.
pub(in super::super) fn possessive(whose: Whose) -> &'static str {
    Speech::NOW.possessive(whose)
}

/// `of your own` or `of your opponent's`, behind a pit.
fn of_own(whose: Whose, speech: Speech) -> String {
    let own = if whose == Whose::Own { " own" } else { "" };
    format!(" of {}{own}", speech.possessive(whose))
}

/// `hold three seeds`, after a player's name.
fn holds(whose: Whose, yes: bool, what: &str) -> String {
    let verb = match (whose, yes) {
        (Whose::Own, true) => "hold",
        (Whose::Own, false) => "do not hold",
        (Whose::Opponent, true) => "holds",
        (Whose::Opponent, false) => "does not hold",
    };
    format!("{verb} {what}")
}

/// `more seeds than`, in front of a place.
fn than(compared: Comparison) -> &'static str {
    match compared {
        Comparison::More => "more seeds than",
        Comparison::Fewer => "fewer seeds than",
        Comparison::AsMany => "as many seeds as",
    }
}

fn player(whose: Whose) -> &'static str {
    if whose == Whose::Own { "you" } else { "your opponent" }
}

/// What is true of pits, behind their name; several conditions stand in brackets, so that their end can be seen.
fn which(conditions: Vec<Logic>) -> String {
    match joined(conditions, true) {
        leaf @ Logic::Leaf(..) => format!(" where {}", leaf.clause()),
        logic if logic.is_simple() => format!(" (where {})", logic.listed(2)),
        logic => format!(" (where {})", logic.as_list(2)),
    }
}
