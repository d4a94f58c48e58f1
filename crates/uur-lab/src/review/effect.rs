//! What a move does, as a reason for it.

use uur::diagnostic::count;
use uur::engine::{Move, Position};
use uur::game_play::GamePlay;
use uur::match_play::NextStep;
use uur::rules::{Goal, Side};

/// The most moves that are looked at for a reply.
const MOST_REPLIES: usize = 2_000;

/// Describes what a move brings at once, and what the reply to it can bring: in seeds that are won where these decide,
/// otherwise in seeds that the opponent loses and in moves that are left. `None` if there is nothing to tell.
pub fn effect(play: &GamePlay, m: Move) -> Option<String> {
    let program = &play.game().program;
    if program.is_single_player() {
        return None;
    }
    let after = after(play, m)?;
    let side = play.position().to_move;
    let [own, other] = [side, side.other()].map(Side::title);
    let counts = play.game().rules.goal == Some(Goal::MostSeeds);
    let gains = |before: &GamePlay, after: &GamePlay, of: Side| gain(before, after, of, counts);
    let seeds = |seeds: u16| count(seeds.into(), "seed");
    let gives = if counts { gains(play, &after, side.other()) } else { 0 };
    let brings = match (gains(play, &after, side), gives) {
        (0, 0) => None,
        (won, _) if !counts => Some(format!("{other} loses {}", seeds(won))),
        (won, 0) => Some(format!("it brings {own} {}", seeds(won))),
        (0, given) => Some(format!("it brings {other} {}", seeds(given))),
        (won, given) => Some(format!("it brings {own} {} and {other} {given}", seeds(won))),
    };
    let then = match after.due() {
        NextStep::Move(to_move) if to_move == side => Some(format!("{own} moves again")),
        NextStep::Move(_) => {
            let gained = |then: &GamePlay| gains(&after, then, side.other());
            let most = most_of_turn(&after, side.other(), &gained, &mut { MOST_REPLIES });
            let choices = if counts { None } else { Some(after.legal_moves().len()).filter(|choices| *choices <= 2) };
            let few = choices.map(|choices| format!(" and has {} to choose from", count(choices, "move")));
            most.map(|most| match (most, counts) {
                (0, true) => format!("{other}'s reply can bring nothing"),
                (most, true) => format!("{other}'s reply can bring {} at most", count(most.into(), "seed")),
                (0, false) => format!("{other} can take nothing in reply{}", few.unwrap_or_default()),
                (most, false) => {
                    format!(
                        "{other} can take {} at most in reply{}",
                        count(most.into(), "seed"),
                        few.unwrap_or_default()
                    )
                }
            })
        }
        NextStep::Lot(_) | NextStep::Round | NextStep::Nothing(_) => None,
    };
    let parts: Vec<String> = brings.into_iter().chain(then).collect();
    (!parts.is_empty()).then(|| parts.join(", and "))
}

/// The most that a player gains in what is left of a turn, by bonus moves too. `None` if that is not known within a
/// number of moves, or the round can end.
fn most_of_turn(at: &GamePlay, side: Side, gained: &impl Fn(&GamePlay) -> u16, left: &mut usize) -> Option<u16> {
    let replies = at.legal_moves();
    *left = left.checked_sub(replies.len())?;
    let ends = replies.into_iter().map(|reply| {
        let then = after(at, reply)?;
        match then.due() {
            NextStep::Move(to_move) if to_move == side => most_of_turn(&then, side, gained, left),
            _ => Some(gained(&then)),
        }
    });
    ends.collect::<Option<Vec<u16>>>()?.into_iter().max()
}

/// The game after a move that does not end the round.
fn after(play: &GamePlay, m: Move) -> Option<GamePlay> {
    let mut after = GamePlay::new(play.game().clone(), Some(*play.position()));
    let turn = after.play(m).ok()?;
    turn.outcome().is_none().then_some(after)
}

/// The seeds that a player has won by a move, or that the opponent has lost.
fn gain(before: &GamePlay, after: &GamePlay, side: Side, counts: bool) -> u16 {
    let held = |position: &Position| match counts {
        true => i32::from(position.captured[side]),
        false => -i32::from(position.seeds_among(before.game().program.owned(position, side.other()))),
    };
    u16::try_from(held(after.position()) - held(before.position())).unwrap_or(0)
}
