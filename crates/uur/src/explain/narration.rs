//! Tells the events of a move one after the other, each with a sentence of its own, as a replay shows them.

use super::moves::describe_event;
use crate::diagnostic::join;
use crate::engine::{Event, Pit};
use crate::game::Game;
use crate::notation::pit_name;

/// The most pits of a sowing that are named one by one.
const MOST_NAMED: usize = 8;

/// An event as it is told. The seeds of a lap are told together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToldEvent<'a> {
    /// The events, bookkeeping after them included. Folded over the position before them, they give the position
    /// after them.
    pub events: &'a [Event],
}

/// Groups events as they are told: consecutive drops belong together, and bookkeeping belongs to the event before
/// it. Every event is in one group. Bookkeeping at the beginning is told as nothing.
pub fn told_events(events: &[Event]) -> impl Iterator<Item = ToldEvent<'_>> {
    let groups =
        events.chunk_by(|a, b| b.is_bookkeeping() || matches!((a, b), (Event::Drop { .. }, Event::Drop { .. })));
    groups.map(|events| ToldEvent { events })
}

impl ToldEvent<'_> {
    /// Whether there is nothing to tell.
    pub fn is_silent(&self) -> bool {
        self.events[0].is_bookkeeping()
    }

    /// Whether these are the seeds of a lap, which can be shown one by one.
    pub fn is_sowing(&self) -> bool {
        matches!(self.events[0], Event::Drop { .. })
            && !self.events.iter().any(|event| matches!(event, Event::Restored { .. }))
    }

    /// What happened, in words.
    pub fn text(&self, game: &Game) -> String {
        let shown: Vec<Event> = self.events.iter().filter(|event| !event.is_bookkeeping()).copied().collect();
        match shown[..] {
            [] => String::new(),
            _ => sown(game, &shown).unwrap_or_else(|| describe_event(game, &shown)),
        }
    }
}

/// A sowing of one seed into each pit, in words.
fn sown(game: &Game, drops: &[Event]) -> Option<String> {
    let pits: Option<Vec<Pit>> = drops
        .iter()
        .map(|event| match event {
            Event::Drop { pit, fell: 1, .. } => Some(*pit),
            _ => None,
        })
        .collect();
    let names: Vec<String> = pits?.into_iter().map(|pit| pit_name(&game.program, pit).to_string()).collect();
    match &names[..] {
        [only] => Some(format!("one seed into {only}")),
        names if names.len() <= MOST_NAMED => Some(format!("one seed each into {}", join(names, "and"))),
        [first, .., last] => Some(format!("one seed each from {first} round to {last}, {} seeds", names.len())),
        [] => None,
    }
}
