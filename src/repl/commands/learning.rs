//! Commands for learners: questions about the rules, and puzzles.

use std::sync::Arc;

use super::super::analysis::SearchMonitor;
use super::super::game_session::GameSession;
use super::super::interpreter::{Repl, ReplResult, Reply};
use uur::game_play::GamePlay;
use uur::text_layout::paragraph;
use uur_lab::exercises::{Exercise, PuzzleOptions, PuzzleRun, quiz as questions};

/// How many questions are chosen at once.
const QUESTIONS: usize = 20;
/// The nodes that prove what the moves of a puzzle are worth.
const PROOF: u64 = 100_000;
/// The most games in which a puzzle is looked for.
const MOST_GAMES: u64 = 100;

pub fn quiz(repl: &mut Repl, _rest: &str) -> ReplResult {
    let asked = repl.questions_asked;
    let batch = questions(repl.session.game(), QUESTIONS, repl.quiz_seed + (asked / QUESTIONS) as u64);
    let number = asked % QUESTIONS % batch.len().max(1);
    let exercise =
        batch.into_iter().nth(number).ok_or("no move of this game can be asked for (`play` lists others)")?;
    repl.questions_asked += 1;
    Ok(pose(repl, exercise))
}

pub fn puzzle(repl: &mut Repl, _rest: &str) -> ReplResult {
    if repl.session.game().program.is_single_player() {
        return Err("this game is for one player, so no move wins against another (`quiz` asks about its rules)".into());
    }
    let monitor = SearchMonitor::begin(None, repl.interactive, false, repl.redraws);
    let endgames = repl.search_request(&repl.session).endgames;
    let seed = repl.quiz_seed;
    let mut run = PuzzleRun::new(repl.session.game().clone(), seed);
    while run.found.is_empty() && run.goes_on(MOST_GAMES) && !monitor.stops() {
        run.advance(PuzzleOptions { nodes: PROOF, endgames, stop: &|| false });
        monitor.show(&format!("looking through game {}", run.games()));
    }
    drop(monitor);
    repl.quiz_seed += 1;
    let exercise = run.found.pop().ok_or("no puzzle was found (`puzzle` looks on)")?;
    Ok(pose(repl, exercise))
}

/// Sets the board up and asks.
fn pose(repl: &mut Repl, exercise: Exercise) -> Reply {
    let play = GamePlay::new(repl.session.game().clone(), Some(exercise.at));
    let exercise = Arc::new(exercise);
    repl.change(GameSession { play, exercise: Some(exercise.clone()), ..repl.session.at_start() });
    let choices = exercise.choices.join(", ");
    let level = exercise.level.map_or(String::new(), |level| format!(" ({level})"));
    Reply::text(format!(
        "{}{}{}{}",
        repl.board(),
        paragraph(&format!("{}{level}", exercise.question)),
        if exercise.signs.is_empty() { String::new() } else { paragraph(&exercise.signs.join(" ")) },
        paragraph(&format!("`answer` and one of {choices}; `answer` alone tells it. `undo` goes back to your game."))
    ))
}

/// Checks the answer to the exercise, or tells it.
pub fn answer(repl: &mut Repl, rest: &str) -> ReplResult {
    let Some(exercise) = &repl.session.exercise else {
        return Err("nothing was asked (`quiz` asks about the rules, `puzzle` for a move)".to_string());
    };
    let again = if exercise.is_puzzle { "`puzzle` asks for another." } else { "`quiz` asks the next." };
    Ok(Reply::text(match rest {
        "" => paragraph(&format!("The answer is {}. {} {again}", exercise.answer, exercise.why)),
        _ if exercise.is_right(rest) => paragraph(&format!("Right. {} {again}", exercise.why)),
        _ if exercise.choices.iter().any(|choice| choice.eq_ignore_ascii_case(rest)) => {
            paragraph(&format!("Not {rest}: try again, or `answer` alone tells it."))
        }
        _ => return Err(format!("`{rest}` is none of the answers: {}", exercise.choices.join(", "))),
    }))
}
