//! The examples of a rule file that are worth a picture: one move each, which together show most lines of the rules.

use std::collections::BTreeSet;

use super::account::own_events;
use super::document::capitalized;
use crate::engine::{Event, Move, Position};
use crate::game::Game;
use crate::match_play::{Match, NextStep, Step};
use crate::notation::{read_position, read_step};
use crate::rules::ClauseId;
use crate::syntax::ast::{ExampleLineNode, ExampleNode};

/// A move of an example.
pub struct PicturedExample<'a> {
    /// What the example shows, in the author's words.
    pub title: &'a str,
    /// The position before the move.
    pub before: Position,
    /// The move.
    pub played: Move,
    /// The events of the move alone.
    pub events: Vec<Event>,
    /// The position after it.
    pub after: Position,
}

/// Moves with more laps are hard to follow in a picture; they are taken only if a file has no others.
const FEW_LAPS: usize = 3;
/// Moves with more laps are never taken.
const MOST_LAPS: usize = 12;

/// Returns at most so many examples, in the order of the file. Each shows a line of the rules that those before it
/// do not show.
pub fn pictured_examples(game: &Game, most: usize) -> Vec<PicturedExample<'_>> {
    let mut candidates: Vec<PicturedExample> =
        game.examples().iter().filter_map(|example| pictured(game, example)).collect();
    // One that goes on from the example above it, says so with its first word.
    let alone = |example: &PicturedExample| {
        let first = example.title.split(' ').next().unwrap_or("");
        !["also", "and", "but", "nor", "or", "otherwise", "so"].contains(&first)
    };
    if candidates.iter().any(alone) {
        candidates.retain(alone);
    }
    let simple = |example: &PicturedExample| laps(&example.events) <= FEW_LAPS;
    if candidates.iter().filter(|example| simple(example)).count() > 1 {
        candidates.retain(simple);
    }
    let mut known = BTreeSet::new();
    let mut chosen = vec![];
    while chosen.len() < most {
        let worth = |example: &PicturedExample| {
            (features(&example.events).difference(&known).count(), usize::MAX - laps(&example.events))
        };
        let best = candidates.iter().enumerate().max_by_key(|(at, example)| (worth(example), usize::MAX - at));
        let Some((at, example)) = best.filter(|(_, example)| worth(example).0 > 0) else { break };
        known.extend(features(&example.events));
        chosen.push(candidates.remove(at));
    }
    let order = |title: &str| game.examples().iter().position(|example| example.title.value == title);
    chosen.sort_by_key(|example| order(example.title));
    chosen
}

/// What a move can show: a line of the rules, or a number of captured pits up to two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Feature {
    Line(ClauseId),
    Captured(usize),
}

fn features(events: &[Event]) -> BTreeSet<Feature> {
    let events = own_events(events);
    let captures = events.iter().filter(|event| matches!(event, Event::Capture { .. })).count().min(2);
    // Every move lifts seeds and sows them.
    let shown = events.iter().filter(|event| !matches!(event, Event::Drop { .. } | Event::Lift { lap: 1, .. }));
    let lines = shown.filter_map(Event::clause).map(Feature::Line);
    lines.chain((captures > 0).then_some(Feature::Captured(captures))).collect()
}

fn laps(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Lift { .. } | Event::Resow { .. })).count()
}

/// The first position and move of an example under the default parameters, if its first moves are a single one.
fn pictured<'a>(game: &'a Game, example: &'a ExampleNode) -> Option<PicturedExample<'a>> {
    let mut position = None;
    for line in &example.lines {
        match &line.value {
            ExampleLineNode::With(..) => return None,
            ExampleLineNode::Position(text) => position = Some(read_position(game, &text.value).ok()?),
            ExampleLineNode::Play(turns) => {
                let [turn] = &turns[..] else { return None };
                let before = position.unwrap_or_else(|| game.program.start());
                let mut played = Match::from(&game.program, before);
                let NextStep::Move(side) = played.due else { return None };
                let Ok(Step::Move(m)) = read_step(&game.program, side, &turn.value) else { return None };
                let events = played.step_recorded(&game.program, Step::Move(m)).ok()?;
                let events = Event::split_move(&events).0.to_vec();
                let after = before.after(&events);
                let sown = events.iter().any(|event| matches!(event, Event::Drop { .. }));
                let fits = sown && laps(&events) <= MOST_LAPS;
                return fits.then_some(PicturedExample {
                    title: &example.title.value,
                    before,
                    played: m,
                    events,
                    after,
                });
            }
            ExampleLineNode::Expect(_) => {}
        }
    }
    None
}

/// A title as a sentence: with a capital letter and a full stop.
pub fn as_sentence(title: &str) -> String {
    let end = if title.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{end}", capitalized(title))
}
