//! What a plan tells, sorted by what it is about.

use crate::engine::Pit;
use crate::explain::patterns::{Literal, all_of, kind_of_here};
use crate::explain::say::*;
use crate::game::Game;
use crate::notation::pit_name;
use crate::rules::*;

/// A line of a table in the text.
pub struct ToldLine {
    pub condition: Condition,
    pub may: bool,
    pub actions: Vec<Action>,
    pub then: Continuation,
}

/// A case of the last seed in the text.
pub struct ToldCase {
    pub condition: Condition,
    /// Whether the text says that earlier cases take some of these pits, or that it holds in all other cases.
    pub is_other: bool,
    /// What happens; without it the move ends.
    pub happens: Option<LandingCase>,
}

/// The pits from which a player chooses.
pub struct ToldChoice {
    /// The stage in which they are chosen, if not in all.
    pub stage: Option<usize>,
    pub from: Choosable,
    pub kinds: Vec<(PitKind, bool)>,
    pub seeds: Option<Amount>,
    pub only: Vec<Restriction>,
}

/// A scripted move.
pub struct ToldScript {
    pub side: Option<Side>,
    pub ply: u16,
    pub must: bool,
    pub leaving: u8,
    pub despite: bool,
    pub pits: Vec<Pit>,
}

/// All that a reader of a plan has heard.
#[derive(Default)]
pub struct Heard {
    /// Whether there are stores, and how many seeds.
    pub facts: Option<(bool, u16)>,
    pub aim: Vec<Say>,
    pub setup: Vec<Say>,
    /// When a turn is in each of the stages.
    pub stages: Vec<Condition>,
    pub choices: Vec<ToldChoice>,
    /// What comes first, in a stage or in all, whether it does only if nothing satisfies the first, and where it does not.
    pub prefer: Vec<(Option<usize>, bool, Vec<Condition>, Restriction)>,
    pub enter: Option<(Option<usize>, u8, Condition)>,
    /// Whether a pit into which seeds may enter is not lifted.
    pub enter_first: bool,
    pub lifts: Vec<(Condition, Lifting)>,
    /// Whether all seeds are lifted where no line says another number.
    pub lifts_all: bool,
    pub way: Option<Way>,
    pub route: Option<Route>,
    pub course: [Option<Vec<Pit>>; 2],
    pub other_ways: Vec<(Condition, Option<Way>)>,
    pub any_lap: Vec<(Condition, Way)>,
    pub kept: Option<WayBinding>,
    pub several: Vec<(Condition, u8)>,
    pub skip: Vec<Condition>,
    pub begin: Vec<ToldLine>,
    pub before_lap: Vec<ToldLine>,
    pub finish: Vec<ToldLine>,
    pub drop: Vec<(Option<bool>, Condition, Vec<Action>)>,
    pub also_last_seed: bool,
    pub cases: Vec<ToldCase>,
    pub ordered: bool,
    pub bonus_passes: bool,
    /// Whether it is told where captured seeds go, and whether only the mover captures.
    pub captured_go: Option<bool>,
    /// Whether the text says that seeds lifted from the opponent count as captured.
    pub lifted_count: bool,
    pub makers: Vec<(MarkId, bool)>,
    pub never_emptied: Vec<MarkId>,
    pub never_lifted: Vec<MarkId>,
    pub scripts: Vec<ToldScript>,
    pub swaps: Vec<(u16, bool)>,
    pub owned: bool,
    /// The ways to end, in their order.
    pub endings: Vec<Told>,
    /// Whether the first of them counts.
    pub first_ending: bool,
    pub more_seeds_win: bool,
    pub endless: Option<(Option<u16>, EndlessOutcome)>,
    /// How often a position may come, and whether what counts of earlier moves has to be the same.
    pub repetition: Option<(u16, bool, Ending)>,
    pub rounds: Vec<Say>,
}

/// Visits the labels and sentences of a plan in their order.
pub fn each_told<'p>(plan: &'p PlannedText, visit: &mut dyn FnMut(&'p Say, &'p [ClauseId])) {
    fn of<'p>(item: &'p PlannedItem, visit: &mut dyn FnMut(&'p Say, &'p [ClauseId])) {
        item.label.iter().for_each(|label| visit(label, &[]));
        item.sentences.iter().for_each(|told| visit(&told.say, &told.clauses));
        item.cases.iter().for_each(|case| of(case, visit));
    }
    visit(&plan.facts, &[]);
    for block in plan.sections.iter().flat_map(|(_, blocks)| blocks) {
        match block {
            PlannedBlock::Paragraph(sentences) => sentences.iter().for_each(|told| visit(&told.say, &told.clauses)),
            PlannedBlock::Steps(items) | PlannedBlock::Cases(items) => items.iter().for_each(|item| of(item, visit)),
            PlannedBlock::Heading(say) => visit(say, &[]),
            PlannedBlock::Drawing(_) => {}
        }
    }
}

/// The cases of the last seed in a plan, and whether their order counts.
pub fn landings(plan: &PlannedText) -> (Vec<ToldCase>, bool) {
    let blocks = plan.sections.iter().flat_map(|(_, blocks)| blocks);
    let always = |happens| ToldCase { condition: Condition::Always, is_other: true, happens };
    let (mut all, mut stage, mut in_order) = (vec![], None, true);
    for block in blocks {
        let steps = match block {
            PlannedBlock::Heading(Say::InStage(of)) => {
                stage = *of;
                continue;
            }
            PlannedBlock::Steps(items) => &items[..],
            _ => continue,
        };
        for step in steps {
            let cases = match step.sentences.first().map(|told| &told.say) {
                Some(Say::EndsWithLastSeed) => vec![always(None)],
                Some(Say::Wherever(case)) => vec![always(Some((**case).clone()))],
                Some(Say::LandingsFirst | Say::LandingsAlone) => step.cases.iter().flat_map(cases_of).collect(),
                Some(Say::Landings { ordered, .. }) => {
                    in_order = *ordered || step.cases.len() <= 2;
                    step.cases.iter().flat_map(cases_of).collect()
                }
                _ => continue,
            };
            let within =
                |case: ToldCase| ToldCase { condition: in_stage(stage, case.condition), is_other: true, ..case };
            all.extend(cases.into_iter().map(|case| if stage.is_some() { within(case) } else { case }));
        }
    }
    assert!(!all.is_empty(), "no step is about the last seed");
    (all, in_order)
}

/// A condition under the heading of a stage.
fn in_stage(stage: Option<usize>, condition: Condition) -> Condition {
    match stage {
        Some(stage) => Condition::All(vec![Condition::Fact(MoveFact::Stage(stage as u8)), condition]),
        None => condition,
    }
}

fn cases_of(item: &PlannedItem) -> Vec<ToldCase> {
    let case = |item: &PlannedItem, condition, is_other| {
        let happens = match &item.sentences[0].say {
            Say::Happens(case) => Some((**case).clone()),
            Say::MoveEnds => None,
            other => panic!("nothing happens: {other:?}"),
        };
        ToldCase { condition, is_other, happens }
    };
    if let [Told { say: Say::Varies(cases), .. }] = &item.sentences[..] {
        let Some(Say::Lands(shared)) = &item.label else { panic!("cases that vary have a place") };
        let told = |case: &LandingCase| {
            let rest = [&shared.rest[..], &case.rest].concat();
            ToldCase { condition: place_and_rest(&shared.class, &rest), is_other: true, happens: Some(case.clone()) }
        };
        return cases.iter().map(told).collect();
    }
    match item.label.as_ref().expect("a case has a label") {
        Say::Lands(of) => vec![case(item, place_and_rest(&of.class, &of.rest), of.other)],
        Say::Anywhere | Say::ElseAnywhere => vec![case(item, Condition::Always, true)],
        Say::LandsIn(place) => {
            let below = |item: &PlannedItem| match item.label.as_ref().expect("a case has a label") {
                Say::If(of) => case(item, place_and_rest(&place.class, &of.rest), true),
                Say::Always | Say::Otherwise => case(item, place_and_rest(&place.class, &[]), true),
                other => panic!("no case of a place: {other:?}"),
            };
            item.cases.iter().map(below).collect()
        }
        other => panic!("no case: {other:?}"),
    }
}

/// What is said of the pit in which the seed fell, and what else is true. A store is told as such, not as a pit.
fn place_and_rest(class: &[Literal], rest: &[Literal]) -> Condition {
    let is_store = |part: &Condition| matches!(kind_of_here(part), Some(PitKind::Store(_)));
    let mut all = [class, rest].concat();
    if !class.is_empty() && !class.iter().any(|(part, _)| is_store(part)) {
        all.push((Condition::Is(Place::Pit(vec![]), PitKind::Store(None)), false));
    }
    all_of(&all)
}

impl Heard {
    /// Hears all sentences of a plan.
    pub fn of(game: &Game, plan: &PlannedText) -> Heard {
        let (cases, ordered) = landings(plan);
        let mut heard = Heard { cases, ordered, ..Heard::default() };
        let pits = |names: &[String]| pits_named(game, names);
        let (mut occasion, mut stage, mut counts_itself) = (None, None, false);
        each_told(plan, &mut |say, clauses| {
            let told = || Told::of(say.clone(), clauses.iter().copied());
            match say {
                Say::Facts { stores, seeds, .. } => heard.facts = Some((*stores, *seeds)),
                Say::AimFill
                | Say::AimPoints(_)
                | Say::AimMatch
                | Say::AimAlone
                | Say::AimSeeds(_)
                | Say::AimLastMove
                | Say::AimEnd { .. }
                | Say::AimAtOnce => heard.aim.push(say.clone()),
                Say::Owned(_) => {
                    heard.owned = true;
                    heard.setup.push(say.clone());
                }
                Say::PitsOfNobody
                | Say::NearRows(_)
                | Say::FrontRow
                | Say::Letters { .. }
                | Say::StoreLies { .. }
                | Say::Strokes
                | Say::DrawnSo
                | Say::AllMarked(_)
                | Say::Marked { .. }
                | Say::Fill { .. }
                | Say::CounterBegins { .. }
                | Say::SouthBegins
                | Say::LotBegins
                | Say::LaidOut { .. } => heard.setup.push(say.clone()),
                Say::FirstLine(of) => occasion = Some(*of),
                Say::Line { alone, line, .. } => {
                    let occasion = alone.or(occasion).expect("a table has an occasion");
                    let then = line.then.clone().unwrap_or(Continuation::Stop);
                    let line = ToldLine {
                        condition: in_stage(stage, line.condition.clone()),
                        may: line.may,
                        actions: line.actions.clone(),
                        then,
                    };
                    match occasion {
                        Occasion::TurnBegins => heard.begin.push(line),
                        Occasion::BeforeLap => heard.before_lap.push(line),
                        Occasion::MoveEnds => heard.finish.push(line),
                    }
                }
                Say::Stages(stages) => heard.stages.clone_from(stages),
                Say::InStage(told) => stage = *told,
                Say::Choose { from, kinds, seeds, .. } => {
                    let (kinds, seeds) = (kinds.clone(), seeds.clone());
                    heard.choices.push(ToldChoice { stage, from: *from, kinds, seeds, only: vec![] });
                }
                Say::MayOnly(restriction) => {
                    heard.choices.last_mut().expect("pits may be chosen").only.push(restriction.clone());
                }
                Say::Prefer { otherwise, unless, restriction, .. } => {
                    heard.prefer.push((stage, *otherwise, unless.clone(), restriction.clone()));
                }
                Say::Enter { seeds, pits, .. } => heard.enter = Some((stage, *seeds, pits.clone())),
                Say::EnterFirst => heard.enter_first = true,
                Say::Lift { line, .. } => heard.lifts.push((line.condition.clone(), line.seeds.clone())),
                Say::LiftElse => heard.lifts_all = true,
                Say::Sow { lift, way, route, .. } => {
                    heard.lifts_all |= *lift;
                    (heard.way, heard.route) = (*way, Some(route.clone()));
                }
                Say::Course { side: Some(side), pits: names, .. } => heard.course[*side] = Some(pits(names)),
                Say::Course { side: None, pits: names, .. } => {
                    let small: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
                    heard.course = [Some(pits(names)), Some(pits(&small))];
                }
                Say::SowOther { way, condition, .. } => {
                    heard.other_ways.push((in_stage(stage, condition.clone()), *way))
                }
                Say::SowAnyLap { way, condition } => heard.any_lap.push((condition.clone(), *way)),
                Say::Keep(kept) => heard.kept = Some(*kept),
                Say::Several { seeds, condition, .. } => heard.several.push((condition.clone(), *seeds)),
                Say::Skip(condition) => heard.skip.push(condition.clone()),
                Say::Falling { last, class, rest, actions, .. } => {
                    let condition = in_stage(stage, all_of(&[&class[..], rest].concat()));
                    heard.drop.push((*last, condition, actions.clone()));
                }
                Say::AlsoLastSeed => heard.also_last_seed = true,
                Say::MakesMeans => counts_itself = true,
                Say::CapturedGo { mover } => heard.captured_go = Some(*mover),
                Say::LiftedCount => heard.lifted_count = true,
                Say::BonusPasses => heard.bonus_passes = true,
                Say::MarkOwner { mark, maker } => heard.makers.push((*mark, *maker)),
                Say::NeverEmptied(mark) => heard.never_emptied.push(*mark),
                Say::NeverLifted(mark) => heard.never_lifted.push(*mark),
                Say::Scripted { side, script, pits: names, despite, .. } => heard.scripts.push(ToldScript {
                    side: *side,
                    ply: script.ply,
                    must: script.must,
                    leaving: script.leaving,
                    despite: *despite,
                    pits: pits(names),
                }),
                Say::Swap(ply, moves_on) => heard.swaps.push((*ply, *moves_on)),
                Say::Enough(_)
                | Say::EnoughOwn { .. }
                | Say::EitherSideEmpty(_)
                | Say::EitherStore(_)
                | Say::CannotMove { .. }
                | Say::NeitherCanMove(_)
                | Say::PassIfStuck(_)
                | Say::PassIf(_)
                | Say::LeftOnBoard(..)
                | Say::BoardEmpty(_)
                | Say::EndIf(..) => heard.endings.push(told()),
                Say::FirstEnding => heard.first_ending = true,
                Say::MoreSeedsWin => heard.more_seeds_win = true,
                Say::Endless { bound, outcome, .. } => heard.endless = Some((*bound, outcome.clone())),
                Say::Repetition { times, ending, remembers, .. } => {
                    heard.repetition = Some((*times, *remembers, ending.clone()));
                }
                Say::HeldSeeds { .. }
                | Say::Points { .. }
                | Say::MatchSeeds { .. }
                | Say::MatchPoints(_)
                | Say::MatchEnd { .. }
                | Say::Remainder { .. }
                | Say::Refill(..)
                | Say::KeepsSeeds(_)
                | Say::CounterKept(_)
                | Say::LeftoverGoes(_)
                | Say::CannotFill(_)
                | Say::WinnerGains(_)
                | Say::LoserLaysOut(_)
                | Say::NextBegins(_) => heard.rounds.push(say.clone()),
                // The cases of the last seed are heard apart.
                Say::EndsWithLastSeed
                | Say::Landings { .. }
                | Say::LandingsFirst
                | Say::LandingsAlone
                | Say::Wherever(_)
                | Say::Lands(_)
                | Say::LandsIn(_)
                | Say::If(_)
                | Say::Anywhere
                | Say::ElseAnywhere
                | Say::Always
                | Say::Otherwise
                | Say::LookFurther
                | Say::MoveEnds
                | Say::Happens(_)
                | Say::Varies(_) => {}
                // Headings of what follows, and what is so without them.
                Say::Preferences { .. } | Say::AfterRound | Say::FreeRepetition => {}
                // What is not judged, see `is_judged`.
                Say::Words(_)
                | Say::Seated(_)
                | Say::LapMeans
                | Say::EmptyMeans
                | Say::TermMeans { .. }
                | Say::Signs
                | Say::NumberParameter { .. }
                | Say::WordParameter { .. }
                | Say::ManyChanges
                | Say::LeftOut(_)
                | Say::NoChange => {}
            }
        });
        let makes = |case: &ToldCase| case.happens.as_ref().is_some_and(LandingCase::makes);
        assert!(counts_itself || !heard.cases.iter().any(makes), "it is not told which seeds make a number");
        heard
    }
}

/// The pits with these names.
pub fn pits_named(game: &Game, names: &[String]) -> Vec<Pit> {
    let program = &game.program;
    let named = |name: &String| {
        let pit = program.layout().pits().find(|&pit| pit_name(program, pit).to_string() == *name);
        pit.unwrap_or_else(|| panic!("there is no pit {name}"))
    };
    names.iter().map(named).collect()
}
