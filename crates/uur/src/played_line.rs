//! A line of play: moves and lots played one after the other, with their events.

use std::sync::Arc;

use crate::engine::{Event, Move, Pit, PlayError, Position};
use crate::explain;
use crate::game::Game;
use crate::match_play::{LotFor, Match, NextStep, Step, StepError};
use crate::notation::{ParseError, RecordEntry, write_steps};
use crate::picture::DrawnMove;
use crate::rules::{ClauseId, Side};

/// The most rounds that may end before their first move, one after the other, before the line stops.
const EMPTY_ROUNDS: usize = 10;

/// A line of play so far.
#[derive(Debug, Clone)]
pub struct PlayedLine {
    /// The game.
    pub game: Arc<Game>,
    /// The current state. A round that is due has not begun.
    pub played: Match,
    /// The steps that were played.
    pub turns: Vec<PlayedTurn>,
    /// The final position of the round, before the match redistributed its seeds.
    pub ended: Option<Position>,
}

/// A step that was played.
#[derive(Debug, Clone)]
pub struct PlayedTurn {
    /// The step.
    pub step: Step,
    /// The player who moved or won the lot.
    pub player: Side,
    /// The position before the step, in the round to which it belongs.
    pub before: Position,
    /// What happened, in order. The beginning of a round comes before its first move.
    pub events: Vec<Event>,
}

impl PlayedTurn {
    /// The step as the last move of a picture, if it is a move.
    pub fn drawn(&self) -> Option<DrawnMove<'_>> {
        let Step::Move(played) = self.step else { return None };
        Some(DrawnMove { before: &self.before, played, events: Event::split_move(&self.events).0 })
    }
}

/// A step that could not be played.
#[derive(Debug, Clone)]
pub struct RejectedStep {
    /// The number of the step, from 1. It is 0 for a stated position that was not reached.
    pub number: usize,
    /// The step as written.
    pub text: String,
    /// The byte offset in the text of all moves.
    pub at: usize,
    /// Why not.
    pub why: RejectReason,
    /// What to do instead.
    pub help: Option<String>,
}

/// Why a step could not be played.
#[derive(Debug, Clone)]
pub enum RejectReason {
    /// It cannot be parsed.
    ParseError(ParseError),
    /// The rules forbid it. The pit is the one that the move lifts.
    Refused {
        /// The pit.
        pit: Option<Pit>,
        /// The reason, in part of a sentence.
        reason: String,
        /// The clause that forbids it.
        clause: Option<ClauseId>,
    },
}

impl PlayedLine {
    /// Begins a line from a position, or from the start.
    pub fn new(game: Arc<Game>, from: Option<Position>) -> Self {
        let played = match from {
            Some(position) => Match::from(&game.rules, &game.program, position),
            None => Match::new(&game.rules, &game.program),
        };
        let first = from.unwrap_or_else(|| game.program.start());
        let ended = first.outcome.is_some().then_some(first);
        PlayedLine { game, played, turns: vec![], ended }
    }

    /// The position to show: the last of a round until the next one begins.
    pub fn shown(&self) -> Position {
        match (self.played.due, self.ended) {
            (NextStep::Round | NextStep::Nothing(_), Some(ended)) => ended,
            _ => self.played.position,
        }
    }

    /// Plays the entries of a record.
    ///
    /// # Errors
    /// The first entry that cannot be played. The entries before it have been played.
    pub fn play(&mut self, entries: &[RecordEntry]) -> Result<(), RejectedStep> {
        for entry in entries {
            let number = if matches!(entry, RecordEntry::Step(..)) { self.turns.len() + 1 } else { 0 };
            self.apply(entry).map_err(|(why, help)| RejectedStep {
                number,
                text: entry.excerpt().text.clone(),
                at: entry.excerpt().at,
                why,
                help,
            })?;
        }
        Ok(())
    }

    fn apply(&mut self, entry: &RecordEntry) -> Result<(), (RejectReason, Option<String>)> {
        let game = self.game.clone();
        let mut events = vec![];
        if matches!(entry, RecordEntry::Step(excerpt, _) if !excerpt.text.starts_with('@')) {
            self.begin_round(&mut events);
        }
        let before = self.played.position;
        let step = entry.read(&game, &self.played).map_err(|problem| (RejectReason::ParseError(problem), None))?;
        let Some(step) = step else { return Ok(()) };
        let happened =
            self.played.step_recorded(&game.rules, &game.program, step).map_err(|error| self.rejection(step, error))?;
        events.extend(happened);
        let player = match step {
            Step::Move(_) => before.to_move,
            Step::Lot(winner) => winner,
            Step::Arrange(laid) => laid.by.unwrap_or(Side::South),
        };
        if let Step::Move(_) = step {
            let over = events.iter().any(|event| matches!(event, Event::Over { .. }));
            self.ended = over.then(|| before.after(&events));
        }
        self.turns.push(PlayedTurn { step, player, before, events });
        Ok(())
    }

    /// Begins a round that is due before its first move is parsed, since the letters of a move depend on the
    /// player. Rounds that end before their first move are followed by further ones, up to ten.
    pub fn begin_round(&mut self, events: &mut Vec<Event>) {
        for _ in 0..EMPTY_ROUNDS {
            if self.played.due != NextStep::Round {
                return;
            }
            self.played.next_round(&self.game.rules, &self.game.program, events);
            self.ended = self.played.position.outcome.map(|_| self.played.position);
        }
    }

    fn rejection(&self, step: Step, error: StepError) -> (RejectReason, Option<String>) {
        let (game, position) = (&self.game, &self.played.position);
        let rounds = game.rules.rounds.as_ref().map(|rounds| rounds.clause);
        let (reason, clause, help) = match (error, step) {
            (StepError::Play(PlayError::Over), _) | (StepError::Over, _) => {
                let what = if rounds.is_some() { "the match" } else { "the game" };
                let ended_by = match self.played.due {
                    NextStep::Nothing(over) => over.clause,
                    _ => None,
                };
                let clause = ended_by.or(position.outcome.and_then(|outcome| outcome.clause));
                (format!("{what} is over"), clause, None)
            }
            (StepError::Play(error), Step::Move(m)) => {
                // No rule line forbids an empty pit; the line about the pits that moves start from is the
                // closest.
                let nearest = || matches!(error, PlayError::Empty(_)).then_some(game.rules.sowing.from[0].clause);
                let clause = explain::forbidding_clause(game, position, m, &error).or_else(nearest);
                let legal: Vec<Step> = game.program.legal_moves(position).into_iter().map(Step::Move).collect();
                let help = (!legal.is_empty()).then(|| {
                    let moves = write_steps(&game.program, &legal);
                    format!("{} may play {moves}", position.to_move.title())
                });
                (explain::reason(game, position, m, error), clause, help)
            }
            (StepError::LotDue(what), _) => {
                let clause = match what {
                    LotFor::Remainder(_, clause) => Some(clause),
                    LotFor::Starter => rounds,
                };
                ("a lot comes first".to_string(), clause, Some("write @south or @north for the winner".to_string()))
            }
            (StepError::TooLong, Step::Move(m)) => {
                (explain::too_long(game, m), game.rules.endless.clause, Some(explain::BOUND_HELP.to_string()))
            }
            (StepError::NothingToArrange, _) => ("no seeds can be laid out now".to_string(), None, None),
            (StepError::WrongSeeds(clause) | StepError::ConditionFails(clause), _) => {
                (explain::step_error(game, &self.played, step, error), Some(clause), None)
            }
            (StepError::NoLotDue | StepError::Play(_) | StepError::TooLong, _) => {
                let clause = self.played.arrangements.first().map(|first| first.clause);
                (explain::step_error(game, &self.played, step, error), clause, None)
            }
        };
        let pit = match step {
            Step::Move(Move::SWAP) | Step::Lot(_) | Step::Arrange(_) => None,
            Step::Move(m) => Some(m.pit),
        };
        (RejectReason::Refused { pit, reason, clause }, help)
    }
}
