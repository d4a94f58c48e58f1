//! The players of many games: simple ones, who play them fast, and those who look ahead.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::search::{self, Level, Limits, Question, Wanted};
use uur::chance::Rng;
use uur::diagnostic::did_you_mean;
use uur::engine::{Budget, Event, History, Move, Observer, Position, Program};
use uur::game::Game;
use uur::match_play::{Match, NextStep, Step};
use uur::rules::Side;

/// How much players may weigh.
#[derive(Debug)]
pub struct Weighing<'a> {
    /// The events of the moves that were weighed are added here.
    pub events: &'a mut u64,
    /// Once so many are met, no further move is weighed.
    pub most: u64,
    /// What ends a look ahead.
    pub thought: Thought<'a>,
}

/// What ends the thought of players who look ahead.
#[derive(Debug, Clone, Copy)]
pub struct Thought<'a> {
    /// Once this is true, they answer at once.
    pub stop: &'a AtomicBool,
    /// The time that has passed since some moment, for those who think for a time.
    pub clock: fn() -> Duration,
}

impl Thought<'static> {
    /// Nothing ends it, and no time passes.
    pub const UNBOUNDED: Thought<'static> = Thought { stop: &NEVER, clock: || Duration::ZERO };
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// How a player chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// Any legal move, each as likely as the others.
    Random,
    /// The move that gains most at once; by chance among equals.
    Greedy,
    /// As the computer plays at a level.
    Level(Level),
    /// As the computer plays when it thinks through so many moves.
    Nodes(u64),
}

/// When and where a move is chosen.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    /// The game.
    pub game: &'a Game,
    /// The position.
    pub position: &'a Position,
    /// The positions up to this one.
    pub history: &'a History,
    /// All moves that are legal; at least one.
    pub moves: &'a [Move],
}

impl Player {
    /// The words for players.
    const WORDS: [&str; 5] = ["random", "greedy", "easy", "medium", "hard"];

    /// Whether it looks ahead, which takes long.
    pub fn thinks(self) -> bool {
        matches!(self, Player::Level(_) | Player::Nodes(_))
    }

    /// Whether it plays the same on every machine.
    pub fn is_timeless(self) -> bool {
        !matches!(self, Player::Level(Level::Time(_)))
    }

    /// Whether it always plays the same in the same game.
    pub fn is_without_chance(self) -> bool {
        self.thinks() && self != Player::Level(Level::Easy)
    }

    /// The move that it chooses. A simple player draws one number for every choice, also where there
    /// is but one move.
    pub fn choose(self, turn: Turn, chance: &mut Rng, weighing: Weighing) -> Move {
        let Turn { game, position, history, moves } = turn;
        let Thought { stop, clock } = weighing.thought;
        let question = Question { game, position, history, endgames: None };
        match self {
            Player::Random => moves[chance.below(moves.len())],
            Player::Greedy => best(&game.program, position, moves, chance, weighing),
            Player::Level(_) | Player::Nodes(_) if moves.len() == 1 => moves[0],
            Player::Level(level) => {
                let began = clock();
                let stop = || stop.load(Ordering::Relaxed) || level.time().is_some_and(|time| clock() - began >= time);
                let choice = search::choose(question, level, chance, &stop, &mut |_| {});
                choice.map_or(moves[0], |choice| choice.m)
            }
            Player::Nodes(nodes) => {
                let limits = Limits { depth: Limits::ANY_DEPTH, nodes, stop: &|| stop.load(Ordering::Relaxed) };
                let report = search::search(question, limits, Wanted::Best, &mut |_| {});
                report.lines.first().and_then(|line| line.moves.first()).copied().unwrap_or(moves[0])
            }
        }
    }

    /// The step that a game goes on with; `None` once it is over. Lots are decided by chance. The
    /// observer sees a round begin; the events of moves that are only weighed are counted, too.
    pub fn step(
        self,
        game: &Game,
        played: &mut Match,
        chance: &mut Rng,
        observer: &mut impl Observer,
        weighing: Weighing,
    ) -> Option<Step> {
        if played.due == NextStep::Round {
            played.next_round(&game.rules, &game.program, observer);
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
                let turn = Turn { game, position: &played.position, history: played.history(), moves: &moves };
                Some(Step::Move(self.choose(turn, chance, weighing)))
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
            Player::Nodes(nodes) => write!(f, "{nodes}"),
        }
    }
}

/// A text that is no player, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoPlayer(String);

impl fmt::Display for NoPlayer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match did_you_mean(&self.0, Player::WORDS) {
            Some(meant) => write!(f, "did you mean `{meant}`?"),
            None => write!(
                f,
                "players are {}, a time a move such as 100ms, and a number of moves to think through such as 50000",
                Player::WORDS.join(", ")
            ),
        }
    }
}

impl std::error::Error for NoPlayer {}

impl FromStr for Player {
    type Err = NoPlayer;

    fn from_str(text: &str) -> Result<Player, NoPlayer> {
        match text {
            "random" => Ok(Player::Random),
            "greedy" => Ok(Player::Greedy),
            _ => match text.parse() {
                Ok(0) => Err(NoPlayer(text.to_string())),
                Ok(nodes) => Ok(Player::Nodes(nodes)),
                Err(_) => text.parse().map(Player::Level).map_err(|_| NoPlayer(text.to_string())),
            },
        }
    }
}

/// What a move gains at once.
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

fn best(program: &Program, position: &Position, moves: &[Move], chance: &mut Rng, weighing: Weighing) -> Move {
    let opponent = position.to_move.other();
    let mut gain = |m: Move| {
        if *weighing.events >= weighing.most {
            return 0;
        }
        let mut budget = Budget::events(weighing.most.saturating_sub(*weighing.events));
        let mut gains = Gains { gain: 0, opponent, events: weighing.events };
        program.play_alone(&mut position.clone(), m, &mut gains, &mut budget);
        gains.gain
    };
    let gains: Vec<i32> = moves.iter().map(|&m| gain(m)).collect();
    let most = gains.iter().max().copied().unwrap_or(0);
    let equals: Vec<Move> = moves.iter().zip(&gains).filter(|(_, gain)| **gain == most).map(|(m, _)| *m).collect();
    equals[chance.below(equals.len())]
}
