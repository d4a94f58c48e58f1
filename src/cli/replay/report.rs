//! The JSON output of `uur replay`. Other programs rely on the names.

use serde::Serialize;

use uur::engine::{Event, Mark, Pit};
use uur::game::Game;
use uur::match_play::NextStep;
use uur::notation::{PitName, pit_name, write_position, write_steps};
use uur::rules::{ClauseId, Side, Way};

use super::line::{PlayedLine, PlayedTurn, RejectReason, RejectedStep};

#[derive(Serialize)]
pub struct ReplayReport<'a> {
    game: &'a str,
    /// The rule file of a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a str>,
    moves: Vec<String>,
    pits: BySide<Vec<u8>>,
    marks: Vec<MarkReport<'a>>,
    captured: BySide<u16>,
    out: u16,
    to_move: Option<&'static str>,
    status: &'static str,
    reason: Option<&'static str>,
    score: Option<BySide<u16>>,
    winner: Option<&'static str>,
    position: String,
    closed: Vec<PitName>,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    match_: Option<MatchReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<TurnReport<'a>>>,
}

#[derive(Serialize)]
struct BySide<T> {
    south: T,
    north: T,
}

#[derive(Serialize)]
struct MarkReport<'a> {
    pit: PitName,
    kind: &'a str,
    owner: &'static str,
}

#[derive(Serialize)]
struct MatchReport {
    round: u32,
    status: &'static str,
    winner: Option<&'static str>,
}

#[derive(Serialize)]
struct TurnReport<'a> {
    #[serde(rename = "move")]
    move_: String,
    player: &'static str,
    events: Vec<EventReport<'a>>,
}

/// An event. Only fields that apply to its kind are written.
#[derive(Serialize, Default)]
struct EventReport<'a> {
    event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    lap: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    laps: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pit: Option<PitName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pits: Option<u8>,
    /// The pit that receives moved seeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    into: Option<PitName>,
    /// Seeds lifted, captured or moved; for a drop, the seeds in the pit after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    seeds: Option<u16>,
    /// Who gets the seeds: a player, or `out` if they leave the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    clause: Option<ClauseReport>,
}

#[derive(Serialize)]
struct ClauseReport {
    file: String,
    line: usize,
    text: String,
}

#[derive(Serialize)]
pub struct ErrorReport {
    error: MoveError,
}

#[derive(Serialize)]
struct MoveError {
    move_number: usize,
    #[serde(rename = "move")]
    move_: String,
    pit: Option<PitName>,
    reason: String,
    rule: Option<ClauseReport>,
}

/// Returns the state at the end of a line of play and, with `trace`, all events.
pub fn report<'a>(line: &'a PlayedLine, rules: Option<&'a str>, trace: bool) -> ReplayReport<'a> {
    let PlayedLine { game, played, .. } = line;
    let (program, position) = (&game.program, &played.position);
    let outcome = position.outcome;
    let score = line.ended.as_ref().map(|ended| program.score(ended));
    let pits = |side| program.layout().pits_of(side).map(|pit: Pit| position.seeds[pit.index()]).collect();
    ReplayReport {
        game: &game.name,
        rules,
        moves: line.turns.iter().map(|turn| word(game, turn)).collect(),
        pits: BySide { south: pits(Side::South), north: pits(Side::North) },
        marks: program
            .layout()
            .pits()
            .filter_map(|pit| {
                let mark = position.marks[pit.index()]?;
                Some(MarkReport { pit: pit_name(program, pit), kind: kind(game, mark), owner: mark.owner.as_str() })
            })
            .collect(),
        captured: sides(position.captured),
        out: position.out,
        to_move: outcome.is_none().then_some(position.to_move.as_str()),
        status: status(outcome.is_some()),
        reason: outcome.map(|outcome| outcome.reason.as_str()),
        score: score.map(sides),
        winner: outcome.map(|outcome| winner(outcome.winner)),
        position: write_position(game, position),
        closed: program
            .layout()
            .pits()
            .filter(|&pit| position.is_closed(pit))
            .map(|pit| pit_name(program, pit))
            .collect(),
        match_: game.rules.rounds.as_ref().map(|_| {
            let over = match played.due {
                NextStep::Nothing(over) => Some(over),
                NextStep::Move(_) | NextStep::Lot(_) | NextStep::Round => None,
            };
            MatchReport {
                round: played.round,
                status: status(over.is_some()),
                winner: over.map(|over| winner(over.winner)),
            }
        }),
        trace: trace.then(|| line.turns.iter().map(|turn| turn_report(game, turn)).collect()),
    }
}

/// The report of a step that could not be played.
pub fn error(game: &Game, stopped: &RejectedStep) -> ErrorReport {
    let (pit, reason, rule) = match &stopped.why {
        RejectReason::ParseError(problem) => (None, problem.to_string(), None),
        RejectReason::Refused { pit, reason, clause } => {
            let pit = pit.map(|pit| pit_name(&game.program, pit));
            (pit, reason.clone(), clause.map(|clause| clause_report(game, clause)))
        }
    };
    ErrorReport { error: MoveError { move_number: stopped.number, move_: stopped.text.clone(), pit, reason, rule } }
}

fn sides<T: Copy>(both: [T; 2]) -> BySide<T> {
    BySide { south: both[Side::South], north: both[Side::North] }
}

fn status(over: bool) -> &'static str {
    if over { "over" } else { "playing" }
}

fn winner(side: Option<Side>) -> &'static str {
    side.map_or("draw", Side::as_str)
}

fn kind(game: &Game, mark: Mark) -> &str {
    &game.rules.marks[mark.kind.0 as usize].name
}

fn word(game: &Game, turn: &PlayedTurn) -> String {
    write_steps(&game.program, &[turn.step])
}

fn turn_report<'a>(game: &'a Game, turn: &PlayedTurn) -> TurnReport<'a> {
    TurnReport {
        move_: word(game, turn),
        player: turn.player.as_str(),
        events: turn
            .events
            .iter()
            .filter(|event| !event.is_bookkeeping())
            .map(|event| event_report(game, event))
            .collect(),
    }
}

fn event_report<'a>(game: &'a Game, event: &Event) -> EventReport<'a> {
    let name = |pit: Pit| Some(pit_name(&game.program, pit));
    let clause = event.clause().map(|clause| clause_report(game, clause));
    let blank = EventReport { clause, ..EventReport::default() };
    match *event {
        Event::Lift { pit, seeds, lap, .. } => {
            EventReport { event: "lift", lap: Some(lap), pit: name(pit), seeds: Some(seeds.into()), ..blank }
        }
        Event::Leave { pit, seeds, .. } => {
            EventReport { event: "leave", pit: name(pit), seeds: Some(seeds.into()), ..blank }
        }
        Event::Skip { pit, .. } => EventReport { event: "skip", pit: name(pit), ..blank },
        Event::Drop { pit, seeds, .. } => {
            EventReport { event: "drop", pit: name(pit), seeds: Some(seeds.into()), ..blank }
        }
        Event::Capture { pit, seeds, to, .. } => EventReport {
            event: "capture",
            pit: name(pit),
            seeds: Some(seeds.into()),
            to: Some(to.map_or("out", Side::as_str)),
            ..blank
        },
        Event::Transfer { from, to, seeds, .. } => {
            EventReport { event: "transfer", pit: name(from), into: name(to), seeds: Some(seeds.into()), ..blank }
        }
        Event::Marked { pit, mark: Some(mark), .. } => EventReport {
            event: "mark",
            pit: name(pit),
            kind: Some(kind(game, mark)),
            owner: Some(mark.owner.as_str()),
            ..blank
        },
        Event::Marked { pit, mark: None, .. } => EventReport { event: "unmark", pit: name(pit), ..blank },
        Event::Repeat { pit, .. } => EventReport { event: "repeat", pit: name(pit), ..blank },
        Event::Way { way, .. } => {
            EventReport { event: "way", kind: Some(if way == Way::Onward { "onward" } else { "back" }), ..blank }
        }
        Event::Undone { .. } => EventReport { event: "undo", ..blank },
        Event::Reversed { .. } => EventReport { event: "reverse", ..blank },
        Event::Chosen { pit, .. } => EventReport { event: "choose", pit: name(pit), ..blank },
        Event::Decided { fits, .. } => EventReport { event: if fits { "do" } else { "decline" }, ..blank },
        Event::Swapped { .. } => EventReport { event: "swap", ..blank },
        Event::Restored { pit, seeds, .. } => {
            EventReport { event: "restore", pit: pit.and_then(name), seeds: Some(seeds.into()), ..blank }
        }
        Event::MoveEnded { to_move, .. } => EventReport { event: "end", player: Some(to_move.as_str()), ..blank },
        Event::Stop { pit, .. } => EventReport { event: "stop", pit: name(pit), ..blank },
        Event::Bonus { .. } => EventReport { event: "bonus", ..blank },
        Event::Endless { laps, .. } => EventReport { event: "endless", laps: Some(laps), ..blank },
        Event::Pass { side, .. } => EventReport { event: "pass", player: Some(side.as_str()), ..blank },
        Event::Take { pit, seeds, to, .. } => {
            EventReport { event: "take", pit: name(pit), seeds: Some(seeds.into()), to: Some(to.as_str()), ..blank }
        }
        Event::Over { outcome } => EventReport {
            event: "over",
            reason: Some(outcome.reason.as_str()),
            winner: Some(winner(outcome.winner)),
            ..blank
        },
        Event::Lot { winner: side, .. } => EventReport { event: "lot", winner: Some(side.as_str()), ..blank },
        Event::Arranged { by, .. } => EventReport { event: "arrange", player: by.map(Side::as_str), ..blank },
        Event::Cede { from, seeds, .. } => EventReport {
            event: "cede",
            seeds: Some(seeds),
            player: Some(from.as_str()),
            to: Some(from.other().as_str()),
            ..blank
        },
        Event::Fill { side, pits, .. } => {
            EventReport { event: "fill", player: Some(side.as_str()), pits: Some(pits), ..blank }
        }
        Event::Unfilled { side, pits, .. } => {
            EventReport { event: "unfilled", player: Some(side.as_str()), pits: Some(pits), ..blank }
        }
        Event::Points { side, points, .. } => {
            EventReport { event: "points", player: Some(side.as_str()), points: Some(points), ..blank }
        }
        Event::Begin { side, .. } => EventReport { event: "begin", player: Some(side.as_str()), ..blank },
        Event::MatchOver { winner: side, .. } => {
            EventReport { event: "match over", winner: Some(winner(side)), ..blank }
        }
    }
}

fn clause_report(game: &Game, clause: ClauseId) -> ClauseReport {
    let span = game.clause_spans.of(clause).span;
    let source = &game.sources[span.source.0 as usize];
    ClauseReport { file: source.name.clone(), line: source.place(span.start as usize).line, text: game.text(clause) }
}
