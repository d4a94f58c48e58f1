//! The answer about what happened in one step, event by event.

use std::collections::HashMap;

use serde::Serialize;
use uur::engine::{Event, MOST_PITS, Pit, Position};
use uur::explain::{self, LandingReport, ToldEvent};
use uur::game::Game;
use uur::game_play::PlayedTurn;
use uur::match_play::Step;
use uur::notation::write_steps;
use uur::picture::{self, Geometry};
use uur::rules::Side;
use uur::source::escaped;

use crate::position::{BoardPicture, PositionData};
use crate::problem::RulePlace;
use crate::question::BoardView;
use crate::state::summary;

/// The default maximum number of events in an answer.
const MOST_TOLD: usize = 2_000;
/// The number of events of a move for which the lines that did not match are listed.
const EXAMINED: u64 = 20_000;

/// What happened in a step.
#[derive(Debug, Serialize)]
pub struct EventsAnswer {
    /// The number of the step, from 1.
    pub step: usize,
    /// The step as a record writes it.
    pub text: String,
    /// The player who made it.
    pub side: &'static str,
    /// The step in words.
    pub said: String,
    /// The number of events.
    pub total: usize,
    /// The number of the first event in the answer, from 0.
    pub first: usize,
    /// The position before that event.
    pub before: PositionData,
    /// The board before that event.
    pub board: BoardPicture,
    /// The events.
    pub events: Vec<EventData>,
    /// The contents of the groups of pits and stores, to which the changes refer.
    pub drawings: Vec<String>,
    /// The position after the last event in the answer.
    pub after: PositionData,
}

/// An event. The seeds of a lap are one event.
#[derive(Debug, Serialize)]
pub struct EventData {
    /// A word for what happened, such as `lift`, `drop`, `capture`, `mark`, `stop` or `over`.
    pub kind: &'static str,
    /// The lap to which it belongs, from 1; 0 before the first.
    pub lap: u32,
    /// The pit from which seeds go.
    pub from: Option<u8>,
    /// The pit or store to which they go; in a sowing that of the last seed.
    pub to: Option<u8>,
    /// The number of seeds.
    pub seeds: Option<u32>,
    /// What happened, in words.
    pub text: String,
    /// The rule line that caused it; none is a default of the language.
    pub rule: Option<RulePlace>,
    /// The pits and stores that change, in order: the number of the pit, its seeds, and the number of its drawing.
    pub changes: Vec<(u8, u16, usize)>,
    /// Whether the changes can be shown one by one, since each is a seed that falls.
    pub one_by_one: bool,
    /// The lines of `land` that did not match after it, and why.
    pub failed: Vec<FailedRule>,
}

/// A rule line that did not match.
#[derive(Debug, Serialize)]
pub struct FailedRule {
    /// Why not, in part of a sentence.
    pub reason: String,
    /// The line.
    pub rule: RulePlace,
}

/// Tells the events of a step from the event `first` on.
pub fn events(
    game: &Game,
    step: usize,
    turn: &PlayedTurn,
    span: (usize, Option<usize>),
    view: BoardView,
) -> EventsAnswer {
    let (first, most) = span;
    let most = most.unwrap_or(MOST_TOLD).min(MOST_TOLD);
    let mut teller = Teller {
        game,
        geometry: Geometry::of(game, &turn.before, view.style()),
        position: turn.before,
        drawings: vec![],
        numbers: HashMap::new(),
    };
    let mut landings = landings(game, turn).into_iter().peekable();
    let mut before = turn.before;
    let (mut told, mut total, mut lap, mut at) = (vec![], 0, 0, 0);
    for group in explain::told_events(&turn.events) {
        at += group.events.len();
        let landed = landings.next_if(|landing| landing.at <= at);
        if let Event::Lift { lap: number, .. } | Event::Resow { lap: number, .. } = group.events[0] {
            lap = number;
        }
        let is_told = !group.is_silent() && total >= first && told.len() < most;
        if is_told {
            told.push(teller.tell(&group, lap, landed));
        } else if group.is_silent() || total < first {
            teller.position = teller.position.after(group.events);
        }
        total += usize::from(!group.is_silent());
        if total <= first {
            before = teller.position;
        }
    }
    EventsAnswer {
        step,
        text: write_steps(&game.program, &[turn.step]),
        side: turn.player.as_str(),
        said: summary(game, turn),
        total,
        first,
        before: PositionData::of(game, &before),
        board: BoardPicture::of(game, &before, None, view),
        events: told,
        after: PositionData::of(game, &teller.position),
        drawings: teller.drawings,
    }
}

/// The landings of a move, each with its place among the events of the step.
fn landings(game: &Game, turn: &PlayedTurn) -> Vec<LandingReport> {
    let Step::Move(played) = turn.step else { return vec![] };
    let (_, mut landings) = explain::landings(game, &turn.before, played, EXAMINED);
    // The beginning of a round comes before the events of its first move.
    let begins = turn.events.len() - turn.own_events().len();
    landings.iter_mut().for_each(|landing| landing.at += begins);
    landings
}

struct Teller<'a> {
    game: &'a Game,
    geometry: Geometry,
    position: Position,
    drawings: Vec<String>,
    /// The numbers of the drawings.
    numbers: HashMap<String, usize>,
}

impl Teller<'_> {
    fn tell(&mut self, told: &ToldEvent, lap: u32, landed: Option<LandingReport>) -> EventData {
        let game = self.game;
        let before = self.position;
        let mut changes = vec![];
        for event in told.events {
            self.position.apply(event);
            if let (true, Event::Drop { pit, .. }) = (told.is_sowing(), event) {
                changes.extend(self.change(*pit));
            }
        }
        if !told.is_sowing() {
            changes = self.changes(&before);
        }
        let shown = told.events[0];
        let (from, to, seeds) = movement(told.events);
        EventData {
            kind: shown.kind(),
            lap,
            from: from.map(|pit| pit.0),
            to: to.map(|pit| pit.0),
            seeds,
            text: escaped(&told.text(game)).into_owned(),
            rule: shown.clause().map(|clause| RulePlace::of(game, clause)),
            changes,
            one_by_one: told.is_sowing(),
            failed: landed.map_or(vec![], |landed| {
                let failed = landed.failed.into_iter();
                failed
                    .map(|line| FailedRule {
                        reason: escaped(&line.reason).into_owned(),
                        rule: RulePlace::of(game, line.clause),
                    })
                    .collect()
            }),
        }
    }

    /// The pits and stores that look different than before.
    fn changes(&mut self, before: &Position) -> Vec<(u8, u16, usize)> {
        let after = self.position;
        let differs = |pit: &Pit| match pit.store_of() {
            Some(side) => before.captured[side] != after.captured[side],
            None => {
                let at = pit.index();
                before.seeds[at] != after.seeds[at]
                    || before.marks[at] != after.marks[at]
                    || before.is_closed(*pit) != after.is_closed(*pit)
                    || before.territory != after.territory
            }
        };
        let pits = (0..MOST_PITS as u8).map(Pit).filter(|pit| self.game.program.layout().has(*pit));
        let changed: Vec<Pit> = pits.chain(Side::BOTH.map(Pit::store)).filter(differs).collect();
        changed.into_iter().filter_map(|pit| self.change(pit)).collect()
    }

    /// A pit or store as it looks now; none if it is not in the picture.
    fn change(&mut self, pit: Pit) -> Option<(u8, u16, usize)> {
        let drawing = picture::content(self.game, &self.position, &self.geometry, pit)?;
        let drawings = &mut self.drawings;
        let number = *self.numbers.entry(drawing).or_insert_with_key(|drawing| {
            drawings.push(drawing.clone());
            drawings.len() - 1
        });
        let seeds = match pit.store_of() {
            Some(side) => self.position.captured[side],
            None => self.position.seeds[pit.index()].into(),
        };
        Some((pit.0, seeds, number))
    }
}

/// From where to where seeds go, and how many.
fn movement(events: &[Event]) -> (Option<Pit>, Option<Pit>, Option<u32>) {
    match events[0] {
        Event::Lift { pit, seeds, .. } | Event::Gather { pit, seeds, .. } => (Some(pit), None, Some(seeds.into())),
        Event::Resow { after, seeds, .. } => (Some(after), None, Some(seeds.into())),
        Event::Leave { pit, seeds, .. } => (None, Some(pit), Some(seeds.into())),
        Event::Drop { .. } => {
            let drops = events.iter().filter_map(|event| match event {
                Event::Drop { pit, fell, .. } => Some((*pit, u32::from(*fell))),
                _ => None,
            });
            let (last, sum) = drops.fold((None, 0), |(_, sum), (pit, fell)| (Some(pit), sum + fell));
            (None, last, Some(sum))
        }
        Event::Capture { pit, seeds, to, .. } => (Some(pit), to.map(Pit::store), Some(seeds.into())),
        Event::Take { pit, seeds, to, .. } => (Some(pit), Some(Pit::store(to)), Some(seeds.into())),
        Event::Transfer { from, to, seeds, .. } => (Some(from), Some(to), Some(seeds.into())),
        Event::Skip { pit, .. }
        | Event::Marked { pit, .. }
        | Event::Repeat { pit, .. }
        | Event::Chosen { pit, .. }
        | Event::Stop { pit, .. } => (None, Some(pit), None),
        _ => (None, None, None),
    }
}
