//! What a position is worth, by what the rules make count.
//!
//! A finished round has the value that its outcome says. Any other is estimated: seeds in the
//! stores as they are, if most seeds win; seeds on the board by what the lines of `end` will give to
//! whom; and moves to choose from, if having none decides. Values are hundredths of a seed, seen
//! from South.

use std::fmt;

use crate::model::{GameModel, Node, RoundEnd};
use uur::diagnostic::count;
use uur::engine::Width;
use uur::game::Game;
use uur::rules::{Condition, EndClause, Ending, MarkId, Side, Taking, Verdict, Who, Whose};

/// A won round; margins are added, two for each seed, moves up to the win taken off.
pub(super) const WON: i32 = 1_000_000;
/// More than any value.
pub(super) const BEYOND: i32 = 2 * WON;
/// From here on a value is that of a won round.
const DECIDED: i32 = WON / 2;
/// What is taken off a win, or added to a loss, of which it is known only that it can be reached.
const FAR_OFF: i32 = 100_000;
/// A seed in hand.
const SEED: i32 = 100;
/// A seed in a row whose owner will get it if the round ends now; much may happen before.
const SEED_IN_ROW: i32 = 20;
/// A marked pit beyond its seeds: it will gather more.
const GATHERS: i32 = 100;
/// A move to choose from, where having none loses.
const CHOICE: i32 = 60;
/// A seed in a row, where having no move loses. Against 5 it won 27 of 40 games of Boola, against 120
/// it won 29 of 50.
const RESERVE: i32 = 60;

/// An estimate of this much is three wins out of four, and a little more.
const CLEAR: f32 = 1_500.0;
/// An estimate is never as good as a win.
const ALMOST: f32 = 0.95;

/// What a move is worth to the player who makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// The round is won, by so many seeds.
    WinsBy(u16),
    /// The round is won with the last of so many moves.
    WinsIn(u16),
    /// The round is won, in some number of moves.
    Wins,
    /// The round is drawn.
    Draw,
    /// This many of a hundred games are won, by samples or by an estimate.
    Likely(u8),
    /// About this much more than the opponent has, in hundredths of a seed.
    About(i32),
    /// The round is lost, in some number of moves.
    Loses,
    /// The round is lost with the last of so many moves.
    LosesIn(u16),
    /// The round is lost, by so many seeds.
    LosesBy(u16),
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let moves = |moves: u16| count(moves.into(), "move");
        let seeds = |seeds: u16| count(seeds.into(), "seed");
        match *self {
            Score::WinsBy(margin) => write!(f, "wins by {}", seeds(margin)),
            Score::WinsIn(number) => write!(f, "wins in {}", moves(number)),
            Score::Wins => write!(f, "wins"),
            Score::Draw => write!(f, "draw"),
            Score::Likely(percent) => write!(f, "{percent} %"),
            Score::About(value) => write!(f, "{:+.1} seeds", f64::from(value) / f64::from(SEED)),
            Score::Loses => write!(f, "loses"),
            Score::LosesIn(number) => write!(f, "loses in {}", moves(number)),
            Score::LosesBy(margin) => write!(f, "loses by {}", seeds(margin)),
        }
    }
}

/// Values positions of one game.
#[derive(Debug, Clone)]
pub(super) struct Judge {
    /// What a finished round is worth.
    finish: Finish,
    /// Whether the seeds in the stores count.
    stores: bool,
    /// Whether one player plays by himself.
    alone: bool,
    in_row: i32,
    choice: i32,
    /// The marks whose pits somebody gets at the end.
    gathering: Vec<MarkId>,
    /// The seeds of which a player has more than half, in a game that these win.
    half: Option<u16>,
}

/// What a finished round is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Finish {
    /// The sooner won, the better.
    Sooner,
    /// Winning first, then the margin.
    Margin,
    /// What both hold, since they begin the next round with it; then winning.
    Held,
}

impl Judge {
    pub fn new(game: &Game) -> Self {
        let rules = &game.rules;
        let stores = rules.goal.is_some();
        let no_move = |clause: &&EndClause| clause.condition.has(&|condition| *condition == Condition::NoMove);
        let endings: Vec<&Ending> = rules.end.iter().filter(no_move).map(|clause| &clause.ending).collect();
        let fatal = endings.iter().map(|ending| match ending.verdict {
            Verdict::Opponent => 1,
            Verdict::Player => -1,
            Verdict::Goal | Verdict::Draw | Verdict::Pass => 0,
        });
        let fatal: i32 = fatal.sum::<i32>().signum();
        let kept = endings.iter().flat_map(|ending| &ending.takings).map(|taking| match *taking {
            (Who::Each, Taking::Row(Whose::Own)) | (Who::Opponent, Taking::Rest) => 1,
            (Who::Each, Taking::Row(Whose::Opponent)) | (Who::Player, Taking::Rest) => -1,
            _ => 0,
        });
        let kept: i32 = kept.sum::<i32>().signum();
        let gathering = endings.iter().flat_map(|ending| &ending.takings).filter_map(|taking| match *taking {
            (_, Taking::Marked(Whose::Own, mark)) => Some(mark),
            _ => None,
        });
        let total = game.program.start().total();
        Judge {
            finish: match (&rules.rounds, rules.goal) {
                (Some(_), Some(_)) => Finish::Held,
                (None, Some(_)) => Finish::Margin,
                (_, None) => Finish::Sooner,
            },
            stores,
            alone: game.program.is_single_player(),
            in_row: if stores { kept * SEED_IN_ROW } else { fatal * RESERVE },
            choice: if stores { 0 } else { fatal * CHOICE },
            gathering: if stores { gathering.collect() } else { vec![] },
            half: (stores && rules.rounds.is_none()).then_some(total / 2),
        }
    }

    /// Whether a shorter way to the same result is better.
    pub fn counts_moves(&self) -> bool {
        self.finish == Finish::Sooner
    }

    /// Whether samples tell more than estimates: where two players play for the last move, not for seeds.
    pub fn samples(&self) -> bool {
        !self.stores && !self.alone
    }

    /// Whether what players hold in the end is what counts, since the next round begins with it.
    pub fn counts_what_is_held(&self) -> bool {
        self.finish == Finish::Held
    }

    /// The value for a player of a round of which it is known what it will come to: he wins so many seeds
    /// more from here on, or just wins. Of two ways to the same the one is better that has come nearer to
    /// it, by seeds that have left the board; otherwise he might never go there.
    pub fn known<W: Width>(
        &self,
        board: &GameModel<W>,
        state: &Node<W>,
        value: i32,
        moves: usize,
        nearer: bool,
    ) -> i32 {
        let far = i32::from(!nearer);
        match self.finish {
            Finish::Sooner => value * (WON - FAR_OFF - moves as i32 - far),
            Finish::Margin | Finish::Held => {
                let margin = ahead(board.captured(state), board.to_move(state)) + value;
                margin.signum() * (WON + 2 * margin.abs() - far)
            }
        }
    }

    /// The value for a player of a finished round, after so many moves in thought.
    pub fn finished<W: Width>(&self, board: &GameModel<W>, state: &Node<W>, side: Side, moves: usize) -> i32 {
        let margin = ahead(board.captured(state), side);
        let sign = match board.end(state) {
            Some(RoundEnd::Won(winner)) => {
                if winner == side {
                    1
                } else {
                    -1
                }
            }
            Some(RoundEnd::Counted) => margin.signum(),
            Some(RoundEnd::Drawn) | None => 0,
        };
        match self.finish {
            Finish::Sooner => sign * (WON - moves as i32),
            Finish::Margin => sign * (WON + 2 * (sign * margin).max(0)),
            Finish::Held => SEED * (margin + row(board, state, side)) + sign,
        }
    }

    /// The value for the player to move of a round that goes on.
    pub fn estimate<W: Width>(&self, board: &GameModel<W>, state: &Node<W>) -> i32 {
        let side = board.to_move(state);
        let mut value = if self.in_row == 0 { 0 } else { self.in_row * row(board, state, side) };
        if self.stores {
            let captured = board.captured(state);
            value += SEED * ahead(captured, side);
            for side_of in Side::BOTH {
                if self.half.is_some_and(|half| captured[side_of] > half) {
                    value += if side_of == side { 5 * SEED } else { -5 * SEED };
                }
            }
        }
        for &mark in &self.gathering {
            value += self.gathered(board, state, side, mark) - self.gathered(board, state, side.other(), mark);
        }
        if self.choice != 0 {
            let choices = |side| board.choices(state, side) as i32;
            value += self.choice * (choices(side) - choices(side.other()));
        }
        value
    }

    /// What a player's marked pits hold beyond what their rows give for it.
    fn gathered<W: Width>(&self, board: &GameModel<W>, state: &Node<W>, side: Side, mark: MarkId) -> i32 {
        let marked = board.marked(state, side, mark);
        let [own, other] = [marked.own, marked.other].map(i32::from);
        SEED * (own + other) + GATHERS * i32::from(marked.pits) - self.in_row * (own - other)
    }

    /// A value in words.
    pub fn score(&self, value: i32, complete: bool) -> Score {
        let beyond = (value.abs() - WON).abs();
        let moves = beyond as u16;
        let seeds = ((beyond + 1) / 2) as u16;
        match self.finish {
            Finish::Sooner if value > DECIDED && beyond >= FAR_OFF => Score::Wins,
            Finish::Sooner if value < -DECIDED && beyond >= FAR_OFF => Score::Loses,
            Finish::Sooner if value > DECIDED => Score::WinsIn(moves),
            Finish::Sooner if value < -DECIDED => Score::LosesIn(moves),
            Finish::Margin if value > DECIDED => Score::WinsBy(seeds),
            Finish::Margin if value < -DECIDED => Score::LosesBy(seeds),
            Finish::Sooner | Finish::Margin if complete && value == 0 => Score::Draw,
            Finish::Sooner => Score::Likely(percent(expected(value))),
            Finish::Margin | Finish::Held => Score::About(value),
        }
    }
}

/// What an estimate means for the result, from -1 for a loss to 1 for a win.
pub(super) fn expected(estimate: i32) -> f32 {
    ALMOST * (estimate as f32 / CLEAR).tanh()
}

/// How many of a hundred games are won where this result is expected.
pub(super) fn percent(expected: f32) -> u8 {
    (50.0 + 50.0 * expected).round() as u8
}

/// How much more a player has won.
fn ahead(captured: [u16; 2], side: Side) -> i32 {
    i32::from(captured[side]) - i32::from(captured[side.other()])
}

/// How many more seeds lie in a player's row than in the other's.
fn row<W: Width>(board: &GameModel<W>, state: &Node<W>, side: Side) -> i32 {
    let [own, other] = board.halves(state).map(i32::from);
    if board.to_move(state) == side { own - other } else { other - own }
}

/// Whether a value is that of a round that is won or lost in so many moves.
pub(super) fn in_sight(value: i32) -> bool {
    value.abs() > WON - FAR_OFF
}

/// A value as it is seen from so many moves further on, or with a negative number further back.
pub(super) fn seen_from(value: i32, moves: i32) -> i32 {
    match value {
        _ if value > DECIDED => value + moves,
        _ if value < -DECIDED => value - moves,
        _ => value,
    }
}
