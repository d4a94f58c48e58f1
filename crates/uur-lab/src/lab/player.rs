//! Players of series and tournaments: simple ones, which are fast, and searching ones.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::search::{self, Evaluation, Handicap, Level, SearchRequest};
use crate::solve::EndgameDatabase;
use uur::chance::Rng;
use uur::diagnostic::did_you_mean;
use uur::engine::{Budget, Event, History, Move, Observer, Position, Program};
use uur::game::Game;
use uur::match_play::{Match, NextStep, Step};
use uur::rules::Side;

/// The budget of a greedy player for evaluating moves.
#[derive(Debug)]
pub struct EvalBudget<'a> {
    /// The events of evaluated moves are added here.
    pub events: &'a mut u64,
    /// The number of events after which no further move is evaluated.
    pub most: u64,
    /// Stops a search.
    pub control: SearchControl<'a>,
}

/// The stop flag and the clock of searching players.
#[derive(Debug, Clone, Copy)]
pub struct SearchControl<'a> {
    /// Once this is true, players answer at once.
    pub stop: &'a AtomicBool,
    /// A monotonic clock, for players with a time limit.
    pub clock: fn() -> Duration,
}

impl SearchControl<'static> {
    /// Never stops, and no time passes.
    pub fn unbounded() -> SearchControl<'static> {
        SearchControl { stop: &NEVER, clock: || Duration::ZERO }
    }
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// How a player chooses moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// A random legal move, see [`Program::draw_move`].
    Random,
    /// The move that gains the most seeds at once, random among equals.
    Greedy,
    /// The computer at a level.
    Level(Level),
}

/// A player of a tournament, and the evaluation by which it searches.
#[derive(Debug, Clone, Copy)]
pub struct Contestant<'a> {
    /// The player.
    pub player: Player,
    /// The evaluation. A player that does not search ignores it.
    pub evaluation: Evaluation<'a>,
    /// The endgame database, if it has one.
    pub endgames: Option<&'a EndgameDatabase>,
}

impl<'a> Contestant<'a> {
    /// What it searches.
    pub fn request(self, game: &'a Game, position: &'a Position, history: &'a History) -> SearchRequest<'a> {
        let Contestant { player: _, evaluation, endgames } = self;
        SearchRequest { evaluation, endgames, ..SearchRequest::new(game, position, history) }
    }
}

impl From<Player> for Contestant<'_> {
    fn from(player: Player) -> Self {
        Contestant { player, evaluation: Evaluation::Standard, endgames: None }
    }
}

impl Player {
    /// The words for simple players and levels.
    const WORDS: [&str; 8] = {
        let [easy, casual, fair, medium, hard, master] = Level::NAMES;
        ["random", "greedy", easy, casual, fair, medium, hard, master]
    };

    /// The computer with a limit of nodes, at least 1.
    pub const fn nodes(nodes: u64) -> Player {
        Player::Level(Level::Limited(Handicap::nodes(nodes)))
    }

    /// Whether the player searches, which is slow.
    pub fn thinks(self) -> bool {
        matches!(self, Player::Level(_))
    }

    /// The level, if the player searches.
    pub fn level(self) -> Option<Level> {
        match self {
            Player::Level(level) => Some(level),
            Player::Random | Player::Greedy => None,
        }
    }

    /// Whether the player's moves are independent of time.
    pub fn is_timeless(self) -> bool {
        !matches!(self, Player::Level(Level::Time(_)))
    }

    /// Whether the player is deterministic in a game.
    pub fn is_without_chance(self, game: &Game) -> bool {
        match self {
            Player::Random | Player::Greedy => false,
            Player::Level(level) => !level.has_chance(game),
        }
    }

    /// Returns the chosen one of all legal moves. A random player draws one number for every choice, even for a
    /// forced move.
    pub fn choose(self, request: SearchRequest, moves: &[Move], chance: &mut Rng, eval_budget: EvalBudget) -> Move {
        let SearchRequest { game, position, .. } = request;
        let SearchControl { stop, clock } = eval_budget.control;
        match self {
            Player::Random => game.program.draw_move(position, chance).map_or(moves[0], |drawn| drawn.m),
            Player::Greedy => best(&game.program, position, moves, chance, eval_budget),
            Player::Level(_) if moves.len() == 1 => moves[0],
            Player::Level(level) => {
                let began = clock();
                let stop = || {
                    stop.load(Ordering::Relaxed)
                        || level.time().is_some_and(|time| clock().saturating_sub(began) >= time)
                };
                let choice = search::choose(request, level, chance, &stop, &mut |_| {});
                choice.map_or(moves[0], |choice| choice.m)
            }
        }
    }

    /// Returns the next step of a game, or `None` once it is over or the player to move has no move, which the rules may
    /// leave open at the start of a round. Lots are random. The observer receives the start of a round. The events of
    /// evaluated moves are counted too.
    pub fn step(
        self,
        game: &Game,
        played: &mut Match,
        chance: &mut Rng,
        observer: &mut impl Observer,
        eval_budget: EvalBudget,
    ) -> Option<Step> {
        if played.due == NextStep::Round {
            played.next_round(&game.program, observer);
        }
        if let Some(laid) = played.random_setup(&game.program, chance) {
            return Some(laid);
        }
        if played.may_begin_with_lot {
            return Some(Step::Lot(Side::BOTH[chance.below(2)]));
        }
        match played.due {
            NextStep::Move(_) => {
                let moves = game.program.legal_moves(&played.position);
                if moves.is_empty() {
                    return None;
                }
                let (position, history) = (&played.position, played.history());
                let request = SearchRequest::new(game, position, history);
                Some(Step::Move(self.choose(request, &moves, chance, eval_budget)))
            }
            NextStep::Lot(_) => Some(Step::Lot(Side::BOTH[chance.below(2)])),
            NextStep::Round | NextStep::Nothing(_) => None,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Player::Random => write!(f, "random"),
            Player::Greedy => write!(f, "greedy"),
            Player::Level(level) => write!(f, "{level}"),
        }
    }
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        let player = match text {
            "random" => Some(Player::Random),
            "greedy" => Some(Player::Greedy),
            _ => text.parse().map(Player::Level).ok(),
        };
        player.ok_or_else(|| match did_you_mean(text, Player::WORDS) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!(
                "players are {}, a time a move such as 100ms, and a number of nodes or turns to search such as 50000 or \
                 3turns, with a part of random moves such as 3turns-20%",
                Player::WORDS.join(", ")
            ),
        })
    }
}

/// Counts the seeds that a move gains at once.
struct Gains<'a> {
    gain: i32,
    opponent: Side,
    events: &'a mut u64,
}

impl Observer for Gains<'_> {
    fn event(&mut self, event: Event) {
        *self.events += u64::from(!event.is_bookkeeping());
        if let Event::Capture { seeds, to, .. } = event {
            self.gain += if to == Some(self.opponent) { -i32::from(seeds) } else { i32::from(seeds) };
        }
    }
}

fn best(program: &Program, position: &Position, moves: &[Move], chance: &mut Rng, eval_budget: EvalBudget) -> Move {
    let opponent = position.to_move.other();
    let mut gain = |m: Move| {
        if *eval_budget.events >= eval_budget.most {
            return 0;
        }
        let mut budget = Budget::events(eval_budget.most.saturating_sub(*eval_budget.events));
        let mut gains = Gains { gain: 0, opponent, events: eval_budget.events };
        program.play_alone(&mut position.clone(), m, &mut gains, &mut budget);
        gains.gain
    };
    let gains: Vec<i32> = moves.iter().map(|&m| gain(m)).collect();
    let most = gains.iter().max().copied().unwrap_or(0);
    let equals: Vec<Move> = moves.iter().zip(&gains).filter(|(_, gain)| **gain == most).map(|(m, _)| *m).collect();
    equals[chance.below(equals.len())]
}
