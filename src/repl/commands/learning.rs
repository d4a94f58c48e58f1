//! Commands for learners: questions about the rules, and puzzles.

use super::super::analysis::SearchMonitor;
use super::super::game_session::GameSession;
use super::super::interpreter::{Repl, ReplResult, Reply};
use uur::game_play::GamePlay;
use uur::text_layout::paragraph;
use uur_lab::exercises::{Exercise, PuzzleOptions, PuzzleRun, quiz as questions};

/// The nodes that prove what the moves of a puzzle are worth.
const PROOF: u64 = 100_000;
/// The most games in which a puzzle is looked for.
const MOST_GAMES: u64 = 100;

/// An exercise that waits for its answer, and the game to go on with after it.
#[derive(Debug)]
pub struct OpenExercise {
    exercise: Exercise,
    /// How many exercises of this kind came before.
    number: usize,
}

pub fn quiz(repl: &mut Repl, _rest: &str) -> ReplResult {
    let number = repl.exercise.as_ref().filter(|open| open.exercise.level.is_none()).map_or(0, |open| open.number + 1);
    let all = questions(repl.session.game(), number + 1, repl.quiz_seed);
    let exercise = all.into_iter().nth(number).or_else(|| questions(repl.session.game(), 1, repl.quiz_seed).pop());
    let exercise = exercise.ok_or("no move of this game can be asked for (`play` lists others)")?;
    Ok(pose(repl, exercise, number))
}

pub fn puzzle(repl: &mut Repl, _rest: &str) -> ReplResult {
    if repl.session.game().program.is_single_player() {
        return Err("this game is for one player, so no move wins against another (`quiz` asks about its rules)".into());
    }
    let monitor = SearchMonitor::begin(None, repl.interactive, true, repl.redraws);
    let endgames = repl.search_request(&repl.session).endgames;
    let seed = repl.quiz_seed;
    let mut run = PuzzleRun::new(repl.session.game().clone(), seed);
    while run.found.is_empty() && run.games() <= MOST_GAMES && !monitor.stops() {
        run.advance(PuzzleOptions { nodes: PROOF, endgames, stop: &|| false });
        monitor.show(&format!("looking through game {}", run.games()));
    }
    drop(monitor);
    repl.quiz_seed += 1;
    let exercise = run.found.pop().ok_or("no puzzle was found (`puzzle` looks on)")?;
    Ok(pose(repl, exercise, 0))
}

/// Sets the board up and asks.
fn pose(repl: &mut Repl, exercise: Exercise, number: usize) -> Reply {
    let play = GamePlay::new(repl.session.game().clone(), Some(exercise.at));
    let identity = std::sync::Arc::default();
    let session = GameSession { play, ended: None, sign: None, identity, ..repl.session.clone() };
    repl.opponent = None;
    repl.change(session);
    let choices = exercise.choices.join(", ");
    let level = exercise.level.map_or(String::new(), |level| format!(" ({level})"));
    let text = format!(
        "{}{}{}",
        repl.board(),
        paragraph(&format!("{}{level}", exercise.question)),
        paragraph(&format!("`answer` and one of {choices}; `answer` alone tells it. `undo` goes back to your game."))
    );
    repl.exercise = Some(OpenExercise { exercise, number });
    Reply::text(text)
}

/// Checks the answer to the exercise, or tells it.
pub fn answer(repl: &mut Repl, rest: &str) -> ReplResult {
    let Some(open) = &repl.exercise else {
        return Err("nothing was asked (`quiz` asks about the rules, `puzzle` for a move)".to_string());
    };
    let exercise = &open.exercise;
    let again = if exercise.level.is_some() { "`puzzle` asks for another." } else { "`quiz` asks the next." };
    Ok(Reply::text(match rest {
        "" => paragraph(&format!("The answer is {}. {} {again}", exercise.answer, exercise.why)),
        _ if exercise.is_right(rest) => paragraph(&format!("Right. {} {again}", exercise.why)),
        _ if exercise.choices.iter().any(|choice| choice.eq_ignore_ascii_case(rest)) => {
            paragraph(&format!("Not {rest}: try again, or `answer` alone tells it."))
        }
        _ => return Err(format!("`{rest}` is none of the answers: {}", exercise.choices.join(", "))),
    }))
}
