//! Decides what a rule text tells, section by section, out of the rules that can have an effect.

mod end;
mod landing;
mod setup;
mod stages;
mod turn;

use super::document::SectionId;
use super::patterns::{is_unable_to_fill, is_worth_a_name, kind_of_here, majority, parts_of};
use super::say::{Defined, PlannedBlock, PlannedItem, PlannedText, Say, Told};
use crate::game::Game;
use crate::notation::pit_name;
use crate::rules::*;

/// Plans the sections of a text.
struct Planner<'a> {
    game: &'a Game,
    /// The rules that can have an effect.
    rules: &'a Rules,
    /// The player who is spoken to, if it is one of them.
    seat: Option<Side>,
}

/// Returns what is to be told of a game whose rules that can have an effect are known.
pub(super) fn plan(game: &Game, rules: &Rules, seat: Option<Side>) -> PlannedText {
    let planner = Planner { game, rules, seat };
    let about = &rules.about;
    let paragraph = |sentences: Vec<Told>| match sentences[..] {
        [] => vec![],
        _ => vec![PlannedBlock::Paragraph(sentences)],
    };
    let cases = |items: Vec<PlannedItem>| match items[..] {
        [] => vec![],
        _ => vec![PlannedBlock::Cases(items)],
    };
    let authors = |texts: &[String]| {
        let words =
            |text: &String| PlannedItem::of(Told::plain(Say::Words(super::document::isolated(&without_ticks(text)))));
        cases(texts.iter().map(words).collect())
    };
    let lot = rules.lot.iter().map(|lot| Told::of(Say::Signs, [lot.clause])).collect();
    let sections = vec![
        (SectionId::Aim, paragraph(planner.aim())),
        (SectionId::Setup, planner.setup()),
        (SectionId::Terms, cases(planner.terms())),
        (SectionId::Marks, paragraph(planner.marks())),
        (SectionId::Turn, planner.turn()),
        (SectionId::Opening, paragraph(planner.opening())),
        (SectionId::End, paragraph(planner.end())),
        (SectionId::Match, planner.rounds()),
        (SectionId::Lot, paragraph(lot)),
        (SectionId::Notes, authors(&about.readings)),
        (SectionId::Sources, authors(&about.sources)),
    ];
    PlannedText { facts: planner.facts(), sections }
}

/// An author's text, in which a name of the file stands as the rule text has it.
fn without_ticks(text: &str) -> String {
    let quoted = |(at, part): (usize, &str)| match at % 2 {
        0 => part.to_string(),
        _ => format!("“{}”", part.replace('_', " ")),
    };
    text.split('`').enumerate().map(quoted).collect()
}

/// Plans the sentences about the end of a round.
pub(super) fn end_of_round(game: &Game, rules: &Rules) -> Vec<Told> {
    Planner { game, rules, seat: None }.end()
}

impl Planner<'_> {
    fn facts(&self) -> Say {
        let board = &self.rules.board;
        let start: u16 = board.start.iter().flatten().sum();
        let seeds = start + board.plan.players().len() as u16 * board.stored;
        Say::Facts { stores: self.uses_stores(), seeds }
    }

    /// Whether seeds can lie in a store.
    fn uses_stores(&self) -> bool {
        let captures = |action: &Action| matches!(action, Action::Capture { to, .. } if *to != Receiver::Nobody);
        let taken = self.rules.end.iter().any(|clause| !clause.ending.takings.is_empty());
        self.rules.board.stored > 0
            || self.rules.sowing.passes_stores()
            || taken
            || self.rules.goal.is_some()
            || self.rules.actions().any(captures)
    }

    fn aim(&self) -> Vec<Told> {
        let rules = self.rules;
        if let Some(rounds) = &rules.rounds {
            let say = match &rounds.over[..] {
                [clause] if is_unable_to_fill(clause, rounds.refill) => Say::AimFill,
                [EndClause { condition: Condition::Holds(Place::Points(Whose::Own), amount), .. }] => {
                    Say::AimPoints(amount.clone())
                }
                _ => Say::AimMatch,
            };
            return vec![Told::of(say, rounds.over.iter().map(|clause| clause.id))];
        }
        if rules.board.plan.is_alone() {
            return vec![Told::plain(Say::AimAlone)];
        }
        let majority = |clause: &EndClause| majority(&rules.board, &clause.condition).map(|most| (most, clause.id));
        let (amounts, clauses): (Vec<u16>, Vec<ClauseId>) = rules.end.iter().filter_map(majority).unzip();
        let no_move = Condition::Fact(MoveFact::NoMove);
        let is_lost = |clause: &&EndClause| clause.condition == no_move && clause.ending.verdict == Verdict::Opponent;
        let lost = rules.end.iter().filter(|_| rules.goal.is_none()).find(is_lost).map(|clause| clause.id);
        let others = rules
            .end
            .iter()
            .filter(|clause| matches!(clause.ending.verdict, Verdict::Player | Verdict::Opponent))
            .any(|clause| Some(clause.id) != lost && !(rules.goal.is_some() && clauses.contains(&clause.id)));
        let at_once = rules.actions().any(|action| matches!(action, Action::Over(_)));
        let last_move = || lost.map(|clause| Told::of(Say::AimLastMove, [clause]));
        let seeds = |_| Told::of(Say::AimSeeds(amounts.first().copied()), clauses);
        let first = rules.goal.map(seeds).or_else(last_move);
        let rest = match (others, at_once) {
            (false, false) => None,
            (false, true) if first.is_some() => Some(Say::AimAtOnce),
            _ => Some(Say::AimEnd { more: first.is_some() }),
        };
        first.into_iter().chain(rest.map(Told::plain)).collect()
    }

    /// What a lap is, and what the names of conditions mean.
    fn terms(&self) -> Vec<PlannedItem> {
        let mut items = vec![PlannedItem::of(Told::defining(Defined::Lap, Say::LapMeans))];
        for (term, named) in self.rules.terms.iter().enumerate() {
            for condition in named.meanings.iter().filter(|meaning| is_worth_a_name(meaning)) {
                let told = Told::defining(Defined::Term(term), Say::TermMeans { term, condition: condition.clone() });
                items.push(PlannedItem::of(told));
            }
        }
        items
    }

    /// The counters that lines change.
    fn counters(&self) -> Vec<CounterId> {
        let counts = |of: CounterId| {
            self.rules.actions().any(|action| matches!(action, Action::Count { counter, .. } if *counter == of))
        };
        (0..self.rules.counters.len()).map(|counter| CounterId(counter as u8)).filter(|of| counts(*of)).collect()
    }

    /// What is special about pits with marks.
    fn marks(&self) -> Vec<Told> {
        let mut all = vec![];
        let rules = self.rules;
        for (mark, kind) in (0..).map(MarkId).zip(&rules.marks) {
            let makes = |action: &Action, of: Option<Whose>| {
                matches!(action, Action::Mark { mark: made, owner, .. }
                    if *made == mark && of.is_none_or(|of| of == *owner))
            };
            let made = rules.actions().any(|action| makes(action, None));
            if !made && !rules.board.marks.iter().any(|(_, _, of)| *of == mark) {
                continue;
            }
            if made && self.asks_owner(mark) {
                let maker = !rules.actions().any(|action| makes(action, Some(Whose::Opponent)));
                all.push(Told::plain(Say::MarkOwner { mark, maker }));
            }
            if kind.never_emptied {
                all.push(Told::plain(Say::NeverEmptied(mark)));
            } else if self.is_never_lifted(mark) {
                all.push(Told::plain(Say::NeverLifted(mark)));
            }
        }
        all
    }

    /// Whether no lap is lifted from a pit with a mark that is there from the start: no move begins with it, and each line
    /// that lifts another pit comes after one that stops before such a pit.
    fn is_never_lifted(&self, mark: MarkId) -> bool {
        let rules = self.rules;
        let of_mark = |kind: PitKind| matches!(kind, PitKind::Marked(of, None) if of == mark);
        let at_start: Vec<u8> =
            rules.board.marks.iter().filter(|(_, _, of)| *of == mark).map(|(_, pit, _)| *pit).collect();
        let changes = |action: &Action| match action {
            Action::Mark { mark: made, .. } => *made == mark,
            Action::Unmark { .. } => true,
            _ => false,
        };
        let spares = |line: &Guarded| {
            parts_of(&line.condition).iter().any(|part| match (part, kind_of_here(part)) {
                (_, Some(PitKind::Numbered(first, last))) => !at_start.iter().any(|pit| (first..=last).contains(pit)),
                (Condition::Not(part), _) => kind_of_here(part).is_some_and(of_mark),
                _ => false,
            })
        };
        let stops = |lines: &[Clause<Continuation>], path: &Path| {
            lines.iter().any(|line| {
                let is_mark =
                    matches!(&line.condition, Condition::Is(Place::Pit(of), kind) if of == path && of_mark(*kind));
                is_mark && !line.may && line.then == Continuation::Stop
            })
        };
        let relays = rules.land.iter().enumerate().all(|(at, line)| match &line.then {
            Continuation::Relay(path) => stops(&rules.land[..at], path),
            Continuation::Resow { .. } => false,
            Continuation::Stop | Continuation::Bonus | Continuation::Repeat { .. } => true,
        });
        let relayed = rules.finish.iter().any(|line| !matches!(line.then, Continuation::Stop | Continuation::Bonus));
        !at_start.is_empty()
            && rules.sowing.along == Run::AROUND
            && rules.opening.is_empty()
            && !rules.actions().any(changes)
            && rules.sowing.from.iter().all(spares)
            && relays
            && !relayed
    }

    /// Whether it matters who owns a mark.
    fn asks_owner(&self, mark: MarkId) -> bool {
        let kind = |kind: &PitKind| matches!(kind, PitKind::Marked(of, Some(_)) if *of == mark);
        let place = |place: &Place| matches!(place, Place::Marked(_, of) if *of == mark);
        let asked = |condition: &Condition| match condition {
            Condition::Is(of, asked) => kind(asked) || place(of),
            Condition::Holds(of, _) => place(of),
            _ => false,
        };
        let taken = |ending: &Ending| {
            ending.takings.iter().any(|(_, taking)| matches!(taking, Taking::Marked(_, of) if *of == mark))
        };
        let owner = self.rules.actions().any(|action| matches!(action, Action::Capture { to: Receiver::Owner, .. }));
        owner
            || self.rules.any_condition(&asked)
            || self.rules.end.iter().any(|clause| taken(&clause.ending))
            || taken(&self.rules.repetition.ending)
    }

    fn opening(&self) -> Vec<Told> {
        let layout = self.game.program.layout();
        let plain_from = matches!(&self.rules.sowing.from[..], [only]
            if kind_of_here(&only.condition) == Some(PitKind::InRow(Whose::Own)));
        let mut scripts: Vec<(Scripted, Vec<ClauseId>)> = vec![];
        for script in &self.rules.opening {
            match scripts.last_mut() {
                // Each of several pits is allowed.
                Some((last, clauses))
                    if (last.ply, last.must, last.leaving) == (script.ply, script.must, script.leaving) =>
                {
                    last.pits.extend(&script.pits);
                    clauses.push(script.clause);
                }
                _ => scripts.push((script.clone(), vec![script.clause])),
            }
        }
        let takes_turns = self.rules.rounds.is_none() && !self.rules.gives_bonus_moves();
        let mut required: Vec<u16> = vec![];
        let scripted = scripts.into_iter().map(|(script, clauses)| {
            let instead = script.must && required.contains(&script.ply);
            required.extend(script.must.then_some(script.ply));
            let side = if script.ply % 2 == 1 { Side::South } else { Side::North };
            let name = |&pit: &u8| pit_name(&self.game.program, layout.pit(side, pit)).to_string();
            let say = Say::Scripted {
                // In a round that North begins, the players change places; who has a bonus move makes the next one, too.
                side: takes_turns.then_some(side),
                pits: script.pits.iter().map(name).collect(),
                despite: !plain_from && !script.must && script.leaving == 0,
                instead,
                script: Box::new(script),
            };
            Told::of(say, clauses)
        });
        let swaps = self.rules.swaps.iter().map(|swap| Told::of(Say::Swap(swap.ply, swap.moves_on), [swap.clause]));
        scripted.chain(swaps).collect()
    }
}
