//! What a move does, as a reason for it.

use uur::diagnostic::count;
use uur::engine::{Move, Position};
use uur::game_play::GamePlay;
use uur::match_play::NextStep;
use uur::rules::{Goal, Side};

/// The most replies that are looked at.
const MOST_REPLIES: usize = 100;

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
    let brings = match (gains(play, &after, side), counts) {
        (0, _) => None,
        (seeds, true) => Some(format!("it brings {own} {}", count(seeds.into(), "seed"))),
        (seeds, false) => Some(format!("{other} loses {}", count(seeds.into(), "seed"))),
    };
    let then = match after.due() {
        NextStep::Move(to_move) if to_move == side => Some(format!("{own} moves again")),
        NextStep::Move(_) => {
            let replies = after.legal_moves();
            let most = (replies.len() <= MOST_REPLIES).then(|| {
                let most = replies.iter().map(|&reply| Some(gains(&after, &self::after(&after, reply)?, side.other())));
                most.collect::<Option<Vec<u16>>>()?.into_iter().max()
            });
            let few = (!counts && replies.len() <= 2)
                .then(|| format!(" and has {} to choose from", count(replies.len(), "move")));
            most.flatten().map(|most| match (most, counts) {
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
