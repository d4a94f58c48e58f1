//! The answer about the state of a game: the board, the legal moves with what each would do, and what is due.

use serde::Serialize;
use uur::engine::{Budget, Choice, Event, Move, Pit, Position, standing};
use uur::explain;
use uur::game::Game;
use uur::game_play::{GamePlay, PlayedTurn, RejectReason, RejectedStep};
use uur::match_play::{LotFor, NextStep, Setup, Step};
use uur::notation::{write_choice, write_move, write_steps};
use uur::rules::{Arranged, Side};
use uur::source::escaped;

use crate::opened::OpenedLine;
use crate::position::{BoardPicture, PerSide, PositionData};
use crate::problem::RulePlace;
use crate::question::BoardView;

/// The most events of all previews of a position.
const PREVIEWED: u64 = 200_000;

/// The state of a game after its steps.
#[derive(Debug, Serialize)]
pub struct GameAnswer {
    /// The number of steps that were played.
    pub steps: usize,
    /// The first step that cannot be played. The state is that before it.
    pub stopped: Option<StoppedStep>,
    /// The round, from 1.
    pub round: u32,
    /// The position; after a round its last, until the next begins.
    pub position: PositionData,
    /// The board with the last move.
    pub board: BoardPicture,
    /// What has to happen next.
    pub due: DueData,
    /// The legal moves.
    pub moves: Vec<MoveData>,
    /// Seeds that may be laid out before the first move.
    pub setup: Option<SetupData>,
    /// How the round or the match ended, if it is over.
    pub result: Option<ResultData>,
    /// The steps so far, without those that are known.
    pub log: Vec<LogEntry>,
    /// The round that has just begun, event by event in words.
    pub begun: Vec<String>,
    /// The last step, and whose turn it is, in one or two sentences.
    pub said: String,
}

/// A step that cannot be played.
#[derive(Debug, Serialize)]
pub struct StoppedStep {
    /// Its number, from 1.
    pub step: usize,
    /// The step as it was given.
    pub text: String,
    /// Why not.
    pub reason: String,
    /// What to do instead.
    pub help: Option<String>,
    /// The pit of the move.
    pub pit: Option<u8>,
    /// The rule line that forbids it.
    pub rule: Option<RulePlace>,
}

/// What has to happen next.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DueData {
    /// A move.
    Move {
        /// The player.
        side: &'static str,
        /// Whether a lot may be drawn first to decide who begins, by the steps `@south` and `@north`.
        lot: Option<LotData>,
    },
    /// A lot, which the steps `@south` and `@north` decide.
    Lot {
        /// The lot.
        lot: LotData,
    },
    /// A new round. It begins with its first move, or before that if the question says so.
    Round {
        /// Its number.
        round: u32,
    },
    /// Nothing.
    Over,
}

/// A lot.
#[derive(Debug, Serialize)]
pub struct LotData {
    /// Its name, such as `the lot`.
    pub name: String,
    /// What it decides, in words.
    pub decides: String,
    /// The signs of the hand game that serves as a lot.
    pub signs: Vec<String>,
    /// Pairs of numbers of signs, from 0: the first beats the second.
    pub beats: Vec<(usize, usize)>,
    /// The rule line that demands it.
    pub rule: Option<RulePlace>,
}

/// A legal move.
#[derive(Debug, Serialize)]
pub struct MoveData {
    /// The move as a record writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// The pit or the store that is lifted; none if the board is turned.
    pub pit: Option<u8>,
    /// The number of seeds that stay in the pit, where the mover decides it.
    pub leaving: Option<u8>,
    /// The direction, where the mover decides it, such as `clockwise`.
    pub way: Option<&'static str>,
    /// What the mover decides within the move: `+` is yes, `-` is no, and a letter is a pit.
    pub choices: Vec<String>,
    /// What distinguishes it from other moves of the pit, in a few words; empty if it is the only one.
    pub label: String,
    /// What it does; none if that takes too long to describe.
    pub preview: Option<Preview>,
}

/// What a move does.
#[derive(Debug, Serialize)]
pub struct Preview {
    /// The move in words.
    pub text: String,
    /// The number of laps.
    pub laps: u32,
    /// The seeds sown in all laps.
    pub seeds: u32,
    /// Where the first seed falls outside the pit of the move.
    pub begins: Option<u8>,
    /// Where the first lap ends.
    pub first: Option<u8>,
    /// Where the last lap ends.
    pub ends: Option<u8>,
    /// The captures, each pit once.
    pub captures: Vec<CaptureData>,
    /// Whether the mover moves again.
    pub bonus: bool,
    /// Whether the sowing goes round for ever.
    pub endless: bool,
    /// Whether the round is over after it.
    pub over: bool,
}

/// Seeds that leave the board.
#[derive(Debug, Serialize)]
pub struct CaptureData {
    /// The pit.
    pub pit: u8,
    /// Its seeds.
    pub seeds: u32,
    /// The player who gets them; none if they leave the game.
    pub to: Option<&'static str>,
}

/// Seeds that may be laid out before the first move.
#[derive(Debug, Serialize)]
pub struct SetupData {
    /// The player who lays them out; none for chance.
    pub by: Option<&'static str>,
    /// Which seeds: those of a `row`, of one `pit`, or of the `board`.
    pub what: &'static str,
    /// A step that leaves the board as it is, to be changed.
    pub example: String,
    /// The rule line that allows it.
    pub rule: RulePlace,
}

/// How a round or a match ended.
#[derive(Debug, Serialize)]
pub struct ResultData {
    /// How the round ended, in a sentence.
    pub text: String,
    /// The winner of the round; none if it is a draw.
    pub winner: Option<&'static str>,
    /// What each player has by the rule that decides who wins.
    pub score: PerSide<u16>,
    /// The rule line that ended it; none is a default of the language.
    pub rule: Option<RulePlace>,
    /// What followed the round, such as seeds that are ceded, in words.
    pub then: Vec<String>,
    /// The rounds that each player has won, in a match.
    pub rounds_won: Option<PerSide<u32>>,
    /// How the match ended, if it is over and consists of rounds.
    pub match_over: Option<MatchResult>,
}

/// How a match ended.
#[derive(Debug, Serialize)]
pub struct MatchResult {
    /// The winner; none if it is a draw.
    pub winner: Option<&'static str>,
    /// The rule line that ended it.
    pub rule: Option<RulePlace>,
}

/// A step that was played.
#[derive(Debug, Serialize)]
pub struct LogEntry {
    /// The step as a record writes it.
    pub step: String,
    /// The player who made it.
    pub side: &'static str,
    /// The round to which it belongs, from 1.
    pub round: u32,
    /// The step in words.
    pub text: String,
    /// The lines of the game's own file that acted in it, in ascending order.
    pub lines: Vec<usize>,
}

impl GameAnswer {
    /// The state of a line of play, with its log from a step on, which counts from 0.
    pub fn of(opened: &OpenedLine, view: BoardView, log_from: usize) -> GameAnswer {
        let line = opened.now();
        let begun = line.beginning();
        let game = &**line.game();
        let shown = *line.position();
        // After the beginning of a round, the last move was made on another board.
        let last = line.turns().last().filter(|_| begun.is_empty()).and_then(PlayedTurn::drawn);
        let result = result(line, &shown);
        let due = due(line);
        let turn = match (&due, &result) {
            (_, Some(result)) => format!("{}.", result.text),
            (DueData::Move { .. }, None) => format!("{} to move.", shown.to_move.title()),
            (DueData::Lot { lot }, None) => format!("{} {}.", explain::capitalized(&lot.name), lot.decides),
            (DueData::Round { round }, None) => format!("Round {round} begins with its first move."),
            (DueData::Over, None) => String::new(),
        };
        let told: Option<String> = line.turns().last().map(|turn| format!("{}. ", summary(game, turn)));
        GameAnswer {
            steps: line.turns().len(),
            stopped: opened.stopped.as_ref().map(|stopped| stopped_step(game, stopped)),
            round: line.round(),
            position: PositionData::of(game, &shown),
            board: BoardPicture::of(game, &shown, last, view),
            moves: moves(line),
            setup: setup(line),
            result,
            due,
            said: told.unwrap_or_default() + &turn,
            log: log(line, log_from),
            begun: words(game, begun),
        }
    }
}

/// Events in words.
fn words(game: &Game, events: &[Event]) -> Vec<String> {
    let told = explain::told_events(events).filter(|told| !told.is_silent());
    told.map(|told| escaped(&told.text(game)).into_owned()).collect()
}

fn stopped_step(game: &Game, stopped: &RejectedStep) -> StoppedStep {
    let (reason, help, pit, clause) = match &stopped.why {
        RejectReason::ParseError(error) => (error.message.clone(), Some(error.help.clone()), None, None),
        RejectReason::Refused { pit, reason, clause } => (reason.clone(), stopped.help.clone(), *pit, *clause),
    };
    StoppedStep {
        step: stopped.number,
        text: escaped(&stopped.text).into_owned(),
        reason: escaped(&reason).into_owned(),
        help: help.filter(|help| !help.is_empty()),
        pit: pit.map(|pit| pit.0),
        rule: clause.map(|clause| RulePlace::of(game, clause)),
    }
}

fn due(line: &GamePlay) -> DueData {
    let game = &**line.game();
    let lot = |decides: String, clause| {
        let drawn = game.rules.lot.as_ref();
        LotData {
            name: drawn.map_or("the lot".to_string(), |lot| lot.name.clone()),
            decides,
            signs: drawn.map_or(vec![], |lot| lot.signs.clone()),
            beats: drawn.map_or(vec![], |lot| lot.beats.clone()),
            rule: drawn.map(|lot| lot.clause).or(clause).map(|clause| RulePlace::of(game, clause)),
        }
    };
    let rounds = game.rules.rounds.as_ref().map(|rounds| rounds.clause);
    match line.due() {
        NextStep::Move(side) => DueData::Move {
            side: side.as_str(),
            lot: line.as_match().may_begin_with_lot.then(|| lot("decides who begins".into(), rounds)),
        },
        NextStep::Lot(LotFor::Starter) => {
            DueData::Lot { lot: lot(format!("decides who begins round {}", line.round() + 1), rounds) }
        }
        NextStep::Lot(due @ LotFor::Remainder(_, clause)) => {
            DueData::Lot { lot: lot(format!("decides {due}"), Some(clause)) }
        }
        NextStep::Round => DueData::Round { round: line.round() + 1 },
        NextStep::Nothing(_) => DueData::Over,
    }
}

fn setup(line: &GamePlay) -> Option<SetupData> {
    let (game, position) = (&**line.game(), line.position());
    let first = line.as_match().arrangements.first().filter(|_| matches!(line.due(), NextStep::Move(_)))?;
    let layout = game.program.layout();
    let given = |side: Side| match (first.what, first.by) {
        (Arranged::Row, Some(by)) => side == by,
        _ => side == Side::South || !game.program.is_single_player(),
    };
    let mut laid = Setup { by: first.by, rows: [None; 2] };
    for side in Side::BOTH.into_iter().filter(|&side| given(side)) {
        let row = laid.rows[side].insert([0; _]);
        layout.pits_of(side).zip(row).for_each(|(pit, seeds)| *seeds = position.seeds[pit.index()]);
    }
    Some(SetupData {
        by: first.by.map(Side::as_str),
        what: match first.what {
            Arranged::Row => "row",
            Arranged::Pit => "pit",
            Arranged::Board => "board",
        },
        example: write_steps(&game.program, &[Step::Arrange(laid)]),
        rule: RulePlace::of(game, first.clause),
    })
}

fn result(line: &GamePlay, shown: &Position) -> Option<ResultData> {
    let game = &**line.game();
    let outcome = shown.outcome?;
    let rule = |clause| RulePlace::of(game, clause);
    let then = line.turns().last().map_or(vec![], |turn| {
        let over = turn.events.iter().position(|event| matches!(event, Event::Over { .. }));
        words(game, &turn.events[over.map_or(turn.events.len(), |at| at + 1)..])
    });
    let match_over = match line.due() {
        NextStep::Nothing(over) if game.rules.rounds.is_some() => {
            Some(MatchResult { winner: over.winner.map(Side::as_str), rule: over.clause.map(rule) })
        }
        _ => None,
    };
    Some(ResultData {
        text: escaped(&explain::ending(game, shown)?).into_owned(),
        winner: outcome.winner.map(Side::as_str),
        score: game.program.score(shown).into(),
        rule: outcome.clause.map(rule),
        then,
        rounds_won: game.rules.rounds.is_some().then(|| line.rounds_won().into()),
        match_over,
    })
}

fn log(line: &GamePlay, from: usize) -> Vec<LogEntry> {
    let game = &**line.game();
    let begins = |turn: &PlayedTurn| turn.events.iter().filter(|event| matches!(event, Event::Begin { .. })).count();
    let (known, new) = line.turns().split_at(from.min(line.turns().len()));
    let mut round = 1 + known.iter().map(begins).sum::<usize>() as u32;
    let entry = |turn: &PlayedTurn| {
        round += begins(turn) as u32;
        let own = |event: &Event| {
            let span = game.clause_spans().of(event.clause()?).span;
            (span.source.0 == 0).then_some(span.start)
        };
        let mut starts: Vec<u32> = turn.events.iter().filter_map(own).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut lines: Vec<usize> = starts.into_iter().map(|at| game.sources[0].place(at as usize).line).collect();
        lines.dedup();
        LogEntry {
            step: write_steps(&game.program, &[turn.step]),
            side: turn.player.as_str(),
            round,
            text: summary(game, turn),
            lines,
        }
    };
    new.iter().map(entry).collect()
}

/// A step in words.
pub fn summary(game: &Game, turn: &PlayedTurn) -> String {
    let text = match turn.step {
        Step::Move(played) => explain::summary(game, &turn.before, played, turn.split().0),
        Step::Lot(_) | Step::Arrange(_) => words(game, &turn.events).join("; "),
    };
    escaped(&text).into_owned()
}

/// The legal moves, each with what it does.
fn moves(line: &GamePlay) -> Vec<MoveData> {
    let (game, position) = (&**line.game(), line.position());
    let NextStep::Move(_) = line.due() else { return vec![] };
    let legal = game.program.legal_moves(position);
    let mut left = PREVIEWED;
    let data = |m: &Move| {
        let preview = preview(game, position, *m, left);
        left -= preview.as_ref().map_or(left.min(1), |(events, _)| (*events).min(left));
        let alone = legal.iter().filter(|other| other.pit == m.pit).count() == 1;
        MoveData {
            text: write_move(&game.program, *m),
            pit: (*m != Move::SWAP).then_some(m.pit.0),
            leaving: m.leaving,
            way: m.way.map(|way| explain::chosen_way(game, way)),
            choices: m.choices.iter().map(|choice| write_choice(&game.program, choice)).collect(),
            label: if alone { String::new() } else { label(game, position, m) },
            preview: preview.map(|(_, preview)| preview),
        }
    };
    legal.iter().map(data).collect()
}

/// What the mover decides in a move, in a few words.
fn label(game: &Game, position: &Position, m: &Move) -> String {
    let lifted = match m.leaving {
        Some(leaving) => format!("leave {leaving}"),
        None => format!("lift {}", position.held(m.pit)),
    };
    let way = m.way.map(|way| explain::chosen_way(game, way).to_string());
    let choices = m.choices.iter().map(|choice| match choice {
        Choice::Yes => "yes".to_string(),
        Choice::No => "no".to_string(),
        pit => write_choice(&game.program, pit),
    });
    let lifted = (m.leaving.is_some() || m.way.is_none() && m.choices.is_empty()).then_some(lifted);
    lifted.into_iter().chain(way).chain(choices).collect::<Vec<_>>().join(", ")
}

/// The number of events of a move, and what it does; none if it has more than `most` events.
fn preview(game: &Game, position: &Position, m: Move, most: u64) -> Option<(u64, Preview)> {
    let mut events: Vec<Event> = vec![];
    let mut budget = Budget::events(most);
    let mut after = *position;
    game.program.play_alone(&mut after, m, &mut events, &mut budget);
    if budget.overrun().is_some() {
        return None;
    }
    let mut preview = Preview {
        text: escaped(&explain::summary(game, position, m, &events)).into_owned(),
        laps: 0,
        seeds: 0,
        begins: None,
        first: None,
        ends: None,
        captures: vec![],
        bonus: false,
        endless: false,
        over: after.outcome.is_some(),
    };
    for event in standing(&game.rules, &events) {
        match *event {
            Event::Lift { lap, .. } | Event::Resow { lap, .. } => preview.laps = lap,
            Event::Drop { pit, fell, .. } => {
                preview.seeds += u32::from(fell);
                if pit != m.pit {
                    preview.begins.get_or_insert(pit.0);
                }
                preview.ends = Some(pit.0);
                if preview.laps <= 1 {
                    preview.first = Some(pit.0);
                }
            }
            Event::Capture { pit, seeds, to, .. } => preview.capture(pit, seeds.into(), to),
            Event::Bonus { .. } => preview.bonus = true,
            Event::Endless { .. } => preview.endless = true,
            _ => {}
        }
    }
    Some((events.len() as u64, preview))
}

impl Preview {
    fn capture(&mut self, pit: Pit, seeds: u32, to: Option<Side>) {
        let to = to.map(Side::as_str);
        match self.captures.iter_mut().find(|known| known.pit == pit.0 && known.to == to) {
            Some(known) => known.seeds += seeds,
            None => self.captures.push(CaptureData { pit: pit.0, seeds, to }),
        }
    }
}
