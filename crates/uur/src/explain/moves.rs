//! Describes a move: as a summary of a line or two, or event by event.

use super::english::{English, with_article};
use super::{cited, seeds};
use crate::diagnostic::{count, join};
use crate::engine::{Event, Move, Pit, Position, standing};
use crate::game::Game;
use crate::notation::{pit_name, write_move};
use crate::rules::{Goal, Side, Way};

/// Above this number of laps, only the first and the last one are described.
const LAPS_SHOWN: usize = 6;
/// Events beyond this number are counted, not shown.
const EVENTS_SHOWN: usize = 2_000;

/// Returns the events of a legal move.
pub fn events(game: &Game, before: &Position, m: Move) -> Vec<Event> {
    let mut events = vec![];
    game.program.play_unchecked(&mut before.clone(), m, &mut events);
    events
}

/// Summarises a legal move with these events: its laps, captures and marks, and how it ended.
pub fn summary(game: &Game, before: &Position, m: Move, events: &[Event]) -> String {
    let name = |pit: Pit| pit_name(&game.program, pit);
    let laps = laps(events);
    let mut parts: Vec<String> = vec![];
    if laps.len() <= LAPS_SHOWN {
        for (number, lap) in laps.iter().enumerate() {
            let verb = match lap.resown {
                _ if number == 0 => String::new(),
                true => format!("on after {} ", name(lap.from)),
                false => format!("on from {} ", name(lap.from)),
            };
            parts.push(format!("{verb}{} to {}", seeds(lap.seeds.into()), name(lap.to)));
        }
    } else if let (Some(first), Some(last)) = (laps.first(), laps.last()) {
        let sown: u32 = laps.iter().map(|lap| u32::from(lap.seeds)).sum();
        parts.push(format!(
            "{} to {}, then {} more laps, {sown} seeds sown in all, to {}",
            seeds(first.seeds.into()),
            name(first.to),
            laps.len() - 1,
            name(last.to)
        ));
    }
    parts.extend(gains(game, events));
    for event in events {
        match event {
            Event::Undone { seeds: 1.., .. } => parts.push(undone(game).into()),
            Event::Swapped { .. } => parts.push("the board is turned".into()),
            Event::Bonus { .. } => parts.push(format!("{} moves again", before.to_move.title())),
            Event::Pass { side, .. } => parts.push(format!("{} has no move and passes", side.title())),
            Event::Endless { .. } => parts.push(format!("the sowing {}", game.rules.endless.sowing())),
            _ => {}
        }
    }
    format!("{} {}: {}", before.to_move.title(), write_move(&game.program, m), parts.join("; "))
}

/// What is undone: not what was captured before the last landing.
fn undone(game: &Game) -> &'static str {
    match game.rules.captures_on_the_way() {
        true => "what was captured after the last seed goes back",
        false => "the captured seeds go back",
    }
}

/// Describes the captures of each player, and then what else is moved and which marks come and go.
fn gains(game: &Game, events: &[Event]) -> Vec<String> {
    let name = |pit: Pit| pit_name(&game.program, pit);
    let mut gains: Vec<(Option<crate::rules::Side>, Vec<String>, u32)> = vec![];
    let mut changes: Vec<String> = vec![];
    for event in standing(&game.rules, events) {
        match *event {
            Event::Capture { pit, seeds, to, .. } => {
                let part = format!("{} ({seeds})", name(pit));
                match gains.iter_mut().find(|(whose, ..)| *whose == to) {
                    Some((_, pits, sum)) => {
                        pits.push(part);
                        *sum += u32::from(seeds);
                    }
                    None => gains.push((to, vec![part], seeds.into())),
                }
            }
            Event::Transfer { .. } | Event::Marked { .. } => changes.push(describe_event(game, &[*event])),
            _ => {}
        }
    }
    let mut texts: Vec<String> = gains
        .into_iter()
        .map(|(to, pits, sum)| {
            let verb = to.map_or("leave the game".into(), |side| format!("to {}", side.title()));
            match pits.len() {
                1..=4 => format!("{} {verb}", join(&pits, "and")),
                many => format!("{sum} seeds {verb}, from {many} pits"),
            }
        })
        .collect();
    texts.extend(changes);
    texts
}

/// One lap: the seeds lifted from a pit and the pit where the last one falls.
struct Lap {
    from: Pit,
    to: Pit,
    seeds: u8,
    /// Whether captured seeds are sown after the pit.
    resown: bool,
}

fn laps(events: &[Event]) -> Vec<Lap> {
    let mut laps: Vec<Lap> = vec![];
    for event in events {
        match *event {
            Event::Lift { pit, seeds, .. } => laps.push(Lap { from: pit, to: pit, seeds, resown: false }),
            Event::Resow { after, seeds, .. } => laps.push(Lap { from: after, to: after, seeds, resown: true }),
            Event::Drop { pit, .. } => {
                if let Some(lap) = laps.last_mut() {
                    lap.to = pit;
                }
            }
            _ => {}
        }
    }
    laps
}

/// Lists every event of a legal move with the line that caused it. The seeds of a lap share one line. The text has to
/// be wrapped by [`text_layout::wrap`](crate::text_layout::wrap).
pub fn trace(game: &Game, before: &Position, m: Move, events: &[Event]) -> String {
    let mut text = format!("{} {}\n", before.to_move.title(), write_move(&game.program, m));
    for group in group_drops(events).into_iter().take(EVENTS_SHOWN) {
        text += &cited(game, &format!("  {}", describe_event(game, group)), group[0].clause());
    }
    let left = group_drops(events).len().saturating_sub(EVENTS_SHOWN);
    if left > 0 {
        text += &format!("  and {left} more events\n");
    }
    text
}

/// Groups consecutive drops; every other event is a group of its own.
pub fn group_drops(events: &[Event]) -> Vec<&[Event]> {
    let groups = events.chunk_by(|a, b| matches!((a, b), (Event::Drop { .. }, Event::Drop { .. })));
    groups.filter(|group| !group[0].is_bookkeeping()).collect()
}

/// Describes a group of events.
pub fn describe_event(game: &Game, group: &[Event]) -> String {
    let name = |pit: Pit| pit_name(&game.program, pit);
    let whose = |side: Option<crate::rules::Side>| {
        side.map_or("out of the game".to_string(), |side| format!("to {}", side.title()))
    };
    match group[0] {
        Event::Lift { pit, seeds: number, lap, .. } => {
            format!("lap {lap}: lift {} from {}", seeds(number.into()), name(pit))
        }
        Event::Gather { pit, seeds: number, .. } => format!("take {} of {} in hand", seeds(number.into()), name(pit)),
        Event::Resow { after, seeds: number, lap, .. } => {
            format!("lap {lap}: {} in hand after {}", seeds(number.into()), name(after))
        }
        Event::Leave { pit, seeds: number, .. } => format!("leave {} in {}", seeds(number.into()), name(pit)),
        Event::Skip { pit, .. } => format!("pass over {}", name(pit)),
        Event::Drop { .. } => {
            let pits: Vec<String> = group
                .iter()
                .filter_map(|event| match *event {
                    Event::Drop { pit, seeds, fell, .. } => Some(format!("{} {}>{seeds}", name(pit), seeds - fell)),
                    _ => None,
                })
                .collect();
            format!("sow {}", pits.join(", "))
        }
        Event::Capture { pit, seeds: number, to, .. } => {
            format!(
                "{} from {} {} {}",
                seeds(number.into()),
                name(pit),
                if number == 1 { "goes" } else { "go" },
                whose(to)
            )
        }
        Event::Transfer { from, to, seeds: number, .. } => {
            format!("{} from {} to {}", seeds(number.into()), name(from), name(to))
        }
        Event::Marked { pit, mark: Some(mark), .. } => format!(
            "{} becomes {} of {}",
            name(pit),
            with_article(&English::of(game).mark(mark.kind)),
            mark.owner.title()
        ),
        Event::Marked { pit, mark: None, .. } => format!("{} loses its mark", name(pit)),
        Event::Counted { side, counter, value, .. } => {
            format!("{}'s {} is now {value}", side.title(), English::of(game).counter(counter))
        }
        Event::Repeat { pit, .. } => format!("again at {}", name(pit)),
        Event::Way { way, .. } => chosen_way(game, way).into(),
        Event::Undone { seeds: 0, .. } => "the board is left as the last seed made it".into(),
        Event::Undone { .. } => undone(game).into(),
        Event::Reversed { .. } => "the move continues in the other direction".into(),
        Event::Chosen { pit, .. } => format!("{} is chosen", name(pit)),
        Event::Decided { fits: true, .. } => "the mover chooses to do it".into(),
        Event::Decided { fits: false, .. } => "the mover chooses not to do it".into(),
        Event::Swapped { .. } => "the board is turned".into(),
        Event::Restored { pit: Some(pit), seeds: number, .. } => {
            format!("{} holds {} again", name(pit), seeds(number.into()))
        }
        Event::Restored { pit: None, .. } => "seeds return to the game".into(),
        Event::MoveEnded { to_move, .. } => format!("{} is to move", to_move.title()),
        Event::Stop { pit, .. } => format!("the move ends in {}", name(pit)),
        Event::Bonus { .. } => "one more move".into(),
        Event::Endless { laps, .. } => match game.rules.endless.bound {
            Some(_) => format!("the sowing {}", game.rules.endless.sowing()),
            None => format!("endless: certain after {laps} laps"),
        },
        Event::Pass { side, .. } => format!("{} passes", side.title()),
        Event::Take { pit, seeds: number, to, .. } => {
            format!("{} takes {} from {}", to.title(), seeds(number.into()), name(pit))
        }
        Event::Over { outcome } => format!("over ({}): {}", outcome.reason.as_str(), verdict(game, outcome.winner)),
        Event::Lot { winner, .. } => format!("{} wins the lot", winner.title()),
        Event::Arranged { by: Some(side), .. } => format!("{} lays out seeds", side.title()),
        Event::Arranged { by: None, .. } => "chance lays out the seeds".into(),
        Event::Cede { from, seeds: number, .. } => {
            format!("{} gives {} to {}", from.title(), seeds(number), from.other().title())
        }
        Event::Fill { side, pits, clause } => {
            let rounds = game.rules.rounds.as_ref();
            let is_rest = rounds.and_then(|rounds| rounds.leftover).is_some_and(|(of, _)| of == clause);
            let does = if is_rest { "puts the rest into" } else { "fills" };
            format!("{} {does} {}", side.title(), count(pits.into(), "pit"))
        }
        Event::Unfilled { side, pits, .. } => {
            format!("{} cannot fill {}", side.title(), count(pits.into(), "pit"))
        }
        Event::Gained { side, pits, .. } => {
            format!("{} owns {} of the other row", side.title(), count(pits.into(), "pit"))
        }
        Event::Kept { seeds: number, .. } => format!("{} stay in their pits", seeds(number)),
        Event::Points { side, points, .. } => {
            format!("{} gets {}", side.title(), count(points.into(), "point"))
        }
        Event::Begin { side, .. } => format!("{} begins", side.title()),
        Event::MatchOver { winner: Some(side), .. } => format!("{} wins the match", side.title()),
        Event::MatchOver { winner: None, .. } => "the match is a draw".into(),
    }
}

/// Names the direction of a move as the player chooses it: `clockwise`.
pub fn chosen_way(game: &Game, way: Way) -> &'static str {
    English::of(game).turned(way)
}

/// Describes in one sentence how a game ended.
pub fn ending(game: &Game, position: &crate::engine::Position) -> Option<String> {
    use crate::engine::Reason;
    let outcome = position.outcome?;
    let mover = position.to_move.title();
    let why = match outcome.reason {
        Reason::NoMove => format!("{mover} has no move"),
        Reason::Endless => format!("{mover}'s sowing {}", game.rules.endless.sowing()),
        Reason::Repetition => {
            format!("the position has come {} times", game.rules.repetition.times.unwrap_or_default())
        }
        Reason::Condition => {
            let told = |clause| match super::rule_text::line_of_end(game, clause) {
                Some(told) => format!("“{}”", told.trim_end_matches('.')),
                None => format!("`{}`", game.text(clause)),
            };
            outcome.clause.map_or("the game is over".into(), told)
        }
    };
    let score = game.program.score(position);
    // The winner's seeds come first.
    let first = outcome.winner.unwrap_or(Side::South);
    let seeds = match game.rules.goal {
        Some(Goal::MostSeeds) => format!(", {} to {}", score[first], score[first.other()]),
        None => String::new(),
    };
    Some(format!("{why}: {}{seeds}", verdict(game, outcome.winner)))
}

/// Who has won, in words. Who plays alone and does not win has lost.
pub fn verdict(game: &Game, winner: Option<Side>) -> String {
    match winner {
        Some(Side::North) if game.program.is_single_player() => format!("{} loses", Side::South.title()),
        Some(side) => format!("{} wins", side.title()),
        None => "a draw".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::account;
    use crate::notation::{read_move, read_position};

    #[test]
    fn seeds_go_back_only_if_some_were_captured() {
        let sutada = Game::shipped("sutada").expect("it is shipped");
        for (position, played, is_captured) in [
            ("south 0 0 0 0 1 1; north 0 1 1 1 0 7; captured 16 20; north to move", "E", true),
            ("south 2 1 0 5 0 0; north 0 0 0 0 0 2; captured 24 14; south to move", "f", false),
        ] {
            let before = read_position(&sutada, position).expect("a position");
            let m = read_move(&sutada.program, before.to_move, played).expect("a move");
            let events = events(&sutada, &before, m);
            assert!(events.iter().any(|event| matches!(event, Event::Undone { .. })), "{position}");
            let told = [summary(&sutada, &before, m, &events), account(&sutada, &before, m, &events)];
            assert!(told.iter().all(|told| told.contains("captured seeds") == is_captured), "{told:?}");
        }
    }
}
