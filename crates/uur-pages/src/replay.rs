//! A played game as data for the script of a page: positions, events with their sentences and lines, and drawings.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use uur::engine::{Event, Pit, Position};
use uur::explain;
use uur::game::Game;
use uur::game_play::{GamePlay, PlayedTurn};
use uur::match_play::Step;
use uur::notation::write_steps;
use uur::picture::{Geometry, PitState, TrailPart, pit_state, seed_dots, trail};
use uur::rules::{ClauseId, Side};
use uur::source::escaped;

/// The most characters of a replay. Longer ones are told with fewer steps.
const MOST_CHARACTERS: usize = 120_000;

/// How finely moves are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Seed by seed.
    Seeds,
    /// Lap by lap.
    Laps,
    /// Move by move.
    Moves,
}

/// A game for the script. The numbers of pits are those of the geometry's cells; South's and North's stores follow.
#[derive(Debug, Serialize)]
pub struct ReplayData {
    meaning: String,
    record: String,
    turns: Vec<TurnData>,
    end: StateData,
    over: String,
    clauses: Vec<[String; 2]>,
    codes: Vec<CodeData>,
    dots: BTreeMap<String, BTreeMap<u16, [String; 2]>>,
}

#[derive(Debug, Serialize)]
struct TurnData {
    name: String,
    side: u8,
    summary: String,
    start: StateData,
    /// The sentence, the number of the clause, whether pits change one by one, pits and their new seeds, and pits
    /// that look different.
    events: Vec<Value>,
    trail: Vec<Value>,
}

#[derive(Debug, Serialize, PartialEq, Eq)]
struct StateData {
    seeds: Vec<u16>,
    codes: BTreeMap<usize, usize>,
    to_move: i8,
}

/// What a pit looks like, apart from its seeds.
#[derive(Debug, Serialize)]
struct CodeData {
    outline: &'static str,
    rim: &'static str,
    badge: Option<String>,
    closed: bool,
    owner: i8,
    room: String,
}

/// Collects a game as data.
struct Collector<'a> {
    game: &'a Game,
    geometry: &'a Geometry,
    clauses: Vec<ClauseId>,
    looks: Vec<PitState>,
    dots: BTreeMap<String, BTreeMap<u16, [String; 2]>>,
}

/// Returns a played game as data, as finely as the size of a page allows.
pub fn replay_data(line: &GamePlay, geometry: &Geometry, record: &str, over: String) -> Value {
    let collect = |detail| {
        let data = Collector::new(line.game(), geometry).collect(line, record, &over, detail);
        serde_json::to_value(data).expect("a replay has only names, texts and numbers")
    };
    for detail in [Detail::Seeds, Detail::Laps] {
        let data = collect(detail);
        if data.to_string().len() <= MOST_CHARACTERS {
            return data;
        }
    }
    collect(Detail::Moves)
}

impl<'a> Collector<'a> {
    fn new(game: &'a Game, geometry: &'a Geometry) -> Self {
        let plain = PitState { shape: uur::picture::PitShape::Round, seeds: 0, closed: false, owner: None };
        Collector { game, geometry, clauses: vec![], looks: vec![plain], dots: BTreeMap::new() }
    }

    fn collect(mut self, line: &GamePlay, record: &str, over: &str, detail: Detail) -> ReplayData {
        let turns = line.turns().iter().map(|turn| self.turn(turn, detail)).collect();
        let end = self.state(line.position());
        let game = self.game;
        let code = |look: &PitState| CodeData {
            outline: look.shape.outline(),
            rim: look.shape.rim(),
            badge: look.shape.badge(game),
            closed: look.closed,
            owner: look.owner.map_or(-1, |side| side as i8),
            room: look.shape.room().to_string(),
        };
        let place = |&clause: &ClauseId| [game.place(clause), escaped(&game.text(clause)).into_owned()];
        ReplayData {
            meaning: game.meaning(),
            record: record.to_string(),
            turns,
            end,
            over: over.to_string(),
            clauses: self.clauses.iter().map(place).collect(),
            codes: self.looks.iter().map(code).collect(),
            dots: self.dots,
        }
    }

    fn turn(&mut self, turn: &PlayedTurn, detail: Detail) -> TurnData {
        let game = self.game;
        let after = turn.before.after(turn.split().0);
        let summary = match turn.step {
            Step::Move(played) => explain::summary(game, &turn.before, played, &turn.events),
            Step::Lot(_) | Step::Arrange(_) => explain::group_drops(&turn.events)
                .into_iter()
                .map(|group| explain::describe_event(game, group))
                .collect::<Vec<_>>()
                .join("; "),
        };
        let events = match detail {
            Detail::Seeds | Detail::Laps => self.events(turn, detail == Detail::Seeds),
            Detail::Moves => {
                let (changes, looks) = self.changes(&turn.before, &after);
                vec![json!([summary, -1, 0, changes, looks])]
            }
        };
        let parts = match turn.step {
            Step::Move(_) => trail(game, &after, self.geometry, turn.split().0).parts,
            Step::Lot(_) | Step::Arrange(_) => vec![],
        };
        let part = |part: &TrailPart| match part {
            TrailPart::Path { class, d } => json!([class, d]),
            TrailPart::Text { at: (x, y), text } => json!(["text", x, y, text]),
        };
        TurnData {
            name: write_steps(&game.program, &[turn.step]),
            side: turn.player as u8,
            summary: escaped(&summary).into_owned(),
            start: self.state(&turn.before),
            events,
            trail: parts.iter().map(part).collect(),
        }
    }

    /// The events of a turn. Drops are one event; pits change one by one in it, if that is wanted.
    fn events(&mut self, turn: &PlayedTurn, seed_by_seed: bool) -> Vec<Value> {
        let mut position = turn.before;
        let mut told = vec![];
        for told_event in explain::told_events(&turn.events) {
            let group = told_event.events;
            let before = position;
            let mut one_by_one = vec![];
            for event in group {
                position.apply(event);
                if let (true, Event::Drop { pit, .. }) = (told_event.is_sowing(), event)
                    && let Some(index) = self.index(*pit)
                {
                    let seeds = self.held(&position, *pit);
                    self.look(&position, *pit);
                    one_by_one.extend([index, usize::from(seeds)]);
                }
            }
            if told_event.is_silent() {
                continue;
            }
            let sequence = told_event.is_sowing() && seed_by_seed;
            let text = told_event.text(self.game);
            let clause = group[0].clause().map_or(-1, |clause| self.clause(clause));
            let (changes, looks) = self.changes(&before, &position);
            let changes = if sequence { one_by_one } else { changes };
            let mut event = vec![json!(escaped(&text)), json!(clause), json!(u8::from(sequence)), json!(changes)];
            if !looks.is_empty() {
                event.push(json!(looks));
            }
            told.push(Value::Array(event));
        }
        told
    }

    fn clause(&mut self, clause: ClauseId) -> i64 {
        let at = self.clauses.iter().position(|known| *known == clause).unwrap_or_else(|| {
            self.clauses.push(clause);
            self.clauses.len() - 1
        });
        at as i64
    }

    /// The number of a pit or a store for the script.
    fn index(&self, pit: Pit) -> Option<usize> {
        match pit.store_of() {
            Some(side) => Some(self.geometry.cells.len() + side as usize),
            None => self.geometry.cells.iter().position(|cell| cell.pit == pit),
        }
    }

    fn held(&self, position: &Position, pit: Pit) -> u16 {
        pit.store_of().map_or_else(|| position.seeds[pit.index()].into(), |side| position.captured[side])
    }

    fn pits(&self) -> Vec<Pit> {
        self.geometry.cells.iter().map(|cell| cell.pit).chain(Side::BOTH.map(Pit::store)).collect()
    }

    /// The number of what a pit looks like. The drawing of its seeds is remembered.
    fn look(&mut self, position: &Position, pit: Pit) -> usize {
        if pit.store_of().is_some() {
            return 0;
        }
        let state = pit_state(self.game, position, pit);
        let room = state.shape.room();
        self.dots.entry(room.to_string()).or_default().entry(state.seeds).or_insert_with(|| {
            let dots = seed_dots(state.seeds, room);
            [format!("s{}", dots.radius), dots.path]
        });
        let look = PitState { seeds: 0, ..state };
        self.looks.iter().position(|known| *known == look).unwrap_or_else(|| {
            self.looks.push(look);
            self.looks.len() - 1
        })
    }

    /// The pits that differ between two positions, with their new seeds, and those that look different.
    fn changes(&mut self, before: &Position, after: &Position) -> (Vec<usize>, BTreeMap<usize, usize>) {
        let (mut changes, mut looks) = (vec![], BTreeMap::new());
        for (index, pit) in self.pits().into_iter().enumerate() {
            let (one, other) = (self.held(before, pit), self.held(after, pit));
            if one != other {
                changes.extend([index, usize::from(other)]);
            }
            let (old, new) = (self.look(before, pit), self.look(after, pit));
            if old != new {
                looks.insert(index, new);
            }
        }
        (changes, looks)
    }

    fn state(&mut self, position: &Position) -> StateData {
        let pits = self.pits();
        let seeds = pits.iter().map(|&pit| self.held(position, pit)).collect();
        let codes = pits.iter().enumerate().map(|(index, &pit)| (index, self.look(position, pit)));
        let codes = codes.filter(|(_, code)| *code > 0).collect();
        StateData { seeds, codes, to_move: if position.outcome.is_some() { -1 } else { position.to_move as i8 } }
    }
}
