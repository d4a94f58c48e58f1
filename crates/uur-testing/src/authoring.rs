//! Generates examples from play, as `test` sections that expect what happened.
//!
//! A recorded example is only as correct as the rules were, so the author should review its expectations.

use std::sync::Arc;

use uur::check::Settings;
use uur::engine::{Event, Position, standing};
use uur::game::Game;
use uur::game_play::GamePlay;
use uur::match_play::Step;
use uur::notation::{pit_name, write_position, write_steps};
use uur::rules::Side;

/// Returns an example that plays steps from a position, or from the start, and expects the result of the last
/// move. `None` if a step cannot be taken.
pub fn example(
    game: &Game,
    title: &str,
    settings: &Settings,
    from: Option<&Position>,
    steps: &[Step],
) -> Option<String> {
    let mut play = GamePlay::new(Arc::new(game.clone()), from.copied());
    for &step in steps {
        play.step(step).ok()?;
    }
    let mut text = format!("test \"{}\" {{\n", self::title(title));
    for (name, value) in settings {
        text += &format!("  set {name} to {value}\n");
    }
    if let Some(position) = from {
        text += &format!("  position \"{}\"\n", write_position(game, position));
    }
    if !steps.is_empty() {
        text += &format!("  play {}\n", write_steps(&game.program, steps));
    }
    for line in expectations(&play) {
        text += &format!("  expect {line}\n");
    }
    Some(text + "}\n")
}

/// Returns a title that is valid between quotes.
pub fn title(words: &str) -> String {
    words.replace('"', "'")
}

/// Returns the expectations after the last step, one a line.
fn expectations(play: &GamePlay) -> Vec<String> {
    let (game, mut lines) = (play.game(), vec![]);
    if let Some(turn) = play.turns().last().filter(|turn| matches!(turn.step, Step::Move(_))) {
        let events = turn.own_events();
        lines.extend(gains(game, turn.player, events));
        let decided = events.iter().rev().find_map(|event| match event {
            Event::Stop { clause, .. } => *clause,
            Event::Bonus { clause } => Some(*clause),
            _ => None,
        });
        let named = decided.map(|clause| game.line_name(clause)).filter(|name| !name.contains(' '));
        lines.extend(named.map(|name| format!("by {name}")));
        if events.iter().any(|event| matches!(event, Event::Bonus { .. })) {
            lines.push("bonus move".into());
        }
        if events.iter().any(|event| matches!(event, Event::Endless { .. })) {
            lines.push("endless".into());
        }
    }
    let position = play.position();
    if let Some(outcome) = position.outcome {
        let who = outcome.winner.map_or("draw".to_string(), |side| format!("{} wins", side.as_str()));
        let score = game.program.score(position);
        let first = outcome.winner.unwrap_or(Side::South);
        lines.push(format!("{who} {} to {}", score[first], score[first.other()]));
    } else {
        lines.push(format!("position \"{}\"", write_position(game, position)));
    }
    lines
}

/// Returns what the last move captured, removed and marked.
fn gains(game: &Game, mover: Side, events: &[Event]) -> Vec<String> {
    let sum = |wanted: Option<Side>| -> u32 {
        let of = |event: &Event| match *event {
            Event::Capture { seeds, to, .. } if to == wanted => u32::from(seeds),
            _ => 0,
        };
        standing(&game.rules, events).map(of).sum()
    };
    let mut lines = vec![];
    for (seeds, word, to) in [
        (sum(Some(mover)), "capture", ""),
        (sum(Some(mover.other())), "capture", " for opponent"),
        (sum(None), "remove", ""),
    ] {
        if seeds > 0 {
            lines.push(format!("{word} {seeds}{to}"));
        }
    }
    for (number, kind) in game.rules.marks.iter().enumerate() {
        let pits: Vec<String> = standing(&game.rules, events)
            .filter_map(|event| match event {
                Event::Marked { pit, mark: Some(mark), .. } if usize::from(mark.kind.0) == number => {
                    Some(pit_name(&game.program, *pit).to_string())
                }
                _ => None,
            })
            .collect();
        if !pits.is_empty() {
            lines.push(format!("mark {} as {}", pits.join(" "), kind.name));
        }
    }
    lines
}
