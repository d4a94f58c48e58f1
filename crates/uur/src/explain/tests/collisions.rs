//! Conditions and lines that mean different things have different texts.

use std::collections::HashMap;

use super::super::english::{Article, English, Speech};
use super::super::patterns::row_seeds;
use super::super::say::{Occasion, Say};
use crate::chance::Rng;
use crate::game::Game;
use crate::rules::*;

/// Makes conditions and actions at random.
struct Maker {
    rng: Rng,
}

impl Maker {
    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.rng.below(of.len())].clone()
    }

    fn whose(&mut self) -> Whose {
        self.pick(&[Whose::Own, Whose::Opponent])
    }

    fn amount(&mut self) -> Amount {
        let range = |low, high| Amount::In(vec![(low, high)]);
        self.pick(&[
            Amount::Even,
            Amount::Odd,
            range(0, 0),
            range(1, 1),
            range(1, u16::MAX),
            range(2, 3),
            range(2, 5),
            range(0, 3),
            range(3, 3),
            range(4, u16::MAX),
            Amount::In(vec![(2, 2), (4, 4)]),
        ])
    }

    fn path(&mut self) -> Path {
        use PathStep::{LapOrigin, Mirror, Next, Opposite, Previous};
        self.pick(&[
            vec![],
            vec![],
            vec![],
            vec![Opposite],
            vec![Next],
            vec![Next, Next],
            vec![Previous],
            vec![Next, Opposite],
            vec![Mirror],
            vec![LapOrigin],
        ])
    }

    fn kind(&mut self) -> PitKind {
        let (mark, whose) = (MarkId(0), self.whose());
        self.pick(&[
            PitKind::InRow(whose),
            PitKind::Empty,
            PitKind::Occupied,
            PitKind::Marked(mark, None),
            PitKind::Marked(mark, Some(whose)),
            PitKind::Numbered(0, 0),
            PitKind::Numbered(1, 3),
            PitKind::LapOrigin,
            PitKind::Reached,
            PitKind::Sown,
            PitKind::Closed,
            PitKind::Store(Some(whose)),
        ])
    }

    fn place(&mut self) -> Place {
        let (path, whose) = (self.path(), self.whose());
        self.pick(&[Place::Pit(path), Place::Row(whose), Place::Store(whose)])
    }

    fn condition(&mut self, depth: usize) -> Condition {
        let inner = |maker: &mut Maker| Box::new(maker.condition(depth.saturating_sub(1)));
        match self.rng.below(if depth == 0 { 12 } else { 25 }) {
            0..=3 => Condition::Is(Place::Pit(self.path()), self.kind()),
            4 | 5 => Condition::Holds(Place::Pit(self.path()), self.amount()),
            6 => Condition::Is(Place::Row(self.whose()), self.pick(&[PitKind::Empty, PitKind::Occupied])),
            7 => Condition::Holds(Place::Store(self.whose()), self.amount()),
            8 => {
                let compared = self.pick(&[Comparison::More, Comparison::Fewer, Comparison::AsMany]);
                let other = self.place();
                let further = Place::Sum(vec![other.clone(), Place::Number(2)]);
                Condition::Compare(self.place(), compared, self.pick(&[other, further]))
            }
            9 => Condition::Figure(MoveFigure::Captured, self.amount()),
            10 => self.pick(&[
                Condition::Fact(MoveFact::FirstLap),
                Condition::Fact(MoveFact::BonusTurn),
                Condition::Fact(MoveFact::PlayerBegan),
                Condition::Fact(MoveFact::NoMove),
                Condition::Fact(MoveFact::LastSeed),
                Condition::Fact(MoveFact::WayIs(Way::Onward)),
            ]),
            11 => {
                let amount = self.amount();
                self.pick(&[
                    Condition::Figure(MoveFigure::LapOf, amount.clone()),
                    Condition::Figure(MoveFigure::LapNumber, amount.clone()),
                    Condition::Figure(MoveFigure::MoveNumber, amount.clone()),
                    Condition::Figure(MoveFigure::LastMoveOf, amount),
                ])
            }
            12..=14 => {
                let parts = 2 + self.rng.below(2);
                Condition::All((0..parts).map(|_| self.condition(depth - 1)).collect())
            }
            15..=17 => {
                let parts = 2 + self.rng.below(2);
                Condition::Any((0..parts).map(|_| self.condition(depth - 1)).collect())
            }
            18 | 19 => Condition::Not(inner(self)),
            20 => Condition::Exists(inner(self)),
            21 => Condition::AfterMove(inner(self)),
            22 => Condition::LapEnds(inner(self)),
            23 => Condition::Outnumber(Box::new([*inner(self), *inner(self)])),
            _ => Condition::Count(inner(self), self.pick(&[Amount::In(vec![(1, 1)]), Amount::In(vec![(2, u16::MAX)])])),
        }
    }

    fn target(&mut self) -> ActionTarget {
        match self.rng.below(4) {
            0 => ActionTarget::Every(self.condition(1)),
            _ => ActionTarget::Pit(self.path()),
        }
    }

    fn action(&mut self) -> Action {
        let (from, whose) = (self.target(), self.whose());
        match self.rng.below(5) {
            0..=2 => Action::Capture {
                seeds: self.pick(&[Portion::All, Portion::AtMost(1), Portion::AllBut(1), Portion::Half]),
                from: if self.rng.below(2) == 0 { vec![from] } else { vec![from, self.target()] },
                to: self.pick(&[Receiver::Mover, Receiver::Owner, Receiver::Opponent, Receiver::Nobody]),
            },
            3 => Action::Mark { pits: vec![from], mark: MarkId(0), owner: whose },
            _ => Action::Move { seeds: self.pick(&[None, Some(1)]), from, to: self.target() },
        }
    }
}

/// A condition without what makes no difference: the order of its parts, and two ways to write the same.
/// `fallen` says that a seed has just fallen into `here`.
fn canon(condition: &Condition, yes: bool, fallen: bool) -> String {
    let leaf = |text: String| if yes { text } else { format!("not {text}") };
    // Of the pits of a set it makes no difference, but for the one pit of a landing, which no phrase singles out.
    let inside = |part: &Condition| canon(part, true, false);
    let now = |part: &Condition, yes: bool| canon(part, yes, false);
    match condition {
        Condition::Not(part) => canon(part, !yes, fallen),
        Condition::All(parts) | Condition::Any(parts) => {
            let word = if matches!(condition, Condition::All(_)) == yes { "and" } else { "or" };
            joined(word, parts.iter().map(|part| canon(part, yes, fallen)).collect())
        }
        // What is so after the move is so of each part.
        Condition::AfterMove(part) => match &**part {
            Condition::Not(part) => canon(&Condition::AfterMove(part.clone()), !yes, fallen),
            Condition::All(parts) | Condition::Any(parts) => {
                let after = |part: &Condition| Condition::AfterMove(Box::new(part.clone()));
                let word = if matches!(**part, Condition::All(_)) == yes { "and" } else { "or" };
                joined(word, parts.iter().map(|part| canon(&after(part), yes, fallen)).collect())
            }
            part => format!("after ({})", now(part, yes)),
        },
        Condition::Exists(part) => match row_seeds(part) {
            Some((whose, true)) => canon(&Condition::Is(Place::Row(whose), PitKind::Occupied), yes, fallen),
            _ => leaf(format!("exists ({})", inside(part))),
        },
        Condition::Count(part, amount) => leaf(format!("{amount:?} of ({})", inside(part))),
        Condition::Outnumber(parts) => leaf(format!("more ({}) than ({})", inside(&parts[0]), inside(&parts[1]))),
        Condition::LapEnds(part) => leaf(format!("ends ({})", inside(part))),
        Condition::Is(place, PitKind::Occupied) => canon(&Condition::Is(place.clone(), PitKind::Empty), !yes, fallen),
        Condition::Holds(place, amount) if !fallen || *place != Place::Pit(vec![]) => match amount {
            Amount::In(ranges) if ranges[..] == [(0, 0)] => {
                canon(&Condition::Is(place.clone(), PitKind::Empty), yes, fallen)
            }
            Amount::In(ranges) if ranges[..] == [(1, u16::MAX)] => {
                canon(&Condition::Is(place.clone(), PitKind::Empty), !yes, fallen)
            }
            _ => leaf(format!("{condition:?}")),
        },
        Condition::Holds(place, Amount::In(ranges)) if ranges[..] == [(1, u16::MAX)] => {
            canon(&Condition::Holds(place.clone(), Amount::In(vec![(0, 0)])), !yes, fallen)
        }
        Condition::Figure(MoveFigure::Captured, Amount::In(ranges)) if ranges[..] == [(1, u16::MAX)] => {
            canon(&Condition::Figure(MoveFigure::Captured, Amount::In(vec![(0, 0)])), !yes, fallen)
        }
        Condition::Figure(MoveFigure::MoveNumber, Amount::In(ranges)) if matches!(ranges[..], [(2.., u16::MAX)]) => {
            let before = Amount::In(vec![(1, ranges[0].0 - 1)]);
            canon(&Condition::Figure(MoveFigure::MoveNumber, before), !yes, fallen)
        }
        Condition::Figure(MoveFigure::MoveNumber, Amount::Odd) => {
            canon(&Condition::Figure(MoveFigure::MoveNumber, Amount::Even), !yes, fallen)
        }
        _ => leaf(format!("{condition:?}")),
    }
}

/// Parts joined by a word, in one order.
fn joined(word: &str, parts: Vec<String>) -> String {
    let mut all: Vec<String> = vec![];
    for part in parts {
        match part.strip_prefix(&format!("{word}[")).and_then(|rest| rest.strip_suffix(']')) {
            Some(parts) => all.extend(parts.split('\u{1f}').map(str::to_string)),
            None => all.push(part),
        }
    }
    all.sort();
    all.dedup();
    match &all[..] {
        [only] => only.clone(),
        all => format!("{word}[{}]", all.join("\u{1f}").replace(&format!("{word}["), &format!("{word} ["))),
    }
}

/// A condition and those that differ from it in a bracket, a word or a part, somewhere in it.
fn alike(condition: &Condition) -> Vec<Condition> {
    let not = |part: &Condition| Condition::Not(Box::new(part.clone()));
    let after = |part: &Condition| Condition::AfterMove(Box::new(part.clone()));
    let exists = |part: &Condition| Condition::Exists(Box::new(part.clone()));
    let join = |all: bool, parts: Vec<Condition>| if all { Condition::All(parts) } else { Condition::Any(parts) };
    let mut others = vec![not(condition)];
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            let all = matches!(condition, Condition::All(_));
            others.push(join(!all, parts.clone()));
            for at in 0..parts.len() {
                let mut fewer = parts.clone();
                let part = fewer.remove(at);
                let with = |part: Condition| join(all, [&fewer[..at], &[part], &fewer[at..]].concat());
                others.push(join(all, fewer.clone()));
                others.extend([with(not(&part)), with(after(&part)), with(exists(&part))]);
                others.extend(alike(&part).into_iter().map(with));
                if at + 2 < parts.len() {
                    let (front, two) = parts.split_at(at + 1);
                    others.push(join(all, [front, &[join(!all, two.to_vec())]].concat()));
                    others.push(join(!all, vec![join(all, front.to_vec()), join(all, two.to_vec())]));
                }
            }
            if let [first, rest @ ..] = &parts[..] {
                let rest = join(all, rest.to_vec());
                others.push(join(!all, vec![first.clone(), rest]));
            }
        }
        Condition::Not(part) => others.extend(alike(part).iter().map(not)),
        Condition::AfterMove(part) => {
            others.push((**part).clone());
            others.extend(alike(part).iter().map(after));
        }
        Condition::Exists(part) => {
            others.push((**part).clone());
            others.extend(alike(part).iter().map(exists));
        }
        Condition::LapEnds(part) => {
            others.extend(alike(part).into_iter().map(|part| Condition::LapEnds(Box::new(part))));
        }
        Condition::Outnumber(parts) => {
            let [one, other] = &**parts;
            others.push(Condition::Outnumber(Box::new([other.clone(), one.clone()])));
            others.extend(alike(one).into_iter().map(|part| Condition::Outnumber(Box::new([part, other.clone()]))));
        }
        Condition::Count(part, amount) => {
            others.extend(alike(part).into_iter().map(|part| Condition::Count(Box::new(part), amount.clone())));
        }
        _ => {}
    }
    others.retain(|other| !matches!(other, Condition::All(parts) | Condition::Any(parts) if parts.is_empty()));
    others
}

/// Texts with what each means. A text that means two things is reported.
#[derive(Default)]
struct Meanings {
    known: HashMap<String, String>,
    collisions: Vec<String>,
}

impl Meanings {
    fn add(&mut self, text: String, meaning: String) {
        match self.known.get(&text) {
            Some(known) if *known != meaning => self.collisions.push(format!("{text}\n  {known}\n  {meaning}")),
            Some(_) => {}
            None => {
                self.known.insert(text, meaning);
            }
        }
    }

    fn check(&self, least: usize) {
        assert!(self.known.len() > least, "{} texts", self.known.len());
        let collisions = &self.collisions;
        assert!(
            collisions.is_empty(),
            "{} collisions:\n{}",
            collisions.len(),
            collisions[..collisions.len().min(12)].join("\n")
        );
    }
}

fn maker(seed: u64) -> Maker {
    Maker { rng: Rng::for_game(11, seed) }
}

#[test]
fn two_conditions_have_two_texts() {
    let game = Game::shipped("layli-goobalay").expect("it is shipped");
    let english = English { game: &game, terms: &[], stages: &[], seat: None };
    for speech in [Speech::NOW, Speech::FALLEN] {
        let (mut meanings, mut maker) = (Meanings::default(), maker(1));
        for _ in 0..5_000 {
            let condition = maker.condition(2);
            for condition in alike(&condition).iter().chain([&condition]) {
                meanings.add(english.clause(condition, speech), canon(condition, true, speech.fallen));
            }
        }
        meanings.check(10_000);
    }
}

#[test]
fn two_sets_of_pits_have_two_texts() {
    let game = Game::shipped("layli-goobalay").expect("it is shipped");
    let english = English { game: &game, terms: &[], stages: &[], seat: None };
    for article in [Article::One, Article::No, Article::Each, Article::All, Article::Many] {
        let (mut meanings, mut maker) = (Meanings::default(), maker(3));
        for _ in 0..20_000 {
            let here = |kind| Condition::Is(Place::Pit(vec![]), kind);
            let whose = maker.whose();
            let row = maker.pick(&[None, Some(here(PitKind::InRow(whose)))]);
            let holds = Condition::Holds(Place::Pit(vec![]), maker.amount());
            let seeds = maker.pick(&[None, Some(here(PitKind::Empty)), Some(here(PitKind::Occupied)), Some(holds)]);
            let owner = maker.pick(&[None, Some(Whose::Own), Some(Whose::Opponent)]);
            let mark = maker.pick(&[None, Some(here(PitKind::Marked(MarkId(0), owner)))]);
            let letter = maker.pick(&[None, Some(here(PitKind::Numbered(1, 3)))]);
            let other = here(maker.pick(&[
                PitKind::Marked(MarkId(0), None),
                PitKind::Marked(MarkId(0), Some(whose)),
                PitKind::Numbered(0, 0),
                PitKind::Closed,
                PitKind::Sown,
            ]));
            let other = maker.pick(&[None, Some(Condition::Not(Box::new(other.clone()))), Some(other)]);
            let set = Condition::All([row, seeds, mark, letter, other].into_iter().flatten().collect());
            meanings.add(english.pits(&set, article, Speech::NOW), canon(&set, true, false));
        }
        meanings.check(1_000);
    }
}

#[test]
fn two_lines_have_two_texts() {
    let game = Game::shipped("layli-goobalay").expect("it is shipped");
    let english = English { game: &game, terms: &[], stages: &[], seat: None };
    let (mut meanings, mut maker) = (Meanings::default(), maker(2));
    for _ in 0..20_000 {
        let (may, number) = (maker.rng.below(4) == 0, maker.rng.below(3));
        let line = Clause {
            id: ClauseId(0),
            condition: maker.condition(2),
            may,
            actions: (0..number).map(|_| maker.action()).collect(),
            then: maker.pick(&[None, Some(Continuation::Bonus), Some(Continuation::Stop)]),
        };
        let targets = |target: &ActionTarget| match target {
            ActionTarget::Every(pits) => format!("every ({})", canon(pits, true, false)),
            target => format!("{target:?}"),
        };
        let action = |action: &Action| match action {
            Action::Capture { seeds, from, to } => {
                format!("capture {seeds:?} {:?} {to:?}", from.iter().map(targets).collect::<Vec<_>>())
            }
            Action::Move { seeds, from, to } => format!("move {seeds:?} {} {}", targets(from), targets(to)),
            Action::Mark { pits, owner, .. } => {
                format!("mark {:?} {owner:?}", pits.iter().map(targets).collect::<Vec<_>>())
            }
            action => format!("{action:?}"),
        };
        let actions: Vec<String> = line.actions.iter().map(action).collect();
        let meaning = format!("{} {may} {actions:?} {:?}", canon(&line.condition, true, false), line.then);
        let say = Say::Line { alone: Some(Occasion::MoveEnds), first: true, line: Box::new(line) };
        meanings.add(english.sentence(&say), meaning);
    }
    meanings.check(10_000);
}
