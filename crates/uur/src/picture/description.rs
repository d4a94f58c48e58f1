//! A board in words, for readers who do not see the picture.

use super::DrawnMove;
use crate::diagnostic::{count, join};
use crate::engine::{Pit, Position};
use crate::explain;
use crate::game::Game;
use crate::notation::pit_name;
use crate::render::shows_stores;
use crate::rules::{MarkId, Side};

/// The title of a picture: the game, and how far it has come.
pub fn title(game: &Game, position: &Position) -> String {
    let name = &game.rules.about.name;
    match position.ply {
        _ if position.outcome.is_some() => format!("{name}, the end of the game"),
        0 if *position == game.program.start() => format!("{name}, the start"),
        0 => name.clone(),
        moves => format!("{name} after {}", count(moves.into(), "move")),
    }
}

/// Describes a position, with the move that led to it if it is given.
pub fn description(game: &Game, position: &Position, last: Option<DrawnMove>) -> String {
    let (program, layout) = (&game.program, game.program.layout());
    let mut sentences = vec![match position.outcome {
        Some(outcome) => match outcome.winner {
            Some(winner) => format!("{} has won", winner.title()),
            None => "The game is a draw".to_string(),
        },
        None if layout.is_alone() => "One player".to_string(),
        None => format!("{} to move", position.to_move.title()),
    }];
    let name = |pit: Pit| pit_name(program, pit).to_string();
    let names = |such: &dyn Fn(Pit) -> bool| layout.pits().filter(|&pit| such(pit)).map(name).collect::<Vec<_>>();
    let line = |pits: &Vec<Pit>| {
        let seeds: Vec<String> = pits
            .iter()
            .map(|pit| if position.is_closed(*pit) { "closed".into() } else { position.seeds[pit.index()].to_string() })
            .collect();
        match (pits.first(), pits.last()) {
            (Some(&first), Some(&last)) if first != last => {
                format!("{} to {}: {}", name(first), name(last), seeds.join(" "))
            }
            (Some(&first), _) => format!("{}: {}", name(first), seeds.join(" ")),
            _ => String::new(),
        }
    };
    for &side in layout.plan().halves() {
        let lines: Vec<String> = layout.lines(side).iter().map(line).collect();
        let whose = if layout.is_shared() { "The board".to_string() } else { side.title().to_string() };
        sentences.push(format!("{whose}, {}", lines.join("; ")));
    }
    if shows_stores(game, position) {
        let stores: Vec<String> = layout
            .plan()
            .players()
            .iter()
            .map(|&side| format!("{} {}", side.title(), position.captured[side]))
            .collect();
        sentences.push(format!("In the stores: {}", stores.join(", ")));
    }
    for (number, kind) in game.rules.marks.iter().enumerate() {
        for owner in Side::BOTH {
            let marked = |pit: Pit| {
                position.marks[pit.index()].is_some_and(|mark| mark.kind == MarkId(number as u8) && mark.owner == owner)
            };
            let pits = names(&marked);
            if !pits.is_empty() {
                sentences.push(format!("Marked {} of {}: {}", kind.name, owner.title(), pits.join(", ")));
            }
        }
    }
    for side in Side::BOTH {
        let gained =
            names(&|pit| !layout.is_shared() && program.owner(position, pit) == side && layout.side(pit) != side);
        if !gained.is_empty() {
            sentences.push(format!("{} also owns {}", side.title(), join(&gained, "and")));
        }
    }
    if position.out > 0 {
        sentences.push(format!("Out of the game: {}", position.out));
    }
    if let Some(DrawnMove { before, played, events }) = last {
        sentences.push(format!("Last move: {}", explain::summary(game, before, played, events)));
    }
    sentences.iter().map(|sentence| format!("{sentence}.")).collect::<Vec<_>>().join(" ")
}

/// Names a pit or a store with all that it shows: `South D, 5 seeds, uur of North`.
pub fn pit_label(game: &Game, position: &Position, pit: Pit) -> String {
    let (program, layout) = (&game.program, game.program.layout());
    if let Some(side) = pit.store_of() {
        return format!("{}'s store, {}", side.title(), count(position.captured[side].into(), "seed"));
    }
    let name = pit_name(program, pit).to_string();
    let mut parts = vec![if layout.is_shared() { name } else { format!("{} {name}", layout.side(pit).title()) }];
    if position.is_closed(pit) {
        parts.push("closed".into());
    } else {
        parts.push(count(position.seeds[pit.index()].into(), "seed"));
    }
    if let Some(mark) = position.marks[pit.index()] {
        let kind = &game.rules.marks[usize::from(mark.kind.0)];
        parts.push(format!("{} of {}", kind.noun(), mark.owner.title()));
    }
    let owner = program.owner(position, pit);
    if !layout.is_shared() && owner != layout.side(pit) {
        parts.push(format!("owned by {}", owner.title()));
    }
    parts.join(", ")
}
