//! A game for a page that was given none.

use uur::chance::Rng;
use uur::game_play::GamePlay;
use uur::match_play::NextStep;
use uur::notation::{RecordEntry, write_steps};
use uur_lab::lab::{EvalBudget, Player, SearchControl};

/// The most moves of the game.
const SAMPLE_MOVES: usize = 40;
/// The most events of the search for a move.
const MOST_EVENTS: u64 = 1_000_000;

/// Where a sample game is from, in a sentence.
pub const SAMPLE_ORIGIN: &str =
    "Moves of the computer, which takes as many seeds at once as it can; not a model of good play.";

/// Lets the computer play a round against itself from where a line of play stands.
pub fn play_sample(line: &mut GamePlay) {
    let game = line.game().clone();
    let mut chance = Rng::for_game(1, 0);
    for _ in 0..SAMPLE_MOVES {
        if matches!(line.due(), NextStep::Round | NextStep::Nothing(_)) {
            break;
        }
        let mut events = 0;
        let budget = EvalBudget { events: &mut events, most: MOST_EVENTS, control: SearchControl::unbounded() };
        let mut ahead = line.as_match().clone();
        let Some(step) = Player::Greedy.step(&game, &mut ahead, &mut chance, &mut (), budget) else { break };
        let text = write_steps(&game.program, &[step]);
        if line.play_record(&[RecordEntry::from(text)]).is_err() {
            break;
        }
    }
}
