//! The steps of a turn: what its beginning brings, the choice of a pit, the sowing, and what each seed does.

use super::super::live::simplified;
use super::super::patterns::{is_fed, is_row_fed, kind_of_here, parts_of};
use super::super::say::{Choosable, Occasion, PlannedBlock, PlannedItem, Restriction, Route, Say, Told};
use super::Planner;
use super::landing::{is_class, landings, landings_in_stage};
use super::stages::ByStage;
use crate::notation::pit_name;
use crate::rules::*;

impl Planner<'_> {
    pub(super) fn turn(&self) -> Vec<PlannedBlock> {
        let rules = self.rules;
        let mut blocks = vec![];
        let staged = ByStage::of(rules);
        if !rules.stages.is_empty() {
            let stages = rules.stages.iter().map(|stage| stage.condition.clone()).collect();
            blocks.push(PlannedBlock::Paragraph(vec![Told::plain(Say::Stages(stages))]));
        }
        for (stage, of_stage) in staged.each.iter().enumerate() {
            let steps = Planner { rules: of_stage, ..*self }.steps_in_stage(rules, staged.chooses);
            if !steps.is_empty() {
                blocks.extend([PlannedBlock::Heading(Say::InStage(Some(stage))), PlannedBlock::Steps(steps)]);
            }
        }
        if blocks.iter().any(|block| matches!(block, PlannedBlock::Heading(_))) {
            blocks.push(PlannedBlock::Heading(Say::InStage(None)));
        }
        blocks.push(PlannedBlock::Steps(Planner { rules: &staged.shared, ..*self }.steps(rules, !staged.chooses)));
        let asks = |part: &Condition| matches!(kind_of_here(part), Some(PitKind::Empty | PitKind::Occupied));
        let mut remarks = vec![];
        if rules.relays() && rules.land.iter().any(|clause| clause.condition.has(&asks)) {
            remarks.push(Told::plain(Say::EmptyMeans));
        }
        let makes = |part: &Condition| matches!(part, Condition::Holds(..)) && is_class(part, true);
        let drops = rules.drop.iter().any(|line| line.condition.has(&makes));
        if drops || rules.land.iter().any(|line| line.condition.has(&makes)) {
            remarks.push(Told::plain(Say::MakesMeans));
        }
        let captures = |action: &Action| match action {
            Action::Capture { to: Receiver::Mover, .. } => Some(true),
            Action::Capture { to: Receiver::Owner | Receiver::Opponent, .. } => Some(false),
            _ => None,
        };
        let captures: Vec<bool> = rules.actions().filter_map(captures).collect();
        if !captures.is_empty() {
            remarks.push(Told::plain(Say::CapturedGo { mover: !captures.contains(&false) }));
        }
        let elsewhere = |target: &ActionTarget| !matches!(target, ActionTarget::Pit(path) if path.is_empty());
        let lifts = |clause: &Clause<Continuation>| match &clause.then {
            Continuation::Resow { lift, .. } => lift.iter().any(elsewhere),
            _ => false,
        };
        if rules.reads(Reads::CAPTURED) && rules.land.iter().any(lifts) {
            remarks.push(Told::plain(Say::LiftedCount));
        }
        if rules.gives_bonus_moves() && !rules.board.plan.is_alone() && !self.idle_bonus_ends() {
            remarks.push(Told::plain(Say::BonusPasses));
        }
        if !remarks.is_empty() {
            blocks.push(PlannedBlock::Paragraph(remarks));
        }
        blocks
    }

    /// The steps of a turn; `whole` are the rules with those of the stages.
    fn steps(&self, whole: &Rules, chooses: bool) -> Vec<PlannedItem> {
        let rules = self.rules;
        let mut items = vec![];
        items.extend(table(Occasion::TurnBegins, &rules.begin, |()| None));
        if chooses {
            items.push(self.choice(&rules.sowing));
        }
        items.extend(table(Occasion::BeforeLap, &rules.lift, |()| None));
        items.push(PlannedItem::all(self.sowing()));
        if !rules.drop.is_empty() {
            items.push(PlannedItem::all(self.drops()));
        }
        items.push(landings(whole, &rules.land));
        items.extend(self.last_step());
        items
    }

    /// The steps of a turn that are peculiar to a stage.
    fn steps_in_stage(&self, whole: &Rules, chooses: bool) -> Vec<PlannedItem> {
        let rules = self.rules;
        let mut items = vec![];
        items.extend(table(Occasion::TurnBegins, &rules.begin, |()| None));
        if chooses {
            items.push(self.choice(&rules.sowing));
        }
        let ways: Vec<Told> = other_ways(&rules.sowing.ways).collect();
        match items.last_mut() {
            Some(choice) if chooses && choice.cases.is_empty() => choice.sentences.extend(ways),
            _ if ways.is_empty() => {}
            _ => items.push(PlannedItem::all(ways)),
        }
        items.extend(table(Occasion::BeforeLap, &rules.lift, |()| None));
        if !rules.drop.is_empty() {
            items.push(PlannedItem::all(self.drops()));
        }
        items.extend(landings_in_stage(whole, &rules.land));
        items.extend(self.last_step());
        items
    }

    fn last_step(&self) -> Option<PlannedItem> {
        table(Occasion::MoveEnds, &self.rules.finish, |then| {
            Some(then.clone()).filter(|then| *then != Continuation::Stop)
        })
    }

    /// The step in which a move is chosen.
    fn choice(&self, sowing: &Sowing) -> PlannedItem {
        let choices: Vec<Vec<Told>> = sowing.from.iter().map(|line| self.choosing(line)).collect();
        let mut choose = PlannedItem::all(choices.concat());
        if let Some(enter) = &sowing.enter {
            let instead = !sowing.from.is_empty();
            let either_way = self.game.rules.sowing.is_either_way();
            let say = Say::Enter { instead, seeds: enter.seeds, pits: enter.condition.clone(), either_way };
            choose.sentences.push(Told::of(say, [enter.clause]));
            if instead {
                choose.sentences.push(Told::of(Say::EnterFirst, [enter.clause]));
            }
        }
        match &sowing.prefer[..] {
            [] => {}
            [only] => choose.sentences.push(preference(only, false, false)),
            [first, others @ ..] => {
                let left: Option<Vec<Guarded>> = others.iter().map(|line| without(line, &first.condition)).collect();
                let otherwise = left.is_some();
                let listed = left.unwrap_or_else(|| sowing.prefer.clone());
                if otherwise {
                    choose.sentences.push(preference(first, false, false));
                }
                if let ([only], true) = (&listed[..], otherwise) {
                    choose.sentences.push(preference(only, true, false));
                } else {
                    choose.sentences.push(Told::plain(Say::Preferences { otherwise }));
                    let lines = listed.iter().map(|line| PlannedItem::of(preference(line, otherwise, true)));
                    choose.cases = lines.collect();
                }
            }
        }
        choose
    }

    /// The sentences about the pits that a line lets be lifted.
    fn choosing(&self, line: &Guarded) -> Vec<Told> {
        let clause = line.clause;
        let is = |kind| Condition::Is(Place::Pit(vec![]), kind);
        let own = is(PitKind::InRow(Whose::Own));
        let other = is(PitKind::InRow(Whose::Opponent));
        let or_store = Condition::Any(vec![own.clone(), is(PitKind::Store(Some(Whose::Own)))]);
        let parts: Vec<Condition> = parts_of(&line.condition).iter().flat_map(each_negated).collect();
        let mut from = if parts.contains(&own) {
            Choosable::Own
        } else if parts.contains(&other) {
            Choosable::Opponent
        } else if parts.contains(&or_store) {
            Choosable::OwnOrStore
        } else {
            Choosable::Any
        };
        let (plan, mut kinds, mut seeds, mut says) = (&self.rules.board.plan, vec![], None, vec![]);
        for part in parts.iter().filter(|part| ![&own, &other, &or_store].contains(part)) {
            match part {
                Condition::Not(not) if kind_of_here(not).is_some() => {
                    kinds.extend(kind_of_here(not).map(|kind| (kind, false)));
                }
                Condition::Holds(Place::Pit(path), amount) if path.is_empty() => {
                    seeds.get_or_insert_with(|| amount.clone());
                }
                Condition::LapEnds(pits) => says.push(Say::MayOnly(Restriction::FirstLap((**pits).clone()))),
                Condition::AfterMove(after) => says.push(Say::MayOnly(Restriction::After((**after).clone()))),
                part if is_fed(part) => says.push(Say::MayOnly(Restriction::Feed)),
                part => match kind_of_here(part) {
                    Some(PitKind::Occupied) => {}
                    Some(PitKind::Numbered(first, last)) if from == Choosable::Own && plan.letters() == plan.span() => {
                        from = Choosable::Numbered(first, last);
                    }
                    Some(kind) => kinds.push((kind, true)),
                    None => says.push(Say::MayOnly(Restriction::If(part.clone()))),
                },
            }
        }
        if let [Lift { condition: Condition::Always, seeds: lifting, .. }, ..] = &self.rules.sowing.lift[..]
            && lifting.fewest() > 1
        {
            seeds.get_or_insert(Amount::In(vec![(lifting.fewest(), u16::MAX)]));
        }
        let either_way = self.game.rules.sowing.is_either_way() && self.enters();
        says.insert(0, Say::Choose { from, kinds, seeds, below: self.marks_told_below(), either_way });
        says.into_iter().map(|say| Told::of(say, [clause])).collect()
    }

    /// The marks that a section below tells about, and that no sentence above names.
    fn marks_told_below(&self) -> Vec<MarkId> {
        let at_start = |mark: MarkId| self.rules.board.marks.iter().any(|(_, _, of)| *of == mark);
        let mark = |told: Told| match told.say {
            Say::MarkOwner { mark, .. } | Say::NeverEmptied(mark) => Some(mark),
            _ => None,
        };
        self.marks()
            .into_iter()
            .filter_map(mark)
            .filter(|mark| self.rules.begin.is_empty() && !at_start(*mark))
            .collect()
    }

    fn sowing(&self) -> Vec<Told> {
        let sowing = &self.rules.sowing;
        let mut all = vec![];
        for (at, lift) in sowing.lift.iter().enumerate() {
            all.push(Told::of(Say::Lift { first: at == 0, line: Box::new(lift.clone()) }, [lift.clause]));
        }
        if !sowing.lift.is_empty() && sowing.lift.iter().all(|lift| lift.condition != Condition::Always) {
            all.push(Told::plain(Say::LiftElse));
        }
        let last = sowing.ways.last().and_then(|line| line.way);
        let seeds: u16 = self.rules.board.start.iter().flatten().sum();
        let pits = self.game.program.layout().path(Side::South).len();
        let comes_round = sowing.skip.is_empty() && usize::from(seeds) >= pits;
        let sow = Say::Sow {
            lift: sowing.lift.is_empty(),
            way: last,
            route: self.route(),
            enters: self.enters(),
            comes_round,
        };
        all.push(Told::of(sow, std::iter::once(sowing.clause).chain(sowing.along_by)));
        all.extend(self.course().into_iter().map(Told::plain));
        all.extend(other_ways(sowing.ways.split_last().map_or(&[], |(_, others)| others)));
        for line in &sowing.each_lap {
            let say = Say::SowAnyLap { way: line.way, condition: line.condition.clone() };
            all.push(Told::of(say, [line.clause]));
        }
        all.extend(sowing.kept.map(|kept| Told::of(Say::Keep(kept), [sowing.clause])));
        for (at, line) in sowing.several.iter().enumerate() {
            let say = Say::Several { first: at == 0, seeds: line.seeds, condition: line.condition.clone() };
            all.push(Told::of(say, [line.clause]));
        }
        for line in &sowing.skip {
            all.push(Told::of(Say::Skip(line.condition.clone()), [line.clause]));
        }
        all
    }

    /// Whether seeds of a store can be the first lap of a move.
    fn enters(&self) -> bool {
        self.game.rules.sowing.enter.is_some()
    }

    fn route(&self) -> Route {
        let (along, plan) = (&self.rules.sowing.along, &self.rules.board.plan);
        if plan.is_shared() || plan.shape() == Shape::Drawn {
            Route::On
        } else if *along == Run::AROUND {
            Route::Around
        } else if *along == [Run::side(Whose::Own)] {
            Route::OwnSide
        } else {
            let [own, other] = [Whose::Own, Whose::Opponent].map(|whose| along.contains(&Run::store(whose)));
            Route::Runs(along.clone(), own && !other && along.contains(&Run::side(Whose::Opponent)))
        }
    }

    /// The pits in the order of sowing, where that is not plain.
    fn course(&self) -> Vec<Say> {
        let (plan, along) = (&self.rules.board.plan, &self.rules.sowing.along);
        let simple = matches!(plan.shape(), Shape::Rows(2, _)) && !along.iter().any(|run| run.backwards);
        if simple || along.iter().any(|run| run.part == RunPart::Store) {
            return vec![];
        }
        let program = &self.game.program;
        let course = |side: Side| -> Vec<String> {
            program.layout().path(side).iter().map(|&pit| pit_name(program, pit).to_string()).collect()
        };
        let players = self.seat.map_or_else(|| plan.players().to_vec(), |seat| vec![seat]);
        let way = Way::Onward;
        if let [south, north] = players[..]
            && course(north) == course(south).iter().map(|name| name.to_lowercase()).collect::<Vec<_>>()
        {
            return vec![Say::Course { side: None, way, pits: course(south) }];
        }
        players.into_iter().map(|side| Say::Course { side: Some(side), way, pits: course(side) }).collect()
    }

    /// The table for every seed that falls.
    fn drops(&self) -> Vec<Told> {
        let lines = &self.rules.drop;
        let mut all: Vec<Told> = (lines.iter().enumerate())
            .map(|(at, clause)| Told::of(falling(&clause.condition, &clause.actions, at == 0), [clause.id]))
            .collect();
        if !lines.iter().any(|clause| clause.condition.has(&|part| *part == Condition::Fact(MoveFact::LastSeed))) {
            all.push(Told::plain(Say::AlsoLastSeed));
        }
        all
    }
}

/// The ways in which a move may be sown under conditions.
fn other_ways(ways: &[WayRule]) -> impl Iterator<Item = Told> {
    ways.iter().enumerate().map(|(at, line)| {
        let say = Say::SowOther { first: at == 0, way: line.way, condition: line.condition.clone() };
        Told::of(say, [line.clause])
    })
}

/// A preference when no move satisfies the first one, if that is an alternative of it.
fn without(line: &Guarded, first: &Condition) -> Option<Guarded> {
    let Condition::Any(parts) = &line.condition else { return None };
    let firsts = match first {
        Condition::Any(parts) => &parts[..],
        first => std::slice::from_ref(first),
    };
    let left = parts.iter().filter(|part| !firsts.contains(part)).cloned().collect::<Vec<_>>();
    let condition = simplified(&Condition::Any(left), &|_| None);
    firsts.iter().all(|part| parts.contains(part)).then_some(Guarded { condition, ..line.clone() })
}

/// A condition that none of some are true, as one for each of them.
fn each_negated(condition: &Condition) -> Vec<Condition> {
    match condition {
        Condition::Not(not) => match &**not {
            Condition::Any(parts) => parts.iter().map(|part| Condition::Not(Box::new(part.clone()))).collect(),
            _ => vec![condition.clone()],
        },
        part => vec![part.clone()],
    }
}

/// A line for every seed, with the place in which it falls taken apart from what else must be true.
fn falling(condition: &Condition, actions: &[Action], first: bool) -> Say {
    let (mut last, mut class, mut rest) = (None, vec![], vec![]);
    for part in parts_of(condition) {
        let (part, yes) = match part {
            Condition::Not(part) => (&**part, false),
            part => (part, true),
        };
        match part {
            Condition::Fact(MoveFact::LastSeed) => last = Some(yes),
            part if is_class(part, yes) => class.push((part.clone(), yes)),
            part => rest.push((part.clone(), yes)),
        }
    }
    Say::Falling { first, last, class, rest, actions: actions.to_vec() }
}

/// A preference; whether it counts only if no move satisfies the first one, and whether it is among several.
fn preference(line: &Guarded, otherwise: bool, listed: bool) -> Told {
    let restriction = |condition: &Condition| match condition {
        part if is_fed(part) => Restriction::Feed,
        Condition::LapEnds(pits) => Restriction::FirstLap((**pits).clone()),
        Condition::AfterMove(part) if is_row_fed(part) => Restriction::LeaveSeeds,
        Condition::AfterMove(part) => Restriction::After((**part).clone()),
        Condition::Holds(Place::Pit(path), amount) if path.is_empty() => Restriction::Seeds(amount.clone()),
        condition => Restriction::If(condition.clone()),
    };
    let (unless, restriction) = match &line.condition {
        Condition::Any(parts) if !is_fed(&line.condition) => {
            let (unless, mut of_move): (Vec<_>, Vec<_>) = parts.iter().cloned().partition(Condition::is_of_position);
            match of_move.len() {
                1 => (unless, restriction(&of_move.remove(0))),
                _ => (unless, restriction(&Condition::Any(of_move))),
            }
        }
        condition => (vec![], restriction(condition)),
    };
    Told::of(Say::Prefer { otherwise, listed, unless, restriction }, [line.clause])
}

/// A step made of the lines of a table; a list if there are several.
fn table<T>(occasion: Occasion, table: &[Clause<T>], continues: fn(&T) -> Option<Continuation>) -> Option<PlannedItem> {
    let line = |clause: &Clause<T>, alone: Option<Occasion>, first: bool| {
        let Clause { id, condition, may, actions, then } = clause;
        let (condition, actions, then) = (condition.clone(), actions.clone(), continues(then));
        let line = Box::new(Clause { id: *id, condition, may: *may, actions, then });
        PlannedItem::of(Told::of(Say::Line { alone, first, line }, [*id]))
    };
    match table {
        [] => None,
        [only] => Some(line(only, Some(occasion), true)),
        lines => Some(PlannedItem {
            cases: lines.iter().enumerate().map(|(at, clause)| line(clause, None, at == 0)).collect(),
            ..PlannedItem::of(Told::plain(Say::FirstLine(occasion)))
        }),
    }
}
