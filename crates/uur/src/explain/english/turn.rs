//! The sentences about the steps of a turn.

use super::super::document::{capitalized, uncapitalized};
use super::super::patterns::{Literal, TermSubject, all_of, empties, kind_of_here, parts_of, takes_here};
use super::super::say::{CaseDifference, Choosable, LandingCase, Occasion, Restriction, Route};
use super::actions::takes_back;
use super::logic::{Logic, Speech, joined};
use super::numbers::{amount_words, making, number, words};
use super::phrases::{Article, English, possessive};
use crate::diagnostic::join;
use crate::rules::*;

impl English<'_> {
    pub(super) fn choose(
        &self,
        from: Choosable,
        kinds: &[(PitKind, bool)],
        seeds: Option<&Amount>,
        below: &[MarkId],
    ) -> String {
        let (pit, has) = match from {
            Choosable::Own => ("one of your pits".to_string(), " that has"),
            Choosable::Opponent => ("one of your opponent's pits".into(), " that has"),
            Choosable::OwnOrStore => ("one of your pits, or your store,".into(), " that has"),
            Choosable::Any => ("a pit".into(), " that has"),
            Choosable::Numbered(first, last) => {
                let [a, z] = [first, last].map(|number| self.letter(Some(Whose::Own), number));
                match first == last {
                    true => (format!("your pit {a}"), ", which must have"),
                    false => (format!("one of your pits {a} to {z}"), " that has"),
                }
            }
        };
        let seeds = seeds.map_or("seeds".into(), amount_words);
        let kind = |(kind, yes): &(PitKind, bool)| match kind {
            PitKind::Marked(mark, _) if below.contains(mark) => {
                format!("{} (see below)", self.kind(*kind, false, *yes))
            }
            kind => self.kind(*kind, false, *yes),
        };
        let kinds: Vec<String> = kinds.iter().map(kind).collect();
        let kinds = if kinds.is_empty() { String::new() } else { format!(" and {}", join(&kinds, "and")) };
        format!("Choose {pit}{has} {seeds}{kinds}")
    }

    /// When a turn is in each of the stages.
    pub(super) fn stages(&self, stages: &[Condition]) -> String {
        let (mut told, unnamed) = (vec![], English { stages: &[], ..*self });
        for (stage, condition) in stages.iter().enumerate() {
            let name = self.stage(stage);
            told.push(match (condition, stage) {
                (Condition::Always, _) => format!("otherwise it is in {name}"),
                (condition, 0) => {
                    let when = unnamed.clause(condition, Speech::NOW);
                    format!("a turn is in {name} if, when it begins, {when}")
                }
                (condition, _) => format!("otherwise in {name}, if {}", unnamed.clause(condition, Speech::NOW)),
            });
        }
        format!("{}.", capitalized(&told.join("; ")))
    }

    pub(super) fn may_only(&self, restriction: &Restriction) -> String {
        match restriction {
            Restriction::Feed => {
                format!("If your opponent's {} is empty, you must play a move that gives them seeds.", self.side())
            }
            Restriction::FirstLap(pits) => {
                format!("Your first lap must end in {}.", self.pits(pits, Article::One, Speech::NOW))
            }
            Restriction::LeaveSeeds => "You may only play a move that leaves your opponent seeds.".into(),
            Restriction::After(after) => {
                format!("You may only play a move after which {}.", self.clause(after, Speech::NOW))
            }
            Restriction::Seeds(amount) => format!("You may only choose a pit with {}.", amount_words(amount)),
            Restriction::If(Condition::Not(part)) if TermSubject::of(part) == TermSubject::Pit => {
                match self.named_pits(part, Speech::NOW) {
                    Some(pits) => format!("You may not choose {pits}."),
                    None => format!("You may not choose a pit if {}.", self.clause(part, Speech::NOW.of("it"))),
                }
            }
            Restriction::If(condition) => {
                // After something else "it" is not the pit any more.
                let here = if begins_with_pit(condition) { "it" } else { "the pit" };
                let only = self.logic(condition, true, Speech { lap: "your first lap", ..Speech::NOW.of(here) });
                format!("You may choose a pit only if {}.", only.clause())
            }
        }
    }

    pub(super) fn prefer(&self, unless: &[Condition], restriction: &Restriction) -> String {
        let speech = Speech { lap: "your first lap", ..Speech::NOW };
        let prefer = match restriction {
            Restriction::Feed => {
                format!("If your opponent's {} is empty, play a move that gives them seeds if you can.", self.side())
            }
            Restriction::FirstLap(pits) => {
                let pits = self.pits(pits, Article::One, speech);
                format!("If you can, choose a move whose first lap ends in {pits}.")
            }
            Restriction::LeaveSeeds => "If you can, play a move that leaves your opponent seeds.".into(),
            Restriction::After(after) => {
                format!("If you can, play a move after which {}.", self.clause(after, speech))
            }
            Restriction::Seeds(amount) => format!("If you can, choose a pit with {}.", amount_words(amount)),
            Restriction::If(condition) => {
                let logic = self.logic(condition, true, speech.of("the pit"));
                let choice = self.choice_of(condition, speech).unwrap_or_else(|| match (logic.list(), &logic) {
                    (None, _) => format!("choose a move so that {}", logic.clause()),
                    (Some((_, points)), Logic::Any(_)) => {
                        format!("choose a move of which one of these points is true: {points}")
                    }
                    (Some((head, points)), _) => format!("choose a move of which {head}: {points}"),
                });
                format!("If you can, {choice}.")
            }
        };
        if unless.is_empty() {
            return prefer;
        }
        let never = Condition::All(unless.iter().map(|part| Condition::Not(Box::new(part.clone()))).collect());
        format!("When {}: {}", self.clause(&never, Speech::NOW), uncapitalized(&prefer))
    }

    /// Names a pit with a condition, if its name says it all.
    fn named_pits(&self, condition: &Condition, speech: Speech) -> Option<String> {
        let pits = self.pits(condition, Article::One, speech);
        (!pits.contains("where ") && !matches!(condition, Condition::Any(_))).then_some(pits)
    }

    /// The choice of a move by the pit and the end of its first lap, if a condition asks of no more.
    fn choice_of(&self, condition: &Condition, speech: Speech) -> Option<String> {
        if let Condition::Not(part) = condition {
            return Some(format!("do not choose {}", self.named_pits(part, speech)?)).filter(|_| self.is_of_pit(part));
        }
        let ends = |part: &&Condition| matches!(part, Condition::LapEnds(_));
        let (ends, pit): (Vec<&Condition>, Vec<&Condition>) = parts_of(condition).iter().partition(ends);
        let pit = Condition::All(pit.into_iter().cloned().collect());
        let choice = format!("choose {}", self.named_pits(&pit, speech).filter(|_| self.is_of_pit(&pit))?);
        match ends[..] {
            [] => Some(choice),
            [Condition::LapEnds(end)] => {
                let end = self.pits(end, Article::One, speech);
                Some(format!("{choice} so that your first lap ends in {end}"))
            }
            _ => None,
        }
    }

    /// Whether a condition is about the pit alone.
    fn is_of_pit(&self, condition: &Condition) -> bool {
        let is_other = |part: &Condition| match part {
            Condition::All(_) | Condition::Not(_) | Condition::Always => false,
            part => TermSubject::of(part) != TermSubject::Pit,
        };
        TermSubject::of(condition) == TermSubject::Pit && !condition.has(&is_other)
    }

    pub(super) fn sow(&self, lift: bool, way: Option<Way>, route: &Route, enters: bool, comes_round: bool) -> String {
        let plan = &self.game.rules.board.plan;
        let lift = match (lift, enters) {
            (true, true) => "To sow a pit, lift all its seeds and sow them",
            (true, false) => "Lift all its seeds and sow them",
            (false, _) => "Sow them",
        };
        let way = match way {
            Some(way) => self.turned(way),
            None if enters => "the way that you chose",
            None => "either way, as you choose",
        };
        let route = match (route, plan.depth()) {
            (Route::On, _) => "pit that follows".into(),
            (Route::Around, 1) => {
                "pit that follows, along your row, then along your opponent's, and so on round the board".into()
            }
            (Route::Around, _) => {
                "pit that follows, along all your rows, then along your opponent's, and so on round the board".into()
            }
            (Route::OwnSide, 1) => "pit that follows, round and round in your own row".into(),
            (Route::OwnSide, depth) => {
                format!("pit that follows, round and round in your own {} rows", number(depth.into()))
            }
            (Route::Runs(runs, leaves_store), _) => {
                let runs: Vec<String> = runs.iter().map(|run| self.run(run)).collect();
                let leaves = if *leaves_store { "; leave out your opponent's store" } else { "" };
                format!("place that follows: {}, and so on{leaves}", runs.join(", "))
            }
        };
        let round = if comes_round { "; the pit that you lifted is not left out" } else { "" };
        format!("{lift} {way}, one into each {route}{round}.")
    }

    pub(super) fn run(&self, run: &Run) -> String {
        let whose = possessive(run.whose);
        let backwards = if run.backwards { ", backwards" } else { "" };
        match run.part {
            RunPart::Side => format!("along {whose} {}{backwards}", self.side()),
            RunPart::Row(row) => format!("along {whose} {}{backwards}", self.nth_row(row)),
            RunPart::Store => format!("into {whose} store"),
        }
    }

    /// Names the pits with a condition or, if that takes a list, says the condition of "it".
    pub(super) fn pits_or_clause(&self, condition: &Condition, article: Article) -> Result<String, String> {
        let is_plain = !matches!(condition, Condition::Any(_))
            && !self.pits(condition, Article::One, Speech::NOW).contains("where ");
        match is_plain {
            true => Ok(self.pits(condition, article, Speech::NOW)),
            false => Err(self.clause(condition, Speech::NOW.of("it"))),
        }
    }

    pub(super) fn deeds(&self, actions: &[Action], then: Option<&Continuation>, speech: Speech) -> String {
        let mut deeds: Vec<String> = actions.iter().map(|action| self.action(action, false, speech)).collect();
        if actions.len() > 1 && actions[0].undoes() {
            deeds[0] = "put back all that your move captured".into();
            deeds[1] = format!("then {}", deeds[1]);
        }
        deeds.extend(then.map(|then| self.continuation(then, actions, &Condition::Always, speech)));
        if deeds.is_empty() { "nothing happens".into() } else { deeds.join("; ") }
    }

    /// A line of a table.
    pub(super) fn line(&self, alone: Option<Occasion>, first: bool, line: &Clause<Option<Continuation>>) -> String {
        let may = if line.may { "if you wish, " } else { "" };
        let mark = parts_of(&line.condition).iter().find_map(|part| match kind_of_here(part) {
            Some(PitKind::Marked(mark, _)) => Some(mark),
            _ => None,
        });
        let only = parts_of(&line.condition).iter().find_map(|part| match part {
            Condition::Count(pits, Amount::In(ranges)) if ranges[..] == [(1, 1)] => Some(&**pits),
            _ => None,
        });
        let speech = Speech { mark, only, ..Speech::NOW };
        let deeds = format!("{may}{}", self.deeds(&line.actions, line.then.as_ref(), speech));
        let condition = &match &line.condition {
            // Where there is none, nothing happens.
            Condition::Exists(such) if clears(&line.actions, such) => Condition::Always,
            condition => condition.clone(),
        };
        let logic = self.logic(condition, true, Speech::NOW);
        let clause = match (logic.list(), alone) {
            (Some(_), _) => format!("if {}. Then ", logic.clause()),
            (None, Some(occasion)) => {
                let clause = logic.clause();
                let pause = if words(&clause) + words(&self.when(occasion)) > 24 { ":" } else { "," };
                format!("if {clause}{pause} ")
            }
            (None, None) => format!("if {}: ", logic.clause()),
        };
        if alone == Some(Occasion::BeforeLap)
            && TermSubject::of(condition) == TermSubject::Pit
            && let Some(pits) = self.named_pits(condition, Speech::NOW)
        {
            let deeds = self.deeds(&line.actions, line.then.as_ref(), speech.of("it"));
            return format!("{}, {may}{deeds}.", self.before_lap(&pits));
        }
        if alone == Some(Occasion::MoveEnds)
            && empties(condition, false) == Some(Whose::Opponent)
            && !self.game.rules.relays()
            && !self.game.rules.captures_on_the_way()
            && !line.may
            && let [first, instead @ ..] = &line.actions[..]
            && takes_back(first)
        {
            let deeds = match instead {
                [] => "captures nothing; they stay as you have sown them".to_string(),
                instead => format!("does not do so; instead {}", self.deeds(instead, None, speech)),
            };
            return format!("A move that would take all the seeds of your opponent's {} {deeds}.", self.side());
        }
        if let Some(occasion) = alone {
            let clause = if *condition == Condition::Always { "" } else { &clause };
            return format!("{}, {clause}{deeds}.", self.when(occasion));
        }
        match (*condition == Condition::Always, first) {
            (true, true) => format!("{deeds}."),
            (true, false) => format!("otherwise {deeds}."),
            (false, true) => format!("{clause}{deeds}."),
            (false, false) => format!("otherwise, {clause}{deeds}."),
        }
    }

    /// When a line applies.
    pub(super) fn when(&self, occasion: Occasion) -> String {
        match occasion {
            Occasion::TurnBegins => "When your turn begins".into(),
            Occasion::BeforeLap => self.before_lap("a pit"),
            Occasion::MoveEnds => "When your move has ended".into(),
        }
    }

    /// Before the first lap, and before each that sows on: not before one that sows other seeds.
    fn before_lap(&self, pit: &str) -> String {
        let or_on = if self.game.rules.relays() { " or sow on from it" } else { "" };
        format!("Before you lift {pit} to begin a move{or_on}")
    }

    /// A line for every seed that falls.
    pub(super) fn falling(
        &self,
        first: bool,
        last: Option<bool>,
        class: &[Literal],
        rest: &[Literal],
        actions: &[Action],
    ) -> String {
        let seed = match last {
            Some(true) => "the last seed",
            Some(false) => "a seed, but not the last one,",
            None => "a seed",
        };
        let (made, pit) = self.landing_place(class, false);
        let place = match made {
            Some(made) => format!("{seed} makes {} in {pit}", making(made)),
            None if class.is_empty() => format!("{seed} falls"),
            None => format!("{seed} falls into {pit}"),
        };
        let otherwise = if first { "While you sow: whenever" } else { "Otherwise, whenever" };
        let here = if rest.is_empty() { "it" } else { "this pit" };
        let mark = class.iter().find_map(|(part, yes)| match kind_of_here(part) {
            Some(PitKind::Marked(mark, _)) if *yes => Some(mark),
            _ => None,
        });
        let speech = Speech { made: made.is_some(), mark, ..Speech::FALLEN.of(here) };
        let captures = actions.iter().all(|action| matches!(action, Action::Capture { .. }));
        let at_once = if captures && !actions.is_empty() { " at once" } else { "" };
        let deeds = self.deeds(actions, None, speech);
        if rest.is_empty() {
            return format!("{otherwise} {place}, {deeds}{at_once}.");
        }
        let rest = self.all_of(rest, Speech::FALLEN);
        match rest.list() {
            Some((head, points)) => format!("{otherwise} {place} and {head}: {points}. Then {deeds}{at_once}."),
            None => format!("{otherwise} {place} and {}, {deeds}{at_once}.", rest.clause()),
        }
    }

    pub(super) fn all_of(&self, literals: &[Literal], speech: Speech) -> Logic {
        joined(literals.iter().map(|(part, yes)| self.logic(part, *yes, speech)).collect(), true)
    }

    /// What must be true in a case besides the place in which the seed falls.
    pub(super) fn rest(&self, case: &LandingCase) -> Option<Logic> {
        let both = [vec![PathStep::Next], vec![PathStep::Next, PathStep::Next]];
        let empty = |path: &Path| (Condition::Is(Place::Pit(path.clone()), PitKind::Empty), true);
        if case.next && case.rest.len() == 2 && both.iter().all(|path| case.rest.contains(&empty(path))) {
            return Some(Logic::Leaf("it and the pit after it".into(), "are both empty".into()));
        }
        (!case.rest.is_empty()).then(|| self.all_of(&case.rest, landed(case)))
    }

    /// The label of a case: the place, and what else must be true.
    pub(super) fn case_label(&self, case: &LandingCase, place: Option<String>) -> String {
        let rest = self.rest(case).map(|rest| match case.next && place.is_none() {
            true => rest.head(),
            false => format!("if {}", rest.head()),
        });
        let either = (case.either_row && (place.is_some() || case.next)).then(|| "in either row".to_string());
        let parts = if place.is_some() { [place, either, rest] } else { [place, rest, either] };
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The place in which the seed falls in a case: `in an empty pit of your own`.
    pub(super) fn lands_in(&self, case: &LandingCase) -> String {
        match self.landing_place(&case.class, case.other) {
            (Some(amount), pit) => format!("where it makes {} in {pit}", making(amount)),
            (None, pit) => format!("in {pit}"),
        }
    }

    /// The number that a seed makes where it falls, and the pit, by what is said of it.
    pub(super) fn landing_place<'c>(&self, class: &'c [Literal], other: bool) -> (Option<&'c Amount>, String) {
        let made = class.iter().find_map(|(part, _)| match part {
            Condition::Holds(_, amount) => Some(amount),
            _ => None,
        });
        let literal = |(part, yes): &Literal| match part {
            Condition::Is(place, PitKind::InRow(Whose::Own)) if !*yes => {
                (Condition::Is(place.clone(), PitKind::InRow(Whose::Opponent)), true)
            }
            part => (part.clone(), *yes),
        };
        let rest: Vec<Literal> =
            class.iter().filter(|(part, _)| !matches!(part, Condition::Holds(..))).map(literal).collect();
        let article = if other { Article::Other } else { Article::One };
        (made, self.pits(&all_of(&rest), article, Speech::FALLEN))
    }

    /// What happens in a case of the last seed.
    pub(super) fn happens(&self, case: &LandingCase) -> String {
        let speech = landed(case);
        let captures = |action: &Action| matches!(action, Action::Capture { to, .. } if *to != Receiver::Nobody);
        let mut deeds: Vec<String> = vec![];
        for (at, action) in case.actions.iter().enumerate() {
            if case.makes() && takes_here(action) && !case.actions[..at].iter().any(captures) {
                deeds.push("capture them".into());
            } else {
                deeds.push(self.action(action, case.lone_seed && at == 0, speech));
            }
        }
        deeds.push(self.continuation(&case.then, &case.actions, &case.repeated, speech));
        let may = if case.may { "if you wish, " } else { "" };
        let points = self.rest(case).map_or(String::new(), |rest| rest.points_then());
        format!("{points}{may}{}.", deeds.join("; "))
    }

    /// What happens in a case, and in others that differ from it.
    pub(super) fn varies(&self, cases: &[LandingCase]) -> String {
        let [others @ .., last] = cases else { return String::new() };
        let when = |case: &LandingCase| {
            let rest = self.all_of(&case.rest, landed(case));
            format!("if {}", rest.clause())
        };
        let first = |case: &LandingCase| match case.differs(last) {
            Some(CaseDifference::First(actions)) => Some(self.deeds(actions, None, landed(case))),
            _ => None,
        };
        if let Some(firsts) = others.iter().map(first).collect::<Option<Vec<String>>>() {
            let firsts: Vec<String> =
                others.iter().zip(firsts).map(|(case, deeds)| format!("{}, {deeds}", when(case))).collect();
            return format!("{}. In any case {}", firsts.join("; otherwise, "), self.happens(&bare(last)));
        }
        // They are sown from different places.
        let mut deeds: Vec<String> =
            last.actions.iter().map(|action| self.action(action, false, landed(last))).collect();
        let ways = others.iter().map(|case| format!("{}, {}", self.resown(&case.then, landed(case)), when(case)));
        let ways: Vec<String> = ways.collect();
        deeds.push(self.lifted(&last.then, landed(last)));
        let otherwise = self.resown(&last.then, landed(last));
        format!("{}: {}; otherwise {otherwise}; then see again.", deeds.join("; "), ways.join("; otherwise "))
    }
}

/// A case without conditions that its label has.
fn bare(case: &LandingCase) -> LandingCase {
    LandingCase { rest: vec![], ..case.clone() }
}

/// How pits are named in a case of the last seed.
fn landed(case: &LandingCase) -> Speech<'static> {
    if case.next { Speech { next: "it", ..Speech::FALLEN } } else { Speech::FALLEN }
}

/// Whether actions take a mark from the pits with a condition, and do nothing else.
fn clears(actions: &[Action], such: &Condition) -> bool {
    matches!(actions, [Action::Unmark { pits }] if pits[..] == [ActionTarget::Every(such.clone())])
}

/// Whether the first thing that a condition asks for is about a pit.
fn begins_with_pit(condition: &Condition) -> bool {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.first().is_some_and(begins_with_pit),
        Condition::Not(part) => begins_with_pit(part),
        part => TermSubject::of(part) == TermSubject::Pit,
    }
}
