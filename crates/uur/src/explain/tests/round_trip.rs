//! What is planned to be told means what the rules say.

use std::collections::{BTreeMap, BTreeSet};

use super::super::live::live;
use super::super::patterns::{Literal, all_of, kind_of_here};
use super::super::plan::plan;
use super::super::say::{PlannedBlock, PlannedItem, PlannedText, Say};
use super::{lines, shipped};
use crate::chance::Rng;
use crate::engine::{Event, History, Moment, Observer};
use crate::game::Game;
use crate::rules::{ClauseId, Condition, PitKind, Place, Rules, Value, Values};

/// The items of all lists, and the clauses of all sentences.
fn cited(plan: &PlannedText) -> BTreeSet<ClauseId> {
    fn of(item: &PlannedItem, all: &mut BTreeSet<ClauseId>) {
        all.extend(item.sentences.iter().flat_map(|told| &told.clauses));
        item.cases.iter().for_each(|case| of(case, all));
    }
    let mut all = BTreeSet::new();
    for block in plan.sections.iter().flat_map(|(_, blocks)| blocks) {
        match block {
            PlannedBlock::Paragraph(sentences) => all.extend(sentences.iter().flat_map(|told| &told.clauses)),
            PlannedBlock::Steps(items) | PlannedBlock::Cases(items) => {
                items.iter().for_each(|item| of(item, &mut all));
            }
            PlannedBlock::Drawing(_) => {}
        }
    }
    all
}

/// The game under each value of each parameter whose values are words.
fn under_each_word(game: &Game) -> Vec<Game> {
    let mut games = vec![];
    for parameter in &game.rules.parameters {
        for value in &parameter.values {
            if let Values::One(Value::Word(word)) = value
                && *value != Values::One(parameter.value.clone())
            {
                let mut settings = game.settings();
                settings.insert(parameter.name.clone(), word.clone());
                games.extend(game.with_settings(&settings));
            }
        }
    }
    games
}

/// Whether a clause only says, perhaps, what would be so without it.
fn is_default(rules: &Rules, clause: ClauseId) -> bool {
    let unfilled = rules.rounds.as_ref().map(|rounds| rounds.unfilled_by);
    unfilled == Some(clause) || rules.sowing.along_by == Some(clause)
}

#[test]
fn the_lines_that_can_apply_are_planned_once_under_every_word() {
    let mut games = 0;
    for (name, game) in shipped() {
        for game in under_each_word(&game).iter().chain([&game]) {
            let rules = live(game);
            let (cited, lines) = (cited(&plan(game, &rules, None)), lines(&rules));
            let text = |clause: &ClauseId| game.text(*clause).to_string();
            let missing: Vec<String> = lines.difference(&cited).map(text).collect();
            let dead: Vec<String> = cited.iter().filter(|clause| game.dead.contains(clause)).map(text).collect();
            let others: Vec<String> =
                cited.difference(&lines).filter(|clause| !is_default(&rules, **clause)).map(text).collect();
            assert!(missing.is_empty() && dead.is_empty(), "{name}: not told {missing:?}; dead {dead:?}");
            assert!(others.is_empty(), "{name}: told without need: {others:?}");
            games += 1;
        }
    }
    assert!(games > 280, "{games} games");
}

/// A case of the last seed as it can be read in a plan.
struct Reading {
    condition: Condition,
    /// Whether it is told that earlier cases take some of these pits, or that it holds in all other cases.
    is_other: bool,
    clause: Option<ClauseId>,
}

/// The cases of the last seed in a plan, and whether their order is told to count.
fn readings(plan: &PlannedText) -> (Vec<Reading>, bool) {
    let blocks = plan.sections.iter().flat_map(|(_, blocks)| blocks);
    let steps = blocks.flat_map(|block| match block {
        PlannedBlock::Steps(items) => &items[..],
        PlannedBlock::Paragraph(_) | PlannedBlock::Cases(_) | PlannedBlock::Drawing(_) => &[],
    });
    for step in steps {
        let clause = step.sentences.first().and_then(|told| told.clauses.first().copied());
        let reading = |condition, is_other, clause| Reading { condition, is_other, clause };
        match step.sentences.first().map(|told| &told.say) {
            Some(Say::EndsWithLastSeed) => return (vec![reading(Condition::Always, true, None)], true),
            Some(Say::Wherever(_)) => return (vec![reading(Condition::Always, true, clause)], true),
            Some(Say::Landings { ordered, .. }) => {
                return (step.cases.iter().flat_map(readings_of).collect(), *ordered || step.cases.len() <= 2);
            }
            _ => {}
        }
    }
    panic!("no step is about the last seed");
}

/// What is said of the pit in which the seed fell, and what else is true. A store is told as such, not as a pit.
fn condition(class: &[Literal], rest: &[Literal]) -> Condition {
    let is_store = |part: &Condition| matches!(kind_of_here(part), Some(PitKind::Store(_)));
    let mut all = [class, rest].concat();
    if !class.is_empty() && !class.iter().any(|(part, _)| is_store(part)) {
        all.push((Condition::Is(Place::Pit(vec![]), PitKind::Store(None)), false));
    }
    all_of(&all)
}

fn readings_of(item: &PlannedItem) -> Vec<Reading> {
    let clause = item.sentences[0].clauses.first().copied();
    match item.label.as_ref().expect("a case has a label") {
        Say::Lands(case) => {
            vec![Reading { condition: condition(&case.class, &case.rest), is_other: case.other, clause }]
        }
        Say::Anywhere | Say::ElseAnywhere => vec![Reading { condition: Condition::Always, is_other: true, clause }],
        Say::LandsIn(place) => {
            let below = |item: &PlannedItem| {
                let clause = item.sentences[0].clauses.first().copied();
                match item.label.as_ref().expect("a case has a label") {
                    Say::If(case) => Reading { condition: condition(&place.class, &case.rest), is_other: true, clause },
                    Say::Always | Say::Otherwise => {
                        Reading { condition: condition(&place.class, &[]), is_other: true, clause }
                    }
                    other => panic!("no case of a place: {other:?}"),
                }
            };
            item.cases.iter().map(below).collect()
        }
        other => panic!("no case: {other:?}"),
    }
}

/// Compares the lines of `land` with the cases that are told, at each landing.
struct Reader<'a> {
    game: &'a Game,
    name: &'a str,
    readings: Vec<Reading>,
    ordered: bool,
    /// How often each line was the first to match.
    met: BTreeMap<Option<ClauseId>, usize>,
}

impl Observer for Reader<'_> {
    fn event(&mut self, _event: Event) {}

    fn wants_landings(&self) -> bool {
        true
    }

    fn landed(&mut self, moment: &dyn Moment) {
        let line = self.game.rules.land.iter().find(|line| moment.holds(&line.condition)).map(|line| line.id);
        let fitting: Vec<&Reading> = self.readings.iter().filter(|reading| moment.holds(&reading.condition)).collect();
        let told = fitting.first().unwrap_or_else(|| panic!("{}: no case fits at {:?}", self.name, moment.here()));
        assert_eq!(
            told.clause.map(|clause| self.game.text(clause)),
            line.map(|clause| self.game.text(clause)),
            "{} at {:?} in {:?}",
            self.name,
            moment.here(),
            moment.position()
        );
        if !self.ordered {
            let twice = fitting.iter().skip(1).find(|reading| !reading.is_other);
            assert!(twice.is_none(), "{}: two cases fit, and their order is not told to count", self.name);
        }
        *self.met.entry(line).or_default() += 1;
    }
}

/// Plays some games at random and compares each landing.
fn read_along<'a>(name: &'a str, game: &'a Game, games: u64) -> Reader<'a> {
    let (readings, ordered) = readings(&plan(game, &live(game), None));
    let mut reader = Reader { game, name, readings, ordered, met: BTreeMap::new() };
    for number in 0..games {
        let (mut position, mut rng, mut history) = (game.program.start(), Rng::for_game(7, number), History::default());
        for _ in 0..40 {
            let moves = game.program.legal_moves(&position);
            if moves.is_empty() || position.outcome.is_some() {
                break;
            }
            game.program.play_legal(&mut position, &mut history, moves[rng.below(moves.len())], &mut reader);
        }
    }
    reader
}

#[test]
fn the_cases_of_the_last_seed_are_the_lines_of_land() {
    let (mut landings, mut met, mut lines) = (0, 0, 0);
    for (name, game) in shipped() {
        for (game, games) in under_each_word(&game).iter().map(|game| (game, 2)).chain([(&game, 6)]) {
            let reader = read_along(name, game, games);
            landings += reader.met.values().sum::<usize>();
            met += reader.met.keys().flatten().count();
            lines += live(game).land.len();
        }
    }
    assert!(landings > 50_000 && met * 10 > lines * 9, "{landings} landings met {met} of {lines} lines");
}
