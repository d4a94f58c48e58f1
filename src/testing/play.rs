//! Games played by simple players, to see what rules do.

use crate::chance::Chance;
use crate::engine::{Event, Move, Observer};
use crate::game::Game;
use crate::match_play::{Due, Match, Step};
use crate::rules::Side;

/// How much players may weigh.
#[derive(Debug)]
pub struct Weighing<'a> {
    /// The events of the moves that were weighed are added here.
    pub events: &'a mut u64,
    /// Once so many are met, no further move is weighed.
    pub most: u64,
}

/// How a player chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// Any legal move, each as likely as the others.
    Random,
    /// The move that gains most at once; by chance among equals.
    Greedy,
}

impl Player {
    /// The step that a game goes on with; `None` once it is over. Lots are decided by chance. The
    /// observer sees a round begin; the events of moves that are only weighed are counted, too.
    pub fn step(
        self,
        game: &Game,
        played: &mut Match,
        chance: &mut Chance,
        observer: &mut impl Observer,
        weighing: Weighing,
    ) -> Option<Step> {
        if played.due == Due::Round {
            played.next_round(&game.rules, &game.program, observer);
        }
        if played.may_begin_with_lot {
            return Some(Step::Lot(Side::BOTH[chance.below(2)]));
        }
        match played.due {
            Due::Move(side) => {
                let moves = game.program.legal_moves(&played.position);
                Some(Step::Move(match self {
                    Player::Random => moves[chance.below(moves.len())],
                    Player::Greedy => best(game, played, side, &moves, chance, weighing),
                }))
            }
            Due::Lot(_) => Some(Step::Lot(Side::BOTH[chance.below(2)])),
            Due::Round | Due::Nothing(_) => None,
        }
    }
}

fn best(game: &Game, played: &Match, side: Side, moves: &[Move], chance: &mut Chance, weighing: Weighing) -> Move {
    let mut gain = |m: Move| {
        if *weighing.events >= weighing.most {
            return 0;
        }
        let mut gain = 0;
        game.program.play_unchecked(&mut played.position.clone(), m, &mut |event: Event| {
            *weighing.events += 1;
            if let Event::Capture { seeds, to, .. } = event {
                gain += if to == Some(side.other()) { -i32::from(seeds) } else { i32::from(seeds) };
            }
        });
        gain
    };
    let gains: Vec<i32> = moves.iter().map(|&m| gain(m)).collect();
    let most = gains.iter().max().copied().unwrap_or(0);
    let equals: Vec<Move> = moves.iter().zip(&gains).filter(|(_, gain)| **gain == most).map(|(m, _)| *m).collect();
    equals[chance.below(equals.len())]
}
