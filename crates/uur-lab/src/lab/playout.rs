//! Playouts: plays one game of a series, which depends on its number alone.

use std::sync::atomic::Ordering;

use uur::chance::Rng;
use uur::engine::{
    AnyEngine, Budget, History, MOST_LAPS, Move, Observer, Opt, Outcome, Overrun, Position, RandomMove, Reason,
};
use uur::game::Game;
use uur::match_play::{Match, NextStep, Step};
use uur::rules::{ClauseId, Side};

use super::player::{Contestant, EvalBudget, Player, SearchControl};
use super::tally::Details;
use crate::search::SearchRequest;

/// The definition of a series of games.
#[derive(Debug, Clone, Copy)]
pub struct Experiment<'a> {
    /// The game.
    pub game: &'a Game,
    /// The players of South and North.
    pub players: [Player; 2],
    /// Whether games are played in pairs with the same random numbers and swapped seats.
    pub pairs: bool,
    /// The number of random moves before the players take over.
    pub opening: u64,
    /// The random seed of the series.
    pub seed: u64,
    /// The first position of each game. `None` is the start.
    pub from: Option<Position>,
    /// Whether a game is a whole match, where the rules define matches.
    pub whole_matches: bool,
    /// The number of moves after which a game is abandoned.
    pub most_moves: u64,
}

impl Experiment<'_> {
    /// Whether a player searches, which is slow.
    pub fn thinks(&self) -> bool {
        self.players.iter().any(|player| player.thinks())
    }

    /// Whether the players swap seats in a game.
    pub fn swaps(&self, number: u64) -> bool {
        self.pairs && number % 2 == 1
    }

    fn chance(&self, number: u64) -> Rng {
        Rng::for_game(self.seed, if self.pairs { number / 2 } else { number })
    }
}

/// The result of a game.
#[derive(Debug, Clone, Copy, Default)]
pub struct GameResult {
    /// Moves made.
    pub moves: u64,
    /// Whether it ended.
    pub finished: bool,
    /// The winner.
    pub winner: Option<Side>,
    /// Why it ended: of a match, the reason of the end of its last round.
    pub reason: Option<Reason>,
    /// The clause that ended the game.
    pub clause: Option<ClauseId>,
    /// Seeds in South's and in North's store at the end.
    pub captured: [u16; 2],
    /// Seeds that have left the game.
    pub out: u16,
    /// Sum of the number of legal moves, over all moves.
    pub choices: u64,
    /// The maximum number of legal moves.
    pub most_choices: u64,
    /// Forced moves.
    pub forced: u64,
    /// Moves for which the number of legal moves is an estimate, see [`RandomMove::legal_moves`].
    pub estimated: u64,
}

/// The number of legal moves among which one was chosen.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChoiceCount {
    number: u64,
    is_estimated: bool,
}

impl ChoiceCount {
    #[inline(always)]
    pub fn exactly(number: usize) -> ChoiceCount {
        ChoiceCount { number: number as u64, is_estimated: false }
    }
}

impl From<RandomMove> for ChoiceCount {
    fn from(drawn: RandomMove) -> ChoiceCount {
        ChoiceCount { number: drawn.legal_moves.into(), is_estimated: drawn.is_estimated }
    }
}

/// An observer that is also notified after each move. `()` observes nothing and costs nothing.
pub trait MoveObserver: Observer {
    /// Called after each move.
    fn moved(&mut self) {}
}

impl MoveObserver for () {}

impl MoveObserver for Details {
    fn moved(&mut self) {
        Details::moved(self);
    }
}

/// Plays games one after the other and reuses their buffers.
#[derive(Debug)]
pub struct Playouts<'a> {
    pub(super) experiment: Experiment<'a>,
    /// The engine for rounds between random players, where this suffices.
    pub(super) rounds: Option<AnyEngine>,
    control: SearchControl<'a>,
    /// The players of the experiment, with their evaluations.
    contestants: [Contestant<'a>; 2],
    /// The players of South and North in the current game.
    seats: [Contestant<'a>; 2],
    history: History,
    /// The steps of the last game.
    pub steps: Vec<Step>,
    /// The last position of the last game.
    pub last: Position,
}

impl<'a> Playouts<'a> {
    /// Prepares to play games.
    pub fn new(experiment: Experiment<'a>) -> Self {
        let rounds = !experiment.whole_matches || experiment.game.rules.rounds.is_none();
        let plain = !experiment.pairs && experiment.opening == 0;
        let random_rounds = rounds
            && plain
            && experiment.game.rules.arrangements.is_empty()
            && experiment.players == [Player::Random; 2];
        let start = experiment.from.unwrap_or_else(|| experiment.game.program.start());
        let rounds = random_rounds.then(|| experiment.game.program.engine(&start, Opt::Full));
        let contestants = experiment.players.map(Contestant::from);
        let (control, seats) = (SearchControl::unbounded(), contestants);
        let (history, steps) = (History::default(), vec![]);
        Playouts { experiment, rounds, control, contestants, seats, history, steps, last: start }
    }

    /// Replaces the players by others, with their evaluations.
    pub fn between(self, contestants: [Contestant<'a>; 2]) -> Self {
        let experiment = Experiment { players: contestants.map(|one| one.player), ..self.experiment };
        Playouts { contestants, ..Playouts::new(experiment).bounded(self.control) }
    }

    /// Sets the stop flag and the clock.
    pub fn bounded(self, control: SearchControl<'a>) -> Self {
        Playouts { control, ..self }
    }

    /// Whether the last game was interrupted by a stop.
    pub fn is_stopped(&self) -> bool {
        let program = &self.experiment.game.program;
        program.cut_short() || self.experiment.thinks() && self.control.stop.load(Ordering::Relaxed)
    }

    /// Returns the player of a side, after a number of moves.
    fn player(&self, side: Side, moves: u64) -> Contestant<'a> {
        if moves < self.experiment.opening { Player::Random.into() } else { self.seats[side] }
    }

    /// Plays the game with a number.
    pub fn play(&mut self, number: u64, observer: &mut impl MoveObserver) -> GameResult {
        let chance = self.experiment.chance(number);
        self.seats = self.contestants;
        if self.experiment.swaps(number) {
            self.seats.reverse();
        }
        self.steps.clear();
        if self.experiment.whole_matches && self.experiment.game.rules.rounds.is_some() {
            self.play_match(chance, observer)
        } else {
            self.play_round(chance, observer)
        }
    }

    fn play_round(&mut self, mut chance: Rng, observer: &mut impl MoveObserver) -> GameResult {
        let Experiment { game, from, most_moves, .. } = self.experiment;
        let program = &game.program;
        let mut position = match from {
            Some(position) => position,
            None if game.rules.arrangements.is_empty() => program.start(),
            None => {
                let mut table = Match::new(program);
                while let Some(laid) = table.random_setup(program, &mut chance) {
                    table.step(program, laid, observer).expect("a random setup is legal");
                    self.steps.push(laid);
                }
                table.position
            }
        };
        let mut played = GameResult::nothing();
        self.history.restart(&position);
        while position.outcome.is_none() && played.moves < most_moves && !self.is_stopped() {
            let contestant = self.player(position.to_move, played.moves);
            let request = contestant.request(game, &position, &self.history);
            let Some(m) = played.decide(contestant.player, request, &mut chance, self.control) else { break };
            let (before, mut budget) = (position, Budget::laps(MOST_LAPS));
            program.play_within(&mut position, &mut self.history, m, observer, &mut budget);
            if budget.overrun() == Some(Overrun::Laps) {
                // Whether the sowing has an end is not known, so the game stays unfinished.
                position = before;
                break;
            }
            observer.moved();
            self.steps.push(Step::Move(m));
        }
        self.last = position;
        played.end(position);
        played.finished = position.outcome.is_some();
        played
    }

    fn play_match(&mut self, mut chance: Rng, observer: &mut impl MoveObserver) -> GameResult {
        let Experiment { game, from, most_moves, .. } = self.experiment;
        let mut table = match from {
            Some(position) => Match::from(&game.program, position),
            None => Match::new(&game.program),
        };
        let (mut played, mut is_abandoned) = (GameResult::nothing(), false);
        while played.moves < most_moves && !self.is_stopped() {
            let lot = |chance: &mut Rng| Step::Lot(Side::BOTH[chance.below(2)]);
            let step = match table.due {
                NextStep::Nothing(_) => break,
                NextStep::Round => {
                    table.next_round(&game.program, observer);
                    continue;
                }
                NextStep::Lot(_) => lot(&mut chance),
                NextStep::Move(_) if table.may_begin_with_lot => lot(&mut chance),
                NextStep::Move(side) => {
                    if let Some(laid) = table.random_setup(&game.program, &mut chance) {
                        table.step(&game.program, laid, observer).expect("a random setup is legal");
                        self.steps.push(laid);
                        continue;
                    }
                    let contestant = self.player(side, played.moves);
                    let request = contestant.request(game, &table.position, table.history());
                    let Some(m) = played.decide(contestant.player, request, &mut chance, self.control) else { break };
                    Step::Move(m)
                }
            };
            let (before, mut budget) = (table.position, Budget::laps(MOST_LAPS));
            let went = table.step_within(&game.program, step, observer, &mut budget);
            if budget.overrun() == Some(Overrun::Laps) {
                (table.position, is_abandoned) = (before, true);
                break;
            }
            // Where endless moves are illegal, an interrupted move is rejected too.
            assert!(went.is_ok() || game.program.cut_short(), "players make legal steps");
            if let Step::Move(_) = step {
                observer.moved();
            }
            self.steps.push(step);
        }
        self.last = table.position;
        played.end(table.position);
        match table.due {
            NextStep::Nothing(over) if !is_abandoned => {
                (played.finished, played.winner) = (true, over.winner);
                played.clause = over.clause.or(played.clause);
            }
            // What ended its rounds did not end it.
            _ => (played.winner, played.reason, played.clause) = (None, None, None),
        }
        played
    }
}

impl GameResult {
    pub(super) fn nothing() -> GameResult {
        GameResult::default()
    }

    /// Counts a choice among a number of moves.
    #[inline(always)]
    pub(super) fn choose(&mut self, among: ChoiceCount) {
        let ChoiceCount { number, is_estimated } = among;
        self.moves += 1;
        self.choices += number;
        self.most_choices = self.most_choices.max(number);
        self.forced += u64::from(number == 1);
        self.estimated += u64::from(is_estimated);
    }

    /// Lets a player choose a move, and counts the choice. `None` if there is no legal move.
    fn decide(
        &mut self,
        player: Player,
        request: SearchRequest,
        chance: &mut Rng,
        control: SearchControl,
    ) -> Option<Move> {
        let SearchRequest { game, position, .. } = request;
        if player == Player::Random {
            let drawn = game.program.draw_move(position, chance)?;
            self.choose(drawn.into());
            return Some(drawn.m);
        }
        let moves = game.program.legal_moves(position);
        if moves.is_empty() {
            return None;
        }
        self.choose(ChoiceCount::exactly(moves.len()));
        let eval_budget = EvalBudget { events: &mut 0, most: u64::MAX, control };
        Some(player.choose(request, &moves, chance, eval_budget))
    }

    fn end(&mut self, position: Position) {
        self.ended(position.captured, position.out, position.outcome);
    }

    /// Sets the results of the last position.
    pub(super) fn ended(&mut self, captured: [u16; 2], out: u16, outcome: Option<Outcome>) {
        (self.captured, self.out) = (captured, out);
        self.winner = outcome.and_then(|outcome| outcome.winner);
        self.reason = outcome.map(|outcome| outcome.reason);
        self.clause = outcome.and_then(|outcome| outcome.clause);
    }
}
