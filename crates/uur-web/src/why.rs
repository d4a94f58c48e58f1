//! The answer about a move that cannot be played.

use serde::Serialize;
use uur::engine::{Move, Pit};
use uur::explain;
use uur::game_play::GamePlay;
use uur::match_play::NextStep;
use uur::notation::{in_case_of, pit_name, read_move, write_move};
use uur::source::escaped;

use crate::failure::Failure;
use crate::problem::RulePlace;

/// Why a move cannot be played, or that it can.
#[derive(Debug, Serialize)]
pub struct WhyNotAnswer {
    /// The legal moves of the pit, as a record writes them; with a move, this move if it is legal.
    pub moves: Vec<String>,
    /// A sentence in lower case.
    pub text: String,
    /// The rule line that forbids the move.
    pub rule: Option<RulePlace>,
}

/// Explains why a move, or any move of a pit, cannot be played now.
///
/// # Errors
/// If neither a move nor a pit of the board is given.
pub fn why_not(line: &GamePlay, text: Option<String>, pit: Option<u8>) -> Result<WhyNotAnswer, Failure> {
    let (game, position) = (&**line.game(), line.position());
    let program = &game.program;
    let asked = match (text, pit) {
        (Some(text), None) => {
            let own = in_case_of(program, position.to_move, &text).unwrap_or(text);
            let read = read_move(program, position.to_move, &own);
            read.map_err(|error| Failure::new("step", error.message).help(error.help))?
        }
        (None, Some(pit)) => Move::lifting(Pit(pit)),
        _ => return Err(Failure::new("question", "`whynot` needs either a move or a pit")),
    };
    let only = |text: String| WhyNotAnswer { moves: vec![], text, rule: None };
    match line.due() {
        NextStep::Lot(_) => return Ok(only("a lot comes first".into())),
        NextStep::Round => return Ok(only("the round is over".into())),
        NextStep::Nothing(_) => return Ok(only("the game is over".into())),
        NextStep::Move(_) => {}
    }
    let is_pit = pit.is_some();
    let legal = program.legal_moves(position);
    let moves: Vec<String> = legal
        .iter()
        .filter(|m| if is_pit { m.pit == asked.pit } else { **m == asked })
        .map(|&m| write_move(program, m))
        .collect();
    if !moves.is_empty() {
        let text = format!("{} may be played", uur::diagnostic::join(&moves, "and"));
        return Ok(WhyNotAnswer { moves, text, rule: None });
    }
    let layout = program.layout();
    if asked != Move::SWAP && asked.pit.store_of().is_none() && !layout.has(asked.pit) {
        return Err(Failure::new("question", "the board has no such pit"));
    }
    if asked != Move::SWAP
        && asked.pit.store_of().is_none()
        && !program.facts().any_half
        && program.owner(position, asked.pit) != position.to_move
    {
        let owner = program.owner(position, asked.pit).title();
        let text =
            format!("{} is {owner}'s, and {} is to move", pit_name(program, asked.pit), position.to_move.title());
        return Ok(WhyNotAnswer { moves, text, rule: None });
    }
    let Err(error) = program.check(position, asked) else { return Ok(only("it may be played".into())) };
    let (reason, clause) = explain::refusal(game, position, asked, error);
    Ok(WhyNotAnswer {
        moves,
        text: escaped(&reason).into_owned(),
        rule: clause.map(|clause| RulePlace::of(game, clause)),
    })
}
