//! Why a step of a record could not be taken.

use super::GamePlay;
use crate::engine::{Move, Pit, PlayError};
use crate::explain;
use crate::match_play::{LotFor, NextStep, Step, StepError};
use crate::notation::{ParseError, write_steps};
use crate::rules::ClauseId;

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

impl RejectedStep {
    /// The error at its place in the text, with the number of the step.
    pub fn problem(&self) -> ParseError {
        let (message, at, help) = match &self.why {
            RejectReason::ParseError(problem) => (&problem.message, problem.at, problem.help.clone()),
            RejectReason::Refused { reason, .. } => (reason, self.at, self.help.clone().unwrap_or_default()),
        };
        let message = match self.number {
            0 => message.clone(),
            number => format!("move {number}, `{}`: {message}", self.text),
        };
        ParseError { message, at, help }
    }
}

/// Why a step could not be taken, and what to do instead.
pub(super) fn why(play: &GamePlay, step: Step, error: StepError) -> (RejectReason, Option<String>) {
    let (game, position) = (play.game(), play.position());
    let rounds = game.rules.rounds.as_ref().map(|rounds| rounds.clause);
    let (reason, clause, help) = match (error, step) {
        (StepError::Play(PlayError::Over), _) | (StepError::Over, _) => {
            let what = if rounds.is_some() { "the match" } else { "the game" };
            let ended_by = match play.due() {
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
            let (reason, clause) = explain::refusal(game, position, m, error);
            let legal: Vec<Step> = game.program.legal_moves(position).into_iter().map(Step::Move).collect();
            let help = (!legal.is_empty()).then(|| {
                let moves = write_steps(&game.program, &legal);
                format!("{} may play {moves}", position.to_move.title())
            });
            (reason, clause.or_else(nearest), help)
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
            (explain::step_error(game, play.as_match(), step, error), Some(clause), None)
        }
        (StepError::NoLotDue | StepError::Play(_) | StepError::TooLong, _) => {
            let clause = play.as_match().arrangements.first().map(|first| first.clause);
            (explain::step_error(game, play.as_match(), step, error), clause, None)
        }
    };
    let pit = match step {
        Step::Move(Move::SWAP) | Step::Lot(_) | Step::Arrange(_) => None,
        Step::Move(m) => Some(m.pit),
    };
    (RejectReason::Refused { pit, reason, clause }, help)
}
