//! Simple players, who play many games fast.

use crate::chance::Chance;
use crate::engine::{Event, Move, Observer, Position, Program};
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
    /// All of them.
    pub const ALL: [Player; 2] = [Player::Random, Player::Greedy];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Player::Random => "random",
            Player::Greedy => "greedy",
        }
    }

    /// The move that it chooses among all that are legal, of which there is at least one. One number
    /// is drawn for every choice, also where there is but one move.
    pub fn choose(
        self,
        program: &Program,
        position: &Position,
        moves: &[Move],
        chance: &mut Chance,
        weighing: Weighing,
    ) -> Move {
        match self {
            Player::Random => moves[chance.below(moves.len())],
            Player::Greedy => best(program, position, moves, chance, weighing),
        }
    }

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
        if let Some(laid) = played.arranged_by_chance(&game.program, chance) {
            return Some(laid);
        }
        if played.may_begin_with_lot {
            return Some(Step::Lot(Side::BOTH[chance.below(2)]));
        }
        match played.due {
            Due::Move(_) => {
                let moves = game.program.legal_moves(&played.position);
                Some(Step::Move(self.choose(&game.program, &played.position, &moves, chance, weighing)))
            }
            Due::Lot(_) => Some(Step::Lot(Side::BOTH[chance.below(2)])),
            Due::Round | Due::Nothing(_) => None,
        }
    }
}

fn best(program: &Program, position: &Position, moves: &[Move], chance: &mut Chance, weighing: Weighing) -> Move {
    let opponent = position.to_move.other();
    let mut gain = |m: Move| {
        if *weighing.events >= weighing.most {
            return 0;
        }
        let mut gain = 0;
        program.play_unchecked(&mut position.clone(), m, &mut |event: Event| {
            *weighing.events += 1;
            if let Event::Capture { seeds, to, .. } = event {
                gain += if to == Some(opponent) { -i32::from(seeds) } else { i32::from(seeds) };
            }
        });
        gain
    };
    let gains: Vec<i32> = moves.iter().map(|&m| gain(m)).collect();
    let most = gains.iter().max().copied().unwrap_or(0);
    let equals: Vec<Move> = moves.iter().zip(&gains).filter(|(_, gain)| **gain == most).map(|(m, _)| *m).collect();
    equals[chance.below(equals.len())]
}
