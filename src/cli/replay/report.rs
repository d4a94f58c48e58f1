//! The JSON output of `uur replay`. Other programs rely on the names.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use uur::engine::{Event, Mark, Pit};
use uur::game::Game;
use uur::game_play::{GamePlay, PlayedTurn, RejectReason, RejectedStep};
use uur::notation::{PitName, RecordResult, pit_name, write_position, write_steps};
use uur::provenance::JsonAnswer;
use uur::rules::{Side, Way};
use uur_testing::cases::SourceLine;

#[derive(Serialize, JsonSchema)]
pub struct ReplayReport<'a> {
    game: &'a str,
    /// The rule file of a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_file: Option<&'a str>,
    moves: Vec<String>,
    /// The seeds in each player's pits, in the order of sowing from A on.
    pits: BySide<Vec<u8>>,
    /// The names of these pits.
    names: BySide<Vec<PitName>>,
    marks: Vec<MarkReport<'a>>,
    captured: BySide<u16>,
    out: u16,
    to_move: Option<&'static str>,
    status: &'static str,
    reason: Option<&'static str>,
    score: Option<BySide<u16>>,
    winner: Option<&'static str>,
    /// How the players ended the game before the rules did, as a record says it: `south resignation`.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    position: String,
    closed: Vec<PitName>,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    match_: Option<MatchReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<TurnReport>>,
}

impl JsonAnswer for ReplayReport<'_> {
    const FORMAT: &'static str = "replay";
}

#[derive(Serialize, JsonSchema)]
struct BySide<T> {
    south: T,
    north: T,
}

#[derive(Serialize, JsonSchema)]
struct MarkReport<'a> {
    pit: PitName,
    kind: &'a str,
    owner: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct MatchReport {
    round: u32,
    status: &'static str,
    winner: Option<&'static str>,
}

#[derive(Serialize, JsonSchema)]
struct TurnReport {
    #[serde(rename = "move")]
    move_: String,
    player: &'static str,
    #[schemars(with = "Vec<BTreeMap<String, Value>>")]
    events: Vec<EventReport>,
}

/// An event: the names and values of the fields that apply to its kind.
struct EventReport(Vec<(&'static str, Value)>);

impl Serialize for EventReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[derive(Serialize, JsonSchema)]
pub struct ErrorReport {
    error: MoveError,
}

impl JsonAnswer for ErrorReport {
    const FORMAT: &'static str = "replay-error";
}

#[derive(Serialize, JsonSchema)]
struct MoveError {
    move_number: usize,
    #[serde(rename = "move")]
    move_: String,
    pit: Option<PitName>,
    reason: String,
    rule: Option<SourceLine>,
}

/// Returns the state at the end of a line of play, how the players ended it if the rules did not, and, with `trace`, all
/// events.
pub fn report<'a>(
    line: &'a GamePlay,
    rule_file: Option<&'a str>,
    ended: Option<RecordResult>,
    trace: bool,
) -> ReplayReport<'a> {
    let (game, position) = (line.game(), line.position());
    let program = &game.program;
    let outcome = position.outcome;
    let score = outcome.map(|_| program.score(position));
    let pits = |side| program.layout().pits_of(side).map(|pit: Pit| position.seeds[pit.index()]).collect();
    let names = |side| program.layout().pits_of(side).map(|pit: Pit| pit_name(program, pit)).collect();
    ReplayReport {
        game: &game.name,
        rule_file,
        moves: line.turns().iter().map(|turn| word(game, turn)).collect(),
        pits: BySide { south: pits(Side::South), north: pits(Side::North) },
        names: BySide { south: names(Side::South), north: names(Side::North) },
        marks: program
            .layout()
            .pits()
            .filter_map(|pit| {
                let mark = position.marks[pit.index()]?;
                Some(MarkReport {
                    pit: pit_name(program, pit),
                    kind: mark_kind(game, mark),
                    owner: mark.owner.as_str(),
                })
            })
            .collect(),
        captured: sides(position.captured),
        out: position.out,
        to_move: (outcome.is_none() && ended.is_none()).then_some(position.to_move.as_str()),
        status: status(outcome.is_some() || ended.is_some()),
        reason: ended.map(|ended| ended.by.as_str()).or(outcome.map(|outcome| outcome.reason.as_str())),
        score: score.map(sides),
        winner: ended.map(|ended| ended.winner).or(outcome.map(|outcome| outcome.winner)).map(winner),
        result: ended.map(|ended| ended.to_string()),
        position: write_position(game, position),
        closed: program
            .layout()
            .pits()
            .filter(|&pit| position.is_closed(pit))
            .map(|pit| pit_name(program, pit))
            .collect(),
        match_: game.rules.rounds.as_ref().map(|_| {
            let result = ended.map(|ended| ended.winner).or(line.result().map(|over| over.winner));
            MatchReport { round: line.round(), status: status(result.is_some()), winner: result.map(winner) }
        }),
        trace: trace.then(|| line.turns().iter().map(|turn| turn_report(game, turn)).collect()),
    }
}

/// The report of a step that could not be played.
pub fn error(game: &Game, stopped: &RejectedStep) -> ErrorReport {
    let (pit, reason, rule) = match &stopped.why {
        RejectReason::ParseError(problem) => (None, problem.to_string(), None),
        RejectReason::Refused { pit, reason, clause } => {
            let pit = pit.map(|pit| pit_name(&game.program, pit));
            (pit, reason.clone(), clause.map(|clause| SourceLine::of(game, clause)))
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

fn mark_kind(game: &Game, mark: Mark) -> &str {
    &game.rules.marks[mark.kind.0 as usize].name
}

fn word(game: &Game, turn: &PlayedTurn) -> String {
    write_steps(&game.program, &[turn.step])
}

fn turn_report(game: &Game, turn: &PlayedTurn) -> TurnReport {
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

/// Reports an event. In a drop, `seeds` are those in the pit after it. `to` is who gets the seeds, or `out` if
/// they leave the game.
fn event_report(game: &Game, event: &Event) -> EventReport {
    let name = |pit: Pit| json!(pit_name(&game.program, pit));
    let player = |side: Side| ("player", json!(side.as_str()));
    let mut fields = match *event {
        Event::Lift { pit, seeds, lap, .. } => {
            vec![("lap", json!(lap)), ("pit", name(pit)), ("seeds", json!(seeds))]
        }
        Event::Gather { pit, seeds, .. } => vec![("pit", name(pit)), ("seeds", json!(seeds))],
        Event::Resow { after, seeds, lap, .. } => {
            vec![("lap", json!(lap)), ("after", name(after)), ("seeds", json!(seeds))]
        }
        Event::Leave { pit, seeds, .. } => vec![("pit", name(pit)), ("seeds", json!(seeds))],
        Event::Skip { pit, .. } => vec![("pit", name(pit))],
        Event::Drop { pit, seeds, .. } => vec![("pit", name(pit)), ("seeds", json!(seeds))],
        Event::Capture { pit, seeds, to, .. } => {
            let to = to.map_or("out", Side::as_str);
            vec![("pit", name(pit)), ("seeds", json!(seeds)), ("to", json!(to))]
        }
        Event::Transfer { from, to, seeds, .. } => {
            vec![("pit", name(from)), ("into", name(to)), ("seeds", json!(seeds))]
        }
        Event::Marked { pit, mark: Some(mark), .. } => {
            let owner = json!(mark.owner.as_str());
            vec![("pit", name(pit)), ("kind", json!(mark_kind(game, mark))), ("owner", owner)]
        }
        Event::Marked { pit, mark: None, .. } => vec![("pit", name(pit))],
        Event::Counted { side, counter, value, .. } => {
            let name = &game.rules.counters[usize::from(counter.0)].name;
            vec![("counter", json!(name)), ("value", json!(value)), player(side)]
        }
        Event::Repeat { pit, .. } => vec![("pit", name(pit))],
        Event::Way { way, .. } => vec![("kind", json!(if way == Way::Onward { "onward" } else { "back" }))],
        Event::Undone { seeds, .. } => vec![("seeds", json!(seeds))],
        Event::Reversed { .. } => vec![],
        Event::Chosen { pit, .. } => vec![("pit", name(pit))],
        Event::Decided { .. } => vec![],
        Event::Swapped { .. } => vec![],
        Event::Restored { pit, seeds, .. } => {
            pit.map(|pit| ("pit", name(pit))).into_iter().chain([("seeds", json!(seeds))]).collect()
        }
        Event::MoveEnded { to_move, .. } => vec![player(to_move)],
        Event::Stop { pit, .. } => vec![("pit", name(pit))],
        Event::Bonus { .. } => vec![],
        Event::Endless { laps, .. } => vec![("laps", json!(laps))],
        Event::Pass { side, .. } => vec![player(side)],
        Event::Take { pit, seeds, to, .. } => {
            vec![("pit", name(pit)), ("seeds", json!(seeds)), ("to", json!(to.as_str()))]
        }
        Event::Over { outcome } => {
            vec![("reason", json!(outcome.reason.as_str())), ("winner", json!(winner(outcome.winner)))]
        }
        Event::Lot { winner: side, .. } => vec![("winner", json!(side.as_str()))],
        Event::Arranged { by, .. } => by.map(player).into_iter().collect(),
        Event::Cede { from, seeds, .. } => {
            vec![("seeds", json!(seeds)), ("to", json!(from.other().as_str())), player(from)]
        }
        Event::Fill { side, pits, .. } => vec![("pits", json!(pits)), player(side)],
        Event::Unfilled { side, pits, .. } => vec![("pits", json!(pits)), player(side)],
        Event::Gained { side, pits, .. } => vec![("pits", json!(pits)), player(side)],
        Event::Kept { seeds, .. } => vec![("seeds", json!(seeds))],
        Event::Points { side, points, .. } => vec![("points", json!(points)), player(side)],
        Event::Begin { side, .. } => vec![player(side)],
        Event::MatchOver { winner: side, .. } => vec![("winner", json!(winner(side)))],
    };
    fields.insert(0, ("event", json!(event.kind())));
    fields.push(("clause", json!(event.clause().map(|clause| SourceLine::of(game, clause)))));
    EventReport(fields)
}
