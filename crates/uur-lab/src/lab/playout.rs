//! One game of a series, from its number alone.

use std::sync::atomic::Ordering;

use uur::chance::Rng;
use uur::engine::{AnyEngine, History, Observer, Opt, Outcome, Position, Reason};
use uur::game::Game;
use uur::match_play::{Match, NextStep, Step};
use uur::rules::{ClauseId, Side};

use super::player::{Player, Thought, Turn, Weighing};
use super::tally::Details;

/// A series of games that may be played.
#[derive(Debug, Clone, Copy)]
pub struct Experiment<'a> {
    /// The game.
    pub game: &'a Game,
    /// Who plays South and who plays North.
    pub players: [Player; 2],
    /// Whether two games each begin with the same chance, and the players change seats for the second.
    pub pairs: bool,
    /// How many moves are random before the players play.
    pub opening: u64,
    /// Which series.
    pub seed: u64,
    /// Where each game begins; `None` is the start.
    pub from: Option<Position>,
    /// Whether a game is a whole match, where the rules make rounds into one.
    pub whole_matches: bool,
    /// Moves after which a game is given up.
    pub most_moves: u64,
}

impl Experiment<'_> {
    /// Whether a player looks ahead, so that games take long.
    pub fn thinks(&self) -> bool {
        self.players.iter().any(|player| player.thinks())
    }

    /// Whether the players change seats in the game of a number.
    pub fn swaps(&self, number: u64) -> bool {
        self.pairs && number % 2 == 1
    }

    fn chance(&self, number: u64) -> Rng {
        Rng::for_game(self.seed, if self.pairs { number / 2 } else { number })
    }
}

/// How a game went.
#[derive(Debug, Clone, Copy)]
pub struct Played {
    /// Moves made.
    pub moves: u64,
    /// Whether it came to an end.
    pub finished: bool,
    /// Who won it.
    pub winner: Option<Side>,
    /// Why the last round ended.
    pub reason: Option<Reason>,
    /// The clause that ended the game.
    pub clause: Option<ClauseId>,
    /// Whether an endless sowing ended it, or a round of it.
    pub endless: bool,
    /// Seeds in South's and in North's store at the end.
    pub captured: [u16; 2],
    /// Seeds that have left the game.
    pub out: u16,
    /// How many moves there were to choose from, over all moves.
    pub choices: u64,
    /// The most moves that there were to choose from.
    pub most_choices: u64,
    /// Moves to which there was no other.
    pub forced: u64,
}

/// Watches a game and is told when a move has been made. `()` watches nothing and costs nothing.
pub trait Watcher: Observer {
    /// A move has been made.
    fn moved(&mut self) {}
}

impl Watcher for () {}

impl Watcher for Details {
    fn moved(&mut self) {
        Details::moved(self);
    }
}

/// Plays games one after the other in the same room.
#[derive(Debug)]
pub struct Playouts<'a> {
    pub(super) experiment: Experiment<'a>,
    /// The engine for rounds between random players, if these are wanted.
    pub(super) rounds: Option<AnyEngine>,
    thought: Thought<'a>,
    /// Who sits South and North in the game that is being played.
    seats: [Player; 2],
    history: History,
    /// The steps of the last game.
    pub steps: Vec<Step>,
}

impl<'a> Playouts<'a> {
    /// Makes room for games.
    pub fn new(experiment: Experiment<'a>) -> Self {
        let rounds = !experiment.whole_matches || experiment.game.rules.rounds.is_none();
        let plain = !experiment.pairs && experiment.opening == 0;
        let random_rounds = rounds
            && plain
            && experiment.game.rules.arrangements.is_empty()
            && experiment.players == [Player::Random; 2];
        let start = experiment.from.unwrap_or_else(|| experiment.game.program.start());
        let rounds = random_rounds.then(|| experiment.game.program.engine(&start, Opt::Full));
        let (thought, seats) = (Thought::UNBOUNDED, experiment.players);
        Playouts { experiment, rounds, thought, seats, history: History::default(), steps: vec![] }
    }

    /// The same, but something may end the thought of the players.
    pub fn bounded(self, thought: Thought<'a>) -> Self {
        Playouts { thought, ..self }
    }

    /// Whether the last game was not played as it would have been, because the work is to stop.
    pub fn is_stopped(&self) -> bool {
        let program = &self.experiment.game.program;
        program.cut_short() || self.experiment.thinks() && self.thought.stop.load(Ordering::Relaxed)
    }

    /// Who chooses the next move of a side, after so many.
    fn player(&self, side: Side, moves: u64) -> Player {
        if moves < self.experiment.opening { Player::Random } else { self.seats[side] }
    }

    /// Plays the game of a number.
    pub fn play(&mut self, number: u64, watcher: &mut impl Watcher) -> Played {
        let chance = self.experiment.chance(number);
        self.seats = self.experiment.players;
        if self.experiment.swaps(number) {
            self.seats.reverse();
        }
        self.steps.clear();
        if self.experiment.whole_matches && self.experiment.game.rules.rounds.is_some() {
            self.play_match(chance, watcher)
        } else {
            self.play_round(chance, watcher)
        }
    }

    fn play_round(&mut self, mut chance: Rng, watcher: &mut impl Watcher) -> Played {
        let Experiment { game, from, most_moves, .. } = self.experiment;
        let program = &game.program;
        let mut position = match from {
            Some(position) => position,
            None if game.rules.arrangements.is_empty() => program.start(),
            None => {
                let mut table = Match::new(&game.rules, program);
                while let Some(laid) = table.random_setup(program, &mut chance) {
                    table.step(&game.rules, program, laid, watcher).expect("chance lays out what it may");
                    self.steps.push(laid);
                }
                table.position
            }
        };
        let mut played = Played::nothing();
        self.history.restart(&position);
        while position.outcome.is_none() && played.moves < most_moves && !self.is_stopped() {
            let moves = program.legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let player = self.player(position.to_move, played.moves);
            played.choose(moves.len());
            let weighing = Weighing { events: &mut 0, most: u64::MAX, thought: self.thought };
            let turn = Turn { game, position: &position, history: &self.history, moves: &moves };
            let m = player.choose(turn, &mut chance, weighing);
            program.play_legal(&mut position, &mut self.history, m, watcher);
            watcher.moved();
            self.steps.push(Step::Move(m));
        }
        played.end(position);
        played.finished = position.outcome.is_some();
        played
    }

    fn play_match(&mut self, mut chance: Rng, watcher: &mut impl Watcher) -> Played {
        let Experiment { game, from, most_moves, .. } = self.experiment;
        let mut table = match from {
            Some(position) => Match::from(&game.rules, &game.program, position),
            None => Match::new(&game.rules, &game.program),
        };
        let mut played = Played::nothing();
        while played.moves < most_moves && !self.is_stopped() {
            let lot = |chance: &mut Rng| Step::Lot(Side::BOTH[chance.below(2)]);
            let step = match table.due {
                NextStep::Nothing(_) => break,
                NextStep::Round => {
                    table.next_round(&game.rules, &game.program, watcher);
                    continue;
                }
                NextStep::Lot(_) => lot(&mut chance),
                NextStep::Move(_) if table.may_begin_with_lot => lot(&mut chance),
                NextStep::Move(side) => {
                    if let Some(laid) = table.random_setup(&game.program, &mut chance) {
                        table.step(&game.rules, &game.program, laid, watcher).expect("chance lays out what it may");
                        self.steps.push(laid);
                        continue;
                    }
                    let moves = game.program.legal_moves(&table.position);
                    if moves.is_empty() {
                        break;
                    }
                    let player = self.player(side, played.moves);
                    played.choose(moves.len());
                    let weighing = Weighing { events: &mut 0, most: u64::MAX, thought: self.thought };
                    let turn = Turn { game, position: &table.position, history: table.history(), moves: &moves };
                    Step::Move(player.choose(turn, &mut chance, weighing))
                }
            };
            let went = table.step(&game.rules, &game.program, step, watcher);
            // Where endless moves are illegal, one that was cut short cannot be made.
            assert!(went.is_ok() || game.program.cut_short(), "players make legal steps");
            if let Step::Move(_) = step {
                watcher.moved();
            }
            played.endless |= table.position.outcome.is_some_and(|outcome| outcome.reason == Reason::Endless);
            self.steps.push(step);
        }
        played.end(table.position);
        played.winner = None;
        if let NextStep::Nothing(over) = table.due {
            played.finished = true;
            played.winner = over.winner;
            played.clause = over.clause.or(played.clause);
        }
        played
    }
}

impl Played {
    pub(super) fn nothing() -> Played {
        Played {
            moves: 0,
            finished: false,
            winner: None,
            reason: None,
            clause: None,
            endless: false,
            captured: [0; 2],
            out: 0,
            choices: 0,
            most_choices: 0,
            forced: 0,
        }
    }

    /// Counts a choice among so many moves.
    pub(super) fn choose(&mut self, among: usize) {
        self.moves += 1;
        self.choices += among as u64;
        self.most_choices = self.most_choices.max(among as u64);
        self.forced += u64::from(among == 1);
    }

    fn end(&mut self, position: Position) {
        self.ended(position.captured, position.out, position.outcome);
    }

    /// Sets what the last position tells.
    pub(super) fn ended(&mut self, captured: [u16; 2], out: u16, outcome: Option<Outcome>) {
        (self.captured, self.out) = (captured, out);
        self.winner = outcome.and_then(|outcome| outcome.winner);
        self.reason = outcome.map(|outcome| outcome.reason);
        self.clause = outcome.and_then(|outcome| outcome.clause);
        self.endless |= self.reason == Some(Reason::Endless);
    }
}
